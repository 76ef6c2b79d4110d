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
from hypothesis import given
from hypothesis import strategies as st

from tests.support.families import PRESETS, preset_game
from tests.support.kit import EXAMPLES
from tests.support.naive_figures import naive_figures
from tests.support.scenarios import scenario
from tests.support.thorough import examples, some_of
from workbench.engine.measures import WINNERS
from workbench.engine.parameters import complete
from workbench.engine.registry import games
from workbench.play.comparisons import compare
from workbench.play.figures import complement, figure_sums, say_the_same, seat_figures
from workbench.play.forms import make_batch
from workbench.play.outcome import Outcome
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
    tallies_of,
    values_by_play,
)

PLACE = Workspace(Path(__file__).parents[2])
PLAYS = 600
GAMES = {
    **games(),
    **{f"{family}-{preset}": preset_game(family, preset) for family, preset in PRESETS},
    **{f"example-{name}": game for name, game in EXAMPLES.items()},
}
QUICK = [*games(), "tricks-hearts"]
"""Ours and one of a family: `make thorough` adds up all others too, whose kernels nobody needs."""


def revisions(name):
    """Revisions of a game: those of its files, or its defaults and other rules, with partners where it has them."""
    if name in games():
        return list_scenarios(PLACE, GAMES[name])
    return [f"{name}/default", f"{name}/other"]


def read(revision):
    name, _, words = revision.partition("/")
    if name in games():
        return load_scenario(PLACE, revision)
    game = GAMES[name]
    values = complete(game.parameters, {})
    changeable = sorted(
        values.keys() - game.idle_rules(values) - {"players"}, key=lambda rule: (rule != "partners", rule)
    )
    others = ({rule: value} for rule in changeable for value in game.parameters[rule].values())
    other = next(rules for rules in others if complete(game.parameters, rules) != values and not game.problems(rules))
    return scenario(game=game, revision=words, **(other if words == "other" else {}))


@cache
def played(revision, plays=PLAYS):
    what = read(revision)
    what = replace(what, bots=("random",) * what.players, plays=plays, seed=1)
    return what, make_batch(what).play(0, plays), layout_of(what.game, what.players)


def same(one, other):
    names = ("rows", "bins", "products") if isinstance(one, Tallies) else ("rows", "unlike", "products")
    return one.plays == other.plays and all(np.array_equal(getattr(one, n), getattr(other, n)) for n in names)


@pytest.mark.parametrize("game", some_of(GAMES, quick=lambda name: name in QUICK))
def test_every_number_is_that_of_the_plays_alone_and_in_a_pair_in_both_orders(game):
    first, *others = revisions(game)
    for revision in (first, *others):
        check_alone(revision)
    for base, other in [*((first, other) for other in others or [first]), *pairwise(others)]:
        check_pair(base, other)
        check_pair(other, base)


def check_alone(revision):
    what, results, layout = played(revision)
    figures, numbers = figure_sums(tallies_of(layout, results)), values_by_play(layout, results)
    naive = naive_figures(what.game, results, what.players)
    assert figures.keys() == naive.keys()
    for key, figure in figures.items():
        np.testing.assert_allclose(numbers[key], naive[key], atol=2e-4, err_msg=key)
        values = naive[key][~np.isnan(naive[key])]
        assert figure.n == len(values), key
        if len(values) > 1:
            rough = 1e-3 if figure.measure.type == "f4" and figure.series.unit != WHOLE_WIN else 1e-9
            limits = (figure.moments.mean, figure.moments.least, figure.moments.most)
            assert limits == pytest.approx((values.mean(), values.min(), values.max()), abs=rough, rel=1e-12), key
            assert figure.moments.sd == pytest.approx(values.std(ddof=1), abs=rough, rel=1e-9), key


def check_pair(base, other):
    sides = [played(revision) for revision in (base, other)]
    ours, theirs = (naive_figures(what.game, results, what.players) for what, results, _ in sides)
    outcomes = [Outcome(what, results, "", 1.0) for what, results, _ in sides]
    pairs = pairs_of(pair_layout(*(layout for _, _, layout in sides)), *(results for _, results, _ in sides))
    are_alike = sides[0][0].players == sides[1][0].players
    assert sorted(pairs.layout.names) == sorted(
        key for key in ours if key in theirs and (are_alike or "seat" not in key)
    )
    contrasts = compare(*outcomes, pairs=pairs).contrasts
    for key, unlike in zip(pairs.layout.names, pairs.unlike, strict=True):
        both = ~np.isnan(ours[key]) & ~np.isnan(theirs[key])
        before, after = ours[key][both], theirs[key][both]
        assert (key in contrasts) == bool(both.any()), key
        assert unlike == (np.abs(after - before) > 1e-4).sum(), key
        if both.any():
            change = contrasts[key].difference
            means = before.mean(), after.mean(), (after - before).mean()
            assert (change.base, change.other, change.mean) == pytest.approx(means, abs=1e-3), (base, other, key)
            assert change.n == len(before), key


@examples(15)
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


def test_copies_take_no_memory_for_bins_that_are_empty():
    """A page copies them at each look, and keeps those of its answers."""
    _, results, layout = played("hitmakers/2021-04-08")
    tallies = tallies_of(layout, results)
    before = resident_mb()
    copies = [tallies.copy() for _ in range(20)]
    assert resident_mb() - before < 20 < 20 * tallies.bins.nbytes / 2**20
    assert all(same(copy, tallies) and copy.bins is not tallies.bins for copy in copies)


def resident_mb():
    """The memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


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
import json
from tests.tallies.test_tallies import QUICK, played, revisions
from workbench.tallies.tallies import pair_layout, pairs_of, tallies_of
for game in QUICK:
    (_, one, ours), (_, two, theirs) = (played(revision, 3) for revision in (revisions(game) * 2)[:2])
    tallies = [tallies_of(ours, one), tallies_of(theirs, two)]
    pairs = [pairs_of(pair_layout(ours, theirs), one, two), pairs_of(pair_layout(theirs, ours), two, one)]
    arrays = [array for sums in (*tallies, *pairs) for array in (sums.rows, sums.products)]
    arrays += [array for sums in tallies for array in (sums.bins.nonzero()[0],)] + [sums.unlike for sums in pairs]
    print(json.dumps([game, *(array.tolist() for array in arrays)]))
"""


def test_plain_python_adds_up_the_same():
    def run(**more):
        done = subprocess.run([sys.executable, "-c", PLAIN], env=os.environ | more, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert run(NUMBA_DISABLE_JIT="1") == run()
