"""The functions that the engine calls, written out as source text from what an author declared.

Text, so that Numba compiles and keeps them like any function of a game, and a traceback has their lines. They call the
author's functions by name; those of `kit` that stand in their place where the author has none are in `DEFAULTS` below.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from types import FunctionType
from typing import get_type_hints

from workbench.engine.bit_sets import WORD
from workbench.engine.cards import DRAWN, PLAYED
from workbench.engine.measures import CUT_SHORT
from workbench.engine.types import GameFunction
from workbench.kit.fields import NOBODY, OWNER, Holds, State, StateField
from workbench.kit.moves import (
    PART,
    USUAL,
    Argument,
    DeclaredMove,
    DeclaredStyle,
    Step,
    noted,
    number_action,
    parameters,
)
from workbench.kit.packs import Pack
from workbench.kit.sentences import PLAYER, names_in
from workbench.kit.tricks import pass_cards

INDENT = "    "
AUTHOR = "author_"
"""Stands before the names of the author's functions in the text; `_` before those that no argument of a move has."""
ACTOR = "player = state.actor & 63"
"""A number that the compiler knows not to be below 0, and so no index that counts from the end: 1 to 3 % of a play."""


@dataclass(frozen=True)
class Design:
    """The design from which the functions are written.

    functions   the author's functions that the kit looks for by name
    first       the first action of each move
    packs       the packs of all zones, the pack of sets of cards, and the lists of which there are copies
    lowest_wins whether the lowest score wins; where it is a rule, it `chooses_winner`
    swing       the lead, in points, at which a payoff is halfway from even to the most
    tells_end   whether an event of the author's tells the end of a play
    has_points  whether the score counts points
    keywords    how the keyword of a card is read, by the move that has effects
    """

    moves: tuple[DeclaredMove, ...]
    styles: tuple[DeclaredStyle, ...]
    state: type[State]
    pack: Pack | None
    packs: tuple[Pack, ...]
    copied: tuple[str, ...]
    functions: Mapping[str, GameFunction]
    seats: int
    lowest_wins: bool
    chooses_winner: bool
    swing: float
    win_weight: float
    measures: tuple[StateField, ...]
    counts_stages: str
    tells_end: bool
    keywords: Mapping[str, str]
    has_points: bool = True

    @property
    def is_cooperative(self) -> bool:
        """True if all win or lose together."""
        return "won" in self.functions

    @property
    def has_appraisal(self) -> bool:
        """True if the author says what actions are worth; else greedy tries them by playouts."""
        return "appraise" in self.functions

    @property
    def hidden(self) -> list[StateField]:
        """The zones that not everybody sees."""
        return [field for field in self.state.zones() if field.is_hidden]

    @property
    def deck(self) -> bool:
        """True if the stock is in an order."""
        return any(field.is_deck for field in self.shared)

    @property
    def from_decks(self) -> list[StateField]:
        """Each player's own deck and the hidden zones that are filled from it, the deck last; none without one."""
        of_players = [field for field in self.hidden if field.per_player]
        has_deck = any(field.is_deck for field in of_players)
        return sorted(of_players, key=lambda field: field.is_deck) if has_deck else []

    @property
    def shared(self) -> list[StateField]:
        """The hidden zones in which any card may lie that a player has not seen."""
        return [field for field in self.hidden if field not in self.from_decks]

    @property
    def stocks(self) -> list[StateField]:
        """The stocks, each with a pack of its own."""
        return [field for field in self.state.fields.values() if field.holds is Holds.STOCK]

    @property
    def listed(self) -> dict[str, StateField]:
        """The stocks of card lists, by the rule that has the list."""
        return {field.pack.rule: field for field in self.stocks if field.pack and field.pack.rule}

    @property
    def stock_layout(self) -> tuple[int, int, int]:
        """The layout of every stock: cards, players, and cards in a hand."""
        cards = [len(field.pack.names) for field in self.stocks if field.pack]
        return max(cards, default=0), self.seats, max((field.shape[0] for field in self.stocks), default=0)

    @property
    def boards(self) -> list[StateField]:
        """The fields with a set of spaces for each player, on which lines count."""
        fields = self.state.fields.values()
        return [
            field
            for field in fields
            if field.board and field.board.lines_in_use and field.shape == () and field.per_player
        ]

    @property
    def sets(self) -> list[StateField]:
        """The fields with a set of cards for each player."""
        return [field for field in self.state.fields.values() if field.is_set and field.per_player]

    @property
    def secrets(self) -> list[StateField]:
        """The secret numbers."""
        return [field for field in self.state.fields.values() if field.secrets]

    @property
    def private(self) -> list[str]:
        """The zones of each player's cards that nobody else sees: those in hand, or laid aside from there."""
        return [field.name for field in self.hidden if field.per_player and field.seen_by is OWNER]

    @property
    def hands(self) -> list[str]:
        """The zones of the cards that a player has: the private ones, or where there are none an open hand."""
        return self.private or [field.name for field in self.state.zones() if field.per_player and field.name == "hand"]

    @property
    def secret_moves(self) -> list[DeclaredMove]:
        """The moves of which others do not see with what card they are made."""
        return [move for move in self.moves if self.is_secret(move) or move.at_once]

    @property
    def simultaneous(self) -> list[DeclaredMove]:
        """The moves that all make at once."""
        return [move for move in self.moves if move.at_once]

    @cached_property
    def picked_moves(self) -> list[DeclaredMove]:
        """The moves whose choices are picked in parts: of several arguments, of many numbers, or after the move."""
        return [move for move in self.moves if len(move.steps) > 1 or (move.steps and self.group_of(move).names(move))]

    @property
    def has_match(self) -> bool:
        """True if the rules may say that a play is a match of several games."""
        return {"match", "games", "imagined"} <= {*self.state.fields}

    def of_play(self, name: str) -> str:
        """The function of a whole play by this name; without matches, that of a game."""
        return f"kit_match_{name}" if self.has_match else f"kit_{name}"

    @property
    def components(self) -> list[object]:
        """The functions with events that components of the kit bring."""
        passes = any(field.name == "chosen" and field.is_zone for field in self.state.fields.values())
        return [*self.state.events, *([pass_cards] if passes else [])]

    def is_drawn(self, field: str, values: Mapping[str, object]) -> bool:
        """True if a field belongs on the table under these written rules."""
        is_used = self.state.used_if.get(field)
        return is_used is None or is_used(values)

    @property
    def sign(self) -> str:
        """Stands before a score where the highest is to win."""
        by_rules = self.chooses_winner or "lowest_wins" in self.functions
        return "kit_sign(rules) * " if by_rules else "-" if self.lowest_wins else ""

    @property
    def has_kinds(self) -> bool:
        """True if kinds of action are other than the moves."""
        return any(move.kind for move in self.moves)

    @cached_property
    def kinds(self) -> dict[str, int]:
        """The kinds of action, by name: the members of enumerations, then those of moves."""
        members = [member.name for move in self.moves if callable(move.kind) for member in _members(move.kind)]
        named = [move.kind_name for move in self.moves if not callable(move.kind)]
        return {name: number for number, name in enumerate(dict.fromkeys([*members, *named]))}

    @property
    def has_whims(self) -> bool:
        """True if playouts draw lots: the kit's do, and those of an author that call `kit.whim`."""
        playout = self.functions.get("playout")
        return playout is None or "whim" in names_reached(playout)

    @property
    def draws_lots(self) -> bool:
        """True if a style draws lots."""
        return any(style.takes_lots for style in self.styles)

    def is_secret(self, move: DeclaredMove) -> bool:
        """True if the card goes where the others do not see it."""
        return bool(move.target) and self.state.fields[move.target].is_hidden

    def says(self, move: DeclaredMove, card: str) -> str:
        """An expression for whether a card has the keyword of which a move is the effect; empty where it is of none."""
        if move.keyword is None:
            return ""
        return f"{self.keywords[(move.played or move).name].format(card)} == {int(move.keyword)}"

    def width(self, step: Step) -> int:
        """How many choices a pick may have."""
        argument = step.argument
        if step.is_part or step.is_rest:
            return argument.parts if step.is_part else PART
        if argument.holds is Holds.CARD:
            return len(self.pack.names) if self.pack else 0
        if argument.holds is Holds.SUBSET:
            return (1 << (1 + argument.numbers[1] - argument.numbers[0])) - 1
        return self.seats if argument.holds is Holds.PLAYER else argument.numbers[1] + 1

    def first_width(self, move: DeclaredMove) -> int:
        """How many choices the first pick of a move may have."""
        return self.width(move.steps[0]) if move.steps else 1

    @cached_property
    def groups(self) -> list["PhaseMoves"]:
        """The moves of no phase, then those of each phase: the numbers of their choices begin anew with each."""
        phases = dict.fromkeys(move.phase for move in self.moves if move.phase is not None)
        always, *by_phase = [[move for move in self.moves if move.phase == phase] for phase in (None, *phases)]
        group = self.numbered(0, always, 0, WORD - max(map(len, by_phase), default=0))
        rest = [self.numbered(1 + number, moves, group.end, WORD) for number, moves in enumerate(by_phase)]
        return [group, *rest]

    def numbered(self, number: int, moves: list[DeclaredMove], start: int, room: int) -> "PhaseMoves":
        """These moves with the numbers of their choices, from `start` on, and below `room`.

        Where there are too many, moves with a choice share numbers, and where more than one of these may be made, it
        is picked first which. If there are still too many, the move is always picked first.
        """
        with_choice = [move for move in moves if move.steps]
        for sharing in ([], with_choice):
            end = start + max([len(sharing), *map(self.first_width, sharing)] if sharing else [0])
            first = dict.fromkeys((move.name for move in sharing), start)
            for move in moves:
                if move not in sharing:
                    played = (move.played or move).name  # all effects of a move have its numbers
                    first[move.name] = first.setdefault(played, end)
                    end = max(end, first[played] + self.first_width(move))
            if end <= room:
                return PhaseMoves(number, moves, first, sharing, end)
        if start + len(moves) > room:
            raise TypeError(
                f"{len(moves)} moves may be made at a time, beside {start} choices; there is room for {WORD}"
            )
        first = {move.name: start + place for place, move in enumerate(moves)}
        return PhaseMoves(number, moves, first, moves, start + len(moves), is_named=True)

    def group_of(self, move: DeclaredMove) -> "PhaseMoves":
        return next(group for group in self.groups if move in group.moves)

    @property
    def first(self) -> dict[str, int]:
        """The first action of each move."""
        return {name: first for group in self.groups for name, first in group.first.items()}


