"""Hollywood 1947: the measures of single movies."""

from typing import Any

import numpy as np

from workbench.engine.compiling import compiled


@compiled
def report_movies(state: Any, result: Any) -> None:
    """The lead in symbols on average, then symbols and lead of each movie; 0 for those that were not made."""
    whole = np.int64(0)
    for movie in range(state.movies):
        whole += abs(np.int64(state.margins[movie]))
    result.margin = whole / state.movies
    report_patriots(state, result)
    report_communists(state, result)
    report_margins(state, result)


@compiled
def report_patriots(state: Any, result: Any) -> None:
    """Patriot symbols of each movie."""
    result.patriot_symbols_1 = state.symbols_in[0, 0]
    result.patriot_symbols_2 = state.symbols_in[1, 0]
    result.patriot_symbols_3 = state.symbols_in[2, 0]
    result.patriot_symbols_4 = state.symbols_in[3, 0]
    result.patriot_symbols_5 = state.symbols_in[4, 0]
    result.patriot_symbols_6 = state.symbols_in[5, 0]
    result.patriot_symbols_7 = state.symbols_in[6, 0]
    result.patriot_symbols_8 = state.symbols_in[7, 0]
    result.patriot_symbols_9 = state.symbols_in[8, 0]
    result.patriot_symbols_10 = state.symbols_in[9, 0]
    result.patriot_symbols_11 = state.symbols_in[10, 0]
    result.patriot_symbols_12 = state.symbols_in[11, 0]
    result.patriot_symbols_13 = state.symbols_in[12, 0]


@compiled
def report_communists(state: Any, result: Any) -> None:
    """Communist symbols of each movie."""
    result.communist_symbols_1 = state.symbols_in[0, 1]
    result.communist_symbols_2 = state.symbols_in[1, 1]
    result.communist_symbols_3 = state.symbols_in[2, 1]
    result.communist_symbols_4 = state.symbols_in[3, 1]
    result.communist_symbols_5 = state.symbols_in[4, 1]
    result.communist_symbols_6 = state.symbols_in[5, 1]
    result.communist_symbols_7 = state.symbols_in[6, 1]
    result.communist_symbols_8 = state.symbols_in[7, 1]
    result.communist_symbols_9 = state.symbols_in[8, 1]
    result.communist_symbols_10 = state.symbols_in[9, 1]
    result.communist_symbols_11 = state.symbols_in[10, 1]
    result.communist_symbols_12 = state.symbols_in[11, 1]
    result.communist_symbols_13 = state.symbols_in[12, 1]


@compiled
def report_margins(state: Any, result: Any) -> None:
    """Patriot symbols minus communist ones of each movie."""
    result.margin_1 = state.margins[0]
    result.margin_2 = state.margins[1]
    result.margin_3 = state.margins[2]
    result.margin_4 = state.margins[3]
    result.margin_5 = state.margins[4]
    result.margin_6 = state.margins[5]
    result.margin_7 = state.margins[6]
    result.margin_8 = state.margins[7]
    result.margin_9 = state.margins[8]
    result.margin_10 = state.margins[9]
    result.margin_11 = state.margins[10]
    result.margin_12 = state.margins[11]
    result.margin_13 = state.margins[12]
