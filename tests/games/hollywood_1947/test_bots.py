"""Hollywood 1947: what greedy and the styles do in plain positions."""

import numpy as np
import pytest

from tests.support.hollywood import COMMUNIST, PATRIOT, Table
from tests.support.seats import bots
from workbench.engine.batch import Batch
from workbench.engine.bit_sets import members
from workbench.games.hollywood_1947 import GAME, game
from workbench.games.hollywood_1947.game import FIRST_JOB, STOP, Phase, Victory

QUIET = {"star_faces": 0, "players": 4, "deck_adds": 0, "discarded_from_movie": 0}
JOBS = "gaffer / editor / actor / actress"
DEALT = {"p": "p p c r", "c": "c p p r"}
"""The loyalties of four, by that of the first."""
CAREFUL = pytest.mark.parametrize("bot", ["greedy", "loyalist"])


def decision(table: Table, bot: str) -> int:
    return table.decision_of(bots(GAME, bot, table.players))


def laid(table: Table, bot: str) -> str:
    """The card that the bot adds, in short."""
    return table.shorts(np.uint64(1 << decision(table, bot)))


# Cards


@pytest.mark.parametrize("bot", ["greedy", "loyalist", "sleeper"])
@pytest.mark.parametrize(("loyalty", "card"), [("p", "PP"), ("c", "CC")])
def test_each_side_adds_its_own_symbols(bot: str, loyalty: str, card: str) -> None:
    table = Table(**QUIET).loyalties(DEALT[loyalty]).jobs(JOBS).hands("P PP N C CC / N / N / N").stars(0)
    table.score(1, 1).action().pass_all()
    assert laid(table, bot) == card


def test_a_sleeper_plays_patriot_until_the_third_movie() -> None:
    for movies, card in ((0, "P"), (1, "P"), (2, "C")):
        table = Table(**QUIET).loyalties("c p p r").jobs(JOBS).hands("P C / N / N / N").stars(0)
        table.score(movies, 0).action().pass_all()
        assert laid(table, "sleeper") == card
        assert laid(table, "loyalist") == "C"


@pytest.mark.parametrize(
    ("job", "loyalties"),
    [("cinematographer", "c c p p p"), ("actor", "c c p p p"), ("gaffer", "c c p p p"), ("director", "c p c p p")],
)
def test_a_sleeping_communist_does_not_favor_the_others(job: str, loyalties: str) -> None:
    """It looks at, robs and re-rolls whoever is on its left, and gives them the token that it may not have itself."""
    for movies in range(3):
        table = Table(**QUIET | {"players": 5}).loyalties(loyalties).stars(0, 1, 2).score(movies, 0)
        table.jobs(f"{job} / editor / composer / actress / producer")
        table.state.token_to = 0
        table.action().pass_until(job).option(job)
        assert decision(table, "loyalist") == 2
        assert decision(table, "sleeper") == (1 if movies < 2 else 2)


@pytest.mark.parametrize("bot", ["loyalist", "sleeper"])
def test_a_restricted_style_keeps_to_what_is_left(bot: str) -> None:
    """The new job that a producer may perform, and the re-roll that must be made where nothing may be stopped."""
    table = Table(**QUIET).loyalties("p p c r").jobs("producer / composer / actor / editor").action()
    table.option("producer").job("producer", "composer")
    assert (decision(table, bot), decision(table, f"{bot}~composer")) == (1, 0)
    table = Table(**QUIET).loyalties("p p c r").jobs(JOBS).stars(0, 1).action().option("reroll").do(0)
    table.state.stars = 3
    assert (decision(table, bot), decision(table, f"{bot}~stop")) == (STOP, 1)


@pytest.mark.parametrize(("score", "card"), [((2, 1), "C"), ((1, 2), "P"), ((1, 1), "N")])
def test_a_rising_star_helps_who_is_behind(score: tuple[int, int], card: str) -> None:
    table = Table(**QUIET).loyalties("r p p c").jobs(JOBS).hands("P N C / N / N / N").stars(0).score(*score).action()
    table.pass_all()
    assert laid(table, "loyalist") == laid(table, "greedy") == card


@CAREFUL
@pytest.mark.parametrize(("hand", "spends"), [("P N", True), ("C N", False)])
def test_tokens_are_spent_for_the_own_side_only(bot: str, hand: str, spends: bool) -> None:
    table = Table(**QUIET).loyalties("p p c r").jobs(JOBS).hands(f"{hand} / N / N / N")
    table.state.tokens[0] = 1
    table.action().pass_all()
    assert table.phase is Phase.TOKEN and (decision(table, bot) != STOP) == spends


# Jobs


@CAREFUL
@pytest.mark.parametrize(("loyalty", "choice"), [("p", 0), ("c", 1)])
def test_the_screenwriter_picks_the_own_poster(bot: str, loyalty: str, choice: int) -> None:
    table = Table(**QUIET).loyalties(DEALT[loyalty]).jobs("screenwriter / gaffer / actor / actress")
    table.genres(PATRIOT, COMMUNIST).action().option("screenwriter")
    assert decision(table, bot) == choice


