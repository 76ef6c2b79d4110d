"""Which values of which parameters to try, as `--vary NAME=VALUES` has them; and every combination, with its problems.

VALUES are values and ranges with commas between them: `5..9`, `5..9:2`, `per_star,by_difference`, `true,false`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from workbench.bots.spec import bot_problems, one_a_seat
from workbench.engine.game import Game
from workbench.engine.parameters import Parameter, Values, Written
from workbench.engine.problems import BadInput, Problem, Problems, is_whole
from workbench.engine.wording import did_you_mean, listed
from workbench.scenario.model import Scenario

CAN_VARY = ("int", "bool", "choice")
"""The kinds of parameters whose values a command line can list."""
EXAMPLE = "hand_size=5..9"
SHAPES = "5..9, 5..9:2, a,b or true,false"
_RANGE = re.compile(r"\s*([+-]?[0-9]{1,18})\s*\.\.\s*([+-]?[0-9]{1,18})\s*(?::\s*([+-]?[0-9]{1,18})\s*)?")


class Varied(NamedTuple):
    """A parameter, and the values that it takes, each once, in the order asked for."""

    name: str
    values: tuple[Written, ...]


class Combination(NamedTuple):
    """One value of each varied parameter; the scenario that has them, and what makes it invalid. Warnings are none.

    `changed` are the parameters whose values differ from those that the scenario had.
    """

    values: tuple[tuple[str, Written], ...]
    scenario: Scenario
    problems: tuple[Problem, ...]
    changed: tuple[str, ...] = ()

    @property
    def is_valid(self) -> bool:
        """True if it can be played."""
        return not self.problems

    @property
    def in_words(self) -> str:
        """Its values as a message names them: `hand_size = 5, players = 3`."""
        return ", ".join(f"{name} = {self.scenario.game.parameters[name].show(value)}" for name, value in self.values)


def varied_parameters(game: Game) -> dict[str, Parameter]:
    """The parameters that can be varied: numbers, yes and no, and choices."""
    return {name: parameter for name, parameter in game.parameters.items() if parameter.kind in CAN_VARY}


def read_varied(game: Game, texts: Sequence[str], source: str = "--vary") -> tuple[Varied, ...]:
    """The varied parameters of `NAME=VALUES` texts. Raises one BadInput with every problem of all of them."""
    problems = Problems()
    parameters = [varied for text in texts if (varied := problems.attempt(_read_one, game, source, text))]
    names = [text.partition("=")[0].strip() for text in texts]
    for name in dict.fromkeys(name for name in names if name and names.count(name) > 1):
        problems.add([Problem(name, "is given more than once; list its values together, as in 5,7,9", source=source)])
    problems.refuse()
    return tuple(parameters)


def combinations(scenario: Scenario, varied: Sequence[Varied]) -> Iterator[Combination]:
    """Every combination of the values, the last parameter changing fastest, with the problems that make it invalid."""
    names = [rule.name for rule in varied]
    for values in product(*(rule.values for rule in varied)):
        yield combination(scenario, dict(zip(names, values, strict=True)))


def combination(scenario: Scenario, values: Mapping[str, Written]) -> Combination:
    """The scenario with some values changed, and what makes that invalid.

    At a table of another size all sit down with the same bot; different bots cannot be dealt out to other seats.
    """
    rules: Values = {**scenario.rules, **values}
    wrong = [problem for problem in scenario.game.problems(rules) if not problem.warning]
    players, bots = rules["players"], scenario.bots
    if players != scenario.players and is_whole(players) and not wrong:
        bots = one_a_seat(bots[:1] if len(set(bots)) == 1 else bots, players)
        wrong = bot_problems(scenario.game, bots, players)
    changed = tuple(name for name, value in values.items() if value != scenario.rules[name])
    return Combination(tuple(values.items()), replace(scenario, rules=rules, bots=bots), tuple(wrong), changed)


def with_present(scenario: Scenario, rule: Varied) -> Varied:
    """The same values and the present one; numbers in rising order."""
    values = tuple(dict.fromkeys([*rule.values, scenario.rules[rule.name]]))
    is_number = scenario.game.parameters[rule.name].kind == "int"
    return rule._replace(values=tuple(sorted(filter(is_whole, values))) if is_number else values)


def _read_one(game: Game, source: str, text: str) -> Varied:
    """The parameter and its values behind one text. Raises BadInput with all its problems."""
    name, equals, written = (part.strip() for part in text.partition("="))
    if not equals:
        raise BadInput([Problem(source, f"must be NAME=VALUES, as in {EXAMPLE}", text)])
    parameter = game.parameters.get(name)
    if parameter is None:
        hint = did_you_mean(name, varied_parameters(game), f"; the rules are {', '.join(game.parameters)}")
        raise BadInput([Problem(name, f"no such rule{hint}", written, source)])
    if parameter.kind not in CAN_VARY:
        kind = "a list of cards" if parameter.kind == "cards" else "a list"
        message = f"is {kind}, which cannot be varied; these can: {listed(varied_parameters(game))}"
        raise BadInput([Problem(name, message, written, source)])
    problems, values = Problems(), []
    for part in written.split(","):
        values += problems.attempt(_values, parameter, part.strip()) or []
    problems.refuse(source)
    return Varied(name, tuple(dict.fromkeys(values)))


def _values(parameter: Parameter, text: str) -> list[Written]:
    """The values of one part: a range, or a value by itself. Raises BadInput."""
    if match := _RANGE.fullmatch(text):
        low, high, step = match.groups()
        return _range(parameter, text, int(low), int(high), int(step or 1))
    value = parameter.read(text)
    if parameter.accepts(value):
        return [value]
    hint = did_you_mean(text, map(str, parameter.values())) if parameter.kind == "choice" else ""
    shapes = f", or several: {SHAPES}" if not text else ""
    raise BadInput.one(parameter.name, f"{parameter.complaint(value)}{hint}{shapes}", text)


def _range(parameter: Parameter, text: str, low: int, high: int, step: int) -> list[Written]:
    """The values that the parameter allows from `low` to `high`, every so many-th. Raises BadInput."""
    if parameter.kind != "int":
        raise BadInput.one(parameter.name, f"{parameter.complaint(text)}; only numbers have ranges", text)
    wrong = [f"{parameter.complaint(end)}, not {end}" for end in (low, high) if not parameter.accepts(end)]
    if low > high:
        wrong.append(f"a range goes up, as in {high}..{low}")
    if step < 1:
        wrong.append("a step is at least 1, as in 5..9:2")
    if wrong:
        raise BadInput(Problem(parameter.name, message, text) for message in wrong)
    values: list[Written] = [value for value in parameter.values() if is_whole(value) and low <= value <= high]
    return values[::step]
