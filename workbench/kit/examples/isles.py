"""Land settlers on seven islands and sail on: most settlers take an island's worth, the second most take half of it.

The islands are worth 2 to 8, by chance. On your turn land settlers of your {{ settlers }} on an island: up to three
where it is worth 4 or less, up to two where it is worth 6 or less, else one. Or sail with one settler of an island to
one that is linked with it. The game ends when everybody has had {{ turns }} turns.

Who are equal in the most settlers of an island all take half; who are equal in the second most take nothing."""

from typing import Annotated

from workbench import kit

ISLES = kit.board(
    "Ness  .     Skerry",
    "Holm  Barra Fara",
    "Stack .     Wick",
    links="Ness-Skerry Ness-Holm Ness-Barra Skerry-Barra Skerry-Fara Holm-Barra Holm-Stack Barra-Fara Barra-Stack"
    " Barra-Wick Fara-Wick Stack-Wick",
)
NEAR, WHOLE, SIZE = ISLES.neighbors, ISLES.whole, 7


class Rules(kit.Rules):
    players: int = kit.rule(3, 2, 4, "How many play.", unit="players")
    settlers: int = kit.rule(12, 3, 30, "Settlers of everybody.", unit="settlers")
    turns: int = kit.rule(8, 1, 20, "Turns of everybody.", unit="turns")


class State(kit.State):
    worth: kit.Row = kit.counters(ISLES)
    settled: kit.Row = kit.counters(ISLES, per_player=True)
    waiting: kit.PerPlayer
    sailed: kit.PerPlayer = kit.measured("Times that the player sailed.", 0.2, unit="times")
    even: int = kit.measured("Islands on which nobody has most settlers alone.", 0.1, unit="islands")
    undrawn = ("sailed", "even")


@kit.event("The islands are worth {worth}.")
def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    """The worth of the islands is drawn."""
    left, state.waiting[: rules.players] = kit.up_to(SIZE), rules.settlers
    for island in range(SIZE):
        drawn = kit.any_card(left, chance)
        state.worth[island] = 2 + kit.lowest(drawn)
        left = left & ~drawn


def may_land(state: State, player: int, island: int, number: int) -> kit.Bool:
    most = 3 if state.worth[island] <= 4 else 2 if state.worth[island] <= 6 else 1
    return number <= most and number <= state.waiting[player]


@kit.move("Player {player} lands {number} on {island}.", among={"number": may_land}, numbers={"number": (1, 3)})
def land(
    state: State, rules: Rules, chance: kit.Chance, player: int, island: Annotated[int, ISLES], number: int
) -> None:
    """Land settlers on an island."""
    state.settled[island, player] += number
    state.waiting[player] -= number
    end_turn(state, rules, chance)


def settled(state: State, player: int) -> kit.CardSet:
    islands = kit.EMPTY
    for island in range(SIZE):
        islands = kit.add(islands, island) if state.settled[island, player] > 0 else islands
    return islands


def linked(origin: int) -> kit.CardSet:
    return NEAR[origin]


@kit.move("Player {player} sails from {origin} to {island}.", among={"origin": settled, "island": linked})
def sail(
    state: State,
    rules: Rules,
    chance: kit.Chance,
    player: int,
    origin: Annotated[int, ISLES],
    island: Annotated[int, ISLES],
) -> None:
    """Sail with a settler to an island that is linked with the one on which it stands."""
    state.settled[origin, player] -= 1
    state.settled[island, player] += 1
    state.sailed[player] += 1
    end_turn(state, rules, chance)


def end_turn(state: State, rules: Rules, chance: kit.Chance) -> None:
    kit.next_player(state, rules)
    if state.actor == 0:
        kit.next_stage(state, chance)
        state.over = state.stage == rules.turns
    if state.over:
        for island in range(SIZE):
            state.even += kit.count(kit.best(state.settled[island], rules.players, False)) > 1


def rank(state: State, rules: Rules, island: int, player: int, place: int) -> kit.Bool:
    """True if so many others have more settlers there, and for the second place nobody as many."""
    mine, more, equal = state.settled[island, player], 0, 0
    for other in range(rules.players):
        more += state.settled[island, other] > mine
        equal += other != player and state.settled[island, other] == mine
    return mine > 0 and more == place and (place == 0 or equal == 0)


def score(state: State, rules: Rules, player: int) -> kit.Int:
    points = 0
    for island in range(SIZE):
        is_first = rank(state, rules, island, player, 0)
        alone = kit.count(kit.best(state.settled[island], rules.players, False)) == 1
        if is_first and alone:
            points += state.worth[island]
        elif is_first or rank(state, rules, island, player, 1):
            points += state.worth[island] // 2
    return points


SUMMARY = "Land settlers and sail: most of an island take its worth. For 2 to 4."
GAME = kit.game(globals(), title="Isles", summary=SUMMARY, stage="round", swing=6.0)
