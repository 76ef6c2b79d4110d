"""Goals as a command line has them: `tie_rate <= 0.05`, `deals = 4..5`, `4 <= deals <= 5`."""

import re
from collections.abc import Iterator, Sequence

from workbench.engine.game import Game
from workbench.engine.problems import BadInput, Problem, Problems
from workbench.engine.wording import did_you_mean
from workbench.scenario.model import Goal, goal_measures, read_goals

SHAPES = '"tie_rate <= 0.05", "deals >= 4" or "deals = 4..5"'
NUMBER = r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)\s*(%?)"
NAME = r"([A-Za-z_][A-Za-z0-9_]*)"
_AT_LEAST = re.compile(rf"\s*{NAME}\s*>=\s*{NUMBER}\s*")
_AT_MOST = re.compile(rf"\s*{NAME}\s*<=\s*{NUMBER}\s*")
_FROM_TO = re.compile(rf"\s*{NAME}\s*=\s*{NUMBER}\s*\.\.\s*{NUMBER}\s*")
_BETWEEN = re.compile(rf"\s*{NUMBER}\s*<=\s*{NAME}\s*<=\s*{NUMBER}\s*")


def read_goal_texts(game: Game, texts: Sequence[str], source: str = "--goal") -> tuple[Goal, ...]:
    """The goals behind such texts; two texts about one measure may give its two bounds.

    Raises one BadInput with every problem of all of them.
    """
    problems, written = Problems(), dict[str, dict[str, float]]()
    for text in texts:
        for name, bound, value in problems.attempt(_read, game, text, source) or []:
            bounds = written.setdefault(name, {})
            if bound in bounds:
                problems.add([Problem(source, f"a second {bound} for {name}", text)])
            bounds[bound] = value
    goals, wrong = read_goals(game, written)
    problems.add(Problem(source, f"{problem.place}: {problem.message}", problem.value) for problem in wrong)
    problems.refuse()
    return goals


def _read(game: Game, text: str, source: str) -> list[tuple[str, str, float]]:
    """A goal's measure and bounds. Raises BadInput."""
    bounds = list(_bounds(text))
    if not bounds:
        raise BadInput.one(source, f"must be a measure and a bound, as in {SHAPES}", text)
    name = bounds[0][0]
    if name not in goal_measures(game):
        otherwise = f"; the measures are {', '.join(goal_measures(game))}"
        raise BadInput.one(source, f"no such measure{did_you_mean(name, goal_measures(game), otherwise)}", text)
    return bounds


def _bounds(text: str) -> Iterator[tuple[str, str, float]]:
    if match := _AT_LEAST.fullmatch(text):
        yield match[1], "min", _number(match[2], match[3])
    elif match := _AT_MOST.fullmatch(text):
        yield match[1], "max", _number(match[2], match[3])
    elif match := _FROM_TO.fullmatch(text):
        yield match[1], "min", _number(match[2], match[3])
        yield match[1], "max", _number(match[4], match[5])
    elif match := _BETWEEN.fullmatch(text):
        yield match[3], "min", _number(match[1], match[2])
        yield match[3], "max", _number(match[4], match[5])


def _number(text: str, percent: str) -> float:
    """`5 %` is 0.05."""
    return float(text) / 100 if percent else float(text)


def goal_text(goal: Goal) -> str:
    """A goal as `read_goal_texts` reads it."""
    if goal.low is None:
        return f"{goal.measure} <= {goal.high:g}"
    return f"{goal.measure} >= {goal.low:g}" if goal.high is None else f"{goal.measure} = {goal.low:g}..{goal.high:g}"
