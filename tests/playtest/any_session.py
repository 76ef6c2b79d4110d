"""Sessions as Hypothesis makes them up: every field of every entry and form, at its limits and empty, in every game."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from hypothesis import strategies as st

from workbench.engine.registry import games
from workbench.playtest.exchange.parsed import ParsedSession
from workbench.playtest.feedback import is_blank
from workbench.playtest.log.kinds import (
    LINE_LENGTH,
    NAME_LENGTH,
    NOTE_LENGTH,
    ClockPhase,
    EntryKind,
    Medium,
    Moment,
    QuestionKind,
    ReplyChoice,
    WinDirection,
)
from workbench.playtest.log.recording import read_data
from workbench.playtest.log.scores import sheet_of
from workbench.store.playtests.entries import Entry, Feedback
from workbench.store.playtests.overview import RATINGS, REPLIES, TEXTS
from workbench.store.playtests.people import Person

GAMES = [*games(), "Die Nacht der Würfel"]
BEGUN = datetime(2024, 5, 1, 18, 30, tzinfo=UTC)
NAMES = ("Anna", "Ben", "Cleo Ong", "Éva", "=1+1", "'Ö", "李雷", "x" * NAME_LENGTH)
SESSION, FIRST_PERSON, FIRST_ENTRY, FIRST_FORM = 1, 10, 100, 1_000
POINTS = st.one_of(st.sampled_from([0, -1, 1, 21, 0.5, 1e-6, -100_000]), st.integers(-50, 50))
AWKWARD = ["0", "no", "None", "-", "=1+1", "'=1", "'", "a\tb", "a\xa0b", "a\nb", "1;2,3", '"', "\u2028x", "🎲"]
PLAIN = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cn")), max_size=20)


def uuid_of(number: int) -> str:
    return str(UUID(int=number, version=4))


def texts(longest: int, least: int = 0) -> st.SearchStrategy[str]:
    """Texts as they are stored."""
    some = st.one_of(st.sampled_from([*AWKWARD, "y" * longest]), PLAIN).map(str.strip)
    return some.filter(lambda text: least <= len(text) <= longest)


NOTES, LINES = texts(NOTE_LENGTH), texts(LINE_LENGTH)
ANSWER = {QuestionKind.RATING: st.integers(1, 5), QuestionKind.REPLY: st.sampled_from([*map(str, ReplyChoice)])}


@dataclass
class Writer:
    """Writes one log, an entry a second, each read as a file's entries are."""

    draw: Callable[..., Any]
    session: str
    entries: list[Entry] = field(default_factory=list)

    def add(self, kind: EntryKind, /, **data: Any) -> str:
        checked, problems = read_data(kind, data, kind)
        assert not problems, problems
        at = BEGUN + timedelta(seconds=len(self.entries))
        device = self.draw(st.sampled_from(["", "a1"]))
        id = uuid_of(FIRST_ENTRY + len(self.entries))
        entry = Entry(id, self.session, kind.value, checked, at, device, len(self.entries) + 1)
        self.entries.append(entry)
        return entry.id

    def maybe(self, kind: EntryKind, /, **data: Any) -> None:
        if self.draw(st.booleans()):
            self.add(kind, **data)


@st.composite
def any_sessions(draw: Callable[..., Any]) -> tuple[ParsedSession, dict[str, Person]]:
    """A session with its forms, and the people in it, whose names differ."""
    count = draw(st.integers(1, 4))
    ids = [uuid_of(FIRST_PERSON + place) for place in range(count)]
    names = draw(st.permutations(NAMES))[:count]
    people = {id: Person(id, name) for id, name in zip(ids, names, strict=True)}
    writer = Writer(draw, uuid_of(SESSION))
    game = draw(st.sampled_from(GAMES))
    _open(writer, game, ids)
    _seat(writer, ids)
    questions = {writer.add(EntryKind.QUESTION, text="Too long?", kind=kind): kind for kind in QuestionKind}
    _score(writer, game, ids)
    _note(writer, ids)
    _end(writer)
    drawn = [_form(draw, player, questions) for player in ids]
    forms = [replace(form, id=uuid_of(FIRST_FORM + place)) for place, form in enumerate(drawn) if not is_blank(form)]
    return ParsedSession(writer.session, "", tuple(writer.entries), tuple(forms)), people


