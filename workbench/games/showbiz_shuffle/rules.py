"""Showbiz Shuffle: the rule parameters.

Source: "Showbiz Shuffle", Joan Wendland, Blood and Cardstock Games, 1998. Its card list is missing from the text; help
texts say "reconstruction" where a default is ours, so that an owner of the printed game can set the true value.
"""

import json
from collections.abc import Iterable
from enum import IntEnum
from typing import Annotated, Final, NamedTuple

import numpy as np

from workbench.engine.card_lists import (
    SHIPPED,
    CardList,
    ChoiceColumn,
    FlagColumn,
    MarkColumn,
    NumberColumn,
    ReferenceColumn,
    SetColumn,
    TextColumn,
)
from workbench.engine.cards import Cards, Row
from workbench.engine.game import Limit
from workbench.engine.parameters import Flag, Subset, Values, Whole
from workbench.engine.problems import Problem, whole_of
from workbench.engine.score_sheet import Criterion, ScoreSheet, Wins
from workbench.engine.types import Array
from workbench.engine.wording import listed

FOLDER = SHIPPED / "showbiz_shuffle"
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
EFFECTS: Final = len(BizEffect)


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


BODS = CardList(
    columns=(
        TextColumn("id", help="What the card is known by in traces and tables.", longest=40),
        TextColumn("name", help="The name on the card."),
        ChoiceColumn("kind", BodKind, help="What the Bod is."),
        NumberColumn("value", 1, 8, help="What the Bod adds to a movie in its genre, and costs in an unfinished one."),
        *map(_genre, Genre),
        NumberColumn("draw_biz", 0, 2, help="Biz cards that its player draws when it is played."),
        NumberColumn("lose_biz", 0, 1, help="Biz cards that its player discards when it is played."),
        ChoiceColumn("only_genre", Genre, "may_play", help="The only genre in which it may be played.", optional=True),
        ReferenceColumn(
            "bonus_with",
            BodKind,
            help="Another Bod of the movie, or a kind of Bod, that brings the bonus.",
            optional=True,
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
        ChoiceColumn("target", BizTarget, help="What it is played on."),
        SetColumn(
            "genres", Genre, help="The genres of the movies on which it may be played; any when empty.", optional=True
        ),
        ChoiceColumn("effect", BizEffect, help="What it does."),
    ),
    key=("id",),
    most=MOST_BIZ,
    copies="copies",
    most_copies=MOST_BIZ,
    check_row=check_biz,
    section="Cards",
    help="The Biz cards; the reference set is a reconstruction.",
)
TABLE, TURN, MOVIES, END, CARDS = "Table", "Turn", "Movies", "End of the game", "Cards"


class Rules(NamedTuple):
    """Every parameter, in the order of the rulebook; the defaults are the source's game for three."""

    players: Annotated[int, Whole(2, 4, unit="players", section=TABLE, help="How many sit at the table.")] = 3
    hand_size: Annotated[
        int, Whole(1, 10, unit="cards", section=TABLE, help="Bods to which a hand is filled up before each turn.")
    ] = 5
    cattle_call_size: Annotated[
        int, Whole(0, 10, unit="cards", section=TABLE, help="Bods that lie open for everybody before each turn.")
    ] = 5
    starting_biz: Annotated[int, Whole(0, 5, unit="cards", section=TABLE, help="Biz cards dealt to each player.")] = 1
    plays_from_hand: Annotated[
        int, Whole(0, 5, unit="cards", section=TURN, help="Bods that a player may play from the hand each turn.")
    ] = 2
    plays_from_cattle_call: Annotated[
        int, Whole(0, 5, unit="cards", section=TURN, help="Bods that a player may play from the Cattle Call each turn.")
    ] = 1
    biz_per_turn: Annotated[
        int, Whole(0, 5, unit="cards", section=TURN, help="Biz cards that a player may play each turn.")
    ] = 1
    shake_up: Annotated[
        bool,
        Flag(
            section=TURN,
            title="Shake-up allowed",
            help="Whether a player may spend a whole turn on discarding all Biz and drawing a new hand of Bods.",
        ),
    ] = True
    movies_at_once: Annotated[
        int, Whole(1, 4, unit="movies", section=MOVIES, help="Movies that a player may have in production.")
    ] = 2
    directors_needed: Annotated[
        int, Whole(0, 3, unit="Bods", section=MOVIES, help="Directors of a complete movie; it has room for no more.")
    ] = 1
    stars_needed: Annotated[
        int, Whole(0, 5, unit="Bods", section=MOVIES, help="Stars of a complete movie; it has room for no more.")
    ] = 2
    supports_needed: Annotated[
        int, Whole(0, 5, unit="Bods", section=MOVIES, help="Supports of a complete movie; it has room for no more.")
    ] = 2
    starters: Annotated[
        tuple[BodKind, ...],
        Subset(options=BodKind, least=1, section=MOVIES, help="The kinds of Bod that may open a movie."),
    ] = (BodKind.DIRECTOR, BodKind.STAR)
    out_of_genre_from_hand: Annotated[
        bool,
        Flag(section=MOVIES, help="Whether Bods of the hand may be played out of genre, where they subtract."),
    ] = True
    unfinished_penalty: Annotated[
        int,
        Whole(0, 3, unit="times", section=END, help="How often a Bod's value is subtracted in an unfinished movie."),
    ] = 1
    costed_biz_penalty: Annotated[
        bool,
        Flag(
            section=END,
            help="Whether Biz with dollar signs is subtracted in an unfinished movie; the movie's owner pays.",
        ),
    ] = True
    final_turns: Annotated[
        int,
        Whole(
            0,
            3,
            unit="turns",
            section=END,
            help="Turns of each player once the last Bod is drawn, the current included.",
        ),
    ] = 1
    score_target: Annotated[
        int,
        Whole(
            0,
            500,
            unit="points",
            section=END,
            help="Points that also start the final turns; with 0 only the deck does.",
            zero="only the deck does",
        ),
    ] = 0
    reshuffle_bods: Annotated[
        bool,
        Flag(section=END, help="Whether the discarded Bods are shuffled into a new deck when the deck is empty."),
    ] = False
    max_turns: Annotated[
        int,
        Whole(
            5,
            100,
            unit="turns",
            section=END,
            help="Turns of each player after which the game ends in any case, and is flagged; a reconstruction.",
        ),
    ] = 50
    bods: Annotated[Cards, BODS] = FOLDER / "bods.csv"  # type: ignore[assignment]
    biz: Annotated[Cards, BIZ] = FOLDER / "biz.csv"  # type: ignore[assignment]


def limits(values: Values) -> dict[str, Limit]:
    """The largest hand that the deck of Bods allows."""
    players, call = whole_of(values, "players"), whole_of(values, "cattle_call_size")
    bods = values["bods"]
    cards = len(bods) if isinstance(bods, Cards) else 0
    because = f"{players} players and a Cattle Call of {call} share {cards} Bods"
    return {"hand_size": Limit(max(0, cards - call) // players, because)}


def check(values: Values) -> list[Problem]:
    """Warnings: rules under which no movie can be finished, or under which only the limit of turns ends the game."""
    return [problem for problem in (_no_movies(values), _no_plays(values), _no_end(values)) if problem]


def _no_movies(values: Values) -> Problem | None:
    starters = values["starters"]
    names = [
        f"{kind.name.lower()}s_needed"
        for kind in BodKind
        if isinstance(starters, list) and kind.name.lower() in starters
    ]
    if any(whole_of(values, name) for name in names):
        return None
    return _warning("starters", "a movie has no room for those who may open it, so none is ever made", values)


def _no_plays(values: Values) -> Problem | None:
    plays = ("plays_from_hand", "plays_from_cattle_call")
    if any(whole_of(values, name) for name in plays):
        return None
    return _warning("plays_from_hand", "nobody may play a Bod, so no movie is ever made", values)


def _no_end(values: Values) -> Problem | None:
    if not values["reshuffle_bods"] or whole_of(values, "score_target"):
        return None
    message = "the deck never runs out and there is no score target: only the limit of turns ends the game"
    return _warning("reshuffle_bods", message, values)


def _warning(name: str, message: str, values: Values) -> Problem:
    return Problem(name, message, json.dumps(values[name]), warning=True)


# The score sheet ("Making Movies" and "End Game")


MOVIE = Criterion(
    "movie_points", "Movie", "A movie's points when it premieres. Every player's first, second, and so on."
)
PENALTY = Criterion(
    "penalty",
    "Unfinished movies",
    "Once, at the end: the values of what lies in them. It is taken off, with or without a minus.",
    once=True,
    deducts=True,
)


def score_sheet(values: Values) -> ScoreSheet:
    """The score sheet: a row for the players' first movies, one for their second, and so on; then the penalty."""
    target = whole_of(values, "score_target")
    is_penalised = values["unfinished_penalty"] or values["costed_biz_penalty"]
    return ScoreSheet(
        row="movie",
        criteria=(MOVIE, PENALTY) if is_penalised else (MOVIE,),
        wins=Wins.HIGHEST,
        target=target or None,
        ends="the last Bod was drawn",
        total="points",
    )
