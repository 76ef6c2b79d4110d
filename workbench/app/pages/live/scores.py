"""The score sheet: the grid, the result so far, and overrides of the result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from workbench.app.pages.live import inbox, scores_by_side
from workbench.app.pages.live.shared import SessionView, entry_button, form_button
from workbench.app.widgets import scripts
from workbench.app.widgets.text import explained, literal
from workbench.engine.score_sheet import Bounds, Points, Wins
from workbench.engine.wording import listed
from workbench.playtest.log.kinds import NOTE_LENGTH, EntryKind, SessionStatus
from workbench.playtest.log.scores import Cell, Scores
from workbench.playtest.log.sentences import points_in_words

NARROWEST = 96


@dataclass(frozen=True)
class OverrideFields:
    """An override as the fields say it. `winners` None leaves them to the totals; empty, nobody wins."""

    reason: str = ""
    winners: Sequence[str] | None = None
    totals: Mapping[str, float] = field(default_factory=dict)


def fields(view: SessionView, key: str, now: OverrideFields) -> OverrideFields:
    """The fields, with what is said now, also of players who have left."""
    sat = [seated.player for seated in view.session.everybody]
    players = list(dict.fromkeys([*sat, *(now.winners or ()), *now.totals]))
    winners = st.multiselect("Winners", players, list(now.winners or ()), format_func=view.name, key=f"{key}_winners")
    nobody = st.checkbox("Nobody wins", now.winners is not None and not now.winners, key=f"{key}_nobody")
    grid, totals = st.grid(3, min_column_width=NARROWEST), {}
    for player in players:
        label, stored = literal(f"Total, {view.name(player)}"), now.totals.get(player)
        value = grid.number_input(
            label,
            value=None if stored is None else float(stored),
            step=1.0,
            format="%g",
            key=f"{key}_{player}",
            placeholder="unchanged",
        )
        if value is not None:
            totals[player] = value
    reason = st.text_input("Reason", now.reason, key=f"{key}_reason", placeholder="Required", max_chars=NOTE_LENGTH)
    return OverrideFields((reason or "").strip(), [] if nobody else winners or None, totals)


def missing(override: OverrideFields) -> str:
    """The missing part of an override, in words; empty once it overrides something, and says why."""
    parts = [] if override.winners is not None or override.totals else ["winners or totals"]
    parts += [] if override.reason else ["a reason"]
    return f"Needs {listed(parts)}." if parts else ""


CRITERIA, ROWS, TOTALS = "by criterion", "by row", "totals only"
HELP = """Tap a field: the number pad names it, appends digits, and goes on by *Next*. It asks before it replaces a
number. You can also type. A number is stored when you leave its field. The number of a whole row replaces its criteria;
a written total replaces its rows. Empty a field to delete its number."""
SIDES = """Each tap is stored at once. Tap again to clear it. *Won by* follows from the rows: tap a side where they do
not decide it."""
_component = scripts.component("score_grid", style=True)
OVERRIDE = "Winners or totals that replace the sheet's: for a rule that the sheet does not know, a slip, a resignation."


def show(view: SessionView) -> None:
    """Who is ahead, the fields, and the sheet so far."""
    by_sides = bool(view.session.scores.sheet.sides)
    about = explained(SIDES, "side") if by_sides else explained(HELP, "score sheet", "criterion")
    st.markdown("## Scores", anchors=False, help=about)
    if not view.session.players:
        st.caption("No players yet. Add them below.")
        result(view)
        return
    _ahead(view)
    if by_sides:
        scores_by_side.show(view)
    else:
        _held_questions(view)
        _grid(view, _way(view))
    result(view)
    with st.popover("Override the result", icon=":material/gavel:", help=OVERRIDE):
        _override(view)


def _ahead(view: SessionView) -> None:
    """Who is ahead, above the fields, which stay where they are whatever it says."""
    with st.container(key="ahead"):
        st.markdown(literal(verdict(view)) if _has_any(view.session.scores) else "No scores yet.")


def _way(view: SessionView) -> str:
    sheet = view.session.scores.sheet
    ways = [*([CRITERIA] if sheet.criteria else []), ROWS, TOTALS]
    key = f"way_{view.session.id}"
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


def _grid(view: SessionView, way: str) -> None:
    """Every field of what is being written: criteria of one row, rows, or totals."""
    scores, kind = view.session.scores, inbox.TOTAL if way == TOTALS else inbox.SCORE
    lines = _criteria(view) if way == CRITERIA else _rows(view) if way == ROWS else _totals(view)
    stored = {(who, 0, None): points for who, points in scores.written.items()} if way == TOTALS else scores.cells
    players = [player.player for player in view.session.players]
    fields = [(player, cell) for line in lines for player, cell in zip(players, line["cells"], strict=True)]
    data = {
        "kind": kind,
        "players": [{"id": player, "name": view.name(player)} for player in players],
        "lines": lines,
        "values": {_key(cell): points for cell, points in stored.items()},
        "counts": {_key(cell): _counted(scores, player, cell, way) for player, cell in fields},
        "notes": {_key(cell): note for player, cell in fields if (note := _taken_over(view, player, cell, way))},
        "held": [_key(change.cell) for change in inbox.questions() if change.kind == kind],
    }
    _component(key=f"grid_{view.session.id}_{way}", data=data)


def _counted(scores: Scores, player: str, cell: Cell, way: str) -> Points | None:
    """The points that count in the field of a whole row or a total, also a sum; None for a criterion's."""
    if way == CRITERIA:
        return None
    return scores.total_of(player) if way == TOTALS else scores.row_total(player, cell[1])


