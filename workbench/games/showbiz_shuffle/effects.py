"""Showbiz Shuffle: Biz cards: what each may be played on, and what it does. All effects are a reconstruction."""

from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, holds, lowest, mark, without_lowest
from workbench.engine.chance import start_stream, table_below
from workbench.engine.compiling import compiled, plain_only
from workbench.engine.trace import note
from workbench.engine.types import BitSet, Bool, Chance, Int, Player, PlayerSet, Rules, State
from workbench.games.showbiz_shuffle.decks import (
    add_biz,
    add_bod,
    can_draw_bods,
    discard_biz,
    discard_bod,
    fill_hand,
    note_endgame,
    of_player,
    remove_biz,
    remove_bod,
)
from workbench.games.showbiz_shuffle.movies import (
    attach,
    detach,
    detach_from_bod,
    fitting,
    movies_of,
    premiere_if_complete,
    remove_from_cast,
    role,
    update_room,
    update_unspoilt,
    with_role_for,
)
from workbench.games.showbiz_shuffle.rules import GENRES, KINDS, BizEffect, BizTarget, BodKind, effect_set
from workbench.games.showbiz_shuffle.scoring import attached_row, owner_of
from workbench.games.showbiz_shuffle.table import (
    MOST_BIZ_HAND,
    MOST_HAND,
    NO_CARD,
    WHOLE_MOVIE,
    Event,
    Movie,
    MovieSet,
    RowNumber,
    Stream,
)

LASTING: Final = effect_set(
    BizEffect.BOOST, BizEffect.AWARD, BizEffect.UPSTAGE, BizEffect.SCANDAL, BizEffect.BAD_RATINGS, BizEffect.STAND_IN
)
"""Effects of cards that stay with the movie or the Bod; all others are discarded at once."""
WELCOME: Final = effect_set(BizEffect.BOOST, BizEffect.AWARD, BizEffect.STAND_IN)
"""Effects that help a movie's owner: to cancel one of a rival's is an attack."""
SPOILING: Final = effect_set(BizEffect.UPSTAGE, BizEffect.SCANDAL)
ON_BODS: Final = (BizTarget.OWN_BOD, BizTarget.RIVAL_BOD)


# What a card may be played on


@compiled
def row_in_hand(state: State, rules: Rules, player: Player, place: Int) -> RowNumber:
    """The Biz card at a place of the hand, as a row of the list."""
    return np.int64(rules.biz_deck[state.biz_hand[player, place]])


@compiled
def movies_in_reach(state: State, target: Int, player: Player) -> MovieSet:
    """The movies in production that a kind of target allows."""
    if target <= BizTarget.OWN_BOD:
        return state.shooting & movies_of(player)
    return state.shooting & ~movies_of(player) if target <= BizTarget.RIVAL_BOD else state.shooting


@compiled
def movies_of_genres(state: State, genres: BitSet) -> MovieSet:
    """The movies that have one of the genres."""
    movies = EMPTY
    for genre in range(GENRES):
        movies = movies | state.of_genre[genre] * np.uint64(holds(genres, genre))
    return movies


@compiled
def movies_for_biz(state: State, rules: Rules, row: RowNumber) -> MovieSet:
    """Rules, Biz cards: the movies on which, or on whose Bods, the actor may play the card."""
    biz, effect = rules.biz[row], rules.biz[row].effect
    movies = movies_in_reach(state, biz.target, state.actor)
    if biz.genres != EMPTY:
        movies = movies & movies_of_genres(state, biz.genres)
    if state.is_full != EMPTY and holds(LASTING, effect):
        movies = movies & ~state.is_full
    if effect <= BizEffect.AWARD:
        return movies
    if holds(SPOILING, effect):
        return movies & state.unspoilt
    if effect == BizEffect.STAND_IN:
        return with_role_for(state, movies, BodKind.SUPPORT.value)
    if effect == BizEffect.CANCEL:
        return movies & state.has_attached
    return movies_to_recast(state, rules, movies) if effect == BizEffect.RECAST else movies


@compiled
def movies_to_recast(state: State, rules: Rules, movies: MovieSet) -> MovieSet:
    """The movies in which a Bod of the hand can replace another."""
    offered, recast = roles_on_hand(state, rules), EMPTY
    while movies != EMPTY:
        movie = lowest(movies)
        movies = without_lowest(movies)
        for kind in range(KINDS):
            if state.kind_count[movie, kind] > 0 and holds(offered, role(kind, state.genre[movie])):
                recast = add(recast, movie)
    return recast


