"""The answer of a comparison: it claims what is beyond doubt, names what is not, and nothing else."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.support.comparisons import POINTS, contrast, plain_words, says
from workbench.engine.measures import DECISIONS, SIDE_WIN_RATE, TIE, WIN_RATE, Measure, Scope, ScorePart
from workbench.engine.wording import lower_first
from workbench.play.comparisons import Comparison, Contrast, compare
from workbench.play.goals import CheckedGoal, Standing
from workbench.play.hole import Hole
from workbench.report.answers import AgainstAnswer, AloneAnswer, GoalProgress
from workbench.report.batch_blocks import plays_to_watch
from workbench.report.document import Passage, Section
from workbench.report.escape import plain_text
from workbench.report.findings import brief, of_batch, of_comparison
from workbench.report.renderers.rows_html import rows_html
from workbench.report.rows import Group, few_rows, rows_against, rows_alone
from workbench.report.standing import verdicts_of
from workbench.report.summary import BatchSummary, Summary, summarise
from workbench.report.template import answer_in_words, plain_phrase
from workbench.report.verdict_rows import change_bar, place_of, values_of, verdict_of, verdict_rows
from workbench.scenario import Goal
from workbench.stats import Estimate, Figure, Verdict

APPEAL = Measure("broad_appeal", "Points for broad appeal.", 0.2, "u2", Scope.SEAT, "points", part=ScorePart.ADDS)
PENALTY = Measure("penalty", "Points lost.", 0.2, "u2", Scope.SEAT, "points", part=ScorePart.DEDUCTS)
DEALS = Measure("deals", "Deals of the match.", 0.05, "u2", Scope.PLAY, "deals")
LEAD = Measure("lead", "Lead.", 0.1, "i2", Scope.PLAY, "points")


def goal(standing: Standing, name: str = "deals", mean: float = 4.5) -> CheckedGoal:
    figure = Figure(name, DEALS, Estimate(mean, 1, mean - 0.1, mean + 0.1, 500))
    return CheckedGoal(Goal(name, 3, 6), figure, standing)


def seats(*verdicts: Verdict, move: float = -0.03) -> list[Contrast]:
    contrasts = []
    for seat, verdict in enumerate(verdicts):
        moved = contrast(WIN_RATE, 0.33, 0.33 + move, 0.005, verdict, name=f"win_rate_seat_{seat}")
        contrasts.append(replace(moved, seat=seat))
    return contrasts


def with_these(summary: Summary, contrasts: Sequence[Contrast], goals: Sequence[CheckedGoal] = ()) -> Summary:
    base, other = (replace(side, goals=tuple(goals)) for side in (summary.base, summary.other))
    return replace(summary, base=base, other=other, contrasts=tuple(contrasts))


@pytest.mark.parametrize(
    ("moved", "facts"),
    [
        (contrast(APPEAL, 5.96, 5.41, 0.1, Verdict.LOWER), "broad appeal pays 9 % less"),
        (contrast(APPEAL, 4.0, 4.06, 0.01, Verdict.HIGHER), "broad appeal pays 1.5 % more"),
        (contrast(PENALTY, 2.0, 3.0, 0.1, Verdict.WORSE), "penalty costs 50 % more"),
        (contrast(DEALS, 4.5, 4.6, 0.01, Verdict.HIGHER), "plays are 2 % longer (4.50 → 4.60 deals)"),
        (contrast(DEALS, 4.6, 4.5, 0.01, Verdict.LOWER), "plays are 2 % shorter (4.60 → 4.50 deals)"),
        (contrast(TIE, 0.066, 0.041, 0.004, Verdict.BETTER), "ties fell from 6.6 % to 4.1 %"),
        (contrast(POINTS, 20, 22, 0.1, Verdict.HIGHER), "players score 10 % more points"),
        (contrast(LEAD, -1.0, 2.0, 0.1, Verdict.HIGHER), "lead rose from −1.00 to 2.00 points"),
        (contrast(APPEAL, 0.0, 2.0, 0.1, Verdict.HIGHER), "broad appeal rose from 0.00 to 2.00 points"),
        (contrast(DEALS._replace(below_zero=True), 4, 6, 0.1, Verdict.HIGHER), "deals rose from 4.00 to 6.00"),
    ],
)
def test_a_change_is_said_in_the_words_of_what_it_counts(moved: Contrast, facts: str) -> None:
    assert plain_words(plain_phrase("changes.md", "moved", moved)) == facts


def words(result: BatchSummary | Summary) -> str:
    """The headline and what to know, a line each."""
    told = answer_in_words(result)
    assert len(told.headline.replace("\u202f", "").split()) <= 20, told.headline
    lines = "".join(block.markdown for block in told.blocks if isinstance(block, Passage)).partition("**Next")[0]
    assert lines.count("- ") <= 3
    return plain_words(f"{told.headline}\n{plain_text(lines.rstrip())}")


def test_the_answer_names_goals_changes_and_seats(summary: Summary) -> None:
    moved = [contrast(APPEAL, 5.96, 5.41, 0.1, Verdict.LOWER), contrast(DEALS, 4.5, 4.6, 0.01, Verdict.HIGHER)]
    told = words(with_these(summary, [*moved, *seats(Verdict.SAME, Verdict.SAME)], [goal(Standing.MET)]))
    assert told == "The goal still holds; plays are 2 % longer; nobody is worse off.\n- Broad appeal pays 9 % less."


def test_a_seat_that_may_be_worse_off_is_not_called_safe(summary: Summary) -> None:
    told = words(with_these(summary, seats(Verdict.SAME, Verdict.UNDECIDED, Verdict.SAME)))
    assert told.strip() == "Nobody is shown to be worse off; nothing is shown to have changed."


def test_a_seat_that_loses_is_named(summary: Summary) -> None:
    told = words(with_these(summary, seats(Verdict.SAME, Verdict.LOWER)))
    assert says(told, "eat 2 wins less often", "eat 2 wins less often (33.0 % → 30.0 %)") and "nobody" not in told


def test_where_all_stayed_the_same_that_is_said(summary: Summary) -> None:
    told = words(with_these(summary, [contrast(TIE, 0.05, 0.05, 0.001, Verdict.SAME), *seats(Verdict.SAME)]))
    assert told.strip() == "Nobody is worse off; nothing changed that counts."


def test_too_few_plays_say_so_and_nothing_else(summary: Summary) -> None:
    few = with_these(summary, [contrast(TIE, 0.05, 0.5, 0.001, Verdict.HIGHER)])
    few = replace(few, other=replace(few.other, plays=99))
    assert words(few).strip() == "Fewer than 100 paired plays are too few for a verdict."


def test_more_changes_than_are_named_are_counted(summary: Summary) -> None:
    many = [contrast(APPEAL._replace(name=f"m{n}"), 4, 6, 0.1, Verdict.HIGHER) for n in range(5)]
    several = [*many, *(replace(row, seat=seat) for seat, row in enumerate(many[:1] * 2))]
    told = with_these(summary, [replace(row, name=f"{row.name}_{at}") for at, row in enumerate(several)])
    assert "two more figures changed" in words(told), "3 are named of 5 rows, of which one has seats below it"
    assert brief(told, "").endswith(", 5 more")


@pytest.mark.parametrize(
    ("goals", "told"),
    [
        ([Standing.MET], "The goal holds; "),
        ([Standing.MET, Standing.MET], "Both goals hold; "),
        ([Standing.MET] * 3, "All 3 goals hold; "),
        ([Standing.MET, Standing.UNDECIDED], "1 of 2 goals holds, 1 undecided; "),
        ([Standing.UNDECIDED], "The goal for deals is undecided; "),
        ([Standing.UNDECIDED] * 3, "All 3 goals are undecided; "),
        ([Standing.MISSED], "The goal for deals is missed; "),
        ([Standing.MISSED] * 2, "Both goals are missed; "),
        ([Standing.MISSED, Standing.UNDECIDED], "None of 2 goals hold, 1 missed, 1 undecided; "),
    ],
)
def test_goals_are_counted_and_those_that_do_not_hold_named(
    side: BatchSummary, goals: list[Standing], told: str
) -> None:
    stands = replace(side, goals=tuple(map(goal, goals)))
    text = plain_words(answer_in_words(stands).headline)
    assert text.startswith(told)
    assert plain_words(of_batch(stands).brief) == lower_first(told).rstrip("; "), "lists say it in the same words"
    assert ("deals: 4.500 deals, the goal is 3 to 6 deals" in words(replace(stands, goals=stands.goals[:1]))) == (
        goals[0] is not Standing.MET
    )


@pytest.mark.parametrize(
    ("before", "now", "progress", "word"),
    [
        (+1, Standing.MET, GoalProgress.BETTER, "The goal for deals is met now"),
        (-1, Standing.MISSED, GoalProgress.WORSE, "The goal for deals is lost"),
        (-1, Standing.MET, GoalProgress.SAME, "The goal still holds"),
        (+1, Standing.MISSED, GoalProgress.SAME, "- Still missed: deals: "),
        (0, Standing.MISSED, GoalProgress.SAME, "- Missed: deals: "),
        (-1, Standing.UNDECIDED, GoalProgress.UNDECIDED, "- Undecided: deals ("),
    ],
)
def test_the_goals_say_whether_it_got_better(
    summary: Summary, before: float, now: Standing, progress: GoalProgress, word: str
) -> None:
    """The goal is a number of deals at most, `before` more or fewer than the base has."""
    deals = summary.base.estimate("deals")
    assert deals is not None
    checked = CheckedGoal(Goal("deals", None, deals.mean - before), Figure("deals", DEALS, deals), now, deals.n)
    unmoved = [replace(row, verdict=Verdict.UNDECIDED) for row in summary.contrasts]
    judged = replace(summary, other=replace(summary.other, goals=(checked,)), contrasts=tuple(unmoved))
    assert AgainstAnswer(judged).progress is progress
    assert word in words(judged)
    assert brief(judged, "").startswith(progress.value)


def test_a_goal_that_stands_as_before_is_better_where_its_measure_surely_moved_towards_it(summary: Summary) -> None:
    nearer = contrast(TIE, 0.066, 0.041, 0.004, Verdict.BETTER)
    farther = contrast(DEALS, 4.5, 4.6, 0.01, Verdict.WORSE)
    ties = Estimate(0.04, 0.2, 0.03, 0.05, 500)
    goals = [CheckedGoal(Goal("tie_rate", None, 0.9), Figure("tie", TIE, ties), Standing.MET)]
    goals += [goal(Standing.MET)]
    moved = {GoalProgress.BETTER: [nearer], GoalProgress.WORSE: [farther], GoalProgress.MIXED: [nearer, farther]}
    for progress, contrasts in moved.items():
        judged = with_these(summary, contrasts, goals)
        assert AgainstAnswer(judged).progress is progress
        assert lower_first(answer_in_words(judged).headline).startswith(progress.value)


AT_MOST, AT_LEAST = Goal("decisions", high=203.0), Goal("decisions", low=200.0)
"""Goals about the length of plays, 201 decisions before and 205 now."""


@pytest.mark.parametrize(
    ("before", "now", "progress", "headline", "told"),
    [
        (AT_MOST, AT_LEAST, "worse", "The goal for decisions is lost", "was at most 203 decisions, now at least 200"),
        (AT_MOST, None, "worse", "The goal for decisions is lost", "was at most 203 decisions, now there is none"),
        (AT_LEAST, None, "better", "Better by the goals", "was at least 200 decisions, now there is none"),
        (Goal("tie_rate", high=0.9), None, "no goal won", "No goal won or lost", "was at most 90 %, now there is none"),
        (AT_LEAST, AT_MOST, "better", "Better by the goals", "- Missed: decisions"),
        (None, AT_MOST, "worse", "The goal for decisions is lost", "the goal is at most 203"),
    ],
)
def test_a_change_is_judged_by_the_goals_of_its_base_and_a_changed_goal_is_told(
    comparison: Comparison, before: Goal | None, now: Goal | None, progress: str, headline: str, told: str
) -> None:
    sides = [
        replace(side, scenario=replace(side.scenario, goals=(wish,) if wish else ()))
        for side, wish in ((comparison.base, before), (comparison.other, now))
    ]
    judged = summarise(compare(*sides))
    assert words(judged).startswith(headline) and told in words(judged)
    finding = of_comparison(judged)
    assert finding.brief.startswith(progress) and finding.sentence == answer_in_words(judged).headline
    stands = {} if now is None else {"decisions": "met" if now is AT_LEAST else "missed"}
    assert finding.goals == stands, "each revision stands to its own goals"
    assert [verdict.words for verdict in verdicts_of([finding])] == [finding.brief], "as All revisions has it"


def test_a_goal_that_both_have_judges_the_change_as_its_row_says(comparison: Comparison) -> None:
    """By the base's three goals together it was undecided, by the revision's two it was met, in one answer."""
    goals = [(AT_LEAST, Goal("tie_rate", high=0.9)), (AT_LEAST,)]
    sides = [
        replace(side, scenario=replace(side.scenario, goals=wishes))
        for side, wishes in zip((comparison.base, comparison.other), goals, strict=True)
    ]
    summary = summarise(compare(*sides))
    as_in_row = tuple(one._replace(standing=Standing.UNDECIDED) for one in summary.other.goals)
    judged = AgainstAnswer(replace(summary, other=replace(summary.other, goals=as_in_row))).judged
    assert [now.standing for _, now in judged] == [Standing.UNDECIDED, Standing.MET]


def test_goals_that_alone_were_changed_are_told(comparison: Comparison) -> None:
    before, now = (
        replace(comparison.base, scenario=replace(comparison.base.scenario, goals=(wish,)))
        for wish in (AT_LEAST, AT_MOST)
    )
    told = words(summarise(compare(before, now)))
    assert told.splitlines() == [
        "Both play by the same rules.",
        "- The goal for decisions was at least 200 decisions, now at most 203 decisions.",
    ]


def test_totals_that_follow_from_the_length_of_plays_are_one_line(summary: Summary) -> None:
    shorter = contrast(DECISIONS, 285.0, 214.0, 2.0, Verdict.LOWER)
    prestige = APPEAL._replace(name="critical_prestige")
    follow = [contrast(total, 6.0, 4.5, 0.1, Verdict.LOWER) for total in (APPEAL, prestige)]
    other_way = contrast(POINTS, 20.0, 22.0, 0.1, Verdict.HIGHER)

    def told(*rows: Contrast) -> tuple[str, list[str]]:
        moved = with_these(summary, [shorter, *rows])
        groups = verdict_rows(rows_against([moved])).groups
        return words(moved), [fold.title for group in groups for fold in group.folds if "length" in fold.title]

    text, folds = told(*follow, other_way)
    assert "wo totals fell by about 25 % since plays are 25 % shorter" in text and "ppeal" not in text
    assert folds == ["2 moved as the length of plays did"]
    text, folds = told(follow[0], other_way)
    assert "road appeal pays 25 % less" in text and not folds, "a line for one line saves nothing"


def test_without_a_goal_nothing_is_called_better(summary: Summary) -> None:
    told = words(with_these(summary, [contrast(APPEAL, 5.96, 5.41, 0.1, Verdict.LOWER)]))
    assert told.startswith("No goals to judge it by; broad appeal pays 9 % less")
    assert "better" not in told and "worse by" not in told


@pytest.mark.parametrize(
    ("low", "goal_name", "is_told"),
    [(0.63, "deals", True), (0.58, "deals", False), (0.63, "win_rate_side_communists", False)],
)
def test_a_side_that_wins_far_too_often_comes_first_unless_a_goal_is_about_it(
    summary: Summary, low: float, goal_name: str, is_told: bool
) -> None:
    rates = {"communists": Estimate(0.65, 0.5, low, 0.7, 500), "patriots": Estimate(0.2, 0.5, 0.1, 0.3, 500)}
    readings = {f"win_rate_side_{side}": Figure("", SIDE_WIN_RATE, rate, side=side) for side, rate in rates.items()}
    table = replace(
        summary.other, goals=(goal(Standing.MET, goal_name),), readings={**summary.other.readings, **readings}
    )
    assert [side for side, _ in AloneAnswer(table).favored] == (["communists"] if is_told else [])
    if goal_name == "deals":
        more = replace(with_these(summary, [contrast(APPEAL, 4, 6, 0.1, Verdict.HIGHER)]), other=table)
        assert ("- Communists win 65.0 % of the plays they are in" in words(more)) == is_told


def test_a_side_is_told_of_once_where_a_goal_says_the_same(summary: Summary) -> None:
    def side(name: str, base: float, other: float, verdict: Verdict) -> Contrast:
        row = contrast(SIDE_WIN_RATE, base, other, 0.005, verdict, name=f"win_rate_side_{name}")
        return replace(row, side=name)

    won = contrast(TIE._replace(name="communists_won", title="Plays won"), 0.657, 0.442, 0.005, Verdict.BETTER)
    sides = [side("communists", 0.657, 0.442, Verdict.LOWER), side("patriots", 0.139, 0.286, Verdict.HIGHER)]
    told = words(with_these(summary, [won, *sides], [goal(Standing.MET)]))
    assert told.count("65.7 %") == 1
    assert "Patriots win more often (13.9 % → 28.6 %)" in told


def test_a_revision_alone_is_told_by_goals_length_and_evenness(side: BatchSummary) -> None:
    assert says(words(side), "goals hold", "a play lasts 4.", "deals; wins differ at most")


@pytest.mark.parametrize(("low", "high", "gap"), [(0.0, 0.018, "at most 1.8 %"), (0.0188, 0.0546, "1.9 % to 5.5 %")])
def test_the_gap_between_seats_is_as_in_its_row(side: BatchSummary, low: float, high: float, gap: str) -> None:
    uneven = replace(
        side,
        goals=tuple(
            checked._replace(
                figure=replace(checked.figure, estimate=replace(checked.figure.estimate, low=low, high=high))
            )
            for checked in side.goals
        ),
    )
    assert says(words(uneven), f"wins differ {gap} between seats")


# Rows


def test_rows_stand_in_groups_in_an_order_that_verdicts_do_not_change(summary: Summary) -> None:
    rows = rows_against([summary])
    order = [row.figure.name for row in rows]
    assert [row.group for row in rows] == sorted((row.group for row in rows), key=list(Group).index)
    turned = [replace(row, verdict=Verdict.UNDECIDED) for row in summary.contrasts]
    assert [row.figure.name for row in rows_against([replace(summary, contrasts=tuple(turned))])] == order
    names = {line.figure.name for row in rows for line in (row, *row.below) if line.cells}
    assert names == {row.name for row in (*summary.main, *summary.details)} - {"capped"}, "no play reached a limit"


def test_a_goal_that_tables_of_other_sizes_leave_nothing_to_compare_of_has_its_row(summary: Summary) -> None:
    left = tuple(row for row in summary.contrasts if row.name != "seat_win_rate_spread")
    rows = {row.figure.name: row for row in rows_against([replace(summary, contrasts=left)])}
    gap = rows["seat_win_rate_spread"]
    assert (gap.group, verdict_of(gap.cells[0])) == (Group.GOALS, "? undecided")
    assert " → " in values_of(gap, gap.cells[0])
    assert 'aria-label="The gap' not in rows_html(verdict_rows([gap]))


def test_a_revision_alone_has_the_same_groups(side: BatchSummary, summary: Summary) -> None:
    alone = {row.figure.name: row.group for row in rows_alone(side)}
    both = {row.figure.name: row.group for row in rows_against([summary])}
    assert alone == both


def test_a_quick_look_has_four_to_six_rows_and_only_what_surely_moved_is_added(summary: Summary) -> None:
    assert 4 <= len(few_rows(rows_against([summary]))) <= 6
    quiet = [replace(row, verdict=Verdict.UNDECIDED) for row in summary.contrasts]
    few = few_rows(rows_against([replace(summary, contrasts=tuple(quiet))]))
    assert [row.figure.name for row in few] == ["tie", "deals", "seat_win_rate_spread", "points"]


def test_a_quick_look_shows_every_one_of_four_goals(summary: Summary) -> None:
    rows = rows_against([summary])
    goal_rows = [row.figure.name for row in rows if row.group is Group.GOALS]
    named = [*goal_rows, next(row.figure.name for row in rows if row.cells and row.figure.name not in goal_rows)]
    goals = [replace(row, group=Group.GOALS) if row.figure.name in named else row for row in rows]
    few = [row.figure.name for row in few_rows(sorted(goals, key=lambda row: row.figure.name not in named))]
    assert (len(named), set(named) - set(few), len(few) <= 6) == (4, set(), True)


def test_each_bar_says_in_words_what_it_shows_and_no_text_is_taken_for_markup(summary: Summary) -> None:
    titled = replace(summary.other, scenario=replace(summary.other.scenario, title="<b>Mine</b>"))
    html = rows_html(verdict_rows(rows_against([replace(summary, other=titled), summary])))
    assert html.count('role="img"') == html.count("aria-label=")
    assert "&lt;b&gt;Mine&lt;/b&gt;: " in html
    assert "<b>" not in html


@pytest.mark.parametrize(
    ("moved", "verdict", "shape"),
    [
        (0.5, Verdict.HIGHER, "up"),
        (-0.5, Verdict.BETTER, "down"),
        (0.3, Verdict.UNDECIDED, "open"),
        (0, Verdict.SAME, ""),
    ],
)
def test_the_bar_of_a_change_is_its_interval_in_margins_and_points_where_it_moved(
    moved: float, verdict: Verdict, shape: str
) -> None:
    bar = change_bar("Appeal", contrast(APPEAL, 4.0, 4.0 + moved, 0.1, verdict))
    margins = [end / APPEAL.margin for end in (moved - 0.1, moved, moved + 0.1)]
    assert [bar.low, bar.middle, bar.high] == pytest.approx([place_of(margin) for margin in margins])
    assert (bar.shape, bar.zero) == (shape, 50.0) and bar.label.startswith("Appeal: change ")


def test_a_bar_never_leaves_its_axis_and_small_changes_are_seen_beside_wide_ones() -> None:
    assert [place_of(margins) for margins in (-1e9, 0, 1e9)] == [0, 50, 100]
    assert place_of(1) - place_of(-1) > 20
    assert place_of(float("nan")) == 0


def test_a_measure_that_says_nothing_under_the_rules_has_no_row_unless_a_goal_is_about_it(summary: Summary) -> None:
    game = replace(summary.base.scenario.game, idle_measures=lambda values: ["longest_chain", "deals"])
    without = [replace(side, scenario=replace(side.scenario, game=game)) for side in (summary.base, summary.other)]
    idle = replace(summary, base=without[0], other=without[1])
    gone = {row.figure.name for row in rows_against([summary])} - {row.figure.name for row in rows_against([idle])}
    assert gone == {"longest_chain"} and "longest_chain" not in {row.figure.name for row in rows_alone(idle.other)}


def test_no_tie_is_offered_to_be_watched_where_a_batch_has_none(side: BatchSummary) -> None:
    told = []
    for mean in (0.0, 0.1):
        ties = replace(side.readings["tie"], estimate=replace(side.readings["tie"].estimate, mean=mean))
        counted = replace(
            side, readings={**side.readings, "tie": ties}, holes=(Hole("no_winner", "Nobody wins", 0, 300),)
        )
        sections = [block for block in plays_to_watch([counted]) if isinstance(block, Section)]
        told.append(str(sections[-1].blocks))
    assert ["The first tie" in words for words in told] == [False, True]
