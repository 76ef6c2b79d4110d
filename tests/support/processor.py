"""Limits of processor time that hold on a slow or busy machine as well."""

from time import process_time

QUIET_S = 0.065
"""Processor seconds of `_count` on the machine on which the limits were measured, with nothing else running."""


def slowness() -> float:
    """How many times as long as there this machine takes now for the same work; at least 1."""
    return max(1.0, min(_count() for _ in range(3)) / QUIET_S)


def _count() -> float:
    began, total = process_time(), 0
    for number in range(1_000_000):
        total += number
    return process_time() - began
