"""Numba's steps without their reports: they are those that Numba takes, and find what Numba's own find."""

import operator
from itertools import product
from typing import Any

import numba
import numpy as np
import pytest
from numba.core import compiler, event, ir, types
from numba.core.compiler_machinery import PassManager
from numba.core.registry import cpu_target
from numba.core.targetconfig import TargetConfig

from workbench.engine.compiling import plain_mode
from workbench.engine.linking import _run_step, _type_of_call, _type_of_result, take_steps_alone

pytestmark = pytest.mark.skipif(plain_mode(), reason="about compiled code")


def points_of(table: Any, number: int) -> Any:
    """A bit of all that a statement may be: calls, loops, branches, records, slices, tuples, an error."""
    whole, (low, high) = 0, (number, number + 2)
    for place in range(low, max(high, 1), 1):
        table[place].points = min(place, whole)
        whole += table["points"][place] * 2 if place > 1 else -table[place : place + 1].shape[0]
    if whole < -100:
        raise ValueError("too few", whole)
    return whole


@pytest.fixture(autouse=True)
def steps_alone() -> None:
    """As whenever something is compiled."""
    take_steps_alone()


def naive_variables(value: Any) -> list[Any]:
    if isinstance(value, ir.Var):
        return [value]
    if isinstance(value, ir.Expr):
        return naive_variables(value._kws)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [variable for part in inner for variable in naive_variables(part)]


def test_the_variables_of_a_statement_are_found_in_order() -> None:
    blocks = compiler.run_frontend(points_of).blocks.values()
    statements = [statement for block in blocks for statement in block.body if not isinstance(statement, ir.Del)]
    variables = [statement.list_vars() for statement in statements]
    assert variables == [naive_variables(vars(statement)) for statement in statements]
    assert {type(statement).__name__ for statement in statements} >= {"Assign", "Branch", "Return", "SetAttr"}
    assert max(map(len, variables)) >= 4


def test_numba_takes_its_steps_so_and_the_code_does_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[str] = []

    def noted(steps: Any, index: int, step: Any, state: Any) -> None:
        taken.append(step.name())
        _run_step(steps, index, step, state)

    monkeypatch.setattr(PassManager, "_runPass", noted)
    compiled_points, tables = numba.njit(points_of), [np.zeros(4, [("points", "i8")]) for _ in range(2)]
    assert compiled_points(tables[0], 0) == points_of(tables[1].view(np.recarray), 0)
    assert tables[0].tolist() == tables[1].tolist()
    assert {"nopython_type_inference", "native_lowering", "reconstruct_ssa"} <= set(taken)
    with pytest.raises(numba.TypingError, match="step: nopython frontend"):
        compiled_points("no table", 0)


def test_settings_are_those_that_were_given_and_else_the_usual() -> None:
    flags = compiler.Flags()
    flags.nrt = True
    assert flags.values() == {name: getattr(flags, name) for name in flags.options}
    assert flags != compiler.Flags() and flags == flags.copy()
    assert TargetConfig.values(flags)["nrt"] is True


def test_no_listener_is_told_of_every_call() -> None:
    with event.install_timer("numba:llvm_lock", print):
        assert not any(isinstance(listener, event.TimingListener) for listener in event._registered["numba:llvm_lock"])


def test_an_operator_on_numbers_is_typed_once_and_as_numba_does() -> None:
    context = cpu_target.typing_context
    context.refresh()
    numbers = types.int64, types.uint64, types.float32, types.boolean, types.IntegerLiteral(3)
    for function in (operator.add, operator.and_, operator.lt, operator.truediv):
        of_numbers = context.resolve_value_type(function)
        for arguments in product(numbers, numbers):
            assert outcome(_type_of_result, of_numbers, context, arguments) == outcome(
                _type_of_call, of_numbers, context, arguments
            )
    assert of_numbers.get_call_type(context, numbers[:2], {}) is of_numbers.get_call_type(context, numbers[:2], {})


def outcome(typing: Any, *arguments: Any) -> Any:
    """The signature that is found, or that there is none."""
    try:
        return typing(*arguments, {})
    except numba.TypingError:
        return None
