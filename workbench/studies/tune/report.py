"""A tuning as a document: the suggestion, the evidence for it, what was tried, and how to make it again."""

from collections.abc import Iterator, Sequence
from types import ModuleType

from workbench.report.document import Block, Drawing, Points, Proposal, Prose, Report, Section, Table
from workbench.report.escape import paragraphs
from workbench.report.text.scenarios import on_bots
from workbench.studies.tune import words
from workbench.studies.tune.data import trial_records, tuning_json
from workbench.studies.tune.measure import Tuning
from workbench.studies.tune.question import TuneQuestion
from workbench.studies.tune.search import Trial

CUT_SHORT = "stopped; this is the best that was found by then, without evidence"


def report(tuning: Tuning) -> Report:
    """The document of a tuning; one that was stopped tells the best that was found by then."""
    scenario = tuning.scenario
    return Report(
        scenario=scenario,
        title=f"Tuning {scenario.game.title}: {scenario.title}",
        headline=words.headline(tuning),
        plays=tuning.budget.plays,
        evidence=[words.briefly_tuned(tuning), *words.evidence_sentences(tuning)],
        blocks=[
            *_proposal(tuning),
            *_evidence(tuning),
            *_trials(tuning),
        ],
        details=paragraphs(" ".join(words.values_words(tuning.plan))),
        records=list(trial_records(tuning)),
        data=tuning_json(tuning),
        how=f"{words.how_tuned(tuning)} {on_bots(scenario)}".rstrip(),
        command=words.command(tuning),
        cut_short="" if tuning.evidence else CUT_SHORT,
    )


def report_so_far(question: TuneQuestion, trials: Sequence[Trial]) -> Sequence[Block]:
    """The most promising trial while it plays, and everything that was tried."""
    plan = question.plan
    drawing = Drawing("trials_live", lambda: _charts().trials_so_far(plan, trials))
    return [Prose(words.so_far(plan, trials)), drawing]


def _proposal(tuning: Tuning) -> Iterator[Block]:
    if tuning.changed:
        values = {name: tuning.draft.rules[name] for name in tuning.changed}
        yield Proposal(
            tuning.scenario,
            tuning.draft,
            values,
            words.title_words(tuning),
            words.reason_words(tuning),
            words.hypothesis_words(tuning),
            name="tuned",
            has_form=True,
        )


def _evidence(tuning: Tuning) -> Iterator[Block]:
    if tuning.evidence:
        table = Table("Each goal on fresh shuffles", words.goal_table(tuning))
        yield Section("The evidence", [table], [words.FRESH, words.controlled(tuning)], ["seed", "goal"])
        if changes := words.change_sentences(tuning):
            yield Section("What each change does", [Points(changes)], [words.PUT_BACK], ["paired plays"])


def _trials(tuning: Tuning) -> Iterator[Block]:
    """Everything that was tried as a chart, and the best of it as a table."""
    title = "The combinations on the frontier" if tuning.trades else "The best combinations"
    yield Drawing("trials", lambda: _charts().trials_chart(tuning), words.FRONTIER, ["frontier", "tuning"])
    yield Prose(words.frontier_sentence(tuning))
    yield Table(
        title, words.trial_table(tuning.plan, words.listed_trials(tuning)), len(tuning.plan.varied), folded=True
    )


def _charts() -> ModuleType:
    """The charts, with their library, where something is drawn."""
    from workbench.studies.tune import charts

    return charts
