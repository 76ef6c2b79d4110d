"""A naive reference of Hitmakers, written from the rule texts alone, to check the engine against.

Everything is done the obvious way: a card is an int (suit * 13 + rank - 1), a hand is a sorted list of cards, the
stock is a list dealt from its front (or `Shares`), the discard pile a list whose last card is its top. Speed is no
concern here.

    python hitmakers.py 2000      plays 2000 random single deals and prints the plays per second
"""

import json
import random
import sys
import time

SUITS = "CDHS"
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]

DEFAULTS = {
    "players": 3,
    "hand_size": 7,
    "production_rounds": 7,
    "extra_stars": 0,
    "bonus_round": False,
    "concentration": False,
    "may_pass": True,
    "presentation": "row_order",
    "self_poach": False,
    "market_saturation_points": 1,
    "broad_appeal_points": 1,
    "broad_appeal": "largest_difference",
    "critical_prestige_points": 1,
    "criteria_order": ["saturation", "prestige", "appeal"],
    "one_award_per_seat": False,
    "ties": "nobody",
    "one_hit_wonder_points": 1,
    "shutout_points": 0,
    "score_target": 21,
    "max_deals": 50,
}

# The column "4-player variant" of the rules page.

# The name of a criterion in `criteria_order` -> its name in the results and (with "_points") in the parameters.
CRITERIA = {"saturation": "market_saturation", "prestige": "critical_prestige", "appeal": "broad_appeal"}
SCORE_LINES = ["market_saturation", "broad_appeal", "critical_prestige", "one_hit_wonder", "shutout"]
COUNTS = ["star_cards", "scouted", "poached", "lost_to_poacher", "draws_stock", "draws_discard", "passes"]


# ---------------------------------------------------------------------------------------------------------- cards


def suit_of(card):
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card // 13


def rank_of(card):
    """1 for the ace to 13 for the king."""
    return card % 13 + 1


def name(card):
    return RANKS[rank_of(card) - 1] + SUITS[suit_of(card)]


def names(cards):
    return [name(card) for card in cards]


# Clubs beat diamonds, which beat hearts, which beat spades, which beat clubs.
BEATEN_BY = {"D": "C", "H": "D", "S": "H", "C": "S"}


def scout_of(card):
    """The card that scouts this one: the same rank in the suit that beats its suit."""
    winning_suit = BEATEN_BY[SUITS[suit_of(card)]]
    return SUITS.index(winning_suit) * 13 + rank_of(card) - 1


# ---------------------------------------------------------------------------------------------------------- rules


def complete_rules(rules):
    """The given parameters over the defaults; an error if the cards cannot be dealt."""
    unknown = [key for key in rules if key not in DEFAULTS]
    if unknown:
        raise ValueError(f"unknown parameters: {unknown}")
    full = {**DEFAULTS, **rules}
    if sorted(full["criteria_order"]) != sorted(CRITERIA):
        raise ValueError("criteria_order must name each of saturation, prestige, appeal once")
    stars = full["production_rounds"] + full["extra_stars"]
    needed = full["players"] * full["hand_size"] + stars
    if needed > 52:
        largest = (52 - stars) // full["players"]
        raise ValueError(
            f"players x hand_size + production_rounds + extra_stars = {needed} cards, over 52; "
            f"the largest hand_size that works is {largest}"
        )
    return full


# ---------------------------------------------------------------------------------------------------------- table


class Table:
    """All that lasts for a whole play: rules, the decision maker, the trace and the running counts."""

    def __init__(self, rules, choose, trace):
        self.rules = rules
        self.choose = choose
        self.trace = trace
        self.players = rules["players"]
        self.decisions = 0
        self.unscouted = 0
        self.longest_chain = 0
        self.totals = [0] * self.players
        self.lines = {line: [0] * self.players for line in SCORE_LINES}
        self.counts = {count: [0] * self.players for count in COUNTS}
        self.seat_points = [0] * self.players
        self.seat_wins = [0.0] * self.players

    def ask(self, player, kind, options):
        """One decision. Forced ones are asked too; an answer that is no option is an error."""
        answer = self.choose(player, kind, list(options))
        if answer not in options:
            raise ValueError(f"{answer!r} is not among the options {options} of player {player} ({kind})")
        self.decisions += 1
        return answer

    def log(self, event, **fields):
        if self.trace is not None:
            self.trace.append({"event": event, **fields})


