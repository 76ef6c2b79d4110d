"""A scenario, complete and checked: a revision's rules, its table, plays, seed, goals and aims."""

import datetime as dt
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.bots.spec import bot_names, bot_problems, one_a_seat
from workbench.bots.strength import bots_of_file
from workbench.engine.cards import hashed_values, whole_values
from workbench.engine.game import Game
from workbench.engine.parameters import Values, Whole, Written
from workbench.engine.problems import MOST_PLAYS, Problem, Problems, is_whole
from workbench.scenario.files import ScenarioFile, as_toml
from workbench.scenario.goals import Aim, Goal

if TYPE_CHECKING:
    from workbench.store.runs import Revision


@dataclass(frozen=True)
class Scenario:
    """One revision of a game's rules, complete and checked.

    rules        every rule's written value: defaults, then the parents', then its own, then those of `--set`
    bots         one a seat
    warnings     problems that stop nothing
    retake       which retake of its plays: the same shuffles, other chance of the bots; 0 for the plays themselves
    settings     what `--set` changed for one call, as it was given: `hand_size=6`
    """

    game: Game
    revision: str
    path: Path | None
    title: str
    date: dt.date | None
    parent: str | None
    reason: str
    hypothesis: str
    rules: Values
    bots: tuple[str, ...]
    plays: int
    seed: int
    goals: tuple[Goal, ...] = ()
    aims: tuple[Aim, ...] = ()
    warnings: tuple[Problem, ...] = ()
    retake: int = 0
    settings: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """`hitmakers/2021-04-08`, as commands take it."""
        return f"{self.game.name}/{self.revision}"

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.bots)

    @property
    def together(self) -> bool:
        """True if there are no rivals: all win or lose together, or one plays alone."""
        return self.game.wins_together(self.players)

    @cached_property
    def rules_hash(self) -> str:
        """SHA-256 of the game's name and the complete rules, in hexadecimal: equal for equal rules, however written.

        Of a card list it takes what the list says, not the name of its file.
        """
        content = {"game": self.game.name, "rules": hashed_values(self.rules)}
        return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def revision_of(scenario: Scenario) -> "Revision":
    """The revision as the store keeps it, with all its rules, so that an old run says what was played."""
    from workbench.store.runs import Revision

    return Revision(
        rules_hash=scenario.rules_hash,
        game=scenario.game.name,
        name=scenario.revision,
        title=scenario.title,
        date=scenario.date,
        parent=scenario.parent,
        reason=scenario.reason,
        hypothesis=scenario.hypothesis,
        rules=whole_values(scenario.rules),
    )


def differences(base: Scenario, other: Scenario) -> dict[str, list[Written]]:
    """The rules that differ, `{rule: [base's value, other's value]}`, in the order of the game's parameters."""
    return {name: [value, other.rules[name]] for name, value in base.rules.items() if other.rules.get(name) != value}


USUAL_PLAYS = 10_000
PLAYS = Whole(1, MOST_PLAYS, name="plays", default=USUAL_PLAYS, section="Batch", help="How many plays a batch has.")
SEED = Whole(0, 2**63 - 1, name="seed", default=1, section="Batch", help="Where the batch's chance begins.")
ANY_SEED = replace(SEED, high=2**64 - 1)
"""A seed of the command line; TOML's numbers end earlier."""
BOTS = ("greedy",)
SLOW_PLAYS = 100_000
"""Plays of a batch, times what the game says that a decision costs, where bots try continuations. Set by hand."""
FEWEST_PLAYS = 200


def usual_plays(game: Game, rules: Values) -> int:
    """Plays of a batch where nobody says how many: so few in a slow game that its verdict is there in a minute."""
    if game.has_evaluation:
        return USUAL_PLAYS
    return max(FEWEST_PLAYS, min(USUAL_PLAYS, SLOW_PLAYS // game.cost(rules)))


def batch_numbers(
    problems: Problems, plays: str | int | None, seed: str | int | None, batch: Mapping[str, object], source: str
) -> tuple[int, int]:
    """Plays and seed: the command's, which may be texts, else the file's, else the default."""
    numbers = [
        checked_number(problems, number, batch.get(number.name, number.default), "batch.", source)
        for number in (PLAYS, SEED)
    ]
    for place, (number, value) in enumerate([(PLAYS, plays), (ANY_SEED, seed)]):
        if value is not None:
            written = number.read(value) if isinstance(value, str) else value
            numbers[place] = checked_number(problems, number, written, "--")
    return numbers[0], numbers[1]


def checked_number(problems: Problems, number: Whole, value: object, prefix: str, source: str = "") -> int:
    """The value; where it is not allowed, its problem is noted, and the lowest allowed one stands in."""
    if not number.accepts(value):
        problems.add([Problem(f"{prefix}{number.name}", f"must be {number.allowed}", as_toml(value), source)])
    return value if is_whole(value) else number.low


def table_bots(
    problems: Problems, named: Sequence[str] | None, file: ScenarioFile, game: Game, rules: Values
) -> tuple[str, ...]:
    """One bot a seat: the command's, else the file's. Their number is not checked while `players` is wrong.

    Those that a command or an address names are those that play, so that what `greedy` has played can be made again;
    in a file `greedy` is the bot that is there anyway, and a better one takes its place.
    """
    bots: tuple[str, ...] = BOTS
    written = file.table("table").get("bots", list(BOTS))
    if isinstance(written, list) and all(isinstance(bot, str) for bot in written):
        bots = tuple(written)
    else:
        message = f'must be a list of bots, as in ["greedy"]; {game.title} is played by {", ".join(bot_names(game))}'
        problems.add([file.problem("table.bots", message, written)])
    bots = bots if named is None else tuple(named)
    players = rules["players"] if game.parameters["players"].accepts(rules["players"]) else None
    seats = players if isinstance(players, int) else len(bots)
    for problem in bot_problems(game, bots, seats):
        in_place = problem.within(file.source, "table.") if named is None else problem._replace(place="--bots")
        problems.add([in_place])
    return one_a_seat(bots_of_file(game, bots) if named is None else bots, players if isinstance(players, int) else 1)
