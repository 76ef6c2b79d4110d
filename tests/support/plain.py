"""One play in plain Python, a step at a time, for any game."""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from workbench.bots import obvious
from workbench.conform.table import PlainTable
from workbench.engine import batch, dispatch
from workbench.engine.bit_sets import WORD
from workbench.engine.compiling import plainly
from workbench.engine.game import Game
from workbench.engine.parameters import complete
from workbench.engine.trace import recording


class PlainKernel:
    """A compiled loop's place, taken by the function as plain Python."""

    is_warm = True

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = plainly(function)

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)


def run_plainly(patch: pytest.MonkeyPatch, *loops: Callable[..., Any]) -> None:
    """Have these loops run as plain Python; all others are compiled."""
    compiled = batch.kernel_of
    for module in (batch, obvious):
        patch.setattr(
            module, "kernel_of", lambda loop, *code: PlainKernel(loop) if loop in loops else compiled(loop, *code)
        )


class Play(PlainTable):
    """A play of `game`: its states, its chance, and the trace so far, as `event_fields` names it."""

    def __init__(self, game: Game, values: Mapping[str, Any] | None = None, seed: int = 0, play: int = 0) -> None:
        self.values = complete(game.parameters, values or {})
        self.noted: list[tuple[IntEnum, dict[str, Any]]] = []
        self.decisions = 0
        super().__init__(game, self.values, seed, play)

    @property
    def kind(self) -> str:
        kinds = self.game.action_kinds
        return kinds(int(dispatch.action_kind(self.state, self.rules, self.legal[0]))).name

    def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        with recording() as events:
            value = plainly(function)(*arguments)
        self.noted += [(event, self.game.fields_of(event, values, self.values)) for event, values in events]
        return value

    @property
    def trace(self) -> list[dict[str, Any]]:
        """The events so far."""
        return [{"event": self.game.events[event], **fields} for event, fields in self.game.with_context(self.noted)]

    def begin(self) -> "Play":
        """Deal."""
        self.run(dispatch.begin, self.state, self.rules, self.chance)
        return self

    def take(self, action: int) -> "Play":
        """Carry out an action, which must be legal."""
        assert action in self.legal
        self.decisions += 1
        self.run(dispatch.apply, self.state, self.rules, self.chance, action)
        return self

    def decision_of(self, seats: Any) -> int:
        """What the bots at `seats` would do here; their chance is used up."""
        legal = dispatch.legal_actions(self.state, self.rules)
        return int(plainly(dispatch.decide)(seats, self.states, self.rules, self.chance, legal))

    def random_steps(self, steps: int) -> "Play":
        """Up to so many random decisions; stops before the play is over, at the last decision."""
        for _ in range(steps):
            before = self.copy_of_all()
            self.take(self.decision())
            if self.state.over:
                self.restore(before)
                break
        return self

    def copy_of_all(self) -> tuple[Any, ...]:
        """All that a step changes."""
        return self.states.copy(), self.chances.copy(), list(self.noted), self.decisions

    def restore(self, copies: tuple[Any, ...]) -> None:
        """Back to where `copy_of_all` was."""
        self.states[:] = copies[0]
        self.chances[:] = copies[1]
        self.noted, self.decisions = copies[2], copies[3]

    def worths(self, view: Any, legal: Sequence[int]) -> dict[int, float]:
        """What the actor of `view` holds each of the legal actions to be worth."""
        room = np.zeros(WORD)
        self.run(dispatch.appraise, view, self.rules, np.uint64(sum(1 << action for action in legal)), room)
        return {action: float(room[action]) for action in legal}

    def report(self, kind: np.dtype[np.void] | None = None) -> Any:
        """The game's measures of the finished play, in a record of `kind` (default: as they are stored)."""
        result = np.zeros(1, self.game.result if kind is None else kind)[0]
        self.run(dispatch.report, self.state, self.rules, result)
        return result
