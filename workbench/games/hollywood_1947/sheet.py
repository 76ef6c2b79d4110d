"""Hollywood 1947: what the table writes down: who took each movie, who was on which side, who won.

Source: "Hollywood 1947", "Goals" and "Premiere". Loyalties come out at the end. Nobody counts points.
"""

from workbench.engine.parameters import Values
from workbench.engine.score_sheet import ScoreSheet, Side, Wins

PATRIOTS, COMMUNISTS, RISING_STAR = "patriots", "communists", "rising_stars"


def score_sheet(values: Values) -> ScoreSheet:
    """A row a movie, which goes to a side; the side with enough of them wins, or in the last one the rising star."""
    three = values["players"] == 3
    communists_need = values["communist_target_3_players" if three else "communist_target"]
    movies, patriots_need = values["max_movies"], values["patriot_target"]
    assert isinstance(movies, int) and isinstance(patriots_need, int) and isinstance(communists_need, int)
    return ScoreSheet(
        row="movie",
        wins=Wins.NAMED,
        rows=movies,
        length="movies",
        sides=(
            Side(PATRIOTS, "Patriots", "Patriot", patriots_need),
            Side(COMMUNISTS, "Communists", "Communist", communists_need),
            Side(RISING_STAR, "Rising star", "Rising star"),
        ),
        outcomes=((PATRIOTS,), (COMMUNISTS,), *_ties(values)),
    )


def _ties(values: Values) -> tuple[tuple[str, ...], ...]:
    """What a tied movie goes to, where that is not one of the two sides alone."""
    if values["ties_go_to"] == "nobody":
        return ((),)
    return ((PATRIOTS, COMMUNISTS),) if values["ties_go_to"] == "communists" and values["players"] == 2 else ()
