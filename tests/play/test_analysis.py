"""Thoughts, another move and the curve of chances of a watched play, by plain Python at kit games."""

import json
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from tests.play.test_films import GAMES, SEED, watched
from workbench.bots.learned import Way
from workbench.bots.seats import LEARNED, RANDOM
from workbench.bots.spec import seat_bots
from workbench.engine.batch import NO_MOVE, NOBODY, Batch, PlayOn, film
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import conceal
from workbench.play import what_if
from workbench.play.films import Watched
from workbench.play.thoughts import rethinking
from workbench.play.what_if import Curve, Rounds, TurningPoint, WhatIf, quick, sketched
from workbench.report.play_analysis import DRAWN_EVENLY, chances_data, thought_data, what_if_data


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Everything as plain Python: nothing is compiled here."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr(what_if, "HALF_WIDTH", WIDE)
    monkeypatch.setattr(what_if, "CURVE_HALF_WIDTH", WIDE)
    yield


WIDE = 0.12
"""How sharp answers are here, so that plain Python needs no second."""


def kuhn(*bots: str) -> Watched:
    scenario = replace(watched("kuhn_poker").scenario, bots=bots)
    batch = Batch(scenario.game, scenario.rules, seat_bots(scenario.game, bots, 2), SEED)
    return Watched(scenario, 0, batch, film(batch, 0, is_plain=True)[0])


def test_each_legal_move_has_a_worth_and_search_says_what_it_tried() -> None:
    play = kuhn("ismcts:200", "greedy")
    for number, point in enumerate(play.film.decisions):
        thought = rethinking(play).of(number)
        assert thought.player == int(point.position.actor)
        assert [move.action for move in thought.moves if move.is_chosen] == [point.action]
        assert all(move.worth is not None for move in thought.moves)
        visits = [move.visits for move in thought.moves]
        if thought.player == 0:
            assert 0 < sum(filter(None, visits)) <= 200
        else:
            assert visits == [None, None]


