"""Hollywood 1947: the state of a play, with its phases, actions and events.

Propaganda cards of a kind (a row of the card list) cannot be told apart, so a card is the number of its kind; a hand
is a bag of kinds. A job card is known by its place in the order of the numbers on the cards, from 0; what the job does
is a `Job`. Dice are numbered by player, then come those of the ghosts. Targets are players, then ghosts.
"""

from enum import IntEnum
from typing import Any, Final, TypeAlias

import numpy as np

from workbench.engine.bit_sets import (
    EMPTY,
    KINDS,
    add,
    count,
    holds,
    lowered,
    lowest,
    put_in,
    remove,
    take_out,
    up_to,
    without_lowest,
)
from workbench.engine.chance import start_stream, table_below
from workbench.engine.compiling import compiled
from workbench.engine.types import BitSet, Bool, Card, Chance, Int, Player, Rules, State, state_type
from workbench.games.hollywood_1947.rules import (
    FEW,
    JOBS,
    MOST_CARDS,
    MOST_GENRES,
    MOST_PLAYERS,
    Special,
    StudioJob,
    Symbol,
)

Die: TypeAlias = Any
"""A die by its number: those of the players first, then those of the ghosts."""
JobNumber: TypeAlias = Any
"""A job card by its place in the order of the printed numbers, from 0."""
Target: TypeAlias = Any
"""A player; from MOST_PLAYERS on, a ghost."""
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
"""The action that ends a series of choices, such as re-rolls."""


class Phase(IntEnum):
    """The decisions of the actor."""

    OPTION = 0
    REROLL = 1
    SWAP_FROM_HAND = 2
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


class RoundStep(IntEnum):
    """The steps of a round, in order."""

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


class YesNo(IntEnum):
    """Actions of the phases NEW_JOB and EDIT."""

    NO = 0
    YES = 1


class ActionKind(IntEnum):
    """Kinds of action, as a restriction names them: `greedy~swap`."""

    PASS = 0
    REROLL = 1
    SWAP = 2
    PEEK = 3
    SCREENWRITER = 4
    PRODUCER = 5
    DIRECTOR = 6
    GAFFER = 7
    CINEMATOGRAPHER = 8
    ACTRESS = 9
    ACTOR = 10
    COMPOSER = 11
    EDITOR = 12
    CHOOSE = 13
    STOP = 14
    ADD_NEUTRAL = 15
    ADD_PATRIOT = 16
    ADD_COMMUNIST = 17
    TOKEN = 18
    DISCARD = 19
    PUT_BACK = 20
    CUT = 21


class Loyalty(IntEnum):
    """The three loyalties; in a concealed state those of others are UNKNOWN."""

    PATRIOT = 0
    COMMUNIST = 1
    RISING_STAR = 2
    UNKNOWN = 3


class Victory(IntEnum):
    """Who has won the play."""

    PATRIOTS = 0
    COMMUNISTS = 1
    RISING_STAR = 2
    BOTH = 3


class CardSource(IntEnum):
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


class Stream(IntEnum):
    """The streams of the table's chance, by who draws from them."""

    JOBS = 0
    LOYALTIES = 1
    DECK = 2
    POSTERS = 3
    EDITOR = 4
    CUT = 5
    DIE = 6
    """The first die's; those of the others follow."""


