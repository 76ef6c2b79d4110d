"""Hitmakers: collect a catalog, scout rising stars, reign over four suits.

Source: "Hitmakers", Bill de Veas, 2020-03-04, revised 2021-04-08. The list of scoring criteria is missing from the
text; help texts say "reconstruction" where a default is ours, so that an owner of the printed rules can set the true
value. A heading of the source stands at the paragraphs that are about it.

What we play: the source, with these reconstructions. A play is a match of several deals; the deal passes left each
time. Players are numbered by their seat in the first deal. A player knows the own hand and every card that has lain
face up in the deal, wherever it is now: not the stock, other hands, or whether a silent player held the called card.
"""

from collections.abc import Iterator
from enum import IntEnum
from typing import Annotated, ClassVar, Final

import numpy as np

from workbench import kit
from workbench.engine.bit_sets import only_if
from workbench.engine.chance import start_deal
from workbench.engine.game import Limit
from workbench.engine.parameters import Values
from workbench.engine.playing_cards import (
    CARDS,
    RANK_NAMES,
    RANKS,
    SUIT_NAMES,
    SUITS,
    highest_rank_or_none,
    lowest_rank,
    of_suit,
)
from workbench.engine.problems import Problem, whole_of
from workbench.engine.score_sheet import Criterion, ScoreSheet, SheetEntry
from workbench.engine.types import Array, BitSet, Card, CardSet, Fields, Player, PlayerSet, Suit
from workbench.engine.types import State as Position
from workbench.engine.wording import listed

PACK = kit.pack(rank + suit for suit in SUIT_NAMES for rank in RANK_NAMES)
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
MOST_PLAYERS: Final = 6
MOST_STARS: Final = 19
STAR_PLACES: Final = 8
"""At least so many places of the deck are the share of the stars."""
PLACES: Final = 3 * SUITS
"""Of estimates for each suit: with a card fewer, as it is, with one more."""
LONGEST_CHAIN: Final = 3  # the fourth scout would be the star itself


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


class Phase(IntEnum):
    """The decisions of the actor."""

    DRAW = 0
    DISCARD = 1
    ANSWER = 2
    PRESENT = 3


class Award(IntEnum):
    """Reasons for points: the criteria, then the special cases."""

    MARKET_SATURATION = 0
    CRITICAL_PRESTIGE = 1
    BROAD_APPEAL = 2
    ONE_HIT_WONDER = 3
    SHUTOUT = 4


AWARDS: Final = len(Award)
TABLE, PRODUCTION, SHOW, SCORING, MATCH = "Table", "Production rounds", "Talent show", "Scoring", "Match"


