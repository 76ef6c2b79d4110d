"""The columns of a skill ladder, and its object in JSON."""

from workbench.report.columns import Columns, TableColumn, for_programs, percent, points, ratio
from workbench.report.json import Json, scenario_json
from workbench.studies.contest import JudgedContest
from workbench.studies.contest_columns import CONTEST, JUDGED, SIMPLE, SIMPLE_ABOUT, TOGETHER, TOGETHER_ABOUT
from workbench.studies.ladder.luck import SeedEffect
from workbench.studies.ladder.measure import Ladder, lines_so_far

__all__ = ["SIMPLE_ABOUT", "TOGETHER", "TOGETHER_ABOUT", "lines_so_far"]  # the templates have them

SKILL: TableColumn[Ladder] = ratio(
    "skill",
    "Skill share",
    lambda ladder: ladder.skill,
    about="(s − 1/N) / (1 − 1/N), where N is the number of seats and s how often the top rung wins alone among random"
    " bots. 0: chance alone decides; 1: the stronger player always wins. It depends on the bots: a stronger top rung"
    " could only raise it. Where all win or lose together, the share of the wins of random bots stands in the place of"
    " 1/N.",
    terms=["skill share"],
)
DOUBLING: TableColumn[Ladder] = points(
    "doubling",
    "Gain of a doubling",
    lambda ladder: ladder.doubling,
    about="How far above an even share a thinker wins among thinkers of half as many playouts, averaged over the rungs"
    " that double.",
    terms=["rung"],
)
FIGURES = Columns[Ladder](
    SKILL,
    points(
        "lead",
        "Lead over quick bots",
        lambda ladder: ladder.over_greedy.gain if ladder.over_greedy else None,
        about="How far above an even share the top rung wins alone among quick bots: what thinking adds, since any good"
        " bot nearly always beats random ones. It is not on the scale from luck to skill: quick bots have skill.",
        terms=["greedy"],
    ),
    DOUBLING,
    percent(
        "luck",
        "Luck of the shuffle",
        lambda ladder: ladder.luck.effect,
        0,
        about="The share of the variance of a win that lies between shuffles when equal bots play the same shuffles"
        " again and again (intraclass correlation, corrected for noise). 0: the shuffle does not matter; 1: it fixes"
        " the winner before the first decision. 0.25 does not mean that it decides one win in four. It can be high"
        " beside a high skill share: that is about unequal players, this about equal ones.",
        terms=["luck of the shuffle", "retake"],
    ),
)
LUCK = Columns[SeedEffect](
    for_programs("bot", lambda luck: luck.bot),
    for_programs("shuffles", lambda luck: luck.shuffles),
    for_programs("retakes", lambda luck: luck.retakes),
    for_programs("own_chance", lambda luck: luck.bot_chance.value),
    for_programs("effect", lambda luck: luck.effect),
    for_programs("spread", lambda luck: luck.spread),
    for_programs("quarters", lambda luck: luck.quarters and [*luck.quarters]),
    for_programs("runs", lambda luck: [*luck.runs]),
)
ANSWER = Columns[Ladder](
    for_programs("rungs", lambda ladder: [*map(JUDGED.json, ladder.rungs)]),
    for_programs("top", lambda ladder: CONTEST.json(JudgedContest(ladder.top))),
    SKILL,
    for_programs("over_greedy", lambda ladder: ladder.over_greedy and CONTEST.json(JudgedContest(ladder.over_greedy))),
    for_programs("skill_over_greedy", lambda ladder: ladder.skill_over_greedy),
    DOUBLING,
    for_programs("simple", lambda ladder: ladder.simple and SIMPLE.json(ladder.simple)),
    for_programs("seed_effect", lambda ladder: LUCK.json(ladder.luck)),
)


def data(ladder: Ladder) -> Json:
    """The object of `ladder --json`."""
    return {**scenario_json(ladder.scenario), "together": ladder.scenario.together, **ANSWER.json(ladder)}


def records(ladder: Ladder) -> list[dict[str, object]]:
    """The lines of `ladder --csv`."""
    return JUDGED.records(ladder.lines)
