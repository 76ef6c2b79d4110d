"""Seconds and bytes of the table and of plays that people make, in Chromium: `python -m tests.table_times [GAME …]`.

The load of the machine stands in the first line: times of a busy one say little.
"""

import json
import os
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import click
import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.analyzed import TO_A_CHOICE
from tests.browser.conftest import DESK, Server, find_chromium
from tests.browser.test_table import TIMES
from tests.play.test_films import GAMES
from workbench.engine.bit_sets import members
from workbench.engine.compiling import plainly
from workbench.engine.dispatch import legal_actions
from workbench.engine.registry import games
from workbench.play.films import Watched, watch
from workbench.play.forms import make_batch
from workbench.play.hints import SEARCH
from workbench.play.interactive import InteractivePlay
from workbench.play.thoughts import BotTable
from workbench.play.what_if import WhatIf
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import Workspace, init_workspace

REFERENCES = {
    "hitmakers": "hitmakers/2021-04-08",
    "trickster": "trickster/prototype-a",
    "showbiz_shuffle": "showbiz_shuffle/reference",
    "hollywood_1947": "hollywood_1947/six-players",
}
PLACES = 3
"""Decisions of a play at which another move is tried, spread over it."""
PATIENCE_S = 60
REPLIES = 5
BYTES = """async () => {
  const text = await (await fetch(location.href)).text();
  const sum = (at) => [...document.querySelectorAll(at)].reduce((all, part) => all + part.textContent.length, 0);
  return {page: text.length, sent: Number(performance.getEntriesByType('navigation')[0].encodedBodySize),
          play: sum('#play'), faces: document.querySelector('.faces').innerHTML.length,
          script: sum('script[nonce]'), style: sum('style')};
}"""


@click.command()
@click.argument("names", nargs=-1)
def main(names: tuple[str, ...]) -> None:
    """Measure the built-in games, the kit's and a family's; or only those of these names."""
    click.echo(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        workspace = init_workspace(Path(folder) / "studio")[0]
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        server = Server(workspace)
        try:
            for name in names or GAMES:
                if name in REFERENCES:
                    in_browser(browser, server, REFERENCES[name])
                without_browser(scenario_of(workspace, name))
        finally:
            server.kill()
    for name in games():
        drawing = Path("workbench/games", name, "picture.py")
        click.echo(f"{name}: {len(drawing.read_text().splitlines())} lines of its own drawing")


def scenario_of(workspace: Workspace, name: str) -> Scenario:
    """The rules of a game as they come, played by its quick bot."""
    if name in REFERENCES:
        return load_scenario(workspace, REFERENCES[name], bots=["greedy"])
    game = GAMES[name]
    bots = ("greedy",) * int(game.compile_rules({}).players)
    return Scenario(game, "default", None, "Default", None, None, "", "", {}, {}, bots, 100, 5)


def in_browser(browser: Browser, server: Server, reference: str) -> None:
    """From a click to the first picture, a step, and bytes."""
    page = browser.new_context(viewport={"width": DESK[0], "height": DESK[1]}).new_page()
    address = f"{server.address}/table/{reference}?bots=random"
    firsts = [first_picture(page, f"{address}&play={play}") for play in range(REPLIES)]
    step = page.evaluate(TIMES)
    sizes = page.evaluate(BYTES)
    click.echo(f"{reference}: first picture {firsts[0]:.2f} s, then {np.median(firsts[1:]):.2f} s; step {step:.1f} ms")
    click.echo(f"  bytes: {json.dumps(sizes)}")
    began = time.perf_counter()
    page.evaluate(TO_A_CHOICE)
    page.locator("#thoughts summary").click()
    page.locator("#thoughts tr.chosen").first.wait_for(timeout=600_000)
    click.echo(f"  what the bot thought: {time.perf_counter() - began:.1f} s, with compiling what is not compiled yet")
    page.context.close()


def first_picture(page: Page, address: str) -> float:
    """Seconds from asking for a page to its first step drawn."""
    began = time.perf_counter()
    page.goto(address)
    page.locator("#says:not(:empty)").wait_for()
    return time.perf_counter() - began


def without_browser(scenario: Scenario) -> None:
    """A reply of a bot that searches, and another move until it is known to 3 points."""
    bots = (SEARCH,) * scenario.players
    play = InteractivePlay(scenario, 1)
    table = BotTable(make_batch(replace(scenario, bots=bots)), bots)
    table.action(play.world, play.chances.copy())  # compiled
    replies = []
    while len(replies) < REPLIES and not play.is_over:
        if len(play.legal()) > 1:
            began = time.perf_counter()
            table.action(play.world, play.chances.copy())
            replies.append(time.perf_counter() - began)
        play.take_bots(play.legal()[0])
    median, longest = 1000 * np.median(replies), 1000 * max(replies)
    click.echo(f"{scenario.game.name}: a reply of {SEARCH}: {median:.1f} ms, at most {longest:.1f}")
    watched = watch(scenario, 1)
    for decision, move in other_moves(watched):
        answer = WhatIf(watched, decision, move)
        answer.rounds.play(0.01, 8)  # compiled
        began = time.perf_counter()
        answer.go_on(PATIENCE_S)
        seconds, gain = time.perf_counter() - began, answer.gain
        click.echo(
            f"  what if, decision {decision}: {seconds:.1f} s, {answer.rounds.plays} plays of each move,"
            f" {100 * gain.mean:.1f} points ({100 * gain.low:.1f} to {100 * gain.high:.1f})"
        )


def other_moves(watched: Watched) -> list[tuple[int, int]]:
    """Decisions spread over a play that leave a choice, each with a move that was not taken."""
    others = []
    for number, point in enumerate(watched.film.decisions):
        legal = members(plainly(legal_actions)(point.position, watched.batch.compiled_rules))
        if len(legal) > 1:
            others.append((number, next(action for action in legal if action != point.action)))
    return [others[len(others) * place // (PLACES + 1)] for place in range(1, PLACES + 1)]


if __name__ == "__main__":
    main()
