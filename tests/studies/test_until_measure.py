"""Playing until a question is decided: at fixed looks, with the risk that is promised, stored as batches of so many."""

from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest

from tests.support.scenarios import scenario
from tests.support.thorough import one_of
from workbench.engine.problems import FEWEST_PLAYS, BadInput
from workbench.engine.registry import games
from workbench.play.batches import ensure_played, simulate
from workbench.play.comparisons import compare, compared_as_played
from workbench.play.goals import Standing
from workbench.play.options import RunOptions, Stopped
from workbench.report.findings import keep_finding
from workbench.report.summary import summarise
from workbench.scenario import Goal
from workbench.stats import Verdict
from workbench.store import Store
from workbench.store.history import Stop, findings
from workbench.store.runs import Status, runs
from workbench.studies.compare.measure import settled_comparison
from workbench.studies.compare.until import (
    GROWTH,
    StoppingRule,
    UntilSubject,
    looks,
    progress,
    read_subject,
    seconds_left,
    settle,
)
from workbench.tallies.digest import BLOCK

SHORT = {"score_target": 0, "may_pass": False}
"""Single deals of Hitmakers: quick."""


def pair(**changed):
    base = scenario(1_000, ("random",), **SHORT)
    return base, replace(base, rules={**base.rules, **changed}, revision="changed")


def settled(base, other, *named, limit=4_000, **options):
    return settle(base, other, read_subject(base, other, named), RunOptions(**options), limit)


@pytest.mark.parametrize("limit", [100, 101, 1_500, 250_000])
def test_looks_rise_by_a_tenth_and_end_at_the_limit(limit):
    counts = list(looks(limit))
    assert counts[0] == FEWEST_PLAYS and counts[-1] == limit
    for before, after in pairwise(counts):
        assert before < after <= before * GROWTH + BLOCK
    assert all(plays % BLOCK == 0 for plays in counts[:-1] if plays > BLOCK)


def test_a_large_change_is_decided_soon_and_a_small_one_left_open():
    soon = settled(*pair(market_saturation_points=2), "points")
    assert soon.rule is StoppingRule.DECIDED and soon.last.plays < 1_500
    assert soon.last.contrasts[0].verdict is Verdict.HIGHER
    assert all(look.open == ["points"] for look in soon.looks[:-1])
    base, _ = pair()
    edge = settled(base, replace(base, retake=1), "win_rate_seat_0", limit=1_000)
    assert edge.rule is StoppingRule.LIMIT and edge.last.plays == 1_000 and edge.last.open == ["win_rate_seat_0"]


def test_it_ends_after_the_same_plays_on_any_number_of_threads():
    one, two = (settled(*pair(market_saturation_points=2), "points", "tie_rate", jobs=jobs) for jobs in (1, 2))
    assert [settled_pair.last.plays for settled_pair in (one, two)] == [one.other.plays] * 2
    assert (one.base.digest, one.other.digest) == (two.base.digest, two.other.digest)
    assert one.other.digest == simulate(replace(one.other.scenario, plays=one.other.plays)).digest


def test_goals_of_the_revision_are_the_question_where_nothing_is_named():
    base, other = pair()
    goals = (Goal("deals", 0.5, 1.5), Goal("tie_rate", None, 0.02), Goal("seat_win_rate_spread", None, 0.3))
    answer = settled(base, replace(other, goals=goals))
    assert answer.subject.is_about_goals and answer.rule is StoppingRule.DECIDED
    standings = {goal.figure.name: goal.standing for goal in answer.last.goals}
    assert standings == {"deals": Standing.MET, "tie": Standing.MISSED, "seat_win_rate_spread": Standing.MET}


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_question_of_its_own(name):
    base = scenario(200, ("random",), game=name, players=3)
    question = read_subject(replace(base, goals=()), replace(base, goals=()), ())
    assert len(question.measures) == len(base.game.primary) > 1
    answer = settle(base, replace(base, retake=1), question, RunOptions(), 200)
    assert {contrast.name for contrast in answer.last.contrasts} == set(question.measures)


def test_names_that_say_nothing_are_all_refused_with_the_nearest():
    base, other = pair()
    with pytest.raises(BadInput) as refused:
        read_subject(base, other, ["pionts", "deals", "win_rate_seat_9"])
    assert [problem.value for problem in refused.value.problems] == ["pionts", "win_rate_seat_9"]
    assert "points" in refused.value.problems[0].message


