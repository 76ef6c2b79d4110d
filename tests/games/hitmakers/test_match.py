"""Hitmakers, "Play to a predetermined number of points": deals, rotating seats, the winner, the limit."""

from collections.abc import Iterable, Sequence

import pytest

from tests.support.hitmakers import DRAWS, HitmakersTable, card_set, table
from tests.support.plain import Play
from tests.support.seats import bots
from workbench.engine.batch import Batch
from workbench.engine.bit_sets import members
from workbench.games.hitmakers import GAME
from workbench.games.hitmakers.game import player_at, seat_of

HANDS = {4: card_set("5D"), 2: card_set("KC"), 0: card_set("AC")}
"""Hands that make so many points: the only diamond, and clubs that tie except for prestige and one-hit wonder."""


def match(deals: Iterable[Sequence[int]], **rules: object) -> HitmakersTable:
    """Deals in which the *seats* score as given, each an order of 4, 2, 0, until the match is over."""
    position = table("5D / KC / AC", **{"score_target": 200, **rules})
    for scores in deals:
        set_hands(position, scores)
        position.score()
        if position.state.over:
            break
    return position


def set_hands(position: HitmakersTable, scores: Sequence[int]) -> None:
    for seat, score in enumerate(scores):
        player = player_at(position.state, position.rules, seat)
        position.state.hand[player] = HANDS[score]


def totals(position: HitmakersTable) -> list[list[int]]:
    return [event["totals"] for event in position.events("score")]


def test_the_helper_scores_as_it_says() -> None:
    assert table("5D / KC / AC").score().scores == [4, 2, 0]


def test_a_play_is_one_deal_without_a_target() -> None:
    position = match([(4, 2, 0)] * 9, score_target=0)
    assert (int(position.state.stage), bool(position.state.over), bool(position.state.capped)) == (1, True, False)


def test_deals_are_played_until_a_player_has_the_target() -> None:
    assert totals(match([(0, 4, 2)] * 9, score_target=10)) == [[0, 4, 2], [2, 4, 6], [6, 6, 6], [6, 10, 8]]


def test_the_target_need_only_be_reached() -> None:
    assert int(match([(4, 2, 0)] * 9, score_target=4).state.stage) == 1
    assert int(match([(4, 2, 0)] * 9, score_target=5).state.stage) == 2


def test_the_deal_passes_left_each_time() -> None:
    position = match([(0, 4, 2)] * 9, score_target=10)
    seats = [event["seat_of_player"] for event in position.events("deal")]
    assert seats == [[2, 0, 1], [1, 2, 0], [0, 1, 2]]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_seats_rotate_by_one_and_come_round(players: int) -> None:
    play = Play(GAME, {"players": players, "hand_size": 1, "score_target": 200}).begin()
    for deal in range(players + 1):
        play.state.first_player = deal % players
        at = [int(player_at(play.state, play.rules, seat)) for seat in range(players)]
        assert at == [(seat + deal) % players for seat in range(players)]
        assert [int(seat_of(play.state, play.rules, player)) for player in at] == list(range(players))


def test_the_first_player_of_a_later_deal_starts_each_of_its_rounds() -> None:
    play = Play(GAME, {"hand_size": 1, "production_rounds": 2, "score_target": 200}).begin()
    order = []
    while len(order) < 12:
        if play.state.phase == 0:
            order.append(int(play.state.actor))
        play.take(DRAWS["pass"] if play.state.phase == 0 else 0)
    assert order == [0, 1, 2, 0, 1, 2, 1, 2, 0, 1, 2, 0]


def test_the_highest_total_wins_and_equal_totals_tie() -> None:
    assert match([(0, 4, 2)] * 9, score_target=10).events("end") == [
        {"event": "end", "winners": [1], "ended_by": "score_target"}
    ]
    tied = match([(0, 4, 2), (2, 4, 0)], score_target=6)
    assert totals(tied) == [[0, 4, 2], [0, 6, 6]]
    assert tied.events("end") == [{"event": "end", "winners": [1, 2], "ended_by": "score_target"}]
    assert members(tied.report().winners) == [1, 2]


def test_a_play_at_the_deal_limit_goes_to_the_leader_and_is_flagged() -> None:
    position = match([(4, 2, 0)] * 9, max_deals=2)
    assert (int(position.state.stage), position.events("end")[0]["winners"]) == (2, [1])
    assert position.events("end")[0]["ended_by"] == "max_deals"
    assert position.report().capped


def test_the_target_reached_in_the_last_deal_allowed_is_no_cap() -> None:
    position = match([(4, 2, 0)] * 9, score_target=6, max_deals=2)
    assert (int(position.state.stage), bool(position.report().capped)) == (2, False)


def test_the_margin_is_the_lead_over_the_runner_up() -> None:
    assert match([(4, 2, 0)], score_target=1).report().margin == 2
    assert match([(4, 2, 0), (4, 2, 0), (4, 2, 0)], max_deals=3).report().margin == 0  # 6 6 6


def test_points_by_seat_of_the_deal() -> None:
    report = match([(4, 2, 0)] * 3, max_deals=3).report()
    assert report.deal_points[:3].tolist() == [4.0, 2.0, 0.0]
    assert report.deal_wins[:3].tolist() == [1.0, 0.0, 0.0]
    assert report.points[:3].tolist() == [6, 6, 6]


def test_a_shared_deal_counts_a_share_for_each_seat() -> None:
    position = table("5D / 5H / AC 2C", score_target=4).score()
    assert position.scores == [4, 4, 3]
    assert position.report().deal_wins[:3].tolist() == [0.5, 0.5, 0.0]


@pytest.mark.parametrize(
    ("deals", "last", "changes"),
    [
        ([(4, 2, 0)], [4, 2, 0], 0),  # the first leader is no change
        ([(4, 2, 0), (4, 2, 0)], [4, 6, 2], 1),
        ([(4, 2, 0), (4, 0, 2)], [6, 6, 0], 0),  # a shared lead is none
        ([(4, 2, 0), (4, 0, 2), (0, 4, 2)], [10, 8, 0], 0),  # the old leader is back
        ([(4, 2, 0), (4, 0, 2), (4, 0, 2)], [6, 8, 4], 1),  # another leader than the last sole one
        ([(4, 2, 0), (4, 2, 0), (0, 4, 2)], [8, 8, 2], 1),
    ],
)
def test_lead_changes(deals: list[tuple[int, ...]], last: list[int], changes: int) -> None:
    position = match(deals, max_deals=len(deals))
    assert (totals(position)[-1], int(position.report().lead_changes)) == (last, changes)


def test_the_longest_match_there_can_be_fits_its_counts() -> None:
    """Nobody ever has a point: 200 deals, everybody ties, nobody reached the target."""
    points = [name for name in GAME.parameters if name.endswith("_points")]
    longest = {"score_target": 200, "max_deals": 200, "production_rounds": 13, "hand_size": 5, "players": 6}
    rules = {**dict.fromkeys(points, 0), **longest}
    rows = Batch(GAME, rules, bots(GAME, "random", 6), seed=1).play(0, 20)
    assert rows["capped"].all() and (rows["deals"] == 200).all() and rows["tie"].all()
    assert not rows["points"].any() and (rows["winners"] == 0b111111).all()
    turns = rows["draws_stock"] + rows["draws_discard"] + rows["passes"]
    assert (turns == 200 * 13).all()
