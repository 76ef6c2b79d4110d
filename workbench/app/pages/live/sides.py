"""The score sheet of a game with sides: what each row went to, who was on which side, and which side has won."""

from collections.abc import Mapping
from functools import partial

import pandas as pd
import streamlit as st

from workbench.app.pages.live import fields, outbox, taps
from workbench.app.pages.live.desk import Seen
from workbench.app.widgets.markdown import literal
from workbench.engine.problems import BadInput
from workbench.engine.score_sheet import ScoreSheet
from workbench.engine.wording import listed
from workbench.playtest.log.recording import Log
from workbench.playtest.log.scores import Scores

BY_ROWS = "Follows from the rows, unless it is said here: for what they do not decide."
NARROWEST = 280


def show(seen: Seen) -> None:
    """A line for each row and for each player; each is stored when it is tapped, and tapped again wiped out."""
    scores = seen.session.scores
    grid = st.grid(2, min_column_width=NARROWEST)
    with grid.container():
        for row in range(_shown_rows(scores)):
            _outcome(seen, row)
        if any(row is not None for row in scores.outcomes):
            _winner(seen)
    with grid.container():
        for each in seen.session.everybody:
            _side(seen, each.player)


def _shown_rows(scores: Scores) -> int:
    """Those that went somewhere, and one more where there is one and nobody has won."""
    last = scores.rows + (not scores.winning_sides)
    return max(1, min(last, scores.sheet.rows or last))


def _outcome(seen: Seen, row: int) -> None:
    sheet = seen.session.scores.sheet
    options = {sheet.sides_told(sides): sides for sides in sheet.outcomes}
    _choice(seen, f"{sheet.row.capitalize()} {row + 1}", f"outcome_{row}", row, options)


def _winner(seen: Seen) -> None:
    """Which side has won, where the rows leave it open, or in spite of them."""
    sheet = seen.session.scores.sheet
    options = {side.title: (side.name,) for side in sheet.sides}
    _choice(seen, "Won by", "outcome_of_all", None, options, BY_ROWS)


def _choice(
    seen: Seen, label: str, name: str, row: int | None, options: Mapping[str, tuple[str, ...]], help: str | None = None
) -> None:
    scores = seen.session.scores
    said = scores.outcomes.get(row)
    now = None if said is None else scores.sheet.sides_told(said)
    shown = [*options] if now is None or now in options else [*options, now]
    change = partial(_store_outcome, seen.session.id, name, row, {**options, **({now: said} if now and said else {})})
    st.segmented_control(label, shown, default=now, key=fields.key_of(name, now), on_change=change, help=help)


def _store_outcome(session: str, name: str, row: int | None, options: Mapping[str, tuple[str, ...]]) -> None:
    if fields.changed(name):
        value = fields.value_of(name)

        def store(log: Log) -> object:
            scores = log.session().scores
            said = scores.outcomes.get(row)
            _same_as_drawn(None if said is None else scores.sheet.sides_told(said), name)
            return log.outcome(row, None if value is None else options[value])

        with outbox.TURN:
            taps.tap(session, store)


def _side(seen: Seen, player: str) -> None:
    scores, name = seen.session.scores, f"side_{player}"
    titles = {side.name: side.member for side in scores.sheet.sides}
    now = scores.sides.get(player)
    st.segmented_control(
        literal(f"{seen.name(player)}{' (left)' if player in scores.left else ''}"),
        list(titles),
        default=now if now in titles else None,
        format_func=titles.__getitem__,
        key=fields.key_of(name, now if now in titles else None),
        on_change=partial(_store_side, seen.session.id, name, player),
    )


def _store_side(session: str, name: str, player: str) -> None:
    if fields.changed(name):
        value = fields.value_of(name)

        def store(log: Log) -> object:
            scores = log.session().scores
            now = scores.sides.get(player)
            _same_as_drawn(now if now in {side.name for side in scores.sheet.sides} else None, name)
            return log.side(player, value)

        with outbox.TURN:
            taps.tap(session, store)


def _same_as_drawn(now: str | None, name: str) -> None:
    """BadInput, with both values, where another device has stored something else since the field was drawn."""
    given = fields.value_of(name)
    if now not in (fields.drawn_with(name), given):
        told, mine = now or "nothing", given or "nothing"
        raise BadInput.one("score", f"another device has stored {told} meanwhile; tap again if {mine} counts", mine)


# What stands there


def frame(seen: Seen) -> pd.DataFrame:
    """Everybody's side, with what each row went to above."""
    scores = seen.session.scores
    members = {side.name: side.member for side in scores.sheet.sides}
    rows = {
        f"{scores.sheet.row.capitalize()} {row + 1}": scores.sheet.sides_told(sides)
        for row, sides in sorted((row, sides) for row, sides in scores.outcomes.items() if row is not None)
    }
    for each in seen.session.everybody:
        side = scores.sides.get(each.player)
        left = " (left)" if each in seen.session.left else ""
        rows[f"{seen.name(each.player)}{left}"] = members.get(side, side) if side else "–"
    return pd.DataFrame({"Side": [literal(said) for said in rows.values()]}, index=[literal(name) for name in rows])


def verdict(seen: Seen) -> str:
    """Which side has won, and who with it, or how far each has come."""
    scores = seen.session.scores
    sheet = scores.sheet
    if not scores.winning_sides:
        return _standing(sheet, scores)
    won = f"Won by {sheet.sides_told(scores.winning_sides)}"
    unknown = [seen.name(player) for player in scores.players if player not in scores.sides]
    if unknown:
        return f"{won}. Not noted yet: the side of {', '.join(unknown)}."
    return f"{won}: {listed(map(seen.name, scores.winners), none='nobody at the table')}."


def _standing(sheet: ScoreSheet, scores: Scores) -> str:
    said = [sides for row, sides in scores.outcomes.items() if row is not None]
    if sheet.rows is not None and len(said) >= sheet.rows:
        return f"The last {sheet.row} is made. Say who won: these rules may let another side win now."
    counted = [
        f"{side.title} {sum(side.name in sides for sides in said)} of {side.target}"
        for side in sheet.sides
        if side.target is not None
    ]
    return f"Open: {', '.join(counted)}."
