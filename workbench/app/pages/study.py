"""The page of any study: its controls are the fields of its question, its result the document of its report."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.app import address
from workbench.app.jobs.job import Address
from workbench.app.navigation import lead_elsewhere
from workbench.app.place import Place, here
from workbench.app.services import services
from workbench.app.widgets import controls, document, proposal, study_page
from workbench.app.widgets.choices import (
    LENGTH,
    LONG,
    QUICK,
    BatchSetup,
    bots_named,
    choose_batch,
    choose_bots,
    choose_bots_or_mixed,
    choose_seed,
    held_length,
    usual_length,
)
from workbench.app.widgets.fields import draw_below_heading, draw_field, words_of
from workbench.app.widgets.study_page import PageStudy
from workbench.app.widgets.text import explained
from workbench.engine.registry import games
from workbench.play.options import RunOptions
from workbench.report.findings import MIXED, batch_query
from workbench.report.text import phrases
from workbench.report.text.scenarios import bots_label
from workbench.scenario import Scenario, load_scenario
from workbench.store import Run, Status, Store, runs
from workbench.studies.fields import Field
from workbench.studies.progress import ignore_progress
from workbench.studies.registry import studies
from workbench.studies.study import AnyStudy, Question, Texts
from workbench.studies.workload import Workload, pace_of, quick_plays

BUDGETS = ("budget", "plays")
"""The field of studies that have a quick look which says how much the long one plays: in all, or each contest."""
LENGTHS = "A quick look takes up to half a minute on two cores, and is not stored. The long study decides more."
LATEST = 30
"""Stored runs among which the latest of the revision is looked for."""
NOT_STORED = "The answer is a line in History. No play is stored; a second look says the same."


@dataclass(frozen=True)
class StudyChoice(Place):
    """The values of the controls: bots, plays and seed, and the texts of the question's fields by name."""

    batch: BatchSetup
    texts: Texts

    @property
    def is_quick(self) -> bool:
        """True if a quick look is asked for, where the study has one."""
        return bool(self.texts.get("quick"))


