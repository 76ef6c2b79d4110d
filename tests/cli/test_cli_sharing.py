"""A workspace goes to a co-designer as one file, and what they did comes back."""

import json
import re
import tracemalloc
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from shutil import copytree
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest

from tests.cli.commands import NEW, OLD, as_json, run
from workbench.engine.problems import BadInput
from workbench.playtest.sharing import MARK, read_shared
from workbench.scenario import Aim, load_scenario
from workbench.scenario.files import Workspace, init_workspace
from workbench.scenario.goals import Wish
from workbench.store import Store
from workbench.store.history import Decision, DecisionState, decide, decisions, findings
from workbench.store.playtests.entries import Entry, append, entries_of, new_uuid, session_ids
from workbench.store.playtests.people import people
from workbench.store.runs import Status, runs


@pytest.fixture(scope="module")
def in_use(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A workspace with a comparison, a study's answer, a decision, and an evening of Ada and Grace."""
    place, _ = init_workspace(tmp_path_factory.mktemp("sharing") / "ours")
    at = ("--workspace", place.root)
    assert run("compare", OLD, NEW, "--plays", 150, "--bots", "random", *at).exit_code == 0
    assert run("quality", NEW, "--plays", 150, "--bots", "random", *at).exit_code == 0
    begun = run("playtests", "begin", NEW, "--players", "Ada,Grace,Joan", *at, "--json")
    assert begun.exit_code == 0, begun.output
    decide(Store(place.store_path), Decision("hitmakers", "2021-04-08", DecisionState.ADOPTED, "Wider spans."))
    return place


@pytest.fixture
def ours(in_use: Workspace, tmp_path: Path) -> Workspace:
    """A copy of it for the test."""
    return Workspace(copytree(in_use.root, tmp_path / "ours"))


@pytest.fixture
def theirs(tmp_path: Path) -> Workspace:
    return init_workspace(tmp_path / "theirs")[0]


def received(file: Path, place: Workspace, *options: str) -> Counter[tuple[str, str]]:
    parts = as_json("receive", file, "--workspace", place.root, *options)
    return Counter((part["kind"], part["news"]) for part in parts)


def test_it_goes_over_and_back_as_lines_and_what_is_here_is_never_changed(
    ours: Workspace, theirs: Workspace, tmp_path: Path
) -> None:
    file = tmp_path / "shared.zip"
    store, our_store = Store(theirs.store_path), Store(ours.store_path)
    note = Entry(new_uuid(), session_ids(our_store)[0], "note", {"text": "Ada asked Grace", "player": None})
    append(our_store, note.session, [note])
    game = ours.root / "games" / "pebbles.py"
    game.parent.mkdir(exist_ok=True)
    game.write_text("# a game of ours")
    with (ours.scenarios / "hitmakers" / "four-players.toml").open("a") as revision:
        revision.write('[aims]\ndeals = { wish = "lower", by = "10 %" }\n')
    assert run("share", file, "--workspace", ours.root, "--session", "all").exit_code == 0
    with ZipFile(file) as archive:
        everything = b"".join(archive.read(name) for name in archive.namelist() if ".json" in name).decode()
    assert not re.search("Ada|Grace|Joan", everything) and "Player 1" in everything
    (theirs.scenarios / "hitmakers" / "four-players.toml").unlink()
    before = received(file, theirs, "--dry-run")
    assert not session_ids(store) and not (theirs.root / "games" / "pebbles.py").exists()
    assert received(file, theirs) == before
    assert before["revision", "new"] == before["game", "new"] == 1 and before["revision", "differs"] == 0
    assert load_scenario(theirs, "hitmakers/four-players").aims == (Aim("deals", Wish.LOWER, 0.1, percent=True),)
    assert before["decision", "new"] == before["session", "new"] == 1
    assert decisions(store, "hitmakers") == decisions(our_store, "hitmakers")
    assert findings(store) == findings(our_store) and len(findings(store)) == before["finding", "new"] >= 1
    assert session_ids(store) == session_ids(our_store) and before["answer", "new"] >= 1
    assert {one.id for one in runs(store)} == {one.id for one in runs(our_store)}
    assert {one.status for one in runs(store)} == {Status.INTERRUPTED}, "they can be played again"
    assert {news for _, news in received(file, theirs)} == {"same"}

    scenario = theirs.scenarios / "hitmakers" / "concentration.toml"
    ours_of_it = (ours.scenarios / "hitmakers" / "concentration.toml").read_bytes()
    scenario.write_text(scenario.read_text().replace('title = "', 'title = "Our ', 1))
    decide(store, Decision("hitmakers", "2021-04-08", DecisionState.REJECTED, "Too long."))
    append(store, note.session, [replace(note, id=new_uuid(), data={"text": "Seen on video", "player": None})])
    assert run("share", file, "--workspace", theirs.root, "--session", "all").exit_code == 0
    texts_before = {f: f.read_bytes() for f in ours.data.rglob("*.json*") if "backups" not in f.parts}
    told = run("receive", file, "--dry-run", "--workspace", ours.root)
    differing = "differs, and stays as it is here: revision scenarios/hitmakers/concentration.toml"
    assert told.stdout.startswith(differing), "conflicts first"
    back = received(file, ours)
    assert (back["revision", "differs"], back["decision", "new"], back["session", "new"]) == (1, 1, 1)
    assert decisions(our_store, "hitmakers")["2021-04-08"].reason == "Too long.", "they had ours in view"
    assert (ours.scenarios / "hitmakers" / "concentration.toml").read_bytes() == ours_of_it
    assert all(f.read_bytes().startswith(was) for f, was in texts_before.items()), "lines are only added"
    notes = [entry.data["text"] for entry in entries_of(our_store, note.session) if entry.kind == "note"]
    assert notes == ["Ada asked Grace", "Seen on video"]
    assert "Ada" in {person.name for person in people(our_store).values()}, "an evening that is here keeps its names"
    assert {news for _, news in received(file, ours)} == {"same", "differs"}


def test_decisions_made_apart_differ_and_ours_stays(ours: Workspace, theirs: Workspace, tmp_path: Path) -> None:
    file = tmp_path / "shared.zip"
    assert run("share", file, "--workspace", ours.root).exit_code == 0
    store = Store(theirs.store_path)
    decide(store, Decision("hitmakers", "2021-04-08", DecisionState.REJECTED, "Too long."))
    assert received(file, theirs)["decision", "differs"] == 1
    assert decisions(store, "hitmakers")["2021-04-08"].reason == "Too long."


def test_no_evening_goes_along_unless_it_is_chosen_and_one_game_alone_can_go(ours: Workspace, tmp_path: Path) -> None:
    file = tmp_path / "shared.zip"
    assert run("share", file, "--workspace", ours.root, "--game", "trickster").exit_code == 0
    names = ZipFile(file).namelist()
    assert not any(part in name for name in names for part in ("sessions", "people", "hitmakers"))
    assert any(name.startswith("scenarios/trickster/") for name in names)
    assert run("share", file, "--workspace", ours.root, "--session", "nobody").exit_code == 2


@pytest.mark.parametrize("name", ["../evil.toml", "scenarios/../evil.toml", "data/x/../../evil.csv", "/etc/evil.csv"])
def test_a_path_that_leads_elsewhere_is_left_out(ours: Workspace, theirs: Workspace, tmp_path: Path, name: str) -> None:
    file = tmp_path / "shared.zip"
    run("share", file, "--workspace", ours.root)
    with ZipFile(file, "a") as archive:
        archive.writestr(name, "game = 1")
    run("receive", file, "--workspace", theirs.root)
    assert not [*tmp_path.rglob("evil.*")]


@pytest.mark.parametrize("data", [b"", b"PK", b"{}"])
def test_another_file_is_refused(theirs: Workspace, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "other.zip").write_bytes(data)
    result = run("receive", tmp_path / "other.zip", "--workspace", theirs.root)
    assert result.exit_code == 2 and "workbench share" in result.output


def zipped(parts: dict[str, bytes], method: int = ZIP_DEFLATED) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", method) as archive:
        archive.comment = MARK
        for name, data in parts.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def ledger(*values: object) -> bytes:
    return zipped({"data/ledger.jsonl": b"".join(json.dumps(value).encode() + b"\n" for value in values)})


GOOD = zipped({"data/ledger.jsonl": b"{}" * 20})
SESSION = "4be0643f-1d98-573b-97cd-ca98a65347dd"
OPEN = {"id": SESSION, "kind": "open", "at": "2026-01-01T18:00:00Z", "data": {"game": "hitmakers"}}
DECISION = {"game": "hitmakers", "revision": 1, "state": "open", "decided_at": "2026-01-01T18:00:00Z"}


def lying() -> bytes:
    """A file that says of one part that it unpacks to far less than it does."""
    sizes = ((size).to_bytes(4, "little") for size in (190_000_000, 1000))
    return zipped({"data/people.json": bytes(190_000_000)}).replace(*sizes)


def evening(*values: object) -> bytes:
    lines = b"".join(json.dumps(value).encode() + b"\n" for value in values)
    return zipped({f"data/sessions/{SESSION}.jsonl": lines})


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (lying, "Bad CRC"),
        (zipped({"data/ledger.jsonl": b"{}"}, ZIP_LZMA), "compressed"),
        (zipped({}).replace(b"workbench, 2", b"workbench, 9"), "another version"),
        (GOOD[:45] + bytes(20) + GOOD[65:], "is no shared workspace"),
        (zipped({"data/ledger.jsonl": b'{"at": "2026'}), "data/ledger.jsonl, line 1: cannot be read"),
        (zipped({"data/ledger.jsonl": b"[" * 100_000}), "line 1: cannot be read"),
        (ledger({"run": {"id": 1}}), "must be a batch"),
        (ledger({"decision": DECISION}), "must be a batch"),
        (ledger({"gone": {"keys": []}}), "must be a batch"),
        (evening({**OPEN, "id": "e1"}), "must be a UUID"),
        (evening({**OPEN, "kind": "note"}), "text"),
        (zipped({f"data/sessions/{SESSION}.jsonl": b""}), "is no session"),
        (evening({"form": {"player": SESSION, "fun": 9}}), "fun"),
    ],
    ids=range(13),
)
def test_a_damaged_or_forged_file_is_told_as_what_it_is_and_fills_no_memory(
    data: bytes | Callable[[], bytes], words: str
) -> None:
    data = data() if callable(data) else data
    tracemalloc.start()
    with pytest.raises(BadInput, match=re.escape(words)):
        read_shared(data, "theirs.zip")
    assert tracemalloc.get_traced_memory()[1] < 50_000_000
    tracemalloc.stop()