@dataclass(frozen=True)
class PhaseMoves:
    """The moves of a phase, or of no phase, and the first number of each; `end` is behind the last of them.

    sharing    moves that have the same numbers: where more than one of them may be made, it is picked first which
    is_named   True where that is picked first in any case
    """

    number: int
    moves: list[DeclaredMove]
    first: Mapping[str, int]
    sharing: list[DeclaredMove]
    end: int
    is_named: bool = False

    def names(self, move: DeclaredMove) -> bool:
        """True if the move itself may have to be picked, before that with which it is made."""
        return move in self.sharing and (self.is_named or len(self.sharing) > 1)

    def naming(self, move: DeclaredMove) -> int:
        """The number by which the move itself is picked."""
        return min(self.first.values()) + self.sharing.index(move)

    @property
    def are_named(self) -> str:
        """An expression for whether the move is to be picked first; empty for never."""
        may_be = f"kit_several_{self.number}(state, rules, player)" if len(self.sharing) > 1 else ""
        return "True" if self.is_named else may_be


def names_reached(function: GameFunction) -> set[str]:
    """The names that a function reads, with those that the functions it calls read."""
    left, seen, names = [function], set[object](), set[str]()
    while left:
        function = left.pop()
        seen.add(function)
        names.update(function.__code__.co_names)
        called = (function.__globals__.get(name) for name in function.__code__.co_names)
        left += [value for value in called if isinstance(value, FunctionType) and value not in seen]
    return names


def _members(kind: GameFunction) -> type[IntEnum]:
    """The enumeration of which a function says a member."""
    return get_type_hints(kind)["return"]  # type: ignore[no-any-return]


def call(function: GameFunction, **other_names: str) -> str:
    """The call of an author's function, with the arguments that it names."""
    arguments = [other_names.get(name, name) for name in parameters(function)]
    return f"{AUTHOR}{function.__name__}({', '.join(arguments)})"


def block(head: str, body: Iterable[str]) -> list[str]:
    """A statement with what stands below it."""
    return [head, *(INDENT + line for line in body)]


def function(name: str, arguments: str, body: Iterable[str]) -> list[str]:
    return [*block(f"def kit_{name}({arguments}):", body), ""]


def written(design: Design) -> str:
    """All functions."""
    parts = (
        _begin,
        _legal_actions,
        _picks,
        _apply,
        _scores,
        _match,
        _payoff,
        _report,
        _action_kind,
        _conceal,
        _determinize,
        _observation,
        _bots,
    )
    return "\n".join(line for part in parts for line in part(design))


def _begin(design: Design) -> list[str]:
    body = ["state.pack = WHOLE_PACK"] if design.pack else []
    body += [f"state.{field.name}.stream = {number}" for number, field in enumerate(design.stocks)]
    for field in design.state.fields.values():
        if field.start:
            at_first = f"rules.{field.start}" if isinstance(field.start, str) else field.start
            place = f"state.{field.name}[:rules.players]" if field.holds is Holds.PER_PLAYER else f"state.{field.name}"
            body.append(f"{place} = {at_first}")
    if design.draws_lots:
        body += block("for player in range(rules.players):", ["state.lots[player] = player_word(chance, player)"])
    if setup := design.functions.get("setup"):
        body.append(call(setup))
    return function("begin", "state, rules, chance", [*body, *_told_end(design)])


def _told_end(design: Design) -> list[str]:
    if design.tells_end:
        return []
    capped = ", state.capped" if CUT_SHORT in design.state.fields else ""
    return block(
        "if state.over:", [f"note(END_EVENT, rules.players, -1, {design.of_play('winners')}(state, rules){capped})"]
    )


