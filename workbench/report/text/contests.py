"""Sentences of all studies of contests between bots: a share of the wins, and why it is undecided."""

from workbench.engine.limits import FEWEST_PLAYS
from workbench.report.text.phrases import THIN, number_of
from workbench.report.text.verdicts import TOO_CLOSE, plays_range
from workbench.stats.evidence import enough
from workbench.study.strength.contest import Doubt

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
    further = plays_range(doubt.further)
    return f"{further} more {'play' if further == '1' else 'plays'} at each seat {chance}"


def too_few(plays: int, of: str) -> str:
    """That there are too few plays for a verdict, `of` what: `each rung`; empty where there are enough."""
    if enough(plays):
        return ""
    return (
        f"{number_of(plays, 'play')} of {of} at each seat are too few for a verdict; at least {FEWEST_PLAYS} are needed"
    )
