"""One bot alone among others, at every seat in turn, on the same shuffles: its share of the wins.

Where there are no rivals, since all win or lose together or one plays alone, a bot plays at all seats, and then the
other does, on the same shuffles: how often the one wins, and how often the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from workbench.bots.strength import lone_sides
from workbench.engine.measures import WIN_RATE, WINNERS, win_shares
from workbench.engine.notes import BatchProgress, Progress
from workbench.engine.problems import BadInput
from workbench.engine.wording import counted
from workbench.play.batches import ensure_played
from workbench.play.forms import request_of
from workbench.play.local import Stretch
from workbench.play.options import RunOptions, Stopped, stoppable
from workbench.play.outcome import read_parts
from workbench.scenario import Scenario
from workbench.stats import Estimate, Verdict
from workbench.stats.estimate import Floats
from workbench.stats.evidence import Forecast, enough, forecast, judge_together, largest_unseen_rate, two_sided_reach
from workbench.stats.seats import share_estimate, share_p_value
from workbench.store.results import load_results
from workbench.store.runs import find_run
from workbench.studies.progress import Follow, StudyProgress
from workbench.studies.workload import BatchKey, Length, StudyBatch, play_cost, slowness, with_bots

Winners = NDArray[np.uint16]


@dataclass(frozen=True)
class PlayedBatch:
    """A batch that is played: who won each play, a bit a seat, shape (plays,), and its run in the store.

    Two bytes a play are held in memory: contests pair plays by their number, over all seats of the lone bot.
    """

    winners: Winners
    run: str | None


class StudyRunner(Progress):
    """Plays the batches of a study, each once, as `options` say.

    `study` is kept with every run in the store, so that it is known what a run was played for.
    """

    def __init__(self, batches: Sequence[StudyBatch], options: RunOptions, follow: Follow, study: str) -> None:
        super().__init__(options.progress)
        self.batches = {batch.key: batch for batch in batches}
        extra = {**options.extra, "study": study}
        self.options = replace(options, progress=self, watch_rows=self._note_winners, extra=extra)
        self.follow = follow
        self.contests: list[Contest] = []
        self.played = self._look_up()
        self.elapsed_s = self.fresh_work = 0.0
        self.batch: StudyBatch | None = None
        self.winners: Winners = np.zeros(0, np.uint16)
        self.noted_from = 0

    def _look_up(self) -> dict[BatchKey, PlayedBatch]:
        """The batches that need not be played, read while the store is open once."""
        store = stoppable(self.options)
        if store is None or not store.path.exists():
            return {}
        kind = np.dtype([(WINNERS, "u2")])
        with store.session():
            runs = {key: find_run(store, request_of(batch.scenario, {})) for key, batch in self.batches.items()}
            there = {key: run for key, run in runs.items() if run and run.has_rows}
            return {key: PlayedBatch(load_results(store, run, kind)[WINNERS], run.id) for key, run in there.items()}

    def winners_of(self, batch: StudyBatch) -> PlayedBatch:
        """The batch's batch, played unless it is already. Raises `Stopped` when `options.stop` is set."""
        if batch.key not in self.played:
            self.batch, self.winners = batch, np.zeros(batch.scenario.plays, np.uint16)
            self.noted_from = batch.scenario.plays
            try:
                outcome = ensure_played(batch.scenario, self.options)
            except Stopped:
                whole = f"{len(self.played)} of {counted(len(self.batches), 'batch', 'batches')}"
                stays = f"{whole} are kept whole, and what was played of the next"
                raise Stopped(f"stopped; {stays if self.options.store else 'nothing was stored'}") from None
            self.elapsed_s += outcome.elapsed_s
            self.fresh_work += batch.cost * (outcome.plays - outcome.before)
            for first, records in read_parts(outcome.read, self.noted_from):
                self.winners[first : first + len(records)] = records[WINNERS]
            self.played[batch.key] = PlayedBatch(self.winners, outcome.run)
        return self.played[batch.key]

    def finish(self, contest: "Contest") -> None:
        """Note a finished contest, and report progress."""
        self.contests.append(contest)
        self._tell(f"{contest.one} among {contest.field}")

    def _note_winners(self, stretch: Stretch) -> None:
        """Note who won the plays of a stretch."""
        assert stretch.rows is not None
        self.noted_from = min(self.noted_from, stretch.first)
        self.winners[stretch.first : stretch.first + stretch.plays] = stretch.rows[WINNERS]

    def playing(self, batch: BatchProgress) -> None:
        assert self.batch is not None
        cost = self.batch.cost
        self._tell(self.batch.title, batch.done, cost * batch.done, batch.elapsed_s, cost * batch.fresh)

    def _tell(
        self, title: str, done: int = 0, work_done: float = 0.0, elapsed_s: float = 0.0, fresh_work: float = 0.0
    ) -> None:
        """Report how far the study is; `done` and so on are those of a batch that is not finished yet."""
        before = [batch for batch in self.batches.values() if batch.key in self.played]
        work = sum(batch.work for batch in self.batches.values())
        left = work - sum(batch.work for batch in before) - work_done
        elapsed_s, fresh_work = self.elapsed_s + elapsed_s, self.fresh_work + fresh_work
        advance = StudyProgress(
            title=title,
            batch=min(len(before) + 1, len(self.batches)),
            batches=len(self.batches),
            done=sum(batch.scenario.plays for batch in before) + done,
            plays=sum(batch.scenario.plays for batch in self.batches.values()),
            share=1 - max(0.0, left) / work,
            elapsed_s=elapsed_s,
            left_s=max(0.0, left) * elapsed_s / fresh_work if fresh_work > 0 else None,
            partial=tuple(self.contests),
        )
        self.follow(advance)


