"""The addresses of plays that people make.

/table/GAME/REVISION/play    who sits where; `play=K` plays the shuffle of play K; POST begins a play
…/play/ready?bots=SPEC …     whether these bots can decide; from now on they learn, or are compiled, if not
/play/ID                     the play; POST: what a device has decided
/play/ID/state               all that a device lacks of it; with `look` what an onlooker sees
/play/ID/events              says when that has changed, and that the server is there
/play/ID/devices             how other devices come to the table
/play/ID/hint                what speaks for each legal action

A device is known by a word that its browser has made; what a device does not hold a seat for is not sent to it. Who
wants the seat of another device asks it; if that is gone for a minute, the seat is given, and the table is told.
"""

import asyncio
import re
import secrets
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route

from workbench.app.server.lan import Lan, devices_values
from workbench.app.server.plain_pages import HEADERS, data, in_words, is_stopping, message_of, page, render
from workbench.app.server.playing.live import LivePlay, LivePlays
from workbench.app.server.table.analysis import LAST_PLAY, TABLE, reference_of
from workbench.app.services import lesson_before
from workbench.bots.spec import bot_problems, bot_title
from workbench.bots.strength import bots_to_choose
from workbench.engine.files import JsonValue
from workbench.engine.problems import BadInput, Problem, WholeRange, WorkbenchError
from workbench.engine.wording import as_sentence
from workbench.play.interactive import InteractivePlay
from workbench.play.saved import begin, people_in_words, saved_plays
from workbench.report.play_table import back_symbol
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace

PLAY = "/play"
GLANCE_S, BEAT_S = 0.1, 2.0
"""Seconds between two looks whether something has changed, and between two signs of life."""
DEVICE = re.compile(r"[0-9a-f-]{36}")
PERSON = "person"
LONGEST_NAME = 40


def begin_routes(workspace: Workspace, plays: LivePlays) -> list[Route]:
    """The page that begins a play."""

    async def begins(request: Request) -> Response:
        message = await message_of(request)
        return data(await run_in_threadpool(_begun, workspace, plays, reference_of(request), message))

    told = [in_words({BadInput: (422, "This cannot be played", "")})]
    place = f"{TABLE}/{{game}}/{{revision}}/play"
    return [
        Route(place, partial(_setup, workspace), middleware=told),
        Route(place, begins, methods=["POST"], middleware=told),
        Route(f"{place}/ready", partial(_ready, workspace), middleware=told),
    ]


def play_routes(plays: LivePlays, lan: Lan | None = None) -> list[Route]:
    """The pages of plays that are going on."""

    def live(request: Request) -> LivePlay:
        try:
            play = plays.get(request.path_params["id"])
        except WorkbenchError as error:
            raise WorkbenchError(f"The rules' code has changed since. {as_sentence(error)}") from error
        if play is None:
            raise HTTPException(404)
        return play

    def whole(request: Request) -> Response:
        return _page(live(request))

    async def acts(request: Request) -> Response:
        message = await message_of(request)
        return data(await run_in_threadpool(lambda: _acted(live(request), message)))

    def state(request: Request) -> Response:
        play, query = live(request), request.query_params
        sent = {name: _number(query.get(name)) or 0 for name in ("frames", "cards", "zones")}
        sent["epoch"] = _number(query.get("epoch"), -1)
        seat = None if "look" in query else _number(query.get("seat"), -1)
        return data(play.state(query.get("device", ""), seat, sent))

    async def hint(request: Request) -> Response:
        message = await message_of(request)
        return data(await run_in_threadpool(lambda: live(request).hint(_device(message), _whole(message, "seat"))))

    def devices(request: Request) -> Response:
        values = devices_values(request, lan, f"{PLAY}/{live(request).saved.id}")
        return HTMLResponse(render("playing/devices", **values), headers=HEADERS)

    async def events(request: Request) -> Response:
        play = await run_in_threadpool(live, request)
        headers = {**HEADERS, "Content-Type": "text/event-stream", "X-Accel-Buffering": "no"}
        device = request.query_params.get("device", "")
        return StreamingResponse(_versions(request, play, device), headers=headers)

    place = f"{PLAY}/{{id}}"
    return [
        Route(place, whole),
        Route(place, acts, methods=["POST"]),
        Route(f"{place}/state", state),
        Route(f"{place}/hint", hint, methods=["POST"]),
        Route(f"{place}/events", events),
        Route(f"{place}/devices", devices),
    ]


async def _versions(request: Request, play: LivePlay, device: str) -> AsyncIterator[str]:
    version, sent_at = -1, 0.0
    while not is_stopping() and not await request.is_disconnected():
        if play.version != version or time.monotonic() - sent_at > BEAT_S:
            version, sent_at = play.version, time.monotonic()
            play.hear(device)
            yield f"data: {version}\n\n"
        await asyncio.sleep(GLANCE_S)


