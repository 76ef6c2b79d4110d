"""Information-set search: what it finds, what it may not know, and that only its budget decides."""

from typing import Any

import numpy as np
import pytest

from tests.support.nim import FUNCTIONS, NIM, declare
from tests.support.plain import Play
from tests.support.seats import bots
from workbench.bots import ismcts
from workbench.bots.ismcts import (
    MOST_NODES,
    NODE,
    NONE,
    affordable_actions,
    best_of,
    contenders,
    count_world,
    halvings,
    reset_node,
    select_child,
    start_race,
    worlds_this_round,
)
from workbench.bots.seats import SEARCH_SEATS
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch
from workbench.engine.bit_sets import members
from workbench.engine.chance import CHANCE, start_play, table_below
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import PLAIN, decide, legal_actions
from workbench.engine.game import Game
from workbench.engine.loop import STATES, WORLD
from workbench.engine.measures import win_shares
from workbench.engine.registry import games


def searched(game: Game, states: Any, rules: Any, budget: int, players: int, play: int = 0) -> tuple[int, Any, int]:
    """What `ismcts:budget` does at `states[WORLD]`, where its chance stands then, and the iterations it has made."""
    seats = seat_bots(game, [f"ismcts:{budget}"], players)
    chance = np.zeros(1, CHANCE)[0]
    plainly(start_play)(chance, np.uint64(5), play)
    action = int(plainly(decide)(seats, states, rules, chance, legal_actions(states[WORLD], rules)))
    return action, chance.players.tolist(), int(seats.iterations)


def decision(game: Game, states: Any, rules: Any, budget: int, players: int, play: int = 0) -> int:
    """What `ismcts:budget` does at `states[WORLD]`."""
    return searched(game, states, rules, budget, players, play)[0]


@pytest.mark.parametrize("left", [5, 6, 7, 9, 10, 11])
def test_it_leaves_a_multiple_of_four_in_nim_though_its_own_evaluation_misleads(left: int) -> None:
    rules = NIM.compile_rules({"level": True})
    states = np.zeros(STATES, NIM.state)
    states[WORLD].left = left
    assert (left - 1 - decision(NIM, states, rules, 600, players=2)) % 4 == 0


def test_a_forced_action_costs_no_iteration() -> None:
    play = Play(NIM, {"most": 1}).begin()
    seats = bots(NIM, "ismcts:1000000", 2)
    assert (play.decision_of(seats), seats.iterations) == (0, 0)


# Budgets


def without_bounds(state: Any, rules: Any, player: Any) -> Any:
    """A `payoff_span` that lets nothing be settled early."""
    return np.inf


def wide(actions: int) -> Game:
    """Nim with so many actions that its rules cannot offer them."""
    legal = np.uint64((1 << actions) - 1)
    mine = {"legal_actions": lambda state, rules: legal, "payoff_span": without_bounds}
    return declare(name=f"wide_{actions}", functions={**FUNCTIONS, **mine})


