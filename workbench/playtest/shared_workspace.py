"""A workspace as one file, for a co-designer and back: a zip of revisions, card lists, decisions, findings and answers.

Evenings are in it only where they are chosen, with pseudonyms. What comes back adds what is new, and says what differs;
that stays as it is here unless it is to be replaced. Sessions are never replaced: here they have names.
"""

import io
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from workbench.engine.files import write_whole
from workbench.engine.problems import BadInput
from workbench.playtest.exchange import Format, ImportStatus, ReadOptions, export_text, import_file, preview
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.answers import add_answer_row, answer_rows
from workbench.store.history import (
    Decision,
    DecisionState,
    Finding,
    Stop,
    decide,
    decisions,
    findings,
    has_finding,
    save_finding,
)

KIND, VERSION = "a shared workspace of the playtest workbench", 1
ABOUT, TABLES, SESSIONS = "about.json", "tables.json", "sessions.json"
FILE = re.compile(r"(scenarios/(?P<game>\w[\w-]*)/\w[\w.-]*\.toml|data/(?P<of>\w[\w-]*)/\w[\w. -]*\.csv)")
"""The files of a workspace that are shared, by their paths."""
MOST_BYTES = 200_000_000
MOST_FINDINGS = 100_000


class News(StrEnum):
    """The fate of a part: it is new here, the same as here, or differs from what is here."""

    NEW = "new"
    SAME = "same"
    DIFFERS = "differs"


@dataclass(frozen=True)
class SharedItem:
    """A revision, a card list, a decision, a finding, an answer or a session, and whether it is new."""

    kind: str
    name: str
    news: News


