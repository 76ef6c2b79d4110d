"""Where the plays of a batch are kept: its run in the store, with what they add up to and how it ended; row files."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from workbench.engine.measures import Results
from workbench.engine.wording import counted
from workbench.play.local import Stretch
from workbench.play.options import LEAVE_S, RunOptions, Stopped, stoppable
from workbench.play.outcome import ReadPlays
from workbench.play.stored import append, reader
from workbench.scenario import Scenario
from workbench.store import Store, StoreError
from workbench.store.results import Gathered, RowsFolder, find_gathered
from workbench.store.runs import Run, Status, end_run, finish_run, shorten_run
from workbench.tallies.digest import Digest
from workbench.tallies.tallies import Tallies, TallyLayout


class StoredRun:
    """Stores the plays of a batch, some stretches at a time; each time is whole, so that a kill loses only the next."""

    def __init__(self, run: Run, scenario: Scenario, store: Store, options: RunOptions) -> None:
        self.run, self.scenario = run, scenario
        self.gave_up_waiting = False
        patient = stoppable(replace(options, store=store), self._stopped_waiting, LEAVE_S) or store
        self.store = replace(patient, wait_s=math.inf)  # what was played is not given up for a lock

    @property
    def read(self) -> ReadPlays | None:
        """Reads its plays; None where it has no rows."""
        return reader(self.store, self.run, self.scenario)

    def gathered(self, layout: TallyLayout) -> tuple[Tallies, Digest] | None:
        """The stored tallies and their digest, to go on with; None where other code added them up."""
        stored = find_gathered(self.store, self.run)
        tallies = Tallies.from_bytes(layout, stored.tallies) if stored else None
        if stored and stored.digest is not None and tallies and tallies.plays == self.run.done:
            return tallies, Digest.from_bytes(layout.game.result, stored.digest)
        return None

    def keep(self, stretches: Sequence[Stretch], rows: Results | None, tallies: Tallies, digest: Digest) -> None:
        """Store the next plays, and what all plays to their end add up to."""
        first, plays = stretches[0].first, sum(stretch.plays for stretch in stretches)
        seconds = sum(stretch.seconds for stretch in stretches)
        goes_on = not self.run.has_rows or first + plays < self.run.plays
        gathered = Gathered(tallies.to_bytes(), digest.to_bytes() if goes_on else None)
        with self.store.session():
            self.run = append(self.store, self.run, self.scenario, first, plays, rows, gathered, seconds)
            self.finish(digest)

    def finish(self, digest: Digest) -> None:
        """Mark the run as done, once its last play is stored."""
        if self.run.done == self.run.plays and self.run.status is not Status.DONE:
            self.run = finish_run(self.store, self.run.id, digest.hexdigest())

    def shorten(self, scenario: Scenario) -> None:
        """Make it a run of so many plays as the scenario has now."""
        self.scenario, self.run = scenario, shorten_run(self.store, self.run.id, scenario.plays)

    def give_up(self, error: BaseException) -> None:
        """Say in the store why the run ended early; whoever stopped it does not wait for that."""
        stopped = isinstance(error, (Stopped, KeyboardInterrupt))
        status, note = (Status.CANCELLED, "") if stopped else (Status.FAILED, str(error))
        at_once = self.gave_up_waiting or isinstance(error, StoreError)
        end_run(Store(self.store.path, 0.0 if at_once else LEAVE_S), self.run.id, status, note)

    def resume_line(self) -> str:
        """How many plays of a batch that was stopped are stored, and how to go on."""
        stored = self.stored_line()
        return stored if self.run.status is Status.DONE else f"{stored}; go on with: workbench resume {self.run.id}"

    def stored_line(self) -> str:
        """The same without how to go on."""
        return f"stopped; {self.run.done} of {counted(self.scenario.plays, 'play')} are kept"

    def _stopped_waiting(self) -> str:
        """Note that the store cannot be used just now; the line that resumes the run."""
        self.gave_up_waiting = True
        return self.resume_line()


class RowFiles:
    """The files of a batch, which begin with those of its first `done` plays: `parts` reads them from a play on.

    With `workers_write`, the machines that play have written the files, which only need their names.
    """

    def __init__(
        self, path: Path, scenario: Scenario, run: str, done: int, parts: Callable[[int], Iterator[tuple[int, Results]]]
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
