"""A play told as at the table, and to one seat without a word of what it does not know."""

from functools import cache
from typing import Any

import pytest

from tests.study.scenarios import scenario
from tests.support.plain import Play
from workbench.games.hollywood_1947 import GAME
from workbench.games.hollywood_1947.events import veil
from workbench.games.hollywood_1947.sentences import say
from workbench.report.text.machine import event_line
from workbench.study.checks import trace

Event = dict[str, Any]
NUMBERS = {name: event for event, name in GAME.events.items()}
FOR_COMMUNISTS = {"patriot": "rising_star", "rising_star": "patriot"}
FOR_OTHERS = {"patriot": "communist", "communist": "rising_star", "rising_star": "patriot"}
PLAYED = [(6, 0), (6, 1), (9, 2), (4, 3), (3, 4), (2, 5), (1, 6)]
"""Players and seeds of the plays that are told."""


@cache
def told(players: int, seed: int) -> list[Event]:
    """The events of a random play."""
    made = Play(GAME, {"players": players, "hand_size": 5 if players == 9 else 3}, seed).begin()
    while not made.state.over:
        made.take(made.random_decision())
    return made.trace


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
    fields = veil(NUMBERS[event["event"]], {k: v for k, v in event.items() if k != "event"}, viewer)
    return fields, say(event["event"], fields)


@pytest.mark.parametrize(("players", "seed"), PLAYED)
def test_a_seat_is_told_nothing_that_it_does_not_know(players: int, seed: int) -> None:
    """Were the hidden cards and loyalties others, it would read the same, word for word."""
    for event in told(players, seed):
        for viewer in range(players):
            assert seen(disguised(event, viewer), viewer) == seen(event, viewer), event


def test_disguises_do_change_what_is_told_to_all() -> None:
    """So the test above would fail if anything were not veiled."""
    changed = set()
    for players, seed in PLAYED:
        for event in told(players, seed):
            other = disguised(event, 0)
            if say(other["event"], other) != say(event["event"], event):
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
    said = {event["event"]: say(event["event"], event) for plays in PLAYED for event in told(*plays)}
    said["reshuffle_posters"] = say("reshuffle_posters", {"posters": 3})
    assert set(said) == set(GAME.events.values())
    for words in said.values():
        assert words[0].isupper() and words.endswith(".") and "None" not in words and "_" not in words


def test_who_knows_something_is_told_it() -> None:
    """The own cards, what one looks at or edits; and all that lies open to everybody."""
    for players, seed in PLAYED[:4]:
        for event in told(players, seed):
            for viewer in range(players):
                if event["event"] != "setup" and not is_hidden(event, viewer):
                    assert seen(event, viewer)[1] == say(event["event"], event)


def test_who_viewed_a_ghosts_card_is_told_when_it_is_added() -> None:
    event = {"event": "add", "from": "ghost", "player": "ghost 0", "card": "patriot 1 none", "seen_by": [1]}
    assert seen(event, 1)[1] == "Ghost 0 adds a patriot card to the movie."
    assert seen(event, 0)[1] == "Ghost 0 adds a face-down card to the movie."


@pytest.mark.parametrize(
    ("event", "fields", "words"),
    [
        (
            "premiere",
            {
                "number": 3,
                "cards": ["communist 1 none", "patriot 2 hearing"],
                "patriot": 2,
                "communist": 1,
                "winner": "patriots",
                "symbol": "neutral",
                "filmstrips": {"patriots": 2, "communists": 1},
            },
            "Premiere of movie 3: a communist card and a double patriot card (Congressional Hearing), and the poster is"
            " neutral; 2 patriot symbols to 1 communist symbol, the patriots get the filmstrip."
            " Filmstrips: patriots 2, communists 1.",
        ),
        ("movie", {"number": 1, "genre": "Western", "symbol": "patriot", "by": "deck", "player": None},
         "Movie 1: Western, patriot, off the top."),
        ("token", {"to": 2, "from": None}, "Player 2 is given a token of the center."),
        ("token", {"to": "ghost 0", "from": 1}, "Ghost 0 is given a token of player 1."),
        ("reroll", {"by": 1, "die_of": 4, "die": 0, "dice": 1, "star": True},
         "Player 1 re-rolls the die of player 4: a star."),
        ("reroll", {"by": 2, "die_of": 0, "die": 1, "dice": 2, "star": True},
         "Player 2 re-rolls the second die of player 0: a star."),
        ("reroll", {"by": 2, "die_of": 2, "die": 0, "dice": 2, "star": False},
         "Player 2 re-rolls their first die: a blank."),
        ("draw", {"player": 1, "number": 2, "cards": None}, "Player 1 draws 2 cards face down."),
        ("discard", {"player": 1, "number": 1, "cards": None}, "Player 1 discards 1 card face down."),
        ("reroll", {"by": None, "die_of": "ghost 1", "die": 0, "dice": 1, "star": False},
         "The die of ghost 1 is rolled: a blank."),
        ("look", {"player": 1, "at": 3, "cards": None}, "Player 1 looks at the hand of player 3."),
        ("redraw", {"player": 1, "number": 2, "cards": None}, "Player 1 draws back up, 2 cards."),
        ("option", {"player": 0, "choice": "job", "job": "8 composer", "chained": False},
         "Player 0 performs the job composer (8)."),
        ("option", {"player": 0, "choice": "pass", "job": "9 editor", "chained": True},
         "Player 0, with the new job, declines to perform the job editor (9) at once."),
    ],
)  # fmt: skip
def test_jobs_dice_tokens_and_filmstrips_in_words(event: str, fields: Event, words: str) -> None:
    assert say(event, fields) == words


def test_a_replay_is_told_in_these_words() -> None:
    """And every line of it has its own number, first to last."""
    made = scenario(1, ("random",), game=GAME.name)
    lines = [event_line(event, GAME.say) for event in trace(made, range(1), seat=2)]
    assert [int(line.split()[0]) for line in lines] == list(range(len(lines)))
    assert "Player 2 is a" in lines[1] and "of unknown loyalty" in lines[1]
    assert any("get the filmstrip" in line for line in lines)
