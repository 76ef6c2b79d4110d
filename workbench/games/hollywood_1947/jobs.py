"""Hollywood 1947: the jobs. Functions that carry out a choice return whether the turn is over.


Rules, Option 1, and Nitty Gritties. Reconstructed are the cinematographer (looks at another player's hand or at one
ghost card; "any player" includes oneself in the source, but the own hand tells nothing and is never offered), the
actress (names a player, who draws cards, two by default, and discards as many), the actor (names a player, who discards
the hand and draws as many) and the composer (draws cards, two by default, adds one and discards the rest).
"""

import numpy as np

from workbench.engine.bit_sets import (
    EMPTY,
    EMPTY_BAG,
    add,
    bag_size,
    choices,
    chosen_kind,
    holds,
    lowest,
    only,
    put_in,
    remove,
    take_out,
    up_to,
    without_lowest,
)
from workbench.engine.compiling import compiled
from workbench.engine.trace import note
from workbench.engine.types import Action, ActionSet, BitSet, Bool, Chance, Int, Player, Rules, State
from workbench.games.hollywood_1947.deck import cards_left, discard, discard_hand, draw_card, draw_to_hand
from workbench.games.hollywood_1947.movies import add_to_movie, choose_poster, draw_two_posters
from workbench.games.hollywood_1947.rules import MOST_PLAYERS, StudioJob
from workbench.games.hollywood_1947.table import (
    NO_CARD,
    NOBODY,
    CardSource,
    Die,
    Event,
    JobNumber,
    Option,
    Phase,
    Target,
    YesNo,
    dice_a_player,
    exchange,
    ghosts,
    has_token,
    holder_of,
    job_of,
    owner_of,
    remove_from_hand,
    roll,
)

# Which jobs can be performed, and on whom


@compiled
def open_jobs(state: State, rules: Rules) -> BitSet:
    """The numbers of the turn player's jobs that can be performed: none twice in a round."""
    open_ones, rest = EMPTY, state.jobs[state.turn_player] & ~state.performed
    while rest != EMPTY:
        if can_perform(state, rules, job_of(rules, lowest(rest))):
            open_ones = add(open_ones, lowest(rest))
        rest = without_lowest(rest)
    return open_ones


@compiled
def can_perform(state: State, rules: Rules, job: Int) -> Bool:
    """True if the turn player could do something with a job that has not been performed in this round."""
    if job == StudioJob.SCREENWRITER:
        return not state.announced  # Rules, Screenwriter: on the first turn of a round only
    if job == StudioJob.DIRECTOR:
        return (
            rules.tokens > 0
            and (token_sources(state, rules) if state.tokens_left == 0 else targets(state, rules, job)) != EMPTY
        )
    if job == StudioJob.GAFFER:
        return rules.gaffer_rerolls > 0
    if job in (StudioJob.ACTRESS, StudioJob.COMPOSER):
        return cards_left(state) > 0
    if job in (StudioJob.CINEMATOGRAPHER, StudioJob.ACTOR):
        return targets(state, rules, job) != EMPTY
    return True


@compiled
def targets(state: State, rules: Rules, job: Int) -> BitSet:
    """The players and ghosts that the job may name."""
    everybody = up_to(rules.players)
    if job == StudioJob.DIRECTOR:
        return token_targets(state, rules)
    if job == StudioJob.ACTRESS:
        return everybody
    players = EMPTY
    for player in range(rules.players):
        if state.held[player] > 0:
            players = add(players, player)
    if job == StudioJob.ACTOR:
        return players
    return remove(players, state.turn_player) | ghost_targets(state, rules)


@compiled
def ghost_targets(state: State, rules: Rules) -> BitSet:
    """The ghosts that have a card."""
    ghosts_left = EMPTY
    for ghost in range(ghosts(rules)):
        if state.ghost_card[ghost] != NO_CARD:
            ghosts_left = add(ghosts_left, MOST_PLAYERS + ghost)
    return ghosts_left


@compiled
def token_targets(state: State, rules: Rules) -> BitSet:
    """Rules, Director: any player or ghost, except who received a token in the round before."""
    receivers = up_to(rules.players)
    for ghost in range(ghosts(rules)):
        receivers = add(receivers, MOST_PLAYERS + ghost)
    return receivers if state.token_before == NOBODY else remove(receivers, state.token_before)


