"""Hitmakers: the rule parameters.

Source: "Hitmakers", Bill de Veas, 2020-03-04, revised 2021-04-08. The list of scoring criteria is missing from the
text; help texts say "reconstruction" where a default is ours, so that an owner of the printed rules can set the true
value.
"""

from dataclasses import replace
from enum import IntEnum
from typing import Annotated, NamedTuple

from workbench.engine.game import Limit
from workbench.engine.parameters import Choice, Flag, Ordering, Values, Whole
from workbench.engine.playing_cards import CARDS, SUITS
from workbench.engine.problems import Problem, whole_of
from workbench.engine.score_sheet import Criterion, ScoreSheet, Wins


class SuitCriterion(IntEnum):
    """The criteria by which suits are judged."""

    SATURATION = 0
    PRESTIGE = 1
    APPEAL = 2


class BroadAppeal(IntEnum):
    """Who wins Broad Appeal in a suit."""

    LOWEST_RANK = 0
    LARGEST_DIFFERENCE = 1


class CriterionTies(IntEnum):
    """Who scores a criterion on which several seats are equal."""

    NOBODY = 0
    EVERYBODY = 1


class Presentation(IntEnum):
    """Which star is presented next."""

    ROW_ORDER = 0
    EMCEE_CHOOSES = 1


TABLE, PRODUCTION, SHOW, SCORING, MATCH = "Table", "Production rounds", "Talent show", "Scoring", "Match"
SOURCE_ORDER = (int(SuitCriterion.SATURATION), int(SuitCriterion.PRESTIGE), int(SuitCriterion.APPEAL))


class Rules(NamedTuple):
    """Every parameter, in the order of the rulebook; the defaults are the 3-player game of 2021-04-08."""

    players: Annotated[int, Whole(2, 6, unit="players", section=TABLE, help="How many sit at the table.")] = 3
    hand_size: Annotated[int, Whole(1, 13, unit="cards", section=TABLE, help="Cards dealt to each player.")] = 7
    production_rounds: Annotated[
        int,
        Whole(
            1, 13, unit="rounds", section=PRODUCTION, help="Rounds of drawing and discarding, a star turned up in each."
        ),
    ] = 7
    extra_stars: Annotated[
        int, Whole(0, 6, unit="stars", section=PRODUCTION, help="Stars drawn to the Cavalcade after the last round.")
    ] = 0
    bonus_round: Annotated[
        bool,
        Flag(
            section=PRODUCTION,
            help="After the extra stars, one more round without a star, if the stock still has a card for each player.",
        ),
    ] = False
    concentration: Annotated[
        bool,
        Flag(
            section=PRODUCTION,
            help="All stars lie face up from the start and one is turned down after each round; memorise them."
            " That the leftmost is turned, and when, is a reconstruction.",
        ),
    ] = False
    may_pass: Annotated[
        bool,
        Flag(section=PRODUCTION, help="Whether a player may skip the whole turn; a reconstruction of “may draw”."),
    ] = True
    presentation: Annotated[
        Presentation,
        Choice(
            options=Presentation,
            section=SHOW,
            help="Which star the Emcee presents next; the row order is a reconstruction.",
        ),
    ] = Presentation.ROW_ORDER
    self_poach: Annotated[
        bool,
        Flag(
            section=SHOW, help="Whether the player on top of a star may cover their own card; no is a reconstruction."
        ),
    ] = False
    market_saturation_points: Annotated[
        int,
        Whole(0, 9, unit="points", section=SCORING, help="For most cards of a suit; one point is a reconstruction."),
    ] = 1
    broad_appeal_points: Annotated[
        int,
        Whole(0, 9, unit="points", section=SCORING, help="For broad appeal in a suit; one point is a reconstruction."),
    ] = 1
    broad_appeal: Annotated[
        BroadAppeal,
        Choice(
            options=BroadAppeal,
            section=SCORING,
            title="Winner of broad appeal",
            help="Who has broad appeal: the lowest rank of the suit (until 2021-04-08),"
            " or the largest difference between highest and lowest rank.",
        ),
    ] = BroadAppeal.LARGEST_DIFFERENCE
    critical_prestige_points: Annotated[
        int,
        Whole(
            0, 9, unit="points", section=SCORING, help="For the highest rank of a suit; one point is a reconstruction."
        ),
    ] = 1
    criteria_order: Annotated[
        tuple[int, ...],
        Ordering(
            options=SuitCriterion,
            section=SCORING,
            help="The order in which a suit's criteria are awarded; it matters only with one award per seat.",
        ),
    ] = SOURCE_ORDER
    one_award_per_seat: Annotated[
        bool,
        Flag(
            section=SCORING,
            help="Whether a player wins at most one criterion of a suit, the next-best taking the others;"
            " no is a reconstruction.",
        ),
    ] = False
    ties: Annotated[
        CriterionTies,
        Choice(
            options=CriterionTies,
            section=SCORING,
            title="Shared criteria",
            help="Who scores a criterion that several share; nobody is a reconstruction.",
        ),
    ] = CriterionTies.NOBODY
    one_hit_wonder_points: Annotated[
        int,
        Whole(
            0,
            9,
            unit="points",
            section=SCORING,
            help="For a single card of a suit that is the highest anybody holds; rule and value are a reconstruction.",
        ),
    ] = 1
    shutout_points: Annotated[
        int,
        Whole(
            0,
            9,
            unit="points",
            section=SCORING,
            help="For being the only one with a card of a suit; rule and value are a reconstruction.",
        ),
    ] = 0
    score_target: Annotated[
        int,
        Whole(
            0,
            200,
            unit="points",
            section=MATCH,
            help="Deals are played until a player has this many; 0 plays one deal.",
            zero="plays one deal",
        ),
    ] = 21
    max_deals: Annotated[
        int,
        Whole(
            1,
            200,
            unit="deals",
            section=MATCH,
            help="A match without a winner after these goes to the leader, and is flagged.",
        ),
    ] = 50


