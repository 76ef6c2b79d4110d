"""Find a value: what meets the goals, which of some values is best, or which rule matters most; one page for all."""

from streamlit.delta_generator import DeltaGenerator

from workbench.app import address
from workbench.app.pages import study
from workbench.app.widgets import controls
from workbench.app.widgets.fields import QuestionChoice, one
from workbench.studies.find.question import BEST, MATTERS, MEET
from workbench.studies.registry import studies

VIEWS = (MEET, BEST, MATTERS)
ABOUT = "Rule values that meet the goals; the best of some values of up to three rules; or one step of every rule."


def choose(row: DeltaGenerator) -> QuestionChoice:
    """Which view, and the controls of its study."""
    view = one(address.now(), "view", "Ask for", VIEWS, MEET, ABOUT)
    controls.draw(row, view)
    if view.value == MEET:
        return study.choose(studies()["tune"], row)
    return study.choose(studies()["sweep"], row, {"sensitivity": [MATTERS] if view.value == MATTERS else []})


def show(choice: QuestionChoice) -> None:
    """The answer of the chosen view."""
    study.show(studies()["sweep" if "sensitivity" in choice.texts else "tune"], choice)
