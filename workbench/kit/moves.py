"""The decorators of an author: moves, events of the trace, and styles of bots.

    @move("Player {player} plays {card}.", source="hand", to="trick", among=playable)
    def play(state: State, rules: Rules, chance: Chance, card: Card) -> None:
        \"\"\"Play a card of your hand: of the suit that was led, if you have any.\"\"\"

A function takes the arguments that it names: `state`, `rules`, `chance`, `player` (who acts), and a move its own: a
card of the zone `source`, a player, numbers of a range. The kit lists the legal choices, of one argument after the
other, takes a card out of the one zone and lays it into the other. The docstring is the paragraph of the rulebook.
"""

import inspect
import linecache
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from string import Formatter
from typing import Any, TypeAlias, TypeVar, get_type_hints
from zlib import crc32

import numpy as np

from workbench.engine.bit_sets import WORD
from workbench.engine.compiling import for_compiler, plain_only
from workbench.engine.picture import Offer
from workbench.engine.trace import is_recording, note
from workbench.engine.types import Action, Fields, GameFunction, Int, bare
from workbench.kit.fields import Holds, held_by, numbers_of
from workbench.kit.sentences import PLAYER, names_in

AuthorsModule: TypeAlias = dict[str, Any]
"""The names of a module that an author wrote, or that was written for them."""
F = TypeVar("F", bound=GameFunction)
STATE, RULES, CHANCE = "state", "rules", "chance"
USUAL = (STATE, RULES, CHANCE, PLAYER)
EVENTS = "kit_events"
"""The name under which a module's events are counted."""
PART = 32
"""The numbers of a part, where an argument has more than fit in a word."""
MOST_WIDE = PART * PART
UNTOLD = -1
"""The number of the event of a move that tells nothing."""
COMPONENTS = 100
"""The first number of events that components of the kit bring."""


