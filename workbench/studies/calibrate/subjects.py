"""The revisions to play of each game, and the truth about them.

A *subject* has three tables: a revision; its twin, with a rule changed to a value that is alike (`Game.neutral`), so
that every difference is 0 in truth; and a step, with a rule changed as another revision changes it. What the step
really does, and what the averages are, a large batch says that is played for nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from workbench.engine.game import Game, Neutral
from workbench.engine.measures import SPREAD, Scope
from workbench.engine.registry import games
from workbench.play.batches import simulate_together
from workbench.play.comparisons import compare
from workbench.play.figures import figure_sums, moments_of_sums
from workbench.play.options import RunOptions
from workbench.scenario import Scenario, differences, list_scenarios, load_scenario
from workbench.scenario.files import Workspace
from workbench.scenario.vary import combination
from workbench.stats import Prominence
from workbench.stats.paired import variance_ratio
from workbench.tallies.tallies import PairTallies, sums_of

OFTEN = 0.2
"""A figure that differs in a smaller share of pairs has wider intervals, which are counted by themselves."""
SHARPENED = 0.5
"""Where pairing leaves at most this part of the variance, intervals that forget it are 1.4 times too wide, and more."""
MOST_TESTED = 4
"""Figures that one check, and one question, are about."""


@dataclass(frozen=True)
class RevisionPair:
    """Two revisions, and a rule that the second changes; None where there is no such pair, and both are the same."""

    base: Scenario
    other: Scenario
    rule: str | None = None


@dataclass(frozen=True)
class Truth:
    """The figures of the large batch, by name.

    averages   of the revision
    effects    of the step
    unlike     in what share of the pairs of the revision and its twin the figure differs
    sharpened  beside the twin, and beside the step, the figures about which pairing tells much more
    """

    averages: Mapping[str, float]
    effects: Mapping[str, float]
    unlike: Mapping[str, float]
    sharpened: Sequence[Sequence[str]] = ()


@dataclass(frozen=True)
class Subject:
    """One game's tables, the truth about them, and how they are played.

    `step` is None where no other revision changes a further rule.
    """

    neutral: Neutral
    base: Scenario
    twin: Scenario
    step: Scenario | None
    truth: Truth
    options: RunOptions

    @property
    def game(self) -> Game:
        return self.base.game

    @property
    def tables(self) -> list[Scenario]:
        """All tables, the revision first."""
        return [self.base, self.twin, *([self.step] if self.step else [])]

    @property
    def often(self) -> list[str]:
        """The figures that differ in many of the pairs of the revision and its twin."""
        return [name for name, share in self.truth.unlike.items() if share >= OFTEN]

    @property
    def seldom(self) -> list[str]:
        """The figures that differ in a few pairs."""
        return [name for name, share in self.truth.unlike.items() if 0 < share < OFTEN]

    @property
    def tested(self) -> list[str]:
        """The figures that checks, questions and sweeps are about: the first few of the game that a goal may name."""
        names = {measure.name for measure in self.game.measures if measure.scope is not Scope.DEAL_SEAT}
        return [name for name in self.often if name in names][:MOST_TESTED]


def steps(place: Workspace, only: str | None, thorough: bool) -> Iterator[RevisionPair]:
    """The revisions to be played: of each game one step, or `thorough` every one; of one game alone if it is named.

    A game whose declaration has no rule of which two values are alike is left out.
    """
    for game in games().values():
        if game.neutral and only in (None, game.name):
            loaded = [load_scenario(place, name) for name in list_scenarios(place, game)]
            revisions = {scenario.revision: scenario for scenario in loaded}
            pairs = [(revisions.get(other.parent or ""), other) for other in revisions.values()]
            choices = []
            for base, other in pairs:  # with the first rule that is changed and that the game allows to change alone
                if base is None or base.players != other.players:
                    continue
                rules = [rule for rule in differences(base, other) if rule != game.neutral.rule]
                allowed = [rule for rule in rules if combination(base, {rule: other.rules[rule]}).is_valid]
                choices += [RevisionPair(base, other, allowed[0])] if allowed else []
            choices = choices or [RevisionPair(scenario, scenario) for scenario in revisions.values()]
            yield from choices if thorough else choices[:1]


def subject(step: RevisionPair, plays: int, seed: int, options: RunOptions) -> Subject:
    """The subject of two revisions, with the truth from so many plays of each table.

    Raises `Stopped` when `options.stop` is set.
    """
    neutral = step.base.game.neutral
    assert neutral is not None
    first, second = neutral.values(step.base.rules[neutral.rule])
    rules, bots = {**step.base.rules, neutral.rule: first}, (neutral.bots,) * step.base.players
    base = replace(step.base, rules=rules, bots=bots, goals=(), seed=seed)
    twin = replace(base, rules={**rules, neutral.rule: second})
    changed = replace(base, rules={**rules, step.rule: step.other.rules[step.rule]}) if step.rule else None
    untold = Subject(neutral, base, twin, changed, Truth({}, {}, {}), options)
    return replace(untold, truth=_truth(untold, plays))


def _truth(of: Subject, plays: int) -> Truth:
    tables = [replace(table, plays=plays) for table in of.tables]
    (base, _, *changed), together = simulate_together(tables, of.options)
    averages = {
        name: sums.moments.mean
        for name, sums in figure_sums(base.tallies).items()
        if sums.figure().prominence is not Prominence.HIDDEN and sums.measure.name not in of.neutral.but and sums.n
    }
    contrasts = compare(base, changed[0], pairs=together.pairs[1]).contrasts if changed else {}
    effects = {name: contrast.difference.mean for name, contrast in contrasts.items()}
    return Truth(
        averages=averages,
        effects={name: effect for name, effect in effects.items() if name in averages or name == SPREAD},
        unlike={name: share for name, share in _unlike(together.pairs[0]).items() if name in averages},
        sharpened=[[name for name in _sharpened(pairs) if name in averages] for pairs in together.pairs],
    )


def _sharpened(pairs: PairTallies) -> Iterator[str]:
    """The figures that differ in many of the pairs, and about which these tell much more than as many plays apart.

    They are worked out from the sums alone: a fault of what is checked must not hide where it shows.
    """
    unlike = _unlike(pairs)
    for name, rows, unit in zip(pairs.layout.names, pairs.rows, pairs.layout.units, strict=True):
        if unlike.get(name, 0) >= OFTEN:
            base, other, difference = (moments_of_sums(sums_of(row), unit).sd for row in rows)
            if (variance_ratio(difference, base, other) or 0.0) <= SHARPENED:
                yield name


def _unlike(pairs: PairTallies) -> dict[str, float]:
    """The share of its pairs in which each figure differs."""
    counts = [sums_of(rows[-1]).count for rows in pairs.rows]
    return {
        name: int(unlike) / count
        for name, unlike, count in zip(pairs.layout.names, pairs.unlike, counts, strict=True)
        if count
    }