def _open(writer: Writer, game: str, ids: list[str]) -> None:
    draw = writer.draw
    revision = draw(texts(NAME_LENGTH))
    writer.add(
        EntryKind.OPEN,
        game=game,
        revision=revision,
        rules={"a": 0, "b": False, "c": "", "d": None, "e": []} if revision else {},
        printed="" if revision else draw(LINES),
        goal=draw(NOTES),
        location=draw(LINES),
        medium=draw(st.sampled_from(list(Medium))).value,
        teacher=draw(st.sampled_from([None, ids[0]])),
        direction=draw(st.sampled_from([None, *map(str, WinDirection)])),
    )


def _seat(writer: Writer, ids: list[str]) -> None:
    draw, seats = writer.draw, writer.draw(st.permutations(range(6)))
    for player, seat in zip(ids, seats, strict=False):
        writer.add(
            EntryKind.PLAYER, player=player, seat=draw(st.sampled_from([seat, None])), newcomer=draw(st.booleans())
        )
    for player in draw(st.lists(st.sampled_from(ids), max_size=2, unique=True)):
        writer.add(EntryKind.LEAVE, player=player)
        others = [other for other in ids if other != player]
        if others:
            writer.maybe(EntryKind.TAKEOVER, of=player, to=draw(st.sampled_from(others)))


def _score(writer: Writer, game: str, ids: list[str]) -> None:
    draw, sheet = writer.draw, sheet_of(game, {})
    for player in ids:
        if sheet.sides:
            writer.maybe(EntryKind.SIDE, player=player, side=draw(st.sampled_from(sheet.sides)).name)
        writer.maybe(EntryKind.TOTAL, player=player, points=draw(POINTS))
        for criterion in draw(st.lists(st.sampled_from([None, *sheet.criterion_names]), max_size=2, unique=True)):
            writer.add(EntryKind.SCORE, player=player, row=0, criterion=criterion, points=draw(POINTS))
    for row in draw(st.lists(st.sampled_from([None, 0, 1]), max_size=2, unique=True)) if sheet.sides else ():
        writer.add(EntryKind.OUTCOME, row=row, sides=draw(st.sampled_from([[], [sheet.sides[0].name]])))
    winners = draw(st.one_of(st.none(), st.lists(st.sampled_from(ids), max_size=2, unique=True)))
    totals = draw(st.dictionaries(st.sampled_from(ids), POINTS, max_size=1))
    writer.maybe(EntryKind.OVERRIDE, winners=winners, totals=totals, reason="by hand")


def _note(writer: Writer, ids: list[str]) -> None:
    draw, who = writer.draw, st.sampled_from([None, ids[0]])
    kind = writer.add(EntryKind.MOMENT_KIND, title="Table talk")
    writer.add(EntryKind.PHASE, phase=draw(st.sampled_from([ClockPhase.TEACHING, ClockPhase.PLAY, ClockPhase.BREAK])))
    writer.maybe(EntryKind.MOMENT, moment=draw(st.sampled_from([*Moment, kind])), player=draw(who), note=draw(NOTES))
    for text in draw(st.lists(texts(NOTE_LENGTH, 1), max_size=3)):
        writer.add(EntryKind.NOTE, text=text, player=draw(who))
    writer.maybe(EntryKind.TIMES, play_min=draw(st.sampled_from([0, 0.25, 61.5, 1440])), teaching_min=0)


def _end(writer: Writer) -> None:
    how = writer.draw(
        st.sampled_from(
            [None, EntryKind.ABANDON, {}, *({"finished": is_finished} for is_finished in (True, False, None))]
        )
    )
    if how is EntryKind.ABANDON:
        writer.add(EntryKind.ABANDON, reason=writer.draw(NOTES))
    elif how is not None:
        writer.add(EntryKind.END, **how)


def _form(draw: Callable[..., Any], player: str, questions: dict[str, QuestionKind]) -> Feedback:
    values = {name: st.sampled_from([None, *_grades(name)]) for name in RATINGS}
    values |= {name: st.sampled_from([None, *map(str, ReplyChoice)]) for name in REPLIES}
    values |= dict.fromkeys(TEXTS, NOTES)
    drawn = {name: draw(value) for name, value in values.items()}
    answers = {
        id: draw(ANSWER.get(kind, texts(NOTE_LENGTH, 1))) for id, kind in questions.items() if draw(st.booleans())
    }
    return Feedback("", uuid_of(SESSION), player, BEGUN, **drawn, quote=draw(st.booleans()), answers=answers)


def _grades(name: str) -> Iterator[int]:
    yield from range(-2, 3) if name == "length" else range(1, 6)