@dataclass(frozen=True)
class Argument:
    """An argument of a move: a card, a player, a number of a range, or some of such numbers."""

    name: str
    hint: object
    numbers: tuple[int, int]
    among: GameFunction | None

    @property
    def holds(self) -> Holds:
        """Its content."""
        return held_by(self.hint)

    @property
    def is_wide(self) -> bool:
        """True if it has more numbers than there is room for: first it is picked in which part of them."""
        return self.holds is Holds.NUMBER and self.numbers[1] >= WORD

    @property
    def parts(self) -> int:
        """The parts of its numbers."""
        return -(-(self.numbers[1] + 1 - self.numbers[0]) // PART)

    @property
    def judges(self) -> bool:
        """True if `among` says of each choice whether it may be made."""
        return self.among is not None and self.name in parameters(self.among)


@dataclass(frozen=True)
class Step:
    """A pick of a choice: an argument, or of a wide one its part, and then the number in that part."""

    argument: Argument
    is_part: bool = False
    is_rest: bool = False


@dataclass(frozen=True)
class DeclaredMove:
    """A kind of action: when it may be taken, with what, and what is told about it."""

    function: GameFunction
    sentence: str
    when: GameFunction | None
    source: str
    target: str
    among: GameFunction | Mapping[str, GameFunction] | None
    numbers: tuple[int, int] | Mapping[str, tuple[int, int]] | None
    event: int
    under: str
    at_once: bool = False
    phase: int | None = None
    kind: str | GameFunction = ""
    offer: str | Callable[..., Offer] = ""
    keyword: int | None = None
    played: "DeclaredMove | None" = None

    @property
    def name(self) -> str:
        """The name of its function."""
        return self.function.__name__

    @property
    def kind_name(self) -> str:
        """The name of its kind, where no function says it."""
        if isinstance(self.keyword, IntEnum):
            return self.keyword.name
        return (self.kind or self.name).rstrip("_").upper() if isinstance(self.kind, str) else ""

    @property
    def teller(self) -> GameFunction:
        """The function whose sentence it tells: its own, or that of the move of which it is an effect."""
        return self.played.function if self.played and self.played.event == self.event else self.function

    @cached_property
    def arguments(self) -> list[Argument]:
        """Its arguments, in the order in which it is chosen; those of the move of which it is an effect come first."""
        names, hints = self.new_names, get_type_hints(self.function, include_extras=True)
        judged, numbers = self.among_by_name, self.numbers
        ranges = numbers if isinstance(numbers, Mapping) else dict.fromkeys(names, numbers)
        return [
            *(self.played.arguments if self.played else ()),
            *(
                Argument(name, hints[name], ranges.get(name) or numbers_of(hints[name]), judged.get(name))
                for name in names
            ),
        ]

    @property
    def names(self) -> list[str]:
        """The names of its arguments."""
        return [*(self.played.names if self.played else ()), *self.new_names]

    @property
    def new_names(self) -> list[str]:
        """The names of its arguments that are not those of the move of which it is an effect."""
        others = (*USUAL, *(self.played.names if self.played else ()))
        return [name for name in parameters(self.function) if name not in others]

    @property
    def among_by_name(self) -> Mapping[str, GameFunction]:
        """The functions that say what may be chosen, by argument: one alone is of the last argument that it takes."""
        if self.among is None or isinstance(self.among, Mapping):
            return self.among or {}
        taken = [name for name in self.new_names if name in parameters(self.among)]
        return dict.fromkeys([*self.new_names[:1], *taken][-1:], self.among)

    @property
    def carried(self) -> str:
        """The name of the argument that changes places: its first card, else its first argument."""
        cards = [argument.name for argument in self.arguments if argument.holds is Holds.CARD]
        return [*cards, *self.names][0]

    @cached_property
    def steps(self) -> list[Step]:
        """The picks of a choice, one after the other."""
        steps: list[Step] = []
        for argument in self.arguments:
            parts = [Step(argument, is_part=True), Step(argument, is_rest=True)]
            steps += parts if argument.is_wide else [Step(argument)]
        return steps


@dataclass(frozen=True)
class DeclaredEvent:
    """A function whose calls are told in the trace."""

    function: GameFunction
    sentence: str
    event: int
    is_secret: bool
    told: Callable[..., Fields] | None = None
    words: Callable[[Fields], str] | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    seen: Callable[[Fields, int], Fields] | None = None
    hides: str = ""

    @property
    def name(self) -> str:
        """Its name in a trace."""
        return self.function.__name__.rstrip("_")


@dataclass(frozen=True)
class DeclaredStyle:
    """A scripted bot: a function of the state that a player sees, which answers with an `action`."""

    function: GameFunction
    help: str
    name: str

    @property
    def takes_lots(self) -> bool:
        """True if it draws lots."""
        return "lot" in parameters(self.function)


def parameters(function: GameFunction) -> list[str]:
    """The names of a function's parameters."""
    return list(inspect.signature(function).parameters)


def move(
    sentence: str = "",
    *,
    phase: int | None = None,
    when: GameFunction | None = None,
    source: str = "",
    to: str = "",
    among: GameFunction | Mapping[str, GameFunction] | None = None,
    numbers: tuple[int, int] | Mapping[str, tuple[int, int]] | None = None,
    under: str = "",
    at_once: bool = False,
    kind: str | GameFunction = "",
    offer: str | Callable[..., Offer] = "",
) -> Callable[[F], F]:
    """Declare a move, with its sentence in the trace: told first, with the table as the move found it.

    sentence    none where events say all
    phase       the `state.phase` in which it may be made
    when        a function that says whether it may be made now
    source, to  the zones that a card comes from, and goes to; `to` alone, the field that the number is written in
    among       a function that returns the set of choices; one that takes the choice itself says whether it may be
                made; by argument, where there are several: `{"card": playable}`
    numbers     the lowest and the highest to choose from, or to choose a subset of; or these by argument; else by its
                type: an `IntEnum`, `kit.Words`, `kit.Label`
    under       which rules have the move, as in `target > 100`
    at_once     all choose unseen, from player 0 on; then all is told, and carried out for each player
    kind        its name for restrictions, or a function that returns a member of an `IntEnum`
    offer       the choice in words, `"Take {card}"`, or a function that makes a `kit.Offer`
    """

    def declare(function: F) -> F:
        _check_sentence(function, sentence, [*parameters(function), PLAYER])
        for number, part in enumerate((when, kind, *(among.values() if isinstance(among, Mapping) else (among,)))):
            if inspect.isfunction(part) and not part.__name__.isidentifier():  # a lambda is called by a name, too
                part.__name__ = f"of_{function.__name__}_{number}"
        event = _number(function) if sentence else UNTOLD
        moved = (sentence, when, source, to, among, numbers, event, under, at_once)
        _declare(function, DeclaredMove(function, *moved, None if phase is None else int(phase), kind, offer))
        return function

    return declare


def effect(
    keyword: IntEnum,
    sentence: str = "",
    *,
    of: GameFunction,
    among: GameFunction | Mapping[str, GameFunction] | None = None,
    numbers: tuple[int, int] | Mapping[str, tuple[int, int]] | None = None,
    offer: str | Callable[..., Offer] = "",
) -> Callable[[F], F]:
    """Declare what comes of a card with this keyword, once the move `of` is made with it.

    Further arguments are what it asks, in the same decision; a card that finds no answer cannot be played. Its sentence
    replaces the move's. A column of the list has the keywords, or the move's `kind` says them.
    """

    def declare(function: F) -> F:
        played = declaration(of)
        if not isinstance(played, DeclaredMove) or not played.names:
            raise TypeError(f"{function.__name__}: it is an effect of {of.__name__}, which is no move with a card")
        _check_sentence(function, sentence, [*parameters(function), PLAYER])
        effect = replace(
            played,
            function=function,
            sentence=sentence or played.sentence,
            event=_number(function) if sentence else played.event,
            among=among,
            numbers=numbers,
            kind="",
            offer=offer or played.offer,
            keyword=keyword,
            played=played,
        )
        _declare(function, effect)
        return function

    return declare


def style(help: str, name: str = "") -> Callable[[F], F]:
    """Declare a scripted bot, called as its function or by `name`. With an argument `lot` it draws lots."""

    def declare(function: F) -> F:
        _declare(function, DeclaredStyle(function, help, name or function.__name__))
        return function

    return declare


def event(
    sentence: str = "",
    *,
    secret: bool = False,
    number: int = -1,
    told: Callable[..., Fields] | None = None,
    words: Callable[[Fields], str] | None = None,
    fields: Mapping[str, str] | None = None,
    seen: Callable[[Fields, int], Fields] | None = None,
    hides: str = "",
) -> Callable[[F], F]:
    """Tell each call of the function in the trace, once it is done. Its docstring is the event's help.

    Of a `secret` one, `player` and `taker` alone see the cards among its arguments.

    Without a sentence, `words` makes one of all arguments; `told` takes any of them and returns other fields.
    `seen(fields, player)` returns them as a player sees them, or `hides` names that of whose cards others see the
    number. `fields` is help by name. One called `end` replaces the kit's.
    """

    def declare(function: F) -> F:
        _check_sentence(function, sentence, [*parameters(function), *([PLAYER] if told else [])])
        event = number if number >= COMPONENTS else _number(function)
        telling = _telling(function, sentence or all_names(function), event, told)
        _declare(telling, DeclaredEvent(function, sentence, event, secret, told, words, fields or {}, seen, hides))
        return telling

    return declare


def _check_sentence(function: GameFunction, sentence: str, arguments: Sequence[str]) -> None:
    """Raise TypeError where the trace could not write the sentence."""
    start = f'{function.__name__}: its sentence "{sentence}"'
    try:
        parts = list(Formatter().parse(sentence))
    except ValueError as error:
        raise TypeError(f"{start} has a brace too many or too few") from error
    for _, name, spec, conversion in parts:
        if name is not None and (spec or conversion or not name.isidentifier()):
            whole = name + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "")
            raise TypeError(f"{start} has {{{whole}}}; in braces stands the name of an argument or a field, alone")
        if name == PLAYER and name not in arguments:
            raise TypeError(f"{start} has {{{PLAYER}}}; the function must take `{PLAYER}` for that")


