"""What was found, in sentences that say no more than the plays do."""

import json
from dataclasses import replace

import pytest

from tests.support.comparisons import says
from tests.support.strength import CHAIN, CYCLE, mechanism, met, restricted
from workbench.engine.wording import THIN
from workbench.report.document import Beside
from workbench.report.text import phrases
from workbench.report.text.verdicts import TOO_CLOSE
from workbench.stats import Estimate
from workbench.stats.evidence import Forecast
from workbench.studies.contest import Doubt
from workbench.studies.contest_words import doubt_clause
from workbench.studies.strategies import words
from workbench.studies.strategies.measure import Strategies, Worth
from workbench.studies.strategies.report import report, strategies_json
from workbench.studies.strategies.robin import EquilibriumWeight


def robin_sentences(robin):
    return [words.dominance_sentence(robin), words.equilibrium_sentence(robin), words.rating_sentence(robin)]


# Numbers


def test_numbers_have_a_real_minus_and_their_unit():
    assert phrases.percent(0.4123) == f"41.2{THIN}%"
    assert phrases.points(-0.0712) == "−7.1"
    assert phrases.points(0.0712) == "+7.1"
    assert phrases.plain(Estimate(0.684, 0.3, 0.66, 0.7, 9)) == "0.68 (0.66 to 0.70)"
    assert words.kind_label("draw_discard") == "Draw discard"


@pytest.mark.parametrize(
    ("doubt", "facts"),
    [
        (Doubt(True, False, 3, Forecast(520, 1_900)), ("100 plays", "too few")),
        (Doubt(False, True, 7, Forecast(520, 1_900)), ("among 7 rungs", "520 to 1 900 more plays at each seat")),
        (Doubt(False, False, 7, None), (TOO_CLOSE,)),
        (Doubt(False, False, 7, None, True), ("less than a point", TOO_CLOSE)),
    ],
)
def test_why_something_is_undecided_and_what_would_decide_it(doubt, facts):
    assert says(doubt_clause(doubt, "rungs"), *facts)
    kind = replace(mechanism(Worth.UNDECIDED), doubt=doubt)
    of_kinds = [fact.replace("rungs", "kinds") for fact in facts]
    assert says(words.mechanism_sentence(restricted(), kind), "undecided", *of_kinds)


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
    sentence = words.mechanism_sentence(restricted(), mechanism(standing, share=share))
    assert says(sentence, *facts)
    assert not says(sentence, "costs −")
    assert says(sentence, "2.6", "3.8") == (standing not in (Worth.FORCED, Worth.ABSENT))


# The round robin


def test_the_dominated_are_named_with_whom_they_are_dominated_by():
    told = robin_sentences(met(CHAIN, 3_000))
    assert says(told[0], "Paper", "dominated by rock", "Scissors", "dominated by rock and paper")
    assert says(told[1], "rock 100 % (100 % to 100 %)")
    assert says(told[2], "Rock is the strongest", "rated ")


def test_a_cycle_has_no_dominated_bot():
    told = robin_sentences(met(CYCLE))
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
    assert says(words.unsettled_weights(bars), "the weights of a, c and b")
    assert words.unsettled_weights((EquilibriumWeight("a", 0.7, 0.6, 0.8), EquilibriumWeight("b", 0.3, 0.2, 0.4))) == ""
    robin = met([[0.5] * 3] * 3, 30)
    told = words.equilibrium_sentence(robin)
    assert words.unsettled_weights(robin.equilibrium) in told and "%" not in told


def test_where_no_kind_can_be_left_out_no_empty_chart_is_drawn():
    for standing, drawn in ((Worth.FORCED, False), (Worth.WORTH, True)):
        blocks = report(Strategies(restricted(mechanism(standing)), met(CHAIN))).blocks
        columns = [column for block in blocks if isinstance(block, Beside) for column in block.columns]
        assert ("mechanisms" in {getattr(block, "name", "") for column in columns for block in column}) == drawn


# JSON


def test_strategies_are_json():
    both = strategies_json(Strategies(restricted(mechanism(Worth.WORTH), mechanism(Worth.FORCED)), met(CHAIN)))
    assert json.loads(json.dumps(both, allow_nan=False)) == both
    assert [kind["standing"] for kind in both["mechanisms"]["kinds"]] == ["worth having", "cannot be left out"]
    assert [len(row) for row in both["round_robin"]["shares"]] == [3, 3, 3]
