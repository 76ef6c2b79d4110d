"""How strong bots are that have learned: `python -m tests.learned_against_authors [GAME …]`, minutes a game.

In the four built-in games their authors' evaluations are taken away: bots learn one by self-play and play the author's
`greedy`, in two-sided matches: seats swapped, the same deals. Playouts still follow the game's playout player, which
its author wrote for search. In the kit's examples and the presets of the families, without any evaluation, they play
short playouts and random bots.
"""

import sys
import time
from collections.abc import Iterator

import click
import numpy as np

from tests.support.families import PRESETS, preset_game
from tests.support.kit import EXAMPLES
from tests.support.scenarios import hearing
from workbench.bots.learned import Way
from workbench.bots.learning import Evaluation, SelfPlay, Share, learn, shares_of
from workbench.bots.seats import GREEDY, LEARNED
from workbench.engine.batch import Batch, cores
from workbench.engine.game import Game
from workbench.engine.parameters import complete
from workbench.engine.registry import games

PLAYS = 1_000
SEED = 77


def all_games() -> Iterator[Game]:
    """The built-in games, the examples, and a game of each preset."""
    yield from games().values()
    yield from EXAMPLES.values()
    for family, preset in PRESETS:
        yield preset_game(family, preset)


def against_author(game: Game, evaluation: Evaluation, way: Way) -> Share:
    """How what was learned does against the author's `greedy`, by a way of judging."""
    table = SelfPlay(game, complete(game.parameters, {}))
    shares = []
    for half in (0, 1):
        seats = table.seats(np.zeros(1), [])
        for seat in range(table.players):
            seats.kind[seat] = LEARNED if seat % 2 == half else GREEDY
        evaluation.put(seats)
        seats.number[seats.kind == LEARNED] = int(way)
        winners = Batch(game, table.rules, seats, SEED).play(0, PLAYS, cores())["winners"]
        shares.append(shares_of(winners, np.array([seat % 2 == half for seat in range(table.players)])))
    deals = np.mean(shares, axis=0)
    return Share(float(deals.mean()), float(1.96 * deals.std() / np.sqrt(PLAYS)), PLAYS)


def main() -> None:
    """Print a row for each game."""
    chosen = set(sys.argv[1:])
    click.echo(
        "| game | judged | against playouts | against random | against the author's greedy | playouts against it | s |"
    )
    click.echo("|---|---|---|---|---|---|---|")
    for game in all_games():
        if chosen and game.name not in chosen:
            continue
        begin = time.monotonic()
        learned = learn(
            game, complete(game.parameters, {}), hearing(learning=lambda game, line, share: click.echo(line, err=True))
        )
        seconds, way = time.monotonic() - begin, Way(learned.way)
        authors = ["", ""]
        if game.has_evaluation and game.name in games():
            authors = [against_author(game, learned, judged).text for judged in (way, Way.TO_END)]
        cells = [game.title, way.name.lower().replace("_", " "), learned.playouts.text, learned.random.text, *authors]
        click.echo(f"| {' | '.join(cells)} | {seconds:.0f} |")


if __name__ == "__main__":
    main()
