"""The tallies of a batch as a sink."""

from workbench.play.stretches import StretchGroup
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
