"""Replays: single plays of a batch, event by event; and whole runs played again."""

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from workbench.engine.batch import cores, game_code_hash, rows_digest
from workbench.engine.card_lists.cards import Cards, brief_values
from workbench.engine.numbers import WholeRange
from workbench.engine.problems import BadInput
from workbench.engine.registry import game_named
from workbench.engine.replay import replays, visible_events
from workbench.engine.trace import EventHelp
from workbench.scenario import Scenario
from workbench.store import CHUNK_PLAYS, ResultsDiffer, Run, Status, Store, get_run, load_results
from workbench.study.batch_player import RunOptions, make_batch
from workbench.study.simulate import check_memory, scenario_of, simulate

MOST_PLAYS = 10_000
RULES = "rules"
CARD_LISTS = "card_lists"
RULES_HELP = EventHelp(
    "What is played: the first line of every play.",
    {
        "game": "The game's name.",
        "rules": "Every rule by its name; of a card list its length and digest.",
        "seed": "The seed of the batch; null in the view of one seat, since every hidden card follows from it.",
        "play": "Which play of the batch, from 0.",
        "bots": "The bots, by player.",
        CARD_LISTS: "Every card of the rules' card lists; only in games that have some.",
    },
)


def read_plays(text: str) -> range:
    """The plays behind `K` or `K..L`, both included. Raises BadInput."""
    match = re.fullmatch(r"(\d{1,9})(?:\.\.(\d{1,9}))?", text.strip())
    first = int(match[1]) if match else 0
    last = int(match[2] or first) if match else -1
    if not first <= last < first + MOST_PLAYS:
        allowed = f"must be a play's number from 0, or K..L with K at most L and at most {MOST_PLAYS} plays"
        raise BadInput.one("--play", allowed, text)
    return range(first, last + 1)


def read_seat(text: str | None, scenario: Callable[[], Scenario]) -> int | None:
    """The seat behind `--seat`, or None. Raises BadInput, that of the scenario too."""
    if text is None:
        return None
    try:
        last = scenario().players - 1
    except BadInput:
        WholeRange(0).asked("--seat", text)
        raise
    return WholeRange(0, last).asked("--seat", text)


def trace(
    scenario: Scenario, plays: range, seat: int | None = None, compiling: Callable[[], None] = lambda: None
) -> Iterator[dict[str, Any]]:
    """The events of each play, numbered from 0 within it, after a line with its rules; as `seat` sees them.

    `compiling` is called where the rules have to be compiled first.
    """
    batch = make_batch(scenario)
    if not batch.kernel.is_warm:
        compiling()
    for play, (events, _) in zip(plays, replays(batch, plays, cores()), strict=True):
        for number, event in enumerate([_rules_line(scenario, play, seat), *visible_events(batch, events, seat)]):
            yield {"n": number, **event}


def _rules_line(scenario: Scenario, play: int, seat: int | None) -> dict[str, Any]:
    return {
        "event": RULES,
        "game": scenario.game.name,
        "rules": brief_values(scenario.rules),
        "seed": scenario.seed if seat is None else None,
        "play": play,
        "bots": list(scenario.bots),
        **_card_lists(scenario),
    }


def _card_lists(scenario: Scenario) -> dict[str, Any]:
    """Every card of the rules' card lists: a trace alone suffices to referee a play."""
    lists = {name: list(value) for name, value in scenario.rules.items() if isinstance(value, Cards)}
    return {CARD_LISTS: lists} if lists else {}


AT_ONCE = 4 * CHUNK_PLAYS
"""Stored plays that are held in memory at a time."""


@dataclass(frozen=True)
class Repeat:
    """What a finished run gave, what its stored rows say now, and what it gives when it is played again.

    `rows_digest` is None for a run that was stored before the game counted what it counts now. `elapsed_s` are the
    seconds of playing again.
    """

    run: Run
    digest: str
    rows_digest: str | None
    same_code: bool
    elapsed_s: float

    @property
    def same(self) -> bool:
        """Whether every play went as before, to the last bit, and is stored so."""
        return self.digest == self.run.digest == self.rows_digest


def stored_scenario(store: Store, run_id: str) -> Scenario:
    """What a stored run was asked to play, its very cards included. Raises RunRefused where there is no such run."""
    with store.session():
        return scenario_of(get_run(store, run_id))


def repeat(store: Store, run_id: str, options: RunOptions) -> Repeat:
    """Play a finished run again; nothing is stored.

    Raises RunRefused where there is no such run, BadInput for one that is not finished, StoreDamaged where rows of it
    are lost, and `Stopped`.
    """
    with store.session():
        run = get_run(store, run_id)
    if run.status is not Status.DONE:
        raise BadInput.one(
            "repeat", f"must be a finished run; go on with this one by: workbench resume {run_id}", run_id
        )
    scenario = scenario_of(run)
    check_memory(scenario, "repeat")
    rows = _known_digest(store, run)
    began = time.perf_counter()
    outcome = simulate(scenario, replace(options, store=None))
    same_code = run.code_hash == game_code_hash(scenario.game)
    return Repeat(run, outcome.digest, rows, same_code, time.perf_counter() - began)


def stored_digest(store: Store, run: Run) -> str:
    """The digest of a run's plays as they are stored now. Raises ResultsDiffer, StoreDamaged."""
    digest, result = rows_digest(), game_named(run.game).result
    for first in range(0, run.done, AT_ONCE):
        digest.update(load_results(store, run, result, first, AT_ONCE).tobytes())
    return str(digest.hexdigest())


def _known_digest(store: Store, run: Run) -> str | None:
    """The same; None where the rows lack what the game counts by now."""
    try:
        return stored_digest(store, run)
    except ResultsDiffer:
        return None
