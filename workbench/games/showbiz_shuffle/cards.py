"""Showbiz Shuffle: the cards: what a Bod and a Biz card say, and how they are printed."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

import numpy as np

from workbench import kit
from workbench.engine.card_lists import (
    SHIPPED,
    ChoiceColumn,
    FlagColumn,
    MarkColumn,
    NumberColumn,
    ReferenceColumn,
    SetColumn,
    TextColumn,
)
from workbench.engine.cards import Row, cards_of
from workbench.engine.parameters import Values
from workbench.engine.picture import Icon
from workbench.engine.problems import whole_of
from workbench.engine.types import Array
from workbench.engine.wording import listed

FOLDER: Final = SHIPPED / "showbiz_shuffle"
MOST_BODS: Final = 120
MOST_BIZ: Final = 80
"""Biz cards with all copies."""


class BodKind(IntEnum):
    """The kinds of Bods."""

    DIRECTOR = 0
    STAR = 1
    SUPPORT = 2


class Genre(IntEnum):
    """The genres of movies."""

    ACTION = 0
    ROMANCE = 1
    DRAMA = 2
    FAMILY = 3
    SPECIALTY = 4


class BizTarget(IntEnum):
    """The targets of Biz cards."""

    OWN_MOVIE = 0
    OWN_BOD = 1
    RIVAL_MOVIE = 2
    RIVAL_BOD = 3
    SELF = 4
    TABLE = 5


class BizEffect(IntEnum):
    """The effects of Biz cards."""

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


KINDS: Final = len(BodKind)
GENRES: Final = len(Genre)
KIND_BITS: Final = 8
"""Bits of a word in which each kind has its own set of genres: more than there are genres."""
OPENING: Final = KIND_BITS - 1
"""In the place of a genre: a movie that is still to be opened."""


def effect_set(*effects: BizEffect) -> np.uint64:
    """The set of some effects."""
    return np.uint64(sum(1 << effect for effect in effects))


REACH: Final = {
    BizEffect.BOOST: (BizTarget.OWN_MOVIE, BizTarget.OWN_BOD),
    BizEffect.AWARD: (BizTarget.OWN_MOVIE, BizTarget.OWN_BOD),
    BizEffect.UPSTAGE: (BizTarget.RIVAL_BOD,),
    BizEffect.SCANDAL: (BizTarget.RIVAL_BOD,),
    BizEffect.BAD_RATINGS: (BizTarget.RIVAL_MOVIE, BizTarget.TABLE),
    BizEffect.RECAST: (BizTarget.OWN_BOD,),
    BizEffect.WALKOUT: (BizTarget.RIVAL_BOD,),
    BizEffect.STAND_IN: (BizTarget.OWN_MOVIE,),
    BizEffect.DRAW_BODS: (BizTarget.SELF,),
    BizEffect.STEAL_BIZ: (BizTarget.TABLE,),
    BizEffect.CANCEL: (BizTarget.OWN_MOVIE, BizTarget.RIVAL_MOVIE, BizTarget.TABLE),
}
"""The targets that an effect may have; `table` is any movie, own or a rival's, and for `steal_biz` any rival."""


def _genre(genre: Genre) -> MarkColumn:
    name = genre.name.lower()
    return MarkColumn(name, "genres", genre, help=f"Whether the Bod is good at {name} movies.")


def check_bod(row: Row) -> Iterable[tuple[str, str]]:
    """The problems of a row of `bods`: genres, and the bonus with its partner."""
    genres = [genre.name.lower() for genre in Genre]
    only = row["only_genre"]
    if not any(row[genre] for genre in genres):
        yield "action", f"no genre; at least one of {', '.join(genres)} must be 1"
    if isinstance(only, str) and [genre for genre in genres if row[genre]] != [only]:
        yield "only_genre", f"then it is the one genre that the Bod is good at: 1 in the column {only} alone"
    if bool(row["bonus"]) != (row["bonus_with"] is not None):
        yield "bonus", "a bonus needs a partner in bonus_with, and a partner a bonus other than 0"
    if row["bonus_with"] == row["id"]:
        yield "bonus_with", "a Bod cannot be its own partner"


def check_biz(row: Row) -> Iterable[tuple[str, str]]:
    """The problems of a row of `biz`: target, cost, genres and value must fit the effect."""
    effect = BizEffect[str(row["effect"]).upper()]
    reach = [target.name.lower() for target in REACH[effect]]
    if row["target"] not in reach:
        yield "target", f"with the effect {row['effect']} it must be {listed(reach, 'or')}"
    if effect == BizEffect.AWARD and row["costs"]:
        yield "costs", "an award never costs: must be 0"
    if row["genres"] and effect in (BizEffect.DRAW_BODS, BizEffect.STEAL_BIZ):
        yield "genres", f"must be empty: {row['effect']} is not played on a movie"
    if effect == BizEffect.DRAW_BODS and row["value"] == 0:
        yield "value", "how many Bods are drawn: must be 1 or more"


