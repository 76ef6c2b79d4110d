"""A comparison says what an independent reckoning says, and no more than the plays allow."""

import math
from dataclasses import replace
from statistics import correlation, mean, stdev

import numpy as np
import pytest
import scipy

from tests.support.naive_figures import naive_figures
from tests.support.scenarios import scenario
from workbench.engine.measures import SPREAD, TIE, WIN_RATE, Measure
from workbench.engine.problems import FEWEST_PLAYS, BadInput
from workbench.play import comparisons as comparing
from workbench.play.batches import simulate
from workbench.play.comparisons import compare
from workbench.play.figures import figure_sums, figures
from workbench.play.goals import Standing, check_goals, overall_standing, standing
from workbench.report.summary import summarise_batch
from workbench.scenario import Goal
from workbench.stats import Estimate, PairedDifference, Verdict
from workbench.stats.evidence import RISK

PLAYS = 3_000
MEASURE = Measure("x", "Something that is counted.", 1.0, "u2")


@pytest.fixture(scope="module")
def old():
    return simulate(scenario(PLAYS, revision="old", broad_appeal="lowest_rank"))


@pytest.fixture(scope="module")
def new():
    return simulate(scenario(PLAYS, revision="new"))


@pytest.fixture(scope="module")
def broad_appeal(old, new):
    return compare(old, new)


def test_paired_differences_agree_with_a_plain_reckoning(old, new, broad_appeal):
    ours = [int(row["broad_appeal"][:3].sum()) / 3 for row in old.results]
    theirs = [int(row["broad_appeal"][:3].sum()) / 3 for row in new.results]
    gaps = [b - a for a, b in zip(ours, theirs, strict=True)]
    reach, jump = scipy.stats.t.ppf(0.975, PLAYS - 1), max(abs(gap - mean(gaps)) for gap in gaps)
    half = reach * math.sqrt(stdev(gaps) ** 2 / PLAYS + (reach * jump / PLAYS) ** 2)
    difference = broad_appeal.contrasts["broad_appeal"].difference
    assert (difference.base, difference.other) == pytest.approx((mean(ours), mean(theirs)))
    assert (difference.low, difference.high) == pytest.approx((mean(gaps) - half, mean(gaps) + half))
    assert difference.correlation == pytest.approx(correlation(ours, theirs))
    assert difference.variance_ratio == pytest.approx(stdev(gaps) ** 2 / (stdev(ours) ** 2 + stdev(theirs) ** 2))


def test_the_changed_rules_are_named(broad_appeal):
    assert broad_appeal.changed == {"broad_appeal": ["lowest_rank", "largest_difference"]}


def test_broad_appeal_pays_less_since_it_can_be_tied(broad_appeal):
    """The lowest rank of a suit has one holder; a difference may be shared, and then nobody scores."""
    assert broad_appeal.contrasts["broad_appeal"].verdict == "lower"


def test_a_goal_gives_the_verdict_its_direction(old, new):
    with_goal = replace(new, scenario=replace(new.scenario, goals=(Goal("broad_appeal", None, 5.0),)))
    assert compare(old, with_goal).contrasts["broad_appeal"].verdict == "better"
    by_seat = replace(new, scenario=replace(new.scenario, goals=(Goal("deal_points", 3.0, None),)))
    assert compare(old, by_seat).contrasts["deal_points_seat_0"].verdict == "worse"
    unwanted = replace(new, scenario=replace(new.scenario, goals=(Goal("broad_appeal", 5.0, None),)))
    assert compare(old, unwanted).contrasts["broad_appeal"].verdict == "worse"


def test_swapped_sides_give_the_opposite(old, new, broad_appeal):
    swapped = compare(new, old)
    for name, contrast in broad_appeal.contrasts.items():
        assert swapped.contrasts[name].difference.mean == pytest.approx(-contrast.difference.mean)


def test_a_revision_against_itself_is_the_same_everywhere(new):
    assert {contrast.verdict for contrast in compare(new, new).contrasts.values()} == {"same"}


def test_a_few_plays_decide_nothing_and_ask_for_more():
    few = simulate(scenario(50))
    contrasts = compare(few, few).contrasts.values()
    assert {contrast.verdict for contrast in contrasts} == {"undecided"}
    assert all(contrast.plays_to_decide is None or contrast.plays_to_decide >= 50 for contrast in contrasts)


def test_one_play_lacks_all_the_others():
    one = simulate(scenario(1))
    assert {contrast.plays_to_decide for contrast in compare(one, one).contrasts.values()} == {99}


def test_decided_measures_lack_no_plays_and_others_do(broad_appeal):
    for contrast in broad_appeal.contrasts.values():
        assert (contrast.plays_to_decide == 0) == (contrast.verdict != "undecided")


def test_what_only_holm_holds_back_says_how_many_plays_it_takes():
    """Clear of the margin by itself, and not among so many."""
    half_open = PairedDifference(2.0, 9.2, 1.1, 2.9, 400, 10, 12, 0.5, 0.5)
    contrast = comparing.Contrast("x", MEASURE, half_open)
    held_back = comparing._judged(contrast, 0.09, {})
    assert (held_back.verdict, held_back.alone) == (Verdict.UNDECIDED, Verdict.HIGHER)
    ahead = comparing.looking_ahead(held_back, 2.6, 800).ahead
    assert 2 * FEWEST_PLAYS < ahead.even < ahead.likely
    assert comparing._judged(contrast, RISK / 2, {}).verdict is Verdict.HIGHER


def test_same_is_held_back_by_the_other_measures_too():
    within = PairedDifference(0.0, 9.7, -0.95, 0.95, 400, 10, 10, 0.5, 0.5)
    contrast = comparing.Contrast("x", MEASURE, within)
    assert comparing._judged(contrast, 0.09, {}).verdict is Verdict.UNDECIDED
    assert comparing._judged(contrast, 0.04, {}).verdict is Verdict.SAME


