"""Deck statistics in words, charts and tables: verdicts for all cards together, and what each chart shows."""

import csv
import io
import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from tests.support.answers import inside, told
from tests.support.comparisons import says
from tests.support.decks import counts_of
from tests.support.scenarios import scenario
from tests.support.tavern import DRINKS, TAVERN
from workbench.engine.card_lists import CardList, card_lists
from workbench.engine.cards import Cards
from workbench.play.forms import request_of
from workbench.report.charts.base import Chart
from workbench.report.document import Beside, Drawing, Report
from workbench.report.renderers.html import CHART, as_html
from workbench.report.renderers.text import as_csv, as_json
from workbench.scenario.make_up import card_lists_of, make_up, varies
from workbench.stats import Verdict
from workbench.store import Store
from workbench.store.results import save_card_counts
from workbench.studies.decks import STUDY, verdicts
from workbench.studies.decks.columns import contents
from workbench.studies.decks.counts import ARRAYS, CardCounts, kinds_of
from workbench.studies.decks.lists import lists_of
from workbench.studies.decks.measure import DecksAnswer, _counts_json, save_counts, stored_counts
from workbench.studies.decks.verdicts import CardStanding, Deck, number_trend
from workbench.tallies.series import WHOLE_WIN

CARDS = TAVERN.parameters["drinks"].default
assert isinstance(CARDS, Cards)
ALE, CLARET, MINT, STOUT = range(4)
"""The cards by their numbers: in the order of their keys."""


def in_parts(wins: list[float]) -> list[int]:
    return [round(win * WHOLE_WIN) for win in wins]


def counted(
    declared: CardList,
    played: list[int],
    won: list[float],
    drawn: list[int] | None = None,
    won_drawn: list[float] | None = None,
    *,
    plays: int = 10_000,
) -> CardCounts:
    """Counts of the four drinks at a table of two."""
    had, wins = drawn or played, (in_parts(won_drawn or won), in_parts(won))
    kinds = kinds_of(declared, CARDS)
    return counts_of("drinks", kinds, 2, plays, had, played, *wins, np.minimum(had, played))


PLAIN = replace(DRINKS, columns=tuple(column for column in DRINKS.columns if column.name != "kind"))


def deck(*counts: list[float], plays: int = 10_000) -> Deck:
    """The drinks without their kinds: each beside all others."""
    return verdicts.judged(PLAIN, CARDS, counted(PLAIN, *counts, plays=plays))  # type: ignore[arg-type]


def of_kinds(drawn: list[int], won: list[float], plays: int = 40_000) -> Deck:
    return verdicts.judged(DRINKS, CARDS, counted(DRINKS, drawn, won, plays=plays))


CLEAR = (
    [10_000, 10_000, 10_000, 0],
    [5_600, 4_400, 5_005, 0],
    [10_000, 10_000, 10_000, 400],
    [5_800, 4_200, 5_000, 200],
)
"""Drawn: ale wins far more often, claret far less, mint tea as often as all; and stout is never played."""


def report_of(answer: Deck) -> Report:
    """The document of a deck."""
    question = SimpleNamespace(scenario=scenario(plays=1000), declared=DRINKS, cards=CARDS)
    decks = DecksAnswer(question, {})  # type: ignore[arg-type]
    vars(decks)["deck"] = answer
    report = told(STUDY, decks)
    assert report.data["headline"] == report.headline
    return report


def things(answer: Deck) -> str:
    """What there is to know beside the headline."""
    return "\n".join(report_of(answer).data["look_at"]).replace("\u202f", " ")


def charts_in(declared: CardList, cards: Cards) -> list[Chart]:
    """What a list is made of, drawn."""
    return [block.draw() for block in inside(contents(declared, cards).blocks) if isinstance(block, Drawing)]


def drawings(answer: Deck) -> dict[str, Chart]:
    """The charts of what cards do."""
    besides = [block for block in report_of(answer).blocks if isinstance(block, Beside)]
    blocks = [block for block in inside(besides) if isinstance(block, Drawing)]
    return {block.name: chart for block in blocks if (chart := block.draw())}


EVEN = {CardStanding.UNDECIDED, CardStanding.SAME}


