"""Runs: one batch of plays each, its progress, and the process that plays it; and the revision that was played.

running ──► done           every play stored, with its digest
   │  ▲
   ▼  │ resume_run
cancelled, failed, interrupted (its process died)

A dead process cannot store that it died, nor can a run store that it failed because the store was not writable. So the
status of a run that is stored as running is worked out when it is read; `mark_abandoned` stores that when it can.

A revision's rules are stored by the hash of their content: scenario files are the designer's own and may change at any
time, the rules of a stored run must not.
"""

import datetime as dt
import json
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path

from workbench.engine.wording import counted
from workbench.store import ledger
from workbench.store.connection import Connection, SqlRow, Store
from workbench.store.errors import RunRefused, StoreError
from workbench.store.ledger import key_of, sql_value
from workbench.store.processes import Owner, this_process


@dataclass(frozen=True)
class Revision:
    """One revision: its full rules, not only the differences. `saved_at` is when the store first saw it, in UTC."""

    game: str
    name: str
    rules_hash: str
    rules: Mapping[str, object]
    title: str = ""
    date: dt.date | None = None
    parent: str | None = None
    reason: str = ""
    hypothesis: str = ""
    saved_at: dt.datetime | None = field(default=None, compare=False)


def save_revision(store: Store, revision: Revision) -> Revision:
    """Note the revision, once for each (game, name, rules_hash); texts of one noted before are updated."""
    key = key_of("revision", vars(revision))
    stored = next((one for one in _noted(store) if key_of("revision", vars(one)) == key), None)
    if stored == revision:
        return stored
    saved = replace(revision, saved_at=stored.saved_at if stored else dt.datetime.now(dt.UTC))
    ledger.append(store.path, [("revision", vars(saved))])
    return saved


def revisions(store: Store, game: str) -> list[Revision]:
    """The revisions of a game, by their date, then by when they were first saved."""
    of_game = [revision for revision in _noted(store) if revision.game == game]
    return sorted(of_game, key=lambda one: (one.date is None, one.date or dt.date.min, one.saved_at, one.name))


def _noted(store: Store) -> list[Revision]:
    names = {column.name for column in fields(Revision)}
    return [
        Revision(
            **{name: value for name, value in values.items() if name in names}
            | {"date": dt.date.fromisoformat(values["date"]) if values.get("date") else None}
            | {"saved_at": ledger.read_time(values["saved_at"])}
        )
        for values in ledger.read(store, "revision")
    ]


ABANDONED_ELSEWHERE = timedelta(days=1)
"""A run of another host, whose processes we cannot see, is abandoned when it has stored nothing for this long."""
RANDOM = 3
"""Random characters of an id."""
DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's: in ASCII order, without i, l, o and u


class Status(StrEnum):
    """The state of a run."""

    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True)
class RunRequest:
    """A batch to play. Equal games, rules, code, bots, seed and plays give equal results, bit for bit.

    `scenario` is the revision's name, `rules` are all values as in a scenario, `bots` has one text a seat. `extra` is
    any JSON of the caller's, for instance the comparison that the run is part of. Only its `retake` affects the plays.
    """

    game: str
    scenario: str
    rules: Mapping[str, object]
    rules_hash: str
    code_hash: str
    bots: tuple[str, ...]
    seed: int
    plays: int
    seats: int
    extra: Mapping[str, object] = field(default_factory=dict)

    @property
    def study(self) -> str:
        """The study that it is part of, such as `ladder`; empty for a batch of its own."""
        return str(self.extra.get("study", ""))

    @property
    def settings(self) -> tuple[str, ...]:
        """The rules that `--set` changed for this call."""
        settings = self.extra.get("set")
        return tuple(map(str, settings)) if isinstance(settings, list | tuple) else ()

    @property
    def retake(self) -> int:
        """The retake of the plays: the same shuffles with other chance of the bots; 0 for the plays themselves."""
        retake = self.extra.get("retake")
        return retake if isinstance(retake, int) else 0