MARGIN = WIN_RATE.margin
"""A share of the wins that is off by less counts as even."""
ROUNDING = 1e-6
"""How far a share may be off by its 32 bits."""


@dataclass(frozen=True)
class Doubt:
    """Why a gain is undecided: `few`, there are fewer than 100 plays; `alone`, it is so only among so many.

    `small`: it is clear of 0, but may be less than the smallest change that counts. It was judged together with `among`
    gains in all. `further` says how many plays at each seat would decide it; None where there is no sensible number.
    """

    few: bool
    alone: bool
    among: int
    further: Forecast | None
    small: bool = False


@dataclass(frozen=True)
class Pairing:
    """A lone bot, and the bot at all other seats; so many plays at each seat of the lone one."""

    one: str
    field: str
    plays: int


@dataclass(frozen=True, eq=False)
class Contest:
    """How a lone bot fared. `winners[s, k]` are the winners of play k when it sat at seat s, a bit a seat.

    `together` is how many win or lose together, 0 where there are rivals: then there are two rows of winners, first
    where the bot sat at all seats, then where the other did.
    """

    one: str
    field: str
    winners: Winners
    runs: tuple[str, ...] = ()
    together: int = 0

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return self.together or len(self.winners)

    @property
    def plays(self) -> int:
        """Plays at each seat of the lone bot, or of either bot at all seats."""
        return len(self.winners[0])

    @property
    def even(self) -> float:
        """The share of a bot that is as good as the others: theirs, where all win or lose together."""
        return float(self._won(1).mean()) if self.together else 1 / self.players

    @property
    def shares(self) -> Floats:
        """The lone bot's share, the mean over its seats, for each play, shape (plays,)."""
        return self._won(0) if self.together else np.asarray(self._at_seats().mean(axis=0))

    @property
    def gains(self) -> Floats:
        """How far its share is above even in each play, shape (plays,)."""
        return self.shares - (self._won(1) if self.together else self.even)

    @property
    def by_seat(self) -> tuple[float, ...]:
        """The lone bot's share at each seat; nothing where it sits at all of them."""
        return () if self.together else tuple(self._at_seats().mean(axis=1).tolist())

    @property
    def never_differs(self) -> bool:
        """True if it fared exactly evenly in every play, as a bot does that decides like the others."""
        return bool(np.all(np.abs(self.gains) < ROUNDING))

    @cached_property
    def estimate(self) -> Estimate:
        """The share of the win with a 95 % interval; one that never differs may yet do so in other plays."""
        if self.never_differs and not self.together:
            rare = largest_unseen_rate(self.plays)
            return Estimate(self.even, 0.0, self.even * (1 - rare), self.even + (1 - self.even) * rare, self.plays)
        return share_estimate(self.shares)

    @property
    def gain(self) -> Estimate:
        """How far its share is above even."""
        return advantage(self.gains, 1.0) if self.together else shifted(self.estimate, -self.even)

    @property
    def p_value(self) -> float:
        """Two-sided, for an even share."""
        if self.never_differs:
            return 1.0
        return share_p_value((1 + self.gains) / 2, 0.5) if self.together else share_p_value(self.shares, self.even)

    def _won(self, table: int) -> Floats:
        """1 for each play that all have won at a table, and 0 for the others, shape (plays,)."""
        return np.asarray(self.winners[table] > 0, np.float64)

    def _at_seats(self) -> Floats:
        """The share of the win at each seat in each play, shape (players, plays)."""
        return np.array(
            [win_shares(winners, self.players)[:, seat].astype(np.float64) for seat, winners in enumerate(self.winners)]
        )


