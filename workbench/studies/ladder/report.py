"""A skill ladder as a document: the lesson, four figures, the rungs and the shuffles."""

from collections.abc import Sequence
from types import ModuleType

from workbench.engine.wording import counted
from workbench.report.document import (
    Beside,
    Block,
    Definition,
    Drawing,
    Figures,
    KeyFigure,
    Points,
    Prose,
    Report,
    Section,
    Table,
)
from workbench.report.json import Json, estimate_json, scenario_json
from workbench.report.text.phrases import percent
from workbench.stats import Figure
from workbench.studies.contest import Contest
from workbench.studies.contest_words import SHARE_DEFINITION, contest_json, contest_record, doubt_json
from workbench.studies.ladder import words
from workbench.studies.ladder.luck import SeedEffect
from workbench.studies.ladder.measure import Ladder, Rung
from workbench.studies.ladder.question import LadderQuestion, pairs_of, rungs


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


def report(answer: Ladder) -> Report:
    """The document of a ladder."""
    scenario, lesson, summary = answer.scenario, words.lesson(answer), words.summary(answer)
    contests = *(rung.contest for rung in answer.rungs), *answer.tops
    table = Table(f"Even is {percent(answer.top.even)}", words.rung_table(answer), 2)
    decided = words.decided_rungs(answer)
    return Report(
        scenario=scenario,
        title=f"Skill ladder of {scenario.game.title}: {scenario.title}",
        headline=lesson,
        plays=sum(contest.plays * contest.players for contest in contests),
        evidence=[summary] if summary != lesson else [],
        advice=words.advice(answer),
        blocks=[
            Figures(_figures(answer), [words.skill_sentence(answer)]),
            Prose(words.SKILL_AND_LUCK),
            Beside([_rungs(answer), _shuffles(answer)]),
            Section("Every rung", [*([Points(decided)] if decided else []), table], folded=True),
            Definition(SHARE_DEFINITION),
        ],
        records=ladder_records(answer),
        data=ladder_json(answer),
        how=words.how_played(answer),
        bots=rungs(answer.plan),
    )


def report_so_far(question: LadderQuestion, contests: Sequence[Contest]) -> Sequence[Block]:
    """The rungs that have been played."""
    plan, players = question.plan, question.scenario.players
    finished = f"{len(contests)} of {counted(len(pairs_of(plan)), 'contest')} are finished"
    return [
        Prose(f"So far: {finished}. The shuffles come next."),
        Drawing("rungs", lambda: _charts().rungs_so_far(plan, players, contests)),
    ]


def _figures(ladder: Ladder) -> list[KeyFigure]:
    figures = [KeyFigure.of(Figure("skill_share", words.SKILL, ladder.skill), "skill share")]
    if ladder.over_greedy:
        figures.append(KeyFigure.of_change(Figure("lead", words.LEAD, ladder.over_greedy.gain), "greedy"))
    if ladder.doubling:
        figures.append(KeyFigure.of_change(Figure("doubling", words.DOUBLING, ladder.doubling), "rung"))
    return [*figures, KeyFigure.of(Figure("luck", words.LUCK, ladder.luck.effect), "luck of the shuffle")]


def _rungs(ladder: Ladder) -> list[Block]:
    return [
        Drawing("rungs", lambda: _charts().rungs_chart(ladder), SHARE_DEFINITION, ["rung", "seat"]),
        Points([words.doubling_sentence(ladder), *words.undecided_rungs(ladder)]),
    ]


def _shuffles(ladder: Ladder) -> list[Block]:
    terms = ["luck of the shuffle", "retake"]
    return [
        Drawing("seed_effect", lambda: _charts().seed_effect(ladder.luck), words.LUCK_DEFINITION, terms),
        Points(words.luck_sentences(ladder.luck)),
    ]


def _charts() -> ModuleType:
    """The charts, with their library, where something is drawn."""
    from workbench.studies.ladder import charts

    return charts
