"""The play loop, written once for every game and every table of bots."""

import numpy as np

from workbench.engine.bit_sets import EMPTY, count
from workbench.engine.chance import start_play
from workbench.engine.compiling import compiled
from workbench.engine.dispatch import (
    apply,
    begin,
    decide,
    hand_of,
    legal_actions,
    picks,
    report,
    report_cards,
    stages_ended,
    tied,
)
from workbench.engine.problems import WorkbenchError
from workbench.engine.types import Array, CardUse, Chance, Chances, Int, Result, Rules, Seats, State, States, Word

WORLD = 0
"""The true state; the places after it are the bots' scratch space."""
BLANK = 3
"""A state with every field zero, from which each play starts."""
TRIED = 5
"""From here on a world in which somebody tries something, and what its players see of it."""
STATES = 7
MOST_DECISIONS = 1_000_000
"""A play that goes on longer is a defect of the game; the loop fails rather than hang."""


class EndlessPlay(WorkbenchError):
    """A play did not end within `MOST_DECISIONS`."""


@compiled
def play_out(seats: Seats, states: States, rules: Rules, chance: Chance, actions: Array) -> Int:
    """Play one play from its start to its end; the number of decisions, each of one pick or more.

    `actions` is where the actions taken are written down, as far as it has room: none where nobody asks for them.
    """
    world = states[WORLD]
    states[WORLD] = states[BLANK]
    begin(world, rules, chance)
    decisions = taken = 0
    while not world.over and taken < MOST_DECISIONS:
        decisions += picks(world, rules) == 0
        action = decide(seats, states, rules, chance, legal_actions(world, rules))
        if taken < actions.shape[0]:
            actions[taken] = action
        apply(world, rules, chance, action)
        taken += 1
    if not world.over:
        raise EndlessPlay("a play did not end within a million decisions; the rules in force never end it")
    return decisions


@compiled
def decide_next(seats: Seats, states: States, rules: Rules, chances: Chances, actions: Array) -> None:
    """Write into `actions[0]` what the bot at the actor's place takes in `states[WORLD]`, which goes on as it is."""
    actions[0] = decide(seats, states, rules, chances[0], legal_actions(states[WORLD], rules))


@compiled
def measure(state: State, rules: Rules, decisions: Int, result: Result) -> None:
    """Write the measures of a finished play into `result`."""
    report(state, rules, result)
    result.decisions = decisions
    result.tie = tied(state, rules, result)


@compiled
def play_once(seats: Seats, states: States, rules: Rules, chance: Chance, result: Result, actions: Array) -> None:
    """Play one play from its start to its end and write its measures into `result`."""
    decisions = play_out(seats, states, rules, chance, actions)
    measure(states[WORLD], rules, decisions, result)


@compiled
def play_range(
    seats: Seats, states: States, rules: Rules, chances: Chances, results: Array, actions: Array, seed: Word, first: Int
) -> None:
    """Plays `first`, `first` + 1, … of the batch with `seed`, one for each record of `results`.

    `states` has `STATES` records and `chances` one, all zero at first but for its retake; each thread brings its own.
    `results` comes all zero. `actions` is left with those of the last play, as far as it has room.
    """
    for place in range(results.shape[0]):
        start_play(chances[0], np.uint64(seed), first + place)
        play_once(seats, states, rules, chances[0], results[place], actions)


@compiled
def use_range(
    seats: Seats, states: States, rules: Rules, chances: Chances, uses: Array, actions: Array, seed: Word, first: Int
) -> None:
    """As `play_range`, but what is written down is which cards each seat had and played (`card_use.py`)."""
    for place in range(uses.shape[0]):
        start_play(chances[0], np.uint64(seed), first + place)
        play_out(seats, states, rules, chances[0], actions)
        report_cards(states[WORLD], rules, uses[place])


@compiled
def watch_hands(seats: Seats, states: States, rules: Rules, chance: Chance, use: CardUse, result: Result) -> None:
    """Play one play, noting which cards of the pack each player had, and which left for other places than hands.

    Those are played. What goes as a stage ends is not, unless it is a player's last card.
    """
    world, players = states[WORLD], rules.players
    states[WORLD] = states[BLANK]
    begin(world, rules, chance)
    before, decisions = np.zeros(players, np.uint64), 0
    while not world.over and decisions < MOST_DECISIONS:
        for player in range(players):
            before[player] = hand_of(world, rules, player)
            use.pack_drawn[player, 0] |= before[player]
        stage = stages_ended(world, rules)
        apply(world, rules, chance, decide(seats, states, rules, chance, legal_actions(world, rules)))
        decisions += 1
        in_hands, goes_on = EMPTY, stages_ended(world, rules) == stage
        for player in range(players):
            in_hands |= hand_of(world, rules, player)
        for player in range(players):
            if goes_on:
                use.pack_played[player, 0] |= before[player] & ~in_hands
            elif count(before[player]) == 1:
                use.pack_played[player, 0] |= before[player]
    report(world, rules, result)
    use.winners = result.winners


@compiled
def watch_range(
    seats: Seats, states: States, rules: Rules, chances: Chances, uses: Array, results: Array, seed: Word, first: Int
) -> None:
    """As `use_range`, for a game with one pack, by what `hand_of` says; `results` comes all zero."""
    for place in range(uses.shape[0]):
        start_play(chances[0], np.uint64(seed), first + place)
        watch_hands(seats, states, rules, chances[0], uses[place], results[place])
