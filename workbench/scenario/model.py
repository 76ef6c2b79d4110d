"""A scenario, complete and checked: a revision's rules, its table, plays, seed and goals."""

import datetime as dt
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.bots.spec import bot_names, bot_problems, one_a_seat, taught
from workbench.engine.cards import hashed_values, whole_values
from workbench.engine.game import Game
from workbench.engine.measures import WIN_RATE
from workbench.engine.parameters import Values, Whole, Written
from workbench.engine.problems import MOST_PLAYS, BadInput, NumberRange, Problem, Problems, is_whole
from workbench.engine.wording import did_you_mean, listed
from workbench.scenario.files import ScenarioFile, as_toml
from workbench.stats import Direction

if TYPE_CHECKING:
    from workbench.store import Revision

SEAT_WIN_RATE_SPREAD = "seat_win_rate_spread"
"""The largest win rate of a seat minus the smallest."""
RATE = "_rate"
"""A suffix that the name of a measure of yes or no may have: `tie_rate` is `tie`."""
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


@dataclass(frozen=True)
class Scenario:
    """One revision of a game's rules, complete and checked.

    rules        every rule's written value: defaults, then the parents', then its own, then those of `--set`
    bots         one a seat
    warnings     problems that stop nothing
    retake       which retake of its plays: the same shuffles, other chance of the bots; 0 for the plays themselves
    settings     what `--set` changed for one call, as it was given: `hand_size=6`
    """

    game: Game
    revision: str
    path: Path | None
    title: str
    date: dt.date | None
    parent: str | None
    reason: str
    hypothesis: str
    rules: Values
    bots: tuple[str, ...]
    plays: int
    seed: int
    goals: tuple[Goal, ...] = ()
    warnings: tuple[Problem, ...] = ()
    retake: int = 0
    settings: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """`hitmakers/2021-04-08`, as commands take it."""
        return f"{self.game.name}/{self.revision}"

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.bots)

    @cached_property
    def rules_hash(self) -> str:
        """SHA-256 of the game's name and the complete rules, in hexadecimal: equal for equal rules, however written.

        Of a card list it takes what the list says, not the name of its file.
        """
        content = {"game": self.game.name, "rules": hashed_values(self.rules)}
        return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def revision_of(scenario: Scenario) -> "Revision":
    """The revision as the store keeps it, with all its rules, so that an old run says what was played."""
    from workbench.store import Revision

    return Revision(
        rules_hash=scenario.rules_hash,
        game=scenario.game.name,
        name=scenario.revision,
        title=scenario.title,
        date=scenario.date,
        parent=scenario.parent,
        reason=scenario.reason,
        hypothesis=scenario.hypothesis,
        rules=whole_values(scenario.rules),
    )


def differences(base: Scenario, other: Scenario) -> dict[str, list[Written]]:
    """The rules that differ, `{rule: [base's value, other's value]}`, in the order of the game's parameters."""
    return {name: [value, other.rules[name]] for name, value in base.rules.items() if other.rules.get(name) != value}


USUAL_PLAYS = 10_000
PLAYS = Whole(1, MOST_PLAYS, name="plays", default=USUAL_PLAYS, section="Batch", help="How many plays a batch has.")
SEED = Whole(0, 2**63 - 1, name="seed", default=1, section="Batch", help="Where the batch's chance begins.")
ANY_SEED = replace(SEED, high=2**64 - 1)
"""A seed of the command line; TOML's numbers end earlier."""
BOTS = ("greedy",)
SLOW_PLAYS = 100_000
"""Plays of a batch, times what the game says that a decision costs, where bots try continuations. Set by hand."""
FEWEST_PLAYS = 200


def usual_plays(game: Game, rules: Values) -> int:
    """Plays of a batch where nobody says how many: so few in a slow game that its verdict is there in a minute."""
    if game.has_evaluation:
        return USUAL_PLAYS
    return max(FEWEST_PLAYS, min(USUAL_PLAYS, SLOW_PLAYS // game.cost(rules)))


def batch_numbers(
    problems: Problems, plays: str | int | None, seed: str | int | None, batch: Mapping[str, object], source: str
) -> tuple[int, int]:
    """Plays and seed: the command's, which may be texts, else the file's, else the default."""
    numbers = [
        checked_number(problems, number, batch.get(number.name, number.default), "batch.", source)
        for number in (PLAYS, SEED)
    ]
    for place, (number, value) in enumerate([(PLAYS, plays), (ANY_SEED, seed)]):
        if value is not None:
            written = number.read(value) if isinstance(value, str) else value
            numbers[place] = checked_number(problems, number, written, "--")
    return numbers[0], numbers[1]


def checked_number(problems: Problems, number: Whole, value: object, prefix: str, source: str = "") -> int:
    """The value; where it is not allowed, its problem is noted, and the lowest allowed one stands in."""
    if not number.accepts(value):
        problems.add([Problem(f"{prefix}{number.name}", f"must be {number.allowed}", as_toml(value), source)])
    return value if is_whole(value) else number.low


def table_bots(
    problems: Problems, named: Sequence[str] | None, file: ScenarioFile, game: Game, rules: Values
) -> tuple[str, ...]:
    """One bot a seat: the command's, else the file's. Their number is not checked while `players` is wrong.

    Those that a command or an address names are those that play, so that what `greedy` has played can be made again;
    in a file `greedy` is the bot that is there anyway, and one that has learned takes its place.
    """
    bots: tuple[str, ...] = BOTS
    written = file.table("table").get("bots", list(BOTS))
    if isinstance(written, list) and all(isinstance(bot, str) for bot in written):
        bots = tuple(written)
    else:
        message = f'must be a list of bots, as in ["greedy"]; {game.title} is played by {", ".join(bot_names(game))}'
        problems.add([file.problem("table.bots", message, written)])
    bots = bots if named is None else tuple(named)
    players = rules["players"] if game.parameters["players"].accepts(rules["players"]) else None
    seats = players if isinstance(players, int) else len(bots)
    for problem in bot_problems(game, bots, seats):
        in_place = problem.within(file.source, "table.") if named is None else replace(problem, place="--bots")
        problems.add([in_place])
    return one_a_seat(taught(game, bots) if named is None else bots, players if isinstance(players, int) else 1)


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
