"""Hitmakers, scored: each suit is judged by the hands at the end of a deal ("Rules, Scoring")."""

from typing import Any

from workbench.engine.bit_sets import EMPTY, add, count, holds, lowest, only, up_to, without_lowest
from workbench.engine.compiling import compiled, plain_only
from workbench.engine.playing_cards import RANKS, SUITS, highest_rank, lowest_rank, of_suit
from workbench.engine.trace import is_recording, note
from workbench.games.hitmakers.rules import BroadAppeal, Criterion, Ties
from workbench.games.hitmakers.table import AWARDS, NO_CARD, Award, Event, seat_of


@compiled
def clear_scores(state: Any, rules: Any) -> None:
    """Nobody has points in this deal yet."""
    for player in range(rules.players):
        state.deal_score[player] = 0
        for award in range(AWARDS):
            state.gained[award, player] = 0


@compiled
def score_criteria(state: Any, rules: Any, suit: Any) -> None:
    """Rules, Scoring 1: market saturation, critical prestige and broad appeal, in the order in force."""
    eligible = up_to(rules.players)
    for criterion in rules.criteria_order:
        winners = criterion_winners(state, rules, suit, criterion, eligible)
        give(state, rules, winners, criterion, criterion_points(rules, criterion))
        if rules.one_award_per_seat:
            eligible = eligible & ~winners


@compiled
def criterion_points(rules: Any, criterion: Any) -> Any:
    """What a criterion is worth."""
    if criterion == Criterion.SATURATION:
        return rules.market_saturation_points
    if criterion == Criterion.PRESTIGE:
        return rules.critical_prestige_points
    return rules.broad_appeal_points


@compiled
def criterion_winners(state: Any, rules: Any, suit: Any, criterion: Any, eligible: Any) -> Any:
    """The set of players who win a criterion in a suit; nobody without a card of it does."""
    best, winners = -1, EMPTY
    for player in range(rules.players):
        if holds(eligible, player):
            merit = merit_of(rules, of_suit(state.hand[player], suit), criterion)
            if merit > best:
                best, winners = merit, only(player)
            elif merit == best:
                winners = add(winners, player)
    if best == NO_CARD or (rules.ties == Ties.NOBODY and count(winners) > 1):
        return EMPTY
    return winners


@compiled
def merit_of(rules: Any, ranks: Any, criterion: Any) -> Any:
    """How well the ranks held in a suit do by a criterion; more is better."""
    if ranks == EMPTY:
        return NO_CARD
    if criterion == Criterion.SATURATION:
        return count(ranks)
    if criterion == Criterion.PRESTIGE:
        return highest_rank(ranks)
    if rules.broad_appeal == BroadAppeal.LOWEST_RANK:
        return RANKS - 1 - lowest_rank(ranks)
    return highest_rank(ranks) - lowest_rank(ranks)


@compiled
def score_special_cases(state: Any, rules: Any, suit: Any) -> None:
    """Rules, Scoring 2: the one-hit wonder (a single card, the highest that anybody holds) and the shutout."""
    holders, highest, star_holder = EMPTY, -1, 0
    for player in range(rules.players):
        ranks = of_suit(state.hand[player], suit)
        if ranks != EMPTY:
            holders = add(holders, player)
            if highest_rank(ranks) > highest:
                highest, star_holder = highest_rank(ranks), player
    if holders == EMPTY:
        return
    if count(of_suit(state.hand[star_holder], suit)) == 1:
        give(state, rules, only(star_holder), Award.ONE_HIT_WONDER, rules.one_hit_wonder_points)
    if count(holders) == 1:
        give(state, rules, holders, Award.SHUTOUT, rules.shutout_points)


@compiled
def give(state: Any, rules: Any, winners: Any, award: Any, points: Any) -> None:
    """Each of the winners has the points of an award."""
    while winners != EMPTY:
        player = lowest(winners)
        winners = without_lowest(winners)
        state.gained[award, player] += points
        state.deal_score[player] += points


@compiled
def count_deal(state: Any, rules: Any) -> None:
    """Totals by player, and by the seat that they had in this deal."""
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


def note_score(state: Any, rules: Any) -> None:
    """Note the scores of a deal, and what each suit alone has brought."""
    if is_recording():
        by_suit = [suit_scores(state, rules, suit) for suit in range(SUITS)]
        note(Event.SCORE, rules.players, state.gained, state.deal_score, state.totals, by_suit)


plain_only(note_score)


def suit_scores(state: Any, rules: Any, suit: int) -> Any:
    """Points by award and player that a suit alone has brought: it is judged once more, on a copy. For traces."""
    alone = state.copy()
    clear_scores(alone, rules)
    score_criteria(alone, rules, suit)
    score_special_cases(alone, rules, suit)
    return alone.gained


@compiled
def winners_of(scores: Any, players: Any) -> Any:
    """The set of players with the highest score."""
    best, winners = scores[0], only(0)
    for player in range(1, players):
        if scores[player] > best:
            best, winners = scores[player], only(player)
        elif scores[player] == best:
            winners = add(winners, player)
    return winners
