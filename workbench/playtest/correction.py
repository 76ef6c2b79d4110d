"""The times of a session, corrected: when it began, the minutes of each phase, when it was over; and what cannot be.

A correction stands in the log like everything else, so that it can be undone, and the clock's own times are kept.
Minutes are those up to the correction: a clock that runs goes on from there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from workbench.engine.problems import Problem
from workbench.playtest.fields import MINUTES_OF_A_DAY
from workbench.playtest.kinds import Phase
from workbench.playtest.times import read_time, told_time

MINUTES = {Phase.TEACHING: "teaching_min", Phase.PLAY: "play_min", Phase.BREAK: "break_min"}
"""What an entry calls the minutes of each phase."""
LONGEST = timedelta(minutes=MINUTES_OF_A_DAY)
SLACK = timedelta(minutes=1)
"""Times are given in whole minutes, which may be a part of one too long."""


@dataclass(frozen=True)
class Times:
    """When a session was played and how long, by phase. `ended_at` None: that follows from the rest."""

    started_at: datetime
    minutes: Mapping[Phase, float] = field(default_factory=dict)
    ended_at: datetime | None = None

    @property
    def spent(self) -> timedelta:
        """The time of all phases."""
        return timedelta(minutes=sum(self.minutes.values()))

    @property
    def reached(self) -> datetime:
        """When all phases would be over, one right after the other."""
        return self.started_at + self.spent

    def with_changes(self, data: Mapping[str, Any]) -> "Times":
        """The same with what an entry of `kinds.TIMES` names."""
        given = {phase: data[name] for phase, name in MINUTES.items() if name in data}
        started = read_time(data["started_at"]) if "started_at" in data else self.started_at
        ended = _end(data) if "ended_at" in data else self.ended_at
        return Times(started, {**self.minutes, **given}, ended)

    def problems(self, now: datetime) -> list[Problem]:
        """All that cannot be, each with what would do."""
        if self.started_at > now:
            return [Problem("start", f"lies ahead: it is {told_time(now)} now", told_time(self.started_at))]
        if self.spent > LONGEST:
            return [Problem("minutes", f"must be at most 24 hours ({MINUTES_OF_A_DAY}) in all; {self._parts()}")]
        if self.ended_at is not None:
            return self._wrong_end(self.ended_at, now)
        return self._too_long(now, "which is yet to come") if self.reached > now + SLACK else []

    def _wrong_end(self, end: datetime, now: datetime) -> list[Problem]:
        told, begun = told_time(end), told_time(self.started_at)
        last = told_time(min(now, self.started_at + LONGEST))
        if end < self.started_at:
            return [Problem("end", f"is before the start, {begun}; it can be from then to {last}", told)]
        if end > now:
            return [Problem("end", f"lies ahead: it is {told_time(now)} now", told)]
        if end - self.started_at > LONGEST:
            return [Problem("end", f"is more than 24 hours after the start, {begun}; it can be until {last}", told)]
        return self._too_long(end, "after the end") if self.reached > end + SLACK else []

    def _too_long(self, end: datetime, why: str) -> list[Problem]:
        room = int((end - self.started_at).total_seconds() // 60)
        message = (
            f"{_count(self.spent)} from {told_time(self.started_at)} last until {told_time(self.reached)}, {why}"
            f" ({told_time(end)}): give at most {room} in all, or a start of {told_time(end - self.spent)} or earlier"
        )
        return [Problem("minutes", message)]

    def _parts(self) -> str:
        return ", ".join(f"{phase} has {round(self.minutes.get(phase, 0))}" for phase in MINUTES)


def wrong_in_itself(data: Mapping[str, Any], place: str) -> list[Problem]:
    """What two fields of one correction say that cannot both be, whatever the session."""
    found = []
    begun, end = data.get("started_at"), _end(data)
    if begun is not None and end is not None and not timedelta() <= end - read_time(begun) <= LONGEST:
        found.append(Problem(f"{place}.ended_at", "must be within 24 hours after started_at", data["ended_at"]))
    total = sum(data.get(name, 0) for name in MINUTES.values())
    if total > MINUTES_OF_A_DAY:
        found.append(Problem(place, f"must have at most {MINUTES_OF_A_DAY} minutes in all", f"{total:g}"))
    return found


def _end(data: Mapping[str, Any]) -> datetime | None:
    return None if data.get("ended_at") is None else read_time(data["ended_at"])


def _count(spent: timedelta) -> str:
    return f"{round(spent.total_seconds() / 60):g} minutes"
