"""Hitmakers, "Talent Show", paragraphs 1 to 6 as `play.py` numbers them, and the source's example."""

import pytest

from tests.support.hitmakers import card_set, cards, named, table
from workbench.games.hitmakers import play
from workbench.games.hitmakers.table import Phase

RING = [("10D", "10C"), ("10H", "10D"), ("10S", "10H"), ("10C", "10S"), ("AC", "AS"), ("KH", "KD")]


# 1: "Set aside the discard pile and any remaining stock"


def test_1_discard_pile_and_stock_scout_nothing() -> None:
    made = table("2C / 4D / 5C", stars="10S", pile="10H").show()
    assert made.events("contract") == [{"event": "contract", "player": None, "cards": ["10S"]}]
    made = table("2C / 4D / 5C", stars="10S", stock="10H").show()
    assert made.state.unscouted == 1


def test_1_the_last_player_in_turn_order_is_the_emcee() -> None:
    made = table("2C / 4D / 5C", stars="10S")
    assert play.emcee(made.state, made.rules) == 2
    made.state.first_player = 1
    assert play.emcee(made.state, made.rules) == 0


# 2: "a cyclical hierarchy"


@pytest.mark.parametrize(("star", "scout"), RING)
def test_2_clubs_beat_diamonds_beat_hearts_beat_spades_beat_clubs(star: str, scout: str) -> None:
    assert named([play.scout_of(cards(star)[0])]) == scout


@pytest.mark.parametrize("card", range(52))
def test_2_the_fourth_scout_would_be_the_star_itself(card: int) -> None:
    chain = [card]
    for _ in range(4):
        chain.append(int(play.scout_of(chain[-1])))
    assert chain[4] == card
    assert len(set(chain[:4])) == 4 and len({c % 13 for c in chain}) == 1


# 3: "the Emcee presents one of the Rising Stars"


def test_3_stars_come_in_row_order() -> None:
    made = table("KC / QC / JC", stars="9S 2H 7C").show()
    assert made.cards_of("present") == "9S 2H 7C"


def test_3_emcee_chooses_among_the_stars_that_wait() -> None:
    made = table("KC / QC / JC", stars="9S 2H 7C", presentation="emcee_chooses").show()
    assert (made.actor, made.state.phase, made.legal_cards) == (2, Phase.PRESENT, "7C 2H 9S")
    made.present("7C")
    assert made.legal_cards == "2H 9S"
    made.present("9S").present("2H")
    assert made.state.over
    assert made.cards_of("present") == "7C 9S 2H"


def test_3_the_emcee_of_a_later_deal_sits_in_the_last_seat_of_that_deal() -> None:
    made = table("KC / QC / JC", stars="9S", presentation="emcee_chooses")
    made.state.first_player = 2
    assert made.show().actor == 1


def test_3_the_emcee_chooses_again_after_an_answer() -> None:
    made = table("10H / QC / JC", stars="9S 10S", presentation="emcee_chooses").show().present("10S")
    assert (made.actor, made.state.phase) == (0, Phase.ANSWER)
    made.answer("scout")
    assert (made.actor, made.state.phase, made.legal_cards) == (2, Phase.PRESENT, "9S")


# 4: "If no player scouts the Rising Star, the Emcee turns the card over"


def test_4_a_star_that_nobody_scouts_leaves_play() -> None:
    made = table("KC / QC / JC", stars="9S 2H").show()
    assert [event["player"] for event in made.events("contract")] == [None, None]
    assert (made.state.unscouted, made.state.longest_chain) == (2, 0)
    assert [made.hand(player) for player in range(3)] == ["KC", "QC", "JC"]


def test_4_the_holder_may_decline() -> None:
    made = table("10H / QC / JC", stars="10S").show().answer("decline")
    assert (made.state.unscouted, made.hand(0)) == (1, "10H")
    assert made.counted("scouted") == [0, 0, 0]


def test_4_only_the_holder_of_the_called_card_is_asked() -> None:
    made = table("10D / 10C / 10H", stars="10S").show()
    assert (made.actor, made.legal) == (2, [0, 1])


# 5: "they play their card face-up on the Star card … to poach"


