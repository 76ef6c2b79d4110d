"""Games of families, each made once, and positions in them."""

from functools import cache
from typing import Any

from tests.support.plain import Play
from workbench.engine.families import families
from workbench.engine.game import Game

PRESETS = [(family.name, preset.name) for family in families().values() for preset in family.presets]


@cache
def preset_game(family: str, preset: str) -> Game:
    there = families()[family].preset(preset)
    assert there
    return families()[family].variant(preset, there.title, there)


def begun(family: str, preset: str, seed: int = 0, **rules: Any) -> Play:
    """A play of a preset, dealt."""
    game = preset_game(family, preset)
    assert game.problems(rules) == []
    return Play(game, rules, seed=seed).begin()


def legal_kinds(play: Play) -> set[str]:
    """The kinds of the legal actions, in small letters."""
    from workbench.engine import dispatch

    kinds = play.game.action_kinds
    return {kinds(int(dispatch.action_kind(play.state, play.rules, action))).name.lower() for action in play.legal}
