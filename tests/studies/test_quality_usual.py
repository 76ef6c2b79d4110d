"""What is usual: the figures of the other games by the same bots, and minutes before people were timed."""

from dataclasses import replace
from pathlib import Path

import pytest

from workbench.engine.parameters import complete
from workbench.engine.registry import games
from workbench.play.options import RunOptions
from workbench.report.text import phrases
from workbench.scenario import Scenario, list_scenarios, load_scenario
from workbench.scenario.files import Workspace, init_workspace
from workbench.studies.quality import usual, words
from workbench.studies.quality.figures import MEASURES
from workbench.studies.quality.measure import QualityAnswer, measure
from workbench.studies.quality.question import USUAL_PACE, QualityQuestion


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    init_workspace(tmp_path)
    return Workspace(tmp_path)


def scenario_of(workspace: Workspace, game: str, **overrides: object) -> Scenario:
    return load_scenario(workspace, list_scenarios(workspace, games()[game])[0], **overrides)  # type: ignore[arg-type]


def answer_of(workspace: Workspace, game: str, **overrides: object) -> QualityAnswer:
    return measure(
        QualityQuestion(scenario=scenario_of(workspace, game, plays=200, bots="random", **overrides), usual=True)
    )


@pytest.mark.parametrize("game", games())
def test_every_game_stands_beside_all_others_and_not_itself(workspace: Workspace, game: str) -> None:
    answer = answer_of(workspace, game)
    assert [other.title for other in answer.usual] == [
        other_game.title for name, other_game in games().items() if name != game
    ]
    for name in answer.quality.figures:
        means = [other.figures[name].estimate.mean for other in words.usual_names(answer, name)]
        lowest = phrases.value(MEASURES[name], min(means)) if means else ""
        assert words.usual_span(answer, name).split(" to ")[0] == lowest


def test_they_are_the_figures_of_the_usual_rules(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usual, "PLAYS", 60)
    monkeypatch.setattr(usual, "_played", {})
    answer = answer_of(workspace, "hitmakers")
    other = scenario_of(workspace, "trickster", plays=60, bots="random")
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
    assert {units[other.title] for other in words.usual_names(answer, "drama")} <= {
        answer.quality.scenario.game.standing_unit
    }


def test_a_figure_is_called_higher_only_where_its_interval_is_clear_of_every_other(workspace: Workspace) -> None:
    answer = answer_of(workspace, "trickster")
    sentence = words.usual_sentence(answer)
    for name, figure in answer.quality.figures.items():
        clear = len(words.usual_names(answer, name)) == len(answer.usual) and (
            all(figure.estimate.low > other.figures[name].estimate.high for other in answer.usual)
            or all(figure.estimate.high < other.figures[name].estimate.low for other in answer.usual)
        )
        title = figure.label.lower()
        assert (f" {title}" in sentence.lower().replace("left when decided and ", "")) >= clear
        if not clear and title not in ("length", "choice"):
            assert title not in sentence.lower()


def test_bots_that_search_or_differ_have_no_games_beside_them(workspace: Workspace) -> None:
    for bots in ("ismcts:5", "greedy random random"):
        scenario = scenario_of(workspace, "hitmakers", bots=bots)
        assert usual.usual_figures(scenario, RunOptions(), lambda scenario, timelines: {}) == ()


def test_minutes_follow_the_pace_until_people_were_timed(workspace: Workspace) -> None:
    scenario = scenario_of(workspace, "hitmakers", plays=50, bots="random")
    quick, slow = (measure(QualityQuestion(scenario=scenario, pace=pace)).quality for pace in (None, 2 * USUAL_PACE))
    assert slow.assumed_minutes == pytest.approx(2 * quick.assumed_minutes)
    assert quick.assumed_minutes == pytest.approx(quick.figures["length"].estimate.mean * USUAL_PACE / 60)
    timed = replace(quick, sessions_s=(1200.0, 1500.0))
    assert "assumed" in words.minutes_sentence(quick) and "assumed" not in words.minutes_sentence(timed)
