"""Features of a position as one player sees it, for evaluations that are learned: whole numbers from its fields.

`list_features` is written for each game from the record of its state and asks nothing of an author. It reads a
concealed state alone, so that nothing hidden comes in: how the player stands beside the best of the others, single
numbers, the player's own number of each field beside those of the others, and the cards of sets one by one. `quantity`
is written alike: the few of these numbers that a bot's condition may be about (`greedy~hold:turn=..19`).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import takewhile
from types import FunctionType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from workbench.engine import bit_sets
from workbench.engine.compiling import compiled, plainly
from workbench.engine.dispatch import list_features, payoff, standing
from workbench.engine.playing_cards import RANKS, SUITS, suit_cards
from workbench.engine.types import FILLING, GameFunction, Player, Rules, State

LEFT_OUT: Final = {"actor", "over", "whim", "lots", "moves", "stage"}
"""Fields that say nothing of how good a position is: the loop's header, and words of chance."""
MOST_FEATURES: Final = 4096
WIDEST: Final = 600
"""Features that one field may have at most; fields for which there is no room for so many are left out."""
LONGEST: Final = 16
"""Numbers of a row that are features; longer rows are decks in their order."""
MOST_OF_SUIT: Final = 8
"""Cards of a suit up to which their number has a feature each."""
STEPS: Final = 16
"""Values of a single number that have a feature each, from 0."""
GRAIN: Final = 1024
"""Parts of a payoff that are told apart: features are whole numbers, so that their sums are exact everywhere."""
LOWEST: Final = -1_000_000
"""Below every number of a field."""

BESIDE: Final = re.compile(r"pack|phase|looked|lacks|part|picking|(unseen|picked|chosen)_.*|.*\..*")
"""Fields that no condition is about: how the kit keeps what is known and what is picked, and numbers that are names."""
MOST_QUANTITIES: Final = 64

Element = Callable[[str, int], str]
"""The source of a player's number in a column of a field."""


class _Writer:
    """The lines of the function, and the names of the features that they list."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
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

    def suits(self, name: str, value: str) -> None:
        """List how many of a set each suit has, as if it were of French cards, and its lowest and highest rank."""
        for suit in range(SUITS):
            first = len(self.names)
            low = first + MOST_OF_SUIT - RANKS * suit
            self.lines += [
                f"cards = {value} & suit_cards({suit})",
                "amount = count(cards)",
                f"if 0 < amount and amount <= {MOST_OF_SUIT}:",
                f"    places[n], amounts[n] = {first - 1} + amount, 1",
                "    n += 1",
                "if amount > 0:",
                f"    places[n], amounts[n] = {low} + lowest(cards), 1",
                f"    places[n + 1], amounts[n + 1] = {low + RANKS} + highest(cards), 1",
                "    n += 2",
            ]
            of_suit = f"of suit {suit} in {name}"
            self.names += [f"{number} {of_suit}" for number in range(1, MOST_OF_SUIT + 1)]
            self.names += [f"{end} rank {rank} {of_suit}" for end in ("lowest", "highest") for rank in range(RANKS)]

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
            self.suits(f"own {name}", f"{place}[player]")
            self.members(f"{name} of others", "union")
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


def _written(state: np.dtype[np.void], seats: int) -> _Writer:
    """The function of a game, whose state is such a record, for so many players at most."""
    writer = _Writer(seats)
    writer.number("one", "1")
    writer.lines.append(f"best = np.int64({LOWEST})")
    writer.others("best = max(best, np.int64(standing(state, rules, other)))")
    writer.number("lead", "standing(state, rules, player) - best if rules.players > 1 else 0")
    writer.number("standing", "standing(state, rules, player)")
    writer.number("payoff", f"payoff(state, rules, player) * {GRAIN}")
    for name, field in _fields(state):
        kind, shape = field.subdtype or (field, ())
        if _is_read(name, kind) and len(writer.names) + WIDEST <= MOST_FEATURES:
            writer.field(name, kind, shape)
    return writer


def _is_read(name: str, kind: np.dtype[np.generic]) -> bool:
    return name not in LEFT_OUT and not name.startswith(FILLING) and kind.kind in "iub"


@cache
def quantities(state: np.dtype[np.void], seats: int) -> Mapping[str, str]:
    """The sources of the numbers that a condition may be about, by name: of sets, how many there are."""
    sources = {"lead": "standing(state, rules, player) - best if rules.players > 1 else 0"}
    for name, field in _fields(state):
        kind, shape = field.subdtype or (field, ())
        if _is_read(name, kind) and shape in ((), (seats,)) and not BESIDE.fullmatch(name):
            place = f"state.{name}[player]" if shape else f"state.{name}"
            number = f"count({place})" if kind == np.uint64 else f"np.int64({place})"
            sources[f"own_{name}" if shape else name] = number
    return dict(list(sources.items())[:MOST_QUANTITIES])


@cache
def feature_count(state: np.dtype[np.void], seats: int) -> int:
    """The number of features of positions that are such records."""
    return len(_written(state, seats).names)


def feature_row(view: State, rules: Rules, player: Player, size: int) -> NDArray[np.float32]:
    """The features of a concealed state, shape (size,), as plain Python lists them."""
    places, amounts = np.zeros(MOST_FEATURES, np.int64), np.zeros(MOST_FEATURES, np.int64)
    used = plainly(list_features)(view, rules, player, places, amounts)
    row = np.zeros(size, np.float32)
    row[places[:used]] = amounts[:used]
    return row


@cache
def feature_lister(state: np.dtype[np.void], seats: int) -> GameFunction:
    """The `list_features` of a game whose state is such a record."""
    lines = ["n = 0", *_written(state, seats).lines, "return n"]
    return _executed("list_features(state, rules, player, places, amounts)", lines)


@cache
def quantity_reader(state: np.dtype[np.void], seats: int) -> GameFunction:
    """The `quantity` of a game whose state is such a record."""
    lines = [f"best = np.int64({LOWEST})", "for other in range(rules.players):", "    if other != player:"]
    lines += ["        best = max(best, np.int64(standing(state, rules, other)))"]
    for number, source in enumerate(quantities(state, seats).values()):
        lines += [f"if number == {number}:", f"    return np.int64({source})"]
    return _executed("quantity(state, rules, player, number)", [*lines, "return np.int64(0)"])


def _executed(head: str, lines: list[str]) -> GameFunction:
    """The function with this head, compiled."""
    text = "\n    ".join([f"def {head}:", *lines]) + "\n"
    names = ("EMPTY", "count", "highest", "lowest", "without_lowest")
    space: dict[str, object] = {"np": np, "standing": standing, "payoff": payoff, "suit_cards": suit_cards}
    space["__name__"] = __name__
    exec(compile(text, "<features>", "exec"), space | {name: getattr(bit_sets, name) for name in names}, space)
    function = space[head.partition("(")[0]]
    assert isinstance(function, FunctionType)
    return compiled(function)