@CAREFUL
@pytest.mark.parametrize(("drawn", "cuts"), [("C", 1), ("P", 0)])
def test_the_editor_cuts_what_hurts(bot: str, drawn: str, cuts: int) -> None:
    table = Table(**QUIET).loyalties("p p c r").jobs("editor / gaffer / actor / actress").hands(f"N / {drawn} / N / N")
    table.stars(1).action().pass_until("editor").option("editor").pass_all().add(drawn)
    assert decision(table, bot) == cuts


@CAREFUL
def test_the_gaffer_re_rolls_the_own_blank_die(bot: str) -> None:
    table = Table(**QUIET | {"star_faces": 3}).loyalties("p p c r").jobs(JOBS).hands("PP P P / N / N / N").stars(1, 2)
    table.action().pass_until("gaffer").option("gaffer")
    assert decision(table, bot) == 0


@CAREFUL
def test_a_token_goes_to_oneself_before_strangers(bot: str) -> None:
    table = Table(**QUIET).loyalties("p p c r").jobs("director / editor / actor / actress").action().option("director")
    assert decision(table, bot) == 0


def test_greedy_sends_no_token_to_whom_it_suspects() -> None:
    table = Table(**QUIET).loyalties("p p c r").jobs("director / editor / actor / actress")
    state = table.state
    for movie in range(3):  # 2 has added communist cards only, 1 patriot ones
        state.added[movie, 1] = state.added[movie, 2] = 1
        state.revealed[movie] = [0, 1, 1]
    state.added[3, 2], state.revealed[3] = 1, [0, 0, 1]
    state.added[4, 1], state.revealed[4] = 1, [0, 1, 0]
    state.token_to = 0
    table.score(3, 2).action().option("director")
    assert members(sum(1 << action for action in table.legal)) == [1, 2, 3]
    assert decision(table, "greedy") == 1


def test_a_job_is_performed_and_none_is_wasted_on_passing() -> None:
    for bot in ("greedy", "loyalist"):
        table = Table(**QUIET).loyalties("p p c r").jobs("composer / gaffer / actor / editor").action()
        table.pass_until("composer")
        assert decision(table, bot) == FIRST_JOB + table.number("composer")


# Teams


def test_search_is_paid_by_side() -> None:
    pay = GAME.functions["payoff"]
    table = Table(**QUIET).loyalties("p p c r").jobs(JOBS)
    level = [float(pay(table.state, table.rules, player)) for player in range(4)]
    assert level[0] == level[1] and abs(level[0] - level[2]) < 1e-12  # even targets, even movies
    table.score(3, 2)
    ahead = [float(pay(table.state, table.rules, player)) for player in range(4)]
    assert ahead[0] == ahead[1] > level[0] and ahead[2] < level[2] and ahead[3] > level[3]
    assert abs(sum(ahead[1:]) - 1.0) < 1e-12
    table.genres(PATRIOT).action().pass_all()
    assert [float(pay(table.state, table.rules, player)) for player in range(4)] == [1, 1, 0, 0]


def test_payoffs_after_a_movie_differ_by_no_more_than_their_span() -> None:
    pay, span = GAME.functions["payoff"], GAME.functions["payoff_span"]
    for score in ((0, 0), (2, 1), (1, 3), (3, 2), (3, 3)):
        table = Table(**QUIET).loyalties("p p c r").jobs(JOBS).score(*score)
        spans = [float(span(table.state, table.rules, player)) for player in range(4)]
        ways = [after_a_movie(score, won) for won in range(4)]
        paid = np.array([[float(pay(way.state, way.rules, player)) for player in range(4)] for way in ways])
        assert np.all(np.ptp(paid, axis=0) <= np.array(spans) + 1e-12) and max(spans) <= 1.0
    assert spans == [1.0] * 4  # the last movie may be the star's


def after_a_movie(score: tuple[int, int], won: int) -> Table:
    """A table at which one movie more was won by nobody, the patriots, the communists or both."""
    table = Table(**QUIET).loyalties("p p c r").jobs(JOBS).score(*score)
    table.run(game.premiere_, table.state, table.rules, 0, 0, won)
    table.run(game.check_end, table.state, table.rules, 9)
    return table


def test_a_win_of_both_sides_is_half_a_win_to_search_as_in_win_rates() -> None:
    pay, table = GAME.functions["payoff"], Table(players=2, tokens=0)
    table.state.over, table.state.outcome, table.state.winners = True, Victory.BOTH, 0b11
    assert [float(pay(table.state, table.rules, player)) for player in range(2)] == [0.5, 0.5]


# Compiled


def test_measures_of_sides_agree_with_the_winners() -> None:
    results = Batch(GAME, {"players": 6}, bots(GAME, "random", 6), seed=5).play(0, 40)
    assert set(np.unique(results["side"][:, :6])) == {0, 1, 2}
    for play in results:
        sides = {int(play["side"][seat]) for seat in range(6) if int(play["winners"]) >> seat & 1}
        won = {n for n, name in enumerate(("patriots_won", "communists_won", "rising_star_won")) if play[name]}
        assert sides == won and not play["tie"]
        assert [int(play["winners"]) >> seat & 1 for seat in range(6)] == list(play["won"][:6])
