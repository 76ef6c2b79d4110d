"""How often the obvious action is the best one: at a sample of a greedy bot's decisions, search is asked as well.

Greedy bots play; at every so many of their free decisions, beginning elsewhere in each play, search decides the same
position on a copy of the state and of the chance. So the plays are those of greedy bots alone, whatever search says.
"""

from threading import Event
from typing import NamedTuple

import numpy as np

from workbench.bots.seats import GREEDY, SEARCH
from workbench.bots.spec import seat_bots
from workbench.engine.batch import kernel_of, play_pieces
from workbench.engine.bit_sets import is_single
from workbench.engine.chance import CHANCE, start_play
from workbench.engine.compiling import Kernel, compiled
from workbench.engine.dispatch import apply, begin, decide, legal_actions, picks, ways
from workbench.engine.game import Game
from workbench.engine.loop import BLANK, MOST_DECISIONS, STATES, WORLD
from workbench.engine.measures import Results
from workbench.engine.parameters import Values
from workbench.engine.types import (
    Action,
    ActionSet,
    Array,
    Chances,
    Int,
    Result,
    Rules,
    Seats,
    States,
    Word,
    as_record,
    blank_states,
)

ANSWERS = as_record(np.dtype([("decisions", "i8"), ("questions", "i8"), ("agreed", "i8"), ("blind", "f8")], align=True))
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
    seats: Seats, judged: States, states: States, rules: Rules, chances: Chances, record: Result, every: Int, start: Int
) -> None:
    """Play one play by greedy bots, and ask search at every `every`-th free decision from number `start` on."""
    world, free, taken, choices, asks, agrees = states[WORLD], start, 0, 1, False, False
    states[WORLD] = states[BLANK]
    begin(world, rules, chances[0])
    while not world.over and taken < MOST_DECISIONS:
        legal = legal_actions(world, rules)
        if picks(world, rules) == 0:
            choices = ways(world, rules, legal)
            asks = agrees = choices > 1 and free % every == 0
            free += choices > 1
            record.decisions += 1
        action = decide(seats, states, rules, chances[0], legal)
        if agrees and not is_single(legal):
            agrees = ask_search(seats, judged, states, rules, chances, legal) == action
        apply(world, rules, chances[0], action)
        taken += 1
        if asks and (world.over or picks(world, rules) == 0):
            record.questions += 1
            record.blind += 1.0 / choices
            record.agreed += agrees


@compiled
def ask_range(
    seats: Seats,
    judged: States,
    states: States,
    rules: Rules,
    chances: Chances,
    records: Array,
    every: Int,
    seed: Word,
    first: Int,
) -> None:
    """Ask in plays `first`, `first` + 1, …, one for each of the `records`; `chances` has room for a copy."""
    for place in range(records.shape[0]):
        start_play(chances[0], np.uint64(seed), first + place)
        ask_in_play(seats, judged, states, rules, chances, records[place], every, first + place)


class Asking(NamedTuple):
    """Questions to search of `iterations`: at every `every`-th free decision of a batch of greedy bots."""

    game: Game
    rules: Values
    players: int
    seed: int
    iterations: int
    every: int

    @property
    def kernel(self) -> Kernel:
        """The compiled loop that asks."""
        return kernel_of(ask_range, self.game.code_hash, self._table().dtype, self.game.is_plain)

    def _table(self) -> Seats:
        table = seat_bots(self.game, [f"ismcts:{self.iterations}"], self.players)
        table.kind[:] = GREEDY
        return table

    def in_plays(self, first: int, plays: int) -> Results:
        """`ANSWERS` records of plays `first` to `first + plays - 1`, made on this thread."""
        records, states, judged = np.zeros(plays, ANSWERS), *(blank_states(self.game.state, STATES) for _ in range(2))
        rules, chances = self.game.compile_rules(self.rules), np.zeros(2, CHANCE)
        self.kernel(self._table(), judged, states, rules, chances, records, self.every, np.uint64(self.seed), first)
        return records

    def on_threads(self, plays: int, threads: int, stop: Event | None) -> Results:
        """The same of the first plays; fewer once `stop` is set."""
        self.in_plays(0, 1)  # compiles the loop once, before threads need it
        pieces = [(first, min(PIECE, plays - first)) for first in range(0, plays, PIECE)]
        return np.concatenate([np.zeros(0, ANSWERS), *play_pieces(self.in_plays, pieces, threads, stop)])