class Rules(kit.Rules):
    """Every parameter, in the order of the rulebook; the defaults are the 3-player game of 2021-04-08."""

    sections: ClassVar = {
        "players": TABLE,
        "production_rounds": PRODUCTION,
        "presentation": SHOW,
        "market_saturation_points": SCORING,
        "score_target": MATCH,
    }

    players: int = kit.rule(3, 2, MOST_PLAYERS, "How many sit at the table.", unit="players")
    hand_size: int = kit.rule(7, 1, 13, "Cards dealt to each player.", unit="cards")
    production_rounds: int = kit.rule(
        7, 1, 13, "Rounds of drawing and discarding, a star turned up in each.", unit="rounds"
    )
    extra_stars: int = kit.rule(0, 0, 6, "Stars drawn to the Cavalcade after the last round.", unit="stars")
    bonus_round: bool = kit.rule(
        False, "After the extra stars, one more round without a star, if the stock still has a card for each player."
    )
    concentration: bool = kit.rule(
        False,
        "All stars lie face up from the start and one is turned down after each round; memorise them."
        " That the leftmost is turned, and when, is a reconstruction.",
    )
    may_pass: bool = kit.rule(True, "Whether a player may skip the whole turn; a reconstruction of “may draw”.")
    presentation: Presentation = kit.rule(
        Presentation.ROW_ORDER, "Which star the Emcee presents next; the row order is a reconstruction."
    )
    self_poach: bool = kit.rule(
        False, "Whether the player on top of a star may cover their own card; no is a reconstruction."
    )
    market_saturation_points: int = kit.rule(
        1, 0, 9, "For most cards of a suit; one point is a reconstruction.", unit="points"
    )
    broad_appeal_points: int = kit.rule(
        1, 0, 9, "For broad appeal in a suit; one point is a reconstruction.", unit="points"
    )
    broad_appeal: BroadAppeal = kit.rule(
        BroadAppeal.LARGEST_DIFFERENCE,
        "Who has broad appeal: the lowest rank of the suit (until 2021-04-08),"
        " or the largest difference between highest and lowest rank.",
        title="Winner of broad appeal",
    )
    critical_prestige_points: int = kit.rule(
        1, 0, 9, "For the highest rank of a suit; one point is a reconstruction.", unit="points"
    )
    criteria_order: tuple[int, ...] = kit.order(
        (SuitCriterion.SATURATION, SuitCriterion.PRESTIGE, SuitCriterion.APPEAL),
        "The order in which a suit's criteria are awarded; it matters only with one award per seat.",
    )
    one_award_per_seat: bool = kit.rule(
        False,
        "Whether a player wins at most one criterion of a suit, the next-best taking the others;"
        " no is a reconstruction.",
    )
    ties: CriterionTies = kit.rule(
        CriterionTies.NOBODY,
        "Who scores a criterion that several share; nobody is a reconstruction.",
        title="Shared criteria",
    )
    one_hit_wonder_points: int = kit.rule(
        1,
        0,
        9,
        "For a single card of a suit that is the highest anybody holds; rule and value are a reconstruction.",
        unit="points",
    )
    shutout_points: int = kit.rule(
        0, 0, 9, "For being the only one with a card of a suit; rule and value are a reconstruction.", unit="points"
    )
    score_target: int = kit.rule(
        21,
        0,
        200,
        "Deals are played until a player has this many; 0 plays one deal.",
        unit="points",
        zero="plays one deal",
    )
    max_deals: int = kit.rule(
        50, 1, 200, "A match without a winner after these goes to the leader, and is flagged.", unit="deals"
    )


def _award(help: str, margin: float, jump: float = 1.0) -> kit.PerPlayer:
    return kit.measured(help, margin, unit="points", part=kit.ScorePart.ADDS, jump=jump)


def _cavalcade(state: Position) -> list[str | None]:
    """The stars still to be presented; those that Concentration has turned down show their backs."""
    has_begun = state.presented > 0 or state.waiting != kit.EMPTY
    return [
        None if place < state.turned_down else PACK.names[card]
        for place, card in enumerate(state.star[: int(state.stars)])
        if not has_begun or kit.holds(state.waiting, card)
    ]


