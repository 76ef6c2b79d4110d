"""Saving a revision, with the card lists that it names: new files that hold only what changes, and why."""

import datetime as dt
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import tomli_w

from workbench.bots.spec import bot_problems
from workbench.engine.card_lists.cards import Cards
from workbench.engine.card_lists.lists import CSV, CardList, card_lists, write_csv
from workbench.engine.game import Game
from workbench.engine.parameters import Values, Written, complete
from workbench.engine.problems import BadInput, Problem, Problems
from workbench.engine.registry import game_named
from workbench.scenario.card_files import (
    FILE_NAME,
    card_files,
    card_folder,
    default_cards,
    in_rules,
    load_cards,
    with_cards,
    written_rules,
)
from workbench.scenario.files import SUFFIX, no_such_revision, revisions_in, shown
from workbench.scenario.load import load_scenario
from workbench.scenario.model import Goal, Scenario, read_goals
from workbench.scenario.table import BOTS, PLAYS, SEED, accepted, specs
from workbench.scenario.workspace import Workspace

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")
NAME_RULE = "must be of small letters, digits, dots, dashes and underscores, begin with a letter or digit, at most 80"
LONGEST_TEXT = 100_000


def save_revision(
    workspace: Workspace,
    *,
    game: str | Game,
    revision: str,
    parent: str | None,
    reason: str,
    rules: Mapping[str, Written],
    title: str = "",
    date: dt.date | None = None,
    hypothesis: str = "",
    bots: str | Sequence[str] = BOTS,
    plays: int = 20_000,
    seed: int = 1,
    goals: Sequence[Goal] = (),
) -> Scenario:
    """Write a new revision and load it; `rules` are complete, those left out are the parent's.

    Raises BadInput with every problem. A file that is there already is never touched.
    """
    problems = Problems()
    game = game if isinstance(game, Game) else game_named(game)
    inherited = _inherited(problems, workspace, game, parent)
    rules, wrong = with_cards(workspace, game, rules)
    problems.add(in_rules(problem, "", "rules.") for problem in wrong)
    texts = {"title": title.strip() or revision, "reason": reason.strip(), "hypothesis": hypothesis.strip()}
    wrong_name = name_problem(revision, revisions_in(workspace.scenarios / game.name))
    problems.add([wrong_name] if wrong_name else [])
    problems.add(_text_problems(texts))
    head = {"game": game.name, "date": date, "parent": parent, **texts}
    table = {"bots": _few(specs(bots))}
    batch = {"plays": accepted(problems, PLAYS, plays, "batch."), "seed": accepted(problems, SEED, seed, "batch.")}
    targets = {goal.measure: goal.written for goal in goals}
    problems.add(_table_problems(game, {**inherited, **rules}, specs(bots), targets))
    problems.refuse(f"scenarios/{game.name}/{revision}{SUFFIX}")
    before = written_rules(inherited)
    changes = {name: value for name, value in written_rules(rules).items() if value != before[name]}
    _write(
        workspace.scenarios / game.name / f"{revision}{SUFFIX}",
        {**head, "rules": changes, "table": table, "batch": batch, "goals": targets},
    )
    return load_scenario(workspace, f"{game.name}/{revision}")


def _inherited(problems: Problems, workspace: Workspace, game: Game, parent: str | None) -> Values:
    """The rules that the parent has, or the game's defaults."""
    lists, wrong = with_cards(workspace, game, default_cards(workspace, game))
    defaults = complete(game.parameters, lists)
    if parent is None:
        problems.add(wrong)
        return defaults
    known = revisions_in(workspace.scenarios / game.name)
    if parent not in known:
        problems.add([Problem("parent", no_such_revision(known, game.name), shown(parent))])
        return defaults
    loaded = problems.attempt(load_scenario, workspace, str(known[parent].resolve()))
    return loaded.rules if loaded else defaults


def _few(bots: tuple[str, ...]) -> list[str]:
    """One bot for all seats, where they are alike."""
    return [bots[0]] if len(set(bots)) == 1 else list(bots)


def name_problem(revision: str, taken: Iterable[str]) -> Problem | None:
    """Why a new revision cannot be called so; None where it can."""
    if not NAME.fullmatch(revision):
        return Problem("revision", NAME_RULE, shown(revision))
    return _taken(revision) if revision in taken else None


def slug(title: str, most: int = 60) -> str:
    """A title as the name of a revision: `Größere Hände, 6` is `grossere-hande-6`; empty without letters."""
    plain = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", plain))[:most].strip("-")


def _taken(revision: str) -> Problem:
    return Problem("revision", "there is one by that name; choose another, nothing is overwritten", shown(revision))


def _text_problems(texts: Mapping[str, str]) -> Iterable[Problem]:
    if not texts["reason"]:
        yield Problem("reason", "missing; say in a sentence why the rules change")
    for name, text in texts.items():
        if any("\ud800" <= character <= "\udfff" for character in text):
            yield Problem(name, "has characters that UTF-8 cannot write", shown(text))
        elif len(text) > LONGEST_TEXT:
            yield Problem(name, f"too long: {len(text)} characters, at most {LONGEST_TEXT}")


def _table_problems(
    game: Game, rules: Mapping[str, Any], bots: Sequence[str], targets: Mapping[str, Any]
) -> Iterable[Problem]:
    """What is wrong with rules, bots and goals, each as a problem of its table."""
    problems = game.problems(rules)
    yield from (problem.within("", "rules.") for problem in problems)
    counted = all(problem.place != "players" for problem in problems)
    seats = rules["players"] if counted else len(bots)
    yield from (problem.within("", "table.") for problem in bot_problems(game, bots, seats))
    yield from read_goals(game, targets)[1]


def _write(path: Path, content: Mapping[str, Any]) -> None:
    """All of the file or none of it, and never in another's place."""
    text = tomli_w.dumps({key: value for key, value in content.items() if value not in (None, "", {})})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        publish(text.encode(), path.with_name(f".{path.stem}.{os.getpid()}.new"), path)
    except FileExistsError:
        raise BadInput([_taken(path.stem)]) from None
    except OSError as error:
        raise BadInput.one(str(path), f"cannot be written: {error.strerror}") from None


def publish(data: bytes, draft: Path, path: Path) -> None:
    """Write the draft wholly, then give it its name. Raises FileExistsError where the name is taken."""
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _name(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _name(draft: Path, path: Path) -> None:
    """A link never takes another file's name; without hard links (FAT, some network disks) we claim the name first."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:
        path.open("xb").close()
        try:
            draft.replace(path)
        except BaseException:
            path.unlink(missing_ok=True)
            raise


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
    names = (f"{stem}{CSV}" if number == 1 else f"{stem}-{number}{CSV}" for number in count(1))
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
    names, made = _stored(workspace, game, lists, revision if FILE_NAME.fullmatch(f"{revision}{CSV}") else "new")
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
