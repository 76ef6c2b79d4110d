"""The games at hand: every entry point of the group `workbench.games`, ours and anybody's plug-in alike."""

from functools import cache
from importlib.metadata import entry_points

from workbench.engine.game import Game
from workbench.engine.problems import BadInput

GROUP = "workbench.games"


@cache
def games() -> dict[str, Game]:
    """Every installed game by name, in the order of their names."""
    found = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return {point.name: point.load() for point in found}


def title_of(name: str) -> str:
    """What people call the game; its name where it is not installed here."""
    known = games().get(name)
    return known.title if known else name


def game_named(name: object, place: str = "game") -> Game:
    """The game called `name`. Raises BadInput that lists the games there are."""
    game = games().get(name) if isinstance(name, str) else None
    if game is None:
        known = ", ".join(f'"{known}"' for known in games())
        raise BadInput.one(place, f"no such game; the games are {known}", name)
    return game
