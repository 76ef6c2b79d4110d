"""Which bot decides as people did: one that plays for them is recognized, decision by decision."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.play.test_films import GAMES
from tests.play.test_interactive import scenario_of
from tests.support.answers import told
from workbench.engine.problems import BadInput
from workbench.play.interactive import InteractivePlay
from workbench.play.options import RunOptions
from workbench.scenario import Scenario
from workbench.studies.people_and_bots import STUDY
from workbench.studies.people_and_bots.decisions import decides_like


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    """A round of Trickster, whose quick bot decides in milliseconds."""
    return replace(scenario_of(GAMES["trickster"], "greedy"), rules={"rounds": 1})


def logged(scenario: Scenario, number: int, seed: int) -> dict[str, Any]:
    """A play as a session has it, in which a person decides as the quick bot does."""
    same = replace(scenario, seed=seed)
    play = InteractivePlay(same, number)
    while not play.is_over:
        play.take_bots(play.bots_action())
    actions = [decision.action for decision in play.decisions]
    bots = list(same.bots)
    return {"seed": seed, "retake": 0, "play": number, "bots": bots, "people": [1], "actions": actions}


def test_the_bot_that_people_play_as_is_the_nearest_in_any_play_and_seed(scenario: Scenario) -> None:
    plays = [logged(scenario, number, seed) for number, seed in ((0, 5), (4, 5), (0, 9))]
    likeness = decides_like(scenario, plays, ("random", "greedy"), RunOptions())
    assert [*likeness.bots] == ["greedy", "random"]
    assert likeness.best.rate == 1.0 and not likeness.best.partings
    other = likeness.agreements[1]
    assert other.rate < 1 and sum(other.partings.values()) == other.decisions - round(other.rate * other.decisions)
    assert likeness.plays == 3
    report = told(STUDY, likeness)
    assert "quick" in report.headline.lower() and report.part == "decisions" and report.blocks


def test_a_play_that_the_rules_no_longer_allow_is_left_out_and_counted(scenario: Scenario) -> None:
    play = logged(scenario, 0, 5)
    changed = {**play, "actions": [play["actions"][1], *play["actions"][1:]]}
    likeness = decides_like(scenario, [changed, play], ("random", "greedy"), RunOptions())
    assert (likeness.left_out, likeness.plays) == (1, 1)
    data = json.loads(json.dumps(told(STUDY, likeness).data))
    assert (data["plays"], data["left_out"], data["bots"][0]["bot"]) == (1, 1, "greedy")
    shares = data["bots"][1]
    assert sum(parting["times"] for parting in shares["partings"]) == round(
        shares["decisions"] * (1 - shares["agreement"]["rate"])
    )


@pytest.mark.parametrize("plays", [0, 1])
def test_without_a_play_that_can_be_made_again_it_says_so(plays: int, scenario: Scenario) -> None:
    changed = {**logged(scenario, 0, 5), "actions": [-1]}
    with pytest.raises(BadInput, match="sessions"):
        decides_like(scenario, [changed] * plays, ("random",), RunOptions())
