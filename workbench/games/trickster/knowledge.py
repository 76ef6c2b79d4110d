"""Trickster: what a player knows.

At the table the tableaus lie open, only the holder of a packet sees it, and collections lie face down. Once all have
chosen, everybody sees which cards leave the tableaus, and who collects a packet of how many cards. A player who
remembered who laid which card at which step could work out every packet without holding it. The game does not ask that
of people ("only one trick is visible to each player at a time"), so what a player *remembers* is limited. A player
knows

* every tableau, and so every card that has left one in this round; what is in neither was removed at the deal: the
  removed cards, which nobody has looked at, can always be told;
* the packet in hand, the own collection, and every card of a packet that went through the own hands: while that packet
  goes round, the card is in it; once somebody had to collect it, it is in that player's collection;
* how many cards each packet and each collection has, what others had to collect by (suit or sum), all scores;

and does not know

* what the others have chosen in the step in progress;
* where the other cards are that have left the tableaus: those laid on a packet since it was last in hand, and all that
  others have collected of packets that never were.

`conceal` takes the latter out of a state, and `determinize` puts a world in its place that agrees with the former:
every packet has one suit and, from two cards on, a sum that forces nobody. All such worlds are equally likely, each of
the others' pending choices being any of those legal in the world.

Approximations: a collection is remembered by its size and the cards known in it, not packet by packet, so that what is
unknown in it may be of any suit. Nothing is concluded from how others choose. After `MOST_TRIES` draws without a world,
far more than are ever needed under usual rules, the sums are ignored. In a drawn world the others have held their own
collections and the packets in their hands, and nothing else.
"""

from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, count, nth, only, remove
from workbench.engine.chance import player_below
from workbench.engine.compiling import compiled
from workbench.engine.playing_cards import DECK, RANKS, SUITS, in_all_suits, suit_cards
from workbench.engine.types import Array, BitSet, Bool, Card, CardSet, Chance, Int, Player, Rules, State, States
from workbench.games.trickster.play import legal_cards
from workbench.games.trickster.scoring import BASIC
from workbench.games.trickster.table import GROUP, groups, packet_of, place_of, suit_of

MOST_TRIES: Final = 200
REJECTED: Final = -1
VALUE_BITS: Final = 4
ACES: Final = in_all_suits(only(0))


def _ranks_by_bit() -> list[BitSet]:
    """For each binary digit of a rank, the set of ranks that have it."""
    ranks = range(RANKS)
    return [np.uint64(sum(1 << rank for rank in ranks if (rank + 1) >> bit & 1)) for bit in range(VALUE_BITS)]


def _subsets() -> list[list[int]]:
    """Pascal's triangle."""
    rows = [[1] + [0] * RANKS]
    for _ in range(RANKS):
        above = rows[-1]
        rows.append([1] + [above[size - 1] + above[size] for size in range(1, RANKS + 1)])
    return rows


OF_BIT: Array = np.array([in_all_suits(ranks) for ranks in _ranks_by_bit()])
"""The cards whose rank, from ace 1 to king 13, has a certain binary digit: so a sum is a few counts."""
SUBSETS: Array = np.array(_subsets())
"""`SUBSETS[n, k]`: in how many ways k cards can be taken from n of a suit."""


# What a player sees


@compiled
def conceal(state: State, rules: Rules, player: Player) -> None:
    """Remove what `player` does not know: of other packets and collections the known cards stay, and the numbers.

    `unseen` becomes the set of cards whose place is unknown, `hidden_laid` and `hidden_collected` how many of them each
    packet (by its place in the ring) and each collection has.
    """
    seen = state.seen[player] | packet_of(state, rules, player)
    state.unseen = EMPTY
    for other in range(rules.players):
        conceal_packet(state, rules, other, seen)
        conceal_collection(state, other, seen)
        if other != player:
            state.seen[other] = EMPTY
            state.chosen[other] = 0
    state.removed = EMPTY


@compiled
def glimpse(states: States, rules: Rules) -> None:
    """The part of an information set that bots read, field by field."""
    world, view = states[0], states[1]
    player, place = world.actor, place_of(world, rules, world.actor)
    seen, unseen = world.seen[player] | world.packet[place], EMPTY
    for group in range(groups(rules)):
        for other in range(GROUP * group, GROUP * group + GROUP):
            packet, collection = world.packet[other], world.collection[other]
            unseen = unseen | ((packet | collection) & ~seen)
            view.tableau[other], view.packet[other] = world.tableau[other], packet & seen
            view.collection[other], view.hidden_collected[other] = collection & seen, count(collection & ~seen)
    view.unseen, view.packet_sum[place] = unseen, world.packet_sum[place]
    view.actor, view.turned, view.stage = player, world.turned, world.stage


@compiled
def conceal_packet(state: State, rules: Rules, place: Int, seen: CardSet) -> None:
    """Leave the known cards of the packet at a place of the ring."""
    hidden = state.packet[place] & ~seen
    state.unseen = state.unseen | hidden
    state.hidden_laid[place] = count(hidden)
    state.packet[place] = state.packet[place] & seen
    state.packet_sum[place] = sum_of(rules, state.packet[place])


@compiled
def conceal_collection(state: State, other: Player, seen: CardSet) -> None:
    """Leave the known cards of a collection."""
    hidden = state.collection[other] & ~seen
    state.unseen = state.unseen | hidden
    state.hidden_collected[other] = count(hidden)
    state.collection[other] = state.collection[other] & seen


