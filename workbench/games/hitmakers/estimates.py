"""Hitmakers: what the actor's holding is expected to bring in each suit, from a concealed state (`knowledge.py`).

Each opponent's unknown cards are drawn evenly from the unseen ones. The estimates are rational functions, so that
compiled and plain code agree to the last bit. What a decision asks of a suit is mostly what one card more or fewer
changes; so that is worked out for all suits side by side, which a processor does four at a time: arrays of `LANES` have
a place for each suit where it has one card fewer, as many as now, and one more.
"""

import numpy as np

from workbench.engine.bit_sets import (
    EMPTY,
    count,
    lowest,
    nth,
    only,
    only_if,
    remove,
    without_lowest,
)
from workbench.engine.compiling import compiled, room
from workbench.engine.playing_cards import (
    CARDS,
    DECK,
    RANKS,
    SUITS,
    above,
    below,
    highest_rank,
    in_next_suit,
    lowest_rank,
    of_suit,
    suit_cards,
)
from workbench.engine.types import Array, BitSet, Card, CardSet, Float, Int, Rules, State, Suit
from workbench.games.hitmakers.play import top_of_pile
from workbench.games.hitmakers.rules import BroadAppeal
from workbench.games.hitmakers.table import DRAWS, LOW, MIDDLE, MOST_PLAYERS, SAMPLES, TOP, Phase


def _wide_pairs() -> Array:
    """For each set of ranks the number of pairs that lie 1, 2, … apart or more; a width of 0 counts as 1."""
    ranks = np.arange(2**RANKS)
    pairs = np.zeros((2**RANKS, RANKS), np.uint8)
    for distance in range(RANKS - 1, 0, -1):
        farther = pairs[:, distance + 1] if distance + 1 < RANKS else 0
        pairs[:, distance] = farther + np.bitwise_count(ranks & (ranks >> distance))
    pairs[:, 0] = pairs[:, 1]
    return pairs


def _none_held() -> Array:
    """Powers of the chance that one unseen card is in no hand."""
    hidden, unseen = np.meshgrid(np.arange(CARDS + 1), np.arange(CARDS + 1), indexing="ij")
    free = 1.0 - hidden / np.maximum(unseen, 1)
    powers = np.ones((CARDS + 1, CARDS + 1, RANKS + 1))
    for cards in range(RANKS):
        powers[:, :, cards + 1] = powers[:, :, cards] * free
    return powers.ravel()


def _held_by_one() -> Array:
    """The chance that one of some rivals holds one unseen card."""
    rivals, hidden, unseen = np.meshgrid(*map(np.arange, (MOST_PLAYERS, CARDS + 1, CARDS + 1)), indexing="ij")
    return np.divide(hidden, np.maximum(unseen, 1) * np.maximum(rivals, 1)).ravel()


ACE, KING = 0, RANKS - 1
WIDE_PAIRS: Array = _wide_pairs()
"""`WIDE_PAIRS[ranks, width]`: how many pairs of the ranks lie `width` or more apart."""
HELD_BY_ONE: Array = _held_by_one()
"""`HELD_BY_ONE[53 (53 rivals + hidden) + unseen]`: how likely a certain rival holds a certain unseen card. To divide
takes a processor longer than to look this up, and all else waits for it."""
NONE_HELD: Array = _none_held()
"""`NONE_HELD[14 (53 hidden + unseen) + n]`: how likely no opponent holds any of n unseen cards, of so many
`unseen` ones, of which `hidden` are in hands."""


# What all actions of a decision share


@compiled
def prepare(state: State, rules: Rules) -> None:
    """Note what all actions of this decision share."""
    hidden = note_open_cards(state, rules)
    unseen, rivals = count(state.unseen), rules.players - 1
    place = (CARDS + 1) * hidden + unseen
    state.held_by_one = HELD_BY_ONE[np.uint64((CARDS + 1) * (CARDS + 1) * rivals + place)]
    state.none_held = np.uint64((RANKS + 1) * place)
    state.winnable = state.open_stars & ~in_next_suit(in_next_suit(state.others))
    state.elsewhere = state.unseen | state.others
    state.holding = expected_holding(state, state.hand[state.actor])
    expect_cards(state)


