"""Any game of OpenSpiel's as one of the workbench, from its name. `games/leduc/game.py` is:

    from workbench.interop.theirs import openspiel_game

    GAME = openspiel_game("leduc", "leduc_poker")

Those of its parameters that are numbers or yes and no are the rules; a text is fixed where it is loaded:
`"goofspiel(points_order=descending)"`. All runs as plain Python, hundreds of times slower than a game of the kit.

A position is the history of its actions, of which OpenSpiel makes its state. What a player does not know of it is
replaced by a world that follows from what the player does know (`information_state_string`), so that no bot sees more.
"""

from enum import IntEnum
from functools import lru_cache
from hashlib import blake2b
from importlib.metadata import version
from itertools import accumulate
from random import Random
from typing import Annotated, Any

import numpy as np
import pyspiel

from workbench.engine.bit_sets import EMPTY, WORD, add, holds
from workbench.engine.chance import CHANCE, player_word, table_below
from workbench.engine.game import Game
from workbench.engine.measures import TOTAL, Measure, Scope
from workbench.engine.parameters import Flag, Parameter, Values, Whole
from workbench.engine.picture import Look, Offer, Picture, Zone
from workbench.engine.problems import Problem, WorkbenchError
from workbench.engine.trace import note
from workbench.engine.types import (
    RESERVED,
    Action,
    ActionSet,
    Chance,
    Fields,
    Float,
    Int,
    Player,
    Result,
    Rules,
    State,
    state_type,
)  # fmt: skip
from workbench.kit.playouts import HELP, weigh_by_playouts, whim

PLAYERS, POINTS = "players", (0.05, "f4", Scope.SEAT, "points")
MOST_STATES = 20_000
"""OpenSpiel's states that are kept, by their histories."""
MOST_KINDS = 24
"""Actions of a game up to which each is a kind of its own."""
MOST_TRIES = 20_000
"""States that are looked at for a world that agrees with what a player knows."""
LONGEST = 4096
"""Actions in a play, chance's among them, for which a position has room at most."""
CAVEAT = "OpenSpiel plays it, as plain Python: hundreds of times slower than a game of the kit."
SIMULTANEOUS = pyspiel.GameType.Dynamics.SIMULTANEOUS
PERFECT = pyspiel.GameType.Information.PERFECT_INFORMATION
EXPLICIT = (pyspiel.GameType.ChanceMode.DETERMINISTIC, pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC)


class Event(IntEnum):
    """Events of a play."""

    MOVE = 0
    CHANCE = 1


FIELDS = {Event.MOVE: ("player", "action", "words"), Event.CHANCE: ("words",)}
SAYS = {"move": "Player {player}: {words}.", "chance": "{words}."}
UNSEEN = "something that only others see"


class NoSuchWorld(WorkbenchError):
    """No world was met that agrees with what a player knows."""


def openspiel_game(name: str, spiel: str, title: str = "", summary: str = "") -> Game:
    """The game that OpenSpiel loads as `spiel`. Raises ValueError where there is none, or it cannot be played here."""
    try:
        theirs = Theirs(spiel)
    except (pyspiel.SpielError, IndexError) as error:
        raise ValueError(f'OpenSpiel does not load "{spiel}": {error}') from None
    kind = theirs.kind
    title, summary = title or kind.long_name, summary or f"{kind.long_name}, as OpenSpiel plays it."
    source = f"`{kind.short_name}` of OpenSpiel {version('open_spiel')}"
    return Game(
        name=name,
        title=title,
        summary=summary,
        rules=theirs.rules_class(),
        state=theirs.state,
        functions=theirs.functions(),
        measures=(Measure(TOTAL, "What OpenSpiel returns at the end.", *POINTS, below_zero=True),),
        action_kinds=IntEnum("Kind", theirs.names, start=0),  # type: ignore[arg-type]
        events={Event.MOVE: "move", Event.CHANCE: "chance"},
        event_fields=lambda event, values: dict(zip(FIELDS[Event(event)], values, strict=True)),
        redact=theirs.redact,
        describe=lambda event, fields: SAYS[event].format(**fields),
        seats=theirs.most_players,
        rulebook=f"# {title}\n\n{summary} Its rules are those of {source}.\n",
        check=theirs.problems,
        caveat=CAVEAT,
        greedy_help=HELP,
        picture=Picture(theirs.zones, faces=lambda values: {}, choice=theirs.offer),
        cost=lambda values: 500,
        is_plain=True,
    )


