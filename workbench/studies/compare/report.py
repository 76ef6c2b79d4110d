"""A comparison as a document: did it get better, a row a measure with its verdict, what was changed, charts, tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from statistics import median
from typing import TYPE_CHECKING

from workbench.engine.wording import listed
from workbench.report.answers import AgainstAnswer, GoalProgress
from workbench.report.batch_blocks import plays_to_watch, result_charts, rule_holes
from workbench.report.document import Block, Passage, Report, Section, VerdictRows, as_section
from workbench.report.escape import paragraphs
from workbench.report.rows import rows_against
from workbench.report.summary import BatchSummary, Summary
from workbench.report.template import RenderedAnswer, answer_in_words, render
from workbench.report.text import phrases, scenarios, verdicts
from workbench.report.verdict_rows import verdict_rows
from workbench.scenario import Scenario
from workbench.studies.compare.columns import MEASURES, TWICE, MeasureLine, bands, plans_data
from workbench.studies.compare.strengths import Accord, Agreement, agreed_by_both

if TYPE_CHECKING:
    from workbench.store.history import Decision
    from workbench.studies.compare.measure import FurtherAnswer, PlanAnswer
    from workbench.studies.compare.plan import ComparisonPlan
    from workbench.studies.compare.until import InterimLook, Settled

PACKAGE = "workbench.studies.compare"
MOST_QUOTES = 10
"""Of a revision, the latest."""
Quotes = Mapping[str, Sequence[str]]
"""The words of players who may be quoted, by revision."""


@dataclass(frozen=True)
class Compared:
    """Comparisons with one base, counted; by bots of a `second` strength too, in the same order.

    `settled` has the looks at plays until something was decided. `decided` has the decisions on revisions, by name;
    `quotes` what their players wrote and may be quoted with.
    """

    summaries: Sequence[Summary]
    decided: "Mapping[str, Decision]" = field(default_factory=dict)
    quotes: Quotes = field(default_factory=dict)
    second: Sequence[Summary] = ()
    settled: "Sequence[Settled]" = ()
    so_far: bool = False

    @property
    def base(self) -> Scenario:
        """The revision that the others are held against."""
        return self.summaries[0].base.scenario

    @property
    def others(self) -> list[Scenario]:
        """The revisions that are held against it."""
        return [summary.other.scenario for summary in self.summaries]

    @property
    def revisions(self) -> list[str]:
        """The titles of the others, with their names where the base is called the same."""
        return [scenarios.title_beside(other, self.base) for other in self.others]

    @property
    def bots(self) -> list[str]:
        """The bots of each strength, as one calls them."""
        firsts = [self.summaries[0], *self.second[:1]]
        return [scenarios.bots_phrase(summary.base.scenario.bots) for summary in firsts]

    @property
    def labels(self) -> list[str]:
        """The same in a table."""
        return [scenarios.bots_label(summary.base.scenario.bots) for summary in (self.summaries[0], *self.second[:1])]

    @cached_property
    def columns(self) -> list[tuple[str, Summary]]:
        """Every comparison with its title: by revision and bots, of which those stand there that differ."""
        titled = []
        for revision, *both in zip(
            self.revisions, self.summaries, *([self.second] if self.second else []), strict=True
        ):
            for summary in both:
                bots = scenarios.bots_label(summary.base.scenario.bots) if self.second else ""
                titled.append((", ".join(filter(None, [revision if len(self.summaries) > 1 else "", bots])), summary))
        return titled if len(titled) > 1 else [(self.revisions[0], self.summaries[0])]

    @cached_property
    def sides(self) -> list[BatchSummary]:
        """The batches by the first bots, the base's first."""
        return [self.summaries[0].base, *(summary.other for summary in self.summaries)]

    @cached_property
    def agreed(self) -> list[Agreement]:
        """The agreement of both strengths on every measure of every revision: the main ones first."""
        return [
            by_name[row.name]
            for one, two in zip(self.summaries, self.second, strict=False)
            for by_name in [agreed_by_both(one, two)]
            for row in (*one.main, *one.details)
            if row.name in by_name
        ]

    @property
    def answer(self) -> AgainstAnswer:
        """The answer of the only comparison, as the template that several studies share has it."""
        return AgainstAnswer(self.summaries[0])

    def of_accord(self, accord: Accord) -> list[Agreement]:
        """The measures on which the two strengths agree, disagree, or are undecided; the widest apart first."""
        agreed = [agreed for agreed in self.agreed if agreed.accord == accord]
        return sorted(agreed, key=lambda one: (not one.opposite, -abs(verdicts.in_margins(one.first, one.gap.mean))))

    @property
    def disputed(self) -> list[Agreement]:
        """The goals that one strength meets and the other misses."""
        return [agreed for agreed in self.agreed if agreed.goal_disputed]

    @property
    def changed(self) -> "Iterator[tuple[Scenario, str, Sequence[str]]]":
        """The revisions, each with what was decided of it, and what its players wrote."""
        for other in self.others:
            quotes = self.quotes.get(other.revision, ())[:MOST_QUOTES]
            yield other, decision_words(self.decided.get(other.revision)), quotes

    @property
    def by_progress(self) -> dict[GoalProgress, list[str]]:
        """The titles of the revisions by how they stand to their goals, the best first."""
        stands = [
            (AgainstAnswer(summary).progress, title)
            for summary, title in zip(self.summaries, self.revisions, strict=True)
        ]
        return {of: [title for progress, title in stands if progress is of] for of in GoalProgress}

    @property
    def has_goals(self) -> bool:
        """True if goals judge any of the revisions."""
        return any(AgainstAnswer(summary).judged for summary in self.summaries)

    @property
    def stops(self) -> list[str]:
        """The reasons why plays ended that were watched until something was decided."""
        return [summary.stop.sentence for summary in self.summaries if summary.stop]

    @property
    def saved(self) -> float | None:
        """The share of the plays that pairing saved, the median of the main measures; None where none varied."""
        saved = [share for row in self.summaries[0].main if (share := verdicts.saved(row)) is not None]
        return max(0.0, median(saved)) if saved else None

    @property
    def by_second(self) -> Section:
        """The charts and the rule holes by the bots of the second strength."""
        sides = [self.second[0].base, *(summary.other for summary in self.second)]
        return Section(f"By {self.bots[1]}", [*result_charts(sides), *rule_holes(sides)], folded=True)

    def lines_of(self, summary: Summary) -> list[MeasureLine]:
        """The measures of a comparison as its table has them."""
        rows = [*summary.main, *verdicts.details_in_order(summary)]
        return [MeasureLine(summary=summary, contrast=contrast) for contrast in rows]

    @property
    def rows(self) -> VerdictRows:
        """A row a measure, with a line for each revision and strength."""
        titles, summaries = zip(*self.columns, strict=True)
        answers = (
            [(title, answer_in_words(summary).headline) for title, summary in self.columns] if len(titles) > 1 else []
        )
        base = "" if self.second else self.base.title
        return verdict_rows(rows_against(summaries, titles), base, answers, so_far=self.so_far)

    @property
    def holes(self) -> list[Section]:
        """The rule holes that were met."""
        return [*rule_holes(self.sides)]

    @property
    def pictures(self) -> list[Block]:
        """The charts of the batches, two beside each other, and the ways to their most notable plays."""
        return [*result_charts(self.sides), *plays_to_watch(self.sides)]