@dataclass(frozen=True, eq=False)
class StudyPage:
    """One study's page."""

    study: AnyStudy

    @cached_property
    def fields(self) -> dict[str, Field]:
        """The fields of its questions by name."""
        return {field.name: field for field in self.study.question.fields()}

    @property
    def has_lengths(self) -> bool:
        """True if it has a quick look beside the long study."""
        return "quick" in self.fields

    @property
    def headed(self) -> list[Field]:
        """The fields whose controls stand on the page itself."""
        return [field for field in self.fields.values() if field.heading]

    @property
    def _of_long(self) -> list[str]:
        """The controls that only the long study has."""
        return [field.control for field in self.fields.values() if field.without == "quick"]

    # What is chosen

    def choose(self, place: DeltaGenerator) -> StudyChoice:
        """The controls: what is asked, and, folded away, how it is played."""
        chosen, model = here(), here().model
        if model is None:
            return StudyChoice(**vars(chosen), batch=BatchSetup(), texts={})
        if self.study.reason_against(chosen.game):
            return StudyChoice(**vars(chosen), batch=BatchSetup(), texts={})
        texts = self._draw(place, model, {}, at_hand=True)
        if not self.study.question.is_played(model, texts):
            return StudyChoice(**vars(chosen), batch=BatchSetup(), texts=texts)
        if self.study.question.plays_a_batch:
            batch, folded = choose_batch(chosen, place, [chosen.revision], usual=quick_plays)
            return StudyChoice(**vars(chosen), batch=batch, texts=self._draw(folded, model, texts))
        folded = controls.folded(place, self._folded_words(model))
        bots = self._choose_bots(folded, model)
        texts |= self._choose_length(folded) if self.has_lengths else {}
        texts = self._draw(folded, model, texts)
        batch = BatchSetup(bots, model.plays, choose_seed(folded, model.seed))
        return StudyChoice(**vars(chosen), batch=batch, texts=texts)

    def _choose_bots(self, place: DeltaGenerator, model: Scenario) -> str:
        question, game = self.study.question, here().game
        if not question.chooses_bots:
            return ""
        if question.has_seats:
            return choose_bots(game, model, place, model.players)
        return choose_bots_or_mixed(game, model, place)

    def _draw(
        self, place: DeltaGenerator, model: Scenario, texts: Texts, at_hand: bool = False
    ) -> dict[str, Sequence[str]]:
        """The controls of the fields that stand there, and the texts of all by now."""
        by_now = dict(texts)
        for name, field in self.fields.items():
            drawn = self.study.question.control(field, model, by_now)
            if drawn and field.at_hand is at_hand and not (field.heading or name == "quick"):
                by_now[name] = draw_field(place, drawn, model)
        return by_now

    def _choose_length(self, place: DeltaGenerator) -> dict[str, Sequence[str]]:
        about = explained(LENGTHS, "quick look")
        length = controls.select(place, LENGTH, "Study", (QUICK, LONG), usual_length(self._of_long), about)
        return {"quick": self.fields["quick"].texts(True) if length == QUICK else []}

    def _folded_words(self, model: Scenario) -> str:
        """The values of the folded controls, in words."""
        is_quick = self.has_lengths and held_length(*self._of_long) == QUICK
        drawn = [field for field in self.fields.values() if not (is_quick and field.without == "quick")]
        words = {field.name: words_of(field, model) for field in drawn}
        if self.study.question.chooses_bots:
            words["bots"] = bots_named(controls.held("bots", " ".join(dict.fromkeys(model.bots)), str))
        if self.has_lengths and not any(map(words.get, BUDGETS)):
            words["length"] = "quick look" if is_quick else "long study"
        return " · ".join(filter(None, words.values()))

    # What is asked, and found

    def show(self, choice: StudyChoice) -> None:
        """Start what is asked, follow it, read it; or say why the study is not for this game."""
        if reason := self.study.reason_against(choice.game):
            others = {name: game.title for name, game in games().items() if not self.study.reason_against(game)}
            words = {name: f"{self.study.title} in {title}" for name, title in others.items()}
            lead_elsewhere(reason, self.study.icon, words)
            return
        proposal.show_saved(choice)
        if model := choice.model:
            headed = {field.name: draw_below_heading(field, model) for field in self.headed}
            choice = replace(choice, texts={**choice.texts, **headed})
        question = study_page.read_chosen(choice, partial(self._ask, choice))
        if question is None:
            return
        if not question.needs_plays:
            report = self.study.report(self.study.measure(question, RunOptions(), ignore_progress))
            document.show_answer(self.study, question, report)
            return
        study_page.show(self._on_page(choice, question), self._longer(choice, question))

    def _longer(self, choice: StudyChoice, question: Question) -> PageStudy | None:
        """The long study that a quick look leads to, where there is one."""
        if choice.is_quick:
            long = replace(choice, texts={**choice.texts, "quick": []})
            return self._on_page(long, self._ask(long))
        plays = self.study.times_long * question.scenario.plays
        if not plays or not self._is_short(choice, question):
            return None
        longer = replace(question, scenario=replace(question.scenario, plays=plays))
        return replace(self._on_page(choice, longer), chooses={"plays": plays})

    def _is_short(self, choice: StudyChoice, question: Question) -> bool:
        """True if the study takes half a minute at most on two cores."""
        if self.has_lengths:
            return question.is_quick
        scenario, model = question.scenario, choice.revisions.sound[choice.revision]
        return scenario.plays <= quick_plays(replace(scenario, plays=model.plays))

    def _ask(self, choice: StudyChoice) -> Question:
        """The question of the controls. Raises BadInput."""
        as_filed: Callable[[str], Scenario] = choice.revisions.sound.__getitem__
        opened: Callable[[str], Scenario] = partial(_open, choice)
        if choice.batch == BatchSetup():
            opened = as_filed
        elif self.study.question.plays_a_batch:
            opened = partial(choice.batch.of, choice)
        return self.study.ask(choice.revision, choice.texts, opened, as_filed)

    def _on_page(self, choice: StudyChoice, question: Question) -> PageStudy:
        scenario, study = question.scenario, self.study
        place = {"game": choice.game.name, "revision": choice.revision, **study.address(question)}
        return PageStudy(
            scenario=scenario,
            plan=study_page.plan_of(question, self._is_short(choice, question)),
            title=f"{study.noun or study.title} of {scenario.title}",
            place=Address(study.name, place),
            ask=partial(study_page.measure, study, question),
            tells=study.about,
            expected=partial(self._workload, question),
            so_far=lambda partial_answer: document.show_blocks(study.report_so_far(question, partial_answer), "so_far"),
            result=partial(document.show_answer, study, question),
            note=study.remains,
            storing=study.storing or ("" if self.has_lengths else NOT_STORED),
            has_lengths=self.has_lengths,
            resumes=study.resumes,
            see_also=study.see_also,
            at_once=lambda: document.show_blocks(study.report_at_once(question), "at_once"),
            example=partial(document.show_example, study.folder),
            further_buttons=partial(_offer_latest_run, scenario) if study.of_runs else lambda: None,
        )

    def _workload(self, question: Question, store: Store | None) -> Workload:
        """How much there is to play, and whether the answer is stored."""
        workload = self.study.workload(question, pace_of(question.scenario))
        return replace(workload, stored=store is not None and self.study.is_answered(store, question))


def page_of(name: str) -> StudyPage:
    """The page of an installed study."""
    return StudyPage(studies()[name])


def _open(choice: StudyChoice, revision: str) -> Scenario:
    """The revision with the chosen bots and seed. Raises BadInput."""
    bots = None if choice.batch.bots in ("", MIXED) else choice.batch.bots
    reference = f"{choice.game.name}/{revision}"
    return load_scenario(services().workspace, reference, bots=bots, seed=str(choice.batch.seed))


# The plays of a stored run


def _offer_latest_run(scenario: Scenario) -> None:
    """A button for the plays of the latest stored run of these very rules, where others are chosen."""
    store = services().store
    stored = runs(store, scenario.game.name, LATEST) if store.exists else []
    run = next((run for run in stored if run.rules_hash == scenario.rules_hash and run.status is Status.DONE), None)
    if run is None or (tuple(run.bots), run.plays, run.seed) == (scenario.bots, scenario.plays, scenario.seed):
        return
    label = f"{bots_label(run.bots)} · {phrases.number_of(run.plays, 'play')} · seed {run.seed}"
    st.button(
        "Use the latest run",
        icon=":material/history:",
        key="use_latest",
        on_click=_choose_plays,
        args=[run],
        help=f"The plays of the latest stored run of these rules: {label}.",
    )


def _choose_plays(run: Run) -> None:
    for key, value in batch_query(tuple(run.bots), run.plays, run.seed).items():
        address.write(key, value)
