"""Sweeps in words and pictures: what is undecided is hatched, what cannot be played is crossed out."""

from dataclasses import replace

import pytest

from tests.support.scenarios import scenario
from workbench.play.goals import Standing
from workbench.report.charts.batch import Chart
from workbench.report.document import Beside, Drawing
from workbench.scenario.vary import read_varied
from workbench.stats import Estimate, Figure
from workbench.stats.race import RaceStanding
from workbench.studies.sweep import words
from workbench.studies.sweep.grid import CellReading, Confirmation, Ending, Sweep, SweepCell, ask, plan_sweep
from workbench.studies.sweep.report import report

GAME = scenario().game
TIE = next(measure for measure in GAME.all_measures if measure.name == "tie")


def swept(*texts, ties, named=("tie_rate:lowest",), goals=()):
    """A sweep with these rates of ties, each known within a point; None where a combination cannot be played."""
    base = scenario(goals=goals)
    plan = plan_sweep(base, read_varied(GAME, texts), ask(base, named))
    (target,) = plan.targets
    cells = []
    for combination, rate in zip(plan.combinations, ties, strict=True):
        stands = Standing.UNDECIDED if target.goal else None
        estimate = Estimate(rate or 0, 0.2, (rate or 0) - 0.01, (rate or 0) + 0.01, 900)
        reading = CellReading(Figure("tie", TIE, estimate), target, stands)
        cells.append(SweepCell(combination, 900 if rate else 0, (reading,) if rate else ()))
    return Sweep(plan, tuple(cells), 10_000, 2_700, 2, Ending.DECIDED)


def with_best(answer, at, **places):
    cells = [replace(cell, place=RaceStanding.WORSE) for cell in answer.cells]
    cells[at] = replace(cells[at], place=RaceStanding.BEST)
    for place, others in places.items():
        for bot in others:
            cells[bot] = replace(cells[bot], place=RaceStanding[place.upper()])
    return replace(answer, cells=tuple(cells), confirmation=Confirmation(7, cells[at], True))


def test_the_headline_answers_which_value_to_take():
    answer = with_best(swept("hand_size=5..8", ties=(0.05, 0.041, 0.05, 0.09)), 1, as_good=(0, 2))
    headline = words.headline(answer).replace("\u202f", " ")
    assert headline == "Hand size 6 keeps ties lowest (4.1 %). 5 to 7 cards are all about as good."
    assert "fresh shuffles (seed 7)" in " ".join(words.sentences(answer))


def test_what_was_not_confirmed_is_not_called_best():
    answer = swept("hand_size=5..6", ties=(0.02, 0.09))
    for refuted, ending, word in ((False, Ending.BUDGET, "unconfirmed"), (True, Ending.REFUTED, "otherwise")):
        failed = replace(answer, ending=ending, confirmation=Confirmation(7, answer.cells[0], False, refuted))
        assert "nothing is called best" in words.headline(failed) and word in words.headline(failed)
        assert not any("decided after" in line for line in words.sentences(failed))
        assert any(line.startswith("Not confirmed by") for line in words.sentences(failed))
    assert words.headline(replace(answer, ending=Ending.BUDGET)).startswith("Undecided: hand size 5 keeps ties lowest")


GOALS = (("tie_rate", None, 0.1), ("deals", 3.0, 6.0))
DEALS = next(measure for measure in GAME.all_measures if measure.name == "deals")


def judged(*, ties, deals, stands):
    """A sweep for both goals with these figures, and how their goals stand; the best is what leads."""
    base = scenario(goals=GOALS)
    plan = plan_sweep(base, read_varied(GAME, ["hand_size=6..7"]), ask(base))
    cells = []
    for combination, tie, deal, stand in zip(plan.combinations, ties, deals, stands, strict=True):
        figures = (("tie", TIE, tie, 0.01), ("deals", DEALS, deal, 0.1))
        readings = tuple(
            CellReading(Figure(name, measure, Estimate(mean, 0.2, mean - by, mean + by, 900)), target, stand)
            for (name, measure, mean, by), target in zip(figures, plan.targets, strict=True)
        )
        cells.append(SweepCell(combination, 900, readings))
    answer = Sweep(plan, tuple(cells), 10_000, 1_800, 2, Ending.DECIDED)
    best = answer.cells.index(answer.leader)
    return with_best(answer, best, as_good=(1 - best,))


MET, OPEN, MISSED = Standing.MET, Standing.UNDECIDED, Standing.MISSED


def drawn_charts(sweep: Sweep) -> list[Chart]:
    """The charts of a document, in order."""
    blocks = [block for block in report(sweep).blocks if isinstance(block, Drawing | Beside)]
    inner = [part for block in blocks for part in (block.columns if isinstance(block, Beside) else [[block]])]
    return [chart for column in inner for block in column if isinstance(block, Drawing) and (chart := block.draw())]