@compiled
def token_sources(state: State, rules: Rules) -> BitSet:
    """Rules, Director: with no token in the center, the players from whom one may be moved to another."""
    if state.tokens_left > 0:
        return EMPTY
    holders = has_token(state, up_to(rules.players))
    receivers = token_targets(state, rules)
    if receivers != EMPTY and without_lowest(receivers) == EMPTY:
        holders = holders & ~receivers
    return holders if receivers != EMPTY else EMPTY


# Perform


@compiled
def perform(state: State, rules: Rules, chance: Chance, number: JobNumber) -> Bool:
    """Rules, Option 1: perform a job."""
    player, job = state.turn_player, np.int64(job_of(rules, number))
    state.performed = add(state.performed, number)
    state.times_performed[player, job] += 1
    state.job = job
    if job == StudioJob.SCREENWRITER:
        state.phase = Phase.GENRE
        return not draw_two_posters(state, rules, chance)
    if job == StudioJob.PRODUCER:
        state.phase = Phase.PRODUCE_FIRST
        return False
    if job == StudioJob.GAFFER:
        state.rerolls_left = rules.gaffer_rerolls
        state.phase = Phase.GAFFER
        return False
    if job == StudioJob.COMPOSER:
        return draw_for_composer(state, rules, chance)
    if job == StudioJob.EDITOR:
        state.editor = player
        return True
    state.picked = NOBODY
    state.phase = Phase.TOKEN_FROM if job == StudioJob.DIRECTOR and state.tokens_left == 0 else Phase.TARGET
    return False


@compiled
def pick_genre(state: State, rules: Rules, action: Action) -> Bool:
    """Rules, Screenwriter."""
    choose_poster(state, rules, action)
    return True


# Producer


@compiled
def held_jobs(state: State, rules: Rules) -> BitSet:
    """The numbers of all job cards that players have."""
    jobs = EMPTY
    for player in range(rules.players):
        jobs = jobs | state.jobs[player]
    return jobs


@compiled
def legal_second(state: State, rules: Rules) -> ActionSet:
    """The job cards to swap with: any other, of a player or of the center."""
    return remove(held_jobs(state, rules) | state.center, state.picked)


@compiled
def produce(state: State, rules: Rules, second: JobNumber) -> Bool:
    """Rules, Producer: swap any two job cards; a producer who received another player's may perform it at once.

    The first card chosen is a player's, since swapping two cards of the center would do nothing.
    """
    first, player = state.picked, state.turn_player
    one, other = holder_of(state, rules, first), holder_of(state, rules, second)
    exchange(state, rules, first, second)
    note(Event.SWAP_JOBS, player, first, one, second, other)
    if NOBODY in (one, other) or one == other or player not in (one, other):
        return True
    received = second if one == player else first
    if holds(state.performed, received) or not can_perform(state, rules, job_of(rules, received)):
        return True
    state.picked = received
    state.phase = Phase.NEW_JOB
    return False


@compiled
def answer_new_job(state: State, rules: Rules, chance: Chance, action: Action) -> Bool:
    """Rules, Producer: immediately perform the new job. In studio order this is the turn that its number has."""
    note(Event.OPTION, state.turn_player, Option.FIRST_JOB + state.picked, True, action == YesNo.YES)
    if action == YesNo.NO:
        return True
    state.turn_used = add(state.turn_used, state.picked)
    return perform(state, rules, chance, state.picked)


# Gaffer


@compiled
def gaffer_reroll(state: State, rules: Rules, chance: Chance, die: Die) -> Bool:
    """Rules, Gaffer: make one of the re-rolls, of the same die or of another."""
    reroll(state, rules, chance, die)
    state.rerolls_left -= 1
    return state.rerolls_left == 0


@compiled
def reroll(state: State, rules: Rules, chance: Chance, die: Die) -> None:
    """Let the turn player re-roll a die."""
    star = roll(state, rules, chance, die)
    state.rerolls[state.turn_player] += 1
    note(Event.REROLL, state.turn_player, owner_of(rules, die), die % dice_a_player(rules), dice_a_player(rules), star)


