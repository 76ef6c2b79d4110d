"""The moves of a game, called generically and answered by the game at hand.

The generic loops (play, batch, search) call the functions below. Which game answers is decided by the *type* of
`rules`, each game having its own record: by `numba.extending.overload` when compiled, by a dictionary when
plain. A loop that took a game's functions as arguments, or closed over them, would never hit Numba's disk cache.

In the same way `decide` is answered by the bots at the table, by the type of `seats`.
"""

import inspect
from collections.abc import Mapping
from typing import Any

import numpy as np

from workbench.engine.bit_sets import count, lowest, nth, only, without_lowest
from workbench.engine.compiling import compiled, for_compiler
from workbench.engine.types import (
    Action,
    ActionSet,
    Array,
    Bool,
    CardSet,
    CardUse,
    Chance,
    Float,
    GameFunction,
    Int,
    Player,
    Result,
    Rules,
    Seats,
    State,
    States,
    Word,
    bare,
)

MOVES = (
    "begin",
    "legal_actions",
    "apply",
    "report",
    "conceal",
    "glimpse",
    "determinize",
    "action_kind",
    "situation",
    "payoff",
    "playout_action",
    "appraise",
    "weigh",
    "play_style",
    "observation",
    "tied",
    "report_cards",
    "hand_of",
    "standing",
    "stages_ended",
    "payoff_span",
    "private_information",
    "list_features",
    "quantity",
    "picks",
    "ways",
)
"""The functions that a game declares, in the order of the stubs below; those of `DEFAULTS` it may leave out."""

HALF_WORD = np.uint64(32)
Functions = Mapping[str, GameFunction]
PLAIN: dict[Any, Functions] = {}
"""The functions called in plain mode, by the type of the deciding argument."""
_compiled: dict[Any, Functions] = {}
"""The same for the compiler, by Numba's types."""


def register(kind: np.dtype[np.void], functions: Functions) -> None:
    """Let `functions` answer the generic calls whose deciding argument is a record of type `kind`."""
    answers = {**DEFAULTS, **functions}
    PLAIN[kind] = answers
    for_compiler(lambda compiler: _compiled.update({compiler.type_of(kind): answers}))


def answers_otherwise(kind: np.dtype[np.void], functions: Functions) -> bool:
    """True if other functions answer for records of type `kind`: those of the game before it was loaded anew."""
    return PLAIN.get(kind, {**DEFAULTS, **functions}) != {**DEFAULTS, **functions}


def begin(state: State, rules: Rules, chance: Chance) -> None:
    """Set `state` to the start of a play: shuffle, deal, name the first `actor`."""
    PLAIN[rules.dtype]["begin"](state, rules, chance)


def legal_actions(state: State, rules: Rules) -> ActionSet:
    """The legal actions of `state.actor` as a 64-bit word, bit a for action a; never 0 before the end."""
    return PLAIN[rules.dtype]["legal_actions"](state, rules)


def apply(state: State, rules: Rules, chance: Chance, action: Action) -> None:
    """Carry out a legal `action` of `state.actor`, and whatever follows up to the next decision or the end."""
    PLAIN[rules.dtype]["apply"](state, rules, chance, action)


def report(state: State, rules: Rules, result: Result) -> None:
    """Write the winners and every measure of a finished play into `result`."""
    PLAIN[rules.dtype]["report"](state, rules, result)


def conceal(state: State, rules: Rules, player: Player) -> None:
    """Take out of `state` all that `player` does not know: what is left is the player's information set."""
    PLAIN[rules.dtype]["conceal"](state, rules, player)


def glimpse(states: States, rules: Rules) -> None:
    """Write into `states[1]` what `appraise` and `play_style` read of the information set of `states[0].actor`.

    That is the whole state, copied and concealed, where a game declares nothing shorter. `states[1]` is as the decision
    before has left it, so a game may keep there what it has worked out, if it knows what that was worked out from.
    """
    PLAIN[rules.dtype]["glimpse"](states, rules)


def determinize(state: State, rules: Rules, player: Player, chance: Chance) -> None:
    """Fill a concealed `state` with one world, drawn at random, that agrees with all that `player` knows."""
    PLAIN[rules.dtype]["determinize"](state, rules, player, chance)


def action_kind(state: State, rules: Rules, action: Action) -> Int:
    """The kind of a legal action, a member of the game's `action_kinds`."""
    return PLAIN[rules.dtype]["action_kind"](state, rules, action)


def situation(state: State, rules: Rules) -> Int:
    """A number that tells apart what the actor may publicly be asked after the same actions in different worlds."""
    return PLAIN[rules.dtype]["situation"](state, rules)


def payoff(state: State, rules: Rules, player: Player) -> Float:
    """The worth of the end of a stage or of the play to `player`, from 0 to 1: the win share, then the margin."""
    return PLAIN[rules.dtype]["payoff"](state, rules, player)


def payoff_span(state: State, rules: Rules, player: Player) -> Float:
    """The most by which two payoffs of `player` can differ at the end of the stage under way, in one world.

    `state` is concealed. The less it is, the sooner search knows that the iterations left will not change its choice.
    """
    return PLAIN[rules.dtype]["payoff_span"](state, rules, player)


