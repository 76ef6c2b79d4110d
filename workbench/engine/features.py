"""Features of a position as one player sees it, for evaluations that are learned: whole numbers from its fields.

`list_features` is written for each game from the record of its state and asks nothing of an author. It reads a
concealed state alone, so that nothing hidden comes in: how the player stands beside the best of the others, single
numbers, the player's own number of each field beside those of the others, and the cards of sets one by one. Of sets it
lists too how many cards there are of each suit, rank or other group that a game declares, and how many lines of a board
are one's own so far. `quantity` is written alike: the few of these numbers that a bot's condition may be about
(`greedy~hold:turn=..19`).
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import takewhile
from types import FunctionType
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.engine import bit_sets
from workbench.engine.bit_sets import EMPTY, count
from workbench.engine.compiling import compiled, plainly
from workbench.engine.dispatch import list_features, payoff, standing
from workbench.engine.types import FILLING, Array, BitSet, GameFunction, Int, Player, Rules, State

LEFT_OUT: Final = {"actor", "over", "whim", "lots", "moves", "stage"}
"""Fields that say nothing of how good a position is: the loop's header, and words of chance."""
MOST_FEATURES: Final = 4096
WIDEST: Final = 600
"""Features that one field may have at most; fields for which there is no room for so many are left out."""
LONGEST: Final = 16
"""Numbers of a row that are features; longer rows are decks in their order."""
MOST_OF_GROUP: Final = 8
"""Cards of a group up to which their number has a feature each."""
MOST_FOR_GROUPS: Final = 400
"""Features of all groups of a set, at most."""
STEPS: Final = 16
"""Values of a single number that have a feature each, from 0."""
GRAIN: Final = 1024
"""Parts of a payoff that are told apart: features are whole numbers, so that their sums are exact everywhere."""
LOWEST: Final = -1_000_000
"""Below every number of a field."""

BESIDE: Final = re.compile(r"pack|phase|looked|lacks|part|picking|(unseen|picked|chosen)_.*|.*\..*")
"""Fields that no condition is about: how the kit keeps what is known and what is picked, and numbers that are names."""
MOST_QUANTITIES: Final = 64

Groups = tuple[tuple[str, int], ...]
"""Sets of cards that count together, such as suits, each with its name."""
Element = Callable[[str, int], str]
"""The source of a player's number in a column of a field."""


