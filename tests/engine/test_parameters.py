"""Parameters, declared once: what they accept, say, read and compile."""

from typing import Annotated, NamedTuple

import pytest

from tests.support.nim import PARAMETERS
from workbench.engine.parameters import OneOf, Whole, complete, declared, problems_of, split_settings

KINDS = {"counters": "int", "endless": "bool", "color": "choice", "colors": "order"}


@pytest.mark.parametrize(("name", "kind"), KINDS.items())
def test_kinds(name: str, kind: str) -> None:
    assert PARAMETERS[name].kind == kind


def test_names_come_in_the_order_of_the_declaration() -> None:
    assert list(PARAMETERS) == ["players", "counters", "most", "endless", "level", "color", "colors"]
    assert PARAMETERS["counters"].label == "Counters"


def test_defaults_are_written_values() -> None:
    defaults = complete(PARAMETERS, {})
    assert [defaults[name] for name in KINDS] == [10, False, "dark_blue", ["dark_blue", "red"]]


def test_complete_keeps_what_is_given() -> None:
    assert complete(PARAMETERS, {"most": 5})["most"] == 5


@pytest.mark.parametrize(
    ("name", "value", "compiled"),
    [("counters", 7, 7), ("endless", True, True), ("color", "red", 0), ("colors", ["red", "dark_blue"], (0, 1))],
)
def test_accepted_and_compiled(name: str, value: object, compiled: object) -> None:
    assert PARAMETERS[name].accepts(value)
    assert PARAMETERS[name].problem(value) is None
    assert PARAMETERS[name].compile(value) == compiled


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("counters", 31, "counters = 31: at most 30"),
        ("counters", 0, "counters = 0: at least 1"),
        ("counters", True, "counters = true: must be a whole number from 1 to 30"),
        ("counters", 2.5, "counters = 2.5: must be a whole number from 1 to 30"),
        ("counters", "7", 'counters = "7": must be a whole number from 1 to 30'),
        ("endless", 1, "endless = 1: must be true or false"),
        ("endless", "yes", 'endless = "yes": must be true or false'),
        ("color", "blue", 'color = "blue": must be one of "red", "dark_blue"'),
        ("color", 0, 'color = 0: must be one of "red", "dark_blue"'),
        ("colors", ["red"], 'colors = ["red"]: must be each of "red", "dark_blue" once, in an order'),
        ("colors", ["red", "red"], 'colors = ["red", "red"]: must be each of "red", "dark_blue" once, in an order'),
        ("colors", "red", 'colors = "red": must be each of "red", "dark_blue" once, in an order'),
        ("colors", [1, 0], 'colors = [1, 0]: must be each of "red", "dark_blue" once, in an order'),
    ],
)
def test_refused_with_the_allowed_values(name: str, value: object, problem: str) -> None:
    assert not PARAMETERS[name].accepts(value)
    assert str(PARAMETERS[name].problem(value)) == problem


def test_the_values_of_a_sweep_are_all_accepted() -> None:
    assert list(PARAMETERS["most"].values()) == list(range(1, 10))
    assert PARAMETERS["endless"].values() == (False, True)
    assert PARAMETERS["color"].values() == ["red", "dark_blue"]
    assert PARAMETERS["colors"].values() == [["red", "dark_blue"], ["dark_blue", "red"]]
    assert all(p.accepts(value) for p in PARAMETERS.values() for value in p.values())


def test_problems_of_names_every_problem_and_the_known_rules() -> None:
    problems = [
        str(problem) for problem in problems_of(PARAMETERS, {"countres": 3, "most": 99, "endless": 0, "level": True})
    ]
    assert problems == [
        "countres = 3: no such rule; did you mean counters?",
        "most = 99: at most 9",
        "endless = 0: must be true or false",
    ]


def test_the_values_of_settings() -> None:
    settings = ["most=5", "endless=True", "color= dark_blue", "colors=dark_blue, red"]
    expected = {"most": 5, "endless": True, "color": "dark_blue", "colors": ["dark_blue", "red"]}
    assert split_settings(PARAMETERS, settings) == (expected, [])
    assert split_settings(PARAMETERS, ['colors=["red", "dark_blue"]']) == ({"colors": ["red", "dark_blue"]}, [])
    assert split_settings(PARAMETERS, []) == ({}, [])


def test_what_is_wrong_with_settings_is_told_all_at_once() -> None:
    settings = ["most=99", "counters", "color=green", "counters=many", "size=3", "endless=1"]
    rules, wrong = split_settings(PARAMETERS, settings)
    assert [str(problem) for problem in wrong] == ["--set = counters: must be NAME=VALUE, as in hand_size=6"]
    assert [str(problem) for problem in problems_of(PARAMETERS, rules)] == [
        f"size = 3: no such rule; the rules are {', '.join(PARAMETERS)}",
        "most = 99: at most 9",
        'color = "green": must be one of "red", "dark_blue"',
        'counters = "many": must be a whole number from 1 to 30',
        'endless = "1": must be true or false',
    ]


ODD = OneOf((1, 3, 15), section="A", help="B.", name="odd", default=3)


def test_one_of_a_few_numbers() -> None:
    assert (ODD.kind, ODD.values(), ODD.compile(15)) == ("int", (1, 3, 15), 15)
    assert [ODD.accepts(value) for value in (1, 15, 2, True, "3", 1.0)] == [True, True, False, False, False, False]
    assert str(ODD.problem(2)) == "odd = 2: must be 1, 3 or 15"
    assert (ODD.read("15"), ODD.read("many")) == (15, "many")


SIZE = Whole(1, 2, section="A", help="B.")


class Unnoted(NamedTuple):
    size: Annotated[int, "no parameter"] = 1


class Twice(NamedTuple):
    size: Annotated[int, SIZE, SIZE] = 1


class WithoutDefault(NamedTuple):
    size: Annotated[int, SIZE]


@pytest.mark.parametrize("rules", [Unnoted, Twice, WithoutDefault])
def test_a_field_needs_one_parameter_and_a_default(rules: type) -> None:
    with pytest.raises(
        TypeError, match=rf"{rules.__name__}\.size needs one Parameter in its annotation, and a default"
    ):
        declared(rules)
