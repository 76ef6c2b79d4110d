"""The page History: every comparison, batch and study, and questions to the store in SQL.

lines     what a line of the list is: a result with the names and the decision of its revision
results   the filter, the list, deleting and undoing
"""

from functools import partial

import pandas as pd
import streamlit as st

from workbench.app.pages.history import results
from workbench.app.place import here
from workbench.app.services import services
from workbench.app.widgets import controls, messages
from workbench.app.widgets.document import file_button
from workbench.app.widgets.text import literal
from workbench.engine.files import csv_text
from workbench.engine.problems import BadInput, WorkbenchError
from workbench.engine.wording import counted
from workbench.playtest.overview import update_overview
from workbench.report.text.phrases import number_of
from workbench.store import Store
from workbench.store.sql import MOST_BYTES, SMALLER, SqlAnswer, TableNote, ask, examples_for, schema

RESULTS, SQL = "Results", "Ask with SQL"
VIEW = "view"


def show() -> None:
    """The list, or the questions."""
    drawn = controls.option(VIEW, "View", (RESULTS, SQL))
    view = st.segmented_control("View", (RESULTS, SQL), required=True, label_visibility="collapsed", **drawn)
    messages.refused()
    store = services().store
    if not store.may_have_sessions:
        st.info("Nothing was played yet. Comparisons, batches and studies will stand here.", icon=":material/history:")
        return
    with store.to_list() as there:
        messages.from_text(there)
        if view == SQL:
            _ask_with_sql(there)
        else:
            results.show(there)


# Questions to the store in SQL: examples, the answer as a table and as CSV, the schema


MOST = 1_000
"""Rows of an answer that are shown."""
LONGEST_S = 20.0
"""Seconds after which a question is given up."""
QUERY, ANSWER = "sql_query", "sql_answer"
TABLE = "table"
"""Where the address has the table whose columns are listed."""


def _ask_with_sql(store: Store) -> None:
    """Examples, the question, its answer, and the tables that can be asked for."""
    tables = schema(store)
    st.caption(
        "One statement over a read-only copy of the store. Nothing can be changed, and names of people are left out."
        f" An answer shows up to {number_of(MOST, 'row')}; a question of more than {LONGEST_S:g} s is stopped,"
        f" and so is one that needs too much memory. An answer ends after {MOST_BYTES / 1e6:g} MB."
    )
    examples = examples_for([table.name for table in tables], here().game.name)
    st.markdown("## Examples", anchors=False)
    with st.container(horizontal=True, gap="small"):
        for number, example in enumerate(examples):
            st.button(literal(example.question), key=f"example_{number}", on_click=_ask, args=[example.sql])
    with st.form("ask", border=False):
        st.text_area("Question in SQL", key=QUERY, height=130, placeholder="select … from …", help="Ctrl+Enter asks.")
        st.form_submit_button("Ask", type="primary", icon=":material/play_arrow:", key="ask_sql", on_click=_ask)
    answer: SqlAnswer | str | None = st.session_state.get(ANSWER)
    if isinstance(answer, str):
        st.error(literal(answer), title="This question has no answer", icon=":material/error:")
    elif answer:
        with st.container(horizontal=True, vertical_alignment="center"):
            more = f"Only the first {counted(len(answer.rows), 'row')} are shown." if answer.cut else ""
            if answer.cut_by == "bytes":
                more += f" An answer ends after {MOST_BYTES / 1e6:g} MB: {SMALLER}."
            st.markdown(more or counted(len(answer.rows), "row"), width="stretch")
            file_button("Answer as CSV", partial(as_csv, answer), "answer.csv", "csv_answer")
        st.dataframe(frame(answer), hide_index=True, key="answer", alt="The answer to the question")
    _schema(tables)


def _ask(sql: str | None = None) -> None:
    """Ask what is typed, or an example, and keep the answer or what is wrong."""
    if sql is not None:
        st.session_state[QUERY] = sql
    query = st.session_state.get(QUERY, "")
    try:
        st.session_state[ANSWER] = ask(services().store, query, MOST, LONGEST_S, update_overview)
    except BadInput as bad:
        st.session_state[ANSWER] = "\n".join(problem.message for problem in bad.problems)
    except WorkbenchError as error:
        st.session_state[ANSWER] = str(error)


def frame(answer: SqlAnswer) -> pd.DataFrame:
    """The answer as a table; columns of one name are numbered, values that a table cannot hold are text."""
    names = [
        f"{name} {answer.columns[:at].count(name) + 1}" if name in answer.columns[:at] else name
        for at, name in enumerate(answer.columns)
    ]
    return pd.DataFrame([[_cell(value) for value in row] for row in answer.rows], columns=names)


def _cell(value: object) -> bool | int | float | str | None:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def as_csv(answer: SqlAnswer) -> str:
    """The rows that are shown, as CSV."""
    return csv_text(answer.columns, answer.rows)


def _schema(tables: list[TableNote]) -> None:
    """Every table with its columns."""
    st.markdown("## Tables", anchors=False)
    names = {table.name: table for table in tables}
    chosen = st.selectbox("Table", list(names), width=330, **controls.option(TABLE, "Table", list(names)))
    table = names[chosen]
    st.markdown(literal(table.help))
    rows = [
        {"Column": column.name, "Type": column.type.lower(), "What it means": column.help} for column in table.columns
    ]
    st.dataframe(rows, hide_index=True, key="sql_columns", alt=f"The columns of {table.name}")
