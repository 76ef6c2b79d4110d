"""Hollywood 1947, Production: whose turn it is, and the three options."""

import pytest

from tests.support.hollywood import COMMUNIST, NEUTRAL, PATRIOT, Table
from workbench.engine.bit_sets import members
from workbench.games.hollywood_1947.table import STOP, Phase

SIX = "editor / gaffer / actor / director / composer / cinematographer"
STARS = {"star_faces": 6}
BLANK = {"star_faces": 0}


def turns(made: Table) -> list[int]:
    """Who has a turn in this round, if everybody passes."""
    players = []
    while made.phase is Phase.OPTION and made.state.movies == 0 and not made.state.over:
        players.append(made.actor)
        made.option("pass")
    return players


def test_turns_go_clockwise_from_the_lowest_number() -> None:
    assert turns(Table(**BLANK).jobs(SIX).action()) == [3, 4, 5, 0, 1, 2]


def test_a_turn_is_a_job_a_swap_re_rolls_or_nothing() -> None:
    made = Table().jobs(SIX).action()
    assert made.options() == {"pass", "reroll", "swap", "director"}


# Screenwriter


def test_without_a_screenwriter_the_genre_is_revealed_at_once() -> None:
    made = Table().jobs(SIX).genres(NEUTRAL).action()
    assert made.last("movie") == {
        "event": "movie",
        "number": 1,
        "genre": NEUTRAL,
        "symbol": "neutral",
        "by": "deck",
        "player": None,
    }


def test_the_screenwriter_picks_one_of_two_posters() -> None:
    made = Table().jobs("screenwriter / gaffer / actor / director / composer / editor").genres(PATRIOT, COMMUNIST)
    made.action()
    assert made.actor == 0 and not made.told("movie")
    made.option("screenwriter").do(1)
    assert made.last("movie") == {
        "event": "movie",
        "number": 1,
        "genre": COMMUNIST,
        "symbol": "communist",
        "by": "screenwriter",
        "player": 0,
    }
    assert made.last("posters") == {"event": "posters", "player": 0, "put_aside": PATRIOT}
    assert made.posters.index(PATRIOT) in members(made.state.posters_aside)
    assert made.state.genres_left == 12 and made.actor == 1


def test_a_screenwriter_who_does_something_else_leaves_the_genre_to_the_deck() -> None:
    made = Table().jobs("screenwriter / gaffer / actor / director / composer / editor").genres(PATRIOT).action()
    assert not made.told("movie")
    made.option("reroll")
    assert made.last("movie")["genre"] == PATRIOT and made.phase is Phase.REROLL


def test_who_becomes_screenwriter_mid_round_cannot_write() -> None:
    """Rules, Screenwriter: on the first turn of a round only."""
    made = Table().jobs("producer / gaffer / actor / director / composer / editor").action()
    made.option("producer").job("gaffer", "screenwriter")
    assert made.jobs_of(1) == {"screenwriter"}
    assert made.options() == {"pass", "reroll", "swap"}


def test_the_genre_deck_that_runs_out_is_made_of_posters_put_aside() -> None:
    made = Table(players=2).jobs("screenwriter editor / gaffer actor").genres(PATRIOT, NEUTRAL)
    made.state.genres_left = 2
    made.state.genre_deck[:2] = [made.posters.index(NEUTRAL), made.posters.index(PATRIOT)]
    made.action().option("screenwriter").do(0)
    assert made.state.genres_left == 0
    for _ in range(3):
        made.option("pass")
    while made.phase is not Phase.OPTION:
        made.do(made.legal[0])
    made.option("pass")
    assert made.last("movie")["genre"] == NEUTRAL  # the one that was put aside


# Option 2


def test_swapping_a_job_costs_the_turn() -> None:
    made = Table().jobs(SIX).action().option("swap").job("screenwriter")
    assert made.jobs_of(3) == {"screenwriter"} and made.actor == 4
    assert "director" in made.last("swap_jobs")["a"]["job"] and made.last("swap_jobs")["b"]["from"] is None
    assert made.state.swaps[3] == 1


def test_nine_players_cannot_swap() -> None:
    assert "swap" not in Table(players=9).action().options()


# Option 3


def test_two_dice_each_only_once_and_one_may_do() -> None:
    made = Table(**STARS).jobs(SIX).action().option("reroll")
    assert made.legal == [0, 1, 2, 3, 4, 5]
    made.do(2)
    assert made.legal == [0, 1, 3, 4, 5, STOP]
    made.stop()
    assert made.actor == 4 and members(made.state.stars) == [2]
    made.option("reroll").do(0, 1)
    assert made.actor == 5 and members(made.state.stars) == [0, 1, 2]
    assert made.last("reroll") == {"event": "reroll", "by": 4, "die_of": 1, "die": 0, "dice": 1, "star": True}
    assert (made.state.rerolls[3], made.state.rerolls[4]) == (1, 2)


def test_a_star_can_be_re_rolled_away() -> None:
    made = Table(**BLANK).jobs(SIX).stars(1).action().option("reroll").do(1)
    assert members(made.state.stars) == []


@pytest.mark.parametrize("faces", [0, 2, 5])
def test_stars_come_as_often_as_their_faces(faces: int) -> None:
    stars = []
    for seed in range(20):
        made = Table(seed, star_faces=faces, gaffer_rerolls=9).jobs("gaffer / editor / actor / actress / composer")
        made.action().pass_until("gaffer").option("gaffer").do(*[0] * 9)
        stars += [each["star"] for each in made.told("reroll")]
    assert len(stars) == 180 and abs(sum(stars) / 180 - faces / 6) < 0.14  # 3.7 standard deviations
