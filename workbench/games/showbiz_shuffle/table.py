"""Showbiz Shuffle: the state of a play, with its phases, moves, actions and events.

Bods are numbers of rows of the rules' `bods`; a Biz card is the number of a copy, `rules.biz_deck[copy]` its row. A
movie is a number too: `PLACES` for each player, those of player 0 first. Hands are kept in ascending order.
"""

from enum import IntEnum
from typing import Any, Final, TypeAlias

from workbench.engine.types import state_type
from workbench.games.showbiz_shuffle.rules import EFFECTS, GENRES, KINDS, MOST_BODS

Movie: TypeAlias = Any
"""A movie by its number: `PLACES` for each player, those of player 0 first."""
MovieSet: TypeAlias = Any
"""A set of movies, as one word."""
RowNumber: TypeAlias = Any
"""A row of the card list `bods` or `biz`."""
MOST_PLAYERS: Final = 4
PLACES: Final = 4
"""Movies of one player, at most."""
MOVIES: Final = MOST_PLAYERS * PLACES
MOST_CALL: Final = 10
MOST_HAND: Final = 20
"""Bods in a hand: `hand_size` is at most 10, and Biz can bring more; nothing is drawn beyond this."""
MOST_BIZ_HAND: Final = 40
MOST_FRESH: Final = 20
MOST_CAST: Final = 13
MOST_ATTACHED: Final = 16
"""Biz cards that lie with one movie; nothing is played on it beyond this."""
NOBODY: Final = -1
NO_CARD: Final = -1
WHOLE_MOVIE: Final = -1
"""In the place of a Bod: the Biz card lies with the movie itself."""
OUT_OF_GENRE: Final = -1
"""In a trace, why a Bod is devalued; the other reasons are `Effect.UPSTAGE` and `Effect.SCANDAL`."""
LATEST: Final = 255
"""The last era that is told apart from those after it."""


class Stream(IntEnum):
    """The streams of the table's chance, by who draws from them."""

    BODS = 0
    BIZ = 1
    RETURN = 2
    STEAL = 3


class Phase(IntEnum):
    """The decisions of the actor."""

    TURN = 0  # what to do next
    MOVIE = 1  # in which of their own movies the Bod is cast
    GENRE = 2  # of the movie that the Bod opens
    BIZ = 3  # which Biz card is played
    TARGET = 4  # on which movie
    BOD = 5  # on which Bod of the movie
    SWAP = 6  # which Bod of the hand takes its place
    ATTACHED = 7  # which Biz card of the movie is cancelled
    RIVAL = 8  # whose Biz card is stolen
    LOSE = 9  # which Biz card is discarded


class Move(IntEnum):
    """Actions of the phase TURN: the first of a range for hands and Cattle Call, else the action itself."""

    CAST_HAND = 0
    OPEN_HAND = 20
    CAST_CALL = 40
    OPEN_CALL = 50
    BIZ = 60
    SHAKE_UP = 61
    END_TURN = 62


KEEP_BIZ: Final = 63
"""The action of the phase BIZ that plays none in this turn after all; each of the others is a place of the hand."""


class ActionKind(IntEnum):
    """Kinds of action, as a restriction names them: `greedy~scandal`. The effects come first."""

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
    CAST_FROM_HAND = 11
    CAST_FROM_CATTLE_CALL = 12
    OPEN = 13
    PLAY_BIZ = 14
    SHAKE_UP = 15
    END_TURN = 16
    CHOOSE_MOVIE = 17
    CHOOSE_GENRE = 18
    CHOOSE_BOD = 19
    CHOOSE_CARD = 20
    CHOOSE_RIVAL = 21
    DISCARD_BIZ = 22
    KEEP_BIZ = 23


class Event(IntEnum):
    """Events of the trace."""

    SETUP = 0
    TURN = 1
    REFILL = 2
    OPEN = 3
    CAST = 4
    BIZ = 5
    DRAW_BIZ = 6
    DRAW_BODS = 7
    LOSE_BIZ = 8
    SHAKE_UP = 9
    PREMIERE = 10
    ENDGAME = 11
    PENALTY = 12
    SCORE = 13
    END = 14
    RESHUFFLE = 15


WORDS: Final = 2
"""64-bit words of a set of cards."""
PLAYERS = (MOST_PLAYERS,)
HANDS = (MOST_PLAYERS, MOST_BIZ_HAND)  # of both kinds of card, for one and the same function
CARD_SETS = (MOST_PLAYERS * WORDS,)