# Moves


Source = Callable[[DeclaredMove], list[str]]


def _when(move: DeclaredMove, lines: list[str]) -> list[str]:
    return block(f"if {call(move.when)}:", lines) if move.when and lines else lines


def _conditions(design: Design, then: Source, naming: Source | None = None) -> list[str]:
    """The source for each move, where it may be made; by `naming` where the move itself is to be picked first."""

    def of_group(group: PhaseMoves) -> list[str]:
        direct = {move.name: _when(move, then(move)) for move in group.moves}
        if naming is None or not group.are_named:
            return [line for move in group.moves for line in direct[move.name]]
        named = [line for move in group.sharing for line in _when(move, naming(move))]
        if group.is_named:
            return named
        shared = [line for move in group.sharing for line in direct[move.name]]
        others = [line for move in group.moves if move not in group.sharing for line in direct[move.name]]
        return [*block(f"if {group.are_named}:", named), *(block("else:", shared) if shared else []), *others]

    always, *by_phase = design.groups
    branches = [
        (f"if state.phase == {group.moves[0].phase}:", inside) for group in by_phase if (inside := of_group(group))
    ]
    return [*of_group(always), *_chained(branches)]


def _chained(branches: Iterable[tuple[str, list[str]]], ends_with_else: bool = False) -> list[str]:
    """Source that takes the first of the branches whose head holds; the last where no other does, if that is said."""
    lines: list[str] = []
    for number, (head, inside) in enumerate(rest := list(branches)):
        is_last = ends_with_else and number == len(rest) - 1
        lines += block("else:" if is_last and number else head if number == 0 else f"el{head}", inside)
    return rest[0][1] if ends_with_else and len(rest) == 1 else lines


def condition_of(move: DeclaredMove) -> str:
    """When a move may be made, as an expression; empty for always."""
    parts = [] if move.phase is None else [f"state.phase == {move.phase}"]
    return " and ".join([*parts, *([call(move.when)] if move.when else [])])


def _legal_actions(design: Design) -> list[str]:
    def add_choices(move: DeclaredMove) -> list[str]:
        choices = [f"_choices = {_choices_of(move)}"] if move.at_once else _judged(design, move)
        if len(move.steps) > 1:
            choices = [f"_choices = {_open(move, 0)}"]
        return [*choices, f"legal = legal | (_choices << np.uint64({design.first[move.name]}))"]

    def add_name(move: DeclaredMove) -> list[str]:
        named = [f"legal = add(legal, {design.group_of(move).naming(move)})"]
        return block(f"if {_open(move, 0)} != EMPTY:", named) if move.steps else named

    if legal := design.functions.get("legal"):
        return function("legal_actions", "state, rules", [f"return {call(legal)}"])
    lines: list[str] = []
    for group in design.groups:
        if group.are_named and not group.is_named:
            counted = [line for move in group.sharing for line in _when(move, ["_open += 1"])]
            several = ["_open = 0", *counted, "return _open > 1"]
            lines += [*block(f"def kit_several_{group.number}(state, rules, player):", several), ""]
    for move in design.simultaneous:
        name, arguments = _choices_of(move).split("(", 1)
        lines += [*block(f"def {name}({arguments}:", [*_judged(design, move), "return _choices"]), ""]
    for move in design.picked_moves:
        for step in reversed(range(len(move.steps))):
            lines += [*_open_picks(design, move, step), *_ways_of_picks(design, move, step)]
    body = [ACTOR]
    body += _midway(design, lambda move, step: [f"return {_open(move, step, 'state.picked_')}"])
    body += ["legal = EMPTY", *_conditions(design, add_choices, add_name), "return legal"]
    return lines + function("legal_actions", "state, rules", body)


def _choices_of(move: DeclaredMove) -> str:
    """The call that answers with the choices of a move that all make at once, for any player."""
    return f"kit_choices_of_{move.name}(state, rules, player)"


def _judged(design: Design, move: DeclaredMove) -> list[str]:
    """The source for the set of choices of a move with one argument, or none."""
    return _of_argument(design, move, move.arguments[0]) if move.arguments else ["_choices = ONE"]


def _of_argument(design: Design, move: DeclaredMove, argument: Argument) -> list[str]:
    """The source for the set of what an argument may be, once those before it are chosen."""
    choices = [f"_choices = {_choices(design, move, argument)}"]
    judges = [call(argument.among)] if argument.among and argument.judges else []
    if move.keyword is not None and argument is move.arguments[0]:
        judges.append(design.says(move, argument.name))
    if judges:
        judging = block(f"if not ({' and '.join(judges)}):", ["_choices = remove(_choices, _number)"])
        step = ["_number = lowest(_rest)", "_rest = without_lowest(_rest)", _argument(argument, "_number"), *judging]
        choices += ["_rest = _choices", *block("while _rest != EMPTY:", step)]
    return choices


# Choices that are picked in parts: `state.picking` says of which move, and `state.part`, from 1 on, what comes next


PICK = "_pick_"
"""Stands before the number of a pick, where it is a variable; `state.picked_` where it is a field."""


def pick_fields(design: Design) -> list[str]:
    """The fields that hold what is picked, and of which move; none where each choice is one action."""
    most = max((len(move.steps) for move in design.picked_moves), default=0)
    return ["part", "picking", *(f"picked_{step}" for step in range(most - 1))] if design.picked_moves else []


def _open(move: DeclaredMove, step: int, picked: str = PICK) -> str:
    """The call for the picks of a step that lead to a whole choice."""
    return f"kit_open_{step}_of_{move.name}({', '.join(['state, rules, player', *_earlier(step, picked)])})"


def _ways(move: DeclaredMove, step: int, legal: str, picked: str = PICK) -> str:
    """The call for the number of whole choices that begin with one of these picks of a step."""
    return f"kit_ways_{step}_of_{move.name}({', '.join(['state, rules, player', *_earlier(step, picked), legal])})"


def _earlier(step: int, picked: str = PICK) -> list[str]:
    return [f"{picked}{place}" for place in range(step)]


def _chosen(move: DeclaredMove, step: int) -> list[str]:
    """The source for the arguments that are chosen before a step."""
    lines = []
    for place, earlier in enumerate(move.steps[:step]):
        low = earlier.argument.numbers[0]
        number = f"{low} + {PART} * {PICK}{place - 1} + {PICK}{place}" if earlier.is_rest else f"{PICK}{place}"
        if not earlier.is_part:
            lines.append(_argument(earlier.argument, number))
    return lines


def _bears_on_later(move: DeclaredMove, step: int) -> bool:
    """True if what is picked changes what may be picked later."""
    name = move.steps[step].argument.name
    later = (other.argument.among for other in move.steps[step + 1 :])
    return move.steps[step].is_part or any(among and name in parameters(among) for among in later)


