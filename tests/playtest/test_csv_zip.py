"""The zip of tables: all that was logged, by its described columns, safe in a spreadsheet, without names if asked."""

import csv
import io
import json
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from zipfile import ZipFile

import pytest

from tests.playtest.generated import NAMES, some_sessions
from workbench.engine.files import FORMULA
from workbench.engine.problems import BadInput
from workbench.playtest.exchange.exporting import TABLES, column_descriptions, export_tables
from workbench.playtest.exchange.importing import import_file
from workbench.playtest.feedback import submit
from workbench.playtest.log.kinds import EntryKind, Moment, QuestionKind
from workbench.playtest.log.recording import Log, load_many
from workbench.store import Store
from workbench.store.playtests.entries import Feedback, feedback_of, new_uuid, session_ids
from workbench.store.playtests.people import Person, people

Tables = dict[str, list[dict[str, str]]]


def read(zipped: bytes) -> Tables:
    """The rows of each table, as any reader of CSV has them."""
    with ZipFile(io.BytesIO(zipped)) as archive:
        files = {name: archive.read(name).decode("utf-8-sig") for name in archive.namelist()}
    return {
        name.removesuffix(".csv"): list(csv.DictReader(io.StringIO(text, newline=""))) for name, text in files.items()
    }


@pytest.fixture
def generated(store: Store) -> Store:
    some_sessions(seed=3, count=20).store_in(store)
    return store


def test_every_column_is_described_in_the_zip(generated: Store) -> None:
    tables = read(export_tables(generated))
    assert set(tables) == {*TABLES, "columns"}
    for name, columns in TABLES.items():
        assert list(tables[name][0]) == list(columns)
        assert [row["column"] for row in tables["columns"] if row["table"] == f"{name}.csv"] == list(columns)
    assert all(row["holds"] for row in column_descriptions())


def test_each_table_has_what_was_logged(generated: Store) -> None:
    tables, sessions = read(export_tables(generated)), load_many(generated, session_ids(generated))
    assert [row["session"] for row in tables["sessions"]] == [session.id for session in sessions]
    for name, counts in {
        "players": [len(session.everybody) for session in sessions],
        "moments": [len(session.moments) for session in sessions],
        "notes": [len(session.notes) for session in sessions],
        "log": [len(session.lines) for session in sessions],
        "feedback": [len(feedback_of(generated, session.id)) for session in sessions],
    }.items():
        assert [sum(row["session"] == session.id for row in tables[name]) for session in sessions] == counts, name
    session = sessions[0]
    rows = [row for row in tables["log"] if row["session"] == session.id]
    assert [json.loads(row["data"]) for row in rows] == [line.entry.data for line in session.lines]
    assert [row["undone"] == "yes" for row in rows] == [line.undone for line in session.lines]
    edits = [row for row in tables["log"] if row["kind"] in ("undo", "edit")]
    assert edits
    assert all(int(row["refers_to"]) < int(row["number"]) for row in edits)


def test_points_that_count_add_up_to_the_score(generated: Store) -> None:
    tables = read(export_tables(generated))
    sums: dict[tuple[str, str], float] = defaultdict(float)
    for row in tables["scores"]:
        if row["counts"] == "yes":
            sums[row["session"], row["counts_for"]] += float(row["points"])
    scored = {(row["session"], row["player"]): float(row["score"]) for row in tables["players"] if row["score"]}
    passed_on = {(row["session"], row["player"]) for row in tables["players"] if row["points_to"]}
    assert passed_on
    assert dict(sums) == pytest.approx({who: scored[who] for who in scored if who in sums or who not in passed_on})
    assert {row["of"] for row in tables["scores"]} == {"criterion", "row", "total", "override"}
    assert {row["criterion_title"] for row in tables["scores"] if row["criterion"] == "broad_appeal"} >= {
        "Broad appeal"
    }


