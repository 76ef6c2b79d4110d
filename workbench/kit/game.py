"""A game from one file: what its author declared, made into all that the workbench needs of a game.

    GAME = game(globals(), title="Pig", summary="Roll as often as you dare.")

The kit looks in the module for the classes `Rules` and `State`, for moves, events and styles, for `setup`, and for the
functions of `REFINEMENTS`, which an author may leave out. Helpers need no decorator: the kit finds them by their calls.
"""

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from types import FunctionType
from typing import Any, cast, get_type_hints

import numpy as np

from workbench.engine import bit_sets, chance
from workbench.engine.bit_sets import WORD
from workbench.engine.card_lists import NOTHING, CardList, ChoiceColumn
from workbench.engine.cards import Cards
from workbench.engine.compiling import compiled
from workbench.engine.game import Game, Style
from workbench.engine.measures import LEAD, SPREAD, TIE, TOTAL, WIN_RATE, WON, Measure, Scope
from workbench.engine.parameters import Values, Whole, declared
from workbench.engine.score_sheet import ScoreSheet, Wins
from workbench.engine.trace import EventHelp, hold_note, note, release_note
from workbench.engine.types import Fields, FieldSpec, GameFunction, Noted, state_type
from workbench.engine.wording import counted, listed
from workbench.kit.cards import take_kind, total
from workbench.kit.decks import draw_unseen, forget_order, lay_out
from workbench.kit.fields import UNSEEN, Holds, State, StateField, held_by, pack_of, words_of
from workbench.kit.knowledge import share_out, some_of
from workbench.kit.matches import STAYS, end_game, ends_match, with_match
from workbench.kit.moves import (
    COMPONENTS,
    MOST_WIDE,
    RULES,
    UNTOLD,
    USUAL,
    AuthorsModule,
    DeclaredEvent,
    DeclaredMove,
    DeclaredStyle,
    all_names,
    declaration,
    executed,
    parameters,
)
from workbench.kit.packs import FRENCH, MOST_IN_A_SET, Pack
from workbench.kit.picture import picture
from workbench.kit.playouts import CAVEAT, HELP, weigh_by_playouts, whim
from workbench.kit.rulebook import template
from workbench.kit.rules import MATCH_GAMES, MATCH_WINS, Rule, Rules, failing, is_match
from workbench.kit.sentences import END, END_HELP, PLAYER, Sentence, Told, end_fields, end_words, names_in
from workbench.kit.source import Design, block, call, chosen_field, number_actions, pick_fields, places, written
from workbench.kit.stocks import conceal_stock, copy_set, draw_world, rows_of, stock_type

