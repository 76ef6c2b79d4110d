"""Rule values for Hypothesis: every parameter of a game, drawn from the values that it declares."""

import random
from typing import Any

from hypothesis import strategies as st

from tests.support.plain import Play
from workbench.engine.game import Game
from workbench.engine.parameters import Values


def within_limits(game: Game, values: Values) -> Values:
    """The values, lowered to the limits that they leave each other."""
    limits = {name: limit.high for name, limit in game.limits(values).items()}
    return {name: min(value, limits[name]) if name in limits else value for name, value in values.items()}


def playable(game: Game, values: Values) -> Values:
    """The same within their limits; what is still refused, such as fewer jobs than players, is at its default."""
    limited = within_limits(game, values)
    refused = {problem.place for problem in game.problems(limited) if not problem.warning}
    return {name: game.parameters[name].default if name in refused else value for name, value in limited.items()}


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
