"""Cards on the move: dealing, giving, drawing; suits and ranks of the French pack. Compiled with an author's moves.

A pile of cards of which there are several of a kind is a row of numbers: how many of each lie there.
"""

from workbench.engine.bit_sets import EMPTY, count, only_nth, without_lowest
from workbench.engine.chance import table_below
from workbench.engine.compiling import compiled
from workbench.engine.playing_cards import RANKS
from workbench.engine.types import Array, BitSet, CardSet, Chance, Int, Player, State, Suit


@compiled
def suit_of(card: Int) -> Suit:
    """The suit, from 0: clubs, diamonds, hearts, spades."""
    return card // RANKS


@compiled
def rank_of(card: Int) -> Int:
    """The rank, from 0 for the two to 12 for the ace."""
    return card % RANKS


@compiled
def any_card(cards: CardSet, chance: Chance) -> CardSet:
    """A random one of the cards, as a set."""
    return only_nth(cards, table_below(chance, count(cards)))


@compiled
def draw(hands: Array, player: Player, stock: CardSet, chance: Chance) -> CardSet:
    """Draw a random card of a stock for a player; what is left."""
    card = any_card(stock, chance)
    hands[player] = hands[player] | card
    return stock & ~card


@compiled
def filled(cards: CardSet, size: Int, stock: CardSet, chance: Chance) -> tuple[CardSet, CardSet]:
    """Cards, filled up from a stock, and the stock that is left."""
    while count(cards) < size and stock != EMPTY:
        card = any_card(stock, chance)
        cards, stock = cards | card, stock & ~card
    return cards, stock


@compiled
def draw_cards(deck: Array, discards: Array, hand: Array, player: Player, number: Int, chance: Chance) -> None:
    """Draw cards of a player's own deck; when it is empty, the discards become it."""
    for _ in range(number):
        if deck[player] == EMPTY:
            deck[player], discards[player] = discards[player], EMPTY
        if deck[player] != EMPTY:
            deck[player] = draw(hand, player, deck[player], chance)


@compiled
def hand_over(state: State, cards: CardSet, source: Array, giver: Player, target: Array, taker: Player) -> None:
    """Give another player cards face down; both know them."""
    source[giver] = source[giver] & ~cards
    target[taker] = target[taker] | cards
    state.looked[giver] = state.looked[giver] | cards
    state.lacks[taker] = EMPTY


@compiled
def start_pack(state: State, cards: CardSet, players: Int) -> None:
    """Begin anew with these cards, of which nobody knows anything."""
    state.pack = cards
    for player in range(players):
        state.looked[player] = state.lacks[player] = EMPTY


@compiled
def lowest_card(cards: CardSet) -> BitSet:
    """The lowest of some cards, as a set; none of none."""
    return cards & ~without_lowest(cards)


@compiled
def total(numbers: Array) -> Int:
    """The sum of a row of numbers."""
    cards = 0
    for number in range(numbers.shape[0]):
        cards += numbers[number]
    return cards


@compiled
def draw_kind(pile: Array, chance: Chance) -> Int:
    """Draw a random card from a pile; its kind."""
    return take_kind(pile, table_below(chance, total(pile)))


@compiled
def take_kind(pile: Array, lot: Int) -> Int:
    """Take the card of a pile on which a lot falls; its kind."""
    kind = 0
    while lot >= pile[kind]:
        lot -= pile[kind]
        kind += 1
    pile[kind] -= 1
    return kind


@compiled
def move_pile(source: Array, target: Array) -> None:
    """Put all cards of one pile onto another."""
    for kind in range(source.shape[0]):
        target[kind] += source[kind]
        source[kind] = 0
