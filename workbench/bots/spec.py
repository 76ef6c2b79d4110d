"""Bots by name: `random`, `greedy`, or a style of the game; one for all seats, or one a seat."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from workbench.bots.seats import GREEDY, RANDOM, RANDOM_SEATS, SEATS, STYLE
from workbench.engine.game import Game
from workbench.engine.problems import BadInput, Problem

GENERIC = {
    "random": "Takes any legal action, evenly.",
    "greedy": "One step ahead, by the game's own evaluation under the rules in force.",
}
"""The bots that play every game, with their help."""


def bot_names(game: Game) -> list[str]:
    """Every bot that can play `game`."""
    return [*GENERIC, *(style.name for style in game.styles)]


def bot_help(game: Game, name: str) -> str:
    """What a bot does, in a sentence."""
    style = game.style(name)
    return style.help if style else GENERIC[name]


def bot_problems(game: Game, specs: Sequence[str], players: int) -> list[Problem]:
    """What is wrong with the bots given for a table of `players`."""
    known = ", ".join(bot_names(game))
    problems = [
        Problem("bots", f"no such bot; {game.title} is played by {known}", f'"{spec}"')
        for spec in specs
        if spec not in bot_names(game)
    ]
    if len(specs) not in (1, players):
        given = " ".join(specs) or "none"
        problems.append(
            Problem("bots", f"{len(specs)} given; must be 1 for all seats, or {players}, one a seat", f'"{given}"')
        )
    return problems


def one_a_seat(specs: Sequence[str], players: int) -> tuple[str, ...]:
    """The bot of each seat, from one for all or one a seat."""
    return tuple(specs) * players if len(specs) == 1 else tuple(specs)


def seat_bots(game: Game, specs: Sequence[str], players: int) -> Any:
    """The `seats` record of the table. Raises BadInput with every problem."""
    if problems := bot_problems(game, specs, players):
        raise BadInput(problems)
    if set(specs) == {"random"}:
        return np.zeros(1, RANDOM_SEATS)[0]
    seats = np.zeros(1, SEATS)[0]
    for seat, spec in enumerate(one_a_seat(specs, players)):
        seats.kind[seat], seats.number[seat] = _coded(game, spec)
    return seats


def _coded(game: Game, spec: str) -> tuple[int, int]:
    style = game.style(spec)
    if style:
        return STYLE, style.number
    return {"random": RANDOM, "greedy": GREEDY}[spec], 0
