"""Trickster, played.

Source: "Trickster: A Reverse-Drafting Game? [Prototype A]", a trick-taking game turned around: everybody lays a card
on the packet in hand and passes the packet on, and whoever breaks it collects it.

What we play: the source, with the reconstructions that `rules.py` names. `Rules, …` in a docstring is a heading of
the source. A play is the whole game: `rounds` deals, the totals added up. All choose at once, so nobody goes first,
seats do not rotate, and player p sits at seat p throughout; the right-hand neighbour of seat p is seat p - 1.

A *step* is one decision of each player, in the order of the seats. The chosen cards wait in `chosen`, where no other
player sees them (`knowledge.py`), until the last has chosen; then all are laid.
"""

from enum import IntEnum
from typing import Any, Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, count, holds, lowest, only_nth, remove
from workbench.engine.chance import start_deal, table_below
from workbench.engine.compiling import compiled, plain_only
from workbench.engine.playing_cards import CARDS, DECK, RANKS, SUITS, suit_cards
from workbench.engine.states import state_type
from workbench.engine.trace import is_recording, note
from workbench.games.trickster.rules import NUMBERS, PassDirection
from workbench.games.trickster.scoring import (
    NOBODY,
    lead_of,
    margin,
    moon_shooters,
    note_leader,
    points_of,
    score_cards,
    winners_of,
)

MOST_PLAYERS: Final = 8
UNSEEN_CHOICE: Final = -1
WIN_WEIGHT: Final = 0.4
"""What the win itself weighs in a payoff at the end; the rest is the lead. Set by hand."""
EVEN_LEAD: Final = 8.0
"""The lead, in points, at which a payoff is halfway from even to the most. Set by hand."""


class Cause(IntEnum):
    """What forces a player to collect."""

    NOTHING = 0
    SUIT = 1
    SUM = 2


class Action(IntEnum):
    """Kinds of choice, as a restriction names them: `greedy~collect` collects only where it must."""

    LAY = 0
    COLLECT = 1


class Event(IntEnum):
    """Events of the trace."""

    DEAL = 0
    CHOOSE = 1
    COLLECT = 2
    LAY = 3
    PASS = 4
    REMAINDER = 5
    SCORE = 6
    END = 7


PLAYERS = (MOST_PLAYERS,)
STATE = state_type(
    [
        ("tableau", "u8", PLAYERS),
        ("packet", "u8", PLAYERS),  # by place in the ring that the packets go around in: see `place_of`
        ("collection", "u8", PLAYERS),
        ("seen", "u8", PLAYERS),  # cards of packets that the player has held in this round
        ("removed", "u8"),  # left over at the deal
        ("unseen", "u8"),  # in a concealed state: cards laid in this round whose place its player does not know
        ("packet_sum", "i8", PLAYERS),  # by place
        ("hidden_laid", "i8", PLAYERS),  # in a concealed state: unknown cards of each packet, by place
        ("hidden_collected", "i8", PLAYERS),  # in a concealed state: unknown cards of each collection
        ("drawn", "u8", PLAYERS),  # worlds: cards tried in each packet, by place
        ("asked", "f8", (SUITS,)),  # appraisal: packets of a suit that are expected to come in this round
        ("answers", "f8", (SUITS,)),  # appraisal: how many of them the tableau can answer as it would like to
        ("cards", "f8", (SUITS, MOST_PLAYERS)),  # appraisal: cards of a suit that each is expected to have collected
        ("worth", "f8", (SUITS, MOST_PLAYERS)),  # appraisal: their points, and those that each may yet collect
        ("still_out", "f8", (SUITS,)),  # appraisal: cards of a suit that nobody has collected yet
        ("loss", "f8", (SUITS,)),  # appraisal: what the points of a suit set the actor back against the others
        ("price", "f8", (SUITS,)),  # appraisal: how much more so if the actor, and nobody else, collects a packet of it
        ("totals", "i4", PLAYERS),
        ("round_points", "i4", PLAYERS),
        ("round_saved", "i4", PLAYERS),
        ("moon_saved", "u2", PLAYERS),
        ("collected", "u2", (SUITS, MOST_PLAYERS)),  # over the play, what is left in hand at the end among it
        ("forced_by_suit", "u2", PLAYERS),
        ("forced_by_sum", "u2", PLAYERS),
        ("lead_changes", "u2"),
        ("stage", "u2"),  # rounds that have ended, by the name that search knows
        ("chosen", "u1", PLAYERS),  # this step's cards of those who sit before the actor
        ("turned", "u1"),  # how far the ring of packets has turned to the right
        ("step", "u1"),  # steps of this round that have ended
        ("largest_packet", "u1"),
        ("leader", "i1"),  # the last sole leader between rounds
        ("actor", "u1"),
        ("over", "?"),
    ]
)


