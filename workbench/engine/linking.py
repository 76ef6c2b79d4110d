"""Compile the functions of a kernel once, where Numba would compile them once for every caller.

Numba makes a library of every function that a kernel calls, directly or not: it copies all that the function calls into
it, optimizes the copy and turns it into machine code. The caller does the same again, copies included, and so on up to
the kernel, which is the only one that is ever run. Here the libraries in between keep their own code alone, as it is
written; the kernel's library copies each of them once and is optimized as ever. The machine code is the same.

Cold compiling, in seconds of processor time: Hollywood 1947 with random seats 26 in plain Numba, 12 with one
optimization, and less again since each function is copied once, has no entry from C (`INNER`) and the collector of
garbage rests: Trickster with greedy seats 7.8 before these three, 5.3 after.

The kernel's copies are its own, and the optimizer is told so. It puts a function that has one caller into that caller,
whatever its size, but only where it knows of all callers: a play runs 5 to 15 % faster so (Hitmakers, Showbiz Shuffle).

Only functions that Python cannot call are left so (`no_cpython_wrapper`: those marked `compiled`, and Numba's own).
This reaches into Numba's code generator; `tests/engine/test_linking.py` says at once when a new release has moved it.

Numba's steps from Python to LLVM's language are taken without the reports that nobody reads here. Before each of its 27
steps for a function Numba writes out the types of the arguments, records of 100 fields among them, and all settings. It
times every call of LLVM, once for each function that is being compiled around it. And nine times a function it looks
for variables in every attribute of every statement. It asks for its 24 settings one by one whenever it compares them.
The steps themselves stay as they are. Instructions of the processor, in units of 10⁹, to compile Hollywood 1947 with
random seats: 51 before, 42 after. Nor is found out again what was found out before: what an operator makes of numbers,
what a function's arguments are called, and a record's text (1.6 ms for 100 fields); nor, nine times a function, where
its variables live, unless somebody asks. All four games compile in 0.7 to 0.9 of the processor time before.
Numba is pinned to the release that these were written for. A method that another one calls otherwise stays its own; a
class or module that it has moved fails at the import. `tests/engine/test_numba_steps.py` tells of either.
"""

import operator
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from typing import Any

from llvmlite import binding
from numba.core import base, codegen, config, event, ir, types
from numba.core.compiler_machinery import PassManager
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.targetconfig import TargetConfig
from numba.core.transforms import canonicalize_cfg
from numba.core.types.abstract import _TypeMetaclass
from numba.core.types.functions import BaseFunction

HOLD_NO_VARIABLE = frozenset({str, int, float, bool, bytes, type(None), ir.Loc, ir.Const, ir.Global, ir.FreeVar})
"""The types of most values in a statement that is no variable and holds none."""
OPERATORS = frozenset(filter(callable, vars(operator).values()))
NUMBERS = types.Number, types.Boolean
_type_of_call, _finish = BaseFunction.get_call_type, PostProcessor.run
_has_place, _text_of_record = cache(base._has_loc), cache(types.Record.__repr__)


def _run_step(steps: Any, index: int, step: Any, state: Any) -> None:
    """Stands for `PassManager._runPass`, which also reports and times the step."""
    step.analysis = steps._analysis
    for run in (step.run_initialization, step.run_pass, step.run_finalizer):
        run(state)


def _variables_in(statement: Any, value: Any) -> list[Any]:
    """Stands for `Inst._rec_list_vars`: the variables that a value of a statement holds, in order."""
    variables: list[Any] = value.list_vars() if isinstance(value, ir.Inst) else []
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        if type(item) is ir.Var:
            variables.append(item)
        elif type(item) not in HOLD_NO_VARIABLE:
            variables += _variables_in(statement, item)
    return variables


def _values(settings: Any) -> dict[str, Any]:
    """Stands for `TargetConfig.values`: all settings by name."""
    settled = settings._values
    return {name: settled.get(name, option.default) for name, option in settings.options.items()}


def _untimed(kind: str, tell: Callable[[float], None]) -> AbstractContextManager[None]:
    """Stands for `event.install_timer`."""
    return nullcontext()


def _type_of_result(function: Any, context: Any, arguments: Any, named: Any) -> Any:
    """Stands for `BaseFunction.get_call_type`: what an operator makes of such numbers is found out once."""
    if named or function.typing_key not in OPERATORS or not all(isinstance(kind, NUMBERS) for kind in arguments):
        return _type_of_call(function, context, arguments, named)
    return _of_numbers(function, context, arguments)


@cache
def _of_numbers(function: Any, context: Any, arguments: Any) -> Any:
    return _type_of_call(function, context, arguments, {})


