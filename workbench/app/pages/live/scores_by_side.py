"""The score sheet of a game with sides: what each row went to, who was on which side, and which side has won."""

from collections.abc import Mapping, Sequence
from functools import partial

import pandas as pd
import streamlit as st

from workbench.app.pages.live import inbox, shared
from workbench.app.pages.live.shared import SessionView, store_entry
from workbench.app.widgets.text import literal
from workbench.engine.problems import BadInput
from workbench.engine.score_sheet import ScoreSheet
from workbench.engine.wording import listed
from workbench.playtest.log.kinds import SessionStatus
from workbench.playtest.log.recording import Log
from workbench.playtest.log.scores import Scores

NARROWEST = 280


def show(view: SessionView) -> None:
    """A line for each row and for each player; each is stored when it is tapped, and tapped again wiped out.

    A tap adds no line above another: where the rules do not say how many rows there are, these come last.
    """
    parts = [_outcomes, _sides] if view.session.scores.sheet.rows else [_sides, _outcomes]
    with st.container(key="sides"):
        grid = st.grid(2, min_column_width=NARROWEST)
        for draw in parts:
            with grid.container(gap="xsmall"):
                draw(view)


def _outcomes(view: SessionView) -> None:
    """The winning side, then a line for each row; without a number of rows, those that went somewhere and one more."""
    scores = view.session.scores
    _winner(view)
    for row in range(scores.sheet.rows or scores.rows + 1):
        _outcome(view, row)


def _sides(view: SessionView) -> None:
    for seated in view.session.everybody:
        _side(view, seated.player)


def _outcome(view: SessionView, row: int) -> None:
    sheet = view.session.scores.sheet
    options = {sheet.sides_in_words(sides): sides for sides in sheet.outcomes}
    _choice(view, f"{sheet.row.capitalize()} {row + 1}", f"outcome_{row}", row, options)


def _winner(view: SessionView) -> None:
    """Which side has won, where the rows leave it open, or in spite of them."""
    sheet = view.session.scores.sheet
    options = {side.title: (side.name,) for side in sheet.sides}
    _choice(view, "Won by", "outcome_of_all", None, options)


def _choice(view: SessionView, label: str, name: str, row: int | None, options: Mapping[str, tuple[str, ...]]) -> None:
    scores = view.session.scores
    outcome = scores.outcomes.get(row)
    now = None if outcome is None else scores.sheet.sides_in_words(outcome)
    choices = [*options] if now is None or now in options else [*options, now]
    change = partial(
        _store_outcome, view.session.id, name, row, {**options, **({now: outcome} if now and outcome else {})}
    )
    st.segmented_control(label, choices, default=now, key=shared.key_of(name, now), on_change=change)


def _store_outcome(session: str, name: str, row: int | None, options: Mapping[str, tuple[str, ...]]) -> None:
    if shared.changed(name):
        value = shared.value_of(name)

        def store(log: Log) -> object:
            scores = log.session().scores
            stored = scores.outcomes.get(row)
            _same_as_drawn(None if stored is None else scores.sheet.sides_in_words(stored), name)
            return log.outcome(row, None if value is None else options[value])

        with inbox.TURN:
            store_entry(session, store)


def _side(view: SessionView, player: str) -> None:
    scores, name = view.session.scores, f"side_{player}"
    titles = {side.name: side.member for side in scores.sheet.sides}
    now = scores.sides.get(player)
    st.segmented_control(
        literal(f"{view.name(player)}{' (left)' if player in scores.left else ''}"),
        list(titles),
        default=now if now in titles else None,
        format_func=titles.__getitem__,
        key=shared.key_of(name, now if now in titles else None),
        on_change=partial(_store_side, view.session.id, name, player, list(titles)),
    )


def _store_side(session: str, name: str, player: str, options: Sequence[str]) -> None:
    if shared.changed(name, options):
        value = shared.value_of(name)

        def store(log: Log) -> object:
            scores = log.session().scores
            now = scores.sides.get(player)
            _same_as_drawn(now if now in {side.name for side in scores.sheet.sides} else None, name)
            return log.side(player, value)

        with inbox.TURN:
            store_entry(session, store)


def _same_as_drawn(now: str | None, name: str) -> None:
    """BadInput, with both values, where another device has stored something else since the field was drawn."""
    chosen = shared.value_of(name)
    if now not in (shared.drawn_with(name), chosen):
        stored, mine = now or "nothing", chosen or "nothing"
        raise BadInput.one("score", f"another device stored {stored} in the meantime; tap again to store {mine}", mine)


# What stands there


def frame(view: SessionView) -> pd.DataFrame:
    """Everybody's side, with what each row went to above."""
    scores = view.session.scores
    members = {side.name: side.member for side in scores.sheet.sides}
    rows = {
        f"{scores.sheet.row.capitalize()} {row + 1}": scores.sheet.sides_in_words(sides)
        for row, sides in sorted((row, sides) for row, sides in scores.outcomes.items() if row is not None)
    }
    for seated in view.session.everybody:
        side = scores.sides.get(seated.player)
        left = " (left)" if seated in view.session.left else ""
        rows[f"{view.name(seated.player)}{left}"] = members.get(side, side) if side else "–"
    return pd.DataFrame(
        {"Side": [literal(written) for written in rows.values()]}, index=[literal(name) for name in rows]
    )


def verdict(view: SessionView) -> str:
    """Which side has won, and who with it, or how far each has come."""
    scores = view.session.scores
    sheet = scores.sheet
    if not scores.winning_sides:
        return _standing(sheet, scores, view.session.status is SessionStatus.OPEN)
    won = f"Won by {sheet.sides_in_words(scores.winning_sides)}"
    unknown = [view.name(player) for player in scores.players if player not in scores.sides]
    if unknown:
        return f"{won}. Side not known yet: {', '.join(unknown)}."
    return f"{won}: {listed(map(view.name, scores.winners), none='nobody at the table')}."


def _standing(sheet: ScoreSheet, scores: Scores, is_open: bool) -> str:
    outcomes = [sides for row, sides in scores.outcomes.items() if row is not None]
    if sheet.rows is not None and len(outcomes) >= sheet.rows:
        return f"That was the last {sheet.row}. Say who won: by these rules another side may win now."
    counted = [
        f"{side.title} {sum(side.name in sides for sides in outcomes)} of {side.target}"
        for side in sheet.sides
        if side.target is not None
    ]
    return f"{'Open' if is_open else 'No side had won'}: {', '.join(counted)}."
