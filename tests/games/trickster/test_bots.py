"""Trickster: greedy follows the rules in force, is strong, and favours no seat; what the styles do."""

from typing import Any

import numpy as np
import pytest

from tests.support.seats import bots
from tests.support.trickster import TricksterTable, table
from workbench.engine.batch import Batch
from workbench.engine.measures import win_shares
from workbench.engine.playing_cards import card_name
from workbench.games.trickster import GAME

PLAYS = 2_000


def worths(position: TricksterTable) -> dict[str, float]:
    """What each legal card is worth to the actor."""
    by_action = position.worths(position.view(int(position.state.actor)), position.legal)
    return {card_name(card): worth for card, worth in by_action.items()}


def best(position: TricksterTable) -> str:
    """The card that greedy chooses; there must be one."""
    worth = worths(position)
    (card,) = (card for card in worth if worth[card] == max(worth.values()))
    return card


def style(name: str, position: TricksterTable) -> str:
    return card_name(position.decision_of(bots(GAME, name, position.players)))


def wins(spec: str, plays: int = PLAYS, **rules: Any) -> Any:
    """Each seat's share of the wins, shape (plays, seats)."""
    values = {"rounds": 1, **rules}
    players = int(GAME.compile_rules(values).players)
    results = Batch(GAME, values, bots(GAME, spec, players), seed=5).play(0, plays)
    return win_shares(results["winners"], players)


# The rules in force


TWO_HEARTS = "2H 9H 5C / 3C 4D 6S / 4C 5D 7S / 6C 7D 8S"
PACKETS = "8H / 3S / 2D / 2C"


def test_a_card_that_keeps_below_the_limit_is_better_than_one_that_breaks_it() -> None:
    assert best(table(TWO_HEARTS, PACKETS)) == "2H"


def test_where_the_highest_total_wins_breaking_it_is_better() -> None:
    assert best(table(TWO_HEARTS, PACKETS, winner="highest", shoot_the_moon=False)) == "9H"


def test_a_packet_is_filled_for_the_next_player() -> None:
    """With 17 of 20 filled seat 3 has no heart that fits; with 10 it has."""
    assert best(table("2H 9H 5C / 3C 4D 6S / 4C 5D 7S / 6H 7D 8S", PACKETS, sum_limit=20)) == "9H"


def test_what_breaks_a_packet_costs_what_the_packet_scores() -> None:
    def price(packet: str) -> float:
        worth = worths(table(TWO_HEARTS, f"{packet} / 3S / 2D / 2C", shoot_the_moon=False))
        return worth["2H"] - worth["9H"]

    assert price("8H KH") > price("8H QH") > price("8H JH") > price("8H")


def test_with_the_most_of_a_suit_its_cards_cost_little() -> None:
    def price(**rules: Any) -> float:
        position = table(TWO_HEARTS, "8H / 3S / 2D / 2C", "AH 3H 4H 5H 6H 7H / / /", **rules)
        worth = worths(position)
        return worth["2H"] - worth["9H"]

    assert price() < price(shoot_the_moon=False)


def test_no_card_is_worth_anything_without_points() -> None:
    nothing = dict.fromkeys(["basic_points", "jack_points", "queen_points", "king_points"], 0)
    assert set(worths(table(TWO_HEARTS, PACKETS, **nothing)).values()) == {0.0}


def test_the_last_packet_goes_to_the_next_player_only_with_the_final_pass() -> None:
    """Whoever keeps the packet collects it; a king is better added to another's."""
    last = "KH / 2S / 3D / 4C"
    passed = worths(table(last, "5H / 3S / 2D / 2C", shoot_the_moon=False))["KH"]
    worth = worths(table(last, "5H / 3S / 2D / 2C", shoot_the_moon=False, final_pass=False))["KH"]
    assert passed > 0 > worth


# Strength and seats


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_greedy_beats_random(players: int) -> None:
    spec = " ".join(["greedy"] + ["random"] * (players - 1))
    shares = wins(spec, players=players)[:, 0]
    assert shares.mean() - 1.96 * shares.std() / len(shares) ** 0.5 > 1.2 / players


