"""The page of any study: `choice_of` says what is chosen, its result is the document of its report."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.app import address
from workbench.app.address import Location
from workbench.app.jobs.job import Address
from workbench.app.place import Place, here
from workbench.app.services import services
from workbench.app.widgets import controls, document, fields, save_form, study_page
from workbench.app.widgets.fields import NOTHING, BatchSetup, Control, Fields, QuestionChoice, bots_named
from workbench.app.widgets.proposal import SAVED_ON
from workbench.app.widgets.study_page import PageStudy, quick_field
from workbench.app.widgets.text import explained
from workbench.play.options import RunOptions
from workbench.report.findings import MIXED
from workbench.scenario import Scenario, load_scenario
from workbench.studies.progress import ignore_progress
from workbench.studies.registry import studies
from workbench.studies.study import LENGTH, LONG, QUICK, AnyStudy, Question, Texts
from workbench.studies.workload import quick_plays

BUDGETS = ("budget", "plays")
"""The field of studies that have a quick look which says how much the long one plays: in all, or each contest."""
LENGTHS = "A quick look takes up to half a minute on two cores, and is not stored. The long study decides more."


def page_of(name: str) -> SimpleNamespace:
    """The page of an installed study, as a module of a page is."""
    study = studies()[name]
    return SimpleNamespace(choose=partial(choose, study), show=partial(show, study))


# What is chosen


def choose(study: AnyStudy, row: DeltaGenerator, chosen_before: Texts | None = None) -> QuestionChoice:
    """The controls: what is asked, as far as it was not chosen before, and, folded away, how it is played."""
    choice = choice_of(study, here(), address.now(), chosen_before or {})
    controls.draw_choice(row, choice)
    return choice


def choice_of(study: AnyStudy, place: Place, at: Location, chosen_before: Texts) -> QuestionChoice:
    """The choice that the address makes for a study, with the controls that hold it."""
    choice, model, question = QuestionChoice(**vars(place)), place.model, study.question
    if model is None or study.reason_against(place.game):
        return choice
    drawn, texts = _fields(study, place, at, model, chosen_before, at_hand=True)
    choice = replace(choice, at_hand=_controls(drawn), texts=texts)
    if not question.is_played(model, texts):
        return choice
    if question.plays_a_batch:
        batch = fields.of_batch(place, at, [place.revision], quick_plays)
        drawn, texts = _fields(study, place, at, model, texts)
        folded = [*batch.controls, *_controls(drawn)]
        return replace(choice, folded=folded, words=batch.words, batch=batch.setup, texts=texts)
    who: list[Control] = []
    bots, words = "", {}
    if question.chooses_bots and question.has_seats:
        who, bots = fields.of_seats(at, model, model.players)
    elif question.chooses_bots:
        who = [fields.of_bots(at, model)]
        bots = who[0].text
    drawn, after = _fields(study, place, at, model, texts)
    if quick := quick_field(study):
        of_long = [field.control for field in question.fields() if field.without == QUICK]
        usual, about = LONG if any(map(at.read, of_long)) else QUICK, explained(LENGTHS, "quick look")
        length = fields.one(at, LENGTH, "Study", (QUICK, LONG), usual, about)
        who.append(length)
        if length.value == QUICK:
            drawn, after = _fields(study, place, at, model, {**texts, QUICK: quick.texts(True)})
        after = {QUICK: [], **after}
    words = {name: one.words for name, one in drawn.items()}
    if question.chooses_bots:
        every = who[0].text
        words["bots"] = bots_named(" ".join(dict.fromkeys(model.bots)) if every == MIXED else every)
    if quick and not any(map(words.get, BUDGETS)):
        words[LENGTH] = "quick look" if length.value == QUICK else "long study"
    seed = fields.of_seed(at, model)
    return replace(
        choice,
        folded=[*who, *_controls(drawn), seed],
        words=" · ".join(filter(None, words.values())),
        batch=BatchSetup(bots, model.plays, int(seed.text)),
        texts=after,
    )


def _fields(
    study: AnyStudy, place: Place, at: Location, model: Scenario, texts: Texts, at_hand: bool = False
) -> tuple[dict[str, Fields], dict[str, Sequence[str]]]:
    """The fields of the question that stand there by name, and the texts of all by now."""
    drawn: dict[str, Fields] = {}
    by_now = dict(texts)
    for field in study.question.fields():
        visible = study.question.control(field, model, by_now)
        if visible and field.at_hand is at_hand and field.name not in by_now and field.name != QUICK:
            drawn[field.name] = fields.of_field(visible, model, place, at)
            by_now[field.name] = drawn[field.name].texts
    return drawn, by_now


def _controls(drawn: Mapping[str, Fields]) -> list[Control]:
    return [control for one in drawn.values() for control in one.controls]


# What is asked, and found


def show(study: AnyStudy, choice: QuestionChoice) -> None:
    """Start what is asked, follow it, read it."""
    if st.session_state.get(SAVED_ON) == address.now().page:
        save_form.saved(choice)
    question = study_page.read_chosen(choice, partial(question_of, study, choice))
    if question is None:
        return
    if not question.needs_plays:
        document.show_answer(study, question, study.report(study.measure(question, RunOptions(), ignore_progress)))
        return
    study_page.show(*with_longer(study, choice, question))


def with_longer(study: AnyStudy, choice: QuestionChoice, question: Question) -> tuple[PageStudy, PageStudy | None]:
    """The study, and the long one that it leads to, if it takes half a minute at most on two cores."""
    scenario, plays, long = question.scenario, choice.revisions.sound[choice.revision].plays, None
    if quick_field(study):
        is_short = question.is_quick
        long = question_of(study, replace(choice, texts={**choice.texts, QUICK: []})) if is_short else None
    else:
        is_short = scenario.plays <= quick_plays(replace(scenario, plays=plays))
        if is_short and study.times_long:
            long = replace(question, scenario=replace(scenario, plays=study.times_long * scenario.plays))

    def on_page(question: Question, is_short: bool = False) -> PageStudy:
        place = {"game": choice.game.name, "revision": choice.revision, **study.address(question)}
        return PageStudy(study, question, Address(study.page, place), is_short)

    return on_page(question, is_short), on_page(long) if long else None


def question_of(study: AnyStudy, choice: QuestionChoice) -> Question:
    """The question of the controls. Raises BadInput."""
    opened = as_filed = choice.revisions.sound.__getitem__
    if choice.batch != NOTHING:
        plays_a_batch = study.question.plays_a_batch
        opened = partial(choice.batch.of, choice) if plays_a_batch else partial(_open, choice)
    return study.ask(choice.revision, choice.texts, opened, as_filed)


def _open(choice: QuestionChoice, revision: str) -> Scenario:
    """The revision with the chosen bots and seed. Raises BadInput."""
    bots = None if choice.batch.bots in ("", MIXED) else choice.batch.bots
    reference = f"{choice.game.name}/{revision}"
    return load_scenario(services().workspace, reference, bots=bots, seed=str(choice.batch.seed))
