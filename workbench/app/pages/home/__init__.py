"""Home: one example that answers to the hand, where to go on, what runs, every game as a card, what happened lately."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

import streamlit as st

from workbench.app import navigation
from workbench.app.history import histories
from workbench.app.pages.home import example, shelf
from workbench.app.pages.home.shelf import GameCard
from workbench.app.place import address_of
from workbench.app.services import revisions, services
from workbench.app.widgets import tray
from workbench.app.widgets.charts import preload_charts
from workbench.app.widgets.messages import failures_in_words
from workbench.app.widgets.shortcuts import MAIN_ACTION
from workbench.app.widgets.text import literal, session_line
from workbench.engine.plugins import BrokenPlugin
from workbench.engine.registry import broken_plugins, games, trust
from workbench.engine.wording import time_words
from workbench.report.findings import batch_query
from workbench.report.standing import RevisionVerdict
from workbench.report.text import phrases, scenarios
from workbench.scenario import Scenario, load_scenario

LATELY = 6
"""Lines of what happened lately."""
LONGEST = 160
"""Letters of a line."""
STYLE = """<style>
.st-key-head h1 { max-width: 48rem; text-wrap: balance; line-height: 1.25; }
.st-key-lately a, .st-key-lately a.evening { min-height: 28px; }
@media (max-width: 700px) {
  .st-key-head h1 { font-size: 1.25rem; }
  .st-key-lately :is(a, a *) { white-space: normal; height: auto; line-height: 1.3; }
  .st-key-lately { gap: .5rem; }
  .st-key-lately a, .st-key-lately a.evening { align-items: flex-start; line-height: 1.3; }
}</style>"""
"""A phone shows what happened lately in several lines, rather than its beginning."""
Happened = tuple[datetime, Callable[[], None]]
"""When something happened, and what draws its line."""


def show() -> None:
    """The example, where to go on, what runs, the games, what happened lately."""
    st.html(STYLE)
    if not games():
        st.info("No game is installed.", icon=":material/extension:")
    for plugin in broken_plugins():
        if plugin.is_locked:
            _whose(plugin)
    past = histories(*games())
    cards = {name: GameCard(game, revisions(game), past[name]) for name, game in games().items()}
    _lead(cards)
    tray.inline()
    shelf.show(list(cards.values()))
    _lately(cards)
    preload_charts()


def _whose(plugin: BrokenPlugin) -> None:
    """A game of the workspace that has never been loaded: a button says that one knows who wrote it."""
    words = f"{plugin.place}: {plugin.reason}. Load it only if you do; it is asked once."
    st.info(literal(words), title=f"Who wrote the game {literal(plugin.name)}?", icon=":material/key:")
    st.button(
        f"I know who wrote {literal(plugin.name)}: load it",
        key=f"trust_{plugin.name}",
        on_click=_trust,
        args=[plugin.name],
    )


def _trust(name: str) -> None:
    with failures_in_words():
        trust(name)


# Going on


def _lead(cards: Mapping[str, GameCard]) -> None:
    """The latest result and the example; before there is any, the example and the comparison to begin with."""
    newest = max(
        (verdict for card in cards.values() for verdict in card.history.verdicts[:1]), key=_latest, default=None
    )
    with_art_first = sorted(cards.values(), key=lambda card: card.game.cover is None)  # not every beginning of a game
    first = next((card.revisions for card in with_art_first if card.revisions.featured), None)
    if first is None or first.featured is None:
        return
    base, other = (first.sound[name] for name in first.featured)
    services().jobs.warm_up(other)  # one game is prepared: compiling all of them at once would delay it
    if newest:
        _go_on(cards[newest.finding.game], newest)
    if slider := example.example_of(other):
        example.show(slider)
    if not newest:
        _first_comparison(base, other)


def _latest(verdict: RevisionVerdict) -> datetime:
    """When something was stored last of what the verdict is about."""
    assert verdict.latest
    return verdict.latest


def _go_on(card: GameCard, newest: RevisionVerdict) -> None:
    finding = newest.finding
    with st.container(border=True, key="go_on"):
        about = f"{literal(card.game.title)} › **{literal(card.title(finding.revision))}**"
        against = f" against {literal(card.title(finding.base))}" if finding.base else ""
        st.markdown(f"**Go on** with {about}{against}: {literal(newest.sentence)} :gray[({literal(newest.bots)})]")
        with st.container(horizontal=True, key=MAIN_ACTION):
            _open(card, newest, "Open the result")
            navigation.link("rules", "Change a rule", {"game": card.game.name, "revision": finding.revision})
            navigation.link("revisions", "All revisions", {"game": card.game.name, "revision": finding.revision})


def _open(card: GameCard, verdict: RevisionVerdict, label: str, icon: str | None = None) -> None:
    """A link to the result, as it was asked for."""
    finding = verdict.finding
    place = address_of(card.game, card.revisions, finding.revision, [finding.base] if finding.base else [])
    navigation.link("results", label, {**place, **verdict.query}, icon=icon)


def _first_comparison(base: Scenario, other: Scenario) -> None:
    """The way in: one button that plays both revisions and shows what the change did."""
    with st.container(border=True, key="go_on"):
        words, way = st.columns([5, 2], vertical_alignment="center")
        plays = f"{phrases.number_of(other.plays, 'play')} of it and of {literal(base.title)}"
        with words:
            st.markdown(f"**Start here.** {literal(phrases.with_stop(other.reason))}")
            st.caption(f"{plays}, on the same shuffles, {scenarios.who_played(other)}. It takes a few seconds.")
        begun = way.button(
            f"What did “{literal(other.title)}” do?", type="primary", icon=":material/balance:", key="first_comparison"
        )
    if begun:
        _begin(base, other)


def _begin(base: Scenario, other: Scenario) -> None:
    workspace = services().workspace
    equal = load_scenario(workspace, base.name, bots=other.bots, plays=other.plays, seed=other.seed)
    services().jobs.compare(equal, other)
    query = {"game": other.game.name, "revision": other.revision, "against": base.revision}
    navigation.go("results", {**query, **batch_query(other.bots, other.plays, other.seed)})


# Lately


def _lately(cards: Mapping[str, GameCard]) -> None:
    """Results and playtests, newest first, a line each; nothing before there are any."""
    lines = sorted(_events(cards), key=lambda line: line[0], reverse=True)[:LATELY]
    if not lines:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("## Lately", anchors=False, width="content")
        navigation.link("history", "All results", {})
    with st.container(gap=None, key="lately"):
        for _, draw in lines:
            draw()


def _events(cards: Mapping[str, GameCard]) -> Iterator[Happened]:
    for card in cards.values():
        for verdict in card.history.verdicts[:LATELY]:
            yield _latest(verdict), lambda card=card, verdict=verdict: _verdict(card, verdict)  # type: ignore[misc]
        for row in card.history.sessions[:LATELY]:
            yield (
                row.started_at,
                lambda row=row: navigation.board(session_line(row), row.session),  # type: ignore[misc]
            )


def _verdict(card: GameCard, verdict: RevisionVerdict) -> None:
    finding = verdict.finding
    against = f" against {card.title(finding.base)}" if finding.base else ""
    line = f"{time_words(_latest(verdict))} · {card.game.title} › {card.title(finding.revision)}{against}"
    _open(card, verdict, literal(shelf.in_brief(f"{line}: ", verdict, LONGEST)))
