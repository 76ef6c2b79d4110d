"""A simple strategy that beats these bots, if there is one: the best of some hundred scripted mixtures.

A mixture is a bot that decides at once and leaves a kind of action out, takes it first, or takes it first or never,
always or while a number that it knows lies in some range (`bots.restriction`). All of them play alone among the bots,
at every seat in turn on the same shuffles; after each round the better half plays on, in rounds of equal work
(successive halving, Karnin, Koren and Somekh 2013). Then what is near the best, and pairs of the best, race once more.
The winner is held against the bots, and against bots that think, on the shuffles of the study, which are fresh: so its
share is not the luck for which it was selected.
"""

import hashlib
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, zip_longest
from math import ceil, log2

import numpy as np
from numpy.typing import NDArray

from workbench.bots.restriction import MOST_CONDITIONS
from workbench.bots.spec import LEAST, MOST, Restriction, parts_of
from workbench.bots.strength import default_bots, lone_sides, measured_of, store_measured
from workbench.engine.batch import film, play_pieces
from workbench.engine.bit_sets import members
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import action_kind, conceal, legal_actions, picks, quantity
from workbench.engine.measures import WINNERS, win_shares
from workbench.play.forms import fresh_seed, make_batch
from workbench.play.options import RunOptions, Stopped, stopped_without_storing
from workbench.scenario import Scenario
from workbench.stats import Verdict
from workbench.studies.contest import (
    JudgedContest,
    Pairing,
    StudyRunner,
    batches_of,
    contest,
    doubts,
    lone_cost,
    verdicts,
)
from workbench.studies.progress import Follow, StudyProgress
from workbench.studies.workload import Length, StudyBatch, affordable, slowness, with_bots

MIXTURES, FEWEST_MIXTURES = 256, 8
"""Mixtures of a race at most, and at least where plays are slow."""
RACE_WORK, PLAYS_A_MIXTURE = 3_000_000, 60
"""About how much a race may cost, of two; and about how many plays a mixture has in it at least."""
PLAYS, WORK = (100, 2_000), 3_000_000
"""Fewest and most plays at each seat on fresh shuffles, and about how much they may cost."""
SAMPLE, SAMPLE_PLAYS, FORCED_PLAYS = 300, 40, 8
"""Decisions at which kinds of action and numbers are looked at; plays at most, and where none of them has any."""
QUARTERS = (0.25, 0.5, 0.75)
NEAR = 3
"""Values to either side of a threshold that are tried in the second race."""
BEST = 6
"""Mixtures that lead to others in the second race."""
MUCH = 0.05
"""A strategy that surely wins so much more than even beats its opponents by much."""
SIMPLE, MOST_STORED = "simple", 64
"""The name under which winners are stored with what else is known of a game's bots, and how many at most."""

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class SimpleStrategy:
    """The best of `tried` mixtures, alone among quick bots and among bots that think; judged together."""

    bot: str
    quick: str
    tried: int
    contests: tuple[JudgedContest, ...]

    @property
    def among_quick(self) -> JudgedContest | None:
        """How it does among quick bots; None for one of these itself."""
        return next((line for line in self.contests if line.contest.field == self.quick), None)

    @property
    def among_thinkers(self) -> JudgedContest:
        """How it does among bots that think."""
        return next(line for line in self.contests if line.contest.field != self.quick)

    @property
    def beats_thinkers(self) -> bool:
        """True if it beats bots that think by much, which no bot so simple should."""
        line = self.among_thinkers
        return line.verdict is Verdict.HIGHER and line.contest.gain.low > MUCH

    @property
    def is_undecided(self) -> bool:
        """True if it may or may not beat quick bots."""
        return self.among_quick is not None and self.among_quick.verdict is Verdict.UNDECIDED

    @property
    def beats_quick(self) -> bool:
        """True if it is shown to beat quick bots."""
        return self.among_quick is not None and self.among_quick.verdict is Verdict.HIGHER


@dataclass(frozen=True)
class Opponents:
    """The bots that a strategy is to beat: quick ones, among which mixtures race, and bots that think."""

    quick: str
    thinker: str
    plays: int | None = None


def any_mixture(scenario: Scenario, opponents: Opponents) -> str:
    """A mixture that costs as much as others, to stand for one that is not known yet."""
    return f"{opponents.quick}~{next(iter(scenario.game.kinds(scenario.rules))).name.lower()}"


def steps_of(
    scenario: Scenario, opponents: Opponents, bot: str, length: Length
) -> list[tuple[Pairing, list[StudyBatch]]]:
    """The contests on fresh shuffles, and their batches."""
    fields = [name for name in (opponents.quick, opponents.thinker) if name != bot]
    pairings = [Pairing(bot, name, opponents.plays or _plays(scenario, bot, name, length)) for name in fields]
    return [(pairing, batches_of(scenario, pairing, length)) for pairing in pairings]


