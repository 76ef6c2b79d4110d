"""Taking in a file that a co-designer shared: what is new is added, what differs stays unless it is to be replaced.

Sessions are never replaced: here they have names. What the last file added and replaced is stored beside the store, so
that it can be undone; what has changed since then, or is built on, stays.
"""

import datetime as dt
import io
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from zipfile import ZipFile

from workbench.engine.files import BROKEN_ZIP, unpacked, write_whole
from workbench.engine.problems import BadInput
from workbench.playtest.exchange import ImportStatus, ReadOptions, import_file, preview, undo_import
from workbench.playtest.shared_workspace import MOST_BYTES, SESSIONS, SharedWorkspace, packed, read_shared
from workbench.scenario.files import Workspace, parent_of
from workbench.store import Store
from workbench.store.answers import add_answer_row, answer_rows, remove_answer
from workbench.store.history import (
    Decision,
    Finding,
    decide,
    decisions,
    has_finding,
    remove_decision,
    remove_finding,
    save_finding,
)
from workbench.store.playtests import UndoImportRefused

RECEIPT = "last-receive.zip"


class News(StrEnum):
    """The fate of a part: it is new here, the same as here, or differs from what is here."""

    NEW = "new"
    SAME = "same"
    DIFFERS = "differs"


@dataclass(frozen=True)
class Part:
    """A revision, a card list, a decision, a finding, an answer or a session, and whether it is new.

    Of a part that differs, `here` and `there` are the texts that do.
    """

    kind: str
    name: str
    news: News
    here: str = ""
    there: str = ""


@dataclass(frozen=True)
class Receipt:
    """The receipt of the last file: what was taken in, what it replaced, and the import of its sessions, if any."""

    file: str
    received_at: dt.datetime
    taken: SharedWorkspace
    before: SharedWorkspace
    batch: str = ""


@dataclass(frozen=True)
class _Change:
    """A part, with what takes it in and what takes it out again; `before` is what it replaces, in the same form."""

    part: Part
    taken: SharedWorkspace
    take: Callable[[], None]
    remove: Callable[[], None]
    before: SharedWorkspace = field(default_factory=SharedWorkspace)


def news_of(workspace: Workspace, store: Store, shared: SharedWorkspace, how: ReadOptions) -> list[Part]:
    """The parts of a file beside what is here; stores nothing. Raises BadInput for sessions that cannot be read."""
    with _open(store):
        parts = [change.part for change in _changes(workspace, store, shared)]
        return [*parts, *_sessions(store, shared, how)]


def take_in(
    workspace: Workspace,
    store: Store,
    shared: SharedWorkspace,
    how: ReadOptions,
    file: str = SESSIONS,
    replacing: Callable[[Part], bool] = lambda part: False,
) -> list[Part]:
    """Add what is new to the workspace, and what differs where `replacing` says so; its parts as they were before.

    Raises BadInput where a file cannot be written.
    """
    with _open(store):
        changes, sessions = [*_changes(workspace, store, shared)], [*_sessions(store, shared, how)]
        to_take = [
            change
            for change in changes
            if change.part.news is News.NEW or (change.part.news is News.DIFFERS and replacing(change.part))
        ]
        batch = import_file(store, shared.sessions, file, how=how).batch if shared.sessions else None
        if to_take or batch:
            taken = _together(change.taken for change in to_take)
            before = _together(change.before for change in to_take)
            receipt = Receipt(file, dt.datetime.now(dt.UTC), taken, before, batch.id if batch else "")
            _write(workspace.data / RECEIPT, _receipt_file(receipt))
        for change in to_take:
            change.take()
    return [*(change.part for change in changes), *sessions]


def undo_receive(workspace: Workspace, store: Store, receipt: Receipt) -> list[Part]:
    """Take out what the last file brought, put back what it replaced; the parts that stay, changed or built on since.

    Raises BadInput where a file cannot be written.
    """
    staying = []
    with _open(store):
        before = {_key(change.part): change for change in _changes(workspace, store, receipt.before)}
        for change in _changes(workspace, store, receipt.taken):
            back = before.get(_key(change.part))
            is_needed = not back and _is_built_on(workspace, change.part, receipt.taken.files)
            if change.part.news is News.DIFFERS or is_needed:
                staying.append(change.part)
            elif change.part.news is News.SAME:
                (back.take if back else change.remove)()
        if receipt.batch:
            try:
                undo_import(store, receipt.batch)
            except UndoImportRefused as refused:
                staying.append(Part("session", str(refused), News.DIFFERS))
    (workspace.data / RECEIPT).unlink(missing_ok=True)
    return staying


def last_receipt(workspace: Workspace) -> Receipt | None:
    """The receipt of the last file that was taken in; None where there is none, or one that cannot be read."""
    try:
        parts = unpacked((workspace.data / RECEIPT).read_bytes(), MOST_BYTES)
        about = json.loads(parts["about.json"])
        taken, before = (read_shared(parts[f"{name}.zip"], name) for name in ("taken", "before"))
        received_at = dt.datetime.fromisoformat(about["received_at"])
        return Receipt(str(about["file"]), received_at, taken, before, str(about["batch"]))
    except (*BROKEN_ZIP, KeyError, TypeError, BadInput):
        return None


