"""Comparisons as `compare --json` prints them."""

from collections.abc import Sequence

from workbench.engine.card_lists.cards import brief_value
from workbench.play.comparisons import Comparison
from workbench.report.json import Json, contrast_json


def comparisons_json(comparisons: Sequence[Comparison]) -> Json:
    """Comparisons with the same base."""
    base, by_bots = comparisons[0].base.scenario, bots_json(comparisons)
    names = ("others", "plays", "seed", "bots", "runs", "stored_before")
    return {"base": base.revision, "game": base.game.name, **{name: by_bots[name] for name in names}}


def bots_json(comparisons: Sequence[Comparison]) -> Json:
    """The same as one of several strengths of bots."""
    base = comparisons[0].base
    return {
        "bots": list(base.scenario.bots),
        "plays": base.plays,
        "seed": base.scenario.seed,
        "runs": [base.run, *(comparison.other.run for comparison in comparisons)],
        "stored_before": [base.before, *(comparison.other.before for comparison in comparisons)],
        "others": [_other_json(comparison) for comparison in comparisons],
    }


def _other_json(comparison: Comparison) -> Json:
    return {
        "scenario": comparison.other.scenario.revision,
        "bots": list(comparison.other.scenario.bots),
        "differences": {name: list(map(brief_value, values)) for name, values in comparison.changed.items()},
        "measures": {name: contrast_json(contrast) for name, contrast in comparison.contrasts.items()},
        **({"ended": comparison.stop.sentence} if comparison.stop else {}),
    }
