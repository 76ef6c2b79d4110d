"""Hitmakers, "Start", "Rules of Play"."""

import pytest

from tests.support.hitmakers import FOUR_PLAYERS, cards, deck_order, named, table
from tests.support.plain import Play
from workbench.engine.bit_sets import members
from workbench.engine.playing_cards import RANK_NAMES
from workbench.games.hitmakers import GAME, play


def dealt(**rules: object) -> Play:
    return Play(GAME, rules, seed=3, play=8).begin()


def hands(made: Play) -> list[list[int]]:
    return [members(made.state.hand[player]) for player in range(made.players)]


def test_each_player_has_7_cards_and_the_rest_is_the_stock() -> None:
    made = dealt()
    assert [len(hand) for hand in hands(made)] == [7, 7, 7]
    assert play.stock_size(made.state) == 52 - 21 - 1  # a star is turned over as the first round starts


def test_no_card_starts_the_discard_pile_off() -> None:
    assert dealt().state.pile_size == 0


def test_hands_are_dealt_whole_from_the_top_seat_by_seat() -> None:
    deck = deck_order(3, 8)
    assert hands(dealt()) == [sorted(deck[:7]), sorted(deck[7:14]), sorted(deck[14:21])]
    assert dealt().state.star[0] == deck[21]


def test_later_deals_start_at_the_left_of_a_new_dealer() -> None:
    made, deck = dealt(), deck_order(3, 8, deal=1)
    made.state.deals = 1
    made.run(play.deal, made.state, made.rules, made.chance)
    assert hands(made) == [sorted(deck[14:21]), sorted(deck[:7]), sorted(deck[7:14])]


def test_a_new_deal_forgets_the_table_of_the_last() -> None:
    """The last deal ended with a chain on its star, which lies in the winner's hand no longer."""
    made = table("10H / 10D / JC", stars="10S", pile="2C", score_target=200).show().answer("scout", "scout")
    assert made.state.deals == 1
    empty = ("pile_size", "presented", "chain_size", "turned_down", "waiting")
    assert {name: int(made.state[name]) for name in empty} == dict.fromkeys(empty, 0)
    assert made.state.stars == 1 and made.state.dealt == 22
    assert not made.state.known.any() and not made.state.discarded.any()


@pytest.mark.parametrize(("players", "hand_size"), [(2, 13), (3, 1), (5, 7), (6, 5)])
def test_players_and_hand_size(players: int, hand_size: int) -> None:
    made = dealt(players=players, hand_size=hand_size)
    assert [len(hand) for hand in hands(made)] == [hand_size] * players
    assert len(made.trace[0]["hands"]) == players


def test_four_players_have_6_cards() -> None:
    assert [len(hand) for hand in hands(dealt(**FOUR_PLAYERS))] == [6, 6, 6, 6]


def test_play_starts_left_of_the_dealer_who_has_the_last_seat() -> None:
    made = dealt()
    assert made.state.actor == 0
    assert play.emcee(made.state, made.rules) == 2


def test_rank_values_run_from_ace_to_king() -> None:
    assert named(range(13)) == " ".join(f"{rank}C" for rank in RANK_NAMES)
    assert [card % 13 + 1 for card in cards("AH JH QH KH")] == [1, 11, 12, 13]