def test_what_happened_stands_with_its_minute_player_and_words(log: Log, players: list[str]) -> None:
    log.tap(EntryKind.PHASE, {"phase": "play"}, at=datetime.now(UTC) - timedelta(minutes=12.5))
    log.moment(Moment.STUCK, players[1], "Whose turn?")
    log.note("=1+1 is what the card said")
    log.score(players[0], 2, 3, "broad_appeal")
    question = log.ask("Too long?", QuestionKind.REPLY)
    submit(log.store, Feedback(new_uuid(), log.id, players[2], fun=4, best="-5 points!", answers={question.id: "no"}))
    log.times(started_at=datetime.now(UTC) - timedelta(hours=2))
    first, second = log.times(play_min=55), log.times(break_min=5)
    log.undo(second.id)
    tables = read(export_tables(log.store))
    [moment], [note], [score] = tables["moments"], tables["notes"], tables["scores"]
    assert (moment["moment"], moment["player"], moment["note"]) == ("stuck", "Ben", "Whose turn?")
    assert float(moment["minute"]) == pytest.approx(12.5, abs=0.5)
    assert note["note"] == "'=1+1 is what the card said"
    assert (score["player"], score["row"], score["row_name"], score["points"]) == ("Anna", "3", "deal", "3")
    [form], [answer] = tables["feedback"], tables["answers"]
    assert (form["player"], form["fun"], form["best"]) == ("Cleo", "4", "'-5 points!")
    assert (answer["player"], answer["question"], answer["answer"]) == ("Cleo", "Too long?", "no")
    [session] = tables["sessions"]
    assert (session["play_min"], session["break_min"], session["times_corrected"]) == ("55.0", "0.0", "yes")
    _, play, pause = [row for row in tables["log"] if row["kind"] == EntryKind.TIMES]
    [undo] = [row for row in tables["log"] if row["kind"] == EntryKind.UNDO]
    assert (play["undone"], play["device"], "55" in play["says"]) == ("no", first.device, True)
    assert float(play["before"].split()[0]) == pytest.approx(12.5, abs=0.5)
    assert (pause["undone"], undo["refers_to"]) == ("yes", pause["number"])
    assert pause["says"] in undo["says"]


def test_no_cell_is_a_formula(store: Store) -> None:
    evenings = some_sessions(seed=6, count=12)
    evenings.people = [
        Person(person.id, f"{'=+-@'[place % 4]}{person.name}") for place, person in enumerate(evenings.people)
    ]
    evenings.store_in(store)
    cells = [
        cell
        for rows in read(export_tables(store)).values()
        for row in rows
        for cell in row.values()
        if cell is not None
    ]
    ran = [cell for cell in cells if cell.startswith(FORMULA) and not _is_number(cell)]
    assert ran == []
    assert any(cell.startswith("'=") for cell in cells)


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def test_pseudonyms_stand_for_names_in_every_table_and_text(log: Log, players: list[str]) -> None:
    log.moment(Moment.LAUGHTER, players[0], "Anna fell off the chair")
    log.note("Ben and Cleo argued", players[1])
    log.total(players[2], 9)
    log.override("Cleo had counted wrong", [players[2]])
    log.header(goal="Does Anna win?", location="At Ben's", teacher=players[0])
    note = log.note("Cleo asked")
    log.edit(note.id, text="Cleo asked twice")
    question = log.ask("Was Anna fast?")
    form = Feedback(new_uuid(), log.id, players[2], best="when Ben lost", answers={question.id: "Anna? no"})
    submit(log.store, form)
    log.leave(players[1])
    log.abandon("Ben went home")
    open_, hidden = read(export_tables(log.store)), read(export_tables(log.store, pseudonymous=True))
    assert {name: len(rows) for name, rows in open_.items()} == {name: len(rows) for name, rows in hidden.items()}
    for table in TABLES:
        everything = json.dumps(hidden[table], ensure_ascii=False)
        assert not [name for name in ("Anna", "Ben", "Cleo") if name in everything], table
        named = any(name in json.dumps(open_[table]) for name in ("Anna", "Ben", "Cleo"))
        assert named or table == "outcomes", table
    called = {row["person"]: row["player"] for row in hidden["players"]}
    assert hidden["moments"][0]["note"] == f"{called[players[0]]} fell off the chair"
    assert hidden["feedback"][0]["player"] == called[players[2]]


def test_no_name_is_left_in_generated_sessions(generated: Store) -> None:
    hidden = read(export_tables(generated, pseudonymous=True))
    everything = json.dumps({name: rows for name, rows in hidden.items() if name != "columns"}, ensure_ascii=False)
    long = [
        name for name in NAMES if len(name) > 2 and any(person.name == name for person in people(generated).values())
    ]
    assert long
    assert not [name for name in long if name in everything]


def test_a_zip_is_refused_as_a_file_to_import(generated: Store) -> None:
    with pytest.raises(BadInput, match=r"zip.*must be our own JSON"):
        import_file(generated, export_tables(generated), "tables.zip")


def test_games_are_picked(generated: Store) -> None:
    tables = read(export_tables(generated, games=["hitmakers"]))
    assert {row["game"] for row in tables["sessions"]} == {"hitmakers"}
    picked = {row["session"] for row in tables["sessions"]}
    assert all({row["session"] for row in tables[name]} <= picked for name in TABLES)
