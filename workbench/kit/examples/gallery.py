"""Bid for pictures with coins that you do not get back; many pictures of one painter are worth more than their number.

Everybody has {{ coins }} coins. {{ pictures }} pictures are sold one by one. Each is offered once around, from whoever
sits to the left of the last who was asked first: bid more than all before, or pass. The highest bid is paid, and takes
the picture; without a bid it is put away.

In the end one, two, three, four … pictures of a painter count 1, 4, 9, 16 … points, and every {{ change }} coins left
one."""

from workbench import kit

PAINTERS = ("Arden", "Bruin", "Corvo", "Doria")
CARDS = kit.pack(f"{painter} {number}" for painter in PAINTERS for number in range(1, 10))
OF_PAINTER = tuple(CARDS.cards(*(f"{painter} {number}" for number in range(1, 10))) for painter in PAINTERS)


class Rules(kit.Rules):
    players: int = kit.rule(3, 2, 5, "How many play.", unit="players")
    coins: int = kit.rule(30, 5, 60, "Coins of everybody.", unit="coins")
    pictures: int = kit.rule(18, 1, 36, "Pictures that are sold.", unit="pictures")
    change: int = kit.rule(4, 1, 20, "Coins left that count a point.", unit="coins")


class State(kit.State):
    stock: kit.Cards = kit.zone(CARDS, seen_by=kit.NOBODY)
    offered: kit.Cards = kit.zone(CARDS)
    gallery: kit.Cards = kit.zone(CARDS, per_player=True, spread=True)
    gone: kit.Cards = kit.zone(CARDS)
    coins: kit.PerPlayer = kit.pool("coin", "coins")
    bank: int = kit.pool("coin")
    bid: int
    bidder: int
    turns: int
    sold: int
    spent: kit.PerPlayer = kit.measured("Coins spent.", 0.5, unit="coins")
    unsold: int = kit.measured("Pictures that nobody wanted.", 0.1, unit="pictures")
    undrawn = ("turns", "spent", "unsold", "bidder")


def setup(state: State, chance: kit.Chance) -> None:
    state.stock = state.pack
    offer(state, chance)


@kit.event("On sale: {offered}.")
def offer(state: State, chance: kit.Chance) -> None:
    """Another picture is offered."""
    state.offered, state.stock = kit.filled(kit.EMPTY, 1, state.stock, chance)
    state.bid = state.turns = 0


def affordable(state: State, player: int, coins: int) -> kit.Bool:
    return state.bid < coins <= state.coins[player]


@kit.move("Player {player} bids {coins}.", among=affordable, numbers=(1, 60))
def bid(state: State, rules: Rules, chance: kit.Chance, player: int, coins: int) -> None:
    """Bid more than all before."""
    state.bid, state.bidder = coins, player
    go_on(state, rules, chance)


@kit.move("Player {player} passes.")
def pass_(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Leave the picture to others."""
    go_on(state, rules, chance)


def go_on(state: State, rules: Rules, chance: kit.Chance) -> None:
    state.turns += 1
    kit.next_player(state, rules)
    if state.turns == rules.players:
        if state.bid > 0:
            sell(state, state.bidder, state.bid, state.offered)
        else:
            state.gone, state.unsold = state.gone | state.offered, state.unsold + 1
        state.sold += 1
        state.over = state.sold == rules.pictures
        kit.next_player(state, rules)
        state.offered = kit.EMPTY
        if not state.over:
            offer(state, chance)


@kit.event("Player {player} pays {coins} for {picture}.")
def sell(state: State, player: kit.Player, coins: int, picture: kit.Cards) -> None:
    """A picture is sold."""
    state.coins[player] -= coins
    state.bank += coins
    state.spent[player] += coins
    state.gallery[player], state.offered = state.gallery[player] | picture, kit.EMPTY


def score(state: State, rules: Rules, player: int) -> kit.Int:
    points = state.coins[player] // rules.change
    for painter in range(4):
        points += kit.count(state.gallery[player] & OF_PAINTER[painter]) ** 2
    return points


@kit.style("Bids up to half of what the picture adds to its points, and never more than a fair share of what it has.")
def careful(state: State, rules: Rules, player: int) -> kit.Action:
    adds = 1
    for painter in range(4):
        if state.offered & OF_PAINTER[painter] != kit.EMPTY:
            adds = 1 + 2 * kit.count(state.gallery[player] & OF_PAINTER[painter])
    limit = min(state.coins[player], 1 + adds // 2 + state.coins[player] // (1 + rules.pictures - state.sold))
    return kit.action(bid, state.bid + 1) if state.bid < limit else kit.action(pass_)


SUMMARY = "Bid once around for pictures; many of one painter are worth more. For 2 to 5."
GAME = kit.game(globals(), title="Gallery", summary=SUMMARY, cost=80)
