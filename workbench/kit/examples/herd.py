"""All choose a card at once; they join four rows, the lowest first. Who lays the sixth card of a row takes the others.

There are 104 cards, from 1 on. Everybody is dealt {{ hand_size }}, and four begin the rows. A card joins the row whose
last card is the highest below it. Who lays the sixth card takes the five before it, and the sixth begins the row anew.
Who lays a card below all last ones takes a row of their choice, and the card begins it anew.

Each card taken counts 1 against you; with a five at its end 2, with a zero 3, with two equal digits 5, and 55 counts 7.
When somebody has {{ target }} after a deal, the fewest points win."""

from collections.abc import Iterator
from enum import IntEnum
from typing import Annotated

from workbench import kit

CARDS = kit.pack(map(str, range(1, 105)))
POINTS = tuple(
    7 if n == 55 else 5 if n % 11 == 0 else 3 if n % 10 == 0 else 2 if n % 5 == 0 else 1 for n in range(1, 105)
)
Phase = IntEnum("Phase", "CHOOSE TAKE", start=0)
ROWS = kit.Words("A", "B", "C", "D")


class Rules(kit.Rules):
    players: int = kit.rule(4, 2, 9, "How many play.", unit="players")
    hand_size: int = kit.rule(10, 1, 10, "Cards that everybody is dealt.", unit="cards")
    longest: int = kit.rule(5, 2, 8, "Cards that a row has room for.", unit="cards")
    target: int = kit.rule(66, 5, 200, "Points that end the game.", unit="points")


class State(kit.State):
    herd: kit.Stock = kit.stock(CARDS, hand=10)
    rows: kit.Pile = kit.pile(CARDS, "lengths", (4, 8))
    lengths: kit.Row = kit.row(4)
    coming: kit.Pile = kit.pile(CARDS, "waits", (9, 1))
    waits: kit.Row = kit.row(9)
    score: kit.PerPlayer
    taken: kit.PerPlayer = kit.measured("Rows that the player took.", 0.1, unit="rows")
    phase: int
    on_table = ("herd", "score")


@kit.event("A deal begins.")
def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Cards are dealt, and four begin the rows."""
    state.herd.discard_size, state.herd.hand_size[:] = 0, 0
    kit.lay_stock(state.herd, 104, rules.players + 1, chance)
    for player in range(rules.players):
        for _ in range(rules.hand_size):
            kit.sort_into_hand(state.herd, player, kit.take_from_deck(state.herd, player), False)
    for row in range(4):
        state.rows[row, 0], state.lengths[row] = kit.take_from_deck(state.herd, rules.players), 1


def in_hand(state: State, player: int) -> kit.CardSet:
    return kit.up_to(state.herd.hand_size[player])


def card_at(state: State, number: int) -> tuple[str, str]:
    name = CARDS.names[int(state.herd.hand[state.actor, number])]
    return name, name


@kit.move(phase=Phase.CHOOSE, at_once=True, among=in_hand, offer="Lay {place}")
def choose(
    state: State, rules: Rules, chance: kit.Chance, player: int, place: Annotated[int, kit.Label(10, card_at)]
) -> None:
    """Choose a card of your hand. When all have, they are turned up."""
    reveal(state, player, kit.sort_out_of_hand(state.herd, player, place))
    if player == rules.players - 1:
        go_on(state, rules, chance)


@kit.event("Player {player} has chosen {card}.")
def reveal(state: State, player: kit.Player, card: Annotated[kit.Card, CARDS]) -> None:
    """A card is turned up."""
    state.coming[player, 0], state.waits[player] = card, 1


def row_of(state: State, card: int) -> kit.Int:
    """The row whose last card is the highest below a card; -1 if there is none."""
    best, choice = -1, -1
    for row in range(4):
        last = state.rows[row, state.lengths[row] - 1]
        if best < last < card:
            best, choice = last, row
    return choice


def go_on(state: State, rules: Rules, chance: kit.Chance) -> None:
    """The cards join the rows, until somebody must choose a row, or the deal is over."""
    is_open = False
    while kit.total(state.waits) > 0 and not is_open:
        first, lowest = 0, 104
        for player in range(rules.players):
            if state.waits[player] and state.coming[player, 0] < lowest:
                first, lowest = player, state.coming[player, 0]
        row = row_of(state, lowest)
        is_open = row < 0
        if is_open:
            state.actor, state.phase = first, Phase.TAKE
        else:
            join(state, rules, first, lowest, row)
    if not is_open:
        state.actor, state.phase = 0, Phase.CHOOSE
        if state.herd.hand_size[0] == 0:
            kit.next_stage(state, chance)
            state.over = kit.most(state.score, rules.players) >= rules.target
            if not state.over:
                setup(state, rules, chance)


@kit.event("Player {player} lays {card} in row {row}.")
def join(
    state: State, rules: Rules, player: kit.Player, card: Annotated[kit.Card, CARDS], row: Annotated[int, ROWS]
) -> None:
    """A card joins a row."""
    if state.lengths[row] == rules.longest:
        take_row(state, player, row)
    state.rows[row, state.lengths[row]] = card
    state.lengths[row] += 1
    state.waits[player] = 0


def take_row(state: State, player: int, row: int) -> None:
    for place in range(state.lengths[row]):
        state.score[player] += POINTS[state.rows[row, place]]
        kit.discard(state.herd, state.rows[row, place])
    state.lengths[row] = 0
    state.taken[player] += 1


@kit.move("Player {player} takes row {row}.", phase=Phase.TAKE)
def take(state: State, rules: Rules, chance: kit.Chance, player: int, row: Annotated[int, ROWS]) -> None:
    """Take a row, since your card is below all last ones."""
    take_row(state, player, row)
    join(state, rules, player, state.coming[player, 0], row)
    go_on(state, rules, chance)


def zones(state: State, rules: Rules, values: dict[str, object]) -> Iterator[kit.Zone]:
    """The rows."""
    for row in range(4):
        yield kit.Zone(
            f"Row {ROWS.words[row]}", [CARDS.names[card] for card in state.rows[row, : int(state.lengths[row])]]
        )


SUMMARY = "Cards chosen at once join four rows; take as few as you can. For 2 to 9."
GAME = kit.game(globals(), title="Herd", summary=SUMMARY, wins=kit.Wins.LOWEST, stage="deal", cost=100)