# The game


@compiled
def begin(state: Any, rules: Any, chance: Any) -> None:
    """A play starts: nobody has points. (The state comes with every field zero.)"""
    state.leader = NOBODY
    deal(state, rules, chance)


@compiled
def rounds_of(rules: Any) -> Any:
    """Rules, Goal: a series of rounds, one round per player, unless the rules in force say how many."""
    return rules.rounds if rules.rounds > 0 else rules.players


# Setup


@compiled
def deal(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Setup 2 and 3: the deck is dealt evenly and face up, seat by seat; extra cards are removed."""
    start_deal(chance, state.stage)
    rest = DECK
    for player in range(rules.players):
        tableau = deal_tableau(rest, CARDS // rules.players, chance)
        rest = rest & ~tableau
        state.tableau[player] = tableau
        state.packet[player] = state.collection[player] = state.seen[player] = EMPTY
        state.packet_sum[player] = 0
    state.removed = rest
    state.step = state.turned = state.actor = 0
    note(Event.DEAL, state.stage, rules.players, state.tableau, state.removed)


@compiled
def deal_tableau(rest: Any, size: Any, chance: Any) -> Any:
    """So many of the cards that are left, one by one, each as likely as any other; or all, where no more are left."""
    if count(rest) == size:
        return rest
    before, left = rest, count(rest)
    for dealt in range(size):
        rest = rest & ~only_nth(rest, table_below(chance, left - dealt))
    return before & ~rest


# How to play


@compiled
def place_of(state: Any, rules: Any, player: Any) -> Any:
    """Where in the ring the packet is that `player` holds. Passing turns the ring, and moves no packet in it."""
    place = np.int64(player) + np.int64(state.turned)
    return place if place < rules.players else place - rules.players


@compiled
def held_by(state: Any, rules: Any, player: Any) -> Any:
    """The packet that `player` holds; the source calls it a hand."""
    return state.packet[place_of(state, rules, player)]


@compiled
def choices(state: Any, rules: Any, player: Any) -> Any:
    """Rules, Thereafter: the chosen card must be of the packet's suit, if the tableau has one."""
    tableau = state.tableau[player]
    packet = held_by(state, rules, player)
    if packet == EMPTY or not rules.must_follow:
        return tableau
    following = tableau & suit_cards(suit_of(packet))
    return tableau if following == EMPTY else following


@compiled
def choose(state: Any, rules: Any, chance: Any, card: Any) -> None:
    """Rules, How to Play 1 and 2: each player puts a hand down on a card; when the last has, all see which."""
    state.chosen[state.actor] = card
    state.actor += 1
    if state.actor == rules.players:
        end_step(state, rules, chance)


@compiled
def end_step(state: Any, rules: Any, chance: Any) -> None:
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
def lay(state: Any, rules: Any, player: Any, card: Any) -> None:
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
def pass_packets(state: Any, rules: Any) -> None:
    """Rules, How to Play 4: each player passes the packet to the player on the right (or left, by the rules)."""
    if goes_right(state, rules):
        state.turned = 0 if state.turned + 1 == rules.players else state.turned + 1
        note(Event.PASS, PassDirection.RIGHT)
    else:
        state.turned = rules.players - 1 if state.turned == 0 else state.turned - 1
        note(Event.PASS, PassDirection.LEFT)


@compiled
def goes_right(state: Any, rules: Any) -> Any:
    """Whether the packets go to the right in this round; alternating, the first round and every other one do."""
    if rules.pass_direction == PassDirection.ALTERNATE:
        return state.stage % 2 == 0
    return rules.pass_direction == PassDirection.RIGHT


# Collecting cards


@compiled
def suit_of(cards: Any) -> Any:
    """The suit of a packet: all its cards have the same. It must not be empty."""
    return lowest(cards) // RANKS


@compiled
def value_of(rules: Any, card: Any) -> Any:
    """What a card adds to the sum of ranks; face cards add nothing, unless the rules say they do."""
    rank, ace = card % RANKS, rules.ace_value
    value = rank + 1 if (rank < NUMBERS) | rules.faces_count else 0
    return ace if rank == 0 else value


@compiled
def collecting_cause(state: Any, rules: Any, place: Any, card: Any) -> Any:
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
def collect(state: Any, player: Any, place: Any, cause: Any) -> None:
    """Rules, Collecting Cards: the packet goes face down into the player's secret collection."""
    if cause == Cause.SUIT:
        state.forced_by_suit[player] += 1
    else:
        state.forced_by_sum[player] += 1
    note(Event.COLLECT, player, state.packet[place], cause)
    keep(state, player, place)


@compiled
def keep(state: Any, player: Any, place: Any) -> None:
    """The packet's cards join the player's collection."""
    packet = state.packet[place]
    state.largest_packet = max(state.largest_packet, count(packet))
    state.collection[player] = state.collection[player] | packet
    state.packet[place] = EMPTY
    state.packet_sum[place] = 0


# End of round, end of game


@compiled
def end_round(state: Any, rules: Any, chance: Any) -> None:
    """Rules, End of Round: players collect what they have left in hand and tally; then the next round, or the end."""
    for player in range(rules.players):
        place = place_of(state, rules, player)
        note(Event.REMAINDER, player, state.packet[place])
        keep(state, player, place)
    score_cards(state, rules)
    note_score(state, rules)
    leaders = winners_of(state, rules)
    note_leader(state, leaders)
    state.stage += 1
    if state.stage == rounds_of(rules):
        state.over = True
        note(Event.END, leaders)
    else:
        deal(state, rules, chance)


def note_score(state: Any, rules: Any) -> None:
    """Note the scores of a round, and by suit the points that each collection holds and who ignores them."""
    if not is_recording():
        return
    shooters, held = np.zeros(SUITS, np.uint64), np.zeros((SUITS, MOST_PLAYERS), np.int64)
    for suit in range(SUITS):
        shooters[suit] = moon_shooters(state, rules, suit) if rules.shoot_the_moon else EMPTY
        for player in range(rules.players):
            held[suit, player] = points_of(rules, state.collection[player] & suit_cards(suit))
    scores = state.round_points, state.round_saved, state.totals
    note(Event.SCORE, state.stage, rules.players, *scores, held, shooters)


plain_only(note_score)


# What the engine asks


@compiled
def legal_actions(state: Any, rules: Any) -> Any:
    """The cards that the actor may choose."""
    return choices(state, rules, state.actor)


@compiled
def apply(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """Choose a card."""
    choose(state, rules, chance, action)


@compiled
def action_kind(state: Any, rules: Any, action: Any) -> Any:
    """Whether the card would force the actor to collect."""
    cause = collecting_cause(state, rules, place_of(state, rules, state.actor), action)
    return Action.LAY.value if cause == Cause.NOTHING else Action.COLLECT.value


@compiled
def situation(state: Any, rules: Any) -> Any:
    """Always the same: the actor is to choose a card. Which packet it is for, nobody else sees."""
    return np.int64(0)


@compiled
def observation(state: Any, rules: Any, player: Any, action: Any) -> Any:
    """Nobody sees the choice of another player before all have chosen."""
    return np.int64(action) if player == state.actor else np.int64(UNSEEN_CHOICE)


@compiled
def payoff(state: Any, rules: Any, player: Any) -> Any:
    """In part the win, shared by equals; in part, and between rounds wholly, the lead over the best of the others."""
    lead = float(lead_of(state, rules, player))
    standing = 0.5 + 0.5 * lead / (abs(lead) + EVEN_LEAD)
    if not state.over:
        return standing
    winners = winners_of(state, rules)
    share = 1.0 / count(winners) if holds(winners, player) else 0.0
    return WIN_WEIGHT * share + (1.0 - WIN_WEIGHT) * standing


@compiled
def report(state: Any, rules: Any, result: Any) -> None:
    """The measures of a finished play; `measures.py` says what each means."""
    winners = winners_of(state, rules)
    result.winners = winners
    result.rounds = state.stage
    result.lead_changes = state.lead_changes
    result.margin = margin(state, rules, winners)
    result.largest_packet = state.largest_packet
    for player in range(rules.players):
        result.points[player] = state.totals[player]
        result.moon_saved[player] = state.moon_saved[player]
        result.clubs[player] = state.collected[0, player]
        result.diamonds[player] = state.collected[1, player]
        result.hearts[player] = state.collected[2, player]
        result.spades[player] = state.collected[3, player]
        result.forced_by_sum[player] = state.forced_by_sum[player]
        result.forced_by_suit[player] = state.forced_by_suit[player]