@pytest.mark.parametrize(("seeds", "most"), one_of([(10, 2), (30, 4)], quick=(10, 2)))
def test_equal_rules_are_called_different_in_few_runs(seeds, most):
    """By plain intervals, watched as often, every third such run would find a difference."""
    base, _ = pair()
    question = UntilSubject(("points", "tie", "win_rate_seat_0"))
    wrong = 0
    for seed in range(seeds):
        played = replace(base, seed=seed)
        answer = settle(played, replace(played, retake=1), question, RunOptions(), 400)
        wrong += any(
            contrast.verdict in (Verdict.HIGHER, Verdict.LOWER) for look in answer.looks for contrast in look.contrasts
        )
    assert wrong <= most


@pytest.mark.parametrize("seeds", one_of([6, 20], quick=6))
def test_a_planted_change_is_found_in_nearly_every_run_for_up_to_three_times_the_fixed_plan(seeds):
    """To look at any time has its price; the fixed plan is the one that the answer names beside its own plays."""
    base, other = pair(one_hit_wonder_points=2)
    sides = [[replace(side, seed=seed) for side in (base, other)] for seed in range(seeds)]
    answers = [settle(*both, UntilSubject(("points",)), RunOptions(), 4_000) for both in sides]
    verdicts = [answer.last.contrasts[0].verdict for answer in answers]
    assert verdicts.count(Verdict.HIGHER) >= seeds - 1 and Verdict.LOWER not in verdicts
    planned = sum(answer.last.fixed_plan for answer in answers)
    assert planned < sum(answer.last.plays for answer in answers) < 3 * planned


def test_what_was_played_is_stored_as_so_many_plays_and_used_again(store):
    first = settled(*pair(market_saturation_points=2), "points", store=store)
    stored = runs(store)
    assert [(run.plays, run.done, run.status) for run in stored] == [(first.last.plays,) * 2 + (Status.DONE,)] * 2
    again = settled(*pair(market_saturation_points=2), "points", store=store)
    assert again.base.before == first.last.plays and again.base.digest == first.base.digest


@pytest.fixture(scope="module")
def plain():
    """A question that is answered without a store."""
    return settled(*pair(market_saturation_points=2), "points", limit=3_500)


@pytest.mark.parametrize("longer", [(3_000, 3_000), (3_000, 2_000), (50, 50)])
def test_batches_that_are_stored_are_used_and_change_no_answer(store, plain, longer):
    sides = pair(market_saturation_points=2)
    assert 50 < plain.last.plays < 2_000
    for side, plays in zip(sides, longer, strict=True):
        simulate(replace(side, plays=plays), RunOptions(store=store))
    answer = settled(*sides, "points", limit=3_500, store=store)
    assert [(look.plays, look.contrasts) for look in answer.looks] == [
        (look.plays, look.contrasts) for look in plain.looks
    ]
    assert (answer.base.plays, answer.other.plays) == (plain.last.plays,) * 2
    assert (answer.base.digest, answer.other.digest) == (plain.base.digest, plain.other.digest)
    assert {run.status for run in runs(store)} == {Status.DONE}
    assert [run.plays for run in runs(store)].count(plain.last.plays) == 2, "as many as are opened again"


def test_after_a_kill_only_the_same_question_goes_on_from_the_pairs_that_were_counted(tmp_path):
    base, other = pair(market_saturation_points=2)
    question, wider = (read_subject(base, other, names) for names in (["tie_rate"], ["tie_rate", "points"]))
    whole = {subject: settle(base, other, subject, RunOptions(), 3_000) for subject in (question, wider)}
    for subject in (question, wider):
        store = Store(tmp_path / f"{len(subject.measures)}.duckdb")
        options = RunOptions(store=store)
        with store.session():
            with pytest.raises(Stopped):
                settle(
                    base,
                    other,
                    question,
                    options,
                    3_000,
                    lambda look, _, to=options: look.plays > 300 and to.stop.set(),
                )
            assert {run.status for run in runs(store)} == {Status.CANCELLED}
            after = settle(base, other, subject, RunOptions(store=store), 3_000)
        assert (after.last, after.other.digest) == (whole[subject].last, whole[subject].other.digest)
        first = after.looks[0].plays
        assert first > 300 if subject == question else first == FEWEST_PLAYS


def test_what_is_said_of_all_measures_after_the_plays_ended_holds_at_every_look():
    """Of plain intervals at the end of plays that ended when one liked, far more than 5 % miss."""
    base, other = pair(market_saturation_points=2)
    named = settled(base, other, "points", "win_rate_seat_0", limit=400)
    plain, ended = compare(named.base, named.other), settled_comparison(named)
    for name, ended_contrast in ended.contrasts.items():
        interval, plain_interval = ended_contrast.difference, plain.contrasts[name].difference
        assert interval.low <= plain_interval.low and plain_interval.high <= interval.high
        assert ended_contrast.verdict in (plain.contrasts[name].verdict, Verdict.UNDECIDED)
    assert (
        sum(
            contrast.difference.low < plain.contrasts[name].difference.low for name, contrast in ended.contrasts.items()
        )
        > 10
    )
    assert [ended.contrasts[contrast.name].verdict for contrast in named.last.contrasts] == [
        contrast.verdict for contrast in named.last.contrasts
    ]
    capped = ended.contrasts["capped"]
    assert capped.verdict is Verdict.UNDECIDED and capped.ahead.even > plain.contrasts["capped"].ahead.even


