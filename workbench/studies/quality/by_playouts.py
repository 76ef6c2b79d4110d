"""Drama and comebacks where standings tell nothing before the end: by chances to win, as Browne meant them.

At some decisions of the first plays, spread evenly over each, bots play on again and again from the position as it
lies: a party's chance is its share of these wins. The winner was *behind* where its chance was clearly lower than that
of another party; with so many playouts, equal chances look so at about one point in fifty.

    chance_drama     how far the winner was behind, averaged over the points at which it was; 0 if it never was
    chance_comeback  how often the winner was behind at half of the play

Where all win or lose together, nobody is behind. There a play is lost for good from the point on from which the chance
stays below `HOPELESS`.
"""

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from workbench.engine.batch import NO_MOVE, Batch, PlayOn, film, play_pieces
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import action_kind
from workbench.play.forms import make_batch
from workbench.play.options import RunOptions, Stopped, stopped_without_storing
from workbench.play.what_if import quick
from workbench.scenario import Scenario
from workbench.stats import Estimate, rate_estimate
from workbench.studies.quality.figures import QualityFigure, figure_among
from workbench.studies.timelines import Bools, Floats, Timelines, members_of

PLAYS = 100
POINTS = 5
"""Decisions of a play from which bots play on; the middle one is at half of it."""
PLAYOUTS, FEWEST_PLAYOUTS, DECISIONS = 400, 50, 20_000_000
"""From each decision; of long plays fewer, so that these are about so many decisions: some seconds of a core."""
BEHIND = 0.1
"""Chances that differ by less are as good as each other."""
HOPELESS = 0.05
"""The chance to win below which a play that all lost is lost for good."""


@dataclass(frozen=True, eq=False)
class Chances:
    """Chances to win over n plays.

    chance      shape (n, POINTS, k), by party; each from `playouts` plays by these bots
    won         shape (n, k): which parties have won
    last        the kind of action with which each play has ended
    """

    chance: Floats
    won: Bools
    playouts: int
    bots: tuple[str, ...]
    last: tuple[str, ...] = ()

    @property
    def is_together(self) -> bool:
        """True where all win or lose together."""
        return bool(self.won.shape[1] == 1)

    @property
    def charted(self) -> Bools:
        """The plays of the chart, shape (n,): those with one winner, or those that all have lost."""
        return ~self.won[:, 0] if self.is_together else self.has_winner

    @property
    def lost_for_good(self) -> list[Estimate]:
        """At each point, how many of the plays that all have lost are lost for good; empty where none was lost."""
        lost = self.chance[self.charted, :, 0] < HOPELESS
        settled = np.logical_and.accumulate(lost[:, ::-1], axis=1)[:, ::-1]
        return [rate_estimate(settled[:, point]) for point in range(POINTS)] if len(settled) else []

    @property
    def endings(self) -> dict[str, float]:
        """The share of the lost plays that ended with each kind of action, the most frequent first."""
        kinds = Counter(kind for kind, lost in zip(self.last, self.charted, strict=True) if lost)
        return {kind: times / kinds.total() for kind, times in kinds.most_common()}

    @property
    def has_winner(self) -> Bools:
        """The plays with one winner, shape (n,)."""
        return np.asarray(self.won.sum(axis=1) == 1)

    @property
    def of_winner(self) -> Floats:
        """The chance of the first party that has won, at each point, shape (n, POINTS)."""
        winner = self.won.argmax(axis=1)[:, None, None]
        return np.asarray(np.take_along_axis(self.chance, winner, axis=2)[:, :, 0])

    @property
    def deficit(self) -> Floats:
        """How far the winner is behind the likeliest other at each point, shape (n, POINTS); 0 where it is not."""
        gap = self.chance.max(axis=2) - self.of_winner
        return np.where(gap >= BEHIND, gap, 0.0)

    @property
    def drama(self) -> Floats:
        """The winner's mean deficit over the points at which it was behind, shape (n,)."""
        behind = (self.deficit > 0).sum(axis=1)
        return np.asarray(self.deficit.sum(axis=1) / np.maximum(behind, 1))

    @property
    def comeback(self) -> Bools:
        """True for plays whose winner was behind at half of the play, shape (n,)."""
        return np.asarray(self.deficit[:, POINTS // 2] > 0)


def chance_figures(chances: Chances) -> dict[str, QualityFigure]:
    """Drama and comebacks over the plays with one winner, by name; none without such plays, or without rivals."""
    if chances.is_together:
        return {}
    figures = [
        figure_among("chance_drama", chances.drama, chances.has_winner, most=1.0),
        figure_among("chance_comeback", chances.comeback, chances.has_winner, rate=True),
    ]
    return {figure.name: figure for figure in figures if figure}


def chances_of(scenario: Scenario, timelines: Timelines, options: RunOptions) -> Chances:
    """The chances in the first plays of the scenario, whose timelines these are. Raises `Stopped`."""
    first, playing_on = timelines.first(PLAYS), playing_on_by(scenario)
    batch, rest = make_batch(scenario, options.progress), make_batch(playing_on, options.progress)
    if not (batch.kernel.is_warm and PlayOn(rest, [], []).kernel.is_warm):
        options.progress.compiling()
    decisions = float(first.decisions.mean()) / 2 * PLAYS * POINTS
    playouts = min(PLAYOUTS, max(FEWEST_PLAYOUTS, int(DECISIONS / decisions)))

    def chance(play: int, _: int) -> tuple[Floats, str]:
        return _chance(batch, rest, play, playouts)

    pieces = [(play, 1) for play in range(first.plays)]
    played = play_pieces(chance, pieces, options.jobs, options.stop)
    if len(played) < first.plays:
        raise Stopped(stopped_without_storing())
    chances, last = zip(*played, strict=True)
    return Chances(np.stack(chances), first.won, playouts, playing_on.bots, last)


def playing_on_by(scenario: Scenario) -> Scenario:
    """The scenario with bots that are quick enough to play on: at random where an author wrote nothing to go by."""
    instead = quick(scenario)
    if scenario.game.has_evaluation or scenario.game.styles:
        return instead
    return replace(instead, bots=("random",) * scenario.players)


def _chance(batch: Batch, rest: Batch, play: int, playouts: int) -> tuple[Floats, str]:
    """Each party's chance to win at the points of a play, shape (POINTS, k), and the kind of its last action."""
    watched, result = film(batch, play)
    at = [len(watched.decisions) * point // (POINTS + 1) for point in range(1, POINTS + 1)]
    positions = [watched.decisions[number].position for number in at]
    seats = PlayOn(rest, positions, [NO_MOVE] * POINTS).shares(play * playouts, playouts).mean(axis=0)
    end = watched.decisions[-1]
    kind = batch.game.action_kinds(plainly(action_kind)(end.position, batch.compiled_rules, end.action))
    return np.asarray(seats @ members_of(batch.game, batch.rules, result)[0], np.float64), kind.name.lower()
