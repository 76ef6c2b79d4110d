"""Goals as texts of a command line."""

import pytest

from workbench.engine.problems import BadInput
from workbench.engine.registry import game_named
from workbench.scenario import Goal
from workbench.scenario.goals import goal_text, read_goal_texts

GAME = game_named("hitmakers")


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("tie_rate <= 0.05", Goal("tie_rate", None, 0.05)),
        ("tie_rate<=5 %", Goal("tie_rate", None, 0.05)),
        (" deals >= 4 ", Goal("deals", 4, None)),
        ("deals = 4..5", Goal("deals", 4, 5)),
        ("deals=4.5 .. 5.25", Goal("deals", 4.5, 5.25)),
        ("3.5 <= deals <= 1e1", Goal("deals", 3.5, 10)),
    ],
)
def test_a_goal_is_read_and_written_again(text, goal):
    (read,) = read_goal_texts(GAME, [text])
    assert read == goal
    assert read_goal_texts(GAME, [goal_text(read)]) == (goal,)


def test_two_texts_give_both_bounds_of_a_measure():
    assert read_goal_texts(GAME, ["deals >= 4", "tie <= 0.1", "deals <= 5"]) == (
        Goal("deals", 4, 5),
        Goal("tie", None, 0.1),
    )


def test_every_problem_is_said_at_once():
    wrong = ["deals", "dealz >= 3", "deals < 3", "tie_rate <= 7", "deals = 5..4", "margin >= 1", "margin >= 2"]
    with pytest.raises(BadInput) as bad:
        read_goal_texts(GAME, wrong)
    message = str(bad.value)
    for part in (
        *("--goal = deals: must be a measure and a bound", "did you mean deals?", "--goal = deals < 3"),
        *("goals.tie_rate.max: must be a number from 0 to 1", "min must not be above max", "a second min for margin"),
    ):
        assert part in message
    assert len(bad.value.problems) == 6
