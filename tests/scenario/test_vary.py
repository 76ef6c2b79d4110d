"""What `--vary NAME=VALUES` asks for, and which combinations the game's rules allow."""

import pytest

from tests.support.scenarios import scenario
from workbench.engine.problems import BadInput
from workbench.engine.registry import game_named
from workbench.scenario.vary import Varied, combinations, read_varied

HITMAKERS = game_named("hitmakers")


def problems(*texts, game="hitmakers"):
    with pytest.raises(BadInput) as bad:
        read_varied(game_named(game), texts)
    return [str(problem) for problem in bad.value.problems]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("hand_size=5..9", (5, 6, 7, 8, 9)),
        ("hand_size = 5 .. 9 : 2", (5, 7, 9)),
        ("hand_size=5..6, 9, 5", (5, 6, 9)),
        ("concentration=true,false", (True, False)),
        ("broad_appeal=lowest_rank,largest_difference", ("lowest_rank", "largest_difference")),
    ],
)
def test_values_are_those_of_the_text_each_once(text, values):
    (varied,) = read_varied(HITMAKERS, [text])
    assert varied == Varied(text.partition("=")[0].strip(), values)


def test_a_range_of_listed_numbers_has_those_that_are_listed():
    allowed = tuple(game_named("trickster").parameters["ace_value"].values())
    (varied,) = read_varied(game_named("trickster"), [f"ace_value={allowed[0]}..{allowed[-1]}"])
    assert varied.values == allowed and len(allowed) < allowed[-1]


def test_every_problem_of_every_text_is_told_at_once():
    told = problems("hand_sise=5", "hand_size=0..99", "concentration=maybe", "nonsense", "broad_appeal=1..2")
    assert told[0] == "--vary: hand_sise = 5: no such rule; did you mean hand_size?"
    assert told[1:3] == [
        "--vary: hand_size = 0..99: at least 1, not 0",
        "--vary: hand_size = 0..99: at most 13, not 99",
    ]
    assert told[3] == "--vary: concentration = maybe: must be true or false"
    assert told[4] == "nonsense: must be NAME=VALUES, as in hand_size=5..9".replace("nonsense", "--vary = nonsense")
    assert "only numbers have ranges" in told[5]


def test_near_choices_empty_values_and_wrong_ranges_are_told():
    assert "did you mean lowest_rank?" in problems("broad_appeal=lowest_rnak")[0]
    assert "5..9, 5..9:2, a,b or true,false" in problems("hand_size=")[0]
    assert problems("hand_size=9..5")[0].endswith("a range goes up, as in 5..9")
    assert "at least 1, as in 5..9:2" in problems("hand_size=5..9:0")[0]
    assert "given more than once" in problems("hand_size=5", "hand_size=6")[0]


def test_lists_cannot_be_varied():
    assert "is a list, which cannot be varied" in problems("criteria_order=saturation")[0]
    assert "is a list of cards, which cannot be varied" in problems("bods=kinder-bods", game="showbiz_shuffle")[0]


def test_combinations_come_with_what_makes_them_invalid():
    cells = list(combinations(scenario(), read_varied(HITMAKERS, ["players=3,6", "hand_size=7,13"])))
    assert [cell.is_valid for cell in cells] == [True, True, True, False]
    assert cells[3].problems[0].place == "hand_size"
    assert [len(cell.scenario.bots) for cell in cells] == [3, 3, 6, 3]
    assert cells[1].scenario.rules["hand_size"] == 13


def test_different_bots_cannot_sit_at_a_table_of_another_size():
    mixed = scenario(bots=("greedy", "random", "greedy"))
    cells = list(combinations(mixed, read_varied(HITMAKERS, ["players=3,4"])))
    assert [cell.is_valid for cell in cells] == [True, False]
    assert cells[1].problems[0].place == "bots"
