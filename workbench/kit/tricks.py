"""Tricks: deal, lead, follow, trump, winner; and what a player lacks who did not follow, so search draws no such world.

A game with tricks builds its state on `TrickState`, and has cards played from `hand` to `trick`. One that passes cards
has a zone `chosen`, seen by the owner, into which a move brings them from `hand`.
"""

from collections.abc import Sequence
from typing import ClassVar

from workbench.engine.bit_sets import EMPTY, add, count, highest_bit
from workbench.engine.compiling import compiled
from workbench.engine.playing_cards import RANKS, deal, of_suit, suit_cards
from workbench.engine.types import Bool, Chance, Int, Rules, Suit
from workbench.engine.types import Card as CardNumber
from workbench.engine.types import CardSet as SetOfCards
from workbench.engine.types import Player as PlayerNumber
from workbench.engine.types import State as Position
from workbench.kit.cards import hand_over, start_pack
from workbench.kit.fields import ALL, OWNER, Cards, PerPlayer, Player, State, zone
from workbench.kit.moves import COMPONENTS, event
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


@event("Player {player} takes the trick: {cards}.", number=COMPONENTS)
def take_trick(state: Position, rules: Rules, player: PlayerNumber, cards: Cards) -> None:
    """A player takes the trick, and is to lead to the next."""
    state.taken[player] = state.taken[player] | cards
    state.trick = EMPTY
    state.tricks += 1
    state.actor = player


class TrickState(State):
    """The state of a game with tricks of French cards."""

    hand: Cards = zone(FRENCH, per_player=True, seen_by=OWNER)
    trick: Cards = zone(FRENCH, seen_by=ALL, put=lay)
    taken: Cards = zone(FRENCH, per_player=True, seen_by=ALL)
    played: PerPlayer
    led: int
    tricks: int
    events: ClassVar = (take_trick,)
    undrawn: ClassVar[Sequence[str]] = ("played", "led", "tricks")


@compiled
def deal_hands(state: Position, rules: Rules, cards: SetOfCards, size: Int, chance: Chance) -> SetOfCards:
    """Begin anew: everybody gets so many of these cards; those that are left."""
    start_pack(state, cards, rules.players)
    for player in range(rules.players):
        state.taken[player] = EMPTY
    state.tricks = state.actor = 0
    return deal(state.hand, rules.players, size, cards, chance)


@compiled
def following(state: Position, hand: SetOfCards) -> SetOfCards:
    """The cards of the suit led, if the hand has any; else all of it."""
    if state.trick == EMPTY:
        return hand
    same = hand & suit_cards(state.led)
    return hand if same == EMPTY else same


@compiled
def winner_of_trick(state: Position, rules: Rules, trump: Suit) -> PlayerNumber:
    """Who laid the highest trump, or else card of the suit led; `NO_TRUMP` for none."""
    suit = state.led
    if trump != NO_TRUMP and state.trick & suit_cards(trump) != EMPTY:
        suit = trump
    best = RANKS * suit + highest_bit(of_suit(state.trick, suit))
    winner = 0
    for player in range(rules.players):
        winner = player if state.played[player] == best else winner
    return winner


@compiled
def end_trick(state: Position, rules: Rules, trump: Suit = NO_TRUMP) -> Bool:
    """The next player's turn; after the last the winner's, who takes the trick: then True."""
    if count(state.trick) < rules.players:
        state.actor = state.actor + 1 if state.actor + 1 < rules.players else 0
        return False
    take_trick(state, rules, winner_of_trick(state, rules, trump), state.trick)
    return True


# Passing cards, chosen at once and unseen


@event("Player {player} passes {cards} to player {taker}.", number=COMPONENTS + 1, secret=True)
def pass_cards(state: Position, rules: Rules, player: Player, taker: Player, cards: Cards) -> None:
    """Cards change hands."""
    hand_over(state, cards, state.chosen, player, state.hand, taker)


@compiled
def all_have_chosen(state: Position, rules: Rules, size: Int) -> Bool:
    """Once the actor has chosen so many, the next player chooses; True after the last."""
    if count(state.chosen[state.actor]) < size:
        return False
    state.actor = state.actor + 1 if state.actor + 1 < rules.players else 0
    return state.actor == 0


@compiled
def pass_chosen(state: Position, rules: Rules, distance: Int) -> None:
    """Everybody passes the cards chosen to the player so many places to the left."""
    for player in range(rules.players):
        cards = state.chosen[player]
        if cards != EMPTY:
            pass_cards(state, rules, player, (player + distance) % rules.players, cards)
