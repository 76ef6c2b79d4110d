"""Take tricks, or avoid them. {% if lowest_wins %}The lowest score wins.{% else %}The highest score wins.{% endif %}

The deck has four suits, from {{ lowest }} to ace. {% if hand == 0 %}All of it is dealt
{%- if knockout or (52 - 4 * (lowest - 2)) % players %}; what does not come out even stays out, the lowest diamonds and
clubs{% endif %}.{% else %}Everybody gets {{ hand }} cards{% if sizes == "down" %}, and one less
in each deal that follows, down to one{% elif sizes == "down_and_up" %}, one less in each deal that follows, down to
one, and then one more in each, up to {{ hand }} again{% endif %}.{% endif %}
{%- if partners %} {{ "Players across from each other are partners" if players == 4 else
"Every second player is on the same side" }}, and score together.{% endif %}

{% if passing != "nobody" %}Before a deal is played everybody passes {{ passed }} cards{% if passing == "turns" %}: by
turns to the left, to the right, {{ "across" if players % 2 == 0 else "to the left again" if players == 3 else
"two places to the left" }}, and in every fourth deal to nobody{% else %} to the left{% endif %}
{%- if hand and (hand <= passed or sizes != "fixed") %}; nobody does where hands have no more cards than that
{%- endif %}.
{% endif %}

{% set all_dealt = not hand or hand * players == 52 - 4 * (lowest - 2) %}
{% if trump == "fixed" %}The trump suit is {{ suit }}.{% elif trump in ("turned", "named") %}
{{- "In the first deal the" if trump == "named" else "The" }} {{ "dealer's last card is shown" if all_dealt else
"next card of the deck is turned up" }}, and its suit is trump
{%- if trump == "named" %}; later whoever took most tricks in the deal before names it, of several a random one
{%- elif all_dealt and hand and (sizes != "fixed" or knockout) %}; in deals that leave cards over, the next of these is
turned up instead
{%- endif %}.{% elif trump == "bid" %}
Whoever says the highest number of tricks, the first of several, names the trump suit.{% else %}There are no trumps.
{% endif %}

{% if bidding != "none" %}Everybody says in turn how many tricks they will take.{% if hook %} The last may not say what
makes the sum as high as the number of tricks.{% endif %}{% endif %}

{% if lead == "lowest_club" %}Whoever has the lowest club leads it.{% else %}The player to the left of the dealer leads
to the first trick.{% endif %}{% set ruffs = must_trump and trump != "none" %}{% if follow %} Play a card of the suit
that was led, if you have one{% if ruffs %}, else a trump, if you have one{% endif %}.{% elif ruffs %} Without a card of
the suit that was led, play a trump, if you have one.{% endif %} The {{ "lowest" if lowest_takes else "highest" }}
{% if trump != "none" %}trump takes the trick, or else the {{ "lowest" if lowest_takes else "highest" }}
{% endif %}card of the suit that was led{% if trump == "none" %} takes the trick{% endif %}; who takes it leads to the
next.{% if break_trump and trump != "none" %} Trumps are not led before one has been played, unless there is nothing
else.{% endif %}{% if break_points %} Cards of {{ point_suit }} are not led before one has been played, unless there is
nothing else.{% endif %}{% if safe_first %} To the first trick no card with points is played, if you have another.
{% endif %}

{% if suit_points %}Each card of {{ point_suit }} that you take counts {{ suit_points }}. {% endif %}
{% if queen %}The queen of spades counts {{ queen }}. {% endif %}
{% if jack %}The jack of diamonds counts {{ jack }}. {% endif %}
{% if aces or tens or kings or queens or jacks %}An ace counts {{ aces }}, a ten {{ tens }}, a king {{ kings }}, a queen
{{ queens }}, a jack {{ jacks }}. {% endif %}
{% if moon and [suit_points, queen, jack, aces, tens, kings, queens, jacks] | select | list %}Whoever takes all of
these gives the points to all others instead. {% endif %}
{% if trick_points %}Each trick{% if book %} beyond {{ book }}{{ " of a side" if partners }}{% endif %} counts
{{ trick_points }}. {% endif %}
{% if bidding == "exact" %}Whoever has taken as many tricks as said scores {{ exact }}, and {{ per_trick }} for each
trick.
{% endif %}
{% if bidding == "contract" %}Whoever has taken as many tricks as said{% if partners %}, partners together,{% endif %}
 scores {{ contract }} for each that was said, and {{ per_over }} for each beyond; whoever has not loses {{ contract }}
for each that was said.{% if nil %} Who says 0 wins {{ nil }} by taking none, and loses as many by taking any
{%- if partners %}; such tricks do not help the bid of a partner, and count as beyond{% endif %}.{% endif %}
{% if bags %} {{ bags }} tricks beyond cost {{ bag_penalty }} points.{% endif %}{% endif %}
{% if knockout %}Whoever takes no trick is out of the play; all others have a point more, so that the last one in wins.
{% endif %}

{% if target and not knockout %}The play ends when somebody has {{ target }} points
{%- if bidding == "contract" or
[suit_points, queen, jack, aces, tens, kings, queens, jacks, trick_points, exact, per_trick] | min < 0 %}, or as many
below 0{% endif %}{% if not deals and sizes == "fixed" %}; after 500 deals, at any score{% endif %}. {% endif %}
{% if deals and not knockout %}The play ends after {{ deals }} deals{{ " at most" if target or sizes != "fixed" }}.
{% endif %}
{% if sizes != "fixed" and not knockout %}The play ends after the last of these deals.{% endif %}"""

