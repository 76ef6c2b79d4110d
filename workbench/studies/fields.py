"""The fields of a question: each becomes an option of a command, a control of a page, and a part of its address.

    search: Annotated[int | None, Whole(1, 10_000, label="Ask search", unit="iterations", help="…")] = None

A value has two texts: the *argument*, as the command takes it (`200`, `hitmakers/2020-03-04`), and the *text* that
addresses and the history have (`200 iterations`, `2020-03-04`). Both are read by `read`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.engine.problems import BadInput, WholeRange

if TYPE_CHECKING:
    from workbench.scenario import Scenario

Open = Callable[[str], "Scenario"]
"""Opens a revision by what somebody calls it. Raises BadInput."""
EMPTY = "nothing"
"""What a control shows where its field is left empty."""


@dataclass(frozen=True, kw_only=True)
class Field(ABC):
    """What is common to every field. `help` says in a sentence or two what it does.

    `option` is the name of the command's option, `--name` where it is empty. `terms` are looked up in the glossary.
    `empty` is what a control shows for a field that may be left empty. `name` and `default` are filled in by
    `fields_of`.
    """

    label: str
    help: str
    option: str = ""
    terms: tuple[str, ...] = ()
    empty: str = EMPTY
    name: str = ""
    default: Any = None

    @property
    def flag(self) -> str:
        """The command's option: `--search`."""
        return self.option or f"--{self.name.replace('_', '-')}"

    @property
    @abstractmethod
    def metavar(self) -> str:
        """What stands for a value in the command's help."""

    @abstractmethod
    def read(self, text: str) -> Any:
        """The value behind a text. Raises BadInput that names the option."""

    def open(self, text: str, scenario: "Scenario | None", open_revision: Open) -> Any:
        """The same, where the value depends on the revision that is asked about; None where that cannot be opened."""
        return self.read(text)

    def text(self, value: Any) -> str:
        """The value as addresses and the history have it."""
        return str(value)

    def argument(self, value: Any) -> str:
        """The value as the command takes it."""
        return self.text(value)


@dataclass(frozen=True)
class Whole(Field):
    """A whole number from `low` to `high`. Where some are `offered`, a page has these alone to choose from."""

    low: int
    high: int
    unit: str = ""
    offered: Sequence[int] = ()
    metavar: str = "N"

    def read(self, text: str) -> int:
        return WholeRange(self.low, self.high).asked(self.flag, text.removesuffix(f" {self.unit}"))

    def text(self, value: Any) -> str:
        return f"{value} {self.unit}".strip()

    def argument(self, value: Any) -> str:
        return str(value)


@dataclass(frozen=True)
class Choice(Field):
    """One of some texts."""

    options: Sequence[str]

    @property
    def metavar(self) -> str:
        return "|".join(self.options)

    def read(self, text: str) -> str:
        if text not in self.options:
            raise BadInput.one(self.flag, f"must be one of {', '.join(self.options)}", text)
        return text


@dataclass(frozen=True)
class OtherRevision(Field):
    """Another revision of the same game, which gets the bots, plays and seed of the first."""

    metavar: str = "OTHER"

    def read(self, text: str) -> str:
        return text

    def open(self, text: str, scenario: "Scenario | None", open_revision: Open) -> "Scenario":
        revision = open_revision(text)
        if scenario and revision.game.name != scenario.game.name:
            message = f"must be a revision of {scenario.game.name}, as {scenario.name} is"
            raise BadInput.one(self.flag, message, revision.name)
        return revision

    def text(self, value: Any) -> str:
        return str(value.revision)

    def argument(self, value: Any) -> str:
        return str(value.name)
