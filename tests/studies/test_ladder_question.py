"""What a skill ladder is asked to do, and all that is wrong with it."""

import pytest

from workbench.engine.problems import BadInput
from workbench.scenario import load_scenario
from workbench.scenario.files import STARTER, Workspace
from workbench.studies.ladder import STUDY
from workbench.studies.ladder.question import LadderPlan, LadderQuestion, pairs_of, rungs

SCENARIO = load_scenario(Workspace(STARTER), "hitmakers/2021-04-08")


def ask(**texts: str) -> LadderQuestion:
    options = {name: [text] for name, text in texts.items()}
    question = STUDY.ask("hitmakers/2021-04-08", options, lambda name: SCENARIO, lambda name: SCENARIO)
    assert isinstance(question, LadderQuestion)
    return question


def lines(**texts: str) -> list[str]:
    with pytest.raises(BadInput) as bad:
        ask(**texts)
    return [str(problem) for problem in bad.value.problems]


def test_the_rungs_double() -> None:
    budgets = (50, 100, 200, 400, 800, 1600, 3200)
    assert rungs(LadderPlan()) == ("random", "greedy", *(f"thinker:{budget}" for budget in budgets))
    assert rungs(LadderPlan(lowest=3, top=6)) == ("random", "greedy", "thinker:3", "thinker:6")
    assert rungs(LadderPlan(lowest=3, top=3))[-1] == "thinker:3"


def test_the_top_rung_meets_random_and_greedy_once_more() -> None:
    steps = [("greedy", "random"), ("thinker:3", "greedy"), ("thinker:6", "thinker:3")]
    assert list(pairs_of(LadderPlan(lowest=3, top=6))) == [*steps, ("thinker:6", "random"), ("thinker:6", "greedy")]
    assert list(pairs_of(LadderPlan(lowest=3, top=3))) == [*steps[:2], ("thinker:3", "random")]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ({}, LadderPlan()),
        ({"lowest": "30"}, LadderPlan(30, 1920, luck_bot="ismcts:30")),
        ({"lowest": "900"}, LadderPlan(900, 1800, luck_bot="ismcts:900")),
        ({"top": "800", "plays": "70"}, LadderPlan(top=800, plays=70)),
        ({"shuffles": "9", "retakes": "4", "luck_bot": "greedy"}, LadderPlan(shuffles=9, retakes=4, luck_bot="greedy")),
        ({"quick": "yes"}, LadderPlan(100, 100, retakes=10, quick=True)),
        ({"quick": "yes", "lowest": "30", "top": "60"}, LadderPlan(30, 60, retakes=10, quick=True)),
    ],
)
def test_a_ladder_as_it_was_asked_for(texts: dict[str, str], expected: LadderPlan) -> None:
    assert ask(**texts).plan == expected


def test_everything_wrong_with_a_ladder_is_told_at_once() -> None:
    problems = lines(lowest="0", top="x", plays="-1", shuffles="2", retakes="1", luck_bot="me")
    assert [line.split(" = ")[0] for line in problems] == [
        *("--lowest", "--top", "--plays", "--shuffles", "--retakes", "--luck-bot")
    ]


@pytest.mark.parametrize("top", ["60", "49", "150", "1"])
def test_a_top_that_is_no_doubling_is_refused(top: str) -> None:
    assert lines(top=top) == [f"--top = {top}: must be --lowest doubled some times: 50, 100, 200 …"]


def test_the_command_and_the_address_ask_the_same_again() -> None:
    question = ask(lowest="30", top="60", plays="7", luck_bot="greedy")
    command = "workbench ladder hitmakers/2021-04-08 --lowest 30 --top 60 --plays 7 --luck-bot greedy --seed 1"
    assert STUDY.command(question) == command, "its bots are not those of the revision"
    place = {"length": "long", "seed": 1, "lowest": "30", "top": "60", "contest_plays": "7", "luck_bot": "greedy"}
    assert STUDY.address(question) == place
    assert STUDY.address(ask(quick="yes", lowest="30"))["length"] == "quick"


def test_what_it_said_stands_in_the_history_under_one_name_whatever_was_asked() -> None:
    one, other = STUDY.as_stored(ask()), STUDY.as_stored(ask(lowest="30"))
    assert one.id == other.id and (one.study, one.bots, one.plays, one.options) == ("ladder", (), 0, {})
