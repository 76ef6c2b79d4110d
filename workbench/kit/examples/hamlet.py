"""Send workers to the places of a hamlet, one by one; build houses with what they bring. The most points win.

Everybody has {{ workers }} workers. By turns one is sent to a place where none is yet, and does its work at once: the
wood brings 2 wood, the pit 2 clay, the fair a wood and a clay, the mill 2 bread, the inn a bread; and who goes to the
inn begins the next round. A cottage costs 2 wood and 1 clay and counts {{ cottage }}; a manor costs 3 wood and 3 clay
and counts {{ manor }}. There is room for two at once who build cottages, each at a place of their own.

When all workers are sent they come home, and each eats a bread; one point is lost for each that is missing. The game
ends after {{ rounds }} rounds. What is left over counts one point for every three."""

from typing import Annotated

from workbench import kit

PLACES = kit.board("wood pit fair", "mill inn manor", "lane yard .")
NAMES = PLACES.words
WOOD, PIT, FAIR, MILL, INN, MANOR, LANE, YARD = range(len(NAMES))
SITES = kit.EMPTY | PLACES.spaces("lane", "yard")


class Rules(kit.Rules):
    players: int = kit.rule(3, 2, 3, "How many play.", unit="players")
    rounds: int = kit.rule(7, 1, 15, "Rounds of a game.", unit="rounds")
    workers: int = kit.rule(2, 1, 2, "Workers of everybody.", unit="workers")
    cottage: int = kit.rule(4, 0, 20, "Points for a cottage.", unit="points")
    manor: int = kit.rule(10, 0, 30, "Points for a manor.", unit="points")


class State(kit.State):
    placed: kit.Spaces = kit.pieces(PLACES, per_player=True)
    wood: kit.PerPlayer
    clay: kit.PerPlayer
    bread: kit.PerPlayer
    earned: kit.PerPlayer
    cottages: kit.PerPlayer = kit.measured("Cottages built.", 0.1, unit="cottages", title="Cottages built")
    manors: kit.PerPlayer = kit.measured("Manors built.", 0.05, unit="manors", title="Manors built")
    hungry: kit.PerPlayer = kit.measured("Bread that was missing.", 0.1, unit="bread")
    idle: kit.PerPlayer = kit.measured("Workers who found nothing to do.", 0.1, unit="workers")
    begins: int
    sent: int
    ended: int
    undrawn = ("begins", "sent", "ended", "hungry", "idle")


def is_open(state: State, rules: Rules, player: int, place: int) -> kit.Bool:
    """True if nobody is there, and the player can pay for what is built there."""
    taken, wood, clay = kit.EMPTY, state.wood[player], state.clay[player]
    for other in range(rules.players):
        taken = taken | state.placed[other]
    can_pay = wood >= 3 and clay >= 3 if place == MANOR else not kit.holds(SITES, place) or (wood >= 2 and clay >= 1)
    return not kit.holds(taken, place) and can_pay


@kit.move("Player {player} sends a worker to the {place}.", among=is_open)
def send(state: State, rules: Rules, player: int, place: Annotated[int, PLACES]) -> None:
    """Send a worker to a free place."""
    state.placed[player] = kit.add(state.placed[player], place)
    state.wood[player] += 2 if place == WOOD else 1 if place == FAIR else 0
    state.clay[player] += 2 if place == PIT else 1 if place == FAIR else 0
    state.bread[player] += 2 if place == MILL else 1 if place == INN else 0
    if place == INN:
        state.begins = player
    elif place == MANOR:
        build(state, player, 3, 3, rules.manor)
        state.manors[player] += 1
    elif kit.holds(SITES, place):
        build(state, player, 2, 1, rules.cottage)
        state.cottages[player] += 1
    go_on(state, rules)


def build(state: State, player: int, wood: int, clay: int, points: int) -> None:
    state.wood[player] -= wood
    state.clay[player] -= clay
    state.earned[player] += points


@kit.move("Player {player} keeps a worker at home.")
def stay(state: State, rules: Rules, player: int) -> None:
    """Keep a worker at home."""
    state.idle[player] += 1
    go_on(state, rules)


def go_on(state: State, rules: Rules) -> None:
    state.sent += 1
    kit.next_player(state, rules)
    if state.sent == rules.players * rules.workers:
        come_home(state, rules)
        state.sent, state.actor = 0, state.begins
        state.ended += 1
        state.over = state.ended == rules.rounds


@kit.event("The workers come home and eat; points: {earned}.")
def come_home(state: State, rules: Rules) -> None:
    """Each worker eats a bread; a point is lost for each that is missing."""
    for player in range(rules.players):
        missing = max(0, rules.workers - state.bread[player])
        state.bread[player] -= rules.workers - missing
        state.hungry[player] += missing
        state.earned[player] -= missing
        state.placed[player] = kit.EMPTY


def stages(state: State) -> kit.Int:
    """Rounds that have ended: no stages of the kit, at whose ends bots stop to look ahead."""
    return state.ended


def score(state: State, rules: Rules, player: int) -> kit.Int:
    return state.earned[player] + (state.wood[player] + state.clay[player] + state.bread[player]) // 3


SUMMARY = "Send workers to places, eat, and build houses. For 2 or 3."
GAME = kit.game(globals(), title="Hamlet", summary=SUMMARY, stage="round")
