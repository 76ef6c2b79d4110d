"""Showbiz Shuffle, "Making Movies" and "Bod cards": who may be cast where, and what a movie scores."""

import pytest

from tests.support.showbiz import genre_of, table
from workbench.games.showbiz_shuffle.game import Phase

# "A movie can only be started with a Star or a Director"


def test_a_movie_is_opened_by_a_director_or_a_star_and_by_nobody_else() -> None:
    position = table("d5A s6R p3F", "d2D s4S p1A")
    assert [position.may(name, opens=True) for name in ("d5A", "s6R", "p3F")] == [True, True, False]
    assert [position.may(name, opens=True, from_call=True) for name in ("d2D", "s4S", "p1A")] == [True, True, False]


def test_starters_say_which_kinds_open_a_movie() -> None:
    position = table("d5A s6R p3F", starters=["support"])
    assert [position.may(name, opens=True) for name in ("d5A", "s6R", "p3F")] == [False, False, True]


def test_a_kind_that_a_movie_has_no_room_for_does_not_open_one() -> None:
    position = table("d5A s6R p3F", directors_needed=0)
    assert [position.may(name, opens=True) for name in ("d5A", "s6R", "p3F")] == [False, True, False]


# "When a movie is started, the player must declare the genre … one of the colored cells"


def test_the_genre_is_one_of_the_bods_own() -> None:
    position = table("d5AF s6R")
    position.take(position.move("d5AF", True, False))
    assert position.state.phase == Phase.GENRE
    assert position.legal == [genre_of("action"), genre_of("family")]
    position.take(genre_of("family"))
    assert position.in_production == [0] and position.state.genre[0] == genre_of("family")
    assert position.events("open")[0] == {
        "event": "open",
        "player": 0,
        "bod": "d5AF",
        "from": "hand",
        "genre": "family",
        "movie": 0,
    }


def test_the_genre_can_not_be_changed() -> None:
    position = table("d5AF s6R p3R p2R", plays_from_hand=5).open("d5AF", "family")
    for name in ("s6R", "p3R", "p2R"):
        position.cast(name)
        assert position.state.genre[0] == genre_of("family")
    assert [event["in_genre"] for event in position.events("cast")] == [False, False, False]


# "Bods pulled from the cattle call can NOT be played out of genre at all"


def test_a_bod_of_the_cattle_call_cannot_enter_out_of_genre() -> None:
    position = table("s6A p3A", "s4R s4AR").open("s6A", "action")
    assert not position.may("s4R", from_call=True)
    assert position.may("s4AR", from_call=True)
    position.hire("s4AR")
    assert position.cast_of(0) == ["s6A", "s4AR"] and position.call == ["s4R"]


def test_a_bod_of_the_cattle_call_enters_only_the_movies_in_its_genre() -> None:
    position = table("p3A", "s4R", spare="d5A d4R")
    action, romance = position.movie(0, "action", "d5A"), position.movie(0, "romance", "d4R")
    position.take(position.move("s4R", False, True))
    assert position.legal == [romance] != [action]


def test_a_bod_of_the_hand_may_be_played_out_of_genre_and_subtracts() -> None:
    position = table("s6A s4R").open("s6A", "action").cast("s4R")
    assert position.points_of(0) == 6 - 4
    assert position.state.out_of_genre[0] == 1
    assert position.events("cast")[0]["in_genre"] is False


def test_without_out_of_genre_from_hand_the_hand_is_as_choosy_as_the_cattle_call() -> None:
    position = table("s6A s4R s5AR", out_of_genre_from_hand=False).open("s6A", "action")
    assert not position.may("s4R") and position.may("s5AR")


def test_a_movie_is_opened_from_the_cattle_call_too() -> None:
    position = table("p3A", "s4R").open("s4R", "romance", from_call=True)
    assert position.events("open")[0]["from"] == "cattle_call"
    assert position.state.call_plays == 0 and position.state.hand_plays == 2


# "A complete movie consists of 1 Director, 2 Stars and 2 Supports"


def test_a_movie_has_no_room_for_more_than_it_needs() -> None:
    position = table("d4A s3A p2A", spare="d5A s6A s5A p1A p3A")
    position.movie(0, "action", "d5A s6A s5A p1A")
    assert [position.may(name) for name in ("d4A", "s3A", "p2A")] == [False, False, True]


def test_a_complete_movie_is_scored_at_once_and_its_cards_are_discarded() -> None:
    position = table("p2A p9R".replace("9", "7"), spare="d5A s6A s5A p1A", biz_hands="boost")
    movie = position.movie(0, "action", "d5A s6A s5A p1A", "award")
    position.cast("p2A")
    assert position.totals == [5 + 6 + 5 + 1 + 2 + 5]
    assert position.in_production == [] and position.state.finished[0] == 1
    assert position.discarded == ["d5A", "s6A", "s5A", "p1A", "p2A"]
    assert position.biz_discarded == ["award"]
    premiere = position.events("premiere")[0]
    assert (premiere["movie"], premiere["genre"], premiere["points"]) == (movie, "action", 24)
    assert premiere["cast"] == ["d5A", "s6A", "s5A", "p1A", "p2A"] and premiere["biz"] == ["award"]


def test_a_total_below_zero_is_scored() -> None:
    position = table("p7R", spare="d1A s2A s1A p3R")
    position.movie(0, "action", "d1A s2A s1A p3R")
    position.cast("p7R")
    assert position.totals == [1 + 2 + 1 - 3 - 7]


