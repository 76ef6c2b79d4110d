"""Do the statistics keep their promises? Every command is asked about what is known, hundreds of times.

What is known: some changes of rules have no effect, as can be argued from the rules (`Game.neutral`), though nearly
every play goes differently; and what other changes do, a large batch says. Each answer rests on plays of fresh seeds.
All that was said of one kind is tested together (`promises`).
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from workbench.engine.problems import BadInput
from workbench.play.options import RunOptions, Stopped
from workbench.scenario.files import Workspace
from workbench.studies.calibrate.checks import SampleSizes, checks_of
from workbench.studies.calibrate.promises import Ledger, PromiseLine
from workbench.studies.calibrate.subjects import Subject, steps, subject

USUAL_SEED = 2026
THOROUGH = SampleSizes(comparisons=300, attributions=100, questions=100, sweeps=100, reference=100_000)
"""For `--all`."""

Show = Callable[[str], None]


@dataclass(frozen=True)
class Calibration:
    """The answer: a line a promise, and what was played of each game."""

    lines: Sequence[PromiseLine]
    subjects: Sequence[Subject]
    seed: int
    elapsed_s: float

    @property
    def broken(self) -> list[str]:
        """The checks whose promises are broken."""
        return [line.check for line in self.lines if not line.holds]


def calibrate(
    place: Workspace,
    show: Show,
    sizes: SampleSizes | None = None,
    thorough: bool = False,
    seed: int = USUAL_SEED,
    game: str | None = None,
    options: RunOptions | None = None,
) -> Calibration:
    """Every check, for one pair of revisions a game, or `thorough` for every pair and with more batches.

    `seed` says which fresh seeds are played; `game` asks for one game alone. Raises BadInput where there is nothing to
    check, and `Stopped` when `options.stop` is set.
    """
    began, options = time.perf_counter(), options or RunOptions()
    sizes = sizes or (THOROUGH if thorough else SampleSizes())
    seeds, ledger, subjects = np.random.default_rng(seed), Ledger(), []
    for step in steps(place, game, thorough):
        title = step.base.name
        show(f"{title}: the truth, from {sizes.reference:,} plays of each table")
        played = subject(step, sizes.reference, int(seeds.integers(2**62)), options)
        subjects.append(played)
        for question, times, check in checks_of(played, sizes):
            for number, fresh in enumerate(seeds.integers(2**62, size=times).tolist(), 1):
                show(f"{title}: {question}, {number} of {times}")
                check(played, sizes, fresh, ledger)
                if options.stop.is_set():
                    raise Stopped("stopped; nothing of it is kept")
    if not subjects:
        message = "has no revision of a game that declares two values of a rule to be alike, so nothing can be checked"
        raise BadInput.one(game or "the workspace", message)
    return Calibration(ledger.lines(), subjects, seed, time.perf_counter() - began)
