"""Damages of every kind of file of a workspace: `python -m tests.limit.damages N [SEED [FOLDER]]`.

Each time one file of a copy is damaged. Commands that read it and `doctor` say what is wrong; what they advise is done
word for word. Printed is what was told, and how much of what people wrote could not be read before that and after it.
"""

import os
import random
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from tempfile import mkdtemp

import click

from tests.limit.writers import OTHER, REVISION, facts, in_child, output, prepare
from workbench.store import Store, StoreError
from workbench.store.runs import Status, runs

FILES = {
    "database": "data/workbench.duckdb", "log": "data/workbench.duckdb.wal", "index": "data/index.duckdb",
    "session": "data/sessions/*.jsonl", "people": "data/people.json", "imports": "data/imports.json",
    "ledger": "data/ledger.jsonl", "revision": "scenarios/hitmakers/2021-04-08.toml",
    "cards": "data/hollywood_1947/*.csv", "learned": "data/learned/*.json", "draft": "data/drafts/*.json",
    "photo": "data/media/*/*", "backup": "data/backups/*.zip",
}  # fmt: skip
Damage = Callable[[bytes, random.Random], bytes]


def flipped(share: float) -> Damage:
    """Bits of sixteen bytes are other ones, so far into the file."""

    def damage(content: bytes, chance: random.Random) -> bytes:
        at = min(len(content), int(share * len(content)) + chance.randrange(64) * (0 < share < 1))
        at = max(0, min(at, len(content) - 16))
        return (
            content[:at] + bytes(byte ^ chance.randrange(1, 256) for byte in content[at : at + 16]) + content[at + 16 :]
        )

    return damage


DAMAGES: dict[str, Damage] = {
    "header": flipped(0), "middle": flipped(0.5), "end": flipped(1), "elsewhere": flipped(0.3),
    "truncated": lambda content, chance: content[: int(chance.uniform(0.1, 0.9) * len(content))],
    "emptied": lambda content, chance: b"", "zeros": lambda content, chance: bytes(len(content)),
    "replaced": lambda content, chance: chance.choice([*Path(__file__).parent.glob("*.py")]).read_bytes(),
}  # fmt: skip
LOOKS = (("runs",), ("playtests", "list"), ("validate", REVISION, OTHER), ("doctor",))


def with_log(root: Path) -> None:
    """A process that is killed while its changes are in the log alone."""
    store = Store(root / "data" / "workbench.duckdb")
    with store.session(), store.writing() as cursor:
        cursor.execute("update runs set note = 'in the log'")
        cursor.commit()
        os._exit(9)


def advice(told: str, store: Store) -> Iterator[list[str]]:
    """The commands that were named, with the runs that are meant; `doctor` where it does something."""
    for words in dict.fromkeys(re.findall(r"`workbench ([^`]+)`", told)):
        if "RUN" in words:
            with suppress(StoreError):
                yield from (words.replace("RUN", run.id).split() for run in runs(store, status=Status.INTERRUPTED))
        elif words != "doctor":
            yield words.split()


def examined(root: Path, before: dict[str, object]) -> tuple[list[str], list[str], list[str]]:
    """What cannot be read at first, what was told and done, and what cannot be read then."""
    store = Store(root / "data" / "workbench.duckdb")
    told = "\n".join(output(root, *words) for words in LOOKS)
    at_first = _lost(before, root)
    lines = [line for line in told.splitlines() if re.search("damaged|cannot|lost|Traceback", line)]
    for _ in range(2):  # what the first advice leads to may advise once more
        for words in advice(told, store):
            lines.append(f"did {' '.join(words)}")
            told = f"{told}\n{output(root, *words)}"
    told += output(root, "doctor")
    return at_first, [*lines, *told.splitlines()[-1:], *["Traceback"] * ("Traceback" in told)], _lost(before, root)


def _lost(before: dict[str, object], root: Path) -> list[str]:
    """What people wrote, or bots finished, and is not to be read."""
    there = facts(root)
    return [key for key, value in before.items() if there.get(key) != value]


class Bench:
    """A whole workspace in a folder, and copies of it, in which a file is damaged."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.whole, self.root, self.into = folder / "whole", folder / "damaged", folder / "returned"
        self.chance = random.Random(seed)
        prepare(self.whole, self.into)
        _, self.before = in_child(facts, self.whole, into=self.into)

    def damage(self, kind: str, name: str) -> tuple[list[str], list[str], list[str]]:
        """What cannot be read after a damage, what was told and done, and what cannot be read then."""
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(self.whole, self.root)
        if kind == "log":
            in_child(with_log, self.root, into=self.into)
        file = self.chance.choice(sorted(self.root.glob(FILES[kind])))
        file.write_bytes(DAMAGES[name](file.read_bytes(), self.chance))
        code, seen = in_child(examined, self.root, self.before, into=self.into)
        at_first, told, left = seen or ([], [f"ended with {code}"], ["everything"])
        if kind == "photo":  # of which there is no other
            at_first, left = ([key for key in keys if not key.startswith("media ")] for keys in (at_first, left))
        return at_first, told, left if told or not at_first else ["a word of it", *left]


def main(number: str, seed: str = "1", folder: str = "") -> None:
    """Print each damage, up to so many; with `-`, of those that standard input names."""
    bench, bad, count = Bench(Path(folder or mkdtemp("damages")), int(seed)), 0, 0
    every = cycle(f"{kind} {name}" for kind in FILES for name in DAMAGES)
    for count, words in enumerate(iter(sys.stdin.readline, "") if number == "-" else islice(every, int(number)), 1):
        at_first, told, left = bench.damage(*words.split())
        wrong = [*left, *["Traceback"] * ("Traceback" in told)]
        bad += bool(wrong)
        lost = "".join(f" WRONG {problem}" for problem in wrong[:2])
        click.echo(f"{count} {words.strip()}: {len(at_first)} cannot be read at first, {len(left)} in the end{lost}")
        for line in told if number.isdigit() else ():
            click.echo(f"    {line[:300]}")
    click.echo(f"{count} damages, {bad} lost anything for good")


if __name__ == "__main__":
    main(*sys.argv[1:])