def playout_action(state: State, rules: Rules, legal: ActionSet) -> Action:
    """The action of the playout player of search, which must be fast; `state` is a sampled world, fully visible."""
    return PLAIN[rules.dtype]["playout_action"](state, rules, legal)


def appraise(state: State, rules: Rules, legal: ActionSet, worths: Array) -> None:
    """Write into `worths` what each legal action is worth to `state.actor` under the rules in force.

    It is called once a decision, with a concealed state, and may use the fields of that state that `conceal` and
    `determinize` leave alone. `worths` has a place for each of the 64 actions; those of other actions mean nothing.
    More is better; the unit is that of `payoff`, as far as an estimate goes.
    """
    PLAIN[rules.dtype]["appraise"](state, rules, legal, worths)


def weigh(states: States, rules: Rules, chance: Chance, legal: ActionSet, worths: Array) -> None:
    """As `appraise` for the information set in `states[1]`, by `greedy` alone: it may try the actions in worlds.

    `states[2]` and `states[4]` are room for them; what it draws is of the actor's own chance.
    """
    PLAIN[rules.dtype]["weigh"](states, rules, chance, legal, worths)


def play_style(state: State, rules: Rules, legal: ActionSet, style: Int) -> Action:
    """The action that a scripted style takes, from a concealed state."""
    return PLAIN[rules.dtype]["play_style"](state, rules, legal, style)


def observation(state: State, rules: Rules, player: Player, action: Action) -> Int:
    """How `player` sees the `action` that `state.actor` is about to take, as a number: equal ones look the same.

    The actor sees the action itself, and so does everybody where it is made in the open.
    """
    return PLAIN[rules.dtype]["observation"](state, rules, player, action)


def private_information(state: State, rules: Rules, player: Player) -> Int:
    """A number that tells apart what `player` alone knows, such as its hand and its side.

    Search asks it of sampled worlds, in games that hide moves: what a player would do on one side is then not what it
    does on another. Where a game leaves it out, search plans for the others as if they forgot their own cards.
    """
    return PLAIN[rules.dtype]["private_information"](state, rules, player)


def tied(state: State, rules: Rules, result: Result) -> Bool:
    """True if the finished play has no single winner: no single seat, or no single side where there are teams."""
    return PLAIN[rules.dtype]["tied"](state, rules, result)


def report_cards(state: State, rules: Rules, use: CardUse) -> None:
    """Write into `use` which cards of its card lists each seat had and played in a finished play."""
    PLAIN[rules.dtype]["report_cards"](state, rules, use)


def hand_of(state: State, rules: Rules, player: Player) -> CardSet:
    """The cards of a standard pack that `player` has and may play."""
    return PLAIN[rules.dtype]["hand_of"](state, rules, player)


def standing(state: State, rules: Rules, player: Player) -> Int:
    """How `player` stands now, in whole units of which more are better: points, say, or movies.

    It is what a spectator who sees the score track would say, not an estimate. A play need not be won by the best
    standing: ties are broken, and hidden goals met, at the end.
    """
    return PLAIN[rules.dtype]["standing"](state, rules, player)


def stages_ended(state: State, rules: Rules) -> Int:
    """How many stages of the play have ended, such as deals; it never falls."""
    return PLAIN[rules.dtype]["stages_ended"](state, rules)


def list_features(state: State, rules: Rules, player: Player, places: Array, amounts: Array) -> Int:
    """Write the features of a concealed state that are not 0, and what they amount to; how many there are."""
    return PLAIN[rules.dtype]["list_features"](state, rules, player, places, amounts)


def quantity(state: State, rules: Rules, player: Player, number: Int) -> Int:
    """The number of a concealed state that a condition is about, as the player has it."""
    return PLAIN[rules.dtype]["quantity"](state, rules, player, number)


def picks(state: State, rules: Rules) -> Int:
    """0 where the actor's decision begins, and more once a part of it is picked.

    A decision with more choices than a word has bits is taken pick by pick, each an action. Outside the loops it
    is one: one in the count, one for restrictions and for what was offered, one that is taken back.
    """
    return PLAIN[rules.dtype]["picks"](state, rules)


def ways(state: State, rules: Rules, legal: ActionSet) -> Int:
    """How many whole choices begin with one of these legal picks; at least one with each."""
    return PLAIN[rules.dtype]["ways"](state, rules, legal)


@compiled
def any_action(state: State, rules: Rules, legal: ActionSet, word: Word) -> Action:
    """The legal action that a random word falls on: every whole choice is as likely as another."""
    whole = ways(state, rules, legal)
    left = np.int64(((word >> HALF_WORD) * np.uint64(whole)) >> HALF_WORD)
    if whole == count(legal):
        return nth(legal, left)
    action = lowest(legal)
    left -= ways(state, rules, only(action))
    while left >= 0:
        legal = without_lowest(legal)
        action = lowest(legal)
        left -= ways(state, rules, only(action))
    return action


