"""One source, two ways to run it: as plain Python, or compiled by Numba.

`compiled` marks a function that both ways share. Called from Python it is plain Python; called from a kernel it is
compiled with it. `Kernel` is the entry from Python into compiled code: it compiles once per machine and then loads
from disk. Numba is imported only to compile (`compiler`); what it must know by then waits in line (`for_compiler`).

Numba's own cache looks only at the file of the function that is called: an edited rule in another file would run as it
was before the edit, and an edited comment in that one would compile all again. The folder for compiled code is
therefore named by a hash over what is executed in *every* source that is compiled in (`sources`).
"""

import atexit
import gc
import os
import shutil
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numpy as np

from workbench.engine import machine_code
from workbench.engine.files import COMPILED, UNWRITABLE, temporary_folder
from workbench.engine.machine_code import BOUNDS, NO_JIT
from workbench.engine.notes import note
from workbench.engine.types import Array, GameFunction, State

F = TypeVar("F", bound=GameFunction)

MOST_FOLDERS = 100
"""Compile caches that stay on disk, of about 1 MB each: games of several branches, and the 40 folders that a run of all
tests makes. A smaller number had any process that compiles throw away what the others still need."""

CACHE_DIR = "WORKBENCH_CACHE_DIR"
_open = ExitStack()
atexit.register(_open.close)
_declaring = threading.RLock()
_declarations: list[Callable[[Any], None]] = []
_plain_for_now = threading.Event()


_elsewhere: list[Callable[["Kernel", machine_code.Kinds], object]] = []
"""Call that has another process compile a kernel for arguments of such kinds; none where this process compiles."""


def compile_elsewhere(compile_it: Callable[["Kernel", machine_code.Kinds], object] | None) -> None:
    """Have kernels compiled by `compile_it` from now on, and here again by None, or where it does not bring the code.

    A process that has compiled keeps 200 to 300 MB for the compiler; one that only loads keeps 1 MB a kernel.
    """
    _elsewhere[:] = [compile_it] if compile_it else []


def compiles_here() -> bool:
    """True if this process compiles what it needs."""
    return not _elsewhere


def for_compiler(declare: Callable[[Any], None]) -> None:
    """Have `declare` called with the module `compiler` before anything is compiled from now on."""
    _declarations.append(declare)


def compiler() -> ModuleType:
    """The module `compiler`, which knows all that was declared for it; the first call imports Numba.

    Nothing is declared while another thread compiles: what it looks through must not grow.
    """
    with _declaring:
        if "numba" not in sys.modules:
            _import_numba()
        from workbench.engine import compiler
    if _declarations:
        with compiler.COMPILING, _declaring:
            while _declarations:
                _declarations.pop(0)(compiler)
    return compiler


def _import_numba() -> None:
    """Import Numba with no settings but `machine_code.SETTINGS`, and without a reader of YAML.

    It takes settings from a file of the working folder too, perhaps a stranger's: they would end a command in a
    traceback, or make slow code that stays in the cache of all workspaces.
    """
    settings = machine_code.settings()
    for name in [name for name in os.environ if name.startswith("NUMBA_")]:
        del os.environ[name]
    os.environ.update(settings)
    yaml = sys.modules.get("yaml")
    sys.modules["yaml"] = None  # type: ignore[assignment]  # so that importing it fails
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "A Numba config file")
            from numba.core import config
    finally:
        del sys.modules["yaml"]
        if yaml:
            sys.modules["yaml"] = yaml
    config._config_fname = os.devnull  # it is looked for again each time that something is compiled


def plain_mode() -> bool:
    """True if kernels run as plain Python: for debuggers and tests (`NUMBA_DISABLE_JIT=1`), or for now."""
    return _plain_for_now.is_set() or _never_compiles()


def _never_compiles() -> bool:
    return NO_JIT in machine_code.settings()


def checks_bounds() -> bool:
    """True if compiled code checks the index of whatever it reads or writes: slower, for a look at mistakes."""
    return BOUNDS in machine_code.settings()


def check_bounds() -> None:
    """Have code that is compiled from now on check its indices; to be called before Numba is there."""
    os.environ[BOUNDS] = "1"


@contextmanager
def plain_for_now() -> Iterator[None]:
    """Run all kernels of this process as plain Python meanwhile, on every thread."""
    _plain_for_now.set()
    try:
        yield
    finally:
        _plain_for_now.clear()


def compiled(function: F) -> F:
    """Mark a function as one that kernels may call; from Python it stays what it is."""
    for_compiler(lambda compiler: compiler.compile_with_callers(function))
    return function


def plain_only(function: Callable[..., None]) -> None:
    """Let the calls of a function that stands in its module vanish in compiled code."""
    for_compiler(lambda compiler: compiler.leave_out(function))


def room(shape: tuple[int, ...]) -> Array:
    """An array of floats for the function that asks for it, whatever stands there; it is gone when that returns.

    Compiled, it lies on the stack: ask once, not in a loop, and for thousands of numbers at most.
    """
    return np.empty(shape)


for_compiler(lambda compiler: compiler.give_room(room))


def copy_front(target: State, source: State) -> None:
    """Copy one position to another; compiled, without the fields that stay behind (`types.state_type`)."""
    for name in source.dtype.names:
        target[name] = source[name]


for_compiler(lambda compiler: compiler.copy_in_part(copy_front))


