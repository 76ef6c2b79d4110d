"""Every result in the store as a line of a list: comparisons, batches and studies, from what was stored at their end.

A run belongs to the findings that name it; without any, to its study; else it is a line of its own. Studies that leave
no runs have their answers. The plays are not read.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
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
    finding. `asked` is what else a study was asked. `done` of `plays` plays are stored. Times are in UTC.
    """

    kind: Kind
    id: str
    at: dt.datetime
    game: str
    revision: str
    plays: int
    done: int
    seed: int
    runs: tuple[str, ...]
    rules_hash: str
    code_hash: str
    bots: tuple[str, ...] = ()
    base: str = ""
    base_rules_hash: str = ""
    said: str = ""
    brief: str = ""
    study: str = ""
    asked: Mapping[str, Any] = field(default_factory=dict)
    status: Status = Status.DONE


FINDINGS = """
    select f.found_at as at, f.game, f.revision, f.base, f.bots, f.plays, f.plays as done, f.seed, f.sentence as said,
        f.brief, f.rules_hash, f.base_rules_hash, coalesce(r.code_hash, '') as code_hash,
        case when f.base = '' then [f.run] else [f.run, f.base_run] end as runs
    from findings f left join runs r on r.id = f.run
"""
UNNAMED = "id not in (select run from findings union all select base_run from findings)"
STUDY = "json_extract_string(extra, '$.study')"
OF, SEED = "coalesce(json_extract_string(extra, '$.of'), rules_hash)", "coalesce((extra->>'$.seed')::ubigint, seed)"
"""Of a study that plays other rules and seeds as well: those of the revision that it is about."""
BATCHES = f"""
    select created_at as at, game, scenario as revision, bots, plays, done, seed, rules_hash, code_hash, [id] as runs,
        [status] as statuses
    from runs where {UNNAMED} and {STUDY} is null
"""
STUDIES = f"""
    select {STUDY} as study, game, scenario as revision, {OF} as rules_hash, code_hash, {SEED} as seed,
        extra->>'$.asked' as asked, max(created_at) as at,
        sum(plays)::bigint as plays, sum(done)::bigint as done, list(id order by number) as runs,
        list(distinct status) as statuses
    from runs where {UNNAMED} and {STUDY} is not null group by all
"""
ANSWERS = """
    select id, found_at as at, study, game, revision, base, bots, plays, plays as done, seed, sentence as said,
        rules_hash, base_rules_hash, code_hash, asked::varchar as asked, []::varchar[] as runs
    from answers
"""


def entries(store: Store) -> list[Entry]:
    """Every result, newest first."""
    with store.reading() as cursor:
        alive = {run.id for run in running(cursor)}
        found = [_entry(row, alive) for query in (FINDINGS, BATCHES, STUDIES, ANSWERS) for row in _rows(cursor, query)]
    return sorted(found, key=lambda entry: entry.at, reverse=True)


def _rows(cursor: Connection, query: str) -> list[dict[str, Any]]:
    found = cursor.execute(query)
    names = [column[0] for column in found.description or ()]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def _entry(row: dict[str, Any], alive: set[str]) -> Entry:
    """The line of a finding, a batch or a study; `alive` are the runs that a process plays."""
    runs, stored = tuple(row["runs"]), row.pop("statuses", [Status.DONE])
    statuses = {_actual(status, not alive.isdisjoint(runs)) for status in stored}
    made = {
        "kind": Kind.STUDY if "study" in row else Kind.COMPARISON if row.get("base") else Kind.BATCH,
        "id": row.get("id", " ".join(runs[:2])),
        "asked": json.loads(row.get("asked") or "{}"),
        "at": row["at"].replace(tzinfo=dt.UTC),
        "bots": tuple(row.get("bots", ())),
        "runs": runs,
        "status": next((each for each in WORST_FIRST if each in statuses), Status.DONE),
    }
    return Entry(**row | made)


WORST_FIRST = (Status.RUNNING, Status.FAILED, Status.INTERRUPTED, Status.CANCELLED)
"""Of the batches of a study, the status that is the study's."""


def _actual(stored: str, is_alive: bool) -> Status:
    """A run that is stored as running was interrupted if no process plays it."""
    status = Status(stored)
    return Status.INTERRUPTED if status is Status.RUNNING and not is_alive else status
