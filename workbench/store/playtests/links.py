"""Links to a feedback form: where each leads, and the hash of what proves it."""

from dataclasses import dataclass
from datetime import datetime

from workbench.store.connection import Store
from workbench.store.playtests.rows import as_read, as_stored, insert_row

TABLE = "playtest_links"
COLUMNS = "selector, hash, session, player, created_at"


@dataclass(frozen=True)
class Link:
    """One link. `player` is who it is for; None lets whoever opens it say who they are."""

    selector: str
    hash: str
    session: str
    player: str | None
    created_at: datetime


def add_link(store: Store, link: Link) -> None:
    """Keep a link."""
    with store.writing() as cursor:
        insert_row(cursor, TABLE, vars(link) | {"created_at": as_stored(link.created_at)})


def find_link(store: Store, selector: str) -> Link | None:
    """The link with this selector. Its hash is for the caller to compare."""
    found = _select(store, "selector = ?", selector)
    return found[0] if found else None


def links_of(store: Store, session: str) -> list[Link]:
    """The links of a session, oldest first."""
    return _select(store, "session = ?", session)


def _select(store: Store, where: str, value: str) -> list[Link]:
    with store.reading() as cursor:
        rows = cursor.execute(f"select {COLUMNS} from {TABLE} where {where} order by created_at", [value]).fetchall()
    return [Link(selector, hash, session, player, as_read(at)) for selector, hash, session, player, at in rows]
