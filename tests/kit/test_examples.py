"""The examples' rules, by positions set up by hand; their length; and what the kit concludes from their zones."""

from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support.kit import EXAMPLES
from tests.support.plain import Play
from tests.support.seats import bots
from workbench import kit
from workbench.engine import dispatch
from workbench.engine.bit_sets import members
from workbench.kit import FRENCH
from workbench.kit.examples import KINDS, hearts, kuhn_poker, picnic
from workbench.report.card_faces import TONES

HEARTS, KUHN, PIG = EXAMPLES["hearts"], EXAMPLES["kuhn_poker"], EXAMPLES["pig"]
MOST_LINES = 150
ROLL, HOLD = 0, 1
PASS, BET = 0, 1


def test_an_example_is_one_short_file() -> None:
    assert {example.name: example.lines for example in KINDS.values() if example.lines > MOST_LINES} == {}


# Pig


def test_a_bust_loses_the_turn_and_holding_banks_it() -> None:
    play = Play(PIG, {"sides": 2, "bust": 2}, seed=1).begin()
    for _ in range(100):
        if play.state.over:
            break
        before, player = play.state.copy(), int(play.state.actor)
        play.take(HOLD if before.turn >= 3 else ROLL)
        if before.turn >= 3:
            assert play.state.score[player] == before.score[player] + before.turn
        elif play.state.die == 2:
            assert play.state.score[player] == before.score[player] and play.state.turn == 0
        else:
            assert play.state.turn == before.turn + 1 and play.state.actor == player
    assert play.trace[0]["event"] == "roll"


@pytest.mark.parametrize(("turn", "score", "action"), [(19, 0, ROLL), (20, 0, HOLD), (9, 90, ROLL), (10, 90, HOLD)])
def test_hold_at_20_holds_what_20_or_the_target_takes(turn: int, score: int, action: int) -> None:
    play = Play(PIG, {}, seed=1).begin()
    play.state.turn, play.state.score[play.state.actor] = turn, score
    assert play.decision_of(bots(PIG, "hold_at_20", 2)) == action


def test_the_bust_must_be_a_side_of_the_die() -> None:
    (problem,) = PIG.problems({"sides": 4, "bust": 5})
    assert problem.place == "bust" and "4" in problem.message


# Kuhn poker


@pytest.mark.parametrize(
    ("cards", "actions", "gains"),
    [
        ((2, 0), [PASS, PASS], (1, -1)),
        ((0, 1), [PASS, BET, PASS], (-1, 1)),
        ((0, 1), [PASS, BET, BET], (-2, 2)),
        ((0, 2), [BET, PASS], (1, -1)),
        ((2, 1), [BET, BET], (2, -2)),
    ],
)
def test_every_way_a_deal_of_kuhn_poker_can_end(
    cards: tuple[int, int], actions: list[int], gains: tuple[int, int]
) -> None:
    play = Play(KUHN).begin()
    play.state.hand[:] = [1 << card for card in cards]
    for action in actions:
        assert not play.state.over
        play.take(action)
    assert play.state.over and tuple(play.state.score) == gains


def test_a_player_sees_one_card_and_the_other_is_any_of_those_left() -> None:
    play = Play(KUHN, seed=3).begin()
    view = play.view(0)
    assert members(view.hand[0]) == members(play.state.hand[0]) and view.hand[1] == 0
    drawn = {tuple(members(play.world(0, seed).hand[1])) for seed in range(40)}
    assert drawn == {(card,) for card in range(3)} - {tuple(members(play.state.hand[0]))}


# Hearts


def cards(names: str) -> np.uint64:
    return FRENCH.cards(*names.split())


def after_passing(**rules: int) -> Play:
    play = Play(HEARTS, {"passing": "nobody", **rules}, seed=5).begin()
    assert play.state.phase == hearts.Phase.PLAY
    return play


def test_the_giver_knows_where_the_passed_cards_are_and_a_bystander_does_not() -> None:
    play = Play(HEARTS, {"passed": 1}, seed=2).begin()
    card = play.legal[0]
    for _ in range(4):
        play.take(play.legal[0])
    assert members(play.view(0).hand[1]) == [card] and members(play.view(2).hand[1]) == []
    worlds = [play.world(0, seed) for seed in range(20)]
    assert all(card in members(world.hand[1]) for world in worlds)


def test_who_did_not_follow_has_none_of_the_suit_in_any_world() -> None:
    play = Play(HEARTS, seed=9).begin().random_steps(60)
    player = int(play.state.actor)
    lacking = [int(suits) for suits in play.state.lacks]
    assert any(lacking)
    for seed in range(30):
        world = play.world(player, seed)
        assert all(int(world.hand[other]) & lacking[other] == 0 for other in range(4) if other != player)
        assert sorted(chain(*map(members, world.hand[:4]))) == sorted(chain(*map(members, play.state.hand[:4])))


