"""What is written down after a deal: the criteria that score under the rules in force."""

from tests.support.hitmakers import FOUR_PLAYERS
from workbench.engine.score_sheet import Wins
from workbench.games.hitmakers import GAME


def test_a_match_has_a_row_a_deal_and_ends_at_21() -> None:
    sheet = GAME.sheet({})
    assert (sheet.row, sheet.rows, sheet.target, sheet.wins) == ("deal", None, 21, Wins.HIGHEST)
    assert sheet.criterion_names == ("market_saturation", "critical_prestige", "broad_appeal", "one_hit_wonder")


def test_a_criterion_that_scores_nothing_has_no_line() -> None:
    sheet = GAME.sheet({"shutout_points": 2, "broad_appeal_points": 0})
    assert sheet.criterion_names == ("market_saturation", "critical_prestige", "one_hit_wonder", "shutout")


def test_a_single_deal_has_one_row_and_no_target() -> None:
    sheet = GAME.sheet({**FOUR_PLAYERS, "score_target": 0})
    assert (sheet.rows, sheet.target) == (1, None)


def test_each_suit_gives_the_points_of_a_criterion_once() -> None:
    assert GAME.sheet({"critical_prestige_points": 5}).bounds("critical_prestige") == (0, 4 * 5)
