"""Every revision of a game as a batch, judged by the goals of one revision, and compared with its parent."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass

from workbench.engine.measures import SPREAD, Measure
from workbench.engine.problems import BadInput
from workbench.play.batches import ensure_played, simulate_together
from workbench.play.comparisons import Comparison, Contrast, compared_as_played, pair_scenarios
from workbench.play.figures import figures, names_of, spread_figure
from workbench.play.goals import CheckedGoal, Standing, check_against, goal_measure, worst_standing
from workbench.play.options import RunOptions, Stopped
from workbench.play.outcome import Outcome
from workbench.play.stored import find_starts
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.drafts import MARK, list_drafts
from workbench.scenario.files import list_scenarios, workspace_of
from workbench.scenario.goals import Goal
from workbench.stats import Figure
from workbench.store import Store
from workbench.store.history import Decision, DecisionState, decisions
from workbench.studies.goals.question import GoalsQuestion
from workbench.studies.progress import Follow, StudyProgress
from workbench.tallies.tallies import PairTallies

MOST_DRAFTS = 20
"""Drafts that stand among the revisions, the newest."""


@dataclass(frozen=True)
class RevisionEntry:
    """A revision in the tree: how many steps below its first ancestor it is."""

    scenario: Scenario
    depth: int

    @property
    def is_draft(self) -> bool:
        """True for a draft that nobody has saved yet."""
        return MARK in self.scenario.revision


@dataclass(frozen=True)
class Column:
    """A measure, and the goal for it if there is one."""

    name: str
    measure: Measure
    goal: Goal | None = None

    @property
    def label(self) -> str:
        """The measure in words."""
        return self.measure.label

    def figures(self, scenario: Scenario) -> list[str]:
        """The figures behind it: one a seat where the measure is one by seat."""
        return names_of(scenario.game, self.name, scenario.players)


@dataclass(frozen=True)
class StandingCell:
    """A measure of one revision: the figure that stands worst where there is one a seat, and how it stands.

    `contrast` is with the parent; None where there is none that has the figure.
    """

    figure: Figure
    standing: Standing | None = None
    contrast: Contrast | None = None


@dataclass(frozen=True)
class RevisionRow:
    """One revision, played: a cell for each column, None where it lacks the figure; `base` is its parent."""

    entry: RevisionEntry
    plays: int
    run: str | None
    cells: tuple[StandingCell | None, ...]
    base: str = ""
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    decision: Decision | None = None

    @property
    def standings(self) -> list[Standing]:
        """How its goals stand."""
        return [cell.standing for cell in self.cells if cell and cell.standing]

    @property
    def overall(self) -> Standing | None:
        """How they stand together; None without goals."""
        return worst_standing(self.standings) if self.standings else None

    @property
    def parent(self) -> str | None:
        """The parent, as commands take it."""
        return f"{self.entry.scenario.game.name}/{self.base}" if self.base else None

    @property
    def state(self) -> DecisionState:
        """The decision about it."""
        return self.decision.state if self.decision else DecisionState.OPEN


@dataclass(frozen=True)
class Room:
    """How far a figure lies inside its goal, in the measure's unit and in smallest changes that count; or outside."""

    column: Column
    amount: float

    @property
    def steps(self) -> float:
        """The same of any measure: smallest changes that count."""
        return self.amount / (self.column.measure.margin or 1.0)


@dataclass(frozen=True)
class GoalsAnswer:
    """All revisions that were played, in the order of the tree. `is_new`: some of it was not stored before."""

    question: GoalsQuestion
    columns: tuple[Column, ...]
    rows: tuple[RevisionRow, ...]
    is_new: bool = False

    @property
    def scenario(self) -> Scenario:
        """The revision whose goals these are."""
        return self.question.scenario

    @property
    def plays(self) -> int:
        """How many plays it rests on."""
        return sum(row.plays for row in self.rows)

    @property
    def goals(self) -> int:
        return sum(bool(column.goal) for column in self.columns)

    @property
    def saved(self) -> list[RevisionRow]:
        """The revisions, without drafts."""
        return [row for row in self.rows if not row.entry.is_draft]

    @property
    def ranked(self) -> list[RevisionRow]:
        """The revisions, the best first: most goals met, fewest missed, then the farthest inside the closest goal."""
        return sorted(
            self.saved,
            key=lambda row: (
                row.standings.count(Standing.MISSED) - row.standings.count(Standing.MET),
                -room.steps if (room := self.room(row)) else 0.0,
            ),
        )

    def room(self, row: RevisionRow) -> Room | None:
        """How far a revision lies inside the goal that it is closest to miss; None without goals."""
        rooms = []
        for column, cell in zip(self.columns, row.cells, strict=True):
            if column.goal and cell:
                mean, goal = cell.figure.estimate.mean, column.goal
                ends = [mean - goal.low] if goal.low is not None else []
                ends += [goal.high - mean] if goal.high is not None else []
                rooms.append(Room(column, min(ends)))
        return min(rooms, key=lambda room: room.steps, default=None)


