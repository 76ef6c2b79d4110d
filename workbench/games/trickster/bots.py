"""Trickster: the evaluation that `greedy` climbs, the scripted styles, and the playout player of search.

All but `playout_action` read a concealed state (`knowledge.py`). A choice is worth what it makes its player collect
now, what the packet that it leaves will cost whoever has to collect it (the tableaus lie open), and what the tableau
can still answer afterwards. The estimates use no more than rational functions and square roots, so that compiled and
plain code agree to the last bit. If the highest total wins, the same numbers count the other way around.

Collecting is not always bad: who collects most of a suit scores nothing in it, which decides games of two. So
shooting the moon is part of every estimate (`contention`), and bots seek a suit whose next packet is worth having. The
constants were found by random search over 300 settings, against random and against greedy, with 2 to 6 players.
"""

from enum import IntEnum
from math import sqrt
from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, count, holds, lowest, only, remove, up_to, without_lowest
from workbench.engine.compiling import compiled
from workbench.engine.playing_cards import (
    RANKS,
    SUIT_MASK,
    SUITS,
    highest_rank,
    in_all_suits,
    lowest_rank,
    of_suit,
    ranks_of,
    suit_cards,
)
from workbench.engine.types import (
    Action,
    ActionSet,
    Array,
    BitSet,
    Card,
    CardSet,
    Float,
    Int,
    Player,
    Rules,
    State,
    Suit,
)
from workbench.games.trickster.play import collecting_cause, goes_right
from workbench.games.trickster.rules import NUMBERS, Winner
from workbench.games.trickster.scoring import points_of
from workbench.games.trickster.table import Cause, packet_of, place_of, suit_of, value_of

WIN_PER_POINT: Final = 0.015
"""What a point of these estimates counts for in search, in wins. By trial; 0.04 and more trusts them too far."""
STAYS: Final = 0.4
"""How likely a packet of a known suit still has that suit when it comes around."""
ADDED: Final = 2
"""What a careful player adds to the sum of a packet."""
CARELESS: Final = 0.8
"""Safe cards that count as much as all that may happen to them until the packet comes."""
SHORTFALL: Final = 3.0
"""The spread of the number of packets that come in a suit around the expected number."""
MOON_SPREAD: Final = 5.0
"""How much the cards of a suit that are not collected yet leave open who collects most of it."""
FUTURE: Final = 0.7
"""The part of the cards not collected yet that is shared out evenly when a suit's points are estimated."""
OTHERS: Final = 0.6
"""How much a point of the only rival counts; each of several rivals counts less."""
ACE: Final = only(0)
FACES: Final = SUIT_MASK & ~up_to(NUMBERS)


class StyleId(IntEnum):
    """The scripted styles."""

    DUCKER = 0
    DUMPER = 1
    MOONER = 2


# What packets will come


@compiled
def prepare(state: State, rules: Rules) -> None:
    """Precompute what every appraisal of this decision needs."""
    for suit in range(SUITS):
        estimate_collections(state, rules, suit)
        state.price[suit] = price_of(state, rules, suit)
        state.answers[suit] = answers_of(state, rules, state.tableau[state.actor] & suit_cards(suit))
    expect_packets(state, rules)


@compiled
def expect_packets(state: State, rules: Rules) -> None:
    """Estimate how many packets of each suit will come, from the others' tableaus and known packets on their way."""
    player = state.actor
    others, coming = EMPTY, count(state.tableau[player]) - 1
    for other in range(rules.players):
        if other != player:
            others = others | state.tableau[other]
    known, place = 0.0, place_of(state, rules, player)
    for suit in range(SUITS):
        state.asked[suit] = 0.0
    for _ in range(min(coming, rules.players - 1)):
        place = next_place(state, rules, place)
        if state.packet[place] != EMPTY:
            state.asked[suit_of(state.packet[place])] += STAYS
            known += STAYS
    all_cards = max(1, count(others))
    for suit in range(SUITS):
        state.asked[suit] += (coming - known) * count(others & suit_cards(suit)) / all_cards


