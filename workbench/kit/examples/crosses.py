"""Cross numbers on your sheet, in each row from the left to the right; what you skip is gone. The most points win.

A sheet has four rows: red and yellow from 2 to 12, green and blue from 12 to 2. Whose turn it is rolls two white dice
and one of each color. First everybody, from that player on, may cross the sum of the white dice in one row. Then that
player may also cross, in the row of a color, the sum of its die and one white die; who crosses nothing in a turn of
theirs gets a miss.

The last number of a row needs {{ least }} crosses before it. It closes the row for all, its die is taken away, and it
counts as two crosses. The game ends once two rows are closed or somebody has four misses. A row with 1, 2, 3, 4 …
crosses has 1, 3, 6, 10 … points; each miss costs {{ miss }}."""

from enum import IntEnum
from typing import Annotated, ClassVar

from workbench import kit

UP, DOWN = range(2, 13), range(12, 1, -1)
SHEET = kit.board(
    *(" ".join(f"{row}{n}" for n in numbers) for row, numbers in zip("rygb", (UP, UP, DOWN, DOWN), strict=True))
)
ROWS = SHEET.rows
COLORS = ("red", "yellow", "green", "blue")
Phase = IntEnum("Phase", "WHITE COLOR", start=0)


class Rules(kit.Rules):
    players: int = kit.rule(3, 1, 5, "How many play.", unit="players")
    least: int = kit.rule(5, 1, 8, "Crosses that a row needs before its last number.", unit="crosses")
    miss: int = kit.rule(5, 0, 10, "Points that a miss costs.", unit="points")


class State(kit.State):
    dice: kit.Row = kit.row(6)
    crosses: kit.Spaces = kit.pieces(SHEET, sheets=True)
    misses: kit.PerPlayer = kit.measured("Turns in which the player crossed nothing.", 0.1, unit="misses")
    skipped: kit.PerPlayer = kit.measured("Numbers skipped on the sheet.", 0.2, unit="numbers")
    turns: int = kit.measured("Turns of all players.", 0.5, unit="turns")
    closed: kit.Row = kit.row(4)
    closing: kit.Row = kit.row(4)
    turn_of: int
    crossed: bool
    phase: int
    undrawn = ("closing", "turns", "phase", "crossed", "turn_of", "skipped")
    titles: ClassVar = {"dice": "Dice: 2 white, red, yellow, green, blue", "closed": "Closed: red, yellow, green, blue"}


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    roll(state, chance)


@kit.event("The dice show {dice}: two white ones, red, yellow, green and blue.")
def roll(state: State, chance: kit.Chance) -> None:
    """The dice are rolled, but for those of closed rows."""
    for die in range(6):
        state.dice[die] = 0 if die > 1 and state.closed[die - 2] else kit.roll_die(chance, 6)


def number_of(state: State, pick: int) -> kit.Int:
    """The white sum for each row, then the sums of the first white die and each colored one, then of the second."""
    return state.dice[0] + state.dice[1] if pick < 4 else state.dice[pick // 4 - 1] + state.dice[2 + pick % 4]


def space_of(state: State, pick: int) -> kit.Int:
    number = number_of(state, pick)
    return 11 * (pick % 4) + (number - 2 if pick % 4 < 2 else 12 - number)


def skips(state: State, player: int, pick: int) -> kit.Int:
    """How many numbers it would skip; below 0 if it lies to the left of a cross."""
    there, row = state.crosses[player] & ROWS[pick % 4], pick % 4
    return space_of(state, pick) - (kit.highest(there) + 1 if there != kit.EMPTY else 11 * row)


def may_cross(state: State, rules: Rules, player: int, pick: int) -> kit.Bool:
    """True if the number lies to the right of all crosses of its row, which is open."""
    is_now = (pick < 4) == (state.phase == Phase.WHITE) and (pick < 8 or state.dice[0] != state.dice[1])
    has_enough = kit.count(state.crosses[player] & ROWS[pick % 4]) >= rules.least
    is_last = space_of(state, pick) % 11 == 10
    return is_now and state.closed[pick % 4] == 0 and skips(state, player, pick) >= 0 and (has_enough or not is_last)


def way(state: State, number: int) -> str:
    return f"{COLORS[number % 4]} {int(number_of(state, number))}"


@kit.move(
    among=may_cross,
    offer=lambda state, pick: kit.Offer(f"Cross {way(state, pick)}", space=SHEET.words[space_of(state, pick)]),
)
def cross(
    state: State, rules: Rules, chance: kit.Chance, player: int, pick: Annotated[int, kit.Label(12, way)]
) -> None:
    """Cross the sum of the white dice in a row; or, whose turn it is, that of a white and a colored one in its row."""
    state.skipped[player] += skips(state, player, pick)
    write(state, player, space_of(state, pick))
    state.crossed = state.crossed or state.actor == state.turn_of
    go_on(state, rules, chance)


@kit.event("Player {player} crosses {space}.")
def write(state: State, player: int, space: Annotated[int, SHEET]) -> None:
    """A number is crossed."""
    state.crosses[player] = kit.add(state.crosses[player], space)
    state.closing[space // 11] = max(state.closing[space // 11], space % 11 == 10)


@kit.move("Player {player} crosses nothing.")
def leave(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    """Cross nothing now. At the end of a turn of yours in which you have crossed nothing, it is a miss."""
    state.misses[player] += state.phase == Phase.COLOR and not state.crossed
    go_on(state, rules, chance)


def go_on(state: State, rules: Rules, chance: kit.Chance) -> None:
    kit.next_player(state, rules)
    if state.phase == Phase.COLOR or state.actor == state.turn_of:
        for row in range(4):
            state.closed[row] = max(state.closed[row], state.closing[row])
        state.over = kit.total(state.closed) >= 2 or kit.most(state.misses, rules.players) >= 4
        state.turns += state.phase == Phase.COLOR
        state.phase = Phase.COLOR - state.phase
        if state.phase == Phase.WHITE and not state.over:
            state.turn_of, state.crossed = state.actor, False
            roll(state, chance)


def score(state: State, rules: Rules, player: int) -> kit.Int:
    points = -rules.miss * state.misses[player]
    for row in range(4):
        crosses = kit.count(state.crosses[player] & ROWS[row]) + kit.holds(state.crosses[player], 11 * row + 10)
        points += crosses * (crosses + 1) // 2
    return points


@kit.style("Crosses what skips least: at most one number, or two where it would be a miss.")
def frugal(state: State, rules: Rules, player: int) -> kit.Action:
    best, choice = (3 if state.phase == Phase.COLOR and not state.crossed else 2), -1
    for pick in range(12):
        if may_cross(state, rules, player, pick) and skips(state, player, pick) < best:
            best, choice = skips(state, player, pick), pick
    return kit.action(leave) if choice < 0 else kit.action(cross, choice)


SUMMARY = "Cross numbers on your sheet from the left to the right. A roll and write for 1 to 5."
GAME = kit.game(globals(), title="Crosses", summary=SUMMARY, cost=150)
