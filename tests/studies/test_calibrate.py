"""Calibration: what it says of honest statistics, and of statistics with a fault that somebody might put in."""

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import hypot
from pathlib import Path

import numpy as np
import pytest

from tests.cli.commands import as_json, run
from tests.support.thorough import one_of
from workbench.engine.registry import games
from workbench.play import comparisons as compare
from workbench.play import goals
from workbench.play.batches import simulate_together
from workbench.play.options import RunOptions, Stopped
from workbench.scenario import list_scenarios, load_scenario
from workbench.scenario.files import find_workspace
from workbench.stats import estimate, paired
from workbench.studies.by_change import measure as by_change
from workbench.studies.calibrate import columns
from workbench.studies.calibrate import measure as calibrate
from workbench.studies.calibrate.checks import SampleSizes
from workbench.studies.calibrate.promises import FALSE_ALARM, Ledger, Promise
from workbench.studies.calibrate.subjects import RevisionPair, subject
from workbench.studies.compare import until

PLACE = find_workspace(Path(__file__).parents[2])
NOTHING = SampleSizes(comparisons=0, attributions=0, questions=0, sweeps=0, reference=20_000)
COMPARED = replace(NOTHING, comparisons=120)
FEW_COMPARED = replace(NOTHING, comparisons=20)
FEW = replace(NOTHING, comparisons=6, attributions=1, questions=2, sweeps=1)
MANY = replace(NOTHING, comparisons=60, attributions=4, questions=15, sweeps=4)
TWENTY = replace(NOTHING, questions=20)
NARROW, NARROWER = 0.85, 0.5
Patch = pytest.MonkeyPatch


# The test of what was noted


