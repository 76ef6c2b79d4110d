"""The plan of a comparison rests on what is stored: pairs, else each revision by itself, else a pilot."""

import re
from dataclasses import replace

import pytest

from tests.app.test_results_every_game import FAMILIES
from tests.support.thorough import one_of
from workbench.play.batches import simulate, simulate_together
from workbench.play.comparisons import compare, compared_as_played
from workbench.play.options import RunOptions
from workbench.report.document import Table
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.runs import runs
from workbench.studies.compare import STUDY as COMPARE
from workbench.studies.compare.measure import PlanAnswer
from workbench.studies.compare.plan import VarianceSource, is_pilot_cheap, plan_by_pilot, plan_comparison


def sides_of(studio: Workspace, game: str, bots: str = "random", plays: int = 400) -> tuple[Scenario, Scenario]:
    """A revision of the game's family and its parent."""
    other, base, _ = FAMILIES[game]
    one, two = (load_scenario(studio, f"{game}/{name}", plays=plays, bots=[bots]) for name in (base, other))
    return one, two


@pytest.mark.parametrize("game", one_of(FAMILIES, quick="hollywood_1947"))
def test_the_variance_of_stored_pairs_comes_before_that_of_each_side(
    studio: Workspace, store: Store, game: str
) -> None:
    base, other = sides_of(studio, game)
    options = RunOptions(store)
    assert plan_comparison(base, other, store) is None, "nothing is stored"
    simulate(base, options)
    alone = plan_comparison(base, other, store)
    assert alone
    assert (alone.source, alone.stored_plays) == (VarianceSource.SEPARATE, (400, 0))
    simulate(other, options)
    by_side = plan_comparison(base, other, store)
    assert by_side
    assert (by_side.source, by_side.stored_plays) == (VarianceSource.SEPARATE, (400, 400))
    (before, after), together = simulate_together((base, other), options)
    contrasts = compared_as_played(before, after, store, together.pairs[0]).contrasts
    paired = plan_comparison(replace(base, seed=77, plays=5_000), replace(other, seed=77, plays=5_000), store)
    assert paired, "any seed and number of plays tells the variance"
    assert (paired.source, paired.stored_plays, paired.plays) == (VarianceSource.PAIRS, (400, 400), 5_000)
    assert {name.removesuffix("_rate") for name in base.game.primary} <= {
        planned.contrast.name for planned in paired.measures
    }
    for planned in paired.measures:
        assert planned.contrast.difference.sd == contrasts[planned.contrast.name].difference.sd
    by_name = {planned.contrast.name: planned.contrast for planned in by_side.measures}
    for planned in paired.measures:
        name, sd = planned.contrast.name, planned.contrast.difference.sd
        if name in by_name:
            ratio = contrasts[name].difference.variance_ratio or 0
            assert by_name[name].difference.sd ** 2 * ratio == pytest.approx(sd**2)
    assert paired.seconds(1_000) == pytest.approx(1_000 * (paired.seconds_a_pair or 0))


@pytest.mark.parametrize("game", FAMILIES)
def test_a_pilot_stores_nothing_and_says_much_the_same(studio: Workspace, store: Store, game: str) -> None:
    base, other = sides_of(studio, game)
    plan = plan_by_pilot(base, other, RunOptions(store))
    assert plan.source is VarianceSource.PILOT
    assert runs(store) == []
    whole = compare(*(simulate(replace(side, plays=2_000, seed=5)) for side in (base, other))).contrasts
    for planned in plan.measures:
        name, sd = planned.contrast.name, planned.contrast.difference.sd
        assert sd <= 2 * whole[name].difference.sd + 0.1
    words = COMPARE.report(PlanAnswer(base, [(other, plan)]))
    assert "show a change of" in words.headline or words.headline.startswith("No number of plays")
    assert isinstance(words.blocks[0], Table) and len(words.blocks[0].rows) == len(plan.measures)


def test_other_bots_tell_nothing(studio: Workspace, store: Store) -> None:
    base, other = sides_of(studio, "trickster")
    simulate(base, RunOptions(store))
    by_greedy = (replace(side, bots=("greedy",) * side.players) for side in (base, other))
    assert plan_comparison(*by_greedy, store) is None


def test_more_plays_show_a_smaller_change(studio: Workspace, store: Store) -> None:
    base, other = sides_of(studio, "showbiz_shuffle")
    simulate(base, RunOptions(store))
    few, many = (plan_comparison(base, replace(other, plays=plays), store) for plays in (500, 50_000))
    assert few and many
    for one, two in zip(few.measures, many.measures, strict=True):
        assert one.seen > two.seen
        assert one.to_see == two.to_see
        assert one.to_see is None or one.to_see >= 100
    between = replace(few, other=replace(few.other, plays=few.hardest.to_see))
    headline = COMPARE.report(PlanAnswer(base, [(between.other, between)])).headline
    assert re.search(r", about \d+\u202f000 plays none; you have [\d\u202f]+ plays\.$", headline)


def test_no_pilot_of_bots_that_search(studio: Workspace) -> None:
    base, other = sides_of(studio, "hollywood_1947", "ismcts:1000")
    assert not is_pilot_cheap(base, other)
