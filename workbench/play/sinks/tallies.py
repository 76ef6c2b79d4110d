"""The tallies of a batch, or those of several with their pairs, as a sink."""

from collections.abc import Callable, Sequence

from workbench.play.local import StretchGroup
from workbench.play.notes import PairNotes, Together, stored_together
from workbench.scenario import Scenario
from workbench.store import Run, Store
from workbench.tallies.tallies import Tallies


class TallySink:
    """Adds up a batch; nothing is stored."""

    wants_rows = False

    def __init__(self, tallies: Tallies) -> None:
        self.tallies = tallies

    @property
    def done(self) -> int:
        """See `Sink`."""
        return self.tallies.plays

    def take(self, group: StretchGroup) -> None:
        """Add the next plays."""
        self.tallies.add(group[0].tallies)


class PairSink:
    """Adds up several batches together with their pairs; `watch` sees all of it after every stretch."""

    wants_rows = False

    def __init__(self, together: Together, watch: Callable[[Together], None] = lambda together: None) -> None:
        self.together, self.watch = together, watch
        self.notes: PairNotes | None = None

    @property
    def done(self) -> int:
        """See `Sink`."""
        return self.together.plays

    def begin(
        self,
        scenarios: Sequence[Scenario],
        runs: Callable[[], Sequence[Run | None]],
        store: Store | None,
        question: str,
    ) -> None:
        """Take over what was noted of these runs, and note what they and their pairs add up to from now on."""
        stored = [run for run in runs() if run and run.done]
        if store and len(stored) == len(scenarios):
            self.together = stored_together(store, scenarios, stored, question) or self.together
        self.notes = PairNotes(runs, store, question)

    def take(self, group: StretchGroup) -> None:
        """Add the next plays of all batches."""
        for tallies, stretch in zip(self.together.tallies, group, strict=True):
            tallies.add(stretch.tallies)
        for pairs, stretch in zip(self.together.pairs, group[1:], strict=True):
            assert stretch.pairs is not None
            pairs.add(stretch.pairs)
        self.watch(self.together)
        if self.notes:
            self.notes.watch(self.together)

    def close(self, stopped: bool = False) -> None:
        """Wait for what is being noted; where plays were `stopped`, note the last of them too."""
        if self.notes:
            self.notes.finish(self.together if stopped else None)
