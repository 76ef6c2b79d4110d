"""A hint for whoever is to decide: what the quick bot holds each legal action to be worth."""

import numpy as np

from workbench.engine.bit_sets import WORD
from workbench.engine.chance import CHANCE, copy_chance
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import glimpse, legal_actions, weigh
from workbench.engine.loop import STATES, WORLD
from workbench.engine.types import blank_states
from workbench.play.interactive import InteractivePlay


def hint(play: InteractivePlay) -> dict[int, float]:
    """The worth of each legal action to the actor, below that of the best: 0 for the best, in units of a win.

    It is worked out from what the actor knows alone (`dispatch.glimpse`), and leaves the chance of the play as it is.
    """
    states, chance, worths = blank_states(play.batch.game.state, STATES), np.zeros(1, CHANCE)[0], np.zeros(WORD)
    states[WORLD] = play.world
    plainly(copy_chance)(chance, play.chances[0])
    plainly(glimpse)(states, play.rules)
    legal = plainly(legal_actions)(play.world, play.rules)
    plainly(weigh)(states, play.rules, chance, legal, worths)
    best = max(worths[action] for action in play.legal())
    return {action: float(worths[action] - best) for action in play.legal()}
