"""Revisions against one, played on the same shuffles, so often or until decided, by bots of one strength or two."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from workbench.engine.notes import BatchProgress, Progress
from workbench.play.batches import concluded_together
from workbench.play.comparisons import Comparison, compared_as_played, ended_early
from workbench.play.forms import layout
from workbench.play.notes import Together
from workbench.play.options import RunOptions, Start
from workbench.play.stored import read_at_once, stored_pairs
from workbench.report.summary import BatchSummary, Summary, summarise, watched_summary
from workbench.report.text.scenarios import bots_phrase
from workbench.report.text.verdicts import in_margins
from workbench.studies.compare.plan import ComparisonPlan, is_pilot_cheap, plan_by_pilot, plan_comparison
from workbench.studies.compare.question import CompareQuestion
from workbench.studies.compare.strengths import Accord, Agreement, agreed_by_both
from workbench.studies.pairs import AnyPairStudy
from workbench.studies.progress import Follow, StudyProgress
from workbench.studies.study import Question

if TYPE_CHECKING:
    from workbench.play.outcome import Outcome
    from workbench.report.document import Report
    from workbench.scenario import Scenario
    from workbench.store import Store
    from workbench.store.history import Decision
    from workbench.studies.compare.until import InterimLook, Settled, UntilSubject


@dataclass(frozen=True)
class PlanAnswer:
    """The plan of each comparison; None where nothing is stored, and a pilot takes long."""

    scenario: "Scenario"
    plans: "Sequence[tuple[Scenario, ComparisonPlan | None]]"

    template: ClassVar = "plan.md"
    plays: ClassVar = 0

    @cached_property
    def sentences(self) -> list[str]:
        """The plan of each comparison in a sentence."""
        from workbench.report.template import render

        return [render(__package__, "planned.md", plan=plan).headline for _, plan in self.plans]


@dataclass(frozen=True)
class FurtherAnswer:
    """The answer of a study about one of the comparisons."""

    study: AnyPairStudy
    question: Question
    report: "Report"

    @property
    def title(self) -> str:
        """The study's title, with that of the revision it was asked of."""
        return f"{self.study.title}: {self.question.scenario.title}"

    @property
    def command(self) -> str:
        """The command that asks the same once more."""
        return self.study.command(self.question)


@dataclass(frozen=True, eq=False)
class CompareAnswer:
    """The comparisons with one base, by bots of a `second` strength too, in the same order.

    `settled` has the looks at those that were played until something was decided; of those that still are, `looks`.
    `further` is what else was asked of each. `decided` has the decisions on revisions, by name; `quotes` what their
    players wrote and may be quoted with.
    """

    summaries: Sequence[Summary]
    second: Sequence[Summary] = ()
    settled: "Sequence[Settled]" = ()
    looks: "Sequence[InterimLook]" = ()
    further: Sequence[FurtherAnswer] = ()
    decided: "Mapping[str, Decision]" = field(default_factory=dict)
    quotes: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def base(self) -> "Scenario":
        """The revision that the others are held against."""
        return self.summaries[0].base.scenario

    @property
    def scenario(self) -> "Scenario":
        """The first revision that is held against it."""
        return self.summaries[0].other.scenario

    @property
    def plays(self) -> int:
        """How many pairs of plays every comparison has."""
        return min(summary.plays for summary in self.summaries)

    @property
    def firsts(self) -> "list[Summary]":
        """The first comparison by each strength."""
        return [self.summaries[0], *self.second[:1]]

    @property
    def bots(self) -> list[str]:
        """Everybody who played."""
        return [bot for summary in self.firsts for bot in summary.base.scenario.bots]

    @property
    def judges(self) -> "list[Scenario]":
        """The first revisions by each strength, with their bots."""
        return [side.scenario for summary in self.firsts for side in (summary.base, summary.other)]

    @property
    def runs(self) -> frozenset[str]:
        """The stored runs of all of it."""
        pairs = [(summary.base, summary.other) for summary in (*self.summaries, *self.second)]
        return frozenset(side.run for pair in pairs for side in pair if side.run)

    @property
    def is_running(self) -> bool:
        """True while it is played."""
        return self.summaries[0].watched and not self.summaries[0].stop

    @cached_property
    def sides(self) -> "list[BatchSummary]":
        """The batches by the first bots, the base's first."""
        return [self.summaries[0].base, *(summary.other for summary in self.summaries)]

    @cached_property
    def agreements(self) -> list[dict[str, Agreement]]:
        """The agreement of both strengths on every measure of each revision, by name."""
        return [agreed_by_both(one, two) for one, two in zip(self.summaries, self.second, strict=False)]

    @cached_property
    def agreed(self) -> list[Agreement]:
        """All of them in a row, of each revision the main ones first."""
        return [
            by_name[row.name]
            for one, by_name in zip(self.summaries, self.agreements, strict=False)
            for row in (*one.main, *one.details)
            if row.name in by_name
        ]

    def of_accord(self, accord: Accord) -> list[Agreement]:
        """The measures on which the two strengths agree, disagree, or are undecided; the widest apart first."""
        agreed = [agreed for agreed in self.agreed if agreed.accord == accord]
        return sorted(agreed, key=lambda one: (not one.opposite, -abs(in_margins(one.first, one.gap.mean))))

    @property
    def disputed(self) -> list[Agreement]:
        """The goals that one strength meets and the other misses."""
        return [agreed for agreed in self.agreed if agreed.goal_disputed]

    @property
    def opposed(self) -> list[Agreement]:
        """The measures that move up by one strength and down by the other."""
        return [agreed for agreed in self.of_accord(Accord.DISAGREE) if agreed.opposite]

    def beside_people(self, store: "Store") -> "CompareAnswer":
        """The same with the decisions on the revisions by now, and the quotes of their players."""
        decided, quotes = _of_people(store, self.base.game.name)
        return replace(self, decided=decided, quotes=quotes)


