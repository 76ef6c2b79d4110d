"""Batches: many plays of one game under the same rules, on as many threads as asked for; or one, with its trace.

Play k of a batch depends on (rules, seats, seed, retake, k) alone, so a batch may be cut into any chunks, spread over
any threads and taken up again anywhere, and its results stay the same to the last byte.

For a trace, the bots decide in the very loop that plays batches, compiled, and the actions they take are written down.
Then the rules alone, as plain Python and from the same chance, carry those actions out while events are recorded. No
bot runs while there is a recording, so nothing that a search imagines can come into a trace.
"""

import hashlib
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import compress, islice, pairwise
from threading import Event, Thread
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from workbench.engine.bit_sets import members
from workbench.engine.chance import CHANCE, start_play
from workbench.engine.compiling import (
    Kernel,
    compiled,
    compiler,
    compiles_here,
    keeping_garbage,
    plain_mode,
    plainly,
)
from workbench.engine.dispatch import PLAIN, apply, begin, decide, determinize, legal_actions, picks, report
from workbench.engine.game import Game
from workbench.engine.loop import (
    MOST_DECISIONS,
    STATES,
    WORLD,
    EndlessPlay,
    decide_next,
    measure,
    play_range,
    use_range,
    watch_range,
)
from workbench.engine.measures import WINNERS, Results, win_shares
from workbench.engine.parameters import Values, complete
from workbench.engine.problems import WorkbenchError
from workbench.engine.timeline import follow_range
from workbench.engine.trace import NotedEvent, recording
from workbench.engine.types import (
    RUNS_PLAIN,
    Array,
    Chance,
    Chances,
    Fields,
    GameFunction,
    Int,
    Player,
    Result,
    Rules,
    Seats,
    State,
    States,
    Word,
    blank_states,
)

ACTION = np.uint8
"""Actions are bits of a 64-bit word."""
Actions = NDArray[np.uint8]
NO_ACTION: Final = 255
NO_ACTIONS: Actions = np.zeros(0, ACTION)
SMALLEST_PIECE = 64
"""Plays below which a further thread costs more than it brings, unless the plays are slow."""

T = TypeVar("T")

OF_RULES = "begin", "legal_actions", "apply", "report"
"""The generic calls of a play that no bot answers, in the order in which they are made."""
LOOK_S, GRACE_S = 0.1, 0.4
"""How often a batch looks whether it is to stop, and how long it then waits for the pieces that are under way."""


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@lru_cache(maxsize=256)
def kernel_of(loop: GameFunction, sources: str, table: np.dtype[np.void], is_plain: bool = False) -> Kernel:
    """A loop, compiled for the code of one game and one kind of table (a dtype of `seats`)."""
    return Kernel(loop, sources, hashlib.sha256(repr(table.descr).encode()).hexdigest()[:8], is_plain=is_plain)