def _open_picks(design: Design, move: DeclaredMove, step: int) -> list[str]:
    """The function for `_open`."""
    pick, last = move.steps[step], step == len(move.steps) - 1
    argument, body = pick.argument, _chosen(move, step)
    if pick.is_part:
        body.append(f"_choices = up_to({argument.parts})")
    elif pick.is_rest:
        head = f"for {argument.name} in range(_first, min(_first + {PART}, {argument.numbers[1] + 1})):"
        there = [f"_choices = add(_choices, {argument.name} - _first)"]
        inside = block(f"if {call(argument.among)}:", there) if argument.among else there
        body += [
            f"_first = {argument.numbers[0]} + {PART} * {PICK}{step - 1}",
            "_choices = EMPTY",
            *block(head, inside),
        ]
    else:
        body += _of_argument(design, move, argument)
    if not last and _bears_on_later(move, step):
        picked = [f"{PICK}{step} = lowest(_left)", "_left = without_lowest(_left)"]
        picked += block(f"if {_open(move, step + 1)} == EMPTY:", [f"_choices = remove(_choices, {PICK}{step})"])
        body += ["_left = _choices", *block("while _left != EMPTY:", picked)]
    elif not last:
        body += [f"{PICK}{step} = 0", *block(f"if {_open(move, step + 1)} == EMPTY:", ["return EMPTY"])]
    return [*block(f"def {_open(move, step)}:", [*body, "return _choices"]), ""]


def _ways_of_picks(design: Design, move: DeclaredMove, step: int) -> list[str]:
    """The function for `_ways`."""
    begun = _ways(move, step + 1, _open(move, step + 1))
    if step == len(move.steps) - 1:
        body = ["return count(legal)"]
    elif _bears_on_later(move, step):
        picked = [f"{PICK}{step} = lowest(legal)", "legal = without_lowest(legal)", f"_whole += {begun}"]
        body = ["_whole = 0", *block("while legal != EMPTY:", picked), "return _whole"]
    else:
        body = [f"{PICK}{step} = 0", f"return count(legal) * {begun}"]
    return [*block(f"def {_ways(move, step, 'legal')}:", body), ""]


def _midway(design: Design, then: Callable[[DeclaredMove, int], list[str]]) -> list[str]:
    """The source for where a choice is picked in part, by its move and by what is picked next."""
    branches = []
    for number, move in enumerate(design.moves):
        if move in design.picked_moves:
            begins = 0 if design.group_of(move).names(move) else 1
            of_parts = [(f"if state.part == {1 + step}:", then(move, step)) for step in range(begins, len(move.steps))]
            branches.append((f"if state.picking == {number}:", _chained(of_parts, ends_with_else=True)))
    return block("if state.part != 0:", _chained(branches, ends_with_else=True)) if branches else []


def _picks(design: Design) -> list[str]:
    """The source for whether a choice is picked in part, and for how many whole choices begin with some picks."""
    if not design.picked_moves:
        return []

    def of_choices(move: DeclaredMove) -> list[str]:
        if len(move.steps) < 2:
            return []
        first, width = design.first[move.name], design.first_width(move)
        begun = f"(legal >> np.uint64({first})) & up_to({width})"
        begun += f" & {_open(move, 0)}" if move.keyword is not None else ""  # other cards have other effects
        return [f"_choices = {begun}", f"_whole += {_ways(move, 0, '_choices')} - count(_choices)"]

    def of_name(move: DeclaredMove) -> list[str]:
        begun = [f"_whole += {_ways(move, 0, _open(move, 0))} - 1"] if move.steps else []
        return block(f"if holds(legal, {design.group_of(move).naming(move)}):", begun) if begun else []

    body = [ACTOR]
    body += _midway(design, lambda move, step: [f"return {_ways(move, step, 'legal', 'state.picked_')}"])
    body += ["_whole = count(legal)", *_conditions(design, of_choices, of_name), "return _whole"]
    return [
        *function("picks", "state, rules", ["return np.int64(state.part)"]),
        *function("ways", "state, rules, legal", body),
    ]


def _choices(design: Design, move: DeclaredMove, argument: Argument) -> str:
    """The set of what an argument may be, as an expression."""
    among = call(argument.among) if argument.among and not argument.judges else ""
    if argument.holds is Holds.CARD:
        if not move.source or argument.name != move.carried:
            return among or "WHOLE_PACK"
        field = design.state.fields[move.source]
        cards = f"state.{move.source}[player]" if field.per_player else f"state.{move.source}"
        return f"{cards} & {among}" if among else cards
    if among and argument.holds is not Holds.SUBSET:
        return among
    if argument.holds is Holds.PLAYER:
        return "up_to(rules.players) & ~only(player)"
    low, high = argument.numbers
    numbers = among or f"np.uint64({((1 << (high + 1)) - 1) & ~((1 << low) - 1)})"
    return f"subsets(({numbers}) >> np.uint64({low}))" if argument.holds is Holds.SUBSET else numbers


def _apply(design: Design) -> list[str]:
    counted = ["state.moves += 1"] if design.draws_lots else []

    def carried_out(move: DeclaredMove) -> list[str]:
        first = design.first[move.name]
        number = f"(action - {first})" if first else "action"
        if len(move.steps) > 1:
            return [f"state.picking = {design.moves.index(move)}", f"state.picked_0 = {number}", "state.part = 2"]
        return [*([_argument(move.arguments[0], number)] if move.steps else []), *counted, *_carried_out(design, move)]

    def named(move: DeclaredMove) -> list[str]:
        begun = [f"state.picking = {design.moves.index(move)}", "state.part = 1"]
        return begun if move.steps else [*counted, *_carried_out(design, move)]

    def picked(move: DeclaredMove, step: int) -> list[str]:
        if step < len(move.steps) - 1:
            return [f"state.picked_{step} = action", f"state.part = {2 + step}"]
        lines = [f"{PICK}{place} = state.picked_{place}" for place in range(step)]
        lines += [f"{PICK}{step} = action", *(f"state.{field} = 0" for field in pick_fields(design))]
        return [*lines, *_chosen(move, step + 1), *counted, *_carried_out(design, move)]

    midway, taken = _midway(design, picked), _dispatched(design, carried_out, named)
    body = [ACTOR, *midway, *(block("else:", taken) if midway else taken)]
    if after := design.functions.get("after_move"):
        body += block("if state.part == 0:", [call(after)]) if pick_fields(design) else [call(after)]
    ends = block("if state.over and not state.imagined:", ["kit_end_of_game(state, rules, chance)"])
    body += ends if design.has_match else []
    return function("apply", "state, rules, chance, action", [*body, *_told_end(design)])


def _dispatched(design: Design, then: Source, naming: Source) -> list[str]:
    """The source for each move, for an `action` that is one of it; by `naming` where it picks the move itself."""
    always, *by_phase = design.groups
    branches = [
        (f"if state.phase == {group.moves[0].phase}:", _among(design, group, then, naming)) for group in by_phase
    ]
    if always.moves:
        branches.insert(0, (f"if action < {always.end}:", _among(design, always, then, naming)))
    return _chained(branches, ends_with_else=True)


