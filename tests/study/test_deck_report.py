"""Deck statistics in words, charts and tables: verdicts for all cards together, and what each chart shows."""

import csv
import io
import math
from dataclasses import replace

import numpy as np
import pytest

from tests.study.scenarios import scenario
from tests.support.tavern import DRINKS, TAVERN
from workbench.engine.card_rows import Cards
from workbench.stats import Verdict
from workbench.store import Store
from workbench.study.deck_store import ARRAYS, keep_counts, kept_counts
from workbench.study.decks import CardCounts, CardFigure, card_figures, lists_of
from workbench.study.report import deck_advice, deck_charts, deck_page, deck_tables, deck_words
from workbench.study.report.charts import Chart
from workbench.study.report.deck_words import Deck, Level

CARDS = TAVERN.parameters["drinks"].default
assert isinstance(CARDS, Cards)
ALE, CLARET, MINT, STOUT = range(4)
"""The cards by their numbers: in the order of their keys."""
NAMES = ["ale", "Claret", "Mint tea", "Stout, dark"]


def figures(
    played: list[int], won: list[float], drawn: list[int] | None = None, won_drawn: list[float] | None = None
) -> list[CardFigure]:
    """Figures of the four drinks at a table of two."""
    had = drawn or played
    counts = CardCounts(
        "drinks", 2, 1000, *map(np.array, (had, played, won_drawn or won, won, np.minimum(had, played)))
    )
    return card_figures(CARDS, counts)


def deck(*given: list[float], level: Level = Level.EVEN) -> Deck:
    return deck_words.judged(DRINKS, CARDS, figures(*given), level)  # type: ignore[arg-type]


CLEAR = ([10_000, 10_000, 10_000, 0], [5_600, 4_400, 5_005, 0], [10_000, 10_000, 10_000, 40], [5_000, 5_000, 5_000, 0])


# Verdicts


def test_a_verdict_needs_more_than_the_margin():
    assert [card.verdict for card in deck(*CLEAR).cards] == [
        Verdict.HIGHER,
        Verdict.LOWER,
        Verdict.UNDECIDED,
        None,
    ]
    many = deck([10**6] * 4, [500_500, 505_000, 514_000, 510_000])
    assert [card.verdict for card in many.cards] == [Verdict.SAME, Verdict.SAME, Verdict.HIGHER, Verdict.UNDECIDED]


def test_verdicts_hold_for_all_cards_together():
    """One card alone is told from an even seat by an interval that four cards together are not."""
    won = 5_212
    alone = deck([10_000, 0, 0, 0], [won, 0, 0, 0])
    together = deck([10_000] * 4, [won] * 4)
    assert alone.cards[ALE].verdict is Verdict.HIGHER
    assert together.cards[ALE].verdict is Verdict.UNDECIDED


def test_of_even_cards_hardly_any_list_has_a_verdict():
    chance = np.random.default_rng(7)
    wins = chance.binomial(400, 0.5, size=(500, 4))
    wrong = [
        any(c.verdict in (Verdict.HIGHER, Verdict.LOWER) for c in deck([400] * 4, list(row)).cards) for row in wins
    ]
    assert np.mean(wrong) < 0.05


def test_the_average_card_counts_each_as_often_as_it_was_played():
    found = deck([1_000, 3_000, 0, 0], [600, 1_200, 0, 0], level=Level.AVERAGE)
    assert (found.even, found.average, found.share) == (0.5, pytest.approx(0.45), pytest.approx(0.45))
    assert found.cards[ALE].verdict is Verdict.HIGHER and found.cards[CLARET].verdict is Verdict.LOWER
    assert "more often than the average card (45.0" in deck_words.headline(found)


# Words


def test_the_headline_counts_the_verdicts():
    said = deck_words.headline(deck(*CLEAR)).replace("\u202f", " ")
    assert said == "Of 4 cards, 1 wins more often than an even seat (50.0 %) and 1 less often; 1 is undecided."
    many = deck_words.headline(deck([10**6] * 4, [500_500, 501_000, 540_000, 520_000])).replace("\u202f", " ")
    assert many == "Of 4 cards, 2 win more often than an even seat (50.0 %), none less often and 2 as often."


