"""Take the card that is turned up, with the chips on it, or lay a chip on it and leave it to the next.

The cards are 3 to 35; {{ removed }} of them lie aside, unseen. Everybody has {{ chips }} chips. At the end each card
counts against you, of several in a row the lowest alone; each chip is a point for you. The fewest points win (after a
game of Thorsten Gimmler)."""

from workbench import kit

FIRST, SIZE = 3, 33
CARDS = kit.pack(str(number) for number in range(FIRST, FIRST + SIZE))


class Rules(kit.Rules):
    players: int = kit.rule(4, 3, 5, "How many play.", unit="players")
    removed: int = kit.rule(9, 0, 20, "Cards that lie aside.", unit="cards")
    chips: int = kit.rule(11, 3, 20, "Chips of everybody at first.", unit="chips")


class State(kit.State):
    stock: kit.Cards = kit.zone(CARDS, seen_by=kit.NOBODY)
    card: kit.Cards = kit.zone(CARDS)
    taken: kit.Cards = kit.zone(CARDS, per_player=True)
    chips: kit.PerPlayer
    on_card: int
    left: int


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    kit.start_pack(state, state.pack, rules.players)
    state.stock, state.left = state.pack, SIZE - rules.removed
    for player in range(rules.players):
        state.chips[player] = rules.chips
    turn_up(state, chance)


@kit.event("The card is {card}.")
def turn_up(state: State, chance: kit.Chance) -> None:
    """The next card is turned up."""
    state.card = kit.any_card(state.stock, chance)
    state.stock, state.left = state.stock & ~state.card, state.left - 1


@kit.move("Player {player} takes the card.")
def take(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    """Take the card and the chips on it; you have the next card before you."""
    state.taken[player] = state.taken[player] | state.card
    state.chips[player] += state.on_card
    state.card, state.on_card = kit.EMPTY, 0
    state.over = state.left == 0
    if not state.over:
        turn_up(state, chance)


def has_chip(state: State, player: int) -> kit.Bool:
    return state.chips[player] > 0


@kit.move("Player {player} says no, thanks.", when=has_chip)
def refuse(state: State, rules: Rules, player: int) -> None:
    """Lay a chip on the card; the next player has it before it."""
    state.chips[player] -= 1
    state.on_card += 1
    kit.next_player(state, rules)


def score(state: State, player: int) -> kit.Int:
    points, taken = -state.chips[player], state.taken[player]
    for place in range(SIZE):
        if kit.holds(taken, place) and not (place > 0 and kit.holds(taken, place - 1)):
            points += FIRST + place
    return points


@kit.style("Takes what costs little beyond the chips on it, or goes with a card that it has.")
def careful(state: State, player: int) -> kit.Action:
    number = kit.lowest(state.card)
    fits = (number > 0 and kit.holds(state.taken[player], number - 1)) or (
        number < SIZE - 1 and kit.holds(state.taken[player], number + 1)
    )
    cost = FIRST + number - 2 * state.on_card
    return kit.action(take) if state.chips[player] == 0 or fits or cost <= 8 else kit.action(refuse)


SUMMARY = "Take the card that nobody wants, or pay a chip to leave it. For 3 to 5."
GAME = kit.game(globals(), title="No thanks", summary=SUMMARY, wins=kit.Wins.LOWEST)
