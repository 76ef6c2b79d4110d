"""The race of root actions: which of them search still tries, and when that settles its choice within its budget.

All actions that are left are tried in the same worlds, so they are compared world by world. An action leaves the race
once it cannot be chosen any more, by either of two bounds on what the worlds to come can change:

* What is *possible*: in one world two payoffs differ by the game's `payoff_span` at most. This changes no choice.
* What is *likely*: the sum of the differences in the worlds to come, foretold from those that were made (predictive
  curtailment: Lan, Simon, Halperin 1982, "Stochastically curtailed tests in long-term clinical trials"; Spiegelhalter,
  Freedman, Blackburn 1986, "Monitoring clinical trials: conditional or predictive power?"). An action leaves once the
  chance that it catches up is below 1 in 400 (`STANDARD_ERRORS`). For trees this is the early stop, STOP, of Baier and
  Winands 2016, "Time Management for Monte Carlo Tree Search", IEEE TCIAIG 8(3), with a foretold difference in place of
  a fixed share of the visits to come.

The difference a world is taken to be normal, of unknown mean. `DOUBT` worlds without difference stand for what is known
of that mean before the first world; the game's appraisal, right or wrong, counts in the lead alone and foretells
nothing. So the sum to come has the mean worlds * sum / (made + DOUBT), and the variance worlds * (1 + worlds / (made +
DOUBT)) times that of one world. With many worlds to come almost any lead can be lost, so the appraisal alone settles no
long search, and a race between actions that are close goes on to the end of the budget.
The variance is one for all pairs: twice that of the payoffs within a world, pooled over the worlds made, with `CAUTION`
payoffs before them that differ as widely as they can. A chance of 1 in 400 holds for one look at one pair; there are
many of each, so more choices change than that. docs/bots.md says what it costs and saves.

Where the others cannot tell all actions apart, what is tried of one action teaches them how to answer another. There no
action leaves alone: the race goes on with all of a round until it is won.
"""

from math import sqrt
from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, is_single, lowest, without_lowest
from workbench.engine.compiling import compiled
from workbench.engine.types import BitSet, Bool, Float, Int, Seats, as_record

STANDARD_ERRORS: Final = 2.81
"""How far from what is foretold the sum to come may end, in its standard deviations: beyond lies, on one side, 1 in 400
of a normal distribution. Measured in paired contests: 2.33 saves a tenth more, and cost 0.2 points at Hitmakers."""
DOUBT: Final = 10
"""Worlds without difference that stand for what is known of two actions before the first world. Set by hand."""
CAUTION: Final = 4
"""Payoffs, as far apart as the span allows, that stand for what is known of their variance before the first world. Set
by hand."""
ROUNDING: Final = 1e-6
"""More than the sums of payoffs are wrong by."""
RACE = as_record(
    np.dtype(
        [
            ("span", "f8"),  # the most by which two payoffs of a world can differ
            ("worlds", "i8"),  # made so far
            ("squares", "f8"),  # of the payoffs of each world, around their mean there
            ("freedom", "i8"),  # the payoffs behind them, less one a world
        ],
        align=True,
    )
)
"""Sums over the worlds in which root actions were tried."""


@compiled
def start_race(seats: Seats, span: Float) -> None:
    """Begin a race of actions whose payoffs differ by `span` at most in one world; infinite where nothing is known."""
    race = seats.race
    race.span, race.worlds, race.squares, race.freedom = span, 0, 0.0, 0


@compiled
def count_world(seats: Seats, tried: Int, total: Float, squares: Float) -> None:
    """Count a world in which so many actions were tried, by the sums of their payoffs and of the squares of these."""
    race = seats.race
    race.worlds += 1
    race.squares += squares - total * total / tried
    race.freedom += tried - 1


@compiled
def contenders(seats: Seats, running: BitSet, most: Int, ahead: Int, to_come: Int, told_apart: Bool) -> BitSet:
    """The actions that may still be among the `most` best of this round, and the best of all of search.

    There are `ahead` worlds to come in this round, `to_come` in all. Unless they are `told_apart`, either one action
    is left or all of them are.
    """
    leaders = may_be_among(seats, running, 1, to_come)
    if is_single(leaders):
        return leaders
    return may_be_among(seats, leaders, most, ahead) if told_apart else running


@compiled
def may_be_among(seats: Seats, running: BitSet, most: Int, worlds: Int) -> BitSet:
    """The actions that may be among the `most` best in so many worlds from now: it is possible, and likely enough."""
    race = seats.race
    possible = in_reach(seats, running, most, 0.0, race.span * worlds)
    a_world = worlds / (race.worlds + DOUBT)
    variance = (CAUTION * 0.25 * race.span * race.span + race.squares) / (CAUTION + race.freedom)
    spread = sqrt(2.0 * variance * worlds * (1.0 + a_world))
    return in_reach(seats, possible, most, a_world, STANDARD_ERRORS * spread)


@compiled
def in_reach(seats: Seats, running: BitSet, most: Int, trend: Float, reach: Float) -> BitSet:
    """The `most` highest actions, and those that come as high as one of them with `reach` more.

    All have been tried equally often.
    """
    near, rest = EMPTY, running
    while rest != EMPTY:
        place = lowest(rest)
        rest = without_lowest(rest)
        if not are_higher(seats, running, trend, height(seats, place, trend) + reach + ROUNDING, most):
            near = add(near, place)
    return near


@compiled
def are_higher(seats: Seats, running: BitSet, trend: Float, bar: Float, number: Int) -> Bool:
    """True if so many of the actions are higher than the bar."""
    while running != EMPTY and number > 0:
        number -= height(seats, lowest(running), trend) > bar
        running = without_lowest(running)
    return number <= 0


@compiled
def height(seats: Seats, place: Int, trend: Float) -> Float:
    """The worth of an action by now, and `trend` times as much more as it gained since the start."""
    worth = seats.nodes[1 + place].worth
    return worth + trend * (worth - seats.worths[place])
