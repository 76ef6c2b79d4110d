"""A session as it stands, folded from its log.

The log is the only source. An undone entry does not count, unless the undo was itself undone; an edited one has the
data of its last edit. Entries are ordered by time, then by arrival, so that two devices that log the same session agree
on it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import TypeVar

from workbench.engine.files import JsonValue
from workbench.engine.parameters import Written
from workbench.engine.score_sheet import Points, ScoreSheet
from workbench.playtest.log.clock import LONGEST, MINUTES, Clock, Times
from workbench.playtest.log.kinds import (
    BG_STATS,
    ENDED,
    ClockPhase,
    EntryKind,
    Moment,
    QuestionKind,
    SessionQuestion,
    SessionStatus,
)
from workbench.playtest.log.scores import Override, ScoreCell, Scores, sheet_of
from workbench.store.playtests.entries import Entry, EntryData, Feedback, with_opening

BEGINNING = frozenset({EntryKind.PLAYER, EntryKind.MOMENT_KIND, EntryKind.TIMES})
"""Entries that are stored with the one that opens the session, and have its time."""
SET_UP = BEGINNING - {EntryKind.TIMES} | {
    EntryKind.OPEN, EntryKind.HEADER, EntryKind.LEAVE, EntryKind.TAKEOVER, EntryKind.QUESTION, EntryKind.UNDO,
    EntryKind.EDIT,
}  # fmt: skip
"""Entries that say what is played, and by whom."""
CUSTOM = "own kind"
"""The title of a moment whose kind no entry defines."""
K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T", Entry, Feedback)


@dataclass(frozen=True)
class Header:
    """The version that is played, and why. `printed` is the label of a printed deck where there is no revision."""

    game: str
    revision: str = ""
    rules_hash: str = ""
    rules: Mapping[str, Written] = field(default_factory=dict)
    printed: str = ""
    goal: str = ""
    location: str = ""
    medium: str = "physical"
    teacher: str | None = None
    direction: str | None = None

    @property
    def version(self) -> str:
        """The version: the revision, or the label of the printed deck."""
        return self.revision or self.printed

    @property
    def of_bgstats(self) -> Mapping[str, JsonValue]:
        """Facts from BG Stats that no field has: `cooperative`, `noPoints`, `bggId`, `playBggId`, and `bots` by id."""
        facts = self.rules.get(BG_STATS)
        return facts if isinstance(facts, Mapping) else {}


@dataclass(frozen=True)
class Seated:
    """A player at the table, or who left it. `seat` counts from 0 in turn order; None while unknown."""

    player: str
    seat: int | None = None
    newcomer: bool = False


@dataclass(frozen=True)
class LogLine:
    """An entry as it counts now: its data after `edits` (oldest first), and whether it was undone."""

    entry: Entry
    data: EntryData
    undone: bool = False
    edits: tuple[Entry, ...] = ()

    @property
    def kind(self) -> EntryKind:
        """The entry's kind."""
        return EntryKind(self.entry.kind)

    @property
    def at(self) -> datetime:
        """The entry's time."""
        return self.entry.time


@dataclass(frozen=True)
class Happening:
    """A moment: one of `kinds.Moment`, or the name of an own kind. `minute` of play; None outside of play."""

    entry: str
    moment: str
    at: datetime
    minute: float | None
    player: str | None
    note: str


@dataclass(frozen=True)
class Remark:
    """A free note."""

    entry: str
    at: datetime
    text: str
    player: str | None


@dataclass(frozen=True)
class TurnTimes:
    """A player's turns: how many, the seconds that they took, and the seconds in which others had theirs."""

    turns: int
    seconds: float
    waited: float


@dataclass(frozen=True)
class CustomMoment:
    """A kind of moments of the host's own; its id is that of its entry."""

    id: str
    title: str


