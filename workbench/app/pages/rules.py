"""The page Rules: the form, what the draft does or its rulebook beside it, and saving a revision.

The form has one kind of field for each kind of parameter. Nothing in the browser limits a field: the checks are the
game's own, so that the form says the very sentences that a file or a command gets.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import factorial

import streamlit as st

from workbench.app import drafts, navigation, place
from workbench.app.drafts import drafted, key_of, put, reset, values, widget_value
from workbench.app.jobs.quick import QuickLook
from workbench.app.place import Place
from workbench.app.services import services
from workbench.app.widgets import card_steps, controls, goal_fields, messages, try_panel
from workbench.app.widgets import draft as save_form
from workbench.app.widgets.draft import Draft, SaveButton, complaint, obstacles, sections
from workbench.app.widgets.exports import file_button
from workbench.app.widgets.messages import problems
from workbench.app.widgets.text import SIGNS, changed_parts, explained, literal, smaller_headings
from workbench.engine.game import Game
from workbench.engine.parameters import Choice, OneOf, Ordering, Parameter, Subset, Values, Whole
from workbench.engine.wording import first_of, listed, upper_first
from workbench.report.example_round import example_round
from workbench.report.rulebook import compare_rulebooks, render_rulebook, rulebook_body, scenario_rulebook
from workbench.report.text import phrases
from workbench.report.text.scenarios import rule_value
from workbench.scenario import Goal, Scenario
from workbench.scenario.card_lists import card_files

FEW = 3
"""Options that stand side by side; more are a list."""
MOST_ORDERS = 24
MOST_NAMES = 4
"""Rules without effect that are named above them."""


PAST = "past"
"""Where the session keeps what the form held after each change, for *Undo*."""
MOST_STEPS = 100


def _note_step(parent: Scenario) -> None:
    """Remember what the form holds, if that is new."""
    steps = _steps(parent)
    here = values(parent), goal_fields.drafted_goals(parent)
    if not steps or steps[-1] != here:
        steps.append(here)
        del steps[:-MOST_STEPS]


def _steps(parent: Scenario) -> list[tuple[Values, tuple[Goal, ...]]]:
    steps: list[tuple[Values, tuple[Goal, ...]]] = st.session_state.setdefault(f"{PAST}:{parent.name}", [])
    return steps


def _undo_last(parent: Scenario) -> None:
    """Put the form back to what it held before its last change."""
    steps = _steps(parent)
    if len(steps) > 1:
        steps.pop()
        rules, goals = steps[-1]
        for name, value in rules.items():
            put(parent, name, value)
        goal_fields.put_goals(parent, goals)


def _undo_all(parent: Scenario) -> None:
    reset(parent)
    goal_fields.put_goals(parent, parent.goals)


def field(draft: Draft, parameter: Parameter) -> None:
    """One rule: its widget, what is wrong with it, and what it was if it changed."""
    name = parameter.name
    changed = name in draft.changed
    with st.container(gap="xxsmall", key=f"rule_{name}"):
        _widget(draft.game, f"{parameter.label}{_range(parameter)}", parameter, key_of(draft.parent, name))
        for problem in draft.at(name):
            color, icon = ("orange", "warning") if problem.warning else ("red", "error")
            st.markdown(f":{color}[:small[:material/{icon}: {literal(complaint(problem))}]]")
        if changed:
            _undo(draft, name)


def _undo(draft: Draft, name: str) -> None:
    before = rule_value(draft.game, name, draft.parent.rules[name])
    st.button(
        f":small[was {before}]",
        key=f"undo_{name}",
        icon=":material/undo:",
        type="tertiary",
        on_click=reset,
        args=[draft.parent, name],
        help=f"Back to {before}",
    )


def _range(parameter: Parameter) -> str:
    """The values that the field takes, behind its name. Without markup, which a screen reader would read out."""
    if not isinstance(parameter, Whole):
        return ""
    below = f"{phrases.MINUS}{-parameter.low} to " if parameter.low < 0 else f"{parameter.low}–"
    return f" · {below}{parameter.high} {parameter.unit}".rstrip()


class HeldRule(save_form.Persistent):
    """The arguments by which a field of the form holds a rule."""

    key: str
    help: str


def _widget(game: Game, label: str, parameter: Parameter, key: str) -> None:
    """The field of a kind of parameter; its help says what is allowed."""
    allowed = parameter.allowed.replace('"', "").replace("_", " ")
    held: HeldRule = {"key": key, "help": f"{parameter.help} Allowed: {allowed}.", **save_form.PERSISTENT}
    if isinstance(parameter, Subset):
        st.pills(label, parameter.names, selection_mode="multi", format_func=_option_title, **held)
    elif parameter.kind == "cards":  # those of the workspace; the parent's own stays among them, wherever it is
        files, here = card_files(services().workspace, game), st.session_state.get(key)
        st.selectbox(label, files if here in files or not here else [here, *files], **held)
        navigation.link("cards", "Edit the cards", {"card_list": parameter.name})
    elif parameter.kind == "bool":
        st.toggle(label, **held)
    elif isinstance(parameter, Whole):
        controls.number_field(None, label, key, held["help"], **save_form.PERSISTENT)
    elif isinstance(parameter, (Choice, OneOf)):
        options, titled = parameter.values(), _option(parameter)
        if len(options) <= FEW:
            st.segmented_control(label, options, required=True, format_func=titled, width="stretch", **held)
        else:
            st.selectbox(label, options, format_func=titled, **held)
    elif isinstance(parameter, Ordering) and factorial(len(parameter.names)) <= MOST_ORDERS:
        orders = [widget_value(parameter, order) for order in parameter.values()]
        st.selectbox(label, orders, format_func=_option_title, **held)
    else:
        st.text_input(label, **held)


def _option(parameter: Parameter) -> Callable[[object], str]:
    """How the form calls an option of a parameter: a name in words, a number with its unit."""
    return _option_title if isinstance(parameter, Choice) else lambda number: f"{number} {parameter.unit}".rstrip()


def _option_title(name: object) -> str:
    return upper_first(phrases.words_of(str(name)))


MARKED = "New words are green with a plus. Removed words are red and struck through."
EXAMPLE = "The first part of a real play of these very rules by bots, in sentences, with the table before and after it."
BESIDE = """<style>
@media (min-width: 900px) {
  div:has(> .st-key-beside) { position: sticky; top: 4.5rem; }
  .st-key-beside { max-height: calc(100vh - 6rem); overflow-y: auto; }
}
@media (max-width: 640px) {
  .stColumn:has(.st-key-beside) { order: -1; }
}
.st-key-rulebook table { display: block; overflow-x: auto; width: fit-content; max-width: 100%; }
</style>"""
"""The panel beside the form stays in sight, on a phone above it; a table wider than a phone scrolls by itself."""
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
    save_form.saved(choice)
    draft = drafted(parent)
    drafts.keep(parent)
    drafts.notices(parent)
    _note_step(parent)
    look = try_panel.begin(draft)
    form, beside = st.columns([6, 5], gap="large")
    with form:
        reason = f" · {literal(phrases.with_stop(parent.reason))}" if parent.reason else ""
        st.markdown(f"**{literal(parent.title)}**{reason}")
        _headline(draft)
        for section, parameters in sections(parent.game).items():
            with st.container(border=True):
                st.markdown(f"## {section}", anchors=False)
                _fields(draft, [parameter for parameter in parameters if parameter.name not in draft.idle])
                if idle := [parameter for parameter in parameters if parameter.name in draft.idle]:
                    with st.expander(
                        f"Without effect now: {listed(first_of([parameter.label for parameter in idle], MOST_NAMES))}"
                    ):
                        _fields(draft, idle)
        goal_fields.show(draft)
    with beside:
        _beside(draft, choice, look)


def _headline(draft: Draft) -> None:
    """Draw the changes so far, and undo."""
    with st.container(horizontal=True, vertical_alignment="center"):
        number = len(draft.changed)
        if number:
            named = "one rule" if number == 1 else f"{number} rules"
            st.markdown(f":orange-badge[:material/edit: {named} changed against {literal(draft.parent.title)}]")
        elif not draft.changes_goals:
            st.caption(
                f"These are the rules of {literal(draft.parent.title)}. Change any of them and see what it does."
            )
        if draft.changes_goals:
            st.markdown(":orange-badge[:material/flag: goals changed]")
        if draft.problems:
            st.markdown(f":red-badge[:material/error: {len(draft.problems)} to fix]")
        else:
            navigation.play_it(draft.game.name, drafts.reference_here(draft.parent))
    if draft.elsewhere:
        problems(draft.elsewhere)


def _fields(draft: Draft, parameters: Sequence[Parameter]) -> None:
    places = st.grid(2, gap=("small", "medium"))
    for parameter in parameters:
        with places.container():
            field(draft, parameter)


# Beside the form


def _beside(draft: Draft, choice: Place, look: QuickLook | None) -> None:
    """Draw what the draft does, or its rulebook; above both the ways on."""
    st.html(BESIDE)
    with st.container(border=True, key="beside"):
        drawn = controls.option(VIEW, "Beside the form", VIEWS)
        view = st.segmented_control("Beside the form", VIEWS, required=True, label_visibility="collapsed", **drawn)
        if draft.changed or draft.changes_goals:
            _ways_on(draft, choice, look)
        if view == VIEWS[1]:
            with st.container(key="rulebook"):
                _rulebook(draft, choice)
        else:
            try_panel.show(draft, look)


def _ways_on(draft: Draft, choice: Place, look: QuickLook | None) -> None:
    """Save, undo, and read all of it."""
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.popover("Save and compare", icon=":material/save:", type="primary", key="save_popover"):
            _save(draft, choice)
        for label, icon, key, undo in (
            ("Undo", ":material/undo:", "undo_last", _undo_last),
            ("Undo all", ":material/restart_alt:", "reset", _undo_all),
        ):
            st.button(label, icon=icon, key=key, on_click=undo, args=[draft.parent], type="tertiary")
        try_panel.results_button("open_results", disabled=look is None or not draft.changed)
    if look:
        try_panel.results(look)


# The rulebook


def _rulebook(draft: Draft, choice: Place) -> None:
    against, only_changes = _reading(draft, choice)
    text = _rendered(draft)
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
        _example(replace(draft.parent, rules=draft.rules))


def _example(scenario: Scenario) -> None:
    """The first round of a real play of these rules, drawn as at the table; and the rulebook with it, to print."""
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
        **controls.option(AGAINST, "Marked against", options),
    )  # fmt: skip
    return picked or options[0]


def _rendered(draft: Draft) -> str:
    """The rulebook of the draft; while it has mistakes, the last one that had none."""
    key = f"book_{draft.parent.name}"
    if not draft.problems:
        st.session_state[key] = render_rulebook(draft.game, draft.rules)
    text: str = st.session_state.get(key) or render_rulebook(draft.game, draft.parent.rules)
    return text


# Saving


def _save(draft: Draft, choice: Place) -> None:
    with st.container(key="save_panel"):
        about = explained("A file of its own, which says what changed and why.", "revision", "parent", "hypothesis")
        st.markdown("## Save as a new revision", anchors=False, help=about)
        taken = choice.revisions.taken
        today = try_panel.today(draft)
        goals = today.check(draft.goals) if today and not draft.problems else ()
        why = "Why do the rules change?"
        follow = save_form.fields("new", draft.parent, taken, why, save_form.title_of(draft), goals)
        save_form.save_buttons(
            partial(_missing, draft.parent, taken),
            SaveButton("Save and compare", "save_compare", partial(_store, draft.parent, True)),
            SaveButton("Save only", "save", partial(_store, draft.parent, False)),
            first=follow,
        )


def _missing(parent: Scenario, taken: Sequence[str]) -> list[str]:
    """Why the draft cannot be saved yet, as the fields are now."""
    return obstacles(drafted(parent), save_form.texts("new"), taken)


def _store(parent: Scenario, compare: bool) -> None:
    """Write the revision, checked once more; then the form goes on from it, or its comparison begins.

    The session is at the comparison at once, not after another run of the form: what the browser still asks for then,
    by the form's boxes as it has them, cannot lead elsewhere.
    """
    draft = drafted(parent)
    written = save_form.drafted("new", parent, draft.rules, draft.bots, draft.goals)
    titled = written._replace(title=written.title.strip() or save_form.title_of(draft))
    revision = save_form.store("new", titled)
    if revision is None:
        return
    _undo_all(parent)
    _steps(parent).clear()
    card_steps.forget_saved(parent, revision)
    drafts.keep(parent)
    if compare:
        job = services().jobs.compare(*pair_of(parent, revision))
        navigation.be_at(job.place.page, job.place.choices)


def pair_of(base: Scenario, other: Scenario) -> tuple[Scenario, Scenario]:
    """Both with the other's plays and seed, and its bots where as many sit at the table."""
    bots = other.bots if base.players == other.players else base.bots
    return replace(base, bots=bots, plays=other.plays, seed=other.seed), other
