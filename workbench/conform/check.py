"""The check of a game: its source, plays in plain Python under several rules, then the same compiled."""

import random
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeVar

from workbench.conform.declared import of_source
from workbench.conform.mistakes import Mistake, Occasion, Sort, SourceLine
from workbench.conform.modes import again, compiled_unlike_plain, over_plays
from workbench.conform.playing import WHOLE, Extent, PlainPlays, in_words, play_plainly
from workbench.conform.sources import failed_at, named, source_line
from workbench.engine.batch import settle
from workbench.engine.compile_errors import CannotCompile, interrupt
from workbench.engine.compiling import cache_root, plain_mode
from workbench.engine.game import Game
from workbench.engine.loop import EndlessPlay
from workbench.engine.parameters import Values, complete
from workbench.engine.problems import WorkbenchError
from workbench.engine.registry import PACKAGE, broken_plugins, game_named
from workbench.engine.wording import counted

T = TypeVar("T")
LOOK_S = 0.1


class Hangs(Exception):
    """Something did not end; `place` is the author's line where it was then."""

    def __init__(self, place: SourceLine) -> None:
        super().__init__(str(place))
        self.place = place


def watched(call: Callable[[Callable[[], None]], T], patience_s: float) -> T:
    """The result of a call on a thread of its own, which says by its argument that it goes on.

    Raises as the call does, and Hangs where it is silent for too long.
    """
    heard = deque([time.monotonic()], maxlen=1)
    answer: Future[T] = Future()
    work = partial(call, lambda: heard.append(time.monotonic()))
    thread = threading.Thread(target=settle, args=[answer, work], name="workbench-conform", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(LOOK_S)
        if thread.is_alive() and time.monotonic() - heard[-1] > patience_s:
            place = interrupt(thread)
            thread.join(1.0)
            raise Hangs(source_line(place))
    return answer.result()


def conform_named(
    name: str, extent: Extent = WHOLE, follow: Callable[[str], None] = lambda words: None
) -> list[Mistake]:
    """The mistakes of a game by its name. One that does not load has that one. Raises BadInput for an unknown name."""
    broken = next((plugin for plugin in broken_plugins() if plugin.name == name and not plugin.is_locked), None)
    if broken:
        return [Mistake(Sort.NOT_LOADED, broken.reason, SourceLine(named(broken.file), broken.line))]
    return conform(game_named(name), extent, follow)


def conform(
    game: Game,
    extent: Extent = WHOLE,
    follow: Callable[[str], None] = lambda words: None,
    *,
    rules: Values | None = None,
) -> list[Mistake]:
    """All mistakes of a game, each once; under these rules alone, where they are named."""
    sets = rule_sets(game, extent.rule_sets) if rules is None else [rules]
    return list({mistake.key: mistake for mistake in reversed(list(_mistakes(game, extent, sets, follow)))}.values())[
        ::-1
    ]


def _mistakes(game: Game, extent: Extent, sets: Sequence[Values], follow: Callable[[str], None]) -> Iterator[Mistake]:
    follow("reading the source")
    source = list(of_source(game))
    yield from source
    played: list[PlainPlays] = []
    for number, rules in enumerate(sets):
        follow(f"playing as plain Python, rules {number + 1} of {len(sets)}")
        batch, mistakes = _plainly(game, rules, number, extent)
        yield from mistakes
        if batch:
            played.append(batch)
    yield from over_plays(game, played)
    if extent.is_compiled and not plain_mode():
        follow("playing compiled")
        yield from _compiled(game, played, extent)


def _plainly(game: Game, rules: Values, seed: int, extent: Extent) -> tuple[PlainPlays | None, list[Mistake]]:
    """The plays of one rule set, watched."""
    moment = Occasion(rules, seed)
    try:
        batch, mistakes = watched(lambda beat: play_plainly(game, rules, seed, extent, beat), extent.patience_s)
        return batch, [*mistakes, *again(game, batch)]
    except Hangs as hang:
        words = f"still running after {extent.patience_s:g} s within one action: a loop that does not end"
        return None, [Mistake(Sort.ENDLESS_LOOP, words, hang.place, moment)]
    except Exception as error:  # anything may go wrong in anybody's rules
        return None, [replace(in_words(error, game), moment=moment)]


def _compiled(game: Game, batches: Iterable[PlainPlays], extent: Extent) -> Iterator[Mistake]:
    """Where plays come out otherwise compiled; the first failure ends the comparison."""
    for played in batches:

        def compared(_: Callable[[], None], played: PlainPlays = played) -> list[Mistake]:
            return list(compiled_unlike_plain(game, played))

        try:
            yield from watched(compared, 60 * extent.patience_s)
            continue
        except Hangs:
            words = "compiled, a play does not end; as plain Python it does"
            yield Mistake(Sort.OTHERWISE, words, moment=Occasion(played.rules, played.seed))
        except CannotCompile as error:
            trouble = error.trouble
            yield Mistake(Sort.NOT_COMPILABLE, trouble.message, SourceLine(named(trouble.file), trouble.line))
        except EndlessPlay as error:
            yield Mistake(Sort.ENDLESS_PLAY, str(error))
        except Exception as error:  # whatever the compiler says
            yield Mistake(Sort.FAILS, f"compiled: {type(error).__name__}: {error}", failed_at(error))
        return


# Rules


def rule_sets(game: Game, number: int) -> list[Values]:
    """So many sets of rules, as differences from the defaults: these first, then fewest and most players, then any."""
    players = game.parameters["players"]
    counts = [value for value in (players.values()[-1], players.values()[0]) if value != players.default]
    sets: list[Values] = [{}, *({**game.bench_rules, "players": value} for value in counts)]
    sets += [some_rules(game, at) for at in range(1, number)]
    return [differences(game, playable(game, rules)) for rules in sets[:number]]


def some_rules(game: Game, number: int) -> Values:
    """Any values of all rules; always the same for a number."""
    chooser = random.Random(f"{game.name} {number}")
    return {
        name: chooser.choice(list(rule.values()))
        for name, rule in game.parameters.items()
        if rule.kind not in ("cards", "order", "set")
    }


def playable(game: Game, values: Mapping[str, object]) -> Values:
    """The values within the limits that they leave each other; what is still refused is at its default.

    Where that is refused beside the others too, the values are taken up one after the other as far as they fit: no
    rules are tried that nobody can play by.
    """
    limited = within_limits(game, complete(game.parameters, values))
    refused = {problem.place for problem in game.problems(limited) if not problem.warning}
    mended = {name: game.parameters[name].default if name in refused else value for name, value in limited.items()}
    if is_playable(game, mended):
        return mended
    fitting = complete(game.parameters, {})
    for name, value in limited.items():
        if is_playable(game, {**fitting, name: value}):
            fitting[name] = value
    return fitting


def is_playable(game: Game, values: Values) -> bool:
    """True if nothing is wrong with complete rules but what is merely warned of."""
    return all(problem.warning for problem in game.problems(values))


def within_limits(game: Game, values: Values) -> Values:
    """All values, lowered to the limits that they leave each other."""
    limits = {name: limit.high for name, limit in game.limits(values).items()}
    return {name: min(value, limits[name]) if name in limits else value for name, value in values.items()}  # type: ignore[type-var]


def differences(game: Game, values: Values) -> Values:
    """The values that are not the defaults."""
    return {name: value for name, value in values.items() if value != game.parameters[name].default}


# Code of a workspace that has changed

QUICK = Extent(rule_sets=1, plays=3, seconds=0.5, most_steps=5000, is_compiled=False)


class HasMistakes(WorkbenchError):
    """A game that would give wrong numbers: its mistakes, each with its line."""


def check_changed(game: Game, rules: Values) -> None:
    """Look at a few plain plays of a workspace's game under these rules, once after each change of its code.

    Raises HasMistakes. Code without a mistake is remembered, beside what is compiled of it.
    """
    memory = cache_root() / game.code_hash[:24] / "looked-at"
    if not game.rules.__module__.startswith(f"{PACKAGE}.") or memory.exists():
        return
    mistakes = [mistake for mistake in conform(game, QUICK, rules=differences(game, rules)) if not mistake.is_warning]
    if mistakes:
        texts = "\n".join(mistake.text(game.name) for mistake in mistakes)
        advice = (
            f"{counted(len(mistakes), 'mistake')}: nothing is played; `workbench conform {game.name}` looks for more"
        )
        raise HasMistakes(f"{texts}\n{game.name} has {advice}")
    with suppress(OSError):  # then it is looked at again
        memory.touch()
