"""Loading a scenario: the problems of its file, of its parents and of the overrides come in one BadInput."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypedDict, Unpack

from workbench.engine.card_lists import card_lists
from workbench.engine.cards import Cards
from workbench.engine.game import Game
from workbench.engine.parameters import Values, complete, problems_of, split_settings
from workbench.engine.problems import BadInput, Problem, Problems
from workbench.engine.registry import game_named
from workbench.engine.wording import counted
from workbench.scenario.card_lists import default_cards, in_rules, with_cards
from workbench.scenario.drafts import as_scenario_file, draft_named, read_draft
from workbench.scenario.files import (
    ScenarioFile,
    Workspace,
    ancestors,
    find_scenario_file,
    list_scenarios,
    read_scenario_file,
)
from workbench.scenario.goals import INHERITED, read_aims, read_goals
from workbench.scenario.model import Scenario, batch_numbers, table_bots, usual_plays

TEXTS = ("title", "reason", "hypothesis")
KEYS = ("game", "title", "date", "parent", "reason", "hypothesis")
TABLES: dict[str, tuple[str, ...]] = {
    "rules": (),
    "table": ("bots",),
    "batch": ("plays", "seed"),
    "goals": (),
    "aims": (),
}
"""The tables of a scenario with their keys; those of rules, goals and aims depend on the game."""


def shape_problems(file: ScenarioFile) -> Iterable[Problem]:
    """Unknown keys and tables, and wrong types of those that every game has."""
    for name, value in file.content.items():
        if name in TABLES:
            yield from _table_problems(file, name, value)
        elif name not in KEYS:
            keys = f"{', '.join(KEYS)}, {', '.join(f'[{table}]' for table in TABLES)}"
            yield file.problem(name, f"no such key; a scenario has {keys}", value)
        elif name in TEXTS and not isinstance(value, str):
            yield file.problem(name, "must be a text in quotes", value)


def _table_problems(file: ScenarioFile, name: str, value: object) -> Iterable[Problem]:
    if name == "goals" and value == INHERITED:
        if "parent" not in file.content:
            yield file.problem(name, "there is no parent whose goals these could be", value)
    elif not isinstance(value, dict):
        yield file.problem(name, f"must be a table, [{name}] on a line of its own", value)
    elif keys := TABLES[name]:
        for key in value:
            if key not in keys:
                yield file.problem(f"{name}.{key}", f"no such key; [{name}] has {', '.join(keys)}", value[key])


def read_date(problems: Problems, file: ScenarioFile) -> dt.date | None:
    """The date, bare or in quotes."""
    written = file.content.get("date")
    if written is None or (isinstance(written, dt.date) and not isinstance(written, dt.datetime)):
        return written
    if isinstance(written, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", written):
        try:
            return dt.date.fromisoformat(written)
        except ValueError:
            pass
    problems.add([file.problem("date", "must be a date, as in 2021-04-08", written)])
    return None


def read_game(problems: Problems, workspace: Workspace, file: ScenarioFile) -> Game | None:
    """The game of the file, or None; it must be the one that its folder is called by."""
    inside = workspace.inside(file.path)
    parts = inside.parts if inside else ()
    folder = parts[1] if len(parts) > 2 and parts[0] == "scenarios" else None
    if "game" not in file.content:
        problems.add([file.problem("game", f'missing; as in game = "{folder or "hitmakers"}"')])
        return None
    try:
        game = game_named(file.content["game"])
    except BadInput as bad:
        problems.add([file.problem("game", bad.problems[0].message, file.content["game"])])
        return None
    if folder and folder != game.name:
        message = f'must be "{folder}", as its folder is called, or the file must move to scenarios/{game.name}/'
        problems.add([file.problem("game", message, game.name)])
    return game


MOST_OF_A_CUT_LIST = 0.75
"""The part of a card list that may be all that was left of it; with fewer cards taken out somebody edited it."""


class Layer(NamedTuple):
    """Rule values from one place; later layers win."""

    source: str
    prefix: str
    values: Mapping[str, object]

    def located(self, problem: Problem) -> Problem:
        """The problem, as one of this place."""
        return problem.within(self.source, self.prefix)


def layered_rules(
    problems: Problems, workspace: Workspace, game: Game, files: Sequence[ScenarioFile], settings: Sequence[str]
) -> Values:
    """The complete rules of the last of `files`, which builds on those before it, under `--set` texts."""
    written = [Layer(file.source, "rules.", file.rules) for file in files]
    settings_by_name, wrong = split_settings(game.parameters, settings)
    problems.add(wrong)
    settings_layer = Layer("--set", "", settings_by_name)
    named = _merged([*written, settings_layer])
    unnamed = {name: file for name, file in default_cards(game).items() if name not in named}
    defaults = _loaded(problems, workspace, game, Layer("", "", unnamed))
    layers = [_loaded(problems, workspace, game, layer) for layer in written]
    command = _loaded(problems, workspace, game, settings_layer)
    problems.add(_cut_lists(game, [defaults, *layers, command]))
    problems.add(_rule_problems(game, layers, command))
    return complete(game.parameters, _merged([defaults, *layers, command]))


def _loaded(problems: Problems, workspace: Workspace, game: Game, layer: Layer) -> Layer:
    """The layer with card lists in the place of their files' names; what is wrong with the files is noted."""
    values, wrong = with_cards(workspace, game, layer.values)
    problems.add(in_rules(problem, layer.source, layer.prefix) for problem in wrong)
    return layer._replace(values=values)


