"""Trickster, scored: what a collection is worth, who shoots the moon, who leads; the payoff and the measures."""

from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, count, holds, lowest, only, up_to, without_lowest
from workbench.engine.compiling import compiled, plain_only
from workbench.engine.playing_cards import RANKS, SUITS, in_all_suits, suit_cards
from workbench.engine.trace import is_recording, note
from workbench.engine.types import Bool, CardSet, Float, Int, Player, PlayerSet, Result, Rules, State, Suit
from workbench.games.trickster.rules import NUMBERS, MoonTies, Winner
from workbench.games.trickster.table import MOST_PLAYERS, NOBODY, Event

BASIC: Final = in_all_suits(up_to(NUMBERS))
JACKS: Final = in_all_suits(only(RANKS - 3))
QUEENS: Final = in_all_suits(only(RANKS - 2))
KINGS: Final = in_all_suits(only(RANKS - 1))
WIN_WEIGHT: Final = 0.4
"""The weight of the win itself in a payoff at the end; the rest is the lead. Set by hand."""
EVEN_LEAD: Final = 8.0
"""The lead, in points, at which a payoff is halfway from even to the most. Set by hand."""


@compiled
def points_of(rules: Rules, cards: CardSet) -> Int:
    """Rules, End of Round: the points of cards, before shooting the moon."""
    return points_with(card_points(rules), cards)


@compiled
def card_points(rules: Rules) -> tuple[Int, Int, Int, Int]:
    """The points of a card from ace to ten, of a jack, of a queen and of a king."""
    return rules.basic_points, rules.jack_points, rules.queen_points, rules.king_points


@compiled
def points_with(worths: tuple[Int, Int, Int, Int], cards: CardSet) -> Int:
    """The points of cards where `card_points` are these."""
    basic, jack, queen, king = worths
    return (
        basic * count(cards & BASIC)
        + jack * count(cards & JACKS)
        + queen * count(cards & QUEENS)
        + king * count(cards & KINGS)
    )


@compiled
def score_cards(state: State, rules: Rules) -> None:
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
def count_suit(state: State, rules: Rules, suit: Suit) -> None:
    """Count the cards of the suit that each player has collected."""
    for player in range(rules.players):
        state.collected[suit, player] += count(state.collection[player] & suit_cards(suit))


@compiled
def shoot_the_moon(state: State, rules: Rules, suit: Suit) -> None:
    """Rules, Shoot the Moon: those who collected the most cards of a suit ignore its points."""
    ignoring = moon_shooters(state, rules, suit)
    while ignoring != EMPTY:
        player = lowest(ignoring)
        ignoring = without_lowest(ignoring)
        points = points_of(rules, state.collection[player] & suit_cards(suit))
        state.round_points[player] -= points
        state.round_saved[player] += points


@compiled
def moon_shooters(state: State, rules: Rules, suit: Suit) -> PlayerSet:
    """The players who collected the most cards of a suit: one, or several if `moon_ties` allows."""
    most, shooters = 0, EMPTY
    for player in range(rules.players):
        most = max(most, count(state.collection[player] & suit_cards(suit)))
    for player in range(rules.players):
        if count(state.collection[player] & suit_cards(suit)) == most:
            shooters = add(shooters, player)
    return EMPTY if rules.moon_ties == MoonTies.NOBODY and count(shooters) > 1 else shooters


@compiled
def is_better(rules: Rules, total: Int, other: Int) -> Bool:
    """Rules, End of Game: whether a total beats another."""
    return total > other if rules.winner == Winner.HIGHEST else total < other


@compiled
def winners_of(state: State, rules: Rules) -> PlayerSet:
    """Rules, End of Game: the set of players with the best total."""
    best, winners = state.totals[0], only(0)
    for player in range(1, rules.players):
        if is_better(rules, state.totals[player], best):
            best, winners = state.totals[player], only(player)
        elif state.totals[player] == best:
            winners = add(winners, player)
    return winners


@compiled
def standing(state: State, rules: Rules, player: Player) -> Int:
    """The player's total; below 0 where the lowest total wins. Collections are secret until the round ends."""
    total = np.int64(state.totals[player])
    return total if rules.winner == Winner.HIGHEST else -total


@compiled
def lead_of(state: State, rules: Rules, player: Player) -> Int:
    """The points by which `player` is ahead of the best of the others; below 0 behind."""
    rival = 1 if player == 0 else 0
    for other in range(rules.players):
        if other != player and is_better(rules, state.totals[other], state.totals[rival]):
            rival = other
    ahead = np.int64(state.totals[player]) - np.int64(state.totals[rival])
    return ahead if rules.winner == Winner.HIGHEST else -ahead


@compiled
def margin(state: State, rules: Rules, winners: PlayerSet) -> Int:
    """The winner's lead over the runner-up; 0 for a shared win."""
    return lead_of(state, rules, lowest(winners))


@compiled
def note_leader(state: State, leaders: PlayerSet) -> None:
    """Count a lead change if the sole leader is not the last sole leader."""
    if count(leaders) == 1:
        leader = lowest(leaders)
        if state.leader not in (NOBODY, leader):
            state.lead_changes += 1
        state.leader = leader


# The end of a round or a play


def note_score(state: State, rules: Rules) -> None:
    """Note the scores of a round, and by suit the points that each collection holds and who ignores them."""
    if not is_recording():
        return
    shooters, held = np.zeros(SUITS, np.uint64), np.zeros((SUITS, MOST_PLAYERS), np.int64)
    for suit in range(SUITS):
        shooters[suit] = moon_shooters(state, rules, suit) if rules.shoot_the_moon else EMPTY
        for player in range(rules.players):
            held[suit, player] = points_of(rules, state.collection[player] & suit_cards(suit))
    scores = state.round_points, state.round_saved, state.totals
    note(Event.SCORE, state.stage, rules.players, *scores, held, shooters)


plain_only(note_score)


@compiled
def payoff(state: State, rules: Rules, player: Player) -> Float:
    """From 0 to 1: the share of the win, mixed with the lead over the best rival; between rounds the lead alone."""
    lead = float(lead_of(state, rules, player))
    standing = 0.5 + 0.5 * lead / (abs(lead) + EVEN_LEAD)
    if not state.over:
        return standing
    winners = winners_of(state, rules)
    share = 1.0 / count(winners) if holds(winners, player) else 0.0
    return WIN_WEIGHT * share + (1.0 - WIN_WEIGHT) * standing


@compiled
def report(state: State, rules: Rules, result: Result) -> None:
    """The measures of a finished play; `measures.py` says what each means."""
    winners = winners_of(state, rules)
    result.winners = winners
    result.rounds = state.stage
    result.lead_changes = state.lead_changes
    result.margin = margin(state, rules, winners)
    result.largest_packet = state.largest_packet
    for player in range(rules.players):
        result.points[player] = state.totals[player]
        result.moon_saved[player] = state.moon_saved[player]
        result.clubs[player] = state.collected[0, player]
        result.diamonds[player] = state.collected[1, player]
        result.hearts[player] = state.collected[2, player]
        result.spades[player] = state.collected[3, player]
        result.forced_by_sum[player] = state.forced_by_sum[player]
        result.forced_by_suit[player] = state.forced_by_suit[player]