# Jobs that name a player or a ghost


@compiled
def name_target(state: State, rules: Rules, chance: Chance, target: Target) -> Bool:
    """Carry out a job on the player or ghost that it names."""
    if state.job == StudioJob.DIRECTOR:
        return give_token(state, target)
    if state.job == StudioJob.CINEMATOGRAPHER:
        return look(state, target)
    if state.job == StudioJob.ACTRESS:
        return direct_actress(state, rules, chance, target)
    drop = discard_hand(state, rules, target)
    note(Event.DISCARD, target, drop)
    note(Event.DRAW, target, draw_to_hand(state, rules, chance, target, bag_size(drop)))
    return True


@compiled
def pick_token(state: State, source: Player) -> Bool:
    """Rules, Director: with all tokens assigned, one is moved from one player to another."""
    state.picked = source
    state.phase = Phase.TARGET
    return False


@compiled
def give_token(state: State, target: Target) -> Bool:
    """Rules, Director: give any player a token; the same player cannot receive one in consecutive rounds."""
    if state.picked == NOBODY:
        state.tokens_left -= 1
    else:
        state.tokens[state.picked] -= 1
    state.tokens[target] += 1
    state.token_to = target
    note(Event.TOKEN, target, state.picked)
    return True


@compiled
def look(state: State, target: Target) -> Bool:
    """Cinematographer: look at a player's hand, or at one ghost card."""
    player = state.turn_player
    if target < MOST_PLAYERS:
        state.looked[player, target] = state.hand[target]
        state.still[player, target] = state.held[target]
        note(Event.LOOK, player, target, state.hand[target])
    else:
        look_at_ghost(state, target - MOST_PLAYERS)
    return True


@compiled
def look_at_ghost(state: State, ghost: Int) -> None:
    """Let the turn player see a ghost's card, and know it until it is replaced."""
    state.ghost_seen[ghost] = add(np.uint64(state.ghost_seen[ghost]), state.turn_player)
    note(Event.LOOK, state.turn_player, MOST_PLAYERS + ghost, put_in(EMPTY_BAG, state.ghost_card[ghost]))


@compiled
def direct_actress(state: State, rules: Rules, chance: Chance, target: Target) -> Bool:
    """Actress: the named player draws cards and discards as many, those just drawn perhaps among them."""
    drawn = draw_to_hand(state, rules, chance, target, rules.actress_draws)
    note(Event.DRAW, target, drawn)
    state.to_discard = bag_size(drawn)
    state.actor = target
    state.phase = Phase.DISCARD
    return state.to_discard == 0


@compiled
def discard_one(state: State, rules: Rules, action: Action) -> Bool:
    """Rules, Actress: one of the cards to be discarded."""
    card = chosen_kind(action)
    remove_from_hand(state, rules, state.actor, card)
    discard(state, card, state.actor)
    note(Event.DISCARD, state.actor, put_in(EMPTY_BAG, card))
    state.to_discard -= 1
    return state.to_discard == 0


# Composer


@compiled
def draw_for_composer(state: State, rules: Rules, chance: Chance) -> Bool:
    """Composer: draw cards, two by default."""
    state.composed = True
    state.choice = EMPTY_BAG
    for _ in range(rules.composer_draws):
        card = draw_card(state, rules, chance, np.int64(state.turn_player))
        if card != NO_CARD:
            state.choice = put_in(state.choice, card)
    state.phase = Phase.COMPOSE
    note(Event.DRAW, state.turn_player, state.choice)
    return False


@compiled
def finish_composing(state: State, rules: Rules, action: Action) -> Bool:
    """Composer: add one of the drawn cards and discard the rest; the deck adds none."""
    card, player = chosen_kind(action), state.turn_player
    add_to_movie(state, rules, card, player, CardSource.COMPOSER, only(player))
    rest = take_out(state.choice, card)
    if rest != EMPTY_BAG:
        note(Event.DISCARD, player, rest)
    while rest != EMPTY_BAG:
        other = chosen_kind(lowest(choices(rest)))
        rest = take_out(rest, other)
        discard(state, other, player)
    state.choice = EMPTY_BAG
    return True