@dataclass(frozen=True)
class Batch:
    """Everything that decides a play: game, written rule values, who sits where (a `seats` record), and the seed.

    Batches that differ in their `retake` alone have the same shuffles, and other chance of the players.
    """

    game: Game
    rules: Values
    seats: Seats
    seed: int
    smallest_piece: int = SMALLEST_PIECE
    retake: int = 0

    @cached_property
    def compiled_rules(self) -> Rules:
        """The rules as the kernel takes them."""
        return self.game.compile_rules(self.rules)

    def compiled(self, loop: GameFunction) -> Kernel:
        """A loop for this game and this kind of table."""
        is_plain = self.game.is_plain or RUNS_PLAIN in (self.seats.dtype.names or ())
        return kernel_of(loop, self.game.code_hash, self.seats.dtype, is_plain)

    @property
    def kernel(self) -> Kernel:
        """The compiled play loop of this game."""
        return self.compiled(play_range)

    @property
    def use_kernel(self) -> Kernel:
        """The compiled loop that notes the use of cards."""
        return self.compiled(watch_range if self.game.has_pack else use_range)

    @property
    def timeline_kernel(self) -> Kernel:
        """The compiled loop that notes the timeline of plays."""
        return self.compiled(follow_range)

    @property
    def decision_kernel(self) -> Kernel:
        """A decision of one of its bots, compiled."""
        return self.compiled(decide_next)

    def warm_up(self, stop: Event | None = None) -> bool:
        """Compile the loop, or load it from disk, by playing one play; False where `stop` was set meanwhile."""
        return compile_by(self._warm_up, stop)

    def _warm_up(self) -> None:
        if not self.kernel.is_warm:
            from workbench.engine.compile_errors import in_authors_terms

            with in_authors_terms(), self.kernel.alone(), keeping_garbage():
                self.compile_rules(OF_RULES if compiles_here() and not self.kernel.is_warm else ())
        self.fill(np.zeros(1, self.game.result), 0)

    def compile_rules(self, names: Sequence[str]) -> None:
        """Compile the game's answers to some of the calls in `OF_RULES`, as parts that kernels copy (`compiler.py`).

        Where the rules come first, another process may compile the bots meanwhile (`play.ahead`).
        """
        state, chance = blank_states(self.game.state, 1)[0], np.zeros(1, CHANCE)[0]
        result, rules, answers = np.zeros(1, self.game.result)[0], self.compiled_rules, PLAIN[self.game.rules_type]
        further = {"begin": (chance,), "legal_actions": (), "apply": (chance, 0), "report": (result,)}
        for name in names:
            compiler().compile_part(answers[name], (state, rules, *further[name]), self.kernel.parts)

    def play(self, first: int, plays: int, threads: int = 1, stop: Event | None = None) -> Results:
        """The results of plays `first` to `first + plays - 1`, in play order.

        Once `stop` is set, those of the first of them that have ended by then: within about a second, whatever a play
        costs. What other threads still play is dropped.
        """
        return self._in_pieces(self.fill, np.zeros(plays, self.game.result), first, threads, stop)

    def fill(self, results: Results, first: int) -> None:
        """Play on this thread: plays `first` and the next, one for each of the results, which are all zero."""
        self._run(self.kernel, results, first)

    def decided(self, play: int, *, is_plain: bool = False) -> tuple[Actions, Results]:
        """The actions taken in play number `play`, in order, and its result as one record; by plain Python or not."""
        results, actions = np.zeros(1, self.game.result), np.full(MOST_DECISIONS, NO_ACTION, ACTION)
        self._run(plainly(play_range) if is_plain else self.kernel, results, play, actions)
        return actions[: np.count_nonzero(actions != NO_ACTION)], results

    def card_uses(self, first: int, plays: int, threads: int = 1, stop: Event | None = None) -> Results:
        """Which cards each seat had and played in the same plays: they are played once more, by a loop of its own."""
        uses = np.zeros(plays, self.game.card_use)

        def watch(rows: Results, at: int) -> None:
            self._run(self.use_kernel, rows, at, np.zeros(len(rows), self.game.result))

        note = watch if self.game.has_pack else partial(self._run, self.use_kernel)
        return self._in_pieces(note, uses, first, threads, stop)

    def timelines(self, first: int, plays: int, threads: int = 1, stop: Event | None = None) -> tuple[Results, Results]:
        """The results of the same plays and the timeline of each: they are played once more, by a loop of its own."""
        results = np.zeros(plays, self.game.result)

        def follow(timelines: Results, at: int) -> None:
            self._run(self.timeline_kernel, results[at - first : at - first + len(timelines)], at, timelines)

        timelines = self._in_pieces(follow, np.zeros(plays, self.game.timeline), first, threads, stop)
        return results[: len(timelines)], timelines

    def _in_pieces(
        self, play: Callable[[Results, int], None], results: Results, first: int, threads: int, stop: Event | None
    ) -> Results:
        """Let `play` fill the results, piece by piece; those filled, from the first on."""
        pieces = pieces_of(first, len(results), threads, self.smallest_piece, can_stop=stop is not None)

        def filled(at: int, plays: int) -> None:
            play(results[at - first : at - first + plays], at)

        ended = len(play_pieces(filled, pieces, threads, stop))
        if ended == len(pieces):
            return results
        return results[: pieces[ended][0] - first].copy()  # the rest may still be written to

    def _run(self, loop: GameFunction, rows: Results, first: int, more: Results | Actions = NO_ACTIONS) -> None:
        """Have a loop play on this thread from the play `first` on; it fills `rows`, and `more`."""
        states, chances = blank_states(self.game.state, STATES), np.zeros(1, CHANCE)
        chances["retake"] = self.retake
        loop(self.seats.copy(), states, self.compiled_rules, chances, rows, more, np.uint64(self.seed), first)


