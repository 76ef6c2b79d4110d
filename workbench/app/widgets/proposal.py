"""Rule values that a result proposes: opened as results, tried in the form, or saved as a revision."""

import datetime as dt
import hashlib
from dataclasses import replace
from functools import partial

import streamlit as st

from workbench.app import address, navigation
from workbench.app.draft import Draft, suggested_name
from workbench.app.drafts import fill_form, texts
from workbench.app.place import DRAFT, REVISION, here
from workbench.app.services import services
from workbench.app.widgets import save_form, try_panel
from workbench.app.widgets.save_form import SaveButton
from workbench.app.widgets.text import literal
from workbench.engine.cards import Cards
from workbench.engine.problems import BadInput, WorkbenchError
from workbench.engine.wording import listed
from workbench.report.document import Proposal
from workbench.report.findings import batch_query
from workbench.scenario import Scenario
from workbench.scenario.card_lists import written_rules
from workbench.scenario.drafts import list_drafts, write_draft
from workbench.scenario.save import save_revision

SAVED_ON = "saved_on_page"
"""Where the session keeps the page whose form saved a revision last."""


def show(proposal: Proposal) -> None:
    """Draw the ways on from the values; those of the revision itself lead to its results."""
    base = proposal.base
    if not proposal.values:
        batch = batch_query(base.bots, base.plays, base.seed)
        navigation.link("results", "Its results", {"revision": base.revision, **batch})
        return
    is_of_draft = base.revision in here().revisions.drafts
    with st.container(horizontal=True):
        if proposal.has_form:
            key = f"save_{proposal.name}"
            with st.popover("Save as revision", icon=":material/save:", type="primary", key=key):
                _show_form(proposal)
        draft = replace(proposal.draft, revision="draft", title=proposal.title)
        try_panel.offer_results(base, draft, f"open_{proposal.name}")
        of_copy = " The draft stays as it is; the form goes on with a copy of it." if is_of_draft else ""
        about = f"Opens the form with these values, and what they do beside it.{of_copy}"
        if st.button("Try in the form", key=f"try_{proposal.name}", icon=":material/edit_note:", help=about):
            _try_in_form(proposal)
        about = f"A new revision with these values, held against {'its parent' if is_of_draft else 'this one'}."
        if not proposal.has_form and st.button(
            "Save and compare", key=f"save_{proposal.name}", icon=":material/save:", help=about
        ):
            _save(proposal)


def _try_in_form(proposal: Proposal) -> None:
    """Open the form with the values; those of a draft become another draft, so that the first stays."""
    workspace, base = services().workspace, proposal.base
    if base.revision not in here().revisions.drafts:
        fill_form(here().revisions.sound[base.revision], proposal.values)
        navigation.go("rules", {})
    for draft in list_drafts(workspace):
        if draft.reference == base.revision and draft.game == base.game.name:
            changed = replace(draft, rules={**draft.rules, **written_rules(proposal.values)})
            try:
                copy = write_draft(workspace, changed, None)
            except BadInput as bad:
                st.error(literal(str(bad)), title="Not opened")
                return
            navigation.go("rules", {REVISION: draft.revision, DRAFT: copy.id})


def _save(proposal: Proposal) -> None:
    """Make the values a revision, and open its results."""
    place, (parent, lists) = here(), _parent_of(proposal)
    names = place.revisions.taken
    named = proposal.as_revision(suggested_name(names, dt.date.today(), proposal.title))
    draft = named._replace(parent=parent.revision)
    try:
        save_revision(services().workspace, draft, lists)
    except WorkbenchError as error:
        st.error(literal(str(error)), title="Not saved")
        return
    navigation.go("results", {"revision": draft.revision, "against": parent.revision})


def _parent_of(proposal: Proposal) -> tuple[Scenario, dict[str, Cards]]:
    """The parent of the values as a revision, and card lists to be written with it: those that a draft has edited."""
    place = here()
    base = place.revisions.sound[proposal.base.revision]
    if base.revision not in place.revisions.drafts:
        return base, {}
    parent = place.revisions.sound[str(base.parent)]
    rules = proposal.draft.rules.items()
    return parent, {name: value for name, value in rules if isinstance(value, Cards) and value != parent.rules[name]}


# The form


def _show_form(proposal: Proposal) -> None:
    """Title, name, reason and hypothesis, which can be changed before the values are saved."""
    prefix, taken, draft = _prefix(proposal), here().revisions.taken, _draft(proposal)
    for name in ("title", "reason", "hypothesis"):
        st.session_state.setdefault(f"{prefix}_{name}", getattr(proposal, name))
    st.markdown(f"**Changes:** {literal(listed(draft.changed))}")
    follow = save_form.fields(prefix, draft.parent, taken)
    save = SaveButton("Save as revision", "save_draft", partial(_save_form, proposal))
    save_form.save_buttons(lambda: draft.obstacles(texts(prefix), taken), save, first=follow)


def _prefix(proposal: Proposal) -> str:
    """Where the session keeps the fields of this proposal."""
    told = proposal.base.name, dict(proposal.values), proposal.reason, proposal.hypothesis
    return f"{proposal.name}_{hashlib.sha256(repr(told).encode()).hexdigest()[:8]}"


def _draft(proposal: Proposal) -> Draft:
    parent, _ = _parent_of(proposal)
    return Draft(parent, proposal.draft.rules, (), proposal.base.goals)


def _save_form(proposal: Proposal) -> None:
    """Write the revision, and go there."""
    if save_form.store(_prefix(proposal), _draft(proposal), _parent_of(proposal)[1]):
        st.session_state[SAVED_ON] = address.now().page
