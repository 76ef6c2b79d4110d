"""The report of an evening beside stored plays of the same rules, in every game."""

import numpy as np
import pytest

from workbench.app.server.evening.wording import beside_bots
from workbench.engine.score_sheet import Wins
from workbench.play.batches import simulate
from workbench.play.options import RunOptions
from workbench.playtest.log.recording import Log, begin
from workbench.playtest.sessions import header_of
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import find_workspace
from workbench.store import Store

PLACE = find_workspace()
PLAYS = 400
SCENARIOS = ("hitmakers/2021-04-08", "showbiz_shuffle/reference", "trickster/prototype-a", "hollywood_1947/six-players")


def evening(store: Store, played: Scenario, finished: bool = True) -> Log:
    """An evening of these rules, on which seat 0 has 7 points, seat 1 has 8, and so on."""
    log = begin(store, header_of(played))
    players = [log.add_player(f"P{seat}", seat).data["player"] for seat in range(played.players)]
    sheet = played.game.sheet(played.rules)
    if sheet.wins is Wins.NAMED:
        log.outcome(None, [played.game.sides.names[0]])  # type: ignore[union-attr]  # a game of sides
    else:
        for seat, player in enumerate(players):
            log.total(player, 7 + seat)
    log.end(finished)
    return log


@pytest.mark.parametrize("name", SCENARIOS)
def test_an_evening_lies_beside_the_stored_plays_of_its_rules(name: str, store: Store) -> None:
    played = load_scenario(PLACE, name, plays=str(PLAYS), bots=["random"])
    log = evening(store, played)
    assert beside_bots(log.session(), store) == []
    results = simulate(played, RunOptions(store=store, jobs=1)).results
    lines = " ".join(beside_bots(log.session(), store)).replace("\u202f", " ")
    assert f"{PLAYS} plays by random bots" in lines
    sheet = played.game.sheet(played.rules)
    if sheet.wins is Wins.NAMED:
        assert "won; bots win" in lines
        return
    means = results[sheet.total][:, : played.players].mean(axis=1)
    mean = np.mean(7 + np.arange(played.players))
    above = (np.mean(means < mean) + np.mean(means <= mean)) / 2
    assert f"Scores: {mean:g};" in lines and f"above {round(100 * above)} % of them" in lines


def test_other_rules_and_an_evening_that_was_stopped_are_not_compared(store: Store) -> None:
    played = load_scenario(PLACE, SCENARIOS[0], plays=str(PLAYS), bots=["random"])
    other = load_scenario(PLACE, "hitmakers/2020-03-04", plays=str(PLAYS), bots=["random"])
    simulate(other, RunOptions(store=store, jobs=1))
    assert beside_bots(evening(store, played).session(), store) == []
    simulate(played, RunOptions(store=store, jobs=1))
    (line,) = beside_bots(evening(store, played, finished=False).session(), store)
    assert "stopped early" in line
