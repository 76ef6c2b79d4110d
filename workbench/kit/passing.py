"""Passing cards, chosen at once and unseen: everybody lays cards aside, and then all are passed on.

A game that passes cards has a zone `chosen`, seen by the owner, into which a move brings them from `hand`.
"""

from workbench.engine.bit_sets import EMPTY, count
from workbench.engine.compiling import compiled
from workbench.engine.types import Bool, Int, Rules, State
from workbench.kit.cards import hand_over
from workbench.kit.fields import Cards, Player
from workbench.kit.moves import COMPONENTS, event


@event("Player {player} passes {cards} to player {taker}.", number=COMPONENTS + 1, secret=True)
def pass_cards(state: State, rules: Rules, player: Player, taker: Player, cards: Cards) -> None:
    """Cards change hands."""
    hand_over(state, cards, state.chosen, player, state.hand, taker)


@compiled
def all_have_chosen(state: State, rules: Rules, size: Int) -> Bool:
    """Once the actor has chosen so many, the next player chooses; True after the last."""
    if count(state.chosen[state.actor]) < size:
        return False
    state.actor = state.actor + 1 if state.actor + 1 < rules.players else 0
    return state.actor == 0


@compiled
def pass_chosen(state: State, rules: Rules, distance: Int) -> None:
    """Everybody passes the cards chosen to the player so many places to the left."""
    for player in range(rules.players):
        cards = state.chosen[player]
        if cards != EMPTY:
            pass_cards(state, rules, player, (player + distance) % rules.players, cards)
