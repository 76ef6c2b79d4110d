"""Studies of strength as tables, and a line on who played and how often."""

from collections.abc import Iterable

from workbench.bots.spec import bot_title
from workbench.report.text import phrases
from workbench.report.text.phrases import count
from workbench.report.text.verdicts import plays_range
from workbench.study.strength import Contest, Doubt

INTERVAL = "95 % interval"
Table = list[dict[str, str]]
"""Lines with the same columns, all as text."""


def plays_of_contests(contests: Iterable[Contest]) -> str:
    """How many plays each of the contests has: `40 to 2 000`."""
    plays = sorted({contest.plays for contest in contests})
    return count(plays[0]) if len(plays) == 1 else f"{count(plays[0])} to {count(plays[-1])}"


def plays_to_decide(doubt: Doubt | None) -> str:
    """More plays at each seat for a chance of 50 and 80 % to decide; empty where it is decided."""
    return plays_range(doubt.further) if doubt else ""


def contest_line(contest: Contest, verdict: str, doubt: Doubt | None = None) -> dict[str, str]:
    """How a lone bot fared, as a row."""
    estimate = contest.estimate
    return {
        "Bot": bot_title(contest.one),
        "Alone among": bot_title(contest.field),
        "Share of the wins": phrases.percent(estimate.mean),
        "95 % interval": f"{phrases.percent(estimate.low)} to {phrases.percent(estimate.high)}",
        "Above even": f"{phrases.points(contest.gain.mean)} points",
        "Verdict": verdict,
        "Plays at each seat": count(contest.plays),
        "Plays to decide": plays_to_decide(doubt),
    }


def contest_record(study: str, contest: Contest, verdict: str) -> dict[str, object]:
    """A contest as a row, in full precision; `study` says what it is a part of."""
    estimate = contest.estimate
    return {
        "study": study,
        "bot": contest.one,
        "among": contest.field,
        "share": estimate.mean,
        "low": estimate.low,
        "high": estimate.high,
        "even": contest.even,
        "p_value": contest.p_value,
        "verdict": verdict,
        "plays": contest.plays,
        "players": contest.players,
    }
