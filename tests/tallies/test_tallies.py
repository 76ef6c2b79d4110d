"""Tallies: exact sums, whatever the order; the same figures as from the plays themselves."""

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.naive_figures import naive_figures
from workbench.engine.measures import WINNERS
from workbench.engine.registry import games
from workbench.play.figures import complement, figure_sums, say_the_same, seat_figures
from workbench.play.forms import make_batch
from workbench.scenario import list_scenarios, load_scenario
from workbench.scenario.files import Workspace
from workbench.tallies.series import WHOLE_WIN, bin_of
from workbench.tallies.tallies import (
    PairTallies,
    SeriesBlock,
    Tallies,
    TooLarge,
    bins_of,
    check_size,
    layout_of,
    middle_of,
    no_rows,
    pair_layout,
    pairs_of,
    sums_of,
    tallies_of,
    values_by_play,
)

PLACE = Workspace(Path(__file__).parents[2])
SCENARIOS = [name for game in games().values() for name in list_scenarios(PLACE, game)]
PLAYS = 600


@cache
def played(name, plays=PLAYS):
    scenario = load_scenario(PLACE, name)
    scenario = replace(scenario, bots=("random",) * scenario.players, plays=plays)
    layout = layout_of(scenario.game, scenario.rules, scenario.players)
    return scenario, make_batch(scenario).play(0, plays), layout


def same(one, other):
    names = ("rows", "bins", "products") if isinstance(one, Tallies) else ("rows", "unlike", "products")
    return one.plays == other.plays and all(np.array_equal(getattr(one, n), getattr(other, n)) for n in names)


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_figure_is_that_of_the_plays(name):
    scenario, results, layout = played(name)
    figures, naive = figure_sums(tallies_of(layout, results)), naive_figures(scenario.game, results, scenario.players)
    assert figures.keys() == naive.keys()
    for key, figure in figures.items():
        values = naive[key][~np.isnan(naive[key])]
        assert figure.n == len(values), key
        if len(values) > 1:
            rough = 1e-3 if figure.measure.type == "f4" and figure.series.unit != WHOLE_WIN else 1e-9
            limits = (figure.moments.mean, figure.moments.least, figure.moments.most)
            assert limits == pytest.approx((values.mean(), values.min(), values.max()), abs=rough, rel=1e-12), key
            assert figure.moments.sd == pytest.approx(values.std(ddof=1), abs=rough, rel=1e-9), key


@pytest.mark.parametrize("name", SCENARIOS)
def test_values_play_by_play_are_those_of_the_plays(name):
    scenario, results, layout = played(name)
    numbers, naive = values_by_play(layout, results), naive_figures(scenario.game, results, scenario.players)
    for key, values in naive.items():
        np.testing.assert_allclose(numbers[key], values, atol=2e-4, err_msg=key)


@pytest.mark.parametrize("name", SCENARIOS)
def test_pairs_are_those_of_the_plays(name):
    scenario, results, layout = played(name)
    first, before, theirs = played(next(name for name in SCENARIOS if name.startswith(scenario.game.name)))
    pairs = pairs_of(pair_layout(theirs, layout), before, results)
    ours, others = (
        naive_figures(side.game, rows, side.players) for side, rows in ((first, before), (scenario, results))
    )
    expected = [key for key in ours if key in others and ("seat" not in key or first.players == scenario.players)]
    assert sorted(pairs.layout.names) == sorted(expected)
    for key, rows, unit, unlike in zip(pairs.layout.names, pairs.rows, pairs.layout.units, pairs.unlike, strict=True):
        both = ~np.isnan(ours[key]) & ~np.isnan(others[key])
        moved = others[key][both] - ours[key][both]
        sums = sums_of(rows[2])
        assert sums.count == len(moved), key
        assert sums.total / unit == pytest.approx(moved.sum(), abs=1e-3 * PLAYS), key
        assert unlike == (np.abs(moved) > 1e-4).sum(), key


@settings(max_examples=15, deadline=None)
@given(cuts=st.lists(st.integers(0, PLAYS), max_size=5), order=st.randoms())
@pytest.mark.parametrize("name", ["hitmakers/2021-04-08", "hollywood_1947/six-players"])
def test_tallies_merge_in_any_order_to_the_same_bits(name, cuts, order):
    _, results, layout = played(name)
    edges = sorted({0, PLAYS, *cuts})
    parts = [tallies_of(layout, results[a:b], a) for a, b in pairwise(edges)]
    pairs = [pairs_of(pair_layout(layout, layout), results[a:b], results[::-1][a:b], a) for a, b in pairwise(edges)]
    order.shuffle(parts)
    order.shuffle(pairs)
    whole, paired = Tallies.empty(layout), PairTallies.empty(pair_layout(layout, layout))
    for part, pair in zip(parts, pairs, strict=True):
        whole.add(part)
        paired.add(pair)
    assert same(whole, tallies_of(layout, results))
    assert same(paired, pairs_of(pair_layout(layout, layout), results, results[::-1]))


@pytest.mark.parametrize("name", ["hitmakers/2021-04-08", "hollywood_1947/six-players"])
def test_tallies_are_stored_and_read_again(name):
    _, results, layout = played(name)
    tallies = tallies_of(layout, results)
    pairs = pairs_of(pair_layout(layout, layout), results, results[::-1])
    assert same(Tallies.from_bytes(layout, tallies.to_bytes()), tallies)
    assert same(PairTallies.from_bytes(pairs.layout, pairs.to_bytes()), pairs)
    _, _, other = played("showbiz_shuffle/reference")
    assert Tallies.from_bytes(other, tallies.to_bytes()) is None


