"""What a study of strength is asked to do: its options, read from a command or a form, all problems at once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from workbench.bots.spec import MOST_ITERATIONS, bot_problems
from workbench.engine.game import Game
from workbench.engine.problems import BadInput, Problem, WholeRange, together
from workbench.scenario.model import PLAYS

T = TypeVar("T")
Asked = str | int | None
"""A number as it was typed, or as a form gives it; None where nothing was asked for."""
LOWEST, TOP = 50, 3200
RETAKES = 20
QUICK_RUNG, QUICK_RETAKES = 200, 10
"""Of a quick look: the only rung that searches, and how often each shuffle is played."""
FEWEST_SHUFFLES, FEWEST_RETAKES, MOST_RETAKES = 3, 2, 10_000


@dataclass(frozen=True)
class LadderPlan:
    """A skill ladder: search from `lowest` iterations a decision, doubled up to `top`; so many plays a rung and seat.

    The seed effect: `shuffles` plays, each `retakes` times, by `luck_bot` in all seats. None: as many as are
    affordable; and no more shuffles than `plays`, where these are given. `quick`: few are affordable.
    """

    lowest: int = LOWEST
    top: int = TOP
    plays: int | None = None
    shuffles: int | None = None
    retakes: int = RETAKES
    luck_bot: str = f"ismcts:{LOWEST}"
    quick: bool = False


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


def rungs(plan: LadderPlan) -> tuple[str, ...]:
    """The rungs from the lowest: `random`, `greedy`, `ismcts:50`, `ismcts:100` …"""
    budgets, budget = [], plan.lowest
    while budget <= plan.top:
        budgets.append(f"ismcts:{budget}")
        budget *= 2
    return ("random", "greedy", *budgets)


def pairs_of(plan: LadderPlan) -> tuple[tuple[str, str], ...]:
    """The contests of a ladder, lone bot and field: each rung and the one below, then the top among random and greedy.

    A contest that is both a rung and one of the top's is there once.
    """
    names = rungs(plan)
    steps = zip(names[1:], names, strict=False)
    return tuple(dict.fromkeys([*steps, *((names[-1], field) for field in names[:2])]))


def read_ladder_plan(
    game: Callable[[], Game],
    *,
    lowest: Asked = None,
    top: Asked = None,
    plays: Asked = None,
    shuffles: Asked = None,
    retakes: Asked = None,
    luck_bot: str | None = None,
    quick: bool = False,
) -> LadderPlan:
    """The plan behind the options of `workbench ladder`. Raises BadInput with every problem, those of `game()` too."""
    usual, most, usual_retakes = (QUICK_RUNG, QUICK_RUNG, QUICK_RETAKES) if quick else (LOWEST, TOP, RETAKES)
    least, highest, number, shuffled, again, bot = together(
        lambda: _or(usual, _budget("--lowest", lowest)),
        lambda: _top(lowest, top, usual, most),
        lambda: _plays(plays),
        lambda: _number("--shuffles", shuffles, FEWEST_SHUFFLES, PLAYS.high),
        lambda: _or(usual_retakes, _number("--retakes", retakes, FEWEST_RETAKES, MOST_RETAKES)),
        lambda: _bot("--luck-bot", game, luck_bot),
    )
    weakest = LOWEST if quick else least
    return LadderPlan(least, highest, number, shuffled, again, bot or f"ismcts:{weakest}", quick)


def _top(lowest: Asked, asked: Asked, usual: int, most: int) -> int:
    """The iterations of the top rung. Raises BadInput with the problems of both numbers."""
    least, top = together(lambda: _or(usual, _budget("--lowest", lowest)), lambda: _budget("--top", asked))
    if top is None:
        return _doubled(least, most)
    if top < least or top != _doubled(least, top):
        message = f"must be --lowest doubled some times: {least}, {2 * least}, {4 * least} …"
        raise BadInput.one("--top", message, top)
    return int(top)


def _budget(place: str, asked: Asked) -> int | None:
    return _number(place, asked, 1, MOST_ITERATIONS)


def _doubled(lowest: int, most: int) -> int:
    """`lowest` doubled as often as it stays within `most`, at least not at all."""
    return lowest << max(0, (most // lowest).bit_length() - 1)


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


def _or(default: T, given: T | None) -> T:
    return default if given is None else given
