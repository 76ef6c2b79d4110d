"""How the time of a session was spent, by phase; and corrections of its times.

A correction is an entry like any other: it can be undone, and the clock's own times are kept. Its minutes are those up
to the correction: a running clock continues from there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from workbench.engine.problems import Problem
from workbench.engine.wording import counted, time_words
from workbench.playtest.log.fields import MINUTES_OF_A_DAY, read_time
from workbench.playtest.log.kinds import ClockPhase, EntryKind
from workbench.store.playtests.entries import EntryData


@dataclass(frozen=True)
class TimeSpan:
    """An uninterrupted stretch of one phase, or of no phase after the first; `end` None while it lasts."""

    phase: ClockPhase
    start: datetime
    end: datetime | None

    def seconds(self, now: datetime, since: datetime | None = None) -> float:
        """How long it took, or has taken by now; with `since`, the part after that."""
        begun = self.start if since is None else max(self.start, since)
        return max(0.0, ((self.end or now) - begun).total_seconds())


@dataclass(frozen=True)
class ClockReading:
    """The time of a phase up to `at`, as corrected by hand."""

    phase: ClockPhase
    at: datetime
    seconds: float


@dataclass
class Clock:
    """The stretches so far, the current phase, whether it is paused, and corrections by hand, in order.

    It takes the clock's entries one after the other.
    """

    phase: ClockPhase = ClockPhase.NONE
    paused: bool = False
    spans: list[TimeSpan] = field(default_factory=list)
    readings: list[ClockReading] = field(default_factory=list)

    def take(self, kind: EntryKind, at: datetime, phase: ClockPhase = ClockPhase.NONE) -> None:
        """Take one entry. `phase` matters for Kind.PHASE alone; the end of the session stops the clock."""
        if kind in (EntryKind.PHASE, EntryKind.END, EntryKind.ABANDON):
            self._stop(at)
            self.phase, self.paused = phase, False
            self._start(at)
        elif kind is EntryKind.PAUSE and self.phase is not ClockPhase.NONE and not self.paused:
            self._stop(at)
            self.paused = True
        elif kind is EntryKind.RESUME and self.paused:
            self.paused = False
            self._start(at)

    def set(self, phase: ClockPhase, at: datetime, seconds: float) -> None:
        """Set the time of a phase up to `at`, whatever was counted."""
        self.readings.append(ClockReading(phase, at, seconds))

    def _start(self, at: datetime) -> None:
        if self.phase is not ClockPhase.NONE or self.spans:
            self.spans.append(TimeSpan(self.phase, at, None))

    def _stop(self, at: datetime) -> None:
        if self.spans and self.spans[-1].end is None:
            self.spans[-1] = replace(self.spans[-1], end=at)

    @property
    def runs(self) -> bool:
        """True if time is being counted."""
        return self.phase is not ClockPhase.NONE and not self.paused

    @property
    def pauses(self) -> float:
        """Seconds between the first and the last stretch that were not counted."""
        between = zip(self.spans, self.spans[1:], strict=False)
        gaps = sum((after.start - before.end).total_seconds() for before, after in between if before.end)
        return gaps + sum(span.seconds(span.end) for span in self.spans if span.phase is ClockPhase.NONE and span.end)

    @property
    def over(self) -> bool:
        """True if the game has been played and the clock is stopped."""
        return self.phase is ClockPhase.NONE and any(span.phase is ClockPhase.PLAY for span in self.spans)

    def seconds(self, phase: ClockPhase, now: datetime) -> float:
        """Seconds spent on a phase, without pauses."""
        return self._counted(phase, now, self._set(phase))

    def played_between(self, start: datetime, end: datetime) -> float:
        """Seconds of play between two times, without pauses and breaks."""
        spans = (TimeSpan(span.phase, span.start, min(span.end or end, end)) for span in self.spans)
        return sum(span.seconds(end, start) for span in spans if span.phase is ClockPhase.PLAY)

    def minute_of_play(self, at: datetime) -> float | None:
        """Minutes played up to a time, also in a pause; None before play, in breaks, and after play.

        At most the minutes of play that a later correction set.
        """
        before = [
            span for span in self.spans if span.start < at or (span.start == at and span.phase is not ClockPhase.NONE)
        ]
        if not before or before[-1].phase is not ClockPhase.PLAY:
            return None
        if before[-1].end is not None and at > before[-1].end:  # over, unless play was resumed or still can be
            after = next((span for span in self.spans if span.start > at), None)
            if not (after.phase is ClockPhase.PLAY if after else self.phase is ClockPhase.PLAY and self.paused):
                return None
        played = self._counted(ClockPhase.PLAY, at, self._set(ClockPhase.PLAY, at))
        later = [reading.seconds for reading in self.readings if reading.phase is ClockPhase.PLAY and reading.at > at]
        return min([played, *later[-1:]]) / 60

    def _set(self, phase: ClockPhase, until: datetime | None = None) -> ClockReading | None:
        """The last correction of a phase."""
        readings = [
            reading for reading in self.readings if reading.phase is phase and (until is None or reading.at <= until)
        ]
        return readings[-1] if readings else None

    def _counted(self, phase: ClockPhase, now: datetime, set_: ClockReading | None) -> float:
        """Seconds of a phase by now: those of the correction, and those that the clock counted since."""
        spans = (
            TimeSpan(span.phase, span.start, min(span.end or now, now)) for span in self.spans if span.phase is phase
        )
        counted = sum(span.seconds(now, set_.at if set_ else None) for span in spans)
        return counted + (set_.seconds if set_ else 0.0)


MINUTES = {ClockPhase.TEACHING: "teaching_min", ClockPhase.PLAY: "play_min", ClockPhase.BREAK: "break_min"}
"""The field of an entry with the minutes of each phase."""
LONGEST = timedelta(minutes=MINUTES_OF_A_DAY)
SLACK = timedelta(minutes=1)
"""Tolerance, since times are given in whole minutes."""


@dataclass(frozen=True)
class Times:
    """When a session was played and how long, by phase. `ended_at` None: it follows from the rest."""

    started_at: datetime
    minutes: Mapping[ClockPhase, float] = field(default_factory=dict)
    ended_at: datetime | None = None

    @property
    def spent(self) -> timedelta:
        """The time of all phases."""
        return timedelta(minutes=sum(self.minutes.values()))

    @property
    def reached(self) -> datetime:
        """When all phases would be over, one right after the other."""
        return self.started_at + self.spent

    def with_changes(self, data: EntryData) -> "Times":
        """A copy with the fields of an entry of `kinds.TIMES`."""
        minutes = {phase: data[name] for phase, name in MINUTES.items() if name in data}
        started = read_time(data["started_at"]) if "started_at" in data else self.started_at
        ended = _end(data) if "ended_at" in data else self.ended_at
        return Times(started, {**self.minutes, **minutes}, ended)

    def problems(self, now: datetime) -> list[Problem]:
        """Every impossible time, each with what is allowed."""
        if self.started_at > now:
            return [Problem("start", f"is in the future: it is {time_words(now)} now", time_words(self.started_at))]
        if self.spent > LONGEST:
            parts = ", ".join(f"{phase} has {round(self.minutes.get(phase, 0))}" for phase in MINUTES)
            return [Problem("minutes", f"must be at most 24 hours ({MINUTES_OF_A_DAY}) in all; {parts}")]
        if self.ended_at is not None:
            return self._wrong_end(self.ended_at, now)
        return self._too_long(now, "which is in the future") if self.reached > now + SLACK else []

    def _wrong_end(self, end: datetime, now: datetime) -> list[Problem]:
        end_text, begun = time_words(end), time_words(self.started_at)
        last = time_words(min(now, self.started_at + LONGEST))
        if end < self.started_at:
            return [Problem("end", f"is before the start, {begun}; it can be from then to {last}", end_text)]
        if end > now:
            return [Problem("end", f"is in the future: it is {time_words(now)} now", end_text)]
        if end - self.started_at > LONGEST:
            return [Problem("end", f"is more than 24 hours after the start, {begun}; it can be until {last}", end_text)]
        return self._too_long(end, "after the end") if self.reached > end + SLACK else []

    def _too_long(self, end: datetime, why: str) -> list[Problem]:
        room = int((end - self.started_at).total_seconds() // 60)
        spent = counted(round(self.spent.total_seconds() / 60), "minute")
        begun, reached, latest = map(time_words, (self.started_at, self.reached, end - self.spent))
        message = (
            f"{spent} from {begun} last until {reached}, {why} ({time_words(end)}):"
            f" enter at most {room} in all, or start {latest} or earlier"
        )
        return [Problem("minutes", message)]


def wrong_in_itself(data: EntryData, place: str) -> list[Problem]:
    """Contradictions between the fields of one correction, whatever the session."""
    problems = []
    begun, end = data.get("started_at"), _end(data)
    if begun is not None and end is not None and not timedelta() <= end - read_time(begun) <= LONGEST:
        problems.append(Problem(f"{place}.ended_at", "must be within 24 hours after started_at", data["ended_at"]))
    total = sum(data.get(name, 0) for name in MINUTES.values())
    if total > MINUTES_OF_A_DAY:
        problems.append(Problem(place, f"must have at most {MINUTES_OF_A_DAY} minutes in all", f"{total:g}"))
    return problems


def _end(data: EntryData) -> datetime | None:
    return None if data.get("ended_at") is None else read_time(data["ended_at"])
