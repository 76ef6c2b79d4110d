"""Bad inputs of every reader, and how many end in a traceback or a 500: `python -m tests.bad_inputs 1000`."""

import io
import json
import logging
import os
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode
from zipfile import ZipFile

import click
import openpyxl
from PIL import Image
from starlette.applications import Starlette

from tests.playtest.malformed import BREAKERS, ROW_BREAKERS, TEXT_BREAKERS, other_encoding
from tests.server.asking import ask
from tests.support.evenings import evenings
from workbench.app.server.application import public_pages
from workbench.app.server.evening.routes import evening_pages
from workbench.app.server.evening.sessions import SessionCache
from workbench.app.server.launch import WORKSPACE
from workbench.app.server.passcode import Gate, hash_passcode
from workbench.app.server.playing.live import LivePlays
from workbench.app.server.playing.routes import begin_routes, play_routes
from workbench.app.server.table.routes import table_routes
from workbench.engine.families import read_game
from workbench.engine.files import csv_rows, unpacked
from workbench.engine.problems import Problems, WorkbenchError
from workbench.engine.registry import use_workspace
from workbench.play.saved import begin, saved_plays
from workbench.playtest.exchange.exporting import export_text
from workbench.playtest.exchange.importing import import_file
from workbench.playtest.exchange.parsed import Format
from workbench.playtest.feedback import make_link
from workbench.playtest.log.recording import begin as begin_log
from workbench.playtest.log.recording import load as load_log
from workbench.playtest.media import Media
from workbench.playtest.overview import sessions as sessions_of
from workbench.playtest.sharing import MARK, MOST_BYTES, merge, read_shared, write_shared
from workbench.scenario import load_scenario
from workbench.scenario.drafts import StoredDraft, baseline_of, write_draft
from workbench.scenario.files import Workspace, init_workspace
from workbench.scenario.new_game import new_family_game
from workbench.store import Store
from workbench.store.answers import StoredAnswer, save_answer
from workbench.store.history import Decision, Finding, decide, decisions, save_finding
from workbench.store.listing import entries
from workbench.store.playtests.entries import new_uuid
from workbench.store.playtests.imports import undo_import
from workbench.store.playtests.people import people

DEVICE = "00000000-0000-0000-0000-000000000001"


@click.command()
@click.argument("count", type=int)
@click.option("--seed", type=int, default=1)
def main(count: int, seed: int) -> None:
    """Try so many bad inputs, in turn of every reader; say what ended in a traceback or a 500."""
    logging.disable(logging.CRITICAL)
    tried, failures = Counter[str](), 0
    with tempfile.TemporaryDirectory() as folder:
        place = init_workspace(Path(folder))[0]
        use_workspace(place.root)
        os.environ[WORKSPACE] = folder
        chance = Random(seed)
        readers = prepared(place, chance)
        inputs = {name: broken_inputs(chance, *reader) for name, reader in readers.items()}
        for number in range(count):
            name = list(readers)[number % len(readers)]
            what, read = next(inputs[name])
            tried[name] += 1
            try:
                read()
            except WorkbenchError:
                pass
            except Exception:
                failures += 1
                print(f"{name}: {what[:200]}\n{traceback.format_exc(limit=-4)}", flush=True)  # noqa: T201
    print(f"{sum(tried.values())} bad inputs tried, {failures} tracebacks or 500s: {dict(tried)}")  # noqa: T201


Reader = Callable[[bytes], object]
OF_JSON = [breaker for breaker in BREAKERS if breaker is not other_encoding]
OF_KIND = {
    "csv": [*TEXT_BREAKERS, *ROW_BREAKERS],
    "toml": TEXT_BREAKERS,
    "zip": [breaker for breaker in TEXT_BREAKERS if breaker is not other_encoding],
}


def broken_inputs(chance: Random, good: dict[str, bytes], read: Reader) -> Iterator[tuple[str, Callable[[], object]]]:
    """Broken files, without end, each with what reads it."""
    while True:
        kind, data = chance.choice(list(good.items()))
        breaker = chance.choice(OF_KIND.get(kind, OF_JSON))
        spoiled = breaker(chance, data)
        yield f"{breaker.__name__}: {spoiled[:150]!r}", partial(read, spoiled)


