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
from typing import Final, TypeAlias

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, count, holds, lowest, only, remove, up_to, without_lowest
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
from workbench.games.trickster.play import goes_right
from workbench.games.trickster.rules import ACE_HIGH, HIGHEST_LIMIT, NUMBERS, Winner
from workbench.games.trickster.scoring import card_points, points_of, points_with
from workbench.games.trickster.table import GROUP, NO_SUIT, groups, packet_of, place_of, suit_of, value_of

WIN_PER_POINT: Final = 0.015
"""The worth of a point of these estimates in search, in wins. By trial; 0.04 and more trusts them too far."""
STAYS: Final = 0.4
"""How likely a packet of a known suit still has that suit when it comes around."""
ADDED: Final = 2
"""The number that a careful player adds to the sum of a packet."""
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
CARELESS_SHARE: Array = CARELESS / (CARELESS + np.arange(RANKS + 1))
"""How likely a player who wants to lay has to collect, by the number of safe cards."""
WILLING_SHARE: Array = np.arange(RANKS + 1) / (CARELESS + np.arange(RANKS + 1))
"""How likely a player who wants to collect can, by the number of cards that are not safe."""
SAFETY: Array = np.maximum(0.0, 1.0 - np.arange(ACE_HIGH + 1) / (np.arange(HIGHEST_LIMIT + 1)[:, np.newaxis] + 1.0))
"""`SAFETY[limit, value]`: how likely a card does not exceed the sum of a packet whose room is anything to the limit."""


def _safe_ranks() -> Array:
    """The ranks that add at most a number to a sum, from -1 on: unless or if faces count, with aces of 1 or of 14."""
    masks = np.zeros((2, 2, HIGHEST_LIMIT + 2), np.uint64)
    for faces, high, room in np.ndindex(2, 2, HIGHEST_LIMIT + 1):
        ranks = up_to(min(room, RANKS)) & ~ACE
        ranks = ranks | (ACE if (ACE_HIGH if high else 1) <= room else EMPTY)
        masks[faces, high, room + 1] = ranks | (EMPTY if faces else FACES)
    return masks


SAFE_RANKS: Array = _safe_ranks()


Weighed: TypeAlias = tuple[Float, Float, Float]
"""The result of `weigh_players`."""


class StyleId(IntEnum):
    """The scripted styles."""

    DUCKER = 0
    DUMPER = 1
    MOONER = 2


# What packets will come


@compiled
def expect_packets(state: State, rules: Rules) -> None:
    """Estimate how many packets will come, and of which suits, as far as they are known; and what others may lay."""
    player = np.int64(state.actor)
    state.typical_cards, state.typical_points = typical_cards(rules), typical_points(rules)
    side = -1.0 if rules.winner == Winner.HIGHEST else 1.0
    state.others_weight = side * np.divide(OTHERS, (rules.players - 1) * (rules.players - 1))
    state.actors_weight = side + state.others_weight
    for group in range(groups(rules)):
        for other in range(GROUP * group, GROUP * group + GROUP):
            state.sits[other] = 1.0 if other < rules.players else 0.0
            state.shoots[other] = state.sits[other] if rules.shoot_the_moon else 0.0
    state.to_come = count(state.tableau[player]) - 1
    for suit in range(SUITS):
        state.seen_to_come[suit] = 0.0
    state.suit = NO_SUIT
    state.all_seen_to_come, place = 0.0, place_of(state, rules, player)
    for _ in range(min(state.to_come, rules.players - 1)):
        place = next_place(state, rules, place)
        if state.packet[place] != EMPTY:
            state.seen_to_come[suit_of(state.packet[place])] += STAYS
            state.all_seen_to_come += STAYS
    state.others, state.out = EMPTY, EMPTY
    for other in range(rules.players):
        state.out = state.out | state.tableau[other] | state.packet[other]
        if other != player:
            state.others = state.others | state.tableau[other]
    for passes in range(rules.players):
        player = next_player(state, rules, player)
        state.holder[passes] = player


@compiled
def packets_of(state: State, suit: Suit) -> Float:
    """Expected number of packets of a suit that will come, from the others' tableaus and packets on their way."""
    unknown = state.to_come - state.all_seen_to_come
    share = unknown * count(state.others & suit_cards(suit)) / max(1, count(state.others))
    return state.seen_to_come[suit] + share


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
    return SAFE_RANKS[np.uint64(rules.faces_count), np.uint64(rules.ace_value > 1), np.uint64(max(room, -1) + 1)]


@compiled
def safety(rules: Rules, card: Card) -> Float:
    """How likely a card does not exceed the sum of a packet of its suit, whose room is anything up to the limit."""
    return SAFETY[rules.sum_limit, value_of(rules, card)]


@compiled
def usefulness(state: State, rules: Rules, card: Card) -> Float:
    """How likely a card, on a packet of its suit, does what its player wants: lay without collecting, or collect."""
    chance = safety(rules, card)
    return chance if state.price > 0.0 else 1.0 - chance


