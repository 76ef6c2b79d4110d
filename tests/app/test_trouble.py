"""A store that somebody else has open, no revisions, broken files: every page says what is wrong and what to do."""

import shutil

import duckdb
import pytest

from tests.app.conftest import OpenPage
from tests.app.reading import plain
from tests.support.locked import held
from tests.support.older_stores import make_older
from workbench.app import navigation, services
from workbench.app.jobs import queue
from workbench.app.jobs.queue import Jobs
from workbench.app.navigation import PAGES
from workbench.app.widgets import messages
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.copies import backups
from workbench.store.runs import runs

NAMES = [spec.name for spec in navigation.PAGES]
CHOOSING = [spec.name for spec in PAGES if spec.has_controls and spec.name != "revisions"]
"""Pages on which a revision is chosen; the list of them names every file by itself."""
GAME = "showbiz_shuffle"
"""It has card lists, which two of the pages are about."""


@pytest.fixture(autouse=True)
def nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Jobs, "warm_up", lambda jobs, scenario: None)


def test_a_locked_store_is_told_with_its_holder(
    open_page: OpenPage, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (services, queue):
        monkeypatch.setattr(module, "GLANCE_S", 0.0)
    runs(Store(workspace.store_path))  # makes it
    with held(workspace.store_path) as pid:
        pages = {name: open_page(name) for name in NAMES}
        assert not any(page.exception for page in pages.values())
        messages = {name: plain("".join(warning.value for warning in page.warning)) for name, page in pages.items()}
        told = {name for name, message in messages.items() if f"in use by process {pid}" in message}
        blocked = {name for name, page in pages.items() if any(button.key == "retry" for button in page.button)}
    assert told == blocked | {"history", "sessions"} and not blocked & {"help", "history", "sessions"}
    page = pages[max(blocked)]
    page.button(key="retry").click().run()
    assert not page.exception
    assert not page.warning


def test_an_older_store_is_read_over_only_when_somebody_says_so(open_page: OpenPage, workspace: Workspace) -> None:
    workspace.data.mkdir(exist_ok=True)
    with duckdb.connect(str(workspace.store_path)) as connection:
        make_older(connection, 13)
    before = workspace.store_path.read_bytes()
    for name in ("home", "sessions", "history"):
        page = open_page(name)
        assert not page.exception and page.warning[0].proto.title == "This store is older"
        assert workspace.store_path.read_bytes() == before
    page.button(key="migrate").click().run()
    assert not page.exception and not page.warning
    assert workspace.store_path.with_name("workbench.before-16.duckdb").read_bytes() == before
    assert len(backups(workspace.store_path)) == 1


def test_an_older_store_in_a_folder_that_cannot_be_written_says_what_to_do(
    open_page: OpenPage, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.data.mkdir(exist_ok=True)
    with duckdb.connect(str(workspace.store_path)) as connection:
        make_older(connection, 13)
    monkeypatch.setattr(messages.os, "access", lambda path, mode: False)
    page = open_page("sessions")
    assert not page.exception and not page.button and "copy the workspace" in page.caption[-1].value


def test_without_revisions_every_page_has_the_default_rules(open_page: OpenPage, workspace: Workspace) -> None:
    folder = workspace.scenarios / GAME
    shutil.rmtree(folder)
    for name in {*CHOOSING, "revisions"}:
        page = open_page(name, game=GAME)
        assert not page.exception and not page.error
        assert page.selectbox(key="revision").value == "default"
    folder.mkdir()
    (folder / "mine.toml").write_text(f'game = "{GAME}"\n')
    assert open_page("rules", game=GAME).selectbox(key="revision").value == "mine"


def test_broken_files_are_named_where_a_revision_is_chosen(open_page: OpenPage, workspace: Workspace) -> None:
    folder = workspace.scenarios / GAME
    (folder / "typo.toml").write_text("game = \n")
    (folder / "wrong.toml").write_text(f'game = "{GAME}"\nparent = "typo"\ncolor = 1\n[rules]\nplayers = 40\n')
    for name in CHOOSING:
        page = open_page(name, game=GAME)
        assert not page.exception
        [warning] = [element for element in page.warning if element.proto.title.endswith("cannot be read")]
        assert warning.proto.title == "2 revisions of Showbiz Shuffle cannot be read"
        first, second = plain(warning.value).splitlines()[:2]
        assert first.startswith("- scenarios/showbiz_shuffle/typo.toml: line 1, column 8: not valid TOML")
        assert second.startswith("- scenarios/showbiz_shuffle/") and second.endswith(" more")
        assert "The tab Revisions" in warning.value
    assert len([error for error in open_page("revisions", game=GAME).error if "typo.toml" in error.value]) == 2


def test_a_broken_card_list_is_named_once(open_page: OpenPage, workspace: Workspace) -> None:
    (workspace.data / GAME / "bods.csv").write_bytes(b"\xff")
    page = open_page("results", game=GAME)
    assert page.warning[0].proto.title == "4 revisions of Showbiz Shuffle cannot be read"
    assert page.warning[0].value.count("bods.csv") == 1


def test_where_every_file_is_broken_no_page_is_a_dead_end(open_page: OpenPage, workspace: Workspace) -> None:
    for file in (workspace.scenarios / GAME).glob("*.toml"):
        file.write_text("game = \n")
    for name in CHOOSING:
        page = open_page(name, game=GAME)
        assert not page.exception
        assert page.warning[0].proto.title == "4 revisions of Showbiz Shuffle cannot be read"
        assert "No revision can be read" in page.info[0].value
