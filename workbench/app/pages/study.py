"""The page of any study: its controls are the fields of its question, its result the document of its report."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import SimpleNamespace

from streamlit.delta_generator import DeltaGenerator

from workbench.app import address
from workbench.app.jobs.job import Address
from workbench.app.navigation import lead_elsewhere
from workbench.app.place import Place, here
from workbench.app.services import services
from workbench.app.widgets import controls, document, proposal, study_page
from workbench.app.widgets.controls import (
    BatchSetup,
    bots_named,
    choose_batch,
    choose_bots,
    choose_bots_or_mixed,
    choose_seed,
)
from workbench.app.widgets.fields import draw_field, words_of
from workbench.app.widgets.study_page import LENGTH, LONG, QUICK, PageStudy, quick_field
from workbench.app.widgets.text import explained
from workbench.engine.registry import games
from workbench.play.options import RunOptions
from workbench.report.findings import MIXED
from workbench.scenario import Scenario, load_scenario
from workbench.studies.progress import ignore_progress
from workbench.studies.registry import studies
from workbench.studies.study import AnyStudy, Question, Texts
from workbench.studies.workload import quick_plays

BUDGETS = ("budget", "plays")
"""The field of studies that have a quick look which says how much the long one plays: in all, or each contest."""
LENGTHS = "A quick look takes up to half a minute on two cores, and is not stored. The long study decides more."


@dataclass(frozen=True)
class StudyChoice(Place):
    """The values of the controls: bots, plays and seed, and the texts of the question's fields by name."""

    batch: BatchSetup
    texts: Texts


def page_of(name: str) -> SimpleNamespace:
    """The page of an installed study, as a module of a page is."""
    study = studies()[name]
    return SimpleNamespace(choose=partial(choose, study), show=partial(show, study))


# What is chosen


def choose(study: AnyStudy, place: DeltaGenerator, chosen_before: Texts | None = None) -> StudyChoice:
    """The controls: what is asked, as far as it was not chosen before, and, folded away, how it is played."""
    chosen, model, question = here(), here().model, study.question
    choice = StudyChoice(**vars(chosen), batch=BatchSetup(), texts={})
    if model is None or study.reason_against(chosen.game):
        return choice
    texts = _draw(study, place, model, chosen_before or {}, at_hand=True)
    if not question.is_played(model, texts):
        return replace(choice, texts=texts)
    if question.plays_a_batch:
        batch, folded = choose_batch(chosen, place, [chosen.revision], usual=quick_plays)
        return replace(choice, batch=batch, texts=_draw(study, folded, model, texts))
    folded, bots = controls.folded(place, _folded_words(study, model)), ""
    if question.chooses_bots and question.has_seats:
        bots = choose_bots(chosen.game, model, folded, model.players)
    elif question.chooses_bots:
        bots = choose_bots_or_mixed(chosen.game, model, folded)
    if quick := quick_field(study):
        about = explained(LENGTHS, "quick look")
        length = controls.select(folded, LENGTH, "Study", (QUICK, LONG), _usual_length(study), about)
        texts["quick"] = quick.texts(True) if length == QUICK else []
    texts = _draw(study, folded, model, texts)
    return replace(choice, batch=BatchSetup(bots, model.plays, choose_seed(folded, model.seed)), texts=texts)


def _draw(
    study: AnyStudy, place: DeltaGenerator, model: Scenario, texts: Texts, at_hand: bool = False
) -> dict[str, Sequence[str]]:
    """The controls of the fields that stand there, and the texts of all by now."""
    by_now = dict(texts)
    for field in study.question.fields():
        drawn = study.question.control(field, model, by_now)
        if drawn and field.at_hand is at_hand and field.name not in by_now and field.name != "quick":
            by_now[field.name] = draw_field(place, drawn, model)
    return by_now


def _usual_length(study: AnyStudy) -> str:
    """Long where a choice is made that only the long study has, else quick."""
    of_long = [field.control for field in study.question.fields() if field.without == "quick"]
    return LONG if any(map(address.read, ("contest_plays", *of_long))) else QUICK


def _folded_words(study: AnyStudy, model: Scenario) -> str:
    """The values of the folded controls, in words."""
    fields = study.question.fields()
    words = {field.name: words_of(field, model) for field in fields}  # first, for it leaves out what cannot be
    length = address.held_option(LENGTH, "Study", (QUICK, LONG), _usual_length(study)) if quick_field(study) else ""
    for field in fields:
        if length == QUICK and field.without == "quick":
            words[field.name] = ""
    if study.question.chooses_bots:
        words["bots"] = bots_named(address.held("bots", " ".join(dict.fromkeys(model.bots)), str))
    if length and not any(map(words.get, BUDGETS)):
        words["length"] = "quick look" if length == QUICK else "long study"
    return " · ".join(filter(None, words.values()))


# What is asked, and found


def show(study: AnyStudy, choice: StudyChoice) -> None:
    """Start what is asked, follow it, read it; or say why the study is not for this game."""
    if reason := study.reason_against(choice.game):
        others = {name: game.title for name, game in games().items() if not study.reason_against(game)}
        lead_elsewhere(reason, study.icon, {name: f"{study.title} in {title}" for name, title in others.items()})
        return
    proposal.show_saved(choice)
    question = study_page.read_chosen(choice, partial(_ask, study, choice))
    if question is None:
        return
    if not question.needs_plays:
        document.show_answer(study, question, study.report(study.measure(question, RunOptions(), ignore_progress)))
        return
    study_page.show(_on_page(study, choice, question), _longer(study, choice, question))


def _longer(study: AnyStudy, choice: StudyChoice, question: Question) -> PageStudy | None:
    """The long study that a quick look leads to, where there is one."""
    if choice.texts.get("quick"):
        return _on_page(study, choice, _ask(study, replace(choice, texts={**choice.texts, "quick": []})))
    plays = study.times_long * question.scenario.plays
    if not plays or not _is_short(study, choice, question):
        return None
    return _on_page(study, choice, replace(question, scenario=replace(question.scenario, plays=plays)))


def _is_short(study: AnyStudy, choice: StudyChoice, question: Question) -> bool:
    """True if the study takes half a minute at most on two cores."""
    if quick_field(study):
        return question.is_quick
    scenario, model = question.scenario, choice.revisions.sound[choice.revision]
    return scenario.plays <= quick_plays(replace(scenario, plays=model.plays))


def _ask(study: AnyStudy, choice: StudyChoice) -> Question:
    """The question of the controls. Raises BadInput."""
    opened = as_filed = choice.revisions.sound.__getitem__
    if choice.batch != BatchSetup():
        plays_a_batch = study.question.plays_a_batch
        opened = partial(choice.batch.of, choice) if plays_a_batch else partial(_open, choice)
    return study.ask(choice.revision, choice.texts, opened, as_filed)


def _open(choice: StudyChoice, revision: str) -> Scenario:
    """The revision with the chosen bots and seed. Raises BadInput."""
    bots = None if choice.batch.bots in ("", MIXED) else choice.batch.bots
    reference = f"{choice.game.name}/{revision}"
    return load_scenario(services().workspace, reference, bots=bots, seed=str(choice.batch.seed))


def _on_page(study: AnyStudy, choice: StudyChoice, question: Question) -> PageStudy:
    place = {"game": choice.game.name, "revision": choice.revision, **study.address(question)}
    return PageStudy(study, question, Address(study.page, place), _is_short(study, choice, question))