@compiled
def answers_of(state: State, rules: Rules, cards: CardSet) -> Float:
    """Expected number of packets of their suit that the cards can answer as their player wants."""
    total = 0.0
    while cards != EMPTY:
        total += usefulness(state, rules, lowest(cards))
        cards = without_lowest(cards)
    return total


@compiled
def collected_in(state: State, packets: Float, cards_left: Int, answers: Float) -> Float:
    """Expected packets of the suit that the actor collects with `cards_left` cards of it, which can answer `answers`.

    `packets` of the suit will come.
    """
    surplus = packets - answers
    short = 0.5 * (surplus + sqrt(surplus * surplus + SHORTFALL * packets))
    if state.price > 0.0:
        return short
    return packets if cards_left == 0 else packets - short


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
    """Estimate cards and points of a suit in each collection, and the actor's net loss by them, unless that is done."""
    if suit == state.suit:
        return
    state.suit, cards_of_suit = suit, suit_cards(suit)
    unseen, worths = state.unseen & cards_of_suit, card_points(rules)
    part, cards, points = 1.0 / max(1, count(state.unseen)), count(unseen), points_with(worths, unseen)
    state.still_out = count(state.out & cards_of_suit)
    for group in range(groups(rules)):
        for player in range(GROUP * group, GROUP * group + GROUP):
            open_cards, unknown = state.collection[player] & cards_of_suit, part * state.hidden_collected[player]
            state.cards[player] = count(open_cards) + unknown * cards
            state.worth[player] = points_with(worths, open_cards) + unknown * points
    state.loss, _ = loss_by_actor(state, weigh_players(state, rules, 0.0))


@compiled
def price_of(state: State, rules: Rules) -> Float:
    """The cost to the actor, in points, of collecting the next packet of the suit instead of a rival doing so."""
    cards = min(state.typical_cards, state.still_out)
    weigh_takers(state, rules, cards)
    points, all_losses = cards * state.typical_points, 0.0
    for player in range(rules.players):
        all_losses += loss_with(state, player, points)
    actors_loss = loss_with(state, state.actor, points)
    return actors_loss - (all_losses - actors_loss) / (rules.players - 1)


@compiled
def weigh_takers(state: State, rules: Rules, cards: Float) -> None:
    """Note the actor's net loss in the suit for each player who may collect so many cards of it: see `loss_with`."""
    weighed, actor = weigh_players(state, rules, cards), np.uint64(state.actor)
    points, points_left, weights = state.points[actor], state.left[actor], (state.actors_weight, state.others_weight)
    for group in range(groups(rules)):
        for taker in range(GROUP * group, GROUP * group + GROUP):
            loss, counting = loss_by(state, weighed, weights, taker, points, points_left)
            state.pointless[taker], state.by_point[taker] = loss, -counting * weights[1]
    state.pointless[actor], state.by_point[actor] = loss_by_actor(state, weighed)


@compiled
def loss_with(state: State, taker: Player, points: Float) -> Float:
    """The actor's net loss in the suit, in points, after `taker` has collected the cards weighed, with their points."""
    return state.pointless[np.uint64(taker)] + state.by_point[np.uint64(taker)] * points


@compiled
def weigh_players(state: State, rules: Rules, cards: Float) -> Weighed:
    """Note what each player can expect in the suit where somebody collects so many cards of it, all players together.

    `left` and `taken` are proportional to the chance that a player shoots the moon in the suit, without these cards and
    with them; with that chance a player's points are ignored. The sums of `left`, `points` and `ignored` are returned.
    """
    out = max(0.0, state.still_out - cards)
    to_share, spread = FUTURE * out * state.typical_points / rules.players, MOON_SPREAD * sqrt(out) + 0.01
    contenders, all_points, all_ignored = 0.0 if rules.shoot_the_moon else 1.0, 0.0, 0.0
    for group in range(groups(rules)):
        for player in range(GROUP * group, GROUP * group + GROUP):
            has, shoots = state.cards[player] + spread, state.shoots[player]
            left, points = shoots * eighth_power(has), state.sits[player] * (state.worth[player] + to_share)
            state.left[player], state.taken[player] = left, shoots * eighth_power(has + cards)
            state.points[player] = points
            contenders += left
            all_points += points
            all_ignored += points * left
    return contenders, all_points, all_ignored


@compiled
def loss_by_actor(state: State, weighed: Weighed) -> tuple[Float, Float]:
    """The actor's net loss by collecting the cards weighed: without their points, and by each of the points."""
    actor, weights = np.uint64(state.actor), (state.actors_weight, state.others_weight)
    loss, counting = loss_by(state, weighed, weights, actor, state.points[actor], state.taken[actor])
    return loss, counting * (weights[0] - weights[1])


