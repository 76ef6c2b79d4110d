"""The columns of comparisons, of revisions against one by bots of one strength or two, and their object in JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from workbench.engine.cards import brief_value
from workbench.engine.wording import lower_first
from workbench.play.comparisons import Contrast
from workbench.report.answers import AgainstAnswer, GoalProgress
from workbench.report.batch_blocks import plays_to_watch, result_charts, rule_holes
from workbench.report.columns import Columns, amount, change, for_csv, for_programs, plays_to_decide, text, verdict
from workbench.report.document import Block, Drawing, Section, VerdictRows, as_section, side_by_side
from workbench.report.json import Json, aim_json, checked_json, contrast_json, holes_json, number
from workbench.report.next_step import next_step
from workbench.report.rows import rows_against
from workbench.report.summary import Summary
from workbench.report.text import phrases, verdicts
from workbench.report.text.phrases import INTERVAL
from workbench.report.text.scenarios import bots_label, bots_phrase, on_strength, title_beside
from workbench.report.verdict_rows import verdict_rows
from workbench.scenario import Scenario
from workbench.stats import Verdict
from workbench.studies.compare.measure import CompareAnswer, PlanAnswer
from workbench.studies.compare.plan import ComparisonPlan, PlannedMeasure
from workbench.studies.compare.strengths import Accord, Agreement

if TYPE_CHECKING:
    from workbench.report.charts.base import Chart
    from workbench.studies.compare.until import InterimLook, Settled

__all__ = ["AgainstAnswer"]  # the templates have them
MOST_QUOTES = 10
"""Of a revision, the latest."""


# Who is compared


def revisions(answer: CompareAnswer) -> list[str]:
    """The titles of the others, with their names where the base is called the same."""
    return [title_beside(summary.other.scenario, answer.base) for summary in answer.summaries]


def bots_of(answer: CompareAnswer) -> list[str]:
    """The bots of each strength, as one calls them."""
    return [bots_phrase(summary.base.scenario.bots) for summary in answer.firsts]


def titled(answer: CompareAnswer) -> list[tuple[str, Summary]]:
    """Every comparison with its title: by revision and bots, of which those stand there that differ."""
    every = []
    strengths = [answer.summaries, answer.second] if answer.second else [answer.summaries]
    for revision, *both in zip(revisions(answer), *strengths, strict=True):
        for summary in both:
            bots = bots_label(summary.base.scenario.bots) if answer.second else ""
            every.append((", ".join(filter(None, [revision if len(answer.summaries) > 1 else "", bots])), summary))
    return every if len(every) > 1 else [(revisions(answer)[0], answer.summaries[0])]


def by_progress(answer: CompareAnswer) -> dict[GoalProgress, list[str]]:
    """The titles of the revisions by how they stand to their goals, the best first; empty without goals."""
    against = [*map(AgainstAnswer, answer.summaries)]
    stands = [(one.progress, title) for one, title in zip(against, revisions(answer), strict=True)]
    is_judged = any(one.judged for one in against)
    return {of: [title for progress, title in stands if progress is of] for of in GoalProgress if is_judged}


def foremost(answer: CompareAnswer) -> tuple[str, Summary]:
    """The revision to go on with, the best by the goals, with its title."""
    stands, every = [*GoalProgress], zip(revisions(answer), answer.summaries, strict=True)
    return min(every, key=lambda one: stands.index(AgainstAnswer(one[1]).progress))


# Blocks


def rows(answer: CompareAnswer) -> VerdictRows:
    """A row a measure, with a line for each revision and strength."""
    from workbench.report.template import answer_in_words  # JSON needs no templates

    titles, summaries = zip(*titled(answer), strict=True)
    answers = [(title, lower_first(answer_in_words(summary).headline)) for title, summary in titled(answer)]
    base = "" if answer.second else answer.base.title
    is_one = len(titles) == 1
    return verdict_rows(rows_against(summaries, titles), base, () if is_one else answers, so_far=answer.is_running)


def further(answer: CompareAnswer) -> list[Section]:
    """The answers to what else was asked."""
    return [as_section(one.title, one.report, one.command) for one in answer.further]


def pictures(answer: CompareAnswer) -> list[Block]:
    """The charts of the batches, two beside each other, and the ways to their most notable plays."""
    return [*result_charts(answer.sides), *plays_to_watch(answer.sides)]


def by_second(answer: CompareAnswer) -> Section:
    """The charts and the rule holes by the bots of the second strength."""
    sides = [answer.second[0].base, *(summary.other for summary in answer.second)]
    return Section(f"By {bots_of(answer)[1]}", [*result_charts(sides), *rule_holes(sides)], folded=True)


def saved(answer: CompareAnswer) -> float | None:
    """The share of the plays that pairing saved, the median of the main measures; None where none varied."""
    shares = [share for row in answer.summaries[0].main if (share := verdicts.saved(row)) is not None]
    return max(0.0, median(shares)) if shares else None


@dataclass(frozen=True, kw_only=True)
class MeasureLine:
    """A measure of one comparison; `agreed` where bots of two strengths played it."""

    summary: Summary
    contrast: Contrast
    agreed: Agreement | None = None

    @property
    def base(self) -> Scenario:
        """The revision that the other is held against."""
        return self.summary.base.scenario

    @property
    def other(self) -> Scenario:
        """The revision that is held against it."""
        return self.summary.other.scenario


MEASURES = Columns[MeasureLine](
    text("", "Measure", lambda line: verdicts.label_of(line.contrast)),
    for_csv("measure", lambda line: line.contrast.name),
    for_csv("unit", lambda line: line.contrast.measure.unit),
    amount("base", "Before", lambda line: (line.contrast.measure, line.contrast.difference.base)),
    amount("other", "After", lambda line: (line.contrast.measure, line.contrast.difference.other)),
    change("difference", "Change", lambda line: line.contrast, ends=("low", "high")),
    for_csv("margin", lambda line: line.contrast.margin),
    verdict("verdict", "Verdict", lambda line: line.contrast),
    plays_to_decide("", "More plays", lambda line: line.contrast),
    for_csv("plays_to_decide", lambda line: line.contrast.plays_to_decide),
    for_csv("plays_to_decide_80", lambda line: line.contrast.likely_to_decide),
    text("", "Too small to matter below", lambda line: phrases.margin(line.contrast.measure)),
    text("", "Saved by pairing", lambda line: verdicts.saved_cell(line.contrast)),
    for_csv("correlation", lambda line: line.contrast.difference.correlation),
    for_csv("variance_ratio", lambda line: line.contrast.difference.variance_ratio),
    for_csv("plays", lambda line: line.contrast.difference.n),
    for_csv("base_revision", lambda line: line.base.name),
    for_csv("other_revision", lambda line: line.other.name),
    for_csv("base_bots", lambda line: " ".join(line.base.bots)),
    for_csv("bots", lambda line: " ".join(line.other.bots)),
    for_csv("seed", lambda line: line.other.seed),
)
IN_ROWS = ("Before", "After", "Change", INTERVAL, "Verdict", "More plays")
"""The headings of what the rows of a comparison have too."""
TWICE = Columns[MeasureLine](
    *MEASURES.columns,
    for_csv("together", lambda line: line.agreed and line.agreed.accord),
    for_csv("gap", lambda line: line.agreed and line.agreed.gap),
    for_csv("gap_verdict", lambda line: line.agreed and line.agreed.gap_verdict),
)
"""The same by bots of two strengths."""


def lines_of(summary: Summary) -> list[MeasureLine]:
    """The measures of a comparison as its table has them; of the details what changed first, then what is undecided."""
    order = {Verdict.UNDECIDED: 1, Verdict.SAME: 2}
    details = sorted(verdicts.by_weight(summary, summary.details), key=lambda row: order.get(row.verdict, 0))
    return [MeasureLine(summary=summary, contrast=contrast) for contrast in (*summary.main, *details)]


def agreed_columns(answer: CompareAnswer) -> Columns[Agreement]:
    """Both verdicts on a measure, by the bots of either strength, and how far the changes are apart."""
    one, two = (bots_label(summary.base.scenario.bots) for summary in answer.firsts)

    def together(agreed: Agreement) -> str:
        differ = agreed.apart and agreed.accord is not Accord.DISAGREE
        return f"{agreed.accord.value}{', sizes differ' if differ else ''}"

    def apart(agreed: Agreement) -> str:
        measure, gap = agreed.first.measure, agreed.gap
        return f"{phrases.change(measure, gap.mean)} ({phrases.interval(measure, gap.low, gap.high)})"

    return Columns[Agreement](
        text("", "Measure", lambda agreed: verdicts.label_of(agreed.first)),
        text("", "Together", together),
        text("", f"{one} says", lambda agreed: agreed.first.verdict.value),
        text("", f"{two} says", lambda agreed: agreed.second.verdict.value),
        change("", f"{one}: change", lambda agreed: agreed.first, interval=f"{one}: 95 % interval"),
        change("", f"{two}: change", lambda agreed: agreed.second, interval=f"{two}: 95 % interval"),
        text("", "Second minus first", apart),
    )


# Before anything is played


def size_of(planned: PlannedMeasure, change: float) -> str:
    """A size of a change with its unit: `2 percentage points`, `0.4 points`."""
    measure = planned.contrast.measure
    if change == planned.change:
        return phrases.change_size(measure, change)
    return phrases.change_with_unit(measure, change).removeprefix("+")


def plays_of(plays: int | None) -> str:
    """About so many plays."""
    return "too close to call" if plays is None else f"about {phrases.number_of(phrases.two_figures(plays), 'play')}"


def plan_columns(plan: ComparisonPlan) -> Columns[PlannedMeasure]:
    """The plays that show a change, or none, in each measure."""
    show = f"{phrases.number_of(plan.plays, 'play')} show"
    return Columns[PlannedMeasure](
        text("", "measure", lambda planned: planned.contrast.label),
        text("", "a change of", lambda planned: size_of(planned, planned.change)),
        text("", "is seen in", lambda planned: plays_of(planned.to_see)),
        text("", "no change in", lambda planned: plays_of(planned.to_call_same)),
        text("", show, lambda planned: size_of(planned, planned.seen)),
        for_programs("sd", lambda planned: planned.contrast.difference.sd),
        for_programs("margin", lambda planned: planned.contrast.margin),
        for_programs("change", lambda planned: planned.change),
        for_programs("plays_to_see", lambda planned: planned.to_see),
        for_programs("plays_to_call_same", lambda planned: planned.to_call_same),
        for_programs("change_seen", lambda planned: planned.seen),
    )


def _plans_json(answer: PlanAnswer) -> Json:
    """The object of `compare --plan --json`."""
    base, plans = answer.scenario, list[Json]()
    for (other, plan), sentence in zip(answer.plans, answer.sentences, strict=True):
        plans.append({"scenario": other.name, "source": plan and plan.source.value})
        if plan:
            plans[-1] |= {
                "known": list(plan.stored_plays),
                "seconds_a_pair": number(plan.seconds_a_pair),
                "plays": plan.plays,
                "plays_needed": plan.hardest and plan.hardest.plays,
                "measures": {one.contrast.name: plan_columns(plan).json(one) for one in plan.measures},
                "sentence": sentence,
            }
    return {"base": base.name, "game": base.game.name, "plays": base.plays, "plans": plans}


# JSON

OTHER = Columns[Summary](
    for_programs("scenario", lambda one: one.other.scenario.name),
    for_programs("bots", lambda one: [*one.other.scenario.bots]),
    for_programs(
        "differences", lambda one: {name: [*map(brief_value, values)] for name, values in one.changed.items()}
    ),
    for_programs("measures", lambda one: {contrast.name: contrast_json(contrast) for contrast in one.contrasts}),
    for_programs("holes", lambda one: holes_json(one.other.holes)),
    for_programs("aims", lambda one: {checked.aim.measure: aim_json(checked) for checked in one.aims}),
    for_programs("next", lambda one: step.json if (step := next_step(one)) else None),
)
SIDES = Columns[Sequence[Summary]](
    for_programs("bots", lambda every: [*every[0].base.scenario.bots]),
    for_programs("plays", lambda every: every[0].base.plays),
    for_programs("seed", lambda every: every[0].base.scenario.seed),
    for_programs("runs", lambda every: [every[0].base.run, *(one.other.run for one in every)]),
    for_programs("stored_before", lambda every: [every[0].base.before, *(one.other.before for one in every)]),
    for_programs("holes", lambda every: holes_json(every[0].base.holes)),
)
"""Comparisons with the same base, by bots of one strength."""

LOOK: "Columns[InterimLook]" = Columns(
    for_programs("plays", lambda look: look.plays),
    for_programs("open", lambda look: look.open),
    for_programs(
        "figures",
        lambda look: {
            one.name: {
                "is": number(one.estimate.mean),
                "low": number(one.estimate.low),
                "high": number(one.estimate.high),
            }
            for one in look.figures
        },
    ),
)
UNTIL: "Columns[Settled]" = Columns(
    for_programs("base", lambda settled: settled.base.scenario.name),
    for_programs("other", lambda settled: settled.other.scenario.name),
    for_programs("asked", lambda settled: [*settled.subject.measures] or "goals"),
    for_programs("rule", lambda settled: settled.rule.value),
    for_programs("plays", lambda settled: settled.last.plays),
    for_programs("limit", lambda settled: settled.limit),
    for_programs("fixed_plan", lambda settled: settled.last.fixed_plan),
    for_programs("open", lambda settled: settled.last.open),
    for_programs("goals", lambda settled: [*map(checked_json, settled.last.goals)]),
    for_programs("measures", lambda settled: {row.name: contrast_json(row) for row in settled.last.contrasts}),
    for_programs("looks", lambda settled: [*map(LOOK.json, settled.looks)]),
)
"""The end of plays until decided, and how each figure stood at each look."""


def bands(looks: "Sequence[InterimLook]") -> Sequence[Block]:
    """A chart for each figure that was to be decided: its interval at each look, two side by side; none before."""

    def band(at: int) -> Drawing:
        def draw() -> "Chart":
            from workbench.studies.compare import charts  # Plotly loads slowly

            return charts.band(looks, at)

        return Drawing(f"band_{at}", draw)

    return side_by_side([band(at) for look in looks[-1:] for at in range(len(look.figures))])


def data(answer: CompareAnswer | PlanAnswer) -> Json:
    """The object of `compare --json`: each further study under its name, beside the comparison that it was asked of."""
    if isinstance(answer, PlanAnswer):
        return _plans_json(answer)
    others = _others_json(answer.summaries)
    for told, summary in zip(others, answer.summaries, strict=True):
        told |= {
            one.study.control: dict(one.report.data)
            for one in answer.further
            if one.question.scenario.name == summary.other.scenario.name
        }
    for told, settled in zip(others, answer.settled, strict=False):
        told["until"] = UNTIL.json(settled)
    names = {"base": answer.base.name, "game": answer.base.game.name, "strength": on_strength(answer.judges)}
    strengths = _strengths_json(answer) if answer.second else {}
    return {**names, **SIDES.json(answer.summaries), "others": others, **strengths}


def _others_json(summaries: Sequence[Summary]) -> list[Json]:
    """The others of comparisons with the same base, by bots of one strength."""
    return [OTHER.json(one) | ({"ended": one.stop.sentence} if one.stop else {}) for one in summaries]


def _strengths_json(answer: CompareAnswer) -> Json:
    """The same comparisons by bots of two strengths, and whether the verdicts agree."""
    names = [summary.other.scenario.name for summary in answer.summaries]
    agreed = [*zip(names, answer.agreements, strict=True)]
    return {
        "strengths": [
            {**SIDES.json(summaries), "others": _others_json(summaries)}
            for summaries in (answer.summaries, answer.second)
        ],
        "agreements": [
            {"scenario": name, "measures": {figure: _agreed_json(one) for figure, one in by_name.items()}}
            for name, by_name in agreed
        ],
        "disagreements": [
            {"scenario": name, "measure": one.name, **_agreed_json(one)}
            for name, by_name in agreed
            for one in by_name.values()
            if one.accord is Accord.DISAGREE
        ],
    }


def _agreed_json(agreed: Agreement) -> Json:
    goals = {"goals": [stands and stands.value for stands in agreed.goals]} if any(agreed.goals) else {}
    ends = {"difference": agreed.gap.mean, "low": agreed.gap.low, "high": agreed.gap.high}
    return {
        "verdicts": [agreed.first.verdict.value, agreed.second.verdict.value],
        "accord": agreed.accord.value,
        "opposite": agreed.opposite,
        "gap": {name: number(end) for name, end in ends.items()}
        | {"verdict": agreed.gap_verdict.value, "margin": number(agreed.first.margin)},
        **goals,
    }


def records(answer: CompareAnswer | PlanAnswer) -> list[dict[str, object]]:
    """The lines of `compare --csv`; by two strengths, of what both have."""
    if isinstance(answer, PlanAnswer):
        return []
    if not answer.second:
        lines = [MeasureLine(summary=one, contrast=row) for one in answer.summaries for row in one.contrasts]
        return MEASURES.records(lines)
    return TWICE.records(
        MeasureLine(summary=summary, contrast=row, agreed=agreed[row.name])
        for one, two, agreed in zip(answer.summaries, answer.second, answer.agreements, strict=True)
        for summary in (one, two)
        for row in summary.contrasts
        if row.name in agreed
    )
