"""Plays until decided, as a document: what ended them, and the interval of each figure at every look."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from workbench.report.document import Block, Drawing, Prose, Report, side_by_side
from workbench.report.json import checked_json, contrast_json, number
from workbench.report.text.scenarios import UNTIL_METHOD, pair_played, pair_title
from workbench.scenario import Scenario
from workbench.studies.until import words
from workbench.studies.until.measure import InterimLook, Settled, StoppingRule
from workbench.studies.until.question import UntilQuestion

if TYPE_CHECKING:
    from workbench.report.charts.batch import Chart


def report(settled: Settled) -> Report:
    """The document of plays that ended."""
    base, other = settled.base.scenario, settled.other.scenario
    return Report(
        scenario=other,
        title=pair_title(base, other),
        headline=words.until_sentence(settled),
        plays=settled.last.plays,
        evidence=words.look_sentences(settled.last, other.game),
        blocks=[*_bands(settled.looks, other)],
        details=UNTIL_METHOD,
        records=[*_records(settled)],
        data={"base": base.name, "other": other.name, **until_json(settled)},
        how=pair_played(base, other),
        unfinished=settled.rule is StoppingRule.LIMIT,
    )


def report_so_far(question: UntilQuestion, looks: Sequence[InterimLook]) -> Sequence[Block]:
    """The bands, as far as they have narrowed."""
    return [Prose(words.so_far_sentence(looks[-1])), *_bands(looks, question.scenario)] if looks else []


def _bands(looks: Sequence[InterimLook], other: Scenario) -> Sequence[Block]:
    """A chart for each figure, two beside each other."""
    return side_by_side([_band(looks, other, at) for at in range(len(looks[-1].goals) + len(looks[-1].contrasts))])


def _band(looks: Sequence[InterimLook], other: Scenario, at: int) -> Drawing:
    def draw() -> "Chart":
        from workbench.studies.until import charts

        return charts.band(looks, other, at)

    return Drawing(f"band_{at}", draw)


def until_json(settled: Settled) -> dict[str, object]:
    """The subject, and which rule ended the plays; `looks` are what the last one grew from."""
    last = settled.last
    return {
        "asked": "goals" if settled.subject.is_about_goals else list(settled.subject.measures),
        "rule": settled.rule.value,
        "plays": last.plays,
        "limit": settled.limit,
        "fixed_plan": last.fixed_plan,
        "open": last.open,
        "goals": [checked_json(goal) for goal in last.goals],
        "measures": {contrast.name: contrast_json(contrast) for contrast in last.contrasts},
        "looks": [{"plays": look.plays, "open": look.open, "figures": _look_json(look)} for look in settled.looks],
    }


def _look_json(look: InterimLook) -> dict[str, object]:
    ends = ("is", "low", "high")
    return {name: dict(zip(ends, map(number, figures), strict=True)) for name, figures in _figures(look).items()}


def _figures(look: InterimLook) -> dict[str, tuple[float, float, float]]:
    """Each figure at one look: its estimate, or the difference, with its interval."""
    goals = {
        goal.figure.name: (goal.figure.estimate.mean, goal.figure.estimate.low, goal.figure.estimate.high)
        for goal in look.goals
    }
    changes = {contrast.name: contrast.difference for contrast in look.contrasts}
    return goals | {name: (change.mean, change.low, change.high) for name, change in changes.items()}


def _records(settled: Settled) -> Iterator[dict[str, object]]:
    """A record for each look and figure, in full precision."""
    for look in settled.looks:
        for name, (middle, low, high) in _figures(look).items():
            yield {"plays": look.plays, "figure": name, "is": middle, "low": low, "high": high}
