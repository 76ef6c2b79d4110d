"""What a skill ladder says: in sentences that say no more than the plays do, in charts, and as JSON."""

import json
import math
import re
from dataclasses import replace

import numpy as np
import pytest

from tests.studies.test_strategies_charts import labels, marks
from tests.support.comparisons import says
from tests.support.ladders import climbed, luck
from tests.support.strength import contest, drawn_contest
from workbench.report.renderers import data
from workbench.report.renderers.html import as_html
from workbench.stats import Verdict
from workbench.studies.contest_words import SHARE_DEFINITION
from workbench.studies.ladder import STUDY, charts, words
from workbench.studies.ladder.luck import BotChance, SeedEffect
from workbench.studies.ladder.measure import Rung, judge_rungs
from workbench.studies.ladder.question import LadderPlan

OPEN = Verdict.UNDECIDED
NULL_DRAWS = 60


def test_a_rung_is_told_with_what_is_even() -> None:
    better, same, worse, open_ = (
        words.rung_sentence(Rung(contest("a", "b", 0.6), verdict))
        for verdict in (Verdict.HIGHER, Verdict.SAME, Verdict.LOWER, Verdict.UNDECIDED)
    )
    assert says(better, "A alone among b", "60.0 % (55.", "50.0 % is even", "+10.0 points", "stronger")
    assert says(same, "less than a point")
    assert says(worse, "+10.0 points", "weaker")
    assert says(open_, "+10.0 points", "undecided", "more plays")


def test_the_skill_share_is_told_among_greedy_bots_too() -> None:
    answer = replace(climbed(), over_greedy=contest("ismcts:4", "greedy", 0.7))
    assert answer.skill_over_greedy.mean == pytest.approx(0.4)
    assert [(contest.one, contest.field) for contest in answer.tops] == [("ismcts:4", "random"), ("ismcts:4", "greedy")]
    for told in (words.summary(answer), words.skill_sentence(answer)):
        assert "0.40" not in told, "what is measured against greedy bots is no point on the scale from luck to skill"
    assert says(words.skill_sentence(answer), "among quick bots", "70.0 %", "+20.0 points (+15.3 to +24.3)")
    rung = answer.rungs[1].contest
    assert [contest.field for contest in replace(answer, over_greedy=rung).tops] == ["random"]


def test_a_doubling_pays_only_where_its_interval_says_so() -> None:
    assert words.doubling_sentence(climbed()).endswith("whether it pays is undecided.")
    clear = climbed()
    object.__setattr__(clear, "rungs", (*clear.rungs[:2], Rung(contest("ismcts:4", "ismcts:2", 0.8), Verdict.HIGHER)))
    assert words.doubling_sentence(clear).endswith("thinking longer pays.")
    object.__setattr__(clear, "rungs", clear.rungs[:2])
    assert words.doubling_sentence(clear) == "No rung doubles the budget of the one below."


@pytest.mark.parametrize(
    ("verdict", "word"),
    [(Verdict.LOWER, "loses to"), (Verdict.SAME, "does as well as"), (Verdict.UNDECIDED, "is not yet shown to beat")],
)
def test_a_rung_that_does_not_pay_is_not_said_to(verdict: Verdict, word: str) -> None:
    answer = climbed((verdict, Verdict.UNDECIDED, Verdict.UNDECIDED))
    assert says(words.lesson(answer), f"Looking one step ahead {word} random play")


def dealt(*chances: float, bot_chance: BotChance = BotChance.MUCH) -> str:
    """What a ladder says whose first seat wins shuffles with these chances."""
    rng = np.random.default_rng(7)
    winners = np.where(rng.random((len(chances), 20)) < np.array(chances)[:, None], 1, 2)
    return words.lesson(replace(climbed(), luck=luck(chance=bot_chance, winners=winners)))


def test_shuffles_matter_only_where_that_is_shown() -> None:
    assert re.search(
        "a seat.s chance is [12]\\d.% or less on one shuffle.*, and [789]\\d.% or more", dealt(*[0.2, 0.8] * 100)
    )
    assert "Shuffles matter" not in dealt(*[0.5] * 200)
    assert "Shuffles matter" not in dealt(0.2, 0.8, 0.5)
    assert "Shuffles matter" not in dealt(*[0.2, 0.8] * 100, bot_chance=BotChance.NONE)


def test_an_undecided_ladder_needs_no_advice() -> None:
    ladder = climbed((OPEN, OPEN, OPEN))
    flat = replace(ladder, rungs=tuple(Rung(contest(r.contest.one, r.contest.field, 0.5), OPEN) for r in ladder.rungs))
    assert words.advice(flat) == []


def test_a_game_that_is_dealt_more_than_played_is_told() -> None:
    dealt = np.repeat(np.array([[1], [2]] * 20), 10, axis=1)
    lines = words.advice(replace(climbed(), luck=luck(winners=dealt)))
    assert any("shuffle matters more than the play" in line for line in lines)
    assert words.advice(climbed()) == [line for line in lines if "shuffle matters" not in line]


