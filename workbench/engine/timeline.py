"""The timeline of a play: how each seat stood after every stage, and what there was to choose from.

The loop that notes it plays the very plays of a batch (`Batch.timelines`), so nothing that is stored or digested
depends on it. Numbers are whole; what they say about a game is worked out from them in `study.timelines`.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, lowest, without_lowest
from workbench.engine.chance import start_play
from workbench.engine.compiling import compiled
from workbench.engine.dispatch import (
    action_kind,
    apply,
    begin,
    decide,
    legal_actions,
    picks,
    stages_ended,
    standing,
    ways,
)
from workbench.engine.loop import BLANK, MOST_DECISIONS, WORLD, EndlessPlay, measure
from workbench.engine.types import (
    Action,
    ActionSet,
    Array,
    BitSet,
    Chance,
    Chances,
    Int,
    Rules,
    Seats,
    State,
    States,
    Timeline,
    Word,
    record_type,
)

MOST_STAGES: Final = 64
"""Stages of a play that are noted; of a longer play the end stands in the place of the last of them."""


def timeline_type(kinds: Sequence[int], seats: int) -> np.dtype[np.void]:
    """The record of one play's timeline.

    noted           standings that are noted: the start, then one for each stage; the last is that of the end
    standing        of each of these and each seat
    decided         decisions made by then
    choices         legal actions, summed over all decisions
    alone           decisions at which only one action was legal
    offered         by kind of action: decisions at which one was legal beside another action
    chosen, taken   how often one was taken there, and was taken at all
    """
    places, of_kinds = MOST_STAGES + 1, (max(kinds, default=0) + 1,)
    return record_type(
        [
            ("standing", "i4", (places, seats)),
            ("decided", "u4", (places,)),
            ("offered", "u4", of_kinds),
            ("chosen", "u4", of_kinds),
            ("taken", "u4", of_kinds),
            ("choices", "i8"),
            ("alone", "i8"),
            ("noted", "i8"),
        ]
    )


@compiled
def note_standing(state: State, rules: Rules, decisions: Int, timeline: Timeline) -> None:
    """Note how every seat stands."""
    place = min(timeline.noted, MOST_STAGES)
    for player in range(rules.players):
        timeline.standing[place, player] = standing(state, rules, player)
    timeline.decided[place] = decisions
    timeline.noted = place + 1


@compiled
def kinds_of(state: State, rules: Rules, legal: ActionSet) -> BitSet:
    kinds = EMPTY
    while legal != EMPTY:
        kinds = add(kinds, action_kind(state, rules, lowest(legal)))
        legal = without_lowest(legal)
    return kinds


@compiled
def note_choice(state: State, rules: Rules, legal: ActionSet, action: Action, timeline: Timeline) -> None:
    """Note what the actor may choose from, and the kind of action that it takes: once a decision."""
    if picks(state, rules) > 0:
        return
    whole = ways(state, rules, legal)
    kind = action_kind(state, rules, action)
    timeline.taken[kind] += 1
    timeline.choices += whole
    if whole == 1:
        timeline.alone += 1
        return
    timeline.chosen[kind] += 1
    kinds = kinds_of(state, rules, legal)
    while kinds != EMPTY:
        timeline.offered[lowest(kinds)] += 1
        kinds = without_lowest(kinds)


@compiled
def follow_play(seats: Seats, states: States, rules: Rules, chance: Chance, timeline: Timeline) -> Int:
    """Play one play from its start to its end, and note its timeline; the number of decisions."""
    world = states[WORLD]
    states[WORLD] = states[BLANK]
    begin(world, rules, chance)
    note_standing(world, rules, 0, timeline)
    ended, decisions, taken = stages_ended(world, rules), 0, 0
    while not world.over and taken < MOST_DECISIONS:
        decisions += picks(world, rules) == 0
        legal = legal_actions(world, rules)
        action = decide(seats, states, rules, chance, legal)
        note_choice(world, rules, legal, action, timeline)
        apply(world, rules, chance, action)
        taken += 1
        if world.over or stages_ended(world, rules) > ended:
            ended = stages_ended(world, rules)
            note_standing(world, rules, decisions, timeline)
    if not world.over:
        raise EndlessPlay("a play did not end within a million decisions; the rules in force never end it")
    return decisions


@compiled
def follow_range(
    seats: Seats,
    states: States,
    rules: Rules,
    chances: Chances,
    results: Array,
    timelines: Array,
    seed: Word,
    first: Int,
) -> None:
    """As `loop.play_range`, and the timeline of each play into `timelines`, which comes all zero too."""
    for place in range(timelines.shape[0]):
        start_play(chances[0], np.uint64(seed), first + place)
        decisions = follow_play(seats, states, rules, chances[0], timelines[place])
        measure(states[WORLD], rules, decisions, results[place])
