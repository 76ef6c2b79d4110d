"""Trickster: trace events: their fields, whole and as one player sees them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum

from workbench.engine.bit_sets import members
from workbench.engine.playing_cards import card_name
from workbench.engine.score_sheet import SheetEntry
from workbench.engine.trace import EventHelp
from workbench.engine.types import Fields, Noted
from workbench.games.trickster.rules import PassDirection
from workbench.games.trickster.table import Cause, Event

EVENT_HELP: Mapping[IntEnum, EventHelp] = {
    Event.DEAL: EventHelp(
        "A round begins: the deck is dealt face up.",
        {
            "round": "Which round, from 0.",
            "tableaus": "The cards of each player.",
            "removed": "Cards left over, removed unseen.",
        },
    ),
    Event.CHOOSE: EventHelp(
        "A player's choice is shown; all have chosen at once.",
        {"step": "Which step of the round, from 0.", "player": "Who chose.", "card": "The card."},
    ),
    Event.COLLECT: EventHelp(
        "A player must collect the packet in hand before laying the chosen card.",
        {
            "player": "Who collects.",
            "cards": "The packet, in the order in which it was laid.",
            "why": "`suit` (the card is of another suit) or `sum` (it exceeds `sum_limit`).",
        },
    ),
    Event.LAY: EventHelp(
        "A player lays the chosen card on the packet in hand.",
        {"player": "Who lays it.", "packet": "The packet with it, in the order in which it was laid."},
    ),
    Event.PASS: EventHelp("All packets are passed on.", {"direction": "`right` or `left`."}),
    Event.REMAINDER: EventHelp(
        "At the end of the round a player collects the packet in hand.",
        {"player": "Who collects.", "cards": "The packet, in the order in which it was laid."},
    ),
    Event.SCORE: EventHelp(
        "The round is scored.",
        {
            "round": "Which round, from 0.",
            "by_player": "Points of the round, and points that shooting the moon saved, for each player.",
            "totals": "Points of the play so far, by player.",
            "by_suit": "The same points and savings by suit, for each player.",
        },
    ),
    Event.END: EventHelp(
        "The play is over.",
        {"winners": "Who has the best total.", "ended_by": "The rule that ended the play: `rounds`."},
    ),
}


SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
EVENTS: Mapping[IntEnum, str] = {event: event.name.lower() for event in Event}
FACE_DOWN = {Event.DEAL: "removed", Event.COLLECT: "cards", Event.LAY: "packet", Event.REMAINDER: "cards"}
"""The field of an event that holds cards which not all can see."""
PACKETS: Mapping[IntEnum, str] = {event: name for event, name in FACE_DOWN.items() if event != Event.DEAL}
"""The field of an event that holds a packet."""


def event_fields(event: IntEnum, values: tuple[Noted, ...]) -> Fields:
    """The fields of an event, as the game's page names them, from the values noted in play. Rounds and steps from 0."""
    return _TELLERS[Event(event)](*values)


def redact(event: IntEnum, fields: Fields, player: int) -> Fields:
    """The fields as `player` sees them: of removed cards and of others' packets, the number; each card is null.

    This is what can be seen at the time; `knowledge.py` says what a player remembers of it.
    """
    hidden = FACE_DOWN.get(Event(event))
    if hidden is None or fields.get("player") == player:
        return fields
    return {**fields, hidden: [None] * len(fields[hidden])}


def in_order_laid(events: Iterable[tuple[IntEnum, Fields]]) -> Iterator[tuple[IntEnum, Fields]]:
    """The events, with the cards of packets in the order in which they were laid."""
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


def write_down(event: str, fields: Fields) -> Iterator[SheetEntry]:
    """The points of a round, by player."""
    if event == EVENTS[Event.SCORE]:
        yield from (SheetEntry(player, line["points"]) for player, line in enumerate(fields["by_player"]))


def names(cards: Noted) -> list[str]:
    """The cards of a set, ascending."""
    return [card_name(card) for card in members(cards)]


def _deal(number: Noted, players: Noted, tableaus: Noted, removed: Noted) -> Fields:
    dealt = [names(tableau) for tableau in tableaus[: int(players)]]
    return {"round": int(number), "tableaus": dealt, "removed": names(removed)}


def _choose(step: Noted, player: Noted, card: Noted) -> Fields:
    return {"step": int(step), "player": int(player), "card": card_name(int(card))}


def _collect(player: Noted, cards: Noted, cause: Noted) -> Fields:
    return {"player": int(player), "cards": names(cards), "why": Cause(int(cause)).name.lower()}


def _lay(player: Noted, packet: Noted) -> Fields:
    return {"player": int(player), "packet": names(packet)}


def _pass(direction: Noted) -> Fields:
    return {"direction": PassDirection(int(direction)).name.lower()}


def _remainder(player: Noted, cards: Noted) -> Fields:
    return {"player": int(player), "cards": names(cards)}


def _score(
    number: Noted, players: Noted, points: Noted, saved: Noted, totals: Noted, held: Noted, shooters: Noted
) -> Fields:
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


def _points(points: Noted, saved: Noted) -> dict[str, int]:
    return {"points": int(points), "saved": int(saved)}


def _of_suit(points: Noted, shoots: bool) -> dict[str, int]:
    return _points(0, points) if shoots else _points(points, 0)


def _end(winners: Noted) -> Fields:
    return {"winners": members(winners), "ended_by": "rounds"}


_TELLERS: dict[Event, Callable[..., Fields]] = {
    Event.DEAL: _deal,
    Event.CHOOSE: _choose,
    Event.COLLECT: _collect,
    Event.LAY: _lay,
    Event.PASS: _pass,
    Event.REMAINDER: _remainder,
    Event.SCORE: _score,
    Event.END: _end,
}
