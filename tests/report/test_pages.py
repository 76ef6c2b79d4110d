"""What is kept of a comparison, and the page that is made of it."""

import gzip
import json
import re
from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest
from plotly.offline import get_plotlyjs_version

from tests.support.comparisons import plain_words, together_of
from workbench.engine.measures import SPREAD
from workbench.engine.wording import lower_first
from workbench.play.comparisons import Comparison
from workbench.play.figures import spread_figure
from workbench.play.goals import Standing
from workbench.play.hole import Hole
from workbench.play.outcome import Outcome
from workbench.report.document import Report, VerdictRows, joined
from workbench.report.renderers.html import CHART, LIBRARY, as_html, chart_library
from workbench.report.renderers.text import as_text
from workbench.report.summary import (
    BatchSummary,
    Summary,
    score_measure,
    scores,
    sources_of_points,
    summarise,
    summarise_batch,
    summarise_watched,
    watched_summary,
)
from workbench.report.template import answer_in_words
from workbench.report.text import phrases, scenarios
from workbench.stats import Verdict
from workbench.store.history import Decision, DecisionState
from workbench.studies.compare import STUDY as COMPARE
from workbench.studies.compare.columns import bots_of, titled
from workbench.studies.compare.measure import CompareAnswer
from workbench.studies.compare.strengths import Accord


def test_a_summary_says_what_the_comparison_says(comparison: Comparison, summary: Summary) -> None:
    assert summary.contrasts == tuple(comparison.contrasts.values())
    assert summary.plays == len(comparison.base.results)
    assert not summary.watched
    assert (summary.other.digest, summary.other.run) == (comparison.other.digest, None)
    assert [checked.figure.name for checked in summary.other.goals] == ["tie", SPREAD, "deals"]


def test_win_rates_are_those_of_the_seats(side: BatchSummary) -> None:
    assert len(side.win_rates) == 3
    assert sum(rate.mean for rate in side.win_rates) == pytest.approx(1)


def test_an_estimate_is_found_by_the_name_of_its_figure(comparison: Comparison, side: BatchSummary) -> None:
    assert side.estimate("tie") == side.readings["tie"].estimate
    assert side.estimate(SPREAD) == spread_figure(comparison.other.tallies).estimate
    assert side.estimate("nothing") is None


def test_scores_are_of_every_player_who_sat_there(comparison: Comparison) -> None:
    histogram = scores(comparison.other)
    values, counts = np.unique(comparison.other.results["points"][:, :3], return_counts=True)
    assert np.array_equal(histogram.values, values) and np.array_equal(histogram.counts, counts)


def test_what_counts_as_score_and_as_criterion(comparison: Comparison) -> None:
    game = comparison.other.scenario.game
    assert score_measure(game).name == "points"
    assert [measure.name for measure in sources_of_points([summarise_batch(comparison.other)])][:2] == [
        "market_saturation",
        "broad_appeal",
    ]
    renamed = [measure._replace(name=f"my_{measure.name}") for measure in game.measures]
    assert score_measure(replace(game, measures=renamed)).name == "my_points"
    assert score_measure(replace(game, measures=())).name == "decisions"


def test_while_it_is_watched_intervals_are_wider(comparison: Comparison, side: BatchSummary) -> None:
    watched = summarise_watched(comparison.other.scenario, comparison.other.tallies)
    assert watched.watched
    assert [checked.figure.name for checked in watched.goals] == [checked.figure.name for checked in side.goals]
    for early, final in zip(watched.goals, side.goals, strict=True):
        assert early.figure.estimate.low <= final.figure.estimate.low
        assert early.figure.estimate.high >= final.figure.estimate.high
    for name, reading in watched.readings.items():
        plain = side.readings[name].estimate
        assert reading.estimate.mean == pytest.approx(plain.mean)
        assert reading.estimate.high - reading.estimate.low >= plain.high - plain.low - 1e-12


def test_a_watched_comparison_is_over_the_pairs_that_both_have(comparison: Comparison, summary: Summary) -> None:
    base, other = comparison.base, comparison.other
    watched = watched_summary(base.scenario, other.scenario, together_of(base.first(900), other.first(700)))
    assert (watched.plays, watched.watched) == (700, True)
    whole = watched_summary(base.scenario, other.scenario, together_of(base, other))
    for early, final in zip(whole.contrasts, summary.contrasts, strict=True):
        assert early.difference.mean == final.difference.mean
        assert early.difference.low <= final.difference.low
        assert early.difference.high >= final.difference.high


# The page


