"""Plays of a batch that are worth watching: the strangest of them, and those that a change of the rules turns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from workbench.bots.seats import searches
from workbench.engine.batch import cores
from workbench.engine.game import Game
from workbench.engine.measures import CUT_SHORT, DECISIONS, TIE, TOTAL, WINNERS, Results, Scope, by_scope
from workbench.play.films import Scene, Watched, watch
from workbench.play.forms import make_batch
from workbench.scenario import Scenario, differences

LOOKED_AT, LOOKED_AT_SLOWLY = 2_000, 20
"""How many plays are looked at, and how many of bots that search."""

NotableWeights = NDArray[np.float64]


@dataclass(frozen=True)
class Notability:
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


def _first_to_differ(here: Results, there: Results) -> NotableWeights:
    return np.asarray([one.tobytes() != other.tobytes() for one, other in zip(here, there, strict=True)], float)


KINDS = {
    "longest": Notability("The longest", lambda here, there: _length(here)),
    "shortest": Notability("The shortest", lambda here, there: 1 / _length(here)),
    "widest": Notability("The widest spread of points", lambda here, there: _spread(here)),
    "tie": Notability("The first tie", lambda here, there: np.asarray(here[TIE.name], float)),
    "differs": Notability("The first to end otherwise", _first_to_differ, True),
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
    if TOTAL not in {measure.name for measure in game.all_measures}:
        del kinds["widest"]
    for name, measure in measures.items():
        if not (measure.nominal or measure.detail or measure.is_rate):
            label = f"The largest difference in {measure.label[:1].lower()}{measure.label[1:]}"
            kinds[f"{DIFFERENCE}{name}"] = Notability(label, partial(_gap, name), True)
    return kinds


def _value(measure: str, here: Results, there: Results) -> NotableWeights:
    return np.asarray(here[measure], float)


def _gap(measure: str, here: Results, there: Results) -> NotableWeights:
    return np.asarray(np.abs(here[measure].astype(float) - there[measure].astype(float)))


def find_play(scenario: Scenario, kind: str, base: Scenario | None = None) -> tuple[int | None, int]:
    """The most notable play of a kind, None where there is none; and how many plays were looked at."""
    plays = min(scenario.plays, LOOKED_AT_SLOWLY if searches(make_batch(scenario).seats) else LOOKED_AT)
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
