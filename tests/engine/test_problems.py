"""Problems: the sentence that a designer reads."""

from workbench.engine.problems import BadInput, Problem, WorkbenchError


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
