"""The search for a simple strategy: it finds planted weaknesses, confirms them on fresh shuffles, and races fairly."""

from pathlib import Path

import pytest

from tests.support.kit import EXAMPLES
from tests.support.scenarios import scenario
from tests.support.strangers import no_thanks
from workbench.bots import strength
from workbench.bots.spec import Restriction, bot_problems, parts_of
from workbench.play.options import RunOptions
from workbench.scenario import Scenario
from workbench.stats import Verdict
from workbench.store import Store
from workbench.studies import simple_strategy
from workbench.studies.contest import StudyRunner
from workbench.studies.progress import ignore_progress
from workbench.studies.simple_strategy import (
    BestMixture,
    Opponents,
    Sample,
    SimpleStrategy,
    best_mixture,
    hold_against,
    steps_of,
    stored_winner,
)
from workbench.studies.workload import Length

PIG, SHORT = scenario(game=EXAMPLES["pig"]), scenario(score_target=0)
BLUNDERER = "hold_at_20~hold:turn=..60"
"""It holds only with more than 60."""


def searched(table: Scenario, opponents: Opponents, length: Length) -> SimpleStrategy:
    """The best mixture, held against its opponents."""
    winner = best_mixture(table, opponents, RunOptions(), length, ignore_progress)
    steps = steps_of(table, opponents, winner.bot, length)
    batches = [batch for _, of_step in steps for batch in of_step]
    return hold_against(StudyRunner(batches, RunOptions(), ignore_progress, "a test"), opponents, winner, steps)


def test_it_beats_bots_with_a_planted_blunder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simple_strategy, "RACE_WORK", 1_000_000)
    simple = searched(PIG, Opponents(BLUNDERER, "random", 300), Length(60.0, 60.0))
    assert simple.beats_quick and simple.beats_thinkers and simple.among_quick
    assert simple.among_quick.contest.estimate.low > 0.7
    assert simple.among_quick.contest.one == simple.bot and not bot_problems(PIG.game, [simple.bot], 1)
    assert simple.tried > 20


def test_it_holds_where_random_bots_roll_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the author's style to begin from, what is left is to hold from some number on."""
    monkeypatch.setattr(simple_strategy, "RACE_WORK", 150_000)
    monkeypatch.setattr(simple_strategy, "default_bots", lambda game: ("random",))
    best = best_mixture(PIG, Opponents("random", "random", 300), RunOptions(), Length(60.0, 9.0), ignore_progress)
    name, restrictions = parts_of(best.bot)
    by_turn = [one for one in restrictions if one.quantity == "turn"]
    assert name == "random" and by_turn, best
    assert {one.kind for one in by_turn} <= {"hold", "roll"}


@pytest.mark.thorough
def test_it_beats_searching_bots_where_a_style_of_five_lines_does() -> None:
    simple = searched(scenario(game=no_thanks.GAME), Opponents("careful", "ismcts:200"), Length(60.0, 60.0))
    assert simple.beats_thinkers and simple.beats_quick
    assert "take" in simple.bot


def test_what_the_rules_force_is_no_strategy() -> None:
    sample = Sample.of(SHORT, "greedy", 3)
    assert "scout" in sample.values and "discard" not in sample.values
    mixtures = sample.mixtures(300, 1)
    assert len(mixtures) == len(set(mixtures)) == 300 and mixtures[0] == "random"
    assert not [name for name in mixtures if bot_problems(SHORT.game, [name], 1)]
    near = sample.near(["greedy~scout:own_hand=..2", "greedy~draw_stock"], 20)
    assert "greedy~scout:own_hand=..2~draw_stock" in near
    assert {one.quantity for name in near for one in parts_of(name)[1]} == {"own_hand", ""}


def test_bots_that_are_their_own_best_answer_are_not_held_against_themselves() -> None:
    steps = steps_of(SHORT, Opponents("greedy", "ismcts:2", 2), "greedy", Length(45.0, 9.0))
    assert [(pairing.one, pairing.field) for pairing, _ in steps] == [("greedy", "ismcts:2")]
    played = hold_against(
        StudyRunner([batch for _, of_step in steps for batch in of_step], RunOptions(), ignore_progress, "a test"),
        Opponents("greedy", "ismcts:2", 2),
        BestMixture("greedy", 9),
        steps,
    )
    assert played.among_quick is None and not played.beats_quick and not played.is_undecided
    assert played.among_thinkers.verdict is Verdict.UNDECIDED  # of so few plays


def test_a_search_is_made_once_for_bots_and_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "file_of", lambda game: tmp_path / f"{game}.json")
    opponents, options = Opponents("greedy", "ismcts:2", 2), RunOptions(Store(tmp_path / "store.duckdb"))
    first = best_mixture(SHORT, opponents, options, Length(45.0, 9.0), ignore_progress)
    monkeypatch.delattr(simple_strategy, "MixtureRace")
    assert best_mixture(SHORT, opponents, options, Length(45.0, 9.0), ignore_progress) == first
    assert stored_winner(SHORT, opponents) == first and stored_winner(PIG, opponents) is None
    assert stored_winner(SHORT, Opponents("random", "ismcts:2", 2)) is None


@pytest.mark.parametrize(
    ("restriction", "spec"),
    [
        (Restriction("~", "scout"), "~scout"),
        (Restriction("+", "scout", "own_hand", low=3), "+scout:own_hand=3.."),
        (Restriction("@", "scout", "lead", high=-1), "@scout:lead=..-1"),
        (Restriction("~", "scout", "lead", -5, 5), "~scout:lead=-5..5"),
    ],
)
def test_a_restriction_is_read_as_it_is_written(restriction: Restriction, spec: str) -> None:
    assert restriction.spec == spec and parts_of(f"greedy{spec}") == ("greedy", [restriction])
