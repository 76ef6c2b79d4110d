"""Processor time, and limits of it and of waiting that hold on a slow or busy machine as well."""

import os
from collections.abc import Callable
from time import process_time

QUIET_S = 0.065
"""Processor seconds of `_count` on the machine on which the limits were measured, with nothing else running."""


def processor_seconds(run: Callable[[], object]) -> float:
    """What it takes: the least of three runs, since other threads of this process count as well."""
    return min(_once(run) for _ in range(3))


def slowness() -> float:
    """How many times as long as there this machine takes now for the same work; at least 1."""
    return max(1.0, processor_seconds(_count) / QUIET_S)


def patience(seconds: float) -> float:
    """How long to wait for what takes a good deal less than so many seconds, when fewer processes run than there are
    cores: with four on two cores twice as long."""
    return seconds * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def _once(run: Callable[[], object]) -> float:
    began = process_time()
    run()
    return process_time() - began


def _count() -> int:
    total = 0
    for number in range(1_000_000):
        total += number
    return total
