"""Showbiz Shuffle: what a player knows, and that no bot decides by anything else."""

import json
from collections import Counter
from typing import Any

import numpy as np
import scipy
from hypothesis import given
from hypothesis import strategies as st

from tests.support.plain import Play
from tests.support.showbiz import ShowbizTable, table
from tests.support.strategies import positions, rule_values
from tests.support.thorough import examples
from workbench.games.showbiz_shuffle import GAME

RULES = rule_values(GAME, max_turns=st.integers(5, 12), score_target=st.just(0))
POSITIONS = positions(GAME, RULES, steps=120)
SEATS = st.integers(0, 3)
ROWS = {name: GAME.parameters[name].default.keys for name in ("bods", "biz")}


def event_number(name: str) -> Any:
    return next(event for event, event_name in GAME.events.items() if event_name == name)


class Onlooker:
    """What a player has seen, kept by hand from the redacted trace alone: open cards of hands, and how many others."""

    def __init__(self, play: Play, viewer: int) -> None:
        self.viewer = viewer
        self.cards = {"bods": [Counter() for _ in range(play.players)], "biz": [Counter() for _ in range(play.players)]}
        self.hidden = {"bods": [0] * play.players, "biz": [0] * play.players}
        for event in play.trace:
            redacted = GAME.redact(event_number(event["event"]), event, viewer)
            getattr(self, f"see_{event['event']}", lambda event: None)(redacted)

    def comes(self, player: int, kind: str, cards: list[str] | int) -> None:
        """Cards come into a hand: seen ones, or a number."""
        if isinstance(cards, int):
            self.hidden[kind][player] += cards
        else:
            self.cards[kind][player].update(cards)

    def goes(self, player: int, kind: str, card: str) -> None:
        """A card leaves a hand: one that was known there or not."""
        if self.cards[kind][player][card]:
            self.cards[kind][player] -= Counter([card])
        else:
            self.hidden[kind][player] -= 1

    def see_setup(self, event: dict[str, Any]) -> None:
        for kind, hands in (("bods", event["hands"]), ("biz", event["biz_hands"])):
            for player, hand in enumerate(hands):
                self.comes(player, kind, hand)

    def see_refill(self, event: dict[str, Any]) -> None:
        self.comes(event["player"], "bods", event["drawn"])

    def see_open(self, event: dict[str, Any]) -> None:
        if event["from"] == "hand":
            self.goes(event["player"], "bods", event["bod"])

    see_cast = see_open

    def see_biz(self, event: dict[str, Any]) -> None:
        player, target = event["player"], event["target"] or {}
        self.goes(player, "biz", event["card"])
        if "with" in target:
            self.goes(player, "bods", target["with"])
            self.comes(player, "bods", [target["bod"]])
        if "card" in target and "movie" not in target:
            self.goes(target["player"], "biz", target["card"])
            self.comes(player, "biz", [target["card"]])

    def see_draw_biz(self, event: dict[str, Any]) -> None:
        self.comes(event["player"], "biz", event["cards"])

    def see_draw_bods(self, event: dict[str, Any]) -> None:
        self.comes(event["player"], "bods", event["cards"])

    def see_lose_biz(self, event: dict[str, Any]) -> None:
        self.goes(event["player"], "biz", event["card"])

    def see_shake_up(self, event: dict[str, Any]) -> None:
        player = event["player"]
        for kind in ("bods", "biz"):
            self.cards[kind][player].clear()
            self.hidden[kind][player] = 0
        self.comes(player, "bods", event["drawn"])


def hands_of(play: Play, state: Any) -> dict[str, list[Counter[str]]]:
    """The cards of all hands by their keys."""
    deck = play.rules.biz_deck
    return {
        "bods": [
            Counter(ROWS["bods"][c] for c in state.bods.hand[p, : state.bods.hand_size[p]]) for p in range(play.players)
        ],
        "biz": [
            Counter(ROWS["biz"][deck[c]] for c in state.biz.hand[p, : state.biz.hand_size[p]])
            for p in range(play.players)
        ],
    }


