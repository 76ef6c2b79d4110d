"""The promises of the statistics, the statements noted about each, and whether these break one together.

A promise is about statements that are wrong with a small chance at most: an interval that misses, a word that is false.
All statements are tested together (`stats.pooling`), and each kind of them alone: half of a promise's risk is for the
whole, the other half is shared out among the kinds. So a product that keeps every promise to the letter is found fault
with in at most `FALSE_ALARM` of all runs.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from workbench.report.text.phrases import percent
from workbench.stats.evidence import RISK, effective_statements, wrong_by_luck

FALSE_ALARM = 0.005
"""The chance that any promise is called broken where all are kept to the letter."""

Statements = Mapping[str, bool]
"""The statements of one batch: the kind of each, a figure of a game, and whether it is wrong."""


@dataclass(frozen=True)
class Promise:
    """A promise: at most the share `most` of the statements of a `check` is wrong.

    `is_coverage`: reports tell the share that is right instead, as of intervals.
    """

    check: str
    most: float = RISK
    is_coverage: bool = False

    @property
    def text(self) -> str:
        """The promised share, in words."""
        return f"at least {percent(1 - self.most, 0)}" if self.is_coverage else f"at most {percent(self.most, 0)}"

    def share(self, wrong: float) -> float:
        """The share that reports tell, from that of the wrong statements."""
        return 1 - wrong if self.is_coverage else wrong


@dataclass(frozen=True)
class PromiseLine:
    """How well one promise is kept: `share` is that of all statements, `worst` that of the worst kind, `where`.

    cases    how many kinds of statements there are
    tries    how often the worst was tried; `error` is two standard errors of it
    off      how many kinds break the promise by more than luck explains, each by itself among so many
    pooled   how many statements there are in all, and `effective` how many independent ones they are worth
    p        the chance of so many wrong ones, were the promise just kept
    holds    whether the promise is kept, as far as can be told
    """

    check: str
    promise: str
    share: float
    worst: float
    where: str
    cases: int
    tries: int
    error: float
    off: int
    pooled: int
    effective: float
    p: float
    holds: bool


@dataclass
class Ledger:
    """The statements about each promise, batch by batch."""

    notes: dict[Promise, list[Statements]] = field(default_factory=dict)

    def note(self, promise: Promise, statements: Statements) -> None:
        """Note what one batch said."""
        if statements:
            self.notes.setdefault(promise, []).append(statements)

    def lines(self) -> list[PromiseLine]:
        """The lines of the promises of which anything was noted."""
        return [_line(promise, batches, FALSE_ALARM / len(self.notes)) for promise, batches in self.notes.items()]


def _line(promise: Promise, batches: Sequence[Statements], risk: float) -> PromiseLine:
    """The line of one promise, which is called broken with a chance of at most `risk` where it is kept."""
    tries, wrong = Counter[str](), Counter[str]()
    for statements in batches:
        tries.update(statements.keys())
        wrong.update(kind for kind, is_wrong in statements.items() if is_wrong)
    shares = {kind: wrong[kind] / tries[kind] for kind in tries}
    share, worst = wrong.total() / tries.total(), max(shares, key=lambda kind: shares[kind])
    effective = effective_statements([sum(batch.values()) for batch in batches], [len(batch) for batch in batches])
    p = wrong_by_luck(share * effective, effective, promise.most)
    off = sum(wrong_by_luck(wrong[kind], tries[kind], promise.most) < risk / 2 / len(tries) for kind in tries)
    return PromiseLine(
        check=promise.check,
        promise=promise.text,
        share=promise.share(share),
        worst=promise.share(shares[worst]),
        where=worst,
        cases=len(tries),
        tries=tries[worst],
        error=2 * sqrt(max(shares[worst] * (1 - shares[worst]), 0.25 / tries[worst]) / tries[worst]),
        off=off,
        pooled=tries.total(),
        effective=effective,
        p=p,
        holds=not off and p >= risk / 2,
    )
