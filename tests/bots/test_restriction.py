"""Kinds of action left out: which legal actions are left, and that search plans with those alone."""

from typing import Any

import numpy as np
import pytest

from tests.support.nim import FUNCTIONS, NIM, declare
from tests.support.plain import Play
from tests.support.seats import Choice, PlainBatch, bots, recorded
from workbench.bots.restriction import permitted
from workbench.bots.spec import seat_bots
from workbench.engine import dispatch
from workbench.engine.batch import Batch, replay
from workbench.engine.bit_sets import members, only, up_to
from workbench.engine.game import Game
from workbench.engine.registry import games

HITMAKERS = games()["hitmakers"]
FEW, MANY = {0}, {1, 2}
"""Actions of Nim by kind: take one counter, or more."""


@pytest.mark.parametrize(
    ("spec", "legal", "left"),
    [
        ("greedy", FEW | MANY, FEW | MANY),
        ("greedy~few", FEW | MANY, MANY),
        ("greedy~many", FEW | MANY, FEW),
        ("greedy~few", MANY, MANY),  # nothing of it is legal
        ("greedy~few", FEW, FEW),  # nothing else is legal
        ("greedy~many", MANY, MANY),
        ("greedy~few~many", FEW | MANY, MANY),  # the one named last gives way
        ("greedy~many~few", FEW | MANY, FEW),
        ("greedy~few~many~few", FEW | MANY, MANY),  # named twice is named once, first
        ("greedy~few~many", FEW, FEW),
        ("greedy+many", FEW | MANY, MANY),
        ("greedy+many", FEW, FEW),
        ("greedy+many~many", FEW | MANY, MANY),  # of the two, the first named weighs more
        ("greedy~few:left=10", FEW | MANY, MANY),  # there are ten
        ("greedy~few:left=11..", FEW | MANY, FEW | MANY),
        ("greedy@few:left=..10", FEW | MANY, FEW),
        ("greedy@few:left=..9", FEW | MANY, MANY),
        ("greedy@few:left=..9", FEW, FEW),
        ("greedy~few:left=..9~many", FEW | MANY, FEW),
    ],
)
def test_what_a_bot_may_do(spec: str, legal: set[int], left: set[int]) -> None:
    play = Play(NIM, {}).begin()
    seats, word = bots(NIM, spec, 2), np.uint64(sum(1 << action for action in legal))
    assert set(members(permitted(seats, play.states, play.rules, word))) == left


def test_each_seat_has_its_own_restrictions() -> None:
    play, seats = Play(NIM, {}).begin(), bots(NIM, "greedy~many random~few", 2)
    for expected in (FEW, MANY):
        assert set(members(permitted(seats, play.states, play.rules, up_to(3)))) == expected
        play.take(0)


def test_a_condition_is_about_what_the_player_knows() -> None:
    """Player 0 alone knows the secret; for the other it is hidden, and counts as what hides it."""
    play, seats = Play(NIM, {}, seed=3).begin(), bots(NIM, "greedy@few:secret=1..", 2)
    assert play.state.secret > 0
    for expected in (FEW, MANY):
        assert set(members(permitted(seats, play.states, play.rules, up_to(3)))) == expected
        play.take(0)


# In plays


def test_a_further_restriction_does_not_undo_an_earlier_one() -> None:
    """Asked to scout or decline, whoever leaves out both does what was named last."""
    for spec, scouts in (("greedy~scout~decline", False), ("greedy~decline~scout", True)):
        seats = seat_bots(HITMAKERS, [spec], 3)
        results = Batch(HITMAKERS, {"score_target": 0}, seats, seed=2).play(0, 50)
        assert bool(results["scouted"].sum()) is scouts, spec


def test_where_nothing_else_is_legal_the_forbidden_action_is_taken() -> None:
    """With every kind of a draw and the discard left out, what was named last is drawn, and a card is discarded."""
    left_out = ("discard", "pass", "draw_discard", "draw_stock")
    choices: list[Choice] = []
    seats = recorded(bots(HITMAKERS, "~".join(["random", *left_out]), 3), choices)
    replay(PlainBatch(HITMAKERS, {"score_target": 0}, seats, seed=2), 0)
    rules, forced = HITMAKERS.compile_rules({"score_target": 0}), []
    for choice in choices:
        kinds = {
            a: HITMAKERS.action_kinds(int(dispatch.action_kind(choice.state, rules, a))).name.lower()
            for a in choice.legal
        }
        if set(kinds.values()) <= set(left_out):
            forced.append(kinds[choice.action])
            assert kinds[choice.action] == max(kinds.values(), key=left_out.index)
    assert set(forced) == {"discard", "draw_stock"}


