"""The `[table]` and the `[batch]` of a scenario: bots, plays and seed, with the overrides of a command."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from workbench.bots.spec import bot_names, bot_problems, one_a_seat
from workbench.engine.game import Game
from workbench.engine.parameters import Values, Whole, Written
from workbench.engine.problems import Problem, Problems
from workbench.scenario.files import ScenarioFile, as_toml

PLAYS = Whole(1, 100_000_000, name="plays", default=10_000, section="Batch", help="How many plays a batch has.")
SEED = Whole(0, 2**63 - 1, name="seed", default=1, section="Batch", help="Where the batch's chance begins.")
ANY_SEED = replace(SEED, high=2**64 - 1)
"""A seed of the command line; TOML's numbers end earlier."""
BOTS = ("greedy",)


@dataclass(frozen=True)
class Overrides:
    """What a command or a form asks for instead of what the file has; numbers may be raw texts."""

    rules: tuple[str, ...] = ()
    bots: tuple[str, ...] | None = None
    plays: str | int | None = None
    seed: str | int | None = None


def split_bots(bots: str | Sequence[str]) -> tuple[str, ...]:
    """The bots of one text, `greedy random greedy`, or of a list."""
    return tuple(bots.split() if isinstance(bots, str) else bots)


def batch_numbers(problems: Problems, overrides: Overrides, batch: Mapping[str, Any], source: str) -> tuple[int, int]:
    """Plays and seed: the command's, else the file's, else the default."""
    plays = checked_number(problems, PLAYS, batch.get("plays", PLAYS.default), "batch.", source)
    seed = checked_number(problems, SEED, batch.get("seed", SEED.default), "batch.", source)
    if overrides.plays is not None:
        plays = checked_number(problems, PLAYS, _read(PLAYS, overrides.plays), "--")
    if overrides.seed is not None:
        seed = checked_number(problems, ANY_SEED, _read(ANY_SEED, overrides.seed), "--")
    return plays, seed


def checked_number(problems: Problems, number: Whole, value: Any, prefix: str, source: str = "") -> Any:
    """The value; where it is not allowed, its problem is noted."""
    if not number.accepts(value):
        problems.add([Problem(f"{prefix}{number.name}", f"must be {number.allowed}", as_toml(value), source)])
    return value


def _read(number: Whole, asked: str | int) -> Written:
    return number.read(asked) if isinstance(asked, str) else asked


def table_bots(
    problems: Problems, overrides: Overrides, file: ScenarioFile, game: Game, rules: Values
) -> tuple[str, ...]:
    """One bot a seat: the command's, else the file's. Their number is not checked while `players` is wrong."""
    players = rules["players"] if game.parameters["players"].accepts(rules["players"]) else None
    bots = _written_bots(problems, file, game)
    if overrides.bots is None:
        problems.add(problem.within(file.source, "table.") for problem in _bot_problems(game, bots, players))
    else:
        bots = overrides.bots
        problems.add(replace(problem, place="--bots") for problem in _bot_problems(game, bots, players))
    return one_a_seat(bots, players if isinstance(players, int) else 1)


def _written_bots(problems: Problems, file: ScenarioFile, game: Game) -> tuple[str, ...]:
    written = file.table("table").get("bots", list(BOTS))
    if isinstance(written, list) and all(isinstance(bot, str) for bot in written):
        return tuple(written)
    message = f'must be a list of bots, as in ["greedy"]; {game.title} is played by {", ".join(bot_names(game))}'
    problems.add([file.problem("table.bots", message, written)])
    return BOTS


def _bot_problems(game: Game, bots: Sequence[str], players: Any) -> list[Problem]:
    return bot_problems(game, bots, players if isinstance(players, int) else len(bots))
