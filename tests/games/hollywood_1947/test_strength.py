"""Hollywood 1947: search beats the loyalist as patriot and as communist, and the even deck evens the sides."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.support.seats import bots
from workbench.engine.batch import Batch
from workbench.games.hollywood_1947 import GAME
from workbench.games.hollywood_1947.cards import Loyalty
from workbench.play.batches import simulate
from workbench.play.goals import all_met, check_goals
from workbench.play.options import RunOptions
from workbench.scenario import load_scenario
from workbench.scenario.files import find_workspace
from workbench.stats import PairedDifference, paired_difference

WON = {Loyalty.PATRIOT: "patriots_won", Loyalty.COMMUNIST: "communists_won"}


def contest(side: Loyalty, bot: str, players: int, plays: int, field: str = "loyalist") -> PairedDifference:
    """How much more often a side wins when `bot` plays it against `field`, on the shuffles of `field` alone.

    Whoever is dealt to the side is played by the bot, in whatever seat.
    """
    rules = {"players": players}
    base = Batch(GAME, rules, bots(GAME, field, players), seed=1).play(0, plays)
    other = np.zeros(plays, GAME.result)
    for play, sides in enumerate(base["side"][:, :players]):
        seats = [bot if dealt == side else field for dealt in sides]
        other[play] = Batch(GAME, rules, bots(GAME, seats, players), seed=1).play(play, 1)[0]
    assert (other["side"] == base["side"]).all()
    return paired_difference(base[WON[side]], other[WON[side]])


@pytest.mark.thorough
@pytest.mark.parametrize("side", WON, ids=lambda side: side.name.lower())
def test_search_beats_the_loyalist_on_either_side(side: Loyalty) -> None:
    """Among two, where it shows soonest; docs/bots.md has the figures of six."""
    assert contest(side, "ismcts:200", players=2, plays=400).low > 0


@pytest.mark.parametrize(("bot", "plays"), [("loyalist", 3_000), ("greedy", 1_500)])
def test_the_even_deck_meets_its_goals_and_the_deck_before_does_not(bot: str, plays: int) -> None:
    workspace = find_workspace(Path(__file__).parents[3])
    even = load_scenario(workspace, "hollywood_1947/even-deck", bots=bot, plays=plays)
    assert even.goals and all_met(check_goals(simulate(even, RunOptions())))
    before = load_scenario(workspace, "hollywood_1947/six-players", bots=bot, plays=plays)
    assert not all_met(check_goals(simulate(replace(before, goals=even.goals), RunOptions())))
