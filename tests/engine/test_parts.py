"""Parts of kernels on disk: what one kernel left there, the next one copies, and runs alike."""

import os
from collections import Counter

import pytest
from numba.core.compiler import Compiler

from workbench.engine.compiling import Kernel, compiled, compiler, plain_mode

PARTS = "*.part"

pytestmark = pytest.mark.skipif(plain_mode(), reason="about compiled code")


@compiled
def doubled(number):
    return 2 * number


def answer(number):
    if number < 0:
        raise ValueError("below zero")
    return doubled(number) + 1


def with_python(number):
    if number < 0:
        raise ValueError("below zero", number)
    return doubled(number)


def first(number):
    """Answered by `answer`."""


def second(number):
    """Answered by `answer` too, as in another process: Numba keeps nothing of the first."""


def third(number):
    """Answered by `answer` once more."""


def fourth(number):
    """Answered by a function that Python must help to fail."""


def first_loop(number):
    return first(number)


def second_loop(number):
    return 10 * second(number)


def third_loop(number):
    return third(number)


def fourth_loop(number):
    return fourth(number)


def typing(number):
    """What answers three of them."""
    return answer


def typing_with_python(number):
    """What answers the fourth."""
    return with_python


@pytest.fixture(scope="module", autouse=True)
def answered():
    for stub in (first, second, third):
        compiler().choose(stub, typing, are_parts=True)
    compiler().choose(fourth, typing_with_python, are_parts=True)


@pytest.fixture
def typed(monkeypatch):
    """How often Numba has compiled which function, beside those that it took from disk."""
    seen, real = Counter(), Compiler.compile_extra

    def counted(self, function):
        seen[function.__name__] += 1
        return real(self, function)

    monkeypatch.setattr(Compiler, "compile_extra", counted)
    return seen


@pytest.fixture
def kernel(tmp_path, monkeypatch):
    """Makes kernels whose parts lie in one folder."""
    monkeypatch.setenv("WORKBENCH_CACHE_DIR", str(tmp_path))
    return lambda loop: Kernel(loop, "of-tests", loop.__name__)


def test_a_part_is_compiled_for_one_kernel_and_copied_into_the_next(kernel, typed):
    one, two = kernel(first_loop), kernel(second_loop)
    assert one(4) == 9
    assert [path.name.split("-")[0] for path in one.parts.glob(PARTS)] == ["answer"]
    assert two(4) == 90
    assert typed["answer"] == 1 and typed["second_loop"] == 1
    with pytest.raises(ValueError, match="below zero"):
        two(-1)


def test_a_damaged_part_is_made_again_and_one_that_needs_python_is_not_kept(kernel, typed):
    three, four = kernel(third_loop), kernel(fourth_loop)
    assert three.parts == four.parts
    three.parts.mkdir(parents=True)
    path = compiler().part_path(three.parts, answer, [compiler().numba.int64])
    path.write_bytes(b"cut short")
    assert three(2) == 5 and typed["answer"] == 1
    assert path.stat().st_size > len(b"cut short")
    assert four(3) == 6
    assert not any(three.parts.glob(f"with_python{PARTS}"))
    with pytest.raises(ValueError, match="below zero"):
        four(-1)
    assert not any(str(os.getpid()) in path.name for path in three.parts.iterdir())
