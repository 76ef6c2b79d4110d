"""Hollywood 1947: what lies on the table, and how the rules speak of it.

Propaganda cards of a kind (a row of the card list) cannot be told apart, so a card is the number of its kind; a hand
is a bag of kinds. A job card is known by its place in the order of the numbers on the cards, from 0; what the job does
is a `Job`. Dice are numbered by player, then come those of the ghosts. Targets are players, then ghosts.
"""

from enum import IntEnum
from typing import Any, Final

import numpy as np

from workbench.engine.bags import KINDS, put_in, take_out
from workbench.engine.bit_sets import EMPTY, add, holds, lowest, remove, without_lowest
from workbench.engine.chance import table_below
from workbench.engine.compiling import compiled
from workbench.engine.states import state_type
from workbench.games.hollywood_1947.rules import FEW, JOBS, MOST_CARDS, MOST_GENRES, MOST_PLAYERS, Job, Special, Symbol

MOST_GHOSTS: Final = 3
MOST_MOVIES: Final = 13
MOST_IN_MOVIE: Final = 64  # six cards of nine hands, the composer's, three of the deck, three ghosts: 61
TARGETS: Final = MOST_PLAYERS + MOST_GHOSTS
MOST_WORLDS: Final = 288  # assignments of loyalties: at most 8! / (4! 3! 1!) = 280
NOBODY: Final = -1
DECK: Final = -2
GHOST: Final = -3
NO_CARD: Final = 255
NO_GENRE: Final = 255
STOP: Final = 63
"""The action that ends a row of choices, such as re-rolls."""


class Phase(IntEnum):
    """What the actor decides."""

    OPTION = 0
    REROLL = 1
    SWAP_OWN = 2
    SWAP_CENTER = 3
    GENRE = 4
    PRODUCE_FIRST = 5
    PRODUCE_SECOND = 6
    NEW_JOB = 7
    TOKEN_FROM = 8
    TARGET = 9
    GAFFER = 10
    DISCARD = 11
    COMPOSE = 12
    STAR_CARD = 13
    STRIKE = 14
    TOKEN = 15
    EDIT = 16


class Step(IntEnum):
    """What a round is made of, in order."""

    TURNS = 0
    STARS = 1
    TOKENS = 2
    EDITING = 3
    PREMIERE = 4


class Option(IntEnum):
    """Actions of the phase OPTION; that of job number n is FIRST_JOB + n."""

    PASS = 0
    REROLL = 1
    SWAP = 2
    PEEK = 3
    FIRST_JOB = 4


class Answer(IntEnum):
    """Actions of the phases NEW_JOB and EDIT."""

    NO = 0
    YES = 1


class Loyalty(IntEnum):
    """The three loyalties; in a concealed state those of others are UNKNOWN."""

    PATRIOT = 0
    COMMUNIST = 1
    RISING_STAR = 2
    UNKNOWN = 3


class Outcome(IntEnum):
    """Who has won the play."""

    PATRIOTS = 0
    COMMUNISTS = 1
    RISING_STAR = 2
    BOTH = 3


class Source(IntEnum):
    """Where a card of a movie comes from."""

    STAR = 0
    TOKEN = 1
    STRIKE = 2
    COMPOSER = 3
    DECK = 4
    GHOST = 5


class Event(IntEnum):
    """Events of the trace."""

    SETUP = 0
    MOVIE = 1
    POSTERS = 2
    OPTION = 3
    REROLL = 4
    SWAP_JOBS = 5
    TOKEN = 6
    LOOK = 7
    DRAW = 8
    DISCARD = 9
    ADD = 10
    EDIT = 11
    DISCARD_FROM_MOVIE = 12
    PREMIERE = 13
    HEARING = 14
    SHAKE_UP = 15
    REDRAW = 16
    RESHUFFLE = 17
    GHOST_CARD = 18
    END = 19
    RESHUFFLE_POSTERS = 20


