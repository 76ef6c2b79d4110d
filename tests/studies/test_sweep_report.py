"""Sweeps in words and pictures: what is undecided is marked, what cannot be played is crossed out."""

from dataclasses import replace

import pytest

from tests.support.answers import charts_of, table_of, things, told
from tests.support.scenarios import scenario
from workbench.play.goals import Standing
from workbench.scenario.vary import read_varied
from workbench.stats import Estimate, Figure
from workbench.stats.race import RaceStanding
from workbench.studies.find import SWEEP as STUDY
from workbench.studies.find.grid import CellReading, Confirmation, Ending, Sweep, SweepCell, ask, plan_sweep
from workbench.studies.find.question import SweepQuestion

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


def headline(answer: Sweep) -> str:
    return told(STUDY, answer).headline.replace("\u202f", " ")


def test_the_headline_answers_which_value_to_take():
    answer = with_best(swept("hand_size=5..8", ties=(0.05, 0.041, 0.07, 0.09)), 1, as_good=(0,))
    report = told(STUDY, answer)
    assert headline(answer) == "Hand size 6 keeps ties lowest, better than as it is."
    assert things(report) == ["Hand size 6: ties 4.1 % (as it is 7.0 %).", "As good as each other: hand size 5 and 6."]
    assert "fresh shuffles (seed 7)" in report.details
    rows = {row["Hand size"]: row for row in table_of(report).rows}
    assert [row["Against the best"] for row in rows.values()] == ["as good", "as good", "worse", "worse"]
    assert [row["Now"] for row in rows.values()] == ["", "", "as it is", ""]


def test_what_is_as_good_as_it_is_is_left_as_it_is():
    answer = with_best(swept("hand_size=6..8", ties=(0.041, 0.045, 0.09)), 0, as_good=(1,))
    assert headline(answer).startswith("Leave it as it is: nothing that was tried is better by more than 1 percentage")
    assert "best" not in {row["Against the best"] for row in table_of(told(STUDY, answer)).rows}
    assert "star" not in marks_of(answer)
    alone = with_best(swept("hand_size=6..8", ties=(0.041, 0.075, 0.09)), 0)
    assert "star" in marks_of(alone)


def marks_of(answer: Sweep) -> set[str]:
    """The symbols of the marks of the first chart."""
    return {trace.marker.symbol for trace in charts_of(told(STUDY, answer))[0].figure.data if trace.mode == "markers"}


def test_a_little_difference_and_better_values_beyond_exclude_each_other():
    edge = with_best(swept("hand_size=5..7", ties=(0.041, 0.06, 0.08)), 0)
    assert any("values beyond it may be better" in line for line in things(told(STUDY, edge)))
    alike = with_best(swept("hand_size=5..7", ties=(0.041, 0.042, 0.043)), 0, as_good=(1, 2))
    lines = things(told(STUDY, alike))
    assert any("little difference: all 3" in line for line in lines) and not any("beyond" in line for line in lines)


def test_a_sweep_has_the_rules_as_they_are_among_its_combinations():
    base = scenario()
    one = plan_sweep(base, read_varied(GAME, ["hand_size=5,9"]), ask(base))
    assert one.varied[0].values == (5, 7, 9)
    two = plan_sweep(base, read_varied(GAME, ["hand_size=5,6", "players=2,4"]), ask(base))
    assert [bool(combination.changed) for combination in two.combinations] == [True] * 4 + [False]


def test_without_a_goal_it_is_said_before_it_plays_that_nothing_will_be_best():
    base = scenario(goals=())
    assert "nothing will be called best" in SweepQuestion(scenario=base, vary=("hand_size=5..6",)).note
    for judged in ({"measures": ("tie_rate:lowest",)}, {"scenario": scenario(goals=GOALS)}):
        assert not SweepQuestion(**{"scenario": base, "vary": ("hand_size=5..6",), **judged}).note
    unjudged = swept("hand_size=6..7", ties=(0.05, 0.06), named=("tie_rate",))
    assert headline(unjudged) == "Nothing is best without a goal: ties from 5.0 % (hand size 6) to 6.0 % (hand size 7)."


def test_what_was_not_confirmed_is_not_called_best():
    answer = swept("hand_size=5..6", ties=(0.02, 0.09, 0.08))
    for refuted, ending, word in ((False, Ending.BUDGET, "more plays"), (True, Ending.REFUTED, "otherwise")):
        failed = replace(answer, ending=ending, confirmation=Confirmation(7, answer.cells[0], False, refuted))
        assert headline(failed).startswith("Nothing is called best") and word in headline(failed)
        assert "Not confirmed by" in told(STUDY, failed).details
    open_ = headline(replace(answer, ending=Ending.BUDGET))
    assert open_ == "Undecided: hand size 5 leads, and 2 others may be as good."


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


