"""Hollywood 1947: the evaluation that `greedy` climbs, the scripted styles, and the playout player of search.

The evaluation reads a concealed state and beliefs about the others (`beliefs.py`). An action is worth the expected
change of the lead in this movie, in symbols, and so of the chance to win it. The estimates are rational functions, so
that compiled and plain code agree to the last bit.

The styles trust nobody but themselves and, as communists, each other; they want more symbols of their side. The rising
star wants the side that is behind in movies to catch up, and while neither is, no symbols at all. Of equally good
players the first clockwise is chosen, so that seat numbers mean nothing: turn the table, and every decision turns too.
"""

from enum import IntEnum
from typing import Final

import numpy as np

from workbench import kit
from workbench.engine.bit_sets import EMPTY, add, choices, chosen_kind, holds, lowered, lowest, number_of, only, remove
from workbench.engine.types import Action, ActionSet, Array, BitSet, Bool, Float, Int, Player, PlayerSet
from workbench.games.hollywood_1947.beliefs import certain_communists, recall_beliefs
from workbench.games.hollywood_1947.cards import MOST_PLAYERS, Loyalty, StudioJob
from workbench.games.hollywood_1947.game import (
    BOTH_WON,
    COMMUNISTS_WON,
    FIRST_JOB,
    HIDDEN,
    NOBODY,
    PATRIOTS_WON,
    STOP,
    Die,
    JobNumber,
    Option,
    Phase,
    RoundStep,
    Rules,
    State,
    Target,
    Victory,
    adding_player,
    communist_target,
    dice,
    dice_a_player,
    due_from,
    genre_symbols,
    has_rising_star,
    holder_of,
    job_of,
    owner_of,
    poster_symbols,
    stars_of,
    symbols,
)

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
AWAKE = 2
"""Movies made before a sleeper plays as a communist."""
NO, YES = 0, 1
"""Actions of the phases NEW_JOB and EDIT."""
NARROW: Final = 0.5
"""About how often a last movie is narrow enough for the rising star. A guess: no other value was tried."""


class Reroll(IntEnum):
    """The kinds of re-roll, the best last: if the player may stop, only an own blank die is better than none."""

    ALLYS_STAR = 0
    STRANGERS_BLANK = 1
    ALLYS_BLANK = 2
    STRANGERS_STAR = 3
    NONE = 4
    PLAYERS_BLANK = 5


# Payoff


def _even_races() -> tuple[Array, Array]:
    """How likely a side that needs i movies gets them before one that needs j, and how likely both come to need one."""
    race, close = np.zeros((8, 8)), np.zeros((8, 8))
    race[0, 1:] = 1.0
    for mine in range(1, 8):
        for other in range(1, 8):
            for table in (race, close):
                table[mine, other] = 0.5 * (table[mine - 1, other] + table[mine, other - 1])
            if mine == other == 1:
                close[mine, other] = 1.0
    return race, close


RACE, CLOSE = _even_races()


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


