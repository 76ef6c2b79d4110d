"""The page Import and export: nothing is stored before it was seen, and imports, names and files come back out."""

import io
import json
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, text
from tests.playtest.test_exchange import BGSTATS
from tests.support.evenings import evenings
from workbench.app.pages import import_export as exchange
from workbench.play.saved import SavedPlay, save, saved_plays
from workbench.playtest.exchange.csv_table import template
from workbench.playtest.exchange.exporting import export_text
from workbench.playtest.exchange.parsed import DOUBTED, Format
from workbench.playtest.exchange.reconcile import ImportStatus
from workbench.playtest.log.recording import Log, begin, load
from workbench.playtest.media import Media
from workbench.playtest.overview import sessions
from workbench.playtest.sharing import write_shared
from workbench.report.text.playtests import STATUS_TEXTS
from workbench.scenario.drafts import Baseline, StoredDraft, read_draft, write_draft
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.answers import StoredAnswer, save_answer
from workbench.store.copies import keep_backup
from workbench.store.history import Decision, DecisionState, Finding, decide, decisions, findings, save_finding
from workbench.store.playtests.entries import new_uuid, session_ids
from workbench.store.playtests.imports import file_imports
from workbench.store.playtests.people import people
from workbench.store.runs import Revision, save_revision


def upload(page: AppTest, name: str, content: str) -> AppTest:
    page.file_uploader[0].set_value([(name, content.encode(), "text/plain")]).run()
    assert not page.exception
    return page


def press(page: AppTest, key: str) -> AppTest:
    page.button(key=key).click().run()
    assert not page.exception
    return page


def test_a_file_is_seen_stored_and_taken_back(open_page: OpenPage, store: Store) -> None:
    page = upload(open_page("exchange"), "tuesday.csv", template())
    assert "1 session" in text(page)
    assert list(page.dataframe[0].value["Players"]) == ["Anna 21, B. 17"]
    assert session_ids(store) == []
    press(page, "store_import")
    assert "1 new session" in page.success[0].value
    assert len(session_ids(store)) == 1
    [batch] = file_imports(store)
    assert "tuesday.csv" in text(page)
    press(page, f"undo_{batch.id}")
    assert session_ids(store) == []
    assert "tuesday.csv" in page.success[0].value


MIXED = (
    "session,game,date,player,score\n"
    "a,hitmakers,2024-05-01,Anna,21\na,,,Ben,17\n"
    "b,hitmakers,yesterday,Anna,many\n"
    "c,hitmakers,2024-05-03,Cleo,9\n"
)


def test_good_sessions_are_taken_and_the_others_can_be_kept(open_page: OpenPage, store: Store) -> None:
    page = upload(open_page("exchange"), "mixed.csv", MIXED)
    assert "2 good sessions" in page.button(key="store_good").label
    assert "1" in page.get_by_key("keep_bad").label
    assert list(page.dataframe[0].value["Players"]) == ["Anna 21, Ben 17", "Cleo 9"]
    press(page, "store_good")
    assert len(session_ids(store)) == 2
    assert "1 session of mixed.csv" in text(page).replace("\\", "")
    assert page.get_by_key("keep_left")


def test_unlikely_points_and_joined_plays_are_told_as_in_the_command(open_page: OpenPage, store: Store) -> None:
    points = "session;game;date;player;score\na;hitmakers;2024-05-01;Anna;1.234,5\n"
    page = upload(open_page("exchange"), "p.csv", points)
    assert DOUBTED in page.error[0].value
    page.toggle[0].set_value(True).run()
    assert not page.error
    press(page, "store_import")
    upload(page, "p.bgsplay", json.dumps(BGSTATS))
    page.toggle[0].set_value(True).run()
    assert "joined 1 play to hitmakers/2021" in text(page).replace("\\", "")
    press(page, "store_import")
    assert "Joined 1 play to hitmakers/2021-04-08." in page.success[0].value.replace("\\", "")


