"""How strong bots are that have learned: `python -m tests.learned_against_authors SECONDS [GAME …]`, minutes a game.

In the four built-in games their authors' evaluations are taken away: bots learn one by self-play and play the author's
`greedy`, in two-sided matches: seats swapped, the same deals. Playouts still follow the game's playout player, which
its author wrote for search. In the kit's examples, the presets of the families and the games of strangers, without any
evaluation, they play each style, playouts (`greedy`) and random bots, so many seconds a pair.
"""

import sys
import time
from math import inf

import click
import numpy as np

from tests.limit.thinkers import all_games
from tests.support.scenarios import hearing
from workbench.bots import learning
from workbench.bots.learned import Way
from workbench.bots.learning import Evaluation, SelfPlay, Share, learn, rules_key, shares_of
from workbench.bots.seats import GREEDY, LEARNED
from workbench.bots.strength import match, seats_of
from workbench.engine.batch import Batch, cores
from workbench.engine.game import Game
from workbench.engine.parameters import complete

PLAYS = 1_000
SEED = 77


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


def speed(game: Game) -> float:
    """Decisions a second of a processor, where all have learned."""
    rules, table = complete(game.parameters, {}), SelfPlay(game, complete(game.parameters, {}))
    seats = table.seats(np.zeros(1), [Way.AT_ONCE] * table.players)
    learning.evaluation_of(game, rules).put(seats)
    batch, began, decisions, plays = Batch(game, table.rules, seats, SEED, 1), time.process_time(), 0, 0
    while time.process_time() - began < 2.0:
        decisions += int(batch.play(plays, 1)["decisions"].sum())
        plays += 1
    return decisions / (time.process_time() - began)


def main() -> None:
    """Print a row for each game."""
    seconds, *chosen = sys.argv[1:]
    click.echo("| game | plays by | against | decisions a second | seconds of a processor to learn |")
    click.echo("|---|---|---|---:|---:|")
    for game in all_games():
        if chosen and game.name not in chosen:
            continue
        rules, begin = complete(game.parameters, {}), time.process_time()
        learned = learn(game, rules, hearing(learning=lambda game, line, share: click.echo(line, err=True)))
        taken, way = time.process_time() - begin, Way(learned.way)
        learning._cache[game.code_hash, rules_key(game, rules)] = learned
        if game.has_evaluation:
            shares = {f"greedy, {by.name.lower()}": against_author(game, learned, by).text for by in (way, Way.TO_END)}
        else:
            others = [*(style.name for style in game.styles), "greedy", "random"]
            halves = [np.arange(seats_of(game)) % 2 == half for half in (0, 1)]
            matches = {
                other: match(game, "learned", other, halves, seed=SEED, most_s=float(seconds), clear=inf)
                for other in others
            }
            shares = {other: f"{100 * won.wins:.1f} ± {100 * won.error:.1f} %" for other, won in matches.items()}
        against = "; ".join(f"{other} {share}" for other, share in shares.items())
        cells = [game.title, way.name.lower().replace("_", " "), against, f"{speed(game):.0f}", f"{taken:.0f}"]
        click.echo(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
