"""The names of people: rename, merge two of one person, forget."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

import streamlit as st

from workbench.app import navigation
from workbench.app.server.playing.live import forget_player
from workbench.app.services import services
from workbench.app.widgets import scripts
from workbench.app.widgets.text import literal
from workbench.engine.problems import WorkbenchError
from workbench.engine.wording import as_sentence, counted
from workbench.play.saved import saved_plays
from workbench.playtest.log.kinds import LINE_LENGTH, NAME_LENGTH
from workbench.playtest.media import FOLDER, Media
from workbench.playtest.people import add_or_rename, merge_people, merge_problem, people_by_label, reword_mention
from workbench.scenario.drafts import reword_drafts
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.copies import put_aside
from workbench.store.playtests.people import (
    Mention,
    Person,
    forget,
    looks_like,
    name_parts,
    people,
    person_records,
    without_whole_name,
)

DONE, NOT_DONE = "names_done", "names_not_done"
FORGOTTEN = "name_forgotten"
"""A name that this browser may still have in a note that is half typed; kept until the page is drawn again."""
SHORTEST = 3
"""The fewest letters of a part of a name that is taken out of what is half typed."""
ALIKE = "texts_that_look_alike"
"""Texts in which somebody who was just forgotten may still be named; kept by this tab alone."""
MOST_LINES = 20
IN_FILES = "lines_that_look_alike"
"""Texts of files and plays in which somebody who was just forgotten may still be named."""
TEXT_FILES = {".toml", ".csv", ".md", ".py"}
ABOUT = """Forgetting a person removes the name from every session, note, form, decision, draft and play at the table.
The numbers stay; photos and voice notes of the person's sessions go, as do backups that were made by themselves. What
is half typed in this browser loses the name too. Texts that only look like it are listed for you to judge. Files that
you exported or backed up before still contain it."""
SAME = """For a person who was entered twice, by a typo or by initials. Files that you exported before still show two
people."""


def show() -> None:
    """Choose a person, then rename, merge or forget."""
    store = services().store
    persons = people(store)
    if any(person.name for person in persons.values()) or {DONE, NOT_DONE, ALIKE} & set(st.session_state):
        st.header("People", anchor=False)
        if message := st.session_state.pop(DONE, None):
            st.success(literal(message), icon=":material/check:")
        if message := st.session_state.pop(NOT_DONE, None):
            st.error(literal(message), title="Nothing was changed", icon=":material/error:")
        if name := st.session_state.pop(FORGOTTEN, None):
            scripts.forget([name, *(part for part in name_parts(name) if len(part) >= SHORTEST)])
        _look_alikes()
        _somebody(persons)


def _do(message: str, do: Callable[[Store], object]) -> bool:
    try:
        do(services().store)
    except WorkbenchError as error:
        st.session_state[NOT_DONE] = f"{error}."
        return False
    st.session_state[DONE] = message
    return True


def _somebody(persons: Mapping[str, Person]) -> None:
    """Choose somebody, then what to do."""
    by_label = people_by_label(persons)
    labels = {person.id: label for label, person in by_label.items()}
    if st.session_state.get("person") not in labels:
        st.session_state.pop("person", None)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        picked = st.selectbox(
            "Person", list(labels), index=None, key="person", format_func=labels.__getitem__, width=280
        )
        with st.popover("Rename", icon=":material/edit:", disabled=picked is None):
            if picked:
                person = persons[picked]
                key = f"rename_{person.id}"
                name = st.text_input("Name or initials", person.name or "", key=key, max_chars=NAME_LENGTH).strip()
                if name != person.name and name in labels.values():
                    st.caption(
                        f":material/info: There is already a {literal(name)}. Use “Merge” if they are one person."
                    )
                st.button("Rename", key="rename", type="primary", on_click=_rename, args=[person, key])
        with st.popover("Merge", icon=":material/group:", disabled=picked is None):
            if picked:
                _joining(picked, labels)
        with st.popover("Forget", icon=":material/person_remove:", disabled=picked is None):
            if picked:
                person = persons[picked]
                st.caption(ABOUT)
                st.markdown(f"Remove the name **{literal(person.name or '')}** everywhere, for good?")
                sure = st.checkbox("Yes, forget this person", key=f"sure_{person.id}")
                st.button(
                    "Forget for good", key="forget", type="primary", disabled=not sure, on_click=_forget, args=[person]
                )


# Another name


def _rename(person: Person, key: str) -> None:
    """Take the name that stands in the field now; an empty one, or the same, changes nothing."""
    name = str(st.session_state[key]).strip()
    if name and name != person.name:
        _do(f"Renamed: {name}.", lambda store: add_or_rename(store, name, person.id))


# One person instead of two


def _joining(gone: str, labels: Mapping[str, str]) -> None:
    st.caption(SAME)
    others = [label for label in labels if label != gone]
    other = st.selectbox("Same person as", others, index=None, key=f"same_{gone}", format_func=labels.__getitem__)
    if other is None:
        return
    store = services().store
    if why := merge_problem(store, gone, other):
        st.warning(literal(as_sentence(why)), icon=":material/block:")
        return
    names = literal(labels[gone]), literal(labels[other])
    records = person_records(store, gone)
    forms = counted(records.forms, "feedback form with its ratings", "feedback forms with their ratings")
    parts = [f"{counted(records.sessions, 'session')} with seat and points", forms]
    parts += [counted(records.links, "link to a form", "links to forms")] if records.links else []
    moves = f"{', '.join(parts[:-1])} and {parts[-1]}"
    st.markdown(f"{moves} of **{names[0]}** will move to **{names[1]}**. The name {names[0]} disappears.")
    sure = st.checkbox("Yes, they are one person; this cannot be undone", key=f"sure_same_{gone}")
    st.button("Merge", key="join", type="primary", disabled=not sure, on_click=_join, args=[gone, other, labels])


def _join(gone: str, other: str, labels: Mapping[str, str]) -> None:
    _do(
        f"Merged: {labels[gone]}'s records now belong to {labels[other]}.",
        lambda store: merge_people(store, gone, other),
    )


# Nobody any more


def _forget(person: Person) -> None:
    mentions: list[Mention] = []
    if _do("Forgotten: the name is gone, the numbers stay.", lambda store: mentions.extend(forget(store, person.id))):
        st.session_state[ALIKE], st.session_state[FORGOTTEN] = mentions, person.name
        workspace = services().workspace
        Media(workspace.data / FOLDER).sweep(services().store)
        (workspace.data / "last-receive.zip").unlink(missing_ok=True)  # of an older version
        if person.name:
            forget_player(workspace, person.id, person.name)
            reword_drafts(workspace, partial(without_whole_name, name=person.name))
            st.session_state[IN_FILES] = [*_alike_in_files(workspace, person.name)]
        if aside := put_aside(services().store.path):
            files = ", ".join(map(workspace.name_of, aside))
            st.session_state[DONE] += f" Databases that were put aside may still contain it: {files}."


def _alike_in_files(workspace: Workspace, name: str) -> Iterator[str]:
    """The lines of revisions, card lists and games of the workspace that look like a name, and such names of plays."""
    for folder in (workspace.scenarios, workspace.data, workspace.root / "games"):
        for file in sorted(file for file in folder.rglob("*") if file.suffix in TEXT_FILES and file.is_file()):
            for line in file.read_text("utf-8", errors="replace").splitlines():
                if looks_like(line, name):
                    yield f"{workspace.name_of(file)}: {line.strip()[:LINE_LENGTH]}"
    for play in saved_plays(workspace):
        for player in play.names.values():
            if looks_like(player, name):
                yield f"play {play.id} at the table: {player}"


def _look_alikes() -> None:
    """The texts that may still contain the name, each with a field to edit it; those of files as they are."""
    if lines := st.session_state.pop(IN_FILES, []):
        more = f"; and {len(lines) - MOST_LINES} more" if len(lines) > MOST_LINES else ""
        listed = "; ".join(lines[:MOST_LINES]) + more
        st.warning(literal(f"Files of the workspace may still contain the name: {listed}"), icon=":material/draft:")
    mentions: list[Mention] = st.session_state.get(ALIKE, [])
    if not mentions:
        return
    with st.container(border=True):
        st.markdown(f"**{counted(len(mentions), 'text')}** may still contain the name. Edit those that do.")
        for place, mention in enumerate(mentions[:MOST_LINES]):
            key = f"alike_{mention.table}_{mention.id}_{'_'.join(mention.path)}"
            st.text_area("Text", mention.text, key=key, height=68, label_visibility="collapsed")
            with st.container(horizontal=True, vertical_alignment="center"):
                st.button("Save text", key=f"alike_save_{place}", on_click=_reword, args=[mention, key])
                st.button("Keep as it is", key=f"alike_stays_{place}", on_click=partial(_settled, mention))
                if mention.session:
                    navigation.board("Open session", mention.session)
                else:
                    st.caption(literal(mention.id))
        if len(mentions) > MOST_LINES:
            st.caption(f"And {len(mentions) - MOST_LINES} more, once these are done.")
        st.button("Keep the rest", key="alike_stay", on_click=st.session_state.pop, args=[ALIKE])


def _reword(mention: Mention, key: str) -> None:
    """Take the text that stands in the field now; the same changes nothing."""
    text = str(st.session_state[key])
    if text.strip() != mention.text and _do(
        "Saved. The old text is gone.", lambda store: reword_mention(store, mention, text)
    ):
        _settled(mention)


def _settled(mention: Mention) -> None:
    st.session_state[ALIKE] = [alike for alike in st.session_state[ALIKE] if alike != mention]
