"""Quick looks: a draft is played at once beside the queue, nothing is stored, and nothing is claimed too early."""

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.app.waiting import until
from workbench.app.jobs import quick
from workbench.app.jobs.job import JobPhase
from workbench.app.jobs.queue import Jobs
from workbench.app.jobs.quick import QuickLane, QuickLook
from workbench.engine.registry import games
from workbench.play.forms import make_batch
from workbench.play.goals import AimStanding, Standing
from workbench.play.outcome import Outcome
from workbench.report.findings import of_comparison
from workbench.report.summary import BatchSummary, Summary, watched_pair
from workbench.report.template import answer_in_words
from workbench.report.text.verdicts import MOVED
from workbench.scenario import Aim, Scenario, load_scenario
from workbench.scenario.files import Workspace, find_workspace
from workbench.scenario.goals import Wish
from workbench.stats import Verdict

REVISIONS = ("hitmakers/2021-04-08", "trickster/prototype-a", "showbiz_shuffle/reference", "hollywood_1947/six-players")


@pytest.fixture(scope="module")
def here() -> Workspace:
    return find_workspace(None)


@pytest.fixture
def lane(monkeypatch: pytest.MonkeyPatch) -> Iterator[QuickLane]:
    """A lane whose looks end after a few plays."""
    monkeypatch.setattr(quick, "MOST_PLAYS", 300)
    yield QuickLane()


def scenario(here: Workspace, name: str = REVISIONS[0]) -> Scenario:
    return load_scenario(here, name)


def changed(base: Scenario, **rules: object) -> Scenario:
    return replace(base, revision="draft", rules={**base.rules, **rules})


def ended(look: QuickLook) -> QuickLook:
    until(lambda: look.ask().ended)
    assert look.error == ""
    return look


def drafts(base: Scenario) -> Iterator[Scenario]:
    kinds = set()
    for name, parameter in base.game.parameters.items():
        if parameter.kind in kinds or parameter.kind == "cards":
            continue
        for value in [value for value in _others(parameter, base.rules[name]) if value != base.rules[name]]:
            if not [problem for problem in base.game.problems({**base.rules, name: value}) if not problem.warning]:
                draft = changed(base, **{name: value})
                kinds.add(parameter.kind)
                yield replace(draft, bots=draft.bots[:1] * value) if name == "players" else draft
                break


def _others(parameter: object, now: object) -> list[object]:
    if isinstance(now, bool):
        return [not now]
    if isinstance(now, int):
        return [now - 1, now + 1]
    if isinstance(now, list) and now:
        return [now[::-1], now[1:]]
    return list(parameter.values())[:4] if hasattr(parameter, "values") else []  # type: ignore[attr-defined]


def test_the_aims_of_a_draft_are_answered_first_and_lists_say_so(here: Workspace, lane: QuickLane) -> None:
    base = scenario(here)
    draft = replace(changed(base, hand_size=5), parent=base.revision, aims=(Aim("decisions", Wish.LOWER),))
    look = lane.look(None, base, draft)
    figures = ended(look).figures
    assert isinstance(figures, Summary) and [aim.standing for aim in figures.aims] == [AimStanding.REACHED]
    assert of_comparison(figures).brief.startswith("shorter by") and of_comparison(figures).brief.endswith("as wanted")
    assert lane.look(look, base, replace(draft, aims=())) is not look


@pytest.mark.parametrize("name", REVISIONS)
def test_each_kind_of_rule_changed_gets_its_figures(here: Workspace, lane: QuickLane, name: str) -> None:
    base = scenario(here, name)
    kinds = {parameter.kind for parameter in base.game.parameters.values()} - {"cards"}
    seen = list(drafts(base))
    assert len(seen) == len(kinds)
    for draft in seen:
        look = ended(lane.look(None, base, draft))
        assert isinstance(look.figures, Summary)
        assert look.plays >= 100
        assert answer_in_words(look.figures).headline
    assert set(games()) == {name.partition("/")[0] for name in REVISIONS}


def test_the_figures_are_those_of_the_plays(here: Workspace, lane: QuickLane) -> None:
    base, draft = scenario(here), changed(scenario(here), hand_size=6)
    look = ended(lane.look(None, base, draft))
    plays = look.plays
    sides = [Outcome(side, make_batch(side).play(0, plays), "", 0.0) for side in (base, draft)]
    expected = watched_pair(*sides)
    assert isinstance(look.figures, Summary)
    assert look.figures.contrasts == expected.contrasts
    assert look.figures.other.readings == expected.other.readings