@dataclass(frozen=True)
class ComparedSoFar:
    """Comparisons that go on: what the first plays of these revisions and their pairs add up to.

    `looks` are those of plays until something is decided.
    """

    revisions: "Sequence[Scenario]"
    together: Together
    looks: "Sequence[InterimLook]" = ()

    @property
    def answer(self) -> CompareAnswer:
        """Each of the others against the first, by intervals that hold at every look."""
        base, *others = self.revisions
        ours, *theirs = self.together.tallies
        sides = zip(others, theirs, self.together.pairs, strict=True)
        summaries = [watched_summary(base, other, Together((ours, side), (pairs,))) for other, side, pairs in sides]
        return CompareAnswer(summaries, looks=self.looks)


def measure(question: CompareQuestion, options: RunOptions, follow: Follow) -> CompareAnswer | PlanAnswer:
    """Play what is not stored, and store what it says. Raises `Stopped`, which says how to go on."""
    if question.plan:
        base = question.scenario
        plans: list[tuple[Scenario, ComparisonPlan | None]] = []
        for other in question.others:  # from what is stored, else from a pilot, where that is cheap
            plan = plan_comparison(base, other, options.store)
            if plan is None and is_pilot_cheap(base, other):
                plan = plan_by_pilot(base, other, options)
            plans.append((other, plan))
        return PlanAnswer(base, plans)
    again = question.once_more
    if question.until_decided:
        store, pairs = options.store, zip(question.others, question.subjects, strict=True)
        all_settled = [_settle(question, other, subject, options, follow) for other, subject in pairs]
        answer = _stored(store, [settled_comparison(settled, store) for settled in all_settled], all_settled)
    else:
        answer = _compared(question.revisions, options, follow, 1, 2 if again else 1)
    further = []
    for study, pair_question in question.further:
        told = study.measure(pair_question, options, follow)
        report = study.report(told)
        if options.store is not None:
            study.save(options.store, pair_question, told, report)
        further.append(FurtherAnswer(study, pair_question, report))
    answer = replace(answer, further=further) if further else answer
    if again:
        last = _compared(again, options, follow, 2, 2)
        answer = replace(answer, second=last.summaries, decided=last.decided, quotes=last.quotes)
    return answer


def _settle(
    question: CompareQuestion, other: "Scenario", subject: "UntilSubject", options: RunOptions, follow: Follow
) -> "Settled":
    from workbench.studies.compare.until import progress, settle

    sides = [replace(side, plays=question.limit) for side in (question.scenario, other)]
    looks: list[InterimLook] = []
    began, times = time.monotonic(), list[float]()

    def watch(look: "InterimLook", gathered: Together) -> None:
        looks.append(look)
        times.append(time.monotonic() - began)
        so_far = ComparedSoFar(sides, gathered.copy(), tuple(looks))
        follow(progress(looks, question.limit, times, (so_far,)))

    return settle(sides[0], sides[1], subject, options, question.limit, watch)


def settled_comparison(settled: "Settled", store: "Store | None" = None) -> Comparison:
    """All measures after the plays ended, and what ended them."""
    from workbench.report.template import render
    from workbench.store.history import Stop

    sentence = render("workbench.studies.compare", "until.md", settled=settled).headline
    stop = Stop(settled.subject.measures, sentence)
    return ended_early(settled.base, settled.other, stop, store, settled.pairs)


def _stored(
    store: "Store | None", comparisons: Sequence[Comparison], settled: "Sequence[Settled]" = ()
) -> CompareAnswer:
    """The answer, of which what each comparison says is stored, and what people say by then."""
    summaries = [*map(summarise, comparisons)]
    if store is not None:
        from workbench.report.findings import keep_finding  # brings DuckDB

        for summary in summaries:
            keep_finding(store, summary)
    decided, quotes = _of_people(store, summaries[0].base.scenario.game.name)
    return CompareAnswer(summaries, settled=settled, decided=decided, quotes=quotes)


