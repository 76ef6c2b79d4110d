"""Hitmakers, played.

Source: "Hitmakers", Bill de Veas, 2020-03-04, revised 2021-04-08. Hitmakers build a catalog in production rounds,
scout rising stars in a talent show, and score each suit of their hands.

What we play: the source, with the reconstructions that `rules.py` names. `Rules, …` in a docstring is a heading of
the source. A play is a match of several deals; the deal passes left each time. Players are numbered by their seat in
the first deal.
"""

from enum import IntEnum
from typing import Any, Final

import numpy as np

from workbench.engine.cards import (
    CARDS,
    EMPTY,
    RANKS,
    SUITS,
    add,
    count,
    highest_rank,
    holds,
    lowest,
    lowest_rank,
    of_suit,
    only,
    remove,
    up_to,
    without_lowest,
)
from workbench.engine.chance import start_deal, table_below
from workbench.engine.compiling import compiled
from workbench.engine.states import state_type
from workbench.engine.trace import note
from workbench.games.hitmakers.rules import BroadAppeal, Criterion, Presentation, Ties

MOST_PLAYERS: Final = 6
MOST_STARS: Final = 19
NOBODY: Final = -1
NO_CARD: Final = -1
WIN_WEIGHT: Final = 0.4
EVEN_LEAD: Final = 4.0  # the lead, in points, that a payoff counts as half a win
LONGEST_CHAIN: Final = 3  # the fourth scout would be the star itself


class Phase(IntEnum):
    """What the actor decides."""

    DRAW = 0
    DISCARD = 1
    ANSWER = 2
    PRESENT = 3


class Draw(IntEnum):
    """Actions of the phase DRAW."""

    STOCK = 0
    PILE = 1
    PASS = 2


class Answer(IntEnum):
    """Actions of the phase ANSWER, for the holder of the called card."""

    DECLINE = 0
    SCOUT = 1


class Action(IntEnum):
    """Kinds of action, as a restriction names them: `greedy~scout`."""

    DRAW_STOCK = 0
    DRAW_DISCARD = 1
    PASS = 2
    DISCARD = 3
    DECLINE = 4
    SCOUT = 5
    POACH = 6
    PRESENT = 7


class Event(IntEnum):
    """Events of the trace."""

    DEAL = 0
    STAR = 1
    TURN_DOWN = 2
    DRAW = 3
    PASS = 4
    DISCARD = 5
    PRESENT = 6
    SCOUT = 7
    POACH = 8
    CONTRACT = 9
    SCORE = 10
    END = 11


class Award(IntEnum):
    """Rows of `state.awarded`: the criteria, then the special cases."""

    MARKET_SATURATION = 0
    CRITICAL_PRESTIGE = 1
    BROAD_APPEAL = 2
    ONE_HIT_WONDER = 3
    SHUTOUT = 4


