"""The way to a play at the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from workbench.engine.wording import in_one

if TYPE_CHECKING:
    from workbench.scenario import Scenario


@dataclass(frozen=True)
class PlayLink:
    """The way to a play at the table, by the address of its page in the dashboard; no way, where that is empty."""

    label: str
    address: str


def table_address(scenario: Scenario, play: int, step: int | None = None) -> str:
    """The address of the page that shows a play of the scenario's batch, from a step on."""
    at = {} if step is None else {"step": max(step, 0)}
    return _address(scenario, "", {"play": play, **at})


def batch_address(scenario: Scenario, run: str | None, **query: str | int) -> str:
    """The address of a page about a play of a batch: of its revision as filed, else of the stored run; else empty."""
    if scenario.path and not scenario.settings:
        return _address(scenario, "", query)
    return f"/table?{urlencode({'run': run, **query})}" if run else ""


def holes_address(scenario: Scenario) -> str:
    """The address of the page that lists the rule holes of the scenario's first plays."""
    return _address(scenario, "/holes", {})


def _address(scenario: Scenario, page: str, query: Mapping[str, str | int]) -> str:
    batch = {"bots": in_one(scenario.bots), "seed": scenario.seed}
    return f"/table/{quote(scenario.game.name)}/{quote(scenario.revision)}{page}?{urlencode({**query, **batch})}"
