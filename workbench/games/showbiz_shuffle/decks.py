"""Showbiz Shuffle: the decks of Bods and Biz, their discard piles, and the hands."""

import numpy as np

from workbench.engine.bit_sets import WORD, mark
from workbench.engine.chance import shuffle, start_stream, swap, table_below, take_card_of
from workbench.engine.compiling import compiled, plain_only
from workbench.engine.trace import note
from workbench.engine.types import Array, Bool, Card, Chance, Int, Player, Rules, State
from workbench.games.showbiz_shuffle.table import (
    LATEST,
    MOST_BIZ_HAND,
    MOST_HAND,
    NO_CARD,
    WORDS,
    Event,
    RowNumber,
    Stream,
)


@compiled
def shuffle_bods(state: State, rules: Rules, chance: Chance) -> None:
    """Shuffle the Bod deck; its places are dealt out anew to the players and the Cattle Call."""
    start_stream(chance, Stream.BODS, np.int64(state.bod_shuffles))
    state.bod_shuffles += 1
    for owner in range(rules.players + 1):
        state.bods_drawn[owner] = 0
    shuffle(state.deck, np.int64(state.deck_size), chance)


@compiled
def shuffle_biz(state: State, rules: Rules, chance: Chance) -> None:
    """Shuffle the Biz deck; its places are dealt out anew to the players."""
    start_stream(chance, Stream.BIZ, np.int64(state.biz_shuffles))
    state.biz_shuffles += 1
    for player in range(rules.players):
        state.biz_drawn[player] = 0
    shuffle(state.biz_deck, np.int64(state.biz_deck_size), chance)


@compiled
def next_era(era: Int) -> Int:
    """The number of the next era, at most `LATEST`."""
    return min(np.int64(era) + 1, LATEST)


@compiled
def of_player(player: Player, row: RowNumber) -> Int:
    """The place of a card in the sets of what each player drew and played."""
    return WORD * WORDS * np.int64(player) + row


# Hands


@compiled
def insert(cards: Array, eras: Array, opens: Array, size: Int, card: Card, era: Int, is_open: Bool) -> None:
    """Put a card into a hand of `size` that is kept ascending."""
    place = size
    while place > 0 and cards[place - 1] > card:
        cards[place], eras[place], opens[place] = cards[place - 1], eras[place - 1], opens[place - 1]
        place -= 1
    cards[place], eras[place], opens[place] = card, era, is_open


@compiled
def take_out(cards: Array, eras: Array, opens: Array, size: Int, place: Int) -> None:
    """Take the card at `place` out of a hand of `size`."""
    for later in range(place + 1, size):
        cards[later - 1], eras[later - 1], opens[later - 1] = cards[later], eras[later], opens[later]
    cards[size - 1] = eras[size - 1] = opens[size - 1] = 0


@compiled
def add_bod(state: State, player: Player, card: Card, is_open: Bool) -> None:
    """Add a Bod to a hand; `is_open` if everybody sees it."""
    place = state.hand_size[player]
    state.hand[player, place] = card
    state.hand_era[player, place] = state.era
    state.hand_open[player, place] = is_open
    state.hand_size[player] = place + 1
    mark(state.drawn_bods, of_player(player, card))


@compiled
def remove_bod(state: State, player: Player, place: Int) -> Card:
    """Remove the Bod at a place of a hand, and return it; the last one takes its place."""
    card = np.int64(state.hand[player, place])
    last = state.hand_size[player] - 1
    state.hand[player, place] = state.hand[player, last]
    state.hand_era[player, place] = state.hand_era[player, last]
    state.hand_open[player, place] = state.hand_open[player, last]
    state.hand[player, last] = state.hand_era[player, last] = state.hand_open[player, last] = 0
    state.hand_size[player] = last
    return card


@compiled
def add_biz(state: State, rules: Rules, player: Player, copy: Int, is_open: Bool) -> None:
    """Add a Biz card to a hand."""
    cards, eras, opens = state.biz_hand[player], state.biz_hand_era[player], state.biz_hand_open[player]
    insert(cards, eras, opens, np.int64(state.biz_size[player]), copy, state.biz_era, is_open)
    state.biz_size[player] += 1
    mark(state.drawn_biz, of_player(player, np.int64(rules.biz_deck[copy])))


