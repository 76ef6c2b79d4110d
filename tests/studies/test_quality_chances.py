"""Drama and comebacks by chances to win, in a game that says nothing of how its players stand."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from tests.play.test_films import watched
from tests.support.nim import NIM
from workbench.play.options import RunOptions
from workbench.studies.quality import by_playouts
from workbench.studies.quality.by_playouts import BEHIND, POINTS, Chances, chance_figures, playing_on_by
from workbench.studies.quality.columns import data as data_of
from workbench.studies.quality.measure import measure, measure_revision
from workbench.studies.quality.question import QualityQuestion

PLAYS, PLAYOUTS = 5, 60


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr(by_playouts, "PLAYS", PLAYS)
    monkeypatch.setattr(by_playouts, "PLAYOUTS", PLAYOUTS)
    yield


def scenario(game=NIM, bots="random", **rules):
    return replace(watched("kuhn_poker").scenario, game=game, rules=rules, bots=(bot := bots, bot), plays=20)


def chance_to_win(left: int, most: int) -> float:
    """The chance of who is to decide, of two who take at random: by every number of counters."""
    takes = range(1, min(most, left) + 1)
    return sum(1.0 if take == left else 1 - chance_to_win(left - take, most) for take in takes) / len(takes)


def test_chances_are_those_of_the_positions() -> None:
    quality = measure_revision(scenario(counters=9), RunOptions(jobs=1))
    chances = quality.chances
    assert chances is not None and chances.chance.shape == (PLAYS, POINTS, 2)
    assert chances.chance.sum(axis=2) == pytest.approx(1)
    truth = []
    for play in range(PLAYS):
        points = by_playouts.film(by_playouts.make_batch(quality.scenario), play)[0].decisions
        for point in range(1, POINTS + 1):
            position = points[len(points) * point // (POINTS + 1)].position
            mover = chance_to_win(int(position.left), 3)
            truth.append(mover if position.actor == 0 else 1 - mover)
    off = chances.chance[:, :, 0].ravel() - truth
    assert abs(off).max() < 5 * 0.5 / PLAYOUTS**0.5
    assert abs(off.mean()) < 5 * 0.5 / (PLAYOUTS * off.size) ** 0.5
    assert [int(play) for play in chances.won.argmax(axis=1)] == quality.timelines.winner[:PLAYS].tolist()


def test_who_was_clearly_behind_and_won_came_back() -> None:
    chance = np.full((3, POINTS, 2), 0.5)
    chance[0, 2], chance[0, 3] = (0.2, 0.8), (0.4, 0.6)
    chance[1, 2] = (0.5 - BEHIND / 3, 0.5 + BEHIND / 3)
    chance[2] = (0.1, 0.9)
    won = np.array([[True, False], [True, False], [True, True]])
    figures = chance_figures(Chances(chance, won, 400, ("random",)))
    drama, comeback = figures["chance_drama"].estimate, figures["chance_comeback"].estimate
    assert (drama.n, comeback.n) == (2, 2), "a tie has no winner who came back"
    assert drama.mean == pytest.approx((0.6 + 0.2) / 2 / 2)
    assert comeback.mean == 0.5


def test_a_play_that_all_lose_is_lost_for_good_where_its_chance_stays_small() -> None:
    chance = np.full((4, POINTS, 1), 0.5)
    chance[0, 1:], chance[1, 4], chance[2, :] = 0.0, 0.04, 0.0
    chance[2, 4] = 0.2
    won = np.array([[False], [False], [False], [True]])
    chances = Chances(chance, won, 400, ("random",), ("lay", "lay", "draw", "draw"))
    assert chance_figures(chances) == {} and chances.charted.tolist() == [True, True, True, False]
    assert [one.mean for one in chances.lost_for_good] == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3, 2 / 3])
    assert chances.endings == {"lay": pytest.approx(2 / 3), "draw": pytest.approx(1 / 3)}
    assert Chances(chance[3:], won[3:], 400, ("random",), ("draw",)).lost_for_good == []


def test_they_are_in_the_document_and_its_data_with_what_they_rest_on() -> None:
    answer = measure(QualityQuestion(scenario=scenario(counters=9), versus=scenario(counters=8)), RunOptions(jobs=1))
    data = data_of(answer)
    assert data["other"]["chances"]["plays"] == PLAYS and data["other"]["chances"]["bots"] == ["random", "random"]
    figure = data["other"]["figures"]["chance_comeback"]
    assert figure["low"] <= figure["mean"] <= figure["high"] and figure["plays"] == PLAYS
    assert {"chance_drama", "chance_comeback"} <= data["changes"].keys()


def test_a_game_whose_standings_tell_needs_no_playouts() -> None:
    play = replace(watched("hearts").scenario, rules={"target": 60}, plays=2)
    quality = measure_revision(play, RunOptions(jobs=1))
    assert quality.chances is None and "drama" in quality.figures


def test_where_an_author_wrote_nothing_to_go_by_bots_play_on_at_random() -> None:
    assert playing_on_by(watched("hearts").scenario).bots[0] == "random"
    assert playing_on_by(replace(watched("pig").scenario, bots=("greedy", "greedy"))).bots[0] == "hold_at_20"
    assert playing_on_by(scenario(bots="greedy")).bots[0] == "greedy"
