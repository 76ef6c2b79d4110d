"""Every result in the store as a line of a list, from what was stored at its end; and results that people deleted.

A run belongs to the findings that name it; without any, to its study; else it is a line of its own. Studies that leave
no runs have their answers. The plays are not read.

A deleted result stays in its tables, as a row with the id of its `deletion`, which no list, page or command reads; the
ledger says what was deleted. Deleting and bringing back are one transaction each, so that a process that is killed has
done all of it or nothing. `free` deletes rows and plays for good. The dashboard does that, when it starts, for what was
deleted more than `UNDO_TIME` ago.

Every result is deleted by itself: a run goes only when no finding names it any more.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from workbench.store import ledger, texts
from workbench.store.answers import OWNER
from workbench.store.connection import Connection, SqlValue, Store
from workbench.store.errors import RunRefused
from workbench.store.history import FINDING_KEY
from workbench.store.processes import Owner
from workbench.store.runs import RANDOM, Status, check_idle, delete_plays, new_id, running


class ResultKind(StrEnum):
    """The kind of a line."""

    COMPARISON = "comparison"
    BATCH = "batch"
    STUDY = "study"


@dataclass(frozen=True)
class ResultLine:
    """A result: of a revision alone, against a `base`, or a `study` of many runs. `runs` are the ids of its batches.

    `sentence` says the result, `brief` the same in a few words; both are empty where a batch has not ended, or has no
    finding. `options` are those of a study. `done` of `plays` plays are stored. Times are in UTC.
    """

    kind: ResultKind
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
    sentence: str = ""
    brief: str = ""
    study: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    settings: tuple[str, ...] = ()
    status: Status = Status.DONE


FINDINGS = """
    select to_json(f.settings)::varchar as settings,
        f.found_at as at, f.game, f.revision, f.base, f.bots, f.plays, f.plays as done, f.seed, f.sentence,
        f.brief, f.rules_hash, f.base_rules_hash, coalesce(r.code_hash, '') as code_hash,
        case when f.base = '' then [f.run] else [f.run, f.base_run] end as runs
    from findings f left join runs r on r.id = f.run where f.deletion is null
"""
NAMED = "select unnest([run, base_run]) from findings where deletion is null"
UNNAMED = f"deletion is null and id not in ({NAMED})"
STUDY = "json_extract_string(extra, '$.study')"
OF, SEED = "coalesce(json_extract_string(extra, '$.of'), rules_hash)", "coalesce((extra->>'$.seed')::ubigint, seed)"
"""Of a study that plays other rules and seeds as well: those of the revision that it is about."""
BATCHES = f"""
    select extra->>'$.set' as settings,
        created_at as at, game, scenario as revision, bots, plays, done, seed, rules_hash, code_hash, [id] as runs,
        [status] as statuses
    from runs where {UNNAMED} and {STUDY} is null
"""
STUDIES = f"""
    with studies as (select {STUDY} as study, game, scenario as revision, {OF} as rules_hash, code_hash, {SEED} as seed,
        extra->>'$.asked' as asked, extra->>'$.set' as settings, max(created_at) as at,
        sum(plays)::bigint as plays, sum(done)::bigint as done, list(id order by number) as runs,
        list(distinct status) as statuses
    from runs where {UNNAMED} and {STUDY} is not null group by all)
    select s.*, coalesce(a.sentence, '') as sentence from studies s left join answers a on len(a.bots) = 0
    and a.deletion is null and (a.study, a.game, a.revision, a.rules_hash, a.code_hash, a.seed)
      = (s.study, s.game, s.revision, s.rules_hash, s.code_hash, s.seed)
"""
ANSWERS = """
    select id, found_at as at, study, game, revision, base, bots, plays, plays as done, seed, sentence,
        rules_hash, base_rules_hash, code_hash, asked::varchar as asked, []::varchar[] as runs,
        [if(sentence = '', 'running', 'done')] as statuses
    from answers where len(bots) > 0 and deletion is null
"""


def entries(store: Store) -> list[ResultLine]:
    """Every result, newest first."""
    with store.reading() as cursor:
        alive = {run.id for run in running(cursor)}
        lines = [_entry(row, alive) for query in (FINDINGS, BATCHES, STUDIES, ANSWERS) for row in _rows(cursor, query)]
    return sorted(lines, key=lambda entry: entry.at, reverse=True)


def _rows(cursor: Connection, query: str) -> list[dict[str, SqlValue]]:
    result = cursor.execute(query)
    names = [column[0] for column in result.description or ()]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]


def _entry(row: dict[str, SqlValue], alive: set[str]) -> ResultLine:
    """The line of a finding, a batch or a study; `alive` are the runs that a process plays."""
    runs, stored = tuple(row["runs"]), row.pop("statuses", [Status.DONE])
    question, settings_text = row.pop("asked", None), row.get("settings")
    options = json.loads(question) if question else {}
    owner, settings = options.pop(OWNER, None), options.pop("set", [])
    plays_on = not alive.isdisjoint(runs) or (owner is not None and Owner(**owner).lives)
    # a run that is stored as running was interrupted if no process plays it
    statuses = {
        Status.INTERRUPTED if status == Status.RUNNING and not plays_on else Status(status) for status in stored
    }
    derived = {
        "kind": ResultKind.STUDY if "study" in row else ResultKind.COMPARISON if row.get("base") else ResultKind.BATCH,
        "id": row.get("id", " ".join([*runs[:2], str(row["plays"])])),
        "options": options,
        "settings": tuple((json.loads(settings_text) if settings_text else []) or settings),
        "at": row["at"].replace(tzinfo=dt.UTC),
        "bots": tuple(row.get("bots", ())),
        "runs": runs,
        "status": next((status for status in WORST_FIRST if status in statuses), Status.DONE),
    }
    return ResultLine(**row | derived)


WORST_FIRST = (Status.RUNNING, Status.FAILED, Status.INTERRUPTED, Status.CANCELLED)
"""Of the batches of a study, the status that is the study's."""