@compiled
def roles_on_hand(state: State, rules: Rules) -> BitSet:
    """The roles in which the actor has a Bod of the hand to play."""
    roles = EMPTY
    for place in range(state.hand_size[state.actor]):
        roles = roles | fitting(rules, np.int64(state.hand[state.actor, place]), False)
    return roles


@compiled
def spots_to_recast(state: State, rules: Rules, movie: Movie) -> BitSet:
    """The Bods of a movie that one of the actor's hand can replace."""
    spots = EMPTY
    for spot in range(state.cast_size[movie]):
        if understudies(state, rules, movie, spot) != EMPTY:
            spots = add(spots, spot)
    return spots


@compiled
def understudies(state: State, rules: Rules, movie: Movie, spot: Int) -> BitSet:
    """The Bods of the actor's hand, by place, of the same kind that may be played in the movie's genre."""
    open_role, places = role(rules.bods[state.cast[movie, spot]].kind, state.genre[movie]), EMPTY
    for place in range(state.hand_size[state.actor]):
        card = np.int64(state.hand[state.actor, place])
        if holds(fitting(rules, card, False), open_role):
            places = add(places, place)
    return places


@compiled
def spots_for_biz(state: State, rules: Rules, row: RowNumber, movie: Movie) -> BitSet:
    """The Bods of the movie on which the card may be played."""
    effect = rules.biz[row].effect
    if effect == BizEffect.RECAST:
        return spots_to_recast(state, rules, movie)
    spots = EMPTY
    for spot in range(state.cast_size[movie]):
        if not holds(SPOILING, effect) or state.spoilt[movie, spot] == 0:
            spots = add(spots, spot)
    return spots


@compiled
def rivals_with_biz(state: State, rules: Rules) -> PlayerSet:
    """The players from whom the actor may steal."""
    rivals = EMPTY
    for player in range(rules.players):
        if player != state.actor and state.biz_size[player] + state.hidden_biz[player] > 0:
            rivals = add(rivals, player)
    return rivals


@compiled
def has_target(state: State, rules: Rules, row: RowNumber) -> Bool:
    """True if the actor may play the card now."""
    if rules.biz[row].target < BizTarget.SELF:
        return movies_for_biz(state, rules, row) != EMPTY
    effect = rules.biz[row].effect
    if effect == BizEffect.DRAW_BODS:
        return state.hand_size[state.actor] < MOST_HAND and can_draw_bods(state, rules)
    if effect == BizEffect.STEAL_BIZ:
        return rivals_with_biz(state, rules) != EMPTY
    return movies_for_biz(state, rules, row) != EMPTY


@compiled
def playable_biz(state: State, rules: Rules) -> BitSet:
    """The Biz cards of the actor's hand, by place, that may be played; of equal ones the first."""
    places, before = EMPTY, NO_CARD
    for place in range(state.biz_size[state.actor]):
        row = row_in_hand(state, rules, state.actor, place)
        if row != before and has_target(state, rules, row):
            places = add(places, place)
        before = row
    return places


# What a card does


@compiled
def spend_card(state: State, rules: Rules) -> Int:
    """Remove the chosen card from the hand, count it as played, and return its copy."""
    player = np.int64(state.actor)
    copy = remove_biz(state, rules, player, np.int64(state.slot))
    row = np.int64(rules.biz_deck[copy])
    state.biz_plays -= 1
    state.acted = True
    state.biz_played[player, rules.biz[row].effect] += 1
    mark(state.played_biz, of_player(player, row))
    return copy


@compiled
def play_on_movie(state: State, rules: Rules, movie: Movie, spot: Int) -> None:
    """Play a card that stays with the movie, or with the Bod at `spot`, until the movie is scored."""
    row, effect = np.int64(state.chosen), rules.biz[state.chosen].effect
    copy = spend_card(state, rules)
    attach(state, movie, copy, spot)
    bod = NO_CARD if spot == WHOLE_MOVIE else np.int64(state.cast[movie, spot])
    note(Event.BIZ, state.actor, row, effect, movie, bod, NO_CARD)
    if holds(SPOILING, effect):
        state.spoilt[movie, spot] = effect
        update_unspoilt(state, movie)
    if effect in (BizEffect.UPSTAGE, BizEffect.SCANDAL, BizEffect.BAD_RATINGS):
        count_attack(state, owner_of(movie))
    if effect == BizEffect.STAND_IN:
        state.stand_ins[movie] += 1
        update_room(state, rules, movie, BodKind.SUPPORT.value)
        premiere_if_complete(state, rules, movie)


