"""Timelines of many plays: standings by party, decisions, and kinds of action.

A *party* is who wins together: a seat, partners, or a side where the game has sides. The standing of a party is that
of its best member. A play's places are the start, then the end of each stage; the last is the end of the play.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from workbench.engine.game import Game
from workbench.engine.measures import WINNERS, Results
from workbench.engine.parameters import Values
from workbench.engine.timeline import MOST_STAGES
from workbench.play.forms import make_batch
from workbench.play.notable import LEAD_CHANGES
from workbench.play.options import RunOptions
from workbench.scenario import Scenario
from workbench.studies.noted_plays import note_plays
from workbench.studies.progress import Follow, ignore_progress

Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
NOWHERE = -(1 << 40)
"""The standing of a party that does not take part in a play; below any other."""


@dataclass(frozen=True)
class Timelines:
    """The timeline of n plays, by party (k of them), place (at most p) and kind of action (m).

    standing        shape (n, p, k); after the last place the last one is repeated
    there, won      shape (n, k): which parties take part, and which have won
    places          shape (n,): places of each play, the start and the end among them
    clock           shape (n, p): decisions made by each place
    cut             shape (n,): plays with more stages than are noted
    lead_changes    shape (n,): times that another party took the sole lead, as the game or else `leader` counts them
    choices, alone  shape (n,): legal actions over all decisions; decisions with only one
    offered, chosen, taken      shape (n, m): as `engine.timeline.timeline_type` has them
    """

    standing: Ints
    there: Bools
    won: Bools
    places: Ints
    clock: Ints
    cut: Bools
    lead_changes: Ints
    choices: Ints
    alone: Ints
    offered: Ints
    chosen: Ints
    taken: Ints

    @property
    def plays(self) -> int:
        return len(self.places)

    @property
    def decisions(self) -> Ints:
        """Decisions of each play, shape (n,)."""
        return self.clock[:, -1]

    @property
    def parties(self) -> int:
        """How many parties there can be."""
        return int(self.there.shape[1])

    @cached_property
    def shares(self) -> Floats:
        """Each party's share of the win, shape (n, k); all 0 where nobody has won."""
        winners = self.won.sum(axis=1, keepdims=True)
        return np.asarray(self.won / np.maximum(winners, 1), np.float64)

    @cached_property
    def leads(self) -> Ints:
        """How far each party is ahead of the best other, shape (n, p, k); below 0 behind. 0 where it is alone."""
        best = np.sort(self.standing, axis=2)
        first, second = best[:, :, -1:], best[:, :, -2:-1] if self.parties > 1 else best[:, :, -1:]
        ahead = self.standing - np.where(self.standing == first, second, first)
        alone = (self.there.sum(axis=1) < 2)[:, None, None] | ~self.there[:, None, :]
        return np.where(alone, 0, ahead)

    @cached_property
    def leader(self) -> Ints:
        """The party that leads alone at each place, shape (n, p); -1 where none does."""
        leading = self.leads > 0
        return np.where(leading.any(axis=2), leading.argmax(axis=2), -1)

    @cached_property
    def winner(self) -> Ints:
        """The one party that has won, shape (n,); -1 where none has, or several have."""
        return np.where(self.won.sum(axis=1) == 1, self.won.argmax(axis=1), -1)

    @cached_property
    def has_standings(self) -> Bools:
        """Plays of which standings can tell something: two parties, and a stage before the last; shape (n,)."""
        return np.asarray((self.places > 2) & (self.there.sum(axis=1) > 1))

    @cached_property
    def eligible(self) -> Bools:
        """The plays among them with one winner, shape (n,)."""
        return self.has_standings & (self.winner >= 0)

    @cached_property
    def before_end(self) -> Bools:
        """Places after the start and before the end, shape (n, p)."""
        at = np.arange(self.clock.shape[1])
        return np.asarray((at > 0) & (at < self.places[:, None] - 1))

    @cached_property
    def winners_lead(self) -> Ints:
        """How far the winner is ahead of the best other at each place, shape (n, p); 0 without one winner."""
        at = np.maximum(self.winner, 0)[:, None, None]
        lead = np.take_along_axis(self.leads, at, axis=2)[:, :, 0]
        return np.where(self.winner[:, None] >= 0, lead, 0)

    def first(self, plays: int) -> "Timelines":
        """The first plays alone."""
        return Timelines(**{column.name: getattr(self, column.name)[:plays] for column in fields(self)})


