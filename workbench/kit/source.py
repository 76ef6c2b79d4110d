"""The functions that the engine calls, written out as source text from what an author declared.

Text, so that Numba compiles and keeps them like any function of a game, and a traceback has their lines. They call the
author's functions by name; those of `kit` that stand in their place where the author has none are in `DEFAULTS` below.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import FunctionType

from workbench.engine.bit_sets import WORD
from workbench.engine.measures import CUT_SHORT
from workbench.engine.types import GameFunction
from workbench.kit.fields import NOBODY, OWNER, Holds, State, StateField
from workbench.kit.moves import MOST_WIDE, PART, USUAL, DeclaredMove, DeclaredStyle, noted, parameters, wide_first
from workbench.kit.packs import Pack
from workbench.kit.passing import pass_cards
from workbench.kit.sentences import PLAYER, names_in

INDENT = "    "
AUTHOR = "author_"
"""Stands before the names of the author's functions in the text; `_` before those that no argument of a move has."""


@dataclass(frozen=True)
class Design:
    """The design from which the functions are written.

    functions   the author's functions that the kit looks for by name
    first       the first action of each move
    lowest_wins whether the lowest score wins; where it is a rule, it `chooses_winner`
    swing       the lead, in points, at which a payoff is halfway from even to the most
    """

    moves: tuple[DeclaredMove, ...]
    styles: tuple[DeclaredStyle, ...]
    state: type[State]
    pack: Pack | None
    functions: Mapping[str, GameFunction]
    seats: int
    lowest_wins: bool
    chooses_winner: bool
    swing: float
    win_weight: float
    measures: tuple[StateField, ...]
    counts_stages: str

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
        return any(field.is_deck for field in self.hidden)

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

    @property
    def wide_moves(self) -> list[DeclaredMove]:
        """The moves with more than 64 numbers to choose from."""
        return [move for move in self.moves if move.is_wide]

    @property
    def components(self) -> list[object]:
        """The functions with events that components of the kit bring."""
        return [*self.state.events, *([pass_cards] if "chosen" in self.state.fields else [])]

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
    def has_whims(self) -> bool:
        """True if playouts draw lots: the kit's do, and those of an author that call `kit.whim`."""
        left, seen = [self.functions.get("playout")], set[object]()
        while left:
            function = left.pop()
            if function is None or "whim" in function.__code__.co_names:
                return True
            seen.add(function)
            called = (function.__globals__.get(name) for name in function.__code__.co_names)
            left += [value for value in called if isinstance(value, FunctionType) and value not in seen]
        return False

    @property
    def draws_lots(self) -> bool:
        """True if a style draws lots."""
        return any(style.takes_lots for style in self.styles)

    def is_secret(self, move: DeclaredMove) -> bool:
        """True if the card goes where the others do not see it."""
        return bool(move.target) and self.state.fields[move.target].is_hidden

    def width(self, move: DeclaredMove) -> int:
        """How many numbers the choices of a move may have."""
        if not move.argument:
            return 1
        if move.holds is Holds.CARD:
            return len(self.pack.names) if self.pack else 0
        if move.is_wide:
            return PART
        if move.holds is Holds.SUBSET:
            return (1 << (1 + move.numbers[1] - move.numbers[0])) - 1
        return self.seats if move.holds is Holds.PLAYER else move.numbers[1] + 1

    @property
    def groups(self) -> list[list[DeclaredMove]]:
        """The moves of no phase, then those of each phase: the numbers of their choices begin anew with each."""
        phases = dict.fromkeys(move.phase for move in self.moves if move.phase is not None)
        return [[move for move in self.moves if move.phase == phase] for phase in (None, *phases)]

    def numbered(self, moves: list[DeclaredMove], start: int) -> tuple[dict[str, int], int]:
        """The first action of each of these moves, from a number on, and the number after the last of them.

        Where there are too many, those with a choice share their numbers: one of them alone may be made.
        """
        sharing = self.sharing_of(moves)
        firsts = dict.fromkeys((move.name for move in sharing), start)
        left = start + max(map(self.width, sharing), default=0)
        for move in moves:
            if move not in sharing:
                firsts[move.name] = left
                left += self.width(move)
        if left > WORD:
            choices = ", ".join(f"{move.name} {self.width(move)}" for move in moves)
            raise TypeError(f"the moves have {left} choices ({choices}), and there is room for {WORD}")
        return firsts, left

    def sharing_of(self, moves: list[DeclaredMove]) -> list[DeclaredMove]:
        """Those of the moves of a phase that share the numbers of their choices."""
        always = sum(map(self.width, self.groups[0])) if moves != self.groups[0] else 0
        return [move for move in moves if move.argument] if always + sum(map(self.width, moves)) > WORD else []

    @property
    def sharing(self) -> list[DeclaredMove]:
        """All moves that share the numbers of their choices with others."""
        return [move for moves in self.groups for move in self.sharing_of(moves)]

    @property
    def first(self) -> dict[str, int]:
        """The first action of each move."""
        firsts, start = self.numbered(self.groups[0], 0)
        for moves in self.groups[1:]:
            firsts |= self.numbered(moves, start)[0]
        return firsts


