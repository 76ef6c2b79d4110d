"""The fields of each kind of entry in a session's log. Loads Pydantic: import it late."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

from pydantic import AfterValidator, Field, PlainValidator

from workbench.engine.problems import Problem
from workbench.playtest.log import fields
from workbench.playtest.log.clock import wrong_in_itself
from workbench.playtest.log.fields import Unfit
from workbench.playtest.log.kinds import (
    LINE_LENGTH,
    MOMENT_LENGTH,
    MOST_PLAYERS,
    MOST_ROWS,
    MOST_SIDES,
    NAME_LENGTH,
    NOTE_LENGTH,
    Direction,
    Kind,
    Medium,
    Moment,
    Phase,
    QuestionKind,
)
from workbench.playtest.log.typed import (
    Device,
    Flag,
    Id,
    Minutes,
    Model,
    NonEmpty,
    Points,
    Text,
    Time,
    TimeText,
    Word,
    read_model,
    whole,
)
from workbench.store.playtests import Entry


def _different(players: list[str]) -> list[str]:
    if len(set(players)) < len(players):
        raise Unfit("must not name anybody twice")
    return players


def _moment(value: object) -> str:
    if isinstance(value, str) and (value in list(Moment) or fields.UUID.fullmatch(value)):
        return str(value)
    raise Unfit(f"must be one of {', '.join(Moment)}, or the UUID of an own kind")


Player = Id
Row = Annotated[int, whole(0, MOST_ROWS - 1)]
Name = Annotated[Word, Field(max_length=NAME_LENGTH)]
Note = Annotated[Text, Field(max_length=NOTE_LENGTH)]
Remark = Annotated[Note, Field(min_length=1)]
Sides = Annotated[list[Name], Field(max_length=MOST_SIDES), AfterValidator(lambda sides: list(dict.fromkeys(sides)))]


class OpenEntry(Model):
    """Starts the session: what is played and why.

    `rules` are the values in force, so that the sheet needs no scenario file; `teacher` is a person, who need not play;
    `direction` overrides who wins by the game's own sheet.
    """

    game: Annotated[NonEmpty, Field(max_length=NAME_LENGTH)]
    revision: Annotated[Text, Field(max_length=NAME_LENGTH)] = ""
    rules_hash: Annotated[Word, Field(max_length=64)] = ""
    rules: Annotated[dict[str, Any], PlainValidator(fields.rules), Field(default_factory=dict)]
    printed: Annotated[Text, Field(max_length=LINE_LENGTH)] = ""
    goal: Note = ""
    location: Annotated[Text, Field(max_length=LINE_LENGTH)] = ""
    medium: Medium = Medium.PHYSICAL
    teacher: Player | None = None
    direction: Direction | None = None


class HeaderEntry(OpenEntry):
    """Changes some of those fields."""

    game: Annotated[NonEmpty, Field(max_length=NAME_LENGTH)] = ""


class PlayerEntry(Model):
    """A player joins, or changes seats."""

    player: Player
    seat: Annotated[int, whole(0, MOST_PLAYERS - 1)] | None = None
    newcomer: Flag = False


class LeaveEntry(Model):
    """A player leaves the table; their points stay theirs."""

    player: Player


class TakeoverEntry(Model):
    """A player takes over the points of one who left; None: they are theirs again."""

    of: Player
    to: Player | None


class PhaseEntry(Model):
    """Teaching, play or a break begins, or the clock stops."""

    phase: Phase


class PlainEntry(Model):
    """An entry without fields."""


class TimesEntry(Model):
    """Corrects when a session started, the minutes of each phase up to the entry, and when it ended (None: that follows
    from the rest)."""

    started_at: TimeText = ""
    teaching_min: Minutes = 0
    play_min: Minutes = 0
    break_min: Minutes = 0
    ended_at: TimeText | None = None


class ScoreEntry(Model):
    """Points for one criterion of a row of the score sheet, or for the row as a whole; None deletes them."""

    player: Player
    row: Row
    criterion: Name | None = None
    points: Points | None


class TotalEntry(Model):
    """A player's total, entered as such."""

    player: Player
    points: Points | None


class SideEntry(Model):
    """The side that a player is on."""

    player: Player
    side: Name | None