@pytest.mark.parametrize("name", GAMES)
def test_a_play_goes_on_to_its_end_from_worlds_that_a_seat_cannot_tell_apart(name: str) -> None:
    play = watched(name)
    points = play.film.decisions
    for point in (points[len(points) // 3], points[-1]):
        seat, view = int(point.position.actor), point.position.copy()
        plainly(conceal)(view, play.batch.compiled_rules, seat)
        shares = PlayOn(play.batch, [view, view], [point.action, NO_MOVE], seat).shares(0, 2)
        assert shares.shape == (2, 2, play.scenario.players)
        sums = shares.sum(axis=2)
        assert (np.isclose(sums, 1) | (sums == 0)).all()


def test_a_busy_machine_answers_by_one_round_at_least() -> None:
    play = kuhn("random", "random")
    for answer in (WhatIf(play, 0, 1 - play.film.decisions[0].action), Curve(play)):
        answer.go_on(0)
        assert answer.rounds.plays > 0
        json.dumps(what_if_data(answer) if isinstance(answer, WhatIf) else chances_data(play, answer), allow_nan=False)


def test_another_move_is_played_on_until_the_difference_is_sharp() -> None:
    play = kuhn("random", "random")
    answer = WhatIf(play, 0, 1 - play.film.decisions[0].action)
    answer.go_on(60)
    assert answer.is_done
    taken, other = answer.chances
    assert answer.gain.mean == pytest.approx(taken.mean - other.mean)
    assert answer.gain.high - answer.gain.low <= 2 * WIDE
    same = WhatIf(play, 0, play.film.decisions[0].action)
    same.rounds.play(1, 200)
    assert same.gain.mean == 0


@pytest.mark.parametrize(
    ("name", "bots", "instead"),
    [
        ("pig", ("greedy", "random"), ("hold_at_20", "random")),
        ("kuhn_poker", ("ismcts:50", "greedy"), None),
        ("pig", ("learned~hold", "learned"), ("hold_at_20~hold", "hold_at_20")),
        ("hearts", ("ismcts:50", "learned", "greedy", "random"), ("greedy", "greedy", "greedy", "random")),
        ("hitmakers", ("ismcts:50~scout", "greedy", "random"), ("greedy~scout", "greedy", "random")),
    ],
)
def test_quick_bots_play_on_for_those_that_play_out_in_thought(
    name: str, bots: tuple[str, ...], instead: tuple[str, ...] | None
) -> None:
    playing_on = quick(replace(watched(name).scenario, bots=bots)).bots
    assert not any(bot.startswith("ismcts") for bot in playing_on)
    assert instead in (None, playing_on)


def test_where_nothing_was_written_choices_are_tried_twice_and_later_deals_go_alike_after_both_moves() -> None:
    play = watched("hearts")
    assert sketched(play.scenario) is None  # random bots
    play = replace(play, scenario=replace(play.scenario, bots=("greedy~play", "random", "greedy", "greedy")))
    batch, later = sketched(quick(play.scenario)) or (None, None)
    assert batch and later is not None
    assert batch.seats.kind[:4].tolist() == [LEARNED, RANDOM, LEARNED, LEARNED]
    assert batch.seats.number[:4].tolist() == [Way.SKETCHED, 0, Way.SKETCHED, Way.SKETCHED]
    assert set(later.kind) == {RANDOM} and later.forbidden[0] == batch.seats.forbidden[0] != 0
    last = next(point.position.copy() for point in play.film.decisions if point.position.tricks == 12)  # all is forced
    last.score[:4] = 0, -9, -9, -9  # and another deal follows
    by_random = replace(batch, seats=later)
    careful, at_random = (PlayOn(now, [last], [NO_MOVE], NOBODY, later) for now in (batch, by_random))
    assert (careful.shares(0, 3) == at_random.shares(0, 3)).all()
    assert Rounds(play, [last], [NO_MOVE]).is_sketched


def test_a_curve_ends_sharp_and_a_seat_has_points_where_it_decides_alone() -> None:
    play = watched("pig")
    for seat in (None, 1):
        curve = Curve(play, seat)
        curve.rounds.play(0.2, 100)
        actors = {int(point.position.actor) for point in curve.points}
        assert actors == ({0, 1} if seat is None else {1})
        assert all(sum(chance.mean for chance in chances) == pytest.approx(1) for chances in curve.chances)
    curve = Curve(kuhn("random", "random"))
    curve.go_on(60)
    assert all(chance.high - chance.low <= 2 * WIDE for point in curve.chances for chance in point)


def test_a_curve_has_its_numbers_as_every_page_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    play = kuhn("random", "random")
    curve = Curve(play)
    curve.rounds.play(1, 150)
    monkeypatch.setattr(curve.rounds, "plays", 1_150)
    monkeypatch.setattr(curve, "turns", lambda: [TurningPoint(3, 0, -0.256)])
    data = chances_data(play, curve)
    assert data["counted"] == "1\u202f150 plays"
    assert data["turns"] == [{"step": 3, "says": "Step 4: player 1 −26 points"}]


def test_answers_are_json_and_end_with_who_has_won() -> None:
    play = kuhn("random", "random")
    curve, answer = Curve(play), WhatIf(play, 0, 1 - play.film.decisions[0].action)
    for rounds in (curve.rounds, answer.rounds):
        rounds.play(1, 150)
    data = json.loads(
        json.dumps([chances_data(play, curve), what_if_data(answer), thought_data(play, rethinking(play).of(0))])
    )
    assert sum(data[0]["end"]["shares"]) == 1
    assert data[0]["caveat"] == "" and data[1]["caveat"] == DRAWN_EVENLY == chances_data(play, Curve(play, 0))["caveat"]
    assert [point["step"] for point in data[0]["points"]] == [point.step for point in play.film.decisions]
    low, high = data[1]["gain"][1:]
    assert low <= data[1]["taken"] - data[1]["other"] <= high
    assert [move["chosen"] for move in data[2]["moves"]].count(True) == 1