def chance_in_races(state: State, rules: Rules, player: Player, won: Int, star: Float) -> Float:
    """The player's chance to win if who has `won` another movie gets it, and further movies are even.

    `star` is how often a last movie is narrow enough for the rising star; 0 where there is none.
    """
    patriots = max(0, rules.patriot_target - state.patriot_movies - (won & PATRIOTS_WON))
    communists = max(0, communist_target(rules) - state.communist_movies - won // COMMUNISTS_WON)
    narrow = star * CLOSE[patriots, communists]
    loyalty = state.side[player]
    if loyalty == Loyalty.RISING_STAR:
        return narrow
    share = RACE[patriots, communists] if loyalty == Loyalty.PATRIOT else RACE[communists, patriots]
    return share - 0.5 * narrow


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


# The expected lead in this movie


def estimate_movie(state: State, rules: Rules) -> None:
    """Weigh the worlds, and estimate the lead in this movie."""
    player = state.actor
    recall_beliefs(state, rules, player)
    state.aim = aim_of(state, player)
    for other in range(rules.players):
        state.trust[other] = state.aim * (1.0 - state.stardom[other] - 2.0 * state.suspicion[other])
    state.trust[player] = abs(state.aim)
    state.average = state.aim * state.deck_average
    state.best_card_worth = -2.0
    for choice in kit.each(choices(state.hand[player])):
        state.best_card_worth = max(state.best_card_worth, state.aim * symbols(rules, chosen_kind(choice)))
    state.expected_lead = outlook(state, rules)


def outlook(state: State, rules: Rules) -> Float:
    """The expected lead of this movie, by the aim; a tie counts for the communists."""
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
    if state.step <= RoundStep.STARS:  # what stars are still expected to add
        stars, first = 0.0, np.int64(state.place) if state.step == RoundStep.STARS else 0
        for place in range(first, rules.players):
            player = adding_player(state, rules, place)
            stars += due_from(state, rules, player) * star_worth(state, player)
        lead += stars
    return lead


def star_worth(state: State, target: Target) -> Float:
    """Expected symbols, by the aim, of a star on a die of this player or ghost."""
    if target >= MOST_PLAYERS:
        return state.average
    return state.best_card_worth if target == state.actor else CARD * state.trust[target]


def chance_to_win(lead: Float) -> Float:
    """The chance to win a movie with this expected lead, as a rational function."""
    return 0.5 + 0.5 * lead / (abs(lead) + SPREAD)


# What an action is worth


def appraise(state: State, rules: Rules, legal: ActionSet, worths: Array) -> None:
    """Write what each legal action is worth, in wins: the expected change of the chance to win this movie.

    Whoever appraises looks no further than the movie; so worlds that search then draws from `state` end with it.
    """
    state.imagined = True
    estimate_movie(state, rules)
    before = chance_to_win(state.expected_lead)
    for action in kit.each(legal):
        after = chance_to_win(state.expected_lead + symbol_gain(state, rules, action))
        worths[action] = MOVIE_WORTH * (after - before)


def symbol_gain(state: State, rules: Rules, action: Action) -> Float:
    """Symbols, by the aim, that an action adds to the expected lead."""
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
        return -value if action == YES else 0.0
    if phase == Phase.GENRE:
        return state.aim * poster_symbols(rules, state.drawn[action])
    if phase == Phase.NEW_JOB:
        return job_gain(state, rules, job_of(rules, state.picked)) if action == YES else 0.0
    if phase in (Phase.TARGET, Phase.TOKEN_FROM):
        return target_gain(state, rules, action)
    return exchange_gain(state, rules, action)


def card_gain(state: State, rules: Rules, action: Action) -> Float:
    """The gain of laying or discarding a card; one laid for a token must be worth more than a kept token."""
    value = state.aim * symbols(rules, chosen_kind(action))
    if state.aim == 0:
        value = -0.1 * abs(symbols(rules, chosen_kind(action)))
    if state.phase == Phase.DISCARD:
        return -0.5 * value
    return value - TOKEN_WORTH if state.phase == Phase.TOKEN else value


def option_gain(state: State, rules: Rules, action: Action) -> Float:
    """The expected gain of an option."""
    if action == Option.PASS:
        return 0.0
    if action == Option.REROLL:
        return reroll_gain(state, rules)
    if action == Option.SWAP:
        return SWAP_WORTH
    if action == Option.PEEK:
        return PEEK_WORTH
    return job_gain(state, rules, job_of(rules, action - FIRST_JOB))


def job_gain(state: State, rules: Rules, job: Int) -> Float:
    """The expected gain of a job: the gaffer's by the dice, the others' by a fixed table."""
    if job == StudioJob.GAFFER:
        return 1.4 * reroll_gain(state, rules)
    return job_worth(job) * abs(state.aim)


def die_gain(state: State, rules: Rules, die: Die) -> Float:
    """The expected gain of re-rolling a die."""
    star = 1.0 if holds(state.stars, die) else 0.0
    return (rules.star_faces / rules.die_faces - star) * star_worth(state, owner_of(rules, die))


def reroll_gain(state: State, rules: Rules) -> Float:
    """The expected gain of the two best re-rolls; the first has to be made."""
    best, second = -10.0, 0.0
    for die in range(dice(rules)):
        gain = die_gain(state, rules, die)
        if gain > best:
            best, second = gain, max(best, 0.0)
        elif gain > second:
            second = gain
    return best + second


def target_gain(state: State, rules: Rules, target: Target) -> Float:
    """The gain of naming a target, for a token, a look, a draw, or the loss of a hand."""
    trust = state.trust[target] if target < MOST_PLAYERS else state.average
    if state.phase == Phase.TOKEN_FROM:
        return -trust
    if state.job == StudioJob.DIRECTOR:
        return TOKEN_WORTH * trust
    if state.job == StudioJob.ACTRESS:
        return 0.3 * trust
    if state.job == StudioJob.CINEMATOGRAPHER:
        doubt = state.suspicion[target] if target < MOST_PLAYERS else 0.1
        return LOOK_WORTH * doubt * (1.0 - doubt)
    if target == state.actor:
        return 0.3 * (3.0 * state.average - hand_worth(state, rules))
    return -0.1 * trust


def hand_worth(state: State, rules: Rules) -> Float:
    """Symbols, by the aim, of the actor's whole hand."""
    whole = 0.0
    for choice in kit.each(choices(state.hand[state.actor])):
        card = chosen_kind(choice)
        whole += state.aim * symbols(rules, card) * number_of(state.hand[state.actor], card)
    return whole


def exchange_gain(state: State, rules: Rules, number: JobNumber) -> Float:
    """The gain of swapping a job card: useful jobs for oneself, and away from players not trusted."""
    worth = job_value(state, rules, number)
    if state.phase in (Phase.SWAP_CENTER, Phase.SWAP_FROM_HAND):
        sign = 1.0 if state.phase == Phase.SWAP_CENTER else -1.0
        return SWAP_WORTH * sign * job_worth(job_of(rules, number))
    if state.phase == Phase.PRODUCE_FIRST:
        is_actors = holds(state.jobs[state.actor], number)
        return 0.4 * abs(state.aim) if is_actors else -trust_in_holder(state, rules, number) * worth
    other = job_value(state, rules, state.picked)
    return (trust_in_holder(state, rules, state.picked) - trust_in_holder(state, rules, number)) * (worth - other)


def job_value(state: State, rules: Rules, number: JobNumber) -> Float:
    """The worth of a job card in this round to its holder."""
    return 0.0 if holds(state.performed, number) else job_worth(job_of(rules, number))


def trust_in_holder(state: State, rules: Rules, number: JobNumber) -> Float:
    """How far the holder of a job card is trusted, -1 to 1; 0 for the center."""
    player = holder_of(state, rules, number)
    return state.trust[player] if player >= 0 else 0.0


# Styles, and the playout player of search


def aim_of(state: State, player: Player) -> Int:
    """1 for who wants patriot symbols, -1 for who wants communist ones, 0 for a rising star in an even game."""
    if state.side[player] == Loyalty.RISING_STAR:
        lead = np.int64(state.patriot_movies) - np.int64(state.communist_movies)
        return min(max(-lead, -1), 1)
    return np.int64(1) if state.side[player] == Loyalty.PATRIOT else np.int64(-1)


@kit.style("Always adds the symbols of its own side, and uses every job for it.")
def loyalist(state: State, rules: Rules, legal: ActionSet) -> kit.Action:
    return loyal_action(state, rules, legal, aim_of(state, state.actor), True)


@kit.style("As a communist plays like a patriot until the third movie; else a loyalist.")
def sleeper(state: State, rules: Rules, legal: ActionSet) -> kit.Action:
    """While it sleeps, it plays as a patriot without allies."""
    if state.side[state.actor] == Loyalty.COMMUNIST and state.movies < AWAKE:
        return loyal_action(state, rules, legal, np.int64(1), False)
    return loyalist(state, rules, legal)


def playout(state: State, rules: Rules, legal: ActionSet) -> Action:
    """The action of a loyalist; it makes no use of what the sampled world shows."""
    return loyalist(state, rules, legal)


def allies_of(state: State, rules: Rules, player: Player, trusting: Bool) -> PlayerSet:
    """The players that a player trusts: itself, and a communist who is `trusting` the other communists."""
    if trusting and state.side[player] == Loyalty.COMMUNIST:
        return add(certain_communists(state, rules, player), player)
    return only(player)


def loyal_action(state: State, rules: Rules, legal: ActionSet, aim: Int, trusting: Bool) -> Action:
    """The legal action of a player who wants symbols by `aim`, and trusts its side if it is `trusting`."""
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
        return loyal_die(state, rules, legal, allies_of(state, rules, state.actor, trusting))
    if phase == Phase.EDIT:
        value = aim * symbols(rules, state.movie_card[state.movie_size - 1])
        return if_legal(legal, YES if value < 0 else NO, lowest(legal))
    if phase == Phase.GENRE:
        first, second = poster_symbols(rules, state.drawn[0]), poster_symbols(rules, state.drawn[1])
        return if_legal(legal, 1 if aim * second > aim * first else 0, lowest(legal))
    if phase == Phase.NEW_JOB:
        return if_legal(legal, YES, lowest(legal))
    if phase in (Phase.PRODUCE_FIRST, Phase.PRODUCE_SECOND):
        return loyal_production(state, rules, legal)
    if phase in (Phase.SWAP_FROM_HAND, Phase.SWAP_CENTER):
        return lowest(legal)
    return loyal_target(state, rules, legal, allies_of(state, rules, state.actor, trusting))


def if_legal(legal: ActionSet, action: Action, otherwise: Action) -> Action:
    """The action if it is legal (restrictions may forbid it), else `otherwise`."""
    return np.int64(action) if holds(legal, action) else np.int64(otherwise)


def best_card(rules: Rules, legal: ActionSet, aim: Int) -> Action:
    """The kind with most symbols by the aim; without an aim, that with the fewest of any side."""
    best, chosen = -100, lowest(legal)
    for action in kit.each(legal):
        value = symbols(rules, chosen_kind(action))
        merit = aim * value if aim != 0 else -abs(value)
        if merit > best:
            best, chosen = merit, action
    return chosen


def loyal_option(state: State, rules: Rules, legal: ActionSet) -> Action:
    """The most useful job; else re-roll own dice without stars; else pass, if that is legal."""
    best, chosen = 0.0, np.int64(NOBODY)
    for number in kit.each(lowered(legal, FIRST_JOB)):
        worth = job_worth(job_of(rules, number))
        if worth > best:
            best, chosen = worth, number
    if chosen != NOBODY:
        return FIRST_JOB + chosen
    if holds(legal, Option.REROLL) and stars_of(state, rules, state.turn_player) < dice_a_player(rules):
        return np.int64(Option.REROLL)
    return lowest(legal)


def job_worth(job: Int) -> Float:
    """About how many symbols a job is worth to who performs it."""
    if job == StudioJob.COMPOSER:
        return 0.6
    if job == StudioJob.EDITOR:
        return 0.5
    if job in (StudioJob.SCREENWRITER, StudioJob.GAFFER):
        return 0.45
    if job == StudioJob.DIRECTOR:
        return 0.4
    return 0.2 if job == StudioJob.ACTRESS else 0.1


# Dice


def loyal_die(state: State, rules: Rules, legal: ActionSet, allies: PlayerSet) -> Action:
    """The die that it is best to re-roll, or to stop; of equal ones the first clockwise, those of ghosts last."""
    players_dice = rules.players * dice_a_player(rules)
    best, chosen = NOBODY, lowest(legal)
    if holds(legal, STOP):
        best, chosen = Reroll.NONE.value, np.int64(STOP)
    for step in range(dice(rules)):
        die = (state.turn_player * dice_a_player(rules) + step) % players_dice if step < players_dice else step
        merit = reroll_merit(state, rules, die, allies)
        if holds(legal, die) and merit > best:
            best, chosen = merit, np.int64(die)
    return chosen


def reroll_merit(state: State, rules: Rules, die: Die, allies: PlayerSet) -> Int:
    """The kind of a re-roll, as a rank of its value. A ghost is a stranger."""
    owner, star = owner_of(rules, die), holds(state.stars, die)
    if owner == state.turn_player and not star:
        return Reroll.PLAYERS_BLANK.value
    if holds(allies, owner):
        return Reroll.ALLYS_STAR.value if star else Reroll.ALLYS_BLANK.value
    return Reroll.STRANGERS_STAR.value if star else Reroll.STRANGERS_BLANK.value


# Targets


def loyal_target(state: State, rules: Rules, legal: ActionSet, allies: PlayerSet) -> Action:
    """The player itself for a token and for the actress; a stranger to look at, to take from, and for the actor."""
    player = state.turn_player
    friendly = state.phase == Phase.TARGET and state.job in (StudioJob.DIRECTOR, StudioJob.ACTRESS)
    if friendly and holds(legal, player):
        return np.int64(player)
    preferred = legal & allies if friendly else legal & ~allies
    return first_clockwise(rules, legal if preferred == EMPTY else preferred, player)


def first_clockwise(rules: Rules, targets: BitSet, player: Player) -> Target:
    """Of the targets the first clockwise from the player, who comes last; else the first ghost."""
    for step in range(1, rules.players + 1):
        target = (player + step) % rules.players
        if holds(targets, target):
            return np.int64(target)
    return lowest(targets)


def loyal_production(state: State, rules: Rules, legal: ActionSet) -> Action:
    """The own card, for the most useful job of another player that is still to be performed."""
    jobs_at_hand = legal & state.jobs[state.turn_player]
    if state.phase == Phase.PRODUCE_FIRST:
        return lowest(legal if jobs_at_hand == EMPTY else jobs_at_hand)
    best, chosen = -1.0, lowest(legal)
    for number in kit.each(legal):
        worth = job_worth(job_of(rules, number))
        if holds(state.performed, number) or holder_of(state, rules, number) < 0:
            worth = 0.0
        if worth > best:
            best, chosen = worth, number
    return chosen
