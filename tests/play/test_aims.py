"""Aims: what a change is held against its parent for, as an independent reckoning has it."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from tests.support.families import PRESETS, preset_game
from tests.support.scenarios import scenario
from workbench.engine.registry import game_named, games
from workbench.play.aims import CheckedAim, check_aims, goals_of_aims
from workbench.play.batches import simulate
from workbench.play.comparisons import compare
from workbench.play.goals import AimStanding, goal_measure
from workbench.play.outcome import Outcome
from workbench.report.text.scenarios import aim_in_words
from workbench.scenario import Aim, Goal
from workbench.scenario.goals import Wish, aim_measures, read_aims
from workbench.stats import Verdict

PLAYS = 2_000


@pytest.fixture(scope="module")
def old() -> Outcome:
    return simulate(scenario(PLAYS, revision="old", hand_size=7))


@pytest.fixture(scope="module")
def new(old: Outcome) -> Outcome:
    return simulate(scenario(PLAYS, revision="new", hand_size=5))


def checked(old: Outcome, new: Outcome, *aims: Aim) -> tuple[CheckedAim, ...]:
    with_aims = replace(new, scenario=replace(new.scenario, parent="old", aims=aims))
    return check_aims(compare(old, with_aims))


def test_an_aim_stands_as_the_interval_of_the_change_says(old: Outcome, new: Outcome) -> None:
    before, after = (outcome.results["decisions"].astype(float) for outcome in (old, new))
    moved = after.mean() - before.mean()
    assert moved < -1
    half = 1.96 * (after - before).std(ddof=1) / np.sqrt(PLAYS)
    for by, standing in ((-moved - 3 * half, "reached"), (-moved, "undecided"), (-moved + 3 * half, "missed")):
        (aim,) = checked(old, new, Aim("decisions", Wish.LOWER, by))
        assert (aim.standing, aim.is_on_its_way) == (standing, True)
        assert aim.contrast.difference.mean == pytest.approx(moved)
        (opposite,) = checked(old, new, Aim("decisions", Wish.HIGHER, by))
        assert (opposite.standing, opposite.is_on_its_way) == ("missed", False)
        (guard,) = checked(old, new, Aim("decisions", Wish.NOT_LOWER, by))
        assert guard.standing == {"reached": "missed", "missed": "reached"}.get(standing, standing)


def test_a_percentage_is_of_the_parents_figure_whose_doubt_counts_too(old: Outcome, new: Outcome) -> None:
    before, after = (outcome.results["decisions"].astype(float) for outcome in (old, new))
    share = 1 - after.mean() / before.mean()
    (absolute,) = checked(old, new, Aim("decisions", Wish.LOWER, share * before.mean()))
    (relative,) = checked(old, new, Aim("decisions", Wish.LOWER, share, percent=True))
    assert relative.least == pytest.approx(absolute.least) == pytest.approx(before.mean() - after.mean())
    widths = [aim.room.high - aim.room.low for aim in (absolute, relative)]
    exact = 2 * 1.96 * (after - (1 - share) * before).std(ddof=1) / np.sqrt(PLAYS)
    assert exact <= widths[1] < widths[0] + share * 4 * 1.97 * before.std() / np.sqrt(PLAYS)


def test_a_guardrail_with_a_bound_is_about_the_figure_itself(old: Outcome, new: Outcome) -> None:
    ties = float(new.results["tie"].mean())
    for bound, standing in ((ties + 0.05, "reached"), (ties, "undecided"), (max(0.0, ties - 0.03), "missed")):
        (aim,) = checked(old, new, Aim("tie_rate", Wish.NOT_HIGHER, bound=bound))
        assert aim.standing == standing


def test_an_aim_does_not_loosen_a_goal_of_none_at_all(old: Outcome) -> None:
    revision = replace(old.scenario, goals=(Goal("tie_rate", high=0.0),), aims=(Aim("tie_rate", Wish.LOWER),))
    assert goals_of_aims(old, revision) == revision.goals


def test_several_aims_share_the_risk_and_too_few_plays_decide_none(old: Outcome, new: Outcome) -> None:
    (alone,) = checked(old, new, Aim("decisions", Wish.LOWER))
    first, _ = checked(old, new, Aim("decisions", Wish.LOWER), Aim("tie_rate", Wish.NOT_HIGHER))
    assert first.room.low < alone.room.low < alone.room.high < first.room.high
    few = checked(old.first(99), new.first(99), Aim("decisions", Wish.LOWER))
    assert few[0].standing is AimStanding.UNDECIDED
    assert few[0].ahead and few[0].ahead.even >= 1


def test_only_the_parent_answers_an_aim(old: Outcome, new: Outcome) -> None:
    with_aims = replace(new, scenario=replace(new.scenario, parent="else", aims=(Aim("decisions", Wish.LOWER),)))
    against = compare(old, with_aims)
    assert check_aims(against) == ()
    assert against.contrasts["decisions"].verdict is Verdict.LOWER, "nor is it better by one"


def test_tables_of_two_sizes_answer_aims_of_fairness_too(old: Outcome) -> None:
    four = simulate(scenario(PLAYS, revision="new", players=4, hand_size=6))
    aims = [Aim(name, Wish.LOWER) for name in aim_measures(four.scenario.game)]
    answers = checked(old, four, *aims)
    assert [aim.aim.measure for aim in answers] == [aim.measure for aim in aims]
    spread = next(aim for aim in answers if aim.aim.measure == "seat_win_rate_spread")
    assert spread.contrast.difference.low < spread.contrast.difference.high


@pytest.mark.parametrize("name", [*games(), *PRESETS])
def test_every_measure_of_every_game_is_read_written_and_worded(name: str | tuple[str, str]) -> None:
    game = game_named(name) if isinstance(name, str) else preset_game(*name)
    wishes = [Aim("", wish, by, percent) for wish, (by, percent) in product(Wish, ((None, False), (0.1, True)))]
    for measure in aim_measures(game):
        for wish in (*wishes, Aim("", Wish.NOT_HIGHER, bound=0.5), Aim("", Wish.NOT_LOWER, bound=0.5)):
            aim = replace(wish, measure=measure)
            assert read_aims(game, {measure: aim.written}, "parent", ()) == ((aim,), [])
            assert goal_measure(game, measure).label[1:] in aim_in_words(game, aim)
