"""Which bot plays most like the testers: sessions drawn from one bot's plays."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from tests.support.answers import table_of, things
from tests.support.answers import told as told_by
from tests.support.scenarios import scenario
from workbench.bots.spec import bot_title
from workbench.engine.problems import BadInput
from workbench.play.batches import simulate
from workbench.play.figures import figures
from workbench.play.options import RunOptions
from workbench.playtest.log.kinds import SessionStatus
from workbench.studies.people_and_bots import STUDY
from workbench.studies.people_and_bots.columns import data
from workbench.studies.people_and_bots.measure import PeopleAnswer, _mixture_figure, nearest_bots

BOTS = ("random", "greedy")
REVISION = scenario()
DRAWN_FROM = 77
"""The seed of the plays that stand for sessions."""


def session(play):
    """What is asked of a session, with the scores and the deals of a play."""
    points = [int(count) for count in play["points"][:3]]
    best, second = sorted(points, reverse=True)[:2]
    scores = SimpleNamespace(totals=dict(enumerate(points)), stranded={}, margin=best - second, rows=int(play["deals"]))
    header = SimpleNamespace(game="hitmakers", rules_hash=REVISION.rules_hash)
    return SimpleNamespace(
        header=header, seats=3, status=SessionStatus.ENDED, players=(0, 1, 2), scores=scores, has_bots=False
    )


def evenings(bot, count):
    """Sessions drawn from a bot's plays."""
    return [
        session(play) for play in simulate(replace(REVISION, bots=(bot,) * 3, plays=count, seed=DRAWN_FROM)).results
    ]


def told(testers):
    """The document of an answer without what people said."""
    return told_by(STUDY, PeopleAnswer(testers))


@pytest.mark.parametrize("bot", BOTS)
def test_sessions_drawn_from_a_bot_are_most_like_it(bot):
    likeness = nearest_bots(REVISION, evenings(bot, 80), BOTS, RunOptions(), 1_000)
    assert likeness.best.bot == bot and likeness.is_decided and likeness.sessions == 80
    assert sum(bot.posterior for bot in likeness.bots) == pytest.approx(1)
    assert told(likeness).headline.startswith(f"Your testers play most like {bot_title(bot)} bots")
    points = next(figure.estimate for figure in likeness.mixture if figure.name == "points")
    assert points.low <= points.mean <= points.high
    assert likeness.people.keys() == {"score", "margin", "length"}


def test_a_few_sessions_leave_it_open_and_say_how_many_would_tell():
    likeness = nearest_bots(REVISION, evenings("greedy", 2), BOTS, RunOptions(), 1_000)
    assert not likeness.is_decided and likeness.best.to_tell == 0 < likeness.bots[1].to_tell < 300
    lines = things(told(likeness))
    assert "is open" in told(likeness).headline and lines[0] == "At least 5 sessions are needed for a verdict."
    assert f"about {int(likeness.bots[1].to_tell)} sessions tell" in lines[1]


def test_sessions_of_other_rules_are_left_out_and_named():
    other = replace(REVISION, rules={**REVISION.rules, "hand_size": 6})
    with pytest.raises(BadInput, match="3 of other rules"):
        nearest_bots(other, evenings("random", 3), BOTS, RunOptions(), 100)


def test_a_mixture_weighs_every_bot_and_ranges_over_the_likely_ones():
    points = figures(simulate(replace(REVISION, plays=100)).tallies)["points"]
    mixed = _mixture_figure(points, [(0.7, 10.0), (0.27, 20.0), (0.03, 50.0)]).estimate
    assert mixed.mean == pytest.approx(0.7 * 10 + 0.27 * 20 + 0.03 * 50)
    assert (mixed.low, mixed.high) == (10.0, 20.0)


def test_bots_that_no_sessions_tell_apart_are_named_together():
    likeness = nearest_bots(REVISION, evenings("greedy", 6), BOTS, RunOptions(), 400)
    alike = tuple(replace(bot, posterior=0.5, to_tell=20_000.0 * place) for place, bot in enumerate(likeness.bots))
    assert any("no sensible number of sessions tells" in line for line in things(told(replace(likeness, bots=alike))))


def test_what_two_bots_are_told_by_holds_for_them_alone_and_it_is_said_for_all():
    """Bots that play alike are never told apart, however many sessions there are, and the words name them."""
    likeness = nearest_bots(REVISION, evenings("greedy", 10), ("random", "greedy", "greedy~pass"), RunOptions(), 600)
    places = [bot.bot for bot in likeness.bots]
    pair = likeness.recognition.values_to_tell(places.index("random"), places.index("greedy"))
    assert 2 <= pair <= 60
    nobody_told = replace(likeness.recognition, pairs=np.full((3, 3), np.inf))
    sure = replace(likeness, recognition=nobody_told, bots=(replace(likeness.best, posterior=1.0), *likeness.bots[1:]))
    assert not sure.is_decided and all(bot_title(bot) in told(sure).headline for bot in places[:2])
    chances = dict(zip(places, likeness.recognition.named[:, -1], strict=True))
    assert chances["random"] == 1 and chances["greedy"] <= 1
    report = told(likeness)
    assert any("40 sessions that play exactly as one" in line for line in things(report))
    rows = table_of(report, "Which bots sessions tell apart").rows
    assert len(rows) == 3 and "greedy" not in f"{[*rows]}{things(report)}{report.headline}"
    assert "quick without pass (greedy~pass)" in report.details.replace("\\", "")
    answer = data(PeopleAnswer(likeness))
    assert {*answer["bots"][0]["named"]} == {"10", "40", "160"} and len(answer["pairs"]) == 3
