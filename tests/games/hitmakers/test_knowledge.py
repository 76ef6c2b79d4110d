"""Hitmakers: what a player knows, and that no bot decides by anything else."""

import json
from collections import Counter
from typing import Any

import numpy as np
import scipy
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hitmakers import DECK_NAMES, card_set, named, stock_of, table
from tests.support.plain import Play
from tests.support.strategies import positions, rule_values
from tests.support.thorough import examples
from workbench.engine.bit_sets import members
from workbench.engine.playing_cards import DECK
from workbench.games.hitmakers import GAME
from workbench.games.hitmakers.game import knowledge

SHORT = rule_values(
    GAME, production_rounds=st.integers(1, 4), score_target=st.sampled_from([0, 200]), max_deals=st.just(9)
)
POSITIONS = positions(GAME, SHORT)
SEATS = st.integers(0, 5)


def word(cards: set[str]) -> int:
    return int(card_set(" ".join(cards)))


def unseen(play: Play, view: Any, viewer: int) -> Any:
    """The cards whose place the viewer does not know."""
    return DECK & ~knowledge(view, play.rules, viewer)


def unknown_places(play: Play, viewer: int) -> int:
    """The cards of the stock, and those of the other hands that nobody saw go there."""
    state = play.state
    places = sum(1 << card for card in stock_of(state))
    for other in range(play.players):
        if other != viewer:
            places |= int(state.hand[other] & ~state.face_up)
    return places


class Onlooker:
    """What a player has seen in this deal, kept by hand from the redacted trace alone."""

    def __init__(self, play: Play, viewer: int) -> None:
        self.viewer = viewer
        self.in_hand: list[set[str]] = []
        self.unknown: list[int] = []
        self.seen: set[str] = set()
        for event in play.trace:
            self.see(GAME.redact(_number(event["event"]), event, viewer), int(play.rules.hand_size))

    def see(self, event: dict[str, Any], hand_size: int) -> None:
        """One event: cards come and go."""
        kind, player, card = event["event"], event.get("player"), event.get("card")
        if kind == "deal":
            self.in_hand = [set(hand or ()) for hand in event["hands"]]
            self.unknown = [0 if hand else hand_size for hand in event["hands"]]
            self.seen = set().union(*self.in_hand)
        self.seen |= {name for name in (card, *event.get("cards", ())) if name}
        if kind == "draw":
            self.comes(player, card)
        elif kind in ("discard", "scout", "poach"):
            self.goes(player, card)
        elif kind == "contract" and player is not None:
            self.in_hand[player] |= set(event["cards"])

    def comes(self, player: int, card: str | None) -> None:
        """A card joins a hand, seen or not."""
        if card is None:
            self.unknown[player] += 1
        else:
            self.in_hand[player].add(card)

    def goes(self, player: int, card: str) -> None:
        """A card leaves a hand, one that was known there or not."""
        if card in self.in_hand[player]:
            self.in_hand[player].remove(card)
        else:
            self.unknown[player] -= 1


def _number(name: str) -> Any:
    return next(event for event, event_name in GAME.events.items() if event_name == name)


@given(POSITIONS, SEATS)
@examples(40)
def test_a_player_knows_just_what_the_redacted_trace_showed(play: Play, seat: int) -> None:
    viewer = seat % play.players
    onlooker, view = Onlooker(play, viewer), play.view(viewer)
    assert [int(hand) for hand in view.hand[: play.players]] == [word(hand) for hand in onlooker.in_hand]
    assert list(view.unseen_hand[: play.players]) == onlooker.unknown
    assert unseen(play, view, viewer) == word(set(DECK_NAMES) - onlooker.seen)


@given(POSITIONS, SEATS)
@examples(40)
def test_unseen_are_the_stock_and_the_unknown_cards_of_other_hands(play: Play, seat: int) -> None:
    viewer = seat % play.players
    assert unseen(play, play.view(viewer), viewer) == unknown_places(play, viewer)


