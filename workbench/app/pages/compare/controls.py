"""The controls of the page Compare: two revisions, the batch, and bots of a second strength."""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from workbench.app.widgets.choices import NOBODY, Batch, GameChoice, choose_batch, choose_game
from workbench.app.widgets.controls import LEAST, NARROWEST, number, select
from workbench.app.widgets.handbook import explained
from workbench.bots.spec import bots_to_choose
from workbench.study.agreement import suggested_plays

ALSO = """Bots of a second strength, who play the same comparison again. Where both agree, the verdict does not depend
on how well the bots play. Where they disagree, trust neither before a playtest."""


@dataclass(frozen=True)
class CompareChoice(GameChoice):
    """Two revisions and a batch of each; `also` is the batch by bots of a second strength, if any are asked."""

    base: str
    other: str
    batch: Batch
    also: Batch | None


def choose(place: Any) -> CompareChoice:
    """The controls."""
    row = place.grid(4 if _also_asked() else 7, min_column_width=NARROWEST)
    chosen = choose_game(row)
    known = chosen.revisions
    base, other = known.featured or (known.leading, known.leading)
    about = explained("The revision that the other one is compared with.", "revision")
    base = select(row, "base", "Base revision", known.names, base, about)
    about = explained("The revision that you want to judge.", "revision", "paired plays", "verdict")
    other = select(row, "other", "Other revision", known.names, other, about)
    batch = choose_batch(chosen, row, place, [base, other])
    also = _choose_also(chosen, base, batch, row) if batch.bots else None
    return CompareChoice(chosen.game, known, base, other, batch, also)


def _choose_also(chosen: GameChoice, base: str, batch: Batch, row: Any) -> Batch | None:
    """Bots of a second strength, and how often they play, by what they cost."""
    about = explained(ALSO, "agreement", "search")
    names = [NOBODY, *bots_to_choose(chosen.game)]
    bots = select(row, "also", "Also ask", names, NOBODY, about, _suggest_also_plays)
    if bots == NOBODY:
        return None
    players = len(chosen.revisions.sound[base].bots)
    first = (batch.bots.split() * players)[:players]
    suggested = suggested_plays(chosen.game, [bots] * players, first, batch.plays)
    about = "How many plays of each revision these bots get. Search is slow, so fewer are suggested for it."
    return Batch(bots, number(row, "also_plays", "Plays, also", suggested, about, 100), batch.seed)


def _also_asked() -> bool:
    """Whether a second strength is asked, which adds a control: in rows of four it stands beside who is asked."""
    return st.session_state.get("also", st.query_params.get("also")) not in (None, "", NOBODY)


def _suggest_also_plays() -> None:
    """Other bots, another number of plays."""
    st.session_state["also_plays"] = LEAST
