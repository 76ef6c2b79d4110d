"""Hitmakers: the evaluation that `greedy` climbs, and the scripted styles.

All functions read a concealed state (`knowledge.py`). A hand is worth the points that it can expect in each suit
under the rules in force (`estimates.py`).
"""

from enum import IntEnum
from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, count, holds, lowest, remove, without_lowest
from workbench.engine.compiling import compiled
from workbench.engine.playing_cards import CARDS, RANKS, of_suit
from workbench.engine.types import Action, ActionSet, Array, Card, CardSet, Float, Int, Rules, State
from workbench.games.hitmakers.estimates import (
    NONE_HELD,
    estimate_gains,
    gain_of,
    look_at_holding,
    loss_of,
    loss_of_scout,
    note_open_cards,
    prepare,
    scouts_of,
)
from workbench.games.hitmakers.play import scout_of
from workbench.games.hitmakers.table import LONGEST_CHAIN, SAMPLES, Draw, HolderAnswer, Phase

WIN_PER_POINT: Final = 0.15
"""About what a point more is worth in a deal of three, in wins."""


class StyleId(IntEnum):
    """The scripted styles."""

    HOARDER = 0
    SPREADER = 1
    SCOUT = 2
    CAUTIOUS = 3


# What an action is worth


@compiled
def appraise(state: State, rules: Rules, legal: ActionSet, worths: Array) -> None:
    """Write what each legal action is worth, in wins: the expected points that it gains over the present hand."""
    prepare(state, rules)
    if state.phase > Phase.DISCARD:
        appraise_show(state, rules, legal, worths)
        return
    look_at_holding(state, rules)
    if state.phase == Phase.DRAW:
        appraise_draws(state, rules, worths)
    else:
        appraise_discards(state, legal, worths)


@compiled
def appraise_draws(state: State, rules: Rules, worths: Array) -> None:
    """Write what each draw is worth: what the card adds, less the cheapest discard, which may be the card itself."""
    estimate_gains(state, rules)
    cheapest, from_stock = cheapest_discard(state), 0.0
    for place in range(SAMPLES):
        from_stock += max(0.0, state.gain[place] + cheapest)
    worths[Draw.STOCK] = WIN_PER_POINT * (from_stock / SAMPLES)
    worths[Draw.PILE] = WIN_PER_POINT * max(0.0, state.gain[SAMPLES] + cheapest)
    worths[Draw.PASS] = 0.0


@compiled
def scouts(state: State) -> CardSet:
    """The cards of the hand that can scout a star that is counted with the holding."""
    return state.hand[state.actor] & scouts_of(state.winnable)


@compiled
def cheapest_discard(state: State) -> Float:
    """The change in value, at most 0 as a rule, by the discard that costs least."""
    scouting, best = scouts(state), -np.inf
    rest = state.hand[state.actor]
    while rest != EMPTY:
        card = lowest(rest)
        best = max(best, -np.inf if holds(scouting, card) else loss_of(state, card))
        rest = without_lowest(rest)
    while scouting != EMPTY:
        best = max(best, loss_of_scout(state, lowest(scouting)))
        scouting = without_lowest(scouting)
    return best


@compiled
def appraise_discards(state: State, legal: ActionSet, worths: Array) -> None:
    """Write what each discard is worth: what the hand loses."""
    scouting = legal & scouts(state)
    while legal != EMPTY:
        card = lowest(legal)
        legal = without_lowest(legal)
        worths[card] = WIN_PER_POINT * loss_of(state, card)
    while scouting != EMPTY:
        card = lowest(scouting)
        scouting = without_lowest(scouting)
        worths[card] = WIN_PER_POINT * loss_of_scout(state, card)


@compiled
def appraise_show(state: State, rules: Rules, legal: ActionSet, worths: Array) -> None:
    """Write what each answer, or each star that may be presented, is worth."""
    while legal != EMPTY:
        action = lowest(legal)
        legal = without_lowest(legal)
        worths[action] = WIN_PER_POINT * show_gain(state, rules, action)


@compiled
def show_gain(state: State, rules: Rules, action: Action) -> Float:
    """Expected points that an action of the show gains."""
    if state.phase == Phase.PRESENT:
        held = holds(state.hand[state.actor], scout_of(action))
        return scout_gain(state, rules, action, EMPTY) if held else 0.0
    return 0.0 if action == HolderAnswer.DECLINE else answer_gain(state, rules)


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
    return 1.0 - NONE_HELD[state.none_held + np.uint64(1)] if holds(state.unseen, poacher) else 0.0


# Styles


@compiled
def play_style(state: State, rules: Rules, legal: ActionSet, style: Int) -> Action:
    """The action of a scripted style."""
    note_open_cards(state, rules)
    if state.phase == Phase.DRAW:
        return style_draw(state, rules, legal, style)
    if state.phase == Phase.DISCARD:
        return least_valued(state, state.hand[state.actor], style)
    if state.phase == Phase.ANSWER:
        return HolderAnswer.DECLINE.value if style == StyleId.CAUTIOUS else HolderAnswer.SCOUT.value
    return lowest(legal)


@compiled
def style_draw(state: State, rules: Rules, legal: ActionSet, style: Int) -> Action:
    """The discard pile where its top is wanted more than a card of the hand; else the stock; else whatever is legal."""
    if holds(legal, Draw.PILE):
        hand = state.hand[state.actor]
        top = state.pile[state.pile_size - 1]
        if style_value(state, top, style) > style_value(state, least_valued(state, hand, style), style):
            return Draw.PILE.value
    return lowest(legal)


@compiled
def least_valued(state: State, hand: CardSet, style: Int) -> Card:
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
    return HolderAnswer.SCOUT.value if state.phase == Phase.ANSWER else lowest(legal)


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