def _finished(steps: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """Stands for `PostProcessor.run`, which works out where variables live though nobody may ask."""
    function = steps.func_ir
    if function.is_generator:
        _finish(steps, emit_dels, extend_lifetimes)
        return
    function.blocks, function.generator_info = canonicalize_cfg(function.blocks), None
    function.variable_lifetime = VariableLifetime(function.blocks)
    if emit_dels:
        steps._insert_var_dels(extend_lifetimes=extend_lifetimes)


def take_steps_alone() -> None:
    """From now on Numba takes its steps without reports. Calling this again changes nothing."""
    PassManager._runPass = _run_step
    ir.Inst._rec_list_vars = _variables_in
    TargetConfig.values = _values
    event.install_timer = _untimed
    BaseFunction.get_call_type = _type_of_result  # type: ignore[assignment, method-assign]
    PostProcessor.run = _finished
    base._has_loc, types.Record.__repr__ = _has_place, _text_of_record  # type: ignore[method-assign]
    # A type's classes are its bases: nothing else is registered as one, so nobody has to look it up.
    _TypeMetaclass.__instancecheck__ = type.__instancecheck__  # type: ignore[method-assign]


NO_ADDRESS = 0
INNER = {"no_cfunc_wrapper": True}
"""Numba's options for functions that only compiled code calls: no entry from C. `overload` leaves out Python's."""


class _Compiling(event.Listener):  # type: ignore[misc]
    """For each function that is being compiled, callers first, whether it is one that only compiled code calls."""

    def __init__(self) -> None:
        self.inner: list[bool] = []
        self.only_optimize = self.only_parts = False

    def on_start(self, event: Any) -> None:
        options = event.data["dispatcher"].targetoptions
        self.inner.append((self.only_parts or bool(self.inner)) and bool(options.get("no_cpython_wrapper")))

    def on_end(self, event: Any) -> None:
        self.inner.pop()

    @property
    def is_inner(self) -> bool:
        """True if the function being compiled will be copied into its caller, and never run by itself."""
        return bool(self.inner) and self.inner[-1]

    @property
    def is_left(self) -> bool:
        """True if the function being compiled is a kernel that shall be optimized only."""
        return self.only_optimize and len(self.inner) == 1


_compiling = _Compiling()  # compiling holds a lock of Numba's, so one list serves every thread


@contextmanager
def only_optimized() -> Iterator[None]:
    """Kernels that are compiled meanwhile are not turned into machine code: they cannot be called."""
    _compiling.only_optimize = True
    try:
        yield
    finally:
        _compiling.only_optimize = False


@contextmanager
def only_parts() -> Iterator[None]:
    """All functions that are compiled meanwhile are parts of kernels."""
    _compiling.only_parts = True
    try:
        yield
    finally:
        _compiling.only_parts = False


def keep_copies(module: Any) -> None:
    """Tell the optimizer that nobody outside calls the copies of functions in a module."""
    for function in module.functions:
        if not function.is_declaration and function.linkage is binding.Linkage.linkonce_odr:
            function.linkage = binding.Linkage.internal


class _Library(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The code of one function; as Numba has it for kernels, and merely kept for the functions below them."""

    _linking_libraries: list[Any]
    is_separate = False
    """True if this is the code of the function alone, for a kernel to copy; not that of the functions it calls."""

    def _optimize_functions(self, module: Any) -> None:
        if _compiling.is_inner:
            module.data_layout = self._codegen._data_layout
        else:
            super()._optimize_functions(module)

    def finalize(self) -> None:
        if _compiling.is_inner:
            self._keep()
        else:
            self._linking_libraries = reached(self._linking_libraries)
            super().finalize()

    def _keep(self) -> None:
        """Leave the code as it is written; a kernel's library copies it, and no other does."""
        self._raise_if_finalized()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage is binding.Linkage.external:
                function.linkage = binding.Linkage.linkonce_odr
        self._shared_module = self._final_module
        self._finalize_dynamic_globals()
        self._finalized = self.is_separate = True

    def _optimize_final_module(self) -> None:
        """Numba's two rounds, both needed: without the first, cheap one, Hitmakers plays at 0.83 of the speed."""
        keep_copies(self._final_module)
        super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        if _compiling.is_left:
            self._finalized = True
        else:
            super()._finalize_final_module()


def reached(libraries: Iterable[Any]) -> list[Any]:
    """The libraries, each followed by those that it calls, as far as it has no copies of them."""
    in_order: dict[Any, None] = {}
    left = list(libraries)[::-1]
    while left:
        library = left.pop()
        if library not in in_order:
            in_order[library] = None
            left += library._linking_libraries[::-1] if getattr(library, "is_separate", False) else []
    return list(in_order)


_waiting: list[tuple[str, Any]] = []
"""Functions by the name of their environment, that is, of what they need of Python; with the environment."""
_tell = codegen.JITCPUCodegen.set_env


def _set_env(generator: Any, name: str, environment: Any) -> None:
    """Stands for `JITCPUCodegen.set_env`: functions are told their environment when they have machine code."""
    _waiting.append((name, environment))
    if not (_compiling.is_inner or _compiling.is_left):
        for waiting, told in _waiting:
            if generator._engine.get_global_value_address(waiting) != NO_ADDRESS:
                _tell(generator, waiting, told)
        _waiting.clear()


def compile_functions_once() -> None:
    """From now on the functions of a kernel are compiled once. Calling this again changes nothing."""
    if codegen.JITCPUCodegen._library_class is _Library:
        return
    take_steps_alone()
    config.SLP_VECTORIZE = 1
    event.register("numba:compile", _compiling)
    codegen.JITCPUCodegen._library_class = _Library
    codegen.JITCPUCodegen.set_env = _set_env
