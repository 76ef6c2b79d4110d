"""What all sessions share: the workspace, its store, and the queue of jobs."""

import os
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from workbench.app.jobs import GLANCE_S, Jobs
from workbench.app.launch import WORKSPACE
from workbench.engine.game import Game
from workbench.engine.problems import BadInput
from workbench.store import Store
from workbench.study.scenario import Scenario, list_scenarios, load_scenario
from workbench.study.workspace import Workspace, find_workspace


@dataclass(frozen=True)
class Services:
    """One workspace's store and jobs. `store` is for pages, which do not wait long."""

    workspace: Workspace
    store: Store
    jobs: Jobs


def services() -> Services:
    """The services of the workspace that this server shows."""
    given = os.environ.get(WORKSPACE)
    return _services(str(find_workspace(Path(given) if given else None).root.resolve()))


@st.cache_resource(show_spinner=False)
def _services(root: str) -> Services:
    workspace = Workspace(Path(root))
    return Services(workspace, Store(workspace.store_path, GLANCE_S), Jobs(Store(workspace.store_path)))


@dataclass(frozen=True)
class Revisions:
    """The revisions of a game: those that load, in order, and what is wrong with the others."""

    sound: dict[str, Scenario]
    broken: dict[str, BadInput]

    @property
    def names(self) -> list[str]:
        """Every revision that can be chosen."""
        return list(self.sound)

    @property
    def featured(self) -> tuple[str, str] | None:
        """Base and other of the comparison to begin with: the first revision that has a parent, against it."""
        pairs = ((scenario.parent, name) for name, scenario in self.sound.items())
        return next(((parent, name) for parent, name in pairs if parent in self.sound), None)


def revisions(game: Game) -> Revisions:
    """The revisions of a game as the files say now."""
    workspace = services().workspace
    sound: dict[str, Scenario] = {}
    broken: dict[str, BadInput] = {}
    for name in list_scenarios(workspace, game):
        revision = name.partition("/")[2]
        try:
            sound[revision] = load_scenario(workspace, name)
        except BadInput as bad:
            broken[revision] = bad
    return Revisions(sound, broken)
