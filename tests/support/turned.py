"""Hollywood 1947: the table turned. Every player sits so many seats further, and nothing else has changed."""

from typing import Any, Final

import numpy as np

from workbench.engine.bit_sets import members
from workbench.games.hollywood_1947.cards import StudioJob
from workbench.games.hollywood_1947.game import STOP, Phase, dice_a_player

OF_PLAYERS: Final = (
    *("hand", "laid", "looked_at", "still", "rejected_posters", "side", "seen_discards_of", "symbols_added"),
    *("jobs", "cards_added", "rerolls", "swaps", "tokens_spent", "held", "tokens"),
)
"""Fields whose first axis is the players."""
BY_PLAYER: Final = ("looked_at", "still", "symbols_added_by", "added", "times_performed")
"""Fields whose second axis is the players."""
SETS_OF_PLAYERS: Final = ("ghost_seen", "movie_seen", "winners")
SETS_OF_DICE: Final = ("stars", "rerolled")
SEATS: Final = ("first", "turn_player", "actor", "editor", "token_to", "token_before")


class Turned:
    """Turns states, sets and actions of a table of `players` by `by` seats."""

    def __init__(self, rules: Any, by: int) -> None:
        self.players, self.by, self.dice_by_player = int(rules.players), by, int(dice_a_player(rules))

    def seat(self, seat: int) -> int:
        """Where a player, or target, sits now; ghosts and nobody stay where they are."""
        return (seat + self.by) % self.players if 0 <= seat < self.players else seat

    def die(self, die: int) -> int:
        """The number that a die has now."""
        dice = self.players * self.dice_by_player
        return (die + self.by * self.dice_by_player) % dice if die < dice else die

    def state(self, state: Any) -> Any:
        """A copy of the state, turned."""
        turned = np.array([state], state.dtype)[0]
        for name in OF_PLAYERS:
            turned[name][: self.players] = np.roll(turned[name][: self.players], self.by, axis=0)
        for name in BY_PLAYER:
            turned[name][:, : self.players] = np.roll(turned[name][:, : self.players], self.by, axis=1)
        for name in SETS_OF_PLAYERS:
            turned[name] = np.vectorize(lambda players: sum(1 << self.seat(s) for s in members(players)))(turned[name])
        for name in SETS_OF_DICE:
            turned[name] = sum(1 << self.die(die) for die in members(turned[name]))
        for name in SEATS:
            turned[name] = self.seat(int(turned[name]))
        if turned.phase == Phase.TARGET and turned.job == StudioJob.DIRECTOR:
            turned.picked = self.seat(int(turned.picked))
        for place in range(int(turned.movie_size)):
            turned.movie_by[place] = self.seat(int(turned.movie_by[place]))
        return turned

    def action(self, state: Any, action: int) -> int:
        """What the action is called now."""
        if state.phase in (Phase.TARGET, Phase.TOKEN_FROM):
            return self.seat(action)
        is_die = state.phase in (Phase.REROLL, Phase.GAFFER) and action != STOP
        return self.die(action) if is_die else action