def timelines_of(scenario: Scenario, results: Results, noted: Results) -> Timelines:
    """The timelines of plays from what `Batch.timelines` gave, without places that no play has."""
    places = noted["noted"].astype(np.int64)
    longest = int(places.max(initial=1))
    last = np.minimum(np.arange(longest)[None, :], places[:, None] - 1)
    players = scenario.players
    members = members_of(scenario.game, scenario.rules, results)
    won = (results[WINNERS][:, None] >> np.arange(players)) & 1 > 0
    standing = _at(noted["standing"][:, :longest, :players], last[:, :, None])
    kinds = range(members.shape[2])
    best = [np.where(members[:, None, :, kind], standing, NOWHERE).max(axis=2) for kind in kinds]
    timelines = Timelines(
        standing=np.stack(best, axis=2),
        there=np.asarray(members.any(axis=1)),
        won=np.asarray((won[:, :, None] & members).any(axis=1)),
        places=places,
        clock=_at(noted["decided"][:, :longest], last),
        cut=places > MOST_STAGES,
        lead_changes=np.zeros(len(places), np.int64),
        choices=noted["choices"].astype(np.int64),
        alone=noted["alone"].astype(np.int64),
        **{name: noted[name].astype(np.int64) for name in ("offered", "chosen", "taken")},
    )
    is_counted = LEAD_CHANGES in (results.dtype.names or ())
    return replace(timelines, lead_changes=results[LEAD_CHANGES] if is_counted else lead_changes(timelines))


def lead_changes(timelines: Timelines) -> Ints:
    """Times that another party than the last sole leader took the sole lead, from the first stage to the end."""
    changes = np.zeros(timelines.plays, np.int64)
    last = np.full(timelines.plays, -1)
    for at in range(1, timelines.clock.shape[1]):  # behind the end the last place is repeated: no change
        now = timelines.leader[:, at]
        changes += (now >= 0) & (last >= 0) & (now != last)
        last = np.where(now >= 0, now, last)
    return changes


def _at(values: NDArray[np.generic], places: Ints) -> Ints:
    """The values at these places, shape (n, p, …)."""
    return np.take_along_axis(values, places, axis=1).astype(np.int64)


def members_of(game: Game, values: Values, results: Results) -> Bools:
    """Which seat belongs to which party under written rules, shape (n, seats, k)."""
    rules = game.compile_rules(values)
    players = int(rules.players)
    if game.sides is None:
        party = [game.side_of(rules, seat) if game.side_of else seat for seat in range(players)]
        belongs = np.equal.outer(party, np.unique(party))
        return np.broadcast_to(belongs, (len(results), *belongs.shape))
    side = results[game.sides.measure][:, :players]
    return np.asarray(side[:, :, None] == np.arange(len(game.sides.names)))


def joined(parts: Sequence[Timelines]) -> Timelines:
    """Several together, in this order."""
    longest, even = max(part.clock.shape[1] for part in parts), []
    for part in parts:  # each with so many places, its last one repeated
        more = 0, longest - part.clock.shape[1]
        standing = np.pad(part.standing, ((0, 0), more, (0, 0)), mode="edge")
        even.append(replace(part, standing=standing, clock=np.pad(part.clock, ((0, 0), more), mode="edge")))
    return Timelines(
        **{column.name: np.concatenate([getattr(part, column.name) for part in even]) for column in fields(Timelines)}
    )


def follow_plays(scenario: Scenario, options: RunOptions, follow: Follow = ignore_progress) -> Timelines:
    """The timelines of the scenario's plays; nothing is stored. Raises `Stopped` once `options.stop` is set."""
    batch, stop = make_batch(scenario, options.progress), options.stop
    if not options.cluster and not batch.timeline_kernel.is_warm:
        options.progress.compiling()

    def here(first: int, plays: int) -> tuple[Results, ...]:
        return batch.timelines(first, plays, options.jobs, stop)

    there = options.cluster.timelines(scenario, stop) if options.cluster else None
    parts: list[Timelines] = []

    def add(chunk: tuple[Results, ...]) -> int:
        parts.append(timelines_of(scenario, *chunk))
        return len(chunk[1])

    note_plays(scenario, options, follow, scenario.revision, here, there, add)
    return joined(parts)
