"""More choices than there is room for at once: a hundred squares, chosen in two steps."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.kit import caravan, squares
from tests.support.plain import Play, run_plainly
from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch, film, visible_events
from workbench.engine.compiling import plain_mode
from workbench.engine.dispatch import any_action
from workbench.engine.timeline import follow_range

GAME = squares.GAME
PARTS = [range(0, 32), range(32, 64), range(64, 96), range(96, 100)]
LEAVE = 4


def on_offer(play: Play) -> list[str]:
    return [GAME.picture.choice(play.state, play.rules, play.values, action).says for action in play.legal]


def test_first_a_part_then_a_square_of_it() -> None:
    play = Play(GAME, {}).begin()
    assert play.legal == [0, 1, 2, 3]
    play.take(3)
    assert play.legal == [0, 1, 2, 3] and play.state.actor == 0 and play.trace == []
    play.take(1)
    assert np.flatnonzero(play.state.board).tolist() == [97] and play.state.actor == 1
    assert GAME.describe("lay", play.trace[0]) == "Player 0 lays a stone on 97."


def test_other_moves_wait_until_the_square_is_chosen() -> None:
    play = Play(GAME, {}).begin()
    play.state.laid = 4
    assert play.legal == [0, 1, 2, 3, LEAVE]
    play.take(0)
    assert "Leave" not in on_offer(play)


def test_choices_are_named_by_their_numbers() -> None:
    play = Play(GAME, {}).begin()
    assert on_offer(play) == [f"Lay a number from {part[0]} to {part[-1]}" for part in PARTS]
    play.take(1)
    assert on_offer(play) == [f"Lay {square}" for square in PARTS[1]]


@pytest.mark.skipif(plain_mode(), reason="needs many plays")
def test_random_squares_are_even_and_a_square_is_one_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the last part, which has four squares where others have 32, no square comes more often."""
    run_plainly(monkeypatch, follow_range)
    batch = Batch(GAME, {"stones": 1}, seat_bots(GAME, ("random",) * 2, 2), 1)
    results, (_, timelines) = batch.play(0, 20_000), batch.timelines(0, 5)
    assert set(results["decisions"].tolist()) == {2}
    assert results["points"][:, :2].mean() == pytest.approx(4.5, abs=0.06)
    assert timelines["choices"].tolist() == [100 + 99] * 5 and not timelines["alone"].any()
    play, times = Play(GAME, {"stones": 1}), Counter[int]()
    for word in range(2_000):
        lot = np.uint64(word * (2**64 // 2_000))
        times[int(play.run(any_action, play.state, play.rules, np.uint64(0b1111), lot))] += 1
    assert [times[part] for part in range(4)] == pytest.approx([640, 640, 640, 80], abs=1)


def test_a_style_names_the_square_and_the_kit_takes_both_steps() -> None:
    batch = Batch(GAME, {}, seat_bots(GAME, ("last_column",) * 2, 2), 1)
    events = visible_events(batch, film(batch, 0, is_plain=True)[0])
    assert [event["square"] for event in events[:-1]] == [99, 89, 79, 69, 59, 49, 39, 29, 19, 9]


def test_what_cannot_be_chosen_in_two_steps_is_told() -> None:
    source = (
        Path(squares.__file__).read_text("utf-8").replace("is_free(state: State, square: int)", "is_free(state: State)")
    )
    with pytest.raises(TypeError, match="is_free must take square, and judge it"):
        exec(source, {"__name__": "wrong"})


@pytest.mark.parametrize("name", ["first", "part", "number", "rest", "choices"])
def test_an_argument_may_be_called_as_it_likes(name: str) -> None:
    source = Path(squares.__file__).read_text("utf-8").replace("square", name)
    space = {"__name__": f"by_{name}", "__file__": "game.py"}
    exec(source, space)
    play = Play(space["GAME"], {}).begin()
    play.take(2)
    play.take(5)
    assert np.flatnonzero(play.state.board).tolist() == [69]
    judged = Path(caravan.__file__).read_text("utf-8")
    judged = judged.replace("dice: kit.Subset", f"{name}: kit.Subset").replace("count(dice)", f"count({name})")
    judged = judged.replace("holds(dice", f"holds({name}").replace("with dice {dice}", f"with {{{name}}}")
    space = {"__name__": f"judged_by_{name}", "__file__": "game.py"}
    exec(judged, space)
    assert len(Play(space["GAME"], {"purse": 0}).begin().legal) == 5