PLAYERS = (MOST_PLAYERS,)
MOST_DICE: Final = 2 * FEW + MOST_GHOSTS
STATE = state_type(
    [
        # hidden
        ("hand", "u8", PLAYERS),  # bags
        ("laid", "u8", PLAYERS),  # bags: what each player added to this movie
        ("choice", "u8"),  # a bag: what the composer may add
        ("looked", "u8", (MOST_PLAYERS, MOST_PLAYERS)),  # bags: the hand of the second as the first saw it
        ("still", "u1", (MOST_PLAYERS, MOST_PLAYERS)),  # how many of those cards are certainly still there
        ("rejected_posters", "u8", PLAYERS),  # posters that the player put aside as screenwriter
        ("posters_aside", "u8"),
        ("ghost_seen", "u2", (MOST_GHOSTS,)),  # who knows the card
        ("movie_seen", "u2", (MOST_IN_MOVIE,)),
        ("loyalty", "u1", PLAYERS),
        ("deck", "u1", (MOST_CARDS,)),  # shuffled
        ("discards", "u1", (KINDS,)),
        ("seen_discards_of", "u1", (MOST_PLAYERS, KINDS)),  # those that the player knows
        ("genre_deck", "u1", (MOST_GENRES,)),  # its top last
        ("drawn", "u1", (2,)),  # the posters that the screenwriter may choose from
        ("movie_card", "u1", (MOST_IN_MOVIE,)),
        ("movie_by", "i1", (MOST_IN_MOVIE,)),
        ("ghost_card", "u1", (MOST_GHOSTS,)),
        ("symbols_added_by", "u1", (MOST_MOVIES, MOST_PLAYERS, 2)),  # cards added by each: patriot, communist
        ("symbols_added", "u2", (MOST_PLAYERS, 2)),  # symbols over the play: patriot, communist
        # in the open
        ("jobs", "u8", PLAYERS),  # sets of job numbers
        ("center", "u8"),
        ("performed", "u8"),  # this round
        ("turn_used", "u8"),  # studio order: numbers whose turn was taken by performing at once
        ("stars", "u8"),  # dice that show a star
        ("rerolled", "u8"),  # dice that this turn has re-rolled
        ("open_posters", "u8"),
        ("movies", "i8"),  # made so far
        ("stage", "i8"),  # the same, under the name that search reads
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
        ("deck_shuffles", "i8"),
        ("poster_shuffles", "i8"),
        ("rolls", "u2", (MOST_DICE,)),  # of each die
        ("drawn_by", "u2", (MOST_PLAYERS + 1,)),  # cards that each player, and the table, drew from this deck
        ("open_discards", "u1", (KINDS,)),  # discards that all have seen
        ("discards_count", "i8"),
        ("genres_left", "i8"),
        ("genre", "i8"),
        ("movie_size", "i8"),
        ("revealed_kinds", "u1", (KINDS,)),  # of the last premiere
        ("added", "u1", (MOST_MOVIES, MOST_PLAYERS)),  # cards that each player chose and added
        ("loose", "u1", (MOST_MOVIES,)),  # cards that no player chose
        ("revealed", "u1", (MOST_MOVIES, 3)),  # cards revealed, by symbol
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
        ("imagined", "?"),  # whether search plays on from here, to the end of this movie alone
        ("unseen", "u1", (KINDS,)),  # cards whose place its player does not know
        ("worlds", "i8"),  # assignments of loyalties that are possible, 0 before they are weighed
    ],
    behind=[
        ("odds", "f8", (MOST_WORLDS,)),  # their weights, each added to those before
        ("world_loyalties", "u2", (MOST_WORLDS,)),  # the set of communists, and who is the rising star
        ("suspicion", "f8", PLAYERS),  # how likely each is a communist
        ("stardom", "f8", PLAYERS),  # how likely each is the rising star
        ("trust", "f8", PLAYERS),  # appraisal: how far each player is expected to add what the actor wants, -1 to 1
        ("aim", "f8"),  # appraisal: 1 for patriot symbols, -1 for communist ones
        ("expected_lead", "f8"),  # appraisal: the expected lead of this movie
        ("best_card_worth", "f8"),  # appraisal: symbols, by the aim, of the best card in the hand
        ("average", "f8"),  # appraisal: of a card of the deck
        # kept between glimpses, since they change with each movie alone: what each player believed when it last decided
        ("weighed_as", "i8", PLAYERS),  # the loyalties that it knew then; 0 before it has weighed anything
        ("deck_average", "f8"),  # patriot symbols minus communist ones of a card of the whole list
        ("past_suspicion", "f8", (MOST_PLAYERS, MOST_PLAYERS)),
        ("past_stardom", "f8", (MOST_PLAYERS, MOST_PLAYERS)),
    ],
)
NINE_PLAYERS: Final = MOST_PLAYERS - 1
"""The row of the loyalties that random ones are dealt from."""


# Cards


@compiled
def symbols(rules: Rules, card: Card) -> Int:
    """The patriot symbols of a card; communist ones are negative."""
    kind = rules.propaganda[card]
    side = np.int64(kind.symbol == Symbol.PATRIOT) - np.int64(kind.symbol == Symbol.COMMUNIST)
    return side * np.int64(kind.count)


@compiled
def poster_symbols(rules: Rules, genre: Int) -> Int:
    """1 for a patriot poster, -1 for a communist one, else 0."""
    symbol = rules.genres[genre].symbol
    if symbol == Symbol.PATRIOT:
        return np.int64(1)
    return np.int64(-1) if symbol == Symbol.COMMUNIST else np.int64(0)


@compiled
def is_left_out(rules: Rules, card: Card) -> Bool:
    """Rules, 1-3 Player Adjustments: in a game of two the double communist cards that are no Shake Up are removed."""
    kind = rules.propaganda[card]
    double = kind.symbol == Symbol.COMMUNIST and kind.count == 2
    return rules.players == 2 and double and kind.special != Special.SHAKE_UP


@compiled
def is_poster_left_out(rules: Rules, genre: Int) -> Bool:
    """Rules, 1-3 Player Adjustments: some genres are removed from a game of two."""
    return rules.players == 2 and not rules.genres[genre].two_players


@compiled
def add_to_hand(state: State, player: Player, card: Card) -> None:
    """Add a card to a hand."""
    state.hand[player] = put_in(state.hand[player], card)
    state.held[player] += 1