def revisions_of(model: Scenario, archived: Sequence[str] = ()) -> list[RevisionEntry]:
    """The revisions of the game in its workspace, as a tree, with the bots, plays and seed of `model`; drafts too.

    Those that cannot be read or played so are left out; of a revision outside of a workspace, it is that alone.
    """
    workspace = workspace_of(model.path)
    if workspace is None:
        return [RevisionEntry(model, 0)]
    drafts = [draft for draft in list_drafts(workspace) if draft.game == model.game.name and draft.changes_play]
    names = [f"{draft.game}/{draft.reference}" for draft in drafts[:MOST_DRAFTS] if draft.revision not in archived]
    loaded = list[Scenario]()
    for name in (*list_scenarios(workspace, model.game), *names):
        revision = name.partition("/")[2]
        if revision == model.revision:
            loaded.append(model)
        elif revision not in archived:
            with suppress(BadInput):
                loaded += pair_scenarios(model, [load_scenario(workspace, name)])
    return [*_in_tree({scenario.revision: scenario for scenario in loaded}, None, 0)]


def _in_tree(by_name: dict[str, Scenario], parent: str | None, depth: int) -> Iterator[RevisionEntry]:
    for scenario in by_name.values():
        if (scenario.parent if scenario.parent in by_name else None) == parent:
            yield RevisionEntry(scenario, depth)
            yield from _in_tree(by_name, scenario.revision, depth + 1)


def missing(store: Store, model: Scenario) -> list[Scenario]:
    """The revisions whose batch is not stored yet."""
    scenarios = [entry.scenario for entry in revisions_of(model, _archived(store, model))]
    with store.session() if store.exists else nullcontext():
        return [start.scenario for start in find_starts(scenarios, RunOptions(store)) if not start.outcome]


def _archived(store: Store | None, model: Scenario) -> list[str]:
    return [name for name, decision in _decisions(store, model).items() if decision.archived]


def _decisions(store: Store | None, model: Scenario) -> dict[str, Decision]:
    return decisions(store, model.game.name) if store and store.exists else {}


def measure(question: GoalsQuestion, options: RunOptions, follow: Follow) -> GoalsAnswer:
    """Play what is missing, revision by revision; what is stored is told of first.

    Raises `Stopped` when `options.stop` is set.
    """
    return _Table(question, options, follow).filled()


