"""What a study is asked to do, and all that is wrong with it."""

from dataclasses import replace
from math import inf
from pathlib import Path
from time import process_time

import pytest

from tests.support.kit import EXAMPLES
from tests.support.scenarios import hearing, scenario
from tests.support.thorough import one_of
from tests.support.workspace_games import no_games_of_a_workspace_afterwards
from workbench.engine.families import families
from workbench.engine.registry import games, use_workspace
from workbench.play.forms import make_batch
from workbench.play.options import RunOptions
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import init_workspace
from workbench.scenario.new_game import new_family_game
from workbench.studies.contest import batches_of
from workbench.studies.find.race import usual_plays
from workbench.studies.find.search import ENOUGH_TRIALS, Budget
from workbench.studies.find.steps import plan_sensitivity
from workbench.studies.find.tuning import usual_tuning_plays as tuning_plays
from workbench.studies.ladder.luck import retake_batches
from workbench.studies.ladder.measure import pairings
from workbench.studies.ladder.question import LadderQuestion
from workbench.studies.strategies.measure import Usage, restrictions
from workbench.studies.strategies.question import MechanismsPlan, RobinPlan, StrategiesQuestion
from workbench.studies.strategies.robin import meetings
from workbench.studies.workload import (
    Length,
    affordable,
    declared_cost,
    length_of,
    play_cost,
    quick_plays,
    to_two_figures,
    with_bots,
)

__all__ = ["no_games_of_a_workspace_afterwards"]

LENGTH = Length(100.0, 25.0)

# What it costs


def test_search_costs_its_budget_and_the_rest_little():
    costs = {bot: play_cost(scenario(bots=(bot,)), LENGTH) for bot in ("random", "greedy", "scout", "ismcts:200")}
    assert costs["ismcts:200"] == 20_000
    assert costs["random"] < costs["greedy"] == costs["scout"] < 100
    mixed = with_bots(scenario(), ["ismcts:200", "greedy", "random"])
    assert play_cost(mixed, LENGTH) == pytest.approx(
        (costs["ismcts:200"] + costs["greedy"] + costs["random"]) / 3, rel=0.01
    )


@pytest.mark.parametrize(("number", "rounded"), [(0.5, 0), (7, 7), (99.9, 99), (1_234, 1_200), (98_765, 98_000)])
def test_round_numbers_of_plays(number, rounded):
    assert to_two_figures(number) == rounded


def test_dear_plays_are_few_but_not_too_few():
    assert [affordable(cost, 40, 2_000, 1e6) for cost in (1, 1_000, 3_000, 1e6)] == [2_000, 1_000, 330, 40]


def test_a_slow_game_is_given_fewer_plays_and_all_kinds_share_what_is_affordable():
    plan, usages = MechanismsPlan("ismcts:500"), dict.fromkeys(("scout", "poach", "pass"), Usage(1, 1.0, 0.0, 0.0))

    def planned(cost, kinds):
        setup = scenario(bots=("greedy",))
        setup = replace(setup, game=replace(setup.game, search_cost=lambda values: cost))
        few = dict(list(usages.items())[:kinds])
        return next(iter(restrictions(setup, plan, few, LENGTH).values()))[0].plays

    assert planned(1, 3) == pytest.approx(planned(1, 1) / 3, rel=0.05)
    assert planned(16, 1) == pytest.approx(planned(1, 1) / 16, rel=0.05)


@pytest.mark.parametrize(
    ("game", "rules", "planned"),
    [
        ("hitmakers", {}, {290}),
        ("trickster", {}, {210}),
        ("showbiz_shuffle", {}, {86}),
        ("hollywood_1947", {}, {110}),
        ("hollywood_1947", {"players": 9}, {48}),
    ],
)
def test_every_machine_plans_the_same_plays(game, rules, planned):
    """A fact of the rules and the declared costs: a slow or busy machine plans no fewer."""
    setup = scenario(game=game, **rules)
    steps = meetings(setup, RobinPlan(("greedy", "ismcts:1000")), length_of(setup, RunOptions()))
    assert {pairing.plays for pairing, _ in steps} == planned


@pytest.mark.parametrize("games_of", one_of(["ours", "examples"], quick="ours"))
def test_a_decision_costs_about_what_the_game_declares(games_of):
    """So that a quick look at any game is quick, a default batch over in a minute, and a time said beforehand right."""

    def declared_too_low(game, bot):
        setup = scenario(game=game, bots=(bot,))
        batch, length = make_batch(setup), length_of(setup, RunOptions())
        batch.play(0, 1, threads=1)
        decision_s, at_once = inf, 2 if ":" in bot else 16
        for first in range(0, 8 * at_once, at_once):  # the best, since other tests run beside this one
            began = process_time()
            decisions = batch.play(first, at_once, threads=1)["decisions"].sum()
            decision_s = min(decision_s, (process_time() - began) / decisions)
        return decision_s / declared_cost(setup, length) * length.decisions

    usual = declared_too_low(games()["hitmakers"], "greedy")
    others = {**EXAMPLES, **{name: family.game for name, family in families().items()}}
    of = games() if games_of == "ours" else others
    ratios = {name: declared_too_low(game, "greedy") / usual for name, game in of.items()}
    assert all(1 / 12 < ratio < 4 for ratio in ratios.values()), ratios
    some = ["hitmakers"] if games_of == "ours" else games()  # of each, search is compiled
    ratios = {name: declared_too_low(games()[name], "thinker:50") / usual for name in some}
    assert all(1 / 3 < ratio < 3 for ratio in ratios.values()), ratios


