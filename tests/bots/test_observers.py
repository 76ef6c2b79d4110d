"""Search in games that hide moves: nobody answers what it cannot see."""

from typing import Any

import numpy as np
import pytest

from tests.bots.test_ismcts import decision, without_bounds
from tests.support.nim import FUNCTIONS, declare
from workbench.bots.ismcts import MOST_NODES, NONE, all_see, backpropagate, reset_node
from workbench.bots.mo_ismcts import SLOTS, grown_history, reset_trees, set_of, sight_of
from workbench.bots.seats import OBSERVERS_SEATS, SEARCH_SEATS, searches
from workbench.bots.spec import seat_bots
from workbench.engine.bit_sets import up_to
from workbench.engine.chance import player_below
from workbench.engine.compiling import plainly
from workbench.engine.game import Game
from workbench.engine.loop import STATES, WORLD

SAFE, BOLD = 0, 1
GAINS = np.array([[[0.5, 1.0], [0.5, 0.1]], [[1.0, 0.0], [0.4, 0.6]]])
"""What both players gain, by the first player's choice and the second's answer, which best meets `SAFE` by 0.

Whoever sees the bold choice answers 1, and then the safe one is better. Whoever cannot see it answers 0 on the whole,
and the bold choice wins most.
"""


def legal_actions(state: Any, rules: Any) -> Any:
    return up_to(2)


def apply(state: Any, rules: Any, chance: Any, action: Any) -> None:
    if state.actor == 0:
        state.secret, state.actor = action, 1
    else:
        state.left, state.over = action, True


def payoff(state: Any, rules: Any, player: Any) -> Any:
    return GAINS[state.secret, state.left, player]


def observation(state: Any, rules: Any, player: Any, action: Any) -> Any:
    return action if player == state.actor else -1


def hidden_choice(**functions: Any) -> Game:
    """Two choices, the first made in secret where an `observation` is given."""
    mine = {"legal_actions": legal_actions, "apply": apply, "payoff": payoff, **functions}
    return declare(name="hidden_choice" if functions else "open_choice", functions={**FUNCTIONS, **mine})


OPEN, HIDDEN = hidden_choice(), hidden_choice(observation=observation)


def chosen(game: Game, play: int) -> int:
    return decision(game, np.zeros(STATES, game.state), game.compile_rules({"level": True}), 1500, 2, play)


def test_only_a_game_that_hides_moves_gives_each_player_a_tree() -> None:
    assert seat_bots(OPEN, ["ismcts:5"], 2).dtype == SEARCH_SEATS
    assert seat_bots(HIDDEN, ["ismcts:5"], 2).dtype == OBSERVERS_SEATS
    assert searches(seat_bots(HIDDEN, ["ismcts:5", "random"], 2))
    assert not searches(seat_bots(HIDDEN, ["greedy"], 2))


@pytest.mark.parametrize("play", range(3))
def test_a_hidden_choice_is_not_answered_and_an_open_one_is(play: int) -> None:
    assert chosen(HIDDEN, play) == BOLD
    assert chosen(OPEN, play) == SAFE


