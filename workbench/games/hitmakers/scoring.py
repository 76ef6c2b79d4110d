"""Hitmakers, scored: each suit by the hands at the end of a deal ("Rules, Scoring"), the payoff, and the measures."""

from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, count, holds, lowest, only, only_if, up_to, without_lowest
from workbench.engine.compiling import compiled, plain_only
from workbench.engine.playing_cards import RANKS, SUITS, highest_rank_or_none, lowest_rank, of_suit
from workbench.engine.trace import is_recording, note
from workbench.engine.types import Array, BitSet, Float, Int, Player, PlayerSet, Result, Rules, State, Suit
from workbench.games.hitmakers.rules import BroadAppeal, CriterionTies, SuitCriterion
from workbench.games.hitmakers.table import AWARDS, NO_CARD, NOBODY, Award, Event, seat_of

WIN_WEIGHT: Final = 0.4
"""The weight of the win itself in a payoff at the end; the rest is the lead. Set by hand."""
EVEN_LEAD: Final = 4.0
"""The lead, in points, at which a payoff is halfway from even to the most. Set by hand."""


@compiled
def clear_scores(state: State, rules: Rules) -> None:
    """Set the points of the deal to 0."""
    for player in range(rules.players):
        state.deal_score[player] = 0
        for award in range(AWARDS):
            state.gained[award, player] = 0


@compiled
def score_criteria(state: State, rules: Rules, suit: Suit) -> None:
    """Rules, Scoring 1: market saturation, critical prestige and broad appeal, in the order in force."""
    eligible = up_to(rules.players)
    for criterion in rules.criteria_order:
        winners = criterion_winners(state, rules, suit, criterion, eligible)
        give_points(state, rules, winners, criterion, criterion_points(rules, criterion))
        if rules.one_award_per_seat:
            eligible = eligible & ~winners


@compiled
def criterion_points(rules: Rules, criterion: Int) -> Int:
    """Points that a criterion is worth."""
    if criterion == SuitCriterion.SATURATION:
        return rules.market_saturation_points
    if criterion == SuitCriterion.PRESTIGE:
        return rules.critical_prestige_points
    return rules.broad_appeal_points


@compiled
def criterion_winners(state: State, rules: Rules, suit: Suit, criterion: Int, eligible: PlayerSet) -> PlayerSet:
    """The set of players who win a criterion in a suit; nobody without a card of it does."""
    best, winners = NO_CARD, EMPTY
    for player in range(rules.players):
        merit = merit_of(rules, of_suit(state.hand[player], suit), criterion)
        merit = merit if holds(eligible, player) else NO_CARD
        winners = (EMPTY if merit > best else winners) | only_if(player, merit >= best)
        best = max(best, merit)
    if best == NO_CARD or (rules.ties == CriterionTies.NOBODY and count(winners) > 1):
        return EMPTY
    return winners


@compiled
def merit_of(rules: Rules, ranks: BitSet, criterion: Int) -> Int:
    """The rating of the ranks held in a suit by a criterion; more is better."""
    if criterion == SuitCriterion.SATURATION:
        return count(ranks) if ranks else NO_CARD
    if criterion == SuitCriterion.PRESTIGE:
        return highest_rank_or_none(ranks)
    lowest_held = lowest_rank(add(ranks, RANKS))
    if rules.broad_appeal == BroadAppeal.LOWEST_RANK:
        return RANKS - 1 - lowest_held
    return highest_rank_or_none(ranks) - lowest_held if ranks else NO_CARD


@compiled
def score_special_cases(state: State, rules: Rules, suit: Suit) -> None:
    """Rules, Scoring 2: the one-hit wonder (a single card, the highest that anybody holds) and the shutout."""
    holders, highest, star_holder = EMPTY, NO_CARD, 0
    for player in range(rules.players):
        rank = highest_rank_or_none(of_suit(state.hand[player], suit))
        holders |= only_if(player, rank != NO_CARD)
        star_holder = player if rank > highest else star_holder
        highest = max(highest, rank)
    if holders == EMPTY:
        return
    if count(of_suit(state.hand[star_holder], suit)) == 1:
        give_points(state, rules, only(star_holder), Award.ONE_HIT_WONDER, rules.one_hit_wonder_points)
    if count(holders) == 1:
        give_points(state, rules, holders, Award.SHUTOUT, rules.shutout_points)


@compiled
def give_points(state: State, rules: Rules, winners: PlayerSet, award: Int, points: Int) -> None:
    """Give each winner the points of an award."""
    while winners != EMPTY:
        player = lowest(winners)
        winners = without_lowest(winners)
        state.gained[award, player] += points
        state.deal_score[player] += points


