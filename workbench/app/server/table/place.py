"""The revision or stored batch that an address of the table names, its play, and who looks at it."""

from collections.abc import Mapping

from workbench.engine.problems import BadInput, WholeRange
from workbench.play.replays import stored_scenario
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store

TABLE = "/table"
LAST_PLAY = 999_999_999


def scenario_at(workspace: Workspace, reference: str, query: Mapping[str, str]) -> Scenario:
    """The scenario that the address names. Raises BadInput."""
    if reference:
        return load_scenario(workspace, reference, bots=query.get("bots") or None, seed=query.get("seed") or None)
    if query.get("run"):
        return stored_scenario(Store(workspace.store_path), query["run"])
    raise BadInput.one("run", f"must name a stored batch, as in {TABLE}?run=1; or {TABLE}/GAME/REVISION")


def play_and_seat(scenario: Scenario, query: Mapping[str, str]) -> tuple[int, int | None]:
    """The play, and the seat that looks at it, from 0; None for all of it. Raises BadInput."""
    play = WholeRange(0, LAST_PLAY).checked("play", query.get("play") or "0")
    seat = WholeRange(1, scenario.players).checked("seat", query["seat"]) - 1 if query.get("seat") else None
    return play, seat