def test_an_import_that_went_on_asks_before_it_goes(open_page: OpenPage, store: Store) -> None:
    page = press(upload(open_page("exchange"), "a.csv", template()), "store_import")
    [batch], [session] = file_imports(store), session_ids(store)
    Log(store, session).note("added since")
    press(page, f"undo_{batch.id}")
    assert session_ids(store) == [session]
    assert "Not undone" in page.success[0].value
    press(page, f"force_{batch.id}")
    assert session_ids(store) == []


def choose(page: AppTest, person: str) -> AppTest:
    page.selectbox(key="person").set_value(person).run()
    assert not page.exception
    return page


def test_a_typo_in_a_name_is_mended(open_page: OpenPage, store: Store) -> None:
    log = begin(store, {"game": "hitmakers"})
    log.add_player("Anna", 1)
    ana = log.add_player("Ana", 0).data["player"]
    page = choose(open_page("exchange"), ana)
    press(page, "rename")
    assert people(store)[ana].name == "Ana", "nothing has been typed"
    page.text_input(key=f"rename_{ana}").set_value("Anna").run()
    assert "“Merge”" in text(page)
    page.text_input(key=f"rename_{ana}").set_value(" Anja ").run()
    press(page, "rename")
    assert "Anja" in page.success[0].value
    assert people(store)[ana].name == "Anja"


def test_two_names_of_one_person_are_joined_after_saying_what_moves(open_page: OpenPage, store: Store) -> None:
    log, other = (begin(store, {"game": "hitmakers"}) for _ in range(2))
    anna, ben = (log.add_player(name).data["player"] for name in ("Anna", "Ben"))
    ana = other.add_player("Ana").data["player"]
    page = choose(open_page("exchange"), ana)
    page.selectbox(key=f"same_{ana}").set_value(anna).run()
    assert "1 session with seat and points and 0 feedback forms" in text(page)
    assert page.button(key="join").disabled
    page.checkbox(key=f"sure_same_{ana}").check().run()
    press(page, "join")
    assert "Ana's records now belong to Anna." in page.success[0].value
    assert set(people(store)) == {anna, ben}
    choose(page, ben).selectbox(key=f"same_{ben}").set_value(anna).run()
    assert "two people" in page.warning[0].value
    assert "join" not in buttons(page)


def test_what_may_still_name_somebody_is_shown_after_forgetting(open_page: OpenPage, workspace: Workspace) -> None:
    store = Store(workspace.store_path)
    log = begin(store, {"game": "hitmakers"})
    ben = log.add_player("Ben Müller", 0).data["player"]
    first, second = log.note("ask muller, Bens friend"), log.note("Benny is out")
    decide(store, Decision("hitmakers", "2021-04-08", DecisionState.ADOPTED, "Ben Müller likes it.", "And Benny?"))
    played = SavedPlay(
        "0123456789ab", "hitmakers", "2021-04-08", "By Ben Müller", {}, (), 1, 0, 0, {0: "Ben Müller", 2: "Bennie"}, {}
    )
    renamed = replace(played, id="ba9876543210", names={0: "Benn"}, session=log.id)
    save(workspace, played)
    save(workspace, renamed)
    scenario = next(workspace.scenarios.rglob("*.toml"))
    scenario.write_text(f"# Müller's idea\n{scenario.read_text()}")
    (workspace.data / "hitmakers").mkdir(exist_ok=True)
    (workspace.data / "hitmakers" / "cards.csv").write_text("name\nMullers choice\n")
    (workspace.data / "last-receive.zip").write_text("Ben Müller likes it.")
    draft = StoredDraft("0a1b2c3d", "hitmakers", "2021-04-08", Baseline(), texts={"reason": "For Ben Müller."})
    draft = write_draft(workspace, draft, None)
    page = choose(open_page("exchange"), ben)
    page.checkbox(key=f"sure_{ben}").check().run()
    press(page, "forget")
    assert "**3 texts** may still contain" in text(page)
    assert {play.id: play.names for play in saved_plays(workspace)} == {
        played.id: {0: "Player 1", 2: "Bennie"},
        renamed.id: {0: "Player 1"},
    }
    assert {play.title for play in saved_plays(workspace)} == {"By somebody"}
    assert decisions(store, "hitmakers")["2021-04-08"].reason == "somebody likes it."
    warned = "".join(warning.value for warning in page.warning)
    assert "# Müller's idea" in warned and "play 0123456789ab" in warned and "Bennie" in warned
    assert "cards.csv\\: Mullers choice" in warned and not (workspace.data / "last-receive.zip").exists()
    assert read_draft(workspace, draft.id).texts == {"reason": "For somebody."}
    page.text_area(key="alike_decision_hitmakers/2021-04-08_notes").set_value("And them?").run()
    press(page, "alike_save_2")
    assert decisions(store, "hitmakers")["2021-04-08"].notes == "And them?"
    page.text_area(key=f"alike_playtest_entries_{first.id}_text").set_value("ask him").run()
    press(page, "alike_save_0")
    assert [note.text for note in log.session().notes] == ["ask him", "Benny is out"]
    assert "muller" not in export_text(store, Format.JSON)
    assert "**1 text** may still contain" in text(page)
    press(page, "alike_stays_0")
    assert "may still contain" not in text(page)
    assert second.data["text"] in export_text(store, Format.JSON)


