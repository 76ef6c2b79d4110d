"""Hollywood 1947: how likely each player is a communist, from the movies seen so far.

A *world* is an assignment of the loyalties that the player does not know. Its weight is the number of ways to deal it,
times its likelihood: the product over the movies made of the probability of the cards revealed, by number of patriot
(p), communist (c) and neutral (n) cards, given how many cards each player chose and added, which all have seen.

The model. Each card that a player chose is independent: from a patriot it is a patriot, neutral or communist card with
probabilities 0.6, 0.25, 0.15; from a communist with 0.15, 0.25, 0.6. Each card of the rising star is like either, with
equal probability. Cards that nobody chose (deck, ghosts) are drawn from the whole card list. The player's own cards are
known. A card of the composer counts as chosen. Each card is equally likely to have left the movie unseen.

So if the others added m cards, k of them as communists do, the probability of (p, c, n) is proportional to

    L(k) = coefficient of x^p y^c z^n in  own · D^d · (1 + 0.6x + 0.15y + 0.25z)^(m-k) · (1 + 0.15x + 0.6y + 0.25z)^k

where d cards are nobody's, D = 1 + the shares of the deck times x, y, z, `own` has the factor 1 + x (or y, or z) for
each card of the player's own, and the 1 in each factor is the card leaving the movie: with N cards and R that left,
each set of R is equally likely. A world in which k0 of the cards are communists' and s the rising star's has the factor

    sum over j of C(s, j) / 2^s · L(k0 + j).

Movies of more than `MOST_WEIGHED` cards (a strike) are ignored, and so is everything but the cards: whom the director
gives a token, what the editor discards.
"""

from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, count, holds, lowest, up_to, without_lowest
from workbench.engine.chance import player_below
from workbench.engine.compiling import compiled, room
from workbench.engine.types import Array, Chance, Float, Int, Player, PlayerSet, Rules, State
from workbench.games.hollywood_1947.rules import MOST_PLAYERS, Symbol
from workbench.games.hollywood_1947.table import (
    MOST_MOVIES,
    MOST_WORLDS,
    NINE_PLAYERS,
    NOBODY,
    Loyalty,
    is_left_out,
    symbols,
)

SAME_SIDE: Final = 0.6
NEITHER: Final = 0.25
OTHER_SIDE: Final = 0.15
MOST_WEIGHED: Final = 12
SIZE: Final = MOST_WEIGHED + 1
COMMUNISTS: Final = (1 << MOST_PLAYERS) - 1
"""The bits of a world that say who is a communist."""
FINE: Final = 1 << 30
"""Steps of a random number between 0 and the sum of the weights."""
GRAIN: Final = float(1 << 40)
"""Probabilities are rounded to multiples of 1 / GRAIN: equal ones stay equal in whatever order they were summed."""


@compiled
def forget_beliefs(state: State) -> None:
    """Clear the worlds and the beliefs."""
    for world in range(state.worlds):
        state.odds[world] = 0.0
        state.world_loyalties[world] = 0
    state.worlds = 0
    for player in range(MOST_PLAYERS):
        state.suspicion[player] = state.stardom[player] = state.trust[player] = 0.0
    state.aim = state.expected_lead = state.best_card_worth = state.average = 0.0


@compiled
def recall_beliefs(state: State, rules: Rules, player: Player) -> None:
    """Weigh the worlds, or recall what the player believed where it knew the same movies and loyalties."""
    knows = 1 + np.int64(state.loyalty[player]) + (np.int64(certain_communists(state, rules, player)) << 8)
    if state.weighed_as[player] == knows:
        for other in range(rules.players):
            state.suspicion[other] = state.past_suspicion[player, other]
            state.stardom[other] = state.past_stardom[player, other]
        return
    state.worlds = 0
    for other in range(rules.players):
        state.suspicion[other] = state.stardom[other] = 0.0
    weigh_worlds(state, rules, player)
    state.weighed_as[player], state.deck_average = knows, deck_average(rules)
    for other in range(rules.players):
        state.past_suspicion[player, other] = state.suspicion[other]
        state.past_stardom[player, other] = state.stardom[other]


# The likelihood of a movie


@compiled
def cards_of_others(state: State, rules: Rules, movie: Int, player: Player) -> Int:
    """How many cards of a movie the other players chose."""
    cards = np.int64(0)
    for other in range(rules.players):
        if other != player:
            cards += np.int64(state.added[movie, other])
    return cards


