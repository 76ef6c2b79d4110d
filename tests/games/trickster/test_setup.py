"""Trickster, "Setup"."""

from tests.support.plain import Play
from workbench.games.trickster import GAME


def deal(players: int, seed: int = 3, play: int = 0) -> dict[str, object]:
    return Play(GAME, {"players": players}, seed, play).begin().trace[0]


# 2: "Deal a complete deck of cards evenly to each player face-up"


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
