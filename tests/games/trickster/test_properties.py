"""Trickster: what holds at every step of every play, whatever the rules."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.plain import Play
from tests.support.strategies import positions, rule_values
from tests.support.trickster import DECK_NAMES, SUITS
from workbench.engine.bit_sets import count, members
from workbench.engine.playing_cards import CARDS, suit_cards
from workbench.games.trickster import GAME, knowledge
from workbench.games.trickster.table import packet_of, suit_of

RULES = rule_values(GAME, rounds=st.integers(1, 3))
POSITIONS = positions(GAME, RULES, steps=120)
SEEDS = st.integers(0, 2**63)


def all_cards(state: Any, players: int) -> list[int]:
    """Every card of the round, wherever it lies."""
    fields = [state[name][player] for name in ("tableau", "packet", "collection") for player in range(players)]
    return sorted(card for cards in (*fields, state.removed) for card in members(cards))


def finished(values: dict[str, Any], seed: int) -> Play:
    made = Play(GAME, values, seed).begin()
    while not made.state.over:
        made.take(made.random_decision())
    return made


@given(RULES, SEEDS)
@settings(max_examples=30, deadline=None)
def test_52_cards_are_conserved_at_every_step(values: dict[str, Any], seed: int) -> None:
    made = Play(GAME, values, seed).begin()
    while not made.state.over and made.decisions < 110:
        assert all_cards(made.state, made.players) == list(range(CARDS))
        made.take(made.random_decision())


@given(POSITIONS)
@settings(max_examples=60, deadline=None)
def test_tableaus_stay_equally_large_and_a_choice_stays_in_its_tableau(made: Play) -> None:
    state = made.state
    sizes = {int(count(tableau)) for tableau in state.tableau[: made.players]}
    assert sizes == {CARDS // made.players - int(state.step)}
    for player in range(int(state.actor)):
        assert int(state.chosen[player]) in members(state.tableau[player])


@given(POSITIONS)
@settings(max_examples=60, deadline=None)
def test_a_packet_has_one_suit_and_from_two_cards_on_a_sum_that_forces_nobody(made: Play) -> None:
    for place in range(made.players):
        packet, total = made.state.packet[place], made.state.packet_sum[place]
        assert total == knowledge.sum_of(made.rules, packet)
        assert (packet == 0) == (made.state.step == 0)
        if count(packet) > 1:
            assert not packet & ~suit_cards(suit_of(packet))
            assert total <= made.rules.sum_limit


@given(POSITIONS)
@settings(max_examples=60, deadline=None)
def test_what_is_legal_follows_suit_where_that_is_possible(made: Play) -> None:
    tableau = members(made.state.tableau[made.state.actor])
    packet = members(packet_of(made.state, made.rules, made.state.actor))
    following = [card for card in tableau if packet and card // 13 == packet[0] // 13]
    assert made.legal == (following if following and made.rules.must_follow else tableau)


@given(POSITIONS)
@settings(max_examples=60, deadline=None)
def test_a_player_has_seen_the_own_collection(made: Play) -> None:
    for player in range(made.players):
        assert not made.state.collection[player] & ~made.state.seen[player]


@given(RULES, SEEDS)
@settings(max_examples=40, deadline=None)
def test_points_add_up(values: dict[str, Any], seed: int) -> None:
    made = finished(values, seed)
    report, rules, players = made.report(), made.rules, made.players
    rounds = split(made.trace)
    for events in rounds:
        (score,) = (event for event in events if event["event"] == "score")
        dealt = {card for event in events if event["event"] == "choose" for card in [event["card"]]}
        worth = sum(line["points"] + line["saved"] for line in score["by_player"])
        assert worth == sum(worth_of(card, rules) for card in dealt)
        if not rules.shoot_the_moon:
            assert not any(line["saved"] for line in score["by_player"])
    last = [event for event in made.trace if event["event"] == "score"][-1]
    assert report.points[:players].tolist() == last["totals"]
    assert not report.points[players:].any()


def worth_of(name: str, rules: Any) -> int:
    kinds = {"J": rules.jack_points, "Q": rules.queen_points, "K": rules.king_points}
    return int(kinds.get(name[:-1], rules.basic_points))


def split(trace: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The events of each round."""
    starts = [n for n, event in enumerate(trace) if event["event"] == "deal"]
    return [trace[start:end] for start, end in zip(starts, [*starts[1:], len(trace)], strict=True)]


@given(RULES, SEEDS)
@settings(max_examples=40, deadline=None)
def test_counts_add_up(values: dict[str, Any], seed: int) -> None:
    made = finished(values, seed)
    report, players = made.report(), made.players
    collected = [event for event in made.trace if event["event"] == "collect"]
    remainders = [event for event in made.trace if event["event"] == "remainder"]
    for why in ("sum", "suit"):
        by_player = [sum(e["player"] == player and e["why"] == why for e in collected) for player in range(players)]
        assert report[f"forced_by_{why}"][:players].tolist() == by_player
    for suit, letter in zip(SUITS, "CDHS", strict=True):
        for player in range(players):
            mine = [card for e in (*collected, *remainders) if e["player"] == player for card in e["cards"]]
            assert report[suit][player] == sum(card[-1] == letter for card in mine)
    assert report.largest_packet == max(len(event["packet"]) for event in made.trace if event["event"] == "lay")
    assert report.rounds == values["rounds"] == len(split(made.trace))
    assert made.decisions == report.rounds * players * (CARDS // players)


@given(RULES, SEEDS)
@settings(max_examples=40, deadline=None)
def test_each_card_is_dealt_chosen_and_collected_once_in_a_round(values: dict[str, Any], seed: int) -> None:
    made = finished({**values, "rounds": 1}, seed)
    deal = made.trace[0]
    dealt = sorted(card for tableau in deal["tableaus"] for card in tableau)
    chosen = sorted(event["card"] for event in made.trace if event["event"] == "choose")
    kept = sorted(c for event in made.trace if event["event"] in ("collect", "remainder") for c in event["cards"])
    assert dealt == chosen == kept
    assert sorted([*dealt, *deal["removed"]]) == sorted(DECK_NAMES)
