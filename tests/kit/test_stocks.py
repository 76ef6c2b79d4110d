"""Stocks: several packs of more than 64 cards, hands in order, and decks that cards come back to."""

from collections.abc import Iterator

import pytest

from tests.kit import bazaar
from tests.support.plain import Play
from workbench import kit


def steps(seed: int) -> Iterator[Play]:
    """A random play, decision by decision."""
    play = Play(bazaar.GAME, {}, seed).begin()
    while not play.state.over:
        yield play
        play.take(play.decision())


def test_a_drawn_world_keeps_what_a_player_knows() -> None:
    hidden = set()
    for play in steps(5):
        world = play.world(1, seed=3)
        for stock, drawn in ((play.state.goods, world.goods), (play.state.favors, world.favors)):
            assert list(stock.hand[1, : stock.hand_size[1]]) == list(drawn.hand[1, : drawn.hand_size[1]])
            for player in (0, 2):
                seen = {
                    int(stock.hand[player, at]) for at in range(stock.hand_size[player]) if stock.hand_open[player, at]
                }
                held = {int(card) for card in drawn.hand[player, : drawn.hand_size[player]]}
                assert seen <= held and len(held) == stock.hand_size[player]
                hidden |= held - set(map(int, stock.hand[player, : stock.hand_size[player]]))
    assert hidden, "worlds differ"


def test_what_a_player_returned_is_in_no_hand_from_before() -> None:
    play = Play(bazaar.GAME, {}, 1).begin()
    returned = {int(card) for card in play.state.goods.hand[0, :5]}
    play.take(kit.action(bazaar.change))
    for seed in range(40):
        world = play.world(0, seed)
        assert not returned & {int(card) for card in world.goods.hand[1, :5]}


def test_the_table_shows_each_stock_and_a_rivals_hand_face_down() -> None:
    play = Play(bazaar.GAME, {}, 1).begin()
    zones = {(zone.name, zone.player): zone.things for zone in bazaar.GAME.picture.zones(play.view(0), play.rules, {})}
    assert len(zones["Deck of Goods", None]) == 75 and len(zones["Deck of Favors", None]) == 9
    assert zones["Favors in hand", 1] == [None] and None not in zones["Goods in hand", 0]


def test_a_zone_of_more_than_64_cards_is_refused_with_what_works() -> None:
    class State(kit.State):
        """A zone of ninety cards."""

        hand: kit.Cards = kit.zone(bazaar.GOODS, per_player=True, seen_by=kit.OWNER)
        score: kit.PerPlayer

    with pytest.raises(TypeError, match=r"State.hand: 90 cards.*a `kit.stock`"):
        kit.game({**vars(bazaar), "State": State}, title="Ninety", summary="Too many.")