def test_a_forgotten_name_is_in_no_byte_of_the_workspace(open_page: OpenPage, workspace: Workspace) -> None:
    """Of all that the workbench writes: text, results, index, log, backups, photos, plays, drafts, older files."""
    name, store = "Zacharias Quirk", Store(workspace.store_path)
    log = begin(store, {"game": "hitmakers", "goal": f"what {name} wants", "location": f"{name}'s kitchen"})
    person = log.add_player(name, 0).data["player"]
    note = log.note(f"{name} is late")
    photo = io.BytesIO()
    Image.new("RGB", (8, 8)).save(photo, "JPEG", comment=name.encode())
    Media(workspace.data / "media").add(log.session(), note.id, new_uuid(), photo.getvalue())
    evenings(workspace, 1)
    press(upload(open_page("exchange"), f"{name}.csv", template()), "store_import")
    decide(store, Decision("hitmakers", "2021-04-08", DecisionState.ADOPTED, f"{name} likes it."))
    about = ("hitmakers", "2021-04-08", "r", "c", ("random",), 10, 1)
    save_answer(store, StoredAnswer("tune", *about, {"why": name}, sentence=f"{name} wins.", data=f"<{name}>".encode()))
    finding = Finding("run", "hitmakers", "2021-04-08", "r", {}, ("random",), 9, 1, f"{name} was right.", name)
    save_finding(store, finding)
    save_revision(store, Revision("hitmakers", "2021-04-08", "r", {}, reason=f"{name} asked"))
    save(workspace, SavedPlay("0123456789ab", "hitmakers", "2021-04-08", "", {}, (), 1, 0, 0, {0: name}, {}))
    rows = ({"name": "Star", f"for {name}": f"{name}'s card"},)
    draft = StoredDraft("0a1b2c3d", "hitmakers", "2021-04-08", Baseline(), cards={"deck": rows}, texts={"reason": name})
    draft = write_draft(workspace, draft, None)
    (workspace.data / "drafts" / "00000000.json").write_text(f'{{"id": "00000000", "texts": "{name}')
    sessions(store)
    assert keep_backup(store.path, always=True)
    store.path.with_name("workbench.before-16.duckdb").write_text(name)

    def holding() -> set[str]:
        spellings = [name.encode(encoding) for encoding in ("utf-8", "utf-16-le")]
        contents = {file: file.read_bytes() for file in workspace.root.rglob("*") if file.is_file()}
        for file in [file for file in contents if file.suffix == ".zip"]:
            with ZipFile(file) as archive:
                contents |= {file / inside: archive.read(inside) for inside in archive.namelist()}
        return {str(file) for file, content in contents.items() for spelling in spellings if spelling in content}

    before = {Path(file).suffix for file in holding()}
    assert before >= {".json", ".jsonl", ".duckdb"}
    page = choose(open_page("exchange"), person)
    assert page.button(key="forget").disabled
    page.checkbox(key=f"sure_{person}").check().run()
    press(page, "forget")
    assert holding() == set()
    assert read_draft(workspace, draft.id).cards == {"deck": ({"name": "Star", "for somebody": "somebody's card"},)}
    assert [one.sentence for one in findings(store)] == ["somebody was right."]
    assert not [*(workspace.data / "media" / log.id).glob("*")]