def keep_or_stake(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """Player 0 keeps 0.6, or stakes it on the secret; then player 1 acts, and then, at `level`, player 0 again.

    Whoever is last says what the secret is; `left` becomes 10 where player 0 has staked, and 1 more if they are right.
    """
    if state.left == 0:
        state.left, state.actor = 1 + action, 1
    elif state.actor == 1 and rules.level:
        state.actor = 0
    else:
        state.left, state.over = 10 * (state.left - 1) + int(action == state.secret), True


def stake_paid(state: Any, rules: Any, player: Any) -> Any:
    staked, right = divmod(int(state.left), 10)
    return float(right) if staked or player == 1 else 0.6


def draw_secret(state: Any, rules: Any, player: Any, chance: Any) -> None:
    state.secret = player_below(chance, player, 2)


def stake(level: bool, **functions: Any) -> int:
    """What player 0 does, who does not know the secret: staking pays 1 if whoever says it does, else a half."""
    mine = {"legal_actions": legal_actions, "apply": keep_or_stake, "payoff": stake_paid, "determinize": draw_secret}
    hidden = {"observation": observation, "payoff_span": without_bounds}
    game = declare(name="stake", functions={**FUNCTIONS, **mine, **hidden, **functions})
    return decision(game, np.zeros(STATES, game.state), game.compile_rules({"level": level}), 400, 2)


def test_others_act_on_what_they_alone_know() -> None:
    secret = {"private_information": lambda state, rules, player: state.secret if player == 1 else 0}
    assert stake(False, **secret) == BOLD
    assert stake(False) == SAFE


def test_what_another_is_shown_before_it_acts_is_not_learnt_from_its_action() -> None:
    assert stake(True, situation=lambda state, rules: state.secret if state.actor == 1 else 0) == SAFE


def test_only_what_all_can_tell_apart_is_tried_less_often_than_the_rest() -> None:
    for game, apart in ((OPEN, True), (HIDDEN, False)):
        view, rules = np.zeros(STATES, game.state)[WORLD], game.compile_rules({})
        assert all_see(view, rules, up_to(2)) == apart


def blank_seats() -> Any:
    seats = np.zeros(1, OBSERVERS_SEATS)[0]
    reset_trees(seats)
    return seats


def history(*seen: tuple[int, int, int]) -> Any:
    """The history of who has seen these: a situation, who acted, and what that looked like."""
    whole = np.uint64(0)
    for place, actor, action in seen:
        whole = plainly(grown_history)(whole, plainly(sight_of)(place, actor, action))
    return whole


def test_what_looks_the_same_leads_to_one_information_set() -> None:
    seats, other = blank_seats(), plainly(set_of)
    hidden = history((0, 0, -1))
    assert other(seats, hidden) == other(seats, history((0, 0, -1))) == 0
    assert other(seats, history((0, 0, 3))) == 1  # another action
    assert other(seats, history((9, 0, -1))) == 2  # another situation
    assert other(seats, history((0, 1, -1))) == 3  # another actor
    assert other(seats, history((0, 0, -1), (0, 1, 2))) != other(seats, history((0, 1, 2), (0, 0, -1)))
    assert other(seats, hidden) == 0


def test_the_next_decision_forgets_all_sets_without_clearing_them() -> None:
    seats, find = blank_seats(), plainly(set_of)
    histories = [history((0, 0, action)) for action in range(100)]
    assert [int(find(seats, path)) for path in histories] == list(range(100))
    reset_trees(seats)
    assert [int(find(seats, path)) for path in reversed(histories)] == list(range(100))
    assert [int(find(seats, path)) for path in histories] == list(reversed(range(100)))


def test_two_sets_may_want_the_same_slot() -> None:
    seats, find = blank_seats(), plainly(set_of)
    last = [np.uint64((SLOTS - 1) << 50) + np.uint64(number) for number in range(3)]
    assert [int(find(seats, path)) for path in (*last, *last)] == [0, 1, 2, 0, 1, 2]
    assert [int(slot) for slot in seats.sets["slot"][:3]] == [SLOTS - 1, 0, 1]


def test_a_full_memory_keeps_what_it_has() -> None:
    seats, find = blank_seats(), plainly(set_of)
    for number in range(MOST_NODES):
        find(seats, np.uint64(number << 50))
    assert find(seats, np.uint64(1)) == find(seats, np.uint64(2)) == seats.sets_used == MOST_NODES
    assert find(seats, np.uint64(5 << 50)) == 5


def test_a_path_is_credited_to_whoever_chose_each_of_its_nodes() -> None:
    game = HIDDEN
    states, rules, seats = np.zeros(STATES, game.state), game.compile_rules({}), blank_seats()
    states[WORLD].secret, states[WORLD].left = BOLD, 1
    for node, actor in ((1, 0), (2, 1), (3, 0)):
        reset_node(seats.nodes[node], NONE, 0, actor, 0)
    seats.path[:2] = 1, 2
    backpropagate(seats, states[WORLD], rules, 2)
    assert [(int(node.visits), float(node.worth)) for node in seats.nodes[1:4]] == [(1, 0.4), (1, 0.6), (0, 0.0)]
