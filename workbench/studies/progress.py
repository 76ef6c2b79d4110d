"""How far a study is, as it tells whoever follows it."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from workbench.engine.notes import BatchProgress, Progress


@dataclass(frozen=True)
class StudyProgress:
    """How far a study is: in batch `batch` of `batches`, counted from 1, with `done` of its `plays` played.

    `share` is the part of the work that is done, from 0 to 1, where search counts for more than greedy; `left_s` the
    seconds to the end, None while they are unknown. `partial` are the partial answers: the contests that have finished.
    `plays_per_s` is the rate of a study of one batch, or of some side by side. `title_after` stands behind the title of
    the whole, where it is played once more.
    """

    title: str
    batch: int
    batches: int
    done: int
    plays: int
    share: float
    elapsed_s: float
    left_s: float | None
    partial: tuple[object, ...] = ()
    plays_per_s: float = 0.0
    title_after: str = ""


Follow = Callable[[StudyProgress], None]


def ignore_progress(advance: StudyProgress) -> None:
    """No-op progress callback."""


@dataclass
class Meter:
    """Tells how far a study is that plays so many in all."""

    plays: int
    follow: Follow
    began: float = field(default_factory=time.perf_counter)

    def tell(self, title: str, done: int, fresh: int | None = None, partial: tuple[object, ...] = ()) -> None:
        """So many plays are done, `fresh` of them here: these say how long the rest takes."""
        elapsed_s, fresh = time.perf_counter() - self.began, done if fresh is None else fresh
        left_s = elapsed_s * (self.plays - done) / fresh if fresh else None
        self.follow(StudyProgress(title, 1, 1, done, self.plays, done / self.plays, elapsed_s, left_s, partial))


@dataclass(eq=False)
class OneBatch(Progress):
    """Tells how far a study of one batch is, and what it adds up to."""

    title: str = ""
    follow: Follow = ignore_progress

    def playing(self, batch: BatchProgress) -> None:
        done, plays, partial = batch.done, batch.plays, (batch.tallies,)
        share, rate = done / plays if plays else 1.0, batch.plays_per_s
        self.follow(StudyProgress(self.title, 1, 1, done, plays, share, batch.elapsed_s, batch.left_s, partial, rate))
