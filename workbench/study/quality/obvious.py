"""How often the obvious action, greedy's, is the one that search takes: on a small sample of decisions."""

from dataclasses import dataclass

from workbench.bots.obvious import ask_in_plays
from workbench.scenario import Scenario
from workbench.stats import Estimate
from workbench.study.batch_player import RunOptions, Stopped, stopped_without_storing
from workbench.study.quality.figures import ratio_figure

PLAYS, EVERY = 100, 40
"""Plays that are asked about, and every how many free decisions: about five in a play, 500 in all."""
ITERATIONS = 200
"""The usual budget of search for a decision."""
MOST_ITERATIONS = 10_000


@dataclass(frozen=True)
class Obvious:
    """Over `decisions` with a choice: how often search takes greedy's action, and a blind choice would."""

    iterations: int
    decisions: int
    agreed: Estimate
    blind: float


def obvious(scenario: Scenario, iterations: int, options: RunOptions) -> Obvious | None:
    """Ask search in the first plays of greedy bots; None where no decision had a choice. Raises `Stopped`."""
    options.compiling()
    asked = ask_in_plays(
        scenario.game,
        scenario.rules,
        scenario.players,
        scenario.seed,
        PLAYS,
        iterations,
        EVERY,
        options.jobs,
        options.stop,
    )
    if len(asked) < PLAYS:
        raise Stopped(stopped_without_storing())
    figure = ratio_figure("obvious", asked["agreed"], asked["asked"], most=1.0)
    if figure is None:
        return None
    decisions = int(asked["asked"].sum())
    return Obvious(iterations, decisions, figure.estimate, float(asked["blind"].sum()) / decisions)