class Deal:
    """What lies on the table in one deal. Hands are by player, `turn_order` lists the players by seat."""

    def __init__(self, table, number, deck):
        players = table.players
        self.seat_of_player = [(player - number) % players for player in range(players)]
        self.turn_order = [self.seat_of_player.index(seat) for seat in range(players)]
        self.emcee = self.turn_order[-1]
        self.stock = deck if isinstance(deck, Shares) else list(deck)
        self.discards = []
        self.row = []  # the Cavalcade: face-up stars, left to right
        self.turned_down = []  # Concentration: stars in the order in which they were turned down
        self.hands = [[] for _ in range(players)]


STARS = "stars"


class Shares:
    """A stock of which each player and the stars have a share, as the workbench deals it.

    The players' cards lie by turns in the deck, the last eight (or more) are the stars'. Hands and stars come from the
    front of a share, what a player draws from its back. Once a share is used up, the very last card is taken.
    """

    def __init__(self, deck, players):
        of_players = (52 - 8) // players * players
        self.cards = {
            place: (card, place % players if place < of_players else STARS) for place, card in enumerate(deck)
        }

    def __len__(self):
        return len(self.cards)

    def __iter__(self):
        return iter([card for card, _ in self.cards.values()])

    def take(self, owner, from_back):
        places = [place for place, (_, whose) in self.cards.items() if whose == owner]
        place = min(places) if places and not from_back else max(places or self.cards)
        return self.cards.pop(place)[0]


def take(deal, owner, from_back=False):
    """The next card of the stock: its first, unless players and stars have shares."""
    if isinstance(deal.stock, Shares):
        return deal.stock.take(owner, from_back)
    return deal.stock.pop(0)


# ------------------------------------------------------------------------------------------------------ one deal


def start_deal(table, number, deck):
    """Deal whole hands, one seat after another; with Concentration then all the stars."""
    if sorted(deck) != list(range(52)):
        raise ValueError("a deck must be an order of the 52 cards")
    deal = Deal(table, number, deck)
    for player in deal.turn_order:
        deal.hands[player] = sorted(take(deal, player) for _ in range(table.rules["hand_size"]))
    table.log("deal", seat_of_player=list(deal.seat_of_player), hands=[names(hand) for hand in deal.hands])
    if table.rules["concentration"]:
        for _ in range(table.rules["production_rounds"] + table.rules["extra_stars"]):
            reveal_star(table, deal)
    return deal


def reveal_star(table, deal):
    """Turn the top card of the stock face up into the row; nothing happens when there is no stock."""
    if deal.stock:
        star = take(deal, STARS)
        deal.row.append(star)
        table.log("star", card=name(star))


def turn_star_down(table, deal):
    """Concentration: the leftmost face-up star is turned down."""
    star = deal.row.pop(0)
    deal.turned_down.append(star)
    table.log("turn_down", card=name(star))


def production(table, deal):
    rules = table.rules
    for _ in range(rules["production_rounds"]):
        play_round(table, deal, with_star=not rules["concentration"])
    if not rules["concentration"]:
        for _ in range(rules["extra_stars"]):
            reveal_star(table, deal)
    if rules["bonus_round"] and len(deal.stock) >= table.players:
        play_round(table, deal, with_star=False)
    if rules["concentration"]:
        while deal.row:
            turn_star_down(table, deal)


def play_round(table, deal, with_star):
    if with_star:
        reveal_star(table, deal)
    for player in deal.turn_order:
        play_turn(table, deal, player)
    if table.rules["concentration"] and deal.row:
        turn_star_down(table, deal)


def draw_options(table, deal):
    options = []
    if deal.stock:
        options.append("stock")
    if deal.discards:
        options.append("discard")
    if table.rules["may_pass"] or not options:
        options.append("pass")
    return options


