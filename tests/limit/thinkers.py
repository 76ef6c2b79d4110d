"""How strong thinkers are: `python -m tests.limit.thinkers SECONDS [GAME …] [PAIR …]`, so many seconds a pair.

Two-sided matches: every other seat is of one kind, then the seats are swapped, on the same deals; even is 50 %. A pair
is `thinker:200,greedy`. Without any, thinkers of 50, 200 and 800 playouts play the bot that they start from, and each
other. The games: those that ship, the kit's examples, the presets of families, and three of strangers. What was found
stands in `workbench/docs/evidence.md`.
"""

import sys
import time
from collections.abc import Iterator

import click
import numpy as np

from tests.support.families import PRESETS, preset_game
from tests.support.kit import EXAMPLES
from tests.support.strangers import lama, lost_cities, no_thanks
from workbench.bots.learning import shares_of
from workbench.bots.spec import seat_bots, usual_bot
from workbench.engine.batch import Batch
from workbench.engine.game import Game
from workbench.engine.parameters import complete
from workbench.engine.registry import games

SEED = 7
MOST_DEALS, AT_ONCE = 4_000, 64


def all_games() -> Iterator[Game]:
    """The games that bots are measured in."""
    yield from (*games().values(), *EXAMPLES.values(), *(module.GAME for module in (lama, lost_cities, no_thanks)))
    for family, preset in PRESETS:
        yield preset_game(family, preset)


def match(game: Game, one: str, other: str, seconds: float) -> tuple[float, float, int, float]:
    """The share of the wins of `one`, half the width of its 95 % interval, the deals, and decisions a second."""
    rules = complete(game.parameters, {})
    players = int(game.compile_rules(rules).players)
    sides = [np.arange(players) % 2 == half for half in (0, 1)]
    tables = [seat_bots(game, [one if mine else other for mine in side], players, rules) for side in sides]
    batches = [Batch(game, rules, seats, SEED, 1) for seats in tables]
    batches[0].warm_up()
    deals, decisions, began = np.zeros(0), 0, time.process_time()
    while time.process_time() - began < seconds and len(deals) < MOST_DEALS:
        more = max(1, min(len(deals), AT_ONCE))
        played = [batch.play(len(deals), more) for batch in batches]
        halves = [shares_of(plays["winners"], side) for plays, side in zip(played, sides, strict=True)]
        deals = np.concatenate([deals, np.mean(halves, axis=0)])
        decisions += sum(int(plays["decisions"].sum()) for plays in played)
    error = 1.96 * deals.std() / np.sqrt(len(deals))
    return float(deals.mean()), float(error), len(deals), decisions / (time.process_time() - began)


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
            share, error, deals, speed = match(game, one, other, float(seconds))
            percent = f"{100 * share:.1f} ± {100 * error:.1f} %"
            click.echo(f"| {game.title} | {one} against {other} | {percent} | {deals} | {speed:.0f} |")


if __name__ == "__main__":
    main()
