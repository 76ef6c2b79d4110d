"""The skill ladder, the luck–skill figure and the seed effect."""

from dataclasses import replace

import numpy as np
import pytest

from tests.support.scenarios import hearing, scenario
from workbench.play import local
from workbench.play.batches import ensure_played, resume, simulate
from workbench.play.forms import request_of
from workbench.play.options import RunOptions, Stopped
from workbench.stats import Estimate, Verdict
from workbench.store.runs import Status, find_run, get_run, runs
from workbench.studies.contest import Contest, StudyRunner
from workbench.studies.ladder.luck import BotChance, SeedEffect, bot_chance, retake_batches, seed_effect
from workbench.studies.ladder.measure import Ladder, ladder, mean_gain
from workbench.studies.ladder.question import LadderPlan
from workbench.studies.progress import ignore_progress
from workbench.studies.workload import Length, with_bots

PLAN = LadderPlan(lowest=2, top=4, plays=12, shuffles=5, retakes=3, luck_bot="random")
TABLE = scenario(score_target=0)


@pytest.fixture(scope="module")
def climbed():
    return ladder(TABLE, PLAN, RunOptions())


def contest(shares, players=2):
    """A contest of two in which the lone bot wins at both seats, or at neither."""
    won = np.asarray(shares, dtype=bool)
    return Contest("one", "field", np.where(won, [[0b01], [0b10]], [[0b10], [0b01]]).astype(np.uint16))


def effect_of(winners, bot="random"):
    return SeedEffect(bot, 2, BotChance.MUCH, np.asarray(winners, dtype=np.uint16))


# The ladder


def test_each_rung_is_alone_among_the_one_below(climbed):
    assert [(rung.contest.one, rung.contest.field) for rung in climbed.rungs] == [
        *(("greedy", "random"), ("thinker:2", "greedy"), ("thinker:4", "thinker:2"))
    ]
    assert [(contest.one, contest.field) for contest in climbed.tops] == [
        ("thinker:4", "random"),
        ("thinker:4", "greedy"),
    ]
    assert climbed.over_greedy is climbed.tops[1]
    assert {rung.contest.plays for rung in climbed.rungs} == {12}
    assert {rung.verdict for rung in climbed.rungs} == {Verdict.UNDECIDED}  # so few plays
    assert {(rung.doubt.few, rung.doubt.among) for rung in climbed.rungs} == {(True, 3)}
    assert all(rung.doubt.further is None or rung.doubt.further.even >= 100 - 12 for rung in climbed.rungs)


def test_the_skill_share_is_0_for_chance_and_1_for_who_always_wins():
    def skill(shares):
        return Ladder(TABLE, PLAN, (), contest(shares), effect_of([[1]])).skill

    assert skill([1] * 30).mean == 1
    assert skill([1, 0] * 15).mean == pytest.approx(0)
    assert skill([1, 1, 1, 0] * 8).mean == pytest.approx(0.5)
    assert skill([1] * 30).low == pytest.approx(2 * contest([1] * 30).estimate.low - 1)
    assert skill([0] * 30).mean == -1  # worse than chance


def test_the_skill_share_of_three_players():
    three = np.full((3, 90), 0b001, dtype=np.uint16)
    three[1] = three[2] = [0b010, 0b100, 0b001] * 30
    top = Contest("one", "random", three)
    assert top.estimate.mean == pytest.approx((1 + 1 / 3 + 1 / 3) / 3)
    assert Ladder(TABLE, PLAN, (), top, effect_of([[1]])).skill.mean == pytest.approx((5 / 9 - 1 / 3) / (2 / 3))


def test_a_doubling_is_the_mean_of_the_rungs_that_double(climbed):
    (doubled,) = climbed.rungs[2:]
    assert climbed.doubling.mean == pytest.approx(doubled.contest.gain.mean)


def test_no_doubling_where_no_rung_doubles():
    assert Ladder(TABLE, LadderPlan(2, 2), (), contest([1]), effect_of([[1]])).doubling is None


