"""The score sheet of a live session: by criterion, by row, or totals only; sums, the winner, and an override."""

from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from workbench.app.desk import Seen
from workbench.app.reading import literal
from workbench.app.views.live import kept, overriding, taps
from workbench.engine.score_sheet import Wins
from workbench.playtest.fields import LARGEST
from workbench.playtest.kinds import Kind
from workbench.playtest.scores import Scores
from workbench.playtest.telling import points

CRITERIA, ROWS, TOTALS = "by criterion", "by row", "totals only"
NARROWEST = 96
HELP = """Every number is stored when you leave its field. Where a row has a number of its own, it counts, not its
criteria; a total that is written down counts, not its rows. Empty a field to wipe the number out."""
OVERRIDE = (
    "Winners or totals that count in spite of the sheet: a rule that the sheet does not know, a slip, a resignation."
)


def show(seen: Seen) -> None:
    """The fields, the sheet so far, and who is ahead."""
    st.markdown("##### Scores", anchors=False, help=HELP)
    if not seen.session.players:
        st.caption("Nobody sits at the table yet: add the players below.")
        return
    way = _way(seen)
    if way == TOTALS:
        _totals(seen)
    else:
        _row(seen, by_criterion=way == CRITERIA)
    result(seen)
    with st.popover("Override the result", icon=":material/gavel:", help=OVERRIDE):
        _override(seen)


def _way(seen: Seen) -> str:
    sheet = seen.session.scores.sheet
    ways = [*([CRITERIA] if sheet.criteria else []), ROWS, TOTALS]
    key = f"way_{seen.session.id}"
    if st.session_state.get(key) not in ways:
        st.session_state[key] = ways[0]
    return str(
        st.segmented_control(
            "How scores are written down",
            ways,
            key=key,
            required=True,
            format_func=lambda way: f"by {sheet.row}" if way == ROWS else way,
            label_visibility="collapsed",
        )
    )


def _row(seen: Seen, by_criterion: bool) -> None:
    scores, row = seen.session.scores, _picked_row(seen)
    if not by_criterion:
        fields = _fields(seen)
        for each in seen.session.players:
            _cell(seen, fields, each.player, row, None)
        return
    for criterion in scores.sheet.criteria:
        with st.container(gap="xxsmall"):
            st.caption(literal(criterion.title), help=literal(criterion.help) or None)
            fields = _fields(seen)
            for each in seen.session.players:
                _cell(seen, fields, each.player, row, criterion.name)
    if whole := [seen.name(p.player) for p in seen.session.players if (p.player, row, None) in scores.cells]:
        names, title = literal(", ".join(whole)), scores.sheet.row
        st.caption(f":material/info: For {names} the number of the whole {title} counts, not the criteria.")


def _picked_row(seen: Seen) -> int:
    """The row that is being written: the last that has anything, until another is picked."""
    scores, key = seen.session.scores, f"row_{seen.session.id}"
    if scores.sheet.rows == 1:
        return 0
    rows = list(range(min(scores.rows + 1, scores.sheet.rows or scores.rows + 1)))
    if st.session_state.get(key) not in rows:
        st.session_state[key] = max(0, scores.rows - 1)
    title = scores.sheet.row.capitalize()
    label = f"{title} that is written down"
    picked = st.segmented_control(
        label, rows, key=key, required=True, format_func=lambda r: f"{title} {r + 1}", label_visibility="collapsed"
    )
    return int(picked or 0)


def _fields(seen: Seen) -> Any:
    """Room for a number of every player, beside each other as far as they fit."""
    return st.grid(max(3, min(6, len(seen.session.players))), min_column_width=NARROWEST)


def _cell(seen: Seen, place: Any, player: str, row: int, criterion: str | None) -> None:
    stored = seen.session.scores.cells.get((player, row, criterion))
    key = f"score_{row}_{criterion or 'row'}_{player}"
    _number(place, seen.name(player), key, stored, partial(_store_cell, seen.session.id, key, player, row, criterion))


def _store_cell(session: str, key: str, player: str, row: int, criterion: str | None) -> None:
    if kept.changed(key):
        value = kept.value_of(key)
        taps.tap(session, lambda log: log.score(player, row, value, criterion))


