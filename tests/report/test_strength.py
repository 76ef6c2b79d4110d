"""What was found, in sentences that say no more than the plays do."""

import json
import math
from dataclasses import replace

import pytest

from tests.support.strength import CHAIN, CYCLE, climbed, contest, luck, mechanism, met, restricted
from workbench.report.json import ladder_json, strategies_json
from workbench.report.text import numbers, strength
from workbench.report.text.numbers import THIN
from workbench.stats import Estimate, Verdict
from workbench.stats.evidence import Forecast
from workbench.study.strength import Bar, Doubt, OwnChance, Rung, Strategies, Worth

# Numbers


def test_what_holds_for_a_bot_that_leaves_things_out_is_said_of_that_bot():
    found = replace(restricted(), bot="greedy~scout")
    said = {
        mechanism(Worth.FORCED, "decline"): "where it is possible, nothing else is to greedy~scout.",
        mechanism(
            Worth.ABSENT, "poach"
        ): f"“poach” was never a choice of greedy~scout in 1{THIN}000 plays: under these rules it may be",
        mechanism(Worth.ABSENT, "scout"): "“scout” is what greedy~scout leaves out.",
    }
    for kind, expected in said.items():
        assert expected in strength.mechanism_sentence(found, kind)


def test_numbers_have_a_real_minus_and_their_unit():
    assert numbers.percent(0.4123) == f"41.2{THIN}%"
    assert numbers.points(-0.0712) == "−7.1"
    assert numbers.points(0.0712) == "+7.1"
    assert numbers.fraction(Estimate(0.684, 0.3, 0.66, 0.7, 9)) == "0.68 (0.66 to 0.70)"
    assert strength.kind_label("draw_discard") == "Draw discard"


# The ladder


def test_a_rung_is_told_with_what_is_even():
    better, same, worse, open_ = (
        strength.rung_sentence(Rung(contest("a", "b", 0.6), verdict))
        for verdict in (Verdict.HIGHER, Verdict.SAME, Verdict.LOWER, Verdict.UNDECIDED)
    )
    assert better.startswith(f"a alone among b wins 60.0{THIN}% (55.")
    assert better.endswith(f"where 50.0{THIN}% is even, +10.0 points: the stronger one.")
    assert same.endswith("no difference worth a point.")
    assert worse.endswith("the weaker one.")
    assert open_.endswith("undecided, more plays would tell.")


def test_the_headline_names_the_rungs_that_are_clearly_stronger():
    assert strength.ladder_headline(climbed()).endswith("greedy and ismcts:2 beat the rung below beyond doubt.")
    assert "skill share is 0.90 (0.8" in strength.ladder_headline(climbed())
    assert "on a scale from luck (0) to skill (1), measured against random bots." in strength.ladder_headline(climbed())
    one = strength.ladder_headline(climbed((Verdict.HIGHER, Verdict.SAME, Verdict.UNDECIDED)))
    assert one.endswith("greedy beats the rung below beyond doubt.")
    none = strength.ladder_headline(climbed((Verdict.UNDECIDED,) * 3))
    assert none.endswith("No rung beats the one below beyond doubt.")


def test_the_skill_share_is_told_with_the_share_it_comes_from():
    told = strength.skill_sentence(climbed())
    assert told.startswith(f"ismcts:4 alone among random bots wins 95.0{THIN}%")
    assert "skill share 0.90" in told
    assert "greedy" not in told


def test_the_skill_share_is_told_among_greedy_bots_too():
    found = replace(climbed(), over_greedy=contest("ismcts:4", "greedy", 0.7))
    assert found.skill_over_greedy.mean == pytest.approx(0.4)
    assert [(each.one, each.field) for each in found.tops] == [("ismcts:4", "random"), ("ismcts:4", "greedy")]
    for told in (strength.ladder_headline(found), strength.skill_sentence(found)):
        assert "0.40" not in told, "what is measured against greedy bots is no point on the scale from luck to skill"
    assert f"Alone among greedy bots, which are harder to beat, it wins 70.0{THIN}%" in strength.skill_sentence(found)
    assert strength.skill_sentence(found).endswith(": +20.0 points (+15.3 to +24.3) above even.")
    rung = found.rungs[1].contest
    assert [each.field for each in replace(found, over_greedy=rung).tops] == ["random"]


@pytest.mark.parametrize(
    ("doubt", "told"),
    [
        (
            Doubt(True, False, 3, Forecast(520, 1_900)),
            "since fewer than 100 plays decide nothing.",
        ),
        (
            Doubt(False, True, 7, Forecast(520, 1_900)),
            f"not beyond doubt among 7 rungs; 520 to 1{THIN}900 further plays at each seat would decide with a chance",
        ),
        (Doubt(False, False, 7, None), "undecided, at the margin: no sensible number"),
        (Doubt(False, False, 7, None, True), "clear of even, but perhaps by less than a point; at the margin"),
    ],
)
def test_why_something_is_undecided_and_what_would_decide_it(doubt, told):
    rung = Rung(contest("a", "b", 0.6), Verdict.UNDECIDED, doubt)
    assert told in strength.rung_sentence(rung)
    assert strength.undecided_rungs(replace(climbed(), rungs=(rung,))) == [strength.rung_sentence(rung)]
    kind = replace(mechanism(Worth.UNDECIDED), doubt=doubt)
    assert told.replace("rungs", "kinds") in strength.mechanism_sentence(restricted(), kind)


