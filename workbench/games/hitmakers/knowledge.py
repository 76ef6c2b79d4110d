"""Hitmakers: what a player knows.

A player knows the own hand, the stars, every discard and who made it, which cards others took from the discard pile,
and all cards played in the show. A player does not know the stock, other hands, or whether a silent player held the
called card. `conceal` declares this once, for the bots, search and replay alike.
"""

from workbench.engine.bit_sets import EMPTY, add, count, lowest, without_lowest
from workbench.engine.chance import player_below
from workbench.engine.compiling import compiled
from workbench.engine.playing_cards import CARDS, DECK
from workbench.engine.types import CardSet, Chance, Player, Rules, State


@compiled
def conceal(state: State, rules: Rules, player: Player) -> None:
    """Remove what `player` does not know: of other hands only cards that all have seen stay, of the stock its size.

    `unseen` becomes the set of cards in stock and hands whose place is unknown, `hidden` how many of them each hand
    has.
    """
    seen = state.hand[player] | seen_on_table(state)
    for other in range(rules.players):
        if other != player:
            state.hidden[other] = count(state.hand[other] & ~state.known[other])
            state.hand[other] = state.known[other]
            seen = seen | state.known[other]
    state.hidden[player] = 0
    state.unseen = DECK & ~seen
    for place in range(CARDS):
        state.deck[place] = 0


@compiled
def seen_on_table(state: State) -> CardSet:
    """All cards that lie, or lay, face up: stars, discards, and the cards on the presented star."""
    seen = EMPTY
    for place in range(state.stars):
        seen = add(seen, state.star[place])
    for place in range(state.pile_size):
        seen = add(seen, state.pile[place])
    for place in range(1, state.chain_size + 1):
        seen = add(seen, state.chain[place])
    return seen


@compiled
def determinize(state: State, rules: Rules, player: Player, chance: Chance) -> None:
    """Spread the unseen cards evenly at random over the other hands and the stock, by `player`'s own chance."""
    cards, place = state.unseen, CARDS - count(state.unseen)
    while cards != EMPTY:
        state.deck[place] = lowest(cards)
        cards = without_lowest(cards)
        place += 1
    place = CARDS - count(state.unseen)
    for other in range(rules.players):
        for _ in range(state.hidden[other]):
            swap = place + player_below(chance, player, CARDS - place)
            card = state.deck[swap]
            state.deck[swap] = state.deck[place]
            state.deck[place] = card
            state.hand[other] = add(state.hand[other], card)
            place += 1
        state.hidden[other] = 0
    state.unseen = EMPTY
