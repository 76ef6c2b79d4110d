"""The board of a session, as its devices talk to it: each action acted on once, in order, whoever else writes."""

import io
import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from PIL import ExifTags, Image

from tests.server.asking import HOST, Answer, ask
from workbench.app.server.application import AccessControl
from workbench.app.server.evening import actions, sessions
from workbench.app.server.evening.routes import evening_pages
from workbench.app.server.evening.sessions import SessionCache
from workbench.app.server.launch import hosts_of
from workbench.engine.problems import BadInput
from workbench.engine.wording import time_words
from workbench.playtest.feedback import open_form, submit
from workbench.playtest.log.kinds import ClockPhase, EntryKind, Moment, QuestionKind, SessionStatus
from workbench.playtest.log.recording import Log, begin, load
from workbench.playtest.media import FOLDER, Media
from workbench.playtest.sessions import NewPlayer, begin_session, header_of
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace, init_workspace
from workbench.store import Store, StoreLocked
from workbench.store.playtests.entries import Feedback, entries_of, new_uuid, session_ids
from workbench.store.playtests.people import forget, people

SENT = 1_800_000_000_000
"""When messages leave a device, by its clock, which need not be right."""
FORGED = "http://evil.example"


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return init_workspace(tmp_path_factory.mktemp("evening") / "studio")[0]


@pytest.fixture
def workspace(shipped: Workspace, store: Store, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """The shipped revisions."""
    monkeypatch.setenv("WORKBENCH_WORKSPACE", str(shipped.root))
    return shipped


@pytest.fixture
def log(workspace: Workspace, store: Store) -> Log:
    """A session of three at the table."""
    log = begin(store, header_of(load_scenario(workspace, "hitmakers/2021-04-08")))
    for seat, name in enumerate(("Anna", "Ben", "Cleo")):
        log.add_player(name, seat, newcomer=seat == 2)
    return log


class Device:
    """One phone at the table."""

    def __init__(self, workspace: Workspace, log: Log, device: str = "0a1b2c3d") -> None:
        self.app, self.log, self.device = evening_pages(workspace, SessionCache(log.store)), log, device

    def send(self, *changes: dict[str, Any], session: str = "") -> dict[str, Any]:
        message = {"device": self.device, "sent": SENT, "actions": list(changes)}
        return dict(self.post(message, session or self.log.id).data)

    def post(self, message: Any, session: str, **headers: str) -> Answer:
        body = json.dumps(message).encode()
        return ask(self.app, f"/evening/{session}", posted=body, **{"content_type": "application/json", **headers})

    def do(self, name: str, /, **fields: Any) -> dict[str, Any]:
        """Have one thing done, which must work."""
        answer = self.send(action(name, **fields))
        assert answer["problems"] == {}, answer["problems"]
        return answer

    def page(self, path: str = "") -> str:
        answer = ask(self.app, f"/evening/{self.log.id}{path}")
        assert answer.status == 200
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))


def action(name: str, /, age_ms: int = 0, **fields: Any) -> dict[str, Any]:
    """An action as a device sends it; `SENT` is when the message leaves."""
    return {"id": new_uuid(), "at": SENT - age_ms, "do": name, "fields": fields}


def score(player: str, points: float | None, *, was: float | None = None, **fields: Any) -> dict[str, Any]:
    about = {"player": player, "row": 0, "criterion": "market_saturation", "points": points, "was": was}
    return action("score", **{**about, **fields})


@pytest.fixture
def phone(workspace: Workspace, log: Log) -> Device:
    return Device(workspace, log)


def everybody(log: Log) -> list[str]:
    return [seated.player for seated in log.session().players]


@pytest.mark.parametrize(
    ("path", "message"),
    [("", [1]), ("", "\ud800"), ("", {"game": "hitmakers", "players": ["Anna"]}), ("/devices", [1]),
     ("", {"game": "hitmakers", "earlier": True, "started_at": "0001-01-01T00:00", "players": {"Anna": 1}}),
     ("", {"game": "hitmakers", "earlier": True, "started_at": "2024-05-01T20:00", "play_min": "1e30", "players": []})],
)  # fmt: skip
def test_a_message_of_another_shape_is_refused(phone: Device, path: str, message: object) -> None:
    body = json.dumps(message).encode()
    answer = ask(phone.app, f"/evening{path}", posted=body, content_type="application/json")
    assert answer.status == 422 and answer.data["problems"]


def test_a_paper_of_no_game_is_refused_in_words(phone: Device) -> None:
    answer = ask(phone.app, "/evening/print/x?revision=../../..")
    assert answer.status == 422 and "must be one of" in answer.text


# Once, in order


def test_every_tap_is_stored_once_in_order_however_often_it_comes(phone: Device, log: Log) -> None:
    taps = [action("moment", 400 - 60 * number, moment="laughter") for number in range(6)]
    taps.append(action("moment", 0, moment="stuck"))
    phone.send(*taps[:3])
    phone.send(*taps)
    answer = phone.send(*taps, action("moment", moment="no such moment"), action("fly"), {"id": "x"} | action("note"))
    assert [moment.entry for moment in log.session().moments] == [tap["id"] for tap in taps]
    assert set(answer["done"]) == {tap["id"] for tap in taps}
    assert len(answer["problems"]) == 3
    times = [moment.at for moment in log.session().moments]
    assert times == sorted(times)
    assert (times[-1] - times[0]).total_seconds() > 0  # by the device's clock, but none before the session began
    assert times[0] >= log.session().started_at


