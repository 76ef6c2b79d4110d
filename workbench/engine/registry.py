"""The installed games: every entry point of the group `workbench.games`, built-in games and plug-ins alike."""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from workbench.engine.game import Game
from workbench.engine.plugins import BrokenPlugin, Installed, Kind
from workbench.engine.problems import BadInput

GROUP = "workbench.games"


def games() -> Mapping[str, Game]:
    """Every game that can be loaded, by name, in the order of their names; each is loaded when it is first used."""
    return _installed()


def broken_plugins() -> tuple[BrokenPlugin, ...]:
    """The plug-ins that cannot be loaded."""
    return _installed().broken()


def title_of(name: str) -> str:
    """The game's title; its name where it is not installed here."""
    game = games().get(name)
    return game.title if game else name


def game_named(name: object, place: str = "game") -> Game:
    """The game called `name`. Raises BadInput that lists the games there are, or says why it was left out."""
    game = games().get(name) if isinstance(name, str) else None
    if game is None:
        broken = next((broken_plugin for broken_plugin in broken_plugins() if broken_plugin.name == name), None)
        names = ", ".join(f'"{other}"' for other in games())
        message = broken.problem.message if broken else f"no such game; the games are {names}"
        raise BadInput.one(place, message, name)
    return game


@cache
def _installed() -> Installed[Game]:
    return Installed(Kind("game", GROUP, Game, _wrong_with), entry_points(group=GROUP))


def _wrong_with(game: Game) -> str:
    """Why a game cannot be played; empty if it can. What it declares wrongly raises."""
    if isinstance(game.rulebook, Path) and not game.rulebook.is_file():
        return f"there is no rulebook {game.rulebook}"
    _ = game.result, game.card_use
    return ""
