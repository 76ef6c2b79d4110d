"""Another move than the one taken, and how the chances of a play went: playing on until the answer is sharp enough.

As far as one seat knows, each play goes on from a world that is drawn evenly from those which the cards it has seen
leave possible. What the moves of others say of their cards is left out, so the chance of the player to move is off.
Measured before a random decision of 3,000 plays by quick bots (`tests/limit/seat_chances.py`): 38.0 % said and 33.4 %
won in Hitmakers, 26.6 and 24.7 % in Trickster, 32.4 and 37.0 % in Showbiz Shuffle, 17.4 and 17.0 % in Hollywood 1947.
By the cards as they lie both agree within 1.1 points; random bots, whose moves say little, are off by about 1 point.

Both are watched while they are worked out, so their intervals hold at every look (`stats.sequence`). Bots that search
are too slow to play on by the thousand, as are those that try their choices in playouts: `greedy` sits in their place;
in a game without an evaluation the first style that its author wrote. Where there is none either, each choice is tried
in two playouts, up to the end of the stage, and then all moves are random: stages that are played at random go alike
after both moves, so that their luck hardly blurs the answer.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from threading import Lock
from typing import ClassVar, NamedTuple

import numpy as np

from workbench.bots.learned import Way
from workbench.bots.seats import LEARNED, LEARNED_NAME, RANDOM, searches
from workbench.bots.spec import in_place_of_greedy, plain_name, seat_bots, usual_bot
from workbench.engine.batch import NO_MOVE, NOBODY, Batch, PlayOn, cores, play_pieces
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import conceal
from workbench.engine.problems import FEWEST_PLAYS
from workbench.engine.types import Seats, State
from workbench.play.films import Watched
from workbench.play.forms import fresh_seed, make_batch
from workbench.scenario import Scenario
from workbench.stats.estimate import Estimate
from workbench.stats.sequence import sequence_at

HALF_WIDTH, CURVE_HALF_WIDTH = 0.03, 0.05
"""How sharp an answer is: so far to either side, in win chance."""
MOST_PLAYS = 100_000
MOST_POINTS = 24
FIRST_ROUND = 8


def quick(scenario: Scenario) -> Scenario:
    """The scenario with a quick bot wherever one plays out in thought, and with chance of its own."""
    slow = "ismcts", "thinker", "greedy", LEARNED_NAME
    names = [(bot, plain_name(bot)) for bot in scenario.bots]
    usual = usual_bot(scenario.game)
    bots = tuple(usual + bot.removeprefix(name) if name.startswith(slow) else bot for bot, name in names)
    return replace(scenario, bots=bots, seed=fresh_seed(scenario.seed))


def sketched(scenario: Scenario) -> tuple[Batch, Seats] | None:
    """The bots that play on where nothing was written to go by, and those after the stage; None where something was."""
    if scenario.game.has_evaluation or not any(bot.startswith("greedy") for bot in scenario.bots):
        return None
    seats = seat_bots(scenario.game, in_place_of_greedy(scenario.bots), scenario.players)
    seats.number[seats.kind == LEARNED] = Way.SKETCHED
    later = seats.copy()
    later.kind[:] = RANDOM
    return Batch(scenario.game, scenario.rules, seats, scenario.seed), later


class Rounds:
    """Plays that go on from some positions, round by round, with the sums of what they brought.

    Sums are of the win shares, shape (positions, players), of their squares, and of the differences between the first
    position and the others.
    """

    def __init__(
        self, watched: Watched, positions: Sequence[State], moves: Sequence[int], player: int = NOBODY
    ) -> None:
        scenario = quick(watched.scenario)
        sketch = sketched(scenario)
        batch, later = sketch or (make_batch(scenario), None)
        assert not searches(batch.seats)
        self.draws_worlds = False
        if player != NOBODY:
            views = [position.copy() for position in positions]
            for view in views:
                plainly(conceal)(view, batch.compiled_rules, player)
            self.draws_worlds = any(a.tobytes() != b.tobytes() for a, b in zip(views, positions, strict=True))
            positions = views
        self.bots, self.is_sketched = scenario.bots, sketch is not None
        self.stage_word, self.plays, self.lock = scenario.game.stage_word, 0, Lock()
        self._next, self._a_second = FIRST_ROUND, 0.0
        self._play_on = PlayOn(batch, positions, moves, player, later)
        self.sum = np.zeros((len(positions), scenario.players))
        self.squares, self.differences = self.sum.copy(), self.sum.copy()
        self.squared_differences = self.sum.copy()

    def play(self, seconds: float, most: int) -> None:
        """Play on for about so long, or until there are so many plays of each position; one round at least."""
        with self.lock:
            began = time.perf_counter()
            while self.plays < most and ((left := seconds - (time.perf_counter() - began)) > 0 or not self.plays):
                if self._a_second:
                    self._next = max(FIRST_ROUND, min(2 * self._next, int(left * self._a_second)))
                self._round(min(self._next, most - self.plays))

    def _round(self, plays: int) -> None:
        began, threads = time.perf_counter(), cores()
        edges = np.linspace(self.plays, self.plays + plays, threads + 1, dtype=int).tolist()
        pieces = [(first, end - first) for first, end in pairwise(edges) if end > first]
        shares = np.concatenate(play_pieces(self._play_on.shares, pieces, threads, None)).astype(np.float64)
        differences = shares[:, :1] - shares
        self.sum += shares.sum(axis=0)
        self.squares += (shares**2).sum(axis=0)
        self.differences += differences.sum(axis=0)
        self.squared_differences += (differences**2).sum(axis=0)
        if self.plays:  # the first round may have had to compile
            self._a_second = plays / (time.perf_counter() - began)
        self.plays += plays

    def chance(self, place: int, player: int) -> Estimate:
        """A player's chance to win from a position."""
        return self._estimate(self.sum[place, player], self.squares[place, player])

    def gain(self, place: int, player: int) -> Estimate:
        """By how much that chance is greater from the first position than from another."""
        return self._estimate(self.differences[place, player], self.squared_differences[place, player])

    def _estimate(self, total: float, squares: float) -> Estimate:
        mean = total / max(self.plays, 1)
        variance = max(squares - total * mean, 0.0) / max(self.plays - 1, 1)
        return sequence_at(float(mean), float(variance) ** 0.5, self.plays)


