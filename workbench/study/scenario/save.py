"""Saving a revision: a new file that holds only what it changes against its parent, and why."""

import datetime as dt
import os
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import tomli_w

from workbench.bots.spec import bot_problems
from workbench.engine.game import Game
from workbench.engine.parameters import Values, Written, complete
from workbench.engine.problems import BadInput, Problem, on_one_line
from workbench.engine.registry import game_named
from workbench.study.scenario.card_files import default_cards, in_rules, with_cards, written_rules
from workbench.study.scenario.files import SUFFIX, no_such_revision, revisions_in
from workbench.study.scenario.goals import Goal, read_goals
from workbench.study.scenario.load import load_scenario
from workbench.study.scenario.model import Scenario
from workbench.study.scenario.report import Report
from workbench.study.scenario.shown import shown
from workbench.study.scenario.table import BOTS, PLAYS, SEED, accepted, specs
from workbench.study.workspace import Workspace

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
    report = Report()
    game = game if isinstance(game, Game) else game_named(game)
    inherited = _inherited(report, workspace, game, parent)
    rules, wrong = with_cards(workspace, game, rules)
    report.add(in_rules(problem, "", "rules.") for problem in wrong)
    texts = {"title": title.strip() or revision, "reason": reason.strip(), "hypothesis": hypothesis.strip()}
    wrong_name = name_problem(revision, revisions_in(workspace.scenarios / game.name))
    report.add([wrong_name] if wrong_name else [])
    report.add(_text_problems(texts))
    head = {"game": game.name, "date": date, "parent": parent, **texts}
    table = {"bots": _few(specs(bots))}
    batch = {"plays": accepted(report, PLAYS, plays, "batch."), "seed": accepted(report, SEED, seed, "batch.")}
    targets = {goal.measure: goal.written for goal in goals}
    report.add(_table_problems(game, {**inherited, **rules}, specs(bots), targets))
    _refuse(report, f"scenarios/{game.name}/{revision}{SUFFIX}")
    before = written_rules(inherited)
    changes = {name: value for name, value in written_rules(rules).items() if value != before[name]}
    _write(
        workspace.scenarios / game.name / f"{revision}{SUFFIX}",
        {**head, "rules": changes, "table": table, "batch": batch, "goals": targets},
    )
    return load_scenario(workspace, f"{game.name}/{revision}")


def _inherited(report: Report, workspace: Workspace, game: Game, parent: str | None) -> Values:
    """The rules that the parent has, or the game's defaults."""
    lists, wrong = with_cards(workspace, game, default_cards(workspace, game))
    defaults = complete(game.parameters, lists)
    if parent is None:
        report.add(wrong)
        return defaults
    known = revisions_in(workspace.scenarios / game.name)
    if parent not in known:
        report.add([Problem("parent", no_such_revision(known, game.name), shown(parent))])
        return defaults
    loaded = report.attempt(load_scenario, workspace, str(known[parent].resolve()))
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


def _refuse(report: Report, source: str) -> None:
    """Raise BadInput if there is more than a warning; problems without a source are the new file's."""
    if not all(problem.warning for problem in report.problems):
        raise BadInput(on_one_line(replace(problem, source=problem.source or source)) for problem in report.problems)


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
