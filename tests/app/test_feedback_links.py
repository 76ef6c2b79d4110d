"""The players' links on the designer's page: made when asked for, one code at a time, and gone when answered."""

import re
import time

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, text
from workbench.app.pages.live import feedback
from workbench.app.pages.live.feedback import qr_code
from workbench.app.server import launch, sign_in
from workbench.app.server.passcode import Gate, hash_passcode
from workbench.app.widgets.messages import REFUSED
from workbench.playtest.feedback import open_form, submit
from workbench.playtest.log.recording import Log, begin
from workbench.store import Store, StoreLocked
from workbench.store.playtests import Feedback, feedback_of, links_of, new_uuid


def page() -> None:
    """The part of a page that shows the links of the only session."""
    import os
    from pathlib import Path

    from workbench.app.pages.live.feedback import feedback_links
    from workbench.app.pages.live.shared import session_cache
    from workbench.app.server.launch import WORKSPACE
    from workbench.scenario.files import Workspace
    from workbench.store import Store
    from workbench.store.playtests import session_ids

    store = Store(Workspace(Path(os.environ[WORKSPACE])).store_path)
    seen = session_cache().look(session_ids(store)[0])
    feedback_links(store, seen.session, seen.names, {form.player for form in seen.forms})


@pytest.fixture
def log(store: Store) -> Log:
    """A session that has begun."""
    return begin(store, {"game": "hitmakers", "revision": "2021-04-08"})


def shown() -> AppTest:
    return AppTest.from_function(page, default_timeout=60).run()


def token_in(app: AppTest) -> str:
    return re.fullmatch(r"http://[^/]+/feedback/(.+)", app.code[0].value)[1]  # type: ignore[index]


def test_links_are_made_when_asked_for_and_open_the_right_form(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feedback, "on_network", lambda: False)
    anna, ben = (log.add_player(name, seat).data["player"] for seat, name in enumerate(("Anna", "*Ben*")))
    app = shown()
    assert not app.exception
    assert links_of(log.store, log.id) == []  # nothing is stored by looking
    app.button(key=f"links_{log.id}").click().run()
    assert len(links_of(log.store, log.id)) == 2
    assert open_form(log.store, token_in(app)).player == anna
    app.button_group(key=f"form_of_{log.id}").set_value(ben).run()
    assert open_form(log.store, token_in(app)).player == ben
    assert "workbench app --lan" in app.info[0].value
    assert shown().code[0].value  # another page of the same server shows the same links
    assert len(links_of(log.store, log.id)) == 2


def test_whoever_has_answered_needs_no_link(log: Log) -> None:
    anna, ben = (log.add_player(name, seat).data["player"] for seat, name in enumerate(("Anna", "Ben")))
    app = shown()
    app.button(key=f"links_{log.id}").click().run()
    submit(log.store, Feedback(new_uuid(), log.id, anna, overall=4))
    app.run()
    assert not app.exception
    assert "Answered: Anna" in app.caption[0].value
    assert open_form(log.store, token_in(app)).player == ben
    submit(log.store, Feedback(new_uuid(), log.id, ben, overall=4))
    assert not shown().code
    assert len(feedback_of(log.store, log.id)) == 2


def test_a_session_that_is_over_or_empty_says_so(log: Log) -> None:
    assert "Add the players first" in shown().caption[0].value
    log.add_player("Anna", 0)
    log.end()
    app = shown()
    assert "its forms are closed" in app.caption[0].value
    assert not app.button


def test_on_the_network_links_lead_to_this_computers_address(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feedback, "on_network", lambda: True)
    monkeypatch.setattr(launch, "addresses", lambda: ["192.0.2.7", "10.0.0.3"])
    log.add_player("Anna", 0)
    app = shown()
    app.button(key=f"links_{log.id}").click().run()
    assert app.code[0].value.startswith("http://192.0.2.7:")
    assert not app.info
    app.selectbox(key="links_at").set_value(app.selectbox(key="links_at").options[1]).run()
    assert app.code[0].value.startswith("http://10.0.0.3:")


@pytest.mark.parametrize(
    ("host", "here"),
    [("127.0.0.1", True), ("localhost", True), ("mybox", True), ("mybox.local", True), ("192.168.0.7", False),
     ("fe80::1", False), ("bench.example.org", False)],
)  # fmt: skip
def test_names_that_phones_may_not_know(host: str, here: bool) -> None:
    assert launch.is_name_here(host) is here


def test_a_code_is_dark_on_white_with_room_around_it() -> None:
    code = qr_code("http://192.0.2.7:8501/feedback/" + "x" * 56)
    assert code.startswith("<svg")
    assert "#fff" in code
    assert "#000" in code


def test_other_devices_are_signed_out_where_a_passcode_is_asked_for(
    open_page: OpenPage, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "sign_out_others" not in buttons(open_page("live", session=log.id))
    gate = Gate(hash_passcode("7Q2M-XK4D"))
    grant = gate.try_code("10.0.0.7", "7Q2M-XK4D", time.monotonic()).grant
    monkeypatch.setattr(sign_in, "_guards", [gate])
    page = open_page("live", session=log.id)
    assert "**1 other device**" in text(page)
    page.button(key="sign_out_others").click().run()
    assert not page.exception
    assert not gate.admits(grant, time.monotonic())
    assert page.button(key="sign_out_others").disabled


def test_without_the_store_no_link_is_made_and_no_page_breaks(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: object) -> None:
        raise StoreLocked("the store is in use by process 4711 (workbench simulate); waited 2 s")

    log.add_player("Anna", 0)
    monkeypatch.setattr(feedback, "make_link", locked)
    app = shown()
    app.button(key=f"links_{log.id}").click().run()
    assert not app.exception
    assert "process 4711" in app.session_state[REFUSED]
    assert not app.code
