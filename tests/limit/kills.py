"""Kills of every command that writes, of the app and of the board: `python -m tests.limit.kills N [SEED [FOLDER]]`.

Each time a writer works on a copy of the same workspace and is killed at one of its writes, or a moment after. All that
was acknowledged before, and by the writer itself, must be there; the store must be whole; and the same command, given
again, must come to the same end as one that was never killed.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from http.client import HTTPException
from itertools import cycle
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

import click

from tests.limit.writers import (
    NAME,
    OTHER,
    REVISION,
    USUAL,
    WRITERS,
    facts,
    in_child,
    output,
    post,
    prepare,
    result,
    unlike,
)
from tests.support.served import served
from workbench.play.checks import check_up
from workbench.store import Store, texts
from workbench.store.copies import NAME_OF_COPY
from workbench.store.playtests.people import people
from workbench.store.texts import PENDING

WRITING = ("os.rename", "os.remove", "os.link", "os.truncate", "os.mkdir")
BOARD = "board"
IN_A_ROW = 8
"""Kills of a command, each time given again, before it is looked what is there."""
FEW = 2
"""The same for `make test`."""


class Kills(NamedTuple):
    """How often a writer was killed, how much was acknowledged before, and what is wrong then."""

    kills: int
    acknowledged: int
    wrong: list[str]


class State(NamedTuple):
    """A workspace: what is in it, what that comes to, what is wrong with it, and every line of its ledger."""

    facts: dict[str, object]
    result: set[str]
    wrong: list[str]
    ledger: bytes


def work(root: Path, writer: str, at: int = 0, later: float = 0.0) -> int:
    """Be a writer in this process, which dies at its write `at`, or `later` seconds on; how many writes there were."""
    code, *words = WRITERS[writer]
    words, writes = [word.format(**json.loads((root / "paths.json").read_text())) for word in words], 0

    def die() -> None:
        time.sleep(later)
        os.kill(os.getpid(), signal.SIGKILL)

    def hook(event: str, what: tuple[Any, ...]) -> None:
        nonlocal writes
        to_write = event in WRITING or (event == "open" and (what[2] or 0) & (os.O_RDWR | os.O_WRONLY | os.O_CREAT))
        if to_write and str(what[0]).startswith(str(root)):
            writes += 1
            if writes == at:
                threading.Thread(target=die).start() if later else die()

    with (root.parent / "told").open("w") as out, redirect_stdout(out), redirect_stderr(out):
        os.chdir(root)
        sys.addaudithook(hook)
        sys.argv = words if code else ["workbench", *words]
        exec(code or "from workbench.cli import main; main(prog_name='workbench', standalone_mode=False)", {})
    return writes


def look(root: Path) -> State:
    """The state of a workspace; once somebody is forgotten, the name is wrong wherever it is."""
    store = Store(root / "data" / "workbench.duckdb")
    with store.session():  # completes what a killed process began
        there, in_words = facts(root), result(root)
    files = [file for file in root.glob("data/**/*") if file.is_file()]
    wrong = [f"left: {file}" for file in files if file.name == PENDING or NAME_OF_COPY.search(file.name)]
    is_forgotten = NAME not in {person.name for person in people(store).values()}
    wrong += [f"name in {file}" for file in files if is_forgotten and NAME.encode() in file.read_bytes()]
    wrong += [] if check_up(store).whole else ["the store is not whole"]
    return State(there, in_words, wrong, texts.read(store, texts.LEDGER))


def board(root: Path, chance: random.Random) -> list[str]:
    """Taps and forms that a server acknowledged before it was killed, by the ids that they have in the store."""
    told = json.loads((root / "paths.json").read_text())
    acknowledged: list[str] = []
    with served(root) as server:
        wait = chance.uniform(0.05, 3)
        dying = subprocess.Popen(["sh", "-c", f"sleep {wait}; kill -9 -{server.process.pid}"])
        while server.process.poll() is None:
            with suppress(OSError, HTTPException):
                player = chance.choice(told["players"].split())
                acknowledged += post(server.port, told["session"], told["token"], player)
        dying.wait()
    return acknowledged


class Bench:
    """A whole workspace in a folder, and copies of it, in which writers are killed."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.chance = folder, random.Random(seed)
        self.whole, self.root, self.into = folder / "whole", folder / "killed", folder / "returned"
        prepare(self.whole, self.into)
        output(self.whole, "compare", REVISION, OTHER, *USUAL, "--no-store")  # kernels that the forked ones need
        self.before: State = in_child(look, self.whole, into=self.into)[1]
        self.ends, self.writes = dict[str, State](), dict[str, int]()

    def kill(self, writer: str, times: int = IN_A_ROW) -> Kills:
        """Kill a writer so many times, each time given again, and look what is there."""
        if writer == BOARD:
            self._copy()
            told, killed, changes = board(self.root, self.chance), 1, self.before
        else:
            changes, told, killed = self._end(writer), [], 0
            self._copy()
            for _ in range(times):
                later = self.chance.choice((0.0, 0.0, self.chance.uniform(0.0, 0.05)))
                at = self.chance.randint(1, self.writes[writer])
                code, _ = in_child(work, self.root, writer, at, later, into=self.into)
                told += (self.folder / "told").read_text().split("\n")[:-1]
                killed += code == -signal.SIGKILL
        wrong = [*_lost(in_child(look, self.root, into=self.into)[1], self.before, changes, told, writer)]
        if writer != BOARD:
            in_child(work, self.root, writer, into=self.into)
            _, now = in_child(look, self.root, into=self.into)
            wrong += [*now.wrong, *unlike(changes.result, now.result)] if now else ["cannot be read"]
        return Kills(killed, sum(line[:4] in ("ack ", "chun") for line in told), wrong)

    def _end(self, writer: str) -> State:
        """The state that a writer comes to that nobody kills."""
        if writer not in self.ends:
            self._copy()
            code, self.writes[writer] = in_child(work, self.root, writer, into=self.into)
            assert code == 0, (writer, (self.folder / "told").read_text())
            self.ends[writer] = in_child(look, self.root, into=self.into)[1]
        return self.ends[writer]

    def _copy(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(self.whole, self.root)


def _lost(now: State | None, before: State, changes: State, told: list[str], writer: str) -> Iterator[str]:
    """All that was acknowledged and is not there, but for what the writer changes."""
    if now is None:
        yield "cannot be read"
        return
    yield from now.wrong if writer not in ("migrate", "repair") else ()
    yield from (key for key, value in before.facts.items() if now.facts.get(key) not in (value, changes.facts.get(key)))
    text = "\n".join([*now.facts, *map(str, now.facts.values()), now.ledger.decode()])
    yield from (line for line in told if line.startswith("ack ") and line[4:] not in text)
    done = {key.split()[1]: value for key, value in now.facts.items() if key.startswith("plays ")}
    for chunk in (line.split() for line in told if line.startswith("chunk ")):
        if int(str(done.get(chunk[1], 0))) < int(chunk[2]):
            yield " ".join(chunk)


def main(number: str, seed: str = "1", folder: str = "") -> None:
    """Print the kills of every writer up to so many; with `-`, of those that standard input names."""
    bench, counts, lost = Bench(Path(folder or mkdtemp("kills")), int(seed)), Counter[str](), 0
    writers = map(str.strip, iter(sys.stdin.readline, "")) if number == "-" else cycle([*WRITERS, BOARD])
    for writer in writers:
        kills = bench.kill(writer, IN_A_ROW if number.isdigit() else FEW)
        counts[writer] += kills.kills
        lost += bool(kills.wrong)
        words = f"{writer}: {kills.kills} kills, {kills.acknowledged} acknowledged"
        click.echo(f"{counts.total()} {words}{''.join(f' WRONG {problem}' for problem in kills.wrong[:9])}")
        if number.isdigit() and counts.total() >= int(number):
            break
    click.echo(f"{counts.total()} kills, {lost} lost anything: {dict(counts)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
