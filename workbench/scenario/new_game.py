"""A new game, begun from one of the kit's examples; in the workspace it is trusted as its author's own."""

import ast
import keyword
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from workbench.engine import registry
from workbench.engine.problems import BadInput, Problem
from workbench.engine.wording import did_you_mean
from workbench.engine.workspace_games import FILE
from workbench.kit import rulebook
from workbench.kit.examples import FOLDER, KINDS, PACKAGE, TESTS
from workbench.scenario.files import SUFFIX, Workspace

MOST_LETTERS = 40


def new_game(workspace: Workspace, name: str, kind: str, package: Path | None = None) -> list[Path]:
    """Begin a game: its rules, rulebook and tests, in `games/` or as a package in a folder; and a revision of it.

    Returns the files written. Raises BadInput with all that is wrong with name and kind; nothing is written then.
    """
    wrong_kind = [] if kind in KINDS else [_no_choice("--kind", kind, KINDS)]
    problems = [*name_problems(workspace, name), *wrong_kind, *_taken(name, [package] if package else [])]
    if problems:
        raise BadInput(problems)
    example = FOLDER / f"{KINDS[kind]}.py"
    revision = example.with_suffix(SUFFIX).read_text("utf-8")
    file = workspace.scenarios / name / f"{_file_name(revision)}{SUFFIX}"
    texts = _texts(package / name if package else workspace.root / "games" / name, name, example)
    if package:
        texts[package / name / "__init__.py"] = ""
        texts[package / "pyproject.toml"] = PACKAGE.read_text("utf-8").replace("NAME", name)
    texts[file] = revision.replace(f'game = "{example.stem}"', f'game = "{name}"')
    write_texts(texts)
    if package is None:
        registry.trust(name)
    return list(texts)


def _texts(home: Path, name: str, example: Path) -> dict[Path, str]:
    """The files of a game that begins as an example does, in the folder `home`."""
    source, title = example.read_text("utf-8"), name.replace("_", " ").capitalize()
    module = ast.parse(source)
    docstring = f'"""The rules of {title}. Its rulebook begins in rulebook.md."""'
    body = "\n".join([docstring, *source.splitlines()[module.body[0].end_lineno or 0 :]]) + "\n"
    return {
        home / FILE: re.sub(r'(?<=globals\(\), title=)"[^"]*"', lambda _: f'"{title}"', body),
        home / rulebook.FILE: rulebook.page(title, ast.get_docstring(module) or ""),
        home / f"test_{name}.py": TESTS.read_text("utf-8"),
    }


def copy_examples(workspace: Workspace, names: Sequence[str]) -> list[Path]:
    """Begin games that are called as the kit's examples are, but for those that are there; returns the files written.

    Raises BadInput for other names.
    """
    kinds = {example: kind for kind, example in KINDS.items()}
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


def _file_name(revision: str) -> str:
    """The name of a revision's file: its title in small letters, with hyphens."""
    title = re.search(r'^title = "(.*)"', revision, re.MULTILINE)
    return title[1].lower().replace(" ", "-") if title else "first"


def write_texts(texts: Mapping[Path, str]) -> None:
    """Write files, and their folders. Raises BadInput where that cannot be."""
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    except OSError as error:
        raise BadInput.one(str(error.filename), f"cannot be written: {error.strerror}") from None
