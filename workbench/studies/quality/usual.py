"""The usual figures: those of the other games of the shelf, by the same bots."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from workbench.bots.spec import bot_problems, one_a_seat
from workbench.engine.game import Game
from workbench.engine.parameters import complete
from workbench.engine.problems import whole_of
from workbench.engine.registry import games
from workbench.play.forms import is_searched
from workbench.play.options import RunOptions
from workbench.scenario import Scenario
from workbench.stats import Figure
from workbench.studies.timelines import Timelines, follow_plays

PLAYS = 1_000
"""Plays of each other game: their figures need be no closer than games are to each other."""


@dataclass(frozen=True)
class UsualFigures:
    """The figures of another game by its usual rules, by name."""

    title: str
    figures: Mapping[str, Figure]


_played: dict[tuple[str, str, str], UsualFigures] = {}
"""The figures of each game by code and bot, as long as this process lives."""


FiguresOf = Callable[[Scenario, Timelines], Mapping[str, Figure]]
"""Works out every figure of the plays of a scenario."""


def usual_figures(scenario: Scenario, options: RunOptions, figures_of: FiguresOf) -> tuple[UsualFigures, ...]:
    """The figures of every other installed game that the bots can play.

    Empty where bots differ from seat to seat, or search: their plays would take longer than the study. Raises
    `Stopped`.
    """
    bots = set(scenario.bots)
    if len(bots) > 1 or is_searched(scenario):
        return ()
    (bot,) = bots
    others = [
        replace(_as_usual(scenario, game, bot), plays=PLAYS)
        for name, game in games().items()
        if name != scenario.game.name and not bot_problems(game, [bot], 1)
    ]
    return tuple(_played_figures(other, replace(options, cluster=None), figures_of) for other in others)


def _as_usual(scenario: Scenario, game: Game, bot: str) -> Scenario:
    """Another game by its usual rules, with the bot at every seat."""
    rules = complete(game.parameters, {})
    bots = one_a_seat([bot], whole_of(rules, "players"))
    return replace(scenario, game=game, revision="", title=game.title, rules=rules, bots=bots, goals=(), settings=())


def _key(scenario: Scenario) -> tuple[str, str, str]:
    return scenario.game.name, scenario.game.code_hash, scenario.bots[0]


def _played_figures(scenario: Scenario, options: RunOptions, figures_of: FiguresOf) -> UsualFigures:
    if _key(scenario) not in _played:
        figures = figures_of(scenario, follow_plays(scenario, options))
        without_plays = {name: Figure(name, figure.measure, figure.estimate) for name, figure in figures.items()}
        _played[_key(scenario)] = UsualFigures(scenario.game.title, without_plays)
    return _played[_key(scenario)]
