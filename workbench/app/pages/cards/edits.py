"""The edits of a card list in one browser session: undo and redo, the grid, and CSV files."""

from collections.abc import Iterator, Sequence
from typing import Any, NotRequired, TypeAlias, TypedDict

import pandas as pd
import streamlit as st
from pandas.api.extensions import ExtensionArray
from streamlit.elements.lib.column_types import ColumnConfig
from streamlit.runtime.uploaded_file_manager import UploadedFile

from workbench.app.widgets.card_steps import CardSteps, steps_of
from workbench.app.widgets.document import file_button
from workbench.app.widgets.messages import problems, warnings
from workbench.app.widgets.text import literal
from workbench.engine.card_lists import (
    MOST_BYTES,
    CardColumn,
    CardList,
    ChoiceColumn,
    FlagColumn,
    NumberColumn,
    ReferenceColumn,
    SetColumn,
    TextColumn,
)
from workbench.engine.problems import BadInput
from workbench.engine.wording import counted, upper_first
from workbench.report.text.card_lists import at_a_glance
from workbench.report.text.phrases import words_of
from workbench.scenario import Scenario
from workbench.scenario.card_lists import EditedList, TextRow, TextRows, text_rows

TRUE = "1"
PASTED_FLAGS = ("1", "true", "t", "yes", "y", "on", "0", "false", "f", "no", "n", "off")
"""The words that Streamlit's grid takes for a box that is ticked or not, in any case."""
TEXT_WIDTH, KEY_WIDTH = 190, 130
"""Pixels of columns of words; the key, which stays in place, leaves room for another one on a phone."""
LETTER_WIDTH, SIGN_WIDTH = 7, 46
"""Pixels of a letter of a heading, and of what stands beside it."""


GridValue: TypeAlias = Any
"""A cell of the grid, as pandas has it."""


def frame_of(declared: CardList, rows: TextRows) -> pd.DataFrame:
    """The rows as the grid takes them, right or wrong: a number is a text, so that `abc` stays where it was typed."""
    columns = {
        column.name: _series(column, [row.get(column.name, "") for row in rows])
        for column in declared.with_columns(rows[0] if rows else ()).columns
    }
    return pd.DataFrame(columns)


def _series(column: CardColumn, texts: Sequence[str]) -> ExtensionArray:
    if isinstance(column, FlagColumn):
        return pd.array([text == TRUE for text in texts], dtype="bool")
    if isinstance(column, SetColumn):
        return pd.Series([text.split() for text in texts], dtype="object").array
    return pd.array([text or None for text in texts], dtype="string")


def rows_of(declared: CardList, frame: pd.DataFrame) -> TextRows:
    """The grid's rows as texts; rows in which nothing is said are left out."""
    return tuple(_numbered_rows(declared, frame).values())


def _numbered_rows(declared: CardList, frame: pd.DataFrame) -> dict[int, TextRow]:
    """The rows in which something is said, by their places in the grid."""
    columns = declared.with_columns(map(str, frame.columns)).columns
    texts = ({column.name: _text(column, row[column.name]) for column in columns} for row in _records(frame))
    telling = [column.name for column in declared.columns if not isinstance(column, FlagColumn)]
    return {place: row for place, row in enumerate(texts) if any(map(row.get, telling))}


def wrong_cells(edited: EditedList, frame: pd.DataFrame) -> list[dict[str, object]]:
    """The cells to mark in the grid, as `mark_cells` takes them; the sign stands where the text does not."""
    places = list(_numbered_rows(edited.declared, frame))
    numbers = {column.name for column in edited.declared.columns if isinstance(column, NumberColumn)}
    return [
        {
            "row": places[row - 1],
            "column": words_of(column),
            "message": upper_first("; ".join(problem.message for problem in problems)),
            "at_left": column in numbers,
        }
        for (row, column), problems in edited.by_cell.items()
    ]


def choices_of(declared: CardList, rows: TextRows) -> dict[str, dict[str, object]]:
    """The columns into which only some texts can be pasted, by heading, as `mark_cells` takes them."""
    choices: dict[str, dict[str, object]] = {}
    for column in declared.columns:
        texts: Sequence[str] = ()
        if isinstance(column, FlagColumn):
            texts = PASTED_FLAGS
        elif isinstance(column, ReferenceColumn):
            texts = [*column.names, *keys_of(declared, rows)]
        elif isinstance(column, ChoiceColumn) and not isinstance(column, SetColumn):
            texts = column.names
        if texts:
            choices[words_of(column.name)] = {
                "texts": texts,
                "allowed": column.allowed,
                "any_case": isinstance(column, FlagColumn),
            }
    return choices


def _records(frame: pd.DataFrame) -> Iterator[dict[str, GridValue]]:
    names = [str(name) for name in frame.columns]
    return (dict(zip(names, values, strict=True)) for values in frame.itertuples(index=False, name=None))