@dataclass(frozen=True, kw_only=True)
class Run(RunRequest):
    """A stored run. `number` identifies it in the result tables; `id` sorts by time. Times are in UTC.

    `status` is running only while a process plays it. The first `done` of `plays` plays are stored; `elapsed_s` is the
    time that they took to play, in seconds. Without `has_rows`, what they add up to is kept, and no row of any play.
    """

    number: int
    id: str
    done: int
    status: Status
    digest: str | None
    elapsed_s: float
    created_at: datetime
    updated_at: datetime
    note: str
    owner_pid: int
    owner_host: str
    owner_started: str
    has_rows: bool = True

    @property
    def owner(self) -> Owner:
        """The process that plays or played it."""
        return Owner(self.owner_pid, self.owner_host, self.owner_started)

    @property
    def is_abandoned(self) -> bool:
        """True if it is marked as running but its process is gone."""
        if self.status is not Status.RUNNING or self.owner.lives:
            return False
        return self.owner.is_here or datetime.now(UTC) - self.updated_at > ABANDONED_ELSEWHERE


@dataclass(frozen=True)
class _UnsavedEnd:
    """How a run of this process ended while the store at `path` was not writable."""

    path: Path
    at: datetime
    status: Status
    note: str


_unsaved_ends: dict[str, _UnsavedEnd] = {}
"""By the runs' ids."""
COLUMNS = tuple(column.name for column in fields(Run))
SELECT = f"select {', '.join(COLUMNS)} from runs where deletion is null"


def create_run(store: Store, request: RunRequest, has_rows: bool = True) -> Run:
    """A new run, owned by this process, with nothing played yet; `has_rows`, it keeps a row for every play."""
    now, process = datetime.now(UTC), this_process()
    with store.writing() as cursor:
        run = Run(
            **{field.name: getattr(request, field.name) for field in fields(RunRequest)},
            number=int(cursor.execute("select nextval('run_numbers')").fetchall()[0][0]),
            id=new_id(now),
            done=0,
            status=Status.RUNNING,
            digest=None,
            elapsed_s=0.0,
            created_at=now,
            updated_at=now,
            note="",
            has_rows=has_rows,
            owner_pid=process.pid,
            owner_host=process.host,
            owner_started=process.started,
        )
        ledger.insert_rows(cursor, "runs", [vars(run)])
    return run


def get_run(store: Store, run_id: str) -> Run:
    """The run with this id, or with this number. Raises RunRefused if there is none."""
    with store.reading() as cursor:
        return read_run(cursor, run_id)


def runs(
    store: Store,
    game: str | None = None,
    limit: int | None = None,
    status: Status | None = None,
) -> list[Run]:
    """The runs, newest first, at most `limit`."""
    of_game = "(game = $1 or $1 is null)"
    with store.reading() as cursor:
        if status:
            return _with_status(cursor, status, of_game, [game])[:limit]
        return _select(cursor, f"{of_game} order by number desc limit $2", [game, limit])


def count_runs(store: Store) -> int:
    with store.reading() as cursor:
        return int(cursor.execute("select count(*) from runs where deletion is null").fetchall()[0][0])


def find_run(store: Store, request: RunRequest, status: Status = Status.DONE) -> Run | None:
    """The newest run of that status with the same game, rules, code, bots, seed, plays and retake."""
    return next(iter(_alike(store, request, status, "seed", "plays")), None)


def find_shorter(store: Store, request: RunRequest) -> Run | None:
    """The longest run that is done, asks the same but for fewer plays, and so is the beginning of this one."""
    shorter = [run for run in _alike(store, request, Status.DONE, "seed") if run.plays < request.plays]
    return max(shorter, key=lambda run: run.plays, default=None)


def find_longer(store: Store, request: RunRequest) -> Run | None:
    """The shortest run that is done, asks the same but for more plays, and has the rows of those of this one."""
    done = _alike(store, request, Status.DONE, "seed")
    return min(
        (run for run in done if run.has_rows and run.plays > request.plays), key=lambda run: run.plays, default=None
    )


def done_at_any_seed(store: Store, request: RunRequest) -> list[Run]:
    """The runs that are done and ask the same, but for seed and number of plays; the largest first."""
    return sorted(_alike(store, request, Status.DONE), key=lambda run: -run.plays)


def _alike(store: Store, request: RunRequest, status: Status, *also: str) -> list[Run]:
    """The runs of that status that ask the same, but for seed and number of plays unless `also` these; newest first."""
    names = ("game", "rules_hash", "code_hash", "bots", "seats", *also)
    values = [sql_value(getattr(request, name)) for name in names]
    with store.reading() as cursor:
        matching = _with_status(cursor, status, " and ".join(f"{name} = ?" for name in names), values)
    return [run for run in matching if run.retake == request.retake]


