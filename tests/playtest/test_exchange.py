"""Files: what is written is read back; what is wrong is refused whole; what was imported can be taken back."""

import json
import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from tests.playtest.generated import some_sessions
from tests.playtest.malformed import broken
from tests.support.thorough import one_of
from workbench.engine.problems import BadInput, WorkbenchError
from workbench.engine.registry import games
from workbench.playtest import overview
from workbench.playtest.exchange.csv_table import COLUMNS, template
from workbench.playtest.exchange.exporting import export_text
from workbench.playtest.exchange.importing import import_file, preview
from workbench.playtest.exchange.parsed import CROWDED, Format
from workbench.playtest.exchange.reconcile import STORED_ALREADY
from workbench.playtest.log.kinds import EntryKind
from workbench.playtest.log.recording import Log, begin, load
from workbench.store import Store
from workbench.store.playtests.entries import entries_of, feedback_of, new_uuid, session_ids
from workbench.store.playtests.imports import UndoImportRefused, file_imports, undo_import
from workbench.store.playtests.people import forget, people


@pytest.fixture
def other(tmp_path: Path) -> Store:
    """Another store."""
    store = Store(tmp_path / "other" / "workbench.duckdb")
    with store.session():
        yield store


def contents(store: Store) -> dict[str, list]:
    """All that is stored, but for the numbers of lines and the imports they came with."""
    ids = session_ids(store)
    return {
        "entries": [replace(entry, number=0, batch=None) for id in sorted(ids) for entry in entries_of(store, id)],
        "feedback": [replace(form, number=0, batch=None) for id in sorted(ids) for form in feedback_of(store, id)],
        "people": [(person.id, person.name, person.forgotten) for person in people(store).values()],
    }


def undated(text: str) -> str:
    return re.sub(r'"exported_at": "[^"]*"', "", text)


# Round trips


@pytest.mark.parametrize("count", one_of([20, 1000], quick=20))
def test_our_own_json_loses_nothing(store: Store, other: Store, count: int) -> None:
    some_sessions(seed=1, count=count).store_in(store)
    text = export_text(store, Format.JSON)
    imported = import_file(other, text.encode(), "all.json")
    assert imported.warnings == ()
    before, after = contents(store), contents(other)
    met = {row[0] for row in after["people"]}
    before["people"] = [row for row in before["people"] if row[0] in met]
    assert after == before
    assert undated(export_text(other, Format.JSON)) == undated(text)
    for session in session_ids(store):
        mine, theirs = load(store, session), load(other, session)
        assert (mine.scores, mine.clock, mine.notes, mine.players) == (
            theirs.scores,
            theirs.clock,
            theirs.notes,
            theirs.players,
        )


def figures(store: Store) -> dict:
    """What a table keeps of each session, by the players' names."""
    names = {id: person.name for id, person in people(store).items()}
    texts = {}
    for id in session_ids(store):
        session, forms = load(store, id), feedback_of(store, id)
        called = {seated.player: names[seated.player] or seated.player for seated in session.players}
        texts[id] = (
            session.header.game,
            session.header.version,
            round(overview.summarize(entries_of(store, id)).session.play_s / 60, 2),
            sorted((called[p], total) for p, total in session.scores.totals.items()),
            sorted(called[p] for p in session.winners),
            sorted((called[s.player], s.seat, s.newcomer) for s in session.players),
            sorted((called[f.player], f.fun, f.length, f.again, f.best, f.quote) for f in forms if f.player in called),
        )
    return texts


@pytest.fixture
def played(store: Store) -> Store:
    """Sessions of people with different names, as tables need them."""
    evenings = some_sessions(seed=5, count=20, everything=False)
    evenings.people = [
        type(person)(person.id, f"{person.name} {place}") for place, person in enumerate(evenings.people)
    ]
    evenings.store_in(store)
    return store


def test_a_table_keeps_figures_and_feedback(played: Store, other: Store) -> None:
    text = export_text(played, Format.CSV)
    imported = import_file(other, text.encode(), "all.csv")
    about = {warning.place.split(", ")[1].partition(" ")[0] for warning in imported.warnings}
    assert about <= {"game", "score"}  # one is no game of ours, and some points are none that the rules give
    assert imported.batch.sessions == 20
    mine, theirs = figures(played), figures(other)
    for id, (*rest, forms) in mine.items():
        *others, their_forms = theirs[id]
        assert others[:2] == rest[:2]
        assert others[2] == pytest.approx(rest[2], abs=0.01)
        assert [others[3], *others[5:]] == [rest[3], *rest[5:]]
        assert {form[0]: form[1:] for form in their_forms}.items() <= {form[0]: form[1:] for form in forms}.items()
        if rest[4]:
            assert others[4] == rest[4]


