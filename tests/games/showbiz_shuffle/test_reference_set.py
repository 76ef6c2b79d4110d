"""Showbiz Shuffle's reference set in play: all of its effects and genres come up."""

import pytest

from tests.support.plain import run_plainly
from tests.support.seats import bots
from workbench.engine.batch import Batch
from workbench.engine.loop import play_range
from workbench.games.showbiz_shuffle import GAME
from workbench.games.showbiz_shuffle.cards import BizEffect, Genre


@pytest.mark.parametrize(("spec", "players", "plays"), [("random", 3, 12), ("greedy", 2, 3)])
def test_every_effect_and_genre_comes_up(spec: str, players: int, plays: int, monkeypatch: pytest.MonkeyPatch) -> None:
    run_plainly(monkeypatch, play_range)
    results = Batch(GAME, {"players": players}, bots(GAME, spec, players), seed=1).play(0, plays)
    played = {effect.name: int(results[f"played_{effect.name.lower()}"].sum()) for effect in BizEffect}
    finished = {genre.name: int(results[f"{genre.name.lower()}_movies"].sum()) for genre in Genre}
    assert [name for name, number in {**played, **finished}.items() if number == 0] == []