def test_the_zip_of_tables_is_offered_with_its_columns(
    open_page: OpenPage, workspace: Workspace, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    evenings(workspace, 1)
    page = open_page("exchange")
    offered: dict[str, tuple] = {}
    monkeypatch.setattr(exchange.st, "download_button", lambda *args, **look: offered.update({look["key"]: args}))
    page.selectbox(key="export_format").set_value(exchange.ALL_TABLES)
    page.toggle(key="export_hidden").set_value(True).run()
    assert not page.exception
    told = page.table[-1].value
    assert {(row.Table, row.Column) for row in told.itertuples()} >= {("moments.csv", "minute"), ("log.csv", "before")}
    _, content, name, media = offered["export"]
    assert (name, media) == ("playtests-pseudonymous.zip", "application/zip")
    with ZipFile(io.BytesIO(content())) as archive:
        assert {"sessions.csv", "players.csv", "scores.csv", "moments.csv", "columns.csv"} <= set(archive.namelist())
        listed = archive.read("players.csv").decode()
    names = [person.name or "?" for person in people(store).values()]
    assert (",Player " in listed, [name for name in names if f",{name}," in listed]) == (True, [])


def test_a_file_that_says_otherwise_is_told_and_taken_where_asked_for(open_page: OpenPage, store: Store) -> None:
    page = press(upload(open_page("exchange"), "a.csv", template()), "store_import")
    [session] = session_ids(store)
    upload(page, "a.csv", template().replace(",21,", ",99,"))
    assert "score of Anna 21, now 99" in page.warning[0].value.replace("\\", "")
    assert list(page.dataframe[0].value["In the store"]) == [STATUS_TEXTS[ImportStatus.DIFFERS]]
    assert page.button(key="store_import").disabled
    page.toggle[0].set_value(True).run()
    assert list(page.dataframe[0].value["In the store"]) == [STATUS_TEXTS[ImportStatus.UPDATED]]
    press(page, "store_import")
    assert "updated 1 session" in page.success[0].value.replace("\\", "")
    assert sorted(load(store, session).scores.totals.values()) == [17, 99]
    press(page, f"undo_{file_imports(store)[0].id}")
    assert sorted(load(store, session).scores.totals.values()) == [17, 21]


def test_of_a_shared_workspace_what_is_new_is_added_and_nothing_changed(
    open_page: OpenPage, workspace: Workspace, store: Store
) -> None:
    changed = workspace.scenarios / "hitmakers" / "concentration.toml"
    theirs = changed.read_text().replace('title = "', 'title = "Their ', 1)
    ours, new = changed.read_text(), workspace.scenarios / "hitmakers" / "new-one.toml"
    new.write_text('game = "hitmakers"\nparent = "concentration"\n')
    changed.write_text(theirs)
    data = write_shared(workspace, store)
    changed.write_text(ours)
    new.unlink()
    page = open_page("exchange")
    page.file_uploader[1].set_value([("theirs.zip", data, "application/zip")]).run()
    assert "**1 new, 1 different" in text(page)
    assert list(page.dataframe[0].value["New"]) == ["scenarios/hitmakers/new-one.toml"]
    assert '+title = "Their ' in page.code[0].value
    assert not new.exists(), "it is only looked at"
    press(page, "take_in")
    assert new.exists() and changed.read_text() == ours
