"""The store's own tables: of what bots played, in the database, and of what people wrote, in its index.

The tables of a game's results are not here; they follow the game's measures (`tables`). No foreign keys: DuckDB cannot
alter a table that has them. There are no migrations: a database of an older version is read over into a new one
(`taking_over`), an index that differs is made anew from the text files.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from workbench.store.errors import Lazy, damaged, newer

if TYPE_CHECKING:
    import duckdb
else:
    duckdb = Lazy("_duckdb")

VERSION = 15
CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
TABLES = """
    create table schema_version (
        number      integer not null,
        name        varchar not null,
        applied_at  timestamp not null  -- UTC, as are all times here
    );
    create table runs (
        number         integer not null,  -- what the column run of the result tables holds
        id             varchar not null,
        game           varchar not null,
        scenario       varchar not null,
        rules          json not null,
        rules_hash     varchar not null,
        code_hash      varchar not null,
        bots           varchar[] not null,
        seed           ubigint not null,
        plays          uinteger not null,  -- asked for
        done           uinteger not null,  -- played and stored
        seats          utinyint not null,
        status         varchar not null,
        digest         varchar,
        elapsed_s      double not null,
        created_at     timestamp not null,
        updated_at     timestamp not null,
        note           varchar not null,
        extra          json not null,
        owner_pid      integer not null,
        owner_host     varchar not null,
        owner_started  varchar not null,
        has_rows       boolean default true  -- false: the batch keeps its tallies alone
    );
    create sequence run_numbers;
    create table card_counts (
        game        varchar not null,
        rules_hash  varchar not null,
        code_hash   varchar not null,
        bots        varchar[] not null,
        seed        ubigint not null,
        plays       uinteger not null,
        seats       utinyint not null,
        counts      json not null,  -- of each card list, by the card's number
        saved_at    timestamp not null
    );
    create table tallies (
        run     integer not null,
        other   integer not null,  -- the run whose plays it is paired with; -1 for the tallies of the run alone
        data    blob not null,     -- what its plays add up to; the caller defines how it is written
        digest  blob               -- the state of the digest after the plays that were added up
    );
    create table findings (
        run              varchar not null,
        game             varchar not null,
        revision         varchar not null,
        rules_hash       varchar not null,
        goals            json not null,     -- measures, each met, missed or undecided
        base_run         varchar not null,  -- empty for a batch alone, as are the others of the base
        base             varchar not null,
        base_rules_hash  varchar not null,
        base_goals       json not null,
        bots             varchar[] not null,
        plays            uinteger not null,
        seed             ubigint not null,
        sentence         varchar not null,
        brief            varchar not null,
        found_at         timestamp not null,
        stop             json,       -- what ended the plays; null where their number was fixed
        settings         varchar[],  -- the rules that a command set; null where none were
        verdicts         json        -- null where they were not kept yet
    );
    create table answers (
        id               varchar not null,  -- equal for equal questions
        study            varchar not null,
        game             varchar not null,
        revision         varchar not null,
        rules_hash       varchar not null,
        base             varchar not null,  -- empty where nothing was compared, as is its hash
        base_rules_hash  varchar not null,
        code_hash        varchar not null,
        bots             varchar[] not null,
        plays            uinteger not null,
        seed             ubigint not null,
        asked            json not null,     -- what else was asked, as the address of the page has it
        sentence         varchar not null,
        data             blob not null,     -- what it was worked out from; empty where that is not kept
        found_at         timestamp not null
    );

    -- What was deleted and can be brought back.
    create table deletions (
        id          varchar not null,
        deleted_at  timestamp not null,
        results     uinteger not null,
        about       varchar not null
    );
    create table deleted_runs as select *, null::varchar as deletion from runs limit 0;
    create table deleted_findings as select *, null::varchar as deletion from findings limit 0;
    create table deleted_answers as select *, null::varchar as deletion from answers limit 0;

    -- How much of the ledger was taken in.
    create table ledger_read (size bigint not null, last bigint not null);
    insert into ledger_read values (0, 0)
