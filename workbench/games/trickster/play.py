"""Trickster: the rules of play.

Source: "Trickster: A Reverse-Drafting Game? [Prototype A]", a trick-taking game in reverse: each player adds a card
to the packet in hand and passes the packet on; who cannot add within the rules must collect it first.

What we play: the source, with the reconstructions that `rules.py` names. `Rules, …` in a docstring is a heading of
the source. A play is the whole game: `rounds` deals, the totals added up. All choose at once, so nobody goes first,
seats do not rotate, and player p sits at seat p throughout; the right-hand neighbour of seat p is seat p - 1.

A *step* is one decision of each player, in the order of the seats. The chosen cards wait in `chosen`, where no other
player sees them (`knowledge.py`), until the last has chosen; then all are laid.
"""

from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, count, remove
from workbench.engine.chance import start_deal
from workbench.engine.compiling import compiled
from workbench.engine.playing_cards import CARDS, DECK, RANKS, deal, suit_cards
from workbench.engine.trace import note
from workbench.engine.types import Action, ActionSet, Bool, Card, CardSet, Chance, Int, Player, Rules, State
from workbench.games.trickster.rules import PassDirection
from workbench.games.trickster.scoring import note_leader, note_score, score_cards, winners_of
from workbench.games.trickster.table import NOBODY, ActionKind, Cause, Event, packet_of, place_of, suit_of, value_of

UNSEEN_CHOICE: Final = -1


# The game


@compiled
def begin(state: State, rules: Rules, chance: Chance) -> None:
    """Start a play. (The state comes with every field zero.)"""
    state.leader = NOBODY
    begin_round(state, rules, chance)


@compiled
def rounds_of(rules: Rules) -> Int:
    """Rules, Goal: a series of rounds, one round per player, unless the rules in force say how many."""
    return rules.rounds if rules.rounds > 0 else rules.players


# Setup


