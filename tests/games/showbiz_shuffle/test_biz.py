"""Showbiz Shuffle, "Biz cards": what each effect may be played on, and what it does."""

import pytest

from tests.support.showbiz import table
from workbench.games.showbiz_shuffle.cards import BizEffect
from workbench.games.showbiz_shuffle.game import Phase

A_MOVIE = "d5A s6A"


def scene(biz: str, rival: str = "d4A s3A", **settings):
    """Player 0 with an action movie and Biz, player 1 with one too (number 4), player 2 with none."""
    spare = f"{A_MOVIE} {rival} {settings.pop('spare', '')}"
    position = table(settings.pop("hand", "p2A p7R s5AR") + " / p3A / p4A", spare=spare, biz_hands=biz, **settings)
    position.movie(0, "action", A_MOVIE)
    position.movie(1, "action", rival)
    return position


def test_every_effect_has_a_test() -> None:
    tested = {name for name in globals() if name.startswith("test_")}
    assert all(any(effect.name.lower() in name for name in tested) for effect in BizEffect)


# "When Biz modifiers are played, they should remain with the object played on"


@pytest.mark.parametrize(("card", "value"), [("boost", 4), ("boost_free", 2), ("award", 5)])
def test_boost_and_award_add_their_value_to_an_own_movie_and_stay_with_it(card: str, value: int) -> None:
    position = scene(card).biz(card, 0)
    assert position.points_of(0) == 11 + value
    assert position.papers_of(0) == [card] and position.biz_hand(0) == [] and position.biz_discarded == []
    assert position.events("biz")[0] == {"event": "biz", "player": 0, "card": card, "target": {"player": 0, "movie": 0}}


def test_boost_of_a_bod_goes_when_the_bod_goes() -> None:
    position = scene("boost_bod").biz("boost_bod", 0, "s6A")
    assert position.points_of(0) == 11 + 3
    position.end_turn()
    position.state.biz.hand[1, 0], position.state.biz.hand_size[1] = position.spare("walkout"), 1
    position.settle().biz("walkout", 0, "s6A")
    assert position.points_of(0) == 5 and position.papers_of(0) == []
    assert position.biz_discarded == ["walkout", "boost_bod"]


def test_biz_of_a_genre_is_played_on_movies_of_that_genre_only() -> None:
    position = scene("boost_drama", spare="d3D")
    assert position.playable() == []
    drama = position.movie(0, "drama", "d3D")
    assert position.playable() == ["boost_drama"]
    position.begin_biz("boost_drama")
    assert position.legal == [drama]


def test_only_one_biz_card_a_turn() -> None:
    position = scene("boost award").biz("award", 0)
    assert position.playable() == []


def test_upstage_makes_a_rivals_bod_count_nothing() -> None:
    position = scene("upstage").begin_biz("upstage")
    assert position.legal == [4]
    position.take(4)
    position.take(position.choice("d4A"))
    assert position.points_of(4) == 3
    assert position.state.attacked[1] == 1 and position.papers_of(4) == ["upstage"]
    assert position.events("biz")[0]["target"] == {"player": 1, "movie": 0, "bod": "d4A"}


def test_scandal_makes_a_rivals_bod_worth_minus_its_value() -> None:
    position = scene("scandal").biz("scandal", 4, "d4A")
    assert position.points_of(4) == 3 - 4


def test_upstage_helps_a_bod_out_of_genre_and_scandal_does_not_hurt_it_twice() -> None:
    position = scene("upstage scandal", rival="d4A s3R", biz_per_turn=2).biz("upstage", 4, "s3R")
    assert position.points_of(4) == 4
    position.begin_biz("scandal").take(4)
    assert [position.cast_of(4)[spot] for spot in position.legal] == ["d4A"]  # nobody is both


def test_bad_ratings_take_their_value_from_a_movie() -> None:
    position = scene("bad_ratings").biz("bad_ratings", 4)
    assert position.points_of(4) == 7 - 3


