"""The functions of `bit_sets` as instructions of the processor, for the compiler."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import config, types
from numba.core.cgutils import get_or_insert_function
from numba.core.codegen import get_host_cpu_features
from numba.extending import intrinsic, overload

from workbench.engine.types import GameFunction, bare

FEATURES = get_host_cpu_features() if config.CPU_FEATURES is None else config.CPU_FEATURES
"""Features of the processor that code is made for: this one, or the one that Numba's settings name."""
HAS_PDEP = "+bmi2" in FEATURES.split(",")
"""True if it can lay out bits at the set places of a mask in one instruction."""


@intrinsic
def _population(typing: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), build


@intrinsic
def _trailing_zeros(typing: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), build


@intrinsic
def _leading_zeros(typing: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), build


@bare
def _bit_count(word: Any) -> Any:
    return lambda word: _population(word)


@bare
def _lowest_bit(word: Any) -> Any:
    return lambda word: _trailing_zeros(word)


@bare
def _highest_bit(word: Any) -> Any:
    return lambda word: 63 - _leading_zeros(word)


@intrinsic
def _deposit(typing: Any, bits: Any, mask: Any) -> Any:
    """BMI2's PDEP: the low bits of `bits`, laid out at the set places of `mask`."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        pdep = get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64")
        return builder.call(pdep, arguments)

    return types.uint64(types.uint64, types.uint64), build


@bare
def _nth_bit(word: Any, place: Any) -> Any:
    if HAS_PDEP:  # without the branch that a processor can't foresee: a third of a random play's time (measured)
        return lambda word, place: _trailing_zeros(_deposit(np.uint64(1) << np.uint64(place), word))
    return _nth_bit_by_steps


@bare
def _nth_bit_by_steps(word: Any, place: Any) -> Any:
    for _ in range(place):
        word = word & (word - np.uint64(1))
    return _trailing_zeros(word)


@bare
def _single_bit(word: Any, place: Any) -> Any:
    if HAS_PDEP:
        return lambda word, place: _deposit(np.uint64(1) << np.uint64(place), word)
    return _single_bit_by_steps


@bare
def _single_bit_by_steps(word: Any, place: Any) -> Any:
    for _ in range(place):
        word = word & (word - np.uint64(1))
    return word & (~word + np.uint64(1))


INSTRUCTIONS = {
    "bit_count": _bit_count,
    "lowest_bit": _lowest_bit,
    "highest_bit": _highest_bit,
    "nth_bit": _nth_bit,
    "single_bit": _single_bit,
}
"""Replacements of functions of `bit_sets`, by their names."""


def declare(functions: Iterable[GameFunction]) -> None:
    """Let compiled calls of these functions be instructions."""
    for function in functions:
        overload(function)(INSTRUCTIONS[function.__name__])
