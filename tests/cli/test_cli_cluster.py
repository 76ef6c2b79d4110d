"""`--cluster`: commands print the same, wherever the plays were made; and `cluster`."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.cli.commands import NEW, OLD, ONE_DEAL, as_json, run
from tests.support.clusters import near_cluster
from tests.support.evenings import evenings
from tests.support.thorough import one_of
from workbench.app.widgets.text import DOCS
from workbench.engine.registry import games
from workbench.scenario.files import Workspace

TWO = (NEW, *ONE_DEAL, "--set", "players=2")
RANDOM = (*ONE_DEAL, "--bots", "random")
TRICKSTER = "trickster/prototype-a", "trickster/no-moon"
SHOWBIZ = "showbiz_shuffle/reference"
STUDIES = {
    "simulate": ("simulate", NEW, *ONE_DEAL, "--plays", 1_500),
    "compare": ("compare", OLD, NEW, *ONE_DEAL, "--plays", 1_500),
    "until decided": ("compare", *TRICKSTER, "--bots", "random", "--until-decided", "--limit", 1_500),
    "sweep": ("sweep", SHOWBIZ, "--bots", "random", "--vary", "hand_size=4,5", "--plays", 1_000),
    "quality": ("quality", NEW, *RANDOM, "--plays", 400),
    "decks": ("decks", SHOWBIZ, "--bots", "random", "--plays", 1_000),
    "ladder": ("ladder", *TWO, "--lowest", 2, "--top", 4, "--plays", 3, "--shuffles", 3, "--retakes", 2),
}
VARYING = {"elapsed_s", "plays_per_s", "run", "runs"}
"""What differs from one time to the next."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a scheduler with two workers on this machine."""
    with near_cluster(2) as local:
        yield local.scheduler_address


def lasting(value: Any) -> Any:
    """Printed JSON without what differs from one time to the next."""
    if isinstance(value, dict):
        return {name: lasting(part) for name, part in value.items() if name not in VARYING}
    return [lasting(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("study", one_of(STUDIES, quick="compare"))
def test_a_study_prints_the_same(home, warm, address, study):
    command = (*STUDIES[study], "--no-store")
    assert lasting(as_json(*command, "--cluster", address)) == lasting(as_json(*command))


def test_the_nearest_bot_is_the_same(home, warm, address):
    evenings(Workspace(home), 10)
    command = ("playtests", "bots", NEW, "--bots", "random greedy", "--plays", 300)
    assert as_json(*command, "--cluster", address) == as_json(*command)


def test_a_stored_batch_is_repeated_there(home, warm, address):
    played = as_json(*STUDIES["simulate"])
    assert as_json("repeat", played["run"], "--cluster", address)["same"]


def test_it_says_who_plays_and_who_would(home, address):
    who = f"cluster {address}: 2 workers with 2 threads"
    result = run("simulate", NEW, *ONE_DEAL, "--plays", 10, "--no-store", "--cluster", address)
    assert (result.exit_code, result.stderr) == (0, f"{who}\n")
    assert run("cluster", address).stdout.startswith(f"{who}; all play hitmakers, ")
    there = as_json("cluster", address)
    assert (there["address"], sorted(there["workers"].values()), there["games"]) == (address, [1, 1], [*games()])


def test_the_documented_recipe_is_what_it_prints(home):
    page = (DOCS / "cluster.md").read_text(encoding="utf-8").replace("10.0.0.5", "HOST")
    printed = {line.strip() for line in run("cluster").stdout.splitlines()}
    recipe = {line for line in printed if line.startswith("dask ")} | {"workbench cluster tcp://HOST:8786"}
    assert len(recipe) == 3 and recipe <= printed & set(page.splitlines())


TOLD = {**STUDIES, "testers": ("playtests", "bots", NEW)}


@pytest.mark.parametrize("command", TOLD.values(), ids=TOLD)
def test_a_bad_address_is_told_with_all_else(home, command):
    result = run(*command, "--cluster", "here", "--jobs", 0)
    assert (result.exit_code, result.stdout) == (2, "")
    assert [line.partition(" = ")[0] for line in result.stderr.splitlines()] == ["--jobs", "--cluster"]