PLAYERS = (MOST_PLAYERS,)
STATE = state_type(
    [
        # hidden
        ("hand", "u8", PLAYERS),  # bags
        ("laid", "u8", PLAYERS),  # bags: what each added to this movie
        ("choice", "u8"),  # a bag: what the composer may add
        ("looked", "u8", (MOST_PLAYERS, MOST_PLAYERS)),  # bags: the hand of the second as the first saw it
        ("still", "u1", (MOST_PLAYERS, MOST_PLAYERS)),  # how many of those cards surely are there still
        ("rejected_known", "u8", PLAYERS),  # posters that the player put aside as screenwriter
        ("posters_aside", "u8"),
        ("ghost_seen", "u2", (MOST_GHOSTS,)),  # who knows the card
        ("movie_seen", "u2", (MOST_IN_MOVIE,)),
        ("loyalty", "u1", PLAYERS),
        ("deck", "u1", (MOST_CARDS,)),  # its top last
        ("discards", "u1", (KINDS,)),
        ("own_discards", "u1", (MOST_PLAYERS, KINDS)),  # those of them that the player knows
        ("genre_deck", "u1", (MOST_GENRES,)),  # its top last
        ("drawn", "u1", (2,)),  # the posters that the screenwriter may choose from
        ("movie_card", "u1", (MOST_IN_MOVIE,)),
        ("movie_by", "i1", (MOST_IN_MOVIE,)),
        ("ghost_card", "u1", (MOST_GHOSTS,)),
        ("own_symbols", "u1", (MOST_MOVIES, MOST_PLAYERS, 2)),  # cards added by each: patriot, communist
        ("symbols_added", "u2", (MOST_PLAYERS, 2)),  # symbols over the play: patriot, communist
        # in the open
        ("jobs", "u8", PLAYERS),  # sets of job numbers
        ("center", "u8"),
        ("performed", "u8"),  # this round
        ("turn_used", "u8"),  # studio order: numbers whose turn was taken by performing at once
        ("stars", "u8"),  # dice that show a star
        ("rerolled", "u8"),  # dice that this turn has re-rolled
        ("posters_shown", "u8"),
        ("movies", "i8"),  # made so far
        ("stage", "i8"),  # the same, by the name that search knows
        ("hearings", "i8"),
        ("shake_ups", "i8"),
        ("lead_changes", "i8"),
        ("cards_added", "u2", PLAYERS),
        ("rerolls", "u2", PLAYERS),
        ("swaps", "u2", PLAYERS),
        ("tokens_spent", "u2", PLAYERS),
        ("times_performed", "u2", (MOST_PLAYERS, JOBS)),
        ("patriot_symbols", "i8"),
        ("communist_symbols", "i8"),
        ("held", "u1", PLAYERS),  # cards in each hand
        ("tokens", "u1", (TARGETS,)),
        ("tokens_left", "i8"),
        ("deck_size", "i8"),
        ("open_discards", "u1", (KINDS,)),  # discards that all have seen
        ("discards_count", "i8"),
        ("genres_left", "i8"),
        ("genre", "i8"),
        ("movie_size", "i8"),
        ("shown_kinds", "u1", (KINDS,)),  # of the last premiere
        ("added", "u1", (MOST_MOVIES, MOST_PLAYERS)),  # cards that each chose and added
        ("loose", "u1", (MOST_MOVIES,)),  # cards that nobody chose
        ("shown", "u1", (MOST_MOVIES, 3)),  # cards revealed, by symbol
        ("margins", "i1", (MOST_MOVIES,)),  # patriot symbols minus communist ones
        ("symbols_in", "u1", (MOST_MOVIES, 2)),  # each movie: patriot, communist, the poster's among them
        ("patriot_movies", "i8"),
        ("communist_movies", "i8"),
        ("first", "i8"),  # who is first in the turns of the round, then in post: the lowest number when each begins
        ("turn", "i8"),  # turns taken in this round; in studio order, the number that is called
        ("turn_player", "i8"),
        ("job", "i8"),  # what is being performed
        ("picked", "i8"),  # the first of two choices
        ("rerolls_left", "i8"),
        ("to_discard", "i8"),
        ("place", "i8"),  # in the order in which cards are added
        ("due", "i8"),  # cards that the player there still has to add
        ("composed", "?"),
        ("announced", "?"),  # whether this movie has its genre
        ("step", "i8"),  # of the round
        ("editor", "i8"),
        ("token_to", "i8"),  # who received a token in this round
        ("token_before", "i8"),  # and in the round before
        ("leader", "i8"),
        ("number_of", "i1", (JOBS,)),  # the number of each job's card, or NOBODY
        ("outcome", "i8"),
        ("winners", "i8"),
        ("phase", "i8"),
        ("actor", "i8"),
        ("over", "?"),
        # in a concealed state
        ("unseen", "u1", (KINDS,)),  # cards whose place its player does not know
        ("worlds", "i8"),  # assignments of loyalties that are possible, 0 before they are weighed
        ("odds", "f8", (MOST_WORLDS,)),  # their weights, each added to those before
        ("who", "u2", (MOST_WORLDS,)),  # the set of communists, and who is the rising star
        ("suspicion", "f8", PLAYERS),  # how likely each is a communist
        ("stardom", "f8", PLAYERS),  # how likely each is the rising star
        ("trust", "f8", PLAYERS),  # appraisal: how far each can be expected to add what the actor wants, -1 to 1
        ("aim", "f8"),  # appraisal: 1 for patriot symbols, -1 for communist ones
        ("outlook", "f8"),  # appraisal: the lead that this movie can be expected to have
        ("best_own", "f8"),  # appraisal: symbols, by the aim, of the best card in the hand
        ("average", "f8"),  # appraisal: of a card of the deck
    ]
)


