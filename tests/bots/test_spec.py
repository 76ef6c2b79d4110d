"""Bots by name."""

import pytest

from tests.support.nim import NIM
from workbench.bots.quick import BY_WORTH
from workbench.bots.seats import GREEDY, RANDOM, RANDOM_SEATS, SEARCH, SEARCH_SEATS, SEATS, STYLE, THINKER
from workbench.bots.spec import (
    bot_help,
    bot_names,
    bot_problems,
    bot_title,
    learns,
    one_a_seat,
    seat_bots,
)
from workbench.bots.thinker import AS_LEARNED
from workbench.engine.problems import BadInput


def test_every_game_is_played_by_the_generic_bots_and_its_styles() -> None:
    assert {"random", "greedy", "single", "pair"} <= set(bot_names(NIM))
    assert bot_help(NIM, "pair") == "Takes two."
    assert all(bot_help(NIM, name).endswith(".") for name in bot_names(NIM))
    assert bot_help(NIM, "greedy~few") == bot_help(NIM, "greedy") != bot_help(NIM, "ismcts:20~few")


def test_a_thinker_names_the_bot_that_it_starts_from() -> None:
    seats = seat_bots(NIM, ["thinker:70", "thinker:80:pair~many", "thinker:90:learned"], 3)
    assert seats.kind[:3].tolist() == [THINKER] * 3 and seats.number[:3].tolist() == [70, 80, 90]
    assert seats.follow[:3].tolist() == [BY_WORTH, 1, AS_LEARNED] and seats.forbidden[1] == 0b10
    assert seat_bots(NIM, ["thinker:70", "greedy"], 2).dtype == SEARCH_SEATS
    assert bot_title("thinker:200:take_it~many") == "thinker 200 from take it without many"
    assert learns(["thinker:9:learned"]) and not learns(["thinker:9"])
    assert bot_help(NIM, "thinker:9:pair") == bot_help(NIM, "thinker:N")


@pytest.mark.parametrize("name", ["thinker", "thinker:0", "thinker:5:random", "thinker:5:ismcts:5", "thinker:5:"])
def test_a_thinker_needs_a_number_and_a_bot_that_decides_at_once(name: str) -> None:
    [told] = [str(problem) for problem in bot_problems(NIM, [name], 2)]
    assert told.startswith(f'bots = "{name}": must be thinker:N or thinker:N:BOT, from a bot that decides at once')


def test_search_and_restrictions_are_read_from_the_name() -> None:
    seats = seat_bots(NIM, ["ismcts:70~many", "greedy~few~many", "single"], 3)
    assert seats.dtype == SEARCH_SEATS
    assert (seats.kind[:3].tolist(), seats.number[:3].tolist()) == ([SEARCH, GREEDY, STYLE], [70, 0, 0])
    assert seats.forbidden[:3].tolist() == [0b10, 0b11, 0]
    assert seats.rank[:3, :2].tolist() == [[0, 1], [2, 1], [0, 0]]


@pytest.mark.parametrize("number", ["", ":", ":0", ":1000001", ":99999999", ":x", ":-5"])
def test_search_needs_a_number_of_iterations_and_says_which(number: str) -> None:
    name = f"ismcts{number}"
    [told] = [str(problem) for problem in bot_problems(NIM, [name], 2)]
    rule = "must be ismcts:N, with N iterations a decision, a whole number from 1 to 1000000"
    assert told == f'bots = "{name}": {rule}'
    assert bot_problems(NIM, ["ismcts:1", "ismcts:1000000"], 2) == []


def test_a_restriction_to_an_action_that_there_is_not_names_those_there_are() -> None:
    told = str(bot_problems(NIM, ["greedy~fly"], 2)[0])
    assert told == 'bots = "greedy~fly": no such action to leave out: fly; there are few, many'


@pytest.mark.parametrize("name", ["greedy~", "greedy~~few", "greedy~few~"])
def test_a_restriction_without_an_action_says_what_would_work(name: str) -> None:
    [told] = [str(problem) for problem in bot_problems(NIM, [name], 2)]
    rule = "behind each ~ must stand an action to leave out, as in greedy~few; there are few, many"
    assert told == f'bots = "{name}": {rule}'


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("greedy~few:luck=3..", "no such number for a condition: luck; there are lead, left, secret"),
        (
            "greedy~few:left=",
            "no such action to leave out: few:left=; there are few, many; a condition is written as in",
        ),
        ("greedy+", "behind each + must stand an action to take first, as in greedy+few"),
        ("ismcts:5+few", "a bot that thinks can leave actions out (~), and no more: no +, no @, no conditions"),
        ("thinker:5~few:left=3", "a bot that thinks can leave actions out"),
        ("greedy+few+few~few~many@many", "at most 4 restrictions where one is + or @ or has a condition"),
    ],
)
def test_a_condition_says_what_is_wrong_with_it(name: str, words: str) -> None:
    [told] = [str(problem) for problem in bot_problems(NIM, [name], 2)]
    assert words in told


def test_a_condition_is_told_in_plain_words() -> None:
    assert bot_title("greedy~few:left=..9") == "quick without few while left is 9 or less"
    assert bot_title("pair@many:own_hand=3..5+few") == "pair with many just while own hand is 3 to 5 and few first"


def test_all_that_is_wrong_with_a_bot_is_told() -> None:
    assert len(bot_problems(NIM, ["ismcts:0~fly~"], 2)) == 3


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
    names = ", ".join(bot_names(NIM))
    assert told[:2] == [
        f'bots = "clever": no such bot; Nim is played by {names}',
        f'bots = "wise": no such bot; Nim is played by {names}',
    ]
    assert told[2] == 'bots = "greedy clever wise": 3 given; must be 1 for all seats, or 2, one a seat'


@pytest.mark.parametrize("specs", [[], ["random"] * 3, ["clever"]])
def test_bad_specs_are_refused(specs: list[str]) -> None:
    with pytest.raises(BadInput):
        seat_bots(NIM, specs, 2)