def _taken_over(view: SessionView, player: str, cell: Cell, way: str) -> str:
    """Whose points a field has besides or instead of the player's own; nothing where it has none."""
    scores = view.session.scores
    if way == TOTALS:
        taken = [gone for gone, taker in scores.taken.items() if taker == player and gone in scores.totals_left]
        parts = [f"{points_in_words(scores.totals_left[gone])} of {view.name(gone)}" for gone in taken]
        return f"with {listed(parts)}, taken over" if parts else ""
    return "" if cell[0] == player else f"taken over from {view.name(cell[0])}"


def _criteria(view: SessionView) -> list[dict[str, Any]]:
    """A line for each criterion of the row that is picked."""
    scores, row = view.session.scores, _picked_row(view)
    title = scores.sheet.row
    players = [player.player for player in view.session.players]
    if whole := [view.name(player) for player in players if (scores.holder_of(player, row), row, None) in scores.cells]:
        names = literal(", ".join(whole))
        st.caption(f":material/info: For {names} the number of the whole {title} counts, not the criteria.")
    lines = []
    for criterion in scores.sheet.criteria:
        part = criterion.title if criterion.once else f"{title.capitalize()} {row + 1}"
        place = criterion.title if criterion.once else f"{criterion.title}, {title} {row + 1}"
        line = _line(
            view,
            0 if criterion.once else row,
            criterion.name,
            criterion.title,
            place,
            scores.sheet.bounds(criterion.name),
        )
        lines.append({**line, "part": part, "help": criterion.help})
    return lines


def _rows(view: SessionView) -> list[dict[str, Any]]:
    """A line for each row that has anything, and one more."""
    scores, sheet = view.session.scores, view.session.scores.sheet
    count = min(scores.rows + 1, sheet.rows or scores.rows + 1)
    names = [f"{sheet.row} {row + 1}" for row in range(count)]
    return [_line(view, row, None, name.capitalize(), name, sheet.bounds()) for row, name in enumerate(names)]


def _totals(view: SessionView) -> list[dict[str, Any]]:
    line = _line(view, 0, None, "Total", "total", view.session.scores.sheet.total_bounds)
    return [{**line, "cells": [(player.player, 0, None) for player in view.session.players]}]


def _line(view: SessionView, row: int, criterion: str | None, title: str, place: str, bounds: Bounds) -> dict[str, Any]:
    """A line of the grid: its title, what the number pad calls its fields, and the entry that each of them shows.

    `part` is what Next fills in before it stops: a row of the sheet, or a criterion that is entered once.
    """
    scores, (low, high) = view.session.scores, bounds
    cells = [(scores.holder_of(player.player, row, criterion), row, criterion) for player in view.session.players]
    about = {"row": row, "criterion": criterion, "title": title, "place": place, "part": title, "help": ""}
    return {**about, "low": low, "high": high, "cells": cells}


def _key(cell: Cell) -> str:
    """The name of a field in the grid."""
    return "|".join("" if part is None else str(part) for part in cell)


# What is asked before it counts


def _held_questions(view: SessionView) -> None:
    """Ask about each score that conflicts with another device's or that the rules do not allow."""
    for change in inbox.questions():
        now, bounds = change.stored_in(view.session.scores), change.bounds(view.session.scores)
        new, old = points_in_words(change.points), points_in_words(now)
        why = inbox.doubts(change, view.session.scores)
        sentences = [f"another device stored {old} in the meantime; you wrote {new}."] if "crossed" in why else []
        sentences += [f"{old} stands there; you wrote {new}."] if "replaces" in why and now is not None else []
        sentences += [f"you wrote {new}; by these rules it is {_between(bounds)}."] if "beyond" in why else []
        st.warning(
            literal(f"{_where(view, change)}: {' '.join(sentences) or f'you wrote {new}.'}"),
            icon=":material/call_split:",
        )
        with st.container(horizontal=True):
            _choice(view, change, f"Use {new}", use=True)
            _choice(view, change, f"Keep {old}", use=False)


def _choice(view: SessionView, change: inbox.Change, label: str, *, use: bool) -> None:
    act = partial(inbox.choose_score, view.session.id, change, use=use)
    st.button(literal(label), key=f"{'use' if use else 'keep'}_{change.id}", on_click=act)


def _where(view: SessionView, change: inbox.Change) -> str:
    """Whose score it is, and of what."""
    (player, row, criterion), sheet = change.cell, view.session.scores.sheet
    if change.kind == inbox.TOTAL:
        return f"{view.name(player)}, total"
    title = next((f"{criterion_of.title}, " for criterion_of in sheet.criteria if criterion_of.name == criterion), "")
    return f"{view.name(player)}, {title}{sheet.row} {row + 1}"


