"""Trade for goods that fit together. On your turn give a good to a player whom you have not served yet in this round,
ship goods from one harbor to another, bury some of your lots, bid, or keep or bury a card."""

from workbench import kit

CARDS = kit.pack(f"good {number}" for number in range(40))
HARBORS = 70


class Rules(kit.Rules):
    players: int = kit.rule(3, 2, 4, "How many play.", unit="players")
    turns: int = kit.rule(4, 1, 8, "Turns of everybody.", unit="turns")


class State(kit.State):
    hand: kit.Cards = kit.zone(CARDS, per_player=True, seen_by=kit.OWNER)
    safe: kit.Cards = kit.zone(CARDS, per_player=True)
    buried: kit.Cards = kit.zone(CARDS)
    served: kit.Row = kit.row(16)
    lots: kit.Row = kit.row(4)
    harbor: kit.Row = kit.row(HARBORS)
    turn: int
    gifts: kit.PerPlayer = kit.measured("Goods given.", 0.1, unit="goods")
    score: kit.PerPlayer


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    kit.deal(state.hand, rules.players, 6, state.pack, chance)
    state.harbor[0] = state.harbor[3] = state.harbor[66] = 2


def end(state: State, rules: Rules) -> None:
    kit.next_player(state, rules)
    state.turn += state.actor == 0
    state.over = state.turn == rules.turns


def welcome(state: State, player: int, card: kit.Card, to: kit.Player) -> kit.Bool:
    """Low goods are for those on the left alone, and nobody is served twice."""
    return state.served[4 * player + to] == 0 and (card >= 10 or to > player)


@kit.move("Player {player} gives {card} to player {to}.", source="hand", among={"to": welcome})
def give(state: State, rules: Rules, player: int, card: kit.Card, to: kit.Player) -> None:
    """Give a good to another player: a point for you."""
    state.hand[player] = kit.remove(state.hand[player], card)
    state.safe[to] = kit.add(state.safe[to], card)
    state.served[4 * player + to] = 1
    state.gifts[player] += 1
    state.score[player] += 1
    end(state, rules)


def has_goods(state: State, start: int) -> kit.Bool:
    return state.harbor[start] > 0


def is_near(state: State, start: int, goal: int) -> kit.Bool:
    return start != goal and abs(start - goal) <= 5


@kit.move(
    "Player {player} ships from {start} to {goal}.",
    among={"start": has_goods, "goal": is_near},
    numbers=(0, HARBORS - 1),
)
def ship(state: State, rules: Rules, player: int, start: int, goal: int) -> None:
    """Ship a good to a harbor that is near."""
    state.harbor[start] -= 1
    state.harbor[goal] += 1
    state.score[player] += goal == 69
    end(state, rules)


@kit.move("Player {player} bids {bid} with lots {parts}.", numbers={"bid": (1, 5), "parts": (2, 4)})
def bid_(state: State, rules: Rules, player: int, bid: int, parts: kit.Subset) -> None:
    """Bid on some lots."""
    state.score[player] += bid * kit.count(parts) // 6
    end(state, rules)


def has_cards(state: State, player: int) -> kit.Bool:
    return state.hand[player] != kit.EMPTY


@kit.move("Player {player} keeps {card}.", source="hand", to="safe", when=has_cards)
def keep(state: State, rules: Rules, player: int, card: kit.Card) -> None:
    """Keep a card: a point."""
    state.score[player] += 1
    end(state, rules)


@kit.move("Player {player} buries {card}.", source="hand", to="buried", when=has_cards)
def bury(state: State, rules: Rules, player: int, card: kit.Card) -> None:
    """Bury a card: two points."""
    state.score[player] += 2
    end(state, rules)


@kit.move("Player {player} rests.")
def rest(state: State, rules: Rules) -> None:
    """Do nothing."""
    end(state, rules)


@kit.style("Gives its highest good to whom it may, and else ships the first good one harbor on.")
def giver(state: State, rules: Rules, player: int) -> kit.Action:
    if state.hand[player] != kit.EMPTY:
        card = kit.highest(state.hand[player])
        for to in range(rules.players):
            if to != player and welcome(state, player, card, to):
                return kit.action(give, card, to)
    start = 0
    while state.harbor[start] == 0:
        start += 1
    return kit.action(ship, start, start + 1 if start < HARBORS - 1 else start - 1)


GAME = kit.game(globals(), title="Barter", summary="Trade for goods that fit together. For 2 to 4.")
