"""Trickster: what a player knows, and that no bot decides by anything else."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
import scipy
from hypothesis import example, given
from hypothesis import strategies as st

from tests.support.cards import card_number
from tests.support.plain import Play
from tests.support.seats import bots
from tests.support.strategies import positions, rule_values
from tests.support.thorough import examples, one_of
from tests.support.trickster import TricksterTable, card_set, names, table
from workbench.bots.spec import bot_names
from workbench.engine.bit_sets import members, remove
from workbench.engine.playing_cards import DECK, SUITS, suit_cards
from workbench.games.trickster import GAME
from workbench.games.trickster import bots as beliefs
from workbench.games.trickster.game import playable, value_of

RULES = rule_values(GAME, rounds=st.integers(1, 3))
POSITIONS = positions(GAME, RULES, steps=120)
SEATS = st.integers(0, 7)


def number_of(name: str) -> Any:
    return next(event for event, event_name in GAME.events.items() if event_name == name)


def seen_by(position: Play, viewer: int) -> list[dict[str, Any]]:
    """The trace of this round as a player sees it."""
    start = max(n for n, event in enumerate(position.trace) if event["event"] == "deal")
    return [GAME.redact(number_of(event["event"]), event, viewer) for event in position.trace[start:]]


class Onlooker:
    """What a player remembers of a round, kept by hand from the redacted trace alone."""

    def __init__(self, position: Play, viewer: int) -> None:
        self.players, self.viewer = position.players, viewer
        self.packets: list[set[str]] = [set() for _ in range(self.players)]
        self.collections: list[set[str]] = [set() for _ in range(self.players)]
        self.packet_sizes, self.collection_sizes = [0] * self.players, [0] * self.players
        self.tableaus: list[set[str]] = []
        for event in seen_by(position, viewer):
            getattr(self, event["event"], lambda **_: None)(**{k: v for k, v in event.items() if k != "event"})

    def deal(self, tableaus: list[list[str]], removed: list[None], **_: Any) -> None:
        assert not any(removed)
        self.tableaus = [set(tableau) for tableau in tableaus]

    def choose(self, player: int, card: str, **_: Any) -> None:
        self.tableaus[player].remove(card)

    def collect(self, player: int, cards: list[str | None], **_: Any) -> None:
        self.collections[player] |= set(cards) if player == self.viewer else self.packets[player]
        self.collection_sizes[player] += len(cards)
        self.packets[player] = set()

    def lay(self, player: int, packet: list[str | None], **_: Any) -> None:
        if player == self.viewer:
            self.packets[player] = set(packet)
        self.packet_sizes[player] = len(packet)

    def __getattr__(self, name: str) -> Any:
        if name != "pass":
            raise AttributeError(name)
        return self.go_round

    def go_round(self, direction: str) -> None:
        way = 1 if direction == "right" else -1
        for field in (self.packets, self.packet_sizes):
            field[:] = [field[(player + way) % self.players] for player in range(self.players)]


@given(POSITIONS, SEATS)
@examples(40)
def test_a_player_knows_what_the_redacted_trace_showed_and_the_packet_in_hand(position: Play, seat: int) -> None:
    viewer = seat % position.players
    onlooker, view = Onlooker(position, viewer), position.view(viewer)
    onlooker.packets[viewer] = set(names(position.state.packet[viewer]).split())
    for player in range(position.players):
        assert names(view.packet[player]).split() == in_order(onlooker.packets[player])
        assert names(view.collection[player]).split() == in_order(onlooker.collections[player])
        assert names(view.tableau[player]).split() == in_order(onlooker.tableaus[player])
        assert view.unseen_packet[player] == onlooker.packet_sizes[player] - len(onlooker.packets[player])
        assert view.unseen_collection[player] == onlooker.collection_sizes[player] - len(onlooker.collections[player])


def in_order(cards: set[str]) -> list[str]:
    return sorted(cards, key=card_number)


@given(POSITIONS, SEATS)
@examples(40)
def test_unseen_are_the_cards_that_left_a_tableau_and_lie_who_knows_where(position: Play, seat: int) -> None:
    viewer = seat % position.players
    view, state = position.view(viewer), position.state
    seen_cards = DECK & ~(state.removed | view.unseen)
    for player in range(position.players):
        assert int(view.packet[player] | view.collection[player] | view.tableau[player]) & int(~seen_cards) == 0
    assert int(view.unseen).bit_count() == view.unseen_packet.sum() + view.unseen_collection.sum()
    assert view.removed == 0


def after_two_steps(heart: str) -> TricksterTable:
    """Seat 0 has passed 3H 5H on to seat 2, who then had to lay `heart` on it."""
    position = table(f"3H 9C 2D / 4S KC 3D / 8S KD {heart}", packets="5H / 2S / 6C").choose("3H", "4S", "8S")
    view = position.view(0)
    assert names(view.packet[2]) == "3H 5H"  # seen by seat 0, who passed it on
    assert view.packet[1] == 0  # 8S, which seat 0 has not seen there
    return position.choose("9C", "KC", heart)


def test_a_packet_that_was_in_hand_is_known_in_the_collection_of_who_took_it() -> None:
    position = after_two_steps("8H")  # 16
    view = position.view(0)
    assert position.collections == ["2S 4S", "8S", "6C 3H 5H"]
    assert [names(collection) for collection in view.collection[:3]] == ["2S 4S", "", "3H 5H"]
    assert view.unseen_collection[:3].tolist() == [0, 1, 1]


def test_a_packet_that_was_in_hand_is_known_while_it_goes_round_but_not_what_was_laid_on_it() -> None:
    position = after_two_steps("2H")
    view = position.view(0)
    assert position.packets[1] == "2H 3H 5H"
    assert (names(view.packet[1]), view.unseen_packet[1]) == ("3H 5H", 1)


# Choices of the same step


FOUR = "2C 3D / 4C 5D / 6C 7D / 8C 9D"


def test_pending_choices_of_others_are_taken_out_and_the_own_one_stays() -> None:
    position = table(FOUR).choose("3D", "5D", "7D")
    for viewer, choices in ((0, [card_number("3D"), 0, 0]), (1, [0, card_number("5D"), 0]), (3, [0, 0, 0])):
        assert position.view(viewer).chosen_choose[:3].tolist() == choices
        assert [names(tableau) for tableau in position.view(viewer).tableau[:4]] == ["2C 3D", "4C 5D", "6C 7D", "8C 9D"]


@given(POSITIONS, st.integers(0, 2**63))
@examples(40)
def test_in_a_drawn_world_those_who_have_chosen_have_chosen_something_legal(position: Play, seed: int) -> None:
    actor = int(position.state.actor)
    world = position.world(actor, seed)
    for other in range(actor):
        assert int(playable(world, position.rules, other)) >> int(world.chosen_choose[other]) & 1


def test_pending_choices_are_drawn_evenly_from_what_is_legal() -> None:
    position = table("2C 3C 4D 5D / 6C 7C 8D 9D / 10C JC QD KD", packets=" / AC / ").choose("2C", "7C")
    counts = Counter(tuple(names_of_chosen(position.world(2, seed))) for seed in range(800))
    assert len(counts) == 4 * 2  # seat 1 follows clubs
    assert 1e-3 < even(counts.values()) < 1 - 1e-3


def names_of_chosen(world: Any) -> list[int]:
    return [int(card) for card in world.chosen_choose[:2]]


def even(counts: Any) -> float:
    """The p-value of the counts, if all are equally likely."""
    expected = sum(counts) / len(counts)
    return float(scipy.stats.chi2.sf(sum((count - expected) ** 2 / expected for count in counts), len(counts) - 1))


def bots_that_look() -> list[str]:
    return [name.replace(":N", ":6") for name in bot_names(GAME) if name != "random"]


@pytest.mark.parametrize("bot", bots_that_look())
def test_no_bot_sees_anothers_choice_of_the_same_step(bot: str) -> None:
    seats, decisions = bots(GAME, bot, 4), set()
    tableaus = "2C 3D 9H / 4C 5D 8H / 6C 7D 10H / 8C 9D KH"
    for first in ("2C", "3D", "9H"):
        for second in ("4C", "5D", "8H"):
            decisions.add(table(tableaus).choose(first, second).decision_of(seats))
    assert len(decisions) == 1


# Worlds


HARDLY_A_WORLD = {
    "players": 7, "pass_direction": "left", "final_pass": False, "ace_value": 1, "rounds": 2, "sum_limit": 17
}  # fmt: skip


def late(steps: int, seed: int = 2**63 - 1, **rules: Any) -> Play:
    """A decision of seven players under a sum that leaves hardly a world."""
    return Play(GAME, HARDLY_A_WORLD | rules, seed).begin().random_steps(steps)


@given(POSITIONS, SEATS, st.integers(0, 2**63))
@example(late(63, faces_count=True), 0, 0)
@example(late(63, faces_count=False), 0, 0)
@example(late(63, faces_count=True), 6, 725)
@example(late(21, 1, pass_direction="right", sum_limit=8, rounds=1), 0, 0)
@example(late(21, 0, pass_direction="right", sum_limit=3, ace_value=14, rounds=1), 0, 1)
@examples(40)
def test_a_drawn_world_conserves_cards_and_breaks_no_rule(position: Play, seat: int, seed: int) -> None:
    viewer, true = seat % position.players, position.state
    world, places = position.world(viewer, seed), range(position.players)
    everywhere = [int(world[name][place]) for name in ("tableau", "packet", "collection") for place in places]
    assert sum(everywhere) + int(world.removed) == int(DECK)
    assert world.removed == true.removed  # it follows from the open tableaus
    assert not world.unseen_packet.any() and not world.unseen_collection.any()
    for place in places:
        packet = world.packet[place]
        assert int(packet).bit_count() == int(true.packet[place]).bit_count()
        assert int(world.collection[place]).bit_count() == int(true.collection[place]).bit_count()
        assert world.packet_sum[place] == sum(int(value_of(position.rules, card)) for card in members(packet))
        if int(packet).bit_count() > 1:
            assert world.packet_sum[place] <= position.rules.sum_limit
            assert sum(int(packet & suit_cards(suit)) > 0 for suit in range(SUITS)) == 1


HIDDEN = ["4H", "5C", "6C", "3D", "8D", "2H", "10H", "9C", "QD"]


def hidden_cards(limit: int = 13) -> TricksterTable:
    """Seat 0 knows 5H in the packet of seat 1, but not the card on it, nor the two cards of seats 2 and 3 each.

    Of the collections of seats 1 and 2, three cards and one are unknown.
    """
    packets, collections = " / 5H 4H / 5C 6C / 3D 8D", " / 2H 10H 9C / QD / "
    position = table("AC / AD / AH / AS", packets, collections, sum_limit=limit)
    position.state.looked[0] = card_set("5H")
    return position


World = tuple[str, str, str, str]


def possible(limit: int) -> Iterator[World]:
    """Every world that agrees with what seat 0 knows, by trying all: three packets, and the collection of seat 2."""
    for first in HIDDEN:
        rest = [card for card in HIDDEN if card != first]
        for second in combinations(rest, 2):
            others = [card for card in rest if card not in second]
            for third in combinations(others, 2):
                if all(may_go_round(packet, limit) for packet in (("5H", first), second, third)):
                    yield from ((first, *map(in_words, (second, third)), c) for c in others if c not in third)


def may_go_round(packet: tuple[str, ...], limit: int) -> bool:
    total = sum(int(name[:-1]) for name in packet if name[:-1].isdigit())
    return len({name[-1] for name in packet}) == 1 and total <= limit


def in_words(cards: tuple[str, ...]) -> str:
    return " ".join(sorted(cards, key=card_number))


def drawn(position: TricksterTable, seed: int) -> World:
    world = position.world(0, seed)
    return names(remove(world.packet[1], card_number("5H"))), *map(names, (*world.packet[2:4], world.collection[2]))


@pytest.mark.parametrize(("limit", "worlds"), one_of([(13, 80), (60, 360)], quick=(13, 80)))
@pytest.mark.parametrize("tries", [beliefs.MOST_TRIES, 0])
def test_worlds_are_drawn_evenly_from_all_that_are_possible(
    limit: int, worlds: int, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Packets of few ways are as likely as those of many: suits differ in their cards, and sums rule some out.

    Where no tries are left, a world is searched for, and is as likely as the others.
    """
    monkeypatch.setattr(beliefs, "MOST_TRIES", tries)
    position, expected = hidden_cards(limit), set(possible(limit))
    assert len(expected) == worlds
    counts = Counter(drawn(position, seed) for seed in range(6 * worlds))
    assert set(counts) <= expected
    assert 1e-3 < even([counts[world] for world in expected]) < 1 - 1e-3


