"""What people write is text: damage costs the damaged line at most, no lock of the database is waited for."""

import errno
import json
import os
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from store_samples import python
from test_store_connection import HOLD

from tests.support.thorough import one_of
from workbench.playtest.log.recording import Log, begin, load
from workbench.playtest.overview import dashboard, left_out, sessions
from workbench.store import Store, StoreDamaged, StoreFull
from workbench.store.history import Decision, decide
from workbench.store.playtests.entries import Entry, entries_of, feedback_of, session_ids
from workbench.store.playtests.people import people
from workbench.store.runs import runs
from workbench.store.texts import lines_in


@pytest.fixture
def log(store: Store) -> Log:
    """A session with two players, twelve notes and points."""
    log = begin(store, {"game": "hitmakers", "goal": "Würfel “fair”?"})
    anna, ben = (log.add_player(name, seat).data["player"] for seat, name in enumerate(("Anna", "Ben")))
    for number in range(12):
        log.note(f"note {number}, “quoted”")
    log.total(anna, 7)
    log.total(ben, 5)
    return log


def file_of(log: Log) -> Path:
    return log.store.path.parent / "sessions" / f"{log.id}.jsonl"


def flipped(content: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << chance.randrange(8)]) + content[at + 1 :]


def overwritten(content: bytes, chance: Random) -> bytes:
    """Eight bytes of junk, within a line."""
    at = chance.randrange(len(content) - 8)
    at = min(at, max(content.rfind(b"\n", 0, at + 8) - 8, content.find(b"\n", at) - 8, 0) or at)
    return content[:at] + chance.randbytes(8).replace(b"\n", b"?") + content[at + 8 :]


def line_break_gone(content: bytes, chance: Random) -> bytes:
    at = chance.choice([place for place, byte in enumerate(content) if byte == 10])
    return content[:at] + chance.choice((b"", b"X", b"\0")) + content[at + 1 :]


def cut(content: bytes, chance: Random) -> bytes:
    """The last line cut short, as by a crash."""
    start = content.rstrip(b"\n").rfind(b"\n") + 1
    return content[: chance.randrange(start + 1, len(content) - 1)]


@pytest.mark.parametrize("times", one_of([10, 50], quick=10))
@pytest.mark.parametrize("damage", [flipped, overwritten, line_break_gone, cut])
def test_damage_costs_the_damaged_line_alone_and_is_told(log: Log, damage, times: int) -> None:
    store, file, whole = log.store, file_of(log), entries_of(log.store, log.id)
    content, by_id = file.read_bytes(), {entry.id: entry for entry in whole}
    for number in range(times):
        file.write_bytes(damage(content, Random(number)))
        left = entries_of(store, log.id)
        lost = by_id.keys() - {entry.id for entry in left}
        assert len(lost) <= 1 + (damage is overwritten), f"{damage.__name__} {number}"
        assert all(by_id.get(entry.id) in (entry, None) or same_but_number(entry, by_id[entry.id]) for entry in left)
        session = load(store, log.id)
        assert len(session.notes) >= 10
        assert log.note("and it goes on").id in {entry.id for entry in entries_of(store, log.id)}
        if number % 5 == 0:
            assert sessions(store) and bool(left_out(store)) is bool(lost), f"{damage.__name__} {number}"
    assert len(session_ids(store)) == 1


def same_but_number(entry: Entry, before: Entry) -> bool:
    return (entry.data, entry.at, entry.kind) == (before.data, before.at, before.kind)