def _between(bounds: Bounds) -> str:
    low, high = bounds
    if low is None or high is None:
        return f"at most {points_in_words(high)}" if low is None else f"at least {points_in_words(low)}"
    return f"{points_in_words(low)} to {points_in_words(high)}"


def _picked_row(view: SessionView) -> int:
    """The row that is being written: the last that has anything, until another is picked."""
    scores, key = view.session.scores, f"row_{view.session.id}"
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


# What stands there


def result(view: SessionView) -> None:
    """Who has won, or is ahead, and the sheet so far."""
    scores = view.session.scores
    sheet = bool(scores.totals or scores.totals_left)
    if not _has_any(scores):
        return
    is_open = view.session.status is SessionStatus.OPEN
    if not is_open or scores.sheet.sides:
        st.markdown(literal(verdict(view)) if is_open else f"**{literal(verdict(view))}**")
    if (scores.sides or scores.outcomes) and not is_open:
        st.table(scores_by_side.frame(view), border="horizontal", alt="The sides so far")
    if sheet:
        st.table(_frame(view, scores), border="horizontal", alt="The scores so far")
    if sentences := _left(view):
        st.caption(literal(sentences))
    for player in scores.contradictions:
        total, rows = points_in_words(scores.written[player]), points_in_words(scores.sum_of(player))
        st.caption(
            f":material/warning: {literal(view.name(player))}: the total {total} is not the sum of the rows, {rows}."
        )
    if scores.override and not scores.wins_by_override:
        st.caption(f":material/gavel: {literal(f'Overridden: {scores.override.reason}')}")


def _has_any(scores: Scores) -> bool:
    """True if anything is on the sheet."""
    parts = scores.totals, scores.totals_left, scores.override, scores.sides, scores.outcomes
    return any(bool(part) for part in parts)


def _frame(view: SessionView, scores: Scores) -> pd.DataFrame:
    """Players side by side, a line for each row of the sheet, and the totals below."""
    players = [*scores.players, *scores.totals_left]
    rows = {
        f"{scores.sheet.row.capitalize()} {row + 1}": [_cell_text(scores.row_total(player, row)) for player in players]
        for row in range(scores.rows)
    }
    for criterion in scores.sheet.criteria:
        if criterion.once:
            rows[literal(criterion.title)] = [
                _cell_text(scores.criterion_total(player, criterion.name)) for player in players
            ]
    rows["**Total**"] = [f"**{_cell_text(scores.total_of(player))}**" for player in players]
    columns = [literal(f"{view.name(player)}{'' if player in scores.players else ' (left)'}") for player in players]
    unique = [f"{name} {place}" if columns.count(name) > 1 else name for place, name in enumerate(columns, 1)]
    return pd.DataFrame.from_dict(rows, orient="index", columns=unique)


def _left(view: SessionView) -> str:
    """Who left, and who has their points now."""
    scores, sentences = view.session.scores, []
    for player in scores.left:
        points_then = scores.totals_left.get(player)
        had = "" if points_then is None else f" with {points_in_words(points_then)}"
        taker = scores.taken.get(player)
        sentences.append(f"{view.name(player)} left{had}{f', taken over by {view.name(taker)}' if taker else ''}.")
    return " ".join(sentences)


def _cell_text(value: float | None) -> str:
    return "–" if value is None else points_in_words(value)


def verdict(view: SessionView) -> str:
    """Who is ahead, or has won, in a sentence."""
    scores = view.session.scores
    if scores.wins_by_override and scores.override:
        won = listed(map(view.name, scores.winners), none="Nobody")
        return f"{won} won by override: {scores.override.reason}"
    if scores.sheet.sides:
        return scores_by_side.verdict(view)
    if not scores.winners:
        named = scores.sheet.wins is Wins.NAMED
        return (
            "The players decide who won: name the winners under “Override the result”."
            if named
            else "Some totals are missing."
        )
    names = listed(map(view.name, scores.winners))
    several, status = len(scores.winners) > 1, view.session.status
    verbs = {SessionStatus.ENDED: "won", SessionStatus.OPEN: "lead" if several else "leads"}
    verb = verbs.get(status, "were ahead" if several else "was ahead")
    lead = "" if not scores.margin else f" by {points_in_words(scores.margin)}"
    shared = " together" if several else ""
    ends = status is SessionStatus.OPEN and scores.has_reached_target
    ending = f" A player has reached {scores.sheet.target}: by the rules the game ends." if ends else ""
    return f"{names} {verb}{lead}{shared}.{ending}"


# An override


def _override(view: SessionView) -> None:
    st.caption(OVERRIDE)
    filled = fields(view, "override", OverrideFields())
    form_button(
        view.session.id,
        "Override",
        "override",
        lambda log: log.override(filled.reason, filled.winners, filled.totals),
        icon=":material/gavel:",
        missing=missing(filled),
    )
    if line := next((x for x in reversed(view.session.lines) if x.kind is EntryKind.OVERRIDE and not x.undone), None):
        entry_button(view.session.id, "Undo override", "override_off", lambda log: log.undo(line.entry.id))
