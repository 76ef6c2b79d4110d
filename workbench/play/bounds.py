"""An index that is out of range in a batch: the first play that has one, and the author's line."""

from workbench.engine.batch import Batch
from workbench.engine.problems import WorkbenchError
from workbench.engine.workspace_games import failure_in
from workbench.play.forms import make_batch
from workbench.scenario import Scenario


class OutOfRange(WorkbenchError):
    """A play reads or writes beyond a row of numbers."""


def out_of_range(scenario: Scenario) -> OutOfRange:
    """The first such play of a batch that has one, in words. Compiled code must check bounds meanwhile."""
    batch, first, end = make_batch(scenario), 0, scenario.plays
    while end - first > 1:
        middle = (first + end) // 2
        first, end = (first, middle) if _is_out_of_range(batch, first, middle) else (middle, end)
    try:
        batch.decided(first, is_plain=True)
        words = "an index is out of range, which plain Python does not see"
    except IndexError as error:
        words = failure_in(error) or str(error)
    return OutOfRange(f"play {first} of {scenario.name}, seed {scenario.seed}: {words}")


def _is_out_of_range(batch: Batch, first: int, end: int) -> bool:
    try:
        batch.play(first, end - first)
    except IndexError:
        return True
    return False
