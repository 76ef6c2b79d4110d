"""All that needs Numba, which takes half a second to import: `compiling` imports this module when it has to compile.

`dispatcher` is Numba's own way to compile a function, keep it on disk and call it. Where the machine code of a kernel
needs nothing of Python, it is kept in a file of its own instead (`machine_code`), which loads without Numba.

Parts of kernels are kept too: the answers of a game to the generic calls, typed and lowered, as LLVM's bitcode. Most of
compiling a kernel is Numba's typing and lowering of its functions, one core's work. Two kernels of a game differ in the
bots at the table alone, and two processes can each do a part of one kernel (`play.ahead`). So the answer to a call such
as `apply` is kept with all that it calls, and copied into the next kernel that needs it. It is optimized there, with
all the rest, as ever. Processes that need the same part at once make it once.

Greedy seats of Hollywood 1947, in 10⁹ instructions of the thread that waits: about 72 alone, and 58 with its bots
compiled elsewhere. A table of random seats after another takes 1.9 s in Hitmakers, and 4.5 alone. The code plays as
fast (0.99 in Trickster, greedy), and the same plays.
"""

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numba
from llvmlite import binding, ir
from llvmlite.binding import newpassmanagers
from numba.core import lowering, serialize, types
from numba.core.caching import NullCache
from numba.core.cgutils import raw_memcpy, unpack_tuple
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaError
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, overload, register_jitable
from numba.np.arrayobj import make_array, populate_array

from workbench.engine.files import discard, read_sealed, write_sealed
from workbench.engine.linking import INNER, compile_functions_once, only_optimized, only_parts, reached
from workbench.engine.machine_code import CAN_LOAD, RESULTS, MachineCode, alone, machine, numba_path, short
from workbench.engine.types import FILLING, GameFunction, bare, wherever_it_stands

F = TypeVar("F", bound=GameFunction)

