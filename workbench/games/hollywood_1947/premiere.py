"""Hollywood 1947: the premiere. Symbols are counted; then hearings, shake-ups and the draw, or the end."""

from typing import Any, Final

import numpy as np

from workbench.engine.bags import choices, chosen_kind, number_of
from workbench.engine.bit_sets import EMPTY, add, lowest, without_lowest
from workbench.engine.compiling import compiled, plain_only
from workbench.engine.trace import note
from workbench.games.hollywood_1947.deck import draw_to_hand
from workbench.games.hollywood_1947.movies import leave
from workbench.games.hollywood_1947.posters import genre_symbols
from workbench.games.hollywood_1947.rules import FEW, Special, Ties
from workbench.games.hollywood_1947.start import hand_out_jobs
from workbench.games.hollywood_1947.table import NOBODY, Event, Loyalty, Outcome, clockwise, dice, roll, symbols

PATRIOTS_WON: Final = 1
COMMUNISTS_WON: Final = 2
BOTH_WON: Final = 3


@compiled
def premiere(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Premiere 1 to 3: reveal and count; check hearings and shake-ups; draw; then discard the movie."""
    patriot, communist = reveal(state, rules)
    won = movie_winners(rules, patriot - communist)
    remember_own(state, rules)
    count_movie(state, won, patriot, communist)
    note_premiere(state, rules, patriot, communist, won)
    judge(state, rules, patriot - communist)
    if not state.over:
        hold_hearing(state, rules, chance)
        shake_up(state, rules, chance)
        redraw(state, rules, chance)
        discard_movie(state)


def note_premiere(state: Any, rules: Any, patriot: Any, communist: Any, won: Any) -> None:
    """Note a movie that has been counted."""
    counted = patriot, communist, won, genre_symbols(state, rules)
    strips = state.patriot_movies, state.communist_movies
    note(Event.PREMIERE, state.movies, state.movie_card, state.movie_size, *counted, *strips)


plain_only(note_premiere)


@compiled
def reveal(state: Any, rules: Any) -> Any:
    """Symbols of both sides, the genre poster's among them."""
    for card in range(rules.propaganda_rows):
        state.shown_kinds[card] = 0
    poster = genre_symbols(state, rules)
    patriot, communist = max(poster, 0), max(-poster, 0)
    for place in range(state.movie_size):
        card = state.movie_card[place]
        state.shown_kinds[card] += 1
        state.shown[state.movies, rules.propaganda[card].symbol] += 1
        value = symbols(rules, card)
        patriot += max(value, 0)
        communist += max(-value, 0)
    return patriot, communist


@compiled
def movie_winners(rules: Any, margin: Any) -> Any:
    """Rules, Premiere: the majority wins; a tie goes to the communists, in a game of two to both."""
    if margin != 0:
        return PATRIOTS_WON if margin > 0 else COMMUNISTS_WON
    if rules.ties_go_to == Ties.COMMUNISTS:
        return BOTH_WON if rules.players == 2 else COMMUNISTS_WON
    return PATRIOTS_WON if rules.ties_go_to == Ties.PATRIOTS else 0


@compiled
def remember_own(state: Any, rules: Any) -> None:
    """Who misses a card of their own among those revealed knows that it was discarded."""
    for player in range(rules.players):
        rest = choices(state.laid[player])
        while rest != EMPTY:
            card = chosen_kind(lowest(rest))
            rest = without_lowest(rest)
            missing = number_of(state.laid[player], card) - np.int64(state.shown_kinds[card])
            if missing > 0:
                state.own_discards[player, card] += missing


@compiled
def count_movie(state: Any, won: Any, patriot: Any, communist: Any) -> None:
    """The filmstrip goes to a side, or both. A lead change is another side alone in front than the last one."""
    state.margins[state.movies] = patriot - communist
    state.symbols_in[state.movies, 0] = patriot
    state.symbols_in[state.movies, 1] = communist
    state.patriot_symbols += patriot
    state.communist_symbols += communist
    state.movies += 1
    state.stage = state.movies
    state.patriot_movies += won & PATRIOTS_WON
    state.communist_movies += won // COMMUNISTS_WON
    lead = np.int64(state.patriot_movies) - np.int64(state.communist_movies)
    if lead != 0:
        leader = 1 if lead > 0 else 0
        if state.leader not in (NOBODY, leader):
            state.lead_changes += 1
        state.leader = leader


# The end


@compiled
def communist_target(rules: Any) -> Any:
    """Rules, Goals; 1-3 Player Adjustments: in a game of three the communists need fewer."""
    return rules.communist_target_3_players if rules.players == FEW else rules.communist_target


@compiled
def has_rising_star(state: Any, rules: Any) -> Any:
    """Whether a rising star was dealt."""
    for player in range(rules.players):  # noqa: SIM110 (Numba knows no generators)
        if state.loyalty[player] == Loyalty.RISING_STAR:
            return True
    return False


@compiled
def judge(state: Any, rules: Any, margin: Any) -> None:
    """Rules, Goals: as soon as a side has won enough movies; in the last movie, the rising star with a narrow one.

    A last movie without a winner (other targets than the source's) goes to the side with more movies, or is a tie.
    """
    patriots = state.patriot_movies >= rules.patriot_target
    communists = state.communist_movies >= communist_target(rules)
    last = state.movies == rules.max_movies
    if last and abs(margin) <= rules.rising_star_margin and has_rising_star(state, rules):
        end(state, rules, Outcome.RISING_STAR.value, False)
    elif patriots or communists:
        end(state, rules, outcome_of(patriots, communists), False)
    elif last:
        ahead = np.int64(state.patriot_movies) - np.int64(state.communist_movies)
        end(state, rules, outcome_of(ahead >= 0, ahead <= 0), True)


@compiled
def outcome_of(patriots: Any, communists: Any) -> Any:
    """Which side, or both; one of them has won."""
    if patriots and communists:
        return Outcome.BOTH.value
    return Outcome.PATRIOTS.value if patriots else Outcome.COMMUNISTS.value


@compiled
def end(state: Any, rules: Any, outcome: Any, at_limit: Any) -> None:
    """The winners are all players of the winning side, of whom there may be none.

    `at_limit`: nobody has reached a target, and `max_movies` ended the play.
    """
    state.over = True
    state.outcome = outcome
    winners = EMPTY
    for player in range(rules.players):
        if is_on(state.loyalty[player], outcome):
            winners = add(winners, player)
    state.winners = winners
    note(Event.END, state.winners, outcome, rules.players, state.loyalty, at_limit)


@compiled
def is_on(loyalty: Any, outcome: Any) -> Any:
    """Whether the outcome is a win for a loyalty."""
    if outcome == Outcome.BOTH:
        return loyalty != Loyalty.RISING_STAR
    return loyalty == outcome


# What follows


@compiled
def revealed(state: Any, rules: Any, special: Any) -> Any:
    """Whether a card of this kind was revealed in the movie."""
    for place in range(state.movie_size):  # noqa: SIM110
        if rules.propaganda[state.movie_card[place]].special == special:
            return True
    return False


@compiled
def hold_hearing(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Premiere 2: if a Congressional Hearing was revealed, re-roll all dice."""
    if revealed(state, rules, Special.HEARING):
        for die in range(dice(rules)):
            roll(state, rules, chance, die)
        state.hearings += 1
        note(Event.HEARING, dice(rules), state.stars)


@compiled
def shake_up(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Premiere 2: if a Shake Up was revealed, all job cards are shuffled and dealt again."""
    if revealed(state, rules, Special.SHAKE_UP):
        for player in range(rules.players):
            state.center = state.center | state.jobs[player]
        hand_out_jobs(state, rules, chance)
        state.shake_ups += 1
        note(Event.SHAKE_UP, rules.players, state.jobs, state.center)


@compiled
def redraw(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Premiere 3: everyone draws back up; the movie's cards are not discarded yet."""
    for turn in range(rules.players):
        player = clockwise(state, rules, turn)
        wanted = rules.hand_size - np.int64(state.held[player])
        if wanted > 0:
            note(Event.REDRAW, player, draw_to_hand(state, rules, chance, player, wanted))


@compiled
def discard_movie(state: Any) -> None:
    """Rules, Premiere: discard all played cards, which everybody has seen."""
    while state.movie_size > 0:
        card = state.movie_card[state.movie_size - 1]
        state.discards[card] += 1
        state.open_discards[card] += 1
        state.discards_count += 1
        leave(state)
