"""Runners on a line choose three steps at once, in secret; they are run one by one, and whoever is run into is pushed.

The first step of all is run, from player 1 on, then the second, then the third. After {{ turns }} turns who is furthest
to the right wins."""

from itertools import product
from typing import Annotated

from workbench import kit

WAYS = ("stay", "right", "leap")
PLANS = tuple(", ".join(plan[::-1]) for plan in product(WAYS, repeat=3))
"""By number: the first step is its last digit of base three."""


class Rules(kit.Rules):
    players: int = kit.rule(3, 2, 4, "How many play.", unit="players")
    turns: int = kit.rule(2, 1, 6, "Turns of all.", unit="turns")


class State(kit.State):
    score: kit.PerPlayer
    program: kit.PerPlayer
    turns: int
    undrawn = ("program",)


def setup(state: State, rules: Rules) -> None:
    for player in range(rules.players):
        state.score[player] = player


@kit.move("Player {player} has planned {plan}.", at_once=True, to="program")
def choose(state: State, rules: Rules, player: int, plan: Annotated[int, kit.Words(*PLANS)]) -> None:
    """Choose three steps: stay, to the right, or a leap of two to the right."""
    if player == rules.players - 1:
        for step in (1, 3, 9):
            for runner in range(rules.players):
                run(state, rules, runner, state.program[runner] // step % 3)
        state.turns += 1
        state.over = state.turns == rules.turns


@kit.event("Player {player} runs {steps} to the right.")
def run(state: State, rules: Rules, player: kit.Player, steps: int) -> None:
    """A runner runs; where it comes to stand, others are pushed back by one."""
    state.score[player] += steps
    for other in range(rules.players):
        if steps > 0 and other != player and state.score[other] == state.score[player]:
            state.score[other] -= 1


GAME = kit.game(globals(), title="Programs", summary="Plan three steps at once.", points="steps", name="programs")
