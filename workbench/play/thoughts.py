"""The thoughts of the bots of a watched play, decision by decision: what speaks for each legal move.

The bots decide once more, each decision from the very position and chance, so search tries what it tried then; beside
it stands what `greedy` holds each move to be worth. Nothing is worked out beyond the decision that is asked about.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np

from workbench.bots.ismcts import PRIOR
from workbench.bots.restriction import of_least_rank
from workbench.bots.seats import SEARCH, THINKER, searches
from workbench.bots.spec import bot_title
from workbench.engine.batch import Batch, DecisionPoint, ReplayDiffers
from workbench.engine.bit_sets import count, is_single, members
from workbench.engine.chance import CHANCE, start_play
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import apply, begin, conceal, legal_actions
from workbench.engine.loop import STATES, WORLD
from workbench.engine.picture import Offer
from workbench.engine.types import Chances, State, blank_states
from workbench.play.films import MOST_FILMS, Watched, offers
from workbench.play.forms import make_batch
from workbench.play.interactive import decided


class WeighedMove(NamedTuple):
    """A legal move: its worth to `greedy`; how often search tried it, and the mean payoff of that; None for unknown."""

    action: int
    choice: Offer
    is_chosen: bool
    worth: float | None = None
    visits: int | None = None
    value: float | None = None


class Thought(NamedTuple):
    """A decision by its number in the play: after which step, whose, and every legal move."""

    decision: int
    step: int
    player: int
    bot: str
    moves: tuple[WeighedMove, ...]


class BotTable:
    """The bots of a batch, asked one decision at a time."""

    def __init__(self, batch: Batch, bots: tuple[str, ...]) -> None:
        self.batch, self.bots, self.seats = batch, bots, batch.seats.copy()

    def action(self, world: State, chances: Chances) -> int:
        """The action that the actor takes, whose chance goes on; `seats` keeps what it thought."""
        states = blank_states(self.batch.game.state, STATES)
        states[WORLD] = world
        return decided(self.batch, self.bots, self.seats, states, chances)

    def tried(self, world: State) -> Iterator[tuple[int, tuple[int, float | None]]]:
        """The visits of each action that search has just tried there, and their mean payoff without its appraisal's.

        Nothing where the actor does not search, or has no choice.
        """
        seats, rules = self.seats, self.batch.compiled_rules
        kind = seats.kind[int(world.actor)] if searches(seats) else None
        if kind == THINKER:
            mean = float(seats.paid) / max(1, int(seats.visits.max()))  # of the action of its base
            for action in np.flatnonzero(seats.visits).tolist():
                visits = int(seats.visits[action])
                yield action, (visits, mean + float(seats.gains[action]) / visits)
        if kind != SEARCH:
            return
        allowed = plainly(of_least_rank)(seats, world, rules, plainly(legal_actions)(world, rules))
        places = count(allowed) if not is_single(allowed) else 0
        for node, appraised in zip(seats.nodes[1 : 1 + places], seats.worths[:places], strict=True):
            visits = int(node.visits) - PRIOR
            yield int(node.action), (visits, float(node.worth - appraised) / visits if visits else None)


class Rethinking:
    """A watched play that is decided once more, as far as somebody asks."""

    def __init__(self, watched: Watched) -> None:
        self.watched, self.lock, self.thoughts = watched, Lock(), list[Thought]()
        scenario, batch = watched.scenario, watched.batch
        greedy = make_batch(replace(scenario, bots=("greedy",) * scenario.players))
        self.bots, self.greedy = BotTable(batch, scenario.bots), BotTable(greedy, ("greedy",))
        self.world, self.chances = blank_states(batch.game.state, 1)[0], np.zeros(1, CHANCE)
        self.chances["retake"] = batch.retake
        plainly(start_play)(self.chances[0], np.uint64(batch.seed), watched.play)
        plainly(begin)(self.world, batch.compiled_rules, self.chances[0])

    def of(self, decision: int) -> Thought:
        """The thought at a decision. Raises ReplayDiffers where a bot decides otherwise than in the play."""
        with self.lock:
            for number in range(len(self.thoughts), decision + 1):
                self.thoughts.append(self._next(number, self.watched.film.decisions[number]))
        return self.thoughts[decision]

    def _next(self, number: int, point: DecisionPoint) -> Thought:
        rules, player = self.watched.batch.compiled_rules, int(self.world.actor)
        legal = members(plainly(legal_actions)(self.world, rules))
        worths: dict[int, float] = {}  # to `greedy`; the play's chance stays as it is
        if len(legal) > 1:
            self.greedy.action(self.world, self.chances.copy())
            worths = dict(enumerate(map(float, self.greedy.seats.worths)))
        action = self.bots.action(self.world, self.chances)
        if action != point.action:
            raise ReplayDiffers(f"decision {number} of play {self.watched.play} comes out otherwise when thought again")
        tried = dict(self.bots.tried(self.world)) if len(legal) > 1 else {}
        view = self.world.copy()
        plainly(conceal)(view, rules, player)
        choices = offers(self.watched.scenario.game, view, rules, self.watched.values, legal)
        moves = [
            WeighedMove(move, choices[move], move == action, worths.get(move), *tried.get(move, ())) for move in legal
        ]
        plainly(apply)(self.world, rules, self.chances[0], action)
        bot = bot_title(self.watched.scenario.bots[player])
        return Thought(number, point.step, player, bot, tuple(moves))


@lru_cache(maxsize=MOST_FILMS)
def rethinking(watched: Watched) -> Rethinking:
    """The play decided once more, as far as anybody has asked."""
    return Rethinking(watched)