def _text(column: CardColumn, value: GridValue) -> str:
    if isinstance(column, SetColumn):
        chosen = [] if value is None or value is pd.NA else [str(choice_name) for choice_name in value]
        return " ".join([*(name for name in column.names if name in chosen), *(set(chosen) - set(column.names))])
    if isinstance(column, FlagColumn):
        return column.write(bool(value) if not pd.isna(value) else False)
    return "" if pd.isna(value) else str(value).strip()


def column_configs(declared: CardList, rows: TextRows) -> dict[str, ColumnConfig]:
    """The grid's configuration of each column.

    Nothing in the browser limits what is typed: the list's own checks say what is wrong with it, and why.
    """
    columns = declared.with_columns(rows[0] if rows else ()).columns
    return {column.name: _config(declared, column, rows) for column in columns}


class ColumnLook(TypedDict):
    """The arguments that every kind of column of the grid takes."""

    label: str
    help: str
    width: int
    pinned: NotRequired[bool]


def _config(declared: CardList, column: CardColumn, rows: TextRows) -> ColumnConfig:
    allowed = f"{upper_first(column.allowed)}.{' May be empty.' if column.optional else ''}".replace("_", " ")
    about: ColumnLook = {
        "label": words_of(column.name),
        "help": f"{column.help} {allowed}",
        "width": _width(column),
    }
    if column.name in declared.key:
        about["pinned"], about["width"] = True, KEY_WIDTH
    if isinstance(column, NumberColumn):
        return st.column_config.TextColumn(**about, alignment="right")
    if isinstance(column, FlagColumn):
        return st.column_config.CheckboxColumn(**about, default=False)
    if isinstance(column, SetColumn):
        return st.column_config.MultiselectColumn(
            **about, options=column.names, format_func=words_of, accept_new_options=True
        )
    if isinstance(column, ReferenceColumn):
        return st.column_config.SelectboxColumn(**about, options=[*column.names, *keys_of(declared, rows)])
    if isinstance(column, ChoiceColumn):
        return st.column_config.SelectboxColumn(**about, options=column.names, format_func=_in_words)
    return st.column_config.TextColumn(**about)


def _width(column: CardColumn) -> int:
    if isinstance(column, (TextColumn, SetColumn, ReferenceColumn)):
        return TEXT_WIDTH
    words = [column.name, *(column.names if isinstance(column, ChoiceColumn) else [])]
    return SIGN_WIDTH + LETTER_WIDTH * max(map(len, words))


def keys_of(declared: CardList, rows: TextRows) -> list[str]:
    """The keys of the cards of the rows, each once, in order."""
    keys = (" ".join(row.get(name, "") for name in declared.key).strip() for row in rows)
    return sorted({key for key in keys if key})


def _in_words(name: object) -> str:
    return words_of(str(name))


def download(parent: Scenario, edited_list: EditedList) -> None:
    """The button that downloads the rows, mistakes included."""
    name = edited_list.base.file if not edited_list.changed else f"{edited_list.name}-{parent.revision}-edited.csv"
    about, icon = "The rows above as a CSV file, mistakes included.", ":material/download:"
    file_button("Download", edited_list.csv, name, "download_cards", icon=icon, about=about)


def upload(parent: Scenario, edited_list: EditedList) -> None:
    """The upload that replaces the rows once it has no mistakes."""
    steps = steps_of(parent, edited_list.declared)
    columns = ", ".join(column.name for column in edited_list.declared.columns)
    with st.popover("Upload", icon=":material/upload:", help="Load the cards of a table into the grid."):
        file = st.file_uploader(
            "CSV or XLSX file",
            type=["csv", "xlsx"],
            key=f"upload:{parent.name}:{edited_list.name}:{steps.version}",
            max_upload_size=1,
            help=f"The first line names the columns: {columns}. Others are kept as text for the printed cards.",
        )
        if file is None:
            st.caption("The file is checked first. Nothing is stored until you save a revision.")
        else:
            _check(file, edited_list, steps)


def _check(uploaded_file: UploadedFile, edited_list: EditedList, steps: CardSteps) -> None:
    try:
        cards = edited_list.declared.read_bytes(
            uploaded_file.read(MOST_BYTES + 1), edited_list.base.file, uploaded_file.name
        )
    except BadInput as bad:
        problems(bad.problems, "This file cannot be loaded")
        return
    warnings(cards.warnings)
    rows = text_rows(edited_list.declared, cards)
    summary = at_a_glance(EditedList(edited_list.declared, edited_list.base, rows).changes)
    if rows == edited_list.rows:
        st.info("The file and the grid have the same rows.")
        return
    st.markdown(
        f"{counted(len(cards), 'card')}, no mistakes."
        f" Compared with the revision: {literal(summary or 'no card differs')}."
    )
    st.button("Load into the grid", type="primary", key="take_upload", on_click=steps.put, args=[rows])
