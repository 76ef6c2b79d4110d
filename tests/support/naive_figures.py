"""Every figure of some plays, play by play, straight from their records: tallies are held against it."""

import numpy as np

from workbench.engine.measures import WINNERS, Scope


def naive_figures(game, results, seats):
    """The values by name, shape (plays,), NaN in the plays that a figure is not about."""
    found, won = {}, ((results[WINNERS][:, None] >> np.arange(seats)) & 1).astype(bool)
    for measure in game.all_measures:
        values = results[measure.name].astype(float)
        values = values if measure.scope is Scope.PLAY else values[:, :seats]
        values = np.where(_counted(results, measure, values), values, np.nan)
        if measure.scope is Scope.PLAY:
            found[measure.name] = values
        elif measure.scope is Scope.SEAT:
            found[measure.name] = _mean(values)
        else:
            found.update({f"{measure.name}_seat_{seat}": values[:, seat] for seat in range(seats)})
    shares = won / np.maximum(1, won.sum(axis=1, keepdims=True))
    found.update({f"win_rate_seat_{seat}": shares[:, seat] for seat in range(seats)})
    if game.sides:
        found.update(_of_sides(game, results, won, seats))
    return found


def _of_sides(game, results, won, seats):
    found, sides = {}, results[game.sides.measure][:, :seats]
    winning = np.array([(won & (sides == side)).any(axis=1) for side in range(len(game.sides.names))])
    for side, name in enumerate(game.sides.names):
        on, share = sides == side, winning[side] / np.maximum(1, winning.sum(axis=0))
        found[f"win_rate_side_{name}"] = np.where(on.any(axis=1), share, np.nan)
        found.update({f"win_rate_side_{name}_seat_{s}": np.where(on[:, s], share, np.nan) for s in range(seats)})
        for measure in game.all_measures:
            if measure.scope is Scope.SEAT and measure.name != game.sides.measure:
                values = results[measure.name][:, :seats].astype(float)
                counts = _counted(results, measure, values) & on
                found[f"{measure.name}_side_{name}"] = _mean(np.where(counts, values, np.nan))
    return found


def _counted(results, measure, values):
    if measure.counted is None:
        return np.ones(values.shape, bool)
    held = results[measure.counted.measure] >= measure.counted.least
    if values.ndim == 1:
        return held
    return held[:, : values.shape[1]] if held.ndim == 2 else np.repeat(held[:, None], values.shape[1], axis=1)


def _mean(values):
    """The mean of each row over what is known; NaN where nothing is."""
    known = ~np.isnan(values)
    total = np.where(known, values, 0).sum(axis=1)
    return np.where(known.any(axis=1), total / np.maximum(1, known.sum(axis=1)), np.nan)
