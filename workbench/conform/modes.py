"""Whole batches: the same seed twice, compiled against plain, and what no play of many has."""

import ast
from collections.abc import Iterator

import numpy as np

from workbench.bots.spec import seat_bots
from workbench.conform.declared import tree_of
from workbench.conform.mistakes import Mistake, Occasion, Sort
from workbench.conform.playing import PlainPlays
from workbench.conform.sources import declared_at, place_of, reached
from workbench.conform.table import PlainTable
from workbench.engine.batch import Batch
from workbench.engine.game import Game
from workbench.engine.parameters import complete
from workbench.engine.types import Result
from workbench.engine.wording import counted

MANY = 20
"""Plays after which it is told that all players always share the win."""


def again(game: Game, played: PlainPlays) -> Iterator[Mistake]:
    """The first play once more, by the same actions, as plain Python."""
    if not played.results:
        return
    table, actions = PlainTable(game, played.rules, played.seed, 0), played.actions[0]
    table.begin()
    for step, action in enumerate(actions):
        if table.state.over or table.decision() != action:
            moment = Occasion(played.rules, played.seed, 0, step)
            words = "the same seed gives another play; something outlives a play, or chance comes from elsewhere"
            yield Mistake(Sort.NOT_AGAIN, words, place_of(game.functions["begin"]), moment)
            return
        table.take(action)
    yield from _other_result(game, table, played)


def _other_result(game: Game, table: PlainTable, played: PlainPlays) -> Iterator[Mistake]:
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
            step = _first_difference(batch, number, played.actions[number])
            words = f"compiled, {', '.join(names)} come out otherwise: {_pairs(plain, results[number], names)}"
            yield Mistake(Sort.OTHERWISE, words, place_of(game.functions["apply"]), _moment(played, number, step))
            return


def _moment(played: PlainPlays, play: int, step: int | None) -> Occasion:
    return Occasion(played.rules, played.seed, play, step)


def _first_difference(batch: Batch, play: int, plain: list[int]) -> int | None:
    actions = [int(action) for action in batch.decided(play)[0]]
    pairs = enumerate(zip(actions, plain, strict=False))
    return next((step for step, (one, other) in pairs if one != other), None)


def _pairs(plain: Result, compiled: Result, names: list[str]) -> str:
    name = names[0]
    return f"{name} {np.ravel(compiled[name]).tolist()}, plain {np.ravel(plain[name]).tolist()}"


def over_plays(game: Game, batches: list[PlainPlays]) -> Iterator[Mistake]:
    """Measures that no play fills, and a win that all players always share."""
    results = [(played, result) for played in batches for result in played.results]
    if not results:
        return
    stored = _stored(game)
    for measure in game.measures:
        is_zero = not any(np.any(result[measure.name]) for _, result in results)
        if is_zero and measure.name not in stored:
            words = f"measure {measure.name} is 0 in all of {counted(len(results), 'play')}: nothing ever sets it"
            yield Mistake(Sort.UNFILLED, words, declared_at(game, measure.name))
    yield from _never_ahead(game, [(played, result) for played, result in results if played.players > 1])


def _never_ahead(game: Game, results: list[tuple[PlainPlays, Result]]) -> Iterator[Mistake]:
    """The win that all players share in every play."""
    if len(results) < MANY or game.sides or game.can_be_lost_by_all:
        return
    if all(int(result.winners) == (1 << played.players) - 1 for played, result in results):
        words = f"all players share the win in all of {counted(len(results), 'play')}: nothing ever sets who is ahead"
        yield Mistake(Sort.NO_WINNER, words, place_of(game.functions["report"]), _moment(results[0][0], 0, None))


def _stored(game: Game) -> set[str]:
    """The names of all fields that some line of the author's writes."""
    names: set[str] = set()
    for function in reached(game).values():
        for node in ast.walk(tree_of(function)):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            for target in targets:
                names |= (
                    {inner.attr for inner in ast.walk(target) if isinstance(inner, ast.Attribute)} if target else set()
                )
    return names