def finish_run(store: Store, run_id: str, digest: str, elapsed_s: float | None = None) -> Run:
    """Mark as done. Raises RunRefused while plays are missing."""
    with store.writing() as cursor:
        run = read_run(cursor, run_id)
        if run.done != run.plays:
            raise RunRefused(f"run {run.id} has {run.done} of its {counted(run.plays, 'play')}: it cannot be done")
        elapsed_s = run.elapsed_s if elapsed_s is None else elapsed_s
        differs = run.digest and run.digest != digest and not run.digest.startswith(OLDER_DIGEST)
        note = f"these are other plays than before, whose digest was {run.digest}" if differs else ""
        done = _change(cursor, run, status=Status.DONE, digest=digest, elapsed_s=elapsed_s, note=note)
        ledger.append(store.path, [("run", ledger.run_line(vars(done)))], cursor)
        return done


OLDER_DIGEST = "rows:"


def shorten_run(store: Store, run_id: str, plays: int) -> Run:
    """Ask for fewer plays of a run that is being played, as many as are stored at least. Raises RunRefused."""
    with store.writing() as cursor:
        run = read_run(cursor, run_id)
        if not run.done <= plays <= run.plays or run.status is not Status.RUNNING:
            raise RunRefused(
                f"run {run.id} is {run.status} with {counted(run.done, 'play')}: it cannot become one of {plays}"
            )
        return _change(cursor, run, plays=plays)


def set_status(store: Store, run_id: str, status: Status, note: str = "") -> Run:
    """Mark as cancelled, failed or interrupted; `note` says why, in words. A run that is done stays so."""
    if status in (Status.RUNNING, Status.DONE):
        raise ValueError(f"resume_run and finish_run make a run {status}")
    with store.writing() as cursor:
        run = read_run(cursor, run_id)
        return run if run.status is Status.DONE else _change(cursor, run, status=status, note=note)


def end_run(store: Store, run_id: str, status: Status, note: str = "") -> None:
    """As `set_status`; if the store is not writable, this process remembers the status and reads the run with it.

    Other processes read it as running until `mark_abandoned` has stored it, or this process has ended.
    """
    try:
        set_status(store, run_id, status, note)
    except StoreError:
        _unsaved_ends[run_id] = _UnsavedEnd(store.path, datetime.now(UTC), status, note)


def has_unsaved_ends(store: Store) -> bool:
    """True if this process ended runs whose status could not be stored yet; does not open the store."""
    return any(end.path == store.path for end in list(_unsaved_ends.values()))


def resume_run(store: Store, run_id: str) -> Run:
    """Take over an unfinished run for this process. Raises RunRefused if it is done, or another process plays it."""
    with store.writing() as cursor:
        run = read_run(cursor, run_id)
        if run.status is Status.DONE:
            raise RunRefused(f"run {run.id} is done: nothing is left to play")
        if run.status is Status.RUNNING:
            raise RunRefused(_is_played(run))
        owner = {f"owner_{name}": value for name, value in vars(this_process()).items()}
        return _change(cursor, run, status=Status.RUNNING, note="", **owner)


def mark_abandoned(store: Store) -> list[Run]:
    """Store the status of runs that no process plays any more, and return them. To be called when a server starts.

    They are interrupted where their process died; those that this process ended have the status that it gave them.
    """
    ended = [run_id for run_id, unsaved_end in list(_unsaved_ends.items()) if unsaved_end.path == store.path]
    with store.writing() as cursor:
        called_running = _select(cursor, "status = ?", [Status.RUNNING])
        lost = [run for run in called_running if run.status is not Status.RUNNING]
        marked = [_change(cursor, run, status=run.status, note=run.note) for run in lost]
    for run_id in ended:
        _unsaved_ends.pop(run_id, None)
    return marked


def delete_runs(store: Store, run_ids: Iterable[str]) -> list[Run]:
    """Delete several runs and their results, and return them.

    Raises RunRefused, and deletes none, if any does not exist or is being played; it names all of these.
    """
    with store.writing() as cursor:
        deleted: dict[int, Run] = {}
        problems = []
        for run_id in run_ids:
            try:
                run = read_run(cursor, run_id)
            except RunRefused as refused:
                problems.append(str(refused))
                continue
            deleted[run.number] = run
            if run.status is Status.RUNNING:
                problems.append(_is_played(run))
        if problems:
            raise RunRefused("\n".join(dict.fromkeys(problems)))
        keys = [key_of("run", vars(run)) for run in deleted.values()]
        for run in deleted.values():
            query = "select run, base_run, plays from findings where run = $1 or base_run = $1"
            rows = cursor.execute(query, [run.id]).fetchall()
            keys += [key_of("finding", dict(zip(("run", "base_run", "plays"), row, strict=True))) for row in rows]
            _delete(cursor, run)
        ledger.append(store.path, [(ledger.GONE, {"keys": sorted(keys)})], cursor)
    return list(deleted.values())