MEMORY = ("malloc", "free", "memcpy", "memmove", "memset")
POWERS = ("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "pow", "sqrt", "cbrt", "sin", "cos", "tan", "atan2")
ROUNDING = ("floor", "ceil", "trunc", "round", "rint", "fabs", "fmod", "fma")
OF_C = frozenset({*MEMORY, *POWERS, *ROUNDING})
"""Functions of C that every process has; LLVM turns its own, such as `llvm.memcpy` and `llvm.exp`, into these."""
ARRAYS = """
declare ptr @malloc(i64)
declare void @free(ptr)

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
    %step = zext i32 %align to i64
    %with_head = add i64 %size, 48
    %room = add i64 %with_head, %step
    %array = call ptr @malloc(i64 %room)
    %failed = icmp eq ptr %array, null
    br i1 %failed, label %end, label %fill
fill:
    %after_head = getelementptr i8, ptr %array, i64 47
    %least = ptrtoint ptr %after_head to i64
    %most = add i64 %least, %step
    %mask = sub i64 0, %step
    %place = and i64 %most, %mask
    %data = inttoptr i64 %place to ptr
    store i64 1, ptr %array
    %data_at = getelementptr i8, ptr %array, i64 24
    store ptr %data, ptr %data_at
    br label %end
end:
    ret ptr %array
}

define ptr @NRT_MemInfo_data_fast(ptr %array) {
    %data_at = getelementptr i8, ptr %array, i64 24
    %data = load ptr, ptr %data_at
    ret ptr %data
}

define void @NRT_MemInfo_call_dtor(ptr %array) {
    call void @free(ptr %array)
    ret void
}

define ptr @NRT_Allocate(i64 %size) {
    %memory = call ptr @malloc(i64 %size)
    ret ptr %memory
}

define void @NRT_Free(ptr %memory) {
    call void @free(ptr %memory)
    ret void
}
"""
"""Numba's functions for arrays that compiled code makes, in LLVM's assembler: memory with a head of 48 bytes, in which
the users are counted (at 0) and the address of the data lies (at 24). Python's arrays come in without such a head.
The last two hold what is copied from one array to another that may be the same (`chances[card] = shares`)."""
FLOAT_BYTES = 8
COMPILING = global_compiler_lock
"""Held by the thread that compiles; one thread may take it several times."""


ENVIRONMENT = "NumbaEnv"
"""In the names of variables that hold what a function needs of Python."""
_folder: list[Path] = []
"""Where parts are kept of the kernel that is being compiled; Numba's lock is held meanwhile."""


@contextmanager
def parts_in(folder: Path) -> Iterator[None]:
    """Parts that are compiled meanwhile lie in the folder."""
    _folder.append(folder)
    try:
        yield
    finally:
        _folder.pop()


class PartCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler of one function, which takes the code from disk where it is there."""

    def compile_extra(self, func: GameFunction) -> Any:
        """The compiled function; kept for the next kernel, if it needs nothing of Python."""
        if not _folder:
            return super().compile_extra(func)
        path = part_path(_folder[-1], func, self.state.args)
        with suppress(OSError):
            path.parent.mkdir(exist_ok=True)
        with alone(path.with_suffix(".lock")):
            result = _unpickled(path, partial(_rebuilt, self.state.targetctx))
            if result is None:
                result = super().compile_extra(func)
                _keep(path, result)
        return result


def part_path(folder: Path, function: GameFunction, types: Any) -> Path:
    """Where the code of a part lies for arguments of these types."""
    named = short((function.__module__, function.__qualname__, *map(str, types)))
    return folder / f"{function.__name__}-{machine()}-{named}.part"


PART_OPTIONS = {**INNER, "pipeline_class": PartCompiler}
"""Numba's options for functions that are parts."""


def _keep(path: Path, result: Any) -> None:
    """Write the code of a function and of all that it calls to disk, if that needs nothing of Python."""
    described = result.fndesc
    module = binding.parse_bitcode(result.library._final_module.as_bitcode())
    for library in reached(result.library._linking_libraries):
        module.link_in(library._get_module_for_linking(), preserve=True)
    name = f"{described.llvm_func_name}.{short(path.name)}"  # types have other numbers in another process
    module.get_function(described.llvm_func_name).name = name
    for global_value in (*module.functions, *module.global_variables):  # another module's of the same names are others
        if not global_value.is_declaration:
            is_entry = global_value.name == name
            global_value.linkage = binding.Linkage.external if is_entry else binding.Linkage.internal
    _drop_unreached(module, result.library.codegen._tm)
    if result.library.has_dynamic_globals or any(
        ENVIRONMENT in global_variable.name for global_variable in module.global_variables
    ):
        return
    described.typemap = described.calltypes = None
    write_sealed(path, serialize.dumps((name, module.as_bitcode(), described, result.signature)))


def _rebuilt(context: Any, name: str, bitcode: bytes, described: Any, signature: Any) -> Any:
    described.mangled_name = name
    library = context.codegen().create_library(described.qualname)
    library._final_module = binding.parse_bitcode(bitcode)
    library.finalize()
    environment = lowering.Environment.from_fndesc(described)
    entry = context.get_executable(library, described, environment)
    context.insert_user_function(entry, described, [library])
    fields = {
        "typing_context": context.typing_context,
        "target_context": context,
        "entry_point": entry,
        "signature": signature,
        "objectmode": False,
        "lifted": (),
        "fndesc": described,
        "library": library,
        "environment": environment,
        "reload_init": [],
        "referenced_envs": [],
    }
    return CompileResult(**{**dict.fromkeys(CompileResult._fields), **fields})


def compile_with_callers(function: GameFunction) -> None:
    """Let kernels compile the function along with themselves."""
    register_jitable(**INNER)(function)


def stand_for(function: GameFunction, other: GameFunction) -> None:
    """Let compiled calls of a function go to another one with the same arguments; the first is not compiled."""
    code = bare(other)
    overload(function, jit_options=INNER, strict=False)(lambda *arguments: code)


def choose(stub: GameFunction, typing: GameFunction, are_parts: bool) -> None:
    """Let compiled calls of `stub` go to the function that `typing` returns for the types of the arguments.

    `are_parts` says that these functions are kept for other kernels.
    """
    overload(stub, jit_options=PART_OPTIONS if are_parts else INNER)(typing)


def type_of(kind: Any) -> Any:
    """Numba's type of a record."""
    return numba.from_dtype(kind)


def leave_out(function: Callable[..., None]) -> None:
    """Let the calls of a function that stands in its module vanish in compiled code.

    A call is typed and lowered right away: an empty function for each took seconds to compile.
    """
    _lower(function, lambda values: signature(types.none, *values), (types.VarArg(types.Any),), _nothing)  # type: ignore[attr-defined]


def give_room(function: GameFunction) -> None:
    """Let the calls of a function with a shape give an array of floats on the stack of the function that calls it."""
    _lower(
        function,
        lambda values: signature(types.Array(types.float64, len(values[0]), "C"), *values),
        (types.BaseTuple,),  # type: ignore[attr-defined]
        _room,
    )


def copy_in_part(function: Callable[..., None]) -> None:
    """Let the calls of a function of two records copy the second to the first, up to the end of its `FILLING`."""
    _lower(function, lambda values: signature(types.none, *values), (types.Record, types.Record), _copy_front)


def _lower(function: GameFunction, typed: Callable[[Any], Any], kinds: tuple[Any, ...], lower: GameFunction) -> None:
    """Let compiled calls of a function with arguments of these kinds be what `typed` and `lower` make of them."""

    def generic(self: Any, values: Any, named: Any) -> Any:
        return typed(values)

    infer_global(function)(type(f"_{function.__name__}", (AbstractTemplate,), {"generic": generic}))
    lower_builtin(function, *kinds)(lower)


def _nothing(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return context.get_dummy_value()


def _room(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    sizes, steps = unpack_tuple(builder, arguments[0]), [ir.Constant(ir.IntType(64), FLOAT_BYTES)]
    for size in sizes[::-1]:
        steps.insert(0, builder.mul(steps[0], size))
    start = builder.alloca(ir.DoubleType(), builder.udiv(steps[0], steps[-1]))
    array = make_array(signature.return_type)(context, builder)
    populate_array(array, start, sizes, steps[1:], steps[-1], meminfo=None)
    return array._getvalue()


def _copy_front(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind, [target, source] = signature.args[0], arguments
    size = kind.offset(FILLING) + kind.typeof(FILLING).nitems if FILLING in kind.fields else kind.size
    raw_memcpy(builder, target, source, ir.Constant(ir.IntType(64), size), 1)
    return context.get_dummy_value()


class KernelCache(NullCache):  # type: ignore[misc]
    """Numba's cache of one kernel: a sealed file for each kind of arguments.

    The name of the folder alone decides whether cached code is fresh, not the time of the kernel's file.
    """

    def __init__(self, function: GameFunction, folder: Path) -> None:
        self.function, self.folder = function, folder

    def load_overload(self, types: Any, context: Any) -> Any:
        """Numba's compiled code for these types; None where there is none, or a damaged one."""
        context.refresh()
        return _unpickled(self._path(types, context.codegen()), partial(CompileResult._rebuild, context))

    def save_overload(self, types: Any, compiled: Any) -> None:
        """Keep what Numba has compiled, unless it holds addresses of this process."""
        if compiled.library.has_dynamic_globals or not all(loop.can_cache for loop in compiled.lifted):
            return
        write_sealed(self._path(types, compiled.codegen), serialize.dumps(compiled._reduce()))

    def _path(self, types: Any, codegen: Any) -> Path:
        named = short((types, codegen.magic_tuple()))
        return numba_path(self.folder, self.function.__name__, f"{machine()}-{named}")


def dispatcher(function: GameFunction, folder: Path) -> Any:
    """Numba's callable for the function, with its cache in the folder."""
    compile_functions_once()
    numba_function: Any = numba.njit(nogil=True)(wherever_it_stands(function))
    numba_function._cache = KernelCache(function, folder)
    return numba_function


def compile_for(numba_function: Any, arguments: tuple[Any, ...]) -> None:
    """Compile Numba's callable for arguments like these, or load it from Numba's cache."""
    numba_function.compile(tuple(map(numba.typeof, arguments)))


def code_for(function: GameFunction, arguments: tuple[Any, ...], folder: Path) -> MachineCode | None:
    """Machine code of the function for arguments like these; None where it needs Numba or Python to run.

    Parts of it lie in the folder, or come there.
    """
    compile_functions_once()
    types = tuple(map(numba.typeof, arguments))
    with COMPILING, only_optimized(), parts_in(folder):
        try:
            compiled = _optimized(function, types, UNCOUNTED)
        except NumbaError:  # as where it makes arrays; any other error comes again
            compiled = _optimized(function, types, {})
    return stands_alone(compiled)


UNCOUNTED = {"_nrt": False}
"""Numba's option for code that makes no arrays: it does not count who uses one.

Otherwise it calls a function for each field that is an array, and the optimizer cannot leave that out: an eighth of the
time of greedy seats in Hitmakers (measured). Functions that are compiled for others take the option from these.
"""


def _optimized(function: GameFunction, types: tuple[Any, ...], options: dict[str, bool]) -> Any:
    numba_function: Any = numba.njit(nogil=True, no_cpython_wrapper=True, **INNER, **options)(
        wherever_it_stands(function)
    )
    numba_function.compile(types)
    return numba_function.overloads[types]


def compile_part(function: GameFunction, arguments: tuple[Any, ...], folder: Path) -> None:
    """Have the function in the folder, as a part of kernels that call it with arguments like these."""
    compile_functions_once()
    numba_function: Any = numba.njit(no_cpython_wrapper=True, **PART_OPTIONS, **UNCOUNTED)(bare(function))
    with COMPILING, only_parts(), parts_in(folder):
        numba_function.compile(tuple(map(numba.typeof, arguments)))


def stands_alone(compiled: Any) -> MachineCode | None:
    """Numba's compiled code, without its entry from Python; None where it needs Numba or Python to run."""
    name, result = compiled.fndesc.llvm_func_name, str(compiled.fndesc.restype)
    if not CAN_LOAD or result not in RESULTS:
        return None
    module = binding.parse_bitcode(compiled.library._final_module.as_bitcode())
    target = compiled.library.codegen._tm
    module.link_in(binding.parse_assembly(ARRAYS))
    for function in module.functions:
        if not function.is_declaration and function.name != name:
            function.linkage = binding.Linkage.internal
    _drop_unreached(module, target)
    declared = [function.name for function in module.functions if function.is_declaration]
    calls = sorted(OF_C.intersection(name.split(".")[1] if name.startswith("llvm.") else name for name in declared))
    if any(not name.startswith("llvm.") and name not in OF_C for name in declared) or any(
        variable.is_declaration for variable in module.global_variables
    ):
        return None
    return MachineCode(target.emit_object(module), name, result, calls)


def _drop_unreached(module: Any, target: Any) -> None:
    """Remove what no function reaches that is called from outside the module."""
    passes = newpassmanagers.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    options = newpassmanagers.create_pipeline_tuning_options(speed_level=0)
    passes.run(module, newpassmanagers.create_pass_builder(target, options))


def _unpickled(path: Path, rebuild: Callable[..., Any]) -> Any:
    """The compiled function that `rebuild` makes of a file; None where there is none, or a damaged one."""
    if (content := read_sealed(path)) is None:
        return None
    try:
        return rebuild(*pickle.loads(content))
    except Exception:  # whatever Numba and LLVM find wrong with it
        discard(path)
        return None
