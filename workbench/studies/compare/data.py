"""Comparisons, by bots of one strength or two, as `compare --json` prints them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.engine.cards import brief_value
from workbench.play.comparisons import Comparison
from workbench.play.goals import check_goals
from workbench.play.holes import holes_of
from workbench.report.json import Json, contrast_json, holes_json, number
from workbench.studies.compare.strengths import Accord, Agreement, agreements, standings

if TYPE_CHECKING:
    from workbench.studies.compare.measure import CompareAnswer


def compare_json(answer: "CompareAnswer") -> Json:
    """All of it: each further study under its name, beside the comparison that it was asked of."""
    if answer.once_more:
        data = strengths_json(answer.comparisons, answer.once_more)
    else:
        data = comparisons_json(answer.comparisons)
    others = data["others"]
    assert isinstance(others, list)
    for comparison, other in zip(answer.comparisons, others, strict=True):
        further = answer.further_of(comparison.other.scenario)
        other.update({one.study.control: dict(one.report.data) for one in further})
    return data


def comparisons_json(comparisons: Sequence[Comparison]) -> Json:
    """Comparisons with the same base."""
    base, by_bots = comparisons[0].base.scenario, bots_json(comparisons)
    names = ("others", "plays", "seed", "bots", "runs", "stored_before", "holes")
    return {"base": base.name, "game": base.game.name, **{name: by_bots[name] for name in names}}


def bots_json(comparisons: Sequence[Comparison]) -> Json:
    """The same as one of several strengths of bots."""
    base = comparisons[0].base
    return {
        "bots": list(base.scenario.bots),
        "plays": base.plays,
        "seed": base.scenario.seed,
        "runs": [base.run, *(comparison.other.run for comparison in comparisons)],
        "stored_before": [base.before, *(comparison.other.before for comparison in comparisons)],
        "holes": holes_json(holes_of(base)),
        "others": [_other_json(comparison) for comparison in comparisons],
    }


def _other_json(comparison: Comparison) -> Json:
    return {
        "scenario": comparison.other.scenario.name,
        "bots": list(comparison.other.scenario.bots),
        "differences": {name: list(map(brief_value, values)) for name, values in comparison.changed.items()},
        "measures": {name: contrast_json(contrast) for name, contrast in comparison.contrasts.items()},
        "holes": holes_json(holes_of(comparison.other)),
        **({"ended": comparison.stop.sentence} if comparison.stop else {}),
    }


def strengths_json(first: Sequence[Comparison], second: Sequence[Comparison]) -> Json:
    """Comparisons with the same base, the same ones by other bots, and whether the verdicts agree."""
    pairs = [
        (
            one.other.scenario.name,
            agreements(
                one.contrasts,
                two.contrasts,
                (
                    standings(check_goals(one.other, one.watched)),
                    standings(check_goals(two.other, two.watched)),
                ),
            ),
        )
        for one, two in zip(first, second, strict=True)
    ]
    return {
        **comparisons_json(first),
        "strengths": [bots_json(first), bots_json(second)],
        "agreements": [
            {"scenario": scenario, "measures": {name: _agreement_json(agreement) for name, agreement in agreed.items()}}
            for scenario, agreed in pairs
        ],
        "disagreements": [
            {"scenario": name, "measure": agreement.name, **_agreement_json(agreement)}
            for name, agreed in pairs
            for agreement in agreed.values()
            if agreement.accord is Accord.DISAGREE
        ],
    }


def _agreement_json(agreed: Agreement) -> Json:
    """One measure by bots of two strengths; `gap` is the second strength's difference minus the first's."""
    gap = {"difference": number(agreed.gap.mean), "low": number(agreed.gap.low), "high": number(agreed.gap.high)}
    return {
        "verdicts": [agreed.first.verdict.value, agreed.second.verdict.value],
        "accord": agreed.accord.value,
        "opposite": agreed.opposite,
        **({"goals": [stands and stands.value for stands in agreed.goals]} if any(agreed.goals) else {}),
        "gap": {**gap, "verdict": agreed.gap_verdict.value, "margin": agreed.first.margin},
    }
