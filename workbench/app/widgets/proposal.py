"""Rule values that a result proposes: opened as results, tried in the form, or saved as a revision."""

import datetime as dt
from dataclasses import replace

import streamlit as st

from workbench.app import navigation
from workbench.app.place import here
from workbench.app.services import services
from workbench.app.widgets import try_panel
from workbench.app.widgets.draft import suggested_name
from workbench.app.widgets.rule_fields import fill_form
from workbench.app.widgets.text import literal
from workbench.engine.problems import WorkbenchError
from workbench.report.document import Proposal
from workbench.report.findings import batch_asked
from workbench.scenario import RevisionDraft, Scenario, save_revision


def show(proposal: Proposal) -> None:
    """What can be done with the values; those of the revision itself lead to its results."""
    parent = here().revisions.sound[here().revision]
    if not proposal.values:
        batch = batch_asked(parent.bots, parent.plays, proposal.scenario.seed)
        navigation.link("results", "Its results", {"revision": parent.revision, **batch})
        return
    with st.container(horizontal=True):
        draft = replace(proposal.scenario, revision="draft", title=proposal.title)
        try_panel.offer_results(parent, draft, "open_cell")
        about = "Opens the form with these values, and what they do beside it."
        if st.button("Try in the form", key="try_cell", icon=":material/edit_note:", help=about):
            fill_form(parent, proposal.values)
            navigation.go("rules", {})
        about = "A new revision with these values, held against this one."
        if st.button("Save and compare", key="save_cell", icon=":material/save:", help=about):
            _save(parent, proposal)


def _save(parent: Scenario, proposal: Proposal) -> None:
    """Make the values a revision, and open its results."""
    place, today = here(), dt.date.today()
    draft = RevisionDraft(
        game=parent.game,
        revision=suggested_name([*place.revisions.sound, *place.revisions.broken], today, proposal.title),
        parent=parent.revision,
        reason=proposal.reason,
        rules=dict(proposal.values),
        title=proposal.title,
        date=today,
        bots=proposal.scenario.bots,
        plays=parent.plays,
        seed=proposal.scenario.seed,
        goals=parent.goals,
    )
    try:
        save_revision(services().workspace, draft)
    except WorkbenchError as error:
        st.error(literal(str(error)), title="Not saved")
        return
    navigation.go("results", {"revision": draft.revision, "against": parent.revision})
