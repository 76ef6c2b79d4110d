"""The store's own tables: of what bots played, in the database, and of what people wrote, in its index.

The tables of a game's results are not here; they follow the game's measures (`tables`). No foreign keys: DuckDB cannot
alter a table that has them. There are no migrations: a database of an older version is read over into a new one
(`taking_over`), an index that differs is made anew from the text files.

What stands beside a table or a column is its note for people who write SQL (`about_table`, `about_column`). A column
without one means the same as where it stands first.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from workbench.store.errors import damaged, duckdb, newer

VERSION = 16
CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
TABLES = """
    create table schema_version (
        number integer not null,
        name varchar not null,
        applied_at timestamp not null  -- UTC, as are all times here
    );
    create table runs (  -- Every batch: rules, code, bots, seed, plays asked for and done, digest, whether it keeps
            -- rows.
        number integer not null,  -- What the column run of other tables holds.
        id varchar not null,  -- The run's id, as `workbench runs` shows it.
        game varchar not null,  -- The game's name in the workspace.
        scenario varchar not null,  -- The name of the revision.
        rules json not null,  -- Every rule, as JSON.
        rules_hash varchar not null,  -- Equal for equal rules.
        code_hash varchar not null,  -- Equal for equal code of the game.
        bots varchar[] not null,  -- Who played, one name a seat.
        seed ubigint not null,  -- Equal seeds shuffle equally.
        plays uinteger not null,  -- Plays that were asked for.
        done uinteger not null,  -- Plays that are stored.
        seats utinyint not null,  -- Seats at the table.
        status varchar not null,  -- running, done, cancelled, interrupted or failed.
        digest varchar,  -- Equal for equal results of every play; empty until the batch is done.
        elapsed_s double not null,  -- Seconds that the plays took.
        created_at timestamp not null,  -- When it was started, in UTC.
        updated_at timestamp not null,  -- When it last changed, in UTC.
        note varchar not null,  -- Why it did not end.
        extra json not null,  -- What it was played for, as JSON: study, retake; of a sweep, its rules, its seed and
            -- what was asked.
        owner_pid integer not null,  -- The process that plays or played it.
        owner_host varchar not null,  -- The computer of that process.
        owner_started varchar not null,  -- When that process started.
        has_rows boolean default true,  -- Whether there is a row for each play.
        deletion varchar  -- Which deletion took it away, from which it can be brought back.
    );
    create sequence run_numbers;
    create table card_counts (  -- What the page Which cards win and `workbench decks` counted.
        game varchar not null,
        rules_hash varchar not null,
        code_hash varchar not null,
        bots varchar[] not null,
        seed ubigint not null,
        plays uinteger not null,
        seats utinyint not null,
        counts json not null,  -- What each card did, by card list, as JSON.
        saved_at timestamp not null  -- When it was first stored, in UTC.
    );
    create table tallies (  -- What a batch adds up to, or the pairs of two, packed.
        run integer not null,  -- The run's number, as in runs.number.
        other integer not null,  -- The run whose plays it is paired with; -1 for a run alone.
        data blob not null,  -- What the plays add up to, packed.
        digest blob  -- The state of the digest while the batch runs, packed.
    );
    create table findings (  -- What each batch and each comparison said, and how its goals stood.
        run varchar not null,  -- The run's id, as in runs.id.
        game varchar not null,
        revision varchar not null,  -- The name of the revision.
        rules_hash varchar not null,
        goals json not null,  -- Measures that goals are about, each met, missed or undecided, as JSON.
        base_run varchar not null,  -- The run of the base; empty for a batch alone.
        base varchar not null,  -- The revision that it was compared with; empty for a batch alone.
        base_rules_hash varchar not null,  -- The hash of the base's rules.
        base_goals json not null,  -- How the base stood to its goals, as JSON.
        bots varchar[] not null,
        plays uinteger not null,  -- Plays of each revision.
        seed ubigint not null,
        sentence varchar not null,  -- What was found, in a sentence.
        brief varchar not null,  -- The same in a few words.
        found_at timestamp not null,  -- When it was found, in UTC.
        stop json,  -- Of plays until decided: the measures asked about, and what ended them, as JSON.
        settings varchar[],  -- Rules that a command set for this call, so that they are not those of the revision.
        verdicts json,  -- Main measures: higher, lower, same or undecided, with the label, as JSON.
        deletion varchar
    );
    create table answers (  -- What studies said: which change did it, a tuning, what makes a revision good, a ladder,
            -- strategies.
        id varchar not null,  -- Equal for equal questions.
        study varchar not null,  -- by_change, tune, quality, ladder or strategies; the last two have their batches too.
        game varchar not null,
        revision varchar not null,
        rules_hash varchar not null,
        base varchar not null,  -- The revision that it was compared with; empty without one.
        base_rules_hash varchar not null,  -- The hash of the base's rules.
        code_hash varchar not null,
        bots varchar[] not null,
        plays uinteger not null,  -- Plays of each combination, or of the whole search.
        seed ubigint not null,
        asked json not null,  -- What else was asked, as the address of the page has it, as JSON.
        sentence varchar not null,  -- What was found, in a sentence.
        data blob not null,  -- What it was worked out from, packed; empty where that is not kept.
        found_at timestamp not null,  -- When it was found, in UTC.
        deletion varchar
    );

    -- How much of the ledger was taken in.
    create table ledger_read (size bigint not null, last bigint not null);
    insert into ledger_read values (0, 0)
