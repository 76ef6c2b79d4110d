"""The games there are: every entry point of the group `workbench.games`, ours and plug-ins, and those of a workspace.

A process has the games of one workspace at a time. `refresh` loads anew those whose files have changed.
"""

import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from workbench.engine.game import Game
from workbench.engine.parameters import Parameter
from workbench.engine.plugins import BrokenPlugin, Installed, PluginKind
from workbench.engine.problems import BadInput
from workbench.engine.wording import did_you_mean, listed
from workbench.engine.workspace_games import PACKAGE, FolderStamp, WorkspaceGames, forget

GROUP = "workbench.games"
_workspace: list[WorkspaceGames] = []
"""The workspace whose games are there too, if any."""
_stamps: dict[str, FolderStamp] = {}
"""The files of its games when they were last looked at."""
_refreshing = threading.Lock()


def games() -> Mapping[str, Game]:
    """Every game that can be loaded, by name, in the order of their names; each is loaded when it is first used."""
    return _installed()


def broken_plugins() -> tuple[BrokenPlugin, ...]:
    """The games that cannot be loaded, and those of the workspace that may not be yet."""
    broken = _installed().broken()
    if not _workspace:
        return broken
    (workspace,) = _workspace
    reason = "its code can do here whatever you can, and nobody has said yet who wrote it"
    locked = [
        BrokenPlugin(name, workspace.name_of(str(source)), None, reason, is_locked=True)
        for name, source in workspace.locked().items()
    ]
    return (*(replace(plugin, file=workspace.name_of(plugin.file)) for plugin in broken), *locked)


def use_workspace(root: Path | str) -> None:
    """Have the games of this workspace, and no longer those of another; without a name, none."""
    if str(root) == workspace_root():
        return
    workspaces = [WorkspaceGames(Path(root).resolve())] if root else []
    if workspaces == _workspace:
        return
    with _refreshing:
        had_games = bool(_stamps)
        _workspace[:] = workspaces
        _stamps.clear()
        _look()
        for workspace in workspaces:
            workspace.enter()
        if had_games or _stamps:
            _installed.cache_clear()


def workspace_root() -> str:
    """The workspace whose games are there, for `use_workspace` in another process; empty for none."""
    return str(_workspace[0].root) if _workspace else ""


def has_workspace_games() -> bool:
    """True if the workspace has games of its own, which may change."""
    return bool(_stamps)


def is_of_workspace(name: str) -> bool:
    """True for a game of the workspace: no other computer has it."""
    return name in _stamps


def trust(name: str) -> None:
    """Load a game of the workspace from now on. Raises BadInput where there is none of the name."""
    if not _workspace:
        raise BadInput.one("game", "there is no workspace here", name)
    with _refreshing:
        _workspace[0].trust(name)
        _look()
    _installed.cache_clear()


@dataclass(frozen=True)
class Reloaded:
    """A game of the workspace whose files have changed, and what is different now, a sentence each."""

    name: str
    changes: tuple[str, ...]


def refresh() -> list[Reloaded]:
    """The games of the workspace whose files have changed since; they are loaded anew."""
    if not _workspace:
        return []

    with _refreshing:
        before, loaded = dict(_stamps), _installed()
        if not _look():
            return []
        changed = [name for name in {**before, **_stamps} if before.get(name) != _stamps.get(name)]
        old = {name: loaded.get(name) for name in changed}
        for name in changed:
            forget(name)
        _installed.cache_clear()
        now = games()
        return [Reloaded(name, tuple(changes_of(old[name], now.get(name)))) for name in changed]


def _look() -> bool:
    """Note how the files of the workspace's games are now; true if that is different."""
    now = {name: stamp for workspace in _workspace for name, stamp in workspace.stamps().items()}
    if now == _stamps:
        return False
    for name in _stamps.keys() - now.keys():
        del _stamps[name]
    _stamps.update(now)  # others may look meanwhile: a game that stays is never missing
    return True


def title_of(name: str) -> str:
    """The game's title; its name where it is not installed here."""
    game = games().get(name)
    return game.title if game else name


def game_named(name: object, place: str = "game") -> Game:
    """The game called `name`. Raises BadInput that lists the games there are, or says why it was left out."""
    game = games().get(name) if isinstance(name, str) else None
    if game is None:
        broken = next((broken_plugin for broken_plugin in broken_plugins() if broken_plugin.name == name), None)
        there = ", ".join(f'"{other}"' for other in games())
        no_such = f"no such game{did_you_mean(name, games(), f'; the games are {there}')}"
        message = broken.problem.message if broken else no_such
        raise BadInput.one(place, message, name)
    return game


@cache
def _installed() -> Installed[Game]:
    local = [point for workspace in _workspace for point in workspace.points(GROUP)]
    return Installed(PluginKind("game", GROUP, Game, _wrong_with), [*entry_points(group=GROUP), *local])


def _wrong_with(game: Game) -> str:
    """Why a game cannot be played; empty if it can. What it declares wrongly raises."""
    if isinstance(game.rulebook, Path) and not game.rulebook.is_file():
        return f"there is no rulebook {game.rulebook}"
    _ = game.result, game.card_use
    if game.rules.__module__.startswith(f"{PACKAGE}."):
        _ = game.code_hash  # of the files as they are now: they may change while the game is there
    return ""


def changes_of(before: Game | None, now: Game | None) -> Iterator[str]:
    """The differences between what a game was and what it is now; None where it did not load."""
    if now is None:
        yield "It does not load any more." if before else "It does not load."
    elif before is None:
        yield "It loads now."
    else:
        declared = [*_declared(before, now)]
        yield from declared
        if before.code_hash != now.code_hash:
            yield "Its code is different: plays may go otherwise, and are played anew."
        elif not declared:
            yield "Plays go as before."


def _declared(before: Game, now: Game) -> Iterator[str]:
    """The differences between the declarations."""
    yield from _named("rule", before.parameters, now.parameters)
    for name, rule in now.parameters.items():
        if name in before.parameters and (words := _changed(before.parameters[name], rule)):
            yield f"The rule {name} {words}."
    yield from _named("move", *([kind.name.lower() for kind in game.action_kinds] for game in (before, now)))
    yield from _named("measure", *([measure.name for measure in game.measures] for game in (before, now)))
    yield from _named("style", *([style.name for style in game.styles] for game in (before, now)))


def _changed(before: Parameter, now: Parameter) -> str:
    """The change of a rule that is still there: of its default, of the values it may take, or of its words."""
    if before.default != now.default:
        return f"was {before.show(before.default)} by default and is {now.show(now.default)}"
    if before.allowed != now.allowed:
        return f"was {before.allowed} and is {now.allowed}"
    words = [(rule.help, rule.label, rule.unit, rule.section) for rule in (before, now)]
    return "is worded otherwise" if words[0] != words[1] else ""


def _named(noun: str, before: Iterable[str], now: Iterable[str]) -> Iterator[str]:
    """The names that came and went."""
    old, new = set(before), set(now)
    for names, word in ((new - old, "New"), (old - new, "Gone")):
        if names:
            yield f"{word} {noun}{'s' * (len(names) > 1)}: {listed(sorted(names))}."
