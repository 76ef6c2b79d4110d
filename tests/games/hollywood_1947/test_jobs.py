"""Hollywood 1947, Option 1 and Nitty Gritties: the nine jobs. (The screenwriter: test_production.py.)"""

import pytest

from tests.support.hollywood import Table
from workbench.engine.bags import bag_size
from workbench.engine.bit_sets import members
from workbench.games.hollywood_1947.table import Phase

SIX = "producer / gaffer / director / composer / actor / cinematographer"
BLANK = {"star_faces": 0}
STARS = {"star_faces": 6}


# Producer


def test_the_producer_swaps_any_two_cards() -> None:
    made = Table(**BLANK).jobs(SIX).action().option("producer").job("composer", "editor")
    assert made.jobs_of(3) == {"editor"} and made.number("composer") in members(made.state.center)
    assert made.actor == 1
    made.option("pass").option("pass")
    assert made.options() == {"pass", "reroll", "swap", "editor"}  # a new job can be performed on one's turn


def test_who_gives_the_own_card_to_another_player_may_perform_the_new_job_at_once() -> None:
    made = Table(**STARS).jobs(SIX).action().option("producer").job("producer", "gaffer")
    assert made.phase is Phase.NEW_JOB and made.actor == 0
    made.do(1)
    assert made.phase is Phase.GAFFER and made.actor == 0
    made.do(0, 0, 0)
    assert made.actor == 1 and made.jobs_of(1) == {"producer"}
    assert made.options() == {"pass", "reroll", "swap"}  # neither the producer's job again, nor the gaffer's


def test_the_new_job_may_be_left_alone_and_then_stays_for_nobody() -> None:
    made = Table(**BLANK).jobs(SIX).action().option("producer").job("composer", "producer").do(0)
    assert made.actor == 1 and made.jobs_of(0) == {"composer"}


def test_swapping_the_own_card_with_the_center_gives_no_second_job() -> None:
    made = Table(**BLANK).jobs(SIX).action().option("producer").job("producer", "editor")
    assert made.jobs_of(0) == {"editor"} and made.actor == 1


def test_a_job_already_performed_ends_the_producers_turn() -> None:
    made = Table(**STARS, players=4).jobs("director / gaffer / editor / producer").action()
    assert made.actor == 3
    made.state.performed = 1 << made.number("gaffer")
    made.option("producer").job("producer", "gaffer")
    assert made.phase is Phase.OPTION and made.actor == 0 and made.jobs_of(3) == {"gaffer"}


def test_two_cards_of_the_center_are_not_swapped() -> None:
    made = Table(**BLANK).jobs(SIX).action().option("producer")
    center = members(made.state.center)
    assert not set(made.legal) & set(center)
    made.job("gaffer")
    assert set(made.legal) == set(range(9)) - {made.number("gaffer")}


# Director


def test_the_director_gives_a_token_to_anybody_even_to_themself() -> None:
    made = Table(**BLANK).jobs(SIX).action().pass_until("director").option("director")
    assert made.legal == [0, 1, 2, 3, 4, 5]
    made.do(2)
    assert (made.state.tokens[2], made.state.tokens_left) == (1, 3)
    assert made.last("token") == {"event": "token", "to": 2, "from": None}


def test_nobody_receives_a_token_in_consecutive_rounds_whoever_directs() -> None:
    made = Table(**BLANK).jobs("director / gaffer / editor / composer / actor / producer").action()
    made.pass_until("director").option("director").do(1).pass_all()
    made.stop_tokens()
    assert made.state.movies == 1
    made.jobs("gaffer / director / editor / composer / actor / producer").action_again()
    made.pass_until("director").option("director")
    assert made.legal == [0, 2, 3, 4, 5]
    made.do(0).pass_all()
    made.stop_tokens()
    made.action_again().pass_until("director").option("director")
    assert made.legal == [1, 2, 3, 4, 5]  # a round further 1 may have one again


def test_with_all_tokens_assigned_one_is_moved_from_player_to_player() -> None:
    made = Table(**BLANK).jobs(SIX)
    made.state.tokens_left, made.state.tokens[4], made.state.tokens[0] = 0, 3, 1
    made.action().pass_until("director").option("director")
    assert made.phase is Phase.TOKEN_FROM and made.legal == [0, 4]
    made.do(4)
    assert made.phase is Phase.TARGET and made.legal == [0, 1, 2, 3, 5]
    made.do(5)
    assert list(made.state.tokens[:6]) == [1, 0, 0, 0, 2, 1] and made.state.tokens_left == 0
    assert made.last("token") == {"event": "token", "to": 5, "from": 4}


def test_without_tokens_in_the_game_there_is_nothing_to_direct() -> None:
    assert (
        "director"
        not in Table(**BLANK, tokens=0, players=4).jobs("director / gaffer / actor / editor").action().options()
    )


# Gaffer


