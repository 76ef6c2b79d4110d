"""Showbiz Shuffle: the choices by which a Bod or a Biz card is played, one after the other."""

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, holds, mark, only_if, up_to
from workbench.engine.compiling import compiled
from workbench.engine.trace import note
from workbench.engine.types import ActionSet, Bool, Card, Chance, Int, Player, Rules, State
from workbench.games.showbiz_shuffle.decks import (
    discard_biz,
    draw_biz,
    of_player,
    remove_biz,
    remove_bod,
    remove_from_call,
)
from workbench.games.showbiz_shuffle.effects import (
    ON_BODS,
    cancel,
    draw_bods,
    movies_for_biz,
    play_on_movie,
    playable_biz,
    recast,
    rivals_with_biz,
    row_in_hand,
    spots_for_biz,
    steal_biz,
    understudies,
    walk_out,
)
from workbench.games.showbiz_shuffle.movies import add_to_cast, movies_for_bod, open_movie, premiere_if_complete
from workbench.games.showbiz_shuffle.rules import BizEffect
from workbench.games.showbiz_shuffle.table import KEEP_BIZ, NO_CARD, WHOLE_MOVIE, Event, Movie, Phase

# Bods


@compiled
def choose_bod(state: State, slot: Int, from_call: Bool) -> None:
    """Choose the Bod at a place of the hand or of the Cattle Call."""
    state.slot = slot
    state.from_call = from_call
    state.chosen = state.cattle_call[slot] if from_call else state.hand[state.actor, slot]


@compiled
def begin_casting(state: State, rules: Rules) -> None:
    """Ask in which movie the chosen Bod is cast."""
    ask(state, Phase.MOVIE, movies_for_bod(state, rules, state.actor, np.int64(state.chosen), state.from_call))


@compiled
def begin_opening(state: State, rules: Rules) -> None:
    """Ask of which genre the new movie is."""
    ask(state, Phase.GENRE, rules.bods[state.chosen].genres)


@compiled
def ask(state: State, phase: Int, legal: ActionSet) -> None:
    """Ask the actor for a further choice."""
    state.phase = phase
    state.legal = legal


@compiled
def take_chosen(state: State) -> Card:
    """Remove the chosen Bod from hand or Cattle Call, count it as played, and return it."""
    player = np.int64(state.actor)
    state.acted = True
    state.phase = Phase.TURN
    if state.from_call:
        state.call_plays -= 1
        card = remove_from_call(state, np.int64(state.slot))
    else:
        state.hand_plays -= 1
        card = remove_bod(state, player, np.int64(state.slot))
    mark(state.played_bods, of_player(player, card))
    return card


@compiled
def open_with(state: State, rules: Rules, chance: Chance, genre: Int) -> None:
    """Rules, Making Movies: a Star or Director starts a movie, of a genre that is among the Bod's own."""
    card = take_chosen(state)
    movie = open_movie(state, rules, state.actor, card, genre)
    note(Event.OPEN, state.actor, card, state.from_call, genre, movie)
    after_playing(state, rules, chance, card, movie)


@compiled
def cast(state: State, rules: Rules, chance: Chance, movie: Movie) -> None:
    """Rules, Turns: a Bod is added to a movie."""
    card = take_chosen(state)
    add_to_cast(state, rules, movie, card)
    in_genre = holds(rules.bods[card].genres, state.genre[movie])
    if not in_genre:
        state.out_of_genre[state.actor] += 1
    note(Event.CAST, state.actor, card, state.from_call, movie, in_genre)
    after_playing(state, rules, chance, card, movie)


@compiled
def after_playing(state: State, rules: Rules, chance: Chance, card: Card, movie: Movie) -> None:
    """Rules, Turns: a complete movie is scored. Rules, Bod cards: then follow the directions of any text."""
    player = np.int64(state.actor)
    premiere_if_complete(state, rules, movie)
    if rules.bods[card].draw_biz > 0:
        draw_biz(state, rules, chance, player, rules.bods[card].draw_biz)
        note(Event.DRAW_BIZ, player, state.just_drawn, state.just_drawn_size, rules.biz_deck)
    if rules.bods[card].lose_biz > 0 and state.biz_size[player] > 0:
        begin_losing(state, rules)


