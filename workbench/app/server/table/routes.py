"""The addresses of the table.

/table/GAME/REVISION?play=K     play K of the revision's batch
/table?run=RUN&play=K           play K of a stored batch, with the cards it was played with

/table/GAME/REVISION/holes      rule holes of its first plays: stalls, limits, decks that run out

/table/GAME/REVISION/cards      its cards, to be printed; with `against=REVISION` those alone that the other lacks

`against=REVISION` says where the play parts from that of another revision on the same shuffle; `find=KIND` leads to the
most notable play of a kind (`play.notable`).
`seat=N` shows what seat N sees, from 1; `step=S` begins at a step, `stage=N` where so many stages have ended; `bots`
and `seed` are as in commands.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from urllib.parse import urlencode

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from workbench.app.jobs.job import Job, JobPhase
from workbench.app.server.plain_pages import HEADERS, Refusal, in_words, page
from workbench.app.server.table.analysis import (
    LAST_PLAY,
    NO_PLAY,
    TABLE,
    Query,
    analysis_routes,
    play_and_seat,
    reference_of,
    scenario_at,
)
from workbench.app.services import lesson_before
from workbench.engine.problems import BadInput, WholeRange, WorkbenchError
from workbench.engine.registry import games
from workbench.engine.wording import counted, upper_first
from workbench.play.films import begin_to_prepare, watch
from workbench.play.holes import find_holes
from workbench.play.notable import find_play, is_kind, kinds_of
from workbench.report.play_link import holes_address, table_address
from workbench.report.play_table import parting_of, table_data
from workbench.report.print_and_play import SHEET_STYLE, boards_of, printed_boards, printed_sheets, to_print
from workbench.report.tabletop import NoPictures, tabletop_deck
from workbench.report.template import plain_phrase
from workbench.report.text.scenarios import bots_phrase
from workbench.scenario import Scenario, list_scenarios, load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.errors import RunRefused

UNSEEN: Refusal = 500, "This play cannot be shown", ""


def table_routes(workspace: Workspace) -> list[Route]:
    """The routes of the table, over one workspace."""
    no_play = {BadInput: (422, "No such play", ""), RunRefused: NO_PLAY, WorkbenchError: UNSEEN}
    no_cards = {NoPictures: (501, "No pictures of these cards", ""), BadInput: (422, "No such cards", "")}
    no_holes = {BadInput: (422, "No such batch", ""), WorkbenchError: (500, "These plays cannot be looked at", "")}
    place = f"{TABLE}/{{game}}/{{revision}}"
    pages: list[tuple[str, Callable[[Workspace, str, Query], Response], Mapping[type[Exception], Refusal]]] = [
        (TABLE, _page, no_play), (place, _page, no_play), (f"{place}/cards", _cards, no_cards),
        (f"{place}/holes", _holes, no_holes),
    ]  # fmt: skip

    def respond(show: Callable[[Workspace, str, Query], Response], request: Request) -> Response:
        return show(workspace, reference_of(request), dict(request.query_params))

    packed = Middleware(GZipMiddleware, minimum_size=1000)
    routes = [Route(path, partial(respond, show), middleware=[packed, in_words(no)]) for path, show, no in pages]
    return [*analysis_routes(workspace), *routes]


def _cards(workspace: Workspace, reference: str, query: Mapping[str, str]) -> Response:
    """The cards of a revision, to be printed; with `as=tabletop` a deck for Tabletop Simulator, as a file."""
    scenario, against = load_scenario(workspace, reference), query.get("against", "")
    base = load_scenario(workspace, f"{scenario.game.name}/{against}") if against else None
    faces = to_print(scenario, base)
    title = f"{scenario.game.title}: {scenario.title}: cards"
    if query.get("as") == "tabletop":
        name = f'attachment; filename="{scenario.game.name}-{scenario.revision}-deck.zip"'
        headers = {**HEADERS, "Content-Disposition": name}
        return Response(tabletop_deck(title, faces), media_type="application/zip", headers=headers)
    values = {
        "title": title,
        "deck": _address(query, **{"as": "tabletop"}),
        "cards": len(faces),
        "style": SHEET_STYLE,
        "sheets": printed_sheets(faces) + printed_boards(boards := boards_of(scenario, base)),
        "boards": len(boards),
        "base": base,
        "others": [name for name, _, _ in _others(workspace, scenario, {})],
        "counted": counted,
    }
    return page("table/cards", values=values)


def _holes(workspace: Workspace, reference: str, query: Mapping[str, str]) -> Response:
    """The rule holes of a revision's first plays, each with the way to the table."""
    scenario = scenario_at(workspace, reference, query)
    values = {
        "title": f"{scenario.game.title}: {scenario.title}: rule holes",
        "holes": [
            (hole, [(place, table_address(scenario, place.play, place.step)) for place in hole.places])
            for hole in find_holes(scenario, Store(workspace.store_path))
        ],
        "how_many": partial(plain_phrase, "holes.txt", "how_many"),
        "bots": bots_phrase(scenario.bots),
        "table": table_address(scenario, 0),
        "counted": counted,
    }
    return page("table/holes", values=values)


