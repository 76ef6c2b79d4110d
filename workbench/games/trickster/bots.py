"""Trickster: the evaluation that `greedy` climbs, the scripted styles, the playout player, and the worlds of search.

All but `playout` read a concealed state. A choice is worth what it makes its player collect
now, what the packet that it leaves will cost whoever has to collect it (the tableaus lie open), and what the tableau
can still answer afterwards. The estimates use no more than rational functions and square roots, so that compiled and
plain code agree to the last bit. If the highest total wins, the same numbers count the other way around.

Collecting is not always bad: who collects most of a suit scores nothing in it, which decides games of two. So
shooting the moon is part of every estimate (`contention`), and bots seek a suit whose next packet is worth having. The
constants were found by random search over 300 settings, against random and against greedy, with 2 to 6 players.
"""

from math import comb, sqrt
from typing import Final, TypeAlias

import numpy as np

from workbench import kit
from workbench.engine.bit_sets import nth
from workbench.engine.chance import player_below
from workbench.engine.playing_cards import (
    DECK,
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
from workbench.engine.types import Array, BitSet, Card, CardSet, Float, Player, PlayerSet, Rules, State, States, Suit
from workbench.games.trickster.game import (
    ACE_HIGH,
    HIGHEST_LIMIT,
    MOST_PLAYERS,
    NUMBERS,
    Winner,
    card_points,
    goes_right,
    points_of,
    points_with,
    suit_of,
    sum_of,
    value_of,
)

NO_SUIT: Final = -1
ALL: Final = kit.up_to(MOST_PLAYERS)
MOST_TRIES: Final = 200
MIXING: Final = 60
"""How often a few packets of a world that was searched for are drawn anew, to even it out."""
UNDRAWN: Final = 20
"""By how much a packet without its unknown cards counts as being above the sum."""
REJECTED: Final = -1
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
LANES: Final = 4
"""Players whose estimates the processor works out at a time, places where nobody sits included: see `weigh_players`."""
ACE: Final = kit.only(0)
FACES: Final = SUIT_MASK & ~kit.up_to(NUMBERS)
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
        ranks = kit.up_to(min(room, RANKS)) & ~ACE
        ranks = ranks | (ACE if (ACE_HIGH if high else 1) <= room else kit.EMPTY)
        masks[faces, high, room + 1] = ranks | (kit.EMPTY if faces else FACES)
    return masks


SAFE_RANKS: Array = _safe_ranks()


SUBSETS: Array = np.array([[comb(cards, size) for size in range(RANKS + 1)] for cards in range(RANKS + 1)])
"""`SUBSETS[n, k]`: in how many ways k cards can be taken from n of a suit."""


Weighed: TypeAlias = tuple[Float, Float, Float]
"""The result of `weigh_players`."""


# What packets will come


def expect_packets(state: State, rules: Rules) -> None:
    """Estimate how many packets will come, and of which suits, as far as they are known; and what others may lay."""
    player = np.int64(state.actor)
    state.typical_cards, state.typical_points = typical_cards(rules), typical_points(rules)
    side = -1.0 if rules.winner == Winner.HIGHEST else 1.0
    state.others_weight = side * np.divide(OTHERS, (rules.players - 1) * (rules.players - 1))
    state.actors_weight = side + state.others_weight
    state.to_come = kit.count(state.tableau[player]) - 1
    for suit in range(SUITS):
        state.seen_to_come[suit] = 0.0
    state.suit = NO_SUIT
    state.all_seen_to_come, giver = 0.0, player
    for _ in range(min(state.to_come, rules.players - 1)):
        step = 1 if goes_right(state, rules) else rules.players - 1
        giver = (giver + step) % rules.players
        if state.packet[giver] != kit.EMPTY:
            state.seen_to_come[suit_of(state.packet[giver])] += STAYS
            state.all_seen_to_come += STAYS
    state.others, state.out = kit.EMPTY, kit.EMPTY
    for other in range(MOST_PLAYERS):
        state.sits[other] = 1.0 if other < rules.players else 0.0
        state.shoots[other] = state.sits[other] if rules.shoot_the_moon else 0.0
    for other in range(rules.players):
        state.out = state.out | state.tableau[other] | state.packet[other]
        if other != player:
            state.others = state.others | state.tableau[other]
    for passes in range(rules.players):
        player = next_player(state, rules, player)
        state.holder[passes] = player


def groups(rules: Rules) -> kit.Int:
    """How many groups of `LANES` players there are."""
    return 1 if rules.players <= LANES else MOST_PLAYERS // LANES


def next_player(state: State, rules: Rules, player: Player) -> Player:
    """The player to whom `player` passes."""
    if goes_right(state, rules):
        return rules.players - 1 if player == 0 else player - 1
    return 0 if player + 1 == rules.players else player + 1


def safe_ranks(rules: Rules, room: kit.Int) -> BitSet:
    """The ranks that add at most `room` to a sum."""
    return SAFE_RANKS[np.uint64(rules.faces_count), np.uint64(rules.ace_value > 1), np.uint64(max(room, -1) + 1)]


def usefulness(state: State, rules: Rules, card: Card) -> Float:
    """How likely a card, on a packet of its suit, does what its player wants: lay without collecting, or collect."""
    chance = SAFETY[rules.sum_limit, value_of(rules, card)]  # that it does not exceed the sum of any packet of its suit
    return chance if state.price > 0.0 else 1.0 - chance


def collected_in(state: State, packets: Float, cards_left: kit.Int, answers: Float) -> Float:
    """Expected packets of the suit that the actor collects with `cards_left` cards of it, which can answer `answers`.

    `packets` of the suit will come.
    """
    surplus = packets - answers
    short = 0.5 * (surplus + sqrt(surplus * surplus + SHORTFALL * packets))
    if state.price > 0.0:
        return short
    return packets if cards_left == 0 else packets - short


def typical_cards(rules: Rules) -> Float:
    """About how many cards a packet has when it is collected."""
    return 1.0 + 3.0 * rules.sum_limit / (rules.sum_limit + 13.0)


def typical_points(rules: Rules) -> Float:
    """The mean points of a card."""
    suit = NUMBERS * rules.basic_points + rules.jack_points + rules.queen_points + rules.king_points
    return suit / float(RANKS)


# What a collection is worth


def estimate_collections(state: State, rules: Rules, suit: Suit) -> None:
    """Estimate cards and points of a suit in each collection, and the actor's net loss by them, unless that is done."""
    if suit == state.suit:
        return
    state.suit, cards_of_suit = suit, suit_cards(suit)
    unseen, worths = state.unseen & cards_of_suit, card_points(rules)
    part, cards, points = 1.0 / max(1, kit.count(state.unseen)), kit.count(unseen), points_with(worths, unseen)
    state.still_out = kit.count(state.out & cards_of_suit)
    for group in range(groups(rules)):
        for player in range(LANES * group, LANES * group + LANES):
            open_cards, unknown = state.collection[player] & cards_of_suit, part * state.unseen_collection[player]
            state.cards[player] = kit.count(open_cards) + unknown * cards
            state.worth[player] = points_with(worths, open_cards) + unknown * points
    state.loss, _ = loss_by_actor(state, weigh_players(state, rules, 0.0))


def price_of(state: State, rules: Rules) -> Float:
    """The cost to the actor, in points, of collecting the next packet of the suit instead of a rival doing so."""
    cards = min(state.typical_cards, state.still_out)
    weigh_takers(state, rules, cards)
    points, all_losses = cards * state.typical_points, 0.0
    for player in range(rules.players):
        all_losses += loss_with(state, player, points)
    actors_loss = loss_with(state, state.actor, points)
    return actors_loss - (all_losses - actors_loss) / (rules.players - 1)


def weigh_takers(state: State, rules: Rules, cards: Float) -> None:
    """Note the actor's net loss in the suit for each player who may collect so many cards of it: see `loss_with`."""
    weighed, actor = weigh_players(state, rules, cards), np.uint64(state.actor)
    points, points_left, weights = state.points[actor], state.left[actor], (state.actors_weight, state.others_weight)
    for group in range(groups(rules)):
        for taker in range(LANES * group, LANES * group + LANES):
            loss, counting = loss_by(state, weighed, weights, taker, points, points_left)
            state.pointless[taker], state.by_point[taker] = loss, -counting * weights[1]
    state.pointless[actor], state.by_point[actor] = loss_by_actor(state, weighed)


def loss_with(state: State, taker: Player, points: Float) -> Float:
    """The actor's net loss in the suit, in points, after `taker` has collected the cards weighed, with their points."""
    return state.pointless[np.uint64(taker)] + state.by_point[np.uint64(taker)] * points


def weigh_players(state: State, rules: Rules, cards: Float) -> Weighed:
    """Note what each player can expect in the suit where somebody collects so many cards of it, all players together.

    `left` and `taken` are proportional to the chance that a player shoots the moon in the suit, without these cards and
    with them; with that chance a player's points are ignored. The sums of `left`, `points` and `ignored` are returned.
    """
    out = max(0.0, state.still_out - cards)
    to_share, spread = FUTURE * out * state.typical_points / rules.players, MOON_SPREAD * sqrt(out) + 0.01
    contenders, all_points, all_ignored = 0.0 if rules.shoot_the_moon else 1.0, 0.0, 0.0
    for group in range(groups(rules)):
        for player in range(LANES * group, LANES * group + LANES):
            has, shoots = state.cards[player] + spread, state.shoots[player]
            left, points = shoots * eighth_power(has), state.sits[player] * (state.worth[player] + to_share)
            state.left[player], state.taken[player] = left, shoots * eighth_power(has + cards)
            state.points[player] = points
            contenders += left
            all_points += points
            all_ignored += points * left
    return contenders, all_points, all_ignored


def loss_by_actor(state: State, weighed: Weighed) -> tuple[Float, Float]:
    """The actor's net loss by collecting the cards weighed: without their points, and by each of the points."""
    actor, weights = np.uint64(state.actor), (state.actors_weight, state.others_weight)
    loss, counting = loss_by(state, weighed, weights, actor, state.points[actor], state.taken[actor])
    return loss, counting * (weights[0] - weights[1])


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


def eighth_power(base: Float) -> Float:
    """The eighth power of a number."""
    square = base * base
    fourth = square * square
    return fourth * fourth


# What a choice is worth


def appraise(state: State, rules: Rules, legal: kit.ActionSet, worths: Array) -> None:
    """Write what choosing each legal card is worth, in wins: the net points that it saves the actor."""
    expect_packets(state, rules)
    packet = state.packet[state.actor]
    collecting = legal & ~safe_cards(state, rules, legal)
    loss = 0.0
    if collecting != kit.EMPTY:
        estimate_collections(state, rules, suit_of(packet))
        pointless, by_point = loss_by_actor(state, weigh_players(state, rules, float(kit.count(packet))))
        loss = pointless + by_point * points_of(rules, packet) - state.loss
    while legal != kit.EMPTY:
        suit = kit.lowest(legal) // RANKS
        here = legal & suit_cards(suit)
        legal = legal & ~here
        estimate_collections(state, rules, suit)
        state.price = price_of(state, rules)
        held = state.tableau[state.actor] & suit_cards(suit)
        unknown = state.to_come - state.all_seen_to_come
        share = unknown * kit.count(state.others & suit_cards(suit)) / max(1, kit.count(state.others))
        state.packets_to_come, state.answers = state.seen_to_come[suit] + share, 0.0
        for card in kit.each(held):
            state.answers += usefulness(state, rules, card)
        state.missed = collected_in(state, state.packets_to_come, kit.count(held), state.answers)
        for passes in range(rules.players):
            state.following[passes] = of_suit(state.tableau[state.holder[passes]], suit)
        if here & collecting != kit.EMPTY:
            appraise_cards(state, rules, here & collecting, kit.EMPTY, rules.sum_limit, loss, worths)
        if here & ~collecting != kit.EMPTY:
            room = rules.sum_limit - state.packet_sum[state.actor]
            appraise_cards(state, rules, here & ~collecting, packet, room, 0.0, worths)


def appraise_cards(
    state: State, rules: Rules, cards: CardSet, packet: CardSet, room: kit.Int, loss: Float, worths: Array
) -> None:
    """Appraise cards of one suit that are laid on `packet`, which has this much room; a collected one was a `loss`."""
    held = kit.count(state.tableau[state.actor] & suit_cards(kit.lowest(cards) // RANKS))
    passes = kit.count(state.tableau[state.actor]) - (0 if rules.final_pass else 1)
    weigh_takers(state, rules, float(1 + kit.count(packet)))
    for card in kit.each(cards):
        left = state.answers - usefulness(state, rules, card)
        missed = state.price * (collected_in(state, state.packets_to_come, held - 1, left) - state.missed)
        points = float(points_of(rules, kit.add(packet, card)))
        passed = passed_on(state, rules, card, points, passes, room - value_of(rules, card))
        worths[card] = -WIN_PER_POINT * (loss + missed + passed)


def passed_on(state: State, rules: Rules, card: Card, points: Float, passes: kit.Int, room: kit.Int) -> Float:
    """The loss by the packet with `card` laid on it, which then has these points and this much room.

    Whoever collects it in the end: where nothing is passed on any more, the actor.
    """
    if passes == 0:
        return loss_with(state, state.actor, points) - state.loss
    still_going, lost = 1.0, 0.0
    for number in range(min(passes, rules.players)):
        following = state.following[number]
        if number + 1 == rules.players:
            following = kit.remove(following, card % RANKS)
        taken = taking_chance(rules, following, room)
        if number + 1 == passes:
            taken = 1.0
        lost += still_going * taken * (loss_with(state, state.holder[number], points) - state.loss)
        still_going *= 1.0 - taken
        room -= ADDED
    return lost


def taking_chance(rules: Rules, ranks: BitSet, room: kit.Int) -> Float:
    """How likely a player with these ranks of a packet's suit collects it, where it has so much room left."""
    safe = kit.count(ranks & safe_ranks(rules, room))
    if rules.winner == Winner.LOWEST:
        return CARELESS_SHARE[safe]
    if ranks == kit.EMPTY or not rules.must_follow:
        return 1.0
    return WILLING_SHARE[kit.count(ranks) - safe]


# Styles


@kit.style("Chooses the lowest legal card.")
def ducker(state: State, rules: Rules, legal: kit.ActionSet) -> kit.Action:
    return low_card(rules, legal)


@kit.style("Chooses the highest card that does not make it collect.")
def dumper(state: State, rules: Rules, legal: kit.ActionSet) -> kit.Action:
    """The highest card that does not force the actor to collect; if every card does, the highest."""
    safe = safe_cards(state, rules, legal)
    return high_card(rules, legal if safe == kit.EMPTY else safe)


@kit.style("Collects one suit, to shoot the moon, and avoids all others.")
def mooner(state: State, rules: Rules, legal: kit.ActionSet) -> kit.Action:
    """The card to shoot the moon with: collect packets of one suit, bring that suit into play, avoid all others."""
    suit = moon_suit(state)
    packet = state.packet[state.actor]
    if packet != kit.EMPTY and suit_of(packet) == suit:
        taking = legal & ~safe_cards(state, rules, legal)
        return high_card(rules, legal if taking == kit.EMPTY else taking)
    safe = safe_cards(state, rules, legal)
    left = legal if safe == kit.EMPTY else safe
    bait = left & suit_cards(suit)
    return low_card(rules, left if bait == kit.EMPTY else bait)


def moon_suit(state: State) -> Suit:
    """The suit of which the actor has collected most; of equal ones that with the fewest cards in the tableau."""
    best, chosen = -RANKS - 1, 0
    for suit in range(SUITS):
        cards = suit_cards(suit)
        merit = (RANKS + 1) * kit.count(state.collection[state.actor] & cards) - kit.count(
            state.tableau[state.actor] & cards
        )
        if merit > best:
            best, chosen = merit, suit
    return chosen


def safe_cards(state: State, rules: Rules, legal: kit.ActionSet) -> kit.ActionSet:
    """The legal cards that do not force the actor to collect."""
    packet = state.packet[state.actor]
    if packet == kit.EMPTY:
        return legal
    room = rules.sum_limit - state.packet_sum[state.actor]
    return legal & in_all_suits(safe_ranks(rules, room)) & suit_cards(suit_of(packet))


def high_card(rules: Rules, cards: CardSet) -> Card:
    """The card of the highest rank, the lowest suit of several; an ace is high where it is worth 14."""
    ranks = ranks_of(cards)
    if rules.ace_value > 1 and kit.holds(ranks, 0):
        return kit.lowest(cards & in_all_suits(ACE))
    return kit.lowest(cards & in_all_suits(kit.only(highest_rank(ranks))))


def low_card(rules: Rules, cards: CardSet) -> Card:
    """The card of the lowest rank, the lowest suit of several; an ace is low where it is worth 1."""
    ranks = ranks_of(cards)
    if rules.ace_value > 1 and ranks != ACE:
        ranks = ranks & ~ACE
    return kit.lowest(cards & in_all_suits(kit.only(lowest_rank(ranks))))


# The playout player of search


def playout(state: State, rules: Rules, legal: kit.ActionSet) -> kit.Action:
    """The card that leaves the next player least room: the highest safe number, then a safe face card.

    If no card is safe, the highest number. If the highest total wins, cards that make the actor collect come first. It
    reads the actor's own packet and tableau, not what others have chosen.
    """
    safe = safe_cards(state, rules, legal)
    preferred = legal & ~safe if rules.winner == Winner.HIGHEST else safe
    left = legal if preferred == kit.EMPTY else preferred
    numbers = left & in_all_suits(kit.up_to(NUMBERS))
    return high_card(rules, left if numbers == kit.EMPTY else numbers)


# What a player knows, and worlds that agree with it
#
# A player remembers every tableau, the packets that went through the own hands and where they are now, and how many
# cards each packet and collection has; not what others have laid on a packet since, nor the packets that never came.
# All worlds are equally likely in which every packet has one suit and, from two cards on, a sum that forces nobody.
# Approximations: a collection is remembered by its size and the cards known in it, so that what is unknown in it may be
# of any suit; nothing is concluded from how others choose; and where `MOST_TRIES` draws bring no world, one is searched
# for (`search_packets`), nearly evenly.


def conceal(state: State, rules: Rules, player: Player) -> None:
    """Note which cards lie where the player does not know, and leave of each packet the sum of what is seen."""
    state.unseen = unseen_cards(state, rules)
    for other in range(rules.players):
        state.packet_sum[other] = sum_of(rules, state.packet[other])


def unseen_cards(state: State, rules: Rules) -> CardSet:
    """The cards in play that lie nowhere in a concealed state."""
    unseen = state.pack
    for other in range(rules.players):
        unseen = unseen & ~(state.tableau[other] | state.packet[other] | state.collection[other])
    return unseen


def glimpse(states: States, rules: Rules) -> None:
    """The part of what the actor knows that bots read, field by field."""
    world, view = states[0], states[1]
    player = world.actor
    seen, unseen = world.looked[player] | world.packet[player], kit.EMPTY
    for other in range(rules.players):
        packet, collection = world.packet[other], world.collection[other]
        unseen = unseen | ((packet | collection) & ~seen)
        view.tableau[other], view.packet[other] = world.tableau[other], packet & seen
        view.collection[other], view.unseen_collection[other] = collection & seen, kit.count(collection & ~seen)
    view.unseen, view.packet_sum[player] = unseen, world.packet_sum[player]
    view.actor, view.stage = player, world.stage


def worlds(state: State, rules: Rules, player: Player, chance: kit.Chance) -> None:
    """Draw a world, by the player's own chance: first packets of two unknown cards or more, then what is left."""
    state.unseen, tries = unseen_cards(state, rules), 0
    while tries < MOST_TRIES and not (draw_packets(state, rules, player, chance, ALL) and above(state, rules) == 0):
        tries += 1
    if tries == MOST_TRIES:
        search_packets(state, rules, player, chance)
    for other in range(rules.players):
        if state.drawn[other] != kit.EMPTY:
            take_into_packet(state, rules, other, state.drawn[other])
            state.drawn[other] = kit.EMPTY
    for other in range(rules.players):
        if state.unseen_packet[other] > 0:
            cards = draw_some(state.unseen, state.unseen_packet[other], player, chance)
            take_into_packet(state, rules, other, cards)
    for other in range(rules.players):
        cards = draw_some(state.unseen, state.unseen_collection[other], player, chance)
        state.collection[other] = state.collection[other] | cards
        state.unseen = state.unseen & ~cards
        state.unseen_collection[other] = 0
    for other in range(rules.players):
        if other != player:
            state.looked[other] = state.collection[other] | state.packet[other]
    state.removed, state.unseen_removed = DECK & ~state.pack, 0


def draw_packets(state: State, rules: Rules, player: Player, chance: kit.Chance, among: PlayerSet) -> kit.Bool:
    """Draw the unknown cards of these players' packets of two or more anew; whether there is a suit for all of them.

    Where a card of the packet is known, its suit is. Such packets draw first, one after the other, which makes every
    way to fill them equally likely; then the others (`draw_suit`).
    """
    rest = state.unseen
    for other in range(rules.players):
        if kit.holds(among, other):
            state.drawn[other] = kit.EMPTY
        rest = rest & ~state.drawn[other]
    for other in range(rules.players):
        if kit.holds(among, other) and state.unseen_packet[other] > 0 and state.packet[other] != kit.EMPTY:
            of_its_suit = rest & suit_cards(suit_of(state.packet[other]))
            if kit.count(of_its_suit) < state.unseen_packet[other]:
                return False
            state.drawn[other] = draw_some(of_its_suit, state.unseen_packet[other], player, chance)
            rest = rest & ~state.drawn[other]
    before = rest
    for other in range(rules.players):
        if kit.holds(among, other) and state.unseen_packet[other] > 1 and state.packet[other] == kit.EMPTY:
            suit = draw_suit(before, rest, state.unseen_packet[other], player, chance)
            if suit == REJECTED:
                return False
            state.drawn[other] = draw_some(rest & suit_cards(suit), state.unseen_packet[other], player, chance)
            rest = rest & ~state.drawn[other]
    return True


def above(state: State, rules: Rules) -> kit.Int:
    """By how much the packets of two or more are above a sum that forces nobody; each undrawn one by `UNDRAWN`."""
    total = 0
    for other in range(rules.players):
        drawn = state.drawn[other]
        if drawn != kit.EMPTY:
            total += max(0, state.packet_sum[other] + sum_of(rules, drawn) - rules.sum_limit)
        elif state.unseen_packet[other] > (1 if state.packet[other] == kit.EMPTY else 0):
            total += UNDRAWN
    return total


def search_packets(state: State, rules: Rules, player: Player, chance: kit.Chance) -> None:
    """Draw a few packets anew, again and again, unless that leads away from the rules; then as often to even it out.

    As a few may be all, there is a way to every world; and once the rules hold, one is as likely in the end as another.
    """
    for other in range(rules.players):
        state.settled[other] = kit.EMPTY
    least, mixed = UNDRAWN * MOST_PLAYERS, 0
    while mixed < MIXING:
        some = kit.EMPTY
        for other in range(rules.players):
            state.drawn[other] = state.settled[other]
            if player_below(chance, player, rules.players) < 2:
                some = kit.add(some, other)
        if draw_packets(state, rules, player, chance, some) and above(state, rules) <= least:
            least = above(state, rules)
            for other in range(rules.players):
                state.settled[other] = state.drawn[other]
        if least == 0:
            mixed += 1
    for other in range(rules.players):
        state.drawn[other] = state.settled[other]


def draw_suit(before: CardSet, rest: CardSet, size: kit.Int, player: Player, chance: kit.Chance) -> kit.Int:
    """A suit of which `size` cards are left, as likely as there are ways to draw them; else REJECTED.

    Drawing from what earlier packets left would favour the worlds in which they left little. So a draw is rejected as
    often as the cards taken `before` would have offered a way that is gone.
    """
    place = player_below(chance, player, max(1, ways(before, size)))
    for suit in range(SUITS):
        here = SUBSETS[kit.count(rest & suit_cards(suit)), size]
        if place < here:
            return suit
        place -= here
    return REJECTED


def ways(cards: CardSet, size: kit.Int) -> kit.Int:
    """In how many ways `size` of the cards make a packet of one suit."""
    total = 0
    for suit in range(SUITS):
        total += SUBSETS[kit.count(cards & suit_cards(suit)), size]
    return total


def take_into_packet(state: State, rules: Rules, other: Player, cards: CardSet) -> None:
    """Add drawn cards to a packet."""
    state.packet[other] = state.packet[other] | cards
    state.unseen = state.unseen & ~cards
    state.unseen_packet[other] -= kit.count(cards)
    state.packet_sum[other] += sum_of(rules, cards)


def draw_some(cards: CardSet, size: kit.Int, player: Player, chance: kit.Chance) -> CardSet:
    """`size` random cards of a set."""
    rest = cards
    for _ in range(size):
        rest = kit.remove(rest, nth(rest, player_below(chance, player, kit.count(rest))))
    return cards & ~rest
