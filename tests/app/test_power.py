"""Before Compare is pressed, the page says how many plays it takes, in every game."""

from collections.abc import Callable
from functools import partial

import pytest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, text
from tests.app.test_results_every_game import FAMILIES
from tests.support.thorough import one_of
from workbench.app.pages.results import asking as power
from workbench.play.ahead import get_ready
from workbench.play.batches import simulate, simulate_together
from workbench.play.comparisons import compared_as_played
from workbench.play.forms import make_batch
from workbench.play.options import RunOptions
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.runs import runs


@pytest.mark.parametrize("game", one_of(FAMILIES, quick="hitmakers"))
def test_stored_pairs_say_how_many_plays_it_takes(
    open_page: OpenPage, workspace: Workspace, store: Store, game: str
) -> None:
    other, base, _ = FAMILIES[game]
    sides = [load_scenario(workspace, f"{game}/{name}", plays=400, bots=["random"]) for name in (base, other)]
    (before, after), together = simulate_together(sides, RunOptions(store))
    compared_as_played(before, after, store, together.pairs[0])
    page = open_page("results", game=game, revision=other, against=base, bots="random", plays=150)
    assert not page.exception
    words = text(page)
    assert "show a change of" in words
    assert "you have 150 plays, which show a change of" in words
    assert "400 stored pairs of these two" in words
    (table,) = [table.value for table in page.dataframe if "is seen in" in table.value.columns]
    assert len(table) >= len(sides[0].game.primary)
    page.button(key="choose_plays").click().run()
    assert page.number_input(key="plays").value > 150
    assert ", enough." in text(page)
    assert "choose_plays" not in buttons(page)
    assert {run.plays for run in runs(store)} == {400}, "nothing is played"


def test_a_page_that_is_drawn_again_neither_reads_the_store_nor_plays(
    open_page: OpenPage, workspace: Workspace, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, pilots = [], []
    for calls, name in ((looks, "plan_comparison"), (pilots, "plan_by_pilot")):
        monkeypatch.setattr(power, name, partial(_counted, calls, getattr(power, name)))
    monkeypatch.setattr(power, "PILOT_S", 60)
    sides = [load_scenario(workspace, f"trickster/{name}", bots=["random"]) for name in ("no-moon", "prototype-a")]
    assert all(get_ready(make_batch(side), pairs=True) for side in sides)
    page = open_page("results", game="trickster", revision="no-moon", against="prototype-a", bots="random", plays=161)
    assert "show a change of" in text(page)
    for _ in range(2):
        assert "show a change of" in text(page.run())
    assert (len(looks), len(pilots)) == (1, 1)
    simulate(load_scenario(workspace, "trickster/no-moon", plays=150), RunOptions(store))
    page.run()
    assert (len(looks), len(pilots)) == (2, 1), "the store has changed"


def _counted(calls: list[object], call: Callable[..., object], *arguments: object) -> object:
    calls.append(arguments)
    return call(*arguments)
