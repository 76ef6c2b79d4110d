"""A play of a game, move by move, as plain Python: what each player sees and may do, for whoever decides elsewhere."""

import json
from collections.abc import Mapping, Sequence
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from workbench.engine.batch import Batch, visible_events
from workbench.engine.bit_sets import WORD, members
from workbench.engine.chance import CHANCE, start_play
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import apply, begin, conceal, legal_actions, report
from workbench.engine.features import feature_count, feature_row
from workbench.engine.game import Game
from workbench.engine.measures import TOTAL, WINNERS, win_shares
from workbench.engine.parameters import Values, Written, complete
from workbench.engine.problems import BadInput
from workbench.engine.registry import game_named
from workbench.engine.trace import NotedEvent, recording
from workbench.engine.types import FILLING, State, blank_states
from workbench.play.films import offers


class RuledGame:
    """A game under some rules: what is the same in all its plays. Raises BadInput with every problem of the rules."""

    def __init__(self, game: Game, rules: Mapping[str, Written] | None = None) -> None:
        if problems := [problem for problem in game.problems(rules or {}) if not problem.warning]:
            raise BadInput(problems)
        self.game, self.values = game, complete(game.parameters, rules or {})
        _pickled[game.name] = game
        self.batch = Batch(game, self.values, None, 0)  # says what a trace does; nobody sits at it
        self.rules = self.batch.compiled_rules
        self.players = int(self.rules.players)
        self.features = feature_count(game.features)

    def __deepcopy__(self, memo: object) -> "RuledGame":
        return self  # it never changes, and a copied position is of the same table

    def __reduce__(self) -> tuple[object, ...]:
        return ruled, (self.game.name, self.values)


_pickled: dict[str, Game] = {}
"""Games of this process, which need not be installed."""


def ruled(name: str, values: Values) -> RuledGame:
    """The game of a position that was pickled."""
    return RuledGame(_pickled.get(name) or game_named(name), values)


Step = int | tuple[int, int]
"""An action, or the seed and the play that chance was of from there on."""


def position_after(table: RuledGame, steps: Sequence[Step]) -> "Position":
    """The position after some steps, the first of which are chance's, for one that was pickled."""
    position = Position(table, *steps[0])  # type: ignore[misc]
    for step in steps[1:]:
        if isinstance(step, tuple):
            position.shuffle(*step)
        else:
            position.act(step)
    return position


class Position:
    """Where a play stands: a value that can be copied. `events` is what has happened, `choices` what each has done."""

    def __init__(self, table: RuledGame, seed: int, play: int = 0) -> None:
        self.table, self.events, self.steps = table, list[NotedEvent](), list[Step]()
        self.choices: list[list[int]] = [[] for _ in range(table.players)]
        self._state, self._chance = blank_states(table.game.state, 1), np.zeros(1, CHANCE)
        self.shuffle(seed, play)
        with recording(self.events):
            plainly(begin)(self.state, table.rules, self._chance[0])

    def __deepcopy__(self, memo: object) -> "Position":
        twin = object.__new__(Position)
        vars(twin).update(vars(self))
        twin._state, twin._chance = blank_states(self.table.game.state, 1), self._chance.copy()
        twin._state[:] = self._state
        twin.events, twin.steps = self.events.copy(), self.steps.copy()
        twin.choices = [actions.copy() for actions in self.choices]
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        return position_after, (self.table, self.steps)

    def shuffle(self, seed: int, play: int) -> None:
        """Let all chance from now on be that of a play of a batch with this seed."""
        self.steps.append((seed, play))
        plainly(start_play)(self._chance[0], np.uint64(seed), play)

    @property
    def state(self) -> State:
        """The true state."""
        return self._state[0]

    @property
    def is_over(self) -> bool:
        """True at the end."""
        return bool(self.state.over)

    @property
    def actor(self) -> int:
        """Who is to decide."""
        return int(self.state.actor)

    @property
    def legal(self) -> list[int]:
        """The actor's legal actions, in order; none at the end."""
        return [] if self.is_over else members(plainly(legal_actions)(self.state, self.table.rules))

    def act(self, action: int) -> bool:
        """Take a legal action of the actor; true if chance had a part in what followed."""
        before = self._chance.tobytes()
        self.steps.append(action)
        self.choices[self.actor].append(action)
        with recording(self.events):
            plainly(apply)(self.state, self.table.rules, self._chance[0], action)
        return self._chance.tobytes() != before

    def view(self, player: int) -> State:
        """The state as a player knows it."""
        view = self._state.copy()
        plainly(conceal)(view[0], self.table.rules, player)
        return view[0]

    def features(self, player: int) -> NDArray[np.float32]:
        """Features of what a player knows, shape (features,): learned bots judge a position by them."""
        return feature_row(self.view(player), self.table.rules, player, self.table.features)

    def mask(self, player: int) -> NDArray[np.int8]:
        """1 for each legal action of a player, shape (64,); all 0 for whoever is not to decide."""
        row = np.zeros(WORD, np.int8)
        if player == self.actor:
            row[self.legal] = 1
        return row

    def seen(self, player: int) -> str:
        """All that a player has seen and done, as JSON: the same in all plays that the player cannot tell apart."""
        return json.dumps([visible_events(self.table.batch, self.events, player), self.choices[player]])

    def table_seen(self, player: int) -> str:
        """The table as a player knows it: each field of the state that is not 0, as JSON."""
        view = self.view(player)
        fields = takewhile(lambda name: name != FILLING, view.dtype.names)
        return json.dumps(
            {name: view[name] for name in fields if any(view[name].tobytes())}, default=lambda value: value.tolist()
        )

    def offer(self, action: int) -> str:
        """A legal action in words."""
        view, values = self.view(self.actor), self.table.values
        return offers(self.table.game, view, self.table.rules, values, [action])[action].says

    def outcome(self) -> tuple[list[float], list[float]]:
        """At the end, each player's share of the win, and its points where the game has any."""
        results = np.zeros(1, self.table.game.result)
        plainly(report)(self.state, self.table.rules, results[0])
        shares = win_shares(results[WINNERS], self.table.players)[0].tolist()
        points = results[TOTAL][0][: self.table.players].tolist() if TOTAL in (results.dtype.names or ()) else []
        return shares, points
