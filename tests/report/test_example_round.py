"""The rulebook's example round: the first events of a real play, and the table at its ends."""

from dataclasses import replace

import pytest

from tests.play.test_films import GAMES, watched
from workbench.play.films import watch
from workbench.report.example_round import MOST_STEPS, example_round
from workbench.report.play_table import sentence


@pytest.mark.parametrize("name", ["hitmakers", "pig", "hollywood_1947"])
def test_an_example_tells_the_first_events_of_the_play_that_it_names(name: str) -> None:
    scenario = watched(name).scenario
    text, page = example_round(scenario), example_round(scenario, page=True)
    bot = "greedy" if "quick bots" in text else "random"
    scenes = list(watch(replace(scenario, bots=(bot,) * scenario.players), 0).scenes())
    lines = [line for line in text.splitlines() if line[:1].isdigit()]
    assert 1 < len(lines) <= MOST_STEPS
    words = lines[0].partition(". ")[2].split()[:3]
    assert words == sentence(GAMES[name], scenes[0].event).split()[:3]
    assert "<img" not in text and ("<img" in page or name == "pig")
    assert page.count('class="example"') == 2
