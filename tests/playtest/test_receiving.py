"""What a co-designer's file brought can be taken out again, and what changed since stays."""

from pathlib import Path

import pytest

from tests.support.evenings import evenings
from workbench.playtest.exchange import ReadOptions
from workbench.playtest.receiving import Part, last_receipt, take_in, undo_receive
from workbench.playtest.sessions import revision_finder
from workbench.playtest.shared_workspace import Records, SharedWorkspace, read_shared, write_shared
from workbench.scenario.files import Workspace, init_workspace
from workbench.store import Store
from workbench.store.answers import StoredAnswer, answer_rows, save_answer
from workbench.store.history import Decision, DecisionState, Finding, decide, decisions, findings, save_finding
from workbench.store.playtests import session_ids

ANSWER = StoredAnswer("tune", "hitmakers", "new-one", "1", "2", ("random",), 10, 1, sentence="Tuned.", data=b"\x01")
FINDING = Finding("run", "hitmakers", "new-one", "1", {}, ("random",), 100, 1, "It is so.")
NEW, OLD, DIFFERENT = "scenarios/hitmakers/new-one.toml", "2021-04-08", "scenarios/hitmakers/2021-04-08.toml"


@pytest.fixture
def shared(tmp_path: Path) -> SharedWorkspace:
    """A workspace with a new revision, a changed one, two decisions, a finding, an answer and an evening."""
    place, _ = init_workspace(tmp_path / "theirs")
    store = Store(place.store_path)
    (place.root / NEW).write_text('game = "hitmakers"\ntitle = "New one"\nparent = "2021-04-08"\n')
    changed = place.root / DIFFERENT
    changed.write_text(changed.read_text().replace('title = "', 'title = "Our ', 1))
    decide(store, Decision("hitmakers", "new-one", DecisionState.ADOPTED, "Quicker."))
    decide(store, Decision("hitmakers", OLD, DecisionState.REJECTED, "Slow."))
    save_finding(store, FINDING)
    save_answer(store, ANSWER)
    evenings(place, 1)
    return read_shared(write_shared(place, store, sessions=session_ids(store)), "theirs.zip")


@pytest.fixture
def ours(tmp_path: Path) -> Workspace:
    place, _ = init_workspace(tmp_path / "ours")
    decide(Store(place.store_path), Decision("hitmakers", OLD, DecisionState.ADOPTED, "Fine."))
    return place


def state(place: Workspace) -> tuple[object, ...]:
    """Everything that a file can change."""
    store = Store(place.store_path)
    files = {path: path.read_bytes() for path in place.root.rglob("*.*") if path.suffix in (".toml", ".csv")}
    with store.session():
        rows = decisions(store, "hitmakers"), findings(store), answer_rows(store), session_ids(store)
    return (files, *rows)


def receive(place: Workspace, shared: SharedWorkspace) -> list[Part]:
    """Take the file in whole, in place of what differs."""
    how = ReadOptions(join=revision_finder(place))
    return take_in(place, Store(place.store_path), shared, how, "theirs.zip", lambda part: True)


def undo(place: Workspace) -> list[tuple[str, str]]:
    receipt = last_receipt(place)
    assert receipt is not None
    return [(part.kind, part.name) for part in undo_receive(place, Store(place.store_path), receipt)]


def test_a_receive_is_undone_to_the_letter(ours: Workspace, shared: SharedWorkspace) -> None:
    before = state(ours)
    receive(ours, shared)
    after = state(ours)
    assert all(new != old for new, old in zip(after, before, strict=True))
    assert undo(ours) == []
    assert state(ours) == before and last_receipt(ours) is None


def test_what_changed_or_was_built_on_since_stays(ours: Workspace, shared: SharedWorkspace) -> None:
    receive(ours, shared)
    store = Store(ours.store_path)
    decide(store, Decision("hitmakers", OLD, DecisionState.ADOPTED, "After all."))
    child = ours.scenarios / "hitmakers" / "child.toml"
    child.write_text('game = "hitmakers"\nparent = "new-one"\n')
    assert set(undo(ours)) == {("revision", NEW), ("decision", f"hitmakers/{OLD}")}
    assert (ours.root / NEW).exists() and decisions(store, "hitmakers")[OLD].reason == "After all."
    assert '"Our ' not in (ours.root / DIFFERENT).read_text() and not session_ids(store)


def test_the_same_file_again_leaves_the_receipt_of_the_first(ours: Workspace, shared: SharedWorkspace) -> None:
    before = state(ours)
    receive(ours, shared)
    receive(ours, shared)
    undo(ours)
    assert state(ours) == before


def test_only_the_chosen_records_go_along(ours: Workspace) -> None:
    store = Store(ours.store_path)
    save_answer(store, ANSWER)
    content = read_shared(write_shared(ours, store, records=[Records.ANSWERS]), "file")
    assert (len(content.decisions), len(content.answers)) == (0, 1) and content.files
