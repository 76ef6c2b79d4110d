"""The page Import and export: sessions in and out, the workspace of a co-designer, and the names of people."""

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from workbench.app.pages.import_export import names, sharing
from workbench.app.services import services
from workbench.app.widgets.messages import problems
from workbench.app.widgets.text import explained, literal
from workbench.engine.problems import BadInput, Problem, WorkbenchError
from workbench.engine.wording import as_sentence, counted, time_words
from workbench.playtest import overview
from workbench.playtest.exchange.csv_table import COLUMNS, template
from workbench.playtest.exchange.dates import DateOrder
from workbench.playtest.exchange.exporting import column_descriptions, count_left_out, export_tables, export_text
from workbench.playtest.exchange.importing import Preview, import_file, preview
from workbench.playtest.exchange.parsed import LOSSES, MOST_BYTES, Format, ReadOptions
from workbench.playtest.exchange.reconcile import ImportStatus
from workbench.playtest.sessions import revision_finder
from workbench.report.template import text_lines
from workbench.report.text.playtests import STATUS_TEXTS, imported_lines, scores_text
from workbench.store import Store
from workbench.store.copies import backups
from workbench.store.playtests.imports import FileImport, UndoImportRefused, file_imports, undo_import
from workbench.store.playtests.overview import EVERY, Played, played

MIB = 2**20
MOST_LINES = 200
"""Sessions of a preview, and problems, that are listed; the rest is counted."""
FORMATS = {
    Format.JSON: "Workbench JSON: everything, without loss",
    Format.CSV: "CSV: one row per player, for spreadsheets",
    Format.BGSTATS: "JSON for BG Stats",
}
ALL_TABLES = "tables"
"""Among what can be exported: the zip, which is no format to import."""
EXPORTS = {
    Format.JSON.value: FORMATS[Format.JSON],
    Format.CSV.value: FORMATS[Format.CSV],
    ALL_TABLES: "Zip of CSV tables: everything, for spreadsheets",
    Format.BGSTATS.value: FORMATS[Format.BGSTATS],
}
FILES = {
    Format.JSON.value: ("json", "application/json"),
    Format.CSV.value: ("csv", "text/csv"),
    ALL_TABLES: ("zip", "application/zip"),
    Format.BGSTATS.value: ("bgsplay", "application/json"),
}
"""The ending of a file of each kind, and its media type."""
WHOLE = "The zip of tables has all of this to read elsewhere; Workbench JSON can also be imported again."
TABLES_ARE = """Everything that was logged, including moments, scores by deal and criterion, and the log. The file
columns.csv inside describes the tables. They cannot be imported again; use Workbench JSON or the CSV for that."""
UPDATE = """Sessions that are already here get the file's version: corrections are added to their logs, which keep the
old entries. Undoing the import undoes the corrections."""
JOIN = "Such a play then counts for the revision, like a session that was logged here. The board's text is kept."
ORDERS = {DateOrder.DAY_FIRST: "3 April (day first)", DateOrder.MONTH_FIRST: "4 March (month first)"}
DONE, ASIDE = "exchange_done", "exchange_aside"
EVERY_GAME = "every game"


def show() -> None:
    """Sessions in and out, the workspace to and from a co-designer, and names."""
    _done()
    left, right = st.columns(2, gap="large")
    with left:
        _import()
    with right:
        _export()
    _imports()
    sharing.show()
    names.show()
    if copies := backups(services().store.path):
        folder, written_at = next(iter(copies)).parent, list(copies.values())[-1]
        st.caption(
            f"Backups of all text: {len(copies)}, the last of {time_words(written_at)}, in {literal(str(folder))}."
            " To restore one, receive it above: what is here is never changed."
        )


def _done() -> None:
    """Show once what the last button did."""
    if message := st.session_state.pop(DONE, None):
        st.success(literal(message), icon=":material/check:")
    if left := st.session_state.get(ASIDE):
        aside, name = left
        with st.container(border=True):
            st.markdown(f"{counted(aside.sessions, 'session')} of {literal(name)} could not be imported.")
            _keep("Download them", aside.text, name, "keep_left")


# In