@dataclass(frozen=True)
class Session:
    """A live session. `lines` is its whole history in order, undone entries included.

    `players` are those at the table, `left` those who left it, in that order, with the seats that they had.
    `times_before` has the times before each correction, undone ones included; `end_corrected` is the end that a
    correction set.
    """

    id: str
    header: Header
    started_at: datetime
    lines: tuple[LogLine, ...]
    status: SessionStatus
    ended_at: datetime | None
    abandoned_for: str
    players: tuple[Seated, ...]
    clock: Clock
    scores: Scores
    moments: tuple[Happening, ...]
    notes: tuple[Remark, ...]
    questions: tuple[SessionQuestion, ...]
    times_before: Mapping[str, Times]
    end_corrected: datetime | None
    left: tuple[Seated, ...] = ()
    custom_moments: tuple[CustomMoment, ...] = ()
    crowded: tuple[LogLine, ...] = ()
    """Entries of players who took somebody's seat, who then has none."""

    @property
    def everybody(self) -> tuple[Seated, ...]:
        """The players at the table, then those who left it."""
        return *self.players, *self.left

    @property
    def seats(self) -> int:
        """How many seats were played: those at the table, and those left for good by somebody with points."""
        taken = {player.seat for player in self.players} - {None}
        empty = [player for player in self.left if player.player in self.scores.stranded and player.seat not in taken]
        return len(self.players) + len(empty)

    @property
    def has_ended(self) -> bool:
        """True if it was ended, and not abandoned; whether the game was finished is another question."""
        return self.status in ENDED

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won, or leads while it is open; in a game that was not finished, only whom an override names."""
        named = self.status in (SessionStatus.OPEN, SessionStatus.ENDED) or self.scores.names_winners
        return self.scores.winners if named else ()

    @property
    def last_at(self) -> datetime:
        """When the last entry was made."""
        return self.lines[-1].at

    def seconds(self, phase: ClockPhase, now: datetime | None = None) -> float:
        """Seconds of a phase; a running clock counts up to `now`, or to the last entry."""
        return self.clock.seconds(phase, now or self.last_at)

    @property
    def turn_of(self) -> str | None:
        """The player whose turn it is; None where nobody says."""
        lines = [line for line in self.lines if line.kind is EntryKind.TURN and not line.undone]
        return lines[-1].data["player"] if lines else None

    def turn_times(self, now: datetime | None = None) -> dict[str, TurnTimes]:
        """How long each player's turns took, in play, and how long they waited for them since the first turn."""
        lines = [line for line in self.lines if line.kind is EntryKind.TURN and not line.undone]
        ends = [*(line.at for line in lines[1:]), now or self.last_at]
        turns = [
            (line.data["player"], self.clock.played_between(line.at, end))
            for line, end in zip(lines, ends, strict=False)
        ]
        total = sum(seconds for _, seconds in turns)
        times: dict[str, TurnTimes] = {}
        for player in dict.fromkeys(player for player, _ in turns if player):
            taken = [seconds for who, seconds in turns if who == player]
            times[player] = TurnTimes(len(taken), sum(taken), total - sum(taken))
        return times

    def times(self, now: datetime | None = None) -> Times:
        """When it was played and how long, as `seconds` counts."""
        return Times(self.started_at, {phase: self.seconds(phase, now) / 60 for phase in MINUTES}, self.ended_at)

    @cached_property
    def last_line(self) -> LogLine | None:
        """The last entry to arrive that counts, which an undo would undo; None if nothing is left.

        What was said when the session was begun is no entry to undo, but for the log's own page.
        """
        left = [line for line in self.lines if not line.undone and line.kind not in (EntryKind.OPEN, EntryKind.UNDO)]
        begun = self.lines[0].at
        entered = [line for line in left if line.at != begun or line.kind not in BEGINNING]
        return max(entered, key=lambda line: line.entry.number, default=None)

    @property
    def on_screen(self) -> EntryData | None:
        """All that makes the play again that was played on a screen; None for one at a table."""
        lines = (line.data for line in self.lines if line.kind is EntryKind.DECISIONS and not line.undone)
        return next(lines, None)

    @property
    def bots(self) -> tuple[str, ...]:
        """The players who are bots."""
        if (play := self.on_screen) is None:
            return tuple(self.header.of_bgstats.get("bots", ()))
        return tuple(player.player for player in self.everybody if player.seat not in (None, *play["people"]))

    @property
    def has_bots(self) -> bool:
        """True if bots sat at some of its seats."""
        play = self.on_screen
        return bool(self.bots) if play is None else len(play["people"]) < len(play["bots"])

    @property
    def has_begun(self) -> bool:
        """True if anything was logged besides what is played, and by whom."""
        return any(not line.undone and line.kind not in SET_UP for line in self.lines)


