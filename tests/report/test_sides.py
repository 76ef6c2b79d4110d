"""A game with teams is told by side, and by seat within the side: by hand, on plays that were never played."""

import csv
import json
from dataclasses import replace
from io import StringIO

import numpy as np
import pandas as pd
import pytest

from tests.support.comparisons import says, together_of
from tests.support.scenarios import scenario
from workbench.cli.document import print_report
from workbench.engine.measures import side_shares
from workbench.engine.registry import game_named
from workbench.play.comparisons import compare
from workbench.play.figures import figures
from workbench.play.outcome import Outcome
from workbench.report.batch_blocks import result_charts
from workbench.report.charts import sides as side_charts
from workbench.report.document import Table
from workbench.report.downloads import plays_csv
from workbench.report.json import outcome_json
from workbench.report.renderers.text import as_csv
from workbench.report.summary import summarise, summarise_batch, watched_summary
from workbench.report.template import report_of
from workbench.scenario import Goal
from workbench.stats import Estimate, Prominence, Verdict, agresti_coull
from workbench.studies.compare import STUDY as COMPARE
from workbench.studies.compare.columns import OTHER
from workbench.studies.compare.measure import CompareAnswer
from workbench.tallies.tallies import values_by_play

P, C, R = range(3)
"""Patriot, communist, rising star: the places of the sides' names."""
GAME = game_named("hollywood_1947")
PLAYS = [
    ((P, P, C), (0, 1), (2, 4, 1)),
    ((P, C, P), (1,), (3, 5, 3)),
    ((C, P, P), (1, 2), (0, 2, 2)),
    ((P, P, C), (2,), (4, 0, 6)),
]
"""Of each play: the side of each seat, who won, and how many cards each added."""


def outcome(plays=PLAYS, seats=3, revision="test", **rules) -> Outcome:
    results = np.zeros(len(plays), GAME.result)
    for row, (sides, winners, cards) in zip(results, plays, strict=True):
        row["side"][:seats], row["cards_added"][:seats] = sides, cards
        row["winners"] = sum(1 << seat for seat in winners)
    setup = scenario(len(plays), ("random",), game=GAME.name, revision=revision, players=seats, **rules)
    return Outcome(setup, results, "code", 1.0)


@pytest.fixture(scope="module")
def by_name():
    return figures(outcome().tallies)


def mean_of(by_name, name):
    return by_name[name].estimate.mean, by_name[name].estimate.n


def test_a_side_wins_as_often_as_anybody_on_it(by_name):
    assert mean_of(by_name, "win_rate_side_patriots") == (0.5, 4)
    assert mean_of(by_name, "win_rate_side_communists") == (0.5, 4)
    assert by_name["win_rate_side_patriots"].label == "Win rate, patriots"
    assert by_name["win_rate_side_patriots"].estimate == agresti_coull(2, 4)


def test_each_play_is_won_by_the_sides_of_its_winners():
    plays = outcome([*PLAYS, ((P, C, P), (0, 1), (0, 0, 0))])
    shares = side_shares(plays.results, GAME.sides, 3)
    assert shares[:, :2].tolist() == [[1, 0], [0, 1], [1, 0], [0, 1], [0.5, 0.5]]


def test_within_a_side_a_seat_counts_where_it_was_on_it(by_name):
    assert mean_of(by_name, "win_rate_side_patriots_seat_0") == (pytest.approx(1 / 3), 3)
    assert mean_of(by_name, "win_rate_side_patriots_seat_1") == (pytest.approx(2 / 3), 3)
    assert mean_of(by_name, "win_rate_side_communists_seat_0") == (0, 1)
    assert by_name["win_rate_side_communists_seat_2"].label == "Win rate, communists, seat 3"


def test_measures_of_a_side_are_means_over_its_seats(by_name):
    """Patriots added 2 and 4, 3 and 3, 2 and 2, 4 and 0 cards."""
    by_play = values_by_play(outcome().tallies.layout, outcome().results)
    assert by_play["cards_added_side_patriots"].tolist() == [3, 3, 2, 2]
    assert by_play["cards_added_side_communists"].tolist() == [1, 5, 0, 6]
    assert "side_side_patriots" not in by_name