@dataclass(frozen=True)
class SharedWorkspace:
    """The content of such a file: files by their paths, and rows of the store."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    decisions: Sequence[Decision] = ()
    findings: Sequence[Finding] = ()
    answers: Sequence[Mapping[str, Any]] = ()
    sessions: bytes = b""


# Out


def write_shared(workspace: Workspace, store: Store, games: Sequence[str] = (), sessions: Sequence[str] = ()) -> bytes:
    """The file of a workspace: of these games, or of all; with these sessions, or none."""
    shared = _gathered(workspace, store, games, sessions)
    tables = {
        "decisions": [asdict(decision) for decision in shared.decisions],
        "findings": [asdict(finding) for finding in shared.findings],
        "answers": [{**row, "data": b64encode(row["data"]).decode()} for row in shared.answers],
    }
    buffer = io.BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as file:
        file.writestr(ABOUT, json.dumps({"is": KIND, "version": VERSION}))
        for path, data in shared.files.items():
            file.writestr(path, data)
        file.writestr(TABLES, json.dumps(tables, default=str, indent=1))
        if shared.sessions:
            file.writestr(SESSIONS, shared.sessions)
    return buffer.getvalue()


def _gathered(workspace: Workspace, store: Store, games: Sequence[str], sessions: Sequence[str]) -> SharedWorkspace:
    files = dict(_files(workspace, games))
    if not store.exists:
        return SharedWorkspace(files)
    return SharedWorkspace(
        files,
        [decision for game in _games(workspace, games) for decision in decisions(store, game).values()],
        [finding for finding in findings(store, most=MOST_FINDINGS) if not games or finding.game in games],
        [row for row in answer_rows(store) if not games or row["game"] in games],
        export_text(store, Format.JSON, sessions, pseudonymous=True).encode() if sessions else b"",
    )


def _games(workspace: Workspace, games: Sequence[str]) -> list[str]:
    return list(games) or sorted(folder.name for folder in workspace.scenarios.glob("*") if folder.is_dir())


def _files(workspace: Workspace, games: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    for pattern in ("scenarios/*/*.toml", "data/*/*.csv"):
        for file in sorted(workspace.root.glob(pattern)):
            path = file.relative_to(workspace.root).as_posix()
            if (match := FILE.fullmatch(path)) and (not games or (match["game"] or match["of"]) in games):
                yield path, file.read_bytes()


# In


def read_shared(data: bytes, file: str) -> SharedWorkspace:
    """The content of a file. Raises BadInput for any other file."""
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            if sum(info.file_size for info in archive.infolist()) > MOST_BYTES:
                raise BadInput.one(file, f"must be at most {MOST_BYTES // 10**6} MB when unpacked")
            about = json.loads(archive.read(ABOUT))
            if about["is"] != KIND or about["version"] != VERSION:
                raise BadInput.one(file, f"must be {KIND}, of version {VERSION}", f"{about['is']}, {about['version']}")
            names = archive.namelist()
            return SharedWorkspace(
                {name: archive.read(name) for name in names if FILE.fullmatch(name)},
                **_tables(json.loads(archive.read(TABLES))),
                sessions=archive.read(SESSIONS) if SESSIONS in names else b"",
            )
    except (BadZipFile, KeyError, ValueError, TypeError, AttributeError, NotImplementedError) as error:
        raise BadInput.one(file, f"is no {KIND.removeprefix('a ')}: {error}; `workbench share` writes one") from None


def _tables(content: Any) -> dict[str, Any]:
    return {
        "decisions": [
            Decision(**{**row, "state": DecisionState(row["state"]), "decided_at": None})
            for row in content["decisions"]
        ],
        "findings": [_finding(row) for row in content["findings"]],
        "answers": [{**row, "data": b64decode(row["data"])} for row in content["answers"]],
    }


def _finding(row: Mapping[str, Any]) -> Finding:
    stop = row["stop"] and Stop(tuple(row["stop"]["measures"]), row["stop"]["sentence"])
    verdicts = {name: (verdict, label) for name, (verdict, label) in row["verdicts"].items()}
    lists = {name: tuple(row[name]) for name in ("bots", "settings")}
    return Finding(**{**row, **lists, "stop": stop, "verdicts": verdicts, "found_at": None})


def news_of(workspace: Workspace, store: Store, shared: SharedWorkspace, how: ReadOptions) -> list[SharedItem]:
    """The parts of a file beside what is here; stores nothing. Raises BadInput for sessions that cannot be read."""
    with _open(store):
        return [*(part for part, _ in _parts(workspace, store, shared)), *_sessions(store, shared, how)]


def _open(store: Store) -> AbstractContextManager[None]:
    """The store, opened once for many questions; nothing where there is none, which asking must not create."""
    return store.session() if store.exists else nullcontext()


def _parts(
    workspace: Workspace, store: Store, shared: SharedWorkspace
) -> Iterator[tuple[SharedItem, Callable[[], None]]]:
    """All parts but the sessions, each with what takes it in."""
    for path, data in shared.files.items():
        kind = "revision" if path.endswith(".toml") else "card list"
        yield SharedItem(kind, path, _news_of_file(workspace, path, data)), partial(_write, workspace, path, data)
    stored = {game: decisions(store, game) for game in {one.game for one in shared.decisions}} if store.exists else {}
    for decision in shared.decisions:
        here = stored.get(decision.game, {}).get(decision.revision)
        news = News.NEW if here is None else News.SAME if here == decision else News.DIFFERS
        yield SharedItem("decision", f"{decision.game}/{decision.revision}", news), partial(decide, store, decision)
    for finding in shared.findings:
        news = News.SAME if store.exists and has_finding(store, finding) else News.NEW
        yield SharedItem("finding", f"{finding.game}/{finding.revision}", news), partial(save_finding, store, finding)
    ids = {row["id"] for row in answer_rows(store)} if store.exists and shared.answers else set()
    for row in shared.answers:
        news = News.SAME if row["id"] in ids else News.NEW
        yield SharedItem("answer", f"{row['game']}/{row['revision']}", news), partial(add_answer_row, store, row)


def _news_of_file(workspace: Workspace, path: str, data: bytes) -> News:
    file = workspace.root / path
    if not file.exists():
        return News.NEW
    return News.SAME if file.read_bytes() == data else News.DIFFERS


def _sessions(store: Store, shared: SharedWorkspace, how: ReadOptions) -> Iterator[SharedItem]:
    """Those of the file; that one has names here and none there is no difference."""
    if not shared.sessions:
        return
    seen = preview(store, shared.sessions, SESSIONS, how=how)
    if seen.errors:
        raise BadInput(seen.errors)
    for session in seen.sessions:
        is_new = session.news in (ImportStatus.NEW, ImportStatus.GROWN)
        yield SharedItem("session", f"{session.game}, {session.started_at:%Y-%m-%d}", News.NEW if is_new else News.SAME)


def take_in(
    workspace: Workspace, store: Store, shared: SharedWorkspace, how: ReadOptions, *, replace: bool = False
) -> list[SharedItem]:
    """Add what is new to the workspace, and with `replace` what differs; its parts as they were before.

    Raises BadInput where a file cannot be written.
    """
    with _open(store):
        parts, sessions = [*_parts(workspace, store, shared)], [*_sessions(store, shared, how)]
        to_take = {News.NEW, News.DIFFERS} if replace else {News.NEW}
        for part, take in parts:
            if part.news in to_take:
                take()
        if shared.sessions:
            import_file(store, shared.sessions, SESSIONS, how=how)
    return [*(part for part, _ in parts), *sessions]


def _write(workspace: Workspace, path: str, data: bytes) -> None:
    file = workspace.root / path
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, data)
    except OSError as error:
        raise BadInput.one(path, f"cannot be written: {error.strerror or error}") from None
