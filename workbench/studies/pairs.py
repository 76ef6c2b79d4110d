"""Studies that are asked of a comparison: switches of the command `compare`, and frames on the page of its results."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypeAlias

from workbench.studies.fields import Field, OtherRevision
from workbench.studies.study import AnswerT, Question, QuestionT, Study, Texts

if TYPE_CHECKING:
    from workbench.scenario import Scenario


SWITCHED_ON = "yes"
"""The word of an address for a study that is asked."""


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

    control       what the address of the page and the JSON of `compare` call it
    switch        the option of `compare` that asks for it
    button        what the button says that asks for it
    """

    control: str = ""
    switch: str = ""
    button: str = ""
    on_page: str = "results"

    @property
    def has_command(self) -> bool:
        return False

    def applies_to(self, base: "Scenario", other: "Scenario") -> bool:
        """True if there is anything to ask about these two."""
        return True

    @property
    def choices(self) -> list[Field]:
        """The fields beside the two revisions."""
        return [field for field in self.question.fields() if not isinstance(field, OtherRevision)]

    def ask_of(self, base: "Scenario", other: "Scenario", texts: Texts) -> QuestionT:
        """The question about `other` against `base`. Raises BadInput with every problem."""
        pair = {"base": base, "other": other}
        return self.ask("other", {**texts, "versus": ["base"]}, pair.__getitem__, pair.__getitem__)

    def address(self, question: QuestionT) -> dict[str, object]:
        texts = {field.control: question.texts.get(field.name, []) for field in question.fields()}
        return {name: texts for name, texts in texts.items() if texts and name != "against"} | {
            self.control: texts.get(self.control) or SWITCHED_ON
        }

    def address_of_line(self, request: Mapping[str, object]) -> dict[str, object]:
        return {self.control: SWITCHED_ON, **request}

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
