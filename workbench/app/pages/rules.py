"""The page Rules: the form, what the draft does or its rulebook beside it, and saving a revision.

The form has one kind of field for each kind of parameter. Nothing in the browser limits a field: the checks are the
game's own, so that the form says the very sentences that a file or a command gets.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import factorial
from typing import NamedTuple

import streamlit as st

from workbench.app import drafts, navigation, place
from workbench.app.draft import Draft, complaint, sections
from workbench.app.drafts import BOUNDS, bound_key, drafted, key_of, mine_of, widget_value
from workbench.app.jobs.quick import QuickLook
from workbench.app.place import Place
from workbench.app.services import services
from workbench.app.widgets import controls, messages, save_form, theme, try_panel
from workbench.app.widgets.document import file_button
from workbench.app.widgets.messages import problems
from workbench.app.widgets.text import SIGNS, changed_parts, explained, literal, smaller_headings
from workbench.engine.parameters import Choice, OneOf, Ordering, Parameter, Subset, Whole
from workbench.engine.problems import Problem
from workbench.engine.wording import first_of, listed, upper_first
from workbench.play.goals import CheckedGoal, Standing, goal_measure, overall_standing
from workbench.report.example_round import example_round
from workbench.report.rulebook import compare_rulebooks, render_rulebook, rulebook_body, scenario_rulebook
from workbench.report.summary import BatchSummary
from workbench.report.text import phrases
from workbench.report.text.scenarios import goal_label, rule_value
from workbench.scenario import Goal, Scenario
from workbench.scenario.card_lists import card_files
from workbench.scenario.goals import goal_measures

FEW = 3
"""Options that stand side by side; more are a list."""
MOST_ORDERS = 24
MOST_NAMES = 4
"""Rules without effect that are named above them."""


# What the form says


class RuleField(NamedTuple):
    """One rule: its field, what is wrong with it, and what it was, if it has changed."""

    parameter: Parameter
    label: str
    help: str
    complaints: Sequence[Problem] = ()
    before: str = ""


class FormSection(NamedTuple):
    """The rules of a section, and those of them that have no effect beside the others."""

    title: str
    fields: Sequence[RuleField]
    idle: Sequence[RuleField]


class FormView(NamedTuple):
    """The form of a draft: what is said above it, and its sections."""

    head: Sequence[str]
    badges: Sequence[str]
    sections: Sequence[FormSection]


def model(draft: Draft) -> FormView:
    """The form as it stands there."""
    parent, number = draft.parent, len(draft.changed)
    reason = f" · {literal(phrases.with_stop(parent.reason))}" if parent.reason else ""
    head, badges = [f"**{literal(parent.title)}**{reason}"], []
    if number:
        words = "one rule" if number == 1 else f"{number} rules"
        badges.append(f":orange-badge[:material/edit: {words} changed against {literal(parent.title)}]")
    elif not draft.changes_goals:
        head.append(f"These are the rules of {literal(parent.title)}. Change any of them and see what it does.")
    if draft.changes_goals:
        badges.append(":orange-badge[:material/flag: goals changed]")
    if draft.problems:
        badges.append(f":red-badge[:material/error: {len(draft.problems)} to fix]")
    parts = []
    for title, parameters in sections(draft.game).items():
        fields = [_field(draft, parameter) for parameter in parameters]
        idle = [field for field in fields if field.parameter.name in draft.idle]
        parts.append(FormSection(title, [field for field in fields if field not in idle], idle))
    return FormView(head, badges, parts)


def _field(draft: Draft, parameter: Parameter) -> RuleField:
    name, allowed = parameter.name, parameter.allowed.replace('"', "").replace("_", " ")
    label = parameter.label
    if isinstance(parameter, Whole):  # without markup, which a screen reader would read out
        low = f"{phrases.MINUS}{-parameter.low} to " if parameter.low < 0 else f"{parameter.low}–"
        label += f" · {low}{parameter.high} {parameter.unit}".rstrip()
    before = rule_value(draft.game, name, draft.parent.rules[name]) if name in draft.changed else ""
    return RuleField(parameter, label, f"{parameter.help} Allowed: {allowed}.", draft.at(name), before)


def options_of(parameter: Parameter) -> dict[object, str] | None:
    """The values that a field offers with their titles; None where one types, or turns a switch."""
    if isinstance(parameter, Subset):
        return {name: _title(name) for name in parameter.names}
    if isinstance(parameter, Choice):
        return {name: _title(name) for name in parameter.values()}
    if isinstance(parameter, OneOf):
        return {number: f"{number} {parameter.unit}".rstrip() for number in parameter.values()}
    if isinstance(parameter, Ordering) and factorial(len(parameter.names)) <= MOST_ORDERS:
        orders = [widget_value(parameter, order) for order in parameter.values()]
        return {order: _title(order) for order in orders}
    return None


def _title(name: object) -> str:
    return upper_first(phrases.words_of(str(name)))


# The page


MARKED = "New words are green with a plus. Removed words are red and struck through."
EXAMPLE = "The first part of a real play of these very rules by bots, in sentences, with the table before and after it."
VIEWS = ("What it does", "Rulebook")
REVISION, PARENT = "revision", "parent"
VIEW, MARK, ONLY, AGAINST, ROUND = "view", "mark", "only", "marked", "round"
"""Where the address has what stands beside the form, and how the rulebook is marked, against which of both."""


def show() -> None:
    """The form on the left, what it does or the rulebook on the right; on a phone one below the other."""
    choice = place.here()
    parent = choice.revisions.sound.get(choice.revision)
    if parent is None:
        messages.no_revision(choice.game)
        return
    drafts.take_up(parent)
    draft = drafted(parent)
    with st.container():  # lines that come and go here move nothing below: a field that is moved loses the keyboard
        save_form.saved(choice)
        drafts.keep(parent)
        save_form.notices(parent)
    look = try_panel.begin(draft)
    form, beside = st.columns([6, 5], gap="large")
    with form:
        draw(model(draft), draft)
        _goals(draft)
    with beside:
        _beside(draft, choice, look)


def draw(view: FormView, draft: Draft) -> None:
    """The changes so far, and the fields."""
    first, *more = view.head
    st.markdown(first)
    with st.container(horizontal=True, vertical_alignment="center"):
        for words in view.badges:
            st.markdown(words)
        for words in more:
            st.caption(words)
        if not draft.problems:
            mine = mine_of(draft.parent.name)
            navigation.play_it(draft.game.name, mine.reference if mine else draft.parent.revision)
    with st.container():
        if draft.elsewhere:
            problems(draft.elsewhere)
    for section in view.sections:
        with st.container(border=True):
            st.markdown(f"## {section.title}", anchors=False)
            _fields(section.fields, draft.parent)
            if section.idle:
                names = listed(first_of([field.parameter.label for field in section.idle], MOST_NAMES))
                with st.expander(f"Without effect now: {names}"):
                    _fields(section.idle, draft.parent)


def _fields(fields: Sequence[RuleField], parent: Scenario) -> None:
    places = st.grid(2, gap=("small", "medium"))
    for field in fields:
        name = field.parameter.name
        with places.container(), st.container(gap="xxsmall", key=f"rule_{name}"):
            _widget(field, parent)
            for problem in field.complaints:
                color, icon = ("orange", "warning") if problem.warning else ("red", "error")
                st.markdown(f":{color}[:small[:material/{icon}: {literal(complaint(problem))}]]")
            if field.before:
                st.button(
                    f":small[was {field.before}]", key=f"undo_{name}", icon=":material/undo:", type="tertiary",
                    on_click=drafts.reset, args=[parent, name], help=f"Back to {field.before}",
                )  # fmt: skip


class HeldRule(save_form.Persistent):
    """The arguments by which a field of the form holds a rule."""

    key: str
    help: str


def _widget(field: RuleField, parent: Scenario) -> None:
    """The field of a kind of parameter; its help says what is allowed."""
    parameter, label, key = field.parameter, field.label, key_of(parent, field.parameter.name)
    held: HeldRule = {"key": key, "help": field.help, **save_form.PERSISTENT}
    options = options_of(parameter)
    if parameter.kind == "cards":  # those of the workspace; the parent's own stays among them, wherever it is
        files, here = card_files(services().workspace, parent.game), st.session_state.get(key)
        st.selectbox(label, files if here in files or not here else [here, *files], **held)
        navigation.link("cards", "Edit the cards", {"card_list": parameter.name})
    elif parameter.kind == "bool":
        st.toggle(label, **held)
    elif isinstance(parameter, Whole):
        controls.number_field(None, label, key, field.help, **save_form.PERSISTENT)
    elif options is None:
        st.text_input(label, **held)
    elif isinstance(parameter, Subset):
        st.pills(label, list(options), selection_mode="multi", format_func=options.__getitem__, **held)
    elif len(options) <= FEW and not isinstance(parameter, Ordering):
        titled = options.__getitem__
        st.segmented_control(label, list(options), required=True, format_func=titled, width="stretch", **held)
    else:
        st.selectbox(label, list(options), format_func=options.__getitem__, **held)


# Beside the form


def _beside(draft: Draft, choice: Place, look: QuickLook | None) -> None:
    """Draw what the draft does, or its rulebook; above both the ways on."""
    st.html(theme.STYLES / "rules.css")
    with st.container(border=True, key="beside"):
        drawn = controls.option(VIEW, "Beside the form", VIEWS)
        view = st.segmented_control("Beside the form", VIEWS, required=True, label_visibility="collapsed", **drawn)
        if draft.changed or draft.changes_goals:
            with st.container(horizontal=True, vertical_alignment="center"):
                with st.popover("Save and compare", icon=":material/save:", type="primary", key="save_popover"):
                    save_form.panel(draft, choice)
                undo: tuple[tuple[str, str, str, Callable[[Scenario], None]], ...] = (
                    ("Undo", ":material/undo:", "undo_last", drafts.undo_last),
                    ("Undo all", ":material/restart_alt:", "reset", drafts.reset),
                )
                for label, icon, key, press in undo:
                    st.button(label, icon=icon, key=key, on_click=press, args=[draft.parent], type="tertiary")
                try_panel.results_button("open_results", disabled=look is None or not draft.changed)
            if look:
                try_panel.results(look)
        if view == VIEWS[1]:
            with st.container(key="rulebook"):
                _rulebook(draft, choice)
        else:
            try_panel.show(draft, look)


# The rulebook


def _rulebook(draft: Draft, choice: Place) -> None:
    against, only_changes = _reading(draft, choice)
    key = f"book_{draft.parent.name}"
    if not draft.problems:  # else the last one that had none
        st.session_state[key] = render_rulebook(draft.game, draft.rules)
    text: str = st.session_state.get(key) or render_rulebook(draft.game, draft.parent.rules)
    if against:
        text = compare_rulebooks(render_rulebook(draft.game, against.rules), text, SIGNS)
    if only_changes:
        text = (
            changed_parts(text) or f"*The rulebook is the same as that of {literal((against or draft.parent).title)}.*"
        )
    if draft.problems:
        st.caption(":material/error: The form has mistakes. The rulebook shows the last rules without any.")
    st.markdown(smaller_headings(text), anchors=False)
    if not draft.problems:
        scenario = replace(draft.parent, rules=draft.rules)
        with st.container(horizontal=True, vertical_alignment="center"):
            is_open = controls.switch(None, ROUND, f"Example {scenario.game.stage_word}", False, EXAMPLE)
            file_button(
                "To print",
                lambda: scenario_rulebook(scenario, page=True, example=example_round(scenario, page=True)),
                f"{scenario.game.name}-{scenario.revision}-rulebook.html",
                "print_rulebook",
                icon=":material/print:",
                about="A page with the rulebook and the example, to be read and printed.",
            )
        if is_open:
            st.html(rulebook_body(smaller_headings(example_round(scenario, page=True))))


def _reading(draft: Draft, choice: Place) -> tuple[Scenario | None, bool]:
    """Which revision the rulebook is marked against, if any, and whether only what changed is shown."""
    sound = choice.revisions.sound
    both = {REVISION: draft.parent.revision, PARENT: draft.parent.parent}
    names = {key: name for key, name in both.items() if name in sound}
    with st.container(horizontal=True, vertical_alignment="center"):
        if not controls.switch(None, MARK, "Mark changes", True, MARKED):
            return None, False
        only = controls.switch(None, ONLY, "Changes only", False)
        with st.container(horizontal=True, vertical_alignment="center", width="content"):
            against = _against({key: sound[name].title for key, name in names.items()})
        return sound[names[against]], only


def _against(titles: Mapping[str, str]) -> str:
    """Which of these revisions, which are called by their titles."""
    options = list(titles)
    st.caption("against" if len(options) > 1 else literal(f"against {titles[options[0]]}"), width="content")
    if len(options) == 1:
        return options[0]
    picked: str | None = st.segmented_control(
        "Marked against", options, required=True, format_func=titles.__getitem__, label_visibility="collapsed",
        wrap=True, **controls.option(AGAINST, "Marked against", options),
    )  # fmt: skip
    return picked or options[0]


# The goals: add, change, remove; beside each what its parent reaches today


GOALS_ABOUT = "What the revision should achieve. Each is checked whenever it is played."
STANDING_TEXTS = {Standing.MET: ":green[✓ met]", Standing.MISSED: ":red[✗ missed]", Standing.UNDECIDED: "undecided"}


def _goals(draft: Draft) -> None:
    """The goals, a row each, and what else could be one."""
    today = try_panel.today(draft)
    with st.container(border=True, key="goals_panel"):
        st.markdown("## Goals", anchors=False, help=explained(GOALS_ABOUT, "goal"))
        checks = today.check(draft.goals) if today else []
        for goal in draft.goals:
            _goal(draft, goal, [checked for checked in checks if checked.goal == goal and checked.figure.estimate.n])
        game = draft.game
        taken = {Goal(goal.measure).counted(game) for goal in draft.goals}
        rate = {Goal(name).counted(game): name for name in goal_measures(game)}
        free = [name for counted, name in rate.items() if counted not in taken]
        st.selectbox(
            "Add a goal", free, index=None, key="add_goal", format_func=lambda name: goal_label(game, name),
            placeholder="Add a goal for …", on_change=_goal_added, args=[draft.parent, free, today],
            label_visibility="collapsed", filter_mode="contains",
        )  # fmt: skip


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


def _goal_added(parent: Scenario, free: Sequence[str], today: BatchSummary | None) -> None:
    """Add the goal that was chosen, once, at most as much as today, and have the box say nothing again.

    A busy server may get the choice twice, before it has drawn the page without that option.
    """
    name = controls.picked("add_goal", free)
    st.session_state["add_goal"] = None
    if name:
        checks = today.check([Goal(name, None, 0.0)]) if today else []
        reached = [checked.figure.estimate.mean for checked in checks if checked.figure.estimate.n]
        drafts.add_goal(parent, name, float(f"{max(reached):.3g}") if reached else None)
