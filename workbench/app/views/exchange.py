"""The page Import and export: files of sessions in and out, and the names of people."""

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from workbench.app.reading import literal
from workbench.app.state import services
from workbench.app.views.common import problems
from workbench.app.views.playtests import plural
from workbench.engine.problems import BadInput, Problem, WorkbenchError
from workbench.playtest import overview
from workbench.playtest.exchange import (
    COLUMNS,
    MOST_BYTES,
    Format,
    Imported,
    News,
    Preview,
    batches,
    export_text,
    import_file,
    left_out,
    preview,
    take_back,
    template,
)
from workbench.playtest.exchange.told import NEWS, nothing_new
from workbench.store import Store
from workbench.store.playtests import Batch, Person, Played, TakeBackRefused, forget, people, played
from workbench.store.playtests.overview import EVERY

MIB = 2**20
SHOWN = 200
"""Sessions of a preview, and problems, that are listed; the rest is counted."""
FORMATS = {
    Format.JSON: "Our own JSON: everything, without loss",
    Format.CSV: "CSV: a row a player, for spreadsheets",
    Format.BGSTATS: "JSON for BG Stats",
}
ENDINGS = {Format.JSON: "json", Format.CSV: "csv", Format.BGSTATS: "bgsplay"}
CSV_LOSES = """A table has results and feedback. It has no moments, no scores by criterion or deal, no pauses, no log
and no answers to a session's own questions. Of a result that was settled in spite of the scores it has who won and the
totals, and not the reason; of a session that was given up, that it was, and not why. For those use our own JSON."""
UPDATE = """The sessions that are here say then what the file says: their logs take corrections on top, and keep what
was there before in their history. The list of imports takes the corrections back."""
DONE = "exchange_done"
EVERY_GAME = "every game"


def show() -> None:
    """In, out, and names."""
    _done()
    left, right = st.columns(2, gap="large")
    with left:
        _import()
    with right:
        _export()
    _imports()
    _people()


def _done() -> None:
    """What the last button did, said once."""
    if told := st.session_state.pop(DONE, None):
        st.success(literal(told), icon=":material/check:")


# In


