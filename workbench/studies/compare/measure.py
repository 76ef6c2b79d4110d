"""Revisions against one, played on the same shuffles; by bots of one strength or two; or the plan of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from workbench.play.batches import simulate_together
from workbench.play.comparisons import Comparison, compared_as_played
from workbench.play.options import RunOptions, session_of
from workbench.studies.compare.plan import ComparisonPlan, is_pilot_cheap, plan_by_pilot, plan_comparison
from workbench.studies.compare.question import CompareQuestion, FurtherQuestion
from workbench.studies.pairs import PairStudy
from workbench.studies.progress import Follow, telling
from workbench.studies.study import Question

if TYPE_CHECKING:
    from workbench.report.document import Report
    from workbench.scenario import Scenario
    from workbench.store import Store
    from workbench.store.history import Decision


@dataclass(frozen=True)
class PlanAnswer:
    """The plan of each comparison; None where nothing is stored, and a pilot takes long."""

    question: CompareQuestion
    plans: "Sequence[tuple[Scenario, ComparisonPlan | None]]"


@dataclass(frozen=True)
class FurtherAnswer:
    """The answer of a study about one of the comparisons."""

    study: PairStudy
    question: Question
    report: "Report"
    comparison: Comparison | None

    @property
    def title(self) -> str:
        """The study's title, with that of the revision it was asked of."""
        return f"{self.study.title}: {self.question.scenario.title}"

    @property
    def command(self) -> str:
        """The command that asks the same once more."""
        return self.study.command(self.question)


@dataclass(frozen=True)
class CompareAnswer:
    """The comparisons with one base, by the second strength `once_more`, and what else was asked of each of them.

    `decided` has the decisions on revisions, by name; `quotes` what their players wrote and may be quoted with.
    """

    question: CompareQuestion
    comparisons: Sequence[Comparison]
    once_more: Sequence[Comparison] = ()
    further: Sequence[FurtherAnswer] = ()
    decided: "Mapping[str, Decision]" = field(default_factory=dict)
    quotes: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def further_of(self, other: "Scenario") -> list[FurtherAnswer]:
        """The further answers about the comparison with this revision."""
        return [answer for answer in self.further if answer.question.scenario.name == other.name]


def measure(question: CompareQuestion, options: RunOptions, follow: Follow) -> CompareAnswer | PlanAnswer:
    """Play what is not stored, and store what it says. Raises `Stopped`, which says how to go on.

    A study that says itself how much it plays leaves nothing to play for the comparison, and comes first.
    """
    if question.plan:
        base = question.scenario
        return PlanAnswer(question, [(other, _planned(base, other, options)) for other in question.others])

    def answers(fixes_plays: bool) -> dict[int, FurtherAnswer]:
        places = [place for place, (study, _) in enumerate(question.further) if study.fixes_plays is fixes_plays]
        return {place: _answer(question.further[place], options, follow) for place in places}

    further = answers(False)
    comparisons = [answer.comparison for answer in further.values() if answer.comparison]
    comparisons = comparisons or _compared(question.revisions, options, follow)
    further |= answers(True)
    once_more = _compared(question.once_more, options, follow) if question.once_more else []
    in_order = [further[place] for place in sorted(further)]
    return CompareAnswer(question, comparisons, once_more, in_order, *_of_people(options.store, question))


def _planned(base: "Scenario", other: "Scenario", options: RunOptions) -> ComparisonPlan | None:
    """The plan from what is stored, else from a pilot, where that is cheap; None where neither is there."""
    plan = plan_comparison(base, other, options.store)
    return plan or (plan_by_pilot(base, other, options) if is_pilot_cheap(base, other) else None)


def _compared(scenarios: "Sequence[Scenario]", options: RunOptions, follow: Follow) -> list[Comparison]:
    """The first and each of the others, compared; what is stored is not played again.

    What each says is stored at once: it stays, though what follows is stopped.
    """
    first, *others = scenarios
    bots = " ".join(dict.fromkeys(first.bots))
    title = f"{first.name} and {', '.join(other.revision for other in others)} · {bots}"
    (base, *rest), together = simulate_together(scenarios, replace(options, watch=telling(title, follow)))
    store = options.store
    with session_of(store):
        sides = zip(rest, together.pairs, strict=True)
        comparisons = [compared_as_played(base, other, store, pairs) for other, pairs in sides]
        if store is not None:
            from workbench.report.findings import keep_finding  # brings DuckDB

            for comparison in comparisons:
                keep_finding(store, comparison)
    return comparisons


def _answer(further: FurtherQuestion, options: RunOptions, follow: Follow) -> FurtherAnswer:
    study, question = further
    answer = study.measure(question, options, follow)
    report = study.report(answer)
    if options.store is not None:
        study.save(options.store, question, answer, report)
    return FurtherAnswer(study, question, report, study.compared(options.store, answer))


def _of_people(
    store: "Store | None", question: CompareQuestion
) -> "tuple[Mapping[str, Decision], Mapping[str, Sequence[str]]]":
    """The decisions on revisions of the game, and the quotes of their players."""
    if store is None or not store.path.exists():
        return {}, {}
    from workbench.playtest.overview import quotable_comments  # both bring DuckDB
    from workbench.store.history import decisions

    name = question.scenario.game.name
    return decisions(store, name), quotable_comments(store, name)
