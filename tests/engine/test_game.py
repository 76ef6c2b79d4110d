"""A declared game: its parameters, its problems, its records; the registry of games."""

from typing import Annotated, NamedTuple

import numba
import numpy as np
import pytest

from tests.support.nim import FUNCTIONS, NIM, declare
from workbench.engine.dispatch import DEFAULTS, MOVES
from workbench.engine.game import Game
from workbench.engine.measures import Measure
from workbench.engine.parameters import Whole
from workbench.engine.problems import BadInput
from workbench.engine.registry import game_named, games
from workbench.engine.types import RESERVED, GameRecord, record_type, state_type


def told(rules: dict[str, object]) -> list[str]:
    return [str(problem) for problem in NIM.problems(rules)]


# Problems


def test_sound_values_have_no_problems() -> None:
    assert told({}) == told({"counters": 5, "most": 3}) == []


def test_every_problem_is_told() -> None:
    problems = told({"size": 1, "most": 40, "endless": "no"})
    assert problems == [
        f"size = 1: no such rule; the rules are {', '.join(NIM.parameters)}",
        "most = 40: at most 9 (there are 10 counters: at most 10)",
        'endless = "no": must be true or false',
    ]


def test_a_limit_that_parameters_leave_each_other() -> None:
    assert told({"counters": 5, "most": 6}) == ["most = 6: at most 5 (there are 5 counters)"]
    assert told({"counters": 2}) == ["most = 3: at most 2 (there are 2 counters)"]  # a default may break it too


def test_a_wrong_value_counts_as_the_default_for_the_others() -> None:
    assert told({"counters": 99, "most": 9}) == ["counters = 99: at most 30"]


def test_warnings_stop_nothing_and_wait_for_sound_values() -> None:
    assert [problem.warning for problem in NIM.problems({"counters": 3})] == [True]
    assert told({"counters": 3, "endless": 7}) == ["endless = 7: must be true or false"]


def test_a_game_without_limits_or_checks() -> None:
    assert declare(limits=Game.limits, check=Game.check).problems({"most": 9, "counters": 1}) == []


# Records


def test_compiled_rules_are_a_record_of_the_parameters() -> None:
    rules = NIM.compile_rules({"most": 5, "colors": ["red", "dark_blue"]})
    assert (rules.players, rules.counters, rules.most, bool(rules.endless), rules.color) == (2, 10, 5, False, 1)
    assert rules.colors.tolist() == [0, 1]


def test_a_record_within_a_record_stands_where_compiled_code_expects_it() -> None:
    """NumPy takes a class of records for a type that may stand at any byte; Numba refuses a record that does."""
    row = record_type([("count", "i8"), ("warm", "?")])
    whole = record_type([("is_odd", "?"), ("rows", row, (3,)), ("last", "?"), ("one", row)])
    assert [whole.fields[name][1] for name in whole.names] == [0, 8, 56, 64]
    assert numba.from_dtype(whole).dtype.itemsize == whole.itemsize == 80


def test_games_with_equal_parameters_have_rules_of_their_own_type() -> None:
    assert declare(name="other").rules_type != NIM.rules_type


def test_a_result_has_the_common_measures_then_the_games() -> None:
    assert NIM.result.names == ("winners", "decisions", "tie", "won")
    assert NIM.result["won"].shape == (4,)


def test_styles_by_name() -> None:
    pair = NIM.style("pair")
    assert pair and pair.number == 1
    assert NIM.style("greedy") is None


@pytest.mark.parametrize("move", sorted(set(MOVES) - set(DEFAULTS)))
def test_a_game_that_lacks_a_move_is_refused(move: str) -> None:
    rest = {name: function for name, function in FUNCTIONS.items() if name != move}
    with pytest.raises(TypeError, match=f"game nim lacks the functions {move}"):
        declare(functions=rest)


class Hidden(NamedTuple):
    """A parameter that `rules.size` would not reach."""

    players: Annotated[int, Whole(2, 4, section="Table", help="Players.")] = 2
    size: Annotated[int, Whole(1, 2, section="Table", help="Hidden.")] = 1


def test_a_parameter_that_numpy_hides_is_refused() -> None:
    with pytest.raises(TypeError, match="hides the parameters size; give them other names"):
        declare(name="hidden", rules=Hidden)


def test_a_measure_that_numpy_hides_is_refused() -> None:
    with pytest.raises(TypeError, match="hides the measures sum; give them other names"):
        declare(name="hidden", measures=(Measure("sum", "Hidden.", 0.1),))


@pytest.mark.parametrize("name", ["decisions", "winners", "again", "win_rate_seat_0", "again_own_1"])
def test_a_measure_that_would_share_the_name_of_another_figure_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match=f"other figures called {name}; give the measures other names"):
        declare(name="twice", measures=(Measure("again", "Once.", 0.1), Measure(name, "Again.", 0.1)))


# States

HEADER = [("actor", "u1"), ("over", "?"), ("stage", "u1")]


@pytest.mark.parametrize("name", ["round", "all", "size", "copy", "sum", "max", "item", "T"])
def test_a_state_field_that_numpy_hides_is_refused(name: str) -> None:
    assert name in RESERVED
    with pytest.raises(TypeError, match=f"hides the state fields {name}; give them other names"):
        state_type([*HEADER, (name, "i4")])


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_a_state_without_its_header_is_refused(missing: int) -> None:
    with pytest.raises(TypeError, match=f"needs the fields {HEADER[missing][0]}"):
        state_type([field for place, field in enumerate(HEADER) if place != missing])


def test_a_state_is_an_aligned_record() -> None:
    kind = state_type([*HEADER, ("cards", "u8", (3,))])
    assert kind.isalignedstruct and kind.type is GameRecord
    state = np.zeros(1, kind)[0]
    state.cards[1] = 5
    assert state.cards.tolist() == [0, 5, 0]


# The registry


def test_games_are_found_by_name() -> None:
    assert list(games()) == sorted(games())
    assert all(game_named(name) is game for name, game in games().items())


@pytest.mark.parametrize("name", ["tarot", "", None, 3, []])
def test_an_unknown_game_is_told_with_the_games_there_are(name: object) -> None:
    with pytest.raises(BadInput) as caught:
        game_named(name)
    names = ", ".join(f'"{game}"' for game in games())
    assert caught.value.problems[0].message == f"no such game; the games are {names}"
    assert caught.value.exit_code == 2
