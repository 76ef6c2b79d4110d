"""Plays that people make, as their devices talk to them: each seat sees its own, each action acts once."""

import json
import time
import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.asking import Answer, ask
from tests.support.kit import install_examples
from tests.support.processor import patience
from tests.support.thorough import some_of
from workbench.app.server.evening.routes import evening_pages
from workbench.app.server.evening.sessions import SessionCache
from workbench.app.server.playing.live import LivePlay, LivePlays, forget_player
from workbench.app.server.playing.routes import play_routes
from workbench.engine import registry
from workbench.engine.registry import PACKAGE, use_workspace
from workbench.play import interactive, saved
from workbench.play.hints import Adviser
from workbench.playtest.log.kinds import EntryKind, SessionStatus
from workbench.playtest.log.recording import load
from workbench.playtest.log.sentences import describe
from workbench.playtest.people_and_bots import exclusion_reason
from workbench.report.card_faces import spoken
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace, init_workspace
from workbench.scenario.new_game import new_family_game
from workbench.store import Store

ANNA, BEN, CLEO, NOBODY = (str(uuid.UUID(int=number)) for number in (1, 2, 4, 3))
FAMILY = "my_tricks/default"
"""A game without code."""
HIDING = {
    "hitmakers/2021-04-08": "score_target=0",
    "showbiz_shuffle/reference": "score_target=10",
    "hollywood_1947/six-players": "max_movies=5",
    "hearts/default": "target=20",
    FAMILY: "deals=1",
}
TRICKSTER = "trickster/prototype-a"
SHORT = {
    **HIDING,
    TRICKSTER: "rounds=1",
    "goofspiel/default": "ranks=5",
    "kuhn_poker/default": "bet=1",
    "picnic/default": "hand_size=4",
    "pig/default": "target=10",
}
"""Every game that is shipped, its kit's examples, and one of a family, by rules that make it short."""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """A workspace with a game of a family, where the kit's examples are installed and search is not compiled."""
    root = tmp_path_factory.mktemp("playing")
    workspace = init_workspace(root / "studio")[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(install_examples(root / "site")))
        patch.setattr(Adviser, "warm_up", lambda adviser, play: None)
        use_workspace(workspace.root)
        new_family_game(workspace, FAMILY.partition("/")[0], "tricks")
        registry.games.cache_clear()
        yield workspace
        use_workspace("")
    registry.games.cache_clear()


class Table:
    def __init__(self, workspace: Workspace, reference: str, names: dict[int, str]) -> None:
        scenario = load_scenario(workspace, reference, set_=[SHORT[reference]], bots=["random"])
        self.workspace = workspace
        self.serve(saved.begin(scenario, 5, names, ANNA))

    def serve(self, play: saved.SavedPlay) -> None:
        """As a server that has just been started."""
        plays = LivePlays(self.workspace)
        cache = SessionCache(Store(self.workspace.store_path))
        self.app = evening_pages(self.workspace, cache, None, play_routes(plays))
        self.live: LivePlay = plays.add(play)

    def state(self, device: str = ANNA, seat: int | str = 0) -> Any:
        return self.get(device, seat).data

    def get(self, device: str = ANNA, seat: int | str = 0) -> Answer:
        return ask(self.app, f"/play/{self.live.saved.id}/state?device={device}&seat={seat}")

    def post(self, device: str = ANNA, id: str = "", what: str = "", **message: object) -> Answer:
        body = {"device": device, "id": id or str(uuid.uuid4()), **message}
        path = f"/play/{self.live.saved.id}{what}"
        return ask(self.app, path, posted=json.dumps(body).encode(), content_type="application/json")

    def give(self, device: str, seat: int) -> None:
        """Have a device hold a seat of Anna's laptop, which is asked."""
        assert self.post(device, do="sit", seat=seat).status == 200
        assert self.post(ANNA, do="answer", seat=seat, agrees=True).status == 200

    def turn(self) -> bool:
        """Wait until a person is to decide; False at the end."""
        until = time.monotonic() + patience(30)
        while True:
            with self.live.guard:
                if self.live.play.waits_for_person or self.live.saved.session:
                    return self.live.play.waits_for_person
            assert time.monotonic() < until and not self.live.problem, self.live.problem
            time.sleep(0.01)

    def decide(self, device: str = ANNA, place: int = 0, **changes: object) -> Answer:
        """Take the first legal action."""
        play = self.live.play
        message = {"seat": play.actor, "at": len(play.decisions), "action": play.legal()[place], **changes}
        return self.post(device, do="decide", **message)


