"""Hollywood 1947: a movie: its genre poster, and post, when cards come in and leave."""

import numpy as np

from workbench.engine.bit_sets import (
    EMPTY,
    add,
    chosen_kind,
    holds,
    lowest,
    nth,
    only,
    put_in,
    remove,
    take_out,
    without_lowest,
)
from workbench.engine.chance import start_stream, table_below
from workbench.engine.compiling import compiled
from workbench.engine.trace import note
from workbench.engine.types import Action, BitSet, Bool, Card, Chance, Int, Player, PlayerSet, Rules, State
from workbench.games.hollywood_1947.deck import discard, draw_card, shuffle_posters
from workbench.games.hollywood_1947.rules import JOBS, MOST_PLAYERS
from workbench.games.hollywood_1947.table import (
    DECK,
    GHOST,
    NO_CARD,
    NO_GENRE,
    NOBODY,
    STOP,
    CardSource,
    Event,
    Phase,
    Stream,
    YesNo,
    clockwise,
    first_player,
    ghost_die,
    ghosts,
    holder_of,
    is_poster_left_out,
    poster_symbols,
    remove_from_hand,
    stars_of,
    symbols,
)


@compiled
def add_to_movie(state: State, rules: Rules, card: Card, by: Player, source: Int, seen_by: PlayerSet) -> None:
    """Rules, Production: playing into the movie is to add a card face down to the center.

    `by` is the player who chose the card, or DECK or GHOST; `seen_by` the set of those who know it.
    """
    place = state.movie_size
    state.movie_card[place] = card
    state.movie_by[place] = by
    state.movie_seen[place] = seen_by
    state.movie_size += 1
    count_addition(state, rules, card, by)
    note(Event.ADD, source, by, card, seen_by)


@compiled
def count_addition(state: State, rules: Rules, card: Card, by: Player) -> None:
    """Count a card added to the movie, for its player's memory, for beliefs and measures."""
    value = symbols(rules, card)
    if by >= 0:
        state.added[state.movies, by] += 1
        state.cards_added[by] += 1
        state.laid[by] = put_in(state.laid[by], card)
        if value != 0:
            side = 0 if value > 0 else 1
            state.symbols_added_by[state.movies, by, side] += 1
            state.symbols_added[by, side] += abs(value)
    else:
        state.loose[state.movies] += 1


# Genre posters


@compiled
def announce(state: State, rules: Rules, genre: Int, player: Player) -> None:
    """Set the genre of the movie; `player` is the screenwriter, or DECK."""
    state.announced = True
    state.genre = genre
    if genre != NO_GENRE:
        state.open_posters = add(state.open_posters, genre)
    note(Event.MOVIE, state.movies, genre, genre_symbols(state, rules), player)


