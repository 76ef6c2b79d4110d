"""Showbiz Shuffle: what a player knows.

A player knows the own hand, the table, both discard piles, the card lists, and the cards of rivals' hands that all saw
go there (a Bod that was recast, a Biz card that was stolen). A player does not know the order of the decks,
nor the other cards of rivals' hands.

Cards go back into a deck in the middle of a play: a shake-up returns a hand, discard piles are reshuffled. Who saw a
card go back knows that it is in no hand that was filled before. Each return therefore begins an *era*: a card of a hand
has the era in which it was drawn, and each player has for each card the era in which that player last saw it go into
the deck. A card can be at a hidden place of a hand whose era is the same or later. When a hidden card is played, all
see which place of the hand it leaves.

`conceal` declares this once, for the bots, search and replay alike.
"""

from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, holds, lowest, mark, marked, without_lowest
from workbench.engine.chance import player_below, player_shuffle, swap
from workbench.engine.compiling import compiled
from workbench.engine.types import Array, Bool, Chance, Int, Player, Rules, State, States
from workbench.games.showbiz_shuffle.decks import insert
from workbench.games.showbiz_shuffle.movies import movies_of
from workbench.games.showbiz_shuffle.play import legal_moves
from workbench.games.showbiz_shuffle.rules import GENRES, KINDS
from workbench.games.showbiz_shuffle.table import (
    LATEST,
    MOST_CALL,
    MOST_CAST,
    MOST_HAND,
    NOBODY,
    PLACES,
    WORDS,
    Move,
    Movie,
    Phase,
)

LOOK_AHEAD: Final = 2
"""Turns of each player that search plays out."""


# What a player sees


@compiled
def conceal(state: State, rules: Rules, player: Player) -> None:
    """Remove what `player` does not know: of rivals' hands the open cards stay, of the decks their size.

    `hidden` becomes the number of unknown Bods of each hand, whose eras stand after the open cards, ascending; the deck
    becomes the list of all Bods whose place is unknown. Likewise for Biz. A choice that a rival is making is
    not seen.
    """
    state.horizon = state.turns + LOOK_AHEAD * rules.players
    state.stage = 0
    if state.actor != player:
        forget_choice(state)
    for place in range(state.just_drawn_size):
        state.just_drawn[place] = 0
    state.just_drawn_size = 0
    for other in range(rules.players):
        if other != player:
            conceal_hands(state, rules, other)
    conceal_bod_deck(state, rules)
    conceal_biz_deck(state, rules)


@compiled
def glimpse(states: States, rules: Rules) -> None:
    """The part of an information set that bots read, field by field: the table, the hand, and the sizes of all else.

    Movies that are as they were when they were last copied stay in the view, with all that was worked out about them.
    """
    world, view = states[0], states[1]
    glimpse_turn(view, world)
    glimpse_hands(view, world, rules)
    view.shooting = world.shooting if reads_rivals(world) else world.shooting & movies_of(world.actor)
    view.unspoilt = world.unspoilt
    view.has_attached = world.has_attached
    view.is_full = world.is_full
    for genre in range(GENRES):
        view.of_genre[genre] = world.of_genre[genre]
    for movie in range(PLACES * np.int64(rules.players)):
        view.open_roles[movie] = world.open_roles[movie]
    rest = view.shooting & world.touched
    world.touched, view.counted = world.touched & ~rest, view.counted & ~rest
    while rest != EMPTY:
        copy_movie(view, world, lowest(rest))
        rest = without_lowest(rest)


@compiled
def reads_rivals(world: State) -> Bool:
    """True if the actor has a choice that concerns rivals' movies: about Biz, or whether to play any."""
    return world.phase > Phase.GENRE or (world.phase == Phase.TURN and holds(world.legal, Move.BIZ))


@compiled
def glimpse_turn(view: State, world: State) -> None:
    """Copy the course of the turn, and the choice that the actor makes."""
    view.actor = world.actor
    view.phase = world.phase
    view.legal = world.legal
    view.chosen = world.chosen
    view.slot = world.slot
    view.aim = world.aim
    view.spot = world.spot
    view.hand_plays = world.hand_plays
    view.call_plays = world.call_plays
    view.turns = world.turns
    view.turns_left = world.turns_left
    view.ending = world.ending
    view.deck_size = world.deck_size
    view.discard_size = world.discard_size


