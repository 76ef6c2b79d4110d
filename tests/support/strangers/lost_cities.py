"""Lay cards to five expeditions, each upwards, or leave them to the other; what you begin costs you 20 points.

Each color has three wagers and 2 to 10. On your turn lay a card to your row of its color or on the pile of its color,
then draw, from the stock or from a pile. A row counts its numbers less 20, twice, three or four times by its wagers,
and {{ bonus }} more from eight cards on. When the stock is empty the game ends (after a game of Reiner Knizia)."""

from enum import IntEnum

from workbench import kit

COLORS, RANKS, WAGERS = 5, 12, 3
NAMES = ("yellow", "blue", "white", "green", "red")
RANK_NAMES = ("wager a", "wager b", "wager c", *map(str, range(2, 11)))
CARDS = kit.pack(f"{color} {rank}" for color in NAMES for rank in RANK_NAMES)
OF_COLOR = tuple(CARDS.cards(*(f"{color} {rank}" for rank in RANK_NAMES)) for color in NAMES)


class Phase(IntEnum):
    LAY = 0
    DRAW = 1


class Rules(kit.Rules):
    players: int = kit.rule(2, 2, 2, "How many play.", unit="players")
    hand_size: int = kit.rule(8, 4, 10, "Cards of a hand.", unit="cards")
    bonus: int = kit.rule(20, 0, 50, "Points for a row of eight cards.", unit="points")


class State(kit.State):
    stock: kit.Cards = kit.zone(CARDS, seen_by=kit.NOBODY)
    hand: kit.Cards = kit.zone(CARDS, per_player=True, seen_by=kit.OWNER)
    row: kit.Cards = kit.zone(CARDS, per_player=True)
    piles: kit.Cards = kit.zone(CARDS)
    order: kit.Row = kit.row((COLORS, RANKS))
    heights: kit.Row = kit.row(COLORS)
    phase: int
    laid_aside: int


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    state.stock = kit.deal(state.hand, rules.players, rules.hand_size, state.pack, chance)
    state.laid_aside = -1


def goes_up(state: State, player: int) -> kit.CardSet:
    cards = kit.EMPTY
    for color in range(COLORS):
        laid, mine = state.row[player] & OF_COLOR[color], state.hand[player] & OF_COLOR[color]
        if laid != kit.EMPTY and kit.highest(laid) % RANKS >= WAGERS:
            mine = mine & ~kit.up_to(kit.highest(laid))
        cards = cards | mine
    return cards


@kit.move("Player {player} lays {card}.", phase=Phase.LAY, source="hand", to="row", among=goes_up)
def lay(state: State, card: kit.Card) -> None:
    """Lay a card to your row of its color, above what lies there."""
    state.phase, state.laid_aside = Phase.DRAW, -1


@kit.move("Player {player} leaves {card}.", phase=Phase.LAY, source="hand", to="piles")
def leave(state: State, card: kit.Card) -> None:
    """Lay a card on the pile of its color. You may not draw it again at once."""
    color = card // RANKS
    state.order[color, state.heights[color]] = card
    state.heights[color] += 1
    state.phase, state.laid_aside = Phase.DRAW, color


@kit.move("Player {player} draws from the stock.", phase=Phase.DRAW)
def draw(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    """Draw from the stock; with its last card the game ends."""
    state.stock = kit.draw(state.hand, player, state.stock, chance)
    state.over = state.stock == kit.EMPTY
    end_turn(state, rules)


def has_pile(state: State, color: int) -> kit.Bool:
    return state.heights[color] > 0 and color != state.laid_aside


@kit.move("Player {player} takes from pile {color}.", phase=Phase.DRAW, numbers=(0, COLORS - 1), among=has_pile)
def take(state: State, rules: Rules, player: int, color: int) -> None:
    """Take the top card of a pile."""
    state.heights[color] -= 1
    card = kit.only(state.order[color, state.heights[color]])
    state.piles, state.hand[player] = state.piles & ~card, state.hand[player] | card
    state.looked[1 - player] = state.looked[1 - player] | card
    end_turn(state, rules)


def end_turn(state: State, rules: Rules) -> None:
    state.phase = Phase.LAY
    kit.next_player(state, rules)


def worth(cards: kit.CardSet, rules: Rules) -> kit.Int:
    points, wagers = -20, 0
    for card in kit.each(cards):
        wagers += card % RANKS < WAGERS
        points += card % RANKS - 1 if card % RANKS >= WAGERS else 0
    return points * (1 + wagers) + (rules.bonus if kit.count(cards) >= 8 else 0)


def score(state: State, rules: Rules, player: int) -> kit.Int:
    points = 0
    for color in range(COLORS):
        cards = state.row[player] & OF_COLOR[color]
        points += worth(cards, rules) if cards != kit.EMPTY else 0
    return points


@kit.style("Begins rows with what promises 20 points, lays the lowest that follows, and leaves what it needs least.")
def planner(state: State, player: int) -> kit.Action:
    if state.phase == Phase.DRAW:
        return kit.action(draw)
    best, choice, least, left = -1, -1, 1000, kit.lowest(state.hand[player])
    open_cards = goes_up(state, player)
    for color in range(COLORS):
        mine, laid = open_cards & OF_COLOR[color], state.row[player] & OF_COLOR[color]
        total = 0
        for card in kit.each(mine):
            total += card % RANKS - 1 if card % RANKS >= WAGERS else 4
        held = state.hand[player] & OF_COLOR[color]
        if mine != kit.EMPTY and (laid != kit.EMPTY or total >= 15):
            gap = 100 - (kit.lowest(mine) % RANKS) + (0 if laid == kit.EMPTY else 20)
            if gap > best:
                best, choice = gap, kit.lowest(mine)
        needed = total + (30 if laid != kit.EMPTY and mine != kit.EMPTY else 0)
        if held != kit.EMPTY and needed < least:
            least, left = needed, kit.lowest(held)
    return kit.action(lay, choice) if choice >= 0 else kit.action(leave, left)


SUMMARY = "Lay rising rows of five colors, and begin none that does not pay. For 2."
GAME = kit.game(globals(), title="Lost cities", summary=SUMMARY)
