"""Where a designer should look: only what follows from the figures, and nothing where nothing stands out."""

from dataclasses import replace

import numpy as np

from tests.study.test_strength_robin import CHAIN, CYCLE, met
from tests.study.test_strength_words import climbed, contest, luck, mechanism, restricted
from workbench.stats import Verdict
from workbench.study.report import advice
from workbench.study.strength import Rung, Worth

OPEN = Verdict.UNDECIDED


def test_what_is_worth_having_or_forced_or_open_needs_no_advice() -> None:
    fine = [mechanism(standing, standing.name.lower()) for standing in (Worth.WORTH, Worth.FORCED, Worth.UNDECIDED)]
    assert advice.on_mechanisms(restricted(*fine)) == []


def test_kinds_of_action_of_one_standing_are_told_together() -> None:
    said = advice.on_mechanisms(
        restricted(
            mechanism(Worth.NOTHING, "pass"),
            mechanism(Worth.NOTHING, "draw_discard"),
            mechanism(Worth.HARMFUL, "poach"),
            mechanism(Worth.UNUSED, "present"),
            mechanism(Worth.ABSENT, "decline"),
        )
    )
    assert len(said) == 4
    assert said[0].startswith("“poach” does these bots harm")
    assert "Nobody would miss “pass” and “draw discard”" in said[1]
    assert said[2].startswith("“present” is offered and never taken")
    assert said[3].startswith("“decline” never came up")


def test_what_never_comes_up_to_a_bot_that_leaves_things_out_says_nothing_of_the_rules() -> None:
    """Who never scouts cannot poach."""
    kinds = (mechanism(Worth.ABSENT, "scout"), mechanism(Worth.ABSENT, "poach"), mechanism(Worth.NOTHING, "pass"))
    found = replace(restricted(*kinds), bot="greedy~scout")
    miss, absent = advice.on_mechanisms(found)
    assert absent == "“poach” never came up to this bot, which leaves out “scout”: ask one that does not."
    assert miss.startswith("Nobody would miss “pass” who leaves out “scout”: cut it")


def test_dominated_styles_are_named_and_random_is_not() -> None:
    strong = met([[0.5, 0.9, 0.95], [0.1, 0.5, 0.7], [0.05, 0.3, 0.5]], bots=("strong", "weak", "random"))
    said = advice.on_styles(strong)
    assert said[0].startswith("Nobody should play weak.")
    assert said[1].startswith("strong is the one way to play among these bots")
    assert not any("at random" in line for line in said)


def test_random_that_keeps_up_is_a_warning() -> None:
    alike = met([[0.5] * 3] * 3, bots=("random", "a", "b"))
    assert any(line.startswith("Playing at random is not clearly beaten") for line in advice.on_styles(alike))


def test_styles_that_hold_each_other_in_check_are_good_news() -> None:
    [said] = advice.on_styles(met(CYCLE))
    assert said == "rock, paper and scissors hold each other in check: there is more than one good way to play."


def test_an_undecided_ladder_needs_no_advice() -> None:
    ladder = climbed((OPEN, OPEN, OPEN))
    flat = replace(ladder, rungs=tuple(Rung(contest(r.contest.one, r.contest.field, 0.5), OPEN) for r in ladder.rungs))
    assert advice.on_ladder(flat) == []


def test_steps_that_do_not_pay_are_told() -> None:
    said = advice.on_ladder(climbed((Verdict.SAME, Verdict.LOWER, OPEN)))
    assert said[0].startswith("Looking one step ahead is no better than chance")
    assert said[1].startswith("ismcts:2 does not beat greedy")


def test_doublings_that_pay_and_that_do_not() -> None:
    ladder = climbed()
    better = Rung(contest("ismcts:4", "ismcts:2", 0.7), Verdict.HIGHER)
    assert advice.on_ladder(replace(ladder, rungs=(*ladder.rungs[:2], better)))[0].startswith("Thinking further pays")
    worse = Rung(contest("ismcts:4", "ismcts:2", 0.3), Verdict.LOWER)
    assert advice.on_ladder(replace(ladder, rungs=(*ladder.rungs[:2], worse)))[0].startswith(
        "Thinking further does not pay"
    )


def test_a_game_that_is_dealt_more_than_played_is_told() -> None:
    dealt = np.repeat(np.array([[1], [2]] * 20), 10, axis=1)
    said = advice.on_ladder(replace(climbed(), luck=luck(winners=dealt)))
    assert any(line.startswith("More of a win is dealt than played") for line in said)
    assert advice.on_ladder(climbed()) == [line for line in said if "dealt" not in line]


def test_a_chain_of_styles_has_one_best() -> None:
    assert any("rock" in line for line in advice.on_styles(met(CHAIN, plays=4_000)))
