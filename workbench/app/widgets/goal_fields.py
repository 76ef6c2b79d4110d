"""The goals of a draft: add, change, remove; beside each what its parent's bots reach today."""

from collections.abc import Sequence

import streamlit as st

from workbench.app import drafts
from workbench.app.draft import Draft, complaint
from workbench.app.drafts import BOUNDS, bound_key
from workbench.app.widgets import controls, try_panel
from workbench.app.widgets.text import explained, literal
from workbench.play.goals import CheckedGoal, Standing, goal_measure, overall_standing
from workbench.report.summary import BatchSummary
from workbench.report.text import phrases
from workbench.report.text.scenarios import goal_label
from workbench.scenario import Goal, Scenario
from workbench.scenario.goals import goal_measures

ABOUT = "What the revision should achieve. Each is checked whenever it is played."
STANDING_TEXTS = {Standing.MET: ":green[✓ met]", Standing.MISSED: ":red[✗ missed]", Standing.UNDECIDED: "undecided"}


def show(draft: Draft) -> None:
    """The goals, a row each, and what else could be one."""
    today = try_panel.today(draft)
    with st.container(border=True, key="goals_panel"):
        st.markdown("## Goals", anchors=False, help=explained(ABOUT, "goal"))
        checks = today.check(draft.goals) if today else []
        for goal in draft.goals:
            _goal(draft, goal, [checked for checked in checks if checked.goal == goal and checked.figure.estimate.n])
        _add(draft, today)


def _goal(draft: Draft, goal: Goal, checks: Sequence[CheckedGoal]) -> None:
    parent, name = draft.parent, goal.measure
    measure, label = goal_measure(draft.game, name), goal_label(draft.game, name)
    with st.container(key=f"goal_{name}", gap="xxsmall"):
        row = st.container(horizontal=True, vertical_alignment="center")
        row.markdown(f"**{literal(label)}**  \n:small[{today_words(goal, draft, checks)}]", width="stretch")
        unit = "%" if phrases.is_share(measure) else measure.unit
        for bound, words in zip(BOUNDS, ("at least", "at most"), strict=True):
            row.number_input(
                f"{label}, {words} ({unit})", key=bound_key(parent, name, bound), value=None, format="%g",
                placeholder=words, persist_state="session", width=130, label_visibility="collapsed",
            )  # fmt: skip
        row.button(
            "", key=f"remove_goal_{name}", icon=":material/delete:", type="tertiary", on_click=drafts.remove_goal,
            args=[parent, name], help=f"Remove the goal for {label}",
        )  # fmt: skip
        for problem in draft.at_goal(name):
            st.markdown(f":red[:small[:material/error: {literal(complaint(problem))}]]")


def today_words(goal: Goal, draft: Draft, checks: Sequence[CheckedGoal]) -> str:
    """The parent's value of a goal today, and whether it is met."""
    if not checks:
        return "today: not played yet"
    measure, estimate = goal_measure(draft.game, goal.measure), checks[0].figure.estimate
    standing = f" {STANDING_TEXTS[overall_standing(checks)]}" if goal.written else ""
    return literal(f"today {phrases.value(measure, estimate.mean)} ({phrases.span(measure, estimate)})") + standing


def _add(draft: Draft, today: BatchSummary | None) -> None:
    game = draft.game
    taken = {Goal(goal.measure).counted(game) for goal in draft.goals}
    rate = {Goal(name).counted(game): name for name in goal_measures(game)}
    free = [name for counted, name in rate.items() if counted not in taken]
    st.selectbox(
        "Add a goal", free, index=None, key="add_goal", format_func=lambda name: goal_label(game, name),
        placeholder="Add a goal for …", on_change=_added, args=[draft.parent, free, today],
        label_visibility="collapsed", filter_mode="contains",
    )  # fmt: skip


def _added(parent: Scenario, free: Sequence[str], today: BatchSummary | None) -> None:
    """Add the goal that was chosen, once, at most as much as today, and have the box say nothing again.

    A busy server may get the choice twice, before it has drawn the page without that option.
    """
    name = controls.picked("add_goal", free)
    st.session_state["add_goal"] = None
    if name:
        checks = today.check([Goal(name, None, 0.0)]) if today else []
        reached = [checked.figure.estimate.mean for checked in checks if checked.figure.estimate.n]
        drafts.add_goal(parent, name, float(f"{max(reached):.3g}") if reached else None)