@pytest.fixture
def table(workspace: Workspace) -> Iterator[Table]:
    table = Table(workspace, "hitmakers/2021-04-08", {0: "Anna", 1: "Ben"})
    table.turn()
    yield table


def test_a_forgotten_name_leaves_a_play_that_goes_on_and_its_file(table: Table, workspace: Workspace) -> None:
    saved.save(workspace, table.live.saved)
    forget_player(workspace, "nobody's id", "Anna")
    assert table.state()["names"][:2] == ["Player 1", "Ben"]
    table.turn()
    assert table.decide().status == 200
    assert "Anna" not in (workspace.data / saved.FOLDER / f"{table.live.saved.id}.json").read_text("utf-8")


def test_a_move_whose_code_fails_is_told_with_its_line(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    of_author = {"__name__": f"{PACKAGE}.pig.game"}
    exec("def fail(*arguments):\n    nothing_there(3)", of_author)
    monkeypatch.setattr(interactive.InteractivePlay, "decide", of_author["fail"])
    monkeypatch.setattr(Adviser, "hint", of_author["fail"])
    for answer in (table.decide(), table.post(what="/hint", seat=table.live.play.actor)):
        (problem,) = answer.data["problems"]
        assert answer.status == 422 and problem.startswith("games/pig/game.py, line 2: NameError")


def is_forged_in_vain(table: Table) -> None:
    """No message but that of who is to decide, from its device, with a legal action, changes the play."""
    before, actor = table.live.play.world.tobytes(), table.live.play.actor
    illegal = next(action for action in range(64) if action not in table.live.play.legal())
    for answer in (
        table.decide(NOBODY),
        table.decide("no word of a page"),
        table.decide(action=illegal),
        table.decide(action=99_999),
        table.decide(at=len(table.live.play.decisions) + 1),
        table.decide(seat=1 - actor),
        table.post(do="undo", to=0),
        table.post(do="sit", seat=2),
        table.post(do="win"),
        table.post(NOBODY, what="/hint", seat=actor),
    ):
        assert answer.status == 422, answer.text
        assert answer.data["problems"]
    assert table.live.play.world.tobytes() == before
    assert ask(table.app, f"/play/{table.live.saved.id}", posted=b"do=decide").status == 422


def test_a_repeated_action_acts_once_also_after_it_was_taken_back(table: Table) -> None:
    table.decide(place=-1)
    table.turn()
    once, place = str(uuid.uuid4()), {"seat": table.live.play.actor, "at": len(table.live.play.decisions)}
    message = {"do": "decide", **place, "action": table.live.play.legal()[-1]}
    assert table.post(id=once, **message).status == table.post(id=once, **message).status == 200
    taken = [decision.id for decision in table.live.play.decisions]
    assert taken.count(once) == 1
    if table.live.play.last_to_take_back([0, 1]) is not None:
        table.post(do="undo", to=table.live.play.last_to_take_back([0, 1]))
        assert table.post(id=once, **message).status == 200
        assert once not in [decision.id for decision in table.live.play.decisions]


@pytest.mark.parametrize("reference", some_of(SHORT, quick=HIDING.__contains__))
def test_what_is_forged_or_comes_again_changes_nothing(reference: str, workspace: Workspace) -> None:
    """At once, and after others have decided."""
    table = Table(workspace, reference, {0: "Anna", 1: "Ben"})
    table.turn()
    is_forged_in_vain(table)
    messages: list[dict[str, Any]] = []
    while len(messages) < 3 and table.turn():
        play = table.live.play
        place = {"seat": play.actor, "at": len(play.decisions)}
        messages.append({"do": "decide", "id": str(uuid.uuid4()), **place, "action": play.legal()[0]})
        for message in (messages[-1], *messages):
            assert table.post(**message).status == 200
    table.turn()
    ids = [decision.id for decision in table.live.play.decisions if decision.id]
    assert ids == [message["id"] for message in messages] and ids


class Device:
    """What the page of a seat has of a play; it asks for what it lacks."""

    def __init__(self, table: Table, id: str, seat: int) -> None:
        self.table, self.id, self.seat = table, id, seat
        self.epoch = -1
        self.parts: dict[str, list[Any]] = {"frames": [], "cards": [], "zones": []}

    def follow(self) -> Any:
        """Ask once; the answer."""
        lacks = "".join(f"&{name}={len(there)}" for name, there in self.parts.items())
        path = f"/play/{self.table.live.saved.id}/state?device={self.id}&seat={self.seat}&epoch={self.epoch}{lacks}"
        news = ask(self.table.app, path).data
        self.epoch = news["epoch"]
        for name, there in self.parts.items():
            there.extend(news[name])
        return news


MOST_DECISIONS = 9


@pytest.mark.parametrize("reference", some_of(SHORT, quick=HIDING.__contains__))
def test_a_laptop_a_phone_that_is_offline_and_one_that_is_reloaded_see_one_play(
    reference: str, workspace: Workspace
) -> None:
    """Ben's phone hears nothing but at his turn, and sends twice; Cleo's has lost everything at each of hers."""
    players = load_scenario(workspace, reference).players
    names = dict(list(enumerate(("Anna", "Ben", "Cleo")))[:players])
    table = Table(workspace, reference, names)
    devices = [Device(table, id, seat) for seat, id in enumerate((ANNA, BEN, CLEO)[: len(names)])]
    for device in devices[1:]:
        table.give(device.id, device.seat)
    sent = 0
    while sent < MOST_DECISIONS and table.turn():
        devices[0].follow()
        seat = table.live.play.actor
        if seat == 2:
            devices[2] = Device(table, CLEO, 2)
        state, once = devices[seat].follow(), str(uuid.uuid4())
        message = {"do": "decide", "seat": seat, "at": state["at"], "action": state["choices"][-1]["action"]}
        for _ in range(2 if seat == 1 else 1):
            assert table.post(devices[seat].id, once, **message).status == 200
        sent += 1
    table.turn()
    assert sum(decision.is_persons for decision in table.live.play.decisions) == sent > 0
    for device in devices:
        device.follow()
        anew = Device(table, device.id, device.seat)
        anew.follow()
        assert device.parts == anew.parts and len(anew.parts["frames"]) == len(table.live.play.film)


def test_a_seat_is_seen_where_it_is_held(table: Table) -> None:
    assert "now" not in table.state(NOBODY) and "now" not in table.state(NOBODY, "")
    table.give(BEN, 1)
    assert "now" in table.state(BEN, 1) and "now" not in table.state(ANNA, 1)
    assert table.state(BEN)["mine"] == [1] and table.state(ANNA)["mine"] == [0]


def test_who_holds_a_seat_is_asked_before_another_device_sees_its_hand(table: Table) -> None:
    table.give(BEN, 1)
    assert table.post(NOBODY, do="sit", seat=1).status == 200
    assert "now" not in table.state(NOBODY, 1) and table.state(BEN, 1)["mine"] == [1]
    assert (table.state(BEN, 1)["requests"], table.state()["requests"], table.state(NOBODY)["requested"]) == (
        [1],
        [],
        [1],
    )
    assert table.post(CLEO, do="sit", seat=1).status == 422
    for forger in (NOBODY, ANNA):
        assert table.post(forger, do="answer", seat=1, agrees=True).status == 422
    assert table.post(BEN, do="answer", seat=1, agrees="true").status == 200
    assert (table.state(NOBODY)["refused"], table.state(BEN, 1)["mine"]) == ([1], [1])
    assert table.post(NOBODY, do="sit", seat=1).status == 422
    assert "now" not in table.state(NOBODY, 1)


def test_the_seat_of_a_device_that_was_gone_for_a_minute_is_taken_and_the_table_is_told(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.give(BEN, 1)
    began = time.monotonic()
    for seconds in (50, 100):
        monkeypatch.setattr(time, "monotonic", lambda: began + seconds)  # noqa: B023
        table.live.hear(BEN)
        table.state(CLEO)
    assert table.post(CLEO, do="sit", seat=1).status == 200
    assert table.state(CLEO)["mine"] == [] and table.state(ANNA)["takeovers"] == []
    monkeypatch.setattr(time, "monotonic", lambda: began + 161)
    assert table.post(CLEO, do="sit", seat=1).status == 200
    assert "now" in table.state(CLEO, 1) and "now" not in table.state(BEN, 1)
    for device in (ANNA, BEN, CLEO, NOBODY):
        (told,) = table.state(device)["takeovers"]
        assert told.startswith("A device without a seat has taken the seat of Ben (player 2)")


def test_an_onlooker_needs_no_seat_and_is_sent_no_hand(table: Table) -> None:
    path = f"/play/{table.live.saved.id}/state?look"
    looked = ask(table.app, path).data
    assert (looked["seat"], looked["mine"], looked["choices"], looked["undo"]) == (None, [], [], None)
    hands = [number for number, zone in enumerate(looked["zones"]) if zone["name"] == "Hand"]
    assert [set(looked["now"][str(number)]) for number in hands] == [{None}] * 3
    assert set(table.state(ANNA, 0)["now"][str(hands[0])]) != {None}
    assert len(looked["cards"]) < len(table.state(ANNA, 0)["cards"])


def unseen(live: LivePlay, seat: int) -> set[str]:
    """Cards that lie somewhere and that a seat has never seen, as they are read aloud."""
    play = live.play
    faces = play.scenario.game.picture.faces(play.values)
    whole = {thing for zone in play._zones(play.world) for thing in zone.things if thing in faces}
    seen = {thing for scene in play.scenes(seat) for zone in scene.zones for thing in zone.things}
    seen |= {thing for zone in play.zones_now(seat) for thing in zone.things}
    return {spoken(faces[str(thing)]) for thing in whole - seen} - {spoken(faces[str(thing)]) for thing in seen & whole}


@pytest.mark.parametrize("reference", HIDING)
def test_what_a_seat_has_not_seen_is_nowhere_in_what_its_device_gets(
    reference: str, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(workspace, reference, {0: "Anna", 1: "Ben"})
    secrets = 0
    for _ in range(6):
        if not table.turn():
            break
        hidden, text = unseen(table.live, 0), table.get().text
        assert [words for words in hidden if f'"{words}"' in text] == []
        secrets += len(hidden)
        table.decide()
    assert secrets
    hidden = unseen(table.live, 0)
    monkeypatch.setattr(interactive, "conceal", lambda state, rules, player: None)
    assert any(f'"{words}"' in table.get().text for words in hidden)  # so the search would find a leak


def test_a_packet_that_never_was_in_hand_is_nowhere_in_what_its_device_gets(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Trickster all cards are dealt open; what is hidden is on which packets they were laid, and who has them."""
    table, held, hidden = Table(workspace, TRICKSTER, {0: "Anna"}), set[str](), 0
    while table.turn():
        closed = closed_cards(table.live, held)
        assert all(not names & closed[place] for place, names in delivered_cards(table).items())
        hidden += sum(map(len, closed.values()))
        table.decide()
    assert hidden > 50
    table = Table(workspace, TRICKSTER, {0: "Anna"})
    monkeypatch.setattr(interactive, "conceal", lambda state, rules, player: None)
    while table.turn() and len(table.live.play.decisions) < 10:
        table.decide()
    closed = closed_cards(table.live, set())
    assert any(names & closed[place] for place, names in delivered_cards(table).items())  # so it would find a leak


def closed_cards(live: LivePlay, held: set[str]) -> dict[tuple[str, int], set[str]]:
    """The cards of others' packets and collections that Anna never had; `held` takes those that she has."""
    play = live.play
    faces = play.scenario.game.picture.faces(play.values)
    zones = {
        (zone.name, zone.player): {spoken(faces[str(thing)]) for thing in zone.things}
        for zone in play._zones(play.world)
        if zone.name in ("Tableau", "Packet", "Collection") and zone.player is not None
    }
    held |= zones["Tableau", 0] | zones["Packet", 0] | zones["Collection", 0]
    return {place: cards - held for place, cards in zones.items() if place[0] != "Tableau"}


def delivered_cards(table: Table) -> dict[tuple[str, int], set[str]]:
    """The cards that lie in packets and collections by what Anna's device gets."""
    state = table.state()
    return {
        (zone["name"], zone["player"]): {state["cards"][card] for card in state["now"][str(number)] if card is not None}
        for number, zone in enumerate(state["zones"])
        if zone["name"] in ("Packet", "Collection")
    }


@pytest.mark.parametrize("reference", some_of(SHORT, quick=HIDING.__contains__))
def test_a_play_to_the_end_is_a_session_with_every_decision(reference: str, workspace: Workspace) -> None:
    table = Table(workspace, reference, {0: "Anna"})
    table.turn()
    table.decide()
    table.turn()
    loaded = saved.load(workspace, table.live.saved.id)
    assert loaded == table.live.saved
    table.serve(loaded)
    while table.turn():
        assert table.decide(place=-1).status == 200
    state, play = table.state(), table.live.play
    session = load(Store(workspace.store_path), table.live.saved.session)
    assert session.status is SessionStatus.ENDED
    names = {seat.player: seat.seat for seat in session.players}
    assert sorted(names[player] for player in session.winners) == state["sheet"]["winners"]
    (line,) = [line for line in session.lines if line.kind is EntryKind.DECISIONS]
    assert f"{len(play.decisions)} decisions" in describe(line, session, {}.get)
    assert line.data["actions"] == [decision.action for decision in play.decisions]
    again = interactive.InteractivePlay(table.live.saved.scenario, 5)
    while not again.is_over:
        again.take_bots(line.data["actions"][len(again.decisions)])
    assert again.result().tobytes() == play.result().tobytes()
    scenario = table.live.saved.scenario
    against = scenario.game.name, scenario.rules_hash, scenario.players
    assert "bots" in exclusion_reason(session, *against)
