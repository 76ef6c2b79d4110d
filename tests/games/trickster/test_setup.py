"""Trickster, "Setup"."""

import pytest

from tests.support.plain import Play
from tests.support.trickster import DECK_NAMES
from workbench.games.trickster import GAME


def deal(players: int, seed: int = 3, play: int = 0) -> dict[str, object]:
    return Play(GAME, {"players": players}, seed, play).begin().trace[0]


# 2: "Deal a complete deck of cards evenly to each player face-up"


@pytest.mark.parametrize(
    ("players", "cards", "removed"), [(2, 26, 0), (3, 17, 1), (4, 13, 0), (5, 10, 2), (6, 8, 4), (7, 7, 3), (8, 6, 4)]
)
def test_2_and_3_the_deck_is_dealt_evenly_and_extra_cards_are_removed(players: int, cards: int, removed: int) -> None:
    dealt = deal(players)
    assert [len(tableau) for tableau in dealt["tableaus"]] == [cards] * players
    assert len(dealt["removed"]) == removed
    everywhere = [card for tableau in dealt["tableaus"] for card in tableau] + dealt["removed"]
    assert sorted(everywhere) == sorted(DECK_NAMES)


@pytest.mark.parametrize("players", [3, 5, 6, 7])
def test_3_removed_cards_are_out_for_the_round_and_back_for_the_next(players: int) -> None:
    play = Play(GAME, {"players": players, "rounds": 2}, seed=2).begin()
    while not play.state.over:
        play.take(play.decision())
    first, second = (event for event in play.trace if event["event"] == "deal")
    split = play.trace.index(second)
    seen = {event["card"] for event in play.trace[:split] if event["event"] == "choose"}
    assert seen == set(DECK_NAMES) - set(first["removed"])
    assert first["removed"] != second["removed"]


def test_2_cards_are_dealt_anew_in_each_round_play_and_seed() -> None:
    play = Play(GAME, {"rounds": 3}, seed=3).begin()
    while not play.state.over:
        play.take(play.decision())
    deals = [str(event["tableaus"]) for event in play.trace if event["event"] == "deal"]
    others = [str(deal(4, play=1)["tableaus"]), str(deal(4, seed=4)["tableaus"])]
    assert len({*deals, *others}) == 5
    assert deals[0] == str(deal(4)["tableaus"])


def test_2_every_card_is_dealt_to_every_seat_equally_often() -> None:
    deals, counts = 600, {}
    for number in range(deals):
        for seat, tableau in enumerate(deal(5, play=number)["tableaus"]):
            for card in tableau:
                counts[seat, card] = counts.get((seat, card), 0) + 1
    expected = deals * 10 / 52
    assert len(counts) == 5 * 52
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 52 * 5 + 4 * 23


def test_all_begin_without_packet_and_collection() -> None:
    state = Play(GAME, seed=1).begin().state
    assert not state.packet.any() and not state.collection.any() and not state.looked.any()
    assert (state.actor, state.step, state.stage) == (0, 0, 0)
