"""Where a designer should look: only what follows from the figures, and nothing where nothing stands out."""

from dataclasses import replace

import numpy as np

from tests.support.comparisons import says
from tests.support.strength import drawn_contest, mechanism, met, restricted
from workbench.studies.contest import shifted, verdicts
from workbench.studies.strategies import words
from workbench.studies.strategies.measure import WORTHS, Mechanism, Strategies, Usage, Worth


def test_what_is_worth_having_or_forced_or_open_needs_no_advice() -> None:
    fine = [mechanism(standing, standing.name.lower()) for standing in (Worth.WORTH, Worth.FORCED, Worth.UNDECIDED)]
    assert words.on_mechanisms(restricted(*fine)) == []


def test_random_that_keeps_up_is_a_warning() -> None:
    """Only where it is shown: too few plays to tell it from others are none."""
    alike = [[0.5] * 3] * 3
    assert words.on_styles(met(alike, bots=("random", "a", "b"))) == []
    [sentence] = words.on_styles(met(alike, plays=40_000, bots=("random", "a", "b")))
    assert says(sentence, "andom play", "as well as a and b", "?")


# What is false is not said


NULL_DRAWS = 60


def told_of(share: float, plays: int, kinds: int = 6, seed: int = 1) -> list[str]:
    """What is advised where leaving out each of so many kinds of action gives this chance to win."""
    rng = np.random.default_rng(seed)
    contests = [
        drawn_contest(f"greedy~kind_{number}", "greedy", rng.random((2, plays)) < share) for number in range(kinds)
    ]
    values = [shifted(contest.gain, 0.0, -1.0) for contest in contests]
    usage = Usage(1_000, 3.8, 2.6, 0.0)
    mechanisms = [
        Mechanism(contest.one.removeprefix("greedy~"), usage, contest, WORTHS[word])
        for contest, word in zip(contests, verdicts(values), strict=True)
    ]
    return words.on_mechanisms(restricted(*mechanisms))


def test_of_kinds_of_action_that_do_not_matter_none_is_called_harmful_or_worthless() -> None:
    told = [told_of(0.5, 300, seed=seed) for seed in range(NULL_DRAWS)]
    assert np.mean([bool(sentences) for sentences in told]) <= 0.05


def test_a_harm_below_a_point_is_not_told_as_one() -> None:
    """It was called too small a reward: a harm of 0.4 points is below the smallest change that counts."""
    [sentence] = told_of(0.504, 100_000, kinds=1)
    assert says(sentence, "less than a point without")
    assert "cut it" not in sentence.replace("before you cut it", "")


def test_what_is_seldom_chosen_is_not_called_needless() -> None:
    """`keep biz` was hardly ever chosen, and the advice was to cut it; never chosen is not never needed."""
    rare = replace(mechanism(Worth.NOTHING, "keep_biz", 0.5), usage=Usage(1_000, 3.8, 0.05, 0.0))
    assert words.on_mechanisms(restricted(rare)) == []
    assert "chosen too seldom to say" in words.mechanism_sentence(restricted(rare), rare)


def test_what_was_never_a_choice_says_nothing_of_the_rules() -> None:
    """Presenting is automatic under these rules: the rulebook cannot do without it."""
    automatic = mechanism(Worth.ABSENT, "present")
    assert words.on_mechanisms(restricted(automatic)) == []
    assert "automatic" in words.mechanism_sentence(restricted(automatic), automatic)


def test_few_plays_give_no_advice_however_clear_they_look() -> None:
    """`Undecided, since fewer than 100 plays decide nothing` stood beside `nobody should play blockbuster` from 60."""
    won = np.ones((2, 99), dtype=bool)
    assert told_of(1.0, 99) == told_of(0.0, 99) == []
    few = met([[0.5, 0.9, 0.95], [0.1, 0.5, 0.7], [0.05, 0.3, 0.5]], plays=99, bots=("strong", "weak", "random"))
    assert words.on_styles(few) == []
    assert says(words.dominance_sentence(few), "99 plays of each pair", "too few")
    assert "do not settle" in words.equilibrium_sentence(few)
    assert "undecided" in words.rating_sentence(few)
    unused = replace(mechanism(Worth.UNUSED, "pass"), contest=drawn_contest("greedy~pass", "greedy", won))
    assert words.on_mechanisms(restricted(unused)) == []


def test_a_strength_of_bots_is_no_way_to_win_and_one_that_never_wins_is_not_as_strong() -> None:
    """*Quick* was to be strengthened `if that is meant to be a way to win`; random was `as strong` without a win."""
    robin = met([[0.5, 0.9, 1], [0.1, 0.5, 1], [0, 0, 0.5]], 400, ("ismcts:200", "greedy", "random"))
    assert robin.dominated and words.on_styles(robin) == []
    assert not says(words.lesson(Strategies(restricted(), robin)), "not pay")
    few = met([[0.5, 0.6, 1], [0.4, 0.5, 1], [0, 0, 0.5]], 90, ("ismcts:200", "greedy", "random"))
    assert says(words.rating_sentence(few), "undecided", "rated highest", "may be as strong")
    assert "random" not in words.rating_sentence(few)


def test_of_bots_that_are_alike_none_is_best_or_worst() -> None:
    alike = [met([[0.5] * 4] * 4, 300, ("random", "a", "b", "c"), seed) for seed in range(NULL_DRAWS)]
    assert np.mean([bool(words.on_styles(robin)) or bool(robin.dominated) for robin in alike]) <= 0.05
    for robin in alike[:1]:
        assert "undecided" in words.rating_sentence(robin)
        assert "do not settle" in words.equilibrium_sentence(robin)


def test_the_one_way_to_play_needs_a_lead_of_a_point_over_every_other() -> None:
    """Greedy was `the one way to play, 100 % (100 % to 100 %)` where scout and spreader were within its range."""
    close = met([[0.5, 0.508, 0.9], [0.5, 0.5, 0.9], [0.1, 0.1, 0.5]], 20_000, ("greedy", "scout", "weak"))
    sentences = words.on_styles(close)
    assert not any("advantage over every other" in line for line in sentences)
    assert says(words.equilibrium_sentence(close), "do not settle", "quick and scout")
    assert "undecided" in words.rating_sentence(close)
