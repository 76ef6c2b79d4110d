"""Counts the rule holes of stored batches beside the dashboard: another process reads plays, move by move."""

import json
import os
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from threading import Lock, Thread

from workbench.engine.files import python_command
from workbench.play.hole import Hole
from workbench.play.holes import beside_moves
from workbench.report.summary import BatchSummary
from workbench.scenario.files import Workspace
from workbench.studies.compare.measure import CompareAnswer
from workbench.studies.simulate.measure import BatchAnswer

COMMAND = (
    "import sys; from workbench.engine.files import end_with_parent; end_with_parent();"
    " from workbench.cli import main; main(sys.argv[1:])"
)
Answer = BatchAnswer | CompareAnswer


class HoleCounts:
    """The holes of runs, by the run's id, as far as they were counted since the dashboard began.

    Counting takes seconds to minutes of a core: it is begun by a click, yields to all else, and ends with the server.
    """

    def __init__(self, workspace: Workspace) -> None:
        self.workspace, self.lock = workspace, Lock()
        self._holes: dict[str, tuple[Hole, ...]] = {}
        self._begun: set[str] = set()
        self.failure = ""

    def begin(self, runs: Iterable[str]) -> None:
        """Count those of these runs that nobody counts yet, one after the other."""
        with self.lock:
            new = [run for run in runs if run not in self._begun]
            self._begun.update(new)
            self.failure = ""
        if new:
            Thread(target=self._count, args=[new], name="workbench-holes", daemon=True).start()

    def has_begun(self, runs: Iterable[str]) -> bool:
        """True if all of these are being counted, or were; those that could not be are not."""
        return self._begun.issuperset(runs)

    def are_ready(self, runs: Iterable[str]) -> bool:
        """True once all of these are counted."""
        return all(run in self._holes for run in runs)

    def _count(self, runs: Iterable[str]) -> None:
        for run in runs:
            words = ["-c", COMMAND, "holes", "--run", run, "--json", "--workspace", str(self.workspace.root)]
            pipe = subprocess.PIPE
            child = subprocess.Popen(python_command(*words), stdin=pipe, stdout=pipe, stderr=pipe, text=True)
            if hasattr(os, "setpriority"):
                with suppress(OSError):  # it has ended
                    os.setpriority(os.PRIO_PROCESS, child.pid, 10)
            alive, child.stdin = child.stdin, None  # else `communicate` closes it
            printed, problems = child.communicate()
            del alive
            if child.returncode == 0:
                self._holes[run] = tuple(map(Hole.read, json.loads(printed)["holes"]))
                continue
            with self.lock:
                self.failure = problems.strip() or f"workbench holes ended with {child.returncode}"
                self._begun.discard(run)

    def beside(self, answer: Answer) -> Answer:
        """The answer with the holes of its batches, where all were counted; the same object at every look."""
        holes = tuple(self._holes.get(run, ()) for run in sorted(answer.runs))
        return _with_holes(answer, holes) if holes and all(holes) else answer


@lru_cache(maxsize=32)
def _with_holes(answer: Answer, holes: tuple[tuple[Hole, ...], ...]) -> Answer:
    seen = dict(zip(sorted(answer.runs), holes, strict=True))
    if isinstance(answer, BatchAnswer):
        return replace(answer, outcome=replace(answer.outcome, looked_at=holes[0]))

    def beside(side: BatchSummary) -> BatchSummary:
        return replace(side, holes=beside_moves(side.holes, seen.get(side.run or "", ())))

    first, second = (
        [replace(pair, base=beside(pair.base), other=beside(pair.other)) for pair in pairs]
        for pairs in (answer.summaries, answer.second)
    )
    return replace(answer, summaries=first, second=second)


def uncounted_runs(answer: Answer) -> list[str]:
    """The stored runs of an answer whose holes are not all counted."""
    if isinstance(answer, BatchAnswer):
        sides = [answer.summary]
    else:
        sides = [side for pair in (*answer.summaries, *answer.second) for side in (pair.base, pair.other)]
    return sorted({side.run for side in sides if side.run and not all(hole.of for hole in side.holes)})
