"""Saving a revision: a new file that holds only what changes, and why, with the card lists that it names."""

import datetime as dt
import re
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from workbench.bots.spec import bot_problems
from workbench.engine.card_lists import CSV
from workbench.engine.cards import Cards
from workbench.engine.files import write_new, write_whole
from workbench.engine.game import Game
from workbench.engine.parameters import Values, Written, complete
from workbench.engine.problems import BadInput, Problem, Problems, whole_of
from workbench.engine.wording import counted
from workbench.scenario.card_lists import (
    FILE_NAME,
    default_cards,
    in_rules,
    with_cards,
    write_card_lists,
    written_rules,
)
from workbench.scenario.files import SUFFIX, Workspace, as_toml, no_such_revision, revisions_in
from workbench.scenario.goals import INHERITED, Aim, Goal, read_aims, read_goals
from workbench.scenario.load import load_scenario
from workbench.scenario.model import BOTS, PLAYS, SEED, Scenario, checked_number

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")
NAME_RULE = "must be of small letters, digits, dots, dashes and underscores, begin with a letter or digit, at most 80"
LONGEST_TEXT = 100_000


class RevisionDraft(NamedTuple):
    """A revision to be saved. `rules` that are left out are the parent's; without a title it has its name as one."""

    game: Game
    revision: str
    parent: str | None
    reason: str
    rules: Mapping[str, Written]
    title: str = ""
    date: dt.date | None = None
    hypothesis: str = ""
    bots: tuple[str, ...] = BOTS
    plays: int = 20_000
    seed: int = 1
    goals: tuple[Goal, ...] = ()
    aims: tuple[Aim, ...] = ()

    @property
    def source(self) -> str:
        """How reports call its file."""
        return f"scenarios/{self.game.name}/{self.revision}{SUFFIX}"

    @property
    def texts(self) -> dict[str, str]:
        """Title, reason and hypothesis, as the file has them."""
        title = self.title.strip() or self.revision
        return {"title": title, "reason": self.reason.strip(), "hypothesis": self.hypothesis.strip()}

    def content(self, changes: Mapping[str, Written], same_goals: bool = False) -> dict[str, object]:
        """The file as TOML, with `changes` as its rules; `same_goals`: as the parent has."""
        return {
            **{"game": self.game.name, "date": self.date, "parent": self.parent, **self.texts, "rules": changes},
            "table": {"bots": list(self.bots[:1] if len(set(self.bots)) == 1 else self.bots)},
            "batch": {"plays": self.plays, "seed": self.seed},
            "goals": INHERITED if same_goals else {goal.measure: goal.written for goal in self.goals},
            "aims": {aim.measure: aim.written for aim in self.aims},
        }


def save_revision(workspace: Workspace, draft: RevisionDraft, lists: Mapping[str, Cards] | None = None) -> Scenario:
    """Write a new revision and load it; `lists` are card lists by rule, whose files are written with it.

    Raises BadInput with every problem; then neither the revision nor a file of it is left. A file that is there
    already is never touched.
    """
    if not lists:
        return _save(workspace, draft)
    label = draft.revision if FILE_NAME.fullmatch(f"{draft.revision}{CSV}") else "new"
    files = write_card_lists(workspace, draft.game, lists, label)
    try:
        return _save(workspace, draft._replace(rules={**written_rules(draft.rules), **files.names}))
    except BaseException:
        files.remove()
        raise


def _save(workspace: Workspace, draft: RevisionDraft) -> Scenario:
    problems = Problems()
    inherited, goals = _inherited(problems, workspace, draft.game, draft.parent)
    rules, wrong = with_cards(workspace, draft.game, draft.rules)
    problems.add(in_rules(problem, "", "rules.") for problem in wrong)
    folder = workspace.scenarios / draft.game.name
    wrong_name = name_problem(draft.revision, revisions_in(folder))
    problems.add([wrong_name] if wrong_name else [])
    problems.add(_text_problems(draft.texts))
    checked_number(problems, PLAYS, draft.plays, "batch.")
    checked_number(problems, SEED, draft.seed, "batch.")
    problems.add(_table_problems(draft, {**inherited, **rules}))
    problems.refuse(draft.source)
    before = written_rules(inherited)
    changes = {name: value for name, value in written_rules(rules).items() if value != before[name]}
    _write(folder / f"{draft.revision}{SUFFIX}", draft.content(changes, bool(goals) and goals == draft.goals))
    return load_scenario(workspace, f"{draft.game.name}/{draft.revision}")


