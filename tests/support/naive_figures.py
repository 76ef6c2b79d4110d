"""Every figure of some plays, play by play, straight from their records: tallies are held against it."""

import numpy as np

from workbench.engine.measures import WINNERS, Scope


def naive_figures(game, results, seats):
    """The values by name, shape (plays,), NaN in the plays that a figure is not about."""
    figures, won = {}, ((results[WINNERS][:, None] >> np.arange(seats)) & 1).astype(bool)
    for measure in game.all_measures:
        values = results[measure.name].astype(float)
        values = values if measure.scope is Scope.PLAY else values[:, :seats]
        values = np.where(_counted(results, measure, values), values, np.nan)
        if measure.scope is Scope.PLAY:
            figures[measure.name] = values
        elif measure.scope is Scope.SEAT:
            figures[measure.name] = _mean(values)
        else:
            figures.update({f"{measure.name}_seat_{seat}": values[:, seat] for seat in range(seats)})
    shares = won / np.maximum(1, won.sum(axis=1, keepdims=True))
    figures.update({f"win_rate_seat_{seat}": shares[:, seat] for seat in range(seats)})
    if game.sides:
        figures.update(_of_sides(game, results, won, seats))
    return figures


def _of_sides(game, results, won, seats):
    figures, sides = {}, results[game.sides.measure][:, :seats]
    winning = np.array([(won & (sides == side)).any(axis=1) for side in range(len(game.sides.names))])
    for side, name in enumerate(game.sides.names):
        on, share = sides == side, winning[side] / np.maximum(1, winning.sum(axis=0))
        figures[f"win_rate_side_{name}"] = np.where(on.any(axis=1), share, np.nan)
        figures.update({f"win_rate_side_{name}_seat_{s}": np.where(on[:, s], share, np.nan) for s in range(seats)})
        for measure in game.all_measures:
            if measure.scope is Scope.SEAT and measure.name != game.sides.measure:
                values = results[measure.name][:, :seats].astype(float)
                counts = _counted(results, measure, values) & on
                figures[f"{measure.name}_side_{name}"] = _mean(np.where(counts, values, np.nan))
    return figures


def _counted(results, measure, values):
    if measure.counted is None:
        return np.ones(values.shape, bool)
    held = results[measure.counted.measure] >= measure.counted.least
    if values.ndim == 1:
        return held
    return held[:, : values.shape[1]] if held.ndim == 2 else np.repeat(held[:, None], values.shape[1], axis=1)


def _mean(values):
    """The mean of each row over what is known; NaN where nothing is."""
    is_number = ~np.isnan(values)
    total = np.where(is_number, values, 0).sum(axis=1)
    return np.where(is_number.any(axis=1), total / np.maximum(1, is_number.sum(axis=1)), np.nan)
