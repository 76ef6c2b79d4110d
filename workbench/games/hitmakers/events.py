"""Hitmakers: trace events: their fields, whole and as one player sees them."""

from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum

from workbench.engine.bit_sets import members
from workbench.engine.playing_cards import card_name
from workbench.engine.score_sheet import SheetEntry
from workbench.engine.trace import EventHelp
from workbench.engine.types import Fields, Noted
from workbench.games.hitmakers.table import NOBODY, Award, Draw, Event

CARD = {"card": "The card."}
PLAYED = {"player": "Who plays it.", "card": "The card."}
EVENT_HELP: Mapping[IntEnum, EventHelp] = {
    Event.DEAL: EventHelp(
        "A deal begins: the hands are dealt.",
        {"seat_of_player": "The seat of each player in this deal.", "hands": "The cards of each player."},
    ),
    Event.STAR: EventHelp("A card of the stock joins the Cavalcade of Stars.", CARD),
    Event.TURN_DOWN: EventHelp("A star is turned face down (Concentration).", CARD),
    Event.DRAW: EventHelp(
        "A player draws a card.", {"player": "Who draws.", "from": "`stock` or `discard`.", "card": "The card."}
    ),
    Event.PASS: EventHelp("A player skips the turn.", {"player": "Who passes."}),
    Event.DISCARD: EventHelp("A player lays a card of the hand on the discard pile.", PLAYED),
    Event.PRESENT: EventHelp("The Emcee presents a star.", CARD),
    Event.SCOUT: EventHelp("A player lays the first card on the presented star.", PLAYED),
    Event.POACH: EventHelp("A player covers the card that is on top of the star.", PLAYED),
    Event.CONTRACT: EventHelp(
        "The presentation of a star ends.",
        {"player": "Who collects the cards; null where nobody scouted.", "cards": "The star and the cards laid on it."},
    ),
    Event.SCORE: EventHelp(
        "The hands are scored.",
        {
            "by_player": "Points of this deal by criterion and special case, and their total, for each player.",
            "totals": "Points of the play so far, by player.",
            "by_suit": "What each suit has brought: points by criterion and special case for each player, but for 0.",
        },
    ),
    Event.END: EventHelp(
        "The play is over.",
        {
            "winners": "Who has the highest total.",
            "ended_by": "The rule that ended the play: `score_target` (0: after one deal), or the limit `max_deals`.",
        },
    ),
}
EVENTS: Mapping[IntEnum, str] = {event: event.name.lower() for event in Event}
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
AWARDS = {award: award.name.lower() for award in Award}


def event_fields(event: IntEnum, values: tuple[Noted, ...]) -> Fields:
    """The fields of an event, as the game's page names them, from the values noted in play."""
    return _TELLERS[Event(event)](*values)


def redact(event: IntEnum, fields: Fields, player: int) -> Fields:
    """The fields as `player` sees them: other hands, and what others draw from the stock, are null (`knowledge.py`)."""
    if event == Event.DEAL:
        hands = [hand if holder == player else None for holder, hand in enumerate(fields["hands"])]
        return {**fields, "hands": hands}
    if event == Event.DRAW and fields["from"] == "stock" and fields["player"] != player:
        return {**fields, "card": None}
    return fields


def write_down(event: str, fields: Fields) -> Iterator[SheetEntry]:
    """The points of a deal, by criterion and player."""
    if event == EVENTS[Event.SCORE]:
        for player, points in enumerate(fields["by_player"]):
            yield from (SheetEntry(player, points[name], name) for name in AWARDS.values())


def names(cards: Noted) -> list[str]:
    """The cards of a set, ascending."""
    return [card_name(card) for card in members(cards)]


def _deal(first_player: Noted, players: Noted, hands: Noted) -> Fields:
    seats = [(player - int(first_player)) % int(players) for player in range(int(players))]
    return {"seat_of_player": seats, "hands": [names(hands[player]) for player in range(int(players))]}


def _card(card: Noted) -> Fields:
    return {"card": card_name(int(card))}


def _draw(player: Noted, source: Noted, card: Noted) -> Fields:
    return {"player": int(player), "from": "stock" if source == Draw.STOCK else "discard", **_card(card)}


def _player(player: Noted) -> Fields:
    return {"player": int(player)}


def _played(player: Noted, card: Noted) -> Fields:
    return {**_player(player), **_card(card)}


def _contract(owner: Noted, chain: Noted, chain_size: Noted) -> Fields:
    cards = [card_name(int(card)) for card in chain[: int(chain_size) + 1]]
    return {"player": None if owner == NOBODY else int(owner), "cards": cards}


def _score(players: Noted, gained: Noted, scores: Noted, totals: Noted, by_suit: Noted) -> Fields:
    by_player = [
        {name: int(gained[award, player]) for award, name in AWARDS.items()} | {"total": int(scores[player])}
        for player in range(int(players))
    ]
    suits = {SUIT_NAMES[suit]: _awards(players, brought) for suit, brought in enumerate(by_suit)}
    return {"by_player": by_player, "totals": [int(total) for total in totals[: int(players)]], "by_suit": suits}


def _awards(players: Noted, gained: Noted) -> list[dict[str, int]]:
    """The points of each player by award, those that are not 0."""
    return [
        {name: int(gained[award, player]) for award, name in AWARDS.items() if gained[award, player]}
        for player in range(int(players))
    ]


def _end(winners: Noted, capped: Noted) -> Fields:
    return {"winners": members(winners), "ended_by": "max_deals" if capped else "score_target"}


_TELLERS: dict[Event, Callable[..., Fields]] = {
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