AWARDS: Final = len(Award)
PLAYERS = (MOST_PLAYERS,)
STATE = state_type(
    [
        ("hand", "u8", PLAYERS),
        ("known", "u8", PLAYERS),  # cards of a hand that all have seen there: taken from the discard pile or won
        ("discarded", "u8", PLAYERS),  # all that the player has discarded in this deal
        ("waiting", "u8"),  # stars not yet presented
        ("unseen", "u8"),  # in a concealed state: cards whose place its player does not know
        ("deal_wins", "f8", PLAYERS),  # by seat of the deal, over the play
        ("others", "u8"),  # in a concealed state: cards known to be in other hands
        ("none_held", "f8", (RANKS + 1,)),  # appraisal: how likely no opponent holds any of n unseen cards
        ("held_by_one", "f8"),  # appraisal: how likely a certain opponent holds a certain unseen card
        ("worth", "f8", (SUITS,)),  # appraisal: expected points of the holding in each suit
        ("rival_cards", "f8", (SUITS, MOST_PLAYERS)),  # appraisal: cards of a suit expected of each, cubed
        ("wide_pairs", "i4", (SUITS, RANKS)),  # appraisal: pairs of others' ranks so far apart or more
        ("holding", "u8"),  # appraisal: the hand and the stars that it can scout
        ("open_stars", "u8"),  # appraisal: stars still to be won
        ("cheapest", "f8"),  # appraisal: the change of worth by the best discard
        ("hidden", "i4", PLAYERS),  # in a concealed state: how many unknown cards each hand has
        ("totals", "i4", PLAYERS),
        ("deal_score", "i4", PLAYERS),
        ("deal_points", "i4", PLAYERS),  # by seat of the deal, over the play
        ("gained", "i4", (AWARDS, MOST_PLAYERS)),  # points of this deal, by what they are for
        ("awarded", "i4", (AWARDS, MOST_PLAYERS)),  # points of the play, by what they are for
        ("star_cards", "u2", PLAYERS),
        ("scouted", "u2", PLAYERS),
        ("poached", "u2", PLAYERS),
        ("lost_to_poacher", "u2", PLAYERS),
        ("draws_stock", "u2", PLAYERS),
        ("draws_discard", "u2", PLAYERS),
        ("passes", "u2", PLAYERS),
        ("unscouted", "u2"),
        ("lead_changes", "u2"),
        ("deals", "u2"),
        ("stage", "u2"),  # deals again, by the name that search knows
        ("first_player", "u2"),  # who has seat 0 in this deal
        ("deck", "u1", (CARDS,)),  # dealt cards, then the rest in no order: see `draw_card`
        ("dealt", "u1"),
        ("pile", "u1", (CARDS,)),  # the discard pile, its top last
        ("pile_size", "u1"),
        ("star", "u1", (MOST_STARS,)),  # the Cavalcade in row order
        ("stars", "u1"),
        ("turned_down", "u1"),
        ("presented", "u1"),
        ("chain", "u1", (LONGEST_CHAIN + 1,)),  # the presented star and the cards on it
        ("chain_size", "u1"),
        ("longest_chain", "u1"),
        ("turns_left", "u1"),  # of the production round in progress
        ("round_number", "u1"),
        ("owner", "i1"),  # who is on top of the presented star
        ("leader", "i1"),  # the last sole leader between deals
        ("phase", "u1"),
        ("actor", "u1"),
        ("over", "?"),
        ("capped", "?"),
    ]
)


# The match


@compiled
def begin(state: Any, rules: Any, chance: Any) -> None:
    """A play starts: nobody has points. (The state comes with every field zero.)"""
    state.leader = NOBODY
    deal(state, rules, chance)


@compiled
def player_at(state: Any, rules: Any, seat: Any) -> Any:
    """Who sits at `seat` in this deal: seats rotate by one each deal."""
    player = state.first_player + seat
    return player if player < rules.players else player - rules.players


@compiled
def seat_of(state: Any, rules: Any, player: Any) -> Any:
    """The seat of `player` in this deal."""
    seat = np.int64(player) - state.first_player
    return seat if seat >= 0 else seat + rules.players


@compiled
def emcee(state: Any, rules: Any) -> Any:
    """Rules, Talent Show: the last player in turn order serves as the Emcee."""
    return player_at(state, rules, rules.players - 1)


# Start


