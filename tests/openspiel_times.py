"""Plays and decisions a second of the kit's examples beside OpenSpiel's, by uniformly random players, in one run.

    python -m venv /tmp/openspiel && /tmp/openspiel/bin/pip install open_spiel
    python tests/openspiel_times.py /tmp/openspiel/bin/python

Both play on one thread. OpenSpiel plays in C++ by its own random bots, and as its guide does by a loop in Python. A
play of its Hearts is one deal; ours goes on until somebody has 100 points, so there the decisions are to be compared.
Processor time is measured, so that a busy machine tells no tales.
"""

import json
import subprocess
import sys
import time

import click

from workbench.bots.spec import seat_bots
from workbench.engine.batch import Batch
from workbench.kit.examples import hearts, kuhn_poker, pig

SECONDS = 2.0
GAMES = {"pig": pig.GAME, "kuhn_poker": kuhn_poker.GAME, "hearts": hearts.GAME}
THEIRS = """
import json, random, sys, time
import pyspiel

def decisions_of(game):
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes())
            state.apply_action(random.choices(actions, odds)[0])
        else:
            decisions += 1
            state.apply_action(random.choice(state.legal_actions()))
    return decisions

seconds, rates = float(sys.argv[1]), {}
for name in sys.argv[2:]:
    game, plays, decisions, end = pyspiel.load_game(name), 0, 0, time.process_time() + seconds
    begin = time.process_time()
    while time.process_time() < end:
        plays, decisions = plays + 1, decisions + decisions_of(game)
    took = time.process_time() - begin
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]
    rolled, begin, end = 0, time.process_time(), time.process_time() + seconds
    while time.process_time() < end:
        rolled += 1
        pyspiel.evaluate_bots(game.new_initial_state(), bots, rolled)
    in_cpp = rolled / (time.process_time() - begin)
    rates[name] = {"python": plays / took, "cpp": in_cpp, "decisions": decisions / plays}
print(json.dumps(rates))
"""


def ours(name: str) -> tuple[float, float]:
    """Our plays a second, and decisions a play."""
    game = GAMES[name]
    players = game.parameters["players"].default
    batch = Batch(game, {}, seat_bots(game, ["random"], players), seed=1)
    batch.play(0, 10)
    plays, took = 1000, 0.0
    while took < SECONDS:
        plays *= 2
        begin = time.process_time()
        batch.play(0, plays)
        took = time.process_time() - begin
    decisions = float(batch.play(0, 2000)["decisions"].mean())
    return plays / took, decisions


def main(python: str) -> None:
    command = [python, "-c", THEIRS, str(SECONDS), *GAMES]
    theirs = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    for name in GAMES:
        plays, decisions = ours(name)
        other = theirs[name]
        per_decision = plays * decisions / other["decisions"]
        click.echo(
            f"{name}: {plays:,.0f} plays/s of {decisions:.1f} decisions; OpenSpiel {other['cpp']:,.0f} in C++,"
            f" {other['python']:,.0f} in Python, of {other['decisions']:.1f};"
            f" by decisions {per_decision / other['cpp']:.0f} and {per_decision / other['python']:.0f} times as many"
        )


if __name__ == "__main__":
    main(sys.argv[1])
