"""The history of a game's revisions, without reading a play: findings, decisions, playtests."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

from workbench.app.services import services
from workbench.playtest import overview
from workbench.report.standing import RevisionVerdict, verdict_of, verdicts_of
from workbench.scenario import Scenario
from workbench.store import StoreError
from workbench.store import history as stored
from workbench.store.history import Decision, Finding, decisions, findings
from workbench.store.playtests.overview import SessionRow

CODE_HAS_CHANGED = "The game's code has changed since."
MOST = 2_000
"""Findings that are looked through, newest first."""


@dataclass(frozen=True)
class History:
    """The history of a game: results, newest first; decisions, by revision; sessions with people, newest first.

    What was found of rules that a command set is of no revision, and not among it.
    """

    findings: Sequence[Finding] = ()
    decisions: Mapping[str, Decision] = field(default_factory=dict)
    sessions: Sequence[SessionRow] = ()

    def about(self, scenario: Scenario) -> list[Finding]:
        """The findings about a revision with the rules that it has now."""
        return [finding for finding in self.findings if _is_of(finding, scenario)]

    @cached_property
    def verdicts(self) -> list[RevisionVerdict]:
        """One verdict for each revision alone or against a base; first that of which something was found last."""
        return verdicts_of(self.findings)

    def against(self, scenario: Scenario, base: Scenario | None) -> RevisionVerdict | None:
        """The verdict on two revisions as they are now."""
        if base is None:
            return None
        findings_there = self.about(scenario)
        return verdict_of(
            [finding for finding in findings_there if finding.base and finding.base_rules_hash == base.rules_hash]
        )

    def alone(self, scenario: Scenario) -> RevisionVerdict | None:
        """The verdict on a revision as it is now, held against none."""
        return verdict_of([finding for finding in self.about(scenario) if not finding.base])

    def standing(self, scenario: Scenario) -> RevisionVerdict | None:
        """How the goals of a revision stand by who played it most, alone or in a comparison; None before that."""
        now = {goal.measure for goal in scenario.goals}
        about_goals = filter(None, map(partial(_goals_of, scenario), self.findings))
        return verdict_of([finding for finding in about_goals if set(finding.goals) == now])

    def goals(self, scenario: Scenario) -> Mapping[str, str]:
        """The standing of each goal; empty before the revision was played."""
        verdict = self.standing(scenario)
        return verdict.goals if verdict else {}

    def decision(self, scenario: Scenario) -> Decision:
        """The decision about a revision; open where there is none."""
        return self.decisions.get(scenario.revision) or Decision(scenario.game.name, scenario.revision)

    @property
    def played(self) -> Counter[str]:
        """How many sessions each revision had."""
        return Counter(row.version for row in self.sessions)


def _goals_of(scenario: Scenario, finding: Finding) -> Finding | None:
    """The goals of a revision as a finding has them, which may be its base; None where it is about others."""
    if _is_of(finding, scenario):
        return replace(finding, verdicts={})
    is_base = (finding.base, finding.base_rules_hash) == (scenario.revision, scenario.rules_hash)
    return replace(finding, goals=finding.base_goals, verdicts={}) if is_base else None


def _is_of(finding: Finding, scenario: Scenario) -> bool:
    return finding.revision == scenario.revision and finding.rules_hash == scenario.rules_hash


def histories(*games: str) -> dict[str, History]:
    """The history of each of these games; nothing is made where there is no store yet."""
    store = services().store
    if not store.may_have_sessions:
        return {game: History() for game in games}
    with store.session():
        every_finding = findings(store, most=MOST)
        rows = overview.sessions(store)
        return {
            game: History(
                [finding for finding in every_finding if finding.game == game and not finding.settings],
                decisions(store, game),
                [row for row in rows if row.game == game],
            )
            for game in games
        }


_archived: dict[tuple[Path, str], frozenset[str]] = {}
"""The archived revisions of each game of each store, as last read or written here; nobody else writes them."""


def decide(decision: Decision) -> None:
    """Store a decision."""
    store = services().store
    stored.decide(store, decision)
    _archived.pop((store.path, decision.game), None)


def archived(game: str) -> frozenset[str]:
    """The revisions of a game that lists leave out; none while the store cannot be read."""
    store = services().store
    if (store.path, game) not in _archived:
        try:
            decided = decisions(store, game) if store.path.exists() else {}
        except StoreError:
            return frozenset()
        _archived[store.path, game] = frozenset(name for name, decision in decided.items() if decision.archived)
    return _archived[store.path, game]
