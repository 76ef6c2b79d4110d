"""One bot alone among others: shares, intervals, and batches that are played once only."""

from dataclasses import replace

import numpy as np
import pytest

from tests.support.kit import EXAMPLES
from tests.support.scenarios import scenario
from workbench.engine.problems import BadInput
from workbench.play.batches import simulate
from workbench.play.figures import figures
from workbench.play.options import Keep, RunOptions, Stopped
from workbench.stats import Estimate, Verdict
from workbench.stats.evidence import Forecast
from workbench.store.runs import get_run, runs
from workbench.studies.contest import (
    Contest,
    Pairing,
    StudyRunner,
    batches_of,
    check_winnable,
    contest,
    doubts,
    shifted,
    verdicts,
)
from workbench.studies.progress import ignore_progress
from workbench.studies.workload import Length

PLAYS = 60
ONE_DEAL = {"score_target": 0}


def played(pairings, options=None, follow=ignore_progress, **rules):
    """The contests of one course."""
    table = scenario(**{**ONE_DEAL, **rules})
    steps = [(pairing, batches_of(table, pairing, Length(45, 9))) for pairing in pairings]
    course = StudyRunner(
        [batch for _, batches in steps for batch in batches], options or RunOptions(), follow, "a test"
    )
    return [contest(course, *step) for step in steps]


def decided(*winners):
    """A contest of two players from who won, by the seat of the lone bot."""
    return Contest("one", "field", np.array(winners, dtype=np.uint16))


def gain(mean, low, high, n=1_000):
    return Estimate(mean, 0.3, low, high, n)


# What a contest says


def test_the_share_is_the_mean_over_seats_then_over_plays():
    contest = decided([0b01, 0b10, 0b11, 0b01], [0b01, 0b10, 0b10, 0b11])
    assert contest.shares.tolist() == [0.5, 0.5, 0.75, 0.75]
    assert contest.by_seat == (0.625, 0.625)
    assert contest.estimate.mean == 0.625
    assert contest.gain.mean == pytest.approx(0.125)
    assert contest.gain.high - contest.gain.low == pytest.approx(contest.estimate.high - contest.estimate.low)
    assert (contest.players, contest.plays, contest.even) == (2, 4, 0.5)


def test_a_bot_that_never_fares_differently_is_exactly_even():
    contest = decided([0b01] * 50, [0b01] * 50)
    assert contest.never_differs
    assert contest.gain.mean == 0
    assert (contest.gain.low, contest.gain.high) == pytest.approx((-3.69 / 50 / 2, 3.69 / 50 / 2), rel=0.05)
    assert contest.p_value == 1
    assert not decided([0b01] * 50, [0b10] * 50).never_differs


def test_turning_an_estimate_round_turns_its_interval_round():
    assert shifted(Estimate(0.2, 1.0, 0.1, 0.4, 9), 0.5, -2.0) == Estimate(
        pytest.approx(0.1), 2.0, pytest.approx(-0.3), pytest.approx(0.3), 9
    )


@pytest.mark.parametrize(
    ("contest", "verdict"),
    [
        (gain(0.03, 0.012, 0.05), Verdict.HIGHER),
        (gain(-0.03, -0.05, -0.012), Verdict.LOWER),
        (gain(0.03, 0.008, 0.05), Verdict.UNDECIDED),  # above 0, perhaps by less than a point
        (gain(-0.005, -0.008, -0.002), Verdict.SAME),  # a harm below a point is none
        (gain(0.003, -0.02, 0.03), Verdict.UNDECIDED),
        (gain(0.3, 0.2, 0.4, n=99), Verdict.UNDECIDED),
        (Estimate(0.0, 0.0, -0.005, 0.005, 100), Verdict.SAME),
        (Estimate(0.0, 0.0, -0.005, 0.005, 99), Verdict.UNDECIDED),
        (Estimate(0.0, 0.0, 0.0, 0.0, 100), Verdict.UNDECIDED),  # nothing has happened yet
    ],
)
def test_a_verdict_needs_an_interval_beyond_a_point_and_plays(contest, verdict):
    assert verdicts([contest]) == [verdict]


def test_verdicts_hold_among_all_contests_together():
    beyond, open_ = gain(0.03, 0.012, 0.05), gain(0.003, -0.02, 0.03)
    assert verdicts([beyond] * 2) == [Verdict.UNDECIDED] * 2
    assert verdicts([beyond]) == [Verdict.HIGHER]
    assert verdicts([gain(0.06, 0.035, 0.085), beyond]) == [Verdict.HIGHER] * 2
    assert verdicts([beyond, open_])[0] is Verdict.UNDECIDED


