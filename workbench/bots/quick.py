"""The choices of bots that decide at once: `greedy`, by what the game holds its actions to be worth, and styles."""

from typing import Final

import numpy as np

from workbench.bots.ismcts import VIEW
from workbench.engine.bit_sets import EMPTY, count, holds, lowest, remove, without_lowest
from workbench.engine.chance import APART, mix, player_word
from workbench.engine.compiling import compiled
from workbench.engine.dispatch import play_style, weigh
from workbench.engine.types import Action, ActionSet, Array, Chance, Float, Int, Player, Rules, States

BY_WORTH: Final = -1
"""In the place of a style's number: greedy."""
FORBIDDEN: Final = -1


@compiled
def style_action(states: States, rules: Rules, allowed: ActionSet, style: Int) -> Action:
    """The choice of a style at `states[0]`, by the glimpse in `states[1]`; `FORBIDDEN` where it is not allowed."""
    action = play_style(states[VIEW], rules, allowed, style)
    return action if holds(allowed, action) else np.int64(FORBIDDEN)


@compiled
def best_action(states: States, rules: Rules, chance: Chance, legal: ActionSet, worths: Array) -> Action:
    """The legal action that `weigh` holds to be worth most; ties are broken evenly by the player's own chance.

    `states[VIEW]` is the actor's information set, `worths` room for the worth of each action.
    """
    weigh(states, rules, chance, legal, worths)
    best, chosen, has_ties, rest = -np.inf, 0, False, legal
    while rest != EMPTY:
        action = lowest(rest)
        rest = without_lowest(rest)
        worth = worths[action]
        has_ties |= (worth >= best) != (worth > best)  # one comparison of the processor, where == takes another
        chosen = action if worth > best else chosen
        best = max(best, worth)
    if has_ties:
        return any_of_best(chance, states[VIEW].actor, legal, worths, best)
    return chosen


@compiled
def any_of_best(chance: Chance, player: Player, legal: ActionSet, worths: Array, best: Float) -> Action:
    """One of the legal actions with the highest worth, `best`, each as likely as the others.

    Each has a lot, and the highest lot is chosen: so a revision of the rules in which another action is as good, too,
    mostly leads to the same choice. Without branches, which a processor could not foresee.
    """
    word = player_word(chance, player)
    chosen, highest_lot = 0, np.uint64(0)
    while legal != EMPTY:
        action = lowest(legal)
        legal = without_lowest(legal)
        lot = mix(word + np.uint64(action) * APART)
        lot = lot if worths[action] == best else np.uint64(0)
        chosen = action if lot >= highest_lot else chosen
        highest_lot = max(highest_lot, lot)
    return chosen


@compiled
def best_of(worths: Array, choices: ActionSet, number: Int) -> ActionSet:
    """So many of the choices, or all, that are worth most; of those that are worth as much, the first."""
    while count(choices) > number:
        choices = without_worst(worths, choices)
    return choices


@compiled
def without_worst(worths: Array, choices: ActionSet) -> ActionSet:
    """The choices without the one that is worth least; without the last of those that are worth as little."""
    worst, rest = lowest(choices), without_lowest(choices)
    while rest != EMPTY:
        action = lowest(rest)
        rest = without_lowest(rest)
        worst = action if worths[action] <= worths[worst] else worst
    return remove(choices, worst)
