"""What is played of each game, and the truth about it.

A *subject* has three tables: a revision, the same with a rule changed to a value that is alike (`Game.neutral`, so that
the truth about every difference is 0), and the same with a rule changed as another revision changes it. What that
change really does, and what the averages are, a large batch says that is played for nothing else.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from workbench.engine.game import Game, Neutral
from workbench.engine.measures import Scope
from workbench.engine.registry import games
from workbench.scenario import Scenario, differences, list_scenarios, load_scenario
from workbench.scenario.files import Workspace
from workbench.scenario.vary import combination
from workbench.study.batch_player import RunOptions
from workbench.study.compare import compare
from workbench.study.figures import SPREAD, Prominence, figures
from workbench.study.simulate import simulate_together
from workbench.tallies.tallies import sums_of

OFTEN = 0.2
"""A figure that differs in a smaller share of pairs has wider intervals, which are counted by themselves."""
MOST_ASKED = 4
"""Figures that one check, and one question, are about."""


@dataclass(frozen=True)
class Truth:
    """What the large batch says. Each by the name of the figure.

    averages   of the revision
    effects    of the real change
    unlike     in what share of the pairs without a real change the figure differs
    """

    averages: Mapping[str, float]
    effects: Mapping[str, float]
    unlike: Mapping[str, float]


@dataclass(frozen=True)
class Subject:
    """One game's tables and the truth about them; `real` is None where no other revision changes a further rule."""

    neutral: Neutral
    base: Scenario
    alike: Scenario
    real: Scenario | None
    truth: Truth

    @property
    def game(self) -> Game:
        """The game."""
        return self.base.game

    @property
    def everyone(self) -> list[Scenario]:
        """All tables, the revision first."""
        return [self.base, self.alike, *([self.real] if self.real else [])]

    @property
    def changed(self) -> tuple[str, ...]:
        """Which rule the real change changes."""
        return tuple(differences(self.base, self.real)) if self.real else ()

    @property
    def often(self) -> list[str]:
        """The figures that differ in many of the pairs that are alike."""
        return [name for name, share in self.truth.unlike.items() if share >= OFTEN]

    @property
    def seldom(self) -> list[str]:
        """Those that differ in a few of them."""
        return [name for name, share in self.truth.unlike.items() if 0 < share < OFTEN]

    @property
    def asked(self) -> list[str]:
        """The figures that a check, a question and a sweep are about: the first few that goals may name."""
        named = {each.name for each in self.game.measures if each.scope is not Scope.DEAL_SEAT}
        return [name for name in self.often if name in named][:MOST_ASKED]


def subjects(place: Workspace, only: str | None, thorough: bool) -> Iterator[tuple[Scenario, Scenario, str | None]]:
    """The revisions to be played: of each game one pair of them, or `thorough` every pair; with the rule that differs.

    A game whose declaration has no rule of which two values are alike is left out.
    """
    for game in games().values():
        if game.neutral and only in (None, game.name):
            yield from _tables(game, place, thorough)


def _tables(game: Game, place: Workspace, thorough: bool) -> Iterator[tuple[Scenario, Scenario, str | None]]:
    read = {each.revision: each for name in list_scenarios(place, game) for each in [load_scenario(place, name)]}
    pairs = [(read[each.parent], each) for each in read.values() if each.parent in read]
    steps = [(base, other, rule) for base, other in pairs if (rule := _one_rule(base, other))]
    single = [(each, each, None) for each in read.values()]
    yield from steps or single if thorough else (steps or single)[:1]


def _one_rule(base: Scenario, other: Scenario) -> str | None:
    """The first rule that the other revision changes, by itself, where the game allows that; None without one."""
    neutral = base.game.neutral
    if neutral is None or base.players != other.players:
        return None
    rules = [name for name in differences(base, other) if name != neutral.rule]
    return next((name for name in rules if combination(base, {name: other.rules[name]}).is_valid), None)


def subject(base: Scenario, other: Scenario, rule: str | None, plays: int, seed: int) -> Subject:
    """What is played of two revisions, with the truth from so many plays of each table."""
    neutral = base.game.neutral
    assert neutral is not None
    first, second = neutral.values(base.rules[neutral.rule])
    base = replace(
        base, rules={**base.rules, neutral.rule: first}, bots=(neutral.bots,) * base.players, goals=(), seed=seed
    )
    alike = replace(base, rules={**base.rules, neutral.rule: second}, title="alike")
    real = replace(base, rules={**base.rules, rule: other.rules[rule]}, title="real") if rule else None
    found = Subject(neutral, base, alike, real, Truth({}, {}, {}))
    return replace(found, truth=_truth(found, plays))


def _truth(of: Subject, plays: int) -> Truth:
    tables = [replace(each, plays=plays) for each in of.everyone]
    (base, _, *real), together = simulate_together(tables, RunOptions())
    known = {
        name: each
        for name, each in figures(base.tallies).items()
        if each.prominence is not Prominence.HIDDEN and each.measure.name not in of.neutral.but and each.n
    }
    pairs = together.pairs[0]
    unlike = {
        name: int(pairs.unlike[place]) / both
        for place, name in enumerate(pairs.layout.names)
        if name in known and (both := sums_of(pairs.rows[place][-1]).count)
    }
    effects = compare(base, real[0], pairs=together.pairs[1]).contrasts if real else {}
    return Truth(
        averages={name: each.moments.mean for name, each in known.items()},
        effects={name: each.difference.difference for name, each in effects.items() if name in known or name == SPREAD},
        unlike=unlike,
    )
