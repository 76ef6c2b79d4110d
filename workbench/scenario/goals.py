"""The wishes of a revision: `[goals]`, each a target, and `[aims]`, each held against the revision's parent.

[goals]
tie_rate = { max = 0.10 }

[aims]
deals = { wish = "lower", by = "10 %" }           # of the parent's; by = 0.5 is in the measure's unit
tie_rate = { wish = "not higher", max = 0.08 }    # a guardrail: it may rise, but not above 8 %
lead_changes = "not lower"                        # a guardrail: it may not fall by what counts
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf

from workbench.engine.game import Game
from workbench.engine.measures import WIN_RATE, Scope, by_scope
from workbench.engine.problems import BadInput, NumberRange, Problem, Problems, is_number
from workbench.engine.wording import did_you_mean, listed
from workbench.scenario.files import as_toml
from workbench.stats import Direction

SEAT_WIN_RATE_SPREAD = "seat_win_rate_spread"
"""The largest win rate of a seat minus the smallest."""
RATE = "_rate"
"""A suffix that the name of a measure of yes or no may have: `tie_rate` is `tie`."""
INHERITED = "parent"
"""In the place of the table of goals: those that the parent has."""
KEYS = ("min", "max")
SHAPE = "{ max = 0.10 }, { min = 3 } or { min = 3, max = 5 }"


@dataclass(frozen=True)
class Goal:
    """A target for one measure: at least `low`, at most `high`; None where there is no such bound."""

    measure: str
    low: float | None = None
    high: float | None = None

    @property
    def direction(self) -> Direction:
        """The direction that is better: down for a `max` alone, up for a `min` alone, else none."""
        if self.low is not None and self.high is not None:
            return Direction.NONE
        return Direction.DOWN if self.low is None else Direction.UP

    @property
    def text(self) -> str:
        """The target in words: `at most 0.1`, `at least 3`, `from 3 to 5`."""
        if self.low is None:
            return f"at most {self.high:g}"
        return f"at least {self.low:g}" if self.high is None else f"from {self.low:g} to {self.high:g}"

    @property
    def written(self) -> dict[str, float]:
        """The goal as TOML has it."""
        bounds = {"min": self.low, "max": self.high}
        return {key: bound for key, bound in bounds.items() if bound is not None}

    def counted(self, game: Game) -> str:
        """The measure that is counted for the goal: `tie` for `tie_rate`, else the goal's own name."""
        return _counted(game).get(self.measure, self.measure)


def goal_measures(game: Game) -> list[str]:
    """Every name that a goal may have: the game's measures, `<measure>_rate` for those of yes or no, and win rates."""
    return [measure.name for measure in game.all_measures] + [*_counted(game), WIN_RATE.name, SEAT_WIN_RATE_SPREAD]


def _counted(game: Game) -> dict[str, str]:
    return {measure.name + RATE: measure.name for measure in game.all_measures if measure.is_rate}


def _rates(game: Game) -> set[str]:
    """Names of goals whose measure lies between 0 and 1."""
    aliases = _counted(game)
    return {*aliases, *aliases.values(), WIN_RATE.name, SEAT_WIN_RATE_SPREAD}


def read_goals(game: Game, written: Mapping[str, object]) -> tuple[tuple[Goal, ...], list[Problem]]:
    """The goals of a `[goals]` table, and what is wrong with it."""
    problems = [problem for name, target in written.items() for problem in _problems(game, name, target)]
    if problems:
        return (), problems
    targets = {name: target for name, target in written.items() if isinstance(target, dict)}
    bounds = {name: {key: float(bound) for key, bound in target.items()} for name, target in targets.items()}
    return tuple(Goal(name, target.get("min"), target.get("max")) for name, target in bounds.items()), []