@compiled
def undivided(state: State, rules: Rules) -> Int:
    """The `picks` of a game whose decisions are an action each."""
    return 0


@compiled
def ways_of_actions(state: State, rules: Rules, legal: ActionSet) -> Int:
    """The `ways` of a game whose decisions are an action each."""
    return count(legal)


@compiled
def whole_view(states: States, rules: Rules) -> None:
    """The `glimpse` of a game that declares none."""
    states[1] = states[0]
    conceal(states[1], rules, states[0].actor)


@compiled
def seen_by_all(state: State, rules: Rules, player: Player, action: Action) -> Int:
    """The `observation` of a game whose moves are all made in the open."""
    return np.int64(action)


@compiled
def appraised(states: States, rules: Rules, chance: Chance, legal: ActionSet, worths: Array) -> None:
    """The `weigh` of a game whose author wrote an evaluation."""
    appraise(states[1], rules, legal, worths)


@compiled
def nothing_private(state: State, rules: Rules, player: Player) -> Int:
    """The `private_information` of a game that declares none."""
    return np.int64(0)


@compiled
def shared(state: State, rules: Rules, result: Result) -> Bool:
    """The `tied` of a game in which every seat plays for itself."""
    return count(np.uint64(result.winners)) > 1


@compiled
def no_cards(state: State, rules: Rules, use: CardUse) -> None:
    """The `report_cards` of a game that reports none."""


@compiled
def hand_of_state(state: State, rules: Rules, player: Player) -> CardSet:
    """The `hand_of` of a game whose state has the hands under the name that most games give them."""
    return state.hand[player]


@compiled
def no_standing(state: State, rules: Rules, player: Player) -> Int:
    """The `standing` of a game that declares none; its quality figures leave standings out (`Game.keeps_score`)."""
    return np.int64(0)


@compiled
def any_span(state: State, rules: Rules, player: Player) -> Float:
    """The `payoff_span` of a game that declares none: payoffs lie between 0 and 1."""
    return 1.0


@compiled
def stage_of_state(state: State, rules: Rules) -> Int:
    """The `stages_ended` of a game whose state counts them as search reads them."""
    return np.int64(state.stage)


@compiled
def no_features(state: State, rules: Rules, player: Player, places: Array, amounts: Array) -> Int:
    """Stands in until a game's features are written from its state (`features.py`)."""
    return 0


@compiled
def no_quantity(state: State, rules: Rules, player: Player, number: Int) -> Int:
    """Stands in until a game's quantities are read from its state (`features.py`)."""
    return 0


@compiled
def ranked_as_named(seats: Seats, states: States, rules: Rules, player: Player) -> None:
    """The `rank_kinds` of a table at which no bot has conditions: the ranks are settled."""


DEFAULTS: Functions = {
    "glimpse": whole_view,
    "weigh": appraised,
    "observation": seen_by_all,
    "tied": shared,
    "report_cards": no_cards,
    "hand_of": hand_of_state,
    "standing": no_standing,
    "stages_ended": stage_of_state,
    "payoff_span": any_span,
    "private_information": nothing_private,
    "list_features": no_features,
    "quantity": no_quantity,
    "rank_kinds": ranked_as_named,
    "picks": undivided,
    "ways": ways_of_actions,
}
"""The engine's functions for a game, or a table, that has none of its own."""


def decide(seats: Seats, states: States, rules: Rules, chance: Chance, legal: ActionSet) -> Action:
    """The action that the player at `states[0].actor` takes; `states[1:]` is scratch space."""
    return PLAIN[seats.dtype]["decide"](seats, states, rules, chance, legal)


def rank_kinds(seats: Seats, states: States, rules: Rules, player: Player) -> None:
    """Rank the kinds of action that a player's bot leaves out, where that depends on what the player knows."""
    PLAIN[seats.dtype]["rank_kinds"](seats, states, rules, player)


RULES = 1
"""Which argument the rules are, where they decide: these answers are the same whoever sits at the table."""


def answered_by_type(stub: GameFunction, deciding: int) -> None:
    """Compiled calls of `stub` go to the implementation registered for the type of argument number `deciding`."""

    def typing(*arguments: Any) -> Any:
        answer = _compiled.get(arguments[deciding], {}).get(stub.__name__)
        return bare(answer) if answer else None

    typing.__signature__ = inspect.signature(bare(stub))  # type: ignore[attr-defined]
    for_compiler(lambda compiler: compiler.choose(stub, typing, are_parts=deciding == RULES))


_OF_RULES = (begin, legal_actions, picks, apply, report, report_cards, tied, conceal, glimpse, determinize, action_kind)
_OF_TIMELINE = (hand_of, standing, stages_ended)
_OF_BOTS = (situation, payoff, payoff_span, playout_action, appraise, weigh, play_style, ways)
_OF_WATCHERS = (observation, private_information, list_features, quantity)
for _stub in (*_OF_RULES, *_OF_TIMELINE, *_OF_BOTS, *_OF_WATCHERS):
    answered_by_type(_stub, deciding=RULES)
answered_by_type(decide, deciding=0)
answered_by_type(rank_kinds, deciding=0)