# Numbers that are passed to functions are all of one type, so that each function is compiled once.
STATE = state_type(
    [
        # Movies, as sets of their numbers
        ("shooting", "u8"),  # in production
        ("of_genre", "u8", (GENRES,)),
        ("unspoilt", "u8"),  # with a Bod that is neither upstaged nor in a scandal
        ("has_attached", "u8"),  # with Biz cards
        ("is_full", "u8"),  # with no room for another Biz card
        ("touched", "u8"),  # with other cards than when they were last copied into a glimpse
        # What seats drew and played: sets of rows, `WORDS` words for each player
        ("drawn_bods", "u8", CARD_SETS),
        ("played_bods", "u8", CARD_SETS),
        ("drawn_biz", "u8", CARD_SETS),
        ("played_biz", "u8", CARD_SETS),
        ("openers", "u8"),  # roles in which a movie may be opened under these rules: see `work_out_roles`
        ("open_roles", "u8", (MOVIES,)),  # roles that a movie has still to give
        ("legal", "u8"),  # actions of the actor
        ("seen", "u8", (WORDS,)),  # in a concealed state: Bods whose place is known
        ("seen_biz", "u8", (WORDS,)),
        # Appraisal, in a concealed state: `bots.py`
        ("pace", "f8", PLAYERS),  # Bods that a player can be expected to cast still
        ("chance", "f8", (MOVIES,)),  # how likely a movie is finished
        ("worth", "f8", (MOVIES,)),  # expected points of a movie
        ("supply", "f8", (KINDS, GENRES)),  # Bods at hand for the actor's movies
        ("weight", "f8", PLAYERS),  # what a rival's point is worth to the actor
        ("cast_chance", "f8", (MOVIES,)),  # how likely a movie of the actor's is finished with one Bod more
        ("open_chance", "f8"),  # and one that is opened now
        ("gains", "f8", (Move.CAST_CALL,)),  # of casting and opening with each Bod of the hand, as far as worked out
        ("with_bonus", "u8"),  # the actor's movies with a Bod that has a bonus with a certain other
        ("counted", "u8"),  # kept between glimpses: movies whose numbers below are worked out
        ("lacking", "i8", (MOVIES,)),  # Bods that a movie still needs
        ("points", "i8", (MOVIES,)),  # as it stands
        ("penalty", "i8", (MOVIES,)),
        # Movies by number
        ("totals", "i8", PLAYERS),  # points so far
        ("movie_points", "i8", PLAYERS),
        ("penalties", "i8", PLAYERS),
        ("genre", "i8", (MOVIES,)),
        ("cast_size", "i8", (MOVIES,)),
        ("kind_count", "i8", (MOVIES, KINDS)),
        ("stand_ins", "i8", (MOVIES,)),
        ("attached_size", "i8", (MOVIES,)),  # Biz cards that lie with it
        # Piles
        ("deck_size", "i8"),
        ("bod_shuffles", "i8"),
        ("biz_shuffles", "i8"),
        ("discard_size", "i8"),
        ("call_size", "i8"),
        ("biz_deck_size", "i8"),
        ("biz_discard_size", "i8"),
        ("hand_size", "i8", PLAYERS),
        ("biz_size", "i8", PLAYERS),
        ("hidden", "i8", PLAYERS),  # in a concealed state: Bods of a hand that are unknown
        ("hidden_biz", "i8", PLAYERS),
        # The turn
        ("hand_plays", "i8"),  # left in this turn
        ("call_plays", "i8"),
        ("biz_plays", "i8"),
        ("chosen", "i8"),  # the card that is being played; of Biz the row
        ("slot", "i8"),  # and where it lies in the hand or the Cattle Call
        ("aim", "i8"),  # the movie that is meant
        ("spot", "i8"),  # the Bod of that movie
        ("just_drawn_size", "i8"),
        ("turns", "i8"),
        ("turns_left", "i8"),  # once the end game has begun
        ("horizon", "i8"),  # the turn at which search stops looking ahead
        ("leader", "i8"),  # the last sole leader
        # Counts
        ("biz_played", "u2", (MOST_PLAYERS, EFFECTS)),
        ("finished", "u2", PLAYERS),
        ("unfinished", "u2", PLAYERS),
        ("out_of_genre", "u2", PLAYERS),
        ("attacked", "u2", PLAYERS),
        ("shake_ups", "u2", PLAYERS),
        ("unused", "u2", PLAYERS),
        ("produced", "u2", (GENRES,)),
        ("lead_changes", "u2"),
        ("stage", "u2"),
        ("just_drawn", "u1", (MOST_FRESH,)),  # the cards just drawn, for the trace
        # Cards by place. An era is the number of times that cards went back into a deck: `knowledge.py`
        ("deck", "u1", (MOST_BODS,)),  # shuffled
        ("bods_drawn", "u2", (MOST_PLAYERS + 1,)),  # since it was shuffled, by each player and by the Cattle Call
        ("biz_drawn", "u2", (MOST_PLAYERS,)),
        ("discard", "u1", (MOST_BODS,)),
        ("cattle_call", "u1", (MOST_CALL,)),
        ("hand", "u1", HANDS),
        ("hand_era", "u1", HANDS),  # in which each was drawn
        ("hand_open", "u1", HANDS),  # whether everybody knows it
        ("since", "u1", (MOST_PLAYERS, MOST_BODS)),  # the era in which the player last saw the Bod go into the deck
        ("era", "i8"),
        ("cast", "u1", (MOVIES, MOST_CAST)),
        ("spoilt", "u1", (MOVIES, MOST_CAST)),  # `Effect.UPSTAGE` or `Effect.SCANDAL`, 0 for neither
        ("attached", "u1", (MOVIES, MOST_ATTACHED)),
        ("spot_points", "i1", (MOVIES, MOST_CAST)),  # appraisal: what each Bod counts
        ("attached_to", "i1", (MOVIES, MOST_ATTACHED)),  # the place of the Bod, or WHOLE_MOVIE
        ("biz_deck", "u1", (MOST_BODS,)),  # as long as that of Bods, for one and the same function
        ("biz_discard", "u1", (MOST_BODS,)),
        ("biz_hand", "u1", HANDS),
        ("biz_hand_era", "u1", HANDS),
        ("biz_hand_open", "u1", HANDS),
        ("biz_since", "u1", (1, MOST_BODS)),
        ("biz_era", "i8"),
        ("from_call", "?"),
        ("acted", "?"),  # whether the actor has played something in this turn
        ("ending", "?"),
        ("capped", "?"),
        ("phase", "i8"),
        ("actor", "u1"),  # without a sign, so that it needs no look for places counted from the end
        ("over", "?"),
    ]
)