@pytest.mark.parametrize(
    ("kind", "edit", "lost"),
    [
        ("total", {"data": {"player": "x"}}, 1),
        ("note", {"data": {"text": "now without a player"}}, 0),
        ("note", {"device": ["a1"]}, 1),
        ("player", {"data": {"player": "x", "place": 3}}, 1),
        ("player", {"data": {"player": None, "seat": 0, "newcomer": False}}, 1),
        ("open", {"data": {}}, 1),
        ("note", {"data": {"text": "\ud800", "player": None}}, 1),
        ("total", {"data": {"player": "x", "points": float("inf")}}, 1),
        ("note", {"at": "0001-01-01T00:00:00+05:00"}, 1),
        ("form", {"form": {"id": "f", "player": "x", "at": "2026-01-01", "fun": -1}}, 1),
        ("form", {"form": {"id": "f", "player": ["x"], "at": "2026-01-01"}}, 1),
    ],
)
def test_a_line_that_an_editor_spoiled_is_left_out_and_told_and_stops_no_list(log: Log, kind, edit, lost) -> None:
    other, file = begin(log.store, {"game": "hitmakers"}), file_of(log)
    lines = [json.loads(line) for line in file.read_bytes().splitlines()]
    lines += [{"kind": "form"}] if kind == "form" else []
    for line in lines:
        line.pop("sum", None)
    next(line for line in lines if line["kind"] == kind).update(edit)
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert {row.session for row in sessions(log.store)} == {log.id, other.id}
    assert [problem.message[:6] for problem in left_out(log.store)] == ["1 line"] * lost
    assert len(load(log.store, log.id).notes) >= 11


def test_a_name_is_damaged_alone(store: Store, log: Log) -> None:
    file = store.path.parent / "people.json"
    content = file.read_bytes()
    for number in range(10):
        file.write_bytes(flipped(content, Random(number)))
        names = {person.name for person in people(store).values()}
        assert names & {"Anna", "Ben"} and names <= {"Anna", "Ben"}
        log.add_player("Cleo")
        raw = [line.raw for line in lines_in(file.read_bytes()) if line.value is None]
        assert len(raw) + len(names) == 2, "what cannot be read stays in the file"


def test_a_tap_waits_for_no_lock_of_the_database(store: Store, log: Log) -> None:
    runs(store)
    holder = python(HOLD, store.path, 60)
    assert holder.stdout.readline() == "held\n"
    began = time.perf_counter()
    log.note("while a batch is stored")
    assert load(store, log.id).notes[-1].text == "while a batch is stored" and feedback_of(store, log.id) == []
    assert time.perf_counter() - began < 2
    holder.kill()
    holder.communicate()


def test_where_a_line_cannot_be_written_the_true_file_is_named(store: Store, log: Log, monkeypatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    before = file_of(log).read_bytes()
    for write, file in (
        (lambda: log.note("more"), file_of(log)),
        (lambda: decide(store, Decision("hitmakers", "later")), "ledger.jsonl"),
    ):
        with pytest.raises(StoreFull, match=f"{file} cannot be written: .*No space left"):
            write()
    assert file_of(log).read_bytes() == before


def test_the_index_is_made_anew_from_nothing(store: Store, log: Log) -> None:
    before = sessions(store), dashboard(store)
    index = store.path.with_name("index.duckdb")
    for damage in (lambda: index.unlink(), lambda: index.write_bytes(b"junk"), lambda: os.truncate(index, 5_000)):
        damage()
        assert (sessions(store), dashboard(store)) == before
    content = index.read_bytes()
    index.write_bytes(content[:12_288] + bytes(len(content) - 12_288))
    with suppress(StoreDamaged):
        sessions(store)
    assert (sessions(store), dashboard(store)) == before


def test_two_copies_of_a_session_are_merged_line_by_line(store: Store, log: Log) -> None:
    file = file_of(log)
    copied = file.read_bytes()
    log.note("here")
    here = file.read_bytes()
    file.write_bytes(copied)
    log.note("there")
    file.write_bytes(here + file.read_bytes())
    assert [note.text for note in load(store, log.id).notes][-2:] == ["here", "there"]
    assert len(load(store, log.id).notes) == 14


def test_a_line_that_somebody_wrote_by_hand_is_read(store: Store, log: Log) -> None:
    line = '{"id": "mine", "kind": "note", "at": "2026-01-01T18:00:00Z", "data": {"text": "by hand", "player": null}}'
    with file_of(log).open("a") as file:
        file.write(f"{line}\nnonsense\n")
    assert load(store, log.id).notes[0].text == "by hand"
    sessions(store)
    [problem] = left_out(store)
    assert problem.place == f"sessions/{log.id}.jsonl" and "1 line cannot be read" in problem.message
