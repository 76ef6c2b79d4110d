"""Hitmakers in words: the fields of trace events, whole or as one player sees them."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any

from workbench.engine.bit_sets import members
from workbench.engine.playing_cards import card_name
from workbench.games.hitmakers.table import NOBODY, Award, Draw, Event

EVENTS: Mapping[IntEnum, str] = {event: event.name.lower() for event in Event}
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
AWARDS = {award: award.name.lower() for award in Award}


def tell(event: IntEnum, values: tuple[Any, ...]) -> dict[str, Any]:
    """The fields of an event, as the game's page names them, from the values noted in play."""
    return _TELLERS[Event(event)](*values)


def veil(event: IntEnum, fields: dict[str, Any], player: int) -> dict[str, Any]:
    """The fields as `player` sees them: other hands, and what others draw from the stock, are null (`knowledge.py`)."""
    if event == Event.DEAL:
        hands = [hand if holder == player else None for holder, hand in enumerate(fields["hands"])]
        return {**fields, "hands": hands}
    if event == Event.DRAW and fields["from"] == "stock" and fields["player"] != player:
        return {**fields, "card": None}
    return fields


def names(cards: Any) -> list[str]:
    """The cards of a set, ascending."""
    return [card_name(card) for card in members(cards)]


def _deal(first_player: Any, players: Any, hands: Any) -> dict[str, Any]:
    seats = [(player - int(first_player)) % int(players) for player in range(int(players))]
    return {"seat_of_player": seats, "hands": [names(hands[player]) for player in range(int(players))]}


def _card(card: Any) -> dict[str, Any]:
    return {"card": card_name(int(card))}


def _draw(player: Any, source: Any, card: Any) -> dict[str, Any]:
    return {"player": int(player), "from": "stock" if source == Draw.STOCK else "discard", **_card(card)}


def _player(player: Any) -> dict[str, Any]:
    return {"player": int(player)}


def _played(player: Any, card: Any) -> dict[str, Any]:
    return {**_player(player), **_card(card)}


def _contract(owner: Any, chain: Any, chain_size: Any) -> dict[str, Any]:
    cards = [card_name(int(card)) for card in chain[: int(chain_size) + 1]]
    return {"player": None if owner == NOBODY else int(owner), "cards": cards}


def _score(players: Any, gained: Any, scores: Any, totals: Any, by_suit: Any) -> dict[str, Any]:
    by_player = [
        {name: int(gained[award, player]) for award, name in AWARDS.items()} | {"total": int(scores[player])}
        for player in range(int(players))
    ]
    suits = {SUIT_NAMES[suit]: _awards(players, brought) for suit, brought in enumerate(by_suit)}
    return {"by_player": by_player, "totals": [int(total) for total in totals[: int(players)]], "by_suit": suits}


def _awards(players: Any, gained: Any) -> list[dict[str, int]]:
    """The points of each player by award, those that are not 0."""
    return [
        {name: int(gained[award, player]) for award, name in AWARDS.items() if gained[award, player]}
        for player in range(int(players))
    ]


def _end(winners: Any, capped: Any) -> dict[str, Any]:
    return {"winners": members(winners), "ended_by": "max_deals" if capped else "score_target"}


_TELLERS: dict[Event, Callable[..., dict[str, Any]]] = {
    Event.DEAL: _deal,
    Event.STAR: _card,
    Event.TURN_DOWN: _card,
    Event.DRAW: _draw,
    Event.PASS: _player,
    Event.DISCARD: _played,
    Event.PRESENT: _card,
    Event.SCOUT: _played,
    Event.POACH: _played,
    Event.CONTRACT: _contract,
    Event.SCORE: _score,
    Event.END: _end,
}