@compiled
def look_at_holding(state: State, rules: Rules) -> None:
    """Note what the holding is worth in each suit, and with a card more or fewer, as draws and discards ask."""
    look_at_suits(state)
    estimate_chances(state, rules)
    estimate_most(state, rules)
    weigh_suits(state, rules)


@compiled
def note_open_cards(state: State, rules: Rules) -> Int:
    """Note the cards known in other hands and stars still to be won; the number of hidden cards in hands."""
    hidden, others = np.int64(0), EMPTY
    for player in range(rules.players):
        hidden += state.hidden[player]
        others = others | state.hand[player]
    state.others = others & ~state.hand[state.actor]
    producing = state.phase <= Phase.DISCARD
    state.open_stars = state.waiting | (state.cavalcade if producing else EMPTY)
    return hidden


@compiled
def expected_holding(state: State, hand: CardSet) -> CardSet:
    """The hand together with the stars that it can scout and that nobody is known to be able to poach."""
    return hand | (in_next_suit(hand) & state.winnable)


@compiled
def scouts_of(stars: CardSet) -> CardSet:
    """The cards that scout the stars: those of the same ranks one suit back."""
    return in_next_suit(in_next_suit(in_next_suit(stars)))


# The suits, side by side


@compiled
def expect_cards(state: State) -> None:
    """Note how many unknown cards of each suit each rival is expected to hold, and a half.

    This comes first: later the compiler has the counts one by one, stores four numbers so and reads them as one, for
    which a processor waits (a twelfth of a play).
    """
    for suit in range(SUITS):
        state.expected[suit] = state.held_by_one * count(of_suit(state.unseen, suit)) + 0.5


@compiled
def cubed(number: Float) -> Float:
    """The cube of a number."""
    return number * number * number


@compiled
def or_rank(ranks: BitSet, rank: Int) -> BitSet:
    """The ranks, or that one where there are none."""
    return ranks | only_if(rank, ranks == EMPTY)


@compiled
def look_at_suits(state: State) -> None:
    """Note the ends of each suit, as it is and without its lowest or its highest card.

    Where no card is left, an end means nothing, and is such that no suit is less than 0 ranks wide.
    """
    holding = state.holding
    for suit in range(SUITS):
        some = or_rank(of_suit(holding, suit), ACE)
        state.low[suit], state.high[suit] = lowest_rank(some), highest_rank(some)
        state.next_low[suit] = lowest_rank(or_rank(without_lowest(some), ACE))
        state.second[suit] = highest_rank(or_rank(remove(some, highest_rank(some)), KING))


@compiled
def estimate_chances(state: State, rules: Rules) -> None:
    """Note how likely no opponent holds a higher rank of each suit, any rank of it, or a lower one."""
    all_unseen, all_others = state.unseen, state.others
    for suit in range(SUITS):
        unseen, others, high = of_suit(all_unseen, suit), of_suit(all_others, suit), state.high[suit]
        state.top[suit] = unheld_chance(state, above(unseen, high), above(others, high))
    for suit in range(SUITS):
        unseen, others, second = of_suit(all_unseen, suit), of_suit(all_others, suit), state.second[suit]
        state.top_without[suit] = unheld_chance(state, above(unseen, second), above(others, second))
    for suit in range(SUITS):
        state.shutout[suit] = unheld_chance(state, of_suit(all_unseen, suit), of_suit(all_others, suit))
    if rules.broad_appeal == BroadAppeal.LARGEST_DIFFERENCE:
        estimate_widest(state, rules)
    else:
        estimate_lowest(state)


@compiled
def estimate_widest(state: State, rules: Rules) -> None:
    """Note how likely no rival holds two ranks as far apart as each suit has: also without its lowest or highest card.

    Numbers that stand in other records are read first: between two that are written the compiler would read them again,
    and could not write four at once.
    """
    held, elsewhere, rivals = state.held_by_one, state.elsewhere, float(rules.players - 1)
    for suit in range(SUITS):
        pairs = WIDE_PAIRS[of_suit(elsewhere, suit), np.uint64(state.high[suit] - state.next_low[suit])]
        state.appeal[LOW + suit] = none_as_wide(pairs, held, rivals)
    for suit in range(SUITS):
        pairs = WIDE_PAIRS[of_suit(elsewhere, suit), np.uint64(state.high[suit] - state.low[suit])]
        state.appeal[MIDDLE + suit] = none_as_wide(pairs, held, rivals)
    for suit in range(SUITS):
        pairs = WIDE_PAIRS[of_suit(elsewhere, suit), np.uint64(state.second[suit] - state.low[suit])]
        state.appeal[TOP + suit] = none_as_wide(pairs, held, rivals)


