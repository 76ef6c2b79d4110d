"""Which revision a label names, as a printed deck or another program has it."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from workbench.engine.problems import BadInput
from workbench.engine.registry import games
from workbench.playtest.exchange import Join
from workbench.study.playtests import header_of
from workbench.study.scenario import Scenario, load_scenario
from workbench.study.scenario.files import revisions_in
from workbench.study.workspace import Workspace


def revision_on(label: str, known: Mapping[str, Scenario]) -> str:
    """The one revision that a label names, by name, title, or the beginning of its rules' hash; empty otherwise."""
    words = {word.strip(".-") for word in re.split(r"[^\w.-]+", label.casefold())}
    hashes = [word for word in words if len(word) >= 6 and re.fullmatch("[0-9a-f]+", word)]
    named = [name for name in known if name.casefold().strip(".-") in words]
    titled = [name for name, each in known.items() if each.title.casefold() == label.strip().casefold()]
    hashed = [name for name, each in known.items() if any(each.rules_hash.startswith(word) for word in hashes)]
    found = named or titled or hashed
    return found[0] if len(found) == 1 else ""


def joiner(workspace: Workspace) -> Join:
    """What a session of a game and so many players, played with such a label, says of its revision."""

    @cache
    def known(game: str) -> Mapping[str, Scenario]:
        names = revisions_in(workspace.scenarios / game) if game in games() else {}
        found = {name: _loaded(workspace, f"{game}/{name}") for name in names}
        return {name: scenario for name, scenario in found.items() if scenario}

    def join(game: str, label: str, players: int) -> dict[str, Any]:
        name = revision_on(label, known(game))
        if not name:
            return {}
        scenario = _loaded(workspace, f"{game}/{name}", players) or known(game)[name]
        return header_of(scenario)

    return join


def _loaded(workspace: Workspace, reference: str, players: int | None = None) -> Scenario | None:
    """A sound revision, for so many players where its rules allow that."""
    try:
        found = load_scenario(workspace, reference)
        if players in (None, found.players):
            return found
        return load_scenario(workspace, reference, set_=[f"players={players}"], bots=[found.bots[0]])
    except BadInput:
        return None
