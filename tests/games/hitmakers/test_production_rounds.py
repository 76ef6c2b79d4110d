"""Hitmakers, "Production Rounds", paragraphs 1 to 4."""

import pytest

from tests.support.hitmakers import DRAWS, HitmakersTable, table
from tests.support.plain import Play
from workbench.games.hitmakers import GAME
from workbench.games.hitmakers.game import Phase

HANDS = "KC 5C / 2C 9D / 3C 4C"


def pass_all(position: HitmakersTable) -> HitmakersTable:
    """Everybody passes until the rounds are over."""
    while not position.state.over and position.state.phase == Phase.DRAW:
        position.draw("pass")
    return position


# 1: "At the start of each round, the first player turns over a card"


def test_1_a_star_is_turned_over_at_the_start_of_each_round() -> None:
    position = table(HANDS, stars="8S", stock="QH JH 2D", production_rounds=3)
    position.state.round_number = 1
    for _ in range(3):
        position.draw("pass")
    assert (position.stars, position.stock, position.state.round_number) == ("8S QH", 2, 2)
    for _ in range(3):
        position.draw("pass")
    assert position.stars == "8S QH JH"


@pytest.mark.parametrize("rounds", [1, 7, 13])
def test_1_the_cavalcade_holds_a_star_a_round_in_the_end(rounds: int) -> None:
    play = Play(GAME, {"production_rounds": rounds, "hand_size": 3, "score_target": 0}).begin()
    while play.state.phase == Phase.DRAW and not play.state.over:
        play.take(DRAWS["pass"])
    assert sum(event["event"] == "star" for event in play.trace) == rounds
    assert list(play.state.passes[:3]) == [rounds] * 3


def test_1_no_star_is_revealed_when_the_stock_has_run_out() -> None:
    position = table("KC / 2D", stars="8S", stock="QH", production_rounds=3)
    position.state.round_number = 1
    position.draw("stock").discard("QH").draw("pass")  # the second round starts: no stock
    assert (position.stars, position.stock, position.state.round_number) == ("8S", 0, 2)
    assert position.draws == ["discard", "pass"]
    pass_all(position)
    assert position.cards_of("present") == "8S"  # the show goes on with the stars that there are


# 2: "Each player takes 1 turn per round"


def test_2_everybody_takes_one_turn_clockwise() -> None:
    position = table(HANDS, stars="8S")
    order = []
    while position.state.phase == Phase.DRAW and not position.state.over:
        order.append(position.actor)
        position.draw("pass")
    assert order == [0, 1, 2]


def test_2_draw_the_top_of_the_stock_then_discard() -> None:
    position = table(HANDS, stars="8S", stock="QH JH").draw("stock")
    assert (position.hand(0), position.stock, position.actor, position.state.phase) == ("5C KC QH", 1, 0, Phase.DISCARD)
    position.discard("5C")
    assert (position.hand(0), position.pile, position.actor, position.state.phase) == ("KC QH", "5C", 1, Phase.DRAW)
    assert position.trace == [
        {"event": "draw", "player": 0, "from": "stock", "card": "QH"},
        {"event": "discard", "player": 0, "card": "5C"},
    ]


def test_2_draw_the_top_of_the_discard_pile_then_discard() -> None:
    position = table(HANDS, stars="8S", pile="2H 7H").draw("discard")
    assert (position.hand(0), position.pile) == ("5C KC 7H", "2H")
    position.discard("KC")
    assert position.pile == "2H KC"
    assert position.trace[0] == {"event": "draw", "player": 0, "from": "discard", "card": "7H"}


def test_2_the_discard_pile_of_one_is_the_next_players_to_take() -> None:
    position = table(HANDS, stars="8S", stock="QH JH").draw("stock").discard("5C").draw("discard")
    assert (position.hand(1), position.pile) == ("2C 5C 9D", "")


def test_2_the_discard_pile_cannot_be_drawn_from_before_there_is_one() -> None:
    assert table(HANDS, stars="8S").draws == ["stock", "pass"]


def test_2_any_card_of_the_hand_may_be_discarded_and_no_other() -> None:
    assert table(HANDS, stars="8S", stock="QH").draw("stock").legal_cards == "5C KC QH"


def test_2_a_taken_discard_may_be_discarded_again() -> None:
    position = table(HANDS, stars="8S", pile="7H").draw("discard").discard("7H")
    assert (position.hand(0), position.pile) == ("5C KC", "7H")


def test_2_draws_and_passes_are_counted() -> None:
    position = (
        table(HANDS, stars="8S", stock="QH JH").draw("stock").discard("5C").draw("discard").discard("5C").draw("pass")
    )
    counts = [position.counted(count) for count in ("draws_stock", "draws_discard", "passes")]
    assert counts == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def test_2_may_draw_a_turn_may_be_skipped_whole() -> None:
    position = table(HANDS, stars="8S", pile="7H").draw("pass")
    assert (position.hand(0), position.pile, position.actor) == ("5C KC", "7H", 1)
    assert position.trace == [{"event": "pass", "player": 0}]


def test_2_without_may_pass_a_card_is_drawn() -> None:
    assert table(HANDS, stars="8S", pile="7H", may_pass=False).draws == ["stock", "discard"]
    assert table(HANDS, stars="8S", may_pass=False).draws == ["stock"]
    assert table(HANDS, stars="8S", pile="7H", stock="", may_pass=False).draws == ["discard"]


def test_2_without_any_draw_the_turn_is_passed() -> None:
    assert table(HANDS, stars="8S", stock="", may_pass=False).draws == ["pass"]


def test_2_an_empty_stock_cannot_be_drawn_from() -> None:
    assert table(HANDS, stars="8S", pile="7H", stock="").draws == ["discard", "pass"]


# 3: "At the end of 7 rounds, … it will be time for the Talent Show"


def test_3_after_the_last_round_the_show_starts() -> None:
    position = pass_all(table("10H / 4D / 5C", stars="10S"))
    assert (position.state.phase, position.actor) == (Phase.ANSWER, 0)
    assert position.trace[-1] == {"event": "present", "card": "10S"}
