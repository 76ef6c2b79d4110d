"""Hollywood 1947, Production: whose turn it is, and the three options."""

import pytest

from tests.support.hollywood import COMMUNIST, NEUTRAL, PATRIOT, Table
from workbench.engine.bit_sets import members
from workbench.games.hollywood_1947.game import STOP, Phase

SIX = "editor / gaffer / actor / director / composer / cinematographer"
STARS = {"star_faces": 6}
BLANK = {"star_faces": 0}


def turns(table: Table) -> list[int]:
    """Who has a turn in this round, if everybody passes."""
    players = []
    while table.phase is Phase.OPTION and table.state.movies == 0 and not table.state.over:
        players.append(table.actor)
        table.option("pass")
    return players


def test_turns_go_clockwise_from_the_lowest_number() -> None:
    assert turns(Table(**BLANK).jobs(SIX).action()) == [3, 4, 5, 0, 1, 2]


def test_a_turn_is_a_job_a_swap_re_rolls_or_nothing() -> None:
    table = Table().jobs(SIX).action()
    assert table.options() == {"pass", "reroll", "swap", "director"}


# Screenwriter


def test_without_a_screenwriter_the_genre_is_revealed_at_once() -> None:
    table = Table().jobs(SIX).genres(NEUTRAL).action()
    assert table.last("movie") == {
        "event": "movie",
        "number": 1,
        "genre": NEUTRAL,
        "symbol": "neutral",
        "by": "deck",
        "player": None,
    }


def test_the_screenwriter_picks_one_of_two_posters() -> None:
    table = Table().jobs("screenwriter / gaffer / actor / director / composer / editor").genres(PATRIOT, COMMUNIST)
    table.action()
    assert table.actor == 0 and not table.told("movie")
    table.option("screenwriter").do(1)
    assert table.last("movie") == {
        "event": "movie",
        "number": 1,
        "genre": COMMUNIST,
        "symbol": "communist",
        "by": "screenwriter",
        "player": 0,
    }
    assert table.last("posters") == {"event": "posters", "player": 0, "put_aside": PATRIOT}
    assert table.posters.index(PATRIOT) in members(table.state.posters_aside)
    assert table.state.genres_left == 12 and table.actor == 1


def test_a_screenwriter_who_does_something_else_leaves_the_genre_to_the_deck() -> None:
    table = Table().jobs("screenwriter / gaffer / actor / director / composer / editor").genres(PATRIOT).action()
    assert not table.told("movie")
    table.option("reroll")
    assert table.last("movie")["genre"] == PATRIOT and table.phase is Phase.REROLL


def test_who_becomes_screenwriter_mid_round_cannot_write() -> None:
    """Rules, Screenwriter: on the first turn of a round only."""
    table = Table().jobs("producer / gaffer / actor / director / composer / editor").action()
    table.option("producer").job("gaffer", "screenwriter")
    assert table.jobs_of(1) == {"screenwriter"}
    assert table.options() == {"pass", "reroll", "swap"}


def test_the_genre_deck_that_runs_out_is_made_of_posters_put_aside() -> None:
    table = Table(players=2).jobs("screenwriter editor / gaffer actor").genres(PATRIOT, NEUTRAL)
    table.state.genres_left = 2
    table.state.genre_deck[:2] = [table.posters.index(NEUTRAL), table.posters.index(PATRIOT)]
    table.action().option("screenwriter").do(0)
    assert table.state.genres_left == 0
    for _ in range(3):
        table.option("pass")
    while table.phase is not Phase.OPTION:
        table.do(table.legal[0])
    table.option("pass")
    assert table.last("movie")["genre"] == NEUTRAL  # the one that was put aside


# Option 2


def test_swapping_a_job_costs_the_turn() -> None:
    table = Table().jobs(SIX).action().option("swap").job("screenwriter")
    assert table.jobs_of(3) == {"screenwriter"} and table.actor == 4
    assert "director" in table.last("swap_jobs")["a"]["job"] and table.last("swap_jobs")["b"]["from"] is None
    assert table.state.swaps[3] == 1


def test_nine_players_cannot_swap() -> None:
    assert "swap" not in Table(players=9).action().options()


# Option 3


def test_two_dice_each_only_once_and_one_may_do() -> None:
    table = Table(**STARS).jobs(SIX).action().option("reroll")
    assert table.legal == [0, 1, 2, 3, 4, 5]
    table.do(2)
    assert table.legal == [0, 1, 3, 4, 5, STOP]
    table.stop()
    assert table.actor == 4 and members(table.state.stars) == [2]
    table.option("reroll").do(0, 1)
    assert table.actor == 5 and members(table.state.stars) == [0, 1, 2]
    assert table.last("reroll") == {"event": "reroll", "by": 4, "die_of": 1, "die": 0, "dice": 1, "star": True}
    assert (table.state.rerolls[3], table.state.rerolls[4]) == (1, 2)


def test_a_star_can_be_re_rolled_away() -> None:
    table = Table(**BLANK).jobs(SIX).stars(1).action().option("reroll").do(1)
    assert members(table.state.stars) == []


@pytest.mark.parametrize("faces", [0, 2, 5])
def test_stars_come_as_often_as_their_faces(faces: int) -> None:
    stars = []
    for seed in range(20):
        table = Table(seed, star_faces=faces, gaffer_rerolls=9).jobs("gaffer / editor / actor / actress / composer")
        table.action().pass_until("gaffer").option("gaffer").do(*[0] * 9)
        stars += [event["star"] for event in table.told("reroll")]
    assert len(stars) == 180 and abs(sum(stars) / 180 - faces / 6) < 0.14  # 3.7 standard deviations