def _cut_lists(game: Game, layers: Sequence[Layer]) -> Iterator[Problem]:
    """Card lists that have the first cards alone of the list before them: an editor or a disk may have cut them."""
    before = {name: parameter.default for name, parameter in card_lists(game.parameters).items()}
    for layer in layers:
        for name, cards in layer.values.items():
            if not isinstance(cards, Cards) or not isinstance(whole := before.get(name), Cards):
                continue
            keys, all_keys = [*map(cards.key_of, cards)], [*map(whole.key_of, whole)]
            if len(keys) <= MOST_OF_A_CUT_LIST * len(all_keys) and keys == all_keys[: len(keys)]:
                part = f"the first {len(keys)} of {counted(len(all_keys), 'card')} of {whole.file} alone"
                yield Problem("", f"{part}: is the file whole?", source=f"data/{game.name}/{cards.file}", warning=True)
            before[name] = cards


def _merged(layers: Iterable[Layer]) -> dict[str, object]:
    merged: dict[str, object] = {}
    for layer in layers:
        merged.update(layer.values)
    return merged


def _rule_problems(game: Game, layers: list[Layer], command: Layer) -> Iterable[Problem]:
    """Problems of the values in force, then of those that a later layer overrides."""
    reported = set()
    for problem in game.problems(_merged([*layers, command])):
        writer = next((layer for layer in [command, *reversed(layers)] if problem.place in layer.values), layers[-1])
        is_wrong_alone = problems_of(game.parameters, {problem.place: writer.values.get(problem.place)})
        # a parent's value that is fine by itself clashes with what the last file has: then the last file is to blame
        home = writer if writer is command or is_wrong_alone else layers[-1]
        reported.add((home.source, problem.place))
        yield home.located(problem)
    for layer in [*layers, command]:
        alone = problems_of(game.parameters, layer.values)
        yield from (layer.located(problem) for problem in alone if (layer.source, problem.place) not in reported)


class LoadOptions(TypedDict, total=False):
    """The overrides of a command line, as `load_scenario` takes them."""

    set_: Sequence[str]
    bots: str | Sequence[str] | None
    plays: str | int | None
    seed: str | int | None