def test_both_ends_are_named_with_intervals():
    said = deck_words.extremes(deck(*CLEAR)).replace("\u202f", " ")
    assert "Most often wins ale with 56.0 % (55.0 % to 57.0 %), least often Claret with 44.0 %" in said
    assert "The seats that played a card won 50.0 % on average." in said


def test_cards_that_nobody_played_are_named():
    assert deck_words.unplayed(deck(*CLEAR)) == "Never played: Stout, dark."
    never = deck([5, 5, 0, 0], [1, 1, 0, 0], [5, 5, 5, 0], [1, 1, 0, 0])
    assert deck_words.unplayed(never) == "Never played: Mint tea and Stout, dark (nor drawn)."
    assert deck_words.unplayed(deck([5] * 4, [1] * 4)) == "Every card was played at least once."
    assert deck_words.extremes(deck([0] * 4, [0] * 4)) == "Nobody played any of these cards."


def test_it_says_whose_plays_they_are():
    said = deck_words.whose(scenario(plays=300))
    assert "300 plays" in said and "seed" in said and "greedy" in said and "Bots are not people" in said
    silent = replace(scenario().game, caveat="Nobody bluffs.")
    assert deck_words.whose(replace(scenario(), game=silent)).endswith("before you trust it. Nobody bluffs.")


# What a list is made of


def test_kinds_in_words():
    assert deck_words.shares_of_kinds({"beer": 3, "wine": 3, "tea": 0}, 6) == "6 cards: beer 3 and wine 3; none is tea."
    many = dict.fromkeys("abcdefg", 1)
    assert deck_words.shares_of_kinds(many, 7).endswith("e 1 and others 2.")


def test_sets_in_words():
    assert deck_words.most_and_least({"sweet": 2, "sour": 3}) == (
        "Sour is on the most cards (3), sweet on the fewest (2)."
    )
    assert deck_words.most_and_least({"sweet": 2, "sour": 0}) == "Sweet is on the most cards (2), sour on none."
    assert deck_words.most_and_least({"sweet": 2, "sour": 2}) == "Each is on 2 cards."


def test_curves_in_words():
    curve = {1: 10, 2: 20, 3: 60, 9: 10}
    assert deck_words.spread(curve) == "From 1 to 9; the middle half of the cards have 2 to 3, the mean is 3.2."
    assert math.isnan(deck_words.mean({}))


def test_the_make_up_in_charts():
    charts = {chart.name: chart for chart in deck_charts.make_up_charts(DRINKS, CARDS)}
    assert list(charts) == ["kinds_kind", "curve_price", "covers_tastes"]
    curve = charts["curve_price"].figure
    assert [trace.name for trace in curve.data] == ["beer", "wine", "tea"]
    assert dict(zip(curve.data[0].x, curve.data[0].y, strict=True)) == {3: 1, 4: 2}
    assert len({trace.marker.pattern.shape for trace in curve.data}) == 3
    assert list(charts["covers_tastes"].figure.data[0].x) == [2, 3, 5]
    assert all(chart.sentence.endswith(".") for chart in charts.values())


def test_numbers_that_hardly_vary_are_no_chart():
    assert (
        deck_charts.varies({0: 30, 1: 10}) and not deck_charts.varies({0: 31, 1: 9}) and not deck_charts.varies({2: 9})
    )


def test_every_column_of_numbers_has_a_line():
    (line,) = deck_charts.numbers_table(DRINKS, CARDS)
    assert line == {"Column": "Price", "Mean": 6.33, "Lowest": 0, "Highest": 9, "Cards with other than 0": 6}


# Charts of what cards do


