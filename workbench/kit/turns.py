"""Turns, stages, dice and lots."""

import numpy as np

from workbench.engine.bit_sets import add, count, lowest, only
from workbench.engine.chance import start_deal, table_below
from workbench.engine.compiling import compiled
from workbench.engine.types import ActionSet, Array, Bool, Chance, Int, PlayerSet, Rules, State


@compiled
def next_player(state: State, rules: Rules) -> None:
    """The turn goes to the player on the left."""
    state.actor = state.actor + 1 if state.actor + 1 < rules.players else 0


@compiled
def ask(state: State, phase: Int, choices: ActionSet) -> None:
    """The actor chooses next among these, by moves of the phase with `among=kit.offered`; another may decline."""
    state.phase = phase
    state.offered = choices


@compiled
def offered(state: State) -> ActionSet:
    """The choices of `kit.ask`, in the field `offered: kit.Cards`."""
    return state.offered


@compiled
def next_stage(state: State, chance: Chance) -> None:
    """A stage (a deal, say) is over; bots look no further. Chance begins anew, so it leaves the next one alone."""
    state.stage += 1
    start_deal(chance, state.stage)


@compiled
def most(numbers: Array, players: Int) -> Int:
    """The highest of the players' numbers."""
    highest = numbers[0]
    for player in range(1, players):
        highest = max(highest, numbers[player])
    return highest


@compiled
def best(numbers: Array, players: Int, lowest_wins: Bool) -> PlayerSet:
    """The players with the highest number, or with the lowest."""
    leaders = only(0)
    for player in range(1, players):
        ahead = numbers[player] - numbers[lowest(leaders)]
        if ahead == 0:
            leaders = add(leaders, player)
        elif (ahead < 0) == lowest_wins:
            leaders = only(player)
    return leaders


@compiled
def note_leader(state: State, leaders: PlayerSet) -> None:
    """Count in `lead_changes` that another leads alone than before, in `leader`."""
    if count(leaders) == 1:
        leader = 1 + lowest(leaders)
        state.lead_changes += state.leader != 0 and state.leader != leader
        state.leader = leader


@compiled
def turn_round(zones: Array, players: Int, left: Bool) -> None:
    """Pass what lies before each player to a neighbor."""
    last, first = zones[players - 1], zones[0]
    if left:
        for player in range(players - 1, 0, -1):
            zones[player] = zones[player - 1]
        zones[0] = last
    else:
        for player in range(players - 1):
            zones[player] = zones[player + 1]
        zones[players - 1] = first


@compiled
def roll_die(chance: Chance, sides: Int) -> Int:
    """The number that a die shows, from 1."""
    return 1 + table_below(chance, sides)


@compiled
def lot_falls(lot: Int, times: Int, of: Int) -> Bool:
    """True `times` in `of` lots."""
    return np.int64(lot) * of < np.int64(times) << np.int64(32)