def test_the_gaffer_makes_three_re_rolls_on_one_die_or_more() -> None:
    made = Table(**STARS).jobs(SIX).action().pass_until("gaffer").option("gaffer")
    assert made.legal == [0, 1, 2, 3, 4, 5]
    made.do(5, 5)
    assert made.phase is Phase.GAFFER
    made.do(0)
    assert made.actor == 2 and members(made.state.stars) == [0, 5] and made.state.rerolls[1] == 3


# Cinematographer


def test_the_cinematographer_looks_at_a_hand_and_remembers_it() -> None:
    made = Table(**BLANK).jobs(SIX).hands("P / C / N / P P C / N / P").action()
    made.pass_until("cinematographer").option("cinematographer")
    assert made.legal == [0, 1, 2, 3, 4]
    made.do(3)
    assert made.last("look")["at"] == 3 and len(made.last("look")["cards"]) == 3
    assert made.view(5).hand[3] == made.bag("P P C")
    assert made.view(4).hand[3] == 0


# Actress


def test_the_actress_has_a_player_draw_two_and_discard_two() -> None:
    made = Table(**BLANK, players=4).jobs("actress / actor / composer / editor").hands("P / N N N / C / N")
    made.top("PP C").action().option("actress").do(1)
    assert made.actor == 1 and made.phase is Phase.DISCARD
    assert made.hand(1) == "N N N C PP"
    made.add("C", "N")  # a card just drawn may be discarded
    assert made.hand(1) == "N N PP" and made.actor == 1 and made.phase is Phase.OPTION
    assert made.state.discards_count == 2
    assert [each["cards"] for each in made.told("discard")] == [["communist 1 none"], ["neutral 0 none"]]


# Actor


def test_the_actor_has_a_player_discard_the_hand_and_draw_as_many() -> None:
    made = Table(**BLANK, players=4).jobs("actor / composer / editor / gaffer").hands("P / N C / C / N").top("P PP")
    made.action().pass_until("actor").option("actor").do(1)
    assert made.hand(1) == "P PP" and made.state.discards_count == 2


# Composer


def test_how_many_cards_actress_and_composer_draw_is_a_parameter() -> None:
    """A reconstruction: who has the printed game can set it."""
    made = Table(**BLANK, players=4, actress_draws=3).jobs("actress / actor / composer / editor").hands("P / N / C / N")
    made.top("PP C P").action().option("actress").do(1)
    assert made.told("draw")[-1]["number"] == 3 and made.hand(1) == "N P C PP"
    made = Table(**BLANK, players=4, composer_draws=1).jobs("composer / editor / gaffer / actor").top("C")
    made.action().pass_until("composer").option("composer")
    assert made.told("draw")[-1]["cards"] == ["communist 1 none"]
    assert made.phase is Phase.COMPOSE
    made.add("C")
    assert [each["from"] for each in made.told("add")] == ["composer"] and made.state.discards_count == 0


def test_the_composer_adds_one_of_two_cards_and_the_deck_none() -> None:
    made = Table(**BLANK, players=4, discarded_from_movie=0).jobs("composer / editor / gaffer / actor").top("C P")
    made.action().pass_until("composer").option("composer")
    assert made.phase is Phase.COMPOSE
    made.add("P").pass_all()
    assert [each["from"] for each in made.told("add")] == ["composer"]
    assert made.told("premiere")[0]["cards"] == ["patriot 1 none"]
    assert made.told("discard")[0]["cards"] == ["communist 1 none"]


# Editor


def test_the_editor_may_edit_even_after_losing_the_job() -> None:
    made = Table(**BLANK, players=3).jobs("actress editor / gaffer actor / director composer").top("C").action()
    made.pass_until("editor").option("editor").option("pass").pass_until("actress").option("swap").job(
        "editor", "screenwriter"
    ).pass_all()
    assert made.jobs_of(0) == {"actress", "screenwriter"}
    while made.phase is not Phase.EDIT:
        made.do(made.legal[0])
    assert made.actor == 0


@pytest.mark.parametrize(("answer", "shown"), [(1, []), (0, [])])
def test_the_editor_discards_or_puts_back_and_then_chance_discards(answer: int, shown: list[str]) -> None:
    made = Table(**BLANK, players=4).jobs("editor / director / gaffer / actor").top("C").action()
    made.pass_until("editor").option("editor").pass_all().do(answer)
    assert made.told("premiere")[0]["cards"] == shown  # the deck's only card goes either way
    assert made.told("discard_from_movie")[0]["seen_by"] == (0 if answer else None)
    assert bag_size(made.state.laid[0]) == 0


# None twice


def test_no_job_is_performed_twice_in_a_round() -> None:
    made = Table(players=3, **BLANK).jobs("gaffer editor / director composer / actor actress").action()
    made.option("pass").option("pass").option("gaffer").do(0, 0, 0).option("pass").option("pass")
    assert made.actor == 0 and made.options() == {"pass", "reroll", "swap", "peek", "editor"}
