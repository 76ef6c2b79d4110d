"""Collect sets of {{ set_size }} cards of one rank.

The deck has the 52 cards of four suits. Everybody gets {{ hand }} cards{% if display %}, and {{ display }} lie open in
the display{% endif %}; the others are the stock. Whoever has {{ set_size }} cards of a rank lays them open at once.

{% if asking %}On your turn ask another player for a rank that you hold. Who has such cards gives you all of them, and
you ask again. Who has none says so: draw a card of the stock. If it has the rank that you asked for, you ask again;
else the turn goes to the left.{% else %}On your turn draw a card of the stock{% if display %}, or take one of the
display, where the next card of the stock comes in its place{% endif %}{% if steal %}, or take a card of another
player's hand, unseen{% endif %}.{% endif %} Who has no cards draws one when the turn comes.

{% if by_rank %}A set counts as many points as its rank says, from 2 to 10, jack 11, queen 12, king 13, ace 14.
{% else %}Each set counts a point.{% endif %}{% if left_over %} In the end each card in a hand costs {{ left_over }}.
{% endif %} The play ends when {% if asking %}all sets are laid{% else %}the stock is used up{% endif %}{% if target %},
or somebody has laid {{ target }} sets{% endif %}, or after 400 turns. The highest score wins."""

from enum import IntEnum
from typing import Annotated, ClassVar

import numpy as np

from workbench import kit
from workbench.engine.families import Family, Preset
from workbench.engine.parameters import Values
from workbench.engine.problems import Problem

RANKS, MOST_TURNS = 13, 400
OF_RANK_TWO = kit.FRENCH.cards("2C", "2D", "2H", "2S")
RANK_WORDS = kit.Words("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")


class Phase(IntEnum):
    TURN = 0
    ASK = 1
    STEAL = 2


class Rules(kit.Rules):
    players: int = kit.rule(4, 2, 6, "How many play.", unit="players")
    hand: int = kit.rule(5, 1, 8, "Cards dealt to everybody.", unit="cards")
    set_size: int = kit.rule(4, 2, 4, "Cards of a rank that make a set.", unit="cards")
    asking: bool = kit.rule(True, "Whether players ask each other for cards.")
    display: int = kit.rule(0, 0, 8, "Cards that lie open to be taken.", unit="cards", zero="none", under="not asking")
    steal: bool = kit.rule(False, "Whether a turn may take an unseen card of another's hand.", under="not asking")
    by_rank: bool = kit.rule(False, "Whether a set counts as its rank says, and not a point.")
    left_over: int = kit.rule(0, 0, 5, "Points that each card left in a hand costs.", unit="points", zero="nothing")
    target: int = kit.rule(0, 0, 10, "Sets that end the play.", unit="sets", zero="no number does", title="Sets to end")


def check(values: Values) -> list[Problem]:
    """The problems of rules that do not go together."""
    names = [name for name in ("display", "steal") if values["asking"] and values[name]]
    words = "must be {} where players ask each other for cards (asking = true)"
    return [
        Problem(name, words.format(0 if name == "display" else "false"), str(values[name]).lower()) for name in names
    ]


class State(kit.State):
    hand: kit.Cards = kit.zone(kit.FRENCH, per_player=True, seen_by=kit.OWNER)
    stock: kit.Cards = kit.zone(kit.FRENCH, seen_by=kit.NOBODY)
    display: kit.Cards = kit.zone(kit.FRENCH, seen_by=kit.ALL)
    laid: kit.Cards = kit.zone(kit.FRENCH, per_player=True, seen_by=kit.ALL, spread=True)
    score: kit.PerPlayer
    rank: Annotated[int, RANK_WORDS]
    phase: int
    turns: int
    sets: kit.PerPlayer = kit.measured("Sets that the player has laid.", 0.1, unit="sets")
    lucky: kit.PerPlayer = kit.measured("Cards that the player got from others.", 0.2, unit="cards")
    undrawn: ClassVar = ("phase", "turns", "rank")
    titles: ClassVar = {"sets": "Sets laid", "lucky": "Cards from others", "display": "Open cards"}
    used_if: ClassVar = {"display": lambda values: values["display"] > 0}


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    deal(state, rules, chance)
    for player in range(rules.players):
        lay_sets(state, rules, player)
    begin_turn(state, rules, chance, 0)


@kit.event("The cards are dealt: {hand}. Open: {display}.")
def deal(state: State, rules: Rules, chance: kit.Chance) -> None:
    """The cards are dealt."""
    kit.start_pack(state, state.pack, rules.players)
    state.stock = kit.deal(state.hand, rules.players, rules.hand, state.pack, chance)
    for _ in range(rules.display):
        open_card(state, chance)


def open_card(state: State, chance: kit.Chance) -> None:
    if state.stock != kit.EMPTY:
        card = kit.any_card(state.stock, chance)
        state.stock, state.display = state.stock & ~card, state.display | card