# Cards


@compiled
def symbols(rules: Any, card: Any) -> Any:
    """Patriot symbols of a card; communist ones count below 0."""
    kind = rules.propaganda[card]
    if kind.symbol == Symbol.PATRIOT:
        return np.int64(kind.count)
    return -np.int64(kind.count) if kind.symbol == Symbol.COMMUNIST else np.int64(0)


@compiled
def poster_symbols(rules: Any, genre: Any) -> Any:
    """1 for a patriot poster, -1 for a communist one, else 0."""
    symbol = rules.genres[genre].symbol
    if symbol == Symbol.PATRIOT:
        return np.int64(1)
    return np.int64(-1) if symbol == Symbol.COMMUNIST else np.int64(0)


@compiled
def is_left_out(rules: Any, card: Any) -> Any:
    """Rules, 1-3 Player Adjustments: in a game of two the double communist cards that are no Shake Up are removed."""
    kind = rules.propaganda[card]
    double = kind.symbol == Symbol.COMMUNIST and kind.count == 2
    return rules.players == 2 and double and kind.special != Special.SHAKE_UP


@compiled
def is_poster_left_out(rules: Any, genre: Any) -> Any:
    """Rules, 1-3 Player Adjustments: some genres are removed from a game of two."""
    return rules.players == 2 and not rules.genres[genre].two_players


@compiled
def receive(state: Any, player: Any, card: Any) -> None:
    """A card joins a hand."""
    state.hand[player] = put_in(state.hand[player], card)
    state.held[player] += 1


@compiled
def part_with(state: Any, rules: Any, player: Any, card: Any) -> None:
    """A card leaves a hand unseen; of a hand once looked at one card fewer is sure to be there."""
    state.hand[player] = take_out(state.hand[player], card)
    state.held[player] -= 1
    for viewer in range(rules.players):
        if state.still[viewer, player] > 0:
            state.still[viewer, player] -= 1
            if state.still[viewer, player] == 0:
                state.looked[viewer, player] = EMPTY