def test_bg_stats_keeps_who_played_and_won(played: Store, other: Store) -> None:
    text = export_text(played, Format.BGSTATS)
    play = json.loads(text)["plays"][0]
    assert isinstance(play["playerScores"][0]["score"], str)
    assert {"board", "playerScores", "durationMin", "gameRefId"} <= set(play)
    import_file(other, text.encode(), "BGStatsExport.json")
    mine, theirs = figures(played), figures(other)
    assert {id: (f[0], f[1], f[3], f[5]) for id, f in theirs.items()} == {
        id: (f[0], f[1], f[3], f[5]) for id, f in mine.items()
    }
    assert all(theirs[id][4] == f[4] for id, f in mine.items() if f[4])


BGSTATS = {
    "games": [
        {"id": 7, "uuid": "F65D8E1E-2673-4FBA-A26C-7B1E930A9FAA", "name": "Hitmakers", "highestWins": True},
        {"id": 8, "name": "Golf", "highestWins": False},
    ],
    "locations": [{"id": 1, "name": "Club"}],
    "players": [{"id": 2, "uuid": "A1637A2A-B17E-49F1-B05C-60CCB21B8B31", "name": "Anna"}, {"id": 3, "name": "Ben"}],
    "plays": [
        {
            "uuid": "25423543-6C93-4CC7-9816-951F47B147D3", "gameRefId": 7, "locationRefId": 1, "ignored": 0,
            "playDate": "2024-03-28 13:22:50", "durationMin": 26, "board": "2021-04-08", "comments": "Close!",
            "playerScores": [
                {"playerRefId": 2, "score": "34+12-3", "winner": False, "newPlayer": True, "startPlayer": False},
                {"playerRefId": 3, "score": "21,5", "winner": 1, "newPlayer": False, "startPlayer": True},
            ],
        },
        {"uuid": "E1518287-D93E-445B-8BA7-3B229B7A7D3D", "gameRefId": 8, "playDate": "2024-03-29 13:22:50",
         "ignored": True, "playerScores": [{"playerRefId": 2, "score": "70"}, {"playerRefId": 3, "score": "first"}]},
    ],
}  # fmt: skip


def test_an_export_of_bg_stats(store: Store) -> None:
    imported = import_file(store, json.dumps(BGSTATS).encode(), "BGStatsExport.json")
    assert [(warning.source, warning.place, warning.value) for warning in imported.warnings] == [
        ("BGStatsExport.json", "plays[0].playerScores", "21.5"),
        ("BGStatsExport.json", "plays[1].playerScores[1].score", "first"),
        ("BGStatsExport.json", "plays[1], game", "Golf"),
    ]
    assert ", ".join(games()) in imported.warnings[2].message
    session = load(store, "25423543-6c93-4cc7-9816-951f47b147d3")
    anna, ben = "a1637a2a-b17e-49f1-b05c-60ccb21b8b31", session.players[0].player
    assert (session.header.game, session.header.revision, session.header.location) == (
        "hitmakers",
        "2021-04-08",
        "Club",
    )
    assert session.scores.totals == {ben: 21.5, anna: 43}
    assert session.scores.winners == (ben,)
    assert session.scores.override.reason == "as BG Stats has it"
    assert [(seated.seat, seated.newcomer) for seated in session.players] == [(0, False), (None, True)]
    assert session.notes[0].text == "Close!"
    golf = load(store, "e1518287-d93e-445b-8ba7-3b229b7a7d3d")
    assert (golf.header.direction, golf.status) == ("lowest", "abandoned")


def test_the_template_can_be_imported_as_it_is(store: Store) -> None:
    assert template().split("\r\n")[0] == "\ufeff" + ",".join(COLUMNS)
    assert import_file(store, template().encode(), "template.csv").batch.sessions == 1


def test_cells_that_a_spreadsheet_would_run_are_quoted(store: Store, other: Store) -> None:
    log = begin(store, {"game": "hitmakers", "goal": "=HYPERLINK(1)"})
    log.add_player("@Anna")
    text = export_text(store, Format.CSV)
    assert "'=HYPERLINK(1)" in text
    assert "'@Anna" in text
    import_file(other, text.encode(), "a.csv")
    assert load(other, log.id).header.goal == "=HYPERLINK(1)"
    assert [person.name for person in people(other).values()] == ["@Anna"]


def test_two_players_on_one_seat_are_warned_of_and_do_not_share_it(store: Store) -> None:
    rows = "session;game;date;player;seat\na;hitmakers;2024-05-01;Anna;1\na;hitmakers;2024-05-01;Ben;1\n"
    imported = import_file(store, rows.encode(), "a.csv")
    [warning] = imported.warnings
    assert (warning.place, warning.value, warning.message) == ("row 2, seat", "1", CROWDED)
    [id] = session_ids(store)
    assert sorted(str(player.seat) for player in load(store, id).players) == ["0", "None"]


