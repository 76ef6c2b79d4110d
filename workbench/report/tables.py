"""Studies of strength as tables, and a line on who played and how often."""

from collections.abc import Iterable
from typing import Any

from workbench.bots.spec import bot_title
from workbench.engine.wording import counted
from workbench.report.text import phrases, strength
from workbench.report.text.phrases import count, decimal, number_of
from workbench.report.text.scenarios import NO_PEOPLE, bots_with_specs
from workbench.report.text.verdicts import plays_range
from workbench.study.strength import Contest, Doubt, Mechanism, Mechanisms, RoundRobin, Strategies

INTERVAL = "95 % interval"
Table = list[dict[str, str]]
"""Lines with the same columns, all as text."""


def how_strategies_were_played(found: Strategies) -> str:
    """Who played, with one kind of action left out and in the round robin."""
    left_out = [kind.contest for kind in found.mechanisms.kinds if kind.contest]
    seats = f"at each of {counted(found.robin.players, 'seat')}"
    without = (
        f"{bots_with_specs([found.mechanisms.bot])} bots, {plays_of_each(left_out)} plays {seats} without each action; "
        if left_out
        else ""
    )
    met = f"{bots_with_specs(found.robin.bots)}, {number_of(found.robin.plays, 'play')} of each pair {seats}"
    return f"Played by {without}{met}{_seed(found.robin)}"


def plays_of_each(contests: Iterable[Contest]) -> str:
    """How many plays each of the contests has: `40 to 2 000`."""
    plays = sorted({contest.plays for contest in contests})
    return count(plays[0]) if len(plays) == 1 else f"{count(plays[0])} to {count(plays[-1])}"


def _seed(found: RoundRobin) -> str:
    return f" (seed {found.scenario.seed}). {NO_PEOPLE}"


def robin_table(found: RoundRobin) -> Table:
    """Every cell of the matrix."""
    return [
        contest_line(contest, found.verdicts[cell].value, found.doubts[cell]) for cell, contest in found.cells.items()
    ]


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


def contest_record(study: str, contest: Contest, verdict: str) -> dict[str, Any]:
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


def mechanism_table(found: Mechanisms) -> Table:
    """Every kind of action."""
    return [_mechanism_line(found, kind) for kind in found.kinds]


def _mechanism_line(found: Mechanisms, kind: Mechanism) -> dict[str, str]:
    played = kind.contest is not None
    return {
        "Action": strength.kind_label(kind.kind),
        "Verdict": strength.standing_word(found, kind),
        "Loss without it": f"{phrases.points(kind.value.mean)} points" if played else "",
        "95 % interval": phrases.point_span(kind.value) if played else "",
        "Offered a play": decimal(kind.usage.offered, 1),
        "Chosen a play": decimal(kind.usage.chosen, 1),
        "Forced a play": decimal(kind.usage.forced, 1),
        "Plays at each seat": count(kind.contest.plays) if kind.contest else "",
        "Plays to decide": plays_to_decide(kind.doubt),
    }


def matrix_table(found: RoundRobin) -> Table:
    """The matrix with the lone bot in front: `41 % (39 to 43)` among the bot of each column."""
    return [
        {"Alone": bot_title(one), **{f"among {bot_title(field)}": _cell(found, one, field) for field in found.bots}}
        for one in found.bots
    ]


def _cell(found: RoundRobin, one: str, field: str) -> str:
    contest = found.cells.get((one, field))
    if contest is None:
        return "even"
    mean, low, high = (
        decimal(100 * each, 0) for each in (contest.estimate.mean, contest.estimate.low, contest.estimate.high)
    )
    return f"{mean} % ({low} to {high})"