def test_the_mean_of_gains_knows_that_they_share_shuffles():
    drawn = np.random.default_rng(5).random(400) < 0.6
    alone, twice = mean_gain([contest(drawn)]), mean_gain([contest(drawn), contest(drawn)])
    assert twice.mean == alone.mean == pytest.approx(drawn.mean() - 0.5)
    assert twice.sd == pytest.approx(alone.sd)
    against = mean_gain([contest(drawn), contest(~drawn)])
    assert (against.mean, against.sd) == (pytest.approx(0), pytest.approx(0, abs=1e-9))


def test_the_mean_of_gains_with_unequal_numbers_of_plays():
    rng = np.random.default_rng(6)
    samples = [rng.random(900) < 0.6, rng.random(100) < 0.5]
    estimate = mean_gain([contest(sample) for sample in samples])
    assert estimate.mean == pytest.approx(np.mean([sample.mean() - 0.5 for sample in samples]))
    apart = np.sqrt(sum(sample.var(ddof=1) / len(sample) for sample in samples)) / 2
    assert (estimate.high - estimate.low) / 2 == pytest.approx(1.98 * apart, rel=0.2)


def test_a_ladder_climbed_again_plays_nothing(store):
    table = scenario(players=2, score_target=0)
    unstored = ladder(table, PLAN, RunOptions())
    first = ladder(table, PLAN, RunOptions(store))
    count = len(runs(store))
    assert count == len({run for line in first.lines for run in line.contest.runs} | {*first.luck.runs})
    again = ladder(table, PLAN, RunOptions(store))
    assert len(runs(store)) == count
    for answer in (first, again):
        assert [rung.contest.shares.tolist() for rung in answer.rungs] == [
            rung.contest.shares.tolist() for rung in unstored.rungs
        ]
        assert answer.luck.winners.tolist() == unstored.luck.winners.tolist()
    assert {get_run(store, run).extra["study"] for run in first.luck.runs} == {"ladder"}
    before = runs(store)
    higher = ladder(table, replace(PLAN, top=8), RunOptions(store))
    new = {run for line in higher.lines for run in line.contest.runs} - {run.id for run in before}
    assert len(runs(store)) == count + len(new)  # the new rung, the new top among random and greedy, and what is simple
    assert higher.rungs[2].contest.runs == first.rungs[2].contest.runs


def test_where_one_rung_thinks_its_step_is_the_top_among_greedy():
    plan = replace(PLAN, top=2)
    answer = ladder(TABLE, plan, RunOptions())
    assert answer.over_greedy is answer.rungs[-1].contest
    assert [contest.field for contest in answer.tops] == ["random"]
    assert answer.skill_over_greedy.mean == pytest.approx((answer.over_greedy.estimate.mean - 1 / 3) / (2 / 3))


# The seed effect


@pytest.mark.parametrize(
    ("plan", "shuffles"),
    [
        (LadderPlan(luck_bot="random"), 200),
        (LadderPlan(plays=50, luck_bot="random"), 50),
        (LadderPlan(plays=2, luck_bot="random"), 3),
        (LadderPlan(plays=5_000, luck_bot="random"), 200),
        (LadderPlan(plays=50, shuffles=90, luck_bot="random"), 90),
    ],
)
def test_whoever_wants_few_plays_gets_no_more_shuffles(plan, shuffles):
    assert {batch.scenario.plays for batch in retake_batches(TABLE, plan, Length(45, 9))} == {shuffles}


def test_a_seed_effect_of_1_where_the_shuffle_decides():
    effect = effect_of([[1] * 6, [2] * 6, [2] * 6, [1] * 6] * 5)
    assert (effect.shuffles, effect.retakes) == (20, 6)
    assert effect.effect.mean == pytest.approx(1)
    assert effect.rates[:2].tolist() == [[1, 0], [0, 1]]


def test_a_seed_effect_of_0_where_it_does_not_matter():
    winners = 1 + np.random.default_rng(7).integers(2, size=(150, 12))
    assert effect_of(winners).effect.low == 0
    assert effect_of(winners).effect.high < 0.05
    assert effect_of(winners).spread.mean < 0.1


