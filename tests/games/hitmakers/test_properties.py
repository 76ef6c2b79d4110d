"""Hitmakers: what holds at every step of every play, whatever the rules."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.hitmakers import stock_of
from tests.support.plain import Play
from tests.support.strategies import positions, rule_values
from workbench.engine.bit_sets import members
from workbench.engine.playing_cards import CARDS
from workbench.games.hitmakers import GAME, play
from workbench.games.hitmakers.table import Phase

RULES = rule_values(GAME, production_rounds=st.integers(1, 6), score_target=st.integers(0, 60), max_deals=st.just(3))
POSITIONS = positions(GAME, RULES)


def waiting_or_on_the_table(state: Any) -> list[int]:
    """The stars that are not in a hand: all until they are presented; the presented one; those nobody scouted."""
    stars = [int(card) for card in state.star[: state.stars]]
    hands = [card for hand in state.hand for card in members(hand)]
    chain = [int(card) for card in state.chain[1 : int(state.chain_size) + 1]] if state.phase == Phase.ANSWER else []
    return [card for card in stars if card not in hands and card not in chain] + chain


def all_cards(made: Play) -> list[int]:
    """Every card of the deal, wherever it lies."""
    state = made.state
    hands = [card for hand in state.hand for card in members(hand)]
    pile = [int(card) for card in state.pile[: state.pile_size]]
    return sorted([*hands, *stock_of(state), *pile, *waiting_or_on_the_table(state)])


@given(RULES, st.integers(0, 2**63))
@settings(max_examples=40, deadline=None)
def test_cards_are_conserved_at_every_step(values: dict[str, Any], seed: int) -> None:
    made = Play(GAME, values, seed).begin()
    while not made.state.over and made.decisions < 120:
        assert all_cards(made) == list(range(CARDS))
        made.take(made.random_decision())


@given(RULES, st.integers(0, 2**63))
@settings(max_examples=40, deadline=None)
def test_there_is_always_something_legal_and_it_can_be_done(values: dict[str, Any], seed: int) -> None:
    made = Play(GAME, values, seed).begin()
    while not made.state.over and made.decisions < 120:
        state, legal = made.state, made.legal
        assert legal and 0 <= state.actor < made.players
        if state.phase == Phase.DISCARD:
            assert legal == members(state.hand[state.actor]) and len(legal) > made.rules.hand_size
        if state.phase == Phase.ANSWER:
            called = play.scout_of(state.chain[state.chain_size])
            assert called in members(state.hand[state.actor])
        if state.phase == Phase.PRESENT:
            assert set(legal) <= {int(card) for card in state.star[: state.stars]}
        made.take(made.random_decision())


@given(POSITIONS)
@settings(max_examples=40, deadline=None)
def test_hands_keep_their_size_through_production(made: Play) -> None:
    if made.state.phase not in (Phase.DRAW, Phase.DISCARD):
        return
    sizes = [len(members(made.state.hand[player])) for player in range(made.players)]
    expected = [int(made.rules.hand_size)] * made.players
    expected[int(made.state.actor)] += made.state.phase == Phase.DISCARD
    assert sizes == expected


@given(RULES, st.integers(0, 2**63))
@settings(max_examples=40, deadline=None)
def test_scores_add_up(values: dict[str, Any], seed: int) -> None:
    made = Play(GAME, values, seed).begin()
    while not made.state.over:
        made.take(made.random_decision())
    deals = [event for event in made.trace if event["event"] == "score"]
    totals = np.zeros(made.players, int)
    for event in deals:
        for line in event["by_player"]:
            assert line["total"] == sum(points for award, points in line.items() if award != "total")
        totals += [line["total"] for line in event["by_player"]]
        assert event["totals"] == totals.tolist()
    check_report(made, deals, totals)


def check_report(made: Play, deals: list[dict[str, Any]], totals: Any) -> None:
    """The measures agree with the score events."""
    report, players = made.report(), made.players
    assert report.points[:players].tolist() == totals.tolist()
    for award in ("market_saturation", "broad_appeal", "critical_prestige", "one_hit_wonder", "shutout"):
        by_player = [sum(event["by_player"][player][award] for event in deals) for player in range(players)]
        assert report[award][:players].tolist() == by_player
    assert members(report.winners) == [p for p in range(players) if totals[p] == totals.max()]
    assert report.deals == len(deals) <= made.rules.max_deals
    np.testing.assert_allclose(report.deal_points.sum() * len(deals), totals.sum(), rtol=1e-5)
    np.testing.assert_allclose(report.deal_wins.sum(), 1.0, rtol=1e-5)
    assert not report.points[players:].any()


@given(RULES, st.integers(0, 2**63))
@settings(max_examples=40, deadline=None)
def test_counts_add_up(values: dict[str, Any], seed: int) -> None:
    made = Play(GAME, values, seed).begin()
    while not made.state.over:
        made.take(made.random_decision())
    report, kinds = made.report(), [event["event"] for event in made.trace]
    assert report.scouted.sum() + report.unscouted == kinds.count("present") == kinds.count("star")
    assert report.draws_stock.sum() + report.draws_discard.sum() == kinds.count("draw") == kinds.count("discard")
    assert report.passes.sum() == kinds.count("pass")
    assert report.poached.sum() == report.lost_to_poacher.sum() <= kinds.count("poach")
    won = [len(event["cards"]) for event in made.trace if event["event"] == "contract" and event["player"] is not None]
    assert report.star_cards.sum() == sum(won)
    assert report.longest_chain == max((n - 1 for n in won), default=0)


@given(POSITIONS)
@settings(max_examples=40, deadline=None)
def test_what_has_lain_face_up_is_on_the_table_or_known_to_be_in_a_hand(made: Play) -> None:
    state = made.state
    stars = {int(card) for card in state.star[: state.stars]}
    laid = {int(card) for card in state.chain[1 : int(state.chain_size) + 1]} if state.phase == Phase.ANSWER else set()
    known = {card for hand in state.known for card in members(hand)}
    assert set(members(state.cavalcade)) == stars
    assert set(members(state.face_up)) == stars | laid | known | {int(card) for card in state.pile[: state.pile_size]}
