"""Hollywood 1947: scripted players, and the one that search plays on with.

They trust nobody but themselves and, as communists, each other; what they want is more symbols of their side. The
rising star wants the side that is behind in movies to catch up, and while neither is, no symbols at all.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from workbench.engine.bags import chosen_kind
from workbench.engine.cards import EMPTY, holds, lowest, remove, without_lowest
from workbench.engine.compiling import compiled
from workbench.games.hollywood_1947.jobs import open_jobs
from workbench.games.hollywood_1947.rules import MOST_PLAYERS, Job
from workbench.games.hollywood_1947.table import (
    STOP,
    Answer,
    Loyalty,
    Option,
    Phase,
    dice_each,
    holder_of,
    job_of,
    owner_of,
    poster_symbols,
    symbols,
)

AWAKE = 2
"""Movies made before a sleeper shows its colors."""


class Manner(IntEnum):
    """The scripted styles."""

    LOYALIST = 0
    SLEEPER = 1


@compiled
def aim_of(state: Any, player: Any) -> Any:
    """1 for who wants patriot symbols, -1 for who wants communist ones, 0 for a rising star in an even game."""
    if state.loyalty[player] == Loyalty.RISING_STAR:
        lead = np.int64(state.patriot_movies) - np.int64(state.communist_movies)
        return min(max(-lead, -1), 1)
    return np.int64(1) if state.loyalty[player] == Loyalty.PATRIOT else np.int64(-1)


@compiled
def play_style(state: Any, rules: Any, legal: Any, style: Any) -> Any:
    """The action of a scripted style."""
    aim = aim_of(state, state.actor)
    if style == Manner.SLEEPER and state.loyalty[state.actor] == Loyalty.COMMUNIST and state.movies < AWAKE:
        aim = np.int64(1)
    return loyal_action(state, rules, legal, aim)


@compiled
def sketch(state: Any, rules: Any, legal: Any) -> Any:
    """Search plays on as a loyalist does; it makes no use of what an imagined world shows."""
    return loyal_action(state, rules, legal, aim_of(state, state.actor))


@compiled
def loyal_action(state: Any, rules: Any, legal: Any, aim: Any) -> Any:  # noqa: PLR0911 (a line for each phase)
    """The action of a player who wants symbols by `aim`."""
    phase = state.phase
    if phase == Phase.OPTION:
        return loyal_option(state, rules)
    if phase in (Phase.STAR_CARD, Phase.COMPOSE):
        return best_card(rules, legal, aim)
    if phase == Phase.DISCARD:
        return best_card(rules, legal, -aim)
    if phase in (Phase.TOKEN, Phase.STRIKE):
        card = best_card(rules, remove(legal, STOP), aim)
        return card if aim * symbols(rules, chosen_kind(card)) > 0 else np.int64(STOP)
    if phase in (Phase.REROLL, Phase.GAFFER):
        return loyal_die(state, rules, legal)
    if phase == Phase.EDIT:
        value = aim * symbols(rules, state.movie_card[state.movie_size - 1])
        return Answer.YES.value if value < 0 else Answer.NO.value
    if phase == Phase.GENRE:
        first, second = poster_symbols(rules, state.drawn[0]), poster_symbols(rules, state.drawn[1])
        return np.int64(1) if aim * second > aim * first else np.int64(0)
    return loyal_target(state, rules, legal)


@compiled
def best_card(rules: Any, legal: Any, aim: Any) -> Any:
    """The kind with most symbols by the aim; without an aim, that with the fewest of any side."""
    best, chosen = -100, lowest(legal)
    while legal != EMPTY:
        action = lowest(legal)
        legal = without_lowest(legal)
        value = symbols(rules, chosen_kind(action))
        merit = aim * value if aim != 0 else -abs(value)
        if merit > best:
            best, chosen = merit, action
    return chosen


@compiled
def loyal_option(state: Any, rules: Any) -> Any:
    """A job, the most useful first; else own dice without stars are re-rolled; else nothing."""
    player, rest = state.turn_player, open_jobs(state, rules)
    best, chosen = 0.0, np.int64(Option.PASS)
    while rest != EMPTY:
        number = lowest(rest)
        rest = without_lowest(rest)
        worth = job_worth(job_of(rules, number))
        if worth > best:
            best, chosen = worth, Option.FIRST_JOB + number
    if chosen == Option.PASS and rules.rerolls_per_turn > 0 and own_blank(state, rules, player) >= 0:
        return np.int64(Option.REROLL)
    return chosen


@compiled
def job_worth(job: Any) -> Any:
    """About how many symbols a job brings to who performs it."""
    if job == Job.COMPOSER:
        return 0.6
    if job == Job.EDITOR:
        return 0.5
    if job in (Job.SCREENWRITER, Job.GAFFER):
        return 0.45
    if job == Job.DIRECTOR:
        return 0.4
    return 0.2 if job == Job.ACTRESS else 0.1


@compiled
def own_blank(state: Any, rules: Any, player: Any) -> Any:
    """A die of the player's own without a star, or -1."""
    first = player * dice_each(rules)
    for die in range(first, first + dice_each(rules)):
        if not holds(state.stars, die):
            return np.int64(die)
    return np.int64(-1)


@compiled
def loyal_die(state: Any, rules: Any, legal: Any) -> Any:
    """An own die without a star; else one of a stranger's with a star; else none, if that may be."""
    player = state.turn_player
    blank = own_blank(state, rules, player)
    if blank >= 0 and holds(legal, blank):
        return blank
    if holds(legal, STOP):
        return np.int64(STOP)
    rest = legal
    while rest != EMPTY:
        die = lowest(rest)
        rest = without_lowest(rest)
        if holds(state.stars, die) and not is_ally(state, player, owner_of(rules, die)):
            return die
    return lowest(legal)


@compiled
def is_ally(state: Any, player: Any, other: Any) -> Any:
    """The player, or another communist known to a communist; ghosts are nobody's."""
    if other == player or other >= MOST_PLAYERS:
        return other == player
    return state.loyalty[player] == Loyalty.COMMUNIST and state.loyalty[other] == Loyalty.COMMUNIST


@compiled
def loyal_target(state: Any, rules: Any, legal: Any) -> Any:
    """The player itself for a token and for the actress; a stranger to look at, to take from, and for the actor."""
    player = state.turn_player
    if state.phase in (Phase.PRODUCE_FIRST, Phase.PRODUCE_SECOND):
        return loyal_production(state, rules, legal)
    if state.phase == Phase.NEW_JOB:
        return Answer.YES.value
    if state.phase in (Phase.SWAP_OWN, Phase.SWAP_CENTER):
        return lowest(legal)
    friendly = state.phase == Phase.TARGET and state.job in (Job.DIRECTOR, Job.ACTRESS)
    if friendly and holds(legal, player):
        return np.int64(player)
    rest = legal
    while rest != EMPTY:
        target = lowest(rest)
        rest = without_lowest(rest)
        if is_ally(state, player, target) == friendly:
            return target
    return lowest(legal)


@compiled
def loyal_production(state: Any, rules: Any, legal: Any) -> Any:
    """The own card, for the most useful job of another player that is still to be performed."""
    player = state.turn_player
    if state.phase == Phase.PRODUCE_FIRST:
        return lowest(legal & state.jobs[player])
    best, chosen, rest = -1.0, lowest(legal), legal
    while rest != EMPTY:
        number = lowest(rest)
        rest = without_lowest(rest)
        worth = job_worth(job_of(rules, number))
        if holds(state.performed, number) or holder_of(state, rules, number) < 0:
            worth = 0.0
        if worth > best:
            best, chosen = worth, number
    return chosen