def of_rank(rank: int) -> kit.CardSet:
    return OF_RANK_TWO << np.uint64(rank)


def lay_sets(state: State, rules: Rules, player: int) -> None:
    for rank in range(RANKS):
        if kit.count(state.hand[player] & of_rank(rank)) >= rules.set_size:
            cards = kit.EMPTY
            for _ in range(rules.set_size):
                cards = cards | kit.lowest_card(state.hand[player] & of_rank(rank) & ~cards)
            lay_set(state, rules, player, cards)
            state.score[player] += 2 + rank if rules.by_rank else 1


@kit.event("Player {player} lays {cards}.")
def lay_set(state: State, rules: Rules, player: int, cards: kit.Cards) -> None:
    """A player lays a set."""
    state.hand[player] = state.hand[player] & ~cards
    state.laid[player] = state.laid[player] | cards
    state.sets[player] += 1


# Turns


def begin_turn(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    """The turn goes to the player, or to the next who can do something; if nobody can, the play is over."""
    state.phase = Phase.TURN
    state.turns += 1
    for step in range(rules.players):
        other = (player + step) % rules.players
        if state.hand[other] == kit.EMPTY and state.stock != kit.EMPTY:
            draw_for(state, rules, chance, other)
        if can_act(state, rules, other):
            state.actor = other
            break
    state.over = not can_act(state, rules, state.actor) or state.turns >= MOST_TURNS or is_ended(state, rules)
    if state.over and rules.left_over > 0:
        for other in range(rules.players):
            state.score[other] -= rules.left_over * kit.count(state.hand[other])


def can_act(state: State, rules: Rules, player: int) -> kit.Bool:
    if rules.asking:
        return state.hand[player] != kit.EMPTY and others_with_cards(state, rules, player) != kit.EMPTY
    return state.stock != kit.EMPTY


def is_ended(state: State, rules: Rules) -> kit.Bool:
    return rules.target > 0 and kit.most(state.sets, rules.players) >= rules.target


def others_with_cards(state: State, rules: Rules, player: int) -> kit.CardSet:
    others = kit.EMPTY
    for other in range(rules.players):
        if other != player and state.hand[other] != kit.EMPTY:
            others = kit.add(others, other)
    return others


def draw_for(state: State, rules: Rules, chance: kit.Chance, player: int) -> kit.CardSet:
    """The player draws a card of the stock, of which nobody else knows anything; the card."""
    before = state.hand[player]
    state.stock = kit.draw(state.hand, player, state.stock, chance)
    state.lacks[player] = kit.EMPTY
    return state.hand[player] & ~before


def is_asking(state: State, rules: Rules) -> kit.Bool:
    return rules.asking and state.phase == Phase.TURN


def ranks_held(state: State, rules: Rules, player: int) -> kit.CardSet:
    ranks = kit.EMPTY
    for rank in range(RANKS):
        if state.hand[player] & of_rank(rank) != kit.EMPTY:
            ranks = kit.add(ranks, rank)
    return ranks


@kit.move("Player {player} asks for {rank}.", when=is_asking, among=ranks_held, numbers=(0, 12), under="asking")
def ask(state: State, rules: Rules, rank: Annotated[int, RANK_WORDS]) -> None:
    """Name a rank that you hold."""
    state.rank, state.phase = rank, Phase.ASK


def names_player(state: State) -> kit.Bool:
    return state.phase != Phase.TURN


@kit.move(
    "Player {player} turns to player {other}.", when=names_player, among=others_with_cards, under="asking or steal"
)
def turn_to(state: State, rules: Rules, chance: kit.Chance, player: int, other: kit.Player) -> None:
    """Name the player whom you {{ "ask" if asking else "take a card of" }}."""
    if state.phase == Phase.STEAL:
        lose_card(state, other, player, kit.any_card(state.hand[other], chance))
        state.lucky[player] += 1
        lay_sets(state, rules, player)
        begin_turn(state, rules, chance, (player + 1) % rules.players)
        return
    cards = state.hand[other] & of_rank(state.rank)
    if cards != kit.EMPTY:
        give(state, rules, other, player, cards)
        lay_sets(state, rules, player)
        begin_turn(state, rules, chance, player)
        return
    state.lacks[other] = state.lacks[other] | of_rank(state.rank)
    drawn = draw_for(state, rules, chance, player) if state.stock != kit.EMPTY else kit.EMPTY
    fish(state, player, other, drawn)
    is_lucky = drawn & of_rank(state.rank) != kit.EMPTY
    lay_sets(state, rules, player)
    begin_turn(state, rules, chance, player if is_lucky else (player + 1) % rules.players)


@kit.event("Player {other} has none, and player {player} draws {cards}.", secret=True)
def fish(state: State, player: int, other: int, cards: kit.Cards) -> None:
    """Who was asked has no such card: the other draws one, which nobody else sees."""


@kit.event("Player {player} loses {cards} to player {taker}.", secret=True)
def lose_card(state: State, player: int, taker: int, cards: kit.Cards) -> None:
    """A card is taken unseen: the two of them know which."""
    kit.hand_over(state, cards, state.hand, player, state.hand, taker)


@kit.event("Player {player} gives {cards} to player {taker}.")
def give(state: State, rules: Rules, player: int, taker: int, cards: kit.Cards) -> None:
    """A player gives all cards of the rank; everybody sees them."""
    state.hand[player] = state.hand[player] & ~cards
    state.hand[taker] = state.hand[taker] | cards
    state.lucky[taker] += kit.count(cards)
    state.lacks[taker] = state.lacks[taker] & ~cards
    for other in range(rules.players):
        state.looked[other] = state.looked[other] | cards


def is_collecting(state: State, rules: Rules) -> kit.Bool:
    return not rules.asking and state.phase == Phase.TURN


@kit.move(
    "Player {player} takes {card}.", source="display", to="hand", when=is_collecting, under="not asking and display > 0"
)
def take(state: State, rules: Rules, chance: kit.Chance, player: int, card: kit.Card) -> None:
    """Take a card of the display."""
    for other in range(rules.players):
        state.looked[other] = kit.add(state.looked[other], card)
    state.lacks[player] = kit.remove(state.lacks[player], card)
    open_card(state, chance)
    lay_sets(state, rules, player)
    begin_turn(state, rules, chance, (player + 1) % rules.players)


@kit.move("Player {player} draws a card.", when=is_collecting, under="not asking")
def draw_card(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    """Draw a card of the stock."""
    draw_for(state, rules, chance, player)
    lay_sets(state, rules, player)
    begin_turn(state, rules, chance, (player + 1) % rules.players)


def may_steal(state: State, rules: Rules, player: int) -> kit.Bool:
    is_possible = others_with_cards(state, rules, player) != kit.EMPTY
    return rules.steal and not rules.asking and state.phase == Phase.TURN and is_possible


@kit.move("Player {player} takes a card of somebody.", when=may_steal, under="steal and not asking")
def steal(state: State) -> None:
    """Take an unseen card of another player's hand."""
    state.phase = Phase.STEAL


# Bots


@kit.style("Asks for the rank, or takes the card, of which the hand has most; turns to whoever has most cards.")
def steady(state: State, rules: Rules, legal: kit.ActionSet, player: int) -> kit.Action:
    if state.phase != Phase.TURN:
        likely = legal & who_may_hold(state, rules, player, state.rank) if rules.asking else legal
        return richest(state, legal if likely == kit.EMPTY else likely)
    best, most = kit.lowest(legal), 0
    for action in kit.each(legal & kit.up_to(52)):
        rank = action if rules.asking else kit.rank_of(action)
        held = kit.count(state.hand[player] & of_rank(rank))
        if held > most and (not rules.asking or who_may_hold(state, rules, player, rank) != kit.EMPTY):
            best, most = action, held
    return best if rules.asking or most > 0 else kit.action(draw_card)


def who_may_hold(state: State, rules: Rules, player: int, rank: int) -> kit.CardSet:
    """The others who have not said since they last got a card that they have none of the rank."""
    others = kit.EMPTY
    for other in range(rules.players):
        if other != player and cards_held(state, other) > 0 and of_rank(rank) & ~state.lacks[other] != kit.EMPTY:
            others = kit.add(others, other)
    return others


def cards_held(state: State, player: int) -> kit.Int:
    """How many cards a player has, also for a bot that sees only their backs."""
    return kit.count(state.hand[player]) + state.unseen_hand[player]  # type: ignore[attr-defined]


def richest(state: State, players: kit.ActionSet) -> kit.Int:
    best = kit.lowest(players)
    for other in kit.each(players):
        best = other if cards_held(state, other) > cards_held(state, best) else best
    return best


SUMMARY = "Collect sets: ask for cards, take them from a display, or steal them."
GAME_OF_FAMILY = kit.game(globals(), title="Collecting", summary=SUMMARY, cost=400, swing=3)
GO_FISH = Preset(
    "go_fish", "Go Fish", "Ask the others for ranks that you hold; who has none lets you fish. For 2 to 6.", {}
)
MARKET = Preset(
    "market",
    "Market",
    "Take from the display, draw or steal, and lay sets of three. For 2 to 6.",
    {"asking": False, "display": 4, "steal": True, "set_size": 3, "hand": 3, "by_rank": True, "left_over": 1},
    margin=1,
)
FAMILY = Family("sets", GAME_OF_FAMILY, (GO_FISH, MARKET))