def _import() -> None:
    st.header("Import", anchor=False, help=explained("Sessions from a file; an import can be undone.", "session"))
    st.markdown(
        "Workbench JSON, a table (CSV, XLSX) or an export of BG Stats. You see a preview before anything is stored."
    )
    types = ["json", "csv", "bgsplay", "txt", "tsv", "xlsx"]
    version = st.session_state.setdefault("upload_number", 0)
    file = st.file_uploader("Session file", types, key=f"upload_{version}", max_upload_size=MOST_BYTES // MIB)
    if file is None:
        _template()
        return
    try:
        update, how = _chosen(version)
        seen = preview(services().store, file.getvalue(), file.name, update=update, how=how)
    except BadInput as bad:
        problems(bad.problems, "This file cannot be read")
        return
    if seen.unclear or how.dates:
        st.radio(
            "In this file, dates such as 03/04/2026 mean",
            list(ORDERS),
            index=None,
            format_func=ORDERS.__getitem__,
            key=f"dates_{version}",
            horizontal=True,
        )
    _seen(seen)
    if any(session.news in (ImportStatus.DIFFERS, ImportStatus.UPDATED) for session in seen.sessions):
        st.toggle("Use the file's version where it differs", key=f"update_{version}", help=UPDATE)
    if seen.joinable:
        label = f"Link {counted(seen.joinable, 'play')} to the revisions that their boards name"
        st.toggle(label, key=f"join_{version}", help=JOIN)
    if seen.joined is not None:
        st.caption(literal(f"Importing it {text_lines('joined.txt', plays=seen.joined)[0]}."))
    if seen.doubted or how.force:
        st.toggle("Take points that the rules cannot give", key=f"force_points_{version}")
    _buttons(seen, file.getvalue(), file.name, update, how)


def _chosen(version: int) -> tuple[bool, ReadOptions]:
    """True if the file's version counts, and how the file is read."""
    session = st.session_state
    join = revision_finder(services().workspace)
    joins, force = (session.get(f"{name}_{version}", False) for name in ("join", "force_points"))
    how = ReadOptions(session.get(f"dates_{version}"), join, joins, force)
    return session.get(f"update_{version}", False), how


def _buttons(seen: Preview, data: bytes, name: str, update: bool, how: ReadOptions) -> None:
    """Buttons to import everything or, where something is wrong, the good sessions, and to download the others."""
    new = sum(session.news not in (ImportStatus.UNCHANGED, ImportStatus.DIFFERS) for session in seen.sessions)
    if not seen.can_part:
        st.button(
            f"Import {counted(new, 'session')}" if new else "Nothing new in this file",
            key="store_import",
            type="primary",
            icon=":material/upload:",
            disabled=bool(seen.errors) or not new,
            on_click=_store,
            args=[data, name, update, how],
        )
        return
    good, bad = len(seen.aside.good.sessions), seen.aside.sessions
    with st.container(horizontal=True):
        st.button(
            f"Import the {counted(good, 'good session')}",
            key="store_good",
            type="primary",
            icon=":material/upload:",
            disabled=not new,
            on_click=_store,
            args=[data, name, update, how, True],
        )
        _keep(f"Download the {counted(bad, 'bad one')}", seen.aside.text, name, "keep_bad")


def _keep(label: str, text: str, name: str, key: str) -> None:
    """A download of the sessions that were set aside, in the format that they came in."""
    stem, dot, ending = name.rpartition(".")
    ending = "csv" if ending.lower() == "xlsx" else ending
    st.download_button(
        label,
        text.encode(),
        f"{stem}-to-mend.{ending}" if dot else f"{name}-to-mend",
        "application/octet-stream",
        icon=":material/download:",
        key=key,
        on_click="ignore",
        help="The column *problem* says what is wrong. Fix it and import the file again." if ending == "csv" else None,
    )


def _template() -> None:
    st.download_button(
        "CSV template",
        template,
        "playtests-template.csv",
        "text/csv",
        icon=":material/download:",
        key="csv_template",
        on_click="ignore",
        help="The columns, with a two-player session as an example to overwrite.",
    )
    with st.expander("Columns of the CSV", icon=":material/table:"):
        st.caption(f"{LOSSES[Format.CSV]} {WHOLE}")
        st.table(pd.DataFrame({"Column": list(COLUMNS), "What it holds": list(COLUMNS.values())}), hide_index=True)


def _seen(seen: Preview) -> None:
    """Draw the contents of the file, and all that is wrong with it."""
    st.markdown(f"**{counted(len(seen.sessions), 'session')}** in {literal(FORMATS[seen.format].partition(':')[0])}.")
    if seen.errors:
        problems(
            _some(seen.errors),
            "These cannot be imported" if seen.can_part else "Fix these before anything can be imported",
        )
    if seen.warnings:
        lines = "\n".join(f"- {literal(str(warning))}" for warning in _some(seen.warnings))
        st.warning(lines, title="Read, with these changes", icon=":material/healing:")
    rows = [
        {
            "Where": session.place,
            "Started": time_words(session.started_at),
            "Game": session.game,
            "Revision": session.version,
            "Players": scores_text(session),
            "Entries": session.entries,
            "Forms": session.forms,
            "In the store": STATUS_TEXTS[session.news],
        }
        for session in seen.sessions[:MOST_LINES]
    ]
    if rows:
        st.dataframe(pd.DataFrame(rows), hide_index=True, key="preview", alt="The sessions of the file")
    if len(seen.sessions) > MOST_LINES:
        st.caption(f"And {len(seen.sessions) - MOST_LINES} more.")


def _some(all_problems: Sequence[Problem]) -> list[Problem]:
    more = len(all_problems) - MOST_LINES
    return [
        *all_problems[:MOST_LINES],
        *([Problem("the file", f"has {counted(more, 'more problem')}")] if more > 0 else []),
    ]


def _store(data: bytes, name: str, update: bool, how: ReadOptions, good_only: bool = False) -> None:
    try:
        done = import_file(services().store, data, name, update=update, how=how, good_only=good_only)
    except WorkbenchError as error:
        st.session_state[DONE] = f"Not imported: {error}"
        return
    st.session_state["upload_number"] += 1
    st.session_state[DONE] = " ".join(map(as_sentence, imported_lines(done, on_page=True)))
    st.session_state[ASIDE] = (done.aside, name) if done.aside else None


def _imports() -> None:
    """The imports, each with a button to undo it."""
    store = services().store
    imports = file_imports(store)
    if not imports:
        return
    st.header("Imports", anchor=False)
    for batch in imports:
        with st.container(horizontal=True, vertical_alignment="center", border=True):
            when = time_words(batch.imported_at)
            counts = f"{counted(batch.sessions, 'session')}, {counted(batch.entries, 'entry', 'entries')}"
            st.markdown(
                literal(f"{when} · {batch.file} ({batch.format}) · {counts}, {counted(batch.feedback, 'form')}"),
                width="stretch",
            )
            with st.popover("Undo import", icon=":material/undo:"):
                st.markdown(f"Remove {counted(batch.sessions, 'session')} that this import added?")
                st.button("Undo import", key=f"undo_{batch.id}", on_click=_take_back, args=[batch, False])
                if st.session_state.get("grown") == batch.id:
                    st.warning("Some of these sessions have changed since. What was added would be lost.")
                    label = "Undo import, and lose what was added"
                    st.button(label, key=f"force_{batch.id}", on_click=_take_back, args=[batch, True])


def _take_back(batch: FileImport, even_if_changed: bool) -> None:
    try:
        undo_import(services().store, batch.id, even_if_changed=even_if_changed)
    except UndoImportRefused as refused:
        st.session_state["grown"] = batch.id
        st.session_state[DONE] = f"Not undone: {refused}"
        return
    except WorkbenchError as error:
        st.session_state[DONE] = f"Not undone: {error}"
        return
    st.session_state.pop("grown", None)
    st.session_state[DONE] = f"Undone: {batch.file}, {counted(batch.sessions, 'session')}."


# Out


def _export() -> None:
    st.header("Export", anchor=False)
    store = services().store
    everything: list[Played] = []
    if store.may_have_sessions:
        with store.session():
            overview.update_overview(store)
            everything = played(store, EVERY)
    if not everything:
        st.info("No session is logged yet, so there is nothing to export.", icon=":material/download:")
        return
    format = st.selectbox("Format", list(EXPORTS), format_func=EXPORTS.__getitem__, key="export_format")
    logged = sorted({group.version.game for group in everything})
    game = st.selectbox("Game", [EVERY_GAME, *logged], key="export_game")
    hidden = st.toggle(
        "Pseudonyms instead of names",
        key="export_hidden",
        help="People are called Player 1, Player 2 …, also where notes and feedback name them in the usual spellings."
        " Nicknames stay: read the file before you share it.",
    )
    if loss := LOSSES.get(Format(format)) if format in list(Format) else "":
        st.caption(f"{loss} {WHOLE}")
    if format == ALL_TABLES:
        st.caption(TABLES_ARE)
        with st.expander("Columns of the tables", icon=":material/table:"):
            st.table(pd.DataFrame(column_descriptions()).rename(columns=str.capitalize), hide_index=True)
    games = () if game == EVERY_GAME else (game,)
    without = 0 if format == ALL_TABLES else count_left_out(store, Format(format), games)
    if without:
        st.caption(f"{counted(without, 'session')} still open and left out: BG Stats takes finished plays only.")
    count = sum(group.sessions for group in everything if game in (EVERY_GAME, group.version.game)) - without
    ending, media = FILES[format]
    st.download_button(
        f"Export {counted(count, 'session')}",
        partial(_exported, store, format, games, hidden),
        f"playtests{'-pseudonymous' if hidden else ''}.{ending}",
        media,
        type="primary",
        icon=":material/download:",
        key="export",
        on_click="ignore",
    )


def _exported(store: Store, format: str, games: Sequence[str], hidden: bool) -> str | bytes:
    if format == ALL_TABLES:
        return export_tables(store, games=games, pseudonymous=hidden)
    return export_text(store, Format(format), games=games, pseudonymous=hidden)