def load_scenario(
    workspace: Workspace,
    reference: str,
    *,
    set_: Sequence[str] = (),
    bots: str | Sequence[str] | None = None,
    plays: str | int | None = None,
    seed: str | int | None = None,
) -> Scenario:
    """The scenario behind a path, `game/revision` or a draft's name, with the overrides as a command line has them.

    Raises BadInput with every problem of the file, of its parents and of the overrides.
    """
    problems = Problems()
    if bots is not None:
        bots = tuple(bots.split() if isinstance(bots, str) else bots)
    file = problems.attempt(_opened, workspace, reference)
    if file is None:
        batch_numbers(problems, plays, seed, {}, "")
        raise BadInput(problems.noted)
    problems.add(shape_problems(file))
    date = read_date(problems, file)
    number, first_seed = batch_numbers(problems, plays, seed, file.table("batch"), file.source)
    game = read_game(problems, workspace, file)
    if game is None:
        raise BadInput(problems.noted)
    before, lost = ancestors(workspace, file, game)
    problems.add(lost)
    line = [*before, file]
    rules = layered_rules(problems, workspace, game, line, set_)
    if plays is None and "plays" not in file.table("batch"):
        number = usual_plays(game, rules)
    seated = table_bots(problems, bots, file, game, rules)
    home = next((one for one in reversed(line) if one.content.get("goals") != INHERITED), file)
    goals, wrong = read_goals(game, home.table("goals"))
    parent = file.content.get("parent")
    aims, wrong_aims = read_aims(game, file.table("aims"), parent, goals)
    problems.add(problem.within(home.source) for problem in wrong)
    problems.add(problem.within(file.source) for problem in wrong_aims)
    title, reason, hypothesis = (str(file.content.get(name, "")).strip() for name in TEXTS)
    return Scenario(
        game=game,
        revision=file.path.stem,
        path=file.path,
        title=title or file.path.stem,
        date=date,
        parent=parent if isinstance(parent, str) else None,
        reason=reason,
        hypothesis=hypothesis,
        rules=rules,
        bots=seated,
        plays=number,
        seed=first_seed,
        goals=goals,
        aims=aims,
        warnings=problems.warnings(),
        settings=tuple(set_),
    )


def _opened(workspace: Workspace, reference: str) -> ScenarioFile:
    if draft := draft_named(workspace, reference):
        return as_scenario_file(workspace, draft, game_named(draft.game))
    path = find_scenario_file(workspace, reference)
    return read_scenario_file(path, workspace.name_of(path))


class ScenarioCheck(NamedTuple):
    """A scenario by the name it was asked for, with its problems and warnings."""

    reference: str
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """True if it can be played; warnings do not hinder that."""
        return all(problem.warning for problem in self.problems)

    def as_json(self) -> dict[str, object]:
        """The check as `validate --json` prints it."""
        problems = [
            {
                "file": problem.source,
                "place": problem.place,
                "value": problem.value,
                "message": problem.message,
                "warning": problem.warning,
            }
            for problem in self.problems
        ]
        return {"scenario": self.reference, "ok": self.ok, "problems": problems}


def check_scenarios(
    workspace: Workspace, references: Iterable[str], **overrides: Unpack[LoadOptions]
) -> list[ScenarioCheck]:
    """Every problem of every scenario, under overrides as `load_scenario` takes them."""
    checks = []
    for reference in references:
        try:
            problems = load_scenario(workspace, reference, **overrides).warnings
        except BadInput as bad:
            problems = bad.problems
        checks.append(ScenarioCheck(reference, problems))
    return checks


def unreadable_files(workspace: Workspace) -> dict[str, str]:
    """The first problem of each revision, card list and draft of the workspace that cannot be read, by its path."""
    folders = sorted(workspace.scenarios.iterdir()) if workspace.scenarios.is_dir() else []
    references = [name for folder in folders if folder.is_dir() for name in list_scenarios(workspace, folder.name)]
    problems = [problem for check in check_scenarios(workspace, references) for problem in check.problems]
    files = {one.source: f"{one.place}: {one.message}" for one in reversed(problems) if one.source and not one.warning}
    drafts = {file.stem: workspace.name_of(file) for file in sorted((workspace.data / "drafts").glob("*.json"))}
    return files | {name: "is no draft" for id, name in drafts.items() if read_draft(workspace, id) is None}
