"""Hollywood 1947: patriots, communists and a rising star make movies.

Source: "Hollywood 1947", a text of the printed rules. It lacks the list of components, the faces of the dice, the table
of loyalties and four of the nine jobs; help texts and columns say "reconstruction" where a value is ours, so that an
owner of the printed game can set the true one. `Rules, …` in a docstring is a heading of the source.

What we play: the source, with these reconstructions. A choice is made in steps: an option, then its targets one by one.
Where the source is silent:

* in option 3 the first re-roll is made, and then one may stop (the gaffer "performs 3 total re-rolls": all of them);
* the cinematographer looks at another player's hand or at one ghost card; "any player" would include the own hand,
  which tells nothing; the actress names a player, who draws cards, two by default, and discards as many; the actor
  names a player, who discards the hand and draws as many; the composer draws cards, two by default, adds one and
  discards the rest;
* cards for stars, and then for tokens, are added starting with the lowest number as the job cards lie after the turns
  (a swap may have moved it) and going clockwise; in studio order number by number; hands are drawn up clockwise too;
* a card that the actress, the actor or the composer's job discards is known to who discards it;
* the genre deck of a game of two can run out in the seventh movie: see `reshuffle_posters`;
* the rising star's rule holds in the last movie (`max_movies`), whatever the score before it;
* in studio order with two jobs each, a turn is taken for each of the two numbers.

No play by the source's rules, of any number of players and with any variant, has more than 616 decisions (the longest
of 6 300 000 random plays had 247). The bound for any rules is `most_decisions` in the tests.

Propaganda cards of a kind (a row of the card list) cannot be told apart, so a card is the number of its kind; a hand
is a bag of kinds. A job card is known by its place in the order of the numbers on the cards, from 0; what the job does
is a `StudioJob`. Dice are numbered by player, then come those of the ghosts. Targets are players, then ghosts.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from typing import Annotated, Any, ClassVar, Final, TypeAlias

import numpy as np

from workbench import kit
from workbench.engine.bit_sets import (
    EMPTY_BAG,
    KINDS,
    bag_size,
    choices,
    chosen_kind,
    lowered,
    members,
    nth,
    number_of,
    put_in,
    take_out,
)
from workbench.engine.cards import Cards, Row, cards_of
from workbench.engine.chance import shuffle, start_stream, table_below, take_card_of
from workbench.engine.chance import swap as swap_cards
from workbench.engine.game import Limit
from workbench.engine.measures import WIN_RATE
from workbench.engine.parameters import Values
from workbench.engine.picture import Look, Thing, face_down
from workbench.engine.picture import number as number_zone
from workbench.engine.problems import Problem, whole_of
from workbench.engine.score_sheet import ScoreSheet, SheetEntry, Side, Wins
from workbench.engine.trace import CardOf
from workbench.engine.types import Bag, BitSet, Card, Fields, GameFunction, Noted, Player, PlayerSet
from workbench.engine.types import State as Position
from workbench.engine.wording import counted, listed, plural, upper_first
from workbench.games.hollywood_1947.cards import (
    FEW,
    GENRES,
    JOB_CARDS,
    JOBS,
    LOYALTIES,
    MOST_CARDS,
    MOST_GENRES,
    MOST_PLAYERS,
    PROPAGANDA,
    SIDES,
    Loyalty,
    Special,
    StudioJob,
    Symbol,
    card_in_words,
    cards_in_words,
    is_left_out_row,
    job_in_words,
    jobs_in_words,
    keys,
)

MOST_GHOSTS: Final = 3
MOST_DICE: Final = 2 * FEW + MOST_GHOSTS
MOST_MOVIES: Final = 13
MOST_IN_MOVIE: Final = 64  # six cards of nine hands, the composer's, three of the deck, three ghosts: 61
TARGETS: Final = MOST_PLAYERS + MOST_GHOSTS
MOST_WORLDS: Final = 288  # assignments of loyalties: at most 8! / (4! 3! 1!) = 280
NINE_PLAYERS: Final = MOST_PLAYERS - 1
"""The row of the loyalties that random ones are dealt from."""
NOBODY: Final = -1
DECK: Final = -2
GHOST: Final = -3
NO_CARD: Final = 255
NO_GENRE: Final = 255
HIDDEN: Final = 254
"""A card, in a concealed state, that its player does not know."""
FIRST_JOB: Final = 4
"""The option to perform the job card of number 0; those of the others follow."""
STOP: Final = 63
"""The action that ends a series of choices, such as re-rolls."""
PATRIOTS_WON: Final = 1
COMMUNISTS_WON: Final = 2
BOTH_WON: Final = 3
POSTERS: Final = kit.listed_pack("genres", MOST_GENRES)
TABLE, JOB, PRODUCTION, POST = "Table", "Jobs", "Production", "Post"
PREMIERE, FEW_PLAYERS, VARIANTS, FILES = "Premiere", "One to three players", "Variants", "Cards"


# What is chosen, by its number


def _whose(number: int) -> str:
    return f"player {number + 1}" if number < MOST_PLAYERS else f"ghost {number - MOST_PLAYERS}"


def _name_of_die(rules: "Rules", number: int) -> str:
    owner, its = int(owner_of(rules, number)), int(dice_a_player(rules))
    return f"the die of {_whose(owner)}" + (f", number {number % its + 1}" if owner < MOST_PLAYERS and its > 1 else "")


def _job_card(values: Values, number: int) -> tuple[str, str]:
    return job_in_words(cards_of(values, "job_cards").keys[number]), keys(values, "job_cards")[number]


def _card_of(values: Values, kind: kit.Int) -> tuple[str, str]:
    return card_in_words(cards_of(values, "propaganda").keys[kind]), keys(values, "propaganda")[kind]


def _drawn_poster(state: Position, values: Values, number: int) -> tuple[str, str]:
    row = cards_of(values, "genres").numbered[state.drawn[number]]
    return f"{row['name']}, {row['symbol']}", keys(values, "genres")[state.drawn[number]]


def _name_of_target(state: Position, number: int) -> str:
    return "yourself" if number == state.actor else _whose(number)


Die: TypeAlias = Annotated[Any, kit.Label(MOST_DICE, _name_of_die)]
"""A die by its number: those of the players first, then those of the ghosts."""
JobNumber: TypeAlias = Annotated[Any, kit.Label(JOBS, _job_card)]
"""A job card by its place in the order of the printed numbers, from 0."""
Target: TypeAlias = Annotated[Any, kit.Label(TARGETS, _name_of_target)]
"""A player; from MOST_PLAYERS on, a ghost."""
Propaganda: TypeAlias = Annotated[Any, kit.Label(STOP, lambda values, number: _card_of(values, chosen_kind(number)))]
"""A kind of cards of a bag, as `choices` has it."""
Poster: TypeAlias = Annotated[Any, kit.Label(2, _drawn_poster)]
"""One of the two that the screenwriter has drawn."""


class MovieTies(IntEnum):
    """Who wins a movie with as many symbols of one side as of the other."""

    COMMUNISTS = 0
    PATRIOTS = 1
    NOBODY = 2


class Rules(kit.Rules):
    """Every parameter, in the order of the rulebook; the defaults are the game of six."""

    sections: ClassVar = {
        "players": TABLE,
        "jobs": JOB,
        "rerolls_per_turn": PRODUCTION,
        "deck_adds": POST,
        "ties_go_to": PREMIERE,
        "communist_target_3_players": FEW_PLAYERS,
        "justice_served": VARIANTS,
        "propaganda": FILES,
    }

    players: int = kit.rule(6, 1, MOST_PLAYERS, "How many sit at the table.", unit="players")
    hand_size: int = kit.rule(3, 1, 6, "Cards dealt to each player, and drawn back up to.", unit="cards")
    die_faces: int = kit.rule(6, 2, 20, "Faces of a die; six is a reconstruction.")
    star_faces: int = kit.rule(3, 0, 6, "Faces of a die that show a star; three is a reconstruction.")
    jobs: Any = kit.some(
        tuple(StudioJob), "Handpick Jobs: the jobs in play; up to three players never have the producer."
    )
    tokens: int = kit.rule(4, 0, 9, "Tokens of the director; four is a reconstruction.", unit="tokens")
    gaffer_rerolls: int = kit.rule(3, 0, 9, "Re-rolls that the gaffer performs, on the same die or on several.")
    actress_draws: int = kit.rule(
        2,
        1,
        4,
        "Cards that a player named for the actress draws and then discards; two is a reconstruction.",
        unit="cards",
    )
    composer_draws: int = kit.rule(
        2,
        1,
        4,
        "Cards that the composer draws, to add one and discard the rest; two is a reconstruction.",
        unit="cards",
    )
    rerolls_per_turn: int = kit.rule(2, 0, 9, "Different dice that a turn spent on re-rolling may re-roll.")
    deck_adds: int = kit.rule(1, 0, 3, "Cards that the deck adds, unless the composer added one.", unit="cards")
    discarded_from_movie: int = kit.rule(1, 0, 3, "Cards taken out of the shuffled movie at random.", unit="cards")
    ties_go_to: MovieTies = kit.rule(
        MovieTies.COMMUNISTS,
        "Who wins a tied movie; if it is the communists, a tie counts for both sides in a game of two.",
    )
    patriot_target: int = kit.rule(4, 1, 7, "Movies that the patriots need to win.", unit="movies")
    communist_target: int = kit.rule(4, 1, 7, "Movies that the communists need; not in a game of three.", unit="movies")
    max_movies: int = kit.rule(
        7,
        1,
        MOST_MOVIES,
        "The last movie, in which the rising star can win; if nobody has won, the side with more movies wins.",
        unit="movies",
    )
    rising_star_margin: int = kit.rule(
        1, 0, 5, "The widest lead in the last movie with which the rising star wins.", unit="symbols"
    )
    communist_target_3_players: int = kit.rule(
        3, 1, 7, "Movies that the communists need in a game of three.", unit="movies"
    )
    ghosts_1_player: int = kit.rule(3, 0, MOST_GHOSTS, "Ghost cards in a game of one.", unit="ghosts")
    ghosts_2_players: int = kit.rule(2, 0, MOST_GHOSTS, "Ghost cards in a game of two.", unit="ghosts")
    ghosts_3_players: int = kit.rule(1, 0, MOST_GHOSTS, "Ghost cards in a game of three.", unit="ghosts")
    justice_served: bool = kit.rule(
        False, "In the last movie the deck adds nothing and nothing is taken out at random."
    )
    random_loyalties: bool = kit.rule(
        False, "Loyalties are dealt from those of nine players, so nobody knows how many there are of each."
    )
    studio_order: bool = kit.rule(False, "Turns go by the numbers of the job cards, not around the table.")
    union_strike: bool = kit.rule(False, "For a neutral genre, players with stars may add any number of their cards.")
    propaganda: Any = PROPAGANDA
    genres: Any = GENRES
    loyalties: Any = LOYALTIES
    job_cards: Any = JOB_CARDS
    propaganda_rows: int  # these four come of the lists
    propaganda_copies: int
    propaganda_deck: Any
    genres_rows: int


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
    """Actions of the phase OPTION, before those of the jobs."""

    PASS = 0
    REROLL = 1
    SWAP = 2
    PEEK = 3


class Addition(IntEnum):
    """Kinds of cards that are added to the movie, by their symbols."""

    ADD_NEUTRAL = 0
    ADD_PATRIOT = 1
    ADD_COMMUNIST = 2


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


def _won(winner: str, side: str) -> Any:
    help, title = f"Whether the {winner} won.", f"Plays won by the {winner}"
    return kit.measured(help, 0.01, title=title, repeats=f"{WIN_RATE.name}_side_{side}")


def _of_movies(name: str, help: str, title: str, *, below_zero: bool = False) -> Any:
    """A number for each single movie, measured over the plays that made it."""
    entry = kit.measured(
        f"{help} in movie {{}}, in plays that made it.",
        0.1,
        unit="symbols",
        title=f"{title} in movie {{}}",
        per="a movie",
        below_zero=below_zero,
    )
    return kit.table(MOST_MOVIES, entry, per_player=False, name=f"{name}_{{}}", counted="movies")


def _job(job: StudioJob) -> Any:
    name = job.name.lower()
    help = f"Times the player performed the {name}'s job."
    return kit.measured(help, 0.05, unit="times", title=f"{name.capitalize()} performed")


class State(kit.State):
    """The table. Sets of jobs, dice, posters and players are words of bits, and so are bags of cards."""

    # hidden
    hand: kit.Row = kit.row(MOST_PLAYERS, kind="u8")  # bags
    laid: kit.Row = kit.row(MOST_PLAYERS, kind="u8")  # bags: what each player added to this movie
    composing: kit.Cards  # a bag: what the composer may add
    looked_at: kit.Row = kit.row((MOST_PLAYERS, MOST_PLAYERS), kind="u8")  # bags: the second's hand as the first saw it
    still: kit.Row = kit.row((MOST_PLAYERS, MOST_PLAYERS), kind="u1")  # how many of those cards are certainly there
    rejected_posters: kit.Row = kit.row(MOST_PLAYERS, kind="u8")  # posters that the player put aside as screenwriter
    posters_aside: kit.Cards
    ghost_seen: kit.Row = kit.row(MOST_GHOSTS, kind="u2")  # who knows the card
    movie_seen: kit.Row = kit.row(MOST_IN_MOVIE, kind="u2")
    deck: kit.Row = kit.row(MOST_CARDS, kind="u1")  # shuffled
    discards: kit.Row = kit.row(KINDS, kind="u1")
    seen_discards_of: kit.Row = kit.row((MOST_PLAYERS, KINDS), kind="u1")  # those that the player knows
    genre_deck: kit.Row = kit.row(MOST_GENRES, kind="u1")  # its top last
    drawn: kit.Row = kit.row(2, kind="u1")  # the posters that the screenwriter may choose from
    movie_card: kit.Row = kit.row(MOST_IN_MOVIE, kind="u1")
    movie_by: kit.Row = kit.row(MOST_IN_MOVIE, kind="i1")
    ghost_card: kit.Row = kit.row(MOST_GHOSTS, kind="u1")
    symbols_added_by: kit.Row = kit.row((MOST_MOVIES, MOST_PLAYERS, 2), kind="u1")  # cards added: patriot, communist
    symbols_added: kit.Row = kit.row((MOST_PLAYERS, 2), kind="u2")  # symbols over the play: patriot, communist
    # in the open
    jobs: kit.Row = kit.row(MOST_PLAYERS, kind="u8")  # sets of job numbers
    center: kit.Cards
    performed: kit.Cards  # this round
    turn_used: kit.Cards  # studio order: numbers whose turn was taken by performing at once
    stars: kit.Cards  # dice that show a star
    rerolled: kit.Cards  # dice that this turn has re-rolled
    open_posters: kit.Cards
    held: kit.Row = kit.row(MOST_PLAYERS, kind="u1")  # cards in each hand
    tokens: kit.Row = kit.row(TARGETS, kind="u1")
    tokens_left: int
    deck_size: int
    deck_shuffles: int
    poster_shuffles: int
    rolls: kit.Row = kit.row(MOST_DICE, kind="u2")  # of each die
    drawn_by: kit.Row = kit.row(MOST_PLAYERS + 1, kind="u2")  # cards that each player, and the table, drew of this deck
    open_discards: kit.Row = kit.row(KINDS, kind="u1")  # discards that all have seen
    discards_count: int
    genres_left: int
    genre: int
    movie_size: int
    revealed_kinds: kit.Row = kit.row(KINDS, kind="u1")  # of the last premiere
    added: kit.Row = kit.row((MOST_MOVIES, MOST_PLAYERS), kind="u1")  # cards that each player chose and added
    loose: kit.Row = kit.row(MOST_MOVIES, kind="u1")  # cards that no player chose
    revealed: kit.Row = kit.row((MOST_MOVIES, 3), kind="u1")  # cards revealed, by symbol
    patriot_movies: int
    communist_movies: int
    first: int  # who is first in the turns of the round, then in post: the lowest number when each begins
    turn: int  # turns taken in this round; in studio order, the number that is called
    turn_player: int
    job: int  # what is being performed
    picked: int  # the first of two choices
    rerolls_left: int
    to_discard: int
    place: int  # in the order in which cards are added
    due: int  # cards that the player there still has to add
    composed: bool
    announced: bool  # whether this movie has its genre
    step: int  # of the round
    editor: int
    token_to: int  # who received a token in this round
    token_before: int  # and in the round before
    leader: int
    number_of: kit.Row = kit.row(JOBS, kind="i1")  # the number of each job's card, or NOBODY
    outcome: int
    winners: int
    phase: int
    goes_on: bool  # whether a choice was the last of its kind, so that the round goes on
    # in a concealed state
    imagined: bool  # whether search plays on from here, to the end of this movie alone
    unseen: kit.Row = kit.row(KINDS, kind="u1")  # cards whose place its player does not know
    worlds: int  # assignments of loyalties that are possible, 0 before they are weighed
    # measures
    patriots_won: bool = _won("patriots", "patriots")
    communists_won: bool = _won("communists", "communists")
    rising_star_won: bool = _won("rising star", "rising_stars")
    movies: int = kit.measured("Movies made until the play was won.", 0.05, unit="movies")
    last_movie: bool = kit.measured("Whether the last possible movie was made.", 0.01, title="Plays with a last movie")
    all_patriot_symbols: int
    all_communist_symbols: int
    all_leads: int
    patriot_symbols: kit.Ratio = kit.measured(
        "Patriot symbols in a movie, the poster's included.",
        0.05,
        unit="symbols",
        of=("all_patriot_symbols", "movies"),
        per="a movie",
    )
    communist_symbols: kit.Ratio = kit.measured(
        "Communist symbols in a movie, the poster's included.",
        0.05,
        unit="symbols",
        of=("all_communist_symbols", "movies"),
        per="a movie",
    )
    margin: kit.Ratio = kit.measured(
        "Symbols by which a movie was won.",
        0.05,
        unit="symbols",
        title="Lead in a movie",
        of=("all_leads", "movies"),
        per="a movie",
    )
    patriots_in: kit.Table = _of_movies("patriot_symbols", "Patriot symbols", "Patriot symbols")
    communists_in: kit.Table = _of_movies("communist_symbols", "Communist symbols", "Communist symbols")
    margins: kit.Table = _of_movies("margin", "Patriot symbols minus communist ones", "Patriots' lead", below_zero=True)
    hearings: int = kit.measured("Movies after which all dice were re-rolled.", 0.05, unit="movies")
    shake_ups: int = kit.measured("Movies after which all jobs were dealt again.", 0.05, unit="movies")
    lead_changes: int = kit.measured("Times that the other side came to have more movies.", 0.05, unit="times")
    side: kit.PerPlayer = kit.measured(
        "0 for a patriot, 1 for a communist, 2 for the rising star.", 0.01, title="Side (0, 1 or 2)", nominal=True
    )
    won: kit.PerPlayer = kit.measured(
        "Whether the player was on the winning side.", 0.01, title="On the winning side", repeats=WIN_RATE.name
    )
    cards_added: kit.PerPlayer = kit.measured("Cards that the player chose and added to movies.", 0.1, unit="cards")
    symbols_for: kit.PerPlayer = kit.measured(
        "Symbols of the own side on cards added; 0 for the rising star.", 0.1, unit="symbols"
    )
    symbols_against: kit.PerPlayer = kit.measured(
        "Symbols of the other side on cards added; 0 for the rising star.", 0.1, unit="symbols"
    )
    rerolls: kit.PerPlayer = kit.measured("Dice re-rolled, as gaffer or instead of a job.", 0.1, unit="dice")
    swaps: kit.PerPlayer = kit.measured("Turns spent to swap a job with one of the center.", 0.05, unit="turns")
    tokens_spent: kit.PerPlayer = kit.measured("Tokens returned to add a card.", 0.05, unit="tokens")
    times_performed: kit.Table = kit.table(StudioJob, {job: _job(job) for job in StudioJob})
    # beliefs: `beliefs.py`
    odds: kit.Scratch = kit.scratch(size=MOST_WORLDS)  # the worlds' weights, each added to those before
    world_loyalties: kit.Scratch = kit.scratch("u2", size=MOST_WORLDS)  # the set of communists, and the rising star
    suspicion: kit.Scratch = kit.scratch(per_player=True)  # how likely each is a communist
    stardom: kit.Scratch = kit.scratch(per_player=True)  # how likely each is the rising star
    # appraisal: `bots.py`
    trust: kit.Scratch = kit.scratch(per_player=True)  # how far each is expected to add what the actor wants, -1 to 1
    aim: kit.Scratch = kit.scratch()  # 1 for patriot symbols, -1 for communist ones
    expected_lead: kit.Scratch = kit.scratch()  # of this movie
    best_card_worth: kit.Scratch = kit.scratch()  # symbols, by the aim, of the best card in the hand
    average: kit.Scratch = kit.scratch()  # of a card of the deck
    # kept between glimpses, since they change with each movie alone: what each player believed when it last decided
    weighed_as: kit.Scratch = kit.scratch("i8", per_player=True)  # the loyalties that it knew then; 0 before
    deck_average: kit.Scratch = kit.scratch()  # patriot symbols minus communist ones of a card of the whole list
    past_suspicion: kit.Scratch = kit.scratch(size=(MOST_PLAYERS, MOST_PLAYERS))
    past_stardom: kit.Scratch = kit.scratch(size=(MOST_PLAYERS, MOST_PLAYERS))
    on_table: ClassVar = ()  # `zones` draws it


# Cards, dice and jobs


def symbols(rules: Rules, card: Card) -> kit.Int:
    """The patriot symbols of a card; communist ones are negative."""
    kind = rules.propaganda[card]
    side = np.int64(kind.symbol == Symbol.PATRIOT) - np.int64(kind.symbol == Symbol.COMMUNIST)
    return side * np.int64(kind.count)


def poster_symbols(rules: Rules, genre: kit.Int) -> kit.Int:
    """1 for a patriot poster, -1 for a communist one, else 0."""
    symbol = rules.genres[genre].symbol
    if symbol == Symbol.PATRIOT:
        return np.int64(1)
    return np.int64(-1) if symbol == Symbol.COMMUNIST else np.int64(0)


def is_left_out(rules: Rules, card: Card) -> kit.Bool:
    """Rules, 1-3 Player Adjustments: in a game of two the double communist cards that are no Shake Up are removed."""
    kind = rules.propaganda[card]
    double = kind.symbol == Symbol.COMMUNIST and kind.count == 2
    return rules.players == 2 and double and kind.special != Special.SHAKE_UP


def dice_a_player(rules: Rules) -> kit.Int:
    """How many dice, and jobs, each player has."""
    return 2 if rules.players <= FEW else 1


def ghosts(rules: Rules) -> kit.Int:
    """Rules, 1-3 Player Adjustments: the number of ghosts."""
    if rules.players == 1:
        return rules.ghosts_1_player
    if rules.players == 2:
        return rules.ghosts_2_players
    return rules.ghosts_3_players if rules.players == FEW else 0


def ghost_die(rules: Rules, ghost: kit.Int) -> kit.Int:
    """The number of a ghost's die."""
    return rules.players * dice_a_player(rules) + ghost