def table_of(report: Report, title: str):
    """The table of this title."""
    return next(block for block in report.blocks if getattr(block, "title", "") == title)


# Verdicts


def test_a_verdict_needs_more_than_the_margin():
    assert [card.verdict for card in deck(*CLEAR).cards] == [
        Verdict.HIGHER,
        Verdict.LOWER,
        Verdict.UNDECIDED,
        Verdict.UNDECIDED,
    ]
    many = deck([10**6] * 4, [500_500, 505_000, 520_000, 509_000], plays=10**6)
    assert many.cards[MINT].verdict is Verdict.HIGHER
    assert many.cards[CLARET].verdict is Verdict.SAME


def test_what_is_clear_by_less_than_a_point_is_not_called_undecided_nor_a_finding():
    """Corrected intervals that lie wholly above the others were told as `none wins more often`."""
    answer = deck([10**5] * 4, [51_000, 50_000, 50_000, 50_000], plays=10**5)
    assert (answer.cards[ALE].verdict, answer.cards[ALE].standing) == (Verdict.UNDECIDED, CardStanding.ABOVE)
    report = report_of(answer)
    assert table_of(report, "Every card").brief[0]["Verdict"] == "above its kind"
    data = drawings(answer)["standing_out"].figure.data
    assert len({trace.marker.symbol for trace in data}) == len(data) == 2


def test_won_when_played_makes_no_card_strong_or_weak():
    """*New haircut* was the weakest by 28.8 % played, where by drawn it is as good as the mean."""
    answer = deck([5_000] * 4, [1_400, 2_500, 2_500, 2_500], [40_000] * 4, [20_000] * 4, plays=40_000)
    assert not {card.verdict for card in answer.cards} & {Verdict.HIGHER, Verdict.LOWER}
    advised = things(answer)
    assert "Weakest" not in advised and "Strongest" not in advised


def test_kinds_come_first_and_cards_are_held_against_their_kind():
    """Each wine wins more than each beer: that is said of the kinds, and of none of their cards."""
    answer = of_kinds([20_000] * 4, [9_000, 11_000, 10_000, 9_000])  # beers: ale and stout; wine: claret; tea: mint
    assert {kind.name: kind.verdict for kind in answer.kinds} == {
        "beer": Verdict.LOWER, "wine": Verdict.HIGHER, "tea": Verdict.UNDECIDED,
    }  # fmt: skip
    assert not {card.verdict for card in answer.cards} & {Verdict.HIGHER, Verdict.LOWER}
    assert says(report_of(answer).headline, "a wine 55 %", "are beer cards too weak?")
    rows = table_of(report_of(answer), "Every kind").rows
    assert (rows[0]["Kind"], rows[0]["Won when drawn"]) == ("wine", "55.0\u202f%")
    assert "Strongest" not in things(answer) and "Weakest" not in things(answer)
    outlier = of_kinds([20_000] * 4, [9_800, 11_000, 10_000, 8_200])
    assert (outlier.cards[ALE].verdict, outlier.cards[STOUT].verdict) == (Verdict.HIGHER, Verdict.LOWER)


def test_of_even_cards_hardly_any_list_has_a_finding():
    chance = np.random.default_rng(7)
    wins = chance.binomial(4_000, 0.5, size=(200, 4))
    decks = [deck([4_000] * 4, list(row), plays=4_000) for row in wins]
    assert np.mean([any(card.standing not in EVEN for card in answer.cards) for answer in decks]) < 0.05
    assert np.mean([bool(answer.apart(Verdict.HIGHER) or answer.better_held) for answer in decks]) < 0.05


def test_few_plays_say_nothing_of_cards():
    answer = deck([90] * 4, [90, 0, 45, 45], plays=99)
    assert {card.standing for card in answer.cards} == {CardStanding.UNDECIDED}
    assert things(answer) == ""
    assert says(report_of(answer).headline, "99 plays", "too few", "100")


# What a list is made of


