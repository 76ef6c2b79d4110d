"""Ride to the end of the road. All dice of a roll bring you far, and every one after the first costs a coin.

Everybody begins with {{ purse }} coins. Whoever is first on space {{ spaces }} has won."""

from workbench import kit

DICE = 4


class Rules(kit.Rules):
    players: int = kit.rule(2, 2, 4, "How many play.", unit="players")
    spaces: int = kit.rule(20, 6, 60, "Spaces of the road.", unit="spaces")
    purse: int = kit.rule(3, 0, 10, "Coins of everybody at first.", unit="coins")
    bank: int = kit.rule(4, 0, 20, "Coins in the bank at first.", unit="coins")


class State(kit.State):
    bank: int = kit.pool("coin", "bank")
    coins: kit.PerPlayer = kit.pool("coin", "purse")
    road: kit.PerPlayer = kit.track("spaces")
    dice: kit.Row = kit.row(DICE)
    undrawn = ("score",)


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    roll(state, chance)


@kit.event("The dice show {dice}.")
def roll(state: State, chance: kit.Chance) -> None:
    for number in range(DICE):
        state.dice[number] = kit.roll_die(chance, 6)


def affordable(state: State, player: int, dice: kit.Subset) -> kit.Bool:
    return kit.count(dice) - 1 <= state.coins[player]


@kit.move("Player {player} rides with dice {dice}.", among=affordable, numbers=(1, DICE))
def ride(state: State, rules: Rules, chance: kit.Chance, player: int, dice: kit.Subset) -> None:
    """Ride as far as the dice that you choose show. Each after the first costs a coin."""
    state.coins[player] -= kit.count(dice) - 1
    state.bank += kit.count(dice) - 1
    for number in range(DICE):
        if kit.holds(dice, number + 1):
            state.road[player] = min(rules.spaces, state.road[player] + state.dice[number])
    state.over = state.road[player] == rules.spaces
    if not state.over:
        kit.next_player(state, rules)
        roll(state, chance)


def has_coins(state: State) -> kit.Bool:
    return state.bank > 0


@kit.move("Player {player} rests.", when=has_coins)
def rest(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    """Take a coin of the bank instead."""
    state.bank -= 1
    state.coins[player] += 1
    kit.next_player(state, rules)
    roll(state, chance)


def score(state: State, player: int) -> kit.Int:
    return state.road[player]


@kit.style("Rides with all dice that it can pay.")
def spender(state: State, player: int) -> kit.Action:
    dice = kit.up_to(2 + min(DICE - 1, state.coins[player])) & ~kit.only(0)
    return kit.action(ride, dice)


GAME = kit.game(globals(), title="Caravan", summary="Ride to the end of the road. For 2 to 4.", points="spaces")