@compiled
def sum_of(rules: Rules, cards: CardSet) -> Int:
    """The sum of ranks of cards."""
    total = (rules.ace_value - 1) * count(cards & ACES)
    if not rules.faces_count:
        cards = cards & BASIC
    for bit in range(VALUE_BITS):
        total += count(cards & OF_BIT[bit]) << bit
    return total


# Worlds


@compiled
def determinize(state: State, rules: Rules, player: Player, chance: Chance) -> None:
    """Draw a world, by `player`'s own chance: fill packets and collections, and choose for those who have chosen."""
    tries = 0
    while not draw_packets(state, rules, player, chance, tries < MOST_TRIES):
        tries += 1
    fill_packets(state, rules)
    draw_single_cards(state, rules, player, chance)
    draw_collections(state, rules, player, chance)
    state.removed = DECK
    for other in range(rules.players):
        state.removed = state.removed & ~(state.tableau[other] | state.packet[other] | state.collection[other])
    for other in range(rules.players):
        if other != player:
            state.seen[other] = state.collection[other] | packet_of(state, rules, other)
            if other < state.actor:
                state.chosen[other] = draw_one(legal_cards(state, rules, other), player, chance)


@compiled
def draw_packets(state: State, rules: Rules, player: Player, chance: Chance, strict: Bool) -> Bool:
    """Draw the unknown cards of all packets of two or more; whether that makes a world.

    Where a card of the packet is known, its suit is. Such packets draw first, one after the other, which makes every
    way to fill them equally likely; then the others (`draw_suit`). `strict` demands that no sum would have forced
    anybody, and that a suit is as likely as its number of worlds.
    """
    rest = state.unseen
    for place in range(rules.players):
        state.drawn[place] = EMPTY
        if state.hidden_laid[place] > 0 and state.packet[place] != EMPTY:
            of_its_suit = rest & suit_cards(suit_of(state.packet[place]))
            state.drawn[place] = draw_some(of_its_suit, state.hidden_laid[place], player, chance)
            rest = rest & ~state.drawn[place]
    before = rest
    for place in range(rules.players):
        if state.hidden_laid[place] > 1 and state.packet[place] == EMPTY:
            suit = draw_suit(before, rest, state.hidden_laid[place], player, chance)
            if suit == REJECTED and strict:
                return False
            of_its_suit = rest if suit == REJECTED else rest & suit_cards(suit)
            state.drawn[place] = draw_some(of_its_suit, state.hidden_laid[place], player, chance)
            rest = rest & ~state.drawn[place]
    return not strict or sums_hold(state, rules)


@compiled
def draw_suit(before: CardSet, rest: CardSet, size: Int, player: Player, chance: Chance) -> Int:
    """A suit of which `size` cards are left, as likely as there are ways to draw them; else REJECTED.

    Drawing from what earlier packets left would favour the worlds in which they left little. So a draw is rejected as
    often as the cards taken `before` would have offered a way that is gone.
    """
    place = player_below(chance, player, max(1, ways(before, size)))
    for suit in range(SUITS):
        here = SUBSETS[count(rest & suit_cards(suit)), size]
        if place < here:
            return suit
        place -= here
    return REJECTED


@compiled
def ways(cards: CardSet, size: Int) -> Int:
    """In how many ways `size` of the cards make a packet of one suit."""
    total = 0
    for suit in range(SUITS):
        total += SUBSETS[count(cards & suit_cards(suit)), size]
    return total


@compiled
def sums_hold(state: State, rules: Rules) -> Bool:
    """True if no drawn packet exceeds the sum limit, by which it would have been collected."""
    for place in range(rules.players):
        drawn = state.drawn[place]
        if drawn != EMPTY and state.packet_sum[place] + sum_of(rules, drawn) > rules.sum_limit:
            return False
    return True


@compiled
def fill_packets(state: State, rules: Rules) -> None:
    """Put the drawn cards into their packets."""
    for place in range(rules.players):
        if state.drawn[place] != EMPTY:
            take_into_packet(state, rules, place, state.drawn[place])
            state.drawn[place] = EMPTY


@compiled
def draw_single_cards(state: State, rules: Rules, player: Player, chance: Chance) -> None:
    """Draw the packets of one unknown card, which may be any card."""
    for place in range(rules.players):
        if state.hidden_laid[place] > 0:
            take_into_packet(state, rules, place, draw_some(state.unseen, state.hidden_laid[place], player, chance))


@compiled
def take_into_packet(state: State, rules: Rules, place: Int, cards: CardSet) -> None:
    """Add drawn cards to a packet."""
    state.packet[place] = state.packet[place] | cards
    state.packet_sum[place] += sum_of(rules, cards)
    state.unseen = state.unseen & ~cards
    state.hidden_laid[place] = 0


@compiled
def draw_collections(state: State, rules: Rules, player: Player, chance: Chance) -> None:
    """Spread the remaining unknown cards over the collections, at random."""
    for other in range(rules.players):
        cards = draw_some(state.unseen, state.hidden_collected[other], player, chance)
        state.collection[other] = state.collection[other] | cards
        state.unseen = state.unseen & ~cards
        state.hidden_collected[other] = 0


@compiled
def draw_some(cards: CardSet, size: Int, player: Player, chance: Chance) -> CardSet:
    """`size` random cards of a set."""
    drawn, rest = EMPTY, cards
    for _ in range(size):
        card = draw_one(rest, player, chance)
        rest = remove(rest, card)
        drawn = add(drawn, card)
    return drawn


@compiled
def draw_one(cards: CardSet, player: Player, chance: Chance) -> Card:
    """One random card of a set."""
    return nth(cards, player_below(chance, player, count(cards)))