class _Table:
    """The rows so far."""

    def __init__(self, question: GoalsQuestion, options: RunOptions, follow: Follow) -> None:
        self.question, self.options, self.follow = question, options, follow
        model, self.began = question.scenario, time.monotonic()
        self.entries = revisions_of(model, _archived(options.store, model))
        self.decisions = _decisions(options.store, model)
        self.columns = columns_of(question)
        self.outcomes: dict[str, Outcome] = {}
        self.rows: dict[str, RevisionRow] = {}
        self.fresh = 0

    def filled(self) -> GoalsAnswer:
        """All rows, first those that are stored."""
        scenarios, store = [entry.scenario for entry in self.entries], self.options.store
        with store.session() if store and store.exists else nullcontext():
            for start in find_starts(scenarios, self.options):
                if start.outcome:
                    self.outcomes[start.scenario.revision] = start.outcome
            for entry in self.entries:
                if entry.scenario.revision in self.outcomes:
                    self._add(entry, None)
        for entry in self.entries:
            self._tell(entry.scenario.title)
            if entry.scenario.revision not in self.rows:
                if self.options.stop.is_set():
                    raise Stopped("stopped; the revisions that were played are stored")
                self._play(entry)
        return self._answer()

    def _play(self, entry: RevisionEntry) -> None:
        """Play a revision, with its parent where that is among the revisions."""
        scenario, every = entry.scenario, [other.scenario for other in self.entries]
        base = next((parent for parent in every if parent.revision == scenario.parent), None)
        self.fresh += 1
        if base is None:
            self.outcomes[scenario.revision] = ensure_played(scenario, self.options)
            self._add(entry, None)
            return
        (before, after), together = simulate_together((base, scenario), self.options)
        self.outcomes |= {base.revision: before, scenario.revision: after}
        self._add(entry, together.pairs[0])

    def _add(self, entry: RevisionEntry, pairs: PairTallies | None) -> None:
        """Judge a revision that was played; against its parent, once that was."""
        scenario, goals = entry.scenario, self.question.scenario.goals
        outcome, base = self.outcomes[scenario.revision], self.outcomes.get(scenario.parent or "")
        comparison = compared_as_played(base, outcome, self.options.store, pairs) if base else None
        standings = _standings(goals, outcome)
        before = _standings(goals, base) if base else {}
        self.rows[scenario.revision] = RevisionRow(
            entry,
            outcome.plays,
            outcome.run,
            tuple(_cell(column, outcome, standings, comparison) for column in self.columns),
            base.scenario.revision if base else "",
            _moved(self.columns, before, standings, Standing.MET),
            _moved(self.columns, before, standings, Standing.MISSED),
            self.decisions.get(scenario.revision),
        )

    def _tell(self, title: str) -> None:
        count, done = len(self.entries), len(self.rows)
        elapsed_s = time.monotonic() - self.began
        left_s = elapsed_s * (count - done) / self.fresh if self.fresh else None
        so_far, plays = self._answer(), sum(entry.scenario.plays for entry in self.entries)
        at, share = min(done + 1, count), done / count
        self.follow(StudyProgress(title, at, count, so_far.plays, plays, share, elapsed_s, left_s, (so_far,)))

    def _answer(self) -> GoalsAnswer:
        """The rows so far, in the order of the tree."""
        names = [entry.scenario.revision for entry in self.entries]
        rows = tuple(self.rows[name] for name in names if name in self.rows)
        return GoalsAnswer(self.question, self.columns, rows, self.fresh > 0)


def columns_of(question: GoalsQuestion) -> tuple[Column, ...]:
    """The goals of the revision that is asked about, the game's main measures, and those that are named."""
    game = question.scenario.game
    goals = {goal.counted(game): goal for goal in question.scenario.goals}
    names = dict.fromkeys([*goals, *(Goal(name).counted(game) for name in (*game.primary, *question.measures))])
    return tuple(Column(name, goal_measure(game, name), goals.get(name)) for name in names)


def _standings(goals: Sequence[Goal], outcome: Outcome) -> dict[str, CheckedGoal]:
    """How a batch stands to each goal, by its measure; of one by seat, the seat that stands worst."""
    game = outcome.scenario.game
    worst: dict[str, CheckedGoal] = {}
    for checked in check_against(goals, outcome.scenario, outcome.tallies):
        before = worst.setdefault(checked.goal.counted(game), checked)
        if worst_standing([before.standing, checked.standing]) is not before.standing:
            worst[checked.goal.counted(game)] = checked
    return worst


def _cell(
    column: Column, outcome: Outcome, standings: Mapping[str, CheckedGoal], comparison: Comparison | None
) -> StandingCell | None:
    """The figure of a column; of a measure by seat the one that stands worst, or the first seat's."""
    checked = standings.get(column.name)
    name = checked.figure.name if checked else column.figures(outcome.scenario)[0]
    contrast = comparison.contrasts.get(name) if comparison else None
    if checked:
        return StandingCell(checked.figure, checked.standing, contrast)
    figure = spread_figure(outcome.tallies) if name == SPREAD else figures(outcome.tallies).get(name)
    return StandingCell(figure, None, contrast) if figure and figure.estimate.n else None


def _moved(
    columns: Sequence[Column], before: Mapping[str, CheckedGoal], after: Mapping[str, CheckedGoal], to: Standing
) -> tuple[str, ...]:
    """The labels of goals that surely stand so now and surely stood the other way before."""
    other = Standing.MISSED if to is Standing.MET else Standing.MET
    return tuple(
        column.label
        for column in columns
        if column.name in before and (before[column.name].standing, after[column.name].standing) == (other, to)
    )