def _receipt_file(receipt: Receipt) -> bytes:
    about = {"file": receipt.file, "received_at": receipt.received_at.isoformat(), "batch": receipt.batch}
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        archive.writestr("about.json", json.dumps(about))
        for name, shared in (("taken", receipt.taken), ("before", receipt.before)):
            archive.writestr(f"{name}.zip", packed(shared))
    return buffer.getvalue()


def _open(store: Store) -> AbstractContextManager[None]:
    """The store, opened once for many questions; nothing where there is none, which asking must not create."""
    return store.session() if store.exists else nullcontext()


def _key(part: Part) -> tuple[str, str]:
    return part.kind, part.name


def _is_built_on(workspace: Workspace, part: Part, taken: Collection[str]) -> bool:
    """True if a revision of this workspace, not of the same file, has this one as its parent."""
    if part.kind != "revision":
        return False
    game, name = part.name.removeprefix("scenarios/").removesuffix(".toml").split("/")
    children = (path for path in (workspace.scenarios / game).glob("*.toml") if workspace.name_of(path) not in taken)
    return any(parent_of(path) == name for path in children)


# The parts


def _changes(workspace: Workspace, store: Store, shared: SharedWorkspace) -> Iterator[_Change]:
    """All parts but the sessions."""
    for path, data in shared.files.items():
        yield _file_change(workspace, path, data)
    stored = {game: decisions(store, game) for game in {one.game for one in shared.decisions}} if store.exists else {}
    for decision in shared.decisions:
        yield _decision_change(store, decision, stored.get(decision.game, {}).get(decision.revision))
    for finding in shared.findings:
        news = News.SAME if store.exists and has_finding(store, finding) else News.NEW
        part = Part("finding", f"{finding.game}/{finding.revision}", news)
        taken = SharedWorkspace(findings=[finding])
        yield _Change(part, taken, partial(save_finding, store, finding), partial(remove_finding, store, finding))
    ids = {row["id"] for row in answer_rows(store)} if store.exists and shared.answers else set()
    for row in shared.answers:
        part = Part("answer", f"{row['game']}/{row['revision']}", News.SAME if row["id"] in ids else News.NEW)
        taken = SharedWorkspace(answers=[row])
        yield _Change(part, taken, partial(add_answer_row, store, row), partial(remove_answer, store, str(row["id"])))


def _file_change(workspace: Workspace, path: str, data: bytes) -> _Change:
    kind, file = "revision" if path.endswith(".toml") else "card list", workspace.root / path
    try:
        here = file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        here = None
    except OSError as error:
        raise BadInput.one(path, f"cannot be read here: {error.strerror}") from None
    part = Part(kind, path, News.NEW if here is None else News.SAME if here == data else News.DIFFERS)
    before = SharedWorkspace()
    if here is not None and part.news is News.DIFFERS:
        part = replace(part, here=here.decode("utf-8", "replace"), there=data.decode("utf-8", "replace"))
        before = SharedWorkspace({path: here})
    return _Change(part, SharedWorkspace({path: data}), partial(_write, file, data), partial(_remove, file), before)


def _decision_change(store: Store, decision: Decision, here: Decision | None) -> _Change:
    part = Part("decision", f"{decision.game}/{decision.revision}", News.NEW if here is None else News.SAME)
    before = SharedWorkspace()
    if here is not None and here != decision:
        part = replace(part, news=News.DIFFERS, here=_decision_text(here), there=_decision_text(decision))
        before = SharedWorkspace(decisions=[here])
    remove = partial(remove_decision, store, decision.game, decision.revision)
    return _Change(part, SharedWorkspace(decisions=[decision]), partial(decide, store, decision), remove, before)


def _decision_text(decision: Decision) -> str:
    lines = (decision.state.value, decision.reason, decision.notes, "archived" if decision.archived else "")
    return "\n".join(line for line in lines if line)


def _sessions(store: Store, shared: SharedWorkspace, how: ReadOptions) -> Iterator[Part]:
    """The sessions of the file; names that it lacks are no difference."""
    if not shared.sessions:
        return
    seen = preview(store, shared.sessions, SESSIONS, how=how)
    if seen.errors:
        raise BadInput(seen.errors)
    for session in seen.sessions:
        is_new = session.news in (ImportStatus.NEW, ImportStatus.GROWN)
        yield Part("session", f"{session.game}, {session.started_at:%Y-%m-%d}", News.NEW if is_new else News.SAME)


def _together(parts: Iterable[SharedWorkspace]) -> SharedWorkspace:
    files: dict[str, bytes] = {}
    chosen: list[Decision] = []
    results: list[Finding] = []
    answers: list[Mapping[str, object]] = []
    for part in parts:
        files |= part.files
        chosen += part.decisions
        results += part.findings
        answers += part.answers
    return SharedWorkspace(files, chosen, results, answers)


def _write(file: Path, data: bytes) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, data)
    except OSError as error:
        raise BadInput.one(str(file), f"cannot be written: {error.strerror or error}") from None


def _remove(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise BadInput.one(str(file), f"cannot be removed: {error.strerror or error}") from None
