"""A draft of a revision: its rules, their problems, what they change, and the form that saves it."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import count
from math import inf
from time import monotonic
from typing import Literal, TypeAlias, TypedDict

import streamlit as st

from workbench.app import navigation, place
from workbench.app.place import Place
from workbench.app.services import services
from workbench.app.widgets.messages import problems
from workbench.app.widgets.text import explained, literal
from workbench.bots.spec import one_a_seat
from workbench.engine.cards import Cards
from workbench.engine.game import Game
from workbench.engine.parameters import Parameter, Values, Written
from workbench.engine.problems import BadInput, Problem, whole_of
from workbench.engine.wording import first_of, lower_first
from workbench.play.goals import CheckedGoal
from workbench.report.text.aims import aims_sentence, proposed_aims, read_sentence
from workbench.report.text.phrases import words_of
from workbench.report.text.scenarios import rule_value
from workbench.scenario import Aim, Goal, Scenario
from workbench.scenario.card_lists import written_rules
from workbench.scenario.goals import read_goals
from workbench.scenario.save import RevisionDraft, name_problem, save_revision, slug

LATE_S = 10.0
"""How long after a text has changed the browser of a busy machine may still send what stood there before."""


@dataclass(frozen=True)
class Draft:
    """The rules in the form, compared with the revision they start from.

    `unread` is what is wrong with files of cards that the form names; those rules are missing among the values.
    `edited_goals` are the goals in the form, None where these are not edited; `aims` are those of its sentence.
    """

    parent: Scenario
    values: Mapping[str, Written]
    unread: tuple[Problem, ...] = ()
    edited_goals: tuple[Goal, ...] | None = None
    aims: tuple[Aim, ...] = ()

    @property
    def game(self) -> Game:
        """The game whose rules these are."""
        return self.parent.game

    @cached_property
    def noticed(self) -> list[Problem]:
        """Every problem and warning of the values, alone and together."""
        return [*self.unread, *self.game.problems(self.values), *_goal_problems(self.game, self.goals)]

    @property
    def problems(self) -> list[Problem]:
        """The problems that keep it from being saved."""
        return [problem for problem in self.noticed if not problem.warning]

    def at(self, name: str) -> list[Problem]:
        """Problems and warnings that belong beside one field."""
        return [problem for problem in self.noticed if problem.place == name and not problem.source]

    @property
    def elsewhere(self) -> list[Problem]:
        """Problems that belong to no single field."""
        beside = {*self.game.parameters, "goals"}
        return [problem for problem in self.noticed if problem.source or problem.place.split(".")[0] not in beside]

    def at_goal(self, measure: str) -> list[Problem]:
        """Problems that belong beside a goal."""
        place = f"goals.{measure}"
        return [problem for problem in self.noticed if problem.place in (place, f"{place}.min", f"{place}.max")]

    @cached_property
    def idle(self) -> set[str]:
        """The rules that do nothing beside the others, and that nothing is to be said about: unchanged and sound."""
        wrong = {name for name in self.game.parameters if name not in self.values or self.at(name)}
        sound = {**self.parent.rules, **{name: value for name, value in self.values.items() if name not in wrong}}
        return {*self.game.idle_rules(sound)} - {*self.changed, *wrong}

    @cached_property
    def changed(self) -> list[str]:
        """The rules that differ from the parent's, in the order of the form."""
        return differing(self.game, self.parent.rules, self.values)

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals in the form."""
        return self.parent.goals if self.edited_goals is None else self.edited_goals

    @property
    def changes_goals(self) -> bool:
        """True if the goals differ from the parent's."""
        return self.goals != self.parent.goals

    @property
    def rules(self) -> Values:
        """The values as a scenario takes them."""
        return dict(self.values)

    @property
    def bots(self) -> tuple[str, ...]:
        """The parent's bots, where as many sit at the table; else its first one at every seat."""
        bots, players = self.parent.bots, self.values.get("players")
        same = len(set(bots)) == 1 or players != len(bots)
        return bots[:1] if same else bots

    @property
    def base(self) -> Scenario:
        """The parent, asked for the draft's goals."""
        return replace(self.parent, goals=self.goals)

    @property
    def scenario(self) -> Scenario:
        """The draft as something to play; only of one without problems."""
        bots = one_a_seat(self.bots, whole_of(self.values, "players"))
        return replace(
            self.parent, revision="draft", title="Draft", path=None, parent=self.parent.revision, reason="",
            hypothesis="", rules=self.rules, bots=bots, goals=self.goals, aims=self.aims, warnings=(),
        )  # fmt: skip

    def label(self, problem: Problem) -> str:
        """The subject of a problem, as the form calls it."""
        return _label(self.game, problem)


