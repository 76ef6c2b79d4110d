"""Showbiz Shuffle, "Biz cards": what each effect may be played on, and what it does."""

import pytest

from tests.support.showbiz import table
from workbench.games.showbiz_shuffle.rules import BizEffect
from workbench.games.showbiz_shuffle.table import Phase

A_MOVIE = "d5A s6A"


def scene(biz: str, rival: str = "d4A s3A", **settings):
    """Player 0 with an action movie and Biz, player 1 with one too (number 4), player 2 with none."""
    spare = f"{A_MOVIE} {rival} {settings.pop('spare', '')}"
    made = table(settings.pop("hand", "p2A p7R s5AR") + " / p3A / p4A", spare=spare, biz_hands=biz, **settings)
    made.movie(0, "action", A_MOVIE)
    made.movie(1, "action", rival)
    return made


def test_every_effect_has_a_test() -> None:
    tested = {name for name in globals() if name.startswith("test_")}
    assert all(any(effect.name.lower() in name for name in tested) for effect in BizEffect)


# "When Biz modifiers are played, they should remain with the object played on"


@pytest.mark.parametrize(("card", "value"), [("boost", 4), ("boost_free", 2), ("award", 5)])
def test_boost_and_award_add_their_value_to_an_own_movie_and_stay_with_it(card: str, value: int) -> None:
    made = scene(card).biz(card, 0)
    assert made.points_of(0) == 11 + value
    assert made.papers_of(0) == [card] and made.biz_hand(0) == [] and made.biz_discarded == []
    assert made.events("biz")[0] == {
        "event": "biz",
        "player": 0,
        "card": card,
        "target": {"player": 0, "movie": 0},
    }


def test_boost_of_a_bod_goes_when_the_bod_goes() -> None:
    made = scene("boost_bod").biz("boost_bod", 0, "s6A")
    assert made.points_of(0) == 11 + 3
    made.end_turn()
    made.state.biz_hand[1, 0], made.state.biz_size[1] = made.spare("walkout"), 1
    made.settle().biz("walkout", 0, "s6A")
    assert made.points_of(0) == 5 and made.papers_of(0) == []
    assert made.biz_discarded == ["walkout", "boost_bod"]


def test_biz_of_a_genre_is_played_on_movies_of_that_genre_only() -> None:
    made = scene("boost_drama", spare="d3D")
    assert made.playable() == []
    drama = made.movie(0, "drama", "d3D")
    assert made.playable() == ["boost_drama"]
    made.begin_biz("boost_drama")
    assert made.legal == [drama]


def test_only_one_biz_card_a_turn() -> None:
    made = scene("boost award").biz("award", 0)
    assert made.playable() == []


def test_upstage_makes_a_rivals_bod_count_nothing() -> None:
    made = scene("upstage").begin_biz("upstage")
    assert made.legal == [4]
    made.take(4)
    made.take(made.choice("d4A"))
    assert made.points_of(4) == 3
    assert made.state.attacked[1] == 1 and made.papers_of(4) == ["upstage"]
    assert made.events("biz")[0]["target"] == {"player": 1, "movie": 0, "bod": "d4A"}


def test_scandal_makes_a_rivals_bod_worth_minus_its_value() -> None:
    made = scene("scandal").biz("scandal", 4, "d4A")
    assert made.points_of(4) == 3 - 4


def test_upstage_helps_a_bod_out_of_genre_and_scandal_does_not_hurt_it_twice() -> None:
    made = scene("upstage scandal", rival="d4A s3R", biz_per_turn=2).biz("upstage", 4, "s3R")
    assert made.points_of(4) == 4
    made.begin_biz("scandal").take(4)
    assert [made.cast_of(4)[spot] for spot in made.legal] == ["d4A"]  # nobody is both


def test_bad_ratings_take_their_value_from_a_movie() -> None:
    made = scene("bad_ratings").biz("bad_ratings", 4)
    assert made.points_of(4) == 7 - 3


