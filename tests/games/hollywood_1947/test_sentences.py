"""A play told as at the table, and to one seat without a word of what it does not know."""

from functools import cache
from typing import Any

import pytest

from tests.support.plain import Play
from workbench.games.hollywood_1947 import GAME

Event = dict[str, Any]
NUMBERS = {name: event for event, name in GAME.events.items()}
FOR_COMMUNISTS = {"patriot": "rising_star", "rising_star": "patriot"}
FOR_OTHERS = {"patriot": "communist", "communist": "rising_star", "rising_star": "patriot"}
PLAYED = [(6, 0), (6, 1), (9, 2), (4, 3), (3, 4), (2, 5), (1, 6)]
"""Players and seeds of the plays that are told."""


@cache
def told(players: int, seed: int) -> list[Event]:
    """The events of a random play."""
    play = Play(GAME, {"players": players, "hand_size": 5 if players == 9 else 3}, seed).begin()
    while not play.state.over:
        play.take(play.decision())
    return play.trace


def other_card(key: str | None) -> str | None:
    """Another card than this."""
    if key is None:
        return None
    return "neutral 0 none" if key != "neutral 0 none" else "communist 2 none"


def is_hidden(event: Event, viewer: int) -> bool:
    """Whether the card, or the cards, of the event lie face down for the viewer (Rules: what a player may look at)."""
    kind = event["event"]
    if kind == "ghost_card":
        return True
    if kind == "discard_from_movie":
        return event["seen_by"] != viewer
    if kind == "add":
        return viewer not in event["seen_by"]
    return kind in ("edit", "look", "draw", "discard", "redraw", "posters") and event["player"] != viewer


def disguised(event: Event, viewer: int) -> Event:
    """The event as it would be if all were otherwise that the viewer does not know."""
    if event["event"] == "setup":
        return disguised_setup(event, viewer)
    if not is_hidden(event, viewer):
        return event
    changed = dict(event)
    if "card" in event:
        changed["card"] = other_card(event["card"])
    if "cards" in event:
        changed["cards"] = [other_card(key) for key in event["cards"]]
    if "put_aside" in event:
        changed["put_aside"] = "Another poster"
    return changed


def disguised_setup(event: Event, viewer: int) -> Event:
    def fellows(seat: int) -> bool:
        return event["loyalties"][viewer] == event["loyalties"][seat] == "communist"

    another = FOR_COMMUNISTS if event["loyalties"][viewer] == "communist" else FOR_OTHERS
    seats = range(len(event["hands"]))
    return {
        **event,
        "loyalties": [
            side if seat == viewer or fellows(seat) else another[side] for seat, side in enumerate(event["loyalties"])
        ],
        "hands": [event["hands"][s] if s == viewer else [other_card(key) for key in event["hands"][s]] for s in seats],
        "ghosts": [other_card(key) for key in event["ghosts"]],
    }


def seen(event: Event, viewer: int) -> tuple[Event, str]:
    """The event as the viewer is told it, as fields and in words."""
    fields = GAME.redact(NUMBERS[event["event"]], {k: v for k, v in event.items() if k != "event"}, viewer)
    return fields, GAME.describe(event["event"], fields)


@pytest.mark.parametrize(("players", "seed"), PLAYED)
def test_a_seat_is_told_nothing_that_it_does_not_know(players: int, seed: int) -> None:
    """Were the hidden cards and loyalties others, it would read the same, word for word."""
    for event in told(players, seed):
        for viewer in range(players):
            assert seen(disguised(event, viewer), viewer) == seen(event, viewer), event


def test_disguises_do_change_what_is_told_to_all() -> None:
    """So the test above would fail if anything were not redacted."""
    changed = set()
    for players, seed in PLAYED:
        for event in told(players, seed):
            other = disguised(event, 0)
            if GAME.describe(other["event"], other) != GAME.describe(event["event"], event):
                changed.add(event["event"])
    assert changed == {
        "setup",
        "add",
        "discard_from_movie",
        "draw",
        "discard",
        "redraw",
        "posters",
        "look",
        "edit",
        "ghost_card",
    }


def test_every_event_is_told() -> None:
    sentences = {event["event"]: GAME.describe(event["event"], event) for plays in PLAYED for event in told(*plays)}
    sentences["reshuffle_posters"] = GAME.describe("reshuffle_posters", {"posters": 3})
    assert set(sentences) == set(GAME.events.values())
    for words in sentences.values():
        assert words[0].isupper() and words.endswith(".") and "None" not in words and "_" not in words


def test_who_knows_something_is_told_it() -> None:
    """The own cards, what one looks at or edits; and all that lies open to everybody."""
    for players, seed in PLAYED[:4]:
        for event in told(players, seed):
            for viewer in range(players):
                if event["event"] != "setup" and not is_hidden(event, viewer):
                    assert seen(event, viewer)[1] == GAME.describe(event["event"], event)
