"""Numba's steps from Python to LLVM's language, without the reports that nobody reads here.

Before each of its 27 steps for a function Numba writes out the types of the arguments, records of 100 fields among
them, and all settings. It times every call of LLVM, once for each function that is being compiled around it. And nine
times a function it looks for variables in every attribute of every statement. It asks for its 24 settings one by one
whenever it compares them. The steps themselves stay as they are.

Instructions of the processor, in units of 10⁹, to compile Hollywood 1947 with random seats: 51 before, 42 after.
Numba is pinned to the release that these were written for. A method that another one calls otherwise stays its own; a
class or module that it has moved fails at the import. `tests/engine/test_numba_steps.py` tells of either.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from numba.core import event, ir
from numba.core.compiler_machinery import PassManager
from numba.core.targetconfig import TargetConfig

HOLD_NO_VARIABLE = frozenset({str, int, float, bool, bytes, type(None), ir.Loc, ir.Const, ir.Global, ir.FreeVar})
"""The types of most values in a statement that is no variable and holds none."""


def _run_step(steps: Any, index: int, step: Any, state: Any) -> None:
    """Stands for `PassManager._runPass`, which also reports and times the step."""
    step.analysis = steps._analysis
    for run in (step.run_initialization, step.run_pass, step.run_finalizer):
        run(state)


def _variables_in(statement: Any, value: Any) -> list[Any]:
    """Stands for `Inst._rec_list_vars`: the variables that a value of a statement holds, in order."""
    if type(value) in HOLD_NO_VARIABLE:
        return []
    if isinstance(value, ir.Var):
        return [value]
    if isinstance(value, ir.Inst):
        variables: list[Any] = value.list_vars()
        return variables
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [
        variable for item in inner if type(item) not in HOLD_NO_VARIABLE for variable in _variables_in(statement, item)
    ]


def _values(settings: Any) -> dict[str, Any]:
    """Stands for `TargetConfig.values`: all settings by name."""
    settled = settings._values
    return {name: settled.get(name, option.default) for name, option in settings.options.items()}


def _untimed(kind: str, tell: Callable[[float], None]) -> AbstractContextManager[None]:
    """Stands for `event.install_timer`."""
    return nullcontext()


def take_steps_alone() -> None:
    """From now on Numba takes its steps without reports. Calling this again changes nothing."""
    PassManager._runPass = _run_step
    ir.Inst._rec_list_vars = _variables_in
    TargetConfig.values = _values
    event.install_timer = _untimed
