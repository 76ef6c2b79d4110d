"""Hitmakers, "Start", "Rules of Play"."""

import pytest

from tests.support.hitmakers import cards, deck_order, named, table
from tests.support.plain import Play
from workbench import kit
from workbench.engine.bit_sets import members
from workbench.engine.playing_cards import RANK_NAMES
from workbench.games.hitmakers import GAME
from workbench.games.hitmakers.game import MOST_PLAYERS, start_game_deal


def dealt(**rules: object) -> Play:
    return Play(GAME, rules, seed=3, play=8).begin()


def hands(position: Play) -> list[list[int]]:
    return [members(position.state.hand[player]) for player in range(position.players)]


def test_each_hand_and_the_stars_come_from_a_share_of_the_deck() -> None:
    """With three players every third card of the first 42 is a player's, the last ten are the stars'."""
    deck = deck_order(3, 8)
    assert hands(dealt()) == [sorted(deck[player:42:3][:7]) for player in range(3)]
    assert dealt().state.star[0] == deck[42]


def test_later_deals_give_each_player_the_same_share() -> None:
    position, deck = dealt(), deck_order(3, 8, deal=1)
    position.state.stage = 1
    position.run(start_game_deal, position.state, position.rules, position.chance)
    assert position.state.first_player == 1
    assert hands(position) == [sorted(deck[player:42:3][:7]) for player in range(3)]


def test_a_larger_hand_adds_cards_to_the_same_hand() -> None:
    small, large = dealt(hand_size=6), dealt(hand_size=7)
    assert all(set(few) < set(many) for few, many in zip(hands(small), hands(large), strict=True))
    assert small.state.star[0] == large.state.star[0]


def drawn(draws: str, **rules: object) -> dict[int, list[str]]:
    """What each player draws from the stock where they draw, or pass, in this order; each discards the lowest card."""
    position = dealt(**rules)
    for word in draws.split():
        position.take({"stock": 0, "pass": 2}[word])
        if word == "stock":
            position.take(position.legal[0])
    events = [event for event in position.trace if event["event"] == "draw"]
    return {player: [event["card"] for event in events if event["player"] == player] for player in range(3)}


def test_what_a_player_draws_does_not_depend_on_the_others_nor_on_the_size_of_the_hands() -> None:
    all_draw = drawn("stock stock stock stock stock stock")
    assert drawn("pass stock stock pass stock stock") == {**all_draw, 0: []}
    assert drawn("pass stock pass pass stock stock") == {0: [], 1: all_draw[1], 2: all_draw[2][:1]}
    assert drawn("stock stock stock stock stock stock", hand_size=6) == all_draw


def test_a_share_that_is_used_up_leaves_the_last_place_of_all() -> None:
    position = dealt()
    state, deck = position.state, [int(card) for card in position.state.deck]
    assert kit.draw_card(state.copy(), 1, position.chance) == deck[40]
    state.places = state.places & ~state.shares[1]
    assert kit.draw_card(state, 1, position.chance) == deck[51]
    state.places = state.places & ~state.shares[MOST_PLAYERS]
    assert kit.turn_up(state, position.chance) == deck[41]


@pytest.mark.parametrize("players", range(2, MOST_PLAYERS + 1))
def test_shares_part_the_deck(players: int) -> None:
    shares = [members(share) for share in dealt(players=players, hand_size=1).state.shares]
    assert sorted(place for share in shares for place in share) == list(range(52))
    assert {len(share) for share in shares[:players]} == {44 // players} and len(shares[MOST_PLAYERS]) >= 8


def test_a_new_deal_forgets_the_table_of_the_last() -> None:
    """The last deal ended with a chain on its star, which lies in the winner's hand no longer."""
    position = table("10H / 10D / JC", stars="10S", pile="2C", score_target=200).show().answer("scout", "scout")
    assert position.state.stage == 1
    empty = ("pile_size", "presented", "chain_size", "turned_down", "waiting")
    assert {name: int(position.state[name]) for name in empty} == dict.fromkeys(empty, 0)
    assert position.state.stars == 1 and kit.stock_size(position.state) == 52 - 22
    assert not position.view(0).hand[1:].any() and not position.state.discarded.any()


def test_rank_values_run_from_ace_to_king() -> None:
    assert named(range(13)) == " ".join(f"{rank}C" for rank in RANK_NAMES)
    assert [card % 13 + 1 for card in cards("AH JH QH KH")] == [1, 11, 12, 13]
