"""The columns of contests between bots, which several studies have."""

from collections.abc import Mapping

from workbench.report.columns import (
    Columns,
    TableColumn,
    bot,
    count,
    for_csv,
    for_programs,
    percent,
    plays_to_decide,
    points,
    verdict,
)
from workbench.report.json import number
from workbench.stats import Verdict
from workbench.studies.contest import Contest, JudgedContest
from workbench.studies.simple_strategy import SimpleStrategy

SHARE = (
    "How often one bot wins alone among others, sitting at every seat in turn on the same shuffles. A win shared by k"
    " seats counts 1/k for each."
)
WORDS: Mapping[str, str] = {
    Verdict.HIGHER: "stronger",
    Verdict.LOWER: "weaker",
    Verdict.SAME: "as strong",
    Verdict.UNDECIDED: "undecided",
}
_PLAYED: tuple[TableColumn[JudgedContest], ...] = (
    bot("bot", "Bot", lambda row: row.contest.one),
    bot("among", "Alone among", lambda row: row.contest.field),
    percent(
        "share",
        "Share of the wins",
        lambda row: row.contest.estimate if row.contest.plays else None,
        ends=("low", "high"),
        about=SHARE,
    ),
    for_programs("p_value", lambda row: number(row.contest.p_value), in_csv=True),
    count("plays", "Plays at each seat", lambda row: row.contest.plays or None),
    for_programs("by_seat", lambda row: [number(share) for share in row.contest.by_seat]),
    for_programs("runs", lambda row: [*row.contest.runs]),
    for_programs("even", lambda row: row.contest.even, in_csv=True),
)
_VERDICT: TableColumn[JudgedContest] = verdict("verdict", "Verdict", lambda row: row.verdict, WORDS)
_DOUBT: TableColumn[JudgedContest] = plays_to_decide("doubt", "Plays to decide", lambda row: row.doubt)
CONTEST = Columns[JudgedContest](*_PLAYED)
"""How a lone bot fared."""
JUDGED = Columns[JudgedContest](
    for_csv("study", lambda row: row.part),
    *_PLAYED,
    for_programs("gain", lambda row: row.contest.gain),
    _VERDICT,
    for_csv("players", lambda row: row.contest.players),
    _DOUBT,
)
"""The same, with the verdict."""
TOGETHER = Columns[JudgedContest](
    bot("", "Bot", lambda row: row.contest.one),
    bot("", "Instead of", lambda row: row.contest.field),
    points(
        "",
        "Wins more",
        lambda row: row.contest.gain if row.contest.plays else None,
        about="How much more often all win where one bot sits at all seats than where the other does, on the same"
        " shuffles.",
    ),
    percent("", "Won", lambda row: row.contest.estimate if row.contest.plays else None, interval=""),
    percent("", "Won by the other", lambda row: row.contest.even if row.contest.plays else None, interval=""),
    count("", "Plays of both", lambda row: row.contest.plays or None),
    _VERDICT,
    _DOUBT,
)
"""The same as people read it where all win or lose together."""
TOGETHER_ABOUT = (
    "Nobody has rivals here: a bot plays at all seats, then the other does on the same shuffles, and the two shares of"
    " the wins are held against each other, play by play. That is what “above even” means."
)
WON = Columns[Contest](
    bot("", "Bot", lambda row: row.one),
    percent("", "Won", lambda row: row.estimate, about="How often all win where the bot sits at all seats."),
)
"""How often all win."""
SIMPLE_ABOUT = (
    "A simple strategy leaves a kind of action out, takes it first, or takes it first or never: always, or while a"
    " number that the player knows is in some range. Many such mixtures race among quick bots on other shuffles; the"
    " best of them plays on these."
)
SIMPLE = Columns[SimpleStrategy](
    for_programs("bot", lambda simple: simple.bot),
    for_programs("tried", lambda simple: simple.tried),
    for_programs("contests", lambda simple: [*map(JUDGED.json, simple.contests)]),
)
"""The best simple strategy."""