@pytest.mark.parametrize("name", REVISIONS)
def test_equal_rules_never_look_as_if_anything_moved(here: Workspace, lane: QuickLane, name: str) -> None:
    base = scenario(here, name)
    seen: list[Summary] = []
    look = lane.look(None, base, changed(base))
    while not look.ended:
        look.ask()
        if isinstance(look.figures, Summary) and look.figures not in seen:
            seen.append(look.figures)
        time.sleep(0.005)
    assert isinstance(look.figures, Summary)
    for summary in [*seen, look.figures]:
        assert not {contrast.verdict for contrast in summary.contrasts} & set(MOVED)
        assert "by the same rules" in answer_in_words(summary).headline or summary.plays < 100


def test_below_a_hundred_pairs_there_is_no_verdict(
    here: Workspace, lane: QuickLane, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick, "MOST_PLAYS", 99)
    base = scenario(here)
    look = ended(lane.look(None, base, changed(base, hand_size=3)))
    assert isinstance(look.figures, Summary)
    assert {contrast.verdict for contrast in look.figures.contrasts} == {Verdict.UNDECIDED}
    assert {goal.standing for goal in look.figures.other.goals} == {Standing.UNDECIDED}
    assert "too few for a verdict" in answer_in_words(look.figures).headline


def test_without_a_draft_the_base_is_looked_at_alone(here: Workspace, lane: QuickLane) -> None:
    look = ended(lane.look(None, scenario(here), None))
    assert isinstance(look.figures, BatchSummary)
    assert len(look.figures.goals) == 3


def test_another_change_cancels_the_last_look_and_the_same_goes_on(here: Workspace, lane: QuickLane) -> None:
    base = scenario(here)
    first = lane.look(None, base, changed(base, hand_size=6))
    assert lane.look(first, base, changed(base, hand_size=6)) is first
    second = lane.look(first, base, changed(base, hand_size=5))
    assert second is not first
    assert first.stop.is_set()
    assert not second.stop.is_set()
    assert isinstance(ended(second).figures, Summary)


def test_the_base_is_played_once_for_all_drafts(here: Workspace, lane: QuickLane) -> None:
    base = scenario(here)
    ended(lane.look(None, base, None))
    remembered = lane.remembered(base)
    assert remembered.done == 300
    ended(lane.look(None, base, changed(base, hand_size=6)))
    assert lane.remembered(base) is remembered
    assert remembered.done == 300


def test_few_bases_are_remembered(here: Workspace, lane: QuickLane) -> None:
    for hand in range(1, 8):
        lane.remembered(changed(scenario(here), hand_size=hand))
    assert len(lane._bases) == quick.MOST_BASES


def test_nobody_looking_pauses_it_and_looking_again_goes_on(
    here: Workspace, lane: QuickLane, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick, "MOST_PLAYS", 1_000_000)
    monkeypatch.setattr(quick, "LEFT_S", 0.05)
    base = replace(scenario(here), rules={**scenario(here).rules, "score_target": 0})
    look = lane.look(None, base, None)
    until(lambda: look.ask().plays)  # its rules are loaded by then
    until(lambda: look._thread is not None and not look._thread.is_alive())
    plays = look.plays
    assert 0 < plays < 1_000_000
    assert look.phase is JobPhase.PLAYING
    until(lambda: look.ask().plays > plays)
    look.cancel()
    until(lambda: look._thread is not None and not look._thread.is_alive())


def test_it_does_not_wait_behind_the_queue_and_stores_nothing(here: Workspace, lane: QuickLane, jobs: Jobs) -> None:
    base = scenario(here)
    long_one = jobs.simulate(replace(base, plays=3_000_000))
    look = ended(lane.look(None, base, changed(base, hand_size=6)))
    assert look.plays >= 100
    assert not long_one.ended
    long_one.cancel()
    until(lambda: long_one.ended)


def test_a_defect_is_told_and_ends_it(here: Workspace, lane: QuickLane, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no tallies")

    monkeypatch.setattr(quick, "watched_pair", broken)
    base = scenario(here)
    look = lane.look(None, base, changed(base, hand_size=6))
    until(lambda: look.ask().ended)
    assert look.error == "the workbench failed: RuntimeError: no tallies"
