"""Showbiz Shuffle, "Game Set Up", "Turns" and "Play order": what a turn is made of."""

import pytest

from tests.support.plain import Play
from tests.support.showbiz import table
from workbench.games.showbiz_shuffle import GAME
from workbench.games.showbiz_shuffle.game import Move, Phase

# "Deal each player 5 Bod cards and 1 Biz card, and place 5 Bod cards face up in the center"


@pytest.mark.parametrize(("players", "hand", "call", "biz"), [(3, 5, 5, 1), (2, 10, 0, 5), (4, 1, 10, 0)])
def test_set_up(players: int, hand: int, call: int, biz: int) -> None:
    sizes = {"players": players, "hand_size": hand, "cattle_call_size": call, "starting_biz": biz}
    play = Play(GAME, sizes, seed=3).begin()
    setup = play.trace[0]
    assert [len(cards) for cards in setup["hands"]] == [hand] * players
    assert [len(cards) for cards in setup["biz_hands"]] == [biz] * players
    assert len(setup["cattle_call"]) == call
    assert play.state.actor == 0 and play.state.bods.deck_size == 80 - players * hand - call


def test_the_first_turn_has_nothing_to_fill_up() -> None:
    play = Play(GAME, seed=3).begin()
    assert play.trace[1:] == [
        {"event": "turn", "player": 0},
        {"event": "refill", "player": 0, "cattle_call": [], "drawn": []},
    ]


# "Each turn starts with the Cattle Call filling …. Next, the player draws to fill his/her hand"


def test_the_cattle_call_is_filled_first_then_the_hand() -> None:
    position = table("s6A p2A / s5A p3A", "s4A", deck="p1A.1 p1A.2 p1A.3 p1A.4 p1A.5")
    position.open("s6A", "action").hire("s4A").end_turn()
    assert position.call == ["p1A.1"] and position.hand(1) == ["s5A", "p3A"]
    position.end_turn()
    assert position.hand(0) == ["p2A", "p1A.2"]
    assert position.events("refill")[-1] == {"event": "refill", "player": 0, "cattle_call": [], "drawn": ["p1A.2"]}


def test_a_hand_that_is_too_large_draws_nothing() -> None:
    position = table("s6A p2A / s5A p3A", hand_size=1)
    position.end_turn(2)
    assert position.hand(0) == ["s6A", "p2A"]


# "one card from the Cattle Call …, and two cards from his/her hand …. Players may also play one Biz card each turn"


def test_two_of_the_hand_one_of_the_cattle_call_and_one_biz_in_any_order() -> None:
    position = table("d5A s6A p2A p3A", "s4A p4A", biz_hands="boost award")
    position.open("d5A", "action").hire("s4A").biz("award", 0).cast("s6A")
    assert not position.may("p2A") and not position.may("p4A", from_call=True)
    assert position.legal == [Move.END_TURN]


@pytest.mark.parametrize(
    ("rules", "hand", "call", "biz"),
    [
        ({"plays_from_hand": 0}, False, True, True),
        ({"plays_from_cattle_call": 0}, True, False, True),
        ({"biz_per_turn": 0}, True, True, False),
    ],
)
def test_the_number_of_plays_is_a_rule(rules: dict[str, int], hand: bool, call: bool, biz: bool) -> None:
    position = table("s6A", "s4A", biz_hands="boost", spare="d5A", **rules)
    position.movie(0, "action", "d5A")
    assert (position.may("s6A"), position.may("s4A", from_call=True), position.playable() == ["boost"]) == (
        hand,
        call,
        biz,
    )


def test_players_may_play_no_cards_at_all() -> None:
    position = table("s6A / s5A", "s4A", biz_hands="award").end_turn()
    assert position.actor == 1
    assert position.state.unused_plays[0] == 2 + 1 + 1


def test_biz_may_be_looked_at_and_kept() -> None:
    position = table("s6A / s5A", biz_hands="award")
    position.take(Move.BIZ)
    position.take(63)
    assert position.state.phase == Phase.TURN and Move.BIZ not in position.legal
    assert position.biz_hand(0) == ["award"] and position.state.unused_plays[0] == 1