# Preview and problems


def test_a_preview_names_the_problems_of_every_row_and_stores_nothing(store: Store) -> None:
    table = (
        "session;game;date;player;seat;score;overall;newcomer;color\n"
        "a;hitmakers;2024-05-01;Anna;1;21;4;yes;red\n"
        "a;;;Ben;zero;many;9;perhaps;\n"
        "b;hitmakers;yesterday;Anna;;;;;\n"
        ";hitmakers;2024-05-01;Anna;;;;;\n"
        "c;hitmakers;2024-05-02;Anna;1;7;;;\n"
        "c;golf;;Anna;;;;;\n"
        "d;hitmakers;2024-05-03;Anna;1;7;;;\n"
    )
    before = contents(store)
    seen = preview(store, table.encode(), "t.csv")
    assert sorted(((problem.place, problem.value) for problem in seen.errors), key=str) == sorted(
        [
            ("row 5, session", None),
            ("row 3, seat", "zero"),
            ("row 3, newcomer", "perhaps"),
            ("row 3, score", "many"),
            ("row 3, overall", "9"),
            ("row 4, date", "yesterday"),
            ("row 7, game", "golf"),
            ("row 7, player", "Anna"),
        ],
        key=str,
    )
    assert [warning.value for warning in seen.warnings] == ["color"]
    assert [session.place for session in seen.sessions if session.news == "new"][-1:] == ["row 8"]
    assert contents(store) == before
    with pytest.raises(BadInput, match="row 3, seat = zero"):
        import_file(store, table.encode(), "t.csv")
    assert contents(store) == before


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A file of each format, of the same sessions."""
    store = Store(tmp_path_factory.mktemp("good") / "workbench.duckdb")
    evenings = some_sessions(seed=8, count=4, moments=3)
    evenings.people = [
        type(person)(person.id, f"{person.name} {place}") for place, person in enumerate(evenings.people)
    ]
    evenings.store_in(store)
    return {format.value: export_text(store, format).encode() for format in Format}


@pytest.mark.parametrize("count", one_of([60, 300], quick=60))
def test_malformed_files_are_refused_or_mended_with_a_message(store: Store, good: dict[str, bytes], count: int) -> None:
    refused = mended = 0
    before = contents(store)
    for name, data in broken(good, seed=4, count=count):
        try:
            imported = import_file(store, data, name)
        except WorkbenchError as error:
            refused += 1
            assert str(error), name
            assert all(line.isprintable() for line in str(error).split("\n")), name
        else:
            mended += bool(imported.warnings)
            if imported.batch:
                assert sorted(session_ids(store)) == sorted({entry.session for entry in contents(store)["entries"]})
                overview.dashboard(store)
                undo_import(store, imported.batch.id)
        assert contents(store) == before, name
        assert file_imports(store) == []
    assert refused > count / 2, f"{count} files: {refused} refused, {mended} mended with a message"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "must be our own JSON"),
        (b"\xff\xfe{", "UTF-8"),
        (b"[" * 10_000, "nested too deep|no JSON"),
        (b'{"a": 1, "a": 2}', "the key 'a' twice"),
        (b'{"a": NaN}', "no number of JSON"),
        (b'{"a": ' + b"9" * 5000 + b"}", "a number of 5000 digits"),
        (b'{"format": "workbench-playtests", "version": 2}', "reads version 1"),
        (b'{"plays": [{}], "players": []}', "uuid"),
    ],
)
def test_what_is_refused_at_once(store: Store, data: bytes, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        import_file(store, data, "file")


def test_a_file_that_is_too_large(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.playtest.exchange.importing.MOST_BYTES", 2**20)
    with pytest.raises(BadInput, match=r"= 1\.1 MiB: must be at most 1 MiB"):
        import_file(store, b" " * (2**20 + 100_000), "file")


# Duplicates, growth and taking back


def test_the_same_file_twice_adds_nothing(store: Store, other: Store, good: dict[str, bytes]) -> None:
    for name, data in good.items():
        first = import_file(other, data, name)
        before = contents(other)
        again = import_file(other, data, name)
        assert again.batch is None
        [stored] = [warning for warning in again.warnings if warning.message == STORED_ALREADY]
        assert stored.place.endswith(" and 1 more")
        assert {session.news for session in preview(other, data, name).sessions} == {"known"}
        assert contents(other) == before
        if first.batch:
            undo_import(other, first.batch.id)


def test_a_session_that_went_on_elsewhere_is_brought_up_to_date(store: Store, other: Store, log: Log) -> None:
    log.note("at first")
    import_file(other, export_text(store, Format.JSON).encode(), "1.json")
    log.note("later")
    theirs = Log(other, log.id)
    theirs.note("over there")
    text = export_text(store, Format.JSON).encode()
    assert [session.news for session in preview(other, text, "2.json").sessions] == ["grown"]
    batch = import_file(other, text, "2.json").batch
    assert (batch.sessions, batch.entries) == (0, 1)
    assert {note.text for note in load(other, log.id).notes} == {"at first", "later", "over there"}
    undo_import(other, batch.id)
    assert {note.text for note in load(other, log.id).notes} == {"at first", "over there"}


def test_what_says_something_else_is_refused(store: Store, log: Log) -> None:
    log.note("one")
    text = export_text(store, Format.JSON)
    before = contents(store)
    with pytest.raises(BadInput, match="entry has other"):
        import_file(store, text.replace('"one"', '"two"').encode(), "a.json")
    elsewhere = text.replace(log.id, new_uuid())
    with pytest.raises(BadInput, match="another stored session"):
        import_file(store, elsewhere.encode(), "a.json")
    assert contents(store) == before


def test_an_import_is_taken_back_with_all_that_it_brought(store: Store, log: Log, good: dict[str, bytes]) -> None:
    log.add_player("Anna")
    before = contents(store)
    batch = import_file(store, good["json"], "a.json").batch
    assert len(session_ids(store)) == 5
    assert file_imports(store) == [batch]
    undo_import(store, batch.id)
    assert contents(store) == before
    assert [row.session for row in overview.sessions(store)] == [log.id]
    with pytest.raises(UndoImportRefused, match="no import"):
        undo_import(store, batch.id)


def test_a_session_does_not_last_into_the_future(store: Store) -> None:
    today = datetime.now().date().isoformat()
    table = f"session,game,date,player,play_min\na,hitmakers,{today},Anna,9999\n"
    with pytest.raises(BadInput, match=r"row 2.*lasts into the future"):
        import_file(store, table.encode(), "t.csv")


def test_what_went_on_since_is_not_taken_back_unasked(store: Store, good: dict[str, bytes]) -> None:
    batch = import_file(store, good["json"], "a.json").batch
    session = session_ids(store)[0]
    Log(store, session).tap(EntryKind.NOTE, {"text": "since"})
    with pytest.raises(UndoImportRefused, match=f"1 session of .*{session}"):
        undo_import(store, batch.id)
    assert len(session_ids(store)) == 4
    undo_import(store, batch.id, even_if_changed=True)
    assert session_ids(store) == []


def test_people_are_found_by_name_where_a_format_has_no_more(store: Store, log: Log) -> None:
    anna = log.add_player("Anna").data["player"]
    import_file(store, template().encode(), "t.csv")
    assert sorted(person.name for person in people(store).values()) == ["Anna", "B."]
    (imported,) = (id for id in session_ids(store) if id != log.id)
    assert anna in {seated.player for seated in load(store, imported).players}


def test_a_name_that_was_taken_out_does_not_come_back(store: Store, log: Log) -> None:
    anna = log.add_player("Anna").data["player"]
    text = export_text(store, Format.JSON)
    forget(store, anna)
    imported = import_file(store, text.encode(), "old.json")
    assert people(store)[anna].name is None
    assert ("players", anna) in {(warning.place, warning.value) for warning in imported.warnings}


def test_only_some_games(store: Store) -> None:
    data = json.dumps(BGSTATS).encode()
    assert import_file(store, data, "a.json", games=["hitmakers"]).batch.sessions == 1
    assert len(people(store)) == 2
    assert json.loads(export_text(store, Format.JSON, games=["golf"]))["sessions"] == []


# Pseudonyms


@pytest.mark.parametrize("format", Format)
def test_pseudonyms_hide_every_name(store: Store, format: Format) -> None:
    evenings = some_sessions(seed=9, count=12)
    evenings.store_in(store)
    text = export_text(store, format, pseudonymous=True)
    names = {person.name for person in evenings.people if len(person.name) > 2}
    assert [name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)] == []
    assert "Player 1" in text
    with_names = export_text(store, format)
    assert any(name in with_names for name in names)


def test_what_is_exported_without_names_imports_elsewhere(store: Store, other: Store) -> None:
    some_sessions(seed=9, count=6).store_in(store)
    import_file(other, export_text(store, Format.JSON, pseudonymous=True).encode(), "p.json")
    assert sorted(session_ids(other)) == sorted(session_ids(store))
    mine, theirs = overview.dashboard(store), overview.dashboard(other)
    assert (mine.ratings, mine.figures, mine.moments) == (theirs.ratings, theirs.figures, theirs.moments)
