"""Bots by name."""

import pytest

from tests.support.nim import NIM
from workbench.bots.seats import GREEDY, RANDOM, RANDOM_SEATS, SEATS, STYLE
from workbench.bots.spec import bot_help, bot_names, bot_problems, one_a_seat, seat_bots
from workbench.engine.problems import BadInput


def test_every_game_is_played_by_the_generic_bots_and_its_styles() -> None:
    assert {"random", "greedy", "single", "pair"} <= set(bot_names(NIM))
    assert bot_help(NIM, "pair") == "Takes two."
    assert all(bot_help(NIM, name).endswith(".") for name in bot_names(NIM))


def test_one_for_all_or_one_a_seat() -> None:
    assert one_a_seat(["greedy"], 3) == ("greedy",) * 3
    assert one_a_seat(["greedy", "random"], 2) == ("greedy", "random")


def test_the_seats_record() -> None:
    seats = seat_bots(NIM, ["pair", "greedy", "random", "single"], 4)
    assert seats.dtype == SEATS
    assert seats.kind[:4].tolist() == [STYLE, GREEDY, RANDOM, STYLE]
    assert (seats.number[0], seats.number[3]) == (1, 0)


def test_a_table_of_random_bots_has_a_kernel_of_its_own() -> None:
    assert seat_bots(NIM, ["random"], 3).dtype == RANDOM_SEATS
    assert seat_bots(NIM, ["random", "random"], 2).dtype == RANDOM_SEATS


def test_unknown_bots_and_a_wrong_number_are_told_at_once() -> None:
    told = [str(problem) for problem in bot_problems(NIM, ["greedy", "clever", "wise"], 2)]
    known = ", ".join(bot_names(NIM))
    assert told[:2] == [
        f'bots = "clever": no such bot; Nim is played by {known}',
        f'bots = "wise": no such bot; Nim is played by {known}',
    ]
    assert told[2] == 'bots = "greedy clever wise": 3 given; must be 1 for all seats, or 2, one a seat'


@pytest.mark.parametrize("specs", [[], ["random"] * 3, ["clever"]])
def test_bad_specs_are_refused(specs: list[str]) -> None:
    with pytest.raises(BadInput):
        seat_bots(NIM, specs, 2)