def page(
    *summaries: Summary,
    decided: Mapping[str, Decision] | None = None,
    quotes: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """The file of comparisons."""
    return as_html(COMPARE.report(CompareAnswer(summaries, decided=decided or {}, quotes=quotes or {})), "again")


def test_the_page_tells_the_whole_comparison(comparison: Comparison, summary: Summary) -> None:
    html = page(summary)
    text = re.sub("[ \n]+", " ", html)
    for sentence in (
        answer_in_words(summary).headline,
        scenarios.changed_rules(summary.base.scenario, summary.other.scenario),
        scenarios.how_played(summary),
    ):
        assert sentence.replace("'", "&#39;") in text
    for contrast in summary.main:
        assert f"<td>{contrast.label}</td>" in html
    assert html.count(CHART) == 5
    assert summary.other.digest[:12] in html


def test_rule_holes_stand_before_the_rows_and_none_is_told_in_the_details_alone(summary: Summary) -> None:
    other = replace(summary.other, holes=(Hole("no_winner", "Nobody wins", 3, 300),))
    holes, none = (COMPARE.report(CompareAnswer([replace(summary, other=side)])) for side in (other, summary.other))
    kinds = [type(block) for block in holes.blocks]
    assert "Nobody wins: 3 of 300" in plain_words(str(holes.blocks[kinds.index(VerdictRows) - 1]))
    assert "No play" in none.details and "No play" not in str(none.blocks)


def test_a_document_of_several_says_of_each_which_plays_it_rests_on(summary: Summary) -> None:
    whole = COMPARE.report(CompareAnswer([summary]))
    parts = [replace(whole, title=title, how=f"Played for {title}.") for title in ("one", "another")]
    assert all(part.how in joined(parts).how_played for part in parts)


def test_the_page_holds_plotly_once_and_asks_nobody_for_anything(summary: Summary) -> None:
    html = as_html(
        joined([COMPARE.report(CompareAnswer([summary])), COMPARE.report(CompareAnswer([summary]))]), "again"
    )
    assert html.count(chart_library()) == 1
    outside = re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)
    assert not re.search(r"(src|href)=", outside)
    assert "default-src 'none'" in html
    assert '"showSendToCloud":false' in html
    assert html.count(CHART) == 10


def test_the_page_tells_what_both_strengths_say(summary: Summary, by_random: Comparison) -> None:
    compared = CompareAnswer([summary], second=[summarise(by_random)])
    report_ = COMPARE.report(compared)
    text = re.sub("[ \n]+", " ", as_html(report_, "again"))
    apart = compared.of_accord(Accord.DISAGREE)
    assert bots_of(compared) == ["quick bots", "random bots"] and apart
    both_bots = "Quick bots and random bots differ about no goal, but disagree on"
    assert report_.headline.startswith(f"{both_bots} {len(apart)} of ")
    for pair in apart[:3]:
        by = [phrases.change_with_unit(side.measure, side.difference.mean) for side in (pair.first, pair.second)]
        assert f"{pair.first.label}: {by[0]} by quick bots, {by[1]} by random bots." in text
    for both in (summary, compared.second[0]):
        assert answer_in_words(both).headline in text and scenarios.how_played(both).replace("'", "&#39;") in text
    opposite = replace(apart[0], second=replace(apart[0].second, verdict=Verdict.LOWER))
    opposed = replace(compared)
    vars(opposed)["agreed"] = [replace(opposite, first=replace(opposite.first, verdict=Verdict.HIGHER))]
    about = f"say the opposite of {lower_first(opposite.first.label)}; trust neither there."
    assert COMPARE.report(opposed).headline.endswith(about) and "say the opposite" in as_html(
        COMPARE.report(opposed), ""
    )
    both_goals = [replace(pair, goals=(Standing.MET, Standing.MISSED)) for pair in compared.agreed[:1]]
    disputed = replace(compared)
    vars(disputed)["agreed"] = both_goals
    assert COMPARE.report(disputed).headline.startswith("Quick bots meet the goal for ")
    vars(disputed)["agreed"] = [replace(pair, goals=both_goals[0].goals) for pair in compared.agreed[:2]]
    assert COMPARE.report(disputed).headline.startswith(
        "Quick bots and random bots differ about 2 goals; trust neither"
    )
    first, second = (
        phrases.with_unit(one.measure, one.difference.other) for one in (both_goals[0].first, both_goals[0].second)
    )
    side_by_side = f"{both_goals[0].first.label}: {first} by quick bots, met; {second} by random bots, missed."
    assert side_by_side in as_html(COMPARE.report(disputed), "again")


