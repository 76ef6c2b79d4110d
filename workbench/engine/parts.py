"""Parts of kernels on disk: the answers of a game to the generic calls, typed and lowered, as LLVM's bitcode.

Most of compiling a kernel is Numba's typing and lowering of its functions, one core's work. Two kernels of a game
differ in the bots at the table alone, and two processes can each do a part of one kernel (`study.ahead`). So the answer
to a call such as `apply` is kept with all that it calls, and copied into the next kernel that needs it. It is optimized
there, with all the rest, as ever. Processes that need the same part at once make it once.

Greedy seats of Hollywood 1947, in 10⁹ instructions of the thread that waits: about 72 alone, and 58 with its bots
compiled elsewhere. A table of random seats after another takes 1.9 s in Hitmakers, and 4.5 alone. The code plays as
fast (0.99 in Trickster, greedy), and the same plays.
"""

import pickle
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from filelock import FileLock
from llvmlite import binding
from llvmlite.binding import newpassmanagers
from numba.core import lowering, serialize
from numba.core.compiler import Compiler, CompileResult

from workbench.engine.files import discard, read_sealed, write_sealed
from workbench.engine.linking import INNER, reached
from workbench.engine.machine_code import LOOK_S, machine, short
from workbench.engine.types import GameFunction

SUFFIX = ".part"
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
        path = _path(_folder[-1], func, self.state.args)
        with _alone(path):
            result = _load(path, self.state.targetctx)
            if result is None:
                result = super().compile_extra(func)
                _keep(path, result)
        return result


OPTIONS = {**INNER, "pipeline_class": PartCompiler}
"""Numba's options for functions that are parts."""


def _path(folder: Path, function: GameFunction, types: Any) -> Path:
    named = function.__module__, function.__qualname__, *map(str, types)
    return folder / f"{function.__name__}-{machine()}-{short(named)}{SUFFIX}"


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """While no other process makes this part; where the cache may only be read, at once."""
    lock = FileLock(path.with_suffix(".lock"))
    with suppress(OSError, NotImplementedError):
        path.parent.mkdir(exist_ok=True)
        lock.acquire(poll_interval=LOOK_S)
    try:
        yield
    finally:
        lock.release()


def _keep(path: Path, result: Any) -> None:
    """Write the code of a function and of all that it calls to disk, if that needs nothing of Python."""
    described = result.fndesc
    module = binding.parse_bitcode(result.library._final_module.as_bitcode())
    for library in reached(result.library._linking_libraries):
        module.link_in(library._get_module_for_linking(), preserve=True)
    name = f"{described.llvm_func_name}.{short(path.name)}"  # types have other numbers in another process
    module.get_function(described.llvm_func_name).name = name
    _hide_all_but(name, module, result.library.codegen._tm)
    if result.library.has_dynamic_globals or any(
        ENVIRONMENT in global_variable.name for global_variable in module.global_variables
    ):
        return
    described.typemap = described.calltypes = None
    write_sealed(path, serialize.dumps((name, module.as_bitcode(), described, result.signature)))


def _hide_all_but(name: str, module: Any, target: Any) -> None:
    """Keep what the function reaches; another module's functions of the same names are others."""
    for function in (*module.functions, *module.global_variables):
        if not function.is_declaration:
            function.linkage = binding.Linkage.external if function.name == name else binding.Linkage.internal
    passes = newpassmanagers.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    options = newpassmanagers.create_pipeline_tuning_options(speed_level=0)
    passes.run(module, newpassmanagers.create_pass_builder(target, options))


def _load(path: Path, context: Any) -> Any:
    """The function whose code lies there, as Numba has compiled it; None where there is none, or a damaged one."""
    if (content := read_sealed(path)) is None:
        return None
    try:
        return _rebuilt(context, *pickle.loads(content))
    except Exception:  # whatever Numba and LLVM find wrong with it
        discard(path)
        return None


def _rebuilt(context: Any, name: str, bitcode: bytes, described: Any, signature: Any) -> Any:
    described.mangled_name = name
    library = context.codegen().create_library(described.qualname)
    library._final_module = binding.parse_bitcode(bitcode)
    library.finalize()
    environment = lowering.Environment.from_fndesc(described)
    entry = context.get_executable(library, described, environment)
    context.insert_user_function(entry, described, [library])
    return _result(context, library, entry, described, signature, environment)


def _result(context: Any, library: Any, entry: Any, described: Any, signature: Any, environment: Any) -> Any:
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
