"""What commands import: a batch that is compiled already must not wait for libraries that it does not use."""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.commands import run
from tests.support.processes import output, start
from workbench.cli.common import GARBAGE_AFTER
from workbench.scenario.files import init_workspace
from workbench.store import connection

GAMES = {f"workbench.games.{name}" for name in ("hitmakers", "hollywood_1947", "showbiz_shuffle", "trickster")}
HITMAKERS = "workbench.games.hitmakers"
HEAVY = {
    "_duckdb", "dask", "distributed", "duckdb", "filelock", "jinja2", "llvmlite", "markdown_it", "numba", "numpy",
    "numpy.f2py", "openskill", "pandas", "plotly", "pyarrow", "rich", "rich.progress", "scipy", "scipy.linalg",
    "scipy.special", "scipy.stats", "statsmodels", "streamlit", "tomlkit", "workbench.app", "workbench.engine.game",
    "workbench.playtest", "workbench.report.charts", "workbench.report.document", "workbench.report.json",
    "workbench.report.summary", "workbench.studies.strategies.measure", "workbench.store.history",
    "workbench.studies.decks.measure", "workbench.play.comparisons", "workbench.studies.contest", *GAMES,
}  # fmt: skip
"""Modules that take long to import, or bring such modules."""
SCRIPT = f"""
import gc, io, json, sys
from contextlib import redirect_stdout, suppress
from pathlib import Path
sys.argv = ["workbench", *json.loads(sys.argv[1])]
with redirect_stdout(io.StringIO()) as printed, suppress(SystemExit):
    from workbench.cli import main
    main()
status = Path("/proc/self/status")
lines = status.read_text().splitlines() if status.exists() else []
threads = [int(line.split()[1]) for line in lines if line.startswith("Threads:")]
heavy = sorted({HEAVY!r} & set(sys.modules))
modules = sum(name.partition(".")[0] not in sys.stdlib_module_names for name in sys.modules)
print(json.dumps([printed.getvalue(), heavy, modules, threads, gc.get_threshold()[0]]))
"""
MOST_MODULES = 361
"""Modules that a small batch and its document may import besides Python's own: today there are 351."""
BATCH = ("--plays", "1000", "--seed", "1", "--bots", "greedy", "--no-store")
ENGINE = {"numpy", "workbench.engine.game"}
"""What it takes to know a game."""
PLAYED = {*ENGINE, HITMAKERS}
"""What it takes to load compiled code, too; of the games, the one that is played."""
AS_JSON = {*PLAYED, "workbench.report.json"}
PRINTED = {*AS_JSON, "jinja2", "rich", "workbench.report.document"}
"""Words stand in templates."""
PAIRED = "workbench.play.comparisons"
ALONE = ("hitmakers/2021-04-08", *BATCH)
TWICE = ("hitmakers/2021-04-08", *ALONE)
USED: dict[tuple[str, ...], set[str]] = {
    ("--help",): set(),
    ("simulate", *ALONE): {*PRINTED, "workbench.report.summary"},
    ("simulate", *ALONE, "--json"): {*AS_JSON, "workbench.report.summary"},
    ("check", *ALONE): {*PRINTED, "workbench.report.summary"},
    ("compare", *TWICE): {*PRINTED, PAIRED, "workbench.report.summary"},
    ("compare", *TWICE, "--json"): {*AS_JSON, PAIRED, "workbench.report.document", "workbench.report.summary"},
    ("games",): {*ENGINE, *GAMES},
    ("validate", "hitmakers/2021-04-08"): {*ENGINE, *GAMES},
    ("rules", "hitmakers/2021-04-08"): {"jinja2", *ENGINE, HITMAKERS},
}


class Ended(NamedTuple):
    """A command at its end: heavy modules and all, its threads where the system says them, and when it looks for
    garbage."""

    heavy: list[str]
    modules: int
    threads: list[int]
    garbage_after: int


@cache
def ended(*arguments: str) -> Ended:
    """A command in a process of its own, once for all that looks at it."""
    printed, *parts = json.loads(output(start("-c", SCRIPT, json.dumps(arguments))).splitlines()[-1])
    assert printed
    return Ended(*parts)


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Hitmakers has its machine code on disk, and so have the loops of a batch and of a pair."""
    for command in (("simulate", *ALONE), ("compare", *TWICE)):
        assert run(*command).exit_code == 0


@pytest.mark.parametrize(("arguments", "used"), USED.items(), ids=[" ".join(words) for words in USED])
def test_a_command_imports_what_it_uses(arguments: tuple[str, ...], used: set[str]) -> None:
    assert set(ended(*arguments).heavy) == used


def test_a_stored_comparison_nobody_played_live_reads_no_playtests(tmp_path: Path) -> None:
    init_workspace(tmp_path)
    stored = ended("compare", *TWICE[:-1], "--workspace", str(tmp_path))
    assert set(stored.heavy) == {*PRINTED, PAIRED, "workbench.report.summary", "workbench.store.history", "_duckdb"}
    for arguments in (("runs",), ("sql", "select 1")):
        heavy = {"_duckdb", "rich"} if arguments == ("runs",) else {"_duckdb", "numpy", "rich"}
        assert set(ended(*arguments, "--workspace", str(tmp_path)).heavy) == heavy


def test_a_batch_and_a_comparison_open_the_store_before_they_play_and_after(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time takes 20 ms of the processor, or more."""
    opened, connect = [], connection._connect
    monkeypatch.setattr(connection, "_connect", lambda *options: opened.append(options) or connect(*options))
    for command in (("simulate", *ALONE[:-1]), ("compare", "hitmakers/2020-03-04", *ALONE[:-1], "--seed", "2")):
        opened.clear()
        assert run(*command).exit_code == 0
        assert len(opened) == 2, command


def test_a_small_batch_imports_no_more_than_its_libraries() -> None:
    assert ended("simulate", *ALONE).modules <= MOST_MODULES


def test_a_command_starts_no_threads_for_linear_algebra_and_looks_for_garbage_late() -> None:
    command = ended("validate", "hitmakers/2021-04-08")
    assert command.threads in ([1], [])
    assert command.garbage_after == GARBAGE_AFTER