def test_a_bod_of_the_cattle_call_never_comes_into_the_hand() -> None:
    position = table("s6A", "s4A p2A").open("s6A", "action").hire("s4A")
    assert position.hand(0) == [] and position.cast_of(0) == ["s6A", "s4A"]


# "If the player has not used up all his/her actions by making the movie, that player may continue play"


def test_plays_left_over_after_a_premiere_go_on() -> None:
    position = table("p2A s6R p3R", "p4R", spare="d5A s7A s5A p1A", biz_hands="award")
    position.movie(0, "action", "d5A s7A s5A p1A")
    position.cast("p2A")
    assert position.in_production == []
    assert (position.state.hand_plays, position.state.call_plays, position.state.biz_plays) == (1, 1, 1)
    position.open("s6R", "romance").hire("p4R").biz("award", 0)
    assert position.cast_of(0) == ["s6R", "p4R"] and position.papers_of(0) == ["award"]


# "Studio Shake-up … discards all Biz cards, then … shuffles his/her hand into the Bod deck … draws 5 new"


def test_a_shake_up_discards_biz_and_draws_a_new_hand_from_the_deck_with_the_old_one() -> None:
    position = table("s6A p2A / s5A p3A", deck="p1A.1 p1A.2 p1A.3", biz_hands="award boost").shake_up()
    assert position.biz_hand(0) == [] and sorted(position.biz_discarded) == ["award", "boost"]
    assert len(position.hand(0)) == 2 and position.state.bods.deck_size == 3
    every = position.hand(0) + position.names_of(position.state.bods.deck, position.state.bods.deck_size)
    assert sorted(every) == ["p1A.1", "p1A.2", "p1A.3", "p2A", "s6A"]
    event = position.events("shake_up")[0]
    assert event["drawn"] == position.hand(0) and sorted(event["discarded"]) == ["award", "boost"]


def test_every_new_hand_is_possible() -> None:
    hands = set()
    for seed in range(60):
        position = table("s6A / s5A", deck="p1A.1 p1A.2")
        position.chances[0]["deal_key"] = seed
        hands |= set(position.shake_up().hand(0))
    assert hands == {"s6A", "p1A.1", "p1A.2"}


def test_a_shake_up_is_the_whole_turn() -> None:
    position = table("s6A p2A / s5A p3A").shake_up()
    assert position.actor == 1 and position.state.shake_ups[0] == 1
    assert position.state.unused_plays[0] == 0


def test_after_a_play_there_is_no_shake_up() -> None:
    position = table("s6A p2A / s5A p3A", biz_hands="draw_bods")
    assert Move.SHAKE_UP in position.legal
    assert Move.SHAKE_UP not in position.open("s6A", "action").legal
    position = table("s6A p2A / s5A p3A", biz_hands="draw_bods").biz("draw_bods")
    assert Move.SHAKE_UP not in position.legal


def test_without_the_rule_there_is_none_at_all() -> None:
    assert Move.SHAKE_UP not in table("s6A / s5A", shake_up=False).legal


# "The Biz discard pile can be reshuffled and reused as often as necessary"


def test_the_biz_discard_pile_is_reshuffled_when_the_deck_is_empty() -> None:
    position = table("s6A p2A", texts={"s6A": {"draw_biz": 2}}, biz_hands="award boost", copies=1)
    while position.state.biz.deck_size:
        position.state.biz.deck_size -= 1
        position.state.biz.discards[position.state.biz.discard_size] = position.state.biz.deck[
            position.state.biz.deck_size
        ]
        position.state.biz.discard_size += 1
    thrown = sorted(position.biz_discarded)
    position.open("s6A", "action")
    assert position.biz_discarded == []
    drawn = position.events("draw_biz")[0]["cards"]
    assert len(drawn) == 2
    assert sorted([*drawn, *position.biz_names(position.state.biz.deck, position.state.biz.deck_size)]) == thrown


def test_with_no_biz_left_at_all_nothing_is_drawn() -> None:
    position = table("s6A p2A", texts={"s6A": {"draw_biz": 2}})
    position.state.biz.deck_size = 0
    assert position.open("s6A", "action").biz_hand(0) == []


# Turns go round


def test_turns_go_round() -> None:
    position = table("s6A / s5A / s4A")
    actors = []
    for _ in range(4):
        actors.append(position.actor)
        position.end_turn()
    assert actors == [0, 1, 2, 0]
