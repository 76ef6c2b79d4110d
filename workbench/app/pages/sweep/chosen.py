"""One combination of a sweep: what is known of it, and what can be done with it."""

import datetime as dt
from dataclasses import replace

import streamlit as st

from workbench.app import navigation
from workbench.app.place import here
from workbench.app.services import services
from workbench.app.widgets import controls, try_panel
from workbench.app.widgets.draft import suggested_name
from workbench.app.widgets.rule_fields import fill_form
from workbench.app.widgets.text import literal
from workbench.engine.game import Game
from workbench.engine.problems import WorkbenchError
from workbench.report.findings import batch_asked
from workbench.report.text import phrases
from workbench.scenario import RevisionDraft, save_revision
from workbench.stats.race import Place
from workbench.studies.sweep import words
from workbench.studies.sweep.grid import Cell, Sweep
from workbench.studies.sweep.report import command_of_cell

ORDER = (Place.BEST, Place.AS_GOOD, Place.UNDECIDED, Place.WORSE)
"""In which order combinations are offered."""
CELL = "cell"
"""Where the address has the combination, by its values."""


def show(found: Sweep) -> None:
    """Pick a combination, and open it."""
    cells = [cell for cell in found.cells if cell.plays]
    cells.sort(key=lambda cell: (cell is not found.leader, ORDER.index(cell.place), cell.loss.mean if cell.loss else 0))
    by_values = {words.values_words(found.plan, cell): cell for cell in cells}
    held = controls.held(CELL, next(iter(by_values)), lambda text: text if text in by_values else None)
    with st.container(border=True):
        picked = st.selectbox(
            "A combination",
            list(by_values),
            format_func=lambda values: _label(found, values, by_values[values]),
            help="The best ones first.",
            **controls.kept(CELL, held, options=list(by_values)),
        )
        cell = by_values[picked]
        st.markdown("\n".join(f"- {literal(line)}" for line in _known(cell)))
        st.caption(f"By itself: `{command_of_cell(found.plan, cell)}`")
        _actions(found, cell)


def _label(found: Sweep, values: str, cell: Cell) -> str:
    word = f" · {cell.place.value}" if found.plan.has_best else ""
    return f"{phrases.upper_first(values)}{word}"


def _known(cell: Cell) -> list[str]:
    lines = [
        f"{each.label}: {words.whole_reading(each)}" + (f", goal {each.standing.value}" if each.standing else "")
        for each in cell.readings
    ]
    return [*lines, phrases.number_of(cell.plays, "play")]


def _actions(found: Sweep, cell: Cell) -> None:
    scenario = found.plan.scenario
    if not cell.combination.changed:
        batch = batch_asked(scenario.bots, scenario.plays, scenario.seed)
        navigation.link("results", "Its results", {"revision": scenario.revision, **batch})
        return
    with st.container(horizontal=True):
        draft = replace(cell.combination.scenario, revision="draft", title=_title(scenario.game, cell))
        try_panel.offer_results(scenario, draft, "open_cell")
        about = "Opens the form with these values, and what they do beside it."
        if st.button("Try in the form", key="try_cell", icon=":material/edit_note:", help=about):
            fill_form(here().revisions.sound[scenario.revision], dict(cell.combination.values))
            navigation.go("rules", {})
        about = "A new revision with these values, held against this one."
        if st.button("Save and compare", key="save_cell", icon=":material/save:", help=about):
            _save(found, cell)


def _title(game: Game, cell: Cell) -> str:
    """What a combination is called: what it changes."""
    values, changed = dict(cell.combination.values), cell.combination.changed
    return phrases.upper_first(", ".join(words.rule_words(game, name, values[name]) for name in changed))


def _save(found: Sweep, cell: Cell) -> None:
    """Make the combination a revision, and open its results."""
    parent, place = found.plan.scenario, here()
    values = dict(cell.combination.values)
    title = _title(parent.game, cell)
    draft = RevisionDraft(
        game=parent.game,
        revision=suggested_name([*place.revisions.sound, *place.revisions.broken], dt.date.today(), title),
        parent=parent.revision,
        reason=f"From a sweep: {words.headline(found)}",
        rules={name: values[name] for name in cell.combination.changed},
        title=title,
        date=dt.date.today(),
        bots=cell.combination.scenario.bots,
        plays=parent.plays,
        seed=parent.seed,
        goals=parent.goals,
    )
    try:
        save_revision(services().workspace, draft)
    except WorkbenchError as error:
        st.error(literal(str(error)), title="Not saved")
        return
    navigation.go("results", {"revision": draft.revision, "against": parent.revision})