def play_turn(table, deal, player):
    """Draw one card, then discard one card; or pass, which skips both."""
    hand = deal.hands[player]
    action = table.ask(player, "draw", draw_options(table, deal))
    if action == "pass":
        table.counts["passes"][player] += 1
        table.log("pass", player=player)
        return
    if action == "stock":
        card = take(deal, player, from_back=True)
        table.counts["draws_stock"][player] += 1
    else:
        card = deal.discards.pop()
        table.counts["draws_discard"][player] += 1
    table.log("draw", **{"player": player, "from": action, "card": name(card)})
    hand.append(card)
    hand.sort()

    card = table.ask(player, "discard", hand)
    hand.remove(card)
    deal.discards.append(card)
    table.log("discard", player=player, card=name(card))


# ------------------------------------------------------------------------------------------------ the talent show


def talent_show(table, deal):
    """Present every star once; in pile order (Concentration), as the Emcee chooses, or in row order."""
    waiting = list(deal.turned_down) if table.rules["concentration"] else list(deal.row)
    emcee_chooses = table.rules["presentation"] == "emcee_chooses" and not table.rules["concentration"]
    while waiting:
        star = table.ask(deal.emcee, "present", sorted(waiting)) if emcee_chooses else waiting[0]
        waiting.remove(star)
        present(table, deal, star)


def holder_of(deal, card):
    """The player who holds the card, or None."""
    for player, hand in enumerate(deal.hands):
        if card in hand:
            return player
    return None


def present(table, deal, star):
    """Call scout after scout until nobody covers the top card or three cards lie on the star."""
    table.log("present", card=name(star))
    pile = [star]  # the star, then the cards played on it
    owner = None  # the player whose card is on top; None while that is the star itself
    while len(pile) < 4:
        called = scout_of(pile[-1])
        player = holder_of(deal, called)
        if player is None:
            break
        if player == owner and not table.rules["self_poach"]:
            break
        if table.ask(player, "show", ["decline", "scout"]) == "decline":
            break
        deal.hands[player].remove(called)
        pile.append(called)
        note_cover(table, owner, player, called)
        owner = player
    finish_contract(table, deal, owner, pile)


def note_cover(table, owner, player, card):
    """Count and log that `player` played `card` on the star (owner None) or on a card of `owner`."""
    if owner is None:
        table.counts["scouted"][player] += 1
        table.log("scout", player=player, card=name(card))
        return
    table.log("poach", player=player, card=name(card))
    if owner != player:
        table.counts["poached"][player] += 1
        table.counts["lost_to_poacher"][owner] += 1


def finish_contract(table, deal, winner, pile):
    """The winner takes star and chain into the hand; an unscouted star leaves play."""
    table.log("contract", player=winner, cards=names(pile))
    table.longest_chain = max(table.longest_chain, len(pile) - 1)
    if winner is None:
        table.unscouted += 1
        return
    deal.hands[winner].extend(pile)
    deal.hands[winner].sort()
    table.counts["star_cards"][winner] += len(pile)


# -------------------------------------------------------------------------------------------------------- scoring


def score_hands(hands, rules):
    """Per player a dict of the points by criterion and special case, and their total."""
    scores = [dict.fromkeys(SCORE_LINES, 0) for _ in hands]
    for suit in range(4):
        ranks = {}  # player -> ranks held in this suit; only players who hold any
        for player, hand in enumerate(hands):
            held = [rank_of(card) for card in hand if suit_of(card) == suit]
            if held:
                ranks[player] = held
        score_criteria(ranks, rules, scores)
        score_special_cases(ranks, rules, scores)
    for score in scores:
        score["total"] = sum(score[line] for line in SCORE_LINES)
    return scores


def measure(criterion, ranks, rules):
    """How well these ranks of one suit do in a criterion; more is better."""
    if criterion == "saturation":
        return len(ranks)
    if criterion == "prestige":
        return max(ranks)
    if rules["broad_appeal"] == "lowest_rank":
        return -min(ranks)
    return max(ranks) - min(ranks)


def score_criteria(ranks, rules, scores):
    """The three criteria of one suit, in their order."""
    awarded = []  # players who already won a criterion in this suit
    for criterion in rules["criteria_order"]:
        candidates = list(ranks)
        if rules["one_award_per_seat"]:
            candidates = [player for player in candidates if player not in awarded]
        for player in criterion_winners(criterion, candidates, ranks, rules):
            line = CRITERIA[criterion]
            scores[player][line] += rules[line + "_points"]
            awarded.append(player)


