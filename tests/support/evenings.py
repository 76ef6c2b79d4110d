"""Evenings of playtests as a designer would have logged them: two revisions of Hitmakers, forms, moments, notes."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from workbench.playtest.log.kinds import ClockPhase, EntryKind, Moment
from workbench.playtest.log.recording import Log, begin, read_data
from workbench.playtest.log.session import LogLine
from workbench.playtest.sessions import header_of
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.playtests.entries import Entry, Feedback
from workbench.store.playtests.imports import Mentioned, SessionRecords, add_import
from workbench.store.playtests.people import Person

NAMES = ("Anna", "Ben", "Cleo", "Dmitri", "Elif", "Frida", "G. H.", "Ines")
REVISIONS = ("hitmakers/2020-03-04", "hitmakers/2021-04-08")
FIRST = datetime(2026, 3, 6, 18, 30, tzinfo=UTC)
NOTES = (
    "Nobody took a star in the first deal: the Talent Show was explained too late.",
    "They compare spans aloud before every discard.",
    "Ben asked twice whether the ace is low.",
)
WHY = (
    "",
    "",
    "Who scores the tie?",
    "All four wanted the same star",
    "Waited for one long turn",
    "The king came last!",
)
BEST = ("Winning the show with the lowest card.", "The last deal, when all of us were at 18.", "")
WORST = ("Broad Appeal: I never knew who was ahead.", "Waiting while two of them counted.", "")
GOAL = "Does Broad Appeal by difference feel fairer than the lowest card?"


class Evening:
    """Writes one session's log."""

    def __init__(self, chance: Random, at: datetime) -> None:
        self.chance, self.at = chance, at
        self.id = some_uuid(chance)
        self.entries: list[Entry] = []

    def say(self, kind: EntryKind, /, **data: Any) -> Entry:
        """An entry, now."""
        checked, problems = read_data(kind, data, "entry")
        assert not problems, problems
        self.entries.append(Entry(some_uuid(self.chance), self.id, kind.value, checked, self.at, "abc123"))
        return self.entries[-1]

    def later(self, minutes: float) -> None:
        """Time passes."""
        self.at += timedelta(minutes=minutes)


def some_uuid(chance: Random) -> str:
    return str(UUID(int=chance.getrandbits(128), version=4))


def evenings(workspace: Workspace, count: int = 12, *, moments: int = 9, seed: int = 5) -> list[str]:
    """Store so many ended sessions, the earlier half of the first revision; their ids, oldest first."""
    store, chance = Store(workspace.store_path), Random(seed)
    everybody = [Person(some_uuid(chance), name) for name in NAMES]
    sessions = [_evening(workspace, chance, number, count, moments, everybody) for number in range(count)]
    entries = [entry for evening, _ in sessions for entry in evening.entries]
    forms = [form for evening, who in sessions for form in _forms(chance, evening, who)]
    add_import(store, Mentioned(), lambda _: SessionRecords(entries, forms, everybody), "made", "made up")
    return [evening.id for evening, _ in sessions]


def logged(workspace: Workspace, scenario: Scenario, points: int) -> None:
    """Store a session that was played to the end: the first seat has so many points, each next one more."""
    log = begin(Store(workspace.store_path), header_of(scenario))
    for seat in range(scenario.players):
        log.score(log.add_player(f"Player {seat}", seat).data["player"], 0, points + seat)
    log.end(finished=True)


def _evening(
    workspace: Workspace, chance: Random, number: int, count: int, moments: int, everybody: Sequence[Person]
) -> tuple[Evening, list[str]]:
    evening = Evening(chance, FIRST + timedelta(days=9 * number, minutes=chance.randint(-20, 40)))
    revision = REVISIONS[number >= count / 2]
    players = [person.id for person in chance.sample(list(everybody), 3)]
    header = header_of(load_scenario(workspace, revision))
    evening.say(
        EntryKind.OPEN,
        **header,
        goal=GOAL,
        location=chance.choice(("Café Zum Würfel", "at Anna's", "club")),
        teacher=everybody[0].id,
    )
    for seat, player in enumerate(players):
        evening.say(EntryKind.PLAYER, player=player, seat=seat, newcomer=chance.random() < 0.3)
    evening.say(EntryKind.PHASE, phase=ClockPhase.TEACHING.value)
    evening.later(chance.uniform(6, 14))
    evening.say(EntryKind.PHASE, phase=ClockPhase.PLAY.value)
    _play(evening, players, moments, quick=number >= count / 2)
    evening.say(EntryKind.NOTE, text=chance.choice(NOTES))
    evening.say(EntryKind.END)
    return evening, players


def _play(evening: Evening, players: Sequence[str], moments: int, quick: bool) -> None:
    chance, totals, row = evening.chance, dict.fromkeys(players, 0), 0
    while max(totals.values()) < 21 and row < 12:
        for _ in range(moments // 4 + (chance.random() < 0.4)):
            evening.later(chance.uniform(0.5, 3.5 if quick else 5))
            kind = chance.choice(list(Moment)[: 6 if quick else 8])
            who = chance.choice((None, *players))
            evening.say(EntryKind.MOMENT, moment=kind.value, player=who, note=chance.choice(WHY))
        evening.later(chance.uniform(1, 4))
        for player in players:
            for criterion in ("market_saturation", "critical_prestige", "broad_appeal"):
                points = chance.randint(0, 2)
                totals[player] += points
                evening.say(EntryKind.SCORE, player=player, row=row, criterion=criterion, points=points)
        row += 1


def _forms(chance: Random, evening: Evening, players: Sequence[str]) -> list[Feedback]:
    later = evening.entries[0].data["revision"] == "2021-04-08"
    return [
        Feedback(
            some_uuid(chance),
            evening.id,
            player,
            evening.at,
            overall=chance.choice((3, 4, 4, 5) if later else (2, 3, 3, 4)),
            fun=chance.choice((3, 4, 4, 5)),
            clarity=chance.choice((3, 4, 5) if later else (1, 2, 3)),
            decisions=chance.choice((2, 3, 4)),
            downtime=chance.choice((2, 3, 4)),
            length=chance.choice((-1, 0, 0, 1)),
            fair=chance.choice(("yes", "yes", "maybe", "no")),
            again=chance.choice(("yes", "yes", "maybe")),
            best=chance.choice(BEST),
            worst=chance.choice(WORST),
            quote=chance.random() < 0.6,
        )
        for player in players
        if chance.random() < 0.9
    ]


def undo_last(log: Log) -> LogLine:
    """Undo the last entry to arrive that counts, as the page does; that entry's line."""
    last = log.session().last_line
    assert last is not None
    log.undo(last.entry.id)
    return last
