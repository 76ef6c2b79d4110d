"""Counts the rule holes of stored batches beside the dashboard: another process reads plays, move by move."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from threading import Lock, Thread

from workbench.play.hole import Hole
from workbench.report.summary import BatchSummary, Summary
from workbench.scenario.files import Workspace

COMMAND = "import sys; from workbench.cli import main; main(sys.argv[1:])"


class HoleCounts:
    """The holes of runs, by the run's id, as far as they were counted since the dashboard began."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace, self.lock = workspace, Lock()
        self._holes: dict[str, tuple[Hole, ...]] = {}
        self._begun: set[str] = set()

    def begin(self, runs: Iterable[str]) -> None:
        """Count those of these runs that nobody counts yet, one after the other."""
        with self.lock:
            new = [run for run in runs if run not in self._begun]
            self._begun.update(new)
        if new:
            Thread(target=self._count, args=[new], name="workbench-holes", daemon=True).start()

    def are_ready(self, runs: Iterable[str]) -> bool:
        """True once all of these are counted, or cannot be."""
        return all(run in self._holes for run in runs)

    def _count(self, runs: Iterable[str]) -> None:
        for run in runs:
            words = [sys.executable, "-c", COMMAND, "holes", "--run", run, "--json"]
            words += ["--workspace", str(self.workspace.root)]
            polite = {"preexec_fn": _yield_to_others} if hasattr(os, "nice") else {}
            ended = subprocess.run(words, capture_output=True, check=False, **polite)  # type: ignore[call-overload]
            holes = json.loads(ended.stdout)["holes"] if ended.returncode == 0 else ()
            self._holes[run] = tuple(map(Hole.read, holes))

    def with_holes(self, result: BatchSummary | Summary) -> BatchSummary | Summary:
        """The result with its holes, where they were counted; the same object at every look."""
        sides = [result] if isinstance(result, BatchSummary) else [result.base, result.other]
        holes = [self._holes.get(side.run or "", ()) for side in sides]
        if not all(holes):
            return result
        return _with(result, holes[0]) if isinstance(result, BatchSummary) else _with_both(result, holes[0], holes[1])


def _yield_to_others() -> None:
    os.nice(10)


@lru_cache(maxsize=32)
def _with(side: BatchSummary, holes: tuple[Hole, ...]) -> BatchSummary:
    return replace(side, holes=holes)


@lru_cache(maxsize=32)
def _with_both(summary: Summary, base: tuple[Hole, ...], other: tuple[Hole, ...]) -> Summary:
    return replace(summary, base=_with(summary.base, base), other=_with(summary.other, other))


def uncounted_runs(result: BatchSummary | Summary) -> list[str]:
    """The stored runs of a result whose holes are not all counted."""
    sides = [result] if isinstance(result, BatchSummary) else [result.base, result.other]
    return [side.run for side in sides if side.run and not all(hole.of for hole in side.holes)]