def criterion_winners(criterion, candidates, ranks, rules):
    if not candidates:
        return []
    best = max(measure(criterion, ranks[player], rules) for player in candidates)
    winners = [player for player in candidates if measure(criterion, ranks[player], rules) == best]
    if len(winners) > 1 and rules["ties"] == "nobody":
        return []
    return winners


def score_special_cases(ranks, rules, scores):
    if not ranks:
        return
    highest = max(max(held) for held in ranks.values())
    for player, held in ranks.items():
        if held == [highest]:
            scores[player]["one_hit_wonder"] += rules["one_hit_wonder_points"]
        if len(ranks) == 1:
            scores[player]["shutout"] += rules["shutout_points"]


# --------------------------------------------------------------------------------------------------- a whole play


def play_deal(table, number, deck):
    deal = start_deal(table, number, deck)
    production(table, deal)
    talent_show(table, deal)
    scores = score_hands(deal.hands, table.rules)
    add_scores(table, deal, scores)
    table.log("score", by_player=scores, totals=list(table.totals))


def add_scores(table, deal, scores):
    for player, score in enumerate(scores):
        table.totals[player] += score["total"]
        table.seat_points[deal.seat_of_player[player]] += score["total"]
        for line in SCORE_LINES:
            table.lines[line][player] += score[line]
    best_players = leaders([score["total"] for score in scores])
    for player in best_players:
        table.seat_wins[deal.seat_of_player[player]] += 1 / len(best_players)


def leaders(totals):
    return [player for player, total in enumerate(totals) if total == max(totals)]


def margin_of(totals):
    """The winner's total minus the runner-up's; 0 when the best total is shared."""
    best, second = sorted(totals, reverse=True)[:2]
    return best - second


def play_match(rules, decks, choose, trace=None):
    """Play deals until the score target is reached (or one deal when it is 0, or `max_deals`)."""
    rules = complete_rules(rules)
    table = Table(rules, choose, trace)
    decks = iter(decks)
    target = rules["score_target"]
    deals = 0
    lead_changes = 0
    last_sole_leader = None
    capped = False
    while True:
        play_deal(table, deals, next(decks))
        deals += 1
        leading = leaders(table.totals)
        if len(leading) == 1:
            if last_sole_leader is not None and leading[0] != last_sole_leader:
                lead_changes += 1
            last_sole_leader = leading[0]
        if target == 0 or max(table.totals) >= target:
            break
        if deals == rules["max_deals"]:
            capped = True
            break
    winners = leaders(table.totals)
    table.log("end", winners=list(winners))
    return {
        "winners": winners,
        "totals": list(table.totals),
        "deals": deals,
        "decisions": table.decisions,
        "unscouted": table.unscouted,
        "longest_chain": table.longest_chain,
        "lead_changes": lead_changes,
        "margin": margin_of(table.totals),
        "capped": capped,
        **table.lines,
        "points": list(table.totals),
        **table.counts,
        "deal_points": [points / deals for points in table.seat_points],
        "deal_wins": [wins / deals for wins in table.seat_wins],
    }


# ---------------------------------------------------------------------------------------------------- random play


def random_choice(rng):
    """A chooser that takes every option with the same chance."""

    def choose(player, kind, options):
        return rng.choice(options)

    return choose


def random_decks(rng):
    """Endless shuffled decks."""
    while True:
        deck = list(range(52))
        rng.shuffle(deck)
        yield deck


def play_random(seed, rules, trace=None):
    """A play of random choosers; shuffles and choices come from separate streams."""
    decks = random_decks(random.Random(f"{seed} decks"))
    return play_match(rules, decks, random_choice(random.Random(f"{seed} choices")), trace)


def main():
    plays = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    start = time.perf_counter()
    for seed in range(plays):
        play_random(seed, {"score_target": 0, "may_pass": False})
    plays_per_s = plays / (time.perf_counter() - start)
    print(f"{plays} random single deals: {plays_per_s:.1f} plays per second")
    print(json.dumps({"plays_per_s": round(plays_per_s, 1)}))


if __name__ == "__main__":
    main()
