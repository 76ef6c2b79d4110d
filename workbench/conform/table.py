"""One play in plain Python, a step at a time, by players who decide at random, as `--bots random` does."""

from collections.abc import Mapping

import numpy as np

from workbench.bots.seats import random_action
from workbench.bots.spec import seat_bots
from workbench.engine import dispatch
from workbench.engine.bit_sets import members
from workbench.engine.chance import CHANCE, start_play
from workbench.engine.compiling import plainly
from workbench.engine.game import Game
from workbench.engine.loop import STATES, WORLD
from workbench.engine.measures import DECISIONS, TIE
from workbench.engine.parameters import Written, complete
from workbench.engine.types import Chance, FieldSpec, GameFunction, GameRecord, Noted, Result, State, record_type


def wide(kind: np.dtype[np.void]) -> np.dtype[np.void]:
    """The record with 64 bits for each of its numbers, which then do not wrap around."""
    fields: list[FieldSpec] = []
    for name in kind.names or ():
        base, shape = kind[name].base, kind[name].shape
        narrow = base.kind in "iu" and base.itemsize < 8
        fields.append((name, "i8" if narrow else "f8" if base.kind == "f" else base, *([shape] if shape else [])))
    return record_type(fields)


class NotWhole(Exception):
    """A fraction that would be cut off."""


def refuse_fraction(name: str, value: Noted) -> None:
    """Raise NotWhole for a number that a field of whole numbers does not hold."""
    if isinstance(value, float | np.floating | np.ndarray) and np.any(value != np.floor(value)):
        raise NotWhole(
            f"{name} holds whole numbers, and {np.ravel(value).tolist()[0]} would be cut off; round it, or count parts"
        )


class WholeNumbers(np.ndarray):
    """Whole numbers of a strict record."""

    name = ""

    def __array_finalize__(self, source: Noted) -> None:
        self.name = getattr(source, "name", "")

    def __setitem__(self, place: Noted, value: Noted) -> None:
        refuse_fraction(self.name, value)
        super().__setitem__(place, value)


class StrictRecord(GameRecord):  # type: ignore[misc]
    """A record whose fields of whole numbers refuse fractions; NumPy and compiled code cut them off in silence."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Noted:
        value = super().__getattribute__(name)
        if type(value) is np.ndarray and value.dtype.kind in "iu":
            numbers = value.view(WholeNumbers)
            numbers.name = name
            return numbers
        return value

    def __setattr__(self, name: str, value: Noted) -> None:
        if name in (self.dtype.names or ()) and self.dtype[name].base.kind in "iu":
            refuse_fraction(name, value)
        super().__setattr__(name, value)


def strict(kind: np.dtype[np.void]) -> np.dtype[np.void]:
    """The same record, which refuses fractions."""
    return np.dtype((StrictRecord, kind))


class PlainTable:
    """A play. Its actions are those of play `play` of a batch with this seed and random players."""

    def __init__(
        self, game: Game, rules: Mapping[str, Written], seed: int, play: int, kind: np.dtype[np.void] | None = None
    ) -> None:
        self.game = game
        self.rules = game.compile_rules(complete(game.parameters, rules))
        self.states, self.chances = np.zeros(STATES, kind or game.state), np.zeros(1, CHANCE)
        self.actions: list[int] = []
        self.begins: dict[int, bool] = {}
        self.run(start_play, self.chance, np.uint64(seed), play)

    @property
    def state(self) -> State:
        """The true position."""
        return self.states[WORLD]

    @property
    def chance(self) -> Chance:
        """The chance of the play."""
        return self.chances[0]

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return int(self.rules.players)

    @property
    def legal(self) -> list[int]:
        """The actions on offer."""
        return members(dispatch.legal_actions(self.state, self.rules))

    def run(self, function: GameFunction, *arguments: object) -> Noted:
        """The plain function's answer."""
        return plainly(function)(*arguments)

    def begin(self) -> None:
        """Deal."""
        self.run(dispatch.begin, self.state, self.rules, self.chance)

    def decision(self) -> int:
        """Any of the legal actions, by the actor's chance."""
        legal = dispatch.legal_actions(self.state, self.rules)
        return int(self.run(random_action, None, self.states, self.rules, self.chance, legal))

    def choice_of(self, bot: str) -> int:
        """The action of a bot, were it at every seat; chance is used up."""
        seats, legal = seat_bots(self.game, [bot], self.players), dispatch.legal_actions(self.state, self.rules)
        return int(self.run(dispatch.decide, seats, self.states, self.rules, self.chance, legal))

    @property
    def is_midway(self) -> bool:
        """True if a part of the actor's decision is picked, and a part of it left."""
        return not self.state.over and bool(self.run(dispatch.picks, self.state, self.rules) > 0)

    def take(self, action: int) -> None:
        """Carry out an action."""
        self.begins[len(self.actions)] = not self.is_midway
        self.actions.append(action)
        self.run(dispatch.apply, self.state, self.rules, self.chance, action)

    def kind_of(self, action: int) -> str:
        """The kind of an action, as the game names it; empty for one that it does not."""
        number = int(self.run(dispatch.action_kind, self.state, self.rules, action))
        return next((kind.name.lower() for kind in self.game.action_kinds if kind.value == number), "")

    def copy(self) -> tuple[State, Chance]:
        """All that a step changes."""
        return self.states.copy(), self.chances.copy()

    def restore(self, copy: tuple[State, Chance]) -> None:
        """Back to where `copy` was made."""
        self.states[:], self.chances[:] = copy

    def view(self, player: int) -> State:
        """A copy of the position as a player sees it."""
        copy = self.states[WORLD : WORLD + 1].copy()[0]
        self.run(dispatch.conceal, copy, self.rules, player)
        return copy

    def world(self, player: int, seed: int) -> State:
        """A position drawn from those that a player holds possible."""
        world, chance = self.view(player), np.zeros(1, CHANCE)[0]
        self.run(start_play, chance, np.uint64(seed), 0)
        self.run(dispatch.determinize, world, self.rules, player, chance)
        return world

    def report(self, kind: np.dtype[np.void]) -> Result:
        """The measures of the finished play, in a record of `kind`."""
        result = np.zeros(1, kind)[0]
        self.run(dispatch.report, self.state, self.rules, result)
        result[DECISIONS.name] = sum(self.begins[number] for number in range(len(self.actions)))
        result[TIE.name] = self.run(dispatch.tied, self.state, self.rules, result)
        return result
