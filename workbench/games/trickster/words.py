"""Trickster in words: the fields of trace events, whole or as one player sees them."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any

from workbench.engine.cards import card_name, members
from workbench.games.trickster.play import Cause, Event
from workbench.games.trickster.rules import PassDirection

EVENTS: Mapping[IntEnum, str] = {event: event.name.lower() for event in Event}
FACE_DOWN = {Event.DEAL: "removed", Event.COLLECT: "cards", Event.LAY: "packet", Event.REMAINDER: "cards"}
"""The field of an event that holds cards which not all can see."""


def tell(event: IntEnum, values: tuple[Any, ...]) -> dict[str, Any]:
    """The fields of an event, as the game's page names them, from the values noted in play. Rounds and steps from 0."""
    return _TELLERS[Event(event)](*values)


def veil(event: IntEnum, fields: dict[str, Any], player: int) -> dict[str, Any]:
    """The fields as `player` sees them: of removed cards and of others' packets, the number; each card is null.

    This is what lies open at the time; what a player remembers of it later, `knowledge.py` says.
    """
    hidden = FACE_DOWN.get(Event(event))
    if hidden is None or fields.get("player") == player:
        return fields
    return {**fields, hidden: [None] * len(fields[hidden])}


def names(cards: Any) -> list[str]:
    """The cards of a set, ascending."""
    return [card_name(card) for card in members(cards)]


def _deal(number: Any, players: Any, tableaus: Any, removed: Any) -> dict[str, Any]:
    dealt = [names(tableau) for tableau in tableaus[: int(players)]]
    return {"round": int(number), "tableaus": dealt, "removed": names(removed)}


def _choose(step: Any, player: Any, card: Any) -> dict[str, Any]:
    return {"step": int(step), "player": int(player), "card": card_name(int(card))}


def _collect(player: Any, cards: Any, cause: Any) -> dict[str, Any]:
    return {"player": int(player), "cards": names(cards), "why": Cause(int(cause)).name.lower()}


def _lay(player: Any, packet: Any) -> dict[str, Any]:
    return {"player": int(player), "packet": names(packet)}


def _pass(direction: Any) -> dict[str, Any]:
    return {"direction": PassDirection(int(direction)).name.lower()}


def _remainder(player: Any, cards: Any) -> dict[str, Any]:
    return {"player": int(player), "cards": names(cards)}


def _score(number: Any, players: Any, points: Any, saved: Any, totals: Any) -> dict[str, Any]:
    seats = range(int(players))
    by_player = [{"points": int(points[player]), "saved": int(saved[player])} for player in seats]
    return {"round": int(number), "by_player": by_player, "totals": [int(totals[player]) for player in seats]}


def _end(winners: Any) -> dict[str, Any]:
    return {"winners": members(winners)}


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