@compiled
def likelihoods(
    state: State, rules: Rules, movie: Int, player: Player, shares: Array, terms: Array, table: Array
) -> None:
    """L(k) for each number k of the others' cards that were played for the communists, into `table[movie]`.

    `terms` is room for two polynomials.
    """
    others = cards_of_others(state, rules, movie, player)
    chosen_cards, loose = np.int64(state.added[movie, player]), np.int64(state.loose[movie])
    if others + chosen_cards + loose > MOST_WEIGHED:
        table[movie, :] = 1.0
        return
    revealed, factors = state.revealed[movie], chosen_cards + loose
    before, whole = terms[0], terms[1]
    start_terms(before, revealed)
    leaving = chosen_cards + loose + others - np.int64(revealed.sum())
    patriot, communist = (
        np.int64(state.symbols_added_by[movie, player, 0]),
        np.int64(state.symbols_added_by[movie, player, 1]),
    )
    for place in range(chosen_cards):
        is_patriot, is_communist = place < patriot, patriot <= place < patriot + communist
        x, y = 1.0 if is_patriot else 0.0, 1.0 if is_communist else 0.0
        multiply(before, revealed, place + 1, leaving, x, y, 1.0 - x - y)
    for place in range(chosen_cards, factors):
        x, y, z = shares[Symbol.PATRIOT], shares[Symbol.COMMUNIST], shares[Symbol.NEUTRAL]
        multiply(before, revealed, place + 1, leaving, x, y, z)
    for communists in range(others + 1):
        copy_terms(whole, before, revealed)
        for place in range(factors + communists, factors + others):
            multiply(whole, revealed, place + 1, leaving, SAME_SIDE, OTHER_SIDE, NEITHER)
        table[movie, communists] = whole[revealed[Symbol.PATRIOT], revealed[Symbol.COMMUNIST], revealed[Symbol.NEUTRAL]]
        if communists < others:
            multiply(before, revealed, factors + communists + 1, leaving, OTHER_SIDE, SAME_SIDE, NEITHER)


@compiled
def start_terms(terms: Array, revealed: Array) -> None:
    """Write the polynomial 1, up to the powers of the cards shown."""
    for p in range(np.int64(revealed[Symbol.PATRIOT]) + 1):
        for c in range(np.int64(revealed[Symbol.COMMUNIST]) + 1):
            for n in range(np.int64(revealed[Symbol.NEUTRAL]) + 1):
                terms[p, c, n] = 0.0
    terms[0, 0, 0] = 1.0


@compiled
def copy_terms(terms: Array, source: Array, revealed: Array) -> None:
    """Copy a polynomial, up to the powers of the cards shown."""
    for p in range(revealed[Symbol.PATRIOT] + 1):
        for c in range(revealed[Symbol.COMMUNIST] + 1):
            for n in range(revealed[Symbol.NEUTRAL] + 1):
                terms[p, c, n] = source[p, c, n]


@compiled
def multiply(terms: Array, revealed: Array, factors: Int, leaving: Int, x: Float, y: Float, z: Float) -> None:
    """Multiply a polynomial by (1 + x·X + y·Y + z·Z), up to the powers of the cards shown.

    With this one it is the product of so many `factors`. Only terms that the likelihood is made of are kept up: each
    factor raises the degree by one or is one of the `leaving`, so the degree is `factors` less 0 to `leaving`.
    """
    for p in range(min(np.int64(revealed[Symbol.PATRIOT]), factors), -1, -1):
        for c in range(min(np.int64(revealed[Symbol.COMMUNIST]), factors - p), -1, -1):
            rest = factors - p - c
            for n in range(min(np.int64(revealed[Symbol.NEUTRAL]), rest), max(rest - leaving, 0) - 1, -1):
                sum_of = terms[p, c, n]
                if p > 0:
                    sum_of += x * terms[p - 1, c, n]
                if c > 0:
                    sum_of += y * terms[p, c - 1, n]
                if n > 0:
                    sum_of += z * terms[p, c, n - 1]
                terms[p, c, n] = sum_of