def test_nobody_on_a_side_is_no_play_of_it(by_name):
    assert (
        np.isnan(mean_of(by_name, "win_rate_side_rising_stars")[0])
        and mean_of(by_name, "tokens_spent_side_rising_stars")[1] == 0
    )
    told = figures_told(outcome())
    assert not any("rising stars" in label for label in told)
    assert any("Win rate, patriots, seat 2" in label for label in told)


def test_a_win_of_two_sides_counts_half_for_each():
    of_plays = figures(outcome([((P, C), (0, 1), (1, 1))], seats=2).tallies)
    assert [mean_of(of_plays, f"win_rate_side_{side}")[0] for side in ("patriots", "communists")] == [0.5, 0.5]


def figures_told(played):
    """The labels of every figure that people are told of a batch."""
    [table] = [
        block
        for block in report_of("workbench.studies.simulate", "Results", summarise_batch(played)).blocks
        if isinstance(block, Table)
    ]
    return [row["Measure"] for row in table.rows]


def charts_of(*sides):
    return [block.name for pair in result_charts(sides) for column in pair.columns for block in column]


# Comparisons


def many(plays, times=100):
    return plays * times


def test_pairs_are_plays_with_the_seat_on_the_side_in_both():
    other = [PLAYS[0], ((C, P, P), (1,), (0, 0, 0)), PLAYS[2], ((P, P, C), (0,), (4, 0, 6))]
    contrasts = compare(outcome(many(PLAYS)), outcome(many(other), revision="other", tokens=5)).contrasts
    whole, seat = contrasts["win_rate_side_patriots"], contrasts["win_rate_side_patriots_seat_0"]
    assert (whole.difference.n, whole.difference.base, whole.difference.other) == (400, 0.5, 1.0)
    assert whole.verdict is Verdict.HIGHER and (whole.side, whole.seat) == ("patriots", None)
    assert (seat.difference.n, seat.difference.base, seat.difference.other) == (200, 0.5, 1.0)
    assert (seat.side, seat.seat) == ("patriots", 0)
    assert "win_rate_side_rising_stars" not in contrasts
    assert contrasts["win_rate_seat_0"].side == ""


def test_a_figure_of_few_plays_takes_more_to_decide():
    """Seat 0 is a communist in one play of four."""
    contrasts = compare(outcome(many(PLAYS, 200)), outcome(many(PLAYS, 200), revision="other")).contrasts
    side, seat = contrasts["win_rate_side_communists"], contrasts["win_rate_side_communists_seat_0"]
    assert (side.difference.n, seat.difference.n) == (800, 200)
    assert side.plays_to_decide > 0 or side.verdict is Verdict.SAME
    assert seat.plays_to_decide > 3 * side.plays_to_decide


def test_tables_of_other_sizes_are_compared_by_side_and_not_by_seat():
    four = [((P, P, C, R), (3,), (1, 1, 1, 1))] * 4
    contrasts = compare(outcome(), outcome(four, seats=4, revision="four")).contrasts
    assert "win_rate_side_patriots" in contrasts and "win_rate_side_patriots_seat_0" not in contrasts


# Each fact once


def names_of(by_name, prominence):
    return {name for name, figure in by_name.items() if figure.prominence is prominence}


def won(plays):
    """The outcome with what the game itself says of who won."""
    played = outcome(plays)
    for row, (sides, winners, _) in zip(played.results, plays, strict=True):
        on = {sides[seat] for seat in winners}
        row["patriots_won"], row["communists_won"], row["rising_star_won"] = P in on, C in on, R in on
        row["won"][:3] = [seat in winners for seat in range(3)]
    return played


ALONE = [(sides, [seat for seat in range(3) if sides[seat] == P], cards) for sides, _, cards in PLAYS]
"""The patriots win every play, alone."""