def test_of_rungs_that_are_alike_none_is_told_to_pay() -> None:
    rng, told = np.random.default_rng(2), []
    for _ in range(NULL_DRAWS):
        pairs = (("greedy", "random"), ("ismcts:2", "greedy"), ("ismcts:4", "ismcts:2"))
        rungs = judge_rungs([drawn_contest(*pair, rng.random((2, 300)) < 0.5) for pair in pairs])
        told.append(words.advice(replace(climbed(), rungs=rungs, luck=luck(winners=rng.integers(1, 3, (40, 10))))))
    assert np.mean([bool(lines) for lines in told]) <= 0.05


def test_the_lowest_rung_stands_at_the_bottom() -> None:
    chart = charts.rungs_chart(climbed())
    assert labels(chart)[-1] == "<b>quick</b><br>among random"
    assert labels(chart)[:2] == ["<b>thinker 4</b><br>among random", "<b>thinker 4</b><br>among thinker 2"]
    assert marks(chart)["<b>quick</b><br>among random"][0] == pytest.approx(90)
    [even] = chart.figure.layout.shapes
    assert even.x0 == even.x1 == pytest.approx(50)
    assert "1 in 2" in chart.sentence


def test_while_it_is_played_the_ladder_grows_from_below() -> None:
    plan = LadderPlan(2, 8)
    assert marks(charts.rungs_so_far(plan, 2, [])) == {}
    chart = charts.rungs_so_far(plan, 2, [contest("greedy", "random", 0.9), contest("ismcts:8", "random", 1)])
    assert len(labels(chart)) == 6
    assert set(marks(chart)) == {"<b>quick</b><br>among random", "<b>thinker 8</b><br>among random"}


def seeds(chance: float, shuffles: int = 300, retakes: int = 20, per_shuffle: bool = False) -> SeedEffect:
    """Two seats; the first wins each play with this chance, or every play of that share of shuffles."""
    rng = np.random.default_rng(3)
    size = (shuffles, 1) if per_shuffle else (shuffles, retakes)
    won = np.broadcast_to(rng.random(size) < chance, (shuffles, retakes))
    return SeedEffect("random", 2, BotChance.MUCH, np.where(won, 1, 2).astype(np.uint16))


def test_where_the_shuffle_does_not_matter_the_bars_follow_the_line() -> None:
    bars, line = charts.seed_effect(seeds(0.4)).figure.data
    assert sum(bars.y) == pytest.approx(1)
    assert sum(line.y) == pytest.approx(1)
    assert np.abs(np.array(bars.y) - np.array(line.y)).max() < 0.04


@pytest.mark.parametrize("retakes", [2, 20, 33, 500])
def test_every_rate_has_a_bin(retakes: int) -> None:
    chart = charts.seed_effect(seeds(0.5, 30, retakes))
    bars, line = chart.figure.data
    assert 3 <= len(bars.x) <= 22
    assert sum(bars.y) == pytest.approx(1)
    assert sum(line.y) == pytest.approx(1)
    assert f"{retakes} times" in chart.sentence


def test_the_document_tells_all_of_it_once() -> None:
    report = STUDY.report(climbed())
    html = as_html(report, "workbench ladder")
    sentences = [words.skill_sentence(climbed()), words.doubling_sentence(climbed()), *words.luck_sentences(luck())]
    sentences += map(words.rung_sentence, climbed().rungs)
    definitions = [SHARE_DEFINITION, words.SKILL_DEFINITION, words.LUCK_DEFINITION, words.SKILL_AND_LUCK]
    text = html.replace("&#39;", "'")
    assert {told: text.count(told) for told in sentences} == dict.fromkeys(sentences, 1)
    assert all(definition in text for definition in definitions) and html.count("<figure") == 2
    assert report.headline == words.lesson(climbed()) and report.evidence == [words.summary(climbed())]


def test_a_ladder_of_few_plays_says_so_once_and_gives_no_advice_however_clear_it_looks() -> None:
    won = np.ones((2, 99), dtype=bool)
    rungs = judge_rungs([drawn_contest(*pair, won) for pair in (("greedy", "random"), ("a", "greedy"), ("b", "a"))])
    short = replace(climbed(), rungs=rungs, top=rungs[0].contest, luck=luck(winners=[[1] * 3, [2] * 3] * 16))
    assert {rung.verdict for rung in rungs} == {OPEN} and words.advice(short) == []
    report = STUDY.report(short)
    assert says(report.headline, "99 plays of each rung", "too few") and report.evidence == []


def test_a_ladder_is_json_and_csv() -> None:
    report = STUDY.report(climbed())
    told = data.as_json(report)
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert [rung["verdict"] for rung in told["rungs"]] == ["higher", "higher", "undecided"]
    assert told["top"]["among"] == "random"
    assert math.isclose(told["skill"]["mean"], 0.9, abs_tol=1e-9)
    head, *lines = data.as_csv(report).splitlines()
    assert head.startswith("study,bot,among,share,low,high,even,p_value,verdict,plays,players,revision,seed")
    assert [line.split(",")[0] for line in lines] == [*["rung"] * 3, "top among random"]
