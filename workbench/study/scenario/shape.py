"""The shape that every scenario file has, whatever its game: keys, tables, texts, date and game."""

import datetime as dt
import re
from collections.abc import Iterable
from typing import Any

from workbench.engine.game import Game
from workbench.engine.problems import BadInput, Problem
from workbench.engine.registry import game_named
from workbench.study.scenario.files import ScenarioFile
from workbench.study.scenario.report import Report
from workbench.study.workspace import Workspace

TEXTS = ("title", "reason", "hypothesis")
KEYS = ("game", "title", "date", "parent", "reason", "hypothesis")
TABLES: dict[str, tuple[str, ...]] = {"rules": (), "table": ("bots",), "batch": ("plays", "seed"), "goals": ()}
"""The tables of a scenario with their keys; those of rules and goals depend on the game."""


def shape_problems(file: ScenarioFile) -> Iterable[Problem]:
    """Unknown keys and tables, and wrong types of those that every game has."""
    for name, value in file.content.items():
        if name in TABLES:
            yield from _table_problems(file, name, value)
        elif name not in KEYS:
            known = f"{', '.join(KEYS)}, {', '.join(f'[{table}]' for table in TABLES)}"
            yield file.problem(name, f"no such key; a scenario has {known}", value)
        elif name in TEXTS and not isinstance(value, str):
            yield file.problem(name, "must be a text in quotes", value)


def _table_problems(file: ScenarioFile, name: str, value: Any) -> Iterable[Problem]:
    if not isinstance(value, dict):
        yield file.problem(name, f"must be a table, [{name}] on a line of its own", value)
    elif keys := TABLES[name]:
        for key in value:
            if key not in keys:
                yield file.problem(f"{name}.{key}", f"no such key; [{name}] has {', '.join(keys)}", value[key])


def read_date(report: Report, file: ScenarioFile) -> dt.date | None:
    """The date, bare or in quotes."""
    written = file.content.get("date")
    if written is None or (isinstance(written, dt.date) and not isinstance(written, dt.datetime)):
        return written
    if isinstance(written, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", written):
        try:
            return dt.date.fromisoformat(written)
        except ValueError:
            pass
    report.add([file.problem("date", "must be a date, as in 2021-04-08", written)])
    return None


def read_game(report: Report, workspace: Workspace, file: ScenarioFile) -> Game | None:
    """The game of the file, or None; it must be the one that its folder is called by."""
    folder = _game_folder(workspace, file)
    if "game" not in file.content:
        report.add([file.problem("game", f'missing; as in game = "{folder or "hitmakers"}"')])
        return None
    try:
        game = game_named(file.content["game"])
    except BadInput as bad:
        report.add([file.problem("game", bad.problems[0].message, file.content["game"])])
        return None
    if folder and folder != game.name:
        message = f'must be "{folder}", as its folder is called, or the file must move to scenarios/{game.name}/'
        report.add([file.problem("game", message, game.name)])
    return game


def _game_folder(workspace: Workspace, file: ScenarioFile) -> str | None:
    """`hitmakers` for a file in scenarios/hitmakers/; None for a file elsewhere."""
    inside = workspace.inside(file.path)
    parts = inside.parts if inside else ()
    return parts[1] if len(parts) > 2 and parts[0] == "scenarios" else None