class State(kit.State):
    """The table: a stock and a discard pile, the Cavalcade of Stars, and the star on stage."""

    star: kit.Pile = kit.pile(PACK, "stars", most=MOST_STARS)  # the Cavalcade in row order
    chain: kit.Pile = kit.pile(PACK, "chain_size", most=LONGEST_CHAIN + 1)  # the presented star and the cards on it
    stock: kit.Cards = kit.deck(PACK)
    pile: kit.Pile = kit.pile(PACK, "pile_size")
    hand: kit.Cards = kit.zone(PACK, per_player=True, seen_by=kit.OWNER)
    score: kit.PerPlayer
    deal_score: kit.PerPlayer
    phase: int
    face_up: kit.Cards  # all that has lain face up in this deal: stars, discards, cards laid on a star
    cavalcade: kit.Cards  # the stars
    waiting: kit.Cards  # stars not yet presented
    discarded: kit.Cards = kit.kinds(PACK, per_player=True)  # all that the player has discarded in this deal
    stars: int
    chain_size: int
    pile_size: int
    turned_down: int
    presented: int
    round_number: int
    turns_left: int  # of the production round in progress
    owner: int  # who is on top of the presented star
    first_player: int  # who has seat 0 in this deal
    leader: int
    gained: kit.Table = kit.table(Award)  # points of this deal
    unscouted: int = kit.measured(
        "Stars that nobody scouted, over all deals of the play.", 0.2, unit="stars", title="Stars nobody scouted"
    )
    longest_chain: int = kit.measured("Most cards laid on one star.", 0.05, unit="cards", title="The longest chain")
    lead_changes: int = kit.measured("Times that another player took the sole lead between deals.", 0.05, unit="times")
    capped: bool = kit.measured(
        "Whether the play ended at the deal limit without anybody at the score target.",
        0.005,
        title="Matches cut short",
    )
    awarded: kit.Table = kit.table(
        Award,
        {
            Award.MARKET_SATURATION: _award("Points for most cards of a suit.", 0.2),
            Award.BROAD_APPEAL: _award("Points for broad appeal.", 0.2),
            Award.CRITICAL_PRESTIGE: _award("Points for the highest rank of a suit.", 0.2),
            Award.ONE_HIT_WONDER: _award("Points for one-hit wonders.", 0.1),
            Award.SHUTOUT: _award("Points for shutouts.", 0.1, jump=5.0),
        },
    )
    star_cards: kit.PerPlayer = kit.measured(
        "Cards won from stars, the stars among them.", 0.2, unit="cards", title="Cards won from stars"
    )
    scouted: kit.PerPlayer = kit.measured(
        "Stars on which the player laid the first card.", 0.1, unit="stars", title="Stars scouted"
    )
    poached: kit.PerPlayer = kit.measured(
        "Times the player covered another's card.", 0.05, unit="times", title="Stars poached"
    )
    lost_to_poacher: kit.PerPlayer = kit.measured(
        "Times the player's card was covered by another.",
        0.05,
        unit="times",
        title="Cards lost to poachers",
        repeats="poached",
    )
    draws_stock: kit.PerPlayer = kit.measured(
        "Cards drawn from the stock.", 0.5, unit="cards", title="Cards drawn from the stock"
    )
    draws_discard: kit.PerPlayer = kit.measured(
        "Cards drawn from the discard pile.", 0.5, unit="cards", title="Cards taken from the discard pile"
    )
    passes: kit.PerPlayer = kit.measured("Turns skipped.", 0.1, unit="turns", title="Turns skipped")
    deal_points: kit.PerPlayer = kit.measured(
        "Points a deal made in this seat of the deal, whoever sat there.",
        0.05,
        unit="points",
        title="Points a deal",
        by="deal_seat",
    )
    deal_wins: kit.PerPlayer = kit.measured(
        "Share of deals in which this seat scored most.", 0.01, title="Deals won", by="deal_seat"
    )
    unseen: kit.Scratch = kit.scratch("u8")  # cards whose place the actor does not know
    others: kit.Scratch = kit.scratch("u8")  # cards known to be in other hands
    elsewhere: kit.Scratch = kit.scratch("u8")  # cards that rivals hold or may hold
    winnable: kit.Scratch = kit.scratch("u8")  # stars still to be won that nobody is known to be able to poach
    holding: kit.Scratch = kit.scratch("u8")  # the hand and the stars that it can scout
    held_by_one: kit.Scratch = kit.scratch()  # how likely a certain opponent holds a certain unseen card
    none_held: kit.Scratch = kit.scratch("u8")  # where in `NONE_HELD` this decision looks
    expected: kit.Scratch = kit.scratch(size=SUITS)  # unknown cards of a suit expected of each rival, and a half
    worth: kit.Scratch = kit.scratch(size=SUITS)  # of the holding in each suit: expected points
    number: kit.Scratch = kit.scratch("i8", size=SUITS)  # its cards
    low: kit.Scratch = kit.scratch("i8", size=PLACES)  # its ranks; without its lowest card; without its highest
    high: kit.Scratch = kit.scratch("i8", size=PLACES)
    top: kit.Scratch = kit.scratch(size=PLACES)  # how likely no opponent holds a higher rank
    appeal: kit.Scratch = kit.scratch(size=PLACES)  # how likely it wins broad appeal
    loss: kit.Scratch = kit.scratch(size=PLACES)  # the change in worth; of a card between, as it is
    most: kit.Scratch = kit.scratch(size=PLACES)  # how likely opponents hold fewer; with one fewer, one more
    shutout: kit.Scratch = kit.scratch(size=SUITS)  # how likely no opponent holds any
    titles: ClassVar = {
        "stage": "Deals",
        "star": "Cavalcade of Stars",
        "chain": "On stage",
        "pile": "Discard pile",
        "score": "Points",
        "deal_score": "Points of the deal",
    }
    pictured: ClassVar = {"star": _cavalcade}
    on_table: ClassVar = ("star", "chain", "stock", "pile", "hand", "score", "deal_score")


# Start


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    start_game_deal(state, rules, chance)