def prepared(place: Workspace, chance: Random) -> dict[str, tuple[dict[str, bytes], Reader]]:
    """Each reader: good files by their format, and what reads one."""
    store = Store(place.store_path)
    ids = evenings(place, 3)
    decide(store, Decision("hitmakers", "2021-04-08", reason="Fine."))
    save_finding(store, Finding("run", "hitmakers", "2021-04-08", "1", {"a": "met"}, ("random",), 100, 1, "It is so."))
    answer = StoredAnswer("tune", "hitmakers", "2021-04-08", "1", "2", ("random",), 10, 1, sentence="So.", data=b"\x01")
    save_answer(store, answer)
    new_family_game(place, "mine", "tricks")
    scenario, cards = place.scenarios / "hitmakers" / "new.toml", place.data / "showbiz_shuffle" / "bods.csv"
    family = place.root / "games" / "mine" / "game.toml"
    shared = write_shared(place, store, sessions=ids)
    parts = unpacked(shared, MOST_BYTES)
    records = [f"data/{name}" for name in ("ledger.jsonl", "people.json", f"sessions/{ids[0]}.jsonl")]

    def reads_file(file: Path, reference: str) -> Reader:
        def read(data: bytes) -> None:
            file.write_bytes(data)
            load_scenario(place, reference)

        return read

    def reads_game(data: bytes) -> None:
        family.write_bytes(data)
        read_game("mine", family)

    def imports(data: bytes) -> None:
        imported = import_file(store, data, "file")
        if imported.batch:
            undo_import(store, imported.batch.id)

    def receives(data: bytes) -> None:
        merge(place, store, read_shared(data, "theirs.zip"), take=chance.random() < 0.5)
        entries(store)

    def as_lines(data: bytes) -> bytes:
        try:
            return b"".join(json.dumps(line).encode() + b"\n" for line in json.loads(data))
        except (ValueError, TypeError, RecursionError):
            return data

    def receives_lines(path: str, data: bytes) -> None:
        data = as_lines(data) if path.endswith(".jsonl") else data
        buffer = io.BytesIO()
        with ZipFile(buffer, "w") as archive:
            archive.comment = MARK
            for name, part in (parts | {path: data}).items():
                archive.writestr(name, part)
        receives(buffer.getvalue())

    def as_json(path: Path) -> bytes:
        data = path.read_bytes()
        return b"[" + b",".join(data.splitlines()) + b"]" if path.suffix == ".jsonl" else data

    def in_workspace(file: Path, read: Callable[[], object], data: bytes) -> None:
        good = file.read_bytes()
        file.write_bytes(as_lines(data) if file.suffix == ".jsonl" else data)
        try:
            read()
        finally:
            file.write_bytes(good)

    def photographs(data: bytes) -> None:
        Media(place.data / "media").add(log.session(), moment, new_uuid(), data)

    plays = LivePlays(place)
    live = plays.add(begin(load_scenario(place, "hitmakers/2021-04-08", bots=["random"]), 3, {0: "Anna"}, DEVICE))
    log = begin_log(store, {"game": "hitmakers", "revision": "2021-04-08"}, device="a1")
    log.add_player("Anna", 0)
    moment, photo, book = log.note("Loud.").id, io.BytesIO(), openpyxl.Workbook()
    Image.new("RGB", (40, 30)).save(photo, "JPEG", exif=b"Exif\0\0", comment=b"Anna")
    draft = StoredDraft("", "hitmakers", "2021-04-08", baseline_of(load_scenario(place, "hitmakers/2021-04-08")))
    draft = write_draft(place, replace(draft, rules={"hand_size": 6}, texts={"reason": "Why."}), None)
    play_file, draft_file = place.data / "plays" / f"{live.saved.id}.json", place.data / "drafts" / f"{draft.id}.json"
    for row in csv_rows(export_text(store, Format.CSV), Problems()):
        book.worksheets[0].append(row.cells)
    book.save(spreadsheet := io.BytesIO())
    entries_file = place.data / records[-1].removeprefix("data/")
    ours = {
        play_file: lambda: saved_plays(place),
        draft_file: lambda: load_scenario(place, f"hitmakers/{draft.reference}"),
        place.data / "ledger.jsonl": lambda: (entries(store), decisions(store, "hitmakers")),
        entries_file: lambda: (sessions_of(store), load_log(store, ids[0])),
        place.data / "people.json": lambda: people(store),
    }
    good = good_requests(log.id, f"/feedback/{make_link(store, log.id)}", live.saved.id)
    asks = requests(place, plays, store)
    text = (place.scenarios / "hitmakers" / "2021-04-08.toml").read_bytes()
    biz = cards.read_bytes().replace(b"\n", b"\r\n")
    sessions = {format.value: export_text(store, format).encode() for format in Format}
    return {
        "scenario": ({"toml": text}, reads_file(scenario, "hitmakers/new")),
        "game of a family": ({"toml": family.read_bytes()}, reads_game),
        "card list": ({"csv": biz}, reads_file(cards, "showbiz_shuffle/reference")),
        **{f"sessions as {name}": ({name: data}, imports) for name, data in sessions.items()},
        "shared file": ({"zip": shared}, receives),
        **{f"shared {path}": ({"json": as_json(place.root / path)}, partial(receives_lines, path)) for path in records},
        "requests": (good, asks),
        "photo": ({"zip": photo.getvalue()}, photographs),
        "spreadsheet": ({"zip": spreadsheet.getvalue()}, imports),
        **{
            f"our {file.parent.name}/{file.name[:6]}": ({"json": as_json(file)}, partial(in_workspace, file, read))
            for file, read in ours.items()
        },
    }


