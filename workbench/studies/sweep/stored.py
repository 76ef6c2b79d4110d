"""Sweeps and steps in the store: the answer to the question, with all that it is worked out from.

It is kept now and then while they are played, so that a sweep that was stopped or killed goes on from there.
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from workbench.play.forms import answer_of
from workbench.play.notes import PAUSE_S
from workbench.play.options import LEAVE_S, Pauses, RunOptions, stoppable
from workbench.scenario import Scenario
from workbench.store import Store, StoreError
from workbench.store.answers import StoredAnswer, answer_data, answered, data_of_others, in_progress, save_answer
from workbench.studies.sweep.grid import SweepPlan, Target

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
    named = {name: value for name, value in request.items() if name != "set"}  # the hash of the rules tells it
    return replace(answer_of(STUDY, scenario, {**named, "plays": None, "goals": goals}), plays=plays)


def question_of(plan: SweepPlan) -> StoredAnswer:
    """The question that a sweep asks, however many plays it has: with more of them it goes on."""
    return targets_question(plan.scenario, plan.request, plan.targets)


def is_answered(store: Store, question: StoredAnswer, request: Mapping[str, object]) -> bool:
    """True if the store has the answer to just this, with as many plays."""
    sentence, stored = answered(store, question) or ("", {})
    return bool(sentence) and stored == json.loads(json.dumps(request))