def _among(design: Design, group: PhaseMoves, then: Source, naming: Source) -> list[str]:
    """The same among moves of one phase."""
    branches = []
    named = [(f"if action == {group.naming(move)}:", naming(move)) for move in group.sharing]
    if group.is_named:
        return _chained(named, ends_with_else=True)
    if group.sharing:
        first = group.first[group.sharing[0].name]
        end = first + max([len(named), *map(design.first_width, group.sharing)])
        shared = _chained(
            [(f"if {call(move.when)}:" if move.when else "if True:", then(move)) for move in group.sharing],
            ends_with_else=True,
        )
        if group.are_named:
            shared = [*block(f"if {group.are_named}:", _chained(named, ends_with_else=True)), *block("else:", shared)]
        branches.append((f"if {first} <= action and action < {end}:", shared))
    for move in group.moves:
        if move not in group.sharing:
            first = group.first[move.name]
            head = f"if {first} <= action and action < {first + design.first_width(move)}"
            head += f" and {says}:" if (says := design.says(move, f"(action - {first})")) else ":"
            branches.append((head if move.steps else f"if action == {first}:", then(move)))
    return _chained(branches, ends_with_else=True)


def _carried_out(design: Design, move: DeclaredMove) -> list[str]:
    """A move: its card changes zones, the author's function does the rest, and the trace is told."""
    return _at_once(design, move) if move.at_once else _with_arguments(design, move)


def _at_once(design: Design, move: DeclaredMove) -> list[str]:
    """A choice waits until the last player has chosen; then all are told, and each is carried out."""
    chosen, everybody = f"state.{chosen_field(move)}[player]", "for player in range(rules.players):"
    again = _argument(move.arguments[0], f"np.int64({chosen})")
    telling = noted(move.sentence, move.function, move.event, PLAYER, is_move=True)
    told = block(everybody, [again, telling]) if move.sentence else []
    carried = [again, *_moved(design, move), call(move.function)]
    return [
        f"{chosen} = action - {design.first[move.name]}",
        "state.actor += 1",
        *block(
            "if state.actor == rules.players:",
            ["state.actor = 0", *told, *block(everybody, carried)],
        ),
    ]


def chosen_field(move: DeclaredMove) -> str:
    """The field in which the choices of a move wait that all make at once."""
    return f"chosen_{move.name.rstrip('_')}"


def _moved(design: Design, move: DeclaredMove) -> list[str]:
    """The source by which what a move is made with changes places."""
    if move.target and not move.source:
        return [f"{_place(design.state.fields[move.target])} = {move.carried}"]
    taken = [_taken(design.state.fields[move.source], move)] if move.source and (move.target or move.at_once) else []
    return [*taken, *([_put(design.state.fields[move.target], move)] if move.target else [])]


def _with_arguments(design: Design, move: DeclaredMove) -> list[str]:
    lines = _moved(design, move)
    calls = [*([call(move.played.function)] if move.played else []), call(move.function)]
    if not move.sentence:
        return [*lines, *calls]
    telling = noted(move.sentence, move.teller, move.event, PLAYER, is_move=True)
    if {move.source, move.target} & {*names_in(move.sentence)} - {*move.names}:  # the card lies there when it is told
        lines, telling = [f"hold_{telling}", *lines], "release_note()"
    return [*lines, telling, *calls]


def _argument(argument: Argument, number: str) -> str:
    """The argument of a move from the number of its choice."""
    subset = f"np.uint64({number} + 1) << np.uint64({argument.numbers[0]})"
    return f"{argument.name} = {subset if argument.holds is Holds.SUBSET else number}"


def _place(field: StateField) -> str:
    is_players = field.per_player or field.holds is Holds.PER_PLAYER
    return f"state.{field.name}[player]" if is_players else f"state.{field.name}"


def _taken(field: StateField, move: DeclaredMove) -> str:
    return f"{_place(field)} = remove({_place(field)}, {move.carried})"


def _put(field: StateField, move: DeclaredMove) -> str:
    if field.holds is Holds.PILE:
        return f"state.{field.name}[state.{field.length}] = {move.carried}; state.{field.length} += 1"
    if field.put is not None:
        names = [name if name in USUAL else move.carried for name in parameters(field.put)]
        return f"put_{field.name}({', '.join(names)})"
    return f"{_place(field)} = add({_place(field)}, {move.carried})"


def _action_kind(design: Design) -> list[str]:
    def kind_of(move: DeclaredMove) -> list[str]:
        if callable(move.kind):
            first = design.kinds[next(iter(_members(move.kind))).name]
            chosen = [_argument(move.arguments[0], f"(action - {design.first[move.name]})")] if move.steps else []
            return [*chosen, f"return np.int64({first} + {call(move.kind)})"]
        return [f"return np.int64({design.kinds[move.kind_name]})"]

    def number_of(move: DeclaredMove) -> list[str]:
        return [f"return np.int64({design.moves.index(move)})"]

    picked = block("if state.part != 0:", ["return np.int64(state.picking)"]) if design.picked_moves else []
    midway = _midway(design, lambda move, step: kind_of(move)) if design.has_kinds else picked
    numbered = {move.name: 1 << number for number, move in enumerate(design.moves)}
    conditions = _conditions(design, lambda move: [f"situation += {numbered[move.name]}"] if condition_of(move) else [])
    situation = [ACTOR, "situation = 0", *conditions, "return np.int64(situation)"]
    if differs := design.functions.get("situation"):
        situation = [f"return np.int64({call(differs)})"]
    arguments = "state, rules, action"
    return [
        *function("action_kind", arguments, [ACTOR, *midway, *_dispatched(design, kind_of, kind_of)]),
        *function("move_of", arguments, [ACTOR, *picked, *_dispatched(design, number_of, number_of)]),
        *function("situation", "state, rules", situation),
    ]


# Scores


def _scores(design: Design) -> list[str]:
    score, won = design.functions.get("score"), design.functions.get("won")
    is_common = "score" in design.state.fields and design.state.fields["score"].holds is Holds.NUMBER
    scored = call(score) if score else "state.score" if is_common else "state.score[player]"
    ranked = f"{design.sign}kit_score"
    winners = _leaders(ranked)
    if wins := design.functions.get("winners"):
        winners = [f"return {call(wins)}"]
    if won:
        winners = [f"return up_to(rules.players) if {call(won)} else EMPTY"]
    lead = [f"return {ranked}(state, rules, player)"] if won else _lead(design, ranked)
    tied, lowest = design.functions.get("tied"), design.functions.get("lowest_wins")
    is_lowest = call(lowest) if lowest else "rules.lowest_wins" if design.chooses_winner else "False"
    hand_of = design.functions.get("hand_of")
    hand = call(hand_of) if hand_of else " | ".join(f"state.{name}[player]" for name in design.hands)
    return [
        *function("score", "state, rules, player", [f"return np.int64({scored})"]),
        *function("sign", "rules", [f"return -1 if {is_lowest} else 1"]),
        *function("winners", "state, rules", winners),
        *function("lead", "state, rules, player", lead),
        *function(
            "standing",
            "state, rules, player",
            [f"return {'kit_match_rank' if design.has_match else ranked}(state, rules, player)"],
        ),
        *function(
            "stages_ended",
            "state, rules",
            [
                *(block(f"if {IN_MATCH}:", ["return np.int64(state.games)"]) if design.has_match else []),
                f"return {_stages(design)}",
            ],
        ),
        *(function("tied", "state, rules, result", [f"return {call(tied) if tied else False}"]) if tied or won else []),
        *(function("hand_of", "state, rules, player", [f"return {hand}"]) if hand else []),
        *(function("report_cards", "state, rules, use", _card_uses(design)) if design.listed else []),
    ]