@compiled
def count_deal(state: State, rules: Rules) -> None:
    """Add the deal to the totals by player, and by the seat that each had in this deal."""
    best = winners_of(state.deal_score, rules.players)
    share = 1.0 / count(best)
    for player in range(rules.players):
        seat = seat_of(state, rules, player)
        state.totals[player] += state.deal_score[player]
        state.deal_points[seat] += state.deal_score[player]
        for award in range(AWARDS):
            state.awarded[award, player] += state.gained[award, player]
        if holds(best, player):
            state.deal_wins[seat] += share


def note_score(state: State, rules: Rules) -> None:
    """Note the scores of a deal, in all and by suit."""
    if is_recording():
        by_suit = [suit_scores(state, rules, suit) for suit in range(SUITS)]
        note(Event.SCORE, rules.players, state.gained, state.deal_score, state.totals, by_suit)


plain_only(note_score)


def suit_scores(state: State, rules: Rules, suit: int) -> Array:
    """Points of one suit by award and player: it is judged once more, on a copy. For traces."""
    alone = state.copy()
    clear_scores(alone, rules)
    score_criteria(alone, rules, suit)
    score_special_cases(alone, rules, suit)
    return alone.gained


@compiled
def winners_of(scores: Array, players: Int) -> PlayerSet:
    """The set of players with the highest score."""
    best, winners = scores[0], only(0)
    for player in range(1, players):
        if scores[player] > best:
            best, winners = scores[player], only(player)
        elif scores[player] == best:
            winners = add(winners, player)
    return winners


@compiled
def note_leader(state: State, leaders: PlayerSet) -> None:
    """Count a lead change if the sole leader is not the last sole leader."""
    if count(leaders) == 1:
        leader = lowest(leaders)
        if state.leader not in (NOBODY, leader):
            state.lead_changes += 1
        state.leader = leader


@compiled
def standing(state: State, rules: Rules, player: Player) -> Int:
    """The player's total."""
    return np.int64(state.totals[player])


# The end of a deal or a play


@compiled
def payoff(state: State, rules: Rules, player: Player) -> Float:
    """From 0 to 1: the share of the win, mixed with the lead over the best rival; between deals the lead alone."""
    best = np.int64(-1)
    for other in range(rules.players):
        if other != player:
            best = max(best, np.int64(state.totals[other]))
    lead = float(state.totals[player] - best)
    standing = 0.5 + 0.5 * lead / (abs(lead) + EVEN_LEAD)
    if not state.over:
        return standing
    winners = winners_of(state.totals, rules.players)
    share = 1.0 / count(winners) if holds(winners, player) else 0.0
    return WIN_WEIGHT * share + (1.0 - WIN_WEIGHT) * standing


@compiled
def report(state: State, rules: Rules, result: Result) -> None:
    """The measures of a finished play; `measures.py` says what each means."""
    winners = winners_of(state.totals, rules.players)
    result.winners = winners
    result.deals = state.deals
    result.unscouted = state.unscouted
    result.longest_chain = state.longest_chain
    result.lead_changes = state.lead_changes
    result.capped = state.capped
    result.margin = margin(state, rules, winners)
    for player in range(rules.players):
        report_player(state, result, player)
        result.deal_points[player] = state.deal_points[player] / state.deals
        result.deal_wins[player] = state.deal_wins[player] / state.deals


@compiled
def report_player(state: State, result: Result, player: Player) -> None:
    """The measures of one player."""
    result.points[player] = state.totals[player]
    result.market_saturation[player] = state.awarded[Award.MARKET_SATURATION, player]
    result.broad_appeal[player] = state.awarded[Award.BROAD_APPEAL, player]
    result.critical_prestige[player] = state.awarded[Award.CRITICAL_PRESTIGE, player]
    result.one_hit_wonder[player] = state.awarded[Award.ONE_HIT_WONDER, player]
    result.shutout[player] = state.awarded[Award.SHUTOUT, player]
    result.star_cards[player] = state.star_cards[player]
    result.scouted[player] = state.scouted[player]
    result.poached[player] = state.poached[player]
    result.lost_to_poacher[player] = state.lost_to_poacher[player]
    result.draws_stock[player] = state.draws_stock[player]
    result.draws_discard[player] = state.draws_discard[player]
    result.passes[player] = state.passes[player]


@compiled
def margin(state: State, rules: Rules, winners: PlayerSet) -> Int:
    """The winner's total minus the runner-up's; 0 for a shared win."""
    winner = lowest(winners)
    second = 0
    for player in range(rules.players):
        if player != winner:
            second = max(second, state.totals[player])
    return state.totals[winner] - second
