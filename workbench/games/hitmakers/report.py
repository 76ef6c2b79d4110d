"""Hitmakers: what the end of a deal or a play is worth, and the measures of a play."""

from typing import Any, Final

import numpy as np

from workbench.engine.bit_sets import count, holds, lowest
from workbench.engine.compiling import compiled
from workbench.games.hitmakers.scoring import winners_of
from workbench.games.hitmakers.table import Award

WIN_WEIGHT: Final = 0.4
"""What the win itself weighs in a payoff at the end; the rest is the lead. Set by hand."""
EVEN_LEAD: Final = 4.0
"""The lead, in points, at which a payoff is halfway from even to the most. Set by hand."""


@compiled
def payoff(state: Any, rules: Any, player: Any) -> Any:
    """In part the win, shared among equals; in part, and between deals wholly, the lead over the best of the others."""
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
def report(state: Any, rules: Any, result: Any) -> None:
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
def report_player(state: Any, result: Any, player: Any) -> None:
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
def margin(state: Any, rules: Any, winners: Any) -> Any:
    """The winner's total minus the runner-up's; 0 for a shared win."""
    winner = lowest(winners)
    second = 0
    for player in range(rules.players):
        if player != winner:
            second = max(second, state.totals[player])
    return state.totals[winner] - second
