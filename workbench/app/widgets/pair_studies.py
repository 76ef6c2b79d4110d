"""Studies that are asked of a comparison, on the page of its results: a button for each, and a frame for its answer.

The question stands in the address; what answers it is a job.
"""

from collections.abc import Sequence
from typing import cast

import streamlit as st

from workbench.app import address
from workbench.app.jobs.job import Address
from workbench.app.place import here
from workbench.app.widgets import controls, job_progress, study_page
from workbench.app.widgets.fields import measures, number_in_address, usual_measures
from workbench.app.widgets.study_page import PageStudy
from workbench.app.widgets.text import explained, literal
from workbench.engine.problems import BadInput
from workbench.report.findings import batch_query
from workbench.scenario import Scenario
from workbench.studies.fields import Field, Measures, WholeNumber
from workbench.studies.pairs import AnyPairStudy
from workbench.studies.registry import pair_studies
from workbench.studies.study import Question


def offer(base: Scenario, other: Scenario, *, only: Sequence[str] = ()) -> None:
    """The buttons of those that have anything to ask; `only` those of these names, if there are any."""
    for name, study in pair_studies().items():
        if study.applies_to(base, other) and (not only or name in only):
            _offer(study, base, other)


def _offer(study: AnyPairStudy, base: Scenario, other: Scenario) -> None:
    """The button that asks; what can be chosen stands behind it."""
    fields, key = study.choices, f"ask_{study.control}"
    if not fields:
        st.button(study.button, icon=study.icon, key=key, on_click=_ask, args=[study, base, other])
        return
    with st.popover(study.button, icon=study.icon, key=controls.newest_key(f"{study.control}_choices")):
        st.markdown("\n".join(study.about))
        suggested = study.suggested(base, other)
        for field in fields:
            _draw_unbound(field, other, f"{study.control}_{field.name}", suggested.get(field.name, ()))
        args, icon = [study, base, other], job_progress.START
        st.button(study.button, key=key, type="primary", icon=icon, on_click=_ask, args=args)


def _draw_unbound(field: Field, model: Scenario, key: str, suggested: Sequence[str]) -> None:
    """The control of a field whose value is in the session alone, until somebody asks."""
    at, about = address.now(), explained(field.help, *field.terms)
    match field:
        case Measures():
            options = measures(field, model)
            held = [name for name in at.read_all(field.control) if name in options]
            st.multiselect(
                field.label, list(options), held, format_func=options.__getitem__, placeholder=usual_measures(model),
                key=key, help=about,
            )  # fmt: skip
        case WholeNumber(low=low, high=high):
            numbers = [*number_in_address(field, at), *map(field.read, suggested)]
            number = next(iter(numbers), cast(int, field.default))
            st.number_input(field.label, low, high, number, field.step, key=key, help=about)
        case _:
            raise TypeError(f"no control of its own for a field of type {type(field).__name__}")


def _ask(study: AnyPairStudy, base: Scenario, other: Scenario) -> None:
    """Have the page show the answer above those to earlier questions, and begin it."""
    held = {field.name: st.session_state[f"{study.control}_{field.name}"] for field in study.choices}
    texts = {name: [*map(str, value)] if isinstance(value, list) else [str(value)] for name, value in held.items()}
    question = study.ask_of(base, other, texts)
    for name, value in study.address(question).items():
        address.write(name, None)  # what is written last stands last
        address.write(name, value)
    _on_page(study, question).begin()
    controls.renew(f"{study.control}_choices")


def show(base: Scenario, other: Scenario) -> None:
    """The frames of those that the address asks for, the newest first."""
    for study in open_questions():
        _show(study, base, other)


def open_questions() -> list[AnyPairStudy]:
    """The questions that the address asks, the newest first."""
    by_control = {study.control: study for study in pair_studies().values()}
    return [by_control[control] for control in reversed(address.now().choices) if control in by_control]


def _show(study: AnyPairStudy, base: Scenario, other: Scenario) -> None:
    names = [study.control, *(field.control for field in study.choices)]
    with st.container(border=True, key=f"asked_{study.control}"):
        texts = {field.name: address.now().read_all(field.control) for field in study.choices}
        chosen = {name: words for name, words in texts.items() if any(words) and not set(words) <= set(study.usual)}
        try:
            question = study.ask_of(base, other, chosen)
        except BadInput as bad:
            lines = [f"- {literal(line)}" for line in controls.problems_of(bad)]
            st.error("\n".join(lines), title="This cannot be asked")
        else:
            study_page.show_part(_on_page(study, question))
        close = f"close_{study.control}"
        st.button("Close", icon=":material/close:", key=close, on_click=address.forget, args=names)


def _on_page(study: AnyPairStudy, question: Question) -> PageStudy:
    scenario, place = question.scenario, here()
    batch = batch_query(scenario.bots, scenario.plays, scenario.seed)
    at = {"game": place.game.name, "revision": place.revision, "against": list(place.against)}
    return PageStudy(
        study, question, Address(study.page, {**at, **batch, **study.address(question)}), part=study.control
    )
