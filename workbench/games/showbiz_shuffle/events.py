"""Showbiz Shuffle: what each event of a trace tells. Cards are their ids; a player's movies are numbered from 0."""

from collections.abc import Mapping
from enum import IntEnum

from workbench.engine.trace import EventHelp
from workbench.games.showbiz_shuffle.state import Event

PLAYED = {"player": "Who plays it.", "bod": "The Bod.", "from": "`hand` or `cattle_call`."}
MOVIE = {
    "player": "Whose movie.",
    "movie": "Which of their movies.",
    "genre": "Its genre.",
    "cast": "Its Bods, in the order of the cast.",
    "biz": "The Biz cards that lie with it, in the order in which they were played.",
}
EVENT_HELP: Mapping[IntEnum, EventHelp] = {
    Event.SETUP: EventHelp(
        "The table is set up.",
        {"hands": "The Bods of each player.", "biz_hands": "The Biz cards of each player.", "cattle_call": "Its Bods."},
    ),
    Event.TURN: EventHelp("A turn begins.", {"player": "Whose turn."}),
    Event.REFILL: EventHelp(
        "The Cattle Call is filled, then the hand.",
        {"player": "Whose turn.", "cattle_call": "Bods added to the Cattle Call.", "drawn": "Bods added to the hand."},
    ),
    Event.OPEN: EventHelp(
        "A player opens a movie.", {**PLAYED, "genre": "The genre declared.", "movie": "Which of their movies."}
    ),
    Event.CAST: EventHelp(
        "A player casts a Bod in an own movie.",
        {**PLAYED, "movie": "Which of their movies.", "in_genre": "Whether the Bod has the movie's genre."},
    ),
    Event.BIZ: EventHelp(
        "A player plays a Biz card.",
        {
            "player": "Who plays it.",
            "card": "The Biz card.",
            "target": "What it is played on, or null: `player` and `movie`, with the `bod` if it is played on one."
            " recast: `with`, the Bod of the hand that takes the place. cancel: `card`, the Biz card canceled, the"
            " `bod` it lay on, and its `place` among the movie's Biz cards, from 0. steal_biz: `player` and `card`.",
        },
    ),
    Event.DRAW_BIZ: EventHelp("A player draws Biz cards.", {"player": "Who draws.", "cards": "The cards."}),
    Event.DRAW_BODS: EventHelp("A player draws Bods.", {"player": "Who draws.", "cards": "The cards."}),
    Event.LOSE_BIZ: EventHelp("A player discards a Biz card.", {"player": "Who discards.", "card": "The card."}),
    Event.SHAKE_UP: EventHelp(
        "A Studio Shake-up.",
        {"player": "Whose.", "discarded": "Biz cards discarded.", "drawn": "The new hand."},
    ),
    Event.PREMIERE: EventHelp(
        "A movie is complete and is scored.",
        {
            **MOVIE,
            "points": "What it scores.",
            "cast_points": "For each `bod` its `points`, the `bonus` among them, and by what it is `devalued`:"
            " `out_of_genre`, `upstage`, `scandal` or null.",
            "biz_points": "For each Biz `card` its `points`, and the `bod` it lies on (null: on the movie).",
        },
    ),
    Event.ENDGAME: EventHelp(
        "The end game begins.",
        {"player": "Whose turn it is.", "why": "`bods` (the last one was drawn) or `score_target` (it was reached)."},
    ),
    Event.PENALTY: EventHelp(
        "An unfinished movie is deducted.",
        {
            **MOVIE,
            "points": "What it costs.",
            "cast_points": "For each `bod` its cost in `points`, a `bonus` of 0, and by what it is `devalued`.",
            "biz_points": "For each Biz `card` the `points` it costs, and the `bod` it lies on (null: on the movie).",
        },
    ),
    Event.SCORE: EventHelp(
        "The final score.",
        {
            "totals": "Points by player.",
            "by_player": "For each player the points of `movies`, the `penalty` of unfinished ones, and the `total`.",
        },
    ),
    Event.END: EventHelp(
        "The play is over.",
        {
            "winners": "Who has the most points.",
            "ended_by": "The rule that ended the play: `final_turns`, or the limit `max_turns`.",
        },
    ),
    Event.RESHUFFLE: EventHelp(
        "A deck has run out: its discard pile becomes a new one.",
        {"deck": "`bods` or `biz`.", "cards": "Cards in the new deck."},
    ),
}
