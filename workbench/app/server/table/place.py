"""The revision or stored batch that an address of the table names, its play, and who looks at it."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from workbench.app.server.plain_pages import data, notice
from workbench.engine.problems import BadInput, WholeRange, WorkbenchError
from workbench.engine.wording import as_sentence
from workbench.play.films import stored_scenario
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store

TABLE = "/table"
FRAMED_BY_OURS = {"X-Frame-Options": "SAMEORIGIN"}
"""Our own pages show the table in a frame; the server lets nobody frame an answer that does not say so."""
LAST_PLAY = 999_999_999

Query: TypeAlias = Mapping[str, str]
Statuses: TypeAlias = Mapping[type[WorkbenchError], int]
"""The HTTP status of each kind of failure; the first that fits counts."""


def endpoint(
    workspace: Workspace,
    respond: Callable[[Workspace, str, Query], Response],
    statuses: Statuses,
    refuse: Callable[[str, int], Response],
) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint of an address at the table: `respond` works in a thread, with the revision named, if any.

    Bad input has status 422, other failures theirs in `statuses`; `refuse` words them. A defect of ours is told in the
    terminal, with its traceback.
    """

    async def respond_in_thread(request: Request) -> Response:
        names, query = request.path_params, dict(request.query_params)
        reference = f"{names['game']}/{names['revision']}" if "game" in names else ""
        try:
            answer = await run_in_threadpool(respond, workspace, reference, query)
        except BadInput as bad:
            answer = refuse(" ".join(map(str, bad.problems)), 422)
        except tuple(statuses) as error:
            status = next(status for kind, status in statuses.items() if isinstance(error, kind))
            answer = refuse(as_sentence(error), status)
        except Exception as error:  # whatever is wrong with our code
            logging.getLogger("uvicorn.error").exception("%s", request.url)
            kind = type(error).__name__
            answer = refuse(f"The workbench had an error ({kind}: {error}); its terminal says where. Try again.", 500)
        answer.headers.update(FRAMED_BY_OURS)
        return answer

    return respond_in_thread


def notices(titles: Mapping[int, str]) -> Callable[[str, int], Response]:
    """Pages that say what went wrong, titled by their status."""
    return lambda words, status: notice(titles.get(status, "This did not work"), words, status)


def problem_data(words: str, status: int) -> Response:
    """The answer to a script that says what went wrong."""
    return data({"problem": words}, status)


def scenario_at(workspace: Workspace, reference: str, query: Query) -> Scenario:
    """The scenario that the address names. Raises BadInput."""
    if reference:
        return load_scenario(workspace, reference, bots=query.get("bots") or None, seed=query.get("seed") or None)
    if query.get("run"):
        return stored_scenario(Store(workspace.store_path), query["run"])
    raise BadInput.one("run", f"must name a stored batch, as in {TABLE}?run=1; or {TABLE}/GAME/REVISION")


def play_and_seat(scenario: Scenario, query: Query) -> tuple[int, int | None]:
    """The play, and the seat that looks at it, from 0; None for all of it. Raises BadInput."""
    play = WholeRange(0, LAST_PLAY).checked("play", query.get("play") or "0")
    seat = WholeRange(1, scenario.players).checked("seat", query["seat"]) - 1 if query.get("seat") else None
    return play, seat
