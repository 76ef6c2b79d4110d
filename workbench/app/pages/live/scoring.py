"""What counts in spite of the sheet: winners or totals, and why; said anew, or corrected."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from workbench.app.pages.live import outbox, sides, taps
from workbench.app.pages.live.desk import Seen
from workbench.app.widgets import scripts
from workbench.app.widgets.handbook import explained
from workbench.app.widgets.markdown import literal
from workbench.engine.score_sheet import Bounds, Wins
from workbench.engine.wording import listed
from workbench.playtest.log.kinds import NOTE_LENGTH, Kind, Status
from workbench.playtest.log.scores import Cell, Scores
from workbench.playtest.log.sentences import points

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


def fields(seen: Seen, key: str, now: Given) -> Given:
    """The fields, with what is said now, also of players who have left."""
    sat = [each.player for each in seen.session.everybody]
    players = list(dict.fromkeys([*sat, *(now.winners or ()), *now.totals]))
    winners = st.multiselect("Winners", players, list(now.winners or ()), format_func=seen.name, key=f"{key}_winners")
    nobody = st.checkbox("Nobody wins", now.winners is not None and not now.winners, key=f"{key}_nobody")
    grid, totals = st.grid(3, min_column_width=NARROWEST), {}
    for player in players:
        label, stored = literal(f"Total, {seen.name(player)}"), now.totals.get(player)
        value = grid.number_input(
            label,
            value=None if stored is None else float(stored),
            step=1.0,
            format="%g",
            key=f"{key}_{player}",
            placeholder="as it is",
        )
        if value is not None:
            totals[player] = value
    reason = st.text_input("Reason", now.reason, key=f"{key}_reason", placeholder="Needed", max_chars=NOTE_LENGTH)
    return Given((reason or "").strip(), [] if nobody else winners or None, totals)


CRITERIA, ROWS, TOTALS = "by criterion", "by row", "totals only"
HELP = """A chip fills the marked field and marks the next empty one; a keyboard works too. Every number is stored at
once, a typed one when you leave its field. Where a row has a number of its own, it counts, not its criteria; a total
that is written down counts, not its rows. Empty a field to wipe the number out."""
SIDES = "Each tap is stored at once; a second one wipes it out."
_component = scripts.component("score_grid", style=True)
OVERRIDE = (
    "Winners or totals that count in spite of the sheet: a rule that the sheet does not know, a slip, a resignation."
)


def show(seen: Seen) -> None:
    """The fields, the sheet so far, and who is ahead."""
    by_sides = bool(seen.session.scores.sheet.sides)
    about = explained(SIDES, "side") if by_sides else explained(HELP, "score sheet", "criterion")
    st.markdown("## Scores", anchors=False, help=about)
    if not seen.session.players:
        st.caption("Nobody sits at the table: add the players below.")
        result(seen)
        return
    if by_sides:
        sides.show(seen)
    else:
        _asked(seen)
        _grid(seen, _way(seen))
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


def _grid(seen: Seen, way: str) -> None:
    """Every field of what is being written: criteria of one row, rows, or totals."""
    lines = _criteria(seen) if way == CRITERIA else _rows(seen) if way == ROWS else _totals(seen)
    scores, kind = seen.session.scores, outbox.TOTAL if way == TOTALS else outbox.SCORE
    stored = {(who, 0, None): points for who, points in scores.written.items()} if way == TOTALS else scores.cells
    asked = [_key(change.cell) for change in outbox.held() if change.kind == kind]
    data = {
        "kind": kind,
        "players": [{"id": each.player, "name": seen.name(each.player)} for each in seen.session.players],
        "lines": lines,
        "values": {_key(cell): points for cell, points in stored.items()},
        "held": asked,
    }
    _component(key=f"grid_{seen.session.id}_{way}", data=data)


def _criteria(seen: Seen) -> list[dict[str, Any]]:
    """A line for each criterion of the row that is picked."""
    scores, row = seen.session.scores, _picked_row(seen)
    if whole := [seen.name(p.player) for p in seen.session.players if (p.player, row, None) in scores.cells]:
        names, title = literal(", ".join(whole)), scores.sheet.row
        st.caption(f":material/info: For {names} the number of the whole {title} counts, not the criteria.")
    return [
        _line(0 if each.once else row, each.name, each.title, scores.sheet.bounds(each.name), each.help)
        for each in scores.sheet.criteria
    ]


def _rows(seen: Seen) -> list[dict[str, Any]]:
    """A line for each row that has anything, and one more."""
    scores, sheet = seen.session.scores, seen.session.scores.sheet
    count = min(scores.rows + 1, sheet.rows or scores.rows + 1)
    return [_line(row, None, f"{sheet.row.capitalize()} {row + 1}", sheet.bounds()) for row in range(count)]


def _totals(seen: Seen) -> list[dict[str, Any]]:
    return [_line(0, None, "Total", seen.session.scores.sheet.total_bounds)]


def _line(row: int, criterion: str | None, title: str, bounds: Bounds, help: str = "") -> dict[str, Any]:
    low, high = bounds
    return {"row": row, "criterion": criterion, "title": title, "help": help, "low": low, "high": high}


def _key(cell: Cell) -> str:
    """What the grid calls a field."""
    return "|".join("" if each is None else str(each) for each in cell)


# What is asked before it counts


def _asked(seen: Seen) -> None:
    """Each score that crossed another device's, or that the rules cannot yield: both values, and the choice."""
    for change in outbox.held():
        now, bounds = change.stored_in(seen.session.scores), change.bounds(seen.session.scores)
        new, old = points(change.points), points(now)
        why = outbox.doubts(change, seen.session.scores)
        told = [f"another device has stored {old} meanwhile, and you wrote {new}."] if "crossed" in why else []
        told += [f"you wrote {new}; by these rules it is {_between(bounds)}."] if "beyond" in why else []
        st.warning(
            literal(f"{_where(seen, change)}: {' '.join(told) or f'you wrote {new}.'}"), icon=":material/call_split:"
        )
        with st.container(horizontal=True):
            _choice(seen, change, f"Use {new}", use=True)
            _choice(seen, change, f"Keep {old}", use=False)


