"""Every result in the store as a line of a list: comparisons, batches and studies, from what was stored at their end.

A run belongs to the findings that name it; without any, to its study; else it is a line of its own. The plays are not
read.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from workbench.store.connection import Connection, Store
from workbench.store.runs import Status, running


class Kind(StrEnum):
    """What a line is about."""

    COMPARISON = "comparison"
    BATCH = "batch"
    STUDY = "study"


@dataclass(frozen=True)
class Entry:
    """A result: of a revision alone, against a `base`, or a `study` of many runs. `runs` are the ids of its batches.

    `said` is what it found, `brief` the same in a few words; both are empty where a batch has not ended, or has no
    finding. `done` of `plays` plays are stored. Times are in UTC.
    """

    kind: Kind
    id: str
    at: dt.datetime
    game: str
    revision: str
    base: str
    bots: tuple[str, ...]
    plays: int
    done: int
    seed: int
    said: str
    brief: str
    runs: tuple[str, ...]
    status: Status = Status.DONE
    study: str = ""
    rules_hash: str = ""
    base_rules_hash: str = ""


FINDINGS = """
    select run, base_run, found_at, game, revision, base, bots, plays, seed, sentence, brief,
        rules_hash, base_rules_hash
    from findings order by found_at desc
"""
UNNAMED = "id not in (select run from findings union all select base_run from findings)"
STUDY = "json_extract_string(extra, '$.study')"
BATCHES = f"""
    select id, created_at, game, scenario, bots, plays, done, seed, status, rules_hash
    from runs where {UNNAMED} and {STUDY} is null
"""
STUDIES = f"""
    select {STUDY} as study, game, scenario, rules_hash, seed, max(created_at), sum(plays), sum(done),
        list(id order by number), list(distinct status)
    from runs where {UNNAMED} and {STUDY} is not null group by all
"""


def entries(store: Store) -> list[Entry]:
    """Every result, newest first."""
    with store.reading() as cursor:
        alive = {run.id for run in running(cursor)}
        found = [*_findings(cursor), *_batches(cursor, alive), *_studies(cursor, alive)]
    return sorted(found, key=lambda entry: entry.at, reverse=True)


def _findings(cursor: Connection) -> Iterator[Entry]:
    for run, base_run, at, game, revision, base, bots, plays, seed, said, brief, *rules in _rows(cursor, FINDINGS):
        kind = Kind.COMPARISON if base else Kind.BATCH
        runs = (run, base_run) if base else (run,)
        about = (game, revision, base, tuple(bots), plays, plays, seed)
        yield Entry(kind, " ".join(runs), _utc(at), *about, said, brief, runs, Status.DONE, "", *rules)


def _batches(cursor: Connection, alive: set[str]) -> Iterator[Entry]:
    for run, at, game, revision, bots, plays, done, seed, status, rules in _rows(cursor, BATCHES):
        about = (game, revision, "", tuple(bots), plays, done, seed, "", "", (run,))
        yield Entry(Kind.BATCH, run, _utc(at), *about, _actual(status, run in alive), "", rules)


def _studies(cursor: Connection, alive: set[str]) -> Iterator[Entry]:
    for study, game, revision, rules, seed, at, plays, done, runs, stored in _rows(cursor, STUDIES):
        about = (game, revision, "", (), int(plays), int(done), seed, "", "", tuple(runs))
        statuses = {_actual(each, not alive.isdisjoint(runs)) for each in stored}
        status = next((each for each in WORST_FIRST if each in statuses), Status.DONE)
        yield Entry(Kind.STUDY, f"{study} {game} {revision} {rules} {seed}", _utc(at), *about, status, study, rules)


WORST_FIRST = (Status.RUNNING, Status.FAILED, Status.INTERRUPTED, Status.CANCELLED)
"""Of the batches of a study, the status that is the study's."""


def _actual(stored: str, is_alive: bool) -> Status:
    """A run that is stored as running was interrupted if no process plays it."""
    status = Status(stored)
    return Status.INTERRUPTED if status is Status.RUNNING and not is_alive else status


def _rows(cursor: Connection, query: str) -> list[Any]:
    return cursor.execute(query).fetchall()


def _utc(at: dt.datetime) -> dt.datetime:
    return at.replace(tzinfo=dt.UTC)
