"""Kills of every command that writes, of the app and of the board: `python -m tests.limit.kills N [SEED [FOLDER]]`.

Each time a writer works on a copy of the same workspace and is killed at one of its writes, or a moment after. All that
was acknowledged before, and by the writer itself, must be there; the store must be whole; and the same command, given
again, must come to the same end as one that was never killed.
"""

import json
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from http.client import HTTPException
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

import click

from tests.limit.writers import NAME, OTHER, REVISION, USUAL, WRITERS, facts, make, output, post, result, unlike
from tests.support.served import served
from workbench.play.checks import check_up
from workbench.store import Store

WRITING = ("os.rename", "os.remove", "os.link", "os.truncate", "os.mkdir")
BOARD = "board"
IN_A_ROW = 8
"""Kills of a command, each time given again, before it is looked what is there."""


class State(NamedTuple):
    """A workspace: what is in it, what that comes to, and what is wrong with it."""

    facts: dict[str, object]
    result: set[str]
    wrong: list[str]


def in_child(act: Callable[..., object], *arguments: object, into: Path) -> tuple[int, Any]:
    """How a forked process ended, and what it returned. We open no database here: its threads would not be forked."""
    into.unlink(missing_ok=True)
    if (child := os.fork()) == 0:
        code = 1
        with suppress(BaseException):
            into.write_bytes(pickle.dumps(act(*arguments)))
            code = 0
        os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code, pickle.loads(into.read_bytes()) if code == 0 else None


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


def look(root: Path, writer: str = "") -> State:
    """The state of a workspace; after `forget`, the name is wrong wherever it is."""
    store = Store(root / "data" / "workbench.duckdb")
    files = [file for file in root.glob("data/**/*") if file.is_file()]
    wrong = [f"left: {file}" for file in files if file.name in ("pending.jsonl", ".draft")]
    wrong += [f"name in {file}" for file in files if writer == "forget" and NAME.encode() in file.read_bytes()]
    wrong += [] if check_up(store).whole else ["the store is not whole"]
    with store.session():
        return State(facts(root), result(root), wrong)


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


def kills(number: int, seed: int, folder: Path) -> Iterator[tuple[str, str, list[str]]]:
    """A writer, how often it was killed, and all that was wrong then, up to so many kills."""
    chance, whole, root, into = random.Random(seed), folder / "whole", folder / "killed", folder / "returned"
    shutil.rmtree(whole, ignore_errors=True)
    assert in_child(make, whole, into=into)[0] == 0
    output(whole, "compare", REVISION, OTHER, *USUAL, "--no-store")  # kernels that the forked ones need
    before: State = in_child(look, whole, into=into)[1]
    ends, writes, so_far = dict[str, State](), dict[str, int](), 0
    for writer in [*WRITERS, BOARD] * number:
        shutil.rmtree(root, ignore_errors=True)
        if writer != BOARD and writer not in ends:  # once without a kill
            shutil.copytree(whole, root)
            code, writes[writer] = in_child(work, root, writer, into=into)
            assert code == 0, (writer, (folder / "told").read_text())
            ends[writer] = in_child(look, root, writer, into=into)[1]
            shutil.rmtree(root)
        shutil.copytree(whole, root)
        told, killed = list[str](), 0
        for _ in range(IN_A_ROW if writer != BOARD else 1):
            if writer == BOARD:
                told, killed = board(root, chance), 1
                break
            later = chance.choice((0.0, chance.uniform(0.0, 0.05)))
            code, _ = in_child(work, root, writer, chance.randint(1, writes[writer]), later, into=into)
            told += (folder / "told").read_text().split("\n")[:-1]
            killed += code == -signal.SIGKILL
        so_far += killed
        changes = before if writer == BOARD else ends[writer]
        yield (
            writer,
            f"{killed} kills, {sum(line[:4] in ('ack ', 'chun') for line in told)} acknowledged",
            [
                *_lost(in_child(look, root, into=into)[1], before, changes, told, writer),
                *(_unlike_ends(root, writer, ends[writer], into) if writer != BOARD else ()),
            ],
        )
        if so_far >= number:
            return


def _lost(now: State | None, before: State, changes: State, told: list[str], writer: str) -> Iterator[str]:
    """All that was acknowledged and is not there, but for what the writer changes."""
    if now is None:
        yield "cannot be read"
        return
    yield from now.wrong if writer not in ("migrate", "repair") else ()
    yield from (key for key, value in before.facts.items() if now.facts.get(key) not in (value, changes.facts.get(key)))
    text = "\n".join([*now.facts, *map(str, now.facts.values())])
    yield from (line for line in told if line.startswith("ack ") and line[4:] not in text)
    done = {key.split()[1]: value for key, value in now.facts.items() if key.startswith("plays ")}
    for chunk in (line.split() for line in told if line.startswith("chunk ")):
        if int(str(done.get(chunk[1], 0))) < int(chunk[2]):
            yield " ".join(chunk)


def _unlike_ends(root: Path, writer: str, end: State, into: Path) -> list[str]:
    """What is wrong once the same command was given again and ended."""
    in_child(work, root, writer, into=into)
    _, now = in_child(look, root, writer, into=into)
    return ["cannot be read"] if now is None else [*now.wrong, *unlike(end.result, now.result)]


def main(number: str, seed: str = "1", folder: str = "") -> None:
    """Print each writer's kills, and in the end how many there were, and how many rows of them lost anything."""
    there, counts, lost = Path(folder or mkdtemp("kills")), Counter[str](), 0
    for writer, words, wrong in kills(int(number), int(seed), there):
        counts[writer] += int(words.split()[0])
        lost += bool(wrong)
        click.echo(f"{counts.total()} {writer}: {words}{''.join(f' WRONG {problem}' for problem in wrong[:9])}")
    click.echo(f"{counts.total()} kills, {lost} lost anything: {dict(counts)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
