"""Waiting for what goes on beside the test."""

import time
from collections.abc import Callable
from typing import TypeVar

from workbench.app.jobs.job import Job

J = TypeVar("J", bound=Job)
LONG_S = 90.0
"""Long enough to compile the rules on a slow machine."""


def until(true: Callable[[], object]) -> None:
    """Wait until it holds; fails when that takes too long."""
    deadline = time.monotonic() + LONG_S
    while not true():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def ended(job: J) -> J:
    """The job when it has ended."""
    until(lambda: job.ended)
    return job
