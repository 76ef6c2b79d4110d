"""Rules as the annotated fields of one class: each has a default, a range and a sentence.

    class Rules(kit.Rules):
        players: int = rule(4, 2, 6, "How many play.", unit="players")
        hand_size: int = rule(
            5, 1, 26, "Cards dealt to everybody.", unit="cards",
            at_most=lambda rules: 52 // rules.players, because="52 cards",
        )

A `bool` is yes or no, an `IntEnum` one of its members. From the fields follow the validation, the form, the rulebook's
table of values, `--set`, and what a sweep may take.
"""

import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

from workbench.engine.card_lists import CardColumn, CardList
from workbench.engine.game import Limit
from workbench.engine.parameters import Choice, Flag, OneOf, Ordering, Parameter, Subset, Values, Whole

SECTION = "Rules"
MATCH_WINS, MATCH_GAMES = "match_wins", "match_games"
"""The rules of a match (`matches.py`)."""


@dataclass(frozen=True)
class Rule:
    """A rule as its author writes it down."""

    default: Any
    low: int
    high: int
    help: str
    unit: str
    title: str
    zero: str
    section: str
    among: tuple[int, ...]
    at_most: Callable[[Any], int] | None
    because: str
    under: str = ""
    whole: Parameter | None = None
    """The parameter where it is not made of the rest: a card list, a set."""
    ordered: type[IntEnum] | None = None

    def parameter(self, kind: object) -> Parameter:
        """The parameter of the engine for a field annotated with `kind`."""
        if self.whole is not None:
            return replace(self.whole, section=self.section)
        words: dict[str, str] = {"help": self.help, "section": self.section, "title": self.title}
        if self.ordered:
            return Ordering(options=self.ordered, **words)
        if kind is bool:
            return Flag(**words)
        if isinstance(kind, type) and issubclass(kind, IntEnum):
            return Choice(options=kind, **words)
        words |= {"unit": self.unit, "zero": self.zero}
        return OneOf(self.among, **words) if self.among else Whole(self.low, self.high, **words)


def rule(
    default: Any,
    low: int | str = 0,
    high: int = 0,
    help: str = "",
    *,
    unit: str = "",
    title: str = "",
    zero: str = "",
    section: str = "",
    among: tuple[int, ...] = (),
    at_most: Callable[[Any], int] | None = None,
    because: str = "",
    under: str = "",
) -> Any:
    """A rule with its default, lowest and highest value, and a sentence; of yes or no, the sentence alone.

    `at_most` works out the highest value beside the other rules, and `because` says from what: `52 cards`.
    `under` says beside which values of others it matters, as in `trump == "fixed"`.
    """
    lowest, help = (0, low) if isinstance(low, str) else (low, help)
    return Rule(default, lowest, high, help, unit, title, zero, section, among, at_most, because, under)


def order(default: Sequence[IntEnum], help: str, *, title: str = "", section: str = "") -> Any:
    """A rule that is an order of an enumeration; `rules.NAME` has the numbers."""
    kinds = type(default[0])
    return Rule(tuple(map(int, default)), 0, 0, help, "", title, "", section, (), None, "", ordered=kinds)


def some(default: Sequence[IntEnum], help: str, *, least: int = 0, section: str = "") -> Any:
    """A rule that is a set of members of an enumeration, as a word of bits."""
    parameter = Subset(options=type(default[0]), least=least, help=help, section=section)
    return Rule(tuple(map(int, default)), 0, 0, help, "", "", "", section, (), None, "", "", parameter)


