"""Kernels whose functions are compiled once: the same results, and nothing is left that cannot be called."""

from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from llvmlite import binding
from numba.core import codegen

from workbench.engine.compiling import Kernel, compiled, compiler
from workbench.engine.linking import compile_functions_once, keep_copies


@compiled
def square(number: Any) -> Any:
    return number * number


@compiled
def sum_of_squares(numbers: Any) -> Any:
    whole = 0
    for number in numbers:
        whole += square(number)
    return whole


@numba.njit
def cube(number: Any) -> Any:
    return number * square(number)


@compiled
def checked(number: Any) -> Any:
    if number < 0:
        raise ValueError("must not be negative", number)
    return number


def kernel_of_squares(numbers: Any) -> Any:
    return sum_of_squares(numbers) + checked(numbers[0])


def kernel_of_cubes(number: Any) -> Any:
    return cube(number) + square(number)


MODULE = """
define linkonce_odr i64 @copy() { ret i64 1 }
define i64 @kernel() { %1 = call i64 @copy() ret i64 %1 }
declare i64 @elsewhere()
"""


@pytest.fixture
def optimized(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The functions whose libraries are optimized from now on, by name."""
    monkeypatch.setenv("WORKBENCH_CACHE_DIR", str(tmp_path))
    names: list[str] = []

    def run(library: Any) -> None:
        names.append(library.name.split(".")[-1])
        optimize(library)

    optimize = codegen.CPUCodeLibrary._optimize_final_module
    monkeypatch.setattr(codegen.CPUCodeLibrary, "_optimize_final_module", run)
    return names


def test_only_the_kernel_itself_is_optimized(optimized: list[str]) -> None:
    assert Kernel(kernel_of_squares, "a" * 64)(np.array([2, 3])) == 15
    assert {name for name in optimized if "square" in name} == {"kernel_of_squares"}


def test_the_functions_below_a_kernel_keep_their_own_code_and_the_kernel_has_it_all(
    optimized: list[str], tmp_path: Path
) -> None:
    kernel: Any = compiler().dispatcher(kernel_of_squares, tmp_path)
    assert kernel(np.array([2, 3])) == 15
    (compiled_kernel,) = kernel.overloads.values()
    below = {library.name: library for library in compiled_kernel.library._linking_libraries}
    assert {"square", "sum_of_squares", "checked"} <= below.keys()
    assert [name for name in ("square", "sum_of_squares") if len(list(below[name].get_defined_functions())) > 1] == []


def test_a_function_that_python_can_call_is_made_whole(optimized: list[str]) -> None:
    assert Kernel(kernel_of_cubes, "a" * 64)(2) == 12
    assert {"cube", "kernel_of_cubes"} <= set(optimized)
    assert cube(3) == 27


def test_an_error_deep_within_a_kernel_reaches_python(optimized: list[str]) -> None:
    with pytest.raises(ValueError, match="must not be negative") as caught:
        Kernel(kernel_of_squares, "b" * 64)(np.array([-2, 3]))
    assert caught.value.args[1] == -2


def test_numba_is_told_once(optimized: list[str]) -> None:
    compile_functions_once()
    library, environment = codegen.JITCPUCodegen._library_class, codegen.JITCPUCodegen.set_env
    compile_functions_once()
    assert codegen.JITCPUCodegen._library_class is library and codegen.JITCPUCodegen.set_env is environment


def test_only_a_kernel_calls_its_copies() -> None:
    module = binding.parse_assembly(MODULE)
    keep_copies(module)
    linkages = {function.name: function.linkage.name for function in module.functions}
    assert linkages == {"copy": "internal", "kernel": "external", "elsewhere": "external"}
