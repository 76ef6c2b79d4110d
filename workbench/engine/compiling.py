"""One source, two ways to run it: as plain Python, or compiled by Numba.

`compiled` marks a function that both ways share. Called from Python it is plain Python; called from a kernel it is
compiled with it. `Kernel` is the entry from Python into compiled code: it compiles once per machine and then loads
from a disk cache.

Numba's own cache looks only at the file of the function that is called: an edited rule in another file would run as it
was before the edit, and an edited comment in that one would compile all again. The cache folder is therefore named by a
hash over what is executed in *every* source that is compiled in (`sources`), and Numba is told to trust it.
"""

import gc
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import numba
import numpy as np
import platformdirs
from filelock import FileLock
from numba.core import types
from numba.core.cgutils import get_null_value
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, overload, register_jitable
from numba.np.arrayobj import make_array

from workbench.engine.linking import INNER, compile_each_once
from workbench.engine.types import Array

F = TypeVar("F", bound=Callable[..., Any])

KEPT_FOLDERS = 24
"""Compile caches of older sources that stay on disk, so that switching branches does not recompile."""

LOOK_S = 0.05
"""Between two looks whether another process has finished compiling."""
_naming_the_folder = threading.Lock()
"""Numba's setting of the cache folder is one for all threads: two at once would leave code in the current folder."""


def plain_mode() -> bool:
    """Whether kernels run as plain Python (`NUMBA_DISABLE_JIT=1`), for debuggers and tests."""
    return bool(numba.config.DISABLE_JIT)


def compiled(function: F) -> F:
    """Mark a function as one that kernels may call; from Python it stays what it is."""
    marked: F = register_jitable(**INNER)(function)
    return marked


def plain_only(function: Callable[..., None]) -> None:
    """Let the calls of a function that stands in its module vanish in compiled code.

    A call is typed and lowered right away: an empty function for each took seconds to compile.
    """

    def generic(self: Any, values: Any, named: Any) -> Any:
        return signature(types.none, *values)

    infer_global(function)(type(f"_{function.__name__}", (AbstractTemplate,), {"generic": generic}))
    lower_builtin(function, types.VarArg(types.Any))(_nothing)  # type: ignore[attr-defined]


def _nothing(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return context.get_dummy_value()


def bare(function: F) -> F:
    """A copy of the function without annotations, which Numba would compare with those of its overloads."""
    copy: Any = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    return copy  # type: ignore[no-any-return]


def borrowed(array: Array) -> Array:
    """The same array, which compiled code does not count references to; a kernel's caller keeps it alive.

    Each function that is given an array counts it in and out with an atomic instruction, 25 ns a decision (measured).
    """
    return array


@intrinsic  # type: ignore[untyped-decorator]
def _uncounted(typing: Any, array: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = make_array(array)(context, builder, value=arguments[0])
        made.meminfo = get_null_value(made.meminfo.type)
        made.parent = get_null_value(made.parent.type)
        return made._getvalue()

    return array(array), build


@overload(borrowed)  # type: ignore[untyped-decorator]
@bare
def _borrowed(array: Any) -> Any:
    return lambda array: _uncounted(array)  # noqa: PLW0108 (Numba compiles the lambda, not the intrinsic)


def cache_root() -> Path:
    """Where compiled code is kept: `WORKBENCH_CACHE_DIR`, else the user's cache folder."""
    given = os.environ.get("WORKBENCH_CACHE_DIR")
    return Path(given) if given else platformdirs.user_cache_path("playtest-workbench") / "compiled"


def prune(root: Path, kept: int = KEPT_FOLDERS) -> None:
    """Remove all but the `kept` most recently used cache folders below `root`."""
    folders = sorted((f for f in root.glob("*") if f.is_dir()), key=lambda f: f.stat().st_mtime, reverse=True)
    for folder in folders[kept:]:
        shutil.rmtree(folder, ignore_errors=True)


def plainly(function: F) -> F:
    """The function as plain Python, where 64-bit words wrap around silently as they do when compiled."""
    wrapped: F = np.errstate(over="ignore")(function)
    return wrapped


def wherever_it_stands(function: F) -> F:
    """A copy of the function in line 1 of its file: Numba names cached code by the line."""
    copy: Any = FunctionType(function.__code__.replace(co_firstlineno=1), function.__globals__, function.__name__)
    return copy  # type: ignore[no-any-return]


def trust_the_folder(dispatcher: Any) -> None:
    """Let the name of the cache folder alone decide whether cached code is fresh, not the time of the kernel's file."""
    dispatcher._cache._cache_file._source_stamp = "named by the folder"


@contextmanager
def keeping_garbage() -> Iterator[None]:
    """Look for no garbage meanwhile: a compiler makes many objects that stay, and looking took a tenth of its time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class Kernel:
    """A function compiled on its first call, cached under the hash of its sources.

    A function that is compiled anew for each type of argument has a kernel for each; `variant` tells them apart, so
    that each knows whether its own code lies on disk.

    The function must not close over anything: a closure never hits the disk cache. It may call `compiled`
    functions and those of `dispatch`. The call releases the interpreter lock, so threads run side by side. Processes
    that need the same code at once compile it once: the others wait, and load it.
    """

    def __init__(self, function: Callable[..., Any], sources: str, variant: str = "code") -> None:
        self.function = function
        self.folder = cache_root() / sources[:24] / variant
        self.call = plainly(function) if plain_mode() else self._dispatcher()
        self._ready = plain_mode()

    def _dispatcher(self) -> Callable[..., Any]:
        compile_each_once()
        if not self.folder.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            prune(self.folder.parent.parent)
        with suppress(OSError):  # a cache that may only be read
            os.utime(self.folder.parent)
        with _naming_the_folder:
            before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(self.folder)
            try:  # Numba reads the folder once, when it makes the dispatcher
                made = numba.njit(cache=True, nogil=True)(wherever_it_stands(self.function))
            finally:
                numba.config.CACHE_DIR = before
        trust_the_folder(made)
        return made  # type: ignore[no-any-return]

    @property
    def is_warm(self) -> bool:
        """Whether compiled code for these sources and this variant lies on disk already (or none is needed)."""
        return plain_mode() or any(self.folder.rglob(f"*{self.function.__name__}*.nbc"))

    def __call__(self, *arguments: Any) -> Any:
        if not self._ready:
            self._compile(tuple(map(numba.typeof, arguments)))
        return self.call(*arguments)

    def _compile(self, signature: tuple[Any, ...]) -> None:
        with self._alone(), keeping_garbage():
            self.call.compile(signature)  # type: ignore[attr-defined]
        self._ready = True

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """While no other process compiles this kernel; where the cache may only be read, at once."""
        lock = FileLock(self.folder / "compiling.lock")
        with suppress(OSError):
            lock.acquire(poll_interval=LOOK_S)
        try:
            yield
        finally:
            lock.release()
