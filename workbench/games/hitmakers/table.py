"""Hitmakers: the state of a play, with its phases, actions and events.

`Rules, …` in a docstring is a heading of the source. Players are numbered by their seat in the first deal.
"""

from enum import IntEnum
from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, span
from workbench.engine.compiling import compiled
from workbench.engine.playing_cards import CARDS, SUITS
from workbench.engine.types import Array, BitSet, Int, Player, Rules, State, state_type

MOST_PLAYERS: Final = 6
MOST_STARS: Final = 19
NOBODY: Final = -1
NO_CARD: Final = -1
LONGEST_CHAIN: Final = 3  # the fourth scout would be the star itself


class Phase(IntEnum):
    """The decisions of the actor."""

    DRAW = 0
    DISCARD = 1
    ANSWER = 2
    PRESENT = 3


class Draw(IntEnum):
    """Actions of the phase DRAW."""

    STOCK = 0
    PILE = 1
    PASS = 2


class HolderAnswer(IntEnum):
    """Actions of the phase ANSWER, for the holder of the called card."""

    DECLINE = 0
    SCOUT = 1


class ActionKind(IntEnum):
    """Kinds of action, as a restriction names them: `greedy~scout`."""

    DRAW_STOCK = 0
    DRAW_DISCARD = 1
    PASS = 2
    DISCARD = 3
    DECLINE = 4
    SCOUT = 5
    POACH = 6
    PRESENT = 7


class Event(IntEnum):
    """Events of the trace."""

    DEAL = 0
    STAR = 1
    TURN_DOWN = 2
    DRAW = 3
    PASS = 4
    DISCARD = 5
    PRESENT = 6
    SCOUT = 7
    POACH = 8
    CONTRACT = 9
    SCORE = 10
    END = 11


class Award(IntEnum):
    """Rows of `state.awarded`: the criteria, then the special cases."""

    MARKET_SATURATION = 0
    CRITICAL_PRESTIGE = 1
    BROAD_APPEAL = 2
    ONE_HIT_WONDER = 3
    SHUTOUT = 4


