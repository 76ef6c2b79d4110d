"""Hitmakers: the score sheet of a match.

Source: "Hitmakers", "Scoring": points are counted by suit after each deal, until a player has the score target.
"""

from dataclasses import replace

from workbench.engine.parameters import Values
from workbench.engine.playing_cards import SUITS
from workbench.engine.score_sheet import Criterion, ScoreSheet, Wins

CRITERIA = (
    Criterion("market_saturation", "Market saturation", "Most cards of a suit."),
    Criterion("critical_prestige", "Critical prestige", "The highest card of a suit."),
    Criterion("broad_appeal", "Broad appeal", "The lowest card of a suit, or the widest span: as the rules say."),
    Criterion("one_hit_wonder", "One-hit wonder", "A single card of a suit, the highest that anybody holds."),
    Criterion("shutout", "Shutout", "Alone in holding any card of a suit."),
)


def score_sheet(values: Values) -> ScoreSheet:
    """A row a deal, with the criteria that score under these rules; a target of 0 is a single deal."""
    target = values["score_target"]
    assert isinstance(target, int)
    return ScoreSheet(
        row="deal",
        criteria=tuple(_bounded(criterion, values) for criterion in CRITERIA if _points(criterion, values)),
        wins=Wins.HIGHEST,
        rows=None if target else 1,
        target=target or None,
        total="points",
        length="deals",
    )


def _bounded(criterion: Criterion, values: Values) -> Criterion:
    """The criterion with the bounds of its points: each suit gives them once, to one or more."""
    return replace(criterion, low=0, high=SUITS * _points(criterion, values))


def _points(criterion: Criterion, values: Values) -> int:
    """What a criterion is worth in a suit under these rules."""
    points = values[f"{criterion.name}_points"]
    assert isinstance(points, int)
    return points
