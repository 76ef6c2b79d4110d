"""Hollywood 1947: beliefs. Weights worked by hand, and against counting every possibility one by one."""

from collections import Counter
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hollywood import Table
from tests.support.thorough import examples
from workbench.games.hollywood_1947 import beliefs
from workbench.games.hollywood_1947.cards import Loyalty

FROM_PATRIOT = {"p": 0.6, "c": 0.15, "n": 0.25}
FROM_COMMUNIST = {"p": 0.15, "c": 0.6, "n": 0.25}
FROM_STAR = {"p": 0.375, "c": 0.375, "n": 0.25}
FROM_DECK = {"p": 20 / 60, "c": 26 / 60, "n": 14 / 60}


def seen(table: Table, added: list[int], face_up: str, *, added_here: str = "", loose: int = 0) -> Table:
    """A movie was made: cards that each added, those revealed by symbol, the viewer 0's own, and the deck's."""
    state = table.state
    movie = int(state.movies)
    state.added[movie, : len(added)] = added
    state.loose[movie] = loose
    counts = Counter(face_up)
    state.revealed[movie] = [counts["n"], counts["p"], counts["c"]]
    state.symbols_added_by[movie, 0] = [added_here.count("p"), added_here.count("c")]
    state.movies += 1
    return table


def weighed(table: Table, viewer: int = 0) -> Any:
    """The viewer's information set with its worlds weighed."""
    view = table.view(viewer)
    table.run(beliefs.weigh_worlds, view, table.rules, viewer)
    return view


# By hand


def test_one_card_seen_from_one_of_two() -> None:
    """Player 1 added the only card, a communist one: 0.6 / (0.6 + 0.15) = 0.8 that 1 is the communist, not 2."""
    table = seen(Table(players=3).loyalties("p p c"), [0, 1, 0], "c")
    view = weighed(table)
    np.testing.assert_allclose(view.suspicion[:3], [0, 0.8, 0.2])
    assert view.worlds == 2


def test_communists_know_each_other_and_look_for_the_star_only() -> None:
    table = Table(players=6).loyalties("c p c p r p")
    view = weighed(table)
    np.testing.assert_allclose(view.suspicion[:6], [1, 0, 1, 0, 0, 0])
    np.testing.assert_allclose(view.stardom[:6], [0, 0.25, 0, 0.25, 0.25, 0.25])


def test_without_evidence_loyalties_are_as_they_are_dealt() -> None:
    view = weighed(Table(players=6).loyalties("p p c p c r"))
    np.testing.assert_allclose(view.suspicion[1:6], [0.4] * 5)
    np.testing.assert_allclose(view.stardom[1:6], [0.2] * 5)
    assert view.worlds == 30


def test_random_loyalties_come_from_the_nine_cards() -> None:
    """A patriot among 3 sees 8 cards: 4 patriots, 3 communists, 1 star; so 3/8 for each other player."""
    view = weighed(Table(players=3, random_loyalties=True).loyalties("p c c"))
    np.testing.assert_allclose(view.suspicion[1:3], [3 / 8] * 2)
    np.testing.assert_allclose(view.stardom[1:3], [1 / 8] * 2)


@pytest.mark.parametrize(("players", "worlds"), [(7, 60), (8, 140), (9, 280)])
def test_every_world_has_its_place(players: int, worlds: int) -> None:
    table = Table(players=players)
    table.state.side[0] = Loyalty.PATRIOT
    assert weighed(table).worlds == worlds  # 6!/(3! 2! 1!), 7!/(3! 3! 1!), 8!/(4! 3! 1!)


# By counting


def naive(added: list[int], face_up: str, added_here: str, loose: int, sides: tuple[str, ...]) -> float:
    """How likely just these cards are revealed, over every set that left and every symbol of every card."""
    kinds = {"p": FROM_PATRIOT, "c": FROM_COMMUNIST, "r": FROM_STAR}
    cards: list[dict[str, float]] = [{symbol: 1.0} for symbol in added_here] + [FROM_DECK] * loose
    for player, side in enumerate(sides, 1):
        cards += [kinds[side]] * added[player]
    left = list(combinations(range(len(cards)), len(face_up)))
    whole = 0.0
    for left_over in left:
        for symbols in product("pcn", repeat=len(left_over)):
            if sorted(symbols) == sorted(face_up):
                whole += np.prod(
                    [cards[card].get(symbol, 0.0) for card, symbol in zip(left_over, symbols, strict=True)]
                )
    return whole / len(left)