@pytest.mark.parametrize(("directors", "stars", "supports"), [(0, 1, 0), (1, 1, 1), (3, 5, 5), (2, 0, 3)])
def test_what_a_movie_needs_is_a_rule(directors: int, stars: int, supports: int) -> None:
    names = [f"d2A.{n}" for n in range(directors)] + [f"s3A.{n}" for n in range(stars)]
    names += [f"p1A.{n}" for n in range(supports)]
    needs = {"directors_needed": directors, "stars_needed": stars, "supports_needed": supports}
    position = table(" ".join(names), plays_from_hand=5, final_turns=3, **needs)
    position.open(names[0], "action")
    for name in names[1:]:
        assert position.totals == [0]
        if position.state.hand_plays == 0:
            position.end_turn()
        position.cast(name)
    assert position.totals == [2 * directors + 3 * stars + supports]


# "Players may have up to two movies in production at a time"


def test_two_movies_at_once_and_no_third() -> None:
    position = table("s6A s5R s4D", plays_from_hand=3).open("s6A", "action").open("s5R", "romance")
    assert position.in_production == [0, 1]
    assert not position.may("s4D", opens=True)
    position.take(position.move("s4D", False, False))
    assert position.legal == [0, 1]


def test_movies_at_once_is_a_rule_and_a_premiere_makes_room() -> None:
    position = table("s6A p2A s4D", spare="d5A s7A s5A p1A", movies_at_once=1)
    position.movie(0, "action", "d5A s7A s5A p1A")
    assert not position.may("s4D", opens=True)
    assert position.cast("p2A").may("s4D", opens=True)


def test_rivals_movies_do_not_count_and_are_out_of_reach() -> None:
    position = table("s6A s5A / p1A", spare="d5A d4A")
    rivals = [position.movie(1, "action", "d5A"), position.movie(1, "action", "d4A")]
    assert rivals == [4, 5]
    assert position.may("s6A", opens=True) and not position.may("s6A")


# "The text may instruct the player to draw Biz cards …, or there may be restrictions …, or bonuses"


def test_text_draws_biz_from_hand_and_cattle_call_alike() -> None:
    texts = {"s6A": {"draw_biz": 2}, "s4A": {"draw_biz": 1}}
    position = table("s6A p1A", "s4A", texts=texts).open("s6A", "action")
    assert position.state.biz.hand_size[0] == 2
    position.hire("s4A")
    assert position.state.biz.hand_size[0] == 3
    assert [len(event["cards"]) for event in position.events("draw_biz")] == [2, 1]


def test_text_makes_its_player_discard_a_biz_card_of_choice() -> None:
    position = table("s6A p1A", texts={"s6A": {"lose_biz": 1}}, biz_hands="award boost boost").open("s6A", "action")
    assert position.state.phase == Phase.LOSE
    assert [position.biz_hand(0)[action] for action in position.legal] == ["award", "boost"]  # of equal ones the first
    position.take(position.biz_slot("boost"))
    assert position.biz_hand(0) == ["award", "boost"] and position.biz_discarded == ["boost"]
    assert position.state.phase == Phase.TURN and position.events("lose_biz")[0]["card"] == "boost"


def test_without_biz_there_is_nothing_to_discard() -> None:
    position = table("s6A p1A", texts={"s6A": {"lose_biz": 1}}).open("s6A", "action")
    assert position.state.phase == Phase.TURN


def test_text_that_draws_comes_before_text_that_discards() -> None:
    position = table("s6A p1A", texts={"s6A": {"lose_biz": 1, "draw_biz": 1}}).open("s6A", "action")
    assert position.state.phase == Phase.LOSE and position.state.biz.hand_size[0] == 1


def test_a_bod_that_is_bound_to_a_genre_is_played_in_no_other() -> None:
    position = table("s6A s5R", spare="d5A d4R", texts={"s5R": {"only_genre": "romance"}})
    position.movie(0, "action", "d5A")
    assert not position.may("s5R") and position.may("s6A")
    romance = position.movie(0, "romance", "d4R")
    position.take(position.move("s5R", False, False))
    assert position.legal == [romance]


PARTNERS = {"s6A": {"bonus_with": "p3A", "bonus": 2}}


@pytest.mark.parametrize(("cast", "points"), [("s6A", 6), ("s6A p3A", 6 + 3 + 2), ("s6A p2A", 6 + 2)])
def test_a_bonus_comes_with_its_partner(cast: str, points: int) -> None:
    position = table("p1A", spare="s6A p3A p2A", texts=PARTNERS)
    assert position.points_of(position.movie(0, "action", cast)) == points


def test_a_bonus_with_a_kind_needs_another_of_it() -> None:
    position = table("p1A", spare="s6A s4A s3A d2A", texts={"s6A": {"bonus_with": "star", "bonus": 3}})
    assert position.points_of(position.movie(0, "action", "s6A d2A")) == 6 + 2
    assert position.points_of(position.movie(0, "action", "s4A s3A")) == 7
    position = table("p1A", spare="s6A s4A", texts={"s6A": {"bonus_with": "star", "bonus": -3}})
    assert position.points_of(position.movie(0, "action", "s6A s4A")) == 6 + 4 - 3


def test_a_bod_that_does_not_count_in_full_brings_no_bonus() -> None:
    position = table("p1A / p1A.1", spare="s6A p3A d4R", texts=PARTNERS)
    assert position.points_of(position.movie(0, "romance", "d4R s6A p3A")) == 4 - 6 - 3
