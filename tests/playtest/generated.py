"""Sessions as people might log them, made by chance: everything that an entry can say, in any sensible order."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from workbench.playtest.log.kinds import ClockPhase, EntryKind, Moment, QuestionKind, ReplyChoice
from workbench.playtest.log.recording import read_data
from workbench.store import Store
from workbench.store.playtests.entries import Entry, Feedback
from workbench.store.playtests.imports import FileImport, Mentioned, SessionRecords, add_import
from workbench.store.playtests.overview import RATINGS, REPLIES
from workbench.store.playtests.people import Person

GAMES = ("hitmakers", "hitmakers", "Die Nacht der Würfel")
REVISIONS = ("2020-03-04", "2021-04-08", "")
CRITERIA = ("market_saturation", "critical_prestige", "broad_appeal", "one_hit_wonder")
NAMES = ("Anna", "Ben", "Cleo Ong", "D.", "Éva", "李雷", "O'Hara", "Grace")
TEXTS = (
    "",
    "Too long?",
    "Würfel “fair”?\n\nNo: 1;2,3",
    "= 1 + 1",
    '"quoted", and \\ backslash',
    "🎲 again",
    "Anna won",
)
DEVICES = ("", "a1", "b2")
FIRST = datetime(2024, 1, 1, 18, tzinfo=UTC)


@dataclass
class Generated:
    """Sessions, as an import would add them."""

    entries: list[Entry] = field(default_factory=list)
    feedback: list[Feedback] = field(default_factory=list)
    people: list[Person] = field(default_factory=list)

    def additions(self) -> SessionRecords:
        return SessionRecords(self.entries, self.feedback, self.people)

    def store_in(self, store: Store) -> FileImport | None:
        """All of it, as one batch."""
        return add_import(store, Mentioned(), lambda _: self.additions(), "made", "made up")


@dataclass
class Maker:
    """One session in the making."""

    chance: Random
    session: str
    at: datetime
    entries: list[Entry] = field(default_factory=list)

    def say(self, kind: EntryKind, /, **data: Any) -> Entry:
        self.at += timedelta(seconds=self.chance.choice((0, 1, 7.5, 40)), microseconds=self.chance.randrange(1000))
        checked, problems = read_data(kind, data, kind)
        assert not problems, problems
        entry = Entry(some_uuid(self.chance), self.session, kind.value, checked, self.at, self.chance.choice(DEVICES))
        self.entries.append(entry)
        return entry

    def moments(self, players: Sequence[str], count: int, moment_kind: str) -> None:
        for _ in range(count):
            who = self.chance.choice((None, *players))
            self.say(
                EntryKind.MOMENT,
                moment=self.chance.choice([*Moment, moment_kind]),
                player=who,
                note=self.chance.choice(TEXTS),
            )


OTHER_KIND = "Table talk"
"""A kind of moments of the host's own."""


def some_uuid(chance: Random) -> str:
    return str(UUID(int=chance.getrandbits(128), version=4))


def some_people(chance: Random, count: int) -> list[Person]:
    return [Person(some_uuid(chance), chance.choice(NAMES)) for _ in range(count)]


def some_sessions(seed: int, count: int, moments: int = 5, everything: bool = True) -> Generated:
    """So many sessions of a few people; the same for the same seed. With `everything`, also what is seldom done."""
    chance, generated = Random(seed), Generated()
    generated.people = some_people(chance, min(40, 4 + count))
    for number in range(count):
        maker = Maker(chance, some_uuid(chance), FIRST + timedelta(hours=6 * number))
        players = [person.id for person in chance.sample(generated.people, chance.randint(2, 4))]
        _open(maker, generated.people)
        _seat(maker, players)
        _play(maker, players, moments)
        question = maker.say(EntryKind.QUESTION, text="Was the show too long?", kind=QuestionKind.RATING)
        if everything:
            _correct(maker, players)
        maker.say(chance.choice((EntryKind.END, EntryKind.END, EntryKind.ABANDON)))
        generated.entries += maker.entries
        generated.feedback += _forms(chance, maker, players, question.id)
    return generated


def _open(maker: Maker, people: Sequence[Person]) -> None:
    chance, revision = maker.chance, maker.chance.choice(REVISIONS)
    maker.say(
        EntryKind.OPEN,
        game=chance.choice(GAMES),
        revision=revision,
        printed="" if revision else "deck B",
        rules={"score_target": 21, "ties": "nobody", "bonus_round": False} if revision else {},
        rules_hash="ab12" if revision else "",
        goal=chance.choice(TEXTS).strip(),
        location=chance.choice(("", "Café “Zum Würfel”", "club")),
        medium=chance.choice(("physical", "digital")),
        teacher=chance.choice((None, people[0].id)),
        direction=chance.choice((None, None, "lowest")),
    )


