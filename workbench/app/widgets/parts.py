"""Studies that are asked on the page of another result: a button for each, and a frame for its answer.

The question stands in the address; what answers it is a job.
"""

import streamlit as st

from workbench.app import address
from workbench.app.jobs.job import Address
from workbench.app.place import here
from workbench.app.widgets import controls, study_page
from workbench.app.widgets.fields import of_field
from workbench.app.widgets.study_page import PageStudy
from workbench.app.widgets.text import literal
from workbench.engine.problems import BadInput
from workbench.report.findings import batch_query
from workbench.scenario import Scenario
from workbench.studies.registry import part_studies
from workbench.studies.study import SWITCHED_ON, AnyStudy, Question


def offer(base: Scenario | None, other: Scenario) -> None:
    """The buttons of those that have anything to ask about a revision, against another if there is one."""
    for study in part_studies().values():
        if study.applies_to(base, other):
            key, args = f"ask_{study.control}", [study, base, other]
            st.button(study.button, icon=study.icon, key=key, on_click=_ask, args=args)


def _ask(study: AnyStudy, base: Scenario | None, other: Scenario) -> None:
    """Begin it, and have the page show the answer above those to earlier questions."""
    address.write(study.control, None)  # what is written last stands last
    address.write(study.control, SWITCHED_ON)
    study_page.begin_missing(_on_page(study, study.ask_of(base, other, {})))


def show(base: Scenario | None, other: Scenario) -> None:
    """The frames of those that the address asks for, the newest first."""
    for study in open_questions():
        _show(study, base, other)


def open_questions() -> list[AnyStudy]:
    """The questions that the address asks, the newest first."""
    by_control = part_studies()
    return [by_control[control] for control in reversed(address.now().choices) if control in by_control]


def _show(study: AnyStudy, base: Scenario | None, other: Scenario) -> None:
    names = [study.control, *(field.control for field in study.choices)]
    with st.container(border=True, key=f"asked_{study.control}"):
        choices = {field.name: of_field(field, other, here(), address.now()) for field in study.choices}
        try:
            question = study.ask_of(base, other, {name: of_one.texts for name, of_one in choices.items()})
        except BadInput as bad:
            lines = [f"- {literal(line)}" for line in controls.problems_of(bad)]
            st.error("\n".join(lines), title="This cannot be asked")
        else:
            study_page.show_part(_on_page(study, question))
        with st.container(horizontal=True, vertical_alignment="bottom"):
            controls.draw(st.container(), *(control for of_one in choices.values() for control in of_one.controls))
            close = f"close_{study.control}"
            st.button("Close", icon=":material/close:", key=close, on_click=address.forget, args=names)


def _on_page(study: AnyStudy, question: Question) -> PageStudy:
    scenario, place = question.scenario, here()
    batch = batch_query(scenario.bots, scenario.plays, scenario.seed)
    at = {"game": place.game.name, "revision": place.revision, "against": list(place.against)}
    return PageStudy(
        study, question, Address(study.page, {**at, **batch, **study.address(question)}), part=study.control
    )
