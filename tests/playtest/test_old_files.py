"""Files and logs that older workbenches wrote are read: `files/` holds them as they were written."""

import json
from pathlib import Path

import pytest

from workbench.playtest.exchange.exporting import export_text
from workbench.playtest.exchange.importing import import_file
from workbench.playtest.exchange.parsed import Format
from workbench.playtest.log.entries import read_data
from workbench.playtest.log.kinds import EntryKind
from workbench.playtest.log.recording import load_many
from workbench.store import Store
from workbench.store.playtests.entries import session_ids
from workbench.store.playtests.people import people

FILES = Path(__file__).parent / "files"
OLD = json.loads((FILES / "old.json").read_text())
ENTRIES = [entry for session in OLD["sessions"] for entry in session["entries"]]


def test_our_json_is_read_whole(store: Store) -> None:
    imported = import_file(store, (FILES / "old.json").read_bytes(), "old.json")
    assert imported.warnings == ()
    exported = json.loads(export_text(store, Format.JSON))
    assert {**exported, "exported_at": OLD["exported_at"]} == OLD


def outcomes(folder: Path, name: str) -> dict[str, tuple]:
    """Totals and winners of each session of a file, by name."""
    store = Store(folder / name / "workbench.duckdb")
    import_file(store, (FILES / name).read_bytes(), name)
    names = {id: person.name or "" for id, person in people(store).items()}
    return {
        session.id: (
            sorted((names[player], total) for player, total in session.scores.totals.items()),
            sorted(names[player] for player in session.scores.winners),
        )
        for session in load_many(store, session_ids(store))
    }


@pytest.mark.parametrize("name", ["old.csv", "old.bgsplay"])
def test_tables_and_plays_give_the_same_outcomes(tmp_path: Path, name: str) -> None:
    assert outcomes(tmp_path, name) == outcomes(tmp_path, "old.json")


def test_the_old_log_has_every_kind_of_entry_but_those_that_came_later() -> None:
    later = {EntryKind.TAKEOVER, EntryKind.TURN, EntryKind.DECISIONS}
    assert {entry["kind"] for entry in ENTRIES} == {*EntryKind} - later


def test_a_logged_entry_is_stored_the_same_today() -> None:
    for entry in ENTRIES:
        assert read_data(EntryKind(entry["kind"]), entry["data"], "entry") == (entry["data"], []), entry["id"]
