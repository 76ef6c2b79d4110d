"""Showbiz Shuffle: cast Bods in movies, play Biz on your own and on your rivals'.

Source: "Showbiz Shuffle", Joan Wendland, Blood and Cardstock Games, 1998. Its card list is missing from the text; help
texts say "reconstruction" where a default is ours, so that an owner of the printed game can set the true value. A
heading of the source stands at the paragraphs that are about it; all effects of Biz cards are a reconstruction.

What we play: the source, with these reconstructions. A turn is a series of decisions: what to do, then where. A movie
has room only for the Bods that complete it. A Biz card that steals shows what it took. A movie whose last Bod walks out
is given up. Reaching the score target starts the end game as the last Bod does. A player knows the own hand, the table,
both discard piles, and the cards of rivals' hands that all saw go there: a Bod that was recast, a Biz card that was
stolen.

A Bod is the number of its row in `rules.bods`; a Biz card is the number of a copy, `rules.biz_deck[copy]` its row. A
movie is a number too: `PLACES` for each player, those of player 0 first.
"""

import json
from collections.abc import Callable, Iterator
from enum import IntEnum
from typing import Annotated, Any, ClassVar, Final, TypeAlias

import numpy as np

from workbench import kit
from workbench.engine.bit_sets import mark, only_if, raised, span
from workbench.engine.cards import Cards, cards_of
from workbench.engine.chance import start_deal, start_stream, table_below
from workbench.engine.game import Limit
from workbench.engine.parameters import Values
from workbench.engine.problems import Problem, whole_of
from workbench.engine.score_sheet import Criterion, ScoreSheet, SheetEntry
from workbench.engine.trace import CardOf, CopyOf
from workbench.engine.types import Array, BitSet, Card, Fields, Player, PlayerSet
from workbench.engine.types import State as Position
from workbench.engine.wording import counted, listed
from workbench.games.showbiz_shuffle.cards import (
    BIZ,
    BIZ_COLUMNS,
    BOD_COLUMNS,
    BODS,
    FOLDER,
    GENRES,
    KIND_BITS,
    KINDS,
    MOST_BIZ,
    MOST_BODS,
    OPENING,
    BizEffect,
    BizTarget,
    BodKind,
    Genre,
    biz_face,
    check_biz,
    check_bod,
    effect_set,
    work_out_roles,
)

MovieSet: TypeAlias = Any
"""A set of movies, as one word."""
Bod: TypeAlias = Annotated[kit.Card, BODS]
RowNumber: TypeAlias = Any
"""A row of the card list `bods` or `biz`."""
MOST_PLAYERS: Final = 4
PLACES: Final = 4
"""Movies of one player, at most."""
MOVIES: Final = MOST_PLAYERS * PLACES
MOST_CALL: Final = 10
MOST_HAND: Final = 20
"""Bods in a hand: `hand_size` is at most 10, and Biz can bring more; nothing is drawn beyond this."""
MOST_BIZ_HAND: Final = 40
MOST_CAST: Final = 13
MOST_ATTACHED: Final = 16
"""Biz cards that lie with one movie; nothing is played on it beyond this."""
WHOLE_MOVIE: Final = -1
"""In the place of a Bod: the Biz card lies with the movie itself."""
LOOK_AHEAD: Final = 2
"""Turns of each player that search plays out."""
RETURN, STEAL = 2, 3
"""Streams of the table's chance, after those of the two decks."""
CARD_FACTOR: Final = 16
MOVIE_FACTOR: Final = 16 * 256


# What is chosen, by its number


def _bod(values: Values, card: int) -> tuple[str, str]:
    row = cards_of(values, "bods").numbered[card]
    return str(row["name"]), f"bods {row['id']}"


def _movie_of(state: Position, number: int) -> str:
    owner, genre = number // PLACES, Genre(int(state.genre[number])).name.lower()
    return f"movie {number % PLACES + 1}, {'your own' if owner == state.actor else f'of player {owner + 1}'}, {genre}"


def _biz_offer(rules: "Rules", values: Values, copy: int, says: str) -> kit.Offer:
    """A choice about a Biz card, with what the card does."""
    row = cards_of(values, "biz").numbered[int(rules.biz_deck[copy])]
    face = biz_face(row)
    does = f"{face.kind}{f', {face.points}' if face.points else ''}. {face.text}"
    return kit.Offer(says.format(row["name"]), f"biz {row['id']}", does)


def _of_biz_hand(says: str) -> Callable[..., kit.Offer]:
    return lambda state, rules, values, place: _biz_offer(rules, values, state.biz.hand[state.actor, place], says)


def _cancelling(state: Position, rules: "Rules", values: Values, place: int) -> kit.Offer:
    says = f"Cancel {{}}, Biz card {place + 1} of the movie"
    return _biz_offer(rules, values, state.attached[state.aim, place], says)


Movie: TypeAlias = Annotated[Any, kit.Label(MOVIES, _movie_of)]
"""A movie by its number: `PLACES` for each player, those of player 0 first."""
HandSlot: TypeAlias = Annotated[
    Any, kit.Label(MOST_HAND, lambda state, values, number: _bod(values, state.bods.hand[state.actor, number]))
]
CallSlot: TypeAlias = Annotated[
    Any, kit.Label(MOST_CALL, lambda state, values, number: _bod(values, state.cattle_call[number]))
]
Spot: TypeAlias = Annotated[
    Any, kit.Label(MOST_CAST, lambda state, values, number: _bod(values, state.cast[state.aim, number]))
]
TABLE, TURN, MAKING, END, CARDS = "Table", "Turn", "Movies", "End of the game", "Cards"


class Rules(kit.Rules):
    """Every parameter, in the order of the rulebook; the defaults are the source's game for three."""

    sections: ClassVar = {
        "players": TABLE,
        "plays_from_hand": TURN,
        "movies_at_once": MAKING,
        "unfinished_penalty": END,
        "bods": CARDS,
    }

    players: int = kit.rule(3, 2, 4, "How many sit at the table.", unit="players")
    hand_size: int = kit.rule(5, 1, 10, "Bods to which a hand is filled up before each turn.", unit="cards")
    cattle_call_size: int = kit.rule(5, 0, 10, "Bods that lie open for everybody before each turn.", unit="cards")
    starting_biz: int = kit.rule(1, 0, 5, "Biz cards dealt to each player.", unit="cards")
    plays_from_hand: int = kit.rule(2, 0, 5, "Bods that a player may play from the hand each turn.", unit="cards")
    plays_from_cattle_call: int = kit.rule(
        1, 0, 5, "Bods that a player may play from the Cattle Call each turn.", unit="cards"
    )
    biz_per_turn: int = kit.rule(1, 0, 5, "Biz cards that a player may play each turn.", unit="cards")
    shake_up: bool = kit.rule(
        True,
        "Whether a player may spend a whole turn on discarding all Biz and drawing a new hand of Bods.",
        title="Shake-up allowed",
    )
    movies_at_once: int = kit.rule(2, 1, 4, "Movies that a player may have in production.", unit="movies")
    directors_needed: int = kit.rule(1, 0, 3, "Directors of a complete movie; it has room for no more.", unit="Bods")
    stars_needed: int = kit.rule(2, 0, 5, "Stars of a complete movie; it has room for no more.", unit="Bods")
    supports_needed: int = kit.rule(2, 0, 5, "Supports of a complete movie; it has room for no more.", unit="Bods")
    starters: tuple[BodKind, ...] = kit.some(
        (BodKind.DIRECTOR, BodKind.STAR), "The kinds of Bod that may open a movie.", least=1
    )
    out_of_genre_from_hand: bool = kit.rule(
        True, "Whether Bods of the hand may be played out of genre, where they subtract."
    )
    unfinished_penalty: int = kit.rule(
        1, 0, 3, "How often a Bod's value is subtracted in an unfinished movie.", unit="times"
    )
    costed_biz_penalty: bool = kit.rule(
        True, "Whether Biz with dollar signs is subtracted in an unfinished movie; the movie's owner pays."
    )
    final_turns: int = kit.rule(
        1, 0, 3, "Turns of each player once the last Bod is drawn, the current included.", unit="turns"
    )
    score_target: int = kit.rule(
        0,
        0,
        500,
        "Points that also start the final turns; with 0 only the deck does.",
        unit="points",
        zero="only the deck does",
    )
    reshuffle_bods: bool = kit.rule(
        False, "Whether the discarded Bods are shuffled into a new deck when the deck is empty."
    )
    max_turns: int = kit.rule(
        50,
        5,
        100,
        "Turns of each player after which the game ends in any case, and is flagged; a reconstruction.",
        unit="turns",
    )
    bods: Any = kit.card_list(
        FOLDER / "bods.csv",
        BOD_COLUMNS,
        "The Bod cards; the reference set is a reconstruction.",
        most=MOST_BODS,
        unit="",
        check_row=check_bod,
        more_fields=(("roles", "u8"), ("roles_at_all", "u8")),  # in genre, and out of it too
        work_out=work_out_roles,
    )
    biz: Any = kit.card_list(
        FOLDER / "biz.csv",
        BIZ_COLUMNS,
        "The Biz cards; the reference set is a reconstruction.",
        most=MOST_BIZ,
        copies="copies",
        check_row=check_biz,
    )
    bods_rows: int  # these three come of the lists
    biz_copies: int
    biz_deck: Any