def dice(rules: Rules) -> kit.Int:
    """How many dice there are."""
    return ghost_die(rules, ghosts(rules))


def owner_of(rules: Rules, die: Die) -> Target:
    """The target (player, or ghost) whose die this is."""
    players_dice = rules.players * dice_a_player(rules)
    if die >= players_dice:
        return MOST_PLAYERS + die - players_dice
    return die // 2 if rules.players <= FEW else die


def roll(state: State, rules: Rules, chance: kit.Chance, die: Die) -> None:
    """Roll a die."""
    start_stream(chance, Stream.DIE + die, np.int64(state.rolls[die]))
    state.rolls[die] += 1
    star = table_below(chance, rules.die_faces) < rules.star_faces
    state.stars = kit.add(state.stars, die) if star else kit.remove(state.stars, die)


def stars_of(state: State, rules: Rules, player: Player) -> kit.Int:
    """Stars on the player's dice."""
    dice_of_player = dice_a_player(rules)
    return kit.count(lowered(state.stars, np.int64(player) * dice_of_player) & kit.up_to(dice_of_player))


def job_of(rules: Rules, number: JobNumber) -> StudioJob:
    """The job on the job card with a number."""
    job: StudioJob = rules.job_cards[number].name
    return job


def holder_of(state: State, rules: Rules, number: JobNumber) -> Player:
    """The player with a job card, or NOBODY where it lies in the center."""
    for player in range(rules.players):
        if kit.holds(state.jobs[player], number):
            return player
    return NOBODY


