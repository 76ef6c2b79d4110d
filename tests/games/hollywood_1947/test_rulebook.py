"""The living rulebook of Hollywood 1947 follows every parameter."""

from typing import Any

from workbench.engine.parameters import complete
from workbench.games.hollywood_1947 import GAME
from workbench.report.rulebook import render_rulebook


def rulebook(**rules: Any) -> str:
    return render_rulebook(GAME, complete(GAME.parameters, rules))


def test_jobs_in_play_have_their_line() -> None:
    text = rulebook(jobs=["gaffer", "editor", "actor", "actress", "director", "composer"])
    assert "| 4 | Gaffer |" in text and "Screenwriter |" not in text
    assert "Producer |" in rulebook() and "Producer |" not in rulebook(players=3)


def test_who_plays_alone_reads_of_nobody_else() -> None:
    text = rulebook(players=1)
    for nonsense in ("closes their eyes", "whatever you like", "zero", "another player", "producer,"):
        assert nonsense not in text
    assert "closes their eyes" in rulebook(players=5) and "closes their eyes" not in rulebook(players=4)