@pytest.mark.parametrize(("shoots", "totals"), [(True, [0, 26, 26, 26]), (False, [26, 0, 0, 0])])
def test_shooting_the_moon_gives_the_points_to_all_others(shoots: bool, totals: list[int]) -> None:
    play = after_passing(shoot_the_moon=shoots)
    state = play.state
    state.hand[:], state.taken[:], state.tricks = 0, 0, 12
    state.taken[0] = FRENCH.whole & ~cards("2C 3C 4C 5C")
    for player, name in enumerate(("2C", "3C", "4C", "5C")):
        state.hand[player] = cards(name)
    state.actor = 0
    for name in ("2C", "3C", "4C", "5C"):
        play.take(FRENCH.card(name))
    assert list(state.score[:4]) == totals and state.stage == 1
    assert int(dispatch.standing(state, play.rules, 0)) == -totals[0]


# Goofspiel


def test_the_highest_bid_wins_the_prize_and_equal_bids_leave_it_to_the_next() -> None:
    play = Play(EXAMPLES["goofspiel"], {"ranks": 3}, seed=1).begin()
    first, ace, two, three = play.state.prize, 0, 1, 2
    worth = members(first)[0] + 1
    play.take(13 + ace).take(26 + ace)
    assert play.state.draws == 1 and not any(play.state.score) and int(play.state.prize) & int(first)
    worth += members(int(play.state.prize) & ~int(first))[0] + 1
    play.take(13 + two).take(26 + three)
    assert list(play.state.score[:2]) == [0, worth]


def test_a_bid_lies_face_down_and_is_of_the_bidders_suit_in_every_world() -> None:
    play = Play(EXAMPLES["goofspiel"], {"players": 3}, seed=1).begin().take(13 + 5)
    assert play.view(1).bid[0] == 0
    bids = {members(play.world(1, seed).bid[0])[0] for seed in range(60)}
    assert len(bids) > 5 and bids <= set(range(13, 26))


# Picnic


@pytest.mark.parametrize(
    ("basket", "points"),
    [("apple 1|apple 2|apple 3", 5), ("bread 1|bread 2|bread 3|bread 4", 10), ("cheese 1|cheese 2|cheese 3", 6)],
)
def test_a_basket_counts_by_what_it_has_of_each_kind(basket: str, points: int) -> None:
    game = EXAMPLES["picnic"]
    play = Play(game).begin()
    play.state.basket[1] = picnic.CARDS.cards(*basket.split("|"))
    assert int(dispatch.standing(play.state, play.rules, 1)) == points
    on_table = {(zone.name, zone.player): zone.things for zone in game.picture.zones(play.view(0), play.rules, {})}
    assert on_table["Score", 1] == (points,) and on_table["Score", 0] == (0,)


def test_a_score_of_cards_that_a_player_does_not_see_is_not_told() -> None:
    source = Path(picnic.__file__).read_text("utf-8")
    space: dict[str, Any] = {"__name__": "secret_picnic", "__file__": "game.py"}
    exec(source.replace("basket = state.basket[player]", "basket = state.basket[player] | state.hand[player]"), space)
    play = Play(space["GAME"], seed=4).begin()
    of_view, of_all = (
        [zone.things[0] for zone in space["GAME"].picture.zones(state, play.rules, {}) if zone.name == "Score"]
        for state in (play.view(0), play.state)
    )
    assert of_view == ["?"] * 3
    assert of_all == [int(dispatch.standing(play.state, play.rules, player)) for player in range(3)]


def test_the_most_honey_counts_for_all_who_have_as_much() -> None:
    play = Play(EXAMPLES["picnic"]).begin()
    play.state.basket[0], play.state.basket[2] = picnic.CARDS.cards("honey 1"), picnic.CARDS.cards("honey 2")
    assert [int(dispatch.standing(play.state, play.rules, player)) for player in range(3)] == [6, 0, 6]


def test_hands_go_to_the_left_when_all_have_taken_a_card() -> None:
    play = Play(EXAMPLES["picnic"], seed=4).begin()
    hands = []
    for player in range(3):
        hands.append(int(play.state.hand[player]) & ~(1 << play.legal[0]))
        play.take(play.legal[0])
    assert [int(hand) for hand in play.state.hand[:3]] == [hands[2], hands[0], hands[1]]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ([f"{number} {color}" for number in range(65) for color in ("red", "blue", "green", "yellow")], "not 260.*row"),
        (["1 red", "2 red", "1 red"], '"1 red" comes more often: number the copies'),
    ],
)
def test_a_pack_that_cannot_be_is_refused_with_what_would_work(names: list[str], words: str) -> None:
    with pytest.raises(TypeError, match=words):
        kit.pack(names)


def test_the_band_of_a_card_has_the_color_that_its_name_says_and_one_color_for_a_suit() -> None:
    source = Path(kuhn_poker.__file__).read_text("utf-8")
    names = ["Yellow 9", "blue_3", "cat 3", "cat 4", "dog 3", "7"]
    space: dict[str, Any] = {"__name__": "colored", "__file__": "game.py"}
    exec(source.replace('["jack", "queen", "king"]', str(names)), space)
    tones = {name: TONES[face.tone] for name, face in space["GAME"].picture.faces({}).items()}
    assert (tones["Yellow 9"], tones["blue_3"]) == ("#8a6d00", "#2a4fa0")
    assert tones["cat 3"] == tones["cat 4"] and len(set(tones.values())) == 5