def _problems(game: Game, name: str, target: object) -> Iterator[Problem]:
    place = f"goals.{name}"
    if name not in goal_measures(game):
        yield Problem(place, f"no such measure; the measures are {', '.join(goal_measures(game))}", as_toml(target))
    elif not isinstance(target, dict) or not target:
        yield Problem(place, f"must be {SHAPE}", as_toml(target))
    else:
        bounds = [problem for key, bound in target.items() if (problem := _bound_problem(game, name, key, bound))]
        yield from bounds
        if not bounds and target.get("min", -inf) > target.get("max", inf):
            yield Problem(place, "min must not be above max", as_toml(target))


def _bound_problem(game: Game, name: str, key: str, bound: object) -> Problem | None:
    place = f"goals.{name}.{key}"
    if key not in KEYS:
        return Problem(place, f"no such bound; a goal has {listed(KEYS)}", as_toml(bound))
    allowed = NumberRange(0, 1) if name in _rates(game) else NumberRange()
    return None if bound in allowed else Problem(place, f"must be {allowed}", as_toml(bound))


# Goals as texts

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


# Aims


class Wish(StrEnum):
    """Where a measure is to go, or not to go."""

    LOWER = "lower"
    HIGHER = "higher"
    NOT_LOWER = "not lower"
    NOT_HIGHER = "not higher"


BOUNDS = {Wish.NOT_LOWER: "min", Wish.NOT_HIGHER: "max"}
"""The bound that a guardrail may have in the place of the parent's figure."""
AIM_SHAPE = '"lower", { wish = "lower", by = 0.5 }, { wish = "lower", by = "10 %" } or { wish = "not higher", max = 3 }'


@dataclass(frozen=True)
class Aim:
    """A wish about one measure, against the parent.

    by       lower or higher by at least so much; a guardrail may move the other way by so much. None: by the smallest
             change that counts
    percent  whether `by` is a part of the parent's figure, 0.1 for `10 %`, instead of in the measure's unit
    bound    of a guardrail: the figure that it may not pass, whatever the parent's is
    """

    measure: str
    wish: Wish
    by: float | None = None
    percent: bool = False
    bound: float | None = None

    @property
    def written(self) -> str | dict[str, float | str]:
        """The aim as TOML has it."""
        if self.bound is not None:
            return {"wish": self.wish.value, BOUNDS[self.wish]: self.bound}
        if self.by is None:
            return self.wish.value
        return {"wish": self.wish.value, "by": f"{100 * self.by:g} %" if self.percent else self.by}

    @property
    def direction(self) -> Direction:
        """The direction that is better."""
        return Direction.DOWN if self.wish in (Wish.LOWER, Wish.NOT_HIGHER) else Direction.UP

    def counted(self, game: Game) -> str:
        """The measure that is counted for it: `tie` for `tie_rate`, else its name."""
        return _counted(game).get(self.measure, self.measure)


def aim_measures(game: Game) -> list[str]:
    """Every name that an aim may have: those of goals that are one figure for the whole table."""
    by_seat = {WIN_RATE.name, *(measure.name for measure in by_scope(game.all_measures, Scope.DEAL_SEAT))}
    return [name for name in goal_measures(game) if _counted(game).get(name, name) not in by_seat]


def read_aims(
    game: Game, written: Mapping[str, object], parent: object, goals: Sequence[Goal]
) -> tuple[tuple[Aim, ...], list[Problem]]:
    """The aims of an `[aims]` table, and what is wrong with it, alone and beside the goals."""
    problems = [problem for name, value in written.items() for problem in _aim_problems(game, name, value)]
    if written and not parent:
        problems.append(Problem("aims", 'nothing to hold them against; they need a parent, as in parent = "…"'))
    counted = _counted(game)
    for name in written:
        if counted.get(name) in written:
            same = f"is the same measure as aims.{counted[name]}; leave one of them out"
            problems.append(Problem(f"aims.{name}", same, as_toml(written[name])))
    if problems:
        return (), problems
    aims = tuple(_aim(name, value if isinstance(value, dict) else {"wish": value}) for name, value in written.items())
    return aims, [problem for aim in aims for goal in goals if (problem := _contradiction(game, aim, goal))]


