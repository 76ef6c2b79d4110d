"""Showbiz Shuffle: trace events: their fields, whole and as one player sees them. Cards are their ids."""

from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum

from workbench.engine.bit_sets import members
from workbench.engine.score_sheet import SheetEntry
from workbench.engine.trace import CardOf, EventHelp
from workbench.engine.types import Fields, Noted
from workbench.games.showbiz_shuffle.rules import MOVIE as MOVIE_POINTS
from workbench.games.showbiz_shuffle.rules import PENALTY, BizEffect, Genre
from workbench.games.showbiz_shuffle.scoring import owner_of
from workbench.games.showbiz_shuffle.table import NO_CARD, OUT_OF_GENRE, PLACES, Event

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
EVENTS: Mapping[IntEnum, str] = {event: event.name.lower() for event in Event}
DEVALUED = {0: None, OUT_OF_GENRE: "out_of_genre", BizEffect.UPSTAGE: "upstage", BizEffect.SCANDAL: "scandal"}


def event_fields(event: IntEnum, values: tuple[Noted, ...]) -> Fields:
    """The fields of an event, as the game's page names them, from the values noted in play."""
    return _TELLERS[Event(event)](*values)


HIDDEN = {
    Event.REFILL: "drawn",
    Event.DRAW_BIZ: "cards",
    Event.DRAW_BODS: "cards",
    Event.SHAKE_UP: "drawn",
}
"""The field of an event that only its player sees."""


def redact(event: IntEnum, fields: Fields, player: int) -> Fields:
    """The fields as `player` sees them: what others are dealt and draw is told as its number (`knowledge.py`)."""
    if event == Event.SETUP:
        redacted = {name: _redacted_hands(fields[name], player) for name in ("hands", "biz_hands")}
        return {**fields, **redacted}
    name = HIDDEN.get(Event(event))
    if name and fields["player"] != player:
        return {**fields, name: len(fields[name])}
    return fields


def _redacted_hands(hands: list[list[str]], player: int) -> list[list[str] | int]:
    return [hand if holder == player else len(hand) for holder, hand in enumerate(hands)]


# Cards


def bod(card: Noted) -> CardOf:
    """A Bod by its number."""
    return CardOf("bods", int(card))


def biz(row: Noted) -> CardOf:
    """A Biz card by its row."""
    return CardOf("biz", int(row))


def bods(cards: Noted, size: Noted, first: Noted = 0) -> list[CardOf]:
    """The Bods of an array from `first` to `size` - 1."""
    return [bod(card) for card in cards[int(first) : int(size)]]


def copies(cards: Noted, size: Noted, rows: Noted, first: Noted = 0) -> list[CardOf]:
    """The Biz cards behind the copies of an array."""
    return [biz(rows[card]) for card in cards[int(first) : int(size)]]


def movie_fields(movie: Noted) -> Fields:
    """Whose movie it is, and which of theirs."""
    return {"player": int(owner_of(int(movie))), "movie": int(movie) % PLACES}


# Events


def _setup(
    players: Noted, hands: Noted, sizes: Noted, held: Noted, biz_sizes: Noted, call: Noted, lying: Noted, rows: Noted
) -> Fields:
    seats = range(int(players))
    return {
        "hands": [bods(hands[seat], sizes[seat]) for seat in seats],
        "biz_hands": [copies(held[seat], biz_sizes[seat], rows) for seat in seats],
        "cattle_call": bods(call, lying),
    }


def _turn(player: Noted) -> Fields:
    return {"player": int(player)}


def _refill(player: Noted, call: Noted, before: Noted, after: Noted, fresh: Noted, size: Noted) -> Fields:
    return {"player": int(player), "cattle_call": bods(call, after, before), "drawn": bods(fresh, size)}


def _played(player: Noted, card: Noted, from_call: Noted) -> Fields:
    return {"player": int(player), "bod": bod(card), "from": "cattle_call" if from_call else "hand"}


def _open(player: Noted, card: Noted, from_call: Noted, genre: Noted, movie: Noted) -> Fields:
    return {
        **_played(player, card, from_call),
        "genre": Genre(int(genre)).name.lower(),
        "movie": int(movie) % PLACES,
    }


def _cast(player: Noted, card: Noted, from_call: Noted, movie: Noted, in_genre: Noted) -> Fields:
    return {**_played(player, card, from_call), "movie": int(movie) % PLACES, "in_genre": bool(in_genre)}