WORDS = {"findings": ("sentence", "brief"), "answers": ("sentence", "asked")}
"""The columns with words of the tables of results."""


def forget_name(store: Store, name: str, without: Callable[[str], str]) -> bool:
    """Take a name out of stored findings and answers; True if it stood in any, and so still does in what is freed."""
    was_there = False
    with store.writing() as cursor:
        for table, columns in WORDS.items():
            words = f"lower(concat_ws(' ', {', '.join(columns)}))"
            data = "contains(hex(data), hex(encode($2)))" if table == "answers" else "$2 is null"
            query = f"select rowid, {', '.join(columns)} from {table} where contains({words}, lower($1)) or {data}"
            for row, *there in cursor.execute(query, [name, name]).fetchall():
                new = ", ".join(f"{column} = ?" for column in columns)
                new += ", data = ''::blob" if table == "answers" else ""
                cursor.execute(f"update {table} set {new} where rowid = ?", [*map(without, map(str, there)), row])
                was_there = True
    return was_there


UNDO_TIME = dt.timedelta(days=7)
"""How long a deleted result can be brought back."""


class Deletion(NamedTuple):
    """Results that were deleted together: how many, and what the first was, in words. The time is in UTC."""

    id: str
    at: dt.datetime
    results: int
    about: str


def delete_results(store: Store, entries: Sequence[ResultLine], about: str = "") -> Deletion:
    """Delete these results, with the runs that nothing else names; `about` says what the first was.

    Raises RunRefused, and deletes none, if a process plays one of their runs.
    """
    now = dt.datetime.now(dt.UTC)
    deletion = Deletion(new_id(now), now, len(entries), about)
    delete = f"update {{}} set deletion = '{deletion.id}' where deletion is null and {{}}"
    with store.writing() as cursor:
        for entry in entries:
            if entry.kind is not ResultKind.STUDY:
                run, base_run, *_ = (*entry.runs, "")
                cursor.execute(delete.format("findings", FINDING_KEY), [run, base_run, entry.plays])
            elif not entry.runs:
                cursor.execute(delete.format("answers", "id = ?"), [entry.id])
        going = list[str]()  # the runs that no finding names any more; those of a study go with the study alone
        for entry in entries:
            of_study = "true" if entry.kind is ResultKind.STUDY else "json_extract_string(extra, '$.study') is null"
            query = f"select id from runs where id in (select unnest(?)) and {UNNAMED} and {of_study}"
            going += [run for (run,) in cursor.execute(query, [list(entry.runs)]).fetchall()]
        check_idle(cursor, going)
        cursor.execute(delete.format("runs", "id in (select unnest(?::varchar[]))"), [going])
        facts = {"deletion": deletion.id, "deleted_at": now, "results": deletion.results, "about": about}
        gone = {"keys": _keys(cursor, "deletion = ?", [deletion.id]), **facts}
        ledger.append(store.path, [(ledger.GONE, gone)], cursor)
    return deletion


def _keys(cursor: Connection, where: str, values: Sequence[object]) -> list[str]:
    """The keys in the ledger of rows of all tables of results."""
    keys = []
    for kind, table in ledger.TABLES.items():
        query = f"select {', '.join(ledger.KEYS[kind])} from {table} where {where}"
        keys += [" ".join([kind, *map(str, row)]) for row in cursor.execute(query, values).fetchall()]
    return sorted(keys)


def deletions(store: Store) -> list[Deletion]:
    """Deleted lines that can be brought back, newest first."""
    tables = " union ".join(f"select deletion from {table}" for table in ledger.TABLES.values())
    with store.reading() as cursor:
        there = {deletion for (deletion,) in cursor.execute(tables).fetchall() if deletion}
    lines = ledger.deletions(texts.read(store, texts.LEDGER)) if there else {}
    listed = [
        Deletion(id, ledger.read_time(its["deleted_at"]), its["results"], its["about"])
        for id, its in lines.items()
        if id in there
    ]
    return sorted(listed, key=lambda deletion: deletion.at, reverse=True)


def bring_back(store: Store, deletion: str) -> None:
    """Undo a deletion, with all runs that its findings name. Raises RunRefused if it was freed, or undone, already."""
    with store.writing() as cursor:
        if not (keys := _keys(cursor, "deletion = ?", [deletion])):
            raise RunRefused("what was deleted then was brought back already, or is gone for good")
        for table in ledger.TABLES.values():
            cursor.execute(f"update {table} set deletion = null where deletion = ?", [deletion])
        query = f"update runs set deletion = null where deletion is not null and id in ({NAMED}) returning id"
        keys += [f"run {run}" for (run,) in cursor.execute(query).fetchall()]
        ledger.append(store.path, [(ledger.BACK, {"keys": keys})], cursor)


def free(store: Store, before: dt.datetime) -> None:
    """Delete for good what was deleted before then."""
    newest = new_id(before.astimezone(dt.UTC))[:-RANDOM]
    with store.writing() as cursor:
        for number, game in cursor.execute("select number, game from runs where deletion < ?", [newest]).fetchall():
            delete_plays(cursor, number, game)
        for table in ledger.TABLES.values():
            cursor.execute(f"delete from {table} where deletion < ?", [newest])
