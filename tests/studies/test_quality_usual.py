"""What is usual: the figures of the other games by the same bots, and minutes before people were timed."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.plain import run_plainly
from workbench.engine.parameters import complete
from workbench.engine.registry import games
from workbench.engine.timeline import follow_range
from workbench.engine.wording import lower_first
from workbench.play.options import RunOptions
from workbench.report.renderers.text import as_text
from workbench.report.text import phrases
from workbench.scenario import Scenario, list_scenarios, load_scenario
from workbench.scenario.files import Workspace, init_workspace
from workbench.studies.quality import STUDY, columns
from workbench.studies.quality.figures import MEASURES
from workbench.studies.quality.measure import QualityAnswer, UsualFigures, measure, usual_figures
from workbench.studies.quality.question import USUAL_PACE, QualityQuestion

MODULE = "workbench.studies.quality.measure."
PLAYS = 12
PLAYED: dict[tuple[str, str, str], UsualFigures] = {}
"""Figures that the tests here share, of fewer plays than those that pages show."""


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    init_workspace(tmp_path)
    return Workspace(tmp_path)


@pytest.fixture(autouse=True)
def plain_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few plays in plain Python: the loop that follows plays is compiled for no game."""
    run_plainly(monkeypatch, follow_range)
    monkeypatch.setattr(MODULE + "USUAL_PLAYS", PLAYS)
    monkeypatch.setattr(MODULE + "_played", PLAYED)


def scenario_of(workspace: Workspace, game: str, **overrides: object) -> Scenario:
    return load_scenario(workspace, list_scenarios(workspace, games()[game])[0], **overrides)  # type: ignore[arg-type]


def answer_of(workspace: Workspace, game: str, **overrides: object) -> QualityAnswer:
    return measure(
        QualityQuestion(scenario=scenario_of(workspace, game, plays=PLAYS, bots="random", **overrides), usual=True)
    )


@pytest.mark.parametrize("game", games())
def test_every_game_stands_beside_all_others_and_not_itself(workspace: Workspace, game: str) -> None:
    answer = answer_of(workspace, game)
    assert [other.title for other in answer.usual] == [
        other_game.title for name, other_game in games().items() if name != game
    ]
    for name in answer.quality.figures:
        figure = answer.quality.figures[name]
        means = [other.figures[name].estimate.mean for other in columns.usual_of(answer, figure)]
        lowest = phrases.value(MEASURES[name], min(means)) if means else ""
        assert columns.usual_span(answer, figure).split(" to ")[0] == lowest


def test_they_are_the_figures_of_the_usual_rules(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE + "_played", {})
    answer = answer_of(workspace, "hitmakers")
    other = scenario_of(workspace, "trickster", plays=PLAYS, bots="random")
    rules = complete(other.game.parameters, {})
    usually = replace(
        other, rules=rules, bots=("random",) * int(str(rules["players"])), seed=answer.quality.scenario.seed
    )
    alone = measure(QualityQuestion(scenario=usually))
    [trickster] = [beside for beside in answer.usual if beside.title == "Trickster"]
    estimates = {name: figure.estimate for name, figure in trickster.figures.items()}
    assert estimates == {name: figure.estimate for name, figure in alone.quality.figures.items()}
    assert alone.usual == ()


def test_drama_in_movies_is_not_held_beside_drama_in_points(workspace: Workspace) -> None:
    answer = answer_of(workspace, "hitmakers")
    units = {game.title: game.standing_unit for game in games().values()}
    assert {units[other.title] for other in columns.usual_of(answer, answer.quality.figures["drama"])} <= {
        answer.quality.scenario.game.standing_unit
    }


def test_a_figure_is_called_higher_only_where_its_interval_is_clear_of_every_other(workspace: Workspace) -> None:
    answer = answer_of(workspace, "trickster")
    more, less = columns.unusual(answer)
    for name, figure in answer.quality.figures.items():
        has_all = len(columns.usual_of(answer, figure)) == len(answer.usual)
        others = [other.figures[name].estimate for other in answer.usual if name in other.figures]
        title = lower_first(figure.label)
        assert (title in more) == (has_all and all(figure.estimate.low > other.high for other in others))
        assert (title in less) == (has_all and all(figure.estimate.high < other.low for other in others))


def test_bots_that_search_or_differ_have_no_games_beside_them(workspace: Workspace) -> None:
    for bots in ("ismcts:5", "greedy random random"):
        scenario = scenario_of(workspace, "hitmakers", bots=bots)
        assert usual_figures(scenario, RunOptions()) == ()


def test_minutes_follow_the_pace_until_people_were_timed(workspace: Workspace) -> None:
    scenario = scenario_of(workspace, "hitmakers", plays=PLAYS, bots="random")
    quick, slow = (measure(QualityQuestion(scenario=scenario, pace=pace)).quality for pace in (None, 2 * USUAL_PACE))
    assert slow.assumed_minutes == pytest.approx(2 * quick.assumed_minutes)
    assert quick.assumed_minutes == pytest.approx(quick.figures["length"].estimate.mean * USUAL_PACE / 60)
    timed = replace(quick, sessions_s=(1200.0, 1500.0))
    assumed, by_people = (as_text(STUDY.report(QualityAnswer(quality))) for quality in (quick, timed))
    assert "assumed" in assumed and "assumed" not in by_people and "by 2 playtests" in by_people