def broken(share: float, runs: int, together: int = 1) -> int:
    """Of so many runs, those that call a promise of 5 % broken, if that share is wrong, `together` at a time."""
    rng, count = np.random.default_rng(7), 0
    for _ in range(runs):
        ledger = Ledger()
        for wrong in rng.random((240, 20 // together)) < share:
            statements = np.repeat(wrong, together).tolist()
            ledger.note(Promise("intervals"), {str(place): off for place, off in enumerate(statements)})
        count += not ledger.lines()[0].holds
    return count


def test_a_promise_just_kept_passes_and_intervals_15_percent_too_narrow_are_found():
    assert broken(0.05, 60) == 0
    assert broken(0.096, 30) == 30, "a normal interval of 0.85 the width misses so often"


def test_a_promised_share_is_written_as_every_share() -> None:
    texts = [Promise("intervals", is_coverage=is_coverage).text for is_coverage in (False, True)]
    assert texts == ["at most 5\u202f%", "at least 95\u202f%"]


def test_statements_that_share_their_luck_are_no_further_evidence():
    assert broken(0.05, 60, together=10) == 0


def test_one_kind_of_statement_that_is_mostly_wrong_is_found_among_many():
    ledger = Ledger()
    for _ in range(40):
        ledger.note(
            Promise("intervals", is_coverage=True), {**{str(place): False for place in range(200)}, "odd": True}
        )
    (line,) = ledger.lines()
    assert not line.holds and line.off == 1 and line.where == "odd" and line.share == pytest.approx(200 / 201)


# What is without effect


def test_every_game_of_ours_declares_two_values_that_are_alike():
    ours = {"hitmakers", "hollywood_1947", "showbiz_shuffle", "trickster"}
    assert ours <= {name for name, game in games().items() if game.neutral}


@pytest.mark.parametrize("name", one_of([name for name, game in games().items() if game.neutral], quick="hitmakers"))
def test_values_that_are_alike_change_how_plays_go_and_no_figure(name: str):
    scenario = load_scenario(PLACE, list_scenarios(PLACE, games()[name])[0])
    of = subject(RevisionPair(scenario, scenario), 2_000, 31, RunOptions())
    assert max(of.truth.unlike.values()) > 0.5 and len(of.tested) >= 3 and of.neutral.because
    sides = [replace(table, plays=6_000, seed=32) for table in (of.base, of.twin)]
    (ours, theirs), together = simulate_together(sides, of.options)
    contrasts = compare.compare(ours, theirs, pairs=together.pairs[0]).contrasts
    moved = [contrast.difference for contrast in contrasts.values() if contrast.measure.name not in of.neutral.but]
    scores = [abs(pairs.mean) / pairs.sd * pairs.n**0.5 for pairs in moved if pairs.sd > 0]
    assert len(scores) > 10 and max(scores) < 4.5


# Faults that somebody might put in


def calibration(sizes: SampleSizes, game: str = "hitmakers") -> calibrate.Calibration:
    """The checks of one game, by default of the fastest."""
    return calibrate.calibrate(PLACE, lambda text: None, sizes, game=game)


@pytest.fixture(scope="module", params=one_of((FEW, MANY), quick=FEW), ids=("few", "many"))
def honest(request: pytest.FixtureRequest) -> calibrate.Calibration:
    """Every check of the product as it is."""
    return calibration(request.param)


def test_the_product_keeps_its_promises(honest: calibrate.Calibration):
    assert honest.broken == []
    commands = {line.check.partition(":")[0] for line in honest.lines}
    assert commands == {"simulate", "compare", "check", "by change", "until decided", "sweep"}
    assert all(line.pooled >= line.effective > 0 for line in honest.lines)


def narrow_means(patch: Patch, share: float = NARROW) -> None:
    """Intervals of means are 15 % too narrow."""
    right = estimate.mean_bounds

    def bounds(mean: float, sd: float, n: int, jump: float, confidence: float) -> tuple[float, float]:
        reach = share * (right(mean, sd, n, jump, confidence)[1] - mean)
        return mean - reach, mean + reach

    for module in (estimate, paired):
        patch.setattr(module, "mean_bounds", bounds)


def without_holm(patch: Patch) -> None:
    """Each measure is judged as if it were the only one."""
    patch.setattr(compare, "holm", lambda p_values: np.asarray(p_values, float))


def unpaired(patch: Patch) -> None:
    """Pairs count as if their shuffles had nothing in common."""
    right = paired.difference_of

    def difference(pairs: paired.PairedMoments, *how: float, **named: float) -> paired.PairedDifference:
        apart = pairs.difference._replace(sd=hypot(pairs.base.sd, pairs.other.sd))
        return right(pairs._replace(difference=apart), *how, **named)

    for module in (compare, by_change):
        patch.setattr(module, "difference_of", difference)


def peeking(patch: Patch) -> None:
    """Plain intervals are looked at again and again until they decide."""
    patch.setattr(until, "compare", lambda base, other, watched, **how: compare.compare(base, other, False, **how))
    patch.setattr(until, "check_goals", lambda outcome, watched: goals.check_goals(outcome))


@pytest.mark.parametrize(
    ("fault", "game", "sizes", "broken_lines"),
    [
        (
            partial(narrow_means, share=NARROWER),
            "hitmakers",
            replace(COMPARED, comparisons=8),
            {"simulate: intervals of numbers", "compare: intervals"},
        ),
        pytest.param(
            narrow_means,
            "hitmakers",
            COMPARED,
            {"simulate: intervals of numbers", "compare: intervals"},
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            without_holm,
            "hitmakers",
            replace(COMPARED, comparisons=40),
            {"compare: wrong words, every change counts"},
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            unpaired,
            "trickster",
            FEW_COMPARED,
            {"compare: truth in middle halves, where pairing helps"},
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            peeking, "hitmakers", TWENTY, {"until decided: intervals missed at any look"}, marks=pytest.mark.thorough
        ),
    ],
)
def test_planted_faults_are_found(
    fault: Callable[[Patch], None], game: str, sizes: SampleSizes, broken_lines: set[str], monkeypatch: Patch
):
    """Pairs taken apart are hardest to find where pairing helps least."""
    fault(monkeypatch)
    assert broken_lines <= set(calibration(sizes, game).broken)


# The command


def test_json_says_what_it_always_said_and_whether_all_is_kept(honest: calibrate.Calibration):
    answer = json.loads(json.dumps(columns.data(honest)))
    before = {"check", "promise", "found", "worst", "where", "cases", "tries", "error", "off"}
    assert before < set(answer["lines"][0]) and answer["elapsed_s"] > 0
    assert answer["holds"] is True and answer["false_alarm"] == FALSE_ALARM
    assert [subject["rule"] for subject in answer["without_effect"]] == ["presentation"]


def test_the_exit_code_is_1_where_a_promise_is_broken(honest: calibrate.Calibration, monkeypatch: Patch):
    monkeypatch.setattr(calibrate, "calibrate", lambda *arguments, **options: honest)
    told = as_json("calibrate")
    assert told["holds"] is True
    for row, line in zip(
        csv.DictReader(run("calibrate", "--csv", "-").stdout.splitlines()), told["lines"], strict=True
    ):
        numbers = {name: float(row[name]) for name, value in line.items() if type(value) in (int, float)}
        assert {**row, **numbers} == {
            "seed": str(told["seed"]),
            **{name: str(value) if isinstance(value, bool) else value for name, value in line.items()},
        }
    lines = [replace(honest.lines[0], holds=False, check="what is broken"), *honest.lines[1:]]
    monkeypatch.setattr(calibrate, "calibrate", lambda *arguments, **options: replace(honest, lines=lines))
    result = run("calibrate")
    assert result.exit_code == 1 and "Broken: what is broken." in result.output
    assert as_json("calibrate", code=1)["holds"] is False


def test_it_ends_soon_where_it_is_stopped():
    options = RunOptions()
    with pytest.raises(Stopped):
        calibrate.calibrate(PLACE, lambda text: options.stop.set(), COMPARED, game="hitmakers", options=options)


def test_bad_input_is_named_all_at_once():
    result = run("calibrate", "--seed", "x", "--game", "chess")
    assert result.exit_code == 2 and "--seed" in result.output and "--game" in result.output


def test_a_game_without_values_that_are_alike_is_told_so(monkeypatch: Patch):
    monkeypatch.setattr(calibrate, "steps", lambda place, game, thorough: [])
    result = run("calibrate", "--game", "hitmakers")
    assert result.exit_code == 2 and "nothing can be checked" in result.output
