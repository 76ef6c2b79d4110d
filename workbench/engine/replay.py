"""One play of a batch again, with its trace.

The bots decide in the very loop that plays batches, compiled, and the actions they take are written down. Then the
rules alone, as plain Python and from the same chance, carry those actions out while events are recorded. No bot runs
while there is a recording, so nothing that a search imagines can come into a trace.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

import numpy as np

from workbench.engine.batch import Actions, Batch
from workbench.engine.bit_sets import members
from workbench.engine.chance import CHANCE, start_play
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import apply, begin, legal_actions
from workbench.engine.loop import measure
from workbench.engine.measures import Results
from workbench.engine.parameters import complete
from workbench.engine.problems import WorkbenchError
from workbench.engine.trace import Event, recording
from workbench.engine.types import Fields


class ReplayDiffers(WorkbenchError):
    """A play that came out otherwise when its actions were carried out once more: a defect of the game's code."""


Replay = tuple[list[Event], Results]
"""The events of a play, and its result as one record."""


def replay(batch: Batch, play: int) -> Replay:
    """Play number `play` of the batch. Raises ReplayDiffers where its trace and the batch disagree."""
    return _compared(batch, play, *batch.decided(play))


def replays(batch: Batch, plays: Iterable[int], threads: int = 1) -> Iterator[Replay]:
    """Those plays of the batch, in that order. While one is retraced, bots decide the next on other threads."""
    rest, ahead = iter(plays), deque[tuple[int, Any]]()
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
        plainly(_carry_out)(batch, play, actions, results[0])
    return events, results


def _carry_out(batch: Batch, play: int, actions: Actions, result: Any) -> None:
    chance, world, rules = np.zeros(1, CHANCE)[0], np.zeros(1, batch.game.state)[0], batch.compiled_rules
    chance.retake = batch.retake
    start_play(chance, np.uint64(batch.seed), play)
    begin(world, rules, chance)
    for number, action in enumerate(map(int, actions)):
        legal = () if world.over else members(legal_actions(world, rules))
        if action not in legal:
            taken = f"decision {number} of player {int(world.actor)} is action {action}, of {list(legal)}"
            raise ReplayDiffers(f"{_named(batch, play)} differs from the batch: {taken}")
        apply(world, rules, chance, action)
    if not world.over:
        raise ReplayDiffers(f"{_named(batch, play)} differs from the batch: it goes on after its last decision")
    measure(world, rules, len(actions), result)


def _named(batch: Batch, play: int) -> str:
    return f"play {play} of {batch.game.title} with seed {batch.seed}"


def visible_events(batch: Batch, events: list[Event], player: int | None = None) -> list[Fields]:
    """The events with their names and fields, as JSON takes them; with `player`, as that player sees them."""
    game, rules = batch.game, complete(batch.game.parameters, batch.rules)
    whole = game.retell((event, game.fields_of(event, values, rules)) for event, values in events)
    shown = ((event, fields if player is None else game.veil(event, fields, player)) for event, fields in whole)
    return [{"event": game.events[event], **fields} for event, fields in shown]
