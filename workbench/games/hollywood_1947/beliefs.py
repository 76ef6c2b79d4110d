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

from workbench import kit
from workbench.engine.bit_sets import EMPTY, EMPTY_BAG, add, bag_size, count, holds, number_of, put_in, take_out, up_to
from workbench.engine.chance import mix, player_below, player_shuffle
from workbench.engine.compiling import room
from workbench.engine.types import Action, Array, Bag, Card, Chance, Float, Int, Player, PlayerSet, States
from workbench.games.hollywood_1947.cards import MOST_CARDS, MOST_GENRES, MOST_PLAYERS, Loyalty, Symbol
from workbench.games.hollywood_1947.game import (
    HIDDEN,
    MOST_MOVIES,
    MOST_WORLDS,
    NINE_PLAYERS,
    NO_CARD,
    NOBODY,
    STOP,
    Phase,
    Rules,
    State,
    all_posters,
    ghosts,
    is_left_out,
    swap_places,
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
FACE_DOWN: Final = 62
"""The observation of a card that is laid face down."""


def recall_beliefs(state: State, rules: Rules, player: Player) -> None:
    """Weigh the worlds, or recall what the player believed where it knew the same movies and loyalties."""
    knows = 1 + np.int64(state.side[player]) + (np.int64(certain_communists(state, rules, player)) << 8)
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


def likelihoods(
    state: State, rules: Rules, movie: Int, player: Player, shares: Array, terms: Array, table: Array
) -> None:
    """L(k) for each number k of the others' cards that were played for the communists, into `table[movie]`.

    `terms` is room for two polynomials.
    """
    chosen_cards, loose, others = np.int64(state.added[movie, player]), np.int64(state.loose[movie]), np.int64(0)
    for other in range(rules.players):
        others += np.int64(state.added[movie, other]) if other != player else np.int64(0)
    if others + chosen_cards + loose > MOST_WEIGHED:
        table[movie, :] = 1.0
        return
    revealed, factors = state.revealed[movie], chosen_cards + loose
    before, whole = terms[0], terms[1]
    start_terms(before, revealed)
    leaving = chosen_cards + loose + others - np.int64(revealed.sum())
    patriot = np.int64(state.symbols_added_by[movie, player, 0])
    communist = np.int64(state.symbols_added_by[movie, player, 1])
    for place in range(chosen_cards):
        is_patriot, is_communist = place < patriot, patriot <= place < patriot + communist
        x, y = 1.0 if is_patriot else 0.0, 1.0 if is_communist else 0.0
        multiply(before, revealed, place + 1, leaving, x, y, 1.0 - x - y)
    for place in range(chosen_cards, factors):
        x, y, z = shares[Symbol.PATRIOT], shares[Symbol.COMMUNIST], shares[Symbol.NEUTRAL]
        multiply(before, revealed, place + 1, leaving, x, y, z)
    for communists in range(others + 1):
        for p in range(revealed[Symbol.PATRIOT] + 1):
            for c in range(revealed[Symbol.COMMUNIST] + 1):
                for n in range(revealed[Symbol.NEUTRAL] + 1):
                    whole[p, c, n] = before[p, c, n]
        for place in range(factors + communists, factors + others):
            multiply(whole, revealed, place + 1, leaving, SAME_SIDE, OTHER_SIDE, NEITHER)
        table[movie, communists] = whole[revealed[Symbol.PATRIOT], revealed[Symbol.COMMUNIST], revealed[Symbol.NEUTRAL]]
        if communists < others:
            multiply(before, revealed, factors + communists + 1, leaving, OTHER_SIDE, SAME_SIDE, NEITHER)


def start_terms(terms: Array, revealed: Array) -> None:
    """Write the polynomial 1, up to the powers of the cards shown."""
    for p in range(np.int64(revealed[Symbol.PATRIOT]) + 1):
        for c in range(np.int64(revealed[Symbol.COMMUNIST]) + 1):
            for n in range(np.int64(revealed[Symbol.NEUTRAL]) + 1):
                terms[p, c, n] = 0.0
    terms[0, 0, 0] = 1.0


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


def deck_average(rules: Rules) -> Float:
    """Patriot symbols minus communist ones of a card of the whole list."""
    whole, copies = 0.0, 0
    for card in range(rules.propaganda_rows):
        if not is_left_out(rules, card):
            whole += symbols(rules, card) * rules.propaganda[card].copies
            copies += rules.propaganda[card].copies
    return whole / copies if copies > 0 else 0.0


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


def weigh_worlds(state: State, rules: Rules, player: Player) -> None:
    """Weigh every world that `player` holds possible; how likely each player is a communist, or the rising star."""
    table, played, ways = room((MOST_MOVIES, SIZE)), room((MOST_MOVIES,)), room((2, MOST_PLAYERS + 1))
    for movie in range(state.movies):
        table[movie, :] = 1.0
    if rules.players > 1:  # else there is one world
        shares, terms = room((3,)), room((2, SIZE, SIZE, SIZE))
        note_deck_shares(rules, shares)
        for movie in range(state.movies):
            likelihoods(state, rules, movie, player, shares, terms, table)
    weigh_with(state, rules, player, table, played, ways)


def weigh_with(state: State, rules: Rules, player: Player, table: Array, played: Array, ways: Array) -> None:
    """Weigh every world by the likelihoods in `table`, with room for cards played and for ways to deal loyalties."""
    certain = certain_communists(state, rules, player)
    candidates = up_to(rules.players) & ~add(certain, player)
    for communists in range(count(candidates) + 1):  # the ways to deal the others' loyalties: without a star, with one
        rest, all_communists = count(candidates) - communists, count(certain) + communists
        ways[0, communists] = ways_to_deal(state, rules, player, all_communists, rest, 0)
        ways[1, communists] = ways_to_deal(state, rules, player, all_communists, rest - 1, 1) if rest > 0 else 0.0
    chosen, going = EMPTY, True
    while going:  # every subset of the candidates, the empty one first
        without, starred = ways[0, count(chosen)], ways[1, count(chosen)]
        if without > 0.0 or starred > 0.0:
            weigh_communists(state, table, played, without, starred, certain | chosen, candidates & ~chosen)
        chosen = (chosen - candidates) & candidates
        going = chosen != EMPTY and state.side[player] != Loyalty.COMMUNIST
    sum_beliefs(state, rules, player)


def certain_communists(state: State, rules: Rules, player: Player) -> PlayerSet:
    """The other communists whom the player, a communist, knows."""
    communists = EMPTY
    for other in range(rules.players):
        if other != player and state.side[other] == Loyalty.COMMUNIST:
            communists = add(communists, other)
    return communists


def weigh_communists(
    state: State, table: Array, played: Array, without: Float, starred: Float, communists: PlayerSet, others: PlayerSet
) -> None:
    """Add the worlds with these communists besides the player: with each possible rising star, and with none.

    Each can be dealt in `starred` or `without` ways; `played` is room for the cards that the communists added.
    """
    for movie in range(state.movies):
        played[movie] = 0.0
        for communist in kit.each(communists):
            played[movie] += state.added[movie, communist]
    if without > 0.0:
        add_world(state, without, table, played, communists, NOBODY)
    if starred > 0.0:
        for star in kit.each(others):
            add_world(state, starred, table, played, communists, star)


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


def ways_to_deal(state: State, rules: Rules, player: Player, communists: Int, patriots: Int, stars: Int) -> Float:
    """In how many ways these numbers of loyalties can be dealt to the others."""
    dealt = rules.loyalties[NINE_PLAYERS if rules.random_loyalties else rules.players - 1]
    loyalty = state.side[player]
    ways = falling_factorial(np.int64(dealt.patriots) - (loyalty == Loyalty.PATRIOT), patriots)
    ways *= falling_factorial(np.int64(dealt.communists) - (loyalty == Loyalty.COMMUNIST), communists)
    return ways * falling_factorial(np.int64(dealt.rising_stars) - (loyalty == Loyalty.RISING_STAR), stars)


def falling_factorial(cards: Int, dealt: Int) -> Float:
    """cards · (cards - 1) · …, with `dealt` factors; 0 if `dealt` exceeds `cards`."""
    product = 1.0
    for place in range(dealt):
        product *= max(cards - place, 0)
    return product


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


def sum_beliefs(state: State, rules: Rules, player: Player) -> None:
    """Sum the worlds up: how likely each player is a communist, or the rising star."""
    before, whole = 0.0, state.odds[state.worlds - 1]
    for world in range(state.worlds):
        weight = (state.odds[world] - before) / whole
        before = state.odds[world]
        for communist in kit.each(np.uint64(state.world_loyalties[world] & COMMUNISTS)):
            state.suspicion[communist] += weight
        star = np.int64(state.world_loyalties[world] >> MOST_PLAYERS) - 1
        if star != NOBODY:
            state.stardom[star] += weight
    for other in range(rules.players):
        state.suspicion[other] = np.floor(state.suspicion[other] * GRAIN + 0.5) / GRAIN
        state.stardom[other] = np.floor(state.stardom[other] * GRAIN + 0.5) / GRAIN
    if state.side[player] == Loyalty.COMMUNIST:
        state.suspicion[player] = 1.0
    elif state.side[player] == Loyalty.RISING_STAR:
        state.stardom[player] = 1.0


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
                state.side[other] = Loyalty.COMMUNIST
            else:
                state.side[other] = Loyalty.RISING_STAR if other == star else Loyalty.PATRIOT


# What a player sees


def conceal(state: State, rules: Rules, player: Player) -> None:
    """Remove what `player` does not know. `unseen` becomes the number of cards of each kind whose place is unknown."""
    conceal_players(state, rules, player)
    conceal_movie(state, player)
    for ghost in range(ghosts(rules)):
        if state.ghost_card[ghost] != NO_CARD and not holds(np.uint64(state.ghost_seen[ghost]), player):
            state.ghost_card[ghost] = HIDDEN
    state.posters_aside = state.rejected_posters[player]
    state.genre_deck[:] = 0
    if state.phase != Phase.GENRE or player != state.turn_player:
        state.drawn[:] = 0
    if player != state.turn_player:
        state.composing = EMPTY_BAG
    for card in range(rules.propaganda_rows):
        state.discards[card] = state.open_discards[card] + state.seen_discards_of[player, card]
    state.deck[:] = 0
    for world in range(state.worlds):
        state.odds[world], state.world_loyalties[world] = 0.0, 0
    state.worlds = 0
    for other in range(MOST_PLAYERS):
        state.suspicion[other] = state.stardom[other] = state.trust[other] = 0.0
    state.aim = state.expected_lead = state.best_card_worth = state.average = 0.0
    count_unseen(state, rules, player)


def glimpse(states: States, rules: Rules) -> None:
    """The part of an information set that bots read, field by field: a tenth of what `conceal` copies and clears.

    The movies that were made stay in the view, and so does what was believed for as long as they are the same.
    """
    world, view = states[0], states[1]
    player = world.actor
    view.actor, view.turn_player, view.phase, view.step = player, world.turn_player, world.phase, world.step
    view.place, view.first, view.job, view.picked = world.place, world.first, world.job, world.picked
    view.performed, view.stars, view.announced, view.genre = world.performed, world.stars, world.announced, world.genre
    view.patriot_movies, view.communist_movies, view.worlds = world.patriot_movies, world.communist_movies, 0
    is_screenwriter = world.phase == Phase.GENRE and player == world.turn_player
    for place in range(2):
        view.drawn[place] = world.drawn[place] if is_screenwriter else 0
    for other in range(rules.players):
        view.jobs[other], view.held[other], view.hand[other] = world.jobs[other], world.held[other], EMPTY_BAG
        view.side[other] = loyalty_seen(world, player, other)
    view.hand[player] = world.hand[player]
    view.movie_size, view.editor = world.movie_size, world.editor
    for place in range(world.movie_size):
        view.movie_card[place], view.movie_by[place] = world.movie_card[place], world.movie_by[place]
        view.movie_seen[place] = world.movie_seen[place]
    conceal_movie(view, player)
    glimpse_history(view, world, rules, player)


def loyalty_seen(state: State, player: Player, other: Player) -> Int:
    """The loyalty of another as a player knows it: the own one, and communists know each other."""
    is_fellow = state.side[player] == Loyalty.COMMUNIST and state.side[other] == Loyalty.COMMUNIST
    return state.side[other] if other == player or is_fellow else np.int64(Loyalty.UNKNOWN)


def glimpse_history(view: State, world: State, rules: Rules, player: Player) -> None:
    """Copy what is known of the movies made; what was believed before holds no more where that has changed."""
    changed = view.movies != world.movies
    for movie in range(world.movies):
        for other in range(rules.players):
            changed |= view.added[movie, other] != world.added[movie, other]
            view.added[movie, other] = world.added[movie, other]
        changed |= view.loose[movie] != world.loose[movie]
        view.loose[movie] = world.loose[movie]
        for symbol in range(3):
            changed |= view.revealed[movie, symbol] != world.revealed[movie, symbol]
            view.revealed[movie, symbol] = world.revealed[movie, symbol]
    view.movies = world.movies
    if changed:
        view.weighed_as[:] = 0
    for movie in range(world.movies):
        for side in range(2):
            if view.symbols_added_by[movie, player, side] != world.symbols_added_by[movie, player, side]:
                view.symbols_added_by[movie, player, side] = world.symbols_added_by[movie, player, side]
                view.weighed_as[player] = 0


def conceal_players(state: State, rules: Rules, player: Player) -> None:
    """Remove the others' loyalties, hands, and what only they have laid, seen and put aside."""
    for other in range(rules.players):
        if other == player:
            continue
        state.side[other] = loyalty_seen(state, player, other)
        state.hand[other] = EMPTY_BAG
        if bag_size(state.looked_at[player, other]) == state.still[player, other]:
            state.hand[other] = state.looked_at[player, other]
        state.laid[other], state.rejected_posters[other] = EMPTY_BAG, EMPTY
        for target in range(MOST_PLAYERS):
            state.looked_at[other, target], state.still[other, target] = EMPTY_BAG, 0
        for card in range(rules.propaganda_rows):
            state.seen_discards_of[other, card] = 0
        for side in range(2):
            state.symbols_added[other, side] = 0
            for movie in range(MOST_MOVIES):
                state.symbols_added_by[movie, other, side] = 0


def conceal_movie(state: State, player: Player) -> None:
    """Remove the cards of the movie that the player does not know.

    After the editor's shuffle nobody knows who laid what, but for own cards: they are sorted by kind, hidden ones last,
    and of equal ones the own first.
    """
    for place in range(state.movie_size):
        if not holds(np.uint64(state.movie_seen[place]), player):
            state.movie_card[place] = HIDDEN
    if state.phase == Phase.EDIT:
        for place in range(state.movie_size):
            is_seen = state.movie_card[place] != HIDDEN
            state.movie_seen[place] = add(EMPTY, player) if is_seen else EMPTY
            state.movie_by[place] = player if is_seen and state.movie_by[place] == player else NOBODY
        for end in range(state.movie_size - 1 if player == state.editor else state.movie_size, 1, -1):
            for place in range(end - 1):
                if sort_key(state, place) > sort_key(state, place + 1):
                    swap_places(state, place, place + 1)


def sort_key(state: State, place: Int) -> Int:
    """The key to sort the card at a place by."""
    return 2 * np.int64(state.movie_card[place]) + (1 if state.movie_by[place] == NOBODY else 0)


def count_unseen(state: State, rules: Rules, player: Player) -> None:
    """Count all cards, less those whose place the player knows."""
    for card in range(rules.propaganda_rows):
        left = np.int64(0) if is_left_out(rules, card) else np.int64(rules.propaganda[card].copies)
        left -= np.int64(state.discards[card]) + number_of(state.composing, card)
        for other in range(rules.players):
            left -= number_of(state.hand[other], card)
        state.unseen[card] = left
    for place in range(state.movie_size):
        if state.movie_card[place] != HIDDEN:
            state.unseen[state.movie_card[place]] -= 1
    for ghost in range(ghosts(rules)):
        if state.ghost_card[ghost] not in (HIDDEN, NO_CARD):
            state.unseen[state.ghost_card[ghost]] -= 1


# Worlds


def determinize(state: State, rules: Rules, player: Player, chance: Chance) -> None:
    """Draw loyalties by their odds (`beliefs.py`), and spread the unseen cards evenly over all unknown places."""
    if state.worlds == 0:
        weigh_worlds(state, rules, player)
    draw_loyalties(state, rules, player, chance)
    recall_hands(state, rules, player, chance)
    left = shuffle_unseen(state, rules, player, chance)
    for place in range(state.movie_size):
        if state.movie_card[place] == HIDDEN:
            left -= 1
            card, by = state.deck[left], state.movie_by[place]
            state.movie_card[place] = card
            if by >= 0:
                state.laid[by] = put_in(state.laid[by], card)
    for ghost in range(ghosts(rules)):
        if state.ghost_card[ghost] == HIDDEN:
            left -= 1
            state.ghost_card[ghost] = state.deck[left]
    for other in range(rules.players):
        while bag_size(state.hand[other]) < state.held[other]:
            left -= 1
            state.hand[other] = put_in(state.hand[other], state.deck[left])
    fill_discards(state, rules, left)
    spread_posters(state, rules, player, chance)
    if not state.imagined:  # search ends a world with its movie, before anybody asks
        draw_added_cards(state, rules, player, chance)


def recall_hands(state: State, rules: Rules, player: Player, chance: Chance) -> None:
    """Put cards of a hand that was looked at back into it: as many as are still there, chosen at random."""
    for other in range(rules.players):
        if other == player or state.hand[other] != EMPTY_BAG:
            continue
        seen = state.looked_at[player, other]
        for _ in range(state.still[player, other]):
            card = any_card(seen, player, chance)
            seen = take_out(seen, card)
            if state.unseen[card] > 0:
                state.unseen[card] -= 1
                state.hand[other] = put_in(state.hand[other], card)


def any_card(bag: Bag, player: Player, chance: Chance) -> Card:
    """A random card of a bag, by the player's chance."""
    lot, card = player_below(chance, player, bag_size(bag)), 0
    while lot >= number_of(bag, card):
        lot -= number_of(bag, card)
        card += 1
    return card


def shuffle_unseen(state: State, rules: Rules, player: Player, chance: Chance) -> Int:
    """Shuffle the unseen cards into the deck's places; how many they are."""
    size = 0
    for card in range(rules.propaganda_rows):
        for _ in range(state.unseen[card]):
            state.deck[size] = card
            size += 1
        state.unseen[card] = 0
    player_shuffle(state.deck, size, chance, player)
    return size


def fill_discards(state: State, rules: Rules, left: Int) -> None:
    """Deal the remaining cards: some are discards, some the composer's choice; the rest is the deck."""
    seen_discards = np.int64(0)
    for card in range(rules.propaganda_rows):
        seen_discards += np.int64(state.discards[card])
    for _ in range(np.int64(state.discards_count) - seen_discards):
        left -= 1
        state.discards[state.deck[left]] += 1
    while left > state.deck_size:
        left -= 1
        state.composing = put_in(state.composing, state.deck[left])
    for place in range(left, MOST_CARDS):
        state.deck[place] = 0


def spread_posters(state: State, rules: Rules, player: Player, chance: Chance) -> None:
    """Deal the unknown posters: to the genre deck, and to what others drew or put aside."""
    posters = all_posters(rules) & ~state.open_posters & ~state.posters_aside
    drawing = state.phase == Phase.GENRE
    if drawing and player == state.turn_player:
        posters = posters & ~add(add(EMPTY, state.drawn[0]), state.drawn[1])
    size = 0
    for genre in kit.each(posters):
        other = player_below(chance, player, size + 1)
        state.genre_deck[size] = state.genre_deck[other]
        state.genre_deck[other] = genre
        size += 1
    if drawing and player != state.turn_player:
        size -= 2
        state.drawn[0], state.drawn[1] = state.genre_deck[size], state.genre_deck[size + 1]
    for place in range(state.genres_left, MOST_GENRES):
        if place < size:
            state.posters_aside = add(state.posters_aside, state.genre_deck[place])
        state.genre_deck[place] = 0


# What the others added to the movies of a drawn world


def draw_added_cards(state: State, rules: Rules, player: Player, chance: Chance) -> None:
    """Draw what everybody but `player` added to the movies made, and to the one that is being made."""
    shares, left, cards_of = room((3,)), room((3,)), room((MOST_PLAYERS, 3))
    note_deck_shares(rules, shares)
    for movie in range(state.movies if state.over else state.movies + 1):
        for other in range(rules.players):  # of `player` by symbol, of others in one number
            cards_of[other] = 0.0
            cards_of[other, 0] = state.added[movie, other]
        for side in range(2):
            cards_of[player, 1 + side] = state.symbols_added_by[movie, player, side]
            cards_of[player, 0] -= cards_of[player, 1 + side]
        if movie < state.movies:
            for symbol in range(3):
                left[symbol] = state.revealed[movie, symbol]
        else:
            note_cards_in_place(state, rules, player, left, cards_of)
        draw_movie(state, rules, movie, player, shares, left, cards_of, chance)


def note_cards_in_place(state: State, rules: Rules, player: Player, left: Array, cards_of: Array) -> None:
    """Count the cards that lie in the movie: as added by whose they are, which leaves fewer to draw; else as `left`."""
    left[:] = 0.0
    for place in range(state.movie_size):
        symbol, by = np.int64(rules.propaganda[state.movie_card[place]].symbol), np.int64(state.movie_by[place])
        if by < 0:
            left[symbol] += 1.0
        elif by == player:
            cards_of[by, symbol] -= 1.0
        else:
            cards_of[by, 0] -= 1.0
            if symbol != Symbol.NEUTRAL:
                state.symbols_added_by[state.movies, by, symbol - 1] += 1


def draw_movie(
    state: State, rules: Rules, movie: Int, player: Player, shares: Array, left: Array, cards_of: Array, chance: Chance
) -> None:
    """Draw what the others added to one movie; like beliefs, ignore one of more than `MOST_WEIGHED` cards."""
    cards = np.int64(state.loose[movie])
    for other in range(rules.players):
        cards += np.int64(cards_of[other].sum())
    if cards > MOST_WEIGHED or left.sum() > cards:
        return
    chances, terms, weights = room((MOST_WEIGHED, 3)), room((SIZE, SIZE, SIZE)), room((4,))
    note_chances(state, rules, movie, player, shares, cards_of, chances)
    for other in range(rules.players - 1, -1, -1):
        for _ in range(np.int64(cards_of[other].sum())):
            cards -= 1
            weigh_card(terms, left, cards, chances, weights)
            symbol = place_by_weight(weights, chance, player)
            if symbol < 3:
                left[symbol] -= 1.0
            else:
                symbol = place_by_weight(chances[cards], chance, player)
            if other != player and symbol != Symbol.NEUTRAL:
                state.symbols_added_by[movie, other, symbol - 1] += 1


def note_chances(
    state: State, rules: Rules, movie: Int, player: Player, shares: Array, cards_of: Array, chances: Array
) -> None:
    """Write how likely each card of a movie has each symbol, shape (cards, 3): nobody's, then by player."""
    card = 0
    for _ in range(state.loose[movie]):
        for symbol in range(3):  # `chances[card] = shares` makes an array, so that code needs Numba to run
            chances[card, symbol] = shares[symbol]
        card += 1
    for other in range(rules.players):
        for symbol in range(3):
            for _ in range(np.int64(cards_of[other, symbol])):
                chances[card] = 0.0
                chances[card, symbol] = 1.0
                if other != player:  # chosen by somebody of that loyalty
                    patriot = SAME_SIDE if state.side[other] == Loyalty.PATRIOT else OTHER_SIDE
                    if state.side[other] == Loyalty.RISING_STAR:
                        patriot = (SAME_SIDE + OTHER_SIDE) / 2
                    chances[card, Symbol.NEUTRAL], chances[card, Symbol.PATRIOT] = NEITHER, patriot
                    chances[card, Symbol.COMMUNIST] = 1.0 - NEITHER - patriot
                card += 1


def weigh_card(terms: Array, left: Array, card: Int, chances: Array, weights: Array) -> None:
    """Write how likely a card is one of those `left`, by symbol, and in the last place that it left the movie.

    The cards before it are to be all the rest of those `left`; `terms` is room for a polynomial.
    """
    start_terms(terms, left)
    leaving = card + 1 - np.int64(left.sum())
    for before in range(card):
        x, y, z = chances[before, Symbol.PATRIOT], chances[before, Symbol.COMMUNIST], chances[before, Symbol.NEUTRAL]
        multiply(terms, left, before + 1, leaving, x, y, z)
    for symbol in range(4):
        weights[symbol] = 0.0
        if symbol == 3 or left[symbol] > 0.0:
            p = np.int64(left[Symbol.PATRIOT]) - (symbol == Symbol.PATRIOT)
            c = np.int64(left[Symbol.COMMUNIST]) - (symbol == Symbol.COMMUNIST)
            n = np.int64(left[Symbol.NEUTRAL]) - (symbol == Symbol.NEUTRAL)
            weights[symbol] = terms[p, c, n] * (chances[card, symbol] if symbol < 3 else 1.0)


def place_by_weight(weights: Array, chance: Chance, player: Player) -> Int:
    """A place drawn by the weights, with the player's chance; the last where all are 0."""
    lot = weights.sum() * player_below(chance, player, FINE) / FINE
    place = 0
    while place < weights.size - 1 and weights[place] <= lot:
        lot -= weights[place]
        place += 1
    return place


# What search sees


def situation(state: State, rules: Rules) -> Int:
    """The phase, the job, and what the actor alone is shown: the posters drawn, the card to be edited."""
    in_sight = np.int64(0)
    if state.phase == Phase.EDIT:
        in_sight = np.int64(state.movie_card[state.movie_size - 1])
    elif state.phase == Phase.GENRE:
        in_sight = 256 * np.int64(state.drawn[0]) + np.int64(state.drawn[1])
    return np.int64(state.phase) + 32 * np.int64(state.job) + 512 * in_sight


def observation(state: State, rules: Rules, player: Player, action: Action) -> Int:
    """How `player` sees an action: cards laid or discarded face down all look the same; a poster chosen is seen."""
    if player == state.actor or action == STOP:
        return np.int64(action)
    phase = state.phase
    if phase in (Phase.STAR_CARD, Phase.STRIKE, Phase.TOKEN, Phase.DISCARD, Phase.COMPOSE):
        return np.int64(FACE_DOWN)
    return np.int64(state.drawn[action]) if phase == Phase.GENRE else np.int64(action)


def private_information(state: State, rules: Rules, player: Player) -> Int:
    """The player's hand and loyalty, and who its fellow communists are."""
    fellows = certain_communists(state, rules, player) if state.side[player] == Loyalty.COMMUNIST else EMPTY
    side = np.int64(state.side[player]) + 4 * np.int64(fellows)
    return np.int64(mix(np.uint64(state.hand[player])) ^ mix(np.uint64(side)))