from enum import IntEnum
from typing import Annotated, ClassVar

import numpy as np

from workbench import kit
from workbench.engine.families import Family, Preset
from workbench.engine.parameters import Values
from workbench.engine.problems import Problem

DECK, MOST_DEALS = 52, 500
CLUBS, DIAMONDS = kit.suit_cards(0), kit.suit_cards(1)
QUEEN, JACK = kit.FRENCH.cards("QS"), kit.FRENCH.cards("JD")
ACES, TENS, KINGS, QUEENS, JACKS = (
    kit.FRENCH.cards(*[rank + suit for suit in "CDHS"]) for rank in ["A", "10", "K", "Q", "J"]
)
TWOS = kit.FRENCH.cards("2C", "2D", "2H", "2S")
NOBODY, ALL = -1, 0
SUITS = kit.Words("clubs", "diamonds", "hearts", "spades")


class Sizes(IntEnum):
    FIXED = 0
    DOWN = 1
    DOWN_AND_UP = 2


class PassedTo(IntEnum):
    NOBODY = 0
    LEFT = 1
    TURNS = 2


class Trump(IntEnum):
    NONE = 0
    FIXED = 1
    TURNED = 2
    NAMED = 3
    BID = 4


class FrenchSuit(IntEnum):
    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


class Lead(IntEnum):
    LEFT_OF_DEALER = 0
    LOWEST_CLUB = 1


class Bidding(IntEnum):
    NONE = 0
    EXACT = 1
    CONTRACT = 2


class Phase(IntEnum):
    PASS = 0
    BID = 1
    NAME = 2
    PLAY = 3


GAME, DEAL, TRUMPS, PLAY = "Game", "Deal and passing", "Trump and bids", "Playing cards"
CARD_POINTS, TRICK_POINTS, BID_POINTS = "Points of cards", "Points of tricks", "Points of bids"


def points(default: int, help: str, section: str = CARD_POINTS, under: str = "", title: str = "") -> int:
    number: int = kit.rule(default, -100, 200, help, unit="points", section=section, under=under, title=title)
    return number


