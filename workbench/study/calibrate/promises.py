"""What the statistics promise, what was noted of each promise, and whether all of it together breaks one.

A promise is about statements that are wrong with a small chance at most: an interval that misses, a word that is false.
All statements are tested together (`stats.pooling`), and each kind of them alone: half of a promise's risk is for the
whole, the other half is shared out among the kinds. So a product that keeps every promise to the letter is found fault
with in at most `FALSE_ALARM` of all runs.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from workbench.stats.evidence import RISK
from workbench.stats.pooling import effective_statements, wrong_by_luck

FALSE_ALARM = 0.005
"""The chance that any promise is called broken where all are kept to the letter."""


@dataclass(frozen=True)
class Promise:
    """A promise: `check` names it, at most the share `most` of its statements is wrong.

    `holds`: reports tell the share that is right, as of intervals. `text` says what is promised.
    """

    check: str
    most: float = RISK
    holds: bool = False

    @property
    def text(self) -> str:
        """What is promised, in words."""
        return f"at least {1 - self.most:.0%}" if self.holds else f"at most {self.most:.0%}"


@dataclass(frozen=True)
class Line:
    """What was found of one promise: `found` is the share of all statements, `worst` that of the worst kind, `where`.

    cases    how many kinds of statements there are: a figure of a game
    tries    how often the worst was tried; `error` is two standard errors of it
    off      how many kinds break the promise by more than luck explains, each by itself among so many
    pooled   how many statements there are in all, and `effective` how many independent ones they are worth
    p        the chance of so many wrong ones, were the promise just kept
    kept     whether the promise is kept, as far as can be told
    """

    check: str
    promise: str
    found: float
    worst: float
    where: str
    cases: int
    tries: int
    error: float
    off: int
    pooled: int
    effective: float
    p: float
    kept: bool


@dataclass
class Ledger:
    """What was noted: for each promise, batch by batch, which statements there were and whether each was wrong."""

    notes: dict[Promise, list[Mapping[str, bool]]] = field(default_factory=dict)

    def note(self, promise: Promise, statements: Mapping[str, bool]) -> None:
        """Note what one batch said."""
        self.notes.setdefault(promise, []).append(statements)

    def lines(self) -> list[Line]:
        """What was found of every promise of which anything was noted."""
        noted = {promise: [each for each in batches if each] for promise, batches in self.notes.items()}
        noted = {promise: batches for promise, batches in noted.items() if batches}
        return [_line(promise, batches, FALSE_ALARM / len(noted)) for promise, batches in noted.items()]


def _line(promise: Promise, batches: Sequence[Mapping[str, bool]], risk: float) -> Line:
    wrong, tries = Counter[str](), Counter[str]()
    for statements in batches:
        tries.update(statements.keys())
        wrong.update(name for name, is_wrong in statements.items() if is_wrong)
    pooled = tries.total()
    share, worst = wrong.total() / pooled, max(tries, key=lambda name: wrong[name] / tries[name])
    effective = effective_statements([sum(each.values()) for each in batches], [len(each) for each in batches])
    p = wrong_by_luck(share * effective, effective, promise.most)
    off = sum(wrong_by_luck(wrong[name], tries[name], promise.most) < risk / 2 / len(tries) for name in tries)
    worst_share = wrong[worst] / tries[worst]
    return Line(
        check=promise.check,
        promise=promise.text,
        found=1 - share if promise.holds else share,
        worst=1 - worst_share if promise.holds else worst_share,
        where=worst,
        cases=len(tries),
        tries=tries[worst],
        error=2 * sqrt(max(worst_share * (1 - worst_share), 0.25 / tries[worst]) / tries[worst]),
        off=off,
        pooled=pooled,
        effective=effective,
        p=p,
        kept=not off and p >= risk / 2,
    )
