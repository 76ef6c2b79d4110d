"""`greedy`: one step ahead, by the game's own evaluation under the rules in force."""

import numpy as np

from workbench.engine.bit_sets import EMPTY, lowest, without_lowest
from workbench.engine.chance import player_below
from workbench.engine.compiling import compiled
from workbench.engine.dispatch import appraise
from workbench.engine.types import Action, ActionSet, Array, Chance, Rules, State


@compiled
def best_action(view: State, rules: Rules, chance: Chance, legal: ActionSet, worths: Array) -> Action:
    """The legal action with the highest `appraise`; ties are broken evenly by the player's own chance.

    `view` is the actor's information set, `worths` room for the worth of each action.
    """
    appraise(view, rules, legal, worths)
    best, chosen, has_ties, rest = -np.inf, 0, False, legal
    while rest != EMPTY:
        action = lowest(rest)
        rest = without_lowest(rest)
        worth = worths[action]
        has_ties |= (worth >= best) != (worth > best)  # one comparison of the processor, where == takes another
        chosen = action if worth > best else chosen
        best = max(best, worth)
    return any_of_best(view, chance, legal, worths) if has_ties else chosen


@compiled
def any_of_best(view: State, chance: Chance, legal: ActionSet, worths: Array) -> Action:
    """One of the legal actions with the highest worth, each as likely as the others."""
    best, chosen, ties = -np.inf, 0, 0
    while legal != EMPTY:
        action = lowest(legal)
        legal = without_lowest(legal)
        worth = worths[action]
        if worth > best:
            best, chosen, ties = worth, action, 1
        elif worth == best:
            ties += 1
            if player_below(chance, view.actor, ties) == 0:
                chosen = action
    return chosen
