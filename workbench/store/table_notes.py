"""Descriptions of the store's tables and columns, for people who write SQL.

Those of a game's results are not here: their columns carry the help of the game's measures.
"""

from collections.abc import Mapping

TABLES: Mapping[str, str] = {
    "revisions": "Every revision that was played, with its rules.",
    "runs": "Every batch: rules, code, bots, seed, plays asked for and done, digest, whether it keeps rows.",
    "tallies": "What a batch adds up to, or the pairs of two, packed.",
    "findings": "What each batch and each comparison said, and how its goals stood.",
    "answers": "What studies said: which change did it, a tuning, what makes a revision good, a ladder, strategies.",
    "decisions": "What was decided about each revision, and why.",
    "card_counts": "What the page Which cards win and `workbench decks` counted.",
    "playtest_entries": "The logs of sessions with people, in the order of arrival.",
    "playtest_feedback": "The feedback forms.",
    "playtest_batches": "Imports.",
    "playtest_sessions": "A row for each session with people.",
    "playtest_seats": "A row for each seat of a session.",
    "playtest_moments": "What was noted during sessions.",
}
SHARED: Mapping[str, str] = {
    "game": "The game's name in the workspace.",
    "revision": "The name of the revision.",
    "rules_hash": "Equal for equal rules.",
    "code_hash": "Equal for equal code of the game.",
    "bots": "Who played, one name a seat.",
    "seed": "Equal seeds shuffle equally.",
    "plays": "Plays that were asked for.",
    "seats": "Seats at the table.",
    "saved_at": "When it was first stored, in UTC.",
    "reason": "Why it was made or decided.",
    "session": "The session's id.",
    "player": "The player's id; names cannot be asked for.",
    "happened_at": "When it happened, in UTC.",
    "batch": "The import that it came with; empty if none.",
    "data": "What it says, as JSON.",
    "notes": "Notes.",
    "note": "The note's text.",
}
"""Columns that mean the same in several tables."""
COLUMNS: Mapping[str, Mapping[str, str]] = {
    "revisions": {
        "name": "The name of its file.",
        "title": "The title.",
        "date": "The date that its file says.",
        "parent": "The revision that it changes.",
        "hypothesis": "What it should do.",
        "rules": "Every rule, as JSON.",
    },
    "runs": {
        "number": "What the column run of other tables holds.",
        "id": "The run's id, as `workbench runs` shows it.",
        "scenario": "The name of the revision.",
        "rules": "Every rule, as JSON.",
        "done": "Plays that are stored.",
        "status": "running, done, cancelled, interrupted or failed.",
        "digest": "Equal for equal results of every play; empty until the batch is done.",
        "elapsed_s": "Seconds that the plays took.",
        "created_at": "When it was started, in UTC.",
        "updated_at": "When it last changed, in UTC.",
        "note": "Why it did not end.",
        "extra": "What it was played for, as JSON: study, retake; of a sweep, its rules, its seed and what was asked.",
        "owner_pid": "The process that plays or played it.",
        "owner_host": "The computer of that process.",
        "owner_started": "When that process started.",
        "has_rows": "Whether there is a row for each play.",
    },
    "tallies": {
        "run": "The run's number, as in runs.number.",
        "other": "The run whose plays it is paired with; -1 for a run alone.",
        "data": "What the plays add up to, packed.",
        "digest": "The state of the digest while the batch runs, packed.",
    },
    "findings": {
        "run": "The run's id, as in runs.id.",
        "goals": "Measures that goals are about, each met, missed or undecided, as JSON.",
        "base_run": "The run of the base; empty for a batch alone.",
        "base": "The revision that it was compared with; empty for a batch alone.",
        "base_rules_hash": "The hash of the base's rules.",
        "base_goals": "How the base stood to its goals, as JSON.",
        "plays": "Plays of each revision.",
        "sentence": "What was found, in a sentence.",
        "brief": "The same in a few words.",
        "stop": "Of plays until decided: the measures asked about, and what ended them, as JSON.",
        "settings": "Rules that a command set for this call, so that they are not those of the revision.",
        "verdicts": "Main measures: higher, lower, same or undecided, with the label, as JSON.",
        "found_at": "When it was found, in UTC.",
    },
    "answers": {
        "id": "Equal for equal questions.",
        "study": "by_change, tune, quality, ladder or strategies; the last two have their batches too.",
        "base": "The revision that it was compared with; empty without one.",
        "base_rules_hash": "The hash of the base's rules.",
        "plays": "Plays of each combination, or of the whole search.",
        "asked": "What else was asked, as the address of the page has it, as JSON.",
        "sentence": "What was found, in a sentence.",
        "data": "What it was worked out from, packed; empty where that is not kept.",
        "found_at": "When it was found, in UTC.",
    },
    "decisions": {
        "state": "open, adopted or rejected.",
        "archived": "Whether lists leave the revision out.",
        "decided_at": "When it was last changed, in UTC.",
    },
    "card_counts": {"counts": "What each card did, by card list, as JSON."},
    "playtest_entries": {
        "number": "The line in the file of its session.",
        "id": "The entry's id.",
        "kind": "What kind of entry it is.",
        "device": "The device that sent it.",
    },
    "playtest_feedback": {
        "number": "The line in the file of its session.",
        "id": "The form's id.",
        "overall": "How was it overall? 1 to 5.",
        "fun": "How much fun was it? 1 to 5.",
        "clarity": "How clear were the rules during play? 1 to 5.",
        "learning": "How easy was it to learn? 1 to 5.",
        "decisions": "How interesting were your decisions? 1 to 5.",
        "downtime": "How was the time between your turns? 1 (endless) to 5 (short).",
        "interaction": "How was the interaction between players? 1 to 5.",
        "originality": "How original did it feel? 1 to 5.",
        "length": "How long did it feel? -2 (too short) to 2 (too long).",
        "fair": "Was it fair to everybody? yes, maybe or no.",
        "predictable": "Could you tell early who would win? yes, maybe or no.",
        "again": "Would you play it again? yes, maybe or no.",
        "best": "The best moment.",
        "worst": "The worst moment.",
        "change": "What the player would change.",
        "quote": "Whether the player may be quoted.",
        "answers": "Answers to the session's own questions, as JSON.",
    },
    "playtest_batches": {
        "id": "The import's id.",
        "imported_at": "When it was imported, in UTC.",
        "format": "The format of the file.",
        "file": "The name of the file.",
        "sessions": "Sessions that it brought.",
        "entries": "Log entries that it brought.",
        "feedback": "Feedback forms that it brought.",
    },
    "playtest_sessions": {
        "fold": "The version of the code that made this row.",
        "upto": "The last log entry that was read for it.",
        "entries": "Log entries.",
        "version": "The revision that was played, or the label of a printed deck.",
        "goal": "What the session was to find out.",
        "location": "Where it was played.",
        "medium": "What it was played on.",
        "status": "Whether it goes on, has ended, or was abandoned.",
        "started_at": "When it began, in UTC.",
        "ended_at": "When it ended, in UTC.",
        "players": "Players at the table.",
        "newcomers": "Players who were new to the game.",
        "teaching_s": "Seconds of teaching.",
        "play_s": "Seconds of play.",
        "break_s": "Seconds of breaks.",
        "rows": "Rows of the score sheet that were filled in.",
        "margin": "Points between the winner and the next.",
        "overridden": "Whether the winner was set by hand.",
        "moments": "Moments that were noted.",
        "notes": "Moments with a note.",
    },
    "playtest_seats": {
        "seat": "The seat, from 0; empty for a player without one.",
        "newcomer": "Whether the player was new to the game.",
        "total": "The player's total.",
        "win": "The share of the win: 1/k when k players share it.",
        "departed": "Whether the player left early.",
        "passed_on": "Whether somebody took the seat over.",
    },
    "playtest_moments": {
        "entry": "The id of its log entry.",
        "moment": "What kind of moment it was.",
        "minute": "The minute of play; empty outside of play.",
    },
}
"""More columns of single tables."""


def about_table(table: str) -> str:
    """The description of a table."""
    if table in TABLES:
        return TABLES[table]
    game, _, kind = table.rpartition("_")
    subject = "each seat of each play" if kind == "seats" else "each play"
    return f"A row for {subject} of {game}, where the batch kept its plays."


def about_column(table: str, column: str) -> str:
    """The description of a column of the store's tables; empty where there is none."""
    return COLUMNS.get(table, {}).get(column) or (SHARED.get(column, "") if table in TABLES else "")
