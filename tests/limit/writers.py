"""What `tests.limit.kills` and `tests.limit.damages` work on: a workspace, all that writes to it, and what is in it."""

import http.client
import io
import json
import os
import pickle
import shutil
import time
import traceback
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import duckdb
from PIL import Image

from tests.support.evenings import evenings
from tests.support.older_stores import MIGRATIONS, make_older
from workbench.bots.library import write_evaluations
from workbench.cli import main
from workbench.engine.registry import use_workspace
from workbench.playtest.feedback import make_link
from workbench.playtest.log.recording import begin, load
from workbench.playtest.media import FOLDER, Media
from workbench.playtest.people import add_or_rename
from workbench.playtest.sharing import write_shared
from workbench.scenario.drafts import Baseline, StoredDraft, write_draft
from workbench.scenario.files import Workspace, init_workspace
from workbench.store import Store, StoreError, ledger, texts
from workbench.store.copies import keep_backup, log_of
from workbench.store.history import Decision, DecisionState, decide
from workbench.store.playtests.entries import new_uuid, read_sessions, written_in
from workbench.store.playtests.imports import file_imports
from workbench.store.playtests.people import people
from workbench.store.runs import Status, runs

NAME = "Zacharias Quirk"
REVISION, OTHER = "hitmakers/2020-03-04", "hitmakers/2021-04-08"
USUAL = ("--bots", "random", "--plays", "1000")
HEAD = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from workbench.store import Store
store = Store(Path("data/workbench.duckdb").absolute())
"""
CHUNKS = f"""{HEAD}
from workbench.cli import main
from workbench.play import local, stored
from workbench.play.sinks import batch
local.CHUNK_PLAYS = batch.CHUNK_PLAYS = 2_000
from workbench.store.runs import Status, runs
keep = stored.append_chunk
def append_chunk(*told):
    run = keep(*told)
    print("chunk", run.id, run.done, flush=True)
    return run
stored.append_chunk = append_chunk
begun = [run.id for run in runs(store) if run.status is not Status.DONE]
words = "resume {{}}".format(*begun) if begun else "simulate {OTHER} --bots random --plays 12000 --seed 8"
main(words.split(), prog_name="workbench", standalone_mode=False)
"""
TAPS = f"""{HEAD}
from workbench.playtest.log.recording import Log
log = Log(store, sys.argv[0])
for number in range(20):
    taps = [lambda: log.moment("stuck", note=f"{{number}}"), lambda: log.note(f"n {{number}}"), lambda: log.pause(),
            lambda: log.undo(log.note("a slip").id), lambda: log.score(sys.argv[1].split()[0], number, 2)]
    print("ack", taps[number % len(taps)]().id, flush=True)
"""
DECISIONS = f"""{HEAD}
from workbench.store.history import Decision, DecisionState, decide
for number in range(12):
    name = f"2021-04-0{{number % 4}}"
    decide(store, Decision("hitmakers", name, DecisionState.REJECTED, f"because of {{number}}"))
    print("ack", f"because of {{number}}" if number > 7 else name, flush=True)
"""
REVISIONS = f"""{HEAD}
from workbench.engine.registry import game_named
from workbench.scenario.files import find_workspace
from workbench.scenario.save import RevisionDraft, save_revision
place, game = find_workspace(Path().absolute()), game_named("hitmakers")
for number in range(4):
    name = f"new-{{number}}"
    if not Path(f"scenarios/hitmakers/{{name}}.toml").exists():
        save_revision(place, RevisionDraft(game, name, "2020-03-04", "why not", {{"hand_size": 5 + number}}))
    print("ack", name, flush=True)
"""
DELETE = f"""{HEAD}
from workbench.store.listing import bring_back, delete_results, deletions, entries, free
for deletion in deletions(store):
    bring_back(store, deletion.id)
delete_results(store, [line for line in entries(store) if line.kind == "comparison"], "a comparison")
"""
FREE = f"{DELETE}\nfree(store, datetime.now(UTC))"
PEOPLE = f"""{HEAD}
from workbench.playtest.people import merge_people
from workbench.store.playtests.people import forget, people
if sys.argv[0] == "forget":
    forget(store, sys.argv[1])