def work_out_roles(bods: Array) -> None:
    """The roles that each Bod can have: bit `KIND_BITS` x its kind + the genre of the movie, or `OPENING`."""
    first = KIND_BITS * bods["kind"].astype("u8")
    for field, genres in (("roles", bods["genres"]), ("roles_at_all", bods["may_play"])):
        bods[field] = (genres | np.uint64(1 << OPENING)) << first


BOD_COLUMNS: Final = (
    TextColumn("id", help="What the card is known by in traces and tables.", longest=40),
    TextColumn("name", help="The name on the card."),
    ChoiceColumn("kind", BodKind, help="What the Bod is."),
    NumberColumn("value", 1, 8, help="What the Bod adds to a movie in its genre, and costs in an unfinished one."),
    *map(_genre, Genre),
    NumberColumn("draw_biz", 0, 2, help="Biz cards that its player draws when it is played."),
    NumberColumn("lose_biz", 0, 1, help="Biz cards that its player discards when it is played."),
    ChoiceColumn("only_genre", Genre, "may_play", help="The only genre in which it may be played.", optional=True),
    ReferenceColumn(
        "bonus_with", BodKind, help="Another Bod of the movie, or a kind of Bod, that brings the bonus.", optional=True
    ),
    NumberColumn("bonus", -9, 9, help="What is added to the movie when the partner is in it too."),
)
BIZ_COLUMNS: Final = (
    TextColumn("id", help="What the card is known by in traces and tables.", longest=40),
    TextColumn("name", help="The name on the card."),
    NumberColumn("copies", 0, 20, help="How many of this card are in the deck."),
    FlagColumn("costs", help="Whether it has dollar signs: its value is paid for in an unfinished movie."),
    NumberColumn("value", 0, 10, help="What it adds or takes; for draw_bods the number of Bods."),
    ChoiceColumn("target", BizTarget, help="What it is played on."),
    SetColumn(
        "genres", Genre, help="The genres of the movies on which it may be played; any when empty.", optional=True
    ),
    ChoiceColumn("effect", BizEffect, help="What it does."),
)
BODS: Final = kit.listed_pack("bods", MOST_BODS)
BIZ: Final = kit.listed_pack("biz", MOST_BIZ)


# Faces


KIND_ICONS = {BodKind.DIRECTOR: Icon.MEGAPHONE, BodKind.STAR: Icon.STAR, BodKind.SUPPORT: Icon.MASK}
ICONS = {
    BizEffect.BOOST: Icon.REEL,
    BizEffect.AWARD: Icon.STAR,
    BizEffect.UPSTAGE: Icon.MASK,
    BizEffect.SCANDAL: Icon.BOLT,
    BizEffect.BAD_RATINGS: Icon.FLAG,
    BizEffect.DRAW_BODS: Icon.CARD,
    BizEffect.STEAL_BIZ: Icon.COIN,
    BizEffect.CANCEL: Icon.HAMMER,
}
BIZ_TONE = 5
"""The tones from which the effects of Biz cards count; those before are of the kinds of Bods."""


def face(values: Values, rule: str, row: Row) -> kit.Face:
    """The print on a card."""
    if rule == "biz":
        return biz_face(row)
    bods = cards_of(values, "bods")
    return bod_face(row, {bods.key_of(bod): str(bod["name"]) for bod in bods})


def bod_face(row: Row, names: dict[str, str]) -> kit.Face:
    """A Bod: its value, its kind, and the genres that it is good at; `names` are those of all Bods by their ids."""
    kind, partner = BodKind[str(row["kind"]).upper()], str(row["bonus_with"])
    text = [f"{verb} {row[name]} Biz" for verb, name in (("Draw", "draw_biz"), ("Lose", "lose_biz")) if row[name]]
    text += [f"Only for {row['only_genre']}"] if row["only_genre"] else []
    if row["bonus"]:
        article = "another" if partner == row["kind"] else "a"
        text.append(f"{row['bonus']:+d} with {names.get(partner) or f'{article} {partner}'}")
    return kit.Face(
        str(row["name"]),
        icon=KIND_ICONS[kind],
        tone=kind,
        points=str(row["value"]),
        kind=kind.name.title(),
        tags=[genre.name.capitalize() for genre in Genre if row[genre.name.lower()]],
        text=". ".join(text),
        deck="Bods",
    )


def biz_face(row: Row) -> kit.Face:
    """A Biz card: its effect, what it adds or takes, whether it costs that, and where it may be played."""
    effect = BizEffect[str(row["effect"]).upper()]
    return kit.Face(
        str(row["name"]),
        icon=ICONS.get(effect, Icon.CAMERA),
        tone=BIZ_TONE + effect,
        points=f"{row['value']}{'$' if row['costs'] else ''}" if row["value"] or row["costs"] else "",
        unit="Bods" if effect is BizEffect.DRAW_BODS else "" if row["costs"] else "points",
        kind=effect.name.replace("_", " ").capitalize(),
        tags=[str(genre).capitalize() for genre in row["genres"] or ()] if isinstance(row["genres"], tuple) else (),
        text=f"On: {str(row['target']).replace('_', ' ')}.",
        copies=whole_of(row, "copies"),
        deck="Biz",
    )
