"""The fields of a question: each becomes an option of a command, a control of a page, and a part of its address.

    search: Annotated[int | None, WholeNumber(1, 10_000, label="Ask search", unit="iterations", help="…")] = None

A value has two kinds of text: *arguments*, as the command takes them (`200`, `hitmakers/2020-03-04`), and those of
addresses and the history (`200 iterations`, `2020-03-04`). Both are read by `open`. Most fields have one text; those
that are `multiple` have any number.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypeAlias, cast

from workbench.engine.problems import BadInput, WholeRange, together
from workbench.engine.wording import did_you_mean

if TYPE_CHECKING:
    from workbench.engine.game import Game
    from workbench.scenario import Scenario

Open = Callable[[str], "Scenario"]
"""Opens a revision by what somebody calls it. Raises BadInput."""
FieldValue: TypeAlias = "int | str | bool | tuple[str, ...] | Scenario | tuple[Scenario, ...]"
"""The value of a field: each class of fields says which of these it has."""
EMPTY = "nothing"
"""The text of a control whose field is left empty."""


@dataclass(frozen=True, kw_only=True)
class Field(ABC):
    """A declared option of a study. `help` says in a sentence or two what it does.

    option      the name of the command's option; `--name` where it is empty
    key         the name of its control and in addresses; `name` where it is empty
    terms       are looked up in the glossary
    empty       what a control shows for a field that is left empty
    at_hand     its control stands beside the title of the page, rather than folded away
    without     a page leaves it out where the switch of this name is on
    resets      the controls that are forgotten where this one changes
    in_brief    what the button that unfolds its control says of it, with {} where its value stands; empty for nothing
    name, default   filled in by `Question.fields`
    """

    multiple: ClassVar[bool] = False
    positional: ClassVar[bool] = False
    """True if the command takes its values as arguments, without an option."""
    required: ClassVar[bool] = False
    """True if the command needs at least one."""
    opens_alone: ClassVar[bool] = False
    """True if its texts can be opened although the revision that is asked about cannot."""

    label: str
    help: str
    option: str = ""
    key: str = ""
    terms: tuple[str, ...] = ()
    empty: str = EMPTY
    at_hand: bool = False
    without: str = ""
    in_brief: str = ""
    resets: tuple[str, ...] = ()
    name: str = ""
    default: "FieldValue | None" = None

    @property
    def flag(self) -> str:
        """The command's option: `--search`."""
        return self.option or f"--{self.name.replace('_', '-')}"

    @property
    def control(self) -> str:
        """The name of its control, and its name in addresses."""
        return self.key or self.name

    @property
    @abstractmethod
    def metavar(self) -> str:
        """The word for a value in the command's help; empty for a switch, which has none."""

    def read(self, text: str) -> FieldValue:
        """The value behind a text. Raises BadInput that names the option."""
        return text

    def open(self, texts: Sequence[str], scenario: "Scenario", open_revision: Open) -> FieldValue:
        """The value behind its texts, of which there is at least one. Raises BadInput.

        `scenario` is the revision that is asked about; where that cannot be opened as asked, as its file says.
        """
        return self.read(texts[0])

    def texts(self, value: FieldValue) -> list[str]:
        """The value as addresses and the history have it."""
        return [str(value)]

    def arguments(self, value: FieldValue) -> list[str]:
        """The value as the command takes it, a word for each time that the option is given."""
        return self.texts(value)

    def words(self, value: FieldValue) -> list[str]:
        """The part of the command that asks for it."""
        return [word for argument in self.arguments(value) for word in (self.flag, argument)]


@dataclass(frozen=True)
class WholeNumber(Field):
    """A whole number from `low` to `high`. Where some are `offered`, a page has these alone to choose from.

    `usual` is the number that a field which is left empty stands for, on a page.
    """

    low: int
    high: int
    unit: str = ""
    offered: Sequence[int] = ()
    step: int = 1
    usual: int | None = None
    metavar: str = "N"

    def read(self, text: str) -> int:
        return WholeRange(self.low, self.high).checked(self.flag, text.removesuffix(f" {self.unit}"))

    def texts(self, value: FieldValue) -> list[str]:
        return [f"{value} {self.unit}".strip()]

    def arguments(self, value: FieldValue) -> list[str]:
        return [str(value)]