REFINEMENTS = {
    "score": ("state, rules, player", "The points of a player; else `state.score[player]`."),
    "winners": ("state, rules", "Who wins; else who has the best score."),
    "won": ("state, rules", "Whether all, who win or lose together, have won; `state.score` is one number."),
    "tied": ("state, rules", "True where nobody wins alone; else by `winners`."),
    "side": ("rules, player", "A player's side; else each is alone."),
    "payoff": ("state, rules, player", "How good a position is, from 0 to 1; else by the lead."),
    "stages": ("state, rules", "Stages that have ended, where not by `next_stage`."),
    "swing": ("rules", "See `kit.game`."),
    "playout": ("state, rules, legal", "An action for playouts; else any of `legal`."),
    "legal": ("state, rules", "Else by the moves."),
    "after_move": ("state, rules, chance", "Called after every move."),
    "appraise": ("state, rules, legal, worths", "Writes into `worths` what actions are worth."),
    "lowest_wins": ("rules", "Else as `kit.game` says."),
    "hand_of": ("state, rules, player", "The cards that a player has; else the private ones."),
    "glimpse": ("states, rules", "Writes into `states[1]` all that `appraise` and styles read of `states[0]`."),
    "situation": ("state, rules", "What is to decide, as all see it; else by the moves."),
    "knowledge": ("state, rules, player", "The cards whose place a player knows; else by zones and `looked`."),
    "conceal": ("state, rules, player", "Removes what else is unknown."),
    "worlds": ("state, rules, player, chance", "Draws a world, with `unseen_ZONE` cards."),
    "possible": ("state, rules, player", "Whether drawn cards may lie so."),
    "likely": ("state, rules, player", "How likely drawn secrets are, from 0 to 1."),
    "determinize": ("state, rules, player, chance", "Puts back into worlds what `conceal` removed."),
    "observation": ("state, rules, player, action", "What a player sees of an action."),
    "private_information": ("state, rules, player", "What it alone knows."),
    "payoff_span": ("state, rules, player", "How far payoffs differ; else 1."),
    "printed": ("values", "How many of each card to print; else one."),
    "card_text": ("row", "A sentence on a card of a list."),
    "face": ("values, rule, row", "The print, a `kit.Face`; else from its columns."),
    "faces": ("values", "All prints."),
    "zones": ("state, rules, values", "What else lies on the table."),
    "check": ("values", "A list of `Problem`: rules that do not fit."),
}
"""Functions of an author that the kit does without: their arguments, and their answers."""
REQUIRED = "Rules", "State"
WIN_WEIGHT = 0.5
"""The weight of the win itself in a payoff at the end; the rest is the lead. Set by hand."""
SWING = 10.0
"""The lead at which a payoff is halfway from even to the most, where a game does not say. Set by hand."""
TRIED = 40
"""The cost of greedy's decisions where it tries its choices (`playouts.py`); measured from 18 to 72 where it stands."""
END_EVENT = COMPONENTS - 1
MOST_OF_A_SUBSET = 6
"""Numbers to choose some of: their subsets are the choices, of which there is room for 64."""
DECK, PHASE = "stock", "phase"
"""The names of the fields that functions of the kit and moves with a phase read."""
FURTHER = ("part", "jump", "repeats", "counted", "per", "nominal", "below_zero", "detail")
"""Attributes of measures that their fields have alike."""
OF_RIVALS = WIN_RATE.name, TIE.name, SPREAD
"""Measures that say nothing where all win or lose together."""
LOWEST_WINS = "lowest_wins"
"""A rule of this name says who wins by the score."""
AUTHORS = ("workbench.kit.examples.", "workbench.games.")
"""Where modules of the workbench are written as an author's are."""
Context = Callable[[Iterable[tuple[str, Fields]]], Iterable[Fields]]
_compiled: set[int] = set()


def game(
    module: AuthorsModule,
    *,
    title: str,
    summary: str,
    name: str = "",
    wins: Wins = Wins.HIGHEST,
    stage: str = "",
    points: str = "points",
    points_margin: float = 0.2,
    swing: float = SWING,
    win_weight: float = WIN_WEIGHT,
    ended_by: str | tuple[str, str] = "",
    context: Context | None = None,
    cost: int | Callable[[Values], int] | None = None,
    **more: Any,
) -> Game:
    """The game that a module declares.

    name        how commands call it; else as its folder
    wins        `kit.Wins.HIGHEST` or `kit.Wins.LOWEST`; else a rule `lowest_wins` decides
    stage       what `next_stage` counts: `deal`
    points      what the score counts, if any
    points_margin   the smallest change of the score that counts
    swing       the lead that search holds to be halfway from even to won; or a function
    win_weight  what the win weighs for search; the rest is the lead
    ended_by    what ends every play, for the trace; a second name for plays that are `state.capped`
    context     makes of the events of a play, by name, their fields
    cost        how many times as long as in Hitmakers greedy decides
    more        other fields of `workbench.engine.game.Game`
    """
    if missing := [required for required in REQUIRED if required not in module]:
        raise TypeError(f"a game of the kit needs {', '.join(missing)} in its module")
    design = replace(design_of(module, stage, swing, wins), win_weight=win_weight, has_points=bool(points))
    rules: type[Rules] = module["Rules"]
    functions = _functions(design, module)
    return Game(
        **{
            "name": name or _name(module),
            "title": title,
            "summary": summary,
            "rules": rules.declaration,
            "state": _record(design),
            "seats": design.seats,
            "functions": functions,
            "measures": _measures(design, points, points_margin, stage),
            "standing_unit": points,
            "rulebook": template(title, module, declared_moves(module), declared(rules.declaration)),
            **_costs(cost or (1 if design.has_appraisal else TRIED)),
            **_under_rules(design, rules, wins if points and not design.is_cooperative else Wins.NAMED, stage),
            **_bots(design),
            **_trace(design, module, ended_by, context),
            "picture": picture(design, functions.pop("move_of")),
            "pack": FRENCH.names if design.pack is FRENCH and design.hands else (),
            "pack_list": design.pack.rule if design.pack and design.hands else "",
            "card_uses": tuple(design.listed),
            "groups": tuple((field.name, field.pack.groups) for field in design.sets if field.pack),
            "lines": tuple((field.name, field.board.longest_lines) for field in design.boards if field.board),
            **more,
        }
    )


