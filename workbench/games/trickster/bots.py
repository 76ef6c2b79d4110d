"""Trickster: the evaluation that `greedy` climbs, the scripted styles, and the player that search plays on with.

Everything but `sketch` reads a concealed state (`knowledge.py`). A choice is worth what it makes its player collect
now, what the packet that it leaves will cost whoever has to collect it (the tableaus lie open), and what the tableau
can still answer afterwards. The estimates use no more than rational functions and square roots, so that compiled and
plain code agree to the last bit. Where the highest total wins, the same numbers count the other way around.

Collecting is not always bad: who collects most of a suit scores nothing in it, and for two players that is the whole
game. So the moon is part of every estimate (`contention`), and a suit whose next packet is worth having is sought. The
constants were found by random search over 300 settings, against random and against greedy, with 2 to 6 players.
"""

from enum import IntEnum
from math import sqrt
from typing import Any, Final

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
from workbench.games.trickster.play import Cause, collecting_cause, goes_right, held_by, place_of, suit_of, value_of
from workbench.games.trickster.rules import NUMBERS, Winner
from workbench.games.trickster.scoring import points_of

WIN_PER_POINT: Final = 0.015
"""What a point of these estimates counts for in search, in wins: by trial, 0.04 and more trusts them too far."""
STAYS: Final = 0.4
"""How likely a packet of a known suit still has that suit when it comes around."""
ADDED: Final = 2
"""What a careful player adds to the sum of a packet."""
CARELESS: Final = 0.8
"""Safe cards that count as much as all that may happen to them until the packet comes."""
SHORTFALL: Final = 3.0
"""How widely the number of packets that come in a suit is spread around the one that is expected."""
MOON_SPREAD: Final = 5.0
"""How much the cards of a suit that are still out leave open who collects most of it."""
FUTURE: Final = 0.7
"""The part of the cards still out that is shared out evenly when a suit's points are expected."""
OTHERS: Final = 0.6
"""How much a point of the only rival counts; of several rivals each counts less, since one of them is best."""
ACE: Final = only(0)
FACES: Final = SUIT_MASK & ~up_to(NUMBERS)


class Manner(IntEnum):
    """The scripted styles."""

    DUCKER = 0
    DUMPER = 1
    MOONER = 2


# What is to come


@compiled
def prepare(state: Any, rules: Any) -> None:
    """Work out once what every appraisal of this decision needs."""
    for suit in range(SUITS):
        look_at_collections(state, rules, suit)
        state.price[suit] = price_of(state, rules, suit)
        state.answers[suit] = answers_of(state, rules, state.tableau[state.actor] & suit_cards(suit))
    expect_packets(state, rules)


@compiled
def expect_packets(state: Any, rules: Any) -> None:
    """How many packets of each suit will come: what others can still lay, and known packets on their way."""
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
def next_place(state: Any, rules: Any, place: Any) -> Any:
    """The place of the ring whose packet comes to a player after the one at `place`."""
    if goes_right(state, rules):
        return 0 if place + 1 == rules.players else place + 1
    return rules.players - 1 if place == 0 else place - 1


@compiled
def next_player(state: Any, rules: Any, player: Any) -> Any:
    """Who gets the packet of `player`."""
    if goes_right(state, rules):
        return rules.players - 1 if player == 0 else player - 1
    return 0 if player + 1 == rules.players else player + 1


@compiled
def safe_ranks(rules: Any, room: Any) -> Any:
    """The ranks that add at most `room` to a sum."""
    if room < 0:
        return EMPTY
    ranks = up_to(min(room, RANKS)) & ~ACE
    if rules.ace_value <= room:
        ranks = ranks | ACE
    return ranks if rules.faces_count else ranks | FACES


@compiled
def safety(rules: Any, card: Any) -> Any:
    """How likely a card does not exceed the sum of a packet of its suit, whose room is anything up to the limit."""
    return max(0.0, 1.0 - value_of(rules, card) / (rules.sum_limit + 1.0))


