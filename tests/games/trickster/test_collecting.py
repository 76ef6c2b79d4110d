"""Trickster, "Collecting Cards": the two conditions, in order, before the card is laid."""

import pytest

from tests.support.cards import card_number
from tests.support.trickster import TricksterTable, card_set, table
from workbench.games.trickster.game import value_of


def laid(packet: str, card: str, **rules: object) -> TricksterTable:
    """Seat 0 lays a card on a packet; seat 1 has nothing in hand, and lays a two."""
    return table(f"{card} KS / 2S QS", packets=f"{packet} /", **rules).choose(card, "2S")


def why(position: TricksterTable) -> list[str]:
    return [event["why"] for event in position.events("collect")]


# "You cannot follow suit" (the lost condition)


def test_a_card_of_another_suit_forces_the_collection() -> None:
    position = laid("5H 6H", "3D")
    assert position.events("collect") == [{"event": "collect", "player": 0, "cards": ["5H", "6H"], "why": "suit"}]
    assert position.collections == ["5H 6H", ""]


def test_so_does_a_card_of_another_suit_chosen_freely() -> None:
    position = table("3D 4H / 2S QS", packets="5H /", must_follow=False).choose("3D", "2S")
    assert (why(position), position.collections) == (["suit"], ["5H", ""])


def test_a_card_of_the_suit_does_not() -> None:
    position = laid("5H 6H", "2H")
    assert (why(position), position.collections) == ([], ["", ""])


# "If you cause your hand to exceed a sum of ranks greater than 13"


@pytest.mark.parametrize(("card", "forced"), [("AH", False), ("2H", False), ("3H", True), ("10H", True)])
def test_a_sum_above_13_forces_the_collection_and_13_does_not(card: str, forced: bool) -> None:
    assert why(laid("5H 6H", card)) == (["sum"] if forced else [])


@pytest.mark.parametrize("limit", [1, 12, 13, 14, 60])
def test_the_limit_is_a_rule(limit: int) -> None:
    assert why(laid("5H 6H", "3H", sum_limit=limit)) == (["sum"] if limit < 14 else [])


def test_the_first_card_is_no_sum_to_exceed() -> None:
    position = table("10H KS / 2S QS", sum_limit=5).choose("10H", "2S")
    assert (why(position), position.packets) == ([], ["2S", "10H"])


# "Face cards do not count towards this sum"


@pytest.mark.parametrize("face", ["JH", "QH", "KH"])
def test_face_cards_do_not_count(face: str) -> None:
    assert why(laid("3H 10H", face)) == []
    assert why(laid(f"3H {face}", "10H")) == []


@pytest.mark.parametrize(("face", "value"), [("JH", 11), ("QH", 12), ("KH", 13)])
def test_face_cards_count_where_the_rules_say_so(face: str, value: int) -> None:
    assert why(laid("5H", face, faces_count=True, sum_limit=value + 5)) == []
    assert why(laid("5H", face, faces_count=True, sum_limit=value + 4)) == ["sum"]
    assert why(laid(face, "5H", faces_count=True, sum_limit=value + 4)) == ["sum"]


def test_an_ace_counts_1_or_14() -> None:
    assert why(laid("2H 10H", "AH")) == []
    assert why(laid("2H", "AH", ace_value=14, sum_limit=16)) == []
    assert why(laid("2H", "AH", ace_value=14, sum_limit=15)) == ["sum"]


@pytest.mark.parametrize("card", ["2H", "KH"])
def test_whatever_is_laid_on_a_packet_above_the_limit_is_above_it_too(card: str) -> None:
    assert why(laid("AH", card, ace_value=14)) == ["sum"]
    assert why(laid("AH", card)) == []


@pytest.mark.parametrize("name", ["AC", "7D", "10H", "JS", "QC", "KD"])
def test_values(name: str) -> None:
    rank = card_number(name) % 13 + 1
    for faces in (False, True):
        for ace in (1, 14):
            rules = table("2C / 3C", faces_count=faces, ace_value=ace).rules
            expected = ace if rank == 1 else rank if rank <= 10 or faces else 0
            assert value_of(rules, card_number(name)) == expected


# In order, and before the chosen card is laid


def test_the_suit_is_asked_before_the_sum() -> None:
    """A ten of another suit would break both; it is put down to the suit."""
    assert why(laid("5H 6H", "10D")) == ["suit"]


def test_the_packet_is_collected_before_the_chosen_card_starts_a_new_one() -> None:
    position = laid("5H 6H", "10H")
    assert position.collections[0] == "5H 6H"
    assert position.packets[1] == "10H"  # passed to the right: to seat 1 of two
    assert position.events("lay")[0]["packet"] == ["10H"]
    order = [event["event"] for event in position.trace if event.get("player") == 0]
    assert order == ["choose", "collect", "lay"]


def test_a_new_packet_has_the_sum_of_its_card() -> None:
    position = laid("5H 6H", "10H").choose("KS", "QS")
    assert position.events("collect")[-1]["cards"] == ["10H"]
    position = table("10H KS / 2S 4H", packets="5H 6H /").choose("10H", "2S")
    assert position.legal_cards == "KS" and position.choose("KS").legal_cards == "4H"
    position.choose("4H")
    assert [event["why"] for event in position.events("collect")] == ["sum", "sum"]  # 10 + 4


def test_everybody_may_have_to_collect_in_the_same_step() -> None:
    position = table("3D KS / 4C QS / 5H JS", packets="7H 6H / 9D / 10C").choose("3D", "4C", "5H")
    assert position.collections == ["6H 7H", "9D", "10C"]
    assert position.packets == ["4C", "5H", "3D"]


# How often, and by what


def test_collections_are_counted_by_their_cause() -> None:
    position = table("3D 2S / 10C QS / 5H JS", packets="7H 6H / 9C / 2C").choose("3D", "10C", "5H")
    assert (position.counted("forced_by_suit"), position.counted("forced_by_sum")) == ([1, 0, 1], [0, 1, 0])
    position.choose("2S", "QS", "JS")
    assert position.counted("forced_by_suit") == [2, 1, 2]


def test_the_largest_packet_is_remembered() -> None:
    position = laid("AH 2H 3H 4H", "JH")
    assert position.state.largest_packet == 0  # it still goes round
    position.choose("KS", "QS")
    assert position.state.largest_packet == 5


def test_what_a_player_collects_stays_until_the_round_ends() -> None:
    position = table("3D 2S 4C / 10C QS 5S", packets="5H 6H /", collections="2C / 3C").choose("3D", "10C")
    assert position.state.collection[0] == card_set("2C 5H 6H")
