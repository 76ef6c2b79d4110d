"""Hitmakers: what each event of a trace tells."""

from collections.abc import Mapping
from enum import IntEnum

from workbench.engine.trace import EventHelp
from workbench.games.hitmakers.table import Event

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