def test_bad_ratings_for_the_table_reach_own_movies_too() -> None:
    made = scene("bad_action").begin_biz("bad_action")
    assert made.legal == [0, 4]
    made.take(0)
    assert made.points_of(0) == 11 - 3 and made.state.attacked[0] == 0


def test_recast_puts_a_bod_of_the_hand_in_the_place_of_one_of_the_same_kind() -> None:
    made = scene("recast").begin_biz("recast")
    made.take(0)
    assert [made.cast_of(0)[spot] for spot in made.legal] == ["s6A"]  # no director in the hand
    made.take(made.choice("s6A"))
    assert made.state.phase == Phase.SWAP and [made.hand(0)[place] for place in made.legal] == ["s5AR"]
    made.take(made.choice("s5AR"))
    assert made.cast_of(0) == ["d5A", "s5AR"] and sorted(made.hand(0)) == ["p2A", "p7R", "s6A"]
    assert made.biz_discarded == ["recast"] and made.state.hand_plays == 2
    target = {"player": 0, "movie": 0, "bod": "s6A", "with": "s5AR"}
    assert made.events("biz")[0]["target"] == target


def test_recast_frees_the_place_from_what_lay_on_the_bod() -> None:
    made = scene("recast", spare="p6A")
    made.state.spoilt[0, 1], made.state.attached_size[0] = BizEffect.SCANDAL, 1
    made.state.attached[0, 0], made.state.attached_to[0, 0] = made.spare("scandal"), 1
    made.biz("recast", 0, "s6A", "s5AR")
    assert made.points_of(0) == 5 + 5 and made.biz_discarded == ["recast", "scandal"]


def test_recast_keeps_to_genres_as_a_play_of_the_hand_does() -> None:
    assert scene("recast", hand="s5R").playable() == ["recast"]
    assert scene("recast", hand="s5R", out_of_genre_from_hand=False).playable() == []
    assert scene("recast", hand="s5R", texts={"s5R": {"only_genre": "romance"}}).playable() == []
    assert scene("recast", hand="p5A").playable() == []


def test_recast_texts_do_nothing() -> None:
    made = scene("recast", texts={"s5AR": {"draw_biz": 2}}).biz("recast", 0, "s6A", "s5AR")
    assert made.biz_hand(0) == []


def test_walkout_discards_a_rivals_bod() -> None:
    made = scene("walkout").biz("walkout", 4, "s3A")
    assert made.cast_of(4) == ["d4A"] and made.discarded == ["s3A"] and made.biz_discarded == ["walkout"]


def test_walkout_of_the_last_bod_gives_the_movie_up() -> None:
    made = scene("walkout", rival="s3A")
    made.biz("walkout", 4, "s3A")
    assert made.in_production == [0] and made.discarded == ["s3A"]
    assert not made.end_turn().may("p3A")


def test_walkout_makes_room_for_the_kind_again() -> None:
    made = table("p2A / s5A", spare="d4A s3A s2A", biz_hands="walkout")
    movie = made.movie(1, "action", "d4A s3A s2A")
    kept = made.copy_of_all()
    assert not made.end_turn().may("s5A")
    made.restore(kept)
    assert made.biz("walkout", movie, "s2A").end_turn().may("s5A")


def test_stand_in_takes_the_place_of_a_support_and_may_complete_a_movie() -> None:
    made = table("p2A / p3A", spare="d5A s6A s4A p1A", biz_hands="stand_in")
    made.movie(0, "action", "d5A s6A s4A p1A")
    made.biz("stand_in", 0)
    assert made.totals == [5 + 6 + 4 + 1, 0] and made.in_production == []
    assert made.biz_discarded == ["stand_in"]


def test_stand_in_needs_a_movie_that_lacks_a_support() -> None:
    made = table("s2A / p3A", spare="d5A s6A p1A p4A", biz_hands="stand_in")
    made.movie(0, "action", "d5A s6A p1A p4A")
    assert made.playable() == []


def test_two_stand_ins_leave_no_room_for_supports() -> None:
    made = scene("stand_in stand_in", biz_per_turn=2).biz("stand_in", 0).biz("stand_in", 0)
    assert not made.may("p2A") and made.may("s5AR")


