"""Hollywood 1947, measures: symbols and margin by movie agree with the trace and with the play's own means."""

from typing import Any

import pytest

from tests.support.plain import Play
from workbench.games.hollywood_1947 import GAME
from workbench.games.hollywood_1947.game import MOST_MOVIES

LONGEST = {"patriot_target": 7, "communist_target": 7, "max_movies": MOST_MOVIES}


def finished(seed: int, **rules: Any) -> Play:
    play = Play(GAME, rules, seed).begin()
    while not play.state.over:
        play.take(play.decision())
    return play


@pytest.mark.parametrize("seed", range(3))
def test_every_movie_has_its_symbols_and_its_margin_up_to_the_last_possible_one(seed: int) -> None:
    play = finished(seed, **LONGEST)
    result, premieres = play.report(), [event for event in play.trace if event["event"] == "premiere"]
    assert len(premieres) == result.movies >= 7
    for movie, event in enumerate(premieres, 1):
        patriot, communist = event["patriot"], event["communist"]
        assert result[f"patriot_symbols_{movie}"] == patriot and result[f"communist_symbols_{movie}"] == communist
        assert result[f"margin_{movie}"] == patriot - communist
    assert result.patriot_symbols == pytest.approx(sum(premiere["patriot"] for premiere in premieres) / len(premieres))


def test_movies_that_were_not_made_are_left_out_of_the_figures() -> None:
    by_movie = {measure.name: measure.counted for measure in GAME.measures if measure.name[-1].isdigit()}
    assert len(by_movie) == 3 * MOST_MOVIES
    for name, counted in by_movie.items():
        assert counted is not None and (counted.measure, counted.least) == ("movies", int(name.rpartition("_")[2]))
