"""Rule values for Hypothesis: every parameter of a game, drawn from the values that it declares."""

import random
from typing import Any

from hypothesis import strategies as st

from tests.support.plain import Play
from workbench.conform.check import playable
from workbench.engine.game import Game
from workbench.engine.parameters import Values


def rule_values(game: Game, **narrower: st.SearchStrategy[Any]) -> st.SearchStrategy[Values]:
    """Rules that can be played; `narrower` replaces the values of some parameters."""
    all_values = {name: st.sampled_from(list(p.values())) for name, p in game.parameters.items()}
    return st.fixed_dictionaries({**all_values, **narrower}).map(lambda values: playable(game, values))


def some_rules(game: Game, number: int, **fixed: Any) -> Values:
    """Rule set `number` of an endless list of arbitrary ones; always the same."""
    rng = random.Random(f"{game.name} {number}")
    drawn = {name: rng.choice(list(p.values())) for name, p in game.parameters.items()}
    return playable(game, {**drawn, **fixed})


def positions(game: Game, rules: st.SearchStrategy[Values], steps: int = 150) -> st.SearchStrategy[Play]:
    """A decision somewhere in a play that was random so far."""
    seeds = st.integers(0, 2**63)
    return st.builds(
        lambda values, seed, count: Play(game, values, seed).begin().random_steps(count),
        rules,
        seeds,
        st.integers(0, steps),
    )
