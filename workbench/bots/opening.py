"""How fast search thinks: the opening decision of many plays, and nothing else."""

from typing import Any

import numpy as np

from workbench.engine.chance import start_play
from workbench.engine.compiling import compiled
from workbench.engine.dispatch import begin, decide, legal_actions
from workbench.engine.loop import BLANK, WORLD


@compiled
def search_openings(seats: Any, states: Any, rules: Any, chances: Any, plays: Any, seed: Any) -> Any:
    """Decide the first action of `plays` plays; the sum of the actions, which says that the work was done."""
    total = 0
    for play in range(plays):
        start_play(chances[0], np.uint64(seed), play)
        states[WORLD] = states[BLANK]
        begin(states[WORLD], rules, chances[0])
        total += decide(seats, states, rules, chances[0], legal_actions(states[WORLD], rules))
    return total
