"""Counts of cards in the store: a batch that was counted is not played again to be counted."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from workbench.store import RunRequest, Store
from workbench.store.card_counts import find_card_counts, save_card_counts
from workbench.study.decks import CardCounts, lists_of
from workbench.study.scenario import Scenario
from workbench.study.simulate import request_of

ARRAYS = ("drawn", "played", "won_drawn", "won_played", "played_drawn")


def keep_counts(store: Store, scenario: Scenario, counts: Mapping[str, CardCounts]) -> None:
    """Store the counts of every list of the scenario's batch."""
    save_card_counts(store, _request(scenario), {rule: _written(counted) for rule, counted in counts.items()})


def kept_counts(store: Store, scenario: Scenario) -> dict[str, CardCounts] | None:
    """The stored counts of the scenario's batch; None where it has not been counted, or not in these lists."""
    found = find_card_counts(store, _request(scenario)) if store.path.exists() else None
    if found is None:
        return None
    counts = {rule: _read(rule, written) for rule, written in found.items()}
    lists = lists_of(scenario)
    sound = set(counts) == set(scenario.game.card_uses)
    return counts if sound and all(len(counts[rule].drawn) == len(lists[rule]) for rule in counts) else None


def _request(scenario: Scenario) -> RunRequest:
    return request_of(scenario, {})


def _written(counts: CardCounts) -> dict[str, Any]:
    return {"seats": counts.seats, "plays": counts.plays, **{name: getattr(counts, name).tolist() for name in ARRAYS}}


def _read(rule: str, written: Mapping[str, Any]) -> CardCounts:
    arrays = {name: np.array(written[name], np.float64) for name in ARRAYS}
    return CardCounts(rule, int(written["seats"]), int(written["plays"]), **arrays)