def move_job(state: State, number: JobNumber, source: Player, target: Player) -> None:
    """Move a job card from one holder to another; NOBODY is the center."""
    if source == NOBODY:
        state.center = kit.remove(state.center, number)
    else:
        state.jobs[source] = kit.remove(state.jobs[source], number)
    if target == NOBODY:
        state.center = kit.add(state.center, number)
    else:
        state.jobs[target] = kit.add(state.jobs[target], number)


def first_player(state: State, rules: Rules) -> Player:
    """Rules, Production, and Tokens: the player with the lowest number on a job card."""
    best, player = JOBS, 0
    for other in range(rules.players):
        if state.jobs[other] != kit.EMPTY and kit.lowest(state.jobs[other]) < best:
            best, player = kit.lowest(state.jobs[other]), other
    return player


def clockwise(state: State, rules: Rules, turn: kit.Int) -> Player:
    """The player at this place, clockwise from the first player; the table is gone around twice at most.

    Subtractions, since a division takes longer than a shuffled card.
    """
    player = np.int64(state.first) + turn
    for _ in range(2):
        player -= rules.players if player >= rules.players else 0
    return player


# The same in the trace


def _card(number: Noted) -> CardOf | None:
    return None if int(number) == NO_CARD else CardOf("propaganda", int(number))


def _cards(bag: Noted) -> list[CardOf | None]:
    return [_card(kind) for kind in range(KINDS) for _ in range(int(number_of(bag, kind)))]


def _jobs(state: State, rules: Rules) -> Fields:
    players = range(int(rules.players))
    return {"jobs": [_job_cards(state.jobs[player]) for player in players], "center": _job_cards(state.center)}


def _job_cards(numbers: Noted) -> list[CardOf]:
    return [CardOf("job_cards", number) for number in members(numbers)]


def _stars(state: State, first: Noted, size: Noted) -> list[bool]:
    return [kit.holds(state.stars, die) for die in range(int(first), int(first) + int(size))]


def _who(target: Noted) -> int | str | None:
    """A player's number, or a ghost's name; None for nobody."""
    number = int(target)
    if number <= GHOST:
        return f"ghost {GHOST - number}"
    if number >= MOST_PLAYERS:
        return f"ghost {number - MOST_PLAYERS}"
    return None if number < 0 else number


def _loyalties(state: State, rules: Rules) -> list[str]:
    return [Loyalty(int(loyalty)).name.lower() for loyalty in state.side[: int(rules.players)]]


def _symbol(symbols: Noted) -> str:
    return {0: "neutral", 1: "patriot", -1: "communist"}[int(symbols)]


def _who_in_words(target: int | str | None) -> str:
    """A player, or a ghost; for None, the center."""
    return "the center" if target is None else target if isinstance(target, str) else f"player {target}"


def _stars_in_words(dice: Sequence[bool]) -> str:
    return listed(["a star" if star else "a blank" for star in dice])


def _loyalty_in_words(name: str | None) -> str:
    if name is None:
        return "of unknown loyalty"
    return "the rising star" if name == "rising_star" else f"a {name}"


def _hidden(name: str) -> Callable[[Fields, int], Fields]:
    """Others than the player of an event do not see a field."""
    return lambda fields, viewer: fields if fields["player"] == viewer else {**fields, name: None}


def _of_cards(sentence: str) -> Callable[[GameFunction], GameFunction]:
    """An event about cards of a bag, of which others than its player see how many they are."""

    def words(fields: Fields) -> str:
        hidden = f"{counted(fields['number'], 'card')} face down"
        return sentence.format(fields["player"], hidden if fields["cards"] is None else cards_in_words(fields["cards"]))

    def told(bag: Noted) -> Fields:
        cards = _cards(bag)
        return {"number": len(cards), "cards": cards}  # `n` is the event's own in a trace

    help = {"player": "Who.", "number": "How many cards.", "cards": "The cards."}
    return kit.event(told=told, words=words, seen=_hidden("cards"), fields=help)


JOBS_LIE: Final = {"jobs": "The job cards of each player.", "center": "The job cards in the center."}


# Rules, Setup


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    setup_(state, rules, chance)
    start_movie(state, rules, chance)
    go_on(state, rules, chance)


def _setup(state: State, rules: Rules) -> Fields:
    players, its = range(int(rules.players)), int(dice_a_player(rules))
    return {
        "loyalties": _loyalties(state, rules),
        **_jobs(state, rules),
        "hands": [_cards(state.hand[player]) for player in players],
        "dice": [_stars(state, player * its, its) for player in players],
        "ghosts": [_card(card) for card in state.ghost_card[: int(ghosts(rules))]],
        "ghost_dice": _stars(state, ghost_die(rules, 0), ghosts(rules)),
        "tokens": int(state.tokens_left),
    }


def _setup_in_words(fields: Fields) -> str:
    of_players = zip(fields["loyalties"], fields["jobs"], fields["hands"], fields["dice"], strict=True)
    players = [
        f"Player {seat} is {_loyalty_in_words(side)}, has {jobs_in_words(jobs)} and holds"
        f" {'cards face down' if hand is None else cards_in_words(hand)};"
        f" {plural(len(dice), 'die', 'dice')}: {_stars_in_words(dice)}."
        for seat, (side, jobs, hand, dice) in enumerate(of_players)
    ]
    center = f"In the center: {jobs_in_words(fields['center'])}, {counted(fields['tokens'], 'token')}."
    ghosts = [
        f"Ghost {number}: {card_in_words(key)}, die: {_stars_in_words([star])}."
        for number, (key, star) in enumerate(zip(fields["ghosts"], fields["ghost_dice"], strict=True))
    ]
    return " ".join([*players, center, *ghosts])


def _setup_as_seen(fields: Fields, player: int) -> Fields:
    """One's own hand and loyalty; communists see each other."""
    told = fields["loyalties"]
    visible = [
        loyalty if seat == player or loyalty == told[player] == "communist" else None
        for seat, loyalty in enumerate(told)
    ]
    hands = [hand if seat == player else None for seat, hand in enumerate(fields["hands"])]
    return {**fields, "loyalties": visible, "hands": hands, "ghosts": [None for _ in fields["ghosts"]]}


@kit.event(
    told=_setup,
    words=_setup_in_words,
    seen=_setup_as_seen,
    fields={
        "loyalties": "The loyalty of each player.",
        **JOBS_LIE,
        "hands": "The cards of each player.",
        "dice": "Whether each die of each player shows a star.",
        "ghosts": "The card of each ghost.",
        "ghost_dice": "Whether each ghost's die shows a star.",
        "tokens": "Tokens in the center.",
    },
)
def setup_(state: State, rules: Rules, chance: kit.Chance) -> None:
    """The table is set up."""
    for job in range(JOBS):
        state.number_of[job] = NOBODY
    for number in range(JOBS):
        name = job_of(rules, number)
        if kit.holds(np.uint64(rules.jobs), name) and not (name == StudioJob.PRODUCER and rules.players <= FEW):
            state.number_of[name] = number
            state.center = kit.add(state.center, number)
    hand_out_jobs(state, rules, chance)
    deal_loyalties(state, rules, chance)
    for place in range(rules.propaganda_copies):
        card = rules.propaganda_deck[place]
        if not is_left_out(rules, card):
            state.deck[state.deck_size] = card
            state.deck_size += 1
    shuffle_deck(state, chance)
    for player in range(rules.players):
        draw_to_hand(state, rules, chance, player, rules.hand_size)
    for ghost in range(ghosts(rules)):
        state.ghost_card[ghost] = draw_card(state, rules, chance, rules.players)
    for die in range(dice(rules)):
        roll(state, rules, chance, die)
    lay_posters(state, all_posters(rules), chance)
    state.genre = NO_GENRE
    state.tokens_left = rules.tokens
    state.token_to = state.token_before = state.editor = NOBODY


