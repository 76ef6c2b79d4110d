"""Looking on: what everybody may see of a play that people make, in each game."""

from collections import Counter

import pytest

from tests.play.test_films import GAMES
from tests.play.test_interactive import go_on, scenario_of
from workbench.play.interactive import InteractivePlay, public_fields
from workbench.report.play_table import sentence

MOST = 40
"""Decisions of a play that is looked at."""


@pytest.mark.parametrize("name", GAMES)
def test_an_onlooker_sees_nothing_that_is_hidden_from_a_seat_and_reads_every_event(name: str) -> None:
    play = InteractivePlay(scenario_of(GAMES[name], "random"), 3)
    go_on(play, MOST)
    views = [list(play.scenes(seat)) for seat in range(play.scenario.players)]
    for scene, *seats in zip(play.scenes(None), *views, strict=True):
        assert sentence(play.scenario.game, scene.event)
        for zone in scene.zones:
            for seen in seats:
                (there,) = [other for other in seen.zones if (other.name, other.player) == (zone.name, zone.player)]
                assert len(zone.things) == len(there.things)
                assert set(Counter(zone.things) - Counter(there.things)) <= {None, ""}


def test_hands_are_closed_to_an_onlooker_and_scores_are_open() -> None:
    play = InteractivePlay(scenario_of(GAMES["hitmakers"], "random"), 3)
    zones = {(zone.name, zone.player): zone.things for zone in play.zones_now(None)}
    assert [set(zones["Hand", seat]) for seat in range(3)] == [{None}] * 3
    assert any(things and None not in things for things in zones.values())


def test_fields_that_seats_see_otherwise_are_those_of_the_seat_that_sees_least() -> None:
    drawer, others = {"cards": ["2H", "3H"], "hands": [["2H"], None]}, {"cards": 2, "hands": [None, ["4S"]]}
    assert public_fields([{"player": 0, **drawer}, {"player": 0, **others}]) == {
        "player": 0, "cards": 2, "hands": [None, None],
    }  # fmt: skip
