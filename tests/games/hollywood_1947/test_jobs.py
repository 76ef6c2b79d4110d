"""Hollywood 1947, Option 1 and Nitty Gritties: the nine jobs. (The screenwriter: test_production.py.)"""

import pytest

from tests.support.hollywood import Table
from workbench.engine.bit_sets import bag_size, members
from workbench.games.hollywood_1947.game import Phase

SIX = "producer / gaffer / director / composer / actor / cinematographer"
BLANK = {"star_faces": 0}
STARS = {"star_faces": 6}


# Producer


def test_the_producer_swaps_any_two_cards() -> None:
    table = Table(**BLANK).jobs(SIX).action().option("producer").job("composer", "editor")
    assert table.jobs_of(3) == {"editor"} and table.number("composer") in members(table.state.center)
    assert table.actor == 1
    table.option("pass").option("pass")
    assert table.options() == {"pass", "reroll", "swap", "editor"}  # a new job can be performed on one's turn


def test_who_gives_the_own_card_to_another_player_may_perform_the_new_job_at_once() -> None:
    table = Table(**STARS).jobs(SIX).action().option("producer").job("producer", "gaffer")
    assert table.phase is Phase.NEW_JOB and table.actor == 0
    table.do(1)
    assert table.phase is Phase.GAFFER and table.actor == 0
    table.do(0, 0, 0)
    assert table.actor == 1 and table.jobs_of(1) == {"producer"}
    assert table.options() == {"pass", "reroll", "swap"}  # neither the producer's job again, nor the gaffer's


def test_the_new_job_may_be_left_alone_and_then_stays_for_nobody() -> None:
    table = Table(**BLANK).jobs(SIX).action().option("producer").job("composer", "producer").do(0)
    assert table.actor == 1 and table.jobs_of(0) == {"composer"}


def test_swapping_the_own_card_with_the_center_gives_no_second_job() -> None:
    table = Table(**BLANK).jobs(SIX).action().option("producer").job("producer", "editor")
    assert table.jobs_of(0) == {"editor"} and table.actor == 1


def test_a_job_already_performed_ends_the_producers_turn() -> None:
    table = Table(**STARS, players=4).jobs("director / gaffer / editor / producer").action()
    assert table.actor == 3
    table.state.performed = 1 << table.number("gaffer")
    table.option("producer").job("producer", "gaffer")
    assert table.phase is Phase.OPTION and table.actor == 0 and table.jobs_of(3) == {"gaffer"}


def test_two_cards_of_the_center_are_not_swapped() -> None:
    table = Table(**BLANK).jobs(SIX).action().option("producer")
    center = members(table.state.center)
    assert not set(table.legal) & set(center)
    table.job("gaffer")
    assert set(table.legal) == set(range(9)) - {table.number("gaffer")}


# Director


def test_the_director_gives_a_token_to_anybody_even_to_themself() -> None:
    table = Table(**BLANK).jobs(SIX).action().pass_until("director").option("director")
    assert table.legal == [0, 1, 2, 3, 4, 5]
    table.do(2)
    assert (table.state.tokens[2], table.state.tokens_left) == (1, 3)
    assert table.last("token") == {"event": "token", "to": 2, "from": None}


def test_nobody_receives_a_token_in_consecutive_rounds_whoever_directs() -> None:
    table = Table(**BLANK).jobs("director / gaffer / editor / composer / actor / producer").action()
    table.pass_until("director").option("director").do(1).pass_all()
    table.stop_tokens()
    assert table.state.movies == 1
    table.jobs("gaffer / director / editor / composer / actor / producer").action_again()
    table.pass_until("director").option("director")
    assert table.legal == [0, 2, 3, 4, 5]
    table.do(0).pass_all()
    table.stop_tokens()
    table.action_again().pass_until("director").option("director")
    assert table.legal == [1, 2, 3, 4, 5]  # a round further 1 may have one again


def test_with_all_tokens_assigned_one_is_moved_from_player_to_player() -> None:
    table = Table(**BLANK).jobs(SIX)
    table.state.tokens_left, table.state.tokens[4], table.state.tokens[0] = 0, 3, 1
    table.action().pass_until("director").option("director")
    assert table.phase is Phase.TOKEN_FROM and table.legal == [0, 4]
    table.do(4)
    assert table.phase is Phase.TARGET and table.legal == [0, 1, 2, 3, 5]
    table.do(5)
    assert list(table.state.tokens[:6]) == [1, 0, 0, 0, 2, 1] and table.state.tokens_left == 0
    assert table.last("token") == {"event": "token", "to": 5, "from": 4}


def test_without_tokens_in_the_game_there_is_nothing_to_direct() -> None:
    assert (
        "director"
        not in Table(**BLANK, tokens=0, players=4).jobs("director / gaffer / actor / editor").action().options()
    )


# Gaffer