class OutcomeEntry(Model):
    """The sides that won a row of the sheet, or the session."""

    row: Row | None
    sides: Sides | None


class OverrideEntry(Model):
    """The winners, or totals by player, in spite of the sheet, and the reason."""

    winners: Annotated[list[Player], Field(max_length=MOST_PLAYERS), AfterValidator(_different)] | None = None
    totals: Annotated[dict[Player, Points], Field(default_factory=dict)]
    reason: Remark


class MomentEntry(Model):
    """Something that happened: a `Moment`, or the id of the entry that added a kind of the host's own."""

    moment: Annotated[str, PlainValidator(_moment)]
    player: Player | None = None
    note: Note = ""


class MomentKindEntry(Model):
    """A kind of moments of the host's own."""

    title: Annotated[str, PlainValidator(partial(fields.line, longest=MOMENT_LENGTH))]


class NoteEntry(Model):
    """Free text."""

    text: Remark
    player: Player | None = None


class QuestionEntry(Model):
    """A question of the designer's for the feedback form."""

    text: Annotated[NonEmpty, Field(max_length=LINE_LENGTH)]
    kind: QuestionKind


class EndEntry(Model):
    """It is over; `finished` says whether the game was played to its end, None that nobody knows; without it the score
    sheet says."""

    finished: Flag | None = None


class AbandonEntry(Model):
    """The session is abandoned."""

    reason: Note = ""


class UndoEntry(Model):
    """An entry no longer counts."""

    entry: Id


class EditEntry(Model):
    """New data for an entry: all its fields, which `recording.check_target` checks."""

    entry: Id
    data: dict[str, Any]


MODELS: Mapping[Kind, type[Model]] = {
    Kind.OPEN: OpenEntry,
    Kind.HEADER: HeaderEntry,
    Kind.PLAYER: PlayerEntry,
    Kind.LEAVE: LeaveEntry,
    Kind.TAKEOVER: TakeoverEntry,
    Kind.PHASE: PhaseEntry,
    Kind.PAUSE: PlainEntry,
    Kind.RESUME: PlainEntry,
    Kind.TIMES: TimesEntry,
    Kind.SCORE: ScoreEntry,
    Kind.TOTAL: TotalEntry,
    Kind.SIDE: SideEntry,
    Kind.OUTCOME: OutcomeEntry,
    Kind.OVERRIDE: OverrideEntry,
    Kind.MOMENT: MomentEntry,
    Kind.MOMENT_KIND: MomentKindEntry,
    Kind.NOTE: NoteEntry,
    Kind.QUESTION: QuestionEntry,
    Kind.END: EndEntry,
    Kind.ABANDON: AbandonEntry,
    Kind.REOPEN: PlainEntry,
    Kind.UNDO: UndoEntry,
    Kind.EDIT: EditEntry,
}
PARTIAL = (HeaderEntry, TimesEntry, EndEntry)
"""Entries that change only the fields that they have."""


class EntryFields(Model):
    """An entry as a file has it."""

    id: Id
    kind: Kind
    at: Time
    device: Device = ""
    data: Any = None


def read_fields(kind: Kind, value: object, place: str) -> tuple[dict[str, Any], list[Problem]]:
    """An entry's fields as stored, with defaults for those left out; or an empty table and every problem."""
    model, problems = read_model(MODELS[kind], value, place)
    data = dict(model) if model else {}
    if isinstance(model, PARTIAL):
        data = {name: data[name] for name in data if name in model.model_fields_set}
    return data, problems


def read_data(kind: Kind, value: object, place: str) -> tuple[dict[str, Any], list[Problem]]:
    """As `read_fields`; the fields of a correction of times must also fit each other."""
    data, problems = read_fields(kind, value, place)
    return data, problems or (wrong_in_itself(data, place) if kind is Kind.TIMES else [])


def read_entry(value: object, session: str, place: str) -> tuple[Entry | None, list[Problem]]:
    """The entry, or None and every problem."""
    head, problems = read_model(EntryFields, value, place)
    if not isinstance(value, dict) or value.get("kind") not in list(Kind):
        return None, problems
    kind = Kind(value["kind"])
    data, more = read_data(kind, value.get("data", {}), f"{place}.data")
    if head is None or more:
        return None, [*problems, *more]
    return Entry(head.id, session, kind.value, data, head.at, head.device), []
