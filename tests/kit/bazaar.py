"""Bazaar: two packs, goods and favors; hands in order, a deck that hands go back to, and a move that asks further."""

from enum import IntEnum

from workbench import kit

GOODS = kit.pack(f"good {number}" for number in range(90))
FAVORS = kit.pack(f"favor {number}" for number in range(12))


class Phase(IntEnum):
    """What is to be decided."""

    TURN = 0
    RIVAL = 1


class Rules(kit.Rules):
    """Few."""

    players: int = kit.rule(3, 2, 4, "How many play.", unit="players")
    turns: int = kit.rule(40, 1, 60, "Turns of all together.", unit="turns")


class State(kit.State):
    """Goods and favors, each with a deck, a discard pile, and hands."""

    goods: kit.Stock = kit.stock(GOODS, 5)
    favors: kit.Stock = kit.stock(FAVORS, 12)
    phase: int
    offered: kit.Cards
    turn: int
    score: kit.PerPlayer


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    kit.lay_stock(state.goods, 90, rules.players, chance)
    kit.lay_stock(state.favors, 12, rules.players, chance)
    for player in range(rules.players):
        for _ in range(5):
            kit.add_to_hand(state.goods, player, kit.take_from_deck(state.goods, player), False)
        kit.sort_into_hand(state.favors, player, kit.take_from_deck(state.favors, player), False)


def pass_turn(state: State, rules: Rules) -> None:
    state.phase, state.turn = Phase.TURN, state.turn + 1
    state.over = state.turn == rules.turns
    kit.next_player(state, rules)


def places(state: State, player: int) -> kit.ActionSet:
    return kit.up_to(state.goods.hand_size[player])


@kit.move("Player {player} sells what lies at {place}.", phase=Phase.TURN, numbers=(0, 4), among=places)
def sell(state: State, rules: Rules, chance: kit.Chance, player: int, place: int) -> None:
    """Sell a good, and draw another."""
    card = kit.take_from_hand(state.goods, player, place)
    kit.discard(state.goods, card)
    state.score[player] += card % 10
    if state.goods.deck_size == 0:
        kit.reshuffle_discards(state.goods, rules.players, chance)
    kit.add_to_hand(state.goods, player, kit.take_from_deck(state.goods, player), False)
    pass_turn(state, rules)


@kit.move("Player {player} changes all goods.", phase=Phase.TURN)
def change(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    """Shuffle your goods into the deck, and draw as many."""
    size = state.goods.hand_size[player]
    kit.return_hand(state.goods, player, rules.players, chance)
    for _ in range(size):
        kit.add_to_hand(state.goods, player, kit.take_from_deck(state.goods, player), False)
    pass_turn(state, rules)


def has_favor(state: State, player: int) -> kit.Bool:
    return state.favors.hand_size[player] > 0


@kit.move("Player {player} asks a favor.", phase=Phase.TURN, when=has_favor)
def ask_favor(state: State, rules: Rules, player: int) -> None:
    """Spend a favor, and see which rival pays for it."""
    kit.discard(state.favors, kit.sort_out_of_hand(state.favors, player, 0))
    kit.ask(state, Phase.RIVAL, kit.remove(kit.up_to(rules.players), player))


@kit.move("Player {player} takes a good from player {rival}.", phase=Phase.RIVAL, among=kit.offered)
def take(state: State, rules: Rules, player: int, rival: kit.Player) -> None:
    """Take the first good of a rival for the first of yours; everybody sees both."""
    got, left = kit.take_from_hand(state.goods, rival, 0), kit.take_from_hand(state.goods, player, 0)
    kit.add_to_hand(state.goods, player, got, True)
    kit.add_to_hand(state.goods, rival, left, True)
    pass_turn(state, rules)


GAME = kit.game(globals(), title="Bazaar", summary="Goods and favors.")
