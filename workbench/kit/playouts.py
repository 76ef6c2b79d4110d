"""`greedy` in a game whose author wrote no evaluation: each choice is tried in random worlds and plays that follow.

All choices are tried in the same worlds, with the same chance. A playout ends with the stage, or after `MOST_MOVES`
moves; its worth is the payoff then. It is a quick and weak player: the page says so (`CAVEAT`).
"""

from typing import Final

from workbench.engine.bit_sets import EMPTY, count, lowest, without_lowest
from workbench.engine.chance import STEP, copy_chance, mix, player_word, start_deal
from workbench.engine.compiling import compiled, copy_front
from workbench.engine.dispatch import any_action, apply, determinize, legal_actions, payoff, playout_action
from workbench.engine.types import Action, ActionSet, Array, Chance, Rules, State, States

VIEW: Final = 1
SAMPLE: Final = 2
DRAWN: Final = 4
PLAYOUTS: Final = 48
"""Playouts for each decision, over all choices; two for each choice at least. Set by hand."""
MOST_MOVES: Final = 64
"""Moves of a playout at most: room for a deal of 52 cards with its bids. Set by hand."""
CAVEAT = (
    f"Nobody has written an evaluation for this game. Greedy tries its choices in {PLAYOUTS} random continuations of at"
    f" most {MOST_MOVES} moves: it is quick, and weaker than a careful player. Compare with a style or a thinker before"
    " you conclude, or let `workbench learn` teach it."
)
HELP = f"Tries each choice in a few random continuations, {PLAYOUTS} in all: the game has no evaluation of its own."


@compiled
def weigh_by_playouts(states: States, rules: Rules, chance: Chance, legal: ActionSet, worths: Array) -> None:
    """Write into `worths` what each legal action brought on average."""
    view = states[VIEW]
    player, rest = view.actor, legal
    while rest != EMPTY:
        worths[lowest(rest)] = 0.0
        rest = without_lowest(rest)
    for _ in range(max(2, PLAYOUTS // count(legal))):
        view.playout_chance.play_key = player_word(chance, player)
        start_deal(view.playout_chance, 0)
        copy_front(states[DRAWN], view)
        determinize(states[DRAWN], rules, player, view.playout_chance)
        copy_chance(states[DRAWN].playout_chance, view.playout_chance)
        rest = legal
        while rest != EMPTY:
            action = lowest(rest)
            rest = without_lowest(rest)
            copy_chance(view.playout_chance, states[DRAWN].playout_chance)
            copy_front(states[SAMPLE], states[DRAWN])
            play_on(states[SAMPLE], rules, view.playout_chance, action)
            worths[action] += payoff(states[SAMPLE], rules, player)


@compiled
def play_on(world: State, rules: Rules, chance: Chance, action: Action) -> None:
    """Take the action, and play on to the end of the stage, or for `MOST_MOVES` moves."""
    stage, moves = world.stage, 0
    apply(world, rules, chance, action)
    while not world.over and world.stage == stage and moves < MOST_MOVES:
        apply(world, rules, chance, playout_action(world, rules, legal_actions(world, rules)))
        moves += 1


@compiled
def whim(world: State, rules: Rules, legal: ActionSet) -> Action:
    """Any legal choice, by chance of the drawn world's own."""
    world.whim += STEP
    return any_action(world, rules, legal, mix(world.whim))