def test_symbols_are_counted_and_not_only_the_cards_that_show_them():
    """The whole imbalance of Hollywood's propaganda is in the cards that show two."""
    showing = scenario(game="hollywood_1947")
    declared = card_lists(showing.game.parameters)["propaganda"]
    cards = card_lists_of(showing)["propaganda"]
    assert make_up(declared, cards).symbols == {"symbol": {"neutral": 0, "patriot": 24, "communist": 36}}
    chart = next(chart for chart in charts_in(declared, cards) if chart.name == "shown_symbol")
    assert "communist 36 (on 26 cards) and patriot 24 (on 20 cards)" in chart.sentence
    assert list(chart.figure.data[0].x) == [24, 36]


def test_the_make_up_in_charts():
    drawn = {chart.name: chart for chart in charts_in(DRINKS, CARDS)}
    assert list(drawn) == ["kinds_kind", "curve_price", "covers_tastes"]
    curve = drawn["curve_price"].figure
    assert [trace.name for trace in curve.data] == ["beer", "wine", "tea"]
    assert dict(zip(curve.data[0].x, curve.data[0].y, strict=True)) == {3: 1, 4: 2}
    assert len({trace.marker.pattern.shape for trace in curve.data}) == 3
    assert list(drawn["covers_tastes"].figure.data[0].x) == [2, 3, 5]
    assert all(chart.sentence.endswith(".") for chart in drawn.values())


def test_numbers_that_hardly_vary_are_no_chart():
    assert varies({0: 30, 1: 10}) and not varies({0: 31, 1: 9}) and not varies({2: 9})


def test_every_column_of_numbers_has_a_line():
    (line,) = contents(DRINKS, CARDS).blocks[-1].rows
    assert line == {"Column": "Price", "Mean": "6.33", "Lowest": "0", "Highest": "9", "Cards with other than 0": "6"}


# Charts of what cards do


def test_cards_at_both_ends():
    charts = drawings(deck(*CLEAR))
    figure = charts["standing_out"].figure
    labels = ["<b>ale</b>", "<b>Mint tea</b>", "<b>Stout, dark</b>", "<b>Claret</b>"]
    assert list(figure.layout.yaxis.ticktext) == labels
    assert [trace.name for trace in figure.data] == ["wins more often", "undecided", "wins less often"]
    assert len({trace.marker.symbol for trace in figure.data}) == 3
    assert figure.data[0].x[0] == pytest.approx(11.9, abs=0.1), "in points"
    assert "kinds_won" not in charts
    kinds = drawings(of_kinds([20_000] * 4, [9_000, 11_000, 10_000, 9_000]))["kinds_won"]
    assert list(kinds.figure.layout.yaxis.ticktext) == ["<b>wine</b>", "<b>tea</b>", "<b>beer</b>"]


def test_drawn_against_played():
    chart = drawings(deck(*CLEAR))["drawn_and_played"]
    points = {name: (x, y) for t in chart.figure.data for name, x, y in zip(t.customdata, t.x, t.y, strict=True)}
    assert points["ale"] == (pytest.approx(58), pytest.approx(56)) and "Stout, dark" not in points


def test_what_a_number_goes_along_with():
    """Prices 3, 9, 0 and 4 with a fifth of a point each; and as noisy as four cards are that have none."""
    n = 10**6
    straight = [round(n * (0.4 + 0.02 * price)) for price in (3, 9, 0, 4)]
    chart = drawings(deck([n] * 4, straight, plays=n))["by_number"]
    assert says(chart.sentence, "price 9", "18.0 points more often", "price 0")
    line = chart.figure.data[-1]
    assert dict(zip(line.x, line.y, strict=True)) == pytest.approx({3: 46, 9: 58, 0: 40, 4: 48})
    noisy = drawings(deck([100] * 4, [45, 47, 50, 60]))["by_number"]
    assert "often than cards with" not in noisy.sentence and "price" in noisy.sentence
    assert number_trend(deck([100, 0, 0, 0], [30, 0, 0, 0]), ["price"]) is None


def test_a_number_that_does_not_matter_is_hardly_ever_told_to():
    chance = np.random.default_rng(8)
    trends = [number_trend(deck([2_000] * 4, list(row)), ["price"]) for row in chance.binomial(2_000, 0.5, (150, 4))]
    assert np.mean([trend.verdict is not Verdict.UNDECIDED for trend in trends]) <= 0.05


# Tables