@pytest.mark.parametrize(
    ("ties", "stands", "start", "expected"),
    [
        ((0.05, 0.05), (MET, MET), "Leave it as it is: it meets both goals", ""),
        (
            (0.05, 0.095),
            (MET, OPEN),
            "Hand size 6 meets both goals",
            "1 of 2 combinations meets both goals, 1 is undec",
        ),
        ((0.12, 0.105), (OPEN, OPEN), "Leave it as it is: nothing that was tried is better", "2 are undecided"),
        ((0.15, 0.13), (MISSED, MISSED), "Leave it as it is: nothing that was tried comes nearer", "2 miss one"),
        ((0.11, 0.13), (MISSED, MISSED), "Nothing that was tried meets both goals; hand size 6 comes", "2 miss one"),
    ],
)
def test_the_headline_and_the_goals_say_the_same(ties, stands, start, expected):
    answer = judged(ties=ties, deals=(4.5, 4.5), stands=stands)
    worse = with_best(answer, answer.cells.index(answer.leader))
    report = told(STUDY, worse if start.startswith("Nothing") else answer)
    assert report.headline.startswith(start)
    assert any(expected in line for line in things(report)) or not expected


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
    (chart,) = charts_of(told(STUDY, answer))
    assert {trace.name for trace in chart.figure.data if trace.mode == "markers"} == {"best", "as it is", "worse"}
    assert len(chart.figure.layout.shapes or ()) == len(goals)


def test_a_map_marks_what_is_undecided_and_crosses_out_what_cannot_be_played():
    answer = swept("players=3,6", "hand_size=7,13", ties=(0.05, 0.06, 0.07, None))
    (chart,) = charts_of(told(STUDY, answer))
    assert [text for row in chart.figure.data[0].text for text in row] == ["5.0?", "7.0?", "6.0?", ""]
    assert [note.text for note in chart.figure.layout.annotations] == ["✕"] and "A cross" in chart.sentence
    assert [shape.line.dash for shape in chart.figure.layout.shapes] == ["dot"], "around the rules as they are"
    better = with_best(answer, 1)
    best = charts_of(told(STUDY, better))[0].figure
    assert sorted(shape.line.width for shape in best.layout.shapes) == [2, 4] and "?" not in str(best.data[0].text)


def test_a_third_rule_makes_small_multiples_with_the_cells_in_their_places():
    ties = (0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08)
    answer = swept("hand_size=6,7", "production_rounds=6,7", "concentration=false,true", ties=ties)
    (chart,) = charts_of(told(STUDY, answer))
    one, two = (trace.z for trace in chart.figure.data if trace.type == "heatmap")
    assert [[round(share) for share in row] for row in one] == [[1, 5], [3, 7]]
    assert [[round(share) for share in row] for row in two] == [[2, 6], [4, 8]]


def test_a_sweep_names_what_0_does():
    answer = with_best(swept("score_target=0..2", ties=(0.05, 0.06, 0.07, 0.08)), 0, as_good=(1, 2))
    assert [line["Score target"] for line in table_of(told(STUDY, answer)).rows] == [
        "0 (plays one deal)",
        "1",
        "2",
        "21",
    ]
    assert "Score target 0 (plays one deal) keeps ties lowest" in headline(answer)
    (drawn,) = charts_of(told(STUDY, answer))
    assert drawn.figure.layout.xaxis.ticktext == ("0 (plays one deal)", "1", "2", "21")


def test_a_rule_and_a_measure_of_one_name_have_a_column_each():
    step = scenario(100, ("random",), game="trickster", players=4)
    plan = plan_sweep(step, read_varied(step.game, ["rounds=0,1"]), ask(step, ["rounds"]))
    measure = next(measure for measure in step.game.all_measures if measure.name == "rounds")
    reading = CellReading(
        Figure("rounds", measure._replace(title="Rounds"), Estimate(4, 0, 4, 4, 90)), plan.targets[0], None
    )
    answer = Sweep(
        plan,
        tuple(SweepCell(combination, 90, (reading,)) for combination in plan.combinations),
        100,
        90,
        1,
        Ending.DECIDED,
    )
    first, second = table_of(told(STUDY, answer)).rows
    assert (first["Rounds"], second["Rounds"]) == ("0 (plays one round for each player)", "1")
    assert first["Rounds (measured)"].startswith("4")
