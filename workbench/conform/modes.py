"""Whole batches: the same seed twice, compiled against plain, and what no play of many has."""

import ast
import inspect
from collections.abc import Iterator
from types import FunctionType

import numpy as np

from workbench import kit
from workbench.bots.spec import seat_bots
from workbench.conform.mistakes import Mistake, Occasion, Sort, SourceLine
from workbench.conform.playing import PlainPlays, checksum
from workbench.conform.positions import fields_of
from workbench.conform.sources import (
    PHASE,
    declared_at,
    is_of_kit,
    names_read,
    phases_of,
    place_of,
    place_of_kind,
    reached,
    tree_of,
)
from workbench.conform.table import PlainTable
from workbench.engine import dispatch
from workbench.engine.batch import Batch
from workbench.engine.compiling import Kernel
from workbench.engine.game import Game
from workbench.engine.loop import WORLD
from workbench.engine.measures import LEAD, TOTAL, WON
from workbench.engine.parameters import complete
from workbench.engine.types import Action, Array, Rules, States
from workbench.engine.wording import counted
from workbench.kit.fields import Holds

MANY = 20
"""Plays after which it is told that all players always share the win."""


def again(game: Game, played: PlainPlays) -> Iterator[Mistake]:
    """The first play once more, by the same actions, as plain Python."""
    if not played.results:
        return
    table = PlainTable(game, played.rules, played.seed, 0)
    table.begin()
    for step, (action, after) in enumerate(zip(played.actions[0], played.positions, strict=False)):
        kind = "" if table.state.over else table.kind_of(action)
        if kind and table.decision() == action:
            table.take(action)
        if not kind or checksum(table.state) != after:
            words = "the same seed gives another play; something outlives a play, or chance comes from elsewhere"
            place = place_of_kind(game, kind, "apply")
            yield Mistake(Sort.NOT_AGAIN, words, place, Occasion(played.rules, played.seed, 0, step))
            return
    result = table.report(game.result)
    names = [name for name in game.result.names or () if result[name].tobytes() != played.results[0][name].tobytes()]
    if names:
        words = f"the same seed gives another {', '.join(names)}; something outlives a play"
        moment = Occasion(played.rules, played.seed, 0, len(played.actions[0]))
        yield Mistake(Sort.NOT_AGAIN, words, place_of(game.functions["report"]), moment)


def compiled_unlike_plain(game: Game, played: PlainPlays) -> Iterator[Mistake]:
    """The plays of a rule set as they come out compiled, beside those in plain Python."""
    if not played.results:
        return
    seats = seat_bots(game, ["random"], played.players)
    batch = Batch(game, complete(game.parameters, played.rules), seats, played.seed)
    results = batch.play(0, len(played.results))
    for number, plain in enumerate(played.results):
        names = [name for name in game.result.names or () if plain[name].tobytes() != results[number][name].tobytes()]
        if names:
            step, place = _first_difference(game, played, number)
            numbers, others = (np.ravel(result[names[0]]).tolist() for result in (results[number], plain))
            words = f"compiled, {', '.join(names)} come out otherwise: {names[0]} {numbers}, plain {others}"
            yield Mistake(Sort.OTHERWISE, words, place, Occasion(played.rules, played.seed, number, step))
            return


def _first_difference(game: Game, played: PlainPlays, play: int) -> tuple[int | None, SourceLine]:
    """The first step of a play after which the position is another, compiled, and its move; else what measures it."""
    table, step_of = PlainTable(game, played.rules, played.seed, play), Kernel(carry_out, game.code_hash, "step")
    table.begin()
    for step, action in enumerate(played.actions[play]):
        kind, (states, chances) = table.kind_of(action), table.copy()
        step_of(states, table.rules, chances, action)
        table.take(action)
        if states[WORLD].tobytes() != table.state.tobytes():
            return step, place_of_kind(game, kind, "apply")
    return None, place_of(game.functions["report"])


def carry_out(states: States, rules: Rules, chances: Array, action: Action) -> None:
    """Carry out one action in the true position."""
    dispatch.apply(states[WORLD], rules, chances[0], action)


