"""Every entry in words: what the log of a session shows."""

import pytest

from tests.playtest.generated import some_sessions
from workbench.playtest.log.kinds import EntryKind
from workbench.playtest.log.recording import load, load_many
from workbench.playtest.log.sentences import describe
from workbench.playtest.log.session import Session
from workbench.store import Store
from workbench.store.playtests.entries import session_ids


def name(player: str | None) -> str:
    return "" if player is None else "Anna"


@pytest.fixture
def generated(store: Store) -> list[Session]:
    some_sessions(seed=5, count=12, moments=6).store_in(store)
    return load_many(store, session_ids(store))


def test_no_entry_is_without_words(generated: list[Session]) -> None:
    kinds = set()
    for session in generated:
        for line in session.lines:
            kinds.add(line.kind)
            assert describe(line, session, name).strip()
    assert kinds >= set(EntryKind) - {
        EntryKind.LEAVE,
        EntryKind.REOPEN,
        EntryKind.OVERRIDE,
        EntryKind.TOTAL,
        EntryKind.TURN,
        EntryKind.DECISIONS,
    }


def test_many_are_read_as_one_by_one(store: Store, generated: list[Session]) -> None:
    assert generated == [load(store, session.id) for session in generated]
    assert load_many(store, ["00000000-0000-4000-8000-000000000000"]) == []
