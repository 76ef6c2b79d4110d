"""Copies of functions, as the compiler wants them."""

from types import FunctionType
from typing import Any, TypeVar

from workbench.engine.types import GameFunction

F = TypeVar("F", bound=GameFunction)


def bare(function: F) -> F:
    """A copy of the function without annotations, which Numba would compare with those of its overloads."""
    copy: Any = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    return copy  # type: ignore[no-any-return]


def wherever_it_stands(function: F) -> F:
    """A copy of the function in line 1 of its file: Numba names cached code by the line."""
    copy: Any = FunctionType(function.__code__.replace(co_firstlineno=1), function.__globals__, function.__name__)
    return copy  # type: ignore[no-any-return]