def is_sharp(estimate: Estimate, half_width: float) -> bool:
    """True once an estimate is known well enough."""
    return estimate.n >= FEWEST_PLAYS and bool(estimate.high - estimate.low <= 2 * half_width)


class PlayedOn(ABC):
    """A question that is answered by playing on; `seconds` is how long that was done, in turns of `turn_s`."""

    rounds: Rounds
    seconds = 0.0
    turn_s: ClassVar[float]

    @property
    @abstractmethod
    def is_done(self) -> bool:
        """True once the answer is sharp."""

    def go_on(self, seconds: float) -> None:
        """Play on for about so long, as far as it is of any use."""
        began = time.perf_counter()
        while not self.is_done and (time.perf_counter() - began < seconds or not self.rounds.plays):
            self.rounds.play(min(seconds, self.turn_s), MOST_PLAYS)
        self.seconds += time.perf_counter() - began


class WhatIf(PlayedOn):
    """A decision of a watched play, and another move in its place; from worlds that its player cannot tell apart."""

    turn_s = 0.25

    def __init__(self, watched: Watched, decision: int, move: int) -> None:
        point = watched.film.decisions[decision]
        self.player = int(point.position.actor)
        self.rounds = Rounds(watched, [point.position] * 2, [point.action, move], self.player)

    @property
    def gain(self) -> Estimate:
        """By how much the move that was taken is better, in win chance."""
        return self.rounds.gain(1, self.player)

    @property
    def chances(self) -> tuple[Estimate, Estimate]:
        """The player's chance after the move that was taken, and after the other."""
        return self.rounds.chance(0, self.player), self.rounds.chance(1, self.player)

    @property
    def is_done(self) -> bool:
        """True once the difference is sharp, or all plays are played that may be."""
        return is_sharp(self.gain, HALF_WIDTH) or self.rounds.plays >= MOST_PLAYS


class TurningPoint(NamedTuple):
    """A turning point: the step at which a player's chance changed by so much, from the point before."""

    step: int
    player: int
    change: float


class Curve(PlayedOn):
    """Every player's chance to win at some decisions of a watched play.

    By the cards as they lie, or as far as one seat knows them: then at decisions of that seat.
    """

    turn_s = 0.5

    def __init__(self, watched: Watched, seat: int | None = None) -> None:
        decisions = watched.film.decisions
        places = [n for n, point in enumerate(decisions) if seat is None or int(point.position.actor) == seat]
        self.points = [decisions[places[n]] for n in _spread([int(decisions[n].position.stage) for n in places])]
        self.players = watched.scenario.players
        positions = [point.position for point in self.points]
        self.rounds = Rounds(watched, positions, [NO_MOVE] * len(positions), NOBODY if seat is None else seat)

    @property
    def is_done(self) -> bool:
        """True once every chance is sharp."""
        return all(is_sharp(chance, CURVE_HALF_WIDTH) for chances in self.chances for chance in chances)

    @property
    def chances(self) -> list[list[Estimate]]:
        """The chances by point and player."""
        return [
            [self.rounds.chance(place, player) for player in range(self.players)] for place in range(len(self.points))
        ]

    def turns(self, most: int = 3) -> list[TurningPoint]:
        """The largest changes between neighbors whose intervals lie apart, in order."""
        chances = self.chances
        turns = [
            TurningPoint(self.points[place].step, player, here.mean - before.mean)
            for place in range(1, len(chances))
            for player, (before, here) in enumerate(zip(chances[place - 1], chances[place], strict=True))
            if here.low > before.high or here.high < before.low
        ]
        largest: dict[int, TurningPoint] = {}
        for turn in sorted(turns, key=lambda turn: -abs(turn.change)):
            largest.setdefault(turn.step, turn)
        return sorted(list(largest.values())[:most], key=lambda turn: turn.step)


def _spread(stages: Sequence[int]) -> list[int]:
    """Some of the places: all where they are few, else the first of each stage and others between, evenly."""
    if len(stages) <= MOST_POINTS:
        return list(range(len(stages)))
    firsts = [place for place, stage in enumerate(stages) if place == 0 or stage != stages[place - 1]]
    if len(firsts) > MOST_POINTS // 2:
        firsts = [firsts[n] for n in np.linspace(0, len(firsts) - 1, MOST_POINTS // 2, dtype=int)]
    even = np.linspace(0, len(stages) - 1, MOST_POINTS - len(firsts), dtype=int).tolist()
    return sorted({*firsts, *even})