def start_game_deal(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Start: shuffle, deal the hands; with Concentration, the stars too; then production begins."""
    start_deal(chance, state.stage)
    state.first_player = state.stage % rules.players
    kit.shuffle(state, rules.players, STAR_PLACES, chance)
    state.pile_size = state.stars = state.round_number = state.turned_down = state.presented = state.chain_size = 0
    state.face_up = state.cavalcade = kit.EMPTY
    deal(state, rules, chance)
    if rules.concentration:
        for _ in range(rules.production_rounds + rules.extra_stars):
            reveal_star(state, chance)
    start_round(state, rules, chance)


def _dealt(state: State, rules: Rules) -> Fields:
    players = range(int(rules.players))
    seats = [seat_of(state, rules, player) for player in players]
    return {"seat_of_player": seats, "hands": [PACK.named(state.hand[player]) for player in players]}


def _deal_in_words(fields: Fields) -> str:
    seats = zip(fields["seat_of_player"], fields["hands"], strict=True)
    held = [
        f"player {player} (seat {seat}) holds {'cards that are not seen' if hand is None else ' '.join(hand)}"
        for player, (seat, hand) in enumerate(seats)
    ]
    return f"A deal begins: {'; '.join(held)}."


@kit.event(
    told=_dealt,
    words=_deal_in_words,
    seen=lambda fields, player: {
        **fields,
        "hands": [hand if owner == player else None for owner, hand in enumerate(fields["hands"])],
    },
    fields={"seat_of_player": "The seat of each player in this deal.", "hands": "The cards of each player."},
)
def deal(state: State, rules: Rules, chance: kit.Chance) -> None:
    """A deal begins: the hands are dealt.

    Start: seat by seat.
    """
    for seat in range(rules.players):
        player = player_at(state, rules, seat)
        state.discarded[player] = kit.EMPTY
        state.hand[player] = kit.deal_hand(state, player, rules.hand_size, chance)


def player_at(state: State, rules: Rules, seat: kit.Int) -> Player:
    """Who sits at `seat` in this deal: seats rotate by one each deal."""
    player = state.first_player + seat
    return player if player < rules.players else player - rules.players


def seat_of(state: State, rules: Rules, player: Player) -> kit.Int:
    """The seat of `player` in this deal."""
    seat = player - state.first_player
    return seat if seat >= 0 else seat + rules.players


# Production rounds


def start_round(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Production Rounds 1: the first player turns over a card; then each player takes a turn."""
    if not rules.concentration and state.round_number < rules.production_rounds:
        reveal_star(state, chance)
    state.round_number += 1
    state.turns_left = rules.players
    state.actor, state.phase = player_at(state, rules, 0), Phase.DRAW


def reveal_star(state: State, chance: kit.Chance) -> None:
    """A card of the stock joins the Cavalcade of Stars; none where the stock is empty."""
    if kit.stock_size(state) > 0:
        star(state, kit.turn_up(state, chance))


@kit.event("{card} joins the Cavalcade of Stars.")
def star(state: State, card: kit.Card) -> None:
    """A card of the stock joins the Cavalcade of Stars."""
    state.star[state.stars] = card
    state.stars += 1
    state.cavalcade = kit.add(state.cavalcade, card)
    state.face_up = kit.add(state.face_up, card)


def may_skip(state: State, rules: Rules) -> kit.Bool:
    """“May draw”: with `may_pass` the turn may be skipped; else only where there is nothing to draw."""
    return rules.may_pass or (kit.stock_size(state) == 0 and state.pile_size == 0)


@kit.move(phase=Phase.DRAW, when=lambda state: kit.stock_size(state) > 0, offer="Draw from the stock")
def draw_stock(state: State, chance: kit.Chance, player: Player) -> None:
    """Production Rounds 2: draw the top card of the stock, which you see before you discard one."""
    state.draws_stock[player] += 1
    draw(state, player, False, kit.draw_card(state, player, chance))


def _top_of_pile(state: State) -> kit.Offer:
    top = PACK.names[state.pile[int(state.pile_size) - 1]]
    return kit.Offer(f"Take {top} from the discard pile", top, "Everybody sees it; then you discard one.")


@kit.move(phase=Phase.DRAW, when=lambda state: state.pile_size > 0, offer=_top_of_pile)
def draw_discard(state: State, player: Player) -> None:
    """Production Rounds 2: or the top card of the discard pile, which everybody knows then."""
    state.draws_discard[player] += 1
    state.pile_size -= 1
    draw(state, player, True, np.int64(state.pile[state.pile_size]))


def _draw_in_words(fields: Fields) -> str:
    source = "the stock" if fields["from"] == "stock" else "the discard pile"
    return f"Player {fields['player']} draws {fields['card'] or 'a card'} from {source}."


@kit.event(
    words=_draw_in_words,
    seen=lambda fields, player: {
        **fields,
        "card": fields["card"] if player == fields["player"] or fields["from"] == "discard" else None,
    },
    fields={"from": "`stock` or `discard`."},
)
def draw(
    state: State, player: Player, from_: Annotated[kit.Bool, kit.Words("stock", "discard")], card: kit.Card
) -> None:
    """A player draws a card."""
    state.hand[player] = kit.add(state.hand[player], card)
    state.phase = Phase.DISCARD


@kit.move("Player {player} skips the turn.", phase=Phase.DRAW, when=may_skip, offer="Skip the turn")
def pass_(state: State, rules: Rules, chance: kit.Chance, player: Player) -> None:
    """A player skips the turn."""
    state.passes[player] += 1
    end_turn(state, rules, chance)


@kit.move(phase=Phase.DISCARD, source="hand")
def discard(state: State, rules: Rules, chance: kit.Chance, player: Player, card: kit.Card) -> None:
    """Production Rounds 2: then discard one card. It may be the one that was drawn."""
    discard_(state, player, card)
    end_turn(state, rules, chance)


@kit.event("Player {player} discards {card}.")
def discard_(state: State, player: kit.Player, card: kit.Card) -> None:
    """A player lays a card of the hand on the discard pile."""
    state.hand[player] = kit.remove(state.hand[player], card)
    state.discarded[player] = kit.add(state.discarded[player], card)
    state.face_up = kit.add(state.face_up, card)
    state.pile[state.pile_size] = card
    state.pile_size += 1


def end_turn(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Play proceeds clockwise; after the last seat the round ends."""
    state.turns_left -= 1
    if state.turns_left == 0:
        end_round(state, rules, chance)
    else:
        kit.next_player(state, rules)
        state.phase = Phase.DRAW


def end_round(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Production Rounds 3, and 4-Player Variant: extra stars and perhaps one round more, then the show."""
    if rules.concentration:
        turn_down_star(state)
    if state.round_number == rules.production_rounds:
        if not rules.concentration:
            for _ in range(rules.extra_stars):
                reveal_star(state, chance)
        if not (rules.bonus_round and kit.stock_size(state) >= rules.players):
            start_show(state, rules, chance)
            return
    if state.round_number > rules.production_rounds:
        start_show(state, rules, chance)
    else:
        start_round(state, rules, chance)


def turn_down_star(state: State) -> None:
    """Concentration Variant: the leftmost face-up star is turned face down."""
    if state.turned_down < state.stars:
        turn_down(state, np.int64(state.star[state.turned_down]))
        state.turned_down += 1


@kit.event("{card} is turned face down.")
def turn_down(state: State, card: kit.Card) -> None:
    """A star is turned face down (Concentration)."""


# Talent Show


def start_show(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Talent Show 1: the discard pile and the stock are set aside."""
    if rules.concentration:
        while state.turned_down < state.stars:
            turn_down_star(state)
    state.waiting = state.cavalcade
    go_on_with_show(state, rules, chance, False)


def go_on_with_show(state: State, rules: Rules, chance: kit.Chance, is_open: kit.Bool) -> None:
    """Talent Show 3 to 6: up to the next decision; `is_open` says whether a star is being presented."""
    while not (is_open and call_scout(state, rules)):
        if is_open:
            contract(state, state.chain_size)
        if state.waiting == kit.EMPTY:
            score_deal(state, rules, chance)
            return
        if rules.presentation == Presentation.EMCEE_CHOOSES and not rules.concentration:
            state.actor, state.phase = player_at(state, rules, rules.players - 1), Phase.PRESENT
            return
        present_(state, np.int64(state.star[state.presented]))
        is_open = True


def scout_of(card: Card) -> Card:
    """Talent Show 2: the same rank in the suit that beats this one: C beats D beats H beats S beats C."""
    return card - RANKS if card >= RANKS else card + CARDS - RANKS


def top_of_chain(state: State) -> Card:
    """The presented star, or the card on top of it."""
    return np.int64(state.chain[state.chain_size - 1])


def call_scout(state: State, rules: Rules) -> kit.Bool:
    """Talent Show 4 and 5: call the next card of the cycle; whether its holder may answer.

    If nobody may, the presentation ends.
    """
    if state.chain_size > LONGEST_CHAIN:
        return False
    called, holder = scout_of(top_of_chain(state)), kit.NO_ONE
    for player in range(rules.players):
        holder = player if kit.holds(state.hand[player], called) else holder
    if holder == kit.NO_ONE or (holder == state.owner and not rules.self_poach):
        return False
    state.actor, state.phase = holder, Phase.ANSWER
    return True


def _answer(state: State) -> kit.Offer:
    beaten, held = PACK.names[top_of_chain(state)], PACK.names[scout_of(top_of_chain(state))]
    says = f"{'Scout' if state.owner == kit.NO_ONE else 'Poach'} {beaten} with {held}"
    return kit.Offer(says, held, "You collect the star and all cards on it, unless you are poached.")


@kit.move(phase=Phase.ANSWER, offer="Keep the card")
def decline(state: State, rules: Rules, chance: kit.Chance) -> None:
    """The holder keeps the card, which ends the presentation."""
    contract(state, state.chain_size)
    go_on_with_show(state, rules, chance, False)


@kit.move(phase=Phase.ANSWER, when=lambda state: state.owner == kit.NO_ONE, offer=_answer)
def scout(state: State, rules: Rules, chance: kit.Chance, player: Player) -> None:
    """Talent Show 5: the holder of the called card lays it on the star."""
    scout_(state, player, scout_of(top_of_chain(state)))
    go_on_with_show(state, rules, chance, True)


@kit.move(phase=Phase.ANSWER, when=lambda state: state.owner != kit.NO_ONE, offer=_answer)
def poach(state: State, rules: Rules, chance: kit.Chance, player: Player) -> None:
    """Talent Show 5: or on the card of another, to snatch the star."""
    poach_(state, player, scout_of(top_of_chain(state)))
    go_on_with_show(state, rules, chance, True)


@kit.move(phase=Phase.PRESENT, source="waiting")
def present(state: State, rules: Rules, chance: kit.Chance, card: kit.Card) -> None:
    """Talent Show 3: the Emcee picks a star, whose scout is called next."""
    present_(state, card)
    go_on_with_show(state, rules, chance, True)


@kit.event("The Emcee presents {card}.")
def present_(state: State, card: kit.Card) -> None:
    """The Emcee presents a star."""
    state.waiting = kit.remove(state.waiting, card)
    state.presented += 1
    state.chain[0], state.chain_size, state.owner = card, 1, kit.NO_ONE


@kit.event("Player {player} scouts it with {card}.")
def scout_(state: State, player: kit.Player, card: kit.Card) -> None:
    """A player lays the first card on the presented star."""
    state.scouted[player] += 1
    lay_on_star(state, player, card)


@kit.event("Player {player} poaches it with {card}.")
def poach_(state: State, player: kit.Player, card: kit.Card) -> None:
    """A player covers the card that is on top of the star."""
    if state.owner != player:
        state.poached[player] += 1
        state.lost_to_poacher[state.owner] += 1
    lay_on_star(state, player, card)


def lay_on_star(state: State, player: Player, card: Card) -> None:
    """Talent Show 5: the called card goes face up on the star, or on the card that it beats."""
    state.hand[player] = kit.remove(state.hand[player], card)
    state.face_up = kit.add(state.face_up, card)
    state.chain[state.chain_size], state.owner = card, player
    state.chain_size += 1


def _contract(state: State, size: kit.Int) -> Fields:
    cards = [PACK.names[card] for card in state.chain[: int(size)]]
    return {"player": None if state.owner == kit.NO_ONE else int(state.owner), "cards": cards}


def _contract_in_words(fields: Fields) -> str:
    if fields["player"] is None:
        return f"Nobody scouts {fields['cards'][0]}."
    return f"Player {fields['player']} collects {listed(fields['cards'])}."


@kit.event(
    told=_contract,
    words=_contract_in_words,
    fields={
        "player": "Who collects the cards; null where nobody scouted.",
        "cards": "The star and the cards laid on it.",
    },
)
def contract(state: State, size: kit.Int) -> None:
    """The presentation of a star ends.

    Talent Show 6: who is on top collects the star and all cards on it; nobody's star is turned over.
    """
    state.chain_size = 0
    if state.owner == kit.NO_ONE:
        state.unscouted += 1
        return
    state.longest_chain = max(state.longest_chain, size - 1)
    state.star_cards[state.owner] += size
    for place in range(size):
        state.hand[state.owner] = kit.add(state.hand[state.owner], state.chain[place])


# Scoring


def score_deal(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Scoring 3: the hands are scored; the match goes on up to a predetermined number of points, or is one deal."""
    score_(state, rules)
    state.stage += 1
    leaders = kit.best(state.score, rules.players, False)
    reached = state.score[kit.lowest(leaders)] >= rules.score_target
    kit.note_leader(state, leaders)
    if reached or state.stage >= rules.max_deals:
        state.capped, state.over = not reached, True
    else:
        start_game_deal(state, rules, chance)


def judge(state: State, rules: Rules, suit: Suit) -> None:
    """Scoring 1 and 2: the criteria of a suit in the order in force, then its special cases."""
    eligible = kit.up_to(rules.players)
    for criterion in rules.criteria_order:
        winners = criterion_winners(state, rules, suit, criterion, eligible)
        give_points(state, winners, criterion, criterion_points(rules, criterion))
        if rules.one_award_per_seat:
            eligible = eligible & ~winners
    score_special_cases(state, rules, suit)


def criterion_points(rules: Rules, criterion: kit.Int) -> kit.Int:
    """Points that a criterion is worth."""
    if criterion == SuitCriterion.SATURATION:
        return rules.market_saturation_points
    if criterion == SuitCriterion.PRESTIGE:
        return rules.critical_prestige_points
    return rules.broad_appeal_points


def criterion_winners(state: State, rules: Rules, suit: Suit, criterion: kit.Int, eligible: PlayerSet) -> PlayerSet:
    """The set of players who win a criterion in a suit; nobody without a card of it does."""
    best, winners = kit.NO_CARD, kit.EMPTY
    for player in range(rules.players):
        merit = merit_of(rules, of_suit(state.hand[player], suit), criterion)
        merit = merit if kit.holds(eligible, player) else kit.NO_CARD
        winners = (kit.EMPTY if merit > best else winners) | only_if(player, merit >= best)
        best = max(best, merit)
    if best == kit.NO_CARD or (rules.ties == CriterionTies.NOBODY and kit.count(winners) > 1):
        return kit.EMPTY
    return winners


def merit_of(rules: Rules, ranks: BitSet, criterion: kit.Int) -> kit.Int:
    """The rating of the ranks held in a suit by a criterion; more is better."""
    if criterion == SuitCriterion.SATURATION:
        return kit.count(ranks) if ranks else kit.NO_CARD
    if criterion == SuitCriterion.PRESTIGE:
        return highest_rank_or_none(ranks)
    lowest_held = lowest_rank(kit.add(ranks, RANKS))
    if rules.broad_appeal == BroadAppeal.LOWEST_RANK:
        return RANKS - 1 - lowest_held
    return highest_rank_or_none(ranks) - lowest_held if ranks else kit.NO_CARD


def score_special_cases(state: State, rules: Rules, suit: Suit) -> None:
    """Scoring 2: the one-hit wonder (a single card, the highest that anybody holds) and the shutout."""
    holders, highest, star_holder = kit.EMPTY, kit.NO_CARD, 0
    for player in range(rules.players):
        rank = highest_rank_or_none(of_suit(state.hand[player], suit))
        holders |= only_if(player, rank != kit.NO_CARD)
        star_holder = player if rank > highest else star_holder
        highest = max(highest, rank)
    if holders == kit.EMPTY:
        return
    if kit.count(of_suit(state.hand[star_holder], suit)) == 1:
        give_points(state, kit.only(star_holder), Award.ONE_HIT_WONDER, rules.one_hit_wonder_points)
    if kit.count(holders) == 1:
        give_points(state, holders, Award.SHUTOUT, rules.shutout_points)


def give_points(state: State, winners: PlayerSet, award: kit.Int, points: kit.Int) -> None:
    """Give each winner the points of an award."""
    for player in kit.each(winners):
        state.gained[award, player] += points
        state.deal_score[player] += points


def clear_scores(state: State, rules: Rules) -> None:
    for player in range(rules.players):
        state.deal_score[player] = 0
        for award in range(AWARDS):
            state.gained[award, player] = 0


def _scored(state: State, rules: Rules) -> Fields:
    """Points of the deal, in all and by suit: each is judged once more, on a copy."""
    players, by_suit = range(int(rules.players)), {}
    for suit, name in enumerate(SUIT_WORDS):
        alone = state.copy()  # type: ignore[attr-defined]
        clear_scores(alone, rules)
        judge(alone, rules, suit)
        by_suit[name] = [_awards(alone.gained[:, player]) for player in players]
    by_player = [{**_awards(state.gained[:, player], 0), "total": int(state.deal_score[player])} for player in players]
    return {"by_player": by_player, "totals": [int(state.score[player]) for player in players], "by_suit": by_suit}


def _awards(gained: Array, least: int = 1) -> dict[str, int]:
    """Points by award, of at least so many."""
    return {award.name.lower(): int(points) for award, points in zip(Award, gained, strict=True) if points >= least}


def _score_in_words(fields: Fields) -> str:
    sentences = []
    for player, total in enumerate(fields["totals"]):
        by_suit = [
            f"{suit}: {', '.join(f'{name} {points}'.replace('_', ' ') for name, points in players[player].items())}"
            for suit, players in fields["by_suit"].items()
            if players[player]
        ]
        brought = f" ({'; '.join(by_suit)})" if by_suit else ""
        sentences.append(f"Player {player} scores {fields['by_player'][player]['total']}{brought}, {total} in all.")
    return " ".join(sentences)


@kit.event(
    told=_scored,
    words=_score_in_words,
    fields={
        "by_player": "Points of this deal by criterion and special case, and their total, for each player.",
        "totals": "Points of the play so far, by player.",
        "by_suit": "What each suit has brought: points by criterion and special case for each player, but for 0.",
    },
)
def score_(state: State, rules: Rules) -> None:
    """The hands are scored.

    Scoring: each suit by itself. What it brings is added up by player, and by the seat that each had in this deal.
    """
    clear_scores(state, rules)
    for suit in range(SUITS):
        judge(state, rules, suit)
    best = kit.best(state.deal_score, rules.players, False)
    share = 1.0 / kit.count(best)
    for player in range(rules.players):
        seat = seat_of(state, rules, player)
        state.score[player] += state.deal_score[player]
        state.deal_points[seat] += state.deal_score[player]
        state.deal_wins[seat] += share if kit.holds(best, player) else 0.0
        for award in range(AWARDS):
            state.awarded[award, player] += state.gained[award, player]


# What the workbench asks besides


def knowledge(state: State, rules: Rules, player: Player) -> CardSet:
    return state.face_up | state.hand[player]


def situation(state: State, rules: Rules) -> kit.Int:
    """The phase and, in the show, the card on top: in other worlds another player may be asked to beat another card."""
    return Phase.ANSWER + 4 * (1 + top_of_chain(state)) if state.phase == Phase.ANSWER else state.phase


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


CRITERIA = (
    Criterion("market_saturation", "Market saturation", "Most cards of a suit."),
    Criterion("critical_prestige", "Critical prestige", "The highest card of a suit."),
    Criterion("broad_appeal", "Broad appeal", "The lowest card of a suit, or the widest span: as the rules say."),
    Criterion("one_hit_wonder", "One-hit wonder", "A single card of a suit, the highest that anybody holds."),
    Criterion("shutout", "Shutout", "The only one with a card of a suit."),
)


def score_sheet(values: Values) -> ScoreSheet:
    """The score sheet: a row a deal, a column for each criterion that scores; a target of 0 is a single deal."""
    target = whole_of(values, "score_target")
    worths = [(criterion, whole_of(values, f"{criterion.name}_points")) for criterion in CRITERIA]
    return ScoreSheet(
        row="deal",
        criteria=tuple(criterion._replace(low=0, high=SUITS * points) for criterion, points in worths if points),
        rows=None if target else 1,
        wins=kit.Wins.HIGHEST,
        target=target or None,
        total="points",
        length="deals",
    )


def write_down(event: str, fields: Fields) -> Iterator[SheetEntry]:
    """The points of a deal, by criterion and player."""
    if event == "score":
        for player, points in enumerate(fields["by_player"]):
            yield from (SheetEntry(player, points[criterion.name], criterion.name) for criterion in CRITERIA)
