"""Hitmakers, compiled and as plain Python: equal to the last byte, and without a warning."""

import json
from typing import Any

import pytest

from tests.support.digests import CASES
from tests.support.processes import output, start

ARGUMENTS = ("-W", "error", "-m", "tests.support.digests")


@pytest.fixture(scope="module")
def runs() -> dict[bool, Any]:
    """The digests of both modes, by whether it was the plain one."""
    both = [start(*ARGUMENTS, NUMBA_DISABLE_JIT=plain) for plain in ("0", "1")]
    found = [json.loads(output(process)) for process in both]
    return {run["plain"]: run["digests"] for run in found}


@pytest.mark.parametrize("case", range(len(CASES)), ids=lambda n: CASES[n][1])
def test_compiled_and_plain_are_equal_byte_for_byte(runs: dict[bool, Any], case: int) -> None:
    assert runs[False][case] == runs[True][case]


def test_the_cases_differ(runs: dict[bool, Any]) -> None:
    assert len({digests["results"] for digests in runs[True]}) == len(CASES)
