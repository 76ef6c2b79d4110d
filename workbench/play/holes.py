"""Rule holes: plays that hit a limit, stall, offer nothing to choose for long, run out of cards, or that nobody wins.

What a play's result says is counted over the first plays of a batch. The rest is read off the table, move by move: that
takes some hundredths of a second a play, so it is done for the first few plays and for the longest, where stalls are.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from workbench.bots.seats import searches
from workbench.engine.batch import Batch, Film, cores, film
from workbench.engine.bit_sets import is_single
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import action_kind, legal_actions, situation
from workbench.engine.measures import CUT_SHORT, DECISIONS, WINNERS, Results
from workbench.engine.parameters import Values, complete
from workbench.engine.picture import Look, Zone
from workbench.play.forms import make_batch
from workbench.scenario import Scenario

Bools = NDArray[np.bool_]
COUNTED, COUNTED_SLOWLY = 2_000, 20
"""How many plays are counted, and how many of bots that search."""
WATCHED, LONGEST = 12, 4
"""How many of them are read move by move: the first, and the longest of all."""
REPEATS = 4
"""The same cards on the table and the same player to decide, so often in a stage, is a stall."""
FORCED_TURNS = 4
"""So many decisions for each player, one after the other, with nothing to choose."""
PASS = "PASS"
"""The kind of action by which a player does nothing."""


@dataclass(frozen=True)
class HolePlace:
    """Where a hole shows: a play, and the step at which one sees it; None: at its end."""

    play: int
    step: int | None = None


@dataclass(frozen=True)
class Hole:
    """A kind of hole: how many of how many plays have it, and where the first of them show it."""

    name: str
    label: str
    plays: int
    of: int
    places: tuple[HolePlace, ...]


@dataclass(frozen=True)
class Choosing:
    """A decision: the step after which it is made, the actor, what lies on the table, and what may be done."""

    step: int
    actor: int
    stage: int
    is_forced: bool
    passes: bool
    situation: int
    zones: tuple[Zone, ...]


def find_holes(scenario: Scenario) -> list[Hole]:
    """Every kind of hole, with how many plays have it: also those that none has."""
    batch = make_batch(scenario)
    count = min(scenario.plays, COUNTED_SLOWLY if searches(batch.seats) else COUNTED)
    results = batch.play(0, count, cores())
    longest = np.argsort(-results[DECISIONS.name].astype(np.int64), kind="stable")[:LONGEST].tolist()
    watched = sorted({*range(min(WATCHED, count)), *longest})
    values = complete(scenario.game.parameters, scenario.rules)
    moments = {play: _moments(batch, film(batch, play)[0], values) for play in watched}
    counted = [
        _counted(name, label, which(scenario, results))
        for name, (label, which) in OF_RESULTS.items()
        if name != CUT_SHORT or CUT_SHORT in (results.dtype.names or ())
    ]
    return [*counted, *(_watched(name, label, moments, rule) for name, (label, rule) in OF_MOVES.items())]


def _counted(name: str, label: str, has_it: Bools) -> Hole:
    plays = np.flatnonzero(has_it).tolist()
    return Hole(name, label, len(plays), len(has_it), tuple(map(HolePlace, plays[:LONGEST])))


def _watched(
    name: str,
    label: str,
    moments: dict[int, list[Choosing]],
    rule: Callable[[Sequence[Choosing]], int | None],
) -> Hole:
    places = [HolePlace(play, step) for play, of_play in moments.items() if (step := rule(of_play)) is not None]
    return Hole(name, label, len(places), len(moments), tuple(places[:LONGEST]))


def _moments(batch: Batch, watched: Film, values: Values) -> list[Choosing]:
    return plainly(lambda: list(_read_moments(batch, watched, values)))()


def _read_moments(batch: Batch, watched: Film, values: Values) -> Iterator[Choosing]:
    game, rules = batch.game, batch.compiled_rules
    for point in watched.decisions:
        position = point.position
        yield Choosing(
            point.step,
            int(position.actor),
            int(position.stage),
            bool(is_single(legal_actions(position, rules))),
            game.action_kinds(int(action_kind(position, rules, point.action))).name == PASS,
            int(situation(position, rules)),
            tuple(game.picture.zones(position, rules, values)),
        )


# What a result says


def _cut_short(scenario: Scenario, results: Results) -> Bools:
    return np.asarray(results[CUT_SHORT], bool)


def _without_winner(scenario: Scenario, results: Results) -> Bools:
    return np.asarray((results[WINNERS] == 0) & (not scenario.game.can_be_lost_by_all))


# What the moves of a play say: the step at which it shows, None where it does not


def _repeats(moments: Sequence[Choosing]) -> int | None:
    seen: Counter[object] = Counter()
    for moment in moments:
        key = moment.stage, moment.actor, moment.situation, repr(moment.zones)
        seen[key] += 1
        if seen[key] == REPEATS:
            return moment.step
    return None


def _first_run(
    moments: Sequence[Choosing], is_in: Callable[[Choosing], bool], is_long: Callable[[int, int], bool]
) -> int | None:
    """The step at which the first long run of such decisions begins; `is_long` takes its length and its players."""
    for belongs, run in groupby(moments, key=is_in):
        decisions = list(run)
        if belongs and is_long(len(decisions), len({moment.actor for moment in decisions})):
            return decisions[0].step
    return None


def _players(moments: Sequence[Choosing]) -> int:
    return len({moment.actor for moment in moments})


def _all_pass(moments: Sequence[Choosing]) -> int | None:
    everybody = _players(moments)
    return _first_run(moments, lambda moment: moment.passes, lambda _, players: 1 < players == everybody)


def _forced(moments: Sequence[Choosing]) -> int | None:
    least = FORCED_TURNS * _players(moments)
    return _first_run(moments, lambda moment: moment.is_forced, lambda length, _: length >= least)


def _deck_runs_out(moments: Sequence[Choosing]) -> int | None:
    """The step from which a face-down pile in the middle is empty while somebody still decides."""
    before: dict[str, bool] = {}
    for moment in moments:
        for zone in moment.zones:
            if zone.look is not Look.PILE or zone.player is not None:
                continue
            if not zone.things and before.get(zone.name):
                return moment.step
            before[zone.name] = bool(zone.things) and zone.things[-1] is None
    return None


OF_RESULTS: dict[str, tuple[str, Callable[[Scenario, Results], Bools]]] = {
    CUT_SHORT: ("End by a limit instead of a rule of the game", _cut_short),
    "no_winner": ("End without a winner, which the rulebook does not name", _without_winner),
}
OF_MOVES: dict[str, tuple[str, Callable[[Sequence[Choosing]], int | None]]] = {
    "repeats": (f"Stall: the same table and the same player to decide, {REPEATS} times in a stage", _repeats),
    "all_pass": ("Stall: everybody passes, one after the other", _all_pass),
    "forced": (f"Nothing to choose for long: {FORCED_TURNS} decisions a player with a single legal move", _forced),
    "deck_out": ("A deck runs out while the play goes on", _deck_runs_out),
}
