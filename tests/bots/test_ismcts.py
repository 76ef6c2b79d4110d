"""Information-set search: what it finds, what it may not know, and that only its budget decides."""

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from tests.support.nim import NIM
from tests.support.short import short_rules
from workbench.bots.ismcts import MOST_NODES, NODE, ROOT, better_half, clear, grow, halvings, survey
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch
from workbench.engine.cards import members
from workbench.engine.chance import CHANCE, start_play
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import conceal, decide, determinize, legal_actions
from workbench.engine.game import Game
from workbench.engine.loop import BLANK, STATES, WORLD
from workbench.engine.measures import win_shares
from workbench.engine.registry import games
from workbench.engine.replay import replay

GAMES = list(games().values())


def decision(game: Game, states: Any, rules: Any, budget: int, players: int, play: int = 0) -> int:
    """What `ismcts:budget` does at `states[WORLD]`."""
    seats = seat_bots(game, [f"ismcts:{budget}"], players)
    chance = np.zeros(1, CHANCE)[0]
    plainly(start_play)(chance, np.uint64(5), play)
    return int(plainly(decide)(seats, states, rules, chance, legal_actions(states[WORLD], rules)))


@pytest.mark.parametrize("left", [5, 6, 7, 9, 10, 11])
def test_it_leaves_a_multiple_of_four_in_nim_though_its_own_evaluation_misleads(left: int) -> None:
    rules = NIM.compile_rules({"level": True})
    states = np.zeros(STATES, NIM.state)
    states[WORLD].left = left
    assert (left - 1 - decision(NIM, states, rules, 600, players=2)) % 4 == 0


def test_a_forced_action_costs_no_iteration() -> None:
    rules, states = NIM.compile_rules({"most": 1}), np.zeros(STATES, NIM.state)
    states[WORLD].left = 3
    assert decision(NIM, states, rules, 1_000_000, players=2) == 0


def tree(visits: list[int], worths: list[float]) -> Any:
    nodes = np.zeros(MOST_NODES, NODE)
    clear(nodes[ROOT], -1, -1, -1, 0)
    for place, (visit, worth) in enumerate(zip(visits, worths, strict=True), start=1):
        grow(nodes, place, ROOT, 0, 0, place - 1)
        nodes[place].visits, nodes[place].worth = visit, worth
    return nodes


def test_the_better_half_has_the_higher_means() -> None:
    nodes = tree([10, 10, 4, 10], [5.0, 6.0, 3.6, 1.0])
    assert members(better_half(nodes, np.uint64(0b1111))) == [1, 2]
    assert members(better_half(nodes, np.uint64(0b1011))) == [0, 1]


def test_halving_ends_with_one() -> None:
    assert [halvings(actions) for actions in (1, 2, 3, 4, 5, 8, 9)] == [0, 1, 2, 2, 3, 3, 4]


def test_only_children_that_are_legal_here_are_surveyed() -> None:
    nodes = tree([4, 4, 4], [1.0, 2.0, 3.0])
    chosen, untried = survey(nodes, ROOT, 0, 0, np.uint64(0b1011))
    assert (chosen, members(untried)) == (2, [3])
    assert nodes["available"][1:4].tolist() == [2, 2, 1]
    assert survey(nodes, ROOT, 1, 0, np.uint64(0b111))[0] == -1  # another situation
    assert survey(nodes, ROOT, 0, 1, np.uint64(0b111))[0] == -1  # another actor


def positions(game: Game, wanted: int) -> list[Any]:
    """States of random play at which a decision is due."""
    rules, found = game.compile_rules({}), []
    seats = seat_bots(game, ["random"], int(rules.players))

    from tests.support.seats import recorded

    choices: list[Any] = []
    replay(Batch(game, {}, recorded(seats, choices), seed=3), 0)
    step = max(1, len(choices) // wanted)
    for choice in choices[::step]:
        states = np.zeros(STATES, game.state)
        states[WORLD] = choice.state
        states[BLANK] = np.zeros(1, game.state)[0]
        found.append(states)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_hidden_card_influences_search(game: Game) -> None:
    rules = game.compile_rules({})
    for states in positions(game, 12):
        player = int(states[WORLD].actor)
        expected = decision(game, states.copy(), rules, 12, int(rules.players))
        other, chance = states.copy(), np.zeros(1, CHANCE)[0]
        plainly(start_play)(chance, np.uint64(99), 7)
        plainly(conceal)(other[WORLD], rules, player)
        plainly(determinize)(other[WORLD], rules, player, chance)
        assert decision(game, other, rules, 12, int(rules.players)) == expected


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_plain_and_compiled_search_alike(game: Game) -> None:
    code = f"from tests.bots.test_ismcts import digest\nprint(digest({game.name!r}))"
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.split()[-1] == digest(game.name)


def digest(name: str) -> str:
    """One play, as text; plain Python takes its time."""
    game = games()[name]
    rules = short_rules(game)
    players = int(game.compile_rules(rules).players)
    batch = Batch(game, rules, seat_bots(game, ["ismcts:8"], players), seed=4)
    return batch.play(0, 1).tobytes().hex()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_threads_do_not_share_a_tree(game: Game) -> None:
    rules = short_rules(game)
    players = int(game.compile_rules(rules).players)
    batch = Batch(game, rules, seat_bots(game, ["ismcts:30"], players), seed=4)
    assert batch.play(0, 300, threads=2).tobytes() == batch.play(0, 300, threads=1).tobytes()


def share(strong: str, weak: str, plays: int) -> tuple[float, float]:
    """The win share of one strong bot among weak ones at Hitmakers, seats rotated, and half its 95 % interval."""
    game, shares = games()["hitmakers"], []
    for seat in range(3):
        specs = [weak] * 3
        specs[seat] = strong
        results = Batch(game, {"score_target": 0}, seat_bots(game, specs, 3), seed=11).play(0, plays, threads=2)
        shares.append(win_shares(results["winners"], 3)[:, seat])
    wins = np.concatenate(shares)
    return float(wins.mean()), float(1.96 * wins.std() / len(wins) ** 0.5)


def test_search_beats_greedy_and_greedy_beats_random() -> None:
    for strong, weak, plays in (("ismcts:400", "greedy", 500), ("greedy", "random", 1_000)):
        mean, half = share(strong, weak, plays)
        assert mean - half > 1 / 3, (strong, weak, mean, half)


def test_a_bot_that_may_not_scout_never_does_and_loses_by_it() -> None:
    game = games()["hitmakers"]
    seats = seat_bots(game, ["greedy~scout", "ismcts:20~scout", "random~scout~poach"], 3)
    results = Batch(game, {"score_target": 0}, seats, seed=2).play(0, 300)
    assert results["scouted"].sum() == 0
    assert results["poached"][:, 2].sum() == 0
    mean, half = share("greedy~scout", "greedy", 1_000)
    assert mean + half < 1 / 3


def test_where_nothing_else_is_legal_a_forbidden_action_stays() -> None:
    game = games()["hitmakers"]
    seats = seat_bots(game, ["random~discard~draw_stock~draw_discard~pass"], 3)
    results = Batch(game, {"score_target": 0}, seats, seed=2).play(0, 50)
    assert results["decisions"].min() > 0