@compiled
def glimpse_hands(view: State, world: State, rules: Rules) -> None:
    """Copy the Cattle Call and the actor's hand; of all hands the size, of which nothing counts as hidden."""
    player = world.actor
    view.call_size = world.call_size
    for place in range(MOST_CALL):
        view.cattle_call[place] = world.cattle_call[place]
    for place in range(MOST_HAND):
        view.hand[player, place] = world.hand[player, place]
    for place in range(world.biz_size[player]):
        view.biz_hand[player, place] = world.biz_hand[player, place]
    for other in range(rules.players):
        view.totals[other] = world.totals[other]
        view.hand_size[other] = world.hand_size[other]
        view.biz_size[other] = world.biz_size[other]
        view.hidden[other] = view.hidden_biz[other] = 0


@compiled
def copy_movie(view: State, world: State, movie: Movie) -> None:
    """Copy all of a movie in production."""
    view.genre[movie] = world.genre[movie]
    view.stand_ins[movie] = world.stand_ins[movie]
    view.cast_size[movie] = world.cast_size[movie]
    view.attached_size[movie] = world.attached_size[movie]
    for kind in range(KINDS):
        view.kind_count[movie, kind] = world.kind_count[movie, kind]
    for place in range(MOST_CAST):
        view.cast[movie, place] = world.cast[movie, place]
    for place in range(MOST_CAST):
        view.spoilt[movie, place] = world.spoilt[movie, place]
    for place in range(world.attached_size[movie]):
        view.attached[movie, place] = world.attached[movie, place]
        view.attached_to[movie, place] = world.attached_to[movie, place]


@compiled
def forget_choice(state: State) -> None:
    """Undo a choice in progress: the actor is to choose what to do next."""
    state.phase = Phase.TURN
    state.legal = EMPTY
    state.chosen = state.slot = state.aim = state.spot = 0
    state.from_call = False


@compiled
def conceal_hands(state: State, rules: Rules, other: Player) -> None:
    """Remove from a rival's hand what not everybody knows, and what only the rival has seen."""
    size = np.int64(state.hand_size[other])
    open_cards = keep_open(state.hand[other], state.hand_era[other], state.hand_open[other], size)
    state.hidden[other] = size - open_cards
    state.hand_size[other] = open_cards
    size = np.int64(state.biz_size[other])
    open_cards = keep_open(state.biz_hand[other], state.biz_hand_era[other], state.biz_hand_open[other], size)
    state.hidden_biz[other] = size - open_cards
    state.biz_size[other] = open_cards
    if state.era > 0:
        for card in range(rules.bods_rows):
            state.since[other, card] = 0
    for word in range(WORDS * other, WORDS * other + WORDS):
        state.drawn_bods[word] = state.drawn_biz[word] = EMPTY


@compiled
def keep_open(hand: Array, eras: Array, opens: Array, size: Int) -> Int:
    """Keep the open cards, and after them only the eras of the others, ascending; how many are open."""
    open_cards = 0
    for place in range(size):
        if opens[place]:
            card, era = hand[place], eras[place]
            for later in range(place, open_cards, -1):
                eras[later] = eras[later - 1]
            hand[open_cards], eras[open_cards] = card, era
            open_cards += 1
    for place in range(size):
        opens[place] = place < open_cards
        if place >= open_cards:
            hand[place] = 0
    sort(eras, open_cards, size)
    return open_cards


@compiled
def sort(numbers: Array, first: Int, end: Int) -> None:
    """Put the numbers from place `first` to `end` - 1 in ascending order."""
    for place in range(first + 1, end):
        number, to = numbers[place], place
        while to > first and numbers[to - 1] > number:
            numbers[to] = numbers[to - 1]
            to -= 1
        numbers[to] = number


@compiled
def conceal_bod_deck(state: State, rules: Rules) -> None:
    """Turn the deck into the ascending list of Bods whose place is unknown."""
    for word in range(WORDS):
        state.seen[word] = EMPTY
    mark_all(state.seen, state.cattle_call, state.call_size)
    mark_all(state.seen, state.discard, state.discard_size)
    for player in range(rules.players):
        mark_all(state.seen, state.hand[player], state.hand_size[player])
    rest = state.shooting
    while rest != EMPTY:
        movie = lowest(rest)
        rest = without_lowest(rest)
        mark_all(state.seen, state.cast[movie], state.cast_size[movie])
    list_unseen(state.deck, state.seen, rules.bods_rows)


