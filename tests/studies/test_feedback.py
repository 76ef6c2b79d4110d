"""What people said, beside the figure that it should follow: planted answers."""

from types import SimpleNamespace

import pytest

from workbench.playtest.log.kinds import SessionStatus
from workbench.store import Store
from workbench.studies.people_and_bots import feedback
from workbench.studies.people_and_bots.columns import FEEDBACK


@pytest.fixture
def sessions(tmp_path, monkeypatch):
    """Sessions that last longer and longer; how long they felt is for the test to say."""
    felt = {}

    def session(number):
        scores = SimpleNamespace(rows=None, margin=number % 4)
        seconds = 60 * (20 + number)
        return SimpleNamespace(id=number, status=SessionStatus.ENDED, scores=scores, seconds=lambda phase: seconds)

    def form(number):
        return SimpleNamespace(length=felt.get(number), fun=3, overall=None, downtime=None)

    monkeypatch.setattr(feedback, "feedback_of", lambda store, number: [form(number)])
    store = Store(tmp_path / "said.duckdb")
    return felt, lambda count: {
        (correlation.pair.aspect, correlation.pair.figure): correlation
        for correlation in feedback.feedback_correlations(store, [session(n) for n in range(count)])
    }


def word_of(correlation) -> str:
    """What the table says of an answer."""
    return FEEDBACK.table([correlation]).rows[0]["The answer"]


@pytest.mark.parametrize(("sign", "follows"), [(1, True), (-1, False)])
def test_too_long_follows_the_minutes_or_does_the_opposite(sessions, sign, follows):
    felt, correlate = sessions
    felt.update({number: sign * (number // 3 - 2) for number in range(15)})
    correlations = correlate(15)
    assert correlations["length", "minutes"].follows is follows
    (row,) = FEEDBACK.table([correlations["length", "minutes"]]).rows
    assert ("as one would expect" in row["The answer"]) is follows and row["Sessions"] == "15"
    assert correlations["fun", "margin"].follows is None and "never varied" in word_of(correlations["fun", "margin"])
    assert set(correlations) == {("length", "minutes"), ("fun", "margin")}  # no rows, and two questions nobody answered


def test_few_sessions_say_nothing(sessions):
    felt, correlate = sessions
    felt.update({0: -1, 1: 0, 2: 1})
    correlation = correlate(3)["length", "minutes"]
    assert correlation.follows is None and "at least 5 sessions are needed" in word_of(correlation)
