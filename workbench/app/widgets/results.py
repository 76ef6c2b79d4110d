"""The figures of a batch or of comparisons: the answer, the rows, the charts, and every figure as a table.

What is found is a list: one batch, or comparisons with the same base. It is drawn alike while it is played and after.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, partial

import pandas as pd
import streamlit as st

from workbench.app.widgets.charts import chart, in_pairs
from workbench.app.widgets.text import explained, literal
from workbench.engine.game import Game
from workbench.report.charts import batch
from workbench.report.charts import comparison as comparison_charts
from workbench.report.charts.batch import Chart
from workbench.report.charts.rows import answers_html, rows_html
from workbench.report.pages import row
from workbench.report.rows import rows_against, rows_alone
from workbench.report.summary import BatchSummary, Summary
from workbench.report.text import phrases, scenarios, verdicts
from workbench.report.text.answers import answer, answer_alone
from workbench.report.text.scenarios import NO_PEOPLE, bot_strength, bots_phrase
from workbench.scenario import Scenario, differences
from workbench.stats import Prominence, Verdict

Found = Sequence[BatchSummary | Summary]
"""One batch, or comparisons with the same base."""


def strengths(game: Game, bots: Iterable[str]) -> str:
    """What each of these bots does, as a list for a hint."""
    lines = [f"- **{literal(name)}**: {literal(bot_strength(game, name))}." for name in dict.fromkeys(bots)]
    return "\n".join([*lines, "", NO_PEOPLE])


BADGES = {
    Verdict.BETTER: ":green-badge[:material/thumb_up: better]",
    Verdict.WORSE: ":red-badge[:material/thumb_down: worse]",
    Verdict.HIGHER: ":blue-badge[:material/north: higher]",
    Verdict.LOWER: ":blue-badge[:material/south: lower]",
    Verdict.SAME: ":gray-badge[:material/equal: same]",
    Verdict.UNDECIDED: ":orange-badge[:material/question_mark: undecided]",
}
VERDICT = "How the two revisions differ on the same shuffles, and how sure that is."
GOALS = (
    "What the revision should achieve, and whether these plays show it. All its goals are checked together: the chance"
    " that any is called met or missed wrongly is at most 5 %."
)
CHANGES = (
    "Marks are changes with 95 % intervals. One inside the gray band is too small to count, by itself. Verdicts take"
    " all measures together: where that leaves open what an interval says, it is “perhaps” so. Open marks: undecided."
)
TARGETS = """Marks are averages with 95 % intervals, beside the gray band that the goal asks for; those of all goals
hold together with 95 %. Without a goal, the band is the smallest change that counts: an interval inside it is narrow
enough."""
PAIRING = """
Both revisions are dealt **the same shuffles**: play 1 of one against play 1 of the other, and so on. The luck of the
deal that is common to both cancels in each difference. *Saved by pairing* is the share of the plays that this saves:
with 75 % saved, these plays say as much as four times as many without pairs. Once a changed rule leads to other
decisions, the rest of a play goes its own way, so rare events and whole matches gain least.

