"""Poker at its smallest: three cards, one for each player, and one bet.

Both put {{ ante }} into the pot. The better card takes it, unless somebody folds.
In theory the first player loses 1/18 of a chip a deal (Kuhn 1950, "A simplified two-person poker")."""

from workbench import kit

CARDS = kit.pack(["jack", "queen", "king"])


class Rules(kit.Rules):
    players: int = kit.rule(2, 2, 2, "How many play.", unit="players")
    ante: int = kit.rule(1, 1, 10, "Chips that both put in before the deal.", unit="chips")
    bet: int = kit.rule(1, 1, 10, "Chips of a bet.", unit="chips", title="Size of a bet")


class State(kit.State):
    hand: kit.Cards = kit.zone(CARDS, per_player=True, seen_by=kit.OWNER)
    stake: kit.PerPlayer
    score: kit.PerPlayer
    checks: int


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    kit.deal(state.hand, 2, 1, state.pack, chance)
    state.stake[0] = state.stake[1] = rules.ante


def win(state: State, winner: int) -> None:
    state.score[winner], state.score[1 - winner] = state.stake[1 - winner], -state.stake[1 - winner]
    state.over = True


@kit.move("Player {player} passes.")
def pass_(state: State, player: int) -> None:
    """Put in nothing. Against a bet you fold; if both pass, the cards are compared."""
    state.checks += 1
    state.actor = 1 - player
    if state.stake[1 - player] > state.stake[player]:
        win(state, 1 - player)
    elif state.checks == 2:
        win(state, 0 if state.hand[0] > state.hand[1] else 1)


@kit.move("Player {player} bets.")
def bet(state: State, rules: Rules, player: int) -> None:
    """Put {{ bet }} into the pot. Against a bet you call, and the cards are compared."""
    state.stake[player] += rules.bet
    state.actor = 1 - player
    if state.stake[0] == state.stake[1]:
        win(state, 0 if state.hand[0] > state.hand[1] else 1)


@kit.style("Bluffs with a third of the jacks and calls with some queens: an equilibrium.")
def equilibrium(state: State, player: int, lot: int) -> kit.Action:
    thirds = (0, 2 - player, 3) if state.stake[1 - player] > state.stake[player] else (1, 0, 3)
    return kit.action(bet) if kit.lot_falls(lot, thirds[kit.lowest(state.hand[player])], 3) else kit.action(pass_)


GAME = kit.game(globals(), title="Kuhn poker", summary="Three cards and one bet, for two.", points="chips")
