"""The examples against theory: Pig (Neller, Presser 2004), Kuhn poker (1950), Goofspiel (Ross 1971)."""

import numpy as np
import pytest

from tests.support.kit import EXAMPLES
from tests.support.seats import bots
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch
from workbench.engine.compiling import plain_mode

pytestmark = pytest.mark.skipif(plain_mode(), reason="needs many plays")
PLAYS = 400_000


def results_of(name: str, bot: str, plays: int, **rules: int | bool | str) -> np.ndarray:
    game = EXAMPLES[name]
    players = int(game.compile_rules(rules).players)
    return Batch(game, rules, bots(game, bot, players), seed=11).play(0, plays)


@pytest.mark.thorough
def test_the_first_of_two_who_hold_at_20_wins_0_5347() -> None:
    won = (results_of("pig", "hold_at_20", PLAYS)["winners"] == 1).mean()
    assert abs(won - 0.5347) < 4 * np.sqrt(0.25 / PLAYS)


@pytest.mark.thorough
def test_kuhns_equilibrium_is_worth_minus_an_eighteenth() -> None:
    gained = results_of("kuhn_poker", "equilibrium", PLAYS)["points"]
    assert (gained.sum(axis=1) == 0).all()
    assert abs(gained[:, 0].mean() + 1 / 18) < 4 * gained[:, 0].std() / np.sqrt(PLAYS)


@pytest.mark.thorough
@pytest.mark.parametrize(("players", "seat"), [("ismcts:100 random", 0), ("random ismcts:100", 1)])
def test_search_wins_at_kuhn_poker_against_chance(players: str, seat: int) -> None:
    gained = results_of("kuhn_poker", players, 4000)["points"][:, seat]
    assert gained.mean() > 4 * gained.std() / np.sqrt(len(gained))


@pytest.mark.thorough
def test_who_bids_what_the_prize_is_worth_leads_a_random_bidder_by_28() -> None:
    game = EXAMPLES["goofspiel"]
    seats = seat_bots(game, ["match", "random"], 2)
    points = Batch(game, {"carry_over": False}, seats, seed=11).play(0, 50_000)["points"].astype(float)
    leads = points[:, 0] - points[:, 1]
    assert sum(prize * ((prize - 1) - (13 - prize)) for prize in range(1, 14)) == 28 * 13
    assert abs(leads.mean() - 28) < 4 * leads.std() / np.sqrt(len(leads))
