"""Home: where to go on, what runs, every game as a card, and what happened lately. It fits one screen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import streamlit as st

from workbench.app import navigation
from workbench.app.history import History, histories
from workbench.app.place import address_of
from workbench.app.services import Revisions, revisions, services
from workbench.app.widgets import tray
from workbench.app.widgets.charts import preload_charts
from workbench.app.widgets.shortcuts import MAIN_ACTION
from workbench.app.widgets.text import literal, session_line, shortened
from workbench.engine.game import Game
from workbench.engine.registry import broken_plugins, games
from workbench.engine.wording import counted, day_words, time_words
from workbench.report.findings import batch_asked
from workbench.report.standing import RevisionVerdict
from workbench.report.text import phrases, scenarios
from workbench.scenario import Scenario, load_scenario
from workbench.store.history import DecisionState

LATELY = 6
"""Lines of what happened lately."""
LONGEST, CARD_LONGEST = 160, 120
"""Letters of a line, and of the verdict on a card."""
WHOLE_LINES = """<style>@media (max-width: 700px) {
  .st-key-lately :is(a, a *) { white-space: normal; height: auto; line-height: 1.3; }
  .st-key-lately { gap: .5rem; } .st-key-lately a { align-items: flex-start; line-height: 1.3; }
}</style>"""
"""A phone shows what happened lately in several lines, rather than its beginning."""
CARD = 270
"""Pixels of a card of a game; where fewer are left, the next one goes below."""


@dataclass(frozen=True)
class Known:
    """A game with its revisions and its history."""

    game: Game
    revisions: Revisions
    history: History

    def title(self, name: str) -> str:
        """What a revision is called; its name, where its file is gone."""
        scenario = self.revisions.sound.get(name)
        return scenario.title if scenario else name


def show() -> None:
    """Where to go on, what runs, the games, what happened lately."""
    if not games():
        st.info("No game is installed.", icon=":material/extension:")
    for broken_plugin in broken_plugins():
        st.warning(
            literal(str(broken_plugin.problem)), title="A game could not be loaded", icon=":material/extension_off:"
        )
    past = histories(*games())
    known = {name: Known(game, revisions(game), past[name]) for name, game in games().items()}
    _lead(known)
    tray.inline()
    _cards(list(known.values()))
    _lately(known)


# Going on


def _lead(known: Mapping[str, Known]) -> None:
    """The latest result; where there is none yet, the one comparison to begin with."""
    newest = max(
        (verdict for one in known.values() for verdict in one.history.verdicts[:1]), key=_found_at, default=None
    )
    first = next((one.revisions for one in known.values() if one.revisions.featured), None)
    if first:  # one comparison is prepared: compiling every game at once would delay it
        services().jobs.warm_up(first.sound[first.featured[1]])  # type: ignore[index]
    if newest:
        _go_on(known[newest.finding.game], newest)
    elif first and not any(one.history.sessions for one in known.values()):
        _first_comparison(*(first.sound[name] for name in first.featured or ()))


def _found_at(verdict: RevisionVerdict) -> datetime:
    """When something was found last of what the verdict is about."""
    assert verdict.latest
    return verdict.latest


def _go_on(one: Known, newest: RevisionVerdict) -> None:
    finding = newest.finding
    with st.container(border=True, key="go_on"):
        about = f"{literal(one.game.title)} › **{literal(one.title(finding.revision))}**"
        against = f" against {literal(one.title(finding.base))}" if finding.base else ""
        st.markdown(f"**Go on** with {about}{against}: {literal(newest.sentence)} :gray[({literal(newest.bots)})]")
        with st.container(horizontal=True, key=MAIN_ACTION):
            _open(one, newest, "Open the result")
            navigation.link("rules", "Change a rule", {"game": one.game.name, "revision": finding.revision})
            navigation.link("revisions", "All revisions", {"game": one.game.name, "revision": finding.revision})


def _open(one: Known, verdict: RevisionVerdict, label: str, icon: str | None = None) -> None:
    """A link to the result, as it was asked for."""
    finding = verdict.finding
    place = address_of(one.game, one.revisions, finding.revision, [finding.base] if finding.base else [])
    navigation.link("results", label, {**place, **verdict.asked}, icon=icon)


def _first_comparison(base: Scenario, other: Scenario) -> None:
    """The way in: one button that plays both revisions and shows what the change did."""
    preload_charts()
    with st.container(border=True, key="go_on"):
        st.markdown(f"**Start here.** {literal(phrases.with_stop(other.reason))}")
        begun = st.button(
            f"What did “{literal(other.title)}” do?", type="primary", icon=":material/balance:", key="first_comparison"
        )
        plays = f"{phrases.number_of(other.plays, 'play')} of it and of {literal(base.title)}"
        st.caption(f"{plays}, on the same shuffles, {scenarios.who_played(other)}. It takes a few seconds.")
    if begun:
        _begin(base, other)


def _begin(base: Scenario, other: Scenario) -> None:
    workspace = services().workspace
    equal = load_scenario(workspace, base.name, bots=other.bots, plays=other.plays, seed=other.seed)
    services().jobs.compare(equal, other)
    query = {"game": other.game.name, "revision": other.revision, "against": base.revision}
    navigation.go("results", {**query, **batch_asked(other.bots, other.plays, other.seed)})


# The games


def _cards(known: Sequence[Known]) -> None:
    row = st.grid(min(4, max(1, len(known))), min_column_width=CARD)
    for one in known:
        with row.container(border=True, key=f"card_{one.game.name}", gap="xsmall", height="stretch"):
            _card(one)


def _card(one: Known) -> None:
    """A game: its revisions, the last verdict or else the last result, the last playtest."""
    st.markdown(f"## {literal(one.game.title)}", anchors=False)
    st.markdown(_counted(one))
    st.markdown(_last_verdict(one))
    st.markdown(_last_playtest(one))
    st.space("stretch")
    revision = {"revision": one.revisions.leading} if one.revisions.leading else {}
    navigation.link("revisions", f"Revisions of {literal(one.game.title)}", {"game": one.game.name, **revision})


def _counted(one: Known) -> str:
    open_ = sum(one.history.decision(scenario).state is DecisionState.OPEN for scenario in one.revisions.sound.values())
    broken = len(one.revisions.broken)
    parts = [counted(len(one.revisions.sound), "revision"), f"{open_} open" if open_ else ""]
    parts.append(f":red[{counted(broken, 'file')} cannot be read]" if broken else "")
    return ", ".join(filter(None, parts))


def _last_verdict(one: Known) -> str:
    every = one.history.verdicts
    compared = next((each for each in every if each.finding.base), None)
    verdict = compared or next((each for each in every if each.finding.brief), None)
    if verdict is None:
        return ":gray[Not compared yet]"
    return literal(_briefly(f"{one.title(verdict.finding.revision)}: ", verdict, CARD_LONGEST))


def _briefly(lead: str, verdict: RevisionVerdict, longest: int) -> str:
    """A verdict in so many letters, at whose end its bots always stand."""
    bots = f" ({verdict.bots})"
    return f"{shortened(f'{lead}{verdict.words}', longest - len(bots))}{bots}" if verdict.words else lead + verdict.bots


def _last_playtest(one: Known) -> str:
    rows = one.history.sessions
    if not rows:
        return ":gray[Not played by people yet]"
    return f"{counted(len(rows), 'playtest')}, the last on {day_words(rows[0].started_at)}"


# Lately


def _lately(known: Mapping[str, Known]) -> None:
    """Results and playtests, newest first, a line each."""
    lines = sorted(_events(known), key=_when, reverse=True)[:LATELY]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("## Lately", anchors=False, width="content")
        navigation.link("history", "All results", {})
        st.space("stretch")
        navigation.link("help", "Your own game", {"page": "building"}, icon=":material/add:")
    if not lines:
        st.caption("Comparisons, batches and playtests will stand here.")
    st.html(WHOLE_LINES)
    with st.container(gap=None, key="lately"):
        for _, draw in lines:
            draw()


def _when(line: tuple[datetime, Any]) -> datetime:
    return line[0]


def _events(known: Mapping[str, Known]) -> Iterator[tuple[datetime, Any]]:
    """When each thing happened, and what draws its line."""
    for one in known.values():
        for verdict in one.history.verdicts[:LATELY]:
            yield _found_at(verdict), lambda one=one, verdict=verdict: _verdict(one, verdict)
        for row in one.history.sessions[:LATELY]:
            yield (
                row.started_at,
                lambda row=row: navigation.link(
                    "live", literal(session_line(row)), {"game": row.game, "session": row.session}
                ),
            )


def _verdict(one: Known, verdict: RevisionVerdict) -> None:
    finding = verdict.finding
    against = f" against {one.title(finding.base)}" if finding.base else ""
    line = f"{time_words(_found_at(verdict))} · {one.game.title} › {one.title(finding.revision)}{against}"
    _open(one, verdict, literal(_briefly(f"{line}: ", verdict, LONGEST)))
