"""Setting aside the sessions of a file that cannot be taken, so that the others can."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from workbench.engine.problems import Problem
from workbench.playtest.exchange.parsed import Parsed, Part


@dataclass(frozen=True)
class Aside:
    """A file without the sessions that have problems: those as a file of their own, in the format they came in."""

    good: Parsed
    sessions: int
    text: str


def set_aside(parsed: Parsed, more: Sequence[Problem] = ()) -> Aside:
    """Part the sessions that have problems, `more` among them, from those that have none.

    What is wrong with the file as a whole stays a problem of the good ones.
    """
    problems = [*parsed.problems, *more]
    errors = [problem for problem in problems if not problem.warning]
    bad = [part for part in parsed.parts if any(part.has(problem.place) for problem in errors)]
    good = replace(
        parsed,
        sessions=tuple(each for each in parsed.sessions if not any(part.has(each.place) for part in bad)),
        problems=tuple(problem for problem in parsed.problems if not any(part.has(problem.place) for part in bad)),
    )
    told = [(part, _told(part, errors)) for part in bad]
    return Aside(good, len(bad), parsed.pack(told) if bad and parsed.pack else "")


def _told(part: Part, errors: Sequence[Problem]) -> str:
    return "; ".join(str(problem) for problem in errors if part.has(problem.place))
