"""Any game of the workbench as an environment of PettingZoo, for those who train agents.

    from workbench.interop.aec import GameEnv
    env = GameEnv(game_named("trickster"), {"players": 4})

One agent acts at a time (Terry et al. 2021, "PettingZoo: Gym for Multi-Agent Reinforcement Learning"). It observes the
features that learned bots judge a position by, of what it knows alone, and a mask of the 64 actions. A choice of
several picks is as many steps of one agent. The reward comes at the end: the share of the win, or, with `points`, the
points of the game.
"""

from collections.abc import Mapping
from copy import copy
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from workbench.engine.bit_sets import WORD
from workbench.engine.game import Game
from workbench.engine.parameters import Written
from workbench.interop.position import Position, RuledGame


class GameEnv(AECEnv):  # type: ignore[misc]
    """A game under some rules. Play `n` after a `reset` with a seed is play `n` of a batch with that seed."""

    metadata: ClassVar[Mapping[str, Any]] = {"name": "workbench", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self, game: Game, rules: Mapping[str, Written] | None = None, *, points: bool = False, render_mode: str = "ansi"
    ) -> None:
        super().__init__()
        self.table, self.points, self.render_mode = RuledGame(game, rules), points, render_mode
        self.possible_agents = [f"player_{player}" for player in range(self.table.players)]
        features = Box(-np.inf, np.inf, (self.table.features,), np.float32)
        spaces = Dict({"observation": features, "action_mask": Box(0, 1, (WORD,), np.int8)})
        self.observation_spaces = {agent: copy(spaces) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(WORD) for agent in self.possible_agents}
        self._seed, self._play = 0, -1

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """Begin a play: the first one of a seed, or the next of the seed before."""
        self._seed, self._play = (self._seed, self._play + 1) if seed is None else (seed, 0)
        self.position = Position(self.table, self._seed, self._play)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.position.actor]

    def observe(self, agent: str) -> dict[str, Any]:
        """Knowledge of the agent: `observation`, shape (features,), and `action_mask`, shape (64,)."""
        player = self.possible_agents.index(agent)
        return {"observation": self.position.features(player), "action_mask": self.position.mask(player)}

    def step(self, action: int | None) -> None:
        """Take an action of the agent at turn. Raises ValueError for one that is not legal."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action not in self.position.legal:
            raise ValueError(f"action {action} of {self.agent_selection} is none of {self.position.legal}")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.position.act(int(action))
        if self.position.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self.position.outcome()[self.points], strict=True))
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.agents[self.position.actor]
        self._accumulate_rewards()

    def render(self) -> str:
        """The table as whoever is to decide sees it, as JSON."""
        return self.position.table_seen(self.position.actor)

    def close(self) -> None:
        """Nothing is open."""