@compiled
def deal(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Start: shuffle, deal the hands seat by seat; with Concentration, the stars too."""
    start_deal(chance, state.deals)
    state.first_player = state.deals % rules.players
    for card in range(CARDS):
        state.deck[card] = card
    for player in range(rules.players):
        state.known[player] = state.discarded[player] = EMPTY
    state.dealt = state.pile_size = state.stars = state.round_number = 0
    state.turned_down = state.presented = state.chain_size = 0
    for seat in range(rules.players):
        state.hand[player_at(state, rules, seat)] = deal_hand(state, rules, chance)
    note(Event.DEAL, state.first_player, rules.players, state.hand)
    if rules.concentration:
        for _ in range(rules.production_rounds + rules.extra_stars):
            reveal_star(state, chance)
    start_round(state, rules, chance)


@compiled
def deal_hand(state: Any, rules: Any, chance: Any) -> Any:
    """The next `hand_size` cards."""
    hand = EMPTY
    for _ in range(rules.hand_size):
        hand = add(hand, draw_card(state, chance))
    return hand


@compiled
def draw_card(state: Any, chance: Any) -> Any:
    """The next card of the shuffled deck.

    The deck is shuffled as it is drawn (Fisher and Yates, card by card), so that unplayed cards cost nothing. The
    order is the same on the same table stream, whenever the cards are drawn.
    """
    top = state.dealt
    place = top + table_below(chance, CARDS - top)
    card = state.deck[place]
    state.deck[place] = state.deck[top]
    state.deck[top] = card
    state.dealt = top + 1
    return card


@compiled
def stock_size(state: Any) -> Any:
    """Cards left in the stock."""
    return CARDS - state.dealt


# Production rounds


@compiled
def start_round(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Production Rounds 1: the first player turns over a card; then each player takes a turn."""
    if not rules.concentration and state.round_number < rules.production_rounds:
        reveal_star(state, chance)
    state.round_number += 1
    state.turns_left = rules.players
    start_turn(state, player_at(state, rules, 0))


@compiled
def reveal_star(state: Any, chance: Any) -> None:
    """A card of the stock joins the Cavalcade of Stars; none does when the stock is empty."""
    if stock_size(state) > 0:
        card = draw_card(state, chance)
        state.star[state.stars] = card
        state.stars += 1
        note(Event.STAR, card)


@compiled
def start_turn(state: Any, player: Any) -> None:
    """Rules, Production Rounds 2: a turn is a draw, then a discard."""
    state.actor = player
    state.phase = Phase.DRAW


@compiled
def legal_draws(state: Any, rules: Any) -> Any:
    """Rules, Production Rounds 2: stock or discard pile; "may draw": with `may_pass` the turn may be skipped."""
    draws = EMPTY
    if stock_size(state) > 0:
        draws = add(draws, Draw.STOCK)
    if state.pile_size > 0:
        draws = add(draws, Draw.PILE)
    if rules.may_pass or draws == EMPTY:
        draws = add(draws, Draw.PASS)
    return draws


@compiled
def draw(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """Rules, Production Rounds 2: draw the top card of the stock or of the discard pile."""
    if action == Draw.STOCK:
        draw_from_stock(state, chance)
    elif action == Draw.PILE:
        draw_from_pile(state)
    else:
        state.passes[state.actor] += 1
        note(Event.PASS, state.actor)
        end_turn(state, rules, chance)


@compiled
def draw_from_stock(state: Any, chance: Any) -> None:
    """The card is seen by its new holder alone."""
    card = draw_card(state, chance)
    state.hand[state.actor] = add(state.hand[state.actor], card)
    state.draws_stock[state.actor] += 1
    state.phase = Phase.DISCARD
    note(Event.DRAW, state.actor, Draw.STOCK, card)


@compiled
def draw_from_pile(state: Any) -> None:
    """The card was seen by all, so all know who holds it."""
    state.pile_size -= 1
    card = state.pile[state.pile_size]
    state.hand[state.actor] = add(state.hand[state.actor], card)
    state.known[state.actor] = add(state.known[state.actor], card)
    state.draws_discard[state.actor] += 1
    state.phase = Phase.DISCARD
    note(Event.DRAW, state.actor, Draw.PILE, card)


@compiled
def discard(state: Any, rules: Any, chance: Any, card: Any) -> None:
    """Rules, Production Rounds 2: then discard one card."""
    player = state.actor
    state.hand[player] = remove(state.hand[player], card)
    state.known[player] = remove(state.known[player], card)
    state.discarded[player] = add(state.discarded[player], card)
    state.pile[state.pile_size] = card
    state.pile_size += 1
    note(Event.DISCARD, player, card)
    end_turn(state, rules, chance)


@compiled
def end_turn(state: Any, rules: Any, chance: Any) -> None:
    """Play proceeds clockwise; after the last seat the round ends."""
    state.turns_left -= 1
    if state.turns_left == 0:
        end_round(state, rules, chance)
    else:
        following = state.actor + 1
        start_turn(state, 0 if following == rules.players else following)


@compiled
def end_round(state: Any, rules: Any, chance: Any) -> None:
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
def draw_extra_stars(state: Any, rules: Any, chance: Any) -> None:
    """Rules, 4-Player Variant: after the last round further cards join the Cavalcade."""
    if not rules.concentration:
        for _ in range(rules.extra_stars):
            reveal_star(state, chance)


@compiled
def turn_down_star(state: Any) -> None:
    """Rules, Concentration Variant: one star is turned face down, the leftmost that is still face up."""
    if state.turned_down < state.stars:
        note(Event.TURN_DOWN, state.star[state.turned_down])
        state.turned_down += 1


# Talent Show


@compiled
def start_show(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Talent Show 1: the discard pile and the stock are set aside."""
    if rules.concentration:
        while state.turned_down < state.stars:
            turn_down_star(state)
    state.waiting = EMPTY
    for place in range(state.stars):
        state.waiting = add(state.waiting, state.star[place])
    next_star(state, rules, chance)


@compiled
def emcee_chooses(rules: Any) -> Any:
    """Whether the Emcee picks the next star; in Concentration the face-down pile decides."""
    return rules.presentation == Presentation.EMCEE_CHOOSES and not rules.concentration


@compiled
def next_star(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Talent Show 3: the Emcee presents the next star, up to the next that somebody can scout."""
    while state.waiting != EMPTY:
        if emcee_chooses(rules):
            state.actor = emcee(state, rules)
            state.phase = Phase.PRESENT
            return
        if present(state, rules, state.star[state.presented]):
            return
    score_deal(state, rules, chance)


@compiled
def present(state: Any, rules: Any, card: Any) -> Any:
    """Rules, Talent Show 3: the star is called; whether somebody may now scout it."""
    state.waiting = remove(state.waiting, card)
    state.presented += 1
    state.chain[0] = card
    state.chain_size = 0
    state.owner = NOBODY
    note(Event.PRESENT, card)
    return call_scout(state, rules)


@compiled
def scout_of(card: Any) -> Any:
    """Rules, Talent Show 2: the same rank in the suit that beats this one: C beats D beats H beats S beats C."""
    return card - RANKS if card >= RANKS else card + CARDS - RANKS


@compiled
def holder_of(state: Any, rules: Any, card: Any) -> Any:
    """The player who holds `card`, or NOBODY."""
    for player in range(rules.players):
        if holds(state.hand[player], card):
            return player
    return NOBODY


@compiled
def call_scout(state: Any, rules: Any) -> Any:
    """Rules, Talent Show 4 and 5: the next card of the cycle is called; whether its holder may answer.

    Where nobody may, the presentation ends.
    """
    if state.chain_size < LONGEST_CHAIN:
        holder = holder_of(state, rules, scout_of(state.chain[state.chain_size]))
        if holder != NOBODY and (holder != state.owner or rules.self_poach):
            state.actor = holder
            state.phase = Phase.ANSWER
            return True
    close_contract(state)
    return False


@compiled
def answer(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """Rules, Talent Show 5: the holder scouts (or poaches), or stays silent and so ends the presentation."""
    if action == Answer.SCOUT:
        scout(state)
        if call_scout(state, rules):
            return
    else:
        close_contract(state)
    next_star(state, rules, chance)


@compiled
def scout(state: Any) -> None:
    """Rules, Talent Show 5: the called card goes face up on the star, or on the card that is called away."""
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
    state.known[player] = remove(state.known[player], card)
    state.chain_size += 1
    state.chain[state.chain_size] = card
    state.owner = player


@compiled
def close_contract(state: Any) -> None:
    """Rules, Talent Show 6: who is on top collects the star and all cards on it; nobody's star is turned over."""
    note(Event.CONTRACT, state.owner, state.chain, state.chain_size)
    if state.owner == NOBODY:
        state.unscouted += 1
        return
    state.longest_chain = max(state.longest_chain, state.chain_size)
    state.star_cards[state.owner] += state.chain_size + 1
    for place in range(state.chain_size + 1):
        state.hand[state.owner] = add(state.hand[state.owner], state.chain[place])
        state.known[state.owner] = add(state.known[state.owner], state.chain[place])


# Scoring


@compiled
def score_deal(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Scoring: each suit is judged; then the match goes on or ends."""
    clear_scores(state, rules)
    for suit in range(SUITS):
        score_criteria(state, rules, suit)
        score_special_cases(state, rules, suit)
    count_deal(state, rules)
    note(Event.SCORE, rules.players, state.gained, state.deal_score, state.totals)
    state.deals += 1
    state.stage = state.deals
    end_deal(state, rules, chance)


@compiled
def clear_scores(state: Any, rules: Any) -> None:
    """Nobody has points in this deal yet."""
    for player in range(rules.players):
        state.deal_score[player] = 0
        for award in range(AWARDS):
            state.gained[award, player] = 0


@compiled
def score_criteria(state: Any, rules: Any, suit: Any) -> None:
    """Rules, Scoring 1: market saturation, critical prestige and broad appeal, in the order in force."""
    eligible = up_to(rules.players)
    for criterion in rules.criteria_order:
        winners = criterion_winners(state, rules, suit, criterion, eligible)
        give(state, rules, winners, criterion, criterion_points(rules, criterion))
        if rules.one_award_per_seat:
            eligible = eligible & ~winners


@compiled
def criterion_points(rules: Any, criterion: Any) -> Any:
    """What a criterion is worth."""
    if criterion == Criterion.SATURATION:
        return rules.market_saturation_points
    if criterion == Criterion.PRESTIGE:
        return rules.critical_prestige_points
    return rules.broad_appeal_points


@compiled
def criterion_winners(state: Any, rules: Any, suit: Any, criterion: Any, eligible: Any) -> Any:
    """The set of players who win a criterion in a suit; nobody without a card of it does."""
    best, winners = -1, EMPTY
    for player in range(rules.players):
        if holds(eligible, player):
            merit = merit_of(rules, of_suit(state.hand[player], suit), criterion)
            if merit > best:
                best, winners = merit, only(player)
            elif merit == best:
                winners = add(winners, player)
    if best == NO_CARD or (rules.ties == Ties.NOBODY and count(winners) > 1):
        return EMPTY
    return winners


@compiled
def merit_of(rules: Any, ranks: Any, criterion: Any) -> Any:
    """How well the ranks held in a suit do by a criterion; more is better."""
    if ranks == EMPTY:
        return NO_CARD
    if criterion == Criterion.SATURATION:
        return count(ranks)
    if criterion == Criterion.PRESTIGE:
        return highest_rank(ranks)
    if rules.broad_appeal == BroadAppeal.LOWEST_RANK:
        return RANKS - 1 - lowest_rank(ranks)
    return highest_rank(ranks) - lowest_rank(ranks)


@compiled
def score_special_cases(state: Any, rules: Any, suit: Any) -> None:
    """Rules, Scoring 2: the one-hit wonder (a single card, the highest that anybody holds) and the shutout."""
    holders, highest, star_holder = EMPTY, -1, 0
    for player in range(rules.players):
        ranks = of_suit(state.hand[player], suit)
        if ranks != EMPTY:
            holders = add(holders, player)
            if highest_rank(ranks) > highest:
                highest, star_holder = highest_rank(ranks), player
    if holders == EMPTY:
        return
    if count(of_suit(state.hand[star_holder], suit)) == 1:
        give(state, rules, only(star_holder), Award.ONE_HIT_WONDER, rules.one_hit_wonder_points)
    if count(holders) == 1:
        give(state, rules, holders, Award.SHUTOUT, rules.shutout_points)


@compiled
def give(state: Any, rules: Any, winners: Any, award: Any, points: Any) -> None:
    """Each of the winners has the points of an award."""
    while winners != EMPTY:
        player = lowest(winners)
        winners = without_lowest(winners)
        state.gained[award, player] += points
        state.deal_score[player] += points


@compiled
def count_deal(state: Any, rules: Any) -> None:
    """Totals by player, and by the seat that they had in this deal."""
    best = winners_of(state.deal_score, rules.players)
    share = 1.0 / count(best)
    for player in range(rules.players):
        seat = seat_of(state, rules, player)
        state.totals[player] += state.deal_score[player]
        state.deal_points[seat] += state.deal_score[player]
        for award in range(AWARDS):
            state.awarded[award, player] += state.gained[award, player]
        if holds(best, player):
            state.deal_wins[seat] += share


@compiled
def winners_of(scores: Any, players: Any) -> Any:
    """The set of players with the highest score."""
    best, winners = scores[0], only(0)
    for player in range(1, players):
        if scores[player] > best:
            best, winners = scores[player], only(player)
        elif scores[player] == best:
            winners = add(winners, player)
    return winners


@compiled
def end_deal(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Scoring 3: play to a predetermined number of points; without one, a play is one deal."""
    leaders = winners_of(state.totals, rules.players)
    reached = state.totals[lowest(leaders)] >= rules.score_target
    note_leader(state, leaders)
    if reached or state.deals >= rules.max_deals:
        state.capped = not reached
        state.over = True
        note(Event.END, leaders)
    else:
        deal(state, rules, chance)


@compiled
def note_leader(state: Any, leaders: Any) -> None:
    """A lead change is another sole leader than the last one."""
    if count(leaders) == 1:
        leader = lowest(leaders)
        if state.leader not in (NOBODY, leader):
            state.lead_changes += 1
        state.leader = leader


# What the engine asks


@compiled
def legal_actions(state: Any, rules: Any) -> Any:
    """The legal actions of the phase: draws, cards of the hand, answers, or stars to present."""
    if state.phase == Phase.DRAW:
        return legal_draws(state, rules)
    if state.phase == Phase.DISCARD:
        return state.hand[state.actor]
    if state.phase == Phase.ANSWER:
        return add(only(Answer.DECLINE), Answer.SCOUT)
    return state.waiting


@compiled
def apply(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """Carry out an action of the phase."""
    if state.phase == Phase.DRAW:
        draw(state, rules, chance, action)
    elif state.phase == Phase.DISCARD:
        discard(state, rules, chance, action)
    elif state.phase == Phase.ANSWER:
        answer(state, rules, chance, action)
    elif not present(state, rules, action):
        next_star(state, rules, chance)


@compiled
def action_kind(state: Any, rules: Any, action: Any) -> Any:
    """The kind of an action of the phase."""
    if state.phase == Phase.DRAW:
        return Action.DRAW_STOCK + action
    if state.phase == Phase.DISCARD:
        return Action.DISCARD.value
    if state.phase == Phase.PRESENT:
        return Action.PRESENT.value
    if action == Answer.DECLINE:
        return Action.DECLINE.value
    return Action.SCOUT.value if state.owner == NOBODY else Action.POACH.value


@compiled
def situation(state: Any, rules: Any) -> Any:
    """The phase and, in the show, the card that is called away: worlds differ in whom they call on, and for what."""
    if state.phase == Phase.ANSWER:
        return Phase.ANSWER + 4 * (1 + np.int64(state.chain[state.chain_size]))
    return np.int64(state.phase)


@compiled
def payoff(state: Any, rules: Any, player: Any) -> Any:
    """In part the win, shared among equals; in part, and between deals wholly, the lead over the best of the others."""
    best = np.int64(-1)
    for other in range(rules.players):
        if other != player:
            best = max(best, np.int64(state.totals[other]))
    lead = float(state.totals[player] - best)
    standing = 0.5 + 0.5 * lead / (abs(lead) + EVEN_LEAD)
    if not state.over:
        return standing
    winners = winners_of(state.totals, rules.players)
    share = 1.0 / count(winners) if holds(winners, player) else 0.0
    return WIN_WEIGHT * share + (1.0 - WIN_WEIGHT) * standing


@compiled
def report(state: Any, rules: Any, result: Any) -> None:
    """The measures of a finished play; `measures.py` says what each means."""
    winners = winners_of(state.totals, rules.players)
    result.winners = winners
    result.deals = state.deals
    result.unscouted = state.unscouted
    result.longest_chain = state.longest_chain
    result.lead_changes = state.lead_changes
    result.capped = state.capped
    result.margin = margin(state, rules, winners)
    for player in range(rules.players):
        report_player(state, result, player)
        result.deal_points[player] = state.deal_points[player] / state.deals
        result.deal_wins[player] = state.deal_wins[player] / state.deals


@compiled
def report_player(state: Any, result: Any, player: Any) -> None:
    """The measures of one player."""
    result.points[player] = state.totals[player]
    result.market_saturation[player] = state.awarded[Award.MARKET_SATURATION, player]
    result.broad_appeal[player] = state.awarded[Award.BROAD_APPEAL, player]
    result.critical_prestige[player] = state.awarded[Award.CRITICAL_PRESTIGE, player]
    result.one_hit_wonder[player] = state.awarded[Award.ONE_HIT_WONDER, player]
    result.shutout[player] = state.awarded[Award.SHUTOUT, player]
    result.star_cards[player] = state.star_cards[player]
    result.scouted[player] = state.scouted[player]
    result.poached[player] = state.poached[player]
    result.lost_to_poacher[player] = state.lost_to_poacher[player]
    result.draws_stock[player] = state.draws_stock[player]
    result.draws_discard[player] = state.draws_discard[player]
    result.passes[player] = state.passes[player]


@compiled
def margin(state: Any, rules: Any, winners: Any) -> Any:
    """The winner's total minus the runner-up's; 0 for a shared win."""
    winner = lowest(winners)
    second = 0
    for player in range(rules.players):
        if player != winner:
            second = max(second, state.totals[player])
    return state.totals[winner] - second