def test_bad_ratings_for_the_table_reach_own_movies_too() -> None:
    position = scene("bad_action").begin_biz("bad_action")
    assert position.legal == [0, 4]
    position.take(0)
    assert position.points_of(0) == 11 - 3 and position.state.attacked[0] == 0


def test_recast_puts_a_bod_of_the_hand_in_the_place_of_one_of_the_same_kind() -> None:
    position = scene("recast").begin_biz("recast")
    position.take(0)
    assert [position.cast_of(0)[spot] for spot in position.legal] == ["s6A"]  # no director in the hand
    position.take(position.choice("s6A"))
    assert position.state.phase == Phase.SWAP and [position.hand(0)[place] for place in position.legal] == ["s5AR"]
    position.take(position.choice("s5AR"))
    assert position.cast_of(0) == ["d5A", "s5AR"] and sorted(position.hand(0)) == ["p2A", "p7R", "s6A"]
    assert position.biz_discarded == ["recast"] and position.state.hand_plays == 2
    target = {"player": 0, "movie": 0, "bod": "s6A", "with": "s5AR"}
    assert position.events("biz")[0]["target"] == target


def test_recast_frees_the_place_from_what_lay_on_the_bod() -> None:
    position = scene("recast", spare="p6A")
    position.state.spoilt[0, 1], position.state.attached_size[0] = BizEffect.SCANDAL, 1
    position.state.attached[0, 0], position.state.attached_to[0, 0] = position.spare("scandal"), 1
    position.biz("recast", 0, "s6A", "s5AR")
    assert position.points_of(0) == 5 + 5 and position.biz_discarded == ["recast", "scandal"]


def test_recast_keeps_to_genres_as_a_play_of_the_hand_does() -> None:
    assert scene("recast", hand="s5R").playable() == ["recast"]
    assert scene("recast", hand="s5R", out_of_genre_from_hand=False).playable() == []
    assert scene("recast", hand="s5R", texts={"s5R": {"only_genre": "romance"}}).playable() == []
    assert scene("recast", hand="p5A").playable() == []


def test_recast_texts_do_nothing() -> None:
    position = scene("recast", texts={"s5AR": {"draw_biz": 2}}).biz("recast", 0, "s6A", "s5AR")
    assert position.biz_hand(0) == []


def test_walkout_discards_a_rivals_bod() -> None:
    position = scene("walkout").biz("walkout", 4, "s3A")
    assert position.cast_of(4) == ["d4A"] and position.discarded == ["s3A"] and position.biz_discarded == ["walkout"]


def test_walkout_of_the_last_bod_gives_the_movie_up() -> None:
    position = scene("walkout", rival="s3A")
    position.biz("walkout", 4, "s3A")
    assert position.in_production == [0] and position.discarded == ["s3A"]
    assert not position.end_turn().may("p3A")


def test_walkout_makes_room_for_the_kind_again() -> None:
    position = table("p2A / s5A", spare="d4A s3A s2A", biz_hands="walkout")
    movie = position.movie(1, "action", "d4A s3A s2A")
    before = position.copy_of_all()
    assert not position.end_turn().may("s5A")
    position.restore(before)
    assert position.biz("walkout", movie, "s2A").end_turn().may("s5A")


def test_stand_in_takes_the_place_of_a_support_and_may_complete_a_movie() -> None:
    position = table("p2A / p3A", spare="d5A s6A s4A p1A", biz_hands="stand_in")
    position.movie(0, "action", "d5A s6A s4A p1A")
    position.biz("stand_in", 0)
    assert position.totals == [5 + 6 + 4 + 1, 0] and position.in_production == []
    assert position.biz_discarded == ["stand_in"]


def test_stand_in_needs_a_movie_that_lacks_a_support() -> None:
    position = table("s2A / p3A", spare="d5A s6A p1A p4A", biz_hands="stand_in")
    position.movie(0, "action", "d5A s6A p1A p4A")
    assert position.playable() == []


def test_two_stand_ins_leave_no_room_for_supports() -> None:
    position = scene("stand_in stand_in", biz_per_turn=2).biz("stand_in", 0).biz("stand_in", 0)
    assert not position.may("p2A") and position.may("s5AR")


