"""The declaration of a game: one object that tells the workbench all it needs.

A game is a folder whose `__init__.py` declares one `Game`, which the entry-point group `workbench.games` names. The
built-in games are of the kit: `game.py` has the rules, `cards.py` what cards say, `bots.py` the evaluation for
`greedy`, the scripted styles and the playout player of search, `rulebook.md` the living rulebook, a Jinja2 template.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np

from workbench.engine.bit_sets import WORD
from workbench.engine.card_lists import CardList, card_lists
from workbench.engine.cards import PACK, cards_of, use_type
from workbench.engine.code_hash import Sources, code_hash
from workbench.engine.dispatch import DEFAULTS, MOVES, answers_otherwise, register
from workbench.engine.features import Declared, Groups, feature_lister, quantities, quantity_reader
from workbench.engine.machine_code import alike
from workbench.engine.measures import COMMON, DECISIONS, TIE, WINNERS, Measure, Sides, result_type
from workbench.engine.parameters import Parameter, Values, Written, complete, declared, problems_of
from workbench.engine.picture import Picture
from workbench.engine.problems import Problem
from workbench.engine.score_sheet import ScoreSheet, SheetEntry
from workbench.engine.trace import CardOf, CopyOf, EventHelp
from workbench.engine.types import Fields, GameFunction, Noted, Rules, record_type, refuse_reserved_names

EventFields = Callable[[IntEnum, tuple[object, ...]], Fields]
Redact = Callable[[IntEnum, Fields, int], Fields]
Describe = Callable[[str, Fields], str]
WriteDown = Callable[[str, Fields], Iterable[SheetEntry]]
OF_A_SEAT = re.compile(r"_(seat|own)_\d+$")
"""How the figures of single seats are called, by the measure and the seat."""
WithContext = Callable[[Iterable[tuple[IntEnum, Fields]]], Iterable[tuple[IntEnum, Fields]]]


class Style(NamedTuple):
    """A scripted bot of one game: how a certain kind of player plays it. `number` is what `play_style` branches on."""

    name: str
    help: str
    number: int


class Limit(NamedTuple):
    """The largest value that a parameter may take beside the others, and why: `3 players and 7 stars leave …`."""

    high: int
    because: str


class Neutral(NamedTuple):
    """Two values of a rule under which plays go differently and no figure differs: what calibration measures by.

    rule       the rule
    values     its two values, from the one that it has in a revision
    because    why they are alike, as the rules say it
    bots       who plays: bots to whom the argument applies
    but        measures that do differ
    """

    rule: str
    values: Callable[[Written], tuple[Written, Written]]
    because: str
    bots: str = "greedy"
    but: Sequence[str] = ()


@dataclass(frozen=True)
class Game:
    """Everything about one game.

    name, title, summary    how it is called, in commands and on the screen
    rules                   the NamedTuple whose annotations declare the parameters
    state                   dtype of one position; has the fields `actor` (the player to decide) and `over`
    functions               the compiled functions by the names in `dispatch.MOVES`
    measures                what a play yields besides `decisions` and `tie`
    primary                 the measures that a comparison is about where nothing else is asked, as goals name them
    action_kinds            kinds of action, for restrictions such as `greedy~scout`
    events                  trace events by number, with the name that stands in a trace
    limits                  the largest values that parameters leave each other
    idle_rules              the parameters that do nothing beside these values, which the form folds away
    idle_measures           the measures that say nothing by these values, which results leave out
    idle_kinds              the kinds of action, by their names in small letters, that no play by these values has
    check                   further problems, and warnings, that parameters make together
    seats                   most players; `players` of the rules says how many sit at this table
    event_fields            the fields of a trace event, from the values noted
    with_context            the events of a play with what only those before them show, such as the order of a pile
    redact                  those fields as one player sees them
    event_help              the help of each event and of each of its fields
    describe                an event in a sentence, from its name and its fields, whole or redacted
    sides                   the sides of a game with teams, so that figures are reported by side too
    side_of                 the number of a seat's side under compiled rules, where partners win together
    caveat                  what bots cannot do in this game that people do, and what that means for its figures
    greedy_help             how `greedy` decides where the game has no evaluation written for it
    can_be_lost_by_all      whether a play may end without a winner, as a game against the deck does
    is_cooperative          whether all win or lose together, as the measure `won` says
    styles                  scripted bots
    pack                    the cards of its standard pack by their numbers, if it is played with one, and `hand_of`
                            says which of them a player has
    pack_list               the card list of whose copies its pack is, where it is played with one, and `hand_of` alike
    groups                  by field of the state, sets of its cards that count together, such as suits and ranks
    lines                   by field of the state, the lines of the board on which its pieces stand
    card_uses               card lists of which `report_cards` says what each seat had and played
    bench_rules             the rules that its reference programs play, for `workbench bench`
    rulebook                the Jinja2 template of the living rulebook: its file, or the text itself
    picture                 how the table is drawn: what lies where, and the faces of the cards
    cover                   an SVG three times as wide as high, for the game's card on the first page; without one, a
                            cover is drawn from the title
    score_sheet             what people write down at the table under these rules, and who wins by it
    write_down              what people write on the sheet when an event happens, from its name and its fields
    standing_unit           what `standing` counts, if anything; `stage_word` what `stages_ended` does, one of them
    cost                    how many times as long as in Hitmakers its bots take to decide under these rules; declared,
                            since studies plan their plays by it and must plan the same on every machine
    search_cost             the same for an iteration of search
    family                  the family of games with the same code, for a game without code of its own
    neutral                 two values of a rule that are alike, by which `workbench calibrate` measures promises
    is_plain                whether its functions run as plain Python alone, since they call what cannot be compiled
    """

    name: str
    title: str
    summary: str
    rules: type
    state: np.dtype[np.void]
    functions: Mapping[str, GameFunction]
    measures: Sequence[Measure]
    action_kinds: type[IntEnum]
    events: Mapping[IntEnum, str]
    seats: int
    event_fields: EventFields
    redact: Redact
    rulebook: Path | str
    primary: Sequence[str] = (f"{TIE.name}_rate", DECISIONS.name)
    styles: Sequence[Style] = ()
    pack: Sequence[str] = ()
    pack_list: str = ""
    groups: tuple[tuple[str, Groups], ...] = ()
    lines: tuple[tuple[str, tuple[int, ...]], ...] = ()
    card_uses: Sequence[str] = ()
    bench_rules: Mapping[str, Written] = field(default_factory=dict)
    limits: Callable[[Values], dict[str, Limit]] = lambda values: {}
    idle_rules: Callable[[Values], Collection[str]] = lambda values: ()
    idle_measures: Callable[[Values], Collection[str]] = lambda values: ()
    idle_kinds: Callable[[Values], Collection[str]] = lambda values: ()
    check: Callable[[Values], list[Problem]] = lambda values: []
    score_sheet: Callable[[Values], ScoreSheet] = lambda values: ScoreSheet()
    write_down: WriteDown = lambda event, fields: ()
    can_be_lost_by_all: bool = False
    is_cooperative: bool = False
    standing_unit: str = "points"
    stage_word: str = "stage"
    sides: Sides | None = None
    side_of: GameFunction | None = None
    caveat: str = ""
    greedy_help: str = ""
    describe: Describe | None = None
    with_context: WithContext = lambda events: events
    event_help: Mapping[IntEnum, EventHelp] = field(default_factory=dict)
    cost: Callable[[Values], int] = lambda values: 1
    search_cost: Callable[[Values], int] = lambda values: 1
    family: str = ""
    neutral: Neutral | None = None
    cover: Path | None = None
    picture: Picture = field(default_factory=Picture)
    is_plain: bool = False

    def __post_init__(self) -> None:
        missing = set(MOVES) - set(DEFAULTS) - set(self.functions)
        if missing:
            raise TypeError(f"game {self.name} lacks the functions {', '.join(sorted(missing))}")
        if self.sides and self.sides.measure not in (measure.name for measure in self.measures):
            raise TypeError(f"game {self.name} has no measure {self.sides.measure}, which says who is on which side")
        refuse_reserved_names("parameters", self.rules_type.names or ())
        refuse_reserved_names("measures", (measure.name for measure in self.measures))
        counts = Counter([WINNERS, *(measure.name for measure in self.all_measures)])
        if taken := [name for name, count in counts.items() if count > 1 or OF_A_SEAT.search(name)]:
            raise TypeError(f"reports have other figures called {', '.join(taken)}; give the measures other names")
        register(self.rules_type, self.answers)

    def wins_together(self, players: int) -> bool:
        """True if there are no rivals at a table of so many: all win or lose together, or one plays alone."""
        return self.is_cooperative or players == 1

    @cached_property
    def parameters(self) -> dict[str, Parameter]:
        """The rule parameters by name."""
        return declared(self.rules)

    @cached_property
    def answers(self) -> Mapping[str, GameFunction]:
        """The functions, and those that read the features and quantities of its positions."""
        reader = quantity_reader(self.state, self.seats)
        return {**self.functions, "list_features": feature_lister(self.features), "quantity": reader}

    @property
    def features(self) -> Declared:
        """The declarations from which the features of its positions are written."""
        return Declared(self.state, self.seats, self.groups, self.lines)

    @property
    def quantities(self) -> list[str]:
        """The numbers of a position that a bot's condition may be about, by name."""
        return [*quantities(self.state, self.seats)]

    @cached_property
    def rules_type(self) -> np.dtype[np.void]:
        """The record of the compiled rules. Its first field tells games with equal parameters apart.

        So it does a game that is loaded anew in this process, whose functions are others.
        """
        loads = 0
        while answers_otherwise(record := self._rules_record(loads), self.answers):
            loads += 1
        return alike(record, self._rules_record(0))

    def _rules_record(self, loads: int) -> np.dtype[np.void]:
        fields = [field for parameter in self.parameters.values() for field in parameter.fields]
        return record_type([(f"is_{self.family or self.name}" + f"_{loads}" * bool(loads), "?"), *fields])

    @cached_property
    def all_measures(self) -> tuple[Measure, ...]:
        """The measures every game has, then this game's."""
        return (*COMMON, *self.measures)

    @cached_property
    def result(self) -> np.dtype[np.void]:
        """The record of one play's measures."""
        return result_type(self.all_measures, self.seats)

    @cached_property
    def card_use(self) -> np.dtype[np.void]:
        """The record of one play's use of cards: those of its pack, card by card, or those of its lists, row by row."""
        if self.has_pack:
            return use_type({PACK: len(self.pack) or WORD}, self.seats)
        sizes = {
            name: declared.most for name, declared in card_lists(self.parameters).items() if name in self.card_uses
        }
        return use_type(sizes, self.seats)

    @property
    def has_pack(self) -> bool:
        """True if `hand_of` says which cards of one pack, a standard one or a list's copies, a player has."""
        return bool(self.pack or self.pack_list)

    @cached_property
    def timeline(self) -> np.dtype[np.void]:
        """The record of one play's timeline."""
        from workbench.engine.timeline import timeline_type

        return timeline_type([kind.value for kind in self.action_kinds], self.seats)

    @property
    def rulebook_template(self) -> str:
        """The Jinja2 template of the living rulebook."""
        return self.rulebook if isinstance(self.rulebook, str) else self.rulebook.read_text(encoding="utf-8")

    @property
    def keeps_score(self) -> bool:
        """True if the game says how its players stand while a play goes on, and in what."""
        return "standing" in self.functions and bool(self.standing_unit)

    @property
    def has_evaluation(self) -> bool:
        """True if its author wrote an evaluation for greedy, which else plays choices out in thought."""
        return "weigh" not in self.functions

    @property
    def hides_moves(self) -> bool:
        """True if players may not see each other's actions: they choose at once, or face down."""
        return "observation" in self.functions

    @cached_property
    def code_hash(self) -> str:
        """SHA-256 over all code that decides what plays are; worked out once, as what is loaded stays as it is."""
        records = [kind.descr for kind in (self.state, self._rules_record(0), self.result, self.card_use)]
        styles = [(style.name, style.number) for style in self.styles]
        kinds = [(kind.name, kind.value) for kind in self.action_kinds]
        declared = [records, styles, kinds, self.seats]
        return code_hash(self.functions.values(), [self.rules.__module__], declared, Sources.of_this_python())

    def problems(self, written: Mapping[str, object]) -> list[Problem]:
        """All that is wrong with these written rule values, each alone and all together; warnings included."""
        wrong = {problem.place: problem for problem in problems_of(self.parameters, written)}
        sound = {name: value for name, value in written.items() if name in self.parameters and name not in wrong}
        values = complete(self.parameters, sound)
        for name, limit in self.limits(values).items():
            if problem := self._limited(name, limit, values[name], wrong.get(name)):
                wrong[name] = problem
        together = [] if wrong else self.check(values)
        return [*wrong.values(), *together]

    def _limited(self, name: str, limit: Limit, value: Written, problem: Problem | None) -> Problem | None:
        if problem:
            return problem._replace(message=f"{problem.message} ({limit.because}: at most {limit.high})")
        if isinstance(value, int) and value > limit.high:
            return Problem(name, f"at most {limit.high} ({limit.because})", str(value))
        return None

    def fields_of(self, event: IntEnum, values: tuple[Noted, ...], rules: Mapping[str, object]) -> Fields:
        """The fields of a trace event under complete written rules, its cards by their keys."""
        fields: Fields = _by_key(self.event_fields(event, values), rules, card_lists(self.parameters))
        return fields

    def sheet(self, values: Mapping[str, object]) -> ScoreSheet:
        """The score sheet under written values; those not given are the defaults."""
        return self.score_sheet(complete(self.parameters, values))

    def compile_rules(self, written: Mapping[str, object]) -> Rules:
        """The rules value that the compiled functions take, from written values; those not given are the defaults."""
        values = complete(self.parameters, written)
        record = np.zeros(1, self.rules_type)[0]
        for name, parameter in self.parameters.items():
            parameter.put(record, values[name])
        return record

    def kinds(self, values: Values) -> list[IntEnum]:
        """The kinds of action that plays by these written values may have, in order."""
        idle = self.idle_kinds(values)
        return [kind for kind in sorted(self.action_kinds) if kind.name.lower() not in idle]

    def style(self, name: str) -> Style | None:
        """The style called `name`, or None."""
        return next((style for style in self.styles if style.name == name), None)


def _by_key(value: Noted, rules: Mapping[str, object], lists: Mapping[str, CardList]) -> Noted:
    """The value as JSON takes it, with the key of each card of a card list in the place of its number."""
    if isinstance(value, CardOf):
        return cards_of(rules, value.rule).keys[value.number]
    if isinstance(value, CopyOf):
        copies, cards = lists[value.rule].copies, cards_of(rules, value.rule)
        return (cards.keys_by_copy(copies) if copies else cards.keys)[value.number]
    if isinstance(value, dict):
        return {name: _by_key(item, rules, lists) for name, item in value.items()}
    if isinstance(value, list):
        return [_by_key(item, rules, lists) for item in value]
    return value.item() if isinstance(value, np.generic) else value
