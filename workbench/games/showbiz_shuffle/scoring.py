"""Showbiz Shuffle: the points of movies, finished or not, the winners, and the measures."""

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, count, holds, lowest, only, without_lowest
from workbench.engine.compiling import compiled, plain_only
from workbench.engine.trace import is_recording, note
from workbench.engine.types import CardUse, Int, Noted, Player, PlayerSet, Result, Rules, State
from workbench.games.showbiz_shuffle.rules import BizEffect, Genre
from workbench.games.showbiz_shuffle.table import (
    NO_CARD,
    NOBODY,
    OUT_OF_GENRE,
    PLACES,
    WHOLE_MOVIE,
    WORDS,
    Event,
    Movie,
    RowNumber,
)


@compiled
def owner_of(movie: Movie) -> Player:
    """The owner of a movie."""
    return movie // PLACES


@compiled
def attached_row(state: State, rules: Rules, movie: Movie, place: Int) -> RowNumber:
    """The Biz card that lies with a movie at `place`, as a row of the list."""
    return np.int64(rules.biz_deck[state.attached[movie, place]])


@compiled
def movie_points(state: State, rules: Rules, movie: Movie) -> Int:
    """Rules, Making Movies: the sum of its Bods and of the Biz cards that lie with it; it may be below 0."""
    points = 0
    for place in range(state.cast_size[movie]):
        points += bod_points(state, rules, movie, place)
    for place in range(state.attached_size[movie]):
        points += attached_points(rules, attached_row(state, rules, movie, place))
    return points


@compiled
def bod_points(state: State, rules: Rules, movie: Movie, place: Int) -> Int:
    """Rules, Bod cards: the value and its bonus; out of its genre or in a scandal the negative value; upstaged 0."""
    bod = rules.bods[state.cast[movie, place]]
    if state.spoilt[movie, place] == BizEffect.UPSTAGE:
        return 0
    if state.spoilt[movie, place] == BizEffect.SCANDAL or not holds(bod.genres, state.genre[movie]):
        return -np.int64(bod.value)
    return np.int64(bod.value) + bonus(state, rules, movie, place)


@compiled
def bonus(state: State, rules: Rules, movie: Movie, place: Int) -> Int:
    """Rules, Bod cards: what playing this Bod with certain others brings, once."""
    bod = rules.bods[state.cast[movie, place]]
    if bod.bonus == 0:
        return 0
    if bod.bonus_with_kind >= 0:
        others = state.kind_count[movie, bod.bonus_with_kind] - (bod.bonus_with_kind == bod.kind)
        return np.int64(bod.bonus) if others > 0 else 0
    for other in range(state.cast_size[movie]):
        if state.cast[movie, other] == bod.bonus_with_card:
            return np.int64(bod.bonus)
    return 0


@compiled
def attached_points(rules: Rules, row: RowNumber) -> Int:
    """The points that a Biz card adds to the movie that it lies with."""
    effect, value = rules.biz[row].effect, np.int64(rules.biz[row].value)
    if effect in (BizEffect.BOOST, BizEffect.AWARD):
        return value
    return -value if effect == BizEffect.BAD_RATINGS else 0


@compiled
def movie_penalty(state: State, rules: Rules, movie: Movie) -> Int:
    """Rules, End Game: what an unfinished movie costs. A devalued card still costs its full value."""
    points = np.int64(0)
    for place in range(state.cast_size[movie]):
        points += bod_penalty(state, rules, movie, place)
    for place in range(state.attached_size[movie]):
        points += attached_penalty(state, rules, movie, place)
    return points


@compiled
def bod_penalty(state: State, rules: Rules, movie: Movie, place: Int) -> Int:
    """The penalty for a Bod of an unfinished movie."""
    return rules.unfinished_penalty * np.int64(rules.bods[state.cast[movie, place]].value)


@compiled
def attached_penalty(state: State, rules: Rules, movie: Movie, place: Int) -> Int:
    """Rules, Clarifications: Biz cards with dollar signs deduct from the score in an unfinished movie."""
    biz = rules.biz[attached_row(state, rules, movie, place)]
    return np.int64(biz.value) if biz.costs and rules.costed_biz_penalty else np.int64(0)


def note_movie(state: State, rules: Rules, movie: Movie, event: Int, points: Int) -> None:
    """Note a movie at its premiere, or unfinished at the end, with its cards and their points."""
    if not is_recording():
        return
    is_premiere = event == Event.PREMIERE
    bods = [_bod_account(state, rules, movie, place, is_premiere) for place in range(state.cast_size[movie])]
    attached = [
        _attached_account(state, rules, movie, place, is_premiere) for place in range(state.attached_size[movie])
    ]
    note(event, movie, state.genre[movie], bods, attached, points)


plain_only(note_movie)


def _bod_account(state: State, rules: Rules, movie: Movie, place: Int, is_premiere: bool) -> tuple[Noted, ...]:
    """A Bod of the cast, by what it is devalued, its bonus, and what it counts."""
    card, devalued = state.cast[movie, place], int(state.spoilt[movie, place])
    if devalued == 0 and not holds(rules.bods[card].genres, state.genre[movie]):
        devalued = OUT_OF_GENRE
    extra = bonus(state, rules, movie, place) if is_premiere and devalued == 0 else 0
    return card, devalued, extra, (bod_points if is_premiere else bod_penalty)(state, rules, movie, place)


