"""A skill ladder for other programs: its JSON, and a record for each contest."""

from workbench.report.json import Json, estimate_json, scenario_json
from workbench.studies.contest_words import contest_json, contest_record, doubt_json
from workbench.studies.ladder.luck import SeedEffect
from workbench.studies.ladder.measure import Ladder, Rung


def ladder_json(ladder: Ladder) -> Json:
    """`ladder --json`: the rungs from the second, `skill` 0 to 1, `doubling` null where no rung doubles.

    `over_greedy` and `skill_over_greedy` are as `top` and `skill`, with greedy bots in the place of random ones; the
    latter is no point on the scale from luck to skill.
    """
    return {
        **scenario_json(ladder.scenario),
        "rungs": [_rung_json(rung) for rung in ladder.rungs],
        "top": contest_json(ladder.top),
        "skill": estimate_json(ladder.skill),
        "over_greedy": contest_json(ladder.over_greedy) if ladder.over_greedy else None,
        "skill_over_greedy": estimate_json(ladder.skill_over_greedy) if ladder.skill_over_greedy else None,
        "doubling": estimate_json(ladder.doubling) if ladder.doubling else None,
        "seed_effect": _luck_json(ladder.luck),
    }


def _rung_json(rung: Rung) -> Json:
    gain = estimate_json(rung.contest.gain)
    return {**contest_json(rung.contest), "gain": gain, "verdict": rung.verdict.value, "doubt": doubt_json(rung.doubt)}


def _luck_json(luck: SeedEffect) -> Json:
    return {
        "bot": luck.bot,
        "shuffles": luck.shuffles,
        "retakes": luck.retakes,
        "own_chance": luck.bot_chance.value,
        "effect": estimate_json(luck.effect),
        "spread": estimate_json(luck.spread),
        "quarters": list(luck.quarters) if luck.quarters else None,
        "runs": list(luck.runs),
    }


def ladder_records(ladder: Ladder) -> list[dict[str, object]]:
    """Every rung, then the top rung among random bots and among greedy ones, in full precision."""
    rungs = [contest_record("rung", rung.contest, rung.verdict.value) for rung in ladder.rungs]
    return [*rungs, *(contest_record(f"top among {contest.field}", contest, "") for contest in ladder.tops)]