AWARDS: Final = len(Award)
PLAYERS = (MOST_PLAYERS,)
LANES = (3 * SUITS,)
LOW: Final = 0
"""Where lanes have the suits with a card fewer, or without their lowest card."""
MIDDLE: Final = SUITS
"""As they are."""
TOP: Final = 2 * SUITS
"""With a card more, or without their highest card."""
SAMPLES: Final = 4
"""Unseen cards, evenly spaced over the suits, that represent what the stock may bring."""
DRAWS: Final = SAMPLES + 1
"""The cards that may be drawn: the samples, then the top of the discard pile."""
STATE = state_type(
    [
        ("hand", "u8", PLAYERS),
        ("seen_in_hand", "u8", PLAYERS),  # cards of a hand that all have seen there: taken from the discard pile or won
        ("discarded", "u8", PLAYERS),  # all that the player has discarded in this deal
        ("face_up", "u8"),  # all that has lain face up in this deal: stars, discards, cards laid on a star
        ("cavalcade", "u8"),  # the stars
        ("waiting", "u8"),  # stars not yet presented
        ("unseen", "u8"),  # in a concealed state: cards whose place its player does not know
        ("deal_wins", "f8", PLAYERS),  # by seat of the deal, over the play
        ("others", "u8"),  # in a concealed state: cards known to be in other hands
        ("held_by_one", "f8"),  # appraisal: how likely a certain opponent holds a certain unseen card
        ("none_held", "u8"),  # appraisal: where in `NONE_HELD` this decision looks
        ("elsewhere", "u8"),  # appraisal: cards that rivals hold or may hold
        ("winnable", "u8"),  # appraisal: stars still to be won that nobody is known to be able to poach
        ("holding", "u8"),  # appraisal: the hand and the stars that it can scout
        ("open_stars", "u8"),  # appraisal: stars still to be won
        ("expected", "f8", (SUITS,)),  # appraisal: unknown cards of a suit expected of each rival, and a half
        # appraisal, for each suit of the holding: `estimates.py`
        ("worth", "f8", (SUITS,)),  # expected points
        ("number", "i8", (SUITS,)),  # cards
        ("low", "i8", (SUITS,)),  # ranks
        ("high", "i8", (SUITS,)),
        ("next_low", "i8", (SUITS,)),  # ranks without the lowest card
        ("second", "i8", (SUITS,)),  # and without the highest
        ("top", "f8", (SUITS,)),  # how likely no opponent holds a higher rank
        ("top_without", "f8", (SUITS,)),  # the same without the highest card
        ("shutout", "f8", (SUITS,)),  # how likely no opponent holds any
        ("most", "f8", LANES),  # how likely every opponent holds fewer
        ("appeal", "f8", LANES),  # how likely it wins broad appeal
        ("loss", "f8", LANES),  # the change in worth by the loss of the lowest card, of one between, of the highest
        # appraisal, for cards that may be drawn
        ("suit", "i8", (SAMPLES,)),
        ("ranks", "u8", (SAMPLES,)),  # of the holding in that suit, with the card
        ("appeal_with", "f8", (SAMPLES,)),  # how likely the suit wins broad appeal with it
        ("star_with", "u8", (DRAWS,)),  # the star that it can scout
        ("gain", "f8", (DRAWS,)),  # what it adds to the expected points
        ("stock", "u8"),  # the places of the deck that have not been dealt
        ("hidden", "i4", PLAYERS),  # in a concealed state: how many unknown cards each hand has
        ("totals", "i4", PLAYERS),
        ("deal_score", "i4", PLAYERS),
        ("deal_points", "i4", PLAYERS),  # by seat of the deal, over the play
        ("gained", "i4", (AWARDS, MOST_PLAYERS)),  # points of this deal, by what they are for
        ("awarded", "i4", (AWARDS, MOST_PLAYERS)),  # points of the play, by what they are for
        ("star_cards", "u2", PLAYERS),
        ("scouted", "u2", PLAYERS),
        ("poached", "u2", PLAYERS),
        ("lost_to_poacher", "u2", PLAYERS),
        ("draws_stock", "u2", PLAYERS),
        ("draws_discard", "u2", PLAYERS),
        ("passes", "u2", PLAYERS),
        ("unscouted", "u2"),
        ("lead_changes", "u2"),
        ("deals", "u2"),
        ("stage", "u2"),  # deals again, under the name that search reads
        ("first_player", "u2"),  # who has seat 0 in this deal
        ("deck", "u1", (CARDS,)),  # by place; what lies at places that are not in the stock has been dealt
        ("unmixed", "u1"),  # places below have not been shuffled yet: see `mix_down_to`
        ("shares", "u1"),  # where the row of `SHARES` begins by which cards are drawn
        ("pile", "u1", (CARDS,)),  # the discard pile, its top last
        ("pile_size", "u1"),
        ("star", "u1", (MOST_STARS,)),  # the Cavalcade in row order
        ("stars", "u1"),
        ("turned_down", "u1"),
        ("presented", "u1"),
        ("chain", "u1", (LONGEST_CHAIN + 1,)),  # the presented star and the cards on it
        ("chain_size", "u1"),
        ("longest_chain", "u1"),
        ("turns_left", "u1"),  # of the production round in progress
        ("round_number", "u1"),
        ("owner", "i1"),  # who is on top of the presented star
        ("leader", "i1"),  # the last sole leader between deals
        ("phase", "u1"),
        ("actor", "u1"),
        ("over", "?"),
        ("capped", "?"),
    ]
)


STAR_PLACES: Final = 8
"""At least so many places of the deck are the share of the stars."""
STARS: Final = MOST_PLAYERS
"""The place of the stars in a row of `SHARES`."""
NO_SHARES: Final = 0
"""Where the row of `SHARES` begins by which nobody has a share: cards are drawn from the highest place down."""


def _shares_of(players: int) -> list[BitSet]:
    """The places of each player, by turns from the first place on, and then of the stars."""
    dealt = (CARDS - STAR_PLACES) // players * players
    shares = [EMPTY] * (MOST_PLAYERS + 1)
    for place in range(dealt):
        shares[place % players] = add(shares[place % players], place)
    shares[STARS] = span(dealt, CARDS - dealt)
    return shares


ROW: Final = MOST_PLAYERS + 1
SHARES: Array = np.array([[EMPTY] * ROW, *map(_shares_of, range(1, MOST_PLAYERS + 1))]).ravel()
"""Each player's share of the places of the shuffled deck: a row for each number of players, one behind the other.

The hand comes from the lowest places of a share, and what the player draws from the highest. So neither the size of the
hands nor what others do changes which cards those are, and revisions are compared on cards as equal as can be. The
stars have a share, too. Where a share is used up, the highest place left is drawn. As nobody knows what lies where,
every card left is as likely as the others."""


@compiled
def share_of(state: State, owner: Int) -> BitSet:
    """The places left in the share of a player, or of the `STARS`."""
    return state.stock & SHARES[np.uint64(state.shares) + np.uint64(owner)]


@compiled
def player_at(state: State, rules: Rules, seat: Int) -> Player:
    """Who sits at `seat` in this deal: seats rotate by one each deal."""
    player = state.first_player + seat
    return player if player < rules.players else player - rules.players


@compiled
def seat_of(state: State, rules: Rules, player: Player) -> Int:
    """The seat of `player` in this deal."""
    seat = np.int64(player) - state.first_player
    return seat if seat >= 0 else seat + rules.players
