"""Aims in words: read as they are written, and proposed from what a designer types."""

from itertools import product

import pytest

from tests.support.families import PRESETS, preset_game
from workbench.engine.registry import game_named, games
from workbench.play.goals import CheckedGoal, Standing, goal_measure
from workbench.report.text.aims import aims_sentence, proposed_aims, read_sentence
from workbench.scenario import Aim, Goal
from workbench.scenario.goals import Wish, aim_measures
from workbench.stats import Estimate, Figure

HITMAKERS = game_named("hitmakers")


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("Four players drag: shorter, without more ties.", "make length shorter, keep ties from rising"),
        (
            "Make length shorter by at least 10 %, keep ties below 8 %",
            "make length shorter by at least 10 %, keep ties below 8 %",
        ),
        ("Fewer ties and a closer finish", "make ties lower, make lead of the winner closer"),
        (
            "The game should be fairer, but not longer",
            "make the gap between best and worst seat fairer, keep length from rising",
        ),
        (
            "More lead changes by 0.5; plays no quicker",
            "make lead changes higher by at least 0.5 times, keep length from falling",
        ),
        ("Lower ties by 2 percentage points.", "make ties lower by at least 2 percentage points"),
        ("Seven cards took testers too long to sort.", ""),
    ],
)
def test_a_reason_is_taken_at_its_word(reason: str, sentence: str) -> None:
    assert aims_sentence(HITMAKERS, proposed_aims(HITMAKERS, reason, ())).replace("\u202f", " ") == sentence


def test_missed_goals_are_proposed_unless_the_reason_speaks_of_them() -> None:
    figure = Figure("tie", goal_measure(HITMAKERS, "tie"), Estimate(0.2, 0.1, 0.19, 0.21, 500))
    missed = [CheckedGoal(Goal("tie_rate", None, 0.1), figure, Standing.MISSED)]
    assert proposed_aims(HITMAKERS, "", missed) == (Aim("tie_rate", Wish.LOWER),)
    assert proposed_aims(HITMAKERS, "without more ties", missed) == (Aim("tie_rate", Wish.NOT_HIGHER),)
    low = [CheckedGoal(Goal("tie_rate", 0.3, None), figure, Standing.MISSED)]
    assert proposed_aims(HITMAKERS, "", low) == (Aim("tie_rate", Wish.HIGHER),)


def test_a_clause_that_says_no_aim_is_named() -> None:
    aims, wrong = read_sentence(HITMAKERS, "shorter, keep everything nice")
    assert (aims, [problem.value for problem in wrong]) == ((), ["keep everything nice"])


@pytest.mark.parametrize("name", [*games(), *PRESETS])
def test_every_sentence_about_every_measure_is_read_as_it_was_written(name: str | tuple[str, str]) -> None:
    game = game_named(name) if isinstance(name, str) else preset_game(*name)
    sizes = [(wish, {"by": by, "percent": by is not None}) for wish, by in product(Wish, (None, 0.1))]
    sizes += [(wish, {"by": 0.5}) for wish in Wish]
    sizes += [(Wish.NOT_HIGHER, {"bound": 0.5}), (Wish.NOT_LOWER, {"bound": 0.25})]
    rates = {Goal(measure).counted(game): measure for measure in aim_measures(game)}
    wrong = [
        (sentence, aim)
        for measure in rates.values()
        for wish, size in sizes
        for aim in [Aim(measure, wish, **size)]
        if read_sentence(game, sentence := aims_sentence(game, [aim])) != ((aim,), [])
    ]
    assert wrong == []
