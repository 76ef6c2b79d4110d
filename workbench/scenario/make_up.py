"""The make-up of a card list: kinds, curves of numbers, and sets of marks; from its rows alone, without a play."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from workbench.engine.card_lists import CardList, ChoiceColumn, MarkColumn, NumberColumn, SetColumn, card_lists
from workbench.engine.cards import Cards, Cell, Row
from workbench.scenario import Scenario


@dataclass(frozen=True)
class MakeUp:
    """The make-up of a card list, each card counted as often as it has copies.

    kinds       for each column of a choice: how many cards have each option, all options named
    symbols     for each column of a choice that a number counts: how many of each option the cards show together
    curves      for each column of numbers: how many cards have each value that occurs, ascending
    covers      for each set of marks: how many cards have each member, all members named
    values      for each set of marks and each column of numbers: what the cards of each member add up to
    """

    cards: int
    rows: int
    kinds: Mapping[str, Mapping[str, int]]
    symbols: Mapping[str, Mapping[str, int]]
    curves: Mapping[str, Mapping[int, int]]
    covers: Mapping[str, Mapping[str, int]]
    values: Mapping[str, Mapping[str, Mapping[str, int]]]


def make_up(declared: CardList, cards: Cards, only: Callable[[Row], bool] = lambda row: True) -> MakeUp:
    """The make-up of a list, or of those of its cards that `only` picks."""
    rows = [row for row in cards if only(row)]
    numbers = number_columns(declared)
    choices = [column for column in declared.columns if type(column) is ChoiceColumn]
    counted = {c.counts: c.name for c in declared.columns if isinstance(c, NumberColumn) and c.counts}
    members = _members(declared)
    return MakeUp(
        cards=sum(_copies(declared, row) for row in rows),
        rows=len(rows),
        kinds={c.name: {name: _count(declared, rows, c.name, name) for name in c.names} for c in choices},
        symbols={
            c.name: {name: _count(declared, rows, c.name, name, counted[c.name]) for name in c.names}
            for c in choices
            if c.name in counted
        },
        curves={name: dict(sorted(_curve(declared, rows, name).items())) for name in numbers},
        covers={word: {m: _sum(declared, rows, has) for m, has in named.items()} for word, named in members.items()},
        values={
            word: {number: {m: _sum(declared, rows, has, number) for m, has in named.items()} for number in numbers}
            for word, named in members.items()
        },
    )


Has = Callable[[Row], bool]


def _members(declared: CardList) -> dict[str, dict[str, Has]]:
    """For each set of marks, whether they are columns of their own or stand in one: who has each member."""
    members: dict[str, dict[str, Has]] = {}
    for column in declared.columns:
        if isinstance(column, MarkColumn):
            members.setdefault(column.word, {})[column.name] = _has_mark(column.name)
        if isinstance(column, SetColumn):
            members[column.name] = {name: _among(column.name, name) for name in column.names}
    return members


def _has_mark(column: str) -> Has:
    return lambda row: bool(row[column])


def _among(column: str, member: str) -> Has:
    def has(row: Row) -> bool:
        cell = row[column]
        return isinstance(cell, tuple) and member in cell

    return has


def _copies(declared: CardList, row: Row) -> int:
    return declared.copies_of([row]) if declared.copies else 1


def _count(declared: CardList, rows: list[Row], column: str, value: str, number: str = "") -> int:
    return _sum(declared, rows, lambda row: row[column] == value, number)


def _sum(declared: CardList, rows: list[Row], has: Has, number: str = "") -> int:
    """Copies of the cards that have something, or what their numbers add up to."""
    return sum(_copies(declared, row) * (_number(row[number]) if number else 1) for row in rows if has(row))


def _number(cell: Cell) -> int:
    return cell if isinstance(cell, int) else 0


def _curve(declared: CardList, rows: list[Row], column: str) -> Counter[int]:
    curve: Counter[int] = Counter()
    for row in rows:
        if row[column] is not None:
            curve[_number(row[column])] += _copies(declared, row)
    return curve


MOST_KINDS = 6
"""More kinds of cards than these are not told apart in a chart, nor compared."""


def kind_column(declared: CardList) -> ChoiceColumn | None:
    """The first column of kinds that every card has, if its kinds can be told apart."""
    choices = (column for column in declared.columns if type(column) is ChoiceColumn and not column.optional)
    return next((column for column in choices if len(column.names) <= MOST_KINDS), None)


class View(StrEnum):
    """The subject of a column's chart: kinds of cards, symbols on them, members of a set, or numbers."""

    KINDS = "kinds"
    SYMBOLS = "shown"
    COVERS = "covers"
    CURVE = "curve"


LEAST_FILLED, MOST_DULL = 0.25, 0.75
"""Columns get no chart if fewer cards than this fill them, or more than that have the same number."""


def views(contents: MakeUp) -> list[tuple[View, str]]:
    """The charts that are worth drawing, with their columns: kinds that enough cards have, sets, numbers that vary."""
    least = LEAST_FILLED * contents.cards
    frequent = [name for name, counts in contents.kinds.items() if sum(counts.values()) >= least]
    kinds = [(View.SYMBOLS if any(contents.symbols.get(name, {}).values()) else View.KINDS, name) for name in frequent]
    covers = [(View.COVERS, name) for name, counts in contents.covers.items() if sum(counts.values())]
    curves = [(View.CURVE, name) for name, curve in contents.curves.items() if varies(curve)]
    return [*kinds[:1], *curves[:1], *covers, *curves[1:], *kinds[1:]]


def varies(curve: Mapping[int, int]) -> bool:
    """True if the numbers of a column are worth a chart."""
    return len(curve) > 1 and max(curve.values()) <= MOST_DULL * sum(curve.values())


def number_columns(declared: CardList) -> list[str]:
    """The columns of numbers, without that of the copies."""
    return [c.name for c in declared.columns if isinstance(c, NumberColumn) and c.name != declared.copies]


def card_lists_of(scenario: Scenario) -> dict[str, Cards]:
    """The card lists of a scenario's rules, by the rule's name."""
    lists = card_lists(scenario.game.parameters)
    return {name: value for name, value in scenario.rules.items() if name in lists and isinstance(value, Cards)}


def mean(curve: Mapping[int, int]) -> float:
    """The mean of a column's numbers; NaN for no card."""
    cards = sum(curve.values())
    return sum(number * cards_of for number, cards_of in curve.items()) / cards if cards else float("nan")


def quartile(curve: Mapping[int, int], part: float) -> int:
    """The number that this part of the cards does not go beyond; `curve` is ascending and not empty."""
    reached, cards = 0, sum(curve.values())
    for number, cards_of in curve.items():
        reached += cards_of
        if reached >= part * cards:
            return number
    return max(curve)