def holder_of(seat: int | None, players: Iterable[Seated], *, but: str) -> Seated | None:
    """The player with this seat, apart from `but`; None for an unknown seat."""
    return next((player for player in players if player.seat == seat is not None and player.player != but), None)


def by_session(items: Iterable[T]) -> dict[str, list[T]]:
    """Entries or forms, grouped by session."""
    parts: dict[str, list[T]] = {}
    for part in items:
        parts.setdefault(part.session, []).append(part)
    return parts


def session_of(log: Sequence[Entry]) -> Session:
    """The session of a log, without the entries that damage has left unreadable. ValueError: no entry is left."""
    try:
        return _session_of(log)
    except (KeyError, TypeError, AttributeError, ValueError):
        from workbench.playtest.log.entries import readable

        rest = with_opening(readable(log))
        if rest == [*log]:
            raise
        return _session_of(rest)


def _session_of(log: Sequence[Entry]) -> Session:
    lines = in_force(log)
    opening = next((line for line in lines if line.kind is EntryKind.OPEN), None)
    if opening is None:
        raise ValueError("a log needs an entry that opens the session")
    fold = _Fold(opening.data, Times(opening.at))
    for line in lines:
        if line.kind is EntryKind.TIMES:
            fold.before[line.entry.id] = fold.times_at(line.at)
        if not line.undone:
            fold.take(line)
    return fold.session(opening, tuple(lines))


def in_force(log: Iterable[Entry]) -> list[LogLine]:
    """Every entry of a log, in order, as it counts now."""
    entries = sorted(log, key=lambda entry: entry.order)
    undone: set[str] = set()
    undos = [entry for entry in entries if entry.kind == EntryKind.UNDO]
    for undo in sorted(undos, key=lambda entry: entry.number, reverse=True):  # it arrives after what it undoes
        if undo.id not in undone:
            undone.add(undo.data["entry"])
    edits: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.kind == EntryKind.EDIT and entry.id not in undone:
            edits.setdefault(entry.data["entry"], []).append(entry)
    lines = []
    for entry in entries:
        corrections = tuple(edits.get(entry.id, ()))
        data = corrections[-1].data["data"] if corrections else entry.data
        lines.append(LogLine(entry, data, entry.id in undone, corrections))
    return lines