GAMES = [("hitmakers", {}), ("trickster", {}), ("showbiz_shuffle", {}), ("hollywood_1947", {})]
LARGE = [("hitmakers", {"players": 4}), ("hollywood_1947", {"players": 9}), ("hollywood_1947", {"players": 2})]
SEARCH, SCRIPTED = 1_750_000, 3_000_000
"""What two quiet cores do in a second in Hitmakers, of search and of the rest; measured: 2 and 5 million."""
TRIAL_S, FIRST_SWEEP, LARGEST_SWEEP = 0.05, 5, 25
"""What a trial of a tuning takes besides its plays; tables of a sweep of one rule, and of two, as the page suggests."""


@pytest.mark.parametrize(("game", "rules"), [*GAMES, *LARGE])
def test_a_quick_look_is_over_in_half_a_minute_and_has_enough_plays_for_verdicts(game, rules):
    """By the declared costs, so on every machine the same plays."""
    setup = scenario(game=game, **rules)
    length, game = length_of(setup, RunOptions()), setup.game
    climb = LadderQuestion(scenario=setup, quick=True).plan
    plans = pairings(setup, climb, length)
    batches = [
        *(batch for pairing in plans for batch in batches_of(setup, pairing, length)),
        *retake_batches(setup, climb, length),
    ]
    assert sum(batch.work for batch in batches) * game.search_cost(setup.rules) < 30 * SEARCH
    plan = StrategiesQuestion(scenario=setup, quick=True).plan
    kinds = dict.fromkeys((kind.name.lower() for kind in game.action_kinds), Usage(1, 1.0, 0.0, 0.0))
    steps = [*restrictions(setup, plan.mechanisms, kinds, length).values(), *meetings(setup, plan.robin, length)]
    assert sum(batch.work for _, batches in steps for batch in batches) * game.cost(setup.rules) < 30 * SCRIPTED
    assert min(pairing.plays for pairing in (*plans, *(pairing for pairing, _ in steps))) >= 100


@pytest.mark.parametrize(("game", "rules"), [*GAMES, *LARGE])
@pytest.mark.parametrize(("bot", "second"), [("greedy", SCRIPTED), ("ismcts:50", SEARCH)])
def test_a_quick_look_at_rules_or_cards_is_over_in_half_a_minute(game, rules, bot, second):
    """Tune, Cards and Quality with any bots, Sweep with greedy ones, of which each table needs plays enough."""
    setup = scenario(20_000, (bot,), game=game, **rules)
    length = length_of(setup, RunOptions())
    tuned = tuning_plays(setup, length, True)
    trials = min(ENOUGH_TRIALS, Budget.of(tuned).trials)
    looks = [(tuned, TRIAL_S * trials), (quick_plays(setup), 0.0)]
    if bot == "greedy":
        tables = [FIRST_SWEEP, LARGEST_SWEEP, plan_sensitivity(setup, (), quick=True).tables]
        looks += [(usual_plays(setup, table_plan, True, length), 0.0) for table_plan in tables]
        assert all(plays >= 100 * table_plan for (plays, _), table_plan in zip(looks[2:], tables, strict=True))
    assert max(plays * declared_cost(setup, length) / second + besides for plays, besides in looks) <= 30


def test_a_few_plays_say_how_long_a_play_is():
    match, deal = scenario(), scenario(score_target=0)
    told = []
    options = RunOptions(progress=hearing(compiling=lambda: told.append(1)))
    assert length_of(match, options).decisions > 2 * length_of(deal, options).decisions > 60
    assert told == []


def of_family(folder: Path, family: str, preset: str) -> Scenario:
    workspace, _ = init_workspace(folder / "studio")
    new_family_game(workspace, "mine", family, preset, "Mine")
    use_workspace(str(workspace.root))
    return load_scenario(workspace, "mine/default")


def test_a_quick_ladder_plays_less_where_thinkers_are_slow(tmp_path: Path) -> None:
    setup = of_family(tmp_path, "sets", "go_fish")
    plays = {
        (pairing.one, pairing.field): pairing.plays
        for pairing in pairings(setup, LadderQuestion(scenario=setup, quick=True).plan, Length(150.0, 50.0))
    }
    assert plays == {("steady", "random"): 2_000, ("thinker:100", "steady"): 550, ("thinker:100", "random"): 550}


def test_styles_meet_without_the_slow_greedy_and_in_plays_enough_for_verdicts(tmp_path: Path) -> None:
    """Spades by greedy bots, who bid badly, is five times as long, and a decision of theirs a thousand times."""
    setup = of_family(tmp_path, "tricks", "spades")
    plan = StrategiesQuestion(scenario=setup).plan
    assert (plan.mechanisms.bot, plan.robin.bots) == ("steady", ("random", "steady"))
    steps = [
        *restrictions(setup, plan.mechanisms, {"play": Usage(1, 1.0, 0.0, 0.0)}, Length(500.0, 50.0)).values(),
        *meetings(setup, plan.robin, Length(500.0, 50.0)),
    ]
    assert min(pairing.plays for pairing, _ in steps) >= 1_000
    assert sum(batch.work for _, batches in steps for batch in batches) * setup.game.cost(setup.rules) < 120 * SCRIPTED
