"""How often the obvious action is the best one: at a sample of a greedy bot's decisions, search is asked as well.

Greedy bots play; at every so many of their free decisions, beginning elsewhere in each play, search decides the same
position on a copy of the state and of the chance. So the plays are those of greedy bots alone, whatever search says.
"""

import hashlib
from functools import lru_cache
from typing import Any

import numpy as np

from workbench.bots.seats import GREEDY, SEARCH, is_forced
from workbench.bots.spec import seat_bots
from workbench.engine.batch import game_code_hash, play_pieces
from workbench.engine.bit_sets import count
from workbench.engine.chance import CHANCE, start_play
from workbench.engine.compiling import Kernel, borrowed, compiled
from workbench.engine.dispatch import apply, begin, decide, legal_actions
from workbench.engine.game import Game
from workbench.engine.loop import BLANK, MOST_DECISIONS, STATES, WORLD
from workbench.engine.parameters import Values
from workbench.engine.types import Action, ActionSet, Array, Chances, Int, Rules, Seats, States, Word, blank_states

ASKED = np.dtype(
    (np.record, np.dtype([("decisions", "i8"), ("asked", "i8"), ("agreed", "i8"), ("blind", "f8")], align=True))
)
"""Of a play: its decisions, those at which search was asked, those at which it took the same action, and how many of
these a blind choice would have hit."""
PIECE = 4
"""Plays that a thread asks about at once."""


@compiled
def ask_search(
    seats: Seats, judged: States, states: States, rules: Rules, chances: Chances, legal: ActionSet
) -> Action:
    """The action that search takes; the state and the chance of the play are left alone."""
    player = states[WORLD].actor
    judged[WORLD] = states[WORLD]
    chances[1] = chances[0]
    seats.kind[player] = SEARCH
    action = decide(seats, judged, rules, chances[1], legal)
    seats.kind[player] = GREEDY
    return action


@compiled
def ask_in_play(
    seats: Seats, judged: States, states: States, rules: Rules, chances: Chances, asked: Any, every: Int, start: Int
) -> None:
    """Play one play by greedy bots, and ask search at every `every`-th free decision from number `start` on."""
    world, free = states[WORLD], start
    states[WORLD] = states[BLANK]
    begin(world, rules, chances[0])
    while not world.over and asked.decisions < MOST_DECISIONS:
        legal = legal_actions(world, rules)
        asks = not is_forced(legal) and free % every == 0
        free += 0 if is_forced(legal) else 1
        action = decide(seats, states, rules, chances[0], legal)
        if asks:
            asked.asked += 1
            asked.blind += 1.0 / count(legal)
            asked.agreed += ask_search(seats, judged, states, rules, chances, legal) == action
        apply(world, rules, chances[0], action)
        asked.decisions += 1


@compiled
def ask_range(
    seats: Seats,
    judged: States,
    states: States,
    rules: Rules,
    chances: Chances,
    asked: Array,
    every: Int,
    seed: Word,
    first: Int,
) -> None:
    """Ask in plays `first`, `first` + 1, …, one for each record of `asked`; `chances` has room for a copy."""
    states, judged = borrowed(states), borrowed(judged)
    for place in range(asked.shape[0]):
        start_play(chances[0], np.uint64(seed), first + place)
        ask_in_play(seats, judged, states, rules, chances, asked[place], every, first + place)


@lru_cache(maxsize=16)
def ask_kernel(sources: str, table: Any) -> Kernel:
    """The loop, compiled for one game and one kind of table."""
    return Kernel(ask_range, sources, hashlib.sha256(repr(table.descr).encode()).hexdigest()[:8])


def ask_in_plays(
    game: Game, rules: Values, players: int, seed: int, plays: int, iterations: int, every: int, threads: int, stop: Any
) -> Any:
    """What search says in the first plays of a greedy batch: `ASKED` records, fewer once `stop` is set."""
    table = seat_bots(game, [f"ismcts:{iterations}"], players)
    table.kind[:] = GREEDY
    kernel, compiled_rules = ask_kernel(game_code_hash(game), table.dtype), game.compile_rules(rules)

    def ask(first: int, number: int) -> Any:
        asked, states, judged = np.zeros(number, ASKED), *(blank_states(game.state, STATES) for _ in range(2))
        chances = np.zeros(2, CHANCE)
        kernel(table.copy(), judged, states, compiled_rules, chances, asked, every, np.uint64(seed), first)
        return asked

    ask(0, 1)  # compiles the loop once, before threads need it
    pieces = [(first, min(PIECE, plays - first)) for first in range(0, plays, PIECE)]
    return np.concatenate([np.zeros(0, ASKED), *play_pieces(ask, pieces, threads, stop)])
