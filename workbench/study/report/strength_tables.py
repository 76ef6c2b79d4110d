"""Studies of strength as tables for people, and the line that says who played, how often, and what bots are not."""

from collections.abc import Iterable

from workbench.study.report.words import caution, count, listed, plain, within
from workbench.study.strength import Contest, Doubt, Ladder, Mechanism, Mechanisms, RoundRobin, Strategies, words

Table = list[dict[str, str]]
"""Lines with the same columns, all as text."""


def ladder_played(found: Ladder) -> str:
    """Who played a ladder."""
    names = [found.rungs[0].contest.field, *(rung.contest.one for rung in found.rungs)]
    plays = (
        f"{_plays(rung.contest for rung in found.rungs)} plays of each rung at each of {found.scenario.players} seats"
    )
    return f"Played by {listed(names)}: {plays}{_seed(found)}"


def strategies_played(found: Strategies) -> str:
    """Who played, with one kind of action left out and in the round robin."""
    left_out = [kind.contest for kind in found.mechanisms.kinds if kind.contest]
    seats = f"at each of {found.robin.players} seats"
    without = f"{found.mechanisms.bot} bots, {_plays(left_out)} plays {seats} without each action; " if left_out else ""
    met = f"{listed(found.robin.bots)}, {count(found.robin.plays)} plays of each pair {seats}"
    return f"Played by {without}{met}{_seed(found.robin)}"


def _plays(contests: Iterable[Contest]) -> str:
    numbers = sorted({contest.plays for contest in contests})
    return count(numbers[0]) if len(numbers) == 1 else f"{count(numbers[0])} to {count(numbers[-1])}"


def _seed(found: Ladder | RoundRobin) -> str:
    return f" (seed {found.scenario.seed}). {caution(found.scenario.game)}"


def rung_table(found: Ladder) -> Table:
    """Every rung, lowest first, then the top rung alone among random bots and among greedy ones."""
    judged = [_contest_line(rung.contest, rung.verdict.value, rung.doubt) for rung in found.rungs]
    return [*judged, *(_contest_line(contest, "") for contest in found.tops)]


def robin_table(found: RoundRobin) -> Table:
    """Every cell of the matrix."""
    return [
        _contest_line(contest, found.verdicts[cell].value, found.doubts[cell]) for cell, contest in found.cells.items()
    ]


def plays_to_decide(doubt: Doubt | None) -> str:
    """Further plays at each seat for a chance of 50 and 80 %, as far as something is undecided."""
    return within(doubt.further) if doubt else ""


def _contest_line(contest: Contest, verdict: str, doubt: Doubt | None = None) -> dict[str, str]:
    estimate = contest.estimate
    return {
        "Bot": contest.one,
        "Alone among": contest.field,
        "Share of the wins": words.percent(estimate.mean),
        "95 % interval": f"{words.percent(estimate.low)} to {words.percent(estimate.high)}",
        "Above even": f"{words.points(contest.gain.mean)} points",
        "Verdict": verdict,
        "Plays at each seat": count(contest.plays),
        "Plays to decide": plays_to_decide(doubt),
    }


def mechanism_table(found: Mechanisms) -> Table:
    """Every kind of action."""
    return [_mechanism_line(kind) for kind in found.kinds]


def _mechanism_line(kind: Mechanism) -> dict[str, str]:
    played = kind.contest is not None
    return {
        "Action": words.kind_label(kind.kind),
        "Verdict": words.standing_word(kind.standing),
        "Loss without it": f"{words.points(kind.value.mean)} points" if played else "",
        "95 % interval": words.point_span(kind.value) if played else "",
        "Offered a play": plain(kind.usage.offered, 1),
        "Chosen a play": plain(kind.usage.chosen, 1),
        "Forced a play": plain(kind.usage.forced, 1),
        "Plays at each seat": count(kind.contest.plays) if kind.contest else "",
        "Plays to decide": plays_to_decide(kind.doubt),
    }


def matrix_table(found: RoundRobin) -> Table:
    """The matrix with the lone bot in front: `41 % (39 to 43)` among the bot of each column."""
    return [
        {"Alone": one, **{f"among {field}": _cell(found, one, field) for field in found.bots}} for one in found.bots
    ]


def _cell(found: RoundRobin, one: str, field: str) -> str:
    contest = found.cells.get((one, field))
    if contest is None:
        return "even"
    mean, low, high = (
        plain(100 * each, 0) for each in (contest.estimate.mean, contest.estimate.low, contest.estimate.high)
    )
    return f"{mean} % ({low} to {high})"
