"""Card lists of a workspace: the files in `data/<game>/`, and the lists that rule values name."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from workbench.engine.card_lists.cards import Cards
from workbench.engine.card_lists.lists import CSV, MOST_BYTES, CardList, card_lists
from workbench.engine.files import UnreadableFile, read_regular
from workbench.engine.game import Game
from workbench.engine.problems import BadInput, Problem
from workbench.scenario.files import shown
from workbench.scenario.workspace import Workspace

FILE_NAME = re.compile(rf"[\w][\w. -]{{0,99}}{re.escape(CSV)}")


def card_folder(workspace: Workspace, game: Game) -> Path:
    """Where the card lists of a game are."""
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
        known = f"data/{game.name}/ has {', '.join(there) or 'none'}"
        raise BadInput.one(declared.name, f"no such card list; {known}", shown(file))
    try:
        data = read_regular(path, MOST_BYTES, "card list")
    except UnreadableFile as unreadable:
        raise BadInput.one(declared.name, str(unreadable), shown(file)) from None
    return _read(game.name, declared.name, data, file, workspace.shown(path), declared)


@lru_cache(maxsize=64)
def _read(game: str, name: str, data: bytes, file: str, source: str, declared: CardList) -> Cards:
    """Reading is worth remembering: a page loads every scenario of a game each time it is drawn."""
    return declared.read_bytes(data, file, source)


def with_cards(workspace: Workspace, game: Game, values: Mapping[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    """The values with card lists in the place of their files' names, and what is wrong with those files.

    A value whose file has problems is left out; one that is no name stays as it is, for the checks of the rules.
    """
    found = dict(values)
    problems: list[Problem] = []
    for name, declared in card_lists(game.parameters).items():
        if isinstance(found.get(name), str):
            try:
                found[name] = load_cards(workspace, game, declared, found[name])
            except BadInput as bad:
                del found[name]
                problems += bad.problems
    return found, problems


def default_cards(workspace: Workspace, game: Game) -> dict[str, Any]:
    """The names of the files that rules use which name none."""
    lists = card_lists(game.parameters).items()
    return {name: declared.default.file for name, declared in lists if isinstance(declared.default, Cards)}


def in_rules(problem: Problem, source: str, prefix: str) -> Problem:
    """A problem of a card file as it is; one of the value that names it, as one of the rules."""
    return problem if problem.source else replace(problem, source=source, place=f"{prefix}{problem.place}")


def written_rules(values: Mapping[str, Any]) -> dict[str, Any]:
    """Rule values as a scenario file has them: of a card list the name of its file."""
    return {name: value.file if isinstance(value, Cards) else value for name, value in values.items()}
