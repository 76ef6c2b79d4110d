"""Roll as often as you dare: a {{ bust }} ends your turn and loses all that it has brought. First to {{ target }}."""

from workbench import kit
from workbench.kit import Chance, PerPlayer, action, move, next_player, roll_die, rule, style


class Rules(kit.Rules):
    players: int = rule(2, 2, 8, "How many play.", unit="players")
    target: int = rule(100, 10, 500, "Points that win the game.", unit="points")
    sides: int = rule(6, 2, 20, "Sides of the die.")
    bust: int = rule(1, 1, 20, "The number that ends a turn.", at_most=lambda rules: rules.sides, because="sides")


class State(kit.State):
    score: PerPlayer
    turn: int
    die: int


@move("Player {player} rolls {die}; the turn has {turn}.")
def roll(state: State, rules: Rules, chance: Chance) -> None:
    """Roll the die. Its number is added to your turn, but a {{ bust }} ends the turn with nothing."""
    state.die = roll_die(chance, rules.sides)
    state.turn += state.die
    if state.die == rules.bust:
        state.turn = 0
        next_player(state, rules)


@move("Player {player} holds and has {score}.")
def hold(state: State, rules: Rules, player: int) -> None:
    """Add your turn to your score; the turn goes to the left."""
    state.score[player] += state.turn
    state.turn = 0
    state.over = state.score[player] >= rules.target
    next_player(state, rules)


@style("Holds at 20: the first of two such players wins 0.5347 of the games (Neller and Presser 2004).")
def hold_at_20(state: State, rules: Rules, player: int) -> int:
    return action(hold) if state.turn >= min(20, rules.target - state.score[player]) else action(roll)


GAME = kit.game(globals(), title="Pig", summary="Roll as often as you dare, or hold. A dice game for 2 to 8.")
