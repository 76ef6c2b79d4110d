"""Golden traces: written down once, the same ever since. How to write them anew: `tests/golden/__init__.py`."""

import json

import pytest

from tests.golden.plays import FOLDER, GOLDEN, Golden
from workbench.engine.registry import games

every_golden = pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.path.stem)


@every_golden
def test_a_play_is_still_its_golden_trace(golden: Golden) -> None:
    assert golden.path.is_file(), "absent: python -m tests.golden.regenerate"
    lines = [json.loads(line) for line in golden.path.read_text("utf-8").splitlines()]
    assert golden.lines() == lines


def test_no_trace_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("*.jsonl")} == {golden.path.name for golden in GOLDEN}


@pytest.mark.parametrize("game", games())
def test_every_game_has_golden_traces_with_all_its_events(game: str) -> None:
    paths = [golden.path for golden in GOLDEN if golden.game == game]
    seen = {json.loads(line)["event"] for path in paths for line in path.read_text("utf-8").splitlines()}
    assert seen == {"rules", *games()[game].events.values()}