elif sys.argv[1] in people(store):
    merge_people(store, *sys.argv[1:])
"""
REWORD = f"""{HEAD}
from workbench.store.playtests.people import mentions, reword
for mention in mentions(store, "Ben")[:6]:
    reword(store, mention, "reworded")
    print("ack", "reworded", flush=True)
"""
PHOTO = f"""{HEAD}
from workbench.playtest.log.recording import load
from workbench.playtest.media import Media
media, photo = Media(store.path.with_name("media")), Path("photo.png").read_bytes()
print("ack", media.add(load(store, sys.argv[0]), *sys.argv[1:3], photo))
"""
JOB = f"""{HEAD}
import time
from workbench.app.jobs.queue import Jobs
from workbench.scenario import load_scenario
from workbench.scenario.files import find_workspace
jobs = Jobs(store)
for revision in ("{OTHER}", "{REVISION}"):
    job = jobs.simulate(load_scenario(find_workspace(Path().absolute()), revision, plays=1_000, bots="random", seed=9))
    while not job.ended:
        time.sleep(0.01)
jobs.close()
"""
WRITERS: dict[str, tuple[str, ...]] = {
    "simulate": (CHUNKS,),
    "compare": ("", "compare", REVISION, OTHER, "--bots", "random", "--plays", "1500", "--seed", "3"),
    "until": ("", "compare", REVISION, OTHER, "--until-decided", "--bots", "random", "--limit", "2000", "--seed", "4"),
    "by change": ("", "compare", REVISION, OTHER, "--by-change", *USUAL),
    "sweep": ("", "sweep", REVISION, "--vary", "hand_size=6..7", "--bots", "random", "--plays", "3000"),
    "decks": ("", "decks", OTHER, *USUAL),
    "check": ("", "check", REVISION, *USUAL),
    "import": ("", "playtests", "import", "evenings.json"),
    "undo import": ("", "playtests", "undo", "{batch}"),
    "begin": ("", "playtests", "begin", OTHER, "--players", "Xaver,Yolanda,Zoe", "--goal", "begun"),
    "score": ("", "playtests", "score", "{session}", "--player", "Ben", "--row", "9", "--total", "12"),
    "end": ("", "playtests", "end", "{session}", "--stopped"),
    "taps": (TAPS, "{session}", "{players}"),
    "photo": (PHOTO, "{session}", "{moment}", "{photo}"),
    "decide": (DECISIONS,),
    "revisions": (REVISIONS,),
    "delete": (DELETE,),
    "free": (FREE,),
    "runs delete": ("", "runs", "delete", "{run}"),
    "forget": (PEOPLE, "forget", "{quirk}"),
    "merge": (PEOPLE, "merge", "{gone}", "{stays}"),
    "reword": (REWORD,),
    "receive": ("", "receive", "theirs.zip"),
    "share": ("", "share", "shared.zip", "--session", "all"),
    "backup": ("", "backup", "backup.zip"),
    "backup of all": ("", "backup", "all.zip", "--database"),
    "export": ("", "export", "{run}", "plays"),
    "migrate": ("", "migrate", "--workspace", "older"),
    "repair": ("", "doctor", "--repair", "--workspace", "damaged"),
    "app": (JOB,),
}
"""What runs, in Python or as words of a command, with paths and ids of the workspace."""
OLD_ROWS = """
    insert into playtest_people values ('4be0643f-1d98-573b-97cd-ca98a65347dd', 'Olga', false, null);
    insert into playtest_entries values
        (1, 'e1', 'first', 'open', '2026-01-01 18:00:00', 'a1', '{"game":"hitmakers"}', null),
        (2, 'e2', 'first', 'note', '2026-01-01 18:01:00', 'a1', '{"text":"an old note","player":null}', null);
    insert into decisions values ('hitmakers', 'later', 'adopted', 'of old', '', false, '2020-03-06')
"""


def output(root: Path, *words: str) -> str:
    """All that a command says here."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(out):
        try:
            main([*words, "--workspace", str(root)], prog_name="workbench")
        except SystemExit:
            pass
        except Exception:
            traceback.print_exc()
    return out.getvalue()