class Phase(IntEnum):
    """The decisions of the actor."""

    TURN = 0  # what to do next
    MOVIE = 1  # in which of their own movies the Bod is cast
    GENRE = 2  # of the movie that the Bod opens
    BIZ = 3  # which Biz card is played
    TARGET = 4  # on which movie
    BOD = 5  # on which Bod of the movie
    SWAP = 6  # which Bod of the hand takes its place
    ATTACHED = 7  # which Biz card of the movie is cancelled
    RIVAL = 8  # whose Biz card is stolen
    LOSE = 9  # which Biz card is discarded


class Move(IntEnum):
    """The actions of a turn, as the moves below are numbered: the first of a range for hands and Cattle Call."""

    CAST_HAND = 0
    OPEN_HAND = 20
    CAST_CALL = 40
    OPEN_CALL = 50
    BIZ = 60
    SHAKE_UP = 61
    END_TURN = 62


KEEP_BIZ: Final = 63
"""The action of the phase BIZ that plays none in this turn after all; each of the others is a place of the hand."""


LASTING: Final = effect_set(
    BizEffect.BOOST, BizEffect.AWARD, BizEffect.UPSTAGE, BizEffect.SCANDAL, BizEffect.BAD_RATINGS, BizEffect.STAND_IN
)
"""Effects of cards that stay with the movie or the Bod; all others are discarded at once."""
WELCOME: Final = effect_set(BizEffect.BOOST, BizEffect.AWARD, BizEffect.STAND_IN)
"""Effects that help a movie's owner: to cancel one of a rival's is an attack."""
SPOILING: Final = effect_set(BizEffect.UPSTAGE, BizEffect.SCANDAL)
ON_BODS: Final = (BizTarget.OWN_BOD, BizTarget.RIVAL_BOD)


def _movies(genre: Genre) -> Any:
    name = genre.name.lower()
    return kit.measured(f"Movies of the genre {name} that were finished, by all players together.", 0.1, unit="movies")


def _played(effect: BizEffect, words: str) -> Any:
    help = f"Biz cards with the effect {effect.name.lower()} that the player played."
    return kit.measured(help, 0.05, unit="cards", title=f"Biz played: {words}")


PLAYED: Final = (
    "boosts, awards, upstagings, scandals, bad ratings, recasts, walkouts, stand-ins, draws of Bods, thefts of Biz,"
    " cancellations"
)
"""The effects as players call them, in the order of `BizEffect`."""


class State(kit.State):
    """The table. Sets of movies and of roles are words of bits; `roles` are those of `work_out_roles`."""

    cattle_call: kit.Pile = kit.pile(BODS, "call_size", MOST_CALL, spread=True)
    call_size: int
    bods: kit.Stock = kit.stock(BODS, MOST_HAND)
    biz: kit.Stock = kit.stock(BIZ, MOST_BIZ_HAND)
    # Movies, as sets of their numbers
    shooting: kit.Cards  # in production
    of_genre: kit.Row = kit.row(GENRES, kind="u8")
    unspoilt: kit.Cards  # with a Bod that is neither upstaged nor in a scandal
    has_attached: kit.Cards  # with Biz cards
    is_full: kit.Cards  # with no room for another Biz card
    touched: kit.Cards  # with other cards than when they were last copied into a glimpse
    # Movies by number
    genre: kit.Row = kit.row(MOVIES)
    cast: kit.Pile = kit.pile(BODS, "cast_size", (MOVIES, MOST_CAST))
    cast_size: kit.Row = kit.row(MOVIES)
    kind_count: kit.Row = kit.row((MOVIES, KINDS))
    open_roles: kit.Row = kit.row(MOVIES, kind="u8")  # roles that a movie has still to give
    spoilt: kit.Row = kit.row((MOVIES, MOST_CAST), kind="u1")  # `Effect.UPSTAGE` or `Effect.SCANDAL`, 0 for neither
    stand_ins: kit.Row = kit.row(MOVIES)
    attached: kit.Pile = kit.pile(BIZ, "attached_size", (MOVIES, MOST_ATTACHED))  # Biz cards that lie with it
    attached_to: kit.Row = kit.row((MOVIES, MOST_ATTACHED), kind="i1")  # the place of the Bod, or WHOLE_MOVIE
    attached_size: kit.Row = kit.row(MOVIES)
    # The turn
    phase: int
    offered: kit.Cards  # actions of the actor
    openers: kit.Cards  # roles in which a movie may be opened under these rules
    hand_plays: int  # left in this turn
    call_plays: int
    biz_plays: int
    chosen: int  # the card that is being played; of Biz the row
    slot: int  # and where it lies in the hand or the Cattle Call
    from_call: bool
    aim: int  # the movie that is meant
    spot: int  # the Bod of that movie
    acted: bool  # whether the actor has played something in this turn
    ending: bool
    turns_left: int  # once the end game has begun
    horizon: int  # the turn at which search stops looking ahead
    leader: int
    score: kit.PerPlayer
    turns: int = kit.measured("Turns of all players together.", 0.5, unit="turns")
    lead_changes: int = kit.measured(
        "Times that another player took the sole lead, at a premiere or by the last deductions.", 0.05, unit="times"
    )
    capped: bool = kit.measured("Whether the play ended at the limit of turns.", 0.005, title="Plays cut short")
    produced: kit.Table = kit.table(
        Genre, {genre: _movies(genre) for genre in Genre}, per_player=False, name="{}_movies"
    )
    movie_points: kit.PerPlayer = kit.measured(
        "Points from finished movies.", 0.5, unit="points", title="Points from movies", part=kit.ScorePart.ADDS
    )
    penalty: kit.PerPlayer = kit.measured(
        "Points deducted for unfinished movies.",
        0.3,
        unit="points",
        title="Penalty for unfinished movies",
        part=kit.ScorePart.DEDUCTS,
    )
    finished: kit.PerPlayer = kit.measured(
        "Movies that the player finished.", 0.1, unit="movies", title="Movies finished"
    )
    unfinished: kit.PerPlayer = kit.measured(
        "Movies that the player had in production at the end.", 0.05, unit="movies", title="Movies unfinished"
    )
    mean_movie: kit.Ratio = kit.measured(
        "Mean points of the player's finished movies, of players who finished any.",
        0.3,
        unit="points",
        title="Points a movie",
        of=("movie_points", "finished"),
        per="a movie",
    )
    out_of_genre: kit.PerPlayer = kit.measured(
        "Bods that the player played out of genre, recast ones among them.", 0.1, unit="Bods", title="Bods out of genre"
    )
    biz_played: kit.Table = kit.table(
        BizEffect, dict(zip(BizEffect, map(_played, BizEffect, PLAYED.split(", ")), strict=True)), name="played_{}"
    )
    attacked: kit.PerPlayer = kit.measured(
        "Biz cards that rivals played to the player's harm.", 0.1, unit="cards", title="Attacks suffered"
    )
    shake_ups: kit.PerPlayer = kit.measured("Turns spent on a Studio Shake-up.", 0.05, unit="turns", title="Shake-ups")
    unused_plays: kit.PerPlayer = kit.measured(
        "Cards that the player might still have played when turns ended; shake-ups do not count.",
        0.5,
        unit="cards",
        title="Plays left unused",
    )
    # Appraisal, in a concealed state: `bots.py`
    pace: kit.Scratch = kit.scratch(per_player=True)  # Bods that a player can be expected to cast still
    chance: kit.Scratch = kit.scratch(size=MOVIES)  # how likely a movie is finished
    worth: kit.Scratch = kit.scratch(size=MOVIES)  # expected points of a movie
    supply: kit.Scratch = kit.scratch(size=(KINDS, GENRES))  # Bods at hand for the actor's movies
    weight: kit.Scratch = kit.scratch(per_player=True)  # what a rival's point is worth to the actor
    cast_chance: kit.Scratch = kit.scratch(size=MOVIES)  # how likely a movie is finished with one Bod more
    open_chance: kit.Scratch = kit.scratch()  # and one that is opened now
    gains: kit.Scratch = kit.scratch(size=Move.CAST_CALL)  # of casting and opening with each Bod of the hand
    with_bonus: kit.Scratch = kit.scratch("u8")  # movies with a Bod that has a bonus with a certain other
    counted: kit.Scratch = kit.scratch("u8")  # kept between glimpses: movies whose numbers below are worked out
    lacking: kit.Scratch = kit.scratch("i8", size=MOVIES)  # Bods that a movie still needs
    points: kit.Scratch = kit.scratch("i8", size=MOVIES)  # as it stands
    costs: kit.Scratch = kit.scratch("i8", size=MOVIES)  # unfinished
    spot_points: kit.Scratch = kit.scratch("i1", size=(MOVIES, MOST_CAST))  # what each Bod counts
    titles: ClassVar = {
        "bods": "Bods",
        "biz": "Biz",
        "cattle_call": "Cattle Call",
        "score": "Points",
        "finished": "Movies finished",
    }
    on_table: ClassVar = ("cattle_call", "bods", "biz", "score", "finished")


# Game Set Up


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    start_deal(chance, 0)
    state.touched, state.openers = ~kit.EMPTY, starters(rules)
    setup_(state, rules, chance)
    if state.ending:
        endgame(0, 0)
    start_turn(state, rules, chance, 0)
    after_move(state, rules, chance)


def _hands(state: State, rules: Rules) -> Fields:
    players = range(int(rules.players))
    return {
        "hands": [BODS.lying(state.bods.hand[player, : state.bods.hand_size[player]]) for player in players],
        "biz_hands": [BIZ.lying(state.biz.hand[player, : state.biz.hand_size[player]]) for player in players],
        "cattle_call": BODS.lying(state.cattle_call[: state.call_size]),
    }