def _declare(function: GameFunction, declaration: object) -> None:
    function.__dict__["kit"] = declaration


def declaration(value: object) -> object:
    """The declaration that a value of an author's module has, if any."""
    return getattr(value, "kit", None) if inspect.isfunction(value) else None


def _number(function: GameFunction) -> int:
    """The number of an event in the order of its module; the same when a module is loaded anew."""
    events: list[str] = function.__globals__.setdefault(EVENTS, [])
    if function.__name__ not in events:
        events.append(function.__name__)
    return events.index(function.__name__)


def all_names(function: GameFunction) -> str:
    """A sentence with all arguments of an event, for those whose words are made."""
    return "".join(f"{{{name}}}" for name in parameters(function) if name not in USUAL)


def noted(sentence: str, function: GameFunction, event: int, player: str, *, is_move: bool = False) -> str:
    """The call of `note` for an event, as source text."""
    arguments = parameters(function)
    names = [name for name in names_in(sentence) if name != PLAYER]
    values = [name if name in arguments else f"state.{name}" for name in names]
    players = "rules.players" if is_move or RULES in arguments else "0"
    return f"note({', '.join([str(event), players, player, *values])})"


_tellers: dict[int, Callable[..., Fields]] = {}
"""By a number that is the same whatever was loaded before, as it stands in compiled code."""


