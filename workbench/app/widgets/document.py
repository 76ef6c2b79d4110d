"""A document on a page: its headline and advice in a frame, then its blocks."""

from collections.abc import Callable, Iterable
from functools import lru_cache

import streamlit as st

from workbench.app.widgets import controls, study_page
from workbench.app.widgets.charts import chart
from workbench.app.widgets.text import literal
from workbench.report.charts.batch import Chart
from workbench.report.document import (
    Beside,
    Block,
    Chooser,
    Command,
    Definition,
    Drawing,
    Prose,
    Report,
    Section,
    Table,
)


def show(report: Report) -> None:
    """Draw the whole document."""
    with st.container(border=True):
        st.markdown(f"## {literal(report.headline)}", anchors=False)
        for line in report.advice:
            st.markdown(f":material/lightbulb: {literal(line)}")
        study_page.who_played(report.scenario)
    _show_blocks(report.blocks, "report")


def _show_blocks(blocks: Iterable[Block], place: str) -> None:
    """Draw blocks in order; `place` names where they stand, for the keys of their elements."""
    for number, block in enumerate(blocks):
        _show_block(block, f"{place}_{number}")


def _show_block(block: Block, key: str) -> None:
    match block:
        case Prose(text) | Definition(text):
            if text:
                st.caption(literal(text))
        case Table():
            _show_table(block, key)
        case Drawing():
            if drawn := _drawn(block.draw):
                chart(drawn, f"{key}_{drawn.name}", block.about, *block.terms)
        case Section():
            about = "\n\n".join(map(literal, block.about))
            st.markdown(f"## {literal(block.title)}", anchors=False, help=about or None)
            _show_blocks(block.blocks, key)
        case Beside():
            for column, blocks in zip(st.columns(len(block.columns), gap="medium"), block.columns, strict=True):
                with column:
                    _show_blocks(blocks, f"{key}_{block.columns.index(blocks)}")
        case Chooser():
            _show_chosen(block, key)
        case Command():
            st.caption(block.label, help=f"`{block.command}`")


@lru_cache(maxsize=32)
def _drawn(draw: Callable[[], Chart | None]) -> Chart | None:
    """The chart, made once for each document."""
    return draw()


def _show_table(block: Table, key: str) -> None:
    if not block.rows:
        return
    if block.folded:
        with st.expander(f"{block.title}: as a table", icon=":material/table:"):
            st.dataframe(block.rows, hide_index=True, key=key, alt=block.title)
        return
    if block.title:
        st.markdown(f"### {literal(block.title)}", anchors=False)
    st.dataframe(block.rows, hide_index=True, key=key, alt=block.title or "Every row")


def _show_chosen(block: Chooser, key: str) -> None:
    place = st.container(width=240)
    number = controls.number(place, block.name, block.label, block.usual, block.about, 1)
    if number > block.most:
        st.info(f"The number is from 0 to {block.most}.")
    else:
        _show_blocks(block.view(number), key)
