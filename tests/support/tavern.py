"""A game with card lists for tests: Nim, with drinks that nobody needs."""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Annotated, NamedTuple

from tests.support import nim
from workbench.engine.card_lists import (
    CardList,
    ChoiceColumn,
    FlagColumn,
    NumberColumn,
    ReferenceColumn,
    SetColumn,
    TextColumn,
)
from workbench.engine.cards import Cards, Row
from workbench.engine.parameters import Subset, Whole


class Kind(IntEnum):
    """What a drink is."""

    BEER = 0
    WINE = 1
    TEA = 2


class Taste(IntEnum):
    SWEET = 0
    SOUR = 1
    BITTER = 2


def check_row(row: Row) -> Iterable[tuple[str, str]]:
    if row["kind"] == "tea" and row["price"] != 0:
        yield "price", "tea is free"


def check_list(rows: Sequence[Row]) -> Iterable[str]:
    if all(row["kind"] != "beer" for row in rows):
        yield "there must be beer"


COLUMNS = (
    TextColumn("id", help="What the drink is known by.", longest=12),
    TextColumn("name", help="Its name.", optional=True),
    ChoiceColumn("kind", Kind, help="What it is."),
    NumberColumn("price", 0, 9, help="What it costs."),
    FlagColumn("warm", help="Whether it is served warm."),
    SetColumn("tastes", Taste, help="What it tastes of.", optional=True),
    ReferenceColumn("goes_with", Kind, help="A drink or a kind that goes with it.", optional=True),
    NumberColumn("copies", 0, 9, help="How many there are."),
)
TEXT = """\
id,name,kind,price,warm,tastes,goes_with,copies
stout,"Stout, dark",beer,4,0,bitter sweet,,2
ale,,beer,3,0,,tea,1
mint,Mint tea,tea,0,1,sweet,stout,0
claret,Claret,wine,9,0,sour bitter,ale,3
"""
FOLDER = Path(__file__).parent / "tavern_files"
HELP = {"help": "What there is to drink.", "section": "Bar"}


def drinks(**changes: object) -> CardList:
    """The declaration of the list, or a changed one."""
    declaration = {"columns": COLUMNS, "key": ("id",), "most": 6, "copies": "copies", "most_copies": 8}
    declaration |= {"check_row": check_row, "check_list": check_list, "name": "drinks", **HELP}
    return CardList(**{**declaration, **changes})


DRINKS = drinks()


class Rules(NamedTuple):
    """Two parameters of Nim's, a set and a list."""

    players: Annotated[int, Whole(2, 4, section="Table", help="Players.")] = 2
    counters: Annotated[int, Whole(1, 30, section="Table", help="Counters.")] = 10
    most: Annotated[int, Whole(1, 9, section="Play", help="Most counters a move.")] = 3
    allowed: Annotated[tuple[Kind, ...], Subset(options=Kind, least=1, section="Bar", help="What is served.")] = (
        Kind.BEER,
        Kind.TEA,
    )
    drinks: Annotated[Cards, DRINKS] = FOLDER / "drinks.csv"  # type: ignore[assignment]
    endless: Annotated[int, Whole(0, 0, section="Play", help="Never.")] = 0


TAVERN = nim.declare(name="tavern", title="Tavern", rules=Rules, rulebook=FOLDER / "rulebook.md")
