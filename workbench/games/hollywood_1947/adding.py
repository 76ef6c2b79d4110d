"""Hollywood 1947: a card comes into the movie, face down; what is remembered of it."""

from typing import Any

from workbench.engine.bags import put_in
from workbench.engine.compiling import compiled
from workbench.engine.trace import note
from workbench.games.hollywood_1947.table import Event, symbols


@compiled
def add_to_movie(state: Any, rules: Any, card: Any, by: Any, source: Any, seen_by: Any) -> None:
    """Rules, Production: playing into the movie is to add a card face down to the center.

    `by` is the player who chose the card, or DECK or GHOST; `seen_by` the set of those who know it.
    """
    place, value = state.movie_size, symbols(rules, card)
    state.movie_card[place] = card
    state.movie_by[place] = by
    state.movie_seen[place] = seen_by
    state.movie_size += 1
    if by >= 0:
        state.added[state.movies, by] += 1
        state.cards_added[by] += 1
        state.laid[by] = put_in(state.laid[by], card)
        if value != 0:
            side = 0 if value > 0 else 1
            state.own_symbols[state.movies, by, side] += 1
            state.symbols_added[by, side] += abs(value)
    else:
        state.loose[state.movies] += 1
    note(Event.ADD, source, by, card, seen_by)
