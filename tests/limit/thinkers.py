"""How strong thinkers are: `python -m tests.limit.thinkers SECONDS [GAME …] [PAIR …]`, so many seconds a pair.

Two-sided matches: every other seat is of one kind, then the seats are swapped, on the same deals; even is 50 %. Where
all win or lose together, all seats are of one kind, then of the other. A pair is `thinker:200,greedy`. Without any,
thinkers of 50, 200 and 800 playouts play the bot that they start from, and each other. The games: those that ship, the
kit's examples, the presets of families, and three of strangers. What was found stands in `workbench/docs/evidence.md`.
"""

import sys
from collections.abc import Iterator
from math import inf

import click
import numpy as np

from tests.support.families import PRESETS, preset_game
from tests.support.kit import EXAMPLES
from tests.support.strangers import lama, lost_cities, no_thanks
from workbench.bots.spec import usual_bot
from workbench.bots.strength import match, seats_of
from workbench.engine.game import Game
from workbench.engine.registry import games

SEED, MOST_DEALS = 20261130, 4_000


def all_games() -> Iterator[Game]:
    """The games that bots are measured in."""
    yield from (*games().values(), *EXAMPLES.values(), *(module.GAME for module in (lama, lost_cities, no_thanks)))
    for family, preset in PRESETS:
        yield preset_game(family, preset)


def main() -> None:
    """Print a row for each pair."""
    seconds, *words = sys.argv[1:]
    chosen, pairs = [word for word in words if "," not in word], [word for word in words if "," in word]
    click.echo("| game | match | share of the wins | deals | decisions a second |\n|---|---|---:|---:|---:|")
    for game in all_games():
        if chosen and game.name not in chosen:
            continue
        small, middle, large = "thinker:50", "thinker:200", "thinker:800"
        steps = [(bot, usual_bot(game)) for bot in (small, middle, large)] + [(middle, small), (large, middle)]
        for one, other in [tuple(pair.split(",")) for pair in pairs] or steps:
            halves = [np.arange(seats_of(game)) % 2 == half for half in (0, 1)]
            alone = match(game, one, other, halves, seed=SEED, most_s=float(seconds), most_deals=MOST_DEALS, clear=inf)
            percent = f"{100 * alone.wins:.1f} ± {100 * alone.error:.1f} %"
            if game.is_cooperative:
                percent += f" (all {other}: {100 * alone.even:.1f} %)"
            click.echo(f"| {game.title} | {one} against {other} | {percent} | {alone.deals} | {alone.pace:.0f} |")


if __name__ == "__main__":
    main()
