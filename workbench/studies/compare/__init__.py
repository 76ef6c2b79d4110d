"""Revisions against one that they are held against, on the same shuffles; by bots of one strength or two."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, cast

from workbench.engine.problems import BadInput, Problem, together
from workbench.engine.wording import lower_first
from workbench.studies.compare.question import NOBODY, CompareQuestion
from workbench.studies.fields import Field, Open, Switch
from workbench.studies.pairs import AnyPairStudy, PairStudy
from workbench.studies.study import SWITCHED_ON, Study, Texts

if TYPE_CHECKING:
    from workbench.report.document import Report
    from workbench.store import Store
    from workbench.studies.compare.measure import CompareAnswer, ComparedSoFar, FurtherAnswer, PlanAnswer


@dataclass(frozen=True, eq=False)
class CompareStudy(Study[CompareQuestion, "CompareAnswer | PlanAnswer"]):
    """Its answer is any number of comparisons, stored as they are played, and what else was asked of each.

    The studies that are asked of comparisons have a switch of its command each, and their fields as further options.
    """

    def command_fields(self) -> list[Field]:
        """With the switch that asks each of those studies, and the fields of its question."""
        further = list[Field]()
        for study in _pair_studies():
            about = study.question.__doc__ or ""
            further.append(Switch(label=study.title, help=about, option=study.switch, name=study.name, default=False))
            for field in study.choices:
                about = f"With {study.switch}: {lower_first(field.help)}"
                further.append(replace(field, name=f"{study.name}_{field.name}", option=field.flag, help=about))
        return [*super().command_fields(), *further]

    def ask(self, revision: str, texts: Texts, open_revision: Open, open_as_filed: Open) -> CompareQuestion:
        question: CompareQuestion
        question, chosen = together(
            lambda: super(CompareStudy, self).ask(revision, texts, open_revision, open_as_filed),
            lambda: _chosen(texts),
        )
        every = [(study, other, words) for other in question.others for study, words in chosen]
        further = together(*(partial(study.ask_of, question.scenario, other, words) for study, other, words in every))
        studies = [study for study, _, _ in every]
        return replace(question, further=tuple(zip(studies, further, strict=True)))

    def data(self, answer: "CompareAnswer | PlanAnswer") -> Mapping[str, object]:
        from workbench.studies.compare.columns import data

        return data(answer)

    def in_short(self, answer: "CompareAnswer | PlanAnswer", report: "Report", command: str) -> "tuple[Report, str]":
        further: Sequence[FurtherAnswer] = getattr(answer, "further", ())
        return (further[0].report, further[0].command) if further else (report, command)

    def answer_so_far(self, question: CompareQuestion, answers: Sequence[object]) -> "Report":
        """The comparisons by the bots that play now."""
        return self.report(cast("ComparedSoFar", answers[0]).answer)

    def is_answered(self, store: "Store", question: CompareQuestion) -> bool:
        from workbench.play.stored import find_stored

        if question.until_decided:
            return False  # how far it goes shows when it is played
        return all(find_stored(store, scenario) for scenario in question.batches)

    def stored_question(self, store: "Store", question: CompareQuestion) -> CompareQuestion | None:
        if not question.until_decided:
            return super().stored_question(store, question)
        from workbench.studies.compare.measure import stored_question

        return stored_question(store, question)

    def read(self, store: "Store", question: CompareQuestion) -> "CompareAnswer | None":
        from workbench.studies.compare.measure import read_stored

        return None if question.until_decided else read_stored(store, question)

    def address(self, question: CompareQuestion) -> dict[str, object]:
        """With the revision: the page is that of the first that is held against the base."""
        from workbench.report.findings import batch_query

        other, *rest = question.others
        against = [revision.revision for revision in (question.scenario, *rest)]
        again = {"also": question.also_bots[0], "also_plays": question.once_more[0].plays} if question.once_more else {}
        batch = batch_query(other.bots, other.plays, other.seed)
        until = {"until": question.ends_early, "limit": question.limit} if question.until_decided else {}
        return {"revision": other.revision, "against": against, "also": NOBODY, **again, **batch, **until}

    def option_words(self, question: CompareQuestion) -> list[str]:
        """With the switches of what else is asked; each study is asked the same of every revision."""
        further = {study.name: [study.switch, *study.option_words(one)] for study, one in question.further}
        return [*super().option_words(question), *(word for words in further.values() for word in words)]


def _pair_studies() -> Sequence[AnyPairStudy]:
    from workbench.studies.registry import studies

    return [study for study in studies().values() if isinstance(study, PairStudy)]


def _chosen(texts: Texts) -> list[tuple[AnyPairStudy, Texts]]:
    """The studies whose switches are on, with the texts of their fields. Raises BadInput with every problem."""
    chosen, problems = list[tuple[AnyPairStudy, Texts]](), list[Problem]()
    for study in _pair_studies():
        words = {field: texts.get(f"{study.name}_{field.name}") for field in study.choices}
        filled = {field: text for field, text in words.items() if text}
        if texts.get(study.name):
            chosen.append((study, {field.name: text for field, text in filled.items()}))
        else:
            needs = f"needs {study.switch}, which it is about"
            problems += [Problem(field.flag, needs, " ".join(text)) for field, text in filled.items()]
    if texts.get("plan"):
        problems += [Problem(study.switch, "not with --plan, which plays nothing", SWITCHED_ON) for study, _ in chosen]
    if problems:
        raise BadInput(problems)
    return chosen


STUDY = CompareStudy(
    name="compare",
    question=CompareQuestion,
    title="Comparison",
    summary="What a change of the rules does, on the same shuffles.",
    about=("**Did it get better?** Every measure with its change, its interval and a verdict, the goals first.",),
    icon=":material/compare_arrows:",
    on_page="results",
    resumes=True,
    stores_plays=True,
)