def report(compared: Compared, further: "Sequence[FurtherAnswer]" = ()) -> Report:
    """The document of comparisons, and what else was asked of each."""
    first, base = compared.summaries[0], compared.base
    rendered = render(PACKAGE, "answer.md", compared=compared)
    sections = [as_section(one.title, one.report, one.command) for one in further]
    hows = [scenarios.how_played(summary) for summary in (first, *compared.second[:1])]
    return Report(
        scenario=compared.others[0],
        title=f"{base.game.title}: {listed(compared.revisions)} against {base.title}",
        headline=rendered.headline,
        plays=min(summary.plays for summary in compared.summaries),
        blocks=[*rendered.blocks, *sections],
        details=rendered.details,
        records=[*_records(compared)],
        how=f"{' '.join(dict.fromkeys(hows))} {scenarios.on_bots(base)}".rstrip(),
        bots=[bot for summary in (first, *compared.second[:1]) for bot in summary.base.scenario.bots],
        played=_played(compared),
    )


def _records(compared: Compared) -> Iterator[dict[str, object]]:
    """The lines of `compare --csv`; by two strengths, of what both have."""
    if not compared.second:
        for summary in compared.summaries:
            yield from MEASURES.records(MeasureLine(summary=summary, contrast=row) for row in summary.contrasts)
        return
    for one, two in zip(compared.summaries, compared.second, strict=True):
        agreed = agreed_by_both(one, two)
        yield from TWICE.records(
            MeasureLine(summary=summary, contrast=row, agreed=agreed[row.name])
            for summary in (one, two)
            for row in summary.contrasts
            if row.name in agreed
        )


