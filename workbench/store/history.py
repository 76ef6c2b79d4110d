"""Findings about revisions, and decisions: short texts, so that lists need not read the plays.

A finding is written when a batch or a comparison ends. A decision is what people write: adopted or rejected, and why.
Both are lines of the ledger; findings are in the database as well.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from workbench.store import ledger, texts
from workbench.store.connection import SqlRow, Store
from workbench.store.ledger import DecisionState as DecisionState
from workbench.store.ledger import Values

FINDING_KEY = "run = ? and base_run = ? and plays = ?"


@dataclass(frozen=True)
class Stop:
    """Why plays ended that were watched until a question was decided, in a sentence.

    `measures` are those that it was about; none, and it was about the goals.
    """

    measures: tuple[str, ...]
    sentence: str


@dataclass(frozen=True)
class Finding:
    """The result of a batch, or of a comparison with a `base`: a sentence, the same in brief, and how its goals stand.

    `goals` are the measures with `met`, `missed` or `undecided`. Without a base, its names are empty. `stop` says what
    ended plays that were watched; None where their number was fixed. `settings` are rules that a command set.
    `verdicts` are of the main measures of a comparison: `higher`, `lower`, `same` or `undecided`, with the label.
    """

    run: str
    game: str
    revision: str
    rules_hash: str
    goals: Mapping[str, str]
    bots: tuple[str, ...]
    plays: int
    seed: int
    sentence: str
    brief: str = ""
    base_run: str = ""
    base: str = ""
    base_rules_hash: str = ""
    base_goals: Mapping[str, str] = field(default_factory=dict)
    stop: Stop | None = None
    settings: tuple[str, ...] = ()
    verdicts: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    found_at: dt.datetime | None = field(default=None, compare=False)


FINDING = tuple(column.name for column in fields(Finding))
SELECT = f"select {', '.join(FINDING)} from findings where deletion is null"


@dataclass(frozen=True)
class Decision:
    """The decision about a revision and its reason, notes, and whether lists leave it out."""

    game: str
    revision: str
    state: DecisionState = DecisionState.OPEN
    reason: str = ""
    notes: str = ""
    archived: bool = False
    decided_at: dt.datetime | None = field(default=None, compare=False)


def save_finding(store: Store, finding: Finding) -> None:
    """Store what was found; so many plays of the same batches count once, and what is stored of them stays as it is.

    In older stores plays until decided may be the first of a longer batch that was there: then both have a finding.
    """
    key = [finding.run, finding.base_run, finding.plays]
    with store.reading() as cursor:
        same = cursor.execute(f"{SELECT} and {FINDING_KEY}", key).fetchone()
    if same and _finding(same) == finding:  # a store that cannot be written is written nothing
        return
    with store.writing() as cursor:
        found_at = _finding(same).found_at if same else dt.datetime.now(dt.UTC)
        cursor.execute(f"delete from findings where {FINDING_KEY}", key)
        row = {**vars(finding), "found_at": found_at}
        ledger.insert_rows(cursor, "findings", [row])
        ledger.append(store.path, [("finding", row)], cursor)


def findings(store: Store, game: str | None = None, most: int = 1_000) -> list[Finding]:
    """The findings about a game, or about all of them, newest first."""
    query = f"{SELECT} and (game = $1 or $1 is null) order by found_at desc limit $2"
    with store.reading() as cursor:
        rows = cursor.execute(query, [game, most]).fetchall()
    return [_finding(row) for row in rows]


STOP = """
    with played as (
        select id, concat_ws(' ', game, rules_hash, code_hash, bots::varchar, seed, seats, extra->>'$.retake') as what
        from runs
    )
    select f.stop from findings f
    join played r on r.id = f.run join played b on b.id = f.base_run
    join played one on one.id = $1 join played two on two.id = $2
    where f.stop is not null and f.plays = $3 and f.deletion is null
    and ((one.what = r.what and two.what = b.what) or (one.what = b.what and two.what = r.what))
"""
"""In older stores plays until decided may be the first of longer batches: so runs are told by what they play."""


def find_stop(store: Store, run: str, other: str, plays: int) -> Stop | None:
    """The end of watched plays like those of two runs, whichever was the base; None where none were."""
    with store.reading() as cursor:
        row = cursor.execute(STOP, [run, other, plays]).fetchone()
    return _stop(row[0]) if row else None


def decide(store: Store, decision: Decision) -> None:
    """Write down a decision, which counts instead of the one before."""
    line = {**vars(decision), "decided_at": dt.datetime.now(dt.UTC)}
    with texts.writing(store) as writer:
        writer.append(writer.folder / texts.LEDGER, ledger.as_lines([("decision", line)]))


def decisions(store: Store, game: str) -> dict[str, Decision]:
    """The decisions about the revisions of a game, by their names."""
    of_game = (values for values in ledger.read(store, "decision") if values["game"] == game)
    return {values["revision"]: _decision(values) for values in of_game}


def _finding(row: SqlRow) -> Finding:
    values = dict(zip(FINDING, row, strict=True))
    for name in ("goals", "base_goals"):
        values[name] = json.loads(values[name])
    verdicts = json.loads(values["verdicts"] or "{}")
    values |= {"stop": _stop(values["stop"]), "settings": tuple(values["settings"] or ())}
    values["verdicts"] = {name: (verdict, label) for name, (verdict, label) in verdicts.items()}
    return Finding(**values | {"bots": tuple(values["bots"]), "found_at": values["found_at"].replace(tzinfo=dt.UTC)})


def _stop(stored: str | None) -> Stop | None:
    told = json.loads(stored) if stored else None
    return Stop(tuple(told["measures"]), told["sentence"]) if told else None


def _decision(values: Values) -> Decision:
    at = ledger.read_time(values["decided_at"])
    told = {name: values[name] for name in ("game", "revision", "reason", "notes", "archived")}
    return Decision(**told, state=DecisionState(values["state"]), decided_at=at)
