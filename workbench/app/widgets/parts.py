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
from workbench.report.charts.batch import CONFIG, Chart
from workbench.report.text import words
from workbench.store import Run, StoreError, StoreLocked
from workbench.study.goals import Standing



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










def caveat(game: Game) -> None:
    """What bots cannot do in this game that people do, and what that means for every figure on the page."""
    if game.caveat:
        st.info(literal(game.caveat), icon=":material/record_voice_over:", title="What bots leave out")