def tell(event: IntEnum, teller: int, *values: object) -> None:
    """Note an event with the fields that its author makes of the arguments."""
    if is_recording():
        note(event, _tellers[teller](*values))


plain_only(tell)


def _telling(function: F, sentence: str, number: int, told: Callable[..., Fields] | None = None) -> F:
    """The function, with its event."""
    arguments = parameters(function)
    player = PLAYER if PLAYER in arguments else "-1"
    call = f"inner({', '.join(arguments)})"
    telling = noted(sentence, function, number, player)
    if told:
        teller = crc32(f"{function.__module__}.{function.__name__}".encode())
        named = [name for name in arguments if name == PLAYER or name in parameters(told)]
        _tellers[teller] = lambda *values: _told_fields(told, dict(zip(named, values, strict=True)))
        telling = f"tell({', '.join([str(number), str(teller), *named])})"
    body = [f"result = {call}", telling, "return result"]
    head = f"def {function.__name__}({', '.join(arguments)}):"
    text = "\n    ".join([head, *body]) + "\n"
    space = {"inner": function, "note": note, "tell": tell, "__name__": function.__module__}
    answer: F = executed(text, f"<kit: {function.__module__}.{function.__name__}>", space)[function.__name__]
    answer.__doc__ = function.__doc__
    for_compiler(lambda compiler: compiler.stand_for(answer, function))
    return answer


def executed(text: str, name: str, space: AuthorsModule) -> AuthorsModule:
    """The names that source text defines; tracebacks have its lines."""
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    exec(compile(text, name, "exec"), space)
    return space


def _told_fields(told: Callable[..., Fields], values: Fields) -> Fields:
    """The fields that `told` makes of arguments by name, and the player."""
    player = {PLAYER: values[PLAYER]} if PLAYER in values else {}
    return {**player, **told(*map(values.__getitem__, parameters(told)))}


_actions: dict[GameFunction, tuple[list[str], Callable[..., Action]]] = {}
"""Of each move, the names of its arguments, and a function that makes a number of them."""


def number_action(move: DeclaredMove, first: int, scales: Sequence[int]) -> None:
    """Let `action` answer with a number from `first` on, to which the place of each choice adds so much."""
    terms = [str(first)]
    for place, (argument, scale) in enumerate(zip(move.arguments, scales, strict=True)):
        low, is_set = argument.numbers[0], argument.holds is Holds.SUBSET
        start = 1 if is_set else low if argument.is_wide else 0
        terms.append(f"((np.int64(choices[{place}]) >> {low if is_set else 0}) - {start}) * {scale}")
    text = f"def number(move, *choices):\n    return {' + '.join(terms)}\n"
    _actions[move.function] = move.names, executed(text, f"<kit: number of {move.name}>", {"np": np})["number"]


def action(move: GameFunction, *choices: Int) -> Action:
    """An action for a style to answer with: a move and its choices."""
    names, number = _actions[move]
    if len(choices) != len(names):
        raise TypeError(f"{move.__name__} is made with {', '.join(names) or 'nothing'}, and not with {choices}")
    return int(number(move, *choices))


def _action_of(move: Any, *choices: Any) -> Any:
    function: Any = getattr(move, "typing_key", None)
    names, number = _actions.get(function, ([], None))
    return number if len(choices) == len(names) else None


for_compiler(lambda compiler: compiler.choose(action, bare(_action_of), are_parts=False))
