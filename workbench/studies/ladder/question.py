"""The question of a skill ladder: its rungs, how much is played, and how the luck of its shuffles is measured."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, ClassVar

from workbench.engine.problems import MOST_ITERATIONS, MOST_PLAYS, BadInput
from workbench.studies.bot_study import QUICK_LOOK
from workbench.studies.fields import Doubled, OneBot, WholeNumber
from workbench.studies.study import Question, Texts

if TYPE_CHECKING:
    from workbench.scenario import Scenario

LOWEST, TOP = 50, 3200
RETAKES = 20
QUICK_RUNG, QUICK_RETAKES = 100, 10
"""Of a quick look: the only rung that thinks, and how often each shuffle is played."""
FEWEST_SHUFFLES, FEWEST_RETAKES, MOST_RETAKES = 3, 2, 10_000


@dataclass(frozen=True)
class LadderPlan:
    """A skill ladder: `random`, `base`, thinkers of `lowest` playouts, doubled up to `top`; `plays` a rung and seat.

    `thinker` names these, with a place for the number. The seed effect: `shuffles` plays, each `retakes` times, by
    `luck_bot` in all seats. None: as many as are affordable; and no more shuffles than `plays`, where these are given.
    `quick`: few are affordable.
    """

    lowest: int = LOWEST
    top: int = TOP
    plays: int | None = None
    shuffles: int | None = None
    retakes: int = RETAKES
    luck_bot: str = f"ismcts:{LOWEST}"
    base: str = "greedy"
    thinker: str = "thinker:{}"
    quick: bool = False


def rungs(plan: LadderPlan) -> tuple[str, ...]:
    """The rungs from the lowest: `random`, a quick bot, `thinker:50`, `thinker:100` …"""
    doublings = (plan.top // plan.lowest).bit_length()
    return ("random", plan.base, *(plan.thinker.format(plan.lowest << doubling) for doubling in range(doublings)))


def pairs_of(plan: LadderPlan) -> tuple[tuple[str, str], ...]:
    """The contests of a ladder, lone bot and field: each rung and the one below, then the top among the two lowest.

    A contest that is both a rung and one of the top's is there once.
    """
    names = rungs(plan)
    steps = zip(names[1:], names, strict=False)
    return tuple(dict.fromkeys([*steps, *((names[-1], field) for field in names[:2])]))


@dataclass(frozen=True, kw_only=True)
class LadderQuestion(Question):
    """Measure how much skill and how much the shuffle matter.

    Bots of rising strength play SCENARIO against each other.
    """

    plays_a_batch: ClassVar[bool] = False
    chooses_bots: ClassVar[bool] = False

    lowest: Annotated[
        int | None,
        WholeNumber(
            1,
            MOST_ITERATIONS,
            step=10,
            usual=LOWEST,
            label="Lowest rung",
            help="Playouts a decision of the lowest rung that thinks; each further rung doubles them; default: 50.",
            terms=("rung", "playout"),
            without="quick",
        ),
    ] = None
    top: Annotated[
        int | None,
        Doubled(
            1,
            MOST_ITERATIONS,
            first="lowest",
            usual_first=LOWEST,
            usual=TOP,
            in_brief="up to {} playouts",
            label="Top rung",
            help="Playouts a decision of the highest rung: those of the lowest, doubled any number of times; default:"
            " 3200. Thinkers stop early where a choice is clear.",
            terms=("skill ladder", "rung", "playout"),
            without="quick",
        ),
    ] = None
    plays: Annotated[
        int | None,
        WholeNumber(
            1,
            MOST_PLAYS,
            step=100,
            label="Plays each",
            help="Plays for each rung, at each seat in turn; default: as many as take a few minutes in all.",
            key="contest_plays",
            in_brief="{} plays each",
            terms=("play", "seat"),
            without="quick",
        ),
    ] = None
    shuffles: Annotated[
        int | None,
        WholeNumber(
            FEWEST_SHUFFLES,
            MOST_PLAYS,
            step=10,
            label="Shuffles",
            help="Shuffles to measure their luck, each played again and again; default: as many as take a reasonable"
            " time, at most as many as the plays of each rung.",
            terms=("luck of the shuffle",),
            without="quick",
        ),
    ] = None
    retakes: Annotated[
        int | None,
        WholeNumber(
            FEWEST_RETAKES,
            MOST_RETAKES,
            label="Retakes",
            help="How often each of these shuffles is played; default: 20.",
            terms=("retake",),
            without="quick",
        ),
    ] = None
    luck_bot: Annotated[
        str | None,
        OneBot(
            label="Bot of the retakes",
            help="The bot that plays them at all seats, again and again; default: tree search, which leaves more to its"
            " own chance than thinkers, with as many iterations as the lowest rung has playouts.",
            empty="tree search",
            without="quick",
        ),
    ] = None
    quick: Annotated[bool, QUICK_LOOK] = False

    @classmethod
    def check_texts(cls, texts: Texts, scenario: "Scenario | None") -> None:
        fields = {field.name: field for field in cls.fields() if isinstance(field, WholeNumber)}
        lowest, top = (fields[name].read(texts[name][0]) if texts.get(name) else None for name in ("lowest", "top"))
        lowest = lowest or (QUICK_RUNG if texts.get("quick") else LOWEST)
        if top is not None and (top < lowest or top != doubled(lowest, top)):
            message = f"must be --lowest doubled some times: {lowest}, {2 * lowest}, {4 * lowest} …"
            raise BadInput.one("--top", message, top)

    def check(self) -> None:
        from workbench.studies.contest import check_winnable

        check_winnable(self.scenario)

    @cached_property
    def plan(self) -> LadderPlan:
        """The rungs, retakes and plays that these options mean."""
        from workbench.bots.strength import best_quick, thinker_from

        lowest, top, retakes = (QUICK_RUNG, QUICK_RUNG, QUICK_RETAKES) if self.quick else (LOWEST, TOP, RETAKES)
        lowest, base = self.lowest or lowest, best_quick(self.scenario.game)
        return LadderPlan(
            lowest=lowest,
            top=self.top or doubled(lowest, top),
            plays=self.plays,
            shuffles=self.shuffles,
            retakes=self.retakes or retakes,
            luck_bot=self.luck_bot or f"ismcts:{LOWEST if self.quick else lowest}",
            base=base,
            thinker=thinker_from(self.scenario.game, base, "{}"),
            quick=self.quick,
        )


def doubled(lowest: int, most: int) -> int:
    """`lowest` doubled as often as it stays within `most`, at least not at all."""
    return lowest << max(0, (most // lowest).bit_length() - 1)
