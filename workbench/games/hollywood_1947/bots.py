"""Hollywood 1947: the evaluation that `greedy` climbs.

It reads a concealed state (`knowledge.py`) and the beliefs about the others (`beliefs.py`). An action is worth the
change that it can be expected to make to the lead in this movie, in symbols, and so to the chance of winning it. The
estimates are rational functions, so that compiled and plain code agree to the last bit.
"""

from typing import Any, Final

import numpy as np

from workbench.engine.bags import choices, chosen_kind, number_of
from workbench.engine.bit_sets import EMPTY, holds, lowest, without_lowest
from workbench.engine.compiling import compiled
from workbench.games.hollywood_1947.beliefs import weigh
from workbench.games.hollywood_1947.knowledge import HIDDEN
from workbench.games.hollywood_1947.movies import adder, due_cards
from workbench.games.hollywood_1947.posters import genre_symbols
from workbench.games.hollywood_1947.rules import MOST_PLAYERS, Job
from workbench.games.hollywood_1947.styles import aim_of, job_worth, play_style, sketch
from workbench.games.hollywood_1947.table import (
    STOP,
    Answer,
    Option,
    Phase,
    Step,
    dice,
    holder_of,
    is_left_out,
    job_of,
    owner_of,
    poster_symbols,
    symbols,
)

__all__ = ["appraise", "play_style", "prepare", "sketch"]

MOVIE_WORTH: Final = 0.3
"""About what winning a movie is worth, in wins."""
CARD: Final = 0.55
"""Symbols that an ally's card can be expected to add: 1.2, six times in ten, and against us one time in seven."""
SPREAD: Final = 3.0
"""The lead, in symbols, that makes three of four movies a win."""
TIE: Final = 0.5
TOKEN_WORTH: Final = 0.45
"""Symbols that a token kept for later is worth."""
LOOK_WORTH: Final = 0.2
SWAP_WORTH: Final = 0.05
PEEK_WORTH: Final = 0.02


# The outlook of this movie


@compiled
def prepare(state: Any, rules: Any) -> None:
    """Nothing yet: styles need no beliefs, which take most of the time. `appraise` works them out when first asked."""


@compiled
def look_around(state: Any, rules: Any) -> None:
    """Weigh the worlds, and the lead that the actor can expect in this movie."""
    player = state.actor
    weigh(state, rules, player)
    state.aim = aim_of(state, player)
    for other in range(rules.players):
        state.trust[other] = state.aim * (1.0 - state.stardom[other] - 2.0 * state.suspicion[other])
    state.trust[player] = abs(state.aim)
    state.average = state.aim * deck_average(rules)
    state.best_own = best_in_hand(state, rules)
    state.outlook = outlook(state, rules)


@compiled
def deck_average(rules: Any) -> Any:
    """Patriot symbols minus communist ones of a card of the whole list."""
    whole, copies = 0.0, 0
    for card in range(rules.propaganda_rows):
        if not is_left_out(rules, card):
            whole += symbols(rules, card) * rules.propaganda[card].copies
            copies += rules.propaganda[card].copies
    return whole / copies if copies > 0 else 0.0


@compiled
def best_in_hand(state: Any, rules: Any) -> Any:
    """Symbols, by the aim, of the actor's best card."""
    best, rest = -2.0, choices(state.hand[state.actor])
    while rest != EMPTY:
        best = max(best, state.aim * symbols(rules, chosen_kind(lowest(rest))))
        rest = without_lowest(rest)
    return best


@compiled
def outlook(state: Any, rules: Any) -> Any:
    """The lead, by the aim, that this movie can be expected to have; a tie counts for the communists."""
    lead = -TIE * state.aim
    if state.announced:
        lead += state.aim * genre_symbols(state, rules)
    for place in range(state.movie_size):
        if state.movie_card[place] != HIDDEN:
            lead += state.aim * symbols(rules, state.movie_card[place])
        elif state.movie_by[place] >= 0:
            lead += CARD * state.trust[state.movie_by[place]]
        else:
            lead += state.average
    return lead + to_come(state, rules)


@compiled
def to_come(state: Any, rules: Any) -> Any:
    """What the stars on the dice can be expected to add still."""
    lead = 0.0
    if state.step > Step.STARS:
        return lead
    first = np.int64(state.place) if state.step == Step.STARS else 0
    for place in range(first, rules.players):
        player = adder(state, rules, place)
        lead += due_cards(state, rules, place) * star_worth(state, player)
    return lead


@compiled
def star_worth(state: Any, target: Any) -> Any:
    """What a star on a die of this player, or ghost, can be expected to add."""
    if target >= MOST_PLAYERS:
        return state.average
    return state.best_own if target == state.actor else CARD * state.trust[target]


@compiled
def chance_to_win(lead: Any) -> Any:
    """A rational stand-in for the chance that a movie with this expected lead is won."""
    return 0.5 + 0.5 * lead / (abs(lead) + SPREAD)


# What an action is worth


@compiled
def appraise(state: Any, rules: Any, action: Any) -> Any:
    """The change of the chance to win this movie that can be expected, in wins of the play."""
    if state.worlds == 0:
        look_around(state, rules)
    gain = chance_to_win(state.outlook + symbol_gain(state, rules, action)) - chance_to_win(state.outlook)
    return MOVIE_WORTH * gain


