"""Plays of a batch that are worth watching: the strangest of them, and those that a change of the rules turns."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.bots.seats import searches
from workbench.engine.batch import cores
from workbench.engine.game import Game
from workbench.engine.measures import CUT_SHORT, DECISIONS, TIE, TOTAL, WINNERS, WON, Results, Scope, by_scope
from workbench.engine.wording import lower_first
from workbench.play.films import Scene, Watched, watch
from workbench.play.forms import make_batch
from workbench.play.hole import COUNTED, counted_plays
from workbench.scenario import Scenario, differences

NotableWeights = NDArray[np.float64]


class Notability(NamedTuple):
    """A way in which a play is notable: how much so each play is, 0 for not at all, from its results and the base's."""

    label: str
    weigh: Callable[[Results, Results], NotableWeights]
    needs_base: bool = False


def _length(results: Results) -> NotableWeights:
    return np.asarray(results[DECISIONS.name], float)


def _spread(results: Results) -> NotableWeights:
    """The points between the first and the last, where the game has points."""
    if TOTAL not in (results.dtype.names or ()):
        return np.zeros(len(results))
    return np.asarray(np.ptp(results[TOTAL], axis=1), float)


KINDS = {
    "longest": Notability("The longest", lambda here, there: _length(here)),
    "shortest": Notability("The shortest", lambda here, there: 1 / _length(here)),
    "widest": Notability("The widest spread of points", lambda here, there: _spread(here)),
    "tie": Notability("The first tie", lambda here, there: np.asarray(here[TIE.name], float)),
    "differs": Notability(
        "The first to end otherwise",
        lambda here, there: np.asarray([a.tobytes() != b.tobytes() for a, b in zip(here, there, strict=True)], float),
        True,
    ),
    "winner": Notability(
        "The first with another winner", lambda here, there: (here[WINNERS] != there[WINNERS]).astype(float), True
    ),
}


NO_WINNER = "no_winner"
KINDS_OF_RESULTS = CUT_SHORT, NO_WINNER
"""Kinds that are rule holes as well, under the same names."""
LEAD_CHANGES = "lead_changes"
DIFFERENCE = "difference-"


def kinds_of(game: Game) -> dict[str, Notability]:
    """The ways in which plays of a game are notable, by what it measures."""
    measures = {measure.name: measure for measure in by_scope(game.all_measures, Scope.PLAY)}
    kinds = dict(KINDS)
    if LEAD_CHANGES in measures:
        kinds[LEAD_CHANGES] = Notability(
            "The most changes of the lead", lambda here, there: np.asarray(here[LEAD_CHANGES], float)
        )
    if CUT_SHORT in measures:
        kinds[CUT_SHORT] = Notability(
            "The first that a limit ends", lambda here, there: np.asarray(here[CUT_SHORT], float)
        )
    if not game.can_be_lost_by_all:
        kinds[NO_WINNER] = Notability(
            "The first that nobody wins", lambda here, there: np.asarray(here[WINNERS] == 0, float)
        )
    if game.is_cooperative:
        kinds["tie"] = Notability("The first that is won", lambda here, there: np.asarray(here[WON], float))
    if TOTAL not in {measure.name for measure in game.all_measures}:
        del kinds["widest"]
    for name, measure in measures.items():
        if not (measure.nominal or measure.detail or measure.is_rate):
            label = f"The largest difference in {lower_first(measure.label)}"
            kinds[f"{DIFFERENCE}{name}"] = Notability(label, partial(_gap, name), True)
    return kinds


VALUE = re.compile(r"(\w+):(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)")
"""A kind of play by the value of a measure, at least and less than: `points:12..14`."""
FAR = 50_000
"""Plays among which one of a rare value is sought."""


def kind_of_value(measure: str, low: float, high: float) -> str:
    """The kind of the first play in which a measure, of any seat, is at least `low` and less than `high`."""
    return f"{measure}:{low:g}..{high:g}"


def is_kind(game: Game, kind: str) -> bool:
    """True for a kind of notable play, by name or by a value."""
    match = VALUE.fullmatch(kind)
    return kind in kinds_of(game) or (match is not None and match[1] in {m.name for m in game.all_measures})


def _find_value(scenario: Scenario, kind: str) -> tuple[int | None, int]:
    """The first play with a value in the range, None where there is none; and how many plays were looked at."""
    match = VALUE.fullmatch(kind)
    assert match
    name, low, high = match[1], float(match[2]), float(match[3])
    batch, first = make_batch(scenario), 0
    most = counted_plays(scenario) if searches(batch.seats) else min(scenario.plays, FAR)
    while first < most:
        plays = min(COUNTED, most - first)
        values = batch.play(first, plays, cores())[name].reshape(plays, -1)[:, : scenario.players]
        if (has_it := ((values >= low) & (values < high)).any(axis=1)).any():
            return first + int(has_it.argmax()), first + plays
        first += plays
    return None, most


def _gap(measure: str, here: Results, there: Results) -> NotableWeights:
    return np.asarray(np.abs(here[measure].astype(float) - there[measure].astype(float)))


def find_play(scenario: Scenario, kind: str, base: Scenario | None = None) -> tuple[int | None, int]:
    """The most notable play of a kind, None where there is none; and how many plays were looked at."""
    if VALUE.fullmatch(kind):
        return _find_value(scenario, kind)
    plays = counted_plays(scenario)
    here = _results(scenario, plays)
    weights = np.asarray(kinds_of(scenario.game)[kind].weigh(here, _results(base, plays) if base else here), float)
    best = int(np.argmax(weights))
    return (best if weights[best] > 0 else None), plays


def _results(scenario: Scenario, plays: int) -> Results:
    results = make_batch(scenario).play(0, plays, cores())
    if TOTAL in (results.dtype.names or ()):
        results[TOTAL][:, scenario.players :] = results[TOTAL][:, :1]  # a seat where nobody sits is no extreme
    return results


def parting(here: Sequence[Scene], there: Sequence[Scene]) -> int | None:
    """The first step at which two plays differ, in what happens or in what lies on the table; None for the same."""
    for step, (one, other) in enumerate(zip(here, there, strict=False)):
        if one != other:
            return step
    return None if len(here) == len(there) else min(len(here), len(there))


MOST_RULES = 8
"""Changed rules that are tried one by one, a play each."""


def rules_that_part(watched: Watched, other: Watched) -> list[str]:
    """Which of several changed rules make the first difference: each alone, put into the other rules, parts there.

    Empty where only together they do, where there are too many to try, or where bots search.
    """
    changed = differences(other.scenario, watched.scenario)
    if not 1 < len(changed) <= MOST_RULES or searches(watched.batch.seats):
        return []
    before = list(other.scenes())
    step = parting(list(watched.scenes()), before)
    return [name for name in changed if step is not None and parting(_with_rule(watched, other, name), before) == step]


def _with_rule(watched: Watched, other: Watched, name: str) -> list[Scene]:
    """The scenes of the play under the other rules with this one changed; none where they do not go together."""
    rules = {**other.scenario.rules, name: watched.scenario.rules[name]}
    if other.scenario.game.problems(rules):
        return []
    return list(watch(replace(other.scenario, rules=rules, revision=""), watched.play).scenes())
