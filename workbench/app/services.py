"""Shared by all browser sessions: the workspace with its settings, its store, and the queue of jobs."""

import json
import logging
import os
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

import streamlit as st

from workbench.app.jobs.hole_count import HoleCounts
from workbench.app.jobs.job import Job
from workbench.app.jobs.queue import GLANCE_S, Jobs, has_to_learn
from workbench.app.jobs.quick import QuickLane
from workbench.app.server.launch import WORKSPACE
from workbench.bots.library import has_learned
from workbench.engine.files import read_toml, write_whole
from workbench.engine.game import Game
from workbench.engine.problems import BadInput
from workbench.engine.registry import use_workspace
from workbench.play.cluster import PORT, read_address
from workbench.scenario import Scenario, list_scenarios, load_scenario
from workbench.scenario.drafts import StoredDraft, list_drafts
from workbench.scenario.files import Workspace, find_workspace
from workbench.store import Store, StoreError
from workbench.store.copies import keep_backup

log = logging.getLogger(__name__)
CLUSTER = "cluster"
LOOK_S = 300.0
"""Seconds between two looks whether a backup of the text is due."""
MOST_DRAFTS = 20
"""Drafts of a game that can be chosen as its revisions can."""
NO_FILE = "cannot be written: {}; make the folder writable, or start the app in another workspace"


def settings_file(workspace: Workspace) -> Path:
    """The file; it is there only while something is set."""
    return workspace.data / "settings.toml"


def cluster(workspace: Workspace) -> str | None:
    """The address of the cluster that jobs play on; None to play on this computer. Raises BadInput for a bad file."""
    file = settings_file(workspace)
    place = f"{workspace.name_of(file)}: {CLUSTER}"
    try:
        cluster_address = read_toml(file.read_text("utf-8")).get(CLUSTER)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        advice = f'write {CLUSTER} = "tcp://HOST:{PORT}" there, or delete the file'
        raise BadInput.one(place, f"cannot be read: {error}; {advice}") from error
    return read_address(None if cluster_address is None else str(cluster_address), place)


def set_cluster(workspace: Workspace, address: str | None) -> None:
    """Have jobs play on this cluster, or on this computer. Raises BadInput where the file cannot be written."""
    file = settings_file(workspace)
    try:
        if address is None:
            file.unlink(missing_ok=True)
            return
        file.parent.mkdir(mode=0o700, exist_ok=True)
        write_whole(file, f"{CLUSTER} = {json.dumps(address)}\n".encode())
    except OSError as error:
        raise BadInput.one(workspace.name_of(file), NO_FILE.format(error.strerror or error)) from error


@dataclass(frozen=True)
class Services:
    """A workspace with its store and jobs; `store` waits only briefly for a lock, as pages do.

    `quick` plays drafts while they are edited, beside the queue of jobs.
    """

    workspace: Workspace
    store: Store
    jobs: Jobs
    quick: QuickLane = field(default_factory=QuickLane)

    @cached_property
    def hole_counts(self) -> HoleCounts:
        """The rule holes of stored batches, counted in the background."""
        return HoleCounts(self.workspace)


def services() -> Services:
    """The services of the workspace that this server shows; its games are there from now on.

    Never of the current folder: a thread that outlives its server, or its test, would write there.
    """
    root = str(find_workspace(Path(os.environ[WORKSPACE])).root.resolve())
    use_workspace(root)
    return _services(root)


def lesson_before(*scenarios: Scenario) -> Job | None:
    """The job in which bots of these scenarios learn what they lack before they play; None where they lack nothing."""
    return next((services().jobs.lesson(scenario) for scenario in scenarios if has_to_learn(scenario)), None)


@st.cache_resource(show_spinner=False)
def _services(root: str) -> Services:
    workspace = Workspace(Path(root))
    jobs = Jobs(Store(workspace.store_path), partial(cluster, workspace))
    threading.Thread(target=_keep_backups, args=[workspace], name="workbench-backup", daemon=True).start()
    return Services(workspace, Store(workspace.store_path, GLANCE_S), jobs)


def _keep_backups(workspace: Workspace) -> None:
    """Keep a backup of the text whenever one is due, as long as the server runs."""
    while True:
        time.sleep(LOOK_S)
        try:
            keep_backup(workspace.store_path)
        except StoreError as error:
            log.warning("no backup of the text: %s", error)