def _inherited(
    problems: Problems, workspace: Workspace, game: Game, parent: str | None
) -> tuple[Values, tuple[Goal, ...]]:
    """The rules that the parent has, or the game's defaults, and the parent's goals."""
    lists, wrong = with_cards(workspace, game, default_cards(game))
    defaults = complete(game.parameters, lists)
    if parent is None:
        problems.add(wrong)
        return defaults, ()
    revisions = revisions_in(workspace.scenarios / game.name)
    if parent not in revisions:
        problems.add([Problem("parent", no_such_revision(parent, revisions, game.name), as_toml(parent))])
        return defaults, ()
    loaded = problems.attempt(load_scenario, workspace, str(revisions[parent].resolve()))
    return (loaded.rules, loaded.goals) if loaded else (defaults, ())


def name_problem(revision: str, taken: Iterable[str]) -> Problem | None:
    """Why a new revision cannot be called so; None where it can."""
    if not NAME.fullmatch(revision):
        return Problem("revision", NAME_RULE, as_toml(revision))
    return _taken(revision) if revision in taken else None


def slug(title: str, most: int = 60) -> str:
    """A title as the name of a revision: `Größere Hände, 6` is `grossere-hande-6`; empty without letters."""
    plain = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", plain))[:most].strip("-")


def _taken(revision: str) -> Problem:
    return Problem("revision", "there is one by that name; choose another, nothing is overwritten", as_toml(revision))


def _text_problems(texts: Mapping[str, str]) -> Iterable[Problem]:
    if not texts["reason"]:
        yield Problem("reason", "missing; say in a sentence why the rules change")
    for name, text in texts.items():
        if any("\ud800" <= character <= "\udfff" for character in text):
            yield Problem(name, "has characters that UTF-8 cannot write", as_toml(text))
        elif len(text) > LONGEST_TEXT:
            yield Problem(name, f"too long: {counted(len(text), 'character')}, at most {LONGEST_TEXT}")


def _table_problems(draft: RevisionDraft, rules: Mapping[str, Written]) -> Iterable[Problem]:
    """The problems of complete rules, bots, goals and aims, each with its table."""
    problems = draft.game.problems(rules)
    yield from (problem.within("", "rules.") for problem in problems)
    counted = all(problem.place != "players" for problem in problems)
    seats = whole_of(rules, "players") if counted else len(draft.bots)
    yield from (problem.within("", "table.") for problem in bot_problems(draft.game, draft.bots, seats))
    goals, wrong_goals = read_goals(draft.game, {goal.measure: goal.written for goal in draft.goals})
    aims = {aim.measure: aim.written for aim in draft.aims}
    yield from (*wrong_goals, *read_aims(draft.game, aims, draft.parent, goals)[1])


def rename_revision(workspace: Workspace, scenario: Scenario, title: str) -> None:
    """Give a revision another title in its file; all else there stays as it is written, and so does its name.

    Raises BadInput.
    """
    source = f"scenarios/{scenario.name}{SUFFIX}"
    wrong = Problems()
    wrong.add(_text_problems({"reason": scenario.reason or "-", "title": title.strip()}))
    if not title.strip():
        wrong.add([Problem("title", "missing; say what lists call the revision")])
    wrong.refuse(source)
    path = workspace.scenarios / f"{scenario.name}{SUFFIX}"
    import tomlkit

    content = tomlkit.parse(path.read_bytes()) if path.exists() else tomlkit.document().add("game", scenario.game.name)
    content["title"] = title.strip()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, tomlkit.dumps(content).encode())


def remove_revision(workspace: Workspace, scenario: Scenario) -> None:
    """Remove the file of a revision that nothing was made of yet; raises BadInput where it cannot be removed."""
    try:
        (workspace.scenarios / f"{scenario.name}{SUFFIX}").unlink(missing_ok=True)
    except OSError as error:
        raise BadInput.one(f"scenarios/{scenario.name}{SUFFIX}", f"cannot be removed: {error.strerror}") from None


def _write(path: Path, content: Mapping[str, object]) -> None:
    """All of the file or none of it, and never in another's place."""
    import tomlkit  # takes 10 ms to load, and every command loads this module

    text = tomlkit.dumps({key: value for key, value in content.items() if value not in (None, "", {})})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_new(path, text.encode())
    except FileExistsError:
        raise BadInput([_taken(path.stem)]) from None
    except OSError as error:
        raise BadInput.one(str(path), f"cannot be written: {error.strerror}") from None
