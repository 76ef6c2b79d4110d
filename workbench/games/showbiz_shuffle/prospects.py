"""Showbiz Shuffle: what unfinished movies can be expected to bring; the ground for bots and for search.

Everything reads only what all players see of the movies, the decks' sizes and the turns. The estimates are rational
functions, so that compiled and plain code agree to the last bit.
"""

from typing import Any, Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, lowest, without_lowest
from workbench.engine.compiling import compiled
from workbench.games.showbiz_shuffle.lists import KINDS, Kind
from workbench.games.showbiz_shuffle.movies import movies_of, needed
from workbench.games.showbiz_shuffle.scoring import movie_penalty, movie_points, owner_of, winners_of

TYPICAL: Final = 3.5
"""What a Bod that is still to be cast adds, on average."""
USED: Final = 0.75
"""How many of the plays that the rules allow a player finds a use for."""
MOST_TURNS: Final = 30.0
"""Turns to come, where nothing is known of the end."""
FUTURE: Final = 0.3
"""How much of what is still to be cast counts for a movie now: it could go to another movie as well."""
WIN_WEIGHT: Final = 0.4
"""What the win itself weighs in a payoff at the end; the rest is the lead. Set by hand."""
EVEN_LEAD: Final = 15.0
"""The lead, in points, at which a payoff is halfway from even to the most. Set by hand."""


@compiled
def plays_per_turn(rules: Any) -> Any:
    """Bods that a player casts in a turn, as a rule."""
    return USED * (rules.plays_from_hand + rules.plays_from_cattle_call)


@compiled
def turns_to_come(state: Any, rules: Any, player: Any) -> Any:
    """Whole turns of the player after the current one, as far as that can be foreseen."""
    seats = np.int64(rules.players)
    capped = (seats * rules.max_turns - state.turns - 1) / seats
    if state.ending:
        behind = (np.int64(player) - state.actor) % seats
        rest = np.int64(state.turns_left) - 1
        if behind == 0:
            return float(rest // seats)
        return float((rest - behind) // seats + 1) if rest >= behind else 0.0
    if rules.reshuffle_bods:
        return min(capped, MOST_TURNS)
    drawn = seats * max(plays_per_turn(rules), 0.5)
    return min(capped, MOST_TURNS, state.deck_size / drawn + rules.final_turns)


@compiled
def pace_of(state: Any, rules: Any, player: Any) -> Any:
    """Bods that the player may still cast before the game ends."""
    turns = turns_to_come(state, rules, player)
    pace, held = plays_per_turn(rules) * turns, np.int64(state.hand_size[player] + state.hidden[player])
    if player == state.actor:
        pace += min(np.int64(state.hand_plays), held) + min(np.int64(state.call_plays), np.int64(state.call_size))
    if state.ending and not rules.reshuffle_bods:  # no hand is filled any more
        pace = min(pace, held + USED * rules.plays_from_cattle_call * (turns + 1.0))
    return pace


@compiled
def missing_of(state: Any, rules: Any, movie: Any, kind: Any) -> Any:
    """Bods of a kind that the movie still needs."""
    wanted = needed(rules, kind) - state.kind_count[movie, kind]
    if kind == Kind.SUPPORT:
        wanted -= state.stand_ins[movie]
    return max(0, wanted)


@compiled
def missing(state: Any, rules: Any, movie: Any) -> Any:
    """Bods that the movie still needs."""
    total = 0
    for kind in range(KINDS):
        total += missing_of(state, rules, movie, kind)
    return total


@compiled
def work_before(state: Any, rules: Any, movie: Any, player: Any, lacking: Any) -> Any:
    """Bods that the player's other movies need which are nearer to their premiere than one that lacks so many."""
    work, rest = 0, state.shooting & movies_of(player)
    while rest != EMPTY:
        other = lowest(rest)
        rest = without_lowest(rest)
        theirs = missing(state, rules, other)
        if other != movie and theirs <= lacking:
            work += theirs
    return work


@compiled
def chance_of(pace: Any, work: Any) -> Any:
    """How likely a player who may cast `pace` more Bods gets `work` of them where they are needed."""
    if work <= 0:
        return 1.0
    if pace <= 0:
        return 0.0
    ease = pace * pace * pace
    return ease / (ease + work * work * work)


@compiled
def expected(points: Any, penalty: Any, chance: Any, lacking: Any) -> Any:
    """What a movie is worth, in points: finished with this chance, else paid for."""
    return chance * (points + FUTURE * TYPICAL * lacking) - (1.0 - chance) * penalty


@compiled
def movie_worth(state: Any, rules: Any, movie: Any, pace: Any) -> Any:
    """What a movie in production is worth to its owner, who may cast `pace` more Bods."""
    lacking = missing(state, rules, movie)
    chance = chance_of(pace, lacking + 0.5 * work_before(state, rules, movie, owner_of(movie), lacking))
    return expected(movie_points(state, rules, movie), movie_penalty(state, rules, movie), chance, lacking)


@compiled
def prospect(state: Any, rules: Any, player: Any) -> Any:
    """The points that a player can be expected to have in the end from what is on the table."""
    points, rest = float(state.totals[player]), state.shooting & movies_of(player)
    pace = pace_of(state, rules, player)
    while rest != EMPTY:
        movie = lowest(rest)
        rest = without_lowest(rest)
        points += movie_worth(state, rules, movie, pace)
    return points


@compiled
def payoff(state: Any, rules: Any, player: Any) -> Any:
    """In part the win, shared among equals; in part, before the end wholly, the lead over the best of the others."""
    if not state.over:
        best = -np.inf
        for other in range(rules.players):
            if other != player:
                best = max(best, prospect(state, rules, other))
        return standing(prospect(state, rules, player) - best)
    best = -np.inf
    for other in range(rules.players):
        if other != player:
            best = max(best, float(state.totals[other]))
    return WIN_WEIGHT * win_share(state, rules, player) + (1.0 - WIN_WEIGHT) * standing(state.totals[player] - best)


@compiled
def standing(lead: Any) -> Any:
    """A lead, in points, as a number from 0 to 1."""
    return 0.5 + 0.5 * lead / (abs(lead) + EVEN_LEAD)


@compiled
def win_share(state: Any, rules: Any, player: Any) -> Any:
    """The player's part of the win, once the play is over."""
    winners, share, mine = winners_of(state, rules), 0, False
    while winners != EMPTY:
        winner = lowest(winners)
        winners = without_lowest(winners)
        share += 1
        mine = mine or winner == player
    return 1.0 / share if mine else 0.0