Among many measures some verdicts would be wrong by luck alone. So the chance that *any* verdict of the table is wrong,
*same* as well as *higher* and *lower*, is kept at 5 % at most (Holm's method over one-sided tests against the smallest
change that counts; measures that repeat each other count once). No verdict rests on fewer than 100 plays. So it is
with the goals of a revision: all their intervals hold together with 95 %.
"""


def _comparisons(found: Found) -> list[Summary]:
    return [each for each in found if isinstance(each, Summary)]


def _sides(found: Found) -> list[BatchSummary]:
    """Every batch, the base first."""
    pairs = _comparisons(found)
    alone = [each for each in found if isinstance(each, BatchSummary)]
    return [*alone, *(pair.base for pair in pairs[:1]), *(pair.other for pair in pairs)]


def titled(*sides: BatchSummary) -> list[BatchSummary]:
    """The same, called by their titles rather than their files, unless two have the same."""
    titles = [side.scenario.title for side in sides]
    if len(set(titles)) < len(titles):
        return list(sides)
    return [replace(side, scenario=replace(side.scenario, revision=side.scenario.title)) for side in sides]


# The answer


def headline(found: Found, *, lead: str = "", so_far: bool = False) -> None:
    """What was found, as a person would say it, and by whose play; `so_far` while it is played."""
    pairs, sides = _comparisons(found), _sides(found)
    lead = "So far: " if so_far else lead
    if len(pairs) > 1:
        base = pairs[0].base.scenario.title
        st.markdown(f"## {lead}{'a' if lead else 'A'}gainst {literal(base)}", anchors=False)
        st.html(answers_html([(pair.other.scenario.title, answer(pair)) for pair in pairs]))
    elif pairs:
        about = explained(VERDICT, "verdict", "paired plays", "interval")
        st.markdown(f"## {literal(lead + answer(pairs[0]))}", anchors=False, help=about)
    else:
        about = explained(GOALS, "goal", "interval")
        st.markdown(f"## {literal(lead + answer_alone(sides[0]))}", anchors=False, help=about)
    how = scenarios.how_played(pairs[0]) if pairs else scenarios.how_batch_was_played(sides[0])
    st.caption(literal(_played(found, so_far)), help=literal(how))
    for pair in pairs:
        if pair.stop:
            st.markdown(literal(f"Played until decided: {pair.stop.sentence}"))


def _played(found: Found, so_far: bool) -> str:
    """Who played how much, on one line; the rest is in its hint."""
    pairs, sides = _comparisons(found), _sides(found)
    if pairs and any(set(side.scenario.bots) != set(sides[0].scenario.bots) for side in sides):
        return scenarios.how_played(pairs[0])
    first, plays = sides[0].scenario, phrases.count(min(each.plays for each in found))
    parts = [bots_phrase(first.bots), f"{plays} {'paired plays' if pairs else 'plays'}"]
    watched = so_far or any(pair.stop for pair in pairs)
    return " · ".join([*parts, "the intervals hold at every look" if watched else NO_PEOPLE])


def cut_short(found: Found) -> None:
    """A warning where a limit ended many of the plays."""
    shares = {side.scenario.revision: side.cut_short for side in _sides(found)}
    if sentence := verdicts.cut_short_sentence(shares):
        st.warning(literal(sentence), icon=":material/content_cut:")


# Rows and charts


def rows_of(found: Found, *, folds: bool = True) -> None:
    """A row a measure, a mark a revision."""
    pairs, sides = _comparisons(found), _sides(found)
    rows = rows_against(pairs) if pairs else rows_alone(sides[0])
    st.html(rows_html(rows, folds=folds, base=sides[0].scenario.title))
    st.caption(CHANGES if pairs else TARGETS)


def changed_rules(found: Found) -> None:
    """What each revision changes, in a sentence."""
    for comparison in _comparisons(found):
        base, other = titled(comparison.base, comparison.other)
        st.markdown(literal(scenarios.changed_rules(replace(comparison, base=base, other=other))))


def charts(found: Found) -> None:
    """Win rates, scores and points by criterion."""
    in_pairs([partial(chart, each, f"chart_{each.name}") for each in _charts(*_sides(found))])


@lru_cache(maxsize=16)
def _charts(*sides: BatchSummary) -> list[Chart]:
    """Drawn once, and shown at every look."""
    sides = tuple(titled(*sides))
    every = [*comparison_charts.win_charts(*sides), batch.score_distribution(*sides), batch.points_by_criterion(*sides)]
    return [each for each in every if each]


# Tables


def every_figure(found: Found) -> None:
    """Every figure as a table, and how sure it is; folded away."""
    pairs = _comparisons(found)
    title = "How sure is this? Every measure, and how paired plays work" if pairs else "Every figure with its interval"
    with st.expander(title, icon=":material/table:"):
        st.caption(scenarios.SEATS_FROM_1)
        if pairs:
            st.markdown(PAIRING)
            for pair in pairs:
                _contrasts(pair, alone=len(pairs) == 1)
        else:
            frame = readings_frame(_sides(found)[0])
            st.dataframe(frame, hide_index=True, key="readings", alt="Every figure with its interval")


def _contrasts(summary: Summary, *, alone: bool) -> None:
    other = summary.other.scenario
    if not alone:
        st.markdown(f"**{literal(other.title)}**")
    key = "contrasts" if alone else f"contrasts_{other.revision}"
    st.markdown(literal(verdicts.pairing(summary.main)))
    st.dataframe(contrasts_frame(summary), hide_index=True, key=key, alt=f"Every measure of {other.title}")


def readings_frame(batch_summary: BatchSummary) -> pd.DataFrame:
    """Every figure of a batch as a table for people."""
    rows = [
        {
            "Measure": reading.label,
            "Mean": phrases.value(reading.measure, reading.estimate.mean),
            "95 % interval": phrases.span(reading.measure, reading.estimate),
            "Plays": phrases.count(reading.estimate.n),
            "Unit": phrases.unit(reading.measure),
            "What it counts": reading.measure.help,
        }
        for reading in batch_summary.readings.values()
        if reading.estimate.n and reading.prominence is not Prominence.HIDDEN  # there may be sides that nobody is on
    ]
    return pd.DataFrame(rows)


def changed(base: Scenario, other: Scenario) -> None:
    """The changed rules, before and after."""
    frame = changed_frame(base, other)
    if frame.empty:
        st.caption("None: both revisions have the same rules.")
    else:
        st.table(frame, alt="Rules that differ between the two revisions")


def changed_frame(base: Scenario, other: Scenario) -> pd.DataFrame:
    """The changed rules as a table for people."""
    before, after = (base.title, other.title) if base.title != other.title else (base.revision, other.revision)
    rows = [
        {
            "Rule": other.game.parameters[name].label,
            before: scenarios.rule_value(other.game, name, was),
            after: scenarios.rule_value(other.game, name, now),
        }
        for name, (was, now) in differences(base, other).items()
    ]
    return pd.DataFrame(rows).set_index("Rule") if rows else pd.DataFrame()


def contrasts_frame(summary: Summary) -> pd.DataFrame:
    """Every measure of a comparison as a table for people."""
    base, other = summary.base.scenario.revision, summary.other.scenario.revision
    rows = []
    for contrast in (*summary.main, *summary.details):
        cells = row(contrast)
        rows.append(
            {
                "Measure": cells["label"],
                base: cells["base"],
                other: cells["other"],
                "Change": cells["change"],
                "95 % interval": cells["interval"],
                "Verdict": cells["verdict"],
                "Smallest change that counts": phrases.margin(contrast.measure),
                "Saved by pairing": cells["saved"],
            }
        )
    return pd.DataFrame(rows)
