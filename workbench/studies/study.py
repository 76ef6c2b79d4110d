"""What a study is: a question, what it plays, and how its answer reads; declared once, as a game is."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from workbench.engine.problems import Problems
from workbench.studies.fields import Field, Open, OtherRevision

if TYPE_CHECKING:
    from workbench.report.document import Report
    from workbench.scenario import Scenario
    from workbench.store import Store
    from workbench.store.answers import Answer
    from workbench.study.batch_player import RunOptions
    from workbench.study.strength.contest import Follow


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is asked about a revision, with the bots, plays and seed of `scenario`.

    Each further field of a study's own question has a `Field` in its annotation, and a default. The docstring is the
    help of the command.
    """

    scenario: "Scenario"

    usual_plays: ClassVar[int] = 20_000
    """The plays that a page suggests at most."""

    @classmethod
    def fields(cls) -> list[Field]:
        """The declared fields, in order, each with its name and default."""
        return [
            replace(note, name=declared.name, default=None if declared.default is MISSING else declared.default)
            for declared in fields(cls)
            for note in getattr(declared.type, "__metadata__", ())
            if isinstance(note, Field)
        ]

    def check(self) -> None:
        """Raise BadInput for what cannot be measured."""

    @property
    def values(self) -> list[tuple[Field, Any]]:
        """Every field whose value is not its default, with the value."""
        values = [(declared, getattr(self, declared.name)) for declared in self.fields()]
        return [(declared, value) for declared, value in values if value != declared.default]

    @property
    def texts(self) -> dict[str, str]:
        """The same by name, as addresses and the history have it."""
        return {declared.name: declared.text(value) for declared, value in self.values}

    @property
    def base(self) -> "Scenario | None":
        """The other revision that is asked about; None without one."""
        return next((value for declared, value in self.values if isinstance(declared, OtherRevision)), None)

    @property
    def revisions(self) -> "list[Scenario]":
        """Every revision that is asked about."""
        return [self.scenario, *([self.base] if self.base else [])]


@dataclass(frozen=True, eq=False)
class Study:
    """One study: `name` is that of its command, its page and its entry point.

    question    the class of its questions, from the file `question.py` of the study's folder
    title       what the page and the history call it
    summary     what it tells, in a line
    about       what its page will tell, a line each, before anything is played
    icon        a Material icon, as Streamlit names it
    tab         the tab that its page belongs to
    see_also    pages that go on from it, with what their link says
    """

    name: str
    question: type[Question]
    title: str
    summary: str
    about: Sequence[str] = ()
    icon: str = ":material/query_stats:"
    tab: str = "Quality"
    see_also: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def folder(self) -> str:
        """The package with the study's modules."""
        return self.question.__module__.rpartition(".")[0]

    def measure(self, question: Question, options: "RunOptions", follow: "Follow") -> Any:
        """Play, and return the answer. Raises BadInput, and `Stopped` once `options.stop` is set."""
        return import_module(f"{self.folder}.measure").measure(question, options, follow)

    def report(self, answer: Any) -> "Report":
        """The answer as a document."""
        report: Report = import_module(f"{self.folder}.report").report(answer)
        return report

    def ask(self, revision: str, texts: Mapping[str, str | None], open_revision: Open) -> Question:
        """The question about a revision; `texts` are of its fields, of which one without a text has its default.

        Raises BadInput with every problem.
        """
        problems = Problems()
        scenario = problems.attempt(open_revision, revision)
        values = {
            declared.name: problems.attempt(declared.open, text, scenario, open_revision)
            for declared in self.question.fields()
            if (text := texts.get(declared.name))
        }
        problems.refuse()
        assert scenario is not None
        question = self.question(scenario=scenario, **values)
        question.check()
        return question

    def as_stored(self, question: Question) -> "Answer":
        """The question as the store keeps it, without its answer."""
        from workbench.report.findings import batch_asked
        from workbench.study.outcome import answer_of

        scenario = question.scenario
        asked = {**batch_asked(scenario.bots, scenario.plays, scenario.seed), **question.texts}
        return answer_of(self.name, scenario, asked, question.base)

    def save(self, store: "Store", question: Question, report: "Report") -> None:
        """Store what the answer says, for the history; nothing where a command set rules."""
        from workbench.store.answers import save_answer

        if not question.scenario.settings:
            save_answer(store, replace(self.as_stored(question), sentence=report.headline))

    def command(self, question: Question) -> str:
        """The command that asks the same once more."""
        from workbench.bots.spec import in_one

        scenario = question.scenario
        words = ["workbench", self.name, scenario.name]
        for declared, value in question.values:
            words += [declared.flag, declared.argument(value)]
        words += ["--plays", str(scenario.plays), "--seed", str(scenario.seed), "--bots", in_one(scenario.bots)]
        for setting in scenario.settings:
            words += ["--set", setting]
        return shlex.join(words)
