"""Kuhn poker (Kuhn 1950, "A simplified two-person poker") through the public game interface, and its exact theory.

Three cards, jack to king, two players, an ante of 1 each. The first player passes or bets 1; after a pass the second
player passes or bets; whoever faces a bet folds or calls. The game is worth -1/18 to the first player.

For tests of decisions, a play can begin at any of the twelve information sets: `history` says what has happened, and
`holding` what the player to act holds.
"""

from collections.abc import Iterator, Mapping
from enum import IntEnum
from itertools import permutations, product
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np

from workbench.engine.bit_sets import up_to
from workbench.engine.chance import player_below, table_below
from workbench.engine.compiling import compiled
from workbench.engine.game import Game
from workbench.engine.measures import Measure, Scope
from workbench.engine.parameters import Choice, Whole
from workbench.engine.types import state_type

VALUE = -1 / 18
DECK = 3
UNKNOWN = 3
CARDS = ("jack", "queen", "king")


class History(IntEnum):
    """What has happened when a player is to act; an even number of moves and the first player is to act."""

    NOTHING = 0
    PASSED = 1
    BET = 2
    PASSED_AND_BET = 3


class Act(IntEnum):
    """Passing folds where a bet is to be met; betting calls it."""

    PASS = 0
    BET = 1


class Event(IntEnum):
    """Events of the trace: none is needed."""

    ACT = 0


class Holding(IntEnum):
    """What the first to act holds."""

    JACK = 0
    QUEEN = 1
    KING = 2
    ANY = 3


class Rules(NamedTuple):
    """Where a play begins."""

    players: Annotated[int, Whole(2, 2, section="Table", help="Players.")] = 2
    history: Annotated[History, Choice(options=History, section="Start", help="What has happened.")] = History.NOTHING
    holding: Annotated[Holding, Choice(options=Holding, section="Start", help="The actor's card.")] = Holding.ANY


STATE = state_type(
    [
        ("card", "i1", (2,)),
        ("gain", "i1", (2,)),
        ("first_action", "i1"),
        ("history", "u1"),
        ("actor", "u1"),
        ("stage", "u1"),
        ("over", "?"),
    ]
)


@compiled
def begin(state: Any, rules: Any, chance: Any) -> None:
    """Deal a card to each."""
    state.history = rules.history
    state.actor = 1 if state.history in (History.PASSED, History.BET) else 0
    state.first_action = -1
    mine = table_below(chance, DECK) if rules.holding == Holding.ANY else rules.holding
    state.card[state.actor] = mine
    state.card[1 - state.actor] = (mine + 1 + table_below(chance, DECK - 1)) % DECK


@compiled
def legal_actions(state: Any, rules: Any) -> Any:
    """Pass or bet, always."""
    return up_to(2)


