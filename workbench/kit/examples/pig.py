"""Roll as often as you dare: a {{ bust }} ends your turn and loses all that it has brought. First to {{ target }}."""

from workbench import kit


class Rules(kit.Rules):
    players: int = kit.rule(2, 2, 8, "How many play.", unit="players")
    target: int = kit.rule(100, 10, 500, "Points that win the game.", unit="points")
    sides: int = kit.rule(6, 2, 20, "Sides of the die.")
    bust: int = kit.rule(1, 1, 20, "The number that ends a turn.", at_most=lambda rules: rules.sides, because="sides")


class State(kit.State):
    score: kit.PerPlayer
    turn: int
    die: int


@kit.move("Player {player} rolls.")
def roll(state: State, rules: Rules, chance: kit.Chance) -> None:
    """Roll the die. Its number is added to your turn, but a {{ bust }} ends the turn with nothing."""
    throw(state, rules, chance)


@kit.event("The die shows {die}; the turn has {turn}.")
def throw(state: State, rules: Rules, chance: kit.Chance) -> None:
    """The die is rolled."""
    state.die = kit.roll_die(chance, rules.sides)
    state.turn += state.die
    if state.die == rules.bust:
        state.turn = 0
        kit.next_player(state, rules)


@kit.move("Player {player} holds with {turn}.")
def hold(state: State, rules: Rules, player: int) -> None:
    """Add your turn to your score; the turn goes to the left."""
    state.score[player] += state.turn
    state.turn = 0
    state.over = state.score[player] >= rules.target
    kit.next_player(state, rules)


@kit.style("Holds at 20: the first of two such players wins 0.5347 of the games (Neller and Presser 2004).")
def hold_at_20(state: State, rules: Rules, player: int) -> kit.Action:
    return kit.action(hold) if state.turn >= min(20, rules.target - state.score[player]) else kit.action(roll)


GAME = kit.game(globals(), title="Pig", summary="Roll as often as you dare, or hold. A dice game for 2 to 8.")