class Rules(kit.Rules):
    sections_if: ClassVar = {BID_POINTS: 'bidding != "none"'}
    players: int = kit.rule(4, 2, 6, "How many play.", unit="players", section=GAME)
    partners: bool = kit.rule(False, "Whether players play in two sides that sit by turns.", section=GAME)
    target: int = kit.rule(
        100,
        0,
        2000,
        "Points that end the play.",
        unit="points",
        zero="no score ends it",
        section=GAME,
        under="not knockout",
    )
    deals: int = kit.rule(
        0,
        0,
        50,
        "Deals that are played at most.",
        unit="deals",
        zero="any number",
        title="Deals at most",
        section=GAME,
        under="not knockout",
    )
    lowest_wins: bool = kit.rule(True, "Whether the lowest score wins.", section=GAME)
    knockout: bool = kit.rule(
        False, "Whether a deal without a trick puts a player out, and the last one wins.", section=GAME
    )
    lowest: int = kit.rule(2, 2, 9, "The lowest rank in the deck.", title="Lowest rank", section=DEAL)
    hand: int = kit.rule(
        0,
        0,
        26,
        "Cards dealt to everybody.",
        unit="cards",
        zero="the whole deck is dealt",
        section=DEAL,
        at_most=lambda rules: (DECK - 4 * (rules.lowest - 2)) // rules.players,
        because="the cards of the deck",
    )
    sizes: Sizes = kit.rule(
        Sizes.FIXED,
        "How the hand goes from deal to deal; one cycle is a play.",
        title="Hand sizes",
        section=DEAL,
        under="hand > 0",
    )
    passing: PassedTo = kit.rule(PassedTo.TURNS, "Who gets passed cards.", section=DEAL)
    passed: int = kit.rule(
        3,
        1,
        5,
        "Cards that everybody passes.",
        unit="cards",
        title="Cards passed",
        section=DEAL,
        under='passing != "nobody"',
    )
    trump: Trump = kit.rule(Trump.NONE, "How the trump suit is found.", section=TRUMPS)
    suit: FrenchSuit = kit.rule(
        FrenchSuit.SPADES,
        "The trump suit, where it is fixed.",
        title="Trump suit",
        section=TRUMPS,
        under='trump == "fixed"',
    )
    bidding: Bidding = kit.rule(Bidding.NONE, "Whether players say how many tricks they will take.", section=TRUMPS)
    hook: bool = kit.rule(
        False,
        "Whether the last must not make the bids come out even.",
        title="Last bid bound",
        section=TRUMPS,
        under='bidding != "none"',
    )
    lead: Lead = kit.rule(Lead.LOWEST_CLUB, "Who leads first.", section=PLAY)
    follow: bool = kit.rule(True, "Whether the suit that was led is followed.", title="Follow suit", section=PLAY)
    lowest_takes: bool = kit.rule(False, "Whether the lowest card takes the trick, and not the highest.", section=PLAY)
    must_trump: bool = kit.rule(
        False, "Whether who cannot follow must play a trump.", section=PLAY, under='trump != "none"'
    )
    break_trump: bool = kit.rule(
        False,
        "Whether trumps are led only once one has been played.",
        title="Trumps broken first",
        section=PLAY,
        under='trump != "none"',
    )
    break_points: bool = kit.rule(
        True,
        "Whether the suit with points is led only once it has been played.",
        title="Points broken first",
        section=PLAY,
    )
    safe_first: bool = kit.rule(
        True, "Whether the first trick is free of points.", title="First trick safe", section=PLAY
    )
    point_suit: FrenchSuit = kit.rule(
        FrenchSuit.HEARTS,
        "The suit whose cards have points.",
        title="Suit with points",
        section=CARD_POINTS,
        under="suit_points != 0 or break_points",
    )
    suit_points: int = points(1, "Each card of the suit with points.")
    queen: int = points(13, "The queen of spades.", title="Queen of spades")
    jack: int = points(0, "The jack of diamonds.", title="Jack of diamonds")
    aces: int = points(0, "Each ace.", title="Each ace")
    tens: int = points(0, "Each ten.", title="Each ten")
    kings: int = points(0, "Each king.", title="Each king")
    queens: int = points(0, "Each queen.", title="Each queen")
    jacks: int = points(0, "Each jack.", title="Each jack")
    moon: bool = kit.rule(
        True,
        "Whether who takes all cards with points gives them to the others.",
        title="Shooting the moon",
        section=CARD_POINTS,
    )
    trick_points: int = points(0, "Each trick.", TRICK_POINTS)
    book: int = kit.rule(
        0,
        0,
        12,
        "Tricks that do not count, of each player or side.",
        unit="tricks",
        title="Tricks that do not count",
        section=TRICK_POINTS,
        under="trick_points != 0",
    )
    exact: int = points(10, "As many tricks as said, where that must be exact.", BID_POINTS, under='bidding == "exact"')
    per_trick: int = points(1, "Each trick of such a bid.", BID_POINTS, under='bidding == "exact"')
    contract: int = points(10, "Each trick said, where more may be taken.", BID_POINTS, under='bidding == "contract"')
    per_over: int = points(1, "Each trick beyond such a bid.", BID_POINTS, under='bidding == "contract"')
    nil: int = points(100, "A bid of 0 with no trick taken; lost with one.", BID_POINTS, under='bidding == "contract"')
    bags: int = kit.rule(
        10,
        0,
        20,
        "Tricks beyond bids that cost points.",
        unit="tricks",
        zero="none do",
        section=BID_POINTS,
        under='bidding == "contract"',
    )
    bag_penalty: int = points(100, "What they cost.", BID_POINTS, under='bidding == "contract" and bags > 0')


def check(values: Values) -> list[Problem]:
    """The problems of rules that do not go together."""
    problems = []
    players, hand = int(str(values["players"])), int(str(values["hand"]))
    if not values["target"] and not values["deals"] and values["sizes"] == "fixed" and not values["knockout"]:
        problems.append(Problem("target", "must be at least 1 where neither deals nor sizes end the play", "0"))
    if values["partners"] and players % 2:
        problems.append(Problem("partners", f"must be false with {players} players: sides would differ", "true"))
    if values["sizes"] != "fixed" and not hand:
        problems.append(
            Problem("sizes", 'must be "fixed" where the whole deck is dealt (hand = 0)', str(values["sizes"]))
        )
    if values["trump"] == "bid" and values["bidding"] == "none":
        problems.append(Problem("trump", 'can be "bid" only with bidding', "bid"))
    if values["knockout"]:
        for name, allowed in (("passing", "nobody"), ("partners", False), ("lowest_wins", False), ("bidding", "none")):
            if values[name] != allowed:
                words = f"must be {str(allowed).lower()} where players are knocked out"
                problems.append(Problem(name, words, str(values[name]).lower()))
    return problems