def over_plays(game: Game, batches: list[PlainPlays]) -> Iterator[Mistake]:
    """A turn that never passes on, measures that no play fills, and a win that all players always share."""
    results = [(played, result) for played in batches for result in played.results]
    if len(results) < 2:
        return  # one play that is level sets nothing either
    yield from _never_seen(
        game, batches, f"{counted(len(results), 'play')} under {counted(len(batches), 'set')} of rules"
    )
    in_all, several = f"in all of {counted(len(results), 'play')}", [batch for batch in batches if batch.players > 1]
    if several and len(actors := set.union(*(batch.actors for batch in several))) == 1:
        how = "kit.next_player does" if is_of_kit(game) else "state.actor says whose turn it is"
        words = f"player {actors.pop()} alone decides {in_all}: nothing gives the turn to another; {how}"
        kind = next(iter(game.action_kinds)).name.lower()
        yield Mistake(Sort.ONE_DECIDES, words, place_of_kind(game, kind, "apply"))
    stored = _stored(game)
    for measure in game.measures:
        is_zero = not any(np.any(result[measure.name]) for _, result in results)
        field, words = _set_by(game, measure.name)
        if field and is_zero and field not in stored:
            is_hard = measure.name == WON  # a game that random bots never win together may be meant so
            yield Mistake(Sort.UNFILLED, f"{words} {in_all}", declared_at(game, field), is_warning=is_hard)
    rivals = [(played, result) for played, result in results if played.players > 1]
    if len(rivals) < MANY or game.sides or game.can_be_lost_by_all:
        return
    if all(int(result.winners) == (1 << played.players) - 1 for played, result in rivals):
        words = f"all players share the win in all of {counted(len(rivals), 'play')}: nothing ever sets who is ahead"
        moment = Occasion(rivals[0][0].rules, rivals[0][0].seed)
        yield Mistake(Sort.NO_WINNER, words, place_of(game.functions["report"]), moment)


def _set_by(game: Game, measure: str) -> tuple[str, str]:
    """The field of which a measure comes, and what is wrong where it is always 0; no field where another measure tells.

    A kit game has measures that its author has declared nowhere.
    """
    if is_of_kit(game) and measure == LEAD:
        return "", ""
    if is_of_kit(game) and measure == TOTAL:
        return "score", "nothing ever sets state.score: nobody has a point"
    if is_of_kit(game) and measure == f"{game.stage_word}s":
        return "stage", f"no {game.stage_word} ever ends, which kit.next_stage says:"
    field = next((field for field in fields_of(game) if measure in (field.name, *field.members)), None)
    if field and field.holds is Holds.RATIO:
        return "", ""  # the two that it is of tell
    return field.name if field else measure, f"nothing ever sets {measure}: the measure is 0"


def _never_seen(game: Game, batches: list[PlainPlays], plays: str) -> Iterator[Mistake]:
    """Moves that are never on offer, phases that never come, and styles that are never asked."""
    sets = [complete(game.parameters, played.rules) for played in batches]
    for kind in (kind.name.lower() for kind in game.action_kinds):
        is_expected = any(kind not in game.idle_kinds(values) for values in sets)
        if is_expected and not any(kind in played.kinds for played in batches):
            yield Mistake(
                Sort.UNSEEN, f"{kind} is never on offer in {plays}", place_of_kind(game, kind), is_warning=True
            )
    for phase in phases_of(game):
        if not any(phase.value in played.phases for played in batches):
            words = f"nobody decides anything in phase {phase.name} in {plays}"
            yield Mistake(Sort.UNSEEN, words, declared_at(game, PHASE), is_warning=True)
    for style in game.styles:
        if not any(style.name in played.styles for played in batches):
            words = f"{style.name} is never asked in {plays}: nobody has a choice where it could be"
            yield Mistake(Sort.UNSEEN, words, place_of_kind(game, style.name, "play_style"), is_warning=True)
    for kind, argument in sorted(set.intersection(*(played.unmet for played in batches)) if batches else ()):
        if any(kind in played.kinds for played in batches):
            words = f"{argument} of {kind} never has two values to choose from in {plays}"
            yield Mistake(Sort.UNSEEN, words, place_of_kind(game, kind), is_warning=True)


def _stored(game: Game) -> set[str]:
    """The names of all fields that some line of the author's writes, or of the kit's functions that it calls."""
    names: set[str] = set()
    functions = [*reached(game).values()]
    helpers = {getattr(kit, name, None) for function in functions for name in names_read(function.__code__)}
    helpers = {inspect.unwrap(getattr(helper, "py_func", helper)) for helper in helpers if callable(helper)}
    for function in (*functions, *(helper for helper in helpers if isinstance(helper, FunctionType))):
        for node in ast.walk(tree_of(function)):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            for target in filter(None, targets):
                names |= {inner.attr for inner in ast.walk(target) if isinstance(inner, ast.Attribute)}
    return names
