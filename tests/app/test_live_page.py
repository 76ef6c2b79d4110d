"""The page Live session: begun, logged tap by tap, undone, ended, read again from its link."""

import json
import re
import time
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, links, plain, text
from tests.app.waiting import until
from tests.support.processes import output, start
from workbench.app.pages.live import moments, shared
from workbench.app.pages.live import shared as cached
from workbench.app.pages.live.shared import session_cache
from workbench.engine.wording import time_words
from workbench.playtest.feedback import submit
from workbench.playtest.log.kinds import ClockPhase, EntryKind, Moment, QuestionKind, SessionStatus
from workbench.playtest.log.recording import Log, begin, load
from workbench.playtest.log.session import Session
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store, StoreLocked
from workbench.store.playtests import Feedback, entries_of, new_uuid, people, session_ids
from workbench.study.playtests import NewPlayer, begin_session, header_of, revision_named_by

SENT = 1_800_000_000_000
"""When messages leave the browser, by its clock, which need not be right."""


@pytest.fixture(autouse=True)
def no_lingering(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(cached, "LINGER_S", 0.05)
    yield
    time.sleep(0.06)


@pytest.fixture
def log(workspace: Workspace, store: Store) -> Log:
    """A session of three at the table."""
    made = begin(store, header_of(load_scenario(workspace, "hitmakers/2021-04-08")))
    for seat, name in enumerate(("Anna", "Ben", "Cleo")):
        made.add_player(name, seat, newcomer=seat == 2)
    return made


@pytest.fixture
def board(open_page: OpenPage, log: Log) -> AppTest:
    """Its board."""
    page = open_page("live", session=log.id)
    assert not page.exception
    return page


def type_name(page: AppTest, key: str, name: str) -> None:
    """A name that is not in the list."""
    widget = page.selectbox(key=key)
    widget.options = [*widget.options, name]
    widget.set_value(name)


def field(widgets: Iterable[Any], name: str) -> Any:
    """The field of this name as it is drawn now."""
    return next(each for each in widgets if each.key and each.key.partition("~")[0] == name)


def press(page: AppTest, key: str) -> AppTest:
    page.button(key=key).click().run()
    assert not page.exception
    return page


def component(page: AppTest, name: str) -> dict[str, Any]:
    """What the script of this name was told."""
    return dict(json.loads(_mounted(page, name).proto.json))


def _mounted(page: AppTest, name: str) -> Any:
    found = page.get("bidi_component")
    return next(each for each in found if each.proto.component_name == f"workbench_{name}")


def players_of_grid(page: AppTest) -> list[str]:
    return [each["name"] for each in component(page, "score_grid")["players"]]


def tapped(moment: str, age_ms: int = 0) -> dict[str, Any]:
    """A tap as the browser sends it; `SENT` is when the message leaves."""
    return {"id": new_uuid(), "at": SENT - age_ms, "kind": "moment", "moment": moment}


def score(player: str, points: float | None, **more: Any) -> dict[str, Any]:
    """A score as the browser sends it, in the first row."""
    criterion = more.get("criterion", "market_saturation") if more.get("kind") != "total" else None
    sent = {"id": new_uuid(), "at": SENT, "kind": "score", "points": points, "was": None, **more}
    return {**sent, "cell": [player, 0, criterion]}


def send(page: AppTest, log: Log, *changes: dict[str, Any]) -> None:
    """Have the page hear what the browser sends of its own (outbox.js)."""
    message = {"session": log.id, "sent": SENT, "changes": list(changes), "nonce": new_uuid()}
    states = page._tree.get_widget_states()
    states.widgets.append(WidgetState(id=_mounted(page, "outbox").proto.id, json_value=json.dumps({"taps": message})))
    page._run(states)
    assert not page.exception


def test_every_tap_of_a_message_is_stored_once_in_order_however_often_it_comes(board: AppTest, log: Log) -> None:
    taps = [tapped("laughter", 400 - 60 * number) for number in range(6)] + [tapped("stuck", 10)]
    send(board, log, *taps[:3])
    send(board, log, *taps)
    send(board, log, *taps, {"id": "x", "kind": "moment"}, tapped("no such moment"))
    assert [each.entry for each in log.session().moments] == [each["id"] for each in taps]
    assert {each["id"] for each in taps} <= {*component(board, "outbox")["done"]}
    assert "Not stored" in board.error[0].proto.title
    times = [each.at for each in log.session().moments]
    assert times == sorted(times)


def test_a_tap_that_a_tab_brings_to_a_restarted_server_is_stored_and_shown(
    open_page: OpenPage, board: AppTest, log: Log
) -> None:
    tap = tapped("laughter", 100)
    message = {"session": log.id, "sent": SENT, "changes": [tap]}
    states = WidgetStates()
    states.widgets.append(WidgetState(id=_mounted(board, "outbox").proto.id, json_value=json.dumps({"taps": message})))
    page = open_page("live")  # the new server does not know the tab, nor the tab's widgets
    page.query_params["session"] = log.id
    page._run(states)
    assert not page.exception
    assert [each.entry for each in log.session().moments] == [tap["id"]]
    assert tap["id"] in component(page, "outbox")["done"]


def test_two_devices_at_one_score_are_told_and_the_host_chooses(board: AppTest, log: Log) -> None:
    anna = log.session().players[0].player
    log.score(anna, 0, 2, "market_saturation")
    mine = score(anna, 3)
    send(board, log, mine)
    cell = anna, 0, "market_saturation"
    assert re.findall(r"\d", plain(board.warning[0].value).partition("deal 1")[2]) == ["2", "3"]  # theirs, and ours
    assert component(board, "score_grid")["held"] == [f"{anna}|0|market_saturation"]
    assert mine["id"] not in component(board, "outbox")["done"]  # after a restart it is asked again
    press(board, f"keep_{mine['id']}")
    assert (log.session().scores.cells[cell], list(board.warning)) == (2, [])
    again = score(anna, 3)
    send(board, log, again)
    press(board, f"use_{again['id']}")
    assert log.session().scores.cells[cell] == 3
    send(board, log, score(anna, 3, was=2))  # both wrote the same
    assert list(board.warning) == []
    assert [line.kind for line in log.session().lines].count(EntryKind.SCORE) == 2


@pytest.mark.parametrize("points", [-5, 999])
def test_a_score_that_the_rules_cannot_yield_is_asked_about(board: AppTest, log: Log, points: int) -> None:
    anna = log.session().players[0].player
    given = score(anna, points)
    send(board, log, given)
    assert {f"{points}", "0 to 4"} <= set(re.findall(r"0 to 4|-?\d+", plain(board.warning[0].value)))
    assert log.session().scores.cells == {}
    send(board, log, score(anna, 4))  # written anew: the question falls away
    assert list(board.warning) == []
    press_again = score(anna, points, was=4)
    send(board, log, press_again)
    press(board, f"use_{press_again['id']}")
    assert log.session().scores.cells == {(anna, 0, "market_saturation"): points}


def test_own_kinds_have_a_button_and_the_ended_page_counts_all_kinds(
    board: AppTest, log: Log, open_page: OpenPage
) -> None:
    board.text_input(key="own_title").set_value("Table talk").run()
    press(board, "own_add")
    [own] = log.session().custom_moments
    press(press(press(board, f"moment_{own.id}"), "moment_laughter"), f"moment_{own.id}")
    assert "Table talk" in text(board)
    press(press(board, "end"), "end_anyway")
    assert "Table talk 2, Laughter 1" in text(board)
    press(board, "same_table")
    [again, _] = session_ids(log.store)
    assert board.query_params["session"] == again
    assert [each.player for each in load(log.store, again).players] == [each.player for each in log.session().players]
    assert f"moment_{load(log.store, again).custom_moments[0].id}" in buttons(board)


def test_a_session_is_begun_with_who_and_why(open_page: OpenPage, workspace: Workspace) -> None:
    page = open_page("live", game="hitmakers", revision="2020-03-04")
    for seat, name in enumerate(("Anna", "Ben", "C. D."), start=1):
        type_name(page, f"new_name_{seat}", name)
    page.checkbox(key="new_newcomer_2").check()
    page.text_area(key="new_goal").set_value("Is Broad Appeal understood?")
    press(page, "begin_session")
    assert "Is Broad Appeal understood?" in text(page)
    [id] = session_ids(Store(workspace.store_path))
    assert page.query_params["session"] == id
    session = load(Store(workspace.store_path), id)
    assert (session.header.revision, session.header.medium) == ("2020-03-04", "physical")
    assert session.header.rules_hash == load_scenario(workspace, "hitmakers/2020-03-04").rules_hash
    assert [(each.seat, each.newcomer) for each in session.players] == [(0, False), (1, True), (2, False)]
    assert [session_cache().look(id).name(each.player) for each in session.players] == ["Anna", "Ben", "C. D."]


def test_four_at_the_table_play_the_rules_for_four(open_page: OpenPage, workspace: Workspace) -> None:
    page = open_page("live", game="hitmakers", revision="four-players")
    for seat, name in enumerate("ABCD", start=1):
        type_name(page, f"new_name_{seat}", name)
    press(page, "begin_session")
    [id] = session_ids(Store(workspace.store_path))
    assert load(Store(workspace.store_path), id).header.rules["players"] == 4


@pytest.mark.parametrize(("names", "message"), [((), "name at least one"), (("Anna", "Anna"), "two seats")])
def test_what_is_missing_is_said_and_nothing_is_stored(
    open_page: OpenPage, workspace: Workspace, names: tuple[str, ...], message: str
) -> None:
    page = open_page("live")
    for seat, name in enumerate(names, start=1):
        type_name(page, f"new_name_{seat}", name)
    press(page, "begin_session")
    assert message in page.error[0].value
    assert not workspace.store_path.exists()


def test_a_printed_deck_counts_for_the_revision_that_its_label_names(workspace: Workspace) -> None:
    known = {name: load_scenario(workspace, f"hitmakers/{name}") for name in ("2020-03-04", "2021-04-08")}
    newer = known["2021-04-08"].rules_hash
    assert revision_named_by("Hitmakers 2021-04-08, copy 2", known) == "2021-04-08"
    assert revision_named_by(f"deck {newer[:8].upper()}", known) == "2021-04-08"
    assert (
        revision_named_by("Hitmakers 2021-04-08.", known)
        == revision_named_by("(2021-04-08), copy 2", known)
        == "2021-04-08"
    )
    assert (
        revision_named_by("deck B", known) == revision_named_by(newer[:4], known) == revision_named_by("", known) == ""
    )
    assert revision_named_by("2020-03-04 or 2021-04-08", known) == ""


def test_a_deck_without_a_revision_has_its_paper_too(open_page: OpenPage, log: Log) -> None:
    page = open_page("live", game="hitmakers")
    page.button_group(key="new_way").set_value("a printed deck").run()
    page.text_input(key="new_printed").set_value("deck B").run()
    assert papers(page) == ["Session sheet", "Feedback form"]
    deck = begin(log.store, {"game": "hitmakers", "printed": "deck B"})
    page = open_page("live", session=deck.id)
    assert papers(page) == ["Session sheet", "Feedback form"]
    sheet = next(each for each in page.get("download_button") if each.proto.label == "Session sheet")
    assert "default rules" in sheet.proto.help


def papers(page: AppTest) -> list[str]:
    """What can be loaded down to be printed."""
    assert not page.exception
    return [each.proto.label for each in page.get("download_button")]


def test_every_tap_is_in_the_store_before_it_is_shown(board: AppTest, log: Log) -> None:
    press(board, "phase_play")
    for moment in Moment:
        press(board, f"moment_{moment}")
        assert log.session().moments[-1].moment is moment
    press(board, "pause")
    assert log.session().clock.paused
    press(board, "resume")
    press(board, "phase_break")
    assert log.session().clock.phase is ClockPhase.BREAK
    assert len(log.session().moments) == len(Moment)
    assert all(happening.minute is not None for happening in log.session().moments)


def test_the_phase_that_goes_on_is_not_stored_twice(board: AppTest, log: Log) -> None:
    press(press(board, "phase_teaching"), "phase_teaching")
    assert [line.kind for line in log.session().lines].count(EntryKind.PHASE) == 1


def test_what_was_stored_last_is_said_and_undone(board: AppTest, log: Log) -> None:
    press(press(board, "moment_laughter"), "moment_stuck")
    assert "Stuck" in text(board)
    press(board, "undo_last")
    assert "Undone: Stuck" in text(board)
    assert "Before it: Laughter" in text(board)
    assert [each.moment for each in log.session().moments] == [Moment.LAUGHTER]
    press(board, "undo_last")
    assert log.session().moments == ()
    assert re.search("Cleo .* seat 3", text(board))


def test_who_and_why_are_added_to_the_last_moment(board: AppTest, log: Log) -> None:
    press(board, "moment_confusion")
    [moment] = log.session().moments
    ben = log.session().players[1].player
    board.text_input(key=f"why_{moment.entry}").set_value("Is the ace low?").run()
    board.button_group(key=f"who_{moment.entry}").set_value(ben).run()
    assert not board.exception
    [moment] = log.session().moments
    assert (moment.player, moment.note) == (ben, "Is the ace low?")


def test_scores_add_up_by_the_rules_of_the_revision(board: AppTest, log: Log) -> None:
    anna, ben, cleo = (each.player for each in log.session().players)
    for player, points in ((anna, 3), (ben, 4), (cleo, 1)):
        send(board, log, score(player, points))
    send(board, log, score(anna, 1, criterion="one_hit_wonder"), score(ben, 1, criterion="broad_appeal"))
    scores = log.session().scores
    assert scores.totals == {anna: 4, ben: 5, cleo: 1}
    assert (scores.winners, scores.margin) == ((ben,), 1)
    assert "Ben leads by 1." in text(board)
    send(board, log, score(anna, None, was=1, criterion="one_hit_wonder"))
    assert log.session().scores.totals[anna] == 3


def test_totals_alone_will_do_and_an_override_needs_a_reason(board: AppTest, log: Log) -> None:
    anna, ben, cleo = (each.player for each in log.session().players)
    board.button_group(key=f"way_{log.id}").set_value("totals only").run()
    send(board, log, *(score(who, points, kind="total") for who, points in ((anna, 21), (ben, 19), (cleo, 8))))
    assert log.session().scores.winners == (anna,)
    assert "by the rules the game ends" in text(board)
    board.multiselect(key="override_winners").set_value([ben]).run()
    press(board, "override")
    assert "Needs a reason." in board.error[0].value and log.session().scores.winners != (ben,)
    board.text_input(key="override_reason").set_value("Anna resigned").run()
    press(board, "override")
    assert log.session().scores.winners == (ben,)
    assert "Ben won by override: Anna resigned" in text(board)
    assert "Ben leads" not in text(board)
    press(board, "override_off")
    assert log.session().scores.winners == (anna,)


def test_a_note_is_stored_once_and_the_field_is_emptied(board: AppTest, log: Log) -> None:
    note_field(board).set_value("They count aloud.").run()
    press(board, "store_note")
    assert [note.text for note in log.session().notes] == ["They count aloud."]
    assert note_field(board).value == ""


def test_a_note_that_a_browser_sends_twice_is_stored_once(board: AppTest, log: Log) -> None:
    """It has not heard yet that the field was emptied."""
    field = note_field(board)
    field.set_value("They count aloud.").run()
    id = field.key.removeprefix("new_note_")
    store = partial(moments._store, log.id, id)
    state = {f"new_note_{id}": "They count aloud.", moments.NOTE: "later", shared.DEVICE: "abc"}
    with patch.object(moments.st, "session_state", state), patch.object(shared.st, "session_state", state):
        store()
        assert [note.text for note in log.session().notes] == ["They count aloud."]
        state[f"new_note_{id}"] = "They count aloud, all of them."
        store()
    assert [note.text for note in log.session().notes] == ["They count aloud, all of them."]
    assert state[moments.NOTE] == "later"


def note_field(page: AppTest) -> Any:
    return next(area for area in page.text_area if area.key.startswith("new_note_"))


def test_people_come_change_and_leave(board: AppTest, log: Log) -> None:
    press(board, "add_player")
    assert "type a name" in board.error[0].value and len(log.session().players) == 3
    type_name(board, "add_name", "Dmitri")
    press(board, "add_player")
    assert [each.seat for each in log.session().players] == [0, 1, 2, 3]
    cleo = log.session().players[2].player
    board.toggle(key=f"newcomer_{cleo}").set_value(False).run()
    assert not log.session().players[2].newcomer
    press(board, f"leave_{cleo}")
    assert cleo not in [each.player for each in log.session().players]


def test_a_typo_in_a_name_is_mended_at_the_table(board: AppTest, log: Log) -> None:
    ben = log.session().players[1].player
    board.text_input(key=f"name_{ben}").set_value("Benno").run()
    assert not board.exception
    assert people(log.store)[ben].name == "Benno"
    assert "Benno" in players_of_grid(board)
    board.text_input(key=f"name_{ben}").set_value(" ").run()
    assert "1 to 80 characters" in board.error[0].value
    again = [each for each in board.text_input if each.key and each.key.startswith(f"name_{ben}")]
    assert [each.value for each in again] == ["Benno"]


def test_an_entry_is_corrected_and_its_history_stays(board: AppTest, log: Log) -> None:
    note = log.note("Ben asked twise")
    board.toggle(key="show_log").set_value(True).run()
    board.selectbox(key="log_entry").set_value(note.id).run()
    board.text_area(key=f"edit_text_{note.id}").set_value("Ben asked twice").run()
    press(board, "save_entry")
    assert log.session().notes[-1].text == "Ben asked twice"
    assert "before: Note: Ben asked twise" in text(board)
    press(board, "undo_entry")
    assert log.session().notes == ()
    press(board, "redo_entry")
    assert log.session().notes[-1].text == "Ben asked twice"


def correct(page: AppTest, entry: str) -> AppTest:
    """The log, with this entry chosen."""
    page.toggle(key="show_log").set_value(True).run()
    page.selectbox(key="log_entry").set_value(entry).run()
    assert not page.exception
    return page


def test_whoever_has_left_stays_the_one_a_moment_was_about(board: AppTest, log: Log) -> None:
    cleo = log.session().players[2].player
    moment = log.moment(Moment.STUCK, cleo, "the ace?")
    log.leave(cleo)
    correct(board, moment.id)
    assert board.selectbox(key=f"edit_player_{moment.id}").value == cleo
    press(board, "save_entry")
    assert board.error[0].proto.title == "Not stored yet"
    board.text_input(key=f"edit_note_{moment.id}").set_value("the king?").run()
    press(board, "save_entry")
    [happened] = log.session().moments
    assert (happened.player, happened.note) == (cleo, "the king?")


def test_an_override_is_corrected(board: AppTest, log: Log) -> None:
    anna, ben, cleo = (each.player for each in log.session().players)
    override = log.override("a slip", [anna], {ben: 4})
    log.leave(anna)
    correct(board, override.id)
    key = f"edit_{override.id}"
    assert board.multiselect(key=f"{key}_winners").value == [anna]
    assert board.number_input(key=f"{key}_{ben}").value == 4
    press(board, "save_entry")
    assert board.error[0].proto.title == "Not stored yet"
    board.multiselect(key=f"{key}_winners").set_value([cleo]).run()
    board.text_input(key=f"{key}_reason").set_value("").run()
    press(board, "save_entry")
    assert board.error[0].proto.title == "Not stored yet"
    board.text_input(key=f"{key}_reason").set_value("Anna went home").run()
    press(board, "save_entry")
    now = log.session().scores.override
    assert now is not None
    assert (now.winners, now.totals, now.reason) == ((cleo,), {ben: 4}, "Anna went home")
    assert re.search("Cleo .*override.*Anna went home", text(board))


def test_who_sat_where_is_corrected(board: AppTest, log: Log) -> None:
    cleo = log.session().players[2].player
    [sat] = [each.entry for each in log.session().lines if each.data.get("player") == cleo]
    correct(board, sat.id)
    board.number_input(key=f"edit_seat_{sat.id}").set_value(5).run()
    board.toggle(key=f"edit_newcomer_{sat.id}").set_value(False).run()
    press(board, "save_entry")
    assert (log.session().players[2].seat, log.session().players[2].newcomer) == (4, False)
    assert re.search("Cleo .*seat 3.* → Cleo .*seat 5", text(board))
    board.text_input(key=f"edit_name_{sat.id}").set_value("Clea").run()
    assert people(log.store)[cleo].name == "Clea"


def test_what_the_session_said_of_itself_is_corrected_at_its_beginning(board: AppTest, log: Log) -> None:
    [opening] = [each.entry for each in log.session().lines if each.kind is EntryKind.OPEN]
    anna = log.session().players[0].player
    correct(board, opening.id)
    assert "undo_entry" not in buttons(board)
    board.text_input(key=f"edit_goal_{opening.id}").set_value("Too long?").run()
    board.selectbox(key=f"edit_medium_{opening.id}").set_value("digital").run()
    board.selectbox(key=f"edit_teacher_{opening.id}").set_value(anna).run()
    press(board, "save_entry")
    header = log.session().header
    assert (header.goal, header.medium, header.teacher) == ("Too long?", "digital", anna)
    assert header.revision == "2021-04-08"
    assert re.search("“physical”.* → .*“Too long\\?”", text(board))


CORRECTED: tuple[tuple[EntryKind, dict[str, Any], str, Any, dict[str, Any]], ...] = (
    (EntryKind.HEADER, {"location": "clup"}, "location", "club", {"location": "club"}),
    (EntryKind.PHASE, {"phase": "play"}, "phase", "break", {"phase": "break"}),
    (EntryKind.NOTE, {"text": "tired"}, "player", "Ben", {"player": "Ben", "text": "tired"}),
    (EntryKind.TOTAL, {"player": "Anna", "points": 7}, "player", "Ben", {"player": "Ben", "points": 7}),
    (EntryKind.SCORE, {"player": "Anna", "row": 0, "points": 7}, "row", 3, {"row": 2, "points": 7, "player": "Anna"}),
    (EntryKind.QUESTION, {"text": "Fun?", "kind": "text"}, "kind", "rating", {"text": "Fun?", "kind": "rating"}),
    (EntryKind.ABANDON, {"reason": "fier"}, "reason", "fire", {"reason": "fire"}),
)
"""A kind, what an entry of it said, the field that is corrected, what it is set to, and what the entry says then."""


def test_every_kind_of_entry_is_corrected(board: AppTest, log: Log) -> None:
    ids = {name: each.player for name, each in zip(("Anna", "Ben"), log.session().players, strict=False)}
    board.toggle(key="show_log").set_value(True).run()
    for kind, data, field, value, left in CORRECTED:
        entry = log.tap(kind, {key: ids.get(each, each) for key, each in data.items()})
        board.run()
        board.selectbox(key="log_entry").set_value(entry.id).run()
        key = f"edit_{field}_{entry.id}"
        [widget] = [each for each in (*board.selectbox, *board.number_input, *board.text_input) if each.key == key]
        widget.set_value(ids.get(value, value)).run()
        press(board, "save_entry")
        [line] = [each for each in log.session().lines if each.entry.id == entry.id]
        assert {key: line.data[key] for key in left} == {key: ids.get(each, each) for key, each in left.items()}
        assert len(line.edits) == 1


# Times


def test_an_evening_that_was_played_earlier_is_logged_with_its_times(open_page: OpenPage, workspace: Workspace) -> None:
    page = open_page("live", game="hitmakers", revision="2020-03-04", when="earlier")
    tuesday = datetime(2026, 3, 17, 19)
    page.datetime_input(key="new_begun").set_value(tuesday)
    page.number_input(key="new_play_min").set_value(55)
    type_name(page, "new_name_1", "Anna")
    press(page, "begin_session")
    assert time_words(tuesday) in text(page)
    [id] = session_ids(Store(workspace.store_path))
    press(page, "end")
    press(page, "end_anyway")
    session = load(Store(workspace.store_path), id)
    assert (session.started_at, session.ended_at) == (tuesday.astimezone(), datetime(2026, 3, 17, 19, 55).astimezone())
    assert (session.seconds(ClockPhase.PLAY), session.status) == (55 * 60, SessionStatus.ENDED)
    assert re.search("17 Mar 2026, 19:55.*55 min", text(page))


@pytest.mark.parametrize(
    ("begun", "minutes", "message"),
    [
        (None, 55, "is needed for a session that is logged afterwards"),
        (timedelta(minutes=-30), 55, "at most 3"),
        (timedelta(days=1), None, "start"),
        (timedelta(days=-9), 841, "must be at most 24 hours"),
    ],
)
def test_times_that_cannot_be_store_no_session(
    open_page: OpenPage, workspace: Workspace, begun: timedelta | None, minutes: int | None, message: str
) -> None:
    page = open_page("live", when="earlier")
    page.datetime_input(key="new_begun").set_value(begun and datetime.now() + begun)
    page.number_input(key="new_play_min").set_value(minutes)
    page.number_input(key="new_break_min").set_value(600 if begun and begun < timedelta(days=-1) else None)
    type_name(page, "new_name_1", "Anna")
    press(page, "begin_session")
    assert message in page.error[0].value.replace("\\", "")
    assert not workspace.store_path.exists()


def test_the_times_of_a_session_are_corrected_and_come_back(board: AppTest, log: Log) -> None:
    logged = log.session().started_at
    press(board, "phase_play")
    assert "The clock is running (play)" in text(board)
    press(board, "end")
    press(board, "end_anyway")
    assert board.datetime_input(key="times_started_at").value == local(logged)
    board.datetime_input(key="times_started_at").set_value(datetime(2026, 3, 17, 19))
    board.number_input(key="times_play_min").set_value(50)
    board.number_input(key="times_break_min").set_value(10)
    save_times(board)
    session = log.session()
    assert session.started_at == datetime(2026, 3, 17, 19).astimezone()
    assert [session.seconds(phase) / 60 for phase in (ClockPhase.TEACHING, ClockPhase.PLAY, ClockPhase.BREAK)] == [
        0,
        50,
        10,
    ]
    assert "17 Mar 2026, 20:00" in text(board)
    assert board.number_input(key="times_play_min").value is None
    board.toggle(key="show_log").set_value(True).run()
    assert re.search("17 Mar 2026, 19:00.*50 min.*10 min", text(board))
    before = rf"before: started {time_words(logged)}, 0(\.\d)? min of play, 0 min of break"
    assert re.search(before, text(board).replace("\\", ""))
    [line] = [each for each in session.lines if each.kind is EntryKind.TIMES]
    assert set(line.data) == {"started_at", "play_min", "break_min"}  # what was left alone is not in it
    assert "· this device" in text(board)
    board.selectbox(key="log_entry").set_value(line.entry.id).run()
    press(board, "undo_entry")
    assert log.session().started_at == logged


def test_an_end_before_the_start_is_not_stored(board: AppTest, log: Log) -> None:
    press(board, "end")
    press(board, "end_anyway")
    before = log.session()
    board.datetime_input(key="times_started_at").set_value(datetime(2026, 3, 17, 19))
    board.datetime_input(key="times_ended_at").set_value(datetime(2026, 3, 17, 18))
    save_times(board)
    assert any("is before the start" in each.value for each in board.error)
    assert log.session() == before
    assert board.datetime_input(key="times_started_at").value == datetime(2026, 3, 17, 19)  # what was written stays
    board.datetime_input(key="times_ended_at").set_value(datetime(2026, 3, 17, 21))
    save_times(board)
    assert log.session().ended_at == datetime(2026, 3, 17, 21).astimezone()


def local(at: datetime) -> datetime:
    return at.astimezone().replace(second=0, microsecond=0, tzinfo=None)


def save_times(page: AppTest) -> None:
    page.button(key="save_times").click().run()
    assert not page.exception


def test_it_ends_and_is_reopened(board: AppTest, log: Log) -> None:
    press(board, "end")
    press(board, "end_anyway")
    assert log.session().status is SessionStatus.ENDED
    assert "moment_stuck" not in buttons(board)
    assert "Compare with bots" in links(board)
    press(board, "reopen")
    assert log.session().status is SessionStatus.OPEN
    board.text_input(key="abandon_reason").set_value("fire alarm").run()
    press(board, "abandon")
    assert log.session().abandoned_for == "fire alarm"


def test_the_end_asks_first_while_forms_are_to_come(board: AppTest, log: Log) -> None:
    ben = log.session().players[1].player
    submit(log.store, Feedback(new_uuid(), log.id, ben, fun=4))
    press(board.run(), "end")
    assert log.session().status is SessionStatus.OPEN
    assert re.search("2 of 3 .*Anna, Cleo", plain(board.warning[0].value))
    press(board, "end_wait")
    assert not board.warning
    press(press(board, "end"), "end_anyway")
    assert log.session().status is SessionStatus.ENDED
    assert re.search("2 of 3 .*Anna, Cleo", plain(board.info[0].value))
    press(board, "reopen_forms")
    assert log.session().status is SessionStatus.OPEN
    assert code_of(board)


def test_the_end_asks_whether_a_game_that_is_not_over_was_finished(
    board: AppTest, log: Log, open_page: OpenPage
) -> None:
    for place, each in enumerate(log.session().players):
        submit(log.store, Feedback(new_uuid(), log.id, each.player, fun=4))
        log.score(each.player, 0, 9 + place)
    press(board.run(), "end")
    assert log.session().status is SessionStatus.OPEN
    assert "Nobody has 21: finished, or stopped early?" in plain(board.warning[0].value)
    press(board, "end_stopped")
    assert log.session().status is SessionStatus.STOPPED
    said = text(board)
    assert "stopped early" in said and "Cleo was ahead by 1" in said and "Cleo won" not in said
    sessions = text(open_page("sessions"))
    assert "1 stopped early" in sessions and "won by" not in sessions
    press(board, "settle_finished")
    assert log.session().status is SessionStatus.ENDED
    assert "Cleo won by 1" in text(board)


def test_an_end_that_was_never_asked_about_is_asked_about_on_its_page(board: AppTest, log: Log) -> None:
    log.score(log.session().players[0].player, 0, 9)
    log.end()
    assert "Nobody has 21: finished, or stopped early?" in plain(board.run().warning[0].value)
    press(board, "settle_stopped")
    assert log.session().status is SessionStatus.STOPPED


def test_the_end_does_not_ask_when_every_form_has_come(board: AppTest, log: Log) -> None:
    for each in log.session().players:
        submit(log.store, Feedback(new_uuid(), log.id, each.player, fun=4))
    press(board.run(), "end")
    assert log.session().status is SessionStatus.ENDED
    assert not board.info


def test_when_the_game_is_over_the_clock_stands_and_the_codes_are_in_sight(board: AppTest, log: Log) -> None:
    assert board.button(key="game_over").disabled
    assert not code_of(board)
    press(press(board, "phase_play"), "game_over")
    session = log.session()
    assert (session.clock.phase, session.clock.over, session.status) == (ClockPhase.NONE, True, SessionStatus.OPEN)
    assert code_of(board)
    assert board.session_state[shared.SECTION] == shared.FEEDBACK
    headings = [each.value for each in board.markdown if each.value.startswith("## ")]
    assert headings.index("## Feedback") < headings.index("## Scores")
    press(board, "moment_laughter")
    press(board, "phase_play")
    assert log.session().clock.runs
    assert [each.minute for each in log.session().moments] == [None]


def code_of(page: AppTest) -> list[Any]:
    """The addresses of the forms that are shown, beside their codes."""
    return list(page.code)


def test_whoever_takes_a_seat_swaps_with_who_has_it(board: AppTest, log: Log) -> None:
    anna, ben, cleo = (each.player for each in log.session().players)
    entries = len(log.session().lines)
    field(board.selectbox, f"seat_{anna}").set_value(2).run()
    assert not board.exception
    assert [each.player for each in log.session().players] == [cleo, ben, anna]
    assert [each.newcomer for each in log.session().players] == [True, False, False]
    assert len(log.session().lines) == entries + 1
    assert field(board.selectbox, f"seat_{cleo}").value == 0
    press(board, "undo_last")
    assert [each.player for each in log.session().players] == [anna, ben, cleo]
    assert field(board.selectbox, f"seat_{anna}").value == 0


def test_somebody_new_is_offered_free_seats(board: AppTest, log: Log) -> None:
    assert [int(each) for each in field(board.selectbox, "add_seat_3").options] == [4, 5, 6, 7]


def test_the_designers_questions_are_asked(board: AppTest, log: Log) -> None:
    board.text_input(key="question_text").set_value("Was the show too long?").run()
    press(board, "ask")
    [question] = log.session().questions
    assert question.text == "Was the show too long?"
    press(board, f"unask_{question.id}")
    assert log.session().questions == ()


def test_what_players_answered_stands_with_their_names_also_to_own_questions(board: AppTest, log: Log) -> None:
    question = log.ask("Was the show too long?", QuestionKind.TEXT)
    ben = log.session().players[1].player
    form = Feedback(new_uuid(), log.id, ben, fun=4, fair="maybe", best="The *last* deal", answers={question.id: "Yes!"})
    submit(log.store, form)
    press(press(board, "end"), "end_anyway")
    assert re.search("1 of 3 .*Anna, Cleo", text(board))
    board.toggle(key="show_forms").set_value(True).run()
    said = text(board)
    assert "**Ben**: fun 4, fair maybe." in said
    assert "What was the best moment? The *last* deal" in said
    assert "Was the show too long?: Yes!" in said


def test_another_device_s_taps_show_when_the_page_looks_again(board: AppTest, log: Log) -> None:
    log.note("from the other phone")
    board.run()
    assert "from the other phone" in text(board)
    assert session_from(log).notes[-1].text == "from the other phone"


def test_what_cannot_be_stored_is_said_and_not_shown(board: AppTest, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    before = len(entries_of(log.store, log.id))

    def locked(*_: object) -> None:
        raise StoreLocked("another process has the store")

    monkeypatch.setattr(cached.SessionCache, "store_entry", locked)
    press(board, "moment_laughter")
    assert board.error[0].value == "another process has the store"
    anna = log.session().players[0].player
    send(board, log, score(anna, 3))
    assert component(board, "outbox")["done"] == []  # so the browser sends it again
    assert len(entries_of(log.store, log.id)) == before


def test_a_link_to_no_session_says_so(open_page: OpenPage, log: Log) -> None:
    page = open_page("live", session="00000000-0000-4000-8000-000000000000")
    assert not page.exception
    assert "No session" in page.error[0].value


def test_open_sessions_can_be_gone_on_with(open_page: OpenPage, log: Log) -> None:
    assert "Continue" in links(open_page("live"))


def session_from(log: Log) -> Session:
    """What the pages see."""
    return session_cache().look(log.id).session


def test_the_desk_reads_again_only_what_was_written(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking must not write, or every second's look would read anew."""
    log = begin(Store(workspace.store_path), {"game": "hitmakers"})
    read: list[str] = []
    real = cached._read
    monkeypatch.setattr(cached, "_read", lambda store, id: read.append(id) or real(store, id))
    own = cached.SessionCache(log.store)
    for _ in range(4):
        own.look(log.id)
    assert len(read) == 1
    own.store_entry(log.id, "abc", lambda log: log.note("mine"))
    until(lambda: not own._lingers)  # and the file is closed
    for _ in range(4):
        assert own.look(log.id).session.notes[-1].text == "mine"
    assert len(read) <= 3
    begin(log.store, {"game": "hitmakers"})
    assert own.look(log.id).session.notes[-1].text == "mine"


def test_the_desk_lets_the_file_go_soon(workspace: Workspace) -> None:
    log = begin(Store(workspace.store_path), {"game": "hitmakers"})
    own = cached.SessionCache(log.store)
    own.store_entry(log.id, "abc", lambda log: log.note("mine"))
    until(lambda: not own._lingers)
    code = "import sys, duckdb; duckdb.connect(sys.argv[1]); print('in')"
    assert output(start("-c", code, str(log.store.path))) == "in\n"


def test_own_kinds_of_the_game_s_last_session_are_there_in_the_next(log: Log) -> None:
    log.add_moment_kind("Table talk")
    begun = begin_session(log.store, None, {"game": "hitmakers"}, [NewPlayer("Anna")])
    assert [own.title for own in begun.session().custom_moments] == ["Table talk"]
    assert begin_session(log.store, None, {"game": "trickster"}, [NewPlayer("Anna")]).session().custom_moments == ()


def test_two_devices_at_one_movie_are_told_both_values(open_page: OpenPage, log: Log) -> None:
    """In a game with sides, rows go to sides by a tap each."""
    movies = begin(log.store, {"game": "hollywood_1947"})
    movies.add_player("Anna", 0)
    page = open_page("live", session=movies.id)
    other, mine = movies.session().scores.sheet.outcomes[:2]
    movies.outcome(0, other)
    told = movies.session().scores.sheet.sides_in_words
    field(page.button_group, "outcome_0").set_value(told(mine)).run()
    said = plain(page.error[0].value)
    assert said.rindex(told(other)) < said.rindex(told(mine))
    field(page.button_group, "outcome_0").set_value(told(mine)).run()
    assert movies.session().scores.outcomes == {0: mine}