def _totals(seen: Seen) -> None:
    fields = _fields(seen)
    for each in seen.session.players:
        key = f"total_{each.player}"
        store = partial(_store_total, seen.session.id, key, each.player)
        _number(fields, seen.name(each.player), key, seen.session.scores.written.get(each.player), store)


def _store_total(session: str, key: str, player: str) -> None:
    if kept.changed(key):
        value = kept.value_of(key)
        taps.tap(session, lambda log: log.total(player, value))


def _number(place: Any, label: str, key: str, stored: float | None, store: Any) -> None:
    place.number_input(
        literal(label),
        min_value=-float(LARGEST),
        max_value=float(LARGEST),
        value=None,
        step=1.0,
        format="%g",
        key=kept.number_key_of(key, None if stored is None else float(stored)),
        placeholder="–",
        on_change=store,
    )


# What stands there


def result(seen: Seen) -> None:
    """The sheet so far, and who has won, or is ahead."""
    scores = seen.session.scores
    if not scores.totals and scores.override is None:
        return
    st.table(_frame(seen, scores), border="horizontal", alt="The scores so far")
    st.markdown(literal(verdict(seen)))
    for player in scores.contradictions:
        total, rows = points(scores.written[player]), points(scores.sum_of(player))
        st.caption(
            f":material/warning: {literal(seen.name(player))}: the total {total} is not the sum of the rows, {rows}."
        )
    if scores.override and not scores.wins_by_override:
        st.caption(f":material/gavel: {literal(f'Overridden: {scores.override.reason}')}")


def _frame(seen: Seen, scores: Scores) -> pd.DataFrame:
    """Players side by side, a line for each row of the sheet, and the totals below."""
    rows = {
        f"{scores.sheet.row.capitalize()} {row + 1}": [_shown(scores.row_total(each, row)) for each in scores.players]
        for row in range(scores.rows)
    }
    rows["**Total**"] = [f"**{_shown(scores.totals.get(each))}**" for each in scores.players]
    columns = [literal(seen.name(each)) for each in scores.players]
    unique = [f"{name} {place}" if columns.count(name) > 1 else name for place, name in enumerate(columns, 1)]
    return pd.DataFrame.from_dict(rows, orient="index", columns=unique)


def _shown(value: float | None) -> str:
    return "–" if value is None else points(value)


def verdict(seen: Seen) -> str:
    """Who is ahead, or has won, in a sentence."""
    scores = seen.session.scores
    if scores.wins_by_override and scores.override:
        won = " and ".join(seen.name(player) for player in scores.winners)
        return f"{won or 'Nobody'} won by override: {scores.override.reason}"
    if not scores.winners:
        named = scores.sheet.wins is Wins.NAMED
        return (
            "Who won, the players say: name them under “Override the result”." if named else "Some totals are missing."
        )
    names = " and ".join(seen.name(player) for player in scores.winners)
    over = seen.session.status != "open"
    verb = "won" if over else "lead" if len(scores.winners) > 1 else "leads"
    lead = "" if not scores.margin else f" by {points(scores.margin)}"
    shared = " together" if len(scores.winners) > 1 else ""
    ends = scores.sheet.target is not None and not over and scores.sheet.is_reached(scores.totals.values())
    told = f" Somebody has {scores.sheet.target}: by the rules the game ends." if ends else ""
    return f"{names} {verb}{lead}{shared}.{told}"


# An override


def _override(seen: Seen) -> None:
    st.caption(OVERRIDE)
    given = overriding.fields(seen, "override", overriding.Given())
    taps.button(
        seen.session.id,
        "Override",
        "override",
        lambda log: log.override(given.reason, given.winners, given.totals),
        icon=":material/gavel:",
        disabled=not given.is_ready,
        help=None if given.is_ready else "Needs a reason, and winners or totals.",
    )
    if line := next((x for x in reversed(seen.session.lines) if x.kind is Kind.OVERRIDE and not x.undone), None):
        taps.button(seen.session.id, "Take the override back", "override_off", lambda log: log.undo(line.entry.id))
