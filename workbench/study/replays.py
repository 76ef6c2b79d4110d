"""Single plays of a batch again, told event by event."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from workbench.engine.batch import cores
from workbench.engine.card_rows import Cards, brief_values
from workbench.engine.game import Say
from workbench.engine.problems import BadInput
from workbench.engine.replay import replays, told
from workbench.engine.trace import EventHelp
from workbench.study.scenario import Scenario
from workbench.study.simulate import batch_of

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
NUMBERED = "Players are numbered from 0, as with --seat: player 0 is seat 1 of tables and charts."
"""What stands above plays told in words."""


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
    seat = int(text) if re.fullmatch(r"\d{1,3}", text) else None
    try:
        last = scenario().players - 1
    except BadInput:
        if seat is None:
            raise BadInput.one("--seat", "must be a whole number from 0", text) from None
        raise
    if seat is None or seat > last:
        raise BadInput.one("--seat", f"must be a whole number from 0 to {last}", text)
    return seat


def trace(
    scenario: Scenario, plays: range, seat: int | None = None, compiling: Callable[[], None] = lambda: None
) -> Iterator[dict[str, Any]]:
    """The events of each play, numbered from 0 within it, after a line with its rules; as `seat` sees them.

    `compiling` is called where the rules have to be compiled first.
    """
    batch = batch_of(scenario)
    if not batch.kernel.is_warm:
        compiling()
    for play, (events, _) in zip(plays, replays(batch, plays, cores()), strict=True):
        for number, event in enumerate([_rules_line(scenario, play, seat), *told(batch, events, seat)]):
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


def sentence(event: dict[str, Any], say: Say | None = None) -> str:
    """An event as a line for people: its name, then what the game says of it, or its fields.

    Card lists are too long for a line.
    """
    left_out = ("n", "event", CARD_LISTS)
    fields = {name: value for name, value in event.items() if name not in left_out}
    told = say(event["event"], fields) if say and event["event"] != RULES else _listed(fields)
    return f"{event['n']:>4}  {event['event'].replace('_', ' '):<10} {told}".rstrip()


def _listed(fields: dict[str, Any]) -> str:
    return ", ".join(f"{name} {_shown(value)}" for name, value in fields.items())


def _shown(value: Any) -> str:
    if value is None:
        return "—"
    if isinstance(value, list):
        return "[" + " ".join(map(_shown, value)) + "]"
    if isinstance(value, dict):
        return "(" + " ".join(f"{name} {_shown(each)}" for name, each in value.items()) + ")"
    return str(value)
