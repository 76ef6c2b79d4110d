"""The question how revisions differ from one: held against whom, by which bots besides, and what else is asked."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Annotated, ClassVar

from workbench.engine.problems import FEWEST_PLAYS, MOST_PLAYS, BadInput, Problem, together
from workbench.studies.fields import Field, Measures, OtherRevisions, SeatBots, Switch, WholeNumber
from workbench.studies.pairs import AnyPairStudy
from workbench.studies.study import FILLED_IN, Question, Texts

if TYPE_CHECKING:
    from workbench.scenario import Scenario
    from workbench.studies.compare.until import UntilSubject

USUAL_LIMIT = 1_000_000
"""Plays after which an open question is left open, where nobody says otherwise."""
TIMES = 50
"""Times the plays of a comparison that are suggested at most on a page: slow bots have few plays, and get few."""
NOBODY = "none"
"""Among the bots of the second strength: there is none."""
FurtherQuestion = tuple[AnyPairStudy, Question]
"""A study that is asked of one of the comparisons, and its question."""


def _check_measures(scenario: "Scenario", names: Sequence[str]) -> object:
    from workbench.studies.compare.until import read_subject

    return read_subject(scenario, scenario, names)


@dataclass(frozen=True, kw_only=True)
class CompareQuestion(Question):
    """Play BASE and each OTHER on the same shuffles, and compare.

    What is stored already is not played again. With --also-bots, bots of a second strength play it all as well. Where
    the two verdicts disagree, trust neither. With --until-decided, it plays until that is decided, and no longer.
    """

    revision_word: ClassVar[str] = "BASE"

    others: Annotated[
        tuple["Scenario", ...],
        OtherRevisions(
            label="Compared with",
            help="The revisions that are held against BASE.",
            key="against",
            terms=("revision", "paired plays", "verdict"),
            at_hand=True,
        ),
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
            help="Bots of a second strength, who play the same comparison again. Where both agree, the verdict does not"
            " depend on how well the bots play. Where they disagree, trust neither before a playtest.",
            key="also",
            terms=("agreement", "search"),
            empty=NOBODY,
            in_brief="also {}",
            resets=("also_plays",),
        ),
    ] = ()
    also_plays: Annotated[
        int | None,
        WholeNumber(
            1,
            MOST_PLAYS,
            label="Plays, also",
            help="How many plays of each revision these bots get; default: the same number, fewer for search, which is"
            " slow.",
            step=100,
        ),
    ] = None
    until_decided: Annotated[
        bool,
        Switch(
            label="Play until decided",
            help="Play until the goals of each OTHER are decided; of one without goals, the game's primary measures.",
        ),
    ] = False
    measures: Annotated[
        tuple[str, ...],
        Measures(
            _check_measures,
            label="What is to be decided",
            help="With --until-decided: play until this change is decided instead; repeatable.",
            option="--for",
            key="until",
            terms=("confidence sequence", "goal", "verdict"),
        ),
    ] = ()
    limit: Annotated[
        int,
        WholeNumber(
            FEWEST_PLAYS,
            MOST_PLAYS,
            step=1_000,
            label="At most",
            help="With --until-decided: the most plays of each; default: a million.",
        ),
    ] = USUAL_LIMIT
    further: Sequence[FurtherQuestion] = field(default=(), metadata=FILLED_IN)

    @classmethod
    def check_texts(cls, texts: Texts, scenario: "Scenario | None") -> None:
        until = bool(texts.get("until_decided"))
        wrong = {
            "--also-plays": ("also_plays", not texts.get("also_bots"), "needs --also-bots, whose plays it counts"),
            "--for": ("measures", not until, "needs --until-decided, which it is about"),
            "--limit": ("limit", not until, "needs --until-decided, which it is about"),
            "--plays": ("plays", until, "not with --until-decided: it says itself how many"),
            "--also-bots": ("also_bots", until, "not with --until-decided: ask each strength by itself"),
        }
        if texts.get("plan"):
            for flag, name in {"--also-bots": "also_bots", "--until-decided": "until_decided"}.items():
                wrong[flag] = (name, True, "not with --plan, which plays nothing")
        if problems := [
            Problem(flag, message, " ".join(texts[name]))
            for flag, (name, is_wrong, message) in wrong.items()
            if texts.get(name) and is_wrong
        ]:
            raise BadInput(problems)

    def check(self) -> None:
        _ = self.once_more, self.subjects

    @cached_property
    def subjects(self) -> "Sequence[UntilSubject]":
        """The goals or measures to decide of each other one. Raises BadInput for a measure that only one of two has."""
        if not self.until_decided:
            return ()
        from workbench.studies.compare.until import read_subject

        return together(*(partial(read_subject, self.scenario, other, self.measures) for other in self.others))

    @property
    def ends_early(self) -> tuple[str, ...]:
        return (self.measures or ("goals",)) if self.until_decided else ()

    @property
    def suggested_limit(self) -> int:
        """The most plays that a page suggests."""
        return min(USUAL_LIMIT, TIMES * max(self.scenario.plays, FEWEST_PLAYS))

    @classmethod
    def control(cls, field: Field, scenario: "Scenario", texts: Texts) -> Field | None:
        """A page has the second strength of a comparison of two; its plays are suggested by what they cost."""
        if isinstance(field, WholeNumber) and texts.get("also_bots"):
            from workbench.studies.compare.strengths import suggested_plays

            bots = texts["also_bots"][0].split() * scenario.players
            return replace(field, usual=suggested_plays(scenario.game, bots, scenario.bots, max(1, scenario.plays)))
        return field if field.name == "also_bots" and len(texts.get("others", ())) == 1 else None

    @property
    def revisions(self) -> "list[Scenario]":
        return [self.scenario, *self.others]

    @property
    def batches(self) -> "list[Scenario]":
        """All that is played."""
        return [*self.revisions, *self.once_more]

    @cached_property
    def once_more(self) -> "list[Scenario]":
        """The revisions with the bots of the second strength; none without one. Raises BadInput."""
        if not self.also_bots or self.until_decided:
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
        from workbench.engine.wording import counted, in_one

        plays = counted(self.once_more[0].plays, "play", separator=",")
        return f"{in_one(self.also_bots)}: {plays} of each as well; --also-plays N changes that"
