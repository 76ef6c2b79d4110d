"""A watchdog: ends plain code that no longer goes on, and says at which line."""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from workbench.conform.mistakes import SourceLine
from workbench.conform.sources import source_line
from workbench.engine.compile_errors import interrupt

T = TypeVar("T")
LOOK_S = 0.1


class Hangs(Exception):
    """Something did not end; `place` is the author's line where it was then."""

    def __init__(self, place: SourceLine) -> None:
        super().__init__(str(place))
        self.place = place


class WatchedCall(Generic[T]):
    """A call on a thread of its own. It says by `beat` that it goes on; silent for too long, it is ended."""

    def __init__(self, call: Callable[[Callable[[], None]], T], patience_s: float) -> None:
        self.patience_s, self._call = patience_s, call
        self._last = time.monotonic()
        self._value: list[T] = []
        self._error: list[BaseException] = []
        self._thread = threading.Thread(target=self._run, name="workbench-conform", daemon=True)

    def beat(self) -> None:
        """Say that it goes on."""
        self._last = time.monotonic()

    def _run(self) -> None:
        try:
            self._value.append(self._call(self.beat))
        except BaseException as error:  # the watcher raises it
            self._error.append(error)

    def result(self) -> T:
        """The result of the call. Raises as the call does, and Hangs where it no longer goes on."""
        self.beat()
        self._thread.start()
        while self._thread.is_alive():
            self._thread.join(LOOK_S)
            if self._thread.is_alive() and time.monotonic() - self._last > self.patience_s:
                self._end()
        if self._error:
            raise self._error[0]
        return self._value[0]

    def _end(self) -> None:
        place = interrupt(self._thread)
        self._thread.join(1.0)
        raise Hangs(source_line(place))
