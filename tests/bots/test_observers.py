"""Search in games that hide moves: nobody answers what it cannot see."""

from typing import Any

import numpy as np
import pytest

from tests.bots.test_ismcts import decision
from tests.support.nim import FUNCTIONS, declare
from workbench.bots.ismcts import MOST_NODES, NODE, ROOT
from workbench.bots.mo_ismcts import backpropagate_trees, follow, reset_trees
from workbench.bots.seats import OBSERVERS_SEATS, SEARCH_SEATS, searches
from workbench.bots.spec import seat_bots
from workbench.engine.bit_sets import up_to
from workbench.engine.chance import MOST_SEATS
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


def seats_at(places: list[int]) -> Any:
    seats = np.zeros(1, OBSERVERS_SEATS)[0]
    reset_trees(seats.nodes)
    seats.at[: len(places)] = places
    return seats


def test_two_actions_that_look_the_same_lead_to_one_node() -> None:
    seats = seats_at([1, MOST_NODES + 1])
    assert follow(seats, 1, 0, 0, -1, used=5) == 6
    assert (seats.at[1], seats.nodes[5].action, seats.nodes[5].actor) == (5, -1, 0)
    seats.at[1] = MOST_NODES + 1
    assert follow(seats, 1, 0, 0, -1, used=6) == 6
    assert seats.at[1] == 5
    seats.at[1] = MOST_NODES + 1
    assert follow(seats, 1, 0, 0, 3, used=6) == 7  # another action
    seats.at[1] = MOST_NODES + 1
    assert follow(seats, 1, 9, 0, -1, used=7) == 8  # another situation


def test_a_full_memory_stops_the_walk() -> None:
    seats = seats_at([1, MOST_NODES + 1])
    assert follow(seats, 1, 0, 0, -1, used=MOST_NODES) == MOST_NODES
    assert seats.lost and seats.at[1] == MOST_NODES + 1


def test_the_last_place_of_memory_is_not_a_players_root() -> None:
    assert OBSERVERS_SEATS["nodes"].shape == (MOST_NODES + MOST_SEATS,)
    assert SEARCH_SEATS["nodes"].base == NODE


def test_each_player_is_credited_in_its_own_tree() -> None:
    game = HIDDEN
    states, rules = np.zeros(STATES, game.state), game.compile_rules({})
    states[WORLD].secret, states[WORLD].left = BOLD, 1
    seats = seats_at([1, MOST_NODES + 1])
    seats.nodes[1].parent, seats.nodes[1].actor = ROOT, 0
    seen = follow(seats, 1, 0, 0, -1, used=2)
    follow(seats, 1, 0, 1, 0, used=seen)
    backpropagate_trees(seats, states[WORLD], rules)
    assert (seats.nodes[1].visits, seats.nodes[1].worth) == (1, 0.4)
    assert (seats.nodes[2].visits, seats.nodes[2].worth) == (1, 0.0)  # seen, not chosen
    assert (seats.nodes[3].visits, seats.nodes[3].worth) == (1, 0.6)
    assert seats.nodes[MOST_NODES + 1].visits == 1