def call(function: GameFunction, **other_names: str) -> str:
    """The call of an author's function, with the arguments that it names."""
    arguments = [other_names.get(name, name) for name in parameters(function)]
    return f"{AUTHOR}{function.__name__}({', '.join(arguments)})"


def block(head: str, body: Iterable[str]) -> list[str]:
    """A statement with what stands below it."""
    return [head, *(INDENT + line for line in body)]


def function(name: str, arguments: str, body: Iterable[str]) -> list[str]:
    """A function."""
    return [*block(f"def kit_{name}({arguments}):", body), ""]


def written(design: Design) -> str:
    """All functions."""
    parts = (
        _begin,
        _legal_actions,
        _picks,
        _apply,
        _scores,
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
    for field in design.state.fields.values():
        if field.start:
            at_first = f"rules.{field.start}" if isinstance(field.start, str) else field.start
            place = f"state.{field.name}[:rules.players]" if field.holds is Holds.PER_PLAYER else f"state.{field.name}"
            body.append(f"{place} = {at_first}")
    if design.draws_lots:
        body += block("for player in range(rules.players):", ["state.lots[player] = player_word(chance, player)"])
    if setup := design.functions.get("setup"):
        body.append(call(setup))
    return function("begin", "state, rules, chance", body or ["pass"])


# Moves


def _conditions(design: Design, then: Callable[[DeclaredMove], list[str]]) -> list[str]:
    """The source for each move, where it may be made."""

    def of_group(moves: list[DeclaredMove]) -> list[str]:
        lines: list[str] = []
        for move in moves:
            inside = then(move)
            lines += block(f"if {call(move.when)}:", inside) if move.when and inside else inside
        return lines

    always, *by_phase = design.groups
    branches = [(f"if state.phase == {moves[0].phase}:", inside) for moves in by_phase if (inside := of_group(moves))]
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
        if move.is_wide:
            return _open_parts(design, move)
        choices = [f"_choices = {_choices_of(move)}"] if move.at_once else _judged(design, move)
        return [*choices, f"legal = legal | (_choices << np.uint64({design.first[move.name]}))"]

    choices: list[str] = []
    for move in design.simultaneous:
        name, arguments = _choices_of(move).split("(", 1)
        choices += [*block(f"def {name}({arguments}:", [*_judged(design, move), "return _choices"]), ""]
    body = ["player = state.actor", "legal = EMPTY"]
    for move in design.wide_moves:
        body += block(f"if {_part(move)} != 0:", [*_of_part(design, move), "return legal"])
    return choices + function(
        "legal_actions", "state, rules", [*body, *_conditions(design, add_choices), "return legal"]
    )


def _choices_of(move: DeclaredMove) -> str:
    """The call that answers with the choices of a move that all make at once, for any player."""
    return f"kit_choices_of_{move.name}(state, rules, player)"


def _judged(design: Design, move: DeclaredMove) -> list[str]:
    """The source for the set of choices of a move."""
    choices = [f"_choices = {_choices(design, move)}"]
    if move.among and move.judges:
        judging = block(f"if not {call(move.among)}:", ["_choices = remove(_choices, _number)"])
        step = ["_number = lowest(_rest)", "_rest = without_lowest(_rest)", _argument(move, "_number"), *judging]
        choices += ["_rest = _choices", *block("while _rest != EMPTY:", step)]
    return choices


def _picks(design: Design) -> list[str]:
    """A wide move is picked in two steps: the source for which comes next, and how many numbers each part offers."""
    if not design.wide_moves:
        return []
    parts = [f"min(1, {_part(move)})" for move in design.wide_moves]

    def numbers(move: DeclaredMove) -> list[str]:
        if not move.is_wide:
            return []
        first, counted = design.first[move.name], _numbers_of(move, "_part", "_whole += 1")
        there = block(f"if holds(legal, {first} + _part):", ["_whole -= 1", *counted])
        return block(f"for _part in range({_parts(move)}):", there)

    picked = block(f"if {' + '.join(parts)} == 0:", ["player = state.actor", *_conditions(design, numbers)])
    return [
        *function("picks", "state, rules", [f"return np.int64({' + '.join(parts)})"]),
        *function("ways", "state, rules, legal", ["_whole = count(legal)", *picked, "return _whole"]),
    ]


def _parts(move: DeclaredMove) -> int:
    return -(-(move.numbers[1] + 1 - move.numbers[0]) // PART)


def _part(move: DeclaredMove) -> str:
    return f"state.{part_field(move)}"


def part_field(move: DeclaredMove) -> str:
    """The field of a wide move: 0, or 1 and the part of its numbers that was chosen, of which one is to be chosen."""
    return f"part_{move.name.rstrip('_')}"


def _start(move: DeclaredMove, part: str) -> str:
    return f"{move.numbers[0]} + {PART} * ({part})"


def _numbers_of(move: DeclaredMove, part: str, then: str) -> list[str]:
    """Source for every number of a part that may be chosen."""
    head = f"for {move.argument} in range(_first, min(_first + {PART}, {move.numbers[1] + 1})):"
    inside = block(f"if {call(move.among)}:", [then]) if move.among else [then]
    return [f"_first = {_start(move, part)}", *block(head, inside)]


def _open_parts(design: Design, move: DeclaredMove) -> list[str]:
    """The parts of the numbers of a wide move that have one to choose."""
    then = f"legal = add(legal, {design.first[move.name]} + _part)"
    return block(f"for _part in range({_parts(move)}):", _numbers_of(move, "_part", then))


def _of_part(design: Design, move: DeclaredMove) -> list[str]:
    then = f"legal = add(legal, {design.first[move.name]} + {move.argument} - _first)"
    return _numbers_of(move, f"{_part(move)} - 1", then)


def _choices(design: Design, move: DeclaredMove) -> str:
    """The set of choices of a move, as an expression."""
    among = call(move.among) if move.among and not move.judges else ""
    if not move.argument:
        return "ONE"
    if move.holds is Holds.CARD:
        if not move.source:
            return among or "WHOLE_PACK"
        field = design.state.fields[move.source]
        cards = f"state.{move.source}[player]" if field.per_player else f"state.{move.source}"
        return f"{cards} & {among}" if among else cards
    if among and move.holds is not Holds.SUBSET:
        return among
    if move.holds is Holds.PLAYER:
        return "up_to(rules.players) & ~only(player)"
    low, high = move.numbers
    numbers = among or f"np.uint64({((1 << (high + 1)) - 1) & ~((1 << low) - 1)})"
    return f"subsets(({numbers}) >> np.uint64({low}))" if move.holds is Holds.SUBSET else numbers


def _apply(design: Design) -> list[str]:
    body = ["player = state.actor", *(["state.moves += 1"] if design.draws_lots else [])]
    body += _dispatched(design, lambda move: _carried_out(design, move))
    capped = ", state.capped" if CUT_SHORT in design.state.fields else ""
    body += block("if state.over:", [f"note(END_EVENT, rules.players, -1, kit_winners(state, rules){capped})"])
    return function("apply", "state, rules, chance, action", body)


def _dispatched(design: Design, then: Callable[[DeclaredMove], list[str]]) -> list[str]:
    """The source for each move, for an `action` that is one of it."""
    always, *by_phase = design.groups
    branches = [(f"if state.phase == {moves[0].phase}:", _among(design, moves, then)) for moves in by_phase]
    if always:
        branches.insert(0, (f"if action < {design.numbered(always, 0)[1]}:", _among(design, always, then)))
    return _chained(branches, ends_with_else=True)


def _among(design: Design, moves: list[DeclaredMove], then: Callable[[DeclaredMove], list[str]]) -> list[str]:
    """The same among moves of one phase."""
    sharing, branches = design.sharing_of(moves), []
    for move in moves:
        first = design.first[move.name]
        head = f"if {first} <= action and action < {first + design.width(move)}:"
        if move in sharing and move.when:
            head = f"if action < {first + max(map(design.width, sharing))} and {call(move.when)}:"
        elif not move.argument:
            head = f"if action == {first}:"
        branches.append((head, then(move)))
    return _chained(branches, ends_with_else=True)


def _carried_out(design: Design, move: DeclaredMove) -> list[str]:
    """A move: its card changes zones, the author's function does the rest, and the trace is told."""
    first = design.first[move.name]
    if move.is_wide:
        chosen = [f"{move.argument} = {_start(move, f'{_part(move)} - 1')} + action - {first}", f"{_part(move)} = 0"]
        is_part = block(f"if {_part(move)} == 0:", [f"{_part(move)} = action - {first} + 1"])
        return [*is_part, *block("else:", [*chosen, *_with_argument(design, move)])]
    lines = [_argument(move, f"(action - {first})" if first else "action")] if move.argument else []
    if move.at_once:
        return [*lines, *_at_once(design, move)]
    return [*lines, *_with_argument(design, move)]


def _at_once(design: Design, move: DeclaredMove) -> list[str]:
    """A choice waits until the last player has chosen; then all are told, and each is carried out."""
    chosen, everybody = f"state.{chosen_field(move)}[player]", "for player in range(rules.players):"
    again = f"{move.argument} = np.int64({chosen})"
    telling = noted(move.sentence, move.function, move.event, PLAYER, is_move=True)
    carried = [again, *_moved(design, move), call(move.function)]
    return [
        f"{chosen} = {move.argument}",
        "state.actor += 1",
        *block(
            "if state.actor == rules.players:",
            ["state.actor = 0", *block(everybody, [again, telling]), *block(everybody, carried)],
        ),
    ]


def chosen_field(move: DeclaredMove) -> str:
    """The field in which the choices of a move wait that all make at once."""
    return f"chosen_{move.name.rstrip('_')}"


def _moved(design: Design, move: DeclaredMove) -> list[str]:
    """The source by which what a move is made with changes places."""
    if move.target and not move.source:
        return [f"{_place(design.state.fields[move.target])} = {move.argument}"]
    taken = [_taken(design.state.fields[move.source], move)] if move.source and (move.target or move.at_once) else []
    return [*taken, *([_put(design.state.fields[move.target], move)] if move.target else [])]


def _with_argument(design: Design, move: DeclaredMove) -> list[str]:
    lines = _moved(design, move)
    if not move.sentence:
        return [*lines, call(move.function)]
    telling = noted(move.sentence, move.function, move.event, PLAYER, is_move=True)
    if {move.source, move.target} & {*names_in(move.sentence)} - {move.argument}:  # the card lies there when it is told
        lines, telling = [f"hold_{telling}", *lines], "release_note()"
    return [*lines, telling, call(move.function)]


def _argument(move: DeclaredMove, number: str) -> str:
    """The argument of a move from the number of its choice."""
    subset = f"np.uint64({number} + 1) << np.uint64({move.numbers[0]})"
    return f"{move.argument} = {subset if move.holds is Holds.SUBSET else number}"


def _place(field: StateField) -> str:
    is_players = field.per_player or field.holds is Holds.PER_PLAYER
    return f"state.{field.name}[player]" if is_players else f"state.{field.name}"


def _taken(field: StateField, move: DeclaredMove) -> str:
    return f"{_place(field)} = remove({_place(field)}, {move.argument})"


def _put(field: StateField, move: DeclaredMove) -> str:
    if field.holds is Holds.PILE:
        return f"state.{field.name}[state.{field.length}] = {move.argument}; state.{field.length} += 1"
    if field.put is not None:
        names = [name if name in USUAL else move.argument for name in parameters(field.put)]
        return f"put_{field.name}({', '.join(names)})"
    return f"{_place(field)} = add({_place(field)}, {move.argument})"


def _action_kind(design: Design) -> list[str]:
    kinds = {move.name: number for number, move in enumerate(design.moves)}
    body = _dispatched(design, lambda move: [f"return np.int64({kinds[move.name]})"])
    numbered = {move.name: 1 << number for number, move in enumerate(design.moves)}
    conditions = _conditions(design, lambda move: [f"situation += {numbered[move.name]}"] if condition_of(move) else [])
    situation = ["player = state.actor", "situation = 0", *conditions, "return np.int64(situation)"]
    if differs := design.functions.get("situation"):
        situation = [f"return np.int64({call(differs)})"]
    if kind := design.functions.get("kind"):
        body = [f"return np.int64({call(kind)})"]
    return [
        *function("action_kind", "state, rules, action", ["player = state.actor", *body]),
        *function("situation", "state, rules", situation),
    ]


# Scores


def _scores(design: Design) -> list[str]:
    score = design.functions.get("score")
    scored = call(score) if score else "state.score[player]"
    ranked = f"{design.sign}kit_score"
    winners = [
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
    if wins := design.functions.get("winners"):
        winners = [f"return {call(wins)}"]
    rival = "1 if player == 0 and rules.players > 1 else 0"
    lead = [
        f"rival = {ranked}(state, rules, {rival})",
        *block(
            "for other in range(rules.players):",
            block("if other != player:", [f"rival = max(rival, {ranked}(state, rules, other))"]),
        ),
        f"return {ranked}(state, rules, player) - rival",
    ]
    if side := design.functions.get("side"):
        lead = _lead_of_side(ranked, side)
    tied = design.functions.get("tied")
    hand_of = design.functions.get("hand_of")
    hand = call(hand_of) if hand_of else " | ".join(f"state.{name}[player]" for name in design.hands)
    return [
        *function("score", "state, rules, player", [f"return np.int64({scored})"]),
        *function("sign", "rules", [_sign(design)]),
        *function("winners", "state, rules", winners),
        *function("lead", "state, rules, player", lead),
        *function("standing", "state, rules, player", [f"return {ranked}(state, rules, player)"]),
        *function("stages_ended", "state, rules", [f"return {_stages(design)}"]),
        *(function("tied", "state, rules, result", [f"return {call(tied)}"]) if tied else []),
        *(function("hand_of", "state, rules, player", [f"return {hand}"]) if hand else []),
    ]


def _sign(design: Design) -> str:
    lowest = design.functions.get("lowest_wins")
    condition = call(lowest) if lowest else "rules.lowest_wins" if design.chooses_winner else "False"
    return f"return -1 if {condition} else 1"


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
        "share = 1.0 / count(winners) if holds(winners, player) else 0.0",
        f"return {design.win_weight} * share + {1.0 - design.win_weight} * ahead",
    ]
    if payoff := design.functions.get("payoff"):
        body = [f"return {call(payoff)}"]
    return function("payoff", "state, rules, player", body)


def _stages(design: Design) -> str:
    stages = design.functions.get("stages")
    return call(stages) if stages else "np.int64(state.stage)"


def _report(design: Design) -> list[str]:
    by_player = ["result.points[player] = kit_score(state, rules, player)"]
    whole = ["winners = kit_winners(state, rules)", "result.winners = winners"]
    whole.append("result.margin = abs(kit_lead(state, rules, lowest(winners))) if winners != EMPTY else 0")
    if design.counts_stages:
        whole.append(f"result.{design.counts_stages} = {_stages(design)}")
    for field in design.measures:
        if field.holds is Holds.PER_PLAYER:
            mean = f" / {_stages(design)}" if field.by else ""
            by_player.append(f"result.{field.name}[player] = {field.read}{mean}")
        else:
            whole.append(f"result.{field.name} = {field.read}")
    body = [*whole, *block("for player in range(rules.players):", by_player)]
    return function("report", "state, rules, result", body)


# Hidden information


def _conceal(design: Design) -> list[str]:
    knows = design.functions.get("knowledge")
    body = [f"seen = {call(knows) if knows else 'state.looked[player]'}"] if design.hidden else []
    for field in design.hidden:
        body += _concealed(field)
    if design.deck:
        body.append("forget_order(state)")
    if design.hidden and not knows:
        body += block(
            "for other in range(rules.players):", block("if other != player:", ["state.looked[other] = EMPTY"])
        )
    forgotten = ["state.lots[other] = EMPTY"] if design.draws_lots else []
    forgotten += [f"state.{chosen_field(move)}[other] = 0" for move in design.simultaneous]
    if forgotten:
        body += block("for other in range(rules.players):", block("if other != player:", forgotten))
    body.append("state.whim = EMPTY")
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


def _determinize(design: Design) -> list[str]:
    body = ["state.whim = player_word(chance, player)"] if design.has_whims else []
    if worlds := design.functions.get("worlds"):
        body = [call(worlds), *body]
    elif design.deck:
        body = [*_unseen(design), *_drawn(design), *body]
    elif design.hidden:
        body = [*_unseen(design), *_counted(design), SHARE_OUT, *_shared_out(design), *body]
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
    return function("determinize", "state, rules, player, chance", body or ["pass"])


SHARE_OUT = "share_out(unseen, state.room, state.barred, state.dealt, state.way, chance, player)"


def places(design: Design) -> int:
    """How many places hidden cards may lie in."""
    return sum(design.seats if field.per_player else 1 for field in design.hidden)


def _starts(design: Design) -> list[tuple[StateField, int]]:
    """The hidden zones, each with the number of its first place."""
    starts, place = [], 0
    for field in design.hidden:
        starts.append((field, place))
        place += design.seats if field.per_player else 1
    return starts


def _unseen(design: Design) -> list[str]:
    """The cards whose place the player does not know."""
    if knows := design.functions.get("knowledge"):
        return [f"unseen = state.pack & ~{call(knows)}"]
    in_zones = [field for field in design.state.zones() if field.per_player]
    single = [f"state.{field.name}" for field in design.state.zones() if not field.per_player]
    lines = [f"unseen = state.pack & ~({' | '.join(single)})" if single else "unseen = state.pack"]
    inside = [f"unseen = unseen & ~state.{field.name}[other]" for field in in_zones]
    return [*lines, *(block("for other in range(rules.players):", inside) if inside else [])]


def _drawn(design: Design) -> list[str]:
    """Unseen cards are drawn into the other hidden zones, each as likely as another; the rest are the deck."""
    lines: list[str] = []
    inside: list[str] = []
    for field in design.hidden:
        if not field.is_deck:
            place = "[other]" if field.per_player else ""
            drawn = f"draw_unseen(state, state.unseen_{field.name}{place}, chance, player)"
            steps = [f"cards = {drawn}", f"state.{field.name}{place} = state.{field.name}{place} | cards"]
            steps += ["unseen = unseen & ~cards", f"state.unseen_{field.name}{place} = 0"]
            (inside if field.per_player else lines).extend(steps)
    whole = block("for other in range(rules.players):", inside) if inside else []
    return ["lay_out(state, unseen)", *lines, *whole, "state.stock, state.unseen_stock = unseen, 0"]


def _counted(design: Design) -> list[str]:
    """How much room there is where."""
    lines, inside = [], []
    for field, start in _starts(design):
        if field.per_player:
            inside.append(f"state.room[{start} + other] = state.unseen_{field.name}[other]")
            if field.seen_by is not NOBODY:
                inside.append(f"state.barred[{start} + other] = state.lacks[other]")
        else:
            lines.append(f"state.room[{start}] = state.unseen_{field.name}")
    return [*lines, *(block("for other in range(rules.players):", inside) if inside else [])]


def _shared_out(design: Design) -> list[str]:
    """The cards go to their zones; the room to work in is left as it was."""
    lines, inside = [], []
    for field, start in _starts(design):
        name, unseen = f"state.{field.name}", f"state.unseen_{field.name}"
        if field.per_player:
            inside += [f"{name}[other] = {name}[other] | state.dealt[{start} + other]", f"{unseen}[other] = 0"]
        else:
            lines += [f"{name} = {name} | state.dealt[{start}]", f"{unseen} = 0"]
    reset = ["state.room[place] = state.way[place] = 0", "state.barred[place] = state.dealt[place] = EMPTY"]
    lines += block("for other in range(rules.players):", inside) if inside else []
    return [*lines, *block(f"for place in range({places(design)}):", reset)]


def _observation(design: Design) -> list[str]:
    """The source for what others see of a secret move, and what a player alone knows: only where moves are secret."""
    if not design.secret_moves:
        return []
    seen = {move.name: f"return np.int64({-1 - number})" for number, move in enumerate(design.moves)}
    body = ["actor = player", "player = state.actor", *block("if actor == player:", ["return np.int64(action)"])]
    body += _dispatched(
        design, lambda move: [seen[move.name] if move in design.secret_moves else "return np.int64(action)"]
    )
    alone = [f"word = mix(word ^ state.{name}[player])" for name in design.private]
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
        *function("playout_action", "state, rules, legal", [f"return {action}"]),
        *function("appraise", "state, rules, legal, worths", level),
    ]
    if glimpse := design.functions.get("glimpse"):
        lines += function("glimpse", "states, rules", [call(glimpse)])
    if weights := design.functions.get("appraise"):
        lines += function("appraise", "state, rules, legal, worths", [call(weights)])
    body = ["player = state.actor"]
    for number, move in enumerate(design.moves):
        if move.is_wide:
            lines += _in_steps(design, move, number)
    if design.draws_lots:
        body.append("lot = np.int64(mix(state.lots[player] + np.uint64(state.moves) * STEP) >> np.uint64(32))")
    for number, style in enumerate(design.styles):
        body += block(f"if style == {number}:", [f"return np.int64({_stepwise(design, call(style.function))})"])
    return [*lines, *function("play_style", "state, rules, legal, style", [*body, "return lowest(legal)"])]


def _stepwise(design: Design, action: str) -> str:
    """An action that an author's function answers with; of a wide move, the step that is to be taken now."""
    for move in design.wide_moves:
        action = f"kit_step_of_{move.name}(state, {action})"
    return action


def _in_steps(design: Design, move: DeclaredMove, number: int) -> list[str]:
    start, first = wide_first(number), design.first[move.name]
    steps = [
        f"number = action - {start}",
        f"return {first} + (number // {PART} if {_part(move)} == 0 else number % {PART})",
    ]
    head = f"if {start} <= action and action < {start + MOST_WIDE}:"
    return [*block(f"def kit_step_of_{move.name}(state, action):", [*block(head, steps), "return action"]), ""]