def _goal_problems(game: Game, goals: Sequence[Goal]) -> list[Problem]:
    """The problems of the goals of a form; a goal without any bound is not one yet."""
    empty = [goal for goal in goals if not goal.written]
    unbounded = [Problem(f"goals.{goal.measure}", "say at least or at most how much") for goal in empty]
    return [*unbounded, *read_goals(game, {goal.measure: goal.written for goal in goals if goal.written})[1]]


def differing(game: Game, before: Mapping[str, Written], after: Mapping[str, Written]) -> list[str]:
    """The rules whose values differ, in the order in which the game declares them."""
    old, new = written_rules(before), written_rules(after)
    return [name for name in game.parameters if new.get(name) != old.get(name) or after.get(name) != before.get(name)]


def sections(game: Game) -> dict[str, list[Parameter]]:
    """The parameters of a game by their section, in the order in which they are declared."""
    by_section: dict[str, list[Parameter]] = {}
    for parameter in game.parameters.values():
        by_section.setdefault(parameter.section, []).append(parameter)
    return by_section


def complaint(problem: Problem) -> str:
    """A problem as it stands beside its field, which says the name already."""
    value = f"{problem.value}: " if problem.value not in (None, "None") else ""
    return f"{value}{problem.message}"


def suggested_name(taken: Iterable[str], today: dt.date, title: str = "") -> str:
    """A name for a new revision that is not taken: of its title, or of today's date; with a number where needed."""
    used, name = set(taken), slug(title) or today.isoformat()
    numbered = (f"{name}-{number}" for number in count(2))
    return name if name not in used else next(candidate for candidate in numbered if candidate not in used)


def name_complaint(name: str, taken: Sequence[str]) -> str:
    """The problem with a revision's name, in a sentence; empty where there is none."""
    if not name.strip():
        return "The revision needs a name."
    problem = name_problem(name.strip(), taken)
    if problem is None:
        return ""
    if name.strip() in taken:
        return f"There is already a revision {name.strip()}. Choose another name; nothing is overwritten."
    return f"The name {problem.message}."


def obstacles(draft: Draft, texts: Mapping[str, str], taken: Sequence[str]) -> list[str]:
    """Why the draft cannot be saved yet with these texts, in sentences; none when it can."""
    sentences = [f"{_label(draft.game, problem)} is {complaint(problem)}" for problem in draft.problems]
    if not draft.changed and not draft.changes_goals:
        sentences.append(f"Nothing differs from {draft.parent.title} yet.")
    if wrong := name_complaint(texts["name"], taken):
        sentences.append(wrong)
    if not texts["reason"].strip():
        sentences.append("Give the reason for this change.")
    unread = read_sentence(draft.game, texts["aims"])[1]
    return [*sentences, *(f"Aims: {complaint(problem)}." for problem in unread)]


def _label(game: Game, problem: Problem) -> str:
    parameter = game.parameters.get(problem.place)
    return parameter.label if parameter else words_of(problem.place.removeprefix("goals.")).capitalize()


FIELDS = ("name", "title", "reason", "aims", "hypothesis")
AIMS = "What the change is for, against the parent. The comparison answers it first."
AIMS_EXAMPLE = "make length shorter by at least 10 %, keep ties below 8 %"
NAME_HELP = "Follows the title until you change it. Lower-case letters, digits, dots and dashes."


class Persistent(TypedDict):
    """The argument by which a field keeps its text when another page is drawn."""

    persist_state: Literal["session"]


class Typed(Persistent):
    """The arguments of a text field that tells the server every letter."""

    live: bool


