"""A workspace goes to a co-designer as one file, and what they did comes back."""

import json
import re
import tracemalloc
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from shutil import copytree
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest

from tests.cli.commands import NEW, OLD, as_json, run
from workbench.engine.problems import BadInput
from workbench.playtest.shared_workspace import read_shared
from workbench.scenario.files import Workspace, init_workspace
from workbench.store import Store
from workbench.store.history import Decision, DecisionState, decide, decisions, findings
from workbench.store.playtests import people, session_ids


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


def test_it_goes_over_and_back(ours: Workspace, theirs: Workspace, tmp_path: Path) -> None:
    file = tmp_path / "shared.zip"
    assert run("share", file, "--workspace", ours.root, "--session", "all").exit_code == 0
    assert all(name not in ZipFile(file).read("sessions.json").decode() for name in ("Ada", "Grace", "Joan"))
    (theirs.scenarios / "hitmakers" / "four-players.toml").unlink()
    before = received(file, theirs, "--dry-run")
    assert not theirs.store_path.exists() or not session_ids(Store(theirs.store_path))
    assert received(file, theirs) == before
    store, our_store = Store(theirs.store_path), Store(ours.store_path)
    assert before["revision", "new"] == 1 and before["revision", "differs"] == 0
    assert before["decision", "new"] == before["session", "new"] == 1
    assert decisions(store, "hitmakers") == decisions(our_store, "hitmakers")
    assert findings(store) == findings(our_store) and len(findings(store)) == before["finding", "new"] >= 1
    assert session_ids(store) == session_ids(our_store)
    assert before["answer", "new"] >= 1
    assert {news for _, news in received(file, theirs)} == {"same"}

    scenario = theirs.scenarios / "hitmakers" / "concentration.toml"
    scenario.write_text(scenario.read_text().replace('title = "', 'title = "Our ', 1))
    decide(store, Decision("hitmakers", "2021-04-08", DecisionState.REJECTED, "Too long."))
    assert run("share", file, "--workspace", theirs.root, "--session", "all").exit_code == 0
    back = received(file, ours)
    assert (back["revision", "differs"], back["decision", "differs"], back["session", "same"]) == (1, 1, 1)
    assert decisions(our_store, "hitmakers")["2021-04-08"].state is DecisionState.ADOPTED
    received(file, ours, "--replace")
    assert decisions(our_store, "hitmakers")["2021-04-08"].reason == "Too long."
    assert "Our " in (ours.scenarios / "hitmakers" / "concentration.toml").read_text()
    assert "Ada" in {person.name for person in people(our_store).values()}, "an evening that is here keeps its names"


def test_what_was_received_is_undone_once_and_what_was_changed_since_stays(
    ours: Workspace, theirs: Workspace, tmp_path: Path
) -> None:
    file, at = tmp_path / "shared.zip", ("--workspace", theirs.root)
    revisions = [theirs.scenarios / "hitmakers" / f"{name}.toml" for name in ("four-players", "concentration")]
    files = [revision.read_bytes() for revision in revisions]
    assert run("share", file, "--workspace", ours.root, "--session", "all").exit_code == 0
    for revision in revisions:
        revision.write_text(revision.read_text().replace('title = "', 'title = "Our ', 1))
    before = [revision.read_bytes() for revision in revisions]
    received(file, theirs, "--replace")
    assert [revision.read_bytes() for revision in revisions] == files
    revisions[1].write_bytes(files[1] + b"\n# tried since\n")
    decide(Store(theirs.store_path), Decision("hitmakers", "2021-04-08", DecisionState.REJECTED, "Too long."))
    staying = {(part["kind"], part["name"]) for part in as_json("receive", "--undo", *at)}
    assert ("decision", "hitmakers/2021-04-08") in staying
    assert revisions[0].read_bytes() == before[0]
    store = Store(theirs.store_path)
    assert not session_ids(store) and not findings(store)
    assert decisions(store, "hitmakers")["2021-04-08"].reason == "Too long."
    for wrong in (("--undo",), ("--undo", file), ()):
        assert run("receive", *wrong, *at).exit_code == 2


def test_no_evening_goes_along_unless_it_is_chosen_and_one_game_alone_can_go(ours: Workspace, tmp_path: Path) -> None:
    file = tmp_path / "shared.zip"
    assert run("share", file, "--workspace", ours.root, "--game", "trickster").exit_code == 0
    names = ZipFile(file).namelist()
    assert "sessions.json" not in names and all("hitmakers" not in name for name in names)
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


def of_records(**tables: object) -> dict[str, bytes]:
    about = {"is": "a shared workspace of the playtest workbench", "version": 1}
    content = {"decisions": [], "findings": [], "answers": [], **tables}
    return {"about.json": json.dumps(about).encode(), "tables.json": json.dumps(content).encode()}


def zipped(parts: dict[str, bytes], method: int = ZIP_DEFLATED) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", method) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return buffer.getvalue()


GOOD = zipped(of_records())


def lying() -> bytes:
    """A file that says of one part that it unpacks to far less than it does."""
    sizes = ((size).to_bytes(4, "little") for size in (190_000_000, 1000))
    return zipped({**of_records(), "sessions.json": bytes(190_000_000)}).replace(*sizes)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (lying, "Bad CRC"),
        (zipped({**of_records(), "about.json": b"[" * 100_000}), "nested too deep"),
        (zipped(of_records(), ZIP_LZMA), "compressed"),
        (GOOD[:45] + bytes(20) + GOOD[65:], "is no shared workspace"),
        (zipped(of_records(answers=[1])), "answers[0]"),
        (zipped(of_records(answers={"id": 1})), "answers = {'id': 1}: input should be a valid list"),
        (zipped(of_records(decisions=[{"game": "hitmakers", "revision": 1}])), "decisions[0].revision"),
    ],
    ids=range(7),
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
