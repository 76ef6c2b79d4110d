"""The goals of a draft: add, change, remove; beside each what its parent's bots reach today."""

from collections.abc import Sequence

import streamlit as st

from workbench.app.widgets import controls, try_panel
from workbench.app.widgets.draft import Draft, complaint
from workbench.app.widgets.text import explained, literal
from workbench.engine.game import Game
from workbench.engine.measures import Measure
from workbench.play.goals import CheckedGoal, Standing, goal_measure, overall_standing
from workbench.report.summary import BatchSummary
from workbench.report.text import phrases
from workbench.report.text.scenarios import goal_label
from workbench.scenario import Goal, Scenario
from workbench.scenario.goals import goal_measures

ABOUT = "What the revision should achieve. Each is checked whenever it is played."
STANDING_TEXTS = {Standing.MET: ":green[✓ met]", Standing.MISSED: ":red[✗ missed]", Standing.UNDECIDED: "undecided"}
BOUNDS = ("min", "max")


def names_key(parent: Scenario) -> str:
    """Where the session keeps which measures have a goal."""
    return f"goals:{parent.name}"


def bound_key(parent: Scenario, measure: str, bound: str) -> str:
    """Where the session keeps a bound of a goal, in the unit that is shown."""
    return controls.newest_key(_field(parent, measure, bound))


def _field(parent: Scenario, measure: str, bound: str) -> str:
    return f"goal:{parent.name}:{measure}:{bound}"


def drafted_goals(parent: Scenario) -> tuple[Goal, ...]:
    """The goals as they stand in the form; those of the parent until one of them is changed."""
    if names_key(parent) not in st.session_state:
        put_goals(parent, parent.goals)
    return tuple(_read(parent, name) for name in st.session_state[names_key(parent)])


def put_goals(parent: Scenario, goals: tuple[Goal, ...]) -> None:
    """Have the form show these goals."""
    st.session_state[names_key(parent)] = [goal.measure for goal in goals]
    for goal in goals:
        times = _times(parent.game, goal.measure)
        for bound, value in zip(BOUNDS, (goal.low, goal.high), strict=True):
            text_value = None if value is None else round(value * times, 6)
            controls.fill(_field(parent, goal.measure, bound), text_value)


def _read(parent: Scenario, name: str) -> Goal:
    times = _times(parent.game, name)
    entries = [st.session_state.get(bound_key(parent, name, bound)) for bound in BOUNDS]
    low, high = (None if entry is None else round(entry / times, 8) for entry in entries)
    return Goal(name, low, high)


def _times(game: Game, name: str) -> int:
    return 100 if phrases.is_share(goal_measure(game, name)) else 1


def show(draft: Draft) -> None:
    """The goals, a row each, and what else could be one."""
    today = try_panel.today(draft)
    with st.container(border=True, key="goals_panel"):
        st.markdown("## Goals", anchors=False, help=explained(ABOUT, "goal"))
        checks = today.check(draft.goals) if today else []
        for goal in draft.goals:
            _goal(draft, goal, [checked for checked in checks if checked.goal == goal and checked.figure.estimate.n])
        _add(draft.parent, today)


def _goal(draft: Draft, goal: Goal, checks: Sequence[CheckedGoal]) -> None:
    parent, name = draft.parent, goal.measure
    measure, label = goal_measure(draft.game, name), goal_label(draft.game, name)
    with st.container(key=f"goal_{name}", gap="xxsmall"):
        row = st.container(horizontal=True, vertical_alignment="center")
        standing = f" {STANDING_TEXTS[overall_standing(checks)]}" if checks and goal.written else ""
        now = f":small[{literal(_now(measure, checks))}{standing}]"
        row.markdown(f"**{literal(label)}**  \n{now}", width="stretch")
        unit = "%" if phrases.is_share(measure) else measure.unit
        for bound, words in zip(BOUNDS, ("at least", "at most"), strict=True):
            row.number_input(
                f"{label}, {words} ({unit})", key=bound_key(parent, name, bound), value=None, format="%g",
                placeholder=words, persist_state="session", width=130, label_visibility="collapsed",
            )  # fmt: skip
        row.button(
            "", key=f"remove_goal_{name}", icon=":material/delete:", type="tertiary", on_click=_remove,
            args=[parent, name], help=f"Remove the goal for {label}",
        )  # fmt: skip
        for problem in draft.at_goal(name):
            st.markdown(f":red[:small[:material/error: {literal(complaint(problem))}]]")


def _now(measure: Measure, checks: Sequence[CheckedGoal]) -> str:
    if not checks:
        return "today: not played yet"
    estimate = checks[0].figure.estimate
    return f"today {phrases.value(measure, estimate.mean)} ({phrases.span(measure, estimate)})"


def _add(parent: Scenario, today: BatchSummary | None) -> None:
    taken = {Goal(name).counted(parent.game) for name in st.session_state[names_key(parent)]}
    rate = {Goal(name).counted(parent.game): name for name in goal_measures(parent.game)}
    free = [name for counted, name in rate.items() if counted not in taken]
    st.selectbox(
        "Add a goal", free, index=None, key="add_goal", format_func=lambda name: goal_label(parent.game, name),
        placeholder="Add a goal for …", on_change=_added, args=[parent, free, today], label_visibility="collapsed",
        filter_mode="contains",
    )  # fmt: skip


def _added(parent: Scenario, free: Sequence[str], today: BatchSummary | None) -> None:
    """Add the goal that was chosen, once, at most as much as today, and have the box say nothing again.

    A busy server may get the choice twice, before it has drawn the page without that option.
    """
    name, names = controls.picked("add_goal", free), st.session_state[names_key(parent)]
    st.session_state["add_goal"] = None
    if name and name not in names:
        st.session_state[names_key(parent)] = [*names, name]
        checks = today.check([Goal(name, None, 0.0)]) if today else []
        if values := [checked.figure.estimate.mean for checked in checks if checked.figure.estimate.n]:
            most = f"{max(values) * _times(parent.game, name):.3g}"
            controls.fill(_field(parent, name, BOUNDS[1]), float(most))


def _remove(parent: Scenario, name: str) -> None:
    st.session_state[names_key(parent)] = [
        measure for measure in st.session_state[names_key(parent)] if measure != name
    ]
    for bound in BOUNDS:
        st.session_state.pop(bound_key(parent, name, bound), None)
