"""Measures: the record of a play, and shares of a win."""

import numpy as np

from workbench.engine.measures import COMMON, Measure, Scope, by_scope, result_type, win_shares

MEASURES = (
    *COMMON,
    Measure("deals", "Deals.", 0.1),
    Measure("points", "Points.", 0.1, "u2", Scope.SEAT),
    Measure("deal_points", "Points.", 0.1, "f4", Scope.DEAL_SEAT),
)


def test_a_result_has_a_bit_and_a_place_for_each_seat() -> None:
    kind = result_type(MEASURES, 4)
    assert kind.names == ("winners", "decisions", "tie", "deals", "points", "deal_points")
    assert [kind[name].shape for name in ("deals", "points", "deal_points")] == [(), (4,), (4,)]
    assert kind["winners"] == np.uint16


def test_a_shared_win_counts_a_share_for_each_seat() -> None:
    winners = np.array([0b001, 0b100, 0b011, 0b111, 0], np.uint16)
    third = np.float32(1 / 3)
    expected = np.array([[1, 0, 0], [0, 0, 1], [0.5, 0.5, 0], [third] * 3, [0, 0, 0]], np.float32)
    np.testing.assert_array_equal(win_shares(winners, 3), expected)


def test_measures_by_scope() -> None:
    assert [measure.name for measure in by_scope(MEASURES, Scope.SEAT)] == ["points"]
    assert [measure.name for measure in by_scope(MEASURES, Scope.PLAY)] == ["decisions", "tie", "deals"]


def test_labels_and_rates() -> None:
    assert MEASURES[-1].label == "Deal points"
    assert [measure.is_rate for measure in COMMON] == [False, True]