def _seat(maker: Maker, players: Sequence[str]) -> None:
    for seat, player in enumerate(players):
        maker.say(EntryKind.PLAYER, player=player, seat=seat, newcomer=maker.chance.random() < 0.3)


def _play(maker: Maker, players: Sequence[str], moments: int) -> None:
    chance = maker.chance
    other_kind = maker.say(EntryKind.MOMENT_KIND, title=OTHER_KIND).id
    maker.say(EntryKind.PHASE, phase=ClockPhase.TEACHING)
    maker.say(EntryKind.PHASE, phase=ClockPhase.PLAY)
    for row in range(3):
        maker.moments(players, moments // 3, other_kind)
        _pause(maker)
        for player in players:
            if chance.random() < 0.5:
                maker.say(EntryKind.SCORE, player=player, row=row, points=chance.choice((0, 3, -1, 2.5)))
            else:
                name = chance.choice(CRITERIA)
                maker.say(EntryKind.SCORE, player=player, row=row, criterion=name, points=chance.randint(0, 4))
    maker.moments(players, moments - 3 * (moments // 3), other_kind)
    maker.say(EntryKind.NOTE, text=chance.choice(TEXTS).strip() or "-")
    maker.say(EntryKind.PHASE, phase=ClockPhase.NONE)


def _pause(maker: Maker) -> None:
    if maker.chance.random() < 0.3:
        maker.say(EntryKind.PAUSE)
        maker.say(EntryKind.RESUME)
    elif maker.chance.random() < 0.3:
        maker.say(EntryKind.PHASE, phase=ClockPhase.BREAK)
        maker.say(EntryKind.PHASE, phase=ClockPhase.PLAY)


def _correct(maker: Maker, players: Sequence[str]) -> None:
    chance = maker.chance
    undone = maker.say(EntryKind.UNDO, entry=chance.choice(maker.entries[1:]).id)
    if chance.random() < 0.3:
        maker.say(EntryKind.UNDO, entry=undone.id)
    score = next((entry for entry in maker.entries if entry.kind == EntryKind.SCORE), None)
    if score is not None:
        maker.say(EntryKind.EDIT, entry=score.id, data={**score.data, "points": 7})
    if chance.random() < 0.3:
        maker.say(EntryKind.OVERRIDE, winners=[players[0]], totals={players[0]: 12.5}, reason="Ben had counted wrong")
    if chance.random() < 0.3:
        maker.say(EntryKind.TOTAL, player=players[-1], points=9)
    if chance.random() < 0.2:
        maker.say(EntryKind.HEADER, goal="another question", location="")
        maker.say(EntryKind.LEAVE, player=players[-1])
        if chance.random() < 0.5:
            maker.say(EntryKind.TAKEOVER, of=players[-1], to=players[0])
    if chance.random() < 0.5:
        maker.say(EntryKind.SIDE, player=players[0], side="patriots")
        maker.say(EntryKind.OUTCOME, row=chance.choice((None, 2, 2)), sides=chance.choice((["patriots"], [], None)))
    if chance.random() < 0.2:
        maker.say(EntryKind.END)
        maker.say(EntryKind.REOPEN)
    if chance.random() < 0.3:
        begun = maker.at - timedelta(days=chance.randrange(9), minutes=90)
        maker.say(EntryKind.TIMES, started_at=begun, play_min=chance.choice((0, 55, 61.5)), break_min=10)
    if chance.random() < 0.2:
        maker.say(EntryKind.TIMES, ended_at=chance.choice((None, maker.at)), teaching_min=chance.randrange(20))


def _forms(chance: Random, maker: Maker, players: Sequence[str], question: str) -> list[Feedback]:
    """Most players answer most questions."""
    return [
        Feedback(
            some_uuid(chance),
            maker.session,
            player,
            maker.at + timedelta(minutes=seat),
            **{name: chance.choice((None, 1, 2, 2)) for name in RATINGS},
            **{name: chance.choice((None, *(reply.value for reply in ReplyChoice))) for name in REPLIES},
            best=chance.choice(TEXTS).strip(),
            worst=chance.choice(TEXTS).strip(),
            quote=chance.random() < 0.5,
            answers=chance.choice(({}, {question: 3})),
        )
        for seat, player in enumerate(players)
        if chance.random() < 0.9
    ]
