"""What lists say of a comparison: the goals as the worst of their seats, and what changed most, in a few words."""

from workbench.engine.measures import WIN_RATE
from workbench.play.goals import CheckedGoal, Standing
from workbench.report.findings import goals_of
from workbench.scenario import Goal
from workbench.stats import Estimate, Figure

TIES, SEATS = Goal("tie_rate", high=0.1), Goal("win_rate", low=0.3)


def checked(goal: Goal, standing: Standing) -> CheckedGoal:
    return CheckedGoal(goal, Figure(goal.measure, WIN_RATE, Estimate(0.1, 0.1, 0.0, 0.2, 500)), standing)


def test_a_goal_stands_as_the_worst_of_its_seats() -> None:
    seats = [checked(SEATS, standing) for standing in (Standing.MET, Standing.MISSED, Standing.UNDECIDED)]
    assert goals_of([checked(TIES, Standing.MET), *seats]) == {"tie_rate": "met", "win_rate": "missed"}
    assert list(goals_of([*seats[::2], checked(TIES, Standing.MET)]).items()) == [
        ("win_rate", "undecided"),
        ("tie_rate", "met"),
    ]
