"""Card lists of a workspace: their files, the lists that rule values name, writing new ones, and lists being edited.

The rows of a list that is being edited are kept as the texts of a CSV file, since a row may be wrong or unfinished
while somebody types. The check that turns them into cards is that of a file.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import count
from pathlib import Path
from typing import NamedTuple, TypeAlias, TypeVar

from workbench.engine.card_lists import CSV, MOST_BYTES, BadCell, CardColumn, CardList, card_lists, read_rows, write_csv
from workbench.engine.cards import CardChanges, Cards, Cell, card_changes
from workbench.engine.files import UnreadableFile, csv_text, read_regular, write_new
from workbench.engine.game import Game
from workbench.engine.parameters import Values, Written
from workbench.engine.problems import BadInput, Problem
from workbench.engine.wording import listed
from workbench.scenario.files import Workspace, as_toml

T = TypeVar("T")
LONGEST_STEM = 90
"""Characters of a file's name before its ending and its number."""
FILE_NAME = re.compile(rf"[\w][\w. -]{{0,99}}{re.escape(CSV)}")


def card_folder(workspace: Workspace, game: Game) -> Path:
    return workspace.data / game.name


def card_files(workspace: Workspace, game: Game) -> list[str]:
    """The names of the CSV files that a game has in the workspace, in order."""
    folder = card_folder(workspace, game)
    return (
        sorted(path.name for path in folder.glob(f"*{CSV}") if FILE_NAME.fullmatch(path.name))
        if folder.is_dir()
        else []
    )


def load_cards(workspace: Workspace, game: Game, declared: CardList, file: str) -> Cards:
    """The card list in a file of the workspace. Raises BadInput with every problem of the file.

    The list that the game itself ships stands in where the workspace has no file by its name.
    """
    shipped = declared.default
    path = card_folder(workspace, game) / file
    if isinstance(shipped, Cards) and file == shipped.file and not path.exists():
        return shipped
    there = card_files(workspace, game)
    if file not in there:
        there_is = f"data/{game.name}/ has {', '.join(there) or 'none'}"
        is_sheet = file.lower().endswith(".xlsx")
        wrong = "no CSV file: load it on the page Edit the cards" if is_sheet else "no such card list"
        raise BadInput.one(declared.name, f"{wrong}; {there_is}", as_toml(file))
    try:
        data = read_regular(path, MOST_BYTES, "card list")
    except UnreadableFile as unreadable:
        raise BadInput.one(declared.name, str(unreadable), as_toml(file)) from None
    return _read(game.name, declared.name, data, file, workspace.name_of(path), declared)


@lru_cache(maxsize=64)
def _read(game: str, name: str, data: bytes, file: str, source: str, declared: CardList) -> Cards:
    """Cached, since a page loads every scenario of a game each time it is drawn."""
    return declared.read_bytes(data, file, source)


def with_cards(workspace: Workspace, game: Game, values: Mapping[str, T]) -> tuple[dict[str, T | Cards], list[Problem]]:
    """The values with card lists in the place of their files' names, and what is wrong with those files, or was read in
    spite of its form.

    A value whose file has problems is left out; one that is no name stays as it is, for the checks of the rules.
    """
    loaded: dict[str, T | Cards] = dict(values)
    problems: list[Problem] = []
    for name, declared in card_lists(game.parameters).items():
        if isinstance(file := loaded.get(name), str):
            try:
                cards = loaded[name] = load_cards(workspace, game, declared, file)
                problems += cards.warnings
            except BadInput as bad:
                del loaded[name]
                problems += bad.problems
    return loaded, problems


def default_cards(game: Game) -> dict[str, str]:
    """The file of each card list that a scenario has where it names none, by rule."""
    lists = card_lists(game.parameters).items()
    return {name: declared.default.file for name, declared in lists if isinstance(declared.default, Cards)}


def in_rules(problem: Problem, source: str, prefix: str) -> Problem:
    """A problem of a card file unchanged; a problem of the value that names the file, as one of the rules."""
    return problem if problem.source else problem._replace(source=source, place=f"{prefix}{problem.place}")


def written_rules(values: Mapping[str, Written]) -> Values:
    """Rule values as a scenario file has them: of a card list the name of its file."""
    return {name: value.file if isinstance(value, Cards) else value for name, value in values.items()}


# New files


class CardFile(NamedTuple):
    """Where a list is stored: the name of its file, and whether that says the same already."""

    name: str
    there: bool


@dataclass(frozen=True)
class WrittenLists:
    """Card lists that were stored: the names of their files by rule, and the files that had to be written."""

    names: dict[str, str] = field(default_factory=dict)
    written: list[Path] = field(default_factory=list)

    def remove(self) -> None:
        """Remove what was written."""
        for path in self.written:
            path.unlink(missing_ok=True)


def card_file(workspace: Workspace, game: Game, declared: CardList, cards: Cards, label: str) -> CardFile:
    """The file for a list: one that says the same, else `<rule>-<label>.csv`, with a number where that is taken."""
    for file in card_files(workspace, game):
        with suppress(BadInput):  # a file of another list, perhaps, or one with problems
            if load_cards(workspace, game, declared, file) == cards:
                return CardFile(file, True)
    return CardFile(next(_free_names(workspace, game, f"{declared.name}-{label}")), False)


