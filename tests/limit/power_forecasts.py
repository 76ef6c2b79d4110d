"""The plays that a plan names, held against what it took: `python -m tests.limit.power_forecasts [comparisons]`.

Of every comparison 20 000 pairs are played. Their mean is taken for the true change of each measure. The plan is made
from 1 000 other pairs (another seed), or from 1 000 plays of each revision by itself. What it took: batches of N pairs
are drawn from the 20 000, judged as `compare` judges them, all measures together; the N at which four fifths of them
decide a measure is the number that the plan should have named. Ratio: planned over taken; above 1 the plan is too long.
"""

import sys
from dataclasses import replace
from itertools import combinations
from math import hypot
from pathlib import Path
from tempfile import mkdtemp

import click
import numpy as np

from workbench.engine.registry import games
from workbench.play.comparisons import families_of, judged_together, one_sided_reach, paired_measures
from workbench.play.forms import layout, make_batch
from workbench.play.outcome import Outcome
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import init_workspace, list_scenarios
from workbench.stats import Verdict
from workbench.stats.evidence import plays_to_decide
from workbench.tallies.tallies import pair_layout, pairs_of, tallies_of

PLAYS, STORED, BATCHES = 20_000, 1_000, 40
RANGE = (130, 4_000)
"""Plans outside are left out: fewer plays than any verdict takes, or too many to draw afresh from so many pairs."""
STEPS = np.geomspace(0.35, 2.0, 10)
MOST_OF_A_GAME = {"hollywood_1947": 23}


def main(most: int) -> None:
    """Print the ratios of each comparison, and of all."""
    every: dict[str, list[float]] = {"pairs": [], "separate": []}
    medians: dict[str, list[float]] = {"pairs": [], "separate": []}
    for number, (base, other) in enumerate(comparisons()[:most], 1):
        ratios = ratios_of(base, other)
        for source, values in ratios.items():
            every[source] += values
            medians[source] += [float(np.median(values))] if values else []
        cells = "  ".join(
            f"{source} {np.median(values):.2f} of {len(values)}" for source, values in ratios.items() if values
        )
        click.echo(f"{number:2} {base.name} {other.revision} {' '.join(dict.fromkeys(other.bots))}: {cells}")
    for source, of_measures in every.items():
        for label, values in (("measures", of_measures), ("comparisons", medians[source])):
            low, middle, high = np.percentile(values, [10, 50, 90])
            click.echo(
                f"{source}, {len(values)} {label}: median {middle:.2f}, 10th {low:.2f}, 90th percentile {high:.2f}"
            )


def comparisons() -> list[tuple[Scenario, Scenario]]:
    """Pairs of revisions with as many seats, by quick bots, random ones, and both at a table; every game in turn."""
    workspace, _ = init_workspace(Path(mkdtemp()))
    by_game = []
    for name, game in games().items():
        scenarios = [
            load_scenario(workspace, reference, plays=PLAYS, seed=11) for reference in list_scenarios(workspace, game)
        ]
        pairs = [pair for pair in combinations(scenarios, 2) if pair[0].players == pair[1].players]
        of_game = [(with_bots(one, bots), with_bots(two, bots)) for bots in range(3) for one, two in pairs]
        by_game += [of_game[: MOST_OF_A_GAME.get(name, len(of_game))]]
    return [pair for of_game in by_game for pair in of_game]


def with_bots(scenario: Scenario, kind: int) -> Scenario:
    """All greedy, all random, or one after the other."""
    cycle = (("greedy",), ("random",), ("greedy", "random"))[kind]
    return replace(scenario, bots=tuple(cycle[seat % len(cycle)] for seat in range(scenario.players)))


def ratios_of(base: Scenario, other: Scenario) -> dict[str, list[float]]:
    """Planned over taken, of every measure with a plan in range, by the source of the variance."""
    rows = [make_batch(side).play(0, PLAYS) for side in (base, other)]
    whole = measured(base, other, rows)
    stored = measured(base, other, [make_batch(replace(side, seed=12)).play(0, STORED) for side in (base, other)])
    truth = {measure.contrast.name: measure.contrast.difference.mean for measure in whole}
    reach = one_sided_reach(len(set(families_of(whole))))
    plans: dict[str, dict[str, int]] = {"pairs": {}, "separate": {}}
    for measure in stored:
        change, difference = truth.get(measure.contrast.name, np.nan), measure.contrast.difference
        separate = hypot(*(side_sd(measure, side) for side in range(2)))
        for source, sd in (("pairs", difference.sd), ("separate", separate)):
            plays = plays_to_decide(change, sd, measure.contrast.margin, reach, difference.jump) if sd > 0 else None
            if plays and difference.n == STORED and RANGE[0] <= plays <= RANGE[1]:
                plans[source][measure.contrast.name] = plays
    sizes = sorted({int(plays * step) for plays in plans["pairs"].values() for step in STEPS if plays * step >= 100})
    sizes = thinned(sizes)
    shares = {size: share_decided(base, other, rows, size) for size in sizes}
    return {
        source: [plays / taken for name, plays in of.items() if (taken := taken_by(name, shares))]
        for source, of in plans.items()
    }


def side_sd(measure, side):
    """The standard deviation of one revision's plays."""
    sums, unit = measure.sides[side], measure.sides[2]
    n = sums.count
    return np.sqrt((n * sums.squares - sums.total**2) / (n * (n - 1))) / unit


def thinned(sizes: list[int]) -> list[int]:
    """At most 24 sizes, evenly by their ratio."""
    if len(sizes) <= 24:
        return sizes
    return sorted({sizes[int(place)] for place in np.linspace(0, len(sizes) - 1, 24)})


def measured(base: Scenario, other: Scenario, rows):
    """The measures of pairs of plays."""
    layouts = layout(base), layout(other)
    pairs = pairs_of(pair_layout(*layouts), rows[0], rows[1])
    outcomes = [
        Outcome(side, None, "", 0.0, gathered=tallies_of(layout, of_side, 0))
        for side, layout, of_side in zip((base, other), layouts, rows, strict=True)
    ]
    return [measure for measure in paired_measures(outcomes[0], outcomes[1], pairs) if measure.sides]


def share_decided(base: Scenario, other: Scenario, rows, size: int) -> dict[str, float]:
    """In which share of batches of so many pairs each measure is decided."""
    rng, decided = np.random.default_rng(size), {}
    for _ in range(BATCHES):
        chosen = rng.choice(PLAYS, size, replace=False)
        measures = measured(base, other, [side[chosen] for side in rows])
        for contrast in judged_together(measures, {}, False, size):
            decided.setdefault(contrast.name, []).append(contrast.verdict is not Verdict.UNDECIDED)
    return {name: float(np.mean(values)) for name, values in decided.items()}


def taken_by(name: str, shares: dict[int, dict[str, float]]) -> float | None:
    """The pairs at which four fifths of the batches decide the measure; None where no size brackets it."""
    sizes = np.array([size for size in shares if name in shares[size]])
    if not sizes.size:
        return None
    chances = np.maximum.accumulate([shares[size][name] for size in sizes])
    place = int(np.argmax(chances >= 0.8))
    if chances[-1] < 0.8 or place == 0:
        return None
    low, high = chances[place - 1], chances[place]
    part = (0.8 - low) / (high - low)
    return float(np.exp(np.log(sizes[place - 1]) * (1 - part) + np.log(sizes[place]) * part))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
