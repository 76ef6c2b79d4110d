"""Machine code of kernels on disk, and how it is run without Numba.

Importing Numba takes longer than a batch of a few thousand plays. A kernel that needs nothing of Python at run time is
therefore kept as an object file of its own, which is called through `ctypes`: that releases the interpreter lock.
`compiler.stands_alone` makes such an object; every other kernel lies in Numba's own cache. On most machines the object
is placed in memory here (`_placed`); where it asks for more than that can do, llvmlite loads it, which takes 44 MB.

A file is sealed (`sealed`): one line of JSON and the object. Its name tells the function, the machine (`machine`) and
the types of the arguments. A file that is damaged, or that asks for what this machine lacks, counts as missing.
"""

import ctypes
import hashlib
import json
import mmap
import os
import pickle
import platform
import struct
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from itertools import takewhile
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from workbench.engine.files import discard, read_sealed, write_sealed
from workbench.engine.types import GameFunction

Kinds: TypeAlias = tuple[Any, ...]
"""The kinds of a call's arguments that Numba tells apart."""
MachineWord: TypeAlias = int | float
"""One argument of machine code."""

SUFFIX, NUMBA_SUFFIX = ".code", ".numba"
"""Of code that stands alone, and of code that needs Numba to run."""
RESULTS: dict[str, Any] = {
    "none": ctypes.c_void_p,
    "int64": ctypes.c_int64,
    "float64": ctypes.c_double,
    "bool": ctypes.c_bool,
}
"""The types that a kernel may return, by Numba's names."""
ROWS, COLUMNS, ALIGNED, WRITEABLE = 0x1, 0x2, 0x100, 0x400
TOLD_APART = ROWS | COLUMNS | ALIGNED | WRITEABLE
"""NumPy's flags of arrays that Numba tells apart: the order of C, that of Fortran, aligned, writeable."""
FINE, RAISED = 0, 1
"""Numba's return codes."""
PROCESSOR = {"vendor_id", "cpu family", "model", "flags", "Features", "CPU implementer", "CPU part", "CPU variant"}
"""Lines of Linux about a processor that code may depend on."""
HERE = sys.platform, platform.machine()
OBJECTS = ("linux", "x86_64")
"""Where objects are such as `_placed` takes: https://refspecs.linuxfoundation.org/elf/elf.pdf."""
BITS, SYMBOLS, RELOCATIONS, UNWINDING, WRITABLE, ALLOCATED, ABSOLUTE = 1, 2, 4, 0x70000001, 1, 2, 1
"""Kinds of sections, flags of a section, and the kind of a relocation that is an address of 64 bits.

One kind says how C++ would leave a function by an error; compiled code returns a number instead (`RAISED`)."""
NO_JIT, BOUNDS = "NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"
SETTINGS = (NO_JIT, BOUNDS, "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
"""Names that the environment may set for Numba. All else would end in its tracebacks, or print among our output."""
LOOK_S = 0.05
"""Between two looks whether another process has finished compiling."""
_loading = Lock()


class MachineCode(NamedTuple):
    """An object file, the function in it, the kind of its result, and the functions of C that it calls."""

    content: bytes
    name: str
    result: str
    calls: list[str]


class _Raised(ctypes.Structure):
    """How Numba describes an error: its class, arguments and place, pickled."""

    _fields_ = (("pickled", ctypes.c_void_p), ("size", ctypes.c_int32))


@cache
def machine() -> str:
    """A short name for all that machine code depends on beside the source: processor, libraries, Numba's settings."""
    libraries = platform.python_version(), version("numba"), version("llvmlite"), np.__version__
    return short([HERE, _processor(), libraries, sorted(settings().items())])


def settings() -> dict[str, str]:
    """The settings of Numba that the environment has and that hold here; what is to be switched on is 1."""
    values = {name: os.environ.get(name, "0") for name in SETTINGS}
    return {
        name: "1" if name in (NO_JIT, BOUNDS) else value for name, value in values.items() if value not in ("", "0")
    }


def _processor() -> object:
    """The processor's model and abilities: as Linux tells them, without LLVM; elsewhere as LLVM does."""
    with suppress(OSError), Path("/proc/cpuinfo").open("rb") as lines:
        first = [line.decode(errors="replace").partition(":") for line in takewhile(bytes.strip, lines)]
        if told := [(name.strip(), value) for name, _, value in first if name.strip() in PROCESSOR]:
            return told
    from llvmlite import binding

    return binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()


def short(value: Any) -> str:
    """A short name for a value, the same in every process."""
    return hashlib.sha256(repr(value).encode()).hexdigest()[:12]


def kinds_of(arguments: Sequence[Any]) -> Kinds | None:
    """The kinds of the arguments; None where one of them is of a kind that only Numba can pass on."""
    kinds = tuple(map(_kind, arguments))
    return None if None in kinds else kinds


_alike: dict[Any, Any] = {}
"""Records by which code of the same sources is the same."""


def alike(record: np.dtype[np.void], other: np.dtype[np.void]) -> np.dtype[np.void]:
    """The record, which is laid out as the other is: code that is made for one is for both."""
    if record != other:
        _alike[record] = other
    return record


def _kind(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.dtype, value.ndim, value.flags.num & TOLD_APART
    if isinstance(value, np.void):
        return _alike.get(value.dtype, value.dtype)
    if type(value) is int:
        return "int64" if -(2**63) <= value < 2**63 else None
    return {np.int64: "int64", np.uint64: "uint64", float: "float64", np.float64: "float64"}.get(type(value))


def sample_of(kind: Any) -> Any:
    """A value of a kind, to compile for: what it says does not matter."""
    if isinstance(kind, str):
        return {"int64": 0, "uint64": np.uint64(0), "float64": 0.0}[kind]
    if isinstance(kind, np.dtype):
        return np.zeros(1, kind)[0]
    dtype, ndim, flags = kind
    steps = [dtype.itemsize * 2**place * (1 if flags & ROWS or flags & COLUMNS else 2) for place in range(ndim)]
    room = np.zeros(dtype.itemsize * 2 ** (ndim + 1) + 1, np.uint8)
    at, strides = 0 if flags & ALIGNED else 1, steps if flags & COLUMNS else steps[::-1]
    array: Any = np.ndarray((2,) * ndim, dtype, room.data, at, strides)
    array.flags.writeable = bool(flags & WRITEABLE)
    return array


def _words(value: Any) -> list[MachineWord]:
    """How a compiled function takes a value: an array is nobody's memory, size, item size, address, shape, strides."""
    if isinstance(value, np.ndarray):
        return [0, 0, value.size, value.itemsize, value.ctypes.data, *value.shape, *value.strides]
    if isinstance(value, np.void):
        return [np.frombuffer(value, np.uint8).ctypes.data]
    return [float(value) if isinstance(value, float) else int(value)]


def path_of(folder: Path, function: str, kinds: Kinds) -> Path:
    """Where the machine code of a function lies for arguments of these kinds."""
    return folder / f"{function}-{machine()}-{short(kinds)}{SUFFIX}"


def numba_path(folder: Path, function: str, kinds: str) -> Path:
    """Where code of a function lies that needs Numba to run."""
    return folder / f"{function}-{kinds}{NUMBA_SUFFIX}"


def has_code(folder: Path, function: str) -> bool:
    """True if there is code of the function for this machine, which stands alone or needs Numba."""
    return any(folder.glob(f"{function}-{machine()}-*{SUFFIX}")) or is_numbas(folder, function)


def is_numbas(folder: Path, function: str) -> bool:
    """True if there is code of the function for this machine that needs Numba."""
    return any(folder.glob(f"{function}-{machine()}-*{NUMBA_SUFFIX}"))


@contextmanager
def alone(lock_file: Path) -> Iterator[None]:
    """While no other process holds the lock of what it compiles; where the cache may only be read, at once."""
    from filelock import FileLock

    lock = FileLock(lock_file)
    with suppress(OSError, NotImplementedError):
        lock.acquire(poll_interval=LOOK_S)
    try:
        yield
    finally:
        lock.release()


def keep(path: Path, code: MachineCode) -> None:
    """Write machine code to disk, whole or not at all."""
    head = {"name": code.name, "result": code.result, "calls": code.calls}
    write_sealed(path, json.dumps(head).encode() + b"\n" + code.content)


def read(path: Path) -> MachineCode | None:
    """The machine code of a file; None where there is none, or where it is damaged."""
    if (sealed := read_sealed(path)) is None:
        return None
    head, _, content = sealed.partition(b"\n")
    return MachineCode(content, **json.loads(head))


def load(path: Path, arguments: Sequence[Any]) -> GameFunction | None:
    """The function whose machine code lies there, for arguments like these; None where it is to be compiled."""
    try:
        code = read(path)
        return ready(code, arguments) if code else None
    except Exception:  # whatever LLVM finds wrong with it
        discard(path)
        return None


def ready(code: MachineCode, arguments: Sequence[Any]) -> GameFunction | None:
    """The function of this code, for arguments like these; None where it calls something that is missing here."""
    loaded = _placed(code) or _linked(code)
    return _callable(code, *loaded, arguments) if loaded else None


class _Section(NamedTuple):
    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    align: int
    entry: int


def _placed(code: MachineCode) -> tuple[int, Any] | None:
    """The address of the function in memory, and what holds it there; None where that takes a linker.

    On Linux and x86-64 it does not: objects that are compiled for memory of any size consist of code and constants,
    with absolute addresses of each other and of functions of C.
    """
    if HERE != OBJECTS:
        return None
    content, c = code.content, ctypes.CDLL(None)
    if not all(hasattr(c, name) for name in code.calls):
        return None
    start, count = struct.unpack_from("<40xQ12xH", content)
    sections = [_Section(*fields) for fields in struct.iter_unpack("<2I4Q2I2Q", content[start : start + 64 * count])]
    places, end = dict[int, int](), 0
    for number, section in enumerate(sections):
        if section.flags & ALLOCATED and section.size and section.kind != UNWINDING:
            if section.kind != BITS or section.flags & WRITABLE:
                return None
            places[number] = -(-end // section.align) * section.align
            end = places[number] + section.size
    memory = mmap.mmap(-1, end, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    base = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    for number, place in places.items():
        memory[place : place + sections[number].size] = _content(content, sections[number])
    addresses, named = list[int | None](), dict[str, int | None]()
    (table,) = (section for section in sections if section.kind == SYMBOLS)
    names = _content(content, sections[table.link])
    for name, _, _, number, value, _ in struct.iter_unpack("<I2BH2Q", _content(content, table)):
        text = names[name : names.index(b"\0", name)].decode()
        called = ctypes.cast(getattr(c, text), ctypes.c_void_p).value if text in code.calls else None
        addresses.append(base + places[number] + value if number in places else called)
        named[text] = addresses[-1]
    for section in sections:
        if section.kind == RELOCATIONS and section.info in places:
            for at, kind, symbol, added in struct.iter_unpack("<Q2Iq", _content(content, section)):
                if kind != ABSOLUTE or (address := addresses[symbol]) is None:
                    return None
                struct.pack_into("<Q", memory, places[section.info] + at, address + added)
    is_code = c.mprotect(ctypes.c_void_p(base), ctypes.c_size_t(end), mmap.PROT_READ | mmap.PROT_EXEC) == 0
    address = named.get(code.name)
    return (address, memory) if is_code and address else None


def _content(content: bytes, section: _Section) -> bytes:
    return content[section.offset : section.offset + section.size]


def _linked(code: MachineCode) -> tuple[int, Any] | None:
    """The same by LLVM; None where something that it calls is missing: LLVM would end the process."""
    from llvmlite import binding

    with _loading:
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        target = binding.Target.from_default_triple().create_target_machine(jit=True)
        engine = binding.create_mcjit_compiler(binding.parse_assembly(""), target)
        if not all(map(binding.address_of_symbol, code.calls)):
            return None
        engine.add_object_file(binding.ObjectFileRef.from_data(code.content))
        engine.finalize_object()
    return engine.get_function_address(code.name), engine


def _callable(code: MachineCode, address: int, holder: Any, arguments: Sequence[Any]) -> GameFunction:
    words = [word for value in arguments for word in _words(value)]
    kinds = [ctypes.c_double if isinstance(word, float) else ctypes.c_int64 for word in words]
    prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)
    function, result = prototype(address), RESULTS[code.result]

    def call(*arguments: Any) -> Any:
        returned, raised = result(), ctypes.POINTER(_Raised)()
        words = [word for value in arguments for word in _words(value)]
        status = function(ctypes.byref(returned), ctypes.byref(raised), *words)
        if status != FINE:
            raise _error(status, raised)
        return returned.value

    call.holder = holder  # type: ignore[attr-defined]  # the code lives as long as what holds it
    return call


def _error(status: int, raised: Any) -> BaseException:
    if status != RAISED:
        return SystemError(f"compiled code ended with the unknown status {status}")
    kind, arguments, _ = pickle.loads(ctypes.string_at(raised.contents.pickled, raised.contents.size))
    error: BaseException = kind(*arguments)
    return error


CAN_LOAD = sys.maxsize > 2**32
"""True where pointers and whole numbers are passed alike here, as `_words` has it."""
