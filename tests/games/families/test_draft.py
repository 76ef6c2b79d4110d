"""The lunch line against the published rules of Sushi Go, by positions set up by hand."""

from itertools import chain

import numpy as np
import pytest

from tests.support.families import begun
from tests.support.plain import Play
from workbench.engine.bit_sets import members
from workbench.engine.cards import cards_of
from workbench.engine.parameters import complete
from workbench.engine.picture import Look
from workbench.report.play_table import card_titles, titled


def names(play: Play) -> list[str]:
    return cards_of(complete(play.game.parameters, {}), "cards").keys_by_copy("copies")


def cards(play: Play, text: str, used: set[int]) -> np.uint64:
    """Cards by their names, a copy that is not used yet for each."""
    word = 0
    for name in text.split():
        card = next(number for number, other in enumerate(names(play)) if other == name and number not in used)
        used.add(card)
        word |= 1 << card
    return np.uint64(word)


def scored(*laid: str, last: tuple[str, ...] = (), rounds: int = 2) -> list[int]:
    """The scores of a round in which each player has these cards before the last card, an egg nigiri each."""
    play = begun("draft", "lunch", players=len(laid), hand=1, rounds=rounds)
    state, used = play.state, set[int]()
    state.hand[:] = 0
    if rounds == 1:
        state.stage = 0
    for player, text in enumerate(laid):
        state.hand[player] = cards(play, "egg-nigiri", used)
        state.laid[player] = cards(play, text, used)
    for player, text in enumerate(last):
        state.until_end[player] = cards(play, text, used)
    for _ in laid:
        play.take(play.legal[0])
    return [int(points) - 1 for points in state.score[: len(laid)]]


def test_all_choose_unseen_and_pass_the_rest_to_the_left() -> None:
    play = begun("draft", "lunch", players=3, hand=4, seed=2)
    before = [members(hand) for hand in play.state.hand[:3]]
    for player in range(3):
        assert play.state.actor == player and not any(play.state.laid)
        play.take(play.legal[0])
    after = [members(hand) for hand in play.state.hand[:3]]
    laid = list(chain(*(members(cards) for cards in [*play.state.laid[:3], *play.state.until_end[:3]])))
    assert sorted(laid) == sorted(hand[0] for hand in before)
    assert after == [before[2][1:], before[0][1:], before[1][1:]]


def test_others_do_not_see_what_somebody_has_chosen() -> None:
    play = begun("draft", "lunch", players=2, hand=4)
    play.take(play.legal[0])
    assert members(play.view(1).chosen[0]) == [] and len(members(play.view(0).chosen[0])) == 1


def test_all_that_is_laid_is_seen_and_called_as_its_cards_are() -> None:
    play = begun("draft", "lunch", players=2, hand=3)
    for _ in range(4):
        play.take(play.legal[0])
    picture = play.game.picture
    zones = [zone for zone in picture.zones(play.state, play.rules, play.values) if zone.name.startswith("Laid")]
    assert sum(len(zone.things) for zone in zones) == 4 and {zone.look for zone in zones} == {Look.ROW}
    assert len(play.trace[-1]["revealed"]) == 2 and {len(cards) for cards in play.trace[-1]["revealed"]} == {1}
    words = titled("chooses egg-nigiri, tempura", card_titles(picture.faces(play.values)))
    assert words == "chooses egg nigiri, tempura"
    assert {measure.name: measure.title for measure in play.game.measures}["boosted"] == "Points by multipliers"


@pytest.mark.parametrize(
    ("laid", "points"),
    [
        ("tempura", 0),
        ("tempura tempura tempura", 5),
        ("sashimi sashimi", 0),
        ("sashimi sashimi sashimi", 10),
        ("dumpling dumpling dumpling", 6),
        ("dumpling dumpling dumpling dumpling dumpling dumpling", 15),
        ("salmon-nigiri squid-nigiri", 5),
    ],
)
def test_sets_steps_and_nigiri(laid: str, points: int) -> None:
    assert scored(laid, "") == [points, 0]


def test_most_maki_rolls_score_six_and_the_next_three_and_ties_share() -> None:
    assert scored("two-maki two-maki", "three-maki", "one-maki") == [6, 3, 0]
    assert scored("three-maki", "three-maki", "one-maki") == [3, 3, 0]
    assert scored("three-maki", "two-maki", "one-maki one-maki") == [6, 1, 1]


def test_wasabi_triples_the_nigiri_that_is_laid_after_it() -> None:
    play = begun("draft", "lunch", players=2, hand=1, rounds=1)
    used = set[int]()
    play.state.hand[0], play.state.hand[1] = cards(play, "squid-nigiri", used), cards(play, "tempura", used)
    play.state.laid[0], play.state.boosts[0] = cards(play, "wasabi", used), 1
    play.take(play.legal[0]).take(play.legal[0])
    assert list(play.state.score[:2]) == [9, 0] and play.state.boosted[0] == 6


def test_puddings_lie_until_the_end() -> None:
    assert scored("", "", "", last=("pudding pudding", "pudding", "")) == [0, 0, 0]
    assert scored("", "", "", last=("pudding pudding", "pudding", ""), rounds=1) == [6, 0, -6]
    assert scored("", "", last=("pudding", ""), rounds=1) == [6, 0]
    assert scored("", "", last=("pudding", "pudding"), rounds=1) == [0, 0]