@dataclass(frozen=True)
class Revisions:
    """The revisions of a game: those that load, in order, and the problems of the others.

    `drafts` are those among the sound ones that nobody has saved yet, where a page takes them.
    """

    sound: dict[str, Scenario]
    broken: dict[str, BadInput]
    drafts: frozenset[str] = frozenset()

    @property
    def taken(self) -> list[str]:
        """The names that no new revision can have."""
        return [*self.sound, *self.broken]

    @property
    def names(self) -> list[str]:
        """Every revision that can be chosen."""
        return list(self.sound)

    @cached_property
    def leading(self) -> str:
        """The revision that pages suggest: the end of the game's main line of revisions.

        The line begins at the first revision that others change, and goes from each to its only child: of a plain
        chain it is the latest. Where several change the same one, they are variants of it that are weighed against
        each other, and none leads, unless exactly one of them was developed further. Where nothing changes anything,
        it is the newest; empty without a revision.
        """
        roots = [name for name in self.sound if self._parent(name) is None]
        name = next((root for root in roots if self._children(root)), roots[-1] if roots else "")
        while heir := self._heir(name):
            name = heir
        return name

    @cached_property
    def featured(self) -> tuple[str, str] | None:
        """Base and other of the comparison to begin with; None where nothing changes anything.

        It asks what the last step of the main line did: the leading revision against its parent. Where nothing but
        variants came of the first revision, it is the first of these against it.
        """
        pairs = [(self._parent(self.leading), self.leading)] if self.sound else []
        pairs += [(self.leading, child) for child in self._children(self.leading)]
        return next(((base, other) for base, other in pairs if base is not None), None)

    def _parent(self, name: str) -> str | None:
        """The revision that this one changes, where it can be chosen."""
        parent = self.sound[name].parent
        return parent if parent in self.sound else None

    def _children(self, name: str) -> list[str]:
        """The revisions that change this one, in order."""
        return self._below.get(name, [])

    @cached_property
    def _below(self) -> dict[str, list[str]]:
        children: dict[str, list[str]] = {}
        for child in self.sound:
            if child not in self.drafts and (parent := self._parent(child)):
                children.setdefault(parent, []).append(child)
        return children

    def _heir(self, name: str) -> str | None:
        """The child that continues the main line: the only one, or the only one that has children."""
        children = self._children(name)
        developed = children if len(children) == 1 else [child for child in children if self._children(child)]
        return developed[0] if len(developed) == 1 else None


Signature = tuple[tuple[str, int, int, int], ...]
"""Names, sizes and times of files: equal where nothing has changed."""
_loaded: dict[tuple[Path, str], tuple[Game, Signature, Revisions]] = {}
"""The revisions of each game of each workspace as they were last read, with what their files were then."""


def revisions(game: Game) -> Revisions:
    """The revisions of a game as the files say now; only those whose files have changed are read again."""
    workspace = services().workspace
    key, now = (workspace.root, game.name), _signature(workspace, game)
    loaded = _loaded.get(key)
    if loaded is None or loaded[0] is not game or loaded[1] != now:
        unchanged = _untouched(workspace, loaded[2], {*loaded[1]} ^ {*now}) if loaded and loaded[0] is game else {}
        loaded = _loaded[key] = game, now, _read(workspace, game, unchanged)
    return loaded[2]


_drafted: dict[tuple[Path, str], tuple[Revisions, list[StoredDraft], Revisions]] = {}
"""The revisions of each game with its drafts, and what they were made from."""


def with_drafts(game: Game) -> Revisions:
    """The revisions of a game, and behind them its newest drafts that can be played."""
    workspace, siblings = services().workspace, revisions(game)
    drafts = [draft for draft in list_drafts(workspace) if draft.game == game.name][:MOST_DRAFTS]
    last = _drafted.get((workspace.root, game.name))
    if last is None or last[0] is not siblings or last[1] != drafts:
        playable: dict[str, Scenario] = {}
        for draft in drafts:
            with suppress(BadInput):
                playable[draft.reference] = load_scenario(workspace, f"{game.name}/{draft.reference}")
        both = replace(siblings, sound={**siblings.sound, **playable}, drafts=frozenset(playable))
        last = _drafted[workspace.root, game.name] = siblings, drafts, both
    return last[2]


def _untouched(workspace: Workspace, before: Revisions, changed: set[tuple[str, int, int, int]]) -> dict[str, Scenario]:
    """The revisions whose own file and those above it are as they were; none where a file of cards has changed."""
    files = {Path(path) for path, *_ in changed}
    if any(file.parent.parent != workspace.scenarios for file in files):
        return {}
    stale = {file.stem for file in files}
    unchanged: dict[str, Scenario] = {}
    for name, scenario in before.sound.items():  # each after its parent
        if name not in stale and (scenario.parent is None or scenario.parent in unchanged):
            unchanged[name] = scenario
    return unchanged


def _signature(workspace: Workspace, game: Game) -> Signature:
    """A signature of a game's files, without reading them: its revisions, their cards, and what bots have learned."""
    stats = [("learned", int(has_learned(game.name)), 0, 0)]  # then other bots play
    for folder in (workspace.scenarios / game.name, workspace.data / game.name):
        with suppress(OSError):  # a folder that is not there, a file that goes just now
            for file in os.scandir(folder):
                stat = file.stat()
                stats.append((file.path, stat.st_size, stat.st_mtime_ns, stat.st_ino))
    return tuple(sorted(stats))


def _read(workspace: Workspace, game: Game, unchanged: Mapping[str, Scenario]) -> Revisions:
    """Every revision, in order; those that are `unchanged` need not be read."""
    sound: dict[str, Scenario] = {}
    broken: dict[str, BadInput] = {}
    for name in list_scenarios(workspace, game):
        revision = name.partition("/")[2]
        try:
            sound[revision] = unchanged.get(revision) or load_scenario(workspace, name)
        except BadInput as bad:
            broken[revision] = bad
    return Revisions(sound, broken)
