"""Which bots meet in contests."""

from collections.abc import Sequence
from dataclasses import replace

from workbench.bots.spec import bot_problems
from workbench.engine.game import Game
from workbench.engine.problems import BadInput, Problem


def default_bots(game: Game) -> tuple[str, ...]:
    """Who meets unless told otherwise: `random`, `greedy` and the game's styles."""
    return ("random", "greedy", *(style.name for style in game.styles))


def read_bots(place: str, game: Game, bots: Sequence[str]) -> tuple[str, ...]:
    """Bots that meet. Raises BadInput, its problems at `place`, unless they are two at least, each named once."""
    problems = [replace(p, place=place) for spec in dict.fromkeys(bots) for p in bot_problems(game, [spec], 1)]
    if len(set(bots)) < max(2, len(bots)):
        problems.append(Problem(place, "must be at least two bots, each named once", f'"{" ".join(bots)}"'))
    if problems:
        raise BadInput(problems)
    return tuple(bots)