PERSISTENT: Persistent = {"persist_state": "session"}
TYPED: Typed = {**PERSISTENT, "live": True}
"""Text is taken while it is typed, so that the save button does not wait for the field to be left."""


MOST_TITLED = 2
"""Changed rules that a title names."""


def title_of(draft: Draft) -> str:
    """The title of a draft without one: `Hand size: 6 cards, may pass: no`; empty if no rule changes."""
    parts = [_titled(draft, name) for name in draft.changed]
    return ", ".join(first_of([*parts[:1], *map(lower_first, parts[1:])], MOST_TITLED))


def _titled(draft: Draft, name: str) -> str:
    value, label = draft.values[name], draft.game.parameters[name].label
    if not isinstance(value, (bool, int, str)):
        return label
    words = rule_value(draft.game, name, value)
    return words if words.endswith(label.lower()) else f"{label}: {words}"  # `4 players` says it all


def fields(
    prefix: str, parent: Scenario, taken: Sequence[str], why: str, title: str = "", goals: Sequence[CheckedGoal] = ()
) -> Callable[[], None]:
    """The five fields, kept in the session under `<prefix>_name` and so on; `why` is asked for as the reason.

    `title` is the one that is taken if none is given; `goals` as the parent stands to them, whose misses are
    proposed as aims. Returned is what has the name follow the title once more.
    """
    _suggest(prefix, taken)
    left, right = st.columns(2, gap="medium")
    left.text_input("Title", key=f"{prefix}_title", placeholder=title or "What it is called in lists", **TYPED)
    with right.container(gap="xxsmall"):
        st.text_input("Name", key=f"{prefix}_name", help=NAME_HELP, **TYPED)
        if wrong := name_complaint(texts(prefix)["name"], taken):
            st.markdown(f":red[:small[:material/error: {literal(wrong)}]]")
    st.text_area("Reason", key=f"{prefix}_reason", height=80, placeholder=why, required=True, **PERSISTENT)
    _aims(prefix, parent.game, goals)
    about = "What should it do? (optional)"
    st.text_area("Hypothesis", key=f"{prefix}_hypothesis", height=80, placeholder=about, **PERSISTENT)
    return partial(_suggest, prefix, taken)


def _aims(prefix: str, game: Game, goals: Sequence[CheckedGoal]) -> None:
    """The field of the aims, in a sentence, and the one that the reason and missed goals propose, to be taken."""
    written = texts(prefix)
    st.text_input(
        "Aims (optional)", key=f"{prefix}_aims", placeholder=AIMS_EXAMPLE, help=explained(AIMS, "aim"), **TYPED
    )
    for problem in read_sentence(game, written["aims"])[1]:
        st.markdown(f":red[:small[:material/error: {literal(complaint(problem))}]]")
    proposal = aims_sentence(game, proposed_aims(game, written["reason"], goals))
    if proposal and not written["aims"].strip():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(literal(f"Perhaps: {proposal}"), width="content")
            st.button("Take it", key=f"{prefix}_take_aims", type="tertiary", on_click=_take, args=[prefix, proposal])


def _take(prefix: str, proposal: str) -> None:
    st.session_state[f"{prefix}_aims"] = proposal


def _suggest(prefix: str, taken: Sequence[str]) -> None:
    """Let the name follow the title, until somebody writes a name of their own.

    For a while after it has followed, the browser may still send a name from before.
    """
    session, name, last, now = st.session_state, f"{prefix}_name", f"{prefix}_suggested", monotonic()
    suggested: Mapping[str, float] = session.get(last, {})  # by name, until when it is nobody's own
    if name in session and suggested.get(session[name], 0.0) < now:
        session[last] = {text: until for text, until in suggested.items() if until == inf}
        return
    newest = suggested_name(taken, dt.date.today(), texts(prefix)["title"])
    session[last] = {**{text: min(until, now + LATE_S) for text, until in suggested.items()}, newest: inf}
    session[name] = newest


def texts(prefix: str) -> dict[str, str]:
    """The texts in the fields, by their names."""
    return {name: str(st.session_state.get(f"{prefix}_{name}") or "") for name in FIELDS}


