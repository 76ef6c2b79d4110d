"""Which cards seats drew and played: records, sets of bits, and the loop that notes them."""

import numpy as np
import pytest

from tests.support import nim
from tests.support.plain import run_plainly
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch
from workbench.engine.cards import DRAWN, PLAYED, use_type, used_by_seat, words_for
from workbench.engine.dispatch import DEFAULTS
from workbench.engine.loop import play_range, use_range
from workbench.engine.measures import WINNERS
from workbench.engine.registry import game_named


@pytest.mark.parametrize(("cards", "words"), [(1, 1), (64, 1), (65, 2), (128, 2), (129, 3)])
def test_words(cards: int, words: int) -> None:
    assert words_for(cards) == words


def test_a_record_has_two_sets_a_seat_for_each_list() -> None:
    kind = use_type({"bods": 120, "biz": 64}, seats=4)
    assert kind.names == (WINNERS, "bods_drawn", "bods_played", "biz_drawn", "biz_played")
    assert kind["bods_drawn"].shape == (4, 2) and kind["biz_played"].shape == (4, 1)


def test_bits_are_cards_by_number() -> None:
    uses = np.zeros(2, use_type({"bods": 120}, seats=3))
    uses["bods_drawn"][1, 2] = [1 << 5 | 1 << 63, 1 << 1]
    uses["bods_played"][0, 0] = [1, 0]
    drawn = used_by_seat(uses, "bods", DRAWN, 100, 3)
    assert drawn.shape == (2, 3, 100)
    assert np.argwhere(drawn).tolist() == [[1, 2, 5], [1, 2, 63], [1, 2, 65]]
    assert np.argwhere(used_by_seat(uses, "bods", PLAYED, 100, 2)).tolist() == [[0, 0, 0]]


def test_a_game_without_card_lists_reports_none() -> None:
    assert nim.NIM.card_use.names == (WINNERS,) and "report_cards" in DEFAULTS
    assert game_named("hitmakers").card_uses == ()


def test_the_same_plays_are_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is noted of play k is of the play that the batch makes under k, whatever piece it is in."""
    run_plainly(monkeypatch, use_range, play_range)
    game = game_named("showbiz_shuffle")
    batch = Batch(game, {}, seat_bots(game, ["random"], 3), seed=5)
    together = batch.card_uses(0, 3)
    apart = np.concatenate([batch.card_uses(play, 1) for play in range(3)])
    assert all((together[field] == apart[field]).all() for field in game.card_use.names)
    assert together["winners"].tolist() == batch.play(0, 3)["winners"].tolist()
