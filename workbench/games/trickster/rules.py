"""Trickster: the rule parameters.

Source: "Trickster: A Reverse-Drafting Game? [Prototype A]". The first of its two conditions for collecting cards is
missing from the text; help texts say "reconstruction" where a default is ours, so that an owner of the full rules can
set the true value.
"""

from enum import IntEnum
from typing import Annotated, NamedTuple

from workbench.engine.parameters import Choice, Flag, OneOf, Values, Whole
from workbench.engine.playing_cards import RANKS, SUITS
from workbench.engine.problems import Problem, whole_of
from workbench.engine.score_sheet import ScoreSheet, Wins


class MoonTies(IntEnum):
    """Who shoots the moon in a suit of which several have collected equally many cards."""

    NOBODY = 0
    EVERYBODY = 1


class PassDirection(IntEnum):
    """Where the packets go after each step."""

    RIGHT = 0
    LEFT = 1
    ALTERNATE = 2


class Winner(IntEnum):
    """Which total wins."""

    LOWEST = 0
    HIGHEST = 1


TABLE, STEPS, COLLECTING, SCORING = "Table", "Choosing and passing", "Collecting cards", "Scoring"
NUMBERS = 10
"""Ranks of a suit below its face cards."""
HIGHEST_LIMIT = 60
ACE_HIGH = 14


class Rules(NamedTuple):
    """Every parameter, in the order of the rulebook; the defaults are Prototype A for four."""

    players: Annotated[int, Whole(2, 8, unit="players", section=TABLE, help="How many sit at the table.")] = 4
    rounds: Annotated[
        int,
        Whole(
            0,
            20,
            unit="rounds",
            section=TABLE,
            help="Rounds of a game; 0 plays one round for each player.",
            zero="plays one round for each player",
        ),
    ] = 0
    must_follow: Annotated[
        bool,
        Flag(
            section=STEPS,
            help="Whether a card of the packet's suit must be chosen if there is one; without this any card may be"
            " chosen. Either way a card of another suit forces the player to collect: the source's lost condition, a"
            " reconstruction.",
        ),
    ] = True
    pass_direction: Annotated[
        PassDirection,
        Choice(
            options=PassDirection,
            section=STEPS,
            help="Where the packets go after each step; alternate goes right in the first round, left in the next.",
        ),
    ] = PassDirection.RIGHT
    final_pass: Annotated[
        bool,
        Flag(
            section=STEPS,
            help="Whether the packets are passed once more after the last card, before they are collected; yes is a"
            " reconstruction.",
        ),
    ] = True
    sum_limit: Annotated[
        int,
        Whole(
            1,
            HIGHEST_LIMIT,
            section=COLLECTING,
            help="A packet that the chosen card would bring above this sum is collected.",
        ),
    ] = 13
    faces_count: Annotated[
        bool,
        Flag(section=COLLECTING, help="Whether jack, queen and king add 11, 12 and 13 to the sum; else they add none."),
    ] = False
    ace_value: Annotated[
        int,
        OneOf((1, ACE_HIGH), section=COLLECTING, help="What an ace adds to the sum; 1 is a reconstruction."),
    ] = 1
    basic_points: Annotated[
        int, Whole(0, 20, unit="points", section=SCORING, help="For each collected card from ace to ten.")
    ] = 1
    jack_points: Annotated[int, Whole(0, 20, unit="points", section=SCORING, help="For each collected jack.")] = 2
    queen_points: Annotated[int, Whole(0, 20, unit="points", section=SCORING, help="For each collected queen.")] = 3
    king_points: Annotated[
        int,
        Whole(
            0,
            20,
            unit="points",
            section=SCORING,
            help="For each collected king; the source's scoring says queen twice, so this is a reconstruction.",
        ),
    ] = 4
    shoot_the_moon: Annotated[
        bool,
        Flag(
            section=SCORING,
            help="Whether the player with the most collected cards of a suit ignores that suit's points this round.",
        ),
    ] = True
    moon_ties: Annotated[
        MoonTies,
        Choice(
            options=MoonTies,
            section=SCORING,
            help="Who ignores a suit of which several collected equally many; nobody is a reconstruction.",
        ),
    ] = MoonTies.NOBODY
    winner: Annotated[Winner, Choice(options=Winner, section=SCORING, help="Which total wins.")] = Winner.LOWEST


def check(values: Values) -> list[Problem]:
    """Warnings about rules that never come into play."""
    return [*_endless_packets(values), *_worthless_cards(values)]


def _endless_packets(values: Values) -> list[Problem]:
    limit, highest = values["sum_limit"], _highest_sum(values)
    if not isinstance(limit, int) or limit < highest:
        return []
    message = f"no packet can exceed this: all cards of a suit add up to {highest}; only another suit forces anybody"
    return [Problem("sum_limit", message, str(limit), warning=True)]


def _highest_sum(values: Values) -> int:
    """The sum of all cards of a suit."""
    ranks = RANKS if values["faces_count"] else NUMBERS
    return sum(range(2, ranks + 1)) + (14 if values["ace_value"] == 14 else 1)


def _worthless_cards(values: Values) -> list[Problem]:
    names = ("basic_points", "jack_points", "queen_points", "king_points")
    if any(values[name] for name in names):
        return []
    message = "no card is worth a point, so every game ends in a tie; at least one kind of card should score"
    return [Problem("basic_points", message, "0", warning=True)]


# The score sheet ("End of Round" and "End of Game")


def score_sheet(values: Values) -> ScoreSheet:
    """The score sheet: a row a round, with the points after shooting the moon; one round a player by default."""
    rounds = whole_of(values, "rounds") or whole_of(values, "players")
    wins = Wins.LOWEST if values["winner"] == "lowest" else Wins.HIGHEST
    return ScoreSheet(
        row="round", wins=wins, rows=rounds, total="points", length="rounds", low=0, high=_whole_deck(values)
    )


def _whole_deck(values: Values) -> int:
    """The points of all cards together: the most that anybody can score in a round."""
    worth = {"basic_points": NUMBERS, "jack_points": 1, "queen_points": 1, "king_points": 1}
    return SUITS * sum(whole_of(values, name) * cards for name, cards in worth.items())