@compiled
def conceal_biz_deck(state: State, rules: Rules) -> None:
    """Turn the Biz deck into the ascending list of Biz cards whose place is unknown."""
    for word in range(WORDS):
        state.seen_biz[word] = EMPTY
    mark_all(state.seen_biz, state.biz_discard, state.biz_discard_size)
    for player in range(rules.players):
        mark_all(state.seen_biz, state.biz_hand[player], state.biz_size[player])
    rest = state.has_attached
    while rest != EMPTY:
        movie = lowest(rest)
        rest = without_lowest(rest)
        mark_all(state.seen_biz, state.attached[movie], state.attached_size[movie])
    list_unseen(state.biz_deck, state.seen_biz, rules.biz_copies)


@compiled
def mark_all(seen: Array, cards: Array, size: Int) -> None:
    """Add the first `size` cards to the set."""
    for place in range(size):
        mark(seen, np.int64(cards[place]))


@compiled
def list_unseen(deck: Array, seen: Array, cards: Int) -> None:
    """Write the cards that are not in the set into the deck, ascending, and zeros after them."""
    place = 0
    for card in range(cards):
        if not marked(seen, card):
            deck[place] = card
            place += 1
    for rest in range(place, cards):
        deck[rest] = 0


# Worlds


@compiled
def determinize(state: State, rules: Rules, player: Player, chance: Chance) -> None:
    """Deal the unseen cards evenly at random, by `player`'s own chance, over the places where they can be."""
    hands = state.hand, state.hand_era, state.hand_open, state.hand_size, state.hidden
    since = state.since[player]
    fill_places(rules, player, chance, state.deck, np.int64(state.deck_size), since, np.int64(state.era), hands)
    hands = state.biz_hand, state.biz_hand_era, state.biz_hand_open, state.biz_size, state.hidden_biz
    size, era = np.int64(state.biz_deck_size), np.int64(state.biz_era)
    fill_places(rules, player, chance, state.biz_deck, size, state.biz_since[0], era, hands)
    if state.actor != player and not state.over:
        state.legal = legal_moves(state, rules)


@compiled
def fill_places(
    rules: Rules, player: Player, chance: Chance, cards: Array, deck_size: Int, since: Array, era: Int, hands: Array
) -> None:
    """Deal `cards`, the unseen ones, to the hidden places of hands, the earliest era first; the rest are the deck.

    To each place goes any of the cards left that can be there. Whatever can be at an earlier place can be at a later
    one too, so every possible world is equally likely.
    """
    held, eras, opens, sizes, hidden = hands
    total = deck_size + hidden[: rules.players].sum()
    dealt, eligible, now = 0, total if era == 0 else np.int64(0), np.int64(NOBODY)
    while dealt < total - deck_size:
        other = earliest(rules, eras, sizes, hidden)
        size = np.int64(sizes[other])
        at = np.int64(eras[other, size])
        if era > 0 and at > now:
            eligible, now = collect_eligible(cards, since, eligible, total, at), at
        swap(cards, dealt, dealt + player_below(chance, player, eligible - dealt))
        insert(held[other], eras[other], opens[other], size, np.int64(cards[dealt]), at, False)
        sizes[other] = size + 1
        hidden[other] -= 1
        dealt += 1
    for place in range(deck_size):
        swap(cards, place, place + dealt)
    for place in range(deck_size, total):
        cards[place] = 0
    player_shuffle(cards, deck_size, chance, player)


@compiled
def earliest(rules: Rules, eras: Array, sizes: Array, hidden: Array) -> Player:
    """The player whose next hidden place has the earliest era."""
    holder, least = NOBODY, np.int64(LATEST + 1)
    for other in range(rules.players):
        if hidden[other] > 0 and eras[other, sizes[other]] < least:
            holder, least = other, np.int64(eras[other, sizes[other]])
    return holder


@compiled
def collect_eligible(cards: Array, since: Array, eligible: Int, total: Int, era: Int) -> Int:
    """Bring the cards that can be at a place of this era to the front, after the `eligible`; how many they are now."""
    for place in range(eligible, total):
        if since[cards[place]] <= era:
            swap(cards, eligible, place)
            eligible += 1
    return eligible