def _page(workspace: Workspace, reference: str, query: Mapping[str, str]) -> Response:
    scenario = scenario_at(workspace, reference, query)
    base = _base(workspace, scenario, query.get("against", ""))
    if lesson := lesson_before(*filter(None, (scenario, base))):
        return _learning(scenario, lesson, _address(query, bots="greedy") if reference else "")
    if not begin_to_prepare(scenario):
        return page("table/preparing", 202, values={"title": f"{scenario.game.title}: the bots are being prepared"})
    if kind := query.get("find"):
        return _to_notable(scenario, kind, base, query)
    play, seat = play_and_seat(scenario, query)
    watched = watch(scenario, play)
    if query.get("stage"):
        ended = WholeRange(0, LAST_PLAY).checked("stage", query["stage"])
        stages = [scene.stages for scene in watched.scenes()]
        step = next((step for step, stage in enumerate(stages) if stage >= ended), len(stages) - 1)
        return RedirectResponse(_address(query, stage=None, step=step), 303, HEADERS)
    data = table_data(watched, seat)
    views = [("", "Everything", _address(query, seat=None))]
    views += [
        (str(seat), f"What player {seat} sees", _address(query, seat=seat)) for seat in range(1, scenario.players + 1)
    ]
    values = {
        "title": f"{scenario.game.title}: play {play}",
        "game": scenario.game.title,
        "revision": scenario.title,
        "play": play,
        "seat": "" if seat is None else str(seat + 1),
        "views": views,
        "against": query.get("against", ""),
        "others": _others(workspace, scenario, query) if reference else [],
        "notable": [
            (_address(query, play=None, find=kind), notable.label)
            for kind, notable in kinds_of(scenario.game).items()
            if base or not notable.needs_base
        ],
        "play_it": f"{TABLE}/{reference}/play?play={play}" if reference else "",
        "cards": f"{TABLE}/{reference}/cards" if reference and data["cards"] else "",
        "holes": holes_address(scenario) if reference else "",
        "alone": _address(query, against=None),
        "base": base,
        "there": f"{TABLE}/{base.name}{_address(query, against=scenario.revision)}" if base else "",
        "parting": parting_of(watched, watch(base, play), seat) if base else None,
        "place": f"{TABLE}/{reference}" if reference else TABLE,
        "before": _address(query, play=play - 1) if play else "",
        "after": _address(query, play=play + 1),
        "symbols": "".join([data.pop("back"), *data.pop("symbols")]),
        "data": data,
    }
    return page("table/play", values=values)


def _learning(scenario: Scenario, lesson: Job, quick: str) -> Response:
    """How far bots are that learn before they play, or that they were stopped; `quick` is the way to the quick bot.

    Raises WorkbenchError where they fail.
    """
    if lesson.phase is JobPhase.FAILED:
        raise WorkbenchError(lesson.error)
    state = "were stopped" if lesson.ended else "teach themselves first"
    values = {
        "title": f"{scenario.game.title}: the bots {state}",
        "is_stopped": lesson.ended,
        "line": upper_first(lesson.lesson[0] or "waiting for other bots that learn"),
        "share": lesson.share,
        "quick": quick,
    }
    return page("table/learning", 202, values=values)


def _to_notable(scenario: Scenario, kind: str, base: Scenario | None, query: Mapping[str, str]) -> Response:
    """The way to the most notable play of a kind. Raises BadInput."""
    kinds = kinds_of(scenario.game)
    if not is_kind(scenario.game, kind) or (kind in kinds and kinds[kind].needs_base and base is None):
        names = [name for name, notable in kinds.items() if base or not notable.needs_base]
        raise BadInput.one("find", f"must be one of {', '.join(names)}; more with against=REVISION", kind)
    play, looked_at = find_play(scenario, kind, base)
    if play is None:
        raise BadInput.one("find", f"none of the first {counted(looked_at, 'play')} is one", kind)
    return RedirectResponse(_address(query, find=None, play=play), 303, HEADERS)


def _base(workspace: Workspace, scenario: Scenario, revision: str) -> Scenario | None:
    """The revision that the play is compared with, with the same bots and the same chance; None for none."""
    if not revision:
        return None
    base = load_scenario(workspace, f"{scenario.game.name}/{revision}", seed=scenario.seed)
    if base.players != scenario.players:
        raise BadInput.one(
            "against", f"is for {counted(base.players, 'player')}, and this revision for {scenario.players}", revision
        )
    return replace(base, bots=scenario.bots, plays=scenario.plays, retake=scenario.retake)


def _others(workspace: Workspace, scenario: Scenario, query: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """The other revisions of the game, each with the address that compares with it."""
    names = [name.partition("/")[2] for name in list_scenarios(workspace, games()[scenario.game.name])]
    others = [name for name in names if name != scenario.revision]
    return [(name, name, _address(query, against=name)) for name in others]


def _address(query: Mapping[str, str], **changes: str | int | None) -> str:
    """The address of this page with other values; the step stays where the play does."""
    values = {**query, **changes, **({"step": None} if "play" in changes else {})}
    return f"?{urlencode({name: value for name, value in values.items() if value not in (None, '')})}"
