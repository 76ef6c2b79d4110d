"""What strategies say: from verdicts alone, open where they are, and nothing where nothing stands out."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from tests.support import answers
from tests.support.answers import drawings_of, table_of, told
from tests.support.comparisons import says
from tests.support.strength import CHAIN, CYCLE, drawn_contest, mechanism, met, restricted, simple, together
from workbench.report.document import Report
from workbench.stats import Estimate, Verdict
from workbench.stats.evidence import Forecast
from workbench.studies.contest import Doubt, JudgedContest, shifted, verdicts
from workbench.studies.simple_strategy import SimpleStrategy
from workbench.studies.strategies import STUDY
from workbench.studies.strategies.measure import WORTHS, Mechanism, Mechanisms, Strategies, Usage, Worth
from workbench.studies.strategies.robin import BotStrength, RoundRobin

STRONG = [[0.5, 0.9, 0.95], [0.1, 0.5, 0.7], [0.05, 0.3, 0.5]]
ALIKE = [[0.5] * 3] * 3
QUIET = met(ALIKE, 100, ("greedy", "a", "b"))
"""A round robin of which nothing is to be said."""


@pytest.fixture(scope="module")
def close() -> Report:
    """Of bots that are surely as good as each other, one of which decides at random."""
    return report_of(restricted(), met(ALIKE, plays=40_000, bots=("random", "a", "b")))


def report_of(mechanisms: Mechanisms, robin: RoundRobin = QUIET) -> Report:
    """The document."""
    return told(STUDY, Strategies(mechanisms, robin))


def things(report: Report) -> str:
    """What there is to know beside the headline, without marks."""
    return "\n".join(answers.things(report))


def advice(*kinds: Mechanism) -> str:
    return things(report_of(restricted(*kinds)))


# A simple strategy


def test_a_simple_strategy_that_beats_thinkers_by_much_comes_first() -> None:
    report = told(STUDY, Strategies(restricted(), QUIET, simple(0.6, 0.7, "thinker:200")))
    rival = "against a thinker 200 bot (even 50 %)"
    assert says(report.headline, "A simple strategy beats thinkers: it wins 70 %", rival)
    name = "quick without scout while own hand is 2 or less (greedy~scout:own_hand=..2)"
    assert says(
        answers.things(report)[0], "Any command plays it:", name, "99 scripted mixtures", "70 % (65 % to 74 %)", rival
    )
    assert next(iter(drawings_of(report))) == "simple"


def test_a_simple_strategy_that_beats_quick_bots_alone_has_a_line() -> None:
    report = told(STUDY, Strategies(restricted(), QUIET, simple(0.6, 0.52, "thinker:200")))
    assert "simple" not in report.headline and "simple" not in drawings_of(report)
    assert says(answers.things(report)[0], "A simple way to beat quick bots:", "60 %")
    none = told(STUDY, Strategies(restricted(), QUIET, simple(0.4, 0.3)))
    assert "simple" not in things(none)
    rows = table_of(none, "Every pair, with its verdict").rows
    assert [row["Bot"] for row in rows][:2] == ["quick without scout while own hand is 2 or less"] * 2


# Kinds of action


@pytest.mark.parametrize(
    ("standing", "cells"),
    [
        (Worth.WORTH, ("+10.0 points", "worth having")),
        (Worth.HARMFUL, ("−10.0 points", "better left out")),
        (Worth.NOTHING, ("less than a point",)),
        (Worth.UNDECIDED, ("undecided", "520 to 1 900")),
        (Worth.UNUSED, ("never chosen",)),
        (Worth.FORCED, ("cannot be left out",)),
        (Worth.ABSENT, ("never a choice",)),
    ],
)
def test_every_kind_of_action_has_its_row(standing: Worth, cells: tuple[str, ...]) -> None:
    kind = mechanism(standing, share=0.6 if standing is Worth.HARMFUL else 0.4)
    if standing is Worth.UNDECIDED:
        kind = replace(kind, doubt=Doubt(False, True, 7, Forecast(520, 1_900)))
    other = mechanism(Worth.WORTH, "poach")
    rows = table_of(report_of(restricted(kind, other)), "Every kind of action").rows
    [row] = [row for row in rows if row["Action"] == "Scout"]
    assert says(" ".join(row.values()), *cells)
    is_choice = standing not in (Worth.FORCED, Worth.ABSENT)
    assert (bool(row["Loss without it"]), bool(row["Chosen a play"])) == (is_choice, is_choice)


def test_the_headline_names_the_best_bots_and_what_is_worth_most() -> None:
    robin = met(STRONG, bots=("strong", "weak", "random"))
    kinds = (
        mechanism(Worth.WORTH, "scout", 0.36),
        mechanism(Worth.WORTH, "poach", 0.45),
        mechanism(Worth.HARMFUL, "pass", 0.6),
    )
    report = report_of(restricted(*kinds), robin)
    assert says(report.headline, "Strong beats every other of these bots; scout is worth 14 points, poach 5.")
    assert says(
        things(report), "Better left out: pass", "Never the better choice: weak", "Worth less than a point: pass"
    )


def test_what_the_rules_force_is_no_strategy() -> None:
    """To collect a trick was to be tried without, which the rules make one do: nine times of ten there is no choice."""
    forced = replace(mechanism(Worth.NOTHING, "collect", 0.5), usage=Usage(1_000, 52.8, 6.0, 88.6))
    report = report_of(restricted(forced, mechanism(Worth.WORTH, "lay")))
    assert "collect" not in report.headline + things(report)
    assert list(drawings_of(report)["mechanisms"].draw().figure.layout.yaxis.ticktext) == ["<b>Lay</b>"]
    assert [row["Action"] for row in table_of(report, "Every kind of action").rows] == ["Lay", "Collect"]


def test_where_nothing_is_a_choice_no_empty_chart_is_drawn() -> None:
    for standing, drawn in ((Worth.FORCED, False), (Worth.WORTH, True)):
        assert ("mechanisms" in drawings_of(report_of(restricted(mechanism(standing))))) == drawn


def test_what_is_worth_having_or_forced_or_open_needs_no_advice() -> None:
    fine = [mechanism(standing, standing.name.lower()) for standing in (Worth.WORTH, Worth.FORCED, Worth.UNDECIDED)]
    assert advice(*fine) == ""


def test_what_is_surely_not_worth_a_point_is_to_be_tried_without_though_its_harm_is_undecided() -> None:
    clear, may_pay = mechanism(Worth.UNDECIDED, "pass", 0.6), mechanism(Worth.UNDECIDED, "scout", 0.5)
    report = report_of(restricted(clear, may_pay))
    assert says(things(report), "Worth less than a point: pass.")
    rows = table_of(report, "Every kind of action").rows
    assert {row["Action"]: row["Verdict"] for row in rows} == {"Pass": "not worth a point", "Scout": "undecided"}
    chart = drawings_of(report)["mechanisms"].draw()
    assert {trace.name for trace in chart.figure.data} == {"not worth a point", "undecided"}
    seldom = replace(clear, usage=Usage(1_000, 3.8, 0.05, 0.0))
    assert advice(seldom, may_pay) == ""


def test_what_is_seldom_or_never_chosen_is_not_called_needless() -> None:
    """`keep biz` was hardly ever chosen, and the advice was to cut it; presenting is automatic."""
    rare = replace(mechanism(Worth.NOTHING, "keep_biz", 0.5), usage=Usage(1_000, 3.8, 0.05, 0.0))
    assert advice(rare, mechanism(Worth.ABSENT, "present")) == ""
    without = Mechanisms(restricted().scenario, "greedy~scout", (mechanism(Worth.ABSENT, "present"),))
    assert says(things(report_of(without)), "Never a choice: present", "leave out scout")


# What is false is not said


NULL_DRAWS = 60


def without(share: float, plays: int, kinds: int = 6, seed: int = 1) -> Mechanisms:
    """So many kinds of action, where leaving out each gives this chance to win."""
    rng = np.random.default_rng(seed)
    names = [f"greedy~kind_{number}" for number in range(kinds)]
    contests = [drawn_contest(name, "greedy", rng.random((2, plays)) < share) for name in names]
    values = [shifted(contest.gain, 0.0, -1.0) for contest in contests]
    usage = Usage(1_000, 3.8, 2.6, 0.0)
    return restricted(
        *(
            Mechanism(contest.one.removeprefix("greedy~"), usage, contest, WORTHS[word])
            for contest, word in zip(contests, verdicts(values), strict=True)
        )
    )


def test_of_kinds_of_action_that_do_not_matter_none_is_called_harmful_or_worthless() -> None:
    draws = [without(0.5, 300, seed=seed) for seed in range(NULL_DRAWS)]
    assert np.mean([bool(kinds.of(Worth.HARMFUL, Worth.NOTHING)) for kinds in draws]) <= 0.05


def test_a_harm_below_a_point_is_not_told_as_one() -> None:
    """It was called too small a reward: a harm of 0.4 points is below the smallest change that counts."""
    assert says(things(report_of(without(0.504, 100_000, kinds=1))), "Worth less than a point: kind 0.")


def test_few_plays_give_no_advice_however_clear_they_look() -> None:
    """`Undecided, since fewer than 100 plays decide nothing` stood beside `nobody should play blockbuster` from 60."""
    won = np.ones((2, 99), dtype=bool)
    assert [things(report_of(without(share, 99))) for share in (0.0, 1.0)] == ["", ""]
    report = report_of(restricted(), met(STRONG, plays=99, bots=("strong", "weak", "random")))
    assert says(report.headline, "99 plays of each pair", "too few") and things(report) == ""
    drawn = drawings_of(report)
    assert "do not settle" in drawn["equilibrium"].draw().sentence and "undecided" in drawn["ratings"].draw().sentence
    unused = replace(mechanism(Worth.UNUSED, "pass"), contest=drawn_contest("greedy~pass", "greedy", won))
    assert advice(unused) == ""


# Bots


def test_random_that_keeps_up_is_a_warning(close: Report) -> None:
    """Only where it is shown: too few plays to tell it from others are none."""
    assert things(report_of(restricted(), met(ALIKE, bots=("random", "a", "b")))) == ""
    assert says(things(close), "Random play does as well as a and b", "?")

    weak = met([[0.5, 0.6, 0.01], [0.4, 0.5, 0.02], [0.99, 0.98, 0.5]], 2_000, ("random", "hoarder", "greedy"))
    told = str(report_of(restricted(), weak).blocks[0])
    assert says(told, "No better than random play:** hoarder, though") and "decisions" not in told


def test_bots_that_are_surely_close_are_said_to_be_so(close: Report) -> None:
    assert re.search("are within [12] points? of each other", close.headline)
    assert "is undecided" in report_of(restricted(), met(ALIKE, bots=("random", "a", "b"))).headline


def test_a_bot_that_plays_within_a_few_points_of_the_best_is_not_said_not_to_pay() -> None:
    """Though it is dominated: nowhere better, and against random play worse."""
    robin = met([[0.5, 0.5, 0.95], [0.5, 0.5, 0.9], [0.05, 0.1, 0.5]], plays=40_000, bots=("a", "b", "random"))
    assert [bot.bot for bot in robin.dominated if bot.bot != "random"] == ["b"]
    a, b, random = robin.strengths
    for ratings in ((a.rating, b.rating), (b.rating, a.rating)):  # whichever of them is rated higher
        vars(robin)["strengths"] = (replace(a, rating=ratings[0]), replace(b, rating=ratings[1]), random)
        report = report_of(restricted(), robin)
        assert "are within" in report.headline and things(report) == ""


def test_a_strength_of_bots_is_no_way_to_win() -> None:
    """*Quick* was to be strengthened `if that is meant to be a way to win`."""
    robin = met([[0.5, 0.9, 1], [0.1, 0.5, 1], [0, 0, 0.5]], 400, ("ismcts:200", "greedy", "random"))
    assert robin.dominated and things(report_of(restricted(), robin)) == ""


def test_of_bots_that_are_alike_none_is_best_or_worst() -> None:
    robins = [met([[0.5] * 4] * 4, 300, ("random", "a", "b", "c"), seed) for seed in range(NULL_DRAWS)]
    wrong = [bool(robin.dominated or robin.no_better_than_random) for robin in robins]
    assert np.mean(wrong) <= 0.05
    drawn = drawings_of(report_of(restricted(), robins[0]))
    assert "undecided" in drawn["ratings"].draw().sentence and "do not settle" in drawn["equilibrium"].draw().sentence


def test_the_one_way_to_play_needs_a_lead_of_a_point_over_every_other() -> None:
    """Greedy was `the one way to play, 100 % (100 % to 100 %)` where scout and spreader were within its range."""
    close = met([[0.5, 0.508, 0.9], [0.5, 0.5, 0.9], [0.1, 0.1, 0.5]], 20_000, ("greedy", "scout", "weak"))
    report = report_of(restricted(), close)
    assert "One way to win" not in things(report)
    assert says(drawings_of(report)["equilibrium"].draw().sentence, "do not settle", "quick and scout")
    alone = met(STRONG, bots=("strong", "weak", "random"))
    assert says(things(report_of(restricted(), alone)), "One way to win: strong, which nothing counters.")


def test_a_chain_and_a_cycle_have_their_mixtures() -> None:
    chain, cycle = report_of(restricted(), met(CHAIN, 3_000)), report_of(restricted(), met(CYCLE))
    assert says(drawings_of(chain)["equilibrium"].draw().sentence, "In equilibrium: rock")
    assert says(drawings_of(chain)["ratings"].draw().sentence, "strongest: rock")
    assert says(things(cycle), "rock, paper and scissors hold each other in check")
    rows = table_of(cycle, "Ratings and the mixed equilibrium").rows
    assert [row["Weight"] for row in rows] == ["33\u202f%"] * 3
    assert "more kinds" not in cycle.details, "at a table of two, pairs of bots are all there is"
    first, second = table_of(chain, "Every pair").rows[:2]
    assert first["among rock"] == "even" and re.fullmatch(r"\d+\u202f% \(\d+ to \d+\)", second["among rock"])


def weighing(ends: Mapping[str, tuple[float, float, float]]) -> list[BotStrength]:
    """Bots with these weights and their ranges."""
    rating = Estimate(25.0, 1.0, 23.0, 27.0, 400)
    return [BotStrength(bot, rating, Estimate(mean, 0.0, low, high, 400)) for bot, (mean, low, high) in ends.items()]


def test_a_mixture_that_may_be_any_is_no_finding() -> None:
    robin = met(ALIKE)
    ends = {"a": (1.0, 0.0, 1.0), "b": (0.0, 0.0, 0.9), "c": (0.0, 0.0, 1.0), "d": (0.0, 0.0, 0.0)}
    vars(robin)["strengths"] = weighing(ends)
    assert robin.unsettled == ["a", "c", "b"]
    vars(robin)["strengths"] = weighing({"a": (0.7, 0.6, 0.8), "b": (0.3, 0.2, 0.4)})
    assert robin.unsettled == []


# All win or lose together


def test_where_all_win_or_lose_together_bots_are_told_by_how_often_all_win() -> None:
    report = told(STUDY, Strategies(restricted(), together({"random": 0.1, "greedy": 0.6, "a": 0.3})))
    assert says(report.headline, "Quick wins more than every other of these bots.")
    assert says(things(report), "Never the better choice: a.")
    drawn = drawings_of(report)
    assert not {"matrix", "ratings", "equilibrium"} & drawn.keys()
    assert [*drawn["wins"].draw().figure.layout.yaxis.ticktext] == ["<b>quick</b>", "<b>a</b>", "<b>random</b>"]
    [row] = [row for row in table_of(report, "Every pair, with its verdict").rows if row["Bot"] == "a"][1:]
    cells = ["quick", "−30.0 points", "30.0\u202f%", "60.0\u202f%", "weaker"]
    assert [row[name] for name in ("Instead of", "Wins more", "Won", "Won by the other", "Verdict")] == cells
    assert says(report.details, "400 plays of each (seed", "Nobody has rivals here")
    assert report.data["together"] and report.data["round_robin"]["shares"][1] == pytest.approx([0.6] * 3)
    assert [rating["bot"] for rating in report.data["round_robin"]["ratings"]] == ["greedy", "a", "random"]


def test_a_simple_strategy_of_all_says_what_all_win_with_others() -> None:
    robin = together({"random": 0.1, "greedy": 0.3, "thinker:200": 0.5, "a": 0.7})
    lines = tuple(JudgedContest(robin.cells["a", field], Verdict.HIGHER) for field in ("greedy", "thinker:200"))
    report = told(STUDY, Strategies(restricted(), robin, SimpleStrategy("a", "greedy", 99, lines)))
    words = "it wins 70 % where all play it; 50 % where all play thinker 200."
    assert says(report.headline, "A simple strategy beats thinkers:", words)
    assert says(drawings_of(report)["simple"].draw().sentence, "where all play it")


# JSON


def test_strategies_are_json() -> None:
    both = report_of(restricted(mechanism(Worth.WORTH), mechanism(Worth.FORCED)), met(CHAIN)).data
    assert json.loads(json.dumps(both, allow_nan=False)) == both
    assert [kind["standing"] for kind in both["mechanisms"]["kinds"]] == ["worth having", "cannot be left out"]
    assert [len(row) for row in both["round_robin"]["shares"]] == [3, 3, 3]
