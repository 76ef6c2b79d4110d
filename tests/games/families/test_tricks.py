"""Hearts, Oh Hell, Knockout Whist and Spades against their published rules, by positions set up by hand.

Hearts and Spades as at pagat.com and in Hoyle; Oh Hell in the form with 10 points and the tricks for an exact bid.
"""

from collections.abc import Sequence
from itertools import chain

import numpy as np
import pytest

from tests.support.families import begun, legal_kinds, preset_game
from tests.support.plain import Play
from tests.support.seats import bots
from workbench.engine import dispatch
from workbench.engine.batch import Batch
from workbench.engine.bit_sets import members
from workbench.engine.compiling import plain_mode
from workbench.games.families.tricks import Phase
from workbench.kit import FRENCH

SPADES, HEARTS = 3, 2


def cards(names: str) -> np.uint64:
    return FRENCH.cards(*names.split())


def legal(play: Play) -> set[str]:
    return {FRENCH.names[action] for action in play.legal}


def playing(preset: str, **rules: object) -> Play:
    """A deal whose cards are being played, whatever was passed and bid."""
    play = begun("tricks", preset, seed=4, **rules)
    play.state.phase = Phase.PLAY
    play.state.actor = play.state.first = 0
    return play


def last_trick(play: Play, *names: str, taken: Sequence[str] = ()) -> Play:
    """Play the last trick of a deal, with these cards in order from player 0; `taken` is what was taken before."""
    state = play.state
    state.hand[:], state.trick, state.tricks, state.stock, state.turned = 0, 0, 9, 0, 0
    state.broken = state.points_broken = True
    for player, held in enumerate(taken):
        state.taken[player] = cards(held)
    state.pack = cards(" ".join([*names, *taken]))
    for player, name in enumerate(names):
        state.hand[player] = cards(name)
    state.actor = 0
    for name in names:
        play.take(FRENCH.card(name))
    return play


# Hearts


