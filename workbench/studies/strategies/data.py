"""Strategies for other programs: their JSON, and a record for each contest."""

from workbench.report.json import Json, estimate_json, scenario_json
from workbench.studies.contest_words import contest_json, contest_record, doubt_json
from workbench.studies.strategies.measure import Mechanism, Mechanisms, Strategies
from workbench.studies.strategies.robin import RoundRobin


def strategies_json(strategies: Strategies) -> Json:
    """`strategies --json`: what every kind of action is worth, and the round robin."""
    return {
        **scenario_json(strategies.robin.scenario),
        "mechanisms": mechanisms_json(strategies.mechanisms),
        "round_robin": robin_json(strategies.robin),
    }


def mechanisms_json(mechanisms: Mechanisms) -> Json:
    """Restricted play; `contest` is null for a kind that cannot be left out."""
    return {"bot": mechanisms.bot, "kinds": [_kind_json(kind) for kind in mechanisms.kinds]}


def robin_json(robin: RoundRobin) -> Json:
    """The round robin."""
    shares, low, high = (table.tolist() for table in robin.matrix)
    return {
        "bots": list(robin.bots),
        "plays": robin.plays,
        "shares": shares,
        "low": low,
        "high": high,
        "beats": [list(cell) for cell in robin.beats],
        "dominated": [{"bot": d.bot, "by": d.by, "strict": d.strict} for d in robin.dominated],
        "equilibrium": [{"bot": b.bot, "weight": b.weight, "low": b.low, "high": b.high} for b in robin.equilibrium],
        "ratings": [
            {"bot": r.bot, "mean": r.mean, "low": r.low, "high": r.high, "sigma": r.sigma} for r in robin.ratings
        ],
        "runs": {f"{one} among {field}": list(cell.runs) for (one, field), cell in robin.cells.items()},
    }


def _kind_json(kind: Mechanism) -> Json:
    usage = kind.usage
    return {
        "kind": kind.kind,
        "standing": kind.standing.value,
        "doubt": doubt_json(kind.doubt),
        "value": estimate_json(kind.value),
        "usage": {"plays": usage.plays, "offered": usage.offered, "chosen": usage.chosen, "forced": usage.forced},
        "contest": contest_json(kind.contest) if kind.contest else None,
    }


def strategies_records(strategies: Strategies) -> list[dict[str, object]]:
    """Every contest of the restricted play and of the round robin, in full precision."""
    kinds, robin = strategies.mechanisms.kinds, strategies.robin
    left_out = [contest_record("left out", kind.contest, kind.standing.value) for kind in kinds if kind.contest]
    cells = [(contest, robin.verdicts[cell].value) for cell, contest in robin.cells.items()]
    return [*left_out, *(contest_record("round robin", contest, verdict) for contest, verdict in cells)]
