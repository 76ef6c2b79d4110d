"""Studies of strength as `ladder --json` and `strategies --json` print them.

Shares, gains and values are parts of all wins, from 0 to 1. Matrices have a row for each lone bot and a column for each
bot of the field, in the order of `bots`.
"""

from typing import Any

from workbench.study.scenario import Scenario
from workbench.study.strength.contest import Contest, Doubt
from workbench.study.strength.ladder import Ladder, Rung
from workbench.study.strength.luck import SeedEffect
from workbench.study.strength.restricted import Mechanism, Mechanisms
from workbench.study.strength.robin import RoundRobin
from workbench.study.strength.strategies import Strategies
from workbench.study.summaries import estimate_json, number

Json = dict[str, Any]


def ladder_json(found: Ladder) -> Json:
    """`ladder --json`: the rungs from the second, `skill` 0 to 1, `doubling` null where no rung doubles.

    `over_greedy` and `skill_over_greedy` are as `top` and `skill`, with greedy bots in the place of random ones; the
    latter is no point on the scale from luck to skill.
    """
    return {
        **_head(found.scenario),
        "rungs": [_rung_json(rung) for rung in found.rungs],
        "top": _contest_json(found.top),
        "skill": estimate_json(found.skill),
        "over_greedy": _contest_json(found.over_greedy) if found.over_greedy else None,
        "skill_over_greedy": estimate_json(found.skill_over_greedy) if found.skill_over_greedy else None,
        "doubling": estimate_json(found.doubling) if found.doubling else None,
        "seed_effect": _luck_json(found.luck),
    }


def strategies_json(found: Strategies) -> Json:
    """`strategies --json`: what every kind of action is worth, and the round robin."""
    return {
        **_head(found.robin.scenario),
        "mechanisms": mechanisms_json(found.mechanisms),
        "round_robin": robin_json(found.robin),
    }


def mechanisms_json(found: Mechanisms) -> Json:
    """Restricted play; `contest` is null for a kind that cannot be left out."""
    return {"bot": found.bot, "kinds": [_kind_json(kind) for kind in found.kinds]}


def robin_json(found: RoundRobin) -> Json:
    """The round robin."""
    shares, low, high = (table.tolist() for table in found.matrix)
    return {
        "bots": list(found.bots),
        "plays": found.plays,
        "shares": shares,
        "low": low,
        "high": high,
        "beats": [list(cell) for cell in found.beats],
        "dominated": [{"bot": d.bot, "by": d.by, "strict": d.strict} for d in found.dominated],
        "equilibrium": [{"bot": b.bot, "weight": b.weight, "low": b.low, "high": b.high} for b in found.equilibrium],
        "ratings": [
            {"bot": r.bot, "mean": r.mean, "low": r.low, "high": r.high, "sigma": r.sigma} for r in found.ratings
        ],
        "runs": {f"{one} among {field}": list(cell.runs) for (one, field), cell in found.cells.items()},
    }


def _head(scenario: Scenario) -> Json:
    return {
        "game": scenario.game.name,
        "scenario": scenario.revision,
        "rules": scenario.rules,
        "rules_hash": scenario.rules_hash,
        "seed": scenario.seed,
        "players": scenario.players,
        "even": 1 / scenario.players,
    }


def _contest_json(contest: Contest) -> Json:
    return {
        "bot": contest.one,
        "among": contest.field,
        "plays": contest.plays,
        "share": estimate_json(contest.estimate),
        "by_seat": [number(share) for share in contest.by_seat],
        "p_value": number(contest.p_value),
        "runs": list(contest.runs),
    }


def _rung_json(rung: Rung) -> Json:
    gain = estimate_json(rung.contest.gain)
    return {**_contest_json(rung.contest), "gain": gain, "verdict": rung.verdict.value, "doubt": doubt_json(rung.doubt)}


def doubt_json(doubt: Doubt | None) -> Json | None:
    """Why a verdict is undecided; null where it is not.

    `further` plays decide it with a chance of 50 %, `further_likely` of 80 %; null where there is no sensible number.
    """
    if doubt is None:
        return None
    plays = doubt.further
    return {**vars(doubt), "further": plays and plays.even, "further_likely": plays and plays.likely}


def _luck_json(found: SeedEffect) -> Json:
    return {
        "bot": found.bot,
        "shuffles": found.shuffles,
        "retakes": found.retakes,
        "own_chance": found.own_chance.value,
        "effect": estimate_json(found.effect),
        "spread": estimate_json(found.spread),
        "runs": list(found.runs),
    }


def _kind_json(kind: Mechanism) -> Json:
    usage = kind.usage
    return {
        "kind": kind.kind,
        "standing": kind.standing.value,
        "doubt": doubt_json(kind.doubt),
        "value": estimate_json(kind.value),
        "usage": {"plays": usage.plays, "offered": usage.offered, "chosen": usage.chosen, "forced": usage.forced},
        "contest": _contest_json(kind.contest) if kind.contest else None,
    }
