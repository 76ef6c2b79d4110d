"""Hitmakers: what a player knows.

A player knows the own hand, the stars, every discard and who made it, which cards others took from the discard pile,
and all cards played in the show. A player does not know the stock, other hands, or whether a silent player held the
called card. `conceal` declares this once, for the bots, search and replay alike.
"""

from workbench.engine.bit_sets import EMPTY, add, count, lowest, up_to, without_lowest
from workbench.engine.chance import player_below, swap
from workbench.engine.compiling import compiled
from workbench.engine.playing_cards import CARDS, DECK
from workbench.engine.types import Chance, Player, Rules, State, States
from workbench.games.hitmakers.table import LONGEST_CHAIN, NO_SHARES


@compiled
def conceal(state: State, rules: Rules, player: Player) -> None:
    """Remove what `player` does not know: of other hands only cards that all have seen stay, of the stock its size.

    `unseen` becomes the set of cards in stock and hands whose place is unknown, `hidden` how many of them each hand
    has.
    """
    for other in range(rules.players):
        if other != player:
            state.hidden[other] = count(state.hand[other] & ~state.seen_in_hand[other])
            state.hand[other] = state.seen_in_hand[other]
    state.hidden[player] = 0
    state.unseen = DECK & ~(state.face_up | state.hand[player])
    forget_deck(state)


@compiled
def forget_deck(state: State) -> None:
    """Leave the number of cards in the stock, at the lowest places."""
    for place in range(CARDS):
        state.deck[place] = 0
    state.stock, state.unmixed, state.shares = up_to(count(state.stock)), 0, NO_SHARES


@compiled
def glimpse(states: States, rules: Rules) -> None:
    """The part of an information set that bots read, field by field."""
    world, view = states[0], states[1]
    player = world.actor
    view.actor, view.phase = player, world.phase
    for other in range(rules.players):
        view.hidden[other] = count(world.hand[other] & ~world.seen_in_hand[other])
        view.hand[other] = world.seen_in_hand[other]
    view.hidden[player] = 0
    view.hand[player] = world.hand[player]
    view.unseen = DECK & ~(world.face_up | world.hand[player])
    view.cavalcade, view.waiting = world.cavalcade, world.waiting
    view.pile_size = world.pile_size
    if world.pile_size > 0:
        view.pile[world.pile_size - 1] = world.pile[world.pile_size - 1]
    view.chain_size = world.chain_size
    for place in range(LONGEST_CHAIN + 1):
        view.chain[place] = world.chain[place]


@compiled
def determinize(state: State, rules: Rules, player: Player, chance: Chance) -> None:
    """Spread the unseen cards evenly at random over the other hands and the stock, by `player`'s own chance."""
    cards, left = state.unseen, 0
    while cards != EMPTY:
        state.deck[left] = lowest(cards)
        cards = without_lowest(cards)
        left += 1
    for other in range(rules.players):
        for _ in range(state.hidden[other]):
            left -= 1
            swap(state.deck, left, player_below(chance, player, left + 1))
            state.hand[other] = add(state.hand[other], state.deck[left])
        state.hidden[other] = 0
    state.unmixed = left
    state.unseen = EMPTY