@compiled
def loss_by(
    state: State, weighed: Weighed, weights: tuple[Float, Float], taker: Player, points: Float, points_ignored: Float
) -> tuple[Float, Float]:
    """The actor's net loss if `taker` collects the cards weighed, without their points; and what part of these counts.

    The actor has `points`, and ignores them with a chance proportional to `points_ignored`: what is `left`, or `taken`.
    """
    contenders, all_points, all_ignored = weighed
    taken, more = state.taken[taker], state.taken[taker] - state.left[taker]
    part = np.divide(1.0, contenders + more)
    everybody = all_points - part * (all_ignored + state.points[taker] * more)
    mine = points - points * (part * points_ignored)
    return weights[0] * mine - weights[1] * everybody, 1.0 - part * taken


@compiled
def eighth_power(base: Float) -> Float:
    """The eighth power of a number."""
    square = base * base
    fourth = square * square
    return fourth * fourth


# What a choice is worth


@compiled
def appraise(state: State, rules: Rules, legal: ActionSet, worths: Array) -> None:
    """Write what choosing each legal card is worth, in wins: the net points that it saves the actor."""
    expect_packets(state, rules)
    place = place_of(state, rules, state.actor)
    collecting = legal & ~safe_cards(state, rules, legal)
    loss = loss_now(state, rules, state.packet[place]) if collecting != EMPTY else 0.0
    while legal != EMPTY:
        suit = lowest(legal) // RANKS
        here = legal & suit_cards(suit)
        legal = legal & ~here
        estimate_suit(state, rules, suit)
        if here & collecting != EMPTY:
            appraise_cards(state, rules, here & collecting, EMPTY, rules.sum_limit, loss, worths)
        if here & ~collecting != EMPTY:
            room = rules.sum_limit - state.packet_sum[place]
            appraise_cards(state, rules, here & ~collecting, state.packet[place], room, 0.0, worths)


@compiled
def estimate_suit(state: State, rules: Rules, suit: Suit) -> None:
    """Estimate what all cards of a suit share."""
    estimate_collections(state, rules, suit)
    state.price = price_of(state, rules)
    held = state.tableau[state.actor] & suit_cards(suit)
    state.packets_to_come = packets_of(state, suit)
    state.answers = answers_of(state, rules, held)
    state.missed = collected_in(state, state.packets_to_come, count(held), state.answers)
    for passes in range(rules.players):
        state.following[passes] = of_suit(state.tableau[state.holder[passes]], suit)


@compiled
def loss_now(state: State, rules: Rules, packet: CardSet) -> Float:
    """The actor's further net loss by collecting a packet."""
    estimate_collections(state, rules, suit_of(packet))
    pointless, by_point = loss_by_actor(state, weigh_players(state, rules, float(count(packet))))
    return pointless + by_point * points_of(rules, packet) - state.loss


@compiled
def appraise_cards(
    state: State, rules: Rules, cards: CardSet, packet: CardSet, room: Int, loss: Float, worths: Array
) -> None:
    """Appraise cards of one suit that are laid on `packet`, which has this much room; a collected one was a `loss`."""
    held = count(state.tableau[state.actor] & suit_cards(lowest(cards) // RANKS))
    passes = count(state.tableau[state.actor]) - (0 if rules.final_pass else 1)
    weigh_takers(state, rules, float(1 + count(packet)))
    while cards != EMPTY:
        card = lowest(cards)
        cards = without_lowest(cards)
        left = state.answers - usefulness(state, rules, card)
        missed = state.price * (collected_in(state, state.packets_to_come, held - 1, left) - state.missed)
        points = float(points_of(rules, add(packet, card)))
        passed = passed_on(state, rules, card, points, passes, room - value_of(rules, card))
        worths[card] = -WIN_PER_POINT * (loss + missed + passed)


@compiled
def passed_on(state: State, rules: Rules, card: Card, points: Float, passes: Int, room: Int) -> Float:
    """The loss by the packet with `card` laid on it, which then has these points and this much room.

    Whoever collects it in the end: where nothing is passed on any more, the actor.
    """
    if passes == 0:
        return loss_with(state, state.actor, points) - state.loss
    still_going, lost = 1.0, 0.0
    for number in range(min(passes, rules.players)):
        following = state.following[number]
        if number + 1 == rules.players:
            following = remove(following, card % RANKS)
        taken = taking_chance(rules, following, room)
        if number + 1 == passes:
            taken = 1.0
        lost += still_going * taken * (loss_with(state, state.holder[number], points) - state.loss)
        still_going *= 1.0 - taken
        room -= ADDED
    return lost


@compiled
def taking_chance(rules: Rules, ranks: BitSet, room: Int) -> Float:
    """How likely a player with these ranks of a packet's suit collects it, where it has so much room left."""
    safe = count(ranks & safe_ranks(rules, room))
    if rules.winner == Winner.LOWEST:
        return CARELESS_SHARE[safe]
    if ranks == EMPTY or not rules.must_follow:
        return 1.0
    return WILLING_SHARE[count(ranks) - safe]


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
    preferred = legal & ~safe if rules.winner == Winner.HIGHEST else safe
    left = legal if preferred == EMPTY else preferred
    numbers = left & in_all_suits(up_to(NUMBERS))
    return high_card(rules, left if numbers == EMPTY else numbers)
