"""A replay tells the play that the batch counted, whole or as one seat saw it."""

import json

import pytest

from tests.support.scenarios import scenario
from workbench.engine.problems import BadInput
from workbench.play.batches import simulate
from workbench.play.films import read_plays, read_seat, trace
from workbench.report.play_table import event_line

SCENARIO = scenario(40, score_target=0)


def test_the_trace_ends_as_the_batch_did():
    results = simulate(SCENARIO).results
    for play in range(5):
        events = list(trace(SCENARIO, range(play, play + 1)))
        assert events[-2]["totals"] == results[play]["points"][:3].tolist()
        winners = sum(1 << winner for winner in events[-1]["winners"])
        assert winners == results[play]["winners"]


def test_events_are_numbered_from_0_in_each_play_and_headed_by_the_rules():
    events = list(trace(SCENARIO, range(2, 4)))
    heads = [place for place, event in enumerate(events) if event["event"] == "rules"]
    assert [events[place]["play"] for place in heads] == [2, 3]
    assert [event["n"] for event in events[: heads[1]]] == list(range(heads[1]))
    assert events[0]["rules"] == SCENARIO.rules
    assert json.loads(json.dumps(events)) == events


def test_a_seat_sees_its_own_hand_and_no_other():
    deal = next(event for event in trace(SCENARIO, range(1), seat=1) if event["event"] == "deal")
    assert [hand is not None for hand in deal["hands"]] == [False, True, False]


def test_a_seat_does_not_see_the_seed_from_which_every_hidden_card_follows():
    whole, redacted = (next(trace(SCENARIO, range(1), seat)) for seat in (None, 1))
    assert (whole["seed"], redacted["seed"]) == (1, None)
    assert {**redacted, "seed": 1} == whole


def test_a_seat_does_not_see_what_others_draw_from_the_stock():
    whole, redacted = list(trace(SCENARIO, range(1))), list(trace(SCENARIO, range(1), seat=0))
    assert len(whole) == len(redacted)
    hidden = [w for w, v in zip(whole, redacted, strict=True) if w["event"] == "draw" and v != w]
    assert hidden
    assert all(event["player"] != 0 and event["from"] == "stock" for event in hidden)


@pytest.mark.parametrize(("text", "plays"), [("0", range(1)), ("7", range(7, 8)), ("2..4", range(2, 5))])
def test_plays_are_one_or_a_range(text, plays):
    assert read_plays(text) == plays


@pytest.mark.parametrize("text", ["", "x", "-1", "4..2", "1...2", "0..10000", "1.5"])
def test_other_texts_are_refused(text):
    with pytest.raises(BadInput, match="--play"):
        read_plays(text)


@pytest.mark.parametrize("text", ["3", "-1", "x", ""])
def test_a_seat_that_is_not_there_is_refused(text):
    with pytest.raises(BadInput, match="from 0 to 2"):
        read_seat(text, lambda: SCENARIO)


def test_every_event_has_a_sentence():
    for event in trace(SCENARIO, range(1)):
        assert event["event"].replace("_", " ") in event_line(event)