@pytest.mark.parametrize(("one", "other"), [(0.5, 0.5), (0.3, 0.7), (6, 6), (6, 4)])
def test_quarters_are_those_of_the_chances_not_of_what_few_retakes_show(one, other):
    rng = np.random.default_rng(3)
    chances = np.append(draws := rng.beta(one, other, 1_500), 1 - draws)  # of both seats
    winners = np.where(rng.random((1_500, 10)) < draws[:, None], 1, 2)
    assert effect_of(winners).quarters == pytest.approx(np.quantile(chances, [0.25, 0.75]), abs=0.05)


def test_quarters_where_the_shuffle_decides_all_or_nothing():
    assert effect_of([[1] * 6, [2] * 6, [2] * 6, [1] * 6] * 5).quarters == (0, 1)
    assert effect_of([[1, 2, 1, 2]] * 6).quarters is None


def test_shared_wins_count_in_parts():
    assert effect_of([[3, 1]] * 4).rates.tolist() == [[0.75, 0.25]] * 4


def test_retakes_have_the_shuffles_of_the_plays_and_other_decisions():
    batches = retake_batches(TABLE, PLAN, Length(45, 9))
    assert [batch.scenario.retake for batch in batches] == [0, 1, 2]
    effect = seed_effect(StudyRunner(batches, RunOptions(), ignore_progress, "a test"), TABLE, "random", batches)
    assert effect.winners[:, 0].tolist() == simulate(batches[0].scenario).results["winners"].tolist()
    digests = {simulate(batch.scenario).digest for batch in batches}
    assert len(digests) == 3


def test_greedy_is_nearly_decided_by_the_shuffle_and_random_is_not():
    """The only chance of greedy's is the choice between equally good actions."""
    effects = {}
    for bot in ("greedy", "random", "scout"):
        plan = LadderPlan(shuffles=60, retakes=6, luck_bot=bot)
        batches = retake_batches(TABLE, plan, Length(45, 9))
        effects[bot] = seed_effect(
            StudyRunner(batches, RunOptions(), ignore_progress, "a test"), TABLE, bot, batches
        ).effect
    assert effects["scout"].mean == pytest.approx(1)
    assert effects["greedy"].low > effects["random"].high


@pytest.mark.parametrize(
    ("bot", "chance"),
    [
        ("random", BotChance.MUCH),
        ("random~pass", BotChance.MUCH),
        ("ismcts:5~scout", BotChance.MUCH),
        ("greedy", BotChance.TIES),
        ("scout", BotChance.NONE),
    ],
)
def test_who_has_chance_of_its_own(bot, chance):
    assert bot_chance(TABLE, bot) is chance


# Retakes in the store


def test_a_retake_is_not_taken_for_the_plays_themselves(store):
    plain, again = (with_bots(TABLE, ["greedy"] * 3, 30, retake) for retake in (0, 1))
    first, other = (ensure_played(setup, RunOptions(store)) for setup in (plain, again))
    assert first.digest != other.digest
    for table, outcome in ((plain, first), (again, other)):
        run = find_run(store, request_of(table, {}))
        assert run.id == outcome.run
        assert ensure_played(table, RunOptions(store)).digest == outcome.digest
    assert len(runs(store)) == 2
    assert get_run(store, other.run).extra == {"retake": 1}


@pytest.mark.parametrize("way", ["resume", "again"])
def test_a_retake_that_was_broken_off_goes_on_as_a_retake(store, monkeypatch, way):
    monkeypatch.setattr(local, "FIRST_STRETCH", 10)
    table = with_bots(TABLE, ["greedy"] * 3, 400, 2)
    options = RunOptions(store)
    options.progress = hearing(playing=lambda batch: options.stop.set())
    with pytest.raises(Stopped):
        simulate(table, options)
    (broken,) = runs(store)
    assert 0 < broken.done < 400
    ended = resume(store, broken.id, RunOptions()) if way == "resume" else ensure_played(table, RunOptions(store))
    assert (ended.run, ended.digest) == (broken.id, simulate(table).digest)
    assert get_run(store, broken.id).status is Status.DONE


def test_estimates_are_estimates(climbed):
    for estimate in (climbed.skill, climbed.doubling, climbed.luck.effect, climbed.luck.spread):
        assert isinstance(estimate, Estimate)
        assert estimate.low <= estimate.mean <= estimate.high