"""
INDEX = """
    create table playtest_files (
        session     varchar not null,  -- or the name of another file
        size        bigint not null,   -- the file's, when it was read
        changed_ns  bigint not null,
        fold        varchar not null,
        unreadable  integer not null   -- lines that cannot be read
    );
    create table revisions (
        game        varchar not null,
        name        varchar not null,
        rules_hash  varchar not null,
        title       varchar not null,
        date        date,
        parent      varchar,
        reason      varchar not null,
        hypothesis  varchar not null,
        rules       json not null,
        saved_at    timestamp not null
    );
    create table decisions (
        game        varchar not null,
        revision    varchar not null,
        state       varchar not null,  -- open, adopted or rejected
        reason      varchar not null,
        notes       varchar not null,
        archived    boolean not null,  -- left out of lists
        decided_at  timestamp not null
    );
    create table playtest_entries (
        number       bigint not null,   -- its line in the session's file
        id           varchar not null,  -- a UUID that the sender made
        session      varchar not null,
        kind         varchar not null,
        happened_at  timestamp not null,
        device       varchar not null,
        data         json not null,
        batch        varchar            -- the import that it came with
    );
    create table playtest_feedback (
        number       bigint not null,
        id           varchar not null,
        session      varchar not null,
        player       varchar not null,
        happened_at  timestamp not null,
        overall      utinyint,
        fun          utinyint,
        clarity      utinyint,
        learning     utinyint,
        decisions    utinyint,
        downtime     utinyint,
        interaction  utinyint,
        originality  utinyint,
        length       tinyint,
        fair         varchar,
        predictable  varchar,
        again        varchar,
        best         varchar not null,
        worst        varchar not null,
        change       varchar not null,
        quote        boolean not null,
        answers      json not null,
        batch        varchar
    );
    create table playtest_batches (
        id           varchar not null,
        imported_at  timestamp not null,
        format       varchar not null,
        file         varchar not null,
        sessions     integer not null,
        entries      integer not null,
        feedback     integer not null
    );
    create table playtest_sessions (
        session     varchar not null,
        fold        varchar not null,  -- which reading of the log made the row
        upto        bigint not null,   -- the last line read
        entries     integer not null,
        game        varchar not null,
        version     varchar not null,  -- the revision, or the label of a printed deck
        rules_hash  varchar not null,
        goal        varchar not null,
        location    varchar not null,
        medium      varchar not null,
        status      varchar not null,
        started_at  timestamp not null,
        ended_at    timestamp,
        players     utinyint not null,
        newcomers   utinyint not null,
        teaching_s  double not null,
        play_s      double not null,
        break_s     double not null,
        rows        integer not null,
        margin      double,
        overridden  boolean not null,
        moments     integer not null,
        notes       integer not null
    );
    create table playtest_seats (
        session    varchar not null,
        player     varchar not null,
        seat       utinyint,
        newcomer   boolean not null,
        total      double,
        win        float not null,
        departed   boolean default false,
        passed_on  boolean default false
    );
    create table playtest_moments (
        session      varchar not null,
        entry        varchar not null,
        moment       varchar not null,
        happened_at  timestamp not null,
        minute       double,  -- of play; null outside
        player       varchar,
        note         varchar not null
    );
    create table index_version (number integer not null)
"""


def create(connection: duckdb.DuckDBPyConnection) -> None:
    """Create the tables of an empty database."""
    connection.begin()
    connection.execute(TABLES)
    insert = "insert into schema_version values (?, 'ledger', now() at time zone 'UTC')"
    connection.execute(insert, [VERSION])
    connection.commit()


def version_of(connection: duckdb.DuckDBPyConnection, path: Path) -> int:
    """The version of the open file's tables; 0 for an empty one.

    Raises StoreNewer for an unknown version, StoreDamaged for the database of another program.
    """
    try:
        row = connection.execute("select max(number) from schema_version").fetchone()
        stored = int(row[0] or 0) if row else 0
    except duckdb.CatalogException:
        stored = 0
    if stored > VERSION:
        raise newer(path, f"it has version {stored} of the tables, this workbench knows {VERSION}")
    if not stored and (tables := connection.execute("select table_name from duckdb_tables() order by 1").fetchall()):
        raise damaged(path, f"it has tables of another program ({', '.join(name for (name,) in tables[:3])})")
    return stored