def test_a_tap_stays_behind_the_one_before_it_whose_message_was_slower(phone: Device, log: Log) -> None:
    """The note, and each of two scores: the second of one field counts."""
    anna, ben, _ = everybody(log)
    taps = [action("moment", moment="laughter"), action("note", 3000, text="loud")]
    taps += [score(anna, 3) | {"at": SENT - 3000}, score(ben, 2) | {"at": SENT - 3000}]
    taps.append(score(ben, 1, was=2) | {"at": SENT - 4000})
    for tap in taps:
        assert phone.send(tap)["questions"] == {}
    assert [line.entry.id for line in log.session().lines][-5:] == [tap["id"] for tap in taps]
    assert log.session().scores.cells[ben, 0, "market_saturation"] == 1


@pytest.mark.parametrize("restarted", [False, True])
def test_a_repeat_of_anything_changes_nothing(
    workspace: Workspace, phone: Device, log: Log, restarted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben, _ = everybody(log)
    moment = action("moment", moment="stuck")
    everything = [
        moment, action("about", entry=moment["id"], player=ben), action("note", text="They count aloud."),
        action("phase", phase="play"), action("turn", player=ben), action("pause"), action("resume"), score(anna, 3),
        action("total", player=ben, points=7, was=None), action("undo", entry=moment["id"]),
        action("redo", entry=moment["id"]), action("add_player", who="Dora", seat="4"),
        action("sit", player=anna, seat="2", newcomer="yes"), action("leave", player=ben), action("back", player=ben),
        action("header", goal="Long?", teacher="Elif"), action("add_kind", title="Talk"),
        action("ask", text="Long?", kind="text"), action("override", reason="a slip", winners=[anna]),
        action("times", play_min="0", break_min="0"), action("game_over"), action("end", finished="yes"),
        action("reopen"), action("abandon", reason="fire alarm"),
    ]  # fmt: skip
    first = phone.send(*everything)
    assert (first["problems"], len(first["done"])) == ({}, len(everything))
    before = entries_of(log.store, log.id), people(log.store)
    if restarted:
        monkeypatch.setattr(actions, "RECENT", actions.Recent())
        phone = Device(workspace, log)
    for change in everything:
        phone.send(change)
    phone.send(*everything, *everything)
    assert (entries_of(log.store, log.id), people(log.store)) == before


def test_what_is_forged_changes_nothing(workspace: Workspace, phone: Device, log: Log) -> None:
    other = begin(log.store, {"game": "hitmakers"})
    foreign = other.moment("stuck")
    before = entries_of(log.store, log.id), entries_of(log.store, other.id)
    door = AccessControl(phone.app, phone.app, phone.app, hosts_of("127.0.0.1", on_network=False))
    message = {"device": phone.device, "sent": SENT, "actions": [action("moment", moment="stuck")]}
    body, path = json.dumps(message).encode(), f"/evening/{log.id}"
    typed = {"host": "127.0.0.1:8501", "content_type": "application/json"}
    assert ask(door, path, posted=body, **{**typed, "origin": FORGED}).status == 403
    assert ask(door, path, posted=body, **{**typed, "host": HOST.replace("192", "evil")}).status == 421
    assert ask(door, path, posted=body, **{**typed, "content_type": "text/plain"}).status == 422
    for bad in (
        [],
        "x",
        {},
        {**message, "device": "<script>"},
        {**message, "actions": [1]},
        {**message, "sent": "now"},
    ):
        assert phone.post(bad, log.id).status == 422
    phone.send(
        action("undo", entry=foreign.id),
        action("about", entry=foreign.id, note="x"),
        action("correct", entry=foreign.id),
    )
    phone.send(
        action("score", player="nobody", row="x"), action("score"), action("side", player=everybody(log)[0], side="x")
    )
    assert (entries_of(log.store, log.id), entries_of(log.store, other.id)) == before
    assert phone.post(message, new_uuid()).status == 404


def test_what_cannot_be_stored_comes_again(phone: Device, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    before = len(entries_of(log.store, log.id))
    tap = action("moment", moment="laughter")

    def locked(*_: object) -> None:
        raise StoreLocked("another process has the store")

    with monkeypatch.context() as patch:
        patch.setattr("workbench.store.texts.writing", locked)
        assert phone.post({"device": phone.device, "sent": SENT, "actions": [tap]}, log.id).status == 503
    assert len(entries_of(log.store, log.id)) == before
    assert phone.send(tap)["done"] == [tap["id"]]


# Scores


def test_two_devices_at_one_score_are_told_both_values(phone: Device, log: Log) -> None:
    anna = everybody(log)[0]
    log.score(anna, 0, 2, "market_saturation")
    mine = score(anna, 3)
    answer = phone.send(mine)
    question = answer["questions"][mine["id"]]
    assert re.findall(r"\d", question["text"].partition("deal 1")[2]) == ["2", "3"]  # theirs, and ours
    assert answer["done"] == []
    assert log.session().scores.cells == {(anna, 0, "market_saturation"): 2}
    again = score(anna, 3, confirmed=True)
    assert phone.send(again)["done"] == [again["id"]]
    assert log.session().scores.cells == {(anna, 0, "market_saturation"): 3}
    same = score(anna, 3, was=2)  # both wrote the same
    assert phone.send(same)["done"] == [same["id"]]
    assert [line.kind for line in log.session().lines].count(EntryKind.SCORE) == 2


@pytest.mark.parametrize("points", [-5, 999])
def test_a_score_that_the_rules_cannot_yield_is_asked_about(phone: Device, log: Log, points: int) -> None:
    anna = everybody(log)[0]
    change = score(anna, points)
    question = phone.send(change)["questions"][change["id"]]["text"]
    assert {f"{points}", "0 to 4"} <= set(re.findall(r"0 to 4|-?\d+", question))
    assert log.session().scores.cells == {}
    phone.send(score(anna, points, confirmed=True))
    assert log.session().scores.cells == {(anna, 0, "market_saturation"): points}


def test_a_phone_that_was_offline_merges(workspace: Workspace, phone: Device, log: Log) -> None:
    """Its moments and clock count when they happened; a score that somebody else wrote meanwhile is asked about."""
    anna, ben, _ = everybody(log)
    other = Device(workspace, log, "ffffffff")
    log_start = log.session().started_at
    hidden = [
        action("phase", 60_000, phase="play"), action("moment", 30_000, moment="laughter"), score(anna, 2),
        score(ben, 3), action("phase", 1_000, phase="break"),
    ]  # fmt: skip
    other.send(action("moment", moment="stuck"), score(ben, 1))
    answer = phone.send(*hidden)
    assert [*answer["questions"]] == [hidden[3]["id"]]
    session = log.session()
    assert [moment.moment for moment in session.moments] == [Moment.LAUGHTER, Moment.STUCK]
    assert session.clock.phase is ClockPhase.BREAK
    assert all(line.at >= log_start for line in session.lines)
    assert session.scores.cells[anna, 0, "market_saturation"] == 2
    assert session.scores.cells[ben, 0, "market_saturation"] == 1


def test_a_score_that_arrives_late_counts_though_it_was_written_before(phone: Device, log: Log) -> None:
    anna = everybody(log)[0]
    log.score(anna, 0, 3, "market_saturation")
    log.score(anna, 0, None, "market_saturation")
    late = {**score(anna, 4), "at": SENT - 3_600_000}
    assert phone.send(late)["done"] == [late["id"]]
    assert log.session().scores.cells == {(anna, 0, "market_saturation"): 4}


def test_scores_add_up_by_the_rules_of_the_revision(phone: Device, log: Log) -> None:
    anna, ben, cleo = everybody(log)
    phone.send(score(anna, 3), score(ben, 4), score(cleo, 1))
    answer = phone.send(score(anna, 1, criterion="one_hit_wonder"), score(ben, 1, criterion="broad_appeal"))
    scores = log.session().scores
    assert scores.totals == {anna: 4, ben: 5, cleo: 1}
    assert (scores.winners, scores.margin) == ((ben,), 1)
    assert "Ben leads by 1." in answer["state"]["parts"]["verdict"]
    phone.send(score(anna, None, was=1, criterion="one_hit_wonder"))
    assert log.session().scores.totals[anna] == 3


def test_totals_alone_will_do_and_an_override_needs_a_reason(phone: Device, log: Log) -> None:
    anna, ben, cleo = everybody(log)
    for player, points in ((anna, 21), (ben, 19), (cleo, 8)):
        answer = phone.do("total", player=player, points=points, was=None)
    assert log.session().scores.winners == (anna,)
    assert "brings the end by the rules" in answer["state"]["parts"]["verdict"]
    for fields in ({"winners": [ben]}, {"reason": "a slip"}):
        assert phone.send(action("override", **fields))["problems"]
    phone.do("override", winners=[ben], reason="a slip", **{f"total_{anna}": "", f"total_{ben}": "22"})
    assert (log.session().scores.winners, log.session().scores.totals[ben]) == ((ben,), 22)
    [line] = [line for line in log.session().lines if line.kind is EntryKind.OVERRIDE]
    phone.do("override", entry=line.entry.id, nobody="yes", reason="all tied")
    assert log.session().scores.winners == ()
    phone.do("undo", entry=line.entry.id)
    assert log.session().scores.winners == (anna,)


def test_points_that_were_taken_over_stand_in_the_field_and_are_replaced(workspace: Workspace, store: Store) -> None:
    """Also a deduction: 2 over −4 makes −2."""
    scenario = load_scenario(workspace, "showbiz_shuffle/two-players")
    log = begin_session(store, scenario, {}, [NewPlayer("Anna"), NewPlayer("Ben")])
    ben = everybody(log)[1]
    log.score(ben, 0, 4, "penalty")
    log.score(ben, 0, 3, "movie_points")
    log.leave(ben)
    phone = Device(workspace, log)
    answer = phone.do("add_player", who="Dora", seat="2", takes_over=ben)
    dora = everybody(log)[1]
    assert log.session().scores.totals[dora] == -1
    sheet = answer["state"]["sheet"]
    assert sheet["holders"][f"{dora}|0|penalty"] == ben
    assert "taken over from Ben" in sheet["notes"][f"{dora}|0|penalty"]
    phone.send(score(ben, 2, was=-4, criterion="penalty"))
    assert log.session().scores.totals[dora] == 1
    phone.do("total", player=dora, points=8, was=None)
    assert log.session().scores.totals[dora] == 8


def test_two_devices_at_one_movie_are_told_both_values(workspace: Workspace, store: Store) -> None:
    """In a game with sides, rows go to sides by a tap each."""
    scenario = load_scenario(workspace, "hollywood_1947/three-players")
    log = begin_session(store, scenario, {}, [NewPlayer(name) for name in "ABC"])
    phone = Device(workspace, log)
    other, mine = map(list, log.session().scores.sheet.outcomes[:2])
    log.outcome(0, other)
    change = action("outcome", row=0, sides=mine, was=None)
    question = phone.send(change)["questions"][change["id"]]["text"]
    told = log.session().scores.sheet.sides_in_words
    assert question.rindex(told(other)) < question.rindex(told(mine))
    phone.do("outcome", row=0, sides=mine, was=None, confirmed=True)
    assert log.session().scores.outcomes == {0: tuple(mine)}
    phone.do("outcome", row=0, sides=None, was=mine)
    assert log.session().scores.outcomes == {}


def test_movies_and_sides_say_who_won(workspace: Workspace, store: Store) -> None:
    scenario = load_scenario(workspace, "hollywood_1947/three-players")
    log = begin_session(store, scenario, {}, [NewPlayer(name) for name in "ABC"])
    phone = Device(workspace, log)
    for movie in range(3):
        phone.do("outcome", row=movie, sides=["communists"], was=None)
    assert re.search("Won by Communists.*A, B, C", phone.page())
    for player, side in zip(everybody(log), ("communists", "patriots", "patriots"), strict=True):
        phone.do("side", player=player, side=side, was=None)
    assert log.session().scores.winners == (everybody(log)[0],)
    assert "Won by Communists: A." in phone.page()
    phone.do("outcome", row=None, sides=["patriots"], was=None)
    assert log.session().scores.winning_sides == ("patriots",)
    phone.do("outcome", row=None, sides=None, was=["patriots"])
    assert log.session().scores.winning_sides == ("communists",)
    phone.do("end")
    page = phone.page()
    assert 0 < page.index("Won by Communists: A.") < page.index("Ended ") < page.index("were not filled in")


# Moments, notes, clock


def test_own_kinds_have_a_button_and_the_ended_page_counts_all_kinds(phone: Device, log: Log) -> None:
    phone.do("add_kind", title="Table talk")
    assert phone.send(action("add_kind", title="laughter"))["problems"]  # there is one of this name
    [custom] = log.session().custom_moments
    for moment in (custom.id, "laughter", custom.id):
        answer = phone.do("moment", moment=moment)
    assert "Table talk" in answer["state"]["parts"]["kinds"]
    phone.do("end")
    assert "Table talk 2, Laughter 1" in phone.page()
    go = phone.do("again")["go"]
    [again, _] = session_ids(log.store)
    assert go == f"/evening/{again}"
    assert everybody(Log(log.store, again)) == everybody(log)
    assert [kind.title for kind in load(log.store, again).custom_moments] == ["Table talk"]


def test_a_double_tap_begins_one_session(phone: Device, log: Log) -> None:
    tap = action("again")
    assert phone.send(tap)["go"] == phone.send(tap)["go"]
    assert len(session_ids(log.store)) == 2


def test_the_clock_runs_through_its_phases_and_a_phase_that_goes_on_is_not_stored_twice(
    phone: Device, log: Log
) -> None:
    phone.do("phase", phase="teaching")
    phone.do("phase", phase="teaching")
    assert [line.kind for line in log.session().lines].count(EntryKind.PHASE) == 1
    phone.do("phase", phase="play")
    for moment in Moment:
        phone.do("moment", moment=moment.value)
    phone.do("pause")
    assert log.session().clock.paused
    phone.do("pause")
    phone.do("resume")
    answer = phone.do("phase", phase="break")
    assert log.session().clock.phase is ClockPhase.BREAK
    assert answer["state"]["clock"]["phase"] == "break"
    assert len(log.session().moments) == len(Moment)
    assert all(happening.minute is not None for happening in log.session().moments)


def test_what_was_stored_last_is_said_and_undone(phone: Device, log: Log) -> None:
    phone.do("moment", moment="laughter")
    state = phone.do("moment", moment="stuck")["state"]
    assert "Stuck" in state["parts"]["last"]
    state = phone.do("undo", entry=state["last"])["state"]
    assert "Undone: Stuck" in state["parts"]["last"]
    assert "Before it: Laughter" in state["parts"]["last"]
    assert [moment.moment for moment in log.session().moments] == [Moment.LAUGHTER]
    phone.do("undo", entry=state["last"])
    assert log.session().moments == ()


def test_who_and_why_are_added_to_the_last_moment(phone: Device, log: Log) -> None:
    entry = phone.do("moment", moment="confusion")["done"][0]
    ben = everybody(log)[1]
    phone.do("about", entry=entry, note="Is the ace low?")
    answer = phone.do("about", entry=entry, player=ben)
    [moment] = log.session().moments
    assert (moment.player, moment.note) == (ben, "Is the ace low?")
    assert "Is the ace low?" in answer["state"]["parts"]["about"]
    phone.do("about", entry=entry, player=None)
    assert log.session().moments[0].player is None


def test_when_the_game_is_over_the_clock_stands_and_the_code_of_the_form_is_there(phone: Device, log: Log) -> None:
    phone.do("phase", phase="play")
    answer = phone.do("game_over")
    session = log.session()
    assert (session.clock.phase, session.clock.over, session.status) == (ClockPhase.NONE, True, SessionStatus.OPEN)
    token = re.search(r"/feedback/([\w.-]+)", answer["state"]["parts"]["forms"])
    assert token
    form = open_form(log.store, token[1])
    assert (form.player, [seated.player for seated in form.open_to]) == (None, everybody(log))
    assert b"<svg" in ask(phone.app, f"/evening/code.svg?text={token[0]}").body
    phone.do("moment", moment="laughter")
    phone.do("phase", phase="play")
    assert log.session().clock.runs


# The table


def test_whoever_takes_a_seat_swaps_with_who_has_it(phone: Device, log: Log) -> None:
    anna, ben, cleo = everybody(log)
    entries = len(log.session().lines)
    answer = phone.do("sit", player=anna, seat="3")
    assert everybody(log) == [cleo, ben, anna]
    assert [seated.newcomer for seated in log.session().players] == [True, False, False]
    assert len(log.session().lines) == entries + 1
    assert "swap with Anna" in phone.page(f"/dialog/player?player={cleo}")
    phone.do("undo", entry=answer["state"]["last"])
    assert everybody(log) == [anna, ben, cleo]


def test_a_player_is_renamed_and_a_new_one_is_offered_free_seats(phone: Device, log: Log) -> None:
    anna = everybody(log)[0]
    phone.do("sit", player=anna, seat="1", name="Anna B.", newcomer="yes")
    assert people(log.store)[anna].name == "Anna B."
    assert log.session().players[0].newcomer
    offered = re.findall(r"<option>(\d+)", ask(phone.app, f"/evening/{log.id}/dialog/add").text)
    assert offered == ["4", "5", "6", "7"]
    assert phone.send(action("add_player", who=""))["problems"]
    assert phone.send(action("add_player", who="Dora", seat="1"))["problems"]  # taken


def test_the_seat_is_taken_over_with_the_points_by_choice(phone: Device, log: Log) -> None:
    cleo = everybody(log)[2]
    for player, points in zip(everybody(log), (9, 4, 7), strict=True):
        log.score(player, 0, points)
    answer = phone.do("leave", player=cleo)
    assert "Cleo left with 7." in answer["state"]["parts"]["result"]
    assert "Cleo (left)" in answer["state"]["parts"]["result"]
    assert "0 of 3" in answer["state"]["parts"]["forms"]
    assert "Takes over Cleo’s 7 points" in phone.page("/dialog/add")
    phone.do("add_player", who="Dora", seat="3", takes_over=cleo)
    session = log.session()
    dora = session.players[2].player
    assert (session.scores.taken, session.scores.totals[dora]) == ({cleo: dora}, 7)
    phone.do("rename", player=cleo, to="", name="Cleo C.")
    assert (log.session().scores.taken, dora in log.session().scores.totals) == ({}, False)
    phone.do("back", player=cleo)
    assert everybody(log)[-1] == cleo
    assert log.session().left == ()


def test_the_details_change_only_what_differs(phone: Device, log: Log) -> None:
    phone.do("header", goal="Too long?", location="", printed="", medium="digital", direction="lowest", teacher="Elif")
    header = log.session().header
    assert (header.goal, header.medium, header.direction) == ("Too long?", "digital", "lowest")
    assert people(log.store)[header.teacher or ""].name == "Elif"
    entries = len(log.session().lines)
    phone.do("header", goal="Too long?", location="", printed="", medium="digital", direction="lowest", teacher="Elif")
    assert len(log.session().lines) == entries


# The log and its corrections

CORRECTED = [
    (EntryKind.SCORE, {"player": "Anna", "row": 0, "points": 3}, {"points": "4", "row": "2"}, {"points": 4, "row": 1}),
    (EntryKind.TOTAL, {"player": "Anna", "points": 20}, {"player": "Ben", "points": ""}, {"points": None}),
    (EntryKind.MOMENT, {"moment": "stuck"}, {"moment": "laughter", "note": "a dog"}, {"note": "a dog"}),
    (EntryKind.NOTE, {"text": "long"}, {"text": "too long", "player": "Ben"}, {"text": "too long", "player": "Ben"}),
    (EntryKind.PHASE, {"phase": "teaching"}, {"phase": "play"}, {"phase": "play"}),
    (EntryKind.PLAYER, {"player": "Anna", "seat": 0}, {"seat": "4", "newcomer": "yes"}, {"seat": 3, "newcomer": True}),
    (EntryKind.QUESTION, {"text": "Long?", "kind": "text"}, {"kind": "rating"}, {"text": "Long?", "kind": "rating"}),
    (EntryKind.HEADER, {"goal": "a"}, {"goal": "b"}, {"goal": "b"}),
    (EntryKind.LEAVE, {"player": "Anna"}, {"player": "Ben"}, {"player": "Ben"}),
    (EntryKind.END, {"finished": True}, {"finished": "no"}, {"finished": False}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "data", "fields", "after"), CORRECTED, ids=[row[0].value for row in CORRECTED])
def test_every_kind_of_entry_is_corrected(
    phone: Device, log: Log, kind: EntryKind, data: dict[str, Any], fields: dict[str, Any], after: dict[str, Any]
) -> None:
    ids = dict(zip(("Anna", "Ben"), everybody(log), strict=False))

    def named(values: dict[str, Any]) -> dict[str, Any]:
        return {name: ids.get(value, value) if isinstance(value, str) else value for name, value in values.items()}

    entry = log.tap(kind, named(data))
    for name in fields:
        assert f'name="{name}"' in ask(phone.app, f"/evening/{log.id}/dialog/entry?entry={entry.id}").text
    phone.do("correct", entry=entry.id, **named(fields))
    phone.do("correct", entry=entry.id, **named(fields))
    [line] = [line for line in log.session().lines if line.entry.id == entry.id]
    assert {name: line.data[name] for name in after} == named(after)
    assert len(line.edits) == 1
    assert "before:" in phone.page("/dialog/log")


def test_an_undone_entry_is_restored_from_the_log(phone: Device, log: Log) -> None:
    entry = log.note("too long")
    phone.do("undo", entry=entry.id)
    assert "undone" in phone.page("/dialog/log")
    assert "Restore this entry" in phone.page(f"/dialog/entry?entry={entry.id}")
    phone.do("redo", entry=entry.id)
    assert [note.text for note in log.session().notes] == ["too long"]


def test_a_long_log_has_pages_and_texts_are_shown_as_they_are(phone: Device, log: Log) -> None:
    for number in range(20):
        log.note(f"<b>note {number}</b>")
    assert "Page 1 of 2" in phone.page("/dialog/log")
    assert "Session started" in phone.page("/dialog/log?page=2&device=x")
    assert "<b>note" not in ask(phone.app, f"/evening/{log.id}").text.replace("\\u003cb\\u003e", "")


# Times


def test_the_times_are_corrected_and_come_back(phone: Device, log: Log) -> None:
    logged = log.session().started_at
    phone.do("phase", phase="play")
    assert "The clock is running (play)" in phone.page("/dialog/times")
    phone.do("end", finished="yes")
    before = logged.astimezone().strftime("%Y-%m-%dT%H:%M")
    seen = {"started_at_before": before, "ended_at_before": "", "ended_at": ""}
    phone.do("times", started_at="2026-03-17T19:00", play_min="50", break_min="10", teaching_min="", **seen)
    session = log.session()
    assert session.started_at == datetime(2026, 3, 17, 19).astimezone()
    minutes = [session.seconds(phase) / 60 for phase in (ClockPhase.TEACHING, ClockPhase.PLAY, ClockPhase.BREAK)]
    assert minutes == [0, 50, 10]
    assert "17 Mar 2026, 20:00" in phone.page()
    [line] = [line for line in session.lines if line.kind is EntryKind.TIMES]
    assert set(line.data) == {"started_at", "play_min", "break_min"}  # what was left alone is not in it
    page = phone.page(f"/dialog/log?device={phone.device}")
    assert re.search("17 Mar 2026, 19:00.*50 min.*10 min", page)
    assert f"before: started {time_words(logged)}" in page
    assert "this device" in page
    phone.do("undo", entry=line.entry.id)
    assert log.session().started_at == logged


def test_an_end_before_the_start_is_not_stored(phone: Device, log: Log) -> None:
    phone.do("end")
    before = log.session()
    seen = {"started_at_before": "", "ended_at_before": ""}
    change = action("times", started_at="2026-03-17T19:00", ended_at="2026-03-17T18:00", **seen)
    assert "is before the start" in phone.send(change)["problems"][change["id"]][0]
    assert log.session() == before
    phone.do("times", started_at="2026-03-17T19:00", ended_at="2026-03-17T21:00", **seen)
    assert log.session().ended_at == datetime(2026, 3, 17, 21).astimezone()


# Forms, and the end


def test_the_end_tells_of_forms_to_come_and_reopens_for_them(phone: Device, log: Log) -> None:
    ben = everybody(log)[1]
    submit(log.store, Feedback(new_uuid(), log.id, ben, fun=4))
    assert re.search("2 of 3 forms are missing: Anna, Cleo", phone.page("/dialog/finish"))
    phone.do("end")
    assert log.session().status is SessionStatus.ENDED
    assert re.search("2 of 3 forms were not filled in: Anna, Cleo", phone.page())
    phone.do("reopen")
    assert log.session().status is SessionStatus.OPEN
    phone.do("abandon", reason="fire alarm")
    assert log.session().abandoned_for == "fire alarm"
    assert "fire alarm" in phone.page()


def test_a_game_that_is_not_over_is_asked_about(phone: Device, log: Log) -> None:
    for place, player in enumerate(everybody(log)):
        submit(log.store, Feedback(new_uuid(), log.id, player, fun=4))
        log.score(player, 0, 9 + place)
    assert "Nobody has 21: finished, or stopped early?" in phone.page("/dialog/finish")
    phone.do("end", finished="no")
    assert log.session().status is SessionStatus.STOPPED
    page = phone.page()
    assert "stopped early" in page and "Cleo was ahead by 1" in page and "Cleo won" not in page
    phone.do("settle", finished="yes")
    assert log.session().status is SessionStatus.ENDED
    assert "Cleo won by 1" in phone.page()


def test_what_players_answered_stands_with_their_names_also_to_own_questions(phone: Device, log: Log) -> None:
    question = phone.do("ask", text="Was the show too long?", kind=QuestionKind.TEXT.value)["done"][0]
    ben = everybody(log)[1]
    answers = {question: "Yes!"}
    submit(log.store, Feedback(new_uuid(), log.id, ben, fun=4, fair="maybe", best="The *last* deal", answers=answers))
    phone.do("end")
    page = phone.page()
    assert re.search("Ben : fun 4, fair maybe.", page)
    assert "What was the best moment? The *last* deal" in page
    assert "Was the show too long? Yes!" in page


def test_a_session_is_removed_only_while_nothing_was_logged(phone: Device, log: Log) -> None:
    phone.do("moment", moment="stuck")
    assert phone.send(action("discard"))["problems"]
    tap = action("delete")
    assert phone.send(tap)["go"] == phone.send(tap)["go"] == "/sessions"
    assert session_ids(log.store) == []
    assert ask(phone.app, f"/evening/{log.id}").status == 404


def test_paper_is_there_also_for_a_deck_without_a_revision(workspace: Workspace, phone: Device, log: Log) -> None:
    deck = begin(log.store, {"game": "hitmakers", "printed": "deck B"})
    for session in (log.id, deck.id):
        for name in ("sheet", "form"):
            assert ask(phone.app, f"/evening/{session}/print/{name}").status == 200
    assert "default rules" in ask(phone.app, f"/evening/{deck.id}/print/sheet").text
    assert "Anna" in ask(phone.app, f"/evening/{log.id}/print/sheet").text


def test_every_dialog_opens_for_every_game(workspace: Workspace, store: Store) -> None:
    names = ("add", "details", "times", "log", "override", "kinds_edit", "questions", "abandon", "delete", "finish")
    for game, revision in {
        "hitmakers": "four-players",
        "hollywood_1947": "nine-players",
        "trickster": "no-moon",
    }.items():
        scenario = load_scenario(workspace, f"{game}/{revision}")
        players = [NewPlayer(f"P{seat}") for seat in range(scenario.players)]
        phone = Device(workspace, begin_session(store, scenario, {}, players))
        for name in names:
            assert phone.page(f"/dialog/{name}")
        assert ask(phone.app, f"/evening/{phone.log.id}/dialog/nonsense").status == 404


# Reading


def test_another_device_s_taps_are_there_when_the_board_looks_again(phone: Device, log: Log) -> None:
    version = ask(phone.app, f"/evening/{log.id}/state").data["version"]
    log.note("from the other phone")
    state = ask(phone.app, f"/evening/{log.id}/state").data
    assert state["version"] != version
    assert "from the other phone" in state["parts"]["notes"]


def test_a_link_to_no_session_says_so(phone: Device) -> None:
    answer = ask(phone.app, "/evening/00000000-0000-4000-8000-000000000000")
    assert (answer.status, "There is no such session" in answer.text) == (404, True)


def test_the_cache_reads_again_only_what_was_written(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking must not write, or every look would read anew."""
    log = begin(store, {"game": "hitmakers"})
    read: list[str] = []
    real = sessions._read
    monkeypatch.setattr(sessions, "_read", lambda store, id: read.append(id) or real(store, id))
    cache = SessionCache(store)
    for _ in range(4):
        cache.look(log.id)
    assert len(read) == 1
    log.note("mine")
    for _ in range(4):
        assert cache.look(log.id).session.notes[-1].text == "mine"
    assert len(read) == 2
    begin(store, {"game": "hitmakers"})
    assert cache.look(log.id).session.notes[-1].text == "mine"


def test_own_kinds_of_the_game_s_last_session_are_there_in_the_next(log: Log) -> None:
    log.add_moment_kind("Table talk")
    begun = begin_session(log.store, None, {"game": "hitmakers"}, [NewPlayer("Anna")])
    assert [kind.title for kind in begun.session().custom_moments] == ["Table talk"]
    assert begin_session(log.store, None, {"game": "trickster"}, [NewPlayer("Anna")]).session().custom_moments == ()


def test_an_entry_is_never_later_than_now(phone: Device, log: Log) -> None:
    phone.send({**action("moment", moment="stuck"), "at": SENT + 3_600_000})
    assert log.session().moments[0].at <= datetime.now(UTC) + timedelta(seconds=1)


def test_game_over_checks_the_sheet(phone: Device, log: Log) -> None:
    anna, ben, cleo = everybody(log)
    phone.do("phase", phase="play")
    phone.send(score(anna, 3), score(cleo, 1), score(anna, 2, row=1))
    forms = phone.do("game_over")["state"]["parts"]["forms"]
    assert "Deal 1: no points for Ben; Deal 2: no points for Ben and Cleo" in forms
    assert "The sheet has gaps" in phone.page("/dialog/finish")
    phone.send(score(ben, 1), score(ben, 1, row=1), score(cleo, 1, row=1))
    forms = ask(phone.app, f"/evening/{log.id}/state").data["parts"]["forms"]
    assert "Check the sheet" not in forms and "Anna leads by 3." in forms


def test_the_report_has_result_times_moments_notes_and_what_may_be_quoted(phone: Device, log: Log) -> None:
    anna, ben, cleo = everybody(log)
    question = log.ask("Was the show too long?", QuestionKind.TEXT)
    phone.send(score(anna, 3), score(ben, 1), score(cleo, 1), action("note", text="They count <aloud>."))
    phone.do("moment", moment="laughter", note="the dog")
    shy = Feedback(new_uuid(), log.id, ben, fun=4, best="Secret", answers={question.id: "Yes!"})
    submit(log.store, shy)
    submit(log.store, Feedback(new_uuid(), log.id, cleo, fun=2, best="The last deal", quote=True))
    phone.do("end", finished="yes")
    page = phone.page("/print/report")
    for words in (
        "Anna won by 2",
        "Laughter 1",
        "the dog",
        "They count &lt;aloud&gt;.",
        "4, 2",
        "Yes!",
        "Play 0 minutes",
    ):
        assert words in page
    assert "The last deal" in page.partition("May be quoted")[2]
    assert "Secret" not in page.partition("May be quoted")[2]


def test_turns_say_how_long_each_player_played_and_waited(phone: Device, log: Log) -> None:
    anna, ben, cleo = everybody(log)
    start = log.session().started_at - timedelta(seconds=200)  # what is in the future would count as now
    at = [replace(log, at=start + timedelta(seconds=seconds)) for seconds in (0, 10, 40, 45, 105, 115)]
    at[0].phase(ClockPhase.PLAY)
    at[1].turn(anna)
    at[2].turn(ben)
    at[3].pause()
    at[4].resume()
    session = log.session()
    assert session.turn_of == ben
    times = session.turn_times(start + timedelta(seconds=115))
    assert (times[anna].turns, times[anna].seconds, times[anna].waited) == (1, 30, 15)
    assert (times[ben].turns, times[ben].seconds, times[ben].waited) == (1, 15, 30)
    state = ask(phone.app, f"/evening/{log.id}/state").data
    assert "Next: Cleo" in state["parts"]["turns"] and "Anna: 1 turn, 30 s, waited" in state["parts"]["turns"]
    tap = action("turn", player=cleo)
    phone.send(tap, tap)
    assert "Turn of Cleo" in phone.do("turn", player=cleo)["state"]["parts"]["last"]
    assert [line.kind for line in log.session().lines].count(EntryKind.TURN) == 3


def test_several_tables_of_one_evening_are_a_tap_apart(phone: Device, log: Log) -> None:
    other = begin(log.store, {"game": "trickster"})
    ended = begin(log.store, {"game": "trickster"})
    ended.end()
    tables = ask(phone.app, f"/evening/{log.id}/dialog/tables").text
    assert re.findall(r'href="/evening/([\w-]+)"', tables) == [other.id]
    assert "This board: Hitmakers" in tables


@pytest.mark.parametrize("game", ["hitmakers", "hollywood_1947", "showbiz_shuffle", "trickster"])
def test_a_blind_test_is_one_page_with_rulebook_sheet_and_form(phone: Device, game: str) -> None:
    answer = ask(phone.app, f"/evening/print/blind?game={game}")
    assert answer.status == 200
    parts = answer.text.split("<template shadowrootmode=")[1:]
    assert len(parts) == 3
    assert "<h1>" in parts[0] and "Seat" in parts[1] and "How much fun was it?" in parts[2]
    assert all(re.search(r"(?<![\\w-])body[ {]", part.partition("</style>")[0]) is None for part in parts)


def picture(format: str = "JPEG", size: tuple[int, int] = (3, 2)) -> bytes:
    """A photo as phones make it: turned, with its place, its owner and a comment."""
    exif, file = Image.Exif(), io.BytesIO()
    exif[ExifTags.Base.Orientation], exif[ExifTags.Base.Artist] = 6, "Zacharias"
    exif.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSLatitude] = (52.0, 31.0, 12.0)
    Image.new("1" if size[0] > 99 else "RGB", size).save(
        file, format, exif=exif, comment=b"Zacharias", icc_profile=b"colors"
    )
    return file.getvalue()


def attach(phone: Device, entry: str, id: str, content: bytes | None = None) -> Answer:
    path = f"/evening/{phone.log.id}/media/{entry}?id={id}"
    return ask(phone.app, path, posted=picture() if content is None else content, content_type="image/jpeg")


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP"])
def test_a_photo_keeps_its_pixels_and_nothing_that_the_camera_wrote(log: Log, tmp_path: Path, format: str) -> None:
    photo, media = picture(format), Media(tmp_path)
    assert b"Zacharias" in photo
    entry = log.moment("stuck").id
    name = media.add(log.session(), entry, new_uuid(), photo)
    content, kind = media.read(log.id, name)
    assert b"Zacharias" not in content and kind == f"image/{format.lower()}"
    (tmp_path / log.id / name).write_bytes(photo)  # as it was stored before
    for _ in range(2):
        media.sweep(log.store)
        assert media.read(log.id, name) == (content, kind)
    with Image.open(io.BytesIO(content)) as anew:
        assert (anew.format, anew.size, dict(anew.getexif()), anew.info.get("comment")) == (format, (2, 3), {}, None)
        assert anew.info["icc_profile"] == b"colors"


SVG = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
NO_MEDIA = {
    "SVG": SVG,
    "zip": b"PK\x03\x04" + bytes(99),
    "empty": b"",
    "cut": picture()[:60],
    "large": (10_000, 6_401),
    "a bomb": (13_400, 13_400),
}


@pytest.mark.parametrize("content", NO_MEDIA.values(), ids=NO_MEDIA)
def test_media_are_what_their_content_says(log: Log, tmp_path: Path, content: bytes | tuple[int, int]) -> None:
    content = picture("PNG", content) if isinstance(content, tuple) else content
    entry = log.moment("stuck").id
    with pytest.raises(BadInput, match="64 million pixels"):
        Media(tmp_path / FOLDER).add(log.session(), entry, new_uuid(), content)
    assert not (tmp_path / FOLDER).exists()


def test_a_photo_of_a_moment_is_stored_once_shown_and_in_the_report(
    phone: Device, log: Log, workspace: Workspace
) -> None:
    entry, id = phone.do("moment", moment="laughter")["done"][0], new_uuid()
    for _ in range(2):
        assert attach(phone, entry, id).status == 200
    names = Media(workspace.data / FOLDER).names(log.session())
    assert [*names] == [entry] and len(names[entry]) == 1
    path = f"/evening/{log.id}/media/{names[entry][0]}"
    assert path in ask(phone.app, f"/evening/{log.id}/state").data["parts"]["about"]
    photo = ask(phone.app, path)
    assert (photo.status, photo.headers["content-type"]) == (200, "image/jpeg")
    report = ask(phone.app, f"/evening/{log.id}/print/report").text
    assert "data:image/jpeg;base64," in report and "This report holds 1 photo" in report
    assert attach(phone, new_uuid(), id).status == attach(phone, entry, "../x").status == 422
    assert attach(phone, entry, id, SVG).status == 422
    for place in ("../../devices.json", f"{entry}_{id}.exe", "x"):
        assert ask(phone.app, f"/evening/{log.id}/media/{place}").status == 404
    phone.do("delete")
    assert ask(phone.app, path).status == 404


def test_photos_go_with_whoever_is_forgotten(phone: Device, log: Log, workspace: Workspace) -> None:
    other = begin(log.store, {"game": "hitmakers"})
    media = Media(workspace.data / FOLDER)
    for table in (log, other):
        moment = table.moment("stuck").id
        media.add(table.session(), moment, new_uuid(), b"OggS voice")
    media.sweep(log.store)
    assert media.names(log.session()) and media.names(other.session())
    gone = everybody(log)[0]
    log.leave(gone)
    forget(log.store, gone)
    media.sweep(log.store)
    assert not media.names(log.session()) and media.names(other.session())
    assert not (workspace.data / FOLDER / log.id).exists()
