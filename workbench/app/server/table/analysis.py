"""Answers about a play at the table, as JSON, each worked out when it is asked for.

…/thoughts?play=K&step=S                    what speaks for each legal move of the decisions after step S
…/what-if?play=K&decision=D&move=A          how much better the move taken there is than move A
…/chances?play=K                            every player's chance to win, over the play

The last two go on for a moment with each question, until `done`: who asks no more lets them rest. With `seat=N` there
is nothing in them that seat N does not know, and seat N's decisions alone are explained.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from workbench.app.server.plain_pages import Refusal, data, in_words
from workbench.engine.problems import BadInput, WholeRange
from workbench.play.films import Watched, stored_scenario, watch
from workbench.play.thoughts import rethinking
from workbench.play.what_if import Curve, WhatIf
from workbench.report.play_analysis import chances_data, thought_data, what_if_data
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.errors import RunRefused

TABLE = "/table"
LAST_PLAY = 999_999_999
Query: TypeAlias = Mapping[str, str]


def reference_of(request: Request) -> str:
    """The revision that the address names; empty where it names a stored batch."""
    names = request.path_params
    return f"{names['game']}/{names['revision']}" if "game" in names else ""


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


MOST_ANSWERS = 32
"""Answers that are held to be gone on with."""
A_MOMENT_S = 0.7

NO_PLAY: Refusal = 404, "No such play", ""
Answer = Callable[[Watched, int | None, Query], dict[str, object]]


def analysis_routes(workspace: Workspace) -> list[Route]:
    """The routes of the answers, over one workspace."""
    answers: dict[str, Answer] = {"thoughts": _thoughts, "what-if": _what_if, "chances": _chances}

    def respond(answer: Answer, request: Request) -> Response:
        query = request.query_params
        scenario = scenario_at(workspace, reference_of(request), query)
        play, seat = play_and_seat(scenario, query)
        return data(answer(watch(scenario, play), seat, query))

    return [
        Route(f"{place}/{name}", partial(respond, answer), middleware=[in_words({RunRefused: NO_PLAY})])
        for place in (f"{TABLE}/{{game}}/{{revision}}", TABLE)
        for name, answer in answers.items()
    ]


def _thoughts(watched: Watched, seat: int | None, query: Query) -> dict[str, object]:
    step = WholeRange(-1, len(watched.film)).checked("step", query.get("step", "0"))
    points = [
        (number, point.step)
        for number, point in enumerate(watched.film.decisions)
        if seat in (None, int(point.position.actor))
    ]
    here = [thought_data(watched, rethinking(watched).of(number)) for number, at in points if at == step]
    return {"thoughts": here, "next": next((at for _, at in points if at > step), None)}


def _what_if(watched: Watched, seat: int | None, query: Query) -> dict[str, object]:
    last = len(watched.film.decisions) - 1
    decision = WholeRange(0, last).checked("decision", query.get("decision", ""))
    if seat not in (None, int(watched.film.decisions[decision].position.actor)):
        raise BadInput.one("decision", "must be one of this seat", str(decision))
    moves = [move.action for move in rethinking(watched).of(decision).moves if not move.is_chosen]
    if query.get("move", "") not in map(str, moves):
        raise BadInput.one("move", f"must be another legal move there: {moves}", query.get("move", ""))
    answer = _what_ifs(watched, decision, int(query["move"]))
    answer.go_on(A_MOMENT_S)
    return what_if_data(answer)


def _chances(watched: Watched, seat: int | None, query: Query) -> dict[str, object]:
    curve = _curves(watched, seat)
    curve.go_on(A_MOMENT_S)
    return chances_data(watched, curve)


@lru_cache(maxsize=MOST_ANSWERS)
def _what_ifs(watched: Watched, decision: int, move: int) -> WhatIf:
    return WhatIf(watched, decision, move)


@lru_cache(maxsize=MOST_ANSWERS)
def _curves(watched: Watched, seat: int | None) -> Curve:
    return Curve(watched, seat)
