"""Waiting for what goes on beside the test."""

import time
from collections.abc import Callable
from threading import Event, current_thread
from typing import TypeVar

import pytest
from streamlit.testing.v1 import AppTest

from tests.support.processor import patience
from workbench.app.jobs.job import Job
from workbench.app.services import services
from workbench.play import local
from workbench.store import Store
from workbench.store.runs import runs

J = TypeVar("J", bound=Job)
LONG_S, COMPILED_S = 15.0, 90.0
"""How long to wait for a page or a process, and for what may have to be compiled, on a quiet machine (`patience`)."""


def until(true: Callable[[], object]) -> None:
    """Wait until it holds; fails when that takes too long."""
    deadline = time.monotonic() + patience(COMPILED_S)
    while not true():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def ended(job: J) -> J:
    until(lambda: job.ended)
    return job


def other_jobs() -> list[Job]:
    """The jobs of this server but those of the page Results, the oldest first."""
    return [job for job in services().jobs._all.values() if job.key[0] not in ("compare", "simulate")]


def started(page: AppTest) -> AppTest:
    """The page Results, after its main action was pressed and what it plays has ended."""
    return waited(page.button(key="start").click().run())


def waited(page: AppTest) -> AppTest:
    assert not page.exception
    for job in services().jobs.active:
        ended(job)
    page.run()
    assert not page.exception
    return page


def cancelled_early(start: Callable[[], J], store: Store, plays: int) -> J:
    """The job when it has ended, cancelled after its first so many plays, however fast this machine is."""
    cancelled = Event()

    def next_plays(*_: object) -> int:
        """Hold up jobs until it is cancelled; what pages play meanwhile goes on."""
        is_job = current_thread().name.startswith("workbench-jobs")
        return 0 if is_job and not cancelled.wait(patience(COMPILED_S)) else plays

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local, "FIRST_STRETCH", plays)
        patch.setattr(local, "next_plays", next_plays)
        job = start()
        until(lambda: any(run.done for run in runs(store)))
        job.cancel()
        cancelled.set()
        return ended(job)
