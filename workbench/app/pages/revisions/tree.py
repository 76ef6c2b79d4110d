"""The tree of revisions: parents above their children, each with what it changes, how it stands, what was decided."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from workbench.app import address, navigation
from workbench.app.history import History
from workbench.app.place import Place
from workbench.app.widgets import controls
from workbench.app.widgets.text import literal, shortened
from workbench.engine.game import Game
from workbench.engine.parameters import Written
from workbench.engine.wording import counted, day_words, first_of, listed, lower_first
from workbench.play.goals import Standing
from workbench.report.standing import DISAGREE
from workbench.report.text.scenarios import rule_value
from workbench.scenario import Scenario, differences
from workbench.store.history import Decision, DecisionState

INDENT, ELBOW = 26, 15
"""Pixels of a step to the right, and from a node's top to the middle of its title."""
LINE = "color-mix(in srgb, currentColor 35%, transparent)"
SHOW_ARCHIVED = "archived"
MOST_CHANGES = 3
"""Changed rules that a node names."""
ICONS = {
    DecisionState.OPEN: ":material/radio_button_unchecked:",
    DecisionState.ADOPTED: ":material/check_circle:",
    DecisionState.REJECTED: ":material/cancel:",
}
MARKS = {
    Standing.MET.value: ":green[✓]",
    Standing.MISSED.value: ":red[✗]",
    Standing.UNDECIDED.value: ":orange[?]",
    DISAGREE: ":orange[≠]",
}


@dataclass(frozen=True)
class Node:
    """A revision in the tree; `more` says for each level above it whether more follows there, the last is its own."""

    scenario: Scenario
    more: tuple[bool, ...]


def nodes(sound: Mapping[str, Scenario], hidden: Sequence[str] = ()) -> Iterator[Node]:
    """The revisions in drawing order, each parent before its children; a hidden one is left out with none below it."""
    below: dict[str | None, list[str]] = {}
    for name, scenario in sound.items():
        below.setdefault(scenario.parent if scenario.parent in sound else None, []).append(name)

    def seen(name: str) -> bool:
        return name not in hidden or any(map(seen, below.get(name, ())))

    def walk(parent: str | None, more: tuple[bool, ...]) -> Iterator[Node]:
        children = [name for name in below.get(parent, ()) if seen(name)]
        for name in children:
            lines = () if parent is None else (*more, name != children[-1])
            yield Node(sound[name], lines)
            yield from walk(name, lines)

    yield from walk(None, ())


def closest_to_goals(sound: Mapping[str, Scenario], history: History) -> str:
    """Which revisions meet most of their goals, in a sentence; empty before any was played.

    Goals differ from revision to revision: by those of one, *All revisions* says which is the best.
    """
    shares: dict[tuple[float, str], list[str]] = {}
    for scenario in sound.values():
        goals = history.goals(scenario).values()
        if goals and not history.decision(scenario).archived:
            met = [*goals].count(Standing.MET)
            shares.setdefault((met / len(goals), f"{met} of {counted(len(goals), 'goal')} met"), []).append(
                scenario.title
            )
    if not shares:
        return ""
    (_, words), best = max(shares.items(), key=lambda share: share[0])
    whose = "its own goals" if len(best) == 1 else "their own goals"
    return f"Closest to {whose} so far: {listed(first_of(best, MOST_CHANGES))}, {words}."


def show(place: Place, history: History) -> None:
    """The tree."""
    archived = [name for name, decision in history.decisions.items() if decision.archived]
    with_archived = address.now().held_switch(SHOW_ARCHIVED, False)
    drawn = list(
        nodes(place.revisions.sound, () if with_archived else [name for name in archived if name != place.revision])
    )
    st.html(f"<style>{''.join(_lines(number, node) for number, node in enumerate(drawn))}</style>")
    with st.container(gap=None, key="tree"):
        for number, node in enumerate(drawn):
            scenario, decision = node.scenario, history.decision(node.scenario)
            is_chosen = scenario.revision == place.revision
            date = f" · {day_words(scenario.date)}" if scenario.date else ""
            with (
                st.container(gap=None, key=f"node_{number}"),
                st.container(gap=None, key="chosen_node" if is_chosen else None),
            ):
                navigation.link(
                    "revisions",
                    f"{literal(scenario.title)} :gray[:small[{literal(scenario.revision)}{date}]]",
                    {"game": scenario.game.name, "revision": scenario.revision},
                    icon=ICONS[decision.state],
                )
                st.caption(" · ".join(_caption(scenario, place, history, decision)))
    if archived:
        controls.switch(None, SHOW_ARCHIVED, f"Show the archived ({len(archived)})", False)


def _caption(scenario: Scenario, place: Place, history: History, decision: Decision) -> Iterator[str]:
    """The caption below a node's title, part by part."""
    base = place.revisions.sound.get(scenario.parent or "")
    if base:
        yield literal(changes(base, scenario))
    if goals := history.goals(scenario):
        yield f"goals {''.join(MARKS[standing] for standing in goals.values())}"
    if base:
        verdict = history.against(scenario, base)
        yield literal(verdict.brief) if verdict else "not compared"
    if sessions := history.played[scenario.revision]:
        yield counted(sessions, "playtest")
    if decision.state is not DecisionState.OPEN:
        why = f": “{literal(shortened(decision.reason))}”" if decision.reason else ""
        yield f"**{decision.state.value}**{why}"
    if decision.archived:
        yield "archived"


def changes(base: Scenario, scenario: Scenario) -> str:
    """A revision's changes, in a few words: `hand size 7 → 6, ties: everybody`."""
    sentences = [_change(scenario.game, name, *values) for name, values in differences(base, scenario).items()]
    return ", ".join(first_of(sentences, MOST_CHANGES)) or "no rule changed"


def _change(game: Game, name: str, before: Written, after: Written) -> str:
    label = lower_first(game.parameters[name].label)
    if isinstance(after, (bool, str)):
        return f"{label}: {rule_value(game, name, after)}"
    return f"{label} {before} → {after}" if isinstance(after, (int, float)) else label


def _lines(number: int, node: Node) -> str:
    """The style of a node: its indentation, and the lines that lead to it and past it."""
    if not node.more:
        return ""
    *above, goes_on = node.more
    drawn = [_line(level, "100%") for level, more in enumerate(above) if more]
    drawn.append(_line(len(above), "100%" if goes_on else f"{ELBOW}px"))
    across = f"linear-gradient({LINE}, {LINE}) {_left(len(above))}px {ELBOW}px / {INDENT // 2}px 1px no-repeat"
    return (
        f".st-key-node_{number} {{ padding-left: {INDENT * len(node.more)}px;"
        f" background: {', '.join([*drawn, across])}; }}\n"
    )


def _line(level: int, height: str) -> str:
    return f"linear-gradient({LINE}, {LINE}) {_left(level)}px 0 / 1px {height} no-repeat"


def _left(level: int) -> int:
    """How far to the right the line of a level stands: below the icon of the node that it comes from."""
    return INDENT * level + INDENT // 2 + 3