def _plays(scenario: Scenario, bot: str, field: str, length: Length) -> int:
    batches = batches_of(scenario, Pairing(bot, field, 1), length)
    return affordable(sum(batch.cost for batch in batches), *PLAYS, WORK / slowness(batches[0].scenario))


def hold_against(
    runner: StudyRunner, opponents: Opponents, winner: "BestMixture", steps: Sequence[tuple[Pairing, list[StudyBatch]]]
) -> SimpleStrategy:
    """Play the contests and judge them together. Raises `Stopped`."""
    contests = [contest(runner, *step) for step in steps]
    gains = [played.gain for played in contests]
    judged = zip(contests, verdicts(gains), doubts(gains), strict=True)
    lines = [JudgedContest(*line, part="simple strategy") for line in judged]
    return SimpleStrategy(winner.bot, opponents.quick, winner.tried, tuple(lines))


# The search


def best_mixture(
    scenario: Scenario, opponents: Opponents, options: RunOptions, length: Length, follow: Follow
) -> "BestMixture":
    """The mixture that does best among such bots, from the store's folder if it lies there. Raises `Stopped`."""
    if stored := stored_winner(scenario, opponents) if options.store else None:
        return stored
    quick = opponents.quick
    again = replace(scenario, seed=fresh_seed(scenario.seed))
    affordable_plays = RACE_WORK / lone_cost(scenario, any_mixture(scenario, opponents), quick, length)
    plays = min(affordable_plays, (opponents.plays or MOST) * PLAYS_A_MIXTURE)
    most = max(FEWEST_MIXTURES, min(MIXTURES, int(plays / PLAYS_A_MIXTURE)))
    sample = Sample.of(again, quick, min(SAMPLE_PLAYS, opponents.plays or MOST))
    first = MixtureRace(again, quick, sample.mixtures(most, again.seed), plays, options, follow).run()
    near = sample.near(first[:BEST], most // 4)
    second = MixtureRace(again, quick, [*first[:2], *near], plays, options, follow, 1 << 20).run() if near else first
    winner = BestMixture(second[0], len({*first, *near}))
    if options.store:
        name, key = scenario.game.name, _key(scenario, opponents)
        lines = {**measured_of(name).get(SIMPLE, {}), key: [winner.bot, winner.tried]}
        store_measured(name, SIMPLE, dict(list(lines.items())[-MOST_STORED:]))
    return winner


@dataclass(frozen=True, eq=False)
class Sample:
    """Decisions between several kinds of action, in plays of one bot at all seats.

    `values` are the quantities, shape (decisions, quantities), at the decisions that offered each kind of action.
    """

    bases: Sequence[str]
    quantities: Sequence[str]
    values: dict[str, Numbers]

    @classmethod
    def of(cls, scenario: Scenario, bot: str, plays: int = SAMPLE_PLAYS) -> "Sample":
        """Some decisions of the bot, without those kinds of action that the rules force more often than it chooses."""
        game = scenario.game
        batch = make_batch(with_bots(scenario, [bot] * scenario.players))
        rows: dict[str, list[list[int]]] = {kind.name.lower(): [] for kind in game.kinds(scenario.rules)}
        chosen, forced, decisions, play = dict.fromkeys(rows, 0), dict.fromkeys(rows, 0), 0, 0
        while decisions < SAMPLE and play < (plays if decisions else min(plays, FORCED_PLAYS)):
            for point in film(batch, play)[0].decisions:
                position, rules = point.position, batch.compiled_rules
                if plainly(picks)(position, rules) > 0:
                    continue
                legal = members(plainly(legal_actions)(position, rules))
                numbers = {action: int(plainly(action_kind)(position, rules, action)) for action in legal}
                kinds = {game.action_kinds(number).name.lower() for number in numbers.values()}
                taken = game.action_kinds(numbers[point.action]).name.lower()
                (chosen if len(kinds) > 1 else forced)[taken] += 1
                if len(kinds) > 1:
                    decisions += 1
                    row = _quantities(position, rules, len(game.quantities))
                    for kind in kinds:
                        rows[kind].append(row)
            play += 1
        values = {kind: np.array(rows[kind]) for kind in rows if rows[kind] and chosen[kind] >= forced[kind]}
        return cls(default_bots(game), game.quantities, values)

    def mixtures(self, most: int, seed: int) -> list[str]:
        """Some mixtures: the bots as they are, without each kind or with it first, then as many with conditions."""
        kinds = list(self.values)
        signs = "~" if len(kinds) == 2 else "~+"
        always = [Restriction(sign, kind).spec for kind in kinds for sign in signs]
        pairs = ["".join(pair) for pair in combinations(always, 2)] if len(kinds) > 2 else []
        conditional = [
            Restriction(sign, kind, name, *ends).spec
            for kind in kinds
            for name in self.quantities
            for ends in _ranges(self._thresholds(kind, name))
            for sign in (*signs, "@")
        ]
        behind = ["", *always]
        plain = [base + restrictions for restrictions in behind for base in self.bases]
        rest = [base + restrictions for restrictions in (*pairs, *conditional) for base in self.bases]
        random.Random(seed).shuffle(rest)
        return [*plain, *rest][:most]

    def near(self, mixtures: Sequence[str], most: int) -> list[str]:
        """Mixtures like these: with other thresholds, and with the restrictions of two of them."""
        others = [self._moved(mixture) for mixture in mixtures]
        pairs = [
            one + "".join(part.spec for part in parts_of(two)[1])
            for one, two in combinations(mixtures, 2)
            if 0 < len(parts_of(two)[1]) <= MOST_CONDITIONS - len(parts_of(one)[1])
        ]
        in_turn = [name for names in zip_longest(*others, fillvalue="") for name in names if name]
        return list(dict.fromkeys([*in_turn[: most // 2], *pairs, *in_turn[most // 2 :]]))[:most]

    def _moved(self, mixture: str) -> Iterator[str]:
        name, restrictions = parts_of(mixture)
        for place, one in enumerate(restrictions):
            if one.quantity and one.kind in self.values:
                seen = np.unique(self.values[one.kind][:, self.quantities.index(one.quantity)]).tolist()
                edge = one.low if one.low != LEAST else one.high + 1
                at = int(np.searchsorted(seen, edge))
                for step in (step for gap in range(1, NEAR + 1) for step in (-gap, gap)):
                    if 0 <= at + step < len(seen):
                        near = seen[at + step]
                        moved = one._replace(low=near) if one.low != LEAST else one._replace(high=near - 1)
                        parts = [*restrictions[:place], moved, *restrictions[place + 1 :]]
                        yield name + "".join(part.spec for part in parts)

    def _thresholds(self, kind: str, name: str) -> list[int]:
        values = self.values[kind][:, self.quantities.index(name)]
        edges = np.unique(np.quantile(values, QUARTERS, method="nearest")).tolist()
        return [edge for edge in edges if edge > values.min()]


def _quantities(position: np.void, rules: np.void, number: int) -> list[int]:
    view, player = position.copy(), int(position["actor"])
    plainly(conceal)(view, rules, player)
    return [int(plainly(quantity)(view, rules, player, place)) for place in range(number)]


def _ranges(edges: Iterable[int]) -> Iterator[tuple[int, int]]:
    for edge in edges:
        yield edge, MOST
        yield LEAST, edge - 1


@dataclass(eq=False)
class MixtureRace:
    """Mixtures, each alone among others, with fewer and fewer of them on more and more of the same shuffles."""

    scenario: Scenario
    quick: str
    mixtures: Sequence[str]
    plays: float
    options: RunOptions
    follow: Follow
    first: int = 0
    sums: dict[str, float] = field(default_factory=dict)

    def run(self) -> list[str]:
        """The mixtures, the best first. Raises `Stopped`."""
        left, over, done = list(dict.fromkeys(self.mixtures)), list[str](), 0
        rounds = max(1, ceil(log2(len(left))))
        for number in range(rounds):
            plays = max(2, int(self.plays / (rounds * len(left))))
            self.follow(StudyProgress(f"looking for a simple strategy, {len(left)} left", 1, 1, 0, 1, 0.0, 0.0, None))
            self._play(left, self.first + done, plays)
            done += plays
            left.sort(key=lambda mixture: -self.sums[mixture])
            if number < rounds - 1:
                left, over = left[: (len(left) + 1) // 2], left[(len(left) + 1) // 2 :] + over
        return left + over

    def _play(self, mixtures: Sequence[str], first: int, plays: int) -> None:
        pieces = [(place, 1) for place in range(len(mixtures))]
        played = play_pieces(
            lambda place, _: self._wins(mixtures[place], first, plays), pieces, self.options.jobs, self.options.stop
        )
        if len(played) < len(mixtures):
            raise Stopped(stopped_without_storing())
        for mixture, won in zip(mixtures, played, strict=True):
            self.sums[mixture] = self.sums.get(mixture, 0.0) + won

    def _wins(self, mixture: str, first: int, plays: int) -> float:
        players, won = self.scenario.players, 0.0
        for side in filter(np.any, lone_sides(self.scenario.game, players)):
            bots = [mixture if mine else self.quick for mine in side]
            winners = make_batch(with_bots(self.scenario, bots)).play(first, plays)[WINNERS]
            won += float(win_shares(winners, players)[:, side].sum())
        return won


# The store


@dataclass(frozen=True)
class BestMixture:
    """The mixture that has won, and how many raced."""

    bot: str
    tried: int


def _key(scenario: Scenario, opponents: Opponents) -> str:
    named = scenario.game.code_hash, scenario.rules_hash, opponents.quick, opponents.plays, scenario.seed
    return hashlib.sha256(repr(named).encode()).hexdigest()[:24]


def stored_winner(scenario: Scenario, opponents: Opponents) -> BestMixture | None:
    """The winner of an earlier search among the same bots; None without one."""
    winner = measured_of(scenario.game.name).get(SIMPLE, {}).get(_key(scenario, opponents))
    return BestMixture(*winner) if winner else None
