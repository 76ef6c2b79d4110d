"""A new game of a family: a file of a few values in the workspace, and no code."""

from pathlib import Path

from workbench.engine import families, registry
from workbench.engine.families import Family, Preset
from workbench.engine.problems import BadInput, Problem, Problems
from workbench.scenario.files import Workspace, as_toml
from workbench.scenario.new_game import name_problems, write_texts


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
    texts = {"family": start[0].name, "preset": start[1].name, "title": title}
    lines = [f"{key} = {as_toml(value)}" for key, value in texts.items()]
    lines += [f"[{families.RULES}]", *([f"players = {players}"] if players else [])]
    write_texts({path: "\n".join(lines) + "\n"})
    registry.refresh()
    return path


def _start(family: str, preset: str) -> tuple[Family, Preset]:
    """The family and the preset of these names. Raises BadInput that lists those there are."""
    there = families.families()
    if family not in there:
        raise BadInput([families.unlisted("--family", there, family)])
    chosen = there[family].preset(preset) if preset else there[family].presets[0]
    if chosen is None:
        raise BadInput([families.unlisted("--preset", [one.name for one in there[family].presets], preset)])
    return there[family], chosen
