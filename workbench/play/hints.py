"""A hint for whoever is to decide: what the quick bot holds each legal action to be worth, or what search found.

Search answers once its code is compiled, where the quick bot is too weak: in a game whose author wrote no evaluation,
and wherever an evaluation holds all actions to be worth the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from threading import Thread

import numpy as np

from workbench.bots.spec import bot_title
from workbench.bots.strength import usual_thinker
from workbench.engine.bit_sets import WORD
from workbench.engine.chance import CHANCE, copy_chance
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import glimpse, legal_actions, weigh
from workbench.engine.loop import STATES, WORLD
from workbench.engine.types import blank_states
from workbench.play.forms import make_batch
from workbench.play.interactive import InteractivePlay
from workbench.play.thoughts import BotTable
from workbench.scenario import Scenario

QUICK, PLAYOUTS = "greedy", 800


@dataclass(frozen=True)
class Hint:
    """The worth of each action below that of the best, in units of a win: 0 for the best.

    `visits` and `values`: how often search tried an action, and the mean payoff of that; empty for the quick bot.
    """

    bot: str
    worths: Mapping[int, float]
    visits: Mapping[int, int] = field(default_factory=dict)
    values: Mapping[int, float] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The bot's name for people."""
        return bot_title(self.bot)


class Adviser:
    """Gives hints in the plays of a scenario, from what the actor knows alone; the chance of a play stays as it is."""

    def __init__(self, scenario: Scenario) -> None:
        bots = (usual_thinker(scenario.game, PLAYOUTS),) * scenario.players
        self.has_evaluation = scenario.game.has_evaluation
        self._search = BotTable(make_batch(replace(scenario, bots=bots)), bots)
        self.waits_for_compiler = False

    def warm_up(self, play: InteractivePlay) -> None:
        """Have search compiled meanwhile, where no evaluation is there."""
        if not self.has_evaluation:
            self._is_ready(play)

    def hint(self, play: InteractivePlay) -> Hint:
        """The evidence for each legal action; `waits_for_compiler` says afterwards whether search will say more."""
        if not self.has_evaluation and self._is_ready(play):
            return _by_search(self._search, play)
        quick = _by_quick(play)
        is_weak = len(quick.worths) > 1 and not any(quick.worths.values())
        return _by_search(self._search, play) if is_weak and self._is_ready(play) else quick

    def _is_ready(self, play: InteractivePlay) -> bool:
        """True if search is compiled; else it will be."""
        kernel = self._search.batch.decision_kernel
        self.waits_for_compiler = not kernel.is_warm
        if self.waits_for_compiler and not kernel.is_being_compiled:
            table = BotTable(self._search.batch, self._search.bots)
            position = play.world.copy(), play.chances.copy()
            Thread(target=table.action, args=position, name="workbench-compile", daemon=True).start()
        return not self.waits_for_compiler


def _by_search(table: BotTable, play: InteractivePlay) -> Hint:
    best = table.action(play.world, play.chances.copy())
    tried = dict(table.tried(play.world))
    values = {action: value for action, (_, value) in tried.items() if value is not None}
    top = values.get(best, 0.0)
    worths = {action: min(value - top, 0.0) for action, value in values.items()}
    visits = {action: visits for action, (visits, _) in tried.items()}
    return Hint(table.bots[0], {**worths, best: 0.0}, visits, values)


def _by_quick(play: InteractivePlay) -> Hint:
    states, chance, worths = blank_states(play.batch.game.state, STATES), np.zeros(1, CHANCE)[0], np.zeros(WORD)
    states[WORLD] = play.world
    plainly(copy_chance)(chance, play.chances[0])
    plainly(glimpse)(states, play.rules)
    legal = plainly(legal_actions)(play.world, play.rules)
    plainly(weigh)(states, play.rules, chance, legal, worths)
    best = max(worths[action] for action in play.legal())
    return Hint(QUICK, {action: float(worths[action] - best) for action in play.legal()})