@pytest.mark.parametrize(
    ("ties", "stands", "headline", "expected"),
    [
        ((0.05, 0.05), (MET, MET), "Hand size 7 (as it is) meets both goals", "All 2 combinations meet both goals."),
        ((0.05, 0.095), (MET, OPEN), "Hand size 6 meets both goals", "1 of 2 combinations meets"),
        ((0.12, 0.105), (OPEN, OPEN), "Hand size 7 (as it is) comes closest to the goals", "2 are undecided"),
        ((0.15, 0.13), (MISSED, MISSED), "No combination meets both goals; hand size 7 comes closest", "2 miss one"),
        ((0.13, 0.11), (OPEN, MISSED), "No combination is shown to meet both goals", "1 misses one"),
    ],
)
def test_the_headline_and_the_goals_say_the_same(ties, stands, headline, expected):
    answer = judged(ties=ties, deals=(4.5, 4.5), stands=stands)
    assert words.headline(answer).startswith(headline)
    assert any(expected in line for line in words.sentences(answer))
    assert ("closest" in words.headline(answer)) == (not all(tie <= 0.1 for tie in ties))
    is_open = "undecided" in " ".join(words.sentences(answer)).partition("fresh shuffles")[2].partition(".\n")[0]
    assert is_open == (OPEN in stands)


@pytest.mark.parametrize("goals", [(), (("tie_rate", None, 0.05),)])
def test_a_line_marks_the_best_and_the_goal(goals):
    answer = with_best(
        swept(
            "hand_size=5..7",
            ties=(0.05, 0.041, 0.09),
            named=("tie_rate",) if goals else ("tie_rate:lowest",),
            goals=goals,
        ),
        1,
    )
    (chart,) = drawn_charts(answer)
    assert {trace.name for trace in chart.figure.data if trace.mode == "markers"} == {"best", "worse"}
    assert len(chart.figure.layout.shapes or ()) == len(goals)


def test_a_map_hatches_what_is_undecided_and_crosses_out_what_cannot_be_played():
    answer = swept("players=3,6", "hand_size=7,13", ties=(0.05, 0.06, 0.07, None))
    (chart,) = drawn_charts(answer)
    texts = [text for trace in chart.figure.data if trace.type == "scatter" for text in trace.text]
    assert sorted(texts) == ["5.0", "6.0", "7.0", "✕"]
    hatched = "".join(shape.path for shape in chart.figure.layout.shapes)
    assert hatched.count("M") == 3 * 6  # three cells that are undecided
    best = drawn_charts(with_best(answer, 0))[0].figure.layout.shapes
    assert [shape.type for shape in best] == ["rect"]


def test_a_third_rule_makes_small_multiples_with_the_cells_in_their_places():
    ties = (0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08)
    answer = swept("hand_size=6,7", "production_rounds=6,7", "concentration=false,true", ties=ties)
    (chart,) = drawn_charts(answer)
    one, two = (trace.z for trace in chart.figure.data if trace.type == "heatmap")
    assert [[round(share) for share in row] for row in one] == [[1, 5], [3, 7]]
    assert [[round(share) for share in row] for row in two] == [[2, 6], [4, 8]]


def test_a_sweep_names_what_0_does():
    answer = with_best(swept("score_target=0..2", ties=(0.05, 0.06, 0.07)), 0, as_good=(1, 2))
    assert [line["Score target"] for line in words.sweep_table(answer)] == ["0 (plays one deal)", "1", "2"]
    assert "Score target 0 (plays one deal) keeps ties lowest" in words.headline(answer)
    (drawn,) = drawn_charts(answer)
    assert drawn.figure.layout.xaxis.ticktext == ("0 (plays one deal)", "1", "2")


def test_a_rule_and_a_measure_of_one_name_have_a_column_each():
    step = scenario(100, ("random",), game="trickster", players=4)
    plan = plan_sweep(step, read_varied(step.game, ["rounds=0,1"]), ask(step, ["rounds"]))
    measure = next(measure for measure in step.game.all_measures if measure.name == "rounds")
    reading = CellReading(
        Figure("rounds", replace(measure, title="Rounds"), Estimate(4, 0, 4, 4, 90)), plan.targets[0], None
    )
    answer = Sweep(
        plan,
        tuple(SweepCell(combination, 90, (reading,)) for combination in plan.combinations),
        100,
        90,
        1,
        Ending.DECIDED,
    )
    first, second = words.sweep_table(answer)
    assert (first["Rounds"], second["Rounds"]) == ("0 (plays one round for each player)", "1")
    assert first["Rounds (measured)"].startswith("4")