@compiled
def next_place(state: State, rules: Rules, place: Int) -> Int:
    """The place of the ring whose packet comes to a player after the one at `place`."""
    if goes_right(state, rules):
        return 0 if place + 1 == rules.players else place + 1
    return rules.players - 1 if place == 0 else place - 1


@compiled
def next_player(state: State, rules: Rules, player: Player) -> Player:
    """The player to whom `player` passes."""
    if goes_right(state, rules):
        return rules.players - 1 if player == 0 else player - 1
    return 0 if player + 1 == rules.players else player + 1


@compiled
def safe_ranks(rules: Rules, room: Int) -> BitSet:
    """The ranks that add at most `room` to a sum."""
    if room < 0:
        return EMPTY
    ranks = up_to(min(room, RANKS)) & ~ACE
    if rules.ace_value <= room:
        ranks = ranks | ACE
    return ranks if rules.faces_count else ranks | FACES


@compiled
def safety(rules: Rules, card: Card) -> Float:
    """How likely a card does not exceed the sum of a packet of its suit, whose room is anything up to the limit."""
    return max(0.0, 1.0 - value_of(rules, card) / (rules.sum_limit + 1.0))


@compiled
def usefulness(state: State, rules: Rules, card: Card) -> Float:
    """How likely a card, on a packet of its suit, does what its player wants: lay without collecting, or collect."""
    chance = safety(rules, card)
    return chance if state.price[card // RANKS] > 0.0 else 1.0 - chance


@compiled
def answers_of(state: State, rules: Rules, cards: CardSet) -> Float:
    """Expected number of packets of their suit that the cards can answer as their player wants."""
    total = 0.0
    while cards != EMPTY:
        total += usefulness(state, rules, lowest(cards))
        cards = without_lowest(cards)
    return total


@compiled
def collected_in(state: State, suit: Suit, cards_left: Int, answers: Float) -> Float:
    """Expected packets of a suit that the actor collects with `cards_left` cards of it, which can answer `answers`."""
    asked = state.asked[suit]
    surplus = asked - answers
    short = 0.5 * (surplus + sqrt(surplus * surplus + SHORTFALL * asked))
    if state.price[suit] > 0.0:
        return short
    return asked if cards_left == 0 else asked - short


@compiled
def typical_cards(rules: Rules) -> Float:
    """About how many cards a packet has when it is collected."""
    return 1.0 + 3.0 * rules.sum_limit / (rules.sum_limit + 13.0)


@compiled
def typical_points(rules: Rules) -> Float:
    """The mean points of a card."""
    suit = NUMBERS * rules.basic_points + rules.jack_points + rules.queen_points + rules.king_points
    return suit / float(RANKS)


# What a collection is worth


@compiled
def estimate_collections(state: State, rules: Rules, suit: Suit) -> None:
    """Estimate cards and points of a suit in each collection, and the actor's net loss by them."""
    cards_of_suit, out = suit_cards(suit), EMPTY
    for player in range(rules.players):
        out = out | state.tableau[player] | state.packet[player]
    out = out & cards_of_suit
    unseen = state.unseen & cards_of_suit
    part = 1.0 / max(1, count(state.unseen))
    state.still_out[suit] = count(out)
    for player in range(rules.players):
        known, unknown = state.collection[player] & cards_of_suit, part * state.hidden_collected[player]
        state.cards[suit, player] = count(known) + unknown * count(unseen)
        state.worth[suit, player] = points_of(rules, known) + unknown * points_of(rules, unseen)
    state.loss[suit] = loss_with(state, rules, suit, 0, 0.0, 0.0)


@compiled
def price_of(state: State, rules: Rules, suit: Suit) -> Float:
    """The cost to the actor, in points, of collecting the next packet of a suit instead of a rival doing so."""
    cards = min(typical_cards(rules), state.still_out[suit])
    price, points = 0.0, cards * typical_points(rules)
    for player in range(rules.players):
        loss = loss_with(state, rules, suit, player, cards, points)
        price += loss if player == state.actor else -loss / (rules.players - 1)
    return price


@compiled
def loss_with(state: State, rules: Rules, suit: Suit, taker: Player, cards: Float, points: Float) -> Float:
    """The actor's net loss in a suit, in points, after `taker` has collected this many more cards and points of it."""
    mine, others, contenders = 0.0, 0.0, 0.0
    out = max(0.0, state.still_out[suit] - cards)
    for player in range(rules.players):
        contenders += contention(state, suit, player, taker, cards, out)
    for player in range(rules.players):
        score = state.worth[suit, player] + (points if player == taker else 0.0)
        score += FUTURE * out * typical_points(rules) / rules.players
        if rules.shoot_the_moon:
            score *= 1.0 - contention(state, suit, player, taker, cards, out) / contenders
        if player == state.actor:
            mine = score
        else:
            others += score
    rivals = rules.players - 1
    loss = mine - OTHERS * others / (rivals * rivals)
    return -loss if rules.winner == Winner.HIGHEST else loss


@compiled
def contention(state: State, suit: Suit, player: Player, taker: Player, cards: Float, out: Float) -> Float:
    """Proportional to the chance that a player shoots the moon in a suit: a power of the player's cards."""
    base = state.cards[suit, player] + (cards if player == taker else 0) + MOON_SPREAD * sqrt(out) + 0.01
    square = base * base
    return square * square * square * square


# What a choice is worth


@compiled
def appraise(state: State, rules: Rules, legal: ActionSet, worths: Array) -> None:
    """Write what choosing each legal card is worth, in wins: the net points that it saves the actor."""
    prepare(state, rules)
    while legal != EMPTY:
        card = lowest(legal)
        legal = without_lowest(legal)
        worths[card] = -WIN_PER_POINT * lost_points(state, rules, card)


@compiled
def lost_points(state: State, rules: Rules, card: Card) -> Float:
    """The net points that choosing a card costs the actor."""
    return taken_now(state, rules, card) + missed_later(state, rules, card) + passed_on(state, rules, card)


@compiled
def taken_now(state: State, rules: Rules, card: Card) -> Float:
    """The loss by the packet, if the card forces the actor to collect it."""
    place = place_of(state, rules, state.actor)
    if collecting_cause(state, rules, place, card) == Cause.NOTHING:
        return 0.0
    return loss_by(state, rules, state.actor, state.packet[place])


@compiled
def loss_by(state: State, rules: Rules, taker: Player, packet: CardSet) -> Float:
    """The actor's further net loss if `taker` collects a packet."""
    suit, points = suit_of(packet), float(points_of(rules, packet))
    return loss_with(state, rules, suit, taker, float(count(packet)), points) - state.loss[suit]


@compiled
def missed_later(state: State, rules: Rules, card: Card) -> Float:
    """The loss by not having the card any more when its suit is asked for."""
    suit = card // RANKS
    held = count(state.tableau[state.actor] & suit_cards(suit))
    before = collected_in(state, suit, held, state.answers[suit])
    after = collected_in(state, suit, held - 1, state.answers[suit] - usefulness(state, rules, card))
    return state.price[suit] * (after - before)


@compiled
def passed_on(state: State, rules: Rules, card: Card) -> Float:
    """The loss by the packet with `card` laid on it, whoever collects it in the end."""
    place, holder = place_of(state, rules, state.actor), np.int64(state.actor)
    packet, room = only(card), rules.sum_limit - value_of(rules, card)
    if collecting_cause(state, rules, place, card) == Cause.NOTHING:
        packet, room = packet | state.packet[place], room - state.packet_sum[place]
    passes = count(state.tableau[state.actor]) - (0 if rules.final_pass else 1)
    still_going, points = 1.0, 0.0
    if passes == 0:
        return loss_by(state, rules, holder, packet)
    for number in range(1, min(passes, rules.players) + 1):
        holder = next_player(state, rules, holder)
        tableau = remove(state.tableau[holder], card)
        taken = 1.0 if number == passes else taking_chance(rules, tableau, card // RANKS, room)
        points += still_going * taken * loss_by(state, rules, holder, packet)
        still_going *= 1.0 - taken
        room -= ADDED
    return points


@compiled
def taking_chance(rules: Rules, tableau: CardSet, suit: Suit, room: Int) -> Float:
    """How likely a player with this tableau collects a packet of a suit that has so much room left."""
    ranks = of_suit(tableau, suit)
    safe = count(ranks & safe_ranks(rules, room))
    if rules.winner == Winner.LOWEST:
        return CARELESS / (CARELESS + safe)
    if ranks == EMPTY or not rules.must_follow:
        return 1.0
    willing = count(ranks) - safe
    return willing / (CARELESS + willing)


# Styles


@compiled
def play_style(state: State, rules: Rules, legal: ActionSet, style: Int) -> Action:
    """The card that a scripted style chooses."""
    if style == StyleId.DUCKER:
        return low_card(rules, legal)
    if style == StyleId.MOONER:
        return moon_card(state, rules, legal)
    return dumped_card(state, rules, legal)


@compiled
def dumped_card(state: State, rules: Rules, legal: ActionSet) -> Action:
    """The highest card that does not force the actor to collect; if every card does, the highest."""
    safe = safe_cards(state, rules, legal)
    return high_card(rules, legal if safe == EMPTY else safe)


@compiled
def moon_card(state: State, rules: Rules, legal: ActionSet) -> Action:
    """The card to shoot the moon with: collect packets of one suit, bring that suit into play, avoid all others."""
    suit = moon_suit(state)
    packet = packet_of(state, rules, state.actor)
    if packet != EMPTY and suit_of(packet) == suit:
        taking = legal & ~safe_cards(state, rules, legal)
        return high_card(rules, legal if taking == EMPTY else taking)
    safe = safe_cards(state, rules, legal)
    left = legal if safe == EMPTY else safe
    bait = left & suit_cards(suit)
    return low_card(rules, left if bait == EMPTY else bait)


@compiled
def moon_suit(state: State) -> Suit:
    """The suit of which the actor has collected most; of equal ones that with the fewest cards in the tableau."""
    best, chosen = -RANKS - 1, 0
    for suit in range(SUITS):
        cards = suit_cards(suit)
        merit = (RANKS + 1) * count(state.collection[state.actor] & cards) - count(state.tableau[state.actor] & cards)
        if merit > best:
            best, chosen = merit, suit
    return chosen


@compiled
def safe_cards(state: State, rules: Rules, legal: ActionSet) -> ActionSet:
    """The legal cards that do not force the actor to collect."""
    place = place_of(state, rules, state.actor)
    packet = state.packet[place]
    if packet == EMPTY:
        return legal
    room = rules.sum_limit - state.packet_sum[place]
    return legal & in_all_suits(safe_ranks(rules, room)) & suit_cards(suit_of(packet))


@compiled
def high_card(rules: Rules, cards: CardSet) -> Card:
    """The card of the highest rank, the lowest suit of several; an ace is high where it is worth 14."""
    ranks = ranks_of(cards)
    if rules.ace_value > 1 and holds(ranks, 0):
        return lowest(cards & in_all_suits(ACE))
    return lowest(cards & in_all_suits(only(highest_rank(ranks))))


@compiled
def low_card(rules: Rules, cards: CardSet) -> Card:
    """The card of the lowest rank, the lowest suit of several; an ace is low where it is worth 1."""
    ranks = ranks_of(cards)
    if rules.ace_value > 1 and ranks != ACE:
        ranks = ranks & ~ACE
    return lowest(cards & in_all_suits(only(lowest_rank(ranks))))


# The playout player of search


@compiled
def playout_action(state: State, rules: Rules, legal: ActionSet) -> Action:
    """The card that leaves the next player least room: the highest safe number, then a safe face card.

    If no card is safe, the highest number. If the highest total wins, cards that make the actor collect come first. It
    reads the actor's own packet and tableau, not what others have chosen.
    """
    safe = safe_cards(state, rules, legal)
    wanted = legal & ~safe if rules.winner == Winner.HIGHEST else safe
    left = legal if wanted == EMPTY else wanted
    numbers = left & in_all_suits(up_to(NUMBERS))
    return high_card(rules, left if numbers == EMPTY else numbers)
