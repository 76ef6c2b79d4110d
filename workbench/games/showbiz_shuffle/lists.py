"""Showbiz Shuffle: the two card lists that a designer edits, and what must hold in them.

The card list of the printed game was never in its rules; the workbench ships a reference set of its own, with made-up
names. What a card's text does is a reconstruction.
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import Any, Final

import numpy as np

from workbench.engine.card_lists.cards import Row
from workbench.engine.card_lists.columns import (
    ChoiceColumn,
    FlagColumn,
    MarkColumn,
    NumberColumn,
    ReferenceColumn,
    SetColumn,
    TextColumn,
)
from workbench.engine.card_lists.lists import SHIPPED, CardList
from workbench.engine.wording import listed

FOLDER = SHIPPED / "showbiz_shuffle"
MOST_BODS: Final = 120
MOST_BIZ: Final = 80
"""Biz cards with all copies."""


class Kind(IntEnum):
    """What a Bod is."""

    DIRECTOR = 0
    STAR = 1
    SUPPORT = 2


class Genre(IntEnum):
    """What a movie is."""

    ACTION = 0
    ROMANCE = 1
    DRAMA = 2
    FAMILY = 3
    SPECIALTY = 4


class Target(IntEnum):
    """What a Biz card is played on."""

    OWN_MOVIE = 0
    OWN_BOD = 1
    RIVAL_MOVIE = 2
    RIVAL_BOD = 3
    SELF = 4
    TABLE = 5


class Effect(IntEnum):
    """What a Biz card does."""

    BOOST = 0
    AWARD = 1
    UPSTAGE = 2
    SCANDAL = 3
    BAD_RATINGS = 4
    RECAST = 5
    WALKOUT = 6
    STAND_IN = 7
    DRAW_BODS = 8
    STEAL_BIZ = 9
    CANCEL = 10


KINDS: Final = len(Kind)
GENRES: Final = len(Genre)
KIND_BITS: Final = 8
"""Bits of a word in which each kind has its own set of genres: more than there are genres."""
OPENING: Final = KIND_BITS - 1
"""In the place of a genre: that of a movie that is yet to be opened."""
EFFECTS: Final = len(Effect)


def effect_set(*effects: Effect) -> np.uint64:
    """The set of some effects."""
    return np.uint64(sum(1 << effect for effect in effects))


REACH: Final = {
    Effect.BOOST: (Target.OWN_MOVIE, Target.OWN_BOD),
    Effect.AWARD: (Target.OWN_MOVIE, Target.OWN_BOD),
    Effect.UPSTAGE: (Target.RIVAL_BOD,),
    Effect.SCANDAL: (Target.RIVAL_BOD,),
    Effect.BAD_RATINGS: (Target.RIVAL_MOVIE, Target.TABLE),
    Effect.RECAST: (Target.OWN_BOD,),
    Effect.WALKOUT: (Target.RIVAL_BOD,),
    Effect.STAND_IN: (Target.OWN_MOVIE,),
    Effect.DRAW_BODS: (Target.SELF,),
    Effect.STEAL_BIZ: (Target.TABLE,),
    Effect.CANCEL: (Target.OWN_MOVIE, Target.RIVAL_MOVIE, Target.TABLE),
}
"""The targets that an effect may have; `table` is any movie, own or a rival's, and for `steal_biz` any rival."""


def _genre(genre: Genre) -> MarkColumn:
    name = genre.name.lower()
    return MarkColumn(name, "genres", genre, help=f"Whether the Bod is good at {name} movies.")


