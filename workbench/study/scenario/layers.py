"""The rules of a scenario, layer upon layer: defaults, parents, its own, and those of the command."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from workbench.engine.game import Game
from workbench.engine.parameters import Values, complete, problems_of, split_settings
from workbench.engine.problems import Problem
from workbench.study.scenario.card_files import default_cards, in_rules, with_cards
from workbench.study.scenario.files import ScenarioFile
from workbench.study.scenario.report import Report
from workbench.study.workspace import Workspace


@dataclass(frozen=True)
class Layer:
    """Rule values from one place; later layers win."""

    source: str
    prefix: str
    values: Mapping[str, Any]

    def own(self, problem: Problem) -> Problem:
        """The problem, as one of this place."""
        return problem.within(self.source, self.prefix)


def layered_rules(
    report: Report, workspace: Workspace, game: Game, files: Sequence[ScenarioFile], settings: Sequence[str]
) -> Values:
    """The complete rules of the last of `files`, which builds on those before it, under `--set` texts."""
    written = [Layer(file.source, "rules.", file.rules) for file in files]
    given, wrong = split_settings(game.parameters, settings)
    report.add(wrong)
    defaults = _loaded(report, workspace, game, _defaults(workspace, game, [*written, Layer("--set", "", given)]))
    layers = [_loaded(report, workspace, game, layer) for layer in written]
    command = _loaded(report, workspace, game, Layer("--set", "", given))
    report.add(_problems(game, layers, command))
    return complete(game.parameters, _merged([defaults, *layers, command]))


def _defaults(workspace: Workspace, game: Game, layers: Iterable[Layer]) -> Layer:
    """The files of card lists that no layer names."""
    named = _merged(layers)
    return Layer("", "", {name: file for name, file in default_cards(workspace, game).items() if name not in named})


def _loaded(report: Report, workspace: Workspace, game: Game, layer: Layer) -> Layer:
    """The layer with card lists in the place of their files' names; what is wrong with the files is noted."""
    values, problems = with_cards(workspace, game, layer.values)
    report.add(in_rules(problem, layer.source, layer.prefix) for problem in problems)
    return replace(layer, values=values)


def _merged(layers: Iterable[Layer]) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for layer in layers:
        merged.update(layer.values)
    return merged


def _problems(game: Game, layers: list[Layer], command: Layer) -> Iterable[Problem]:
    """What is wrong with the values that count, then with those that a later layer hides."""
    told = set()
    for problem in game.problems(_merged([*layers, command])):
        home = _home(game, problem.place, layers, command)
        told.add((home.source, problem.place))
        yield home.own(problem)
    for layer in [*layers, command]:
        alone = problems_of(game.parameters, layer.values)
        yield from (layer.own(problem) for problem in alone if (layer.source, problem.place) not in told)


def _home(game: Game, name: str, layers: list[Layer], command: Layer) -> Layer:
    """Where a problem is to be mended: where the value stands if it is wrong by itself, or if it is the command's.

    A parent's value that is sound by itself is wrong only in the company that the last file gave it.
    """
    writer = next((layer for layer in [command, *reversed(layers)] if name in layer.values), layers[-1])
    alone = writer is command or problems_of(game.parameters, {name: writer.values.get(name)})
    return writer if alone else layers[-1]
