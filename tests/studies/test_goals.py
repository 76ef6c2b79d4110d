"""Every revision of a game against the goals of one: what is judged, and what is only read again."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.app.test_results_every_game import FAMILIES
from tests.support.thorough import one_of
from workbench.play.comparisons import compare
from workbench.play.goals import Standing
from workbench.play.options import RunOptions
from workbench.play.stored import load
from workbench.report.document import Matrix, Report, Table
from workbench.report.renderers.html import as_html
from workbench.report.renderers.markdown import as_markdown
from workbench.report.renderers.text import as_csv
from workbench.report.text import phrases
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.drafts import StoredDraft, baseline_of, new_id, write_draft
from workbench.scenario.files import Workspace, init_workspace, list_scenarios
from workbench.scenario.goals import Goal
from workbench.stats import Verdict
from workbench.store import Store
from workbench.store.history import Decision, DecisionState, decide
from workbench.store.runs import runs
from workbench.studies.goals import STUDY
from workbench.studies.goals.measure import GoalsAnswer, missing
from workbench.studies.goals.question import GoalsQuestion
from workbench.studies.progress import StudyProgress, ignore_progress


@pytest.fixture
def root(tmp_path: Path) -> Workspace:
    """A workspace whose revisions a test may change."""
    return init_workspace(tmp_path / "studio")[0]


def ask(root: Workspace, game: str, *goals: Goal, plays: int = 150) -> GoalsQuestion:
    """The question about a revision of the game by random bots; with these goals, if there are any."""
    scenario = load_scenario(root, f"{game}/{FAMILIES[game][0]}", plays=plays, bots=["random"])
    return GoalsQuestion(scenario=replace(scenario, goals=goals or scenario.goals))


def matrix_of(report: Report) -> Matrix:
    """The matrix of the only table."""
    (matrix,) = [block.matrix for block in report.blocks if isinstance(block, Table) and block.matrix]
    return matrix


@pytest.mark.parametrize("game", one_of(FAMILIES, quick="hitmakers"))
def test_each_revision_has_a_row_and_each_goal_and_main_measure_a_column(
    root: Workspace, store: Store, game: str
) -> None:
    question, looks = ask(root, game), list[StudyProgress]()
    answer: GoalsAnswer = STUDY.measure(question, RunOptions(store), looks.append)
    names = [name.partition("/")[2] for name in list_scenarios(root, question.scenario.game)]
    assert sorted(row.entry.scenario.revision for row in answer.rows) == sorted(names)
    wished = {goal.counted(question.scenario.game) for goal in question.scenario.goals}
    primary = {Goal(name).counted(question.scenario.game) for name in question.scenario.game.primary}
    assert {column.name for column in answer.columns} == wished | primary
    assert all(row.plays == 150 for row in answer.rows)
    assert len({run.scenario for run in runs(store)}) == len(names) == len(runs(store)), "each is played once"
    assert [look.share for look in looks] == sorted(look.share for look in looks)
    report = STUDY.report(answer)
    matrix = matrix_of(report)
    assert [len(row.cells) for row in matrix.rows] == [len(matrix.columns)] * len(names)
    assert len(report.data["revisions"]) == len(names)
    assert len(as_csv(report).splitlines()) == 1 + len(report.records)
    for written in (as_html(report, "made so"), as_markdown(report, "made so")):
        assert all(row.entry.scenario.title.split("&")[0] in written for row in answer.rows)


@pytest.mark.parametrize("game", one_of(FAMILIES, quick="hollywood_1947"))
def test_a_cell_says_what_a_comparison_with_the_parent_says(root: Workspace, store: Store, game: str) -> None:
    question = ask(root, game)
    answer: GoalsAnswer = STUDY.measure(question, RunOptions(store), ignore_progress)
    row = next(row for row in answer.rows if row.entry.scenario.revision == FAMILIES[game][0])
    assert row.base == FAMILIES[game][1]
    outcomes = {run.scenario: run for run in runs(store)}
    pair = [load(store, outcomes[name]) for name in (row.base, row.entry.scenario.revision)]
    contrasts = compare(*pair).contrasts
    for cell in row.cells:
        if cell and cell.contrast:
            alone = contrasts[cell.figure.name]  # without the goals, which say what is better
            words = {cell.contrast.verdict, alone.verdict}
            assert cell.contrast.difference == alone.difference
            assert len(words) == 1 or not words & {Verdict.SAME, Verdict.UNDECIDED}, "one change has two words"


def test_goals_are_gained_and_lost_against_the_parent(root: Workspace, store: Store) -> None:
    folder = root.scenarios / "hitmakers"
    head = 'game = "hitmakers"\ntitle = "{}"\ndate = 2021-05-0{}\nparent = "{}"\nreason = "Try."'
    text = head + "\n\n[rules]\nscore_target = {}\n"
    (folder / "long.toml").write_text(text.format("Long", 1, "2021-04-08", 30))
    (folder / "short-again.toml").write_text(text.format("Short again", 2, "long", 0))
    question = ask(root, "hitmakers", Goal("deals", high=2.0))
    answer: GoalsAnswer = STUDY.measure(question, RunOptions(store), ignore_progress)
    rows = {row.entry.scenario.revision: row for row in answer.rows}
    assert rows["long"].overall is Standing.MISSED
    assert rows["short-again"].overall is Standing.MET
    assert (rows["short-again"].gained, rows["short-again"].lost) == (("Deals",), ())
    assert rows["short-again"].entry.depth == rows["long"].entry.depth + 1
    (cell,) = [cell for cell in rows["short-again"].cells if cell and cell.figure.name == "deals"]
    assert cell.contrast and cell.contrast.verdict in (Verdict.LOWER, Verdict.BETTER)
    report = STUDY.report(answer)
    assert "meets the goal" in report.headline and len(report.headline.split()) <= 20
    both = ask(root, "hitmakers", Goal("deals", high=2.0), Goal("tie_rate", high=0.5))
    two = STUDY.report(STUDY.measure(both, RunOptions(store), ignore_progress))
    assert "both goals" in two.headline and "all 2" not in two.headline
    assert answer.ranked[0].overall is Standing.MET and answer.room(rows["long"]).amount < 0
    assert [row.steps for row in map(answer.room, answer.ranked)] == sorted(
        (row.steps for row in map(answer.room, answer.rows)), reverse=True
    )
    assert "Gained against the parent:** Short again (deals)" in report.blocks[0].markdown


def test_what_is_stored_is_not_played_again_and_one_that_is_archived_is_left_out(root: Workspace, store: Store) -> None:
    question = ask(root, "trickster")
    first: GoalsAnswer = STUDY.measure(question, RunOptions(store), ignore_progress)
    assert first.is_new
    assert missing(store, question.scenario) == []
    decide(store, Decision("trickster", "higher-limit", DecisionState.REJECTED, archived=True))
    again: GoalsAnswer = STUDY.measure(question, RunOptions(store), ignore_progress)
    assert not again.is_new
    assert len(again.rows) == len(first.rows) - 1
    assert len(runs(store)) == len(first.rows)


def test_a_revision_that_cannot_be_read_is_left_out_and_further_measures_have_columns(
    root: Workspace, store: Store
) -> None:
    (root.scenarios / "showbiz_shuffle" / "broken.toml").write_text('game = "showbiz_shuffle"\nplayers = oops\n')
    scenario: Scenario = ask(root, "showbiz_shuffle").scenario
    answer: GoalsAnswer = STUDY.measure(
        GoalsQuestion(scenario=scenario, measures=("decisions",)), RunOptions(), ignore_progress
    )
    assert "broken" not in {row.entry.scenario.revision for row in answer.rows}
    assert answer.columns[-1].name == "decisions"


def test_a_draft_has_a_row_below_its_revision_and_counts_for_no_headline(root: Workspace, store: Store) -> None:
    parent = load_scenario(root, "trickster/prototype-a")
    draft = StoredDraft(new_id(), "trickster", parent.revision, baseline_of(parent), {"rounds": 4})
    write_draft(root, replace(draft, rules={}, texts={"title": "?"}), None)
    draft = write_draft(root, draft, None)
    answer: GoalsAnswer = STUDY.measure(ask(root, "trickster"), RunOptions(store), ignore_progress)
    rows = {row.entry.scenario.revision: row for row in answer.rows}
    assert len(rows) == len(list_scenarios(root, "trickster")) + 1, "a draft of texts alone plays as its revision"
    assert rows[draft.reference].base == parent.revision and rows[draft.reference].plays == 150
    (line,) = [row for row in matrix_of(STUDY.report(answer)).rows if row.choices["revision"] == draft.reference]
    assert line.label.startswith("Draft of ") and line.cells[-1].value == "draft"
    assert phrases.number_of(len(rows) - 1, "revision") in STUDY.report(answer).headline