@dataclass(frozen=True, kw_only=True)
class Doubled(WholeNumber):
    """The number of the field `first`, doubled some times: a page has the first `choices` to choose from.

    `usual_first` is what the first field holds where it is left empty. The usual number is the largest up to `usual`.
    """

    first: str
    usual_first: int
    usual: int
    choices: int = 9

    def doublings(self, first: int) -> list[int]:
        """The numbers to choose from, of which the first is the lowest."""
        lowest = max(1, first)
        doubled = (lowest << doublings for doublings in range(1, self.choices))
        return [lowest, *(number for number in doubled if number <= self.high)]

    def usual_of(self, first: int) -> int:
        """Which of them a page holds at first."""
        numbers = self.doublings(first)
        return max((number for number in numbers if number <= self.usual), default=numbers[0])


class OneBot(Field):
    """A bot, as `--bots` takes one."""

    metavar = "SPEC"

    def open(self, texts: Sequence[str], scenario: "Scenario", open_revision: Open) -> str:
        from workbench.bots.spec import bot_problems

        if problems := bot_problems(scenario.game, texts[:1], 1):
            raise BadInput(problem._replace(place=self.flag) for problem in problems)
        return texts[0]


class Bots(Field):
    """Bots that meet in contests; left empty, those of `default_bots`."""

    metavar = '"SPEC …"'

    def open(self, texts: Sequence[str], scenario: "Scenario", open_revision: Open) -> tuple[str, ...]:
        from workbench.bots.spec import read_bots

        return read_bots(self.flag, scenario.game, [bot for text in texts for bot in text.split()])

    def texts(self, value: FieldValue) -> list[str]:
        return list(cast(tuple[str, ...], value))

    def arguments(self, value: FieldValue) -> list[str]:
        return [" ".join(cast(tuple[str, ...], value))]


class SeatBots(Field):
    """Bots at a table: one for all seats, or one for each; the value is a tuple, as it was written."""

    metavar = '"SPEC …"'

    def open(self, texts: Sequence[str], scenario: "Scenario", open_revision: Open) -> tuple[str, ...]:
        bots = tuple(texts[0].split())
        self.check(bots, scenario)
        return bots

    def check(self, bots: Sequence[str], *tables: "Scenario") -> None:
        """Raise BadInput for bots that cannot sit at one of the tables."""
        from workbench.bots.spec import bot_problems

        problems = [problem for table in tables for problem in bot_problems(table.game, bots, table.players)]
        if problems:
            raise BadInput(problem._replace(place=self.flag) for problem in problems)

    def texts(self, value: FieldValue) -> list[str]:
        from workbench.engine.wording import in_one

        return [in_one(cast(tuple[str, ...], value))]


@dataclass(frozen=True)
class OneText(Field):
    options: Sequence[str]

    @property
    def metavar(self) -> str:
        return "|".join(self.options)

    def read(self, text: str) -> str:
        if text not in self.options:
            hint = did_you_mean(text, self.options)
            raise BadInput.one(self.flag, f"must be one of {', '.join(self.options)}{hint}", text)
        return text


@dataclass(frozen=True)
class Switch(Field):
    """Off or on; a page has a word for each."""

    off: str = "no"
    on: str = "yes"
    metavar: str = ""

    def read(self, text: str) -> bool:
        return text == self.on

    def texts(self, value: FieldValue) -> list[str]:
        return [self.on if value else self.off]

    def words(self, value: FieldValue) -> list[str]:
        return [self.flag] if value else []


@dataclass(frozen=True)
class ChoiceOfGame(Field):
    """One of what a game has, such as its card lists; the first, where it is left empty.

    `options` are their names, each with its label.
    """

    options: Callable[["Game"], Mapping[str, str]]
    metavar: str = "NAME"

    def open(self, texts: Sequence[str], scenario: "Scenario", open_revision: Open) -> str:
        names = list(self.options(scenario.game))
        if texts[0] not in names:
            raise BadInput.one(self.flag, f"must be one of {', '.join(names)}", texts[0])
        return "" if texts[0] == names[0] else texts[0]