Piece = tuple[int, int]
"""The number of the first play of a piece, and how many plays it has."""


def pieces_of(
    first: int, plays: int, threads: int, smallest: int = SMALLEST_PIECE, *, can_stop: bool = False, align: int = 1
) -> list[Piece]:
    """Pieces of about equal length; several a thread, since some stretches take longer.

    Where pieces are large enough, they begin at multiples of `align`.
    """
    most = 1 if plain_mode() or (threads == 1 and not can_stop) else 4 * threads
    count = max(1, min(most, plays // smallest))
    edges = np.linspace(first, first + plays, count + 1, dtype=int)
    if plays >= count * align:
        edges[1:-1] = np.rint(edges[1:-1] / align) * align
    return [(start, end - start) for start, end in pairwise(edges.tolist()) if end > start or count == 1]


def play_pieces(task: Callable[[int, int], T], pieces: Sequence[Piece], threads: int, stop: Event | None) -> list[T]:
    """The results of `task(first, plays)` for the pieces, in order, on so many threads.

    Once `stop` is set, of the first of them that have ended by then.
    """
    if len(pieces) == 1 and stop is None:
        return [task(*pieces[0])]
    pool = ThreadPoolExecutor(threads, thread_name_prefix="workbench-play")
    try:
        played = [pool.submit(task, *piece) for piece in pieces]
        _wait_for(played, pool, stop)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    ended = [future.done() and not future.cancelled() for future in played]
    results = [future.result() for future in compress(played, ended)]
    return results[: [*ended, False].index(False)]


def _wait_for(filled: Sequence[Future[T]], pool: ThreadPoolExecutor, stop: Event | None) -> None:
    """Wait until every piece is played; once `stop` is set, `GRACE_S` for those that are under way."""
    if stop is None:
        wait(filled, return_when=FIRST_EXCEPTION)
        return
    left: set[Future[T]] = set(filled)
    while left and not stop.is_set():
        ended, left = wait(left, LOOK_S, FIRST_EXCEPTION)
        if any(future.exception() for future in ended):
            return
    pool.shutdown(wait=False, cancel_futures=True)
    wait([future for future in left if not future.cancelled()], GRACE_S)


def compile_by(call: Callable[[], None], stop: Event | None = None) -> bool:
    """Compile by a call, on a thread of its own; False where `stop` was set meanwhile.

    Nothing breaks in on a compiler: then it goes on in the background, for whoever needs the same next.
    """
    ready: Future[None] = Future()
    Thread(target=settle, args=[ready, call], name="workbench-compile", daemon=True).start()
    while not ready.done() and not (stop is not None and stop.is_set()):
        wait([ready], LOOK_S)
    if ready.done():
        ready.result()
    return ready.done()


def settle(future: Future[T], call: Callable[[], T]) -> None:
    """Let the future have what comes of the call."""
    try:
        future.set_result(call())
    except BaseException as error:
        future.set_exception(error)


class ReplayDiffers(WorkbenchError):
    """A play that came out otherwise when its actions were carried out once more: a defect of the game's code."""


Replay = tuple[list[NotedEvent], Results]
"""The events of a play, and its result as one record."""


def replay(batch: Batch, play: int) -> Replay:
    """Play number `play` of the batch. Raises ReplayDiffers where its trace and the batch disagree."""
    return _compared(batch, play, *batch.decided(play))


def replays(batch: Batch, plays: Iterable[int], threads: int = 1) -> Iterator[Replay]:
    """Those plays of the batch, in that order. While one is retraced, bots decide the next on other threads."""
    rest, ahead = iter(plays), deque[tuple[int, Future[tuple[Actions, Results]]]]()
    pool = ThreadPoolExecutor(threads, thread_name_prefix="workbench-replay")
    try:
        ahead.extend((play, pool.submit(batch.decided, play)) for play in islice(rest, threads + 1))
        while ahead:
            play, decided = ahead.popleft()
            actions, results = decided.result()
            ahead.extend((later, pool.submit(batch.decided, later)) for later in islice(rest, 1))
            yield _compared(batch, play, actions, results)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _compared(batch: Batch, play: int, actions: Actions, results: Results) -> Replay:
    events, again = retrace(batch, play, actions)
    if differing := [name for name in results.dtype.names or () if again[name].tobytes() != results[name].tobytes()]:
        raise ReplayDiffers(f"{_named(batch, play)} differs from the batch in: {', '.join(differing)}")
    return events, results


def retrace(batch: Batch, play: int, actions: Actions) -> Replay:
    """The play in which these actions are taken. Raises ReplayDiffers where one of them is not legal."""
    results = np.zeros(1, batch.game.result)
    with recording() as events:
        plainly(_carry_out)(batch, play, actions, results[0], blank_states(batch.game.state, 1)[0])
    return events, results


class DecisionPoint(NamedTuple):
    """Where a play was decided: the step after which it is made, the position then, and the action taken."""

    step: int
    position: State
    action: int


class Film(list[NotedEvent]):
    """The events of a play, a copy of the position at each, and the decisions between them.

    All that a step changes after its last event belongs to that event, so that what it tells of lies on the table.
    """

    def __init__(self, world: State) -> None:
        super().__init__()
        self.world, self.positions, self.decisions = world, list[State](), list[DecisionPoint]()

    def decide(self, action: int) -> None:
        """An action is about to be carried out."""
        self.settle()
        self.decisions.append(DecisionPoint(len(self) - 1, self.world.copy(), action))

    def append(self, event: NotedEvent) -> None:
        """An event has happened."""
        super().append(event)
        self.positions.append(self.world.copy())

    def settle(self) -> None:
        """A step is complete."""
        if self.positions:
            self.positions[-1] = self.world.copy()


def film(batch: Batch, play: int, *, is_plain: bool = False) -> tuple[Film, Results]:
    """Play number `play` of the batch, with the position at each event; and its result as one record.

    With `is_plain` the bots decide as plain Python too, which is slow, but needs no compiler.
    """
    actions, results = batch.decided(play, is_plain=is_plain)
    again, film = np.zeros(1, batch.game.result), Film(blank_states(batch.game.state, 1)[0])
    with recording(film):
        plainly(_carry_out)(batch, play, actions, again[0], film.world, film.decide)
    film.settle()
    return film, results


def _carry_out(
    batch: Batch,
    play: int,
    actions: Actions,
    result: Result,
    world: State,
    decided: Callable[[int], None] = lambda action: None,
) -> None:
    chance, rules = np.zeros(1, CHANCE)[0], batch.compiled_rules
    chance.retake = batch.retake
    start_play(chance, np.uint64(batch.seed), play)
    begin(world, rules, chance)
    decisions = 0
    for number, action in enumerate(map(int, actions)):
        decisions += int(picks(world, rules) == 0)
        legal = () if world.over else members(legal_actions(world, rules))
        if action not in legal:
            taken = f"decision {number} of player {int(world.actor)} is action {action}, of {list(legal)}"
            raise ReplayDiffers(f"{_named(batch, play)} differs from the batch: {taken}")
        decided(action)
        apply(world, rules, chance, action)
    if not world.over:
        raise ReplayDiffers(f"{_named(batch, play)} differs from the batch: it goes on after its last decision")
    measure(world, rules, decisions, result)


def _named(batch: Batch, play: int) -> str:
    return f"play {play} of {batch.game.title} with seed {batch.seed}"


def visible_events(batch: Batch, events: list[NotedEvent], player: int | None = None) -> list[Fields]:
    """The events with their names and fields, as JSON takes them; with `player`, as that player sees them."""
    game, rules = batch.game, complete(batch.game.parameters, batch.rules)
    whole = game.with_context((event, game.fields_of(event, values, rules)) for event, values in events)
    visible = ((event, fields if player is None else game.redact(event, fields, player)) for event, fields in whole)
    return [{"event": game.events[event], **fields} for event, fields in visible]


NO_MOVE = -1
"""In the place of a move: whoever is to decide decides."""
NOBODY = -1
"""In the place of a player: the position is played on as it lies there, hidden cards and all."""
CAREFUL: Final = 64
"""Decisions of a stage after which others may play on: what a move has brought shows by then. Set by hand."""
DRAWING = 1
"""Added to the seed, so that what is drawn is independent of what happens then."""


@compiled
def play_on(seats: Seats, later: Seats, states: States, rules: Rules, chance: Chance, stage: Int) -> None:
    """Let the bots play on from the world to the end, `later` ones after its stage or `CAREFUL` decisions."""
    world, decisions = states[WORLD], 0
    while not world.over and decisions < MOST_DECISIONS:
        bots = seats if world.stage == stage and decisions < CAREFUL else later
        action = decide(bots, states, rules, chance, legal_actions(world, rules))
        apply(world, rules, chance, action)
        decisions += 1
    if not world.over:
        raise EndlessPlay("a play did not end within a million decisions; the rules in force never end it")


@compiled
def play_on_range(
    seats: Seats,
    later: Seats,
    states: States,
    positions: States,
    moves: Array,
    rules: Rules,
    chances: Chances,
    results: Array,
    player: Player,
    seed: Word,
    first: Int,
) -> None:
    """Play on from each of the positions, after its move, with the chance of plays `first`, `first` + 1, …

    `results` has a record for each position of the first of these plays, then those of the next, all zero. `positions`
    are concealed for `player`.
    """
    places = positions.shape[0]
    for row in range(results.shape[0] // places):
        for place in range(places):
            states[WORLD] = positions[place]
            if player != NOBODY:
                start_play(chances[1], np.uint64(seed) + np.uint64(DRAWING), first + row)
                determinize(states[WORLD], rules, player, chances[1])
            start_play(chances[0], np.uint64(seed), first + row)
            if moves[place] != NO_MOVE:
                apply(states[WORLD], rules, chances[0], moves[place])
            play_on(seats, later, states, rules, chances[0], positions[place].stage)
            report(states[WORLD], rules, results[row * places + place])


class PlayOn:
    """The rest of a play from several positions, by the rules and bots of a batch.

    positions   one for each place, as they lie; with `player` they are played on as far as that player knows them
    moves       the move that is made there first, or `NO_MOVE`
    later       who plays on once the stage is over, or after `CAREFUL` decisions of it; else the batch's bots
    """

    def __init__(
        self,
        batch: Batch,
        positions: Sequence[State],
        moves: Sequence[int],
        player: int = NOBODY,
        later: Seats | None = None,
    ) -> None:
        self.batch, self.moves, self.player = batch, np.asarray(moves, np.int64), player
        self.later = batch.seats if later is None else later
        self.positions = blank_states(batch.game.state, len(positions))
        for place, position in enumerate(positions):
            self.positions[place] = position

    @property
    def kernel(self) -> Kernel:
        """The compiled loop of this game."""
        return self.batch.compiled(play_on_range)

    def shares(self, first: int, plays: int) -> NDArray[np.float32]:
        """Each player's share of the win, shape (plays, positions, players), played on this thread."""
        batch, players = self.batch, int(self.batch.compiled_rules.players)
        results = np.zeros(plays * len(self.positions), batch.game.result)
        states, chances = blank_states(batch.game.state, STATES), np.zeros(2, CHANCE)
        self.kernel(
            batch.seats.copy(), self.later.copy(), states, self.positions, self.moves, batch.compiled_rules, chances,
            results, self.player, np.uint64(batch.seed), first,
        )  # fmt: skip
        return win_shares(results[WINNERS], players).reshape(plays, len(self.positions), players)