@given(POSITIONS, SEATS)
@examples(40)
def test_a_player_knows_just_what_the_redacted_trace_showed(play: Play, seat: int) -> None:
    viewer = seat % play.players
    onlooker, view = Onlooker(play, viewer), play.view(viewer)
    assert hands_of(play, view) == onlooker.cards
    assert list(view.bods.hidden[: play.players]) == onlooker.hidden["bods"]
    assert list(view.biz.hidden[: play.players]) == onlooker.hidden["biz"]


def test_of_two_copies_of_a_card_the_one_that_was_seen_leaves_a_hand_first() -> None:
    """A `creative-differences` was stolen in sight of all; then the other copy of that hand is played."""
    values = {
        **{"players": 2, "hand_size": 3, "cattle_call_size": 7, "starting_biz": 4, "max_turns": 5, "score_target": 0},
        **{"plays_from_hand": 0, "plays_from_cattle_call": 1, "biz_per_turn": 1, "movies_at_once": 1},
        **{"directors_needed": 0, "stars_needed": 1, "supports_needed": 1, "starters": ["star"]},
        **{"out_of_genre_from_hand": False, "unfinished_penalty": 0, "costed_biz_penalty": False, "final_turns": 0},
        **{"shake_up": False, "reshuffle_bods": False},
    }
    play = Play(GAME, values, 234).begin().random_steps(24)
    assert hands_of(play, play.view(1))["biz"] == Onlooker(play, 1).cards["biz"]
    assert play.view(1).biz.hidden[0] == Onlooker(play, 1).hidden["biz"][0]


@given(POSITIONS, SEATS)
@examples(40)
def test_redacted_events_name_no_card_that_is_hidden_at_the_end(play: Play, seat: int) -> None:
    """A Bod that the viewer does not see now was never named, unless it went back into the deck since."""
    viewer = seat % play.players
    text = json.dumps([GAME.redact(event_number(event["event"]), event, viewer) for event in play.trace])
    view = play.view(viewer)
    size = int(view.bods.deck_size) + int(view.bods.hidden.sum())
    for card in view.bods.deck[:size]:
        assert view.bods.since[viewer, card] or f'"{ROWS["bods"][card]}"' not in text


# Worlds


@given(POSITIONS, SEATS, st.integers(0, 2**63))
@examples(40)
def test_a_drawn_world_keeps_what_is_known(play: Play, seat: int, seed: int) -> None:
    viewer = seat % play.players
    true, world = play.state, play.world(viewer, seed)
    cards = Onlooker(play, viewer).cards
    before, after = hands_of(play, true), hands_of(play, world)
    for kind in ("bods", "biz"):
        assert after[kind][viewer] == before[kind][viewer]
        for player in range(play.players):
            assert cards[kind][player] <= after[kind][player]
            assert after[kind][player].total() == before[kind][player].total()


def test_a_recast_bod_and_a_stolen_biz_card_are_known_to_all() -> None:
    position = table("s5A p2A / s4R p3R / p4A", spare="s6A", biz_hands="recast steal_biz / award", biz_per_turn=2)
    movie = position.movie(0, "action", "s6A")
    position.biz("recast", movie, "s6A", "s5A").biz("steal_biz", 1)
    view = position.view(2)
    assert position.names_of(view.bods.hand[0], view.bods.hand_size[0]) == ["s6A"] and view.bods.hidden[0] == 1
    assert position.biz_names(view.biz.hand[0], view.biz.hand_size[0]) == ["award"]
    position.end_turn(3).shake_up()
    view = position.view(2)
    assert view.bods.hand_size[0] == 0 and view.biz.hand_size[0] == 0


def returned(seed: int) -> tuple[Any, ShowbizTable]:
    """Player 0 has shaken up; player 1 holds a hand from before, player 2 has shaken up after that."""
    position = table("s6A / s5A / s4A", deck="p1A.1 p1A.2 p1A.3").shake_up().end_turn().shake_up()
    return position.world(0, seed), position