class _Writer:
    """The lines of the function, and the names of the features that they list."""

    def __init__(self, seats: int, groups: Mapping[str, Groups], lines: Mapping[str, Sequence[int]]) -> None:
        self.seats, self.groups_of, self.lines_on = seats, groups, lines
        self.names: list[str] = []
        self.lines: list[str] = []

    def number(self, name: str, value: str) -> None:
        """List a number where it is not 0."""
        self._list(f"amount = np.int64({value})", "amount != 0", str(len(self.names)), "amount")
        self.names.append(name)

    def value(self, name: str, value: str) -> None:
        """List which of the first whole numbers a number is."""
        place = f"{len(self.names)} + amount"
        self._list(f"amount = np.int64({value})", f"0 <= amount and amount < {STEPS}", place, "1")
        self.names += [f"{name} is {step}" for step in range(STEPS)]

    def _list(self, first: str, condition: str, place: str, amount: str) -> None:
        self.lines += [first, f"if {condition}:", f"    places[n], amounts[n] = {place}, {amount}", "    n += 1"]

    def members(self, name: str, value: str) -> None:
        """List how many there are in a set, and each of them."""
        self.number(f"number of {name}", f"count({value})")
        self.lines += [
            f"rest = {value}",
            "while rest != EMPTY:",
            f"    places[n], amounts[n] = {len(self.names)} + lowest(rest), 1",
            "    n += 1",
            "    rest = without_lowest(rest)",
        ]
        self.names += [f"{name} {member}" for member in range(bit_sets.WORD)]

    def groups(self, name: str, value: str, groups: Groups) -> None:
        """List how many of a set are of each group; and of a group that lies together, the lowest and the highest."""
        end = len(self.names) + MOST_FOR_GROUPS
        for group, cards in groups:
            first, start, of_group = len(self.names), (cards & -cards).bit_length() - 1, f"of {group} in {name}"
            span = cards.bit_length() - start
            names = [f"{number} {of_group}" for number in range(1, MOST_OF_GROUP + 1)]
            ends = []
            if span <= LONGEST:
                low = first + MOST_OF_GROUP - start
                names += [f"{end} {place} {of_group}" for end in ("lowest", "highest") for place in range(span)]
                ends = [
                    "if amount > 0:",
                    f"    places[n], amounts[n] = {low} + lowest(cards), 1",
                    f"    places[n + 1], amounts[n + 1] = {low + span} + highest(cards), 1",
                    "    n += 2",
                ]
            if first + len(names) > end:
                return
            self.names += names
            self.lines += [
                f"cards = {value} & np.uint64({cards})",
                "amount = count(cards)",
                f"if 0 < amount and amount <= {MOST_OF_GROUP}:",
                f"    places[n], amounts[n] = {first - 1} + amount, 1",
                "    n += 1",
                *ends,
            ]

    def lines_of(self, name: str, length: int) -> None:
        """List how many lines of a board have so many pieces of the player's alone, and of the others' alone."""
        mine, others = f"state.{name}[player]", "union"
        for number in range(1, length):
            self.number(f"lines with {number} of own {name}", f"lines_with({name}_lines, {mine}, {others}, {number})")
            self.number(f"lines with {number} of others", f"lines_with({name}_lines, {others}, {mine}, {number})")

    def others(self, *body: str) -> None:
        """Do something for each of the other players."""
        inside = ["    if other != player:", *("        " + line for line in body)]
        self.lines += ["for other in range(rules.players):", *inside]

    def field(self, name: str, kind: np.dtype[np.generic], shape: tuple[int, ...]) -> None:
        """List what a field says; nothing of one that is no number, no set, or too long."""
        is_set, place, seats = kind == np.uint64, f"state.{name}", self.seats
        if shape == ():
            self._single(name, place, is_set)
        elif shape == (seats,):
            self._of_players(name, place, is_set)
        elif len(shape) == 1 and shape[0] % seats == 0 and shape[0] // seats <= LONGEST:
            size = shape[0] // seats
            self._rows(name, size, is_set, lambda player, column: f"{place}[{player} * {size} + {column}]")
        elif len(shape) == 1 and shape[0] <= LONGEST and not is_set:
            for column in range(shape[0]):
                self.number(f"{name} {column}", f"{place}[{column}]")
        elif len(shape) == 2 and shape[0] == seats and shape[1] <= LONGEST:
            self._rows(name, shape[1], is_set, lambda player, column: f"{place}[{player}, {column}]")
        elif len(shape) == 2 and shape[1] == seats and shape[0] <= LONGEST:
            self._rows(name, shape[0], is_set, lambda player, column: f"{place}[{column}, {player}]")

    def _single(self, name: str, place: str, is_set: bool) -> None:
        if is_set:
            self.members(name, place)
        else:
            self.number(name, place)
            self.value(name, place)

    def _of_players(self, name: str, place: str, is_set: bool) -> None:
        """A number or a set for each player."""
        inside = f"count({place}[other])" if is_set else f"np.int64({place}[other])"
        mine = f"count({place}[player])" if is_set else f"np.int64({place}[player])"
        self.lines.append(f"most, total, union = {LOWEST}, 0, EMPTY")
        joined = [f"union = union | {place}[other]"] if is_set else []
        self.others(f"most, total = max(most, {inside}), total + {inside}", *joined)
        self.number(f"lead in {name}", f"{mine} - most")
        if is_set:
            self.members(f"own {name}", f"{place}[player]")
            self.groups(f"own {name}", f"{place}[player]", self.groups_of.get(name, ()))
            self.members(f"{name} of others", "union")
            if lines := self.lines_on.get(name):
                self.lines_of(name, lines[0].bit_count())
        else:
            self.number(f"own {name}", mine)
            self.number(f"{name} of others", "total")

    def _rows(self, name: str, size: int, is_set: bool, place: Element) -> None:
        """Some numbers or sets for each player."""
        for column in range(size):
            number = "count({})" if is_set else "np.int64({})"
            self.lines.append("total = 0")
            self.others(f"total += {number.format(place('other', column))}")
            self.number(f"{name} {column} of others", "total")
            if is_set:
                self.members(f"own {name} {column}", place("player", column))
            else:
                self.number(f"own {name} {column}", place("player", column))


def _fields(state: np.dtype[np.void]) -> Iterator[tuple[str, np.dtype[np.generic]]]:
    """The fields of a position that moves read; those of a record in it as `bods.hand_size`."""
    for name in takewhile(lambda name: name != FILLING, state.names or ()):
        yield name, state[name]
        yield from ((f"{name}.{part}", state[name][part]) for part in state[name].names or ())


