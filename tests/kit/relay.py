"""Carry a stick to the end, or drop it: a game without points, whose end its author tells."""

from workbench import kit

MOST = 4


class Rules(kit.Rules):
    players: int = kit.rule(2, 2, 4, "How many run.", unit="players")
    legs: int = kit.rule(3, 1, MOST, "Legs of the way.", unit="legs")


class State(kit.State):
    legs: int = kit.measured("Legs that were run.", 0.1, unit="legs")
    steps: int
    fast: kit.Row = kit.row(MOST)
    pace: kit.Ratio = kit.measured("Steps of a leg.", 0.1, unit="steps", of=("steps", "legs"), per="a leg")
    steps_of: kit.Table = kit.table(
        MOST,
        kit.measured("Steps in leg {}, in plays that ran it.", 0.1, unit="steps", title="Leg {}", per="a leg"),
        per_player=False,
        name="steps_{}",
        counted="legs",
    )
    team: kit.PerPlayer = kit.measured("0 for those who carry, 1 for the others.", 0.1, nominal=True)


def setup(state: State, rules: Rules) -> None:
    for player in range(1, rules.players):
        state.team[player] = 1


@kit.move("Player {player} runs {steps} steps.", numbers=(1, 3))
def run(state: State, rules: Rules, steps: int) -> None:
    """Run a leg."""
    state.steps += steps
    state.steps_of[state.legs] = steps
    state.legs += 1
    if state.legs == rules.legs:
        end(state, rules, False)
    else:
        kit.next_player(state, rules)


@kit.move()
def drop(state: State, rules: Rules) -> None:
    """Drop the stick: all lose."""
    end(state, rules, True)


@kit.event(
    told=lambda state, dropped: {"legs": int(state.legs), "dropped": dropped},
    words=lambda fields: "The stick lies in the grass." if fields["dropped"] else f"{fields['legs']} legs are run.",
)
def end(state: State, rules: Rules, dropped: kit.Bool) -> None:
    """The way ends."""
    state.over = True


def winners(state: State, rules: Rules) -> kit.CardSet:
    return kit.up_to(rules.players) if state.legs == rules.legs else kit.EMPTY


def score(state: State, rules: Rules, player: kit.Player) -> int:
    """Legs that are left, below 0."""
    return state.legs - rules.legs


def payoff(state: State, rules: Rules, player: kit.Player) -> float:
    return state.legs / rules.legs


def payoff_span(state: State, rules: Rules, player: kit.Player) -> float:
    return 0.5


def observation(state: State, rules: Rules, player: kit.Player, action: kit.Action) -> int:
    return action if player == state.actor else 7


def private_information(state: State, rules: Rules, player: kit.Player) -> int:
    return player + 1


GAME = kit.game(globals(), title="Relay", summary="Carry a stick.", points="", cost=lambda values: values["players"])