@compiled
def deck_average(rules: Rules) -> Float:
    """Patriot symbols minus communist ones of a card of the whole list."""
    whole, copies = 0.0, 0
    for card in range(rules.propaganda_rows):
        if not is_left_out(rules, card):
            whole += symbols(rules, card) * rules.propaganda[card].copies
            copies += rules.propaganda[card].copies
    return whole / copies if copies > 0 else 0.0


@compiled
def note_deck_shares(rules: Rules, shares: Array) -> None:
    """Write the share of each symbol among all propaganda cards."""
    copies = 0
    for symbol in range(shares.size):
        shares[symbol] = 0.0
    for card in range(rules.propaganda_rows):
        if not is_left_out(rules, card):
            shares[rules.propaganda[card].symbol] += rules.propaganda[card].copies
            copies += rules.propaganda[card].copies
    for symbol in range(shares.size):
        shares[symbol] /= max(copies, 1)


# The weight of a world


@compiled
def weigh_worlds(state: State, rules: Rules, player: Player) -> None:
    """Weigh every world that `player` holds possible; how likely each player is a communist, or the rising star."""
    table, played, ways = room((MOST_MOVIES, SIZE)), room((MOST_MOVIES,)), room((2, MOST_PLAYERS + 1))
    for movie in range(state.movies):
        table[movie, :] = 1.0
    if rules.players > 1:  # else there is one world
        work_out_likelihoods(state, rules, player, table)
    weigh_with(state, rules, player, table, played, ways)


@compiled
def work_out_likelihoods(state: State, rules: Rules, player: Player, table: Array) -> None:
    """Write the likelihoods of each movie into the table."""
    shares, terms = room((3,)), room((2, SIZE, SIZE, SIZE))
    note_deck_shares(rules, shares)
    for movie in range(state.movies):
        likelihoods(state, rules, movie, player, shares, terms, table)


@compiled
def weigh_with(state: State, rules: Rules, player: Player, table: Array, played: Array, ways: Array) -> None:
    """Weigh every world by the likelihoods in `table`, with room for cards played and for ways to deal loyalties."""
    certain = certain_communists(state, rules, player)
    candidates = up_to(rules.players) & ~add(certain, player)
    count_ways(state, rules, player, count(certain), count(candidates), ways)
    chosen, going = EMPTY, True
    while going:  # every subset of the candidates, the empty one first
        without, starred = ways[0, count(chosen)], ways[1, count(chosen)]
        if without > 0.0 or starred > 0.0:
            weigh_communists(state, table, played, without, starred, certain | chosen, candidates & ~chosen)
        chosen = (chosen - candidates) & candidates
        going = chosen != EMPTY and state.loyalty[player] != Loyalty.COMMUNIST
    sum_beliefs(state, rules, player)


@compiled
def count_ways(state: State, rules: Rules, player: Player, certain: Int, candidates: Int, ways: Array) -> None:
    """Count the ways to deal the others' loyalties, by how many candidates are communists: without a star, with one."""
    for chosen in range(candidates + 1):
        rest = candidates - chosen
        ways[0, chosen] = ways_to_deal(state, rules, player, certain + chosen, rest, 0)
        ways[1, chosen] = ways_to_deal(state, rules, player, certain + chosen, rest - 1, 1) if rest > 0 else 0.0


@compiled
def certain_communists(state: State, rules: Rules, player: Player) -> PlayerSet:
    """The other communists whom the player, a communist, knows."""
    communists = EMPTY
    for other in range(rules.players):
        if other != player and state.loyalty[other] == Loyalty.COMMUNIST:
            communists = add(communists, other)
    return communists


@compiled
def weigh_communists(
    state: State, table: Array, played: Array, without: Float, starred: Float, communists: PlayerSet, others: PlayerSet
) -> None:
    """Add the worlds with these communists besides the player: with each possible rising star, and with none.

    Each can be dealt in `starred` or `without` ways; `played` is room for the cards that the communists added.
    """
    for movie in range(state.movies):
        played[movie] = played_by(state, movie, communists)
    if without > 0.0:
        add_world(state, without, table, played, communists, NOBODY)
    rest = others if starred > 0.0 else EMPTY
    while rest != EMPTY:
        add_world(state, starred, table, played, communists, lowest(rest))
        rest = without_lowest(rest)


@compiled
def played_by(state: State, movie: Int, players: PlayerSet) -> Int:
    """How many cards of a movie these players chose."""
    cards = np.int64(0)
    while players != EMPTY:
        cards += np.int64(state.added[movie, lowest(players)])
        players = without_lowest(players)
    return cards


