"""Trickster: the state of a play, with its actions and events.

The chosen cards of a step wait in `chosen` until all have chosen. Packets are kept by their place in a ring; passing
turns the ring and moves no packet.
"""

from enum import IntEnum
from typing import Final

import numpy as np

from workbench.engine.bit_sets import lowest
from workbench.engine.compiling import compiled
from workbench.engine.playing_cards import RANKS, SUITS
from workbench.engine.types import Card, CardSet, Int, Player, Rules, State, Suit, state_type
from workbench.games.trickster.rules import NUMBERS

NOBODY: Final = -1
NO_SUIT: Final = -1
MOST_PLAYERS: Final = 8
GROUP: Final = 4
"""Players whose numbers a processor works out side by side."""


class Cause(IntEnum):
    """The reasons for which a player must collect."""

    NOTHING = 0
    SUIT = 1
    SUM = 2


class ActionKind(IntEnum):
    """Kinds of choice, as a restriction names them: `greedy~collect` collects only where it must."""

    LAY = 0
    COLLECT = 1


class Event(IntEnum):
    """Events of the trace."""

    DEAL = 0
    CHOOSE = 1
    COLLECT = 2
    LAY = 3
    PASS = 4
    REMAINDER = 5
    SCORE = 6
    END = 7


PLAYERS = (MOST_PLAYERS,)
STATE = state_type(
    [
        ("tableau", "u8", PLAYERS),
        ("packet", "u8", PLAYERS),  # by place in the ring that the packets go around in: see `place_of`
        ("collection", "u8", PLAYERS),
        ("seen", "u8", PLAYERS),  # cards of packets that the player has held in this round
        ("removed", "u8"),  # left over at the deal
        ("unseen", "u8"),  # in a concealed state: cards laid in this round whose place its player does not know
        ("packet_sum", "i8", PLAYERS),  # by place
        ("hidden_laid", "i8", PLAYERS),  # in a concealed state: unknown cards of each packet, by place
        ("hidden_collected", "i8", PLAYERS),  # in a concealed state: unknown cards of each collection
        ("drawn", "u8", PLAYERS),  # worlds: cards tried in each packet, by place
        ("others", "u8"),  # appraisal: the cards of all other tableaus
        ("out", "u8"),  # appraisal: cards of tableaus and known cards of packets, which nobody has collected yet
        ("typical_cards", "f8"),  # appraisal: about how many cards a packet has when it is collected
        ("typical_points", "f8"),  # appraisal: the mean points of a card
        ("to_come", "i8"),  # appraisal: packets that will come to the actor in this round
        ("all_seen_to_come", "f8"),  # appraisal: how many of them are expected to be of a suit that is known now
        ("seen_to_come", "f8", (SUITS,)),  # appraisal: the same by suit
        ("suit", "i8"),  # appraisal: the suit at hand, of which the following are
        ("packets_to_come", "f8"),  # packets of it that are expected to come in this round
        ("answers", "f8"),  # how many of them the tableau can answer well
        ("missed", "f8"),  # how many of them the actor is expected to collect
        ("cards", "f8", PLAYERS),  # cards of the suit that each is expected to have collected
        ("worth", "f8", PLAYERS),  # their points
        ("still_out", "f8"),  # cards of the suit that nobody has collected yet
        ("loss", "f8"),  # the net loss in the suit against the others, in points
        ("price", "f8"),  # the further loss if the actor collects the next packet of it
        ("sits", "f8", PLAYERS),  # appraisal: 1 for each player, 0 for a place where nobody sits
        ("shoots", "f8", PLAYERS),  # appraisal: the same, and 0 if nobody can shoot the moon
        ("left", "f8", PLAYERS),  # for each player: see `weigh_players`
        ("taken", "f8", PLAYERS),
        ("points", "f8", PLAYERS),
        ("pointless", "f8", PLAYERS),  # for each taker: see `loss_with`
        ("by_point", "f8", PLAYERS),
        ("actors_weight", "f8"),  # what the actor's own score weighs in the actor's loss
        ("others_weight", "f8"),  # what each score takes away from it, the actor's own as well
        ("holder", "i8", PLAYERS),  # who holds the packet after one pass, two, …
        ("following", "u8", PLAYERS),  # and that player's ranks of the suit
        ("totals", "i4", PLAYERS),
        ("round_points", "i4", PLAYERS),
        ("round_saved", "i4", PLAYERS),
        ("moon_saved", "u2", PLAYERS),
        ("collected", "u2", (SUITS, MOST_PLAYERS)),  # over the play, including packets in hand at the end
        ("forced_by_suit", "u2", PLAYERS),
        ("forced_by_sum", "u2", PLAYERS),
        ("lead_changes", "u2"),
        ("stage", "u2"),  # rounds that have ended, under the name that search reads
        ("chosen", "u1", PLAYERS),  # this step's cards of those who sit before the actor
        ("turned", "u1"),  # how far the ring of packets has turned to the right
        ("step", "u1"),  # steps of this round that have ended
        ("largest_packet", "u1"),
        ("leader", "i1"),  # the last sole leader between rounds
        ("actor", "u1"),
        ("over", "?"),
    ]
)


# How to play


@compiled
def place_of(state: State, rules: Rules, player: Player) -> Int:
    """Where in the ring the packet is that `player` holds. Passing turns the ring, and moves no packet in it."""
    place = np.int64(player) + np.int64(state.turned)
    return place if place < rules.players else place - rules.players


@compiled
def packet_of(state: State, rules: Rules, player: Player) -> CardSet:
    """The packet that `player` holds; the source calls it a hand."""
    return state.packet[place_of(state, rules, player)]


@compiled
def tableau_of(state: State, rules: Rules, player: Player) -> CardSet:
    """The cards that `player` may lay, now or later in the round."""
    return state.tableau[player]


@compiled
def groups(rules: Rules) -> Int:
    """How many groups of players there are, places where nobody sits included."""
    return 1 if rules.players <= GROUP else MOST_PLAYERS // GROUP


# Collecting cards


@compiled
def suit_of(cards: CardSet) -> Suit:
    """The suit of a packet: all its cards have the same. It must not be empty."""
    return lowest(cards) // RANKS


@compiled
def value_of(rules: Rules, card: Card) -> Int:
    """The number that a card adds to the sum of ranks; face cards add nothing, unless the rules say they do."""
    rank, ace = card % RANKS, rules.ace_value
    value = rank + 1 if (rank < NUMBERS) | rules.faces_count else 0
    return ace if rank == 0 else value
