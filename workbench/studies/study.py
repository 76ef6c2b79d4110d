"""The base of every study: a question, what it plays, and how its answer reads; declared once, as a game is."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cached_property, partial
from importlib import import_module
from importlib.resources import files
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar, Generic, TypeAlias, TypeVar, cast

from workbench.engine.problems import BadInput, Problems
from workbench.engine.wording import listed
from workbench.studies.fields import Field, FieldValue, Open, OtherRevision

if TYPE_CHECKING:
    from workbench.engine.game import Game
    from workbench.play.options import RunOptions
    from workbench.report.document import Block, Report
    from workbench.report.example import Example
    from workbench.scenario import Scenario
    from workbench.store import Store
    from workbench.store.answers import StoredAnswer
    from workbench.studies.progress import Follow
    from workbench.studies.workload import Pace, Workload

Texts = Mapping[str, Sequence[str]]
"""The texts of a question's fields, by name; a field without any has its default."""


COMMON_OPTIONS = (
    *("bots", "cluster", "csv", "details", "example", "help", "html", "jobs", "json", "keep", "markdown", "no_store"),
    *("plays", "rows_to", "safe", "save", "scenario", "seed", "set", "workspace"),
)
"""The options of every command, and what else a field must not be called: there are several of one name then."""
LENGTH, QUICK, LONG = "length", "quick", "long"
"""The control of studies that have a quick look, and what it may hold; the first of these is their field too."""
SWITCHED_ON = "yes"
"""The word of an address for a study that is asked within another page."""
FILLED_IN = {"filled_in": True}
"""Marks an attribute of a question that the study fills in from other fields, and nobody asks for."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question about a revision, with the bots and seed of `scenario`.

    Each further field of a study's own question has a `Field` in its annotation, and a default. The docstring is the
    help of the command.
    """

    scenario: "Scenario"

    revision_word: ClassVar[str] = "SCENARIO"
    """The word for the revision in the help of the command."""
    plays_a_batch: ClassVar[bool] = True
    """True if it is about a batch, with the plays of `scenario`. Else the study says itself how much it plays."""
    chooses_bots: ClassVar[bool] = True
    """True if the bots of `scenario` play. Else the study says itself who plays."""
    has_seats: ClassVar[bool] = False
    """True if a page that plays no batch lets one choose a bot for each seat."""

    @classmethod
    def fields(cls) -> list[Field]:
        """The declared fields, in order, each with its name and default."""
        return [
            replace(note, name=declared.name, default=None if declared.default is MISSING else declared.default)
            for declared in fields(cls)
            for note in getattr(declared.type, "__metadata__", ())
            if isinstance(note, Field)
        ]

    @classmethod
    def check_texts(cls, texts: Texts, scenario: "Scenario | None") -> None:
        """Raise BadInput for fields that are missing, or do not go together; `scenario` as for `Field.open`, if any."""

    @classmethod
    def is_played(cls, scenario: "Scenario", texts: Texts) -> bool:
        """True if anything is played for it; else it is answered at once, and its page has no choice of plays."""
        return True

    @classmethod
    def control(cls, field: Field, scenario: "Scenario", texts: Texts) -> Field | None:
        """The field as a page draws it, where the fields before it have these texts; None where it leaves it out."""
        return None if texts.get(field.without) else field

    def check(self) -> None:
        """Raise BadInput for what cannot be measured."""

    @property
    def needs_plays(self) -> bool:
        """True if anything is played for this very question."""
        return self.is_played(self.scenario, self.texts)

    @property
    def is_quick(self) -> bool:
        """True for a quick look, of which nothing is stored; a study that has such a look has a field `quick`."""
        return bool(getattr(self, QUICK, False))

    @property
    def length(self) -> str:
        """The study's length, as addresses have it."""
        return QUICK if self.is_quick else LONG

    @property
    def note(self) -> str:
        """The line on standard error before a command begins; empty for none."""
        return ""

    @property
    def is_stored(self) -> bool:
        """True if a command stores the answer's headline."""
        return not self.is_quick

    @property
    def ends_early(self) -> tuple[str, ...]:
        """The goals or measures that end the plays once they are decided; none where all are played."""
        return ()

    @property
    def values(self) -> list[tuple[Field, FieldValue]]:
        """Every field whose value is not its default, with the value."""
        values = [(declared, getattr(self, declared.name)) for declared in self.fields()]
        return [(declared, value) for declared, value in values if value != declared.default]

    @property
    def texts(self) -> dict[str, list[str]]:
        """The same by name, as addresses and the history have it."""
        return {declared.name: declared.texts(value) for declared, value in self.values}

    @property
    def base(self) -> "Scenario | None":
        """The other revision that is asked about; None without one."""
        return next(
            (cast("Scenario", value) for declared, value in self.values if isinstance(declared, OtherRevision)), None
        )

    @property
    def revisions(self) -> "list[Scenario]":
        """Every revision that is asked about."""
        return [self.scenario, *([self.base] if self.base else [])]

    @property
    def batches(self) -> "list[Scenario]":
        """Every batch that is played, of a question about batches."""
        return self.revisions