"""
INDEX = """
    create table playtest_files (
        -- Or of another file that people write, its name:
        session varchar not null,  -- The session's id.
        size bigint not null,  -- the file's, when it was read
        changed_ns bigint not null,
        fold varchar not null,
        unreadable integer not null  -- lines that cannot be read
    );
    create table revisions (  -- Every revision that was played, with its rules.
        game varchar not null,
        name varchar not null,  -- The name of its file.
        rules_hash varchar not null,
        title varchar not null,  -- The title.
        date date,  -- The date that its file says.
        parent varchar,  -- The revision that it changes.
        reason varchar not null,  -- Why it was made or decided.
        hypothesis varchar not null,  -- What it should do.
        rules json not null,  -- Every rule, as JSON.
        saved_at timestamp not null
    );
    create table decisions (  -- What was decided about each revision, and why.
        game varchar not null,
        revision varchar not null,
        state varchar not null,  -- open, adopted or rejected.
        reason varchar not null,
        notes varchar not null,  -- Notes.
        archived boolean not null,  -- Whether lists leave the revision out.
        decided_at timestamp not null  -- When it was last changed, in UTC.
    );
    create table playtest_entries (  -- The logs of sessions with people, in the order of arrival.
        number bigint not null,  -- The line in the file of its session.
        id varchar not null,  -- The entry's id.
        session varchar not null,  -- The session's id.
        kind varchar not null,  -- What kind of entry it is.
        happened_at timestamp not null,  -- When it happened, in UTC.
        device varchar not null,  -- The device that sent it.
        data json not null,  -- What it says, as JSON.
        batch varchar  -- The import that it came with; empty if none.
    );
    create table playtest_feedback (  -- The feedback forms.
        number bigint not null,  -- The line in the file of its session.
        id varchar not null,  -- The form's id.
        session varchar not null,
        player varchar not null,  -- The player's id; names cannot be asked for.
        happened_at timestamp not null,
        overall utinyint,  -- How was it overall? 1 to 5.
        fun utinyint,  -- How much fun was it? 1 to 5.
        clarity utinyint,  -- How clear were the rules during play? 1 to 5.
        learning utinyint,  -- How easy was it to learn? 1 to 5.
        decisions utinyint,  -- How interesting were your decisions? 1 to 5.
        downtime utinyint,  -- How was the time between your turns? 1 (endless) to 5 (short).
        interaction utinyint,  -- How was the interaction between players? 1 to 5.
        originality utinyint,  -- How original did it feel? 1 to 5.
        length tinyint,  -- How long did it feel? -2 (too short) to 2 (too long).
        fair varchar,  -- Was it fair to everybody? yes, maybe or no.
        predictable varchar,  -- Could you tell early who would win? yes, maybe or no.
        again varchar,  -- Would you play it again? yes, maybe or no.
        best varchar not null,  -- The best moment.
        worst varchar not null,  -- The worst moment.
        change varchar not null,  -- What the player would change.
        quote boolean not null,  -- Whether the player may be quoted.
        answers json not null,  -- Answers to the session's own questions, as JSON.
        batch varchar
    );
    create table playtest_batches (  -- Imports.
        id varchar not null,  -- The import's id.
        imported_at timestamp not null,  -- When it was imported, in UTC.
        format varchar not null,  -- The format of the file.
        file varchar not null,  -- The name of the file.
        sessions integer not null,  -- Sessions that it brought.
        entries integer not null,  -- Log entries that it brought.
        feedback integer not null  -- Feedback forms that it brought.
    );
    create table playtest_sessions (  -- A row for each session with people.
        session varchar not null,
        fold varchar not null,  -- The version of the code that made this row.
        upto bigint not null,  -- The last log entry that was read for it.
        entries integer not null,  -- Log entries.
        game varchar not null,
        version varchar not null,  -- The revision that was played, or the label of a printed deck.
        rules_hash varchar not null,
        goal varchar not null,  -- What the session was to find out.
        location varchar not null,  -- Where it was played.
        medium varchar not null,  -- What it was played on.
        status varchar not null,  -- Whether it goes on, has ended, or was abandoned.
        started_at timestamp not null,  -- When it began, in UTC.
        ended_at timestamp,  -- When it ended, in UTC.
        players utinyint not null,  -- Players at the table.
        newcomers utinyint not null,  -- Players who were new to the game.
        teaching_s double not null,  -- Seconds of teaching.
        play_s double not null,  -- Seconds of play.
        break_s double not null,  -- Seconds of breaks.
        rows integer not null,  -- Rows of the score sheet that were filled in.
        margin double,  -- Points between the winner and the next.
        overridden boolean not null,  -- Whether the winner was set by hand.
        moments integer not null,  -- Moments that were noted.
        notes integer not null  -- Moments with a note.
    );
    create table playtest_seats (  -- A row for each seat of a session.
        session varchar not null,
        player varchar not null,
        seat utinyint,  -- The seat, from 0; empty for a player without one.
        newcomer boolean not null,  -- Whether the player was new to the game.
        total double,  -- The player's total.
        win float not null,  -- The share of the win: 1/k when k players share it.
        departed boolean default false,  -- Whether the player left early.
        passed_on boolean default false  -- Whether somebody took the seat over.
    );
    create table playtest_moments (  -- What was noted during sessions.
        session varchar not null,
        entry varchar not null,  -- The id of its log entry.
        moment varchar not null,  -- What kind of moment it was.
        happened_at timestamp not null,
        minute double,  -- The minute of play; empty outside of play.
        player varchar,
        note varchar not null  -- The note's text.
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


@cache
def _notes() -> dict[str, dict[str, str]]:
    """The notes of every table: of its columns, and by its own name the table's."""
    notes = {}
    for declaration in f"{TABLES}{INDEX}".split("create table ")[1:]:
        lines = re.sub(r"\n {12}-- ", " ", declaration).splitlines()
        noted = (line.partition("--") for line in lines if not line.lstrip().startswith(("--", ")")))
        notes[lines[0].split()[0]] = {head.split()[0]: note.strip() for head, _, note in noted if head.strip()}
    return notes


def about_table(table: str) -> str:
    """The description of a table."""
    if table in (notes := _notes()):
        return notes[table][table]
    game, _, kind = table.rpartition("_")
    subject = "each seat of each play" if kind == "seats" else "each play"
    return f"A row for {subject} of {game}, where the batch kept its plays."


def about_column(table: str, column: str) -> str:
    """The description of a column of the store's tables; empty where there is none."""
    notes = _notes()
    places = (notes[table], *notes.values()) if table in notes else ()
    return next((note for place in places if (note := place.get(column))), "")
