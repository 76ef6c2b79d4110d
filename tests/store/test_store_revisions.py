"""Revisions are kept by the hash of their content."""

import datetime as dt
from dataclasses import replace

import pytest

from workbench.store import Store
from workbench.store.runs import Revision, revisions, save_revision

pytestmark = pytest.mark.usefixtures("open_throughout")
FIRST = Revision(
    game="pebbles",
    name="2020-03-04",
    rules_hash="r1",
    rules={"hand_size": 7, "order": ["red", "blue"], "open": True, "scoring": "größte"},
    title="The first",
    date=dt.date(2020, 3, 4),
    reason="'Too long', they said; \"drop table\"",
)


def test_saved_twice_is_kept_once(store: Store) -> None:
    saved = save_revision(store, FIRST)
    assert saved == FIRST
    assert save_revision(store, FIRST).saved_at == saved.saved_at
    assert revisions(store, "pebbles") == [FIRST]
    assert revisions(store, "pebbles")[0].saved_at == saved.saved_at
    assert revisions(store, "marbles") == []


def test_words_are_renewed_and_rules_are_kept_apart(store: Store) -> None:
    save_revision(store, FIRST)
    mended = save_revision(store, replace(FIRST, title="The very first"))
    other = save_revision(store, replace(FIRST, rules_hash="r2", rules={"hand_size": 8}, date=dt.date(2020, 3, 1)))
    assert revisions(store, "pebbles") == [other, mended]


def test_in_the_order_of_their_dates(store: Store) -> None:
    names = {"later": dt.date(2021, 4, 8), "undated": None, "earlier": dt.date(2019, 1, 1)}
    for name, date in names.items():
        save_revision(store, replace(FIRST, name=name, date=date, parent="root"))
    assert [revision.name for revision in revisions(store, "pebbles")] == ["earlier", "later", "undated"]