@compiled
def usefulness(state: Any, rules: Any, card: Any) -> Any:
    """How likely a card, on a packet of its suit, does what its player wants: to force nothing, or to collect."""
    chance = safety(rules, card)
    return chance if state.price[card // RANKS] > 0.0 else 1.0 - chance


@compiled
def answers_of(state: Any, rules: Any, cards: Any) -> Any:
    """How many packets of their suit the cards can be expected to answer as their player wants."""
    total = 0.0
    while cards != EMPTY:
        total += usefulness(state, rules, lowest(cards))
        cards = without_lowest(cards)
    return total


@compiled
def collected_in(state: Any, suit: Any, cards_left: Any, answers: Any) -> Any:
    """How many packets of a suit the actor will collect, who holds so many cards of it, which can answer so many."""
    asked = state.asked[suit]
    surplus = asked - answers
    short = 0.5 * (surplus + sqrt(surplus * surplus + SHORTFALL * asked))
    if state.price[suit] > 0.0:
        return short
    return asked if cards_left == 0 else asked - short


@compiled
def usual_cards(rules: Any) -> Any:
    """How many cards a packet has when it is collected, about."""
    return 1.0 + 3.0 * rules.sum_limit / (rules.sum_limit + 13.0)


@compiled
def usual_points(rules: Any) -> Any:
    """What a card scores, in the mean."""
    suit = NUMBERS * rules.basic_points + rules.jack_points + rules.queen_points + rules.king_points
    return suit / float(RANKS)


# What a collection is worth


@compiled
def look_at_collections(state: Any, rules: Any, suit: Any) -> None:
    """Expect cards and points of a suit in each collection, and what that makes the actor score beyond the others."""
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
def price_of(state: Any, rules: Any, suit: Any) -> Any:
    """What it costs the actor to collect the next packet of a suit, rather than any of the others."""
    cards = min(usual_cards(rules), state.still_out[suit])
    price, points = 0.0, cards * usual_points(rules)
    for player in range(rules.players):
        loss = loss_with(state, rules, suit, player, cards, points)
        price += loss if player == state.actor else -loss / (rules.players - 1)
    return price


@compiled
def loss_with(state: Any, rules: Any, suit: Any, taker: Any, cards: Any, points: Any) -> Any:
    """What a suit sets the actor back against the others, in points, once `taker` has collected so much more of it."""
    mine, others, contenders = 0.0, 0.0, 0.0
    out = max(0.0, state.still_out[suit] - cards)
    for player in range(rules.players):
        contenders += contention(state, suit, player, taker, cards, out)
    for player in range(rules.players):
        score = state.worth[suit, player] + (points if player == taker else 0.0)
        score += FUTURE * out * usual_points(rules) / rules.players
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
def contention(state: Any, suit: Any, player: Any, taker: Any, cards: Any, out: Any) -> Any:
    """In proportion to how likely a player shoots the moon in a suit: a power of the cards, steep when few are out."""
    base = state.cards[suit, player] + (cards if player == taker else 0) + MOON_SPREAD * sqrt(out) + 0.01
    square = base * base
    return square * square * square * square


# What a choice is worth


@compiled
def appraise(state: Any, rules: Any, action: Any) -> Any:
    """What the points by which choosing a card sets the actor back against the others are worth, in wins."""
    points = taken_now(state, rules, action) + missed_later(state, rules, action) + passed_on(state, rules, action)
    return -WIN_PER_POINT * points


@compiled
def taken_now(state: Any, rules: Any, card: Any) -> Any:
    """The loss by the packet, if the card forces the actor to collect it."""
    place = place_of(state, rules, state.actor)
    if collecting_cause(state, rules, place, card) == Cause.NOTHING:
        return 0.0
    return loss_by(state, rules, state.actor, state.packet[place])


@compiled
def loss_by(state: Any, rules: Any, taker: Any, packet: Any) -> Any:
    """How much further it sets the actor back if `taker` collects a packet."""
    suit, points = suit_of(packet), float(points_of(rules, packet))
    return loss_with(state, rules, suit, taker, float(count(packet)), points) - state.loss[suit]


@compiled
def missed_later(state: Any, rules: Any, card: Any) -> Any:
    """The loss by not having the card any more when its suit is asked for."""
    suit = card // RANKS
    held = count(state.tableau[state.actor] & suit_cards(suit))
    before = collected_in(state, suit, held, state.answers[suit])
    after = collected_in(state, suit, held - 1, state.answers[suit] - usefulness(state, rules, card))
    return state.price[suit] * (after - before)


@compiled
def passed_on(state: Any, rules: Any, card: Any) -> Any:
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
def taking_chance(rules: Any, tableau: Any, suit: Any, room: Any) -> Any:
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
def play_style(state: Any, rules: Any, legal: Any, style: Any) -> Any:
    """The card that a scripted style chooses."""
    if style == Manner.DUCKER:
        return low_card(rules, legal)
    if style == Manner.MOONER:
        return moon_card(state, rules, legal)
    return dumped_card(state, rules, legal)


@compiled
def dumped_card(state: Any, rules: Any, legal: Any) -> Any:
    """The highest card that forces nothing; where every card does, the highest."""
    safe = safe_cards(state, rules, legal)
    return high_card(rules, legal if safe == EMPTY else safe)


@compiled
def moon_card(state: Any, rules: Any, legal: Any) -> Any:
    """Collects packets of the suit that it collects; brings that suit into play where it can; ducks all else."""
    suit = moon_suit(state)
    packet = held_by(state, rules, state.actor)
    if packet != EMPTY and suit_of(packet) == suit:
        taking = legal & ~safe_cards(state, rules, legal)
        return high_card(rules, legal if taking == EMPTY else taking)
    safe = safe_cards(state, rules, legal)
    left = legal if safe == EMPTY else safe
    bait = left & suit_cards(suit)
    return low_card(rules, left if bait == EMPTY else bait)


@compiled
def moon_suit(state: Any) -> Any:
    """The suit of which the actor has collected most; before that, the one it has fewest cards to answer with."""
    best, chosen = -RANKS - 1, 0
    for suit in range(SUITS):
        cards = suit_cards(suit)
        merit = (RANKS + 1) * count(state.collection[state.actor] & cards) - count(state.tableau[state.actor] & cards)
        if merit > best:
            best, chosen = merit, suit
    return chosen


@compiled
def safe_cards(state: Any, rules: Any, legal: Any) -> Any:
    """Those of the cards that force the actor to nothing."""
    place = place_of(state, rules, state.actor)
    packet = state.packet[place]
    if packet == EMPTY:
        return legal
    room = rules.sum_limit - state.packet_sum[place]
    return legal & in_all_suits(safe_ranks(rules, room)) & suit_cards(suit_of(packet))


@compiled
def high_card(rules: Any, cards: Any) -> Any:
    """The card of the highest rank, the lowest suit of several; an ace is high where it is worth 14."""
    ranks = ranks_of(cards)
    if rules.ace_value > 1 and holds(ranks, 0):
        return lowest(cards & in_all_suits(ACE))
    return lowest(cards & in_all_suits(only(highest_rank(ranks))))


@compiled
def low_card(rules: Any, cards: Any) -> Any:
    """The card of the lowest rank, the lowest suit of several; an ace is low where it is worth 1."""
    ranks = ranks_of(cards)
    if rules.ace_value > 1 and ranks != ACE:
        ranks = ranks & ~ACE
    return lowest(cards & in_all_suits(only(lowest_rank(ranks))))


# The player that search plays on with


@compiled
def sketch(state: Any, rules: Any, legal: Any) -> Any:
    """The card that leaves the next player least room: the highest number that forces nothing, then a face card.

    Where every card forces, the highest number. Where the highest total wins, whatever forces comes first. It reads
    the actor's own packet and tableau, not what others have chosen.
    """
    safe = safe_cards(state, rules, legal)
    wanted = legal & ~safe if rules.winner == Winner.HIGHEST else safe
    left = legal if wanted == EMPTY else wanted
    numbers = left & in_all_suits(up_to(NUMBERS))
    return high_card(rules, left if numbers == EMPTY else numbers)