def _choice(seen: Seen, change: outbox.Change, label: str, *, use: bool) -> None:
    act = partial(outbox.settle, seen.session.id, change, use=use)
    st.button(literal(label), key=f"{'use' if use else 'keep'}_{change.id}", on_click=act)


def _where(seen: Seen, change: outbox.Change) -> str:
    """Whose score it is, and of what."""
    (player, row, criterion), sheet = change.cell, seen.session.scores.sheet
    if change.kind == outbox.TOTAL:
        return f"{seen.name(player)}, total"
    title = next((f"{each.title}, " for each in sheet.criteria if each.name == criterion), "")
    return f"{seen.name(player)}, {title}{sheet.row} {row + 1}"


def _between(bounds: Bounds) -> str:
    low, high = bounds
    if low is None or high is None:
        return f"at most {points(high)}" if low is None else f"at least {points(low)}"
    return f"{points(low)} to {points(high)}"


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


# What stands there


def result(seen: Seen) -> None:
    """The sheet so far, and who has won, or is ahead."""
    scores = seen.session.scores
    if (scores.sides or scores.outcomes) and seen.session.status is not Status.OPEN:
        st.table(sides.frame(seen), border="horizontal", alt="The sides so far")
    if scores.totals or scores.totals_left:
        st.table(_frame(seen, scores), border="horizontal", alt="The scores so far")
    elif scores.override is None and not scores.sides and not scores.outcomes:
        return
    st.markdown(literal(verdict(seen)))
    if told := _left(seen):
        st.caption(literal(told))
    for player in scores.contradictions:
        total, rows = points(scores.written[player]), points(scores.sum_of(player))
        st.caption(
            f":material/warning: {literal(seen.name(player))}: the total {total} is not the sum of the rows, {rows}."
        )
    if scores.override and not scores.wins_by_override:
        st.caption(f":material/gavel: {literal(f'Overridden: {scores.override.reason}')}")


def _frame(seen: Seen, scores: Scores) -> pd.DataFrame:
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
    columns = [literal(f"{seen.name(each)}{'' if each in scores.players else ' (left)'}") for each in shown]
    unique = [f"{name} {place}" if columns.count(name) > 1 else name for place, name in enumerate(columns, 1)]
    return pd.DataFrame.from_dict(rows, orient="index", columns=unique)


def _left(seen: Seen) -> str:
    """Who left, and whose their points are."""
    scores, told = seen.session.scores, []
    for player in scores.left:
        points_then = scores.totals_left.get(player)
        had = "" if points_then is None else f" with {points(points_then)}"
        taker = scores.taken.get(player)
        told.append(f"{seen.name(player)} left{had}{f', taken over by {seen.name(taker)}' if taker else ''}.")
    return " ".join(told)


def _shown(value: float | None) -> str:
    return "–" if value is None else points(value)


def verdict(seen: Seen) -> str:
    """Who is ahead, or has won, in a sentence."""
    scores = seen.session.scores
    if scores.wins_by_override and scores.override:
        won = listed(map(seen.name, scores.winners), none="Nobody")
        return f"{won} won by override: {scores.override.reason}"
    if scores.sheet.sides:
        return sides.verdict(seen)
    if not scores.winners:
        named = scores.sheet.wins is Wins.NAMED
        return (
            "Who won, the players say: name them under “Override the result”." if named else "Some totals are missing."
        )
    names = listed(map(seen.name, scores.winners))
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
    given = fields(seen, "override", Given())
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