def _import() -> None:
    st.subheader("Import", anchor=False)
    st.markdown("Our own JSON, a CSV of ours, or a JSON export of BG Stats. Nothing is stored before you have seen it.")
    types = ["json", "csv", "bgsplay", "txt", "tsv"]
    version = st.session_state.setdefault("upload_number", 0)
    file = st.file_uploader("File of sessions", types, key=f"upload_{version}", max_upload_size=MOST_BYTES // MIB)
    if file is None:
        _template()
        return
    try:
        update = st.session_state.get(f"update_{version}", False)
        seen = preview(_readable(), file.getvalue(), file.name, update=update)
    except BadInput as bad:
        problems(bad.problems, "This file cannot be read")
        return
    _seen(seen)
    if any(session.news in (News.DIFFERS, News.UPDATED) for session in seen.sessions):
        st.toggle("Take the file's version where it differs", key=f"update_{version}", help=UPDATE)
    new = sum(session.news not in (News.KNOWN, News.DIFFERS) for session in seen.sessions)
    label = f"Store {plural(new, 'session')}" if new else "Nothing new in this file"
    st.button(
        label,
        key="store_import",
        type="primary",
        icon=":material/upload:",
        disabled=bool(seen.errors) or not new,
        on_click=_store,
        args=[file.getvalue(), file.name, update],
    )


def _readable() -> Store:
    """The store, to hold a file against; it is made when a file is looked at."""
    return services().store


def _template() -> None:
    st.download_button(
        "CSV template",
        template,
        "playtests-template.csv",
        "text/csv",
        icon=":material/download:",
        key="csv_template",
        on_click="ignore",
        help="The columns, and a session of two as an example to overwrite.",
    )
    with st.expander("Columns of the CSV", icon=":material/table:"):
        st.caption(CSV_LOSES)
        st.table(pd.DataFrame({"Column": list(COLUMNS), "What it holds": list(COLUMNS.values())}), hide_index=True)


def _seen(seen: Preview) -> None:
    """What is in the file, and all that is wrong with it."""
    st.markdown(f"**{plural(len(seen.sessions), 'session')}** in {literal(FORMATS[seen.format].partition(':')[0])}.")
    if seen.errors:
        problems(_some(seen.errors), "Nothing can be stored before these are mended")
    if seen.warnings:
        lines = "\n".join(f"- {literal(str(each))}" for each in _some(seen.warnings))
        st.warning(lines, title="Read, with these changes", icon=":material/healing:")
    rows = [
        {
            "Where": session.place,
            "Begun": session.started_at.astimezone().strftime("%Y-%m-%d %H:%M"),
            "Game": session.game,
            "Revision": session.version,
            "Players": ", ".join(session.players),
            "Entries": session.entries,
            "Forms": session.forms,
            "In the store": NEWS[session.news],
        }
        for session in seen.sessions[:SHOWN]
    ]
    if rows:
        st.dataframe(pd.DataFrame(rows), hide_index=True, key="preview", alt="The sessions of the file")
    if len(seen.sessions) > SHOWN:
        st.caption(f"And {len(seen.sessions) - SHOWN} more.")


def _some(found: Sequence[Problem]) -> list[Problem]:
    more = len(found) - SHOWN
    return [*found[:SHOWN], *([Problem("the file", f"has {more} more problems")] if more > 0 else [])]


def _store(data: bytes, name: str, update: bool) -> None:
    try:
        done = import_file(services().store, data, name, update=update)
    except WorkbenchError as error:
        st.session_state[DONE] = f"Not stored: {error}"
        return
    st.session_state["upload_number"] += 1
    st.session_state[DONE] = _stored(done)


def _stored(done: Imported) -> str:
    batch = done.batch
    if batch is None:
        return f"Nothing new: {nothing_new(done.news)}."
    updated = sum(news is News.UPDATED for news in done.news)
    return (
        f"Stored {plural(batch.sessions, 'new session')} with {plural(batch.entries, 'entry', 'entries')}"
        f" and {plural(batch.feedback, 'form')}."
        + (f" Brought up to date: {plural(updated, 'session')}." if updated else "")
        + " The list of imports takes them back."
    )


def _imports() -> None:
    """What was imported, each to be taken back."""
    store = services().store
    found = batches(store) if store.path.exists() else []
    if not found:
        return
    st.subheader("Imports", anchor=False)
    for batch in found:
        with st.container(horizontal=True, vertical_alignment="center", border=True):
            st.markdown(literal(_batch_line(batch)), width="stretch")
            with st.popover("Take back", icon=":material/undo:"):
                st.markdown(f"Remove {plural(batch.sessions, 'session')} that this import brought?")
                st.button("Take it back", key=f"undo_{batch.id}", on_click=_take_back, args=[batch, False])
                if st.session_state.get("grown") == batch.id:
                    st.warning("Sessions of it went on since, and would lose what was added.")
                    label = "Take it back with all that was added"
                    st.button(label, key=f"force_{batch.id}", on_click=_take_back, args=[batch, True])


def _batch_line(batch: Batch) -> str:
    when = batch.imported_at.astimezone().strftime("%d %b %Y, %H:%M")
    counts = f"{plural(batch.sessions, 'session')}, {plural(batch.entries, 'entry', 'entries')}"
    return f"{when} · {batch.file} ({batch.format}) · {counts}, {plural(batch.feedback, 'form')}"


def _take_back(batch: Batch, even_if_changed: bool) -> None:
    try:
        take_back(services().store, batch.id, even_if_changed=even_if_changed)
    except TakeBackRefused as refused:
        st.session_state["grown"] = batch.id
        st.session_state[DONE] = f"Not taken back: {refused}"
        return
    except WorkbenchError as error:
        st.session_state[DONE] = f"Not taken back: {error}"
        return
    st.session_state.pop("grown", None)
    st.session_state[DONE] = f"Taken back: {batch.file}, {plural(batch.sessions, 'session')}."


# Out


def _export() -> None:
    st.subheader("Export", anchor=False)
    store = services().store
    everything = _played(store) if store.path.exists() else []
    if not everything:
        st.info("No session is logged yet, so there is nothing to export.", icon=":material/download:")
        return
    format = st.selectbox("Format", list(FORMATS), format_func=lambda each: FORMATS[each], key="export_format")
    logged = sorted({each.version.game for each in everything})
    game = st.selectbox("Game", [EVERY_GAME, *logged], key="export_game")
    hidden = st.toggle(
        "Pseudonyms instead of names",
        key="export_hidden",
        help="People are called Player 1, Player 2 …, also where their names stand in notes and feedback.",
    )
    if format is Format.CSV:
        st.caption(CSV_LOSES)
    games = () if game == EVERY_GAME else (game,)
    without = left_out(store, format, games)
    if without:
        st.caption(f"{plural(without, 'session')} still open: left out, for a play of BG Stats is over.")
    count = sum(each.sessions for each in everything if game in (EVERY_GAME, each.version.game)) - without
    st.download_button(
        f"Export {plural(count, 'session')}",
        partial(export_text, store, format, None, games, pseudonymous=hidden),
        f"playtests{'-pseudonymous' if hidden else ''}.{ENDINGS[format]}",
        "text/csv" if format is Format.CSV else "application/json",
        type="primary",
        icon=":material/download:",
        key="export",
        on_click="ignore",
    )


def _played(store: Store) -> list[Played]:
    with store.session():
        overview.keep_up(store)
        return played(store, EVERY)


# Names


def _people() -> None:
    """Everybody by name, each to be forgotten."""
    store = services().store
    everybody = [each for each in people(store).values() if each.name] if store.path.exists() else []
    if not everybody:
        return
    st.subheader("People", anchor=False)
    st.caption(
        "Forgetting somebody takes the name out of every session, note and form, and keeps the numbers."
        " The store's file is then written anew, so that no trace of the name is left in it. Files that were exported"
        " before still have it."
    )
    by_id = {each.id: each for each in everybody}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        picked = st.selectbox(
            "Somebody", list(by_id), index=None, key="person", format_func=lambda id: by_id[id].name or "", width=280
        )
        with st.popover("Forget", icon=":material/person_remove:", disabled=picked is None):
            if picked:
                _forgetting(by_id[picked])


def _forgetting(person: Person) -> None:
    st.markdown(f"Take the name **{literal(person.name or '')}** out of everything, for good?")
    sure = st.checkbox("Yes, forget this person", key=f"sure_{person.id}")
    st.button("Forget for good", key="forget", type="primary", disabled=not sure, on_click=_forget, args=[person])


def _forget(person: Person) -> None:
    try:
        forget(services().store, person.id)
    except WorkbenchError as error:
        st.session_state[DONE] = f"Not forgotten: {error}"
        return
    st.session_state.pop("person", None)
    st.session_state[DONE] = f"Forgotten: the name is gone, the numbers stay.{_rewritten()}"


def _rewritten() -> str:
    """Take old bytes out of the store's file as well; what to say if that was not possible now."""
    try:
        Store(services().store.path).rewrite()
    except WorkbenchError as error:
        return (
            f" Only unused parts of the store's file may still have it, since that could not be written anew ({error});"
            " that is done when the next person is forgotten."
        )
    return ""