@pytest.mark.parametrize("plays", [2, 8, 99])
def test_no_verdict_before_100_pairs_also_while_a_batch_runs(new, plays):
    few = new.first(plays)
    for watched in (False, True):
        contrasts = compare(few, few, watched).contrasts.values()
        assert {contrast.verdict for contrast in contrasts} == {"undecided"}
        assert all(contrast.difference.low < contrast.difference.high for contrast in contrasts)
        ends = [(one.difference.low, one.difference.high) for one in contrasts if one.measure in (TIE, WIN_RATE)]
        assert ends and all(low >= -1 and high <= 1 for low, high in ends if watched), "nothing impossible"


def test_watched_verdicts_are_no_bolder_than_the_final_ones(old, new):
    final, watched = compare(old, new).contrasts, compare(old, new, watched=True).contrasts
    decided = {name for name, contrast in watched.items() if contrast.verdict != "undecided"}
    assert decided
    assert all(watched[name].verdict == final[name].verdict for name in decided)
    for name, early in watched.items():
        assert early.difference.low < final[name].difference.low < final[name].difference.high < early.difference.high


def test_measures_that_repeat_each_other_count_once(old, new):
    measures = list(comparing.paired_measures(old, new, comparing.pairs_between(old, new, None)))
    families = dict(zip((measure.contrast.name for measure in measures), comparing.families_of(measures), strict=True))
    assert families["poached"] == families["lost_to_poacher"]
    assert len(set(families.values())) == len(families) - 1
    assert comparing.adjust_p_values([0.03, 0.03, 0.02], [0, 0, 2]) == pytest.approx([0.04, 0.04, 0.04])


def test_plays_that_do_not_pair_are_refused_with_all_that_is_wrong(new):
    other = simulate(scenario(20, seed=2, revision="other"))
    with pytest.raises(BadInput) as raised:
        compare(new, other)
    assert str(raised.value).splitlines() == [
        "hitmakers/other: seed = 2: must be that of hitmakers/new, 1, or there are no pairs",
        "hitmakers/other: plays = 20: must be that of hitmakers/new, 3000, or there are no pairs",
    ]


def test_equal_shuffles_make_revisions_correlate(broad_appeal):
    deals = [c.difference.correlation for n, c in broad_appeal.contrasts.items() if n.startswith("deal_points")]
    assert min(deals) > 0.1


def test_tables_of_other_sizes_are_compared_without_their_seats(new):
    four = simulate(scenario(300, players=4, hand_size=6, production_rounds=5, extra_stars=1))
    contrasts = compare(new.first(300), four).contrasts
    assert "points" in contrasts
    assert not any("seat" in name for name in contrasts)


def test_every_named_figure_has_a_finite_estimate(new):
    by_name = figures(new.tallies)
    values = naive_figures(new.scenario.game, new.results, 3)
    for name, figure in by_name.items():
        estimate = figure.estimate
        assert estimate.low <= estimate.mean <= estimate.high
        assert estimate.mean == pytest.approx(float(np.nanmean(values[name])), abs=1e-6)


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        (Goal("x", None, 0.2), Standing.MET),
        (Goal("x", None, 0.15), Standing.UNDECIDED),
        (Goal("x", 0.3, None), Standing.MISSED),
        (Goal("x", 0.05, 0.25), Standing.MET),
        (Goal("x", 0.12, 0.17), Standing.UNDECIDED),
        (Goal("x", None, 0.05), Standing.MISSED),
    ],
)
def test_a_goal_is_met_only_by_the_whole_interval(goal, expected):
    assert standing(goal, Estimate(mean=0.15, sd=1.0, low=0.1, high=0.2, n=100)) is expected


def test_goals_are_checked_by_their_own_names():
    goals = (("tie_rate", None, 0.5), (SPREAD, None, 0.9), ("win_rate", 0.2, None), ("deal_points", 1.0, None))
    checks = check_goals(simulate(scenario(2_000, goals=goals)))
    expected = ["tie", SPREAD, "win_rate_seat_0", "win_rate_seat_1", "win_rate_seat_2"]
    assert [checked.figure.name for checked in checks] == [
        *expected,
        *(f"deal_points_seat_{seat}" for seat in range(3)),
    ]
    assert {checked.standing for checked in checks} == {Standing.MET}


def test_goals_are_checked_together_so_that_what_one_alone_would_be_called_is_open_among_many():
    played = simulate(scenario(2_000, goals=(("tie_rate", None, 0.5),)))
    alone = figures(played.tallies)["tie"].estimate
    among = figure_sums(played.tallies)["tie"].estimate(1 - RISK / 4)
    edge = (alone.low + among.low) / 2
    others = (("deals", 0.5, None), (SPREAD, None, 0.9), ("broad_appeal", 0.0, None))
    for goals, expected in (
        ((("tie_rate", None, edge),), Standing.MISSED),
        ((("tie_rate", None, edge), *others), Standing.UNDECIDED),
    ):
        revision = scenario(2_000, goals=goals)
        checks = check_goals(replace(played, scenario=revision))
        assert checks[0].standing is expected
        assert summarise_batch(replace(played, scenario=revision)).goals[0].standing is expected
    assert checks[0].figure.estimate.low == pytest.approx(among.low)
    assert overall_standing(checks) is Standing.UNDECIDED and len(checks) == 4
    watched = check_goals(replace(played, scenario=revision), watched=True)
    assert watched[0].figure == figure_sums(played.tallies)["tie"].figure(1 - RISK / 4, watched=True)
