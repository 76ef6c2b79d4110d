"""What was found, in sentences that say no more than the plays do."""

import json
import math
from dataclasses import replace

import pytest

from tests.support.comparisons import says
from tests.support.strength import CHAIN, CYCLE, climbed, contest, luck, mechanism, met, restricted
from workbench.bots.spec import bot_title
from workbench.report.json import ladder_json, strategies_json
from workbench.report.text import phrases, strength
from workbench.report.text.phrases import THIN
from workbench.report.text.scenarios import NO_PEOPLE
from workbench.report.text.verdicts import TOO_CLOSE
from workbench.stats import Estimate, Verdict
from workbench.stats.evidence import Forecast
from workbench.study.strength import Doubt, EquilibriumWeight, OwnChance, Rung, Strategies, Worth

# Numbers


def test_what_holds_for_a_bot_that_leaves_things_out_is_said_of_that_bot():
    found = replace(restricted(), bot="greedy~scout")
    for worth, kind in ((Worth.FORCED, "decline"), (Worth.ABSENT, "poach"), (Worth.ABSENT, "scout")):
        told = strength.mechanism_sentence(found, mechanism(worth, kind))
        assert f"“{kind}”" in told and "quick without scout" in told.lower()


def test_numbers_have_a_real_minus_and_their_unit():
    assert phrases.percent(0.4123) == f"41.2{THIN}%"
    assert phrases.points(-0.0712) == "−7.1"
    assert phrases.points(0.0712) == "+7.1"
    assert phrases.fraction(Estimate(0.684, 0.3, 0.66, 0.7, 9)) == "0.68 (0.66 to 0.70)"
    assert strength.kind_label("draw_discard") == "Draw discard"


# The ladder


def test_a_rung_is_told_with_what_is_even():
    better, same, worse, open_ = (
        strength.rung_sentence(Rung(contest("a", "b", 0.6), verdict))
        for verdict in (Verdict.HIGHER, Verdict.SAME, Verdict.LOWER, Verdict.UNDECIDED)
    )
    assert says(better, "A alone among b", "60.0 % (55.", "50.0 % is even", "+10.0 points", "stronger")
    assert says(same, "less than a point")
    assert says(worse, "+10.0 points", "weaker")
    assert says(open_, "+10.0 points", "undecided", "more plays")


def test_the_headline_names_the_rungs_that_are_clearly_stronger():
    told = strength.ladder_headline(climbed())
    assert says(told, "skill share", "0.90 (0.8", "luck (0) to skill (1)", "random bots", "Quick and thinker 2")
    one = strength.ladder_headline(climbed((Verdict.HIGHER, Verdict.SAME, Verdict.UNDECIDED)))
    assert "Quick" in one and "hinker" not in one
    none = strength.ladder_headline(climbed((Verdict.UNDECIDED,) * 3))
    assert "No rung" in none and "uick" not in none


def test_the_skill_share_is_told_with_the_share_it_comes_from():
    told = strength.skill_sentence(climbed())
    assert says(told, "Thinker 4 alone among random bots", "95.0 %", "50.0 %", "skill share 0.90")
    assert "quick" not in told


def test_the_skill_share_is_told_among_greedy_bots_too():
    found = replace(climbed(), over_greedy=contest("ismcts:4", "greedy", 0.7))
    assert found.skill_over_greedy.mean == pytest.approx(0.4)
    assert [(each.one, each.field) for each in found.tops] == [("ismcts:4", "random"), ("ismcts:4", "greedy")]
    for told in (strength.ladder_headline(found), strength.skill_sentence(found)):
        assert "0.40" not in told, "what is measured against greedy bots is no point on the scale from luck to skill"
    assert says(strength.skill_sentence(found), "among quick bots", "70.0 %", "+20.0 points (+15.3 to +24.3)")
    rung = found.rungs[1].contest
    assert [each.field for each in replace(found, over_greedy=rung).tops] == ["random"]


@pytest.mark.parametrize(
    ("doubt", "facts"),
    [
        (Doubt(True, False, 3, Forecast(520, 1_900)), ("100 plays", "too few")),
        (Doubt(False, True, 7, Forecast(520, 1_900)), ("among 7 rungs", "520 to 1 900 more plays at each seat")),
        (Doubt(False, False, 7, Forecast(1, 1)), ("1 more play at each seat",)),
        (Doubt(False, False, 7, None), (TOO_CLOSE,)),
        (Doubt(False, False, 7, None, True), ("less than a point", TOO_CLOSE)),
    ],
)
def test_why_something_is_undecided_and_what_would_decide_it(doubt, facts):
    rung = Rung(contest("a", "b", 0.6), Verdict.UNDECIDED, doubt)
    assert says(strength.rung_sentence(rung), "undecided", *facts)
    assert strength.undecided_rungs(replace(climbed(), rungs=(rung,))) == [strength.rung_sentence(rung)]
    kind = replace(mechanism(Worth.UNDECIDED), doubt=doubt)
    of_kinds = [fact.replace("rungs", "kinds") for fact in facts]
    assert says(strength.mechanism_sentence(restricted(), kind), "undecided", *of_kinds)


def test_a_doubling_pays_only_where_its_interval_says_so():
    assert strength.doubling_sentence(climbed()).endswith("whether it pays is undecided.")
    clear = climbed()
    object.__setattr__(clear, "rungs", (*clear.rungs[:2], Rung(contest("ismcts:4", "ismcts:2", 0.8), Verdict.HIGHER)))
    assert strength.doubling_sentence(clear).endswith("thinking longer pays.")
    object.__setattr__(clear, "rungs", clear.rungs[:2])
    assert strength.doubling_sentence(clear) == "No rung doubles the budget of the one below."