@compiled
def remove_from_hand(state: State, rules: Rules, player: Player, card: Card) -> None:
    """Remove a card from a hand unseen; who looked at the hand before knows one card fewer of it."""
    state.hand[player] = take_out(state.hand[player], card)
    state.held[player] -= 1
    for viewer in range(rules.players):
        if state.still[viewer, player] > 0:
            state.still[viewer, player] -= 1
            if state.still[viewer, player] == 0:
                state.looked[viewer, player] = EMPTY


# Dice


@compiled
def dice_a_player(rules: Rules) -> Int:
    """How many dice, and jobs, each player has."""
    return 2 if rules.players <= FEW else 1


@compiled
def ghosts(rules: Rules) -> Int:
    """Rules, 1-3 Player Adjustments: the number of ghosts."""
    if rules.players == 1:
        return rules.ghosts_1_player
    if rules.players == 2:
        return rules.ghosts_2_players
    return rules.ghosts_3_players if rules.players == FEW else 0


@compiled
def ghost_die(rules: Rules, ghost: Int) -> Int:
    """The number of a ghost's die."""
    return rules.players * dice_a_player(rules) + ghost


@compiled
def dice(rules: Rules) -> Int:
    """How many dice there are."""
    return ghost_die(rules, ghosts(rules))


@compiled
def owner_of(rules: Rules, die: Die) -> Target:
    """The target (player, or ghost) whose die this is."""
    players_dice = rules.players * dice_a_player(rules)
    if die >= players_dice:
        return MOST_PLAYERS + die - players_dice
    return die // 2 if rules.players <= FEW else die


@compiled
def roll(state: State, rules: Rules, chance: Chance, die: Die) -> Bool:
    """Roll a die; whether it shows a star."""
    start_stream(chance, Stream.DIE + die, np.int64(state.rolls[die]))
    state.rolls[die] += 1
    star = table_below(chance, rules.die_faces) < rules.star_faces
    state.stars = add(state.stars, die) if star else remove(state.stars, die)
    return star


@compiled
def stars_of(state: State, rules: Rules, player: Player) -> Int:
    """Stars on the player's dice."""
    dice_of_player = dice_a_player(rules)
    return count(lowered(state.stars, np.int64(player) * dice_of_player) & up_to(dice_of_player))


# Jobs


@compiled
def job_of(rules: Rules, number: JobNumber) -> Int:
    """The job on the job card with a number."""
    return rules.job_cards[number].name


@compiled
def is_in_play(rules: Rules, number: JobNumber) -> Bool:
    """Rules, Handpick Jobs; 1-3 Player Adjustments: the producer is removed."""
    job = job_of(rules, number)
    return holds(np.uint64(rules.jobs), job) and not (job == StudioJob.PRODUCER and rules.players <= FEW)


@compiled
def holder_of(state: State, rules: Rules, number: JobNumber) -> Player:
    """The player with a job card, or NOBODY where it lies in the center."""
    for player in range(rules.players):
        if holds(state.jobs[player], number):
            return player
    return NOBODY


@compiled
def exchange(state: State, rules: Rules, first: JobNumber, second: JobNumber) -> None:
    """Let two job cards change places."""
    one, other = holder_of(state, rules, first), holder_of(state, rules, second)
    move_job(state, first, one, other)
    move_job(state, second, other, one)


@compiled
def move_job(state: State, number: JobNumber, source: Player, target: Player) -> None:
    """Move a job card from one holder to another; NOBODY is the center."""
    if source == NOBODY:
        state.center = remove(state.center, number)
    else:
        state.jobs[source] = remove(state.jobs[source], number)
    if target == NOBODY:
        state.center = add(state.center, number)
    else:
        state.jobs[target] = add(state.jobs[target], number)


@compiled
def first_player(state: State, rules: Rules) -> Player:
    """Rules, Production, and Tokens: the player with the lowest number on a job card."""
    best, player = JOBS, 0
    for other in range(rules.players):
        if state.jobs[other] != EMPTY and lowest(state.jobs[other]) < best:
            best, player = lowest(state.jobs[other]), other
    return player


@compiled
def clockwise(state: State, rules: Rules, turn: Int) -> Player:
    """The player at this place, clockwise from the first player; the table is gone around twice at most.

    Subtractions, since a division takes longer than a shuffled card.
    """
    player = np.int64(state.first) + turn
    for _ in range(2):
        player -= rules.players if player >= rules.players else 0
    return player


@compiled
def has_token(state: State, targets: BitSet) -> BitSet:
    """The targets that have a token."""
    holders, rest = EMPTY, targets
    while rest != EMPTY:
        target = lowest(rest)
        rest = without_lowest(rest)
        if state.tokens[target] > 0:
            holders = add(holders, target)
    return holders
