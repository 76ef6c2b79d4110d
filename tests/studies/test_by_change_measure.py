"""Which change did it: against plain comparisons, the definition of the Shapley value, and rules that do nothing."""

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from tests.support.scenarios import scenario
from tests.support.thorough import one_of
from workbench.engine.problems import BadInput
from workbench.play.batches import simulate
from workbench.play.comparisons import compare
from workbench.play.forms import layout
from workbench.play.options import RunOptions
from workbench.report.text.verdicts import label_of
from workbench.scenario import Goal, differences, list_scenarios, load_scenario
from workbench.scenario.files import Workspace
from workbench.stats import Verdict
from workbench.studies.by_change.columns import data
from workbench.studies.by_change.measure import attribute
from workbench.studies.by_change.plan import PartKind, plan_combinations
from workbench.tallies.tallies import values_by_play

SHIPPED = Workspace(Path(__file__).parents[2])
PLAYS = 1_500


def pair(plays=PLAYS, **changed):
    base = scenario(plays, ("random",), score_target=0, may_pass=False)
    return base, replace(base, rules={**base.rules, **changed}, revision="changed")


def attributed(base, other, **options):
    return attribute(plan_combinations(base, other), RunOptions(**options))


THREE = {"market_saturation_points": 2, "one_award_per_seat": True, "ties": "everybody"}


def with_rules(base, other, names):
    return replace(base, rules={**base.rules, **{name: other.rules[name] for name in names}})


def means(base, other):
    """The naive way: the mean points of every combination, from its plays."""

    def mean(names):
        played = with_rules(base, other, names)
        return float(np.mean(values_by_play(layout(played), simulate(played).results)["points"]))

    return mean


def test_alone_and_last_are_comparisons_of_two_of_the_combinations():
    base, other = pair(**THREE)
    attribution = attributed(base, other)
    for change in THREE:
        alone = compare(simulate(base), simulate(with_rules(base, other, [change])))
        rest = with_rules(base, other, set(THREE) - {change})
        last = compare(simulate(rest), simulate(with_rules(base, other, THREE)))
        for kind, expected in ((PartKind.ALONE, alone), (PartKind.LAST, last)):
            for name, part in attribution.of(kind, change).items():
                plain = expected.contrasts[name].difference
                assert part.difference.mean == pytest.approx(plain.mean, abs=1e-12)
                assert part.difference.sd == pytest.approx(plain.sd, rel=1e-9)
                assert (part.difference.low, part.difference.high) == pytest.approx((plain.low, plain.high), rel=0.02)


def test_a_share_is_the_mean_of_what_a_change_adds_over_every_order():
    base, other = pair(**THREE)
    mean, attribution = means(base, other), attributed(base, other)
    for change in THREE:
        added = []
        for order in permutations(THREE):
            before = order[: order.index(change)]
            added.append(mean((*before, change)) - mean(before))
        assert attribution.of(PartKind.SHARE, change)["points"].difference.mean == pytest.approx(
            np.mean(added), abs=1e-9
        )


def test_what_two_changes_do_together_is_what_neither_does_by_itself():
    base, other = pair(market_saturation_points=2, ties="everybody")
    mean, (one, two) = means(base, other), ("market_saturation_points", "ties")
    expected = mean((one, two)) - mean((one,)) - mean((two,)) + mean(())
    together = attributed(base, other).of(PartKind.TOGETHER, one, two)["points"]
    assert together.difference.mean == pytest.approx(expected, abs=1e-9)
    assert together.verdict is Verdict.HIGHER  # ties that are all paid are paid twice as much


@pytest.mark.parametrize(("seeds", "fewest"), one_of([(6, 4), (20, 16)], quick=(6, 4)))
def test_planted_effects_are_recovered_and_none_is_seen_where_there_is_none(seeds, fewest):
    """Random bots do not care what scores: two criteria that pay twice add up, one and all ties paid do not."""
    saturation, prestige = "market_saturation_points", "critical_prestige_points"
    base, sums = pair(20_000, **{saturation: 2, prestige: 2})
    _, tied = pair(ties="everybody", **{saturation: 2})
    mean, covered = means(base, sums), 0
    planted = mean((saturation,)) - mean(())
    for seed in range(2, 2 + seeds):
        apart, together = (
            attributed(*(replace(side, seed=seed, plays=150) for side in (base, other))) for other in (sums, tied)
        )
        share = apart.of(PartKind.SHARE, saturation)["points"]
        covered += share.difference.low <= planted <= share.difference.high
        assert share.verdict is Verdict.HIGHER
        assert apart.of(PartKind.TOGETHER, saturation, prestige)["points"].verdict is Verdict.SAME
        assert together.of(PartKind.TOGETHER, saturation, "ties")["points"].verdict is Verdict.HIGHER
    assert covered >= fewest  # at 95 % each: fewer once in 400 times


