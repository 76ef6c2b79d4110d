"""A new game: begun from one of the kit's examples, in the workspace trusted as its author's own; or of a family, as a
file of a few values and no code.
"""

import ast
import json
import keyword
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import count, takewhile
from pathlib import Path

from workbench.engine import families, registry
from workbench.engine.card_lists import CSV, card_lists, write_csv
from workbench.engine.cards import Cards
from workbench.engine.families import Family, Preset
from workbench.engine.files import write_new
from workbench.engine.problems import BadInput, Problem, Problems
from workbench.engine.registry import FILE
from workbench.engine.wording import did_you_mean
from workbench.kit import rulebook
from workbench.kit.examples import KINDS, PACKAGE, TESTS
from workbench.scenario.files import SUFFIX, Workspace
from workbench.scenario.save import slug

MOST_LETTERS = 40


def new_game(workspace: Workspace, name: str, kind: str, package: Path | None = None, title: str = "") -> list[Path]:
    """Begin a game: its rules, rulebook and tests, in `games/` or as a package in a folder; and a revision of it.

    Its title is by default as its name. Returns the files written.

    Raises BadInput with all that is wrong with name and kind; nothing is written then.
    """
    wrong_kind = [] if kind in KINDS else [_no_choice("--kind", kind, KINDS)]
    problems = [*name_problems(workspace, name), *wrong_kind, *_taken(name, [package] if package else [])]
    if problems:
        raise BadInput(problems)
    example = KINDS[kind].file
    revision = example.with_suffix(SUFFIX).read_text("utf-8")
    first_title = re.search(r'^title = "(.*)"', revision, re.MULTILINE)
    file_name = first_title[1].lower().replace(" ", "-") if first_title else "first"
    file = workspace.scenarios / name / f"{file_name}{SUFFIX}"
    title = title or name.replace("_", " ").capitalize()
    texts = _texts(package / name if package else workspace.root / "games" / name, name, title, example)
    if package:
        texts[package / name / "__init__.py"] = ""
        texts[package / "pyproject.toml"] = PACKAGE.read_text("utf-8").replace("NAME", name)
    texts[file] = revision.replace(f'game = "{example.stem}"', f'game = "{name}"')
    write_texts(texts)
    if package is None:
        registry.trust(name)
    return list(texts)


def _texts(home: Path, name: str, title: str, example: Path) -> dict[Path, str]:
    """The files of a game that begins as an example does, in the folder `home`."""
    source = example.read_text("utf-8")
    module = ast.parse(source)
    docstring = f'"""The rules of {title}. Its rulebook begins in rulebook.md."""'
    cards = example.with_suffix(CSV)
    lists = {(home / FILE).with_suffix(CSV): cards.read_text("utf-8")} if cards.exists() else {}
    body = "\n".join([docstring, *source.splitlines()[module.body[0].end_lineno or 0 :]]) + "\n"
    return {
        home / FILE: re.sub(r'(?<=globals\(\), title=)"[^"]*"', lambda _: json.dumps(title, ensure_ascii=False), body),
        home / rulebook.FILE: rulebook.page(title, ast.get_docstring(module) or ""),
        home / f"test_{name}.py": TESTS.read_text("utf-8"),
        **lists,
    }


def copy_examples(workspace: Workspace, names: Sequence[str]) -> list[Path]:
    """Begin games that are called as the kit's examples are, but for those that are there; returns the files written.

    Raises BadInput for other names.
    """
    kinds = {example.name: kind for kind, example in KINDS.items()}
    if unknown := [name for name in names if name not in kinds]:
        raise BadInput([_no_choice("--example", name, kinds) for name in unknown])
    missing = [name for name in names if not (workspace.root / "games" / name).exists()]
    return [path for name in missing for path in new_game(workspace, name, kinds[name])]


def name_problems(workspace: Workspace, name: str) -> list[Problem]:
    """All that is wrong with the name of a new game."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name) or len(name) > MOST_LETTERS:
        advice = f"small letters, digits and _, a letter first, at most {MOST_LETTERS}, as in dice_duel"
        return [Problem("NAME", f"cannot be the name of a game; {advice}", name)]
    if name in registry.games() or any(plugin.name == name for plugin in registry.broken_plugins()):
        return [Problem("NAME", "there is a game of that name; choose another", name)]
    return _taken(name, [workspace.root / "games" / name, workspace.scenarios / name])


def _taken(name: str, folders: Iterable[Path]) -> list[Problem]:
    taken = [folder for folder in folders if folder.exists()]
    return [Problem("NAME", f"{folder} is there already; choose another name", name) for folder in taken]


def _no_choice(option: str, name: str, choices: Mapping[str, object]) -> Problem:
    return Problem(option, f"must be one of {', '.join(choices)}{did_you_mean(name, choices)}", name)


def write_texts(texts: Mapping[Path, str]) -> None:
    """Write new files, and their folders: all or none. Raises BadInput where that cannot be."""
    folders = {folder for path in texts for folder in path.parents if not folder.exists()}
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_new(path, text.encode())
    except OSError as error:
        for written in takewhile(path.__ne__, texts):
            written.unlink()
        for folder in sorted(folders, reverse=True):
            with suppress(OSError):
                folder.rmdir()
        raise BadInput.one(str(path), f"cannot be written: {error.strerror}") from None


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
    import tomlkit  # takes 10 ms to load

    texts = {path: tomlkit.dumps({**content, families.RULES: {"players": players} if players else {}})}
    for declared in card_lists(start[0].variant(name, name, start[1]).parameters).values():
        if isinstance(cards := declared.default, Cards):  # to be edited there
            texts[workspace.data / name / cards.file] = write_csv(declared, cards)
    write_texts(texts)
    registry.refresh()
    return path


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
