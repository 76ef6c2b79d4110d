"""Intervals of kinds of cards beside the mean of all batches: `… tests.limit.kinds_intervals REVISION BATCHES [BOTS]`.

Each batch has 2 000 plays and a seed of its own. Intervals are held against the mean of all batches. Where `greedy`
plays out in thought, as in a family, a batch of it takes a minute: name a scripted bot, as `steady`.
"""

import sys
from dataclasses import replace
from pathlib import Path

import click
import numpy as np

from workbench.engine.registry import use_workspace
from workbench.play.options import RunOptions
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace
from workbench.studies.decks.lists import cards_of_lists, lists_of
from workbench.studies.decks.measure import count_card_plays
from workbench.studies.decks.verdicts import judged


def main(name: str, batches: int, bots: str | None = None) -> None:
    """Print, for each list, the error that intervals claim, the one seen, and how often they hold."""
    use_workspace(Path.cwd())
    scenario = load_scenario(Workspace(Path.cwd()), name, bots=bots)
    declared, cards = lists_of(scenario.game), cards_of_lists(scenario)
    lists: dict[str, list[list[tuple[float, float, float]]]] = {}
    for seed in range(1, batches + 1):
        for rule, counts in count_card_plays(replace(scenario, plays=2_000, seed=seed), RunOptions()).items():
            kinds = judged(declared[rule], cards[rule], counts).kinds
            lists.setdefault(rule, []).append([(kind.gap.mean, kind.gap.low, kind.gap.high) for kind in kinds])
    for rule, rows in lists.items():
        mean, low, high = np.moveaxis(np.array(rows), 2, 0)
        truth, spread = mean.mean(axis=0), mean.std(axis=0, ddof=1)
        held, claimed = np.mean((low <= truth) & (truth <= high)), np.mean(high - low) / 2 / 1.96
        click.echo(f"{name} {rule}: error {claimed:.4f} claimed, {np.mean(spread):.4f} seen, {held:.1%} hold")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
