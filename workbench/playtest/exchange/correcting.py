"""Bringing a session here up to date with a file that says otherwise, by entries that its log takes on top.

Nothing is overwritten: what no longer counts is undone, what counts instead is said anew. So the history shows both,
and taking the import back brings back what there was.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from workbench.playtest.exchange.comparing import Difference, differences
from workbench.playtest.exchange.parsed import ParsedSession
from workbench.playtest.exchange.tables import MINUTES
from workbench.playtest.kinds import Kind
from workbench.playtest.session import Line, Session, session_of
from workbench.store.playtests import Entry, Feedback, new_uuid

REASON = "as the file has it"
IN_HEADER = ("game", "revision", "location", "medium", "goal")
WITH_REVISION = ("revision", "printed", "rules", "rules_hash")
"""What of a header is that of a revision, and goes with it."""
TABLE = frozenset({Kind.PLAYER, Kind.LEAVE, Kind.TAKEOVER})
CLOCK = frozenset({Kind.PHASE, Kind.PAUSE, Kind.RESUME, Kind.END, Kind.ABANDON, Kind.REOPEN})
ANEW = (
    (("player", "seat", "newcomer", "left", "points_to"), TABLE),
    (("side",), frozenset({Kind.SIDE})),
    ((*MINUTES, "status"), CLOCK),
    (("notes",), frozenset({Kind.NOTE})),
)
"""Columns, and the kinds of entries that are said anew where one of those differs."""


@dataclass(frozen=True)
class Correction:
    """What to add to a session here, and what of the file it still does not say then."""

    entries: Sequence[Entry]
    feedback: Sequence[Feedback]
    left: Sequence[Difference]


def correction(
    log: Sequence[Entry], here: Session, forms: Sequence[Feedback], filed: ParsedSession, unlike: Sequence[Difference]
) -> Correction:
    """What makes a session here say what a session of a file says, as far as entries and new forms can.

    `log` and `forms` are those of `here`, and `unlike` is all in which it differs from the file's.
    """
    corrector = _Corrector(list(log), here, filed, filed.told, {each.column for each in unlike})
    corrector.correct_header()
    for columns, kinds in ANEW:
        if corrector.columns.intersection(columns):
            corrector.say_anew(kinds)
    corrector.correct_scores(unlike)
    answered = {form.player for form in forms}
    new = [replace(form, id=new_uuid()) for form in filed.feedback if form.player not in answered]
    left = differences(session_of(corrector.log), [*forms, *new], filed)
    return Correction(corrector.log[len(log) :], new, left)


@dataclass
class _Corrector:
    """A log that grows until it says what the file says."""

    log: list[Entry]
    here: Session
    filed: ParsedSession
    there: Session
    columns: set[str]
    undone: set[str] = field(default_factory=set)

    def say(self, kind: str, data: Any, at: datetime | None = None) -> None:
        number = max(entry.number for entry in self.log) + 1
        self.log.append(Entry(new_uuid(), self.here.id, kind, data, at or self.here.last_at, number=number))

    def repeat(self, entry: Entry) -> None:
        """What the file says, as long after the session's beginning as there."""
        at = self.here.started_at + (entry.time - self.there.started_at)
        self.say(entry.kind, entry.data, min(at, datetime.now(UTC)))

    def undo(self, lines: Iterable[Line]) -> None:
        for line in lines:
            if not line.undone and line.entry.id not in self.undone:
                self.undone.add(line.entry.id)
                self.say(Kind.UNDO, {"entry": line.entry.id})

    def correct_header(self) -> None:
        """Other values for fields of the header."""
        names = {name for name in IN_HEADER if name in self.columns}
        names |= set(WITH_REVISION) if names & {"game", "revision"} else set()
        names |= {"direction"} if "game" in names else set()
        if names:
            opening = self.filed.entries[0].data
            self.say(Kind.HEADER, {name: opening[name] for name in sorted(names)})

    def say_anew(self, kinds: frozenset[Kind]) -> None:
        """The file's entries of these kinds for those here."""
        self.undo(line for line in self.here.lines if line.kind in kinds)
        for entry in self.filed.entries:
            if entry.kind in kinds:
                self.repeat(entry)

    def correct_scores(self, found: Sequence[Difference]) -> None:
        """Totals for those whose total differs, and the winners as the file has them."""
        if not self.columns & {"score", "winner", "player"}:
            return
        changed = {each.player for each in found if each.column in ("score", "player")}
        before = self.here.scores.override
        if before is not None:
            changed |= set(before.totals)
        self.undo(line for line in self.here.lines if line.kind is Kind.OVERRIDE)
        totals = {**self.there.scores.totals, **self.there.scores.totals_left}
        for player in (each.player for each in self.there.everybody if each.player in changed):
            kinds = {Kind.TOTAL} if player in totals else {Kind.TOTAL, Kind.SCORE}
            self.undo(ln for ln in self.here.lines if ln.kind in kinds and ln.data["player"] == player)
            if player in totals:
                self.say(Kind.TOTAL, {"player": player, "points": totals[player]})
        if before is not None and before.winners is not None and "winner" not in self.filed.speaks:
            self.say(Kind.OVERRIDE, {"winners": list(before.winners), "totals": {}, "reason": before.reason})
        winners = self.there.scores.winners
        if "winner" in self.filed.speaks and set(session_of(self.log).scores.winners) != set(winners):
            self.say(Kind.OVERRIDE, {"winners": list(winners), "totals": {}, "reason": REASON})
