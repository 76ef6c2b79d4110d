"""Showbiz Shuffle: what movies are worth, finished or not."""

from typing import Any

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, count, holds, lowest, only, without_lowest
from workbench.engine.compiling import compiled, plain_only
from workbench.engine.trace import is_recording, note
from workbench.games.showbiz_shuffle.lists import Effect
from workbench.games.showbiz_shuffle.state import NO_CARD, NOBODY, OUT_OF_GENRE, PLACES, WHOLE_MOVIE, Event


@compiled
def owner_of(movie: Any) -> Any:
    """Whose movie it is."""
    return movie // PLACES


@compiled
def paper_row(state: Any, rules: Any, movie: Any, place: Any) -> Any:
    """The Biz card that lies with a movie at `place`, as a row of the list."""
    return np.int64(rules.biz_deck[state.paper[movie, place]])


@compiled
def movie_points(state: Any, rules: Any, movie: Any) -> Any:
    """Rules, Making Movies: the sum of its Bods and of the Biz cards that lie with it; it may be below 0."""
    points = 0
    for place in range(state.cast_size[movie]):
        points += bod_points(state, rules, movie, place)
    for place in range(state.papers[movie]):
        points += paper_points(rules, paper_row(state, rules, movie, place))
    return points


@compiled
def bod_points(state: Any, rules: Any, movie: Any, place: Any) -> Any:
    """Rules, Bod cards: the value and its bonus; out of its genre or in a scandal the negative value; upstaged 0."""
    bod = rules.bods[state.cast[movie, place]]
    if state.spoilt[movie, place] == Effect.UPSTAGE:
        return 0
    if state.spoilt[movie, place] == Effect.SCANDAL or not holds(bod.genres, state.genre[movie]):
        return -np.int64(bod.value)
    return np.int64(bod.value) + bonus(state, rules, movie, place)


@compiled
def bonus(state: Any, rules: Any, movie: Any, place: Any) -> Any:
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
def paper_points(rules: Any, row: Any) -> Any:
    """What a Biz card adds to the movie that it lies with."""
    effect, value = rules.biz[row].effect, np.int64(rules.biz[row].value)
    if effect in (Effect.BOOST, Effect.AWARD):
        return value
    return -value if effect == Effect.BAD_RATINGS else 0


@compiled
def movie_penalty(state: Any, rules: Any, movie: Any) -> Any:
    """Rules, End Game: what an unfinished movie costs. A devalued card still costs its full value."""
    points = np.int64(0)
    for place in range(state.cast_size[movie]):
        points += bod_penalty(state, rules, movie, place)
    for place in range(state.papers[movie]):
        points += paper_penalty(state, rules, movie, place)
    return points


@compiled
def bod_penalty(state: Any, rules: Any, movie: Any, place: Any) -> Any:
    """What a Bod of an unfinished movie costs."""
    return rules.unfinished_penalty * np.int64(rules.bods[state.cast[movie, place]].value)


@compiled
def paper_penalty(state: Any, rules: Any, movie: Any, place: Any) -> Any:
    """Rules, Clarifications: Biz cards with dollar signs deduct from the score in an unfinished movie."""
    biz = rules.biz[paper_row(state, rules, movie, place)]
    return np.int64(biz.value) if biz.costs and rules.costed_biz_penalty else np.int64(0)


def note_movie(state: Any, rules: Any, movie: Any, event: Any, points: Any) -> None:
    """Note a movie at its premiere, or unfinished at the end: its cards, and what each of them counts."""
    if not is_recording():
        return
    made = event == Event.PREMIERE
    bods = [_bod_account(state, rules, movie, place, made) for place in range(state.cast_size[movie])]
    papers = [_paper_account(state, rules, movie, place, made) for place in range(state.papers[movie])]
    note(event, movie, state.genre[movie], bods, papers, points)


plain_only(note_movie)


def _bod_account(state: Any, rules: Any, movie: Any, place: Any, made: bool) -> tuple[Any, ...]:
    """A Bod of the cast, by what it is devalued, its bonus, and what it counts."""
    card, devalued = state.cast[movie, place], int(state.spoilt[movie, place])
    if devalued == 0 and not holds(rules.bods[card].genres, state.genre[movie]):
        devalued = OUT_OF_GENRE
    extra = bonus(state, rules, movie, place) if made and devalued == 0 else 0
    return card, devalued, extra, (bod_points if made else bod_penalty)(state, rules, movie, place)


def _paper_account(state: Any, rules: Any, movie: Any, place: Any, made: bool) -> tuple[Any, ...]:
    """A Biz card that lies with a movie, the Bod it lies on, if any, and what it counts."""
    row, spot = paper_row(state, rules, movie, place), state.paper_on[movie, place]
    bod = NO_CARD if spot == WHOLE_MOVIE else state.cast[movie, spot]
    return row, bod, paper_points(rules, row) if made else paper_penalty(state, rules, movie, place)


@compiled
def finish(state: Any, rules: Any) -> None:
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
def winners_of(state: Any, rules: Any) -> Any:
    """The set of players with the most points."""
    best, winners = state.totals[0], only(0)
    for player in range(1, rules.players):
        if state.totals[player] > best:
            best, winners = state.totals[player], only(player)
        elif state.totals[player] == best:
            winners = add(winners, player)
    return winners


@compiled
def note_leader(state: Any, rules: Any) -> None:
    """A lead change is another sole leader than the last one."""
    leaders = winners_of(state, rules)
    if count(leaders) == 1:
        leader = lowest(leaders)
        if state.leader not in (NOBODY, leader):
            state.lead_changes += 1
        state.leader = leader


@compiled
def margin(state: Any, rules: Any) -> Any:
    """The winner's points minus the runner-up's; 0 for a shared win."""
    winner = lowest(winners_of(state, rules))
    ahead = np.int64(1 << 30)
    for player in range(rules.players):
        if player != winner:
            ahead = min(ahead, np.int64(state.totals[winner] - state.totals[player]))
    return ahead