def test_a_bot_without_chance_of_its_own_is_named_as_such():
    assert len(strength.luck_sentences(luck())) == 2
    for bot, chance in (("greedy", OwnChance.TIES), ("scout", OwnChance.NONE)):
        *_, caution = strength.luck_sentences(luck(bot, chance))
        assert says(caution, bot_title(bot), "random")


def test_nothing_is_said_of_the_shuffle_where_the_same_seat_always_wins():
    (told,) = strength.luck_sentences(luck(winners=[[1, 1]] * 5))
    assert told.startswith("The same seat won every play")


# Restricted play


@pytest.mark.parametrize(
    ("standing", "facts"),
    [
        (Worth.WORTH, ("costs 10.0 points", "worth having")),
        (Worth.HARMFUL, ("gains 10.0 points", "(+5.", "quick does better")),
        (Worth.NOTHING, ("less than a point",)),
        (Worth.UNDECIDED, ("undecided", "more plays")),
        (Worth.UNUSED, ("Quick never chose “scout”", "1 000 plays")),
        (Worth.FORCED, ("“scout” cannot be left out",)),
        (Worth.ABSENT, ("“scout” was never a choice", "1 000 plays", "automatic")),
    ],
)
def test_every_standing_has_its_sentence(standing, facts):
    share = 0.6 if standing is Worth.HARMFUL else 0.4
    found = strength.mechanism_sentence(restricted(), mechanism(standing, share=share))
    assert says(found, *facts)
    assert not says(found, "costs −")
    assert says(found, "2.6", "3.8") == (standing not in (Worth.FORCED, Worth.ABSENT))


def test_what_a_kind_is_worth_is_told_in_points():
    assert strength.mechanism_sentence(restricted(), mechanism(Worth.WORTH)).startswith(
        "Leaving out “scout” costs 10.0 points of win rate (+5."
    )


def test_the_headline_of_mechanisms_sorts_them():
    found = restricted(
        mechanism(Worth.WORTH, "poach", 0.45),
        mechanism(Worth.WORTH, "scout", 0.2),
        mechanism(Worth.HARMFUL, "pass"),
        mechanism(Worth.UNUSED, "present"),
        mechanism(Worth.UNDECIDED, "decline"),
        mechanism(Worth.FORCED, "discard"),
    )
    told = strength.mechanisms_headline(found)
    assert says(told, "quick bots", "“scout” and “poach” are worth", "without “pass”", "never chose “present”")
    assert says(told, "“decline” is undecided") and "discard" not in told
    assert strength.mechanisms_headline(restricted(mechanism(Worth.FORCED))) == "No kind of action can be left out."


def test_the_headline_counts_the_undecided_that_it_does_not_name():
    kinds = [mechanism(Worth.NOTHING, "scout"), *(mechanism(Worth.UNDECIDED, f"kind {n}") for n in range(20))]
    told = strength.mechanisms_headline(restricted(*kinds))
    assert says(told, "“kind 4”", "15 more are undecided") and "kind 5" not in told
    assert told[0].isupper()


# The round robin


def test_the_dominated_are_named_with_whom_they_are_dominated_by():
    told = strength.robin_sentences(met(CHAIN, 3_000))
    assert says(told[0], "Paper", "dominated by rock", "Scissors", "dominated by rock and paper")
    assert says(told[1], "rock 100 % (100 % to 100 %)")
    assert says(told[2], "Rock is the strongest", "rated ")
    assert told[-1] == NO_PEOPLE


def test_bots_that_the_same_one_dominates_share_a_sentence():
    (told, *_) = strength.robin_sentences(met([[0.5, 0.7, 0.7], [0.3, 0.5, 0.5], [0.3, 0.5, 0.5]], 3_000))
    assert told == "Paper and scissors are dominated by rock: worse against every bot."


def test_a_cycle_has_no_dominated_bot():
    told = strength.robin_sentences(met(CYCLE))
    assert says(told[0], "No bot", "dominated")
    assert all(says(told[1], f"{bot} 33 %") for bot in ("rock", "paper", "scissors"))
    assert "players" not in told[1], "at a table of two, pairs of bots are all there is"
    assert says(told[2], "undecided", "rated")


def test_a_mixture_that_may_be_any_is_no_finding():
    bars = (
        EquilibriumWeight("a", 1.0, 0.0, 1.0),
        EquilibriumWeight("b", 0.0, 0.0, 0.9),
        EquilibriumWeight("c", 0.0, 0.0, 1.0),
        EquilibriumWeight("d", 0.0, 0.0, 0.0),
    )
    assert says(strength.not_told_apart(bars), "A, c and b")
    assert strength.not_told_apart((EquilibriumWeight("a", 0.7, 0.6, 0.8), EquilibriumWeight("b", 0.3, 0.2, 0.4))) == ""
    robin = met([[0.5] * 3] * 3, 30)
    told = strength.equilibrium_sentence(robin)
    assert strength.not_told_apart(robin.equilibrium) in told and "%" not in told


# JSON


def test_both_studies_are_json():
    found = ladder_json(climbed())
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert [rung["verdict"] for rung in found["rungs"]] == ["higher", "higher", "undecided"]
    assert found["top"]["among"] == "random"
    assert math.isclose(found["skill"]["mean"], 0.9, abs_tol=1e-9)
    both = strategies_json(Strategies(restricted(mechanism(Worth.WORTH), mechanism(Worth.FORCED)), met(CHAIN)))
    assert json.loads(json.dumps(both, allow_nan=False)) == both
    assert [kind["standing"] for kind in both["mechanisms"]["kinds"]] == ["worth having", "cannot be left out"]
    assert [len(row) for row in both["round_robin"]["shares"]] == [3, 3, 3]
