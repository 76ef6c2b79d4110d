"""The tables of every older version of the store, as its steps made them: for tests that begin with an older store."""

from typing import NamedTuple

import duckdb


class Migration(NamedTuple):
    """One step from the tables of `number` - 1 to those of `number`."""

    number: int
    name: str
    sql: str


MIGRATIONS = (
    Migration(
        1,
        "revisions",
        """
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
            saved_at    timestamp not null  -- UTC, as are all times here
        )
        """,
    ),
    Migration(
        2,
        "runs",
        """
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
            owner_started  varchar not null
        );
        create sequence run_numbers
        """,
    ),
    Migration(
        3,
        "playtests",
        """
        create table playtest_entries (
            number       bigint not null,   -- order of arrival, over all sessions
            id           varchar not null,  -- a UUID that the sender made
            session      varchar not null,
            kind         varchar not null,
            happened_at  timestamp not null,
            device       varchar not null,
            data         json not null,
            batch        varchar            -- the import that it came with
        );
        create table playtest_people (
            id         varchar not null,
            name       varchar,  -- the one place of a name; null once the person was forgotten
            forgotten  boolean not null,
            batch      varchar
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
        create table playtest_links (
            selector    varchar not null,  -- the part of a token that finds the row
            hash        varchar not null,  -- SHA-256 of the part that proves it; the token itself is nowhere
            session     varchar not null,
            player      varchar,
            created_at  timestamp not null
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

        -- What follows is made from the above, and made again whenever a log has grown.
        create table playtest_sessions (
            session     varchar not null,
            fold        varchar not null,  -- which reading of the log made the row
            upto        bigint not null,   -- the last entry read
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
            session   varchar not null,
            player    varchar not null,
            seat      utinyint,
            newcomer  boolean not null,
            total     double,
            win       float not null
        );
        create table playtest_moments (
            session      varchar not null,
            entry        varchar not null,
            moment       varchar not null,
            happened_at  timestamp not null,
            minute       double,  -- of play; null outside
            player       varchar,
            note         varchar not null
        )
        """,
    ),
    Migration(
        4,
        "card counts",
        """
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
        )
        """,
    ),
    Migration(
        5,
        "players who left",
        """
        alter table playtest_seats add column departed boolean default false;
        alter table playtest_seats add column passed_on boolean default false
        """,
    ),
    Migration(
        6,
        "rewrite owed",
        """
        create table rewrite_owed (since timestamp not null)  -- a row while deleted names may lie in unused blocks
        """,
    ),
    Migration(
        7,
        "tallies",
        """
        create table tallies (
            run    integer not null,
            other  integer not null,  -- the run whose plays it is paired with; -1 for the tallies of the run alone
            data   blob not null      -- what its plays add up to; the caller defines how it is written
        );
        update runs set digest = 'rows:' || digest where digest is not null  -- one hash over all rows; now it is a tree
        """,
    ),
    Migration(
        8,
        "batches without rows",
        """
        alter table runs add column has_rows boolean default true;  -- false: the batch keeps its tallies alone
        alter table tallies add column digest blob  -- the state of the digest after the plays that were added up
        """,
    ),
    Migration(
        9,
        "findings and decisions",
        """
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
            found_at         timestamp not null
        );
        create table decisions (
            game        varchar not null,
            revision    varchar not null,
            state       varchar not null,  -- open, adopted or rejected
            reason      varchar not null,
            notes       varchar not null,
            archived    boolean not null,  -- left out of lists
            decided_at  timestamp not null
        )
        """,
    ),
    Migration(
        10,
        "deleted results",
        """
        -- What was deleted and can be brought back: the columns are those of runs and findings, now and later.
        create table deletions (
            id          varchar not null,
            deleted_at  timestamp not null,
            results     uinteger not null,
            about       varchar not null
        );
        create table deleted_runs as from runs limit 0;
        alter table deleted_runs add column deletion varchar;
        create table deleted_findings as from findings limit 0;
        alter table deleted_findings add column deletion varchar
        """,
    ),
    Migration(
        11,
        "answers",
        """
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
        create table deleted_answers as from answers limit 0;
        alter table deleted_answers add column deletion varchar
        """,
    ),
    Migration(
        12,
        "stops",
        """
        alter table findings add column stop json;  -- what ended the plays; null where their number was fixed
        alter table findings add column settings varchar[];  -- the rules that a command set; null where none were
        alter table deleted_findings add column stop json;
        alter table deleted_findings add column settings varchar[]
        """,
    ),
    Migration(
        13,
        "verdicts of findings",
        """
        alter table findings add column verdicts json;  -- null where they were not kept yet
        alter table deleted_findings add column verdicts json
        """,
    ),
    Migration(
        14,
        "playtests as text",
        """
        -- Sessions, names and imports are files now (`texts`); the tables without names are an index of them.
        drop table playtest_people;
        drop table playtest_links;
        delete from playtest_entries;
        delete from playtest_feedback;
        delete from playtest_batches;
        delete from playtest_sessions;
        delete from playtest_seats;
        delete from playtest_moments;
        create table playtest_files (
            session     varchar not null,  -- or the name of another file
            size        bigint not null,   -- the file's, when it was read
            changed_ns  bigint not null,
            fold        varchar not null,
            unreadable  integer not null   -- lines that cannot be read
        )
        """,
    ),
)
VERSIONS = """
    create table if not exists schema_version (
        number      integer not null,
        name        varchar not null,
        applied_at  timestamp not null
    )
"""


def make_older(connection: duckdb.DuckDBPyConnection, version: int) -> None:
    """Create the tables of that version in an empty database."""
    connection.execute(VERSIONS)
    for migration in MIGRATIONS[:version]:
        connection.execute(migration.sql)
        values = [migration.number, migration.name]
        connection.execute("insert into schema_version values (?, ?, now() at time zone 'UTC')", values)
