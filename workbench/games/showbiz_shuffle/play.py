"""Showbiz Shuffle, played.

Source: "Showbiz Shuffle", Joan Wendland, Blood and Cardstock Games, 1998. Heads of rival studios cast Bods in movies,
and play Biz on their own and on each other's.

What we play: the source, with the reconstructions that `rules.py` and `lists.py` name. `Rules, …` in a docstring is a
heading of the source. A turn is a row of decisions, cut small: what to do, then where. A movie has room only for the
Bods that complete it. A Biz card that steals shows what it took. A movie whose last Bod walks out is given up. Reaching
the score target starts the end game as the last Bod does.
"""

from typing import Any, Final

import numpy as np

from workbench.engine.compiling import compiled
from workbench.games.showbiz_shuffle.choices import (
    begin_biz,
    begin_casting,
    begin_opening,
    cancel_paper,
    cast,
    choose_biz,
    choose_bod,
    choose_spot,
    choose_target,
    choose_understudy,
    keep_biz,
    lose_biz,
    open_with,
    steal_from,
)
from workbench.games.showbiz_shuffle.lists import Effect, Genre
from workbench.games.showbiz_shuffle.scoring import margin, winners_of
from workbench.games.showbiz_shuffle.state import KEEP_BIZ, MOST_CALL, MOST_HAND, WORDS, Action, Move, Phase
from workbench.games.showbiz_shuffle.turns import end_turn, settle, shake_up

CARD_FACTOR: Final = 16
MOVIE_FACTOR: Final = 16 * 256
CHOICES: Final = np.array(
    [
        Action.PLAY_BIZ,  # the phases TURN and BIZ have several kinds
        Action.CHOOSE_MOVIE,
        Action.CHOOSE_GENRE,
        Action.PLAY_BIZ,
        Action.CHOOSE_MOVIE,
        Action.CHOOSE_BOD,
        Action.CHOOSE_BOD,
        Action.CHOOSE_CARD,
        Action.CHOOSE_RIVAL,
        Action.DISCARD_BIZ,
    ]
)
"""The kind of the actions of a phase."""


@compiled
def legal_actions(state: Any, rules: Any) -> Any:
    """The legal actions of the phase, worked out when it began."""
    return state.legal