@pytest.mark.parametrize(
    "rules",
    [
        {"shoot_the_moon": False},
        {"winner": "highest"},
        {"winner": "highest", "shoot_the_moon": False},
        {"must_follow": False},
        {"faces_count": True},
        {"ace_value": 14, "pass_direction": "left"},
        {"moon_ties": "everybody", "final_pass": False},
        {"sum_limit": 5},
        {"sum_limit": 30},
    ],
    ids=str,
)
def test_greedy_beats_random_under_other_rules(rules: dict[str, Any]) -> None:
    shares = wins("greedy random random random", plays=4_000, **rules)[:, 0]
    assert shares.mean() - 1.96 * shares.std() / len(shares) ** 0.5 > 0.25


@pytest.mark.parametrize("bot", ["greedy", "random", "mooner"])
def test_among_equals_no_seat_is_favoured(bot: str) -> None:
    shares = wins(bot, plays=4_000)
    np.testing.assert_allclose(shares.mean(axis=0), 1 / 4, atol=4.5 * np.sqrt(3 / 16 / len(shares)))


@pytest.mark.thorough
def test_search_beats_greedy() -> None:
    """Win share with its 95 % interval above 1/4, seats rotated."""
    shares_of = []
    for seat in range(4):
        names = ["greedy"] * 4
        names[seat] = "ismcts:100"
        shares_of.append(wins(" ".join(names), plays=120)[:, seat])
    shares = np.concatenate(shares_of)
    assert shares.mean() - 1.96 * shares.std() / len(shares) ** 0.5 > 0.25


# Styles


SAFE = "2H 4H 9H KH / 3C 4D 6S AC / 4C 5D 7S AD / 6C 7D 8S AS"


def test_ducker_chooses_the_lowest_legal_card() -> None:
    assert style("ducker", table(SAFE, "8H / 3S / 2D / 2C")) == "2H"
    assert style("ducker", table("3D KC / 2C 4C")) == "3D"


def test_dumper_chooses_the_highest_card_that_is_safe() -> None:
    assert style("dumper", table(SAFE, "8H / 3S / 2D / 2C")) == "KH"
    assert style("dumper", table(SAFE, "8H / 3S / 2D / 2C", faces_count=True)) == "4H"
    assert style("dumper", table("9H 10H / 2C 4C", "8H / 3C")) == "10H"  # none is safe


def test_an_ace_ranks_by_what_it_is_worth() -> None:
    for ace, low, high in ((1, "AC", "KD"), (14, "KD", "AC")):
        position = table("AC KD / 2C 4C", ace_value=ace)
        assert (style("ducker", position), style("dumper", position)) == (low, high)


def test_mooner_collects_its_suit_and_brings_it_into_play() -> None:
    assert style("mooner", table(SAFE, "8H / 3S / 2D / 2C", "AH 3H / / /")) == "9H"  # takes the packet
    assert (
        style("mooner", table(SAFE, "8H / 3S / 2D / 2C", "AC 3C 5C / / /".replace("AC ", "").replace("3C ", "")))
        == "2H"
    )
    assert style("mooner", table("3D 9S KC / 2C 4C 5C", collections="AD 2D /")) == "3D"


def test_mooner_shoots_the_moon_more_often_than_dumper() -> None:
    saved = {}
    for name in ("mooner", "dumper"):
        batch = Batch(GAME, {"rounds": 1}, bots(GAME, f"{name} random random random", 4), seed=5)
        saved[name] = batch.play(0, PLAYS)["moon_saved"][:, 0].mean()
    assert saved["mooner"] > 1.2 * saved["dumper"]


def test_a_restriction_leaves_out_what_forces() -> None:
    """`~collect` never breaks a packet where another card can be chosen."""
    position = table(SAFE, "8H / 3S / 2D / 2C")
    decisions = {card_name(position.decision_of(bots(GAME, "random~collect", 4))) for _ in range(60)}
    assert decisions == {"2H", "4H", "KH"}