def test_what_is_decided_leaves_no_doubt():
    assert doubts([gain(0.04, 0.02, 0.06), gain(0.003, 0.001, 0.005)]) == [None, None]


def test_few_plays_are_the_reason_before_all_others():
    (doubt,) = doubts([gain(0.3, 0.2, 0.4, n=40)])
    assert (doubt.few, doubt.alone, doubt.among, doubt.further) == (True, False, 1, Forecast(60, 60))
    (idle,) = doubts([Estimate(0.0, 0.0, 0.0, 0.0, 99)])
    assert (idle.few, idle.further.even) == (True, 10)


def test_a_gain_that_only_the_others_put_in_doubt_says_among_how_many():
    doubted = doubts([gain(0.03, 0.012, 0.05), *[gain(0.02, -0.01, 0.05)] * 2])
    assert [(doubt.few, doubt.alone, doubt.among) for doubt in doubted] == [(False, True, 3), *[(False, False, 3)] * 2]


def test_a_gain_that_is_clear_of_even_but_not_of_a_point_says_so():
    (doubt,) = doubts([gain(0.03, 0.005, 0.055)])
    assert doubt.small and not doubt.alone


def test_further_plays_are_a_range_with_a_chance_or_none_at_the_margin():
    (doubt,) = doubts([gain(0.05, 0.002, 0.098)])
    assert doubt.further.even < doubt.further.likely
    stricter = doubts([gain(0.05, 0.002, 0.098)] * 5)[0]
    assert stricter.further.likely > doubt.further.likely
    (never,) = doubts([Estimate(0.01, 0.3, -0.02, 0.04, 1_000)])
    assert never.further is None
    skewed = [Estimate(0.0, 0.1, -0.008, 0.004, 300), *[Estimate(0.01, 0.3, -0.02, 0.04, 300)] * 17]
    assert doubts(skewed)[0].further.even > 50, "undecided after 300 plays, and 3 more were said to do"


def test_where_all_win_together_even_is_what_the_other_bot_wins_on_the_same_shuffles():
    won = Contest("one", "field", np.array([[3, 3, 0, 3], [3, 0, 0, 0]], dtype=np.uint16), (), 2)
    assert (won.players, won.plays, won.by_seat) == (2, 4, ())
    assert (won.shares.tolist(), won.gains.tolist()) == ([1, 1, 0, 1], [0, 1, 0, 1])
    assert (won.estimate.mean, won.even) == (0.75, 0.25)
    assert won.gain.mean == pytest.approx(0.5) and -1 < won.gain.low < won.gain.high < 1
    same = Contest("one", "field", np.array([[3, 0] * 50] * 2, dtype=np.uint16), (), 2)
    assert same.never_differs and same.p_value == 1 and same.gain.mean == 0 < same.gain.high < 0.05
    assert same.estimate.mean == 0.5 and same.estimate.low < 0.42


def test_bots_of_a_game_that_all_win_or_lose_play_all_seats(store):
    table = scenario(game=EXAMPLES["four_piles"])
    assert not check_winnable(table) and not check_winnable(replace(table, bots=("greedy",)))
    batches = batches_of(table, Pairing("small_steps", "random", PLAYS), Length(50, 50))
    runner = StudyRunner(batches, RunOptions(store), ignore_progress, "a test")
    won = contest(runner, Pairing("small_steps", "random", PLAYS), batches)
    assert [get_run(store, run).bots for run in won.runs] == [("small_steps",) * 2, ("random",) * 2]
    assert won.together == 2 and won.estimate.mean > 0.3 > 0.1 > won.even
    both = [simulate(replace(table, bots=(bot,) * 2, plays=PLAYS)) for bot in ("small_steps", "random")]
    assert [figures(one.tallies)["won"].estimate.mean for one in both] == [won.estimate.mean, won.even]


def test_a_table_of_one_is_refused_with_what_plays_it():
    with pytest.raises(BadInput, match=r"at least 2.*cannot lose here.*; simulate and compare"):
        check_winnable(replace(scenario(), bots=("greedy",)))


# Playing them


