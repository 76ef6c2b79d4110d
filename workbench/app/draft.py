"""A revision in the making: its rules, their problems, what it changes, and what it lacks to be saved."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count

from workbench.bots.spec import one_a_seat
from workbench.engine.cards import Cards
from workbench.engine.game import Game
from workbench.engine.parameters import Parameter, Values, Written
from workbench.engine.problems import Problem, whole_of
from workbench.engine.registry import games
from workbench.engine.wording import first_of, lower_first
from workbench.report.text.aims import read_sentence
from workbench.report.text.phrases import words_of
from workbench.report.text.scenarios import rule_value
from workbench.scenario import Aim, Goal, Scenario
from workbench.scenario.card_lists import written_rules
from workbench.scenario.drafts import StoredDraft
from workbench.scenario.goals import read_goals
from workbench.scenario.save import RevisionDraft, name_problem, slug

MOST_TITLED = 2
"""Changed rules that a title names."""


@dataclass(frozen=True)
class Draft:
    """The rules in the form, compared with the revision they start from.

    `unread` is what is wrong with the cards that the form names; those rules are missing among the values.
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
        written = {goal.measure: goal.written for goal in self.goals if goal.written}
        empty = [goal for goal in self.goals if not goal.written]
        unbounded = [Problem(f"goals.{goal.measure}", "say at least or at most how much") for goal in empty]
        return [*self.unread, *self.game.problems(self.values), *unbounded, *read_goals(self.game, written)[1]]

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
        before, after = self.parent.rules, self.values
        old, new = written_rules(before), written_rules(after)
        names = self.game.parameters
        return [name for name in names if new.get(name) != old.get(name) or after.get(name) != before.get(name)]

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
        parameter = self.game.parameters.get(problem.place)
        return parameter.label if parameter else words_of(problem.place.removeprefix("goals.")).capitalize()

    @property
    def title(self) -> str:
        """The changes as a title: `Hand size: 6 cards, may pass: no`; empty if no rule changes."""
        parts = [self._titled(name) for name in self.changed]
        return ", ".join(first_of([*parts[:1], *map(lower_first, parts[1:])], MOST_TITLED))

    def _titled(self, name: str) -> str:
        value, label = self.values.get(name), self.game.parameters[name].label
        if isinstance(value, Cards):
            return f"{label}: other cards"
        if not isinstance(value, (bool, int, str)):
            return label
        words = rule_value(self.game, name, value)
        return words if words.endswith(label.lower()) else f"{label}: {words}"  # `4 players` says it all

    def obstacles(self, texts: Mapping[str, str], taken: Sequence[str]) -> list[str]:
        """Why it cannot be saved yet with these texts, in sentences; none when it can."""
        sentences = [f"{self.label(problem)} is {complaint(problem)}" for problem in self.problems]
        if not self.changed and not self.changes_goals:
            sentences.append(f"Nothing differs from {self.parent.title} yet.")
        if wrong := name_complaint(texts["name"], taken):
            sentences.append(wrong)
        if not texts["reason"].strip():
            sentences.append("Give the reason for this change.")
        unread = read_sentence(self.game, texts["aims"])[1]
        return [*sentences, *(f"Aims: {complaint(problem)}." for problem in unread)]

    def revision(self, texts: Mapping[str, str]) -> RevisionDraft:
        """The revision of today that it makes with these texts."""
        return RevisionDraft(
            game=self.game,
            revision=texts["name"].strip(),
            parent=self.parent.revision,
            reason=texts["reason"],
            rules=self.rules,
            title=texts["title"].strip() or self.title,
            date=dt.date.today(),
            hypothesis=texts["hypothesis"],
            bots=self.bots,
            plays=self.parent.plays,
            seed=self.parent.seed,
            goals=self.goals,
            aims=read_sentence(self.game, texts["aims"])[0],
        )


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


def changed_in(game: Game | None, names: Sequence[str]) -> list[str]:
    """The labels of rules; a name itself where the game, or the rule, is gone."""
    return [game.parameters[name].label if game and name in game.parameters else name for name in names]


def what_changes(draft: StoredDraft) -> str:
    """The differences of a stored draft, in words: `Hand size, goals, cards of Bods`."""
    game = games().get(draft.game)
    cards = [f"cards of {label}" for label in changed_in(game, list(draft.cards))]
    goals = [] if draft.goals is None else ["goals"]
    return ", ".join([*changed_in(game, list(draft.rules)), *goals, *cards]) or "only texts so far"
