"""The rows of a batch as Parquet files in a folder."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from workbench.engine.measures import Results
from workbench.play.stretches import Stretch
from workbench.scenario import Scenario
from workbench.store.results import RowsFolder


class RowFiles:
    """The files of a batch, which begin with those of its first `done` plays: `parts` reads them from a play on.

    With `workers_write`, the machines that play have written the files, which only need their names.
    """

    def __init__(
        self,
        path: Path,
        scenario: Scenario,
        run: str,
        done: int,
        parts: Callable[[int], Iterator[tuple[int, Results]]],
    ) -> None:
        self.folder = RowsFolder(path, scenario.game.name, run, scenario.players)
        self.measures = scenario.game.all_measures
        self.workers_write = False
        for first, records in parts(self.folder.begin(done)):
            self.folder.write(first, records, self.measures)

    def keep(self, stretches: Sequence[Stretch], rows: Results | None) -> None:
        """Write the next plays, or name the files that workers wrote of them."""
        if rows is not None:
            self.folder.write(stretches[0].first, rows, self.measures)
            return
        for stretch in stretches:
            self.folder.publish(stretch.first, stretch.plays, stretch.written)
