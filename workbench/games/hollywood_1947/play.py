"""Hollywood 1947, played: what the engine asks.

Source: "Hollywood 1947", a text of the printed rules. Patriots, communists and a rising star make movies: production
(a turn each: a job, a swap, re-rolls), post (cards come in, some leave), and the premiere, where symbols are counted.

What we play: the source, with the reconstructions that `rules.py` and the card lists name. `Rules, …` in a docstring
is a heading of the source. Choices are cut small: an option, then its targets one at a time. Where it is silent:

* the gaffer performs all re-rolls; in option 3 the first is made, and then one may stop;
* cards for stars, and then for tokens, are added starting with the lowest number as the job cards lie after the turns
  (a swap may have moved it) and going clockwise; in studio order number by number; hands are drawn up clockwise too;
* a card that the actress, the actor or the composer's job discards is known to who discards it;
* the genre deck of a game of two can run out in the seventh movie: see `posters.renew_genre_deck`;
* the rising star's rule holds in the last movie (`max_movies`), whatever the score before it;
* in studio order with two jobs each, a turn is taken for each of the two numbers.

No play by the source's rules, of any number of players and with any variant, has more than 616 decisions (the longest
of 6 300 000 random plays had 247). The bound for any rules is `most_decisions` in the tests of the bots.
"""

from enum import IntEnum
from typing import Any, Final

import numpy as np

from workbench.engine.bags import choices
from workbench.engine.bit_sets import add, holds, only, up_to
from workbench.engine.compiling import compiled
from workbench.games.hollywood_1947 import jobs, movies, turns
from workbench.games.hollywood_1947.premiere import communist_target, has_rising_star, premiere
from workbench.games.hollywood_1947.report import report_movies
from workbench.games.hollywood_1947.start import set_up
from workbench.games.hollywood_1947.table import STOP, Loyalty, Option, Outcome, Phase, Step, dice, job_of

FACE_DOWN: Final = 62
"""How a card that is laid face down looks to others."""
NARROW: Final = 0.5
"""About how often a last movie is narrow enough for the rising star. A guess: no other value was tried."""


class Action(IntEnum):
    """Kinds of action, as a restriction names them: `greedy~swap`."""

    PASS = 0
    REROLL = 1
    SWAP = 2
    PEEK = 3
    SCREENWRITER = 4
    PRODUCER = 5
    DIRECTOR = 6
    GAFFER = 7
    CINEMATOGRAPHER = 8
    ACTRESS = 9
    ACTOR = 10
    COMPOSER = 11
    EDITOR = 12
    CHOOSE = 13
    STOP = 14
    ADD_NEUTRAL = 15
    ADD_PATRIOT = 16
    ADD_COMMUNIST = 17
    TOKEN = 18
    DISCARD = 19
    PUT_BACK = 20
    CUT = 21


# Course of the game