def written_aims(prefix: str, game: Game) -> tuple[Aim, ...]:
    """The aims of the form's sentence, as far as it can be read."""
    return read_sentence(game, texts(prefix)["aims"])[0]


def drafted(
    prefix: str, parent: Scenario, rules: Values, bots: tuple[str, ...], goals: tuple[Goal, ...] | None = None
) -> RevisionDraft:
    """The revision of today that the fields, a parent, these rules and goals make; by default the parent's goals."""
    written = texts(prefix)
    return RevisionDraft(
        game=parent.game,
        revision=written["name"].strip(),
        parent=parent.revision,
        reason=written["reason"],
        rules=rules,
        title=written["title"],
        date=dt.date.today(),
        hypothesis=written["hypothesis"],
        bots=bots,
        plays=parent.plays,
        seed=parent.seed,
        goals=parent.goals if goals is None else goals,
        aims=written_aims(prefix, parent.game),
    )


def store(
    prefix: str, draft: RevisionDraft, lists: Callable[[], Mapping[str, Cards]] = dict[str, Cards]
) -> Scenario | None:
    """The revision that a form saves with these card lists, chosen from then on, the fields emptied.

    None, once it is said why, where it cannot be written; `lists` raises BadInput too.
    """
    try:
        revision = save_revision(services().workspace, draft, lists())
    except BadInput as bad:
        st.session_state["refused"] = bad.problems
        return None
    st.session_state["saved"] = (revision.name, draft.parent)
    place.go(revision=revision.revision)
    for name in (*FIELDS, "suggested"):
        st.session_state.pop(f"{prefix}_{name}", None)
    return revision


@dataclass(frozen=True)
class SaveButton:
    """A button that saves: what it says, its key, and what it does."""

    label: str
    key: str
    store: Callable[[], None]


Missing: TypeAlias = Callable[[], Sequence[str]]
TOO_EARLY = "saved_too_early"
"""Where the session keeps which button was pressed while something was missing."""


def save_buttons(missing: Missing, *buttons: SaveButton, first: Callable[[], None] | None = None) -> None:
    """The buttons, the first one primary; below them what is missing yet, and what was refused.

    They are never off, and nothing that comes and goes stands above them: a click straight out of a text reaches the
    server with that text, of which the page does not know when the click begins. So what comes first is done, and what
    is missing is looked up, again when one is pressed.
    """
    with st.container(horizontal=True):
        for button in buttons:
            kind: Literal["primary", "secondary"] = "primary" if button is buttons[0] else "secondary"
            press = partial(_save, first, missing, button)
            st.button(button.label, key=button.key, type=kind, icon=":material/save:", on_click=press)
    sentences = missing()
    if not sentences:
        st.session_state.pop(TOO_EARLY, None)
    elif st.session_state.get(TOO_EARLY) in [button.key for button in buttons]:
        st.error("\n".join(f"- {literal(sentence)}" for sentence in sentences), title="Not saved yet")
    else:
        st.caption("Before it can be saved:\n" + "\n".join(f"- {literal(sentence)}" for sentence in sentences))
    if refused := st.session_state.pop("refused", None):
        problems(refused, "Not saved")


def _save(first: Callable[[], None] | None, missing: Missing, button: SaveButton) -> None:
    if first:
        first()
    if missing():
        st.session_state[TOO_EARLY] = button.key
    else:
        st.session_state.pop(TOO_EARLY, None)
        button.store()


def saved(choice: Place) -> None:
    """After saving: what to do next."""
    name, parent = st.session_state.get("saved", ("", ""))
    revision = name.partition("/")[2]
    if name != f"{choice.game.name}/{choice.revision}" or parent not in choice.revisions.sound:
        return
    child, base = (literal(choice.revisions.sound[revision_name].title) for revision_name in (revision, parent))
    with st.container(border=True, key="saved"):
        st.success(f"Saved as {child}, a child of {base}.", icon=":material/check_circle:")
        with st.container(horizontal=True):
            navigation.link("results", f"Compare with {base}", {"revision": revision, "against": parent})