def test_cards_at_both_ends():
    found = deck(*CLEAR)
    shown = deck_charts.winning(found)
    assert list(shown.figure.layout.yaxis.ticktext) == ["ale", "Mint tea", "Claret"]
    assert [trace.name for trace in shown.figure.data] == ["wins more often", "undecided", "wins less often"]
    assert len({trace.marker.symbol for trace in shown.figure.data}) == 3
    assert "every card that was played" in shown.sentence


def test_drawn_against_played():
    shown = deck_charts.drawn_and_played(deck(*CLEAR))
    points = {name: (x, y) for t in shown.figure.data for name, x, y in zip(t.customdata, t.x, t.y, strict=True)}
    assert points["ale"] == (pytest.approx(50), pytest.approx(56)) and "Stout, dark" not in points


def test_what_a_number_goes_along_with():
    shown = deck_charts.by_number(deck([100] * 4, [30, 90, 0, 40]), "price")
    assert isinstance(shown, Chart)
    assert "A step up in price goes along with 10.0 percentage points more of the wins." in shown.sentence
    line = shown.figure.data[-1]
    assert dict(zip(line.x, line.y, strict=True)) == {3: 30, 9: 90, 0: 0, 4: 40}
    assert deck_charts.by_number(deck([100, 0, 0, 0], [30, 0, 0, 0]), "price") is None


def test_one_card_alone_is_shown_too():
    found = deck([100, 0, 0, 0], [30, 0, 0, 0])
    assert deck_charts.winning(found).figure.data and deck_charts.drawn_and_played(found).figure.data


# Tables


def test_the_table_begins_with_who_wins_most_and_ends_with_the_unplayed():
    lines = deck_tables.card_table(DRINKS, deck(*CLEAR), 1000)
    assert [line["Card"] for line in lines] == ["ale", "Mint tea", "Claret", "Stout, dark"]
    assert lines[0]["Won when played"] == pytest.approx(56) and lines[0]["Verdict"] == "wins more often"
    assert lines[0]["Played minus drawn"] == pytest.approx(6) and lines[0]["Played a play"] == 10
    assert (lines[3]["Won when played"], lines[3]["95 % interval"], lines[3]["Drawn a play"]) == (None, "", 0.04)
    assert lines[0]["Kind"] == "beer" and lines[0]["Price"] == 3


def test_the_file_has_every_cell_and_where_it_comes_from():
    asked = scenario(plays=1000)
    lines = list(csv.DictReader(io.StringIO(deck_tables.cards_csv(DRINKS, deck(*CLEAR), asked))))
    assert [line["id"] for line in lines] == ["ale", "claret", "mint", "stout"]
    assert lines[CLARET]["tastes"] == "sour bitter" and float(lines[CLARET]["won_when_played"]) == 0.44
    assert lines[STOUT]["won_when_played"] == "" and lines[STOUT]["verdict"] == "never played"
    assert {line["bots"] for line in lines} == {" ".join(asked.bots)} and lines[0]["seed"] == str(asked.seed)


def test_a_name_twice_stays_two_cards():
    twice = replace(CARDS, rows=tuple((*row[:1], "Same", *row[2:]) for row in CARDS.rows))
    found = deck_words.judged(DRINKS, twice, figures([5] * 4, [1, 2, 3, 4]))
    assert [card.name for card in found.ranked] == ["Same"] * 4
    assert len(deck_charts.winning(found).figure.layout.yaxis.ticktext) == 4


# Which cards to look at first


def looked_at(found: Deck, plays: int = 1000) -> str:
    return "\n".join(deck_advice.on_cards(found, plays)).replace("\u202f", " ")


def test_strong_and_weak_cards_are_named_with_their_rates_and_why():
    said = looked_at(deck(*CLEAR))
    assert "Strongest: ale (56.0 %). Those who play them win more often than an even seat (50.0 %)." in said
    assert "Weakest: Claret (44.0 %). Those who play them win less often than an even seat (50.0 %)." in said


