"""Be the first to have no card left.

The cards are those of {{ cards.file }}. Everybody gets {{ hand }} cards, and one is laid open: the pile. On your turn
play a card that has in common with the card on top its {{ [("suit", match_suit), ("rank", match_rank), ("keyword",
match_keyword)] | selectattr(1) | map("first") | join(" or its ") }}.
{% set effects = cards | map(attribute="effects") | select | sum(start=()) %}
{% if "wild" in effects %}A wild card goes on anything, and whoever plays it names the suit that goes on.{% endif %}

Who {{ "does not" if may_draw else "cannot" }} play draws {% if draws %}up to {{ draws }}
{{ "card" if draws == 1 else "cards" }}{% else %}until a card can be played{% endif %}
{% if play_drawn %}, and may play what was drawn{% endif %}, then passes. When the stock is used up,
{% if reshuffle %}the pile below its top card is shuffled and is the stock.
{% else %}those who cannot play pass.{% endif %}

{% set does = {
    "skip": "*skip* passes over the next player",
    "reverse": "*reverse* turns the direction, and of two players passes over the other",
    "draw_2": "*draw 2* makes the next player draw two cards and miss a turn",
    "draw_4": "*draw 4* makes the next player draw four cards and miss a turn",
    "again": "*again* gives another turn",
    "look": "*look* shows you the hand of a player you name",
    "swap": "*swap* exchanges hands with a player you name",
} %}
{% set listed = does.items() | selectattr(0, "in", effects) | map(attribute=1) | list %}
{% if listed %}What cards do besides: {{ listed | join("; ") }}.{% endif %}

{% if winner_scores %}Whoever has no card left scores the points of all cards that the others hold
{%- else %}Everybody counts the points of the cards still held{% endif %}; the
{{ "lowest" if lowest_wins else "highest" }} score wins. If nobody can play, or after
300 turns, the hand with fewest points counts as the empty one.
{% if target %} The play ends at {{ target }} points.
{% else %}One deal is a play.{% endif %}"""

from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from typing import Annotated, ClassVar

from workbench import kit
from workbench.engine.card_lists import ChoiceColumn, NumberColumn, SetColumn, TextColumn
from workbench.engine.cards import cards_of
from workbench.engine.families import Family, Preset, list_in
from workbench.engine.parameters import Values
from workbench.engine.problems import Problem

MOST, MOST_TURNS, MOST_DEALS = 60, 300, 100
FOLDER = Path(__file__).with_name("cards")
PACK = kit.listed_pack("cards", MOST)
NONE = -1


