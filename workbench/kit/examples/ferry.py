"""Bring the ferry home, though one of you bores holes into it: sailors must find the saboteur, who must not be found.

Everybody is dealt a card; one of them is the saboteur. There are {{ trips }} trips. By turns each is captain and names
a mate, and both see to the hull, face down: sailors mend it, the saboteur may bore a hole instead. Only how many holes
there are is turned up. With {{ holes }} holes the ferry sinks, and the saboteur has won.

After the last trip all point at somebody at once. If more point at the saboteur than at anybody else, the sailors have
won, otherwise the saboteur has."""

from enum import IntEnum

from workbench import kit
from workbench.engine.measures import Sides

CARDS = kit.pack(["saboteur", *(f"sailor {number}" for number in range(1, 6))])
SABOTEUR = CARDS.cards("saboteur")
Phase = IntEnum("Phase", "NAME WORK POINT", start=0)
Deed = IntEnum("Deed", "MEND BORE", start=0)


class Rules(kit.Rules):
    players: int = kit.rule(5, 3, 6, "How many play.", unit="players")
    trips: int = kit.rule(5, 1, 12, "Trips of the ferry.", unit="trips")
    holes: int = kit.rule(3, 1, 5, "Holes that sink the ferry.", unit="holes", title="Holes that sink it")


class State(kit.State):
    hand: kit.Cards = kit.zone(CARDS, per_player=True, seen_by=kit.OWNER)
    deed: kit.PerPlayer = kit.secret(Deed)
    aimed: kit.PerPlayer
    captain: int
    mate: int
    phase: int
    holes: int = kit.measured("Holes in the hull at the end.", 0.05, unit="holes")
    sunk: bool = kit.measured("Whether the ferry sank.", 0.01)
    unmasked: bool = kit.measured("Whether the saboteur was unmasked.", 0.01)
    side: kit.PerPlayer = kit.measured("0 for sailors, 1 for the saboteur.", 0.1, nominal=True)
    undrawn = ("side", "sunk", "unmasked", "aimed", "phase", "captain", "mate")


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    kit.start_pack(state, kit.up_to(rules.players), rules.players)
    kit.deal(state.hand, rules.players, 1, state.pack, chance)
    for player in range(rules.players):
        state.deed[player] = -1
        state.side[player] = state.hand[player] == SABOTEUR


@kit.move("Player {player}, the captain, takes player {other} as mate.", phase=Phase.NAME)
def name(state: State, player: int, other: kit.Player) -> None:
    """The captain names a mate; both see to the hull."""
    state.captain, state.mate, state.phase = player, other, Phase.WORK


def deeds(state: State, player: int) -> kit.CardSet:
    return kit.up_to(2 if state.hand[player] == SABOTEUR else 1)


@kit.move("Player {player} sees to the hull.", phase=Phase.WORK, to="deed", among=deeds)
def work(state: State, rules: Rules, chance: kit.Chance, player: int, deed: Deed) -> None:
    """Mend the hull; or bore a hole, which the saboteur alone may do."""
    state.actor = state.mate
    if player == state.mate:
        land(state, state.captain, state.mate, state.deed[state.captain] + state.deed[state.mate])
        state.sunk = state.holes >= rules.holes
        state.over = state.sunk
        kit.next_stage(state, chance)
        state.phase = Phase.POINT if state.stage == rules.trips else Phase.NAME
        state.actor = 0 if state.phase == Phase.POINT else state.stage % rules.players


@kit.event("Player {captain} and player {mate} land; new holes: {new}.")
def land(state: State, captain: int, mate: int, new: int) -> None:
    """The ferry lands. After a hole, the saboteur is one of these two."""
    state.holes += new
    for player in range(state.lacks.shape[0]):
        if new > 0 and player not in (captain, mate):
            state.lacks[player] = SABOTEUR
    state.deed[captain] = state.deed[mate] = -1


@kit.move("Player {player} points at player {other}.", phase=Phase.POINT, at_once=True)
def point(state: State, rules: Rules, player: int, other: kit.Player) -> None:
    """Point at somebody, all at once."""
    state.aimed[other] += 1
    if player == rules.players - 1:
        chosen = kit.best(state.aimed, rules.players, False)
        state.unmasked = kit.count(chosen) == 1 and state.hand[kit.lowest(chosen)] == SABOTEUR
        state.over = True


def winners(state: State, rules: Rules) -> kit.CardSet:
    saboteur = kit.EMPTY
    for player in range(rules.players):
        saboteur = kit.add(saboteur, player) if state.hand[player] == SABOTEUR else saboteur
    return kit.up_to(rules.players) & ~saboteur if state.unmasked else saboteur


def tied(state: State, rules: Rules) -> kit.Bool:
    """Sailors win together."""
    return False


def determinize(state: State, rules: Rules) -> None:
    """In a drawn world sailors mend."""
    for player in range(rules.players):
        state.deed[player] = min(state.deed[player], 0) if state.hand[player] != SABOTEUR else state.deed[player]


def score(state: State, rules: Rules, player: int) -> kit.Int:
    return state.holes if state.hand[player] == SABOTEUR else 0


@kit.style("Takes whom it trusts, and points at a suspect; the saboteur always bores.")
def wary(state: State, rules: Rules, player: int) -> kit.Action:
    suspect, trusted = -1, -1
    for other in range(rules.players):
        if other != player and state.lacks[other] == kit.EMPTY:
            suspect = other
        elif other != player:
            trusted = other
    if suspect < 0:
        suspect = (player + 1) % rules.players
    if state.phase == Phase.NAME:
        return kit.action(name, trusted if trusted >= 0 else suspect)
    if state.phase == Phase.POINT:
        return kit.action(point, suspect)
    return kit.action(work, 1 if state.hand[player] == SABOTEUR else 0)


SUMMARY = "One of you bores holes into the ferry. A game of hidden roles for 3 to 6."
GAME = kit.game(globals(), title="Ferry", summary=SUMMARY, stage="trip", points="", win_weight=1.0,
                sides=Sides("side", ("sailors", "saboteurs")))  # fmt: skip
