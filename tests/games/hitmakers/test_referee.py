"""Hitmakers: the trace alone suffices to referee a play by the rulebook."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.golden.plays import FOLDER
from tests.support.referee import Foul, referee, tampered
from tests.support.seats import bots
from tests.support.strategies import rule_values
from workbench.engine.batch import Batch, replay, visible_events
from workbench.games.hitmakers import GAME

TRACES = sorted(FOLDER.glob("hitmakers-*.jsonl"))
RULES = rule_values(GAME, score_target=st.integers(0, 30), max_deals=st.integers(1, 3))


def lines_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"hitmakers-{name}.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("name", [path.stem.removeprefix("hitmakers-") for path in TRACES])
def test_the_referee_passes_every_golden_trace(name: str) -> None:
    referee(lines_of(name))


@given(RULES, st.integers(0, 2**63))
@settings(max_examples=60)
def test_the_referee_passes_any_play(values: dict[str, Any], seed: int) -> None:
    batch = Batch(GAME, values, bots(GAME, "random", values["players"]), seed)
    referee([{"event": "rules", "rules": values}, *visible_events(batch, replay(batch, 0)[0])])


def test_the_referee_misses_any_line_that_is_left_out() -> None:
    for lines in tampered(lines_of("deal")):
        with pytest.raises((Foul, IndexError)):
            referee(lines)


@pytest.mark.parametrize(
    ("event", "changes"),
    [
        ("deal", {"seat_of_player": [1, 2, 0]}),
        ("draw", {"player": 2}),
        ("draw", {"from": "discard"}),
        ("discard", {"card": "AX"}),
        ("present", {"card": "AX"}),
        ("scout", {"player": 9}),
        ("contract", {"player": 9}),
        ("score", {"totals": [0, 0, 0]}),
        ("end", {"winners": [0, 1, 2]}),
    ],
)
def test_the_referee_sees_a_forged_line(event: str, changes: dict[str, Any]) -> None:
    lines = lines_of("deal")
    place = next(n for n, line in enumerate(lines) if line["event"] == event)
    lines[place] = {**lines[place], **changes}
    with pytest.raises((Foul, IndexError)):
        referee(lines)