@pytest.mark.parametrize("named", [("points", "win_rate_seat_0"), ()])
def test_compared_once_more_the_intervals_are_those_of_the_run_with_what_ended_it(store, named):
    base, other = pair(market_saturation_points=2)
    goals = (Goal("tie_rate", None, 0.14),)
    answer = settled(base, replace(other, goals=goals), *named, limit=400, store=store)
    told = settled_comparison(answer, store)
    keep_finding(store, told)
    again = compared_as_played(answer.base, answer.other, store)
    assert again.contrasts == told.contrasts and again.watched
    assert again.stop == told.stop == Stop(named, told.stop.sentence) and "after" in told.stop.sentence
    assert again.contrasts != compare(answer.base, answer.other).contrasts
    keep_finding(store, again)
    assert compared_as_played(answer.other, answer.base, store).stop == told.stop, (
        "kept, and of the pair in either order"
    )
    [finding] = findings(store)
    assert (finding.stop, finding.settings, finding.plays) == (told.stop, (), answer.last.plays)
    fixed = [simulate(replace(side, plays=300), RunOptions(store=store)) for side in (base, other)]
    assert compared_as_played(*fixed, store) == compare(*fixed, store=store), "a number fixed beforehand says more"


def test_the_first_plays_of_longer_batches_are_told_from_the_whole(store):
    sides = pair(market_saturation_points=2)
    longer = [simulate(replace(side, plays=3_000), RunOptions(store=store)) for side in sides]
    answer = settled(*sides, "points", limit=3_500, store=store)
    told, few = settled_comparison(answer, store), answer.last.plays
    keep_finding(store, told)
    assert few < 3_000 and answer.base.run != longer[0].run
    assert compared_as_played(*longer, store).stop is None
    again = [ensure_played(replace(side, plays=few), RunOptions(store=store)) for side in sides]
    assert [outcome.run for outcome in again] == [answer.base.run, answer.other.run], "a batch of its own, opened again"
    assert compared_as_played(*again, store).contrasts == told.contrasts


def test_goals_stand_in_the_summary_as_they_did_at_the_last_look():
    base, other = pair(market_saturation_points=2)
    other = replace(other, goals=(Goal("tie_rate", None, 0.14),))
    answer = settle(base, other, read_subject(base, other, []), RunOptions(), 400)
    told, plain = (
        summarise(pairing(answer)).other
        for pairing in (settled_comparison, lambda all_: compare(all_.base, all_.other))
    )
    assert told.goals == answer.last.goals and told.digest == answer.other.digest == plain.digest
    assert [told.goals[0].standing, plain.goals[0].standing] == [Standing.UNDECIDED, Standing.MISSED], "too bold"


def test_a_fixed_plan_of_the_size_named_decides_four_times_in_five():
    base, other = pair(market_saturation_points=2)
    last = settled(base, other, "points", limit=20_000).last
    plan, decided = last.fixed_plan, 0
    for seed in range(100, 120):
        sides = [simulate(replace(side, seed=seed, plays=plan)) for side in (base, other)]
        decided += compare(*sides, among=("points",)).contrasts["points"].verdict is not Verdict.UNDECIDED
    assert decided >= 11


def test_the_time_left_is_told_by_the_speed_of_what_is_played_now() -> None:
    assert seconds_left([100], [0.1], 900) is None, "not known yet"
    assert seconds_left([100, 300], [1.0, 2.0], 900) == pytest.approx(600 / 200)
    stored = seconds_left([1_000, 5_000, 6_000, 7_000], [0.1, 0.2, 2.2, 4.2], 9_000)
    assert stored == pytest.approx(2_000 / 500), "the first 5 000 plays were read, not played"
    assert seconds_left([300, 330], [1.0, 2.0], 330) is None, "it takes longer than was expected"
    one_open = {"fixed_plan": 9_000, "goals": (1,), "contrasts": (), "open": ["deals"]}
    looks_so_far = [SimpleNamespace(plays=plays, **one_open) for plays in (1_000, 5_000, 6_000, 7_000)]
    assert progress(looks_so_far, 20_000, [0.1, 0.2, 2.2, 4.2]).left_s == stored
