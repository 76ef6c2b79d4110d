"""Trickster, "End of Round" and "Shoot the Moon"."""

import numpy as np
import pytest

from tests.support.plain import Play
from tests.support.trickster import DECK_NAMES, SUITS, table
from workbench.games.trickster import GAME, game

NO_MOON = {"shoot_the_moon": False}


def points(collections: str, **rules: object) -> list[int]:
    """What the collections score."""
    position = table(" / ".join("" for _ in collections.split("/")), "", collections, **rules)
    game.score_(position.state, position.rules)
    return position.counted("round_points")


# "The round ends when all players have used their last card"


def test_the_packets_are_passed_once_more_and_then_collected() -> None:
    position = table("3H / 4S", packets="5H / 2S").choose("3H", "4S")
    assert position.events("remainder") == [
        {"event": "remainder", "player": 0, "cards": ["2S", "4S"]},
        {"event": "remainder", "player": 1, "cards": ["3H", "5H"]},
    ]
    assert len(position.events("pass")) == 1


def test_without_the_final_pass_they_stay_where_they_are() -> None:
    position = table("3H / 4S", packets="5H / 2S", final_pass=False).choose("3H", "4S")
    assert [event["cards"] for event in position.events("remainder")] == [["3H", "5H"], ["2S", "4S"]]
    assert position.events("pass") == []


@pytest.mark.parametrize("direction", ["right", "left"])
def test_the_final_pass_goes_where_all_others_go(direction: str) -> None:
    position = table("3H / 4S / 6C", pass_direction=direction).choose("3H", "4S", "6C")
    collected = [event["cards"][0] for event in position.events("remainder")]
    assert collected == (["4S", "6C", "3H"] if direction == "right" else ["6C", "3H", "4S"])


def test_the_remainder_is_no_forced_collection() -> None:
    position = table("3H / 4S", packets="5H / 2S").choose("3H", "4S")
    assert position.counted("forced_by_suit") == position.counted("forced_by_sum") == [0, 0]


# "Score 1 point for each basic card … 2 points for each Jack, 3 for each Queen, 4 for each [King]"


def test_basic_cards_jacks_queens_and_kings() -> None:
    assert points("AC 10D / JH / QS / KC", **NO_MOON) == [2, 2, 3, 4]


@pytest.mark.parametrize(
    ("rule", "scores"),
    [
        ("basic_points", [9 * 7, 2, 3, 4]),
        ("jack_points", [9, 7, 3, 4]),
        ("queen_points", [9, 2, 7, 4]),
        ("king_points", [9, 2, 3, 7]),
    ],
)
def test_points_are_rules(rule: str, scores: list[int]) -> None:
    points_there = points("AC 2C 3C 4C 5C 6D 7D 8H 10S / JH / QS / KC", **NO_MOON, **{rule: 7})
    assert points_there == scores


def test_a_whole_deck_scores_76() -> None:
    assert points(f"{' '.join(DECK_NAMES)} /", **NO_MOON) == [76, 0]


def test_an_empty_collection_scores_nothing() -> None:
    assert points("KC / ")[1] == 0


# "If you collected the most cards of a suit, you can ignore any points earned from that suit this round"


def test_the_most_cards_of_a_suit_score_nothing() -> None:
    assert points("2C 3C 4D / KC 5D 6D") == [1, 4]


def test_number_counts_not_points() -> None:
    assert points("2C 3C / KC") == [0, 4]


def test_each_suit_by_itself() -> None:
    assert points("2C 2D 2H 2S / 3C 4C 3D 4D 3H 4H 3S 4S") == [4, 0]


def test_what_the_moon_saves_is_counted() -> None:
    position = table(" / ", collections="2C 3C 4D / KC 5D 6D")
    game.score_(position.state, position.rules)
    assert position.counted("round_saved") == position.counted("moon_saved") == [2, 2]


def test_without_the_moon_everything_counts() -> None:
    assert points("2C 3C 4D / KC 5D 6D", **NO_MOON) == [3, 6]


@pytest.mark.parametrize(("ties", "scores"), [("nobody", [2, 5, 1]), ("everybody", [0, 0, 1])])
def test_moon_ties(ties: str, scores: list[int]) -> None:
    assert points("2C 3C / KC 5C / AC", moon_ties=ties) == scores


def test_a_tie_below_the_most_changes_nothing() -> None:
    assert points("2C / 3C / 4C 5C") == [1, 1, 0]


@pytest.mark.parametrize("ties", ["nobody", "everybody"])
def test_a_suit_that_nobody_collected_saves_nobody_anything(ties: str) -> None:
    position = table(" / ", collections="2C / 3D", moon_ties=ties)
    game.score_(position.state, position.rules)
    assert (position.counted("round_points"), position.counted("round_saved")) == ([0, 0], [1, 1])


def test_the_remainder_counts_for_the_moon() -> None:
    position = table("3H / 4S", packets="5H / 2S", collections="9H / 8S").choose("3H", "4S")
    assert position.events("score")[0]["by_player"] == [{"points": 1, "saved": 2}, {"points": 1, "saved": 2}]


# What is counted


def test_cards_are_counted_by_suit() -> None:
    position = table("3H / 4S", packets="5H / 2S", collections="9H AD / 8S KC").choose("3H", "4S")
    report = position.report()
    assert {suit: report[suit][:2].tolist() for suit in SUITS} == {
        "clubs": [0, 1],
        "diamonds": [1, 0],
        "hearts": [1, 2],
        "spades": [2, 1],
    }


def test_points_of_sets() -> None:
    rules = Play(GAME).rules
    for name, expected in (("BASIC", 40), ("JACKS", 8), ("QUEENS", 12), ("KINGS", 16)):
        assert int(game.points_of(rules, np.uint64(getattr(game, name)))) == expected
