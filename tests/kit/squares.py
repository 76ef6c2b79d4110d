"""Lay {{ stones }} stones each on free squares of a board of ten by ten. A stone counts the number in its square's row.

The most points win."""

from workbench import kit

SQUARES = 100


class Rules(kit.Rules):
    players: int = kit.rule(2, 2, 4, "How many play.", unit="players")
    stones: int = kit.rule(5, 1, 25, "Stones of everybody.", unit="stones")


class State(kit.State):
    board: kit.Row = kit.row(SQUARES)
    laid: int
    score: kit.PerPlayer


def is_free(state: State, square: int) -> kit.Bool:
    return state.board[square] == 0


@kit.move("Player {player} lays a stone on {square}.", among=is_free, numbers=(0, SQUARES - 1))
def lay(state: State, rules: Rules, player: int, square: int) -> None:
    """Lay a stone on a free square."""
    state.board[square] = 1 + player
    state.score[player] += square % 10
    state.laid += 1
    state.over = state.laid == rules.stones * rules.players
    kit.next_player(state, rules)


@kit.move("Player {player} passes.", when=lambda state: state.laid > 3)
def leave(state: State, rules: Rules) -> None:
    """Lay no stone this time."""
    state.laid += 1
    state.over = state.laid == rules.stones * rules.players
    kit.next_player(state, rules)


@kit.style("Lays on the highest free square of the last column that has one.")
def last_column(state: State) -> kit.Action:
    best = -1
    for column in range(10):
        for row in range(10):
            if state.board[10 * row + column] == 0:
                best = 10 * row + column
    return kit.action(lay, best)


GAME = kit.game(globals(), title="Squares", summary="Lay stones where they count. For 2 to 4.")
