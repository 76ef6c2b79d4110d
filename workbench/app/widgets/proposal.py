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
from workbench.scenario import RevisionDraft, save_revision


def show(proposal: Proposal) -> None:
    """What can be done with the values; those of the revision itself lead to its results."""
    base = proposal.base
    if not proposal.values:
        batch = batch_asked(base.bots, base.plays, base.seed)
        navigation.link("results", "Its results", {"revision": base.revision, **batch})
        return
    with st.container(horizontal=True):
        draft = replace(proposal.draft, revision="draft", title=proposal.title)
        try_panel.offer_results(base, draft, "open_cell")
        about = "Opens the form with these values, and what they do beside it."
        if st.button("Try in the form", key="try_cell", icon=":material/edit_note:", help=about):
            fill_form(here().revisions.sound[base.revision], proposal.values)
            navigation.go("rules", {})
        about = "A new revision with these values, held against this one."
        if st.button("Save and compare", key="save_cell", icon=":material/save:", help=about):
            _save(proposal)


def _save(proposal: Proposal) -> None:
    """Make the values a revision, and open its results."""
    base, place, today = proposal.base, here(), dt.date.today()
    draft = RevisionDraft(
        game=base.game,
        revision=suggested_name([*place.revisions.sound, *place.revisions.broken], today, proposal.title),
        parent=base.revision,
        reason=proposal.reason,
        rules=dict(proposal.values),
        title=proposal.title,
        date=today,
        bots=proposal.draft.bots,
        plays=base.plays,
        seed=base.seed,
        goals=base.goals,
    )
    try:
        save_revision(services().workspace, draft)
    except WorkbenchError as error:
        st.error(literal(str(error)), title="Not saved")
        return
    navigation.go("results", {"revision": draft.revision, "against": base.revision})
