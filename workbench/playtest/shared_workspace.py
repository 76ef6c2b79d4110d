"""A workspace as one file, for a co-designer and back: a zip of revisions, card lists, decisions, findings and answers.

Evenings are in it only where they are chosen, with pseudonyms. Photos and voice notes never are: a face and a voice are
names. `receiving` takes such a file in.
"""

import datetime as dt
import io
import json
import re
from base64 import b64encode
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from zipfile import ZIP_DEFLATED, ZipFile

from pydantic import Base64Bytes, BaseModel, Field, TypeAdapter, ValidationError, field_validator

from workbench.engine.files import BROKEN_ZIP, JsonValue, unpacked
from workbench.engine.problems import BadInput, Problems
from workbench.playtest.exchange import Format, export_text
from workbench.playtest.exchange.importing import load_json
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.answers import OWNER, answer_rows
from workbench.store.connection import SqlValue
from workbench.store.history import Decision, Finding, decisions, findings

KIND, VERSION = "a shared workspace of the playtest workbench", 1
ABOUT, TABLES, SESSIONS = "about.json", "tables.json", "sessions.json"
FILE = re.compile(r"(scenarios/(?P<game>\w[\w-]*)/\w[\w.-]*\.toml|data/(?P<of>\w[\w-]*)/\w[\w. -]*\.csv)")
"""The files of a workspace that are shared, by their paths."""
MOST_BYTES = 200_000_000
MOST_FINDINGS = 100_000


class Records(StrEnum):
    """The records of the store that can go along."""

    DECISIONS = "decisions"
    FINDINGS = "findings"
    ANSWERS = "answers"


@dataclass(frozen=True)
class SharedWorkspace:
    """The content of such a file: files by their paths, and rows of the store."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    decisions: Sequence[Decision] = ()
    findings: Sequence[Finding] = ()
    answers: Sequence[Mapping[str, SqlValue]] = ()
    sessions: bytes = b""


# Out


def write_shared(
    workspace: Workspace,
    store: Store,
    games: Sequence[str] = (),
    sessions: Sequence[str] = (),
    records: Collection[Records] = tuple(Records),
) -> bytes:
    """The file of a workspace: of these games, or of all; with these sessions, or none."""
    files = dict(_files(workspace, games))
    if not store.exists:
        return packed(SharedWorkspace(files))
    named: Sequence[str] = []
    if Records.DECISIONS in records:
        named = games or sorted(folder.name for folder in workspace.scenarios.glob("*") if folder.is_dir())
    results = findings(store, most=MOST_FINDINGS) if Records.FINDINGS in records else []
    answers = answer_rows(store) if Records.ANSWERS in records else []
    shared = SharedWorkspace(
        files,
        [decision for game in named for decision in decisions(store, game).values()],
        [finding for finding in results if not games or finding.game in games],
        [row for row in answers if not games or row["game"] in games],
        export_text(store, Format.JSON, sessions, pseudonymous=True).encode() if sessions else b"",
    )
    return packed(shared)


def packed(shared: SharedWorkspace) -> bytes:
    """The content as a zip."""
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


def _files(workspace: Workspace, games: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    for pattern in ("scenarios/*/*.toml", "data/*/*.csv"):
        for file in sorted(workspace.root.glob(pattern)):
            path = file.relative_to(workspace.root).as_posix()
            if (match := FILE.fullmatch(path)) and (not games or (match["game"] or match["of"]) in games):
                yield path, file.read_bytes()


# In


class AnswerRow(BaseModel):
    """An answer as it is stored; `data` as Base64."""

    id: str
    study: str
    game: str
    revision: str
    rules_hash: str
    base: str
    base_rules_hash: str
    code_hash: str
    bots: list[str]
    plays: int
    seed: int
    options: str = Field(alias="asked")
    sentence: str
    data: Base64Bytes
    found_at: dt.datetime

    @field_validator("options")
    @classmethod
    def is_table(cls, text: str) -> str:
        """JSON as the store takes it, and without the process that plays a study."""
        options = json.loads(text)
        json.dumps(options, ensure_ascii=False, allow_nan=False).encode()
        if not isinstance(options, dict) or OWNER in options:
            raise ValueError("must be a table of options")
        return text


def read_shared(data: bytes, file: str) -> SharedWorkspace:
    """The content of a file. Raises BadInput for any other file."""
    try:
        parts = unpacked(data, MOST_BYTES)
        about = load_json(parts.get(ABOUT, b"{}").decode(), file)
        if (about.get("is"), about.get("version")) != (KIND, VERSION):
            is_, version = about.get("is"), about.get("version")
            raise BadInput.one(file, f"must be {KIND}, of version {VERSION}", f"{is_}, {version}")
        files = {name: part for name, part in parts.items() if FILE.fullmatch(name)}
        tables = _tables(load_json(parts[TABLES].decode(), file), f"{file}: {TABLES}")
    except (*BROKEN_ZIP, KeyError, AttributeError) as error:
        raise BadInput.one(file, f"is no {KIND.removeprefix('a ')}: {error}; `workbench share` writes one") from None
    return SharedWorkspace(files, **tables, sessions=parts.get(SESSIONS, b""))


def _tables(content: JsonValue, place: str) -> dict[str, JsonValue]:
    """The records. Raises BadInput with every field that is wrong."""
    kinds = {"decisions": Decision, "findings": Finding, "answers": AnswerRow}
    tables: dict[str, JsonValue] = {}
    problems = Problems()
    for name, kind in kinds.items():
        try:
            tables[name] = TypeAdapter(list[kind]).validate_python(content.get(name))  # type: ignore[valid-type]
        except ValidationError as error:
            for wrong in error.errors(include_url=False):
                where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in wrong["loc"])
                problems.wrong(f"{place}: {name}{where}", wrong["msg"].lower(), repr(wrong["input"])[:100])
    for record in (*tables.get("findings", ()), *tables.get("answers", ())):
        if not (0 <= record.plays < 2**32 and 0 <= record.seed < 2**64):
            numbers = f"{record.plays}, {record.seed}"
            problems.wrong(f"{place}: plays, seed", "must be numbers of plays and a seed", numbers)
    problems.refuse()
    tables["decisions"] = [replace(decision, decided_at=None) for decision in tables["decisions"]]
    tables["findings"] = [replace(finding, found_at=None) for finding in tables["findings"]]
    tables["answers"] = [row.model_dump(by_alias=True) for row in tables["answers"]]
    return tables