QuestionT = TypeVar("QuestionT", bound=Question)
AnswerT = TypeVar("AnswerT")


@dataclass(frozen=True, eq=False)
class Study(Generic[QuestionT, AnswerT]):
    """One study: `name` is that of its command, its page and its entry point.

    question    the class of its questions, from the file `question.py` of the study's folder
    title       what the page and the history call it
    noun        what the history calls one, where that is not the title
    summary     what it tells, in a line
    about       what its page will tell, a line each, before anything is played
    icon        a Material icon, as Streamlit names it
    tab         the tab that its page belongs to
    see_also    pages that go on from it, each with its choices as in an address, and what their link says
    resumes     whether a study that was stopped goes on from what is stored
    remains     what remains of one that is cancelled, where that is not what was played
    proposes    whether it may propose rule values, which the command saves with `--save`
    storing     what its page says will be stored, where that is more than the line in the history
    of_runs     whether its page offers the plays of the latest stored run of the revision
    on_page     the page that shows it, where that is not its own, and the `view` of that page
    control     what the address of that page calls it, of one that is asked there in a frame; `button` asks for it
    has_page    whether a page shows it, with an example; else it is its command alone
    command_name  the words of its command, where they are not its name
    stores      whether its answer is stored, as a line of the history
    stores_plays  whether it stores a batch: its command says what is kept
    times_long  times the plays of a quick look that its long study has, of a study about a batch; 0: it has none

    A study that differs in more overrides a method.
    """

    name: str
    question: type[QuestionT]
    title: str
    summary: str
    about: Sequence[str] = ()
    icon: str = ":material/query_stats:"
    tab: str = "Results"
    see_also: Mapping[str, str] = field(default_factory=dict)
    resumes: bool = False
    noun: str = ""
    remains: str = ""
    proposes: bool = False
    storing: str = ""
    of_runs: bool = False
    times_long: int = 0
    on_page: str = ""
    view: str = ""
    control: str = ""
    button: str = ""
    has_page: bool = True
    command_name: str = ""
    stores: bool = True
    stores_plays: bool = False

    is_a_run: ClassVar[bool] = False
    """True if all it says is in the run that it stores, so that `resume` goes on with it."""

    @property
    def has_command(self) -> bool:
        """True if its name is that of a command."""
        return not self.command_name

    def reason_against(self, game: "Game") -> str:
        """Why it does not apply to a game, in a sentence or two; empty where it does."""
        return ""

    def applies_to(self, base: "Scenario | None", other: "Scenario") -> bool:
        """True if a frame has anything to ask about a revision, and the one that it is held against, if any."""
        return not self.reason_against(other.game)

    @property
    def choices(self) -> list[Field]:
        """The fields beside the revisions."""
        return [field for field in self.question.fields() if not isinstance(field, OtherRevision)]

    def ask_of(self, base: "Scenario | None", other: "Scenario", texts: Texts) -> QuestionT:
        """The question about `other`, against `base` if there is one. Raises BadInput with every problem."""
        sides = {"other": other, **({"base": base} if base else {})}
        against = {
            field.name: ["base"] for field in self.question.fields() if base and isinstance(field, OtherRevision)
        }
        return self.ask("other", {**texts, **against}, sides.__getitem__, sides.__getitem__)

    def __post_init__(self) -> None:
        """Raises TypeError for a question with a field that nobody could ask."""
        declared = {field.name: field.flag for field in self.question.fields()}
        question = self.question
        free = set() if question.plays_a_batch else {"plays"} if question.chooses_bots else {"plays", "bots"}
        taken = set(COMMON_OPTIONS) - free
        for name, flag in declared.items():
            for word in taken & {name, flag.strip("-").replace("-", "_")}:
                raise TypeError(f"{question.__name__}.{name}: every command has an option {word}; choose another name")
        for field_ in fields(self.question):
            if field_.name == "scenario" or field_.metadata == FILLED_IN:
                continue
            if isinstance(field_.type, str):
                message = "its annotation is text; leave out `from __future__ import annotations` in that file"
                raise TypeError(f"{self.question.__name__}.{field_.name}: {message}")
            if field_.name not in declared or field_.default is MISSING:
                raise TypeError(
                    f"{self.question.__name__}.{field_.name}: needs a Field in its annotation, and a default"
                )

    @property
    def page(self) -> str:
        """The page that shows it; empty where none does."""
        return (self.on_page or self.name) if self.has_page else ""

    @cached_property
    def folder(self) -> str:
        """The package with the study's modules; a small study's has all in its `__init__.py`."""
        return str(sys.modules[self.question.__module__].__package__)

    def module(self, name: str) -> ModuleType:
        """A module of the study, imported when it is needed, or the one that a small study is."""
        is_one = self.question.__module__ == self.folder
        return import_module(self.folder if is_one else f"{self.folder}.{name}")

    @property
    def example(self) -> "Example | None":
        """A true answer in short, which lies beside its modules; None without one. Raises BadInput for a broken one."""
        from workbench.report.example import example_in

        return example_in(self.folder)

    # Question, measure, report

    def ask(self, revision: str, texts: Texts, open_revision: Open, open_as_filed: Open) -> QuestionT:
        """The question about a revision; `texts` are of its fields. Raises BadInput with every problem.

        `open_as_filed` opens the revision without what this call changes, so that a bad seed hides no unknown rule.
        """
        problems = Problems()
        scenario = model = problems.attempt(open_revision, revision)
        if model is None:
            with suppress(BadInput):
                model = open_as_filed(revision)
        if model and (reason := self.reason_against(model.game)):
            from workbench.engine.registry import games

            fits = [name for name, game in games().items() if not self.reason_against(game)]
            problems.wrong(self.name, f"{reason} It is for {listed(fits)}.")
            problems.refuse()
        problems.attempt(self.question.check_texts, texts, model)
        values = {}
        for declared in self.question.fields():
            if words := texts.get(declared.name):
                can_open = model or declared.opens_alone
                opened = partial(declared.open, words, model, open_revision)  # type: ignore[arg-type] # see opens_alone
                read = opened if can_open else partial(declared.read, words[0])
                values[declared.name] = problems.attempt(read)
        problems.refuse()
        assert scenario is not None
        question = self.question(scenario=scenario, **values)
        question.check()
        return question

    def measure(self, question: QuestionT, options: "RunOptions", follow: "Follow") -> AnswerT:
        """Play, and return the answer. Raises BadInput, and `Stopped` once `options.stop` is set."""
        answer: AnswerT = self.module("measure").measure(question, options, follow)
        return answer

    def data(self, answer: AnswerT) -> Mapping[str, object] | None:
        """The JSON of the answer, where that needs no document; None where it is the document's."""
        return None

    def report(self, answer: AnswerT) -> "Report":
        """The answer as a document, by the template `answer.md`."""
        from workbench.report.template import PlayedAnswer, report_of

        return report_of(self.folder, self.title, cast(PlayedAnswer, answer))

    def report_so_far(self, question: QuestionT, answers: Sequence[object]) -> "Sequence[Block]":
        """The partial answers that `measure` has told so far, as blocks, while it plays.

        A study has a template `so_far.md`, or shows nothing.
        """
        if not files(self.folder).joinpath("so_far.md").is_file():
            return ()
        from workbench.report.template import render

        return render(self.folder, "so_far.md", question=question, answers=answers).blocks

    def answer_so_far(self, question: QuestionT, answers: Sequence[object]) -> "Report | None":
        """The same as a document with a headline, of a study whose page shows its answer while it plays."""
        return None

    def report_at_once(self, question: QuestionT) -> "Sequence[Block]":
        """Blocks that need no play, which a page shows until there is a report."""
        return ()

    def workload(self, question: QuestionT, pace: "Pace") -> "Workload":
        """How much there is to play, and how long that takes."""
        from workbench.studies.workload import batches_workload

        return batches_workload(question.revisions, question.scenario, pace)

    # Store and history

    def as_stored(self, question: QuestionT) -> "StoredAnswer":
        """The question as the store keeps it, without its answer."""
        from workbench.play.forms import answer_of
        from workbench.report.findings import batch_query

        scenario = question.scenario
        request = batch_query(scenario.bots, scenario.plays, scenario.seed)
        request |= {name: texts if len(texts) > 1 else texts[0] for name, texts in question.texts.items()}
        return answer_of(self.name, scenario, request, question.base)

    def is_answered(self, store: "Store", question: QuestionT) -> bool:
        """True if the store has the answer, so that a page opens it at once."""
        from workbench.store.answers import answer_data

        return answer_data(store, self.as_stored(question)) is not None

    def read(self, store: "Store", question: QuestionT) -> AnswerT | None:
        """The answer as the store has it, read at once; None where anything has to be played or counted."""
        return None

    def stored_question(self, store: "Store", question: QuestionT) -> QuestionT | None:
        """The question that the store answers: this one, or a smaller one of what was played; None where nothing is."""
        return question if self.is_answered(store, question) else None

    def save(self, store: "Store", question: QuestionT, answer: AnswerT, report: "Report") -> None:
        """Store what the answer says, for the history; nothing where a command set rules, or it was cut short.

        Nothing either where it is stored already: as its batches were played, or as its answer says.
        """
        from workbench.store.answers import save_answer

        is_new = not self.stores_plays and getattr(answer, "is_new", True)
        if is_new and not question.scenario.settings and not report.cut_short:
            save_answer(store, replace(self.as_stored(question), sentence=report.headline))

    def address(self, question: QuestionT) -> dict[str, object]:
        """The query of the address of its page, without the revision."""
        return self.address_of_line(self.as_stored(question).options)

    def address_of_line(self, request: Mapping[str, object]) -> dict[str, object]:
        """The same, from the options that a line of the history stores; a frame is about the revisions of its page."""
        if self.control:
            names = {field.name for field in self.question.fields()} - {field.name for field in self.choices}
            return {self.control: SWITCHED_ON} | {name: text for name, text in request.items() if name not in names}
        return {**({"view": self.view} if self.view else {}), **request}

    # The command

    def command_fields(self) -> list[Field]:
        """The fields that its command takes, `texts` of which come to `ask`; and the `plays`, where they are chosen."""
        return self.question.fields()

    def option_words(self, question: QuestionT) -> list[str]:
        """The options of the command that ask for the values of the question's fields."""
        values = [(declared, value) for declared, value in question.values if not declared.positional]
        return [word for declared, value in values for word in declared.words(value)]

    def exit_code(self, answer: AnswerT) -> int:
        """The exit code of the command: 0 where the answer is as one wishes, whatever it is about."""
        return 0

    def in_short(self, answer: AnswerT, report: "Report", command: str) -> "tuple[Report, str]":
        """The document that an example is made of, and its command."""
        return report, command

    def command(self, question: QuestionT) -> str:
        """The command that asks the same once more."""
        from workbench.engine.wording import in_one

        scenario = question.scenario
        words = ["workbench", *(self.command_name or self.name).split(), scenario.name]
        words += [word for field, value in question.values if field.positional for word in field.words(value)]
        for setting in scenario.settings:
            words += ["--set", setting]
        words += self.option_words(question)
        words += ["--plays", str(scenario.plays)] if question.plays_a_batch and not question.ends_early else []
        bots = ["--bots", in_one(scenario.bots)] if question.chooses_bots else []
        return shlex.join([*words, "--seed", str(scenario.seed), *bots])


AnyStudy: TypeAlias = Study[Question, object]
"""A study of which nobody knows which one it is."""