def _played(compared: Compared) -> str:
    """Who played how much, in a line."""
    first = compared.summaries[0]
    if compared.second:
        both = zip((first, compared.second[0]), compared.bots, strict=True)
        parts = [f"{phrases.number_of(summary.plays, 'paired play')} by {name}" for summary, name in both]
        return " · ".join([*parts, scenarios.NO_PEOPLE])
    if len({frozenset(side.scenario.bots) for side in compared.sides}) > 1:
        return f"{scenarios.how_played(first)} {scenarios.NO_PEOPLE}"
    watched = any(summary.watched or summary.stop for summary in compared.summaries)
    plays = phrases.number_of(min(summary.plays for summary in compared.summaries), "paired play")
    last = "the intervals hold at every look" if watched else scenarios.NO_PEOPLE
    return " · ".join([compared.bots[0], plays, last])


def report_so_far(summaries: Sequence[Summary], looks: "Sequence[InterimLook]" = ()) -> Report:
    """The document while they are played: the answer so far, and the rows, none of them folded."""
    compared = Compared(summaries, so_far=True)
    whole = report(compared)
    charts = bands(looks) if looks else ()
    return replace(whole, headline=f"So far: {whole.headline}", blocks=[compared.rows, *charts])


CHANCE = (
    "Each number of plays decides with a chance of 80\u202f%, all measures of the comparison being judged together."
)


def plan_in_words(plan: "ComparisonPlan | None") -> RenderedAnswer:
    """The plan of a comparison: a sentence, the plays that each measure takes, and what that rests on."""
    return render(PACKAGE, "plan.md", plan=plan)


def plan_report(answer: "PlanAnswer") -> Report:
    """The plans of comparisons as a document."""
    base, others = answer.question.scenario, [other for other, _ in answer.plans]
    rendered = [plan_in_words(plan) for _, plan in answer.plans]
    one, several = rendered[0].headline, len(rendered) > 1
    return Report(
        scenario=base,
        title=f"Before playing: {listed(other.title for other in others)} against {base.title}",
        headline=f"What it takes to compare them with {base.title}" if several else one,
        plays=0,
        blocks=[
            Section(
                f"{other.name} against {base.name}: before playing",
                [*([Passage(paragraphs(words.headline))] if several else []), *words.blocks],
            )
            for other, words in zip(others, rendered, strict=True)
        ],
        data=plans_data(answer, [words.headline for words in rendered]),
        how=CHANCE,
    )


def changes(
    base: Scenario, other: Scenario, decided: "Decision | None" = None, quotes: Sequence[str] = ()
) -> Sequence[Block]:
    """The changed rules of a revision, why, what they should do, what was decided, and what its players wrote."""
    names = {"decided": decision_words(decided), "quotes": quotes[:MOST_QUOTES]}
    return render(PACKAGE, "changed.md", base=base, other=other, **names).blocks


def decision_words(decision: "Decision | None") -> str:
    """The decision, its reason and the notes; empty where nothing was decided."""
    if decision is None:
        return ""
    from workbench.store.history import DecisionState

    if decision.state == DecisionState.OPEN and not (decision.reason or decision.notes):
        return ""
    parts = [decision.state.value.capitalize(), decision.reason, decision.notes]
    return " ".join(phrases.with_stop(part) for part in parts if part)
