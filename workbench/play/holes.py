"""Rule holes: plays that hit a limit, stall, offer nothing to choose for long, run out of cards, or that nobody wins.

What a play's result says is counted over every play of a batch, from its tallies. The rest is read off the table, move
by move: noting it in the compiled loop costs 3 to 10 % of plays a second (measured), and a deck is seen in the picture
alone. So it is counted over a sample, the first plays of the batch. The longest plays, where stalls are, are looked at
too, but not counted: they would not be a fair sample.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.bots.seats import searches
from workbench.engine.batch import Batch, Film, cores, film
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import action_kind, legal_actions, picks, situation, ways
from workbench.engine.measures import CUT_SHORT, DECISIONS, WINNERS, Results
from workbench.engine.parameters import Values, complete
from workbench.engine.picture import Look, Zone
from workbench.play.forms import layout, make_batch
from workbench.play.hole import Hole, HolePlace, counted_plays, save_holes, stored_holes
from workbench.play.outcome import Outcome, check_code
from workbench.scenario import Scenario
from workbench.tallies.series import WHOLE_WIN
from workbench.tallies.tallies import Tallies, tallies_of

if TYPE_CHECKING:
    from workbench.store import Store

Bools = NDArray[np.bool_]
SAMPLE, SAMPLED_SLOWLY, LONGEST = 100, 12, 4
"""How many plays are read move by move: the first, or so many of bots that search, and the longest of those counted."""
SAMPLED_DECISIONS, FEWEST_SAMPLED = 12_000, 20
"""Of long plays fewer are read, about so many decisions: one takes a thousandth of a second and more."""
REPEATS = 4
"""The same cards on the table and the same player to decide, so often in a stage, is a stall."""
FORCED_TURNS = 4
"""So many decisions for each player, one after the other, with nothing to choose."""
PASS, PASSES = "PASS", 2
"""The kind of action by which a player does nothing; as often by everybody in a row, it is a stall."""


class Choosing(NamedTuple):
    """A decision: the step after which it is made, the actor, what lies on the table, and what may be done."""

    step: int
    actor: int
    stage: int
    is_forced: bool
    passes: bool
    situation: int
    zones: tuple[Zone, ...]

    @property
    def position(self) -> tuple[object, ...]:
        """All that makes the same decision again."""
        return self.stage, self.actor, self.situation, repr(self.zones)


def holes_of(outcome: Outcome) -> tuple[Hole, ...]:
    """Every kind of hole: what results say is counted over the whole batch, the rest over plays that were looked at."""
    scenario, tallies = outcome.scenario, outcome.tallies
    counts = {name: count(scenario, tallies) for name, (_, count, _) in OF_RESULTS.items()}
    of_results = [
        Hole(name, OF_RESULTS[name][0], plays, tallies.plays) for name, plays in counts.items() if plays is not None
    ]
    of_moves = [Hole(name, label, 0, 0) for name, (label, _) in OF_MOVES.items()]
    return beside_moves([*of_results, *of_moves], outcome.looked_at)


def beside_moves(holes: Sequence[Hole], looked_at: Sequence[Hole]) -> tuple[Hole, ...]:
    """The holes of a batch with what was seen where its plays were read move by move."""
    seen = {hole.name: hole for hole in looked_at}
    return tuple(
        replace(hole, places=seen[hole.name].places)
        if hole.name in OF_RESULTS and hole.name in seen
        else seen.get(hole.name, hole)
        for hole in holes
    )


def find_holes(scenario: Scenario, store: "Store | None" = None, run_id: str | None = None) -> tuple[Hole, ...]:
    """Every kind of hole, with how many plays have it: also those that none has.

    Of a stored batch all plays are counted, else the first. What is looked at is stored, for all batches that begin
    with these plays. Raises BadInput where other code played the batch.
    """
    outcome = _outcome_of(scenario, store, run_id)
    looked_at = (stored_holes(store, scenario) if store else ()) or look_at_plays(scenario)
    if store and not outcome.looked_at:
        save_holes(store, scenario, looked_at)
    return holes_of(replace(outcome, looked_at=looked_at))


def _outcome_of(scenario: Scenario, store: "Store | None", run_id: str | None) -> Outcome:
    """The finished run of the batch; its first plays, where none is stored."""
    if store is not None and store.exists:
        from workbench.play.forms import request_of
        from workbench.play.stored import load
        from workbench.store.runs import Status, find_run, get_run

        run = get_run(store, run_id) if run_id else find_run(store, request_of(scenario, {}), Status.DONE)
        if run:
            check_code(scenario, run.code_hash, run.id)
            return load(store, run)
    few = replace(scenario, plays=counted_plays(scenario))
    results = make_batch(few).play(0, few.plays, cores())
    return Outcome(few, None, "", 0.0, gathered=tallies_of(layout(few), results))


def look_at_plays(scenario: Scenario) -> tuple[Hole, ...]:
    """Holes of the first plays of a batch, read move by move, and the places of those in the longest."""
    batch = make_batch(scenario)
    slow = searches(batch.seats)
    results = batch.play(0, counted_plays(scenario), cores())
    by_length = int(SAMPLED_DECISIONS / max(1.0, float(results[DECISIONS.name].mean())))
    sample = range(min(len(results), SAMPLED_SLOWLY if slow else max(FEWEST_SAMPLED, min(SAMPLE, by_length))))
    longest = np.argsort(-results[DECISIONS.name].astype(np.int64), kind="stable")[:LONGEST].tolist()
    rules = complete(scenario.game.parameters, scenario.rules)
    shows: dict[str, dict[int, HolePlace]] = {name: {} for name in OF_MOVES}
    for play in [*sample, *(play for play in longest if play not in sample)]:
        moments = plainly(_moments)(batch, film(batch, play)[0], rules)
        for name, (_, rule) in OF_MOVES.items():
            if (step := rule(moments)) is not None:
                shows[name][play] = HolePlace(play, step)
    of_results = [
        _counted(name, label, which(scenario, results))
        for name, (label, _, which) in OF_RESULTS.items()
        if name != CUT_SHORT or CUT_SHORT in (results.dtype.names or ())
    ]
    return (*of_results, *(_sampled(name, places, sample) for name, places in shows.items()))


def _counted(name: str, label: str, has_it: Bools) -> Hole:
    plays = np.flatnonzero(has_it).tolist()
    return Hole(name, label, len(plays), len(has_it), tuple(map(HolePlace, plays[:LONGEST])))


def _sampled(name: str, places: Mapping[int, HolePlace], sample: range) -> Hole:
    inside = [place for play, place in places.items() if play in sample]
    beyond = [place for play, place in places.items() if play not in sample]
    return Hole(name, OF_MOVES[name][0], len(inside), len(sample), (*inside[:LONGEST], *beyond))


def _moments(batch: Batch, watched: Film, values: Values) -> list[Choosing]:
    game, rules = batch.game, batch.compiled_rules
    return [
        Choosing(
            point.step,
            int(position.actor),
            int(position.stage),
            bool(ways(position, rules, legal_actions(position, rules)) == 1),
            game.action_kinds(int(action_kind(position, rules, point.action))).name == PASS,
            int(situation(position, rules)),
            tuple(game.picture.zones(position, rules, values)),
        )
        for point in watched.decisions
        for position in [point.position]
        if picks(position, rules) == 0
    ]


# What a result says


def _count_cut_short(scenario: Scenario, tallies: Tallies) -> int | None:
    """Plays that a limit ended; None in a game without one."""
    names = tallies.layout.names
    return tallies.sums(names.index(CUT_SHORT)).total if CUT_SHORT in names else None


def _count_without_winner(scenario: Scenario, tallies: Tallies) -> int | None:
    """Plays that nobody wins: the shares of the win add up to one in any other."""
    if scenario.game.can_be_lost_by_all:
        return 0
    return tallies.plays - sum(tallies.sums(place).total for place in tallies.layout.shares) // WHOLE_WIN


# What the moves of a play say: the step at which it shows, None where it does not


def _repeats(moments: Sequence[Choosing]) -> int | None:
    seen: Counter[object] = Counter()
    for moment in moments:
        seen[moment.position] += 1
        if seen[moment.position] == REPEATS:
            return moment.step
    return None


def _all_pass(moments: Sequence[Choosing]) -> int | None:
    """The step at which passes begin that go around and leave everything as it was.

    Once around may be how a round ends; where an action of that name does something, the table changes.
    """
    everybody = {moment.actor for moment in moments}
    around = PASSES * len(everybody)
    for place, after in enumerate(moments[around:]):
        run = moments[place : place + around]
        passes = Counter(moment.actor for moment in run if moment.passes)
        if len(everybody) > 1 and passes == dict.fromkeys(everybody, PASSES) and after.position == run[0].position:
            return run[0].step
    return None


def _forced(moments: Sequence[Choosing]) -> int | None:
    """The step at which the first long run of decisions without a choice begins."""
    least = FORCED_TURNS * len({moment.actor for moment in moments})
    for is_forced, run in groupby(moments, key=lambda moment: moment.is_forced):
        decisions = list(run)
        if is_forced and len(decisions) >= least:
            return decisions[0].step
    return None


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


OF_RESULTS: dict[str, tuple[str, Callable[[Scenario, Tallies], int | None], Callable[[Scenario, Results], Bools]]] = {
    CUT_SHORT: (
        "End by a limit instead of a rule of the game",
        _count_cut_short,
        lambda scenario, results: np.asarray(results[CUT_SHORT], bool),
    ),
    "no_winner": (
        "End without a winner, which the rulebook does not name",
        _count_without_winner,
        lambda scenario, results: np.asarray((results[WINNERS] == 0) & (not scenario.game.can_be_lost_by_all)),
    ),
}
"""Kinds of holes that results show: how many plays have one, from tallies, and which."""
OF_MOVES: dict[str, tuple[str, Callable[[Sequence[Choosing]], int | None]]] = {
    "repeats": (f"Stall: the same table and the same player to decide, {REPEATS} times in a stage", _repeats),
    "all_pass": ("Stall: everybody passes twice in a row, and nothing has changed", _all_pass),
    "forced": (f"Nothing to choose for long: {FORCED_TURNS} decisions a player with a single legal move", _forced),
    "deck_out": ("A deck runs out while the play goes on", _deck_runs_out),
}
