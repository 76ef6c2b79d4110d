"""Styles and bots against each other, from known results and from plays."""

import numpy as np
import pytest

from tests.support.halves import round_robin
from tests.support.scenarios import scenario
from tests.support.strength import BOTS, CHAIN, CYCLE, TWO, met
from workbench.engine.wording import THIN
from workbench.play.options import RunOptions
from workbench.report.text.verdicts import TOO_CLOSE
from workbench.stats import Verdict
from workbench.store.runs import runs
from workbench.studies.contest_columns import JUDGED
from workbench.studies.strategies.measure import strategies
from workbench.studies.strategies.question import MechanismsPlan, RobinPlan, StrategiesPlan
from workbench.studies.strategies.robin import RATED_PLAYS, meetings
from workbench.studies.workload import Length

TABLE = scenario(score_target=0)


def test_every_undecided_pair_says_what_it_lacks():
    few, many = met(CHAIN, 40), met(CHAIN, 3_000)
    assert {(pair.doubt.few, pair.doubt.among) for pair in few.pairs} == {(True, 6)}
    assert {pair.doubt for pair in many.pairs} == {None}
    assert all("Plays to decide" not in row for row in JUDGED.table(many.pairs).rows)
    told = [row["Plays to decide"] for row in JUDGED.table(few.pairs).rows]
    assert all(cell == TOO_CLOSE or int(cell.split(" ")[0].replace(THIN, "")) >= 60 for cell in told)


def test_the_matrix_has_the_shares_and_is_even_on_the_diagonal():
    shares, low, high = met(CHAIN).matrix
    assert np.diag(shares).tolist() == np.diag(low).tolist() == np.diag(high).tolist() == [0.5] * 3
    assert shares == pytest.approx(np.array(CHAIN), abs=0.08)
    assert (low <= shares).all()
    assert (shares <= high).all()


def test_rock_paper_and_scissors():
    answer = met(CYCLE)
    assert [strength.bot for strength in answer.strengths] == list(BOTS)
    assert [strength.weight.mean for strength in answer.strengths] == pytest.approx([1 / 3] * 3, abs=1e-6)
    assert answer.dominated == ()
    assert set(answer.beats) == {("paper", "rock"), ("scissors", "paper"), ("rock", "scissors")}
    ratings = [strength.rating.mean for strength in answer.strengths]
    assert max(ratings) - min(ratings) < 2


def test_a_chain_has_a_top_and_dominated_others():
    answer = met(CHAIN, 3_000)
    assert {(row.bot, row.by, row.strict) for row in answer.dominated} == {
        *(("paper", "rock", True), ("scissors", "rock", True), ("scissors", "paper", True))
    }
    assert answer.strengths[0].weight.mean == 1
    assert [strength.bot for strength in answer.rated] == list(BOTS)
    assert answer.verdicts["scissors", "rock"] is Verdict.LOWER


def test_ratings_do_not_hang_on_who_is_named_first():
    order = (2, 0, 1)
    turned = met([[CHAIN[i][j] for j in order] for i in order], 3_000, [BOTS[i] for i in order])
    assert [strength.bot for strength in turned.rated] == list(BOTS)


def test_ratings_come_from_whole_rounds_of_plays():
    tables, shares = met(CHAIN, 40)._tables()
    assert tables.shape == shares.shape == (40 * 6 * 2, 2)
    assert tables[:4].tolist() == [[0, 1], [1, 0], [0, 2], [2, 0]]
    assert (shares.sum(axis=1) == 1).all()
    answer = met(CHAIN, 40)
    at_seats = {(one, field): np.round(40 * np.array(cell.by_seat)) for (one, field), cell in answer.cells.items()}
    rock_first = shares[(tables == [0, 2]).all(axis=1)].sum(axis=0)  # the lone rock, or the lone scissors second
    expected = at_seats["rock", "scissors"][0] + 40 - at_seats["scissors", "rock"][1]
    assert rock_first.tolist() == [expected, 80 - expected]
    long = met(CHAIN, 3_000)._tables()[0]
    assert RATED_PLAYS - 12 < len(long) <= RATED_PLAYS
    assert len(long) % 12 == 0


def test_every_pair_meets_and_the_strong_win():
    answer = round_robin(TABLE, RobinPlan(("random", "greedy", "hoarder"), 150), RunOptions())
    assert set(answer.cells) == {(a, b) for a in answer.bots for b in answer.bots if a != b}
    assert {cell.plays for cell in answer.cells.values()} == {150}
    assert ("greedy", "random") in answer.beats
    assert ("random", "greedy", True) in {(row.bot, row.by, row.strict) for row in answer.dominated}
    assert answer.top == "greedy"
    assert answer.strengths[1].weight.mean == 1
    assert (answer.players, answer.plays, answer.even) == (3, 150, 1 / 3)


def test_all_pairs_have_as_many_plays_as_are_affordable():
    cheap, dear = (meetings(TABLE, RobinPlan(("greedy", bot)), Length(45, 9)) for bot in ("random", "ismcts:8000"))
    for steps, plays in ((cheap, 2_000), (dear, 160)):
        assert {pairing.plays for pairing, _ in steps} == {plays}


def test_both_studies_are_one(store):
    seen = []
    plan = StrategiesPlan(MechanismsPlan("greedy", 10), RobinPlan(("greedy", "random"), 10))
    answer = strategies(TWO, plan, RunOptions(store), seen.append)
    played = [kind.contest for kind in answer.mechanisms.kinds if kind.contest]
    simple = [line.contest for line in answer.simple.contests]
    assert seen[-1].partial == (*played, *answer.robin.cells.values(), *simple)
    batches = 2 * len(played) + 2 + 2 * len(simple)  # the two cells are the same two tables
    assert seen[-1].batches == batches == len(runs(store))
    assert {run.extra["study"] for run in runs(store)} == {"strategies"}
    alone = round_robin(TWO, plan.robin, RunOptions(store))
    assert alone.cells["random", "greedy"].runs == answer.robin.cells["random", "greedy"].runs
