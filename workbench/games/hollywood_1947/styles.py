"""Hollywood 1947: scripted players, and the one that search plays on with.

They trust nobody but themselves and, as communists, each other; what they want is more symbols of their side. The
rising star wants the side that is behind in movies to catch up, and while neither is, no symbols at all.

Whoever is as good as others is chosen clockwise from the player, so that a seat's number means nothing: turn the table,
and every decision turns with it.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from workbench.engine.bags import chosen_kind
from workbench.engine.bit_sets import EMPTY, add, holds, lowered, lowest, only, remove, without_lowest
from workbench.engine.compiling import compiled
from workbench.games.hollywood_1947.beliefs import fellows
from workbench.games.hollywood_1947.rules import Job
from workbench.games.hollywood_1947.table import (
    NOBODY,
    STOP,
    Answer,
    Loyalty,
    Option,
    Phase,
    dice,
    dice_each,
    holder_of,
    job_of,
    owner_of,
    poster_symbols,
    stars_of,
    symbols,
)

AWAKE = 2
"""Movies made before a sleeper shows its colors."""


class Manner(IntEnum):
    """The scripted styles."""

    LOYALIST = 0
    SLEEPER = 1


class Reroll(IntEnum):
    """What a re-roll does, the best last: where one may stop, only an own blank die is better than none."""

    ALLYS_STAR = 0
    STRANGERS_BLANK = 1
    ALLYS_BLANK = 2
    STRANGERS_STAR = 3
    NONE = 4
    OWN_BLANK = 5


@compiled
def aim_of(state: Any, player: Any) -> Any:
    """1 for who wants patriot symbols, -1 for who wants communist ones, 0 for a rising star in an even game."""
    if state.loyalty[player] == Loyalty.RISING_STAR:
        lead = np.int64(state.patriot_movies) - np.int64(state.communist_movies)
        return min(max(-lead, -1), 1)
    return np.int64(1) if state.loyalty[player] == Loyalty.PATRIOT else np.int64(-1)


@compiled
def play_style(state: Any, rules: Any, legal: Any, style: Any) -> Any:
    """The action of a scripted style. A sleeper that is asleep takes itself for a patriot, with nobody to favor."""
    player = state.actor
    if style == Manner.SLEEPER and state.loyalty[player] == Loyalty.COMMUNIST and state.movies < AWAKE:
        return loyal_action(state, rules, legal, np.int64(1), only(player))
    return loyal_action(state, rules, legal, aim_of(state, player), allies_of(state, rules, player))


@compiled
def sketch(state: Any, rules: Any, legal: Any) -> Any:
    """Search plays on as a loyalist does; it makes no use of what an imagined world shows."""
    player = state.actor
    return loyal_action(state, rules, legal, aim_of(state, player), allies_of(state, rules, player))


@compiled
def allies_of(state: Any, rules: Any, player: Any) -> Any:
    """Whom the player trusts: itself, and as a communist the others; ghosts are nobody's."""
    if state.loyalty[player] == Loyalty.COMMUNIST:
        return add(fellows(state, rules, player), player)
    return only(player)


@compiled
def loyal_action(state: Any, rules: Any, legal: Any, aim: Any, allies: Any) -> Any:  # noqa: PLR0911 (one a phase)
    """The legal action of a player who wants symbols by `aim`, and trusts `allies`."""
    phase = state.phase
    if phase == Phase.OPTION:
        return loyal_option(state, rules, legal)
    if phase in (Phase.STAR_CARD, Phase.COMPOSE):
        return best_card(rules, legal, aim)
    if phase == Phase.DISCARD:
        return best_card(rules, legal, -aim)
    if phase in (Phase.TOKEN, Phase.STRIKE):
        card = best_card(rules, remove(legal, STOP), aim)
        return card if aim * symbols(rules, chosen_kind(card)) > 0 else if_legal(legal, STOP, card)
    if phase in (Phase.REROLL, Phase.GAFFER):
        return loyal_die(state, rules, legal, allies)
    if phase == Phase.EDIT:
        value = aim * symbols(rules, state.movie_card[state.movie_size - 1])
        return if_legal(legal, Answer.YES.value if value < 0 else Answer.NO.value, lowest(legal))
    if phase == Phase.GENRE:
        first, second = poster_symbols(rules, state.drawn[0]), poster_symbols(rules, state.drawn[1])
        return if_legal(legal, 1 if aim * second > aim * first else 0, lowest(legal))
    if phase == Phase.NEW_JOB:
        return if_legal(legal, Answer.YES.value, lowest(legal))
    if phase in (Phase.PRODUCE_FIRST, Phase.PRODUCE_SECOND):
        return loyal_production(state, rules, legal)
    if phase in (Phase.SWAP_OWN, Phase.SWAP_CENTER):
        return lowest(legal)
    return loyal_target(state, rules, legal, allies)


