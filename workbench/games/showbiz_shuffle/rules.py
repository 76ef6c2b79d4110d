"""Showbiz Shuffle: the rule parameters.

Source: "Showbiz Shuffle", Joan Wendland, Blood and Cardstock Games, 1998. Its card list is missing from the text; help
texts say "reconstruction" where a default is ours, so that an owner of the printed game can set the true value.
"""

import json
from typing import Annotated, NamedTuple

from workbench.engine.card_lists.cards import Cards
from workbench.engine.game import Limit
from workbench.engine.parameters import Flag, Subset, Values, Whole
from workbench.engine.problems import Problem
from workbench.games.showbiz_shuffle.lists import BIZ, BODS, FOLDER, Kind

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
        tuple[Kind, ...],
        Subset(options=Kind, least=1, section=MOVIES, help="The kinds of Bod that may open a movie."),
    ] = (Kind.DIRECTOR, Kind.STAR)
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
        Flag(section=END, help="Whether Biz with dollar signs is subtracted in an unfinished movie; its owner pays."),
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
            0, 500, unit="points", section=END, help="Points that start the final turns too; 0 leaves it to the deck."
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
    """What the deck of Bods leaves for the hands."""
    players, call = _number(values, "players"), _number(values, "cattle_call_size")
    bods = values["bods"]
    cards = len(bods) if isinstance(bods, Cards) else 0
    because = f"{players} players and a Cattle Call of {call} share {cards} Bods"
    return {"hand_size": Limit(max(0, cards - call) // players, because)}


def check(values: Values) -> list[Problem]:
    """Warnings: rules under which no movie can be finished, or under which only the limit of turns ends the game."""
    return [problem for problem in (_no_movies(values), _no_plays(values), _no_end(values)) if problem]


def _no_movies(values: Values) -> Problem | None:
    starters = values["starters"]
    wanted = [
        f"{kind.name.lower()}s_needed" for kind in Kind if isinstance(starters, list) and kind.name.lower() in starters
    ]
    if any(_number(values, name) for name in wanted):
        return None
    return _warning("starters", "a movie has no room for those who may open it, so none is ever made", values)


def _no_plays(values: Values) -> Problem | None:
    plays = ("plays_from_hand", "plays_from_cattle_call")
    if any(_number(values, name) for name in plays):
        return None
    return _warning("plays_from_hand", "nobody may play a Bod, so no movie is ever made", values)


def _no_end(values: Values) -> Problem | None:
    if not values["reshuffle_bods"] or _number(values, "score_target"):
        return None
    message = "the deck never runs out and there is no score target: only the limit of turns ends the game"
    return _warning("reshuffle_bods", message, values)


def _warning(name: str, message: str, values: Values) -> Problem:
    return Problem(name, message, json.dumps(values[name]), warning=True)


def _number(values: Values, name: str) -> int:
    value = values[name]
    return value if isinstance(value, int) else 0
