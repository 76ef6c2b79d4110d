"""Hitmakers: the rules of play.

Source: "Hitmakers", Bill de Veas, 2020-03-04, revised 2021-04-08. Hitmakers build a catalog in production rounds,
scout rising stars in a talent show, and score each suit of their hands.

What we play: the source, with the reconstructions that `rules.py` names. `Rules, …` in a docstring is a heading of
the source. A play is a match of several deals; the deal passes left each time. Players are numbered by their seat in
the first deal.
"""

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, count, highest, holds, lowest, only, only_if, remove, without_lowest
from workbench.engine.chance import shuffle, start_deal, swap, table_below
from workbench.engine.compiling import compiled
from workbench.engine.playing_cards import CARDS, DECK, RANKS, SUITS
from workbench.engine.trace import note
from workbench.engine.types import Action, ActionSet, Bool, Card, CardSet, Chance, Int, Player, Rules, State
from workbench.games.hitmakers.rules import Presentation
from workbench.games.hitmakers.scoring import (
    clear_scores,
    count_deal,
    note_leader,
    note_score,
    score_criteria,
    score_special_cases,
    winners_of,
)
from workbench.games.hitmakers.table import (
    LONGEST_CHAIN,
    NOBODY,
    ROW,
    STARS,
    ActionKind,
    Draw,
    Event,
    HolderAnswer,
    Phase,
    player_at,
    share_of,
)

# The match


@compiled
def begin(state: State, rules: Rules, chance: Chance) -> None:
    """Start a play. (The state comes with every field zero.)"""
    state.leader = NOBODY
    deal(state, rules, chance)


@compiled
def emcee(state: State, rules: Rules) -> Player:
    """Rules, Talent Show: the Emcee, who is the last player in turn order."""
    return player_at(state, rules, rules.players - 1)


# Start