def _aim_problems(game: Game, name: str, value: object) -> Iterator[Problem]:
    """The problems of one aim by itself."""
    place, table = f"aims.{name}", {"wish": value} if isinstance(value, str) else value
    names, wishes = aim_measures(game), [wish.value for wish in Wish]
    if name in goal_measures(game) and name not in names:
        message = f"is counted seat by seat; an aim needs one figure of the table, as {SEAT_WIN_RATE_SPREAD} is"
        yield Problem(place, message, as_toml(value))
    elif name not in names:
        otherwise = f"; the measures are {', '.join(names)}"
        yield Problem(place, f"no such measure{did_you_mean(name, names, otherwise)}", as_toml(value))
    elif not isinstance(table, dict) or "wish" not in table:
        yield Problem(place, f"must be {AIM_SHAPE}", as_toml(value))
    elif table["wish"] not in wishes:
        otherwise = f"; it is {listed(map(as_toml, wishes), 'or')}"
        yield Problem(place, f"no such wish{did_you_mean(table['wish'], wishes, otherwise)}", as_toml(table["wish"]))
    else:
        yield from _size_problems(place, Wish(table["wish"]), table, name in _rates(game))


def _size_problems(place: str, wish: Wish, table: Mapping[str, object], is_rate: bool) -> Iterator[Problem]:
    """The problems of `by` and of the bound of an aim."""
    keys = ["wish", "by", *([BOUNDS[wish]] if wish in BOUNDS else [])]
    for key in table:
        if key not in keys:
            yield Problem(f"{place}.{key}", f"no such key; “{wish}” has {listed(keys)}", as_toml(table[key]))
    if {"by", BOUNDS.get(wish)} <= {*table}:
        yield Problem(place, f"has by or {BOUNDS[wish]}, not both", as_toml(table))
    if "by" in table:
        share = _percent(table["by"])
        by, has_most = (table["by"], is_rate) if share is None else (share, wish in (Wish.LOWER, Wish.NOT_LOWER))
        if not is_number(by) or not 0 < by <= (1 if has_most else inf):
            allowed = 'a number above 0, or a part of the parent\'s figure such as "10 %"'
            yield Problem(
                f"{place}.by", f"must be {allowed}{', at most all of it' if has_most else ''}", as_toml(table["by"])
            )
    bound = table.get(BOUNDS.get(wish, ""))
    allowed_bounds = NumberRange(0, 1) if is_rate else NumberRange()
    if bound is not None and bound not in allowed_bounds:
        yield Problem(f"{place}.{BOUNDS[wish]}", f"must be {allowed_bounds}", as_toml(bound))


def _percent(value: object) -> float | None:
    """`10 %` as 0.1; None for anything else."""
    match = re.fullmatch(rf"\s*{NUMBER}\s*", value) if isinstance(value, str) else None
    return _number(match[1], match[2]) if match and match[2] else None


def _aim(name: str, table: Mapping[str, object]) -> Aim:
    """The aim of a table without problems."""
    wish, share = Wish(str(table["wish"])), _percent(table.get("by"))
    by, bound = table.get("by"), table.get(BOUNDS.get(wish, ""))
    size = share if share is not None or not is_number(by) else float(by)
    return Aim(name, wish, size, share is not None, float(bound) if is_number(bound) else None)


def _contradiction(game: Game, aim: Aim, goal: Goal) -> Problem | None:
    """The problem of a guardrail and a goal that nothing meets both."""
    if aim.bound is None or aim.counted(game) != goal.counted(game):
        return None
    if aim.wish is Wish.NOT_HIGHER:
        clashes = goal.low is not None and goal.low > aim.bound
    else:
        clashes = goal.high is not None and goal.high < aim.bound
    words = f"contradicts its goal, which is {goal.text}"
    return Problem(f"aims.{aim.measure}", words, as_toml(aim.written)) if clashes else None