def running(cursor: Connection) -> list[Run]:
    """The runs that a process plays."""
    return _with_status(cursor, Status.RUNNING, "true", [])


def check_idle(cursor: Connection, run_ids: Collection[str]) -> None:
    """Raise RunRefused, naming all of them, if any of these runs is being played."""
    problems = [_is_played(run) for run in running(cursor) if run.id in run_ids]
    if problems:
        raise RunRefused("\n".join(problems))


def _is_played(run: Run) -> str:
    return f"run {run.id} is being played by process {run.owner_pid} on {run.owner_host}"


def delete_plays(cursor: Connection, number: int, game: str) -> None:
    """Delete the plays of the run with this number, and what they add up to."""
    from workbench.store.tables import plays_table, seats_table, stored_columns  # with NumPy, which a list does without

    for table in (plays_table(game), seats_table(game)):
        if stored_columns(cursor, table):
            cursor.execute(f"delete from {table} where run = ?", [number])
    cursor.execute("delete from tallies where run = $1 or other = $1", [number])


def _delete(cursor: Connection, run: Run) -> None:
    delete_plays(cursor, run.number, run.game)
    cursor.execute("delete from findings where run = $1 or base_run = $1", [run.id])
    cursor.execute("delete from runs where number = ?", [run.number])


def read_run(cursor: Connection, run_id: str) -> Run:
    """The run as this transaction sees it."""
    number = int(run_id) if run_id.isdecimal() and len(run_id) < 10 else None
    matching = _select(cursor, "(id = ? or number = ?)", [run_id, number])
    if not matching:
        raise RunRefused(f"no run {run_id} in the store; `workbench runs` lists them")
    return matching[0]


def advance(cursor: Connection, run: Run, plays: int, elapsed_s: float) -> Run:
    """Count `plays` more plays as done, which took `elapsed_s` seconds."""
    return _change(cursor, run, done=run.done + plays, elapsed_s=run.elapsed_s + elapsed_s)


def new_id(now: datetime) -> str:
    """A short id that sorts by time, to the millisecond: date, time of day, three random characters."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    ms = (now - midnight) // timedelta(milliseconds=1)
    of_day = "".join(DIGITS[ms >> shift & 31] for shift in range(25, -1, -5))
    return f"{now:%y%m%d}-{of_day}" + "".join(secrets.choice(DIGITS) for _ in range(RANDOM))


def _change(cursor: Connection, run: Run, **values: object) -> Run:
    """Set some columns of one run, and the time of the change; returns the run after that."""
    values["updated_at"] = datetime.now(UTC)
    setting = ", ".join(f"{column} = ?" for column in values)
    cursor.execute(f"update runs set {setting} where number = ?", [*map(sql_value, values.values()), run.number])
    return read_run(cursor, run.id)


def _select(cursor: Connection, where: str, values: Sequence[object]) -> list[Run]:
    return [_read(row) for row in cursor.execute(f"{SELECT} and {where}", list(values)).fetchall()]


def _with_status(cursor: Connection, status: Status, where: str, values: Sequence[object]) -> list[Run]:
    """The runs of that status, newest first; runs stored as running may have another."""
    stored = f"status in ('{status}', '{Status.RUNNING}')"
    selected = _select(cursor, f"{where} and {stored} order by number desc", values)
    return [run for run in selected if run.status is status]


def _read(row: SqlRow) -> Run:
    """The run with its actual status, where it is stored as running."""
    values = dict(zip(COLUMNS, row, strict=True))
    for name in ("rules", "extra"):
        values[name] = json.loads(values[name])
    for name in ("created_at", "updated_at"):
        values[name] = values[name].replace(tzinfo=UTC)
    run = Run(**values | {"bots": tuple(values["bots"]), "status": Status(values["status"])})
    if run.is_abandoned:
        return replace(run, status=Status.INTERRUPTED, note="its process ended")
    end = _unsaved_ends.get(run.id)
    if run.status is Status.RUNNING and end and run.updated_at <= end.at:  # else somebody took it up since
        return replace(run, status=end.status, note=end.note)
    return run
