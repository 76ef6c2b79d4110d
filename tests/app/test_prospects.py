"""What lies ahead of a study, told without playing it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.halves import round_robin
from workbench.engine.batch import Kernel
from workbench.play.options import RunOptions, Stopped
from workbench.scenario import Scenario
from workbench.store import Store
from workbench.store.runs import delete_runs, runs
from workbench.studies.ladder import STUDY as LADDER
from workbench.studies.ladder.measure import ladder
from workbench.studies.ladder.question import LadderPlan, LadderQuestion
from workbench.studies.progress import StudyProgress
from workbench.studies.strategies import STUDY as STRATEGIES
from workbench.studies.strategies.measure import strategies
from workbench.studies.strategies.question import MechanismsPlan, RobinPlan, StrategiesPlan, StrategiesQuestion
from workbench.studies.workload import USUAL_LENGTH, USUAL_SPEED, Length, Pace, Workload, pace_of

TINY = StrategiesPlan(MechanismsPlan("random", 3), RobinPlan(("random", "greedy"), 3))
STEP = LadderPlan(lowest=1, top=1, plays=2, shuffles=3, retakes=2, luck_bot="random")
FAST = Pace(length=Length(100.0, 25.0), speed=1e6)


def workload(scenario: Scenario, plan: LadderPlan, pace: Pace) -> Workload:
    return LADDER.workload(question_of(scenario, plan), pace)


def is_stored(store: Store, scenario: Scenario, plan: LadderPlan) -> bool:
    return LADDER.is_answered(store, question_of(scenario, plan))


def question_of(scenario: Scenario, plan: LadderPlan) -> LadderQuestion:
    """The question of a plan."""
    of_shuffles = {"shuffles": plan.shuffles, "retakes": plan.retakes, "luck_bot": plan.luck_bot}
    return LadderQuestion(scenario=scenario, lowest=plan.lowest, top=plan.top, plays=plan.plays, **of_shuffles)


def are_stored(store: Store, scenario: Scenario) -> bool:
    return STRATEGIES.is_answered(
        store, StrategiesQuestion(scenario=scenario, met=TINY.robin.bots, restrict="random", plays=3)
    )


@pytest.fixture
def single(pair: tuple[Scenario, Scenario]) -> Scenario:
    """Short plays."""
    return replace(pair[1], rules={**pair[1].rules, "score_target": 0})


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "data" / "workbench.duckdb")


@pytest.fixture
def open_store(store: Store) -> Iterator[Store]:
    """Open during the test: each of many short batches would open it twice."""
    with store.session():
        yield store


def test_plays_are_counted_as_they_will_be_played(single: Scenario) -> None:
    pace = pace_of(single)
    told: list[int] = []
    expected = workload(single, STEP, pace)
    ladder(single, STEP, RunOptions(), lambda advance: told.append(advance.plays))
    simple = 2 * 3 * 2  # of the best simple strategy; none among quick bots where it is one of them
    assert told[-1] in (expected.plays, expected.plays - simple // 2) and expected.plays == 3 * 3 * 2 + 3 * 2 + simple


def test_time_grows_with_the_work_and_shrinks_with_the_speed(single: Scenario) -> None:
    plan = LadderPlan(top=800, plays=100, shuffles=10)
    seconds = workload(single, plan, FAST).seconds
    assert workload(single, replace(plan, top=1600), FAST).seconds > 1.2 * seconds
    assert workload(single, plan, replace(FAST, speed=2e6)).seconds < seconds


def test_the_pace_is_measured_where_the_rules_are_compiled(single: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    pace = pace_of(single)
    assert 30 < pace.length.decisions < 80
    assert pace.speed > 1_000
    assert not workload(single, STEP, pace).compiles
    monkeypatch.setattr(Kernel, "is_warm", False)
    assert pace_of(single) == Pace(USUAL_LENGTH, USUAL_SPEED)
    assert workload(single, STEP, pace).compiles


def test_asking_makes_no_store(single: Scenario, store: Store) -> None:
    assert not is_stored(store, single, STEP)
    assert not store.path.exists()


def test_a_ladder_is_stored_when_all_of_it_is(
    single: Scenario, open_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store
    ladder(single, STEP, RunOptions(store=store))
    assert is_stored(store, single, STEP)
    assert not is_stored(store, replace(single, seed=99), STEP)
    assert not is_stored(store, single, replace(STEP, retakes=3))
    with monkeypatch.context() as patch:
        patch.setattr(Kernel, "is_warm", False)
        assert not is_stored(store, single, STEP)
    delete_runs(store, [next(run.id for run in runs(store) if run.retake)])
    assert not is_stored(store, single, STEP)


def test_strategies_are_stored_when_no_kind_of_action_was_broken_off(single: Scenario, open_store: Store) -> None:
    store = open_store
    round_robin(single, TINY.robin, RunOptions(store=store))
    assert not are_stored(store, single)
    options = RunOptions(store=store)

    def stop_early(advance: StudyProgress) -> None:
        if len(advance.partial) == 1:
            options.stop.set()

    with pytest.raises(Stopped):
        strategies(single, TINY, options, stop_early)
    assert not are_stored(store, single)
    strategies(single, TINY, RunOptions(store=store))
    assert are_stored(store, single)
    delete_runs(store, [next(run.id for run in runs(store) if any("~" in bot for bot in run.bots))])
    assert not are_stored(store, single)
