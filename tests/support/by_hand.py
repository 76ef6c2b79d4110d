"""Hearts written by hand against the engine, with the rules of the kit's example: what the kit is held to.

Random bots alone play it. They draw the same cards, so plays must come out alike; and a batch of the example must play
as fast (`tests/kit/test_by_hand.py`).
"""

from enum import IntEnum
from typing import Annotated, Any, NamedTuple

import numpy as np

from tests.support.nim import FUNCTIONS
from workbench.engine.bit_sets import EMPTY, add, count, highest_bit, only, only_nth, remove
from workbench.engine.chance import start_deal, table_below
from workbench.engine.compiling import compiled
from workbench.engine.game import Game
from workbench.engine.measures import Measure, Scope
from workbench.engine.parameters import Choice, Flag, Whole
from workbench.engine.playing_cards import RANKS, of_suit, suit_cards
from workbench.engine.types import state_type
from workbench.kit.examples.hearts import PACKS, Passing

CLUBS, HEARTS = suit_cards(0), suit_cards(2)
QUEEN = only(3 * RANKS + 10)
ALL_POINTS = HEARTS | QUEEN


class Act(IntEnum):
    """One kind of action, and of event: none is noted."""

    ACT = 0


class HeartsRules(NamedTuple):
    """As in the example."""

    players: Annotated[int, Whole(3, 6, section="R", help="Players.")] = 4
    target: Annotated[int, Whole(20, 500, section="R", help="Target.")] = 100
    passing: Annotated[Passing, Choice(options=Passing, section="R", help="Passing.")] = Passing.TURNS
    passed: Annotated[int, Whole(1, 5, section="R", help="Passed.")] = 3
    queen: Annotated[int, Whole(0, 30, section="R", help="Queen.")] = 13
    shoot_the_moon: Annotated[bool, Flag(section="R", help="Moon.")] = True
    break_hearts: Annotated[bool, Flag(section="R", help="Breaking.")] = True


SEATS = (6,)
HEARTS_STATE = state_type(
    [
        ("hand", "u8", SEATS),
        ("chosen", "u8", SEATS),
        ("taken", "u8", SEATS),
        ("looked", "u8", SEATS),
        ("lacks", "u8", SEATS),
        ("played", "i8", SEATS),
        ("score", "i8", SEATS),
        ("trick", "u8"),
        ("led", "i8"),
        ("tricks", "i8"),
        ("passing", "?"),
        ("broken", "?"),
        ("actor", "i8"),
        ("stage", "i8"),
        ("over", "?"),
    ],
    [("room", "u1", (400,))],
)


@compiled
def begin_hearts(state: Any, rules: Any, chance: Any) -> None:
    """Deal, and see who is to pass or to lead."""
    pack = PACKS[rules.players - 3]
    size, left = 52 // rules.players, count(pack)
    for player in range(rules.players):
        hand = pack
        if left > size:
            hand = EMPTY
            for _ in range(size):
                card = only_nth(pack, table_below(chance, left))
                pack, hand, left = pack & ~card, hand | card, left - 1
        state.hand[player] = hand
        state.taken[player] = state.looked[player] = state.lacks[player] = EMPTY
    state.tricks = state.actor = 0
    state.broken = False
    state.passing = passing_distance(state, rules) > 0
    if not state.passing:
        let_lowest_club_lead(state, rules)


@compiled
def passing_distance(state: Any, rules: Any) -> Any:
    """To the left, to the right, across, to nobody."""
    if rules.passing == Passing.NOBODY:
        return 0
    if rules.passing == Passing.LEFT or state.stage % 4 == 0:
        return 1
    turn = state.stage % 4
    return rules.players - 1 if turn == 1 else rules.players // 2 if turn == 2 else 0


@compiled
def let_lowest_club_lead(state: Any, rules: Any) -> None:
    """The lowest club in play leads."""
    clubs = PACKS[rules.players - 3] & CLUBS
    lowest = clubs & (~clubs + np.uint64(1))
    for player in range(rules.players):
        if state.hand[player] & lowest != EMPTY:
            state.actor = player


