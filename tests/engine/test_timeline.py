"""The loop that notes how plays went, held against the traces of the same plays, in plain mode."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from tests.support.plain import run_plainly
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch, replay, visible_events
from workbench.engine.compiling import plainly
from workbench.engine.loop import play_range
from workbench.engine.registry import game_named
from workbench.engine.timeline import MOST_STAGES, follow_range, note_standing, timeline_type

Standings = list[list[int]]
Events = Sequence[dict[str, Any]]


@pytest.fixture(autouse=True)
def plain_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    run_plainly(monkeypatch, follow_range, play_range)


def batch_of(game: str, **rules: Any) -> Batch:
    declared = game_named(game)
    players = rules.get("players", declared.parameters["players"].default)
    return Batch(declared, rules, seat_bots(declared, ["random"], players), seed=11, smallest_piece=1)


def of_hitmakers(events: Events, players: int) -> Standings:
    return [event["totals"] for event in events if event["event"] == "score"]


def of_trickster(events: Events, players: int) -> Standings:
    return [[-total for total in event["totals"]] for event in events if event["event"] == "score"]


def of_showbiz(events: Events, players: int) -> Standings:
    """The points when each round of turns is over, and at the end."""
    totals, turns, rounds = [0] * players, 0, []
    for event in events:
        if event["event"] == "turn":
            if turns and turns % players == 0:
                rounds.append([*totals])
            turns += 1
        if event["event"] == "premiere":
            totals[event["player"]] += event["points"]
        if event["event"] == "score":
            rounds.append(event["totals"])
    return rounds


def of_hollywood(events: Events, players: int) -> Standings:
    """Movies still needed, with targets of four and four."""
    loyalties = next(event["loyalties"] for event in events if event["event"] == "setup")
    teams = []
    for event in events:
        if event["event"] == "premiere":
            lack = [4 - event["filmstrips"][side] for side in ("patriots", "communists")]
            short = {"patriot": lack[0], "communist": lack[1], "rising_star": max(0, sum(lack) - 1)}
            teams.append([-short[loyalty] for loyalty in loyalties])
    return teams


@pytest.mark.parametrize(
    ("game", "rules", "told"),
    [
        ("hitmakers", {}, of_hitmakers),
        ("hitmakers", {"score_target": 0}, of_hitmakers),
        ("trickster", {"players": 3}, of_trickster),
        ("showbiz_shuffle", {}, of_showbiz),
        ("hollywood_1947", {}, of_hollywood),
    ],
)
def test_standings_are_those_of_the_trace(game: str, rules: dict[str, Any], told: Any) -> None:
    batch = batch_of(game, **rules)
    results, timelines = batch.timelines(2, 1)
    events, replayed = replay(batch, 2)
    assert replayed.tobytes() == results.tobytes()  # the same play, to the last byte
    players, (noted,) = int(batch.compiled_rules.players), timelines
    expected = told(visible_events(batch, events), players)
    standings = noted["standing"][: noted["noted"], :players].tolist()
    assert standings[1:] == expected and max(standings[0]) <= 0
    assert noted["decided"][0] == 0 and noted["decided"][noted["noted"] - 1] == results[0]["decisions"]


def test_choices_are_counted_as_the_rules_offer_them() -> None:
    """In Hitmakers an answer offers two actions, a discard as many as there are cards in hand: eight."""
    batch = batch_of("hitmakers", score_target=0, may_pass=False)
    results, timelines = batch.timelines(0, 1)
    kinds, (noted,) = batch.game.action_kinds, timelines
    taken = {kind.name: int(noted["taken"][kind]) for kind in kinds}
    draws, answers = taken["DRAW_STOCK"] + taken["DRAW_DISCARD"], sum(taken[n] for n in ("DECLINE", "SCOUT", "POACH"))
    assert sum(taken.values()) == results[0]["decisions"] and taken["DISCARD"] == draws == 21
    assert noted["alone"] == 1  # the first draw: there is no discard yet, and nobody may pass
    assert noted["choices"] == 1 + 2 * (draws - 1) + 8 * draws + 2 * answers
    assert noted["offered"][kinds["DECLINE"]] == answers
    assert noted["offered"][kinds["DRAW_DISCARD"]] == draws - 1
    assert noted["chosen"][kinds["DRAW_STOCK"]] == taken["DRAW_STOCK"] - 1  # the first was forced


def test_pieces_and_threads_change_nothing() -> None:
    batch = batch_of("trickster", players=2, rounds=1)
    together, apart = batch.timelines(0, 6, threads=2), [batch.timelines(play, 1) for play in range(6)]
    for place, whole in enumerate(together):
        alone = np.concatenate([part[place] for part in apart])
        assert all((whole[name] == alone[name]).all() for name in whole.dtype.names or ())


def test_a_long_play_keeps_its_start_and_its_end() -> None:
    batch = batch_of("hitmakers")
    state, noted = np.zeros(1, batch.game.state)[0], np.zeros(1, timeline_type([0], 3))[0]
    for stage in range(MOST_STAGES + 10):
        state.score[1] = stage
        plainly(note_standing)(state, batch.compiled_rules, stage, noted)
    assert noted["noted"] == MOST_STAGES + 1
    assert noted["standing"][[0, 1, -2, -1], 1].tolist() == [0, 1, MOST_STAGES - 1, MOST_STAGES + 9]
