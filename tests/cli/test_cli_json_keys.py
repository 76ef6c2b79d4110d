"""Every study's JSON has the keys that programs rely on; more may come, none goes.

`golden/json_keys.json` has them, as paths.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.commands import NEW, OLD, as_json
from tests.support.evenings import evenings
from tests.support.plain import run_plainly
from workbench.engine.loop import use_range
from workbench.engine.timeline import follow_range
from workbench.scenario.files import Workspace
from workbench.studies import OURS

FEW = ("--bots", "random", "--plays", 40, "--no-store", "--set", "score_target=0")
TINY = ("--quick", "--no-store", "--set", "score_target=0")
COMMANDS = {
    "by_change": ("compare", OLD, NEW, "--by-change", *FEW),
    "check": ("check", NEW, *FEW),
    "compare": ("compare", OLD, NEW, *FEW),
    "decks": ("decks", "showbiz_shuffle/reference", "--bots", "random", "--plays", 6, "--no-store"),
    "goals": ("goals", NEW, *FEW),
    "ladder": ("ladder", NEW, "--top", 2, "--lowest", 2, "--plays", 3, "--shuffles", 3, "--retakes", 2, *TINY[1:]),
    "people_and_bots": ("playtests", "bots", NEW, "--plays", 40),
    "quality": ("quality", NEW, *FEW),
    "simulate": ("simulate", NEW, *FEW),
    "strategies": ("strategies", NEW, "--plays", 3, "--bots", "greedy random", *TINY[1:]),
    "sweep": ("sweep", NEW, "--vary", "hand_size=5,6", "--bots", "random", "--plays", 400, *TINY[1:]),
    "tune": ("tune", NEW, "--vary", "hand_size=6,7", "--goal", "tie_rate <= 0.2", "--bots", "random", *TINY),
    "until": ("compare", OLD, NEW, "--until-decided", "--limit", 400, "--bots", "random", "--no-store"),
}
MISSED = {"check": 1}
"""Exit codes other than 0."""
NAMED = {
    "measures", "rules", "figures", "goals", "differences", "runs", "changes", "usual", "values", "kinds", "covers",
}  # fmt: skip
"""Objects whose keys are names: of rules, measures, bots."""
GOLDEN = Path(__file__).parents[1] / "golden" / "json_keys.json"


def keys(value: object, path: str = "") -> Iterator[str]:
    """The path of every key; lists are `[]`, and names `*`."""
    if isinstance(value, list):
        for one in value:
            yield from keys(one, f"{path}[]")
    elif isinstance(value, dict) and ".make_up." not in path:  # there are cards and their columns
        for name, one in value.items():
            at = f"{path}.{'*' if path.rpartition('.')[2] in NAMED else name}"
            yield at
            yield from keys(one, at)


@pytest.mark.parametrize("study", sorted({*COMMANDS} | {*OURS} - {"calibrate"}))
def test_a_study_keeps_the_keys_of_its_json(home: Path, study: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And names a revision with its game, as other commands take it."""
    for loop in (follow_range, use_range):
        run_plainly(monkeypatch, loop)
    if study == "people_and_bots":
        evenings(Workspace(home), 2)
    answer = as_json(*COMMANDS[study], code=MISSED.get(study, 0))
    assert set(json.loads(GOLDEN.read_text())[study].split()) <= set(keys(answer))
    revisions = {path.stem for path in (home / "scenarios").glob("*/*-*.toml")}  # others are words as well
    assert not revisions & {*re.findall(r'"([^"]*)"', json.dumps(answer))}