@compiled
def none_as_wide(pairs: Int, held: Float, rivals: Float) -> Float:
    """How likely no opponent holds one of so many pairs of cards: a rational approximation of exp(-x)."""
    expected = pairs * held * held * rivals
    return np.divide(1.0, 1.0 + expected + 0.5 * expected * expected)


@compiled
def estimate_lowest(state: State) -> None:
    """Note how likely no opponent holds a lower rank of each suit, as it is and without its lowest or highest card."""
    for suit in range(SUITS):
        low, next_low = state.low[suit], state.next_low[suit]
        unseen, others = of_suit(state.unseen, suit), of_suit(state.others, suit)
        state.appeal[LOW + suit] = unheld_chance(state, below(unseen, next_low), below(others, next_low))
        state.appeal[MIDDLE + suit] = unheld_chance(state, below(unseen, low), below(others, low))
        state.appeal[TOP + suit] = state.appeal[MIDDLE + suit]


@compiled
def unheld_chance(state: State, unseen: BitSet, others: BitSet) -> Float:
    """How likely no opponent holds one of these ranks: some unseen, the others known to be held."""
    chance = NONE_HELD[state.none_held + np.uint64(count(unseen))]
    return chance if others == EMPTY else 0.0


@compiled
def estimate_most(state: State, rules: Rules) -> None:
    """How likely every opponent holds fewer cards of each suit: a smooth approximation of the binomial tail."""
    mine = room((3 * SUITS,))
    for suit in range(SUITS):
        state.number[suit] = count(of_suit(state.holding, suit))
    for suit in range(SUITS):
        number = float(state.number[suit])
        mine[LOW + suit] = cubed(max(number - 1.0, 0.0))
        mine[MIDDLE + suit] = cubed(number)
        mine[TOP + suit] = cubed(number + 1.0)
    outnumber_rivals(state, rules, mine)


@compiled
def outnumber_rivals(state: State, rules: Rules, mine: Array) -> None:
    """Note how likely all rivals hold fewer cards of each suit than `mine`, which are cubed.

    Products grow in `room`, as `mine` did, which the compiler can keep in registers. Fields of the state it stores and
    reads again; where it reads more at once than it stored, a processor waits (a twelfth of a play).
    """
    ahead, all_cases = room((3 * SUITS,)), room((3 * SUITS,))
    ahead[:], all_cases[:] = 1.0, 1.0
    for rival in range(rules.players - 1):
        open_cards = open_cards_of_rival(state, rival)
        for suit in range(SUITS):
            theirs = expected_of_rival(state, open_cards, suit)
            for step in range(3):
                ahead[SUITS * step + suit] *= mine[SUITS * step + suit]
                all_cases[SUITS * step + suit] *= mine[SUITS * step + suit] + theirs
    for lane in range(2 * SUITS):
        state.most[lane] = np.divide(ahead[lane], all_cases[lane])
    if state.phase == Phase.DRAW:
        for lane in range(2 * SUITS, 3 * SUITS):
            state.most[lane] = np.divide(ahead[lane], all_cases[lane])


@compiled
def open_cards_of_rival(state: State, rival: Int) -> CardSet:
    """The cards known in the hand of the actor's opponent number `rival`."""
    return state.hand[rival + np.int64(rival >= np.int64(state.actor))]


@compiled
def expected_of_rival(state: State, open_cards: CardSet, suit: Suit) -> Float:
    """How many cards of a suit a rival of whom these cards are known is expected to hold, cubed."""
    return cubed(state.expected[np.uint64(suit)] + count(of_suit(open_cards, suit)))


