"""What counts in spite of the sheet: winners or totals, and why; said anew, or corrected."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from workbench.app.desk import Seen
from workbench.app.reading import literal
from workbench.playtest.kinds import NOTE_LENGTH

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