@compiled
def seen_twin(state: State, rules: Rules, player: Player, place: Int) -> Int:
    """The place of a copy that everybody has seen of the card at a place, or that place itself.

    Nobody who watches can tell copies apart, so what is known of a hand leaves it first.
    """
    row = rules.biz_deck[state.biz_hand[player, place]]
    for other in range(state.biz_size[player]):
        if state.biz_hand_open[player, other] and rules.biz_deck[state.biz_hand[player, other]] == row:
            return other
    return place


@compiled
def remove_biz(state: State, rules: Rules, player: Player, place: Int) -> Int:
    """Remove the Biz card at a place of a hand, or its seen twin, and return the copy."""
    place = seen_twin(state, rules, player, place)
    copy = np.int64(state.biz_hand[player, place])
    size = np.int64(state.biz_size[player])
    take_out(state.biz_hand[player], state.biz_hand_era[player], state.biz_hand_open[player], size, place)
    state.biz_size[player] = size - 1
    return copy


# Bods


@compiled
def lay_out_bods(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Cards: shuffle the Bod deck."""
    for card in range(rules.bods_rows):
        state.deck[card] = card
    state.deck_size = rules.bods_rows
    shuffle_bods(state, rules, chance)


@compiled
def can_draw_bods(state: State, rules: Rules) -> Bool:
    """True if there is a Bod to draw."""
    return state.deck_size > 0 or (rules.reshuffle_bods and state.discard_size > 0)


@compiled
def draw_bod(state: State, rules: Rules, chance: Chance, owner: Player) -> Card:
    """Draw a Bod of the deck for a player, or (`rules.players`) for the Cattle Call; NO_CARD where none is left.

    Rules, End Game: the last one starts the end game.
    """
    if state.deck_size == 0 and rules.reshuffle_bods and state.discard_size > 0:
        reshuffle_bods(state, rules, chance)
    if state.deck_size == 0:
        start_endgame(state, rules)
        return NO_CARD
    card = take_card_of(owner, rules.players + 1, state.bods_drawn, state.deck, np.int64(state.deck_size))
    state.deck_size -= 1
    if state.deck_size == 0 and not rules.reshuffle_bods:
        start_endgame(state, rules)
    return card


@compiled
def start_endgame(state: State, rules: Rules) -> None:
    """Rules, End Game: beginning with the current player's turn, each player may complete one final turn."""
    if not state.ending:
        state.ending = True
        state.turns_left = rules.players * rules.final_turns


def note_endgame(state: State, before: Bool, at_target: Bool) -> None:
    """Note that the end game has begun, unless it had begun `before`; called after the event that started it."""
    if state.ending and not before:
        note(Event.ENDGAME, state.actor, at_target)


plain_only(note_endgame)


@compiled
def reshuffle_bods(state: State, rules: Rules, chance: Chance) -> None:
    """Shuffle the discarded Bods into a new deck; everybody has seen them go there."""
    state.era = next_era(state.era)
    for place in range(state.discard_size):
        card = state.discard[place]
        state.deck[place] = card
        for player in range(rules.players):
            state.since[player, card] = state.era
    state.deck_size = state.discard_size
    state.discard_size = 0
    shuffle_bods(state, rules, chance)
    note(Event.RESHUFFLE, True, state.deck_size)


@compiled
def discard_bod(state: State, card: Card) -> None:
    """Rules, Turns: Bods of a scored movie go to the Bod discard pile."""
    state.discard[state.discard_size] = card
    state.discard_size += 1


@compiled
def fill_hand(state: State, rules: Rules, chance: Chance, player: Player, size: Int) -> None:
    """Draw until the hand has `size` Bods; `fresh` are those drawn."""
    state.just_drawn_size = 0
    while state.hand_size[player] < min(size, MOST_HAND):
        card = draw_bod(state, rules, chance, player)
        if card == NO_CARD:
            return
        add_bod(state, player, card, False)
        state.just_drawn[state.just_drawn_size] = card
        state.just_drawn_size += 1


@compiled
def fill_cattle_call(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Turns: fill the Cattle Call."""
    while state.call_size < rules.cattle_call_size:
        card = draw_bod(state, rules, chance, rules.players)
        if card == NO_CARD:
            return
        state.cattle_call[state.call_size] = card
        state.call_size += 1


@compiled
def remove_from_call(state: State, place: Int) -> Card:
    """Remove the Bod at a place of the Cattle Call, and return it."""
    card = np.int64(state.cattle_call[place])
    state.call_size -= 1
    for later in range(place, state.call_size):
        state.cattle_call[later] = state.cattle_call[later + 1]
    state.cattle_call[state.call_size] = 0
    return card


@compiled
def return_hand(state: State, rules: Rules, chance: Chance, player: Player) -> None:
    """Rules, Turns: the hand is shuffled into the Bod deck. Its player knows which cards; all know those held openly.

    Each card changes places with any one of the deck, itself included, which shuffles it in (Fisher and Yates).
    """
    state.era = next_era(state.era)
    start_stream(chance, Stream.RETURN, np.int64(state.turns))
    for place in range(state.hand_size[player]):
        card = np.int64(state.hand[player, place])
        state.deck[state.deck_size] = card
        state.deck_size += 1
        swap(state.deck, state.deck_size - 1, table_below(chance, np.int64(state.deck_size)))
        for viewer in range(rules.players):
            if viewer == player or state.hand_open[player, place]:
                state.since[viewer, card] = state.era
        state.hand[player, place] = state.hand_era[player, place] = state.hand_open[player, place] = 0
    state.hand_size[player] = 0


# Biz


@compiled
def lay_out_biz(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Cards: shuffle the Biz deck."""
    for copy in range(rules.biz_copies):
        state.biz_deck[copy] = copy
    state.biz_deck_size = rules.biz_copies
    shuffle_biz(state, rules, chance)


@compiled
def draw_biz(state: State, rules: Rules, chance: Chance, player: Player, number: Int) -> None:
    """Draw so many Biz cards, as far as there are any; `fresh` are those drawn."""
    state.just_drawn_size = 0
    while state.just_drawn_size < number and state.biz_size[player] < MOST_BIZ_HAND:
        if state.biz_deck_size == 0:
            reshuffle_biz(state, rules, chance)
        if state.biz_deck_size == 0:
            return
        size = np.int64(state.biz_deck_size)
        copy = take_card_of(player, rules.players, state.biz_drawn, state.biz_deck, size)
        state.biz_deck_size = size - 1
        add_biz(state, rules, player, copy, False)
        state.just_drawn[state.just_drawn_size] = copy
        state.just_drawn_size += 1


@compiled
def reshuffle_biz(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Clarifications: the Biz discard pile can be reshuffled and reused as often as necessary."""
    state.biz_era = next_era(state.biz_era)
    for place in range(state.biz_discard_size):
        copy = state.biz_discard[place]
        state.biz_deck[place] = copy
        state.biz_since[0, copy] = state.biz_era
    state.biz_deck_size = state.biz_discard_size
    state.biz_discard_size = 0
    shuffle_biz(state, rules, chance)
    note_reshuffled_biz(state)


def note_reshuffled_biz(state: State) -> None:
    """Note that the Biz discard pile has become the deck, unless it was empty."""
    if state.biz_deck_size > 0:
        note(Event.RESHUFFLE, False, state.biz_deck_size)


plain_only(note_reshuffled_biz)


@compiled
def discard_biz(state: State, copy: Int) -> None:
    """Rules, Turns: Biz cards that are done with go to the Biz discard pile."""
    state.biz_discard[state.biz_discard_size] = copy
    state.biz_discard_size += 1


@compiled
def discard_all_biz(state: State, player: Player) -> None:
    """Rules, Turns: a Studio Shake-up discards all Biz cards."""
    for place in range(state.biz_size[player]):
        discard_biz(state, np.int64(state.biz_hand[player, place]))
        state.biz_hand[player, place] = state.biz_hand_era[player, place] = state.biz_hand_open[player, place] = 0
    state.biz_size[player] = 0
