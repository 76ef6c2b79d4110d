"""Hollywood 1947: what the others added to the movies of a drawn world.

A player judges the others by the cards that were revealed and the own ones among them (`beliefs.py`). So in a world
that is played on, everybody must have added cards that fit. They are drawn by the same model, given the loyalties of
that world: from the last card of a movie to the first, each is one of those revealed, or has left the movie, as often
as the cards before it make up the rest.
"""

import numpy as np

from workbench.engine.chance import player_below
from workbench.engine.compiling import compiled, room
from workbench.engine.types import Array, Chance, Int, Player, Rules, State
from workbench.games.hollywood_1947.beliefs import (
    FINE,
    MOST_WEIGHED,
    NEITHER,
    OTHER_SIDE,
    SAME_SIDE,
    SIZE,
    multiply,
    note_deck_shares,
    start_terms,
)
from workbench.games.hollywood_1947.rules import MOST_PLAYERS, Symbol
from workbench.games.hollywood_1947.table import Loyalty


@compiled
def draw_added_cards(state: State, rules: Rules, player: Player, chance: Chance) -> None:
    """Draw what everybody but `player` added to the movies made, and to the one that is being made."""
    shares, left, cards_of = room((3,)), room((3,)), room((MOST_PLAYERS, 3))
    note_deck_shares(rules, shares)
    for movie in range(state.movies if state.over else state.movies + 1):
        note_cards_of_players(state, rules, movie, player, cards_of)
        if movie < state.movies:
            for symbol in range(3):
                left[symbol] = state.revealed[movie, symbol]
        else:
            note_cards_in_place(state, rules, player, left, cards_of)
        draw_movie(state, rules, movie, player, shares, left, cards_of, chance)


@compiled
def note_cards_of_players(state: State, rules: Rules, movie: Int, player: Player, cards_of: Array) -> None:
    """Write how many cards each added to a movie, shape (players, 3): by symbol for `player`, else in one number."""
    for other in range(rules.players):
        cards_of[other] = 0.0
        cards_of[other, 0] = state.added[movie, other]
    for side in range(2):
        cards_of[player, 1 + side] = state.symbols_added_by[movie, player, side]
        cards_of[player, 0] -= cards_of[player, 1 + side]


@compiled
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
            note_added(state, state.movies, by, symbol)


@compiled
def note_added(state: State, movie: Int, player: Player, symbol: Int) -> None:
    """Count a card as added by a player."""
    if symbol != Symbol.NEUTRAL:
        state.symbols_added_by[movie, player, symbol - 1] += 1


@compiled
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
            if other != player:
                note_added(state, movie, other, symbol)


@compiled
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
                if other != player:
                    note_chances_of(state.loyalty[other], chances[card])
                card += 1


@compiled
def note_chances_of(loyalty: Int, chances: Array) -> None:
    """Write how likely a card has each symbol that was chosen by somebody of that loyalty."""
    patriot = SAME_SIDE if loyalty == Loyalty.PATRIOT else OTHER_SIDE
    if loyalty == Loyalty.RISING_STAR:
        patriot = (SAME_SIDE + OTHER_SIDE) / 2
    chances[Symbol.NEUTRAL] = NEITHER
    chances[Symbol.PATRIOT], chances[Symbol.COMMUNIST] = patriot, 1.0 - NEITHER - patriot


@compiled
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


@compiled
def place_by_weight(weights: Array, chance: Chance, player: Player) -> Int:
    """A place drawn by the weights, with the player's chance; the last where all are 0."""
    lot = weights.sum() * player_below(chance, player, FINE) / FINE
    place = 0
    while place < weights.size - 1 and weights[place] <= lot:
        lot -= weights[place]
        place += 1
    return place
