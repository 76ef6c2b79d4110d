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
from workbench.engine.score_sheet import Bounds, Wins
from workbench.engine.wording import listed
from workbench.playtest.log.kinds import NOTE_LENGTH, Kind, SessionStatus
from workbench.playtest.log.scores import Cell, Scores
from workbench.playtest.log.sentences import points_in_words

NARROWEST = 96


@dataclass(frozen=True)
class Given:
    """An override as the fields say it. `winners` None leaves them to the totals; empty, nobody wins."""

    reason: str = ""
    winners: Sequence[str] | None = None
    totals: Mapping[str, float] = field(default_factory=dict)

    @property
    def is_ready(self) -> bool:
        """Whether it overrides anything, and says why."""
        return bool(self.reason) and (self.winners is not None or bool(self.totals))


def fields(view: SessionView, key: str, now: Given) -> Given:
    """The fields, with what is said now, also of players who have left."""
    sat = [each.player for each in view.session.everybody]
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
    return Given((reason or "").strip(), [] if nobody else winners or None, totals)


CRITERIA, ROWS, TOTALS = "by criterion", "by row", "totals only"
HELP = """A chip fills the marked field and marks the next empty one; you can also type. Every number is stored at
once, a typed one when you leave its field. The number of a whole row replaces its criteria; a written total replaces
its rows. Empty a field to delete its number."""
SIDES = "Each tap is stored at once. Tap again to clear it."
_component = scripts.component("score_grid", style=True)
OVERRIDE = "Winners or totals that replace the sheet's: for a rule that the sheet does not know, a slip, a resignation."


def show(view: SessionView) -> None:
    """The fields, the sheet so far, and who is ahead."""
    by_sides = bool(view.session.scores.sheet.sides)
    about = explained(SIDES, "side") if by_sides else explained(HELP, "score sheet", "criterion")
    st.markdown("## Scores", anchors=False, help=about)
    if not view.session.players:
        st.caption("No players yet. Add them below.")
        result(view)
        return
    if by_sides:
        scores_by_side.show(view)
    else:
        _asked(view)
        _grid(view, _way(view))
    result(view)
    with st.popover("Override the result", icon=":material/gavel:", help=OVERRIDE):
        _override(view)


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
    lines = _criteria(view) if way == CRITERIA else _rows(view) if way == ROWS else _totals(view)
    scores, kind = view.session.scores, inbox.TOTAL if way == TOTALS else inbox.SCORE
    stored = {(who, 0, None): points for who, points in scores.written.items()} if way == TOTALS else scores.cells
    asked = [_key(change.cell) for change in inbox.questions() if change.kind == kind]
    data = {
        "kind": kind,
        "players": [{"id": each.player, "name": view.name(each.player)} for each in view.session.players],
        "lines": lines,
        "values": {_key(cell): points for cell, points in stored.items()},
        "held": asked,
    }
    _component(key=f"grid_{view.session.id}_{way}", data=data)


def _criteria(view: SessionView) -> list[dict[str, Any]]:
    """A line for each criterion of the row that is picked."""
    scores, row = view.session.scores, _picked_row(view)
    if whole := [view.name(p.player) for p in view.session.players if (p.player, row, None) in scores.cells]:
        names, title = literal(", ".join(whole)), scores.sheet.row
        st.caption(f":material/info: For {names} the number of the whole {title} counts, not the criteria.")
    return [
        _line(0 if each.once else row, each.name, each.title, scores.sheet.bounds(each.name), each.help)
        for each in scores.sheet.criteria
    ]


def _rows(view: SessionView) -> list[dict[str, Any]]:
    """A line for each row that has anything, and one more."""
    scores, sheet = view.session.scores, view.session.scores.sheet
    count = min(scores.rows + 1, sheet.rows or scores.rows + 1)
    return [_line(row, None, f"{sheet.row.capitalize()} {row + 1}", sheet.bounds()) for row in range(count)]


def _totals(view: SessionView) -> list[dict[str, Any]]:
    return [_line(0, None, "Total", view.session.scores.sheet.total_bounds)]


def _line(row: int, criterion: str | None, title: str, bounds: Bounds, help: str = "") -> dict[str, Any]:
    low, high = bounds
    return {"row": row, "criterion": criterion, "title": title, "help": help, "low": low, "high": high}


def _key(cell: Cell) -> str:
    """The name of a field in the grid."""
    return "|".join("" if each is None else str(each) for each in cell)


# What is asked before it counts


def _asked(view: SessionView) -> None:
    """Ask about each score that conflicts with another device's or that the rules do not allow."""
    for change in inbox.questions():
        now, bounds = change.stored_in(view.session.scores), change.bounds(view.session.scores)
        new, old = points_in_words(change.points), points_in_words(now)
        why = inbox.doubts(change, view.session.scores)
        sentences = [f"another device stored {old} in the meantime; you wrote {new}."] if "crossed" in why else []
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
    title = next((f"{each.title}, " for each in sheet.criteria if each.name == criterion), "")
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
    if not sheet and scores.override is None and not scores.sides and not scores.outcomes:
        return
    is_open = view.session.status is SessionStatus.OPEN
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


def _frame(view: SessionView, scores: Scores) -> pd.DataFrame:
    """Players side by side, a line for each row of the sheet, and the totals below."""
    shown = [*scores.players, *scores.totals_left]
    rows = {
        f"{scores.sheet.row.capitalize()} {row + 1}": [_shown(scores.row_total(each, row)) for each in shown]
        for row in range(scores.rows)
    }
    for criterion in scores.sheet.criteria:
        if criterion.once:
            rows[literal(criterion.title)] = [_shown(scores.criterion_total(each, criterion.name)) for each in shown]
    rows["**Total**"] = [f"**{_shown(scores.total_of(each))}**" for each in shown]
    columns = [literal(f"{view.name(each)}{'' if each in scores.players else ' (left)'}") for each in shown]
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


def _shown(value: float | None) -> str:
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
    given = fields(view, "override", Given())
    form_button(
        view.session.id,
        "Override",
        "override",
        lambda log: log.override(given.reason, given.winners, given.totals),
        icon=":material/gavel:",
        disabled=not given.is_ready,
        help=None if given.is_ready else "Needs a reason, and winners or totals.",
    )
    if line := next((x for x in reversed(view.session.lines) if x.kind is Kind.OVERRIDE and not x.undone), None):
        entry_button(view.session.id, "Undo override", "override_off", lambda log: log.undo(line.entry.id))
