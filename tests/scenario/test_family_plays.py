"""Plays of a batch where nobody says how many."""

from tests.support.families import preset_game
from workbench.engine.parameters import complete
from workbench.engine.registry import game_named
from workbench.scenario.model import USUAL_PLAYS, usual_plays


def test_a_slow_game_without_an_evaluation_plays_fewer() -> None:
    plays = [
        usual_plays(game, complete(game.parameters, {}))
        for game in (preset_game("tricks", "oh_hell"), game_named("hitmakers"))
    ]
    assert plays == [333, USUAL_PLAYS]