def _leaders(ranked: str) -> list[str]:
    """The source of the players who rank highest."""
    return [
        f"best, winners = {ranked}(state, rules, 0), only(0)",
        *block(
            "for player in range(1, rules.players):",
            [
                f"score = {ranked}(state, rules, player)",
                *block("if score > best:", ["best, winners = score, only(player)"]),
                *block("elif score == best:", ["winners = add(winners, player)"]),
            ],
        ),
        "return winners",
    ]


def _lead(design: Design, ranked: str) -> list[str]:
    """The source of the lead over the best of the others."""
    if side := design.functions.get("side"):
        return _lead_of_side(ranked, side)
    return [
        f"rival = {ranked}(state, rules, {'1 if player == 0 and rules.players > 1 else 0'})",
        *block(
            "for other in range(rules.players):",
            block("if other != player:", [f"rival = max(rival, {ranked}(state, rules, other))"]),
        ),
        f"return {ranked}(state, rules, player) - rival",
    ]


IN_MATCH = "rules.match_wins > 1 or rules.match_games > 1"


def _match(design: Design) -> list[str]:
    """A match of several games: how it stands, and what comes when a game is over."""
    if not design.has_match:
        return []
    is_imagined = "state.over and state.imagined"  # a game that is over and not counted yet
    gained = [
        *block("if rules.match_wins > 1:", ["state.match[player] += holds(winners, player)"]),
        *block("else:", ["state.match[player] += kit_score(state, rules, player)"]),
    ]
    end = [
        "winners = kit_winners(state, rules)",
        *block("for player in range(rules.players):", gained),
        *block(f"if {IN_MATCH}:", ["end_game(state, rules)"]),
        *block("else:", ["state.games = 1"]),
        *block(
            "if not ends_match(state, rules):",
            ["kit_clear(state)", "start_play(chance, chance.play_key, state.games)", "kit_begin(state, rules, chance)"],
        ),
    ]
    by_wins = [
        f"won = {is_imagined} and holds(kit_winners(state, rules), player)",
        "return np.int64(state.match[player] + won)",
    ]
    added = "kit_score(state, rules, player) if not state.over or state.imagined else np.int64(0)"
    score = [
        *block("if rules.match_wins > 1:", by_wins),
        *block("if rules.match_games > 1:", [f"return np.int64(state.match[player] + ({added}))"]),
        "return kit_score(state, rules, player)",
    ]
    rank = [
        "score = kit_match_score(state, rules, player)",
        f"return score if rules.match_wins > 1 else {design.sign}score",
    ]
    alone = block(f"if not ({IN_MATCH}):", ["return kit_winners(state, rules)"])
    return [
        *function("end_of_game", "state, rules, chance", end),
        *function("match_score", "state, rules, player", score),
        *function("match_rank", "state, rules, player", rank),
        *function("match_winners", "state, rules", [*alone, *_leaders("kit_match_rank")]),
        *function("match_lead", "state, rules, player", _lead(design, "kit_match_rank")),
    ]


def _card_uses(design: Design) -> list[str]:
    """The source that tells which cards of stocks came into hands, and were played; of copies, which card."""
    inside: list[str] = []
    for rule, field in design.listed.items():
        for what in (DRAWN, PLAYED):
            sets = f"state.{field.name}.{what}[player], use.{rule}_{what}[player]"
            inside.append(f"rows_of({sets}, rules.{rule}_deck)" if rule in design.copied else f"copy_set({sets})")
    return [
        f"use.winners = {design.of_play('winners')}(state, rules)",
        *block("for player in range(rules.players):", inside),
    ]


def _lead_of_side(ranked: str, side: GameFunction) -> list[str]:
    """The lead over the best player of another side."""
    best = [
        f"score = {ranked}(state, rules, other)",
        "rival = score if rivals == 0 else max(rival, score)",
        "rivals += 1",
    ]
    return [
        "rival, rivals = 0, 0",
        *block("for other in range(rules.players):", block(f"if {call(side, player='other')} != {call(side)}:", best)),
        f"return {ranked}(state, rules, player) - rival",
    ]


def _payoff(design: Design) -> list[str]:
    swing = design.functions.get("swing")
    body = [
        "lead = float(kit_lead(state, rules, player))",
        f"ahead = 0.5 + 0.5 * lead / (abs(lead) + {call(swing) if swing else design.swing})",
        *block("if not state.over:", ["return ahead"]),
        "winners = kit_winners(state, rules)",
        f"share = {'1.0' if design.is_cooperative else '1.0 / count(winners)'} if holds(winners, player) else 0.0",
        f"return {design.win_weight} * share + {1.0 - design.win_weight} * ahead",
    ]
    if payoff := design.functions.get("payoff"):
        body = [f"return {call(payoff)}"]
    span = design.functions.get("payoff_span")
    spans = function("payoff_span", "state, rules, player", [f"return {call(span)}"]) if span else []
    return [*function("payoff", "state, rules, player", body), *spans]


def _stages(design: Design) -> str:
    stages = design.functions.get("stages")
    return call(stages) if stages else "np.int64(state.stage)"


def _report(design: Design) -> list[str]:
    is_together = design.is_cooperative
    by_player = (
        [f"result.points[player] = {design.of_play('score')}(state, rules, player)"]
        if design.has_points and not is_together
        else []
    )
    whole = [f"winners = {design.of_play('winners')}(state, rules)", "result.winners = winners"]
    if is_together:
        whole.append("result.won = winners != EMPTY")
        whole += ["result.score = kit_score(state, rules, 0)"] if design.has_points else []
    elif design.has_points:
        lead = f"abs({design.of_play('lead')}(state, rules, lowest(winners)))"
        whole.append(f"result.margin = {lead} if winners != EMPTY else 0")
    if design.counts_stages:
        whole.append(f"result.{design.counts_stages} = {_stages(design)}")
    for field in design.measures:
        if field.holds is Holds.PER_PLAYER:
            mean = f" / {_stages(design)}" if field.by else ""
            by_player.append(f"result.{field.name}[player] = {field.read}{mean}")
        else:
            whole.append(f"result.{field.name} = {field.read}")
    body = [*whole, *(block("for player in range(rules.players):", by_player) if by_player else [])]
    return function("report", "state, rules, result", body)


# Hidden information


