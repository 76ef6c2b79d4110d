"""Where compiled code is kept, and what it is keyed by."""

import gc
import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from tests.support.processes import output, start
from tests.support.processor import patience
from workbench.engine.compiling import (
    Kernel,
    cache_root,
    compiled,
    compiler,
    for_compiler,
    keeping_garbage,
    plain_for_now,
    plain_mode,
    plainly,
    prune,
)
from workbench.engine.types import bare


def test_the_cache_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WORKBENCH_CACHE_DIR", str(tmp_path / "here"))
    assert cache_root() == tmp_path / "here"
    monkeypatch.delenv("WORKBENCH_CACHE_DIR")
    assert cache_root().parts[-2:] == ("playtest-workbench", "compiled")


def test_numba_takes_no_settings_from_the_working_folder(tmp_path: Path) -> None:
    (tmp_path / ".numba_config.yaml").write_text("opt: [")
    code = "from workbench.engine.compiling import compiler\ncompiler().numba.config.reload_config()"
    ended = start("-W", "error::UserWarning", "-c", code, cwd=tmp_path)
    assert output(ended) == ""


REFUSED = {"NUMBA_NUM_THREADS": "0", "NUMBA_DEBUGINFO": "1", "NUMBA_OPT": "9", "NUMBA_DUMP_IR": "1"}


def test_a_setting_that_numba_refuses_or_prints_for_is_ignored(tmp_path: Path) -> None:
    code = "from tests.engine.test_compiling import *; print(Kernel(double, 'a' * 64)(21), os.environ[bounds])"
    more = {**REFUSED, "NUMBA_BOUNDSCHECK": "yes", "WORKBENCH_CACHE_DIR": str(tmp_path)}
    assert start("-c", f"bounds = 'NUMBA_BOUNDSCHECK'; {code}", **more).communicate() == ("42 1\n", "")


def test_prune_keeps_the_folders_used_last(tmp_path: Path) -> None:
    for age in range(5):
        (tmp_path / f"{age}").mkdir()
        os.utime(tmp_path / f"{age}", (1e9 - age, 1e9 - age))
    (tmp_path / "note.txt").write_text("stays")
    prune(tmp_path, most=2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "1", "note.txt"]


def double(number: int) -> int:
    return number + number


def test_a_kernel_is_warm_once_its_code_lies_on_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WORKBENCH_CACHE_DIR", str(tmp_path))
    kernel = Kernel(double, "a" * 64)
    assert kernel.folder == tmp_path / ("a" * 24) / "code"
    assert not kernel.is_warm
    assert kernel(21) == 42
    assert kernel.is_warm
    assert Kernel(double, "a" * 64).is_warm
    assert not Kernel(double, "b" * 64).is_warm
    assert not Kernel(double, "a" * 64, "other").is_warm


def test_a_kernel_that_ran_plainly_for_now_compiles_later(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WORKBENCH_CACHE_DIR", str(tmp_path))
    with plain_for_now():
        kernel = Kernel(double, "a" * 64)
        assert plain_mode() and kernel(21) == 42
    assert not plain_mode() and not kernel.is_warm
    assert kernel(21) == 42
    assert kernel.is_warm


def test_who_compiles_a_kernel_is_seen_by_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WORKBENCH_CACHE_DIR", str(tmp_path))
    kernel = Kernel(double, "a" * 64)
    assert not kernel.is_being_compiled
    with kernel.alone():
        assert Kernel(double, "a" * 64).is_being_compiled
    assert not kernel.is_being_compiled


@pytest.mark.parametrize("enabled", [True, False])
def test_no_garbage_is_looked_for_while_a_kernel_compiles(enabled: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        with suppress(ValueError), keeping_garbage():
            assert not gc.isenabled()
            raise ValueError
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if before else gc.disable)()


COMPILE = """
import sys
from tests.engine.test_compiling import double
from workbench.engine.compiling import Kernel
kernel = Kernel(double, "a" * 64)
print("ready", flush=True)
input()
assert kernel(21) == 42
print("numba" in sys.modules)
"""


def test_processes_that_need_the_same_code_at_once_compile_it_once(tmp_path: Path) -> None:
    environment = {**os.environ, "WORKBENCH_CACHE_DIR": str(tmp_path)}
    call, pipe = [sys.executable, "-c", COMPILE], subprocess.PIPE
    both = [subprocess.Popen(call, env=environment, stdin=pipe, stdout=pipe, text=True) for _ in range(2)]
    for process in both:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    for process in both:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    assert sorted(process.communicate(timeout=patience(60))[0] for process in both) == ["False\n", "True\n"]


def test_a_folder_that_is_used_again_counts_as_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WORKBENCH_CACHE_DIR", str(tmp_path))
    folder = Kernel(double, "a" * 64).folder.parent
    os.utime(folder, (1e9, 1e9))
    Kernel(double, "a" * 64)
    assert folder.stat().st_mtime > 1e9


def test_these_tests_run_compiled_but_functions_stay_plain() -> None:
    assert not plain_mode()
    marked = compiled(double)
    assert marked is double and marked(4) == 8


def told(number: int) -> int:
    """As `double`, in words that no compiler knows."""
    return double(int("".join([f"{number}"])))


def double_twice(number: int) -> int:
    return told(told(number))


def test_a_function_that_another_stands_for_is_not_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WORKBENCH_CACHE_DIR", str(tmp_path))
    for_compiler(lambda compiler: compiler.stand_for(told, double))
    assert Kernel(double_twice, "a" * 64)(21) == double_twice(21) == 84


def test_a_bare_copy_has_no_annotations_and_does_the_same() -> None:
    assert bare(double)(4) == 8 and not bare(double).__annotations__
    assert double.__annotations__


def test_plain_words_wrap_around_in_silence() -> None:
    with np.errstate(over="raise"):
        assert plainly(lambda: np.uint64(2**64 - 1) + np.uint64(2))() == 1
        with pytest.raises(FloatingPointError):
            np.uint64(2**64 - 1) + np.uint64(2)


def test_nothing_is_declared_while_another_thread_compiles() -> None:
    declared = threading.Event()
    with compiler().COMPILING:
        for_compiler(lambda _: declared.set())
        waiting = threading.Thread(target=compiler)
        waiting.start()
        assert not declared.wait(0.2)
    waiting.join()
    assert declared.is_set()