def no_evaluation(state: State, rules: Rules, legal: ActionSet, more: object) -> Int:
    """Judges no action: search begins with nothing, and there are no styles."""
    return 0


class Theirs:
    """A game of OpenSpiel under any rules; its methods are what the engine asks of a game (`dispatch`)."""

    def __init__(self, spiel: str) -> None:
        game = pyspiel.load_game(spiel)
        self.kind = game.get_type()
        if self.kind.chance_mode not in EXPLICIT or self.kind.dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
            raise ValueError(f"OpenSpiel's {self.kind.long_name} cannot say what chance may bring, or to whom")
        self.parameters, self.written = game.get_parameters(), pyspiel.game_parameters_from_string(spiel)
        numbers = [name for name, value in self.parameters.items() if type(value) in (int, bool)]
        self.free = {f"game_{name}" if name in RESERVED else name: name for name in numbers}
        self.most_players = self.kind.max_num_players if PLAYERS in self.free else game.num_players()
        self.players = game.num_players()
        self.is_open = self.kind.information == PERFECT and self.kind.dynamics != SIMULTANEOUS
        self.loaded, self.states = lru_cache(64)(self._loaded), dict[tuple[tuple[int, ...], bytes], Any]()
        game = self.loaded(*(self.parameters[name] for name in self.free.values()))
        self.names = Theirs._names(game)
        self.longest = min(LONGEST, 2 * int(game.max_game_length() + game.max_chance_nodes_in_history()))
        whole = [("actor", "i8"), ("stage", "i8"), ("whim", "u8"), ("picks", "i8"), ("part", "i8"), ("length", "i8")]
        fields = [*whole, ("seer", "i8"), ("over", "?"), ("history", "i4", (self.longest,))]
        self.state = state_type(fields, [("playout_chance", CHANCE)])

    @staticmethod
    def _names(game: Any) -> list[str]:
        """The kinds of action: each by its name, where they are few words, else one."""
        state, actions, random = game.new_initial_state(), range(game.num_distinct_actions()), Random(0)
        while state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
        state.legal_actions()  # raises an error where OpenSpiel has actions of another form
        if len(actions) > MOST_KINDS:  # to name what is not legal ends the process in some of them
            return ["MOVE"]
        try:
            names = [state.action_to_string(max(0, state.current_player()), action) for action in actions]
        except pyspiel.SpielError:
            names = [""]
        are_words = len({*names}) == len(names) and all(map(str.isidentifier, names))
        return [name.upper() for name in names] if are_words else ["MOVE"]

    # Rules

    def rules_class(self) -> type:
        """The parameters as rules; how many play is one always."""
        least, most = (self.kind.min_num_players, self.most_players) if PLAYERS in self.free else (self.players,) * 2
        kinds: dict[str, tuple[type, Parameter]] = {
            PLAYERS: (int, Whole(least, most, section="Table", help="How many play.", unit="players"))
        }
        for name, theirs in self.free.items():
            default, words = self.parameters[theirs], {"section": "OpenSpiel", "help": f"OpenSpiel's `{theirs}`."}
            if name != PLAYERS:
                number = Whole(min(default, 0), max(20, 10 * default), **words)
                kinds[name] = (bool, Flag(**words)) if type(default) is bool else (int, number)
        annotations = {name: Annotated[kind, parameter] for name, (kind, parameter) in kinds.items()}
        defaults = {PLAYERS: self.players} | {name: self.parameters[theirs] for name, theirs in self.free.items()}
        return type("Rules", (), {"__module__": __name__, "__annotations__": annotations, "_field_defaults": defaults})

    def _loaded(self, *values: int) -> Any:
        """OpenSpiel's game under some values of the free parameters."""
        pairs, usual = zip(self.free.values(), values, strict=True), self.parameters
        changed = {name: type(usual[name])(value) for name, value in pairs if value != usual[name]}
        written = {**self.written, **changed}
        game = pyspiel.load_game(written.pop("name"), written)
        return pyspiel.convert_to_turn_based(game) if self.kind.dynamics == SIMULTANEOUS else game

    def _values(self, rules: Rules) -> tuple[int, ...]:
        return tuple(int(rules[name]) for name in self.free)

    def of_rules(self, rules: Rules) -> Any:
        """OpenSpiel's game under compiled rules."""
        return self.loaded(*self._values(rules))

    def problems(self, values: Values) -> list[Problem]:
        """The problems that OpenSpiel has with some values."""
        try:
            game = self.loaded(*(int(values[name]) for name in self.free))  # type: ignore[arg-type]
        except pyspiel.SpielError as error:
            return [Problem("rules", f"OpenSpiel refuses them: {str(error).splitlines()[0]}")]
        longest = int(game.max_game_length() + game.max_chance_nodes_in_history())
        players, wrong = game.num_players(), list[Problem]()
        if players != values[PLAYERS]:
            wrong.append(Problem(PLAYERS, f"by its parameters OpenSpiel's game is for {players}", str(values[PLAYERS])))
        if self.longest < longest < LONGEST:
            wrong.append(Problem("rules", f"plays are too long: {longest} actions; at most {self.longest}"))
        return wrong

    # Positions

    def spiel(self, state: State, rules: Rules) -> Any:
        """OpenSpiel's state of a position, which nobody may change."""
        values, history = self._values(rules), state.history[: state.length].tobytes()
        if (spiel := self.states.get((values, history))) is None:
            before = self.states.get((values, history[:-4])) if history else None
            actions = state.history[: state.length].tolist()
            start, rest = (before, actions[-1:]) if before else (self.loaded(*values).new_initial_state(), actions)
            spiel = start.clone()
            for action in rest:
                spiel.apply_action(action)
            if len(self.states) >= MOST_STATES:
                self.states.clear()
            self.states[values, history] = spiel
        return spiel

    def _sees(self, spiel: Any, player: int) -> str:
        """All that a player has seen, or sees now where OpenSpiel says no more."""
        if self.kind.provides_information_state_string:
            return str(spiel.information_state_string(player))
        return str(spiel.observation_string(player))

    def _append(self, state: State, action: int) -> None:
        if state.length == self.longest:
            raise WorkbenchError(f"the play is longer than {self.longest} actions, for which there is room")
        state.history[state.length] = action
        state.length += 1

    def _settle(self, state: State, rules: Rules, chance: Chance) -> None:
        """Let chance act until a player has to, or the end."""
        while (spiel := self.spiel(state, rules)).is_chance_node():
            outcomes, weights = zip(*spiel.chance_outcomes(), strict=True)
            lot = table_below(chance, 1 << 32) / (1 << 32) * sum(weights)
            outcome = outcomes[min(int(np.searchsorted(np.cumsum(weights), lot, "right")), len(outcomes) - 1)]
            note(Event.CHANCE, spiel.action_to_string(pyspiel.PlayerId.CHANCE, outcome).rstrip("."))
            self._append(state, outcome)
        state.over = spiel.is_terminal()
        state.actor = state.actor if state.over else spiel.current_player()

    def functions(self) -> dict[str, Any]:
        """The functions that the engine calls, by name."""
        hidden = {} if self.is_open else {"observation": self.observation, "private_information": self.private}
        names = ("begin", "legal_actions", "apply", "report", "conceal", "determinize", "action_kind", "situation")
        answers = {name: getattr(self, name) for name in (*names, "payoff", "picks", "ways", "hand_of")}
        neither = {"appraise": no_evaluation, "play_style": no_evaluation}
        return {**answers, **hidden, **neither, "playout_action": whim, "weigh": weigh_by_playouts}

    def begin(self, state: State, rules: Rules, chance: Chance) -> None:
        self._settle(state, rules, chance)

    def _open(self, state: State, rules: Rules) -> tuple[list[int], int]:
        """The legal actions of OpenSpiel's that begin with what is picked, and what a digit of them is worth."""
        spiel = self.spiel(state, rules)
        actions, unit = spiel.legal_actions(), WORD ** (self._digits(rules) - 1 - int(state.picks))
        part = int(state.part)
        return [action for action in actions if action // (unit * WORD) == part], unit

    def _digits(self, rules: Rules) -> int:
        """The picks of a decision: an action is a number of so many digits to the base 64."""
        actions, digits = self.of_rules(rules).num_distinct_actions(), 1
        while WORD**digits < actions:
            digits += 1
        return digits

    def legal_actions(self, state: State, rules: Rules) -> ActionSet:
        legal = EMPTY
        actions, unit = self._open(state, rules)
        for action in actions:
            legal = add(legal, action // unit % WORD)
        return legal

    def picks(self, state: State, rules: Rules) -> Int:
        return int(state.picks)

    def ways(self, state: State, rules: Rules, legal: ActionSet) -> Int:
        actions, unit = self._open(state, rules)
        return sum(1 for action in actions if holds(legal, action // unit % WORD))

    def apply(self, state: State, rules: Rules, chance: Chance, action: Action) -> None:
        state.part = state.part * WORD + action
        state.picks += 1
        if state.picks < self._digits(rules):
            return
        spiel, taken = self.spiel(state, rules), int(state.part)
        note(Event.MOVE, int(state.actor), taken, spiel.action_to_string(int(state.actor), taken))
        state.part = state.picks = 0
        self._append(state, taken)
        self._settle(state, rules, chance)

    def report(self, state: State, rules: Rules, result: Result) -> None:
        returns = self.spiel(state, rules).returns()
        for player, points in enumerate(returns):
            result.points[player] = points
            result.winners |= (points == max(returns)) << player

    def payoff(self, state: State, rules: Rules, player: Player) -> Float:
        game = self.of_rules(rules)
        low, high = game.min_utility(), game.max_utility()
        return (self.spiel(state, rules).returns()[int(player)] - low) / (high - low)

    def hand_of(self, state: State, rules: Rules, player: Player) -> ActionSet:
        return EMPTY

    def action_kind(self, state: State, rules: Rules, action: Action) -> Int:
        return int(action) if len(self.names) > 1 else 0

    def situation(self, state: State, rules: Rules) -> Int:
        return int(state.picks)

    # What players know

    @staticmethod
    def _number(text: str) -> int:
        return int.from_bytes(blake2b(text.encode(), digest_size=7).digest(), "big")

    def private(self, state: State, rules: Rules, player: Player) -> Int:
        spiel = self.spiel(state, rules)
        return 0 if spiel.is_terminal() else self._number(self._sees(spiel, int(player)))

    def observation(self, state: State, rules: Rules, player: Player, action: Action) -> Int:
        if player == state.actor or state.picks + 1 < self._digits(rules):
            return int(action)
        later = self.spiel(state, rules).child(int(state.part * WORD + action))
        if later.is_terminal() or later.is_chance_node():
            return int(action) if self.kind.information == PERFECT else 0
        return self._number(self._sees(later, int(player)))

    def conceal(self, state: State, rules: Rules, player: Player) -> None:
        """Put the world in the place that comes first in an order which what the player knows decides."""
        spiel, state.seer = self.spiel(state, rules), player + 1
        if not self.is_open and not spiel.is_terminal():
            self._draw(state, rules, int(player), Random(self._sees(spiel, int(player))))

    def determinize(self, state: State, rules: Rules, player: Player, chance: Chance) -> None:
        if not self.is_open and not state.over:
            self._draw(state, rules, int(player), Random(int(player_word(chance, player))))

    def _draw(self, state: State, rules: Rules, player: int, random: Random) -> None:
        """Replace the history by another that the player cannot tell from it."""
        game, history = self.of_rules(rules), state.history[: state.length].tolist()
        try:
            world = self.spiel(state, rules).resample_from_infostate(player, random.random).history()
        except (pyspiel.SpielError, IndexError):
            world = self._search(game, history, player, random)
        state.history[:] = 0
        state.history[: len(world)] = world
        state.length = len(world)

    def _search(self, game: Any, history: list[int], player: int, random: Random) -> list[int]:
        """A world by going back and forth through the tree, for games of which OpenSpiel draws none."""
        states = [*accumulate(history, lambda state, action: state.child(action), initial=game.new_initial_state())]
        trail, tries = [game.new_initial_state()], [self._shuffled(states[0], states[0], history, player, random)]
        for _ in range(MOST_TRIES):
            if len(trail) > len(history):
                return list(trail[-1].history())
            if not tries[-1]:
                trail.pop()
                tries.pop()
                continue
            later, goal = trail[-1].child(tries[-1].pop()), states[len(trail)]
            if self._looks_alike(later, goal, player):
                trail.append(later)
                tries.append(self._shuffled(later, goal, history, player, random))
        raise NoSuchWorld(f"no world that agrees with what player {player + 1} knows among {MOST_TRIES}")

    @staticmethod
    def _shuffled(state: Any, goal: Any, history: list[int], player: int, random: Random) -> list[int]:
        """The actions to try after a state, the last one first; the player's is as it was."""
        if state.is_terminal() or goal.is_terminal() or len(goal.history()) == len(history):
            return []
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            return [outcome for outcome, _ in sorted(outcomes, key=lambda pair: random.random() ** (1 / pair[1]))]
        if state.current_player() == player:
            return [history[len(goal.history())]]
        return random.sample(state.legal_actions(), len(state.legal_actions()))

    def _looks_alike(self, state: Any, goal: Any, player: int) -> bool:
        if state.is_terminal() or state.is_chance_node() or goal.is_terminal() or goal.is_chance_node():
            return (state.is_terminal(), state.is_chance_node()) == (goal.is_terminal(), goal.is_chance_node())
        return bool(
            state.current_player() == goal.current_player() and self._sees(state, player) == self._sees(goal, player)
        )

    def redact(self, event: IntEnum, fields: Fields, player: int) -> Fields:
        """The fields as a player sees them: what chance brings, or another does at the same time, may be secret."""
        is_seen = event is Event.MOVE and (fields["player"] == player or self.kind.dynamics != SIMULTANEOUS)
        return fields if self.is_open or is_seen else {**fields, "action": None, "words": UNSEEN}

    def zones(self, state: State, rules: Rules, values: Values) -> list[Zone]:
        """OpenSpiel's words for the position; where something is hidden, for what each player sees, or who looks."""
        spiel = self.spiel(state, rules)
        if self.is_open or spiel.is_terminal() or not state.length:
            return [Zone("Position", str(spiel).splitlines(), None, Look.TEXT)]
        seers = [int(state.seer) - 1] if state.seer else range(spiel.num_players())
        return [Zone("Sees", self._sees(spiel, seer).splitlines(), seer, Look.TEXT) for seer in seers]

    def offer(self, state: State, rules: Rules, values: Values, action: int) -> Offer:
        """A legal action in OpenSpiel's words; a part of one by what it may become."""
        spiel, (actions, unit) = self.spiel(state, rules), self._open(state, rules)
        names = [spiel.action_to_string(int(state.actor), a) for a in actions if a // unit % WORD == action]
        return Offer(names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}")