@compiled
def apply(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """Pass or bet; two passes or an answer to a bet end the play."""
    if state.first_action < 0:
        state.first_action = action
    faces_bet = state.history in (History.BET, History.PASSED_AND_BET)
    if faces_bet and action == Act.PASS:
        settle(state, 1 - state.actor, 1)
    elif faces_bet or (state.history == History.PASSED and action == Act.PASS):
        settle(state, 0 if state.card[0] > state.card[1] else 1, 2 if faces_bet else 1)
    else:
        state.history = History.PASSED_AND_BET if state.history == History.PASSED else 1 + action
        state.actor = 1 - state.actor


@compiled
def settle(state: Any, winner: Any, stake: Any) -> None:
    """The winner takes the loser's stake."""
    state.gain[winner] = stake
    state.gain[1 - winner] = -stake
    state.over = True


@compiled
def report(state: Any, rules: Any, result: Any) -> None:
    """Who won what, and what was done first."""
    result.winners = 1 if state.gain[0] > 0 else 2
    result.bet_first = state.first_action == Act.BET
    for player in range(2):
        result.gain[player] = state.gain[player]


@compiled
def conceal(state: Any, rules: Any, player: Any) -> None:
    """The other card is hidden."""
    state.card[1 - player] = UNKNOWN


@compiled
def determinize(state: Any, rules: Any, player: Any, chance: Any) -> None:
    """The other card is either of those not held."""
    state.card[1 - player] = (state.card[player] + 1 + player_below(chance, player, DECK - 1)) % DECK


@compiled
def action_kind(state: Any, rules: Any, action: Any) -> Any:
    """Passing or betting."""
    return np.int64(action)


@compiled
def situation(state: Any, rules: Any) -> Any:
    """All that is public."""
    return np.int64(state.history)


@compiled
def payoff(state: Any, rules: Any, player: Any) -> Any:
    """What was won, from 0 (two lost) to 1 (two won)."""
    return (state.gain[player] + 2) / 4


@compiled
def playout_action(state: Any, rules: Any, legal: Any) -> Any:
    """Bets the king."""
    return Act.BET.value if state.card[state.actor] == DECK - 1 else Act.PASS.value


@compiled
def appraise(state: Any, rules: Any, legal: Any, worths: Any) -> None:
    """No opinion: search is on its own."""
    worths[:] = 0.5


@compiled
def play_style(state: Any, rules: Any, legal: Any, style: Any) -> Any:
    return Act.PASS.value


KUHN = Game(
    name="kuhn",
    title="Kuhn poker",
    summary="Three cards, one bet.",
    rules=Rules,
    state=STATE,
    functions={
        "begin": begin,
        "legal_actions": legal_actions,
        "apply": apply,
        "report": report,
        "conceal": conceal,
        "determinize": determinize,
        "action_kind": action_kind,
        "situation": situation,
        "payoff": payoff,
        "playout_action": playout_action,
        "appraise": appraise,
        "play_style": play_style,
    },
    measures=(
        Measure("gain", "What the player won.", 0.01, "i1", Scope.SEAT),
        Measure("bet_first", "Whether the first action was a bet.", 0.01, "?"),
    ),
    action_kinds=Act,
    events={Event.ACT: "act"},
    seats=2,
    event_fields=lambda event, values: {},
    redact=lambda event, fields, player: fields,
    rulebook=Path(__file__),
)

# The theory, by walking the whole game

Policy = Mapping[tuple[int, int], float]
"""How likely a bet is, by (history, card)."""
DEALS = tuple(permutations(range(DECK), 2))


def outcome(cards: tuple[int, int], policy: Policy, history: int = 0) -> float:
    """The first player's expected gain from `history` on, with these cards."""
    actor = int(history in (History.PASSED, History.BET))
    bets = policy[history, cards[actor]]
    return sum(
        weight * after(cards, policy, history, act) for act, weight in ((Act.PASS, 1 - bets), (Act.BET, bets)) if weight
    )


def after(cards: tuple[int, int], policy: Policy, history: int, act: int) -> float:
    """The same after an action."""
    showdown = 1 if cards[0] > cards[1] else -1
    if history == History.NOTHING:
        return outcome(cards, policy, History.BET if act == Act.BET else History.PASSED)
    if history == History.PASSED:
        return outcome(cards, policy, History.PASSED_AND_BET) if act == Act.BET else showdown
    folded = 1 if history == History.BET else -1
    return 2 * showdown if act == Act.BET else folded


def value(policy: Policy) -> float:
    """What the policy wins for the first player against itself."""
    return sum(outcome(deal, policy) for deal in DEALS) / len(DEALS)


def pure(histories: tuple[int, int]) -> Iterator[dict[tuple[int, int], float]]:
    """Every pure policy of the player who acts at these histories."""
    places = list(product(histories, range(DECK)))
    for bets in product((0.0, 1.0), repeat=len(places)):
        yield dict(zip(places, bets, strict=True))


FIRST = (History.NOTHING, History.PASSED_AND_BET)
SECOND = (History.PASSED, History.BET)


def exploitability(policy: Policy) -> float:
    """Half of what best responses in both seats win together against the policy: 0 in equilibrium only."""
    best_first = max(value({**policy, **answer}) for answer in pure(FIRST))
    best_second = max(-value({**policy, **answer}) for answer in pure(SECOND))
    return (best_first + best_second) / 2


def equilibrium(alpha: float) -> dict[tuple[int, int], float]:
    """Kuhn's equilibria: `alpha`, from 0 to 1/3, is how often the first player bluffs with the jack."""
    third = 1 / 3
    bets = {
        History.NOTHING: (alpha, 0.0, 3 * alpha),
        History.PASSED_AND_BET: (0.0, alpha + third, 1.0),
        History.PASSED: (third, 0.0, 1.0),
        History.BET: (0.0, third, 1.0),
    }
    return {(int(history), card): bet for history, row in bets.items() for card, bet in enumerate(row)}
