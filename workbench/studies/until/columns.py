"""The columns of plays until decided: where each figure stands, at every look, and their object in JSON."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from workbench.play.comparisons import Contrast
from workbench.play.goals import CheckedGoal
from workbench.report.columns import Columns, change, figure, for_programs, goal, text, verdict
from workbench.report.document import Block, Drawing, side_by_side
from workbench.report.json import Json, checked_json, contrast_json, number
from workbench.report.text import phrases
from workbench.studies.until.measure import InterimLook, Settled, Watched, figure_of

if TYPE_CHECKING:
    from workbench.report.charts.batch import Chart


def _goal(watched: Watched) -> CheckedGoal | None:
    return watched if isinstance(watched, CheckedGoal) else None


def _change(watched: Watched) -> Contrast | None:
    return watched if isinstance(watched, Contrast) else None


WATCHED = Columns[Watched](
    text("", "Measure", lambda watched: figure_of(watched).label),
    figure("", "Is", lambda watched: watched.figure if isinstance(watched, CheckedGoal) else None),
    goal("", "Goal", _goal),
    change("", "Change", _change, interval="Its 95 % interval"),
    verdict("", "Verdict", _change),
    text(
        "",
        "Too small to matter below",
        lambda watched: phrases.margin(watched.measure) if isinstance(watched, Contrast) else None,
    ),
)
"""Each figure that is to be decided, as it stands."""
LOOK = Columns[InterimLook](
    for_programs("plays", lambda look: look.plays),
    for_programs("open", lambda look: look.open),
    for_programs(
        "figures",
        lambda look: {
            name: dict(zip(("is", "low", "high"), map(number, ends), strict=True)) for name, ends in _figures(look)
        },
    ),
)
ANSWER = Columns[Settled](
    for_programs("base", lambda answer: answer.base.scenario.name),
    for_programs("other", lambda answer: answer.scenario.name),
    for_programs("asked", lambda answer: "goals" if answer.subject.is_about_goals else [*answer.subject.measures]),
    for_programs("rule", lambda answer: answer.rule.value),
    for_programs("plays", lambda answer: answer.plays),
    for_programs("limit", lambda answer: answer.limit),
    for_programs("fixed_plan", lambda answer: answer.last.fixed_plan),
    for_programs("open", lambda answer: answer.last.open),
    for_programs("goals", lambda answer: [*map(checked_json, answer.last.goals)]),
    for_programs("measures", lambda answer: {row.name: contrast_json(row) for row in answer.last.contrasts}),
    for_programs("looks", lambda answer: [*map(LOOK.json, answer.looks)]),
)


def data(answer: Settled) -> Json:
    """The object in JSON: the subject, and which rule ended the plays; `looks` are what the last one grew from."""
    return ANSWER.json(answer)


def records(answer: Settled) -> list[dict[str, object]]:
    """A line for each look and figure, in full precision."""
    ends = ("is", "low", "high")
    return [
        {"plays": look.plays, "figure": name, **dict(zip(ends, numbers, strict=True))}
        for look in answer.looks
        for name, numbers in _figures(look)
    ]


def bands(looks: Sequence[InterimLook]) -> Sequence[Block]:
    """A chart for each figure at every look, two beside each other."""

    def band(at: int) -> Drawing:
        def draw() -> "Chart":
            from workbench.studies.until import charts

            return charts.band(looks, at)

        return Drawing(f"band_{at}", draw)

    return side_by_side([band(at) for at in range(len(looks[-1].watched))])


def _figures(look: InterimLook) -> Iterator[tuple[str, tuple[float, float, float]]]:
    """Each figure at one look: its estimate, or the difference, with its interval."""
    for watched in map(figure_of, look.watched):
        yield watched.name, (watched.estimate.mean, watched.estimate.low, watched.estimate.high)