@compiled
def begin_losing(state: State, rules: Rules) -> None:
    """Ask which Biz card is discarded; of equal ones the first stands for all."""
    places, before = EMPTY, NO_CARD
    for place in range(state.biz_size[state.actor]):
        row = row_in_hand(state, rules, state.actor, place)
        places = places | only_if(place, row != before)
        before = row
    ask(state, Phase.LOSE, places)


@compiled
def lose_biz(state: State, rules: Rules, place: Int) -> None:
    """Discard a Biz card of the hand, as the text of a Bod demands."""
    player = np.int64(state.actor)
    copy = remove_biz(state, rules, player, place)
    discard_biz(state, copy)
    state.phase = Phase.TURN
    note(Event.LOSE_BIZ, player, np.int64(rules.biz_deck[copy]))


# Biz


@compiled
def begin_biz(state: State, rules: Rules) -> None:
    """Ask which Biz card is played, or none in this turn: nobody has to play one."""
    ask(state, Phase.BIZ, add(playable_biz(state, rules), KEEP_BIZ))


@compiled
def keep_biz(state: State) -> None:
    """Play no Biz card in this turn."""
    state.unused[state.actor] += state.biz_plays
    state.biz_plays = 0
    state.phase = Phase.TURN


@compiled
def choose_biz(state: State, rules: Rules, chance: Chance, place: Int) -> None:
    """Choose the Biz card at a place of the hand, and ask on what it is played."""
    row = row_in_hand(state, rules, state.actor, place)
    state.slot = place
    state.chosen = row
    effect = rules.biz[row].effect
    if effect == BizEffect.DRAW_BODS:
        state.phase = Phase.TURN
        draw_bods(state, rules, chance)
    elif effect == BizEffect.STEAL_BIZ:
        ask(state, Phase.RIVAL, rivals_with_biz(state, rules))
    else:
        ask(state, Phase.TARGET, movies_for_biz(state, rules, row))


@compiled
def steal_from(state: State, rules: Rules, chance: Chance, rival: Player) -> None:
    """Steal from the chosen rival."""
    state.phase = Phase.TURN
    steal_biz(state, rules, chance, rival)


@compiled
def choose_target(state: State, rules: Rules, movie: Movie) -> None:
    """Choose the movie, and ask on which of its Bods or Biz cards if that is needed."""
    state.aim = movie
    row = np.int64(state.chosen)
    if rules.biz[row].effect == BizEffect.CANCEL:
        ask(state, Phase.ATTACHED, up_to(state.attached_size[movie]))
    elif rules.biz[row].target in ON_BODS:
        ask(state, Phase.BOD, spots_for_biz(state, rules, row, movie))
    else:
        state.phase = Phase.TURN
        play_on_movie(state, rules, movie, WHOLE_MOVIE)


@compiled
def cancel_attached(state: State, rules: Rules, place: Int) -> None:
    """Cancel the chosen Biz card."""
    state.phase = Phase.TURN
    cancel(state, rules, np.int64(state.aim), place)


@compiled
def choose_spot(state: State, rules: Rules, spot: Int) -> None:
    """Choose the Bod; for a recast, ask who takes its place."""
    state.spot = spot
    movie, effect = np.int64(state.aim), rules.biz[state.chosen].effect
    if effect == BizEffect.RECAST:
        ask(state, Phase.SWAP, understudies(state, rules, movie, spot))
        return
    state.phase = Phase.TURN
    if effect == BizEffect.WALKOUT:
        walk_out(state, rules, movie, spot)
    else:
        play_on_movie(state, rules, movie, spot)


@compiled
def choose_understudy(state: State, rules: Rules, place: Int) -> None:
    """Recast with the chosen Bod of the hand."""
    state.phase = Phase.TURN
    recast(state, rules, np.int64(state.aim), np.int64(state.spot), place)
