"""Sessions beside a simulation: percentiles, seats, and a sentence that does not claim more than it knows."""

from dataclasses import replace

import numpy as np
import pytest

from tests.support.comparisons import says
from tests.support.scenarios import scenario
from workbench.engine.problems import BadInput
from workbench.engine.registry import game_named
from workbench.playtest.log.recording import begin
from workbench.playtest.log.session import Session
from workbench.playtest.people_and_bots import PeopleAndBots, Simulated, compare_with_bots
from workbench.playtest.sessions import header_of
from workbench.report.text.playtests import people_words
from workbench.store import Store

GAME = game_named("hitmakers")
TURNS = ((40, 39, 38), (38, 40, 39), (39, 38, 40), (40, 38, 39), (38, 39, 40))
"""Evenings of high scores, won from every seat."""
PLAYS = 4_000


def simulated(seed: int = 1, strong_seat: int | None = None) -> Simulated:
    """Plays as bots might have made them: scores about 15, 3 to 7 deals."""
    rng = np.random.default_rng(seed)
    results = np.zeros(PLAYS, GAME.result)
    points = rng.poisson(15, (PLAYS, 3))
    if strong_seat is not None:
        points[:, strong_seat] += 10
    results["points"][:, :3] = points
    results["winners"] = (points == points.max(axis=1, keepdims=True)) @ np.array([1, 2, 4])
    results["deals"] = rng.integers(3, 8, PLAYS)
    return Simulated(GAME, {}, "r1", ("greedy",) * 3, results)


def session(store: Store, totals: tuple[float, ...], deals: int = 5, **header: object) -> Session:
    """An evening that ended with these totals, by seat."""
    log = begin(store, {"game": "hitmakers", "rules_hash": "r1", **header})
    for seat, total in enumerate(totals):
        player = log.add_player(f"P{seat}", seat).data["player"]
        for row in range(deals):
            log.score(player, row, total / deals)
    log.end(finished=True)
    return log.session()


def headline(answer: PeopleAndBots) -> str:
    return people_words(answer).headline


def lines(answer: PeopleAndBots) -> list[str]:
    return people_words(answer).things


def test_people_who_play_as_bots_do_are_not_called_different(store: Store) -> None:
    answer = compare_with_bots(simulated(), [session(store, (15, 14, 16))])
    score, margin, length = answer.figures
    assert (score.values, margin.values, length.values) == ((15,), (1,), (5,))
    assert (score.placement.n, float(np.median(length.plays))) == (1, 5)
    assert not answer.differs
    assert says(
        headline(answer), "1 session rules nothing out", "scores averaged 15", "quick bots mostly", "At least 5"
    )
    assert answer.needed > 20


def test_people_who_score_far_more_are(store: Store) -> None:
    answer = compare_with_bots(simulated(), [session(store, totals) for totals in TURNS])
    assert [figure.differs for figure in answer.figures] == [True, False, False]
    assert says(headline(answer), "After 5 sessions, people score higher", "than quick bots")
    assert people_words(answer).asides["details"].startswith("**Next:** trust people where they differ")
    assert says(lines(answer)[0], "Scores", "more")


def by_side(store: Store, won: list[str]) -> PeopleAndBots:
    """Sessions that these sides won, where bots' second side wins four plays of five."""
    setup = scenario(game="hollywood_1947")
    results = np.zeros(PLAYS, setup.game.result)
    results["side"][:, 2 : setup.players] = 1
    results["winners"] = np.where(np.arange(PLAYS) % 5 == 0, 0b11, 0b100)
    sessions = []
    for side in won:
        log = begin(store, header_of(setup))
        for seat in range(setup.players):
            log.add_player(f"P{seat}", seat)
        log.outcome(None, [side])
        log.end()
        sessions.append(log.session())
    bots = ("greedy",) * setup.players
    return compare_with_bots(Simulated(setup.game, setup.rules, setup.rules_hash, bots, results), sessions)


def test_sides_are_compared_where_a_game_has_some(store: Store) -> None:
    few = by_side(store, ["patriots", "patriots"])
    assert [(side.figure.side, side.wins, side.bots) for side in few.sides] == [
        ("patriots", 2, pytest.approx(0.2)),
        ("communists", 0, pytest.approx(0.8)),
    ]
    assert not few.differs
    assert says(headline(few), "2 sessions rule nothing out: patriots won 2 (20 %) and communists won 0 (80 %)")
    many = by_side(store, ["patriots"] * 8)
    assert [side.differs for side in many.sides] == [True, True]
    assert says(headline(many), "After 8 sessions, people win more often as patriots and win less often as")


def test_a_seat_that_always_wins(store: Store) -> None:
    answer = compare_with_bots(simulated(), [session(store, (15, 14, 21)) for _ in range(8)])
    assert [seat.differs for seat in answer.seats] == [False, False, True]
    last = answer.seats[2]
    assert (last.wins, last.figure.estimate.n, last.figure.estimate.mean) == (8, 8, 1.0)
    assert "win more often from seat 3" in headline(answer)
    assert says(lines(answer)[-1], "Seat 3 won 8 of 8", "may be 6", "to 100 %")


