"""Comparisons by bots of two strengths as `compare --json` prints them."""

from collections.abc import Sequence

from workbench.play.comparisons import Comparison
from workbench.report.json import Json, number
from workbench.studies.compare.data import bots_json, comparisons_json
from workbench.studies.compare.strengths import Accord, Agreement, agreements


def strengths_json(first: Sequence[Comparison], second: Sequence[Comparison]) -> Json:
    """Comparisons with the same base, the same ones by other bots, and whether the verdicts agree."""
    pairs = [
        (one.other.scenario.revision, agreements(one.contrasts, two.contrasts))
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
        "gap": {**gap, "verdict": agreed.gap_verdict.value, "margin": agreed.first.margin},
    }
