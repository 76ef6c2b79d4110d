"""Hollywood 1947: the rules of play, from setup to the end.

Source: "Hollywood 1947", a text of the printed rules. Patriots, communists and a rising star make movies: production
(a turn each: a job, a swap, re-rolls), post (cards come in, some leave), and the premiere, where symbols are counted.

What we play: the source, with the reconstructions that `rules.py` and the card lists name. `Rules, …` in a docstring
is a heading of the source. A choice is made in steps: an option, then its targets one by one.
Where the source is silent:

* in option 3 the first re-roll is made, and then one may stop (the gaffer "performs 3 total re-rolls": all of them);
* the cinematographer looks at another player's hand; "any player" would include the own one, which tells nothing;
* cards for stars, and then for tokens, are added starting with the lowest number as the job cards lie after the turns
  (a swap may have moved it) and going clockwise; in studio order number by number; hands are drawn up clockwise too;
* a card that the actress, the actor or the composer's job discards is known to who discards it;
* the genre deck of a game of two can run out in the seventh movie: see `movies.renew_genre_deck`;
* the rising star's rule holds in the last movie (`max_movies`), whatever the score before it;
* in studio order with two jobs each, a turn is taken for each of the two numbers.

No play by the source's rules, of any number of players and with any variant, has more than 616 decisions (the longest
of 6 300 000 random plays had 247). The bound for any rules is `most_decisions` in the tests of the bots.
"""

from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, choices, only, up_to
from workbench.engine.chance import mix, start_stream, table_below
from workbench.engine.compiling import compiled
from workbench.engine.trace import note
from workbench.engine.types import Action, ActionSet, Bool, Chance, Int, Player, Rules, State
from workbench.games.hollywood_1947 import jobs, movies, turns
from workbench.games.hollywood_1947.beliefs import certain_communists
from workbench.games.hollywood_1947.deck import draw_card, draw_to_hand, hand_out_jobs, shuffle_deck, shuffle_posters
from workbench.games.hollywood_1947.rules import JOBS
from workbench.games.hollywood_1947.scoring import premiere
from workbench.games.hollywood_1947.table import (
    NINE_PLAYERS,
    NO_GENRE,
    NOBODY,
    STOP,
    ActionKind,
    Event,
    JobNumber,
    Loyalty,
    Option,
    Phase,
    RoundStep,
    Stream,
    dice,
    dice_a_player,
    ghosts,
    is_in_play,
    is_left_out,
    is_poster_left_out,
    job_of,
    roll,
)

FACE_DOWN: Final = 62
"""The observation of a card that is laid face down."""


# The course of a play


