"""Tables that a test sits at: scripted players, in plain mode only."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from workbench.bots.spec import one_a_seat, seat_bots
from workbench.engine import dispatch
from workbench.engine.batch import Batch
from workbench.engine.bit_sets import members
from workbench.engine.compiling import plainly
from workbench.engine.game import Game
from workbench.engine.loop import WORLD, play_range
from workbench.engine.types import as_record


class PlainBatch(Batch):
    """A batch played as plain Python: scripted players, and games that tests declare, cannot be compiled."""

    @property
    def kernel(self) -> Any:
        """The play loop, as it stands; there is nothing to compile."""
        loop: Any = plainly(play_range)
        loop.is_warm = True
        return loop


SCRIPTED = as_record([("script", "i8")])
Decide = Callable[[Any, Any, Any, Any], int]
_scripts: list[Decide] = []


def _decide(seats: Any, states: Any, rules: Any, chance: Any, legal: Any) -> int:
    return _scripts[seats.script](states, rules, chance, legal)


dispatch.register(SCRIPTED, {"decide": _decide})


def scripted(decide: Decide) -> Any:
    """A table at which every decision is the Python function's (states, rules, chance, legal)."""
    _scripts.append(decide)
    seats = np.zeros(1, SCRIPTED)[0]
    seats.script = len(_scripts) - 1
    return seats


def following(actions: Iterable[int]) -> Any:
    """A table that takes the given actions, one after the other."""
    rest = iter(actions)
    return scripted(lambda states, rules, chance, legal: next(rest))


class Choice(NamedTuple):
    """One decision of a play."""

    player: int
    state: Any
    legal: list[int]
    action: int


def recorded(seats: Any, choices: list[Choice]) -> Any:
    """A table that decides as `seats` does, and adds each decision to `choices`."""

    def decide(states: Any, rules: Any, chance: Any, legal: Any) -> int:
        state = states[WORLD : WORLD + 1].copy()[0]
        action = int(dispatch.decide(seats, states, rules, chance, legal))
        choices.append(Choice(int(state.actor), state, members(legal), action))
        return action

    return scripted(decide)


def bots(game: Game, spec: str | Sequence[str], players: int) -> Any:
    """The seats record for bots by name, one for all or one a seat (repeated as often as needed)."""
    names = spec.split() if isinstance(spec, str) else list(spec)
    if len(names) > 1:
        names = [names[seat % len(names)] for seat in range(players)]
    return seat_bots(game, one_a_seat(names, players), players)