CRITERIA = (
    Criterion("market_saturation", "Market saturation", "Most cards of a suit."),
    Criterion("critical_prestige", "Critical prestige", "The highest card of a suit."),
    Criterion("broad_appeal", "Broad appeal", "The lowest card of a suit, or the widest span: as the rules say."),
    Criterion("one_hit_wonder", "One-hit wonder", "A single card of a suit, the highest that anybody holds."),
    Criterion("shutout", "Shutout", "The only one with a card of a suit."),
)


def limits(values: Values) -> dict[str, Limit]:
    """The largest hand that 52 cards allow beside the stars."""
    players, stars = whole_of(values, "players"), _stars(values)
    because = f"{players} players and {stars} stars leave {CARDS - stars} of {CARDS} cards"
    return {"hand_size": Limit((CARDS - stars) // players, because)}


def check(values: Values) -> list[Problem]:
    """A warning where the stock can run out, with the round."""
    players, rounds = whole_of(values, "players"), whole_of(values, "production_rounds")
    dealt_stars, a_round = (_stars(values), players) if values["concentration"] else (0, players + 1)
    stock = CARDS - players * whole_of(values, "hand_size") - dealt_stars
    if stock >= _stars(values) - dealt_stars + rounds * players:
        return []
    in_round = stock // a_round + 1
    when = f"in round {in_round}" if in_round <= rounds else f"after round {rounds}, before the last extra star,"
    advice = "fewer rounds, smaller hands or fewer players avoid it"
    message = f"the stock can run out {when} if everybody draws from it; {advice}"
    return [Problem("production_rounds", message, str(rounds), warning=True)]


def _stars(values: Values) -> int:
    return whole_of(values, "production_rounds") + whole_of(values, "extra_stars")


# The score sheet ("Scoring": points are counted by suit after each deal, until a player has the score target)


def score_sheet(values: Values) -> ScoreSheet:
    """The score sheet: a row a deal, a column for each criterion that scores; a target of 0 is a single deal."""
    target = whole_of(values, "score_target")
    return ScoreSheet(
        row="deal",
        criteria=tuple(_bounded(criterion, values) for criterion in CRITERIA if _points(criterion, values)),
        wins=Wins.HIGHEST,
        rows=None if target else 1,
        target=target or None,
        total="points",
        length="deals",
    )


def _bounded(criterion: Criterion, values: Values) -> Criterion:
    """The criterion with the bounds of its points: each suit gives them once, to one or more."""
    return replace(criterion, low=0, high=SUITS * _points(criterion, values))


def _points(criterion: Criterion, values: Values) -> int:
    """The worth of a criterion in a suit under these rules."""
    return whole_of(values, f"{criterion.name}_points")
