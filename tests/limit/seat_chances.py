"""Chances to win as one seat sees them, held against who won: `python -m tests.limit.seat_chances REVISION BOT PLAYS`.

Before a random decision of each play the player to move is given a chance: from worlds drawn evenly for that seat, and
from the cards as they lie. Their means are those of the wins, or a chance runs high or low.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
import numpy as np

from workbench.conform.modes import carry_out
from workbench.engine.batch import NO_MOVE, NOBODY
from workbench.engine.chance import CHANCE, start_play
from workbench.engine.compiling import Kernel, plainly
from workbench.engine.dispatch import begin
from workbench.engine.loop import STATES, WORLD
from workbench.engine.measures import WINNERS, win_shares
from workbench.engine.types import blank_states
from workbench.play.films import Watched
from workbench.play.forms import make_batch
from workbench.play.what_if import Rounds
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import Workspace

PLAYOUTS = 8


def rows(scenario: Scenario) -> Iterator[tuple[float, float, float]]:
    """For each play the actor's chance as the seat sees it, by the cards as they lie, and its share of the win."""
    batch, chooser = make_batch(scenario), np.random.default_rng(5)
    step = Kernel(carry_out, scenario.game.code_hash, "step")
    for play in range(scenario.plays):
        actions, result = batch.decided(play)
        states, chances = blank_states(scenario.game.state, STATES), np.zeros(1, CHANCE)
        plainly(start_play)(chances[0], np.uint64(batch.seed), play)
        plainly(begin)(states[WORLD], batch.compiled_rules, chances[0])
        for action in actions[: chooser.integers(len(actions))]:
            step(states, batch.compiled_rules, chances, int(action))
        watched, actor = Watched(replace(scenario, seed=play), play, batch, None), int(states[WORLD].actor)  # type: ignore[arg-type]
        drawn, open_ = (Rounds(watched, [states[WORLD].copy()], [NO_MOVE], seat) for seat in (actor, NOBODY))
        for rounds in (drawn, open_):
            rounds.play(60, PLAYOUTS)
        won = win_shares(result[WINNERS], scenario.players)[0, actor]
        yield drawn.chance(0, actor).mean, open_.chance(0, actor).mean, float(won)


def main(name: str, bot: str, plays: int) -> None:
    """Print both chances less what was won, each with its standard error."""
    scenario = load_scenario(Workspace(Path.cwd()), name)
    drawn, lies, won = np.array([*rows(replace(scenario, bots=(bot,) * scenario.players, plays=plays))]).T
    for words, chance in (("as the seat sees it", drawn), ("by the cards as they lie", lies)):
        gaps = chance - won
        error = gaps.std(ddof=1) / len(gaps) ** 0.5
        click.echo(
            f"{name} {bot}, {words}: {chance.mean():.1%} said, {won.mean():.1%} won, {gaps.mean():+.1%} ± {error:.1%}"
        )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