@compiled
def begin(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Setup; then the first movie is made."""
    set_up(state, rules, chance)
    turns.start_movie(state, rules, chance)
    go_on(state, rules, chance)


@compiled
def go_on(state: State, rules: Rules, chance: Chance) -> None:
    """Carry on with the round, step by step, up to the next decision or the end."""
    while not state.over:
        if state.step == RoundStep.TURNS:
            if turns.next_turn(state, rules):
                return
            movies.start_post(state, rules)
        elif state.step == RoundStep.STARS:
            if movies.next_star_card(state, rules):
                return
        elif state.step == RoundStep.TOKENS:
            if movies.next_token(state, rules):
                return
            movies.add_ghosts(state, rules, chance)
            movies.add_from_deck(state, rules, chance)
            if movies.ask_editor(state, rules, chance):
                state.step = RoundStep.EDITING
                return
            movies.discard_at_random(state, chance, movies.random_discards(state, rules))
            state.step = RoundStep.EDITING
        elif state.step == RoundStep.PREMIERE:
            premiere(state, rules, chance)
            if state.imagined:
                return
            if not state.over:
                turns.start_movie(state, rules, chance)
            continue
        state.step += 1


@compiled
def apply(state: State, rules: Rules, chance: Chance, action: Action) -> None:
    """Carry out an action of the phase, and whatever follows."""
    if state.phase in (Phase.STAR_CARD, Phase.STRIKE):
        movies.add_star_card(state, rules, action)
    elif state.phase == Phase.TOKEN:
        movies.spend_token(state, rules, action)
    elif state.phase == Phase.EDIT:
        movies.edit(state, rules, chance, action)
        state.step = RoundStep.PREMIERE
    elif take_turn(state, rules, chance, action):
        turns.end_turn(state)
    else:
        return
    go_on(state, rules, chance)


@compiled
def take_turn(state: State, rules: Rules, chance: Chance, action: Action) -> Bool:
    """Carry out a choice within a turn; whether the turn is over."""
    phase = state.phase
    if phase == Phase.OPTION:
        return turns.choose_option(state, rules, chance, action)
    if phase == Phase.REROLL:
        return turns.reroll_one(state, rules, chance, action)
    if phase == Phase.SWAP_FROM_HAND:
        return turns.pick_job(state, action)
    if phase == Phase.SWAP_CENTER:
        return turns.swap(state, rules, action)
    return do_job(state, rules, chance, action)


@compiled
def do_job(state: State, rules: Rules, chance: Chance, action: Action) -> Bool:
    """Carry out a choice within a job; whether the turn is over."""
    phase = state.phase
    if phase == Phase.TARGET:
        return jobs.name_target(state, rules, chance, action)
    if phase == Phase.GAFFER:
        return jobs.gaffer_reroll(state, rules, chance, action)
    if phase == Phase.GENRE:
        return jobs.pick_genre(state, rules, action)
    if phase == Phase.DISCARD:
        return jobs.discard_one(state, rules, action)
    if phase == Phase.COMPOSE:
        return jobs.finish_composing(state, rules, action)
    if phase == Phase.PRODUCE_FIRST:
        state.picked = action
        state.phase = Phase.PRODUCE_SECOND
        return False
    if phase == Phase.PRODUCE_SECOND:
        return jobs.produce(state, rules, action)
    if phase == Phase.NEW_JOB:
        return jobs.answer_new_job(state, rules, chance, action)
    return jobs.pick_token(state, action)


# Legal actions


@compiled
def legal_actions(state: State, rules: Rules) -> ActionSet:
    """The legal actions of the phase: options, dice, job cards, targets, kinds of card, or a yes and a no."""
    phase = state.phase
    if phase == Phase.OPTION:
        return turns.legal_options(state, rules)
    if phase in (Phase.STAR_CARD, Phase.DISCARD):
        return choices(state.hand[state.actor])
    if phase in (Phase.TOKEN, Phase.STRIKE):
        return add(choices(state.hand[state.actor]), STOP)
    if phase == Phase.REROLL:
        return turns.legal_rerolls(state, rules)
    if phase == Phase.GAFFER:
        return up_to(dice(rules))
    if phase in (Phase.NEW_JOB, Phase.GENRE, Phase.EDIT):
        return up_to(2)
    return legal_cards_and_targets(state, rules)


@compiled
def legal_cards_and_targets(state: State, rules: Rules) -> ActionSet:
    """The legal actions of phases that name a job card, a player or a drawn card."""
    phase = state.phase
    if phase == Phase.TARGET:
        allowed = jobs.targets(state, rules, state.job)
        return allowed if state.picked < 0 else allowed & ~only(state.picked)
    if phase == Phase.SWAP_FROM_HAND:
        return state.jobs[state.turn_player]
    if phase == Phase.SWAP_CENTER:
        return state.center
    if phase == Phase.PRODUCE_FIRST:
        return jobs.held_jobs(state, rules)
    if phase == Phase.PRODUCE_SECOND:
        return jobs.legal_second(state, rules)
    if phase == Phase.TOKEN_FROM:
        return jobs.token_sources(state, rules)
    return choices(state.choice)


@compiled
def action_kind(state: State, rules: Rules, action: Action) -> Int:
    """The kind of an action of the phase."""
    phase = state.phase
    if phase == Phase.OPTION:
        return action if action < Option.FIRST_JOB else job_kind(rules, action - Option.FIRST_JOB)
    if action == STOP:
        return ActionKind.STOP.value
    if phase in (Phase.STAR_CARD, Phase.STRIKE, Phase.COMPOSE):
        return ActionKind.ADD_NEUTRAL.value + np.int64(rules.propaganda[action // 4].symbol)
    if phase == Phase.TOKEN:
        return ActionKind.TOKEN.value
    if phase == Phase.DISCARD:
        return ActionKind.DISCARD.value
    if phase == Phase.EDIT:
        return ActionKind.PUT_BACK.value + action
    if phase == Phase.NEW_JOB:
        return job_kind(rules, state.picked) if action == 1 else ActionKind.STOP.value
    return ActionKind.CHOOSE.value


@compiled
def job_kind(rules: Rules, number: JobNumber) -> Int:
    """The action kind of performing the job with this number."""
    return ActionKind.SCREENWRITER.value + np.int64(job_of(rules, number))


# For search


@compiled
def situation(state: State, rules: Rules) -> Int:
    """The phase, the job, and what the actor alone is shown: the posters drawn, the card to be edited."""
    in_sight = np.int64(0)
    if state.phase == Phase.EDIT:
        in_sight = np.int64(state.movie_card[state.movie_size - 1])
    elif state.phase == Phase.GENRE:
        in_sight = 256 * np.int64(state.drawn[0]) + np.int64(state.drawn[1])
    return np.int64(state.phase) + 32 * np.int64(state.job) + 512 * in_sight


@compiled
def observation(state: State, rules: Rules, player: Player, action: Action) -> Int:
    """How `player` sees an action: cards laid or discarded face down all look the same; a poster chosen is seen."""
    if player == state.actor or action == STOP:
        return np.int64(action)
    phase = state.phase
    if phase in (Phase.STAR_CARD, Phase.STRIKE, Phase.TOKEN, Phase.DISCARD, Phase.COMPOSE):
        return np.int64(FACE_DOWN)
    return np.int64(state.drawn[action]) if phase == Phase.GENRE else np.int64(action)


@compiled
def private_information(state: State, rules: Rules, player: Player) -> Int:
    """The player's hand and loyalty, and who its fellow communists are."""
    fellows = certain_communists(state, rules, player) if state.loyalty[player] == Loyalty.COMMUNIST else EMPTY
    side = np.int64(state.loyalty[player]) + 4 * np.int64(fellows)
    return np.int64(mix(np.uint64(state.hand[player])) ^ mix(np.uint64(side)))


# Setup


@compiled
def set_up(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Setup 1 to 6, in the order of the source. (The state comes with every field zero.)"""
    number_jobs(state, rules)
    hand_out_jobs(state, rules, chance)
    deal_loyalties(state, rules, chance)
    build_deck(state, rules, chance)
    for player in range(rules.players):
        draw_to_hand(state, rules, chance, player, rules.hand_size)
    for ghost in range(ghosts(rules)):
        state.ghost_card[ghost] = draw_card(state, rules, chance, rules.players)
    for die in range(dice(rules)):
        roll(state, rules, chance, die)
    build_genre_deck(state, rules, chance)
    state.genre = NO_GENRE
    state.tokens_left = rules.tokens
    state.token_to = state.token_before = state.editor = state.leader = NOBODY
    note(
        Event.SETUP,
        rules.players,
        dice_a_player(rules),
        ghosts(rules),
        state.loyalty,
        state.jobs,
        state.center,
        state.hand,
        state.stars,
        state.ghost_card,
        state.tokens_left,
    )


@compiled
def number_jobs(state: State, rules: Rules) -> None:
    """Put all job cards in play into the center, and note the number of each job."""
    for job in range(JOBS):
        state.number_of[job] = NOBODY
    for number in range(JOBS):
        if is_in_play(rules, number):
            state.number_of[job_of(rules, number)] = number
            state.center = add(state.center, number)


@compiled
def deal_loyalties(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Setup 2, and Random Loyalties: the loyalties for so many players, or those of nine."""
    dealt = rules.loyalties[NINE_PLAYERS if rules.random_loyalties else rules.players - 1]
    patriots, communists = np.int64(dealt.patriots), np.int64(dealt.communists)
    start_stream(chance, Stream.LOYALTIES, 0)
    left = patriots + communists + np.int64(dealt.rising_stars)
    for player in range(rules.players):
        lot = table_below(chance, left)
        left -= 1
        if lot < patriots:
            state.loyalty[player] = Loyalty.PATRIOT
            patriots -= 1
        elif lot < patriots + communists:
            state.loyalty[player] = Loyalty.COMMUNIST
            communists -= 1
        else:
            state.loyalty[player] = Loyalty.RISING_STAR


@compiled
def build_deck(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Setup 4, and 1-3 Player Adjustments: every copy of every card, less those that a game of two removes."""
    for place in range(rules.propaganda_copies):
        card = rules.propaganda_deck[place]
        if not is_left_out(rules, card):
            state.deck[state.deck_size] = card
            state.deck_size += 1
    shuffle_deck(state, chance)


@compiled
def build_genre_deck(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Setup 6: shuffle the genre posters."""
    for genre in range(rules.genres_rows):
        if not is_poster_left_out(rules, genre):
            state.genre_deck[state.genres_left] = genre
            state.genres_left += 1
    shuffle_posters(state, chance)
