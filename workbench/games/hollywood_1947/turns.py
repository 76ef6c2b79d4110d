"""Hollywood 1947: production, a round of turns: whose turn it is, and the three options of a turn.

Functions that carry out a choice return whether the turn is over; if not, another choice follows.
"""

import numpy as np

from workbench.engine.bit_sets import EMPTY, EMPTY_BAG, add, holds, lowest, only, up_to, without_lowest
from workbench.engine.compiling import compiled
from workbench.engine.trace import note
from workbench.engine.types import Action, ActionSet, Bool, Chance, Player, Rules, State
from workbench.games.hollywood_1947.jobs import look_at_ghost, open_jobs, perform, reroll
from workbench.games.hollywood_1947.movies import announce_from_deck
from workbench.games.hollywood_1947.rules import JOBS, MOST_PLAYERS, StudioJob
from workbench.games.hollywood_1947.table import (
    NO_CARD,
    NOBODY,
    STOP,
    Event,
    JobNumber,
    Option,
    Phase,
    RoundStep,
    clockwise,
    dice,
    dice_a_player,
    exchange,
    first_player,
    ghost_die,
    ghosts,
    holder_of,
    roll,
)

# The round


@compiled
def start_movie(state: State, rules: Rules, chance: Chance) -> None:
    """Start a round: no job performed, no card in the movie, no genre yet.

    Rules, 1-3 Player Adjustments: the ghosts' dice are re-rolled, except in the first round.
    """
    if state.movies > 0:
        for ghost in range(ghosts(rules)):
            star = roll(state, rules, chance, ghost_die(rules, ghost))
            note(Event.REROLL, NOBODY, MOST_PLAYERS + ghost, 0, 1, star)
    clear_round(state, rules)
    state.first = first_player(state, rules)
    state.turn = 0
    state.step = RoundStep.TURNS
    number = state.number_of[StudioJob.SCREENWRITER]
    if number == NOBODY or not holds(state.jobs[state.first], number):
        announce_from_deck(state, rules, chance)


@compiled
def clear_round(state: State, rules: Rules) -> None:
    """Clear what holds for one round only."""
    state.performed = state.turn_used = EMPTY
    state.movie_size = 0
    for player in range(rules.players):
        state.laid[player] = EMPTY_BAG
    state.composed = state.announced = False
    state.editor = NOBODY
    state.token_before = state.token_to
    state.token_to = NOBODY


@compiled
def next_turn(state: State, rules: Rules) -> Bool:
    """Start the next player's turn; whether there is one.

    Rules, Production: clockwise from the lowest number; 1-3 Player Adjustments: twice around the table.
    """
    if rules.studio_order:
        return next_number(state, rules)
    if state.turn >= rules.players * dice_a_player(rules):
        return False
    start_turn(state, clockwise(state, rules, state.turn))
    return True


@compiled
def next_number(state: State, rules: Rules) -> Bool:
    """Rules, Studio Order: the numbers of the job cards are called, and who has the card then takes a turn.

    A card that is swapped to a player after its number was called has no turn in this round. A producer who performed
    the new job at once has taken its turn.
    """
    while state.turn < JOBS:
        player = holder_of(state, rules, state.turn)
        if player != NOBODY and not holds(state.turn_used, state.turn):
            start_turn(state, player)
            return True
        state.turn += 1
    return False


@compiled
def start_turn(state: State, player: Player) -> None:
    """Start a turn: the player selects one of three options, or passes."""
    state.turn_player = player
    state.actor = player
    state.phase = Phase.OPTION


@compiled
def end_turn(state: State) -> None:
    """End the turn."""
    state.turn += 1


# Options


@compiled
def legal_options(state: State, rules: Rules) -> ActionSet:
    """Rules, Production: perform a job, swap it, re-roll dice, or pass; with ghosts, view their cards."""
    player, options = state.turn_player, only(Option.PASS)
    if rules.rerolls_per_turn > 0:
        options = add(options, Option.REROLL)
    if state.center != EMPTY and state.jobs[player] != EMPTY:
        options = add(options, Option.SWAP)
    if ghosts(rules) > 0:
        options = add(options, Option.PEEK)
    return options | (open_jobs(state, rules) << np.uint64(Option.FIRST_JOB))


@compiled
def choose_option(state: State, rules: Rules, chance: Chance, action: Action) -> Bool:
    """Rules, Production. If the first turn does not use the screenwriter, the top poster is turned up."""
    number = action - Option.FIRST_JOB
    note(Event.OPTION, state.turn_player, action, False, True)
    if not state.announced and number != state.number_of[StudioJob.SCREENWRITER]:
        announce_from_deck(state, rules, chance)
    if number >= 0:
        return perform(state, rules, chance, number)
    if action == Option.REROLL:
        state.rerolls_left = rules.rerolls_per_turn
        state.rerolled = EMPTY
        state.phase = Phase.REROLL
        return False
    if action == Option.SWAP:
        start_swap(state)
        return False
    if action == Option.PEEK:
        peek(state, rules)
    return True


@compiled
def start_swap(state: State) -> None:
    """Rules, Option 2: start a swap; who has two jobs chooses which goes into the center."""
    jobs = state.jobs[state.turn_player]
    if without_lowest(jobs) == EMPTY:
        state.picked = lowest(jobs)
        state.phase = Phase.SWAP_CENTER
    else:
        state.phase = Phase.SWAP_FROM_HAND


@compiled
def pick_job(state: State, number: JobNumber) -> Bool:
    """Rules, 1-3 Player Adjustments: pick one of the two jobs, used or not."""
    state.picked = number
    state.phase = Phase.SWAP_CENTER
    return False


@compiled
def swap(state: State, rules: Rules, number: JobNumber) -> Bool:
    """Rules, Option 2: swap your job with one from the center."""
    player = state.turn_player
    exchange(state, rules, state.picked, number)
    state.swaps[player] += 1
    note(Event.SWAP_JOBS, player, state.picked, player, number, NOBODY)
    return True


@compiled
def legal_rerolls(state: State, rules: Rules) -> ActionSet:
    """Rules, Option 3: not the same die twice; after the first you may stop."""
    fresh = up_to(dice(rules)) & ~state.rerolled
    return fresh if state.rerolled == EMPTY else add(fresh, STOP)


@compiled
def reroll_one(state: State, rules: Rules, chance: Chance, action: Action) -> Bool:
    """Rules, Option 3: roll each die one at a time."""
    if action == STOP:
        return True
    reroll(state, rules, chance, action)
    state.rerolled = add(state.rerolled, action)
    state.rerolls_left -= 1
    return state.rerolls_left == 0 or state.rerolled == up_to(dice(rules))


@compiled
def peek(state: State, rules: Rules) -> None:
    """Rules, 1-3 Player Adjustments: spend a turn to view all current ghost cards."""
    for ghost in range(ghosts(rules)):
        if state.ghost_card[ghost] != NO_CARD:
            look_at_ghost(state, ghost)