def test_what_a_player_returned_to_the_deck_is_in_no_hand_from_before() -> None:
    """Player 0 saw s6A go into the deck after player 1 was dealt: player 1 cannot hold it, player 2 can."""
    seen = set()
    for seed in range(80):
        world, position = returned(seed)
        hands = [position.names_of(world.bods.hand[player], world.bods.hand_size[player]) for player in range(3)]
        if "s6A" in position.hand(0):
            continue
        seen |= {(player, name) for player in (1, 2) for name in hands[player]}
    assert (1, "s6A") not in seen and (2, "s6A") in seen
    assert (1, "s4A") in seen  # nobody but its holder saw that one go


def test_reshuffled_biz_is_in_no_hand_from_before() -> None:
    position = table("s6A p2A / s5A", texts={"s6A": {"draw_biz": 2}}, biz_hands="award / boost", copies=1)
    state = position.state
    while state.biz.deck_size:
        state.biz.deck_size -= 1
        state.biz.discards[state.biz.discard_size] = state.biz.deck[state.biz.deck_size]
        state.biz.discard_size += 1
    position.open("s6A", "action")
    for seed in range(20):
        world = position.world(0, seed)
        assert position.biz_names(world.biz.hand[1], 1) == ["boost"]


def chi_square(counts: Counter[Any], cells: int) -> None:
    """Fails unless the counts are what equal chances make likely."""
    assert len(counts) == cells
    expected = counts.total() / cells
    statistic = sum((count - expected) ** 2 / expected for count in counts.values())
    assert 1e-3 < scipy.stats.chi2.sf(statistic, cells - 1) < 1 - 1e-3


def test_worlds_are_drawn_evenly() -> None:
    """Four unseen Bods: one in hand 1, one in hand 2, two in the deck in an order: 4! worlds."""
    position = table("s6A / s5A / s4A", deck="p1A.1 p1A.2")
    counts = Counter()
    for seed in range(2400):
        world = position.world(0, seed)
        counts[world.bods.hand[1, 0], world.bods.hand[2, 0], *world.bods.deck[:2]] += 1
    chi_square(counts, 24)


def test_worlds_after_a_shake_up_are_drawn_evenly_among_those_that_can_be() -> None:
    """Hand 1 was dealt before player 0's s6A went into the deck, hand 2 was drawn after: 3 cards, then 3, and so on."""
    position = table("s6A / s5A / s4A", deck="p1A.1 p1A.2")
    for seed in range(50):
        again = table("s6A / s5A / s4A", deck="p1A.1 p1A.2")
        again.chances[0]["deal_key"] = seed
        again.shake_up().end_turn().shake_up()
        if "s6A" not in again.hand(0):
            position = again
            break
    counts = Counter()
    for seed in range(1800):
        world = position.world(0, seed)
        counts[world.bods.hand[1, 0], world.bods.hand[2, 0], *world.bods.deck[:2]] += 1
    card = position.number("s6A")
    assert all(key[0] != card for key in counts)
    chi_square(counts, 3 * 6)


def test_biz_worlds_are_drawn_evenly() -> None:
    position = table("s6A / s5A / s4A", biz_hands="/ award / boost", copies=1)
    position.state.biz.deck_size = 2
    gone = position.state.biz.deck[2:14].copy()
    position.state.biz.discards[:12], position.state.biz.discard_size = gone, 12
    counts = Counter()
    for seed in range(2400):
        world = position.world(0, seed)
        counts[world.biz.hand[1, 0], world.biz.hand[2, 0], *world.biz.deck[:2]] += 1
    chi_square(counts, 24)


# Bots


def test_a_rivals_pending_choice_is_not_seen() -> None:
    position = table("s6AR p2A / s5A")
    position.take(position.move("s6AR", True, False))
    view = position.view(1)
    assert (view.phase, view.chosen, view.offered) == (0, 0, 0)
    assert view.bods.hidden[0] == 2 and not np.any(view.bods.hand[0])
