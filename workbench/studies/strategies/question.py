"""The question about strategies: who leaves out each kind of action, who meets whom, and how often."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar

from workbench.engine.problems import MOST_PLAYS
from workbench.studies.bot_study import QUICK_LOOK
from workbench.studies.fields import Bots, OneBot, WholeNumber
from workbench.studies.study import Question


@dataclass(frozen=True)
class MechanismsPlan:
    """Restricted play: by which bot, and how many plays for each kind of action and seat; None: as many as are fine."""

    bot: str
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
    """Restricted play, and the round robin."""

    mechanisms: MechanismsPlan
    robin: RobinPlan

    @property
    def quick(self) -> bool:
        """True for a quick look."""
        return self.robin.quick


@dataclass(frozen=True, kw_only=True)
class StrategiesQuestion(Question):
    """Measure what kinds of action are worth, and compare styles.

    A bot plays SCENARIO without each kind of action in turn; then all styles and bots play each other.
    """

    plays_a_batch: ClassVar[bool] = False
    chooses_bots: ClassVar[bool] = False

    met: Annotated[
        tuple[str, ...] | None,
        Bots(
            label="Round robin",
            help="Bots that play each other, each alone among each other one; default: random, the best known"
            " quick bot, the one that the game declares, and all its styles.",
            option="--bots",
            terms=("round robin", "style", "search"),
        ),
    ] = None
    restrict: Annotated[
        str | None,
        OneBot(
            label="Actions left out by",
            help="The bot that plays without each kind of action in turn; default: the best known quick bot."
            " One seat leaves it out, the others do not. A weak bot may use a"
            " mechanism badly, so ask a strong one before you cut it.",
            terms=("restricted play",),
            in_brief="left out by {}",
            empty="a quick bot",
        ),
    ] = None
    plays: Annotated[
        int | None,
        WholeNumber(
            1,
            MOST_PLAYS,
            step=100,
            label="Plays each",
            help="Plays for each pairing, at each seat in turn; default: as many as take a few minutes in all.",
            key="contest_plays",
            terms=("play", "seat"),
            in_brief="{} plays each",
            without="quick",
        ),
    ] = None
    quick: Annotated[bool, QUICK_LOOK] = False

    def check(self) -> None:
        from workbench.studies.contest import check_winnable

        check_winnable(self.scenario)

    @cached_property
    def plan(self) -> StrategiesPlan:
        """The kinds of action and the bots to play."""
        from workbench.bots.strength import best_quick, default_bots

        game = self.scenario.game
        met = self.met or default_bots(game)
        return StrategiesPlan(
            MechanismsPlan(self.restrict or best_quick(game), self.plays, self.quick),
            RobinPlan(met, self.plays, self.quick),
        )
