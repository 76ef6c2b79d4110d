"""Trickster: what each event of a trace tells."""

from collections.abc import Mapping
from enum import IntEnum

from workbench.engine.trace import EventHelp
from workbench.games.trickster.play import Event

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
