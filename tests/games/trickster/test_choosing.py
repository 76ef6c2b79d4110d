"""Trickster, "How to Play" 1 to 4 and "Thereafter": choosing, laying, passing, following suit."""

import pytest

from tests.support.plain import Play
from tests.support.trickster import table
from workbench.engine import dispatch
from workbench.games.trickster import GAME
from workbench.games.trickster.game import Kind

FOUR = "2C 3D / 4C 5D / 6C 7D / 8C 9D"


# 1 and 2: all choose at once


def test_1_any_card_may_start_a_packet() -> None:
    assert table("2C 3D 4H / 5C 6D 7H").legal_cards == "2C 3D 4H"


def test_2_nothing_happens_before_the_last_has_chosen() -> None:
    position = table("3H 9C / 4H KC", packets="5H 6H / 2S").choose("3H")
    assert (position.packets, position.tableau(0), position.trace) == (["5H 6H", "2S"], "9C 3H", [])
    position.choose("KC")
    assert [event["event"] for event in position.trace] == [
        "choose",
        "choose",
        "collect",
        "lay",
        "collect",
        "lay",
        "pass",
    ]


def test_2_a_step_is_a_decision_of_each_player_in_the_order_of_the_seats() -> None:
    position = table(FOUR)
    actors = []
    for card in ("2C", "4C", "6C", "8C"):
        actors.append(int(position.state.actor))
        position.choose(card)
    assert actors == [0, 1, 2, 3]
    assert (position.state.actor, position.state.step) == (0, 1)
    assert [(e["step"], e["player"], e["card"]) for e in position.events("choose")] == [
        (0, 0, "2C"),
        (0, 1, "4C"),
        (0, 2, "6C"),
        (0, 3, "8C"),
    ]


@pytest.mark.parametrize("chosen", ["2C", "3D"])
def test_2_one_players_choice_leaves_the_choices_of_the_others_as_they_are(chosen: str) -> None:
    assert table(FOUR, packets="/ 10D / /").choose(chosen).legal_cards == "5D"


# 3 and 4: laying and passing


def test_3_the_chosen_card_joins_the_packet_and_leaves_the_tableau() -> None:
    position = table("3H 9C / 4S KC", packets="5H / 2S").choose("3H", "4S")
    assert position.tableau(0) == "9C"
    assert [event["packet"] for event in position.events("lay")] == [["3H", "5H"], ["2S", "4S"]]


def test_4_to_the_right_is_to_the_seat_before() -> None:
    """Seats are numbered in turn order, to the left; so seat 0's right-hand neighbour is the last seat."""
    assert table(FOUR).choose("2C", "4C", "6C", "8C").packets == ["4C", "6C", "8C", "2C"]


def test_4_to_the_left_is_to_the_seat_after() -> None:
    assert table(FOUR, pass_direction="left").choose("2C", "4C", "6C", "8C").packets == ["8C", "2C", "4C", "6C"]


@pytest.mark.parametrize(("direction", "ways"), [("right", "rrr"), ("left", "lll"), ("alternate", "rlr")])
def test_4_direction_by_round(direction: str, ways: str) -> None:
    play = Play(GAME, {"players": 5, "rounds": 3, "pass_direction": direction}, seed=6).begin()
    directions: list[set[str]] = []
    while not play.state.over:
        play.take(play.decision())
    for event in play.trace:
        if event["event"] == "deal":
            directions.append(set())
        if event["event"] == "pass":
            directions[-1].add(event["direction"][0])
    assert directions == [{way} for way in ways]


@pytest.mark.parametrize("direction", ["right", "left"])
def test_4_a_packet_comes_back_after_a_step_for_each_player(direction: str) -> None:
    tableaus = "AC 2C 3C 4C / AD 2D 3D 4D / AH 2H 3H 4H"
    position = table(tableaus, pass_direction=direction, must_follow=False, sum_limit=60)
    for first, second, third in (("AC", "AD", "AH"), ("2C", "2D", "2H"), ("3C", "3D", "3H")):
        position.choose(first, second, third)
    lays = [event["packet"] for event in position.events("lay")]
    way = (1, 2, 0) if direction == "right" else (2, 0, 1)
    assert lays[3:6] == [[f"2{'CDH'[seat]}"] for seat in range(3)]  # each collected what came, and began anew
    assert [event["cards"] for event in position.events("collect")][:3] == [[f"A{'CDH'[seat]}"] for seat in way]


# Thereafter: "You must follow suit"


def test_following_suit_is_forced() -> None:
    assert table("3H 9C QH / 4S KC 2C", packets="5H / 2S").legal_cards == "3H QH"


def test_a_card_of_the_suit_must_be_chosen_even_if_it_breaks_the_sum() -> None:
    assert table("10H 2C / 4S KC", packets="5H 6H / 2S").legal_cards == "10H"


def test_without_a_card_of_the_suit_any_may_be_chosen() -> None:
    assert table("3D 9C QS / 4S KC 2C", packets="5H / 2S").legal_cards == "9C 3D QS"


def test_without_must_follow_any_card_may_be_chosen() -> None:
    assert table("3H 9C QH / 4S KC 2C", packets="5H / 2S", must_follow=False).legal_cards == "9C 3H QH"


def test_the_suit_to_follow_is_that_of_the_packet_in_hand() -> None:
    position = table("3H 9C / 4S 5S", packets="5H / 2S").choose("3H")
    assert position.legal_cards == "4S 5S"
    position.choose("4S")
    assert position.legal_cards == "9C"  # 2S 4S has come; there is no spade


# Kinds of choice, as restrictions name them


def kinds(play: Play) -> list[str]:
    kinds_there = [int(dispatch.action_kind(play.state, play.rules, action)) for action in play.legal]
    return [Kind(kind).name.lower() for kind in kinds_there]


def test_kinds_say_whether_the_card_makes_its_player_collect() -> None:
    assert kinds(table("2H 9H QH / 4S KC 2C", packets="5H / 2S")) == ["lay", "collect", "lay"]
    assert kinds(table("2D 9C / 4S KC", packets="5H / 2S")) == ["collect", "collect"]
    assert kinds(table("2D 9C / 4S KC")) == ["lay", "lay"]


# What others see of it


@pytest.mark.parametrize("player", range(4))
def test_a_choice_looks_the_same_to_all_but_its_player(player: int) -> None:
    position = table(FOUR)
    seen = {int(dispatch.observation(position.state, position.rules, player, action)) for action in position.legal}
    assert seen == (set(position.legal) if player == 0 else {-1})
    assert GAME.hides_moves
