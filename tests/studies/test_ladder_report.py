"""What a skill ladder says: in sentences that say no more than the plays do, in charts, and as JSON."""

import json
import math
import re
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from tests.studies.test_strategies_charts import labels, marks
from tests.support import answers
from tests.support.answers import drawings_of, things
from tests.support.comparisons import says
from tests.support.ladders import climbed, luck
from tests.support.strength import contest, drawn_contest, simple
from workbench.report.document import Drawing, Passage
from workbench.report.renderers.html import as_html
from workbench.report.renderers.text import as_csv, as_json
from workbench.stats import Verdict
from workbench.studies.contest import JudgedContest
from workbench.studies.ladder import STUDY, charts
from workbench.studies.ladder.luck import BotChance, SeedEffect
from workbench.studies.ladder.measure import judge_rungs
from workbench.studies.ladder.question import LadderQuestion

OPEN = Verdict.UNDECIDED
NULL_DRAWS = 60
told = partial(answers.told, STUDY)


def test_a_rung_says_its_verdict_and_what_it_lacks() -> None:
    rungs = climbed((Verdict.HIGHER, Verdict.LOWER, Verdict.SAME)).rungs
    open_ = judge_rungs([contest("a", "b", 0.51)])
    rows = told(replace(climbed(), rungs=(*rungs, *open_))).blocks[-1].rows
    assert [row["Verdict"] for row in rows[:4]] == ["stronger", "weaker", "as strong", "undecided"]
    assert [bool(row["Plays to decide"]) for row in rows] == [False] * 3 + [True, False]
    assert rows[0]["Share of the wins"] == "90.0\u202f%"


def test_the_lead_among_greedy_bots_is_a_figure_of_its_own() -> None:
    answer = replace(climbed(), over_greedy=contest("thinker:4", "greedy", 0.7))
    assert answer.skill_over_greedy.mean == pytest.approx(0.4)
    assert [(contest.one, contest.field) for contest in answer.tops] == [
        ("thinker:4", "random"),
        ("thinker:4", "greedy"),
    ]
    html = as_html(told(answer), "")
    assert "0.40" not in html, "what is measured against greedy bots is no point on the scale from luck to skill"
    assert says(re.sub("<[^>]*>", " ", html), "Lead over quick bots", "+20.0 points", "+15.3 to +24.3")
    rung = answer.rungs[1].contest
    assert [contest.field for contest in replace(answer, over_greedy=rung).tops] == ["random"]


def test_a_doubling_pays_only_where_its_interval_says_so() -> None:
    assert not any("hinking longer" in line for line in things(told(climbed())))
    rung = JudgedContest(contest("thinker:4", "thinker:2", 0.8), Verdict.HIGHER)
    assert things(told(replace(climbed(), rungs=(*climbed().rungs[:2], rung))))[0].startswith("Thinking longer pays")
    rung = JudgedContest(contest("thinker:4", "thinker:2", 0.3), Verdict.LOWER)
    assert "does not pay" in things(told(replace(climbed(), rungs=(*climbed().rungs[:2], rung))))[0]
    none = told(replace(climbed(), rungs=climbed().rungs[:2]))
    assert "Gain of a doubling" not in as_html(replace(none, details=""), "")


@pytest.mark.parametrize(
    ("verdict", "word"),
    [(Verdict.LOWER, "loses to"), (Verdict.SAME, "does as well as"), (Verdict.UNDECIDED, "is not yet shown to beat")],
)
def test_a_rung_that_does_not_pay_is_not_said_to(verdict: Verdict, word: str) -> None:
    answer = climbed((verdict, Verdict.UNDECIDED, Verdict.UNDECIDED))
    assert says(told(answer).headline, f"Quick play {word} random play")


def dealt(*chances: float, bot_chance: BotChance = BotChance.MUCH) -> str:
    """What a ladder says whose first seat wins shuffles with these chances."""
    rng = np.random.default_rng(7)
    winners = np.where(rng.random((len(chances), 20)) < np.array(chances)[:, None], 1, 2)
    return " ".join(things(told(replace(climbed(), luck=luck(chance=bot_chance, winners=winners)))))


def test_shuffles_matter_only_where_that_is_shown() -> None:
    assert re.search(
        "a seat.s chance is [12]\\d.% or less on one shuffle.*, and [789]\\d.% or more", dealt(*[0.2, 0.8] * 100)
    )
    assert "a seat's chance" not in dealt(*[0.5] * 200)
    assert "a seat's chance" not in dealt(0.2, 0.8, 0.5)
    assert "a seat's chance" not in dealt(*[0.2, 0.8] * 100, bot_chance=BotChance.NONE)
    assert "make no random choices" in dealt(*[0.5] * 3, bot_chance=BotChance.NONE)


def test_an_undecided_ladder_needs_no_advice() -> None:
    ladder = climbed((OPEN, OPEN, OPEN))
    flat = [JudgedContest(contest(rung.contest.one, rung.contest.field, 0.5), OPEN) for rung in ladder.rungs]
    assert things(told(replace(ladder, rungs=tuple(flat)))) == []


def test_a_game_that_is_dealt_more_than_played_is_told() -> None:
    winners = np.repeat(np.array([[1], [2]] * 20), 10, axis=1)
    assert "That matters more than the play" in things(told(replace(climbed(), luck=luck(winners=winners))))[-1]


def test_of_rungs_that_are_alike_none_is_told_to_pay() -> None:
    rng, lines = np.random.default_rng(2), []
    for _ in range(NULL_DRAWS):
        pairs = (("greedy", "random"), ("thinker:2", "greedy"), ("thinker:4", "thinker:2"))
        rungs = judge_rungs([drawn_contest(*pair, rng.random((2, 300)) < 0.5) for pair in pairs])
        even = replace(climbed(), rungs=rungs, luck=luck(winners=rng.integers(1, 3, (40, 10))))
        lines.append(things(told(even)))
    assert np.mean([bool(line) for line in lines]) <= 0.05


