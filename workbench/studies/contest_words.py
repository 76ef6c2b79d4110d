"""Sentences and tables of all studies of contests between bots: a share of the wins, and why it is undecided."""

from collections.abc import Iterable

from workbench.engine.problems import FEWEST_PLAYS
from workbench.engine.wording import THIN
from workbench.report.text.phrases import count, number_of
from workbench.report.text.verdicts import TOO_CLOSE, plays_range
from workbench.stats.evidence import enough
from workbench.studies.contest import Contest, Doubt


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