PAIRS = [
    (f"{game}/{load_scenario(SHIPPED, name).parent}", name)
    for game in ("hitmakers", "showbiz_shuffle", "trickster", "hollywood_1947")
    for name in (f"{entry}" for entry in list_scenarios(SHIPPED, game))
    if load_scenario(SHIPPED, name).parent
]


@pytest.mark.parametrize(("base", "other"), PAIRS)
def test_shares_add_up_to_the_whole_in_every_shipped_revision(base, other):
    sides = [replace(load_scenario(SHIPPED, name), plays=60) for name in (base, other)]
    sides = [replace(side, bots=("random",) * side.players) for side in sides]
    plan = plan_combinations(*sides)
    attribution = attribute(plan, RunOptions())
    total = attribution.of(PartKind.TOTAL)
    assert total
    if len(plan.changes) > 1 and plan.is_crossed:
        for name, whole in total.items():
            shares = [attribution.of(PartKind.SHARE, change)[name].difference.mean for change in plan.changes]
            assert sum(shares) == pytest.approx(whole.difference.mean, abs=1e-9)


def test_shares_of_a_measure_that_only_some_plays_have_are_of_the_same_plays_as_the_whole():
    base = replace(load_scenario(SHIPPED, "hollywood_1947/six-players"), plays=600, bots=("random",) * 6)
    even = load_scenario(SHIPPED, "hollywood_1947/even-deck").rules["propaganda"]
    rules = {**base.rules, "propaganda": even, "patriot_target": 3, "deck_adds": 2}
    other = replace(base, revision="three", rules=rules, goals=(Goal("patriot_symbols_6", 0.1, None),))
    attribution = attributed(base, other)
    whole = attribution.of(PartKind.TOTAL)["patriot_symbols_6"]
    shares = [attribution.of(PartKind.SHARE, change)["patriot_symbols_6"] for change in attribution.plan.changes]
    assert len(shares) == 3 and 0 < whole.difference.n < 600
    assert sum(share.difference.mean for share in shares) == pytest.approx(whole.difference.mean, abs=1e-9)
    effects = [effect.contrast for effect in attribution.effects if effect.contrast.name == "patriot_symbols_6"]
    assert {effect.difference.n for effect in effects} == {whole.difference.n}
    assert f"in {whole.difference.n} of 600 plays" in label_of(whole)
    told = [effect for effect in data(attribution)["effects"] if effect["measure"] == "patriot_symbols_6"]
    assert {effect["n"] for effect in told} == {whole.difference.n}


def test_of_broad_appeal_one_change_does_nothing_and_the_other_all():
    sides = [replace(load_scenario(SHIPPED, f"hitmakers/{name}"), plays=1_000) for name in ("2020-03-04", "2021-04-08")]
    attribution = attributed(*sides)
    assert attribution.idle == ["criteria_order"]
    total, share = (
        attribution.of(PartKind.TOTAL)["broad_appeal"],
        attribution.of(PartKind.SHARE, "broad_appeal")["broad_appeal"],
    )
    assert share.difference.mean == total.difference.mean
    assert (share.verdict, total.verdict) == (Verdict.LOWER, Verdict.LOWER)


def test_more_changes_than_can_be_crossed_are_made_alone_and_last():
    five = {**THREE, "one_hit_wonder_points": 2, "shutout_points": 3}
    plan = plan_combinations(*pair(200, **five))
    assert len(plan.scenarios) == 12 and not plan.is_crossed
    kinds = {effect.kind for effect in attribute(plan, RunOptions()).effects}
    assert kinds == {PartKind.TOTAL, PartKind.ALONE, PartKind.LAST}


def test_a_combination_that_the_rules_do_not_allow_is_left_out_with_the_reason():
    base, other = pair(200, players=4, hand_size=6)
    base = replace(base, rules={**base.rules, "hand_size": 13})
    plan = plan_combinations(base, replace(other, bots=("random",) * 4))
    assert list(plan.refused) == [frozenset({"players"})] and "hand_size" in plan.refused[frozenset({"players"})]
    assert {effect.kind for effect in attribute(plan, RunOptions()).effects} <= {
        PartKind.TOTAL,
        PartKind.ALONE,
        PartKind.LAST,
    }


def test_threads_and_cuts_leave_every_figure_alone(monkeypatch):
    one = attributed(*pair(**THREE), jobs=1)
    monkeypatch.setattr("workbench.play.local.FIRST_STRETCH", 300)
    two = attributed(*pair(**THREE), jobs=2)
    assert one.effects == two.effects and one.unlike == two.unlike


def test_equal_rules_have_nothing_to_attribute():
    base, _ = pair()
    with pytest.raises(BadInput):
        plan_combinations(base, replace(base, revision="same"))
    assert not differences(base, base)
