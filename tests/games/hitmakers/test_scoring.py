"""Hitmakers, "Scoring": the three criteria of a suit, the special cases, ties, and the order of the awards."""

import pytest

from tests.support.hitmakers import HitmakersTable, table

ALL_ONE = "2C 5C 9C / AC KC / 7C"  # most: seat 0; highest and widest: seat 1


def scored(hands: str, **rules: object) -> HitmakersTable:
    return table(hands, **rules).score()


def lines(hands: str, **rules: object) -> dict[str, list[int]]:
    """The points of each criterion, by player."""
    position = scored(hands, **rules)
    return {name: position.points(name) for name in ("market_saturation", "critical_prestige", "broad_appeal")}


# 1: "For each of the four suits, award 3 points … based on these criteria"


def test_1_market_saturation_is_the_most_cards_of_the_suit() -> None:
    assert scored(ALL_ONE).points("market_saturation") == [1, 0, 0]


def test_1_critical_prestige_is_the_highest_rank_of_the_suit() -> None:
    assert scored(ALL_ONE).points("critical_prestige") == [0, 1, 0]
    assert scored("AH / / ").points("critical_prestige") == [1, 0, 0]


def test_1_broad_appeal_since_2021_is_the_largest_difference() -> None:
    assert scored("2C 9C / 3C QC / KC").points("broad_appeal") == [0, 1, 0]  # 7, 9, 0


def test_1_broad_appeal_before_2021_is_the_lowest_rank() -> None:
    assert scored("2C 9C / 3C QC / KC", broad_appeal="lowest_rank").points("broad_appeal") == [1, 0, 0]
    assert scored("2C 9C / AC / KC", broad_appeal="lowest_rank").points("broad_appeal") == [0, 1, 0]


def test_1_a_single_card_has_difference_0_and_can_win() -> None:
    assert scored("4C / / ").points("broad_appeal") == [1, 0, 0]
    assert scored("4C / 9C / ").points("broad_appeal") == [0, 0, 0]  # two single cards tie
    assert scored("4C / 9C 8C / ").points("broad_appeal") == [0, 1, 0]


def test_1_nobody_wins_a_suit_that_nobody_holds() -> None:
    position = scored("/ / ", ties="everybody")
    assert position.scores == [0, 0, 0]


def test_1_a_player_without_the_suit_never_wins_it() -> None:
    assert list(lines("4C / / ", ties="everybody").values()) == [[1, 0, 0]] * 3


def test_1_every_suit_is_judged_by_itself() -> None:
    position = scored("2C KC / 2D KD / 2H KH 2S KS")
    assert position.scores == [3, 3, 6]


@pytest.mark.parametrize("points", [0, 1, 9])
@pytest.mark.parametrize("name", ["market_saturation", "critical_prestige", "broad_appeal"])
def test_1_each_criterion_has_its_points(name: str, points: int) -> None:
    plain = lines("2C 5C 9C 2D 4D / AC KC 3D / 7C")
    expected = {line: [won * (points if line == name else 1) for won in wins] for line, wins in plain.items()}
    assert lines("2C 5C 9C 2D 4D / AC KC 3D / 7C", **{f"{name}_points": points}) == expected


def test_1_the_score_is_the_sum_of_all_suits() -> None:
    position = scored("2C 5C 9C KH / AC KC / 7C 4D 5D", market_saturation_points=5, critical_prestige_points=3)
    # clubs: 5 to seat 0; 3 + 1 to seat 1. Hearts: 5 + 3 + 1 + wonder to seat 0. Diamonds: 5 + 3 + 1 to seat 2.
    assert position.scores == [15, 4, 9]
    assert position.counted("score") == [15, 4, 9]


# Ties


def test_ties_score_nobody() -> None:
    assert lines("3C 5C / 8C 10C / 2D") == {
        "market_saturation": [0, 0, 1],  # diamonds, where seat 2 is alone
        "critical_prestige": [0, 1, 1],
        "broad_appeal": [0, 0, 1],
    }


def test_ties_score_everybody() -> None:
    assert lines("3C 5C / 8C 10C / ", ties="everybody") == {
        "market_saturation": [1, 1, 0],
        "critical_prestige": [0, 1, 0],
        "broad_appeal": [1, 1, 0],
    }


def test_ties_of_all_players_score_all() -> None:
    assert scored("3C 5C / 8C 10C / JC KC / 6C 4C", ties="everybody").points("broad_appeal") == [1, 1, 1, 1]


def test_ties_of_lesser_players_do_not_matter() -> None:
    assert scored("3C 5C / 8C 10C / JC KC 2C").points("market_saturation") == [0, 0, 1]


# One award per seat, in the order of the criteria

