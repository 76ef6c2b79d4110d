"""Hollywood 1947: parameters and card lists, and what is wrong with some."""

from pathlib import Path
from typing import Any

import pytest

from workbench.engine.card_lists import SHIPPED, CardList
from workbench.engine.problems import BadInput
from workbench.games.hollywood_1947 import GAME

REPOSITORY = Path(__file__).parents[3]


def problems(**values: Any) -> list[str]:
    return [str(problem) for problem in GAME.problems(values)]


def problems_in(name: str, text: str) -> list[str]:
    parameter = GAME.parameters[name]
    assert isinstance(parameter, CardList)
    with pytest.raises(BadInput) as caught:
        parameter.read_bytes(text.encode(), f"{name}.csv", f"{name}.csv")
    return str(caught.value).splitlines()


def test_the_workspace_has_the_shipped_lists() -> None:
    for path in (SHIPPED / "hollywood_1947").glob("*.csv"):
        assert (REPOSITORY / "data" / "hollywood_1947" / path.name).read_bytes() == path.read_bytes()


def test_a_die_has_no_more_stars_than_faces() -> None:
    assert problems(die_faces=4, star_faces=5) == ["star_faces = 5: at most 4 (a die of 4 faces)"]


def test_a_table_where_nobody_ever_adds_a_card_is_a_warning() -> None:
    assert [problem.warning for problem in GAME.problems({"star_faces": 0, "tokens": 0})] == [True]


def test_a_neutral_card_has_no_symbols_and_others_have() -> None:
    text = "symbol,count,special,copies\nneutral,1,none,3\npatriot,0,none,3\ncommunist,2,none,3\n"
    assert [line.split(": ")[-1] for line in problems_in("propaganda", text)] == [
        "must be 0 on a neutral card, and 1 or 2 on any other"
    ] * 2


def test_loyalties_suffice_for_the_players() -> None:
    shipped = (SHIPPED / "hollywood_1947" / "loyalties.csv").read_text()
    few, many = shipped.replace("6,3,2,1", "6,3,1,1"), shipped.replace("6,3,2,1", "6,6,3,1")
    assert problems_in("loyalties", few)[0].endswith("must have at least as many loyalties, and at most 9; there are 5")
    assert problems_in("loyalties", many)[0].endswith("at most 9; there are 10")


def test_every_job_has_a_number_of_its_own() -> None:
    shipped = (SHIPPED / "hollywood_1947" / "jobs.csv").read_text()
    assert "editor is missing" in problems_in("job_cards", shipped.replace("9,editor", "9,actor"))[0]
    assert "same number" in problems_in("job_cards", shipped.replace("9,editor", "8,editor"))[0]


def test_every_reconstruction_says_so() -> None:
    for name in ("die_faces", "star_faces", "tokens", "propaganda", "genres", "loyalties", "job_cards"):
        assert "reconstruction" in GAME.parameters[name].help