class CardSuit(IntEnum):
    """The suits that cards may have."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    RED = 4
    YELLOW = 5
    GREEN = 6
    BLUE = 7


class Keyword(IntEnum):
    """Words that cards may have in common besides."""

    SUN = 0
    MOON = 1
    STAR = 2
    LEAF = 3
    STONE = 4
    WATER = 5


class Effect(IntEnum):
    """The effects of a card when it is played."""

    WILD = 0
    SKIP = 1
    REVERSE = 2
    DRAW_2 = 3
    DRAW_4 = 4
    AGAIN = 5
    LOOK = 6
    SWAP = 7


SUITS = kit.Words(*(suit.name.lower() for suit in CardSuit))
COLUMNS = (
    TextColumn("id", help="The name of the card in files."),
    ChoiceColumn("suit", CardSuit, help="The suit; empty for a card that has none.", optional=True),
    NumberColumn("rank", 0, 99, help="The rank; cards with equal ranks match.", optional=True),
    NumberColumn("points", 0, 200, help="What the card counts when it is left in a hand."),
    SetColumn("effects", Effect, help="What the card does when it is played.", optional=True),
    ChoiceColumn("keyword", Keyword, help="A word in common with other cards.", optional=True),
    NumberColumn("copies", 0, MOST, help="How many of these cards there are."),
)
EFFECTS = 'cards | map(attribute="effects") | select | sum(start=())'
"""All effects of cards of the list, for conditions on the rules."""
GAME, MATCH, DRAW = "Game", "What can be played", "Drawing"


class Rules(kit.Rules):
    sections: ClassVar = {"players": GAME, "match_suit": MATCH, "draws": DRAW}
    cards_rows: ClassVar[kit.Int]
    cards_copies: ClassVar[kit.Int]
    cards_deck: ClassVar[kit.Row]
    players: int = kit.rule(4, 2, 6, "How many play.", unit="players")
    cards: kit.Cards = kit.card_list(
        FOLDER / "crazy_eights.csv", COLUMNS, "The cards of the game.", copies="copies", most=MOST
    )
    hand: int = kit.rule(
        5, 1, 15, "Cards dealt to everybody.", unit="cards",
        at_most=lambda rules: max(1, (sum(row["copies"] for row in rules.cards) - 8) // rules.players),
        because="the cards of the list, of which eight stay in the stock",
    )  # fmt: skip
    target: int = kit.rule(100, 0, 1000, "Points that end the play.", unit="points", zero="plays one deal")
    winner_scores: bool = kit.rule(True, "Whether the first without cards scores what the others hold.")
    lowest_wins: bool = kit.rule(False, "Whether the lowest score wins.")
    match_suit: bool = kit.rule(True, "Whether a card of the same suit can be played.")
    match_rank: bool = kit.rule(True, "Whether a card of the same rank can be played.")
    match_keyword: bool = kit.rule(False, "Whether a card with the same keyword can be played.")
    draws: int = kit.rule(0, 0, 10, "Cards that are drawn instead of playing.", unit="cards",
                          zero="until one can be played")  # fmt: skip
    may_draw: bool = kit.rule(True, "Whether who could play may draw instead.")
    play_drawn: bool = kit.rule(True, "Whether a card can be played after drawing.")
    reshuffle: bool = kit.rule(False, "Whether the pile becomes the stock again.")


def check(values: Values) -> list[Problem]:
    """A warning where whoever keeps most cards would win, or whoever gets rid of them first would lose."""
    if values["winner_scores"] != values["lowest_wins"]:
        return []
    keeps = "true, or whoever is left with most points wins (winner_scores = false)"
    scores = "false, or points are bad for who has no card left (winner_scores = true)"
    words = scores if values["winner_scores"] else keeps
    return [Problem("lowest_wins", f"should be {words}", str(values["lowest_wins"]).lower(), warning=True)]


def lay(state: "State", rules: "Rules", card: int) -> None:
    state.pile, state.top, state.suit = kit.add(state.pile, card), card, suit_of(rules, card)


class State(kit.State):
    hand: kit.Cards = kit.zone(PACK, per_player=True, seen_by=kit.OWNER)
    stock: kit.Cards = kit.zone(PACK, seen_by=kit.NOBODY)
    pile: kit.Cards = kit.zone(PACK, seen_by=kit.ALL, put=lay, top="top")
    top: kit.Card
    suit: Annotated[int, SUITS]
    score: kit.PerPlayer
    backwards: bool
    drawn: int
    passes: int
    turns: int
    choosing: int
    looked_at: kit.PerPlayer = kit.measured("Hands that the player has looked at.", 0.05, unit="hands")
    skipped: kit.PerPlayer = kit.measured("Turns that the player missed by a card.", 0.1, unit="turns")
    undrawn: ClassVar = ("top", "drawn", "passes", "turns", "choosing", "backwards")
    titles: ClassVar = {
        "looked_at": "Hands looked at",
        "skipped": "Turns missed",
        "suit": "Suit to follow",
        "pile": "Discard pile",
    }
    used_if: ClassVar = {
        "looked_at": lambda values: has_effect(values, Effect.LOOK),
        "skipped": lambda values: has_effect(values, Effect.SKIP, Effect.REVERSE, Effect.DRAW_2, Effect.DRAW_4),
    }


def has_effect(values: Mapping[str, object], *effects: Effect) -> bool:
    """True if a card of the list has one of these effects."""
    names = {effect.name.lower() for effect in effects}
    return any(names.intersection(row["effects"]) for row in cards_of(values, "cards") if row["effects"])  # type: ignore[arg-type]


# The deal


@kit.event("The cards are dealt: {hand}. {top} lies open.")
def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    """The cards are dealt."""
    cards = kit.up_to(rules.cards_copies)
    kit.start_pack(state, cards, rules.players)
    cards = kit.deal(state.hand, rules.players, rules.hand, cards, chance)
    plain = kit.EMPTY
    for card in kit.each(cards):
        if effects_of(rules, card) == kit.EMPTY:
            plain = kit.add(plain, card)
    opened = kit.any_card(cards if plain == kit.EMPTY else plain, chance)
    state.pile, state.stock = opened, cards & ~opened
    state.top = kit.lowest(opened)
    state.suit = suit_of(rules, state.top)
    state.backwards = False
    state.drawn = state.passes = state.choosing = state.turns = 0
    state.actor = state.stage % rules.players


def suit_of(rules: Rules, card: int) -> kit.Int:
    return rules.cards[rules.cards_deck[card]].suit


def effects_of(rules: Rules, card: int) -> kit.CardSet:
    return rules.cards[rules.cards_deck[card]].effects


def points_of(rules: Rules, cards: kit.CardSet) -> kit.Int:
    points = 0
    for card in kit.each(cards):
        points += rules.cards[rules.cards_deck[card]].points
    return points


# Playing


def matches(state: State, rules: Rules, card: int) -> kit.Bool:
    """True if a card goes on the pile."""
    one, top = rules.cards[rules.cards_deck[card]], rules.cards[rules.cards_deck[state.top]]
    if kit.holds(one.effects, Effect.WILD) or (state.suit == NONE and rules.match_suit):
        return True
    if rules.match_suit and one.suit == state.suit:
        return True
    if rules.match_rank and one.rank != NONE and one.rank == top.rank:
        return True
    return rules.match_keyword and one.keyword != NONE and one.keyword == top.keyword


def playable(state: State, rules: Rules, player: int) -> kit.CardSet:
    return matching(state, rules, player) if state.drawn == 0 or rules.play_drawn else kit.EMPTY


def matching(state: State, rules: Rules, player: int) -> kit.CardSet:
    """The cards of a hand that go on the pile, even if they may not be played after drawing."""
    cards = kit.EMPTY
    for card in kit.each(state.hand[player]):
        if matches(state, rules, card):
            cards = kit.add(cards, card)
    return cards


@kit.move(
    "Player {player} plays {card}.", source="hand", to="pile", when=lambda state: state.choosing == 0, among=playable
)
def play(state: State, rules: Rules, chance: kit.Chance, player: int, card: kit.Card) -> None:
    """Play a card that goes on the pile."""
    state.passes = 0
    effects = effects_of(rules, card)
    if state.hand[player] == kit.EMPTY:
        draw_for_effects(state, rules, chance, effects)
        end_deal(state, rules, chance, player)
        return
    for effect in (Effect.WILD, Effect.LOOK, Effect.SWAP):
        if kit.holds(effects, effect) and state.choosing == 0:
            state.choosing = 1 + effect
    if state.choosing == 0:
        carry_on(state, rules, chance)


def suits_there(rules: Rules) -> kit.CardSet:
    suits = kit.EMPTY
    for number in range(rules.cards_rows):
        if rules.cards[number].suit != NONE:
            suits = kit.add(suits, rules.cards[number].suit)
    return suits if suits != kit.EMPTY else kit.only(0)


@kit.move(
    "Player {player} names {suit}.",
    to="suit",
    when=lambda state: state.choosing == 1 + Effect.WILD,
    among=suits_there,
    under=f'"wild" in ({EFFECTS})',
)
def name_suit(state: State, rules: Rules, chance: kit.Chance, suit: Annotated[int, SUITS]) -> None:
    """After a wild card, name the suit that goes on."""
    state.choosing = 0
    carry_on(state, rules, chance)


@kit.move(
    "Player {player} names player {other}.",
    when=lambda state: state.choosing > 1 + Effect.WILD,
    under=f'"look" in ({EFFECTS}) or "swap" in ({EFFECTS})',
)
def name_player(state: State, rules: Rules, chance: kit.Chance, player: int, other: kit.Player) -> None:
    """After *look* or *swap*, name the player whose hand it is about."""
    if state.choosing == 1 + Effect.LOOK:
        state.looked[player] = state.looked[player] | state.hand[other]
        state.looked_at[player] += 1
    else:
        mine, theirs = state.hand[player], state.hand[other]
        state.hand[player], state.hand[other] = theirs, mine
        state.looked[player], state.looked[other] = state.looked[player] | mine, state.looked[other] | theirs
    state.choosing = 0
    carry_on(state, rules, chance)


def carry_on(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Do as the card on top says, and go on to the next turn."""
    effects = effects_of(rules, state.top)
    if kit.holds(effects, Effect.REVERSE):
        state.backwards = not state.backwards
    draws = draw_for_effects(state, rules, chance, effects)
    misses = kit.holds(effects, Effect.SKIP) or draws > 0
    misses = misses or (kit.holds(effects, Effect.REVERSE) and rules.players == 2)
    state.drawn = 0
    state.turns += 1
    if state.turns >= MOST_TURNS:
        end_blocked(state, rules, chance)
        return
    if kit.holds(effects, Effect.AGAIN):
        return
    if misses:
        state.skipped[after(state, rules, state.actor)] += 1
        state.actor = after(state, rules, state.actor)
    state.actor = after(state, rules, state.actor)


