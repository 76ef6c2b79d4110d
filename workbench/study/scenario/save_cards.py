"""Saving card lists: each as a file of its own, alone for a draft, or together with the revision that names them.

No file is ever overwritten: any revision, or a draft in another window, may name it.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from workbench.engine.card_files import write_csv
from workbench.engine.card_lists import SUFFIX, CardList, card_lists
from workbench.engine.card_rows import Cards
from workbench.engine.game import Game
from workbench.engine.problems import BadInput
from workbench.study.scenario.card_files import NAME, card_files, card_folder, default_cards, load_cards, written_rules
from workbench.study.scenario.model import Scenario
from workbench.study.scenario.save import publish, save_revision
from workbench.study.workspace import Workspace

LONGEST_STEM = 90
"""Characters of a file's name before its ending and its number."""


@dataclass(frozen=True)
class CardFile:
    """Where a list is stored: the name of its file, and whether that says the same already."""

    name: str
    there: bool


def card_file(workspace: Workspace, game: Game, declared: CardList, cards: Cards, label: str) -> CardFile:
    """The file for a list: one that says the same, else `<rule>-<label>.csv`, with a number where that is taken."""
    for file in card_files(workspace, game):
        if _says(workspace, game, declared, file) == cards:
            return CardFile(file, True)
    return CardFile(next(_free_names(workspace, game, f"{declared.name}-{label}")), False)


def _free_names(workspace: Workspace, game: Game, stem: str) -> Iterator[str]:
    taken = {*card_files(workspace, game), *default_cards(workspace, game).values()}
    stem = stem[:LONGEST_STEM]
    names = (f"{stem}{SUFFIX}" if number == 1 else f"{stem}-{number}{SUFFIX}" for number in count(1))
    return (name for name in names if name not in taken)


def _says(workspace: Workspace, game: Game, declared: CardList, file: str) -> Cards | None:
    try:
        return load_cards(workspace, game, declared, file)
    except BadInput:  # a file of another list, perhaps, or one that is being mended
        return None


def save_cards(workspace: Workspace, game: Game, lists: Mapping[str, Cards], label: str) -> dict[str, str]:
    """Store each list, by its rule's name, in a file of its own; the files' names by rule.

    Every row is checked once more. Raises BadInput with every problem; then nothing is stored.
    """
    return _stored(workspace, game, lists, label)[0]


def save_card_revision(
    workspace: Workspace,
    *,
    game: Game,
    revision: str,
    lists: Mapping[str, Cards],
    rules: Mapping[str, Any],
    **head: Any,
) -> Scenario:
    """Write a new revision with these card lists, and their files; the rest is as `save_revision` takes it.

    Raises BadInput with every problem; then neither the revision nor a file of it is left.
    """
    names, made = _stored(workspace, game, lists, revision if NAME.fullmatch(f"{revision}{SUFFIX}") else "new")
    try:
        complete = {**written_rules(rules), **names}
        return save_revision(workspace, game=game, revision=revision, rules=complete, **head)
    except BaseException:
        _remove(made)
        raise


def _stored(
    workspace: Workspace, game: Game, lists: Mapping[str, Cards], label: str
) -> tuple[dict[str, str], list[Path]]:
    """The names of the lists' files by rule, and the files that had to be made."""
    declared = card_lists(game.parameters)
    texts = {name: _checked(declared[name], cards) for name, cards in lists.items()}
    names: dict[str, str] = {}
    made: list[Path] = []
    try:
        for name, cards in lists.items():
            names[name], fresh = _store(workspace, game, declared[name], cards, texts[name], label)
            made += fresh
    except BaseException:
        _remove(made)
        raise
    return names, made


def _checked(declared: CardList, cards: Cards) -> bytes:
    """The bytes of the list's file, which have been read as the same list."""
    data = write_csv(declared, cards).encode()
    declared.read_bytes(data, cards.file, cards.file)
    return data


def _store(
    workspace: Workspace, game: Game, declared: CardList, cards: Cards, data: bytes, label: str
) -> tuple[str, list[Path]]:
    """Write one list, where no file says the same; under the next name where somebody takes the first one meanwhile."""
    file = card_file(workspace, game, declared, cards, label)
    if file.there:
        return file.name, []
    folder = card_folder(workspace, game)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in _free_names(workspace, game, f"{declared.name}-{label}"):
            with suppress(FileExistsError):
                publish(data, folder / f".{name}.{os.getpid()}.new", folder / name)
                return name, [folder / name]
    except OSError as error:
        raise BadInput.one(workspace.shown(folder), f"cannot be written: {error.strerror}") from None
    raise AssertionError("there is always another name")


def _remove(made: Iterable[Path]) -> None:
    for path in made:
        path.unlink(missing_ok=True)
