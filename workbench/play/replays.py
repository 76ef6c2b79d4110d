"""Single plays once more, step by step: the trace of a replay."""

import re
from collections.abc import Callable, Iterator

from workbench.engine.batch import cores, replays, visible_events
from workbench.engine.card_lists.cards import Cards, brief_values
from workbench.engine.problems import BadInput, WholeRange
from workbench.engine.trace import EventHelp
from workbench.play.forms import make_batch, scenario_of
from workbench.scenario import Scenario
from workbench.store import Store, get_run

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
        WholeRange(0).checked("--seat", text)
        raise
    return WholeRange(0, last).checked("--seat", text)


def trace(
    scenario: Scenario, plays: range, seat: int | None = None, compiling: Callable[[], None] = lambda: None
) -> Iterator[dict[str, object]]:
    """The events of each play, numbered from 0 within it, after a line with its rules; as `seat` sees them.

    `compiling` is called where the rules have to be compiled first.
    """
    batch = make_batch(scenario)
    if not batch.kernel.is_warm:
        compiling()
    for play, (events, _) in zip(plays, replays(batch, plays, cores()), strict=True):
        for number, event in enumerate([_rules_line(scenario, play, seat), *visible_events(batch, events, seat)]):
            yield {"n": number, **event}


def _rules_line(scenario: Scenario, play: int, seat: int | None) -> dict[str, object]:
    lists = {name: list(value) for name, value in scenario.rules.items() if isinstance(value, Cards)}
    return {
        "event": RULES,
        "game": scenario.game.name,
        "rules": brief_values(scenario.rules),
        "seed": scenario.seed if seat is None else None,
        "play": play,
        "bots": list(scenario.bots),
        **({CARD_LISTS: lists} if lists else {}),  # a trace alone suffices to referee a play
    }


def stored_scenario(store: Store, run_id: str) -> Scenario:
    """The scenario of a stored run, its very cards included. Raises RunRefused where there is no such run."""
    with store.session():
        return scenario_of(get_run(store, run_id))