def test_what_says_the_same_in_every_play_is_told_once():
    of_plays = figures(won(ALONE).tallies)
    nowhere = names_of(of_plays, Prominence.HIDDEN)
    assert {"patriots_won", "communists_won", "won", "won_side_patriots", "won_side_communists", "side"} <= nowhere
    assert "win_rate_side_patriots" in names_of(of_plays, Prominence.MAIN)
    assert "rising_star_won" not in nowhere  # there was none whose win rate could say it


def test_what_differs_in_a_single_play_is_another_fact():
    """In one play both sides win: half a win for each, and both have won."""
    both = [(ALONE[0][0], [0, 1, 2], ALONE[0][2]), *ALONE[1:]]
    nowhere = names_of(figures(won(both).tallies), Prominence.HIDDEN)
    assert not nowhere & {"patriots_won", "communists_won", "won", "won_side_patriots"}


def test_seats_within_a_side_and_single_movies_are_details(by_name):
    details = names_of(by_name, Prominence.DETAIL)
    assert {"win_rate_side_patriots_seat_0", "cards_added_side_patriots", "margin_3", "patriot_symbols_1"} <= details
    assert {"win_rate_side_patriots", "cards_added", "margin", "win_rate_seat_0"} <= names_of(by_name, Prominence.MAIN)


def test_a_goal_brings_its_figure_forward_in_the_place_of_the_one_that_says_the_same():
    base, other = won(many(ALONE)), won(many(ALONE))
    assert "win_rate_side_patriots" in {row.name for row in summarise(compare(base, other)).main}
    goals = (Goal("patriots_won", high=0.5), Goal("margin_3", low=1.0))
    compared = compare(base, replace(other, scenario=replace(other.scenario, goals=goals)))
    names = [row.name for row in summarise(compared).main]
    assert "patriots_won" in names and "win_rate_side_patriots" not in names and len(set(names)) == len(names)
    assert "win_rate_side_communists" in names


def test_json_and_csv_keep_what_people_are_not_told():
    compared = compare(won(many(ALONE)), won(many(ALONE)))
    names = set(OTHER.json(summarise(compared))["measures"])
    assert {"side", "patriots_won", "won_side_patriots", "win_rate_side_patriots_seat_0"} <= names
    assert names == set(pd.read_csv(StringIO(as_csv(COMPARE.report(CompareAnswer([summarise(compared)])))))["measure"])
    assert "side" in outcome_json(won(ALONE))["measures"]


def test_nobody_reads_the_mean_of_a_code(capsys):
    print_report(report_of("workbench.studies.simulate", "Results", summarise_batch(won(ALONE))))
    print_report(COMPARE.report(CompareAnswer([summarise(compare(won(ALONE), won(ALONE)))])))
    assert "Side (0, 1 or 2)" not in capsys.readouterr().out
    assert not any(label.startswith("Side (") for label in figures_told(won(ALONE)))


def test_a_movie_that_was_not_made_does_not_count():
    """Two of the four plays made a third movie, which the patriots won by 2 and lost by 1."""
    played = outcome()
    played.results["movies"], played.results["margin_3"] = [3, 2, 5, 1], [2, 0, -1, 0]
    third = figures(played.tallies)["margin_3"]
    assert (third.estimate.mean, third.estimate.n) == (0.5, 2)
    assert outcome_json(played)["measures"]["margin_3"]["n"] == 2
    assert outcome_json(played)["measures"]["margin_6"]["mean"] is None
    assert "Patriots' lead in movie 6" not in figures_told(played)
    [with_third, without, *_] = list(csv.DictReader(StringIO(plays_csv(played.scenario, played.results))))
    assert (with_third["margin_3"], without["margin_3"]) == ("2", "")


# What is told of it


