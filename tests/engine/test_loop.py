"""The play loop, dispatch, traces and replays, with a tiny game in plain mode."""

import numpy as np
import pytest

from tests.support.nim import FUNCTIONS, NIM, Event, declare
from tests.support.seats import Choice, PlainBatch, bots, following, recorded, scripted
from workbench.engine import dispatch, loop
from workbench.engine.batch import NO_ACTIONS, ReplayDiffers, replay, retrace, visible_events
from workbench.engine.chance import CHANCE
from workbench.engine.compiling import plainly
from workbench.engine.trace import note, recording
from workbench.engine.types import GameRecord, as_record


def played(actions: list[int], **rules: object) -> tuple[list[dict[str, object]], GameRecord]:
    batch = PlainBatch(NIM, rules, following(actions), seed=1)
    events, results = replay(batch, 0)
    return visible_events(batch, events), results[0]


def test_a_play_goes_on_to_its_end_and_is_measured() -> None:
    trace, result = played([2, 2, 2, 0])
    assert [(event["player"], event["counters"]) for event in trace] == [(0, 3), (1, 3), (0, 3), (1, 1)]
    assert (result.winners, result.decisions, bool(result.tie)) == (0b10, 4, False)
    assert result.won.tolist() == [False, True, False, False]


def test_the_loop_counts_a_shared_win_as_a_tie() -> None:
    def report(state: GameRecord, rules: GameRecord, result: GameRecord) -> None:
        result.winners = 0b101

    shared = declare(name="shared", functions={**FUNCTIONS, "report": report})
    assert replay(PlainBatch(shared, {}, following([2, 2, 2, 0]), seed=1), 0)[1][0].tie


def test_a_play_starts_from_a_blank_state() -> None:
    states = np.zeros(loop.STATES, NIM.state)
    states[loop.WORLD].left, states[loop.WORLD].over = 77, True
    result, chance = np.zeros(1, NIM.result)[0], np.zeros(1, CHANCE)[0]
    plainly(loop.play_once)(following([2, 2, 2, 0]), states, NIM.compile_rules({}), chance, result, NO_ACTIONS)
    assert result.decisions == 4


def test_a_play_without_an_end_fails_rather_than_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "MOST_DECISIONS", 50)
    with pytest.raises(loop.EndlessPlay, match="never end"):
        played([0] * 50, endless=True)


def test_each_game_is_answered_by_the_type_of_its_rules() -> None:
    state = np.zeros(1, NIM.state)[0]
    state.left = 2
    assert dispatch.legal_actions(state, NIM.compile_rules({})) == 0b11
    assert dispatch.legal_actions(state, NIM.compile_rules({"most": 1})) == 0b1


def test_a_table_that_nobody_registered_is_an_error() -> None:
    nobody = np.zeros(1, as_record([("nobody", "?")]))[0]
    with pytest.raises(KeyError):
        replay(PlainBatch(NIM, {}, nobody, seed=1), 0)


def test_the_seats_decide_in_turn_over_the_legal_actions() -> None:
    decisions: list[tuple[int, int]] = []

    def decide(states: np.ndarray, rules: GameRecord, chance: GameRecord, legal: np.uint64) -> int:
        decisions.append((int(states[loop.WORLD].actor), int(legal)))
        return 0

    replay(PlainBatch(NIM, {"counters": 4, "players": 3}, scripted(decide), seed=1), 0)
    assert decisions == [(0, 0b111), (1, 0b111), (2, 0b11), (0, 0b1)]


def test_a_replay_is_the_play_of_its_number() -> None:
    firsts = []
    for play in (4, 5, 4):
        choices: list[Choice] = []
        replay(PlainBatch(NIM, {"counters": 30}, recorded(bots(NIM, "random", 2), choices), seed=9), play)
        firsts.append([choice.action for choice in choices])
    assert firsts[0] == firsts[2] != firsts[1]


# Traces


def test_events_are_collected_inside_a_recording_only() -> None:
    note(Event.TAKE, 0, 1)
    with recording() as events:
        note(Event.TAKE, 1, 2)
        with recording() as inner:
            note(Event.TAKE, 0, 3)
    note(Event.TAKE, 0, 4)
    assert events == [(Event.TAKE, (1, 2))]
    assert inner == [(Event.TAKE, (0, 3))]


def test_an_event_keeps_its_arrays_as_they_were() -> None:
    hands = np.array([1, 2])
    with recording() as events:
        note(Event.TAKE, hands)
    hands[0] = 9
    assert events[0][1][0].tolist() == [1, 2]


def test_told_redacts_for_a_player() -> None:
    def redact(event: Event, fields: dict[str, object], player: int) -> dict[str, object]:
        return {**fields, "counters": None} if fields["player"] != player else fields

    batch = PlainBatch(declare(name="redacted", redact=redact), {}, following([2, 2, 2, 0]), seed=1)
    events, _ = replay(batch, 0)
    assert [event["counters"] for event in visible_events(batch, events, player=1)] == [None, 3, None, 1]
    assert [event["counters"] for event in visible_events(batch, events)] == [3, 3, 3, 1]
    assert visible_events(batch, events)[0] == {"event": "take", "player": 0, "counters": 3}


def test_a_bot_that_notes_what_it_imagines_is_not_recorded() -> None:
    """Nor does it matter what it does with its own copy of the state."""

    def decide(states: np.ndarray, rules: GameRecord, chance: GameRecord, legal: np.uint64) -> int:
        note(Event.TAKE, 3, 99)
        states[loop.WORLD + 1] = states[loop.WORLD]
        dispatch.apply(states[loop.WORLD + 1], rules, chance, 0)
        return 2 if states[loop.WORLD].left > 1 else 0

    batch = PlainBatch(NIM, {}, scripted(decide), seed=1)
    assert visible_events(batch, replay(batch, 0)[0]) == played([2, 2, 2, 0])[0]


def test_a_play_that_comes_out_otherwise_the_second_time_is_refused() -> None:
    measured = iter([1, 2])

    def report(state: GameRecord, rules: GameRecord, result: GameRecord) -> None:
        result.winners = next(measured)

    fickle = declare(name="fickle", functions={**FUNCTIONS, "report": report})
    with pytest.raises(ReplayDiffers, match="play 0 of Nim with seed 1 differs from the batch in: winners"):
        replay(PlainBatch(fickle, {}, following([2, 2, 2, 0]), seed=1), 0)


@pytest.mark.parametrize(
    ("actions", "why"),
    [
        ([2, 2, 2, 1], r"decision 3 of player 1 is action 1, of \[0\]"),
        ([2, 2, 2, 0, 0], "decision 4"),
        ([2, 2, 2], "it goes on after its last decision"),
    ],
)
def test_actions_that_cannot_be_taken_are_refused(actions: list[int], why: str) -> None:
    batch = PlainBatch(NIM, {}, following([]), seed=1)
    with pytest.raises(ReplayDiffers, match=why):
        retrace(batch, 0, np.array(actions, np.uint8))
