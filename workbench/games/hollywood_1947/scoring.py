"""Hollywood 1947: the premiere, the end of a play, the payoff, and the measures."""

from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, choices, chosen_kind, holds, lowest, number_of, without_lowest
from workbench.engine.compiling import compiled, plain_only
from workbench.engine.trace import note
from workbench.engine.types import Array, Bool, Chance, Float, Int, Player, Result, Rules, State
from workbench.games.hollywood_1947.deck import draw_to_hand, hand_out_jobs
from workbench.games.hollywood_1947.movies import genre_symbols, remove_last_card
from workbench.games.hollywood_1947.rules import FEW, MovieTies, Special
from workbench.games.hollywood_1947.table import NOBODY, Event, Loyalty, Victory, clockwise, dice, roll, symbols

PATRIOTS_WON: Final = 1
COMMUNISTS_WON: Final = 2
BOTH_WON: Final = 3
NARROW: Final = 0.5
"""About how often a last movie is narrow enough for the rising star. A guess: no other value was tried."""


@compiled
def premiere(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Premiere 1 to 3: reveal and count; check hearings and shake-ups; draw; then discard the movie.

    Where search imagines the movie, it is over once it is counted.
    """
    patriot, communist = reveal(state, rules)
    won = movie_winners(rules, patriot - communist)
    if not state.imagined:
        note_revealed_cards(state, rules)
        note_missing_cards(state, rules)
    count_movie(state, won, patriot, communist)
    note_premiere(state, rules, patriot, communist, won)
    check_end(state, rules, patriot - communist)
    if not (state.over or state.imagined):
        hold_hearing(state, rules, chance)
        shake_up(state, rules, chance)
        redraw(state, rules, chance)
        discard_movie(state)


def note_premiere(state: State, rules: Rules, patriot: Int, communist: Int, won: Int) -> None:
    """Note the premiere of a movie that has been counted."""
    counted = patriot, communist, won, genre_symbols(state, rules)
    strips = state.patriot_movies, state.communist_movies
    note(Event.PREMIERE, state.movies, state.movie_card, state.movie_size, *counted, *strips)


plain_only(note_premiere)


@compiled
def reveal(state: State, rules: Rules) -> tuple[Int, Int]:
    """Reveal the movie: the symbols of both sides, including the genre poster's."""
    poster = genre_symbols(state, rules)
    patriot, communist = max(poster, 0), max(-poster, 0)
    for place in range(state.movie_size):
        value = symbols(rules, state.movie_card[place])
        patriot += max(value, 0)
        communist += max(-value, 0)
    return patriot, communist


@compiled
def note_revealed_cards(state: State, rules: Rules) -> None:
    """Note the cards that were revealed, by kind and by symbol."""
    for card in range(rules.propaganda_rows):
        state.revealed_kinds[card] = 0
    for place in range(state.movie_size):
        card = state.movie_card[place]
        state.revealed_kinds[card] += 1
        state.revealed[state.movies, rules.propaganda[card].symbol] += 1


@compiled
def movie_winners(rules: Rules, margin: Int) -> Int:
    """Rules, Premiere: the majority wins; a tie goes to the communists, in a game of two to both."""
    if margin != 0:
        return PATRIOTS_WON if margin > 0 else COMMUNISTS_WON
    if rules.ties_go_to == MovieTies.COMMUNISTS:
        return BOTH_WON if rules.players == 2 else COMMUNISTS_WON
    return PATRIOTS_WON if rules.ties_go_to == MovieTies.PATRIOTS else 0


@compiled
def note_missing_cards(state: State, rules: Rules) -> None:
    """Note own cards that were not revealed: their players know that these were discarded."""
    for player in range(rules.players):
        rest = choices(state.laid[player])
        while rest != EMPTY:
            card = chosen_kind(lowest(rest))
            rest = without_lowest(rest)
            missing = number_of(state.laid[player], card) - np.int64(state.revealed_kinds[card])
            if missing > 0:
                state.seen_discards_of[player, card] += missing


@compiled
def count_movie(state: State, won: Int, patriot: Int, communist: Int) -> None:
    """Give the filmstrip to a side, or both, and count lead changes."""
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


# The end of a play


@compiled
def communist_target(rules: Rules) -> Int:
    """Rules, Goals; 1-3 Player Adjustments: in a game of three the communists need fewer."""
    return rules.communist_target_3_players if rules.players == FEW else rules.communist_target


@compiled
def has_rising_star(state: State, rules: Rules) -> Bool:
    """True if a rising star was dealt."""
    for player in range(rules.players):  # noqa: SIM110 (Numba knows no generators)
        if state.loyalty[player] == Loyalty.RISING_STAR:
            return True
    return False


@compiled
def check_end(state: State, rules: Rules, margin: Int) -> None:
    """Rules, Goals: as soon as a side has won enough movies; in the last movie, the rising star with a narrow one.

    A last movie without a winner (other targets than the source's) goes to the side with more movies, or is a tie.
    """
    patriots = state.patriot_movies >= rules.patriot_target
    communists = state.communist_movies >= communist_target(rules)
    last = state.movies == rules.max_movies
    if last and abs(margin) <= rules.rising_star_margin and has_rising_star(state, rules):
        end_play(state, rules, Victory.RISING_STAR.value, False)
    elif patriots or communists:
        end_play(state, rules, outcome_of(patriots, communists), False)
    elif last:
        ahead = np.int64(state.patriot_movies) - np.int64(state.communist_movies)
        end_play(state, rules, outcome_of(ahead >= 0, ahead <= 0), True)


@compiled
def outcome_of(patriots: Bool, communists: Bool) -> Int:
    """The outcome when at least one of the sides has won."""
    if patriots and communists:
        return Victory.BOTH.value
    return Victory.PATRIOTS.value if patriots else Victory.COMMUNISTS.value


@compiled
def end_play(state: State, rules: Rules, outcome: Int, at_limit: Bool) -> None:
    """End the play. All players of the winning side win; there may be none.

    `at_limit`: no side has reached its target, and `max_movies` ended the play.
    """
    state.over = True
    state.outcome = outcome
    winners = EMPTY
    for player in range(rules.players):
        if has_won(state.loyalty[player], outcome):
            winners = add(winners, player)
    state.winners = winners
    note(Event.END, state.winners, outcome, rules.players, state.loyalty, at_limit)


@compiled
def has_won(loyalty: Int, outcome: Int) -> Bool:
    """True if the outcome is a win for a loyalty."""
    if outcome == Victory.BOTH:
        return loyalty != Loyalty.RISING_STAR
    return loyalty == outcome


@compiled
def standing(state: State, rules: Rules, player: Player) -> Int:
    """Minus the fewest movies in which the player could still win; 0 once it has.

    A side needs the movies up to its target. The rising star needs both sides at one movie short of theirs, and then a
    narrow movie.
    """
    patriots = max(np.int64(0), np.int64(rules.patriot_target) - np.int64(state.patriot_movies))
    communists = max(np.int64(0), np.int64(communist_target(rules)) - np.int64(state.communist_movies))
    if state.loyalty[player] == Loyalty.PATRIOT:
        return -patriots
    return -communists if state.loyalty[player] == Loyalty.COMMUNIST else -max(np.int64(0), patriots + communists - 1)


# After the premiere


@compiled
def revealed(state: State, rules: Rules, special: Int) -> Bool:
    """True if a card of this kind was revealed in the movie."""
    for place in range(state.movie_size):  # noqa: SIM110
        if rules.propaganda[state.movie_card[place]].special == special:
            return True
    return False


@compiled
def hold_hearing(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Premiere 2: if a Congressional Hearing was revealed, re-roll all dice."""
    if revealed(state, rules, Special.HEARING):
        for die in range(dice(rules)):
            roll(state, rules, chance, die)
        state.hearings += 1
        note(Event.HEARING, dice(rules), state.stars)


@compiled
def shake_up(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Premiere 2: if a Shake Up was revealed, all job cards are shuffled and dealt again."""
    if revealed(state, rules, Special.SHAKE_UP):
        for player in range(rules.players):
            state.center = state.center | state.jobs[player]
        hand_out_jobs(state, rules, chance)
        state.shake_ups += 1
        note(Event.SHAKE_UP, rules.players, state.jobs, state.center)


@compiled
def redraw(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Premiere 3: everyone draws back up; the movie's cards are not discarded yet."""
    for turn in range(rules.players):
        player = clockwise(state, rules, turn)
        missing = rules.hand_size - np.int64(state.held[player])
        if missing > 0:
            note(Event.REDRAW, player, draw_to_hand(state, rules, chance, player, missing))


@compiled
def discard_movie(state: State) -> None:
    """Rules, Premiere: discard all played cards, which everybody has seen."""
    while state.movie_size > 0:
        card = state.movie_card[state.movie_size - 1]
        state.discards[card] += 1
        state.open_discards[card] += 1
        state.discards_count += 1
        remove_last_card(state)


# Payoff


def _even_races() -> Array:
    """How likely a side that still needs i movies gets them before one that needs j, movies being even."""
    race = np.zeros((8, 8))
    race[0, 1:] = 1.0
    for mine in range(1, 8):
        for other in range(1, 8):
            race[mine, other] = 0.5 * (race[mine - 1, other] + race[mine, other - 1])
    return race


def _even_finishes() -> Array:
    """How likely both sides come to need one movie each."""
    close = np.zeros((8, 8))
    for mine in range(1, 8):
        for other in range(1, 8):
            close[mine, other] = 0.5 * (close[mine - 1, other] + close[mine, other - 1])
            if mine == other == 1:
                close[mine, other] = 1.0
    return close


RACE: Final = _even_races()
CLOSE: Final = _even_finishes()


@compiled
def payoff(state: State, rules: Rules, player: Player) -> Float:
    """At the end, whether the player's side has won; after a movie, its chance to win if further movies are even.

    A win of both sides is half a win for either, as in win rates. Unlike the lead in points in other games, the lead
    in movies has no weight of its own: search looks one movie ahead, so it could break no tie. A lead in symbols wins
    nothing, and the rising star avoids it.
    """
    if state.over:
        share = 0.5 if state.outcome == Victory.BOTH else 1.0
        return share if holds(np.uint64(state.winners), player) else 0.0
    return chance_in_races(state, rules, player, 0, NARROW if has_rising_star(state, rules) else 0.0)


@compiled
def chance_in_races(state: State, rules: Rules, player: Player, won: Int, star: Float) -> Float:
    """The player's chance to win if who has `won` another movie gets it, and further movies are even.

    `star` is how often a last movie is narrow enough for the rising star; 0 where there is none.
    """
    patriots = max(0, rules.patriot_target - np.int64(state.patriot_movies) - (won & PATRIOTS_WON))
    communists = max(0, communist_target(rules) - np.int64(state.communist_movies) - won // COMMUNISTS_WON)
    narrow = star * CLOSE[patriots, communists]
    loyalty = state.loyalty[player]
    if loyalty == Loyalty.RISING_STAR:
        return narrow
    share = RACE[patriots, communists] if loyalty == Loyalty.PATRIOT else RACE[communists, patriots]
    return share - 0.5 * narrow


@compiled
def payoff_span(state: State, rules: Rules, player: Player) -> Float:
    """The most by which a player's payoffs after this movie can differ; who wins the last movie may win it all.

    Where a side reaches its target, its chance in the races is what the end pays.
    """
    if state.movies + 1 >= rules.max_movies:
        return 1.0
    span = 0.0
    for star in (0.0, NARROW):
        least, most = 1.0, 0.0
        for won in range(BOTH_WON + 1):
            chance = chance_in_races(state, rules, player, won, star)
            least, most = min(least, chance), max(most, chance)
        span = max(span, most - least)
    return span


# Measures


@compiled
def report(state: State, rules: Rules, result: Result) -> None:
    """The measures of a finished play; `measures.py` says what each means."""
    outcome = state.outcome
    result.winners = state.winners
    result.patriots_won = outcome in (Victory.PATRIOTS, Victory.BOTH)
    result.communists_won = outcome in (Victory.COMMUNISTS, Victory.BOTH)
    result.rising_star_won = outcome == Victory.RISING_STAR
    result.movies = state.movies
    result.last_movie = state.movies == rules.max_movies
    result.hearings = state.hearings
    result.shake_ups = state.shake_ups
    result.lead_changes = state.lead_changes
    result.patriot_symbols = state.patriot_symbols / state.movies
    result.communist_symbols = state.communist_symbols / state.movies
    report_movies(state, result)
    for player in range(rules.players):
        report_player(state, result, player)


@compiled
def tied(state: State, rules: Rules, result: Result) -> Bool:
    """True if both sides have won."""
    return state.outcome == Victory.BOTH


@compiled
def report_player(state: State, result: Result, player: Player) -> None:
    """The measures of one player. The rising star has no side, so no symbols for or against it."""
    loyalty = state.loyalty[player]
    patriot, communist = state.symbols_added[player, 0], state.symbols_added[player, 1]
    result.side[player] = loyalty
    result.won[player] = holds(np.uint64(state.winners), player)
    result.cards_added[player] = state.cards_added[player]
    result.symbols_for[player] = patriot if loyalty == Loyalty.PATRIOT else communist
    result.symbols_against[player] = communist if loyalty == Loyalty.PATRIOT else patriot
    if loyalty == Loyalty.RISING_STAR:
        result.symbols_for[player] = result.symbols_against[player] = 0
    result.rerolls[player] = state.rerolls[player]
    result.swaps[player] = state.swaps[player]
    result.tokens_spent[player] = state.tokens_spent[player]
    result.screenwriter[player] = state.times_performed[player, 0]
    result.producer[player] = state.times_performed[player, 1]
    result.director[player] = state.times_performed[player, 2]
    result.gaffer[player] = state.times_performed[player, 3]
    result.cinematographer[player] = state.times_performed[player, 4]
    result.actress[player] = state.times_performed[player, 5]
    result.actor[player] = state.times_performed[player, 6]
    result.composer[player] = state.times_performed[player, 7]
    result.editor[player] = state.times_performed[player, 8]


@compiled
def report_movies(state: State, result: Result) -> None:
    """The lead in symbols on average, then symbols and lead of each movie; 0 for those that were not made."""
    whole = np.int64(0)
    for movie in range(state.movies):
        whole += abs(np.int64(state.margins[movie]))
    result.margin = whole / state.movies
    report_patriots(state, result)
    report_communists(state, result)
    report_margins(state, result)


@compiled
def report_patriots(state: State, result: Result) -> None:
    """Patriot symbols of each movie."""
    result.patriot_symbols_1 = state.symbols_in[0, 0]
    result.patriot_symbols_2 = state.symbols_in[1, 0]
    result.patriot_symbols_3 = state.symbols_in[2, 0]
    result.patriot_symbols_4 = state.symbols_in[3, 0]
    result.patriot_symbols_5 = state.symbols_in[4, 0]
    result.patriot_symbols_6 = state.symbols_in[5, 0]
    result.patriot_symbols_7 = state.symbols_in[6, 0]
    result.patriot_symbols_8 = state.symbols_in[7, 0]
    result.patriot_symbols_9 = state.symbols_in[8, 0]
    result.patriot_symbols_10 = state.symbols_in[9, 0]
    result.patriot_symbols_11 = state.symbols_in[10, 0]
    result.patriot_symbols_12 = state.symbols_in[11, 0]
    result.patriot_symbols_13 = state.symbols_in[12, 0]


@compiled
def report_communists(state: State, result: Result) -> None:
    """Communist symbols of each movie."""
    result.communist_symbols_1 = state.symbols_in[0, 1]
    result.communist_symbols_2 = state.symbols_in[1, 1]
    result.communist_symbols_3 = state.symbols_in[2, 1]
    result.communist_symbols_4 = state.symbols_in[3, 1]
    result.communist_symbols_5 = state.symbols_in[4, 1]
    result.communist_symbols_6 = state.symbols_in[5, 1]
    result.communist_symbols_7 = state.symbols_in[6, 1]
    result.communist_symbols_8 = state.symbols_in[7, 1]
    result.communist_symbols_9 = state.symbols_in[8, 1]
    result.communist_symbols_10 = state.symbols_in[9, 1]
    result.communist_symbols_11 = state.symbols_in[10, 1]
    result.communist_symbols_12 = state.symbols_in[11, 1]
    result.communist_symbols_13 = state.symbols_in[12, 1]


@compiled
def report_margins(state: State, result: Result) -> None:
    """Patriot symbols minus communist ones of each movie."""
    result.margin_1 = state.margins[0]
    result.margin_2 = state.margins[1]
    result.margin_3 = state.margins[2]
    result.margin_4 = state.margins[3]
    result.margin_5 = state.margins[4]
    result.margin_6 = state.margins[5]
    result.margin_7 = state.margins[6]
    result.margin_8 = state.margins[7]
    result.margin_9 = state.margins[8]
    result.margin_10 = state.margins[9]
    result.margin_11 = state.margins[10]
    result.margin_12 = state.margins[11]
    result.margin_13 = state.margins[12]
