"""Problems: the sentence that a designer reads."""

import pytest

from workbench.engine.problems import BadInput, Problem, Problems, WorkbenchError, together


def test_a_problem_names_source_place_value_and_what_works() -> None:
    problem = Problem("hand_size", "at most 13", "40").within("v3.toml", "rules.")
    assert str(problem) == "v3.toml: rules.hand_size = 40: at most 13"


def test_a_problem_without_source_or_value() -> None:
    assert str(Problem("plays", "must be at least 1")) == "plays: must be at least 1"
    assert str(Problem("plays", "must be at least 1", "")) == "plays = : must be at least 1"


def test_bad_input_says_all_its_problems_a_line_each() -> None:
    error = BadInput([Problem("a", "one"), Problem("b", "two")])
    assert str(error) == "a: one\nb: two"
    assert isinstance(error, WorkbenchError) and error.exit_code == 2


def test_one_problem() -> None:
    assert str(BadInput.one("seed", "must be a whole number", 1.5)) == "seed = 1.5: must be a whole number"
    assert str(BadInput.one("file", "is empty")) == "file: is empty"


def refused(place: str) -> None:
    raise BadInput.one(place, "is empty")


def test_collected_problems_are_refused_together_each_once() -> None:
    problems = Problems()
    problems.wrong("seed", "must be a whole number", 1.5)
    problems.missing({"a": 1}, ["a", "b"], "rules")
    assert problems.attempt(refused, "file") is None
    assert problems.attempt(refused, "file") is None
    problems.warn("title", "is odd")
    with pytest.raises(BadInput) as error:
        problems.refuse("v3.toml")
    assert [(problem.source, problem.place, problem.warning) for problem in error.value.problems] == [
        ("v3.toml", "seed", False),
        ("v3.toml", "rules.b", False),
        ("v3.toml", "file", False),
        ("v3.toml", "title", True),
    ]


def test_warnings_alone_stop_nothing() -> None:
    problems = Problems()
    problems.warn("title", "is odd")
    problems.warn("title", "is odd")
    problems.refuse()
    assert [warning.place for warning in problems.warnings()] == ["title"]


def test_calls_together_tell_the_problems_of_all() -> None:
    assert together(lambda: 1, lambda: "two") == (1, "two")
    with pytest.raises(BadInput) as error:
        together(lambda: 1, lambda: refused("a"), lambda: refused("b"), lambda: refused("a"))
    assert [problem.place for problem in error.value.problems] == ["a", "b"]
