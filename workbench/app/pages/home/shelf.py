"""The games of the first page as cards: cover, what it is, and how it stands by bots, by decision and by people."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape

import streamlit as st

from workbench.app import navigation
from workbench.app.history import History
from workbench.app.services import Revisions
from workbench.app.widgets.text import literal, shortened
from workbench.engine.game import Game
from workbench.engine.wording import counted, day_words, listed, lower_first
from workbench.play.goals import Standing
from workbench.report.standing import DISAGREE, RevisionVerdict
from workbench.report.text.scenarios import goal_label
from workbench.scenario.files import DEFAULT
from workbench.store.history import DecisionState

HUES = 360


def drawn_cover(title: str) -> str:
    """Three cards in a color of the title's own, with its initials on the one in front."""
    hue = int.from_bytes(sha256(title.encode()).digest()[:2]) % HUES
    initials = escape("".join(word[0] for word in title.split() if word[0].isalnum())[:3].upper())
    card = '<rect x="-45" y="-65" width="90" height="130" rx="10" fill="{}" stroke="#0003" stroke-width="2"/>'
    light, other = f"hsl({hue} 45% 88%)", f"hsl({(hue + 40) % HUES} 60% 62%)"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 200" preserveAspectRatio="xMidYMid slice">'
        f'<rect width="640" height="200" fill="hsl({hue} 38% 30%)"/>'
        f'<circle cx="560" cy="10" r="190" fill="hsl({hue} 38% 36%)"/>'
        f'<g transform="translate(262 110) rotate(-16)">{card.format(other)}</g>'
        f'<g transform="translate(378 110) rotate(16)">{card.format(other)}</g>'
        f'<g transform="translate(320 100)">{card.format(light)}'
        f'<text y="14" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="38" '
        f'fill="hsl({hue} 45% 22%)">{initials}</text></g></svg>\n'
    )


CARD, COVER = 270, 96
"""Pixels of a card's width, below which the next one goes into the next row; and of its cover's height."""
LONGEST = 120
"""Letters of the last result and of the last decision."""


@dataclass(frozen=True)
class GameCard:
    """A game with its revisions and its history."""

    game: Game
    revisions: Revisions
    history: History

    def title(self, name: str) -> str:
        """The title of a revision; its name, where its file is gone."""
        scenario = self.revisions.sound.get(name)
        return scenario.title if scenario else name

    @property
    def lines(self) -> Iterator[str]:
        """How the game stands, a line each, of which there are none about what nobody did."""
        broken = len(self.revisions.broken)
        unread = f", :red[{counted(broken, 'file')} cannot be read]" if broken else ""
        yield f"{counted(len(self.revisions.sound), 'revision')}{unread}"
        goals = _goals_line(self)
        yield goals
        compared = [verdict for verdict in self.history.verdicts if verdict.finding.base]
        alone = [] if goals else [verdict for verdict in self.history.verdicts if verdict.finding.brief]
        for verdict in (compared or alone)[:1]:
            yield literal(in_brief(f"{self.title(verdict.finding.revision)}: ", verdict, LONGEST))
        yield _decision_line(self)
        if rows := self.history.sessions:
            yield f"{counted(len(rows), 'playtest')}, the last on {day_words(rows[0].started_at)}"


def show(cards: Sequence[GameCard]) -> None:
    """Every game, and the way to a new one."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("## Games", anchors=False, width="content")
        st.space("stretch")
        navigation.link("new_game", "New game", {})
    row = st.grid(min(4, max(1, len(cards))), min_column_width=CARD)
    for card in cards:
        with row.container(border=True, key=f"card_{card.game.name}", gap="xsmall", height="stretch"):
            _show_card(card)


def _show_card(card: GameCard) -> None:
    title = literal(card.game.title)
    svg = card.game.cover.read_text(encoding="utf-8") if card.game.cover else drawn_cover(card.game.title)
    data = b64encode(svg.encode()).decode()
    style = f"width:100%;height:{COVER}px;object-fit:cover;border-radius:.4rem;display:block"
    st.html(f'<img alt="" style="{style}" src="data:image/svg+xml;base64,{data}">')
    st.markdown(f"### {title}", anchors=False)
    st.markdown(literal(card.game.summary))
    st.caption("  \n".join(filter(None, card.lines)))
    st.space("stretch")
    revision = {"revision": card.revisions.leading} if card.revisions.leading else {}
    with st.container(horizontal=True, vertical_alignment="center"):
        navigation.link("revisions", f"Revisions of {title}", {"game": card.game.name, **revision})
        if card.revisions.leading:
            usual = DEFAULT if DEFAULT in card.revisions.sound else card.revisions.leading
            navigation.play_it(card.game.name, usual)


def _goals_line(card: GameCard) -> str:
    """How many goals the leading revision meets, and by which bots; empty before it was played."""
    scenario = card.revisions.sound.get(card.revisions.leading)
    standing = card.history.standing(scenario) if scenario else None
    if scenario is None or standing is None or not standing.goals:
        return ""
    goals = standing.goals
    met = sum(state == Standing.MET.value for state in goals.values())
    others = [
        f"{lower_first(goal_label(card.game, measure))} {'disputed' if state == DISAGREE else state}"
        for measure, state in goals.items()
        if state != Standing.MET.value
    ]
    rest = f" ({listed(others)})" if others else ""
    sentence = f"“{scenario.title}” meets {met} of {counted(len(goals), 'goal')}{rest}, by {standing.bots}"
    return literal(sentence)


def in_brief(lead: str, verdict: RevisionVerdict, longest: int) -> str:
    """A verdict in so many letters, at whose end its bots always stand."""
    bots = f" ({verdict.bots})"
    return f"{shortened(f'{lead}{verdict.words}', longest - len(bots))}{bots}" if verdict.words else lead + verdict.bots


def _decision_line(card: GameCard) -> str:
    """The last decision about a revision, and how many are open once there is one."""
    decided = [entry for entry in card.history.decisions.values() if entry.state is not DecisionState.OPEN]
    dated = [decision for decision in decided if decision.decided_at]
    if not dated:
        return ""
    last = max(dated, key=lambda decision: decision.decided_at or 0)
    open_ = len(card.revisions.sound) - sum(decision.revision in card.revisions.sound for decision in decided)
    because = f": {last.reason}" if last.reason else ""
    return literal(
        shortened(f"“{card.title(last.revision)}” {last.state.value}{because}", LONGEST)
        + (f" · {open_} open" if open_ else "")
    )
