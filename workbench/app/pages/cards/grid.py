"""A card list as an editable grid: typed columns out, rows of texts back."""

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from workbench.engine.card_lists.columns import (
    ChoiceColumn,
    Column,
    FlagColumn,
    NumberColumn,
    ReferenceColumn,
    SetColumn,
    TextColumn,
)
from workbench.engine.card_lists.lists import CardList
from workbench.engine.numbers import read_whole
from workbench.report.text.phrases import words_of
from workbench.scenario.card_lists import TextRow, TextRows

TRUE = "1"
TEXT_WIDTH, KEY_WIDTH = 190, 130
"""Pixels of columns of words; the key, which stays in place, leaves room for another one on a phone."""
LETTER_WIDTH, SIGN_WIDTH = 7, 46
"""Pixels of a letter of a heading, and of what stands beside it."""


def frame_of(declared: CardList, rows: TextRows) -> pd.DataFrame:
    """The rows as the grid takes them; a cell that its column cannot hold is empty."""
    columns = {column.name: _series(column, [row.get(column.name, "") for row in rows]) for column in declared.columns}
    return pd.DataFrame(columns)


def _series(column: Column, texts: Sequence[str]) -> Any:
    if isinstance(column, NumberColumn):
        return pd.array([read_whole(text) for text in texts], dtype="Int64")
    if isinstance(column, FlagColumn):
        return pd.array([text == TRUE for text in texts], dtype="bool")
    if isinstance(column, SetColumn):
        return pd.Series([text.split() for text in texts], dtype="object").array
    return pd.array([text or None for text in texts], dtype="string")


def rows_of(declared: CardList, frame: pd.DataFrame) -> TextRows:
    """The grid's rows as texts; rows in which nothing is said are left out."""
    texts = ({column.name: _text(column, row[column.name]) for column in declared.columns} for row in _records(frame))
    return tuple(row for row in texts if _says_something(declared, row))


def _records(frame: pd.DataFrame) -> Iterator[dict[str, Any]]:
    names = [str(name) for name in frame.columns]
    return (dict(zip(names, values, strict=True)) for values in frame.itertuples(index=False, name=None))


def _text(column: Column, value: Any) -> str:
    if isinstance(column, SetColumn):
        chosen = [] if value is None or value is pd.NA else [str(each) for each in value]
        return " ".join([*(name for name in column.names if name in chosen), *(set(chosen) - set(column.names))])
    if isinstance(column, FlagColumn):
        return column.write(bool(value) if not pd.isna(value) else False)
    if pd.isna(value):
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()


def _says_something(declared: CardList, row: TextRow) -> bool:
    return any(row[column.name] for column in declared.columns if not isinstance(column, FlagColumn))


def column_configs(declared: CardList, rows: TextRows) -> dict[str, Any]:
    """What the grid has to know of each column.

    Nothing in the browser limits a number: the list's own checks say what is wrong with one, and why.
    """
    return {column.name: _config(declared, column, rows) for column in declared.columns}


def _config(declared: CardList, column: Column, rows: TextRows) -> Any:
    about: dict[str, Any] = {"label": words_of(column.name), "help": f"{column.help} {_allowed(column)}"}
    about["width"] = _width(column)
    if column.name in declared.key:
        about |= {"pinned": True, "width": KEY_WIDTH}
    if isinstance(column, NumberColumn):
        return st.column_config.NumberColumn(**about, step=1, format="%d")
    if isinstance(column, FlagColumn):
        return st.column_config.CheckboxColumn(**about, default=False)
    if isinstance(column, SetColumn):
        return st.column_config.MultiselectColumn(**about, options=column.names, format_func=words_of)
    if isinstance(column, ReferenceColumn):
        return st.column_config.SelectboxColumn(**about, options=[*column.names, *keys_of(declared, rows)])
    if isinstance(column, ChoiceColumn):
        return st.column_config.SelectboxColumn(**about, options=column.names, format_func=_in_words)
    return st.column_config.TextColumn(**about)


def _width(column: Column) -> int:
    if isinstance(column, (TextColumn, SetColumn, ReferenceColumn)):
        return TEXT_WIDTH
    words = [column.name, *(column.names if isinstance(column, ChoiceColumn) else [])]
    return SIGN_WIDTH + LETTER_WIDTH * max(map(len, words))


def keys_of(declared: CardList, rows: TextRows) -> list[str]:
    """What the cards of the rows are known by, each once, in order."""
    keys = (" ".join(row.get(name, "") for name in declared.key).strip() for row in rows)
    return sorted({key for key in keys if key})


def _allowed(column: Column) -> str:
    empty = " May be empty." if column.optional else ""
    return f"{column.allowed[:1].upper()}{column.allowed[1:]}.{empty}".replace("_", " ")


def _in_words(name: object) -> str:
    return words_of(str(name))
