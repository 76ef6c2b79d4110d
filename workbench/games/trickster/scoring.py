"""Trickster, scored: what a collection is worth, who shoots the moon, and who leads."""

from typing import Any, Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, count, lowest, only, up_to, without_lowest
from workbench.engine.compiling import compiled
from workbench.engine.playing_cards import RANKS, SUITS, in_all_suits, suit_cards
from workbench.games.trickster.rules import NUMBERS, MoonTies, Winner

NOBODY: Final = -1
BASIC: Final = in_all_suits(up_to(NUMBERS))
JACKS: Final = in_all_suits(only(RANKS - 3))
QUEENS: Final = in_all_suits(only(RANKS - 2))
KINGS: Final = in_all_suits(only(RANKS - 1))


@compiled
def points_of(rules: Any, cards: Any) -> Any:
    """Rules, End of Round: what cards score by themselves."""
    return (
        rules.basic_points * count(cards & BASIC)
        + rules.jack_points * count(cards & JACKS)
        + rules.queen_points * count(cards & QUEENS)
        + rules.king_points * count(cards & KINGS)
    )


@compiled
def score_cards(state: Any, rules: Any) -> None:
    """Rules, End of Round, and Shoot the Moon: every card of a collection scores, unless its suit is ignored."""
    for player in range(rules.players):
        state.round_points[player] = points_of(rules, state.collection[player])
        state.round_saved[player] = 0
    for suit in range(SUITS):
        count_suit(state, rules, suit)
        if rules.shoot_the_moon:
            shoot_the_moon(state, rules, suit)
    for player in range(rules.players):
        state.totals[player] += state.round_points[player]
        state.moon_saved[player] += state.round_saved[player]


@compiled
def count_suit(state: Any, rules: Any, suit: Any) -> None:
    """How many cards of the suit each has collected."""
    for player in range(rules.players):
        state.collected[suit, player] += count(state.collection[player] & suit_cards(suit))


@compiled
def shoot_the_moon(state: Any, rules: Any, suit: Any) -> None:
    """Rules, Shoot the Moon: those who collected the most cards of a suit ignore its points."""
    ignoring = moon_shooters(state, rules, suit)
    while ignoring != EMPTY:
        player = lowest(ignoring)
        ignoring = without_lowest(ignoring)
        points = points_of(rules, state.collection[player] & suit_cards(suit))
        state.round_points[player] -= points
        state.round_saved[player] += points


@compiled
def moon_shooters(state: Any, rules: Any, suit: Any) -> Any:
    """Who collected the most cards of a suit: one player, or several where the rules on ties allow."""
    most, shooters = 0, EMPTY
    for player in range(rules.players):
        most = max(most, count(state.collection[player] & suit_cards(suit)))
    for player in range(rules.players):
        if count(state.collection[player] & suit_cards(suit)) == most:
            shooters = add(shooters, player)
    return EMPTY if rules.moon_ties == MoonTies.NOBODY and count(shooters) > 1 else shooters


@compiled
def is_better(rules: Any, total: Any, other: Any) -> Any:
    """Rules, End of Game: whether a total beats another."""
    return total > other if rules.winner == Winner.HIGHEST else total < other


@compiled
def winners_of(state: Any, rules: Any) -> Any:
    """Rules, End of Game: the set of players with the best total."""
    best, winners = state.totals[0], only(0)
    for player in range(1, rules.players):
        if is_better(rules, state.totals[player], best):
            best, winners = state.totals[player], only(player)
        elif state.totals[player] == best:
            winners = add(winners, player)
    return winners


@compiled
def lead_of(state: Any, rules: Any, player: Any) -> Any:
    """The points by which `player` is ahead of the best of the others; below 0 behind."""
    rival = 1 if player == 0 else 0
    for other in range(rules.players):
        if other != player and is_better(rules, state.totals[other], state.totals[rival]):
            rival = other
    ahead = np.int64(state.totals[player]) - np.int64(state.totals[rival])
    return ahead if rules.winner == Winner.HIGHEST else -ahead


@compiled
def margin(state: Any, rules: Any, winners: Any) -> Any:
    """The winner's lead over the runner-up; 0 for a shared win."""
    return lead_of(state, rules, lowest(winners))


@compiled
def note_leader(state: Any, leaders: Any) -> None:
    """A lead change is another sole leader than the last one."""
    if count(leaders) == 1:
        leader = lowest(leaders)
        if state.leader not in (NOBODY, leader):
            state.lead_changes += 1
        state.leader = leader