# Dice


@compiled
def dice_each(rules: Any) -> Any:
    """Dice, and jobs, of each player."""
    return 2 if rules.players <= FEW else 1


@compiled
def ghosts(rules: Any) -> Any:
    """Rules, 1-3 Player Adjustments: ghost cards beside the players."""
    if rules.players == 1:
        return rules.ghosts_1_player
    if rules.players == 2:
        return rules.ghosts_2_players
    return rules.ghosts_3_players if rules.players == FEW else 0


@compiled
def ghost_die(rules: Any, ghost: Any) -> Any:
    """The number of a ghost's die."""
    return rules.players * dice_each(rules) + ghost


@compiled
def dice(rules: Any) -> Any:
    """How many dice there are."""
    return ghost_die(rules, ghosts(rules))


@compiled
def owner_of(rules: Any, die: Any) -> Any:
    """The target (player, or ghost) whose die this is."""
    own = rules.players * dice_each(rules)
    return die // dice_each(rules) if die < own else MOST_PLAYERS + die - own


@compiled
def roll(state: Any, rules: Any, chance: Any, die: Any) -> Any:
    """Roll a die; whether it shows a star."""
    star = table_below(chance, rules.die_faces) < rules.star_faces
    state.stars = add(state.stars, die) if star else remove(state.stars, die)
    return star


@compiled
def stars_of(state: Any, rules: Any, player: Any) -> Any:
    """Stars on the player's dice."""
    each, number = dice_each(rules), 0
    for die in range(player * each, player * each + each):
        if holds(state.stars, die):
            number += 1
    return number


# Jobs


@compiled
def job_of(rules: Any, number: Any) -> Any:
    """What the job card with a number does."""
    return rules.job_cards[number].name


@compiled
def is_in_play(rules: Any, number: Any) -> Any:
    """Rules, Handpick Jobs; 1-3 Player Adjustments: the producer is removed."""
    job = job_of(rules, number)
    return holds(np.uint64(rules.jobs), job) and not (job == Job.PRODUCER and rules.players <= FEW)


@compiled
def holder_of(state: Any, rules: Any, number: Any) -> Any:
    """The player with a job card, or NOBODY where it lies in the center."""
    for player in range(rules.players):
        if holds(state.jobs[player], number):
            return player
    return NOBODY


@compiled
def exchange(state: Any, rules: Any, first: Any, second: Any) -> None:
    """Two job cards change places."""
    one, other = holder_of(state, rules, first), holder_of(state, rules, second)
    move_job(state, first, one, other)
    move_job(state, second, other, one)


@compiled
def move_job(state: Any, number: Any, source: Any, target: Any) -> None:
    """A job card goes from one holder, or the center, to another."""
    if source == NOBODY:
        state.center = remove(state.center, number)
    else:
        state.jobs[source] = remove(state.jobs[source], number)
    if target == NOBODY:
        state.center = add(state.center, number)
    else:
        state.jobs[target] = add(state.jobs[target], number)


@compiled
def first_player(state: Any, rules: Any) -> Any:
    """Rules, Production, and Tokens: the player with the lowest number on a job card."""
    best, player = JOBS, 0
    for other in range(rules.players):
        if state.jobs[other] != EMPTY and lowest(state.jobs[other]) < best:
            best, player = lowest(state.jobs[other]), other
    return player


@compiled
def clockwise(state: Any, rules: Any, turn: Any) -> Any:
    """Who comes at this place, going around from the first player."""
    return (np.int64(state.first) + turn) % rules.players


@compiled
def has_token(state: Any, targets: Any) -> Any:
    """Those of the targets that have a token."""
    found, rest = EMPTY, targets
    while rest != EMPTY:
        target = lowest(rest)
        rest = without_lowest(rest)
        if state.tokens[target] > 0:
            found = add(found, target)
    return found