def _free_names(workspace: Workspace, game: Game, stem: str) -> Iterator[str]:
    taken = {*card_files(workspace, game), *default_cards(game).values()}
    stem = stem[:LONGEST_STEM]
    names = (f"{stem}{CSV}" if number == 1 else f"{stem}-{number}{CSV}" for number in count(1))
    return (name for name in names if name not in taken)


def write_card_lists(workspace: Workspace, game: Game, lists: Mapping[str, Cards], label: str) -> WrittenLists:
    """Store each list, by its rule's name, in a file of its own, where no file says the same.

    Every row is checked once more. Raises BadInput with every problem; then nothing is stored.
    """
    declared = card_lists(game.parameters)
    texts = {name: write_csv(declared[name], cards).encode() for name, cards in lists.items()}
    for name, cards in lists.items():
        declared[name].read_bytes(texts[name], cards.file, cards.file)
    stored = WrittenLists()
    try:
        for name, cards in lists.items():
            file = card_file(workspace, game, declared[name], cards, label)
            if not file.there:
                stored.written.append(_written(workspace, game, f"{name}-{label}", texts[name]))
            stored.names[name] = file.name if file.there else stored.written[-1].name
    except BaseException:
        stored.remove()
        raise
    return stored


def _written(workspace: Workspace, game: Game, stem: str, data: bytes) -> Path:
    """The new file; the next free name where another process takes the first one meanwhile."""
    folder = card_folder(workspace, game)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in _free_names(workspace, game, stem):
            with suppress(FileExistsError):
                write_new(folder / name, data)
                return folder / name
    except OSError as error:
        raise BadInput.one(workspace.name_of(folder), f"cannot be written: {error.strerror}") from None
    raise AssertionError("there is always another name")


TextRow: TypeAlias = dict[str, str]
TextRows: TypeAlias = tuple[TextRow, ...]


def text_rows(declared: CardList, cards: Cards) -> TextRows:
    """The rows of a list as its file has them, in the declared order of columns."""
    columns = declared.with_columns(cards.columns).columns
    return tuple({column.name: column.write(row[column.name]) for column in columns} for row in cards)


@dataclass(frozen=True)
class EditedList:
    """Edited rows, and the list that they came from."""

    declared: CardList
    base: Cards
    rows: TextRows

    @property
    def name(self) -> str:
        """The rule whose value the list is."""
        return self.declared.name

    @cached_property
    def columns(self) -> tuple[CardColumn, ...]:
        """The columns of the game, and those that the rows have besides."""
        return self.declared.with_columns(dict.fromkeys(name for row in self.rows for name in row)).columns

    @property
    def csv(self) -> str:
        """The rows as the text of a CSV file as they stand, right or wrong."""
        return csv_text([column.name for column in self.columns], self.rows)

    @cached_property
    def _checked(self) -> tuple[Cards | None, tuple[Problem, ...]]:
        try:
            return read_rows(self.declared, self.rows, self.base.file), ()
        except BadInput as bad:
            return None, bad.problems

    @property
    def cards(self) -> Cards | None:
        """The list, or None while a row is wrong."""
        return self._checked[0]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Every problem of every row, and of the rows together."""
        return self._checked[1]

    @property
    def by_row(self) -> dict[str, list[Problem]]:
        """The problems by the row that they are in, `row 3 (Mint tea)`, places then being columns; the last key is ""
        for those of the whole list."""
        rows: dict[str, list[Problem]] = {}
        for problem in self.problems:
            row, _, column = problem.place.rpartition(", column ")
            rows.setdefault(row, []).append(Problem(column, problem.message, problem.value))
        return dict(sorted(rows.items(), key=lambda item: not item[0]))

    @property
    def by_cell(self) -> dict[tuple[int, str], list[Problem]]:
        """The problems that concern cells, by the row's number, counted from 1, and the column; one that concerns the
        whole key stands on each column of the key."""
        cells: dict[tuple[int, str], list[Problem]] = {}
        columns = {listed(self.declared.key): self.declared.key}
        for problem in self.problems:
            row, _, column = problem.place.rpartition(", column ")
            if number := re.match(r"row (\d+)", row):
                for name in columns.get(column, (column,)):
                    cells.setdefault((int(number[1]), name), []).append(problem)
        return cells

    @cached_property
    def unchecked(self) -> Cards:
        """The rows as a list, for comparison only: a wrong cell holds its text."""
        rows = tuple(tuple(_cell_or_text(column, row) for column in self.columns) for row in self.rows)
        return Cards(self.base.file, tuple(column.name for column in self.columns), self.declared.key, rows)

    def against(self, other: Cards) -> CardChanges:
        """Changes of the rows against a list, also while some of them are wrong."""
        return card_changes(other, self.unchecked)

    @cached_property
    def changes(self) -> CardChanges:
        """Changes of the rows against the list that they came from."""
        return self.against(self.base)

    @property
    def changed(self) -> bool:
        """True if the rows differ from the list that they came from; their order does not count."""
        return bool(self.changes) or len(self.rows) != len(self.base)


def _cell_or_text(column: CardColumn, row: Mapping[str, str]) -> Cell:
    text = row.get(column.name, "")
    try:
        return column.read(text)
    except BadCell:
        return text
