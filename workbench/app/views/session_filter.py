"""Which sessions: choices that a link can carry. Without any, all are shown."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import streamlit as st

from workbench.app import addresses
from workbench.engine.problems import BadInput
from workbench.playtest.kinds import Status
from workbench.store.playtests import Filter, Played

BIND: Any = "query-params"
NARROWEST = 150
WITH, WITHOUT = "with newcomers", "without"
DATE = "A day as in 2026-03-01, or a month as in 2026-03."


def drawn(played: Sequence[Played]) -> Filter:
    """The filter that is chosen among what was played. Raises BadInput for dates that are none."""
    row = st.grid(7, min_column_width=NARROWEST)
    game = _one(row, "of", "Game", sorted({each.version.game for each in played}), "every game")
    names = {each.version.version for each in played if game in (None, each.version.game)} - {""}
    addresses.check("versions", "Revisions", sorted(names), sorted(names))
    versions = row.multiselect(
        "Revisions",
        sorted(names),
        key="versions",
        bind=BIND,
        placeholder="all",
        on_change=partial(addresses.chosen, "versions"),
    )
    count = row.text_input("Players", key="count", bind=BIND, placeholder="any number")
    fresh = _one(row, "newcomers", "Newcomers", (WITH, WITHOUT), "both")
    since = row.text_input("From", key="since", bind=BIND, placeholder="any day", help=DATE)
    until = row.text_input("To", key="until", bind=BIND, placeholder="any day", help=DATE)
    status = _one(row, "status", "Status", [each.value for each in Status], "any")
    return Filter(
        game=game,
        versions=tuple(versions),
        players=_whole(count),
        newcomers=None if fresh is None else fresh == WITH,
        since=_day(since, "From", end=False),
        until=_day(until, "To", end=True),
        statuses=(status,) if status else (),
    )


def _one(place: Any, key: str, label: str, options: Sequence[str], nothing: str) -> str | None:
    addresses.check(key, label, options, options)
    if st.session_state.get(key) not in options:
        st.session_state.pop(key, None)
    changed = partial(addresses.chosen, key)
    chosen = place.selectbox(label, options, index=None, key=key, placeholder=nothing, bind=BIND, on_change=changed)
    return chosen if chosen in options else None


def _whole(text: str | None) -> int | None:
    asked = (text or "").strip()
    if not asked:
        return None
    if not asked.isascii() or not asked.isdigit() or len(asked) > 3:
        raise BadInput.one("Players", "must be a whole number", asked)
    return int(asked)


def _day(text: str | None, label: str, *, end: bool) -> datetime | None:
    """The first moment of a day or month, here; with `end`, the first after it."""
    asked = (text or "").strip()
    if not asked:
        return None
    for form in ("%Y-%m-%d", "%Y-%m"):
        try:
            begin = datetime.strptime(asked, form)
            after = begin + timedelta(days=1) if form == "%Y-%m-%d" else (begin + timedelta(days=31)).replace(day=1)
            return (after if end else begin).astimezone().astimezone(UTC)
        except (ValueError, OverflowError):
            continue
    raise BadInput.one(label, "must be a day as in 2026-03-01, or a month as in 2026-03", asked)
