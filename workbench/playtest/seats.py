"""A log from elsewhere that has two players on one seat: the one who came last has it, and the other has none."""

from collections.abc import Sequence

from workbench.engine.problems import Problem
from workbench.playtest.kinds import Kind
from workbench.playtest.session import session_of
from workbench.store.playtests import Entry

CROWDED = "two players sit here: the one who sat down last keeps it, and the other's seat is not known"


def crowded_seats(log: Sequence[Entry], place: str) -> list[Problem]:
    """A warning for each seat that two players of a log have at once; none for a log without its opening entry."""
    if not any(entry.kind == Kind.OPEN for entry in log):
        return []
    seats = dict.fromkeys(line.data["seat"] for line in session_of(log).crowded)
    return [Problem(f"{place}, seat", CROWDED, str(seat + 1), warning=True) for seat in seats]
