"""Games compiled and as plain Python: equal to the last byte, and without a warning."""

import json
import warnings
from functools import cache
from typing import Any

import pytest

from tests.golden.plays import DIGESTS
from tests.support.digests import CASES, digest_of
from tests.support.processes import output, start
from workbench.engine.compiling import plain_mode
from workbench.engine.registry import games

ARGUMENTS = ("-W", "error", "-m", "tests.support.digests")
EVERY_CASE = [(game, number) for game, cases in CASES.items() for number in range(len(cases))]


@cache
def runs(game: str) -> dict[bool, Any]:
    """The digests of both modes, by whether it was the plain one, which is another process's."""
    plain = start(*ARGUMENTS, game, NUMBA_DISABLE_JIT="1")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compiled = [digest_of(games()[game], *case) for case in CASES[game]]
    answer = json.loads(output(plain))
    return {plain_mode(): compiled, answer["plain"]: answer["digests"]}


@pytest.mark.parametrize(("game", "number"), EVERY_CASE, ids=str)
def test_compiled_and_plain_are_equal_byte_for_byte(game: str, number: int) -> None:
    assert runs(game)[False][number] == runs(game)[True][number]


@pytest.mark.parametrize("game", CASES)
def test_the_cases_differ(game: str) -> None:
    assert len({digests["results"] for digests in runs(game)[True]}) == len(CASES[game])


@pytest.mark.parametrize("game", CASES)
def test_every_play_is_still_as_it_was(game: str) -> None:
    """Stored batches are repeated and go on by their digests. Where a change is meant: `tests/golden/__init__.py`."""
    assert [digests["results"] for digests in runs(game)[False]] == json.loads(DIGESTS.read_text("utf-8"))[game]
