"""The choices of the page Results: a revision alone, or any number against one, each of which is a declared study."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import cast

from workbench.app.address import Location
from workbench.app.jobs.job import Job
from workbench.app.jobs.queue import key_of
from workbench.app.place import Place
from workbench.app.services import services
from workbench.app.widgets import fields
from workbench.app.widgets.fields import Control, QuestionChoice
from workbench.engine.problems import together
from workbench.report.document import Report
from workbench.scenario import Scenario
from workbench.store import Store
from workbench.studies import compare, simulate
from workbench.studies.compare.measure import CompareAnswer
from workbench.studies.compare.question import CompareQuestion
from workbench.studies.registry import studies
from workbench.studies.simulate.measure import BatchAnswer
from workbench.studies.simulate.question import SimulateQuestion
from workbench.studies.study import AnyStudy

USUAL = "goals", "primary"
"""The words of an address for plays until decided where no measure is named."""


def choice_of(place: Place, at: Location) -> QuestionChoice:
    """The choice that the address makes: against whom, and who plays how much, with the fields of a comparison."""
    compared = [*place.against, place.revision]
    batch, base = fields.of_batch(place, at, compared), place.revisions.sound.get(compared[0])
    choice = QuestionChoice(**vars(place), folded=batch.controls, words=batch.words, batch=batch.setup)
    against, *others = CompareQuestion.fields()
    texts = {against.name: list(place.against)}
    if until := at.read_all("until"):
        named = [name for name in until if name not in USUAL]
        texts |= {"until_decided": ["yes"], "measures": named, "limit": at.read_all("limit")}
    if place.model and len(place.revisions.names) > 1:
        choice = replace(choice, at_hand=fields.of_field(against, place.model, place, at).controls)
    if base is None or not batch.setup.bots:
        return replace(choice, texts=texts)
    bots = (batch.setup.bots.split() * base.players)[: base.players]
    base = replace(base, bots=tuple(bots), plays=batch.setup.plays)
    more: list[Control] = []
    words: list[str] = []
    for one in others:
        if visible := CompareQuestion.control(one, base, texts):
            of_one = fields.of_field(visible, base, place, at)
            texts[one.name] = of_one.texts
            more += of_one.controls
            words.append(of_one.words)
    lead = " · ".join(filter(None, [*words, batch.words]))
    return replace(choice, folded=[*batch.controls, *more], words=lead, texts=texts)


@dataclass(frozen=True)
class ChosenQuestion:
    """The question of the controls, alone or against others, and the job that answers it."""

    question: SimulateQuestion | CompareQuestion

    @property
    def study(self) -> AnyStudy:
        """The study that it is asked of."""
        return studies()["compare" if isinstance(self.question, CompareQuestion) else "simulate"]

    @property
    def revisions(self) -> list[Scenario]:
        """The revisions, the base first."""
        return self.question.revisions

    @property
    def judged(self) -> Scenario:
        """The revision that is looked at: alone, or as the first against the base."""
        return self.revisions[:2][-1]

    @property
    def pair(self) -> tuple[Scenario, Scenario] | None:
        """The two revisions, where exactly two are compared."""
        return (self.revisions[0], self.revisions[1]) if len(self.revisions) == 2 else None

    @property
    def sides(self) -> tuple[Scenario | None, Scenario]:
        """The base, where exactly two are compared, and the revision that is looked at."""
        return (self.pair[0] if self.pair else None), self.judged

    @property
    def first_bots(self) -> ChosenQuestion | None:
        """The same by the first bots alone, where a second strength is asked as well."""
        if isinstance(self.question, CompareQuestion) and self.question.also_bots:
            return ChosenQuestion(replace(self.question, also_bots=(), also_plays=None))
        return None

    @property
    def by_first_bots(self) -> CompareAnswer | None:
        """The first bots' finished comparison, where a second strength is asked as well; None before."""
        job = self.first_bots.latest() if self.first_bots else None
        return cast("CompareAnswer | None", job.answer) if job else None

    def latest(self) -> Job | None:
        """The newest job with these choices; what is stored already is read."""
        jobs = services().jobs
        return jobs.latest(key_of(self.study, self.question)) or jobs.opened(self.study, self.question)

    def job(self) -> Job | None:
        """The same; where all was played, and only has to be counted, it is begun."""
        jobs, latest = services().jobs, self.latest()
        if latest is None and (stored := self.study.stored_question(jobs.glance, self.question)):
            return jobs.play(self.study, stored)
        return latest

    def as_played(self, job: Job) -> ChosenQuestion:
        """The question of just the plays that a job played until something was decided, which it answers too."""
        (compared,) = cast(CompareAnswer, job.answer).summaries
        played = CompareQuestion(scenario=compared.base.scenario, others=(compared.other.scenario,))
        job.key = key_of(self.study, played)
        return ChosenQuestion(played)

    def begin(self, plays: int | None = None) -> Job:
        """Play it, or with more plays."""
        question = self.question
        if plays:
            more = [replace(revision, plays=plays) for revision in question.revisions]
            question = replace(question, scenario=more[0])
            question = replace(question, others=tuple(more[1:])) if isinstance(question, CompareQuestion) else question
        return services().jobs.play(self.study, question)


PageAnswer = BatchAnswer | CompareAnswer


def question_of(choice: QuestionChoice) -> ChosenQuestion:
    """The question that the controls ask. Raises BadInput with every problem."""
    if not choice.against:
        return ChosenQuestion(SimulateQuestion(scenario=choice.batch.of(choice, choice.revision)))
    base, others = base_and_others(choice)
    opened = partial(choice.batch.of, choice)
    opens = {
        one.name: partial(one.open, words, choice.revisions.sound[base], opened)
        for one in CompareQuestion.fields()
        if one.name != "others" and (words := choice.texts.get(one.name))
    }
    first, *rest = together(*(partial(opened, name) for name in (base, *others)), *opens.values())
    values = {"others": tuple(rest[: len(others)]), **dict(zip(opens, rest[len(others) :], strict=True))}
    question = CompareQuestion(scenario=first, **values)
    question.check()
    return ChosenQuestion(with_plays(question))


def with_plays(question: CompareQuestion) -> CompareQuestion:
    """The question with the plays of its second strength, where that is asked."""
    return replace(question, also_plays=question.once_more[0].plays) if question.once_more else question


def base_and_others(place: Place) -> tuple[str, list[str]]:
    """The revision that changes are measured from, and those that are held against it.

    Against one, it is that one. Of several it is the first; or the revision of the page, where that is one the first
    came from: then they are variants of it.
    """
    first, *rest = place.against
    if rest and _comes_from(place, first):
        return place.revision, [first, *rest]
    return first, [place.revision, *rest]


def _comes_from(place: Place, name: str) -> bool:
    """True if a revision is a child of the page's, or a child's child."""
    seen = set()
    while name in place.revisions.sound and name not in seen:
        seen.add(name)
        name = place.revisions.sound[name].parent or ""
        if name == place.revision:
            return True
    return False


@lru_cache(maxsize=16)
def report_on_page(answer: PageAnswer) -> Report:
    """The document without the decision, which has its place on the page."""
    if isinstance(answer, CompareAnswer):
        return compare.STUDY.report(replace(answer, decided={}, quotes={}))
    return simulate.STUDY.report(answer)


def report_with_people(answer: PageAnswer, store: Store) -> Report:
    """The same with what was decided of the revisions by now, and what their players wrote."""
    if isinstance(answer, CompareAnswer):
        return compare.STUDY.report(answer.beside_people(store))
    return report_on_page(answer)
