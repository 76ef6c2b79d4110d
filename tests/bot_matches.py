"""One bot against another in games of families: `python -m tests.bot_matches FAMILY PRESET PLAYS ONE,OTHER …`.

Two-sided matches: every other seat is of one kind, then the seats are swapped, on the same deals. Even is 50 %.
"""

import sys

import click
import numpy as np

from tests.support.families import preset_game
from workbench.bots.learning import shares_of
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch, cores
from workbench.engine.game import Game
from workbench.engine.parameters import complete

SEED = 7


def share(game: Game, one: str, other: str, plays: int) -> tuple[float, float]:
    """The share of the wins of `one`, and the half width of its 95 % interval."""
    rules = complete(game.parameters, {})
    players = int(game.compile_rules(rules).players)
    halves = []
    for half in (0, 1):
        sits = np.arange(players) % 2 == half
        seats = seat_bots(game, [one if mine else other for mine in sits], players, rules)
        halves.append(shares_of(Batch(game, rules, seats, SEED, 1).play(0, plays, cores())["winners"], sits))
    deals = np.mean(halves, axis=0)
    return float(deals.mean()), float(1.96 * deals.std() / np.sqrt(plays))


def main() -> None:
    """Print a line for each pair."""
    family, preset, plays, *pairs = sys.argv[1:]
    for pair in pairs:
        one, other = pair.split(",")
        mean, error = share(preset_game(family, preset), one, other, int(plays))
        click.echo(f"{preset}: {one} against {other}: {100 * mean:.1f} ± {100 * error:.1f} % in {plays} deals")


if __name__ == "__main__":
    main()