@compiled
def begin_round(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Setup 2 and 3: the deck is dealt evenly and face up, seat by seat; extra cards are removed."""
    start_deal(chance, state.stage)
    state.removed = deal(state.tableau, rules.players, CARDS // rules.players, DECK, chance)
    for player in range(rules.players):
        state.packet[player] = state.collection[player] = state.seen[player] = EMPTY
        state.packet_sum[player] = 0
    state.step = state.turned = state.actor = 0
    note(Event.DEAL, state.stage, rules.players, state.tableau, state.removed)


@compiled
def legal_cards(state: State, rules: Rules, player: Player) -> CardSet:
    """Rules, Thereafter: the chosen card must be of the packet's suit, if the tableau has one."""
    tableau = state.tableau[player]
    packet = packet_of(state, rules, player)
    if packet == EMPTY or not rules.must_follow:
        return tableau
    following = tableau & suit_cards(suit_of(packet))
    return tableau if following == EMPTY else following


@compiled
def choose(state: State, rules: Rules, chance: Chance, card: Card) -> None:
    """Rules, How to Play 1 and 2: each player puts a hand down on a card; when the last has, all see which."""
    state.chosen[state.actor] = card
    state.actor += 1
    if state.actor == rules.players:
        end_step(state, rules, chance)


@compiled
def end_step(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, How to Play 3 and 4: the chosen cards are laid, the packets passed; after the last card the round ends."""
    for player in range(rules.players):
        note(Event.CHOOSE, state.step, player, state.chosen[player])
    for player in range(rules.players):
        lay(state, rules, player, np.int64(state.chosen[player]))
    state.step += 1
    state.actor = 0
    is_last = state.tableau[0] == EMPTY
    if rules.final_pass or not is_last:
        pass_packets(state, rules)
    if is_last:
        end_round(state, rules, chance)


@compiled
def lay(state: State, rules: Rules, player: Player, card: Card) -> None:
    """Rules, How to Play 3: the chosen card is added to the packet, which may have to be collected first."""
    place = place_of(state, rules, player)
    state.tableau[player] = remove(state.tableau[player], card)
    state.seen[player] = add(state.seen[player] | state.packet[place], card)
    cause = collecting_cause(state, rules, place, card)
    if cause != Cause.NOTHING:
        collect(state, player, place, cause)
    state.packet[place] = add(state.packet[place], card)
    state.packet_sum[place] += value_of(rules, card)
    note(Event.LAY, player, state.packet[place])


@compiled
def pass_packets(state: State, rules: Rules) -> None:
    """Rules, How to Play 4: each player passes the packet to the player on the right (or left, by the rules)."""
    if goes_right(state, rules):
        state.turned = 0 if state.turned + 1 == rules.players else state.turned + 1
        note(Event.PASS, PassDirection.RIGHT)
    else:
        state.turned = rules.players - 1 if state.turned == 0 else state.turned - 1
        note(Event.PASS, PassDirection.LEFT)


@compiled
def goes_right(state: State, rules: Rules) -> Bool:
    """True if the packets go to the right in this round; alternating, the first round and every other one do."""
    if rules.pass_direction == PassDirection.ALTERNATE:
        return state.stage % 2 == 0
    return rules.pass_direction == PassDirection.RIGHT


@compiled
def collecting_cause(state: State, rules: Rules, place: Int, card: Card) -> Int:
    """Rules, Collecting Cards: the first of the two conditions that laying `card` on this packet would meet.

    The first condition is lost from the source (a reconstruction: the card is of another suit); the second is a sum
    of ranks above the limit. An empty packet is never collected; one that is above the limit by its first card alone
    (an ace worth 14) is, whatever is laid on it.
    """
    packet = state.packet[place]
    if packet == EMPTY:
        return Cause.NOTHING.value
    if packet & suit_cards(card // RANKS) == EMPTY:
        return Cause.SUIT.value
    if state.packet_sum[place] + value_of(rules, card) > rules.sum_limit:
        return Cause.SUM.value
    return Cause.NOTHING.value


@compiled
def collect(state: State, player: Player, place: Int, cause: Int) -> None:
    """Rules, Collecting Cards: the packet goes face down into the player's secret collection."""
    if cause == Cause.SUIT:
        state.forced_by_suit[player] += 1
    else:
        state.forced_by_sum[player] += 1
    note(Event.COLLECT, player, state.packet[place], cause)
    add_to_collection(state, player, place)


@compiled
def add_to_collection(state: State, player: Player, place: Int) -> None:
    """Move the packet's cards to the player's collection."""
    packet = state.packet[place]
    state.largest_packet = max(state.largest_packet, count(packet))
    state.collection[player] = state.collection[player] | packet
    state.packet[place] = EMPTY
    state.packet_sum[place] = 0


# End of round, end of game


@compiled
def end_round(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, End of Round: players collect what they have left in hand and tally; then the next round, or the end."""
    for player in range(rules.players):
        place = place_of(state, rules, player)
        note(Event.REMAINDER, player, state.packet[place])
        add_to_collection(state, player, place)
    score_cards(state, rules)
    note_score(state, rules)
    leaders = winners_of(state, rules)
    note_leader(state, leaders)
    state.stage += 1
    if state.stage == rounds_of(rules):
        state.over = True
        note(Event.END, leaders)
    else:
        begin_round(state, rules, chance)


# Functions that the engine calls


@compiled
def legal_actions(state: State, rules: Rules) -> ActionSet:
    """The cards that the actor may choose."""
    return legal_cards(state, rules, state.actor)


@compiled
def apply(state: State, rules: Rules, chance: Chance, action: Action) -> None:
    """Choose the card; after the last player has chosen, carry out the step."""
    choose(state, rules, chance, action)


@compiled
def action_kind(state: State, rules: Rules, action: Action) -> Int:
    """True if the card would force the actor to collect."""
    cause = collecting_cause(state, rules, place_of(state, rules, state.actor), action)
    return ActionKind.LAY.value if cause == Cause.NOTHING else ActionKind.COLLECT.value


@compiled
def situation(state: State, rules: Rules) -> Int:
    """Always 0: the actor is to choose a card; nobody else sees for which packet."""
    return np.int64(0)


@compiled
def observation(state: State, rules: Rules, player: Player, action: Action) -> Int:
    """How `player` sees the choice: another's is hidden until all have chosen."""
    return np.int64(action) if player == state.actor else np.int64(UNSEEN_CHOICE)