@compiled
def legal_in_hearts(state: Any, rules: Any) -> Any:
    """Any card to pass; to a trick, by the rules."""
    hand = state.hand[state.actor]
    if state.passing:
        return hand
    is_first = state.tricks == 0
    if state.trick == EMPTY:
        if is_first:
            clubs = hand & CLUBS
            return clubs & (~clubs + np.uint64(1))
        if state.broken or not rules.break_hearts:
            return hand
        return hand if hand & ~HEARTS == EMPTY else hand & ~HEARTS
    same = hand & suit_cards(state.led)
    cards = hand if same == EMPTY else same
    if is_first and cards & ~ALL_POINTS != EMPTY:
        return cards & ~ALL_POINTS
    return cards


@compiled
def apply_in_hearts(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """Pass a card, or play it."""
    player = state.actor
    state.hand[player] = remove(state.hand[player], action)
    if state.passing:
        state.chosen[player] = add(state.chosen[player], action)
        if count(state.chosen[player]) == rules.passed:
            state.actor = player + 1 if player + 1 < rules.players else 0
            if state.actor == 0:
                exchange(state, rules)
        return
    play_card(state, player, action)
    if count(state.trick) < rules.players:
        state.actor = player + 1 if player + 1 < rules.players else 0
        return
    end_trick(state, rules)
    if state.hand[0] == EMPTY:
        end_deal(state, rules, chance)


@compiled
def exchange(state: Any, rules: Any) -> None:
    """All pass."""
    distance = passing_distance(state, rules)
    for giver in range(rules.players):
        taker = giver + distance
        taker = taker if taker < rules.players else taker - rules.players
        state.hand[taker] = state.hand[taker] | state.chosen[giver]
        state.looked[giver] = state.looked[giver] | state.chosen[giver]
        state.chosen[giver] = EMPTY
    state.passing = False
    let_lowest_club_lead(state, rules)


@compiled
def play_card(state: Any, player: Any, card: Any) -> None:
    """Lay a card."""
    suit = card // RANKS
    if state.trick == EMPTY:
        state.led = suit
    elif suit != state.led:
        state.lacks[player] = state.lacks[player] | suit_cards(state.led)
    state.trick = add(state.trick, card)
    state.played[player] = card
    if suit == 2:
        state.broken = True


@compiled
def end_trick(state: Any, rules: Any) -> None:
    """The highest card of the suit led takes it."""
    best = RANKS * state.led + highest_bit(of_suit(state.trick, state.led))
    for player in range(rules.players):
        if state.played[player] == best:
            state.actor = player
    state.taken[state.actor] = state.taken[state.actor] | state.trick
    state.trick = EMPTY
    state.tricks += 1


@compiled
def end_deal(state: Any, rules: Any, chance: Any) -> None:
    """Score; then the next deal, or the end."""
    most = 0
    for player in range(rules.players):
        taken = state.taken[player] & ALL_POINTS
        points = count(taken & HEARTS) + (rules.queen if taken & QUEEN != EMPTY else 0)
        if rules.shoot_the_moon and taken == ALL_POINTS:
            for other in range(rules.players):
                state.score[other] += points if other != player else 0
        else:
            state.score[player] += points
    for player in range(rules.players):
        most = max(most, state.score[player])
    state.stage += 1
    start_deal(chance, state.stage)
    if most >= rules.target:
        state.over = True
    else:
        begin_hearts(state, rules, chance)


@compiled
def report_hearts(state: Any, rules: Any, result: Any) -> None:
    """The lowest total wins."""
    best, winners = state.score[0], only(0)
    for player in range(rules.players):
        result.points[player] = state.score[player]
        if state.score[player] < best:
            best, winners = state.score[player], only(player)
        elif state.score[player] == best:
            winners = add(winners, player)
    result.winners = winners


HEARTS_GAME = Game(
    name="hearts_by_hand",
    title="Hearts",
    summary="By hand.",
    rules=HeartsRules,
    state=HEARTS_STATE,
    functions={
        **{name: function for name, function in FUNCTIONS.items() if name not in ("glimpse", "observation")},
        **{"begin": begin_hearts, "legal_actions": legal_in_hearts, "apply": apply_in_hearts, "report": report_hearts},
    },
    measures=(Measure("points", "Points.", 0.2, "i4", Scope.SEAT),),
    action_kinds=Act,
    events={Act.ACT: "act"},
    seats=6,
    event_fields=lambda event, values: {},
    redact=lambda event, fields, player: fields,
    rulebook="",
)
