"""The one verdict on a revision, of all that was found about it: by the bots who played most, and always with them.

A smaller batch never replaces a larger one. Where bots of another strength say otherwise, that is the verdict.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from workbench.engine.wording import first_of, listed
from workbench.play.goals import CONTRADICTION
from workbench.report.findings import batch_query
from workbench.report.text import phrases, scenarios
from workbench.stats import Verdict
from workbench.store.history import Finding

MOST = 2
"""Measures that are named on which bots disagree."""
DISAGREE = "disagree"
"""How a goal stands that one strength meets and the other misses."""


@dataclass(frozen=True)
class Disagreement:
    """A measure of which bots of two strengths say two things, both decided."""

    label: str
    first: str
    second: str


@dataclass(frozen=True)
class RevisionVerdict:
    """The verdict on a revision by the bots who played most, and by others who disagree, if there are any.

    `latest` is when something was found last, by whichever bots.
    """

    finding: Finding
    other: Finding | None = None
    latest: dt.datetime | None = None

    @cached_property
    def disagreements(self) -> list[Disagreement]:
        """The measures and goals on which the two disagree."""
        return disagreements(self.finding, self.other) if self.other else []

    @property
    def bots(self) -> str:
        """Who said it: `quick, 20 000 plays`."""
        findings = filter(None, (self.finding, self.other))
        return " and ".join(
            f"{scenarios.bots_label(finding.bots)}, {phrases.number_of(finding.plays, 'play')}" for finding in findings
        )

    @property
    def brief(self) -> str:
        """The result in a few words, with its bots: `broad appeal −9 % (quick, 20 000 plays)`."""
        return f"{self.words} ({self.bots})" if self.words else self.bots

    @property
    def words(self) -> str:
        """The same without the bots; empty where nothing can be said in brief."""
        labels = [point.label for point in self.disagreements]
        return f"bots disagree on {listed(first_of(labels, MOST))}" if self.other else self.finding.brief

    @property
    def sentence(self) -> str:
        """The result in a sentence or two, beside which its bots are to stand."""
        if self.other is None:
            return self.finding.sentence
        first, second = (scenarios.bots_label(finding.bots) for finding in (self.finding, self.other))
        points = [
            f"{point.label} ({point.first} by {first}, {point.second} by {second})" for point in self.disagreements
        ]
        return f"Bots of two strengths disagree on {listed(first_of(points, MOST))}. {scenarios.TRUST_NEITHER}"

    @property
    def goals(self) -> dict[str, str]:
        """How the goals stand."""
        other = self.other.goals if self.other else {}
        return {
            name: (DISAGREE if {stands, other.get(name)} == CONTRADICTION else stands)
            for name, stands in self.finding.goals.items()
        }

    @property
    def query(self) -> dict[str, object]:
        """The query of the address of its result: both strengths, where the page takes both."""
        first, second = self.finding, self.other
        query = batch_query(first.bots, first.plays, first.seed)
        if second and len(set(second.bots)) == 1 and (second.base, second.seed) == (first.base, first.seed):
            query |= {"also": second.bots[0], "also_plays": second.plays}
        return query


def verdict_of(findings: Sequence[Finding]) -> RevisionVerdict | None:
    """The verdict of findings about the same revision and base, with the same rules, newest first; None without any."""
    by_bots: dict[tuple[str, ...], Finding] = {}
    for finding in findings:
        if finding.bots not in by_bots or finding.plays > by_bots[finding.bots].plays:
            by_bots[finding.bots] = finding
    if not by_bots:
        return None
    first, *others = sorted(by_bots.values(), key=lambda finding: -finding.plays)
    other = next((finding for finding in others if disagreements(first, finding)), None)
    return RevisionVerdict(first, other, findings[0].found_at)


def verdicts_of(findings: Iterable[Finding]) -> list[RevisionVerdict]:
    """One verdict for each revision and base with their rules, in the order of the newest finding of each."""
    about: dict[tuple[str, ...], list[Finding]] = {}
    for finding in findings:
        key = finding.revision, finding.rules_hash, finding.base, finding.base_rules_hash
        about.setdefault(key, []).append(finding)
    return [verdict for same in about.values() if (verdict := verdict_of(same))]


def disagreements(first: Finding, second: Finding) -> list[Disagreement]:
    """Measures on which both are decided and differ, and goals that one meets and the other misses."""
    points = {
        name: Disagreement(label, verdict, second.verdicts[name][0])
        for name, (verdict, label) in first.verdicts.items()
        if name in second.verdicts and len({verdict, second.verdicts[name][0]} - {Verdict.UNDECIDED.value}) == 2
    }
    for name, stands in first.goals.items():
        other = second.goals.get(name, stands)
        if name not in points and {stands, other} == CONTRADICTION:
            points[name] = Disagreement(first.verdicts.get(name, ("", phrases.words_of(name)))[1], stands, other)
    return list(points.values())
