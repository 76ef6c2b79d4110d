"""Trickster: the kinds of a choice, and what others see of it. What may be chosen is held by `test_agreement`."""

import pytest

from tests.support.plain import Play
from tests.support.trickster import table
from workbench.engine import dispatch
from workbench.games.trickster import GAME
from workbench.games.trickster.game import Kind

FOUR = "2C 3D / 4C 5D / 6C 7D / 8C 9D"


# Kinds of choice, as restrictions name them


def kinds(play: Play) -> list[str]:
    kinds_there = [int(dispatch.action_kind(play.state, play.rules, action)) for action in play.legal]
    return [Kind(kind).name.lower() for kind in kinds_there]


def test_kinds_say_whether_the_card_makes_its_player_collect() -> None:
    assert kinds(table("2H 9H QH / 4S KC 2C", packets="5H / 2S")) == ["lay", "collect", "lay"]
    assert kinds(table("2D 9C / 4S KC", packets="5H / 2S")) == ["collect", "collect"]
    assert kinds(table("2D 9C / 4S KC")) == ["lay", "lay"]


# What others see of it


@pytest.mark.parametrize("player", range(4))
def test_a_choice_looks_the_same_to_all_but_its_player(player: int) -> None:
    position = table(FOUR)
    seen = {int(dispatch.observation(position.state, position.rules, player, action)) for action in position.legal}
    assert seen == (set(position.legal) if player == 0 else {-1})
    assert GAME.hides_moves
