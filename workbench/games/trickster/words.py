"""Trickster in words: the fields of trace events, whole or as one player sees them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum
from typing import Any

from workbench.engine.bit_sets import members
from workbench.engine.playing_cards import card_name
from workbench.games.trickster.play import Cause, Event
from workbench.games.trickster.rules import PassDirection

Fields = dict[str, Any]
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
EVENTS: Mapping[IntEnum, str] = {event: event.name.lower() for event in Event}
FACE_DOWN = {Event.DEAL: "removed", Event.COLLECT: "cards", Event.LAY: "packet", Event.REMAINDER: "cards"}
"""The field of an event that holds cards which not all can see."""
PACKETS: Mapping[IntEnum, str] = {event: name for event, name in FACE_DOWN.items() if event != Event.DEAL}
"""The field of an event that holds a packet."""


def tell(event: IntEnum, values: tuple[Any, ...]) -> Fields:
    """The fields of an event, as the game's page names them, from the values noted in play. Rounds and steps from 0."""
    return _TELLERS[Event(event)](*values)


def veil(event: IntEnum, fields: Fields, player: int) -> Fields:
    """The fields as `player` sees them: of removed cards and of others' packets, the number; each card is null.

    This is what lies open at the time; what a player remembers of it later, `knowledge.py` says.
    """
    hidden = FACE_DOWN.get(Event(event))
    if hidden is None or fields.get("player") == player:
        return fields
    return {**fields, hidden: [None] * len(fields[hidden])}


def in_order_laid(events: Iterable[tuple[IntEnum, Fields]]) -> Iterator[tuple[IntEnum, Fields]]:
    """The events with the cards of packets in the order in which they were laid, which the events before tell."""
    laid: dict[str, int] = {}
    for event, fields in events:
        if event == Event.DEAL:
            laid = {}
        packet = PACKETS.get(event)
        if packet is None:
            yield event, fields
            continue
        for card in fields[packet]:  # at most one is new: that which has just been laid
            laid.setdefault(card, len(laid))
        yield event, {**fields, packet: sorted(fields[packet], key=laid.__getitem__)}


def names(cards: Any) -> list[str]:
    """The cards of a set, ascending."""
    return [card_name(card) for card in members(cards)]


def _deal(number: Any, players: Any, tableaus: Any, removed: Any) -> Fields:
    dealt = [names(tableau) for tableau in tableaus[: int(players)]]
    return {"round": int(number), "tableaus": dealt, "removed": names(removed)}


def _choose(step: Any, player: Any, card: Any) -> Fields:
    return {"step": int(step), "player": int(player), "card": card_name(int(card))}


def _collect(player: Any, cards: Any, cause: Any) -> Fields:
    return {"player": int(player), "cards": names(cards), "why": Cause(int(cause)).name.lower()}


def _lay(player: Any, packet: Any) -> Fields:
    return {"player": int(player), "packet": names(packet)}


def _pass(direction: Any) -> Fields:
    return {"direction": PassDirection(int(direction)).name.lower()}


def _remainder(player: Any, cards: Any) -> Fields:
    return {"player": int(player), "cards": names(cards)}


def _score(number: Any, players: Any, points: Any, saved: Any, totals: Any, held: Any, shooters: Any) -> Fields:
    seats = range(int(players))
    return {
        "round": int(number),
        "by_player": [_points(points[player], saved[player]) for player in seats],
        "totals": [int(totals[player]) for player in seats],
        "by_suit": {
            name: [_of_suit(held[suit, player], player in members(shooters[suit])) for player in seats]
            for suit, name in enumerate(SUIT_NAMES)
        },
    }


def _points(points: Any, saved: Any) -> dict[str, int]:
    return {"points": int(points), "saved": int(saved)}


def _of_suit(points: Any, shoots: bool) -> dict[str, int]:
    return _points(0, points) if shoots else _points(points, 0)


def _end(winners: Any) -> Fields:
    return {"winners": members(winners), "ended_by": "rounds"}


_TELLERS: dict[Event, Callable[..., dict[str, Any]]] = {
    Event.DEAL: _deal,
    Event.CHOOSE: _choose,
    Event.COLLECT: _collect,
    Event.LAY: _lay,
    Event.PASS: _pass,
    Event.REMAINDER: _remainder,
    Event.SCORE: _score,
    Event.END: _end,
}
