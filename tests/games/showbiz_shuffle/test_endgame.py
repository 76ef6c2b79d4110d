"""Showbiz Shuffle, "End Game": when it starts, who still has a turn, and what unfinished movies cost."""

import pytest

from tests.support.showbiz import ShowbizTable, table


def turns_until_over(position: ShowbizTable) -> list[int]:
    """Who has a turn from now on, when everybody only ends it."""
    actors = []
    while not position.state.over:
        actors.append(position.actor)
        position.end_turn()
    return actors


# "When the last card in the Bod deck is drawn, the end game ensues. Beginning with the current player's turn"


def test_the_last_bod_drawn_inside_a_turns_refill_starts_the_end_game_with_that_turn() -> None:
    position = table("s6A p2A / s5A p3A / s4A p4A", deck="p1A")
    position.open("s6A", "action").end_turn(2)
    assert not position.state.ending
    position.end_turn()
    assert position.events("endgame") == [{"event": "endgame", "player": 0, "why": "bods"}]
    assert position.hand(0) == ["p2A", "p1A"]
    assert turns_until_over(position) == [0, 1, 2]


def test_the_cattle_call_may_draw_the_last_bod_and_leave_the_hand_short() -> None:
    position = table("s6A p2A / s5A", "s4A", deck="p1A.1", hand_size=2)
    position.open("s6A", "action").hire("s4A").end_turn()
    assert position.state.ending and position.call == ["p1A.1"] and position.hand(1) == ["s5A"]
    assert position.events("endgame")[0]["player"] == 1
    assert turns_until_over(position) == [1, 0]


def test_a_biz_card_may_draw_the_last_bod_in_the_middle_of_a_turn() -> None:
    position = table("s6A p2A / s5A / s4A", deck="p1A.1 p1A.2", biz_hands="draw_bods").biz("draw_bods")
    assert position.events("endgame") == [{"event": "endgame", "player": 0, "why": "bods"}]
    assert turns_until_over(position) == [0, 1, 2]


def test_a_shake_up_that_draws_the_last_bod_is_the_first_of_the_final_turns() -> None:
    position = table("s6A / s5A / s4A", deck="", final_turns=1, hand_size=2)
    assert position.state.ending and position.actor == 0  # the deck was out when the hand was filled
    position.shake_up()
    assert position.actor == 1 and turns_until_over(position) == [1, 2]


@pytest.mark.parametrize("final_turns", [1, 2, 3])
def test_final_turns_is_a_rule(final_turns: int) -> None:
    position = table("s6A p2A / s5A", deck="p1A", final_turns=final_turns, hand_size=3)
    assert position.state.ending
    assert turns_until_over(position) == [0, 1] * final_turns


def test_without_final_turns_the_game_stops_there_and_then() -> None:
    position = table("s6A p2A / s5A", deck="p1A.1 p1A.2", final_turns=0, biz_hands="draw_bods", spare="d3A")
    position.movie(0, "action", "d3A")
    position.biz("draw_bods")
    assert position.state.over and position.totals == [-3, 0]


def test_in_the_final_turns_play_goes_on_with_what_is_there() -> None:
    position = table("s6A p2A / s5A", "d4A", deck="p1A", hand_size=3)
    position.open("s6A", "action").hire("d4A").cast("p2A")
    assert position.cast_of(0) == ["s6A", "d4A", "p2A"]


# "Any points from unfinished movies are deducted … Cards played out of genre, upstaged … are still paid for"


def test_bods_of_unfinished_movies_are_deducted() -> None:
    position = table("p2A / p3A", spare="d5A s6A s4R d7D")
    position.movie(0, "action", "d5A s6A")
    position.movie(0, "romance", "s4R")
    position.movie(1, "drama", "d7D")
    position.state.ending, position.state.turns_left = True, 1
    position.end_turn()
    assert position.totals == [-15, -7]
    assert [(event["player"], event["points"]) for event in position.events("penalty")] == [(0, 11), (0, 4), (1, 7)]
    assert position.events("score", "end") == [
        {
            "event": "score",
            "totals": [-15, -7],
            "by_player": [{"movies": 0, "penalty": 15, "total": -15}, {"movies": 0, "penalty": 7, "total": -7}],
        },
        {"event": "end", "winners": [1], "ended_by": "final_turns"},
    ]
    assert list(position.state.unfinished[:2]) == [2, 1]


def test_devalued_bods_cost_their_full_value() -> None:
    position = table("p2A / p3A", spare="d5A s6R s4A", biz_hands="/ upstage scandal", biz_per_turn=2)
    movie = position.movie(0, "action", "d5A s6R s4A")
    position.end_turn().biz("upstage", movie, "d5A").biz("scandal", movie, "s4A")
    assert position.points_of(movie) == 0 - 6 - 4
    assert position.penalty_of(movie) == 5 + 6 + 4