def _name(module: AuthorsModule) -> str:
    """The name of a game: that of its module, or of the folder of a file `game.py`."""
    names = module["__name__"].split(".")
    return str(names[-2] if names[-1] == "game" and len(names) > 1 else names[-1])


def _costs(cost: int | Callable[[Values], int]) -> dict[str, object]:
    """How much slower than in Hitmakers a decision is, and an iteration of search, which plays on without trying."""
    cost_of = cost if callable(cost) else lambda values: cost
    return {"cost": cost_of, "search_cost": lambda values: max(1, cost_of(values) // TRIED)}


def _under_rules(design: Design, rules: type[Rules], wins: Wins, stage: str) -> dict[str, object]:
    """A game's declarations about its rules and its stages."""
    return {
        "limits": rules.limits,
        "idle_rules": rules.idle,
        "idle_measures": lambda values: [
            *(OF_RIVALS if design.is_cooperative else ()),
            *(field.name for field in design.measures if not design.is_drawn(field.name, values)),
        ],
        "check": design.functions.get("check", lambda values: []),
        "side_of": (lambda rules, player: 0) if design.is_cooperative else design.functions.get("side"),
        "is_cooperative": design.is_cooperative,
        "can_be_lost_by_all": design.is_cooperative,
        "primary": _primary(design),
        "score_sheet": lambda values: _sheet(values, rules, wins, stage)._replace(together=design.is_cooperative),
        "stage_word": stage or "stage",
        "bench_rules": {"target": rules.rules["target"].low} if "target" in rules.rules else {},
    }


def _primary(design: Design) -> tuple[str, ...]:
    """The measures that a comparison is about where nothing else is asked."""
    length = design.counts_stages or "decisions"
    if design.is_cooperative:
        return (f"{WON}_rate", *(["score"] if design.has_points else []), length)
    return (length, *([TOTAL] if design.has_points else []), f"{TIE.name}_rate")


def _bots(design: Design) -> dict[str, object]:
    """A game's declarations about its bots: styles, kinds of action, and how greedy decides without an evaluation."""
    conditions = {move.name.rstrip("_"): move.under for move in design.moves if move.under}
    styles = enumerate(design.styles)
    by_playouts = {"greedy_help": HELP, "caveat": CAVEAT}
    return {
        "action_kinds": IntEnum("ActionKind", design.kinds),
        "idle_kinds": lambda values: failing(conditions, values),
        "styles": tuple(Style(style.name, style.help, number) for number, style in styles),
        **({} if design.has_appraisal else by_playouts),
    }


def _trace(
    design: Design, module: AuthorsModule, ended_by: str | tuple[str, str], context: Context | None
) -> dict[str, object]:
    """A game's declarations about its trace."""
    sentences = dict(sentences_of(design, module))
    described = {sentence.name: sentence for sentence in sentences.values()}
    endings = (ended_by,) if isinstance(ended_by, str) else ended_by
    ending = {"ended_by": "The rule that ended the play."} if ended_by else {}
    end_help = EventHelp(END_HELP.help, {**END_HELP.fields, **ending})
    numbered = [(sentence.name.upper(), number) for number, sentence in sorted(sentences.items())]
    kits_end = [] if END in described else [(END.upper(), END_EVENT)]
    events = IntEnum("Event", [*numbered, *kits_end])  # type: ignore[misc]

    def event_fields(event: IntEnum, values: tuple[Noted, ...]) -> Fields:
        if event in sentences:
            return sentences[event].fields(values)
        return end_fields(values) | {name: endings[int(values[-1]) if len(endings) > 1 else 0] for name in ending}

    def redact(event: IntEnum, fields: Fields, player: int) -> Fields:
        return sentences[event].redacted(fields, player) if event in sentences else fields

    def describe(event: str, fields: Fields) -> str:
        return described[event].describe(fields) if event in described else end_words(fields, design.is_cooperative)

    def with_context(noted: Iterable[tuple[IntEnum, Fields]]) -> Iterable[tuple[IntEnum, Fields]]:
        numbers, in_order = list(noted), context or (lambda named: (fields for _, fields in named))
        named = ((events(number).name.lower(), fields) for number, fields in numbers)
        return zip((number for number, _ in numbers), in_order(named), strict=True)

    return {
        "with_context": with_context,
        "events": {event: event.name.lower() for event in events},
        "event_help": {event: sentences[event].event_help if event in sentences else end_help for event in events},
        "event_fields": event_fields,
        "redact": redact,
        "describe": describe,
    }


def design_of(module: AuthorsModule, stage: str = "", swing: float = SWING, wins: Wins = Wins.HIGHEST) -> Design:
    """All that the author of a module has declared. Raises TypeError with every problem."""
    state: type[State] = with_match(module["State"]) if MATCH_WINS in module["Rules"].rules else module["State"]
    declarations = [declaration(value) for value in module.values()]
    packs = dict.fromkeys(field.pack for field in state.fields.values() if field.pack)
    has_stocks = any(field.holds is Holds.STOCK for field in state.fields.values())
    in_sets = {field.pack for field in state.fields.values() if field.is_set} or (set() if has_stocks else {*packs})
    if len(in_sets) > 1:
        raise TypeError("the zones of a game hold cards of one pack; make one pack of all its cards, or `kit.stock`s")
    functions = {name: module[name] for name in ("setup", *REFINEMENTS) if name in module}
    moves = declared_moves(module)
    keywords = _keywords(moves, next(iter(in_sets), None), module["Rules"])
    if problems := [*_unknown_names(state, moves, module["Rules"]), *_too_wide(moves)]:
        raise TypeError("; ".join(problems))
    design = Design(
        moves=tuple(moves),
        styles=tuple(item for item in declarations if isinstance(item, DeclaredStyle)),
        state=state,
        pack=next(iter(in_sets), None),
        packs=tuple(packs),
        copied=tuple(name for name, rule in module["Rules"].rules.items() if getattr(rule.whole, "copies", "")),
        functions=functions,
        seats=module["Rules"].most_players(),
        lowest_wins=wins is Wins.LOWEST,
        chooses_winner=LOWEST_WINS in module["Rules"].rules,
        swing=float(swing),
        win_weight=WIN_WEIGHT,
        measures=tuple(measure for field in state.fields.values() for measure in field.measures),
        counts_stages=f"{stage}s" if stage else "",
        tells_end=any(isinstance(item, DeclaredEvent) and item.name == END for item in declarations),
        keywords=keywords,
    )
    if problems := list(_cannot_be_picked(design)):
        raise TypeError("; ".join(problems))
    return design


def declared_moves(module: AuthorsModule) -> list[DeclaredMove]:
    """The moves of a module, with those that have effects."""
    return [item for item in map(declaration, module.values()) if isinstance(item, DeclaredMove)]


def _keywords(moves: list[DeclaredMove], pack: Pack | None, rules: type[Rules]) -> dict[str, str]:
    """How the keyword of a card is read, by each move with effects; of these moves stays what cards without one do.

    Raises TypeError where a keyword has no effect.
    """
    rule = rules.rules.get(pack.rule) if pack else None
    cards = rule.whole if rule and isinstance(rule.whole, CardList) else None
    choices = [column for column in (cards.columns if cards else ()) if type(column) is ChoiceColumn]
    read = dict[str, str]()
    for played in {move.played.name: move.played for move in moves if move.played}.values():
        done = [move.keyword for move in moves if move.played and move.played.name == played.name]
        keywords: type[IntEnum] = type(done[0])  # type: ignore[assignment]
        column = next((column for column in choices if column.options is keywords), None)
        for keyword in keywords:
            if keyword not in done:
                name = f"{keywords.__name__}.{keyword.name}"
                there = _card_with(rule, cards, column, keyword) if rule and cards and column else ""
                raise TypeError(f"{name} has no effect{there}; what works: `@kit.effect({name}, of={played.name})`")
        if callable(played.kind):
            read[played.name] = call(played.kind, **{played.names[0]: "{}"})
        elif pack and cards and column:
            row = f"rules.{pack.rule}_deck[{{}}]" if cards.copies else "{}"
            read[played.name] = f"rules.{pack.rule}[{row}].{column.name}"
        else:
            raise TypeError(
                f"{played.name}: nothing says which {keywords.__name__} a card has; what works:"
                f' `ChoiceColumn("effect", {keywords.__name__})` in its list, or a function that returns it as `kind`'
            )
        place = moves.index(played)
        moves[place : place + 1] = [replace(played, keyword=NOTHING, kind="")] if column and column.optional else []
    return read


def _card_with(rule: Rule, cards: CardList, column: ChoiceColumn, keyword: IntEnum) -> str:
    """The first card of the shipped list that has a keyword, and where it stands; empty where none has it."""
    listed = cast(Cards, cards.written(rule.default))
    lines = ((line, row) for line, row in enumerate(listed, 2) if row[column.name] == keyword.name.lower())
    return next((f", which {listed.key_of(row)} has in {listed.file}, line {line}" for line, row in lines), "")


def _unknown_names(state: type[State], moves: Sequence[DeclaredMove], rules: type[Rules]) -> Iterator[str]:
    """Names of rules and of fields that there are none of."""
    for field in state.fields.values():
        for name in (field.start, field.spaces):
            if isinstance(name, str) and name not in rules.rules:
                yield f"State.{field.name}: {name} is none of the rules {', '.join(rules.rules)}"
        if field.is_set and field.pack and (cards := len(field.pack.names)) > MOST_IN_A_SET:
            yield (
                f"State.{field.name}: {counted(cards, 'card')}, and the cards of a zone are one word of"
                f" {MOST_IN_A_SET} bits; what works: a `kit.stock`, fewer copies of each card (half of them are often"
                " enough), or a pack of the kinds of cards and `kit.row(number of kinds)` for how many of each lie in a"
                " place"
            )
        if field.is_deck and not field.per_player and field.name != DECK:
            yield f"State.{field.name}: the deck of a game is called {DECK}, as the functions that draw from it do"
        if field.length and field.length not in state.fields:
            yield f"State.{field.name}: {field.length} is no field; it needs `{field.length}: int`"
        if field.by and field.by != Scope.DEAL_SEAT:
            yield f'State.{field.name}: a measure is by="{Scope.DEAL_SEAT}" or by player, not by {field.by}'
    there = {*state.fields, *(measure.name for field in state.fields.values() for measure in field.measures)}
    of_kit = {"titles": "stage", "undrawn": "score", "on_table": "score"}
    for listing in ("on_table", "undrawn", "unset", "titles", "pictured", "used_if"):
        for name in getattr(state, listing) or ():
            if name not in there and name != of_kit.get(listing):
                yield f"State: {listing} names {name}, which is none of the fields"
    for move in moves:
        if move.phase is not None and PHASE not in state.fields:
            yield f"{move.name}: it has a phase, and State has no field `{PHASE}: int`"
        for name in (move.source, move.target):
            if name and name not in state.fields:
                yield f"{move.name}: {name} is none of the fields {', '.join(state.fields)}"


def _too_wide(moves: Sequence[DeclaredMove]) -> Iterator[str]:
    for move in moves:
        for name in (*move.among_by_name, *(move.numbers if isinstance(move.numbers, Mapping) else ())):
            if name not in move.names:
                yield f"{move.name}: {name} is none of its arguments {', '.join(move.names) or '(none)'}"
        if inspect.isfunction(move.among) and len(move.new_names) > 1 and not {*move.names} & {*parameters(move.among)}:
            name = move.among.__name__
            yield f'{move.name}: say of which argument {name} is: among={{"{move.names[0]}": {name}}}'
        for number, argument in enumerate(move.arguments):
            low, high = argument.numbers
            where = f"{move.name}: " if len(move.names) == 1 else f"{move.name}: {argument.name} "
            if high - low >= MOST_WIDE:
                yield f"{where}from {low} to {high} are more than {MOST_WIDE} numbers"
            if argument.is_wide and argument.among and not argument.judges:
                judge = argument.among.__name__
                yield f"{where}of more than 64 numbers, {judge} must take {argument.name}, and judge it"
            if argument.holds is Holds.SUBSET and high >= WORD:
                yield f"{where}a subset is of numbers up to 63, and {high} is more"
            elif argument.holds is Holds.SUBSET and high - low >= MOST_OF_A_SUBSET:
                yield f"{where}a subset is of at most {MOST_OF_A_SUBSET} numbers, and from {low} to {high} are more"
            if argument.among and (later := {*move.names[number + 1 :]} & {*parameters(argument.among)}):
                others = ", ".join(sorted(later))
                yield f"{move.name}: {argument.name} is chosen before {others}, which its `among` takes"


def _cannot_be_picked(design: Design) -> Iterator[str]:
    """Moves of which the kit cannot ask in parts."""
    if design.has_match and design.is_cooperative:
        yield "Rules: a match has rivals, and `won` says that all win or lose together"
    for move in design.simultaneous:
        if len(move.steps) != 1 or design.group_of(move).names(move):
            yield (
                f"{move.name}: what all choose at once is one argument of at most {WORD} choices, together with the"
                " choices of other moves of its phase"
            )
    if "possible" in design.functions and ("worlds" in design.functions or not design.shared):
        yield "possible: no zones share hidden cards, or `worlds` draws them; there is nothing to judge"
    if "likely" in design.functions and not design.secrets:
        yield "likely: State has no `kit.secret`, and there is nothing to judge"
    if taken := [name for name in pick_fields(design) if name in design.state.fields]:
        yield f"State: choices are picked in parts, in fields {', '.join(taken)} of the kit; call yours otherwise"


# The record of a position


def _record(design: Design) -> np.dtype[np.void]:
    fields, behind = _fields(design), _behind(design)
    if twice := [name for name, times in Counter(name for name, *_ in (*fields, *behind)).items() if times > 1]:
        yours = listed([f"State.{name}" for name in twice])
        raise TypeError(
            f"{yours}: the kit has a field of that name, for what State declares besides; call it otherwise"
        )
    return state_type(fields, behind)


def _fields(design: Design) -> list[FieldSpec]:
    """The fields that moves read and write."""
    seats = design.seats
    fields: list[FieldSpec] = [("actor", "i8"), ("stage", "i8"), ("over", "?"), ("whim", "u8")]
    kind = stock_type(*design.stock_layout)
    for field in design.state.fields.values():
        if field.holds is Holds.STOCK:
            fields.append((field.name, kind))
        elif field.holds is not Holds.RATIO:
            fields.append(field.in_record(seats))
    if design.pack:
        fields.append(("pack", "u8"))
    if design.pack and "knowledge" not in design.functions:
        fields += [("looked", "u8", (seats,)), ("lacks", "u8", (seats,))]
    if design.pack and design.deck:
        cards = len(design.pack.names)
        fields += [("places", "u8"), ("deck", "u1", (cards,)), ("unmixed", "i8"), ("shares", "u8", (seats + 1,))]
    for field in design.hidden:
        fields.append((f"unseen_{field.name}", "i8", (seats,)) if field.per_player else (f"unseen_{field.name}", "i8"))
    if design.from_decks:
        fields.append(("unseen_of", "u8", (seats,)))
    fields += [(f"unseen_{field.name}", "i8", (field.secrets,)) for field in design.secrets if field.is_dealt]
    fields += [(name, "i8") for name in pick_fields(design)]
    fields += [(chosen_field(move), "u1", (seats,)) for move in design.simultaneous]
    if design.draws_lots:
        fields += [("lots", "u8", (seats,)), ("moves", "i8")]
    return fields


def _behind(design: Design) -> list[FieldSpec]:
    """The fields of what bots work out before they search."""
    seats = design.seats
    behind: list[FieldSpec] = [("playout_chance", chance.CHANCE)]
    behind += [field.in_record(seats) for field in design.state.scratch]
    if design.shared and "worlds" not in design.functions and not design.deck:
        shape = (places(design),)
        behind += [("room", "i8", shape), ("way", "i8", shape), ("barred", "u8", shape), ("dealt", "u8", shape)]
    return behind


def _cleared(place: str, kind: np.dtype[Any]) -> Iterator[str]:
    """Lines that set a field to zero."""
    if kind.names:
        for name in kind.names:
            yield from _cleared(f"{place}.{name}", kind[name])
    else:
        yield f"{place}{'[:]' if kind.subdtype else ''} = {'False' if kind.base == np.bool_ else '0'}"


def _clear(design: Design) -> str:
    """A function that sets a position back to the start, for the next game of a match."""
    record = np.dtype([spec for spec in _fields(design) if spec[0] not in STAYS])
    return "\n".join(block("def kit_clear(state):", _cleared("state", record)))


# Functions


def _functions(design: Design, module: AuthorsModule) -> dict[str, GameFunction]:
    """The functions that the engine calls, compiled from their text."""
    space = _names(design, module)
    text, name = written(design) + (_clear(design) if design.has_match else ""), f"<kit: {module['__name__']}>"
    number_actions(design)
    for helper in _helpers(value for value in space.values() if isinstance(value, FunctionType)):
        compiled(helper)
    defined = executed(text, name, space)
    functions = {key.removeprefix("kit_"): value for key, value in defined.items() if key.startswith("kit_")}
    for function in functions.values():
        compiled(function)
    between = (
        "score",
        "sign",
        "winners",
        "lead",
        "match_",
        "end_of_game",
        "clear",
        "several_",
        "step_of_",
        "choices_of_",
        "open_",
        "ways_",
    )
    answers = {key: function for key, function in functions.items() if not key.startswith(between)}
    return answers if design.has_appraisal else {**answers, "weigh": weigh_by_playouts}


def _names(design: Design, module: AuthorsModule) -> AuthorsModule:
    """All that the text calls by name."""
    used = [*design.functions.values(), *(style.function for style in design.styles)]
    used += [field.knows for field in design.secrets if field.knows]
    for move in design.moves:
        for part in filter(None, (move, move.played)):
            used += [part.function, *filter(callable, [part.when, part.kind]), *part.among_by_name.values()]
    sets = ("add", "count", "holds", "lowest", "nth", "only", "remove", "subsets", "up_to", "without_lowest")
    return {
        "__name__": module["__name__"],
        "np": np,
        "note": note,
        "hold_note": hold_note,
        "release_note": release_note,
        "mix": chance.mix,
        "STEP": chance.STEP,
        "start_play": chance.start_play,
        "end_game": end_game,
        "ends_match": ends_match,
        "player_word": chance.player_word,
        "player_below": chance.player_below,
        "share_out": share_out,
        "take_kind": take_kind,
        "total": total,
        "some_of": some_of,
        "UNSEEN": UNSEEN,
        **{function.__name__: function for function in (conceal_stock, draw_world, rows_of, copy_set)},
        **{function.__name__: function for function in (forget_order, lay_out, draw_unseen)},
        "whim": whim,
        "WHOLE_PACK": design.pack.whole if design.pack else bit_sets.EMPTY,
        "END_EVENT": END_EVENT,
        **{name: getattr(bit_sets, name) for name in (*sets, "EMPTY", "ONE")},
        **{f"author_{function.__name__}": function for function in used},
        **{f"put_{field.name}": field.put for field in design.state.zones() if field.put},
    }


def _helpers(functions: Iterator[FunctionType]) -> Iterator[FunctionType]:
    """Functions of the author's package that these functions reach and that compiled code does not know yet."""
    left, seen = list(functions), set[int]()
    while left:
        function = left.pop()
        if id(function) in seen or _is_ours(function):
            continue
        seen.add(id(function))
        if id(function) not in _compiled and not isinstance(declaration(function), DeclaredEvent):
            _compiled.add(id(function))
            yield function
        reached = (function.__globals__.get(name) for name in function.__code__.co_names)
        left += [value for value in reached if isinstance(value, FunctionType)]


def _is_ours(function: FunctionType) -> bool:
    """True for functions of the workbench, which are marked as compiled where they stand; examples are an author's."""
    module = function.__module__
    return module.startswith("workbench.") and not module.startswith(AUTHORS)


# Measures, the score sheet, and the trace


def _measures(design: Design, points: str, margin: float, stage: str) -> tuple[Measure, ...]:
    lead = "Points by which the winner is ahead of the runner-up."
    total = Measure(TOTAL, "The score at the end.", margin, "i4", Scope.SEAT, points, below_zero=True)
    measures = [total, Measure(LEAD, lead, margin, "i4", unit=points, title="Lead of the winner")] if points else []
    if design.is_cooperative:
        score = Measure("score", "The score of all at the end.", margin, "i4", unit=points, below_zero=True)
        measures = [Measure(WON, "Whether all have won.", 0.01, "?"), *([score] if points else [])]
    if stage:
        counted = f"{stage.capitalize()}s of the play."
        title = design.state.titles.get("stage", f"{stage.capitalize()}s played")
        measures.append(Measure(design.counts_stages, counted, 0.05, "i4", unit=f"{stage}s", title=title))
    for field in design.measures:
        scope = Scope(field.by) if field.by else Scope.SEAT if field.holds is Holds.PER_PLAYER else Scope.PLAY
        kind = "f4" if field.by or field.of[0] else "?" if field.holds is Holds.FLAG else "i4"
        title = field.title or design.state.titles.get(field.name, "")
        measure = Measure(field.name, field.help, field.margin, kind, scope, field.unit, title)
        further = {name: getattr(field, name) for name in FURTHER}
        measures.append(measure._replace(**further))
    return tuple(measures)


def _sheet(values: Values, rules: type[Rules], wins: Wins, stage: str) -> ScoreSheet:
    """The score sheet: a row a stage; the rule `target`, where there is one, is the total that ends the game.

    Without points, who wins is named.
    """
    if LOWEST_WINS in values and wins is not Wins.NAMED:
        wins = Wins.LOWEST if values[LOWEST_WINS] else Wins.HIGHEST
    if is_match(values):
        wins_needed, games = cast(int, values[MATCH_WINS]), cast(int, values[MATCH_GAMES])
        if wins is Wins.NAMED:
            return ScoreSheet(row="game", wins=wins)
        if wins_needed > 1:
            return ScoreSheet(row="game", target=wins_needed, total=TOTAL)
        return ScoreSheet(row="game", wins=wins, rows=games, total=TOTAL)
    target = values.get("target") if isinstance(declared(rules.declaration).get("target"), Whole) else None
    return ScoreSheet(
        row=stage or "round",
        wins=wins,
        target=target if isinstance(target, int) and target else None,
        total="" if wins is Wins.NAMED else TOTAL,
        length=f"{stage}s" if stage else "",
    )


def sentences_of(design: Design, module: AuthorsModule) -> Iterator[tuple[int, Sentence]]:
    """The sentence of each event, by its number."""
    for item in map(declaration, [*module.values(), *design.components]):
        if isinstance(item, DeclaredMove | DeclaredEvent) and item.event != UNTOLD:
            if (function := item.function) is not getattr(item, "teller", function):
                continue  # an effect that the sentence of its move tells
            help = _plain((inspect.getdoc(function) or "").partition("\n\n")[0].replace("\n", " "))
            has_player = isinstance(item, DeclaredMove) or PLAYER in parameters(function)
            name, told = function.__name__.rstrip("_"), None
            more: tuple[Any, ...] = ()
            if isinstance(item, DeclaredEvent):
                more, secret, carried = (item.words, item.fields, item.seen, item.hides), item.is_secret, ""
            else:
                secret = design.is_secret(item)
                carried = item.carried if secret else ""
            if isinstance(item, DeclaredMove) or not item.told:
                names = [name for name in names_in(item.sentence or all_names(function)) if name != PLAYER]
                told = {
                    name.rstrip("_"): _told(design, function, name, number, secret, has_player, carried)
                    for number, name in enumerate(names)
                }
            yield item.event, Sentence(name, item.sentence, help, told, design.pack, has_player, *more)


def _plain(text: str) -> str:
    """Help without the rules' values, which a template puts in."""
    return re.sub(r"\s*{%.*?%}\s*", " ", text).replace("{{ ", "*").replace(" }}", "*").strip()


def _told(
    design: Design, function: GameFunction, name: str, number: int, secret: bool, has_player: bool, carried: str
) -> Told:
    arguments = [argument for argument in parameters(function) if argument not in USUAL]
    if name in arguments:
        hint = get_type_hints(function, include_extras=True).get(name)
        field = StateField(name, held_by(hint), words=words_of(hint), pack=pack_of(hint))
        return Told(field, secret and (field.holds in (Holds.CARD, Holds.CARDS) or name == carried), True, number)
    if name not in design.state.fields:
        there = ", ".join([*arguments, *design.state.fields])
        raise TypeError(f"{function.__name__}: its sentence names {name}, which is none of {there}")
    field = design.state.fields[name]
    is_of_all = (field.per_player or field.holds is Holds.PER_PLAYER) and not has_player
    if is_of_all and RULES not in parameters(function):
        raise TypeError(
            f"{function.__name__}: its sentence has the {name} of all players; it must take `rules` for that"
        )
    return Told(field, field.is_hidden, has_player, number)