def test_few_sessions_decide_nothing_however_odd_they_are(store: Store) -> None:
    """Percentiles and seats of two evenings were told with intervals; seat 2 won none of them and was drawn at 20 %."""
    answer = compare_with_bots(simulated(), [session(store, (60, 40, 30)) for _ in range(4)])
    assert not answer.differs and not any(figure.same for figure in answer.figures)
    assert says(headline(answer), "4 sessions rule nothing out", "averaged", "At least 5")
    text = " ".join(lines(answer))
    assert "percentile" not in text and "win rate" not in text
    assert says(text, "Seat 2 won 0 of 4", "bots win", "%")
    assert answer.seats[1].figure.estimate.mean == 0


def test_there_is_one_forecast_and_it_does_not_hang_on_what_was_seen(store: Store) -> None:
    near = compare_with_bots(simulated(), [session(store, (15, 14, 16))] * 2)
    far = compare_with_bots(simulated(), [session(store, (40, 14, 16))] * 2)
    assert people_words(near).asides["details"] == people_words(far).asides["details"]
    assert says(people_words(near).asides["details"], "80 %", "about ", "if figures", "about ", "if a seat")
    for answer in (near, far):
        told = [headline(answer), *lines(answer)]
        assert not any("more would tell" in line or "more sessions" in line for line in told)


def test_people_are_called_like_bots_only_where_the_interval_says_so(store: Store) -> None:
    batch, rng = simulated(), np.random.default_rng(3)
    model = session(store, (15, 14, 16))
    few, many = ([_as_played(model, batch, play) for play in rng.integers(0, PLAYS, n)] for n in (40, 400))
    assert "neither shown nor ruled out" in headline(compare_with_bots(batch, few))
    assert says(headline(compare_with_bots(batch, many)), "400 sessions", "like the bots", "10 percentile points")


def test_an_advantage_that_bots_have_too_is_no_difference(store: Store) -> None:
    answer = compare_with_bots(simulated(strong_seat=2), [session(store, (15, 14, 26)) for _ in range(3)])
    assert answer.seats[2].bots > 0.9
    assert not any(seat.differs for seat in answer.seats)


def test_shared_wins_count_in_parts(store: Store) -> None:
    answer = compare_with_bots(simulated(), [session(store, (20, 20, 3))])
    assert [seat.wins for seat in answer.seats] == [0.5, 0.5, 0]


def test_false_alarms_are_as_rare_as_they_should_be(store: Store) -> None:
    batch, rng = simulated(), np.random.default_rng(5)
    model = session(store, (15, 14, 16))
    alarms = 0
    for _ in range(100):
        picked = rng.integers(0, PLAYS, 5)
        people = [_as_played(model, batch, play) for play in picked]
        alarms += compare_with_bots(batch, people).differs
    assert alarms <= 8


def _as_played(model: Session, batch: Simulated, play: int) -> Session:
    """A session with the scores of a simulated play."""
    players = [seated.player for seated in model.players]
    deals = int(batch.results["deals"][play])
    points = batch.results["points"][play]
    cells = {
        (player, row, None): int(points[seat]) / deals for seat, player in enumerate(players) for row in range(deals)
    }
    written = {player: int(points[seat]) for seat, player in enumerate(players)}
    return replace(model, scores=replace(model.scores, cells=cells, written=written))


def test_what_cannot_be_compared_is_said(store: Store) -> None:
    fit = session(store, (15, 14, 16))
    odd = [
        session(store, (15, 14)),
        session(store, (15, 14, 16), rules_hash="r2"),
        replace(fit, status="open"),
        session(store, (15, 14, 16), game="golf"),
    ]
    answer = compare_with_bots(simulated(), [fit, *odd])
    assert answer.sessions == (fit.id,)
    assert set(answer.left_out) == {
        "with another number of players", "of other rules", "not played to the end", "of another game"
    }  # fmt: skip
    assert lines(answer)[-1].startswith("Left out: 1 with another number of players, 1 of other rules")
    with pytest.raises(BadInput, match=r"1 of other rules"):
        compare_with_bots(simulated(), odd[1:2])
    with pytest.raises(BadInput, match=r"there are none"):
        compare_with_bots(simulated(), [])


def test_a_session_without_seats_or_points_says_less(store: Store) -> None:
    log = begin(store, {"game": "hitmakers"})
    for name in "ABC":
        log.add_player(name)
    log.end()
    answer = compare_with_bots(simulated(), [log.session()])
    assert (answer.figures, answer.seats, answer.needed) == ((), (), 0)
    assert says(headline(answer), "1 session", "nothing to compare", "(quick)")
