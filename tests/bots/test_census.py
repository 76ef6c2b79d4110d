"""Counting decisions by kind of action: what was on offer, what was chosen, what was forced."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.support.nim import NIM, Take
from tests.support.seats import Choice, PlainBatch, recorded
from workbench.bots.restriction import with_counts
from workbench.bots.seats import SEATS
from workbench.bots.spec import seat_bots
from workbench.engine.batch import NO_ACTIONS, Batch, replay
from workbench.engine.chance import CHANCE
from workbench.engine.dispatch import action_kind
from workbench.engine.game import Game
from workbench.engine.loop import STATES
from workbench.engine.registry import games

GAMES = list(games().values())
PLAYS = 3
COUNTS = ("offered", "chosen", "forced")


def by_hand(
    game: Game, rules: Any, choices: list[Choice], left_out: frozenset[int] = frozenset()
) -> dict[str, Counter[int]]:
    """The same counts, from the decisions one by one, of bots that leave out kinds of action."""
    counts = {name: Counter[int]() for name in COUNTS}
    for choice in choices:
        kinds = {int(action_kind(choice.state, rules, action)) for action in choice.legal}
        kinds = kinds - left_out or kinds
        kind = int(action_kind(choice.state, rules, choice.action))
        if len(kinds) == 1:
            counts["forced"][kind] += 1
        else:
            counts["chosen"][kind] += 1
            counts["offered"].update(kinds)
    return counts


def counts_of(table: Any) -> dict[str, Counter[int]]:
    return {name: Counter({k: n for k, n in enumerate(table[name].tolist()) if n}) for name in COUNTS}


@pytest.mark.parametrize("spec", ["greedy", "random", "single", "ismcts:3", "greedy~many"])
def test_every_decision_of_nim_is_counted_once(spec: str) -> None:
    table = with_counts(np.zeros(1, SEATS)[0] if spec == "random" else seat_bots(NIM, [spec], 2))
    choices: list[Choice] = []
    for play in range(PLAYS):
        replay(PlainBatch(NIM, {}, recorded(table, choices), seed=4), play)
    census = counts_of(table)
    left_out = frozenset({int(Take.MANY)} if spec.endswith("~many") else ())
    assert census == by_hand(NIM, NIM.compile_rules({}), choices, left_out)
    assert census["chosen"].total() + census["forced"].total() == len(choices)
    if spec == "single":
        assert census["forced"] == {Take.FEW: PLAYS}  # the last counter
    if spec == "greedy~many":
        assert census["chosen"][Take.MANY] == census["offered"][Take.MANY] == 0
        assert census["forced"] == {Take.FEW: len(choices)}


def test_a_table_counts_only_when_asked() -> None:
    table = seat_bots(NIM, ["greedy"], 2)
    replay(PlainBatch(NIM, {}, table, seed=4), 0)
    assert not any(counts_of(table).values())
    seats = with_counts(table)
    assert not table.counting
    assert seats.counting


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_counting_changes_no_play_and_counts_as_plain_code_does(game: Game) -> None:
    players = int(game.compile_rules({}).players)
    batch = Batch(game, {}, seat_bots(game, ["greedy"], players), seed=4)
    table, results = with_counts(batch.seats), np.zeros(PLAYS, game.result)
    states, chances = np.zeros(STATES, game.state), np.zeros(1, CHANCE)
    batch.kernel(table, states, batch.compiled_rules, chances, results, NO_ACTIONS, np.uint64(4), 0)
    assert results.tobytes() == batch.play(0, PLAYS).tobytes()
    choices: list[Choice] = []
    for play in range(PLAYS):
        replay(PlainBatch(game, {}, recorded(batch.seats, choices), seed=4), play)
    assert counts_of(table) == by_hand(game, batch.compiled_rules, choices)
    assert results["decisions"].sum() == len(choices)
