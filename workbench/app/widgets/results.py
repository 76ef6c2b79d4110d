"""The figures of batches and comparisons, while they are played and once they are done; and stored runs."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import Any

import pandas as pd
import streamlit as st

from workbench.app.widgets.charts import chart, charts_in_pairs, in_pairs
from workbench.app.widgets.text import explained, literal
from workbench.engine.game import Game
from workbench.engine.wording import time_words
from workbench.report.charts import batch
from workbench.report.charts import comparison as comparison_charts
from workbench.report.charts.batch import Chart
from workbench.report.charts.comparison import forest
from workbench.report.pages import row
from workbench.report.summary import BatchSummary, Summary
from workbench.report.text import phrases, scenarios, verdicts
from workbench.report.text.scenarios import NO_PEOPLE, bot_strength, bots_label, measure_and_label, target
from workbench.scenario import Scenario, differences
from workbench.stats import Verdict
from workbench.store import Run
from workbench.study.compare import Contrast
from workbench.study.figures import Prominence
from workbench.study.goals import CheckedGoal, Standing


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
TALLY = {
    "Changed": (
        "Measures that changed by more than the smallest change that counts.",
        "verdict",
        "smallest change that counts",
    ),
    "Stayed the same": ("Measures that changed by less than the smallest change that counts.", "measure", "interval"),
    "Undecided": ("Measures that these plays cannot decide.", "undecided"),
    "Goals met": (GOALS, "goal"),
}
"""What the numbers above a comparison count, with the terms that explain them."""
FEW = 12
"""Measures whose differences are drawn while the plays go on."""
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
    """What is known while the plays go on, and whose play it is."""
    if isinstance(found, BatchSummary):
        st.caption(
            f"So far, after {phrases.count(found.plays)} plays, {literal(scenarios.who_played(found.scenario))}."
            " The intervals hold at every look."
        )
        charts_in_pairs(_charts(found)[:2], "side_live")
    else:
        st.caption(
            f"So far, after {phrases.count(found.plays)} pairs of plays,"
            f" {literal(scenarios.who_played(found.other.scenario))}."
            " The intervals hold at every look, and are therefore wider than the final ones."
        )
        chart(_forest_of(found, FEW), "live_forest")
        charts_in_pairs(_charts(found.base, found.other)[:2], "live")


@lru_cache(maxsize=16)
def _charts(*sides: BatchSummary) -> list[Chart]:
    """Win rates, scores and points by criterion; drawn once, and shown at every look."""
    every = [*comparison_charts.win_charts(*sides), batch.score_distribution(*sides), batch.points_by_criterion(*sides)]
    return [each for each in every if each]


def _drawn(key: str, *sides: BatchSummary) -> list[Callable[[], None]]:
    """What shows each of the charts."""
    return [partial(chart, each, f"{key}_{each.name}") for each in _charts(*sides)]


@lru_cache(maxsize=16)
def _forest_of(found: Summary, most: int) -> Chart:
    """The differences of the measures that matter most."""
    return forest(found, verdicts.by_weight(found, found.main)[:most])


# One batch


def side(found: BatchSummary) -> None:
    """A finished batch."""
    st.caption(literal(scenarios.how_batch_was_played(found)))
    cut_short(found)
    in_pairs([*_drawn("side", found), partial(_goals, found)])
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


def summary(found: Summary) -> None:
    """A finished comparison."""
    with st.container(border=True):
        verdict(found)
        st.markdown(scenarios.changed_rules(found))
    details(found)


def verdict(found: Summary, name: str = "") -> None:
    """What the change did, and by whose play; `name` tells the bots apart where there are others."""
    headline = verdicts.headline(found)
    headline = f"By {name}: {headline[:1].lower()}{headline[1:]}" if name else headline
    st.markdown(
        f"## {literal(headline)}", anchors=False, help=explained(VERDICT, "verdict", "paired plays", "interval")
    )
    st.caption(literal(scenarios.how_played(found)))


def details(found: Summary) -> None:
    """Charts, sentences, goals and every measure of a finished comparison."""
    cut_short(found.base, found.other)
    _tally(found)
    _forest(found)
    _verdicts(found)
    in_pairs(_blocks(found))
    with st.expander("How sure is this? Every measure, and how paired plays work", icon=":material/query_stats:"):
        st.markdown(PAIRING)
        st.caption(scenarios.SEATS_FROM_1)
        st.dataframe(contrasts_frame(found), hide_index=True, key="contrasts", alt="Every measure of the comparison")


def _blocks(found: Summary) -> list[Callable[[], None]]:
    """The charts, the changed rules and the goals, as many as fill rows of two."""
    drawn = _drawn("final", found.base, found.other)
    blocks = [partial(_rules, found), partial(_goals, found.other, found.base)]
    return [*drawn, *blocks] if len(drawn) % 2 == 0 else [*drawn, partial(_below_each_other, blocks)]


def _below_each_other(blocks: Sequence[Callable[[], None]]) -> None:
    for show in blocks:
        show()


def _rules(found: Summary) -> None:
    st.markdown("## Changed rules", anchors=False)
    changed(found.base.scenario, found.other.scenario)


def _goals(judged: BatchSummary, base: BatchSummary | None = None) -> None:
    st.markdown(f"## Goals of {judged.scenario.revision}", anchors=False, help=explained(GOALS, "goal", "undecided"))
    goals(judged, base)


def _tally(found: Summary) -> None:
    met = [checked.standing.value for checked in found.other.goals].count("met")
    shown: dict[str, int | str] = {
        "Changed": len(verdicts.moved(found)),
        "Stayed the same": len(verdicts.of_verdict(found, Verdict.SAME)),
        "Undecided": len(verdicts.of_verdict(found, Verdict.UNDECIDED)),
        "Goals met": f"{met} of {len(found.other.goals)}" if found.other.goals else "none set",
    }
    row = st.grid(len(shown), min_column_width=150)
    for label, value in shown.items():
        row.metric(label, value, border=True, help=explained(*TALLY[label]))


def _verdicts(found: Summary) -> None:
    moved = verdicts.moved(found)
    if moved:
        st.markdown("## What changed", anchors=False)
        _sentences(moved)
    for verdict, title in ((Verdict.UNDECIDED, "Undecided"), (Verdict.SAME, "Stayed the same")):
        rest = verdicts.of_verdict(found, verdict)
        if rest:
            with st.expander(f"{title}: {len(rest)} measures" if len(rest) > 1 else f"{title}: one measure"):
                _sentences(rest)
    if below := verdicts.details_in_order(found):
        with st.expander(verdicts.details_title(below), icon=":material/account_tree:"):
            _sentences(below)


def _sentences(contrasts: list[Contrast]) -> None:
    lines = [f"{BADGES[contrast.verdict]} {verdicts.sentence(contrast)}" for contrast in contrasts]
    st.markdown("\n\n".join(lines))


def _forest(found: Summary) -> None:
    """The differences; those that stayed the same only when asked for, unless a goal is about them."""
    every = [*verdicts.by_weight(found, found.main), *verdicts.details_in_order(found)]
    few = [each for each in verdicts.by_weight(found, found.main) if _is_telling(each, found)]
    place = st.container()
    below = "details and " if found.details else ""
    label = f"Show all {len(every)} figures, including {below}those that stayed the same"
    shown = every if not few or st.toggle(label, key="all_measures", persist_state="session") else few
    with place:
        chart(forest(found, shown), "final_forest")


def _is_telling(contrast: Contrast, found: Summary) -> bool:
    return contrast.verdict is not Verdict.SAME or contrast.name in found.goal_figures


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


def goals(judged: BatchSummary, base: BatchSummary | None = None) -> None:
    """The goals of a batch and how it stands to them; beside it the base's figures."""
    if not judged.goals:
        st.caption("None set. Add them under `[goals]` in the scenario file, for example `tie_rate = { max = 0.10 }`.")
        return
    rows = [_goal_row(checked, judged, base) for checked in judged.goals]
    st.table(pd.DataFrame(rows).set_index("Measure"), alt="Goals and results")


def _goal_row(checked: CheckedGoal, judged: BatchSummary, base: BatchSummary | None) -> dict[str, str]:
    measure, label = measure_and_label(judged, checked.name)
    before = base.estimate(checked.name) if base else None
    shown = {base.scenario.revision: phrases.value(measure, before.mean)} if base and before else {}
    return {
        "Measure": verdicts.SUBJECTS.get(checked.name, label),
        "Goal": target(checked.goal, measure),
        **shown,
        judged.scenario.revision: phrases.value(measure, checked.estimate.mean),
        "Result": STANDING[checked.standing],
    }


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


STANDING = {
    Standing.MET: ":green-badge[:material/check_circle: met]",
    Standing.MISSED: ":red-badge[:material/cancel: missed]",
    Standing.UNDECIDED: ":gray-badge[:material/help: undecided]",
}