def test_identical_bots_win_exactly_their_share_over_the_seats():
    (contest,) = played([Pairing("greedy~poach~poach", "greedy~poach", PLAYS)])
    assert contest.never_differs
    assert sum(contest.by_seat) == pytest.approx(1, abs=1e-6)
    assert len(set(contest.by_seat)) > 1


def test_every_seat_is_the_batch_that_simulate_plays():
    (contest,) = played([Pairing("random", "greedy", PLAYS)])
    for seat, share in enumerate(contest.by_seat):
        bots = ["greedy"] * 3
        bots[seat] = "random"
        whole = simulate(scenario(PLAYS, tuple(bots), **ONE_DEAL))
        assert share == pytest.approx(figures(whole.tallies)[f"win_rate_seat_{seat}"].estimate.mean)
    assert contest.estimate.high < 1 / 3


def test_with_two_players_each_batch_belongs_to_two_contests(store):
    one, other = played(
        [Pairing("random", "greedy", PLAYS), Pairing("greedy", "random", PLAYS)], RunOptions(store), players=2
    )
    assert len(runs(store)) == 2
    assert set(one.runs) == set(other.runs)
    assert one.estimate.mean + other.estimate.mean == pytest.approx(1)


def test_runs_say_which_study_they_were_played_for(store):
    (contest,) = played([Pairing("random", "greedy", PLAYS)], RunOptions(store))
    assert [get_run(store, run).extra for run in contest.runs] == [{"study": "a test"}] * 3
    assert [get_run(store, run).bots.index("random") for run in contest.runs] == [0, 1, 2]


def test_what_is_stored_is_not_played_again(store):
    pairing = Pairing("random", "greedy", PLAYS)
    (first,) = played([pairing], RunOptions(store))
    seen = []
    (again,) = played([pairing], RunOptions(store), seen.append)
    assert again.winners.tolist() == first.winners.tolist()
    assert again.runs == first.runs
    assert len(runs(store)) == 3
    assert (seen[0].share, seen[0].done, seen[0].elapsed_s) == (1, 3 * PLAYS, 0)
    (other,) = played([Pairing("random", "greedy", PLAYS + 1)], RunOptions(store))
    assert other.winners[:, :PLAYS].tolist() == first.winners.tolist()
    assert len(runs(store)) == 6


def test_a_stopped_study_goes_on_where_it_stopped(store):
    pairings = [Pairing("random", "greedy", PLAYS), Pairing("greedy", "random", PLAYS)]
    whole = played(pairings)
    options = RunOptions(store)

    def stop_in_the_fifth(advance):
        if advance.batch == 5:
            options.stop.set()

    with pytest.raises(Stopped, match=r"stopped; 5 of 6 batches are kept whole"):
        played(pairings, options, stop_in_the_fifth)
    assert {run.status.value for run in runs(store)} == {"done", "cancelled"}
    contests = played(pairings, RunOptions(store))
    assert [contest.winners.tolist() for contest in contests] == [contest.winners.tolist() for contest in whole]
    assert {run.status.value for run in runs(store)} == {"done"}
    assert len(runs(store)) == 6


def test_a_stopped_study_that_is_not_stored_says_so():
    options = RunOptions()
    options.stop.set()
    with pytest.raises(Stopped, match="nothing was stored"):
        played([Pairing("random", "greedy", PLAYS)], options)


def test_progress_rises_to_the_end_and_counts_search_as_dear():
    seen = []
    pairings = [Pairing("random", "greedy", 40), Pairing("ismcts:9", "greedy", 10)]
    contests = played(pairings, follow=seen.append)
    shares = [look.share for look in seen]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert [look.batch for look in seen] == sorted(look.batch for look in seen)
    assert {look.batches for look in seen} == {6}
    assert (seen[-1].done, seen[-1].plays, seen[-1].left_s) == (150, 150, 0)
    assert list(seen[-1].partial) == contests
    after_first = next(look for look in seen if len(look.partial) == 1)
    assert after_first.done == 120
    assert after_first.share < 0.7
    assert after_first.left_s > 0
    assert seen[0].title == "random among greedy, seat 1 of 3"


def test_contests_are_the_same_where_no_rows_are_kept(store):
    expected = played([Pairing("greedy", "random", PLAYS)])[0].winners
    for _ in range(2):  # played, then stored
        contest = played([Pairing("greedy", "random", PLAYS)], RunOptions(store=store, keep=Keep.TALLIES))[0]
        assert contest.winners.tolist() == expected.tolist()
    assert len(runs(store)) == 3 and not any(run.has_rows for run in runs(store))
