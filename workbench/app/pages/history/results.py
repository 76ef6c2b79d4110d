"""The list of results: a filter, a line each that opens the result, and several deleted or brought back at once."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from math import ceil

import streamlit as st

from workbench.app import address, navigation
from workbench.app.address import Location
from workbench.app.pages.history.lines import HistoryLine, LineFilter, as_csv, every_line
from workbench.app.place import address_of, game_titles
from workbench.app.services import revisions, services
from workbench.app.widgets import controls
from workbench.app.widgets.document import file_button
from workbench.app.widgets.fields import Control, one, text
from workbench.app.widgets.messages import attempt
from workbench.app.widgets.text import literal, shortened
from workbench.engine.registry import games, title_of
from workbench.engine.wording import counted, first_of, listed, time_words
from workbench.report.findings import batch_query
from workbench.store import Store
from workbench.store.history import DecisionState
from workbench.store.listing import UNDO_TIME, Deletion, ResultKind, bring_back, delete_results, deletions
from workbench.studies.registry import studies

FIND, GAME, REVISION, KIND, DECISION, TURNED = "find", "in", "about", "kind", "decided", "turned"
"""Where the address has the filter, and the page of the list; another filter begins at its first page."""
PAGE = 20
"""Lines of a page of the list."""
LONGEST = 220
"""Letters of what a result found."""
CHOSEN = "chosen_results"
"""Where the session keeps which results are chosen."""
KINDS = {ResultKind.COMPARISON: "Comparisons", ResultKind.BATCH: "Batches", ResultKind.STUDY: "Studies"}
BADGES = {
    DecisionState.ADOPTED: ":green-badge[:material/check: adopted]",
    DecisionState.REJECTED: ":red-badge[:material/close: rejected]",
}


def show(store: Store) -> None:
    """The filter, what was deleted just now, the list, and what can be brought back."""
    every = every_line(store)
    drawn, chosen = filter_of(every, address.now())
    controls.draw(st.grid(5, min_column_width=controls.NARROWEST), *drawn)
    lines = [line for line in every if chosen.takes(line)]
    gone = deletions(store)
    _undo(gone)
    if lines:
        _list(lines, len(every))
    else:
        st.info("No result matches this filter." if every else "Nothing is stored.", icon=":material/filter_alt_off:")
    if not gone:
        return
    number = counted(sum(deletion.results for deletion in gone), "result")
    with st.expander(f"Deleted: {number}", icon=":material/delete:"):
        st.caption(
            f"Their plays are kept for {UNDO_TIME.days} days. The next start of the dashboard after that deletes them"
            " for good. Sessions with people are never deleted here."
        )
        for deletion in gone:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f"{time_words(deletion.at)}: {literal(_named(deletion))}", width="stretch")
                key, icon = f"back_{deletion.id}", ":material/undo:"
                st.button("Bring back", key=key, icon=icon, on_click=_bring_back, args=[deletion])


def filter_of(every: Sequence[HistoryLine], at: Location) -> tuple[list[Control], LineFilter]:
    """The controls of the filter, and which lines they let through."""
    about = "Words in titles, revisions, findings, notes and decisions; all of them must be there."
    find = text(at, FIND, "Search", "titles, notes, decisions", about, [TURNED])

    def choose(key: str, label: str, options: Mapping[str, str], nothing: str) -> Control:
        return one(at, key, label, list(options), words=options.__getitem__, nothing=nothing, forgets=[TURNED])

    there = {line.entry.game: title_of(line.entry.game) for line in every} | game_titles()
    game = choose(GAME, "Of game", there, "every game")
    kind = choose(KIND, "Kind", {key.value: title for key, title in KINDS.items()}, "all kinds")
    decision = choose(DECISION, "Decision", {state.value: state.value for state in DecisionState}, "any decision")
    names = _revisions_of(game.text, every)
    revision = [choose(REVISION, "Of revision", names, "any revision")] if names else []
    of_revision = revision[0].text if revision else ""
    chosen = LineFilter(find.text, game.text, of_revision, kind.text, decision.text)
    return [find, game, kind, decision, *revision], chosen


def _revisions_of(game: str, every: Iterable[HistoryLine]) -> dict[str, str]:
    """The revisions of a game, and what they are called; none while no game is chosen."""
    if not game:
        return {}
    there = [
        name for line in every if line.entry.game == game for name in (line.entry.revision, line.entry.base) if name
    ]
    sound = revisions(games()[game]).sound if game in games() else {}
    titles = {name: sound[name].title if name in sound else name for name in (*sound, *there)}
    alike = list(titles.values())
    return {name: f"{title} · {name}" if alike.count(title) > 1 else title for name, title in titles.items()}


# The list


def _list(lines: Sequence[HistoryLine], total: int) -> None:
    """A page of the list, what can be done with what is chosen, and the way to the other pages."""
    pages = ceil(len(lines) / PAGE)
    now = min(max(address.now().held_number(TURNED, "Page", 1), 1), pages)
    on_page = lines[(now - 1) * PAGE : now * PAGE]
    _actions(lines, on_page, total)
    with st.container(key="history", gap=None):
        for line in on_page:
            _line(line)
    if pages > 1:
        st.pagination(pages, **controls.holding(TURNED, now))


def _actions(lines: Sequence[HistoryLine], on_page: Sequence[HistoryLine], total: int) -> None:
    """How many there are, and what can be done with those that are chosen."""
    chosen = [line for line in lines if line.entry.id in _chosen()]
    with st.container(horizontal=True, vertical_alignment="center"):
        all_ = st.session_state["choose_all"] = all(line in chosen for line in on_page)
        st.checkbox("Choose this page", key="choose_all", on_change=_choose, args=[on_page, not all_])
        if chosen:
            st.button(
                f"Delete {counted(len(chosen), 'result')}",
                key="delete_results",
                icon=":material/delete:",
                on_click=_delete,
                args=[chosen],
                help="Deletes its plays too, unless another result needs them."
                f" Can be undone for {UNDO_TIME.days} days.",
            )
        st.space("stretch")
        number = counted(len(lines), "result")
        st.caption(number if len(lines) == total else f"{number} of {total}", width="content")
        file_button("List as CSV", partial(as_csv, lines), "history.csv", "csv_history")


def _chosen() -> set[str]:
    """The ids of the results that are chosen, on any page of the list."""
    ids: set[str] = st.session_state.setdefault(CHOSEN, set())
    return ids


def _choose(lines: Iterable[HistoryLine], chosen: bool) -> None:
    ids = {line.entry.id for line in lines}
    st.session_state[CHOSEN] = _chosen() | ids if chosen else _chosen() - ids


def _line(line: HistoryLine) -> None:
    """A box to choose it, a link to the result, and what it found."""
    entry = line.entry
    key = f"choose:{entry.id}"
    is_chosen = st.session_state[key] = entry.id in _chosen()
    with st.container(horizontal=True, wrap=False, gap="small"):
        st.checkbox(
            f"Choose {literal(line.about)}, {time_words(entry.at)}",
            key=key,
            label_visibility="collapsed",
            on_change=_choose,
            args=[[line], not is_chosen],
        )
        with st.container(gap=None):
            with st.container(horizontal=True, horizontal_alignment="distribute", gap=None):
                label = f"{literal(title_of(entry.game))} › **{literal(line.about)}**"
                leads = leads_to(line)
                if leads is None:
                    st.markdown(f":small[{label}]")
                else:
                    navigation.link(leads[0], label, leads[1])
                st.caption(literal(f"{line.how} · {time_words(entry.at)}"), width="content")
            st.markdown(summary(line))


SET = "A command set rules for it: save a revision with them to see it on a page."


def summary(line: HistoryLine) -> str:
    """The decision, the findings and the notes, and what is not as it was."""
    decided = line.decision
    gone = "" if line.is_there else "The revision has no file any more."
    gone = SET if line.is_set and not gone else gone
    notes = " · ".join(shortened(text) for text in (decided.reason, decided.notes) if text)
    sentence = literal(
        " ".join(filter(None, (shortened(line.answer, LONGEST), line.disagreement, line.outdated, gone)))
    )
    return " ".join(
        filter(None, (BADGES.get(decided.state, ""), sentence, f":small[{literal(notes)}]" if notes else ""))
    )


def leads_to(line: HistoryLine) -> tuple[str, Mapping[str, object]] | None:
    """The page of a result with what its controls hold; None where the revision is gone, or a command set its rules."""
    entry, study = line.entry, studies().get(line.entry.study)
    if not line.is_there or line.is_set or (entry.kind is ResultKind.STUDY and study is None):
        return None
    place = address_of(games()[entry.game], line.siblings, entry.revision, [entry.base] if entry.base else [])
    batch = batch_query(entry.bots, entry.plays, entry.seed)
    if entry.kind is not ResultKind.STUDY or study is None:
        return "results", {**place, **batch}
    answers = study.address_of_line(entry.options) if entry.options or study.control else {}
    return study.page, {**place, **({**batch, **answers} if study.control else {**answers, "seed": entry.seed})}


# Deleting


def _delete(chosen: Sequence[HistoryLine]) -> None:
    about, entries = listed(first_of([line.about for line in chosen], 1)), [line.entry for line in chosen]
    if attempt(lambda: st.session_state.update({UNDOABLE: delete_results(services().store, entries, about).id})):
        _choose(chosen, False)
        for run in {run for line in chosen for run in line.entry.runs}:
            services().jobs.forget(run)


UNDOABLE = "undoable"
"""Where the session keeps the id of what it deleted last."""


def _bring_back(deletion: Deletion) -> None:
    attempt(lambda: bring_back(services().store, deletion.id))
    st.session_state.pop(UNDOABLE, None)


def _undo(gone: Sequence[Deletion]) -> None:
    """Offer to bring back the result deleted just now."""
    last = next((deletion for deletion in gone if deletion.id == st.session_state.get(UNDOABLE)), None)
    if last is None:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="undo"):
        st.markdown(f"Deleted: {literal(_named(last))}.", width="stretch")
        st.button("Undo", key="undo_delete", icon=":material/undo:", on_click=_bring_back, args=[last])


def _named(deletion: Deletion) -> str:
    return deletion.about or counted(deletion.results, "result")