def _conceal(design: Design) -> list[str]:
    knows = design.functions.get("knowledge")
    body = [f"seen = {call(knows) if knows else 'state.looked[player]'}"] if design.hidden else []
    if design.from_decks:
        *filled, deck = (f"state.{field.name}[other]" for field in design.from_decks)
        others = [f"state.unseen_of[other] = ({' | '.join([*filled, deck])}) & ~seen"]
        alone = [f"state.unseen_of[other] = {deck} & ~seen"]
        body += block("for other in range(rules.players):", [*alone, *block("if other != player:", others)])
    for field in design.hidden:
        body += _concealed(field)
    if design.deck:
        body.append("forget_order(state)")
    body += [f"conceal_stock(state.{field.name}, rules.players, player)" for field in design.stocks]
    for field in design.secrets:
        body += _concealed_numbers(field)
    if design.hidden and not knows:
        body += block(
            "for other in range(rules.players):", block("if other != player:", ["state.looked[other] = EMPTY"])
        )
    if any(map(design.is_secret, design.picked_moves)):  # to others, nothing is picked until all is
        body += block("if player != state.actor:", [f"state.{field} = 0" for field in pick_fields(design)])
    forgotten = ["state.lots[other] = EMPTY"] if design.draws_lots else []
    forgotten += [f"state.{chosen_field(move)}[other] = 0" for move in design.simultaneous]
    if forgotten:
        body += block("for other in range(rules.players):", block("if other != player:", forgotten))
    body += ["state.whim = EMPTY", *(["state.imagined = False"] if design.has_match else [])]
    if refine := design.functions.get("conceal"):
        body.append(call(refine))
    return function("conceal", "state, rules, player", body)


def _concealed(field: StateField) -> list[str]:
    place, unseen = f"state.{field.name}", f"state.unseen_{field.name}"
    if not field.per_player:
        return [f"{unseen} = count({place} & ~seen)", f"{place} = {place} & seen"]
    inside = [f"{unseen}[other] = count({place}[other] & ~seen)", f"{place}[other] = {place}[other] & seen"]
    if field.seen_by is OWNER:
        inside = block("if other != player:", inside)
    return block("for other in range(rules.players):", inside)


def _concealed_numbers(field: StateField) -> list[str]:
    """Of what was dealt it is known what is there to be drawn."""
    number = f"state.{field.name}[other]"
    seen = f" and not {call(field.knows)}" if field.knows else ""
    drawn = [f"state.unseen_{field.name}[{number}] += 1"] if field.is_dealt else []
    inside = block(f"if other != player and {number} >= 0{seen}:", [*drawn, f"{number} = UNSEEN"])
    reset = [f"state.unseen_{field.name}[:] = 0"] if field.is_dealt else []
    return [*reset, *block("for other in range(rules.players):", inside)]


def _drawn_numbers(field: StateField) -> list[str]:
    number = f"state.{field.name}[other]"
    numbers = f"state.unseen_{field.name}"
    drawn = f"take_kind({numbers}, player_below(chance, player, total({numbers})))"
    anything = f"player_below(chance, player, {field.secrets})"
    inside = block(f"if {number} == UNSEEN:", [f"{number} = {drawn if field.is_dealt else anything}"])
    return block("for other in range(rules.players):", inside)


def _determinize(design: Design) -> list[str]:
    body = ["state.whim = player_word(chance, player)"] if design.has_whims else []
    if worlds := design.functions.get("worlds"):
        body = [call(worlds), *body]
    elif design.shared:
        drawn = _drawn(design) if design.deck else [*_counted(design), SHARE_OUT, *_shared_out(design)]
        body = [*_drawn_from_decks(design), *_unseen(design), *_possible(design, drawn), *body]
    else:
        body = [*_drawn_from_decks(design), *body]
    body += [f"draw_world(state.{field.name}, rules.players, player, chance)" for field in design.stocks]
    body += _likely(design, [line for field in design.secrets for line in _drawn_numbers(field)])
    for move in design.simultaneous:
        drawn = ["_choices = " + _choices_of(move).replace("player)", "other)")]
        drawn.append(
            f"state.{chosen_field(move)}[other] = nth(_choices, player_below(chance, player, count(_choices)))"
        )
        have_chosen = block("for other in range(state.actor):", block("if other != player:", drawn))
        condition = condition_of(move)
        body += block(f"if {condition}:", have_chosen) if condition else have_chosen
    if refine := design.functions.get("determinize"):
        body.append(call(refine))
    body += ["state.imagined = True"] if design.has_match else []
    return function("determinize", "state, rules, player, chance", body or ["pass"])


MOST_DRAWS = 64
"""Draws of a world at most, until one may be: the last is taken."""


def _possible(design: Design, drawn: list[str]) -> list[str]:
    """The source that draws hidden cards, and takes them back while the author holds them to be impossible."""
    if not (possible := design.functions.get("possible")):
        return drawn
    taken_back = _in_shared(
        design,
        lambda field, zone, unseen, start: [f"{unseen} = count({zone} & _unseen)", f"{zone} = {zone} & ~_unseen"],
    )
    return ["_unseen = unseen", *_until(call(possible), ["unseen = _unseen", *drawn], taken_back)]


def _likely(design: Design, drawn: list[str]) -> list[str]:
    """The source that draws secret numbers, as often as the author holds them to be likely."""
    if not (likely := design.functions.get("likely")):
        return drawn
    is_taken = f"player_below(chance, player, {1 << 30}) < {1 << 30} * {call(likely)}"
    return _until(is_taken, drawn, [line for field in design.secrets for line in _concealed_numbers(field)])


def _until(is_taken: str, drawn: list[str], taken_back: list[str]) -> list[str]:
    accepted = block(f"if _draw == {MOST_DRAWS - 1} or {is_taken}:", ["break"])
    return block(f"for _draw in range({MOST_DRAWS}):", [*drawn, *accepted, *taken_back])


SHARE_OUT = "share_out(unseen, state.room, state.barred, state.dealt, state.way, chance, player)"


def places(design: Design) -> int:
    """How many places hidden cards may lie in."""
    return sum(design.seats if field.per_player else 1 for field in design.shared)


def _in_shared(design: Design, lines_of: Callable[[StateField, str, str, str], list[str]]) -> list[str]:
    """The source for each hidden zone, from its field, what it and its unseen cards are called, and its first place."""
    lines, inside, start = list[str](), list[str](), 0
    for field in design.shared:
        place, number = ("[other]", f"{start} + other") if field.per_player else ("", f"{start}")
        source = lines_of(field, f"state.{field.name}{place}", f"state.unseen_{field.name}{place}", number)
        (inside if field.per_player else lines).extend(source)
        start += design.seats if field.per_player else 1
    return [*lines, *(block("for other in range(rules.players):", inside) if inside else [])]


def _drawn_from_decks(design: Design) -> list[str]:
    """Of what a player has, some cards are drawn into the other zones; the rest are the player's deck."""
    inside: list[str] = []
    for field in design.from_decks:
        place, unseen = f"state.{field.name}[other]", f"state.unseen_{field.name}[other]"
        inside += [f"cards = some_of(state.unseen_of[other], {unseen}, chance, player)", f"{place} = {place} | cards"]
        inside += ["state.unseen_of[other] = state.unseen_of[other] & ~cards", f"{unseen} = 0"]
    return block("for other in range(rules.players):", inside) if inside else []


