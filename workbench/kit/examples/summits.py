"""Roll four dice, pair them, and climb; stop in time, or lose what the turn has brought. First on {{ needed }} summits.

The routes are the sums of two dice. The commoner a sum, the longer its route: 3, 5, 7, 9, 11, 13 steps from 2 to 7, and
down again to 3 for 12. Roll, and pair the dice: each pair moves a climber one step up the route of its sum. There are
three climbers; once they stand on three routes, only pairs of those count. If no pair counts, your turn has brought
nothing.

Who stops at the end of a route has its summit, and nobody climbs that route any more."""

from enum import IntEnum
from typing import Annotated

from workbench import kit

ROUTES = kit.board("2 3 4 5 6 7 8 9 10 11 12")
STEPS = (3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3)
WORTH = (6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6)
PAIRS = ((0, 0, 0, 1, 1, 2), (1, 2, 3, 2, 3, 3))  # of pair number 5 - n are the two dice that are not in pair n
Phase = IntEnum("Phase", "DECIDE PAIR", start=0)


class Rules(kit.Rules):
    players: int = kit.rule(2, 1, 4, "How many play.", unit="players")
    needed: int = kit.rule(3, 1, 5, "Summits that win the game.", unit="summits")
    climbers: int = kit.rule(3, 2, 4, "Climbers, and so routes of a turn.", unit="climbers")


class State(kit.State):
    dice: kit.Row = kit.row(4)
    camps: kit.Row = kit.counters(ROUTES, per_player=True)
    climbed: kit.Row = kit.counters(ROUTES)
    score: kit.PerPlayer
    phase: int
    closed: kit.Spaces = kit.pieces(ROUTES, mark="closed")
    busts: kit.PerPlayer = kit.measured("Turns that brought nothing.", 0.2, unit="turns")
    turns: kit.PerPlayer = kit.measured("Turns.", 0.2, unit="turns")
    undrawn = ("phase", "busts", "turns")


def route_of(state: State, pair: int) -> kit.Int:
    return state.dice[PAIRS[0][pair]] + state.dice[PAIRS[1][pair]] - 2


def counts(state: State, rules: Rules, route: int, before: int) -> kit.Bool:
    """True if a climber may go up a route, where this roll has one gone up the route `before`."""
    out = 0
    for other in range(11):
        out += state.climbed[other] > 0 or other == before
    height = state.camps[route, state.actor] + state.climbed[route] + (route == before)
    is_out = state.climbed[route] > 0 or route == before
    return not kit.holds(state.closed, route) and height < STEPS[route] and (is_out or out < rules.climbers)


def both_count(state: State, rules: Rules, pair: int) -> kit.Bool:
    return counts(state, rules, route_of(state, 5 - pair), route_of(state, pair))


def useful(state: State, rules: Rules, pair: int) -> kit.Bool:
    """True if the pair counts, and none before it comes to the same."""
    is_new = counts(state, rules, route_of(state, pair), -1)
    for other in range(pair):
        is_swapped = both_count(state, rules, pair) and route_of(state, other) == route_of(state, 5 - pair)
        is_new = is_new and not is_swapped and route_of(state, other) != route_of(state, pair)
    return is_new


def way(state: State, rules: Rules, number: int) -> str:
    first, second = (ROUTES.words[int(route_of(state, pair))] for pair in (number, 5 - number))
    return f"{first} and {second}" if both_count(state, rules, number) else first


@kit.move("Player {player} rolls.", phase=Phase.DECIDE)
def roll(state: State, rules: Rules, chance: kit.Chance, player: int) -> None:
    """Roll the four dice."""
    state.turns[player] += kit.total(state.climbed) == 0
    throw(state, rules, chance)
    may = False
    for pair in range(6):
        may = may or counts(state, rules, route_of(state, pair), -1)
    state.phase = Phase.PAIR
    if not may:
        fall(state, rules, player)


@kit.event("The dice show {dice}.")
def throw(state: State, rules: Rules, chance: kit.Chance) -> None:
    """The dice are rolled."""
    for die in range(4):
        state.dice[die] = kit.roll_die(chance, 6)


@kit.event("Nothing counts: player {player} loses the steps of the turn.")
def fall(state: State, rules: Rules, player: int) -> None:
    """No pair counts."""
    state.busts[player] += 1
    end_turn(state, rules)


def end_turn(state: State, rules: Rules) -> None:
    state.phase, state.climbed[:] = Phase.DECIDE, 0
    kit.next_player(state, rules)


@kit.event("Player {player} goes up route {route}.")
def go_up(state: State, player: int, route: Annotated[int, ROUTES]) -> None:
    """A climber goes one step up."""
    state.climbed[route] += 1


@kit.move(phase=Phase.PAIR, among=useful, offer="Climb {pair}")
def climb(state: State, rules: Rules, player: int, pair: Annotated[int, kit.Label(6, way)]) -> None:
    """Take two of the dice: a climber goes up the route of their sum, and then of the others' sum, if it counts."""
    both = both_count(state, rules, pair)
    go_up(state, player, route_of(state, pair))
    if both:
        go_up(state, player, route_of(state, 5 - pair))
    state.phase = Phase.DECIDE


@kit.move("Player {player} stops.", phase=Phase.DECIDE, when=lambda state: kit.total(state.climbed) > 0)
def stop(state: State, rules: Rules, player: int) -> None:
    """Keep the steps of this turn."""
    for route in range(11):
        state.camps[route, player] += state.climbed[route]
        if state.climbed[route] > 0 and state.camps[route, player] == STEPS[route]:
            state.closed = kit.add(state.closed, route)
            state.score[player] += 1
    state.over = state.score[player] >= rules.needed
    end_turn(state, rules)


@kit.style("Stops on a summit, or once the steps of all its climbers are worth 28 (Keller 1986, the rule of 28).")
def rule_of_28(state: State, rules: Rules, player: int) -> kit.Action:
    worth, out, is_up = 0, 0, False
    for route in range(11):
        if state.climbed[route] > 0:
            worth, out = worth + WORTH[route] * (1 + state.climbed[route]), out + 1
            is_up = is_up or state.camps[route, player] + state.climbed[route] == STEPS[route]
    if state.phase == Phase.DECIDE:
        return kit.action(stop) if out > 0 and (is_up or (out == rules.climbers and worth >= 28)) else kit.action(roll)
    best, choice = 1000, 0
    for pair in range(6):
        first, second = route_of(state, pair), route_of(state, 5 - pair)
        cost = (state.climbed[first] == 0) * (10 + WORTH[first]) + (state.climbed[second] == 0) * (10 + WORTH[second])
        if useful(state, rules, pair) and cost < best:
            best, choice = cost, pair
    return kit.action(climb, choice)


GAME = kit.game(globals(), title="Summits", summary="Roll, pair dice, climb and stop.", points="summits", cost=500)
