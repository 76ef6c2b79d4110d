"""A quick part of the check for code of a workspace that has changed: once after each change, before it is played."""

from contextlib import suppress

from workbench.conform.check import conform, differences
from workbench.conform.extent import Extent
from workbench.engine.compiling import cache_root
from workbench.engine.game import Game
from workbench.engine.parameters import Values
from workbench.engine.problems import WorkbenchError
from workbench.engine.wording import counted
from workbench.engine.workspace_games import PACKAGE

QUICK = Extent(rule_sets=1, plays=3, seconds=0.5, most_steps=5000, is_compiled=False)


class HasMistakes(WorkbenchError):
    """A game that would give wrong numbers: its mistakes, each with its line."""


def check_changed(game: Game, rules: Values) -> None:
    """Look at a few plain plays of a workspace's game under these rules, once after each change of its code.

    Raises HasMistakes. Code without a mistake is remembered, beside what is compiled of it.
    """
    memory = cache_root() / game.code_hash[:24] / "looked-at"
    if not game.rules.__module__.startswith(f"{PACKAGE}.") or memory.exists():
        return
    mistakes = [mistake for mistake in conform(game, QUICK, rules=differences(game, rules)) if not mistake.is_warning]
    if mistakes:
        texts = "\n".join(mistake.text(game.name) for mistake in mistakes)
        advice = (
            f"{counted(len(mistakes), 'mistake')}: nothing is played; `workbench conform {game.name}` looks for more"
        )
        raise HasMistakes(f"{texts}\n{game.name} has {advice}")
    with suppress(OSError):  # then it is looked at again
        memory.touch()