def good_requests(session: str, form: str, play: str) -> dict[str, bytes]:
    """Requests that are answered: the path, the query and the message of each."""
    revision, evening, table = "/table/hitmakers/2021-04-08", f"/evening/{session}", f"/play/{play}"
    addresses = [
        *(f"{revision}?play=3&seat=1", f"{revision}/cards?against=2020-03-04&as=x", f"{revision}/play?play=2"),
        *(f"{revision}/play/ready?bots=random", "/evening?game=hitmakers&revision=2021-04-08&when=earlier", evening),
        *(f"{evening}/state?device=a1", f"{evening}/dialog/details?player=1", f"{evening}/dialog/entry?entry=1"),
        *(f"{evening}/media/photo?id={DEVICE}", f"{evening}/print/report?x=1", f"{evening}/print/form"),
        *("/evening/code.svg?text=x", "/evening/print/sheet?game=hitmakers&revision=2021-04-08&goal=x&printed=y"),
        *(f"/live?session={session}", form, "/passcode", "/enter/x", "/join/x", table, f"{table}/devices"),
        f"{table}/state?device={DEVICE}&seat=0&epoch=0&frames=0&cards=0&zones=0",
    ]
    note = {"id": DEVICE, "at": 1, "do": "note", "fields": {"text": "Loud.", "player": "", "entry": "1", "row": 1}}
    people = [{"name": "Anna"}, {"name": "Ben"}]
    begun = {"id": DEVICE, "game": "hitmakers", "revision": "2021-04-08", "players": people}
    times = {"earlier": True, "started_at": "2024-05-01T20:00", "setup_min": "5", "play_min": "60"}
    act = {"device": DEVICE, "id": DEVICE, "seat": 0, "at": 0, "action": 1, "to": 0, "agrees": True}
    messages: list[tuple[str, dict[str, Any]]] = [
        ("/evening", begun),
        ("/evening", {**begun, **times, "id": DEVICE[:-1] + "2"}),
        (evening, {"device": "0123abcd", "sent": 2, "actions": [note]}),
        ("/evening/devices", {"do": "fix", "passcode": "1234"}),
        (f"{revision}/play", {"device": DEVICE, "play": 3, "seats": ["person", "random", "random"], "names": ["Anna"]}),
        *((table, {**act, "do": do}) for do in ("decide", "undo", "sit", "answer")),
        (f"{table}/hint", act),
        (form, {"id": DEVICE, "fun": "4", "length": "1", "text": "Good."}),
        ("/passcode", {"code": "x", "next": "/"}),
    ]
    gets = [(path, dict(parse_qsl(query)), None) for path, _, query in (text.partition("?") for text in addresses)]
    good = [*gets, *((path, {}, message) for path, message in messages)]
    return {f"request {number}": json.dumps([request]).encode() for number, request in enumerate(good)}


def requests(place: Workspace, plays: LivePlays, store: Store) -> Reader:
    """What asks the server a list of requests; an answer of 500 raises."""
    public = public_pages(store, Gate(hash_passcode("7Q2M-XK4D")))
    evening = evening_pages(place, SessionCache(store), None, play_routes(plays))
    tables = Starlette(routes=[*begin_routes(place, plays), *table_routes(place)])

    def read(data: bytes) -> None:
        try:
            content = json.loads(data)
        except (ValueError, RecursionError):
            content = [["/evening/" + data.decode("latin-1"), {}, data.decode("latin-1")]]
        for request in content if isinstance(content, list) else [content]:
            one(*(request if isinstance(request, list) else [request]))

    def one(path: Any = "", query: Any = None, message: Any = None, *_rest: Any) -> None:
        path = quote(str(path), safe="/", errors="replace")
        fields = query if isinstance(query, dict) else {"query": query}
        query = urlencode({name: str(value) for name, value in fields.items()}, errors="replace")
        of_tables = tables if path.startswith("/table") else evening
        app = public if path.startswith(("/feedback", "/passcode", "/enter", "/join")) else of_tables
        if message is None:
            answer = ask(app, f"{path}?{query}")
        elif app is public:
            form = message if isinstance(message, dict) else {}
            answer = ask(app, path, posted=urlencode(form, errors="replace").encode())
        else:
            answer = ask(app, path, posted=json.dumps(message).encode(), content_type="application/json")
        assert answer.status < 500, (answer.status, path, query, message, answer.text[:300])

    return read


if __name__ == "__main__":
    main()