def _unseen(design: Design) -> list[str]:
    """The cards whose place the player does not know."""
    if knows := design.functions.get("knowledge"):
        return [f"unseen = state.pack & ~{call(knows)}"]
    in_zones = [field for field in design.state.zones() if field.per_player]
    single = [f"state.{field.name}" for field in design.state.zones() if not field.per_player]
    lines = [f"unseen = state.pack & ~({' | '.join(single)})" if single else "unseen = state.pack"]
    for field in design.state.fields.values():
        if field.holds is Holds.PILE and field.pack == design.pack:
            lying = f"unseen = remove(unseen, state.{field.name}[place])"
            lines += block(f"for place in range(state.{field.length}):", [lying])
    inside = [f"unseen = unseen & ~state.{field.name}[other]" for field in in_zones]
    return [*lines, *(block("for other in range(rules.players):", inside) if inside else [])]


def _drawn(design: Design) -> list[str]:
    """Unseen cards are drawn into the other hidden zones, each as likely as another; the rest are the deck."""

    def drawn(field: StateField, zone: str, unseen: str, start: str) -> list[str]:
        cards = f"cards = draw_unseen(state, {unseen}, chance, player)"
        lines = [cards, f"{zone} = {zone} | cards", "unseen = unseen & ~cards", f"{unseen} = 0"]
        return [] if field.is_deck else lines

    return ["lay_out(state, unseen)", *_in_shared(design, drawn), "state.stock, state.unseen_stock = unseen, 0"]


def _counted(design: Design) -> list[str]:
    """How much room there is where."""

    def counted(field: StateField, zone: str, unseen: str, start: str) -> list[str]:
        has_owner = field.per_player and field.seen_by is not NOBODY
        barred = [f"state.barred[{start}] = state.lacks[other]"] if has_owner else []
        return [f"state.room[{start}] = {unseen}", *barred]

    return _in_shared(design, counted)


def _shared_out(design: Design) -> list[str]:
    """The cards go to their zones; the room to work in is left as it was."""
    lines = _in_shared(
        design,
        lambda field, zone, unseen, start: [f"{zone} = {zone} | state.dealt[{start}]", f"{unseen} = 0"],
    )
    reset = ["state.room[place] = state.way[place] = 0", "state.barred[place] = state.dealt[place] = EMPTY"]
    return [*lines, *block(f"for place in range({places(design)}):", reset)]


def _observation(design: Design) -> list[str]:
    """The source for what others see of a secret move, and what a player alone knows: only where moves are secret."""
    if sees := design.functions.get("observation"):
        lines = function("observation", "state, rules, player, action", [f"return np.int64({call(sees)})"])
        if knows := design.functions.get("private_information"):
            lines += function("private_information", "state, rules, player", [f"return np.int64({call(knows)})"])
        return lines
    if not design.secret_moves:
        return []
    seen = {move.name: f"return np.int64({-1 - number})" for number, move in enumerate(design.moves)}
    body = ["actor = player", ACTOR, *block("if actor == player:", ["return np.int64(action)"])]

    def of_pick(move: DeclaredMove, step: int = 0) -> list[str]:
        of_card = len(move.arguments) == 1 or (move.steps and move.steps[step].argument.holds is Holds.CARD)
        return [seen[move.name] if move in design.secret_moves and of_card else "return np.int64(action)"]

    body += _midway(design, of_pick)
    body += _dispatched(design, of_pick, lambda move: ["return np.int64(action)"])
    private = [*design.private, *(field.name for field in design.secrets)]
    alone = [f"word = mix(word ^ np.uint64(state.{name}[player]))" for name in private]
    observation = function("observation", "state, rules, player, action", body)
    if not any(map(design.is_secret, design.moves)):
        return observation
    return [
        *observation,
        *function("private_information", "state, rules, player", ["word = EMPTY", *alone, "return np.int64(word)"]),
    ]


# Bots


def _bots(design: Design) -> list[str]:
    playout = design.functions.get("playout")
    action = _stepwise(design, call(playout)) if playout else "whim(state, rules, legal)"
    level = [
        "rest = legal",
        *block("while rest != EMPTY:", ["worths[lowest(rest)] = 0.5", "rest = without_lowest(rest)"]),
    ]
    lines = [
        *function(
            "playout_action",
            "state, rules, legal",
            [f"action = {action}", "return action if holds(legal, action) else whim(state, rules, legal)"]
            if playout
            else [f"return {action}"],
        ),
        *function("appraise", "state, rules, legal, worths", level),
    ]
    if glimpse := design.functions.get("glimpse"):
        picked = [f"states[1].{field} = states[0].{field}" for field in pick_fields(design)]
        lines += function("glimpse", "states, rules", [call(glimpse), *picked])
    if weights := design.functions.get("appraise"):
        lines += function("appraise", "state, rules, legal, worths", [call(weights)])
    body = [ACTOR]
    for move in design.picked_moves:
        lines += _in_steps(design, move)
    if design.draws_lots:
        body.append("lot = np.int64(mix(state.lots[player] + np.uint64(state.moves) * STEP) >> np.uint64(32))")
    for number, style in enumerate(design.styles):
        body += block(f"if style == {number}:", [f"return np.int64({_stepwise(design, call(style.function))})"])
    return [*lines, *function("play_style", "state, rules, legal, style", [*body, "return lowest(legal)"])]


def _stepwise(design: Design, action: str) -> str:
    """An action that an author's function answers with; of a wide move, the step that is to be taken now."""
    for move in design.picked_moves:
        action = f"kit_step_of_{move.name}(state, rules, {action})"
    return action


def whole_numbers(design: Design) -> dict[str, tuple[int, list[int], int]]:
    """Of each move that is picked in parts: the number that stands for its first whole choice, how much a place of
    each pick adds to that, and the number behind its last."""
    numbers, start = {}, WORD
    for move in design.picked_moves:
        scales, size = list[int](), 1
        for step in reversed(move.steps):
            scales.insert(0, size)
            size *= design.width(step)
        numbers[move.name] = start, scales, start + size
        start += size
    return numbers


def number_actions(design: Design) -> None:
    """Let `kit.action` answer with the numbers of this design."""
    numbers = whole_numbers(design)
    for move in design.moves:
        first, scales, _ = numbers.get(move.name, (design.first[move.name], [1] * len(move.steps), 0))
        number_action(move, first, [scale for scale, step in zip(scales, move.steps, strict=True) if not step.is_part])


def _in_steps(design: Design, move: DeclaredMove) -> list[str]:
    """The function that answers, for a whole choice of a move, with what is to be picked now."""
    first, scales, end = whole_numbers(design)[move.name]
    group = design.group_of(move)
    picks = [
        f"(action - {first}) // {scale} % {design.width(step)}" for scale, step in zip(scales, move.steps, strict=True)
    ]
    begun = [f"return {design.first[move.name]} + {picks[0]}"]
    if group.names(move):
        begun = [*block(f"if {group.are_named}:", [f"return {group.naming(move)}"]), *begun]
    later = [(f"if state.part == {1 + step}:", [f"return {pick}"]) for step, pick in enumerate(picks)]
    steps = [*block("if state.part == 0:", [ACTOR, *begun]), *_chained(later, ends_with_else=True)]
    inside = block(f"if {first} <= action and action < {end}:", steps)
    return [*block(f"def kit_step_of_{move.name}(state, rules, action):", [*inside, "return action"]), ""]