@given(
    st.lists(st.integers(0, 1), min_size=3, max_size=3),
    st.text("pcn", max_size=1),
    st.integers(0, 1),
    st.integers(0, 2),
    st.data(),
)
@examples(30)
def test_weights_are_those_of_counting_every_possibility(
    others: list[int], added_here: str, loose: int, gone: int, data: st.DataObject
) -> None:
    cards = sum(others) + len(added_here) + loose
    face_up = "".join(data.draw(st.lists(st.sampled_from("pcn"), min_size=(n := max(0, cards - gone)), max_size=n)))
    added = [len(added_here), *others]
    worlds = [sides for sides in product("pcr", repeat=3) if sorted(sides) == ["c", "p", "r"]]
    weights = {sides: naive(added, face_up, added_here, loose, sides) for sides in worlds}
    whole = sum(weights.values())
    if whole == 0:
        return  # the own card can neither be shown nor gone
    table = seen(Table(players=4).loyalties("p p c r"), added, face_up, added_here=added_here, loose=loose)
    suspicion = [sum(w for sides, w in weights.items() if sides[player] == "c") / whole for player in range(3)]
    stardom = [sum(w for sides, w in weights.items() if sides[player] == "r") / whole for player in range(3)]
    view = weighed(table)
    np.testing.assert_allclose(view.suspicion[1:4], suspicion)
    np.testing.assert_allclose(view.stardom[1:4], stardom)


# Worlds


def test_worlds_are_drawn_by_their_weights() -> None:
    """0.8 for player 1, as worked by hand above: of 200 worlds 160, give or take four standard deviations."""
    table = seen(Table(players=3).loyalties("p p c"), [0, 1, 0], "c")
    suspects = Counter(int(np.argmax(table.world(0, seed).side[:3] == Loyalty.COMMUNIST)) for seed in range(200))
    assert abs(suspects[1] - 160) < 24 and suspects[1] + suspects[2] == 200


def test_added_cards_of_a_drawn_world_are_those_of_counting_every_possibility() -> None:
    """Player 1 added two cards, 2 one, the deck one, I a neutral one; three of the five are seen, p, c and n."""
    weights = Counter[tuple[str, str]]()
    for sides in (("p", "c"), ("c", "p")):
        of_1, of_2 = (FROM_PATRIOT if side == "p" else FROM_COMMUNIST for side in sides)
        chances = [of_1, of_1, of_2, FROM_DECK, {"n": 1.0}]
        for symbols in product("pcn", repeat=5):
            seen_sets = sum(sorted(some) == ["c", "n", "p"] for some in combinations(symbols, 3))
            likely = np.prod([chance.get(symbol, 0.0) for chance, symbol in zip(chances, symbols, strict=True)])
            weights["".join(sorted(symbols[:2])), symbols[2]] += float(seen_sets * likely)
    whole, worlds, drawn = sum(weights.values()), 600, Counter[tuple[str, str]]()
    table = seen(Table(players=3).loyalties("p p c"), [1, 2, 1], "pcn", added_here="n", loose=1)
    for seed in range(worlds):
        state = table.world(0, seed)
        drawn[letters(state, 1), letters(state, 2)] += 1
        assert list(state.symbols_added_by[0, 0]) == [0, 0]
    for kinds, weight in weights.items():
        share = weight / whole
        assert abs(drawn[kinds] - worlds * share) < 4.5 * (worlds * share * (1 - share)) ** 0.5 + 0.5, kinds


def letters(state: Any, player: int) -> str:
    """The cards that a player added to the first movie, as letters in order."""
    patriot, communist = (int(cards) for cards in state.symbols_added_by[0, player])
    return "c" * communist + "n" * (int(state.added[0, player]) - patriot - communist) + "p" * patriot


def test_play_keeps_the_evidence() -> None:
    """What the engine notes of a movie is what the table saw: stars, tokens, the composer's card, the deck's."""
    table = Table(players=4, star_faces=0, discarded_from_movie=0).jobs("composer / gaffer / actor / editor")
    table.hands("P N / C / N / N").stars(0, 1).top("C N").action().pass_until("composer").option("composer")
    table.add("C").pass_all().add("C", "P")
    assert list(table.state.added[0, :4]) == [2, 1, 0, 0] and table.state.loose[0] == 0
    assert list(table.state.revealed[0]) == [0, 1, 2]
    assert list(table.view(0).symbols_added_by[0, 0]) == [1, 1] and not table.view(2).symbols_added_by.any()
