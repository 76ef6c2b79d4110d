"""A naive reference of Trickster (Prototype A), written from the rule texts alone, to check the engine against.

Everything is done the obvious way: a card is its name ("10H"), a tableau, a packet and a collection are lists of
names. A packet is what the source calls the hand that goes round the table. Speed is no concern here.

    python trickster.py 2000      plays 2000 random matches at the default rules and prints the plays per second
"""

import json
import random
import sys
import time
from itertools import pairwise

SUITS = "CDHS"
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
DECK = [rank + suit for suit in SUITS for rank in RANKS]
PLACE = {card: place for place, card in enumerate(DECK)}
FACES = {"J": 11, "Q": 12, "K": 13}
SUIT_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

DEFAULTS = {
    "players": 4,
    "rounds": 0,
    "sum_limit": 13,
    "faces_count": False,
    "must_follow": True,
    "jack_points": 2,
    "queen_points": 3,
    "king_points": 4,
    "basic_points": 1,
    "ace_value": 1,
    "shoot_the_moon": True,
    "moon_ties": "nobody",
    "pass_direction": "right",
    "final_pass": True,
    "winner": "lowest",
}

WORDS = {
    "ace_value": [1, 14],
    "moon_ties": ["nobody", "everybody"],
    "pass_direction": ["right", "left", "alternate"],
    "winner": ["lowest", "highest"],
}

COLLECTED = ["collected_" + word for word in SUIT_WORDS.values()]
SEAT_MEASURES = ["points", "saved", *COLLECTED, "forced_by_sum", "forced_by_suit"]


# ---------------------------------------------------------------------------------------------------------- cards


def suit_of(card):
    return card[-1]


def rank_of(card):
    return card[:-1]


def ascending(cards):
    """By suit, clubs first, then by rank, aces first: the order of DECK."""
    return sorted(cards, key=PLACE.get)


# ---------------------------------------------------------------------------------------------------------- rules


def complete_rules(rules):
    """The given parameters over the defaults; an error if a name or a word is unknown."""
    unknown = [key for key in rules if key not in DEFAULTS]
    if unknown:
        raise ValueError(f"unknown parameters: {unknown}")
    full = {**DEFAULTS, **rules}
    for key, words in WORDS.items():
        if full[key] not in words:
            raise ValueError(f"{key} must be one of {words}, not {full[key]!r}")
    return full


def sum_value(card, rules):
    """What a card adds to the sum of ranks."""
    rank = rank_of(card)
    if rank == "A":
        return rules["ace_value"]
    if rank in FACES:
        return FACES[rank] if rules["faces_count"] else 0
    return int(rank)


def card_points(card, rules):
    """What a card costs whoever collected it."""
    lines = {"J": "jack_points", "Q": "queen_points", "K": "king_points"}
    return rules[lines.get(rank_of(card), "basic_points")]


def legal_cards(tableau, packet, rules):
    """Follow suit if you can; with an empty packet, no card of its suit, or must_follow off, any card will do."""
    if packet and rules["must_follow"]:
        following = [card for card in tableau if suit_of(card) == suit_of(packet[0])]
        if following:
            return following
    return list(tableau)


def reason_to_collect(packet, card, rules):
    """Why the packet must be collected before this card is laid: "suit", "sum", or None."""
    if not packet:
        return None
    if suit_of(card) != suit_of(packet[0]):
        return "suit"
    total = sum(sum_value(held, rules) for held in packet) + sum_value(card, rules)
    return "sum" if total > rules["sum_limit"] else None


def direction_of_round(number, rules):
    """The first round is number 1. Alternate: right in the first round, left in the second, and so on."""
    if rules["pass_direction"] == "alternate":
        return "right" if number % 2 == 1 else "left"
    return rules["pass_direction"]


def receiver(player, direction, players):
    """Seats are numbered clockwise, so the next seat is to the left and the one before to the right."""
    step = 1 if direction == "left" else -1
    return (player + step) % players


# ---------------------------------------------------------------------------------------------------------- table


class Table:
    """All that lasts for a whole play: rules, the decision maker, the trace and the running counts."""

    def __init__(self, rules, choose, trace):
        self.rules = rules
        self.choose = choose
        self.trace = trace
        self.players = rules["players"]
        self.decisions = 0
        self.largest_packet = 0
        self.counts = {name: [0] * self.players for name in SEAT_MEASURES}

    def ask(self, player, options):
        """One decision. Forced ones are asked too; an answer that is no option is an error."""
        answer = self.choose(player, "choose", list(options))
        if answer not in options:
            raise ValueError(f"{answer!r} is not among the options {options} of player {player}")
        self.decisions += 1
        return answer

    def log(self, event, **fields):
        if self.trace is not None:
            self.trace.append({"event": event, **fields})


class Round:
    """What lies on the table in one round; each list is by player."""

    def __init__(self, number, tableaus):
        self.number = number
        self.tableaus = tableaus
        self.packets = [[] for _ in tableaus]
        self.collections = [[] for _ in tableaus]


# ----------------------------------------------------------------------------------------------------- one round


def start_round(table, number, deck):
    """Deal whole tableaus, one player after another; the cards left over are removed."""
    if sorted(deck) != sorted(DECK):
        raise ValueError("a deck must be an order of the 52 cards")
    size = 52 // table.players
    tableaus = [ascending(deck[size * player : size * (player + 1)]) for player in range(table.players)]
    removed = ascending(deck[size * table.players :])
    table.log("deal", round=number, tableaus=[list(tableau) for tableau in tableaus], removed=removed)
    return Round(number, tableaus)


