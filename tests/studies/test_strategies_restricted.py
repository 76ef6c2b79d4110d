"""Restricted play: kinds of action that matter, that do not, and that cannot be left out."""

from unittest.mock import Mock

import pytest

from tests.support.halves import mechanisms
from tests.support.scenarios import scenario
from workbench.engine import batch as batches
from workbench.play.options import RunOptions
from workbench.stats import Estimate
from workbench.studies.strategies.measure import Worth, census
from workbench.studies.strategies.question import MechanismsPlan
from workbench.studies.workload import Length

TABLE = scenario(score_target=0)
PLAYS = 300


@pytest.fixture(scope="module")
def restricted():
    return mechanisms(TABLE, MechanismsPlan("greedy", PLAYS), RunOptions())


def of(restricted, name):
    return next(kind for kind in restricted.kinds if kind.kind == name)


def test_every_kind_of_action_is_there_in_the_games_order(restricted):
    assert [kind.kind for kind in restricted.kinds] == [kind.name.lower() for kind in TABLE.game.action_kinds]


def test_what_a_seat_loses_is_even_minus_its_share(restricted):
    scout = of(restricted, "scout")
    assert scout.contest.one == "greedy~scout"
    assert scout.contest.plays == PLAYS
    assert scout.value.mean == pytest.approx(1 / 3 - scout.contest.estimate.mean)
    assert scout.value.low == pytest.approx(1 / 3 - scout.contest.estimate.high)


def test_scouting_is_worth_having(restricted):
    assert of(restricted, "scout").standing is Worth.WORTH
    assert of(restricted, "scout").value.low > 0.03


def test_a_discard_cannot_be_left_out(restricted):
    """After a draw there is nothing else to do."""
    discard = of(restricted, "discard")
    assert (discard.standing, discard.contest) == (Worth.FORCED, None)
    assert discard.value == Estimate(0.0, 0.0, 0.0, 0.0, discard.usage.plays)
    assert discard.usage.offered == 0 < discard.usage.forced


def test_what_the_rules_do_not_know_is_never_possible(restricted):
    """`present` is a choice where the emcee chooses, and these rules go by the row."""
    assert of(restricted, "present").standing is Worth.ABSENT
    assert of(restricted, "present").usage.forced == 0
    chooses = census(scenario(score_target=0, presentation="emcee_chooses"), "greedy", RunOptions(), Length(45, 9))
    assert chooses["present"].forced + chooses["present"].offered > 0


def test_what_a_bot_leaves_out_anyway_is_not_open_to_it(restricted):
    """Nor is what can only follow; and what is left then is forced: to a bot that never scouts, to decline."""
    careful = mechanisms(TABLE, MechanismsPlan("greedy~scout", 20), RunOptions())
    for kind in ("scout", "poach"):
        assert (of(careful, kind).standing, of(careful, kind).contest) == (Worth.ABSENT, None)
    assert of(careful, "decline").standing is Worth.FORCED
    assert of(restricted, "poach").usage.offered > 0
    drawn = of(careful, "draw_discard")
    assert (drawn.contest.one, drawn.contest.field) == ("greedy~scout~draw_discard", "greedy~scout")


def test_a_kind_that_a_bot_never_chooses_costs_nothing():
    cautious = mechanisms(TABLE, MechanismsPlan("cautious", 20), RunOptions())
    scout = of(cautious, "scout")
    assert (scout.standing, scout.usage.chosen) == (Worth.UNUSED, 0)
    assert scout.usage.offered > 0
    assert scout.value.mean == 0 and scout.value.low < 0 < scout.value.high, "it may yet matter where it is chosen"


def test_a_mechanism_has_a_value_to_search_too():
    """One deal, few iterations: scouting is worth having to a bot that searches, as to one that does not."""
    value = of(mechanisms(TABLE, MechanismsPlan("ismcts:10", 240), RunOptions()), "scout")
    assert (value.contest.one, value.contest.field) == ("ismcts:10~scout", "ismcts:10")
    assert value.standing is Worth.WORTH and value.value.low > 0


def test_a_mechanism_that_decides_nothing_is_not_called_so_after_few_plays():
    few = mechanisms(TABLE, MechanismsPlan("greedy", 20), RunOptions())
    assert of(few, "decline").standing is Worth.UNDECIDED
    assert of(few, "decline").doubt.few
    assert of(few, "decline").doubt.further is None or of(few, "decline").doubt.further.even >= 80
    for kind in few.kinds:
        assert (kind.doubt is not None) == (kind.standing is Worth.UNDECIDED)


@pytest.mark.parametrize("bot", ["random", "greedy", "cautious"])
def test_the_census_counts_every_decision(bot):
    usages = census(TABLE, bot, RunOptions(), Length(45, 9))
    assert {usage.plays for usage in usages.values()} == {1_000}
    # every draw is followed by a discard, a pass by none
    draws = usages["draw_stock"].chosen + usages["draw_discard"].chosen
    assert draws == pytest.approx(usages["discard"].forced)
    assert usages["draw_stock"].offered == pytest.approx(draws + usages["pass"].chosen)
    if bot == "cautious":
        assert usages["scout"].chosen == 0


def test_search_is_counted_in_fewer_plays():
    usages = census(TABLE, "ismcts:5", RunOptions(), Length(45_000, 9))
    assert {usage.plays for usage in usages.values()} == {20}
    assert usages["scout"].chosen > 0


def test_random_bots_are_counted_with_the_kernel_of_the_seats_that_count(monkeypatch):
    """Not with that of random bots, which would be compiled once more for them."""
    played = Mock(is_warm=True)
    monkeypatch.setattr(batches, "kernel_of", Mock(return_value=played))
    census(TABLE, "random", RunOptions(), Length(45, 9))
    assert batches.kernel_of.call_args.args[2] == played.call_args.args[0].dtype