def _hands_in_words(fields: Fields) -> str:
    hands = zip(fields["hands"], fields["biz_hands"], strict=True)
    held = [f"Player {seat} holds {_cards(bods, 'Bod')}, Biz: {_cards(biz)}" for seat, (bods, biz) in enumerate(hands)]
    return f"{'. '.join(held)}. Cattle Call: {_cards(fields['cattle_call'])}."


def _hands_as_seen(fields: Fields, player: int) -> Fields:
    hidden = {
        name: [hand if holder == player else len(hand) for holder, hand in enumerate(fields[name])]
        for name in ("hands", "biz_hands")
    }
    return {**fields, **hidden}


@kit.event(
    told=_hands,
    words=_hands_in_words,
    seen=_hands_as_seen,
    fields={
        "hands": "The Bods of each player.",
        "biz_hands": "The Biz cards of each player.",
        "cattle_call": "Its Bods.",
    },
)
def setup_(state: State, rules: Rules, chance: kit.Chance) -> None:
    """The table is set up.

    Game Set Up: deal each player Bods and Biz, and lay the Cattle Call.
    """
    kit.lay_stock(state.bods, rules.bods_rows, rules.players + 1, chance)  # the last share is the Cattle Call's
    kit.lay_stock(state.biz, rules.biz_copies, rules.players, chance)
    for player in range(rules.players):
        fill_hand(state, rules, chance, player, rules.hand_size)
        draw_biz(state, rules, chance, player, rules.starting_biz)
    fill_cattle_call(state, rules, chance)


# Turns


def start_turn(state: State, rules: Rules, chance: kit.Chance, player: Player) -> None:
    """Play order 1 and 2: fill the Cattle Call, then the hand."""
    turn(state, rules, player)
    ending = state.ending
    refill(state, rules, chance, player, state.call_size)
    if state.ending and not ending:
        endgame(player, 0)


@kit.event("Turn of player {player}.")
def turn(state: State, rules: Rules, player: kit.Player) -> None:
    """A turn begins."""
    state.actor, state.phase, state.acted = player, Phase.TURN, False
    state.hand_plays = rules.plays_from_hand
    state.call_plays = rules.plays_from_cattle_call
    state.biz_plays = rules.biz_per_turn


@kit.event(
    "Into the Cattle Call: {cattle_call}. Player {player} draws {drawn}.",
    told=lambda state, before: {
        "cattle_call": BODS.lying(state.cattle_call[before : state.call_size]),
        "drawn": _fresh(state.bods, BODS),
    },
    hides="drawn",
    fields={"cattle_call": "Bods added to the Cattle Call.", "drawn": "Bods added to the hand."},
)
def refill(state: State, rules: Rules, chance: kit.Chance, player: Player, before: kit.Int) -> None:
    """The Cattle Call is filled, then the hand."""
    fill_cattle_call(state, rules, chance)
    fill_hand(state, rules, chance, player, rules.hand_size)