def test_a_packet_of_one_unknown_card_may_be_any() -> None:
    position = table("AC / AD / AH", packets=" / 4H / ", collections=" / 10H 9C / KD")
    counts = Counter(names(position.world(0, seed).packet[1]) for seed in range(800))
    assert set(counts) == {"4H", "10H", "9C", "KD"}
    assert 1e-3 < even(counts.values()) < 1 - 1e-3


@pytest.mark.parametrize(("players", "most"), [(4, 2), (8, 12)])
def test_under_usual_rules_worlds_are_found_quickly(players: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []
    counted = beliefs.draw_packets
    monkeypatch.setattr(beliefs, "draw_packets", lambda *arguments: tries.append(1) or counted(*arguments))
    position = Play(GAME, {"players": players}, seed=players).begin()
    for seed in range(60):
        position.world(int(position.state.actor), seed)
        position.random_steps(7)
    assert len(tries) < 60 * most


# What others hold is redacted in the trace


def test_veil_hides_packets_and_what_others_collect_but_not_how_many() -> None:
    position = table("3D KS / 2S QS", packets="5H 6H /").choose("3D", "2S")
    redacted = {viewer: [GAME.redact(number_of(e["event"]), e, viewer) for e in position.trace] for viewer in (0, 1)}
    assert [e["cards"] for e in redacted[0] if e["event"] == "collect"] == [["5H", "6H"]]
    assert [e["cards"] for e in redacted[1] if e["event"] == "collect"] == [[None, None]]
    assert [e["why"] for e in redacted[1] if e["event"] == "collect"] == ["suit"]
    assert [e["packet"] for e in redacted[0] if e["event"] == "lay"] == [["3D"], [None]]
    assert [e["card"] for e in redacted[1] if e["event"] == "choose"] == ["3D", "2S"]


def test_veil_hides_removed_cards_from_all() -> None:
    deal = Play(GAME, {"players": 7}).begin().trace[0]
    assert all(GAME.redact(number_of("deal"), deal, player)["removed"] == [None] * 3 for player in range(7))
    assert GAME.redact(number_of("deal"), deal, 3)["tableaus"] == deal["tableaus"]
