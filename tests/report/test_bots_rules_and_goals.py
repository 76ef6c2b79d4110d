"""Who played, which rules changed, and how goals stand, in words."""

from dataclasses import replace

import pytest

from tests.support.comparisons import POINTS, plain_words
from tests.support.families import preset_game
from tests.support.scenarios import scenario
from workbench.engine.measures import TIE, Measure
from workbench.engine.registry import game_named, games
from workbench.report.text import scenarios
from workbench.scenario import Goal


@pytest.mark.parametrize(
    ("goal", "measure", "expected"),
    [
        (Goal("tie_rate", high=0.1), TIE, "at most 10 %"),
        (Goal("points", low=6), POINTS, "at least 6 points"),
        (Goal("points", low=3, high=6), POINTS, "3 to 6 points"),
    ],
)
def test_targets(goal: Goal, measure: Measure, expected: str) -> None:
    assert plain_words(scenarios.target(goal, measure)) == expected


def test_a_card_list_is_called_by_its_file_and_not_by_its_hash() -> None:
    game = game_named("showbiz_shuffle")
    shipped = game.parameters["biz"].default
    assert scenarios.rule_value(game, "biz", shipped) == "biz.csv"
    edited = replace(shipped, file="mild.csv", rows=shipped.rows[:20])
    assert scenarios.rule_value(game, "biz", edited) == "own list mild.csv of 20 cards"
    assert edited.sha256[:8] not in scenarios.changed_rule(game, "biz", shipped, edited)


@pytest.mark.parametrize(
    ("game", "rule", "zero"),
    [
        ("trickster", "rounds", "0 (plays one round for each player)"),
        ("hitmakers", "score_target", "0 (plays one deal)"),
        ("showbiz_shuffle", "score_target", "0 (only the deck does)"),
    ],
)
def test_a_0_that_is_no_number_like_the_others_is_explained(game: str, rule: str, zero: str) -> None:
    family = games()[game]
    assert scenarios.rule_value(family, rule, 0) == scenarios.short_value(family, rule, 0) == zero
    assert scenarios.rule_value(family, rule, 5) == f"5 {family.parameters[rule].unit}"
    assert scenarios.short_value(family, rule, 5) == "5"
    assert scenarios.rule_value(family, rule, 1) == f"1 {family.parameters[rule].unit.removesuffix('s')}"
    label = family.parameters[rule].label.lower()
    told = scenarios.changed_rule(family, rule, 0, 2)
    assert told == f"{label} ({zero[:-1].replace(' (', ', ')} → 2 {family.parameters[rule].unit})", "no brackets within"


def test_a_0_that_is_a_number_is_shown_as_one() -> None:
    explained = {
        (game.name, name)
        for game in games().values()
        for name, parameter in game.parameters.items()
        if scenarios.rule_value(game, name, 0) not in ("0", f"0 {parameter.unit}")
    }
    assert explained == {("trickster", "rounds"), ("hitmakers", "score_target"), ("showbiz_shuffle", "score_target")}


def test_bots_that_differ_are_told_by_seat() -> None:
    told = scenarios.who_played(scenario(bots=("greedy", "greedy", "random")))
    assert told.startswith("seats 1 quick, 2 quick, 3 random (greedy: ")


def test_a_caution_about_greedy_stands_only_where_it_plays() -> None:
    pig = preset_game("press", "pig")
    cautions = [scenarios.caveat_of(pig, bots) for bots in (["greedy~hold", "steady"], ["steady", "random"])]
    assert ["evaluation" in caution for caution in cautions] == [True, False]
    authored = replace(game_named("showbiz_shuffle"), caveat="Nobody bluffs.")
    assert scenarios.caveat_of(authored, ["random"]).endswith("Nobody bluffs.")


def test_a_style_is_told_by_how_it_plays() -> None:
    game = game_named("hollywood_1947")
    style = "loyalist bots (always adds the symbols of its own side, and uses every job for it)"
    assert scenarios.bots_described(game, ["loyalist"] * 5) == style
    assert scenarios.bots_described(game, ["greedy"]) == "quick bots"


def test_who_played_stands_once_for_all_revisions_that_they_played() -> None:
    """`check` of three revisions said “Played by the bots quick · quick · … · small steps”."""
    sides = [replace(scenario(3, ("greedy",) * 3), title=title) for title in ("One", "Two")]
    assert scenarios.played_by(*sides) == "Played by quick bots."
    third = replace(scenario(3, ("random",) * 3), title="Three")
    told = "Played by quick bots with One and Two and random bots with Three."
    assert scenarios.played_by(*sides, third) == told
