"""Hitmakers: the evaluation that `greedy` climbs, and the scripted styles.

All functions read a concealed state (`knowledge.py`). A hand is worth the points that it can expect in each suit
under the rules in force, where each opponent's unknown cards are drawn evenly from the unseen ones. The estimates are
rational functions, so that compiled and plain code agree to the last bit.
"""

from enum import IntEnum
from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, count, holds, lowest, nth, only_if, remove, without_lowest
from workbench.engine.compiling import compiled
from workbench.engine.playing_cards import (
    CARDS,
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
from workbench.engine.types import Action, ActionSet, Array, BitSet, Card, CardSet, Float, Int, Rules, State, Suit
from workbench.games.hitmakers.play import scout_of
from workbench.games.hitmakers.rules import BroadAppeal
from workbench.games.hitmakers.table import LONGEST_CHAIN, Answer, Draw, Phase

WIN_PER_POINT: Final = 0.15
"""About what a point more is worth in a deal of three, in wins."""
SAMPLES: Final = 4
"""Unseen cards, evenly spaced over the suits, that represent what the stock may bring."""


def _wide_pairs() -> Array:
    """For each set of ranks the number of pairs that lie 1, 2, … apart or more; a width of 0 counts as 1."""
    ranks = np.arange(2**RANKS)
    pairs = np.zeros((2**RANKS, RANKS), np.uint8)
    for distance in range(RANKS - 1, 0, -1):
        farther = pairs[:, distance + 1] if distance + 1 < RANKS else 0
        pairs[:, distance] = farther + np.bitwise_count(ranks & (ranks >> distance))
    pairs[:, 0] = pairs[:, 1]
    return pairs


WIDE_PAIRS: Array = _wide_pairs()
"""`WIDE_PAIRS[ranks, width]`: how many pairs of the ranks lie `width` or more apart."""


class StyleId(IntEnum):
    """The scripted styles."""

    HOARDER = 0
    SPREADER = 1
    SCOUT = 2
    CAUTIOUS = 3


# What opponents may hold


@compiled
def prepare(state: State, rules: Rules) -> None:
    """Note what all actions of this decision share."""
    hidden = note_known_cards(state, rules)
    unseen = max(count(state.unseen), 1)
    state.held_by_one = hidden / (unseen * (rules.players - 1))
    chance_of_none = 1.0
    for cards in range(RANKS + 1):
        state.none_held[cards] = chance_of_none
        chance_of_none *= 1.0 - hidden / unseen
    state.winnable = state.open_stars & ~in_next_suit(in_next_suit(state.others))
    state.elsewhere = state.unseen | state.others
    state.holding = expected_holding(state, state.hand[state.actor])
    for suit in range(SUITS):
        estimate_rivals(state, rules, suit)
        state.worth[suit] = suit_worth(state, rules, of_suit(state.holding, suit), suit)
    if state.phase == Phase.DRAW:
        state.cheapest = cheapest_discard(state, rules)


@compiled
def note_known_cards(state: State, rules: Rules) -> Int:
    """Note the cards known in other hands and stars still to be won; the number of hidden cards in hands."""
    hidden, others = 0, EMPTY
    for player in range(rules.players):
        hidden += state.hidden[player]
        if player != state.actor:
            others = others | state.hand[player]
    state.others = others
    state.open_stars = state.waiting
    if state.phase in (Phase.DRAW, Phase.DISCARD):
        for place in range(state.stars):
            state.open_stars = add(state.open_stars, state.star[place])
    return hidden


@compiled
def estimate_rivals(state: State, rules: Rules, suit: Suit) -> None:
    """Estimate how many cards of a suit each rival holds, cubed."""
    expected = state.held_by_one * count(of_suit(state.unseen, suit)) + 0.5
    rival = 0
    for player in range(rules.players):
        if player != state.actor:
            theirs = expected + count(of_suit(state.hand[player], suit))
            state.rival_cards[suit, rival] = theirs * theirs * theirs
            rival += 1


@compiled
def expected_holding(state: State, hand: CardSet) -> CardSet:
    """The hand together with the stars that it can scout and that nobody is known to be able to poach."""
    return hand | (in_next_suit(hand) & state.winnable)


# What a holding is worth


@compiled
def suit_worth(state: State, rules: Rules, ranks: BitSet, suit: Suit) -> Float:
    """Expected points in a suit of a player who ends with these ranks of it.

    It has few branches, which processors cannot foresee here: without ranks it appraises an ace, and then says 0.
    """
    unseen, others = of_suit(state.unseen, suit), of_suit(state.others, suit)
    some = ranks | only_if(0, ranks == EMPTY)
    high = highest_rank(some)
    top = unheld_chance(state, above(unseen, high), above(others, high))
    worth = rules.critical_prestige_points * top
    worth += rules.market_saturation_points * most_chance(state, rules, some, suit)
    worth += rules.broad_appeal_points * appeal_chance(state, rules, some, suit)
    worth += rules.one_hit_wonder_points * (top if without_lowest(some) == EMPTY else 0.0)
    worth += rules.shutout_points * unheld_chance(state, unseen, others)
    return worth if ranks != EMPTY else 0.0


@compiled
def unheld_chance(state: State, unseen: BitSet, others: BitSet) -> Float:
    """How likely no opponent holds one of these ranks: some unseen, the others known to be held."""
    chance = state.none_held[count(unseen)]
    return chance if others == EMPTY else 0.0


@compiled
def most_chance(state: State, rules: Rules, ranks: BitSet, suit: Suit) -> Float:
    """How likely every opponent holds fewer cards of the suit: a smooth approximation of the binomial tail."""
    mine = float(count(ranks))
    mine = mine * mine * mine
    ahead, all_cases = 1.0, 1.0
    for rival in range(rules.players - 1):
        ahead *= mine
        all_cases *= mine + state.rival_cards[suit, rival]
    return ahead / all_cases


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
    pairs = WIDE_PAIRS[of_suit(state.elsewhere, suit), width]
    expected = pairs * state.held_by_one * state.held_by_one * (rules.players - 1)
    return 1.0 / (1.0 + expected + 0.5 * expected * expected)


@compiled
def gain_of(state: State, rules: Rules, hand: CardSet) -> Float:
    """Expected points gained by having `hand` instead of the actor's present one."""
    after = expected_holding(state, hand)
    changed, gain = after ^ state.holding, 0.0
    while changed != EMPTY:
        suit = lowest(changed) // RANKS
        changed = changed & ~suit_cards(suit)
        gain += suit_worth(state, rules, of_suit(after, suit), suit) - state.worth[suit]
    return gain


# What an action is worth


@compiled
def appraise(state: State, rules: Rules, legal: ActionSet, worths: Array) -> None:
    """Write what each legal action is worth, in wins: the expected points that it gains over the present hand."""
    prepare(state, rules)
    while legal != EMPTY:
        action = lowest(legal)
        legal = without_lowest(legal)
        worths[action] = WIN_PER_POINT * point_gain(state, rules, action)


@compiled
def point_gain(state: State, rules: Rules, action: Action) -> Float:
    """Expected points that the action gains over the present hand."""
    hand = state.hand[state.actor]
    if state.phase == Phase.DRAW:
        return draw_gain(state, rules, action)
    if state.phase == Phase.DISCARD:
        return gain_of(state, rules, remove(hand, action))
    if state.phase == Phase.PRESENT:
        return scout_gain(state, rules, action, EMPTY) if holds(hand, scout_of(action)) else 0.0
    return 0.0 if action == Answer.DECLINE else answer_gain(state, rules)


@compiled
def draw_gain(state: State, rules: Rules, action: Action) -> Float:
    """The expected gain of a draw: what the card adds, less the cheapest discard, which may be the card itself."""
    if action == Draw.PASS:
        return 0.0
    if action == Draw.PILE:
        return swap_gain(state, rules, state.pile[state.pile_size - 1])
    unseen = count(state.unseen)
    gain = 0.0
    for sample in range(SAMPLES):
        gain += swap_gain(state, rules, nth(state.unseen, (unseen * (2 * sample + 1)) // (2 * SAMPLES)))
    return gain / SAMPLES


@compiled
def swap_gain(state: State, rules: Rules, card: Card) -> Float:
    """The gain of taking `card` and making the cheapest discard; never below 0."""
    return max(0.0, gain_of(state, rules, add(state.hand[state.actor], card)) + state.cheapest)


@compiled
def cheapest_discard(state: State, rules: Rules) -> Float:
    """The change in value, at most 0 as a rule, by the discard that costs least."""
    hand = state.hand[state.actor]
    best, rest = -np.inf, hand
    while rest != EMPTY:
        best = max(best, gain_of(state, rules, remove(hand, lowest(rest))))
        rest = without_lowest(rest)
    return best


@compiled
def answer_gain(state: State, rules: Rules) -> Float:
    """The gain of laying the called card on the presented star."""
    pile = EMPTY
    for place in range(state.chain_size + 1):
        pile = add(pile, state.chain[place])
    return scout_gain(state, rules, state.chain[state.chain_size], pile)


@compiled
def scout_gain(state: State, rules: Rules, called: Card, pile: CardSet) -> Float:
    """Expected gain of scouting `called` and the cards below it: all are won, or poached and the scout is lost."""
    hand = state.hand[state.actor]
    scout = scout_of(called)
    risk = poach_risk(state, scout)
    won = gain_of(state, rules, add(hand | pile, called))
    lost = gain_of(state, rules, remove(hand, scout))
    return (1.0 - risk) * won + risk * lost


@compiled
def poach_risk(state: State, scout: Card) -> Float:
    """How likely another player holds the card that takes `scout` away; the fourth scout would be the star itself."""
    poacher = scout_of(scout)
    if state.chain_size + 1 == LONGEST_CHAIN:
        return 0.0
    if holds(state.others, poacher):
        return 1.0
    return 1.0 - state.none_held[1] if holds(state.unseen, poacher) else 0.0


# Styles


@compiled
def play_style(state: State, rules: Rules, legal: ActionSet, style: Int) -> Action:
    """The action of a scripted style."""
    note_known_cards(state, rules)
    if state.phase == Phase.DRAW:
        return style_draw(state, rules, legal, style)
    if state.phase == Phase.DISCARD:
        return least_wanted(state, state.hand[state.actor], style)
    if state.phase == Phase.ANSWER:
        return Answer.DECLINE.value if style == StyleId.CAUTIOUS else Answer.SCOUT.value
    return lowest(legal)


@compiled
def style_draw(state: State, rules: Rules, legal: ActionSet, style: Int) -> Action:
    """The discard pile where its top is wanted more than a card of the hand; else the stock; else whatever is legal."""
    if holds(legal, Draw.PILE):
        hand = state.hand[state.actor]
        top = state.pile[state.pile_size - 1]
        if style_value(state, top, style) > style_value(state, least_wanted(state, hand, style), style):
            return Draw.PILE.value
    return lowest(legal)


@compiled
def least_wanted(state: State, hand: CardSet, style: Int) -> Card:
    """The card of the hand that the style wants least; the lowest of several."""
    chosen, least = lowest(hand), np.inf
    while hand != EMPTY:
        card = lowest(hand)
        hand = without_lowest(hand)
        if style_value(state, card, style) < least:
            chosen, least = card, style_value(state, card, style)
    return chosen


@compiled
def style_value(state: State, card: Card, style: Int) -> Float:
    """How much a scripted style wants to keep a card."""
    rank = np.int64(card) % RANKS  # a card of the pile is a byte, which would wrap around below
    if style == StyleId.HOARDER:
        return float(RANKS * count(of_suit(state.hand[state.actor], card // RANKS)) + rank)
    extreme = float(abs(2 * rank - (RANKS - 1)))
    if style == StyleId.SCOUT and holds(state.open_stars, (card + RANKS) % CARDS):
        return extreme + CARDS
    return extreme


# The playout player of search


@compiled
def playout_action(state: State, rules: Rules, legal: ActionSet) -> Action:
    """The action of the playout player: keep extreme ranks, high ones first, of long suits; scout whenever called.

    As a bot it would win as often as `greedy` (0.34 against two of them), in a twentieth of the time.
    """
    if state.phase == Phase.DRAW:
        return playout_draw(state, legal)
    if state.phase == Phase.DISCARD:
        return least_valuable(state.hand[state.actor])
    return Answer.SCOUT.value if state.phase == Phase.ANSWER else lowest(legal)


@compiled
def playout_draw(state: State, legal: ActionSet) -> Action:
    """The discard pile where its top is worth more than a card of the hand; else the stock; else whatever is legal."""
    if holds(legal, Draw.PILE):
        hand = state.hand[state.actor]
        if keep_value(hand, np.int64(state.pile[state.pile_size - 1])) > keep_value(hand, least_valuable(hand)):
            return Draw.PILE.value
    return lowest(legal)


@compiled
def least_valuable(hand: CardSet) -> Card:
    """The card of the hand that is least worth keeping; the lowest of several."""
    chosen, least, rest = lowest(hand), 1000, hand
    while rest != EMPTY:
        card = lowest(rest)
        rest = without_lowest(rest)
        if keep_value(hand, card) < least:
            chosen, least = card, keep_value(hand, card)
    return chosen


@compiled
def keep_value(hand: CardSet, card: Card) -> Int:
    """How much a card is worth keeping in this hand."""
    rank = card % RANKS
    high = 2 if rank >= RANKS // 2 else 0
    return abs(2 * rank - (RANKS - 1)) + high + count(of_suit(hand, card // RANKS))
