"""A live session of each game on the page: begun, with its own score sheet, and those who leave it."""

import re
import time
from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import plain, text
from workbench.app.pages.live import shared as desks
from workbench.playtest.log.recording import Log, begin, load
from workbench.playtest.log.session import Session
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.playtests import session_ids
from workbench.study.playtests import NewPlayer, begin_session, header_of

GAMES = {
    "hitmakers": "four-players",
    "hollywood_1947": "three-players",
    "showbiz_shuffle": "two-players",
    "trickster": "no-moon",
}


@pytest.fixture(autouse=True)
def no_lingering(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(desks, "LINGER_S", 0.05)
    yield
    time.sleep(0.06)


def type_name(page: AppTest, key: str, name: str) -> None:
    widget = page.selectbox(key=key)
    widget.options = [*widget.options, name]
    widget.set_value(name)


def press(page: AppTest, key: str) -> AppTest:
    page.button(key=key).click().run()
    assert not page.exception
    return page


@pytest.mark.parametrize("game", GAMES)
def test_it_is_begun_and_seen_on_every_page(open_page: OpenPage, workspace: Workspace, store: Store, game: str) -> None:
    scenario = load_scenario(workspace, f"{game}/{GAMES[game]}")
    page = open_page("live", game=game, revision=GAMES[game])
    for seat in range(1, scenario.players + 1):
        type_name(page, f"new_name_{seat}", f"P{seat}")
    press(page, "begin_session")
    [id] = session_ids(store)
    session = load(store, id)
    assert (session.header.rules_hash, len(session.players)) == (scenario.rules_hash, scenario.players)
    alone = open_page("live", session=id)
    assert (alone.selectbox(key="game").value, alone.selectbox(key="revision").value) == (game, GAMES[game])
    press(page, "end")
    press(page, "end_anyway")
    assert f"› {scenario.title} ·" in text(open_page("sessions", game=game))
    beside = open_page("reality", game=game, revision=GAMES[game])
    assert not beside.exception
    assert "1 session can be compared" in text(beside)


# Sides


def chosen(page: AppTest, name: str, value: str | None) -> Session:
    """Choose in the switch of this name, however often it was drawn anew."""
    switch = next(each for each in page.button_group if each.key and each.key.partition("~")[0] == name)
    switch.set_value(value).run()
    assert not page.exception
    return load(Store(desks.services().store.path), str(page.query_params["session"]))


def test_movies_and_sides_are_tapped_and_say_who_won(open_page: OpenPage, workspace: Workspace, store: Store) -> None:
    scenario = load_scenario(workspace, "hollywood_1947/three-players")
    log = begin_session(store, scenario, {}, [NewPlayer(name) for name in "ABC"])
    page = open_page("live", session=log.id)
    assert "by criterion" not in text(page)
    for movie in range(3):
        chosen(page, f"outcome_{movie}", "Communists")
    assert re.search("Won by Communists.*A, B, C", text(page))
    for each, side in zip(log.session().players, ("communists", "patriots", "patriots"), strict=True):
        chosen(page, f"side_{each.player}", side)
    assert log.session().scores.winners == (log.session().players[0].player,)
    assert "Won by Communists: A." in text(page)
    assert chosen(page, "outcome_of_all", "Patriots").scores.winning_sides == ("patriots",)
    assert chosen(page, "outcome_of_all", None).scores.winning_sides == ("communists",)
    press(press(page, "end"), "end_anyway")
    written = [node.value for node in page.main if node.type in ("markdown", "caption", "info")]
    said = plain("\n".join(written))
    assert 0 < said.index("Won by Communists: A.") < said.index("Ended ") < said.index("were not filled in")
    assert "won by Communists (A)" in text(open_page("sessions", game="hollywood_1947"))


# Leaving


@pytest.fixture
def left(workspace: Workspace, store: Store) -> Log:
    """Three at the table, of whom C has left with 7."""
    log = begin(store, header_of(load_scenario(workspace, "hitmakers/2021-04-08")))
    for seat, (name, points) in enumerate(zip("ABC", (9, 4, 7), strict=True)):
        log.score(log.add_player(name, seat).data["player"], 0, points)
    log.leave(log.session().players[2].player)
    return log


def test_whoever_left_stands_on_the_sheet_and_gets_a_form(open_page: OpenPage, left: Log) -> None:
    page = open_page("live", session=left.id)
    assert list(page.table[0].value.columns) == ["A", "B", "C (left)"]
    said = text(page)
    assert "C left with 7." in said
    assert "0 of 3" in said
    left.end()
    page = open_page("live", session=left.id)
    assert list(page.table[0].value.columns) == ["A", "B", "C (left)"]
    assert re.search("3 of 3 .*A, B, C", plain(page.info[0].value))


def test_the_seat_is_taken_over_with_the_points_by_choice(open_page: OpenPage, left: Log) -> None:
    gone = left.session().left[0].player
    page = open_page("live", session=left.id)
    type_name(page, "add_name", "Dora")
    page.toggle(key=f"add_takes_{gone}").set_value(True).run()
    type_name(page, "add_name", "Dora")  # a new name is no option, which the test's selectbox asks for at every run
    press(page, "add_player")
    session = left.session()
    dora = session.players[2].player
    assert (session.scores.taken, session.scores.totals[dora]) == ({gone: dora}, 7)
    assert re.search("C .*7.*Dora", text(page))
    choice = next(each for each in page.selectbox if each.key and each.key.startswith(f"points_of_{gone}"))
    choice.set_value("").run()
    assert (left.session().scores.taken, dora in left.session().scores.totals) == ({}, False)
    press(page, f"back_{gone}")
    assert [each.player for each in left.session().players][-1] == gone
    assert left.session().left == ()


def test_without_the_choice_the_points_stay(open_page: OpenPage, left: Log) -> None:
    page = open_page("live", session=left.id)
    type_name(page, "add_name", "Dora")
    page.run()
    type_name(page, "add_name", "Dora")
    press(page, "add_player")
    session = left.session()
    assert (len(session.players), session.scores.taken) == (3, {})
