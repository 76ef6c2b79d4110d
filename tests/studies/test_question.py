"""Questions: what their fields read and write, and that every text leads back to the same question."""

import shlex
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.cli.studies import command_of
from workbench.engine.problems import BadInput
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import STARTER, Workspace
from workbench.studies.fields import OneText, OtherRevision, Switch, WholeNumber
from workbench.studies.registry import broken_studies, ours, studies
from workbench.studies.study import COMMON_OPTIONS, Question, Study


@dataclass(frozen=True, kw_only=True)
class EveryKind(Question):
    """A question with a field of each kind."""

    other: Annotated["Scenario | None", OtherRevision(label="Other", help="Other.", option="--against")] = None
    most: Annotated[int, WholeNumber(1, 500, "times", label="Most", help="Most.")] = 3
    at_end: Annotated[str, OneText(["first", "last"], label="End", help="End.")] = "last"


SHIPPED = Workspace(STARTER)
STUDY = Study("asked", EveryKind, "Asked", "A question.")
REVISIONS = ("trickster/prototype-a", "trickster/no-moon", "trickster/higher-limit")


def open_revision(name: str) -> Scenario:
    return load_scenario(SHIPPED, name if "/" in name else f"trickster/{name}")


@given(
    st.sampled_from(REVISIONS),
    st.none() | st.sampled_from(REVISIONS),
    st.integers(1, 500),
    st.sampled_from(["first", "last"]),
)
def test_texts_and_arguments_lead_back_to_the_question(name: str, other: str | None, most: int, at_end: str) -> None:
    base = open_revision(other) if other else None
    question = EveryKind(scenario=open_revision(name), other=base, most=most, at_end=at_end)
    assert STUDY.ask(name, question.texts, open_revision, open_revision) == question
    words = shlex.split(STUDY.command(question))
    flags = {field.flag: field.name for field in EveryKind.fields()}
    arguments = {flags[flag]: [value] for flag, value in pairwise(words) if flag in flags}
    assert STUDY.ask(words[2], arguments, open_revision, open_revision) == question
    assert question.base == base and set(question.texts) == set(arguments)


def refuse(name: str) -> Scenario:
    raise BadInput.one("--seed", "is bad", name)


def test_every_problem_is_told_at_once() -> None:
    with pytest.raises(BadInput) as bad:
        STUDY.ask(REVISIONS[0], {"most": ["0"], "at_end": ["middle"], "other": ["nothing"]}, refuse, open_revision)
    places = [problem.place for problem in bad.value.problems]
    assert len(places) == 4 and set(places) == {"--most", "--at-end", "--seed"}
    with pytest.raises(BadInput) as bad:
        STUDY.ask("nowhere", {"most": ["0"]}, open_revision, open_revision)
    assert len(bad.value.problems) == 2, "what needs no revision is read without one"


def test_a_revision_of_another_game_is_refused() -> None:
    with pytest.raises(BadInput, match="must be a revision of trickster"):
        STUDY.ask(REVISIONS[0], {"other": ["hitmakers/2021-04-08"]}, open_revision, open_revision)


def test_what_differs_from_the_defaults_alone_is_stored() -> None:
    scenario = open_revision(REVISIONS[0])
    assert EveryKind(scenario=scenario).texts == {} and EveryKind(scenario=scenario, most=4).texts == {
        "most": ["4 times"]
    }
    stored = STUDY.as_stored(EveryKind(scenario=scenario, most=4))
    assert stored.options["most"] == "4 times" and stored.id != STUDY.as_stored(EveryKind(scenario=scenario)).id


@dataclass(frozen=True, kw_only=True)
class Unasked(Question):
    """A question with a field that no control could show."""

    most: int = 3


@dataclass(frozen=True, kw_only=True)
class Undecided(Question):
    """A question with a field that has no default."""

    most: Annotated[int, WholeNumber(1, 5, label="Most", help="Most.")]


@dataclass(frozen=True, kw_only=True)
class Textual(Question):
    """A question as a file has it that postpones annotations."""

    most: 'Annotated[int, WholeNumber(1, 5, label="Most", help="Most.")]' = 3


@pytest.mark.parametrize(("question", "reason"), [(Unasked, "Field"), (Undecided, "default"), (Textual, "annotations")])
def test_a_question_that_could_not_be_asked_is_refused_with_its_field(question: type[Question], reason: str) -> None:
    with pytest.raises(TypeError, match=rf"\.most: .*{reason}"):
        Study("asked", question, "Asked", "A question.")


def test_every_folder_is_a_study() -> None:
    assert {point.name for point in ours()} <= set(studies()) and not broken_studies()


@pytest.mark.parametrize("study", studies().values(), ids=list(studies()))
def test_every_study_says_what_its_fields_are(study: Study) -> None:
    assert study.question.__doc__ and study.title and study.summary.endswith((".", "?"))
    assert study.about or not study.page
    for field in study.question.fields():
        assert field.label and field.help.endswith(".") and field.flag.startswith("--")
        assert bool(field.metavar) is not isinstance(field, Switch)


def test_no_field_is_called_as_what_a_command_adds() -> None:
    added = {name for study in studies().values() for name in added_options(study)}
    assert added <= {f"--{name.replace('_', '-')}" for name in COMMON_OPTIONS}


def added_options(study: Study) -> set[str]:
    options = {option for param in command_of(study).params for option in param.opts if option.startswith("--")}
    return options - {field.flag for field in study.command_fields()}
