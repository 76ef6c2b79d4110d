"""Stored runs as a table and as options of a list."""

from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from workbench.app.widgets.markdown import literal
from workbench.engine.game import Game
from workbench.engine.wording import time_words
from workbench.report.text import phrases
from workbench.report.text.scenarios import NO_PEOPLE, bot_strength, bots_label
from workbench.store import Run


def strengths(game: Game, bots: Iterable[str]) -> str:
    """What each of these bots does, as a list for a hint."""
    lines = [f"- **{literal(name)}**: {literal(bot_strength(game, name))}." for name in dict.fromkeys(bots)]
    return "\n".join([*lines, "", NO_PEOPLE])


def runs_table(game: Game, runs: Sequence[Run], key: str) -> None:
    """Stored runs of a game, newest first; the hint above the bots says how well they play."""
    bots = [bot for run in runs for bot in run.bots]
    columns: dict[str, Any] = {
        "Bots": st.column_config.TextColumn(help=f"Who sat at the table.\n\n{strengths(game, bots)}"),
        "Started": st.column_config.DatetimeColumn(format="D MMM YYYY, HH:mm", width="medium"),
        "Plays": st.column_config.TextColumn(),
        "Plays a second": st.column_config.NumberColumn(format="localized"),
        "Note": st.column_config.TextColumn(width="medium"),
    }
    frame = runs_frame(runs)
    st.dataframe(frame, hide_index=True, column_config=columns, key=key, alt="Stored runs, newest first")


def runs_frame(runs: Sequence[Run]) -> pd.DataFrame:
    """Runs as a table for people; what they were played for only where some are a part of a study."""
    frame = pd.DataFrame([_run_row(run) for run in runs])
    return frame if any(run.study for run in runs) else frame.drop(columns="Played for", errors="ignore")


def _run_row(run: Run) -> dict[str, Any]:
    return {
        "Started": run.created_at.astimezone(),
        "Revision": run.scenario,
        "Bots": bots_label(run.bots),
        "Plays": phrases.count(run.plays) if run.done == run.plays else progress_of(run),
        "Seed": run.seed,
        "Status": run.status.value,
        "Plays a second": round(run.done / run.elapsed_s) if run.elapsed_s > 0 else None,
        "Played for": f"{run.study}, retake {run.retake}" if run.retake else run.study,
        "Run": run.id,
    }


def progress_of(run: Run) -> str:
    """How far an unfinished run got."""
    return f"{phrases.count(run.done)} of {phrases.count(run.plays)}"


def run_label(run: Run) -> str:
    """A run in a list to choose from."""
    plays = phrases.count(run.plays) if run.done == run.plays else progress_of(run)
    started = time_words(run.created_at)
    seed = f"seed {run.seed}, retake {run.retake}" if run.retake else f"seed {run.seed}"
    return f"{run.scenario} · {bots_label(run.bots)} · {plays} plays · {seed} · {run.status} · {started}"
