"""The figures of batches and comparisons, while they are played and once they are done; and stored runs."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import Any

import pandas as pd
import streamlit as st

from workbench.app.widgets.charts import chart, in_pairs
from workbench.app.widgets.text import explained, literal
from workbench.engine.game import Game
from workbench.engine.wording import time_words
from workbench.report.charts import batch
from workbench.report.charts import comparison as comparison_charts
from workbench.report.charts.batch import Chart
from workbench.report.charts.rows import answer_html, rows_html
from workbench.report.pages import row
from workbench.report.rows import rows_against, rows_alone
from workbench.report.summary import BatchSummary, Summary
from workbench.report.text import phrases, scenarios, verdicts
from workbench.report.text.answers import answer, answer_alone
from workbench.report.text.scenarios import NO_PEOPLE, bot_strength, bots_label
from workbench.scenario import Scenario, differences
from workbench.stats import Verdict
from workbench.store import Run
from workbench.study.figures import Prominence


def strengths(game: Game, bots: Iterable[str]) -> str:
    """What each of these bots does, as a list for a hint."""
    lines = [f"- **{literal(name)}**: {literal(bot_strength(game, name))}." for name in dict.fromkeys(bots)]
    return "\n".join([*lines, "", NO_PEOPLE])


def runs_table(game: Game, runs: Sequence[Run], key: str) -> None:
    """Stored runs of a game, newest first; the hint above the bots says how well they play."""
    bots = [bot for run in runs for bot in run.bots]
    columns: dict[str, Any] = {
        "Bots": st.column_config.TextColumn(help=f"Who sat at the table.\n\n{strengths(game, bots)}"),
        "Started": st.column_config.DatetimeColumn(format="D MMM YYYY, HH:mm", width="medium"),
        "Plays": st.column_config.TextColumn(),
        "Plays a second": st.column_config.NumberColumn(format="localized"),
        "Note": st.column_config.TextColumn(width="medium"),
    }
    frame = runs_frame(runs)
    st.dataframe(frame, hide_index=True, column_config=columns, key=key, alt="Stored runs, newest first")


def runs_frame(runs: Sequence[Run]) -> pd.DataFrame:
    """Runs as a table for people; what they were played for only where some are a part of a study."""
    frame = pd.DataFrame([_run_row(run) for run in runs])
    return frame if any(run.study for run in runs) else frame.drop(columns="Played for", errors="ignore")


def _run_row(run: Run) -> dict[str, Any]:
    return {
        "Started": run.created_at.astimezone(),
        "Revision": run.scenario,
        "Bots": bots_label(run.bots),
        "Plays": phrases.count(run.plays) if run.done == run.plays else progress_of(run),
        "Seed": run.seed,
        "Status": run.status.value,
        "Plays a second": round(run.done / run.elapsed_s) if run.elapsed_s > 0 else None,
        "Played for": f"{run.study}, retake {run.retake}" if run.retake else run.study,
        "Run": run.id,
    }


def progress_of(run: Run) -> str:
    """How far an unfinished run got."""
    return f"{phrases.count(run.done)} of {phrases.count(run.plays)}"


def run_label(run: Run) -> str:
    """A run in a list to choose from."""
    plays = phrases.count(run.plays) if run.done == run.plays else progress_of(run)
    started = time_words(run.created_at)
    seed = f"seed {run.seed}, retake {run.retake}" if run.retake else f"seed {run.seed}"
    return f"{run.scenario} · {bots_label(run.bots)} · {plays} plays · {seed} · {run.status} · {started}"


BADGES = {
    Verdict.BETTER: ":green-badge[:material/thumb_up: better]",
    Verdict.WORSE: ":red-badge[:material/thumb_down: worse]",
    Verdict.HIGHER: ":blue-badge[:material/north: higher]",
    Verdict.LOWER: ":blue-badge[:material/south: lower]",
    Verdict.SAME: ":gray-badge[:material/equal: same]",
    Verdict.UNDECIDED: ":orange-badge[:material/question_mark: undecided]",
}
VERDICT = "How the two revisions differ on the same shuffles, and how sure that is."
GOALS = "What the revision should achieve, and whether these plays show it."
CHANGES = "Each bar is a change with its 95 % interval. Inside the gray band it is too small to count."
TARGETS = "Each bar is a figure with its 95 % interval beside the gray band that its goal asks for."
PAIRING = """
Both revisions are dealt **the same shuffles**: play 1 of one against play 1 of the other, and so on. The luck of the
deal that is common to both cancels in each difference. The *correlation* says how alike the two results of a pair are;
the *variance ratio* how much of the noise is left: 1 is as noisy as two separate batches, 0.25 is as sharp as four
times the plays. Once a changed rule leads to other decisions, the rest of a play goes its own way: in
whole matches little is saved (0.9 is usual).

