"""Figures over what there is to count, by hand, on plays that were never played."""

import numpy as np
import pytest

from tests.support.scenarios import scenario
from workbench.cli.document import print_report
from workbench.engine.measures import Scope
from workbench.engine.registry import game_named
from workbench.play.comparisons import compare
from workbench.play.figures import figures, seat_figures
from workbench.play.outcome import Outcome
from workbench.report.renderers.html import as_html
from workbench.report.summary import summarise, summarise_batch
from workbench.report.template import report_of
from workbench.studies.compare import STUDY as COMPARE
from workbench.studies.compare.measure import CompareAnswer

SHOWBIZ = game_named("showbiz_shuffle")


def outcome(capped=(False,) * 4, revision="test", game=SHOWBIZ.name) -> Outcome:
    """Three players; in the four plays they finished so many movies, of so many points each."""
    results = np.zeros(len(capped), game_named(game).result)
    results["capped"] = capped
    if game == SHOWBIZ.name:
        results["finished"][:, :3] = [(1, 0, 2), (0, 0, 1), (0, 0, 0), (1, 1, 1)]
        results["mean_movie"][:, :3] = [(10, 0, 20), (0, 0, 6), (0, 0, 0), (-3, 3, 9)]
    return Outcome(scenario(len(capped), ("random",), game=game, revision=revision, players=3), results, "code", 1.0)


def test_who_made_no_movie_has_no_points_a_movie() -> None:
    """Means over those who made any: 15, 6, nobody, 3."""
    estimate = figures(outcome().tallies)["mean_movie"].estimate
    assert (estimate.mean, estimate.n) == (8, 3)
    first = next(figure for figure in seat_figures(outcome().tallies, 0, Scope.SEAT) if figure.name == "mean_movie")
    assert (first.estimate.mean, first.estimate.n) == (3.5, 2)


def test_pairs_are_plays_with_something_to_count_in_both() -> None:
    other = outcome(revision="other")
    other.results["finished"][0] = 0
    difference = compare(outcome(), other).contrasts["mean_movie"].difference
    assert (difference.n, difference.base) == (2, 4.5)


@pytest.mark.parametrize(("cut", "told"), [(5, False), (6, True)])
def test_many_plays_cut_short_are_told_everywhere(capsys: pytest.CaptureFixture[str], cut: int, told: bool) -> None:
    played = outcome([True] * cut + [False] * (100 - cut), game="hitmakers")
    whole = outcome([False] * 100, revision="whole", game="hitmakers")
    assert summarise_batch(played).cut_short == pytest.approx(cut / 100)
    sentence = f"{cut}.0 % of the plays reached a limit"
    print_report(report_of("workbench.studies.simulate", "Results", summarise_batch(played)))
    assert (sentence in " ".join(capsys.readouterr().out.split())) == told
    document = COMPARE.report(CompareAnswer([summarise(compare(whole, played))]))
    print_report(document)
    assert (sentence in " ".join(capsys.readouterr().out.split())) == told
    page = as_html(document, "again").replace("\u202f", " ")
    assert (sentence in page) == told


def test_a_game_without_limit_cuts_nothing_short() -> None:
    plays = np.zeros(3, game_named("trickster").result)
    assert summarise_batch(Outcome(scenario(3, game="trickster", players=3), plays, "code", 1.0)).cut_short == 0