def _attached_account(state: State, rules: Rules, movie: Movie, place: Int, is_premiere: bool) -> tuple[Noted, ...]:
    """A Biz card that lies with a movie, the Bod it lies on, if any, and what it counts."""
    row, spot = attached_row(state, rules, movie, place), state.attached_to[movie, place]
    bod = NO_CARD if spot == WHOLE_MOVIE else state.cast[movie, spot]
    return row, bod, attached_points(rules, row) if is_premiere else attached_penalty(state, rules, movie, place)


@compiled
def finish(state: State, rules: Rules) -> None:
    """Rules, End Game: points of unfinished movies are deducted, and the player with the most points wins."""
    rest = state.shooting
    while rest != EMPTY:
        movie = lowest(rest)
        rest = without_lowest(rest)
        player, points = owner_of(movie), movie_penalty(state, rules, movie)
        state.penalties[player] += points
        state.totals[player] -= points
        state.unfinished[player] += 1
        note_movie(state, rules, movie, Event.PENALTY, points)
    note_leader(state, rules)
    state.legal = EMPTY
    state.over = True
    note(Event.SCORE, state.totals, rules.players, state.movie_points, state.penalties)
    note(Event.END, winners_of(state, rules), state.capped)


@compiled
def winners_of(state: State, rules: Rules) -> PlayerSet:
    """The set of players with the most points."""
    best, winners = state.totals[0], only(0)
    for player in range(1, rules.players):
        if state.totals[player] > best:
            best, winners = state.totals[player], only(player)
        elif state.totals[player] == best:
            winners = add(winners, player)
    return winners


@compiled
def standing(state: State, rules: Rules, player: Player) -> Int:
    """The player's points so far; those of unfinished movies are deducted at the end."""
    return np.int64(state.totals[player])


@compiled
def stages_ended(state: State, rules: Rules) -> Int:
    """Rounds in which every player has had a turn."""
    return np.int64(state.turns) // np.int64(rules.players)


@compiled
def note_leader(state: State, rules: Rules) -> None:
    """Count a lead change if the sole leader is not the last sole leader."""
    leaders = winners_of(state, rules)
    if count(leaders) == 1:
        leader = lowest(leaders)
        if state.leader not in (NOBODY, leader):
            state.lead_changes += 1
        state.leader = leader


@compiled
def margin(state: State, rules: Rules) -> Int:
    """The winner's points minus the runner-up's; 0 for a shared win."""
    winner = lowest(winners_of(state, rules))
    ahead = np.int64(1 << 30)
    for player in range(rules.players):
        if player != winner:
            ahead = min(ahead, np.int64(state.totals[winner] - state.totals[player]))
    return ahead


# Measures


@compiled
def report(state: State, rules: Rules, result: Result) -> None:
    """The measures of a finished play; `measures.py` says what each means."""
    result.winners = winners_of(state, rules)
    result.turns = state.turns
    result.lead_changes = state.lead_changes
    result.margin = margin(state, rules)
    result.capped = state.capped
    result.action_movies = state.produced[Genre.ACTION]
    result.romance_movies = state.produced[Genre.ROMANCE]
    result.drama_movies = state.produced[Genre.DRAMA]
    result.family_movies = state.produced[Genre.FAMILY]
    result.specialty_movies = state.produced[Genre.SPECIALTY]
    for player in range(rules.players):
        report_player(state, result, player)
        report_biz(state, result, player)


@compiled
def report_player(state: State, result: Result, player: Player) -> None:
    """The measures of one player."""
    finished = state.finished[player]
    result.points[player] = state.totals[player]
    result.movie_points[player] = state.movie_points[player]
    result.penalty[player] = state.penalties[player]
    result.finished[player] = finished
    result.unfinished[player] = state.unfinished[player]
    result.mean_movie[player] = state.movie_points[player] / finished if finished > 0 else 0.0
    result.out_of_genre[player] = state.out_of_genre[player]
    result.attacked[player] = state.attacked[player]
    result.shake_ups[player] = state.shake_ups[player]
    result.unused_plays[player] = state.unused[player]


@compiled
def report_biz(state: State, result: Result, player: Player) -> None:
    """Biz cards that a player played, by effect."""
    played = state.biz_played[player]
    result.played_boost[player] = played[BizEffect.BOOST]
    result.played_award[player] = played[BizEffect.AWARD]
    result.played_upstage[player] = played[BizEffect.UPSTAGE]
    result.played_scandal[player] = played[BizEffect.SCANDAL]
    result.played_bad_ratings[player] = played[BizEffect.BAD_RATINGS]
    result.played_recast[player] = played[BizEffect.RECAST]
    result.played_walkout[player] = played[BizEffect.WALKOUT]
    result.played_stand_in[player] = played[BizEffect.STAND_IN]
    result.played_draw_bods[player] = played[BizEffect.DRAW_BODS]
    result.played_steal_biz[player] = played[BizEffect.STEAL_BIZ]
    result.played_cancel[player] = played[BizEffect.CANCEL]


@compiled
def report_cards(state: State, rules: Rules, use: CardUse) -> None:
    """Which Bods came into each seat's hand and which it played, from the hand or the Cattle Call; and Biz alike."""
    use.winners = winners_of(state, rules)
    for player in range(rules.players):
        for word in range(WORDS):
            place = WORDS * player + word
            use.bods_drawn[player, word] = state.drawn_bods[place]
            use.bods_played[player, word] = state.played_bods[place]
            use.biz_drawn[player, word] = state.drawn_biz[place]
            use.biz_played[player, word] = state.played_biz[place]
