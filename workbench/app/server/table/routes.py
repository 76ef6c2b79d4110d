"""The addresses of the table.

/table/GAME/REVISION?play=K     play K of the revision's batch
/table?run=RUN&play=K           play K of a stored batch, with the cards it was played with

`seat=N` shows what seat N sees, from 1; `step=S` begins at a step; `bots` and `seed` are as in commands.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from workbench.app.server.plain_pages import notice, page, sentence
from workbench.engine.problems import BadInput, WholeRange, WorkbenchError
from workbench.play.films import watch
from workbench.play.replays import stored_scenario
from workbench.report.play_table import table_data
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store

TABLE = "/table"
LAST_PLAY = 999_999_999
OVERRIDES = "bots", "seed"


def table_routes(workspace: Workspace) -> list[Route]:
    """The routes of the table, over one workspace."""

    async def table(request: Request) -> Response:
        names, query = request.path_params, dict(request.query_params)
        reference = f"{names['game']}/{names['revision']}" if "game" in names else ""
        try:
            return await run_in_threadpool(_page, workspace, reference, query)
        except BadInput as bad:
            return notice("No such play", " ".join(map(str, bad.problems)), 422)
        except WorkbenchError as error:
            return notice("This play cannot be shown", sentence(error), 500)

    packed = [Middleware(GZipMiddleware, minimum_size=1000)]
    return [Route(TABLE, table, middleware=packed), Route(f"{TABLE}/{{game}}/{{revision}}", table, middleware=packed)]


def _page(workspace: Workspace, reference: str, query: Mapping[str, str]) -> Response:
    scenario = _scenario(workspace, reference, query)
    play = WholeRange(0, LAST_PLAY).checked("play", query.get("play") or "0")
    seat = WholeRange(1, scenario.players).checked("seat", query["seat"]) - 1 if query.get("seat") else None
    data = table_data(watch(scenario, play), seat)
    views = [("", "Everything", _address(query, seat=None))]
    views += [(str(seat), f"What player {seat} sees", _address(query, seat=seat)) for seat in _seats(scenario)]
    values = {
        "title": f"{scenario.game.title}: play {play}",
        "game": scenario.game.title,
        "revision": scenario.title,
        "play": play,
        "seat": "" if seat is None else str(seat + 1),
        "views": views,
        "before": _address(query, play=play - 1) if play else "",
        "after": _address(query, play=play + 1),
        "symbols": "".join([data.pop("back"), *data.pop("symbols")]),
        "data": data,
    }
    return page("table/play", values=values)


def _seats(scenario: Scenario) -> range:
    return range(1, scenario.players + 1)


def _address(query: Mapping[str, str], **changes: int | None) -> str:
    """The address of this page with other values; the step stays where the play does."""
    values = {**query, **changes, **({"step": None} if "play" in changes else {})}
    return f"?{urlencode({name: value for name, value in values.items() if value not in (None, '')})}"


def _scenario(workspace: Workspace, reference: str, query: Mapping[str, str]) -> Scenario:
    """The scenario that the address names. Raises BadInput."""
    if reference:
        overrides: dict[str, Any] = {name: query[name] for name in OVERRIDES if query.get(name)}
        return load_scenario(workspace, reference, **overrides)
    if query.get("run"):
        return stored_scenario(Store(workspace.store_path), query["run"])
    raise BadInput.one("run", f"must name a stored batch, as in {TABLE}?run=1; or {TABLE}/GAME/REVISION")
