"""Go Fish and the market against their rules, by positions set up by hand. Go Fish as Bicycle prints it."""

import numpy as np
import pytest

from tests.support.families import begun, legal_kinds
from tests.support.plain import Play
from workbench.engine.bit_sets import members, only, up_to
from workbench.games.families.sets import Phase, steady
from workbench.kit import FRENCH

FIVE, NINE = 3, 7


def cards(names: str) -> np.uint64:
    return FRENCH.cards(*names.split())


def position(preset: str, *hands: str, stock: str = "", **rules: object) -> Play:
    """Player 0 is to begin a turn, with these hands and this stock."""
    play = begun("sets", preset, players=len(hands), **rules)
    state = play.state
    state.laid[:], state.lacks[:], state.looked[:], state.score[:], state.sets[:] = 0, 0, 0, 0, 0
    state.display = np.uint64(0)
    for player, hand in enumerate(hands):
        state.hand[player] = cards(hand)
    state.stock, state.actor, state.phase = cards(stock), 0, Phase.TURN
    state.pack = state.stock
    for hand in state.hand:
        state.pack = state.pack | hand
    return play


def ask(play: Play, rank: int, other: int) -> Play:
    return play.take(rank).take(other)


def test_go_fish_one_asks_for_a_rank_that_one_holds() -> None:
    play = position("go_fish", "5C 5D 9H", "2C", "9C", stock="3C")
    assert play.legal == [FIVE, NINE] and legal_kinds(play) == {"ask"}


def test_go_fish_who_has_cards_of_the_rank_gives_all_and_one_asks_again() -> None:
    play = ask(position("go_fish", "5C 9H", "5D 5H 2C", "9C", stock="3C"), FIVE, 1)
    assert play.state.hand[0] == cards("5C 9H 5D 5H") and play.state.hand[1] == cards("2C")
    assert play.state.actor == 0 and play.state.phase == Phase.TURN
    assert all(set(members(cards("5D 5H"))) <= set(members(play.view(seat).hand[0])) for seat in range(3))


def test_go_fish_who_has_none_lets_one_fish_and_the_turn_passes_unless_the_rank_is_drawn() -> None:
    play = ask(position("go_fish", "5C 9H", "2D 2C", "9C", stock="3C"), FIVE, 1)
    assert play.state.hand[0] == cards("5C 9H 3C") and play.state.actor == 1
    told = next(event for event in play.trace if event["event"] == "fish")
    assert (told["player"], told["other"], told["cards"]) == (0, 1, ["3C"])
    assert play.game.describe("fish", play.game.redact(play.noted[-1][0], told, 1)).endswith("draws 1 card face down.")
    lucky = ask(position("go_fish", "5C 9H", "2D 2C", "9C", stock="5D"), FIVE, 1)
    assert lucky.state.hand[0] == cards("5C 9H 5D") and lucky.state.actor == 0


def test_go_fish_steady_never_asks_again_who_has_said_to_have_none_though_it_sees_only_backs() -> None:
    play = position("go_fish", "5C", "2D 2C 2H", "5D 5H")
    play.state.lacks[1] = cards("5C 5D 5H 5S")
    play.take(FIVE)
    assert members(play.view(0).hand[2]) == [] and play.legal == [1, 2]
    assert steady(play.view(0), play.rules, up_to(3) & ~only(0), 0) == 2


def test_go_fish_four_of_a_rank_are_laid_at_once_and_count_a_point() -> None:
    play = ask(position("go_fish", "5C 5D 5S 9H", "5H 2C", "9C", stock="3C"), FIVE, 1)
    assert play.state.laid[0] == cards("5C 5D 5H 5S") and play.state.score[0] == 1


def test_go_fish_who_said_none_has_none_of_the_rank_in_any_world() -> None:
    play = ask(position("go_fish", "5C 9H", "2D 2C", "9C 5H 6H", stock="3C 4C 6C"), FIVE, 1)
    for seed in range(20):
        assert play.world(0, seed).hand[1] & cards("5D 5H 5S") == 0


def test_go_fish_the_play_ends_when_all_sets_are_laid() -> None:
    play = ask(position("go_fish", "5C 5D 5S", "5H"), FIVE, 1)
    assert play.state.over and members(play.report().winners) == [0]


def test_market_one_takes_from_the_display_and_a_card_comes_in_its_place() -> None:
    play = position("market", "5C 5D", "2C", stock="3C 4C")
    play.state.display = cards("5H 9H")
    play.state.pack = play.state.pack | play.state.display
    assert legal_kinds(play) == {"take", "draw_card", "steal"}
    play.take(FRENCH.card("5H"))
    assert play.state.laid[0] == cards("5C 5D 5H") and play.state.score[0] == 5
    assert len(members(play.state.display)) == 2 and play.state.actor == 1


def test_market_a_stolen_card_is_seen_by_giver_and_taker_alone() -> None:
    play = position("market", "5C", "2C", "9C", stock="3C 4C")
    play.take(play.legal[-1])
    assert legal_kinds(play) == {"turn_to"}
    play.take(play.legal[0])
    assert play.state.hand[0] == cards("5C 2C") and len(members(play.state.hand[1])) == 1
    assert members(play.view(2).hand[0]) == []
    event, fields = next((event, fields) for event, fields in play.noted if "taker" in fields)
    assert [play.game.redact(event, fields, seat)["cards"] for seat in range(3)] == [["2C"], ["2C"], [None]]


@pytest.mark.parametrize(("left_over", "score"), [(0, 0), (1, -2)])
def test_market_the_play_ends_with_the_stock_and_cards_left_cost_points(left_over: int, score: int) -> None:
    play = position("market", "5C", "2C", stock="3C", left_over=left_over)
    draw = next(action for action in play.legal if action >= 52)
    play.take(draw)
    assert play.state.over and play.state.score[0] == score