@given(POSITIONS, SEATS)
@examples(40)
def test_no_event_names_a_card_whose_place_its_viewer_does_not_know(play: Play, seat: int) -> None:
    viewer = seat % play.players
    start = max(n for n, event in enumerate(play.trace) if event["event"] == "deal")
    redacted = [GAME.redact(_number(event["event"]), event, viewer) for event in play.trace[start:]]
    unknown = named(members(unseen(play, play.view(viewer), viewer))).split()
    assert not [name for name in unknown if f'"{name}"' in json.dumps(redacted)]


def test_veil_hides_other_hands_and_what_others_draw_from_the_stock() -> None:
    position = table("KC 5C / 2C / 3C", stars="8S", stock="QH JH").draw("stock").discard("5C").draw("discard")
    assert [GAME.redact(_number(event["event"]), event, 1)["card"] for event in position.trace] == [None, "5C", "5C"]
    assert [GAME.redact(_number(event["event"]), event, 0)["card"] for event in position.trace] == ["QH", "5C", "5C"]
    deal = Play(GAME).begin().trace[0]
    assert [hand is None for hand in GAME.redact(_number("deal"), deal, 2)["hands"]] == [True, True, False]


def test_a_card_taken_from_the_discard_pile_is_known_until_it_is_discarded() -> None:
    position = table("KC 5C / 2C / 3C", stars="8S", pile="9D").draw("discard")
    assert position.view(1).hand[0] == card_set("9D")
    position.discard("9D")
    assert position.view(1).hand[0] == 0
    assert unseen(position, position.view(1), 1) & card_set("9D") == 0  # it lies on the pile


def test_discards_are_remembered_with_who_made_them() -> None:
    position = table("KC 5C / 2C / 3C", stars="8S", stock="QH JH").draw("stock").discard("5C").draw("discard")
    assert position.view(2).discarded[0] == card_set("5C")


def test_a_silent_player_may_still_hold_the_called_card() -> None:
    position = table("10H / QC / JC", stars="10S 9S", presentation="emcee_chooses").show()
    position.present("10S").answer("decline")
    assert unseen(position, position.view(1), 1) & card_set("10H")


# Worlds


@given(POSITIONS, SEATS, st.integers(0, 2**63))
@examples(40)
def test_a_drawn_world_conserves_cards_and_keeps_what_is_known(play: Play, seat: int, seed: int) -> None:
    viewer, players = seat % play.players, play.players
    true, world = play.state, play.world(viewer, seed)
    assert world.hand[viewer] == true.hand[viewer]
    for other in range(players):
        assert world.hand[other] & true.face_up == true.hand[other] & true.face_up
        assert int(world.hand[other]).bit_count() == int(true.hand[other]).bit_count()
    stock = sorted(stock_of(world))
    assert len(stock) == len(stock_of(true))
    assert unknown_places(play, viewer) == sum(1 << card for card in stock) | sum(
        int(world.hand[other] & ~true.face_up) for other in range(players) if other != viewer
    )


def small_world(seed: int) -> tuple[str, str, str]:
    """Four cards at unknown places: two in hand 1, one in hand 2, one in the stock; all others lie on the pile."""
    rest = [name for name in DECK_NAMES if name not in ("2C", "3C", "4C", "5C", "6C", "8S")]
    position = table("2C / 3C 4C / 5C", stars="8S", pile=" ".join(rest), stock="6C")
    world = position.world(0, seed)
    return named(members(world.hand[1])), named(members(world.hand[2])), named(stock_of(world))


def test_worlds_are_drawn_evenly() -> None:
    counts = Counter(small_world(seed) for seed in range(1200))
    assert len(counts) == 12  # 4! / 2! orders
    expected = 1200 / 12
    statistic = sum((count - expected) ** 2 / expected for count in counts.values())
    assert 1e-3 < scipy.stats.chi2.sf(statistic, 11) < 1 - 1e-3


# Bots


def test_conceal_leaves_no_card_of_the_stock() -> None:
    play = Play(GAME, seed=4).begin().random_steps(10)
    assert not np.any(play.view(0).deck)