def make(root: Path) -> None:
    """A workspace with evenings, names, decisions, batches, a study; and in it one of old, and one that is damaged."""
    place = init_workspace(root)[0]
    use_workspace(root)
    store = Store(place.store_path)
    evenings(place, 5)
    quirk = add_or_rename(store, NAME)
    gone, stays = (add_or_rename(store, name).id for name in ("Twice", "Thrice"))
    log = begin(store, {"game": "hitmakers", "revision": "2021-04-08", "goal": f"what {NAME} wants"})
    for seat, name in enumerate(("Ben", "Cleo", quirk)):
        log.add_player(name, seat)
    moment = log.moment("stuck", note=f"{NAME} waits for Ben").id
    one = begin(store, {"game": "trickster", "goal": "the other evening"})
    one.add_player(people(store)[gone], 0)
    decide(store, Decision("hitmakers", "2020-03-04", DecisionState.ADOPTED, f"{NAME} and Ben like it", "more?"))
    output(root, "simulate", OTHER, *USUAL)
    output(root, "compare", REVISION, OTHER, *USUAL, "--seed", "2")
    theirs = Workspace(root / "theirs")
    init_workspace(theirs.root)
    evenings(theirs, 3, seed=9)
    output(theirs.root, "playtests", "export", str(root / "evenings.json"))
    decide(Store(theirs.store_path), Decision("hitmakers", "2021-04-08", DecisionState.REJECTED, "theirs"))
    output(theirs.root, "simulate", OTHER, *USUAL, "--seed", "77")
    (root / "theirs.zip").write_bytes(write_shared(theirs, Store(theirs.store_path), (), []))
    shutil.rmtree(theirs.root)
    damaged = init_workspace(root / "damaged")[0]
    for name in ("data", "scenarios"):
        shutil.copytree(root / name, damaged.root / name, dirs_exist_ok=True)
    content = damaged.store_path.read_bytes()
    damaged.store_path.write_bytes(content[:8] + b"KCUD" + content[12:])
    older = init_workspace(root / "older")[0]
    older.data.mkdir(exist_ok=True)
    with closing(duckdb.connect(str(older.store_path))) as connection:
        make_older(connection, MIGRATIONS[12].number)
        connection.execute(OLD_ROWS)
    Image.new("RGB", (64, 48), "green").save(root / "photo.png")
    Media(place.data / FOLDER).add(load(store, log.id), moment, new_uuid(), (root / "photo.png").read_bytes())
    write_draft(place, StoredDraft("", "hitmakers", "2021-04-08", Baseline(), {"hand_size": 6}), None)
    use_workspace(root)
    write_evaluations("hitmakers", [{"rules_hash": "r", "code_hash": "c"}])
    token = make_link(store, log.id)
    keep_backup(store.path, always=True)
    output(root, "simulate", OTHER, *USUAL, "--seed", "5")  # which the backup lacks, and the database has
    told = {
        "session": log.id, "token": token, "moment": moment, "photo": new_uuid(), "quirk": quirk.id,
        "gone": gone, "stays": stays, "batch": file_imports(store)[0].id, "run": runs(store)[-1].id,
        "players": " ".join(player.player for player in load(store, log.id).players),
    }  # fmt: skip
    (root / "paths.json").write_text(json.dumps(told))


def in_child(act: Callable[..., object], *arguments: object, into: Path) -> tuple[int, Any]:
    """How a forked process ended, and what it returned. We open no database here: its threads would not be forked."""
    into.unlink(missing_ok=True)
    if (child := os.fork()) == 0:
        code = 1
        with suppress(BaseException):
            into.write_bytes(pickle.dumps(act(*arguments)))
            code = 0
        os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code, pickle.loads(into.read_bytes()) if code == 0 else None


def prepare(whole: Path, into: Path) -> None:
    """See to it that the workspace is there."""
    if not (whole / "paths.json").exists():
        assert in_child(make, whole, into=into)[0] == 0