@dataclass(frozen=True, eq=False)
class JudgedContest:
    """A contest and its verdict, which holds among all that were judged with it; None where it is held against none.

    `doubt` says why the verdict is undecided; `part` of which part of a study the contest is.
    """

    contest: Contest
    verdict: StrEnum | None = None
    doubt: Doubt | None = None
    part: str = ""


def shifted(estimate: Estimate, by: float, times: float = 1.0) -> Estimate:
    """The estimate of `times` the number, plus `by`; a negative `times` turns the interval round."""
    low, high = sorted((estimate.low * times + by, estimate.high * times + by))
    return replace(estimate, mean=estimate.mean * times + by, sd=estimate.sd * abs(times), low=low, high=high)


def advantage(values: Floats, most: float = 0.5) -> Estimate:
    """The mean of advantages in [-most, most], one a play, with a 95 % interval that keeps a width if all are 0."""
    if np.all(np.abs(values) < ROUNDING):
        rare = largest_unseen_rate(len(values)) * most
        return Estimate(0.0, 0.0, -rare, rare, len(values))
    return shifted(share_estimate(np.clip(values / (2 * most) + 0.5, 0.0, 1.0)), -most, 2 * most)


def batches_of(scenario: Scenario, pairing: Pairing, length: Length) -> list[StudyBatch]:
    """The batches of a contest, where a play has so many decisions: one for each seat of the lone bot.

    Where all win or lose together, one of each bot at all seats.
    """
    players, batches = scenario.players, []
    for seat, side in enumerate(lone_sides(scenario.game, players)):
        bots = [pairing.one if mine else pairing.field for mine in side]
        played = with_bots(scenario, bots, pairing.plays)
        title = f"{pairing.one} among {pairing.field}, seat {seat + 1} of {players}"
        title = f"{bots[0]} at all seats" if scenario.together else title
        batches.append(StudyBatch(title, played, play_cost(played, length)))
    return batches


def lone_cost(scenario: Scenario, one: str, field: str, length: Length) -> float:
    """About what a play costs, as the game declares, at every table where one of two bots sits, alone or everywhere."""
    batches = batches_of(scenario, Pairing(one, field, 1), length)
    return batches[0].cost * slowness(batches[0].scenario) * (1 if scenario.together else len(batches))


def contest(runner: StudyRunner, pairing: Pairing, batches: Sequence[StudyBatch]) -> Contest:
    """Play a contest. Raises `Stopped`."""
    played = [runner.winners_of(batch) for batch in batches]
    runs = tuple(batch.run for batch in played if batch.run)
    scenario = batches[0].scenario
    together = scenario.players if scenario.together else 0
    finished = Contest(pairing.one, pairing.field, np.array([batch.winners for batch in played]), runs, together)
    runner.finish(finished)
    return finished


def verdicts(gains: Sequence[Estimate]) -> list[Verdict]:
    """The verdict on each gain: higher or lower by more than one point of win rate, the same within it, or undecided.

    All of them together (`evidence.weighed`); fewer than 100 plays decide nothing.
    """
    return judge_together(gains, MARGIN)


def doubts(gains: Sequence[Estimate]) -> list[Doubt | None]:
    """Why each gain is undecided, and how many plays it lacks; None where `verdicts` has decided it."""
    decisions = verdicts(gains)
    bar, among, reasons = two_sided_reach(decisions.count(Verdict.UNDECIDED)), len(gains), list[Doubt | None]()
    for gain, verdict in zip(gains, decisions, strict=True):
        few = not enough(gain.n)
        alone = not few and judge_together([gain], MARGIN) != [Verdict.UNDECIDED]
        small = not few and not alone and judge_together([gain], 0.0, among) != [Verdict.UNDECIDED]
        error = max(gain.high - gain.mean, gain.mean - gain.low) / two_sided_reach(1)  # a verdict looks at either side
        doubt = Doubt(few, alone, among, forecast(gain.mean, error, gain.n, MARGIN, bar), small)
        reasons.append(doubt if verdict is Verdict.UNDECIDED else None)
    return reasons


def check_winnable(scenario: Scenario) -> None:
    """Raise BadInput for a table of one who wins whatever happens."""
    if scenario.players < 2 and not scenario.game.can_be_lost_by_all:
        message = (
            "must be at least 2, since whoever plays alone cannot lose here, so that no bot wins more than another;"
            " simulate and compare (page Results) say who scores more"
        )
        raise BadInput.one("players", message, scenario.players)