def draw_for_effects(state: State, rules: Rules, chance: kit.Chance, effects: kit.CardSet) -> kit.Int:
    """The next player draws as many cards as the effects say; how many these are."""
    draws = 2 * kit.holds(effects, Effect.DRAW_2) + 4 * kit.holds(effects, Effect.DRAW_4)
    victim = after(state, rules, state.actor)
    before = state.hand[victim]
    for _ in range(draws):
        draw_card(state, rules, chance, victim)
    if draws > 0:
        draw_by_effect(state, victim, state.hand[victim] & ~before)
    return draws


@kit.event("Player {player} must draw: {cards}.", secret=True)
def draw_by_effect(state: State, player: int, cards: kit.Cards) -> None:
    """The next player draws as the card says; nobody else sees what."""


def after(state: State, rules: Rules, player: int) -> kit.Int:
    return (player + (rules.players - 1 if state.backwards else 1)) % rules.players


# Drawing


def can_draw(state: State, rules: Rules) -> kit.Bool:
    return state.stock != kit.EMPTY or (rules.reshuffle and kit.count(state.pile) > 1)


def draw_card(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    if not can_draw(state, rules):
        return
    if state.stock == kit.EMPTY:
        state.stock, state.pile = kit.remove(state.pile, state.top), kit.only(state.top)
        for other in range(rules.players):
            state.looked[other] = state.looked[other] & ~state.stock
    state.stock = kit.draw(state.hand, player, state.stock, chance)


def may_draw(state: State, rules: Rules, player: int) -> kit.Bool:
    if state.choosing > 0 or not can_draw(state, rules):
        return False
    if matching(state, rules, player) != kit.EMPTY and (not rules.may_draw or state.drawn > 0):
        return False
    return rules.draws == 0 or state.drawn < rules.draws


@kit.move("Player {player} draws a card.", when=may_draw)
def draw(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    """Draw a card of the stock."""
    draw_card(state, rules, chance, player)
    state.drawn += 1
    state.passes = 0


def may_pass(state: State, rules: Rules, player: int) -> kit.Bool:
    if state.choosing > 0 or may_draw(state, rules, player):
        return False
    return (state.drawn > 0 and rules.draws > 0) or playable(state, rules, player) == kit.EMPTY


@kit.move("Player {player} passes.", when=may_pass)
def pass_(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    """Pass, once you have drawn, or nothing can be drawn."""
    state.passes += state.drawn == 0
    state.drawn = 0
    state.actor = after(state, rules, player)
    state.turns += 1
    if state.passes >= rules.players or state.turns >= MOST_TURNS:
        end_blocked(state, rules, chance)


def end_blocked(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Nobody can play: the hand with fewest points wins the deal."""
    fewest = 0
    for other in range(rules.players):
        if points_of(rules, state.hand[other]) < points_of(rules, state.hand[fewest]):
            fewest = other
    end_deal(state, rules, chance, fewest)


# Scores


def end_deal(state: State, rules: Rules, chance: kit.Chance, winner: int) -> None:
    score_deal(state, rules, winner)
    kit.next_stage(state, chance)
    state.over = rules.target == 0 or kit.most(state.score, rules.players) >= rules.target or state.stage >= MOST_DEALS
    if not state.over:
        setup(state, rules, chance)


@kit.event("Player {winner} ends the deal with these hands: {hand}. The totals are {score}.")
def score_deal(state: State, rules: Rules, winner: int) -> None:
    """The points of the cards that are left are counted."""
    for other in range(rules.players):
        points = points_of(rules, state.hand[other]) if other != winner else 0
        state.score[winner if rules.winner_scores else other] += points


@kit.style("Plays the card with most points that goes on the pile, wild cards last; draws only where nothing does.")
def steady(state: State, rules: Rules, legal: kit.ActionSet, player: int) -> kit.Action:
    if state.choosing == 1 + Effect.WILD:
        return longest_suit(state, rules, legal, player)
    cards = playable(state, rules, player) if state.choosing == 0 else kit.EMPTY
    best, most = kit.lowest(legal), -1
    for card in kit.each(cards):
        worth = 0 if kit.holds(effects_of(rules, card), Effect.WILD) else 1 + points_of(rules, kit.only(card))
        if worth > most:
            best, most = kit.action(play, card), worth
    return best


def longest_suit(state: State, rules: Rules, legal: kit.ActionSet, player: int) -> kit.Int:
    longest, most = kit.lowest(legal), -1
    for suit in kit.each(legal):
        held = 0
        for card in kit.each(state.hand[player]):
            held += suit_of(rules, card) == suit
        if held > most:
            longest, most = suit, held
    return longest


SUMMARY = "Get rid of your cards: what goes on what, what cards do, and what is left counts."
GAME_OF_FAMILY = kit.game(globals(), title="Shedding", summary=SUMMARY, stage="deal", cost=370, swing=30)
CRAZY_EIGHTS = Preset(
    "crazy_eights", "Crazy Eights", "Match suit or rank; an eight goes on anything and names the suit. For 2 to 6.", {}
)
FOUR_COLORS = Preset(
    "four_colors",
    "Four colors",
    "Colors and numbers, skip, reverse, draw two and wild cards, as in Uno, with 60 cards. For 2 to 6.",
    {
        "cards": list_in(GAME_OF_FAMILY, FOLDER / "four_colors.csv"),
        "hand": 7,
        "draws": 1,
        "target": 500,
        "reshuffle": True,
    },
    margin=2,
)
FAMILY = Family("shedding", GAME_OF_FAMILY, (CRAZY_EIGHTS, FOUR_COLORS))
