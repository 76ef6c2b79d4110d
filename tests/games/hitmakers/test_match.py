"""Hitmakers: the longest match that there can be. Deals, seats and winners are held by `test_agreement`."""

from tests.support.seats import bots
from workbench.engine.batch import Batch
from workbench.games.hitmakers import GAME


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
