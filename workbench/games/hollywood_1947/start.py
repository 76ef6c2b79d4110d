"""Hollywood 1947: setting up."""

from typing import Any, Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, count, nth, remove
from workbench.engine.chance import table_below
from workbench.engine.compiling import compiled
from workbench.engine.trace import note
from workbench.games.hollywood_1947.deck import draw_card, draw_to_hand, shuffle
from workbench.games.hollywood_1947.rules import JOBS, MOST_PLAYERS
from workbench.games.hollywood_1947.table import (
    NO_GENRE,
    NOBODY,
    Event,
    Loyalty,
    dice,
    dice_each,
    ghosts,
    is_in_play,
    is_left_out,
    is_poster_left_out,
    job_of,
    roll,
)

NINE_PLAYERS: Final = MOST_PLAYERS - 1
"""The row of the loyalties that random ones are dealt from."""


@compiled
def set_up(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Setup 1 to 6, in the order of the source. (The state comes with every field zero.)"""
    number_jobs(state, rules)
    hand_out_jobs(state, rules, chance)
    deal_loyalties(state, rules, chance)
    build_deck(state, rules, chance)
    for player in range(rules.players):
        draw_to_hand(state, rules, chance, player, rules.hand_size)
    for ghost in range(ghosts(rules)):
        state.ghost_card[ghost] = draw_card(state, rules, chance)
    for die in range(dice(rules)):
        roll(state, rules, chance, die)
    build_genre_deck(state, rules, chance)
    state.genre = NO_GENRE
    state.tokens_left = rules.tokens
    state.token_to = state.token_before = state.editor = state.leader = NOBODY
    note(
        Event.SETUP,
        rules.players,
        dice_each(rules),
        ghosts(rules),
        state.loyalty,
        state.jobs,
        state.center,
        state.hand,
        state.stars,
        state.ghost_card,
        state.tokens_left,
    )


@compiled
def number_jobs(state: Any, rules: Any) -> None:
    """The job cards in play, all in the center; where the card of each job stands in their order."""
    for job in range(JOBS):
        state.number_of[job] = NOBODY
    for number in range(JOBS):
        if is_in_play(rules, number):
            state.number_of[job_of(rules, number)] = number
            state.center = add(state.center, number)


@compiled
def hand_out_jobs(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Setup 1: one job face up to each player, two in games of up to three; the rest stay in the center."""
    for player in range(rules.players):
        state.jobs[player] = EMPTY
        for _ in range(dice_each(rules)):
            if state.center != EMPTY:
                number = nth(state.center, table_below(chance, count(state.center)))
                state.center = remove(state.center, number)
                state.jobs[player] = add(state.jobs[player], number)


@compiled
def deal_loyalties(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Setup 2, and Random Loyalties: the loyalties for so many players, or those of nine."""
    dealt = rules.loyalties[NINE_PLAYERS if rules.random_loyalties else rules.players - 1]
    patriots, communists = np.int64(dealt.patriots), np.int64(dealt.communists)
    left = patriots + communists + np.int64(dealt.rising_stars)
    for player in range(rules.players):
        lot = table_below(chance, left)
        left -= 1
        if lot < patriots:
            state.loyalty[player] = Loyalty.PATRIOT
            patriots -= 1
        elif lot < patriots + communists:
            state.loyalty[player] = Loyalty.COMMUNIST
            communists -= 1
        else:
            state.loyalty[player] = Loyalty.RISING_STAR


@compiled
def build_deck(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Setup 4, and 1-3 Player Adjustments: every copy of every card, less those that a game of two removes."""
    for place in range(rules.propaganda_copies):
        card = rules.propaganda_deck[place]
        if not is_left_out(rules, card):
            state.deck[state.deck_size] = card
            state.deck_size += 1
    shuffle(state.deck, np.int64(state.deck_size), chance)


@compiled
def build_genre_deck(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Setup 6: shuffle the genre posters."""
    for genre in range(rules.genres_rows):
        if not is_poster_left_out(rules, genre):
            state.genre_deck[state.genres_left] = genre
            state.genres_left += 1
    shuffle(state.genre_deck, np.int64(state.genres_left), chance)