@compiled
def begin(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Setup; then the first movie is made."""
    set_up(state, rules, chance)
    turns.start_movie(state, rules, chance)
    proceed(state, rules, chance)


@compiled
def proceed(state: Any, rules: Any, chance: Any) -> None:
    """Go on, step by step of the round, up to the next decision or the end."""
    while not state.over:
        if state.step == Step.TURNS:
            if turns.next_turn(state, rules):
                return
            movies.start_post(state, rules)
        elif state.step == Step.STARS:
            if movies.next_star_card(state, rules):
                return
        elif state.step == Step.TOKENS:
            if movies.next_token(state, rules):
                return
            movies.add_ghosts(state, rules, chance)
            movies.add_from_deck(state, rules, chance)
            if movies.ask_editor(state, rules, chance):
                state.step = Step.EDITING
                return
            movies.take_at_random(state, chance, movies.discarded_at_random(state, rules))
            state.step = Step.EDITING
        elif state.step == Step.PREMIERE:
            premiere(state, rules, chance)
            if not state.over:
                turns.start_movie(state, rules, chance)
            continue
        state.step += 1


@compiled
def apply(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """Carry out an action of the phase, and whatever follows."""
    if state.phase in (Phase.STAR_CARD, Phase.STRIKE):
        movies.add_star_card(state, rules, action)
    elif state.phase == Phase.TOKEN:
        movies.spend_token(state, rules, action)
    elif state.phase == Phase.EDIT:
        movies.edit(state, rules, chance, action)
        state.step = Step.PREMIERE
    elif take_turn(state, rules, chance, action):
        turns.end_turn(state)
    else:
        return
    proceed(state, rules, chance)


@compiled
def take_turn(state: Any, rules: Any, chance: Any, action: Any) -> Any:
    """A choice within a turn; whether the turn is over."""
    phase = state.phase
    if phase == Phase.OPTION:
        return turns.choose_option(state, rules, chance, action)
    if phase == Phase.REROLL:
        return turns.reroll_one(state, rules, chance, action)
    if phase == Phase.SWAP_OWN:
        return turns.pick_own(state, action)
    if phase == Phase.SWAP_CENTER:
        return turns.swap(state, rules, action)
    return do_job(state, rules, chance, action)


@compiled
def do_job(state: Any, rules: Any, chance: Any, action: Any) -> Any:  # noqa: PLR0911 (a line for each phase)
    """A choice within a job; whether the turn is over."""
    phase = state.phase
    if phase == Phase.TARGET:
        return jobs.name_target(state, rules, chance, action)
    if phase == Phase.GAFFER:
        return jobs.gaffe(state, rules, chance, action)
    if phase == Phase.GENRE:
        return jobs.pick_genre(state, rules, action)
    if phase == Phase.DISCARD:
        return jobs.discard_one(state, rules, action)
    if phase == Phase.COMPOSE:
        return jobs.finish_composing(state, rules, action)
    if phase == Phase.PRODUCE_FIRST:
        state.picked = action
        state.phase = Phase.PRODUCE_SECOND
        return False
    if phase == Phase.PRODUCE_SECOND:
        return jobs.produce(state, rules, action)
    if phase == Phase.NEW_JOB:
        return jobs.answer_new_job(state, rules, chance, action)
    return jobs.pick_token(state, action)


# What may be done


@compiled
def legal_actions(state: Any, rules: Any) -> Any:  # noqa: PLR0911 (a line for each phase)
    """The legal actions of the phase: options, dice, job cards, targets, kinds of card, or a yes and a no."""
    phase = state.phase
    if phase == Phase.OPTION:
        return turns.legal_options(state, rules)
    if phase in (Phase.STAR_CARD, Phase.DISCARD):
        return choices(state.hand[state.actor])
    if phase in (Phase.TOKEN, Phase.STRIKE):
        return add(choices(state.hand[state.actor]), STOP)
    if phase == Phase.REROLL:
        return turns.legal_rerolls(state, rules)
    if phase == Phase.GAFFER:
        return up_to(dice(rules))
    if phase in (Phase.NEW_JOB, Phase.GENRE, Phase.EDIT):
        return up_to(2)
    return legal_cards_and_targets(state, rules)


@compiled
def legal_cards_and_targets(state: Any, rules: Any) -> Any:  # noqa: PLR0911 (a line for each phase)
    """The legal actions of phases that name a job card, a player or a drawn card."""
    phase = state.phase
    if phase == Phase.TARGET:
        found = jobs.targets(state, rules, state.job)
        return found if state.picked < 0 else found & ~only(state.picked)
    if phase == Phase.SWAP_OWN:
        return state.jobs[state.turn_player]
    if phase == Phase.SWAP_CENTER:
        return state.center
    if phase == Phase.PRODUCE_FIRST:
        return jobs.held_jobs(state, rules)
    if phase == Phase.PRODUCE_SECOND:
        return jobs.legal_second(state, rules)
    if phase == Phase.TOKEN_FROM:
        return jobs.token_sources(state, rules)
    return choices(state.choice)


@compiled
def action_kind(state: Any, rules: Any, action: Any) -> Any:  # noqa: PLR0911 (a line for each phase)
    """The kind of an action of the phase."""
    phase = state.phase
    if phase == Phase.OPTION:
        return action if action < Option.FIRST_JOB else job_kind(rules, action - Option.FIRST_JOB)
    if action == STOP:
        return Action.STOP.value
    if phase in (Phase.STAR_CARD, Phase.STRIKE, Phase.COMPOSE):
        return Action.ADD_NEUTRAL.value + np.int64(rules.propaganda[action // 4].symbol)
    if phase == Phase.TOKEN:
        return Action.TOKEN.value
    if phase == Phase.DISCARD:
        return Action.DISCARD.value
    if phase == Phase.EDIT:
        return Action.PUT_BACK.value + action
    if phase == Phase.NEW_JOB:
        return job_kind(rules, state.picked) if action == 1 else Action.STOP.value
    return Action.CHOOSE.value


@compiled
def job_kind(rules: Any, number: Any) -> Any:
    """The kind of action that is to perform the job with a number."""
    return Action.SCREENWRITER.value + np.int64(job_of(rules, number))


# What search asks


@compiled
def situation(state: Any, rules: Any) -> Any:
    """The phase, the job, and what the actor alone is shown: the posters drawn, the card to be edited."""
    shown = np.int64(0)
    if state.phase == Phase.EDIT:
        shown = np.int64(state.movie_card[state.movie_size - 1])
    elif state.phase == Phase.GENRE:
        shown = 256 * np.int64(state.drawn[0]) + np.int64(state.drawn[1])
    return np.int64(state.phase) + 32 * np.int64(state.job) + 512 * shown


@compiled
def observation(state: Any, rules: Any, player: Any, action: Any) -> Any:
    """How `player` sees an action: cards laid or discarded face down all look the same; a poster chosen is seen."""
    if player == state.actor or action == STOP:
        return np.int64(action)
    phase = state.phase
    if phase in (Phase.STAR_CARD, Phase.STRIKE, Phase.TOKEN, Phase.DISCARD, Phase.COMPOSE):
        return np.int64(FACE_DOWN)
    return np.int64(state.drawn[action]) if phase == Phase.GENRE else np.int64(action)


def _even_races() -> Any:
    """How likely a side that still needs i movies gets them before one that needs j, movies being even."""
    race = np.zeros((8, 8))
    race[0, 1:] = 1.0
    for own in range(1, 8):
        for other in range(1, 8):
            race[own, other] = 0.5 * (race[own - 1, other] + race[own, other - 1])
    return race


def _even_finishes() -> Any:
    """How likely both sides come to need one movie each."""
    close = np.zeros((8, 8))
    for own in range(1, 8):
        for other in range(1, 8):
            close[own, other] = 0.5 * (close[own - 1, other] + close[own, other - 1])
            if own == other == 1:
                close[own, other] = 1.0
    return close


RACE: Final = _even_races()
CLOSE: Final = _even_finishes()


@compiled
def payoff(state: Any, rules: Any, player: Any) -> Any:
    """At the end, whether the player's side has won; after a movie, how likely it does if movies are even from here.

    A win of both sides is half a win for either, as it counts in win rates. The lead in movies has no weight of its
    own, as the lead in points has elsewhere: search looks one movie ahead, and there who leads by how much is settled
    by who wins the movie, so it could break no tie. A lead in symbols wins nothing, and the rising star shuns it.
    """
    if state.over:
        share = 0.5 if state.outcome == Outcome.BOTH else 1.0
        return share if holds(np.uint64(state.winners), player) else 0.0
    patriots = max(0, rules.patriot_target - np.int64(state.patriot_movies))
    communists = max(0, communist_target(rules) - np.int64(state.communist_movies))
    narrow = NARROW * CLOSE[patriots, communists] if has_rising_star(state, rules) else 0.0
    loyalty = state.loyalty[player]
    if loyalty == Loyalty.RISING_STAR:
        return narrow
    share = RACE[patriots, communists] if loyalty == Loyalty.PATRIOT else RACE[communists, patriots]
    return share - 0.5 * narrow


# Results


@compiled
def report(state: Any, rules: Any, result: Any) -> None:
    """The measures of a finished play; `measures.py` says what each means."""
    outcome = state.outcome
    result.winners = state.winners
    result.patriots_won = outcome in (Outcome.PATRIOTS, Outcome.BOTH)
    result.communists_won = outcome in (Outcome.COMMUNISTS, Outcome.BOTH)
    result.rising_star_won = outcome == Outcome.RISING_STAR
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
def tied(state: Any, rules: Any, result: Any) -> Any:
    """Whether both sides have won."""
    return state.outcome == Outcome.BOTH


@compiled
def report_player(state: Any, result: Any, player: Any) -> None:
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