def test_the_gaffer_makes_three_re_rolls_on_one_die_or_more() -> None:
    table = Table(**STARS).jobs(SIX).action().pass_until("gaffer").option("gaffer")
    assert table.legal == [0, 1, 2, 3, 4, 5]
    table.do(5, 5)
    assert table.phase is Phase.GAFFER
    table.do(0)
    assert table.actor == 2 and members(table.state.stars) == [0, 5] and table.state.rerolls[1] == 3


# Cinematographer


def test_the_cinematographer_looks_at_a_hand_and_remembers_it() -> None:
    table = Table(**BLANK).jobs(SIX).hands("P / C / N / P P C / N / P").action()
    table.pass_until("cinematographer").option("cinematographer")
    assert table.legal == [0, 1, 2, 3, 4]
    table.do(3)
    assert table.last("look")["at"] == 3 and len(table.last("look")["cards"]) == 3
    assert table.view(5).hand[3] == table.bag("P P C")
    assert table.view(4).hand[3] == 0


# Actress


def test_the_actress_has_a_player_draw_two_and_discard_two() -> None:
    table = Table(**BLANK, players=4).jobs("actress / actor / composer / editor").hands("P / N N N / C / N")
    table.top("PP C").action().option("actress").do(1)
    assert table.actor == 1 and table.phase is Phase.DISCARD
    assert table.hand(1) == "N N N C PP"
    table.add("C", "N")  # a card just drawn may be discarded
    assert table.hand(1) == "N N PP" and table.actor == 1 and table.phase is Phase.OPTION
    assert table.state.discards_count == 2
    assert [event["cards"] for event in table.told("discard")] == [["communist 1 none"], ["neutral 0 none"]]


# Actor


def test_the_actor_has_a_player_discard_the_hand_and_draw_as_many() -> None:
    table = Table(**BLANK, players=4).jobs("actor / composer / editor / gaffer").hands("P / N C / C / N").top("P PP")
    table.action().pass_until("actor").option("actor").do(1)
    assert table.hand(1) == "P PP" and table.state.discards_count == 2


# Composer


def test_how_many_cards_actress_and_composer_draw_is_a_parameter() -> None:
    """A reconstruction: who has the printed game can set it."""
    table = (
        Table(**BLANK, players=4, actress_draws=3).jobs("actress / actor / composer / editor").hands("P / N / C / N")
    )
    table.top("PP C P").action().option("actress").do(1)
    assert table.told("draw")[-1]["number"] == 3 and table.hand(1) == "N P C PP"
    table = Table(**BLANK, players=4, composer_draws=1).jobs("composer / editor / gaffer / actor").top("C")
    table.action().pass_until("composer").option("composer")
    assert table.told("draw")[-1]["cards"] == ["communist 1 none"]
    assert table.phase is Phase.COMPOSE
    table.add("C")
    assert [event["from"] for event in table.told("add")] == ["composer"] and table.state.discards_count == 0


def test_the_composer_adds_one_of_two_cards_and_the_deck_none() -> None:
    table = Table(**BLANK, players=4, discarded_from_movie=0).jobs("composer / editor / gaffer / actor").top("C P")
    table.action().pass_until("composer").option("composer")
    assert table.phase is Phase.COMPOSE
    table.add("P").pass_all()
    assert [event["from"] for event in table.told("add")] == ["composer"]
    assert table.told("premiere")[0]["cards"] == ["patriot 1 none"]
    assert table.told("discard")[0]["cards"] == ["communist 1 none"]


# Editor


def test_the_editor_may_edit_even_after_losing_the_job() -> None:
    table = Table(**BLANK, players=3).jobs("actress editor / gaffer actor / director composer").top("C").action()
    table.pass_until("editor").option("editor").option("pass").pass_until("actress").option("swap").job(
        "editor", "screenwriter"
    ).pass_all()
    assert table.jobs_of(0) == {"actress", "screenwriter"}
    while table.phase is not Phase.EDIT:
        table.do(table.legal[0])
    assert table.actor == 0


@pytest.mark.parametrize(("answer", "names"), [(1, []), (0, [])])
def test_the_editor_discards_or_puts_back_and_then_chance_discards(answer: int, names: list[str]) -> None:
    table = Table(**BLANK, players=4).jobs("editor / director / gaffer / actor").top("C").action()
    table.pass_until("editor").option("editor").pass_all().do(answer)
    assert table.told("premiere")[0]["cards"] == names  # the deck's only card goes either way
    assert table.told("discard_from_movie")[0]["seen_by"] == (0 if answer else None)
    assert bag_size(table.state.laid[0]) == 0


# None twice


def test_no_job_is_performed_twice_in_a_round() -> None:
    table = Table(players=3, **BLANK).jobs("gaffer editor / director composer / actor actress").action()
    table.option("pass").option("pass").option("gaffer").do(0, 0, 0).option("pass").option("pass")
    assert table.actor == 0 and table.options() == {"pass", "reroll", "swap", "peek", "editor"}
