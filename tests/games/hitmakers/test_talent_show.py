"""Hitmakers, "Talent Show": the cycle, the Emcee, the stage, the source's example; all else is in `test_agreement`."""

from typing import Any

import pytest

from tests.support.hitmakers import HitmakersTable, card_set, cards, named, table
from workbench.games.hitmakers import GAME
from workbench.games.hitmakers.game import Phase, player_at, scout_of

RING = [("10D", "10C"), ("10H", "10D"), ("10S", "10H"), ("10C", "10S"), ("AC", "AS"), ("KH", "KD")]


# 1: "Set aside the discard pile and any remaining stock"


def test_1_discard_pile_and_stock_scout_nothing() -> None:
    position = table("2C / 4D / 5C", stars="10S", pile="10H").show()
    assert position.events("contract") == [{"event": "contract", "player": None, "cards": ["10S"]}]
    position = table("2C / 4D / 5C", stars="10S", stock="10H").show()
    assert position.state.unscouted == 1


def test_1_the_last_player_in_turn_order_is_the_emcee() -> None:
    position = table("2C / 4D / 5C", stars="10S")
    assert player_at(position.state, position.rules, 2) == 2
    position.state.first_player = 1
    assert player_at(position.state, position.rules, 2) == 0


# 2: "a cyclical hierarchy"


@pytest.mark.parametrize(("star", "scout"), RING)
def test_2_clubs_beat_diamonds_beat_hearts_beat_spades_beat_clubs(star: str, scout: str) -> None:
    assert named([scout_of(cards(star)[0])]) == scout


def test_2_the_fourth_scout_would_be_the_star_itself() -> None:
    for card in range(52):
        chain = [card]
        for _ in range(4):
            chain.append(int(scout_of(chain[-1])))
        assert chain[4] == card
        assert len(set(chain[:4])) == 4 and len({c % 13 for c in chain}) == 1, chain


# 3: "the Emcee presents one of the Rising Stars"


def test_3_stars_come_in_row_order() -> None:
    position = table("KC / QC / JC", stars="9S 2H 7C").show()
    assert position.cards_of("present") == "9S 2H 7C"


def test_3_emcee_chooses_among_the_stars_that_wait() -> None:
    position = table("KC / QC / JC", stars="9S 2H 7C", presentation="emcee_chooses").show()
    assert (position.actor, position.state.phase, position.legal_cards) == (2, Phase.PRESENT, "7C 2H 9S")
    position.present("7C")
    assert position.legal_cards == "2H 9S"
    position.present("9S").present("2H")
    assert position.state.over
    assert position.cards_of("present") == "7C 9S 2H"


def test_3_the_emcee_of_a_later_deal_sits_in_the_last_seat_of_that_deal() -> None:
    position = table("KC / QC / JC", stars="9S", presentation="emcee_chooses")
    position.state.first_player = 2
    assert position.show().actor == 1


def test_3_the_emcee_chooses_again_after_an_answer() -> None:
    position = table("10H / QC / JC", stars="9S 10S", presentation="emcee_chooses").show().present("10S")
    assert (position.actor, position.state.phase) == (0, Phase.ANSWER)
    position.answer("scout")
    assert (position.actor, position.state.phase, position.legal_cards) == (2, Phase.PRESENT, "9S")


# 5: "they play their card face-up on the Star card … to poach"


def on_stage(position: HitmakersTable) -> list[Any]:
    zones = GAME.picture.zones(position.state, position.rules, position.values)
    return next(list(zone.things) for zone in zones if zone.name == "On stage")


def test_5_on_stage_are_the_star_and_the_cards_laid_on_it() -> None:
    position = table("10H / 10D / JC", stars="10S").show()
    assert on_stage(position) == ["10S"]
    position.answer("scout")
    assert on_stage(position) == ["10S", "10H"]


# 6: "the player who won the contract collects the Rising Star card plus all cards played on it"


def test_6_all_have_seen_what_was_won() -> None:
    position = table("10H / 10D 3C / JC", stars="10S").show().answer("scout", "scout")
    assert position.view(0).hand[1] == card_set("10D 10H 10S")


def test_example_the_star_and_two_cards_go_to_player_1() -> None:
    """The source's example: player 2 scouts the ten, player 1 poaches it, nobody holds the third ten."""
    position = table("2C / 10C / 10D", stars="10H").show().answer("scout", "scout")
    assert position.cards_of("scout") == "10D" and position.cards_of("poach") == "10C"
    assert position.events("contract") == [{"event": "contract", "player": 1, "cards": ["10H", "10D", "10C"]}]
