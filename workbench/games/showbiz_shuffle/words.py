"""Showbiz Shuffle in words: the fields of trace events, whole or as one player sees them. Cards go by their ids."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any

from workbench.engine.bit_sets import members
from workbench.engine.trace import CardOf
from workbench.games.showbiz_shuffle.lists import Effect, Genre
from workbench.games.showbiz_shuffle.scoring import owner_of
from workbench.games.showbiz_shuffle.state import NO_CARD, OUT_OF_GENRE, PLACES, Event

EVENTS: Mapping[IntEnum, str] = {event: event.name.lower() for event in Event}
DEVALUED = {0: None, OUT_OF_GENRE: "out_of_genre", Effect.UPSTAGE: "upstage", Effect.SCANDAL: "scandal"}
Fields = dict[str, Any]


def tell(event: IntEnum, values: tuple[Any, ...]) -> Fields:
    """The fields of an event, as the game's page names them, from the values noted in play."""
    return _TELLERS[Event(event)](*values)


HIDDEN = {
    Event.REFILL: "drawn",
    Event.DRAW_BIZ: "cards",
    Event.DRAW_BODS: "cards",
    Event.SHAKE_UP: "drawn",
}
"""The field of an event that only its player sees."""


def veil(event: IntEnum, fields: Fields, player: int) -> Fields:
    """The fields as `player` sees them: what others are dealt and draw is told as its number (`knowledge.py`)."""
    if event == Event.SETUP:
        own = {name: _own(fields[name], player) for name in ("hands", "biz_hands")}
        return {**fields, **own}
    name = HIDDEN.get(Event(event))
    if name and fields["player"] != player:
        return {**fields, name: len(fields[name])}
    return fields


def _own(hands: list[list[str]], player: int) -> list[Any]:
    return [hand if holder == player else len(hand) for holder, hand in enumerate(hands)]


# Cards


def bod(card: Any) -> CardOf:
    """A Bod by its number."""
    return CardOf("bods", int(card))


def biz(row: Any) -> CardOf:
    """A Biz card by its row."""
    return CardOf("biz", int(row))


def bods(cards: Any, size: Any, first: Any = 0) -> list[CardOf]:
    """The Bods of an array from `first` to `size` - 1."""
    return [bod(card) for card in cards[int(first) : int(size)]]


def copies(cards: Any, size: Any, rows: Any, first: Any = 0) -> list[CardOf]:
    """The Biz cards behind the copies of an array."""
    return [biz(rows[card]) for card in cards[int(first) : int(size)]]


def movie_fields(movie: Any) -> Fields:
    """Whose movie it is, and which of theirs."""
    return {"player": int(owner_of(int(movie))), "movie": int(movie) % PLACES}


# Events


def _setup(players: Any, hands: Any, sizes: Any, held: Any, biz_sizes: Any, call: Any, lying: Any, rows: Any) -> Fields:
    seats = range(int(players))
    return {
        "hands": [bods(hands[seat], sizes[seat]) for seat in seats],
        "biz_hands": [copies(held[seat], biz_sizes[seat], rows) for seat in seats],
        "cattle_call": bods(call, lying),
    }


def _turn(player: Any) -> Fields:
    return {"player": int(player)}


def _refill(player: Any, call: Any, before: Any, after: Any, fresh: Any, size: Any) -> Fields:
    return {"player": int(player), "cattle_call": bods(call, after, before), "drawn": bods(fresh, size)}


def _played(player: Any, card: Any, from_call: Any) -> Fields:
    return {"player": int(player), "bod": bod(card), "from": "cattle_call" if from_call else "hand"}


def _open(player: Any, card: Any, from_call: Any, genre: Any, movie: Any) -> Fields:
    return {
        **_played(player, card, from_call),
        "genre": Genre(int(genre)).name.lower(),
        "movie": int(movie) % PLACES,
    }


def _cast(player: Any, card: Any, from_call: Any, movie: Any, in_genre: Any) -> Fields:
    return {**_played(player, card, from_call), "movie": int(movie) % PLACES, "in_genre": bool(in_genre)}


def _biz(player: Any, row: Any, effect: Any, at: Any, on: Any, other: Any, place: Any = None) -> Fields:
    target = _target(Effect(int(effect)), at, on, other)
    if target is not None and place is not None:
        target["place"] = int(place)
    return {"player": int(player), "card": biz(row), "target": target}


def _target(effect: Effect, at: Any, on: Any, other: Any) -> Fields | None:
    """On what a Biz card was played: a movie or a Bod of it, with what else was chosen; a rival; or nothing."""
    if effect == Effect.DRAW_BODS:
        return None
    if effect == Effect.STEAL_BIZ:
        return {"player": int(at), "card": biz(other)}
    target = movie_fields(at)
    if on != NO_CARD:
        target["bod"] = bod(on)
    if effect == Effect.RECAST:
        target["with"] = bod(other)
    if effect == Effect.CANCEL:
        target["card"] = biz(other)
    return target


def _draw_biz(player: Any, fresh: Any, size: Any, rows: Any) -> Fields:
    return {"player": int(player), "cards": copies(fresh, size, rows)}


def _draw_bods(player: Any, fresh: Any, size: Any) -> Fields:
    return {"player": int(player), "cards": bods(fresh, size)}


def _lose_biz(player: Any, row: Any) -> Fields:
    return {"player": int(player), "card": biz(row)}


def _shake_up(player: Any, pile: Any, before: Any, after: Any, fresh: Any, size: Any, rows: Any) -> Fields:
    return {"player": int(player), "discarded": copies(pile, after, rows, before), "drawn": bods(fresh, size)}


def _movie(movie: Any, genre: Any, cast: Any, papers: Any, points: Any) -> Fields:
    """A movie with its cards: those of the cast in order, then the Biz cards in the order in which they were played."""
    return {
        **movie_fields(movie),
        "genre": Genre(int(genre)).name.lower(),
        "cast": [bod(card) for card, *_ in cast],
        "biz": [biz(row) for row, *_ in papers],
        "points": int(points),
        "cast_points": [_bod_points(*each) for each in cast],
        "biz_points": [_biz_points(*each) for each in papers],
    }


def _bod_points(card: Any, devalued: Any, bonus: Any, points: Any) -> Fields:
    return {"bod": bod(card), "devalued": DEVALUED[int(devalued)], "bonus": int(bonus), "points": int(points)}


def _biz_points(row: Any, on: Any, points: Any) -> Fields:
    return {"card": biz(row), "bod": None if on == NO_CARD else bod(on), "points": int(points)}


def _endgame(player: Any, at_target: Any) -> Fields:
    return {"player": int(player), "why": "score_target" if at_target else "bods"}


def _reshuffle(is_of_bods: Any, size: Any) -> Fields:
    return {"deck": "bods" if is_of_bods else "biz", "cards": int(size)}


def _score(totals: Any, players: Any, movies: Any, penalties: Any) -> Fields:
    by_player = [
        {"movies": int(movies[seat]), "penalty": int(penalties[seat]), "total": int(totals[seat])}
        for seat in range(int(players))
    ]
    return {"totals": [int(total) for total in totals[: int(players)]], "by_player": by_player}


def _end(winners: Any, capped: Any) -> Fields:
    return {"winners": members(winners), "ended_by": "max_turns" if capped else "final_turns"}


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
