"""What strategies are asked to do, and all that is wrong with it."""

import pytest

from workbench.bots import strength
from workbench.bots.strength import StrongestBots, default_bots
from workbench.engine.problems import BadInput
from workbench.scenario import load_scenario
from workbench.scenario.files import STARTER, Workspace
from workbench.studies.ladder.question import LadderQuestion, pairs_of
from workbench.studies.simple_strategy import Opponents
from workbench.studies.strategies import STUDY
from workbench.studies.strategies.measure import opponents_of
from workbench.studies.strategies.question import MechanismsPlan, RobinPlan, StrategiesPlan, StrategiesQuestion

SCENARIO = load_scenario(Workspace(STARTER), "hitmakers/2021-04-08")


def ask(**texts: list[str]) -> StrategiesQuestion:
    question = STUDY.ask("hitmakers/2021-04-08", texts, lambda name: SCENARIO, lambda name: SCENARIO)
    assert isinstance(question, StrategiesQuestion)
    return question


def lines(**texts: list[str]) -> list[str]:
    with pytest.raises(BadInput) as bad:
        ask(**texts)
    return [str(problem) for problem in bad.value.problems]


def test_all_styles_meet_unless_told_otherwise() -> None:
    bots = default_bots(SCENARIO.game)
    assert bots == ("random", "greedy", "hoarder", "spreader", "scout", "cautious")
    assert ask().plan == StrategiesPlan(MechanismsPlan("greedy"), RobinPlan(bots))
    plan = StrategiesPlan(MechanismsPlan("ismcts:5", 8), RobinPlan(("scout", "random"), 8))
    assert ask(met=["scout  random"], restrict=["ismcts:5"], plays=["8"]).plan == plan, "as a command has it"
    assert ask(met=["scout", "random"], restrict=["ismcts:5"], plays=["8"]).plan == plan, "as an address has it"


def test_contests_and_rungs_begin_from_the_best_quick_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    strongest = StrongestBots("hitmakers", "", 3, False, False, "scout", "", 0.3, 0.3, 0.1, 100)
    monkeypatch.setattr(strength, "stored_strength", lambda game: strongest)
    plan, ladder = ask().plan, LadderQuestion(scenario=SCENARIO).plan
    assert plan.mechanisms.bot == "scout" and plan.robin.bots[:3] == ("random", "scout", "greedy")
    assert opponents_of(SCENARIO, plan) == Opponents("scout", "thinker:200:scout")
    assert pairs_of(ladder)[:2] == (("scout", "random"), ("thinker:50:scout", "scout"))


@pytest.mark.parametrize("bots", ["greedy", "greedy greedy", "", "random greedy random"])
def test_a_round_robin_needs_two_bots_each_named_once(bots: str) -> None:
    assert lines(met=[bots]) == [f'--bots = "{bots}": must be at least two bots, each named once']


def test_everything_wrong_with_strategies_is_told_at_once() -> None:
    problems = lines(met=["gredy random~fly"], restrict=["nobody"], plays=["many"])
    assert [line.split(" = ")[0] for line in problems] == ["--bots", "--bots", "--restrict", "--plays"]


def test_the_command_and_the_address_ask_the_same_again() -> None:
    question = ask(met=["scout random"], restrict=["random"], plays=["8"])
    command = "workbench strategies hitmakers/2021-04-08 --bots 'scout random' --restrict random --plays 8 --seed 1"
    assert STUDY.command(question) == command
    place = {"length": "long", "seed": 1, "met": ["scout", "random"], "restrict": "random", "contest_plays": "8"}
    assert STUDY.address(question) == place


def test_what_it_said_stands_in_the_history_under_one_name_whatever_was_asked() -> None:
    one, other = STUDY.as_stored(ask()), STUDY.as_stored(ask(restrict=["random"]))
    assert one.id == other.id and (one.study, one.bots, one.plays, one.options) == ("strategies", (), 0, {})