def test_several_revisions_stand_side_by_side(summary: Summary) -> None:
    second = replace(summary, other=replace(summary.other, scenario=replace(summary.other.scenario, title="Another")))
    several = COMPARE.report(CompareAnswer([summary, second]))
    assert several.headline == "Undecided by the goals: Broad appeal by difference and Another."
    [rows] = [block for block in several.blocks if isinstance(block, VerdictRows)]
    assert [title for title, _ in rows.answers] == ["Broad appeal by difference", "Another"]
    assert {len(row.lines) for group in rows.groups for row in group.every} == {2}
    assert all(answer == lower_first(answer) for _, answer in rows.answers)
    assert as_text(several).count("Next: for Broad appeal by difference, play on: ") == 1
    many = COMPARE.report(CompareAnswer([summary, second, summary, second]))
    assert many.headline == "Undecided by the goals: 4 revisions."
    four = CompareAnswer([summary, second], second=[summary, second])
    assert [title for title, _ in titled(four)] == [
        *("Broad appeal by difference, quick", "Broad appeal by difference, quick", "Another, quick", "Another, quick")
    ]


def test_a_reason_without_a_full_stop_gets_one(summary: Summary) -> None:
    scenario = replace(summary.other.scenario, reason="To see", hypothesis="It ends sooner")
    html = page(replace(summary, other=replace(summary.other, scenario=scenario)))
    assert "To see.<" in html and "It ends sooner.<" in html


def test_words_of_a_designer_are_text_and_not_markup(summary: Summary) -> None:
    nasty = "</script><script>alert(1)</script><a href='https://example.org'>x</a>"
    scenario = replace(summary.other.scenario, revision=nasty, title=nasty, reason=nasty, hypothesis=nasty)
    decision = Decision("hitmakers", nasty, DecisionState.ADOPTED, nasty, f"{nasty}\nand more")
    html = page(replace(summary, other=replace(summary.other, scenario=scenario)), decided={nasty: decision})
    assert nasty not in html
    assert "&lt;script&gt;alert(1)" in html
    assert "<a " not in html and "\\u003ca " not in html
    data = [json.loads(text) for text in re.findall(r'"application/json">(.*?)</script>', html)]
    assert any("&lt;a href" in str(trace.get("name")) for chart in data for trace in chart["data"])


def test_the_page_is_called_by_titles_and_says_what_was_decided(summary: Summary) -> None:
    base, other = summary.base.scenario, summary.other.scenario
    adopted = Decision(other.game.name, other.revision, DecisionState.ADOPTED, "more tension", "ask Ben about ties")
    html = page(summary, decided={other.revision: adopted})
    title = f"{other.game.title}: {scenarios.title_beside(other, base)} against {base.title}"
    assert f"<title>{title}</title>" in html and f"<h1>{title}</h1>" in html
    assert all(f"{side.name}: rules {side.rules_hash[:12]}" in html for side in (base, other))
    assert re.search(r"Decision: Adopted\. more tension\. ask Ben about ties\.", html)
    quoted = page(summary, quotes={other.revision: ["Too <long>."], "another": ["Too short."]})
    assert "A player: “Too &lt;long&gt;.”" in quoted and "Too short." not in quoted
    for nothing in ({}, {other.revision: Decision(other.game.name, other.revision)}):
        assert "Decision:" not in page(summary, decided=nothing)
    assert scenarios.title_beside(replace(other, title=base.title), base) == f"{base.title} ({other.revision})"


def test_the_chart_library_is_a_small_bundle_of_the_version_that_draws_the_dashboard(summary: Summary) -> None:
    assert get_plotlyjs_version() in LIBRARY, "renew the bundle: see Building in the documentation"
    drawn = gzip.decompress(b64decode(chart_library())).decode()
    assert f"v{get_plotlyjs_version()}" in drawn[:200] and "heatmap" in drawn
    assert len(page(summary)) < 1_000_000
    plain = Report(scenario=summary.base.scenario, title="A page without charts", headline="nothing", plays=0)
    assert chart_library() not in as_html(plain, "again")


def test_a_comparison_of_tables_of_different_size(comparison: Comparison) -> None:
    base, other = comparison.base, comparison.other
    scenario = replace(other.scenario, bots=("greedy", "greedy"))
    results = other.results.copy()
    results["winners"] = 1
    for name in results.dtype.names or ():
        if results.dtype[name].shape:
            results[name][:, 2:] = 0
    small = Outcome(scenario, results, "", 1.0)
    summary = watched_summary(base.scenario, small.scenario, together_of(base, small))
    assert not any("seat" in contrast.name for contrast in summary.contrasts)
    who = [COMPARE.report(CompareAnswer(list(sides))).played for sides in ([summary], [summary, summary])]
    assert all(plain_words(line).startswith("quick bots · ") for line in who), "said once, whatever the players"
