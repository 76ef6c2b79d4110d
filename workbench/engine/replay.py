"""One play of a batch again, as plain Python, with its trace."""

from typing import Any

import numpy as np

from workbench.engine.batch import Batch
from workbench.engine.chance import CHANCE, start_play
from workbench.engine.compiling import plainly
from workbench.engine.game import Fields
from workbench.engine.loop import STATES, play_once
from workbench.engine.measures import Results
from workbench.engine.parameters import complete
from workbench.engine.trace import Event, recording


def replay(batch: Batch, play: int) -> tuple[list[Event], Results]:
    """The events of play number `play` of the batch, and its result as one record."""
    results = np.zeros(1, batch.game.result)
    with recording() as events:
        plainly(_play)(batch, play, results[0])
    return events, results


def _play(batch: Batch, play: int, result: Any) -> None:
    chance = np.zeros(1, CHANCE)[0]
    chance.retake = batch.retake
    start_play(chance, np.uint64(batch.seed), play)
    play_once(batch.seats, np.zeros(STATES, batch.game.state), batch.compiled_rules, chance, result)


def told(batch: Batch, events: list[Event], player: int | None = None) -> list[Fields]:
    """The events with their names and fields, as JSON takes them; with `player`, as that player sees them."""
    game, rules = batch.game, complete(batch.game.parameters, batch.rules)
    lines = []
    for event, values in events:
        fields = game.fields_of(event, values, rules)
        shown = fields if player is None else game.veil(event, fields, player)
        lines.append({"event": game.events[event], **shown})
    return lines