def stored_question(store: "Store", question: CompareQuestion) -> CompareQuestion | None:
    """The question until something is decided, with as many plays as are stored; None where none are."""
    from workbench.studies.compare.until import looks, stored_of_both

    plays = {stored_of_both(question.scenario, other, question.limit, RunOptions(store)) for other in question.others}
    return replace(question, limit=max(plays)) if plays <= {*looks(question.limit)} else None


def read_stored(store: "Store", question: CompareQuestion) -> CompareAnswer | None:
    """The answer, where the tallies of all its batches and of their pairs are stored; None else."""
    with store.session():
        first, *second = [_read(store, batches) for batches in (question.revisions, question.once_more) if batches]
    if first is None or None in second:
        return None
    return CompareAnswer(first, second[0] or () if second else ())


def _read(store: "Store", scenarios: "Sequence[Scenario]") -> list[Summary] | None:
    from workbench.store.runs import get_run

    outcomes = [outcome for scenario in scenarios if (outcome := read_at_once(store, scenario))]
    if len(outcomes) < len(scenarios):
        return None
    base, *others = outcomes
    runs = [get_run(store, outcome.run or "") for outcome in outcomes]
    layouts = [layout(scenario) for scenario in scenarios]
    pairs = [
        stored_pairs(store, (runs[0], run), (layouts[0], its_layout))
        for run, its_layout in zip(runs[1:], layouts[1:], strict=True)
    ]
    if None in pairs:
        return None
    return [summarise(compared_as_played(base, other, store)) for other in others]


def _compared(
    scenarios: "Sequence[Scenario]", options: RunOptions, follow: Follow, stage: int, stages: int
) -> CompareAnswer:
    """The first and each of the others, compared, and what people say by then; what is stored is not played again.

    What each says is stored at once: it stays, though what follows is stopped.
    """
    told = SideBySide(scenarios, options.progress, follow, stage, stages)
    store = options.store

    def conclude(outcomes: "list[Outcome]", together: Together) -> CompareAnswer:
        base, *rest = outcomes
        sides = zip(rest, together.pairs, strict=True)
        return _stored(store, [compared_as_played(base, other, store, pairs) for other, pairs in sides])

    return concluded_together(scenarios, replace(options, progress=told), conclude, begin=told.begin, watch=told.add)


class SideBySide(Progress):
    """Tells how far batches are that are played side by side, all together, and what they and their pairs add up to."""

    def __init__(
        self, scenarios: "Sequence[Scenario]", outer: Progress, follow: Follow, stage: int, stages: int
    ) -> None:
        super().__init__(outer)
        first, *others = scenarios
        self.revisions, self.follow, self.stage, self.stages = scenarios, follow, stage, stages
        self.title = (
            f"{first.name} and {', '.join(other.revision for other in others)} · {' '.join(dict.fromkeys(first.bots))}"
        )
        self.title_after = f", once more by {bots_phrase(first.bots)}" if stage > 1 else ""
        self.sides = [BatchProgress(0, scenario.plays, 0, 0.0) for scenario in scenarios]
        self.partial: tuple[object, ...] = ()

    def begin(self, starts: Sequence[Start]) -> None:
        """Tell where playing starts."""
        for place, start in enumerate(starts):
            if start.outcome:
                self.sides[place] = self.sides[place]._replace(done=start.scenario.plays)
        self._tell()

    def add(self, together: Together) -> None:
        """Tell what they add up to by now, which grows."""
        self.partial = (ComparedSoFar(self.revisions, together.copy()),)
        self._tell()

    def playing(self, batch: BatchProgress) -> None:
        self.sides[batch.place] = batch
        self._tell()

    def _tell(self) -> None:
        done, plays = (sum(getattr(side, name) for side in self.sides) for name in ("done", "plays"))
        waits = [0.0 if side.done == side.plays else side.left_s for side in self.sides]
        times = [wait for wait in waits if wait is not None]
        left_s = max(times) if len(times) == len(waits) else None
        elapsed_s, rate = max(side.elapsed_s for side in self.sides), sum(side.plays_per_s for side in self.sides)
        self.follow(
            StudyProgress(
                self.title,
                self.stage,
                self.stages,
                done,
                plays,
                done / plays,
                elapsed_s,
                left_s,
                self.partial,
                rate,
                self.title_after,
            )
        )


def _of_people(store: "Store | None", game: str) -> "tuple[Mapping[str, Decision], Mapping[str, Sequence[str]]]":
    """The decisions on revisions of the game, and the quotes of their players."""
    if store is None or not store.exists:
        return {}, {}
    from workbench.store.history import decisions  # brings DuckDB
    from workbench.store.texts import session_files

    with store.session():
        decided = decisions(store, game)
        if not session_files(store):
            return decided, {}
        from workbench.playtest.overview import quotable_comments  # loads slowly

        return decided, quotable_comments(store, game)
