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
    verdict,
)
from workbench.report.json import number
from workbench.stats import Verdict
from workbench.studies.contest import JudgedContest
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
)
CONTEST = Columns[JudgedContest](*_PLAYED)
"""How a lone bot fared."""
JUDGED = Columns[JudgedContest](
    for_csv("study", lambda row: row.part),
    *_PLAYED,
    for_csv("even", lambda row: row.contest.even),
    for_programs("gain", lambda row: row.contest.gain),
    verdict("verdict", "Verdict", lambda row: row.verdict, WORDS),
    for_csv("players", lambda row: row.contest.players),
    plays_to_decide("doubt", "Plays to decide", lambda row: row.doubt),
)
"""The same, with what is even, and the verdict."""
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