Among many measures some verdicts would be wrong by luck alone. So the chance that *any* verdict of the table is wrong,
*same* as well as *higher* and *lower*, is kept at 5 % at most (Holm's method over one-sided tests against the smallest
change that counts; measures that repeat each other count once). No verdict rests on fewer than 100 plays.
"""


def so_far(found: BatchSummary | Summary) -> None:
    """What is known while the plays go on, and whose play it is: the same rows in the same order as afterwards."""
    plays = phrases.count(found.plays)
    if isinstance(found, BatchSummary):
        who, what = scenarios.who_played(found.scenario), f"{plays} plays"
        st.markdown(f"## So far: {literal(answer_alone(found))}", anchors=False)
    else:
        who, what = scenarios.who_played(found.other.scenario), f"{plays} pairs of plays"
        st.markdown(f"## So far: {literal(answer(found))}", anchors=False)
    st.caption(f"So far, after {what}, {literal(who)}. The intervals hold at every look.")
    rows_of(found, folds=False)


def rows_of(*found: BatchSummary | Summary, folds: bool = True) -> None:
    """The rows of one batch, or of comparisons with the same base."""
    summaries = [each for each in found if isinstance(each, Summary)]
    alone = [each for each in found if isinstance(each, BatchSummary)]
    rows = rows_against(summaries) if summaries else rows_alone(alone[0])
    st.html(rows_html(rows, folds=folds))
    st.caption(CHANGES if summaries else TARGETS)


@lru_cache(maxsize=16)
def _charts(*sides: BatchSummary) -> list[Chart]:
    """Win rates, scores and points by criterion; drawn once, and shown at every look."""
    every = [*comparison_charts.win_charts(*sides), batch.score_distribution(*sides), batch.points_by_criterion(*sides)]
    return [each for each in every if each]


def _drawn(key: str, *sides: BatchSummary) -> list[Callable[[], None]]:
    """What shows each of the charts."""
    return [partial(chart, each, f"{key}_{each.name}") for each in _charts(*sides)]


# One batch


def side(found: BatchSummary, actions: Callable[[], None] = lambda: None) -> None:
    """A finished batch: how it plays, what can be done now, then every figure."""
    st.markdown(f"## {literal(answer_alone(found))}", anchors=False, help=explained(GOALS, "goal", "interval"))
    st.caption(
        literal(_played(found.plays, "plays", found.scenario)), help=literal(scenarios.how_batch_was_played(found))
    )
    cut_short(found)
    rows_of(found)
    actions()
    in_pairs(_drawn("side", found))
    with st.expander("Every figure with its 95 % interval", icon=":material/table:"):
        st.caption(scenarios.SEATS_FROM_1)
        st.dataframe(readings_frame(found), hide_index=True, key="readings", alt="Every figure with its interval")


def cut_short(*batches: BatchSummary) -> None:
    """A warning where a limit ended many of the plays."""
    if sentence := verdicts.cut_short_sentence({each.scenario.revision: each.cut_short for each in batches}):
        st.warning(literal(sentence), icon=":material/content_cut:")


def readings_frame(found: BatchSummary) -> pd.DataFrame:
    """Every figure of a batch as a table for people."""
    rows = [
        {
            "Measure": reading.label,
            "Mean": phrases.value(reading.measure, reading.estimate.mean),
            "95 % interval": phrases.span(reading.measure, reading.estimate),
            "Unit": phrases.unit(reading.measure),
            "What it counts": reading.measure.help,
        }
        for reading in found.readings.values()
        if reading.estimate.n and reading.prominence is not Prominence.HIDDEN  # there may be sides that nobody is on
    ]
    return pd.DataFrame(rows)


# Two batches


def summary(found: Summary, actions: Callable[[], None] = lambda: None) -> None:
    """A finished comparison: the answer, the rows, what can be done now, and what lies behind them."""
    verdict(found)
    cut_short(found.base, found.other)
    rows_of(found)
    st.markdown(literal(scenarios.changed_rules(found)))
    actions()
    behind(found)


def several(found: Sequence[Summary]) -> None:
    """Finished comparisons with the same base: an answer a revision, then a row a measure with a mark for each."""
    for place, each in enumerate(found):
        title = each.other.scenario.title
        st.html(answer_html(title, answer(each), place))
    st.caption(literal(scenarios.how_played(found[0])))
    cut_short(*(each.other for each in found))
    rows_of(*found)
    in_pairs(_drawn("several", found[0].base, *(each.other for each in found)))


def verdict(found: Summary, name: str = "") -> None:
    """What the change did, and by whose play; `name` tells the bots apart where there are others."""
    said = f"By {name}: {answer(found)}" if name else answer(found)
    st.markdown(f"## {literal(said)}", anchors=False, help=explained(VERDICT, "verdict", "paired plays", "interval"))
    base, who = found.base.scenario, literal(scenarios.how_played(found))
    alike = set(base.bots) == set(found.other.scenario.bots)
    st.caption(literal(_played(found.plays, "paired plays", base)) if alike else who, help=who)


def _played(plays: int, what: str, scenario: Scenario) -> str:
    """Who played how much, on one line; the rest is in its hint."""
    return f"{bots_label(scenario.bots)} · {phrases.count(plays)} {what} · seed {scenario.seed} · {NO_PEOPLE}"


def details(found: Summary) -> None:
    """Rows, charts and every measure of a finished comparison."""
    cut_short(found.base, found.other)
    rows_of(found)
    behind(found)


def behind(found: Summary) -> None:
    """Charts and every measure of a finished comparison."""
    in_pairs(_drawn("final", found.base, found.other))
    with st.expander("How sure is this? Every measure, and how paired plays work", icon=":material/query_stats:"):
        st.markdown(PAIRING)
        st.caption(scenarios.SEATS_FROM_1)
        st.dataframe(contrasts_frame(found), hide_index=True, key="contrasts", alt="Every measure of the comparison")


def changed(base: Scenario, other: Scenario) -> None:
    """The changed rules, before and after."""
    frame = changed_frame(base, other)
    if frame.empty:
        st.caption("None: both revisions have the same rules.")
    else:
        st.table(frame, alt="Rules that differ between the two revisions")


def changed_frame(base: Scenario, other: Scenario) -> pd.DataFrame:
    """The changed rules as a table for people."""
    rows = [
        {
            "Rule": other.game.parameters[name].label,
            base.revision: scenarios.rule_value(other.game, name, before),
            other.revision: scenarios.rule_value(other.game, name, after),
        }
        for name, (before, after) in differences(base, other).items()
    ]
    return pd.DataFrame(rows).set_index("Rule") if rows else pd.DataFrame()


def contrasts_frame(found: Summary) -> pd.DataFrame:
    """Every measure of a comparison as a table for people."""
    base, other = found.base.scenario.revision, found.other.scenario.revision
    rows = []
    for contrast in (*found.main, *found.details):
        cells = row(contrast)
        ratio = contrast.difference.variance_ratio
        rows.append(
            {
                "Measure": cells["label"],
                base: cells["base"],
                other: cells["other"],
                "Change": cells["change"],
                "95 % interval": cells["interval"],
                "Verdict": cells["verdict"],
                "Smallest change that counts": phrases.margin(contrast.measure),
                "Correlation": cells["correlation"],
                "Variance ratio": "–" if ratio is None else phrases.decimal(ratio, 2),
            }
        )
    return pd.DataFrame(rows)