def test_the_lowest_rung_stands_at_the_bottom() -> None:
    chart = drawings_of(told(climbed()))["rungs"].draw()
    assert labels(chart)[-1] == "<b>quick</b><br>alone among random"
    fields = "random", "thinker 2"
    assert labels(chart)[:2] == [f"<b>thinker 4</b><br>alone among {field}" for field in fields]
    assert marks(chart)["<b>quick</b><br>alone among random"][0] == pytest.approx(90)
    [even] = chart.figure.layout.shapes
    assert even.x0 == even.x1 == pytest.approx(50)
    assert "1 in 2" in chart.sentence


def test_while_it_is_played_the_ladder_grows_from_below() -> None:
    question = LadderQuestion(scenario=climbed().scenario, lowest=2, top=8)
    words, empty = STUDY.report_so_far(question, [])
    assert isinstance(words, Passage) and isinstance(empty, Drawing) and marks(empty.draw()) == {}
    played = [contest("greedy", "random", 0.9), contest("thinker:8", "random", 1)]
    words, drawn = STUDY.report_so_far(question, played)
    assert "2 of 6 contests" in words.markdown and len(labels(drawn.draw())) == 6
    assert set(marks(drawn.draw())) == {f"<b>{one}</b><br>alone among random" for one in ("quick", "thinker 8")}


def seeds(chance: float, shuffles: int = 300, retakes: int = 20, per_shuffle: bool = False) -> SeedEffect:
    """Two seats; the first wins each play with this chance, or every play of that share of shuffles."""
    rng = np.random.default_rng(3)
    size = (shuffles, 1) if per_shuffle else (shuffles, retakes)
    won = np.broadcast_to(rng.random(size) < chance, (shuffles, retakes))
    return SeedEffect("random", 2, BotChance.MUCH, np.where(won, 1, 2).astype(np.uint16))


def test_where_the_shuffle_does_not_matter_the_bars_follow_the_line() -> None:
    bars, line = charts.seed_effect(seeds(0.4)).data
    assert sum(bars.y) == pytest.approx(1)
    assert sum(line.y) == pytest.approx(1)
    assert np.abs(np.array(bars.y) - np.array(line.y)).max() < 0.04


@pytest.mark.parametrize("retakes", [2, 20, 33, 500])
def test_every_rate_has_a_bin(retakes: int) -> None:
    bars, line = charts.seed_effect(seeds(0.5, 30, retakes)).data
    assert 3 <= len(bars.x) <= 22
    assert sum(bars.y) == pytest.approx(1)
    assert sum(line.y) == pytest.approx(1)


def test_a_ladder_of_few_plays_says_so_once_and_gives_no_advice_however_clear_it_looks() -> None:
    won = np.ones((2, 99), dtype=bool)
    rungs = judge_rungs([drawn_contest(*pair, won) for pair in (("greedy", "random"), ("a", "greedy"), ("b", "a"))])
    short = replace(climbed(), rungs=rungs, top=rungs[0].contest, luck=luck(winners=[[1] * 3, [2] * 3] * 16))
    assert {rung.verdict for rung in rungs} == {OPEN}
    report = told(short)
    assert says(report.headline, "99 plays of each rung", "too few") and "pays" not in " ".join(things(report))


@pytest.mark.parametrize(
    ("among_quick", "among_thinkers", "words"),
    [
        (
            0.7,
            0.7,
            ("A simple strategy beats thinkers:", "70 % (65 % to 74 %) against a thinker 4 bot", "50 % is even"),
        ),
        (0.7, 0.5, ("A simple way to beat quick bots:", "70 %", "against a quick bot and 50 %")),
        (
            0.5,
            0.3,
            ("Whether there is a simple way to beat quick bots is undecided: the best of 99 scripted mixtures",),
        ),
        (0.3, 0.3, ("No simple way to beat quick bots: the best of 99 scripted mixtures",)),
    ],
)
def test_a_ladder_says_first_whether_there_is_a_simple_way_to_beat_its_bots(
    among_quick: float, among_thinkers: float, words: tuple[str, ...]
) -> None:
    strategy = simple(among_quick, among_thinkers)
    report = told(replace(climbed(), simple=strategy))
    first = things(report)[0]
    name = "quick without scout while own hand is 2 or less (greedy~scout:own_hand=..2)"
    assert says(first, words[0], name, *words[1:])
    assert ("before you trust these bots" in as_html(report, "")) is (among_thinkers > 0.5)
    lines = as_csv(report).splitlines()
    assert [line.split(",")[1] for line in lines if line.startswith("simple strategy")] == [
        "greedy~scout:own_hand=..2"
    ] * 2
    assert as_json(report)["simple"]["tried"] == 99 and len(as_json(report)["simple"]["contests"]) == 2
    assert len(labels(drawings_of(report)["rungs"].draw())) == 4 + 2


def test_a_ladder_is_json_and_csv() -> None:
    report = told(climbed())
    answer = as_json(report)
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer
    assert [rung["verdict"] for rung in answer["rungs"]] == ["higher", "higher", "undecided"]
    assert answer["top"]["among"] == "random"
    assert math.isclose(answer["skill"]["mean"], 0.9, abs_tol=1e-9)
    head, *lines = as_csv(report).splitlines()
    names = "study bot among share low high even p_value verdict plays players revision seed"
    assert set(head.split(",")) == set(names.split())
    assert [line.split(",")[0] for line in lines] == [*["rung"] * 3, "top among random"]
    assert report.plays == 4 * 2 * 400 and report.bots == ("random", "greedy", "thinker:2", "thinker:4")
