"""What a study teaches in a few sentences: from verdicts alone, and open where they are."""

import re
from dataclasses import replace

from tests.support.comparisons import says
from tests.support.strength import mechanism, met, restricted
from workbench.studies.strategies import words
from workbench.studies.strategies.charts import mechanisms
from workbench.studies.strategies.measure import Strategies, Usage, Worth


def studied(robin: object, *kinds: object) -> Strategies:
    return Strategies(restricted(*kinds), robin)  # type: ignore[arg-type]


STRONG = [[0.5, 0.9, 0.95], [0.1, 0.5, 0.7], [0.05, 0.3, 0.5]]


def test_strategies_say_who_wins_what_actions_are_worth_and_what_to_try_without() -> None:
    robin = met(STRONG, bots=("strong", "weak", "random"))
    kinds = (
        mechanism(Worth.WORTH, "scout", 0.36),
        mechanism(Worth.WORTH, "poach", 0.45),
        mechanism(Worth.HARMFUL, "pass", 0.6),
    )
    told = words.lesson(studied(robin, *kinds))
    assert says(told, "Strong beats every other of these bots; weak does not pay.")
    assert says(told, "Scout is worth 14 points of win rate, poach 5.", "Try it without pass.")


def test_bots_that_are_surely_close_are_said_to_be_so() -> None:
    even = [[0.5] * 3] * 3
    told = words.lesson(studied(met(even, plays=40_000, bots=("random", "a", "b"))))
    assert re.search("play within [12] points? of each other", told)
    assert "is undecided" in words.lesson(studied(met(even, bots=("random", "a", "b"))))


def test_a_bot_that_plays_within_a_few_points_of_the_best_is_not_said_not_to_pay() -> None:
    """Though it is dominated: nowhere better, and against random play worse."""
    robin = met([[0.5, 0.5, 0.95], [0.5, 0.5, 0.9], [0.05, 0.1, 0.5]], plays=40_000, bots=("a", "b", "random"))
    assert [bot.bot for bot in robin.dominated if bot.bot != "random"] == ["b"]
    for rated in (robin.ratings, robin.ratings[1::-1] + robin.ratings[2:]):  # whichever of them is rated higher
        robin.__dict__["ratings"] = rated
        told = words.lesson(studied(robin))
        assert "play within" in told and "not pay" not in told


def test_what_is_surely_not_worth_a_point_is_left_out_though_its_harm_is_undecided() -> None:
    robin = met([[0.5] * 2] * 2, bots=("random", "a"))
    clear, may_pay = mechanism(Worth.UNDECIDED, "pass", 0.6), mechanism(Worth.UNDECIDED, "scout", 0.5)
    told = words.lesson(studied(robin, clear, may_pay))
    assert "Try it without pass." in told
    both = restricted(clear, may_pay)
    assert [line["Verdict"] for line in words.mechanism_table(both)] == ["not worth a point", "undecided"]
    assert {"not worth a point", "undecided"} <= set(re.findall(r"not worth a point|undecided", str(mechanisms(both))))
    seldom = replace(clear, usage=Usage(1_000, 3.8, 0.05, 0.0))
    assert "without" not in words.lesson(studied(robin, seldom, may_pay))