class OtherRevision(Field):
    """Another revision of the same game, which gets the bots, plays and seed of the first."""

    metavar = "OTHER"

    def open(self, texts: Sequence[str], scenario: "Scenario", open_revision: Open) -> "Scenario":
        revision = open_revision(texts[0])
        if revision.game.name != scenario.game.name:
            message = f"must be a revision of {scenario.game.name}, as {scenario.name} is"
            raise BadInput.one(self.flag, message, revision.name)
        return revision

    def texts(self, value: FieldValue) -> list[str]:
        return [cast("Scenario", value).revision]

    def arguments(self, value: FieldValue) -> list[str]:
        return [cast("Scenario", value).name]


class OtherRevisions(Field):
    """Other revisions of the same game, which get the bots, plays and seed of the first; the value is a tuple."""

    multiple: ClassVar[bool] = True
    positional: ClassVar[bool] = True
    required: ClassVar[bool] = True
    opens_alone: ClassVar[bool] = True
    metavar = "OTHER…"

    def open(self, texts: Sequence[str], scenario: "Scenario | None", open_revision: Open) -> "tuple[Scenario, ...]":
        from workbench.play.comparisons import pair_scenarios

        others = together(*(partial(open_revision, text) for text in texts))
        return tuple(pair_scenarios(scenario, others)) if scenario else others

    def texts(self, value: FieldValue) -> list[str]:
        return [str(revision.revision) for revision in cast("tuple[Scenario, ...]", value)]

    def arguments(self, value: FieldValue) -> list[str]:
        return [str(revision.name) for revision in cast("tuple[Scenario, ...]", value)]

    def words(self, value: FieldValue) -> list[str]:
        return self.arguments(value)


class MoreRevisions(OtherRevisions):
    """Any number of further revisions, of any game, each with the bots, plays and seed of its file."""

    required: ClassVar[bool] = False
    metavar = "[SCENARIO…]"

    def open(self, texts: Sequence[str], scenario: "Scenario | None", open_revision: Open) -> "tuple[Scenario, ...]":
        return together(*(partial(open_revision, text) for text in texts))


class Lines(Field):
    """Any number of texts; the value is a tuple of them, which `open` checks."""

    multiple: ClassVar[bool] = True

    def texts(self, value: FieldValue) -> list[str]:
        return list(cast(tuple[str, ...], value))


@dataclass(frozen=True)
class RuleValues(Lines):
    """Values to try of up to `most` rules, a text `NAME=VALUES` for each; the value is a tuple of these texts.

    A page begins with `suggested` rules.
    """

    most: int | None = 3
    suggested: int = 1
    metavar: str = "NAME=VALUES"

    def open(self, texts: Sequence[str], scenario: "Scenario", open_revision: Open) -> tuple[str, ...]:
        from workbench.scenario.vary import read_varied

        read_varied(scenario.game, texts, self.flag)
        return tuple(texts)


@dataclass(frozen=True)
class Measures(Lines):
    """Goals or measures by name, each with what is wished of it behind a colon, as in `tie_rate:lowest`.

    `check` raises BadInput for names that say nothing.
    """

    check: Callable[["Scenario", Sequence[str]], object]
    wishes: Sequence[str] = ()
    metavar: str = "MEASURE"

    def open(self, texts: Sequence[str], scenario: "Scenario", open_revision: Open) -> tuple[str, ...]:
        self.check(scenario, texts)
        return tuple(texts)


class Goals(Lines):
    """A text such as `tie_rate <= 0.05` for each goal; without one, the goals of the revision."""

    metavar = "GOAL"

    def open(self, texts: Sequence[str], scenario: "Scenario", open_revision: Open) -> tuple[str, ...]:
        from workbench.scenario.goals import read_goal_texts

        read_goal_texts(scenario.game, texts, self.flag)
        return tuple(texts)