def hand_out_jobs(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Rules, Setup 1: one job face up to each player, two in games of up to three; the rest stay in the center."""
    start_stream(chance, Stream.JOBS, np.int64(state.movies))
    for player in range(rules.players):
        state.jobs[player] = kit.EMPTY
        for _ in range(dice_a_player(rules)):
            if state.center != kit.EMPTY:
                number = nth(state.center, table_below(chance, kit.count(state.center)))
                state.center = kit.remove(state.center, number)
                state.jobs[player] = kit.add(state.jobs[player], number)


def deal_loyalties(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Rules, Setup 2, and Random Loyalties: the loyalties for so many players, or those of nine."""
    dealt = rules.loyalties[NINE_PLAYERS if rules.random_loyalties else rules.players - 1]
    patriots, communists = np.int64(dealt.patriots), np.int64(dealt.communists)
    start_stream(chance, Stream.LOYALTIES, 0)
    left = patriots + communists + np.int64(dealt.rising_stars)
    for player in range(rules.players):
        lot = table_below(chance, left)
        left -= 1
        if lot < patriots:
            state.side[player] = Loyalty.PATRIOT
            patriots -= 1
        elif lot < patriots + communists:
            state.side[player] = Loyalty.COMMUNIST
            communists -= 1
        else:
            state.side[player] = Loyalty.RISING_STAR


# Rules, Discard Pile


def shuffle_deck(state: State, chance: kit.Chance) -> None:
    """Shuffle the cards of the deck."""
    start_stream(chance, Stream.DECK, np.int64(state.deck_shuffles))
    state.deck_shuffles += 1
    for owner in range(MOST_PLAYERS + 1):
        state.drawn_by[owner] = 0
    shuffle(state.deck, np.int64(state.deck_size), chance)


def draw_card(state: State, rules: Rules, chance: kit.Chance, owner: Player) -> Card:
    """The next card of the deck for a player, or (`rules.players`) for the table; NO_CARD where none is left."""
    if state.deck_size == 0:
        if state.discards_count == 0:
            return np.int64(NO_CARD)
        reshuffle(state, rules, chance)
    card = take_card_of(owner, rules.players + 1, state.drawn_by, state.deck, np.int64(state.deck_size))
    state.deck_size -= 1
    return card


@kit.event(
    told=lambda state: {"cards": int(state.deck_size)},
    words=lambda fields: f"The deck has run out: the discards are shuffled, {counted(fields['cards'], 'card')}.",
    fields={"cards": "Cards in the new deck."},
)
def reshuffle(state: State, rules: Rules, chance: kit.Chance) -> None:
    """The deck has run out: the discards become a new one."""
    for card in range(rules.propaganda_rows):
        for _ in range(state.discards[card]):
            state.deck[state.deck_size] = card
            state.deck_size += 1
        state.discards[card] = state.open_discards[card] = 0
        for player in range(rules.players):
            state.seen_discards_of[player, card] = 0
    state.discards_count = 0
    shuffle_deck(state, chance)


def discard(state: State, card: Card, player: Player) -> None:
    """Discard a card face down; only `player` knows it, or NOBODY."""
    state.discards[card] += 1
    state.discards_count += 1
    if player != NOBODY:
        state.seen_discards_of[player, card] += 1


def draw_to_hand(state: State, rules: Rules, chance: kit.Chance, player: Player, most: kit.Int) -> Bag:
    """Let the player draw up to `most` cards; the bag of them."""
    drawn = EMPTY_BAG
    for _ in range(most):
        card = draw_card(state, rules, chance, player)
        if card == NO_CARD:
            break
        state.hand[player] = put_in(state.hand[player], card)
        state.held[player] += 1
        drawn = put_in(drawn, card)
    return drawn


def remove_from_hand(state: State, rules: Rules, player: Player, card: Card) -> None:
    """Remove a card from a hand unseen; who looked at the hand before knows one card fewer of it."""
    state.hand[player] = take_out(state.hand[player], card)
    state.held[player] -= 1
    for viewer in range(rules.players):
        if state.still[viewer, player] > 0:
            state.still[viewer, player] -= 1
            if state.still[viewer, player] == 0:
                state.looked_at[viewer, player] = kit.EMPTY


@_of_cards("Player {} draws {}.")
def draw_(player: Player, bag: Bag) -> None:
    """A player draws cards for a job."""


@_of_cards("Player {} discards {}.")
def discard_(player: Player, bag: Bag) -> None:
    """A player discards cards for a job."""


# The course of a play


def after_move(state: State, rules: Rules, chance: kit.Chance) -> None:
    if state.goes_on:
        state.goes_on = False
        go_on(state, rules, chance)


def go_on(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Carry on with the round, step by step, up to the next decision or the end."""
    while not state.over:
        if state.step == RoundStep.TURNS:
            if next_turn(state, rules):
                return
            state.first = first_player(state, rules)  # swaps may have moved the lowest number to another player
            state.place = 0
            state.due = due_cards(state, rules, 0)
        elif state.step == RoundStep.STARS:
            if next_star_card(state, rules):
                return
        elif state.step == RoundStep.TOKENS:
            if next_token(state, rules):
                return
            add_ghosts(state, rules, chance)
            add_from_deck(state, rules, chance)
            if ask_editor(state, rules, chance):
                state.step = RoundStep.EDITING
                return
            discard_at_random(state, chance, random_discards(state, rules))
            state.step = RoundStep.EDITING
        elif state.step == RoundStep.PREMIERE:
            premiere(state, rules, chance)
            if state.imagined:
                return
            if not state.over:
                start_movie(state, rules, chance)
            continue
        state.step += 1


def start_movie(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Start a round: no job performed, no card in the movie, no genre yet.

    Rules, 1-3 Player Adjustments: the ghosts' dice are re-rolled, except in the first round.
    """
    if state.movies > 0:
        for ghost in range(ghosts(rules)):
            reroll_(state, rules, chance, NOBODY, ghost_die(rules, ghost))
    state.performed = state.turn_used = kit.EMPTY
    state.movie_size = 0
    for player in range(rules.players):
        state.laid[player] = EMPTY_BAG
    state.composed = state.announced = False
    state.editor = NOBODY
    state.token_before = state.token_to
    state.token_to = NOBODY
    state.first = first_player(state, rules)
    state.turn = 0
    state.step = RoundStep.TURNS
    number = state.number_of[StudioJob.SCREENWRITER]
    if number == NOBODY or not kit.holds(state.jobs[state.first], number):
        announce_from_deck(state, rules, chance)


# Rules, Production


def next_turn(state: State, rules: Rules) -> kit.Bool:
    """Start the next player's turn; whether there is one.

    Rules, Production: clockwise from the lowest number; 1-3 Player Adjustments: twice around the table. Rules, Studio
    Order: the numbers of the job cards are called, and who has the card then takes a turn. A card that is swapped to a
    player after its number was called has no turn in this round. A producer who performed the new job at once has taken
    its turn.
    """
    if not rules.studio_order:
        if state.turn >= rules.players * dice_a_player(rules):
            return False
        start_turn(state, clockwise(state, rules, state.turn))
        return True
    while state.turn < JOBS:
        player = holder_of(state, rules, state.turn)
        if player != NOBODY and not kit.holds(state.turn_used, state.turn):
            start_turn(state, player)
            return True
        state.turn += 1
    return False


def start_turn(state: State, player: Player) -> None:
    """Start a turn: the player selects one of three options, or passes."""
    state.turn_player = player
    state.actor = player
    state.phase = Phase.OPTION


def end_turn(state: State) -> None:
    """End the turn."""
    state.turn += 1
    state.goes_on = True


def begin_option(state: State, rules: Rules, chance: kit.Chance, action: kit.Action) -> None:
    """Tell the option. If the first turn does not use the screenwriter, the top poster is turned up."""
    option(state.turn_player, action, False, True)
    if not state.announced and action - FIRST_JOB != state.number_of[StudioJob.SCREENWRITER]:
        announce_from_deck(state, rules, chance)


def _option(action: kit.Action, chained: kit.Bool, taken: kit.Bool) -> Fields:
    """`chained`: the producer is asked about the job just swapped for; who declines it passes, and `job` says which."""
    number = int(action) - FIRST_JOB
    job = CardOf("job_cards", number) if number >= 0 else None
    choice = "pass" if not taken else "job" if job else Option(int(action)).name.lower()
    return {"choice": choice, "job": job, "chained": bool(chained)}


def _option_in_words(fields: Fields) -> str:
    does = {
        "swap": "swaps a job with the center",
        "reroll": "re-rolls dice",
        "pass": "passes",
        "peek": "views the ghost cards",
    }
    takes_job = fields["choice"] == "job"
    choice = f"performs the job {job_in_words(fields['job'])}" if takes_job else does[fields["choice"]]
    if fields["chained"]:
        at_once = choice if takes_job else f"declines to perform the job {job_in_words(fields['job'])}"
        return f"Player {fields['player']}, with the new job, {at_once} at once."
    return f"Player {fields['player']} {choice}."


@kit.event(
    told=_option,
    words=_option_in_words,
    fields={
        "player": "Who.",
        "choice": "`job`, `swap`, `reroll`, `peek` (at the ghosts) or `pass`.",
        "job": "The job performed, or the chained job declined; else null.",
        "chained": "Whether a producer is asked to perform at once the job just swapped for; `pass` declines it.",
    },
)
def option(player: Player, action: kit.Action, chained: kit.Bool, taken: kit.Bool) -> None:
    """A player chooses what to do in a turn."""


@kit.move(phase=Phase.OPTION)
def pass_(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Do nothing."""
    begin_option(state, rules, chance, Option.PASS.value)
    end_turn(state)


@kit.move(phase=Phase.OPTION, when=lambda rules: rules.rerolls_per_turn > 0, offer="Re-roll dice")
def reroll(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Rules, Option 3: re-roll dice, one at a time."""
    begin_option(state, rules, chance, Option.REROLL.value)
    state.rerolls_left = rules.rerolls_per_turn
    state.rerolled = kit.EMPTY
    state.phase = Phase.REROLL


@kit.move(
    phase=Phase.OPTION,
    when=lambda state: state.center != kit.EMPTY and state.jobs[state.turn_player] != kit.EMPTY,
    offer="Swap a job",
)
def swap(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Rules, Option 2: swap a job with one from the center; who has two jobs chooses which goes there."""
    begin_option(state, rules, chance, Option.SWAP.value)
    jobs = state.jobs[state.turn_player]
    state.picked = kit.lowest(jobs)
    state.phase = Phase.SWAP_CENTER if kit.without_lowest(jobs) == kit.EMPTY else Phase.SWAP_FROM_HAND


@kit.move(phase=Phase.OPTION, when=lambda rules: ghosts(rules) > 0, offer="Look at the ghosts’ cards")
def peek(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Rules, 1-3 Player Adjustments: spend a turn to view all current ghost cards."""
    begin_option(state, rules, chance, Option.PEEK.value)
    for ghost in range(ghosts(rules)):
        if state.ghost_card[ghost] != NO_CARD:
            look(state, state.turn_player, MOST_PLAYERS + ghost)
    end_turn(state)


def open_jobs(state: State, rules: Rules) -> BitSet:
    """The numbers of the turn player's jobs that can be performed: none twice in a round."""
    open_ones = kit.EMPTY
    for number in kit.each(state.jobs[state.turn_player] & ~state.performed):
        if can_perform(state, rules, job_of(rules, number)):
            open_ones = kit.add(open_ones, number)
    return open_ones


def can_perform(state: State, rules: Rules, job: kit.Int) -> kit.Bool:
    """True if the turn player could do something with a job that has not been performed in this round."""
    if job == StudioJob.SCREENWRITER:
        return not state.announced  # Rules, Screenwriter: on the first turn of a round only
    if job == StudioJob.DIRECTOR:
        receivers = token_sources(state, rules) if state.tokens_left == 0 else token_targets(state, rules)
        return rules.tokens > 0 and receivers != kit.EMPTY
    if job == StudioJob.GAFFER:
        return rules.gaffer_rerolls > 0
    if job in (StudioJob.ACTRESS, StudioJob.COMPOSER):
        return state.deck_size + state.discards_count > 0
    if job in (StudioJob.CINEMATOGRAPHER, StudioJob.ACTOR):
        return targets(state, rules, job) != kit.EMPTY
    return True


@kit.move(phase=Phase.OPTION, among=open_jobs, kind=job_of, offer="Perform the job {number}")
def perform(state: State, rules: Rules, chance: kit.Chance, number: JobNumber) -> None:
    """Rules, Option 1: perform a job."""
    begin_option(state, rules, chance, FIRST_JOB + number)
    start_job(state, rules, chance, number)


def start_job(state: State, rules: Rules, chance: kit.Chance, number: JobNumber) -> None:
    """Perform a job, or ask what it needs."""
    job = job_of(rules, number)
    state.performed = kit.add(state.performed, number)
    state.times_performed[job, state.turn_player] += 1
    state.job, state.picked = job, NOBODY
    if job == StudioJob.SCREENWRITER:
        state.phase = Phase.GENRE
        state.drawn[0] = draw_poster(state, rules, chance, NO_GENRE)
        state.drawn[1] = draw_poster(state, rules, chance, state.drawn[0])
        if state.drawn[1] == NO_GENRE:
            movie(state, rules, np.int64(state.drawn[0]), state.turn_player)
            end_turn(state)
    elif job == StudioJob.PRODUCER:
        state.phase = Phase.PRODUCE_FIRST
    elif job == StudioJob.GAFFER:
        state.rerolls_left, state.rerolled = rules.gaffer_rerolls, kit.EMPTY  # any die, and as often as one likes
        state.phase = Phase.GAFFER
    elif job == StudioJob.COMPOSER:
        state.composed, state.composing, state.phase = True, EMPTY_BAG, Phase.COMPOSE
        for _ in range(rules.composer_draws):
            card = draw_card(state, rules, chance, np.int64(state.turn_player))
            if card != NO_CARD:
                state.composing = put_in(state.composing, card)
        draw_(state.turn_player, state.composing)
    elif job == StudioJob.EDITOR:
        state.editor = state.turn_player
        end_turn(state)
    elif job == StudioJob.DIRECTOR and state.tokens_left == 0:
        state.phase = Phase.TOKEN_FROM
    else:
        state.phase = Phase.TARGET


# Rules, Option 2: swap your job with one from the center


@kit.move(
    phase=Phase.SWAP_FROM_HAND,
    among=lambda state: state.jobs[state.turn_player],
    kind="choose",
    offer="Give away {number}",
)
def give_job(state: State, number: JobNumber) -> None:
    """Rules, 1-3 Player Adjustments: pick one of the two jobs, used or not."""
    state.picked = number
    state.phase = Phase.SWAP_CENTER


@kit.move(phase=Phase.SWAP_CENTER, among=lambda state: state.center, kind="choose", offer="Take {number}")
def take_job(state: State, rules: Rules, player: Player, number: JobNumber) -> None:
    """Take a job from the center for yours."""
    state.swaps[player] += 1
    swap_jobs(state, rules, player, np.int64(state.picked), number)
    end_turn(state)


def _swapped(state: State, rules: Rules, by: Player, first: JobNumber, second: JobNumber) -> Fields:
    """Two jobs and whose each was: now the other has it."""
    pairs = ("a", first, second), ("b", second, first)
    swapped = {
        name: {"job": CardOf("job_cards", int(job)), "from": _who(holder_of(state, rules, other))}
        for name, job, other in pairs
    }
    return {"by": int(by), **swapped}


def _swapped_in_words(fields: Fields) -> str:
    one, other = (
        f"{job_in_words(swapped['job'])} of {_who_in_words(swapped['from'])}" for swapped in (fields["a"], fields["b"])
    )
    return f"Player {fields['by']} swaps the jobs {one} and {other}."


@kit.event(
    told=_swapped,
    words=_swapped_in_words,
    fields={
        "by": "Who swaps them.",
        "a": "The `job`, and `from` whom (null: the center).",
        "b": "The `job` it changes places with, and `from` whom.",
    },
)
def swap_jobs(state: State, rules: Rules, by: Player, first: JobNumber, second: JobNumber) -> None:
    """Two job cards change places."""
    one, other = holder_of(state, rules, first), holder_of(state, rules, second)
    move_job(state, first, one, other)
    move_job(state, second, other, one)


# Rules, Option 3, and Gaffer: re-rolls


def fresh_dice(state: State, rules: Rules) -> kit.ActionSet:
    """Rules, Option 3: not the same die twice."""
    return kit.up_to(dice(rules)) & ~state.rerolled


@kit.move(phase=Phase.REROLL, numbers=(0, STOP - 1), among=fresh_dice, kind="choose", offer="Re-roll {die}")
def reroll_die(state: State, rules: Rules, chance: kit.Chance, player: Player, die: Die) -> None:
    """Roll each die one at a time."""
    reroll_(state, rules, chance, player, die)
    state.rerolled = kit.add(state.rerolled, die)
    state.rerolls_left -= 1
    if state.rerolls_left == 0 or state.rerolled == kit.up_to(dice(rules)):
        end_turn(state)


@kit.move(phase=Phase.REROLL, when=lambda state: state.rerolled != kit.EMPTY, kind="stop", offer="Re-roll no more")
def stop_rerolling(state: State) -> None:
    """Re-roll no more."""
    end_turn(state)


@kit.move(phase=Phase.GAFFER, among=fresh_dice, kind="choose", offer="Re-roll {die}")
def reroll_as_gaffer(state: State, rules: Rules, chance: kit.Chance, player: Player, die: Die) -> None:
    """Rules, Gaffer: make one of the re-rolls, of the same die or of another."""
    reroll_(state, rules, chance, player, die)
    state.rerolls_left -= 1
    if state.rerolls_left == 0:
        end_turn(state)


def _reroll(state: State, rules: Rules, by: Player, die: Die) -> Fields:
    """`die` is one of so many `dice` of the same owner, counted from 0."""
    owner, its = owner_of(rules, die), int(dice_a_player(rules))
    which = {"die": int(die) % its, "dice": its} if owner < MOST_PLAYERS else {"die": 0, "dice": 1}
    return {"by": _who(by), "die_of": _who(owner), **which, "star": kit.holds(state.stars, die)}


def _reroll_in_words(fields: Fields) -> str:
    now = _stars_in_words([fields["star"]])
    which = "die" if fields["dice"] == 1 else ("first die", "second die")[fields["die"]]
    of_owner = f"the {which} of {_who_in_words(fields['die_of'])}"
    if fields["by"] is None:
        return f"{upper_first(of_owner)} is rolled: {now}."
    die = f"their {which}" if fields["by"] == fields["die_of"] else of_owner
    return f"Player {fields['by']} re-rolls {die}: {now}."


@kit.event(
    told=_reroll,
    words=_reroll_in_words,
    fields={
        "by": "Who rolls it; null at the start of a round.",
        "die_of": "Whose die.",
        "die": "Which of their dice, from 0.",
        "dice": "How many dice they have.",
        "star": "Whether it shows a star now.",
    },
)
def reroll_(state: State, rules: Rules, chance: kit.Chance, by: Player, die: Die) -> None:
    """A die is rolled again."""
    roll(state, rules, chance, die)
    if by != NOBODY:
        state.rerolls[by] += 1


# Rules, Screenwriter: genre posters


def lay_posters(state: State, posters: BitSet, chance: kit.Chance) -> None:
    """Shuffle these posters into the genre deck."""
    for genre in kit.each(posters):
        state.genre_deck[state.genres_left] = genre
        state.genres_left += 1
    start_stream(chance, Stream.POSTERS, np.int64(state.poster_shuffles))
    state.poster_shuffles += 1
    shuffle(state.genre_deck, np.int64(state.genres_left), chance)


def all_posters(rules: Rules) -> BitSet:
    """The set of all posters. Rules, 1-3 Player Adjustments: some genres are removed from a game of two."""
    posters = kit.EMPTY
    for genre in range(rules.genres_rows):
        if rules.players != 2 or rules.genres[genre].two_players:
            posters = kit.add(posters, genre)
    return posters


def draw_poster(state: State, rules: Rules, chance: kit.Chance, but: kit.Int) -> kit.Int:
    """The top poster; NO_GENRE where there is none at all. `but` is left out: it has just been drawn."""
    if state.genres_left == 0:
        reshuffle_posters(state, rules, chance, but)
        if state.genres_left == 0:
            return np.int64(NO_GENRE)
    state.genres_left -= 1
    return np.int64(state.genre_deck[state.genres_left])


@kit.event(
    told=lambda state: {"posters": int(state.genres_left)},
    words=lambda fields: (
        f"The genre deck has run out: {counted(fields['posters'], 'poster is', 'posters are')} shuffled to renew it."
    ),
    fields={"posters": "Posters in the new deck."},
)
def reshuffle_posters(state: State, rules: Rules, chance: kit.Chance, but: kit.Int) -> None:
    """The genre deck has run out and is renewed, from the posters put aside or from all.

    The source does not say what happens when the genre deck runs out, which can happen in a game of two.
    """
    posters = state.posters_aside
    if posters == kit.EMPTY:
        posters = all_posters(rules)
        state.open_posters = kit.EMPTY
    if but != NO_GENRE:
        posters = kit.remove(posters, but)
    state.posters_aside = kit.EMPTY
    for player in range(rules.players):
        state.rejected_posters[player] = kit.EMPTY
    lay_posters(state, posters, chance)


def genre_symbols(state: State, rules: Rules) -> kit.Int:
    """Symbols that the poster of this movie adds: 1 for patriots, -1 for communists."""
    return np.int64(0) if state.genre == NO_GENRE else poster_symbols(rules, state.genre)


def announce_from_deck(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Rules, Screenwriter: if there is none, or other options are chosen, the top of the genre deck is revealed."""
    movie(state, rules, draw_poster(state, rules, chance, NO_GENRE), DECK)


def _movie(state: State, rules: Rules, genre: kit.Int, by: Player) -> Fields:
    return {
        "number": int(state.movies) + 1,
        "genre": None if genre == NO_GENRE else CardOf("genres", int(genre)),
        "symbol": _symbol(genre_symbols(state, rules)),
        "by": "deck" if by < 0 else "screenwriter",
        "player": _who(by),
    }


def _movie_in_words(fields: Fields) -> str:
    poster = f"{fields['genre']}, {fields['symbol']}" if fields["genre"] else "without a poster"
    by = f"chosen by player {fields['player']}, the screenwriter" if fields["by"] == "screenwriter" else "off the top"
    return f"Movie {fields['number']}: {poster}, {by}."


@kit.event(
    told=_movie,
    words=_movie_in_words,
    fields={
        "number": "Which movie, from 1.",
        "genre": "Its poster; null where no poster is left.",
        "symbol": "What the poster shows: `patriot`, `communist` or `neutral`.",
        "by": "Who chose the poster: `screenwriter` or `deck`.",
        "player": "The screenwriter; null for the deck.",
    },
)
def movie(state: State, rules: Rules, genre: kit.Int, by: Player) -> None:
    """The genre of a movie is announced."""
    state.announced = True
    state.genre = genre
    if genre != NO_GENRE:
        state.open_posters = kit.add(state.open_posters, genre)


@kit.move(phase=Phase.GENRE, kind="choose", offer="Announce {place}")
def choose_poster(state: State, rules: Rules, player: Player, place: Poster) -> None:
    """Rules, Screenwriter: pick one to reveal; the other is removed from the game face down."""
    posters(state, player, np.int64(state.drawn[1 - place]))
    movie(state, rules, np.int64(state.drawn[place]), player)
    end_turn(state)


@kit.event(
    secret=True,
    words=lambda fields: (
        f"Player {fields['player']} puts another poster aside, {fields['put_aside'] or 'unseen by others'}."
    ),
    fields={"player": "Who.", "put_aside": "That poster."},
)
def posters(state: State, player: Player, put_aside: Annotated[kit.Card, POSTERS]) -> None:
    """The screenwriter puts the other poster aside."""
    state.posters_aside = kit.add(state.posters_aside, put_aside)
    state.rejected_posters[player] = kit.add(state.rejected_posters[player], put_aside)


# Rules, Producer


def held_jobs(state: State, rules: Rules) -> BitSet:
    """The numbers of all job cards that players have."""
    jobs = kit.EMPTY
    for player in range(rules.players):
        jobs = jobs | state.jobs[player]
    return jobs


@kit.move(phase=Phase.PRODUCE_FIRST, among=held_jobs, kind="choose", offer="Swap {number}")
def produce_first(state: State, number: JobNumber) -> None:
    """Pick the first of two job cards to swap: a player's, since swapping two of the center would do nothing."""
    state.picked = number
    state.phase = Phase.PRODUCE_SECOND


def jobs_to_swap_for(state: State, rules: Rules) -> BitSet:
    """The job cards to swap with: any other, of a player or of the center."""
    return kit.remove(held_jobs(state, rules) | state.center, state.picked)


@kit.move(phase=Phase.PRODUCE_SECOND, among=jobs_to_swap_for, kind="choose", offer="Swap it for {number}")
def produce(state: State, rules: Rules, player: Player, number: JobNumber) -> None:
    """Rules, Producer: swap any two job cards; a producer who received another player's may perform it at once."""
    first = state.picked
    one, other = holder_of(state, rules, first), holder_of(state, rules, number)
    swap_jobs(state, rules, player, first, number)
    state.picked = number if one == player else first
    is_others = NOBODY not in (one, other) and one != other and player in (one, other)
    if is_others and not kit.holds(state.performed, state.picked) and can_perform(state, rules, new_job(state, rules)):
        state.phase = Phase.NEW_JOB
    else:
        end_turn(state)


@kit.move(phase=Phase.NEW_JOB, kind="stop", offer="Leave the new job for later")
def leave_new_job(state: State, player: Player) -> None:
    """Leave the new job for later."""
    option(player, FIRST_JOB + state.picked, True, False)
    end_turn(state)


def new_job(state: State, rules: Rules) -> StudioJob:
    """The job that the producer has swapped for."""
    return job_of(rules, state.picked)


def _at_once(state: Position, values: Values) -> kit.Offer:
    name, card = _job_card(values, int(state.picked))
    return kit.Offer(f"Perform {name} at once", card)


@kit.move(phase=Phase.NEW_JOB, kind=new_job, offer=_at_once)
def perform_at_once(state: State, rules: Rules, chance: kit.Chance, player: Player) -> None:
    """Rules, Producer: immediately perform the new job. In studio order this is the turn that its number has."""
    option(player, FIRST_JOB + state.picked, True, True)
    state.turn_used = kit.add(state.turn_used, state.picked)
    start_job(state, rules, chance, np.int64(state.picked))


# Jobs that name a player or a ghost


def targets(state: State, rules: Rules, job: kit.Int) -> BitSet:
    """The players and ghosts that the job may name."""
    if job == StudioJob.DIRECTOR:
        return token_targets(state, rules)
    if job == StudioJob.ACTRESS:
        return kit.up_to(rules.players)
    named = kit.EMPTY
    for player in range(rules.players):
        if state.held[player] > 0:
            named = kit.add(named, player)
    if job == StudioJob.ACTOR:
        return named
    named = kit.remove(named, state.turn_player)
    for ghost in range(ghosts(rules)):
        if state.ghost_card[ghost] != NO_CARD:
            named = kit.add(named, MOST_PLAYERS + ghost)
    return named


def token_targets(state: State, rules: Rules) -> BitSet:
    """Rules, Director: any player or ghost, except who received a token in the round before."""
    receivers = kit.up_to(rules.players)
    for ghost in range(ghosts(rules)):
        receivers = kit.add(receivers, MOST_PLAYERS + ghost)
    return receivers if state.token_before == NOBODY else kit.remove(receivers, state.token_before)


def token_sources(state: State, rules: Rules) -> BitSet:
    """Rules, Director: with no token in the center, the players from whom one may be moved to another."""
    receivers, holders = token_targets(state, rules), kit.EMPTY
    for player in range(rules.players):
        if state.tokens[player] > 0:
            holders = kit.add(holders, player)
    if receivers != kit.EMPTY and kit.without_lowest(receivers) == kit.EMPTY:
        holders = holders & ~receivers
    return holders if receivers != kit.EMPTY and state.tokens_left == 0 else kit.EMPTY


@kit.move(phase=Phase.TOKEN_FROM, among=token_sources, kind="choose", offer="Move a token of {source}")
def take_token(state: State, source: Target) -> None:
    """Rules, Director: with all tokens assigned, one is moved from one player to another."""
    state.picked = source
    state.phase = Phase.TARGET


def named_targets(state: State, rules: Rules) -> BitSet:
    """The targets of the job that is being performed."""
    allowed = targets(state, rules, state.job)
    return allowed if state.picked < 0 else allowed & ~kit.only(state.picked)


OF_TARGETS: Final = {
    StudioJob.DIRECTOR: "Give a token to {}",
    StudioJob.CINEMATOGRAPHER: "Look at the cards of {}",
    StudioJob.ACTRESS: "Let {} draw and discard",
    StudioJob.ACTOR: "Let {} discard and draw",
}


def _naming(state: Position, target: int) -> kit.Offer:
    return kit.Offer(OF_TARGETS[StudioJob(int(state.job))].format(_name_of_target(state, target)))


@kit.move(phase=Phase.TARGET, among=named_targets, kind="choose", offer=_naming)
def name_target(state: State, rules: Rules, chance: kit.Chance, player: Player, target: Target) -> None:
    """Carry out a job on the player or ghost that it names."""
    if state.job == StudioJob.DIRECTOR:
        token(state, target, state.picked)
    elif state.job == StudioJob.CINEMATOGRAPHER:
        look(state, player, target)
    elif state.job == StudioJob.ACTRESS:
        drawn = draw_to_hand(state, rules, chance, target, rules.actress_draws)
        draw_(target, drawn)
        state.to_discard = bag_size(drawn)
        state.actor = target
        state.phase = Phase.DISCARD
    else:
        hand = discard_hand(state, rules, target)
        discard_(target, hand)
        draw_(target, draw_to_hand(state, rules, chance, target, bag_size(hand)))
    if state.phase == Phase.TARGET or state.to_discard == 0:
        end_turn(state)


@kit.event(
    told=lambda to, source: {"to": _who(to), "from": _who(source)},
    words=lambda fields: (
        f"{upper_first(_who_in_words(fields['to']))} is given a token of {_who_in_words(fields['from'])}."
    ),
    fields={"to": "Who gets it.", "from": "Of whom; null: the center."},
)
def token(state: State, to: Target, source: Player) -> None:
    """The director gives a token.

    Rules, Director: to any player; the same player cannot receive one in consecutive rounds.
    """
    if source == NOBODY:
        state.tokens_left -= 1
    else:
        state.tokens[source] -= 1
    state.tokens[to] += 1
    state.token_to = to


def _looked_at(state: State, target: Target) -> Fields:
    is_hand = target < MOST_PLAYERS
    cards = _cards(state.hand[target]) if is_hand else [_card(state.ghost_card[target - MOST_PLAYERS])]
    return {"at": _who(target), "cards": cards}


def _looked_in_words(fields: Fields) -> str:
    what = "card" if isinstance(fields["at"], str) else "hand"
    seen = "" if fields["cards"] is None else f": {cards_in_words(fields['cards'])}"
    return f"Player {fields['player']} looks at the {what} of {_who_in_words(fields['at'])}{seen}."


@kit.event(
    told=_looked_at,
    words=_looked_in_words,
    seen=_hidden("cards"),
    fields={"player": "Who looks.", "at": "Whose cards.", "cards": "The cards."},
)
def look(state: State, player: Player, target: Target) -> None:
    """A player looks at a hand or at a ghost's card.

    The ghost's card is known until it is replaced.
    """
    if target < MOST_PLAYERS:
        state.looked_at[player, target] = state.hand[target]
        state.still[player, target] = state.held[target]
    else:
        ghost = target - MOST_PLAYERS
        state.ghost_seen[ghost] = kit.add(np.uint64(state.ghost_seen[ghost]), player)


def discard_hand(state: State, rules: Rules, player: Player) -> Bag:
    """Let the player discard the whole hand; the bag of it."""
    hand = state.hand[player]
    for choice in kit.each(choices(hand)):
        card = chosen_kind(choice)
        for _ in range(number_of(hand, card)):
            discard(state, card, player)
    state.hand[player] = EMPTY_BAG
    state.held[player] = 0
    for viewer in range(rules.players):
        state.looked_at[viewer, player] = EMPTY_BAG
        state.still[viewer, player] = 0
    return hand


def cards_at_hand(state: State) -> kit.ActionSet:
    """The kinds of cards in the actor's hand."""
    return choices(state.hand[state.actor])


@kit.move(phase=Phase.DISCARD, among=cards_at_hand, kind="discard", offer="Discard {choice}")
def discard_card(state: State, rules: Rules, player: Player, choice: Propaganda) -> None:
    """Actress: one of the cards to be discarded, those just drawn perhaps among them."""
    card = chosen_kind(choice)
    remove_from_hand(state, rules, player, card)
    discard(state, card, player)
    discard_(player, put_in(EMPTY_BAG, card))
    state.to_discard -= 1
    if state.to_discard == 0:
        end_turn(state)


# Composer


def addition(rules: Rules, choice: kit.Action) -> Addition:
    """The kind of a card that is added to the movie."""
    symbol: Addition = rules.propaganda[chosen_kind(choice)].symbol
    return symbol


@kit.move(phase=Phase.COMPOSE, among=lambda state: choices(state.composing), kind=addition, offer="Add {choice}")
def compose(state: State, rules: Rules, player: Player, choice: Propaganda) -> None:
    """Composer: add one of the drawn cards and discard the rest; the deck adds none."""
    card = chosen_kind(choice)
    add_(state, rules, card, np.int64(player), CardSource.COMPOSER.value, kit.only(player))
    rest = take_out(state.composing, card)
    if rest != EMPTY_BAG:
        discard_(player, rest)
    while rest != EMPTY_BAG:
        other = chosen_kind(kit.lowest(choices(rest)))
        rest = take_out(rest, other)
        discard(state, other, player)
    state.composing = EMPTY_BAG
    end_turn(state)


# Rules, Post 1: cards for stars and tokens


def adding_player(state: State, rules: Rules, place: kit.Int) -> Player:
    """Who adds cards at a place of the order. Rules, Tokens: clockwise from the lowest number; or by studio order.

    In studio order those without a job come last.
    """
    if not rules.studio_order:
        return clockwise(state, rules, place)
    numbers = kit.EMPTY
    for player in range(rules.players):
        jobs = state.jobs[player]
        numbers = kit.add(numbers, JOBS + player if jobs == kit.EMPTY else kit.lowest(jobs))
    number = nth(numbers, place)
    return number - JOBS if number >= JOBS else holder_of(state, rules, number)


def is_strike(state: State, rules: Rules) -> kit.Bool:
    """Rules, Union Strike: each time a neutral poster is active."""
    return rules.union_strike and genre_symbols(state, rules) == 0


def due_cards(state: State, rules: Rules, place: kit.Int) -> kit.Int:
    """Cards that the player at a place has to add. Rules, Post 1: one for each star; in a strike any number."""
    return due_from(state, rules, adding_player(state, rules, place)) if place < rules.players else np.int64(0)


def due_from(state: State, rules: Rules, player: Player) -> kit.Int:
    """Cards that a player has to add, by the dice."""
    stars = np.int64(stars_of(state, rules, player))
    if stars == 0 or not is_strike(state, rules):
        return stars
    return np.int64(state.held[player])


def next_star_card(state: State, rules: Rules) -> kit.Bool:
    """The next player who must add a card; whether there is one."""
    while state.place < rules.players:
        player = adding_player(state, rules, state.place)
        if state.due > 0 and state.held[player] > 0:
            state.actor = player
            state.phase = Phase.STRIKE if is_strike(state, rules) else Phase.STAR_CARD
            return True
        state.place += 1
        state.due = due_cards(state, rules, state.place)
    state.place = 0
    return False


@kit.move(phase=Phase.STAR_CARD, among=cards_at_hand, kind=addition, offer="Add {choice}")
def add_for_star(state: State, rules: Rules, choice: Propaganda) -> None:
    """Rules, Post 1: add a card of the hand for a star, face down."""
    state.due -= 1
    add_from_hand(state, rules, choice, CardSource.STAR.value)


@kit.move(phase=Phase.STRIKE, among=cards_at_hand, kind=addition, offer="Add {choice}")
def add_on_strike(state: State, rules: Rules, choice: Propaganda) -> None:
    """Rules, Union Strike: add any number of cards."""
    state.due -= 1
    add_from_hand(state, rules, choice, CardSource.STRIKE.value)


@kit.move(phase=Phase.STRIKE, kind="stop", offer="Add no card")
def stop_adding(state: State) -> None:
    """Add no card."""
    state.due, state.goes_on = 0, True


def next_token(state: State, rules: Rules) -> kit.Bool:
    """Rules, Tokens: the next player, in turn order, who may spend a token; whether there is one."""
    while state.place < rules.players:
        player = adding_player(state, rules, state.place)
        if state.tokens[player] > 0 and state.held[player] > 0:
            state.actor = player
            state.phase = Phase.TOKEN
            return True
        state.place += 1
    return False


@kit.move(phase=Phase.TOKEN, among=cards_at_hand, kind="token", offer="Spend a token: add {choice}")
def spend_token(state: State, rules: Rules, player: Player, choice: Propaganda) -> None:
    """Rules, Post 1: return a token to add an extra card. Several may be spent in a round."""
    state.tokens[player] -= 1
    state.tokens_left += 1
    state.tokens_spent[player] += 1
    add_from_hand(state, rules, choice, CardSource.TOKEN.value)


@kit.move(phase=Phase.TOKEN, kind="stop", offer="Spend no token")
def keep_token(state: State) -> None:
    """Spend no token."""
    state.place, state.goes_on = state.place + 1, True


def add_from_hand(state: State, rules: Rules, choice: kit.Action, source: kit.Int) -> None:
    """Let the actor add a card of the hand."""
    card, player = chosen_kind(choice), np.int64(state.actor)
    remove_from_hand(state, rules, player, card)
    add_(state, rules, card, player, source, kit.only(player))
    state.goes_on = True


SOURCES: Final = {
    "star": "for a star on a die",
    "token": "for a token",
    "strike": "on strike",
    "composer": "as composer",
    "ghost": "",
}


def _added_in_words(fields: Fields) -> str:
    if fields["from"] == "deck":
        return f"The deck adds {card_in_words(fields['card'])} to the movie."
    adds = f"{_who_in_words(fields['player'])} adds {card_in_words(fields['card'])} to the movie"
    return f"{upper_first(adds)} {SOURCES[fields['from']]}".rstrip() + "."


@kit.event(
    told=lambda card, by, source, seen_by: {
        "from": CardSource(int(source)).name.lower(),
        "player": _who(by),
        "card": _card(card),
        "seen_by": members(seen_by),
    },
    words=_added_in_words,
    seen=lambda fields, viewer: fields if viewer in fields["seen_by"] else {**fields, "card": None},
    fields={
        "from": "`star`, `token`, `strike`, `composer`, `deck` or `ghost`.",
        "player": "Who adds it; null for the deck.",
        "card": "The card.",
        "seen_by": "The players who know it.",
    },
)
def add_(state: State, rules: Rules, card: Card, by: Player, source: kit.Int, seen_by: PlayerSet) -> None:
    """A card comes into the movie, face down.

    `by` is the player who chose the card, or DECK or GHOST; `seen_by` the set of those who know it.
    """
    place = state.movie_size
    state.movie_card[place] = card
    state.movie_by[place] = by
    state.movie_seen[place] = seen_by
    state.movie_size += 1
    value = symbols(rules, card)
    if by >= 0:
        state.added[state.movies, by] += 1
        state.cards_added[by] += 1
        state.laid[by] = put_in(state.laid[by], card)
        if value != 0:
            side = 0 if value > 0 else 1
            state.symbols_added_by[state.movies, by, side] += 1
            state.symbols_added[by, side] += abs(value)
    else:
        state.loose[state.movies] += 1


# Rules, Post 1 and 2: ghosts and the deck


def add_ghosts(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Rules, 1-3 Player Adjustments: a ghost with a star adds its card; without one it spends a token if it can."""
    for ghost in range(ghosts(rules)):
        target = MOST_PLAYERS + ghost
        star = kit.holds(state.stars, ghost_die(rules, ghost))
        if state.ghost_card[ghost] != NO_CARD and (star or state.tokens[target] > 0):
            if not star:
                state.tokens[target] -= 1
                state.tokens_left += 1
            card, seen_by = np.int64(state.ghost_card[ghost]), np.uint64(state.ghost_seen[ghost])
            add_(state, rules, card, GHOST - ghost, CardSource.GHOST.value, seen_by)
            ghost_card(state, rules, chance, ghost)


@kit.event(
    told=lambda state, ghost: {"ghost": int(ghost), "card": _card(state.ghost_card[ghost])},
    words=lambda fields: f"Ghost {fields['ghost']} is dealt {card_in_words(fields['card'])}.",
    seen=lambda fields, viewer: {**fields, "card": None},
    fields={"ghost": "Which, from 0.", "card": "The card."},
)
def ghost_card(state: State, rules: Rules, chance: kit.Chance, ghost: kit.Int) -> None:
    """A ghost is dealt a new card."""
    state.ghost_seen[ghost] = 0
    state.ghost_card[ghost] = draw_card(state, rules, chance, rules.players)


def is_justice_served(state: State, rules: Rules) -> kit.Bool:
    """Rules, Justice Served: whether the deck adds nothing to this movie and nothing is discarded at random."""
    return rules.justice_served and state.movies + 1 == rules.max_movies


def add_from_deck(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Rules, Post 2: add the top card of the deck; not where the composer added one."""
    if state.composed or is_justice_served(state, rules):
        return
    for _ in range(rules.deck_adds):
        card = draw_card(state, rules, chance, rules.players)
        if card != NO_CARD:
            add_(state, rules, card, DECK, CardSource.DECK.value, kit.EMPTY)


# Rules, Post 3: the editor, and what leaves the movie unseen


def ask_editor(state: State, rules: Rules, chance: kit.Chance) -> kit.Bool:
    """Rules, Post 3: shuffle; a random card is given to the editor to view. Whether there is an editor to decide.

    If the editor already knew an equal card in the movie, it counts as that one: equal cards cannot be told apart.
    """
    if state.editor == NOBODY or state.movie_size == 0:
        return False
    start_stream(chance, Stream.EDITOR, np.int64(state.movies))
    place = table_below(chance, np.int64(state.movie_size))
    for other in range(state.movie_size):
        has_seen = kit.holds(np.uint64(state.movie_seen[other]), state.editor)
        if has_seen and state.movie_card[other] == state.movie_card[place]:
            place = np.int64(other)
            break
    last = state.movie_size - 1
    swap_places(state, place, last)
    state.movie_seen[last] = kit.add(np.uint64(state.movie_seen[last]), state.editor)
    state.actor = state.editor
    state.phase = Phase.EDIT
    return True


def swap_places(state: State, place: kit.Int, other: kit.Int) -> None:
    """Let two cards of the movie change places."""
    swap_cards(state.movie_card, place, other)
    swap_cards(state.movie_by, place, other)
    swap_cards(state.movie_seen, place, other)


def _edited(says: str) -> Callable[..., kit.Offer]:
    def offer(state: Position, values: Values) -> kit.Offer:
        name, card = _card_of(values, int(state.movie_card[state.movie_size - 1]))
        return kit.Offer(says.format(name), card, "You alone have seen it.")

    return offer


@kit.move(phase=Phase.EDIT, offer=_edited("Put {} back"))
def put_back(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Rules, Editor: put the card back into the movie; then chance discards."""
    edit(state.editor, state.movie_card[state.movie_size - 1], True)
    finish_editing(state, chance, random_discards(state, rules))


@kit.move(phase=Phase.EDIT, offer=_edited("Cut {}"))
def cut(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Rules, Editor: discard the card, in the place of one that chance would discard."""
    last, editor = state.movie_size - 1, state.editor
    card, by = np.int64(state.movie_card[last]), state.movie_by[last]
    edit(editor, card, False)
    remove_last_card(state)
    if by == editor:
        state.laid[by] = take_out(state.laid[by], card)
    discard_from_movie(state, card, editor)
    finish_editing(state, chance, max(random_discards(state, rules) - 1, 0))


def finish_editing(state: State, chance: kit.Chance, discards: kit.Int) -> None:
    """Discard so many cards at random; the premiere follows."""
    discard_at_random(state, chance, discards)
    state.step, state.goes_on = RoundStep.PREMIERE, True


@kit.event(
    told=lambda card, back: {"card": _card(card), "put_back": back},
    words=lambda fields: (
        f"Player {fields['player']}, the editor, looks at {card_in_words(fields['card'])} of the movie and"
        f" {'puts it back' if fields['put_back'] else 'discards it'}."
    ),
    seen=_hidden("card"),
    fields={"player": "The editor.", "card": "The card.", "put_back": "Whether it goes back into the movie."},
)
def edit(player: Player, card: Card, back: kit.Bool) -> None:
    """The editor looks at a card of the movie. There is none to look at where the movie is empty."""


def remove_last_card(state: State) -> None:
    """Remove the last card from the movie."""
    state.movie_size -= 1
    state.movie_card[state.movie_size] = 0
    state.movie_by[state.movie_size] = 0
    state.movie_seen[state.movie_size] = 0


def random_discards(state: State, rules: Rules) -> kit.Int:
    """Rules, Post 3, and Justice Served: how many cards are discarded at random."""
    return np.int64(0) if is_justice_served(state, rules) else np.int64(rules.discarded_from_movie)


def discard_at_random(state: State, chance: kit.Chance, most: kit.Int) -> None:
    """Rules, Post 3: discard at random; do not view the discarded card."""
    start_stream(chance, Stream.CUT, np.int64(state.movies))
    for _ in range(most):
        if state.movie_size > 0:
            place, last = table_below(chance, np.int64(state.movie_size)), state.movie_size - 1
            swap_places(state, place, last)
            card = np.int64(state.movie_card[last])
            remove_last_card(state)
            discard_from_movie(state, card, NOBODY)


def _discarded_in_words(fields: Fields) -> str:
    if fields["seen_by"] is None:
        return f"By chance, and seen by nobody, {card_in_words(fields['card'])} leaves the movie."
    return f"{upper_first(card_in_words(fields['card']))} leaves the movie, cut by player {fields['seen_by']}."


@kit.event(
    told=lambda card, editor: {"card": _card(card), "seen_by": _who(editor)},
    words=_discarded_in_words,
    seen=lambda fields, viewer: fields if fields["seen_by"] == viewer else {**fields, "card": None},
    fields={"card": "The card.", "seen_by": "The editor who cut it; null where chance did."},
)
def discard_from_movie(state: State, card: Card, editor: Player) -> None:
    """A card leaves the movie unseen."""
    discard(state, card, editor)


# Rules, Premiere


def premiere(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Rules, Premiere 1 to 3: reveal and count; check hearings and shake-ups; draw; then discard the movie.

    Where search imagines the movie, it is over once it is counted.
    """
    poster = genre_symbols(state, rules)
    patriot, communist = max(poster, 0), max(-poster, 0)
    for place in range(state.movie_size):
        value = symbols(rules, state.movie_card[place])
        patriot += max(value, 0)
        communist += max(-value, 0)
    if not state.imagined:
        note_revealed_cards(state, rules)
    premiere_(state, rules, patriot, communist, movie_winners(rules, patriot - communist))
    check_end(state, rules, patriot - communist)
    if not (state.over or state.imagined):
        if is_revealed(state, rules, Special.HEARING):
            hearing(state, rules, chance)
        if is_revealed(state, rules, Special.SHAKE_UP):
            shake_up(state, rules, chance)
        for turn in range(rules.players):
            player = clockwise(state, rules, turn)
            missing = rules.hand_size - np.int64(state.held[player])
            if missing > 0:
                redraw(player, draw_to_hand(state, rules, chance, player, missing))
        while state.movie_size > 0:  # all have seen these
            card = np.int64(state.movie_card[state.movie_size - 1])
            state.open_discards[card] += 1
            discard(state, card, NOBODY)
            remove_last_card(state)


def note_revealed_cards(state: State, rules: Rules) -> None:
    """Note the cards that were revealed, by kind and by symbol; and who misses own ones, which were discarded."""
    for card in range(rules.propaganda_rows):
        state.revealed_kinds[card] = 0
    for place in range(state.movie_size):
        card = state.movie_card[place]
        state.revealed_kinds[card] += 1
        state.revealed[state.movies, rules.propaganda[card].symbol] += 1
    for player in range(rules.players):
        for choice in kit.each(choices(state.laid[player])):
            card = chosen_kind(choice)
            missing = number_of(state.laid[player], card) - np.int64(state.revealed_kinds[card])
            if missing > 0:
                state.seen_discards_of[player, card] += missing


def movie_winners(rules: Rules, margin: kit.Int) -> kit.Int:
    """Rules, Premiere: the majority wins; a tie goes to the communists, in a game of two to both."""
    if margin != 0:
        return PATRIOTS_WON if margin > 0 else COMMUNISTS_WON
    if rules.ties_go_to == MovieTies.COMMUNISTS:
        return BOTH_WON if rules.players == 2 else COMMUNISTS_WON
    return PATRIOTS_WON if rules.ties_go_to == MovieTies.PATRIOTS else 0


WON: Final = ("nobody", "patriots", "communists", "both")


def _premiere(state: State, rules: Rules, patriot: kit.Int, communist: kit.Int, won: kit.Int) -> Fields:
    return {
        "number": int(state.movies),
        "cards": [_card(card) for card in sorted(state.movie_card[: int(state.movie_size)])],
        "patriot": int(patriot),
        "communist": int(communist),
        "winner": WON[int(won)],
        "symbol": _symbol(genre_symbols(state, rules)),
        "filmstrips": {"patriots": int(state.patriot_movies), "communists": int(state.communist_movies)},
    }


def _premiere_in_words(fields: Fields) -> str:
    score = " to ".join(counted(fields[side], f"{side} symbol") for side in ("patriot", "communist"))
    strip = {"nobody": "nobody gets the filmstrip", "both": "each side gets a filmstrip"}
    won = strip.get(fields["winner"], f"the {fields['winner']} get the filmstrip")
    revealed = f"{cards_in_words(fields['cards'])}, and the poster is {fields['symbol']}"
    strips = f"patriots {fields['filmstrips']['patriots']}, communists {fields['filmstrips']['communists']}"
    return f"Premiere of movie {fields['number']}: {revealed}; {score}, {won}. Filmstrips: {strips}."


@kit.event(
    told=_premiere,
    words=_premiere_in_words,
    fields={
        "number": "Which movie, from 1.",
        "cards": "The cards of the movie.",
        "patriot": "Patriot symbols, the poster's included.",
        "communist": "Communist symbols, the poster's included.",
        "winner": "`patriots`, `communists`, `both` or `nobody`.",
        "symbol": "What the poster adds: `patriot`, `communist` or `neutral`.",
        "filmstrips": "Movies that `patriots` and `communists` have won so far.",
    },
)
def premiere_(state: State, rules: Rules, patriot: kit.Int, communist: kit.Int, won: kit.Int) -> None:
    """The movie is revealed and its symbols are counted.

    The filmstrip goes to a side, or to both.
    """
    state.margins[state.movies] = patriot - communist
    state.patriots_in[state.movies] = patriot
    state.communists_in[state.movies] = communist
    state.all_leads += abs(patriot - communist)
    state.all_patriot_symbols += patriot
    state.all_communist_symbols += communist
    state.movies += 1
    state.stage = state.movies
    state.patriot_movies += won & PATRIOTS_WON
    state.communist_movies += won // COMMUNISTS_WON
    lead = state.patriot_movies - state.communist_movies
    if lead != 0:
        kit.note_leader(state, kit.only(0 if lead > 0 else 1))


def is_revealed(state: State, rules: Rules, special: kit.Int) -> kit.Bool:
    """True if a card of this kind was revealed in the movie."""
    for place in range(state.movie_size):  # noqa: SIM110
        if rules.propaganda[state.movie_card[place]].special == special:
            return True
    return False


@kit.event(
    told=lambda state, rules: {"dice": _stars(state, 0, dice(rules))},
    words=lambda fields: f"Congressional Hearing: all dice are rolled again: {_stars_in_words(fields['dice'])}.",
    fields={"dice": "Whether each die shows a star: the players' in order, then the ghosts'."},
)
def hearing(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Congressional Hearing: all dice are rolled again."""
    for die in range(dice(rules)):
        roll(state, rules, chance, die)
    state.hearings += 1


def _shake_up_in_words(fields: Fields) -> str:
    dealt = [f"player {seat} has {jobs_in_words(numbers)}" for seat, numbers in enumerate(fields["jobs"])]
    return f"Shake Up: all jobs are dealt again; {', '.join(dealt)}; in the center: {jobs_in_words(fields['center'])}."


@kit.event(told=_jobs, words=_shake_up_in_words, fields=JOBS_LIE)
def shake_up(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Shake Up: all job cards are dealt again."""
    for player in range(rules.players):
        state.center = state.center | state.jobs[player]
    hand_out_jobs(state, rules, chance)
    state.shake_ups += 1


@_of_cards("Player {} draws back up: {}.")
def redraw(player: Player, bag: Bag) -> None:
    """A player draws back up after a movie."""


# Rules, Goals


def communist_target(rules: Rules) -> kit.Int:
    """Rules, Goals; 1-3 Player Adjustments: in a game of three the communists need fewer."""
    return rules.communist_target_3_players if rules.players == FEW else rules.communist_target


def has_rising_star(state: State, rules: Rules) -> kit.Bool:
    """True if a rising star was dealt."""
    for player in range(rules.players):  # noqa: SIM110 (Numba knows no generators)
        if state.side[player] == Loyalty.RISING_STAR:
            return True
    return False


def check_end(state: State, rules: Rules, margin: kit.Int) -> None:
    """Rules, Goals: as soon as a side has won enough movies; in the last movie, the rising star with a narrow one.

    A last movie without a winner (other targets than the source's) goes to the side with more movies, or is a tie.
    """
    patriots = state.patriot_movies >= rules.patriot_target
    communists = state.communist_movies >= communist_target(rules)
    last = state.movies == rules.max_movies
    if last and abs(margin) <= rules.rising_star_margin and has_rising_star(state, rules):
        end(state, rules, Victory.RISING_STAR.value, False)
    elif patriots or communists:
        end(state, rules, outcome_of(patriots, communists), False)
    elif last:
        ahead = state.patriot_movies - state.communist_movies
        end(state, rules, outcome_of(ahead >= 0, ahead <= 0), True)


def outcome_of(patriots: kit.Bool, communists: kit.Bool) -> kit.Int:
    """The outcome when at least one of the sides has won."""
    if patriots and communists:
        return Victory.BOTH.value
    return Victory.PATRIOTS.value if patriots else Victory.COMMUNISTS.value


def _end(state: State, rules: Rules, outcome: kit.Int, at_limit: kit.Bool) -> Fields:
    """The winners, and the rules that they have met, by name."""
    communists = "communist_target_3_players" if rules.players == FEW else "communist_target"
    reached = ("patriot_target", communists, "rising_star_margin", f"patriot_target {communists}")
    return {
        "winners": members(state.winners),
        "side": Victory(int(outcome)).name.lower(),
        "loyalties": _loyalties(state, rules),
        "ended_by": "max_movies" if at_limit else reached[int(outcome)],
    }


ENDED_BY: Final = {
    "rising_star_margin": "since the last movie was close",
    "max_movies": "since no further movie may be made",
}
"""Why the play ended, by the rule that ended it; else by a target."""


def _end_in_words(fields: Fields) -> str:
    wins = "Both sides win" if fields["side"] == "both" else f"The {fields['side'].replace('_', ' ')} win"
    wins += "s" * (fields["side"] == "rising_star")
    winners = f": {listed(map(_who_in_words, fields['winners']))}" if fields["winners"] else ""
    told = [f"player {seat} was {_loyalty_in_words(item)}" for seat, item in enumerate(fields["loyalties"])]
    because = ENDED_BY.get(fields["ended_by"], "who have made the movies they need")
    return f"{wins}{winners}, {because}. {upper_first(', '.join(told))}."


@kit.event(
    told=_end,
    words=_end_in_words,
    fields={
        "winners": "Every player of the winning side.",
        "side": "`patriots`, `communists`, `rising_star` or `both`.",
        "loyalties": "The loyalty of each player, revealed.",
        "ended_by": "The rule that ended the play: the target reached (in a double victory both, with a space"
        " between), `rising_star_margin`, or the limit `max_movies`.",
    },
)
def end(state: State, rules: Rules, outcome: kit.Int, at_limit: kit.Bool) -> None:
    """The play is over.

    All players of the winning side win; there may be none. `at_limit`: no side has reached its target, and
    `max_movies` ended the play.
    """
    state.over = True
    state.outcome = outcome
    state.patriots_won = outcome in (Victory.PATRIOTS, Victory.BOTH)
    state.communists_won = outcome in (Victory.COMMUNISTS, Victory.BOTH)
    state.rising_star_won = outcome == Victory.RISING_STAR
    state.last_movie = state.movies == rules.max_movies
    for player in range(rules.players):
        loyalty = state.side[player]
        if loyalty == outcome or (outcome == Victory.BOTH and loyalty != Loyalty.RISING_STAR):
            state.winners = kit.add(np.uint64(state.winners), player)
            state.won[player] = 1
        if loyalty != Loyalty.RISING_STAR:  # which has no side, so no symbols for or against it
            state.symbols_for[player] = state.symbols_added[player, loyalty]
            state.symbols_against[player] = state.symbols_added[player, 1 - loyalty]


def winners(state: State, rules: Rules) -> PlayerSet:
    return np.uint64(state.winners)


def tied(state: State, rules: Rules) -> kit.Bool:
    return state.outcome == Victory.BOTH


def score(state: State, rules: Rules, player: Player) -> kit.Int:
    """Minus the fewest movies in which the player could still win; 0 once it has.

    A side needs the movies up to its target. The rising star needs both sides at one movie short of theirs, and then a
    narrow movie.
    """
    patriots = max(np.int64(0), np.int64(rules.patriot_target) - np.int64(state.patriot_movies))
    communists = max(np.int64(0), np.int64(communist_target(rules)) - np.int64(state.communist_movies))
    if state.side[player] == Loyalty.PATRIOT:
        return -patriots
    return -communists if state.side[player] == Loyalty.COMMUNIST else -max(np.int64(0), patriots + communists - 1)


# The table


STAR, BLANK = "★", ""


def zones(state: Position, rules: Rules, values: Values) -> Iterator[kit.Zone]:
    """The movie in the making, its poster, filmstrips and piles; each hand, job, die, token and loyalty; the ghosts."""
    cards, jobs, posters = (keys(values, name) for name in ("propaganda", "job_cards", "genres"))
    yield kit.Zone("Poster", () if state.genre == NO_GENRE else (posters[state.genre],))
    yield kit.Zone("Movie in the making", _as_they_lie(cards, state.movie_card[: state.movie_size]))
    yield kit.Zone("Jobs in the center", [jobs[job] for job in members(state.center)])
    yield number_zone("Movies of the patriots", state.patriot_movies)
    yield number_zone("Movies of the communists", state.communist_movies)
    yield number_zone("Tokens in the center", state.tokens_left)
    yield kit.Zone("Deck", face_down(state.deck_size), look=Look.PILE)
    seen = [name for kind, name in enumerate(cards) for _ in range(state.discards[kind])]
    yield kit.Zone("Discards", [*face_down(state.discards_count - len(seen)), *seen], look=Look.PILE)
    for player in range(rules.players):
        yield from _zones_of_player(state, rules, player, cards, jobs)
    for ghost in range(ghosts(rules)):
        name, card = f"Ghost {ghost}", state.ghost_card[ghost]
        yield kit.Zone(name, () if card == NO_CARD else _as_they_lie(cards, [card]))
        yield kit.Zone(f"{name}’s die", (_face_of_die(state, ghost_die(rules, ghost)),), look=Look.DICE)
        yield number_zone(f"{name}’s tokens", state.tokens[MOST_PLAYERS + ghost])


def _zones_of_player(
    state: Position, rules: Rules, player: int, cards: Sequence[str], jobs: Sequence[str]
) -> Iterator[kit.Zone]:
    """All that lies before a player."""
    loyalty, hand = Loyalty(int(state.side[player])), state.hand[player]
    seen = [name for kind, name in enumerate(cards) for _ in range(number_of(hand, kind))]
    yield kit.Zone("Loyalty", (None if loyalty is Loyalty.UNKNOWN else f"loyalty {loyalty.name}",), player)
    yield kit.Zone("Hand", [*seen, *face_down(state.held[player] - len(seen))], player)
    yield kit.Zone("Jobs", [jobs[job] for job in members(state.jobs[player])], player)
    first, its = player * dice_a_player(rules), dice_a_player(rules)
    yield kit.Zone("Dice", [_face_of_die(state, first + place) for place in range(its)], player, Look.DICE)
    yield number_zone("Tokens", state.tokens[player], player)
    yield number_zone("Cards added to this movie", state.added[state.movies, player] if not state.over else 0, player)


def _face_of_die(state: Position, die: int) -> str:
    return STAR if kit.holds(state.stars, die) else BLANK


def _as_they_lie(names: Sequence[str], cards: Sequence[Card]) -> list[Thing]:
    """Cards of a movie that is shuffled before anybody looks: those that are known first, never in their order."""
    open_cards: list[Thing] = [names[card] for card in sorted(int(card) for card in cards) if card < HIDDEN]
    return [*open_cards, *face_down(len(cards) - len(open_cards))]


# What rules leave each other, and the score sheet


def limits(values: Values) -> dict[str, Limit]:
    """No more stars than faces, and no larger hands than there are cards."""
    players, faces = whole_of(values, "players"), whole_of(values, "die_faces")
    listed_cards = values["propaganda"]
    rows: Sequence[Row] = tuple(listed_cards) if isinstance(listed_cards, Cards) else ()
    cards = sum(whole_of(row, "copies") for row in rows if not (players == 2 and is_left_out_row(row)))
    return {
        "star_faces": Limit(faces, f"a die of {faces} faces"),
        "hand_size": Limit(max(1, cards // players), f"{counted(players, 'player')} and {counted(cards, 'card')}"),
    }


def check(values: Values) -> list[Problem]:
    """Enough jobs for everybody; a warning where nobody could add a card."""
    players, jobs_a_player = whole_of(values, "players"), 2 if whole_of(values, "players") <= FEW else 1
    in_play = values["jobs"] if isinstance(values["jobs"], list) else []
    jobs = [str(job) for job in in_play if players > FEW or job != "producer"]
    problems = []
    if len(jobs) < players * jobs_a_player:
        need = counted(players, "player needs", "players need")
        message = f"{counted(len(jobs), 'job')} in play; {need} at least {players * jobs_a_player}"
        problems.append(Problem("jobs", message, ", ".join(jobs)))
    if values["star_faces"] == 0 and values["tokens"] == 0 and not values["union_strike"]:
        problems.append(Problem("star_faces", "no player will ever add a card: there are no stars", "0", warning=True))
    return problems


def cost(values: Values) -> int:
    """How many times slower than in Hitmakers bots decide: with more players there are more worlds to weigh."""
    return next(slower for most, slower in ((3, 2), (6, 4), (MOST_PLAYERS, 16)) if whole_of(values, "players") <= most)


def score_sheet(values: Values) -> ScoreSheet:
    """The score sheet: a row a movie, which goes to a side; sides need a number of movies. Nobody counts points."""
    patriots, communists, rising_star = SIDES
    needed = whole_of(values, "communist_target_3_players" if values["players"] == FEW else "communist_target")
    outcomes: tuple[tuple[str, ...], ...] = ((patriots,), (communists,))
    if values["ties_go_to"] == "nobody":
        outcomes += ((),)
    elif values["ties_go_to"] == "communists" and values["players"] == 2:
        outcomes += ((patriots, communists),)
    return ScoreSheet(
        row="movie",
        wins=Wins.NAMED,
        rows=whole_of(values, "max_movies"),
        length="movies",
        sides=(
            Side(patriots, "Patriots", "Patriot", whole_of(values, "patriot_target")),
            Side(communists, "Communists", "Communist", needed),
            Side(rising_star, "Rising star", "Rising star"),
        ),
        outcomes=outcomes,
    )


def write_down(event: str, fields: Fields) -> Iterator[SheetEntry]:
    """The sides that a movie goes to."""
    if event == "premiere":
        yield SheetEntry(sides={"nobody": (), "both": SIDES[:2]}.get(fields["winner"], (fields["winner"],)))