@compiled
def deal(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Start: shuffle, deal the hands seat by seat; with Concentration, the stars too."""
    start_deal(chance, state.deals)
    state.first_player = state.deals % rules.players
    shuffle_deck(state, rules, chance)
    for player in range(rules.players):
        state.seen_in_hand[player] = state.discarded[player] = EMPTY
    state.pile_size = state.stars = state.round_number = 0
    state.turned_down = state.presented = state.chain_size = 0
    state.face_up = state.cavalcade = EMPTY
    for seat in range(rules.players):
        player = player_at(state, rules, seat)
        state.hand[player] = deal_hand(state, rules, player)
    note(Event.DEAL, state.first_player, rules.players, state.hand)
    if rules.concentration:
        for _ in range(rules.production_rounds + rules.extra_stars):
            reveal_star(state, chance)
    start_round(state, rules, chance)


@compiled
def shuffle_deck(state: State, rules: Rules, chance: Chance) -> None:
    """Shuffle all cards, and give each player and the stars a share of the places (`table.SHARES`)."""
    for card in range(CARDS):
        state.deck[card] = card
    shuffle(state.deck, CARDS, chance)
    state.stock, state.unmixed, state.shares = DECK, 0, ROW * rules.players


@compiled
def deal_hand(state: State, rules: Rules, player: Player) -> CardSet:
    """The cards at the first `hand_size` places of the player's share; once it is used up, from the last of all."""
    hand, share, left = EMPTY, share_of(state, player), rules.hand_size
    places = share
    while left > 0 and places != EMPTY:
        hand = add(hand, state.deck[lowest(places)])
        places = without_lowest(places)
        left -= 1
    state.stock = state.stock & ~(share ^ places)
    for _ in range(left):
        place = highest(state.stock)
        state.stock = remove(state.stock, place)
        hand = add(hand, state.deck[place])
    return hand


@compiled
def first_place(state: State, owner: Int) -> Int:
    """The first place of a share that is left: a player's, or that of the `STARS`; else the last place of all."""
    share = share_of(state, owner)
    return highest(state.stock) if share == EMPTY else lowest(share)


@compiled
def last_place(state: State, owner: Int) -> Int:
    """The last place of a share that is left; else the last place of all; 0 where no card is left."""
    share = share_of(state, owner)
    return highest(add(state.stock if share == EMPTY else share, 0))


@compiled
def take_card(state: State, chance: Chance, place: Int) -> Card:
    """Take the card at a place out of the stock."""
    state.stock = remove(state.stock, place)
    mix_down_to(state, chance, place)
    return np.int64(state.deck[place])


@compiled
def mix_down_to(state: State, chance: Chance, place: Int) -> None:
    """Shuffle the deck from its end down to a place (Fisher and Yates), where that has not been done.

    A world that search imagines is shuffled as it is drawn, so that unplayed cards cost nothing.
    """
    while state.unmixed > place:
        state.unmixed -= 1
        swap(state.deck, state.unmixed, table_below(chance, np.int64(state.unmixed) + 1))


@compiled
def stock_size(state: State) -> Int:
    """Cards left in the stock."""
    return count(state.stock)


# Production rounds


@compiled
def start_round(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Production Rounds 1: the first player turns over a card; then each player takes a turn."""
    if not rules.concentration and state.round_number < rules.production_rounds:
        reveal_star(state, chance)
    state.round_number += 1
    state.turns_left = rules.players
    start_turn(state, player_at(state, rules, 0))


@compiled
def reveal_star(state: State, chance: Chance) -> None:
    """Add the top card of the stock to the Cavalcade of Stars; nothing when the stock is empty."""
    if state.stock != EMPTY:
        card = take_card(state, chance, first_place(state, STARS))
        state.star[state.stars] = card
        state.stars += 1
        state.cavalcade = add(state.cavalcade, card)
        state.face_up = add(state.face_up, card)
        note(Event.STAR, card)


@compiled
def start_turn(state: State, player: Player) -> None:
    """Rules, Production Rounds 2: a turn is a draw, then a discard."""
    state.actor = player
    state.phase = Phase.DRAW


@compiled
def legal_draws(state: State, rules: Rules) -> ActionSet:
    """Rules, Production Rounds 2: stock or discard pile; "may draw": with `may_pass` the turn may be skipped."""
    draws = EMPTY
    if state.stock != EMPTY:
        draws = add(draws, Draw.STOCK)
    if state.pile_size > 0:
        draws = add(draws, Draw.PILE)
    if rules.may_pass or draws == EMPTY:
        draws = add(draws, Draw.PASS)
    return draws


@compiled
def take_turn(state: State, rules: Rules, chance: Chance, action: Action) -> None:
    """Rules, Production Rounds 2: a draw, then a discard, which ends the turn; so does a draw that is skipped."""
    if state.phase == Phase.DISCARD:
        discard(state, action)
    elif action == Draw.PASS:
        state.passes[state.actor] += 1
        note(Event.PASS, state.actor)
    else:
        draw(state, chance, action)
        return
    end_turn(state, rules, chance)


@compiled
def draw(state: State, chance: Chance, action: Action) -> None:
    """Rules, Production Rounds 2: draw the top card of the stock, or of the discard pile, which everybody knows then.

    Both cards are looked up and nothing branches on which it is: where bots draw at random, processors would guess it
    wrong half of the time, and that took a tenth of a play.
    """
    player, from_pile = state.actor, np.int64(action == Draw.PILE)
    from_stock = 1 - from_pile
    place = last_place(state, player)
    mix_down_to(state, chance, max(place, CARDS * from_pile))
    card = np.int64(state.deck[place]) * from_stock + top_of_pile(state) * from_pile
    state.stock &= ~only_if(place, from_stock)
    state.pile_size -= from_pile
    state.hand[player] = add(state.hand[player], card)
    state.seen_in_hand[player] |= only_if(card, from_pile)
    state.draws_stock[player] += from_stock
    state.draws_discard[player] += from_pile
    state.phase = Phase.DISCARD
    note(Event.DRAW, player, action, card)


@compiled
def top_of_pile(state: State) -> Card:
    """The card that lies on top of the discard pile; any card where there is none."""
    return np.int64(state.pile[max(0, np.int64(state.pile_size) - 1)])


@compiled
def discard(state: State, card: Card) -> None:
    """Rules, Production Rounds 2: then discard one card."""
    player = state.actor
    state.hand[player] = remove(state.hand[player], card)
    state.seen_in_hand[player] = remove(state.seen_in_hand[player], card)
    state.discarded[player] = add(state.discarded[player], card)
    state.face_up = add(state.face_up, card)
    state.pile[state.pile_size] = card
    state.pile_size += 1
    note(Event.DISCARD, player, card)


@compiled
def end_turn(state: State, rules: Rules, chance: Chance) -> None:
    """Play proceeds clockwise; after the last seat the round ends."""
    state.turns_left -= 1
    if state.turns_left == 0:
        end_round(state, rules, chance)
    else:
        following = state.actor + 1
        start_turn(state, 0 if following == rules.players else following)


@compiled
def end_round(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Production Rounds 3, and 4-Player Variant: extra stars and perhaps one round more, then the show."""
    if rules.concentration:
        turn_down_star(state)
    if state.round_number == rules.production_rounds:
        draw_extra_stars(state, rules, chance)
        if not (rules.bonus_round and stock_size(state) >= rules.players):
            start_show(state, rules, chance)
            return
    if state.round_number > rules.production_rounds:
        start_show(state, rules, chance)
    else:
        start_round(state, rules, chance)


@compiled
def draw_extra_stars(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, 4-Player Variant: after the last round further cards join the Cavalcade."""
    if not rules.concentration:
        for _ in range(rules.extra_stars):
            reveal_star(state, chance)


@compiled
def turn_down_star(state: State) -> None:
    """Rules, Concentration Variant: turn the leftmost face-up star face down."""
    if state.turned_down < state.stars:
        note(Event.TURN_DOWN, state.star[state.turned_down])
        state.turned_down += 1


# Talent Show


@compiled
def start_show(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Talent Show 1: the discard pile and the stock are set aside."""
    if rules.concentration:
        while state.turned_down < state.stars:
            turn_down_star(state)
    state.waiting = state.cavalcade
    go_on_with_show(state, rules, chance, False)


@compiled
def emcee_chooses(rules: Rules) -> Bool:
    """True if the Emcee picks the next star; in Concentration the face-down pile decides."""
    return rules.presentation == Presentation.EMCEE_CHOOSES and not rules.concentration


@compiled
def present(state: State, card: Card) -> None:
    """Rules, Talent Show 3: the star is called."""
    state.waiting = remove(state.waiting, card)
    state.presented += 1
    state.chain[0] = card
    state.chain_size = 0
    state.owner = NOBODY
    note(Event.PRESENT, card)


@compiled
def go_on_with_show(state: State, rules: Rules, chance: Chance, is_open: Bool) -> None:
    """Rules, Talent Show 3 to 6: up to the next decision; `is_open` says whether a star is being presented."""
    while not (is_open and call_scout(state, rules)):
        if is_open:
            close_contract(state)
        if state.waiting == EMPTY:
            score_deal(state, rules, chance)
            return
        if emcee_chooses(rules):
            state.actor = emcee(state, rules)
            state.phase = Phase.PRESENT
            return
        present(state, np.int64(state.star[state.presented]))
        is_open = True


@compiled
def scout_of(card: Card) -> Card:
    """Rules, Talent Show 2: the same rank in the suit that beats this one: C beats D beats H beats S beats C."""
    return card - RANKS if card >= RANKS else card + CARDS - RANKS


@compiled
def holder_of(state: State, rules: Rules, card: Card) -> Player:
    """The player who holds `card`, or NOBODY."""
    holder = NOBODY
    for player in range(rules.players):
        holder = player if holds(state.hand[player], card) else holder
    return holder


@compiled
def call_scout(state: State, rules: Rules) -> Bool:
    """Rules, Talent Show 4 and 5: call the next card of the cycle; whether its holder may answer.

    If nobody may, the presentation ends.
    """
    if state.chain_size == LONGEST_CHAIN:
        return False
    holder = holder_of(state, rules, scout_of(state.chain[state.chain_size]))
    if holder == NOBODY or (holder == state.owner and not rules.self_poach):
        return False
    state.actor = holder
    state.phase = Phase.ANSWER
    return True


@compiled
def answer(state: State, rules: Rules, chance: Chance, action: Action) -> None:
    """Rules, Talent Show 5: the holder scouts (or poaches), or keeps the card, which ends the presentation."""
    if action == HolderAnswer.SCOUT:
        scout(state)
    else:
        close_contract(state)
    go_on_with_show(state, rules, chance, action == HolderAnswer.SCOUT)


@compiled
def scout(state: State) -> None:
    """Rules, Talent Show 5: the called card goes face up on the star, or on the card that it beats."""
    player = state.actor
    card = scout_of(state.chain[state.chain_size])
    if state.owner == NOBODY:
        state.scouted[player] += 1
        note(Event.SCOUT, player, card)
    else:
        if state.owner != player:
            state.poached[player] += 1
            state.lost_to_poacher[state.owner] += 1
        note(Event.POACH, player, card)
    state.hand[player] = remove(state.hand[player], card)
    state.seen_in_hand[player] = remove(state.seen_in_hand[player], card)
    state.face_up = add(state.face_up, card)
    state.chain_size += 1
    state.chain[state.chain_size] = card
    state.owner = player


@compiled
def close_contract(state: State) -> None:
    """Rules, Talent Show 6: who is on top collects the star and all cards on it; nobody's star is turned over."""
    note(Event.CONTRACT, state.owner, state.chain, state.chain_size)
    if state.owner == NOBODY:
        state.unscouted += 1
        return
    state.longest_chain = max(state.longest_chain, state.chain_size)
    state.star_cards[state.owner] += state.chain_size + 1
    for place in range(state.chain_size + 1):
        state.hand[state.owner] = add(state.hand[state.owner], state.chain[place])
        state.seen_in_hand[state.owner] = add(state.seen_in_hand[state.owner], state.chain[place])


# Scoring


@compiled
def score_deal(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Scoring: each suit is judged; then the match goes on or ends."""
    clear_scores(state, rules)
    for suit in range(SUITS):
        score_criteria(state, rules, suit)
        score_special_cases(state, rules, suit)
    count_deal(state, rules)
    note_score(state, rules)
    state.deals += 1
    state.stage = state.deals
    end_deal(state, rules, chance)


@compiled
def end_deal(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Scoring 3: play to a predetermined number of points; without one, a play is one deal."""
    leaders = winners_of(state.totals, rules.players)
    reached = state.totals[lowest(leaders)] >= rules.score_target
    note_leader(state, leaders)
    if reached or state.deals >= rules.max_deals:
        state.capped = not reached
        state.over = True
        note(Event.END, leaders, state.capped)
    else:
        deal(state, rules, chance)


# Functions that the engine calls


@compiled
def legal_actions(state: State, rules: Rules) -> ActionSet:
    """The legal actions of the phase: draws, cards of the hand, answers, or stars to present."""
    if state.phase == Phase.DRAW:
        return legal_draws(state, rules)
    if state.phase == Phase.DISCARD:
        return state.hand[state.actor]
    if state.phase == Phase.ANSWER:
        return add(only(HolderAnswer.DECLINE), HolderAnswer.SCOUT)
    return state.waiting


@compiled
def apply(state: State, rules: Rules, chance: Chance, action: Action) -> None:
    """Carry out an action of the phase."""
    if state.phase in (Phase.DRAW, Phase.DISCARD):
        take_turn(state, rules, chance, action)
    elif state.phase == Phase.ANSWER:
        answer(state, rules, chance, action)
    else:
        present(state, action)
        go_on_with_show(state, rules, chance, True)


@compiled
def action_kind(state: State, rules: Rules, action: Action) -> Int:
    """The kind of an action of the phase."""
    if state.phase == Phase.DRAW:
        return ActionKind.DRAW_STOCK + action
    if state.phase == Phase.DISCARD:
        return ActionKind.DISCARD.value
    if state.phase == Phase.PRESENT:
        return ActionKind.PRESENT.value
    if action == HolderAnswer.DECLINE:
        return ActionKind.DECLINE.value
    return ActionKind.SCOUT.value if state.owner == NOBODY else ActionKind.POACH.value


@compiled
def situation(state: State, rules: Rules) -> Int:
    """The phase and, in the show, the card on top: in other worlds another player may be asked to beat another card."""
    if state.phase == Phase.ANSWER:
        return Phase.ANSWER + 4 * (1 + np.int64(state.chain[state.chain_size]))
    return np.int64(state.phase)