@compiled
def count_attack(state: State, player: Player) -> None:
    """Count a Biz card that was played against a rival."""
    if player != state.actor:
        state.attacked[player] += 1


@compiled
def walk_out(state: State, rules: Rules, movie: Movie, spot: Int) -> None:
    """`walkout`: the rival's Bod goes to the discard pile."""
    row, bod = np.int64(state.chosen), np.int64(state.cast[movie, spot])
    discard_biz(state, spend_card(state, rules))
    note(Event.BIZ, state.actor, row, BizEffect.WALKOUT, movie, bod, NO_CARD)
    count_attack(state, owner_of(movie))
    discard_bod(state, remove_from_cast(state, rules, movie, spot))


@compiled
def recast(state: State, rules: Rules, movie: Movie, spot: Int, place: Int) -> None:
    """`recast`: a Bod of the hand takes the place of one of the movie, which all see go to the hand."""
    row, player, old = np.int64(state.chosen), np.int64(state.actor), np.int64(state.cast[movie, spot])
    discard_biz(state, spend_card(state, rules))
    detach_from_bod(state, movie, spot)
    new = remove_bod(state, player, place)
    state.cast[movie, spot] = new
    if not holds(rules.bods[new].genres, state.genre[movie]):
        state.out_of_genre[player] += 1
    add_bod(state, player, old, True)
    update_unspoilt(state, movie)
    mark(state.played_bods, of_player(player, new))
    note(Event.BIZ, player, row, BizEffect.RECAST, movie, old, new)


@compiled
def cancel(state: State, rules: Rules, movie: Movie, place: Int) -> None:
    """`cancel`: one Biz card that lies with a movie, or with one of its Bods, is discarded."""
    row, gone = np.int64(state.chosen), attached_row(state, rules, movie, place)
    discard_biz(state, spend_card(state, rules))
    effect, spot = rules.biz[gone].effect, state.attached_to[movie, place]
    note_canceled(state, row, gone, movie, place)
    if holds(WELCOME, effect):
        count_attack(state, owner_of(movie))
    detach(state, movie, place)
    if holds(SPOILING, effect):
        state.spoilt[movie, spot] = 0
        update_unspoilt(state, movie)
    if effect == BizEffect.STAND_IN:
        state.stand_ins[movie] -= 1
        update_room(state, rules, movie, BodKind.SUPPORT.value)


def note_canceled(state: State, row: RowNumber, gone: RowNumber, movie: Movie, place: Int) -> None:
    """Note which Biz card is canceled, on which Bod it lies, and as which of those that lie with the movie."""
    spot = state.attached_to[movie, place]
    bod = NO_CARD if spot == WHOLE_MOVIE else np.int64(state.cast[movie, spot])
    note(Event.BIZ, state.actor, row, BizEffect.CANCEL, movie, bod, gone, place)


plain_only(note_canceled)


@compiled
def draw_bods(state: State, rules: Rules, chance: Chance) -> None:
    """`draw_bods`: so many Bods as the card's value come into the hand."""
    row, player, ending = np.int64(state.chosen), np.int64(state.actor), state.ending
    discard_biz(state, spend_card(state, rules))
    note(Event.BIZ, player, row, BizEffect.DRAW_BODS, NO_CARD, NO_CARD, NO_CARD)
    fill_hand(state, rules, chance, player, np.int64(state.hand_size[player] + rules.biz[row].value))
    note(Event.DRAW_BODS, player, state.just_drawn, state.just_drawn_size)
    note_endgame(state, ending, False)


@compiled
def steal_biz(state: State, rules: Rules, chance: Chance, rival: Player) -> None:
    """`steal_biz`: a Biz card of the rival's hand, drawn at random and shown to all, comes into the hand."""
    row, player = np.int64(state.chosen), np.int64(state.actor)
    discard_biz(state, spend_card(state, rules))
    start_stream(chance, Stream.STEAL, MOST_BIZ_HAND * np.int64(state.turns) + np.int64(state.biz_plays))
    copy = remove_biz(state, rules, rival, table_below(chance, np.int64(state.biz_size[rival])))
    add_biz(state, rules, player, copy, True)
    count_attack(state, rival)
    note(Event.BIZ, player, row, BizEffect.STEAL_BIZ, rival, NO_CARD, np.int64(rules.biz_deck[copy]))