def test_the_table_begins_with_who_is_farthest_above_its_kind():
    report = report_of(deck(*CLEAR, plays=1_000))
    table = table_of(report, "Every card")
    assert [row["Card"] for row in table.rows] == ["ale", "Mint tea", "Stout, dark", "Claret"]
    assert [row["Played by"] for row in table.rows] == ["10\u202f000", "10\u202f000", "0", "10\u202f000"]
    assert table.numbers["Won when drawn"].values[0] == pytest.approx(58)
    assert table.rows[0]["Won when drawn"] == "58.0\u202f%" and table.rows[0]["Beside its kind"].startswith("+11.9")
    assert table.numbers["Won when played"].values[2] is None and table.rows[2]["Won when played"] == ""
    assert (table.rows[0]["Kind"], table.rows[0]["Price"]) == ("beer", "3")
    assert len(table.brief) == 4 and not table.rest and len(table.brief[0]) < len(table.rows[0])


def test_the_file_has_every_cell_and_where_it_comes_from():
    setup = scenario(plays=1000)
    lines = list(csv.DictReader(io.StringIO(as_csv(report_of(deck(*CLEAR))))))
    assert [line["id"] for line in lines] == ["ale", "claret", "mint", "stout"]
    assert lines[CLARET]["tastes"] == "sour bitter" and float(lines[CLARET]["won_when_played"]) == 0.44
    assert lines[STOUT]["won_when_played"] == "" and lines[STOUT]["verdict"] == "undecided"
    assert {line["bots"] for line in lines} == {" ".join(setup.bots)} and lines[0]["seed"] == str(setup.seed)


def test_a_name_twice_stays_two_cards():
    twice = replace(CARDS, rows=tuple((*row[:1], "Same", *row[2:]) for row in CARDS.rows))
    answer = verdicts.judged(DRINKS, twice, counted(DRINKS, [5] * 4, [1, 2, 3, 4], plays=1_000))
    assert [card.name for card in answer.cards] == ["Same"] * 4
    assert (
        len(drawings(answer)["standing_out"].figure.layout.yaxis.ticktext) == 2
    )  # of the beers; the others have none of their kind beside them


# Which cards to look at first


def test_strong_and_weak_cards_are_named_with_their_leads_and_why():
    assert says(things(deck(*CLEAR)), "Strongest: ale (+11.9 points, +", "?", "Weakest: Claret (−", "?")


def test_the_headline_says_what_to_change_where_that_is_shown():
    headline = report_of(deck(*CLEAR)).headline
    assert says(headline, "Is ale (+11.9 points) too strong, and is Claret (−", "points) too weak?")
    assert "too few" in report_of(deck(*CLEAR, plays=50)).headline
    two = report_of(deck([10_000] * 4, [5_600, 5_600, 4_400, 4_400])).headline
    assert says(two, "points) and 1 more too strong, and are ", "points) and 1 more too weak?")
    even = report_of(deck([400] * 4, [200] * 4)).headline
    assert says(even, "No kind or card is shown to win a point more or less often than the others.")


def test_a_card_is_better_held_when_those_who_kept_it_won_more():
    """Of 10 000 who drew it, 5 000 played it and 2 000 of these won; of those who kept it 2 800 did."""
    answer = deck([5_000] * 4, [2_000, 2_500, 2_500, 2_500], [10_000] * 4, [4_800, 5_000, 5_000, 5_000])
    assert says(things(answer), "Better kept: ale (by 16.0 points)", "kept it won more often", "?")
    by_card = {holding.card.name: holding for holding in verdicts.holdings(answer)}
    assert by_card["ale"].gap.low < -0.16 < by_card["ale"].gap.high < -0.01
    assert by_card["Claret"].gap.low < 0 < by_card["Claret"].gap.high


def test_what_was_played_without_being_drawn_is_not_held_against_what_was_kept():
    counts = counts_of(
        "drinks", kinds_of(DRINKS, CARDS), 2, 1_000, *([n] * 4 for n in (100, 80, *in_parts([50, 40]), 60))
    )
    answer = verdicts.judged(DRINKS, CARDS, counts)
    assert verdicts.holdings(answer) == []