def test_those_of_other_code_are_not_read(monkeypatch):
    _, results, layout = played("trickster/prototype-a")
    data = tallies_of(layout, results).to_bytes()
    monkeypatch.setattr("workbench.tallies.gathering.sources", lambda: "other")
    assert Tallies.from_bytes(layout, data) is None


@given(st.integers(0, 2**31))
def test_a_bin_stands_for_its_numbers_within_a_500th(number):
    middle = int(middle_of(np.array([bin_of(number)]))[0])
    assert middle == number if number < 1_024 else abs(middle - number) <= number / 500


def test_bins_of_many_numbers_are_those_of_each():
    numbers = np.array([*range(5_000), *(2**power + step for power in range(10, 33) for step in (-1, 0, 1))])
    assert bins_of(numbers).tolist() == [bin_of(int(number)) for number in numbers]
    assert bins_of(-numbers).tolist() == [-bin_of(int(number)) for number in numbers]


@pytest.mark.parametrize("most", [3, 200, 60_000, 2**32 - 1])
def test_numbers_of_any_size_add_up_exactly(most):
    _, results, layout = played("trickster/prototype-a")
    results = results.copy()
    results["decisions"] = np.random.default_rng(most).integers(0, most, PLAYS, endpoint=True)
    values, place = results["decisions"].tolist(), layout.names.index("decisions")
    tallies = tallies_of(layout, results)
    sums, (_, counts) = tallies.sums(place), tallies.shape(place)
    assert (sums.total, sums.squares) == (sum(values), sum(value**2 for value in values))
    assert (sums.least, sums.most, counts.sum()) == (min(values), max(values), PLAYS)
    assert counts.tolist() == list(Counter(sorted(map(bin_of, values))).values())


@pytest.mark.parametrize("name", ["hitmakers/2021-04-08", "hollywood_1947/six-players"])
def test_blocks_that_keep_their_columns_add_up_the_same(name):
    _, results, layout = played(name)
    block, tallies = SeriesBlock(layout), Tallies.empty(layout)
    for first in range(0, PLAYS, 500):
        block.measure(results[first : first + 500])
        block.gather(tallies, first)
    assert same(tallies, tallies_of(layout, results))


def test_the_shape_of_a_series_counts_each_number():
    scenario, results, layout = played("hitmakers/2021-04-08")
    tallies = tallies_of(layout, results)
    place = layout.names.index("points_own_1")
    numbers, counts = tallies.shape(place)
    values, expected = np.unique(results["points"][:, 1], return_counts=True)
    assert numbers.tolist() == values.tolist() and counts.tolist() == expected.tolist()
    assert seat_figures(tallies, 1, scenario.game.all_measures[-1].scope)


def test_the_lead_is_the_best_score_less_the_second():
    for name in ("hitmakers/2021-04-08", "trickster/prototype-a"):
        scenario, results, layout = played(name)
        sheet = scenario.game.sheet(scenario.rules)
        ranked = np.sort(results[sheet.total][:, : scenario.players].astype(int), axis=1)
        lead = ranked[:, 1] - ranked[:, 0] if sheet.wins == "lowest" else ranked[:, -1] - ranked[:, -2]
        sums = tallies_of(layout, results).sums(layout.names.index("margin"))
        assert (sums.total, sums.least, sums.most) == (lead.sum(), lead.min(), lead.max())


def test_prints_tell_equal_series_and_complements_from_all_others():
    _, results, layout = played("hitmakers/2021-04-08")
    results = results.copy()
    results[WINNERS] = np.where(results[WINNERS] & 1, 1, 2)  # the first seat or the second, never both
    figures = figure_sums(tallies_of(layout, results))
    one, other = (figures[f"win_rate_seat_{seat}"] for seat in (0, 1))
    assert complement(one.sums, one.series.unit, other.sums, other.series.unit) == (WHOLE_WIN**2, WHOLE_WIN**2)
    assert say_the_same(one.sums, one.series.unit, one.sums, one.series.unit)
    pairs = [(a, b) for a in figures.values() for b in figures.values() if a.series.name < b.series.name and a.n > 1]
    naive = naive_figures(layout.game, results, layout.seats)
    for a, b in pairs:
        equal = np.array_equal(naive[a.series.name], naive[b.series.name], equal_nan=True)
        assert say_the_same(a.sums, a.series.unit, b.sums, b.series.unit) == equal, (a.series.name, b.series.name)


def test_a_number_whose_square_is_not_held_is_refused():
    rows = no_rows(2)
    rows[1, 0], rows[1, 5] = 1, 1 << 32
    with pytest.raises(TooLarge, match="decisions"):
        check_size(rows, ["tie", "decisions"])


PLAIN = """
import sys, json
from tests.tallies.test_tallies import played
from workbench.tallies.tallies import pair_layout, pairs_of, tallies_of
for name in sys.argv[1:]:
    _, results, layout = played(name, 5)
    tallies, pairs = tallies_of(layout, results), pairs_of(pair_layout(layout, layout), results, results[::-1])
    arrays = tallies.rows, tallies.bins.nonzero()[0], tallies.products, pairs.rows, pairs.unlike
    print(json.dumps([array.tolist() for array in arrays]))
"""


def test_plain_python_adds_up_the_same():
    names = [next(name for name in SCENARIOS if name.startswith(game.name)) for game in games().values()]

    def run(**more):
        command = [sys.executable, "-c", PLAIN, *names]
        done = subprocess.run(command, env=os.environ | more, capture_output=True, text=True, check=True)
        return done.stdout

    assert run(NUMBA_DISABLE_JIT="1") == run()
