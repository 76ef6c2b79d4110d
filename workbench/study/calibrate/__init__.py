"""Do the statistics keep their promises? Every command is asked about what is known, hundreds of times.

What is known: some changes of rules have no effect, as can be argued from the rules (`Game.neutral`), though nearly
every play goes differently; and what other changes do, a large batch says. Each answer rests on plays of fresh seeds.
All that was said of one kind is tested together (`promises`).
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from workbench.scenario.files import Workspace
from workbench.study.calibrate.checks import SampleSizes, checks_of
from workbench.study.calibrate.promises import FALSE_ALARM, Ledger, Line
from workbench.study.calibrate.subjects import Subject, subject, subjects

USUAL_SEED = 2026
THOROUGH = SampleSizes(comparisons=300, attributions=100, questions=100, sweeps=100, reference=100_000)
"""For `--all`."""

Show = Callable[[str], None]


@dataclass(frozen=True)
class Calibration:
    """What was found: a line a promise, and what was played of each game."""

    lines: Sequence[Line]
    subjects: Sequence[Subject]
    seed: int
    elapsed_s: float

    @property
    def kept(self) -> bool:
        """Whether all promises are kept."""
        return all(line.kept for line in self.lines)


def calibrate(
    place: Workspace,
    show: Show,
    sizes: SampleSizes | None = None,
    thorough: bool = False,
    seed: int = USUAL_SEED,
    game: str | None = None,
) -> Calibration:
    """Every check, for one pair of revisions a game, or `thorough` for every pair and with more batches.

    `seed` says which fresh seeds are played; `game` asks for one game alone.
    """
    began = time.perf_counter()
    sizes = sizes or (THOROUGH if thorough else SampleSizes())
    seeds, ledger, played = np.random.default_rng(seed), Ledger(), []
    for base, other, rule in subjects(place, game, thorough):
        show(f"{base.name}: the truth, from {sizes.reference:,} plays of each table")
        played.append(subject(base, other, rule, sizes.reference, int(seeds.integers(2**62))))
        for title, times, check in checks_of(played[-1], sizes):
            for number, fresh in enumerate(seeds.integers(2**62, size=times).tolist(), 1):
                show(f"{base.name}: {title}, {number} of {times}")
                check(played[-1], sizes, fresh, ledger)
    return Calibration(ledger.lines(), played, seed, time.perf_counter() - began)


def as_json(found: Calibration) -> dict[str, Any]:
    """`calibrate --json`."""
    return {
        "lines": [asdict(line) for line in found.lines],
        "elapsed_s": round(found.elapsed_s, 1),
        "kept": found.kept,
        "false_alarm": FALSE_ALARM,
        "seed": found.seed,
        "without_effect": [
            {
                "game": each.game.name,
                "scenario": each.base.name,
                "rule": each.neutral.rule,
                "because": each.neutral.because,
                "bots": each.neutral.bots,
            }
            for each in found.subjects
        ],
    }