def printed(values: Values) -> dict[str, int]:
    """One of each card from the lowest rank on."""
    ranks = kit.FRENCH.names[int(str(values["lowest"])) - 2 : DECK // 4]
    return {rank[:-1] + suit: 1 for suit in "CDHS" for rank in ranks}


def lay(state: "State", player: int, card: int) -> None:
    """Lay a card to the trick; where suits need not be followed, nothing is learned from that."""
    kit.lay(state, player, card)
    if not state.must_follow:
        state.lacks[player] = kit.EMPTY


class State(kit.TrickState):
    trick: kit.Cards = kit.zone(kit.FRENCH, seen_by=kit.ALL, put=lay)
    chosen: kit.Cards = kit.zone(kit.FRENCH, per_player=True, seen_by=kit.OWNER)
    stock: kit.Cards = kit.zone(kit.FRENCH, seen_by=kit.NOBODY)
    turned: kit.Cards = kit.zone(kit.FRENCH, seen_by=kit.ALL)
    score: kit.PerPlayer
    bid: kit.PerPlayer
    won: kit.PerPlayer
    trump: Annotated[int, SUITS]
    phase: int
    first: int
    best: int
    bids_heard: int
    dealt_size: int
    must_follow: bool
    broken: bool
    points_broken: bool
    is_out: kit.PerPlayer
    bags: kit.PerPlayer
    gain: kit.PerPlayer
    moons: kit.PerPlayer = kit.measured("Times that a player took all cards with points.", 0.02, unit="times")
    bids_met: kit.PerPlayer = kit.measured("Bids that the player met.", 0.1, unit="bids")
    undrawn: ClassVar = (
        *(
            "played",
            "led",
            "tricks",
            "phase",
            "first",
            "best",
            "bids_heard",
            "dealt_size",
            "must_follow",
            "broken",
            "points_broken",
        ),
        *("is_out", "bags", "gain"),
    )
    unset: ClassVar = ("bid",)
    titles: ClassVar = {
        "won": "Tricks won",
        "taken": "Cards taken",
        "turned": "Turned up for trump",
        "chosen": "Cards to pass",
        "moons": "Times all points were taken",
    }
    used_if: ClassVar = {
        "bid": lambda values: values["bidding"] != "none",
        "bids_met": lambda values: values["bidding"] != "none",
        "moons": lambda values: bool(values["moon"]),
        "trump": lambda values: values["trump"] != "none",
        "turned": lambda values: values["trump"] in ("turned", "named"),
        "chosen": lambda values: values["passing"] != "nobody",
        "stock": lambda values: bool(values["hand"]),
    }


# The deal


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    state.must_follow = rules.follow
    begin_deal(state, rules, chance)


def begin_deal(state: State, rules: Rules, chance: kit.Chance) -> None:
    deal(state, rules, chance)
    find_trump(state, rules, chance)
    begin_phase(state, rules, Phase.PASS)


@kit.event("The cards are dealt: {hand}.")
def deal(state: State, rules: Rules, chance: kit.Chance) -> None:
    """The cards are dealt."""
    cards = deck(rules)
    state.dealt_size = hand_size(state, rules)
    if rules.hand == 0:
        cards = without_rest(rules, cards, (DECK - 4 * (rules.lowest - 2)) % players_in(state, rules))
    kit.start_pack(state, cards, rules.players)
    for player in range(rules.players):
        state.hand[player] = state.taken[player] = state.chosen[player] = kit.EMPTY
        state.won[player], state.bid[player], state.played[player] = 0, NOBODY, NOBODY
        if not state.is_out[player]:
            for _ in range(state.dealt_size):
                cards = kit.draw(state.hand, player, cards, chance)
    state.stock, state.turned, state.trick = cards, kit.EMPTY, kit.EMPTY
    state.tricks = state.bids_heard = 0
    state.broken = state.points_broken = False
    state.first = next_in(state, rules, state.stage % rules.players)


def deck(rules: Rules) -> kit.CardSet:
    cards = kit.EMPTY
    for suit in range(4):
        cards = cards | (kit.suit_cards(suit) & ~(kit.up_to(rules.lowest - 2 + 13 * suit) & ~kit.up_to(13 * suit)))
    return cards


def without_rest(rules: Rules, cards: kit.CardSet, rest: int) -> kit.CardSet:
    """The cards without so many of the lowest diamonds and clubs."""
    for number in range(rest):
        cards = cards & ~kit.lowest_card(cards & (DIAMONDS if number % 2 == 0 else CLUBS))
    return cards


def players_in(state: State, rules: Rules) -> kit.Int:
    players = 0
    for player in range(rules.players):
        players += not state.is_out[player]
    return players


def next_in(state: State, rules: Rules, player: int) -> kit.Int:
    """The player, or the next to the left who is still in the play."""
    while state.is_out[player]:
        player = (player + 1) % rules.players
    return player


def hand_size(state: State, rules: Rules) -> kit.Int:
    if rules.hand == 0:
        return (DECK - 4 * (rules.lowest - 2)) // players_in(state, rules)
    if rules.sizes == Sizes.FIXED:
        return rules.hand
    return max(1, rules.hand - state.stage) if state.stage < rules.hand else state.stage - rules.hand + 2


def find_trump(state: State, rules: Rules, chance: kit.Chance) -> None:
    state.trump = rules.suit if rules.trump == Trump.FIXED else kit.NO_TRUMP
    if rules.trump == Trump.TURNED or (rules.trump == Trump.NAMED and state.stage == 0):
        if state.stock != kit.EMPTY:
            turn_up(state, chance)
            return
        dealer = (state.first - 1) % rules.players
        while state.is_out[dealer]:
            dealer = (dealer - 1) % rules.players
        show_last(state, rules, dealer, kit.lowest(kit.any_card(state.hand[dealer], chance)))


@kit.event("{turned} is turned up: {trump} are trump.")
def turn_up(state: State, chance: kit.Chance) -> None:
    """The next card of the deck is turned up; its suit is trump."""
    state.turned = kit.any_card(state.stock, chance)
    state.stock = state.stock & ~state.turned
    state.trump = kit.suit_of(kit.lowest(state.turned))


@kit.event("Player {player} shows {card}, the last that was dealt: {trump} are trump.")
def show_last(state: State, rules: Rules, player: kit.Player, card: kit.Card) -> None:
    """All cards are dealt: the dealer's last is shown, and its suit is trump."""
    state.trump = kit.suit_of(card)
    if distance(state, rules) == 0:  # else it may be passed on, unseen
        for viewer in range(rules.players):
            state.looked[viewer] = kit.add(state.looked[viewer], card)


def begin_phase(state: State, rules: Rules, phase: int) -> None:
    """Go on with the first phase, from this one on, that the rules have in this deal."""
    if phase == Phase.PASS and distance(state, rules) == 0:
        phase = Phase.BID
    if phase == Phase.BID and rules.bidding == Bidding.NONE:
        phase = Phase.NAME
    is_named = rules.trump == Trump.BID or (rules.trump == Trump.NAMED and state.stage > 0)
    if phase == Phase.NAME and not is_named:
        phase = Phase.PLAY
    state.phase = phase
    state.actor = 0 if phase == Phase.PASS else state.best if phase == Phase.NAME else state.first
    if phase == Phase.PLAY and rules.lead == Lead.LOWEST_CLUB:
        for player in range(rules.players):
            if state.hand[player] & kit.lowest_card(state.pack & ~state.stock & ~state.turned & CLUBS) != kit.EMPTY:
                state.actor = player


# PassedTo


def distance(state: State, rules: Rules) -> kit.Int:
    """How many places to the left cards are passed in this deal."""
    if rules.passing == PassedTo.NOBODY or state.dealt_size <= rules.passed:
        return 0
    turns = (1, rules.players - 1, rules.players // 2, 0)[state.stage % 4]
    return turns if rules.passing == PassedTo.TURNS else 1


@kit.move(
    "Player {player} chooses {card} to pass.", source="hand", to="chosen", phase=Phase.PASS, under='passing != "nobody"'
)
def choose(state: State, rules: Rules, card: kit.Card) -> None:
    """Choose {{ passed }} cards of your hand, unseen. When all have chosen, the cards are passed."""
    if kit.all_have_chosen(state, rules, rules.passed):
        kit.pass_chosen(state, rules, distance(state, rules))
        begin_phase(state, rules, Phase.BID)


# Bids and trump


def possible_bids(state: State, rules: Rules) -> kit.CardSet:
    bids = kit.up_to(state.dealt_size + 1)
    if rules.hook and state.bids_heard == players_in(state, rules) - 1:
        left = state.dealt_size
        for player in range(rules.players):
            left -= max(0, state.bid[player])
        bids = kit.remove(bids, left) if left >= 0 else bids
    return bids


@kit.move(
    "Player {player} says {number}.",
    to="bid",
    phase=Phase.BID,
    among=possible_bids,
    numbers=(0, 26),
    under='bidding != "none"',
)
def say(state: State, rules: Rules, player: int, number: int) -> None:
    """Say how many tricks you will take."""
    if rules.trump == Trump.BID and (state.bids_heard == 0 or number > state.bid[state.best]):
        state.best = player
    state.bids_heard += 1
    state.actor = next_in(state, rules, (player + 1) % rules.players)
    if state.bids_heard == players_in(state, rules):
        begin_phase(state, rules, Phase.NAME)


@kit.move(
    "Player {player} makes {suit} trump.",
    to="trump",
    phase=Phase.NAME,
    numbers=(0, 3),
    under='trump == "bid" or trump == "named"',
)
def name_trump(state: State, rules: Rules, suit: Annotated[int, SUITS]) -> None:
    """Name the trump suit."""
    begin_phase(state, rules, Phase.PLAY)


# Tricks


def has_points(rules: Rules) -> kit.CardSet:
    cards = kit.suit_cards(rules.point_suit) if rules.suit_points != 0 else kit.EMPTY
    cards = cards | (QUEEN if rules.queen != 0 else kit.EMPTY) | (JACK if rules.jack != 0 else kit.EMPTY)
    cards = cards | (ACES if rules.aces != 0 else kit.EMPTY) | (TENS if rules.tens != 0 else kit.EMPTY)
    cards = cards | (KINGS if rules.kings != 0 else kit.EMPTY) | (QUEENS if rules.queens != 0 else kit.EMPTY)
    return cards | (JACKS if rules.jacks != 0 else kit.EMPTY)


def playable(state: State, rules: Rules, player: int) -> kit.CardSet:
    cards, is_first = state.hand[player], state.tricks == 0
    if state.trick == kit.EMPTY:
        if is_first and rules.lead == Lead.LOWEST_CLUB and cards & CLUBS != kit.EMPTY:
            cards = kit.lowest_card(cards & CLUBS)
        better = cards
        if rules.break_points and not state.points_broken:
            better = better & ~kit.suit_cards(rules.point_suit)
        if rules.break_trump and not state.broken and state.trump != kit.NO_TRUMP:
            better = better & ~kit.suit_cards(state.trump)
        if is_first and rules.safe_first:
            better = better & ~has_points(rules)
    else:
        if rules.follow:
            cards = kit.following(state, cards)
        if rules.must_trump and state.trump != kit.NO_TRUMP and cards & kit.suit_cards(state.led) == kit.EMPTY:
            trumps = cards & kit.suit_cards(state.trump)
            cards = trumps if trumps != kit.EMPTY else cards
        better = cards & ~has_points(rules) if is_first and rules.safe_first else cards
    return cards if better == kit.EMPTY else better


@kit.move("Player {player} plays {card}.", source="hand", to="trick", phase=Phase.PLAY, among=playable)
def play(state: State, rules: Rules, chance: kit.Chance, player: int, card: kit.Card) -> None:
    """Play a card of your hand to the trick."""
    state.broken = state.broken or kit.suit_of(card) == state.trump
    state.points_broken = state.points_broken or kit.suit_of(card) == rules.point_suit
    if kit.count(state.trick) < players_in(state, rules):
        state.actor = next_in(state, rules, (player + 1) % rules.players)
        return
    winner = taker(state, rules)
    state.won[winner] += 1
    kit.take_trick(state, rules, winner, state.trick)
    if state.hand[winner] == kit.EMPTY:
        end_deal(state, rules, chance)


def taker(state: State, rules: Rules) -> kit.Int:
    """Who takes the trick."""
    if not rules.lowest_takes:
        return kit.winner_of_trick(state, rules, state.trump)
    lowest = kit.lowest(state.trick & deciding_suit(state))
    winner = 0
    for player in range(rules.players):
        winner = player if state.played[player] == lowest else winner
    return winner


def deciding_suit(state: State) -> kit.CardSet:
    """The trumps, once one lies in the trick; before that the suit that was led."""
    trumps = kit.suit_cards(state.trump) if state.trump != kit.NO_TRUMP else kit.EMPTY
    return trumps if state.trick & trumps != kit.EMPTY else kit.suit_cards(state.led)


# Scores


def end_deal(state: State, rules: Rules, chance: kit.Chance) -> None:
    score_deal(state, rules)
    find_best(state, rules, chance)
    kit.next_stage(state, chance)
    state.over = is_over(state, rules)
    if not state.over:
        begin_deal(state, rules, chance)


def find_best(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Who has taken most tricks, of several a random one."""
    best = kit.EMPTY
    most = kit.most(state.won, rules.players)
    for player in range(rules.players):
        if state.won[player] == most:
            best = kit.add(best, player)
    state.best = kit.lowest(kit.any_card(best, chance))


def is_over(state: State, rules: Rules) -> kit.Bool:
    if rules.knockout:
        return players_in(state, rules) == 1
    if state.stage >= (rules.deals if rules.deals > 0 else MOST_DEALS):
        return True
    if rules.sizes == Sizes.DOWN and state.stage >= rules.hand:
        return True
    if rules.sizes == Sizes.DOWN_AND_UP and state.stage >= 2 * rules.hand - 1:
        return True
    extreme = 0
    for player in range(rules.players):
        extreme = max(extreme, abs(state.score[player]))
    return rules.target > 0 and extreme >= rules.target


@kit.event("The deal is scored; the totals are {score}.")
def score_deal(state: State, rules: Rules) -> None:
    """The points of the deal are added; where players are knocked out, who took no trick is out."""
    for player in range(rules.players):
        state.gain[player] = 0
    score_cards(state, rules)
    for player in range(rules.players):
        if rules.knockout:
            state.is_out[player] = state.won[player] == 0
            state.gain[player] += state.won[player] > 0
        if rules.bidding == Bidding.EXACT:
            score_exact(state, rules, player)
        if not rules.partners or player < 2:
            score_side(state, rules, player)
    for player in range(rules.players):
        state.score[player] += side_gain(state, rules, player)


def side_gain(state: State, rules: Rules, player: int) -> kit.Int:
    """The points of a player, or of all on the side together."""
    if not rules.partners:
        return state.gain[player]
    total = 0
    for partner in range(player % 2, rules.players, 2):
        total += state.gain[partner]
    return total


def points_of(rules: Rules, cards: kit.CardSet) -> kit.Int:
    points = rules.suit_points * kit.count(cards & kit.suit_cards(rules.point_suit))
    points += rules.queen * kit.count(cards & QUEEN) + rules.jack * kit.count(cards & JACK)
    points += rules.aces * kit.count(cards & ACES) + rules.tens * kit.count(cards & TENS)
    points += rules.kings * kit.count(cards & KINGS) + rules.queens * kit.count(cards & QUEENS)
    return points + rules.jacks * kit.count(cards & JACKS)


def score_cards(state: State, rules: Rules) -> None:
    valued = has_points(rules) & state.pack & ~state.stock & ~state.turned
    for player in range(rules.players):
        points = points_of(rules, state.taken[player])
        if rules.moon and valued != kit.EMPTY and state.taken[player] & valued == valued:
            state.moons[player] += 1
            for other in range(rules.players):
                state.gain[other] += points if other != player else 0
        else:
            state.gain[player] += points


def score_exact(state: State, rules: Rules, player: int) -> None:
    if state.won[player] == state.bid[player]:
        state.gain[player] += rules.exact + rules.per_trick * state.won[player]
        state.bids_met[player] += 1


def score_side(state: State, rules: Rules, player: int) -> None:
    """Tricks, and bids that may be passed, of a player or of the side that the player is the first of."""
    bid, tricks, of_nil, step = 0, 0, 0, 2 if rules.partners else rules.players
    for partner in range(player, rules.players, step):
        bid += max(0, state.bid[partner])
        tricks += state.won[partner]
        if says_nil(state, rules, partner):
            of_nil += state.won[partner]
            state.gain[partner] += rules.nil if state.won[partner] == 0 else -rules.nil
            state.bids_met[partner] += state.won[partner] == 0
    state.gain[player] += rules.trick_points * max(0, tricks - rules.book)
    if rules.bidding == Bidding.CONTRACT:
        is_met = tricks - of_nil >= bid
        state.gain[player] += rules.contract * (bid if is_met else -bid)
        score_beyond(state, rules, player, of_nil + max(0, tricks - of_nil - bid))
        for partner in range(player, rules.players, step):
            state.bids_met[partner] += is_met and not says_nil(state, rules, partner)


def score_beyond(state: State, rules: Rules, player: int, tricks: int) -> None:
    """Tricks beyond the bids of a side, with those of who said to take none: too many of them cost points."""
    state.gain[player] += rules.per_over * tricks
    state.bags[player] += tricks
    if rules.bags > 0 and state.bags[player] >= rules.bags:
        state.bags[player] -= rules.bags
        state.gain[player] -= rules.bag_penalty


def says_nil(state: State, rules: Rules, player: int) -> kit.Bool:
    """True for a player who has said to take no trick at all, where that counts by itself."""
    return rules.bidding == Bidding.CONTRACT and rules.nil > 0 and state.bid[player] == 0


def side(rules: Rules, player: int) -> kit.Int:
    """The side of a player: of two that sit by turns, or the player alone."""
    return player % 2 if rules.partners else player


def tied(state: State, rules: Rules) -> kit.Bool:
    """True where more than one wins; partners win together."""
    winners, best = 0, state.score[0]
    sign = -1 if rules.lowest_wins else 1
    for player in range(rules.players):
        best = sign * max(sign * best, sign * state.score[player])
    for player in range(2 if rules.partners else rules.players):
        winners += state.score[player] == best
    return winners > 1


# Bots


def expected_tricks(state: State, rules: Rules, player: int) -> kit.Int:
    """Cards that take tricks, and long trumps, as a careful player counts them."""
    hand, halves = state.hand[player], 0
    best, next_best = (
        (TWOS << np.uint64(rules.lowest - 2), TWOS << np.uint64(rules.lowest - 1))
        if rules.lowest_takes
        else (ACES, KINGS)
    )
    for suit in range(4):
        cards = hand & kit.suit_cards(suit)
        if suit == state.trump:
            halves += 2 * max(0, kit.count(cards) - 2)
        halves += 2 * kit.count(cards & best) + (kit.count(cards & next_best) if kit.count(cards) > 1 else 0)
    return min(state.dealt_size, halves // 2)


def playout(state: State, rules: Rules, legal: kit.ActionSet) -> kit.Action:
    return steady(state, rules, legal, state.actor)


def swing(rules: Rules) -> kit.Int:
    """The lead that search holds to be halfway to a win: two deals' bids, or higher bids would cost nothing more."""
    return 20 * rules.contract if rules.bidding == Bidding.CONTRACT else 10


def nearest_bid(state: State, rules: Rules, legal: kit.ActionSet) -> kit.Action:
    """The bid that is nearest to what the hand is worth."""
    number = expected_tricks(state, rules, state.actor)
    if kit.holds(legal, number):
        return number
    return number + 1 if kit.holds(legal, number + 1) else kit.lowest(legal)


@kit.style("Bids what high cards and long trumps are worth, and takes tricks until the bid is met; passes high cards.")
def steady(state: State, rules: Rules, legal: kit.ActionSet, player: int) -> kit.Action:
    if state.phase == Phase.BID:
        return nearest_bid(state, rules, legal)
    if state.phase == Phase.NAME:
        return longest_suit(state, player)
    if state.phase == Phase.PASS:
        return extreme_rank(legal, 1)
    wants = rules.trick_points > 0 or rules.knockout or state.won[player] < state.bid[player]
    return card_to_play(state, rules, legal, wants or (rules.bidding == Bidding.NONE and not rules.lowest_wins))


def card_to_play(state: State, rules: Rules, legal: kit.ActionSet, wants: bool) -> kit.Action:
    """Who wants the trick plays the weakest card that takes it; who does not, the highest that leaves it."""
    if state.trick == kit.EMPTY:
        return extreme_rank(legal, 1 if wants != rules.lowest_takes else -1)
    taking = beating(state, rules, legal)
    losing = legal & ~taking
    if wants and taking != kit.EMPTY:
        return extreme_rank(taking, 1 if rules.lowest_takes else -1)
    if losing == kit.EMPTY:
        return extreme_rank(legal, 1)
    return extreme_rank(losing, -1 if wants else 1)


def beating(state: State, rules: Rules, cards: kit.CardSet) -> kit.CardSet:
    """Those of the cards that would take the trick as it lies."""
    suit = deciding_suit(state)
    if rules.lowest_takes:
        stronger = cards & suit & kit.up_to(kit.lowest(state.trick & suit))
    else:
        stronger = cards & suit & ~kit.up_to(kit.highest(state.trick & suit) + 1)
    trumps = kit.suit_cards(state.trump) if state.trump != kit.NO_TRUMP else kit.EMPTY
    return stronger if suit == trumps else stronger | (cards & trumps)


def longest_suit(state: State, player: int) -> kit.Int:
    longest = 0
    for suit in range(4):
        cards = kit.count(state.hand[player] & kit.suit_cards(suit))
        if cards > kit.count(state.hand[player] & kit.suit_cards(longest)):
            longest = suit
    return longest


def extreme_rank(cards: kit.CardSet, sign: int) -> kit.Int:
    """The card of the highest rank; with a sign of -1 of the lowest."""
    best = kit.lowest(cards)
    rest = cards
    for card in kit.each(rest):
        best = card if sign * kit.rank_of(card) > sign * kit.rank_of(best) else best
    return best


SUMMARY = "Tricks: deck, trumps, bids, partners, and what cards and tricks are worth."
GAME_OF_FAMILY = kit.game(globals(), title="Trick-taking", summary=SUMMARY, stage="deal", cost=300)
NO_CARD_POINTS: Values = {"suit_points": 0, "queen": 0, "moon": False, "break_points": False, "safe_first": False}
PLAIN_TRICKS: Values = {**NO_CARD_POINTS, "lowest_wins": False, "passing": "nobody", "lead": "left_of_dealer"}
HEARTS = Preset("hearts", "Hearts", "Take no hearts and not the queen of spades, or take them all. For 3 to 6.", {})
OH_HELL = Preset(
    "oh_hell",
    "Oh Hell",
    "Say how many tricks you will take, and take exactly these. For 3 to 5.",
    {
        **PLAIN_TRICKS,
        **{"target": 0, "hand": 10, "sizes": "down_and_up", "trump": "turned", "bidding": "exact", "hook": True},
    },
)
KNOCKOUT_WHIST = Preset(
    "knockout_whist",
    "Knockout Whist",
    "Who takes no trick is out; each deal has a card less. For 2 to 6.",
    {**PLAIN_TRICKS, "target": 0, "hand": 7, "sizes": "down", "trump": "named", "knockout": True},
)
SPADES = Preset(
    "spades",
    "Spades",
    "Partners bid together, spades are trump, and too many tricks cost points. For 4.",
    {**PLAIN_TRICKS, "partners": True, "target": 500, "trump": "fixed", "bidding": "contract", "break_trump": True},
    margin=10,
)
FAMILY = Family("tricks", GAME_OF_FAMILY, (HEARTS, OH_HELL, KNOCKOUT_WHIST, SPADES))
