"""Showbiz Shuffle: the score sheet: each movie as it premieres, and at the end what unfinished ones cost.

Source: "Showbiz Shuffle", "Making Movies" and "End Game".
"""

from workbench.engine.parameters import Values
from workbench.engine.score_sheet import Criterion, ScoreSheet, Wins

MOVIE = Criterion(
    "movie_points", "Movie", "A movie's points when it premieres. Every player's first, second, and so on."
)
PENALTY = Criterion(
    "penalty",
    "Unfinished movies",
    "Once, at the end: the values of what lies in them. It is taken off, with or without a minus.",
    once=True,
    deducts=True,
)


def score_sheet(values: Values) -> ScoreSheet:
    """A row for the players' first movies, one for their second, and so on; the penalty, unless the rules have none."""
    target = values["score_target"]
    assert isinstance(target, int)
    is_penalised = values["unfinished_penalty"] or values["costed_biz_penalty"]
    return ScoreSheet(
        row="movie",
        criteria=(MOVIE, PENALTY) if is_penalised else (MOVIE,),
        wins=Wins.HIGHEST,
        target=target or None,
        total="points",
    )
