"""Bid for lots that are worth 1, 2, 3 …, higher and higher, until all but one have passed. The most worth wins.

Everybody has {{ coins }} coins for {{ lots }} lots. Who buys a lot begins with the next one."""

from workbench import kit


class Rules(kit.Rules):
    players: int = kit.rule(3, 2, 5, "How many play.", unit="players")
    lots: int = kit.rule(5, 1, 12, "Lots that are sold.", unit="lots")
    coins: int = kit.rule(12, 1, 30, "Coins of everybody.", unit="coins")


class State(kit.State):
    coins: kit.PerPlayer = kit.pool("coin", "coins")
    bank: int = kit.pool("coin")
    score: kit.PerPlayer
    passed: kit.PerPlayer
    bid: int
    bidder: int
    offered: int


def setup(state: State) -> None:
    state.offered = 1


def higher(state: State, player: int, coins: int) -> kit.Bool:
    return state.bid < coins <= state.coins[player]


@kit.move("Player {player} bids {coins}.", among=higher, numbers=(1, 30))
def bid(state: State, rules: Rules, player: int, coins: int) -> None:
    """Bid more than all before."""
    state.bid, state.bidder = coins, player
    go_on(state, rules)


@kit.move("Player {player} passes.")
def pass_(state: State, rules: Rules, player: int) -> None:
    """Bid no more for this lot."""
    state.passed[player] = 1
    go_on(state, rules)


def go_on(state: State, rules: Rules) -> None:
    bidding = rules.players - kit.total(state.passed)
    kit.next_player(state, rules)
    if bidding > 1 or (bidding == 1 and state.bid == 0):
        while state.passed[state.actor]:
            kit.next_player(state, rules)
        return
    if state.bid > 0:
        sell(state, state.bidder, state.bid, state.offered)
        state.actor = state.bidder
    state.passed[:] = 0
    state.bid, state.offered = 0, state.offered + 1
    state.over = state.offered > rules.lots


@kit.event("Player {player} pays {coins} for lot {lot}.")
def sell(state: State, player: kit.Player, coins: int, lot: int) -> None:
    """A lot is sold."""
    state.coins[player] -= coins
    state.bank += coins
    state.score[player] += lot


GAME = kit.game(globals(), title="Open auction", summary="Bid until all but one have passed.", name="open_auction")