@compiled
def symbol_gain(state: Any, rules: Any, action: Any) -> Any:  # noqa: PLR0911 (a line for each phase)
    """Symbols by the aim that an action adds to the expected lead."""
    phase = state.phase
    if phase == Phase.OPTION:
        return option_gain(state, rules, action)
    if action == STOP:
        return 0.0
    if phase in (Phase.REROLL, Phase.GAFFER):
        return die_gain(state, rules, action)
    if phase in (Phase.STAR_CARD, Phase.STRIKE, Phase.COMPOSE, Phase.TOKEN, Phase.DISCARD):
        return card_gain(state, rules, action)
    if phase == Phase.EDIT:
        value = state.aim * symbols(rules, state.movie_card[state.movie_size - 1])
        return -value if action == Answer.YES else 0.0
    if phase == Phase.GENRE:
        return state.aim * poster_symbols(rules, state.drawn[action])
    if phase == Phase.NEW_JOB:
        return job_gain(state, rules, job_of(rules, state.picked)) if action == Answer.YES else 0.0
    if phase in (Phase.TARGET, Phase.TOKEN_FROM):
        return target_gain(state, rules, action)
    return exchange_gain(state, rules, action)


@compiled
def card_gain(state: Any, rules: Any, action: Any) -> Any:
    """A card laid counts; one discarded counts as lost; one laid for a token must be worth more than a token kept."""
    value = state.aim * symbols(rules, chosen_kind(action))
    if state.aim == 0:
        value = -0.1 * abs(symbols(rules, chosen_kind(action)))
    if state.phase == Phase.DISCARD:
        return -0.5 * value
    return value - TOKEN_WORTH if state.phase == Phase.TOKEN else value


@compiled
def option_gain(state: Any, rules: Any, action: Any) -> Any:
    """What an option can be expected to bring."""
    if action == Option.PASS:
        return 0.0
    if action == Option.REROLL:
        return reroll_gain(state, rules)
    if action == Option.SWAP:
        return SWAP_WORTH
    if action == Option.PEEK:
        return PEEK_WORTH
    return job_gain(state, rules, job_of(rules, action - Option.FIRST_JOB))


@compiled
def job_gain(state: Any, rules: Any, job: Any) -> Any:
    """What performing a job can be expected to bring: of the gaffer by the dice, of the rest by experience."""
    if job == Job.GAFFER:
        return 1.4 * reroll_gain(state, rules)
    return job_worth(job) * abs(state.aim)


@compiled
def die_gain(state: Any, rules: Any, die: Any) -> Any:
    """What re-rolling a die can be expected to bring."""
    star = 1.0 if holds(state.stars, die) else 0.0
    return (rules.star_faces / rules.die_faces - star) * star_worth(state, owner_of(rules, die))


@compiled
def reroll_gain(state: Any, rules: Any) -> Any:
    """The two best re-rolls; the first has to be made."""
    best, second = -10.0, 0.0
    for die in range(dice(rules)):
        gain = die_gain(state, rules, die)
        if gain > best:
            best, second = gain, max(best, 0.0)
        elif gain > second:
            second = gain
    return best + second


@compiled
def target_gain(state: Any, rules: Any, target: Any) -> Any:
    """Whom to give a token, or take one from, to look at, to let draw, or to rob of a hand."""
    trust = state.trust[target] if target < MOST_PLAYERS else state.average
    if state.phase == Phase.TOKEN_FROM:
        return -trust
    if state.job == Job.DIRECTOR:
        return TOKEN_WORTH * trust
    if state.job == Job.ACTRESS:
        return 0.3 * trust
    if state.job == Job.CINEMATOGRAPHER:
        doubt = state.suspicion[target] if target < MOST_PLAYERS else 0.1
        return LOOK_WORTH * doubt * (1.0 - doubt)
    if target == state.actor:
        return 0.3 * (3.0 * state.average - hand_worth(state, rules))
    return -0.1 * trust


@compiled
def hand_worth(state: Any, rules: Any) -> Any:
    """Symbols, by the aim, of the actor's whole hand."""
    whole, rest = 0.0, choices(state.hand[state.actor])
    while rest != EMPTY:
        card = chosen_kind(lowest(rest))
        rest = without_lowest(rest)
        whole += state.aim * symbols(rules, card) * number_of(state.hand[state.actor], card)
    return whole


@compiled
def exchange_gain(state: Any, rules: Any, number: Any) -> Any:
    """Job cards to swap: useful jobs for oneself and away from whom one does not trust."""
    worth = use_of(state, rules, number)
    if state.phase in (Phase.SWAP_CENTER, Phase.SWAP_OWN):
        sign = 1.0 if state.phase == Phase.SWAP_CENTER else -1.0
        return SWAP_WORTH * sign * job_worth(job_of(rules, number))
    if state.phase == Phase.PRODUCE_FIRST:
        own = holds(state.jobs[state.actor], number)
        return 0.4 * abs(state.aim) if own else -trust_in(state, rules, number) * worth
    other = use_of(state, rules, state.picked)
    return (trust_in(state, rules, state.picked) - trust_in(state, rules, number)) * (worth - other)


@compiled
def use_of(state: Any, rules: Any, number: Any) -> Any:
    """What a job card is worth in this round to who has it."""
    return 0.0 if holds(state.performed, number) else job_worth(job_of(rules, number))


@compiled
def trust_in(state: Any, rules: Any, number: Any) -> Any:
    """How far the holder of a job card is trusted; the center is nobody."""
    player = holder_of(state, rules, number)
    return state.trust[player] if player >= 0 else 0.0
