"""Every writer is killed, and every kind of file damaged, in copies of one workspace (`tests.limit`)."""

import sys
from collections.abc import Callable, Iterator
from subprocess import PIPE, Popen

import pytest

from tests.limit.damages import DAMAGES, FILES
from tests.limit.kills import BOARD
from tests.limit.writers import WRITERS
from tests.support.thorough import some_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="forks, and kills groups of processes")
KILLED = ("simulate", "taps", "forget")
DAMAGED = [("database", "header"), ("log", "middle"), ("ledger", "emptied"), ("draft", "truncated")]
Ask = Callable[[str], str]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Ask]]:
    """One process for all kills, and one for all damages, since these fork: a line to it, and its answer."""
    folder, processes = tmp_path_factory.mktemp("limit"), dict[str, Popen[str]]()

    def process_for(module: str) -> Ask:
        command = [sys.executable, "-m", f"tests.limit.{module}", "-", "1", str(folder)]
        if module not in processes:
            processes[module] = Popen(command, stdin=PIPE, stdout=PIPE, text=True)
        process = processes[module]
        return lambda line: _answer(process, line)

    yield process_for
    for process in processes.values():
        process.communicate()


def _answer(process: Popen[str], line: str) -> str:
    assert process.stdin and process.stdout
    process.stdin.write(f"{line}\n")
    process.stdin.flush()
    return process.stdout.readline()


@pytest.mark.parametrize("writer", some_of([*WRITERS, BOARD], lambda writer: writer in KILLED))
def test_what_was_acknowledged_before_a_kill_is_there_and_the_same_command_ends_well(ask, writer: str) -> None:
    told = ask("kills")(writer)
    assert f" {writer}: " in told and "WRONG" not in told


@pytest.mark.parametrize(("kind", "damage"), some_of([(k, d) for k in FILES for d in DAMAGES], DAMAGED.__contains__))
def test_what_is_damaged_is_told_and_whole_after_what_is_advised(ask, kind: str, damage: str) -> None:
    told = ask("damages")(f"{kind} {damage}")
    assert f" {kind} {damage}: " in told and "WRONG" not in told
