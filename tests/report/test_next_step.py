"""The next step under a verdict follows from aims, goals and plays alone."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest

from tests.report.test_answers import DEALS, LEAD, goal, seats, with_these, words
from tests.support.comparisons import contrast, plain_words
from workbench.engine.measures import DECISIONS, TIE
from workbench.play.aims import CheckedAim
from workbench.play.goals import AimStanding, CheckedGoal, Standing
from workbench.report.document import Passage, Report
from workbench.report.next_step import NextAction, NextStep, StepReason, next_step
from workbench.report.renderers.html import as_html
from workbench.report.renderers.markdown import as_markdown
from workbench.report.renderers.text import as_text
from workbench.report.rows import rows_against
from workbench.report.summary import BatchSummary, Summary
from workbench.report.template import answer_in_words, plain_phrase
from workbench.report.text.phrases import two_figures
from workbench.report.verdict_rows import verdict_rows
from workbench.scenario import Aim, Goal
from workbench.scenario.goals import Wish
from workbench.stats import Estimate, Verdict

SHORTER = contrast(DECISIONS, 285.0, 214.0, 2.0, Verdict.BETTER)
TIES = contrast(TIE, 0.067, 0.080, 0.005, Verdict.WORSE)


def aim(row: object = SHORTER, room: float = 1.0, wish: Wish = Wish.LOWER, half: float = 0.5) -> CheckedAim:
    return CheckedAim(Aim(row.name, wish), row, Estimate(room, 1.0, room - half, room + half, 1000), 0.1, 1.96)


def guard(room: float) -> CheckedAim:
    return aim(TIES, room, Wish.NOT_HIGHER)


ALL_MET = [goal(Standing.MET)]
WISHES = {
    "reached": ([aim()], ALL_MET, [SHORTER], NextAction.PLAYTEST),
    "reached at a price within the goal": ([aim(), guard(1.0)], ALL_MET, [SHORTER, TIES], NextAction.PLAYTEST),
    "reached, and the guardrail is broken": ([aim(), guard(-1.0)], ALL_MET, [SHORTER, TIES], NextAction.ONE_CHANGE),
    "not far enough": ([aim(room=-1.0)], ALL_MET, [SHORTER], NextAction.FURTHER),
    "the wrong way": ([aim(room=-1.0, wish=Wish.HIGHER)], ALL_MET, [SHORTER], NextAction.OTHER_WAY),
    "undecided": ([aim(room=0.3)], ALL_MET, [SHORTER], NextAction.PLAY_ON),
    "undecided, and the guardrail is broken": ([aim(room=0.3), guard(-1.0)], ALL_MET, [SHORTER, TIES], NextAction.DROP),
    "a goal is lost": ([], [goal(Standing.MISSED)], [SHORTER], NextAction.DROP),
    "no wish": ([], [], [SHORTER], NextAction.SET_AIM),
    "nothing moved": ([], [], seats(Verdict.SAME), NextAction.DROP),
}


@pytest.mark.parametrize(("aims", "goals", "rows", "step"), WISHES.values(), ids=WISHES)
def test_a_change_is_followed_by_one_step(
    summary: Summary, aims: Sequence[CheckedAim], goals: Sequence[CheckedGoal], rows: Sequence[object], step: NextAction
) -> None:
    told = replace(with_these(summary, rows, goals), aims=tuple(aims))
    after = next_step(told)
    assert after and after.step is step
    assert (after.plays is not None) == (step is NextAction.PLAY_ON)
    blocks = "".join(str(block) for block in answer_in_words(told).blocks)
    assert blocks.count("**Next:**") == 1
    assert f"**Next:** {step}" in blocks


def test_an_undecided_goal_is_played_on_for_by_what_it_lacks_and_not_what_its_change_does(summary: Summary) -> None:
    row = contrast(DEALS, 4.5, 4.5, 0.1, Verdict.UNDECIDED, more=3_300)
    lacking = goal(Standing.UNDECIDED, mean=5.95)._replace(plays=500)
    assert row.name == lacking.figure.name and row.ahead and lacking.ahead
    after = next_step(with_these(summary, [row], [lacking]))
    assert after and after.plays == two_figures(lacking.ahead.likely) != two_figures(row.ahead.likely)


def test_an_aim_too_close_to_call_is_not_called_reached(summary: Summary) -> None:
    close = aim(room=0.01)
    assert close.standing is AimStanding.UNDECIDED and not close.ahead
    for aims, name in ([close], "decisions"), ([aim(), guard(0.01)], "ties"):
        after = next_step(replace(with_these(summary, [SHORTER, TIES], ALL_MET), aims=tuple(aims)))
        assert after and after.step is NextAction.PLAYTEST
        assert (after.why, after.names) == (StepReason.CLOSE, name)


def test_several_aims_are_counted_and_then_answered_each(summary: Summary) -> None:
    two = with_these(summary, [SHORTER, TIES], ALL_MET)
    both = words(replace(two, aims=(aim(), aim(TIES, wish=Wish.HIGHER))))
    assert both.startswith("Both aims are reached. The goal still holds.\n- Shorter by 25 %, as wanted; ties rose from")
    mixed = words(replace(two, aims=(aim(), aim(TIES, -1.0), aim(contrast(LEAD, 5.0, 6.0, 0.1, Verdict.HIGHER), 0.3))))
    assert mixed.startswith("1 of 3 aims is reached, 1 missed, 1 undecided. ")


def test_a_headline_answers_the_aim_then_names_the_price(summary: Summary) -> None:
    rows = [SHORTER, TIES]
    told = replace(with_these(summary, rows, ALL_MET), aims=(aim(), guard(1.0)))
    headline = answer_in_words(told).headline.replace("\u202f", " ")
    assert headline == "Shorter by 25 %, as wanted. Price: ties rose from 6.7 % to 8.0 %."
    bound = guard(-1.0)._replace(aim=Aim("tie_rate", Wish.NOT_HIGHER, bound=0.07))
    beyond = answer_in_words(replace(told, aims=(aim(), bound))).headline.replace("\u202f", " ")
    assert beyond.endswith("Price: ties rose from 6.7 % to 8.0 %, beyond 7.0 %.")
    short = answer_in_words(replace(told, aims=(aim(room=-1.0),))).headline.replace("\u202f", " ")
    assert short.startswith("Shorter by 25 % only, not by what counts as wanted. Price")
    wrong = answer_in_words(replace(told, aims=(aim(room=-1.0, wish=Wish.HIGHER),))).headline.replace("\u202f", " ")
    assert wrong.startswith("Shorter by 25 %, not longer as wanted. Price")


def test_a_change_that_is_not_sure_is_undecided_and_a_sure_one_perhaps_too_small(summary: Summary) -> None:
    fell = contrast(TIE, 0.016, 0.014, 0.003, Verdict.SAME)
    for row, told in ((fell, "so far, undecided"), (replace(fell, verdict=Verdict.BETTER), "perhaps too little")):
        open_aim = replace(with_these(summary, [row], ALL_MET), aims=(aim(row, room=0.3),))
        assert f"Ties fell from 1.6 % to 1.4 %{' ' if told[0] == 's' else ', '}{told}." in words(open_aim)


def test_what_an_aim_is_told_of_is_said_once(summary: Summary) -> None:
    turns = contrast(DECISIONS._replace(name="turns", repeats=DECISIONS.name), 95.0, 71.0, 1.0, Verdict.BETTER)
    lead = contrast(LEAD, 5.0, 6.0, 0.1, Verdict.HIGHER)
    told = replace(with_these(summary, [SHORTER, turns, lead], ALL_MET), aims=(aim(),))
    assert plain_words(answer_in_words(told).headline) == "Shorter by 25 %, as wanted. The goal still holds."
    points = "".join(block.markdown for block in answer_in_words(told).blocks if isinstance(block, Passage))
    assert "20 %" in plain_words(points) and not any(
        word in plain_words(points) for word in ("25 %", "shorter", "95.0")
    )


def test_the_price_is_beyond_the_goal_that_judges_the_change_not_one_that_the_revision_made(summary: Summary) -> None:
    told = replace(with_these(summary, [SHORTER, TIES], [ties_goal := goal(Standing.MET, "tie")]), aims=(aim(),))
    base = replace(told.base, goals=(ties_goal._replace(goal=Goal("tie_rate", high=0.01)),))
    headline = answer_in_words(replace(told, base=base)).headline.replace("\u202f", " ")
    assert headline.endswith("Price: ties rose from 6.7 % to 8.0 %, beyond the goal.")
    within = answer_in_words(replace(told, aims=(aim(), guard(-1.0)))).headline
    assert plain_words(within).endswith("Price: ties rose from 6.7 % to 8.0 %, within the goal.")


@pytest.mark.parametrize("written", [as_text, partial(as_html, command=""), partial(as_markdown, command="")])
def test_every_exported_report_has_the_aims(summary: Summary, written: Callable[[Report], str]) -> None:
    told = replace(with_these(summary, [SHORTER, TIES], ALL_MET), aims=(aim(), guard(-1.0)))
    answer, rows = answer_in_words(told), verdict_rows(rows_against([told]))
    text = written(Report(told.other.scenario, "Aims", answer.headline, 1_000, [*answer.blocks, rows]))
    assert all(word in text for word in ("as wanted", "✓ aim reached", "✗ aim not reached", "aim: lower"))


def test_plays_that_go_on_have_no_next_step_and_few_plays_go_on(summary: Summary, side: BatchSummary) -> None:
    assert next_step(replace(side, watched=True)) is None
    few = next_step(replace(side, plays=99))
    assert few and (few.step, few.plays) == (NextAction.PLAY_ON, 901)
    timed = next_step(replace(side, plays=99, seconds_a_play=1.0))
    assert timed and "15 minutes" in timed.time
    by_chance = replace(side, goals=tuple(ALL_MET), scenario=replace(side.scenario, bots=("random",) * 3))
    after = next_step(by_chance)
    assert after and after.step is NextAction.THINKERS


@pytest.mark.parametrize("why", StepReason)
def test_every_reason_has_words_of_its_own(why: StepReason) -> None:
    words = plain_phrase("steps.md", "step_words", NextStep(NextAction.TUNE, why, "ties"))
    same = [
        one
        for one in StepReason
        if plain_phrase("steps.md", "step_words", NextStep(NextAction.TUNE, one, "ties")) == words
    ]
    assert words.removeprefix("change a rule: ") and same == [why]