def test_a_card_is_better_kept_when_those_who_kept_it_won_more():
    """Of 10 000 who drew it, 5 000 played it and 2 000 of these won; of those who kept it 2 800 did."""
    found = deck([5_000] * 4, [2_000, 2_500, 2_500, 2_500], [10_000] * 4, [4_800, 5_000, 5_000, 5_000])
    assert "Better kept: ale (by 16.0 points). Who drew and kept them won more often" in looked_at(found)
    by_card = {each.card.name: each for each in deck_advice.kept(found)}
    assert by_card["ale"].low < -0.16 < by_card["ale"].high < -0.01
    assert by_card["Claret"].low < 0 < by_card["Claret"].high


def test_what_was_played_without_being_drawn_is_not_held_against_what_was_kept():
    counts = CardCounts("drinks", 2, 1000, *(np.array([n] * 4) for n in (100, 80, 50, 40, 60)))
    found = deck_words.judged(DRINKS, CARDS, card_figures(CARDS, counts))
    assert deck_advice.kept(found) == []


def test_cards_that_stay_in_the_hand_are_named():
    found = deck([1_000, 9_000, 9_000, 0], [500, 4_500, 4_500, 0], [10_000] * 4, [5_000] * 4)
    said = looked_at(found)
    assert "Seldom played: ale (10 %). Of the seats that draw them so few play them; it is 47.5 %" in said
    assert "Never played: Stout, dark (drawn 10 000 times). Nobody played them." in said


def test_where_nothing_stands_out_it_says_so_and_what_would():
    even = deck([100] * 4, [50] * 4)
    assert looked_at(even).startswith(deck_advice.NOTHING)
    assert "Undecided: 4 of 4 cards. About 150 000 plays instead of 1 000 would bring" in looked_at(even)
    sure = deck([10**6] * 4, [500_000] * 4)
    assert looked_at(sure) == deck_advice.NOTHING
    assert looked_at(deck([0] * 4, [0] * 4)).startswith("No seat played any")


def test_the_correction_is_stated():
    said = deck_advice.correction(deck([100] * 4, [50] * 4)).replace("\u202f", " ")
    assert "corrected for 4 cards looked at together (Bonferroni, each on an interval of 98.75 %)" in said
    assert deck_advice.correction(deck([100, 0, 0, 0], [50, 0, 0, 0])) == ""


def test_the_page_is_one_file_with_charts_tables_and_advice():
    found = deck(*CLEAR)
    html = deck_page.deck_page(scenario(plays=1000), DRINKS, CARDS, found)
    for said in ("Strongest: ale", "What is in the list Drinks", "never played", "Bonferroni", "plotly"):
        assert said in html
    assert html.count("<figure") == len(deck_page.playing_charts(DRINKS, found)) + 3
    assert deck_page.playing_charts(DRINKS, deck([0] * 4, [0] * 4)) == []


# In the store


def test_counts_are_kept_for_the_very_plays(tmp_path):
    store = Store(tmp_path / "workbench.duckdb")
    asked = scenario(game="showbiz_shuffle", plays=7)
    assert kept_counts(store, asked) is None and not store.path.exists()
    sizes = {rule: len(cards) for rule, cards in lists_of(asked).items()}
    counts = {
        rule: CardCounts(rule, 3, 7, *(np.arange(size) + shift / 3 for shift in range(5)))
        for rule, size in sizes.items()
    }
    keep_counts(store, asked, {})
    keep_counts(store, asked, counts)
    found = kept_counts(store, asked)
    assert found is not None and set(found) == set(counts)
    for rule, kept in found.items():
        assert (kept.rule, kept.seats, kept.plays) == (rule, 3, 7)
        for name in ARRAYS:
            assert getattr(kept, name).tolist() == getattr(counts[rule], name).tolist()
    assert kept_counts(store, replace(asked, seed=asked.seed + 1)) is None
    assert kept_counts(store, replace(asked, plays=8)) is None
    keep_counts(store, asked, {rule: counts[rule] for rule in list(counts)[:1]})
    assert kept_counts(store, asked) is None