def after_move(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Work out what the actor may do next, unless a choice is pending or no final turns are left."""
    if state.over or state.phase != Phase.TURN:
        return
    if state.ending and state.turns_left == 0:
        state.turns += 1
        finish(state, rules)
    else:
        state.offered = legal_moves(state, rules)


def legal(state: State, rules: Rules) -> kit.ActionSet:
    return state.offered


def legal_moves(state: State, rules: Rules) -> kit.ActionSet:
    """Play order 3: a Studio Shake-up, or cards in any order, or no cards at all."""
    moves = bod_moves(state, rules) | kit.only(Move.END_TURN.value)
    moves = moves | only_if(Move.BIZ.value, (state.biz_plays > 0) & (state.biz.hand_size[state.actor] > 0))
    return moves | only_if(Move.SHAKE_UP.value, rules.shake_up and not state.acted)


def bod_moves(state: State, rules: Rules) -> kit.ActionSet:
    """The legal castings and openings with each Bod of the hand and of the Cattle Call."""
    player, moves = np.int64(state.actor), kit.EMPTY
    roles = roles_to_give(state, player)
    may_open = kit.count(state.shooting & movies_of(player)) < rules.movies_at_once
    openers = state.openers * np.uint64(may_open)
    if state.hand_plays > 0:
        size = np.int64(state.bods.hand_size[player])
        length = max(size, rules.hand_size)  # mostly the same, which a processor foresees
        casts, opens = roles_fitting(rules, state.bods.hand[player], length, False, roles, openers)
        moves = (casts & kit.up_to(size)) | raised(opens & kit.up_to(size), Move.OPEN_HAND.value)
    if state.call_plays > 0:
        there = kit.up_to(state.call_size)
        casts, opens = roles_fitting(rules, state.cattle_call, rules.cattle_call_size, True, roles, openers)
        moves = moves | raised(casts & there, Move.CAST_CALL.value) | raised(opens & there, Move.OPEN_CALL.value)
    return moves


def roles_fitting(
    rules: Rules, cards: Array, length: kit.Int, from_call: kit.Bool, roles_to_fill: BitSet, openers: BitSet
) -> tuple[BitSet, BitSet]:
    """The places of an array whose Bods can be cast in a wanted role, and those whose Bods can open a movie.

    From the last place to the first, each raising those before: so the compiler does not look at eight Bods at a time,
    which takes longer if there are five.
    """
    casts, opens = kit.EMPTY, kit.EMPTY
    bound = from_call or not rules.out_of_genre_from_hand
    for place in range(length - 1, -1, -1):
        bod = rules.bods[cards[place]]
        roles = bod.roles if bound else bod.roles_at_all  # as `fitting` has it
        casts = raised(casts, 1) | only_if(0, roles & roles_to_fill != kit.EMPTY)
        opens = raised(opens, 1) | only_if(0, roles & openers != kit.EMPTY)
    return casts, opens


@kit.move(phase=Phase.TURN, offer="Cast {slot} from your hand")
def cast_from_hand(state: State, rules: Rules, slot: HandSlot) -> None:
    """Cast a Bod of your hand in one of your movies."""
    begin_casting(state, rules, slot, False)


@kit.move(phase=Phase.TURN, kind="open", offer="Open a movie with {slot} from your hand")
def open_from_hand(state: State, rules: Rules, slot: HandSlot) -> None:
    """Open a movie with a Bod of your hand."""
    begin_opening(state, rules, slot, False)


@kit.move(phase=Phase.TURN, kind="cast_from_cattle_call", offer="Cast {slot} from the Cattle Call")
def cast_from_call(state: State, rules: Rules, slot: CallSlot) -> None:
    """Cast a Bod of the Cattle Call in one of your movies."""
    begin_casting(state, rules, slot, True)


@kit.move(phase=Phase.TURN, kind="open", offer="Open a movie with {slot} from the Cattle Call")
def open_from_call(state: State, rules: Rules, slot: CallSlot) -> None:
    """Open a movie with a Bod of the Cattle Call."""
    begin_opening(state, rules, slot, True)


@kit.move(phase=Phase.TURN, offer="Play a Biz card")
def play_biz(state: State, rules: Rules) -> None:
    """Play a Biz card. Which one, or none in this turn after all, comes next: nobody has to play one."""
    kit.ask(state, Phase.BIZ, kit.add(playable_biz(state, rules), KEEP_BIZ))


@kit.move(phase=Phase.TURN, offer="Studio Shake-up")
def shake_up(state: State, rules: Rules, chance: kit.Chance, player: Player) -> None:
    """Turns: discard all Biz, shuffle the hand into the Bod deck, draw a new one; it is the whole turn."""
    ending = state.ending
    shake_up_(state, rules, chance, player, state.biz.discard_size)
    if state.ending and not ending:
        endgame(player, 0)
    pass_turn(state, rules, chance)


@kit.move(phase=Phase.TURN, offer="End the turn")
def end_turn(state: State, rules: Rules, chance: kit.Chance, player: Player) -> None:
    """End the turn: what you have not played, you keep."""
    state.unused_plays[player] += state.hand_plays + state.call_plays + state.biz_plays
    pass_turn(state, rules, chance)


@kit.event(
    "Studio Shake-up of player {player}: discards {discarded}, draws {drawn}.",
    told=lambda state, before: {
        "discarded": BIZ.lying(state.biz.discards[before : state.biz.discard_size]),
        "drawn": _fresh(state.bods, BODS),
    },
    hides="drawn",
    fields={"discarded": "Biz cards discarded.", "drawn": "The new hand."},
)
def shake_up_(state: State, rules: Rules, chance: kit.Chance, player: Player, before: kit.Int) -> None:
    """A Studio Shake-up."""
    kit.discard_hand(state.biz, player)
    start_stream(chance, RETURN, np.int64(state.turns))
    kit.return_hand(state.bods, player, rules.players, chance)
    fill_hand(state, rules, chance, player, rules.hand_size)
    state.shake_ups[player] += 1


def pass_turn(state: State, rules: Rules, chance: kit.Chance) -> None:
    """End Game: each player may complete one final turn. `max_turns` ends the game in any case."""
    state.turns += 1
    if state.turns == state.horizon:
        state.stage += 1
    if state.ending:
        state.turns_left -= 1
    if state.ending and state.turns_left == 0:
        finish(state, rules)
    elif state.turns >= rules.players * rules.max_turns:
        state.capped = True
        finish(state, rules)
    else:
        following = np.int64(state.actor) + 1
        start_turn(state, rules, chance, 0 if following == rules.players else following)


# Casting


def choose_bod(state: State, slot: kit.Int, from_call: kit.Bool) -> None:
    """Choose the Bod at a place of the hand or of the Cattle Call."""
    state.slot, state.from_call = slot, from_call
    state.chosen = state.cattle_call[slot] if from_call else state.bods.hand[state.actor, slot]


def begin_casting(state: State, rules: Rules, slot: kit.Int, from_call: kit.Bool) -> None:
    """Ask in which movie the chosen Bod is cast."""
    choose_bod(state, slot, from_call)
    kit.ask(state, Phase.MOVIE, movies_for_bod(state, rules, state.actor, np.int64(state.chosen), from_call))


def begin_opening(state: State, rules: Rules, slot: kit.Int, from_call: kit.Bool) -> None:
    """Ask of which genre the new movie is."""
    choose_bod(state, slot, from_call)
    kit.ask(state, Phase.GENRE, rules.bods[state.chosen].genres)


@kit.move(phase=Phase.MOVIE, offer="Cast in {movie}")
def choose_movie(state: State, rules: Rules, chance: kit.Chance, movie: Movie) -> None:
    """Turns: a Bod is added to a movie."""
    card = take_chosen(state)
    add_to_cast(state, rules, movie, card)
    in_genre = kit.holds(rules.bods[card].genres, state.genre[movie])
    if not in_genre:
        state.out_of_genre[state.actor] += 1
    cast(state.actor, card, state.from_call, movie % PLACES, in_genre)
    after_playing(state, rules, chance, card, movie)


@kit.move(phase=Phase.GENRE, offer="{genre} movie")
def choose_genre(state: State, rules: Rules, chance: kit.Chance, genre: Genre) -> None:
    """Making Movies: a Star or Director starts a movie, of a genre that is among the Bod's own."""
    card = take_chosen(state)
    movie = open_movie(state, rules, state.actor, card, genre)
    open_(state.actor, card, state.from_call, genre, movie % PLACES)
    after_playing(state, rules, chance, card, movie)


def take_chosen(state: State) -> Card:
    """Remove the chosen Bod from hand or Cattle Call, count it as played, and return it."""
    player, slot = np.int64(state.actor), np.int64(state.slot)
    state.acted = True
    state.phase = Phase.TURN
    if state.from_call:
        state.call_plays -= 1
        card = np.int64(state.cattle_call[slot])
        state.call_size -= 1
        close_gap(state.cattle_call, slot, state.call_size)
    else:
        state.hand_plays -= 1
        card = kit.take_from_hand(state.bods, player, slot)
    mark(state.bods.played[player], card)
    return card


def _from(fields: Fields) -> str:
    return "from the hand" if fields["from"] == "hand" else "from the Cattle Call"


Source: TypeAlias = Annotated[Any, kit.Words("hand", "cattle_call")]
PLAYED_FROM: Final = {"from": "`hand` or `cattle_call`.", "movie": "Which of their movies."}


@kit.event(
    words=lambda fields: (
        f"Player {fields['player']} opens {fields['genre']} movie {fields['movie'] + 1} with {fields['bod']}"
        f" {_from(fields)}."
    ),
    fields=PLAYED_FROM,
)
def open_(player: Player, bod: Bod, from_: Source, genre: Genre, movie: Movie) -> None:
    """A player opens a movie."""


@kit.event(
    words=lambda fields: (
        f"Player {fields['player']} casts {fields['bod']} {_from(fields)} in movie {fields['movie'] + 1}"
        f"{'' if fields['in_genre'] else ', out of genre'}."
    ),
    fields={**PLAYED_FROM, "in_genre": "Whether the Bod has the movie's genre."},
)
def cast(player: Player, bod: Bod, from_: Source, movie: Movie, in_genre: kit.Bool) -> None:
    """A player casts a Bod in an own movie."""


def after_playing(state: State, rules: Rules, chance: kit.Chance, card: Card, movie: Movie) -> None:
    """Turns: a complete movie is scored. Bod cards: then follow the directions of any text."""
    player = np.int64(state.actor)
    premiere_if_complete(state, rules, movie)
    if rules.bods[card].draw_biz > 0:
        draw_biz_(state, rules, chance, player, rules.bods[card].draw_biz)
    if rules.bods[card].lose_biz > 0 and state.biz.hand_size[player] > 0:
        places, before = kit.EMPTY, kit.NO_CARD
        for place in range(state.biz.hand_size[player]):  # of equal ones the first stands for all
            row = row_in_hand(state, rules, player, place)
            places = places | only_if(place, row != before)
            before = row
        kit.ask(state, Phase.LOSE, places)


@kit.event(
    "Player {player} draws Biz: {cards}.",
    told=lambda state: {"cards": _fresh(state.biz, BIZ)},
    hides="cards",
    fields={"cards": "The cards."},
)
def draw_biz_(state: State, rules: Rules, chance: kit.Chance, player: Player, number: kit.Int) -> None:
    """A player draws Biz cards."""
    draw_biz(state, rules, chance, player, number)


@kit.move(phase=Phase.LOSE, numbers=(0, MOST_BIZ_HAND - 1), offer=_of_biz_hand("Discard {}"))
def discard_biz(state: State, rules: Rules, player: Player, place: int) -> None:
    """Discard a Biz card of the hand, as the text of a Bod demands."""
    copy = remove_biz(state, rules, player, place)
    kit.discard(state.biz, copy)
    state.phase = Phase.TURN
    lose_biz(player, copy)


@kit.event("Player {player} discards {card}.")
def lose_biz(player: Player, card: Annotated[kit.Card, BIZ]) -> None:
    """A player discards a Biz card."""


# Decks and hands


def _fresh(stock: Position, pack: kit.Pack) -> list[CopyOf | str]:
    """The cards just drawn from a stock."""
    return pack.lying(stock.fresh[: stock.fresh_size])


def _cards(cards: list[str] | int, what: str = "card") -> str:
    """Cards by their ids, or how many there are."""
    return counted(cards, what) if isinstance(cards, int) else listed(cards)


def draw_bod(state: State, rules: Rules, chance: kit.Chance, owner: Player) -> Card:
    """Draw a Bod of the deck for a player, or (`rules.players`) for the Cattle Call; kit.NO_CARD where none is left.

    End Game: the last one starts the end game.
    """
    if state.bods.deck_size == 0 and rules.reshuffle_bods and state.bods.discard_size > 0:
        kit.reshuffle_discards(state.bods, rules.players, chance)
        reshuffle(0, state.bods.deck_size)
    card = kit.take_from_deck(state.bods, owner)
    if state.bods.deck_size == 0 and (card == kit.NO_CARD or not rules.reshuffle_bods):
        start_endgame(state, rules)
    return card


def start_endgame(state: State, rules: Rules) -> None:
    """End Game: beginning with the current player's turn, each player may complete one final turn."""
    if not state.ending:
        state.ending = True
        state.turns_left = rules.players * rules.final_turns


@kit.event(
    words=lambda fields: (
        f"{'The last Bod is drawn' if fields['why'] == 'bods' else 'The score target is reached'}: the end game begins"
        f" with the turn of player {fields['player']}."
    ),
    fields={"why": "`bods` (the last one was drawn) or `score_target` (it was reached)."},
)
def endgame(player: Player, why: Annotated[Any, kit.Words("bods", "score_target")]) -> None:
    """The end game begins."""


@kit.event(
    words=lambda fields: (
        f"The {'Bod' if fields['deck'] == 'bods' else 'Biz'} deck has run out: its discard pile,"
        f" {counted(fields['cards'], 'card')}, becomes a new one."
    ),
    fields={"deck": "`bods` or `biz`.", "cards": "Cards in the new deck."},
)
def reshuffle(deck: Annotated[Any, kit.Words("bods", "biz")], cards: kit.Int) -> None:
    """A deck has run out: its discard pile becomes a new one."""


def fill_hand(state: State, rules: Rules, chance: kit.Chance, player: Player, size: kit.Int) -> None:
    """Draw until the hand has `size` Bods; `fresh` are those drawn."""
    state.bods.fresh_size = 0
    while state.bods.hand_size[player] < min(size, MOST_HAND):
        card = draw_bod(state, rules, chance, player)
        if card == kit.NO_CARD:
            return
        kit.add_to_hand(state.bods, player, card, False)
        state.bods.fresh[state.bods.fresh_size] = card
        state.bods.fresh_size += 1


def fill_cattle_call(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Turns: fill the Cattle Call."""
    while state.call_size < rules.cattle_call_size:
        card = draw_bod(state, rules, chance, rules.players)
        if card == kit.NO_CARD:
            return
        state.cattle_call[state.call_size] = card
        state.call_size += 1


def draw_biz(state: State, rules: Rules, chance: kit.Chance, player: Player, number: kit.Int) -> None:
    """Draw so many Biz cards, as far as there are any; `fresh` are those drawn.

    Clarifications: the Biz discard pile can be reshuffled and reused as often as necessary.
    """
    state.biz.fresh_size = 0
    while state.biz.fresh_size < number and state.biz.hand_size[player] < MOST_BIZ_HAND:
        if state.biz.deck_size == 0:
            kit.reshuffle_discards(state.biz, rules.players, chance)
            if state.biz.deck_size > 0:
                reshuffle(1, state.biz.deck_size)
        copy = kit.take_from_deck(state.biz, player)
        if copy == kit.NO_CARD:
            return
        kit.sort_into_hand(state.biz, player, copy, False)
        state.biz.fresh[state.biz.fresh_size] = copy
        state.biz.fresh_size += 1


def remove_biz(state: State, rules: Rules, player: Player, place: kit.Int) -> kit.Int:
    """Remove the Biz card at a place of a hand, or its seen twin, and return the copy."""
    return kit.sort_out_of_hand(state.biz, player, kit.seen_twin(state.biz, rules.biz_deck, player, place))


def row_in_hand(state: State, rules: Rules, player: Player, place: kit.Int) -> RowNumber:
    """The Biz card at a place of the hand, as a row of the list."""
    return np.int64(rules.biz_deck[state.biz.hand[player, place]])


def close_gap(numbers: Array, place: kit.Int, last: kit.Int) -> None:
    """Move the numbers behind a place, up to the last, to the front by one."""
    for later in range(place, last):
        numbers[later] = numbers[later + 1]
    numbers[last] = 0


# Making Movies


def movies_of(player: Player) -> MovieSet:
    """The set of a player's places for movies."""
    return span(PLACES * np.int64(player), PLACES)


def needed(rules: Rules, kind: kit.Int) -> kit.Int:
    """Making Movies: how many of a kind a complete movie has; it has room for no more."""
    if kind == BodKind.DIRECTOR:
        return rules.directors_needed
    return rules.stars_needed if kind == BodKind.STAR else rules.supports_needed


def role(kind: kit.Int, genre: kit.Int) -> kit.Int:
    """The role of a Bod of this kind in a movie of this genre."""
    return KIND_BITS * kind + genre


def fitting(rules: Rules, card: Card, from_call: kit.Bool) -> BitSet:
    """Bod cards: the roles in which the Bod may be played at all.

    Those of the Cattle Call are never played out of genre; those of the hand are under contract, but for their text.
    """
    if rules.out_of_genre_from_hand and not from_call:
        return rules.bods[card].roles_at_all
    return rules.bods[card].roles


def movies_for_bod(state: State, rules: Rules, player: Player, card: Card, from_call: kit.Bool) -> MovieSet:
    """The player's movies in which the Bod may be cast."""
    roles, movies = fitting(rules, card, from_call), kit.EMPTY
    for movie in range(PLACES * np.int64(player), PLACES * np.int64(player) + PLACES):
        movies = movies | only_if(movie, roles & state.open_roles[movie] != kit.EMPTY)
    return movies


def roles_to_give(state: State, player: Player) -> BitSet:
    """The roles that are open in the player's movies together."""
    roles = kit.EMPTY
    for movie in range(PLACES * np.int64(player), PLACES * np.int64(player) + PLACES):
        roles = roles | state.open_roles[movie]
    return roles


def starters(rules: Rules) -> BitSet:
    """Making Movies: a movie can only be started with a Star or a Director, if it has room for one at all."""
    roles = kit.EMPTY
    for kind in range(KINDS):
        if kit.holds(rules.starters, kind) and needed(rules, kind) > 0:
            roles = kit.add(roles, role(kind, OPENING))
    return roles


def open_movie(state: State, rules: Rules, player: Player, card: Card, genre: kit.Int) -> Movie:
    """Making Movies: open a movie of the declared genre; its number."""
    movie = kit.lowest(movies_of(player) & ~state.shooting)
    state.shooting = kit.add(state.shooting, movie)
    state.of_genre[genre] = kit.add(state.of_genre[genre], movie)
    state.genre[movie] = genre
    for kind in range(KINDS):
        update_room(state, rules, movie, kind)
    add_to_cast(state, rules, movie, card)
    return movie


def add_to_cast(state: State, rules: Rules, movie: Movie, card: Card) -> None:
    """Add a Bod to the cast."""
    kind = rules.bods[card].kind
    state.cast[movie, state.cast_size[movie]] = card
    state.cast_size[movie] += 1
    state.kind_count[movie, kind] += 1
    state.touched = kit.add(state.touched, movie)
    state.unspoilt = kit.add(state.unspoilt, movie)
    update_room(state, rules, movie, kind)


def update_room(state: State, rules: Rules, movie: Movie, kind: kit.Int) -> None:
    """Note whether the movie has an open role for a kind of Bod; a stand-in takes that of a support."""
    places = needed(rules, kind)
    if kind == BodKind.SUPPORT:
        places -= state.stand_ins[movie]
    its = role(kind, state.genre[movie])
    state.open_roles[movie] = kit.remove(state.open_roles[movie], its) | only_if(
        its, state.kind_count[movie, kind] < places
    )


def update_unspoilt(state: State, movie: Movie) -> None:
    """Note whether the movie has a Bod that is neither upstaged nor in a scandal."""
    state.unspoilt = kit.remove(state.unspoilt, movie)
    for place in range(state.cast_size[movie]):
        if state.spoilt[movie, place] == 0:
            state.unspoilt = kit.add(state.unspoilt, movie)
            return


def premiere_if_complete(state: State, rules: Rules, movie: Movie) -> None:
    """Turns: a movie that completes is scored immediately; its cards go to the discard piles."""
    if state.open_roles[movie] != kit.EMPTY:
        return
    premiere(state, rules, movie, movie_points(state, rules, movie))
    close_movie(state, movie)
    kit.note_leader(state, kit.best(state.score, rules.players, False))
    if rules.score_target > 0 and state.score[owner_of(movie)] >= rules.score_target and not state.ending:
        start_endgame(state, rules)
        endgame(state.actor, 1)


def _account(state: State, rules: Rules, movie: Movie, points: kit.Int, is_premiere: bool) -> Fields:
    """A movie with its cards and what they count: the cast in order, then Biz cards in the order of play."""
    cast = [_bod_account(state, rules, movie, place, is_premiere) for place in range(state.cast_size[movie])]
    biz = [_biz_account(state, rules, movie, place, is_premiere) for place in range(state.attached_size[movie])]
    return {
        **_movie(movie),
        "genre": Genre(int(state.genre[movie])).name.lower(),
        "cast": [line["bod"] for line in cast],
        "biz": [line["card"] for line in biz],
        "points": points,
        "cast_points": cast,
        "biz_points": biz,
    }


def _movie(movie: Movie) -> Fields:
    """Whose movie it is, and which of theirs."""
    return {"player": movie // PLACES, "movie": movie % PLACES}


def _bod_account(state: State, rules: Rules, movie: Movie, place: kit.Int, is_premiere: bool) -> Fields:
    """A Bod of the cast, by what it is devalued, its bonus, and what it counts."""
    card, spoilt = state.cast[movie, place], int(state.spoilt[movie, place])
    is_out = spoilt == 0 and not kit.holds(rules.bods[card].genres, state.genre[movie])
    devalued = BizEffect(spoilt).name.lower() if spoilt else "out_of_genre" if is_out else None
    extra = bonus(state, rules, movie, place) if is_premiere and devalued is None else 0
    points = (bod_points if is_premiere else bod_penalty)(state, rules, movie, place)
    return {"bod": CardOf("bods", int(card)), "devalued": devalued, "bonus": extra, "points": points}


def _biz_account(state: State, rules: Rules, movie: Movie, place: kit.Int, is_premiere: bool) -> Fields:
    """A Biz card that lies with a movie, the Bod it lies on, if any, and what it counts."""
    row, spot = attached_row(state, rules, movie, place), int(state.attached_to[movie, place])
    bod = None if spot == WHOLE_MOVIE else CardOf("bods", int(state.cast[movie, spot]))
    points = attached_points(rules, row) if is_premiere else attached_penalty(state, rules, movie, place)
    return {"card": CardOf("biz", int(row)), "bod": bod, "points": points}


def _account_in_words(fields: Fields) -> str:
    bods = [f"{line['bod']} {line['points']:+}{_how(line)}" for line in fields["cast_points"]]
    biz = [f"{line['card']} {line['points']:+}{_on(line)}" for line in fields["biz_points"]]
    points = counted(fields["points"], "point")
    return f"{points} ({', '.join(bods + biz) or 'no cards'})"


def _on(line: Fields) -> str:
    return f" (on {line['bod']})" if line["bod"] else ""


def _how(line: Fields) -> str:
    reasons = {"out_of_genre": " (out of genre)", "upstage": " (upstaged)", "scandal": " (in a scandal)"}
    return reasons[line["devalued"]] if line["devalued"] else f" (bonus {line['bonus']:+})" if line["bonus"] else ""


ACCOUNT: Final = {
    "player": "Whose movie.",
    "movie": "Which of their movies.",
    "genre": "Its genre.",
    "cast": "Its Bods, in the order of the cast.",
    "biz": "The Biz cards that lie with it, in the order in which they were played.",
}


@kit.event(
    told=lambda state, rules, movie, points: _account(state, rules, movie, points, True),
    words=lambda fields: f"Premiere of {fields['genre']} {_movie_in_words(fields)}: {_account_in_words(fields)}.",
    fields={
        **ACCOUNT,
        "points": "What it scores.",
        "cast_points": "For each `bod` its `points`, the `bonus` among them, and by what it is `devalued`:"
        " `out_of_genre`, `upstage`, `scandal` or null.",
        "biz_points": "For each Biz `card` its `points`, and the `bod` it lies on (null: on the movie).",
    },
)
def premiere(state: State, rules: Rules, movie: Movie, points: kit.Int) -> None:
    """A movie is complete and is scored."""
    player = owner_of(movie)
    state.score[player] += points
    state.movie_points[player] += points
    state.finished[player] += 1
    state.produced[state.genre[movie]] += 1


def _movie_in_words(fields: Fields) -> str:
    return f"movie {fields['movie'] + 1} of player {fields['player']}"


def close_movie(state: State, movie: Movie) -> None:
    """Discard all cards of the movie, and free its place."""
    for place in range(state.cast_size[movie]):
        kit.discard(state.bods, np.int64(state.cast[movie, place]))
        state.cast[movie, place] = state.spoilt[movie, place] = 0
    for place in range(state.attached_size[movie]):
        kit.discard(state.biz, np.int64(state.attached[movie, place]))
        state.attached[movie, place] = state.attached_to[movie, place] = 0
    for kind in range(KINDS):
        state.kind_count[movie, kind] = 0
    state.open_roles[movie] = kit.EMPTY
    state.of_genre[state.genre[movie]] = kit.remove(state.of_genre[state.genre[movie]], movie)
    state.cast_size[movie] = state.attached_size[movie] = state.stand_ins[movie] = state.genre[movie] = 0
    state.shooting = kit.remove(state.shooting, movie)
    state.unspoilt = kit.remove(state.unspoilt, movie)
    state.has_attached = kit.remove(state.has_attached, movie)
    state.is_full = kit.remove(state.is_full, movie)


# Biz cards that lie with a movie


def attach(state: State, movie: Movie, copy: kit.Int, spot: kit.Int) -> None:
    """Clarifications: Biz remains with the object played on, Bod or movie, until the movie is scored."""
    place = state.attached_size[movie]
    state.attached[movie, place] = copy
    state.attached_to[movie, place] = spot
    state.attached_size[movie] = place + 1
    state.touched = kit.add(state.touched, movie)
    state.has_attached = kit.add(state.has_attached, movie)
    if state.attached_size[movie] == MOST_ATTACHED:
        state.is_full = kit.add(state.is_full, movie)


def detach(state: State, movie: Movie, place: kit.Int) -> None:
    """Discard a Biz card that lies with a movie."""
    state.touched = kit.add(state.touched, movie)
    kit.discard(state.biz, np.int64(state.attached[movie, place]))
    last = np.int64(state.attached_size[movie]) - 1
    close_gap(state.attached[movie], place, last)
    close_gap(state.attached_to[movie], place, last)
    state.attached_size[movie] = last
    state.is_full = kit.remove(state.is_full, movie)
    if last == 0:
        state.has_attached = kit.remove(state.has_attached, movie)


def detach_from_bod(state: State, movie: Movie, spot: kit.Int) -> None:
    """Discard the Biz cards on a Bod that leaves."""
    state.touched = kit.add(state.touched, movie)
    for place in range(state.attached_size[movie] - 1, -1, -1):
        if state.attached_to[movie, place] == spot:
            detach(state, movie, place)
    state.spoilt[movie, spot] = 0


def remove_from_cast(state: State, rules: Rules, movie: Movie, spot: kit.Int) -> Card:
    """Remove a Bod from the cast, and return it; a movie without Bods is given up."""
    card = np.int64(state.cast[movie, spot])
    detach_from_bod(state, movie, spot)
    last = np.int64(state.cast_size[movie]) - 1
    close_gap(state.cast[movie], spot, last)
    close_gap(state.spoilt[movie], spot, last)
    state.cast_size[movie] = last
    for place in range(state.attached_size[movie]):
        if state.attached_to[movie, place] > spot:
            state.attached_to[movie, place] -= 1
    kind = rules.bods[card].kind
    state.kind_count[movie, kind] -= 1
    update_room(state, rules, movie, kind)
    update_unspoilt(state, movie)
    if last == 0:
        close_movie(state, movie)
    return card


# Playing Biz


def effect_in_hand(state: State, rules: Rules, player: Player, place: kit.Int) -> BizEffect:
    """The effect of the Biz card at a place of the hand."""
    effect: BizEffect = rules.biz[row_in_hand(state, rules, player, place)].effect
    return effect


@kit.move(phase=Phase.BIZ, numbers=(0, KEEP_BIZ - 1), kind=effect_in_hand, offer=_of_biz_hand("Play {}"))
def choose_biz(state: State, rules: Rules, chance: kit.Chance, player: Player, place: int) -> None:
    """Choose the Biz card; then, on what it is played. `draw_bods`: so many Bods as its value come into the hand."""
    row, ending = row_in_hand(state, rules, player, place), state.ending
    state.slot, state.chosen = place, row
    effect = rules.biz[row].effect
    if effect == BizEffect.STEAL_BIZ:
        kit.ask(state, Phase.RIVAL, rivals_with_biz(state, rules))
    elif effect != BizEffect.DRAW_BODS:
        kit.ask(state, Phase.TARGET, movies_for_biz(state, rules, row))
    else:
        state.phase = Phase.TURN
        spend_and_discard(state, rules)
        biz_(state, rules, row, kit.NO_CARD, kit.NO_CARD, kit.NO_CARD, 0)
        draw_bods(state, rules, chance, player, np.int64(rules.biz[row].value))
        if state.ending and not ending:
            endgame(player, 0)


@kit.move(phase=Phase.BIZ, offer="Play no Biz card after all")
def keep_biz(state: State, player: Player) -> None:
    """Play no Biz card in this turn after all."""
    state.unused_plays[player] += state.biz_plays
    state.biz_plays = 0
    state.phase = Phase.TURN


@kit.move(phase=Phase.TARGET, kind="choose_movie", offer="{movie}")
def choose_target(state: State, rules: Rules, movie: Movie) -> None:
    """Choose the movie; then, if that is needed, which of its Bods or Biz cards."""
    state.aim = movie
    row = np.int64(state.chosen)
    if rules.biz[row].effect == BizEffect.CANCEL:
        kit.ask(state, Phase.ATTACHED, kit.up_to(state.attached_size[movie]))
    elif rules.biz[row].target in ON_BODS:
        kit.ask(state, Phase.BOD, spots_for_biz(state, rules, row, movie))
    else:
        state.phase = Phase.TURN
        play_on_movie(state, rules, movie, WHOLE_MOVIE)


@kit.move(phase=Phase.BOD, kind="choose_bod", offer="On {spot}")
def choose_spot(state: State, rules: Rules, spot: Spot) -> None:
    """Choose the Bod; for a recast, then who takes its place."""
    state.spot = spot
    movie, effect = np.int64(state.aim), rules.biz[state.chosen].effect
    if effect == BizEffect.RECAST:
        kit.ask(state, Phase.SWAP, understudies(state, rules, movie, spot))
        return
    state.phase = Phase.TURN
    if effect == BizEffect.WALKOUT:
        walk_out(state, rules, movie, spot)
    else:
        play_on_movie(state, rules, movie, spot)


@kit.move(phase=Phase.SWAP, kind="choose_bod", offer="{place} takes the place")
def choose_understudy(state: State, rules: Rules, place: HandSlot) -> None:
    """`recast`: a Bod of the hand takes the place of one of the movie, which all see go to the hand."""
    row, player, movie, spot = np.int64(state.chosen), np.int64(state.actor), np.int64(state.aim), np.int64(state.spot)
    old = np.int64(state.cast[movie, spot])
    state.phase = Phase.TURN
    spend_and_discard(state, rules)
    detach_from_bod(state, movie, spot)
    new = kit.take_from_hand(state.bods, player, place)
    state.cast[movie, spot] = new
    if not kit.holds(rules.bods[new].genres, state.genre[movie]):
        state.out_of_genre[player] += 1
    kit.add_to_hand(state.bods, player, old, True)
    update_unspoilt(state, movie)
    mark(state.bods.played[player], new)
    biz_(state, rules, row, movie, old, new, 0)


@kit.move(phase=Phase.ATTACHED, numbers=(0, MOST_ATTACHED - 1), kind="choose_card", offer=_cancelling)
def choose_attached(state: State, rules: Rules, place: int) -> None:
    """`cancel`: one Biz card that lies with a movie, or with one of its Bods, is discarded."""
    row, movie = np.int64(state.chosen), np.int64(state.aim)
    gone, spot = attached_row(state, rules, movie, place), state.attached_to[movie, place]
    effect = rules.biz[gone].effect
    state.phase = Phase.TURN
    spend_and_discard(state, rules)
    biz_(state, rules, row, movie, bod_at(state, movie, spot), gone, place)
    if kit.holds(WELCOME, effect):
        count_attack(state, owner_of(movie))
    detach(state, movie, place)
    if kit.holds(SPOILING, effect):
        state.spoilt[movie, spot] = 0
        update_unspoilt(state, movie)
    if effect == BizEffect.STAND_IN:
        state.stand_ins[movie] -= 1
        update_room(state, rules, movie, BodKind.SUPPORT.value)


@kit.move(phase=Phase.RIVAL, kind="choose_rival", offer="Steal from {rival}")
def steal_biz(state: State, rules: Rules, chance: kit.Chance, player: Player, rival: kit.Player) -> None:
    """`steal_biz`: a Biz card of the rival's hand, drawn at random and shown to all, comes into the hand."""
    row = np.int64(state.chosen)
    state.phase = Phase.TURN
    spend_and_discard(state, rules)
    start_stream(chance, STEAL, MOST_BIZ_HAND * np.int64(state.turns) + np.int64(state.biz_plays))
    copy = remove_biz(state, rules, rival, table_below(chance, np.int64(state.biz.hand_size[rival])))
    kit.sort_into_hand(state.biz, player, copy, True)
    count_attack(state, rival)
    biz_(state, rules, row, rival, kit.NO_CARD, np.int64(rules.biz_deck[copy]), 0)


# What a card may be played on


def movies_for_biz(state: State, rules: Rules, row: RowNumber) -> MovieSet:
    """Biz cards: the movies on which, or on whose Bods, the actor may play the card."""
    biz, effect = rules.biz[row], rules.biz[row].effect
    movies, chosen = state.shooting, kit.EMPTY
    if biz.target <= BizTarget.OWN_BOD:
        movies = movies & movies_of(state.actor)
    elif biz.target <= BizTarget.RIVAL_BOD:
        movies = movies & ~movies_of(state.actor)
    if biz.genres != kit.EMPTY:
        for genre in range(GENRES):
            chosen = chosen | state.of_genre[genre] * np.uint64(kit.holds(biz.genres, genre))
        movies = movies & chosen
    if state.is_full != kit.EMPTY and kit.holds(LASTING, effect):
        movies = movies & ~state.is_full
    if effect <= BizEffect.AWARD:
        return movies
    if kit.holds(SPOILING, effect):
        return movies & state.unspoilt
    if effect == BizEffect.STAND_IN:
        chosen = kit.EMPTY
        for movie in kit.each(movies):
            open_role = role(BodKind.SUPPORT.value, state.genre[movie])
            chosen |= only_if(movie, kit.holds(state.open_roles[movie], open_role))
        return chosen
    if effect == BizEffect.CANCEL:
        return movies & state.has_attached
    return movies_to_recast(state, rules, movies) if effect == BizEffect.RECAST else movies


def movies_to_recast(state: State, rules: Rules, movies: MovieSet) -> MovieSet:
    """The movies in which a Bod of the hand can replace another."""
    offered, recast = kit.EMPTY, kit.EMPTY
    for place in range(state.bods.hand_size[state.actor]):
        offered = offered | fitting(rules, np.int64(state.bods.hand[state.actor, place]), False)
    for movie in kit.each(movies):
        for kind in range(KINDS):
            if state.kind_count[movie, kind] > 0 and kit.holds(offered, role(kind, state.genre[movie])):
                recast = kit.add(recast, movie)
    return recast


def understudies(state: State, rules: Rules, movie: Movie, spot: kit.Int) -> BitSet:
    """The Bods of the actor's hand, by place, of the same kind that may be played in the movie's genre."""
    open_role, places = role(rules.bods[state.cast[movie, spot]].kind, state.genre[movie]), kit.EMPTY
    for place in range(state.bods.hand_size[state.actor]):
        card = np.int64(state.bods.hand[state.actor, place])
        if kit.holds(fitting(rules, card, False), open_role):
            places = kit.add(places, place)
    return places


def spots_for_biz(state: State, rules: Rules, row: RowNumber, movie: Movie) -> BitSet:
    """The Bods of the movie on which the card may be played."""
    effect, spots = rules.biz[row].effect, kit.EMPTY
    for spot in range(state.cast_size[movie]):
        if effect == BizEffect.RECAST:
            spots = spots | only_if(spot, understudies(state, rules, movie, spot) != kit.EMPTY)
        else:
            spots = spots | only_if(spot, not kit.holds(SPOILING, effect) or state.spoilt[movie, spot] == 0)
    return spots


def rivals_with_biz(state: State, rules: Rules) -> PlayerSet:
    """The players from whom the actor may steal."""
    rivals = kit.EMPTY
    for player in range(rules.players):
        if player != state.actor and state.biz.hand_size[player] + state.biz.hidden[player] > 0:
            rivals = kit.add(rivals, player)
    return rivals


def has_target(state: State, rules: Rules, row: RowNumber) -> kit.Bool:
    """True if the actor may play the card now."""
    effect = rules.biz[row].effect
    if effect == BizEffect.DRAW_BODS:
        there = state.bods.deck_size > 0 or (rules.reshuffle_bods and state.bods.discard_size > 0)
        return state.bods.hand_size[state.actor] < MOST_HAND and there
    if effect == BizEffect.STEAL_BIZ:
        return rivals_with_biz(state, rules) != kit.EMPTY
    return movies_for_biz(state, rules, row) != kit.EMPTY


def playable_biz(state: State, rules: Rules) -> BitSet:
    """The Biz cards of the actor's hand, by place, that may be played; of equal ones the first."""
    places, before = kit.EMPTY, kit.NO_CARD
    for place in range(state.biz.hand_size[state.actor]):
        row = row_in_hand(state, rules, state.actor, place)
        if row != before and has_target(state, rules, row):
            places = kit.add(places, place)
        before = row
    return places


# What a card does


def spend_card(state: State, rules: Rules) -> kit.Int:
    """Remove the chosen card from the hand, count it as played, and return its copy."""
    player = np.int64(state.actor)
    copy = remove_biz(state, rules, player, np.int64(state.slot))
    state.biz_plays -= 1
    state.acted = True
    state.biz_played[rules.biz[rules.biz_deck[copy]].effect, player] += 1
    mark(state.biz.played[player], copy)
    return copy


def spend_and_discard(state: State, rules: Rules) -> None:
    """Discard the chosen card, as all do that have their effect at once."""
    kit.discard(state.biz, spend_card(state, rules))


def _target(
    state: State, rules: Rules, row: RowNumber, at: kit.Int, bod: Card, other: kit.Int, place: kit.Int
) -> Fields | None:
    """On what a Biz card was played: a movie or a Bod of it, with what else was chosen; a rival; or nothing."""
    effect = rules.biz[row].effect
    if effect == BizEffect.DRAW_BODS:
        return None
    if effect == BizEffect.STEAL_BIZ:
        return {"player": at, "card": CardOf("biz", other)}
    target = _movie(at)
    if bod != kit.NO_CARD:
        target["bod"] = CardOf("bods", int(bod))
    if effect == BizEffect.RECAST:
        target["with"] = CardOf("bods", int(other))
    if effect == BizEffect.CANCEL:
        target |= {"card": CardOf("biz", other), "place": place}
    return target


def _target_in_words(target: Fields | None) -> str:
    if target is None:
        return ""
    if "movie" not in target:
        return f" and takes {target['card']} from player {target['player']}"
    movie = _movie_in_words(target)
    on = f"{target['bod']} in {movie}" if "bod" in target else movie
    if "place" in target:
        return f" and cancels {target['card']}, Biz card {target['place'] + 1} of {movie}, on {on}"
    return f" on {on}" + (f": {target['with']} takes the place" if "with" in target else "")


@kit.event(
    told=lambda state, rules, row, at, bod, other, place: {
        "player": state.actor,
        "card": CardOf("biz", row),
        "target": _target(state, rules, row, at, bod, other, place),
    },
    words=lambda fields: f"Player {fields['player']} plays {fields['card']}{_target_in_words(fields['target'])}.",
    fields={
        "player": "Who plays it.",
        "card": "The Biz card.",
        "target": "What it is played on, or null: `player` and `movie`, with the `bod` if it is played on one."
        " recast: `with`, the Bod of the hand that takes the place. cancel: `card`, the Biz card canceled, the"
        " `bod` it lay on, and its `place` among the movie's Biz cards, from 0. steal_biz: `player` and `card`.",
    },
)
def biz_(state: State, rules: Rules, row: RowNumber, at: kit.Int, bod: Card, other: kit.Int, place: kit.Int) -> None:
    """A player plays a Biz card."""


def bod_at(state: State, movie: Movie, spot: kit.Int) -> Card:
    """The Bod at a place of the cast; kit.NO_CARD for the movie itself."""
    return kit.NO_CARD if spot == WHOLE_MOVIE else np.int64(state.cast[movie, spot])


def play_on_movie(state: State, rules: Rules, movie: Movie, spot: kit.Int) -> None:
    """Play a card that stays with the movie, or with the Bod at `spot`, until the movie is scored."""
    row, effect = np.int64(state.chosen), rules.biz[state.chosen].effect
    attach(state, movie, spend_card(state, rules), spot)
    biz_(state, rules, row, movie, bod_at(state, movie, spot), kit.NO_CARD, 0)
    if kit.holds(SPOILING, effect):
        state.spoilt[movie, spot] = effect
        update_unspoilt(state, movie)
    if effect in (BizEffect.UPSTAGE, BizEffect.SCANDAL, BizEffect.BAD_RATINGS):
        count_attack(state, owner_of(movie))
    if effect == BizEffect.STAND_IN:
        state.stand_ins[movie] += 1
        update_room(state, rules, movie, BodKind.SUPPORT.value)
        premiere_if_complete(state, rules, movie)


def count_attack(state: State, player: Player) -> None:
    """Count a Biz card that was played against a rival."""
    if player != state.actor:
        state.attacked[player] += 1


def walk_out(state: State, rules: Rules, movie: Movie, spot: kit.Int) -> None:
    """`walkout`: the rival's Bod goes to the discard pile."""
    row, bod = np.int64(state.chosen), np.int64(state.cast[movie, spot])
    spend_and_discard(state, rules)
    biz_(state, rules, row, movie, bod, kit.NO_CARD, 0)
    count_attack(state, owner_of(movie))
    kit.discard(state.bods, remove_from_cast(state, rules, movie, spot))


@kit.event(
    "Player {player} draws {cards}.",
    told=lambda state: {"cards": _fresh(state.bods, BODS)},
    hides="cards",
    fields={"cards": "The cards."},
)
def draw_bods(state: State, rules: Rules, chance: kit.Chance, player: Player, number: kit.Int) -> None:
    """A player draws Bods."""
    fill_hand(state, rules, chance, player, np.int64(state.bods.hand_size[player] + number))


# Points


def owner_of(movie: Movie) -> Player:
    """The owner of a movie."""
    return movie // PLACES


def attached_row(state: State, rules: Rules, movie: Movie, place: kit.Int) -> RowNumber:
    """The Biz card that lies with a movie at `place`, as a row of the list."""
    return np.int64(rules.biz_deck[state.attached[movie, place]])


def movie_points(state: State, rules: Rules, movie: Movie) -> kit.Int:
    """Making Movies: the sum of its Bods and of the Biz cards that lie with it; it may be below 0."""
    points = 0
    for place in range(state.cast_size[movie]):
        points += bod_points(state, rules, movie, place)
    for place in range(state.attached_size[movie]):
        points += attached_points(rules, attached_row(state, rules, movie, place))
    return points


def bod_points(state: State, rules: Rules, movie: Movie, place: kit.Int) -> kit.Int:
    """Bod cards: the value and its bonus; out of its genre or in a scandal the negative value; upstaged 0."""
    bod = rules.bods[state.cast[movie, place]]
    if state.spoilt[movie, place] == BizEffect.UPSTAGE:
        return 0
    if state.spoilt[movie, place] == BizEffect.SCANDAL or not kit.holds(bod.genres, state.genre[movie]):
        return -np.int64(bod.value)
    return np.int64(bod.value) + bonus(state, rules, movie, place)


def bonus(state: State, rules: Rules, movie: Movie, place: kit.Int) -> kit.Int:
    """Bod cards: what playing this Bod with certain others brings, once."""
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


def attached_points(rules: Rules, row: RowNumber) -> kit.Int:
    """The points that a Biz card adds to the movie that it lies with."""
    effect, value = rules.biz[row].effect, np.int64(rules.biz[row].value)
    if effect in (BizEffect.BOOST, BizEffect.AWARD):
        return value
    return -value if effect == BizEffect.BAD_RATINGS else 0


def movie_penalty(state: State, rules: Rules, movie: Movie) -> kit.Int:
    """End Game: what an unfinished movie costs. A devalued card still costs its full value."""
    points = np.int64(0)
    for place in range(state.cast_size[movie]):
        points += bod_penalty(state, rules, movie, place)
    for place in range(state.attached_size[movie]):
        points += attached_penalty(state, rules, movie, place)
    return points


def bod_penalty(state: State, rules: Rules, movie: Movie, place: kit.Int) -> kit.Int:
    """The penalty for a Bod of an unfinished movie."""
    return rules.unfinished_penalty * np.int64(rules.bods[state.cast[movie, place]].value)


def attached_penalty(state: State, rules: Rules, movie: Movie, place: kit.Int) -> kit.Int:
    """Clarifications: Biz cards with dollar signs deduct from the score in an unfinished movie."""
    biz = rules.biz[attached_row(state, rules, movie, place)]
    return np.int64(biz.value) if biz.costs and rules.costed_biz_penalty else np.int64(0)


def finish(state: State, rules: Rules) -> None:
    """End Game: points of unfinished movies are deducted, and the player with the most points wins."""
    for movie in kit.each(state.shooting):
        penalty(state, rules, movie, movie_penalty(state, rules, movie))
    kit.note_leader(state, kit.best(state.score, rules.players, False))
    state.offered = kit.EMPTY
    state.over = True
    score_(state, rules)


@kit.event(
    told=lambda state, rules, movie, points: _account(state, rules, movie, points, False),
    words=lambda fields: f"Unfinished {fields['genre']} {_movie_in_words(fields)} costs {_account_in_words(fields)}.",
    fields={
        **ACCOUNT,
        "points": "What it costs.",
        "cast_points": "For each `bod` its cost in `points`, a `bonus` of 0, and by what it is `devalued`.",
        "biz_points": "For each Biz `card` the `points` it costs, and the `bod` it lies on (null: on the movie).",
    },
)
def penalty(state: State, rules: Rules, movie: Movie, points: kit.Int) -> None:
    """An unfinished movie is deducted."""
    player = owner_of(movie)
    state.penalty[player] += points
    state.score[player] -= points
    state.unfinished[player] += 1


def _scores(state: State, rules: Rules) -> Fields:
    totals = [int(total) for total in state.score[: int(rules.players)]]
    parts = zip(state.movie_points, state.penalty, totals, strict=False)
    lines = [{"movies": int(movies), "penalty": int(penalty), "total": total} for movies, penalty, total in parts]
    return {"totals": totals, "by_player": lines}


def _scores_in_words(fields: Fields) -> str:
    scores = [
        f"Player {seat}: {line['movies']} for movies, {line['penalty']} deducted, {line['total']} in all"
        for seat, line in enumerate(fields["by_player"])
    ]
    return f"{'. '.join(scores)}."


@kit.event(
    told=_scores,
    words=_scores_in_words,
    fields={
        "totals": "Points by player.",
        "by_player": "For each player the points of `movies`, the `penalty` of unfinished ones, and the `total`.",
    },
)
def score_(state: State, rules: Rules) -> None:
    """The final score."""


# What the workbench asks besides


def stages(state: State, rules: Rules) -> kit.Int:
    """Rounds in which every player has had a turn."""
    return np.int64(state.turns) // np.int64(rules.players)


def opens(action: kit.Action) -> kit.Bool:
    """True if the action of a turn opens a movie."""
    return Move.OPEN_HAND <= action < Move.CAST_CALL or Move.OPEN_CALL <= action < Move.BIZ


def bod_slot(action: kit.Action) -> kit.Int:
    """The place in the hand or in the Cattle Call of the Bod that an action of a turn plays."""
    return action % MOST_HAND if action < Move.CAST_CALL else action % MOST_CALL


def situation(state: State, rules: Rules) -> kit.Int:
    """The phase, the card being played and its target movie, which all see."""
    if state.phase in (Phase.TURN, Phase.LOSE, Phase.BIZ):
        return np.int64(state.phase)
    card = CARD_FACTOR * (1 + np.int64(state.chosen))
    if state.phase in (Phase.BOD, Phase.SWAP, Phase.ATTACHED):
        return state.phase + card + MOVIE_FACTOR * (1 + np.int64(state.aim))
    return state.phase + card


def conceal(state: State, rules: Rules, player: Player) -> None:
    """A choice that a rival is making is not seen; and search looks so many turns ahead."""
    state.horizon = state.turns + LOOK_AHEAD * rules.players
    state.stage, state.counted = 0, kit.EMPTY
    if state.actor != player:
        state.phase, state.offered = Phase.TURN, kit.EMPTY
        state.chosen = state.slot = state.aim = state.spot = 0
        state.from_call = False


def determinize(state: State, rules: Rules, player: Player, chance: kit.Chance) -> None:
    if state.actor != player and not state.over:
        state.offered = legal_moves(state, rules)


def zones(state: Position, rules: Rules, values: Values) -> Iterator[kit.Zone]:
    """The movies in production: their Bods, and the Biz cards that lie with them."""
    bods, biz = cards_of(values, "bods").keys, cards_of(values, "biz").keys
    for movie in range(PLACES * int(rules.players)):
        if kit.holds(state.shooting, movie):
            genre = Genre(int(state.genre[movie])).name.capitalize()
            cards = [f"bods {bods[card]}" for card in state.cast[movie, : state.cast_size[movie]]]
            cards += [
                f"biz {biz[rules.biz_deck[copy]]}" for copy in state.attached[movie, : state.attached_size[movie]]
            ]
            yield kit.Zone(f"Movie {movie % PLACES + 1}: {genre}", cards, movie // PLACES)


def limits(values: Values) -> dict[str, Limit]:
    """The largest hand that the deck of Bods allows."""
    players, call = whole_of(values, "players"), whole_of(values, "cattle_call_size")
    bods = values["bods"]
    cards = len(bods) if isinstance(bods, Cards) else 0
    because = f"{players} players and a Cattle Call of {call} share {cards} Bods"
    return {"hand_size": Limit(max(0, cards - call) // players, because)}


def check(values: Values) -> list[Problem]:
    """Warnings: rules under which no movie can be finished, or under which only the limit of turns ends the game."""
    starters, problems = values["starters"], list[Problem]()

    def warn(name: str, message: str) -> None:
        problems.append(Problem(name, message, json.dumps(values[name]), warning=True))

    kinds = [kind.name.lower() for kind in BodKind if isinstance(starters, list) and kind.name.lower() in starters]
    if not any(whole_of(values, f"{kind}s_needed") for kind in kinds):
        warn("starters", "a movie has no room for those who may open it, so none is ever made")
    if not any(whole_of(values, name) for name in ("plays_from_hand", "plays_from_cattle_call")):
        warn("plays_from_hand", "nobody may play a Bod, so no movie is ever made")
    if values["reshuffle_bods"] and not whole_of(values, "score_target"):
        message = "the deck never runs out and there is no score target: only the limit of turns ends the game"
        warn("reshuffle_bods", message)
    return problems


MOVIE = Criterion(
    "movie_points", "Movie", "A movie's points when it premieres. Every player's first, second, and so on."
)
PENALTY = Criterion(
    "penalty",
    "Unfinished movies",
    "Once, at the end: the values of what lies in them. It is taken off, with or without a minus.",
    once=True,
    deducts=True,
)


def score_sheet(values: Values) -> ScoreSheet:
    """The score sheet: a row for the players' first movies, one for their second, and so on; then the penalty."""
    target = whole_of(values, "score_target")
    is_penalised = values["unfinished_penalty"] or values["costed_biz_penalty"]
    return ScoreSheet(
        row="movie",
        criteria=(MOVIE, PENALTY) if is_penalised else (MOVIE,),
        wins=kit.Wins.HIGHEST,
        target=target or None,
        ends="the last Bod was drawn",
        total="points",
    )


def write_down(event: str, fields: Fields) -> Iterator[SheetEntry]:
    """The points of a movie that premieres; at the end, what unfinished movies cost."""
    if event == "premiere":
        yield SheetEntry(fields["player"], fields["points"], MOVIE.name)
    if event == "score":
        yield from (SheetEntry(seat, line["penalty"], PENALTY.name) for seat, line in enumerate(fields["by_player"]))