def _biz(player: Noted, row: Noted, effect: Noted, at: Noted, on: Noted, other: Noted, place: Noted = None) -> Fields:
    target = _target(BizEffect(int(effect)), at, on, other)
    if target is not None and place is not None:
        target["place"] = int(place)
    return {"player": int(player), "card": biz(row), "target": target}


def _target(effect: BizEffect, at: Noted, on: Noted, other: Noted) -> Fields | None:
    """On what a Biz card was played: a movie or a Bod of it, with what else was chosen; a rival; or nothing."""
    if effect == BizEffect.DRAW_BODS:
        return None
    if effect == BizEffect.STEAL_BIZ:
        return {"player": int(at), "card": biz(other)}
    target = movie_fields(at)
    if on != NO_CARD:
        target["bod"] = bod(on)
    if effect == BizEffect.RECAST:
        target["with"] = bod(other)
    if effect == BizEffect.CANCEL:
        target["card"] = biz(other)
    return target


def _draw_biz(player: Noted, fresh: Noted, size: Noted, rows: Noted) -> Fields:
    return {"player": int(player), "cards": copies(fresh, size, rows)}


def _draw_bods(player: Noted, fresh: Noted, size: Noted) -> Fields:
    return {"player": int(player), "cards": bods(fresh, size)}


def _lose_biz(player: Noted, row: Noted) -> Fields:
    return {"player": int(player), "card": biz(row)}


def _shake_up(
    player: Noted, pile: Noted, before: Noted, after: Noted, fresh: Noted, size: Noted, rows: Noted
) -> Fields:
    return {"player": int(player), "discarded": copies(pile, after, rows, before), "drawn": bods(fresh, size)}


def _movie(movie: Noted, genre: Noted, cast: Noted, attached: Noted, points: Noted) -> Fields:
    """A movie with its cards: those of the cast in order, then the Biz cards in the order in which they were played."""
    return {
        **movie_fields(movie),
        "genre": Genre(int(genre)).name.lower(),
        "cast": [bod(card) for card, *_ in cast],
        "biz": [biz(row) for row, *_ in attached],
        "points": int(points),
        "cast_points": [_bod_points(*account) for account in cast],
        "biz_points": [_biz_points(*account) for account in attached],
    }


def _bod_points(card: Noted, devalued: Noted, bonus: Noted, points: Noted) -> Fields:
    return {"bod": bod(card), "devalued": DEVALUED[int(devalued)], "bonus": int(bonus), "points": int(points)}


def _biz_points(row: Noted, on: Noted, points: Noted) -> Fields:
    return {"card": biz(row), "bod": None if on == NO_CARD else bod(on), "points": int(points)}


def _endgame(player: Noted, at_target: Noted) -> Fields:
    return {"player": int(player), "why": "score_target" if at_target else "bods"}


def _reshuffle(is_of_bods: Noted, size: Noted) -> Fields:
    return {"deck": "bods" if is_of_bods else "biz", "cards": int(size)}


def _score(totals: Noted, players: Noted, movies: Noted, penalties: Noted) -> Fields:
    by_player = [
        {"movies": int(movies[seat]), "penalty": int(penalties[seat]), "total": int(totals[seat])}
        for seat in range(int(players))
    ]
    return {"totals": [int(total) for total in totals[: int(players)]], "by_player": by_player}


def _end(winners: Noted, capped: Noted) -> Fields:
    return {"winners": members(winners), "ended_by": "max_turns" if capped else "final_turns"}


def write_down(event: str, fields: Fields) -> Iterator[SheetEntry]:
    """The points of a movie that premieres; at the end, what unfinished movies cost."""
    if event == EVENTS[Event.PREMIERE]:
        yield SheetEntry(fields["player"], fields["points"], MOVIE_POINTS.name)
    if event == EVENTS[Event.SCORE]:
        yield from (SheetEntry(seat, line["penalty"], PENALTY.name) for seat, line in enumerate(fields["by_player"]))


_TELLERS: dict[Event, Callable[..., Fields]] = {
    Event.SETUP: _setup,
    Event.TURN: _turn,
    Event.REFILL: _refill,
    Event.OPEN: _open,
    Event.CAST: _cast,
    Event.BIZ: _biz,
    Event.DRAW_BIZ: _draw_biz,
    Event.DRAW_BODS: _draw_bods,
    Event.LOSE_BIZ: _lose_biz,
    Event.SHAKE_UP: _shake_up,
    Event.PREMIERE: _movie,
    Event.ENDGAME: _endgame,
    Event.PENALTY: _movie,
    Event.SCORE: _score,
    Event.END: _end,
    Event.RESHUFFLE: _reshuffle,
}