class Declared(NamedTuple):
    """Declarations of a game: the record of its state, how many seats there are, and sets by their fields.

    groups  of a set of cards, those that count together
    lines   of a board, its lines, as sets of spaces
    """

    state: np.dtype[np.void]
    seats: int
    groups: tuple[tuple[str, Groups], ...] = ()
    lines: tuple[tuple[str, tuple[int, ...]], ...] = ()


@compiled
def lines_with(lines: Array, pieces: BitSet, others: BitSet, number: Int) -> Int:
    """How many lines have so many of the pieces, and none of the others."""
    there = 0
    for line in range(lines.shape[0]):
        there += count(lines[line] & pieces) == number and lines[line] & others == EMPTY
    return there


def _written(declared: Declared) -> _Writer:
    """The function that lists the features of a game."""
    writer = _Writer(declared.seats, dict(declared.groups), dict(declared.lines))
    writer.number("one", "1")
    writer.lines.append(f"best = np.int64({LOWEST})")
    writer.others("best = max(best, np.int64(standing(state, rules, other)))")
    writer.number("lead", "standing(state, rules, np.int64(player)) - best if rules.players > 1 else 0")
    writer.number("standing", "standing(state, rules, player)")
    writer.number("payoff", f"payoff(state, rules, player) * {GRAIN}")
    for name, field in _fields(declared.state):
        kind, shape = field.subdtype or (field, ())
        if _is_read(name, kind) and len(writer.names) + WIDEST <= MOST_FEATURES:
            writer.field(name, kind, shape)
    return writer


def _is_read(name: str, kind: np.dtype[np.generic]) -> bool:
    return name not in LEFT_OUT and not name.startswith(FILLING) and kind.kind in "iub"


@cache
def quantities(state: np.dtype[np.void], seats: int) -> Mapping[str, str]:
    """The sources of the numbers that a condition may be about, by name: of sets, how many there are."""
    sources = {"lead": "standing(state, rules, np.int64(player)) - best if rules.players > 1 else 0"}
    for name, field in _fields(state):
        kind, shape = field.subdtype or (field, ())
        if _is_read(name, kind) and shape in ((), (seats,)) and not BESIDE.fullmatch(name):
            place = f"state.{name}[player]" if shape else f"state.{name}"
            number = f"count({place})" if kind == np.uint64 else f"np.int64({place})"
            sources[f"own_{name}" if shape else name] = number
    return dict(list(sources.items())[:MOST_QUANTITIES])


@cache
def feature_count(declared: Declared) -> int:
    """The number of features of positions."""
    return len(_written(declared).names)


def feature_row(view: State, rules: Rules, player: Player, size: int) -> NDArray[np.float32]:
    """The features of a concealed state, shape (size,), as plain Python lists them."""
    places, amounts = np.zeros(MOST_FEATURES, np.int64), np.zeros(MOST_FEATURES, np.int64)
    used = plainly(list_features)(view, rules, player, places, amounts)
    row = np.zeros(size, np.float32)
    row[places[:used]] = amounts[:used]
    return row


@cache
def feature_lister(declared: Declared) -> GameFunction:
    """The `list_features` of a game."""
    lines = ["n = 0", *_written(declared).lines, "return n"]
    boards = {f"{name}_lines": np.array(lines_on, np.uint64) for name, lines_on in declared.lines}
    return _executed("list_features(state, rules, player, places, amounts)", lines, boards)


@cache
def quantity_reader(state: np.dtype[np.void], seats: int) -> GameFunction:
    """The `quantity` of a game whose state is such a record."""
    lines = [f"best = np.int64({LOWEST})", "for other in range(rules.players):", "    if other != player:"]
    lines += ["        best = max(best, np.int64(standing(state, rules, other)))"]
    for number, source in enumerate(quantities(state, seats).values()):
        lines += [f"if number == {number}:", f"    return np.int64({source})"]
    return _executed("quantity(state, rules, player, number)", [*lines, "return np.int64(0)"], {})


def _executed(head: str, lines: list[str], boards: Mapping[str, NDArray[np.uint64]]) -> GameFunction:
    """The function with this head, compiled; it reads the lines of boards."""
    text = "\n    ".join([f"def {head}:", *lines]) + "\n"
    names = ("EMPTY", "count", "highest", "lowest", "without_lowest")
    space: dict[str, object] = {"np": np, "standing": standing, "payoff": payoff, "lines_with": lines_with}
    space |= boards
    space["__name__"] = __name__
    exec(compile(text, "<features>", "exec"), space | {name: getattr(bit_sets, name) for name in names}, space)
    function = space[head.partition("(")[0]]
    assert isinstance(function, FunctionType)
    return compiled(function)