def test_draw_bods_fills_the_hand_beyond_its_size() -> None:
    made = scene("draw_bods", deck="p1A.1 p1A.2 p1A.3").biz("draw_bods")
    assert made.hand(0) == ["p2A", "p7R", "s5AR", "p1A.1", "p1A.2"]
    assert made.events("draw_bods")[0] == {"event": "draw_bods", "player": 0, "cards": ["p1A.1", "p1A.2"]}


def test_draw_bods_needs_a_deck() -> None:
    made = scene("draw_bods", deck="", final_turns=3)
    assert made.playable() == []


def test_steal_biz_takes_a_random_card_and_shows_it() -> None:
    made = scene("steal_biz / award / boost").begin_biz("steal_biz")
    assert made.state.phase == Phase.RIVAL and made.legal == [1, 2]
    made.take(1)
    assert made.biz_hand(0) == ["award"] and made.biz_hand(1) == []
    assert made.events("biz")[0]["target"] == {"player": 1, "card": "award"}
    assert made.state.attacked[1] == 1 and made.state.biz_hand_open[0, 0]


def test_steal_biz_needs_a_rival_with_biz() -> None:
    assert scene("steal_biz").playable() == []


def test_cancel_discards_one_biz_card_of_any_movie() -> None:
    made = scene("cancel boost", biz_per_turn=3).biz("boost", 0)
    made.begin_biz("cancel")
    assert made.legal == [0]
    made.take(0)
    assert made.state.phase == Phase.ATTACHED and made.legal == [0]
    made.take(0)
    assert made.papers_of(0) == [] and made.points_of(0) == 11
    assert made.biz_discarded == ["cancel", "boost"]


def test_cancel_rehabilitates_an_upstaged_bod_and_one_in_a_scandal() -> None:
    made = scene("upstage scandal cancel", biz_per_turn=5, starting_biz=0, copies=4)
    made.biz("upstage", 4, "d4A").biz("scandal", 4, "s3A")
    assert made.points_of(4) == 0 - 3
    made.biz("cancel", 4, 1)
    assert made.points_of(4) == 0 + 3 and made.papers_of(4) == ["upstage"]


def test_cancel_of_a_stand_in_asks_for_the_support_again() -> None:
    made = scene("stand_in cancel_own", biz_per_turn=2).biz("stand_in", 0)
    assert made.state.stand_ins[0] == 1
    made.biz("cancel_own", 0, 0)
    assert made.state.stand_ins[0] == 0 and made.may("p2A")


def test_cancel_for_the_own_movie_leaves_rivals_alone() -> None:
    made = scene("cancel_own upstage", biz_per_turn=2).biz("upstage", 4, "d4A")
    assert made.playable() == []


def test_recast_out_of_genre_is_counted_as_cast_out_of_genre_is() -> None:
    made = scene("recast", hand="s5R p2A")
    made.biz("recast", 0, "s6A", "s5R")
    assert made.cast_of(0) == ["d5A", "s5R"] and made.state.out_of_genre[0] == 1
    made = scene("recast", hand="s5AR p2A").biz("recast", 0, "s6A", "s5AR")
    assert made.state.out_of_genre[0] == 0


def test_cancel_is_an_attack_only_where_it_takes_what_the_owner_is_glad_of() -> None:
    made = scene("upstage cancel", biz_per_turn=5).biz("upstage", 4, "d4A")
    assert made.state.attacked[1] == 1
    made.biz("cancel", 4, 0)
    assert made.state.attacked[1] == 1, "what upstaged the rival's Bod is gone: that is help"
    made = scene("cancel / boost").end_turn()
    made.biz("boost", 4).end_turn(2).biz("cancel", 4, 0)
    assert made.state.attacked[1] == 1


def test_biz_played_is_counted_by_effect() -> None:
    made = scene("upstage boost", biz_per_turn=2).biz("upstage", 4, "d4A").biz("boost", 0)
    assert list(made.state.biz_played[0]) == [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
