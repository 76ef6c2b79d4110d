"""Lines of the history: results as people read them, searched by their words."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from workbench.app.history import CODE_HAS_CHANGED, MOST
from workbench.app.services import Revisions, revisions, services
from workbench.engine.files import csv_text
from workbench.engine.problems import BadInput
from workbench.engine.registry import games, title_of
from workbench.engine.wording import THIN, as_sentence, counted
from workbench.report.standing import verdicts_of
from workbench.report.text import phrases
from workbench.report.text.scenarios import bots_label
from workbench.scenario import Scenario, load_scenario
from workbench.store import Store
from workbench.store.history import Decision, decisions, findings
from workbench.store.listing import ResultKind, ResultLine, entries
from workbench.store.runs import Status
from workbench.studies.registry import studies

NONE = Revisions({}, {})


@dataclass(frozen=True)
class HistoryLine:
    """A result, with its revisions as their files are now, and what was decided about the one that was judged.

    `disagreement` is what bots of another strength say against it, if any do.
    """

    entry: ResultLine
    siblings: Revisions
    decision: Decision
    disagreement: str = ""

    @property
    def about(self) -> str:
        """The subject: `Broad appeal against First published rules`, `Skill ladder of Broad appeal`."""
        title = self.title(self.entry.revision)
        if self.entry.kind is ResultKind.STUDY:
            title = f"{self.study} of {title}"
        return f"{title} against {self.title(self.entry.base)}" if self.entry.base else title

    @property
    def study(self) -> str:
        """The study's title; empty for other results."""
        study = studies().get(self.entry.study)
        return study.noun or study.title if study else self.entry.study.capitalize()

    @property
    def answer(self) -> str:
        """The answer, or how far the study is."""
        entry = self.entry
        if entry.status is not Status.DONE:
            return f"{entry.status.value.capitalize()} after {phrases.number_of(entry.done, 'play')}."
        return entry.sentence or f"{counted(len(entry.runs), 'batch', 'batches')} played."

    @property
    def how(self) -> str:
        """Who played how often, and the rules that a command set: `greedy · 20 000 plays · seed 1 · hand_size=6`."""
        entry = self.entry
        bots = [bots_label(entry.bots)] if entry.bots else []
        plays = [phrases.number_of(entry.plays, "play")] if entry.plays else []
        settings = [setting.replace("=", " = ", 1) for setting in entry.settings] if self.is_set else []
        return " · ".join([*bots, *plays, f"seed {entry.seed}", *settings])

    @property
    def is_there(self) -> bool:
        """True if the files of its revisions can still be read."""
        return all(name in self.siblings.sound for name in filter(None, (self.entry.revision, self.entry.base)))

    @property
    def outdated(self) -> str:
        """The changes since, for which the result would have to be played again; empty where there are none."""
        entry = self.entry
        if self._is_other() and not (entry.settings and self._has_the_same_rules()):
            return "The rules have changed since."
        game = games().get(entry.game)
        return CODE_HAS_CHANGED if game and entry.code_hash not in ("", game.code_hash) else ""

    @property
    def is_set(self) -> bool:
        """True if a command set rules for it, so that it is of other rules than its revision has."""
        return bool(self.entry.settings) and self._is_other()

    def _is_other(self) -> bool:
        """True if it was played by other rules than the files of its revisions have."""
        there = ((self.siblings.sound.get(name), played) for name, played in self._played)
        return any(scenario is not None and scenario.rules_hash != played for scenario, played in there)

    def _has_the_same_rules(self) -> bool:
        """True if the files have the same rules still, but for what the command set."""
        now = [(self._with_its_settings(name), played) for name, played in self._played if name in self.siblings.sound]
        return all(scenario is not None and scenario.rules_hash == played for scenario, played in now)

    @property
    def _played(self) -> list[tuple[str, str]]:
        entry = self.entry
        return [(entry.revision, entry.rules_hash), (entry.base, entry.base_rules_hash)]

    def _with_its_settings(self, name: str) -> Scenario | None:
        """A revision with what the command set; None where it no longer takes that."""
        with suppress(BadInput):
            return load_scenario(services().workspace, f"{self.entry.game}/{name}", set_=self.entry.settings)
        return None

    def title(self, name: str) -> str:
        """A revision's title; its name, where its file is gone."""
        scenario: Scenario | None = self.siblings.sound.get(name)
        return scenario.title if scenario else name

    @cached_property
    def words(self) -> str:
        """All that a search looks through."""
        entry, decided = self.entry, self.decision
        names = (title_of(entry.game), entry.game, entry.revision, entry.base, entry.kind, self.about, self.how)
        sentences = (
            self.answer,
            entry.brief,
            self.disagreement,
            decided.state,
            decided.reason,
            decided.notes,
            *entry.runs,
        )
        return " ".join([*names, *sentences]).replace(THIN, " ").casefold()


@dataclass(frozen=True)
class LineFilter:
    """Which lines are wanted: those with every word of `text`, of this game, revision, kind and decision."""

    text: str = ""
    game: str = ""
    revision: str = ""
    kind: str = ""
    decision: str = ""

    def takes(self, line: HistoryLine) -> bool:
        """True if a line is wanted."""
        entry, words = line.entry, self.text.casefold().split()
        return (
            self.game in ("", entry.game)
            and self.revision in ("", entry.revision, entry.base)
            and self.kind in ("", entry.kind)
            and self.decision in ("", line.decision.state)
            and all(word in line.words for word in words)
        )


def every_line(store: Store) -> list[HistoryLine]:
    """Every result of the store, newest first."""
    results = entries(store)
    names = {entry.game for entry in results}
    of_game = {name: revisions(games()[name]) if name in games() else NONE for name in names}
    decided = {name: decisions(store, name) for name in names}
    verdicts = verdicts_of(finding for finding in findings(store, most=MOST) if not finding.settings)
    against: dict[tuple[tuple[str, ...], int], str] = {
        ((half.run, half.base_run) if half.base else (half.run,), half.plays): as_sentence(verdict.brief)
        for verdict in verdicts
        for half in (verdict.finding, verdict.other)
        if half and verdict.other
    }
    return [
        HistoryLine(
            entry,
            of_game[entry.game],
            decided[entry.game].get(entry.revision) or Decision(entry.game, entry.revision),
            against.get((entry.runs, entry.plays), ""),
        )
        for entry in results
    ]


COLUMNS = (
    *("when", "kind", "game", "revision", "title", "base", "base_title", "bots", "plays", "done", "seed", "status"),
    *("found", "decision", "because", "notes", "runs"),
)


def as_csv(lines: Iterable[HistoryLine]) -> str:
    """The lines as CSV, times in UTC."""
    return csv_text(COLUMNS, map(_cells, lines))


def _cells(line: HistoryLine) -> Sequence[object]:
    entry, decided = line.entry, line.decision
    return (
        *(f"{entry.at:%Y-%m-%d %H:%M:%S}", entry.study or entry.kind.value, entry.game),
        *(entry.revision, line.title(entry.revision), entry.base, line.title(entry.base) if entry.base else ""),
        *(" ".join(entry.bots), entry.plays, entry.done, entry.seed, entry.status.value, entry.sentence),
        *(decided.state.value, decided.reason, decided.notes, " ".join(entry.runs)),
    )
