"""Comparisons for tests: one small real comparison for all, and measures with made-up figures."""

from dataclasses import replace

import pytest

from workbench.engine.measures import Measure, Scope
from workbench.engine.wording import THIN
from workbench.play.batches import simulate
from workbench.play.comparisons import Comparison, Contrast, compare, pairs_between
from workbench.play.notes import Together
from workbench.play.outcome import Outcome
from workbench.report.summary import BatchSummary, Summary, summarise, summarise_batch
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import Workspace, init_workspace
from workbench.stats import PairedDifference, Verdict, judge_interval
from workbench.stats.evidence import Forecast

POINTS = Measure("points", "Points of the play.", 0.2, "u2", Scope.SEAT, "points")


def contrast(
    measure: Measure, base: float, other: float, half: float, verdict: Verdict, more: int | None = None, name: str = ""
) -> Contrast:
    """A measure under two revisions, made up."""
    moved = other - base
    difference = PairedDifference(moved, 1.0, moved - half, moved + half, 1000, base, other, 0.5, 0.5)
    ahead = None if more is None else Forecast(more, 3 * more)
    alone = judge_interval(difference.low, difference.high, measure.margin)
    return Contrast(name or measure.name, measure, difference, verdict=verdict, ahead=ahead, alone=alone)


def plain_words(text: str) -> str:
    """A sentence with ordinary spaces."""
    return text.replace(THIN, " ")


def together_of(base: Outcome, other: Outcome) -> Together:
    """What the plays that two batches both have add up to."""
    plays = min(base.plays, other.plays)
    first, second = base.first(plays), other.first(plays)
    return Together((first.tallies, second.tallies), (pairs_between(first, second, None),))


def says(text: str, *facts: str) -> bool:
    """Whether a text has all these facts, names, numbers and words, in this order."""
    rest = plain_words(text)
    for fact in facts:
        _, separator, rest = rest.partition(fact)
        if not separator:
            return False
    return True


PLAYS = 1_500


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A workspace that no test changes."""
    return init_workspace(tmp_path_factory.mktemp("studio"))[0]


@pytest.fixture(scope="session")
def pair(studio: Workspace) -> tuple[Scenario, Scenario]:
    """The two revisions of the Broad Appeal comparison, with few plays."""
    base = load_scenario(studio, "hitmakers/2020-03-04", plays=PLAYS)
    return base, load_scenario(studio, "hitmakers/2021-04-08", plays=PLAYS)


@pytest.fixture(scope="session")
def comparison(pair: tuple[Scenario, Scenario]) -> Comparison:
    """Both, played and compared."""
    return compare(simulate(pair[0]), simulate(pair[1]))


@pytest.fixture(scope="session")
def summary(comparison: Comparison) -> Summary:
    """What is shown of them."""
    return summarise(comparison)


@pytest.fixture(scope="session")
def by_random(pair: tuple[Scenario, Scenario]) -> Comparison:
    """The same once more, by random bots."""
    base, other = (replace(scenario, bots=("random",) * 3) for scenario in pair)
    return compare(simulate(base), simulate(other))


@pytest.fixture(scope="session")
def side(comparison: Comparison) -> BatchSummary:
    """What is shown of the second alone."""
    return summarise_batch(comparison.other)