HANDS = "AC 5C KC / 2C 9C / 3C QC"
WORTH = {"market_saturation_points": 1, "critical_prestige_points": 2, "broad_appeal_points": 4}


def test_one_award_per_seat_leaves_the_others_to_the_next_best() -> None:
    assert scored(HANDS).scores == [3, 0, 0]
    assert scored(HANDS, one_award_per_seat=True).scores == [1, 1, 1]


@pytest.mark.parametrize(
    ("order", "scores"),
    [
        (["saturation", "prestige", "appeal"], [1, 4, 2]),  # QC for seat 2, and appeal is left to seat 1
        (["saturation", "appeal", "prestige"], [1, 2, 4]),  # 9 for seat 2 against 7, prestige is left to seat 1
        (["prestige", "appeal", "saturation"], [2, 1, 4]),
        (["prestige", "saturation", "appeal"], [2, 0, 4]),  # saturation: two ties, nobody
        (["appeal", "saturation", "prestige"], [4, 0, 2]),
        (["appeal", "prestige", "saturation"], [4, 1, 2]),
    ],
)
def test_one_award_per_seat_follows_criteria_order(order: list[str], scores: list[int]) -> None:
    assert scored(HANDS, one_award_per_seat=True, criteria_order=order, **WORTH).scores == scores


def test_criteria_order_changes_nothing_without_one_award_per_seat() -> None:
    orders = [["saturation", "prestige", "appeal"], ["appeal", "prestige", "saturation"]]
    assert scored(HANDS, criteria_order=orders[0], **WORTH).scores == [7, 0, 0]
    assert scored(HANDS, criteria_order=orders[1], **WORTH).scores == [7, 0, 0]


def test_one_award_per_seat_where_everybody_scores_a_tie() -> None:
    """Appeal: seat 0. Saturation: seats 1 and 2 with two cards each. Nobody is left for prestige."""
    order = ["appeal", "saturation", "prestige"]
    position = scored(HANDS, one_award_per_seat=True, criteria_order=order, ties="everybody", **WORTH)
    assert position.scores == [4, 1, 1]


def test_one_award_per_seat_is_meant_for_each_suit() -> None:
    assert scored("KC 2C KD 2D / AC AD / ", one_award_per_seat=True, one_hit_wonder_points=0).scores == [2, 2, 0]


def test_one_award_per_seat_a_tie_that_scores_nobody_uses_up_nobody() -> None:
    """Saturation ties and goes to nobody, so both may still win: prestige seat 1, then appeal seat 0."""
    position = scored("2C 9C / 8C 10C / ", one_award_per_seat=True)
    assert (position.points("critical_prestige"), position.points("broad_appeal")) == ([0, 1, 0], [1, 0, 0])


# 2: "Individual players may gain additional points by these special cases"


@pytest.mark.parametrize(
    ("hands", "points"),
    [
        ("QH / 2H 3H JH / ", [4, 0, 0]),
        ("QH / 2H KH / ", [0, 0, 0]),  # not the highest
        ("QH KH / 2H / ", [0, 0, 0]),  # the highest, but not the only one
        ("QH 9S / KD / AC", [8, 4, 4]),  # suit by suit
        ("AH / / ", [4, 0, 0]),
    ],
)
def test_2_one_hit_wonder_is_a_single_card_that_is_the_highest(hands: str, points: list[int]) -> None:
    assert scored(hands, one_hit_wonder_points=4).points("one_hit_wonder") == points


def test_2_one_hit_wonder_is_1_point_unless_the_rules_say_otherwise() -> None:
    assert scored("KH / 2H 3H / ").points("one_hit_wonder") == [1, 0, 0]
    assert scored("KH / 2H 3H / ", one_hit_wonder_points=0).points("one_hit_wonder") == [0, 0, 0]


def test_2_shutout_is_for_the_only_one_with_the_suit() -> None:
    assert scored("2C 3C / 4D / 5D AH", shutout_points=2).points("shutout") == [2, 0, 2]
    assert scored("2C 3C / 4D / 5D AH").points("shutout") == [0, 0, 0]  # 0 points by default


def test_2_special_cases_come_on_top_of_one_award_per_seat() -> None:
    position = scored("KH / / ", one_award_per_seat=True, shutout_points=5)
    assert position.scores == [1 + 1 + 5, 0, 0]


def test_score_event_tells_all_points() -> None:
    position = scored("KH / 2C / ", shutout_points=2)
    line = {"market_saturation": 1, "critical_prestige": 1, "broad_appeal": 1, "one_hit_wonder": 1, "shutout": 2}
    assert position.events("score")[0]["by_player"][0] == {**line, "total": 6}
    assert position.events("score")[0]["totals"] == [6, 6, 0]