def facts(root: Path) -> dict[str, object]:
    """All that people wrote and bots finished, by what tells it apart."""
    store = Store(root / "data" / "workbench.duckdb")
    there: dict[str, object] = {
        f"file {file.parent.name}/{file.name}": file.read_bytes()
        for pattern in ("scenarios/*/*.*", "data/*/*.csv", "data/drafts/*.json")
        for file in root.glob(pattern)
    }
    there |= {f"media {file.name}": file.read_bytes() for file in (root / "data/media").rglob("*.*")}
    there |= {f"person {id}": person.name for id, person in people(store).items()}
    there |= {f"import {batch.id}": batch for batch in file_imports(store)}
    for session, _, content in read_sessions(store):
        for line in texts.lines_in(content):
            there[f"{session} {line.raw[:200]!r} {len(line.raw)}"] = line.raw
    content = texts.read(store, texts.LEDGER)
    for key, its in ledger.fold(content, *ledger.KEYS).items():
        there[key] = texts.as_json({name: its[name] for name in its if name != "elapsed_s"})
    with suppress(StoreError):
        there |= {f"plays {run.id} {run.digest}": run.done for run in runs(store)}
    return there


def result(root: Path) -> set[str]:
    """The same in words without ids and times, so that two that did the same are equal; with the workspaces in it."""
    store, names = Store(root / "data" / "workbench.duckdb"), people(Store(root / "data" / "workbench.duckdb"))
    there = {f"file {file.parent.name}/{file.name}" for file in root.glob("scenarios/*/[!.]*.*")}
    there |= {f"person {person.name}" for person in names.values()}
    for session, _, content in read_sessions(store):
        if log := written_in(content, session).log:
            seated = sorted(str(names[entry.data["player"]].name) for entry in log if entry.kind == "player")
            there.add(f"session {log[0].data.get('goal')} {seated} {any(entry.kind == 'end' for entry in log)}")
    folded = ledger.fold(texts.read(store, texts.LEDGER), "decision", "answer")
    there |= {
        " ".join(str(its.get(name)) for name in ("study", "game", "revision", "state", "reason", "plays", "seed"))
        for its in folded.values()
    }
    there |= {
        f"run {run.game} {run.scenario} {run.rules_hash} {run.seed} {run.plays} {run.has_rows} {run.digest}"
        for run in runs(store)
        if run.status is Status.DONE
    }
    for inner in ("older", "damaged"):
        folder = root / inner
        if folder.is_dir():
            is_to_be_read = (folder / "data" / texts.LEDGER).exists() and not _is_damaged(folder)
            there |= {f"{inner}: {line}" for line in (result(folder) if is_to_be_read else {"as it was"})}
    return there


def _is_damaged(folder: Path) -> bool:
    file = folder / "data" / "workbench.duckdb"
    return file.exists() and file.read_bytes()[8:12] != b"DUCK" and not log_of(file).exists()


def unlike(one: set[str], other: set[str]) -> list[str]:
    """What one result has and the other lacks; sessions that a killed command began are more by right."""
    more = {line for line in other - one if line.startswith("session begun")}
    return sorted(f"lacks {line}" for line in one - other) + sorted(f"has {line}" for line in other - one - more)


POINTS = count(1)
"""Others each time: the same once more is no entry."""


def post(port: int, session: str, token: str, player: str) -> list[str]:
    """Send a tap or a form to a server; what it acknowledged."""
    id, now = new_uuid(), time.time_ns() // 1_000_000
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    with closing(connection):
        if now % 4 == 0:
            form = urlencode({"id": id, "overall": "4", "player": player})
            connection.request("POST", f"/feedback/{token}", form, {"Accept": "application/json"})
            told = json.loads(connection.getresponse().read())
            return [f"ack {id}"] if str(told.get("sent", "")).endswith(id) else []
        do, fields = [
            ("moment", {"moment": "laughter", "note": f"tap {now}"}),
            ("note", {"text": f"note {now}"}),
            ("score", {"player": player, "row": now % 9, "criterion": None, "points": next(POINTS), "was": None}),
        ][now % 3]
        action = {"id": id, "at": now, "do": do, "fields": fields}
        message = json.dumps({"device": "3f9a01bc", "sent": now, "actions": [action]})
        connection.request("POST", f"/evening/{session}", message, {"Content-Type": "application/json"})
        told = json.loads(connection.getresponse().read())
        return [f"ack {id}" for id in told.get("done", ()) if id not in told.get("questions", {})]
