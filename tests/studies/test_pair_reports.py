"""What is said of plays until decided, and of which change did it: each claim with what must hold for it."""

import itertools
import re
from dataclasses import replace
from math import nan

from tests.support import answers
from tests.support.comparisons import plain_words
from tests.support.scenarios import scenario
from workbench.play.options import RunOptions
from workbench.report.document import Passage
from workbench.report.renderers.markdown import as_markdown
from workbench.report.summary import summarise
from workbench.report.text.phrases import roughly
from workbench.scenario import Aim, Goal
from workbench.scenario.goals import Wish
from workbench.studies.by_change import STUDY as BY_CHANGE
from workbench.studies.by_change.measure import attribute
from workbench.studies.by_change.plan import plan_combinations
from workbench.studies.compare import STUDY as COMPARE
from workbench.studies.compare.charts import band
from workbench.studies.compare.measure import CompareAnswer, settled_comparison
from workbench.studies.compare.until import Settled, UntilSubject, settle

ONE_DEAL = {"score_target": 0, "may_pass": False}


def pair(**changed):
    base = scenario(1_000, ("random",), **ONE_DEAL)
    return base, replace(base, rules={**base.rules, **changed}, revision="changed")


def sentences(**changed):
    report = BY_CHANGE.report(attribute(plan_combinations(*pair(**changed)), RunOptions()))
    lines = [block.markdown.splitlines() for block in report.blocks if isinstance(block, Passage)]
    return [report.headline, *itertools.chain(*lines)]


def document(answer: Settled) -> str:
    """The comparison of plays until decided, in Markdown."""
    return as_markdown(COMPARE.report(CompareAnswer([summarise(settled_comparison(answer))], settled=[answer])), "")


def test_what_is_open_at_the_limit_is_named_and_what_is_decided_is_not():
    base, other = pair(market_saturation_points=2)
    answer = settle(base, other, UntilSubject(("points", "win_rate_seat_0")), RunOptions(), 400)
    assert answer.last.open == ["win_rate_seat_0"]
    sentence = settled_comparison(answer).stop.sentence
    assert "still open" in sentence and "seat 1" in sentence and "oints" not in sentence
    decided = settle(base, other, UntilSubject(("points",)), RunOptions(), 4_000)
    sentence = settled_comparison(decided).stop.sentence
    assert (
        "decided after" in sentence
        and "open" not in sentence
        and f"Played until decided: {sentence}" in document(decided)
    )


def test_the_answer_names_a_plan_fixed_beforehand_and_draws_what_the_interval_narrows_toward():
    base, other = pair(one_hit_wonder_points=2)
    answer = settle(base, other, UntilSubject(("points",)), RunOptions(), 4_000)
    plan = roughly(answer.last.fixed_plan)
    assert f"done with {plan};" in document(answer) and answer.last.plays > answer.last.fixed_plan
    (last,) = answer.last.contrasts
    at_the_edge = replace(last, estimate=replace(last.difference, sd=nan))
    lost = replace(answer, looks=(replace(answer.last, contrasts=(at_the_edge,)),))
    assert "No number of plays fixed beforehand is sensible" in document(lost)
    chart = band(answer.looks, 0)
    upper, lower, estimate, fixed = chart.figure.data
    assert [shape.y0 for shape in chart.figure.layout.shapes if shape.type == "line"] == [-0.2, 0.2], (
        "the smallest change"
    )
    widths = [high - low for high, low in zip(upper.y, lower.y, strict=True) if low is not None]
    assert len(widths) > 3 and widths == sorted(widths, reverse=True) and lower.y[-1] > 0.2 >= lower.y[-2]
    assert list(estimate.x) == [look.plays for look in answer.looks] and fixed.name == f"fixed plan: {plan}"


def test_an_idle_change_is_said_to_do_nothing_with_the_text_of_its_rule():
    headline, one, two, *_ = sentences(market_saturation_points=2, criteria_order=["prestige", "saturation", "appeal"])
    assert headline == "Market saturation points does it all; criteria order changed nothing."
    assert one.startswith("- Market saturation points moves ")
    assert "changed nothing in 1\u202f000 plays" in two and "one award per seat" in two


def test_nobody_does_it_all_where_two_changes_do_something():
    lines = sentences(market_saturation_points=2, ties="everybody")
    assert not any("does it all" in line for line in lines)
    assert any("together" in line for line in lines)


def test_changes_are_kept_or_dropped_by_what_goals_want_of_them():
    attribution = attribute(plan_combinations(*pair(market_saturation_points=2, may_pass=True)), RunOptions())

    def told(*goals, aims=()):
        base, other = replace(attribution.plan.base, goals=goals), attribution.plan.other
        aimed = replace(other, aims=aims, parent=base.revision)
        report = answers.told(BY_CHANGE, replace(attribution, plan=replace(attribution.plan, base=base, other=aimed)))
        return f"{report.headline} {report.blocks[0].markdown.rpartition('**Next:** ')[2]}"

    more = Goal("market_saturation", low=5)
    keep = r"[Kk]eep market saturation points: it moves market saturation by \+[\d.]+ points"
    drop = r"[Dd]rop may pass: turns skipped by \+[\d.]+ turns"
    alone = "save market saturation points as a revision without the rest, and compare it\\."
    assert re.fullmatch(rf"{keep}; {drop}\. {alone}", told(more, Goal("passes", high=0.1)))
    assert re.fullmatch(rf"{keep}, at a price\. {alone}", told(more, Goal("points", high=4)))
    dropped = "drop the revision: what its changes move, no goal and no aim wants\\."
    assert re.fullmatch(rf"{drop}\. {dropped}", told(aims=(Aim("passes", Wish.LOWER),)))
    assert told().endswith("say what the revision is for: a goal or an aim tells which change to keep.")


def test_of_many_changes_the_headline_names_the_two_that_move_most():
    attribution = attribute(
        plan_combinations(*pair(market_saturation_points=2, may_pass=True, ties="everybody")), RunOptions()
    )
    headline = BY_CHANGE.report(attribution).headline
    moves = r"moves points by \+[\d.]+ points"
    assert re.fullmatch(rf"Shared criteria {moves}; market saturation points {moves}; 1 more below\.", headline)
    assert len(plain_words(headline).split()) <= 20


def test_a_change_by_itself_needs_no_plays_to_be_named():
    attribution = attribute(plan_combinations(*pair(market_saturation_points=2)), RunOptions())
    report = BY_CHANGE.report(attribution)
    assert report.headline == "Only market saturation points changes; all differences come from it."
    assert "share" not in as_markdown(report, "")


def test_how_it_was_played_counts_every_combination():
    two = attribute(plan_combinations(*pair(hand_size=6, market_saturation_points=2)), RunOptions())
    assert BY_CHANGE.report(two).how.startswith("1\u202f000 plays of each of 4 combinations of the changes. ")
