"""The question how revisions differ from one: held against whom, by which bots besides, and what else is asked."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, ClassVar

from workbench.engine.limits import MOST_PLAYS
from workbench.engine.problems import BadInput
from workbench.studies.fields import OtherRevisions, SeatBots, Switch, WholeNumber
from workbench.studies.pairs import PairStudy
from workbench.studies.study import FILLED_IN, Question, Texts

if TYPE_CHECKING:
    from workbench.scenario import Scenario

FurtherQuestion = tuple[PairStudy, Question]
"""A study that is asked of one of the comparisons, and its question."""


@dataclass(frozen=True, kw_only=True)
class CompareQuestion(Question):
    """Play BASE and each OTHER on the same shuffles, and compare.

    What is stored already is not played again. With --also-bots, bots of a second strength play it all as well. Where
    the two verdicts disagree, trust neither.
    """

    revision_word: ClassVar[str] = "BASE"

    others: Annotated[
        tuple["Scenario", ...],
        OtherRevisions(label="Compared with", help="The revisions that are held against BASE.", key="against"),
    ] = ()
    plan: Annotated[
        bool,
        Switch(
            label="Plan",
            help="Play nothing: say how many plays show how large a change, and how long they take.",
        ),
    ] = False
    also_bots: Annotated[
        tuple[str, ...],
        SeatBots(
            label="Also ask",
            help="Compare again with these bots, and say whether the verdicts agree.",
            key="also",
            terms=("agreement", "search"),
        ),
    ] = ()
    also_plays: Annotated[
        int | None,
        WholeNumber(
            1,
            MOST_PLAYS,
            label="Plays, also",
            help="How many plays with --also-bots; default: the same number, fewer for search bots.",
        ),
    ] = None
    further: Sequence[FurtherQuestion] = field(default=(), metadata=FILLED_IN)

    @classmethod
    def check_texts(cls, texts: Texts, scenario: "Scenario | None") -> None:
        if texts.get("also_plays") and not texts.get("also_bots"):
            needs = "needs --also-bots, whose plays it counts"
            raise BadInput.one("--also-plays", needs, texts["also_plays"][0])

    def check(self) -> None:
        _ = self.once_more

    @property
    def revisions(self) -> "list[Scenario]":
        return [self.scenario, *self.others]

    @cached_property
    def once_more(self) -> "list[Scenario]":
        """The revisions with the bots of the second strength; none without one. Raises BadInput."""
        if not self.also_bots:
            return []
        from workbench.bots.spec import one_a_seat
        from workbench.studies.compare.strengths import second_strength

        SeatBots(label="", help="", option="--also-bots").check(self.also_bots, *self.revisions)
        again = [
            replace(
                revision,
                bots=one_a_seat(self.also_bots, revision.players),
                plays=self.also_plays or revision.plays,
            )
            for revision in self.revisions
        ]
        return second_strength(self.scenario, again, self.also_plays is not None)

    @property
    def note(self) -> str:
        if not self.once_more or self.also_plays:
            return ""
        from workbench.bots.spec import in_one
        from workbench.engine.wording import counted

        plays = counted(self.once_more[0].plays, "play", separator=",")
        return f"{in_one(self.also_bots)}: {plays} of each as well; --also-plays N changes that"
