"""Progress, waiting and stopping, on standard error; what moves is shown on a terminal only."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from types import FrameType
from typing import TYPE_CHECKING

from workbench.cli.outputs import echo, printable
from workbench.engine.notes import BatchProgress, Progress, Waited
from workbench.engine.wording import span_words

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status

    from workbench.studies.progress import Follow, StudyProgress

STDERR = 2
"""The file descriptor of standard error."""


@cache
def errors() -> "Console":
    """Standard error; all share one console, since lines of a second one would break a progress bar."""
    from rich.console import Console  # takes longer to load than a small batch to play

    return Console(stderr=True)


TELL_WAITING_S, NOTE_WAITING_S = 1.0, 10.0
"""Seconds until a terminal shows who has the store, and until a file or pipe gets one line on it."""


class CommandProgress(Progress):
    """Tells of long work on standard error, with lines that move on a terminal only."""

    def __init__(self) -> None:
        super().__init__()
        self._compiles = self._noted = False
        self._line: Status | None = None

    def compiling(self) -> None:
        """Say, once, why the first batch after a change of the code takes longer."""
        from workbench.play.ahead import COMPILES_FOR

        if not self._compiles:
            echo(f"compiling the rules (only once after a change of the code): {COMPILES_FOR}", err=True)
        self._compiles = True

    def waiting(self, waited: Waited | None) -> None:
        """Show who has the store, in a moving line on a terminal, else in one note; None ends the line."""
        if waited is None:
            line, self._line, self._noted = self._line, None, False
            if line:
                line.stop()
        elif not sys.stderr.isatty():
            if waited.seconds > NOTE_WAITING_S and not self._noted:
                self._noted = True
                echo(waiting_sentence(waited), err=True)
        elif waited.seconds >= TELL_WAITING_S:
            from rich.markup import escape

            text = escape(printable(waiting_sentence(waited)))
            if self._line is None:
                self._line = errors().status(text)
                self._line.start()
            self._line.update(text)


@contextmanager
def batch_progress(title: str) -> Iterator[CommandProgress]:
    """A progress bar with plays done, plays a second and time left, where standard error is a terminal."""
    if not sys.stderr.isatty():
        yield CommandProgress()
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Bars(*columns, console=errors(), transient=True) as bar:
        task = bar.add_task(printable(title), total=None, rate="")

        class BatchBar(CommandProgress):
            def playing(self, batch: BatchProgress) -> None:
                rate = f"{batch.plays_per_s:,.0f} plays/s"
                bar.update(task, total=batch.plays, completed=batch.done, rate=rate)

        yield BatchBar()


@contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """A function that shows what is being done, where standard error is a terminal."""
    with errors().status("starting") if sys.stderr.isatty() else nullcontext() as status:
        yield status.update if status else lambda text: None


@contextmanager
def stop_on_interrupt() -> Iterator[threading.Event]:
    """An event that Ctrl-C sets, so that batches end within a second; a second Ctrl-C interrupts at once.

    An interrupt at any moment may fail inside DuckDB, and may go unnoticed while LLVM compiles.
    """
    stop = threading.Event()

    def ask(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()
        with suppress(OSError):  # not `sys.stderr`, which refuses to be written to while it is being written to
            os.write(STDERR, b"stopping; press Ctrl-C again to stop at once\n")

    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:  # the process that started us handles it
        yield stop
        return
    signal.signal(signal.SIGINT, ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def waiting_sentence(waited: Waited) -> str:
    """How long we have waited for the store, who has it, and how many come before us."""
    others = f"; {waited.others} more come before this command" if waited.others else ""
    return f"waiting for the store, {waited.seconds:.0f} s: {waited.holder} has it{others}"


@contextmanager
def study_progress(title: str) -> "Iterator[Follow]":
    """A progress bar over a whole study with the time left, where standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda advance: None
        return
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bars

    columns = TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.fields[left]}")
    with Bars(*columns, console=errors(), transient=True) as bar:
        task = bar.add_task(printable(title), total=1.0, left="")

        def follow(advance: "StudyProgress") -> None:
            left = "" if advance.left_s is None else f", {span_words(advance.left_s)} left"
            text = f"batch {advance.batch} of {advance.batches}{left}" if advance.batches > 1 else left.lstrip(", ")
            rate = f"{advance.plays_per_s:,.0f} plays/s" if advance.plays_per_s else ""
            bar.update(
                task, completed=advance.share, description=printable(advance.title), left=f"{rate} {text}".strip()
            )

        yield follow
