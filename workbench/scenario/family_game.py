"""A new game of a family: a file of a few values in the workspace, and no code."""

import re
from itertools import count
from pathlib import Path

import tomlkit

from workbench.engine import families, registry
from workbench.engine.card_lists.cards import Cards
from workbench.engine.card_lists.lists import card_lists, write_csv
from workbench.engine.families import Family, Preset
from workbench.engine.problems import BadInput, Problem, Problems
from workbench.scenario.files import Workspace
from workbench.scenario.new_game import MOST_LETTERS, name_problems, write_texts
from workbench.scenario.save import slug


def new_family_game(
    workspace: Workspace, name: str, family: str, preset: str = "", title: str = "", players: int = 0
) -> Path:
    """Begin a game of a family, by default with its first preset and that one's players. Returns the file written.

    Raises BadInput with all that is wrong; nothing is written then.
    """
    problems = Problems(name_problems(workspace, name))
    start = problems.attempt(_start, family, preset)
    if start and players:
        at_table = start[0].game.problems({**start[1].rules, "players": players})
        problems.add(Problem("--players", problem.message, str(players)) for problem in at_table)
    title = title.strip() or name.replace("_", " ").capitalize()
    if len(title) > families.LONGEST["title"] or not title.isprintable():
        problems.wrong("--title", f"must be a text of at most {families.LONGEST['title']} characters", title)
    problems.refuse()
    assert start
    path = workspace.root / "games" / name / families.FILE
    content = {"family": start[0].name, "preset": start[1].name, "title": title}
    text = tomlkit.dumps({**content, families.RULES: {"players": players} if players else {}})
    write_texts({path: text, **_card_files(workspace, name, *start)})
    registry.refresh()
    return path


def _card_files(workspace: Workspace, name: str, family: Family, preset: Preset) -> dict[Path, str]:
    """The card lists of the game, to be edited, by the files where they go."""
    lists = card_lists(family.variant(name, name, preset).parameters).values()
    return {
        workspace.data / name / declared.default.file: write_csv(declared, declared.default)
        for declared in lists
        if isinstance(declared.default, Cards)
    }


def free_name(workspace: Workspace, title: str) -> str:
    """The name of a new game's folder, from its title; with a number where there is a game of that name."""
    stem = slug(title, MOST_LETTERS - 3).replace("-", "_")
    stem = stem if re.match("[a-z]", stem) else f"game_{stem}".strip("_")
    names = (stem if number == 1 else f"{stem}_{number}" for number in count(1))
    return next(name for name in names if not name_problems(workspace, name))


def _start(family: str, preset: str) -> tuple[Family, Preset]:
    """The family and the preset of these names. Raises BadInput that lists those there are."""
    there = families.families()
    if family not in there:
        raise BadInput([families.unlisted("--family", there, family)])
    chosen = there[family].preset(preset) if preset else there[family].presets[0]
    if chosen is None:
        raise BadInput([families.unlisted("--preset", [one.name for one in there[family].presets], preset)])
    return there[family], chosen
