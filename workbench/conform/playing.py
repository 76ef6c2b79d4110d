"""Plays in plain Python, each step of which is looked at."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from zlib import crc32

import numpy as np

from workbench.bots.seats import IllegalAction
from workbench.conform.hidden import Veil
from workbench.conform.mistakes import Mistake, Occasion, Sort
from workbench.conform.positions import PlayRules, before_the_decision, line_of, of_choices, wrapped_fields
from workbench.conform.sources import PHASE, failed_at, home_of, is_of_kit, phases_of, place_of, place_of_kind, set_at
from workbench.conform.table import NotWhole, PlainTable, refuse_fraction, strict, wide
from workbench.engine.game import Game
from workbench.engine.loop import WORLD
from workbench.engine.parameters import Written, complete
from workbench.engine.trace import recording
from workbench.engine.types import Result, State
from workbench.engine.wording import counted, nearest
from workbench.kit.moves import parameters

MOST_LOOKED_AT, ALL_OF_FIRST = 48, 12
"""Positions of a rule set at which each choice and what is hidden are looked at; first each, then ever fewer."""


@dataclass(frozen=True)
class Extent:
    """How much is played: up to `plays` under each of `rule_sets`, looked at for `seconds`; then compiled.

    `patience_s` is how long one action may take as plain Python, `most_steps` how many decisions a play may have.
    """

    rule_sets: int = 4
    plays: int = 8
    seconds: float = 2.0
    patience_s: float = 10.0
    most_steps: int = 20_000
    is_compiled: bool = True


WHOLE = Extent()


@dataclass
class PlainPlays:
    """The results of the plays of one rule set; `positions` are checksums after each step of the first play.

    `kinds` were on offer, `phases` were those of a decision, and `styles` were asked; `unmet` are the arguments of
    moves that never had two values to choose from.
    """

    rules: Mapping[str, Written]
    seed: int
    results: list[Result] = field(default_factory=list)
    actions: list[list[int]] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    players: int = 0
    kinds: set[str] = field(default_factory=set)
    phases: set[int] = field(default_factory=set)
    styles: set[str] = field(default_factory=set)
    actors: set[int] = field(default_factory=set)
    unmet: set[tuple[str, str]] = field(default_factory=set)


class CannotGoOn(Exception):
    """The play cannot go on."""


def play_plainly(
    game: Game, rules: Mapping[str, Written], seed: int, extent: Extent, beat: Callable[[], None]
) -> tuple[PlainPlays, list[Mistake]]:
    """Up to so many plays, and the mistakes seen in them; none after the first that cannot go on.

    Each step is looked at for so many seconds; then the play goes on for four times as long without.
    """
    played, mistakes = PlainPlays(rules, seed), list[Mistake]()
    veil, end = Veil(game), time.monotonic() + extent.seconds
    for play in range(extent.plays):
        watcher = _Watcher(game, played, play, veil, beat, end, extent.most_steps)
        is_whole = watcher.play()
        mistakes += watcher.mistakes
        if not is_whole or time.monotonic() > end:
            break
        played.results.append(watcher.result)
        played.actions.append(watcher.table.actions)
        played.positions = played.positions or watcher.positions
        played.players = watcher.table.players
    mistakes += [replace(mistake, moment=Occasion(rules, seed)) for mistake in veil.over_all()]
    return played, mistakes


class _Watcher:
    """One play that is watched."""

    def __init__(
        self,
        game: Game,
        played: PlainPlays,
        play: int,
        veil: Veil,
        beat: Callable[[], None],
        end: float,
        most_steps: int,
    ) -> None:
        rules, seed = played.rules, played.seed
        self.game, self.rules, self.seed, self.number, self.veil, self.beat = game, rules, seed, play, veil, beat
        self.played, self.has_phases = played, bool(phases_of(game))
        self.most_steps = most_steps
        self.end, self.allowance = end, 4 * max(1.0, end - time.monotonic())
        self.table = PlainTable(game, rules, seed, play, strict(game.state))
        self.wide = PlainTable(game, rules, seed, play, wide(game.state))
        self.is_wide = wide(game.state) != game.state
        self.mistakes: list[Mistake] = []
        self.positions: list[int] = []
        self.step: int | None = None
        self.result: Result = None

    def note(self, mistake: Mistake) -> None:
        moment = Occasion(self.rules, self.seed, self.number, self.step)
        self.mistakes.append(replace(mistake, moment=moment))

    def play(self) -> bool:
        """True if it went to its end."""
        try:
            self._play()
        except CannotGoOn:
            return False
        except Exception as error:  # anything may go wrong in anybody's rules
            self.note(in_words(error, self.game))
            return False
        return not any(mistake.sort is Sort.ENDLESS_PLAY for mistake in self.mistakes)

    def _play(self) -> None:
        table, watch = self.table, PlayRules(self.table)
        if not self.number:
            self.played.unmet |= watch.arguments
        with recording() as self.noted:
            table.begin()
        self.wide.begin()
        watch.begun()
        every, look = 1, 0
        for step in range(self.most_steps):
            self.step = step
            self.beat()
            if table.state.over:
                break
            self.played.actors.add(int(table.state.actor))
            if len(self.played.kinds) < len(self.game.action_kinds):
                self.played.kinds.update(map(table.kind_of, table.legal))
            if self.played.unmet:
                self.played.unmet -= watch.met()
            if self.has_phases:
                self.played.phases.add(int(table.state[PHASE]))
            now = time.monotonic()
            if now > self.end:
                if now > self.end + self.allowance:
                    raise CannotGoOn
                with recording(self.noted):
                    table.take(table.decision())  # a step that nobody looks at
                self.positions.append(checksum(table.state))
                continue
            for mistake in self._offer(watch):
                self.note(mistake)
                raise CannotGoOn
            if step >= look and self.veil.positions < MOST_LOOKED_AT:
                self._look()
                every = every + 1 if step > ALL_OF_FIRST else 1
                look = step + every
            self._step(watch)
            self.positions.append(checksum(table.state))
        else:
            words = f"not over after {counted(self.most_steps, 'decision')} of random players; what ends it?"
            place = set_at(self.game, "over")  # the line that ends a play, which is never right; else the last move
            if not place.line:
                place = place_of_kind(self.game, table.kind_of(table.actions[-1]), "apply")
            self.note(Mistake(Sort.ENDLESS_PLAY, words, place))
            raise CannotGoOn
        self.step = None
        self._end()
        self._describe()

    def _describe(self) -> None:
        """Write every sentence, whole and as each player sees it: it must not fail."""
        game, rules = self.game, complete(self.game.parameters, self.rules)
        for event, fields in game.with_context(
            (event, game.fields_of(event, values, rules)) for event, values in self.noted
        ):
            for seen in (fields, *(game.redact(event, fields, player) for player in range(self.table.players))):
                if game.describe:
                    game.describe(game.events[event], seen)

    def _offer(self, watch: PlayRules) -> Iterator[Mistake]:
        if not 0 <= self.table.state.actor < self.table.players:
            words = f"player {int(self.table.state.actor)} is to begin, and only {self.table.players} play"
            yield Mistake(Sort.PHANTOM, words, place_of(self.game.functions["begin"]))
        else:
            yield from watch.out_of_range()
            yield from before_the_decision(self.table)

    def _look(self) -> None:
        for mistake in (*of_choices(self.table), *self.veil.at(self.table)):
            self.note(mistake)
        if len(self.table.legal) > 1 and not self.table.is_midway:
            before, taken = self.table.copy(), len(self.table.actions)
            for style in self.game.styles:
                self.played.styles.add(style.name)
                try:
                    self.table.take(self.table.choice_of(style.name))
                    while self.table.is_midway:
                        self.table.take(self.table.choice_of(style.name))
                except IllegalAction as error:
                    self.note(Mistake(Sort.IMPOSSIBLE, str(error), place_of_kind(self.game, style.name, "play_style")))
                self.table.restore(before)
                del self.table.actions[taken:]

    def _step(self, watch: PlayRules) -> None:
        table = self.table
        action = table.decision()
        decided = table.copy()
        with recording() as events:
            table.take(action)
        self.noted += events
        for mistake in watch.untrue(events):
            self.note(mistake)
        self._stay_wide(action, decided)
        for sort, words, is_broken in list(watch.broken()):
            place = line_of(table, decided, action, is_broken)
            self.note(Mistake(sort, words, place))
            raise CannotGoOn
        watch.note()

    def _stay_wide(self, action: int, decided: State) -> None:
        """Do the same in a position whose numbers cannot wrap around, and compare."""
        if not self.is_wide:
            return
        wide_table, table = self.wide, self.table
        wide_table.chances[:] = decided[1]
        wide_table.take(action)
        wrapped = wrapped_fields(table, wide_table)
        if not wrapped:
            return
        name, bits = wrapped[0], 8 * self.game.state[wrapped[0]].base.itemsize
        before = decided[0][WORLD][name].astype("i8")

        def has_jumped() -> bool:
            """True if a number is by half of its range away from what it was, as it is when it has wrapped around."""
            return bool(np.any(np.abs(table.state[name].astype("i8") - before) >= 1 << (bits - 1)))

        value = int(np.max(np.abs(wide_table.state[name])))
        words = f"{name} would be {value} and wraps around in its {bits} bits; give it more"
        self.note(Mistake(Sort.WRAPS, words, line_of(table, decided, action, has_jumped)))
        raise CannotGoOn

    def _end(self) -> None:
        self._score()
        exact = self.table.report(strict(wide(self.game.result)))
        try:
            result = self.table.report(self.game.result)
        except OverflowError as error:
            words = f"a measure wraps around in its field: {error}"
            self.note(Mistake(Sort.MEASURE_WRAPS, words, failed_at(error)))
            raise CannotGoOn from None
        for name in self.game.result.names or ():
            if not np.allclose(result[name], exact[name], rtol=1e-6):
                words = f"measure {name} would be {np.ravel(exact[name]).tolist()} and wraps around in its field"
                self.note(Mistake(Sort.MEASURE_WRAPS, words, place_of(self.game.functions["report"])))
        winners = int(result.winners)
        if winners == 0 and not self.game.can_be_lost_by_all:
            words = "the play is over and nobody has won; say who, or declare can_be_lost_by_all"
            self.note(Mistake(Sort.NO_WINNER, words, place_of(self.game.functions["report"])))
        if winners >> self.table.players:
            words = f"players {winners:b} (as bits) have won, and only {self.table.players} play"
            self.note(Mistake(Sort.PHANTOM, words, place_of(self.game.functions["report"])))
        self.result = result

    def _score(self) -> None:
        """Raise NotWhole where an author's scores are fractions, which the kit makes whole numbers."""
        score = vars(home_of(self.game)).get("score") if is_of_kit(self.game) else None
        if score is None:
            return
        for player in range(self.table.players):
            usual = {"state": self.table.state, "rules": self.table.rules, "player": player}
            try:
                refuse_fraction("score", self.table.run(score, *(usual[name] for name in parameters(score))))
            except NotWhole as error:
                self.note(Mistake(Sort.FRACTION, str(error), place_of(score)))
                raise CannotGoOn from None


def checksum(state: State) -> int:
    """A number that is another, all but surely, where a position is."""
    return crc32(state.tobytes())


def in_words(error: BaseException, game: Game) -> Mistake:
    """A failure of the rules as a mistake."""
    place, text = failed_at(error), f"{type(error).__name__}: {error}"
    if isinstance(error, IndexError):
        return Mistake(Sort.INDEX, f"{error}; compiled, this would read or overwrite other memory", place)
    if isinstance(error, AttributeError | KeyError) and error.args:
        name = getattr(error, "name", "") or str(error.args[0]).rpartition("attribute ")[2].strip("'\"")
        fields = [*(game.state.names or ()), *game.parameters, *(game.result.names or ())]
        near = nearest(str(name), fields)
        advice = f"; did you mean {near}?" if near else ""
        return Mistake(Sort.UNKNOWN_FIELD, f"there is no {name}{advice}", place)
    if isinstance(error, NotWhole):
        return Mistake(Sort.FRACTION, str(error), place)
    if isinstance(error, OverflowError):
        return Mistake(Sort.WRAPS, text, place)
    return Mistake(Sort.FAILS, text, place)