def test_draw_bods_fills_the_hand_beyond_its_size() -> None:
    position = scene("draw_bods", deck="p1A.1 p1A.2 p1A.3").biz("draw_bods")
    assert position.hand(0) == ["p2A", "p7R", "s5AR", "p1A.1", "p1A.2"]
    assert position.events("draw_bods")[0] == {"event": "draw_bods", "player": 0, "cards": ["p1A.1", "p1A.2"]}


def test_draw_bods_needs_a_deck() -> None:
    position = scene("draw_bods", deck="", final_turns=3)
    assert position.playable() == []


def test_steal_biz_takes_a_random_card_and_shows_it() -> None:
    position = scene("steal_biz / award / boost").begin_biz("steal_biz")
    assert position.state.phase == Phase.RIVAL and position.legal == [1, 2]
    position.take(1)
    assert position.biz_hand(0) == ["award"] and position.biz_hand(1) == []
    assert position.events("biz")[0]["target"] == {"player": 1, "card": "award"}
    assert position.state.attacked[1] == 1 and position.state.biz.hand_open[0, 0]


def test_steal_biz_needs_a_rival_with_biz() -> None:
    assert scene("steal_biz").playable() == []


def test_cancel_discards_one_biz_card_of_any_movie() -> None:
    position = scene("cancel boost", biz_per_turn=3).biz("boost", 0)
    position.begin_biz("cancel")
    assert position.legal == [0]
    position.take(0)
    assert position.state.phase == Phase.ATTACHED and position.legal == [0]
    position.take(0)
    assert position.papers_of(0) == [] and position.points_of(0) == 11
    assert position.biz_discarded == ["cancel", "boost"]


def test_cancel_rehabilitates_an_upstaged_bod_and_one_in_a_scandal() -> None:
    position = scene("upstage scandal cancel", biz_per_turn=5, starting_biz=0, copies=4)
    position.biz("upstage", 4, "d4A").biz("scandal", 4, "s3A")
    assert position.points_of(4) == 0 - 3
    position.biz("cancel", 4, 1)
    assert position.points_of(4) == 0 + 3 and position.papers_of(4) == ["upstage"]


def test_cancel_of_a_stand_in_asks_for_the_support_again() -> None:
    position = scene("stand_in cancel_own", biz_per_turn=2).biz("stand_in", 0)
    assert position.state.stand_ins[0] == 1
    position.biz("cancel_own", 0, 0)
    assert position.state.stand_ins[0] == 0 and position.may("p2A")


def test_cancel_for_the_own_movie_leaves_rivals_alone() -> None:
    position = scene("cancel_own upstage", biz_per_turn=2).biz("upstage", 4, "d4A")
    assert position.playable() == []


def test_recast_out_of_genre_is_counted_as_cast_out_of_genre_is() -> None:
    position = scene("recast", hand="s5R p2A")
    position.biz("recast", 0, "s6A", "s5R")
    assert position.cast_of(0) == ["d5A", "s5R"] and position.state.out_of_genre[0] == 1
    position = scene("recast", hand="s5AR p2A").biz("recast", 0, "s6A", "s5AR")
    assert position.state.out_of_genre[0] == 0


def test_cancel_is_an_attack_only_where_it_takes_what_the_owner_is_glad_of() -> None:
    position = scene("upstage cancel", biz_per_turn=5).biz("upstage", 4, "d4A")
    assert position.state.attacked[1] == 1
    position.biz("cancel", 4, 0)
    assert position.state.attacked[1] == 1, "what upstaged the rival's Bod is gone: that is help"
    position = scene("cancel / boost").end_turn()
    position.biz("boost", 4).end_turn(2).biz("cancel", 4, 0)
    assert position.state.attacked[1] == 1


def test_biz_played_is_counted_by_effect() -> None:
    position = scene("upstage boost", biz_per_turn=2).biz("upstage", 4, "d4A").biz("boost", 0)
    assert list(position.state.biz_played[:, 0]) == [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
