"""Sentences and tables of all studies of contests between bots: a share of the wins, and why it is undecided."""

from collections.abc import Iterable

from workbench.bots.spec import bot_title
from workbench.engine.limits import FEWEST_PLAYS
from workbench.engine.wording import THIN
from workbench.report.json import Json, estimate_json, number
from workbench.report.text import phrases
from workbench.report.text.phrases import INTERVAL, count, number_of
from workbench.report.text.verdicts import TOO_CLOSE, plays_range
from workbench.stats.evidence import enough
from workbench.studies.contest import Contest, Doubt

SHARE_DEFINITION = (
    "Share of the wins: how often one bot wins alone among others, sitting at every seat in turn on the same shuffles."
    " A win shared by k seats counts 1/k for each."
)


def doubt_clause(doubt: Doubt | None, judged: str) -> str:
    """Why something is undecided, and what would decide it; `judged` names what was judged together: `rungs`."""
    if doubt is None:
        return "more plays are needed"
    if doubt.few:
        return f"since fewer than {FEWEST_PLAYS} plays are too few"
    would = further_plays(doubt)
    if doubt.alone:
        return f"may be luck among {doubt.among} {judged}; {would}"
    return f"not even, but perhaps by less than a point; {would}" if doubt.small else would


def further_plays(doubt: Doubt) -> str:
    """How many more plays would decide: `1 200 to 2 900 more plays at each seat would decide with …`."""
    if doubt.further is None:
        return TOO_CLOSE
    chance = f"would decide with a chance of 50 to 80{THIN}%"
    return f"{plays_range(doubt.further)} more plays at each seat {chance}"


def too_few(plays: int, of: str) -> str:
    """A caution that a verdict needs more plays, `of` what: `each rung`; empty where there are enough."""
    if enough(plays):
        return ""
    return (
        f"{number_of(plays, 'play')} of {of} at each seat are too few for a verdict; at least {FEWEST_PLAYS} are needed"
    )


# Tables and records


TableRows = list[dict[str, str]]
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
        INTERVAL: phrases.share_span(estimate),
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


def contest_json(contest: Contest) -> Json:
    """How a lone bot fared."""
    return {
        "bot": contest.one,
        "among": contest.field,
        "plays": contest.plays,
        "share": estimate_json(contest.estimate),
        "by_seat": [number(share) for share in contest.by_seat],
        "p_value": number(contest.p_value),
        "runs": list(contest.runs),
    }


def doubt_json(doubt: Doubt | None) -> Json | None:
    """Why a verdict is undecided; null where it is not.

    `further` plays decide it with a chance of 50 %, `further_likely` of 80 %; null where there is no sensible number.
    """
    if doubt is None:
        return None
    plays = doubt.further
    return {**vars(doubt), "further": plays and plays.even, "further_likely": plays and plays.likely}