@compiled
def if_legal(legal: Any, action: Any, otherwise: Any) -> Any:
    """The action where it is legal: restrictions may have taken it out."""
    return np.int64(action) if holds(legal, action) else np.int64(otherwise)


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
def loyal_option(state: Any, rules: Any, legal: Any) -> Any:
    """A job, the most useful first; else own dice without stars are re-rolled; else nothing, if that may be."""
    best, chosen, rest = 0.0, np.int64(NOBODY), lowered(legal, Option.FIRST_JOB.value)
    while rest != EMPTY:
        number = lowest(rest)
        rest = without_lowest(rest)
        worth = job_worth(job_of(rules, number))
        if worth > best:
            best, chosen = worth, number
    if chosen != NOBODY:
        return Option.FIRST_JOB + chosen
    if holds(legal, Option.REROLL) and stars_of(state, rules, state.turn_player) < dice_each(rules):
        return np.int64(Option.REROLL)
    return lowest(legal)


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


# Dice


@compiled
def loyal_die(state: Any, rules: Any, legal: Any, allies: Any) -> Any:
    """The die that it is best to re-roll, or to stop; of equal ones the first clockwise, those of ghosts last."""
    own = rules.players * dice_each(rules)
    best, chosen = NOBODY, lowest(legal)
    if holds(legal, STOP):
        best, chosen = Reroll.NONE.value, np.int64(STOP)
    for step in range(dice(rules)):
        die = (state.turn_player * dice_each(rules) + step) % own if step < own else step
        merit = reroll_merit(state, rules, die, allies)
        if holds(legal, die) and merit > best:
            best, chosen = merit, np.int64(die)
    return chosen


@compiled
def reroll_merit(state: Any, rules: Any, die: Any, allies: Any) -> Any:
    """How much it is wanted that a die is re-rolled. A ghost is a stranger."""
    owner, star = owner_of(rules, die), holds(state.stars, die)
    if owner == state.turn_player and not star:
        return Reroll.OWN_BLANK.value
    if holds(allies, owner):
        return Reroll.ALLYS_STAR.value if star else Reroll.ALLYS_BLANK.value
    return Reroll.STRANGERS_STAR.value if star else Reroll.STRANGERS_BLANK.value


# Targets


@compiled
def loyal_target(state: Any, rules: Any, legal: Any, allies: Any) -> Any:
    """The player itself for a token and for the actress; a stranger to look at, to take from, and for the actor."""
    player = state.turn_player
    friendly = state.phase == Phase.TARGET and state.job in (Job.DIRECTOR, Job.ACTRESS)
    if friendly and holds(legal, player):
        return np.int64(player)
    wanted = legal & allies if friendly else legal & ~allies
    return first_clockwise(rules, legal if wanted == EMPTY else wanted, player)


@compiled
def first_clockwise(rules: Any, targets: Any, player: Any) -> Any:
    """Of the targets the first clockwise from the player, who comes last; else the first ghost."""
    for step in range(1, rules.players + 1):
        target = (player + step) % rules.players
        if holds(targets, target):
            return np.int64(target)
    return lowest(targets)


@compiled
def loyal_production(state: Any, rules: Any, legal: Any) -> Any:
    """The own card, for the most useful job of another player that is still to be performed."""
    own = legal & state.jobs[state.turn_player]
    if state.phase == Phase.PRODUCE_FIRST:
        return lowest(legal if own == EMPTY else own)
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
