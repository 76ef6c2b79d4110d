"""The figures of quality against a naive reference, and facts that could fail."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import scipy

from tests.support.families import preset_game
from tests.support.plain import run_plainly
from workbench.bots import obvious
from workbench.bots.spec import seat_bots
from workbench.engine import batch as batches
from workbench.engine.registry import game_named
from workbench.engine.timeline import follow_range
from workbench.play.batches import simulate
from workbench.play.notable import LEAD_CHANGES
from workbench.play.options import RunOptions
from workbench.playtest.log.recording import Log
from workbench.playtest.sessions import NewPlayer, begin_session
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.studies.noted_plays import CHUNK_PLAYS
from workbench.studies.quality.figures import (
    comeback,
    decisiveness,
    drama,
    kind_uses,
    quantiles,
    ratio_figure,
    runaway,
    timeline_figures,
    winners_band,
)
from workbench.studies.quality.forecasts import chance_curve, forecasts
from workbench.studies.quality.measure import Quality, measure, measure_revision, minutes_of, session_seconds
from workbench.studies.quality.question import QualityQuestion
from workbench.studies.timelines import Timelines, follow_plays, joined, lead_changes, members_of


def timelines(*plays: tuple[list[list[int]], list[int]], winners: list[list[int]] | None = None) -> Timelines:
    """Timelines of plays, each as the standings from the start to the end, and the decisions made by then.

    The best standings at the end win, unless `winners` says who does.
    """
    longest, parties = max(len(standing) for standing, _ in plays), len(plays[0][0][0])
    standing = np.array([rows + [rows[-1]] * (longest - len(rows)) for rows, _ in plays], np.int64)
    clock = np.array([times + [times[-1]] * (longest - len(times)) for _, times in plays], np.int64)
    best = [[p for p in range(parties) if rows[-1][p] == max(rows[-1])] for rows, _ in plays]
    won = np.array([[p in winning for p in range(parties)] for winning in winners or best])
    n, none = len(plays), np.zeros((len(plays), 1), np.int64)
    curves = Timelines(
        standing=standing,
        there=np.ones((n, parties), bool),
        won=won,
        places=np.array([len(rows) for rows, _ in plays]),
        clock=clock,
        cut=np.zeros(n, bool),
        lead_changes=none[:, 0],
        choices=3 * clock[:, -1],
        alone=clock[:, -1] // 2,
        offered=none,
        chosen=none,
        taken=none,
    )
    return replace(curves, lead_changes=lead_changes(curves))


RAN_AWAY = ([[0, 0, 0], [3, 1, 0], [4, 2, 2], [9, 2, 5]], [0, 10, 20, 30])
CAME_BACK = ([[0, 0, 0], [1, 4, 0], [2, 6, 0], [7, 6, 1]], [0, 10, 20, 40])
WAS_LEVEL = ([[0, 0, 0], [2, 2, 0], [3, 2, 0], [3, 3, 9], [3, 4, 12]], [0, 10, 20, 30, 50])


def naive(standing: list[list[int]], clock: list[int]) -> dict[str, float]:
    """The definitions, word by word, of a play with one winner."""
    (winner,) = [p for p, last in enumerate(standing[-1]) if last == max(standing[-1])]
    behind, changes, last, ahead = [], 0, None, []
    for at, row in enumerate(standing):
        rival = max(value for p, value in enumerate(row) if p != winner)
        if 0 < at < len(standing) - 1 and row[winner] < rival:
            behind.append(rival - row[winner])
        ahead.append(row[winner] > rival or at == len(standing) - 1)
        leaders = [p for p, value in enumerate(row) if value == max(row)]
        if at and len(leaders) == 1:
            changes += last is not None and last != leaders[0]
            last = leaders[0]
    final = max([0, *(at + 1 for at, is_ahead in enumerate(ahead) if not is_ahead)])
    half = min(range(1, len(standing) - 1), key=lambda at: abs(clock[at] / clock[-1] - 0.5))
    rival = max(value for p, value in enumerate(standing[half]) if p != winner)
    return {
        "lead_changes": changes,
        "drama": sum(behind) / len(behind) if behind else 0.0,
        "decisiveness": 1 - clock[final] / clock[-1],
        "comeback": standing[half][winner] < rival,
        "runaway": all(ahead[1:]),
    }


MEASURES = {
    "lead_changes": lead_changes,
    "drama": drama,
    "decisiveness": decisiveness,
    "comeback": comeback,
    "runaway": runaway,
}


def test_hand_made_plays_have_the_figures_that_one_reads_off():
    plays = timelines(RAN_AWAY, CAME_BACK, WAS_LEVEL)
    assert lead_changes(plays).tolist() == [0, 1, 1]
    assert drama(plays).tolist() == [0.0, 3.5, 2.5]  # behind by 3 and 4; by 2, 3, then ahead
    assert decisiveness(plays).tolist() == pytest.approx([2 / 3, 0.0, 0.4])
    assert comeback(plays).tolist() == [False, True, True]
    assert runaway(plays).tolist() == [True, False, False]


def test_the_most_dramatic_play_is_the_one_whose_winner_was_farthest_behind():
    plays = Quality(load_scenario(SHIPPED, NAMES[0]), timelines(RAN_AWAY, WAS_LEVEL, CAME_BACK, WAS_LEVEL))
    assert plays.most_dramatic == 2 and plays.single_winner == 4


def test_random_plays_have_the_figures_of_the_naive_reference():
    rng = np.random.default_rng(5)
    plays = []
    while len(plays) < 300:
        steps = rng.integers(0, 4, (int(rng.integers(2, 7)), 3))
        standing = [[0, 0, 0], *np.cumsum(steps, axis=0).tolist()]
        clock = [0, *np.cumsum(rng.integers(1, 9, len(steps))).tolist()]
        if standing[-1].count(max(standing[-1])) == 1:
            plays.append((standing, clock))
    curves = timelines(*plays)
    for name, of in MEASURES.items():
        assert of(curves).tolist() == pytest.approx([naive(*play)[name] for play in plays]), name


def test_figures_leave_out_plays_without_one_winner_or_without_a_stage_before_the_last():
    tied = ([[0, 0], [2, 0], [2, 2]], [0, 5, 10])
    one_stage = ([[0, 0], [3, 1]], [0, 8])
    led = ([[0, 0], [1, 0], [5, 2]], [0, 4, 8])
    figures = timeline_figures(timelines(tied, one_stage, led), keeps_score=True)
    assert {name: figure.estimate.n for name, figure in figures.items() if name in MEASURES} == {
        "lead_changes": 2,  # a tie has leads as well
        "drama": 1,
        "decisiveness": 1,
        "comeback": 1,
        "runaway": 1,
    }
    assert figures["runaway"].estimate.mean == 1.0 and figures["decisiveness"].estimate.mean == 0.5
    assert figures["length"].estimate.mean == pytest.approx(26 / 3)
    assert figures["choices"].estimate.mean == pytest.approx(3.0)


def test_a_game_without_standings_has_figures_of_length_and_choice_alone():
    figures = timeline_figures(timelines(RAN_AWAY, CAME_BACK), keeps_score=False)
    assert list(figures) == ["length", "length_spread", "choices", "forced"]
    assert figures["length_spread"].estimate.mean == pytest.approx(np.std([30, 40]) / 35)


def test_a_winner_by_another_rule_than_the_standing_counts_as_decided_at_the_end():
    """The rising star of Hollywood wins a movie that its standing does not show."""
    play = ([[0, 0, 0], [2, 1, 0], [3, 2, 1]], [0, 10, 20])
    played = timelines(play, winners=[[2]])
    assert decisiveness(played).tolist() == [0.0] and drama(played).tolist() == [2.0]


def test_the_parts_of_a_ratio_have_its_mean_and_its_spread():
    rng = np.random.default_rng(1)
    ratios = []
    for _ in range(400):
        bottom = rng.integers(5, 15, 200)
        figure = ratio_figure("forced", rng.binomial(bottom, 0.3), bottom)
        assert figure is not None
        ratios.append((figure.estimate.mean, figure.estimate.low <= 0.3 <= figure.estimate.high))
        assert figure.values.mean() == pytest.approx(figure.estimate.mean)
    assert np.mean([mean for mean, _ in ratios]) == pytest.approx(0.3, abs=0.002)
    assert 0.92 <= np.mean([inside for _, inside in ratios]) <= 0.99


def test_quantiles_have_intervals_that_hold():
    rng = np.random.default_rng(2)
    held = [quantiles(rng.exponential(size=300))[2] for _ in range(300)]
    for size in (1, 7, 300):
        values = rng.poisson(9, size).astype(float)
        bounds = [scipy.stats.quantile_test(values, p=share).confidence_interval(0.95) for share in (0.1, 0.5, 0.9)]
        expected = [(np.fmax(low, values.min()), np.fmin(high, values.max())) for low, high in bounds]
        assert [(row.low, row.high) for row in quantiles(values)] == expected
    assert 0.91 <= np.mean([interval.low <= np.log(10) <= interval.high for interval in held]) <= 0.99


def test_the_band_shows_what_stood_at_each_part_of_the_play():
    band = winners_band(timelines(CAME_BACK))
    assert band is not None and band.plays == 1
    middle = dict(zip(band.shares.round(2).tolist(), band.quantiles[2].tolist(), strict=True))
    assert [middle[at] for at in (0.0, 0.2, 0.25, 0.45, 0.5, 0.95, 1.0)] == [0, 0, -3, -3, -4, -4, 1]


def planted(plays: int, noise: float, seed: int = 3) -> Timelines:
    """Four stages: a lead that grows by steps, and a last stage that may turn it with `noise`."""
    rng = np.random.default_rng(seed)
    steps = np.concatenate([rng.integers(0, 4, (plays, 3, 3)), rng.normal(0, noise, (plays, 1, 3)).round()], axis=1)
    standing = np.concatenate([np.zeros((plays, 1, 3)), np.cumsum(steps, axis=1)], axis=1).astype(int)
    standing[:, -1] = 10 * standing[:, -1] + rng.permuted(np.tile([0, 1, 2], (plays, 1)), axis=1)  # no ties
    return timelines(*[(play, [0, 1, 2, 3, 4]) for play in standing.tolist()])


def test_the_forecast_is_calibrated_and_knows_more_from_stage_to_stage():
    forecast = forecasts(planted(6_000, noise=3.0), sides=False)
    assert [stage.stage for stage in forecast.stages] == [1, 2, 3]
    assert all(later.brier.mean < earlier.brier.mean - 0.01 for earlier, later in pairwise(forecast.stages))
    assert all(stage.nothing == pytest.approx(2 / 3) for stage in forecast.stages)
    assert all(tenth.came.low - 0.04 <= tenth.forecast <= tenth.came.high + 0.04 for tenth in forecast.tenths)
    assert forecast.miscalibration < 0.02 and sum(tenth.came.n for tenth in forecast.tenths) == 3 * 3 * 6_000


def test_a_forecast_of_what_nothing_tells_knows_nothing():
    """Standings that say nothing of the winner: the forecast must not seem to know more than chance."""
    rng, blind = np.random.default_rng(4), planted(4_000, noise=0.0)
    luck = [[int(seat)] for seat in rng.integers(0, 3, 4_000)]
    plays = [(rows, clock) for rows, clock in zip(blind.standing.tolist(), blind.clock.tolist(), strict=True)]
    forecast = forecasts(timelines(*plays, winners=luck), sides=False)
    assert all((stage.skill.mean < 0.003 and stage.skill.low < 0) or stage.skill.low == 0 for stage in forecast.stages)
    assert all(stage.leader_wins.low < 1 / 3 < stage.leader_wins.high for stage in forecast.stages)
    assert forecast.half_at is None


def test_a_lead_that_always_holds_is_known_at_once():
    steady = planted(1_000, noise=0.0)
    only = [(rows[:2] + rows[4:], [0, 1, 4]) for rows in steady.standing.tolist() if len(set(rows[1])) == 3]
    first = [[rows[1].index(max(rows[1]))] for rows, _ in only]
    forecast = forecasts(timelines(*only, winners=first), sides=False)
    (stage,) = forecast.stages
    assert stage.leader_wins.mean == 1.0 and stage.skill.mean > 0.99
    assert forecast.half_at == pytest.approx(0.5 * 0.25, rel=0.02)


def test_the_curve_rises_with_the_lead():
    curve = chance_curve(np.array([-2, -1, 0, 0, 1, 2]), np.array([0.0, 0.5, 0.0, 0.5, 1.0, 0.5]))
    chances = curve(np.arange(-9, 10))
    assert (np.diff(chances) >= 0).all() and chances[0] == 0.0 and chances[-1] == 0.75


def test_too_few_plays_have_no_forecast():
    assert forecasts(planted(98, noise=1.0), sides=False).stages == ()
    assert len(forecasts(planted(100, noise=1.0), sides=False).stages) == 3


def test_sides_are_told_apart():
    """One side wins three plays of four, whatever stands: a forecast by side knows no more than that."""
    rng, steady = np.random.default_rng(6), planted(3_000, noise=0.0)
    plays = [(rows, clock) for rows, clock in zip(steady.standing.tolist(), steady.clock.tolist(), strict=True)]
    by_side = forecasts(timelines(*plays, winners=[[int(rng.random() > 0.75)] for _ in plays]), sides=True)
    assert all(stage.nothing == pytest.approx(2 * 0.75 * 0.25, abs=0.02) for stage in by_side.stages)
    assert all(abs(stage.skill.mean) < 0.01 for stage in by_side.stages)


def test_partners_are_one_party_and_others_stand_alone():
    spades, hearts = (preset_game("tricks", name) for name in ("spades", "hearts"))
    results = np.zeros(2, spades.result)
    parties = [members_of(game, {}, results)[1].tolist() for game in (spades, hearts)]
    assert parties[0] == [[True, False], [False, True]] * 2 and parties[1] == np.eye(4, dtype=bool).tolist()


def test_kinds_of_action_are_counted_by_play():
    plays = timelines(RAN_AWAY, CAME_BACK, WAS_LEVEL)
    often, never = np.array([[4], [0], [2]]), np.zeros((3, 1), int)
    counted = Timelines(**{**vars_of(plays), "offered": np.hstack([5 * often, 100 + never, never])})
    counted = Timelines(**{**vars_of(counted), "chosen": np.hstack([often, never, never])})
    counted = Timelines(**{**vars_of(counted), "taken": np.hstack([often, never, never])})
    used, dead, absent = kind_uses(counted, {"used": 0, "dead": 1, "absent": 2})
    assert used.plays.mean == pytest.approx(2 / 3) and used.a_play.mean == 2.0
    assert used.taken_when_offered is not None and used.taken_when_offered.mean == pytest.approx(0.2)
    assert dead.offers == 300 and dead.taken_when_offered is not None and dead.taken_when_offered.mean == 0.0
    assert not (absent.offers or absent.a_play.mean) and dead.offers and not absent.almost_never


def vars_of(plays: Timelines) -> dict[str, np.ndarray]:
    return {name: getattr(plays, name) for name in Timelines.__dataclass_fields__}


def test_parts_join_to_the_whole():
    whole, parts = timelines(RAN_AWAY, WAS_LEVEL, CAME_BACK), [timelines(RAN_AWAY), timelines(WAS_LEVEL, CAME_BACK)]
    again = joined(parts)
    assert all((value == getattr(again, name)).all() for name, value in vars_of(whole).items())
    assert (whole.first(1).standing[:, :4] == parts[0].standing).all()


# From plays of the games that ship

SHIPPED = Workspace(Path(__file__).parents[2])
NAMES = [f"{path.parent.name}/{path.stem}" for path in sorted(SHIPPED.scenarios.glob("*/*.toml"))]


@pytest.fixture
def plain_loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    run_plainly(monkeypatch, follow_range)
    yield


@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_that_ships_has_standings_that_end_with_the_winner(plain_loop, name):
    """The best standing wins, but for the rising star, who wins by a narrow movie."""
    scenario, options = load_scenario(SHIPPED, name, bots=["random"], plays="1"), RunOptions(jobs=1)
    plays = follow_plays(scenario, options)
    assert plays.plays == 1 and not plays.cut[0] and (np.diff(plays.clock[0]) >= 0).all()
    assert plays.taken.sum() == plays.decisions[0] and plays.choices[0] >= plays.decisions[0] > plays.alone[0]
    last, there = plays.standing[0, -1], plays.there[0]
    best = np.flatnonzero(last == last[there].max()).tolist()
    won = np.flatnonzero(plays.won[0]).tolist()
    results = simulate(scenario, options).results
    if LEAD_CHANGES in (results.dtype.names or ()):
        assert plays.lead_changes[0] == results[LEAD_CHANGES][0], "one name, one figure"
    assert (won == best) if "hollywood" not in name else set(won) <= {*best, 2}


def test_chunks_and_threads_change_nothing(plain_loop, monkeypatch):
    scenario = load_scenario(SHIPPED, "trickster/prototype-a", bots=["random"], plays="5", set_=["rounds=2"])
    whole = follow_plays(scenario, RunOptions(jobs=1))
    monkeypatch.setattr("workbench.studies.noted_plays.CHUNK_PLAYS", 2)
    parts = follow_plays(scenario, RunOptions(jobs=2))
    assert CHUNK_PLAYS == 1_000 and all((part == getattr(parts, name)).all() for name, part in vars_of(whole).items())


def test_a_scenario_against_itself_has_not_moved_and_against_another_has(plain_loop):
    few = load_scenario(SHIPPED, "trickster/prototype-a", bots=["random"], plays="4", set_=["rounds=2"])
    same = measure(QualityQuestion(scenario=few, versus=few), RunOptions(jobs=1))
    assert [change.difference.mean for change in same.changes] == [0.0] * len(same.quality.figures)
    longer = replace(few, rules={**few.rules, "rounds": 3}, seed=9)
    changes = measure(QualityQuestion(scenario=longer, versus=few), RunOptions(jobs=1)).changes
    length = next(change.difference for change in changes if change.name == "length")
    assert (length.base, length.other, length.mean) == (104.0, 156.0, 52.0)


# The obvious action


def test_asking_search_changes_no_play_and_counts_free_decisions(monkeypatch):
    run_plainly(monkeypatch, obvious.ask_range)
    game, rules = game_named("hitmakers"), {"score_target": 0, "production_rounds": 2}
    (answers,) = obvious.Asking(game, rules, 3, seed=1, iterations=2, every=3).on_threads(1, 1, None)
    batch = batches.Batch(game, rules, seat_bots(game, ["greedy"], 3), seed=1)
    run_plainly(monkeypatch, follow_range)
    (result,), (noted,) = batch.timelines(0, 1)
    assert answers["decisions"] == result["decisions"]
    assert answers["questions"] == -(-(result["decisions"] - noted["alone"]) // 3)  # every third, the first among them
    assert 0 <= answers["agreed"] <= answers["questions"] and 0 < answers["blind"] < answers["questions"]


# Minutes


def test_minutes_need_two_sessions_and_scale_with_the_decisions():
    assert minutes_of([1200.0], 100.0) is None and minutes_of([], 100.0) is None
    pace = minutes_of([1200.0, 1800.0, 1500.0], 100.0)
    assert pace is not None and pace.seconds.mean == 15.0 and pace.play.mean == 25.0
    assert pace.seconds.low < 12 and pace.seconds.high > 18
    assert pace.play.low == pytest.approx(pace.seconds.low * 100 / 60)


def test_sessions_count_that_ended_with_the_same_rules_and_as_many_players(plain_loop, tmp_path):
    store = Store(tmp_path / "workbench.duckdb")
    played = load_scenario(SHIPPED, "trickster/prototype-a", bots=["random"], plays="2", set_=["rounds=1"])
    other = load_scenario(SHIPPED, "trickster/no-moon")
    assert session_seconds(store, played) == () == session_seconds(None, played)
    with store.session():
        for scenario, minutes, end in ((played, 20, True), (played, 30, True), (played, 40, False), (other, 50, True)):
            log_session(store, scenario, minutes, end)
        quality = measure_revision(played, RunOptions(store, 1))
    assert sorted(quality.sessions_s) == [1200.0, 1800.0] and quality.minutes is not None
    assert quality.minutes.play.mean == pytest.approx(25.0) and quality.minutes.seconds.mean == pytest.approx(1500 / 52)


def log_session(store: Store, scenario, minutes: int, end: bool) -> Log:
    people = [NewPlayer(name) for name in ("Anna", "Ben", "Cleo", "Dora")]
    times = {"started_at": "2026-05-01T19:00:00+00:00", "play_min": minutes, "teaching_min": 0, "break_min": 0}
    log = begin_session(store, scenario, {}, people, times=times)
    if end:
        log.end(finished=True)
    return log