def test_cards_that_stay_in_the_hand_are_named():
    answer = deck([1_000, 9_000, 9_000, 0], [500, 4_500, 4_500, 0], [10_000] * 4, [5_000] * 4)
    assert says(things(answer), "Seldom played: ale (10 %)", "48 %", "Never played: Stout, dark (drawn 10 000 times)")


def test_cards_that_were_hardly_drawn_are_not_called_never_played():
    answer = deck([1_000, 1_000, 1_000, 0], [500, 500, 500, 0], [1_000, 1_000, 1_000, 20], [500, 500, 500, 10])
    assert "Never played" not in things(answer)


def test_where_nothing_stands_out_it_says_what_would():
    even = deck([100] * 4, [50] * 4, plays=1_000)
    assert says(things(even), "Undecided: 4 of 4 cards", "About 2", "instead of 1 000", "1 point")
    assert things(deck([10**6] * 4, [500_000] * 4, plays=10**6)) == ""
    nobody = [0] * 4
    assert "No seat played" in report_of(deck(nobody, nobody, [100] * 4, [50] * 4)).headline
    assert "Nobody drew" in report_of(deck(nobody, nobody)).headline


def test_the_page_is_one_file_with_charts_tables_and_advice():
    answer = deck(*CLEAR)
    html = as_html(report_of(answer), "workbench decks tavern")
    for text in (
        "</strong> ale (+11.9 points",
        "Contents of the list Drinks",
        "wins less often",
        "Holm",
        "workbench decks",
        CHART,
    ):
        assert text in html
    assert html.count("<figure") == 3 + 3, "there are no kinds that could win"
    assert not drawings(deck([0] * 4, [0] * 4))


def test_every_figure_is_json():
    written = json.loads(json.dumps(as_json(report_of(deck(*CLEAR)))))
    assert (written["list"], written["plays"]) == ("drinks", 10_000) and written["headline"].startswith("Is ale (")
    assert [card["card"] for card in written["cards"]] == list(CARDS.keys)
    assert (
        written["cards"][CLARET]["won_when_played"]["mean"] == 0.44
        and written["cards"][STOUT]["won_when_played"] is None
    )
    assert written["cards"][ALE]["verdict"] == "higher"
    assert written["make_up"]["kinds"] == {"kind": {"beer": 3, "wine": 3, "tea": 0}}


# In the store


def test_counts_are_kept_for_the_very_plays(tmp_path):
    store = Store(tmp_path / "workbench.duckdb")
    setup = scenario(game="showbiz_shuffle", plays=7)
    assert stored_counts(store, setup) is None and not store.path.exists()
    kinds = {rule: kinds_of(lists_of(setup.game)[rule], cards) for rule, cards in card_lists_of(setup).items()}

    def counted(kinds):
        arrays = {rule: [np.arange(len(its)) + shift * 240_240 for shift in range(5)] for rule, its in kinds.items()}
        return {rule: counts_of(rule, its, 3, 7, *arrays[rule]) for rule, its in kinds.items()}

    counts = counted(kinds)
    save_counts(store, setup, {})
    save_counts(store, setup, counted({rule: ["a"] * len(its) for rule, its in kinds.items()}))
    assert stored_counts(store, setup) is None, "by other kinds than those of today"
    save_counts(store, setup, counts)
    stored = stored_counts(store, setup)
    assert stored is not None and set(stored) == set(counts)
    for rule, stored_count in stored.items():
        assert (stored_count.rule, stored_count.seats, stored_count.plays) == (rule, 3, 7)
        for name in ARRAYS:
            assert getattr(stored_count, name).tolist() == getattr(counts[rule], name).tolist()
    assert stored_counts(store, replace(setup, seed=setup.seed + 1)) is None
    assert stored_counts(store, replace(setup, plays=8)) is None
    older = {rule: {**_counts_json(count)} for rule, count in counts.items()}
    for columns in older.values():
        del columns["products"]
    save_card_counts(store, request_of(setup, {}), older)
    assert stored_counts(store, setup) is None, "their intervals were too wide; they are counted again"
    save_counts(store, setup, {rule: counts[rule] for rule in list(counts)[:1]})
    assert stored_counts(store, setup) is None
