"""Revisions against one, played on the same shuffles, so often or until decided, by bots of one strength or two."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from workbench.engine.notes import BatchProgress, Progress
from workbench.play.batches import concluded_together
from workbench.play.comparisons import Comparison, compared_as_played, ended_early
from workbench.play.forms import layout
from workbench.play.notes import Together
from workbench.play.options import RunOptions, Start
from workbench.play.stored import read_at_once, stored_pairs
from workbench.report.text.scenarios import bots_phrase
from workbench.studies.compare.plan import ComparisonPlan, is_pilot_cheap, plan_by_pilot, plan_comparison
from workbench.studies.compare.question import CompareQuestion, FurtherQuestion
from workbench.studies.pairs import AnyPairStudy
from workbench.studies.progress import Follow, StudyProgress
from workbench.studies.study import Question

if TYPE_CHECKING:
    from workbench.play.outcome import Outcome
    from workbench.report.document import Report
    from workbench.report.summary import Summary
    from workbench.scenario import Scenario
    from workbench.store import Store
    from workbench.store.history import Decision
    from workbench.studies.compare.until import InterimLook, Settled, UntilSubject


@dataclass(frozen=True)
class PlanAnswer:
    """The plan of each comparison; None where nothing is stored, and a pilot takes long."""

    question: CompareQuestion
    plans: "Sequence[tuple[Scenario, ComparisonPlan | None]]"


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


@dataclass(frozen=True)
class ComparedSoFar:
    """Comparisons that go on: what the first plays of these revisions and their pairs add up to.

    `looks` are those of plays until something is decided.
    """

    revisions: "Sequence[Scenario]"
    together: Together
    looks: "Sequence[InterimLook]" = ()

    @property
    def summaries(self) -> "list[Summary]":
        """Each of the others against the first, by intervals that hold at every look."""
        from workbench.report.summary import watched_summary

        base, *others = self.revisions
        ours, *theirs = self.together.tallies
        sides = zip(others, theirs, self.together.pairs, strict=True)
        return [watched_summary(base, other, Together((ours, side), (pairs,))) for other, side, pairs in sides]


@dataclass(frozen=True, eq=False)
class CompareAnswer:
    """The comparisons with one base, by the second strength `once_more`, and what else was asked of each of them.

    `settled` has the looks at those that were played until something was decided. `decided` has the decisions on
    revisions, by name; `quotes` what their players wrote and may be quoted with.
    """

    question: CompareQuestion
    comparisons: Sequence[Comparison]
    once_more: Sequence[Comparison] = ()
    settled: "Sequence[Settled]" = ()
    further: Sequence[FurtherAnswer] = ()
    decided: "Mapping[str, Decision]" = field(default_factory=dict)
    quotes: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @cached_property
    def summaries(self) -> "list[Summary]":
        """The comparisons by the first strength, counted when somebody asks."""
        from workbench.report.summary import summarise

        return [*map(summarise, self.comparisons)]

    @cached_property
    def second_summaries(self) -> "list[Summary]":
        """Those by the second strength."""
        from workbench.report.summary import summarise

        return [*map(summarise, self.once_more)]

    @property
    def runs(self) -> frozenset[str]:
        """The stored runs of all of it."""
        pairs = [(compared.base, compared.other) for compared in (*self.comparisons, *self.once_more)]
        return frozenset(side.run for pair in pairs for side in pair if side.run)

    def beside_people(self, store: "Store") -> "CompareAnswer":
        """The same with the decisions on the revisions by now, and the quotes of their players."""
        decided, quotes = _of_people(store, self.question)
        return replace(self, decided=decided, quotes=quotes)

    def further_of(self, other: "Scenario") -> list[FurtherAnswer]:
        """The further answers about the comparison with this revision."""
        return [answer for answer in self.further if answer.question.scenario.name == other.name]


def measure(question: CompareQuestion, options: RunOptions, follow: Follow) -> CompareAnswer | PlanAnswer:
    """Play what is not stored, and store what it says. Raises `Stopped`, which says how to go on."""
    if question.plan:
        base = question.scenario
        return PlanAnswer(question, [(other, _planned(base, other, options)) for other in question.others])
    again = question.once_more
    if question.until_decided:
        answer = _until_decided(question, options, follow)
    else:
        answer = _compared(question, question.revisions, options, follow, 1, 2 if again else 1)
    if question.further:
        answer = replace(answer, further=[_answer(further, options, follow) for further in question.further])
    if again:
        last = _compared(question, again, options, follow, 2, 2)
        answer = replace(answer, once_more=last.comparisons, decided=last.decided, quotes=last.quotes)
    return answer


def _until_decided(question: CompareQuestion, options: RunOptions, follow: Follow) -> CompareAnswer:
    """Each of the others against the first, played until its subject is decided; all measures besides."""
    store, pairs = options.store, zip(question.others, question.subjects, strict=True)
    all_settled = [_settle(question, other, subject, options, follow) for other, subject in pairs]
    comparisons = [settled_comparison(settled, store) for settled in all_settled]
    answer = CompareAnswer(question, comparisons, (), all_settled, (), *_of_people(store, question))
    _keep(store, answer)
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


def _keep(store: "Store | None", answer: CompareAnswer) -> None:
    """Store what the comparisons say."""
    if store is not None:
        from workbench.report.findings import keep_finding  # brings DuckDB

        for summary in answer.summaries:
            keep_finding(store, summary)


def stored_question(store: "Store", question: CompareQuestion) -> CompareQuestion | None:
    """The question until something is decided, with as many plays as are stored; None where none are."""
    from workbench.studies.compare.until import looks, stored_of_both

    plays = {stored_of_both(question.scenario, other, question.limit, RunOptions(store)) for other in question.others}
    return replace(question, limit=max(plays)) if plays <= {*looks(question.limit)} else None


def read_stored(store: "Store", question: CompareQuestion) -> CompareAnswer | None:
    """The answer, where the tallies of all its batches and of their pairs are stored; None else."""
    with store.session():
        comparisons = [_read(store, scenarios) for scenarios in (question.revisions, question.once_more) if scenarios]
    first, *second = comparisons
    if first is None or None in second:
        return None
    return CompareAnswer(question, first, second[0] or () if second else ())


def _read(store: "Store", scenarios: "Sequence[Scenario]") -> list[Comparison] | None:
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
    return [compared_as_played(base, other, store) for other in others]


def _planned(base: "Scenario", other: "Scenario", options: RunOptions) -> ComparisonPlan | None:
    """The plan from what is stored, else from a pilot, where that is cheap; None where neither is there."""
    plan = plan_comparison(base, other, options.store)
    return plan or (plan_by_pilot(base, other, options) if is_pilot_cheap(base, other) else None)


def _compared(
    question: CompareQuestion,
    scenarios: "Sequence[Scenario]",
    options: RunOptions,
    follow: Follow,
    stage: int,
    stages: int,
) -> CompareAnswer:
    """The first and each of the others, compared, and what people say by then; what is stored is not played again.

    What each says is stored at once: it stays, though what follows is stopped.
    """
    told = SideBySide(scenarios, options.progress, follow, stage, stages)
    store = options.store

    def conclude(outcomes: "list[Outcome]", together: Together) -> CompareAnswer:
        base, *rest = outcomes
        sides = zip(rest, together.pairs, strict=True)
        comparisons = [compared_as_played(base, other, store, pairs) for other, pairs in sides]
        answer = CompareAnswer(question, comparisons, (), (), (), *_of_people(store, question))
        _keep(store, answer)
        return answer

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


def _answer(further: FurtherQuestion, options: RunOptions, follow: Follow) -> FurtherAnswer:
    study, question = further
    answer = study.measure(question, options, follow)
    report = study.report(answer)
    if options.store is not None:
        study.save(options.store, question, answer, report)
    return FurtherAnswer(study, question, report)


def _of_people(
    store: "Store | None", question: CompareQuestion
) -> "tuple[Mapping[str, Decision], Mapping[str, Sequence[str]]]":
    """The decisions on revisions of the game, and the quotes of their players."""
    if store is None or not store.exists:
        return {}, {}
    from workbench.store.history import decisions, has_sessions  # brings DuckDB

    game = question.scenario.game.name
    with store.session():
        decided = decisions(store, game)
        if not has_sessions(store):
            return decided, {}
        from workbench.playtest.overview import quotable_comments  # loads slowly

        return decided, quotable_comments(store, game)
