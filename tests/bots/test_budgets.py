"""More iterations play better, from either side: docs/bots.md has larger contests of all four games."""

from pathlib import Path

import pytest

from tests.support.halves import round_robin
from workbench.play.options import RunOptions
from workbench.scenario import load_scenario
from workbench.scenario.files import find_workspace
from workbench.studies.contest import advantage
from workbench.studies.strategies.question import RobinPlan


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("revision", "fewer", "more", "plays"),
    [("hitmakers/2021-04-08", "ismcts:20", "ismcts:400", 40), ("trickster/prototype-a", "ismcts:10", "ismcts:100", 20)],
)
def test_more_iterations_play_better_alone_and_in_the_field(revision: str, fewer: str, more: str, plays: int) -> None:
    scenario = load_scenario(find_workspace(Path(__file__).parents[2]), revision)
    robin = round_robin(scenario, RobinPlan((fewer, more), plays), RunOptions())
    stronger, weaker = robin.cells[more, fewer].shares, robin.cells[fewer, more].shares
    assert stronger.mean() > robin.even > weaker.mean()
    assert advantage((stronger - weaker) / 2).low > 0