@compiled
def weigh_suits(state: State, rules: Rules) -> None:
    """Note the expected points in each suit, and how the loss of a card changes them.

    Without branches, for which the compiler would write some suits here and others there: a processor waits for those
    when it reads them (a fiftieth of a play).
    """
    prestige, saturation = float(rules.critical_prestige_points), float(rules.market_saturation_points)
    appeal, wonder = float(rules.broad_appeal_points), float(rules.one_hit_wonder_points)
    alone = float(rules.shutout_points)
    for suit in range(SUITS):
        number, top, lower_top = state.number[suit], state.top[suit], state.top_without[suit]
        most, fewer = state.most[MIDDLE + suit], state.most[LOW + suit]
        shutout = alone * state.shutout[suit]
        now = prestige * top + saturation * most + appeal * state.appeal[MIDDLE + suit]
        now = np.int64(number > 0) * (now + wonder * (np.int64(number == 1) * top) + shutout)
        state.worth[suit] = now
        for step in range(3):
            top_left = lower_top if step == 2 else top
            left = prestige * top_left + saturation * fewer + appeal * state.appeal[SUITS * step + suit]
            left = np.int64(number > 1) * (left + wonder * (np.int64(number == 2) * top_left) + shutout)
            state.loss[SUITS * step + suit] = left - now


# What changes


@compiled
def loss_of(state: State, card: Card) -> Float:
    """The change in expected points of its suit if a card of the holding is lost."""
    suit = card // RANKS
    rank = card - RANKS * suit
    step = 1 + np.int64(rank == state.high[suit]) - np.int64(rank == state.low[suit])
    return state.loss[np.uint64(SUITS * step + suit)]


@compiled
def loss_of_scout(state: State, card: Card) -> Float:
    """The same if the star that the card can scout is lost with it."""
    star = card + RANKS
    return loss_of(state, card) + loss_of(state, star if star < CARDS else star - CARDS)


@compiled
def estimate_gains(state: State, rules: Rules) -> None:
    """Note the change in expected points by each of the cards that may be drawn, and by the star that it can scout.

    The samples of the stock are worked out side by side.
    """
    useful, top = state.winnable & ~state.holding, top_of_pile(state)
    look_at_samples(state, useful)
    if rules.broad_appeal == BroadAppeal.LARGEST_DIFFERENCE:
        estimate_widest_with(state, rules)
    else:
        estimate_lowest_with(state)
    weigh_samples(state, rules)
    state.star_with[SAMPLES] = in_next_suit(only(top)) & useful
    state.gain[SAMPLES] = gain_in_suit(state, rules, top)
    for place in range(DRAWS):
        star = state.star_with[place]
        if star != EMPTY:
            state.gain[place] += gain_in_suit(state, rules, lowest(star))