def test_5_a_scout_lays_the_called_card_on_the_star() -> None:
    made = table("10H / 10D / JC", stars="10S").show().answer("scout")
    assert made.hand(0) == ""
    assert made.trace[-1] == {"event": "scout", "player": 0, "card": "10H"}
    assert (made.actor, made.state.owner, made.counted("scouted")) == (1, 0, [1, 0, 0])


def test_5_another_player_poaches_with_the_next_suit_of_the_cycle() -> None:
    made = table("10H / 10D / JC", stars="10S").show().answer("scout", "scout")
    assert made.events("poach") == [{"event": "poach", "player": 1, "card": "10D"}]
    assert made.hand(1) == "10D 10H 10S"
    assert (made.counted("poached"), made.counted("lost_to_poacher")) == ([0, 1, 0], [1, 0, 0])


def test_5_a_poach_may_be_declined() -> None:
    made = table("10H / 10D / JC", stars="10S").show().answer("scout", "decline")
    assert (made.hand(0), made.hand(1)) == ("10H 10S", "10D")
    assert made.counted("poached") == [0, 0, 0]


def test_5_the_chain_ends_after_three_cards() -> None:
    made = table("10H 10C / 10D / JC", stars="10S").show().answer("scout", "scout", "scout")
    assert made.events("contract") == [{"event": "contract", "player": 0, "cards": ["10S", "10H", "10D", "10C"]}]
    assert (made.state.longest_chain, made.state.over) == (3, True)
    assert (made.counted("poached"), made.counted("lost_to_poacher")) == ([1, 1, 0], [1, 1, 0])


def test_5_the_one_on_top_is_not_called_on_again() -> None:
    made = table("10H 10D / QC / JC", stars="10S").show().answer("scout")
    assert made.state.over
    assert made.events("contract")[0]["cards"] == ["10S", "10H"]


def test_5_self_poach_lets_the_one_on_top_cover_the_own_card() -> None:
    made = table("10H 10D / QC / JC", stars="10S", self_poach=True).show().answer("scout")
    assert made.actor == 0
    made.answer("scout")
    assert made.events("contract")[0]["cards"] == ["10S", "10H", "10D"]
    assert made.hand(0) == "10D 10H 10S"
    assert (made.counted("poached"), made.counted("lost_to_poacher")) == ([0, 0, 0], [0, 0, 0])


def test_5_without_self_poach_the_lock_ends_a_chain_that_others_could_take_on() -> None:
    """10D would be called after 10H; its holder is on top, so 10C (seat 1) is never called."""
    made = table("10H 10D / 10C / JC", stars="10S").show().answer("scout")
    assert made.state.over and made.hand(1) == "10C"


# 6: "the player who won the contract collects the Rising Star card plus all cards played on it"


def test_6_the_winner_collects_star_and_chain() -> None:
    made = table("10H / 10D 3C / JC", stars="10S").show().answer("scout", "scout")
    assert made.hand(1) == "3C 10D 10H 10S"
    assert made.counted("star_cards") == [0, 3, 0]
    assert (made.state.longest_chain, made.state.unscouted) == (2, 0)


def test_6_all_have_seen_what_was_won() -> None:
    made = table("10H / 10D 3C / JC", stars="10S").show().answer("scout", "scout")
    assert made.state.seen_in_hand[1] == card_set("10D 10H 10S")


def test_6_won_cards_scout_later_stars() -> None:
    made = table("10H / QC / JC", stars="10S 10C").show().answer("scout", "scout")
    assert [event["cards"] for event in made.events("contract")] == [["10S", "10H"], ["10C", "10S"]]
    assert made.counted("star_cards") == [4, 0, 0]


def test_6_after_the_last_star_the_deal_is_scored() -> None:
    made = table("10H / QC / JC", stars="10S").show().answer("decline")
    assert [event["event"] for event in made.trace[-3:]] == ["contract", "score", "end"]


def test_example_the_star_and_two_cards_go_to_player_1() -> None:
    """The source's example: player 2 scouts the ten, player 1 poaches it, nobody holds the third ten."""
    made = table("2C / 10C / 10D", stars="10H").show().answer("scout", "scout")
    assert made.cards_of("scout") == "10D" and made.cards_of("poach") == "10C"
    assert made.events("contract") == [{"event": "contract", "player": 1, "cards": ["10H", "10D", "10C"]}]
