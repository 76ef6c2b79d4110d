"""Hollywood 1947, the source's section c: optional rule variants. (Random Loyalties: test_setup.py.)"""

import pytest

from tests.support.hollywood import COMMUNIST, NEUTRAL, PATRIOT, Table, long_names
from workbench.engine.bit_sets import members
from workbench.games.hollywood_1947 import GAME
from workbench.games.hollywood_1947.game import STOP, Phase

FOUR = "gaffer / editor / actor / actress"
BLANK = {"star_faces": 0, "players": 4}
QUIET = {**BLANK, "deck_adds": 0, "discarded_from_movie": 0}


# Handpick Jobs


def test_removed_jobs_are_neither_dealt_nor_in_the_center() -> None:
    table = Table(players=4, jobs=["gaffer", "editor", "actor", "actress", "director"])
    dealt = [number for player in range(4) for number in members(table.state.jobs[player])]
    assert sorted([*dealt, *members(table.state.center)]) == [table.number(job) for job in SORTED]


SORTED = ("director", "gaffer", "actress", "actor", "editor")


def test_there_must_be_enough_jobs() -> None:
    problems = GAME.problems({"players": 4, "jobs": ["gaffer", "editor", "actor"]})
    assert [str(problem) for problem in problems] == [
        "jobs = gaffer, actor, editor: 3 jobs in play; 4 players need at least 4"
    ]
    assert GAME.problems({"players": 3, "jobs": ["gaffer", "editor", "actor", "actress", "director", "producer"]})


# Justice Served


@pytest.mark.parametrize(("score", "cards"), [((3, 3), ["P"]), ((3, 2), [])])
def test_in_the_seventh_movie_chance_neither_adds_nor_removes(score: tuple[int, int], cards: list[str]) -> None:
    table = Table(**BLANK, justice_served=True, deck_adds=0).jobs(FOUR).hands("P/N/N/N").stars(0).score(*score)
    table.action().pass_all().add("P")
    assert table.last("premiere")["cards"] == long_names(*cards)
    table = Table(**BLANK, justice_served=True, discarded_from_movie=0).jobs(FOUR).score(*score).action().pass_all()
    assert len(table.last("premiere")["cards"]) == (0 if score == (3, 3) else 1)


@pytest.mark.parametrize(("answer", "left"), [(1, 1), (0, 2)])
def test_composer_and_editor_still_work_in_the_seventh_movie(answer: int, left: int) -> None:
    table = Table(**BLANK, justice_served=True).jobs("gaffer / editor / composer / actress").hands("P/N/N/N").stars(0)
    table.top("P C").score(3, 3).action().pass_until("editor").option("editor").pass_until("composer")
    table.option("composer").add("C").pass_all().add("P").do(answer)
    assert len(table.last("premiere")["cards"]) == left


# Studio Order


def order(table: Table) -> list[int]:
    players = []
    while table.state.movies == 0:
        players.append(table.actor)
        table.option("pass")
    return players


def test_turns_go_by_the_numbers_of_the_cards() -> None:
    assert order(Table(**QUIET, studio_order=True).jobs("editor / gaffer / director / actor").action()) == [2, 1, 3, 0]


def test_two_jobs_are_two_turns() -> None:
    table = Table(**{**QUIET, "players": 2}, studio_order=True).jobs("editor gaffer / director actor").action()
    assert order(table) == [1, 0, 1, 0]


def test_a_job_swapped_for_a_later_one_of_the_center_is_performed_on_its_number() -> None:
    table = Table(**QUIET, studio_order=True).jobs("editor / gaffer / director / actor").action()
    table.option("swap").job("composer").option("pass").option("pass")
    assert table.actor == 2 and "composer" in table.options()


def test_a_job_swapped_for_an_earlier_one_gives_no_further_turn() -> None:
    table = Table(**QUIET, studio_order=True).jobs("editor / gaffer / composer / actor").action()
    table.option("pass").option("swap").job("director")
    assert table.actor == 2
    table.option("pass").option("pass")
    assert table.state.movies == 1


def test_whom_the_producer_gives_the_own_card_gets_no_turn() -> None:
    table = Table(**{**QUIET, "star_faces": 6}, studio_order=True).jobs("producer / gaffer / director / actor").action()
    table.option("producer").job("producer", "gaffer").do(1).do(0, 0, 0)
    players = []
    while table.state.movies == 0 and table.phase is Phase.OPTION:
        players.append(table.actor)
        table.option("pass")
    assert players == [2, 3]  # the gaffer's turn was taken when the new job was performed at once


def test_a_producer_who_does_not_perform_at_once_does_on_the_new_number() -> None:
    table = Table(**QUIET, studio_order=True).jobs("producer / gaffer / director / actor").action()
    table.option("producer").job("producer", "gaffer").do(0).option("pass")
    assert table.actor == 0 and "gaffer" in table.options()


# Union Strike


def test_for_a_neutral_poster_players_with_stars_add_any_number() -> None:
    table = Table(**QUIET, union_strike=True).jobs(FOUR).hands("P P N / C / C C C / N").stars(0, 2).genres(NEUTRAL)
    table.action().pass_all()
    assert (table.phase, table.actor) == (Phase.STRIKE, 0) and STOP in table.legal
    table.add("P", "P").stop()
    assert table.actor == 2
    table.add("C", "C", "C")
    assert table.last("premiere")["cards"] == long_names("C", "C", "C", "P", "P")
    assert [event["number"] for event in table.told("redraw") if event["player"] == 2] == [3]


def test_nobody_has_to_add_a_card_in_a_strike() -> None:
    table = Table(**QUIET, union_strike=True).jobs(FOUR).stars(0).genres(NEUTRAL).action().pass_all().stop()
    assert table.last("premiere")["cards"] == []


@pytest.mark.parametrize("poster", [PATRIOT, COMMUNIST])
def test_other_posters_know_no_strike(poster: str) -> None:
    table = Table(**QUIET, union_strike=True).jobs(FOUR).stars(0).genres(poster).action().pass_all()
    assert table.phase is Phase.STAR_CARD and STOP not in table.legal
