"""Bots of two strengths: the same comparison once more with other bots, and whether the verdicts agree.

What a change does to weak bots may be the opposite of what it does to strong ones. Where two strengths agree, a verdict
does not hang on how well the bots play; where they disagree, neither is to be trusted before a playtest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from workbench.bots.seats import THINKING, searches
from workbench.bots.spec import seat_bots
from workbench.engine.game import Game
from workbench.engine.problems import FEWEST_PLAYS, BadInput, Problem, together
from workbench.play.comparisons import Contrast, pair_scenarios
from workbench.play.goals import CONTRADICTION, Standing
from workbench.scenario import Scenario
from workbench.stats import Estimate, Verdict, holm, interaction, interval_claim_p, judge_interval
from workbench.stats.evidence import RISK, enough

if TYPE_CHECKING:
    from workbench.report.summary import Summary

BOTS, PLAYS = "--also-bots", "--also-plays"
"""The options that ask for the second strength."""
SEARCHED = 200_000
"""Plays times iterations a decision that each revision is given where bots search: 1 000 plays of `ismcts:200`.

Both revisions of Hitmakers then take about a minute on two cores, whatever the strength.
"""
PLENTY = 10_000
"""Plays for bots that do not search, where the first ones were given fewer because they do."""


OPPOSITES = ({Verdict.HIGHER, Verdict.LOWER}, {Verdict.BETTER, Verdict.WORSE})


class Accord(StrEnum):
    """Two verdicts on one measure, together."""

    AGREE = "agree"
    DISAGREE = "disagree"
    OPEN = "undecided"


@dataclass(frozen=True)
class Agreement:
    """One measure as bots of two strengths judge it.

    `gap` is how much more the change does with the second bots than with the first; `gap_verdict` is `higher` or
    `lower` where it clearly does by more than the measure's margin, `same` where it clearly does not, both among all
    measures together (Holm), else `undecided`. The two may do so whatever the verdicts are: both may say `lower`, one
    of them by far more. `goals` says how the goal on it stands with either, None without one.
    """

    first: Contrast
    second: Contrast
    gap: Estimate
    gap_verdict: Verdict
    goals: tuple[Standing | None, Standing | None] = (None, None)

    @property
    def name(self) -> str:
        """The name of the figure."""
        return self.first.name

    @property
    def accord(self) -> Accord:
        """Agree or disagree where both are decided; an undecided verdict is never a disagreement.

        They also disagree if one meets a goal that the other misses.
        """
        if self.goal_disputed:
            return Accord.DISAGREE
        verdicts = self.first.verdict, self.second.verdict
        if Verdict.UNDECIDED in verdicts:
            return Accord.OPEN
        return Accord.AGREE if verdicts[0] is verdicts[1] else Accord.DISAGREE

    @property
    def goal_disputed(self) -> bool:
        """True if one meets the goal and the other misses it."""
        return set(self.goals) == CONTRADICTION

    @property
    def opposite(self) -> bool:
        """True if one says up and the other down."""
        return {self.first.verdict, self.second.verdict} in OPPOSITES

    @property
    def apart(self) -> bool:
        """True if the change clearly does more with one of the two than with the other."""
        return self.gap_verdict in (Verdict.HIGHER, Verdict.LOWER)


def agreements(
    first: Mapping[str, Contrast],
    second: Mapping[str, Contrast],
    goals: Sequence[Mapping[str, Standing]] = ({}, {}),
) -> dict[str, Agreement]:
    """Every measure that both comparisons have, by the name of its figure; `goals` as either meets them."""
    names = [name for name in first if name in second]
    gaps = [interaction(first[name].difference, second[name].difference) for name in names]
    margins = [first[name].margin for name in names]
    claims = [interval_claim_p(gap.low, gap.high, gap.n, margin) for gap, margin in zip(gaps, margins, strict=True)]
    agreed = {}
    for name, gap, margin, p_value in zip(names, gaps, margins, holm(claims), strict=True):
        is_sure = p_value <= RISK and enough(gap.n)
        verdict = judge_interval(gap.low, gap.high, margin) if is_sure else Verdict.UNDECIDED
        standings = goals[0].get(name), goals[1].get(name)
        agreed[name] = Agreement(first[name], second[name], gap, verdict, standings)
    return agreed


def agreed_by_both(first: "Summary", second: "Summary") -> dict[str, Agreement]:
    """Every measure of two finished comparisons of the same revisions, by bots of two strengths."""
    ours, theirs = ({contrast.name: contrast for contrast in summary.contrasts} for summary in (first, second))
    goals = [{one.figure.name: one.standing for one in summary.other.goals} for summary in (first, second)]
    return agreements(ours, theirs, goals)


# The second strength


def suggested_plays(game: Game, bots: Sequence[str], first_bots: Sequence[str], first_plays: int) -> int:
    """How many plays to give `bots`, one a seat, beside `first_plays` of `first_bots`: by what they cost.

    As many as the first; where somebody searches only what `SEARCHED` allows; and the usual number where only the
    first bots search, since it is they that made it small.
    """
    budget = iterations(game, bots)
    if budget:
        return min(first_plays, max(FEWEST_PLAYS, round(SEARCHED / budget)))
    return max(first_plays, PLENTY) if iterations(game, first_bots) else first_plays


def iterations(game: Game, bots: Sequence[str]) -> float:
    """Iterations or playouts a decision, the mean over the seats; 0 where nobody searches. Raises BadInput."""
    seats = seat_bots(game, bots, len(bots))
    if not searches(seats):
        return 0.0
    return float(seats.number[np.isin(seats.kind, THINKING)].sum()) / len(bots)


def second_strength(first: Scenario, second: Sequence[Scenario], has_plays: bool) -> list[Scenario]:
    """The scenarios for the second strength: base and others, with the base's bots and seed, and the plays asked for.

    `first` is the base with the first bots; where no plays were asked for, `suggested_plays` says how many. Raises
    BadInput with all that is wrong: its bots are those of the first, or a scenario is of another game.
    """
    head, *rest = second
    if not has_plays:
        head = replace(head, plays=suggested_plays(first.game, head.bots, first.bots, first.plays))
    others, _ = together(lambda: pair_scenarios(head, rest), lambda: check_other_bots(first, head))
    return [head, *others]


def check_other_bots(first: Scenario, second: Scenario) -> None:
    """Raise BadInput where the bots of the second strength are those of the first."""
    if first.bots == second.bots:
        message = "must be other bots than those that are asked first"
        raise BadInput([Problem(BOTS, message, f'"{" ".join(dict.fromkeys(second.bots))}"')])
