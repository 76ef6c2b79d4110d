"""The check of intervals and verdicts: it passes for what we do, and notices what is wrong."""

import json
from pathlib import Path

import numpy as np
import pytest

from workbench.engine.measures import Measure
from workbench.games.hitmakers import GAME
from workbench.scenario.files import find_workspace
from workbench.study import calibrate as checking
from workbench.study.calibrate import SampleSizes, Shape, rare_shapes


@pytest.fixture(scope="module")
def rng():
    return np.random.default_rng(3)


def test_rare_counts_are_covered_and_students_interval_would_be_found_out(rng, monkeypatch):
    few = rare_shapes()[::3]
    ours = checking._coverage(rng, 300, "rare", few, checking._holds_pairs)
    assert (ours.off, ours.cases) == (0, len(few) * len(checking.SIZES))
    assert ours.found > 0.94 and ours.worst > 0.9
    monkeypatch.setattr(checking, "half_width", lambda sd, n, reach, jump: reach * sd / n**0.5)
    students = checking._coverage(rng, 300, "rare", few, checking._holds_pairs)
    assert students.worst < 0.1 and students.off > 5


def test_identical_rules_and_planted_changes_are_seldom_judged_wrongly(rng):
    base = np.random.default_rng(4).poisson(4.0, 3_000).astype(float)
    shapes = [Shape(f"x{k}", Measure("x", "X.", 0.25, "u2"), np.roll(base, 37 * k), base, False) for k in range(6)]
    pair = checking._Pair(shapes, None)
    for planted in checking.PLANTED:
        line = checking._verdicts(rng, [pair], 60, "verdicts", planted, False)
        assert line.worst <= 0.12 and line.off == 0


def test_what_is_watched_holds_at_every_look(rng):
    one_in_a_thousand = [each for each in rare_shapes() if each.name.startswith("1 in 1,000")]
    line = checking._watching(rng, 60, "watched", one_in_a_thousand)
    assert line.cases == 2 and line.off == 0
    assert json.loads(json.dumps(checking.as_json([line], 1.0)))["lines"][0]["check"] == "watched"


def test_every_check_runs_on_the_plays_of_a_game(monkeypatch):
    monkeypatch.setattr(checking, "games", lambda: {"hitmakers": GAME})
    told = []
    lines = checking.calibrate(find_workspace(Path(__file__).parents[2]), told.append, SampleSizes(40, 4, 2, 400))
    assert [line.check for line in lines] == told[-len(lines) :]
    assert len({line.promise for line in lines}) == 2
    assert all(0 <= line.found <= 1 and line.cases > 0 for line in lines)