@compiled
def add_world(state: State, weight: Float, table: Array, played: Array, communists: PlayerSet, star: Player) -> None:
    """Add one world, weighed by the ways to deal it times the factor of each movie."""
    if state.worlds == MOST_WORLDS:
        return
    for movie in range(state.movies):
        weight *= likelihood(state, table, movie, np.int64(played[movie]), star)
    before = state.odds[state.worlds - 1] if state.worlds > 0 else 0.0
    state.odds[state.worlds] = before + weight
    state.world_loyalties[state.worlds] = np.int64(communists) + ((star + 1) << MOST_PLAYERS)
    state.worlds += 1


@compiled
def ways_to_deal(state: State, rules: Rules, player: Player, communists: Int, patriots: Int, stars: Int) -> Float:
    """In how many ways these numbers of loyalties can be dealt to the others."""
    dealt = rules.loyalties[NINE_PLAYERS if rules.random_loyalties else rules.players - 1]
    loyalty = state.loyalty[player]
    ways = falling_factorial(np.int64(dealt.patriots) - (loyalty == Loyalty.PATRIOT), patriots)
    ways *= falling_factorial(np.int64(dealt.communists) - (loyalty == Loyalty.COMMUNIST), communists)
    return ways * falling_factorial(np.int64(dealt.rising_stars) - (loyalty == Loyalty.RISING_STAR), stars)


@compiled
def falling_factorial(cards: Int, dealt: Int) -> Float:
    """cards · (cards - 1) · …, with `dealt` factors; 0 if `dealt` exceeds `cards`."""
    product = 1.0
    for place in range(dealt):
        product *= max(cards - place, 0)
    return product


@compiled
def likelihood(state: State, table: Array, movie: Int, played: Int, star: Player) -> Float:
    """The factor of a movie in a world, averaged over what the rising star may have played."""
    cards = np.int64(0) if star == NOBODY else np.int64(state.added[movie, star])
    if cards == 0:
        return table[movie, min(played, MOST_WEIGHED)]
    whole, ways_to = 0.0, 1.0
    for heads in range(cards + 1):
        whole += ways_to * table[movie, min(played + heads, MOST_WEIGHED)]
        ways_to = ways_to * (cards - heads) / (heads + 1)
    return whole / (1 << cards)


@compiled
def sum_beliefs(state: State, rules: Rules, player: Player) -> None:
    """Sum the worlds up: how likely each player is a communist, or the rising star."""
    before, whole = 0.0, state.odds[state.worlds - 1]
    for world in range(state.worlds):
        weight = (state.odds[world] - before) / whole
        before = state.odds[world]
        rest = np.uint64(state.world_loyalties[world] & (COMMUNISTS))
        while rest != EMPTY:
            state.suspicion[lowest(rest)] += weight
            rest = without_lowest(rest)
        star = np.int64(state.world_loyalties[world] >> MOST_PLAYERS) - 1
        if star != NOBODY:
            state.stardom[star] += weight
    for other in range(rules.players):
        state.suspicion[other] = np.floor(state.suspicion[other] * GRAIN + 0.5) / GRAIN
        state.stardom[other] = np.floor(state.stardom[other] * GRAIN + 0.5) / GRAIN
    if state.loyalty[player] == Loyalty.COMMUNIST:
        state.suspicion[player] = 1.0
    elif state.loyalty[player] == Loyalty.RISING_STAR:
        state.stardom[player] = 1.0


@compiled
def draw_loyalties(state: State, rules: Rules, player: Player, chance: Chance) -> None:
    """Deal the other players' loyalties as in one of the weighed worlds, drawn by their weights."""
    lot = state.odds[state.worlds - 1] * player_below(chance, player, FINE) / FINE
    world = 0
    while world < state.worlds - 1 and state.odds[world] <= lot:
        world += 1
    communists = np.uint64(state.world_loyalties[world] & COMMUNISTS)
    star = np.int64(state.world_loyalties[world] >> MOST_PLAYERS) - 1
    for other in range(rules.players):
        if other != player:
            if holds(communists, other):
                state.loyalty[other] = Loyalty.COMMUNIST
            else:
                state.loyalty[other] = Loyalty.RISING_STAR if other == star else Loyalty.PATRIOT