def _number(text: object, default: int = 0) -> int:
    return int(str(text)) if re.fullmatch(r"\d{1,9}", str(text)) else default


def _device(message: JsonValue) -> str:
    device = str(message.get("device", ""))
    if not DEVICE.fullmatch(device):
        raise BadInput.one("device", "must be the word that the page has made")
    return device


def _whole(message: JsonValue, name: str) -> int:
    return WholeRange(0, LAST_PLAY).checked(name, str(message.get(name, "")))


# Beginning


def _ready(workspace: Workspace, request: Request) -> Response:
    bots = request.query_params.get("bots", "").split()
    scenario = load_scenario(workspace, reference_of(request), bots=bots or None)
    if lesson := lesson_before(scenario):
        stopped = (lesson.error or "it was stopped, and begins anew") if lesson.ended else ""
        return data({"ready": False, "lesson": stopped or lesson.lesson[0] or "waiting for other bots that learn"})
    play = InteractivePlay(scenario, 0)
    play.warm_up()
    return data({"ready": not play.waits_for_compiler})


def _setup(workspace: Workspace, request: Request) -> Response:
    scenario, number = load_scenario(workspace, reference_of(request)), request.query_params.get("play")
    game = scenario.game
    play = WholeRange(0, LAST_PLAY).checked("play", number) if number else None
    values = {
        "title": f"Play {game.title}",
        "game": game.title,
        "revision": scenario.title,
        "watch": f"{TABLE}/{scenario.name}",
        "players": scenario.players,
        "play": play,
        "bots": [(spec, bot_title(spec)) for spec in bots_to_choose(game)],
        "open": [
            (f"{PLAY}/{saved.id}", people_in_words(saved), saved)
            for saved in saved_plays(workspace)
            if saved.game == game.name and not saved.session
        ],
    }
    return page("playing/setup", values=values)


def _begun(workspace: Workspace, plays: LivePlays, reference: str, message: JsonValue) -> dict[str, object]:
    """Begin a play with the people and bots of a message. Raises BadInput."""
    scenario, device = load_scenario(workspace, reference), _device(message)
    seats = [str(seat) for seat in message.get("seats") or []]
    names = {
        seat: str(name).strip()[:LONGEST_NAME] or f"Player {seat + 1}"
        for seat, (who, name) in enumerate(zip(seats, message.get("names") or [], strict=False))
        if who == PERSON
    }
    bots = tuple("greedy" if who == PERSON else who for who in seats)
    problems = bot_problems(scenario.game, bots, scenario.players)
    problems += [] if names else [Problem("seats", "a person must sit at one of them at least")]
    if twice := {name for name in names.values() if list(names.values()).count(name) > 1}:
        problems.append(Problem("names", "each person needs a name of their own", ", ".join(twice)))
    if problems:
        raise BadInput(problems)
    number = message.get("play")
    play = secrets.randbelow(LAST_PLAY) if number is None else WholeRange(0, LAST_PLAY).checked("play", str(number))
    live = plays.add(begin(replace(scenario, bots=bots), play, names, device))
    return {"go": f"{PLAY}/{live.saved.id}"}


# Going on


def _page(live: LivePlay) -> Response:
    live.go_on()
    saved, scenario = live.saved, live.play.scenario
    values = {
        "title": f"{scenario.game.title}: {people_in_words(saved)}",
        "game": scenario.game.title,
        "revision": scenario.title,
        "watch": f"{TABLE}/{saved.game}/{saved.revision}",
        "rulebook": f"/rules?game={saved.game}&revision={saved.revision}",
        "back": back_symbol(),
        "data": {
            "players": [{"name": f"Player {seat + 1}", "bot": live.name_of(seat)} for seat in range(scenario.players)],
            "stage": scenario.game.stage_word,
        },
    }
    return page("playing/play", values=values)


def _acted(live: LivePlay, message: JsonValue) -> dict[str, object]:
    """Do what a message asks for. Raises BadInput."""
    device, what = _device(message), message.get("do")
    if what == "decide":
        id = str(message.get("id", ""))
        if not DEVICE.fullmatch(id):
            raise BadInput.one("id", "must be a UUID")
        live.decide(device, _whole(message, "seat"), _whole(message, "at"), _whole(message, "action"), id)
    elif what == "undo":
        live.take_back(device, _whole(message, "to"))
    elif what == "sit":
        live.take_seat(device, _whole(message, "seat"))
    elif what == "answer":
        live.answer_request(device, _whole(message, "seat"), message.get("agrees") is True)
    else:
        raise BadInput.one("do", "must be decide, undo, sit or answer", str(what))
    return {"version": live.version}