@compiled
def announce_from_deck(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Screenwriter: if there is none, or other options are chosen, the top of the genre deck is revealed."""
    announce(state, rules, draw_poster(state, rules, chance, NO_GENRE), DECK)


@compiled
def draw_poster(state: State, rules: Rules, chance: Chance, but: Int) -> Int:
    """The top poster; NO_GENRE where there is none at all. `but` is left out: it has just been drawn."""
    if state.genres_left == 0:
        renew_genre_deck(state, rules, chance, but)
        if state.genres_left == 0:
            return np.int64(NO_GENRE)
    state.genres_left -= 1
    return np.int64(state.genre_deck[state.genres_left])


@compiled
def renew_genre_deck(state: State, rules: Rules, chance: Chance, but: Int) -> None:
    """Shuffle the posters that screenwriters put aside into a new genre deck; if there are none, all posters.

    The source does not say what happens when the genre deck runs out, which can happen in a game of two.
    """
    posters = state.posters_aside
    if posters == EMPTY:
        posters = all_posters(rules)
        state.open_posters = EMPTY
    if but != NO_GENRE:
        posters = remove(posters, but)
    state.posters_aside = EMPTY
    for player in range(rules.players):
        state.rejected_posters[player] = EMPTY
    while posters != EMPTY:
        state.genre_deck[state.genres_left] = lowest(posters)
        state.genres_left += 1
        posters = without_lowest(posters)
    shuffle_posters(state, chance)
    note(Event.RESHUFFLE_POSTERS, state.genres_left)


@compiled
def all_posters(rules: Rules) -> BitSet:
    """The set of all posters of the game."""
    posters = EMPTY
    for genre in range(rules.genres_rows):
        if not is_poster_left_out(rules, genre):
            posters = add(posters, genre)
    return posters


@compiled
def draw_two_posters(state: State, rules: Rules, chance: Chance) -> Bool:
    """Rules, Screenwriter: draw two genre posters; whether there are two to choose from."""
    state.drawn[0] = draw_poster(state, rules, chance, NO_GENRE)
    state.drawn[1] = draw_poster(state, rules, chance, state.drawn[0])
    if state.drawn[1] == NO_GENRE:
        announce(state, rules, np.int64(state.drawn[0]), state.turn_player)
        return False
    return True


@compiled
def choose_poster(state: State, rules: Rules, action: Action) -> None:
    """Rules, Screenwriter: pick one to reveal; the other is removed from the game face down."""
    other = np.int64(state.drawn[1 - action])
    player = state.turn_player
    state.posters_aside = add(state.posters_aside, other)
    state.rejected_posters[player] = add(state.rejected_posters[player], other)
    note(Event.POSTERS, player, other)
    announce(state, rules, np.int64(state.drawn[action]), player)


@compiled
def genre_symbols(state: State, rules: Rules) -> Int:
    """Symbols that the poster of this movie adds: 1 for patriots, -1 for communists."""
    return np.int64(0) if state.genre == NO_GENRE else poster_symbols(rules, state.genre)


# Order


@compiled
def adding_player(state: State, rules: Rules, place: Int) -> Player:
    """Who adds cards at a place of the order. Rules, Tokens: clockwise from the lowest number; or by studio order."""
    return player_by_number(state, rules, place) if rules.studio_order else clockwise(state, rules, place)


@compiled
def player_by_number(state: State, rules: Rules, place: Int) -> Player:
    """The player at a place in the order of lowest numbers; those without a job come last."""
    numbers = EMPTY
    for player in range(rules.players):
        jobs = state.jobs[player]
        numbers = add(numbers, JOBS + player if jobs == EMPTY else lowest(jobs))
    number = nth(numbers, place)
    return number - JOBS if number >= JOBS else holder_of(state, rules, number)


# Stars


@compiled
def is_strike(state: State, rules: Rules) -> Bool:
    """Rules, Union Strike: each time a neutral poster is active."""
    return rules.union_strike and genre_symbols(state, rules) == 0


@compiled
def due_cards(state: State, rules: Rules, place: Int) -> Int:
    """Cards that the player at a place has to add. Rules, Post 1: one for each star; in a strike any number."""
    return due_from(state, rules, adding_player(state, rules, place)) if place < rules.players else np.int64(0)


@compiled
def due_from(state: State, rules: Rules, player: Player) -> Int:
    """Cards that a player has to add, by the dice."""
    stars = np.int64(stars_of(state, rules, player))
    if stars == 0 or not is_strike(state, rules):
        return stars
    return np.int64(state.held[player])


@compiled
def start_post(state: State, rules: Rules) -> None:
    """Rules, Post: start post. Swaps may have moved the lowest number to another player."""
    state.first = first_player(state, rules)
    state.place = 0
    state.due = due_cards(state, rules, 0)


@compiled
def next_star_card(state: State, rules: Rules) -> Bool:
    """Rules, Post 1: the next player who must add a card; whether there is one."""
    while state.place < rules.players:
        player = adding_player(state, rules, state.place)
        if state.due > 0 and state.held[player] > 0:
            state.actor = player
            state.phase = Phase.STRIKE if is_strike(state, rules) else Phase.STAR_CARD
            return True
        state.place += 1
        state.due = due_cards(state, rules, state.place)
    state.place = 0
    return False


@compiled
def add_star_card(state: State, rules: Rules, action: Action) -> None:
    """Rules, Post 1, and Union Strike: add a card of the hand, face down, or stop."""
    if action == STOP:
        state.due = 0
        return
    state.due -= 1
    add_from_hand(
        state, rules, action, CardSource.STAR.value if state.phase == Phase.STAR_CARD else CardSource.STRIKE.value
    )


@compiled
def add_from_hand(state: State, rules: Rules, action: Action, source: Int) -> None:
    """Let the actor add a card of the hand."""
    card, player = chosen_kind(action), state.actor
    remove_from_hand(state, rules, player, card)
    add_to_movie(state, rules, card, np.int64(player), source, only(player))


# Tokens


@compiled
def next_token(state: State, rules: Rules) -> Bool:
    """Rules, Tokens: the next player, in turn order, who may spend a token; whether there is one."""
    while state.place < rules.players:
        player = adding_player(state, rules, state.place)
        if state.tokens[player] > 0 and state.held[player] > 0:
            state.actor = player
            state.phase = Phase.TOKEN
            return True
        state.place += 1
    return False


@compiled
def spend_token(state: State, rules: Rules, action: Action) -> None:
    """Rules, Post 1: return a token to add an extra card, or keep it. Several may be spent in a round."""
    if action == STOP:
        state.place += 1
        return
    player = state.actor
    state.tokens[player] -= 1
    state.tokens_left += 1
    state.tokens_spent[player] += 1
    add_from_hand(state, rules, action, CardSource.TOKEN.value)


# Ghosts and deck


@compiled
def add_ghosts(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, 1-3 Player Adjustments: a ghost with a star adds its card; without one it spends a token if it can."""
    for ghost in range(ghosts(rules)):
        target = MOST_PLAYERS + ghost
        star = holds(state.stars, ghost_die(rules, ghost))
        if state.ghost_card[ghost] != NO_CARD and (star or state.tokens[target] > 0):
            if not star:
                state.tokens[target] -= 1
                state.tokens_left += 1
            card = np.int64(state.ghost_card[ghost])
            add_to_movie(state, rules, card, GHOST - ghost, CardSource.GHOST, np.uint64(state.ghost_seen[ghost]))
            state.ghost_seen[ghost] = 0
            state.ghost_card[ghost] = draw_card(state, rules, chance, rules.players)
            note(Event.GHOST_CARD, ghost, state.ghost_card[ghost])


@compiled
def is_justice_served(state: State, rules: Rules) -> Bool:
    """Rules, Justice Served: whether the deck adds nothing to this movie and nothing is discarded at random."""
    return rules.justice_served and state.movies + 1 == rules.max_movies


@compiled
def add_from_deck(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Post 2: add the top card of the deck; not where the composer added one."""
    if state.composed or is_justice_served(state, rules):
        return
    for _ in range(rules.deck_adds):
        card = draw_card(state, rules, chance, rules.players)
        if card != NO_CARD:
            add_to_movie(state, rules, card, DECK, CardSource.DECK, EMPTY)


# Editing


@compiled
def ask_editor(state: State, rules: Rules, chance: Chance) -> Bool:
    """Rules, Post 3: shuffle; a random card is given to the editor to view. Whether there is an editor to decide.

    If the editor already knew an equal card in the movie, it counts as that one: equal cards cannot be told apart.
    """
    if state.editor == NOBODY or state.movie_size == 0:
        return False
    start_stream(chance, Stream.EDITOR, np.int64(state.movies))
    place = table_below(chance, np.int64(state.movie_size))
    for other in range(state.movie_size):
        has_seen = holds(np.uint64(state.movie_seen[other]), state.editor)
        if has_seen and state.movie_card[other] == state.movie_card[place]:
            place = np.int64(other)
            break
    last = state.movie_size - 1
    swap_places(state, place, last)
    state.movie_seen[last] = add(np.uint64(state.movie_seen[last]), state.editor)
    state.actor = state.editor
    state.phase = Phase.EDIT
    return True


@compiled
def swap_places(state: State, place: Int, other: Int) -> None:
    """Let two cards of the movie change places."""
    card, by, seen = state.movie_card[place], state.movie_by[place], state.movie_seen[place]
    state.movie_card[place] = state.movie_card[other]
    state.movie_by[place] = state.movie_by[other]
    state.movie_seen[place] = state.movie_seen[other]
    state.movie_card[other] = card
    state.movie_by[other] = by
    state.movie_seen[other] = seen


@compiled
def edit(state: State, rules: Rules, chance: Chance, action: Action) -> None:
    """Rules, Editor: discard the card, or put it back, and then discard at random."""
    last = state.movie_size - 1
    card, by = np.int64(state.movie_card[last]), state.movie_by[last]
    note(Event.EDIT, state.editor, card, action == YesNo.NO)
    discards = random_discards(state, rules)
    if action == YesNo.YES:
        remove_last_card(state)
        if by == state.editor:
            state.laid[by] = take_out(state.laid[by], card)
        discard(state, card, state.editor)
        note(Event.DISCARD_FROM_MOVIE, card, state.editor)
        discards = max(discards - 1, 0)
    discard_at_random(state, chance, discards)


@compiled
def remove_last_card(state: State) -> None:
    """Remove the last card from the movie."""
    state.movie_size -= 1
    state.movie_card[state.movie_size] = 0
    state.movie_by[state.movie_size] = 0
    state.movie_seen[state.movie_size] = 0


@compiled
def random_discards(state: State, rules: Rules) -> Int:
    """Rules, Post 3, and Justice Served: how many cards are discarded at random."""
    return np.int64(0) if is_justice_served(state, rules) else np.int64(rules.discarded_from_movie)


@compiled
def discard_at_random(state: State, chance: Chance, most: Int) -> None:
    """Rules, Post 3: discard at random; do not view the discarded card."""
    start_stream(chance, Stream.CUT, np.int64(state.movies))
    for _ in range(most):
        if state.movie_size > 0:
            place, last = table_below(chance, np.int64(state.movie_size)), state.movie_size - 1
            swap_places(state, place, last)
            card = np.int64(state.movie_card[last])
            remove_last_card(state)
            discard(state, card, NOBODY)
            note(Event.DISCARD_FROM_MOVIE, card, NOBODY)