@dataclass
class _Fold:
    """A session while its log is being read. `times` has the corrections."""

    header: EntryData
    times: Times
    corrected: bool = False
    status: SessionStatus = SessionStatus.OPEN
    end: EntryData = field(default_factory=dict)
    ended_at: datetime | None = None
    abandoned_for: str = ""
    players: dict[str, Seated] = field(default_factory=dict)
    left: dict[str, Seated] = field(default_factory=dict)
    taken: dict[str, str] = field(default_factory=dict)
    crowded: list[LogLine] = field(default_factory=list)
    clock: Clock = field(default_factory=Clock)
    cells: dict[ScoreCell, Points] = field(default_factory=dict)
    written: dict[str, Points] = field(default_factory=dict)
    sides: dict[str, str] = field(default_factory=dict)
    outcomes: dict[int | None, tuple[str, ...]] = field(default_factory=dict)
    override: Override | None = None
    moments: list[LogLine] = field(default_factory=list)
    notes: list[Remark] = field(default_factory=list)
    questions: list[SessionQuestion] = field(default_factory=list)
    custom_moments: list[CustomMoment] = field(default_factory=list)
    before: dict[str, Times] = field(default_factory=dict)

    def take(self, line: LogLine) -> None:
        """Add what one entry says. Kinds that are not named here change nothing."""
        data = line.data
        match line.kind:
            case EntryKind.HEADER:
                self.header = {**self.header, **data}
            case EntryKind.PLAYER:
                self._seat(line)
            case EntryKind.LEAVE:
                if gone := self.players.pop(data["player"], None):
                    self.left[data["player"]] = gone
            case EntryKind.TAKEOVER:  # the points return with their owner
                _write(self.taken, data["of"], data["to"])
            case EntryKind.PHASE | EntryKind.PAUSE | EntryKind.RESUME:
                self.clock.take(line.kind, line.at, ClockPhase(data.get("phase", ClockPhase.NONE)))
            case EntryKind.TIMES:
                self.times, self.corrected = self.times.with_changes(data), True
                for phase, name in MINUTES.items():
                    if name in data:
                        self.clock.set(phase, line.at, 60 * data[name])
            case EntryKind.SCORE:
                _write(self.cells, (data["player"], data["row"], data["criterion"]), data["points"])
            case EntryKind.TOTAL:
                _write(self.written, data["player"], data["points"])
            case EntryKind.SIDE:
                _write(self.sides, data["player"], data["side"])
            case EntryKind.OUTCOME:
                _write(self.outcomes, data["row"], None if data["sides"] is None else tuple(data["sides"]))
            case EntryKind.OVERRIDE:
                winners = None if data["winners"] is None else tuple(data["winners"])
                self.override = Override(winners, data["totals"], data["reason"])
            case EntryKind.MOMENT:
                self.moments.append(line)
            case EntryKind.MOMENT_KIND:
                self.custom_moments.append(CustomMoment(line.entry.id, data["title"]))
            case EntryKind.NOTE:
                self.notes.append(Remark(line.entry.id, line.at, data["text"], data["player"]))
            case EntryKind.QUESTION:
                self.questions.append(SessionQuestion(line.entry.id, data["text"], QuestionKind(data["kind"])))
            case EntryKind.END | EntryKind.ABANDON:
                self.clock.take(line.kind, line.at)
                self.status = SessionStatus.ENDED if line.kind is EntryKind.END else SessionStatus.ABANDONED
                self.end, self.ended_at, self.abandoned_for = data, line.at, data.get("reason", "")
            case EntryKind.REOPEN:
                self.status, self.ended_at, self.abandoned_for = SessionStatus.OPEN, None, ""
                self.times = replace(self.times, ended_at=None)

    def _seat(self, line: LogLine) -> None:
        """Seat a player; whoever had the seat gets the player's old one, if there is one."""
        sits = Seated(**line.data)
        if not isinstance(sits.player, str):
            raise TypeError("nobody sits down")
        before = self.players.get(sits.player, Seated(sits.player))
        if other := holder_of(sits.seat, self.players.values(), but=sits.player):
            self.players[other.player] = replace(other, seat=before.seat)
            if before.seat is None:
                self.crowded.append(line)
        self.players[sits.player] = sits
        if self.left.pop(sits.player, None):
            self.taken.pop(sits.player, None)

    def times_at(self, now: datetime) -> Times:
        """When it was played and how long, as of that time."""
        minutes = {phase: self.clock.seconds(phase, now) / 60 for phase in MINUTES}
        return Times(self.times.started_at, minutes, self._over_at())

    def _over_at(self) -> datetime | None:
        """When it ended: as corrected; as logged, if that still fits; or after its minutes and pauses."""
        if self.ended_at is None or not self.corrected:
            return self.ended_at
        if self.times.ended_at is not None:
            return self.times.ended_at
        seconds = sum(self.clock.seconds(phase, self.ended_at) for phase in MINUTES) + self.clock.pauses
        begun = self.times.started_at
        follows = begun + timedelta(seconds=seconds)
        fits = not self.times.minutes and follows <= self.ended_at <= begun + LONGEST
        return self.ended_at if fits else follows

    def session(self, opening: LogLine, lines: tuple[LogLine, ...]) -> Session:
        """The session that was read."""
        header, titles = Header(**self.header), custom_titles(lines)
        seated = tuple(sorted(self.players.values(), key=lambda s: (s.seat is None, s.seat or 0)))
        sheet = sheet_of(header.game, header.rules, header.direction)
        scores = self.scores(sheet, tuple(player.player for player in seated))
        moments = []
        for line in self.moments:
            title = titles.get(line.data["moment"], CUSTOM)
            kind = Moment(line.data["moment"]) if line.data["moment"] in list(Moment) else title
            minute, about = self.clock.minute_of_play(line.at), (line.data["player"], line.data["note"])
            moments.append(Happening(line.entry.id, kind, line.at, minute, *about))
        return Session(
            id=opening.entry.session,
            header=header,
            started_at=self.times.started_at,
            lines=lines,
            status=self.status_by(scores),
            ended_at=self._over_at(),
            abandoned_for=self.abandoned_for,
            players=seated,
            clock=self.clock,
            scores=scores,
            moments=tuple(moments),
            notes=tuple(self.notes),
            questions=tuple(self.questions),
            custom_moments=tuple(self.custom_moments),
            times_before=self.before,
            end_corrected=self.times.ended_at,
            left=tuple(self.left.values()),
            crowded=tuple(self.crowded),
        )

    def status_by(self, scores: Scores) -> SessionStatus:
        """The status; of an ended session as somebody said, or else as the sheet shows."""
        if self.status is not SessionStatus.ENDED or self.end.get("finished"):
            return self.status
        if self.end.get("finished") is False:
            return SessionStatus.STOPPED
        return SessionStatus.UNCLEAR if "finished" in self.end or scores.why_not_over else SessionStatus.ENDED

    def scores(self, sheet: ScoreSheet, at_table: tuple[str, ...]) -> Scores:
        """The scores of everybody who joined."""
        everybody = {*at_table, *self.left}
        counted = {criterion.name: criterion.counted for criterion in sheet.criteria}
        return Scores(
            sheet,
            at_table,
            {
                cell: counted[cell[2]](points) if cell[2] in counted else points
                for cell, points in self.cells.items()
                if cell[0] in everybody
            },
            {player: points for player, points in self.written.items() if player in everybody},
            self.override,
            left=tuple(self.left),
            taken=_without_loops({of: to for of, to in self.taken.items() if of in self.left and to in everybody}),
            sides={player: side for player, side in self.sides.items() if player in everybody},
            outcomes=dict(self.outcomes),
        )


def _write(values: dict[K, V], place: K, value: V | None) -> None:
    """Set a value, or with None remove it."""
    if value is None:
        values.pop(place, None)
    else:
        values[place] = value


def _without_loops(taken: Mapping[str, str]) -> dict[str, str]:
    """Takeovers of points without loops back to the owner, which only an edited file can have."""
    takers: dict[str, str] = {}
    for of, to in taken.items():
        end = to
        while end in takers:
            end = takers[end]
        if end != of:
            takers[of] = to
    return takers


def custom_titles(lines: Iterable[LogLine]) -> dict[str, str]:
    """The names of own kinds of moments by their ids, undone ones included."""
    return {line.entry.id: line.data["title"] for line in lines if line.kind is EntryKind.MOMENT_KIND}
