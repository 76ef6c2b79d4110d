"""What a study of strength is asked to do: its options, read from a command or a form, all problems at once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from workbench.bots.spec import bot_problems
from workbench.engine.game import Game
from workbench.engine.problems import BadInput, Problem, WholeRange, together
from workbench.scenario.model import PLAYS

Asked = str | int | None
"""A number as it was typed, or as a form gives it; None where nothing was asked for."""


@dataclass(frozen=True)
class MechanismsPlan:
    """Restricted play: by which bot, and how many plays for each kind of action and seat; None: as many as are fine."""

    bot: str = "greedy"
    plays: int | None = None
    quick: bool = False


@dataclass(frozen=True)
class RobinPlan:
    """A round robin: which bots, at least two, and how many plays for each pair and seat."""

    bots: tuple[str, ...]
    plays: int | None = None
    quick: bool = False


@dataclass(frozen=True)
class StrategiesPlan:
    """What `workbench strategies` plays."""

    mechanisms: MechanismsPlan = field(default_factory=MechanismsPlan)
    robin: RobinPlan = field(default_factory=lambda: RobinPlan(("random", "greedy")))

    @property
    def quick(self) -> bool:
        """Whether it is a quick look."""
        return self.robin.quick


def default_bots(game: Game) -> tuple[str, ...]:
    """Who meets in a round robin unless told otherwise: `random`, `greedy` and the game's styles."""
    return ("random", "greedy", *(style.name for style in game.styles))


def read_strategies_plan(
    game: Callable[[], Game],
    *,
    bots: str | Sequence[str] | None = None,
    restrict: str | None = None,
    plays: Asked = None,
    quick: bool = False,
) -> StrategiesPlan:
    """The plan behind the options of `workbench strategies`. Raises BadInput with every problem, as above."""
    met, bot, number = together(
        lambda: _bots_to_meet(game, bots), lambda: _bot("--restrict", game, restrict), lambda: _plays(plays)
    )
    return StrategiesPlan(MechanismsPlan(bot or "greedy", number, quick), RobinPlan(met, number, quick))


def _bots_to_meet(game: Callable[[], Game], bots: str | Sequence[str] | None) -> tuple[str, ...]:
    if bots is None:
        return default_bots(game())
    given = tuple(bots.split() if isinstance(bots, str) else bots)
    problems = [replace(p, place="--bots") for spec in dict.fromkeys(given) for p in bot_problems(game(), [spec], 1)]
    if len(set(given)) < max(2, len(given)):
        message = "must be at least two bots, each named once"
        problems.append(Problem("--bots", message, f'"{" ".join(given)}"'))
    if problems:
        raise BadInput(problems)
    return given


def _bot(place: str, game: Callable[[], Game], spec: str | None) -> str | None:
    if spec is not None and (wrong := bot_problems(game(), [spec], 1)):
        raise BadInput(replace(problem, place=place) for problem in wrong)
    return spec


def _plays(asked: Asked) -> int | None:
    return _number("--plays", asked, PLAYS.low, PLAYS.high)


def _number(place: str, asked: Asked, low: int, high: int) -> int | None:
    return None if asked is None else WholeRange(low, high).asked(place, asked)
