"""Build works that pay for others: whoever has built the most after {{ turns }} turns of each has won.

Everybody begins with three works in the hand. On your turn either build one of them or earn."""

from workbench import kit

COSTS, INCOMES, WORTHS = (2, 4, 5, 3), (1, 3, 0, 0), (1, 2, 5, 1)
CARDS = kit.pack(f"{name} {number}" for name in ("mill", "forge", "tower", "crane") for number in range(1, 9))
CRANES = CARDS.cards(*(f"crane {number}" for number in range(1, 9)))


class Rules(kit.Rules):
    players: int = kit.rule(2, 2, 4, "How many play.", unit="players")
    turns: int = kit.rule(8, 1, 20, "Turns of each.", unit="turns")


class State(kit.State):
    stock: kit.Cards = kit.zone(CARDS, seen_by=kit.NOBODY)
    hand: kit.Cards = kit.zone(CARDS, per_player=True, seen_by=kit.OWNER)
    built: kit.Cards = kit.zone(CARDS, per_player=True, spread=True)
    coins: kit.PerPlayer
    score: kit.PerPlayer
    turn: int


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    state.stock = kit.deal(state.hand, rules.players, 3, state.pack, chance)


def cost(state: State, player: int, card: int) -> kit.Int:
    return max(1, COSTS[card // 8] - kit.count(kit.remove(state.built[player], card) & CRANES))


def affordable(state: State, player: int, card: kit.Card) -> kit.Bool:
    return cost(state, player, card) <= state.coins[player]


@kit.move("Player {player} builds {card}.", source="hand", to="built", among=affordable)
def build(state: State, rules: Rules, player: int, card: kit.Card) -> None:
    """Pay for a work and lay it before you. Each crane that you have built makes it a coin cheaper, down to one."""
    state.coins[player] -= cost(state, player, card)
    state.score[player] += WORTHS[card // 8]


@kit.move("Player {player} earns.")
def earn(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    """Take a coin, those that your works bring, and a work."""
    state.coins[player] += 1
    for card in kit.each(state.built[player]):
        state.coins[player] += INCOMES[card // 8]
    if state.stock != kit.EMPTY:
        state.stock = kit.draw(state.hand, player, state.stock, chance)


def after_move(state: State, rules: Rules) -> None:
    state.turn += 1
    state.over = state.turn == rules.turns * rules.players
    kit.next_player(state, rules)


GAME = kit.game(globals(), title="Works", summary="Build works that pay for others.", name="works")
