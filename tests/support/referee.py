"""What referees share, who have the rulebook and a trace, and nothing of the engine."""

from collections.abc import Iterator, Sequence
from typing import Any

Line = dict[str, Any]


class Foul(AssertionError):
    """A trace that breaks the rules."""


def demand(condition: bool, what: str, line: Line) -> None:
    """Fouls unless the condition holds."""
    if not condition:
        raise Foul(f"{what}: {line}")


class Reader:
    def __init__(self, lines: Sequence[Line]) -> None:
        self.rules: Line = lines[0]["rules"]
        self.lines = iter(lines[1:])
        self.players: int = self.rules["players"]
        self.line: Line = {}
        self.next()

    def next(self) -> Line:
        """The line to judge; the one after it is then in `self.line`."""
        judged, self.line = self.line, next(self.lines, {"event": "nothing more"})
        return judged

    def expect(self, event: str) -> Line:
        """The next line, which must be of this kind."""
        demand(self.line["event"] == event, f"{event} is due", self.line)
        return self.next()

    def demand_next(self, event: str, **fields: Any) -> Line:
        """The next line, which must be of this kind and have these fields."""
        line = self.expect(event)
        for name, value in fields.items():
            demand(line[name] == value, f"{name} must be {value}", line)
        return line

    def best(self, totals: Sequence[int], best: int) -> list[int]:
        return [player for player in range(self.players) if totals[player] == best]


def tampered(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The trace with one line after another left out."""
    for place in range(1, len(lines)):
        yield [*lines[:place], *lines[place + 1 :]]


def without(lines: Sequence[Line], *names: str) -> list[Line]:
    """The lines without what the references do not tell, and the referees look at."""
    return [{name: value for name, value in line.items() if name not in names} for line in lines]
