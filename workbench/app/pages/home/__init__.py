"""Home: one example that answers to the hand, where to go on, what runs, every game as a card, what happened lately."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import streamlit as st

from workbench.app import navigation
from workbench.app.history import histories
from workbench.app.pages.home import example, shelf
from workbench.app.pages.home.shelf import GameCard
from workbench.app.place import address_of
from workbench.app.services import revisions, services
from workbench.app.widgets import job_progress
from workbench.app.widgets.document import preload_charts
from workbench.app.widgets.messages import failures_in_words
from workbench.app.widgets.scripts import MAIN_ACTION
from workbench.app.widgets.text import literal, session_line
from workbench.app.widgets.theme import STYLES
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


class HomeLine(NamedTuple):
    """A line of what happened lately: when, what it says, and the result or the session that it leads to."""

    at: datetime
    label: str
    result: Mapping[str, object]
    session: str = ""


class HomeView(NamedTuple):
    """The first page: where to go on, or before there is a result the comparison to begin with; games; what happened.

    `featured` are base and other of the first game of which something was changed.
    """

    cards: Sequence[GameCard]
    featured: tuple[Scenario, Scenario] | None
    newest: RevisionVerdict | None
    lately: Sequence[HomeLine]

    @property
    def go_on(self) -> str:
        """The latest result in a sentence."""
        if self.newest is None:
            return ""
        card, finding = self.card_of(self.newest), self.newest.finding
        against = f" against {literal(card.title(finding.base))}" if finding.base else ""
        about = f"{literal(card.game.title)} › **{literal(card.title(finding.revision))}**{against}"
        return f"**Go on** with {about}: {literal(self.newest.sentence)} :gray[({literal(self.newest.bots)})]"

    def card_of(self, verdict: RevisionVerdict) -> GameCard:
        """The game that a verdict is about."""
        return next(card for card in self.cards if card.game.name == verdict.finding.game)


def model() -> HomeView:
    """The first page as it is now."""
    past = histories(*games())
    cards = [GameCard(game, revisions(game), past[name]) for name, game in games().items()]
    with_art_first = sorted(cards, key=lambda card: card.game.cover is None)  # not every beginning of a game
    first = next((card.revisions for card in with_art_first if card.revisions.featured), None)
    newest = max((verdict for card in cards for verdict in card.history.verdicts[:1]), key=_latest, default=None)
    lines = sorted((line for card in cards for line in _lines(card)), key=lambda line: line.at, reverse=True)
    pair = first.featured if first else None
    featured = (first.sound[pair[0]], first.sound[pair[1]]) if first and pair else None
    return HomeView(cards, featured, newest if featured else None, lines[:LATELY])


def _latest(verdict: RevisionVerdict) -> datetime:
    """When something was stored last of what the verdict is about."""
    assert verdict.latest
    return verdict.latest


def result_of(card: GameCard, verdict: RevisionVerdict) -> dict[str, object]:
    """The choices of the page Results that show the result as it was asked for."""
    finding = verdict.finding
    place = address_of(card.game, card.revisions, finding.revision, [finding.base] if finding.base else [])
    return {**place, **verdict.query}


def _lines(card: GameCard) -> Iterator[HomeLine]:
    for verdict in card.history.verdicts[:LATELY]:
        finding, at = verdict.finding, _latest(verdict)
        against = f" against {card.title(finding.base)}" if finding.base else ""
        about = f"{time_words(at)} · {card.game.title} › {card.title(finding.revision)}{against}: "
        yield HomeLine(at, literal(shelf.in_brief(about, verdict, LONGEST)), result_of(card, verdict))
    for row in card.history.sessions[:LATELY]:
        yield HomeLine(row.started_at, session_line(row), {}, row.session)


def show() -> None:
    """The example, where to go on, what runs, the games, what happened lately."""
    st.html(STYLES / "home.css")
    if not games():
        st.info("No game is installed.", icon=":material/extension:")
    for plugin in broken_plugins():
        if plugin.is_locked:
            words = f"{plugin.place}: {plugin.reason}. Load it only if you do; it is asked once."
            st.info(literal(words), title=f"Who wrote the game {literal(plugin.name)}?", icon=":material/key:")
            st.button(
                f"I know who wrote {literal(plugin.name)}: load it",
                key=f"trust_{plugin.name}",
                on_click=_trust,
                args=[plugin.name],
            )
    view = model()
    if view.featured:
        _lead(view, *view.featured)
    job_progress.running_jobs()
    shelf.show(view.cards)
    if view.lately:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown("## Lately", anchors=False, width="content")
            navigation.link("history", "All results", {})
        with st.container(gap=None, key="lately"):
            for line in view.lately:
                if line.session:
                    navigation.board(line.label, line.session)
                else:
                    navigation.link("results", line.label, line.result)
    preload_charts()


def _trust(name: str) -> None:
    with failures_in_words():
        trust(name)


# Going on


def _lead(view: HomeView, base: Scenario, other: Scenario) -> None:
    """The latest result and the example; before there is any, the example and the comparison to begin with."""
    services().jobs.warm_up(other)  # one game is prepared: compiling all of them at once would delay it
    if view.newest:
        card, finding = view.card_of(view.newest), view.newest.finding
        with st.container(border=True, key="go_on"):
            st.markdown(view.go_on)
            with st.container(horizontal=True, key=MAIN_ACTION):
                navigation.link("results", "Open the result", result_of(card, view.newest))
                navigation.link("rules", "Change a rule", {"game": card.game.name, "revision": finding.revision})
                navigation.link("revisions", "All revisions", {"game": card.game.name, "revision": finding.revision})
    if slider := example.example_of(other):
        example.show(slider)
    if not view.newest:
        with st.container(border=True, key="go_on"):
            words, way = st.columns([5, 2], vertical_alignment="center")
            plays = f"{phrases.number_of(other.plays, 'play')} of it and of {literal(base.title)}"
            with words:
                st.markdown(f"**Start here.** {literal(phrases.with_stop(other.reason))}")
                st.caption(f"{plays}, on the same shuffles, {scenarios.who_played(other)}. It takes a few seconds.")
            begun = way.button(
                f"What did “{literal(other.title)}” do?",
                type="primary",
                icon=":material/balance:",
                key="first_comparison",
            )
        if begun:
            _begin(base, other)


def _begin(base: Scenario, other: Scenario) -> None:
    workspace = services().workspace
    equal = load_scenario(workspace, base.name, bots=other.bots, plays=other.plays, seed=other.seed)
    services().jobs.compare(equal, other)
    query = {"game": other.game.name, "revision": other.revision, "against": base.revision}
    navigation.go("results", {**query, **batch_query(other.bots, other.plays, other.seed)})
