"""Any game of the workbench as a game of OpenSpiel (Lanctot et al. 2019, arXiv 1908.09453), for its algorithms.

    from workbench.interop.openspiel import register
    register(game_named("trickster"))
    game = pyspiel.load_game("workbench_trickster(players=4)")

Where a move shuffles, draws or rolls, a chance node comes first, with `SHUFFLES` outcomes: what a play is follows from
its history alone. So the game is the one in which chance has so many equally likely outcomes at a time. The return is
the share of the win; with the parameter `points=True`, the points of the game.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import numpy as np
import pyspiel

from workbench.engine.bit_sets import WORD
from workbench.engine.game import Game
from workbench.engine.measures import TOTAL
from workbench.interop.position import Position, RuledGame

SHUFFLES = 1024
"""Outcomes of a chance node."""
MOST_POINTS = 1e6
"""No player wins or loses more points."""
MOST_MOVES = 1_000_000
POINTS = "points"
"""The parameter that has returns be points."""
PREFIX = "workbench_"
"""How the short names of our games begin there."""


def register(game: Game) -> str:
    """Let OpenSpiel load the game, with those of its rules that are numbers or words as parameters; its name there."""
    defaults = {name: rule.default for name, rule in game.parameters.items() if isinstance(rule.default, int | str)}
    kind = pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats,
        min_num_players=min(value for value in game.parameters["players"].values() if isinstance(value, int)),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**defaults, POINTS: False},
    )

    class OurGame(SpielGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game, kind, params or {})

    pyspiel.register_game(kind, OurGame)
    return str(kind.short_name)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game under the rules that some parameters are. Raises BadInput for rules that do not go together."""

    def __init__(self, game: Game, kind: pyspiel.GameType, params: Mapping[str, Any]) -> None:
        rules = {name: value for name, value in params.items() if name != POINTS}
        self.table, self.points = RuledGame(game, rules), bool(params.get(POINTS, False))
        if self.points and TOTAL not in (measure.name for measure in game.measures):
            raise ValueError(f"{game.title} has no points")
        info = pyspiel.GameInfo(
            num_distinct_actions=WORD,
            max_chance_outcomes=SHUFFLES,
            num_players=self.table.players,
            min_utility=-MOST_POINTS if self.points else 0.0,
            max_utility=MOST_POINTS if self.points else 1.0,
            max_game_length=MOST_MOVES,
        )
        super().__init__(kind, info, dict(params))

    def new_initial_state(self) -> "SpielState":
        return SpielState(self, self.table, self.points)

    def make_py_observer(self, kind: Any = None, params: Mapping[str, Any] | None = None) -> "Observer":
        return Observer(self.table, kind or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, or the chance that comes before it: then `_move` is what has been done, None at the start."""

    def __init__(self, game: SpielGame, table: RuledGame, points: bool) -> None:
        super().__init__(game)
        self.position = Position(table, 0)
        self.points = points
        self._waits, self._move, self._chances = True, -1, 0

    def current_player(self) -> int:
        """Who is to decide: chance while a move waits for it."""
        if self._waits:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.position.is_over else self.position.actor

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal if player == self.position.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome is as likely as the others."""
        return [(outcome, 1 / SHUFFLES) for outcome in range(SHUFFLES)]

    def _apply_action(self, action: int) -> None:
        if not self._waits:
            later = deepcopy(self.position)
            self._waits, self._move = later.act(action), action
            if not self._waits:
                self.position = later
            return
        self._waits, self._chances = False, self._chances + 1
        if self._chances == 1:
            self.position = Position(self.position.table, action)
        else:
            self.position.shuffle(action, self._chances)
            self.position.act(self._move)

    def _action_to_string(self, player: int, action: int) -> str:
        """A choice in words, with its number where others have the same words, as copies of a card have."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        words, position = self.position.offer(action), self.position
        alike = any(other != action and position.offer(other) == words for other in position.legal)
        return f"{words} ({action})" if alike else words

    def is_terminal(self) -> bool:
        """True at the end."""
        return not self._waits and self.position.is_over

    def returns(self) -> list[float]:
        """Each player's share of the win, or points; 0 before the end."""
        if not self.is_terminal():
            return [0.0] * self.position.table.players
        return [float(value) for value in self.position.outcome()[self.points]]

    def __str__(self) -> str:
        return f"{self.position.table_seen(self.position.actor)} {self._waits} {self._move}"


class Observer:
    """Knowledge of a player: of the table now, or of all that has happened."""

    def __init__(self, table: RuledGame, kind: pyspiel.IIGObservationType) -> None:
        self.recalls = kind.perfect_recall
        self.is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = None if self.recalls else np.zeros(table.features, np.float32)
        self.dict = {} if self.tensor is None else {"features": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Let the tensor be the features of what the player knows."""
        if self.tensor is not None:
            self.tensor[:] = state.position.features(player)

    def string_from(self, state: SpielState, player: int) -> str | None:
        """The player's knowledge as JSON; None where what is public, or secret, is to be told alone."""
        if not self.is_private:
            return None
        return state.position.seen(player) if self.recalls else state.position.table_seen(player)