def test_costed_biz_is_deducted_and_other_biz_is_not() -> None:
    position = table("p2A / p3A", spare="d5A", biz_hands="boost boost_free award stand_in", biz_per_turn=4)
    movie = position.movie(0, "action", "d5A")
    for card in ("boost", "boost_free", "award", "stand_in"):
        position.biz(card, movie)
    assert position.penalty_of(movie) == 5 + 4 + 1


def test_without_costed_biz_penalty_no_biz_is_deducted() -> None:
    position = table("p2A / p3A", spare="d5A", biz_hands="boost", costed_biz_penalty=False)
    movie = position.movie(0, "action", "d5A")
    assert position.biz("boost", movie).penalty_of(movie) == 5


@pytest.mark.parametrize("times", [0, 1, 2, 3])
def test_unfinished_penalty_is_so_many_times_the_value(times: int) -> None:
    position = table("p2A / p3A", spare="d5A", biz_hands="boost", unfinished_penalty=times)
    movie = position.movie(0, "action", "d5A")
    assert position.biz("boost", movie).penalty_of(movie) == 5 * times + 4


def test_the_most_points_win_and_equal_points_share() -> None:
    position = table("p2A / p3A / p4A")
    position.state.score[:3] = [7, 9, 9]
    position.state.ending, position.state.turns_left = True, 1
    position.end_turn()
    assert position.events("end")[0]["winners"] == [1, 2]
    assert position.report().margin == 0 and position.report().winners == 0b110


def test_the_margin_holds_below_zero_too() -> None:
    position = table("p2A / p3A / p4A")
    position.state.score[:3] = [-9, -4, -6]
    position.state.ending, position.state.turns_left = True, 1
    position.end_turn()
    assert position.report().margin == 2


# Other ends


def test_a_score_target_starts_the_final_turns_at_a_premiere() -> None:
    position = table("p2A / p3A / p4A", spare="d5A s6A s4A p1A", score_target=18)
    position.movie(0, "action", "d5A s6A s4A p1A")
    position.end_turn(3).cast("p2A")
    assert position.totals[0] == 18 and position.state.ending
    assert turns_until_over(position) == [0, 1, 2]


def test_below_the_score_target_nothing_ends() -> None:
    position = table("p2A / p3A / p4A", spare="d5A s6A s4A p1A", score_target=19)
    position.movie(0, "action", "d5A s6A s4A p1A")
    assert not position.cast("p2A").state.ending


def test_with_reshuffle_bods_the_discards_become_the_deck() -> None:
    position = table("s6A p2A / s5A p3A", deck="p1A.1", reshuffle_bods=True, spare="d5A s4A s3A p1A")
    position.movie(0, "action", "d5A s4A s3A p1A")
    position.cast("p2A").end_turn(2)
    assert position.hand(0) == ["s6A", "p1A.1"] and not position.state.ending
    position.open("s6A", "action").end_turn(2)
    assert not position.state.ending and position.discarded == [] and position.state.bods.deck_size == 4
    assert position.hand(0)[1] in ("d5A", "s4A", "s3A", "p1A", "p2A")


def test_with_reshuffle_bods_only_a_lack_of_both_starts_the_end_game() -> None:
    position = table("s6A p2A / s5A p3A", deck="p1A.1", reshuffle_bods=True)
    position.open("s6A", "action").end_turn(2)
    assert position.state.bods.deck_size == 0 and not position.state.ending
    position.cast("p2A").end_turn(2)
    assert position.state.ending


def test_max_turns_end_the_game_in_any_case_and_flag_it() -> None:
    position = table("s6A / s5A", spare="d3A", max_turns=5)
    position.movie(1, "action", "d3A")
    assert turns_until_over(position) == [0, 1] * 5
    assert position.report().capped and position.totals == [0, -3]


def test_an_ordinary_end_is_not_flagged() -> None:
    position = table("s6A p2A / s5A", deck="p1A", hand_size=3)
    turns_until_over(position)
    assert not position.report().capped and position.report().turns == 2


def test_lead_changes_are_counted_at_premieres() -> None:
    position = table("p2A / p3A", spare="d5A s6A s4A p1A d6A s7A s3A p4A", plays_from_hand=5)
    position.movie(0, "action", "d5A s6A s4A p1A")
    position.movie(1, "action", "d6A s7A s3A p4A")
    position.cast("p2A").end_turn().cast("p3A")
    assert position.totals == [18, 23] and position.state.lead_changes == 1 and position.state.leader == 2


def test_the_last_deductions_may_change_the_lead() -> None:
    position = table("s6A p2A / s5A p3A", deck="", hand_size=2, spare="d5A")
    position.state.score[:2] = [6, 4]
    position.state.leader = 1
    position.movie(0, "action", "d5A")
    changes = int(position.state.lead_changes)
    while not position.state.over:
        position.end_turn()
    assert position.totals == [1, 4]
    assert position.state.lead_changes == changes + 1
