"""One play in plain Python, a step at a time, for any game."""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from workbench.bots.seats import random_action
from workbench.engine import dispatch
from workbench.engine.bit_sets import WORD, members
from workbench.engine.chance import CHANCE, start_play
from workbench.engine.compiling import plainly
from workbench.engine.game import Game
from workbench.engine.loop import STATES, WORLD
from workbench.engine.parameters import complete
from workbench.engine.trace import recording


class PlainKernel:
    """A compiled loop's place, taken by the function as plain Python."""

    is_warm = True

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = plainly(function)

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)


class Play:
    """A play of `game`: its states, its chance, and the trace so far, as `event_fields` names it."""

    def __init__(self, game: Game, values: Mapping[str, Any] | None = None, seed: int = 0, play: int = 0) -> None:
        self.game = game
        self.values = complete(game.parameters, values or {})
        self.rules = game.compile_rules(self.values)
        self.states = np.zeros(STATES, game.state)
        self.chances = np.zeros(1, CHANCE)
        self.noted: list[tuple[IntEnum, dict[str, Any]]] = []
        self.decisions = 0
        plainly(start_play)(self.chance, np.uint64(seed), play)

    @property
    def state(self) -> Any:
        """The true state."""
        return self.states[WORLD]

    @property
    def chance(self) -> Any:
        """The chance of the play."""
        return self.chances[0]

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return int(self.rules.players)

    @property
    def legal(self) -> list[int]:
        """The legal actions, ascending."""
        return members(dispatch.legal_actions(self.state, self.rules))

    @property
    def kind(self) -> str:
        """The kind of the first legal action."""
        kinds = self.game.action_kinds
        return kinds(int(dispatch.action_kind(self.state, self.rules, self.legal[0]))).name

    def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a plain function of the game and note the events in it."""
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

    def random_decision(self) -> int:
        """Any legal action, by the actor's own chance."""
        legal = dispatch.legal_actions(self.state, self.rules)
        return int(plainly(random_action)(None, self.states, self.rules, self.chance, legal))

    def random_steps(self, steps: int) -> "Play":
        """Up to so many random decisions; stops before the play is over, at the last decision."""
        for _ in range(steps):
            before = self.copy_of_all()
            self.take(self.random_decision())
            if self.state.over:
                self.restore(before)
                break
        return self

    def copy_of_all(self) -> tuple[Any, ...]:
        """All that a step changes."""
        return self.states.copy(), self.chances.copy(), list(self.noted), self.decisions

    def restore(self, kept: tuple[Any, ...]) -> None:
        """Back to where `copy_of_all` was."""
        self.states[:] = kept[0]
        self.chances[:] = kept[1]
        self.noted, self.decisions = kept[2], kept[3]

    def view(self, player: int) -> Any:
        """A copy of the state as `player` knows it."""
        copy = self.states[WORLD : WORLD + 1].copy()[0]
        self.run(dispatch.conceal, copy, self.rules, player)
        return copy

    def worths(self, view: Any, legal: Sequence[int]) -> dict[int, float]:
        """What the actor of `view` holds each of the legal actions to be worth."""
        room = np.zeros(WORD)
        self.run(dispatch.appraise, view, self.rules, np.uint64(sum(1 << action for action in legal)), room)
        return {action: float(room[action]) for action in legal}

    def world(self, player: int, seed: int) -> Any:
        """A state drawn from all that `player` holds possible; `seed` stands for the player's chance."""
        copy, chance = self.view(player), np.zeros(1, CHANCE)[0]
        plainly(start_play)(chance, np.uint64(seed), 0)
        self.run(dispatch.determinize, copy, self.rules, player, chance)
        return copy

    def report(self, kind: np.dtype[np.void] | None = None) -> Any:
        """The game's measures of the finished play, in a record of `kind` (default: as they are stored)."""
        result = np.zeros(1, self.game.result if kind is None else kind)[0]
        self.run(dispatch.report, self.state, self.rules, result)
        return result