def check_bod(row: Row) -> Iterable[tuple[str, str]]:
    """A Bod is good at something, if it is bound to a genre at that alone; a bonus has a partner, a partner a bonus."""
    genres = [genre.name.lower() for genre in Genre]
    only = row["only_genre"]
    if not any(row[genre] for genre in genres):
        yield "action", f"no genre; at least one of {', '.join(genres)} must be 1"
    if isinstance(only, str) and [genre for genre in genres if row[genre]] != [only]:
        yield "only_genre", f"then it is the one genre that the Bod is good at: 1 in the column {only} alone"
    if bool(row["bonus"]) != (row["bonus_with"] is not None):
        yield "bonus", "a bonus needs a partner in bonus_with, and a partner a bonus other than 0"
    if row["bonus_with"] == row["id"]:
        yield "bonus_with", "nobody is a partner of their own"


def check_biz(row: Row) -> Iterable[tuple[str, str]]:
    """The target is one that the effect can have; an award never costs; genres belong to movies."""
    effect = Effect[str(row["effect"]).upper()]
    reach = [target.name.lower() for target in REACH[effect]]
    if row["target"] not in reach:
        yield "target", f"with the effect {row['effect']} it must be {listed(reach, 'or')}"
    if effect == Effect.AWARD and row["costs"]:
        yield "costs", "an award never costs: must be 0"
    if row["genres"] and effect in (Effect.DRAW_BODS, Effect.STEAL_BIZ):
        yield "genres", f"must be empty: {row['effect']} is not played on a movie"
    if effect == Effect.DRAW_BODS and row["value"] == 0:
        yield "value", "how many Bods are drawn: must be 1 or more"


def work_out_roles(bods: Any) -> None:
    """The roles that each Bod can have: bit `KIND_BITS` x its kind + the genre of the movie, or `OPENING`."""
    first = KIND_BITS * bods["kind"].astype("u8")
    for field, genres in (("roles", bods["genres"]), ("roles_at_all", bods["may_play"])):
        bods[field] = (genres | np.uint64(1 << OPENING)) << first


BODS = CardList(
    columns=(
        TextColumn("id", help="What the card is known by in traces and tables.", longest=40),
        TextColumn("name", help="The name on the card."),
        ChoiceColumn("kind", Kind, help="What the Bod is."),
        NumberColumn("value", 1, 8, help="What the Bod adds to a movie in its genre, and costs in an unfinished one."),
        *map(_genre, Genre),
        NumberColumn("draw_biz", 0, 2, help="Biz cards that its player draws when it is played."),
        NumberColumn("lose_biz", 0, 1, help="Biz cards that its player discards when it is played."),
        ChoiceColumn("only_genre", Genre, "may_play", help="The only genre in which it may be played.", optional=True),
        ReferenceColumn(
            "bonus_with", Kind, help="Another Bod of the movie, or a kind of Bod, that brings the bonus.", optional=True
        ),
        NumberColumn("bonus", -9, 9, help="What is added to the movie when the partner is in it too."),
    ),
    key=("id",),
    most=MOST_BODS,
    check_row=check_bod,
    more_fields=(("roles", "u8"), ("roles_at_all", "u8")),  # in genre, and out of it too
    work_out=work_out_roles,
    section="Cards",
    unit="",
    help="The Bod cards; the reference set is a reconstruction.",
)

BIZ = CardList(
    columns=(
        TextColumn("id", help="What the card is known by in traces and tables.", longest=40),
        TextColumn("name", help="The name on the card."),
        NumberColumn("copies", 0, 20, help="How many of this card are in the deck."),
        FlagColumn("costs", help="Whether it has dollar signs: its value is paid for in an unfinished movie."),
        NumberColumn("value", 0, 10, help="What it adds or takes; for draw_bods the number of Bods."),
        ChoiceColumn("target", Target, help="What it is played on."),
        SetColumn(
            "genres", Genre, help="The genres of the movies on which it may be played; any when empty.", optional=True
        ),
        ChoiceColumn("effect", Effect, help="What it does."),
    ),
    key=("id",),
    most=MOST_BIZ,
    copies="copies",
    most_copies=MOST_BIZ,
    check_row=check_biz,
    section="Cards",
    help="The Biz cards; the reference set is a reconstruction.",
)
