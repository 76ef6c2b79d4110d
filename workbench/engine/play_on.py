"""Playing on from a position: from one and the same, after one move and after another, or from several of one play.

Everything is tried in the same worlds with the same chance (common random numbers), so differences are those of the
positions and moves. For what a player can know, each world is drawn anew from those that the player cannot tell apart.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from workbench.engine.batch import Batch, game_code_hash, kind_of
from workbench.engine.chance import CHANCE, start_play
from workbench.engine.compiling import Kernel, compiled
from workbench.engine.dispatch import apply, decide, determinize, legal_actions, report
from workbench.engine.loop import MOST_DECISIONS, STATES, WORLD, EndlessPlay
from workbench.engine.measures import WINNERS, win_shares
from workbench.engine.types import Array, Chance, Chances, Int, Player, Rules, Seats, State, States, Word, blank_states

NO_MOVE = -1
"""In the place of a move: whoever is to decide decides."""
NOBODY = -1
"""In the place of a player: the position is played on as it lies there, hidden cards and all."""
CAREFUL: Final = 64
"""Decisions of a stage after which others may play on: what a move has brought shows by then. Set by hand."""
DRAWING = 1
"""Added to the seed, so that what is drawn is independent of what happens then."""


@compiled
def play_on(seats: Seats, later: Seats, states: States, rules: Rules, chance: Chance, stage: Int) -> None:
    """Let the bots play on from the world to the end, `later` ones after its stage or `CAREFUL` decisions."""
    world, decisions = states[WORLD], 0
    while not world.over and decisions < MOST_DECISIONS:
        bots = seats if world.stage == stage and decisions < CAREFUL else later
        action = decide(bots, states, rules, chance, legal_actions(world, rules))
        apply(world, rules, chance, action)
        decisions += 1
    if not world.over:
        raise EndlessPlay("a play did not end within a million decisions; the rules in force never end it")


@compiled
def play_on_range(
    seats: Seats,
    later: Seats,
    states: States,
    positions: States,
    moves: Array,
    rules: Rules,
    chances: Chances,
    results: Array,
    player: Player,
    seed: Word,
    first: Int,
) -> None:
    """Play on from each of the positions, after its move, with the chance of plays `first`, `first` + 1, …

    `results` has a record for each position of the first of these plays, then those of the next, all zero. `positions`
    are concealed for `player`.
    """
    places = positions.shape[0]
    for row in range(results.shape[0] // places):
        for place in range(places):
            states[WORLD] = positions[place]
            if player != NOBODY:
                start_play(chances[1], np.uint64(seed) + np.uint64(DRAWING), first + row)
                determinize(states[WORLD], rules, player, chances[1])
            start_play(chances[0], np.uint64(seed), first + row)
            if moves[place] != NO_MOVE:
                apply(states[WORLD], rules, chances[0], moves[place])
            play_on(seats, later, states, rules, chances[0], positions[place].stage)
            report(states[WORLD], rules, results[row * places + place])


@lru_cache(maxsize=32)
def play_on_kernel(sources: str, table: np.dtype[np.void]) -> Kernel:
    """The loop, compiled for one game and one kind of table."""
    return Kernel(play_on_range, sources, kind_of(table))


class PlayOn:
    """The rest of a play from several positions, by the rules and bots of a batch.

    positions   one for each place, as they lie; with `player` they are played on as far as that player knows them
    moves       the move that is made there first, or `NO_MOVE`
    later       who plays on once the stage is over, or after `CAREFUL` decisions of it; else the batch's bots
    """

    def __init__(
        self,
        batch: Batch,
        positions: Sequence[State],
        moves: Sequence[int],
        player: int = NOBODY,
        later: Seats | None = None,
    ) -> None:
        self.batch, self.moves, self.player = batch, np.asarray(moves, np.int64), player
        self.later = batch.seats if later is None else later
        self.positions = blank_states(batch.game.state, len(positions))
        for place, position in enumerate(positions):
            self.positions[place] = position

    @property
    def kernel(self) -> Kernel:
        """The compiled loop of this game."""
        return play_on_kernel(game_code_hash(self.batch.game), self.batch.seats.dtype)

    def shares(self, first: int, plays: int) -> NDArray[np.float32]:
        """Each player's share of the win, shape (plays, positions, players), played on this thread."""
        batch, players = self.batch, int(self.batch.compiled_rules.players)
        results = np.zeros(plays * len(self.positions), batch.game.result)
        states, chances = blank_states(batch.game.state, STATES), np.zeros(2, CHANCE)
        self.kernel(
            batch.seats.copy(), self.later.copy(), states, self.positions, self.moves, batch.compiled_rules, chances,
            results, self.player, np.uint64(batch.seed), first,
        )  # fmt: skip
        return win_shares(results[WINNERS], players).reshape(plays, len(self.positions), players)