@compiled
def look_at_samples(state: State, useful: CardSet) -> None:
    """Note the suit of each sample with the ranks that the holding has with it, and the star that it can scout.

    Without unseen cards there is no stock, and what is noted means nothing.
    """
    unseen = state.unseen if state.unseen != EMPTY else DECK
    number, holding = count(unseen), state.holding
    for place in range(SAMPLES):
        card = nth(unseen, (number * (2 * place + 1)) // (2 * SAMPLES))
        suit = card // RANKS
        state.suit[place] = suit
        state.ranks[place] = of_suit(holding, suit) | only(card - RANKS * suit)
        state.star_with[place] = in_next_suit(only(card)) & useful


@compiled
def estimate_widest_with(state: State, rules: Rules) -> None:
    """Note how likely no opponent holds two ranks as far apart as those of each sample's suit with it."""
    held, elsewhere, rivals = state.held_by_one, state.elsewhere, float(rules.players - 1)
    for place in range(SAMPLES):
        ranks, suit = state.ranks[place], state.suit[place]
        pairs = WIDE_PAIRS[of_suit(elsewhere, suit), np.uint64(highest_rank(ranks) - lowest_rank(ranks))]
        state.appeal_with[place] = none_as_wide(pairs, held, rivals)


@compiled
def estimate_lowest_with(state: State) -> None:
    """Note how likely no opponent holds a lower rank of the suit of each sample."""
    all_unseen, all_others = state.unseen, state.others
    for place in range(SAMPLES):
        suit, low = state.suit[place], lowest_rank(state.ranks[place])
        unseen, others = of_suit(all_unseen, suit), of_suit(all_others, suit)
        state.appeal_with[place] = unheld_chance(state, below(unseen, low), below(others, low))


@compiled
def weigh_samples(state: State, rules: Rules) -> None:
    """Note what each sample adds to the expected points in its suit."""
    prestige, saturation = float(rules.critical_prestige_points), float(rules.market_saturation_points)
    appeal, wonder = float(rules.broad_appeal_points), float(rules.one_hit_wonder_points)
    alone = float(rules.shutout_points)
    all_unseen, all_others = state.unseen, state.others
    for place in range(SAMPLES):
        suit, ranks = state.suit[place], state.ranks[place]
        unseen, others, high = of_suit(all_unseen, suit), of_suit(all_others, suit), highest_rank(ranks)
        top = unheld_chance(state, above(unseen, high), above(others, high))
        worth = prestige * top + saturation * of_four(state.most, TOP, suit) + appeal * state.appeal_with[place]
        worth = worth + wonder * (top if without_lowest(ranks) == EMPTY else 0.0)
        state.gain[place] = worth + alone * of_four(state.shutout, 0, suit) - of_four(state.worth, 0, suit)


@compiled
def of_four(numbers: Array, first: Int, suit: Suit) -> Float:
    """`numbers[first + suit]`, chosen from all four, as a processor can do for several suits side by side."""
    clubs, diamonds, hearts, spades = numbers[first], numbers[first + 1], numbers[first + 2], numbers[first + 3]
    is_odd = suit & 1 != 0
    lower, upper = diamonds if is_odd else clubs, spades if is_odd else hearts
    return upper if suit > 1 else lower


@compiled
def gain_in_suit(state: State, rules: Rules, card: Card) -> Float:
    """The change in expected points of its suit by a card more."""
    suit = card // RANKS
    ranks = of_suit(state.holding, suit) | only(card - RANKS * suit)
    return worth_with(state, rules, ranks, suit, state.most[np.uint64(TOP + suit)]) - state.worth[np.uint64(suit)]


@compiled
def suit_worth(state: State, rules: Rules, ranks: BitSet, suit: Suit) -> Float:
    """Expected points in a suit of a player who ends with these ranks of it."""
    if ranks == EMPTY:
        return 0.0
    mine, ahead, all_cases = cubed(float(count(ranks))), 1.0, 1.0
    for rival in range(rules.players - 1):
        ahead *= mine
        all_cases *= mine + expected_of_rival(state, open_cards_of_rival(state, rival), suit)
    return worth_with(state, rules, ranks, suit, ahead / all_cases)


@compiled
def worth_with(state: State, rules: Rules, ranks: BitSet, suit: Suit, most: Float) -> Float:
    """Expected points in a suit with these ranks, which are the most of it with this chance."""
    unseen, others, high = of_suit(state.unseen, suit), of_suit(state.others, suit), highest_rank(ranks)
    top = unheld_chance(state, above(unseen, high), above(others, high))
    worth = rules.critical_prestige_points * top
    worth += rules.market_saturation_points * most
    worth += rules.broad_appeal_points * appeal_chance(state, rules, ranks, suit)
    worth += rules.one_hit_wonder_points * (top if without_lowest(ranks) == EMPTY else 0.0)
    return worth + rules.shutout_points * unheld_chance(state, unseen, others)


@compiled
def appeal_chance(state: State, rules: Rules, ranks: BitSet, suit: Suit) -> Float:
    """How likely the ranks win broad appeal, by the rule in force."""
    rank = lowest_rank(ranks)
    if rules.broad_appeal == BroadAppeal.LARGEST_DIFFERENCE:
        return widest_chance(state, rules, highest_rank(ranks) - rank, suit)
    return unheld_chance(state, below(of_suit(state.unseen, suit), rank), below(of_suit(state.others, suit), rank))


@compiled
def widest_chance(state: State, rules: Rules, width: Int, suit: Suit) -> Float:
    """How likely no opponent holds two ranks that lie `width` or more apart: a rational approximation of exp(-x)."""
    pairs = WIDE_PAIRS[of_suit(state.elsewhere, suit), np.uint64(width)]
    return none_as_wide(pairs, state.held_by_one, float(rules.players - 1))


@compiled
def gain_of(state: State, rules: Rules, hand: CardSet) -> Float:
    """Expected points gained by having `hand` instead of the actor's present one."""
    after = expected_holding(state, hand)
    changed, gain = after ^ state.holding, 0.0
    while changed != EMPTY:
        suit = lowest(changed) // RANKS
        changed = changed & ~suit_cards(suit)
        before = suit_worth(state, rules, of_suit(state.holding, suit), suit)
        gain += suit_worth(state, rules, of_suit(after, suit), suit) - before
    return gain
