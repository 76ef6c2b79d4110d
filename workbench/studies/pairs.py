"""Studies that are asked of a comparison: switches of the command `compare`, and frames on the page of its results."""

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypeAlias

from workbench.studies.fields import OtherRevision
from workbench.studies.study import AnswerT, Question, QuestionT, Study

if TYPE_CHECKING:
    from workbench.scenario import Scenario


@dataclass(frozen=True, kw_only=True)
class PairQuestion(Question):
    """A question about a revision, `scenario`, held against `versus`, both with the same bots, plays and seed."""

    versus: Annotated[
        "Scenario | None",
        OtherRevision(label="Compared with", help="The revision that it is held against.", key="against"),
    ] = None

    @property
    def before(self) -> "Scenario":
        """The revision that it is held against."""
        assert self.versus is not None
        return self.versus


@dataclass(frozen=True, eq=False)
class PairStudy(Study[QuestionT, AnswerT]):
    """A study of two revisions, which has no command and no page of its own.

    `control` is what the JSON of `compare` calls it too, `switch` the option of that command that asks for it.
    """

    switch: str = ""
    on_page: str = "results"

    @property
    def has_command(self) -> bool:
        return False

    def applies_to(self, base: "Scenario | None", other: "Scenario") -> bool:
        return base is not None

    def command(self, question: QuestionT) -> str:
        from workbench.engine.wording import in_one

        scenario, base = question.scenario, question.base
        words = ["workbench", "compare", base.name if base else "", scenario.name]
        for setting in scenario.settings:
            words += ["--set", setting]
        words += ["--bots", in_one((base or scenario).bots), "--seed", str(scenario.seed), self.switch]
        words += ["--plays", str(scenario.plays)]
        return shlex.join([*words, *self.option_words(question)])

    def option_words(self, question: QuestionT) -> list[str]:
        values = [(declared, value) for declared, value in question.values if not isinstance(declared, OtherRevision)]
        return [word for declared, value in values for word in declared.words(value)]


AnyPairStudy: TypeAlias = PairStudy[Question, object]
"""A study of comparisons of which nobody knows which one it is."""