def test_every_budget_is_spent_to_the_last_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan alone, without trees: 2 to 64 actions, 1 to 400 iterations."""
    worlds, skipped = [0], [0]

    def count_them(seats: Any, states: Any, used: Any, rules: Any, chance: Any, running: int) -> Any:
        worlds[0] += running.bit_count()
        return used

    monkeypatch.setattr(ismcts, "add_root_actions", lambda view, nodes, rules, legal, worths: legal.bit_count() + 1)
    monkeypatch.setattr(ismcts, "try_in_one_world", count_them)
    monkeypatch.setattr(ismcts, "contenders", lambda seats, running, *plan: running)
    monkeypatch.setattr(ismcts, "payoff_span", without_bounds)
    monkeypatch.setattr(ismcts, "all_see", lambda view, rules, legal: True)
    monkeypatch.setattr(ismcts, "skip_player_words", lambda chance, player, words: skipped.append(words))
    monkeypatch.setattr(ismcts, "count", int.bit_count)
    monkeypatch.setattr(ismcts, "is_single", lambda word: word.bit_count() == 1)
    monkeypatch.setattr(ismcts, "lowered", lambda word, number: (1 << 64) - 1 >> number)
    monkeypatch.setattr(ismcts, "best_of", lambda nodes, running, number: (1 << number) - 1)
    states, seats = np.zeros(STATES, NIM.state), seat_bots(NIM, ["ismcts:1"], 2)
    for actions in range(2, 65):
        for budget in range(1, 401):
            worlds[0] = 0
            ismcts.search(seats, states, None, None, (1 << actions) - 1, budget)
            assert worlds[0] + skipped[-1] == budget, (actions, budget)  # an odd one changes nothing


@pytest.mark.parametrize("actions", [2, 3, 5, 13, 45, 64])
@pytest.mark.parametrize("budget", [1, 2, 10, 50, 127, 128])
def test_search_makes_as_many_iterations_as_its_name_says(actions: int, budget: int) -> None:
    game = wide(actions)
    play = Play(game, {"counters": 30, "endless": True}).begin()
    play.state.left, play.state.stage = 30, 0
    seats = bots(game, f"ismcts:{budget}", 2)
    monkeyed = dict(PLAIN[seats.dtype])
    counted = []

    def iterate(seats: Any, world: Any, node: Any, used: Any, rules: Any) -> Any:
        counted.append(int(node))
        seats.nodes[node].visits += 1
        return used

    PLAIN[seats.dtype] = {**monkeyed, "iterate": iterate}
    try:
        play.decision_of(seats)
    finally:
        PLAIN[seats.dtype] = monkeyed
    assert len(counted) == seats.iterations and seats.iterations in (budget, budget - 1)
    if budget >= 2 * actions:
        assert set(counted) == set(range(1, actions + 1))


def test_a_budget_too_small_for_all_goes_to_the_actions_that_appraise_best() -> None:
    """Ten counters, so taking two leaves a multiple of four: one iteration is enough to follow the appraisal."""
    play = Play(NIM, {"counters": 10}).begin()
    for budget in (1, 2, 4):
        assert play.decision_of(bots(NIM, f"ismcts:{budget}", 2)) == 1
    assert [affordable_actions(5, budget) for budget in (1, 2, 4, 5, 9, 10, 11)] == [1, 2, 2, 3, 4, 5, 5]


PATIENT = declare(name="patient", functions={**FUNCTIONS, "payoff_span": without_bounds})
Answer = tuple[int, Any, int]


def at_many_tables(game: Game, budget: int) -> list[Answer]:
    """What search finds in 36 positions of Nim, by its own appraisal or by one that misleads."""
    answers = []
    for play in range(36):
        values, states = {"most": 5, "level": play % 2 == 0}, np.zeros(STATES, NIM.state)
        states[WORLD].left = 4 + play // 3
        answers.append(searched(game, states, game.compile_rules(values), budget, 2, play))
    return answers


@pytest.mark.parametrize("budget", [7, 60])
def test_what_is_not_possible_any_more_changes_no_choice(budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ismcts, "STANDARD_ERRORS", np.inf)
    shortened, whole = at_many_tables(NIM, budget), at_many_tables(PATIENT, budget)
    assert [answer[:2] for answer in shortened] == [answer[:2] for answer in whole]
    assert sum(answer[2] for answer in shortened) < 0.9 * sum(answer[2] for answer in whole)


def lottery(*odds: int) -> Game:
    """One move, which wins in so many of 100 worlds: action after action."""

    def apply(state: Any, rules: Any, chance: Any, action: Any) -> None:
        state.over, state.actor = True, int(table_below(chance, 100) >= odds[int(action)])

    return declare(name="lottery", functions={**FUNCTIONS, "apply": apply})


def drawn(odds: tuple[int, ...], plays: int) -> list[Answer]:
    """What `ismcts:200` finds in a lottery, all of whose moves appraise the same; once for each play."""
    game, values = lottery(*odds), {"most": len(odds), "level": True}
    states = np.zeros(STATES, game.state)
    states[WORLD].left = len(odds)
    return [searched(game, states.copy(), game.compile_rules(values), 200, 2, play) for play in range(plays)]


@pytest.mark.parametrize(("odds", "part"), [((30, 60), 0.5), ((10, 20, 15, 90), 0.4)])
def test_a_clear_choice_is_made_sooner_and_is_what_the_whole_budget_would_choose(
    odds: tuple[int, ...], part: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    likely = drawn(odds, 24)
    monkeypatch.setattr(ismcts, "STANDARD_ERRORS", np.inf)
    possible = drawn(odds, 24)
    assert [answer[1] for answer in likely] == [answer[1] for answer in possible]  # chance goes on alike
    agreed = [one[0] == other[0] for one, other in zip(likely, possible, strict=True)]
    assert np.mean(agreed) >= 0.95
    assert sum(answer[2] for answer in likely) < part * sum(answer[2] for answer in possible)


def test_a_close_choice_takes_the_whole_budget() -> None:
    iterations = [answer[2] for answer in drawn((50, 51), 20)]
    assert np.median(iterations) >= 180


def in_a_race(worths: list[float], start: float, worlds: list[list[float]], span: float = 1.0) -> Any:
    """Seats whose root actions began with the same worth, have come to `worths`, and were paid so in these worlds."""
    seats = np.zeros(1, SEARCH_SEATS)[0]
    seats.nodes = tree([10] * len(worths), worths)
    seats.worths[: len(worths)] = start
    start_race(seats, span)
    for paid in worlds:
        count_world(seats, len(paid), sum(paid), sum(points * points for points in paid))
    return seats


def test_an_action_is_tried_on_while_it_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ismcts, "STANDARD_ERRORS", np.inf)
    seats, running = in_a_race([5.0, 6.0, 3.6, 1.0], 0.0, [], span=0.2), np.uint64(0b1111)
    assert members(contenders(seats, running, 2, 5, 15, True)) == [0, 1]
    assert members(contenders(seats, running, 2, 7, 15, True)) == [0, 1, 2]  # as high as the second best
    assert members(contenders(seats, running, 4, 7, 15, True)) == [0, 1, 2]  # never the best
    assert members(contenders(seats, running, 2, 7, 15, False)) == [0, 1, 2, 3]  # all teach the others
    assert members(contenders(seats, running, 4, 4, 4, False)) == [1]  # none can overtake the best
    seats.race.span = np.inf
    assert members(contenders(seats, running, 2, 1, 1, True)) == [0, 1, 2, 3]


def test_a_lead_wins_the_race_when_the_worlds_made_foretell_that_it_lasts() -> None:
    """Thirty worlds, in each of which the two are paid 0.1 apart; thirty to come."""
    apart = [[0.4, 0.5], [0.5, 0.4]] * 15
    for lead, left in ((0.2, [0, 1]), (4.0, [1])):
        seats = in_a_race([15.0, 15.0 + lead], 15.0, apart)
        assert members(contenders(seats, np.uint64(0b11), 1, 30, 30, True)) == left


def test_the_appraisal_alone_settles_no_long_search() -> None:
    seats = in_a_race([0.0, 30.0], 0.0, [])
    seats.worths[1] = 30.0
    both = np.uint64(0b11)
    assert members(contenders(seats, both, 1, 5_000, 5_000, True)) == [0, 1]
    assert members(contenders(seats, both, 1, 35, 35, True)) == [1]


def test_a_lead_that_dwindles_is_not_safe() -> None:
    """Ahead by 4 with 10 worlds to come: enough where both gained alike, not where 9 were lost in 30 worlds."""
    seats, both = in_a_race([16.0, 12.0], 0.0, [[0.2, 0.5]] * 30), np.uint64(0b11)
    for started, left in (((10.0, 6.0), [0]), ((10.0, -3.0), [0, 1])):
        seats.worths[:2] = started
        assert members(contenders(seats, both, 1, 10, 10, True)) == left


def test_what_a_round_cannot_use_goes_to_those_after_it() -> None:
    assert (halvings(5), worlds_this_round(5, 100)) == (3, 6)  # 30
    assert (halvings(3), worlds_this_round(3, 70)) == (2, 11)  # 33
    assert (halvings(2), worlds_this_round(2, 37)) == (1, 18)  # 36, and one for the winner
    assert worlds_this_round(1, 1) == 1


def tree(visits: list[int], worths: list[float]) -> Any:
    """Nodes from place 1 on, each the next of the one behind it in their list."""
    nodes = np.zeros(MOST_NODES, NODE)
    for place, (visit, worth) in enumerate(zip(visits, worths, strict=True), start=1):
        reset_node(nodes[place], place - 1 if place > 1 else NONE, 0, 0, place - 1)
        nodes[place].visits, nodes[place].worth = visit, worth
    return nodes


def test_the_best_have_the_highest_means() -> None:
    nodes = tree([10, 10, 4, 10], [5.0, 6.0, 3.6, 1.0])
    assert members(best_of(nodes, np.uint64(0b1111), 2)) == [1, 2]
    assert members(best_of(nodes, np.uint64(0b1011), 2)) == [0, 1]


def test_halving_ends_with_one() -> None:
    assert [halvings(actions) for actions in (1, 2, 3, 4, 5, 8, 9)] == [0, 1, 2, 2, 3, 3, 4]


def test_only_children_that_are_legal_here_are_surveyed() -> None:
    nodes = tree([4, 4, 4], [1.0, 2.0, 3.0])
    chosen, untried = select_child(nodes, 3, 0, 0, np.uint64(0b1011))
    assert (chosen, members(untried)) == (2, [3])
    assert nodes["available"][1:4].tolist() == [2, 2, 1]
    assert select_child(nodes, 3, 1, 0, np.uint64(0b111))[0] == -1  # another situation
    assert select_child(nodes, 3, 0, 1, np.uint64(0b111))[0] == -1  # another actor


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
    for strong, weak, plays in (("ismcts:400", "greedy", 200), ("greedy", "random", 400)):
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