def test_a_doubling_pays_only_where_its_interval_says_so():
    assert strength.doubling_sentence(climbed()).endswith("whether it pays is undecided.")
    clear = climbed()
    object.__setattr__(clear, "rungs", (*clear.rungs[:2], Rung(contest("ismcts:4", "ismcts:2", 0.8), Verdict.HIGHER)))
    assert strength.doubling_sentence(clear).endswith("thinking longer pays.")
    object.__setattr__(clear, "rungs", clear.rungs[:2])
    assert strength.doubling_sentence(clear) == "No rung doubles the budget of the one below."


def test_a_bot_without_chance_of_its_own_is_named_as_such():
    assert len(strength.luck_sentences(luck())) == 2
    assert "equally good" in strength.luck_sentences(luck("greedy", OwnChance.TIES))[-1]
    assert "decides nothing by chance" in strength.luck_sentences(luck("scout", OwnChance.NONE))[-1]


def test_nothing_is_said_of_the_shuffle_where_the_same_seat_always_wins():
    (told,) = strength.luck_sentences(luck(winners=[[1, 1]] * 5))
    assert told.startswith("The same seat won every play")


# Restricted play


@pytest.mark.parametrize(
    ("standing", "told"),
    [
        (Worth.WORTH, "it is worth having."),
        (Worth.HARMFUL, "greedy does better without it."),
        (Worth.NOTHING, "less than a point."),
        (Worth.UNDECIDED, "more plays would tell."),
        (Worth.UNUSED, f"greedy never chose “scout” in 1{THIN}000 plays: what it is worth is open."),
        (Worth.FORCED, "“scout” cannot be left out: where it is possible, nothing else is."),
        (
            Worth.ABSENT,
            f"“scout” was never a choice of a player in 1{THIN}000 plays: under these rules it may be automatic",
        ),
    ],
)
def test_every_standing_has_its_sentence(standing, told):
    found = strength.mechanism_sentence(restricted(), mechanism(standing))
    assert told in found
    assert ("Chosen 2.6 times a play, of 3.8" in found) == (standing not in (Worth.FORCED, Worth.ABSENT))


def test_what_a_kind_is_worth_is_told_in_points():
    assert strength.mechanism_sentence(restricted(), mechanism(Worth.WORTH)).startswith(
        "Leaving out “scout” costs +10.0 points of win rate (+5."
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
    assert strength.mechanisms_headline(found) == (
        "To greedy bots “scout” and “poach” are worth having; they do better without “pass”; they never chose"
        " “present”; “decline” is undecided."
    )
    assert strength.mechanisms_headline(restricted(mechanism(Worth.FORCED))) == "No kind of action can be left out."


# The round robin


def test_the_dominated_are_named_with_whom_they_are_dominated_by():
    told = strength.robin_sentences(met(CHAIN, 3_000))
    assert told[0] == (
        "paper does worse than rock whoever sits there, and is dominated."
        " scissors does worse than rock and paper whoever sits there, and is dominated."
    )
    assert told[1].startswith(f"In equilibrium: rock 100{THIN}% (100{THIN}% to 100{THIN}%).")
    assert told[2].startswith("rock is the strongest of these bots, rated ")
    assert told[-1].startswith("Bots are not people")


def test_a_cycle_has_no_dominated_bot():
    told = strength.robin_sentences(met(CYCLE))
    assert told[0] == "No bot is dominated beyond doubt."
    assert all(f"{bot} 33{THIN}%" in told[1] for bot in ("rock", "paper", "scissors"))
    assert "tables of three sorts" not in told[1]
    assert told[2].startswith("Which bot is strongest is undecided: ")


def test_a_mixture_that_may_be_any_is_no_finding():
    bars = (Bar("a", 1.0, 0.0, 1.0), Bar("b", 0.0, 0.0, 0.9), Bar("c", 0.0, 0.0, 1.0), Bar("d", 0.0, 0.0, 0.0))
    assert strength.not_told_apart(bars) == "a, c and b cannot be told apart"
    assert strength.not_told_apart((Bar("a", 0.7, 0.6, 0.8), Bar("b", 0.3, 0.2, 0.4))) == ""
    robin = met([[0.5] * 3] * 3, 30)
    told = strength.equilibrium_sentence(robin)
    assert told.endswith("cannot be told apart by a point: each may have a place in the equilibrium.")
    assert "%" not in told


def test_a_cell_in_words():
    assert strength.cell_sentence(contest("rock", "paper", 0.25)).startswith("rock alone among paper wins 25.0")


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