@pytest.mark.parametrize(("players", "missing"), [(3, "2D"), (4, ""), (5, "2D 2C"), (6, "2D 2C 3D 3C")])
def test_hearts_what_does_not_come_out_even_stays_out(players: int, missing: str) -> None:
    play = begun("tricks", "hearts", players=players)
    assert int(play.state.pack) == int(FRENCH.whole) & ~int(cards(missing))
    hands = [members(hand) for hand in play.state.hand[:players]]
    assert {len(hand) for hand in hands} == {52 // players} and sorted(chain(*hands)) == members(play.state.pack)


@pytest.mark.parametrize(("deal", "distance"), [(0, 1), (1, 3), (2, 2)])
def test_hearts_three_cards_are_passed_left_then_right_then_across(deal: int, distance: int) -> None:
    play = Play(preset_game("tricks", "hearts"), {"passed": 1}, seed=2)
    play.state.stage = deal
    play.begin()
    passed = []
    for _ in range(4):
        passed.append(play.legal[0])
        play.take(play.legal[0])
    for giver, card in enumerate(passed):
        assert card in members(play.state.hand[(giver + distance) % 4])
    assert legal(play) == {"2C"}


def test_hearts_the_suit_is_followed_and_hearts_wait_until_they_are_broken() -> None:
    play = playing("hearts")
    state = play.state
    state.tricks, state.hand[0] = 3, cards("2C 9H AS")
    assert legal(play) == {"2C", "AS"}
    state.points_broken = True
    assert legal(play) == {"2C", "9H", "AS"}
    state.points_broken, state.hand[0] = False, cards("9H 10H")
    assert legal(play) == {"9H", "10H"}
    state.trick, state.led, state.hand[0] = cards("3D"), 1, cards("4D AH")
    assert legal(play) == {"4D"}


def test_hearts_no_points_fall_on_the_first_trick_unless_there_is_nothing_else() -> None:
    play = playing("hearts")
    play.state.trick, play.state.led = cards("2C"), 0
    play.state.hand[0] = cards("QS 4H 5D")
    assert legal(play) == {"5D"}
    play.state.hand[0] = cards("QS 4H")
    assert legal(play) == {"QS", "4H"}


def test_hearts_a_heart_is_one_point_and_the_queen_of_spades_thirteen() -> None:
    play = last_trick(playing("hearts"), "2C", "3C", "QS", "4H", taken=["5H"])
    assert list(play.state.score[:4]) == [1, 14, 0, 0]


def test_hearts_shooting_the_moon_gives_26_to_all_others() -> None:
    hearts = " ".join(f"{rank}H" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"))
    play = last_trick(playing("hearts"), "5C", "3C", "2C", "4C", taken=[f"QS {hearts}"])
    assert list(play.state.score[:4]) == [0, 26, 26, 26] and play.state.moons[0] == 1


def test_hearts_the_game_ends_at_100_and_the_lowest_wins() -> None:
    play = playing("hearts")
    play.state.score[:4] = 99, 80, 20, 30
    last_trick(play, "5C", "3C", "2H", "4C", taken=["", "", "QS", "3H"])
    assert play.state.over and members(play.report().winners) == [3]


def test_where_nothing_scores_the_play_ends_after_500_deals() -> None:
    play = playing("spades", bidding="none")
    play.state.stage = 498
    last_trick(play, "5C", "3C", "2C", "4C")
    assert not play.state.over
    last_trick(play, "5C", "3C", "2C", "4C")
    assert play.state.over and play.state.stage == 500


# Oh Hell


def test_oh_hell_hands_go_from_ten_down_to_one_and_up_again() -> None:
    sizes = []
    for deal in range(19):
        play = Play(preset_game("tricks", "oh_hell"), seed=deal)
        play.state.stage = deal
        play.begin()
        sizes.append(len(members(play.state.hand[0])))
    assert sizes == [*range(10, 0, -1), *range(2, 11)]


def test_oh_hell_the_suit_of_the_next_card_is_trump() -> None:
    play = begun("tricks", "oh_hell", seed=3)
    (turned,) = members(play.state.turned)
    assert play.state.trump == turned // 13 and turned not in members(play.state.stock)


def test_oh_hell_the_last_may_not_make_the_bids_come_out_even() -> None:
    play = begun("tricks", "oh_hell", hand=5)
    for number in (2, 1, 0):
        assert legal_kinds(play) == {"say"} and play.legal == [0, 1, 2, 3, 4, 5]
        play.take(number)
    assert play.legal == [0, 1, 3, 4, 5]
    play.take(3)
    assert legal_kinds(play) == {"play"} and list(play.state.bid[:4]) == [2, 1, 0, 3]


@pytest.mark.parametrize(("bid", "points"), [(3, 13), (2, 0), (4, 0)])
def test_oh_hell_only_an_exact_bid_scores_ten_and_its_tricks(bid: int, points: int) -> None:
    play = playing("oh_hell")
    play.state.trump = SPADES
    play.state.bid[:4], play.state.won[:4] = (bid, 0, 1, 5), (2, 0, 0, 0)
    last_trick(play, "AC", "3C", "2H", "4C")
    assert list(play.state.score[:4]) == [points, 10, 0, 0]


# Knockout Whist


def test_knockout_whist_who_takes_no_trick_is_out_and_is_dealt_no_more_cards() -> None:
    play = playing("knockout_whist")
    play.state.trump, play.state.won[:4] = SPADES, (3, 3, 0, 0)
    last_trick(play, "2C", "AC", "3C", "2S")
    state = play.state
    assert [len(members(hand)) for hand in state.hand[:4]] == [6, 6, 0, 6]
    assert list(state.is_out[:4]) == [0, 0, 1, 0] and legal_kinds(play) == {"name_trump"}
    while state.stage == 1 and not state.over:
        assert state.actor != 2
        play.take(play.legal[0])


def test_knockout_whist_whoever_took_most_names_the_trump_and_the_left_of_the_dealer_leads() -> None:
    play = playing("knockout_whist")
    play.state.won[:4] = 3, 1, 1, 1
    last_trick(play, "AC", "2C", "3C", "4C")
    assert legal_kinds(play) == {"name_trump"} and play.state.actor == 0
    play.take(HEARTS)
    assert play.state.trump == HEARTS and play.state.actor == play.state.stage % 4


def test_knockout_whist_the_last_one_in_wins() -> None:
    play = playing("knockout_whist")
    play.state.won[:4], play.state.trump = 0, SPADES
    last_trick(play, "2C", "AC", "3C", "2H")
    assert play.state.over and members(play.report().winners) == [1]


# Spades


def test_spades_are_not_led_before_one_has_been_played() -> None:
    play = playing("spades")
    play.state.hand[0] = cards("AS 3C")
    assert legal(play) == {"3C"}
    play.state.broken = True
    assert legal(play) == {"AS", "3C"}


@pytest.mark.parametrize(
    ("bids", "won", "scores", "met"),
    [
        ((4, 3, 3, 3), (4, 2, 3, 3), (71, -60), [1, 0, 1, 0]),
        ((4, 1, 3, 3), (4, 2, 3, 3), (71, 41), [1, 1, 1, 1]),
        ((5, 3, 0, 3), (5, 2, 0, 3), (51 + 100, -60), [1, 0, 1, 0]),
        ((5, 3, 0, 3), (4, 3, 1, 3), (51 - 100, 60), [1, 1, 0, 1]),
        ((8, 3, 0, 3), (5, 3, 0, 3), (-80 + 100, 60), [0, 1, 1, 1]),
        ((6, 3, 0, 3), (4, 3, 1, 3), (-60 - 100 + 1, 60), [0, 1, 0, 1]),
    ],
)  # fmt: skip
def test_spades_bids_of_partners_are_met_together_and_nil_alone_for_a_hundred(
    bids: tuple[int, ...], won: tuple[int, ...], scores: tuple[int, ...], met: list[int]
) -> None:
    play = playing("spades")
    play.state.bid[:4], play.state.won[:4] = bids, won
    last_trick(play, "AC", "2C", "3C", "4C")
    assert list(play.state.score[:4]) == [*scores, *scores] and list(play.state.bids_met[:4]) == met


def test_spades_ten_tricks_beyond_the_bids_cost_a_hundred() -> None:
    play = playing("spades")
    play.state.bags[0], play.state.bid[:4], play.state.won[:4] = 9, (4, 3, 3, 3), (4, 3, 3, 3)
    last_trick(play, "AC", "2C", "3C", "4C")
    assert play.state.score[0] == 70 + 1 - 100 and play.state.bags[0] == 0


def test_spades_two_partners_win_together_and_that_is_no_tie() -> None:
    play = playing("spades")
    play.state.score[:4] = 490, 300, 490, 300
    play.state.bid[:4], play.state.won[:4] = (4, 3, 3, 3), (3, 3, 3, 3)
    last_trick(play, "AC", "2C", "3C", "4C")
    report = play.report()
    assert play.state.over and members(report.winners) == [0, 2] and not play.report().tie
    assert report.margin == play.state.score[0] - play.state.score[1]


def test_spades_a_lead_is_over_the_other_side_and_the_more_of_it_the_better() -> None:
    play = playing("spades")
    payoffs = []
    for mine in (100, 110, 200):
        play.state.score[:4] = mine, 100, mine, 100
        payoffs += [float(play.run(dispatch.payoff, play.state, play.rules, player)) for player in (0, 1, 2)]
    assert payoffs[:3] == [0.5, 0.5, 0.5] and 0.5 < payoffs[3] < payoffs[6] and payoffs[7] < payoffs[4] < 0.5
    assert payoffs[5] == payoffs[3] and payoffs[8] == payoffs[6]


def test_spades_a_broken_bid_of_twelve_costs_search_far_more_than_one_of_six() -> None:
    play = playing("spades")
    payoffs = []
    for mine in (-60, -120):
        play.state.score[:4] = mine, 60, mine, 60
        payoffs.append(float(play.run(dispatch.payoff, play.state, play.rules, 0)))
    assert payoffs[0] - payoffs[1] > 0.04


def test_spades_playouts_go_on_as_bidders_do_who_leave_tricks_that_they_need_no_more() -> None:
    play = playing("spades")
    play.state.bid[:4], play.state.won[:4] = (1, 3, 3, 3), (1, 0, 0, 0)
    play.state.hand[0], play.state.hand[3] = cards("2C QC AC"), cards("KC 3C")
    play.state.actor = play.state.first = 3
    play.take(FRENCH.card("KC"))
    may = play.run(dispatch.legal_actions, play.state, play.rules)
    chosen = {int(play.run(dispatch.playout_action, play.state, play.rules, may)) for _ in range(9)}
    assert chosen == {FRENCH.card("QC")}


# All


@pytest.mark.skipif(plain_mode(), reason="needs many plays")
def test_a_deal_of_hearts_has_26_points_or_26_for_all_others_of_a_shooter() -> None:
    game = preset_game("tricks", "hearts")
    plays = Batch(game, {}, bots(game, "random", 4), seed=11).play(0, 1000)
    moons, deals = plays["moons"].sum(axis=1), plays["deals"]
    assert (plays["points"].sum(axis=1) == 26 * (deals - moons) + 78 * moons).all()


def test_who_did_not_follow_has_none_of_the_suit_in_any_world() -> None:
    play = begun("tricks", "oh_hell", seed=9).random_steps(30)
    player = int(play.state.actor)
    lacking = [int(suits) for suits in play.state.lacks]
    assert any(lacking)
    for seed in range(20):
        world = play.world(player, seed)
        assert all(int(world.hand[other]) & lacking[other] == 0 for other in range(4) if other != player)
