"""Parts that several pages show: failures in words, charts, tables of runs, empty states."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st
from plotly.graph_objects import Figure

from workbench.app.widgets import addresses
from workbench.app.widgets.handbook import explained
from workbench.app.widgets.markdown import literal
from workbench.engine.game import Game
from workbench.engine.problems import BadInput, Problem, WorkbenchError
from workbench.engine.wording import time_words
from workbench.report.charts.batch import CONFIG, Chart
from workbench.report.text import numbers
from workbench.report.text.bots import NO_PEOPLE, bot_strength, bots_label
from workbench.store import Run, StoreError, StoreLocked
from workbench.study.goals import Standing

STANDING = {
    Standing.MET: ":green-badge[:material/check_circle: met]",
    Standing.MISSED: ":red-badge[:material/cancel: missed]",
    Standing.UNDECIDED: ":gray-badge[:material/help: undecided]",
}


@contextmanager
def failures_in_words() -> Iterator[None]:
    """Show what fails inside as words, with a way on, and never as a traceback."""
    try:
        yield
    except StoreLocked as error:
        st.warning(_sentence(error), title="The store is in use", icon=":material/lock:")
        st.button("Try again", icon=":material/refresh:", type="primary", key="retry")
    except StoreError as error:
        st.error(_sentence(error), title="The store cannot be used", icon=":material/database_off:")
        st.button("Try again", icon=":material/refresh:", key="retry")
    except BadInput as bad:
        problems(bad.problems)
    except WorkbenchError as error:
        st.error(_sentence(error), icon=":material/error:")


def _sentence(error: WorkbenchError) -> str:
    """A failure's words with a capital and a full stop."""
    said = literal(str(error)).rstrip(".")
    return f"{said[:1].upper()}{said[1:]}."


def problems(found: Sequence[Problem], title: str = "This does not work yet") -> None:
    """Every problem as a line of one notice."""
    lines = [literal(str(problem)) for problem in found]
    st.error("\n".join(f"- {line}" for line in lines) if len(lines) > 1 else lines[0], title=title)


def not_there(found: Sequence[Problem]) -> None:
    """What the address asks for and is not there, instead of the page; and the way on."""
    problems(found, "The address asks for what there is not")
    st.button("Go on without it", icon=":material/arrow_forward:", on_click=addresses.forget, key="go_on")


def chart(shown: Chart, key: str, about: str = "", *terms: str) -> None:
    """A chart with its heading and its sentence, which names the bots; `about` and the `terms` explain its figures."""
    st.markdown(f"## {shown.title}", anchors=False, help=explained(literal(about), *terms) if about else None)
    st.caption(literal(shown.sentence))
    st.plotly_chart(shown.figure, key=key, config=CONFIG, alt=f"{shown.title}. {shown.sentence}", width="stretch")


def preload_charts() -> None:
    """Have the browser load what draws charts, unseen, so that the first real one is there at once."""
    st.html(
        "<style>.st-key-preload { position: absolute; width: 1px; height: 1px; overflow: hidden; opacity: 0; }</style>"
    )
    with st.container(key="preload"):
        st.plotly_chart(Figure(layout={"height": 50}), key="preloaded", config=CONFIG, alt="Nothing yet")


def charts_in_pairs(shown: Iterable[Chart | None], key: str) -> None:
    """Charts two beside each other, one below the other where there is no room."""
    in_pairs([partial(chart, each, f"{key}_{each.name}") for each in shown if each])


def in_pairs(blocks: Sequence[Callable[[], None]]) -> None:
    """Blocks two beside each other, in reading order, one below the other where there is no room."""
    for first in range(0, len(blocks), 2):
        for place, show in zip(st.columns(2, gap="medium"), blocks[first : first + 2], strict=False):
            with place:
                show()


def caveat(game: Game) -> None:
    """What bots cannot do in this game that people do, and what that means for every figure on the page."""
    if game.caveat:
        st.info(literal(game.caveat), icon=":material/record_voice_over:", title="What bots leave out")


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
        "Plays": numbers.count(run.plays) if run.done == run.plays else progress_of(run),
        "Seed": run.seed,
        "Status": run.status.value,
        "Plays a second": round(run.done / run.elapsed_s) if run.elapsed_s > 0 else None,
        "Played for": f"{run.study}, retake {run.retake}" if run.retake else run.study,
        "Run": run.id,
    }


def progress_of(run: Run) -> str:
    """How far an unfinished run got."""
    return f"{numbers.count(run.done)} of {numbers.count(run.plays)}"


def run_label(run: Run) -> str:
    """A run in a list to choose from."""
    plays = numbers.count(run.plays) if run.done == run.plays else progress_of(run)
    started = time_words(run.created_at)
    seed = f"seed {run.seed}, retake {run.retake}" if run.retake else f"seed {run.seed}"
    return f"{run.scenario} · {bots_label(run.bots)} · {plays} plays · {seed} · {run.status} · {started}"
