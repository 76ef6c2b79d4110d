"""Hints: by search in a game without an evaluation, by the quick bot in others and while search is compiled."""

import pytest

from tests.play.test_films import GAMES
from tests.play.test_interactive import scenario_of
from workbench.play.hints import Adviser, _by_search
from workbench.play.interactive import InteractivePlay
from workbench.play.thoughts import BotTable


def play_of(name: str) -> InteractivePlay:
    return InteractivePlay(scenario_of(GAMES[name], "random"), 3, {0})


@pytest.mark.parametrize("name", ["kuhn_poker", "hitmakers"])
def test_the_best_action_has_nothing_above_it_and_the_play_stays_as_it_is(name: str) -> None:
    play = play_of(name)
    before = play.world.tobytes(), play.chances.tobytes()
    hint = Adviser(play.scenario).hint(play)
    assert set(hint.worths) == set(play.legal())
    assert max(hint.worths.values()) == 0
    assert (play.world.tobytes(), play.chances.tobytes()) == before


def test_search_says_how_often_it_tried_each_action_and_what_that_brought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    play, bots = play_of("kuhn_poker"), ("ismcts:200",) * 2
    before = play.world.tobytes(), play.chances.tobytes()
    hint = _by_search(BotTable(InteractivePlay(scenario_of(GAMES["kuhn_poker"], bots[0]), 3).batch, bots), play)
    assert set(hint.visits) == set(play.legal())
    assert 0 < sum(hint.visits.values()) <= 200
    assert all(0 <= value <= 1 for value in hint.values.values())
    assert max(hint.worths.values()) == 0
    assert (play.world.tobytes(), play.chances.tobytes()) == before


@pytest.mark.parametrize(("name", "waits"), [("pig", True), ("hitmakers", False), ("trickster", False)])
def test_search_is_asked_where_the_author_wrote_no_evaluation(name: str, waits: bool) -> None:
    assert (Adviser(play_of(name).scenario)._search is not None) == waits