# In search


SAFE, BOLD = 0, 1
REST, CASH = 0, 1


def first_or_last(state: Any, rules: Any) -> bool:
    """Whether there is something to choose; what lies between is waiting."""
    return bool(state.left == 0 or state.left > rules.counters)


def legal_actions(state: Any, rules: Any) -> Any:
    return up_to(2) if first_or_last(state, rules) else only(0)


def apply(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """Safe ends it; bold leads, after some waiting, to the choice of rest or cash; `endless`: that of the rival."""
    if state.left == 0 and action == SAFE:
        state.over, state.secret = True, 60
    elif state.left > rules.counters:
        state.over, state.secret = True, 10 if bool(action == CASH) is bool(rules.endless) else 100
    else:
        state.left += 1
        state.actor = 1 if rules.endless and state.left > rules.counters else 0


def action_kind(state: Any, rules: Any, action: Any) -> Any:
    return int(state.left > rules.counters and action == CASH)


def payoff(state: Any, rules: Any, player: Any) -> Any:
    return state.secret / 100 if player == 0 else 1 - state.secret / 100


def playout_action(state: Any, rules: Any, legal: Any) -> Any:
    """Insists on cash, whatever may be done."""
    return CASH if state.left > rules.counters else 0


def seen_by_all(state: Any, rules: Any, player: Any, action: Any) -> Any:
    return int(action)


MINE = {
    "begin": lambda state, rules, chance: None,
    "legal_actions": legal_actions,
    "apply": apply,
    "action_kind": action_kind,
    "payoff": payoff,
    "playout_action": playout_action,
    "conceal": lambda state, rules, player: None,
}
ONE_TREE = declare(name="cash", functions={**FUNCTIONS, **MINE})
TREE_A_PLAYER = declare(name="hidden_cash", functions={**FUNCTIONS, **MINE, "observation": seen_by_all})


def first_choice(game: Game, spec: str, waits: int, rival: bool) -> int:
    play = Play(game, {"level": True, "counters": waits, "most": 1, "endless": rival}, seed=3).begin()
    return play.decision_of(bots(game, spec, 2))


IN_TREE, IN_PLAYOUT = (1, 60), (6, 4)
"""Waits before the last choice, and iterations: whether that lies in the tree or behind it."""


@pytest.mark.parametrize("game", [ONE_TREE, TREE_A_PLAYER], ids=["one tree", "own trees"])
@pytest.mark.parametrize(("waits", "budget"), [IN_TREE, IN_PLAYOUT], ids=["in the tree", "behind it"])
def test_search_does_not_count_on_what_it_will_not_do(game: Game, waits: int, budget: int) -> None:
    assert first_choice(game, f"ismcts:{budget}", waits, rival=False) == BOLD
    assert first_choice(game, f"ismcts:{budget}~many", waits, rival=False) == SAFE


@pytest.mark.parametrize("game", [ONE_TREE, TREE_A_PLAYER], ids=["one tree", "own trees"])
@pytest.mark.parametrize(("waits", "budget"), [IN_TREE, IN_PLAYOUT], ids=["in the tree", "behind it"])
def test_search_counts_on_rivals_doing_it(game: Game, waits: int, budget: int) -> None:
    """Cash is the rival's here, and leaves little."""
    assert first_choice(game, f"ismcts:{budget}~many", waits, rival=True) == SAFE


@pytest.mark.parametrize("style", ["single", "pair"])
def test_a_style_that_insists_does_compiled_as_greedy_would(style: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody refuses it: plain mode says that the style is wrong (`test_seats.py`)."""
    monkeypatch.setattr("workbench.bots.seats.refuse_illegal", lambda *_: None)
    play = Play(NIM, {"counters": 7}).begin()
    insisted = play.decision_of(bots(NIM, style, 2))
    left_out = "many" if insisted else "few"
    assert play.decision_of(bots(NIM, f"{style}~{left_out}", 2)) == (0 if insisted else 2)  # 2 leaves a multiple of 4
