"""An index that is out of range in a batch: the first play that has one, and the author's line."""

from collections.abc import Iterable

from workbench.engine.batch import Batch
from workbench.engine.problems import WorkbenchError
from workbench.engine.workspace_games import failure_in
from workbench.play.forms import make_batch
from workbench.scenario import Scenario


class OutOfRange(WorkbenchError):
    """A play reads or writes beyond a row of numbers."""


def out_of_range(scenarios: Iterable[Scenario]) -> OutOfRange:
    """The first such play of the first batch that has one, in words. Compiled code must check bounds meanwhile."""
    for scenario in scenarios:
        batch, first, end = make_batch(scenario), 0, scenario.plays
        if not _is_out_of_range(batch, first, end):
            continue
        while end - first > 1:
            middle = (first + end) // 2
            first, end = (first, middle) if _is_out_of_range(batch, first, middle) else (middle, end)
        return OutOfRange(f"play {first} of {scenario.name}, seed {scenario.seed}: {_plainly(batch, first)}")
    return OutOfRange("an index is out of range in what adds the plays up")


def _plainly(batch: Batch, play: int) -> str:
    """The author's line at which plain Python refuses an index."""
    try:
        batch.decided(play, is_plain=True)
    except IndexError as error:
        return failure_in(error) or str(error)
    return "an index is out of range, which plain Python does not see"


def _is_out_of_range(batch: Batch, first: int, end: int) -> bool:
    try:
        batch.play(first, end - first)
    except IndexError:
        return True
    return False