def cache_root() -> Path:
    """Where compiled code is kept: `WORKBENCH_CACHE_DIR`, else the user's cache folder; where that is none, another."""
    if folder := os.environ.get(CACHE_DIR):
        return _as_folder(Path(folder))
    import platformdirs

    return _as_folder(platformdirs.user_cache_path("playtest-workbench") / "compiled")


@cache
def _as_folder(root: Path) -> Path:
    """The folder, made where it is missing; else one for this process and those that it starts, gone at its end."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        return root
    except (OSError, ValueError) as error:
        note("unwritable", UNWRITABLE.format(COMPILED[0], root, getattr(error, "strerror", error), COMPILED[1]))
    with suppress(OSError):
        root = _open.enter_context(temporary_folder("compiled"))
        os.environ[CACHE_DIR] = str(root)
    return root


def prune(root: Path, most: int = MOST_FOLDERS) -> None:
    """Remove all but the `most` most recently used cache folders below `root`."""
    folders = sorted((f for f in root.glob("*") if f.is_dir()), key=lambda f: f.stat().st_mtime, reverse=True)
    for folder in folders[most:]:
        shutil.rmtree(folder, ignore_errors=True)


def plainly(function: F) -> F:
    """The function as plain Python: 64-bit words wrap around, and a division by 0 fails, as when compiled."""
    wrapped: F = np.errstate(over="ignore", divide="raise")(function)
    return wrapped


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
    """A function compiled on its first call, kept on disk under the hash of its sources.

    A function that is compiled anew for each type of argument has a kernel for each; `variant` tells them apart, so
    that each knows whether its own code lies on disk.

    The function must not close over anything: Numba would not keep it. It may call `compiled` functions and those of
    `dispatch`. The call releases the interpreter lock, so threads run side by side. Processes that need the same code
    at once compile it once: the others wait, and load it. One that `is_plain` is never compiled (`Game.is_plain`).
    """

    def __init__(self, function: GameFunction, sources: str, variant: str = "code", *, is_plain: bool = False) -> None:
        self.function, self.is_plain = function, is_plain
        self.folder = cache_root() / f"{sources[:24]}{'-safe' if checks_bounds() else ''}" / variant
        self._ready: dict[machine_code.Kinds | None, GameFunction] = {}
        if is_plain or _never_compiles():
            return
        with suppress(OSError):  # a cache that may only be read
            if not self.folder.exists():
                self.folder.mkdir(parents=True, exist_ok=True)
                prune(self.folder.parent.parent)
            os.utime(self.folder.parent)

    def compile_for(self, kinds: machine_code.Kinds) -> None:
        """Have code for arguments of these kinds on disk, for a process that holds the lock and waits for it."""
        arguments = tuple(map(machine_code.sample_of, kinds))
        with keeping_garbage():
            self._compiled(machine_code.path_of(self.folder, self.function.__name__, kinds), arguments)

    @property
    def parts(self) -> Path:
        """The folder of parts that this kernel shares with the game's other kernels (`compiler.py`)."""
        return self.folder.parent / "parts"

    @property
    def is_warm(self) -> bool:
        """True if compiled code for these sources and this variant is there (or none is needed)."""
        if self.is_plain or plain_mode() or self._ready:
            return True
        return machine_code.has_code(self.folder, self.function.__name__)

    def __call__(self, *arguments: Any) -> Any:
        if self.is_plain or plain_mode():
            return plainly(self.function)(*arguments)
        kinds = machine_code.kinds_of(arguments)
        run = self._ready.get(kinds) or self._prepared(kinds, arguments)
        return run(*arguments)

    def _prepared(self, kinds: machine_code.Kinds | None, arguments: tuple[Any, ...]) -> GameFunction:
        """The callable that runs the kernel for arguments of these kinds: loaded from disk, or compiled."""
        path = machine_code.path_of(self.folder, self.function.__name__, kinds) if kinds else None
        run = machine_code.load(path, arguments) if path else None
        if run is None:
            from workbench.engine.compile_errors import in_authors_terms

            with in_authors_terms(), self.alone(), keeping_garbage():
                run = (machine_code.load(path, arguments) if path else None) or self._compiled(path, arguments)
        self._ready[kinds] = run
        return run

    def _compiled(self, path: Path | None, arguments: tuple[Any, ...]) -> GameFunction:
        if path and not machine_code.is_numbas(self.folder, self.function.__name__):
            for compile_it in _elsewhere:
                compile_it(self, machine_code.kinds_of(arguments) or ())
                if run := machine_code.load(path, arguments):
                    return run
            code = compiler().code_for(self.function, arguments, self.parts)
            if code:
                machine_code.keep(path, code)
            if run := machine_code.ready(code, arguments) if code else None:
                return run
        compiler().compile_for(self._dispatcher, arguments)
        return self._dispatcher

    @cached_property
    def _dispatcher(self) -> GameFunction:
        dispatcher: GameFunction = compiler().dispatcher(self.function, self.folder)
        return dispatcher

    @property
    def is_being_compiled(self) -> bool:
        """True while a process compiles this kernel."""
        from filelock import FileLock, Timeout

        try:
            with FileLock(self._lock).acquire(blocking=False):
                return False
        except Timeout:
            return True
        except (OSError, NotImplementedError):  # a cache that may only be read, a disk without locks
            return False

    @property
    def _lock(self) -> Path:
        return self.folder / "compiling.lock"

    def alone(self) -> AbstractContextManager[None]:
        """While no other process compiles this kernel; where the cache may only be read, at once."""
        return machine_code.alone(self._lock)