def test_json_of_a_batch_has_its_sides():
    data = json.loads(json.dumps(outcome_json(outcome())))
    assert [side["side"] for side in data["sides"]] == ["patriots", "communists", "rising_stars"]
    patriots, _, stars = data["sides"]
    assert patriots["win_rate"]["mean"] == 0.5 and patriots["measures"]["cards_added"]["mean"] == 2.5
    assert [(seat["seat"], seat["win_rate"]["n"]) for seat in patriots["seats"]] == [(0, 3), (1, 3), (2, 2)]
    assert stars["win_rate"] == {"mean": None, "sd": None, "low": 0.0, "high": 1.0, "n": 0}
    assert "win_rate_side_patriots" not in data["measures"] and "cards_added" in data["measures"]


def test_json_of_a_comparison_names_side_and_seat():
    data = OTHER.json(summarise(compare(outcome(many(PLAYS)), outcome(many(PLAYS), revision="other"))))
    measures = json.loads(json.dumps(data))["measures"]
    assert (
        measures["win_rate_side_communists_seat_2"]["side"],
        measures["win_rate_side_communists_seat_2"]["seat"],
    ) == ("communists", 2)
    assert "side" not in measures["decisions"]


def test_a_game_without_teams_has_no_sides():
    results = np.zeros(2, game_named("hitmakers").result)
    alone = Outcome(scenario(2), results, "code", 1.0)
    assert "sides" not in outcome_json(alone)
    assert not any(figure.side for figure in figures(alone.tallies).values())
    assert charts_of(summarise_batch(alone))[0] == "win_rates"


def test_charts_show_sides_then_seats_within_them():
    base, other = outcome(many(PLAYS), revision="base"), outcome(many(PLAYS[:2] * 2), revision="other")
    summary = summarise(compare(base, other))
    assert charts_of(summary.base, summary.other) == ["side_win_rates", "seats_within_sides", "scores"]
    sides, seats = (
        draw(summary.base, summary.other) for draw in (side_charts.by_side, side_charts.by_seat_within_sides)
    )
    assert sides.figure.data[1].y == (0.75 - 0.25, 0.5)
    assert len(seats.figure.data[0].y) == 2 * 3 and len(seats.figure.layout.shapes) == 2 * 2
    assert says(sides.sentence, "both", "patriots win 50.0 %", "communists 50.0 %", "Played by random bots.")
    assert seats.sentence.startswith("With Base, ") and "win more in seat" in seats.sentence


def odd_seats(*seats: tuple[float, float, int]) -> str:
    """What is said of seats of one side with these rates and half-widths of intervals, the side winning half."""
    side = summarise_batch(outcome())
    readings = {**side.readings}
    for seat, (mean, half, n) in enumerate(seats):
        name = f"win_rate_side_patriots_seat_{seat}"
        readings[name] = replace(readings[name], estimate=Estimate(mean, 0.5, mean - half, mean + half, n))
    for name in ("win_rate_side_communists", *(f"win_rate_side_communists_seat_{seat}" for seat in range(3))):
        readings[name] = replace(readings[name], estimate=Estimate(0.5, 0.5, 0.4, 0.6, 100))
    return side_charts.by_seat_within_sides(replace(side, readings=readings)).sentence


def test_seats_are_named_only_beyond_doubt_among_all_of_them():
    """An interval of 95 % that just leaves out the side's rate is one of six: no seat is named for it."""
    just_off, far_off, even = (0.52, 0.019, 900), (0.52, 0.01, 900), (0.5, 0.02, 900)
    assert "no seat" in odd_seats(just_off, even, even)
    assert says(odd_seats(even, far_off, even), "Patriots win more in seat 2", "beyond doubt")


def test_sides_are_watched_while_plays_go_on():
    base, other = outcome(many(PLAYS)), outcome(many(PLAYS), revision="other")
    summary = watched_summary(base.scenario, other.scenario, together_of(base, other))
    assert list(summary.base.side_win_rates) == ["patriots", "communists"]
    whole, watched = summarise_batch(base).side_win_rates["patriots"], summary.base.side_win_rates["patriots"]
    assert watched.low < whole.low < whole.high < watched.high