def choose_cards(table, current, step):
    """All choose at once: nothing moves before the last has chosen."""
    chosen = []
    for player in range(table.players):
        options = legal_cards(current.tableaus[player], current.packets[player], table.rules)
        card = table.ask(player, options)
        table.log("choose", step=step, player=player, card=card)
        chosen.append(card)
    return chosen


def lay_card(table, current, player, card):
    """Collect the packet if the card forces it, then put the card on the packet, perhaps a new one."""
    why = reason_to_collect(current.packets[player], card, table.rules)
    if why:
        collect(table, current, player, "collect", why=why)
        table.counts["forced_by_" + why][player] += 1
    current.tableaus[player].remove(card)
    packet = current.packets[player]
    packet.append(card)
    table.largest_packet = max(table.largest_packet, len(packet))
    table.log("lay", player=player, packet=list(packet))


def collect(table, current, player, event, **fields):
    """A player takes the packet at hand into the own collection; an empty place for a packet remains."""
    packet = current.packets[player]
    table.log(event, player=player, cards=list(packet), **fields)
    current.collections[player].extend(packet)
    current.packets[player] = []


def pass_packets(table, current):
    """Every packet moves on to the neighbour, all at once."""
    direction = direction_of_round(current.number, table.rules)
    table.log("pass", direction=direction)
    passed = current.packets
    current.packets = [[] for _ in passed]
    for player, packet in enumerate(passed):
        current.packets[receiver(player, direction, table.players)] = packet


def play_round(table, number, deck):
    """Steps until the tableaus are empty; then everyone collects the packet at hand, and the round is scored."""
    current = start_round(table, number, deck)
    steps = len(current.tableaus[0])
    for step in range(1, steps + 1):
        chosen = choose_cards(table, current, step)
        for player, card in enumerate(chosen):
            lay_card(table, current, player, card)
        if step < steps or table.rules["final_pass"]:
            pass_packets(table, current)
    for player in range(table.players):
        collect(table, current, player, "remainder")
    add_scores(table, current)


# -------------------------------------------------------------------------------------------------------- scoring


def cards_of_suit(cards, suit):
    return [card for card in cards if suit_of(card) == suit]


def moon_shooters(collections, suit, rules):
    """The players who ignore the points of this suit: whoever collected most of its cards."""
    if not rules["shoot_the_moon"]:
        return []
    numbers = [len(cards_of_suit(cards, suit)) for cards in collections]
    most = [player for player, number in enumerate(numbers) if number == max(numbers)]
    if len(most) > 1 and rules["moon_ties"] == "nobody":
        return []
    return most


def score_round(collections, rules):
    """Per player the points that count and the points saved by the moon."""
    scores = [{"points": 0, "saved": 0} for _ in collections]
    for suit in SUITS:
        shooters = moon_shooters(collections, suit, rules)
        for player, cards in enumerate(collections):
            line = "saved" if player in shooters else "points"
            scores[player][line] += sum(card_points(card, rules) for card in cards_of_suit(cards, suit))
    return scores


def add_scores(table, current):
    scores = score_round(current.collections, table.rules)
    for player, score in enumerate(scores):
        table.counts["points"][player] += score["points"]
        table.counts["saved"][player] += score["saved"]
        for suit, word in SUIT_WORDS.items():
            table.counts["collected_" + word][player] += len(cards_of_suit(current.collections[player], suit))
    table.log("score", round=current.number, by_player=scores, totals=list(table.counts["points"]))


# --------------------------------------------------------------------------------------------------- a whole play


def leaders(totals, rules):
    """The players with the best total so far."""
    best = min(totals) if rules["winner"] == "lowest" else max(totals)
    return [player for player, total in enumerate(totals) if total == best]


def margin_of(totals, rules):
    """How far the winner is from the runner-up; 0 when the best total is shared."""
    best, second = sorted(totals, reverse=rules["winner"] == "highest")[:2]
    return abs(best - second)


def count_lead_changes(leads):
    """Times that another player took the sole lead; `leads` are the leaders after each round."""
    sole = [leading[0] for leading in leads if len(leading) == 1]
    return sum(1 for before, after in pairwise(sole) if before != after)


def play_match(rules, decks, choose, trace=None):
    """Play the rounds of a match, each with the next of `decks`, and give its measures."""
    rules = complete_rules(rules)
    table = Table(rules, choose, trace)
    decks = iter(decks)
    rounds = rules["rounds"] or rules["players"]
    leads = []
    for number in range(1, rounds + 1):
        play_round(table, number, next(decks))
        leads.append(leaders(table.counts["points"], rules))
    table.log("end", winners=list(leads[-1]))
    return results(table, rounds, leads)


def results(table, rounds, leads):
    totals = table.counts["points"]
    return {
        "winners": leads[-1],
        "totals": list(totals),
        "rounds": rounds,
        "decisions": table.decisions,
        "lead_changes": count_lead_changes(leads),
        "margin": margin_of(totals, table.rules),
        "tie": len(leads[-1]) > 1,
        "largest_packet": table.largest_packet,
        **table.counts,
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
        deck = list(DECK)
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
        play_random(seed, {"rounds": 1})
    plays_per_s = plays / (time.perf_counter() - start)
    print(f"{plays} random rounds: {plays_per_s:.1f} plays per second")
    print(json.dumps({"plays_per_s": round(plays_per_s, 1)}))


if __name__ == "__main__":
    main()