def card_list(
    default: Path,
    columns: Sequence[CardColumn],
    help: str,
    *,
    most: int,
    key: Sequence[str] = ("id",),
    copies: str = "",
    section: str = "",
    **more: Any,
) -> Any:
    """A rule whose value is a card list with these columns.

    Those of the `key` tell cards apart. The column `copies`, if there is one, says how many there are of a card, all of
    them at most `most`. A pack of them is a `listed_pack`; in a rule called `cards`,
    `rules.cards[rules.cards_deck[card]]` is a card's row, and without copies `rules.cards[card]`. `more` is any other
    field of `workbench.engine.card_lists.CardList`.
    """
    cards = CardList(
        help=help,
        section=section,
        columns=tuple(columns),
        key=tuple(key),
        most=most,
        copies=copies,
        **{"most_copies": most if copies else 0, **more},
    )
    return Rule(default, 0, 0, help, "", "", "", section, (), None, "", "", cards)


class Rules:
    """The base of a game's rules, with `sections` by their first rules."""

    players: int
    rules: ClassVar[Mapping[str, Rule]] = {}
    declaration: ClassVar[type] = type
    """The same as the engine takes it (`engine.parameters.declared`)."""
    sections: ClassVar[Mapping[str, str]] = {}
    sections_if: ClassVar[Mapping[str, str]] = {}
    """Sections that matter under some rules only: under which, as in `target > 100`."""
    conditions: ClassVar[Mapping[str, str]] = {}
    """Under which other rules a rule matters, by its name, where that is not always."""

    def __init_subclass__(cls, match: int = 0) -> None:
        hints = typing.get_type_hints(cls) | {MATCH_WINS: int, MATCH_GAMES: int}
        cls.rules, section = {}, SECTION
        for name, value in vars(cls).items():
            if isinstance(value, Rule):
                section = cls.sections.get(name, section)
                cls.rules[name] = value if value.section else replace(value, section=section)
        cls.rules |= _of_match(match) if match else {}
        if "players" not in cls.rules:
            raise TypeError(f"{cls.__name__} has no rule `players`; as in players: int = rule(2, 2, 4, …)")
        needs = {name: (rule.under, cls.sections_if.get(rule.section)) for name, rule in cls.rules.items()}
        cls.conditions = {
            name: " and ".join(f"({part})" for part in parts if part) for name, parts in needs.items() if any(parts)
        }
        declared = {
            "__module__": cls.__module__,
            "__annotations__": {
                name: typing.Annotated[hints[name], rule.parameter(hints[name])] for name, rule in cls.rules.items()
            },
            "_field_defaults": {name: rule.default for name, rule in cls.rules.items()},
        }
        cls.declaration = type(cls.__name__, (), declared)

    @classmethod
    def most_players(cls) -> int:
        """How many can sit at the table at most."""
        return cls.rules["players"].high

    @classmethod
    def limits(cls, values: Values) -> dict[str, Limit]:
        """The largest values that the rules leave each other."""
        table = SimpleNamespace(**values)
        return {
            name: Limit(
                max(rule.low, min(rule.high, int(rule.at_most(table)))), rule.because or "beside the other rules"
            )
            for name, rule in cls.rules.items()
            if rule.at_most is not None
        }

    @classmethod
    def idle(cls, values: Values) -> set[str]:
        """The rules that do nothing beside these values."""
        return failing(cls.conditions, values)


def _of_match(most: int) -> dict[str, Rule]:
    """The rules of matches of at most so many games."""
    section, alone = "Match", f"{MATCH_WINS} == 1"
    wins, games = "Games to win for the match.", "Games of a match, whose points are added up."
    return {
        MATCH_WINS: rule(1, 1, most, wins, unit="games", section=section),
        MATCH_GAMES: rule(1, 1, most, games, unit="games", section=section, under=alone),
    }


def is_match(values: Mapping[str, Any]) -> bool:
    """True if a play is more than one game under these written rules."""
    return int(values.get(MATCH_WINS, 1)) > 1 or int(values.get(MATCH_GAMES, 1)) > 1


def failing(conditions: Mapping[str, str], values: Values) -> set[str]:
    """The names whose conditions do not hold under these values."""
    from jinja2 import Environment  # takes a tenth of a second, and most commands need none

    holds = Environment(autoescape=False).compile_expression
    return {name for name, condition in conditions.items() if not holds(condition)(**values)}
