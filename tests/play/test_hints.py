"""Hints: by search in a game without an evaluation, by the quick bot in others and while search is compiled."""

import pytest

from tests.play.test_films import FAMILY, GAMES
from tests.play.test_interactive import scenario_of
from workbench.play import hints
from workbench.play.hints import Adviser, Hint, _by_search
from workbench.play.interactive import InteractivePlay
from workbench.play.thoughts import BotTable


def play_of(name: str) -> InteractivePlay:
    return InteractivePlay(scenario_of(GAMES[name], "random"), 3, {0})


@pytest.mark.parametrize("name", ["kuhn_poker", "hitmakers"])
def test_the_best_action_has_nothing_above_it_and_the_play_stays_as_it_is(name: str) -> None:
    play = play_of(name)
    before = play.world.tobytes(), play.chances.tobytes()
    hint = hints._by_quick(play)
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


@pytest.mark.parametrize("name", ["pig", "hitmakers", FAMILY])
def test_search_answers_where_the_quick_bot_is_too_weak(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play = play_of(name)
    adviser = Adviser(play.scenario)
    monkeypatch.setattr(adviser, "_is_ready", lambda play: True)
    monkeypatch.setattr(hints, "_by_search", lambda table, play: Hint("thinker:800", dict.fromkeys(play.legal(), 0.0)))
    by_quick = hints._by_quick(play)
    can_tell = adviser.has_evaluation and any(by_quick.worths.values())
    assert adviser.hint(play).bot == ("greedy" if can_tell else "thinker:800")
    assert adviser.has_evaluation == (name == "hitmakers")
