"""Everybody has a packet of {{ cards }} cards of one color, and lays one after the other. Its numbers are points."""

from workbench import kit

CARDS = kit.pack(f"{color} {number}" for color in ("red", "blue") for number in range(1, 5))
RED, BLUE = kit.up_to(4), CARDS.whole & ~kit.up_to(4)


class Rules(kit.Rules):
    players: int = kit.rule(2, 2, 2, "How many play.", unit="players")
    cards: int = kit.rule(2, 2, 2, "Cards of a packet.", unit="cards")


class State(kit.State):
    stock: kit.Cards = kit.zone(CARDS, seen_by=kit.NOBODY)
    packet: kit.Cards = kit.zone(CARDS, per_player=True, seen_by=kit.OWNER)
    laid: kit.Cards = kit.zone(CARDS, per_player=True)
    score: kit.PerPlayer


def deal(state: State, rules: Rules, chance: kit.Chance) -> None:
    state.stock = state.pack
    for player in range(rules.players):
        state.packet[player], state.stock = kit.filled(kit.EMPTY, rules.cards, state.stock, chance)


def possible(state: State, rules: Rules) -> kit.Bool:
    for player in range(rules.players):
        cards = state.packet[player] | state.laid[player]
        if cards & RED != kit.EMPTY and cards & BLUE != kit.EMPTY:
            return False
    return True


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    deal(state, rules, chance)
    while not possible(state, rules):
        deal(state, rules, chance)


@kit.move("Player {player} lays {card}.", source="packet", to="laid")
def lay(state: State, rules: Rules, player: int, card: kit.Card) -> None:
    """Lay a card of your packet."""
    state.score[player] += card
    kit.next_player(state, rules)
    state.over = state.packet[state.actor] == kit.EMPTY


GAME = kit.game(globals(), title="Packets", summary="Lay cards of one color. For 2.")
