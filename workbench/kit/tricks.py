"""Tricks: lead, follow, trump, winner; and what a player lacks who did not follow, so that search draws no such world.

A game with tricks builds its state on `TrickState`, and has its cards played with `to="trick"`.
"""

from workbench.engine.bit_sets import EMPTY, add, count, highest_bit
from workbench.engine.compiling import compiled
from workbench.engine.playing_cards import RANKS, of_suit, suit_cards
from workbench.engine.types import Bool, CardSet, Rules, Suit
from workbench.engine.types import Card as CardNumber
from workbench.engine.types import Player as PlayerNumber
from workbench.engine.types import State as Position
from workbench.kit.fields import ALL, Cards, PerPlayer, State, zone
from workbench.kit.packs import FRENCH

NO_TRUMP = -1


@compiled
def lay(state: Position, player: PlayerNumber, card: CardNumber) -> None:
    """Lay a card to the trick; whoever does not follow is seen to have none of the suit."""
    suit = card // RANKS
    if state.trick == EMPTY:
        state.led = suit
    elif suit != state.led:
        state.lacks[player] = state.lacks[player] | suit_cards(state.led)
    state.trick = add(state.trick, card)
    state.played[player] = card


class TrickState(State):
    """The state of a game with tricks of French cards."""

    trick: Cards = zone(FRENCH, seen_by=ALL, put=lay)
    played: PerPlayer
    led: int


@compiled
def following(state: Position, hand: CardSet) -> CardSet:
    """The cards of the suit that was led, as far as the hand has any; else, and on the lead, all of it."""
    if state.trick == EMPTY:
        return hand
    same = hand & suit_cards(state.led)
    return hand if same == EMPTY else same


@compiled
def is_full(state: Position, rules: Rules) -> Bool:
    """True once every player has laid a card."""
    return count(state.trick) == rules.players


@compiled
def winner_of_trick(state: Position, rules: Rules, trump: Suit = NO_TRUMP) -> PlayerNumber:
    """Who laid the highest card of the trump suit, or else of the suit that was led; `NO_TRUMP` for none."""
    suit = state.led
    if trump != NO_TRUMP and state.trick & suit_cards(trump) != EMPTY:
        suit = trump
    best = RANKS * suit + highest_bit(of_suit(state.trick, suit))
    winner = 0
    for player in range(rules.players):
        winner = player if state.played[player] == best else winner
    return winner


@compiled
def clear_trick(state: Position) -> CardSet:
    """Take the cards of the trick off the table."""
    cards = state.trick
    state.trick = EMPTY
    return cards
