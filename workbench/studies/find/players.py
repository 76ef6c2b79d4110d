"""The players of a sweep: what each combination has played, and how much more one loses than another.

All play the same shuffles. The values of what is judged are kept play by play, so that two are held against each other
by paired differences.
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from workbench.engine.loop import EndlessPlay
from workbench.play.batches import play, source_of
from workbench.play.figures import figure_sums
from workbench.play.forms import answer_of, layout
from workbench.play.local import StretchGroup
from workbench.play.notes import PAUSE_S
from workbench.play.options import LEAVE_S, Pauses, RunOptions, Stopped, stoppable
from workbench.scenario import Scenario
from workbench.scenario.vary import Combination
from workbench.stats import sequence_at
from workbench.stats.evidence import enough
from workbench.stats.paired import PairedDifference, paired_difference
from workbench.stats.race import LossInterval
from workbench.stats.sequence import TUNED_TO
from workbench.store import Store, StoreError
from workbench.store.answers import StoredAnswer, answer_data, answered, data_of_others, in_progress, save_answer
from workbench.studies.find.grid import SweepCell, SweepPlan, Target, paired_gap
from workbench.tallies.tallies import Tallies, values_by_play

Arrays = dict[str, NDArray[np.generic]]
"""Arrays of a player as the store has them, by name."""


class CellPlayer:
    """A sink that adds up the plays of one combination, and keeps some figures of the first `most` plays one by one."""

    def __init__(self, combination: Combination, figures: Sequence[str] = (), most: int = 0) -> None:
        self.combination, self.scenario = combination, combination.scenario
        self.tallies = Tallies.empty(layout(self.scenario))
        self.parts: dict[str, list[NDArray[np.float64]]] = {
            name: [] for name in figures if name in self.tallies.layout.names
        }
        self.rounds: dict[int, NDArray[np.generic]] = {}  # what it had added up after so many plays
        self.most = most
        self.fresh = self.target = 0
        self.watch: Callable[[], None] = lambda: None

    @property
    def plays(self) -> int:
        """How many plays it has; `fresh` of them were played here, the others are taken up."""
        return self.tallies.plays

    @property
    def done(self) -> int:
        """See `Sink`."""
        return self.plays

    @property
    def wants_rows(self) -> bool:
        """True if it keeps values of single plays."""
        return bool(self.parts)

    def play(self, plays: int, options: RunOptions, watch: Callable[[], None]) -> None:
        """Have so many plays in all, fewer where it is stopped; `watch` is called after every stretch."""
        self.target, self.watch = plays, watch
        try:
            play(source_of([self.scenario], options), [self], plays)
        except Stopped:
            return
        except EndlessPlay as error:
            raise EndlessPlay(f"{self.combination.in_words}: {error}") from None

    def take(self, group: StretchGroup) -> None:
        """Add the next plays."""
        (stretch,) = group
        self.tallies.add(stretch.tallies)
        self.fresh += stretch.plays
        if stretch.rows is not None and stretch.first < self.most:
            new = values_by_play(self.tallies.layout, stretch.rows[: self.most - stretch.first])
            for name, parts in self.parts.items():
                parts.append(new[name])
        if self.plays == self.target:
            self.rounds[self.plays] = self._added()
        self.watch()

    def values(self, name: str) -> NDArray[np.float64]:
        """A figure of the first plays, one by one."""
        if len(self.parts[name]) != 1:
            self.parts[name] = [np.concatenate([np.zeros(0), *self.parts[name]])]
        return self.parts[name][0]

    def difference(self, base: "CellPlayer", name: str) -> PairedDifference | None:
        """A figure less that of the base, over the plays that both have; None where some plays have none."""
        ours, theirs = self.values(name), base.values(name)
        plays = min(ours.size, theirs.size)
        ours, theirs = ours[:plays], theirs[:plays]
        if not enough(plays) or np.isnan(ours).any() or np.isnan(theirs).any():
            return None
        step = figure_sums(self.tallies)[name].measure.jump
        return paired_difference(theirs, ours, step=step)

    def to_arrays(self, key: str) -> Arrays:
        """The arrays for the store: all that it added up, now and after each round, and the values."""
        values = {name: self.values(name) for name in self.parts}
        short = {name: array.astype(np.float32) for name, array in values.items()}  # half the room, where they fit
        fitting = {name: np.array_equal(short[name], values[name], equal_nan=True) for name in values}
        rounds = {f"{key}@{plays}": added for plays, added in self.rounds.items()}
        of_plays = {f"{key} {name}": short[name] if fitting[name] else values[name] for name in values}
        return {key: self._added(), **rounds, **of_plays} if self.plays else {}

    def _added(self) -> NDArray[np.generic]:
        return np.frombuffer(self.tallies.to_bytes(), np.uint8)

    def take_up(self, arrays: Arrays, key: str) -> None:
        """Go on from what was kept, if the same code added it up."""
        self._set(arrays, key, key)
        rounds = {int(name.removeprefix(f"{key}@")): array for name, array in arrays.items() if _is_round(name, key)}
        self.rounds = {plays: added for plays, added in rounds.items() if plays <= self.plays}

    def take_round(self, arrays: Arrays, key: str, most: int) -> None:
        """Go on from the last round that another sweep kept of the same table, of at most so many plays."""
        rounds = [int(name.removeprefix(f"{key}@")) for name in arrays if _is_round(name, key)]
        if fitting := [plays for plays in rounds if self.plays < plays <= most]:
            self._set(arrays, key, f"{key}@{max(fitting)}")
        if self.plays == most:
            self.rounds[most] = self._added()

    def _set(self, arrays: Arrays, key: str, added: str) -> None:
        tallies = Tallies.from_bytes(self.tallies.layout, arrays[added].tobytes()) if added in arrays else None
        values = {name: arrays[f"{key} {name}"] for name in self.parts if f"{key} {name}" in arrays}
        singly = min(tallies.plays, self.most) if tallies else 0
        if tallies and all(name in values and values[name].size >= singly for name in self.parts):
            self.tallies = tallies
            self.parts = {name: [value[:singly].astype(np.float64)] for name, value in values.items()}


def key_of(name: str) -> str:
    """The key behind the name of an array: `12` of `12@512` and of `12 points`."""
    return name.partition("@")[0].partition(" ")[0]


def _is_round(name: str, key: str) -> bool:
    return name.startswith(f"{key}@")


def gap_between(
    one: CellPlayer,
    first: CellPlayer,
    cells: tuple[SweepCell, SweepCell],
    confidences: tuple[float, float],
    tuned_to: int = TUNED_TO,
) -> LossInterval | None:
    """How much more one loses than the first, from pairs; None where these do not say it.

    `cells` are what is known of both, `confidences` those of the lower and of the upper ends, narrowest at `tuned_to`.
    """
    if one.parts.keys() != first.parts.keys():
        return None
    differences = {name: moved for name in one.parts if (moved := one.difference(first, name))}
    ends = []
    for confidence in confidences:  # between which each figure differs from the leader's, at every look
        seen = {
            name: sequence_at(moved.mean, moved.sd, moved.n, confidence, tuned_to, moved.jump)
            for name, moved in differences.items()
        }
        ends.append(paired_gap(*cells, {name: (float(at.low), float(at.high)) for name, at in seen.items()}))
    low, high = ends
    return LossInterval(low.low, low.mean, high.high) if low and high else None


STUDY = "sweep"
"""The name of the study, as the store keeps it."""
MOST_OTHERS = 4
"""Other sweeps whose plays a new one makes use of."""


class Keeper:
    """Keeps what a study has added up, as the answer to its question: now and then, and at its end."""

    def __init__(self, question: StoredAnswer, options: RunOptions) -> None:
        self.question, self.options = question, options
        self.pauses = Pauses(PAUSE_S)

    def watch(self, partial_answer: Callable[[], StoredAnswer]) -> None:
        """Store the partial answer, if it is time. Where the store cannot be used now, it is stored later."""
        if self.options.store and self.pauses.is_over:
            began = time.perf_counter()
            with suppress(StoreError):
                save_answer(replace(self.options.store, wait_s=LEAVE_S), in_progress(partial_answer()), self.question)
            self.pauses.wrote(began)

    def keep(self, answer: StoredAnswer) -> None:
        """Store the answer at the end. Raises StoreError."""
        if store := stoppable(self.options, grace_s=LEAVE_S):
            save_answer(store, answer, self.question)

    def find(self) -> bytes | None:
        """The stored data of the question; None where there is none."""
        store = stoppable(self.options)
        return answer_data(store, self.question) if store else None

    def find_others(self) -> list[bytes]:
        """The stored data of other sweeps of the game with the same seed, the newest first."""
        store = stoppable(self.options)
        return data_of_others(store, self.question, MOST_OTHERS) if store else []


def targets_question(
    scenario: Scenario, request: Mapping[str, object], targets: Sequence[Target], plays: int = 0
) -> StoredAnswer:
    """The question that a study of these targets asks about a revision, as it is found again."""
    goals = [[target.name, *((target.goal.low, target.goal.high) if target.goal else ())] for target in targets]
    if scenario.aims and not request["for"]:  # before and after the parent has played
        goals = [[aim.measure, str(aim.written), str(scenario.parent)] for aim in scenario.aims]
    named = {name: value for name, value in request.items() if name != "set"}  # the hash of the rules tells it
    return replace(answer_of(STUDY, scenario, {**named, "plays": None, "goals": goals}), plays=plays)


def question_of(plan: SweepPlan) -> StoredAnswer:
    """The question that a sweep asks, however many plays it has: with more of them it goes on."""
    return targets_question(plan.scenario, plan.request, plan.targets)


def is_answered(store: Store, question: StoredAnswer, request: Mapping[str, object]) -> bool:
    """True if the store has the answer to just this, with as many plays."""
    sentence, stored = answered(store, question) or ("", {})
    return bool(sentence) and stored == json.loads(json.dumps(request))