@compiled
def apply(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """Carry out an action of the phase, then go on to the next decision."""
    if state.phase == Phase.TURN:
        act(state, rules, chance, action)
    elif state.phase == Phase.MOVIE:
        cast(state, rules, chance, action)
    elif state.phase == Phase.GENRE:
        open_with(state, rules, chance, action)
    elif state.phase == Phase.LOSE:
        lose_biz(state, rules, action)
    else:
        aim_biz(state, rules, chance, action)
    settle(state, rules)


@compiled
def act(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """Rules, Play order 3: what the actor does next."""
    if action == Move.END_TURN:
        end_turn(state, rules, chance)
    elif action == Move.SHAKE_UP:
        shake_up(state, rules, chance)
    elif action == Move.BIZ:
        begin_biz(state, rules)
    else:
        from_call = action >= Move.CAST_CALL
        choose_bod(state, bod_slot(action), from_call)
        if opens(action):
            begin_opening(state, rules)
        else:
            begin_casting(state, rules)


@compiled
def opens(action: Any) -> Any:
    """Whether the action of a turn opens a movie."""
    return Move.OPEN_HAND <= action < Move.CAST_CALL or Move.OPEN_CALL <= action < Move.BIZ


@compiled
def bod_slot(action: Any) -> Any:
    """The place in the hand or in the Cattle Call of the Bod that an action of a turn plays."""
    return action % MOST_HAND if action < Move.CAST_CALL else action % MOST_CALL


@compiled
def aim_biz(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """Carry out a choice on the way of a Biz card to its target."""
    if action == KEEP_BIZ:
        keep_biz(state)
    elif state.phase == Phase.BIZ:
        choose_biz(state, rules, chance, action)
    elif state.phase == Phase.TARGET:
        choose_target(state, rules, action)
    elif state.phase == Phase.BOD:
        choose_spot(state, rules, action)
    elif state.phase == Phase.SWAP:
        choose_understudy(state, rules, action)
    elif state.phase == Phase.PAPER:
        cancel_paper(state, rules, action)
    else:
        steal_from(state, rules, chance, action)


@compiled
def action_kind(state: Any, rules: Any, action: Any) -> Any:
    """The kind of an action of the phase; a Biz card's is its effect."""
    if state.phase == Phase.TURN:
        return turn_kind(action)
    if action == KEEP_BIZ:
        return Action.KEEP_BIZ.value
    if state.phase == Phase.BIZ:
        return np.int64(rules.biz[rules.biz_deck[state.biz_hand[state.actor, action]]].effect)
    return CHOICES[state.phase]


@compiled
def turn_kind(action: Any) -> Any:
    """The kind of an action of a turn."""
    if action == Move.END_TURN:
        return Action.END_TURN.value
    if action == Move.SHAKE_UP:
        return Action.SHAKE_UP.value
    if action == Move.BIZ:
        return Action.PLAY_BIZ.value
    if opens(action):
        return Action.OPEN.value
    return Action.CAST_FROM_HAND.value if action < Move.CAST_CALL else Action.CAST_FROM_CATTLE_CALL.value


@compiled
def situation(state: Any, rules: Any) -> Any:
    """The phase, the card that is being played and the movie that is meant: all see them."""
    if state.phase in (Phase.TURN, Phase.LOSE, Phase.BIZ):
        return np.int64(state.phase)
    card = CARD_FACTOR * (1 + np.int64(state.chosen))
    if state.phase in (Phase.BOD, Phase.SWAP, Phase.PAPER):
        return state.phase + card + MOVIE_FACTOR * (1 + np.int64(state.aim))
    return state.phase + card


@compiled
def report(state: Any, rules: Any, result: Any) -> None:
    """The measures of a finished play; `measures.py` says what each means."""
    result.winners = winners_of(state, rules)
    result.turns = state.turns
    result.lead_changes = state.lead_changes
    result.margin = margin(state, rules)
    result.capped = state.capped
    result.action_movies = state.made[Genre.ACTION]
    result.romance_movies = state.made[Genre.ROMANCE]
    result.drama_movies = state.made[Genre.DRAMA]
    result.family_movies = state.made[Genre.FAMILY]
    result.specialty_movies = state.made[Genre.SPECIALTY]
    for player in range(rules.players):
        report_player(state, result, player)
        report_biz(state, result, player)


@compiled
def report_player(state: Any, result: Any, player: Any) -> None:
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
def report_biz(state: Any, result: Any, player: Any) -> None:
    """Biz cards that a player played, by effect."""
    played = state.biz_played[player]
    result.played_boost[player] = played[Effect.BOOST]
    result.played_award[player] = played[Effect.AWARD]
    result.played_upstage[player] = played[Effect.UPSTAGE]
    result.played_scandal[player] = played[Effect.SCANDAL]
    result.played_bad_ratings[player] = played[Effect.BAD_RATINGS]
    result.played_recast[player] = played[Effect.RECAST]
    result.played_walkout[player] = played[Effect.WALKOUT]
    result.played_stand_in[player] = played[Effect.STAND_IN]
    result.played_draw_bods[player] = played[Effect.DRAW_BODS]
    result.played_steal_biz[player] = played[Effect.STEAL_BIZ]
    result.played_cancel[player] = played[Effect.CANCEL]


@compiled
def report_cards(state: Any, rules: Any, use: Any) -> None:
    """Which Bods came into each seat's hand and which it played, from the hand or the Cattle Call; and Biz alike."""
    use.winners = winners_of(state, rules)
    for player in range(rules.players):
        for word in range(WORDS):
            place = WORDS * player + word
            use.bods_drawn[player, word] = state.drawn_bods[place]
            use.bods_played[player, word] = state.played_bods[place]
            use.biz_drawn[player, word] = state.drawn_biz[place]
            use.biz_played[player, word] = state.played_biz[place]
